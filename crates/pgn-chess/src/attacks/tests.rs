//! Sliders against a walk over the board, square by square.

use super::*;

fn walked(from: Square, occupied: Bitboard, directions: &[usize]) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for &direction in directions {
        let (df, dr) = DIRECTIONS[direction];
        let (mut file, mut rank) = (from.file().index() as i8, from.rank().index() as i8);
        loop {
            file += df;
            rank += dr;
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let square = Square::wrap((rank * 8 + file) as u8);
            seen |= square.into();
            if occupied.contains(square) {
                break;
            }
        }
    }
    seen
}

#[test]
fn slider_tables_agree_with_a_walk() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..2_000 {
        let drawn = pgn_testing::draw(&mut state);
        let occupied = Bitboard(if round % 2 == 0 { drawn } else { drawn & drawn.rotate_left(23) });
        for from in Square::all() {
            assert_eq!(rook(from, occupied), walked(from, occupied, &[0, 2, 4, 6]), "rook {from}");
            assert_eq!(
                bishop(from, occupied),
                walked(from, occupied, &[1, 3, 5, 7]),
                "bishop {from}"
            );
        }
    }
}

#[test]
fn between_and_line_know_the_e_file() {
    assert_eq!(between(Square::E1, Square::E4), [Square::E2, Square::E3].into_iter().collect());
    assert_eq!(between(Square::E4, Square::E1), between(Square::E1, Square::E4));
    assert!(between(Square::A1, Square::B3).is_empty());
    assert_eq!(line(Square::E3, Square::E6), Bitboard::from_file(Square::E1.file()));
    assert_eq!(line(Square::A1, Square::H8).len(), 8);
    assert!(line(Square::A1, Square::B3).is_empty());
}
