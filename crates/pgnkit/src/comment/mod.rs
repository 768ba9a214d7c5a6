//! The contents of comments: commands, clocks, evaluations, marks.
//!
//! Standard: §5; commands are younger. Decisions: D-11.
//! Start at [`commands`].

mod command;
mod engine_note;
mod mark;
mod plain;
mod score;
mod value;

pub use command::{Command, Commands, commands, strip_commands, words_of};
#[doc(hidden)]
pub use command::{DIAGRAM_MARK, OPENING};
pub use engine_note::{
    CommentContext, TwoReadings, clocks_with_two_readings, values, with_standard_commands,
};
pub use mark::{Arrow, Arrows, MarkColor, MarkedSquare, MarkedSquares};
pub use plain::Plain;
pub use score::{Eval, Score};
pub use value::{Clock, Millis, Value};

#[cfg(test)]
mod tests;
