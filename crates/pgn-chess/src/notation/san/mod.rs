//! Standard Algebraic Notation.
//!
//! Standard: §8.2.3. Decisions: D-32, D-34, D-37.
//! Start at [`to_text`] and [`resolve`](fn@resolve).
//!
//! ```text
//! SAN       = ( castling | pawn | piece | drop ) [ "+" | "#" ]
//! drop      = ( "P" | "N" | "B" | "R" | "Q" ) "@" square               variants alone
//! castling  = "O-O" | "O-O-O"
//! pawn      = [ file "x" ] square [ "=" ( "N" | "B" | "R" | "Q" ) ]
//! piece     = ( "N" | "B" | "R" | "Q" | "K" ) [ file ] [ rank ] [ "x" ] square
//! ```

mod candidates;
mod canonical;
mod explain;
mod forms;
mod illegal;
mod lax;
mod normal;
mod of_variant;
mod order;
mod pseudo_legal;
mod reading;
mod resolve;
mod shape;
mod spelling;
mod symbol;
mod uncommon_form;
mod write;

#[cfg(test)]
mod tests;

pub use candidates::Candidates;
pub use canonical::{play_legal, play_word, play_word_undoable, resolve_canonical, resolve_word};
pub use forms::is_tail;
pub use illegal::IllegalMoveError;
pub use order::{by_ordinal, ordinal};
pub use pseudo_legal::{resolve_illegal, spell_illegal};
pub use reading::{Departures, Mark, Reading, ResolveError, SanOptions, Stage};
pub use resolve::resolve;
pub use spelling::Spelling;
pub use symbol::{San, SanError, SanErrorKind, parse};
pub use write::{SanText, check_mark, play_to_text, to_text, to_text_unmarked};
