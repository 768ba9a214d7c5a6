// <pgn-view>: games to be read, played through and annotated, as an element for any page.

import { Autoplay } from "./autoplay.js";
import { PgnBoard } from "./board.js";
import { Core, Refused, loadModule } from "./core.js";
import { button, capitalised, copyImage, copyText, download, h, reveal, set, sheet } from "./dom.js";
import { EvalBar, GraphPanel } from "./graph.js";
import { icon, type IconName } from "./icons.js";
import { findKey, keyName } from "./keys.js";
import { GamesList } from "./list.js";
import {
  FilesInput, completeGames, fetchGames, gamesOfFiles, joined, megabytes, ownGames, pause,
} from "./loading.js";
import { MoreMenu } from "./more.js";
import { moveName, renderMoves } from "./moves.js";
import { AnnotatePanel, HelpDialog, PasteDialog, TagsDialog } from "./panels.js";
import { aboutGame, playerBar, tagOf } from "./players.js";
import { movesWords } from "./picture.js";
import { printSheets } from "./print.js";
import { SetupDialog } from "./setup.js";
import type { Shelf } from "./shelf.js";
import {
  Session, type Board, type CommandRow, type Face, type GameState, type KeyRow, type Language,
  type Pane, type Point, type State, type Token,
} from "./session.js";
import {
  ENGLISH, nextOnLine, nextPiece, type Letter, type PieceNames, type Side, type Square,
} from "./squares.js";
import pageCss from "./page.css";
import css from "./view.css";

/** The parts that `show` and `hide` name. */
const PARTS = [
  "list", "search", "players", "clocks", "arrows", "controls", "moves", "graphs", "opening",
  "annotate", "commands", "setup", "open", "download", "menu",
] as const;
type Part = (typeof PARTS)[number];

/** The panels below the moves, if the screen has no place for all of them at once. */
type Panel = "list" | "graphs" | "tools";

/** How far a wheel is turned for a move, in pixels. */
const WHEEL_PIXELS = 40;

/** A text that is read longer than a moment. */
const BIG_BYTES = 1_000_000;

export class PgnView extends HTMLElement {
  static observedAttributes = [
    "src", "game", "ply", "orientation", "show", "hide", "pieces", "theme", "autoplay", "moves",
  ];

  readonly board = new PgnBoard();
  /** Where the games come from, if they are not in the page; set before the element is. */
  shelf: Shelf | null = null;
  #session: Session | null = null;
  #state: State | null = null;
  #tokens: Token[] = [];
  #series: Point[] = [];
  #names: PieceNames = ENGLISH;
  #languages: Language[] = [];
  #letterKeys = true;
  #keys: KeyRow[] = [];
  #commands: CommandRow[] = [];
  #name = "games.pgn";
  #started = false;
  #polling = false;
  #wheeled = 0;
  /** How much of the text is shown before all of it is there. */
  #firstBytes = 0;
  #setup: SetupDialog | null = null;

