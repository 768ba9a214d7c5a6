//! Rules about EPD, one file each (§16.2).
//!
//! Start at [`bad_operand`].

rule_modules! {
    mod malformed_opcode;
    mod bad_operand;
    mod overlong_operand;
    mod unclosed_operand;
    mod duplicate_opcode;
    mod unplayable_operand;
    mod missing_supplied_move;
    mod missing_semicolon;
    mod stray_semicolon;
    mod fen_counters;
    mod operation_spacing;
    mod unquoted_string;
    mod escaped_quote;
    mod foreign_character;
    mod remark_line;
    mod discouraged_number;
    mod unordered_operations;
    mod unordered_operands;
    mod private_opcode;
    mod unknown_opcode;
    mod evaluation_against_mate;
    mod prediction_mismatch;
    mod wrong_illegal_mark;
    mod impossible_position;
    mod overlong_record;
    mod later_opcode;
    mod evaluation_against_board;
    mod replaced_quote;
    mod replaced_operand;
    mod cut_operand;
    mod dropped_operation;
    mod dropped_line;
}
