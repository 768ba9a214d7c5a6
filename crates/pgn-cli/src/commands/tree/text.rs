//! A tree for people: columns and bars.
//!
//! Owns: this form. Knows nothing of: how moves are counted.
//! Standard: none.
//! Start at [`write`].

use std::collections::HashSet;
use std::io;
use std::iter::repeat_n;

use super::figures::{Figures, Scene, Share, fen_text, opening};
use crate::terminal::counted;
use pgn_db::tree::{Edge, Games, Played};
use pgnkit::chess::{Color, Position};

/// What bars are made of: White's wins, draws, Black's wins, and how they are painted.
const BAR: [(char, &str); 3] =
    [('\u{2588}', "\u{1b}[97m"), ('\u{2592}', "\u{1b}[90m"), ('\u{2591}', "\u{1b}[34m")];
const OFF: &str = "\u{1b}[0m";

/// How wide a screen is taken for when nobody knows.
const COLUMNS: usize = 80;

/// What stands before the bar, without moves.
const NUMBERS_COLUMNS: usize = 47;

/// Writes a tree.
pub(super) fn write(
    scene: &Scene,
    is_painted: bool,
    out: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    out(heading(scene).as_bytes())?;
    let homes = homes(scene);
    let mut lines = Lines::new(scene, &homes);
    // Two passes: the first only measures how wide the moves are.
    let moves_columns = Lines::new(scene, &homes).map(|line| line.moves.len()).max().unwrap_or(0);
    if moves_columns == 0 {
        return out(b"\nNo move was played here.\n");
    }
    let width = terminal_size::terminal_size().map_or(COLUMNS, |size| usize::from(size.0.0));
    let bar_columns = width.saturating_sub(moves_columns + NUMBERS_COLUMNS).clamp(10, 40);
    let head = format!(
        "\n{:<moves_columns$}  {:>9}  {:>6}  {:>6}  {:>6}  {:>5}  {:>4}\n",
        "move", "games", "share", "score", "rating", "perf.", "last"
    );
    out(head.as_bytes())?;
    lines.try_for_each(|line| {
        let bar = bar(&line.figures, bar_columns, is_painted);
        let figures = &line.figures;
        let text = format!(
            "{:<moves_columns$}  {:>9}  {:>6}  {:>6}  {:>6}  {:>5}  {:>4}  {bar}",
            line.moves,
            figures.n_games,
            figures.share.percent(),
            figures.score.map(Share::percent).unwrap_or_default(),
            figures.rating.map(|it| it.to_string()).unwrap_or_default(),
            figures.performance.map(|it| it.to_string()).unwrap_or_default(),
            figures.last_year.map(|it| it.to_string()).unwrap_or_default(),
        );
        out(text.trim_end().as_bytes())?;
        out(b"\n")
    })
}

fn heading(scene: &Scene) -> String {
    let mut text = fen_text(&scene.start) + "\n";
    if let Some(opening) = opening(&scene.start) {
        text.push_str(&format!("{} {}\n", opening.code, opening.name));
    }
    let Games { reached, .. } = &scene.games;
    let n = reached.n_games;
    text.push_str(&counted(n.into(), "game", "games"));
    let n_decided = reached.n_decided();
    for (name, n) in
        [("1-0", reached.n_white), ("1/2-1/2", reached.n_draws), ("0-1", reached.n_black)]
    {
        if n_decided > 0 {
            let share = Share { part: u64::from(n), whole: n_decided };
            text.push_str(&format!(", {name} {}", share.percent()));
        }
    }
    text.push('\n');
    text
}

/// The moves below which the position that they lead to is shown.
fn homes(scene: &Scene) -> HashSet<Edge> {
    let mut homes = HashSet::new();
    for visit in scene.tree.walk(&scene.start) {
        let Some((&last, before)) = visit.line.split_last() else { continue };
        let mut position = scene.start;
        before.iter().for_each(|&mv| position.play_unchecked(mv));
        homes.insert(Edge { key: position.polyglot_key(), mv: last });
    }
    homes
}

/// A line of the output.
struct Line {
    moves: String,
    figures: Figures,
}

/// The lines of a tree, each move before those behind it. Keeps its own stack.
struct Lines<'s> {
    scene: &'s Scene,
    homes: &'s HashSet<Edge>,
    stack: Vec<Level<'s>>,
}

struct Level<'s> {
    position: Position,
    moves: std::slice::Iter<'s, Played>,
    n_games: u64,
}

impl<'s> Lines<'s> {
    fn new(scene: &'s Scene, homes: &'s HashSet<Edge>) -> Lines<'s> {
        let mut lines = Lines { scene, homes, stack: Vec::new() };
        lines.enter(scene.start);
        lines
    }

    fn enter(&mut self, position: Position) {
        let moves = self.scene.tree.moves_at(position.polyglot_key());
        self.stack.push(Level {
            position,
            moves: moves.iter(),
            n_games: self.scene.tree.n_games_at(position.polyglot_key()),
        });
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            let indent = 2 * self.stack.len().saturating_sub(1);
            let level = self.stack.last_mut()?;
            let Some(played) = level.moves.next() else {
                self.stack.pop();
                continue;
            };
            let position = level.position;
            let figures = Figures::of(&position, played, level.n_games);
            let dots = if position.turn() == Color::White { "." } else { "..." };
            let mut moves: String = repeat_n(' ', indent).collect();
            moves.push_str(&format!("{}{dots} {}", position.fullmove(), figures.san));
            let after = position.after(played.edge.mv);
            if self.homes.contains(&played.edge) {
                self.enter(after);
            } else if !self.scene.tree.moves_at(after.polyglot_key()).is_empty() {
                moves.push_str(" ~");
            }
            return Some(Line { moves, figures });
        }
    }
}

/// A bar of results; games without one are not in it.
fn bar(figures: &Figures, columns: usize, is_painted: bool) -> String {
    let counts = [figures.n_white, figures.n_draws, figures.n_black].map(u64::from);
    let whole: u64 = counts.iter().sum();
    let mut bar = String::new();
    let (mut sum, mut drawn) = (0, 0);
    for (n, (sign, color)) in counts.into_iter().zip(BAR) {
        sum += n;
        let until = (2 * sum * columns as u64 + whole).checked_div(2 * whole).unwrap_or(0) as usize;
        let signs = repeat_n(sign, until - drawn);
        if is_painted && until > drawn {
            bar.push_str(color);
            bar.extend(signs);
            bar.push_str(OFF);
        } else {
            bar.extend(signs);
        }
        drawn = until;
    }
    bar
}
