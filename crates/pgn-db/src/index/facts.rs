//! The data of every game in a table of fixed width: its place, and common grouping facts
//! (§8.1.1.3, §8.1.1.7, §9.1, §9.3, D-42).

use super::bytes::ByteReader;
use pgnkit::chess::Variant;
use pgnkit::syntax::{GameEnd, Location};
use pgnkit::tag::{Eco, Outcome};

/// Where the region of a game is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The offset of its first byte.
    pub start: u64,
    /// How many bytes it has.
    pub len: u32,
    /// Line and column of the first byte.
    pub location: Location,
}

impl Default for Place {
    fn default() -> Place {
        Place { start: 0, len: 0, location: Location::START }
    }
}

pub(super) const PLACE_BYTES: usize = 24;

pub(super) const FACTS_BYTES: usize = 16;

impl Place {
    pub(super) fn push(&self, to: &mut Vec<u8>) {
        let column = self.location.column.min(u64::from(u32::MAX));
        let rest = u64::from(self.len) | column << 32;
        let mut bytes = [0; PLACE_BYTES];
        for (bytes, number) in
            bytes.as_chunks_mut().0.iter_mut().zip([self.start, self.location.line, rest])
        {
            *bytes = u64::to_le_bytes(number);
        }
        to.extend_from_slice(&bytes);
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<Place> {
        let mut from = ByteReader(bytes);
        let (start, line) = (from.u64()?, from.u64()?);
        let (len, column) = (from.u32()?, u64::from(from.u32()?));
        Some(Place { start, len, location: Location { line, column } })
    }
}

/// Common facts for counting games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Year, month and day as the number `YYYYMMDD`, zero for what is not known.
    pub date: u32,
    /// The rating of White; 0 if there is none.
    pub white_elo: u16,
    /// The rating of Black; 0 if there is none.
    pub black_elo: u16,
    /// The code of the opening, as the tag has it.
    pub eco: Option<Eco>,
    /// Number of plies of the main line as far as it could be played; 65,535 means more.
    pub ply_count: u16,
    /// How the game ended.
    pub outcome: Outcome,
    /// The rules; `None` if they, or the start, are unknown.
    pub variant: Option<Variant>,
    /// How its text ends.
    pub end: GameEnd,
    /// Its positions are not in the index, because its main line cannot be played to its end.
    pub is_left_out: bool,
}

const OUTCOMES: [Outcome; Outcome::ALL.len()] = [
    Outcome::Unknown,
    Outcome::WhiteWins,
    Outcome::BlackWins,
    Outcome::Draw,
    Outcome::WhiteWinsByForfeit,
    Outcome::BlackWinsByForfeit,
    Outcome::DoubleForfeit,
    Outcome::DrawWithoutPlay,
    Outcome::BothLose,
    Outcome::HalfForWhite,
    Outcome::HalfForBlack,
];
const ENDS: [GameEnd; 4] =
    [GameEnd::Marker, GameEnd::NextGame, GameEnd::EndOfText, GameEnd::NoGame];
const LEFT_OUT: u8 = 1 << 4;

/// The value for unknown rules.
const NO_VARIANT: u8 = 255;

fn number_of<T: PartialEq>(item: &T, list: &[T]) -> Option<u8> {
    list.iter().position(|one| one == item).map(|place| place as u8)
}

impl Facts {
    pub(super) fn push(&self, to: &mut Vec<u8>) {
        let variant = self.variant.and_then(|variant| number_of(&variant, &Variant::ALL));
        let end = number_of(&self.end, &ENDS).unwrap_or_default();
        let numbers = [
            (u128::from(self.date), 0),
            (u128::from(self.white_elo), 4),
            (u128::from(self.black_elo), 6),
            (u128::from(self.eco.map_or(0, eco_number)), 8),
            (u128::from(self.ply_count), 10),
            (u128::from(number_of(&self.outcome, &OUTCOMES).unwrap_or_default()), 12),
            (u128::from(variant.unwrap_or(NO_VARIANT)), 13),
            (u128::from(end | if self.is_left_out { LEFT_OUT } else { 0 }), 14),
        ];
        let row = numbers.iter().fold(0, |row, (number, at)| row | number << (8 * at));
        let bytes: [u8; FACTS_BYTES] = u128::to_le_bytes(row);
        to.extend_from_slice(&bytes);
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<Facts> {
        let mut from = ByteReader(bytes);
        let date = from.u32()?;
        let (white_elo, black_elo) = (from.u16()?, from.u16()?);
        let (eco, ply_count) = (eco_of(from.u16()?), from.u16()?);
        let outcome = *OUTCOMES.get(usize::from(from.u8()?))?;
        let variant = Variant::ALL.get(usize::from(from.u8()?)).copied();
        let flags = from.u8()?;
        let end = *ENDS.get(usize::from(flags & 3))?;
        let is_left_out = flags & LEFT_OUT != 0;
        let facts = Facts {
            date,
            white_elo,
            black_elo,
            eco,
            ply_count,
            outcome,
            variant,
            end,
            is_left_out,
        };
        Some(facts)
    }
}

/// A00 is 1, E99 is 500.
fn eco_number(eco: Eco) -> u16 {
    (eco.volume() as u16 - u16::from(b'A')) * 100 + u16::from(eco.number()) + 1
}

fn eco_of(number: u16) -> Option<Eco> {
    let place = number.checked_sub(1)?;
    let volume = b'A'.checked_add(u8::try_from(place / 100).ok()?)?;
    Eco::new(char::from(volume), (place % 100) as u8)
}
