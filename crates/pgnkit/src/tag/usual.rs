//! The names of the usual tags, each with a number.
//!
//! Owns: the list, and finding a name in it with one look. Knows nothing of: what the tags mean.
//! Standard: §8.1.1, §9. Decisions: none.
//! Start at [`number`].

use pgn_syntax::step;

/// The list as names, and as what comes before the value of a tag pair.
macro_rules! names {
    ($($name:literal,)*) => {
        /// Names that the standard gives and that collections hold most, in the order of their
        /// bytes: what is sorted by number is sorted by name.
        pub(crate) const NAMES: [&str; N_NAMES] = [$($name,)*];

        /// What a tag pair of each name begins with.
        pub(crate) static HEADS: [Head; N_NAMES] = [$(Head::of(concat!("[", $name, " \"")),)*];
    };
}

#[rustfmt::skip]
names! {
    "Annotator", "Black", "BlackClock", "BlackElo", "BlackFideId", "BlackRatingDiff", "BlackTeam",
    "BlackTitle", "BlackType", "Board", "ChapterName", "ChapterTitle", "ContentType",
    "CurrentPosition", "Date", "ECO", "ECOUrl", "EndDate", "EndTime", "Event", "EventCountry",
    "EventDate", "EventRounds", "EventSponsor", "EventType", "FEN", "FICSGamesDBGameNo",
    "GameDuration", "GameEndTime", "GameId", "GameStartTime", "Guid", "Link", "Mode", "NIC",
    "Opening", "PlyCount", "Result", "Round", "Section", "SetUp", "Site", "Source", "SourceDate",
    "Stage", "StartTime", "StudyName", "SubVariation", "Termination", "Time", "TimeControl",
    "Timezone", "UTCDate", "UTCTime", "Variant", "Variation", "White", "WhiteClock", "WhiteElo",
    "WhiteFideId", "WhiteRatingDiff", "WhiteTeam", "WhiteTitle", "WhiteType",
}

/// The beginning of a tag pair, as far as the first quote, in as many bytes as the longest has.
pub(crate) struct Head {
    room: [u8; Head::ROOM],
    len: usize,
}

impl Head {
    /// Bytes that [`push`](Head::push) needs.
    pub(crate) const ROOM: usize = 24;

    const fn of(text: &str) -> Head {
        let (mut room, mut n) = ([0; Head::ROOM], 0);
        while n < text.len() {
            room[n] = text.as_bytes()[n];
            n += 1;
        }
        Head { room, len: text.len() }
    }

    /// Appends it. All of the room is copied, since that is a few words.
    #[inline]
    pub(crate) fn push(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.len;
        out.extend_from_slice(&self.room);
        out.truncate(end);
    }
}

/// So many that a set of them is a word.
pub(crate) const N_NAMES: usize = 64;

/// The number of every name that is not in the list.
pub(crate) const UNUSUAL: u8 = N_NAMES as u8;

/// The place of a name in [`NAMES`], or [`UNUSUAL`].
#[inline]
pub(crate) fn number(name: &[u8]) -> u8 {
    let number = PLACES[place(name)];
    match NAMES.get(number as usize) {
        Some(usual) if usual.as_bytes() == name => number,
        Some(_) | None => UNUSUAL,
    }
}

/// The same for those who have the [head](pgn_syntax::step::head) of the name: words instead of
/// bytes are compared.
#[inline]
pub(crate) fn number_of_head(name: &[u8], head: u64) -> u8 {
    let number = PLACES[place(name)];
    let Some(key) = KEYS.get(number as usize) else { return UNUSUAL };
    let is_same = key.head == head && key.len == name.len() && key.tail == tail(name);
    let is_whole = name.len() <= 16 || NAMES[number as usize].as_bytes() == name;
    if is_same && is_whole { number } else { UNUSUAL }
}

/// A name as words.
#[derive(Clone, Copy)]
struct Key {
    head: u64,
    tail: u64,
    len: usize,
}

static KEYS: [Key; N_NAMES] = {
    let mut keys = [Key { head: 0, tail: 0, len: 0 }; N_NAMES];
    let mut n = 0;
    while n < N_NAMES {
        let name = NAMES[n].as_bytes();
        keys[n] = Key { head: step::head(name), tail: tail(name), len: name.len() };
        n += 1;
    }
    keys
};

/// The last eight bytes of a name that has so many.
#[inline]
const fn tail(name: &[u8]) -> u64 {
    match name.last_chunk() {
        Some(tail) => u64::from_le_bytes(*tail),
        None => 0,
    }
}

/// The number of a name that is in the list, found when the program is built.
pub(crate) const fn number_of(name: &str) -> u8 {
    let number = PLACES_BUILT[place(name.as_bytes())];
    assert!(number != UNUSUAL && NAMES[number as usize].len() == name.len());
    number
}

/// The tags that say where a game starts, a bit each.
pub(crate) const START_SET: u64 =
    1 << number_of("FEN") | 1 << number_of("SetUp") | 1 << number_of("Variant");

/// Whether the tag with this number says where a game starts.
#[inline]
pub(crate) const fn says_start(number: u8) -> bool {
    number != UNUSUAL && START_SET >> number & 1 == 1
}

/// Where a name has its number: the first four bytes, the last four and the length together, mixed
/// so that no two names of the list meet.
const fn place(name: &[u8]) -> usize {
    let (first, last) = match name {
        [a, b, c, d, ..] => {
            let [.., w, x, y, z] = name else { return 0 };
            (u32::from_le_bytes([*a, *b, *c, *d]), u32::from_le_bytes([*w, *x, *y, *z]))
        }
        [a, b, c] => {
            let both = u32::from_le_bytes([*a, *b, *c, 0]);
            (both, both)
        }
        _ => return 0,
    };
    let word = (first as u64 | (last as u64) << 32) ^ (name.len() as u64) << 24;
    (word.wrapping_mul(0x7A41_0A68_B4D0_D045) >> 56) as usize
}

static PLACES: [u8; 256] = PLACES_BUILT;
const PLACES_BUILT: [u8; 256] = {
    let mut places = [UNUSUAL; 256];
    let mut n = 0;
    while n < N_NAMES {
        let place = place(NAMES[n].as_bytes());
        assert!(places[place] == UNUSUAL, "two names meet");
        places[place] = n as u8;
        n += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_are_found_and_sorted() {
        assert!(NAMES.is_sorted());
        for (n, name) in NAMES.iter().enumerate() {
            assert_eq!(number(name.as_bytes()) as usize, n);
            assert_eq!(number(name.to_ascii_lowercase().as_bytes()), UNUSUAL);
            for at in 0..name.len() {
                let mut other = name.as_bytes().to_vec();
                other[at] ^= 1;
                assert_eq!(number_of_head(&other, step::head(&other)), number(&other));
            }
            assert_eq!(number_of_head(name.as_bytes(), step::head(name.as_bytes())) as usize, n);
        }
        for name in ["", "W", "EC", "ECo", "WhiteElO", "Whites", "Blanco"] {
            assert_eq!(number(name.as_bytes()), UNUSUAL, "{name}");
            let head = step::head(name.as_bytes());
            assert_eq!(number_of_head(name.as_bytes(), head), UNUSUAL, "{name}");
        }
    }

    #[test]
    fn the_roster_is_usual() {
        for name in super::super::ROSTER {
            assert_eq!(NAMES[number_of(name) as usize], name);
        }
    }
}
