//! Games with illegal moves that stood: a king may be attacked, but it is never captured, and
//! everything else works as in legal positions.

use pgn_chess::notation::{san, uci};
use pgn_chess::{Color, Move, Position, Role, Undo, Variant};
use proptest::prelude::*;

use san::{Mark, SanOptions};

/// The illegal move of these squares, with the text that is written for it.
fn illegal(position: &Position, from: u8, to: u8) -> Option<(Move, String)> {
    let name = |square: u8| format!("{}{}", (b'a' + square % 8) as char, square / 8 % 8 + 1);
    let text = name(from) + &name(to);
    let (reading, spelling) =
        san::resolve_illegal(position, text.as_bytes(), &SanOptions::default())?;
    Some((reading.mv, spelling.text(reading.mv).to_string()))
}

fn check(position: &Position) {
    let king = |color| position.board().by_piece(color, Role::King);
    assert_eq!((king(Color::White).count(), king(Color::Black).count()), (1, 1));
    let other = position.king(!position.turn());
    let legal = position.legal_moves();
    assert_eq!(position.legal_moves().is_empty(), !position.has_legal_move());
    for mv in &legal {
        let after = position.after(*mv);
        assert!(Some(mv.to()) != other, "{position:?} {mv:?}");
        assert!(!after.attacks_king(), "{position:?} {mv:?}");
        assert!(position.is_legal(*mv));
        let text = san::to_text(position, *mv);
        let read = san::resolve(position, text.as_bytes(), &SanOptions::default()).unwrap();
        assert_eq!((read.mv, read.mark == Mark::None), (*mv, !after.is_check()), "{text}");
        let mut played = *position;
        let mut undo = Undo::default();
        assert!(san::play_legal(&mut played, *mv, &mut undo).is_some());
        assert_eq!(played, after);
        played.take_back(*mv, undo);
        assert_eq!(played, *position);
        assert_eq!(uci::parse(position, uci::to_text(position, *mv).as_bytes()), Ok(*mv));
    }
    let _ = (position.ending(), position.polyglot_key(), position.checkers());
}

proptest! {
    #[test]
    fn illegal_moves_keep_the_board_sound(
        steps in prop::collection::vec(
            (0..64_u8, 0..64_u8, any::<prop::sample::Index>(), 0..4),
            0..120,
        )
    ) {
        let mut position = Position::start();
        for (from, to, index, kind) in steps {
            let legal = position.legal_moves();
            let found = illegal(&position, from, to).filter(|_| kind > 0);
            let mv = match &found {
                Some((mv, text)) => {
                    prop_assert!(!position.is_legal(*mv));
                    let options = SanOptions::default();
                    prop_assert!(san::resolve(&position, text.as_bytes(), &options).is_err());
                    let again = san::resolve_illegal(&position, text.as_bytes(), &options);
                    prop_assert_eq!(again.map(|(reading, _)| reading.mv), Some(*mv));
                    *mv
                }
                None if legal.is_empty() => break,
                None => *index.get(legal.as_slice()),
            };
            let before = position;
            let undo = position.play_undoable(mv);
            prop_assert_eq!(position, before.after(mv));
            let mut back = position;
            back.take_back(mv, undo);
            prop_assert_eq!(back, before);
            check(&position);
        }
    }
}

#[test]
fn some_illegal_moves_are_understood() {
    let pinned = "4r1k1/8/8/8/8/2N5/4N3/R3K2R w - - 0 1";
    let cases = [
        (pinned, "Nf4", Some("Nf4")),
        (pinned, "Nd5", None),
        (pinned, "Nd4", Some("Nd4")),
        (pinned, "O-O", Some("O-O")),
        (pinned, "O-O-O", Some("O-O-O")),
        (pinned, "0-0-0", Some("O-O-O")),
        (pinned, "Ke1-f2", None),
        (pinned, "Nxe8", None),
        (pinned, "Kd4", None),
        ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", Some("O-O-O")),
        ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ke2", Some("Ke2")),
        ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8", Some("Ra8")),
        ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "Rb8", None),
        ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "--", None),
        // The king of the other side is attacked, and is not captured.
        ("4r1k1/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", Some("O-O")),
        ("6k1/8/8/8/8/5n2/4P3/R3K2R w KQ - 0 1", "e4", Some("e4")),
        // Two knights: the text names the one that is pinned.
        ("4r1k1/8/8/8/8/8/4N3/2N1K3 w - - 0 1", "Ned4", Some("Nd4")),
        ("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "Nec2", Some("Nec2")),
    ];
    for (fen, text, expected) in cases {
        let position: Position = fen.parse().unwrap();
        let options = SanOptions::default();
        let found = san::resolve_illegal(&position, text.as_bytes(), &options);
        let found = found.map(|(reading, spelling)| spelling.text(reading.mv).to_string());
        assert_eq!(found.as_deref(), expected, "{fen} {text}");
    }
    let position = Position::start_of(Variant::Atomic);
    assert!(san::resolve_illegal(&position, b"O-O", &SanOptions::default()).is_none());
}
