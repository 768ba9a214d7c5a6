//! Comments, NAGs, and the commands in comments: clocks, evaluations, arrows.
//!
//! A node has one comment in Python: all comments of the tree, joined by spaces. Setting it keeps
//! the first one in its place.

use super::Store;
use super::children::starting_head;
use super::node::PyGameNode;
use crate::moves::square_of;
use pgnkit::comment::{Clock, Score, Value, commands};
use pgnkit::game::{Annotation, AnnotationId, Tree};
use pgnkit::syntax::CommentKind;
use pgnkit::{Nag, NodeId};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The comments of a node, and those of variations of it that have no move.
pub(crate) fn comment_parts(tree: &Tree, node: NodeId) -> impl Iterator<Item = &str> {
    tree.annotations(node).flat_map(move |annotation| {
        let (comment, head) = match annotation {
            Annotation::Comment { kind: CommentKind::Escape, .. } | Annotation::Nag(_) => {
                (None, None)
            }
            Annotation::Comment { text, .. } => (Some(text), None),
            Annotation::Variation(head) => (None, tree.next(head).is_none().then_some(head)),
        };
        comment.into_iter().chain(head.into_iter().flat_map(|head| tree.comments(head)))
    })
}

/// The comments of a node joined by spaces, without those that are blank.
pub(crate) fn comment_text(tree: &Tree, node: NodeId) -> String {
    let texts = comment_parts(tree, node).map(str::trim).filter(|text| !text.is_empty());
    texts.collect::<Vec<&str>>().join(" ")
}

/// The comments of a node, and its variations without a move.
fn comment_ids(store: &Store, node: NodeId) -> Vec<AnnotationId> {
    let tree = store.tree();
    let is_comment = |id: &AnnotationId| match tree.annotation(*id) {
        Annotation::Comment { kind, .. } => kind != CommentKind::Escape,
        Annotation::Variation(head) => tree.next(head).is_none(),
        Annotation::Nag(_) => false,
    };
    tree.annotation_ids(node).filter(is_comment).collect()
}

/// Makes `text` the one comment of a node, in the place of the first one.
fn set_text(store: &mut Store, node: NodeId, text: &str) {
    let ids = comment_ids(store, node);
    let tree = store.game.tree_mut();
    let is_comment = |id: &AnnotationId| matches!(tree.annotation(*id), Annotation::Comment { .. });
    let kept = ids.iter().copied().find(is_comment).filter(|_| !text.is_empty());
    for id in ids.into_iter().filter(|id| Some(*id) != kept) {
        tree.remove_annotation(node, id);
    }
    if text.is_empty() {
        return;
    }
    match kept {
        Some(id) => tree.set_comment_text(id, text),
        None => {
            tree.add_comment_before_variations(node, CommentKind::Brace, text);
        }
    }
}

/// Where to put the new text of a command if there was none before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommandPlace {
    First,
    Last,
}

/// `comment` with the commands of these names replaced by `command`, which may be empty.
fn with_command(comment: &str, names: &[&str], command: &str, place: CommandPlace) -> String {
    let (mut text, mut rest_from, mut is_said) = (String::new(), 0, false);
    for found in commands(comment).filter(|found| names.contains(&found.name)) {
        text += &comment[rest_from..found.range.start];
        rest_from = found.range.end;
        if !is_said && place == CommandPlace::Last {
            text += command;
            is_said = true;
        }
        let rest = &comment[rest_from..];
        let leaves_gap = text.is_empty() || text.ends_with(char::is_whitespace);
        if leaves_gap {
            rest_from += rest.len() - rest.trim_start().len();
        }
    }
    text += &comment[rest_from..];
    let text = text.trim();
    match (text, command) {
        (_, "") => text.to_owned(),
        _ if is_said => text.to_owned(),
        ("", _) => command.to_owned(),
        _ if place == CommandPlace::First => format!("{command} {text}"),
        _ => format!("{text} {command}"),
    }
}

/// `0:05:00`, `0:04:58.5`
fn clock_text(seconds: f64) -> String {
    let millis = (seconds.max(0.0) * 1000.0).round() as u64;
    let (hours, minutes, rest) = (millis / 3_600_000, millis / 60_000 % 60, millis % 60_000);
    let mut text = format!("{hours}:{minutes:02}:{:02}", rest / 1000);
    if rest % 1000 > 0 {
        text += format!(".{:03}", rest % 1000).trim_end_matches('0');
    }
    text
}

