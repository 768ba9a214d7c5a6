//! The referee: plays the moves of a text as they are read, and notes every fault.
//!
//! ```text
//! symbol   in a dead line  → its text, until the line ends
//!          reads as a move → played
//!          a sign or word behind a move → NAG, or nothing new
//!          meant as a move, but none     → the line is dead from here (D-33)
//!          else            → kept as a comment, the line goes on
//! ```
//!
//! Owns: the position at every point of a game, the judgement of moves, numbers and results.
//! Knows nothing of: how games are held or written, how grave a fault is.
//! Standard: §8.2, §9.7, §10. Decisions: D-13, D-22, D-23, D-30 to D-37, D-60.
//! Start at [`Referee`], a [`Visitor`]; what it finds goes to a [`Follow`] and a [`NoteSink`].

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::decode::mend_controls;
use super::note::{Note, NoteSink, Why};
use super::{meant, suffix};
use crate::charset::{self, Choice, Encoding};
use crate::fault;
use crate::game::{Start, StartTags};
use crate::tag::{self, Outcome};
use pgn_chess::notation::san::{self, Departures, Lax, Reading, Unresolved};
use pgn_chess::{Color, Move, Position};
use pgn_syntax::{
    Diagnostic, Fault, GameEnd, GameStart, Marker, RawComment, RawMarker, RawNag, RawNumber,
    RawSuffix, RawSymbol, RawTag, Skip, Span, Visitor, step,
};

/// What the rest of a line is, when it is not moves on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rest {
    /// From a move that cannot be played to the end of its line (D-33).
    Unplayable,
    /// A variation with no move before it to replace (D-30).
    Variation,
}

/// A move that was played.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// The move; [`Move::NULL`] for a null move.
    pub mv: Move,
    /// The position before it.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
    /// Its text.
    pub symbol: RawSymbol<'a>,
}

/// Who follows the game as the referee sees it. Every method has a default that does nothing.
pub trait Follow {
    /// A game begins.
    fn begin_game(&mut self, start: GameStart) {
        let _ = start;
    }
    /// A tag pair.
    fn tag(&mut self, tag: &RawTag<'_>) {
        let _ = tag;
    }
    /// Brackets that hold no tag pair.
    fn malformed_tag(&mut self, text: &[u8], span: Span) {
        let _ = (text, span);
    }
    /// The tags are over; this is where the game starts.
    fn begin_movetext(&mut self, start: &Start) -> Skip {
        let _ = start;
        Skip::Enter
    }
    /// A move was played.
    fn played(&mut self, played: Played<'_>) {
        let _ = played;
    }
    /// A symbol in a game whose moves are not checked.
    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        let _ = symbol;
    }
    /// A NAG, from `$n`, a suffix or a sign; `u32::MAX` when the number does not fit.
    fn nag(&mut self, nag: u32, span: Span) {
        let _ = (nag, span);
    }
    /// A comment or escape line, or a part of one.
    fn comment(&mut self, comment: RawComment<'_>) {
        let _ = comment;
    }
    /// Text in the place of a move that is none.
    fn unreadable(&mut self, text: &[u8], span: Span) {
        let _ = (text, span);
    }
    /// `<…>`.
    fn reserved(&mut self, text: &[u8], span: Span) {
        let _ = (text, span);
    }
    /// A variation begins; the next move replaces the last one.
    fn begin_variation(&mut self, span: Span) {
        let _ = span;
    }
    /// The variation is over.
    fn end_variation(&mut self, span: Span) {
        let _ = span;
    }
    /// A termination marker inside a variation.
    fn inner_marker(&mut self, outcome: Outcome, span: Span) {
        let _ = (outcome, span);
    }
    /// The rest of this line is text; it begins at `span`, the `(` of a variation that cannot
    /// be played or the text of the move.
    fn begin_rest(&mut self, rest: Rest, span: Span) {
        let _ = (rest, span);
    }
    /// A piece of that text, as it stands in the source.
    fn rest(&mut self, text: &[u8], span: Span) {
        let _ = (text, span);
    }
    /// The text is over, and with it the line; `span` is the `)` of a variation that cannot be
    /// played, else empty.
    fn end_rest(&mut self, span: Span) {
        let _ = span;
    }
    /// The marker that ends the game.
    fn marker(&mut self, outcome: Outcome, span: Span) {
        let _ = (outcome, span);
    }
    /// The game is over, and this is its outcome.
    fn end_game(&mut self, outcome: Outcome, how: GameEnd, end: u32) {
        let _ = (outcome, how, end);
    }
}

