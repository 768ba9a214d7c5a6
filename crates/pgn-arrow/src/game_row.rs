//! A game as a row of the table `games` (§8.1.1, §9, D-14).

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::calendar::{day_of, moment_of};
use crate::cells::Cells;
use crate::column::{Column, GamePart, MOMENT_TAGS, Source};
use crate::sketch::Sketch;
use crate::table::Table;
use pgn_query::facts::{Fact, GameView, Value, rating};
use pgnkit::chess::Color;
use pgnkit::game::Tags;
use pgnkit::read::FieldDecoder;
use pgnkit::syntax::{Region, Span};
use pgnkit::tag;

pub(crate) struct GameRow<'a> {
    pub(crate) view: GameView<'a>,
    pub(crate) sketch: &'a Sketch,
    pub(crate) region: &'a Region<'a>,
    pub(crate) errors: &'a [String],
    /// Text in the region that belongs to no game.
    pub(crate) outside: &'a [Span],
    /// Text between two tag pairs, which is an escape of the game.
    pub(crate) between_tags: &'a [Span],
    /// The movetext contains more than the lists do.
    pub(crate) has_more: bool,
}

/// Fills a cell with a value from the facts and tags of a game.
pub(crate) fn fill_of_view(view: &GameView<'_>, source: &Source, cells: &mut Cells) {
    match source {
        Source::Fact(fact) => match fact.value(view, Color::White) {
            None | Some(Value::Unknown) => cells.null(),
            Some(Value::Number(number)) => cells.fraction(number),
            Some(Value::Flag(flag)) => cells.flag(flag),
            Some(Value::Date(date)) => cells.text(&date.to_string()),
            Some(value) => cells.text_or_null(value.text()),
        },
        Source::Tag(name) => cells.text_or_null(view.tags.tag(name)),
        Source::Players(name) => {
            let names = view.tags.tag(name).filter(|names| !is_unknown_player(names));
            cells.text_or_null(names);
        }
        Source::Day(name) => cells.day_or_null(view.tags.tag(name).and_then(day_of)),
        Source::Moment => {
            let [date, time] = MOMENT_TAGS.map(|name| view.tags.tag(name).unwrap_or_default());
            cells.moment_or_null(moment_of(date, time));
        }
        Source::Rating(name) => {
            let points = view.tags.tag(name).and_then(rating);
            cells.number_or_null(points.map(i64::from));
        }
        Source::Game(_) | Source::Position(_) | Source::Finding(_) | Source::Record(_) => {
            cells.null();
        }
    }
}

/// Whether the player is unknown; the map `tags` keeps the text.
fn is_unknown_player(value: &str) -> bool {
    value.trim() == "?"
}

/// How a column has the value of a tag.
#[derive(Clone, Copy)]
enum TagCell {
    Text,
    Players,
    Number,
    Outcome,
}

/// The tags whose values are in default columns, in the order of their names.
fn held_by_columns() -> &'static [(&'static str, TagCell)] {
    static HELD: OnceLock<Vec<(&'static str, TagCell)>> = OnceLock::new();
    HELD.get_or_init(|| {
        let columns = Table::Games.columns().iter().filter(|column| column.is_default);
        let mut held: Vec<(&str, TagCell)> = columns
            .filter_map(|column| match &column.source {
                Source::Tag(tag) => Some((tag.as_ref(), TagCell::Text)),
                Source::Players(tag) => Some((*tag, TagCell::Players)),
                Source::Rating(tag) => Some((*tag, TagCell::Number)),
                Source::Fact(Fact::Result) => Some((tag::RESULT, TagCell::Outcome)),
                Source::Fact(_)
                | Source::Day(_)
                | Source::Moment
                | Source::Game(_)
                | Source::Position(_)
                | Source::Finding(_)
                | Source::Record(_) => None,
            })
            .collect();
        held.sort_unstable_by_key(|(name, _)| *name);
        held
    })
}

/// Whether a name may be twice, letter case aside.
fn may_have_names_alike(tags: &Tags) -> bool {
    const MANY: usize = 64;
    let mut hashes = [0; MANY];
    if tags.len() > MANY {
        return true;
    }
    tags.iter().enumerate().any(|(n, tag)| {
        let hash = tag.name.bytes().fold(tag.name.len() as u32, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(u32::from(byte | 0x20))
        });
        hashes[n] = hash;
        hashes[..n].contains(&hash)
    })
}

