//! Games from a Python handle, one at a time: no line is read that comes after the game.
//!
//! ```text
//! handle ─ readline ─ [`Gather`] ─ the text of one game ─ the library's reader
//! ```
//!
//! A game ends with the line of its termination marker. Without a marker it ends where the next
//! tag section begins, and the handle is set back to that line; a handle that cannot do this has
//! the line put aside for its next call.

use crate::errors::ErrorClass;
use crate::game::{GameFault, Headers, Origin, Store};
use crate::tag_block::{LazyTags, TagBlock};
use pgn_lint::{Config, Linter, Profile, RULES, Severity};
use pgnkit::charset::{Choice, Encoding};
use pgnkit::read::{
    Builder, IllegalMoves, LOOK_AHEAD_BYTES, Note, NoteSink, ReadOptions, Referee, read_region,
};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{Code, GameStart, Region};
use pgnkit::{Game, Outcome};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// The codes of faults by which text was lost or cannot be played.
static ERROR_CODES: LazyLock<Vec<Code>> = LazyLock::new(|| {
    let is_error = |severity: Severity| severity == Severity::Error;
    RULES.iter().filter(|rule| is_error(rule.severity(Profile::Lax))).map(|r| r.code()).collect()
});

/// Notices whether a game has such a fault.
#[derive(Debug, Default)]
pub(crate) struct ErrorWatch {
    has_error: bool,
}

impl NoteSink for ErrorWatch {
    fn note(&mut self, note: Note<'_>) {
        self.has_error |= ERROR_CODES.contains(&note.diagnostic.code);
    }
}

/// The argument `illegal_moves`.
pub(crate) fn illegal_moves_of(value: &Bound<'_, PyAny>) -> PyResult<IllegalMoves> {
    match value.extract::<String>()?.as_str() {
        "stop" => Ok(IllegalMoves::Stop),
        "keep" => Ok(IllegalMoves::Keep),
        other => {
            let message = format!("expected stop or keep for illegal_moves, found {other:?}");
            Err(ErrorClass::Option.raise(value.py(), message))
        }
    }
}

/// Reads games that are in memory, one after the other.
pub(crate) struct GameParser {
    referee: Box<Referee<Builder, ErrorWatch>>,
    encoding: Choice,
    illegal_moves: IllegalMoves,
}

impl GameParser {
    /// A parser of texts in this encoding.
    pub(crate) fn new(encoding: Choice, illegal_moves: IllegalMoves) -> GameParser {
        let referee = Referee::new(Builder::new(encoding), ErrorWatch::default());
        let referee = referee.encoding(encoding).illegal_moves(illegal_moves);
        GameParser { referee: Box::new(referee), encoding, illegal_moves }
    }

    /// The next game of a text, with its region and its faults.
    fn next<'t>(&mut self, text: &mut InPlace<'t>) -> Option<(Region<'t>, Store)> {
        loop {
            self.referee.notes.has_error = false;
            let region = text.next_with(&mut *self.referee)?;
            if let Some(game) = self.referee.listener.take() {
                let store = self.store(game, &region);
                return Some((region, store));
            }
        }
    }

    /// The game of a region, with its faults.
    pub(crate) fn read(&mut self, region: &Region<'_>) -> Option<Store> {
        self.referee.notes.has_error = false;
        let _ = region.visit(&mut *self.referee);
        let game = self.referee.listener.take()?;
        Some(self.store(game, region))
    }

    fn store(&self, game: Game, region: &Region<'_>) -> Store {
        let mut store = Store::of(game);
        if self.referee.notes.has_error {
            store.faults = faults(region, self.encoding, self.illegal_moves);
        }
        store
    }
}

/// The first game of a text of UTF-8.
pub(crate) fn game_of(text: &[u8]) -> Option<Store> {
    let mut parser = GameParser::new(Choice::Fixed(Encoding::Utf8), IllegalMoves::Stop);
    parser.next(&mut InPlace::new(text, GameStart(0))).map(|(_, store)| store)
}

/// The errors in the text of a game, in the words of the linter.
fn faults(region: &Region<'_>, encoding: Choice, illegal_moves: IllegalMoves) -> Vec<GameFault> {
    let config = Config::default().with_encoding(encoding).with_illegal_moves(illegal_moves);
    let mut linter = Linter::new(config);
    let findings = linter.lint_region(region).into_iter();
    let fault = |finding: pgn_lint::Finding| GameFault {
        code: finding.code().to_string(),
        name: finding.name().into(),
        message: finding.message,
        line: finding.place.start.line,
        column: finding.place.start.column,
    };
    findings.filter(|finding| finding.severity == Severity::Error).map(fault).collect()
}

/// Where a text is, line by line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineSource {
    Before,
    Tags,
    Movetext,
}

