//! Writing a move.
//!
//! Standard: §8.2.3.3, §8.2.3.4, §8.2.3.5, §8.2.3.6. Decisions: D-34.

use super::spelling::Spelling;
use crate::attacks::{self, AttackPattern};
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::rules;
use crate::square::{File, Rank, Square};
use crate::text::ShortText;

/// A move in SAN: 2 to 7 bytes (§8.2.3.6), 8 bytes in memory.
pub type SanText = ShortText<7>;

/// The canonical SAN of a legal move, including its check mark.
///
/// For an illegal move, the text is unspecified. Cost: playing the move on a copy; use
/// [`play_to_text`] if you play it anyway.
///
/// ```
/// use pgn_chess::{Position, notation::{san, uci}};
/// let position = Position::start();
/// let mv = uci::parse(&position, b"g1f3").expect("a legal move");
/// assert_eq!(san::to_text(&position, mv), "Nf3");
/// ```
pub fn to_text(position: &Position, mv: Move) -> SanText {
    play_to_text(&mut { *position }, mv)
}

/// Plays a legal move and returns its canonical SAN, including its check mark.
///
/// ```
/// use pgn_chess::{Position, notation::san};
/// let mut position = Position::start();
/// let mv = position.parse_san("e4").unwrap();
/// assert_eq!(san::play_to_text(&mut position, mv).as_str(), "e4");
/// assert_eq!(position.ep_square(), Some(pgn_chess::Square::E3));
/// ```
#[inline]
pub fn play_to_text(position: &mut Position, mv: Move) -> SanText {
    let spelling = Spelling::unmarked(position, mv);
    position.play_unchecked(mv);
    spelling.marked(position).text(mv)
}

/// The SAN of a legal move without `+` or `#`; `--` for the null move.
#[doc(hidden)]
#[inline]
pub fn to_text_unmarked(position: &Position, mv: Move) -> SanText {
    Spelling::unmarked(position, mv).text(mv)
}

/// True if the move that led to this position gives check, or has won by a rule of its variant.
#[inline]
pub(super) fn deserves_mark(after: &Position) -> bool {
    if !after.variant.is_orthodox() {
        return after.is_check() || after.is_won();
    }
    after.is_attacked()
}

/// The mark, if any: `#` if the game is won, else `+`.
pub(super) fn mark(after: &Position) -> u8 {
    let is_won = match after.variant.is_orthodox() {
        // There is check already.
        true => !after.has_legal_move(),
        false => after.is_won(),
    };
    if is_won { b'#' } else { b'+' }
}

/// `+` if the side to move is in check, `#` if it is mated (§8.2.3.5): the mark of the move that
/// led to this position. In a variant, also `#` if the move won by another rule, as servers write
/// it.
#[doc(hidden)]
#[inline]
pub fn check_mark(after: &Position) -> Option<u8> {
    deserves_mark(after).then(|| mark(after))
}

/// The disambiguation that SAN requires (§8.2.3.4): nothing, the file, the rank or both. Only
/// pieces that can legally go there count.
pub(super) fn origin(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
) -> (Option<File>, Option<Rank>) {
    if role == Role::Pawn {
        return (None, None);
    }
    let pieces = attacks::origins(AttackPattern::of(role), to)
        & position.board.by_piece(position.turn, role);
    let others = pieces & !Bitboard::from_square(from);
    if others.is_empty() {
        return (None, None);
    }
    let rivals = attacks::unblocked(others, to, position.board.occupied());
    shortest_origin(from, legal_origins(position, rivals, to))
}

/// Those of these pieces that may legally go to the square, which they all attack.
pub(super) fn legal_origins(position: &Position, pieces: Bitboard, to: Square) -> Bitboard {
    pieces.filter(|from| rules::is_safe(position, *from, to)).collect()
}

/// The file, the rank or both, whichever first distinguishes a square from the others.
pub(super) fn shortest_origin(from: Square, rivals: Bitboard) -> (Option<File>, Option<Rank>) {
    if rivals.is_empty() {
        (None, None)
    } else if !rivals.intersects(Bitboard::from_file(from.file())) {
        (Some(from.file()), None)
    } else if !rivals.intersects(Bitboard::from_rank(from.rank())) {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    }
}
