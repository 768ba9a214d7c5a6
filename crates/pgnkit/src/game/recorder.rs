//! Recording a game move by move, in whatever order a format stores its lines.
//!
//! ```text
//! play                 the next move of this line; where one is already, a variation of it
//! mark, go_back        remember a place, return to the last one remembered
//! open_variation       remember this place, begin a line that replaces the last move
//! ```
//!
//! Standard: §8.2.5. Decisions: D-34.

use super::{Game, NodeId, Tree};
use pgn_chess::notation::san::{self, Spelling};
use pgn_chess::{Move, Position, Undo};

/// Adds legal moves to a game one after the other, at the cost of playing each.
///
/// [`Game::add_move`] works at any node, but plays the moves from the start; a recorder keeps the
/// current position. Memory: about two hundred bytes for each place that [`Recorder::mark`]
/// remembers.
///
/// ```
/// # use pgnkit::{Game, chess::notation::uci, game::Recorder};
/// let mut game = Game::new();
/// let mut recorder = Recorder::new(&mut game).expect("a start position");
/// let e4 = uci::parse(recorder.position(), b"e2e4").expect("a move");
/// assert!(recorder.play(e4).is_some());
/// assert_eq!(game.n_plies(), 1);
/// ```
#[derive(Debug)]
pub struct Recorder<'g> {
    game: &'g mut Game,
    here: RecorderState,
    marks: Vec<RecorderState>,
}

#[derive(Debug, Clone, Copy)]
struct RecorderState {
    node: NodeId,
    position: Position,
    /// The move that led here, if this line has one, and what takes it back.
    last: Option<Move>,
    undo: Undo,
}

impl<'g> Recorder<'g> {
    /// A recorder at the start position of `game`; `None` if its tags do not give a position.
    #[must_use]
    pub fn new(game: &'g mut Game) -> Option<Recorder<'g>> {
        let position = game.start_position()?;
        let here =
            RecorderState { node: NodeId::ROOT, position, last: None, undo: Undo::default() };
        Some(Recorder { game, here, marks: Vec::new() })
    }

    /// The node after which the next move will be added.
    ///
    /// ```
    /// # use pgnkit::{Game, chess::notation::uci, game::Recorder};
    /// let mut game = Game::new();
    /// let mut recorder = Recorder::new(&mut game).expect("a start position");
    /// let e4 = uci::parse(recorder.position(), b"e2e4").expect("a move");
    /// assert_eq!(recorder.node(), pgnkit::NodeId::ROOT);
    /// assert_eq!(recorder.play(e4), Some(recorder.node()));
    /// ```
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.here.node
    }

