//! The calls, by the text that begins each message.

use crate::answer::Answer;
use crate::message::{CallError, Message};
pub use crate::state::State;

/// Answers a message. The first number of an answer is 0; if it is 1, the text of the answer is
/// the reason why the call failed.
pub fn answer(state: &mut State, message: &[u8], output: &mut Vec<u8>) {
    let mut answer = std::mem::take(&mut state.answer);
    answer.clear();
    answer.flag(false);
    if let Err(CallError(reason)) = call(state, &mut Message::new(message), &mut answer) {
        answer.clear();
        answer.flag(true);
        answer.text(&reason);
    }
    answer.write(output);
    state.answer = answer;
}

fn call(
    state: &mut State,
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let verb = message.text()?;
    #[cfg(feature = "games")]
    if let Some(done) = crate::game_calls::call(verb, state, message, answer) {
        return done;
    }
    #[cfg(feature = "analysis")]
    if let Some(done) = crate::analysis_calls::call(verb, state, message, answer) {
        return done;
    }
    Err(CallError::new(format!("unknown call `{verb}`")))
}