impl GameRow<'_> {
    pub(crate) fn fill(&self, column: &Column, cells: &mut Cells) {
        match &column.source {
            Source::Game(part) => self.part(*part, cells),
            source => fill_of_view(&self.view, source, cells),
        }
    }

    fn part(&self, part: GamePart, cells: &mut Cells) {
        let sketch = self.sketch;
        let n_plies = sketch.n_plies as usize;
        let is_checked = sketch.start.is_some();
        match part {
            GamePart::Offset => {
                let n_white = self.region.text.len() - self.region.text.trim_ascii_start().len();
                cells.number((self.region.start.0 + n_white as u64) as i64);
            }
            GamePart::Length => cells.number(self.region.text.trim_ascii().len() as i64),
            GamePart::Tags => self.tags(cells),
            GamePart::TagOrder => cells.words(sketch.tags.iter().map(|tag| tag.name)),
            GamePart::AllTags => {
                let tags = &sketch.tags;
                for (n, tag) in tags.iter().enumerate() {
                    if !tags.iter().skip(n + 1).any(|later| later.name == tag.name) {
                        cells.pair(tag.name, tag.value);
                    }
                }
                cells.end_map();
            }
            GamePart::Moves => cells.text_list(&sketch.san),
            GamePart::Uci if is_checked => cells.text_list(&sketch.uci),
            GamePart::Codes if is_checked => cells.codes(&sketch.codes),
            GamePart::Uci | GamePart::Codes => cells.null(),
            GamePart::Nags => cells.numbers(&sketch.nags, n_plies),
            GamePart::Clocks => cells.numbers(&sketch.clocks, n_plies),
            GamePart::MoveTimes => cells.numbers(&sketch.move_times, n_plies),
            GamePart::Evals => cells.numbers(&sketch.evals, n_plies),
            GamePart::Mates => cells.numbers(&sketch.mates, n_plies),
            GamePart::Movetext => cells.text(&self.movetext()),
            GamePart::Rest if self.has_more => cells.text(&self.movetext()),
            GamePart::Rest => cells.null(),
            GamePart::Errors if self.errors.is_empty() => cells.null(),
            GamePart::Errors => cells.texts(self.errors.iter().map(String::as_str)),
        }
    }

    /// The tags whose original values are in no column of the table.
    fn tags(&self, cells: &mut Cells) {
        let tags = &self.sketch.tags;
        let held = held_by_columns();
        // Nearly always each name is there once, and in one letter case.
        let is_repeated = may_have_names_alike(tags);
        for (n, tag) in tags.iter().enumerate() {
            if is_repeated && tags.iter().skip(n + 1).any(|later| later.name == tag.name) {
                let n_before = tags.iter().take(n).filter(|other| other.name == tag.name).count();
                cells.pair(&format!("{}#{}", tag.name, n_before + 1), tag.value);
                continue;
            }
            let is_other = |other: &str| other != tag.name && other.eq_ignore_ascii_case(tag.name);
            // Of a name in two letter cases the map has both (D-15).
            let has_other = is_repeated && tags.iter().any(|other| is_other(other.name));
            if has_other || !self.is_held(tag.name, tag.value, held) {
                cells.pair(tag.name, tag.value);
            }
        }
        cells.end_map();
    }

    /// Whether a default column has the original value of a tag.
    fn is_held(&self, name: &str, value: &str, held: &[(&str, TagCell)]) -> bool {
        let Ok(at) = held.binary_search_by(|(known, _)| (*known).cmp(name)) else { return false };
        match held[at].1 {
            TagCell::Text => true,
            TagCell::Players => !is_unknown_player(value),
            TagCell::Number => rating(value).is_some_and(|points| points.to_string() == value),
            TagCell::Outcome => self.view.outcome.is_some_and(|outcome| outcome.name() == value),
        }
    }

    /// The text without tag pairs and without what belongs to no game.
    fn movetext(&self) -> String {
        let text = self.region.text;
        let mut cuts: Vec<Span> =
            [&self.sketch.tag_spans[..], self.outside, self.between_tags].concat();
        cuts.sort_unstable_by_key(|span| span.start);
        let decoder = FieldDecoder::of(self.region, self.sketch.encoding);
        let decode = |from: usize, to: usize| match &decoder {
            Some(decoder) => Cow::Owned(decoder.decode(from..to)),
            None => String::from_utf8_lossy(&text[from..to]),
        };
        let mut kept = String::new();
        let mut from = 0;
        for cut in cuts {
            let (start, end) = (cut.start as usize, (cut.end as usize).min(text.len()));
            if from < start {
                let piece = decode(from, start.min(text.len()));
                let piece = piece.trim_matches(|c: char| c.is_ascii_whitespace());
                if !piece.is_empty() {
                    kept.push_str(piece);
                    kept.push('\n');
                }
            }
            if self.between_tags.contains(&cut) {
                let words = decode(start, end);
                let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
                kept.push_str(&format!("%tag {}\n", lines.collect::<Vec<_>>().join(" ")));
            }
            from = from.max(end);
        }
        kept.push_str(decode(from, text.len()).trim_matches(|c: char| c.is_ascii_whitespace()));
        kept
    }
}