    /// The position there.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.here.position
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.game
    }

    /// The moves and annotations, for adding annotations.
    pub fn tree_mut(&mut self) -> &mut Tree {
        self.game.tree_mut()
    }

    /// Adds a move and goes to it.
    ///
    /// If the line already has a next move, the new one begins a
    /// variation, even if it is the same move. `None` if the move is neither legal nor a null move;
    /// a null move is not allowed in check.
    ///
    /// ```
    /// # use pgnkit::{Game, chess::notation::uci, game::Recorder};
    /// let mut game = Game::new();
    /// let mut recorder = Recorder::new(&mut game).expect("a start position");
    /// let e4 = uci::parse(recorder.position(), b"e2e4").expect("a move");
    /// assert!(recorder.play(e4).is_some());
    /// assert!(recorder.play(e4).is_none(), "it is Black's turn");
    /// ```
    pub fn play(&mut self, mv: Move) -> Option<NodeId> {
        if mv.is_null() {
            return self.pass();
        }
        let RecorderState { position, undo, .. } = &mut self.here;
        let spelling = san::play_legal(position, mv, undo)?.marked(position);
        Some(self.push(mv, spelling))
    }

    /// Plays an illegal move that stood: one that its piece could make but for its own king, or
    /// castling without the right. `None` for any other move, which changes nothing. The move gets
    /// no comment.
    #[doc(hidden)]
    #[cold]
    pub fn play_illegal(&mut self, mv: Move) -> Option<NodeId> {
        let spelling = san::spell_illegal(&self.here.position, mv)?;
        self.here.undo = self.here.position.play_undoable(mv);
        Some(self.push(mv, spelling.marked(&self.here.position)))
    }

    #[cold]
    fn pass(&mut self) -> Option<NodeId> {
        if self.here.position.is_check() {
            return None;
        }
        self.here.undo = self.here.position.play_undoable(Move::NULL);
        Some(self.push(Move::NULL, Spelling::NULL))
    }

    #[inline]
    fn push(&mut self, mv: Move, spelling: Spelling) -> NodeId {
        let RecorderState { node, last, .. } = &mut self.here;
        *last = Some(mv);
        let tree = &mut self.game.tree;
        let before = match tree.next(*node) {
            None => *node,
            Some(next) => tree.push_variation(next),
        };
        *node = tree.push_move(before, mv, spelling);
        *node
    }

    /// Remembers this place.
    pub fn mark(&mut self) {
        self.marks.push(self.here);
    }

    /// The number of remembered places.
    ///
    /// ```
    /// # use pgnkit::{Game, chess::notation::uci, game::Recorder};
    /// let mut game = Game::new();
    /// let mut recorder = Recorder::new(&mut game).expect("a start position");
    /// let e4 = uci::parse(recorder.position(), b"e2e4").expect("a move");
    /// recorder.mark();
    /// assert_eq!(recorder.n_marks(), 1);
    /// ```
    #[must_use]
    pub fn n_marks(&self) -> usize {
        self.marks.len()
    }

    /// Goes back to the place that was remembered last. Returns whether there was one.
    ///
    /// ```
    /// # use pgnkit::{Game, chess::notation::uci, game::Recorder};
    /// let mut game = Game::new();
    /// let mut recorder = Recorder::new(&mut game).expect("a start position");
    /// let e4 = uci::parse(recorder.position(), b"e2e4").expect("a move");
    /// recorder.mark();
    /// recorder.play(e4);
    /// assert!(recorder.go_back() && !recorder.go_back());
    /// ```
    pub fn go_back(&mut self) -> bool {
        self.marks.pop().map(|place| self.here = place).is_some()
    }

    /// Remembers this place and begins a variation that replaces the last move. Returns whether
    /// there is a move to replace.
    ///
    /// ```
    /// # use pgnkit::{Game, chess::notation::uci, game::Recorder};
    /// let mut game = Game::new();
    /// let mut recorder = Recorder::new(&mut game).expect("a start position");
    /// let e4 = uci::parse(recorder.position(), b"e2e4").expect("a move");
    /// assert!(!recorder.open_variation());
    /// recorder.play(e4);
    /// assert!(recorder.open_variation());
    /// ```
    pub fn open_variation(&mut self) -> bool {
        let Some(mv) = self.here.last else { return false };
        self.mark();
        self.here.position.take_back(mv, self.here.undo);
        self.here.last = None;
        self.here.node = self.game.tree.push_variation(self.here.node);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn_chess::notation::uci;

    fn play(recorder: &mut Recorder<'_>, text: &str) -> bool {
        let mv = uci::parse(recorder.position(), text.as_bytes());
        recorder.play(mv.unwrap_or(Move::NULL)).is_some()
    }

    /// The moves of a line, variations in parentheses.
    fn line(tree: &Tree, head: NodeId) -> String {
        let mut text = String::new();
        for node in tree.line(head) {
            text += tree.san(node).unwrap().as_str();
            for variation in tree.variations(node) {
                text = text + "(" + &line(tree, variation) + ")";
            }
            text.push(' ');
        }
        text.trim_end().to_owned()
    }

    #[test]
    fn going_back_begins_a_variation_of_what_follows() {
        let mut game = Game::new();
        let mut recorder = Recorder::new(&mut game).unwrap();
        assert!(play(&mut recorder, "e2e4"));
        recorder.mark();
        assert!(play(&mut recorder, "c7c5") && play(&mut recorder, "g1f3"));
        assert!(recorder.go_back());
        assert!(play(&mut recorder, "c7c6") && play(&mut recorder, "d2d4"));
        assert!(!recorder.go_back());
        assert_eq!(line(game.tree(), NodeId::ROOT), "e4 c5(c6 d4) Nf3");
    }

    #[test]
    fn an_open_variation_replaces_the_last_move() {
        let mut game = Game::new();
        let mut recorder = Recorder::new(&mut game).unwrap();
        assert!(!recorder.open_variation(), "there is no move to replace");
        assert!(play(&mut recorder, "e2e4") && play(&mut recorder, "c7c5"));
        for reply in ["c7c6", "e7e5"] {
            assert!(recorder.open_variation());
            assert!(!recorder.open_variation(), "the variation has no move yet");
            assert!(play(&mut recorder, reply) && recorder.go_back());
        }
        assert!(play(&mut recorder, "g1f3"));
        assert_eq!(line(game.tree(), NodeId::ROOT), "e4 c5(c6)(e5) Nf3");
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = Game::new();
        let mut recorder = Recorder::new(&mut game).unwrap();
        let castling = Move::new(
            pgn_chess::Square::from_ascii(b"e1").unwrap(),
            pgn_chess::Square::from_ascii(b"h1").unwrap(),
            pgn_chess::MoveKind::Castle,
        );
        assert_eq!(recorder.play(castling), None);
        for mv in ["e2e4", "f7f6", "d1h5"] {
            assert!(play(&mut recorder, mv));
        }
        assert_eq!(recorder.play(Move::NULL), None, "nobody passes in check");
        assert_eq!(game.n_plies(), 3);
    }
}
