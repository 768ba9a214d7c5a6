//! The tags that an expression asks for, read without the rest of the game.
//!
//! Owns: which value a tag has, read so that it is the one that reading the game would give. Knows
//! nothing of: what is asked of it.
//! Standard: §8.1. Decisions: D-01, D-14.
//! Start at [`Record::skim`].

use std::ops::ControlFlow;

use pgnkit::Game;
use pgnkit::charset::{self, Choice, Encoding};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::step::{head, unescape};
use pgnkit::syntax::{Diagnostic, GameStart, RawTag, Region, Skip, Visitor};

/// The values of some tags of one game.
#[derive(Clone, Debug)]
pub(super) struct Record {
    names: Vec<Name>,
    values: Vec<Slot>,
    /// How the values are to be read that are not plain ASCII.
    bytes: Vec<u8>,
    /// Some value cannot be read without the whole game.
    needs_game: bool,
    /// A value has other characters than ASCII.
    is_foreign: bool,
    is_not_pgn: bool,
}

#[derive(Clone, Debug)]
struct Name {
    text: String,
    head: u64,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    is_there: bool,
    text: String,
    /// The bytes, while the encoding is not known.
    raw: Vec<u8>,
}

/// What came of skimming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skimmed {
    /// All values are there.
    Done,
    /// They must be taken from the game.
    NeedsGame,
    /// The text is no PGN.
    NotPgn,
}

impl Record {
    /// A record of tags of these names.
    pub(super) fn new(names: &[String]) -> Record {
        let name = |text: &String| Name { text: text.clone(), head: head(text.as_bytes()) };
        Record {
            names: names.iter().map(name).collect(),
            values: vec![Slot::default(); names.len()],
            bytes: Vec::new(),
            needs_game: false,
            is_foreign: false,
            is_not_pgn: false,
        }
    }

    /// The value of a tag; `None` if there is none.
    pub(super) fn get(&self, slot: usize) -> Option<&str> {
        let slot = &self.values[slot];
        slot.is_there.then_some(slot.text.as_str())
    }

    /// The value of the tag of this name, if it is one of those that are read.
    pub(super) fn by_name(&self, name: &str) -> Option<&str> {
        let slot = self.names.iter().position(|known| known.text == name)?;
        self.get(slot)
    }

    /// Whether a tag holds a date, so that a game without it has one that is not known.
    pub(super) fn is_date(&self, slot: usize) -> bool {
        is_date_tag(&self.names[slot].text)
    }

    /// Takes the tags of a game.
    pub(super) fn take(&mut self, game: &Game) {
        for (name, slot) in self.names.iter().zip(&mut self.values) {
            let value = game.tag(&name.text);
            slot.is_there = value.is_some();
            slot.text.clear();
            slot.text.push_str(value.unwrap_or_default());
        }
    }

    /// Reads the tag section of a region, and nothing behind it.
    pub(super) fn skim(&mut self, region: &Region<'_>, encoding: Choice) -> Skimmed {
        self.values.iter_mut().for_each(|slot| slot.is_there = false);
        (self.needs_game, self.is_foreign, self.is_not_pgn) = (false, false, false);
        let _ = region.visit(self);
        if self.is_not_pgn {
            return Skimmed::NotPgn;
        }
        if self.needs_game || self.is_foreign && !self.decode(region, encoding) {
            return Skimmed::NeedsGame;
        }
        Skimmed::Done
    }

    /// Decodes what is not ASCII; says whether the encoding could be told without reading the game,
    /// all of which decides it.
    fn decode(&mut self, region: &Region<'_>, encoding: Choice) -> bool {
        let encoding = match encoding {
            Choice::Fixed(encoding) => encoding,
            Choice::Auto if std::str::from_utf8(region.text).is_ok() => Encoding::Utf8,
            Choice::Auto => return false,
        };
        for slot in self.values.iter_mut().filter(|slot| slot.is_there && !slot.raw.is_empty()) {
            slot.text.clear();
            slot.text.push_str(&charset::decode(&slot.raw, encoding).text);
            slot.raw.clear();
        }
        true
    }
}

/// Whether the values of a tag are dates: Date, EventDate, UTCDate and their kin.
pub(super) fn is_date_tag(name: &str) -> bool {
    name.ends_with("Date")
}

impl Visitor for Record {
    type Break = ();

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        let is_it = |name: &Name| name.head == tag.head && name.text.as_bytes() == tag.name;
        let Some(slot) = self.names.iter().position(is_it) else {
            return ControlFlow::Continue(());
        };
        let slot = &mut self.values[slot];
        self.bytes.clear();
        if tag.escaped {
            unescape(tag.value, |piece| self.bytes.extend_from_slice(piece));
        } else {
            self.bytes.extend_from_slice(tag.value);
        }
        slot.is_there = true;
        slot.text.clear();
        slot.raw.clear();
        self.needs_game |= self.bytes.iter().any(|&byte| byte < 32 || byte == 127);
        match std::str::from_utf8(&self.bytes) {
            Ok(text) if tag.is_ascii => slot.text.push_str(text),
            _ => {
                slot.raw.extend_from_slice(&self.bytes);
                self.is_foreign = true;
            }
        }
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
