//! Games as lines: the moves of the main line, or its positions.
//!
//! Standard: §8.2.3, §16.1, §17. Decisions: D-34, D-45, D-62.

use pgnkit::chess::Position;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::{lan, uci};
use pgnkit::game::Start;
use pgnkit::read::{GameListener, Played};
use pgnkit::syntax::{GameEnd, GameStart, RawSymbol, Skip, Span};

/// A form that has a line for each game, or for each position of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// Moves as engines write them.
    Uci,
    /// Long algebraic moves, in these letters.
    Lan(Letters),
    /// Standard algebraic moves, in these letters.
    San(Letters),
    /// A FEN for each position, the start included.
    Fen(EpPolicy),
}

/// Writes the main line of each game as it is read.
#[derive(Debug)]
pub(super) struct LineWriter {
    /// The text written so far.
    pub(super) text: Vec<u8>,
    form: LineForm,
    /// How many variations are open.
    depth: u32,
    is_first: bool,
    is_unchecked: bool,
    unchecked_count: u64,
}

impl LineWriter {
    pub(super) fn new(form: LineForm) -> LineWriter {
        LineWriter {
            text: Vec::new(),
            form,
            depth: 0,
            is_first: true,
            is_unchecked: false,
            unchecked_count: 0,
        }
    }

    /// The number of games without a position since the last call.
    pub(super) fn take_unchecked(&mut self) -> u64 {
        std::mem::take(&mut self.unchecked_count)
    }

    fn word(&mut self, word: &[u8]) {
        if !self.is_first {
            self.text.push(b' ');
        }
        self.is_first = false;
        self.text.extend_from_slice(word);
    }

    /// A move in other letters.
    fn local(&mut self, text: &str, letters: &Letters) {
        if *letters == Letters::ENGLISH {
            self.word(text.as_bytes());
        } else {
            self.word(letters.from_english(text).as_bytes());
        }
    }

    fn position(&mut self, position: &Position, ep: EpPolicy) {
        self.text.extend_from_slice(fen::to_text(position, ep).as_bytes());
        self.text.push(b'\n');
    }
}

impl GameListener for LineWriter {
    fn begin_game(&mut self, _: GameStart) {
        self.depth = 0;
        self.is_first = true;
        self.is_unchecked = false;
    }

    fn begin_movetext(&mut self, start: &Start) -> Skip {
        self.is_unchecked = start.position.is_none();
        if let (LineForm::Fen(ep), Some(position)) = (self.form, &start.position) {
            self.position(position, ep);
        }
        Skip::Enter
    }

    fn played(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        let Played { mv, after, .. } = played;
        match self.form {
            // Only castling depends on the side.
            LineForm::Uci if mv.is_castle() => {
                self.word(uci::to_text(&played.before(), mv).as_bytes());
            }
            LineForm::Uci => self.word(uci::to_text(after, mv).as_bytes()),
            LineForm::Lan(letters) => self.local(&lan::to_text(&played.before(), mv), &letters),
            LineForm::San(letters) => self.local(&played.spelling().text(mv), &letters),
            LineForm::Fen(ep) => self.position(after, ep),
        }
    }

    fn unchecked(&mut self, symbol: RawSymbol<'_>) {
        if self.depth == 0 && matches!(self.form, LineForm::San(_)) {
            self.word(symbol.text);
        }
    }

    fn begin_variation(&mut self, _: Span) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Span) {
        self.depth -= 1;
    }

    fn end_game(&mut self, _: pgnkit::Outcome, how: GameEnd, _: u32) {
        if how == GameEnd::NoGame {
            return;
        }
        self.unchecked_count += u64::from(self.is_unchecked);
        let is_lines = matches!(self.form, LineForm::Fen(_));
        if !is_lines || self.is_unchecked {
            self.text.push(b'\n');
        }
    }
}
