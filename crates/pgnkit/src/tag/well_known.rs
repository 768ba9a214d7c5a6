//! The names of well-known tags, each with a number.
//!
//! Standard: §8.1.1, §9.
//!
//! Nearly all tag pairs of all files have one of these names. A game stores a byte for such a name,
//! keeps a bit set of the names that are present, and exports them in order by going through that
//! set.

use super::TAGS;
use pgn_syntax::step::head;

/// Names that the standard does not have and collections do. A name that is not here works the
/// same, a little slower.
#[rustfmt::skip]
const OTHERS: [&str; 30] = [
    "BlackClock", "BlackFideId", "BlackRatingDiff", "BlackTeam", "ChapterName", "ChapterTitle",
    "ContentType", "CurrentPosition", "ECOUrl", "EndDate", "EndTime", "EventCountry", "EventRounds",
    "EventType", "FICSGamesDBGameNo", "GameDuration", "GameEndTime", "GameId", "GameStartTime",
    "Guid", "Link", "Source", "SourceDate", "StartTime", "StudyName", "Timezone", "WhiteClock",
    "WhiteFideId", "WhiteRatingDiff", "WhiteTeam",
];

/// The number of well-known names.
pub const N_NAMES: usize = TAGS.len() + OTHERS.len();

/// The tags of the standard and the others, in the order of their bytes: sorting by number sorts by
/// name.
pub static NAMES: [&str; N_NAMES] = NAMES_BUILT;
const NAMES_BUILT: [&str; N_NAMES] = {
    let (mut names, mut n) = ([""; N_NAMES], 0);
    while n < N_NAMES {
        let name = if n < TAGS.len() { TAGS[n].name } else { OTHERS[n - TAGS.len()] };
        let mut place = n;
        while place > 0 && is_less(name.as_bytes(), names[place - 1].as_bytes()) {
            names[place] = names[place - 1];
            place -= 1;
        }
        names[place] = name;
        n += 1;
    }
    names
};

/// A set of well-known names, a bit each.
pub(crate) type Set = u128;
const _: () = assert!(N_NAMES <= Set::BITS as usize);

/// The number for all other names.
pub const UNKNOWN: u8 = u8::MAX;

/// The beginning of a tag pair of each name.
pub(crate) static BEGINNINGS: [Beginning; N_NAMES] = {
    let mut beginnings = [Beginning::of(""); N_NAMES];
    let mut n = 0;
    while n < N_NAMES {
        beginnings[n] = Beginning::of(NAMES_BUILT[n]);
        n += 1;
    }
    beginnings
};

/// The beginning of a tag pair, up to the first quote, in a buffer that fits the longest one.
#[derive(Clone, Copy)]
pub(crate) struct Beginning {
    buffer: [u8; Beginning::BUFFER_BYTES],
    len: usize,
}

impl Beginning {
    /// Bytes that [`push`](Beginning::push) needs.
    const BUFFER_BYTES: usize = 24;

    const fn of(name: &str) -> Beginning {
        let (mut buffer, mut n) = ([b'['; Beginning::BUFFER_BYTES], 0);
        while n < name.len() {
            buffer[1 + n] = name.as_bytes()[n];
            n += 1;
        }
        (buffer[n + 1], buffer[n + 2]) = (b' ', b'"');
        Beginning { buffer, len: n + 3 }
    }

    /// Appends it. Copies the whole buffer, because that is a few words.
    #[inline]
    pub(crate) fn push(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.len;
        out.extend_from_slice(&self.buffer);
        out.truncate(end);
    }
}

/// The index of a name in [`NAMES`], or [`UNKNOWN`].
#[inline]
#[must_use]
pub fn number(name: &[u8]) -> u8 {
    number_by_head(name, head(name))
}

/// The same for callers that have the [`head`] of the name: compares words instead of bytes.
#[inline]
#[must_use]
pub fn number_by_head(name: &[u8], head: u64) -> u8 {
    let key = Key { head, tail: tail(name), len: name.len() };
    let mut place = key.place();
    loop {
        let number = PLACES[place];
        let Some(known) = KEYS.get(number as usize) else { return UNKNOWN };
        let is_same = known.head == head && known.len == key.len && known.tail == key.tail;
        // Two words are all of a name of 16 bytes.
        if is_same && (name.len() <= 16 || NAMES[number as usize].as_bytes() == name) {
            return number;
        }
        place = (place + 1) % N_PLACES;
    }
}

