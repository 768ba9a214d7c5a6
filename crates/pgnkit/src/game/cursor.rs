//! A cursor in a game, with the position at every node.
//!
//! Standard: §8.2.5.

use super::tree::MoveText;
use super::{Game, NodeId};
use pgn_chess::notation::san::SanText;
use pgn_chess::{Move, Position};

/// A cursor at a node of a game, with the position there.
///
/// Going forward plays one move; going back is one step, because the cursor keeps the positions on
/// its path.
///
/// ```
/// # use pgnkit::Game;
/// let game: Game = "1. e4 e5 *".parse()?;
/// let mut cursor = game.cursor();
/// while cursor.forward() {}
/// assert_eq!(cursor.san().expect("a move").as_str(), "e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    game: &'a Game,
    node: NodeId,
    /// The positions of the path to the current node, the start first; empty if the moves are text
    /// only.
    way: Vec<(NodeId, Position)>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(game: &'a Game) -> Cursor<'a> {
        let way = game.start_position().map(|start| (NodeId::ROOT, start));
        Cursor { game, node: NodeId::ROOT, way: way.into_iter().collect() }
    }

    /// The current node.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let mut cursor = game.cursor();
    /// cursor.forward();
    /// assert_eq!(Some(cursor.node()), game.main_line().next());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The position after the move of this node; `None` if the moves are text only.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let mut cursor = game.cursor();
    /// while cursor.forward() {}
    /// assert!(cursor.position().is_some_and(|position| position.fullmove() == 1));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.way.last().map(|entry| &entry.1)
    }

    /// The move that led here; `None` at the head of a line, or if moves are text only.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let mut cursor = game.cursor();
    /// assert_eq!(cursor.mv(), None);
    /// cursor.forward();
    /// assert!(cursor.mv().is_some_and(|mv| mv.is_double_push()));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        match self.game.tree().mv(self.node) {
            Some(MoveText::Move(mv)) => Some(mv),
            Some(MoveText::Unchecked(_)) | None => None,
        }
    }

    /// The canonical SAN of the move that led here.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// assert_eq!(game.cursor().san(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn san(&self) -> Option<SanText> {
        self.game.tree().san(self.node)
    }

    /// Goes to the next move of this line. Returns whether there is one.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 *".parse()?;
    /// let mut cursor = game.cursor();
    /// assert!(cursor.forward() && cursor.forward());
    /// assert!(!cursor.forward());
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn forward(&mut self) -> bool {
        match self.game.tree().next(self.node) {
            Some(next) => {
                self.enter(next);
                true
            }
            None => false,
        }
    }

    /// Goes to the head of the `n`th variation, from 0, that replaces the move of this node; the
    /// position is then the one before that move. Returns whether there is one.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 (1. d4) *".parse()?;
    /// let mut cursor = game.cursor();
    /// assert!(cursor.forward() && cursor.enter_variation(0) && cursor.forward());
    /// assert_eq!(cursor.san().expect("a move").as_str(), "d4");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn enter_variation(&mut self, n: usize) -> bool {
        let Some(head) = self.game.tree().variations(self.node).nth(n) else { return false };
        self.way.pop();
        if let Some(&(_, position)) = self.way.last() {
            self.way.push((head, position));
        }
        self.node = head;
        true
    }

    /// Goes back one move; from the head of a variation, to the move that it replaces. Returns
    /// whether there was one.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 *".parse()?;
    /// let mut cursor = game.cursor();
    /// cursor.forward();
    /// assert!(cursor.back());
    /// assert!(!cursor.back());
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn back(&mut self) -> bool {
        let Some(before) = self.game.tree().before(self.node) else { return false };
        if self.game.tree().is_head(self.node) {
            self.way.pop();
            self.enter(before);
        } else {
            self.way.pop();
            self.node = before;
        }
        true
    }

    /// Goes to the start of the game.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 *".parse()?;
    /// let mut cursor = game.cursor();
    /// cursor.forward();
    /// cursor.to_start();
    /// assert_eq!(cursor.node(), pgnkit::NodeId::ROOT);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_start(&mut self) {
        self.way.truncate(1);
        self.node = NodeId::ROOT;
    }

    /// Goes to any node of the game. Cost: plays the moves from the start.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 2. Nf3 *".parse()?;
    /// let last = game.main_line().last().expect("a move");
    /// let mut cursor = game.cursor();
    /// cursor.go_to(last);
    /// assert_eq!(cursor.san().expect("a move").as_str(), "Nf3");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn go_to(&mut self, node: NodeId) {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(before) = self.game.tree().before(at) {
            path.push(at);
            at = before;
        }
        self.to_start();
        for step in path.into_iter().rev() {
            if self.game.tree().is_head(step) {
                self.way.pop();
                if let Some(&(_, position)) = self.way.last() {
                    self.way.push((step, position));
                }
                self.node = step;
            } else {
                self.enter(step);
            }
        }
    }

    fn enter(&mut self, next: NodeId) {
        if let (Some(&(_, position)), Some(MoveText::Move(mv))) =
            (self.way.last(), self.game.tree().mv(next))
        {
            let mut position = position;
            position.play_unchecked(mv);
            self.way.push((next, position));
        }
        self.node = next;
    }
}
