//! Parts of the board: squares, files, ranks, rectangles (§8.2.3.1 for the names of squares).

use pgnkit::chess::{Bitboard, File, Rank, Square};

use super::ProbeError;
use super::test::Turn;
use super::text::ProbeText;

/// The squares of a word, as White sees them.
const NAMED: [(&str, Bitboard); 4] = [
    ("light", Bitboard::LIGHT),
    ("dark", Bitboard(!Bitboard::LIGHT.0)),
    ("center", Bitboard(0x0000_0018_1800_0000)),
    ("edge", Bitboard(0xff81_8181_8181_81ff)),
];

/// Reads a zone.
///
/// ```text
/// zone ::= area {"," area}
/// area ::= place [".." place] | "light" | "dark" | "center" | "edge"
/// place ::= square | file | rank        both of a kind: `a..c`, `1..2`, `c3..f6`
/// ```
pub(super) fn parse(text: &mut ProbeText<'_>) -> Result<Bitboard, ProbeError> {
    let mut zone = Bitboard::EMPTY;
    loop {
        zone |= area(text)?;
        if !text.take(",") {
            return Ok(zone);
        }
    }
}

fn area(text: &mut ProbeText<'_>) -> Result<Bitboard, ProbeError> {
    text.skip_spaces();
    if let Some((word, squares)) = NAMED.into_iter().find(|(word, _)| text.take_word(word)) {
        debug_assert!(!word.is_empty());
        return Ok(squares);
    }
    let what = "a square, a file, a rank, or light, dark, center, edge";
    let Some(from) = place(text) else { return Err(text.expected(what)) };
    if !text.take("..") {
        return Ok(from.squares());
    }
    let start = text.at();
    let Some(to) = place(text) else { return Err(text.expected("the other end of the range")) };
    from.to(to)
        .ok_or_else(|| text.expected_at("two squares, two files or two ranks", start..text.at()))
}

#[derive(Clone, Copy)]
enum ZonePart {
    Square(Square),
    File(File),
    Rank(Rank),
}

fn place(text: &mut ProbeText<'_>) -> Option<ZonePart> {
    let mut ahead = *text;
    let file = ahead.peek().and_then(|c| File::from_letter(u8::try_from(c).ok()?));
    if file.is_some() {
        ahead.next();
    }
    let rank = ahead.peek().and_then(|c| Rank::from_digit(u8::try_from(c).ok()?));
    if rank.is_some() {
        ahead.next();
    }
    let place = match (file, rank) {
        (Some(file), Some(rank)) => ZonePart::Square(Square::from_coords(file, rank)),
        (Some(file), None) => ZonePart::File(file),
        (None, Some(rank)) => ZonePart::Rank(rank),
        (None, None) => return None,
    };
    *text = ahead;
    Some(place)
}

impl ZonePart {
    fn squares(self) -> Bitboard {
        match self {
            ZonePart::Square(square) => square.into(),
            ZonePart::File(file) => Bitboard::from_file(file),
            ZonePart::Rank(rank) => Bitboard::from_rank(rank),
        }
    }

    /// All between two places of a kind, both included.
    fn to(self, other: ZonePart) -> Option<Bitboard> {
        let files = |one: File, other: File| between(one.index(), other.index());
        let ranks = |one: Rank, other: Rank| between(one.index(), other.index());
        let (files, ranks) = match (self, other) {
            (ZonePart::Square(one), ZonePart::Square(other)) => {
                (files(one.file(), other.file()), ranks(one.rank(), other.rank()))
            }
            (ZonePart::File(one), ZonePart::File(other)) => (files(one, other), 0..=7),
            (ZonePart::Rank(one), ZonePart::Rank(other)) => (0..=7, ranks(one, other)),
            _ => return None,
        };
        let is_in = |square: &Square| {
            files.contains(&square.file().index()) && ranks.contains(&square.rank().index())
        };
        Some(Square::all().filter(is_in).collect())
    }
}

fn between(one: u8, other: u8) -> std::ops::RangeInclusive<u8> {
    one.min(other)..=one.max(other)
}

/// A square if one is next.
pub(super) fn square(text: &mut ProbeText<'_>) -> Option<Square> {
    let mut ahead = *text;
    match place(&mut ahead)? {
        ZonePart::Square(square) => {
            *text = ahead;
            Some(square)
        }
        ZonePart::File(_) | ZonePart::Rank(_) => None,
    }
}

pub(super) fn turned(zone: Bitboard, turn: Turn) -> Bitboard {
    zone.map(|square| turn.of_square(square)).collect()
}
