//! Games edited in place: untouched parts stay byte for byte.
//!
//! ```text
//! region ─ read ─ game ─ edit ─┬─ nothing → the region's text
//!                              ├─ tags    → the tags that changed, the rest copied
//!                              └─ game    → the parts that changed, the rest copied
//! ```
//!
//! Decisions: D-01.

use std::fmt;
use std::sync::Arc;

use super::Findings;
use super::finding::Line;
use super::record::{OutsideText, Recorder};
use super::{Place, Rewritten, choose_letters, referee, visit};
use crate::terminal::Loudness;
use pgn_query::{Matcher, Query};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{Builder, Referee};
use pgnkit::syntax::{GameEnd, Kind, sniff};
use pgnkit::write::{Export, Loss, Profile, loss, write_tags_verbatim, write_verbatim};

/// The result of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing: its text does not change.
    Nothing,
    /// Its tags are others.
    Tags,
    /// Anything: tags, moves, comments, the outcome.
    Game,
    /// The same, and the termination marker is set to the outcome, even if the reader chose another
    /// one than the existing marker (D-22).
    Marker,
    /// Not done because of an I/O error.
    Failed(String),
}

/// Changes games, one after the other, in one thread.
pub(crate) trait Edit: Send {
    /// Changes a game, or not, and returns which.
    fn edit(&mut self, game: &mut Game, place: Place<'_>) -> Change;
}

/// The data of a game that an edit needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The tags: the movetext is passed over, the game has no moves and its outcome is unknown.
    Tags,
    /// All of it.
    Game,
}

/// The edits of a run.
pub(crate) trait Plan: fmt::Debug + Send + Sync {
    /// How much of a game is read.
    fn needs(&self) -> Needs;

    /// An edit for a thread, which reads games in this encoding.
    fn edit(&self, encoding: Choice) -> Box<dyn Edit>;
}

/// A plan, and what becomes of the texts it leaves.
#[derive(Clone, Debug)]
pub struct Edits {
    pub(crate) plan: Arc<dyn Plan>,
    /// Games that do not match do not change.
    pub(crate) query: Option<Arc<Query>>,
    /// The games of several files may follow each other, so that none may lack its end.
    pub(crate) are_joined: bool,
}

impl Edits {
    /// These edits.
    pub(crate) fn new(plan: Arc<dyn Plan>, query: Option<Arc<Query>>) -> Edits {
        Edits { plan, query, are_joined: false }
    }
}

/// Reads games, edits them and writes them.
pub(super) struct Editor {
    referee: Box<Referee<Builder, Recorder>>,
    /// How much of a game that reads.
    reads: Needs,
    encoding: Choice,
    edit: Box<dyn Edit>,
    matcher: Option<Matcher>,
    are_joined: bool,
    needs: Needs,
    /// The game that is edited, separate from the one that was read.
    game: Game,
}

/// Reads so much of games.
fn reader(needs: Needs, encoding: Choice) -> Referee<Builder, Recorder> {
    let builder = match needs {
        Needs::Tags => Builder::tags_with_places(encoding),
        Needs::Game => Builder::with_places(encoding),
    };
    referee(builder, encoding)
}

/// Counts a game that was written; `is_changed` is true if its bytes differ.
fn count(
    change: Change,
    is_changed: bool,
    replaced_count: usize,
    place: Place<'_>,
    findings: &mut Findings,
) {
    findings.edited.output_count += 1;
    findings.edited.changed_count += u64::from(match change {
        Change::Nothing => false,
        Change::Failed(why) => {
            findings.lines.push(Line::Failed(place.begin(), why));
            false
        }
        Change::Tags | Change::Game => true,
        Change::Marker => is_changed,
    });
    if replaced_count > 0 {
        findings.lose(&Loss { fault: &loss::REPLACED_CHARACTER, n: replaced_count });
    }
}

impl Editor {
    pub(super) fn new(edits: &Edits, encoding: Choice) -> Editor {
        let needs = edits.plan.needs();
        Editor {
            referee: Box::new(reader(needs, encoding)),
            reads: needs,
            encoding,
            edit: edits.plan.edit(encoding),
            matcher: edits.query.as_ref().map(|query| query.matcher(encoding).find_ply()),
            are_joined: edits.are_joined,
            needs,
            game: Game::new(),
        }
    }

    /// Edits the game of a region; text outside games stays. Returns whether it is not PGN.
    pub(super) fn write(
        &mut self,
        mut place: Place<'_>,
        loudness: Loudness,
        into: &mut Rewritten,
    ) -> bool {
        let source = place.region.text;
        let verdict =
            self.matcher.as_mut().and_then(|it| it.test(place.region, &place.source.name));
        place.ply = verdict.and_then(|verdict| verdict.ply);
        let is_wanted = verdict.is_none_or(|verdict| verdict.holds());
        let is_unplayable = verdict.is_some_and(|verdict| verdict.is_unplayable());
        into.findings.unplayable_count += u64::from(is_unplayable);
        let is_open = self.are_joined && place.region.end == Some(GameEnd::EndOfText);
        // It is rewritten, which needs all of it.
        let reads = if is_open { Needs::Game } else { self.needs };
        if self.reads != reads {
            (*self.referee, self.reads) = (reader(reads, self.encoding), reads);
        }
        choose_letters(&mut self.referee, place);
        // The previous game is finished: a region may contain none.
        let _ = self.referee.listener.lend();
        visit(place.region, &mut self.referee);
        // A brace that a later game gets would close a comment that was left open.
        let is_open = is_open || self.needs == Needs::Game && self.referee.notes.has_open_comment();
        let is_not_pgn =
            self.referee.notes.hand_over(place, loudness, OutsideText::Ignored, &mut into.findings);
        let builder = &self.referee.listener;
        let Some(read) = builder.game() else {
            // A file that is not text, as the report has it, would be read as games after others.
            let is_text = place.region.start.0 > 0 || sniff(source) == Kind::Text;
            if is_text || !self.are_joined {
                into.text.extend_from_slice(source);
            }
            return is_not_pgn;
        };
        self.game.clone_from(read);
        let change = match is_wanted {
            true => self.edit.edit(&mut self.game, place),
            false => Change::Nothing,
        };
        let from = into.text.len();
        let replaced_count = match change {
            _ if is_open && self.close(into) => 0,
            Change::Nothing | Change::Failed(_) => {
                into.text.extend_from_slice(source);
                0
            }
            Change::Tags => builder
                .tag_layout(source)
                .map_or(0, |layout| write_tags_verbatim(&self.game, &layout, &mut into.text)),
            Change::Marker => builder.layout(source).map_or(0, |mut layout| {
                layout.distrust_marker(&self.game);
                write_verbatim(&self.game, &layout, &mut into.text)
            }),
            Change::Game => builder
                .layout(source)
                .map_or(0, |layout| write_verbatim(&self.game, &layout, &mut into.text)),
        };
        let is_changed = into.text[from..] != *source;
        count(change, is_changed, replaced_count, place, &mut into.findings);
        is_not_pgn
    }

    /// Rewrites a game without a reliable end, so that the next one does not become part of it.
    fn close(&self, into: &mut Rewritten) -> bool {
        into.findings.extracted.rewritten_count += 1;
        // The lossless profile refuses no game.
        Export::new(Profile::Lossless).append(&self.game, &mut into.text, &mut Vec::new()).is_ok()
    }
}