/// Lines of a handle until a game is complete.
#[derive(Debug)]
struct Gather {
    text: Vec<u8>,
    section: LineSource,
    /// A brace comment is open.
    in_brace: bool,
    /// An empty line is after movetext.
    after_blank: bool,
}

impl Gather {
    fn new() -> Gather {
        Gather {
            text: Vec::new(),
            section: LineSource::Before,
            in_brace: false,
            after_blank: false,
        }
    }

    /// Whether a line begins the next game.
    fn begins_next(&self, line: &[u8]) -> bool {
        self.section == LineSource::Movetext && !self.in_brace && is_tag_line(line)
    }

    /// Takes a line; returns whether the game ends with it.
    fn take(&mut self, line: &[u8]) -> bool {
        self.text.extend_from_slice(line);
        let words = line.trim_ascii();
        if self.in_brace {
            return self.scan(words);
        }
        if words.is_empty() {
            self.after_blank |= self.section == LineSource::Movetext;
            return false;
        }
        if line.starts_with(b"%") {
            return false;
        }
        if self.section != LineSource::Movetext && is_tag_line(line) {
            self.section = LineSource::Tags;
            let after = words.iter().rposition(|&byte| byte == b']').map_or(0, |at| at + 1);
            return after < words.len() && self.scan(&words[after..]);
        }
        self.scan(words)
    }

    /// Goes through movetext; returns whether its last element other than comments is a marker.
    fn scan(&mut self, words: &[u8]) -> bool {
        let is_sign = |byte: &u8| matches!(byte, b'{' | b'}' | b';');
        if !self.in_brace && !words.iter().any(is_sign) {
            // As most lines are: words alone.
            let last_word = words.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
            return self.end_line(last_word);
        }
        let (mut word_start, mut last_word) = (None, &words[..0]);
        let mut at = 0;
        while at < words.len() {
            let byte = words[at];
            if self.in_brace {
                let end = words[at..].iter().position(|&byte| byte == b'}');
                self.in_brace = end.is_none();
                at = end.map_or(words.len(), |end| at + end + 1);
                continue;
            }
            let is_word = !byte.is_ascii_whitespace() && !b"{};".contains(&byte);
            if is_word {
                word_start = word_start.or(Some(at));
            } else if let Some(start) = word_start.take() {
                last_word = &words[start..at];
            }
            match byte {
                b'{' => self.in_brace = true,
                b';' => break,
                _ => {}
            }
            at += 1;
        }
        if let Some(start) = word_start {
            last_word = &words[start..at];
        }
        self.end_line(last_word)
    }

    /// Notes the last word of a line outside comments; returns whether it is a marker.
    fn end_line(&mut self, last_word: &[u8]) -> bool {
        if !last_word.is_empty() {
            (self.section, self.after_blank) = (LineSource::Movetext, false);
        }
        let is_marker = |marker: Outcome| last_word == marker.marker().as_bytes();
        !self.in_brace
            && [Outcome::Unknown, Outcome::Draw, Outcome::WhiteWins, Outcome::BlackWins]
                .into_iter()
                .any(is_marker)
    }
}

/// `[Name …`, as a tag section has it.
fn is_tag_line(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii_start();
    matches!(line, [b'[', letter, ..] if letter.is_ascii_alphabetic())
}

/// Something was put aside for a handle.
static HAS_REST: AtomicBool = AtomicBool::new(false);
static RESTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The saved texts: by handle, the text and the position of the handle at that time.
fn rests(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    by_handle(py, &RESTS)
}

/// A dictionary of things that are known of handles, as long as these are there.
fn by_handle<'py>(
    py: Python<'py>,
    known: &'static PyOnceLock<Py<PyAny>>,
) -> PyResult<&'py Bound<'py, PyAny>> {
    let make = || -> PyResult<Py<PyAny>> {
        Ok(py.import("weakref")?.getattr("WeakKeyDictionary")?.call0()?.unbind())
    };
    Ok(known.get_or_try_init(py, make)?.bind(py))
}

/// The bytes of what a handle reads; surrogates are bytes that were not UTF-8.
fn bytes_of<'py>(read: &'py Bound<'py, PyAny>) -> PyResult<Cow<'py, [u8]>> {
    if let Ok(bytes) = read.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(bytes.as_bytes()));
    }
    let bytes = read.call_method1("encode", ("utf-8", "surrogateescape"))?;
    Ok(Cow::Owned(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
}

/// The recognized encodings of open handles, as numbers of [`Choice`].
static ENCODINGS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A handle of Python.
struct Handle<'py> {
    handle: Bound<'py, PyAny>,
    /// Lines that were put aside.
    rest: Vec<u8>,
    encoding: Choice,
}

