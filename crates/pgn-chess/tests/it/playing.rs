//! What a move changes, and how games end.
//!
//! Standard: §16.1.3. Decisions: D-34, D-45.

use pgn_chess::fen::{self, EpPolicy, Mode};
use pgn_chess::notation::san::{self, SanOptions};
use pgn_chess::{Move, Position, Square};

fn read(text: &str) -> Position {
    fen::parse(text.as_bytes(), Mode::Strict).expect(text).0
}

fn played(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        position.play_unchecked(
            san::resolve(&position, text.as_bytes(), &SanOptions::default()).expect(text).mv,
        );
    }
    position
}

#[test]
fn mate_stalemate_and_dead_positions() {
    let mated = played("f3 e5 g4 Qh4#");
    assert!(mated.is_checkmate() && !mated.is_stalemate() && mated.is_check());
    assert_eq!(mated.checkers().len(), 1);
    let stalemate = read("7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    for (text, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K1NN w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
    ] {
        assert_eq!(read(text).is_insufficient_material(), dead, "{text}");
    }
}

#[test]
fn the_null_move_passes_the_turn_and_nothing_else() {
    let mut position = played("e4");
    assert_eq!(position.ep_square(), Some(Square::E3));
    position.play_unchecked(Move::NULL);
    assert_eq!(
        fen::to_text(&position, EpPolicy::Standard),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    );
    assert!(!position.is_legal(Move::NULL));
}

#[test]
fn identity_counts_only_legal_en_passant() {
    // The pawn on e4 may not take: the king is behind it on the rank.
    let pinned = read("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
    let without = read("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 9 9");
    assert!(pinned.same_position(&without) && pinned.polyglot_key() != without.polyglot_key());
    assert_eq!(pinned.attacked_ep_square(), Some(Square::D3));
    assert_eq!(pinned.legal_ep_square(), None);
    let takes = read("4k3/8/8/8/3Pp3/8/8/3K4 b - d3 0 1");
    let does_not = read("4k3/8/8/8/3Pp3/8/8/3K4 b - - 0 1");
    assert!(!takes.same_position(&does_not));
    assert!(!does_not.same_position(&played("")));
}

#[test]
fn clocks_stop_at_their_largest_value() {
    let mut position = read("4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295");
    let mv = position.legal_moves()[0];
    position.play_unchecked(mv);
    assert_eq!((position.halfmove_clock(), position.fullmove()), (u32::MAX, u32::MAX));
}

#[test]
fn more_moves_than_any_game_can_offer() {
    let position = read("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/pp5Q/kn1QQQQK w - - 0 1");
    assert!(position.legal_moves().len() > 218, "{}", position.legal_moves().len());
    assert_eq!(position.legal_moves().len() as u64, pgn_chess::perft(&position, 1));
}
