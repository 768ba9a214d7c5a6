// A game: tags, tree of moves, edits, and its text in a profile.

import type { Finding } from "./check.js";
import { findingsOf } from "./check.js";
import { analysis, loadAnalysis, Message, PgnError, type Answer } from "./module.js";
import { Position, type Color, type PieceSymbol, type Square, squareName } from "./position.js";
import {
  hasGame, isText, latin1, putRegion, type Region, regionsOf, regionsOfStream, type SourceOptions,
  type Text, type TextStream, unitOffset, utf8OrLatin1,
} from "./source.js";

/** A tag pair. */
export interface Tag {
  name: string;
  value: string;
}

/** The results of the standard, forfeits such as `+/-`, and results by arbiters. */
export type Outcome =
  | "1-0" | "0-1" | "1/2-1/2" | "*"
  | "+/-" | "-/+" | "-/-" | "=/=" | "0-0" | "0-1/2" | "1/2-0";

/** The profiles of the writer. */
export type Profile =
  | "archival" | "reduced" | "modern" | "lossless"
  | "lichess" | "chesscom" | "chessbase" | "scid";

/** How games are written. */
export interface WriteOptions {
  /** `modern` without it. */
  profile?: Profile;
  /** Line ends; `"\n"` without it. */
  newline?: "\n" | "\r\n";
  /** Throw if the profile cannot represent all of the game. */
  strict?: boolean;
  /** Write `SetUp` and `FEN` in the reduced profile, which otherwise rejects the game. */
  keepSetup?: boolean;
}

/** Something that a profile cannot represent. */
export interface Loss {
  /** The code of its rule, such as `X010`. */
  code: string;
  count: number;
}

/** A game as text, with what the profile could not represent. */
export interface Written {
  text: string;
  bytes: Uint8Array;
  losses: Loss[];
}

/** A marked square, or an arrow if it has `to`. */
export interface Shape {
  color: "green" | "red" | "yellow" | "blue";
  from: Square;
  to?: Square;
}

/** An evaluation from White's point of view. */
export interface Evaluation {
  /** In pawns; missing if there is a mate. */
  pawns?: number;
  /** Moves to the mate, negative if Black mates. */
  mate?: number;
  depth?: number;
}

/** A NAG or a comment at a node, in the order of the text. */
export type Annotation =
  | { kind: "nag"; nag: number }
  | { kind: "comment"; text: string; style: "brace" | "line" | "escape" };

export interface GameOptions extends SourceOptions {
  /** Only the games for which this query of `pgn --where` holds. */
  where?: string;
}

interface CommentValues {
  clock?: number;
  moveTime?: number;
  evaluation?: Evaluation;
  shapes: Shape[];
}

/** Of the kinds of `pgn_chess::Move`, those that are asked for. */
const enum Kind { Null = 0, Promotion = 5, Drop = 10 }
const PROMOTIONS = ["n", "b", "r", "q", "k"] as const;
const DROPS = ["p", "n", "b", "r", "q"] as const;

const COLORS = { G: "green", R: "red", Y: "yellow", B: "blue" } as const;
const STYLES = ["brace", "line", "escape"] as const;

/** A move, or the head of a line: the root of the main line, or the beginning of a variation. */
export class GameNode {
  /** The text of the move: SAN, or the word itself if it could not be checked. Empty for heads. */
  san = "";
  /** Whether the move is legal; other words are text only. */
  isChecked = true;
  /** The move before it in its line, or the head. */
  previous: GameNode | null = null;
  /** The next move of its line. */
  next: GameNode | null = null;
  /** NAGs and comments in the order of the text. */
  annotations: Annotation[] = NONE;
  /** The heads of the variations that replace this move. */
  variations: GameNode[] = NO_NODES;
  /** For the head of a variation, the move that it replaces. */
  replaces: GameNode | null = null;
  /** Plies from the start of the game, of heads those before their first move. */
  ply = 0;
  /** @internal The bits of `pgn_chess::Move`: from, to, kind. */
  bits = 0;

  /** @internal */
  constructor(
    readonly game: Game,
    /** The number of the node in its game. */
    readonly id: number,
  ) {}

  /** Whether it is the head of a line and no move. */
  get isHead(): boolean {
    return this.san === "";
  }