  readonly #list: GamesList;
  readonly #annotate: AnnotatePanel;
  readonly #tags: TagsDialog;
  readonly #help = new HelpDialog();
  readonly #paste = new PasteDialog((text) => this.act(`paste ${text}`), (text) => this.act(`merge ${text}`));
  readonly #autoplay = new Autoplay(() => this.#step(), () => this.autoplay());
  readonly #live = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  readonly #files = new FilesInput((files) =>
    this.#openFiles(files).catch((error: unknown) => this.fail(error)));
  readonly #loading = h("p", { class: "loading-words" }, "Loading …");
  readonly #alert = h("p", { class: "alert", role: "alert", hidden: true });
  readonly #query = h("input", {
    type: "search", "aria-label": "Search games", spellcheck: "false", autocapitalize: "off",
    placeholder: "carlsen 2013", "aria-describedby": "query-note",
  });
  /** What was understood of a search, or what is wrong with it. */
  readonly #queryNote = h("p", { class: "query-note", id: "query-note", role: "status" });
  #isSearching = false;
  readonly #found = h("p", { class: "found", role: "status" });
  readonly #ways = h("span", { class: "ways", hidden: true },
    button("List before", { class: "step" }, () => this.act("previous-list"), "↩"),
    button("All games", { class: "step" }, () => this.act("all"), "⟲"));
  readonly #sort = h("select", { "aria-label": "Order of games" },
    ...["game", "white", "black", "date", "event", "result", "eco", "avgelo", "plycount"].map(
      (field) => h("option", { value: field }, field === "game" ? "in order" : `by ${field}`)));
  readonly #heading = h("div", { class: "heading" });
  readonly #moves = h("div", {
    class: "moves", role: "region", "aria-label": "Moves", tabindex: 0, part: "moves", dir: "ltr",
  });
  readonly #players = [h("div", { class: "player" }), h("div", { class: "player" })] as const;
  readonly #opening = h("p", { class: "opening" });
  readonly #bar = new EvalBar();
  #engineScore: string | null = null;
  readonly #graphs = new GraphPanel((node) => this.go(node));
  readonly #forks = h("div", { class: "forks", role: "group", "aria-label": "Moves that may follow" });
  readonly #command = h("input", {
    type: "text", class: "command", "aria-label": "Command or move", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", placeholder: "Command or move: Nf3, p N, next, ?",
  });
  readonly #log = h("div", { class: "log", role: "log", "aria-label": "Answers", tabindex: 0 });
  readonly #letters = h("select", { "aria-label": "Letters of the pieces" });
  readonly #theme = h("select", { "aria-label": "Colors" },
    h("option", { value: "auto" }, "as the system"), h("option", { value: "light" }, "light"),
    h("option", { value: "dark" }, "dark"));
  readonly #style = h("select", { "aria-label": "Moves" },
    h("option", { value: "inline" }, "in lines"), h("option", { value: "columns" }, "in two columns"));
  readonly #app: HTMLElement;
  readonly #listPart: HTMLElement;
  #core: () => Promise<Core> = () => Promise.reject(new Error("wait for the event pgn-ready"));
  readonly #print = h("div", { class: "print" });
  #more!: MoreMenu;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet(css)];
    this.#list = new GamesList(
      (from, to) => (this.shelf ?? this.#session)?.rows(from, to) ?? [],
      (row) => this.shelf ? this.shelf.select(row) : this.#run((session) => session.select(row)),
      (row) => {
        this.openRow(row);
        if (this.#app.dataset["panel"] === "list") this.#showPanel("list", false);
        // From there on the keys are those of the game.
        this.#toKeys();
      });
    this.#annotate = new AnnotatePanel((act) => this.#run(act));
    this.#tags = new TagsDialog((act) => this.#run(act));
    this.#listPart = this.#makeList();
    this.#app = h("div", { class: "app blank loading", part: "app" },
      this.#loading, this.#listPart, this.#makePlay(), this.#makeMenu(), this.#makeText());
    root.append(this.#app, this.#live, this.#print, this.#files.element, this.#tags.dialog, this.#help.dialog,
      this.#paste.dialog);
    this.#listen();
  }

  // ---- the face ----

  #makeList(): HTMLElement {
    const form = h("form", { class: "search", role: "search", "data-part": "search" }, this.#query,
      h("button", { type: "submit" }, "Search"));
    this.#query.addEventListener("input", () => this.#showMeaning());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const query = this.#query.value.trim();
      this.#isSearching = true;
      void this.#act(query ? `find ${query}` : "all").then((done) => {
        this.#isSearching = false;
        if (done) {
          this.#query.value = "";
          this.#showMeaning();
        }
      });
    });
    this.#sort.addEventListener("change", () => this.act(`sort ${this.#sort.value}`));
    return h("section", { class: "list", "aria-label": "List of games", "data-part": "list" }, form, this.#queryNote,
      h("div", { class: "list-line" }, this.#found, this.#ways, this.#sort), this.#list.element);
  }

  /** Shows what the words in the search field mean. */
  #showMeaning(): void {
    this.#query.removeAttribute("aria-invalid");
    this.#queryNote.classList.remove("bad");
    const query = this.#query.value.trim();
    this.#queryNote.textContent = (query && this.#session?.meaning(query)) || "";
  }

  /** Shows at the search field what is wrong with it, and selects the place. */
  #failSearch(message: string, span: [number, number]): void {
    const query = this.#query.value;
    const bytes = new TextEncoder().encode(query.trim());
    const indent = query.length - query.trimStart().length;
    const index = (at: number) => indent + new TextDecoder().decode(bytes.subarray(0, at)).length;
    const [from, to] = [index(span[0]), index(span[1])];
    const words = capitalised(message);
    this.#queryNote.replaceChildren(`${words} `,
      h("code", {}, query.slice(0, from), h("mark", {}, query.slice(from, to) || "‸"), query.slice(to)));
    this.#queryNote.classList.add("bad");
    this.#query.setAttribute("aria-invalid", "true");
    this.#query.focus();
    this.#query.setSelectionRange(from, to);
  }

  #makePlay(): HTMLElement {
    const step = (label: string, name: IconName, verb: string) =>
      button(label, { class: "step", "data-verb": verb }, () => this.act(verb), icon(name));
    const controls = h("div", { class: "controls", role: "toolbar", "aria-label": "Step through the game", "data-part": "controls" },
      step("First position", "first", "start"), step("Move back", "back", "back"),
      step("Move forward", "next", "next"), step("Last position", "last", "end"), this.#autoplay.button,
      button("Flip the board", { class: "step" }, () => this.flip(), icon("flip")));
    const [top, bottom] = this.#players;
    return h("section", { class: "play", "aria-label": "Board" }, top, h("div", { class: "stage" }, this.#bar.element, this.board),
      bottom, controls);
  }

  #makeText(): HTMLElement {
    this.#moves.addEventListener("click", (event) => {
      const target = event.target as Element;
      const fold = target.closest<HTMLElement>("[data-head]");
      const move = target.closest<HTMLElement>(".move[data-node]");
      if (fold?.dataset["head"]) {
        const head = Number(fold.dataset["head"]);
        this.#run((session) => session.fold(head));
      } else if (move?.dataset["node"]) {
        this.go(Number(move.dataset["node"]));
      }
    });
    const commands = h("form", { class: "commands", "data-part": "commands" },
      this.#command, this.#log);
    commands.addEventListener("submit", (event) => {
      event.preventDefault();
      const line = this.#command.value;
      this.#command.value = "";
      void this.obey(line);
    });
    return h("section", { class: "text", "aria-label": "Game" }, this.#alert, this.#heading,
      this.#opening, this.#moves, this.#forks, this.#graphs.element, this.#annotate.element, commands);
  }

  #makeMenu(): HTMLElement {
    const item = (label: string, act: () => void, part?: Part) =>
      button(label, part ? { "data-part": part } : {}, act);
    const opens = (panel: Panel, label: string, name: IconName, part: Part) =>
      button(label, { "data-part": part, "data-panel": panel, "aria-pressed": "false" }, () => {
        const open = this.#app.dataset["panel"] !== panel;
        this.#showPanel(panel, open);
        if (open && panel === "tools") this.#annotate.focus();
      }, icon(name));
    this.#letters.addEventListener("change", () => set(this, "pieces", this.#letters.value));
    this.#theme.addEventListener("change", () => set(this, "theme", this.#theme.value));
    this.#style.addEventListener("change", () => set(this, "moves", this.#style.value));
    const keys = h("input", { type: "checkbox", checked: true });
    keys.addEventListener("change", () => { this.#letterKeys = keys.checked; });
    this.#more = new MoreMenu(
      item("Tags", () => this.#openTags(), "annotate"),
      item("Open files", () => this.#files.choose(), "open"),
      item("New game", () => this.act("new"), "setup"),
      item("Set up a position", () => this.#openSetup(), "setup"),
      item("Paste games", () => this.#paste.open(), "setup"),
      item("Delete game", () => this.act("delete-game"), "annotate"),
      item("Copy FEN", () => this.#copy(this.#state?.game?.board?.fen ?? "", "FEN")),
      item("Copy image", () => this.#copyImage()),
      item("Copy PGN", () => this.#copy(new TextDecoder().decode(this.#session?.text()), "PGN")),
      item("Print", () => window.print()),
      item("Keys", () => this.#help.open()),
      h("label", {}, h("span", {}, "Moves"), this.#style),
      h("label", {}, h("span", {}, "Pieces"), this.#letters),
      h("label", {}, h("span", {}, "Colors"), this.#theme),
      h("label", {}, h("span", {}, "Keys of one letter"), keys));
    return h("div", { class: "menu", role: "toolbar", "aria-label": "What to do with the game", "data-part": "menu" },
      opens("list", "List of games", "list", "list"), opens("graphs", "Graphs", "graphs", "graphs"),
      opens("tools", "Annotate", "annotate", "annotate"),
      button("Download", { "data-part": "download" }, () => this.download(), icon("download")),
      this.#more.element);
  }

  /** Opens or closes a part that shares its place with others on a small screen. */
  #showPanel(panel: Panel, open = true): void {
    const shown = open ? panel : "";
    this.#app.dataset["panel"] = shown;
    this.#annotate.element.hidden = shown !== "tools";
    for (const made of this.#app.querySelectorAll<HTMLElement>(".menu > [data-panel]")) {
      set(made, "aria-pressed", String(made.dataset["panel"] === shown));
    }
  }

  /** Puts the focus on a field, and opens the panel that it is in if it is out of sight. */
  #reach(field: HTMLElement, panel: Panel): void {
    if (field.offsetParent === null) this.#showPanel(panel);
    field.focus();
  }

  // ---- life ----

  connectedCallback(): void {
    this.#showParts();
    this.#showTheme();
    if (this.hasAttribute("page")) document.adoptedStyleSheets.push(sheet(pageCss));
    if (this.getAttribute("keyboard") === "page") document.addEventListener("keydown", this.#pageKey);
    document.addEventListener("paste", this.#pasted);
    window.addEventListener("beforeprint", this.#beforePrint);
    if (!this.#started) {
      this.#started = true;
      void this.#start();
    }
  }

  disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#pageKey);
    document.removeEventListener("paste", this.#pasted);
    window.removeEventListener("beforeprint", this.#beforePrint);
    this.#autoplay.stop();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (name === "show" || name === "hide") return this.#showParts();
    if (name === "theme") return this.#showTheme();
    if (name === "moves") return this.#showMoves();
    if (!this.#session) return;
    if (name === "autoplay") return this.#toAutoplay();
    if (name === "src") void this.#load().catch((error: unknown) => this.fail(error));
    else if (name === "game" && value) this.openGame(Number(value));
    else if (name === "ply" && value) this.#toPly(value);
    else if (name === "orientation") this.#orient();
    else if (name === "pieces") this.#setLetters(value ?? "en");
  }

  async #start(): Promise<void> {
    try {
      const module = await loadModule(this.getAttribute("module") ?? "");
      this.#core = () => Core.start(module);
      this.#session = await this.newSession();
      this.#languages = this.#session.languages();
      this.#letters.append(h("option", { value: "figurines" }, "figurines ♘"),
        ...this.#languages.map(({ code, name, letters }) =>
          h("option", { value: code }, `${name} ${letters.slice(1).join("")}`)));
      this.#takePieces(this.#session.pieces());
      this.#setLetters(this.getAttribute("pieces") ?? "en");
      this.#annotate.fill(this.#session.nags());
      [this.#commands, this.#keys] = [this.#session.commands(), this.#session.keys()];
      this.#help.fill(this.#commands, this.#keys, this.#face);
      await this.#load();
    } catch (error) {
      this.#showLoading("");
      this.fail(error);
    }
  }

  /** The drawings of the pieces, for the boards and for the buttons of this element. */
  #takePieces(svg: string): void {
    const parsed = new DOMParser().parseFromString(
      // The policy of a page may forbid styles of its own, which this has to be out of sight.
      svg.replace(/ style="[^"]*"/, ' xmlns="http://www.w3.org/2000/svg"'), "image/svg+xml");
    const drawn = document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
    drawn.setAttribute("class", "shapes");
    drawn.setAttribute("aria-hidden", "true");
    PgnBoard.pieces = drawn;
    this.shadowRoot?.append(drawn.cloneNode(true));
  }

  async #load(): Promise<void> {
    if (this.shelf) {
      await this.shelf.start();
      this.#appear();
      return this.#showParts();
    }
    const src = this.getAttribute("src");
    const named = decodeURIComponent(src?.split(/[?#]/)[0]?.split("/").pop() ?? "");
    const name = src === null ? this.getAttribute("name") : named;
    this.#name = name || "games.pgn";
    this.#firstBytes = 0;
    const arrived = (first: Uint8Array, byteCount: number) => this.#arrived(first, byteCount);
    try {
      const text = await (src === null ? ownGames(this, arrived) : fetchGames(src, arrived));
      if (text.length > BIG_BYTES) {
        this.#showLoading(`Reading ${megabytes(text.length)} …`);
        await pause();
      }
      this.#openWhole(text);
    } finally {
      this.#showLoading("");
    }
    const fen = this.getAttribute("fen");
    if (fen !== null && !this.#state?.game) this.#run((session) => session.begin(fen, ""));
  }

  /** Shows the first games while others arrive. */
  #arrived(first: Uint8Array, byteCount: number): void {
    this.#showLoading(`Loading: ${megabytes(byteCount)} …`);
    const games = this.#firstBytes === 0 ? completeGames(first) : first.subarray(0, 0);
    if (games.length === 0) return;
    this.#firstBytes = games.length;
    this.#show(games);
  }

  /** Opens all games where only the first were, at the same move and with what was edited. */
  #openWhole(text: Uint8Array): void {
    const before = this.#firstBytes > 0 ? this.#state : null;
    if (!before?.game) return this.open(text, this.#name);
    const isEdited = before.modified > 0;
    const whole = isEdited ? joined([this.pgn(), text.subarray(this.#firstBytes)]) : text;
    this.open(whole, this.#name);
    const { game, node, ply } = before.game;
    if (this.#state?.game?.game !== game) this.openRow(game);
    // An edited game was read again, and its moves have other numbers.
    this.#run((session) => isEdited ? session.ply(ply) : session.go(node));
  }

  /** There is something to show. */
  #appear(): void { this.#app.classList.remove("blank"); }

  #showLoading(words: string): void {
    this.#loading.textContent = words;
    this.#app.classList.toggle("loading", words !== "");
  }

  // ---- what a page may do ----

  /** Opens games, text or bytes. */
  open(text: string | Uint8Array, name = "games.pgn"): void {
    if (!this.#session) throw new Error("wait for the event pgn-ready");
    this.#name = name;
    this.#show(typeof text === "string" ? new TextEncoder().encode(text) : text);
    this.#toAutoplay();
    this.#send("pgn-ready", { games: this.#state?.list.total ?? 0 });
  }

  /** Shows games at the place that the attributes name. */
  #show(text: Uint8Array): void {
    this.#run((session) => session.open(this.#name, text));
    const game = Number(this.getAttribute("game") ?? "1");
    if (game > 1) this.openGame(game);
    this.#orient();
    this.#toPly(this.getAttribute("ply") ?? "");
    this.#showParts();
    this.#appear();
  }

  /** A session of its own, without games. */
  async newSession(): Promise<Session> { return new Session(await this.#core()); }

  /** Shows another session, with the letters and the side that were chosen. */
  use(session: Session): void {
    const side = this.board.side;
    this.#session = session;
    this.#appear();
    this.#showLoading("");
    this.#run((session) => session.side(side));
    this.#setLetters(this.#letters.value);
    const game = this.#state?.game;
    if (game) this.#send("pgn-game", { number: game.game + 1, tags: game.tags });
  }

  /** Shows the list again, with the current data of the shelf. */
  refresh(): void {
    const session = this.#session;
    if (!session || !this.shelf) return;
    this.#state = this.shelf.shown(session.state());
    this.#showList();
  }

  /** Adds the lines of a game to the one on the board; gives what is to be said. */
  merge(text: Uint8Array, origin: string): string {
    const session = this.#session;
    if (session) this.#render(session.merge(text, origin));
    return this.#state?.note ?? "";
  }

  /** Adds something to the menu, or below the board. */
  add(element: HTMLElement, where: "menu" | "board"): void {
    if (where === "menu") this.#more.element.before(element);
    else this.#moves.before(element);
  }

  /** Opens a game of all games, numbered from 1. */
  openGame(number: number): void {
    if (this.#state?.list.steps) this.search("");
    this.openRow(number - 1);
  }

  /** Opens the game in a row of the list, from 0. */
  openRow(row: number): void {
    if (this.shelf) return this.shelf.open(row);
    this.#run((session) => session.game(row));
    const game = this.#state?.game;
    if (game) this.#send("pgn-game", { number: game.game + 1, tags: game.tags });
  }

  /** Goes to a move. */
  go(node: number): void { this.#run((session) => session.go(node)); }

  /** Obeys a command, such as `next`, `back`, `undo`, `attackers e5`, or plays a move. */
  act(line: string): void { void this.#act(line); }

  /** The same; returns whether it could be done. */
  async #act(typed: string): Promise<boolean> {
    const line = this.#inFull(typed);
    const told = this.shelf?.obeys(line) ?? null;
    if (told) return this.#tell(told);
    if (line === "help") {
      this.#help.open();
      return true;
    }
    if (!this.shelf && line === "save") {
      this.download();
      return true;
    }
    const done = this.#run((session) => session.say(line));
    if (!this.shelf && !this.#state?.list.done) this.#poll();
    return done;
  }

  /** Says what came of something, or shows what went wrong with it. */
  async #tell(told: Promise<string>): Promise<boolean> {
    try {
      this.recovered(await told);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** A typed line with the whole name of its command. */
  #inFull(line: string): string {
    const [, word = "", rest = ""] = /^\s*(\/|\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    const row = this.#commands.find(({ name, short }) => word === name || word === short);
    return row && word ? `${row.name} ${rest}`.trim() : line;
  }

  /** Plays a move given in any spelling. */
  play(text: string): void { this.act(`play ${text}`); }

  /** Goes through the line by itself, or stops. */
  autoplay(): void {
    const atEnd = this.#state?.game?.next.length === 0;
    if (!this.#autoplay.isOn && atEnd) this.act("start");
    this.#autoplay.toggle();
  }

  /** Goes one move on; returns whether another one follows. */
  #step(): boolean {
    if (this.#state?.game?.next.length) this.act("next");
    return (this.#state?.game?.next.length ?? 0) > 0;
  }

  /** Plays moves one after the other; new ones become a variation. */
  addLine(moves: readonly string[]): void {
    this.#run((session) => {
      let state = session.state();
      let shown = state.game?.moves;
      for (const move of moves) {
        state = session.say(`play ${move}`);
        shown = state.game?.moves ?? shown;
      }
      if (state.game && shown) state.game.moves = shown;
      return state;
    });
  }

  /** Shows another position for a while; with nothing, that of the game again. */
  peek(board: Board | null): void {
    const game = this.#state?.game;
    if (board) {
      this.board.use = "look";
      this.board.show(board, { last: board.last });
    } else if (game) this.#showBoard(game);
  }

  /** An engine's evaluation of the position, `+0.35` or `#-3`. */
  set engineScore(score: string | null) {
    this.#engineScore = score;
    this.#showBar();
  }

  /** Turns the board round. */
  flip(): void {
    this.act("flip");
    this.say(`${capitalised(this.board.side)} is at the bottom.`);
  }

  /** Lists those of all games for which an expression holds; nothing lists all. */
  search(query: string): void {
    const find = query.trim() ? [`find ${query.trim()}`] : [];
    if (this.shelf) return void this.#tell(this.shelf.list(find));
    this.#run((session) => session.say("all"));
    for (const line of find) this.act(line);
  }

  /** All games as PGN, edits included. */
  pgn(): Uint8Array {
    const session = this.#session;
    if (!session) return new Uint8Array();
    this.#run(() => session.save());
    return session.games();
  }

  /** The position on the board, or nothing where moves are not checked. */
  get fen(): string | null { return this.#state?.game?.board?.fen ?? null; }

  /** Hands the edited games out as a file. */
  download(): void {
    if (this.#app.classList.contains("loading")) return this.fail(new Error("the games are still being read"));
    // On a page of the server this is the one game of the session.
    if (this.shelf && this.#state?.game?.deleted) return this.fail(new Error("the game is deleted (undo restores it)"));
    const bytes = this.pgn();
    download(new Blob([bytes as BlobPart], { type: "application/x-chess-pgn" }), this.#name);
    this.say(`${this.#name} is handed to the browser.`);
  }

  // ---- messages ----

  #run(act: (session: Session) => State): boolean {
    const session = this.#session;
    if (!session) return false;
    try {
      this.#render(act(session));
      this.#alert.hidden = true;
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Shows and announces an error. */
  fail(error: unknown): void {
    if (this.#isSearching && error instanceof Error && "span" in error && error.span) {
      return this.#failSearch(error.message, error.span as [number, number]);
    }
    const words = capitalised(error instanceof Error ? error.message : String(error));
    this.#alert.textContent = /[.!?)]$/.test(words) ? words : `${words}.`;
    this.#alert.hidden = false;
    if (error instanceof Refused) return;
    this.#send("pgn-error", { error });
  }

  /** What went wrong is over. */
  recovered(words: string): void {
    this.#alert.hidden = true;
    this.say(words);
  }

  /** Goes on searching, a moment each time, so that the page stays alive. */
  #poll(): void {
    if (this.#polling) return;
    this.#polling = true;
    const step = () => {
      const list = this.#state?.list;
      if (!list || list.done) {
        this.#polling = false;
        if (list) this.#sayFound(true);
        return;
      }
      const until = performance.now() + 12;
      do this.#state = this.#session!.poll();
      while (!this.#state.list.done && performance.now() < until);
      this.#showList();
      setTimeout(step, 0);
    };
    step();
  }

  #render(told: State): void {
    const state = this.shelf?.shown(told) ?? told;
    const before = this.#state?.game;
    this.#state = state;
    const game = state.game;
    if (game?.moves) ({ tokens: this.#tokens, series: this.#series } = game.moves);
    this.#showList();
    if (!game) return this.#showNothing();
    this.#showBoard(game);
    this.#showGame(game, game.moves !== undefined);
    this.say(state.note ?? "");
    if (before && (before.node !== game.node || before.game !== game.game)) this.#autoplay.moved();
    if (before && before.node !== game.node) {
      this.#send("pgn-move", {
        node: game.node, ply: game.ply, fen: game.board?.fen ?? null, words: state.note ?? "",
      });
    }
    if (before && game.moves && before.game === game.game && game.modified) {
      this.#send("pgn-edit", { number: game.game + 1 });
    }
  }

  #send(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** Has something read aloud. */
  say(words: string): void {
    if (!words) return;
    // The same words again are said again only if they come as a change.
    this.#live.textContent = this.#live.textContent === words ? `${words}\u00a0` : words;
  }

  // ---- showing ----

  #showNothing(): void {
    this.#heading.replaceChildren(h("p", {}, "There is no game here."));
    this.#moves.replaceChildren();
  }

  #showList(): void {
    const state = this.#state;
    if (!state) return;
    this.#list.show(state.list, state.game?.game ?? NaN);
    this.#sayFound(false);
    this.#app.classList.toggle("single", state.list.total <= 1);
  }

  #sayFound(aloud: boolean): void {
    const list = this.#state?.list;
    if (!list) return;
    const count = (n: number) => `${n} ${n === 1 ? "game" : "games"}`;
    const part = list.steps ? `${count(list.rows)} of ${list.total}` : count(list.total);
    const words = list.trouble ?? [
      list.queries ? `${part}: ${list.queries}` : part, list.status && `(${list.status})`,
    ].filter(Boolean).join(" ");
    if (this.#found.textContent !== words) this.#found.textContent = words;
    this.#found.classList.toggle("bad", list.trouble !== null);
    this.#ways.hidden = list.steps === 0;
    if (aloud && list.steps) this.say(`${words}.`);
  }

  #showBoard(game: GameState): void {
    this.board.hidden = !game.board;
    this.board.use = "play";
    this.board.names = this.#names;
    this.board.side = this.#state?.side ?? "white";
    const { board } = game;
    const hidesArrows = this.#app.classList.contains("no-arrows");
    if (board) this.board.show(board, hidesArrows ? { last: board.last } : board);
    this.#showPlayers();
    this.#opening.textContent = [
      game.unplayable, board?.rules, game.opening, game.eval && `Evaluation ${game.eval}`,
    ].filter(Boolean).join(" · ");
    this.#forks.hidden = game.next.length < 2;
    this.#forks.replaceChildren(...(game.next.length < 2 ? [] : game.next).map((choice, n) =>
      button(`${n + 1}. ${choice.text}`, { class: "fork" }, () => this.go(choice.node))));
    this.#graphs.show(this.#series, game.node, (node) => moveName(this.#tokens, node));
    this.#showBar();
  }

  /** The evaluation beside the board: the engine's, or that of the game. */
  #showBar(): void {
    this.#bar.show(this.#engineScore ?? this.#state?.game?.eval ?? null, this.board.side);
  }

  #showPlayers(): void {
    const game = this.#state?.game;
    if (!game) return;
    const colors: Side[] = this.board.side === "white" ? ["black", "white"] : ["white", "black"];
    this.#players.forEach((element, n) =>
      element.replaceChildren(...playerBar(game, colors[n] ?? "white")));
  }

  #showGame(game: GameState, movesChanged: boolean): void {
    this.#heading.replaceChildren(
      h("h2", { dir: "auto" }, `${tagOf(game, "White") || "?"} – ${tagOf(game, "Black") || "?"} `,
        h("span", { class: "outcome" }, game.outcome.replace(/1\/2/g, "½"))),
      h("p", { class: "about", dir: "auto" }, aboutGame(game)),
      ...(game.deleted ? [h("p", { class: "faults bad" }, "Saving deletes this game. ",
        button("Restore", {}, () => this.act("undo")))] : []));
    if (movesChanged) return this.#showMoves();
    this.#showMove(game);
  }

  #showMoves(): void {
    const columns = this.getAttribute("moves") === "columns";
    this.#style.value = columns ? "columns" : "inline";
    this.#moves.classList.toggle("columns", columns);
    this.#moves.replaceChildren(renderMoves(this.#tokens, { presses: true, columns }));
    const game = this.#state?.game;
    if (game) this.#showMove(game);
  }

  /** Marks the move on the board, and scrolls to it. */
  #showMove(game: GameState): void {
    for (const old of this.#moves.querySelectorAll('[aria-current="true"]')) {
      old.removeAttribute("aria-current");
      old.setAttribute("tabindex", "-1");
    }
    const now = this.#moves.querySelector<HTMLElement>(`.move[data-node="${game.node}"]`);
    if (now) {
      now.setAttribute("aria-current", "true");
      now.setAttribute("tabindex", "0");
      reveal(now, this.#moves);
    } else this.#moves.scrollTop = 0;
    this.#annotate.show(game, moveName(this.#tokens, game.node));
  }

  #showParts(): void {
    const all = new Set<string>(PARTS);
    const words = (name: string) => (this.getAttribute(name) ?? "").split(/\s+/).filter(Boolean);
    const shown = this.hasAttribute("show") ? new Set(words("show")) : all;
    for (const word of words("hide")) shown.delete(word);
    for (const part of PARTS) this.#app.classList.toggle(`no-${part}`, !shown.has(part));
    if (this.#state?.game) this.#showBoard(this.#state.game);
  }

  #showTheme(): void {
    const theme = this.getAttribute("theme") ?? "auto";
    this.#theme.value = theme;
    this.#app.dataset["theme"] = theme;
    this.#tags.dialog.dataset["theme"] = theme;
    this.#help.dialog.dataset["theme"] = theme;
    this.#paste.dialog.dataset["theme"] = theme;
    if (this.#setup) this.#setup.dialog.dataset["theme"] = theme;
  }

  #orient(): void {
    const side = this.getAttribute("orientation") === "black" ? "black" : "white";
    this.#run((session) => session.side(side));
  }

  #toPly(ply: string): void {
    if (ply === "end" || ply === "last") this.act("end");
    else if (/^\d+$/.test(ply)) this.#run((session) => session.ply(Number(ply)));
  }

  /** Starts the autoplay of the attribute, unless the system is set to reduced motion. */
  #toAutoplay(): void {
    const asked = this.getAttribute("autoplay");
    this.#autoplay.take(asked ?? "");
    if (asked === null) this.#autoplay.stop();
    else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#autoplay.start();
  }

  #setLetters(code: string): void {
    const language = this.#languages.find((language) => language.code === code);
    const names = language?.names ?? [];
    this.#names = { ...ENGLISH };
    (["P", "N", "B", "R", "Q", "K"] as Letter[]).forEach((letter, n) => {
      this.#names[letter] = names[n] ?? ENGLISH[letter];
    });
    this.#letters.value = code;
    this.#run((session) => session.letters(code));
  }

  #openSetup(): void {
    const session = this.#session;
    if (!session) return;
    if (!this.#setup) {
      this.#setup = new SetupDialog(session, this.#names, (fen, variant, sets) =>
        this.act(`${sets ? "set-up" : "new"} ${variant} ${fen}`));
      this.#setup.dialog.dataset["theme"] = this.getAttribute("theme") ?? "auto";
      this.shadowRoot?.append(this.#setup.dialog);
    }
    const game = this.#state?.game;
    const isEmpty = game?.ply === 0 && game.next.length === 0 && !game.deleted;
    this.#setup.open(game?.board?.fen ?? "", game?.board?.variant ?? "", this.board.side, isEmpty);
  }

  /** Opens files of this machine in place of the games that are here. */
  async #openFiles(files: readonly File[]): Promise<void> {
    if (this.shelf) throw new Error("this page shows the files that it was started with; open others with `pgn view --web FILE`");
    const count = this.#state?.modified ?? 0;
    if (count > 0 && !confirm("Discard the edits that were not downloaded?")) return;
    this.open(await gamesOfFiles(files), files.length === 1 ? files[0]!.name : "games.pgn");
  }

  async #copyImage(): Promise<void> {
    const png = this.board.png();
    if (await copyImage(png)) return this.say("The image is copied.");
    download(await png, "position.png");
    this.say("position.png is handed to the browser.");
  }

  async #copy(text: string, what: string): Promise<void> {
    await copyText(text, this.shadowRoot!);
    this.say(`${what} is copied.`);
  }

  // ---- by ear ----

  /** Obeys a typed line and logs the answer, which is read aloud. */
  async obey(line: string): Promise<void> {
    if (!line.trim()) return;
    this.#live.textContent = "";
    const done = await this.#act(line);
    const answer = (done ? this.#live : this.#alert).textContent || null;
    this.#log.append(h("p", { class: "asked" }, line));
    for (const words of (answer ?? "Done.").split("\n")) {
      this.#log.append(h("p", { dir: "auto" }, words));
    }
    while (this.#log.childElementCount > 200) this.#log.firstElementChild?.remove();
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  // ---- keys and events ----

  #listen(): void {
    const detail = <T>(event: Event): T => (event as CustomEvent<T>).detail;
    this.board.addEventListener("board-move", (event) => {
      const { uci } = detail<{ uci: string }>(event);
      this.#run((session) => session.play(uci));
    });
    this.board.addEventListener("board-shape", (event) => {
      const { color, from, to } = detail<{ color: string; from: Square; to: Square }>(event);
      this.#run((session) => session.shape(color, from, to));
    });
    this.board.addEventListener("board-select", (event) => {
      const { square } = detail<{ square: Square | null }>(event);
      const moves = this.#state?.game?.board?.moves ?? [];
      if (square) this.say(movesWords(moves.filter(({ from }) => from === square), square));
    });
    this.board.addEventListener("board-press", () => this.#toKeys());
    this.board.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#app.addEventListener("click", (event) => {
      const isStep = (event.target as Element).closest(".controls, .forks, .moves");
      if (isStep && event.detail > 0) this.#toKeys();
    });
    this.addEventListener("keydown", (event) => this.#key(event));
    this.#files.listen(this.#app, () => !this.#app.classList.contains("no-open"));
  }

  /** From here on, keys step through the game. */
  #toKeys(): void { this.#moves.focus({ preventScroll: true }); }

  /** Steps with the wheel, where the page has nothing else that it would scroll. */
  #wheel(event: WheelEvent): void {
    if (!this.hasAttribute("page") || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_PIXELS;
    this.#wheeled += event.deltaY * pixels;
    if (Math.abs(this.#wheeled) < WHEEL_PIXELS) return;
    const game = this.#state?.game;
    if (this.#wheeled > 0 ? game?.next.length : game?.ply) this.act(this.#wheeled > 0 ? "next" : "back");
    this.#wheeled = 0;
  }

  readonly #pageKey = (event: KeyboardEvent): void => {
    // Keys pressed inside the element have been answered there.
    if (!event.composedPath().includes(this)) this.#key(event);
  };

  /** Games that are pasted, other than into a field, are added as new ones. */
  readonly #pasted = (event: ClipboardEvent): void => {
    const isOnPage = this.getAttribute("keyboard") === "page";
    const path = event.composedPath();
    if (event.defaultPrevented || !this.#session || !(isOnPage || path.includes(this))) return;
    const target = path[0];
    const isField = target instanceof HTMLElement &&
      (target.matches("input, textarea, select") || target.isContentEditable || target.closest("dialog"));
    if (isField || this.#app.classList.contains("no-setup")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    this.act(`paste ${text}`);
  };

  readonly #beforePrint = (): void => {
    const session = this.#session;
    const state = this.#state;
    if (!session || !state?.game) return;
    const all = this.getAttribute("print") === "all";
    const rows = all ? Array.from({ length: state.list.rows }, (_, row) => row) : [null];
    this.#print.replaceChildren(...printSheets(session, rows));
  };

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented || this.getAttribute("keyboard") === "off") return;
    const target = event.composedPath()[0];
    // A button that was reached by keys is pressed with them.
    if (event.key === " " && target instanceof Element && target.closest("button, a")) return;
    const types = target instanceof HTMLElement &&
      (target.matches("input:not([type=checkbox]), textarea, select") || target.isContentEditable);
    const inDialog = target instanceof Element && target.closest("dialog");
    if (types || inDialog) {
      if (types && event.key === "Escape") (target as HTMLElement).blur();
      return;
    }
    const path = event.composedPath();
    const pane = path.includes(this.#list.element) ? "List" : path.includes(this.board) ? "Squares" : "Game";
    const name = keyName(event, pane);
    // A letter may be a key of a screen reader.
    if (name === null || (name.length === 1 && !this.#letterKeys)) return;
    const row = findKey(this.#keys, this.#face, pane, name);
    if (row && this.#press(row, name, pane)) event.preventDefault();
  }

  get #face(): Face { return this.shelf ? "served" : "page"; }

  /** Runs the action of the table of keys; returns whether the key had one. */
  #press(row: KeyRow, name: string, pane: Pane): boolean {
    const { action, command } = row;
    // On the list, edits are about the game that is selected.
    const isEdit = this.#commands.some((known) => known.name === command && known.edits);
    if (pane === "List" && row.pane !== "Game" && isEdit) void this.#act("open").then((done) => done && this.#act(command));
    else if (action === "run") command === "flip" ? this.flip() : this.act(command);
    else if (action === "run-on-square") this.act(`${command} ${this.board.focused}`);
    else return this.#acts[action]?.(name) !== false;
    return true;
  }

  /** The actions that only a page has, by name; `false` if nothing was done. */
  readonly #acts: Record<string, (name: string) => unknown> = {
    "next-row": () => this.#list.step(1),
    "row-before": () => this.#list.step(-1),
    "next-page": () => this.#list.page(1),
    "page-before": () => this.#list.page(-1),
    "first-row": () => this.#list.step(-Infinity),
    "last-row": () => this.#list.step(Infinity),
    "open-row": () => this.#list.openSelected(),
    "to-list": () => {
      if (this.#autoplay.isOn) this.#autoplay.stop();
      else this.#reach(this.#list.element, "list");
    },
    "to-squares": () => this.board.focusSquare(this.board.focused),
    choose: (name) => this.act(`variation ${name}`),
    autoplay: () => this.autoplay(),
    "set-up": () => this.#openSetup(),
    save: () => this.act("save"),
    engine: () => this.act("engine"),
    tree: () => this.act("tree toggle"),
    recover: () => this.act("recover"),
    help: () => this.#help.open(),
    fork: () => {
      this.#forks.querySelector("button")?.focus();
      this.act("moves");
    },
    "ask-query": () => this.#reach(this.#query, "list"),
    "ask-sort": () => this.#reach(this.#sort, "list"),
    "ask-command": () => this.#begin(""),
    "ask-number": () => this.#begin("jump "),
    "ask-comment-text": () => this.#begin("seek "),
    "ask-comment": () => {
      this.#showPanel("tools");
      this.#annotate.focus();
    },
    "ask-nag": () => {
      this.#showPanel("tools");
      this.#annotate.focusNags();
    },
    "ask-tag": () => this.#openTags(),
    "ask-merge": () => this.#paste.open(),
    // The board itself answers these.
    "next-square": () => false,
    "to-edge": () => false,
    touch: () => false,
    "next-piece-on-line": (name) => {
      const pieces = this.#state?.game?.board?.pieces ?? "";
      this.board.focusSquare(nextOnLine(pieces, name.slice(2), this.board.focused, this.board.side));
    },
    "next-piece-of-role": (name) => {
      const { focused } = this.board;
      const role = name.at(-1)!;
      const isBackwards = name.includes("S-");
      const next = nextPiece(this.#state?.game?.board?.pieces ?? "", role, focused, isBackwards);
      if (next) this.board.focusSquare(next);
      else this.say(`No ${this.#names[role.toUpperCase() as Letter]}.`);
    },
    "to-rank": (name) => this.board.focusSquare(`${this.board.focused[0]}${name.at(-1)}`),
    "to-file": (name) =>
      this.board.focusSquare(`${"abcdefgh"[Number(name.at(-1)) - 1]}${this.board.focused[1]}`),
    "piece-moves": () => {
      const { focused } = this.board;
      const moves = this.#state?.game?.board?.moves ?? [];
      this.say(movesWords(moves.filter(({ from }) => from === focused), focused));
    },
  };

  /** Begins a line in the field for commands. */
  #begin(line: string): void {
    this.#reach(this.#command, "tools");
    this.#command.value = line;
  }

  #openTags(): void {
    if (this.#state?.game) this.#tags.open(this.#state.game.tags);
  }
}
