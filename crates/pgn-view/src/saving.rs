//! Saving: the edits of a session go to its games.

use pgn_formats::speech::Phrase;
use pgnkit::game::Stop;
use pgnkit::{Game, NodeId};

use crate::games::{Edit, Games, SessionError};
use crate::session::{FIRST_NEW, Reply, Session, is_deleted_new};

impl<G: Games> Session<G> {
    /// Everything that is not saved, to be saved by `Command::Save` or in a separate thread.
    ///
    /// # Errors
    /// If nothing was edited.
    pub fn begin_saving(&self) -> Result<Saving, SessionError> {
        let revisions = self.revisions();
        if revisions.is_empty() {
            return Err(SessionError::of(Phrase::NothingEdited));
        }
        let n_replaced = revisions.iter().map(|(game, _)| self.editors[game].text().1).sum();
        let (mut new, edits): (Vec<Edit>, Vec<Edit>) =
            self.unsaved().into_iter().partition(|edit| self.is_new(edit.game));
        // They are numbered downwards.
        new.reverse();
        Ok(Saving { edits, new, revisions, n_replaced })
    }

    /// Records that all edits were saved, and this many of the new games, with their numbers now.
    ///
    /// # Errors
    /// When a new game cannot be read again.
    pub fn end_saving(&mut self, saving: &Saving, added: &[usize]) -> Result<Reply, SessionError> {
        for (game, revision) in &saving.revisions {
            let is_new = self.is_new(*game);
            if let Some(editor) = self.editors.get_mut(game).filter(|_| !is_new) {
                editor.mark_saved(*revision);
            }
        }
        self.editors.retain(|&game, editor| !is_deleted_new(game, editor));
        self.open = self.open.filter(|game| self.editors.contains_key(game));
        let mut deleted: Vec<usize> = saving.deleted().collect();
        deleted.sort_unstable();
        if !deleted.is_empty() {
            self.take_deleted(&deleted)?;
        }
        for (new, game) in saving.new.iter().zip(added) {
            self.take_added(new.game, *game)?;
        }
        self.keep_selection();
        if let Some(choice) = self.tree_choice() {
            self.restart_tree(choice);
        }
        let count = |phrase, n: usize| self.speech.wording.say_count(phrase, n as u64, &[]);
        let mut done = Vec::new();
        let n_saved = saving.edits.len() + added.len() - deleted.len();
        if n_saved > 0 {
            done.push(count(Phrase::Saved, n_saved));
        }
        if !deleted.is_empty() {
            done.push(count(Phrase::Deleted, deleted.len()));
        }
        let done = done.join(", ");
        Ok(Reply::said(match saving.n_replaced {
            0 => done,
            n => done + "; " + &count(Phrase::CharactersReplaced, n),
        }))
    }

    /// These games are no longer there, and those after them have lower numbers.
    fn take_deleted(&mut self, deleted: &[usize]) -> Result<(), SessionError> {
        let shifted = |game: usize| match game >= FIRST_NEW {
            true => game,
            false => game - deleted.partition_point(|&deleted| deleted < game),
        };
        for (game, mut editor) in std::mem::take(&mut self.editors) {
            if deleted.binary_search(&game).is_ok() {
                continue;
            }
            let game = shifted(game);
            if let Ok(heading) = self.games.heading(game) {
                editor.set_place(heading.place);
            }
            self.editors.insert(game, editor);
        }
        self.analysis = None;
        let selected = self.list().selected();
        self.lists.restart(&self.games);
        self.select(selected);
        let open = self.open.take();
        match open.filter(|game| deleted.binary_search(game).is_ok()) {
            None => self.open = open.map(shifted),
            Some(game) => {
                // The game after it, or the last one.
                let next = shifted(game).min(self.games.len().saturating_sub(1));
                if next < self.games.len() {
                    self.open(next)?;
                }
            }
        }
        Ok(())
    }

    /// The new game is now after all others; the current place does not change.
    fn take_added(&mut self, new: usize, game: usize) -> Result<(), SessionError> {
        let before = self.editors.remove(&new);
        if self.open != Some(new) {
            return Ok(());
        }
        self.open(game)?;
        let nth = before.and_then(|before| {
            moves_in_order(before.game()).position(|node| node == before.node())
        });
        let editor = self.editor_mut()?;
        let node = nth.and_then(|nth| moves_in_order(editor.game()).nth(nth));
        if let Some(node) = node {
            editor.go_to(node);
        }
        Ok(())
    }

    pub(crate) fn save(&mut self) -> Result<Reply, SessionError> {
        let saving = self.begin_saving()?;
        let (added, done) = saving.save(&mut self.games);
        let reply = match saving.edits.is_empty() || !added.is_empty() || done.is_ok() {
            true => self.end_saving(&saving, &added)?,
            false => Reply::default(),
        };
        done.map(|()| reply)
    }
}

/// The edits to save.
#[derive(Debug, Clone)]
pub struct Saving {
    /// The new texts of games.
    pub edits: Vec<Edit>,
    /// New games, which are added after all others.
    pub new: Vec<Edit>,
    revisions: Vec<(usize, u64)>,
    n_replaced: usize,
}

impl Saving {
    /// The games that it deletes.
    pub fn deleted(&self) -> impl Iterator<Item = usize> {
        let deleted = self.edits.iter().filter(|edit| edit.text.is_empty());
        deleted.map(|edit| edit.game)
    }

    /// Saves it; returns the numbers of the new games that were added, and the error that stopped
    /// it.
    pub fn save(&self, games: &mut impl Games) -> (Vec<usize>, Result<(), SessionError>) {
        if !self.edits.is_empty()
            && let Err(error) = games.save(&self.edits)
        {
            return (Vec::new(), Err(error));
        }
        let new: Vec<&[u8]> = self.new.iter().map(|new| new.text.as_slice()).collect();
        if new.is_empty() {
            return (Vec::new(), Ok(()));
        }
        match games.append(&new) {
            Ok(added) => (added.collect(), Ok(())),
            Err(error) => (Vec::new(), Err(error)),
        }
    }
}

/// All moves in the order in which they are written.
fn moves_in_order(game: &Game) -> impl Iterator<Item = NodeId> + '_ {
    game.stops(|_| true).filter_map(|at| match at.stop {
        Stop::Move(node) => Some(node),
        Stop::Open(_) | Stop::Annotation(_) | Stop::Close(_) => None,
    })
}
