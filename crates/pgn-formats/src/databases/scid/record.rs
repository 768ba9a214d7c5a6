//! The index: a header, and a record of fixed length for each game.

use crate::databases::bytes::{u16_be_at, u24_be_at, u32_be_at};

/// How an index begins.
pub(super) const MAGIC: &[u8] = b"Scid.si\0";
pub(super) const VERSION: u16 = 400;
pub(super) const HEADER_BYTES: usize = 182;
pub(super) const RECORD_BYTES: usize = 47;

/// A record of SI5, whose file has no header.
pub(super) const SI5_BYTES: usize = 56;

/// Where the number of games is in the header.
pub(super) const N_GAMES_AT: usize = 14;
/// The description of the base in the header, and what follows it: the names of the custom flags.
pub(super) const DESCRIPTION: std::ops::Range<usize> = 20..128;
/// The name of a custom flag.
pub(super) const FLAG_NAME_BYTES: usize = 9;

const _: () = assert!(DESCRIPTION.end + 6 * FLAG_NAME_BYTES == HEADER_BYTES);

/// The number of bits in which the number of plies is stored.
pub(super) const PLIES_MASK: u32 = 1023;

/// Flags of a game.
pub(super) mod flag {
    pub(in crate::databases::scid) const OWN_START: u16 = 1;
    pub(in crate::databases::scid) const PROMOTIONS: u16 = 2;
    pub(in crate::databases::scid) const UNDERPROMOTIONS: u16 = 4;
    pub(in crate::databases::scid) const DELETED: u16 = 8;
    /// The letter of each user flag, with its bit, in the order in which Scid writes them; the
    /// custom flags come after the sixteen bits of the others.
    pub(in crate::databases::scid) const LETTERS: [(char, u32); 19] = [
        ('D', 3),
        ('W', 4),
        ('B', 5),
        ('M', 6),
        ('E', 7),
        ('N', 8),
        ('P', 9),
        ('T', 10),
        ('K', 11),
        ('Q', 12),
        ('!', 13),
        ('?', 14),
        ('U', 15),
        ('1', 16),
        ('2', 17),
        ('3', 18),
        ('4', 19),
        ('5', 20),
        ('6', 21),
    ];
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct IndexRecord {
    /// Where the game is in the file of games.
    pub(super) offset: u64,
    pub(super) n_bytes: u32,
    pub(super) flags: u16,
    pub(super) custom_flags: u8,
    /// White, Black, event, site, round.
    pub(super) names: [u32; 5],
    /// 0 none, 1 White, 2 Black, 3 draw.
    pub(super) result: u8,
    /// How many NAGs, comments and variations there are, as [`count_code`] has it.
    pub(super) counts: [u8; 3],
    /// 0, or a code as [`super::tags`] has it.
    pub(super) eco: u16,
    /// `year << 9 | month << 5 | day`.
    pub(super) date: u32,
    /// The same; 0 if there is none.
    pub(super) event_date: u32,
    /// The ratings of White and Black, and their types.
    pub(super) ratings: [(u16, u8); 2],
    /// Which of Scid's lists of common openings the game begins with; 0 for none.
    pub(super) stored_line: u8,
    /// The pieces of the final position.
    pub(super) material: u32,
    pub(super) n_plies: u16,
    /// How many pawns have left their squares, and which, four bits each.
    pub(super) home_pawns: [u8; 9],
}

impl IndexRecord {
    pub(super) fn parse(bytes: &[u8; RECORD_BYTES]) -> IndexRecord {
        let u16_at = |at| u16_be_at(bytes, at);
        let high = |at: usize, shift: u32, mask: u32| (u32::from(bytes[at]) >> shift & mask) << 16;
        let name = |at, high: u32| u32::from(u16_at(at)) | high;
        let rating = |at| (u16_at(at) & 0xFFF, (u16_at(at) >> 12) as u8);
        let counts = u16_at(21);
        let dates = u32_be_at(bytes, 25);
        let (date, event) = (dates & 0xF_FFFF, dates >> 20);
        let mut home_pawns: [u8; 9] = std::array::from_fn(|n| bytes[38 + n]);
        home_pawns[0] &= 63;
        IndexRecord {
            offset: u32_be_at(bytes, 0).into(),
            n_bytes: u32::from(u16_at(4)) | u32::from(bytes[6] >> 7) << 16,
            flags: u16_at(7),
            custom_flags: bytes[6] & 63,
            names: [
                name(10, high(9, 4, 15)),
                name(12, high(9, 0, 15)),
                name(15, high(14, 5, 7)),
                name(17, high(14, 2, 7)),
                name(19, high(14, 0, 3)),
            ],
            result: (counts >> 12) as u8,
            counts: [(counts >> 8 & 15) as u8, (counts >> 4 & 15) as u8, (counts & 15) as u8],
            eco: u16_at(23),
            date,
            event_date: event_date(date, event),
            ratings: [rating(29), rating(31)],
            stored_line: bytes[33],
            material: u24_be_at(bytes, 34),
            n_plies: u16::from(bytes[37]) | u16::from(bytes[38] >> 6) << 8,
            home_pawns,
        }
    }

