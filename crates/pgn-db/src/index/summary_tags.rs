//! The tags of a game that count for a score, read in the same way by a scan and an index.

use pgn_query::facts::{rating, year};
use pgnkit::syntax::RawTag;
use pgnkit::syntax::step::head;
use pgnkit::tag::{Date, well_known};

/// Ratings and date of the game that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SummaryTags {
    pub(crate) white_elo: Option<u32>,
    pub(crate) black_elo: Option<u32>,
    /// Year, month and day as the number `YYYYMMDD`, zero for what is not known; a year of which
    /// a digit is missing is not known.
    pub(crate) date: u32,
    has_date: bool,
}

const WHITE_ELO: u64 = head(b"WhiteElo");
const BLACK_ELO: u64 = head(b"BlackElo");
const DATE: u64 = head(b"Date");

impl SummaryTags {
    /// Takes a tag of the game. A name in another letter case counts if the exact one is absent
    /// (D-15).
    pub(crate) fn take(&mut self, tag: &RawTag<'_>) {
        match (tag.head, tag.name.len()) {
            (WHITE_ELO, 8) => self.white_elo = rating(&text(tag)),
            (BLACK_ELO, 8) => self.black_elo = rating(&text(tag)),
            (DATE, 4) => (self.date, self.has_date) = (date(tag), true),
            _ if well_known::number_by_head(tag.name, tag.head) != well_known::UNKNOWN => {}
            _ => match well_known::name_of_other_case(tag.name) {
                Some("WhiteElo") if self.white_elo.is_none() => {
                    self.white_elo = rating(&text(tag));
                }
                Some("BlackElo") if self.black_elo.is_none() => {
                    self.black_elo = rating(&text(tag));
                }
                Some("Date") if !self.has_date => self.date = date(tag),
                _ => {}
            },
        }
    }

    pub(crate) fn year(&self) -> Option<u16> {
        year_of(self.date)
    }
}

pub(crate) fn year_of(date: u32) -> Option<u16> {
    u16::try_from(date / 10_000).ok().filter(|&year| year > 0)
}

fn text<'t>(tag: &RawTag<'t>) -> std::borrow::Cow<'t, str> {
    String::from_utf8_lossy(tag.value)
}

fn date(tag: &RawTag<'_>) -> u32 {
    let text = text(tag);
    let key = Date::parse_lax(text.trim()).map_or(0, |date| date.sort_key());
    let year = year(&text).map_or(0, u32::from);
    year * 10_000 + key % 10_000
}
