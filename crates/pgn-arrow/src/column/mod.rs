//! A column: its name, the type and unit of its cells, and their source.
//!
//! Start at [`Column`].

pub(crate) mod findings;
pub(crate) mod games;
pub(crate) mod positions;
pub(crate) mod records;

use std::borrow::Cow;
#[cfg(feature = "arrow")]
use std::sync::Arc;

#[cfg(feature = "arrow")]
use arrow_schema::{DataType, Field, Fields, TimeUnit};
use pgn_formats::epd::Opcode;
use pgn_query::facts::{Fact, Kind, Speed};
use pgnkit::Outcome;
use pgnkit::tag::{TagKind, ValueType, kind};

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name: a word of `--where` wherever there is one that means the same.
    pub name: Cow<'static, str>,
    /// The content of a cell.
    pub cell: CellType,
    /// The unit of numbers; empty for everything else.
    pub unit: &'static str,
    /// Its description, in one line.
    pub about: Cow<'static, str>,
    /// Whether it is there by default.
    pub is_default: bool,
    pub(crate) source: Source,
}

/// A row of a list of columns.
pub(crate) enum Row {
    /// A fact, there by default or not.
    Fact(Fact, Unasked),
    /// A tag that the standard has.
    Tag(&'static str),
    /// The columns that only this table has: name, source, type, unit, meaning, and whether it is a
    /// default column.
    Own(&'static str, Source, CellType, &'static str, &'static str, Unasked),
}

/// Whether a column is there by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unasked {
    There,
    Absent,
}

impl Row {
    pub(crate) fn column(&self) -> Option<Column> {
        Some(match self {
            Row::Fact(fact, unasked) => {
                Column { is_default: *unasked == Unasked::There, ..Column::of_fact(*fact) }
            }
            Row::Tag(name) => Column { is_default: true, ..Column::of_known_tag(&kind(name)?) },
            Row::Own(name, source, cell, unit, about, unasked) => Column {
                name: Cow::Borrowed(name),
                cell: *cell,
                unit,
                about: Cow::Borrowed(about),
                is_default: *unasked == Unasked::There,
                source: source.clone(),
            },
        })
    }
}

/// Where the cells of a column come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A fact of the vocabulary.
    Fact(Fact),
    /// The unchanged text of a tag.
    Tag(Cow<'static, str>),
    /// The text of a tag with the names of players, which is null if they are unknown.
    Players(&'static str),
    /// The rating in a tag.
    Rating(&'static str),
    /// The day in a tag.
    Day(&'static str),
    /// The moment in the tags UTCDate and UTCTime.
    Moment,
    /// Data of the game besides its facts.
    Game(GamePart),
    Position(PositionPart),
    Finding(FindingPart),
    Record(RecordPart),
}

/// The tags with the moment of a game.
pub(crate) const MOMENT_TAGS: [&str; 2] = ["UTCDate", "UTCTime"];

/// Data of a game besides its facts: places in the file, and lists by ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GamePart {
    Offset,
    Length,
    Tags,
    TagOrder,
    AllTags,
    Moves,
    Uci,
    Codes,
    Nags,
    Clocks,
    MoveTimes,
    Evals,
    Mates,
    Rest,
    Movetext,
    Errors,
}

/// The data of a position and the move that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PositionPart {
    Ply,
    Main,
    San,
    Uci,
    Code,
    Material,
    ClockMs,
    MoveTimeMs,
    EvalCp,
    Mate,
    Comment,
    Nags,
}

/// The data of a finding of `pgn check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FindingPart {
    File,
    Game,
    Line,
    Column,
    Offset,
    EndOffset,
    Code,
    Name,
    Severity,
    Message,
    Help,
    Players,
    Count,
}

/// The data of an EPD record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RecordPart {
    File,
    Line,
    Fen,
    Key,
    /// The operands of an opcode.
    Opcode(Opcode),
    Operations,
    Errors,
}

