//! Calls about checks and queries.

use pgn_lint::Applicability;
use pgnkit::charset::Choice;
use pgnkit::read::read_region_with_layout;
use pgnkit::write::{Loss, loss, write_verbatim};

use crate::answer::Answer;
use crate::checks::{CheckSession, parse_config};
use crate::epd_lines;
use crate::message::{CallError, Message};
use crate::opened::{GameSource, put_losses};
use crate::regions::parse_region;
use crate::state::State;

/// Answers a call, if it is one of these.
pub(crate) fn call(
    verb: &str,
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Option<Result<(), CallError>> {
    Some(match verb {
        "where" => test(state, message, answer),
        "query" => {
            message.text().and_then(|query| state.queries.matcher(query, Choice::Auto).map(drop))
        }
        "open-check" => open_check(state, message, answer),
        "check" => check(state, message, answer),
        "close-check" => close_check(state, message, answer),
        "write-verbatim" => write_edited(state, message, answer),
        "epd" => epd_lines::put_line(message, answer),
        "write-epd" => epd_lines::write_line(message, answer),
        "fix" => fix(state, message, answer),
        _ => return None,
    })
}

fn test(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let source = GameSource::parse(message)?;
    let State { queries, edited, .. } = state;
    answer.number(queries.test(message.text()?, &source, edited)?);
    Ok(())
}

fn open_check(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let session = CheckSession::new(parse_config(message, Choice::Auto)?);
    answer.size(state.checks.open(session));
    Ok(())
}

fn check(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let session = state.checks.get(message.size()?)?;
    session.region(&parse_region(message)?.0, answer);
    Ok(())
}

fn close_check(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let session = state.checks.close(message.size()?);
    session.ok_or_else(|| CallError::new("the session is closed"))?.finish(answer);
    Ok(())
}

fn fix(state: &mut State, message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let session = state.checks.get(message.size()?)?;
    let allowed = if message.flag()? { Applicability::Unsafe } else { Applicability::Safe };
    session.fix(&parse_region(message)?.0, allowed, answer);
    Ok(())
}

/// An edited game with the spelling of its text.
fn write_edited(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let source = GameSource::parse(message)?;
    let read = read_region_with_layout(&source.region, source.options(), ());
    let (_, layout) = read.ok_or_else(|| CallError::new("the text has no game"))?;
    let n_replaced = write_verbatim(&*source.open(&mut state.edited)?, &layout, answer.raw());
    let replaced = Loss { fault: &loss::REPLACED_CHARACTER, n: n_replaced };
    put_losses(if n_replaced > 0 { std::slice::from_ref(&replaced) } else { &[] }, answer);
    Ok(())
}