impl<'py> Handle<'py> {
    fn new(handle: &Bound<'py, PyAny>) -> PyResult<Handle<'py>> {
        let encoding = Choice::Fixed(Encoding::Utf8);
        let mut this = Handle { handle: handle.clone(), rest: Vec::new(), encoding };
        if HAS_REST.load(Ordering::Relaxed) {
            let rest = rests(handle.py())?.call_method1("pop", (handle, handle.py().None()))?;
            if !rest.is_none() {
                let (text, place): (Vec<u8>, Option<Bound<'py, PyAny>>) = rest.extract()?;
                let is_there = match (place, this.place()) {
                    (Some(before), Some(now)) => before.eq(now)?,
                    _ => true,
                };
                if is_there {
                    this.rest = text;
                }
            }
        }
        Ok(this)
    }

    /// The position of the handle, if known.
    fn place(&self) -> Option<Bound<'py, PyAny>> {
        self.handle.call_method0(intern!(self.handle.py(), "tell")).ok()
    }

    /// The next line with its end; empty at the end of the file.
    fn line(&mut self, line: &mut Vec<u8>) -> PyResult<()> {
        line.clear();
        if !self.rest.is_empty() {
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            line.extend(self.rest.drain(..end.map_or(self.rest.len(), |end| end + 1)));
            return Ok(());
        }
        let read = self.handle.call_method0(intern!(self.handle.py(), "readline"))?;
        if let Ok(text) = read.cast::<PyString>() {
            match text.to_str() {
                Ok(text) => line.extend_from_slice(text.as_bytes()),
                // Lone surrogates are bytes that were not UTF-8.
                Err(_) => {
                    line.extend_from_slice(&bytes_of(&read)?);
                    self.encoding = Choice::Auto;
                }
            }
            return Ok(());
        }
        let bytes = read.cast::<PyBytes>().map_err(|_| {
            let message = "expected a handle whose lines are str or bytes";
            ErrorClass::Read.raise(self.handle.py(), message)
        })?;
        self.encoding = Choice::Auto;
        line.extend_from_slice(bytes.as_bytes());
        Ok(())
    }

    /// How to read the text of a game. A text that is not completely UTF-8 is in the encoding that
    /// it and the text after it show: up to the sample size of a stream (D-70), if the handle is
    /// seekable. The detected encoding applies to the whole handle.
    fn encoding_of(&self, text: &[u8]) -> Choice {
        if self.encoding != Choice::Auto || std::str::from_utf8(text).is_ok() {
            return self.encoding;
        }
        let py = self.handle.py();
        let known = by_handle(py, &ENCODINGS);
        let number = known.and_then(|known| known.call_method1("get", (&self.handle,))?.extract());
        if let Ok(number) = number {
            return Choice::from_number(number).unwrap_or_default();
        }
        let mut head = [text, &self.rest].concat();
        let limit = head.len() + LOOK_AHEAD_BYTES;
        let has_looked = self.look_ahead(&mut head).is_ok();
        let encoding = self.encoding.for_head(&head, limit);
        if has_looked || encoding != Choice::Auto {
            // A handle without weak references is examined again each time.
            let known = by_handle(py, &ENCODINGS);
            let _ = known.and_then(|known| known.set_item(&self.handle, encoding.number()));
        }
        encoding
    }

    /// Appends what comes next, and sets the handle back.
    fn look_ahead(&self, head: &mut Vec<u8>) -> PyResult<()> {
        let py = self.handle.py();
        let place = self.handle.call_method0(intern!(py, "tell"))?;
        if !self.handle.call_method0(intern!(py, "seekable"))?.extract::<bool>()? {
            return Err(ErrorClass::Read.raise(py, "the handle cannot be set back"));
        }
        let read = self.handle.call_method1(intern!(py, "read"), (LOOK_AHEAD_BYTES,));
        self.handle.call_method1(intern!(py, "seek"), (place,))?;
        head.extend_from_slice(&bytes_of(&read?)?);
        Ok(())
    }

    /// Puts text aside for the next call.
    fn put_aside(&self, text: &[u8]) -> PyResult<()> {
        let py = self.handle.py();
        let text = [text, &self.rest].concat();
        if text.is_empty() {
            return Ok(());
        }
        HAS_REST.store(true, Ordering::Relaxed);
        let pair = (PyBytes::new(py, &text), self.place());
        rests(py)?.set_item(&self.handle, pair).map_err(|_| {
            let message = "this handle can read games only if each ends with a marker on its own \
                           line: it can neither be set back nor referred to";
            ErrorClass::Read.raise(py, message)
        })
    }

    /// The lines of the next game; `None` at the end of the file.
    fn game(&mut self, gather: &mut Gather) -> PyResult<bool> {
        let mut line = Vec::new();
        loop {
            // Callers may want to come back to the place where a game ended without a marker.
            let place = gather.after_blank.then(|| self.place()).flatten();
            self.line(&mut line)?;
            if line.is_empty() {
                return Ok(false);
            }
            if gather.begins_next(&line) {
                let went_back = self.rest.is_empty()
                    && place
                        .is_some_and(|place| self.handle.call_method1("seek", (place,)).is_ok());
                if !went_back {
                    self.put_aside(&line)?;
                    self.rest.clear();
                }
                return Ok(true);
            }
            if gather.take(&line) {
                return Ok(true);
            }
        }
    }

    fn origin(&self) -> Origin {
        let name = self.handle.getattr(intern!(self.handle.py(), "name"));
        let file = name.ok().and_then(|name| name.extract::<String>().ok());
        Origin { file: file.map(Into::into), ..Origin::default() }
    }
}

/// Gathers text until `parse` makes something of it, or the file is over.
fn next_of<'py, T>(
    handle: &Bound<'py, PyAny>,
    mut parse: impl FnMut(&[u8], Choice) -> Option<(T, usize)>,
) -> PyResult<Option<(T, Handle<'py>)>> {
    let mut handle = Handle::new(handle)?;
    let mut gather = Gather::new();
    loop {
        let goes_on = handle.game(&mut gather)?;
        if !goes_on && is_comments_alone(&gather.text) {
            // Comments without a game are those of a game without moves, as in python-chess.
            gather.text.extend_from_slice(if gather.in_brace { b"}\n*" } else { b"\n*" });
        }
        if let Some((made, n_used)) = parse(&gather.text, handle.encoding_of(&gather.text)) {
            let rest = &gather.text[n_used..];
            let is_blank = rest.trim_ascii().is_empty();
            if !is_blank || !handle.rest.is_empty() {
                handle.put_aside(if is_blank { &[] } else { rest })?;
            }
            return Ok(Some((made, handle)));
        }
        if !goes_on {
            return Ok(None);
        }
        gather.section = LineSource::Before;
    }
}

