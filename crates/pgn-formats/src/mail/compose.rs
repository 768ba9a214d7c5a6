//! Writes a message about a stored game (§21, D-55).

use super::{Act, Draw, Message, OFFERED, Party, last_positions};
use core::fmt;
use pgnkit::chess::notation::san::{self, ResolveError, SanOptions};
use pgnkit::chess::{Color, Move, Position};
use pgnkit::game::Game;
use pgnkit::tag::Outcome;

/// The content of a message.
///
/// ```
/// use pgn_formats::mail::Draft;
///
/// let mut draft = Draft::default();
/// (draft.mv, draft.note) = (Some("e5"), Some("Good luck."));
/// assert_eq!(draft.answer, None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Draft<'a> {
    /// The move to play, in SAN or a lax spelling of it; without a move and any other action, the
    /// last move of the game is sent.
    pub mv: Option<&'a str>,
    /// An offer or claim with the move.
    pub draw: Option<Draw>,
    /// An answer or action, with a move or instead of one.
    pub answer: Option<Answer>,
    /// A remark for the other player.
    pub note: Option<&'a str>,
}

/// The content of a message without a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The draw is accepted.
    Accept,
    /// The draw is declined; a move may come with it.
    Decline,
    /// The game is resigned.
    Resign,
}

/// Why no message can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusedError {
    /// The moves of the game cannot be checked.
    Unchecked,
    /// The game is over.
    Finished(Outcome),
    /// The game has no move to send.
    NoMove,
    /// The text is not a legal move.
    BadMove(ResolveError),
    /// A null move cannot be sent.
    NullMove,
    /// A draw can be offered or claimed only with a move, and resigning does not take a move.
    Contradiction,
    /// No draw was offered with the last move.
    NoOffer,
    /// The tags do not contain the name of this side.
    NoName(Color),
    /// The tags do not contain the address of this side.
    NoAddress(Color),
}

impl fmt::Display for RefusedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusedError::Unchecked => f.write_str("the moves of this game cannot be checked"),
            RefusedError::Finished(outcome) => write!(f, "the game is over: {}", outcome.name()),
            RefusedError::NoMove => f.write_str("the game has no move that could be sent"),
            RefusedError::BadMove(reason) => reason.fmt(f),
            RefusedError::NullMove => f.write_str("a null move cannot be sent"),
            RefusedError::Contradiction => {
                f.write_str("a draw is offered or claimed with a move, and resigned without one")
            }
            RefusedError::NoOffer => f.write_str("no draw was offered with the last move"),
            RefusedError::NoName(color) => write!(f, "the game has no tag {color}"),
            RefusedError::NoAddress(color) => write!(f, "the game has no tag {color}NA"),
        }
    }
}

impl std::error::Error for RefusedError {}

/// The message of a draft about a game. The side to move determines the sender and the receiver;
/// names and addresses come from the tags White, Black, WhiteNA and BlackNA, unless `sender` and
/// `receiver` are given.
///
/// # Errors
/// If the draft makes no sense at this point of the game, or a name or address is unknown.
///
/// ```
/// use pgn_formats::mail::{Draft, compose};
///
/// let text = "[White \"Ann\"]\n[WhiteNA \"ann@example.org\"]\n\
///             [Black \"Ben\"]\n[BlackNA \"ben@example.org\"]\n\n1. e4 *\n";
/// let game: pgnkit::Game = text.parse()?;
/// let message = compose(&game, 1, &Draft::default(), [None, None])?;
/// assert_eq!(message.sender.name, "Ann");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compose(
    game: &Game,
    selector: u64,
    draft: &Draft<'_>,
    [sender, receiver]: [Option<Party>; 2],
) -> Result<Message, RefusedError> {
    let (end, last) = last_positions(game).ok_or(RefusedError::Unchecked)?;
    let is_over = game.outcome() != Outcome::Unknown;
    let sends_last = draft.mv.is_none() && draft.answer.is_none();
    if is_over && !sends_last {
        return Err(RefusedError::Finished(game.outcome()));
    }
    let (position, mv) = if sends_last {
        let (before, mv) = last.ok_or(RefusedError::NoMove)?;
        (before, Some(mv))
    } else {
        (end, draft.mv.map(|text| resolve(&end, text)).transpose()?)
    };
    if mv.is_some_and(Move::is_null) {
        return Err(RefusedError::NullMove);
    }
    let act = act(draft, mv)?;
    if matches!(draft.answer, Some(Answer::Accept | Answer::Decline)) && !is_offered(game) {
        return Err(RefusedError::NoOffer);
    }
    let turn = position.turn();
    Ok(Message {
        selector,
        sender: sender.map_or_else(|| party(game, turn), Ok)?,
        receiver: receiver.map_or_else(|| party(game, turn.other()), Ok)?,
        position,
        act,
        note: draft.note.map(str::to_owned),
    })
}

fn resolve(position: &Position, text: &str) -> Result<Move, RefusedError> {
    let reading = san::resolve(position, text.trim().as_bytes(), &SanOptions::default());
    reading.map(|reading| reading.mv).map_err(RefusedError::BadMove)
}

fn act(draft: &Draft<'_>, mv: Option<Move>) -> Result<Act, RefusedError> {
    let declines = draft.answer == Some(Answer::Decline);
    match (mv, draft.answer) {
        (Some(mv), None | Some(Answer::Decline)) => {
            Ok(Act::Play { mv, draw: draft.draw, declines })
        }
        (None, _) if draft.draw.is_some() => Err(RefusedError::Contradiction),
        (None, Some(Answer::Accept)) => Ok(Act::Accept),
        (None, Some(Answer::Decline)) => Ok(Act::Decline),
        (None, Some(Answer::Resign)) => Ok(Act::Resign),
        (None, None) => Err(RefusedError::NoMove),
        (Some(_), Some(Answer::Accept | Answer::Resign)) => Err(RefusedError::Contradiction),
    }
}

/// Whether a draw was offered with the last move.
pub(super) fn is_offered(game: &Game) -> bool {
    let last = game.main_line().last();
    last.is_some_and(|node| {
        let mut said = game.tree().comments(node).filter(|it| it.contains(OFFERED)).peekable();
        let declined = |text: &str| text.contains(super::DECLINED);
        said.peek().is_some() && !game.tree().comments(node).any(declined)
    })
}

fn party(game: &Game, color: Color) -> Result<Party, RefusedError> {
    let (address, name) = Party::of(game, color);
    Ok(Party {
        address: address.ok_or(RefusedError::NoAddress(color))?.to_owned(),
        name: name.ok_or(RefusedError::NoName(color))?.to_owned(),
    })
}
