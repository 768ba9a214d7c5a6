//! Extended Position Description (EPD): one position per line, with operations about it (§16.2,
//! §16.2.4, §16.2.5, D-45 to D-51).
//!
//! ```text
//! line → fields, counters, operations        lex
//! operation → opcode, value                  operand, by the table in opcode
//! records → registers                        what `c0` to `c9`, `v0` to `v9`, `eco`, `nic` mean
//! record → line                              write
//! game → records → game                      from_game, to_game, whole_game
//! line → game without moves                  as_game
//! scores of a set of positions               backsolve
//! ```
//!
//! Start at [`parse`] and [`append`]; the opcodes are in [`Opcode`].

pub mod fault;

mod as_game;
mod backsolve;
mod from_game;
mod game_losses;
mod lex;
mod lines;
mod note;
mod opcode;
mod operand;
mod parse;
mod record;
mod registers;
mod score;
mod text;
mod to_game;
mod whole_game;
mod write;

#[cfg(test)]
mod tests;

pub use as_game::{LineKind, append_as_game};
pub use backsolve::{Backsolve, OwnScore, Solved};
pub use from_game::records;
pub use game_losses::game_losses;
pub use lines::{LINE_BYTES_MAX, Lines, RawLine};
pub use note::{Detail, Note};
pub use opcode::{
    Definition, Edition, Grammar, MNEMONIC_CHARACTERS_MAX, OPCODES, Opcode, RANKS, is_opcode,
    is_public,
};
pub use operand::STRING_BYTES_MAX;
pub use parse::{Line, RECORD_CHARACTERS_MAX, ReadOptions, is_remark, parse, parse_strict};
pub use record::{Moves, Operand, Operation, Record, Value};
pub use registers::Registers;
pub use score::{Evaluation, Verdict};
pub use text::RecordError;
pub use to_game::{Chain, Pushed};
pub use whole_game::whole_records;
pub use write::{Form, append, append_fen};
