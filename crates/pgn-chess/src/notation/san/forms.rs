//! Tables of the spellings that people use instead of canonical SAN: every sign and word of D-32.
//!
//! Standard: §8.2.3. Decisions: D-32, D-34.

use super::reading::{Departures, Mark, Stage};

/// Departures found so far, and the stage of D-32 that permits them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Notes {
    pub(super) stage: Stage,
    pub(super) departures: Departures,
}

impl Notes {
    pub(super) const NONE: Notes = of(Stage::Canonical, Departures::NONE);
    pub(super) const CASE: Notes = of(Stage::Case, Departures::CASE);
    pub(super) const OTHER_PIECE: Notes = of(Stage::Case, Departures::OTHER_PIECE);
    pub(super) const PAWN_LETTER: Notes = of(Stage::Extra, Departures::PAWN_LETTER);

    pub(super) fn note(&mut self, stage: Stage, departure: Departures) {
        *self = self.and(of(stage, departure));
    }

    /// Both together.
    pub(super) fn and(self, other: Notes) -> Notes {
        Notes { stage: self.stage.max(other.stage), departures: self.departures | other.departures }
    }
}

const fn of(stage: Stage, departures: Departures) -> Notes {
    Notes { stage, departures }
}

/// A white space character: it is left out.
pub(super) const SPACE: u8 = b' ';
/// It shows how the figurine before it is drawn; elsewhere it is not allowed.
pub(super) const SELECTOR: u8 = 0;

const SPACED: Notes = of(Stage::Signs, Departures::SPACE);
const DASH: Notes = of(Stage::Castling, Departures::FOREIGN_DASH);
const TIMES: Notes = of(Stage::Coordinates, Departures::CAPTURE_SIGN);
const DAGGER: Notes = of(Stage::Signs, Departures::MARK_SPELLING);
const FIGURINE: Notes = of(Stage::Figurine, Departures::FIGURINE);

/// Non-ASCII characters, the same in code page 1252, and their replacements.
///
/// `lexer/word.rs` of pgn-syntax keeps each in its word, which `tests/it/spellings.rs` of pgnkit
/// verifies.
const CHARACTERS: &[(&str, &[u8], u8, Notes)] = &[
    // U+2010 to U+2015 and U+2212: hyphens, dashes, minus.
    ("\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}", b"\x96\x97", b'-', DASH),
    ("\u{d7}", b"\xd7", b'x', TIMES),
    ("\u{a0}", b"\xa0", SPACE, SPACED),
    ("\u{2020}", b"", b'+', DAGGER),
    ("\u{2021}", b"", b'#', DAGGER),
    ("\u{2654}\u{265a}", b"", b'K', FIGURINE),
    ("\u{2655}\u{265b}", b"", b'Q', FIGURINE),
    ("\u{2656}\u{265c}", b"", b'R', FIGURINE),
    ("\u{2657}\u{265d}", b"", b'B', FIGURINE),
    ("\u{2658}\u{265e}", b"", b'N', FIGURINE),
    ("\u{2659}\u{265f}", b"", b'P', FIGURINE),
    ("\u{fe0e}\u{fe0f}", b"", SELECTOR, Notes::NONE),
];

/// The replacement of the first character, and its length in bytes; `Some((None, _))` if it cannot
/// be in a move.
pub(super) fn character(text: &[u8]) -> Option<(Option<(u8, Notes)>, usize)> {
    let first = *text.first()?;
    if first.is_ascii_graphic() {
        return Some((Some((first, Notes::NONE)), 1));
    }
    if first.is_ascii_whitespace() {
        return Some((Some((SPACE, SPACED)), 1));
    }
    let (c, len) = decode(text);
    let row = CHARACTERS.iter().find(|(chars, bytes, ..)| match c {
        Some(c) => chars.contains(c),
        None => bytes.contains(&first),
    });
    Some((row.map(|(.., byte, notes)| (*byte, *notes)), len))
}

/// The character at the start if it is UTF-8, and its length; a lone byte otherwise.
fn decode(text: &[u8]) -> (Option<char>, usize) {
    for len in 2..=4 {
        let c = text.get(..len).and_then(|bytes| str::from_utf8(bytes).ok());
        if let Some(c) = c.and_then(|s| s.chars().next()) {
            return (Some(c), len);
        }
    }
    (None, 1)
}

