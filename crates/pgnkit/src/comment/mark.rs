//! Coloured squares and arrows: `Ga1,Re4` and `Ga1b2`.
//!
//! Owns: the arguments of the csl and cal commands. Knows nothing of: boards.
//! Standard: none; written by ChessBase and servers. Decisions: D-11.
//! Start at [`MarkedSquares`] and [`Arrows`].

use std::fmt;

use crate::tag::ValueError;

/// The colour of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkColour {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl MarkColour {
    /// The letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            MarkColour::Green => 'G',
            MarkColour::Red => 'R',
            MarkColour::Yellow => 'Y',
            MarkColour::Blue => 'B',
        }
    }

    /// Its name in English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkColour::Green => "green",
            MarkColour::Red => "red",
            MarkColour::Yellow => "yellow",
            MarkColour::Blue => "blue",
        }
    }

    /// The colour of a letter, upper case only.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<MarkColour> {
        match letter {
            'G' => Some(MarkColour::Green),
            'R' => Some(MarkColour::Red),
            'Y' => Some(MarkColour::Yellow),
            'B' => Some(MarkColour::Blue),
            _ => None,
        }
    }
}

/// A square by name, `e4`; the board's own squares belong to the rules of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// `b'a'` to `b'h'`.
    file: u8,
    /// `b'1'` to `b'8'`.
    rank: u8,
}

impl Square {
    /// The square of a file `a` to `h` and a rank `1` to `8`.
    #[must_use]
    pub const fn new(file: char, rank: char) -> Option<Square> {
        match (file, rank) {
            ('a'..='h', '1'..='8') => Some(Square { file: file as u8, rank: rank as u8 }),
            _ => None,
        }
    }

    /// The file, `a` to `h`.
    #[must_use]
    pub const fn file(self) -> char {
        self.file as char
    }

    /// The rank, `1` to `8`.
    #[must_use]
    pub const fn rank(self) -> char {
        self.rank as char
    }

    /// The number of the square from 0 to 63: a1, b1, … h8.
    #[must_use]
    pub const fn idx(self) -> u8 {
        (self.rank - b'1') * 8 + (self.file - b'a')
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// One coloured square, `Ge4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MarkedSquare {
    /// Its colour.
    pub colour: MarkColour,
    /// The square.
    pub square: Square,
}

impl fmt::Display for MarkedSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.square)
    }
}

/// One coloured arrow, `Ge2e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Its colour.
    pub colour: MarkColour,
    /// Where it begins.
    pub source: Square,
    /// Where it points.
    pub target: Square,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.colour.letter(), self.source, self.target)
    }
}

/// The coloured squares of one command; may be none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MarkedSquares<'a> {
    text: &'a str,
}

impl<'a> MarkedSquares<'a> {
    /// Parses `Ga1,Re4`; spaces around items are allowed, and so is an empty list.
    ///
    /// # Errors
    /// At the first character out of place.
    pub fn parse(args: &'a str) -> Result<MarkedSquares<'a>, ValueError> {
        check_items(args, 1)?;
        Ok(MarkedSquares { text: args })
    }

    /// The squares in order.
    pub fn iter(&self) -> impl Iterator<Item = MarkedSquare> + use<'a> {
        items(self.text).filter_map(|(_, item)| {
            let colour = colour(item)?;
            Some(MarkedSquare { colour, square: square(item, 1)? })
        })
    }
}

/// `Ga1,Re4`, without spaces.
impl fmt::Display for MarkedSquares<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.iter())
    }
}

/// The coloured arrows of one command; may be none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrows<'a> {
    text: &'a str,
}

impl<'a> Arrows<'a> {
    /// Parses `Ga1b2,Re2e4`; spaces around items are allowed, and so is an empty list.
    ///
    /// # Errors
    /// At the first character out of place.
    pub fn parse(args: &'a str) -> Result<Arrows<'a>, ValueError> {
        check_items(args, 2)?;
        Ok(Arrows { text: args })
    }

    /// The arrows in order.
    pub fn iter(&self) -> impl Iterator<Item = Arrow> + use<'a> {
        items(self.text).filter_map(|(_, item)| {
            let colour = colour(item)?;
            Some(Arrow { colour, source: square(item, 1)?, target: square(item, 3)? })
        })
    }
}

/// `Ga1b2,Re2e4`, without spaces.
impl fmt::Display for Arrows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.iter())
    }
}

/// The items of a list with their offsets; none for a blank list.
fn items(args: &str) -> impl Iterator<Item = (usize, &str)> {
    let list = if args.trim().is_empty() { None } else { Some(args.split(',')) };
    let mut offset = 0;
    list.into_iter().flatten().map(move |item| {
        let start = offset + (item.len() - item.trim_start().len());
        offset += item.len() + 1;
        (start, item.trim())
    })
}

/// Checks that each item is a colour and as many squares as asked for.
fn check_items(args: &str, n_squares: usize) -> Result<(), ValueError> {
    for (offset, item) in items(args) {
        if colour(item).is_none() {
            return Err(ValueError::at(args, offset, "one of the colours G, R, Y, B"));
        }
        let len = 1 + 2 * n_squares;
        for idx in (1..len).step_by(2) {
            if square(item, idx).is_none() {
                let end = item.len().min(idx + 2);
                let start = item.len().min(idx);
                let range = offset + start..offset + end;
                return Err(ValueError::text(args, range, "a square from a1 to h8"));
            }
        }
        if item.len() > len {
            return Err(ValueError::at(args, offset + len, "a comma or the end"));
        }
    }
    Ok(())
}

fn colour(item: &str) -> Option<MarkColour> {
    MarkColour::from_letter(item.chars().next()?)
}

fn square(item: &str, offset: usize) -> Option<Square> {
    let bytes = item.as_bytes();
    Square::new(char::from(*bytes.get(offset)?), char::from(*bytes.get(offset + 1)?))
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = impl fmt::Display>,
) -> fmt::Result {
    for (idx, item) in items.enumerate() {
        if idx > 0 {
            f.write_str(",")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