    /// The record of SI5 in these bytes: twelve words, little-endian, and the pawns.
    pub(super) fn parse_si5(bytes: &[u8; SI5_BYTES]) -> IndexRecord {
        let (words, pawns) = bytes.split_at(48);
        let mut words = words
            .chunks_exact(4)
            .map(|word| u32::from_be_bytes([word[3], word[2], word[1], word[0]]));
        let mut word = || words.next().unwrap_or_default();
        let low = |word: u32, n: u32| word & ((1 << n) - 1);
        let ([comments, variations, nags], site, round) =
            ([word(), word(), word()], word(), word());
        let [white, black, plies, place, offset] = [(); 5].map(|()| word());
        let (position, codes) = (word(), word());
        let mut home_pawns = [0; 9];
        home_pawns[0] = (codes >> 24) as u8;
        home_pawns[1..].copy_from_slice(pawns);
        IndexRecord {
            offset: u64::from(low(place, 15)) << 32 | u64::from(offset),
            n_bytes: place >> 15,
            flags: low(plies, 16) as u16,
            custom_flags: (low(plies, 22) >> 16) as u8,
            names: [low(comments, 28), low(variations, 28), low(nags, 28), site, low(round, 31)],
            result: (codes >> 16 & 3) as u8,
            counts: [nags, comments, variations].map(|word| (word >> 28) as u8),
            eco: low(codes, 16) as u16,
            date: low(white, 20),
            event_date: low(black, 20),
            ratings: [(white, codes >> 21), (black, codes >> 18)]
                .map(|(elo, kind)| ((elo >> 20) as u16, (kind & 7) as u8)),
            stored_line: (position >> 24) as u8,
            material: low(position, 24),
            n_plies: (plies >> 22) as u16,
            home_pawns,
        }
    }

    /// The bytes of the record in SI4. Every field must fit: see [`MAX`].
    pub(super) fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        let mut put = |at: usize, value: u32, n: usize| {
            bytes[at..at + n].copy_from_slice(&value.to_be_bytes()[4 - n..]);
        };
        let [white, black, event, site, round] = self.names;
        put(0, self.offset as u32, 4);
        put(4, self.n_bytes & 0xFFFF, 2);
        put(6, self.n_bytes >> 16 << 7 | u32::from(self.custom_flags), 1);
        put(7, self.flags.into(), 2);
        put(9, white >> 16 << 4 | black >> 16, 1);
        put(10, white & 0xFFFF, 2);
        put(12, black & 0xFFFF, 2);
        put(14, event >> 16 << 5 | site >> 16 << 2 | round >> 16, 1);
        put(15, event & 0xFFFF, 2);
        put(17, site & 0xFFFF, 2);
        put(19, round & 0xFFFF, 2);
        let [nags, comments, variations] = self.counts.map(u32::from);
        put(21, u32::from(self.result) << 12 | nags << 8 | comments << 4 | variations, 2);
        put(23, self.eco.into(), 2);
        put(25, self.date | packed_event_date(self.date, self.event_date).unwrap_or(0) << 20, 4);
        for (n, (rating, kind)) in self.ratings.into_iter().enumerate() {
            put(29 + 2 * n, u32::from(kind) << 12 | u32::from(rating), 2);
        }
        put(33, self.stored_line.into(), 1);
        put(34, self.material, 3);
        put(37, u32::from(self.n_plies) & 0xFF, 1);
        bytes[38..].copy_from_slice(&self.home_pawns);
        bytes[38] |= (self.n_plies >> 8 << 6) as u8;
        bytes
    }
}

