//! The opening tree of a session: the moves that were played in the position on the board.

use pgn_formats::speech::Phrase;

use crate::answers;
use crate::command::TreeRequest;
use crate::games::{Games, Progress, SessionError, TreeChoice};
use crate::move_tree::PlayedMoves;
use crate::open_tree::OpenTree;
use crate::session::{Reply, Session, no_game_is_open};

/// What a tree shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeView {
    /// The moves are counted; this many games were read.
    Counting(usize),
    /// The moves of the position are looked up.
    Looking,
    /// The moves of the position.
    Moves(PlayedMoves),
    /// Why there are none.
    Failed(SessionError),
}

impl<G: Games> Session<G> {
    /// What the tree shows; `None` without a tree.
    #[must_use]
    pub fn tree(&self) -> Option<TreeView> {
        let tree = self.tree.as_ref()?;
        let source = match &tree.source {
            Ok(source) => source,
            Err(error) => return Some(TreeView::Failed(error.clone())),
        };
        if !tree.progress.is_done {
            return Some(TreeView::Counting(tree.progress.n_seen));
        }
        let Some(position) = self.position() else {
            return Some(TreeView::Failed(match self.editor() {
                Some(_) => SessionError::of(Phrase::Unchecked),
                None => no_game_is_open(),
            }));
        };
        Some(match source.moves_at(&position) {
            None => TreeView::Looking,
            Some(Ok(moves)) => TreeView::Moves(moves),
            Some(Err(error)) => TreeView::Failed(error),
        })
    }

    /// Where the moves of the tree come from; `None` without a tree.
    #[must_use]
    pub fn tree_choice(&self) -> Option<TreeChoice> {
        self.tree.as_ref().map(|tree| tree.choice)
    }

    /// Whether the tree shows something else soon.
    #[must_use]
    pub fn is_tree_busy(&self) -> bool {
        matches!(self.tree(), Some(TreeView::Counting(_) | TreeView::Looking))
    }

    /// What is not in the counts of the tree, for people.
    #[must_use]
    pub fn tree_remarks(&self) -> Vec<String> {
        let wording = self.speech().wording;
        let mut remarks = Vec::new();
        if let Some(TreeView::Moves(PlayedMoves { ply_max: Some(plies), .. })) = self.tree() {
            remarks.push(wording.say(Phrase::TreeDepth, &[&(plies / 2)]));
        }
        if self.tree.is_some() && !self.modified().is_empty() {
            remarks.push(wording.say(Phrase::EditsNotCounted, &[]));
        }
        remarks
    }

    /// The tree in sentences: the moves that were played, or what is still to be done.
    pub(crate) fn tree_words(&self) -> Result<String, SessionError> {
        let speech = self.speech();
        let mut said = match self.tree() {
            None => vec![speech.wording.say(Phrase::Done, &[])],
            Some(TreeView::Counting(n)) => {
                vec![speech.wording.say_count(Phrase::TreeCounting, n as u64, &[])]
            }
            Some(TreeView::Looking) => {
                vec![speech.wording.say_count(Phrase::TreeCounting, 0, &[])]
            }
            Some(TreeView::Failed(error)) => return Err(error),
            Some(TreeView::Moves(moves)) => {
                answers::played_words(&moves, self.position().as_ref(), speech)
            }
        };
        said.extend(self.tree_remarks());
        Ok(said.join("\n"))
    }

    /// Executes a command about the tree.
    pub(crate) fn perform_tree(&mut self, request: TreeRequest) -> Result<Reply, SessionError> {
        match request {
            TreeRequest::Off => self.tree = None,
            TreeRequest::Show if self.tree.is_some() => {}
            TreeRequest::Show => self.open_tree(TreeChoice::Index)?,
            TreeRequest::Open(choice) => self.open_tree(choice)?,
        }
        self.poll_tree();
        Ok(Reply::default())
    }

    fn tree_game(&self) -> Option<usize> {
        self.open_game().or_else(|| self.game_at(self.list().selected()))
    }

    fn tree_file(&self) -> String {
        self.editor().map(|editor| editor.place().file.clone()).unwrap_or_default()
    }