  /** The square of the piece; null for drops and null moves. */
  get from(): Square | null {
    const kind = this.bits >> 12;
    return kind === Kind.Null || kind >= Kind.Drop ? null : squareName(this.bits & 63);
  }

  /** Where the piece goes; null for null moves. */
  get to(): Square | null {
    return this.bits >> 12 === Kind.Null ? null : squareName(this.bits >> 6 & 63);
  }

  /** What a pawn becomes. */
  get promotion(): PieceSymbol | undefined {
    const kind = this.bits >> 12;
    return kind < Kind.Drop ? PROMOTIONS[kind - Kind.Promotion] : undefined;
  }

  /** What is dropped, in Crazyhouse. */
  get drop(): PieceSymbol | undefined {
    return DROPS[(this.bits >> 12) - Kind.Drop];
  }

  /** The move as UCI writes it; castling in Chess960 as the king takes its rook. */
  get uci(): string {
    if (this.isHead || !this.isChecked) return "";
    const { from, to, drop } = this;
    if (!to) return "0000";
    return drop ? `${drop.toUpperCase()}@${to}` : `${from}${to}${this.promotion ?? ""}`;
  }

  /** The number of the move. */
  get moveNumber(): number {
    const { firstNumber, blackBegins } = this.game.start;
    return firstNumber + Math.floor((this.ply - 1 + (blackBegins ? 1 : 0)) / 2);
  }

  /** Who makes the move. */
  get color(): Color {
    return (this.ply - 1 + (this.game.start.blackBegins ? 1 : 0)) % 2 === 0 ? "w" : "b";
  }

  /** The head of its line. */
  get head(): GameNode {
    let node: GameNode = this;
    while (node.previous) node = node.previous;
    return node;
  }

  /** The move after which it is played; null at the start of the game. */
  get parent(): GameNode | null {
    if (this.isHead) return this.replaces?.parent ?? null;
    const { previous } = this;
    if (!previous?.isHead) return previous;
    return previous.replaces ? previous.replaces.parent : previous;
  }

  /** The moves after it in its line. */
  get line(): GameNode[] {
    const line: GameNode[] = [];
    for (let node = this.next; node; node = node.next) line.push(node);
    return line;
  }

  /** The moves that may follow: the next one, then the first moves of its variations. */
  get children(): GameNode[] {
    if (!this.next) return [];
    const firsts = this.next.variations.map((head) => head.next);
    return [this.next, ...firsts.filter((node) => node !== null)];
  }

  /** The texts of its comments, with their commands. */
  get comments(): string[] {
    return this.annotations.flatMap((one) =>
      one.kind === "comment" && one.style !== "escape" ? [one.text] : []);
  }

  /** The words of its comments, without commands such as `[%clk 0:05:00]`. */
  get comment(): string {
    const words = this.comments.map((text) => text.replace(COMMAND, " ").trim());
    return words.filter(Boolean).join(" ").replace(/[ \t]+/g, " ");
  }

  /** Its NAGs; 1 is `!`, 2 is `?`. */
  get nags(): number[] {
    return this.annotations.flatMap((one) => (one.kind === "nag" ? [one.nag] : []));
  }

  /** The time on the clock after the move, in seconds. */
  get clock(): number | undefined {
    return this.game.values(this)?.clock;
  }

  set clock(seconds: number | undefined) {
    this.setCommand("clk", seconds === undefined ? "" : clockText(seconds));
  }

  /** The time that the move took, in seconds. */
  get moveTime(): number | undefined {
    return this.game.values(this)?.moveTime;
  }

  set moveTime(seconds: number | undefined) {
    this.setCommand("emt", seconds === undefined ? "" : clockText(seconds));
  }

  get evaluation(): Evaluation | undefined {
    return this.game.values(this)?.evaluation;
  }

  set evaluation(value: Evaluation | undefined) {
    let text = "";
    if (value) {
      text = value.mate === undefined ? (value.pawns ?? 0).toFixed(2) : `#${value.mate}`;
      if (value.depth !== undefined) text += `,${value.depth}`;
    }
    this.setCommand("eval", text);
  }

  /** Marked squares and arrows. */
  get shapes(): Shape[] {
    return this.game.values(this)?.shapes ?? [];
  }

