//! The context of a fault: the text around it, and the data of its game (§8, D-01).

use crate::message::{Change, shorten};
use pgnkit::charset::{self, Choice, Encoding};
use pgnkit::chess::fen::{self, FenError, FenNotes, Mode};
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::san::{Departures, ResolveError};
use pgnkit::chess::{Color, Move, Position, Variant};
use pgnkit::game::StartTags;
use pgnkit::read::{Detail, Games, ReadOptions};
use pgnkit::syntax::{CommentKind, Diagnostic, Span, step};
use pgnkit::tag::{self, Outcome, TagKind, ValueError, ValueType};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

/// The usual size of a message, in bytes.
const MESSAGE_BYTES: usize = 128;

/// The notes of the reader, kept until the game is over. Spans count from the region.
#[derive(Debug, Clone)]
pub(crate) struct Noted {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) cause: Cause,
    /// The number of faults in a run that is fixed as one.
    pub(crate) n: u64,
}

/// [`Detail`] without its borrows. A game of some megabytes has a million of them, so large data is
/// stored elsewhere.
#[derive(Debug, Clone)]
pub(crate) enum Cause {
    None,
    Unresolved { position: Box<Position>, reason: ResolveError },
    Spelling { position: Box<Position>, mv: Move, departures: Departures },
    Number { expected: u32, agreement: Agreement },
    Result { tag: Option<Outcome>, marker: Option<Outcome>, taken: Outcome },
    Letters(Letters),
    Fen(FenError),
    FenCorrected(FenNotes),
    Board(Box<Position>),
}

/// The evidence of the other move numbers of a line about a wrong one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// They agree with the moves that were read, and some come after it.
    Full,
    /// Others are wrong too, or no number follows it.
    Unknown,
    /// Not all of the game was read as moves.
    Broken,
}

impl Cause {
    pub(crate) fn of(detail: Detail<'_>) -> Cause {
        match detail {
            // The linter puts the languages into words itself.
            Detail::None | Detail::Languages(_) => Cause::None,
            Detail::Unresolved { position, reason, .. } => {
                Cause::Unresolved { position: Box::new(*position), reason: *reason }
            }
            Detail::Spelling { position, mv, departures } => {
                Cause::Spelling { position: Box::new(*position), mv, departures }
            }
            Detail::Number { expected, .. } => {
                Cause::Number { expected, agreement: Agreement::Unknown }
            }
            Detail::Result { tag, marker, taken } => Cause::Result { tag, marker, taken },
            Detail::Letters(letters) => Cause::Letters(*letters),
            Detail::Fen(error) => Cause::Fen(*error),
            Detail::FenCorrected(notes) => Cause::FenCorrected(notes),
            Detail::Board(position) => Cause::Board(Box::new(*position)),
        }
    }
}

/// Where a tag pair is, in spans that count from the region.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TagPlace {
    pub(crate) span: Span,
    pub(crate) name: Span,
    pub(crate) value: Span,
    pub(crate) is_escaped: bool,
}

/// A tag pair that rules may look at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TagToCheck {
    /// Which of the tags of its game.
    pub(crate) tag_idx: u32,
    /// Which kind of tag, as the linter sorts its rules.
    pub(crate) kind_idx: u8,
    /// Its value is plain, if the players are two.
    pub(crate) is_plain: bool,
}

/// The data of one game; the vectors are reused for the next one.
#[derive(Debug, Default)]
pub(crate) struct GameSeen {
    /// In the order of the text.
    pub(crate) tags: Vec<TagPlace>,
    /// For each tag the previous one with its name, computed on demand.
    pub(crate) earlier: OnceCell<Vec<Option<u32>>>,
    pub(crate) tags_to_check: Vec<TagToCheck>,
    /// Comments and escape lines, each part of a long one separately; without those that are only a
    /// clock time.
    pub(crate) comments: Vec<(CommentKind, Span)>,
    /// Those of them with commands that are not plain.
    pub(crate) odd_comments: Vec<Span>,
    /// The White or Black tag has several items.
    pub(crate) has_teams: bool,
    /// Where the game starts, if the FEN tag has an error.
    pub(crate) start: Option<Position>,
    pub(crate) marker: Option<(Outcome, Span)>,
    /// The result that counts (D-22).
    pub(crate) outcome: Outcome,
    /// The place of the first move, in spans of the reader; `u32::MAX` if there is none.
    pub(crate) first_move: u32,
    /// Plies of the main line that were played.
    pub(crate) n_plies: u32,
    /// A text in the place of a move is not one; a move may be lost.
    pub(crate) lost_text: bool,
    /// The languages in whose letters the game can be played, computed on demand.
    pub(crate) language: OnceCell<Vec<Letters>>,
    /// The main line was played to its end, every move checked.
    pub(crate) is_played: bool,
    /// There was a game, not only comments.
    pub(crate) is_game: bool,
    /// The next game ended it.
    pub(crate) is_cut_short: bool,
    /// The evidence of the moves about the FEN tag, computed on demand.
    pub(crate) reached_fen: OnceCell<Option<ReachedFen>>,
    /// Where the spans of the reader count from, in the region.
    pub(crate) base: u32,
}

