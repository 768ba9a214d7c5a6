//! The rest of the command as calls on a game: other formats, its opening, expressions.

use crate::errors::ErrorClass;
use crate::feed::patiently;
use crate::files::query;
use crate::game::{PyGame, PyGameNode, Store, game_handle};
use pgn_formats::bgn::{self, Blind};
use pgn_formats::pgc::{Comments, Decoder, Encode, Encoder, Extent};
use pgn_formats::speech::Speech;
use pgnkit::charset::Choice;
use pgnkit::opening::Table;
use pgnkit::read::{Note, NoteSink, ReadOptions, read_region};
use pgnkit::syntax::diagnostic::fault;
use pgnkit::syntax::{Diagnostic, GameStart, Region, Regions};
use pgnkit::write::{Export, Profile, Unrepresentable, WriteError};
use pgnkit::write::{append_outside_comments, append_outside_text};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::Range;

pub(crate) fn profile_of(py: Python<'_>, name: &str) -> PyResult<Profile> {
    Profile::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name()).collect();
        let message = format!("expected one of {}; found {name:?}", names.join(", "));
        ErrorClass::Option.raise(py, message)
    })
}

fn refused(py: Python<'_>, error: &WriteError) -> PyErr {
    ErrorClass::Write.raise(py, error)
}

/// Text that was made from UTF-8 or Latin-1.
fn text_of(bytes: Vec<u8>, profile: Profile) -> String {
    let decoded = pgnkit::charset::decode(&bytes, profile.encoding());
    decoded.text.into_owned()
}

#[pymethods]
impl PyGame {
    /// The game in export format, in one of the profiles of `pgn fmt`, such as `modern`, `archival`
    /// and `lichess`. Content that the profile cannot represent is replaced; with `refuse` it
    /// raises.
    ///
    /// >>> import io, pgnkit.pgn
    /// >>> game = pgnkit.pgn.read_game(io.StringIO("1.e4 e5 2.Nf3! *"))
    /// >>> game.to_pgn("reduced").splitlines()[-1]
    /// '1. e4 e5 2. Nf3 *'
    #[pyo3(signature = (profile="modern", *, refuse=false))]
    fn to_pgn(slf: &Bound<'_, Self>, profile: &str, refuse: bool) -> PyResult<String> {
        let py = slf.py();
        let mut export = Export::new(profile_of(py, profile)?);
        if refuse {
            export.unrepresentable = Unrepresentable::Refuse;
        }
        let mut text = Vec::new();
        let store = slf.as_super().get().store.lock();
        let written = export.append(&store.game, &mut text, &mut Vec::new());
        drop(store);
        written.map_err(|error| refused(py, &error))?;
        Ok(text_of(text, export.profile).trim_end().to_owned())
    }

