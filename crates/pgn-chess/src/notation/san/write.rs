//! Writing a move.
//! Owns: canonical text, shortest origin, check marks. Knows nothing of: reading.
//! Standard: §8.2.3.3, §8.2.3.4, §8.2.3.5, §8.2.3.6. Decisions: D-34.
//! Start at [`write`](fn@write).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::movegen;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{File, Rank, Square};
use crate::text::ShortText;

/// A move in SAN: 2 to 7 bytes (§8.2.3.6), 8 bytes in memory.
pub type SanText = ShortText<7>;

/// The canonical SAN of a legal move, check mark included.
///
/// For a move that is not legal the text means nothing. Costs a move made on a copy; see
/// [`play_and_write`] for those who play it anyway.
///
/// ```
/// use pgn_chess::{Position, notation::{san, uci}};
/// let position = Position::start();
/// let mv = uci::parse(&position, b"g1f3").expect("a legal move");
/// assert_eq!(san::write(&position, mv), "Nf3");
/// ```
pub fn write(position: &Position, mv: Move) -> SanText {
    play_and_write(&mut { *position }, mv)
}

/// Plays a legal move and returns its canonical SAN, check mark included.
pub fn play_and_write(position: &mut Position, mv: Move) -> SanText {
    let mut text = write_unmarked(position, mv);
    position.play(mv);
    if let Some(mark) = check_mark(position)
        && !mv.is_null()
    {
        text.push(mark);
    }
    text
}

/// `+` if the side to move is in check, `#` if it is mated (§8.2.3.5): the mark of the move that
/// led to this position.
#[inline]
pub fn check_mark(after: &Position) -> Option<u8> {
    if !after.is_check() {
        None
    } else if after.has_legal_move() {
        Some(b'+')
    } else {
        Some(b'#')
    }
}

/// True if the text is exactly the canonical SAN of this legal move, check mark included.
pub fn is_canonical(position: &Position, mv: Move, text: &[u8]) -> bool {
    write(position, mv).as_bytes() == text
}

/// The SAN of a legal move without `+` or `#`; `--` for the null move.
pub fn write_unmarked(position: &Position, mv: Move) -> SanText {
    let mut text = SanText::new();
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Null => {
            text.push_str("--");
            return text;
        }
        MoveKind::Castle => {
            text.push_str(Side::of(from, to).san());
            return text;
        }
        MoveKind::Normal | MoveKind::DoublePush | MoveKind::EnPassant | MoveKind::Promotion(_) => {}
    }
    let role = position.piece_at(from).map_or(Role::Pawn, |piece| piece.role);
    if role == Role::Pawn {
        if from.file() != to.file() {
            text.push(from.file().letter());
            text.push(b'x');
        }
    } else {
        text.push(role.letter());
        let (file, rank) = origin(position, role, from, to);
        if let Some(file) = file {
            text.push(file.letter());
        }
        if let Some(rank) = rank {
            text.push(rank.digit());
        }
        if position.board().occupied().contains(to) {
            text.push(b'x');
        }
    }
    for byte in to.name() {
        text.push(byte);
    }
    if let Some(role) = mv.promotion() {
        text.push(b'=');
        text.push(role.letter());
    }
    text
}

/// What SAN must say about where a piece comes from (§8.2.3.4): nothing, the file, the rank or
/// both. Only pieces that may legally go there count.
pub(super) fn origin(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
) -> (Option<File>, Option<Rank>) {
    let us = position.turn();
    let men = position.board().by_piece(us, role) & !Bitboard::from_square(from);
    if men.is_empty() {
        return (None, None);
    }
    let reach = attacks::attacks(us, role, to, position.board().occupied());
    let rivals = men & reach;
    if rivals.is_empty() {
        return (None, None);
    }
    shortest_origin(from, legal_origins(position, rivals, to))
}

/// Those of these men that may legally go to the square, which they all attack.
pub(super) fn legal_origins(position: &Position, men: Bitboard, to: Square) -> Bitboard {
    men.filter(|from| movegen::is_safe(position, *from, to)).collect()
}

/// The file, the rank or both, whichever first tells a square from its rivals.
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
