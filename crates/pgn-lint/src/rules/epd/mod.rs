//! Rules about EPD, one file each.
//!
//! Standard: §16.2. Decisions: as each rule cites them.
//! Start at [`bad_operand`].

pub(crate) mod bad_operand;
pub(crate) mod cut_operand;
pub(crate) mod discouraged_number;
pub(crate) mod dropped_line;
pub(crate) mod dropped_operation;
pub(crate) mod duplicate_opcode;
pub(crate) mod escaped_quote;
pub(crate) mod evaluation_against_board;
pub(crate) mod evaluation_against_mate;
pub(crate) mod fen_counters;
pub(crate) mod foreign_character;
pub(crate) mod impossible_position;
pub(crate) mod later_opcode;
pub(crate) mod malformed_opcode;
pub(crate) mod missing_semicolon;
pub(crate) mod missing_supplied_move;
pub(crate) mod operation_spacing;
pub(crate) mod overlong_operand;
pub(crate) mod overlong_record;
pub(crate) mod prediction_mismatch;
pub(crate) mod private_opcode;
pub(crate) mod remark_line;
pub(crate) mod replaced_operand;
pub(crate) mod replaced_quote;
pub(crate) mod stray_semicolon;
pub(crate) mod unclosed_operand;
pub(crate) mod unknown_opcode;
pub(crate) mod unordered_operands;
pub(crate) mod unordered_operations;
pub(crate) mod unplayable_operand;
pub(crate) mod unquoted_string;
pub(crate) mod wrong_illegal_mark;