  set shapes(shapes: Shape[]) {
    const texts = (isArrow: boolean) => shapes
      .filter((shape) => (shape.to !== undefined) === isArrow)
      .map(({ color, from, to }) => color[0]!.toUpperCase() + from + (to ?? ""))
      .join(",");
    this.setCommand("csl", texts(false));
    this.setCommand("cal", texts(true));
  }

  /** The position after the move as FEN; null if the moves to it cannot be played. */
  get fen(): string | null {
    return this.game.fenOf(this);
  }

  /** The position after the move. */
  get position(): Position | null {
    const { fen } = this;
    return fen === null ? null : new Position(fen, this.game.start.variant);
  }

  /**
   * Adds a move after this one, in SAN, in one of its lax spellings or as UCI writes it. If there
   * is a next move already, the new one begins a variation; a move that is there is returned.
   */
  add(move: string): GameNode {
    const id = this.game.edit((edit) => edit.text("add").number(this.id).text(move));
    return this.game.node(id)!;
  }

  /** Deletes the move and what follows it; of a head, the variation. */
  delete(): void {
    this.change("delete");
  }

  /** Deletes what follows. */
  deleteRest(): void {
    this.change("delete-rest");
  }

  /** Moves its variation one place up; the first one becomes the line that it replaces. */
  promote(): void {
    this.change("promote");
  }

  /** Makes its line the main line. */
  promoteToMain(): void {
    this.change("promote-to-main");
  }

  /** Moves its variation one place down. */
  demote(): void {
    this.change("demote");
  }

  /** Adds a comment after the others. */
  addComment(text: string): void {
    this.game.edit((edit) => edit.text("add-comment").number(this.id).text(text));
  }

  /** Replaces its comments by one; an empty text removes them. */
  setComment(text: string): void {
    const isComment = (one: Annotation) => one.kind === "comment" && one.style !== "escape";
    const first = this.annotations.findIndex(isComment);
    if (first < 0) return text === "" ? undefined : this.addComment(text);
    for (let i = this.annotations.length - 1; i > first || (i === first && !text); i--) {
      if (isComment(this.annotations[i]!)) this.removeAnnotation(i);
    }
    if (!text) return;
    this.game.edit((edit) => edit.text("set-comment").number(this.id).number(first).text(text));
  }

  /** Removes one of its annotations. */
  removeAnnotation(index: number): void {
    this.game.edit((edit) => edit.text("remove").number(this.id).number(index));
  }

  addNag(nag: number): void {
    this.game.edit((edit) => edit.text("add-nag").number(this.id).number(nag));
  }

  removeNag(nag: number): void {
    const index = this.annotations.findIndex((one) => one.kind === "nag" && one.nag === nag);
    if (index >= 0) this.removeAnnotation(index);
  }

  /** Sets the command `[%name args]` in its comments; without `args`, removes it. */
  setCommand(name: string, args: string): void {
    if (!/^[A-Za-z_]\w*$/.test(name) || /[\]{}\r\n]/.test(args)) {
      throw new PgnError(`not a command: [%${name} ${args}]`);
    }
    this.game.edit((edit) => edit.text("set-command").number(this.id).text(name).text(args));
  }

  private change(verb: string): void {
    this.game.edit((edit) => edit.text(verb).number(this.id));
  }
}

const NONE: Annotation[] = [];
const NO_NODES: GameNode[] = [];
Object.freeze(NONE);
Object.freeze(NO_NODES);
const COMMAND = /\[%[^\]]*\]/g;

/** Where a game begins. */
export interface GameStart {
  /** The position as FEN; null if the tags name a variant or a position that is not known. */
  fen: string | null;
  variant: string;
  firstNumber: number;
  blackBegins: boolean;
}

let lastKey = 0;

/**
 * A game. It is read when it is looked at: its tags without its moves, and nothing at all if it is
 * only written or tested.
 */
export class Game {
  /** @internal */
  readonly region: Region;
  private readonly key = ++lastKey;
  private edits: Uint8Array[] = [];
  private log: Uint8Array | undefined = EMPTY;
  private cachedTags: Tag[] | undefined;
  private nodes: GameNode[] | undefined;
  private isStale = true;
  private cachedStart: GameStart | undefined;
  private cachedOutcome: Outcome = "*";
  private cachedValues: Map<number, CommentValues> | undefined;
  private cachedFens: Map<number, string> | undefined;
  private cachedFindings: Finding[] | undefined;