/// The largest value of some fields.
pub(super) mod max {
    pub(in crate::databases::scid) const GAMES: u32 = 16_777_214;
    pub(in crate::databases::scid) const GAME_BYTES: usize = 131_071;
    pub(in crate::databases::scid) const NAMES: [u32; 4] =
        [(1 << 20) - 1, (1 << 19) - 1, (1 << 19) - 1, (1 << 18) - 1];
    pub(in crate::databases::scid) const YEAR: u16 = 2047;
    pub(in crate::databases::scid) const RATING: u16 = 4000;
}

/// The event date from the twelve bits that are before the date: the difference of the years,
/// month, day.
fn event_date(date: u32, packed: u32) -> u32 {
    match packed >> 9 {
        0 => 0,
        years => ((date >> 9) + years).saturating_sub(4) << 9 | packed & 0x1FF,
    }
}

/// Those bits; `None` if the years are more than three apart.
pub(super) fn packed_event_date(date: u32, event_date: u32) -> Option<u32> {
    if event_date == 0 {
        return Some(0);
    }
    let years = (event_date >> 9) + 4;
    let years = years.checked_sub(date >> 9).filter(|years| (1..=7).contains(years))?;
    Some(years << 9 | event_date & 0x1FF)
}

/// A count in four bits.
pub(super) fn count_code(n: usize) -> u8 {
    match n {
        0..=10 => n as u8,
        11..=12 => 10,
        13..=17 => 11,
        18..=24 => 12,
        25..=34 => 13,
        35..=44 => 14,
        _ => 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |n: u32| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 20) as u32 % n
        };
        for _ in 0..2000 {
            let year = 4 + below(2040);
            let record = IndexRecord {
                offset: below(u32::MAX).into(),
                n_bytes: below(1 << 17),
                flags: below(1 << 16) as u16,
                custom_flags: below(64) as u8,
                names: [
                    below(1 << 20),
                    below(1 << 20),
                    below(1 << 19),
                    below(1 << 19),
                    below(1 << 18),
                ],
                result: below(4) as u8,
                counts: [below(16) as u8, below(16) as u8, below(16) as u8],
                eco: below(1 << 16) as u16,
                date: year << 9 | below(1 << 9),
                event_date: (year + below(7) - 3) << 9 | below(1 << 9),
                ratings: [0, 1].map(|_| (below(1 << 12) as u16, below(8) as u8)),
                stored_line: below(256) as u8,
                material: below(1 << 24),
                n_plies: below(1 << 10) as u16,
                home_pawns: std::array::from_fn(|n| below(if n == 0 { 64 } else { 256 }) as u8),
            };
            assert_eq!(IndexRecord::parse(&record.to_bytes()), record);
        }
    }

    #[test]
    fn event_dates_are_near_the_date() {
        let date = |year: u32| year << 9 | 5 << 5 | 6;
        assert_eq!(packed_event_date(date(2000), date(2003)), Some(7 << 9 | 5 << 5 | 6));
        assert_eq!(packed_event_date(date(2000), date(2004)), None);
        assert_eq!(packed_event_date(date(2000), date(1996)), None);
        assert_eq!(packed_event_date(date(2000), 0), Some(0));
    }
}
