//! The tag pairs of a game, in order.
//!
//! Standard: §8.1. Decisions: D-14, D-15.

use crate::tag::well_known;
use core::fmt;

/// One tag pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The value, unescaped.
    pub value: &'a str,
}

/// Tag pairs in order. A name may occur twice; the last one counts.
///
/// Memory: one text with all values and all names that are not well known, and 20 bytes per pair.
/// Replaced and removed values stay in the text until the tags are dropped or cleared.
///
/// ```
/// let game: pgnkit::Game = "[White \"Tal\"][Black \"Flohr\"] *".parse()?;
/// let names: Vec<&str> = game.tags().iter().map(|tag| tag.name).collect();
/// assert_eq!(names, ["White", "Black"]);
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    text: String,
    pairs: Vec<Pair>,
    /// Which of the well-known names there are, a bit each.
    set: well_known::Set,
}

/// Where in the text a pair is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    /// Where the name is; a well-known one is nowhere.
    pub(crate) name: (u32, u32),
    pub(crate) value: (u32, u32),
    /// The name's number among the [`well_known`] ones.
    pub(crate) number: u8,
}

impl Tags {
    /// The value of the last pair with this name.
    ///
    /// Names are case sensitive (§8.1); a well-known
    /// name in another case counts only if the right one is absent (D-15).
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Tal");
    /// assert_eq!(tags.get("White"), Some("Tal"));
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.place_read(name).map(|n| self.value_at(n))
    }

    /// The place of the pair that is read under this name.
    fn place_read(&self, name: &str) -> Option<usize> {
        self.place_of(name).or_else(|| self.place_of_other_case(name))
    }

    fn place_of_other_case(&self, name: &str) -> Option<usize> {
        // Nearly all games have well-known names only, each once.
        if self.set.count_ones() as usize == self.pairs.len()
            || well_known::number(name.as_bytes()) == well_known::UNKNOWN
        {
            return None;
        }
        let has_name = |pair: &Pair| {
            pair.number == well_known::UNKNOWN && self.name(pair).eq_ignore_ascii_case(name)
        };
        self.pairs.iter().rposition(has_name)
    }

    /// The place of the last pair with exactly this name.
    fn place_of(&self, name: &str) -> Option<usize> {
        let number = well_known::number(name.as_bytes());
        if number == well_known::UNKNOWN {
            let is_same = |pair: &Pair| pair.number == number && self.name(pair) == name;
            return self.pairs.iter().rposition(is_same);
        }
        let is_there = self.set >> number & 1 == 1;
        is_there.then(|| self.pairs.iter().rposition(|pair| pair.number == number)).flatten()
    }

    /// Sets the pair that [`get`](Tags::get) reads, keeping the letter case of its name, or appends
    /// one.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Tal");
    /// tags.set("White", "Petrosian");
    /// assert_eq!((tags.len(), tags.get("White")), (1, Some("Petrosian")));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) {
        match self.place_read(name) {
            Some(n) => {
                let old = self.pairs[n].value;
                if old.1 as usize == self.text.len() {
                    self.text.truncate(old.0 as usize);
                }
                self.pairs[n].value = self.append(value);
            }
            None => self.push(name, value),
        }
    }

    /// Sets the pair that [`get`](Tags::get) reads, or adds one in its place in export form
    /// (§8.1.1, §9): a roster tag in the order of the roster, another tag by its name among those
    /// after the roster, if they are in that order. Otherwise it comes last.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Tal");
    /// tags.put("Event", "Riga");
    /// assert_eq!(tags.iter().next().map(|tag| tag.name), Some("Event"));
    /// ```
    pub fn put(&mut self, name: &str, value: &str) {
        let place = match self.place_read(name) {
            Some(_) => None,
            None => self.place_for(name),
        };
        self.set(name, value);
        if let Some(place) = place {
            self.pairs[place..].rotate_right(1);
        }
    }

    /// The place of the pair before which one of this name is in order.
    fn place_for(&self, name: &str) -> Option<usize> {
        let rank = |name: &str| crate::tag::roster_idx(name).unwrap_or(usize::MAX);
        let key = (rank(name), name);
        let keys = || self.pairs.iter().map(|pair| (rank(self.name(pair)), self.name(pair)));
        let is_in_order = keys().is_sorted();
        if !is_in_order && key.0 == usize::MAX {
            return None;
        }
        keys().position(|other| other > key)
    }

    /// Appends a pair, even if the name already occurs.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.push("White", "Tal");
    /// tags.push("White", "Petrosian");
    /// assert_eq!((tags.len(), tags.get("White")), (2, Some("Petrosian")));
    /// ```
    pub fn push(&mut self, name: &str, value: &str) {
        let number = well_known::number(name.as_bytes());
        let name = if number == well_known::UNKNOWN { self.append(name) } else { (0, 0) };
        let value = self.append(value);
        self.push_pair(Pair { name, value, number });
    }

    /// Appends a pair whose text is, or will be, in its place in the buffer.
    #[inline]
    pub(crate) fn push_pair(&mut self, pair: Pair) {
        self.pairs.push(pair);
        if pair.number != well_known::UNKNOWN {
            self.set |= 1 << pair.number;
        }
    }

    fn append(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        (start, self.text.len() as u32)
    }

    /// Removes all pairs with this name, and those that [`get`](Tags::get) finds under it because
    /// they have a well-known name in another letter case. Returns their number.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Tal");
    /// assert_eq!(tags.remove("White"), 1);
    /// assert!(tags.is_empty());
    /// ```
    pub fn remove(&mut self, name: &str) -> usize {
        let before = self.pairs.len();
        let (text, number) = (&self.text, well_known::number(name.as_bytes()));
        let is_known = number != well_known::UNKNOWN;
        self.pairs.retain(|pair| match pair.number {
            well_known::UNKNOWN if is_known => !name_of(pair, text).eq_ignore_ascii_case(name),
            other => other != number || name_of(pair, text) != name,
        });
        if is_known {
            self.set &= !(1 << number);
        }
        before - self.pairs.len()
    }

    /// Removes all pairs and keeps the memory.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Tal");
    /// tags.clear();
    /// assert!(tags.is_empty());
    /// ```
    pub fn clear(&mut self) {
        self.text.clear();
        self.pairs.clear();
        self.set = 0;
    }

    /// The pairs in order.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// let mut tags = Tags::default();
    /// tags.set("White", "Tal");
    /// assert!(tags.iter().all(|tag| tag.name == "White" && tag.value == "Tal"));
    /// ```
    #[must_use]
    pub fn iter(&self) -> TagIter<'_> {
        TagIter { tags: self, pairs: self.pairs.iter() }
    }

    /// Number of pairs.
    ///
    /// ```
    /// # use pgnkit::game::Tags;
    /// assert_eq!(Tags::default().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    ///
    /// ```
    /// let game: pgnkit::Game = "1. e4 *".parse()?;
    /// assert!(game.tags().is_empty());
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    fn name(&self, pair: &Pair) -> &str {
        name_of(pair, &self.text)
    }

    fn value(&self, pair: &Pair) -> &str {
        &self.text[pair.value.0 as usize..pair.value.1 as usize]
    }

    /// The pair at a place in the order.
    pub(crate) fn at(&self, n: usize) -> Tag<'_> {
        let pair = &self.pairs[n];
        Tag { name: self.name(pair), value: self.value(pair) }
    }

    /// The value at a place in the order.
    pub(crate) fn value_at(&self, n: usize) -> &str {
        self.value(&self.pairs[n])
    }

    /// Which of the well-known names there are, a bit each.
    pub(crate) fn well_known_set(&self) -> well_known::Set {
        self.set
    }

    /// Whether there is any of the tags that determine the start of a game.
    pub(crate) fn may_say_start(&self) -> bool {
        let says_start = |pair: &Pair| {
            let name = self.name(pair).as_bytes();
            pair.number == well_known::UNKNOWN
                && well_known::says_start(well_known::number_of_other_case(name))
        };
        self.set & well_known::START_SET != 0 || self.pairs.iter().any(says_start)
    }

    /// The numbers of the names in order; see [`well_known`].
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u8> + '_ {
        self.pairs.iter().map(|pair| pair.number)
    }

    /// About the length of a text of these tags.
    pub(crate) fn n_bytes_guessed(&self) -> usize {
        const BYTES_PER_PAIR: usize = 20;
        self.text.len() + self.pairs.len() * BYTES_PER_PAIR + 128
    }

    /// All values in one piece, to search them for a byte.
    #[doc(hidden)]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Text and places, for a reader that fills them itself.
    pub(crate) fn parts_mut(&mut self) -> (&mut String, &mut Vec<Pair>) {
        (&mut self.text, &mut self.pairs)
    }
}

