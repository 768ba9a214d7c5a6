//! Adds a message to a stored game (§21, D-22, D-55).

use super::compose::is_offered;
use super::{Act, CLAIMED, DECLINED, Draw, Message, OFFERED, Party, comparable, last_positions};
use core::fmt;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::{Color, Position};
use pgnkit::game::{EditError, Game, NodeId};
use pgnkit::syntax::CommentKind;
use pgnkit::tag::Outcome;

/// The effect of a message on a game.
///
/// ```
/// use pgn_formats::mail::Applied;
///
/// assert_ne!(Applied::Done, Applied::Already);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    /// The message was added to the game.
    Done,
    /// The game already contained it and did not change.
    Already,
}

/// Why a message does not fit a game. The game did not change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MismatchError {
    /// The moves of the game cannot be checked.
    Unchecked,
    /// The game is over.
    Finished(Outcome),
    /// A name or an address differs: the side, the value in the game, the value in the message.
    Party(Color, String, String),
    /// The final position of the game differs: the one in the game and the one in the message, as
    /// FENs.
    Position(String, String),
    /// No draw was offered with the last move.
    NoOffer,
    /// The move cannot be played.
    Move(EditError),
}

impl fmt::Display for MismatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MismatchError::Unchecked => f.write_str("its moves cannot be checked"),
            MismatchError::Finished(outcome) => write!(f, "it is over: {}", outcome.name()),
            MismatchError::Party(side, stored, said) => {
                write!(f, "{side} is expected to be `{stored}`, found `{said}`")
            }
            MismatchError::Position(stored, said) => {
                write!(f, "expected the position `{stored}`, found `{said}`")
            }
            MismatchError::NoOffer => f.write_str("no draw was offered with its last move"),
            MismatchError::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MismatchError {}

/// Adds a message to its game: the move at the end of the main line; an offer, a claim, a refusal
/// and the note as comments; and the outcome if the game is resigned, drawn by agreement, or over
/// on the board.
///
/// Names must match the tags White and Black, and addresses the tags WhiteNA and BlackNA if the
/// game has these; EPD writes both in ASCII. The position, including its counters, must be the one
/// at the end of the main line.
///
/// # Errors
/// If the message does not fit; the game does not change.
///
/// ```
/// use pgn_formats::mail::{Applied, Draft, apply, compose};
///
/// let tags = "[White \"Ann\"]\n[WhiteNA \"ann@example.org\"]\n\
///             [Black \"Ben\"]\n[BlackNA \"ben@example.org\"]\n\n";
/// let sent: pgnkit::Game = format!("{tags}1. e4 *").parse()?;
/// let message = compose(&sent, 1, &Draft::default(), [None, None])?;
/// let mut received: pgnkit::Game = format!("{tags}*").parse()?;
/// assert_eq!(apply(&mut received, &message)?, Applied::Done);
/// assert_eq!(received.n_plies(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply(game: &mut Game, message: &Message) -> Result<Applied, MismatchError> {
    let (end, last) = last_positions(game).ok_or(MismatchError::Unchecked)?;
    let turn = message.position.turn();
    check_party(game, turn, &message.sender)?;
    check_party(game, turn.other(), &message.receiver)?;
    if let (Some((before, played)), Act::Play { mv, .. }) = (last, message.act)
        && is_same(&before, &message.position)
        && played == mv
    {
        let node = game.main_line().last().unwrap_or(NodeId::ROOT);
        let is_new = say(game, node, message);
        return Ok(if is_new { Applied::Done } else { Applied::Already });
    }
    if game.outcome() != Outcome::Unknown {
        return Err(MismatchError::Finished(game.outcome()));
    }
    if !is_same(&end, &message.position) {
        let fen = |position| fen::to_text(position, EpPolicy::Standard).as_str().to_owned();
        return Err(MismatchError::Position(fen(&end), fen(&message.position)));
    }
    let answers = match message.act {
        Act::Play { declines, .. } => declines,
        Act::Accept | Act::Decline => true,
        Act::Resign => false,
    };
    if answers && !is_offered(game) {
        return Err(MismatchError::NoOffer);
    }
    act(game, message)?;
    Ok(Applied::Done)
}

fn check_party(game: &Game, color: Color, said: &Party) -> Result<(), MismatchError> {
    let (address, name) = Party::of(game, color);
    let differs = |stored: &str, said: &str| {
        let (stored, said) = (comparable(stored), comparable(said));
        !stored.eq_ignore_ascii_case(&said)
    };
    let mismatch = |stored: &str, said: &str| {
        Err(MismatchError::Party(color, stored.to_owned(), said.to_owned()))
    };
    let stored = name.unwrap_or("?");
    if differs(stored, &said.name) {
        return mismatch(stored, &said.name);
    }
    match address {
        Some(stored) if differs(stored, &said.address) => mismatch(stored, &said.address),
        Some(_) | None => Ok(()),
    }
}