/// The position of the FEN tag occurs when the moves are played from the usual start position: the
/// FEN is not the start of the game.
#[derive(Debug, Clone)]
pub(crate) struct ReachedFen {
    /// The move that leads to it, with its number.
    pub(crate) mv: String,
    /// It is the last move.
    pub(crate) is_last: bool,
}

impl GameSeen {
    pub(crate) fn clear(&mut self, base: u32) {
        self.tags.clear();
        self.earlier.take();
        self.tags_to_check.clear();
        self.comments.clear();
        self.odd_comments.clear();
        self.has_teams = false;
        self.start = None;
        self.marker = None;
        self.outcome = Outcome::Unknown;
        self.first_move = u32::MAX;
        self.n_plies = 0;
        self.lost_text = false;
        self.language.take();
        self.is_played = true;
        self.is_game = false;
        self.is_cut_short = false;
        self.reached_fen.take();
        self.base = base;
    }

    /// Where the first move is, counted from the region.
    pub(crate) fn first_move(&self) -> Option<u32> {
        (self.first_move != u32::MAX).then(|| self.first_move.saturating_add(self.base))
    }

    /// A span of the reader, counted from the region.
    pub(crate) fn shift(&self, span: Span) -> Span {
        Span::new(span.start.saturating_add(self.base), span.end.saturating_add(self.base))
    }
}

#[derive(Debug)]
pub(crate) struct TagSeen<'a> {
    pub(crate) place: TagPlace,
    pub(crate) name: &'a str,
    /// Without escapes.
    pub(crate) value: Cow<'a, str>,
    pub(crate) kind: Option<TagKind>,
    bytes: &'a [u8],
}

impl TagSeen<'_> {
    /// The place in the region of a range of the value; the whole value if it contains escapes.
    pub(crate) fn span_of(&self, range: Range<usize>) -> Span {
        if self.place.is_escaped {
            return self.place.value;
        }
        place_of(self.place.value.start, &self.value, self.bytes, range)
    }

    /// Whether the tag is one of this type.
    pub(crate) fn is_of(&self, value: ValueType) -> bool {
        self.kind.is_some_and(|kind| kind.value == value)
    }

    /// The message about a value that does not parse.
    pub(crate) fn sentence(&self, error: &ValueError) -> String {
        // Most sentences fit; they consist of many pieces.
        let mut sentence = String::with_capacity(MESSAGE_BYTES);
        // Writing to a String cannot fail.
        let _ = write!(sentence, "{}: {error}", self.name);
        sentence
    }

    /// A fix that replaces the value; `value` must not contain quotes or backslashes.
    pub(crate) fn rewrite(&self, value: &str) -> Vec<Change> {
        vec![Change { span: self.place.value, text: value.to_string() }]
    }
}

#[derive(Debug)]
pub(crate) struct CommentSeen<'a> {
    start: u32,
    pub(crate) text: Cow<'a, str>,
    bytes: &'a [u8],
}

impl CommentSeen<'_> {
    /// The place in the region of a range of the text.
    pub(crate) fn span_of(&self, range: Range<usize>) -> Span {
        place_of(self.start, &self.text, self.bytes, range)
    }
}

/// The place of a range of a field, which begins at `start` and was decoded from `bytes`.
fn place_of(start: u32, text: &str, bytes: &[u8], range: Range<usize>) -> Span {
    let offset = |at: usize| start + source_offset(text, bytes, at.min(text.len())) as u32;
    Span::new(offset(range.start), offset(range.end))
}

/// Where in `bytes` the text that was decoded from them has the offset `at`.
fn source_offset(text: &str, bytes: &[u8], at: usize) -> usize {
    if text.len() == bytes.len() {
        return at;
    }
    if text.chars().count() == bytes.len() {
        return text.get(..at).map_or(at, |head| head.chars().count());
    }
    let (mut in_text, mut in_bytes) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        let n_valid = chunk.valid().len();
        if at <= in_text + n_valid {
            return in_bytes + (at - in_text);
        }
        in_text += n_valid;
        in_bytes += n_valid;
        for _ in chunk.invalid() {
            let character = text.get(in_text..).and_then(|rest| rest.chars().next());
            in_text += character.map_or(1, char::len_utf8);
            in_bytes += 1;
            if at <= in_text {
                return in_bytes;
            }
        }
    }
    in_bytes
}