  /** A new game without tags and moves, from the start position or another one. */
  constructor(fen?: string, variant?: string);
  /** @internal */
  constructor(region: Region);
  constructor(source?: string | Region, variant?: string) {
    this.region = typeof source === "object" ? source : NEW_GAME;
    if (typeof source === "object") return;
    if (variant !== undefined) this.setTag("Variant", variant);
    if (source !== undefined) {
      this.setTag("SetUp", "1");
      this.setTag("FEN", new Position(source, variant).fen);
    }
  }

  /** The first game of a text. */
  static parse(text: Text, options: GameOptions = {}): Game {
    for (const game of games(text, options)) return game;
    throw new PgnError("expected a game, found none");
  }

  /** The number of the game in its text, from 1. */
  get number(): number {
    return this.region.games + 1;
  }

  /** The line on which its text begins, from 1. */
  get lineNumber(): number {
    let line = this.region.line;
    for (const byte of this.region.text) {
      if (byte > 0x20) break;
      if (byte === 0x0a) line++;
    }
    return line;
  }

  /**
   * Where its text begins and ends, with comments and white space before it: in UTF-16 units for
   * strings, otherwise in bytes.
   */
  get range(): [start: number, end: number] {
    const { region } = this;
    return [
      unitOffset(region, region.start),
      unitOffset(region, region.start + region.text.length),
    ];
  }

  /** The bytes that it was read from; of strings and UTF-16, as UTF-8. */
  get source(): Uint8Array {
    return this.region.text;
  }

  /** Whether it was changed since it was read. */
  get isEdited(): boolean {
    return this.edits.length > 0;
  }

  private put(verb: string): Message {
    const message = putRegion(Message.begin(verb), this.region);
    if (!this.log) {
      const log = new Message();
      for (const edit of this.edits) log.field(edit);
      this.log = log.copy();
    }
    return message.number(this.key).number(this.edits.length).field(this.log);
  }

  /** @internal Applies an edit and remembers it. */
  edit(build: (edit: Message) => Message): number {
    const edit = build(new Message()).copy();
    const result = this.put("edit").raw(edit).call().number();
    this.edits.push(edit);
    this.log = undefined;
    this.isStale = true;
    this.cachedTags = undefined;
    this.cachedValues = undefined;
    this.cachedFens = undefined;
    if (this.nodes) this.refresh();
    return result;
  }

  /** The tag pairs in their order; a name may be there more than once. */
  get tags(): readonly Tag[] {
    if (!this.cachedTags) {
      const answer = this.put("tags").call();
      this.cachedTags = Array.from({ length: answer.number() }, () => {
        return { name: answer.text(), value: answer.text() };
      });
    }
    return this.cachedTags;
  }

  /** The value of the first tag with this name. */
  tag(name: string): string | undefined {
    return this.tags.find((tag) => tag.name === name)?.value;
  }

  /** Sets a tag; the start position cannot change while there are moves. */
  setTag(name: string, value: string): void {
    this.edit((edit) => edit.text("set-tag").text(name).text(value));
  }

  removeTag(name: string): void {
    this.edit((edit) => edit.text("remove-tag").text(name));
  }

  /** The result of the game. */
  get outcome(): Outcome {
    this.read();
    return this.cachedOutcome;
  }

  set outcome(outcome: Outcome) {
    this.edit((edit) => edit.text("set-outcome").text(outcome));
  }

  /** Where the game begins. */
  get start(): GameStart {
    if (!this.cachedStart) this.read();
    return this.cachedStart!;
  }

  /** The head of the main line; comments before the first move are here. */
  get root(): GameNode {
    return this.read()[0]!;
  }

  /** The moves of the main line. */
  get moves(): GameNode[] {
    return this.root.line;
  }

  /** All moves, variations after the move that they replace. */
  *allMoves(): Generator<GameNode> {
    const waiting: (GameNode | null)[] = [this.root.next];
    for (let node = waiting.pop(); waiting.length > 0 || node; node = waiting.pop()) {
      if (!node) continue;
      yield node;
      waiting.push(node.next);
      for (let i = node.variations.length - 1; i >= 0; i--) waiting.push(node.variations[i]!.next);
    }
  }