impl PyGameNode {
    fn time(&self, wanted: Clock) -> Option<f64> {
        let store = self.store.lock();
        let time = match wanted {
            Clock::Emt => store.game.move_time(self.id),
            Clock::Clk | Clock::Egt | Clock::Mct => store.game.clock(self.id),
        };
        time.map(|time| time.0 as f64 / 1000.0)
    }

    fn set_command(&self, names: &[&str], command: &str, place: CommandPlace) {
        let mut store = self.store.lock();
        let text = with_command(&comment_text(store.tree(), self.id), names, command, place);
        set_text(&mut store, self.id, &text);
    }

    fn set_time(&self, name: &str, seconds: Option<f64>) {
        let command = seconds.map(|s| format!("[%{name} {}]", clock_text(s))).unwrap_or_default();
        self.set_command(&[name], &command, CommandPlace::Last);
    }

    pub(super) fn add_nag(&self, nag: u16) {
        let mut store = self.store.lock();
        if !store.tree().nags(self.id).any(|other| other == Nag(nag)) {
            store.game.add_nag(self.id, Nag(nag));
        }
    }
}

#[pymethods]
impl PyGameNode {
    /// The comments after the move, joined by spaces; of a game those before its first move.
    #[getter]
    pub(super) fn comment(&self) -> String {
        comment_text(self.store.lock().tree(), self.id)
    }

    #[setter]
    pub(super) fn set_comment(&self, comment: &str) {
        set_text(&mut self.store.lock(), self.id, comment);
    }

    /// The comments after the move, one by one.
    #[getter]
    fn comments(&self) -> Vec<String> {
        comment_parts(self.store.lock().tree(), self.id).map(str::to_owned).collect()
    }

    /// The comments before the first move of a variation.
    #[getter]
    fn starting_comment(&self) -> String {
        let store = self.store.lock();
        starting_head(store.tree(), self.id)
            .map_or_else(String::new, |head| comment_text(store.tree(), head))
    }

    #[setter]
    pub(super) fn set_starting_comment(&self, comment: &str) {
        let mut store = self.store.lock();
        if let Some(head) = starting_head(store.tree(), self.id) {
            set_text(&mut store, head, comment);
        }
    }