/// How the bytes of a region are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegionEncoding {
    /// How each field is.
    pub(crate) choice: Choice,
    /// The encoding of most of it: in this one characters are counted and lines are shown.
    pub(crate) whole: Encoding,
}

impl RegionEncoding {
    pub(crate) fn of(choice: Choice, text: &[u8], is_ascii: bool) -> RegionEncoding {
        let whole = match choice {
            Choice::Auto | Choice::Recognized(_) if is_ascii => Encoding::Utf8,
            Choice::Auto | Choice::Recognized(_) | Choice::Fixed(_) => choice.encoding_of(text),
        };
        RegionEncoding { choice, whole }
    }

    /// The text of a piece of the region, whatever fields it is from.
    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        if self.whole != Encoding::Utf8 || std::str::from_utf8(bytes).is_ok() {
            return charset::decode(bytes, self.whole).text;
        }
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|&byte| self.choice.character(byte)));
        }
        Cow::Owned(text)
    }
}

#[derive(Debug)]
pub(crate) struct RuleContext<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) encoding: RegionEncoding,
    pub(crate) game: &'a GameSeen,
    /// Comments that are not closed; there is one at most, at the end.
    pub(crate) open_comments: &'a [Span],
}

impl<'a> RuleContext<'a> {
    pub(crate) fn bytes(&self, span: Span) -> &'a [u8] {
        span.of(self.text)
    }

    /// The text of a span: a field or a part of one.
    pub(crate) fn decode(&self, span: Span) -> Cow<'a, str> {
        self.encoding.choice.decode(self.bytes(span))
    }

    /// The text of a span for a message: short, without control codes.
    pub(crate) fn show(&self, span: Span) -> String {
        let head = Span::new(span.start, span.end.min(span.start.saturating_add(200)));
        shorten(&self.decode(head))
    }

    pub(crate) fn tag(&self, place: TagPlace) -> TagSeen<'a> {
        let name = std::str::from_utf8(self.bytes(place.name)).unwrap_or_default();
        self.tag_of(place, tag::kind(name))
    }

    pub(crate) fn tag_of(&self, place: TagPlace, kind: Option<TagKind>) -> TagSeen<'a> {
        let name = std::str::from_utf8(self.bytes(place.name)).unwrap_or_default();
        let value = if place.is_escaped {
            let mut bytes = Vec::with_capacity(place.value.len() as usize);
            step::unescape(self.bytes(place.value), |piece| bytes.extend_from_slice(piece));
            Cow::Owned(self.encoding.choice.decode(&bytes).into_owned())
        } else {
            self.decode(place.value)
        };
        TagSeen { place, name, value, kind, bytes: self.bytes(place.value) }
    }

    /// The last tag pair with this name (D-14).
    pub(crate) fn tag_named(&self, name: &str) -> Option<TagSeen<'a>> {
        self.place_named(name).map(|place| self.tag(place))
    }

    pub(crate) fn value_named(&self, name: &str) -> Option<Cow<'a, str>> {
        self.place_named(name).map(|place| self.tag_of(place, None).value)
    }

    fn place_named(&self, name: &str) -> Option<TagPlace> {
        let is_named = |place: &&TagPlace| {
            place.name.len() as usize == name.len() && self.bytes(place.name) == name.as_bytes()
        };
        // A well-known name in another letter case counts if the exact one is absent (D-15).
        let is_meant = |place: &&TagPlace| {
            let found = self.bytes(place.name);
            found.eq_ignore_ascii_case(name.as_bytes())
                && tag::well_known::name_of_other_case(found) == Some(name)
        };
        let places = || self.game.tags.iter().rev();
        places().find(is_named).or_else(|| places().find(is_meant)).copied()
    }

    /// The start position according to the tags.
    pub(crate) fn start_position(&self) -> Option<Position> {
        let value = |name| self.value_named(name);
        let [fen, set_up, variant, event] = ["FEN", "SetUp", "Variant", "Event"].map(value);
        let tags = StartTags {
            fen: fen.as_deref(),
            set_up: set_up.as_deref(),
            variant: variant.as_deref(),
            event: event.as_deref(),
        };
        tags.resolve().position
    }

    /// Whether the position of the FEN tag occurs when the moves are played from the usual start
    /// position.
    pub(crate) fn reached_fen(&self) -> Option<&ReachedFen> {
        self.game.reached_fen.get_or_init(|| self.find_reached_fen()).as_ref()
    }

    fn find_reached_fen(&self) -> Option<ReachedFen> {
        let text = self.value_named("FEN")?;
        let (wanted, _) = fen::parse_setup(text.as_bytes(), Mode::Lax).ok()?;
        if wanted.variant != Variant::Standard || wanted.board == *Position::default().board() {
            return None;
        }
        let tags_end = self.game.tags.last()?.span.end as usize;
        let options = ReadOptions::default().with_encoding(self.encoding.choice);
        let moves = self.text.get(tags_end..)?;
        let game = Games::with(moves, options, ()).next()?.ok()?;
        let mut cursor = game.cursor();
        let mut found = None;
        while let (Some(before), true) = (cursor.position().copied(), cursor.forward()) {
            let position = cursor.position()?;
            if let Some(ReachedFen { is_last, .. }) = &mut found {
                *is_last = false;
            }
            if *position.board() == wanted.board {
                let san = cursor.san()?;
                let dots = if before.turn() == Color::White { "." } else { "..." };
                let mv = format!("{}{dots} {}", before.fullmove(), san.as_str());
                found = Some(ReachedFen { mv, is_last: true });
            }
        }
        found
    }

    /// The tag pair at this place.
    pub(crate) fn tag_at(&self, span: Span) -> Option<TagSeen<'a>> {
        let n_begun = self.game.tags.partition_point(|place| place.span.start <= span.start);
        let place = self.game.tags[..n_begun].last()?;
        let holds = span.start < place.span.end.max(place.span.start + 1);
        holds.then(|| self.tag(*place))
    }

    /// The tag pair with the name that is here, before this one. All of the game are looked at
    /// once, as a game may repeat as many as it has.
    pub(crate) fn tag_before(&self, name: Span) -> Option<TagPlace> {
        let tags = &self.game.tags;
        let at = tags.binary_search_by_key(&name.start, |place| place.name.start).ok()?;
        let all = self.game.earlier.get_or_init(|| {
            let mut last = HashMap::new();
            let names = (0..).zip(tags).map(|(idx, place)| (idx, self.bytes(place.name)));
            names.map(|(idx, name)| last.insert(name, idx)).collect()
        });
        tags.get(all[at]? as usize).copied()
    }

    /// Where the game begins: its first tag, or its first character.
    pub(crate) fn game_start(&self) -> Span {
        if let Some(tag) = self.game.tags.first() {
            return tag.span;
        }
        let text = &self.text[(self.game.base as usize).min(self.text.len())..];
        let at = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        span_at(self.game.base as usize + at, usize::from(at < text.len()))
    }

    /// The content of a comment, its delimiters left out.
    pub(crate) fn comment(&self, span: Span) -> CommentSeen<'a> {
        CommentSeen { start: span.start, text: self.decode(span), bytes: self.bytes(span) }
    }

    /// The byte before an offset; a line feed at the start of the region.
    pub(crate) fn byte_before(&self, offset: u32) -> u8 {
        (offset as usize).checked_sub(1).and_then(|at| self.text.get(at)).copied().unwrap_or(b'\n')
    }

    /// The byte at an offset; a line feed at the end of the region.
    pub(crate) fn byte_at(&self, offset: u32) -> u8 {
        self.text.get(offset as usize).copied().unwrap_or(b'\n')
    }

    pub(crate) fn is_in_open_comment(&self, span: Span) -> bool {
        let holds = |open: &Span| open.start <= span.start && span.end <= open.end;
        self.open_comments.iter().any(holds)
    }

    /// Removes text on separate lines with its line end; otherwise like a token.
    pub(crate) fn take_line_out(&self, span: Span) -> Vec<Change> {
        let is_first = matches!(self.byte_before(span.start), b'\n' | b'\r');
        let n_bytes = match (is_first, self.byte_at(span.end), self.byte_at(span.end + 1)) {
            (true, b'\r', b'\n') => 2,
            (true, b'\n' | b'\r', _) => 1,
            _ => return self.take_out(span),
        };
        vec![Change::new(Span::new(span.start, span.end + n_bytes), "")]
    }

    /// Removes a token: with one blank if blanks are on both sides, and never joining its
    /// neighbors. `None` if that might make a percent sign or bracket the first on its line, where
    /// it has another meaning.
    pub(crate) fn take_out(&self, span: Span) -> Vec<Change> {
        let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t');
        let split = |at: u32| self.text.split_at((at as usize).min(self.text.len()));
        let before = split(span.start).0.iter().rev().find(|byte| !is_blank(byte));
        let after = split(span.end).1.iter().find(|byte| !is_blank(byte));
        let is_first = matches!(before, None | Some(b'\n' | b'\r'));
        if is_first && matches!(after, Some(b'%' | b'[' | 0..=8 | 12 | 14..=31 | 127..)) {
            return Vec::new();
        }
        let is_white = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B);
        let (before, after) = (self.byte_before(span.start), self.byte_at(span.end));
        if before == b' ' && is_white(after) {
            return vec![Change::new(Span::new(span.start - 1, span.end), "")];
        }
        let glue = if is_white(before) || is_white(after) { "" } else { " " };
        vec![Change::new(span, glue)]
    }
}

/// The span of `len` bytes at `at`.
pub(crate) fn span_at(at: usize, len: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(at), offset(at + len))
}
