//! The features of pawns that can be counted.
//!
//! A file is a column of bits eight apart, a rank is a byte. Own pawns go up.

use super::Sides;

/// A feature of pawns, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    All,
    /// No own pawn on a file beside.
    Isolated,
    /// An own pawn further up on the same file.
    Doubled,
    /// No enemy pawn further up on its file or one beside.
    Passed,
    /// No own pawn on the adjacent files beside it or behind it, though there are some further
    /// up, and an enemy pawn attacks the square in front of it.
    Backward,
    /// An own pawn beside it, or one that protects it or that it protects.
    Connected,
    /// Groups of files without a gap that have pawns.
    Islands,
    /// Pawns of the longest row in which each protects the next.
    Chain,
}

pub(super) const FEATURES: [(&str, Feature); 8] = [
    ("pawns", Feature::All),
    ("isolated", Feature::Isolated),
    ("doubled", Feature::Doubled),
    ("passed", Feature::Passed),
    ("backward", Feature::Backward),
    ("connected", Feature::Connected),
    ("islands", Feature::Islands),
    ("chain", Feature::Chain),
];

/// Files a and h, which nothing may be moved over.
const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

fn beside(squares: u64) -> u64 {
    (squares & !A_FILE) >> 1 | (squares & !H_FILE) << 1
}

/// All squares of the same files further up.
fn above(squares: u64) -> u64 {
    let mut up = squares << 8;
    up |= up << 8;
    up |= up << 16;
    up | up << 32
}

/// All squares of the same files further down.
fn below(squares: u64) -> u64 {
    let mut down = squares >> 8;
    down |= down >> 8;
    down |= down >> 16;
    down | down >> 32
}

/// All squares of the files of these.
fn columns(squares: u64) -> u64 {
    squares | above(squares) | below(squares)
}

/// The files that have pawns, a bit each, the a file lowest.
pub(super) fn files(pawns: u64) -> u8 {
    (columns(pawns) & 0xff) as u8
}

impl Feature {
    /// How many of the own pawns on these squares have it; islands and chains count on them alone.
    pub(super) fn count(self, sides: Sides, on: u64) -> i32 {
        let Sides { own, enemy } = sides;
        let pawns = match self {
            Feature::All => own,
            Feature::Isolated => own & !beside(columns(own)),
            Feature::Doubled => own & below(own),
            Feature::Passed => {
                let stopped = below(enemy);
                own & !(stopped | beside(stopped))
            }
            Feature::Backward => {
                let alone = own & !beside(own | above(own)) & beside(columns(own));
                let watched = beside(enemy) >> 8;
                alone & watched >> 8
            }
            Feature::Connected => {
                let near = own | own << 8 | own >> 8;
                own & beside(near)
            }
            Feature::Islands => {
                let files = files(own & on);
                return (files & !(files << 1)).count_ones() as i32;
            }
            Feature::Chain => return longest_chain(own & on),
        };
        (pawns & on).count_ones() as i32
    }
}

/// The pawns of the longest row in which each protects the next.
fn longest_chain(own: u64) -> i32 {
    let mut longest = 0;
    for towards in
        [|squares: u64| (squares & !A_FILE) << 7, |squares: u64| (squares & !H_FILE) << 9]
    {
        let (mut row, mut n) = (own, 0);
        while row != 0 {
            n += 1;
            row = towards(row) & own;
        }
        longest = longest.max(n);
    }
    longest
}