  /** @internal */
  node(id: number): GameNode | undefined {
    return this.read()[id];
  }

  /** The position at the end of the main line. */
  get endPosition(): Position | null {
    return (this.moves.at(-1) ?? this.root).position;
  }

  private read(): GameNode[] {
    if (this.isStale) this.refresh();
    return this.nodes!;
  }

  private refresh(): void {
    const answer = this.put("game").call();
    const old = this.nodes;
    this.cachedOutcome = answer.text() as Outcome;
    const variant = answer.text() || "Standard";
    const fen = answer.optionalText() ?? null;
    this.cachedStart = {
      fen, variant, firstNumber: answer.number(), blackBegins: answer.flag(),
    };
    this.nodes = readTree(this, answer, old);
    this.isStale = false;
  }

  /** @internal */
  values(node: GameNode): CommentValues | undefined {
    this.cachedValues ??= readValues(this.put("values").call());
    return this.cachedValues.get(node.id);
  }

  /** @internal */
  fenOf(node: GameNode): string | null {
    if (node.isHead) {
      const parent = node.parent;
      return parent ? parent.fen : this.start.fen;
    }
    if (!this.cachedFens) {
      this.cachedFens = new Map();
      const answer = this.put("fens").call();
      for (let id = answer.optional(); id !== undefined; id = answer.optional()) {
        this.cachedFens.set(id, answer.text());
      }
    }
    return this.cachedFens.get(node.id) ?? null;
  }

  /** What is wrong with the text that the game was read from. */
  get findings(): readonly Finding[] {
    this.cachedFindings ??= findingsOf(this.region);
    return this.cachedFindings;
  }

  /** Whether a query of `pgn --where` holds for the game. */
  matches(query: string): boolean {
    return this.put("where").text(query).call(analysis).number() === 1;
  }

  /** The game in a profile, with what the profile cannot represent. */
  write(options: WriteOptions = {}): Written {
    const profile = options.profile ?? "modern";
    if (profile === "lossless" && this.region.text.length > 0) return this.writeVerbatim();
    const message = this.put("write").text(profile).flag(options.newline === "\r\n")
      .flag(options.strict).flag(options.keepSetup);
    return new WrittenGame(message.call(), profile);
  }

  /** The text that it was read from, with its edits. */
  private writeVerbatim(): Written {
    const { isEdited, region } = this;
    const written = isEdited ? this.put("write-verbatim").call(analysis) : region.text;
    return new WrittenGame(written, "lossless");
  }

  /** The text of the game in a profile. */
  toPgn(options: WriteOptions = {}): string {
    return this.write(options).text;
  }

  toString(): string {
    return this.toPgn();
  }
}

/** The text is decoded when it is used. */
class WrittenGame implements Written {
  readonly bytes: Uint8Array;
  readonly losses: Loss[] = [];

  constructor(written: Answer | Uint8Array, private readonly profile: Profile) {
    if (written instanceof Uint8Array) {
      this.bytes = written;
      return;
    }
    for (let n = written.number(); n > 0; n--) {
      this.losses.push({ code: written.code(), count: written.number() });
    }
    this.bytes = written.bytes();
  }

  get text(): string {
    const isLatin1 = this.profile === "archival" || this.profile === "reduced";
    return isLatin1 ? latin1(this.bytes) : utf8OrLatin1(this.bytes);
  }
}

const EMPTY = new Uint8Array();
const NEW_GAME: Region = {
  text: EMPTY, end: 0, choice: 0, start: 0, line: 1, column: 1, games: 0, unitStart: 0,
  units: { isUtf16: true, size: 1, before: 0 },
};

const enum Item { End, Move, Unchecked, Nag, Comment, Open, Close }

