//! Lines of moves from records: played on a board and added to a game (§20.2, §20.4, D-33, D-54).

use super::{fault, ordinal};
use pgnkit::chess::notation::san::Spelling;
use pgnkit::chess::{Move, Position, Undo};
use pgnkit::game::{Game, NodeId};
use pgnkit::syntax::{CommentKind, Fault};
use std::fmt::Write as _;

/// The current place in the lines of a game.
#[derive(Debug, Default)]
pub(super) struct RecordLines {
    position: Option<Position>,
    /// Moves have come, or brackets: the start is settled.
    has_begun: bool,
    /// The last node of the line.
    node: NodeId,
    /// Moves from the start to here: 32 bytes each, so that what is open costs no more memory
    /// than some multiple of its bytes.
    path: Vec<(Move, Undo)>,
    open: Vec<OpenVariation>,
    lost: Option<Lost>,
}

#[derive(Debug)]
struct OpenVariation {
    /// The move that it replaces, with its node.
    replaced: (Move, NodeId),
    /// How long the path is without that move.
    len: usize,
}

/// Why moves are skipped, and how many brackets have opened since.
#[derive(Debug, Clone, Copy)]
enum Lost {
    /// The rest of a line.
    Line(u32),
    /// A variation that could not be begun.
    Variation(u32),
}

impl RecordLines {
    pub(super) fn restart(&mut self) {
        self.position = None;
        self.has_begun = false;
        self.node = NodeId::ROOT;
        self.path.clear();
        self.open.clear();
        self.lost = None;
    }

    /// Where annotations belong now.
    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// Whether tags come too late.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether an annotation of a move is about none that was played.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    pub(super) fn has_open(&self) -> bool {
        !self.open.is_empty() || !matches!(self.lost, None | Some(Lost::Line(0)))
    }

    /// Plays no more moves of this game.
    pub(super) fn give_up(&mut self) {
        self.has_begun = true;
        self.open.clear();
        self.lost = Some(Lost::Line(0));
    }

    /// Plays moves; returns the first that cannot be played, by its place in `ordinals`, and why.
    pub(super) fn play(
        &mut self,
        game: &mut Game,
        ordinals: &[u8],
    ) -> Option<(usize, &'static Fault)> {
        self.begin(game);
        if self.lost.is_some() || ordinals.is_empty() {
            return None;
        }
        let Some(mut position) = self.position else {
            self.lose(game, ordinals);
            return Some((0, &fault::ORDINAL_WITHOUT_POSITION));
        };
        for (n, &byte) in ordinals.iter().enumerate() {
            let Some(mv) = ordinal::resolve(&position, byte) else {
                self.position = Some(position);
                self.lose(game, &ordinals[n..]);
                return Some((n, &fault::ORDINAL_OUT_OF_RANGE));
            };
            let unmarked = Spelling::unmarked(&position, mv);
            self.path.push((mv, position.play_undoable(mv)));
            let spelling = unmarked.marked(&position);
            self.node = game.tree_mut().push_move(self.node, mv, spelling);
        }
        self.position = Some(position);
        None
    }

    fn begin(&mut self, game: &Game) {
        if !self.has_begun {
            self.has_begun = true;
            self.position = game.start_position();
        }
    }

    /// The rest of the line becomes a comment, as in a text that cannot be played (D-33).
    fn lose(&mut self, game: &mut Game, ordinals: &[u8]) {
        let mut text = String::from("Unplayable:");
        for byte in ordinals {
            // Writing to a String cannot fail.
            let _ = write!(text, " {byte:02x}");
        }
        game.tree_mut().add_comment(self.node, CommentKind::Brace, &text);
        self.lost = Some(Lost::Line(0));
    }

    /// Begins a variation; returns whether there was a move for it to replace.
    pub(super) fn open(&mut self, game: &mut Game) -> bool {
        self.begin(game);
        match &mut self.lost {
            Some(Lost::Line(n) | Lost::Variation(n)) => {
                *n = n.saturating_add(1);
                return true;
            }
            None => {}
        }
        let (false, Some(position), Some((mv, undo))) =
            (game.tree().is_head(self.node), &mut self.position, self.path.pop())
        else {
            self.lost = Some(Lost::Variation(0));
            return false;
        };
        position.take_back(mv, undo);
        self.open.push(OpenVariation { replaced: (mv, self.node), len: self.path.len() });
        self.node = game.tree_mut().push_variation(self.node);
        true
    }

    /// Ends a variation; returns whether one was open.
    pub(super) fn close(&mut self) -> bool {
        match &mut self.lost {
            Some(Lost::Line(n) | Lost::Variation(n)) if *n > 0 => {
                *n -= 1;
                return true;
            }
            Some(Lost::Variation(_)) => {
                self.lost = None;
                return true;
            }
            Some(Lost::Line(_)) | None => {}
        }
        let Some(OpenVariation { replaced: (mv, node), len }) = self.open.pop() else {
            return false;
        };
        self.lost = None;
        if let Some(position) = &mut self.position {
            while self.path.len() > len
                && let Some((mv, undo)) = self.path.pop()
            {
                position.take_back(mv, undo);
            }
            self.path.push((mv, position.play_undoable(mv)));
        }
        self.node = node;
        true
    }
}