    fn open_tree(&mut self, choice: TreeChoice) -> Result<(), SessionError> {
        // What another choice has begun ends first.
        self.tree = None;
        let source = self.games().tree(choice, self.tree_game())?;
        let progress = Progress { n_seen: 0, is_done: false };
        self.tree = Some(OpenTree { choice, file: self.tree_file(), source: Ok(source), progress });
        Ok(())
    }

    /// Makes the tree again, because games have changed or the open game is in another file.
    pub(crate) fn restart_tree(&mut self, choice: TreeChoice) {
        if let Err(error) = self.open_tree(choice) {
            let progress = Progress { n_seen: 0, is_done: true };
            let (file, source) = (self.tree_file(), Err(error));
            self.tree = Some(OpenTree { choice, file, source, progress });
        }
    }

    /// Continues with the tree; returns whether anything changed.
    pub(crate) fn poll_tree(&mut self) -> bool {
        let file = self.tree_file();
        let Some(tree) = &self.tree else { return false };
        if tree.choice != TreeChoice::Memory && !file.is_empty() && file != tree.file {
            // No index is written without being asked for.
            self.restart_tree(TreeChoice::Index);
        }
        let Some(tree) = &mut self.tree else { return false };
        let Ok(source) = &mut tree.source else { return false };
        let before = tree.progress;
        match source.poll() {
            Ok(progress) => tree.progress = progress,
            Err(error) => {
                tree.source = Err(error);
                tree.progress.is_done = true;
            }
        }
        tree.progress != before || matches!(self.tree(), Some(TreeView::Looking))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GamesInMemory, LineMode};

    fn lines(n_games: usize) -> LineMode<GamesInMemory> {
        let text = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 1/2-1/2\n\n".repeat(n_games / 3);
        let games = GamesInMemory::new("a.pgn", text.into_bytes());
        LineMode::new(Session::new(games, Default::default()))
    }

    fn finish(lines: &mut LineMode<GamesInMemory>) {
        while matches!(lines.session().tree(), Some(TreeView::Counting(_))) {
            lines.session_mut().poll();
        }
    }

    #[test]
    fn the_tree_is_read_out_and_follows_the_board() {
        let mut lines = lines(3);
        lines.say("open");
        let said = lines.say("tree");
        let expected = "3 games have this position.\n\
            pawn to e4: 2 games, White wins: 1, Black wins: 1.\npawn to d4: 1 game, draw: 1.";
        assert_eq!(said, expected);
        lines.say("next");
        assert!(lines.say("tree").starts_with("2 games have this position.\npawn to c5: 1 game"));
        lines.say("tree off");
        assert_eq!(lines.session().tree(), None);
        assert!(lines.say("tree somewhere").contains("expected tree"));
        assert!(lines.say("tree index").contains("no file"));
    }

    #[test]
    fn a_count_goes_on_in_steps_and_can_be_ended() {
        let mut lines = lines(300);
        lines.say("open");
        assert!(lines.say("tree memory").contains("games read so far"));
        assert!(lines.session().is_tree_busy());
        finish(&mut lines);
        assert!(lines.say("tree").starts_with("300 games"));
        lines.say("tree memory");
        lines.say("tree off");
        assert!(!lines.session().is_tree_busy());
    }

    #[test]
    fn edits_are_counted_when_they_are_saved_and_not_before() {
        let mut lines = lines(3);
        lines.say("open");
        lines.say("tree");
        lines.say("next");
        lines.say("delete");
        lines.say("e4");
        lines.say("a6");
        lines.say("start");
        let said = lines.say("tree");
        assert!(said.ends_with("Edits that are not saved are not counted."), "{said}");
        lines.say("next");
        assert!(!lines.say("tree").contains("a6"));
        lines.say("save");
        finish(&mut lines);
        let said = lines.say("tree");
        assert!(said.contains("a6") && !said.contains("not saved"), "{said}");
    }

    #[test]
    fn without_a_board_there_are_no_moves() {
        let games = GamesInMemory::new("a.pgn", b"[Variant \"Unknown\"]\n\n1. e4 *\n".to_vec());
        let mut lines = LineMode::new(Session::new(games, Default::default()));
        assert!(lines.say("tree").contains("No game is open"));
        lines.say("open");
        assert!(lines.say("tree").contains("not checked"));
    }
}