/// The number of the well-known name that `name` is in another letter case, `fen` or `EVENT`
/// (D-15); [`UNKNOWN`] if there is none, or if `name` is exactly a well-known name.
#[must_use]
pub fn number_of_other_case(name: &[u8]) -> u8 {
    let mut candidates = OF_LENGTH.get(name.len()).copied().unwrap_or_default();
    while candidates != 0 {
        let place = candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        let known = NAMES[place].as_bytes();
        if known.eq_ignore_ascii_case(name) {
            return if known == name { UNKNOWN } else { place as u8 };
        }
    }
    UNKNOWN
}

/// The names of each length.
static OF_LENGTH: [Set; Beginning::BUFFER_BYTES] = {
    let (mut sets, mut n) = ([0; Beginning::BUFFER_BYTES], 0);
    while n < N_NAMES {
        sets[NAMES_BUILT[n].len()] |= 1 << n;
        n += 1;
    }
    sets
};

/// The well-known name that `name` means in another letter case.
#[must_use]
pub fn name_of_other_case(name: &[u8]) -> Option<&'static str> {
    NAMES.get(number_of_other_case(name) as usize).copied()
}

/// The number of a name in the list, computed at compile time.
pub(crate) const fn number_of(name: &str) -> u8 {
    let mut number = 0;
    while is_less(NAMES_BUILT[number].as_bytes(), name.as_bytes()) {
        number += 1;
    }
    assert!(!is_less(name.as_bytes(), NAMES_BUILT[number].as_bytes()));
    number as u8
}

/// The tags that determine the start of a game.
pub(crate) const START_SET: Set =
    1 << number_of("FEN") | 1 << number_of("SetUp") | 1 << number_of("Variant");

/// Whether the tag with this number determines the start of a game.
#[inline]
pub const fn says_start(number: u8) -> bool {
    number != UNKNOWN && START_SET >> number & 1 == 1
}

/// A name as words.
#[derive(Clone, Copy)]
struct Key {
    head: u64,
    /// The last eight bytes of a name that has at least eight.
    tail: u64,
    len: usize,
}

impl Key {
    const fn of(name: &[u8]) -> Key {
        Key { head: head(name), tail: tail(name), len: name.len() }
    }

    /// Where the name has its number in [`PLACES`], if no other name took that place before.
    const fn place(&self) -> usize {
        /// The golden ratio: spreads what differs in any bit over the highest ones.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let word = self.head ^ self.tail.rotate_left(29) ^ self.len as u64;
        (word.wrapping_mul(SPREAD) >> 56) as usize
    }
}

#[inline]
const fn tail(name: &[u8]) -> u64 {
    match name.last_chunk() {
        Some(tail) => u64::from_le_bytes(*tail),
        None => 0,
    }
}

static KEYS: [Key; N_NAMES] = KEYS_BUILT;
const KEYS_BUILT: [Key; N_NAMES] = {
    let mut keys = [Key { head: 0, tail: 0, len: 0 }; N_NAMES];
    let mut n = 0;
    while n < N_NAMES {
        keys[n] = Key::of(NAMES_BUILT[n].as_bytes());
        n += 1;
    }
    keys
};

/// Three places of four stay free, so that few names share one.
const N_PLACES: usize = 256;
const _: () = assert!(N_NAMES * 3 < N_PLACES);

/// The number of the name at its place, or at the next that was free.
static PLACES: [u8; N_PLACES] = {
    let (mut places, mut n) = ([UNKNOWN; N_PLACES], 0);
    while n < N_NAMES {
        let mut place = KEYS_BUILT[n].place();
        while places[place] != UNKNOWN {
            place = (place + 1) % N_PLACES;
        }
        places[place] = n as u8;
        n += 1;
    }
    places
};

const fn is_less(a: &[u8], b: &[u8]) -> bool {
    let mut n = 0;
    while n < a.len() && n < b.len() {
        if a[n] != b[n] {
            return a[n] < b[n];
        }
        n += 1;
    }
    a.len() < b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_names_are_found_and_sorted() {
        assert!(NAMES.is_sorted_by(|a, b| a < b));
        for (n, name) in NAMES.iter().enumerate() {
            assert_eq!(number(name.as_bytes()) as usize, n);
            assert_eq!(number_of(name) as usize, n);
            assert_eq!(number(name.to_ascii_lowercase().as_bytes()), UNKNOWN);
            for at in 0..name.len() {
                let mut other = name.as_bytes().to_vec();
                other[at] ^= 1;
                let found = NAMES.iter().position(|name| name.as_bytes() == other);
                assert_eq!(number(&other), found.map_or(UNKNOWN, |n| n as u8));
            }
        }
        for name in ["", "W", "EC", "ECo", "WhiteElO", "Whites", "Blanco"] {
            assert_eq!(number(name.as_bytes()), UNKNOWN, "{name}");
        }
    }
}
