//! Diagnostics: the kind and location of problems in a text, without messages.
//!
//! Standard: all of §4 to §8 as cited by each fault. Decisions: D-01 to D-38 as cited.
//! Start at [`Diagnostic`]; the faults are in [`fault`].

pub mod fault;

use crate::span::Span;
use core::fmt;

/// A permanent code: the letter of its layer and three digits, such as `M007`.
///
/// Letters: `L` characters and tokens (§4–7), `T` tags (§8.1, §9, §15), `M` movetext structure
/// (§8.2, §18), `C` chess (§8.2.3), `X` export form (§3.2, §8.2.1), `F` FEN and EPD (§16),
/// `B` PGC (§20), `D` collections (§11–12).
///
/// ```
/// use pgn_syntax::Code;
/// let code = Code::parse("m007").expect("a code");
/// assert_eq!((code.letter(), code.number()), ('M', 7));
/// assert_eq!(code, Code::new('M', 7));
/// assert_eq!(code.to_string(), "M007");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    letter: u8,
    number: u16,
}

impl Code {
    /// The code of `letter` and `number`, which is at most 999.
    ///
    /// # Panics
    /// If the letter is not a layer, or the number has more than three digits. Codes are constants,
    /// so this is a compile error in practice.
    ///
    /// ```
    /// use pgn_syntax::Code;
    /// assert_eq!(Code::new('L', 11).to_string(), "L011");
    /// ```
    #[must_use]
    pub const fn new(letter: char, number: u16) -> Code {
        assert!(matches!(letter, 'L' | 'T' | 'M' | 'C' | 'X' | 'F' | 'B' | 'D'));
        assert!(number > 0 && number <= 999);
        Code { letter: letter as u8, number }
    }

    /// Reads `M007`; the letter's case does not matter.
    ///
    /// ```
    /// use pgn_syntax::Code;
    /// assert_eq!(Code::parse("L011"), Some(Code::new('L', 11)));
    /// assert_eq!(Code::parse("stray-brace"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Code> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let letter = letter.to_ascii_uppercase();
        if !b"LTMCXFBD".contains(&letter) || digits.len() != 3 {
            return None;
        }
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let number = digits.iter().fold(0, |sum, &digit| sum * 10 + u16::from(digit - b'0'));
        (number > 0).then_some(Code { letter, number })
    }

    /// The letter of the layer.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::Code::new('L', 11).letter(), 'L');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        self.letter as char
    }

    /// The number, 1 to 999.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::Code::new('L', 11).number(), 11);
    /// ```
    #[must_use]
    pub const fn number(self) -> u16 {
        self.number
    }
}

/// The text is not a code.
///
/// ```
/// use pgn_syntax::Code;
/// assert!("x".parse::<Code>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseCodeError;

impl fmt::Display for ParseCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a code such as M007")
    }
}

impl core::error::Error for ParseCodeError {}

/// ```
/// use pgn_syntax::Code;
/// assert_eq!("M007".parse(), Ok(Code::new('M', 7)));
/// assert!("M7".parse::<Code>().is_err());
/// ```
impl core::str::FromStr for Code {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Code, ParseCodeError> {
        Code::parse(text).ok_or(ParseCodeError)
    }
}

/// `M007`.
#[cfg(feature = "serde")]
impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        struct CodeVisitor;
        impl serde::de::Visitor<'_> for CodeVisitor {
            type Value = Code;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&ParseCodeError, f)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Code, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(CodeVisitor)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:03}", self.letter as char, self.number)
    }
}

/// Whether a problem departs from the import format.
///
/// ```
/// use pgn_syntax::{Conformance, diagnostic::fault};
/// assert_eq!(fault::COMMENT_OUTSIDE_GAME.conformance, Conformance::Remark);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conformance {
    /// The text departs from the import format of the standard; strict import rejects the game.
    Departure,
    /// The text is legal, or the standard is silent; strict import continues.
    Remark,
}

/// A kind of problem: its permanent code and name, and its section in the standard.
///
/// ```
/// use pgn_syntax::{Conformance, diagnostic::fault};
/// let fault = fault::by_code(fault::STRAY_BRACE.code).expect("a fault of this crate");
/// assert_eq!((fault.name, fault.section), ("stray-brace", "§5"));
/// assert_eq!(fault.conformance, Conformance::Departure);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The permanent code.
    pub code: Code,
    /// The permanent name in kebab case; it names the problem and reads well after "allow".
    pub name: &'static str,
    /// Departure from the import format, or a remark.
    pub conformance: Conformance,
    /// Sections of the standard, such as `§5`.
    pub section: &'static str,
    /// One line, lower case, no full stop.
    pub summary: &'static str,
}

/// One problem at one location.
///
/// The message is written only when the diagnostic is rendered, so creating one needs no
/// allocation, and every program can use its own messages.
///
/// ```
/// use pgn_syntax::{Diagnostic, Span, diagnostic::fault};
/// let diagnostic = Diagnostic::new(&fault::STRAY_BRACE, Span::new(4, 5)).with_other(Span::at(2));
/// assert_eq!(diagnostic.code.to_string(), "L011");
/// assert_eq!(diagnostic.other, Span::at(2));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// The location, relative to the game.
    pub span: Span,
    /// A second location, such as the brace that was left open; empty at the start of `span` if
    /// there is none.
    pub other: Span,
}

impl Diagnostic {
    /// A diagnostic about one location.
    ///
    /// ```
    /// use pgn_syntax::{Diagnostic, Span, diagnostic::fault};
    /// let diagnostic = Diagnostic::new(&fault::STRAY_BRACE, Span::new(4, 5));
    /// assert_eq!(diagnostic.code, fault::STRAY_BRACE.code);
    /// ```
    #[must_use]
    pub const fn new(fault: &Fault, span: Span) -> Diagnostic {
        Diagnostic { code: fault.code, span, other: Span::at(span.start) }
    }

    /// The same with a second location.
    #[must_use]
    pub const fn with_other(self, other: Span) -> Diagnostic {
        Diagnostic { other, ..self }
    }
}