    /// The game in Blind Game Notation.
    fn to_bgn(slf: &Bound<'_, Self>) -> String {
        let mut text = Vec::new();
        let store = slf.as_super().get().store.lock();
        Blind::default().append(&store.game, &mut text, &mut Vec::new());
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The game as PGC, the binary form; comments as escapes, which other readers pass over.
    fn to_pgc<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let py = slf.py();
        let encode = Encode::new(Comments::Escape, Extent::Lossless);
        let mut bytes = Vec::new();
        let store = slf.as_super().get().store.lock();
        let written = Encoder::new(encode).append(&store.game, &mut bytes, &mut Vec::new());
        drop(store);
        written.map_err(|error| refused(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The game as sentences to be read aloud.
    fn speech(slf: &Bound<'_, Self>) -> String {
        let mut text = Vec::new();
        let store = slf.as_super().get().store.lock();
        Speech::default().append(&store.game, None, &mut text, &mut Vec::new());
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    /// The opening by the positions of the main line, as `pgnkit.Opening`, or `None`.
    fn classify<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = slf.py();
        let found = {
            let store = slf.as_super().get().store.lock();
            let opening = Table::standard().classify(&store.game);
            opening.map(|found| (found.code.to_string(), found.name.to_string(), found.ply))
        };
        let Some(opening) = found else { return Ok(None) };
        py.import("pgnkit._opening")?.getattr("Opening")?.call1(opening).map(Some)
    }

    /// Whether the game matches an expression of `--where`.
    ///
    /// >>> import io, pgnkit.pgn
    /// >>> game = pgnkit.pgn.read_game(io.StringIO('[White "Tal"]\n\n1. e4 e5 1-0'))
    /// >>> game.matches("White ~ 'tal' and result = '1-0'")
    /// True
    fn matches(slf: &Bound<'_, Self>, r#where: &str) -> PyResult<bool> {
        let py = slf.py();
        let Some(query) = query(py, Some(r#where))? else { return Ok(false) };
        let store = slf.as_super().get().store.lock();
        let file = store.origin.file.as_deref().unwrap_or_default();
        let number = store.origin.number.max(1);
        Ok(query.matcher(Choice::Auto).test_game(&store.game, file, number).holds())
    }

    /// A viewer with moves to click, for a notebook.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("pgnkit._notebook")?.getattr("page")?.call1((slf,))?.extract()
    }
}

#[pymethods]
impl PyGameNode {
    /// The move in words.
    fn words(&self) -> String {
        let store = self.store.lock();
        Speech::default().move_words(&store.game, self.id)
    }
}

/// The place of the text of a region that belongs to no game, in the whole text.
#[derive(Default)]
struct OutsideSpan {
    spans: Vec<Range<u64>>,
    /// There are comments and no game.
    is_all: bool,
}

impl NoteSink for &mut OutsideSpan {
    fn note(&mut self, note: Note<'_>) {
        self.is_all |= note.diagnostic.code == fault::COMMENT_OUTSIDE_GAME.code;
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        if diagnostic.code == fault::TEXT_OUTSIDE_GAME.code {
            let offset = |at: u32| start.0 + u64::from(at);
            self.spans.push(offset(diagnostic.span.start)..offset(diagnostic.span.end));
        }
    }
}

impl OutsideSpan {
    fn append(&self, region: &Region<'_>, out: &mut Vec<u8>) {
        if self.is_all {
            return append_outside_comments(region.text, Choice::default(), out);
        }
        for span in &self.spans {
            let offset = |at: u64| (at - region.start.0) as usize;
            let text = region.text.get(offset(span.start)..offset(span.end));
            append_outside_text(text.unwrap_or_default(), Choice::default(), out);
        }
    }
}

/// Games of a text in export format, in one of the profiles.
///
/// Text between games is kept by the profile `lossless` only; `check` reports it.
///
/// >>> import pgnkit
/// >>> print(pgnkit.fmt("1.e4 e5 2.Nf3!", "reduced").splitlines()[-1])
/// 1. e4 e5 2. Nf3 *
/// >>> pgnkit.fmt("A note.\n\n1.e4 *", "lossless")
/// 'A note.\n\n1. e4 *\n\n'
#[pyfunction]
#[pyo3(signature = (text, profile="modern"))]
pub(crate) fn fmt(py: Python<'_>, text: &str, profile: &str) -> PyResult<String> {
    let export = Export::new(profile_of(py, profile)?);
    let (text, profile) = (text.to_owned(), export.profile);
    let bytes = patiently(py, move |stop| -> Result<Vec<u8>, WriteError> {
        let mut bytes = Vec::new();
        let mut regions = Regions::new(text.as_bytes());
        let mut losses = Vec::new();
        while let Some(region) = regions.next_region().map_err(WriteError::Io)? {
            if stop.check().is_err() {
                break;
            }
            let mut outside = OutsideSpan::default();
            let game = read_region(&region, ReadOptions::default(), &mut outside);
            if profile == Profile::Lossless {
                outside.append(&region, &mut bytes);
            }
            if let Some(game) = game {
                export.append(&game, &mut bytes, &mut losses)?;
            }
        }
        Ok(bytes)
    });
    Ok(text_of(bytes?.map_err(|error| refused(py, &error))?, profile))
}

/// The games of PGC.
#[pyfunction]
pub(crate) fn from_pgc<'py>(py: Python<'py>, data: &[u8]) -> PyResult<Vec<Bound<'py, PyGame>>> {
    let games = Decoder::new(data).map(|game| match game {
        Ok(game) => game_handle(py, Store::of(game).share()),
        Err(error) => Err(ErrorClass::Record.raise(py, error)),
    });
    games.collect()
}

/// The games of a text in Blind Game Notation.
#[pyfunction]
pub(crate) fn from_bgn<'py>(py: Python<'py>, text: &str) -> PyResult<Vec<Bound<'py, PyGame>>> {
    let games = bgn::games(text.as_bytes()).map(|game| match game {
        Ok(game) => game_handle(py, Store::of(game).share()),
        Err(error) => Err(ErrorClass::Record.raise(py, error)),
    });
    games.collect()
}
