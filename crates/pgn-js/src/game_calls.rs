//! Calls about games and positions.

use pgnkit::charset::{Choice, Encoding};
use pgnkit::read::read_region_tags;
use pgnkit::syntax::WindowKind;
use pgnkit::write::{Export, KeepSetup, Newline, Profile, Unrepresentable, WriteError};

use crate::answer::Answer;
use crate::message::{CallError, Message};
use crate::opened::{GameSource, put_losses};
use crate::state::State;
use crate::streams::RegionStream;
use crate::{board, tree};

/// Answers a call, if it is one of these.
pub(crate) fn call(
    verb: &str,
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Option<Result<(), CallError>> {
    Some(match verb {
        "tags" => put_tags(state, message, answer),
        "game" | "values" | "fens" => put_game(verb, state, message, answer),
        "write" => write(state, message, answer),
        "edit" => edit(state, message, answer),
        "open-stream" => open_stream(state, message, answer),
        "feed-stream" => feed_stream(state, message, answer),
        "close-stream" => message.size().map(|number| drop(state.streams.close(number))),
        _ => return call_board(verb, message, answer),
    })
}

fn put_tags(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let source = GameSource::parse(message)?;
    if source.is_edited() || source.region.text.is_empty() {
        tree::put_tags(&*source.open(&mut state.edited)?, answer);
        return Ok(());
    }
    let read = read_region_tags(&source.region, source.options());
    let (game, _) = read.ok_or_else(|| CallError::new("the text has no game"))?;
    tree::put_tags(&game, answer);
    Ok(())
}

fn put_game(
    verb: &str,
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let source = GameSource::parse(message)?;
    let game = source.open(&mut state.edited)?;
    match verb {
        "game" => tree::put_game(&game, answer),
        "values" => tree::put_values(&game, answer),
        _ => tree::put_fens(&game, answer),
    }
    Ok(())
}

fn edit(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let source = GameSource::parse(message)?;
    let node = source.edit(message, &mut state.edited)?;
    answer.number(node);
    Ok(())
}

/// Calls that keep nothing.
fn call_board(
    verb: &str,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Option<Result<(), CallError>> {
    Some(match verb {
        "position" => board::put_position(message, answer),
        "moves" => board::put_moves(message, answer),
        "play" => board::play(message, answer),
        "perft" => board::put_perft(message, answer),
        "attackers" => board::put_attackers(message, answer),
        "picture" => board::put_picture(message, answer),
        "chess960" => board::put_chess960(message, answer),
        "validate-fen" => board::validate(message),
        _ => return None,
    })
}

/// The encoding that a caller names; none is detection.
fn parse_choice(message: &mut Message<'_>) -> Result<Choice, CallError> {
    let name = message.text()?;
    let unknown = || CallError::new(format!("unknown encoding `{name}`"));
    match name {
        "" => Ok(Choice::Auto),
        name => Encoding::from_label(name).map(Choice::Fixed).ok_or_else(unknown),
    }
}

fn open_stream(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let stream = RegionStream::new(parse_choice(message)?);
    answer.size(state.streams.open(stream));
    Ok(())
}

fn feed_stream(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let (number, is_last) = (message.size()?, message.flag()?);
    let kind = if is_last { WindowKind::Last } else { WindowKind::Partial };
    state.streams.get(number)?.feed(message.rest(), kind, answer);
    if is_last {
        state.streams.close(number);
    }
    Ok(())
}

/// The text of a game in a profile, and what the profile could not represent.
fn write(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let source = GameSource::parse(message)?;
    let name = message.text()?;
    let unknown = || CallError::new(format!("unknown profile `{name}`"));
    let profile = Profile::from_name(name).ok_or_else(unknown)?;
    let newline = if message.flag()? { Newline::CrLf } else { Newline::Lf };
    let refuses = message.flag()?;
    let keep_setup = if message.flag()? { KeepSetup::Keep } else { KeepSetup::Refuse };
    let game = source.open(&mut state.edited)?;
    let mut losses = Vec::new();
    let unrepresentable = if refuses { Unrepresentable::Refuse } else { Unrepresentable::Degrade };
    let export = Export::new(profile)
        .with_newline(newline)
        .with_keep_setup(keep_setup)
        .with_unrepresentable(unrepresentable);
    match export.append(&game, answer.raw(), &mut losses) {
        Ok(()) => {}
        Err(WriteError::Refused(losses)) => {
            let reasons: Vec<String> = losses.iter().map(ToString::to_string).collect();
            return Err(CallError(reasons.join(", ")));
        }
        Err(WriteError::Io(error)) => return Err(CallError::new(error)),
    }
    put_losses(&losses, answer);
    Ok(())
}
