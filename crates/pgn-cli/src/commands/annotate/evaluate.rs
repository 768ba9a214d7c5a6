//! Games evaluated by an engine, move by move.
//!
//! ```text
//! game ─ plies ─ those without [%eval] are searched ─┬─ [%eval] in the comments
//!                                                    ├─ NAGs, by what a move has cost
//!                                                    └─ better lines, as variations
//! ```
//!
//! Standard: §5, §8.2.5, §10. Decisions: D-11.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::move_loss::{self, Bounds};
use pgn_engine::{EngineError, EnginePool, EngineScore, SearchAnswer, SearchResult};
use pgnkit::chess::{Color, Position};
use pgnkit::comment::{Command, Eval, Score, commands};
use pgnkit::game::{Annotation, MoveText};
use pgnkit::nag::Nag;
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, NodeId};

/// The options of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Wishes {
    /// Whether moves are searched that have an evaluation already.
    pub(super) reevaluates: bool,
    /// Whether the depth of the search is written.
    pub(super) tells_depth: bool,
    /// Bad moves get NAGs.
    pub(super) glyphs: Option<Bounds>,
    /// The number of plies in the better line after a blunder.
    pub(super) line_plies: Option<usize>,
}

/// Evaluates games; the threads share one.
#[derive(Debug, Default)]
pub(super) struct Evaluate {
    /// Without engines only moves with an evaluation are rated.
    pub(super) pool: Option<EnginePool>,
    pub(super) wishes: Wishes,
    /// Positions that were searched.
    pub(super) searched_count: Arc<AtomicU64>,
    /// Games that were left alone after the engines were given up.
    pub(super) left_count: AtomicU64,
    /// Games whose moves cannot be checked.
    pub(super) unchecked_count: AtomicU64,
}

/// Where the main line is after a ply.
struct EvaluatedPly {
    node: NodeId,
    position: Position,
    /// The game ends here by the rules.
    is_over: bool,
    /// An evaluation is in the game, be it one that can be read or not.
    has_eval: bool,
    /// White's evaluation, as far as it is known without a search.
    known: Option<Score>,
    answer: Option<SearchAnswer>,
}

