//! The table of opcodes, the arithmetic of evaluations, the registers, and edits (§16.2.5, D-50).

use super::{START, record, written};
use crate::epd::opcode::{Edition, OPCODES, Opcode, is_public};
use crate::epd::{Evaluation, Form, Operand, Registers, Verdict};
use pgnkit::chess::{Color, Position};
use pgnkit::comment::Eval;

#[test]
fn the_table_is_in_ascii_order() {
    let mnemonics: Vec<&str> = OPCODES.iter().map(|opcode| opcode.mnemonic()).collect();
    assert!(mnemonics.is_sorted());
    for opcode in OPCODES {
        assert_eq!(Opcode::from_mnemonic(opcode.mnemonic()), Some(*opcode));
        assert!(is_public(opcode.mnemonic()));
    }
    let of_standard = |opcode: &&Opcode| opcode.definition().edition == Edition::Standard;
    let standard: Vec<&str> =
        OPCODES.iter().filter(of_standard).map(|opcode| opcode.mnemonic()).collect();
    assert_eq!(
        standard.join(" "),
        "acn acs am bm c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ce dm draw_accept draw_claim draw_offer \
         draw_reject eco fmvn hmvc id nic noop pm pv rc resign sm tcgs tcri tcsi \
         v0 v1 v2 v3 v4 v5 v6 v7 v8 v9"
    );
}

#[test]
fn ranks_have_their_opcodes() {
    assert_eq!(Opcode::comment(0), Some(Opcode::C0));
    assert_eq!(Opcode::comment(9), Some(Opcode::C9));
    assert_eq!(Opcode::comment(10), None);
    assert_eq!(Opcode::variation(9), Some(Opcode::V9));
    assert_eq!(Opcode::variation(10), None);
    assert_eq!(Opcode::V9.to_string(), "v9");
}

#[test]
fn opcodes_say_what_they_expect() {
    let cases = [
        (Opcode::Resign, "no operand"),
        (Opcode::Acn, "one integer from 0 up"),
        (Opcode::Fmvn, "one integer from 1 up"),
        (Opcode::Ce, "one integer from -32767 to 32766"),
        (Opcode::Id, "one string"),
        (Opcode::Eco, "one string or no operand"),
        (Opcode::Tcri, "two strings"),
        (Opcode::Pm, "one move"),
        (Opcode::Refreq, "one of fault, reply, sign_off, sign_on"),
    ];
    for (opcode, expected) in cases {
        assert_eq!(opcode.grammar().expected(), expected, "{opcode}");
    }
}

#[test]
fn moves_of_no_order_are_held_in_one() {
    let read = |operation: &str| record(&format!("{START} {operation};"));
    assert_eq!(read("bm e4 Nf3"), read("bm Nf3 e4"));
    assert_ne!(read("pv e4 Nf3"), read("pv Nf3 e4"));
}

#[test]
fn an_opcode_of_one_move_has_it_only_when_all_is_understood() {
    let mv = |operation: &str| record(&format!("{START} {operation};")).mv(Opcode::Sm);
    assert!(mv("sm e4").is_some());
    for operation in ["sm", "sm e4 d4", "sm e4 Zz9", "sm Zz9", "pm e4"] {
        assert_eq!(mv(operation), None, "{operation}");
    }
}

#[test]
fn mates_are_counted_as_the_standard_does() {
    for (moves, mates, is_mated) in [(1, 32766, -32765), (5, 32758, -32757)] {
        assert_eq!(Evaluation::mate_in(moves), Some(mates));
        assert_eq!(Evaluation::mated_in(moves), Some(is_mated));
    }
    assert_eq!(Evaluation::mate_in(0), None);
    assert_eq!(Evaluation::mate_in(i64::MAX), None);
    assert_eq!(Evaluation::mated_in(384), None);
    let verdict = |ce| Evaluation::new(ce).map(Evaluation::verdict);
    assert_eq!(verdict(32000), Some(Verdict::Centipawns(32000)));
    assert_eq!(verdict(32001), Some(Verdict::Mates(766)));
    assert_eq!(verdict(-32000), Some(Verdict::Centipawns(-32000)));
    assert_eq!(verdict(-32001), Some(Verdict::IsMated(766)));
    assert_eq!(verdict(-32767), Some(Verdict::Illegal));
    assert_eq!(verdict(32767), None);
    assert_eq!(verdict(i64::MIN), None);
}