/** The tree of an answer; nodes that are there already stay the same objects. */
function readTree(game: Game, answer: Answer, old: GameNode[] | undefined): GameNode[] {
  const nodes: GameNode[] = [];
  const nodeOf = (id: number) => {
    const known = old?.[id];
    const node = known ?? new GameNode(game, id);
    if (known) {
      known.next = null;
      known.annotations = NONE;
      known.variations = NO_NODES;
    }
    nodes[id] = node;
    return node;
  };
  let node = nodeOf(0);
  const outer: GameNode[] = [];
  for (;;) {
    const item = answer.number();
    if (item === Item.Move || item === Item.Unchecked) {
      const move = nodeOf(answer.number());
      if (item === Item.Move) {
        move.bits = answer.bits();
      } else {
        move.isChecked = false;
      }
      move.san = answer.text();
      move.ply = node.ply + 1;
      move.previous = node;
      node.next = move;
      node = move;
    } else if (item === Item.Nag) {
      annotate(node, { kind: "nag", nag: answer.number() });
    } else if (item === Item.Comment) {
      const style = STYLES[answer.number()]!;
      annotate(node, { kind: "comment", style, text: answer.text() });
    } else if (item === Item.Open) {
      const head = nodeOf(answer.number());
      if (node.variations === NO_NODES) node.variations = [];
      node.variations.push(head);
      head.replaces = node;
      head.ply = node.ply - 1;
      outer.push(node);
      node = head;
    } else if (item === Item.Close) {
      node = outer.pop()!;
    } else {
      return nodes;
    }
  }
}

function annotate(node: GameNode, annotation: Annotation): void {
  if (node.annotations === NONE) node.annotations = [];
  node.annotations.push(annotation);
}

function readValues(answer: Answer): Map<number, CommentValues> {
  const values = new Map<number, CommentValues>();
  for (let id = answer.optional(); id !== undefined; id = answer.optional()) {
    const one: CommentValues = { shapes: [] };
    const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);
    one.clock = seconds(answer.optional());
    one.moveTime = seconds(answer.optional());
    const score = answer.optionalText();
    const depth = answer.optional();
    if (score !== undefined) {
      one.evaluation = score.startsWith("#")
        ? { mate: Number(score.slice(1)) }
        : { pawns: Number(score) };
      if (depth !== undefined) one.evaluation.depth = depth;
    }
    one.shapes = answer.text().split(" ").filter(Boolean).map((text) => {
      const color = COLORS[text[0] as keyof typeof COLORS];
      const [from, to] = [text.slice(1, 3) as Square, text.slice(3) as Square];
      return to ? { color, from, to } : { color, from };
    });
    values.set(id, one);
  }
  return values;
}

/** `0:05:00`, `0:04:58.5` */
function clockText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) throw new PgnError(`not a time: ${seconds}`);
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = ms % 1000;
  const text = `${Math.floor(ms / 3_600_000)}:${two(ms / 60_000 % 60)}:${two(ms / 1000 % 60)}`;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, "0").replace(/0+$/, "")}`;
}

/** Games that can be iterated over with `for … of` and with `for await … of`. */
export type Games = Iterable<Game> & AsyncIterable<Game>;

/**
 * The games of a text, one after the other: `for (const game of games(text))` for strings and
 * bytes, `for await (const game of games(stream))` for what comes in chunks.
 */
export function games(source: Text, options?: GameOptions): Games;
export function games(source: TextStream, options?: GameOptions): AsyncIterable<Game>;
export function games(source: Text | TextStream, options?: GameOptions): AsyncIterable<Game>;
export function games(
  source: Text | TextStream,
  options: GameOptions = {},
): AsyncIterable<Game> | Games {
  const { where } = options;
  const accept = (region: Region): Game | undefined => {
    if (!hasGame(region)) return undefined;
    const game = new Game(region);
    return where === undefined || game.matches(where) ? game : undefined;
  };
  if (!isText(source)) {
    return {
      async *[Symbol.asyncIterator]() {
        if (where !== undefined) {
          await loadAnalysis();
          Message.begin("query").text(where).call(analysis);
        }
        for await (const region of regionsOfStream(source, options)) {
          const game = accept(region);
          if (game) yield game;
        }
      },
    };
  }
  return {
    *[Symbol.iterator]() {
      // An error in the query is reported even if there is no game.
      if (where !== undefined) Message.begin("query").text(where).call(analysis);
      for (const region of regionsOf(source, options)) {
        const game = accept(region);
        if (game) yield game;
      }
    },
    async *[Symbol.asyncIterator]() {
      if (where !== undefined) await loadAnalysis();
      // Not `yield*`, which would ask for this very iterator.
      for (const game of this as Iterable<Game>) yield game;
    },
  };
}
