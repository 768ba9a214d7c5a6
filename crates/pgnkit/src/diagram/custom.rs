//! Colors that the caller chooses, instead of those of a theme and of marks.

use pgn_chess::Square;

/// A color with eight bits for each part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, invisible, to 100.
    pub opacity: u8,
}

/// Colors that replace those of the theme, and squares and arrows in any color.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomColors {
    /// Light squares.
    pub light: Option<Rgba>,
    /// Dark squares.
    pub dark: Option<Rgba>,
    /// Light squares of the last move.
    pub light_moved: Option<Rgba>,
    /// Dark squares of the last move.
    pub dark_moved: Option<Rgba>,
    /// The edge around the board.
    pub margin: Option<Rgba>,
    /// Letters and digits.
    pub coordinates: Option<Rgba>,
    /// The line around the board.
    pub border: Option<Rgba>,
    /// Squares that are filled.
    pub fills: Vec<(Square, Rgba)>,
    /// Squares with a cross.
    pub crosses: Vec<Square>,
    /// Arrows; from a square to itself, a ring.
    pub arrows: Vec<(Square, Square, Rgba)>,
}

const NAMED: [(&str, u32); 17] = [
    ("black", 0x00_00_00),
    ("silver", 0xc0_c0_c0),
    ("gray", 0x80_80_80),
    ("white", 0xff_ff_ff),
    ("maroon", 0x80_00_00),
    ("red", 0xff_00_00),
    ("purple", 0x80_00_80),
    ("fuchsia", 0xff_00_ff),
    ("green", 0x00_80_00),
    ("lime", 0x00_ff_00),
    ("olive", 0x80_80_00),
    ("yellow", 0xff_ff_00),
    ("navy", 0x00_00_80),
    ("blue", 0x00_00_ff),
    ("teal", 0x00_80_80),
    ("aqua", 0x00_ff_ff),
    ("orange", 0xff_a5_00),
];

impl Rgba {
    /// A color of CSS: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, or one of its 17 first names.
    ///
    /// ```
    /// use pgnkit::diagram::Rgba;
    /// assert_eq!(Rgba::parse("#c00"), Some(Rgba { rgb: [204, 0, 0], opacity: 100 }));
    /// assert_eq!(Rgba::parse("#CC000080"), Some(Rgba { rgb: [204, 0, 0], opacity: 50 }));
    /// assert_eq!(Rgba::parse("orange"), Some(Rgba { rgb: [255, 165, 0], opacity: 100 }));
    /// assert_eq!(Rgba::parse("#12"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Rgba> {
        let Some(digits) = text.strip_prefix('#') else {
            let (_, hex) = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))?;
            let [_, r, g, b] = hex.to_be_bytes();
            return Some(Rgba { rgb: [r, g, b], opacity: 100 });
        };
        let digit = |c: char| c.to_digit(16).map(|digit| digit as u8);
        let digits = digits.chars().map(digit).collect::<Option<Vec<u8>>>()?;
        let parts: Vec<u8> = match digits.len() {
            3 | 4 => digits.iter().map(|digit| digit * 17).collect(),
            6 | 8 => digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect(),
            _ => return None,
        };
        let alpha = parts.get(3).copied().unwrap_or(u8::MAX);
        let opacity = (u32::from(alpha) * 100 + 127) / 255;
        Some(Rgba { rgb: [parts[0], parts[1], parts[2]], opacity: opacity as u8 })
    }
}