impl Evaluate {
    /// Evaluates a game. If that fails, the game may be partly changed; the error has the reason.
    pub(super) fn evaluate(&self, game: &mut Game) -> Result<(), String> {
        if self.pool.as_ref().is_some_and(EnginePool::has_given_up) {
            self.left_count.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        let mut plies = plies(game);
        if plies.is_empty() {
            self.unchecked_count.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        let wanted = self.wanted(&plies);
        self.search(&mut plies, &wanted)?;
        let bad = self.bad(game, &plies);
        let wants_line = |ply: &usize| plies[ply - 1].answer.is_none();
        let blunders = self.blunders(game, &plies, &bad);
        let before: Vec<usize> =
            blunders.iter().filter(|it| wants_line(it)).map(|it| it - 1).collect();
        self.search(&mut plies, &before)?;
        for ply in wanted.iter().copied().filter(|&ply| ply > 0) {
            self.put_eval(game, &plies[ply]);
        }
        for &(ply, glyph) in &bad {
            if self.wishes.glyphs.is_some() {
                game.tree_mut().add_nag_before_comments(plies[ply].node, glyph);
            }
        }
        for ply in blunders {
            self.put_line(game, &plies, ply);
        }
        Ok(())
    }

    /// How many positions of a game are to be searched, if no blunder is found.
    pub(super) fn wanted_count(&self, game: &Game) -> usize {
        self.wanted(&plies(game)).len()
    }

    /// The plies to search: those without an evaluation, and the start if the first move is among
    /// them and is to be rated.
    fn wanted(&self, plies: &[EvaluatedPly]) -> Vec<usize> {
        if self.pool.is_none() {
            return Vec::new();
        }
        let is_wanted = |ply: &usize| {
            let EvaluatedPly { is_over, has_eval, .. } = plies[*ply];
            !is_over && (!has_eval || self.wishes.reevaluates)
        };
        let mut wanted: Vec<usize> = (1..plies.len()).filter(is_wanted).collect();
        if self.rates() && wanted.first() == Some(&1) {
            wanted.insert(0, 0);
        }
        wanted
    }

    fn rates(&self) -> bool {
        self.wishes.glyphs.is_some() || self.wishes.line_plies.is_some()
    }

    fn search(&self, plies: &mut [EvaluatedPly], wanted: &[usize]) -> Result<(), String> {
        let Some(pool) = &self.pool else { return Ok(()) };
        let positions: Vec<Position> = wanted.iter().map(|&ply| plies[ply].position).collect();
        let take = |idx: usize, searched: SearchResult| {
            self.searched_count.fetch_add(1, Ordering::Relaxed);
            plies[wanted[idx]].answer = Some(searched?);
            Ok::<(), EngineError>(())
        };
        pool.search_all(positions, take).map_err(|error| error.to_string())
    }

    /// The moves that lose too much, with their NAGs. Moves that the engine would play itself,
    /// forced moves, and moves that already have an annotation are not marked; nor, with an engine,
    /// moves that were not searched now, because they were marked when they were.
    fn bad(&self, game: &Game, plies: &[EvaluatedPly]) -> Vec<(usize, Nag)> {
        if !self.rates() {
            return Vec::new();
        }
        let bounds = self.wishes.glyphs.unwrap_or_default();
        let is_bad = |ply: usize| {
            let (before, after) = (&plies[ply - 1], &plies[ply]);
            let is_judged = game.tree().nags(after.node).any(|nag| (1..=6).contains(&nag.0));
            let first = before.answer.as_ref().map(|answer| answer.line(&before.position));
            let is_best = first.is_some_and(|line| {
                line.first()
                    .is_some_and(|&mv| game.tree().mv(after.node) == Some(MoveText::Move(mv)))
            });
            let is_old = self.pool.is_some() && after.answer.is_none() && !after.is_over;
            if is_judged || is_best || is_old || before.position.legal_moves().len() < 2 {
                return None;
            }
            let chances = |ply: &EvaluatedPly| Some(move_loss::white_chances(ply.worth()?));
            let loss = move_loss::loss(before.position.turn(), chances(before)?, chances(after)?);
            Some((ply, bounds.glyph(loss)?))
        };
        (1..plies.len()).filter_map(is_bad).collect()
    }

    /// The blunders among bad moves that are to get a better line: those without a variation.
    fn blunders(&self, game: &Game, plies: &[EvaluatedPly], bad: &[(usize, Nag)]) -> Vec<usize> {
        if self.wishes.line_plies.is_none() {
            return Vec::new();
        }
        let is_blunder = |&&(ply, glyph): &&(usize, Nag)| {
            glyph == move_loss::BLUNDER && game.tree().variations(plies[ply].node).next().is_none()
        };
        bad.iter().filter(is_blunder).map(|&(ply, _)| ply).collect()
    }

    /// Writes the evaluation of a ply into the comment of its move.
    fn put_eval(&self, game: &mut Game, ply: &EvaluatedPly) {
        let Some(score) = ply.worth() else { return };
        let depth = ply.answer.as_ref().and_then(|answer| answer.info.depth);
        let eval = Eval { score, depth: depth.filter(|_| self.wishes.tells_depth) };
        put_eval(game, ply.node, &format!("[%eval {eval}]"));
    }

    /// Adds the line that the engine would have played as a variation.
    fn put_line(&self, game: &mut Game, plies: &[EvaluatedPly], ply: usize) {
        let before = &plies[ply - 1];
        let Some(answer) = &before.answer else { return };
        let most = self.wishes.line_plies.unwrap_or(0);
        let mut node = before.node;
        for mv in answer.line(&before.position).into_iter().take(most) {
            // A line that begins with the move of the game is not an alternative.
            match game.add_move(node, mv) {
                Ok(next) if next != plies[ply].node => node = next,
                Ok(_) | Err(_) => return,
            }
        }
    }
}

impl EvaluatedPly {
    /// How good it is for White.
    fn worth(&self) -> Option<Score> {
        let Some(answer) = &self.answer else { return self.known };
        let side = match self.position.turn() {
            Color::White => 1,
            Color::Black => -1,
        };
        Some(match answer.info.score? {
            EngineScore::Centipawns(score) => Score::Centipawns(score.saturating_mul(side)),
            EngineScore::Mate(moves) => Score::Mate(moves.saturating_mul(side)),
        })
    }
}

/// The start and the plies of the main line; none where the moves were not checked.
fn plies(game: &Game) -> Vec<EvaluatedPly> {
    let mut plies = Vec::new();
    let mut cursor = game.cursor();
    loop {
        let Some(position) = cursor.position().copied() else { return Vec::new() };
        let node = cursor.node();
        let ending = position.ending();
        let (has_eval, known) = eval_of(game, node);
        let known = match ending.map(|ending| ending.winner) {
            Some(None) => Some(Score::Centipawns(0)),
            Some(Some(Color::White)) => Some(Score::Mate(1)),
            Some(Some(Color::Black)) => Some(Score::Mate(-1)),
            None => known,
        };
        let is_over = ending.is_some();
        plies.push(EvaluatedPly { node, position, is_over, has_eval, known, answer: None });
        if !cursor.forward() {
            return plies;
        }
    }
}

/// Whether a move has an evaluation, and its value.
fn eval_of(game: &Game, node: NodeId) -> (bool, Option<Score>) {
    let known = game.eval(node).map(|eval| eval.score);
    let is_eval = |command: Command<'_>| command.name == "eval";
    let mut comments = game.tree().comments(node);
    (known.is_some() || comments.any(|text| commands(text).any(is_eval)), known)
}

/// Replaces the evaluations of a move; if it has none, adds the evaluation after the text of the
/// last comment in braces before its variations, or as a separate comment.
fn put_eval(game: &mut Game, node: NodeId, command: &str) {
    let tree = game.tree_mut();
    let ids: Vec<_> = tree.annotation_ids(node).collect();
    let (mut place, mut is_put, mut is_after) = (None, false, false);
    let mut emptied = Vec::new();
    for id in ids {
        match tree.annotation(id) {
            Annotation::Variation(_) => is_after = true,
            Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => {
                let new = replaced(text, if is_put { "" } else { command });
                if let Some(new) = new {
                    is_put = true;
                    match new.trim() {
                        "" => emptied.push(id),
                        _ => tree.set_comment_text(id, &new),
                    }
                } else if !is_after
                    && matches!(
                        tree.annotation(id),
                        Annotation::Comment { kind: CommentKind::Brace, .. }
                    )
                {
                    place = Some(id);
                }
            }
            Annotation::Comment { kind: CommentKind::Escape, .. } | Annotation::Nag(_) => {}
        }
    }
    for id in emptied {
        tree.remove_annotation(node, id);
    }
    match place {
        _ if is_put => {}
        Some(id) => {
            let Annotation::Comment { text, .. } = tree.annotation(id) else { return };
            let kept = text.trim_end();
            let gap = if kept.is_empty() { "" } else { " " };
            let text = format!("{kept}{gap}{command}{}", &text[kept.len()..]);
            tree.set_comment_text(id, &text);
        }
        None => {
            tree.add_comment_before_variations(node, CommentKind::Brace, command);
        }
    }
}

/// A text with a new command in the place of its first evaluation, and without others; `None` if
/// it has none.
fn replaced(text: &str, new: &str) -> Option<String> {
    let (mut out, mut from, mut new) = (String::new(), 0, new);
    for command in commands(text).filter(|command| command.name == "eval") {
        out.push_str(&text[from..command.range.start]);
        out.push_str(std::mem::take(&mut new));
        from = command.range.end;
    }
    out.push_str(&text[from..]);
    (from > 0).then_some(out)
}
