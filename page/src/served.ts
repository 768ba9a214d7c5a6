// The page of `pgn view --web`: the list, the search, the files and the engine are the server's, and
// the games that were opened are here, each with a session of its own.

import { decode, encode } from "./core.js";
import { button } from "./dom.js";
import { EngineLines, type EngineLine } from "./engine.js";
import { icon } from "./icons.js";
import { keyName } from "./keys.js";
import { PgnView } from "./index.js";
import type { ListState, Row, Session, State } from "./session.js";
import type { Shelf } from "./shelf.js";
import { TreePanel, type Tree, type TreeShown } from "./tree.js";

/** Rows that are asked for at once. */
const ROWS = 64;
/** How often the server is asked while the list grows, and when nothing is under way; in ms. */
const BUSY_MS = 200;
const IDLE_MS = 3000;
/** How long a position is shown before the engine is asked about it, in ms. */
const SETTLED_MS = 120;

/** The reason why the server refused a request. */
class Declined extends Error {
  constructor(
    message: string, readonly status: number,
    /** The part of the typed text that it is about, in bytes. */
    readonly span: [number, number] | null = null,
  ) {
    super(message);
  }
}

/** The facts that the server sends about itself. */
interface About {
  token: string;
  title: string;
  query: string;
  game: number | null;
  engine: string | null;
  /** The unsaved edits of earlier runs, in words. */
  left: string | null;
}

/** How far list and search are. */
interface Progress {
  games: number;
  complete: boolean;
  rows: number;
  done: boolean;
  status: string | null;
  queries: string;
  trouble: string | null;
  /** How often games were saved, by any page. */
  saves: number;
}

/** A game that was opened. */
interface Opened {
  /** Its number in the list from 0; a negative one for a new game. */
  number: number;
  /** Nothing before it is shown: many games may be pasted. */
  session: Session | null;
  /** Its text and its row, as long as it has no session. */
  text: Uint8Array;
  cells: string[];
  /** Its text in the file, as far as this page knows. */
  base: Uint8Array;
  isEdited: boolean;
  state: State | null;
  moves: NonNullable<State["game"]>["moves"];
}

const same = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** The current text of a game. */
const textOf = (opened: Opened) => opened.session?.text() ?? opened.text;