/// Notices whether a text has comments in braces that belong to no game.
#[derive(Debug, Default)]
struct CommentWatch {
    has_comment: bool,
}

impl NoteSink for &mut CommentWatch {
    fn note(&mut self, note: Note<'_>) {
        self.has_comment |= note.diagnostic.code == fault::COMMENT_OUTSIDE_GAME.code;
    }
}

/// Whether a text has comments in braces and nothing else.
fn is_comments_alone(text: &[u8]) -> bool {
    if !text.trim_ascii_start().starts_with(b"{") {
        return false;
    }
    let mut watch = CommentWatch::default();
    for region in InPlace::new(text, GameStart(0)) {
        if region.is_game() || read_region(&region, ReadOptions::default(), &mut watch).is_some() {
            return false;
        }
    }
    watch.has_comment
}

/// The next game of a handle, or `None` at its end.
pub(crate) fn next_game(
    handle: &Bound<'_, PyAny>,
    illegal_moves: IllegalMoves,
) -> PyResult<Option<Store>> {
    let read = next_of(handle, |text, encoding| {
        let mut regions = InPlace::new(text, GameStart(0));
        let (_, store) = GameParser::new(encoding, illegal_moves).next(&mut regions)?;
        Some((store, regions.start().0 as usize))
    })?;
    let Some((mut store, handle)) = read else { return Ok(None) };
    if !store.faults.is_empty() {
        store.origin = handle.origin();
    }
    Ok(Some(store))
}

/// The tags of the next game of a handle, or `None` at its end.
#[pyfunction]
pub(crate) fn read_headers(handle: &Bound<'_, PyAny>) -> PyResult<Option<Headers>> {
    let read = next_of(handle, |text, encoding| {
        let (mut block, mut regions) = (TagBlock::default(), InPlace::new(text, GameStart(0)));
        while let Some((_, is_game)) = block.add(encoding, |visitor| regions.next_with(visitor)) {
            if is_game {
                return Some((block, regions.start().0 as usize));
            }
        }
        None
    })?;
    Ok(read.map(|(block, _)| Headers::lazy(LazyTags { block: Arc::new(block), n: 0 })))
}

/// Skips the next game of a handle; returns whether there was one.
#[pyfunction]
pub(crate) fn skip_game(handle: &Bound<'_, PyAny>) -> PyResult<bool> {
    let read = next_of(handle, |text, _| {
        let end = first_game_end(text);
        (end > 0).then_some(((), end))
    })?;
    Ok(read.is_some())
}

/// Where the first game of a text ends; 0 if it has none.
fn first_game_end(text: &[u8]) -> usize {
    let mut regions = InPlace::new(text, GameStart(0));
    while regions.next().is_some() {
        if regions.n_games() > 0 {
            return regions.start().0 as usize;
        }
    }
    0
}
