//! The tags that an expression uses, read without the rest of the game (§8.1, D-01, D-14).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::facts::TagSource;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::step::{head, unescape};
use pgnkit::syntax::{Diagnostic, GameStart, RawTag, Region, Skip, Visitor};

/// The values of some tags of one game.
#[derive(Clone, Debug)]
pub(super) struct TagRecord {
    names: Vec<TagName>,
    values: Vec<Slot>,
    /// How the values are to be read that are not plain ASCII.
    bytes: Vec<u8>,
    /// Some value cannot be read without the whole game.
    needs_game: bool,
    /// A value has other characters than ASCII.
    is_foreign: bool,
    is_not_pgn: bool,
    /// Whether the names of tags that were not requested are collected.
    collects: bool,
    /// These names, and which of them are new.
    others: BTreeSet<Vec<u8>>,
    fresh: Vec<String>,
}

/// The maximum number of collected tag names.
const OTHERS_MAX: usize = 1_000;

#[derive(Clone, Debug)]
struct TagName {
    text: String,
    /// Its first bytes, so that most other names are seen to be others at once.
    head: u64,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    is_there: bool,
    /// The name in the game has the same letter case, and goes before others.
    is_exact: bool,
    text: String,
    /// The bytes, while they are not decoded.
    raw: Vec<u8>,
}

/// The result of skimming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skimmed {
    /// All values are there.
    Done,
    /// They must be taken from the game.
    NeedsGame,
    /// The text is not PGN.
    NotPgn,
}

impl TagRecord {
    /// A record of tags of these names.
    pub(super) fn new(names: &[String]) -> TagRecord {
        let head = |text: &String| without_case(head(text.as_bytes()));
        let name = |text: &String| TagName { text: text.clone(), head: head(text) };
        TagRecord {
            names: names.iter().map(name).collect(),
            values: vec![Slot::default(); names.len()],
            bytes: Vec::new(),
            needs_game: false,
            is_foreign: false,
            is_not_pgn: false,
            collects: false,
            others: BTreeSet::new(),
            fresh: Vec::new(),
        }
    }

    pub(super) fn has(&self, slot: usize) -> bool {
        self.values[slot].is_there
    }

    /// Starts or stops collecting the names of tags that were not requested.
    pub(super) fn collect_others(&mut self, wanted: bool) {
        self.collects = wanted;
    }

    /// The names collected since the last call.
    pub(super) fn take_others(&mut self) -> Vec<String> {
        std::mem::take(&mut self.fresh)
    }

    pub(super) fn get(&self, slot: usize) -> Option<&str> {
        let slot = &self.values[slot];
        slot.is_there.then_some(slot.text.as_str())
    }

    /// Whether a tag holds a date, so that a game without it has one that is not known.
    pub(super) fn is_date(&self, slot: usize) -> bool {
        is_date_tag(&self.names[slot].text)
    }

    pub(super) fn take(&mut self, game: &Game) {
        self.values.iter_mut().for_each(Slot::clear);
        for tag in game.tags().iter() {
            let slot = self.slot_of(tag.name.as_bytes(), head(tag.name.as_bytes()));
            if let Some(slot) = slot {
                slot.text.clear();
                slot.text.push_str(tag.value);
            }
        }
    }

    /// Reads the tag section of a region, and nothing after it.
    pub(super) fn skim(&mut self, region: &Region<'_>, encoding: Choice) -> Skimmed {
        self.values.iter_mut().for_each(Slot::clear);
        (self.needs_game, self.is_foreign, self.is_not_pgn) = (false, false, false);
        let _ = region.visit(self);
        if self.is_not_pgn {
            return Skimmed::NotPgn;
        }
        if self.needs_game {
            return Skimmed::NeedsGame;
        }
        if self.is_foreign {
            self.decode(encoding);
        }
        Skimmed::Done
    }

    /// The slot for the value of a tag in a game; `None` if the expression does not use it, or the
    /// game has the same tag in the right letter case.
    fn slot_of(&mut self, name: &[u8], head: u64) -> Option<&mut Slot> {
        let head = without_case(head);
        let is_it = |known: &TagName| {
            known.head == head && known.text.as_bytes().eq_ignore_ascii_case(name)
        };
        let Some(at) = self.names.iter().position(is_it) else {
            if self.collects && self.others.len() < OTHERS_MAX && !self.others.contains(name) {
                self.others.insert(name.to_owned());
                self.fresh.push(String::from_utf8_lossy(name).into_owned());
            }
            return None;
        };
        let is_exact = self.names[at].text.as_bytes() == name;
        let slot = &mut self.values[at];
        if slot.is_exact && !is_exact {
            return None;
        }
        (slot.is_there, slot.is_exact) = (true, is_exact);
        Some(slot)
    }

    /// Decodes the values that are not ASCII.
    fn decode(&mut self, encoding: Choice) {
        for slot in self.values.iter_mut().filter(|slot| slot.is_there && !slot.raw.is_empty()) {
            slot.text.clear();
            slot.text.push_str(&encoding.decode(&slot.raw));
            slot.raw.clear();
        }
    }
}

/// The tags that are read; all others are unknown.
impl TagSource for TagRecord {
    fn tag(&self, name: &str) -> Option<&str> {
        let slot = self.names.iter().position(|known| known.text == name)?;
        self.get(slot)
    }
}

impl Slot {
    fn clear(&mut self) {
        (self.is_there, self.is_exact) = (false, false);
    }
}

/// The head of a name with its letters in small; some other signs become alike, too.
fn without_case(head: u64) -> u64 {
    head | 0x2020_2020_2020_2020
}

/// Whether the values of a tag are dates: Date, EventDate, UTCDate and the like.
pub(super) fn is_date_tag(name: &str) -> bool {
    name.ends_with("Date")
}

impl Visitor for TagRecord {
    type Break = ();

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        let mut bytes = std::mem::take(&mut self.bytes);
        let Some(slot) = self.slot_of(tag.name, tag.head) else {
            self.bytes = bytes;
            return ControlFlow::Continue(());
        };
        bytes.clear();
        if tag.escaped {
            unescape(tag.value, |piece| bytes.extend_from_slice(piece));
        } else {
            bytes.extend_from_slice(tag.value);
        }
        slot.text.clear();
        slot.raw.clear();
        let text = std::str::from_utf8(&bytes).ok().filter(|_| tag.is_ascii);
        match text {
            Some(text) => slot.text.push_str(text),
            None => slot.raw.extend_from_slice(&bytes),
        }
        self.is_foreign |= text.is_none();
        self.needs_game |= bytes.iter().any(|&byte| byte < 32 || byte == 127);
        self.bytes = bytes;
        ControlFlow::Continue(())
    }

    fn outside(&mut self, _: GameStart, diagnostic: Diagnostic) {
        self.is_not_pgn |= diagnostic.code == fault::NOT_PGN.code;
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.is_not_pgn |= diagnostic.code == fault::NOT_PGN.code;
    }

    fn begin_movetext(&mut self) -> ControlFlow<(), Skip> {
        ControlFlow::Break(())
    }
}
