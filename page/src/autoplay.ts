// Moves that follow each other by themselves, until the line ends or somebody does something.

import { button } from "./dom.js";
import { icon, type IconName } from "./icons.js";

/** How long a move stays by default, in seconds. */
const SECONDS = 1.5;

const PLAY = "Play the moves";

/** The button that starts and stops it, and its clock. */
export class Autoplay {
  readonly button: HTMLButtonElement;
  seconds = SECONDS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #steps = false;

  /** `step` makes the next move and returns whether another follows; `press` is the button's. */
  constructor(private readonly step: () => boolean, press: () => void) {
    this.button = button(PLAY, { class: "step" }, press, icon("play"));
  }

  /** The value of an attribute: seconds per move, or anything else for the default. */
  take(value: string): void {
    const seconds = Number(value);
    this.seconds = seconds > 0 ? Math.min(Math.max(seconds, 0.2), 60) : SECONDS;
  }

  get isOn(): boolean { return this.#timer !== undefined; }

  toggle(): void {
    if (this.isOn) this.stop();
    else this.start();
  }

  start(): void {
    this.stop();
    this.#show("Stop", "stop");
    this.#wait(this.seconds / 3);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show(PLAY, "play");
  }

  /** Another move is on the board; one that somebody else went to stops this. */
  moved(): void {
    if (!this.#steps && this.isOn) this.stop();
  }

  #wait(seconds: number): void {
    this.#timer = setTimeout(() => {
      this.#steps = true;
      const goesOn = this.step();
      this.#steps = false;
      if (goesOn) this.#wait(this.seconds);
      else this.stop();
    }, seconds * 1000);
  }

  #show(label: string, name: IconName): void {
    this.button.replaceChildren(icon(name));
    this.button.title = label;
    this.button.ariaLabel = label;
  }
}