/// The meaning of a tail.
#[derive(Clone, Copy)]
pub(super) enum Tail {
    /// Check or mate, in words.
    Word(Mark),
    /// Check or mate, as a sign.
    Sign(Mark),
    /// Nothing new.
    Idle(Departures),
}

/// Tails of a move, in any case; the longer ones first.
pub(super) const TAILS: &[(&[u8], Tail)] = &[
    (b"checkmate", Tail::Word(Mark::Mate)),
    (b"mate", Tail::Word(Mark::Mate)),
    (b"dblch", Tail::Word(Mark::Check)),
    (b"dbl", Tail::Word(Mark::Check)),
    (b"disch", Tail::Word(Mark::Check)),
    (b"dis", Tail::Word(Mark::Check)),
    (b"check", Tail::Word(Mark::Check)),
    (b"ch", Tail::Word(Mark::Check)),
    (b"e.p.", Tail::Idle(Departures::EN_PASSANT_TAIL)),
    (b"e.p", Tail::Idle(Departures::EN_PASSANT_TAIL)),
    (b"ep", Tail::Idle(Departures::EN_PASSANT_TAIL)),
    (b"+", Tail::Sign(Mark::Check)),
    (b"#", Tail::Sign(Mark::Mate)),
    (b"=", Tail::Idle(Departures::EXTRA_EQUALS)),
];

/// Whether a separate word after a move only repeats something about the move: `e.p.`, `mate`,
/// `dbl`, `++`. Words must be in lower case; an equals sign is not such a word.
///
/// ```
/// use pgn_chess::notation::san;
/// assert!(san::is_tail(b"mate") && san::is_tail(b"++") && !san::is_tail(b"Nf3"));
/// ```
#[must_use]
pub fn is_tail(text: &[u8]) -> bool {
    TAILS.iter().any(|(tail, says)| match says {
        Tail::Word(_) => text == *tail,
        Tail::Sign(_) => text.starts_with(tail) && text.len() <= 2 && text.ends_with(tail),
        Tail::Idle(departure) => text == *tail && *departure != Departures::EXTRA_EQUALS,
    })
}

/// The sign between origin and target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    None,
    Capture,
    Dash,
}

/// The meaning of a byte between origin and target.
pub(super) fn sign(byte: u8) -> Option<(Sign, Notes)> {
    match byte {
        b'x' => Some((Sign::Capture, Notes::NONE)),
        b'X' => Some((Sign::Capture, Notes::CASE)),
        b':' => Some((Sign::Capture, TIMES)),
        b'-' => Some((Sign::Dash, Notes::NONE)),
        _ => None,
    }
}

/// A letter of castling.
pub(super) fn castling_letter(byte: u8) -> Option<Notes> {
    match byte {
        b'O' => Some(Notes::NONE),
        b'0' => Some(of(Stage::Castling, Departures::ZERO_CASTLING)),
        b'o' => Some(Notes::CASE),
        _ => None,
    }
}

const SPELLED: Notes = of(Stage::Promotion, Departures::PROMOTION_SPELLING);

/// The text before and after the letter of a promotion.
const PROMOTIONS: [(&[u8], &[u8], Notes); 6] = [
    (b"=", b"", Notes::NONE),
    (b"", b"", of(Stage::Promotion, Departures::MISSING_EQUALS)),
    (b"/", b"", SPELLED),
    (b"(", b")", SPELLED),
    (b"=(", b")", SPELLED),
    (b"(=", b")", SPELLED),
];

/// The letter of a promotion.
pub(super) fn promotion(text: &[u8]) -> Option<(u8, Notes)> {
    PROMOTIONS.iter().find_map(|(before, after, notes)| {
        match text.strip_prefix(*before)?.strip_suffix(*after)? {
            [letter] => Some((*letter, *notes)),
            _ => None,
        }
    })
}

/// The null moves of D-34, in any case.
const NULL_MOVES: [&[u8]; 7] = [b"--", b"Z0", b"0000", b"@@@@", b"<>", b"null", b"pass"];

pub(super) fn is_null(text: &[u8]) -> bool {
    NULL_MOVES.iter().any(|word| text.eq_ignore_ascii_case(word))
}