impl Follow for () {}

/// The tags that the referee must know, with their places.
#[derive(Debug, Default)]
struct KnownTags {
    fen: Option<(String, Span)>,
    set_up: Option<(String, Span)>,
    variant: Option<(String, Span)>,
    result: Option<(String, Span)>,
}

impl KnownTags {
    /// The tags that say where the game starts.
    fn start(&self) -> StartTags<'_> {
        StartTags {
            fen: self.fen.as_ref().map(|tag| tag.0.as_str()),
            set_up: self.set_up.as_ref().map(|tag| tag.0.as_str()),
            variant: self.variant.as_ref().map(|tag| tag.0.as_str()),
        }
    }
}

/// A line that waits while a variation of it is read.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    /// The position before the line's last move, and that move.
    before: Position,
    mv: Option<Move>,
}

/// Where the referee stands with the line it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Moves are played.
    Live,
    /// A rest is being read; it ends with the line at this depth.
    Rest(u32),
}

/// Reads steps, plays the moves, and tells a [`Follow`] and a [`NoteSink`].
///
/// Cost per move: one resolution and one move played. Memory: one position a level of nesting.
#[derive(Debug)]
pub struct Referee<F, S> {
    /// Who follows.
    pub follow: F,
    /// Who takes the notes.
    pub notes: S,
    lax: Lax,
    encoding: Choice,
    verify_marks: bool,
    tags: KnownTags,
    tag_names: Vec<u64>,
    is_checked: bool,
    position: Position,
    /// The position before the last move of this line, if it has one.
    before: Position,
    last: Option<Move>,
    line: Line,
    depth: u32,
    waiting: Vec<Waiting>,
    /// The last element was a move, or a sign behind one.
    behind_move: bool,
    /// A number was read and no move since.
    number: Option<(u32, Span)>,
    /// Nothing stands between that number and the next symbol.
    number_is_near: bool,
    marker: Option<Outcome>,
    marker_span: Span,
    bytes: ByteWatch,
}

impl<F: Follow, S: NoteSink> Referee<F, S> {
    /// A referee for `follow` and `notes`.
    pub fn new(follow: F, notes: S) -> Referee<F, S> {
        Referee {
            follow,
            notes,
            lax: Lax::default(),
            encoding: Choice::Auto,
            verify_marks: false,
            tags: KnownTags::default(),
            tag_names: Vec::new(),
            is_checked: true,
            position: Position::start(),
            before: Position::start(),
            last: None,
            line: Line::Live,
            depth: 0,
            waiting: Vec::new(),
            behind_move: false,
            number: None,
            number_is_near: false,
            marker: None,
            marker_span: Span::default(),
            bytes: ByteWatch::default(),
        }
    }

    /// Reads moves with these allowances.
    #[must_use]
    pub fn lax(mut self, lax: Lax) -> Self {
        self.lax = lax;
        self
    }

    /// Reads tag values in this encoding.
    #[must_use]
    pub fn encoding(mut self, encoding: Choice) -> Self {
        self.encoding = encoding;
        self
    }

    /// Notes check and mate marks that are missing or not true; costs a look for check after
    /// every move.
    #[must_use]
    pub fn verify_marks(mut self) -> Self {
        self.verify_marks = true;
        self
    }

