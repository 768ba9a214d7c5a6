//! Structures of pawns that have a name.

use pgnkit::chess::{Bitboard, Color, Square};

use super::Sides;
use crate::probe::reach::Reach;
use crate::probe::test::Turn;
use crate::probe::zone;

/// A structure by its name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NamedStructure {
    /// The word.
    pub word: &'static str,
    /// Squares that must have a pawn of the side it is named after.
    pub own: &'static str,
    /// Squares that must have a pawn of the other side.
    pub enemy: &'static str,
    /// Files on which the first side must have no other pawns.
    pub own_without: &'static str,
    /// Files on which the other side must have no other pawns.
    pub enemy_without: &'static str,
    /// One line about it.
    pub about: &'static str,
}

const fn row(
    word: &'static str,
    [own, enemy, own_without, enemy_without]: [&'static str; 4],
    about: &'static str,
) -> NamedStructure {
    NamedStructure { word, own, enemy, own_without, enemy_without, about }
}

/// The structures.
///
/// ```
/// use pgn_query::probe::NAMED;
///
/// assert!(!NAMED.is_empty());
/// ```
pub const NAMED: &[NamedStructure] = &[
    row("hanging", ["c4 d4", "", "bcde", "cd"], "two pawns side by side without neighbors"),
    row("carlsbad", ["d4 e3", "c6 d5", "cd", "de"], "after cxd5 exd5: half-open c and e files"),
    row("maroczy", ["c4 e4", "", "d", "c"], "c4 and e4 against an open c file"),
    row("hedgehog", ["a3 b3 d3 e3", "c5 e5", "c", "d"], "small steps against c5 and e5"),
    row("stonewall", ["d4 e3 f4", "d5", "e", ""], "d4, e3 and f4 against d5"),
    row("french-advance", ["d4 e5", "d5 e6", "", ""], "e5 and d4 against e6 and d5"),
    row("benoni", ["d5 e4", "c5 d6", "c", "e"], "d5 and e4 against c5 and d6"),
    row("kings-indian", ["d5 e4", "d6 e5", "", ""], "d5 and e4 against d6 and e5"),
    row("scheveningen", ["d3 e3", "e5", "c", "d"], "d and e pawns one step up, c file open"),
    row("dragon", ["d3 e2 f2 g3 h2", "e5", "c", "d"], "g pawn one step up, c file open"),
    row("boleslavsky", ["d3 e4", "e5", "c", "d"], "d3 defends e4, c file open"),
];

/// A structure as sets of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    own: u64,
    enemy: u64,
    own_none: u64,
    enemy_none: u64,
}

impl Named {
    pub(super) fn from_word(word: &str) -> Option<Named> {
        let row = NAMED.iter().find(|row| row.word == word)?;
        let (own, enemy) = (squares(row.own), squares(row.enemy));
        let own_none = files(row.own_without) & !own;
        let enemy_none = files(row.enemy_without) & !enemy;
        Some(Named { own, enemy, own_none, enemy_none })
    }

    /// Whether the pawns are so.
    pub(super) fn holds(&self, sides: Sides) -> bool {
        sides.own & self.own == self.own
            && sides.enemy & self.enemy == self.enemy
            && sides.own & self.own_none == 0
            && sides.enemy & self.enemy_none == 0
    }

    /// It is seen from its own side, so that exchanging colors changes nothing but the color.
    pub(super) fn turned(&self, turn: Turn) -> Named {
        if turn == Turn::Colors {
            return *self;
        }
        let turned = |squares| zone::turned(Bitboard(squares), turn).0;
        Named {
            own: turned(self.own),
            enemy: turned(self.enemy),
            own_none: turned(self.own_none),
            enemy_none: turned(self.enemy_none),
        }
    }

    /// The pawns that must be there, if it is this side's.
    pub(super) fn add_to(&self, color: Color, reach: &mut Reach) {
        for (squares, whose) in [(self.own, color), (self.enemy, color.other())] {
            let squares = match color {
                Color::White => squares,
                Color::Black => squares.swap_bytes(),
            };
            Bitboard(squares).for_each(|square| reach.add_pawn(whose, square));
        }
    }
}

fn squares(words: &str) -> u64 {
    let squares = words.split_whitespace().filter_map(|word| Square::from_ascii(word.as_bytes()));
    squares.collect::<Bitboard>().0
}

fn files(letters: &str) -> u64 {
    letters
        .bytes()
        .filter_map(pgnkit::chess::File::from_letter)
        .fold(0, |all, file| all | Bitboard::from_file(file).0)
}