/** The secret of the link; a page keeps it when it is loaded again. */
function takeToken(): string {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem("pgn-token", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("pgn-token") ?? "";
}

class Served implements Shelf {
  #token = takeToken();
  #about: About | null = null;
  readonly #tokens = new BroadcastChannel("pgn-token");
  #progress: Progress = {
    games: 0, complete: false, rows: 0, done: true, status: null, queries: "", trouble: null, saves: 0,
  };
  #search = "";
  /** The commands that made the list out of that of all games. */
  #lines: string[] = [];
  /** Those that were asked for last, and how often any were. */
  #wanted: string[] = [];
  #nLists = 0;
  /** The row that is selected, and those of the lists before. */
  #selected = 0;
  #selectedBefore: number[] = [];
  #blocks = new Map<number, Row[] | null>();
  #opened = new Map<number, Opened>();
  #current: Opened | null = null;
  /** Games whose edits were restored and are not saved or discarded yet. */
  #restored = new Set<Opened>();
  #drawn: Opened | null = null;
  #spare: Session | null = null;
  /** How many new games there were. */
  #newCount = 0;
  /** The moves that were played in a position, and which one; or why they are not known. */
  #tree: TreeShown = { tree: null, offer: null };
  #treeAbout = "";
  #treeTimer = 0;
  readonly #treePanel: TreePanel;
  #timer = 0;
  #isSaving = false;
  #thinking: { about: string; stop: AbortController } | null = null;
  #isEngineOn = false;
  readonly #engine: EngineLines;
  readonly #save = button("Save", { class: "primary", disabled: true }, () => this.#tell(this.#saveAll()));
  readonly #restore = button("Restore edits", { hidden: true }, () => this.#tell(this.#recover()));
  readonly #toggle = button("Engine", { "aria-pressed": "false", hidden: true }, () => this.#tell(this.#switch()),
    icon("engine"));

  constructor(private readonly view: PgnView) {
    this.#engine = new EngineLines(view);
    this.#treePanel = new TreePanel((line) => view.act(line));
    document.addEventListener("keydown", (event) => {
      // While something is typed, too.
      if (event.defaultPrevented || keyName(event, "Game") !== "C-s") return;
      event.preventDefault();
      this.#tell(this.#saveAll());
    });
    addEventListener("beforeunload", (event) => {
      if (this.#edited().length > 0) event.preventDefault();
    });
    // Another run of pgn at this address has another token; a page that has its link shares it.
    this.#tokens.onmessage = ({ data }) => this.#rejoin(String(data));
    addEventListener("hashchange", () => this.#rejoin(takeToken()));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#watch(0); });
  }

  // ---- the server ----

  async #send(path: string, fields: (string | Uint8Array)[], signal?: AbortSignal): Promise<Response> {
    const body = encode(fields) as BodyInit;
    const headers = { "X-Pgn-Token": this.#token };
    let response: Response;
    try {
      response = await fetch(path, { method: "POST", body, headers, signal: signal ?? null });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Declined("pgn has ended; what is not saved is still in this page (to go on here, start " +
        `pgn view --web --port ${location.port} with the same files, and open its link)`, 0);
    }
    if (response.ok) return response;
    const said = await response.json().catch(() => ({})) as
      { error?: string; hint?: string | null; span?: [number, number] | null };
    const words = said.error ?? `${response.status} ${response.statusText}`;
    throw new Declined(said.hint ? `${words} (${said.hint})` : words, response.status, said.span);
  }

  async #ask<Answer>(...fields: (string | Uint8Array)[]): Promise<Answer> {
    return (await this.#send("ask", fields)).json() as Promise<Answer>;
  }

  #tell(said: Promise<string>): void {
    said.then((words) => this.view.say(words), (error: unknown) => this.view.fail(error));
  }

  async start(): Promise<void> {
    this.view.add(this.#restore, "menu");
    this.view.add(this.#toggle, "menu");
    this.view.add(this.#save, "menu");
    this.view.add(button("Opening tree", {}, () => this.view.act(this.#isTreeShown() ? "tree off" : "tree")), "menu");
    this.view.add(this.#engine.element, "board");
    this.view.add(this.#treePanel.element, "board");
    this.#treePanel.addStyles();
    const about = await this.#ask<About>("about");
    this.#about = about;
    this.#token = about.token;
    sessionStorage.setItem("pgn-token", about.token);
    this.#tokens.postMessage(about.token);
    document.title = about.title;
    document.querySelector("h1")!.textContent = about.title;
    this.#toggle.hidden = about.engine === null;
    this.#restore.hidden = about.left === null;
    await this.#look();
    if (about.query) this.view.search(about.query);
    if (about.game !== null) await this.#open(about.game);
    else if (!about.query && this.#progress.games > 0) await this.#openRow(0);
    this.view.dispatchEvent(new CustomEvent("pgn-ready", {
      bubbles: true, composed: true, detail: { games: this.#progress.games },
    }));
    if (about.left) this.view.say(about.left);
  }

  /** Goes on with another run of pgn, if it has the same files. */
  async #rejoin(token: string): Promise<void> {
    const before = this.#token;
    if (token === before || !this.#about) return;
    this.#token = token;
    try {
      const about = await this.#ask<About>("about");
      if (about.title !== this.#about.title) throw new Declined("pgn shows other files now", 0);
      [this.#about, this.#token] = [about, about.token];
      sessionStorage.setItem("pgn-token", about.token);
      this.#toggle.hidden = about.engine === null;
      this.#blocks.clear();
      await this.list(this.#lines);
      this.view.recovered("Pgn is there again.");
    } catch (error) {
      this.#token = before;
      this.view.fail(error);
    }
  }

  /** Asks how far the list is, and asks again while it grows, or to see what other pages saved. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const before = this.#progress;
      const now = await this.#ask<Progress>("list", this.#search);
      this.#progress = now;
      if (now.saves !== before.saves) {
        this.#blocks.clear();
        this.#treeAbout = "";
      }
      if (now.saves === before.saves && now.rows !== before.rows) this.#forgetEnds();
      this.view.refresh();
      this.#watch(now.complete && now.done ? IDLE_MS : BUSY_MS);
    } catch (error) {
      if (!(error instanceof Declined) || error.status !== 410) throw error;
      // The server keeps only some lists; this one is made again.
      await this.list(this.#lines);
    }
  }

  #watch(pause: number): void {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    this.#timer = setTimeout(() => this.#look().catch((error: unknown) => this.view.fail(error)), pause);
  }

  // ---- the list ----

  shown(told: State): State {
    const { rows, games, done, status, queries, trouble } = this.#progress;
    const steps = this.#lines.length;
    const newCount = this.#new().length;
    const list: ListState = {
      rows: steps === 0 ? rows + newCount : rows, total: games + newCount, done, status, queries,
      trouble, selected: this.#selected, steps,
    };
    const current = this.#current;
    if (!current || !told.game) return { ...told, list, modified: 0 };
    const game = { ...told.game, game: current.number };
    if (game.moves) current.moves = game.moves;
    else if (this.#drawn !== current && current.moves) game.moves = current.moves;
    this.#drawn = current;
    if (game.undo || game.redo || current.isEdited) {
      current.isEdited = !same(textOf(current), current.base);
    }
    current.state = told;
    game.modified = current.isEdited;
    const n = this.#edited().length;
    this.#save.disabled = n === 0 || this.#isSaving;
    this.#save.textContent = n > 1 ? `Save ${n} games` : "Save";
    if (game.board) this.#think(game.board.fen, game.board.variant);
    const about = `${game.game}\n${game.board?.fen}\n${game.board?.variant}`;
    if (this.#tree.tree && this.#treeAbout !== about) this.#followTree();
    this.#showTree();
    return { ...told, list, game, modified: n };
  }

  #isTreeShown(): boolean { return this.#tree.tree !== null || this.#tree.offer !== null; }

  /** Shows the tree, with what is not counted. */
  #showTree(): void {
    const { tree, offer } = this.#tree;
    if (!tree || this.#edited().length === 0) return this.#treePanel.show({ tree, offer });
    const status = [tree.status, "Edits that are not saved are not counted."].filter(Boolean).join(" ");
    this.#treePanel.show({ tree: { ...tree, status }, offer });
  }

  #followTree(): void {
    this.#askTree("").catch((error: unknown) => {
      this.#tree = { tree: null, offer: null };
      this.view.fail(error);
    });
  }

  /** Asks for the moves that were played in the position, and again while they are counted. */
  async #askTree(request: string): Promise<string> {
    clearTimeout(this.#treeTimer);
    const game = this.#current?.state?.game;
    const [fen, variant] = [game?.board?.fen ?? "", game?.board?.variant ?? ""];
    const number = this.#current?.number ?? 0;
    this.#treeAbout = `${number}\n${game?.board?.fen}\n${game?.board?.variant}`;
    const about = this.#treeAbout;
    const said = await this.#ask<{ tree: Tree | null; offer: string | null }>(
      "tree", request, String(Math.max(0, number)), fen, variant);
    // Another position is on the board since.
    if (about !== this.#treeAbout && request === "") return "";
    const { tree, offer } = said;
    this.#tree = { tree, offer };
    this.view.refresh();
    if (tree?.busy) this.#treeTimer = setTimeout(() => this.#followTree(), BUSY_MS);
    if (request === "off") return "The tree is off.";
    if (!tree) return said.offer ?? "";
    if (tree.busy) return tree.status ?? "";
    return [tree.status, ...tree.moves.slice(0, 10).map(({ san, games }) =>
      `${san}: ${games} ${games === 1 ? "game" : "games"}`)].filter(Boolean).join("\n");
  }

  /** Ends the offer, or the tree. */
  #endTree(): Promise<string> {
    this.#tree = { tree: null, offer: null };
    return this.#askTree("off");
  }

  /** The games that no file has yet, in their order; the list of all games ends with them. */
  #new(): Opened[] { return [...this.#opened.values()].filter(({ number }) => number < 0); }

  /** The row of an opened game. */
  #rowOf(opened: Opened): Row {
    const cells = opened.session?.rows(0, 1)[0]?.cells ?? opened.cells;
    const deleted = opened.state?.game?.deleted ?? false;
    return { game: opened.number, modified: opened.isEdited, deleted, cells };
  }

  rows(from: number, to: number): Row[] {
    const rows: Row[] = [];
    for (let at = from; at < to; at++) {
      const made = this.#lines.length === 0 && at >= this.#progress.rows
        ? this.#new()[at - this.#progress.rows] : undefined;
      if (made) {
        rows.push(this.#rowOf(made));
        continue;
      }
      const block = Math.floor(at / ROWS);
      if (!this.#blocks.has(block)) void this.#fetch(block);
      const row = this.#blocks.get(block)?.[at % ROWS] ??
        { game: at, modified: false, deleted: false, cells: [] };
      const opened = this.#opened.get(row.game);
      if (!opened?.isEdited) rows.push(row);
      else {
        const { deleted, cells } = this.#rowOf(opened);
        rows.push({ ...row, modified: true, deleted, cells: [row.cells[0] ?? "", ...cells.slice(1)] });
      }
    }
    return rows;
  }

  async #fetch(block: number): Promise<void> {
    const blocks = this.#blocks;
    blocks.set(block, null);
    if (blocks.size > 200) blocks.delete(blocks.keys().next().value!);
    try {
      const range = [block * ROWS, (block + 1) * ROWS].map(String);
      const { rows } = await this.#ask<{ rows: Row[] }>("rows", this.#search, ...range);
      if (blocks !== this.#blocks) return;
      blocks.set(block, rows);
      this.view.refresh();
    } catch (error) {
      if (!(error instanceof Declined) || error.status !== 410) this.view.fail(error);
    }
  }

  /** Of a list that has grown, the blocks that were not full are asked for again. */
  #forgetEnds(): void {
    for (const [block, rows] of this.#blocks) if (rows && rows.length < ROWS) this.#blocks.delete(block);
  }

  select(row: number): void {
    const newCount = this.#lines.length === 0 ? this.#new().length : 0;
    this.#selected = Math.max(0, Math.min(row, this.#progress.rows + newCount - 1));
    this.view.refresh();
  }

  async list(lines: string[]): Promise<string> {
    const n = ++this.#nLists;
    this.#wanted = lines;
    let found = { search: "" };
    try {
      if (lines.length > 0) found = await this.#ask("search", this.#search, ...lines);
    } catch (error) {
      if (n === this.#nLists) this.#wanted = this.#lines;
      throw error;
    }
    // Another list was asked for since.
    if (n !== this.#nLists) return "";
    const nBefore = this.#lines.length;
    this.#selectedBefore[nBefore] = this.#selected;
    this.#selected = lines.length < nBefore ? this.#selectedBefore[lines.length] ?? 0 : 0;
    [this.#lines, this.#search, this.#blocks] = [lines, found.search, new Map()];
    await this.#look();
    const { rows, queries } = this.#progress;
    const words = `${rows} ${rows === 1 ? "game" : "games"}`;
    return this.#progress.done ? `${queries ? `${words}: ${queries}` : words}.` : "";
  }

  // ---- games ----

  #edited(): Opened[] { return [...this.#opened.values()].filter(({ isEdited }) => isEdited); }

  open(row: number): void { this.#tell(this.#openRow(row)); }

  async #openRow(row: number): Promise<string> {
    if (row < 0) throw new Declined("this is the first game of the list", 0);
    const made = this.#lines.length === 0 ? this.#new()[row - this.#progress.rows] : undefined;
    if (made) {
      this.#selected = row;
      return this.#show(made);
    }
    if (row >= this.#progress.rows) {
      throw new Declined(this.#progress.done
        ? "this is the last game of the list" : "no other game was found so far", 0);
    }
    let game = row;
    if (this.#search) {
      const range = [row, row + 1].map(String);
      const { rows } = await this.#ask<{ rows: Row[] }>("rows", this.#search, ...range);
      game = rows[0]?.game ?? row;
    }
    this.#selected = row;
    return this.#open(game);
  }

  async #open(number: number): Promise<string> {
    // Saving may give games other numbers.
    if (this.#isSaving) throw new Declined("saving is under way", 0);
    let opened = this.#opened.get(number);
    if (!opened) {
      const text = await (await this.#send("ask", ["game", String(number)])).arrayBuffer();
      const base = new Uint8Array(text);
      const session = this.#spare ?? await this.view.newSession();
      this.#spare = null;
      const state = session.open("", base);
      opened = { number, session, text: base, cells: [], base, isEdited: false, state, moves: state.game?.moves };
      this.#opened.set(number, opened);
    }
    return this.#show(opened);
  }

  async #show(opened: Opened): Promise<string> {
    if (!opened.session) {
      const session = await this.view.newSession();
      opened.state = session.open("", opened.text);
      [opened.session, opened.moves] = [session, opened.state.game?.moves];
    }
    const left = this.#current;
    this.#current = opened;
    // Games with edits stay, to be saved or undone; another game replaces the others.
    const hasEdits = left && (left.isEdited || left.state?.game?.undo || left.state?.game?.redo);
    if (left && left !== opened && !hasEdits && this.#opened.get(left.number) === left) {
      this.#opened.delete(left.number);
      this.#spare = left.session;
    }
    this.view.use(opened.session);
    return opened.state?.note ?? "";
  }

  /** Adds the game that `maker` has on the board as a new game. */
  #addNew(maker: Session, row: number): Opened {
    const cells = ["", ...(maker.rows(row, row + 1)[0]?.cells.slice(1) ?? [])];
    const opened = this.#keep(--this.#newCount, new Uint8Array(), maker.text(), cells);
    return opened;
  }

  /** A session that makes new games, apart from all others. */
  async #maker(): Promise<Session> {
    const session = await this.view.newSession();
    session.open("", new Uint8Array());
    return session;
  }

  /** Shows a new game at the end of the list of all games. */
  async #showNew(opened: Opened): Promise<string> {
    if (this.#lines.length > 0) await this.list([]);
    this.#selected = this.#progress.rows + this.#new().indexOf(opened);
    return this.#show(opened);
  }

  /** Begins a new game: `[VARIANT] [FEN]`. */
  async #begin(start: string): Promise<string> {
    const maker = await this.#maker();
    maker.say(`new ${start}`);
    return this.#showNew(this.#addNew(maker, 0));
  }

  /** Adds the games of a text as new games. */
  async #paste(text: string): Promise<string> {
    const maker = await this.#maker();
    const state = maker.paste(text);
    let first: Opened | null = null;
    for (let row = 0; row < state.list.rows; row++) {
      maker.game(row);
      const opened = this.#addNew(maker, row);
      first ??= opened;
    }
    if (first) await this.#showNew(first);
    return state.note ?? "";
  }

  /** Keeps a text that was not saved in place of that of its game, or as a new game. */
  #keep(number: number, base: Uint8Array, text: Uint8Array, cells: string[]): Opened {
    const opened: Opened = { number, session: null, text, cells, base, isEdited: true, state: null, moves: undefined };
    this.#opened.set(number, opened);
    return opened;
  }

  /** Restores the edits that other runs have left; two of one game are a game and a new one. */
  async #recover(): Promise<string> {
    const response = await this.#send("ask", ["recover"]);
    const [words, ...fields] = decode(new Uint8Array(await response.arrayBuffer()));
    const text = (field: Uint8Array | undefined) => new TextDecoder().decode(field);
    let last: Opened | null = null;
    const maker = await this.#maker();
    for (let n = 0; n + 1 < fields.length; n += 2) {
      const number = text(fields[n]) === "" ? -1 : Number(text(fields[n]));
      const isFree = number >= 0 && !this.#opened.get(number)?.isEdited;
      const base = isFree
        ? new Uint8Array(await (await this.#send("ask", ["game", String(number)])).arrayBuffer())
        : new Uint8Array();
      maker.open("", fields[n + 1]!);
      const cells = maker.rows(0, 1)[0]?.cells ?? [];
      last = this.#keep(isFree ? number : --this.#newCount, base, fields[n + 1]!, cells);
      this.#restored.add(last);
    }
    this.#restore.hidden = true;
    if (last) await this.#show(last);
    return text(words);
  }

  /** The files of edits are needed no longer when all of these were saved or discarded. */
  async #forget(): Promise<void> {
    if (this.#restored.size === 0) return;
    for (const opened of this.#restored) if (!opened.isEdited) this.#restored.delete(opened);
    if (this.#restored.size === 0) await this.#ask("recovered");
  }

  /** Reads the game on the board again, as the file has it; a new game is closed. */
  async #discard(): Promise<string> {
    const current = this.#current;
    if (!current) throw new Declined("no game is open", 0);
    if (current.number < 0) {
      current.isEdited = false;
      this.#opened.delete(current.number);
      await this.#forget();
      await this.#openRow(this.#selected);
      return "The new game is discarded.";
    }
    const text = await (await this.#send("ask", ["game", String(current.number)])).arrayBuffer();
    current.base = new Uint8Array(text);
    const session = current.session ?? await this.view.newSession();
    const state = session.open("", current.base);
    [current.session, current.isEdited, current.moves, this.#drawn] = [session, false, state.game?.moves, null];
    this.view.use(session);
    await this.#forget();
    return "The edits of this game are discarded.";
  }

  async #saveAll(): Promise<string> {
    const edited = this.#edited();
    if (edited.length === 0) throw new Declined("nothing was edited", 0);
    if (this.#isSaving) throw new Declined("saving is under way", 0);
    const texts = new Map(edited.map((opened) => [opened, textOf(opened)]));
    const isSaved = (opened: Opened) => {
      opened.base = texts.get(opened)!;
      opened.isEdited = !same(textOf(opened), opened.base);
      if (!opened.session) this.#opened.delete(opened.number);
    };
    let deleted: Opened[] = [];
    this.#isSaving = true;
    try {
      const old = edited.filter(({ number }) => number >= 0);
      const fields = old.flatMap((opened) => [String(opened.number), opened.base, texts.get(opened)!]);
      if (old.length > 0) await this.#send("ask", ["save", ...fields]);
      deleted = old.filter((opened) => texts.get(opened)!.length === 0);
      old.filter((opened) => !deleted.includes(opened)).forEach(isSaved);
      this.#takeDeleted(deleted);
      // All at once: the file is written once.
      const made = edited.filter(({ number }) => number < 0);
      if (made.length > 0) {
        const first = await this.#ask<{ game: number }>("append", ...made.map((opened) => texts.get(opened)!));
        made.forEach((opened, n) => {
          this.#opened.delete(opened.number);
          opened.number = first.game + n;
          this.#opened.set(opened.number, opened);
          isSaved(opened);
        });
      }
      await this.#forget();
    } finally {
      this.#isSaving = false;
      this.view.refresh();
    }
    await this.#look();
    if (!this.#current) await this.#openAfterDeletion();
    const count = (n: number, what: string) => n === 0 ? [] : [n === 1 ? `1 game is ${what}` : `${n} games are ${what}`];
    return `${[...count(edited.length - deleted.length, "saved"), ...count(deleted.length, "deleted")].join(", ")}.`;
  }

  /** Forgets games that were deleted; those after them have lower numbers now. */
  #takeDeleted(deleted: Opened[]): void {
    const all = [...this.#opened.values()].filter((opened) => !deleted.includes(opened));
    const shift = (number: number) => deleted.filter((other) => other.number < number).length;
    for (const opened of all) if (opened.number >= 0) opened.number -= shift(opened.number);
    this.#opened = new Map(all.map((opened) => [opened.number, opened]));
    if (this.#current && deleted.includes(this.#current)) [this.#current, this.#drawn] = [null, null];
  }

  /** Opens the game after one that was deleted, if there is any. */
  async #openAfterDeletion(): Promise<void> {
    const row = Math.min(this.#selected, this.#progress.rows - 1);
    if (row >= 0) await this.#openRow(row);
    else this.view.use(await this.view.newSession());
  }

  /** Obeys a line that begins with the whole name of a command. */
  obeys(line: string): Promise<string> | null {
    const [word = "", rest = ""] = line.split(/\s+(.*)/s);
    switch (word) {
      case "next-game": return this.#openRow(this.#selected + 1);
      case "previous-game": return this.#openRow(this.#selected - 1);
      case "open": return this.#openRow(this.#selected);
      case "game": return /^[1-9]\d*$/.test(rest) ? this.#open(Number(rest) - 1) : null;
      case "list": return this.#tellRows(rest ? Number(rest) - 1 : this.#selected);
      case "find": case "sort": return rest ? this.list([...this.#wanted, line]) : null;
      case "similar": {
        const fen = this.#current?.state?.game?.board?.fen.split(" ").slice(0, 4).join(" ");
        return fen ? this.list([...this.#wanted, `find position "${fen}"`]) : null;
      }
      case "previous-list":
        if (this.#wanted.length > 0) return this.list(this.#wanted.slice(0, -1));
        return Promise.reject(new Declined("these are all games", 0));
      case "all": return this.list([]);
      case "new": return this.#begin(rest);
      case "paste": return rest ? this.#paste(rest) : null;
      // A text is merged by the session itself.
      case "merge": return /^\d*$/.test(rest) ? this.#merge(rest) : null;
      case "tree":
        if (rest === "toggle") return this.obeys(this.#isTreeShown() ? "tree off" : "tree");
        if (rest === "off") return this.#endTree();
        return ["", "memory", "index"].includes(rest) ? this.#askTree(rest || "show") : null;
      case "set-up": {
        const game = this.#current?.state?.game;
        const isEmpty = game?.ply === 0 && game.next.length === 0 && !game.deleted;
        return isEmpty || !rest ? null : this.#begin(rest);
      }
      case "save": return this.#saveAll();
      case "discard": return this.#discard();
      case "engine": return this.#switch();
      case "recover": return this.#recover();
      case "quit": return Promise.resolve("Close this page, and stop pgn with Ctrl-C.");
      default: return null;
    }
  }

  /** Adds the lines of a game of the list to the one on the board: by its number, or the selected. */
  async #merge(number: string): Promise<string> {
    const current = this.#current;
    if (!current) throw new Declined("no game is open", 0);
    let game = Number(number) - 1;
    if (!number) {
      const range = [this.#selected, this.#selected + 1];
      const row = this.#search
        ? (await this.#ask<{ rows: Row[] }>("rows", this.#search, ...range.map(String))).rows[0]
        : this.rows(range[0]!, range[1]!)[0];
      game = row?.game ?? current.number;
    }
    if (game === current.number) throw new Declined("this is the open game; name another one", 0);
    const opened = this.#opened.get(game);
    if (game < 0) return this.view.merge(opened ? textOf(opened) : new Uint8Array(), "new");
    const place = await this.#ask<{ file: string; number: number }>("place", String(game));
    const text = opened ? textOf(opened)
      : new Uint8Array(await (await this.#send("ask", ["game", String(game)])).arrayBuffer());
    if (this.#current !== current) throw new Declined("another game is open now", 0);
    return this.view.merge(text, `${place.file}:${place.number}`);
  }

  async #tellRows(from: number): Promise<string> {
    const { rows } = await this.#ask<{ rows: Row[] }>("rows", this.#search, String(from), String(from + 10));
    return rows.map(({ cells }) => cells.filter(Boolean).join(", ")).join("\n");
  }

  // ---- the engine ----

  async #switch(): Promise<string> {
    if (!this.#about?.engine) throw new Declined("no engine was named (pgn view --web --engine stockfish)", 0);
    this.#isEngineOn = !this.#isEngineOn;
    this.#toggle.setAttribute("aria-pressed", String(this.#isEngineOn));
    this.#engine.element.hidden = !this.#isEngineOn;
    if (this.#isEngineOn) this.view.refresh();
    else this.#rest();
    return this.#isEngineOn ? `${this.#about.engine} thinks.` : "The engine rests.";
  }

  #rest(): void {
    this.#thinking?.stop.abort();
    this.#thinking = null;
    this.#engine.clear();
  }

  /** Has the engine think about a position, if it is on and does not think about it yet. */
  #think(fen: string, variant: string): void {
    const about = `${fen}\n${variant}`;
    if (!this.#isEngineOn || this.#thinking?.about === about) return;
    this.#rest();
    const stop = new AbortController();
    this.#thinking = { about, stop };
    setTimeout(() => {
      if (stop.signal.aborted) return;
      this.#follow(fen, variant, stop.signal).catch((error: unknown) => {
        if (stop.signal.aborted) return;
        this.#isEngineOn = false;
        this.#toggle.setAttribute("aria-pressed", "false");
        this.#engine.element.hidden = true;
        this.#rest();
        this.view.fail(error);
      });
    }, SETTLED_MS);
  }

  async #follow(fen: string, variant: string, signal: AbortSignal): Promise<void> {
    const response = await this.#send("think", [fen, variant], signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      text += value;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      const last = events.filter((event) => event.startsWith("data: ")).pop();
      if (!last) continue;
      const said = JSON.parse(last.slice(6)) as { lines?: EngineLine[]; error?: string };
      if (said.error) throw new Declined(said.error, 0);
      this.#engine.show(said.lines ?? [], fen, variant);
    }
  }
}

const view = new PgnView();
for (const [name, value] of Object.entries({ page: "", keyboard: "page" })) {
  view.setAttribute(name, value);
}
view.shelf = new Served(view);
document.querySelector("main")?.append(view);
