//! Every move played and found legal, with shakmaty.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use crate::answer::Answer;

/// Where a game starts that has a FEN; breaks when it cannot be read.
pub(super) fn start_of(value: RawTag<'_>) -> ControlFlow<(), Chess> {
    let fen = Fen::from_ascii(value.as_bytes()).ok();
    match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
        Some(position) => ControlFlow::Continue(position),
        None => ControlFlow::Break(()),
    }
}

/// A line: the position before its last move, and after it.
#[derive(Default)]
pub(super) struct Line {
    pub(super) before: Chess,
    pub(super) after: Chess,
}

/// The line being read, and the lines that wait for it.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) line: Line,
    pub(super) waiting: Vec<Line>,
}

impl Lines {
    pub(super) fn at(start: Option<Chess>) -> Lines {
        let after = start.unwrap_or_default();
        Lines { line: Line { before: after.clone(), after }, waiting: vec![] }
    }

    /// Enters a line that replaces the last move.
    pub(super) fn begin_variation(&mut self) {
        let before = self.line.before.clone();
        let inner = Line { before: before.clone(), after: before };
        self.waiting.push(std::mem::replace(&mut self.line, inner));
    }

    pub(super) fn end_variation(&mut self) {
        if let Some(line) = self.waiting.pop() {
            self.line = line;
        }
    }
}

struct Player(Answer);

impl Visitor for Player {
    type Tags = Option<Chess>;
    type Movetext = Lines;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.0.n_games += 1;
        ControlFlow::Continue(None)
    }
    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            *start = Some(start_of(value)?);
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Lines> {
        ControlFlow::Continue(Lines::at(start))
    }
    fn san(&mut self, lines: &mut Lines, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(&lines.line.after) else { return ControlFlow::Break(()) };
        lines.line.before = lines.line.after.clone();
        lines.line.after.play_unchecked(mv);
        self.0.n_plies += 1;
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, lines: &mut Lines) -> ControlFlow<(), Skip> {
        self.0.n_variations += 1;
        lines.begin_variation();
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, lines: &mut Lines) -> ControlFlow<()> {
        lines.end_variation();
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, lines: Lines) {
        let key: Zobrist64 = lines.line.after.zobrist_hash(EnPassantMode::PseudoLegal);
        self.0.key_sum = self.0.key_sum.wrapping_add(key.0);
    }
}

/// Main lines only, as fast as it goes: no position is kept for variations.
struct MainLine(Answer);

impl Visitor for MainLine {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.0.n_games += 1;
        ControlFlow::Continue(None)
    }
    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            *start = Some(start_of(value)?);
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }
    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        position.play_unchecked(mv);
        self.0.n_plies += 1;
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, position: Chess) {
        let key: Zobrist64 = position.zobrist_hash(EnPassantMode::PseudoLegal);
        self.0.key_sum = self.0.key_sum.wrapping_add(key.0);
    }
}

/// All lines.
pub(crate) fn play(source: impl Read) -> io::Result<Answer> {
    let mut player = Player(Answer::default());
    Reader::new(source).visit_all_games(&mut player)?;
    Ok(player.0)
}

/// Main lines, where a file holds no other.
pub(crate) fn play_main(source: impl Read) -> io::Result<Answer> {
    let mut player = MainLine(Answer::default());
    Reader::new(source).visit_all_games(&mut player)?;
    Ok(player.0)
}

/// The key of every position, kept up where shakmaty can keep it up.
struct Keys(Answer);

impl Visitor for Keys {
    type Tags = Option<Chess>;
    type Movetext = (Chess, Zobrist64);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.0.n_games += 1;
        ControlFlow::Continue(None)
    }
    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            *start = Some(start_of(value)?);
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), (Chess, Zobrist64)> {
        let position = start.unwrap_or_default();
        let key = position.zobrist_hash(EnPassantMode::PseudoLegal);
        ControlFlow::Continue((position, key))
    }
    fn san(&mut self, at: &mut (Chess, Zobrist64), san: SanPlus) -> ControlFlow<()> {
        let (position, key) = at;
        let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        let kept_up = position.update_zobrist_hash(*key, mv, EnPassantMode::PseudoLegal);
        position.play_unchecked(mv);
        *key = match kept_up {
            Some(key) => key,
            None => position.zobrist_hash(EnPassantMode::PseudoLegal),
        };
        self.0.n_plies += 1;
        self.0.key_sum = self.0.key_sum.wrapping_add(key.0);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: (Chess, Zobrist64)) {}
}

/// Main lines with the key of every position.
pub(crate) fn keys(source: impl Read) -> io::Result<Answer> {
    let mut keys = Keys(Answer::default());
    Reader::new(source).visit_all_games(&mut keys)?;
    Ok(keys.0)
}