#[test]
fn an_evaluation_seen_from_the_move_before() {
    let before = |ce| Evaluation::new(ce).map(|ce| ce.before().ce());
    // 32000 is the highest that is not a mate.
    let cases = [
        (32766, -32765),
        (-32765, 32764),
        (30, -30),
        (0, 0),
        (-32767, 32766),
        (32001, -32000),
        (32000, -32000),
        (-32000, 32000),
        (-32001, 32000),
    ];
    for (ce, expected) in cases {
        assert_eq!(before(ce), Some(expected), "{ce}");
    }
}

#[test]
fn evaluations_of_servers_are_turned_to_the_side_to_move() {
    let cases = [
        ("0.35", Color::White, Some(35)),
        ("0.35", Color::Black, Some(-35)),
        ("#3", Color::White, Some(32762)),
        ("#3", Color::Black, Some(-32761)),
        ("#-1", Color::Black, Some(32766)),
        ("#0", Color::White, None),
        ("999.99", Color::White, Some(32000)),
    ];
    for (text, turn, expected) in cases {
        let eval = Eval::parse(text).expect("an evaluation");
        let ce = Evaluation::from_eval(&eval, turn);
        assert_eq!(ce.map(Evaluation::ce), expected, "{text}");
        if let (Some(ce), false) = (ce, text.starts_with("999")) {
            assert_eq!(ce.score(turn), Some(eval.score));
        }
    }
}

#[test]
fn registers_forget_what_stands_below() {
    for family in ["c", "v"] {
        let mut registers = Registers::default();
        let mut seen = Vec::new();
        let lines = ["X5 \"C\"; X1 \"B\"; X0 \"A\";", "X1 \"D\";", "X0;"];
        for operations in lines {
            let operations = operations.replace('X', family);
            registers.apply(&record(&format!("{START} {operations}")));
            let get = |rank| match family {
                "c" => registers.comment(rank),
                _ => registers.variation(rank),
            };
            seen.push((0..10).filter_map(|n| Some(format!("{n}{}", get(n)?))).collect::<String>());
        }
        assert_eq!(seen, ["0A1B5C", "0A1D", ""]);
    }
    let mut registers = Registers::default();
    registers.apply(&record(&format!("{START} eco \"C20\"; nic \"KP 1\";")));
    assert_eq!(registers.eco.as_deref(), Some("C20"));
    registers.apply(&record(&format!("{START} bm e4; nic a \"b\";")));
    assert_eq!(registers.eco.as_deref(), Some("C20"));
    assert_eq!(registers.nic.as_deref(), Some("KP 1"));
    registers.apply(&record(&format!("{START} eco;")));
    assert_eq!(registers.eco, None);
}

#[test]
fn what_is_said_makes_one_state_of_another() {
    let texts = [None, Some("a"), Some("b")];
    let states: Vec<Registers> = (0..27)
        .map(|n| {
            let mut registers = Registers::default();
            registers.set_comment(0, texts[n % 3]);
            if let Some(text) = texts[n / 3 % 3] {
                registers.set_comment(2, Some(text));
            }
            registers.set_variation(1, texts[n / 9]);
            registers.eco = texts[n % 3].map(str::to_string);
            registers
        })
        .collect();
    for before in &states {
        for after in &states {
            let mut said = crate::epd::Record::new(&Position::start());
            after.set_from(before, &mut said);
            let mut registers = before.clone();
            registers.apply(&said);
            assert_eq!(registers, *after);
            assert_eq!(said.operations().is_empty(), before == after);
        }
    }
}

#[test]
fn records_are_edited() {
    let mut record = record(&format!("{START} bm e4;"));
    record.set_integer(Opcode::Fmvn, 7);
    record.set_integer(Opcode::Hmvc, 3);
    let position = record.position().expect("a position");
    assert_eq!((position.halfmove_clock(), position.fullmove()), (3, 7));
    record.set_text(Opcode::Id, "x \"y\"");
    record.set_named("zz", vec![Operand::word("two words"), Operand::word("one")]);
    assert!(record.remove("bm"));
    assert!(!record.remove("bm"));
    assert!(record.remove("fmvn"));
    assert_eq!(record.position().map(Position::fullmove), Some(1));
    let expected = format!("{START} hmvc 3; id \"x 'y'\"; zz \"two words\" one;");
    assert_eq!(written(&record, Form::Modern), expected);
    assert!(Operand::word("").is_string());
    let one = Operand::word("one");
    assert_eq!((one.text(), one.is_string()), ("one", false));
}
