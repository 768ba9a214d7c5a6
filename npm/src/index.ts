// Everything that the package exports; the entry points load the module and export this.

export { loadAnalysis, PgnError } from "./module.js";
export type { SourceOptions, Text, TextStream } from "./source.js";
export {
  Game, GameNode, games,
  type Annotation, type Evaluation, type GameOptions, type Games, type GameStart, type Loss,
  type Outcome, type Profile, type Shape, type Tag, type WriteOptions, type Written,
} from "./game.js";
export {
  check, checkEach, fix,
  type CheckOptions, type Edit, type Finding, type Fix, type Fixed, type FixOptions, type Severity,
} from "./check.js";
export {
  DEFAULT_POSITION, fenError, Position, SQUARES,
  type Color, type LegalMove, type PictureOptions, type Piece, type PieceSymbol, type Square,
} from "./position.js";
export { parseEpd, writeEpd, type EpdFinding, type EpdLine, type EpdOperation } from "./epd.js";
export {
  BISHOP, BLACK, Chess, KING, KNIGHT, Move, PAWN, QUEEN, ROOK, validateFen, WHITE,
  type ChessOptions, type MoveInput, type PositionComment,
} from "./chess.js";
