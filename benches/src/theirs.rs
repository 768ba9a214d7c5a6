//! The works with pgn-reader and shakmaty, written with care for their speed.
//!
//! Owns: their side of each race. Knows nothing of: ours.
//! Standard: none.
//! Start at [`play`].

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use crate::answer::Answer;

struct Skimmer(Answer);

impl Visitor for Skimmer {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.n_games += 1;
        ControlFlow::Continue(())
    }
    fn tag(&mut self, _: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0.n_tags += 1;
        self.0.tag_bytes += (name.len() + value.as_bytes().len()) as u64;
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Break(())
    }
    fn end_game(&mut self, (): ()) {}
}

pub(crate) fn skim(source: impl Read) -> io::Result<Answer> {
    let mut skimmer = Skimmer(Answer::default());
    Reader::new(source).visit_all_games(&mut skimmer)?;
    Ok(skimmer.0)
}

struct Counter(Answer);

impl Visitor for Counter {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        self.0.n_games += 1;
        ControlFlow::Continue(())
    }
    fn tag(&mut self, _: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.0.n_tags += 1;
        self.0.tag_bytes += (name.len() + value.as_bytes().len()) as u64;
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }
    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.0.n_plies += 1;
        ControlFlow::Continue(())
    }
    fn nag(&mut self, (): &mut (), _: Nag) -> ControlFlow<()> {
        self.0.n_nags += 1;
        ControlFlow::Continue(())
    }
    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.0.comment_bytes += comment.as_bytes().len() as u64;
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        self.0.n_variations += 1;
        ControlFlow::Continue(Skip(false))
    }
    fn end_game(&mut self, (): ()) {}
}

pub(crate) fn tokens(source: impl Read) -> io::Result<Answer> {
    let mut counter = Counter(Answer::default());
    Reader::new(source).visit_all_games(&mut counter)?;
    Ok(counter.0)
}

/// A line: the position before its last move, and behind it.
#[derive(Default)]
struct Line {
    before: Chess,
    after: Chess,
}

/// The line being read, and those that wait for it.
#[derive(Default)]
struct Lines {
    line: Line,
    waiting: Vec<Line>,
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
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *start = Some(position),
                None => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Lines> {
        let after = start.unwrap_or_default();
        ControlFlow::Continue(Lines {
            line: Line { before: after.clone(), after },
            waiting: vec![],
        })
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
        let before = lines.line.before.clone();
        let inner = Line { before: before.clone(), after: before };
        lines.waiting.push(std::mem::replace(&mut lines.line, inner));
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, lines: &mut Lines) -> ControlFlow<()> {
        if let Some(line) = lines.waiting.pop() {
            lines.line = line;
        }
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
        Player(Answer::default()).tag(start, name, value)
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