/// The type of the cells of a column. Every cell may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellType {
    /// Text in UTF-8.
    Text,
    /// One of a few words, as a dictionary that is the same in all batches.
    Word(&'static [&'static str]),
    /// An integer of 8 bits.
    Int8,
    /// An integer of 16 bits.
    Int16,
    /// An integer of 32 bits.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// A number with a fraction.
    Float64,
    /// Yes or no.
    Flag,
    /// A day of the calendar, as days since 1970-01-01.
    Date,
    /// A date with a time of day in UTC, as microseconds since 1970-01-01.
    Timestamp,
    /// A list of texts.
    TextList,
    /// A list of numbers of 32 bits.
    Int32List,
    /// A list of numbers of 64 bits.
    Int64List,
    /// A move in 16 bits.
    Code,
    /// A list of moves in 16 bits each.
    CodeList,
    /// Names of tags with their values.
    TagMap,
}

const OUTCOMES: &[&str] = &[
    Outcome::WhiteWins.name(),
    Outcome::BlackWins.name(),
    Outcome::Draw.name(),
    Outcome::Unknown.name(),
    Outcome::WhiteWinsByForfeit.name(),
    Outcome::BlackWinsByForfeit.name(),
    Outcome::DoubleForfeit.name(),
    Outcome::DrawWithoutPlay.name(),
    Outcome::BothLose.name(),
    Outcome::HalfForWhite.name(),
    Outcome::HalfForBlack.name(),
];

const SPEEDS: &[&str] = &[
    Speed::Bullet.name(),
    Speed::Blitz.name(),
    Speed::Rapid.name(),
    Speed::Classical.name(),
    Speed::Correspondence.name(),
];

impl CellType {
    /// Arrow's type.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn data_type(self) -> DataType {
        let list = |item| DataType::List(Arc::new(Field::new_list_field(item, true)));
        match self {
            CellType::Text => DataType::Utf8,
            CellType::Word(_) => {
                DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8))
            }
            CellType::Int8 => DataType::Int8,
            CellType::Int16 => DataType::Int16,
            CellType::Int32 => DataType::Int32,
            CellType::Int64 => DataType::Int64,
            CellType::Float64 => DataType::Float64,
            CellType::Flag => DataType::Boolean,
            CellType::Date => DataType::Date32,
            // Without a time zone, as programs show moments with one in the zone of the machine.
            CellType::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
            CellType::TextList => list(DataType::Utf8),
            CellType::Int32List => list(DataType::Int32),
            CellType::Int64List => list(DataType::Int64),
            CellType::Code => DataType::UInt16,
            CellType::CodeList => list(DataType::UInt16),
            CellType::TagMap => {
                let key = Field::new("key", DataType::Utf8, false);
                let value = Field::new("value", DataType::Utf8, true);
                let entries = DataType::Struct(Fields::from(vec![key, value]));
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
        }
    }

    /// Its name on pages for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CellType::Text => "text",
            CellType::Word(_) => "dictionary",
            CellType::Int8 => "int8",
            CellType::Int16 => "int16",
            CellType::Int32 => "int32",
            CellType::Int64 => "int64",
            CellType::Float64 => "float64",
            CellType::Flag => "boolean",
            CellType::Date => "date",
            CellType::Timestamp => "timestamp",
            CellType::TextList => "list of text",
            CellType::Int32List => "list of int32",
            CellType::Int64List => "list of int64",
            CellType::Code => "uint16",
            CellType::CodeList => "list of uint16",
            CellType::TagMap => "map of text to text",
        }
    }

    fn of_fact(fact: Fact) -> CellType {
        match (fact.row().kind, fact) {
            (Kind::Number | Kind::Pawns, Fact::AvgElo | Fact::Score | Fact::Eval) => {
                CellType::Float64
            }
            (
                Kind::Number,
                Fact::Year | Fact::Elo | Fact::MinElo | Fact::MaxElo | Fact::EloDiff,
            ) => CellType::Int16,
            (Kind::Number, Fact::Month | Fact::Day) => CellType::Int8,
            (Kind::Number, Fact::Game | Fact::Line) => CellType::Int64,
            (Kind::Number | Kind::Pawns, _) => CellType::Int32,
            (Kind::Seconds, _) => CellType::Float64,
            (Kind::Outcome, _) => CellType::Word(OUTCOMES),
            (Kind::Speed, _) => CellType::Word(SPEEDS),
            (Kind::Flag, _) => CellType::Flag,
            (
                Kind::Text
                | Kind::Date
                | Kind::Eco
                | Kind::Color
                | Kind::Variant
                | Kind::Termination,
                _,
            ) => CellType::Text,
        }
    }
}

