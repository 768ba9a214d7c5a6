//! Events by the rules at a point of a game: mate, repetition, promotions (§8.2.3.4 for promotions,
//! D-45, D-60).

use pgnkit::chess::{Bitboard, Color, EndReason, MoveKind, Position, Role, Side};

use super::test::Test;
use super::text::ProbeText;
use super::{ProbeError, Seen};

/// Something that is so after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// The side to move is mated.
    Checkmate,
    /// The side to move is not in check and cannot move.
    Stalemate,
    /// The side to move is in check.
    Check,
    /// By two pieces at once.
    DoubleCheck,
    /// The position occurs for at least the third time.
    Threefold,
    /// The position occurs for at least the fifth time.
    Fivefold,
    /// Fifty moves of each side without a capture or a pawn's move.
    FiftyMoves,
    /// Seventy-five such moves.
    SeventyFiveMoves,
    /// Neither side has pieces to give mate with: bare kings, a minor piece, bishops of one color.
    Insufficient,
    /// The game is over by a rule of its variant that is neither mate nor stalemate.
    VariantEnd,
    /// A pawn has just become something.
    Promotion,
    /// A pawn has just become something else than a queen.
    Underpromotion,
    /// A pawn has just been taken en passant.
    EnPassant,
    /// King and rook have just castled.
    Castling(Side),
    /// The start: the usual ranks, but one side lacks pieces.
    Odds,
}

/// A word for an event, and its meaning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EventWord {
    /// The word.
    pub word: &'static str,
    /// The event.
    pub event: Event,
    /// One line about it.
    pub about: &'static str,
}

const fn row(word: &'static str, event: Event, about: &'static str) -> EventWord {
    EventWord { word, event, about }
}

/// All words. Where an event has several, the first is the usual one.
///
/// ```
/// use pgn_query::probe::EVENTS;
///
/// assert!(EVENTS.iter().any(|row| row.word == "checkmate"));
/// ```
pub const EVENTS: &[EventWord] = &[
    row("checkmate", Event::Checkmate, "the side to move is mated"),
    row("stalemate", Event::Stalemate, "the side to move has no move and is not in check"),
    row("check", Event::Check, "the side to move is in check"),
    row("double-check", Event::DoubleCheck, "two pieces give check at once"),
    row("repetition", Event::Threefold, "the position occurs for the third time"),
    row("repetition3", Event::Threefold, "the position occurs for the third time"),
    row("repetition5", Event::Fivefold, "the position occurs for the fifth time"),
    row("fifty", Event::FiftyMoves, "fifty moves without a capture or a pawn's move"),
    row("seventyfive", Event::SeventyFiveMoves, "seventy-five such moves"),
    row("insufficient", Event::Insufficient, "neither side has enough material to mate"),
    row("dead", Event::Insufficient, "the same as `insufficient`"),
    row("variant-end", Event::VariantEnd, "the game is over by a rule of its variant"),
    row("promotion", Event::Promotion, "a pawn is promoted"),
    row("underpromotion", Event::Underpromotion, "a pawn becomes a piece other than a queen"),
    row("en-passant", Event::EnPassant, "a pawn is taken en passant"),
    row("short-castling", Event::Castling(Side::King), "a king castles on the king's side"),
    row("long-castling", Event::Castling(Side::Queen), "a king castles on the queen's side"),
    row("odds", Event::Odds, "the start position, with pieces of one side missing"),
];

/// Plies of fifty moves, and of seventy-five.
const FIFTY_PLIES: u32 = 100;
const SEVENTY_FIVE_PLIES: u32 = 150;

pub(super) fn parse(text: &str) -> Result<Test, ProbeError> {
    let mut text = ProbeText::new(text);
    text.skip_spaces();
    let start = text.at();
    let word = text.take_while(|c| !c.is_whitespace());
    let Some(known) = EVENTS.iter().find(|known| known.word == word) else {
        let words: Vec<&str> = EVENTS.iter().map(|known| known.word).collect();
        let range = start..text.at();
        return Err(text.expected_at(&format!("one of {}", words.join(", ")), range));
    };
    text.end("the end after one event")?;
    Ok(Test::Event(known.event))
}

impl Event {
    /// Whether it needs the earlier positions of the line.
    pub(super) fn looks_back(self) -> bool {
        matches!(self, Event::Threefold | Event::Fivefold)
    }

    #[inline]
    pub(super) fn holds(self, seen: &Seen<'_>) -> bool {
        let position = seen.position();
        let kind = || seen.mv().map(pgnkit::chess::Move::kind);
        match self {
            Event::Checkmate => position.is_check() && position.is_checkmate(),
            Event::Stalemate => position.is_stalemate(),
            Event::Check => position.is_check(),
            Event::DoubleCheck => position.checkers().has_many(),
            Event::Threefold => stands_for(seen, 3),
            Event::Fivefold => stands_for(seen, 5),
            Event::FiftyMoves => position.halfmove_clock() >= FIFTY_PLIES,
            Event::SeventyFiveMoves => position.halfmove_clock() >= SEVENTY_FIVE_PLIES,
            Event::Insufficient => {
                position.by_role(Role::Pawn).is_empty() && position.is_insufficient_material()
            }
            Event::VariantEnd => is_variant_end(position),
            Event::Promotion => matches!(kind(), Some(MoveKind::Promotion(_))),
            Event::Underpromotion => {
                matches!(kind(), Some(MoveKind::Promotion(role)) if role != Role::Queen)
            }
            Event::EnPassant => kind() == Some(MoveKind::EnPassant),
            Event::Castling(side) => {
                let mv = seen.mv().filter(|mv| mv.is_castle());
                mv.is_some_and(|mv| Side::of(mv.from(), mv.to()) == side)
            }
            Event::Odds => seen.mv().is_none() && is_odds(position),
        }
    }
}

/// True if the position occurs for the `n`th time. The keys of the line are compared back to the
/// last capture or pawn move; dropped pieces can come back at any time.
fn stands_for(seen: &Seen<'_>, n: usize) -> bool {
    let position = seen.position();
    let n_back = match position.variant().has_pockets() {
        true => seen.past().len(),
        false => position.halfmove_clock() as usize,
    };
    if n_back < 2 * (n - 1) {
        return false;
    }
    let key = position.repetition_key();
    let earlier = seen.past().iter().rev().take(n_back).skip(1).step_by(2);
    earlier.filter(|past| **past == key).count() >= n - 1
}

fn is_variant_end(position: &Position) -> bool {
    !position.variant().is_orthodox()
        && position.ending().is_some_and(|ending| {
            !matches!(ending.reason, EndReason::Checkmate | EndReason::Stalemate)
        })
}

/// True if this looks like the start of a game at odds: White to play the first move, no piece has
/// left the first two ranks, and the sides have not the same pieces.
fn is_odds(position: &Position) -> bool {
    const MIDDLE: Bitboard = Bitboard(0x0000_ffff_ffff_0000);
    let board = position.board();
    let count = |color, role| board.by_piece(color, role).len();
    position.variant().is_orthodox()
        && position.fullmove() == 1
        && position.turn() == Color::White
        && !board.occupied().intersects(MIDDLE)
        && Role::ALL.iter().any(|role| count(Color::White, *role) != count(Color::Black, *role))
}