    /// The position after the last move that was played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn note(&mut self, fault: &Fault, span: Span, why: Why<'_>) {
        self.notes.note(Note { diagnostic: Diagnostic::new(fault, span), why });
    }

    fn remember_tag(&mut self, tag: &RawTag<'_>) {
        let slot = match tag.name {
            b"FEN" => &mut self.tags.fen,
            b"SetUp" => &mut self.tags.set_up,
            b"Variant" => &mut self.tags.variant,
            b"Result" => &mut self.tags.result,
            _ => return,
        };
        let mut bytes = Vec::with_capacity(tag.value.len());
        step::unescape(tag.value, |piece| bytes.extend_from_slice(piece));
        mend_controls(&mut bytes, 0);
        let encoding = self.encoding.encoding_of(&bytes);
        let value = charset::decode(&bytes, encoding).text.into_owned();
        *slot = if value.trim().is_empty() { None } else { Some((value, tag.value_span)) };
    }

    fn note_tag_name(&mut self, tag: &RawTag<'_>) {
        let key = fnv1a(tag.name);
        if self.tag_names.contains(&key) {
            self.note(&fault::DUPLICATE_TAG, tag.name_span, Why::Plain);
        } else if self.tag_names.len() < 64 {
            self.tag_names.push(key);
        }
        if let Ok(name) = core::str::from_utf8(tag.name)
            && tag::roster_name_of_other_case(name).is_some()
        {
            self.note(&fault::WRONG_CASE_TAG, tag.name_span, Why::Plain);
        }
    }

    /// Notes what is wrong with the tags that say where the game starts.
    fn note_start(&mut self, start: &Start) {
        let place = |tag: &Option<(String, Span)>| tag.as_ref().map(|tag| tag.1);
        let fen = place(&self.tags.fen).unwrap_or_default();
        let variant = place(&self.tags.variant).unwrap_or_default();
        if let Some(fault) = start.fen_fault() {
            let why = match &start.fen_error {
                Some(error) => Why::Fen(error),
                None => Why::FenMended(start.fen_notes),
            };
            self.note(fault, fen, why);
        }
        if let Some(fault) = start.mismatch {
            let span = [place(&self.tags.fen), place(&self.tags.set_up), place(&self.tags.variant)];
            let span = span.into_iter().flatten().next().unwrap_or_default();
            self.note(fault, span, Why::Plain);
        }
        if start.implies_chess960 {
            self.note(&fault::MISSING_VARIANT, fen, Why::Plain);
        }
        if start.is_unknown_variant {
            self.note(&fault::UNKNOWN_VARIANT, variant, Why::Plain);
        }
    }

    /// A symbol in a live line of a game that is checked.
    fn play(&mut self, symbol: RawSymbol<'_>) {
        let is_word = symbol.text[0].is_ascii_alphanumeric();
        if !is_word && self.sign(symbol) {
            return;
        }
        match san::resolve(&self.position, symbol.text, &self.lax) {
            Ok(reading) => self.played(symbol, &reading),
            Err(_) if self.behind_move && suffix::is_tail_word(symbol.text) => {
                let why = Why::Plain;
                self.note(&fault::NONSTANDARD_MOVE, symbol.span, why);
            }
            Err(Unresolved::NotAMove) if !meant::is_foreign_move(symbol.text) => {
                self.unreadable(symbol);
            }
            Err(_) if meant::is_word(symbol.text) => self.unreadable(symbol),
            Err(reason) => self.unplayable(symbol, &reason),
        }
    }

    /// A symbol of a game that is not checked: its text is the move. Words beyond ASCII, or
    /// that begin like no move of any notation, are kept as comments.
    fn keep(&mut self, symbol: RawSymbol<'_>) {
        let begins_move = symbol.text[0].is_ascii_alphanumeric() || symbol.text[0] == b'@';
        if !begins_move && self.sign(symbol) {
            return;
        }
        if !symbol.text.is_ascii() || !(begins_move || symbol.text == b"--") {
            return self.unreadable(symbol);
        }
        self.number = None;
        self.last = Some(Move::NULL);
        self.behind_move = true;
        self.follow.unchecked(symbol);
    }

    /// A sign such as `+-`, or a check mark apart from its move. Says whether it was one.
    fn sign(&mut self, symbol: RawSymbol<'_>) -> bool {
        if self.behind_move && suffix::is_tail_word(symbol.text) {
            self.note(&fault::NONSTANDARD_MOVE, symbol.span, Why::Plain);
            return true;
        }
        let Some(nag) = suffix::glyph(symbol.text) else { return false };
        self.note(&fault::ODD_SUFFIX, symbol.span, Why::Plain);
        self.number_is_near = false;
        self.follow.nag(u32::from(nag.0), symbol.span);
        true
    }

    #[inline]
    fn played(&mut self, symbol: RawSymbol<'_>, reading: &Reading) {
        self.check_number();
        self.before = self.position;
        self.position.play(reading.mv);
        self.last = Some(reading.mv);
        self.behind_move = true;
        let mut departures = reading.departures;
        if self.verify_marks {
            departures.insert(reading.check_marks(&self.position));
        }
        if !departures.is_empty() {
            self.note_spelling(symbol.span, reading.mv, departures);
        }
        let (before, after) = (&self.before, &self.position);
        self.follow.played(Played { mv: reading.mv, before, after, symbol });
    }

    #[cold]
    fn note_spelling(&mut self, span: Span, mv: Move, departures: Departures) {
        const MARKS: Departures =
            Departures::MISSING_CHECK.union(Departures::MISSING_MATE).union(Departures::WRONG_MARK);
        let before = self.before;
        let why = |departures| Why::Spelling { position: &before, mv, departures };
        if mv.is_null() {
            self.note(&fault::NULL_MOVE, span, why(departures));
            return;
        }
        let marks = Departures::from_bits(departures.bits() & MARKS.bits());
        if !marks.is_empty() {
            self.note(&fault::WRONG_CHECK_MARK, span, why(marks));
        }
        let others = departures.without(MARKS);
        if !others.is_empty() {
            self.note(&fault::NONSTANDARD_MOVE, span, why(others));
        }
    }

    /// Compares the number before a move with the position (D-31).
    #[inline]
    fn check_number(&mut self) {
        if let Some((found, span)) = self.number.take() {
            self.compare_number(found, span);
        }
    }

    fn compare_number(&mut self, found: u32, span: Span) {
        let expected = self.position.fullmove();
        if found != expected {
            self.note(&fault::WRONG_MOVE_NUMBER, span, Why::Number { expected, found });
        }
    }

    fn unreadable(&mut self, symbol: RawSymbol<'_>) {
        let position = self.position;
        let reason = Unresolved::NotAMove;
        let why = Why::Unresolved { position: &position, text: symbol.text, reason: &reason };
        self.note(&fault::UNREADABLE_MOVE, symbol.span, why);
        self.behind_move = false;
        self.number_is_near = false;
        self.follow.unreadable(symbol.text, symbol.span);
    }

    /// The line is dead from this symbol on; its number belongs to the text that is left.
    fn unplayable(&mut self, symbol: RawSymbol<'_>, reason: &Unresolved) {
        let fault = match reason {
            Unresolved::Ambiguous(_) => &fault::AMBIGUOUS_MOVE,
            Unresolved::NotAMove => &fault::UNREADABLE_MOVE,
            Unresolved::Illegal(_) => &fault::ILLEGAL_MOVE,
        };
        let position = self.position;
        let why = Why::Unresolved { position: &position, text: symbol.text, reason };
        self.note(fault, symbol.span, why);
        let number = self.number.take();
        let near = number.filter(|_| self.number_is_near);
        self.begin_rest(Rest::Unplayable, near.map_or(symbol.span, |number| number.1));
        if let Some((value, span)) = number {
            self.rest_number(value, span);
        }
        self.follow.rest(symbol.text, symbol.span);
    }

    /// A number in a rest: its text is not at hand any more, so it is written anew.
    fn rest_number(&mut self, value: u32, span: Span) {
        let n_periods = match self.position.turn() {
            Color::White => 1,
            Color::Black => 3,
        };
        let text = format!("{value}{}", &"..."[..n_periods]);
        self.follow.rest(text.as_bytes(), span);
    }

    fn begin_rest(&mut self, rest: Rest, span: Span) {
        self.line = Line::Rest(self.depth);
        self.behind_move = false;
        self.follow.begin_rest(rest, span);
    }

    /// Ends a rest if it ends with the line at the present depth.
    fn end_rest(&mut self, span: Span) {
        if self.line == Line::Rest(self.depth) {
            self.line = Line::Live;
            self.follow.end_rest(span);
        }
    }

    /// Codes 128 to 159 are Windows-1252 where the encoding is free, and nothing in Latin-1
    /// (D-01).
    fn note_encoding(&mut self) {
        let Some(at) = self.bytes.first_c1 else { return };
        let span = Span::new(at, at.saturating_add(1));
        match self.encoding {
            Choice::Auto if self.bytes.is_not_utf8 => {
                self.note(&fault::WINDOWS_1252, span, Why::Plain);
            }
            Choice::Fixed(Encoding::Latin1) => {
                let fault = &pgn_syntax::diagnostic::fault::UNUSED_CHARACTER;
                self.note(fault, span, Why::Plain);
            }
            Choice::Auto | Choice::Fixed(Encoding::Utf8 | Encoding::Windows1252) => {}
        }
    }

    /// What the tag and the marker say together (D-22).
    fn settle(&mut self) -> Outcome {
        let written = self.tags.result.take();
        let span = written.as_ref().map_or(self.marker_span, |tag| tag.1);
        let tag = written.as_ref().and_then(|tag| Outcome::parse_lax(&tag.0));
        if let Some((value, span)) = &written
            && Outcome::parse(value).is_err()
        {
            self.note(&fault::BAD_RESULT, *span, Why::Plain);
        }
        let marker = self.marker.take();
        let taken = self.take_outcome(tag, marker);
        if written.is_some() && tag != marker && marker.is_some() {
            let why = Why::Result { tag, marker, taken };
            self.note(&fault::RESULT_MISMATCH, span, why);
        }
        self.compare_with_board(taken);
        taken
    }

    fn take_outcome(&self, tag: Option<Outcome>, marker: Option<Outcome>) -> Outcome {
        match (tag, marker) {
            (Some(tag), Some(marker)) if tag == marker => tag,
            (None, Some(only)) | (Some(only), None) => only,
            (None, None) => Outcome::Unknown,
            (Some(Outcome::Unknown), Some(real)) | (Some(real), Some(Outcome::Unknown)) => real,
            (Some(tag), Some(marker)) => match self.board_outcome() {
                Some(outcome) if outcome == marker => marker,
                Some(_) | None => tag,
            },
        }
    }

    /// What the final position of the main line proves.
    fn board_outcome(&self) -> Option<Outcome> {
        if !self.is_checked || self.last.is_none() {
            return None;
        }
        if self.position.is_checkmate() {
            return Some(match self.position.turn() {
                Color::White => Outcome::BlackWins,
                Color::Black => Outcome::WhiteWins,
            });
        }
        self.position.is_stalemate().then_some(Outcome::Draw)
    }

    fn compare_with_board(&mut self, taken: Outcome) {
        if let Some(proved) = self.board_outcome()
            && proved != taken
            && taken != Outcome::Unknown
        {
            let position = self.position;
            self.note(&fault::RESULT_AGAINST_BOARD, self.marker_span, Why::Board(&position));
        }
    }
}