impl Column {
    /// The column of a fact: name, unit and meaning are those of the vocabulary.
    pub(crate) fn of_fact(fact: Fact) -> Column {
        let row = fact.row();
        Column {
            name: Cow::Borrowed(row.name),
            cell: CellType::of_fact(fact),
            unit: row.unit,
            about: Cow::Borrowed(row.about),
            is_default: false,
            source: Source::Fact(fact),
        }
    }

    /// The column of a tag that the standard has.
    pub(crate) fn of_known_tag(tag: &TagKind) -> Column {
        let is_rating = tag.value == ValueType::Ratings;
        Column {
            name: Cow::Owned(tag.name.to_ascii_lowercase()),
            cell: if is_rating { CellType::Int16 } else { CellType::Text },
            unit: if is_rating { "points" } else { "" },
            about: Cow::Borrowed(tag.about),
            is_default: false,
            source: match tag.value {
                ValueType::Ratings => Source::Rating(tag.name),
                ValueType::Players => Source::Players(tag.name),
                _ => Source::Tag(Cow::Borrowed(tag.name)),
            },
        }
    }

    pub(crate) fn of_tag(name: &str) -> Column {
        Column {
            name: Cow::Owned(name.to_owned()),
            cell: CellType::Text,
            unit: "",
            about: Cow::Owned(format!("The tag {name}.")),
            is_default: false,
            source: Source::Tag(Cow::Owned(name.to_owned())),
        }
    }

    /// The field of a schema.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn field(&self) -> Field {
        Field::new(self.name.as_ref(), self.cell.data_type(), true)
    }
}

impl Column {
    /// Whether it is the text or the rating of this tag.
    pub(crate) fn is_tag(&self, name: &str) -> bool {
        match &self.source {
            Source::Tag(tag) => tag == name,
            Source::Players(tag) | Source::Rating(tag) => *tag == name,
            Source::Fact(_)
            | Source::Day(_)
            | Source::Moment
            | Source::Game(_)
            | Source::Position(_)
            | Source::Finding(_)
            | Source::Record(_) => false,
        }
    }

    /// Whether it is a tag that the standard does not have, which games may or may not use.
    #[must_use]
    pub fn is_other_tag(&self) -> bool {
        matches!(&self.source, Source::Tag(Cow::Owned(_)))
    }

    /// Values that count from the beginning of a file.
    pub(crate) fn counts(&self) -> Option<Count> {
        match self.source {
            Source::Fact(Fact::Game | Fact::Line)
            | Source::Finding(FindingPart::Game | FindingPart::Line) => Some(Count::Numbers),
            Source::Game(GamePart::Offset)
            | Source::Finding(FindingPart::Offset | FindingPart::EndOffset) => Some(Count::Bytes),
            Source::Fact(_)
            | Source::Tag(_)
            | Source::Players(_)
            | Source::Rating(_)
            | Source::Day(_)
            | Source::Moment
            | Source::Game(_)
            | Source::Position(_)
            | Source::Finding(_)
            | Source::Record(_) => None,
        }
    }

    /// Whether it is a list of sentences, not of words.
    pub(crate) fn has_sentences(&self) -> bool {
        matches!(
            self.source,
            Source::Game(GamePart::Errors)
                | Source::Position(PositionPart::Comment)
                | Source::Record(RecordPart::Errors)
        )
    }
}

/// Values that count from the beginning of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Numbers,
    Bytes,
}