    /// The numbers of the NAGs, as a set that changes the game.
    #[getter]
    fn nags<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pgnkit._nags")?.getattr("Nags")?.call1((slf,))
    }

    #[setter]
    fn set_nags(&self, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut wanted: Vec<u16> = Vec::new();
        for nag in nags.try_iter()? {
            wanted.push(nag?.extract()?);
        }
        for nag in self.nag_list().into_iter().filter(|nag| !wanted.contains(nag)) {
            self.discard_nag(nag);
        }
        wanted.into_iter().for_each(|nag| self.add_nag(nag));
        Ok(())
    }

    #[pyo3(name = "_nag_list")]
    fn nag_list(&self) -> Vec<u16> {
        self.store.lock().tree().nags(self.id).map(|nag| nag.0).collect()
    }

    #[pyo3(name = "_add_nag")]
    fn put_nag(&self, nag: u16) {
        self.add_nag(nag);
    }

    #[pyo3(name = "_discard_nag")]
    fn discard_nag(&self, nag: u16) {
        let mut store = self.store.lock();
        let tree = store.game.tree_mut();
        let is_it = |tree: &Tree, id| tree.annotation(id) == Annotation::Nag(Nag(nag));
        let ids: Vec<AnnotationId> =
            tree.annotation_ids(self.id).filter(|id| is_it(tree, *id)).collect();
        for id in ids {
            tree.remove_annotation(self.id, id);
        }
    }

    /// The evaluation of the position, from the command `[%eval 0.35]`.
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let eval = self.store.lock().game.eval(self.id);
        let Some(eval) = eval else { return Ok(None) };
        let engine = py.import("pgnkit.engine")?;
        let score = match eval.score {
            Score::Centipawns(cp) => engine.getattr("Cp")?.call1((cp,))?,
            Score::Mate(0) if !self.turn() => engine.getattr("MateGiven")?,
            Score::Mate(moves) => engine.getattr("Mate")?.call1((moves,))?,
        };
        let score = engine.getattr("PovScore")?.call1((score, true))?;
        let turn = self.turn();
        let relative = score.call_method1("pov", (turn,))?;
        engine.getattr("PovScore")?.call1((relative, turn)).map(Some)
    }

    /// The search depth of the evaluation, in plies.
    fn eval_depth(&self) -> Option<u32> {
        self.store.lock().game.eval(self.id).and_then(|eval| eval.depth)
    }

    /// Writes the evaluation into the comment; `None` removes it.
    #[pyo3(signature = (score, depth=None))]
    fn set_eval(&self, score: Option<&Bound<'_, PyAny>>, depth: Option<u32>) -> PyResult<()> {
        let mut command = String::new();
        if let Some(score) = score {
            let white = score.call_method0("white")?;
            let mate: Option<i32> = white.call_method0("mate")?.extract()?;
            let value = match mate {
                Some(moves) => format!("#{moves}"),
                None => {
                    let centipawns: i32 = white.call_method0("score")?.extract()?;
                    format!("{}", Score::Centipawns(centipawns))
                }
            };
            let depth = depth.map(|depth| format!(",{depth}")).unwrap_or_default();
            command = format!("[%eval {value}{depth}]");
        }
        self.set_command(&["eval"], &command, CommandPlace::Last);
        Ok(())
    }

    /// The clock of the player after the move in seconds, from `[%clk 0:05:00]`.
    fn clock(&self) -> Option<f64> {
        self.time(Clock::Clk)
    }

    /// Sets the time that is left after the move, in seconds; `None` removes it.
    #[pyo3(signature = (seconds))]
    fn set_clock(&self, seconds: Option<f64>) {
        self.set_time("clk", seconds);
    }

    /// The time that the move took in seconds, from `[%emt 0:00:05]`.
    fn emt(&self) -> Option<f64> {
        self.time(Clock::Emt)
    }

    /// Sets the time that the move took, in seconds; `None` removes it.
    #[pyo3(signature = (seconds))]
    fn set_emt(&self, seconds: Option<f64>) {
        self.set_time("emt", seconds);
    }

    /// Arrows and marked squares of the comment, as `pgnkit.Arrow`s; a square is an arrow to
    /// itself.
    fn arrows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = py.import("pgnkit._arrow")?.getattr("Arrow")?;
        let make = |source: u8, target: u8, color: &str| {
            let options = PyDict::new(py);
            options.set_item("color", color)?;
            class.call((source, target), Some(&options))
        };
        let (comment, mut arrows) = (self.comment(), Vec::new());
        for command in commands(&comment) {
            match command.value() {
                Ok(Value::Csl(squares)) => {
                    for mark in squares.iter() {
                        let square = mark.square.index();
                        arrows.push(make(square, square, mark.color.name())?);
                    }
                }
                Ok(Value::Cal(found)) => {
                    for arrow in found.iter() {
                        let (source, target) = (arrow.source.index(), arrow.target.index());
                        arrows.push(make(source, target, arrow.color.name())?);
                    }
                }
                Ok(_) | Err(_) => {}
            }
        }
        Ok(arrows)
    }

    /// Writes arrows and marked squares into the comment: `pgnkit.Arrow`s, or pairs of squares.
    fn set_arrows(&self, arrows: &Bound<'_, PyAny>) -> PyResult<()> {
        let (mut squares, mut lines) = (Vec::new(), Vec::new());
        for arrow in arrows.try_iter()? {
            let arrow = arrow?;
            let (tail, head, color) = match arrow.extract::<(u8, u8)>() {
                Ok((tail, head)) => (tail, head, "green".to_owned()),
                Err(_) => (
                    arrow.getattr("tail")?.extract()?,
                    arrow.getattr("head")?.extract()?,
                    arrow.getattr("color")?.extract::<String>()?,
                ),
            };
            let letter = color.chars().next().map(|c| c.to_ascii_uppercase());
            let letter = letter.filter(|c| "GRYB".contains(*c)).ok_or_else(|| {
                PyValueError::new_err(format!("expected green, red, yellow or blue, found {color}"))
            })?;
            let (tail, head) = (square_of(tail)?, square_of(head)?);
            if tail == head {
                squares.push(format!("{letter}{tail}"));
            } else {
                lines.push(format!("{letter}{tail}{head}"));
            }
        }
        let command = |name: &str, values: &[String]| {
            if values.is_empty() {
                String::new()
            } else {
                format!("[%{name} {}]", values.join(","))
            }
        };
        let command = command("csl", &squares) + &command("cal", &lines);
        self.set_command(&["csl", "cal"], &command, CommandPlace::First);
        Ok(())
    }
}