/// What the bytes beyond ASCII of a game tell about its encoding.
#[derive(Debug, Default)]
struct ByteWatch {
    is_not_utf8: bool,
    /// Place of the first byte from 80 to 9F.
    first_c1: Option<u32>,
}

impl ByteWatch {
    /// Looks at a text that stands at `start`.
    fn see(&mut self, text: &[u8], start: u32) {
        if !text.is_ascii() {
            self.look(text, start);
        }
    }

    #[cold]
    fn look(&mut self, text: &[u8], start: u32) {
        self.is_not_utf8 |= core::str::from_utf8(text).is_err();
        if self.first_c1.is_none() {
            let at = text.iter().position(|byte| (0x80..=0x9F).contains(byte));
            self.first_c1 = at.map(|at| start.saturating_add(at as u32));
        }
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

const fn outcome(marker: Marker) -> Outcome {
    match marker {
        Marker::WhiteWins => Outcome::WhiteWins,
        Marker::BlackWins => Outcome::BlackWins,
        Marker::Draw => Outcome::Draw,
        Marker::Unknown => Outcome::Unknown,
    }
}

const GO: ControlFlow<Infallible> = ControlFlow::Continue(());

impl<F: Follow, S: NoteSink> Visitor for Referee<F, S> {
    type Break = Infallible;

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.notes.note(Note { diagnostic, why: Why::Plain });
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.notes.outside(start, diagnostic);
    }

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Infallible, Skip> {
        self.tags = KnownTags::default();
        self.tag_names.clear();
        self.waiting.clear();
        self.line = Line::Live;
        self.depth = 0;
        self.behind_move = false;
        self.number = None;
        self.marker = None;
        self.marker_span = Span::default();
        self.bytes = ByteWatch::default();
        self.last = None;
        self.follow.begin_game(start);
        ControlFlow::Continue(Skip::Enter)
    }

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.note_tag_name(&tag);
        self.bytes.see(tag.value, tag.value_span.start);
        self.remember_tag(&tag);
        self.follow.tag(&tag);
        GO
    }