fn name_of<'a>(pair: &Pair, text: &'a str) -> &'a str {
    match well_known::NAMES.get(pair.number as usize) {
        Some(name) => name,
        None => &text[pair.name.0 as usize..pair.name.1 as usize],
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|tag| (tag.name, tag.value))).finish()
    }
}

/// Tags are equal if they have the same pairs in the same order.
impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

/// The pairs of [`Tags`] in order.
#[derive(Debug, Clone)]
pub struct TagIter<'a> {
    tags: &'a Tags,
    pairs: core::slice::Iter<'a, Pair>,
}

impl<'a> TagIter<'a> {
    fn tag(&self, pair: &Pair) -> Tag<'a> {
        Tag { name: self.tags.name(pair), value: self.tags.value(pair) }
    }
}

impl<'a> Iterator for TagIter<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        let pair = self.pairs.next()?;
        Some(self.tag(pair))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.pairs.size_hint()
    }
}

impl DoubleEndedIterator for TagIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let pair = self.pairs.next_back()?;
        Some(self.tag(pair))
    }
}

impl ExactSizeIterator for TagIter<'_> {}

impl<'a> IntoIterator for &'a Tags {
    type Item = Tag<'a>;
    type IntoIter = TagIter<'a>;

    fn into_iter(self) -> TagIter<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_pairs_find_their_place() {
        let cases = [
            ("Event Site Round", "Date", "Event Site Date Round"),
            ("Event Site", "ECO", "Event Site ECO"),
            ("Event Result Annotator WhiteElo", "ECO", "Event Result Annotator ECO WhiteElo"),
            ("Event WhiteElo Annotator", "ECO", "Event WhiteElo Annotator ECO"),
            ("ECO Event", "Site", "Site ECO Event"),
            ("", "ECO", "ECO"),
            ("Event ECO", "ECO", "Event ECO"),
        ];
        for (names, new, expected) in cases {
            let mut tags = Tags::default();
            names.split_whitespace().for_each(|name| tags.push(name, ""));
            tags.put(new, "x");
            let names: Vec<&str> = tags.iter().map(|tag| tag.name).collect();
            assert_eq!(names.join(" "), expected);
            assert_eq!(tags.get(new), Some("x"));
        }
    }

