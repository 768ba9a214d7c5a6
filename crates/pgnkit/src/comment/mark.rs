//! Colored squares and arrows: `Ga1,Re4` and `Ga1b2`.
//!
//! Standard: none; written by ChessBase and servers. Decisions: D-11.

use std::fmt;

use crate::named_enum::named_enum;
use crate::tag::ValueError;
use pgn_chess::Square;

named_enum! {
    /// The color of a mark.
    ///
    /// ```
    /// use pgnkit::comment::MarkColor;
    /// assert_eq!(MarkColor::from_letter('G'), Some(MarkColor::Green));
    /// assert_eq!(MarkColor::Red.letter(), 'R');
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum MarkColor, name {
        /// `G`
        Green = "green",
        /// `R`
        Red = "red",
        /// `Y`
        Yellow = "yellow",
        /// `B`
        Blue = "blue",
    }
}

impl MarkColor {
    /// The letter.
    #[must_use]
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0].to_ascii_uppercase() as char
    }

    /// The color of a letter, upper case only.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<MarkColor> {
        MarkColor::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

/// One colored square, `Ge4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MarkedSquare {
    /// Its color.
    pub color: MarkColor,
    /// The square.
    pub square: Square,
}

impl fmt::Display for MarkedSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.letter(), self.square)
    }
}

/// One colored arrow, `Ge2e4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Its color.
    pub color: MarkColor,
    /// Where it begins.
    pub source: Square,
    /// Where it points.
    pub target: Square,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.color.letter(), self.source, self.target)
    }
}

/// The colored squares of one command; may be empty.
///
/// ```
/// use pgnkit::comment::MarkedSquares;
/// let squares = MarkedSquares::parse("Ge4,Rd5")?;
/// assert_eq!(squares.iter().next().unwrap().to_string(), "Ge4");
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MarkedSquares<'a> {
    text: &'a str,
}

impl<'a> MarkedSquares<'a> {
    /// Parses `Ga1,Re4`; accepts spaces around items, and an empty list.
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
            let color = color(item)?;
            Some(MarkedSquare { color, square: square(item, 1)? })
        })
    }
}

/// `Ga1,Re4`, without spaces.
impl fmt::Display for MarkedSquares<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.iter())
    }
}

/// The colored arrows of one command; may be empty.
///
/// ```
/// use pgnkit::comment::Arrows;
/// let arrows = Arrows::parse("Ge2e4,Rd7d5")?;
/// assert_eq!(arrows.iter().next().unwrap().to_string(), "Ge2e4");
/// # Ok::<(), pgnkit::tag::ValueError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrows<'a> {
    text: &'a str,
}

impl<'a> Arrows<'a> {
    /// Parses `Ga1b2,Re2e4`; accepts spaces around items, and an empty list.
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
            let color = color(item)?;
            Some(Arrow { color, source: square(item, 1)?, target: square(item, 3)? })
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

/// Checks that each item is a color and the required number of squares.
fn check_items(args: &str, n_squares: usize) -> Result<(), ValueError> {
    for (offset, item) in items(args) {
        if color(item).is_none() {
            return Err(ValueError::at(args, offset, "one of the colors G, R, Y, B"));
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

fn color(item: &str) -> Option<MarkColor> {
    MarkColor::from_letter(item.chars().next()?)
}

fn square(item: &str, offset: usize) -> Option<Square> {
    Square::from_ascii(item.as_bytes().get(offset..offset + 2)?)
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