    fn malformed_tag(&mut self, text: &[u8], span: Span) -> ControlFlow<Infallible> {
        match self.line {
            Line::Live => {
                self.number_is_near = false;
                self.follow.malformed_tag(text, span);
            }
            Line::Rest(_) => self.follow.rest(text, span),
        }
        GO
    }

    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        let start = self.tags.start().resolve();
        self.note_start(&start);
        self.is_checked = start.position.is_some();
        self.position = start.position.unwrap_or_default();
        self.before = self.position;
        ControlFlow::Continue(self.follow.begin_movetext(&start))
    }

    fn number(&mut self, number: RawNumber) -> ControlFlow<Infallible> {
        match self.line {
            Line::Live => {
                self.number_is_near = true;
                self.behind_move = false;
                if let Some((value, span)) = self.number.replace((number.value, number.span))
                    && self.is_checked
                {
                    self.compare_number(value, span);
                }
            }
            Line::Rest(_) => {
                let periods = &"..."[..(number.n_periods as usize).min(3)];
                let text = format!("{}{periods}", number.value);
                self.follow.rest(text.as_bytes(), number.span);
            }
        }
        GO
    }

    #[inline]
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        match self.line {
            Line::Rest(_) => self.follow.rest(symbol.text, symbol.span),
            Line::Live if self.is_checked => self.play(symbol),
            Line::Live => self.keep(symbol),
        }
        GO
    }

    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Infallible> {
        if let Line::Rest(_) = self.line {
            self.follow.rest(suffix.text, suffix.span);
            return GO;
        }
        if !suffix.attached || suffix.text.len() > 2 {
            self.note(&fault::ODD_SUFFIX, suffix.span, Why::Plain);
        }
        self.number_is_near = false;
        let mut at = suffix.span.start;
        for (nag, len) in suffix::split_suffix(suffix.text) {
            let span = Span::new(at, at + len as u32);
            self.follow.nag(u32::from(nag.0), span);
            at = span.end;
        }
        GO
    }

    fn nag(&mut self, nag: RawNag) -> ControlFlow<Infallible> {
        if let Line::Rest(_) = self.line {
            self.follow.rest(format!("${}", nag.value).as_bytes(), nag.span);
            return GO;
        }
        match nag.value {
            0 => self.note(&fault::NULL_NAG, nag.span, Why::Plain),
            1..=139 => {}
            140..=255 => self.note(&fault::RESERVED_NAG, nag.span, Why::Plain),
            _ => self.note(&fault::NAG_OUT_OF_RANGE, nag.span, Why::Plain),
        }
        self.number_is_near = false;
        self.follow.nag(nag.value, nag.span);
        GO
    }

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        let opener = u32::from(comment.part.begins());
        self.bytes.see(comment.text, comment.span.start.saturating_add(opener));
        self.number_is_near = false;
        self.behind_move = false;
        match self.line {
            Line::Rest(_) if self.marker.is_none() => {
                if comment.part.begins() {
                    self.follow.rest(b"{", comment.span);
                }
                self.follow.rest(comment.text, Span::at(comment.span.start));
                if comment.part.ends() {
                    self.follow.rest(b"}", Span::at(comment.span.start));
                }
            }
            Line::Rest(_) | Line::Live => self.follow.comment(comment),
        }
        GO
    }

    fn reserved(&mut self, text: &[u8], span: Span) -> ControlFlow<Infallible> {
        match self.line {
            Line::Live => {
                self.number_is_near = false;
                self.follow.reserved(text, span);
            }
            Line::Rest(_) => self.follow.rest(text, span),
        }
        GO
    }

    fn begin_variation(&mut self, span: Span) -> ControlFlow<Infallible, Skip> {
        if let Line::Rest(_) = self.line {
            self.depth += 1;
            self.follow.rest(b"(", span);
            return ControlFlow::Continue(Skip::Enter);
        }
        if self.last.is_none() {
            self.note(&fault::VARIATION_WITHOUT_MOVE, span, Why::Plain);
            self.depth += 1;
            self.begin_rest(Rest::Variation, span);
            return ControlFlow::Continue(Skip::Enter);
        }
        self.waiting.push(Waiting { before: self.before, mv: self.last });
        self.depth += 1;
        self.position = self.before;
        self.last = None;
        self.behind_move = false;
        self.number = None;
        self.follow.begin_variation(span);
        ControlFlow::Continue(Skip::Enter)
    }

    fn end_variation(&mut self, span: Span) -> ControlFlow<Infallible> {
        let ends_rest = self.line == Line::Rest(self.depth);
        if let Line::Rest(_) = self.line
            && !ends_rest
        {
            self.depth -= 1;
            self.follow.rest(b")", span);
            return GO;
        }
        let was_variation = self.waiting.len() == self.depth as usize;
        self.end_rest(if was_variation { Span::default() } else { span });
        self.depth -= 1;
        self.number = None;
        self.behind_move = false;
        if !was_variation {
            return GO;
        }
        if self.last.is_none() && !ends_rest {
            self.note(&fault::EMPTY_VARIATION, span, Why::Plain);
        }
        if let Some(line) = self.waiting.pop() {
            self.before = line.before;
            self.last = line.mv;
            // Played again rather than kept: a level of nesting costs one position, not two.
            self.position = line.before;
            if let Some(mv) = line.mv
                && self.is_checked
            {
                self.position.play(mv);
            }
        }
        self.follow.end_variation(span);
        GO
    }

    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Infallible> {
        let outcome = outcome(marker.marker);
        if marker.in_variation {
            match self.line {
                Line::Live => self.follow.inner_marker(outcome, marker.span),
                Line::Rest(_) => self.follow.rest(outcome.marker().as_bytes(), marker.span),
            }
            return GO;
        }
        if self.is_checked {
            self.check_number();
        }
        self.end_rest(Span::default());
        self.marker = Some(outcome);
        self.marker_span = marker.span;
        self.follow.marker(outcome, marker.span);
        GO
    }

    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<Infallible> {
        self.end_rest(Span::default());
        if how == GameEnd::NoGame {
            self.follow.end_game(Outcome::Unknown, how, end);
            return GO;
        }
        self.note_encoding();
        let outcome = self.settle();
        self.follow.end_game(outcome, how, end);
        GO
    }
}