/// Whether two positions are the same, their counters too.
fn is_same(a: &Position, b: &Position) -> bool {
    a.same_position(b) && a.fullmove() == b.fullmove() && a.halfmove_clock() == b.halfmove_clock()
}

fn act(game: &mut Game, message: &Message) -> Result<(), MismatchError> {
    let before = game.main_line().last().unwrap_or(NodeId::ROOT);
    let turn = message.position.turn();
    match message.act {
        Act::Play { mv, .. } => {
            let node = game.add_move(before, mv).map_err(MismatchError::Move)?;
            say(game, node, message);
            if let Some(ending) = message.position.after(mv).ending() {
                end(game, Outcome::won_by(ending.winner));
            }
        }
        Act::Accept => {
            say(game, before, message);
            end(game, Outcome::Draw);
        }
        Act::Decline => {
            say(game, before, message);
        }
        Act::Resign => {
            say(game, before, message);
            end(game, Outcome::won_by(Some(turn.other())));
        }
    }
    count_plies(game);
    Ok(())
}

/// Writes the content of a message besides its move into comments, unless they have it already;
/// `node` is then the last move. Returns whether there was anything new.
fn say(game: &mut Game, node: NodeId, message: &Message) -> bool {
    let declined_at = match message.act {
        Act::Play { declines: true, .. } => game.tree().before(node),
        Act::Decline => Some(node),
        Act::Play { .. } | Act::Accept | Act::Resign => None,
    };
    let draw = match message.act {
        Act::Play { draw: Some(Draw::Offer), .. } => Some(OFFERED),
        Act::Play { draw: Some(Draw::Claim), .. } => Some(CLAIMED),
        Act::Play { .. } | Act::Accept | Act::Decline | Act::Resign => None,
    };
    let note = message.note.as_ref().map(|note| note.replace('}', ")"));
    let declined = declined_at.map(|before| comment(game, before, DECLINED));
    let drawn = draw.map(|text| comment(game, node, text));
    let noted = note.map(|text| comment(game, node, &text));
    [declined, drawn, noted].into_iter().flatten().any(|is_new| is_new)
}

/// Adds a comment if it is missing; returns whether it was new.
fn comment(game: &mut Game, node: NodeId, text: &str) -> bool {
    if game.tree().comments(node).any(|known| known.trim() == text) {
        return false;
    }
    game.tree_mut().add_comment(node, CommentKind::Brace, text);
    true
}

/// The outcome, and the Termination tag unless it is set already.
fn end(game: &mut Game, outcome: Outcome) {
    game.set_outcome(outcome);
    if game.tag("Termination") == Some("unterminated") {
        let _ = game.set_tag("Termination", "normal");
    }
}

/// The PlyCount tag, if there is one, is correct.
fn count_plies(game: &mut Game) {
    if game.tag("PlyCount").is_some() {
        let n_plies = game.n_plies().to_string();
        let _ = game.set_tag("PlyCount", &n_plies);
    }
}

/// Why a draw may be claimed with the last move of a game, if it may: because of the position after
/// that move, or because of the one before it, if the draw could already be claimed there.
///
/// ```
/// use pgn_formats::mail::claim;
///
/// let game: pgnkit::Game = "1. e4 e5 *".parse().unwrap();
/// assert_eq!(claim(&game), None);
/// ```
#[must_use]
pub fn claim(game: &Game) -> Option<&'static str> {
    let mut cursor = game.cursor();
    let mut positions = vec![*cursor.position()?];
    while cursor.forward() {
        positions.push(*cursor.position()?);
    }
    let n_before = positions.len().saturating_sub(1);
    [&positions[..], &positions[..n_before]].into_iter().find_map(claim_at_end)
}

/// Why the last of these positions is a draw that may be claimed, if it is.
fn claim_at_end(positions: &[Position]) -> Option<&'static str> {
    let end = positions.last()?;
    if positions.iter().filter(|position| position.same_position(end)).count() >= 3 {
        Some("the position came up three times")
    } else if end.halfmove_clock() >= 100 {
        Some("fifty moves without a capture or a move of a pawn")
    } else if end.is_insufficient_material() {
        Some("neither side can win with these pieces")
    } else {
        None
    }
}
