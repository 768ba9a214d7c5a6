//! Parts of games: some plies, the part after a comment, each variation separately; and the places
//! of comments.
//!
//! Standard: §8.2.5.

use super::finding::Line;
use super::{Place, Rewritten, WriteGame};
use crate::terminal::Loudness;
use pgnkit::Game;
use pgnkit::game::{Annotation, NodeId};

/// Which part of each game is written; the default is all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExcerptOptions {
    /// Only these plies of the main line.
    pub plies: Option<Plies>,
    /// The last ply only if this many plies up to it were quiet, else the first one after it
    /// of which that is true.
    pub quiet_plies: usize,
    /// Begin at the first comment that contains this text.
    pub from_comment: Option<String>,
    /// Each variation down to this depth becomes a separate game.
    pub split_depth: Option<u32>,
    /// Comments that open a variation are after its first move.
    pub moves_opening_comments: bool,
}

/// Plies of a main line, counted from 1; after a sign they are counted from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plies {
    first: i64,
    last: Option<u64>,
}

impl Plies {
    /// Reads `11..40`, `11..`, `..40` or `-10..`.
    ///
    /// # Errors
    /// The expected text, for people.
    pub fn parse(text: &str) -> Result<Plies, String> {
        let expected = || format!("expected plies such as 11..40, ..40 or -10.., found `{text}`");
        let (first, last) = text.split_once("..").ok_or_else(expected)?;
        let first = if first.is_empty() { Ok(1) } else { first.parse() };
        let last = if last.is_empty() { Ok(None) } else { last.parse().map(Some) };
        match (first, last) {
            (Ok(first), Ok(last)) if first > 0 || (first < 0 && last.is_none()) => {
                Ok(Plies { first, last })
            }
            _ => Err(expected()),
        }
    }
}

impl ExcerptOptions {
    /// Whether games stay complete.
    pub(super) fn is_nothing(&self) -> bool {
        *self == ExcerptOptions::default()
    }

    /// Removes the unwanted parts of a game.
    fn shorten(&self, game: &mut Game) -> Result<(), pgnkit::game::EditError> {
        let nodes: Vec<NodeId> = game.main_line().collect();
        let last = self.plies.and_then(|plies| plies.last);
        let kept_count = last.map_or(nodes.len(), |last| self.last_ply(game, &nodes, last));
        let wanted = self.plies.map_or(1, |plies| plies.first);
        let first = match usize::try_from(wanted) {
            Ok(first) => first - 1,
            Err(_) => nodes.len() - nodes.len().min(wanted.unsigned_abs() as usize),
        };
        let first = first.max(self.comment_ply(game, &nodes).unwrap_or(0));
        if kept_count < nodes.len() {
            let end = kept_count.checked_sub(1).map_or(NodeId::ROOT, |ply| nodes[ply]);
            game.truncate_after(end);
        }
        match nodes[..kept_count].get(first) {
            Some(&node) => game.begin_at(node),
            None => {
                game.truncate_after(NodeId::ROOT);
                Ok(())
            }
        }
    }

    /// The number of plies to keep if `last` is the last one.
    fn last_ply(&self, game: &Game, nodes: &[NodeId], last: u64) -> usize {
        let last = usize::try_from(last).unwrap_or(usize::MAX);
        if last == 0 {
            return 0;
        }
        let mut quiet_count = 0;
        for (ply, &node) in nodes.iter().enumerate() {
            let san = game.tree().san(node);
            let is_quiet = san.is_some_and(|san| !san.as_str().contains(['x', '+', '#', '=']));
            quiet_count = if is_quiet { quiet_count + 1 } else { 0 };
            if ply + 1 >= last && quiet_count >= self.quiet_plies {
                return ply + 1;
            }
        }
        nodes.len()
    }

    /// The ply before which the comment is.
    fn comment_ply(&self, game: &Game, nodes: &[NodeId]) -> Option<usize> {
        let text = self.from_comment.as_ref()?;
        let holds = |node: &NodeId| {
            game.tree().annotations(*node).any(|annotation| match annotation {
                Annotation::Comment { text: comment, .. } => comment.contains(text.as_str()),
                Annotation::Nag(_) | Annotation::Variation(_) => false,
            })
        };
        nodes.iter().position(holds).map(|ply| ply + 1)
    }
}

/// The most that becomes of one game: each variation is written with all moves that lead to it, so
/// that a long game with many of them grows by the square.
const SPLIT_BYTES_MAX: usize = 1 << 30;

/// Cuts games, and lets another writer write what is left.
pub(super) struct ExcerptWriter {
    pub(super) cut: ExcerptOptions,
    pub(super) writer: Box<dyn WriteGame>,
}

impl ExcerptWriter {
    fn write_part(
        &mut self,
        mut part: Game,
        place: Place<'_>,
        loudness: Loudness,
        into: &mut Rewritten,
    ) {
        if self.cut.moves_opening_comments {
            part.move_opening_comments();
        }
        if self.cut.shorten(&mut part).is_err() {
            let why = "not cut: its moves are not checked, so its positions are not known";
            into.findings.lines.push(Line::Told(format!("{}: {why}", place.begin())));
        }
        self.writer.write(&part, place, loudness, into);
    }
}

impl WriteGame for ExcerptWriter {
    fn write(&mut self, game: &Game, place: Place<'_>, loudness: Loudness, into: &mut Rewritten) {
        let place = Place { is_cut: true, ..place };
        let Some(depth_max) = self.cut.split_depth else {
            return self.write_part(game.clone(), place, loudness, into);
        };
        let start = into.text.len();
        for part in game.lines_alone(depth_max) {
            self.write_part(part, place, loudness, into);
            if into.text.len() - start > SPLIT_BYTES_MAX {
                into.text.truncate(start);
                into.findings.refused_count += 1;
                let why = "not written: its variations as separate games are more than 1 GiB";
                into.findings.lines.push(Line::Refused(place.begin(), why.to_owned()));
                return;
            }
        }
    }
}