    #[test]
    fn the_last_of_a_name_counts() {
        let mut tags = Tags::default();
        for (name, value) in [("White", "a"), ("x", "1"), ("White", "b"), ("x", "2"), ("SITE", "s")]
        {
            tags.push(name, value);
        }
        assert_eq!((tags.get("White"), tags.get("x")), (Some("b"), Some("2")));
        assert_eq!((tags.get("Site"), tags.get("site")), (Some("s"), None));
        tags.set("x", "3");
        tags.set("x", "4");
        tags.set("White", "c");
        tags.set("new", "");
        let values: Vec<&str> = tags.iter().map(|tag| tag.value).collect();
        assert_eq!(values, ["a", "1", "c", "4", "s", ""]);
        assert_eq!((tags.remove("White"), tags.remove("nobody"), tags.len()), (2, 0, 4));
        let mut anew = Tags::default();
        tags.iter().for_each(|tag| anew.push(tag.name, tag.value));
        assert_eq!(anew, tags);
        tags.clear();
        assert!(tags.is_empty() && tags != anew);
    }

    /// Setting and removing find the same pair as reading.
    #[test]
    fn a_name_in_another_case_is_set_as_it_is_read() {
        let cases = [
            ("white=a", "White", "white=n"),
            ("WHITE=a Black=b", "White", "WHITE=n Black=b"),
            ("white=a WHITE=b", "White", "white=a WHITE=n"),
            ("white=a White=b", "White", "white=a White=n"),
            ("White=a white=b", "White", "White=n white=b"),
            ("White=a", "white", "White=a white=n"),
            ("fen=a", "FEN", "fen=n"),
            ("Setup=0", "SetUp", "Setup=n"),
            ("variant=a", "Variant", "variant=n"),
            ("eco=a", "ECO", "eco=n"),
            ("whiteelo=1", "WhiteElo", "whiteelo=n"),
            // Other names are what they are.
            ("mood=a", "Mood", "mood=a Mood=n"),
        ];
        let list = |tags: &Tags| {
            let pairs = tags.iter().map(|tag| format!("{}={}", tag.name, tag.value));
            pairs.collect::<Vec<_>>().join(" ")
        };
        for (before, name, after) in cases {
            let pairs = before.split(' ').map(|pair| pair.split_once('=').unwrap());
            let mut tags = Tags::default();
            pairs.for_each(|(name, value)| tags.push(name, value));
            let (mut set, mut put) = (tags.clone(), tags.clone());
            set.set(name, "n");
            put.put(name, "n");
            assert_eq!((list(&set).as_str(), set.get(name)), (after, Some("n")), "{before}");
            assert_eq!(put.get(name), Some("n"), "{before}");
            assert_eq!(put.len(), set.len(), "{before}");
            assert_eq!(tags.remove(name) > 0, tags.get(name).is_none() && before != list(&tags));
            assert_eq!(tags.get(name), None, "{before}");
        }
    }
}
