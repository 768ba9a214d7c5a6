//! Games: tags, a tree of moves with annotations, a start, an outcome.
//!
//! Standard: §8, §9. Decisions: D-09, D-14, D-16, D-22, D-29, D-30.
//! Start at [`Game`]; walk with a [`Cursor`].

mod checked_tags;
mod cursor;
mod edit;
mod excerpt;
pub(crate) mod layout;
mod recorder;
mod side_player;
mod start;
mod tags;
mod tree;
mod visit;

pub use checked_tags::SetTagError;
pub use cursor::Cursor;
pub use edit::{EditError, Strip};
pub use layout::Layout;
pub use recorder::Recorder;
pub use side_player::SidePlayer;
pub(crate) use start::may_name_variant;
pub use start::{EventRules, Start, StartTags};
pub(crate) use tags::Pair;
pub use tags::{Tag, TagIter, Tags};
pub use tree::{
    Annotation, AnnotationId, ILLEGAL, MoveText, NodeId, NumberedStop, Stop, Tree, UNPLAYABLE,
};
#[doc(hidden)]
pub use tree::{Numbers, Spelled, Text, Walk};
#[doc(hidden)]
pub use visit::escape as escape_value;

use crate::comment::{Clock, CommentContext, Eval, Millis, Value, values};
use crate::tag::{self, Outcome};
use pgn_chess::{Color, Position};

/// One game.
///
/// The tags are in the order of the text; lookup returns the last one of a name (D-14). The tree
/// contains the moves; each of its lines, the main line or a variation, begins with a head, which
/// has the annotations before the first move.
///
/// Every move is legal, unless the reader kept
/// [illegal moves that stood](crate::read::IllegalMoves); each of those has the comment
/// [`ILLEGAL`].
///
/// ```
/// use pgnkit::{Game, NodeId};
/// let mut game: Game = "[White \"Tal\"] 1. e4 e5 *".parse()?;
/// game.add_san(NodeId::ROOT, "d4")?;
/// game.set_tag("White", "Tal, Mikhail")?;
/// assert!(game.to_string().ends_with("1. e4 (1. d4) 1... e5 *\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Game {
    tags: Tags,
    tree: Tree,
    outcome: Outcome,
}

impl Game {
    /// A game without tags and moves, from the usual start position, with an unknown outcome.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// assert_eq!(Game::new().n_plies(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Game {
        Game::default()
    }

    /// Removes the tags, the moves and the outcome, and keeps the memory for another game.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let mut game: Game = "1. e4 *".parse()?;
    /// game.clear();
    /// assert_eq!(game, Game::new());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(&mut self) {
        self.tags.clear();
        self.tree.clear();
        self.outcome = Outcome::Unknown;
    }

    /// Sets the outcome alone.
    #[doc(hidden)]
    pub fn put_outcome(&mut self, outcome: Outcome) {
        self.outcome = outcome;
    }

    /// The tag pairs. [`set_tag`](Game::set_tag), [`remove_tag`](Game::remove_tag) and
    /// [`edit_tags`](Game::edit_tags) change them.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "[White \"Tal\"] [Black \"Smyslov\"] *".parse()?;
    /// let names: Vec<&str> = game.tags().iter().map(|tag| tag.name).collect();
    /// assert_eq!(names, ["White", "Black"]);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tag pairs alone.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "[White \"Tal\"] *".parse()?;
    /// assert_eq!(game.into_tags().get("White"), Some("Tal"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_tags(self) -> Tags {
        self.tags
    }

    /// The tag pairs, for readers that fill a new game: nothing checks that the moves stay legal,
    /// and nothing updates the outcome. Not part of the public API.
    #[doc(hidden)]
    #[inline]
    pub fn tags_mut_unchecked(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// The value of a tag; the last one if the name occurs twice. `None` if it is absent; an empty
    /// value is returned as such.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "[White \"Tal\"] *".parse()?;
    /// assert_eq!(game.tag("White"), Some("Tal"));
    /// assert_eq!(game.tag("Black"), None);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// The value of a tag, typed; `None` if it is absent.
    ///
    /// # Errors
    /// If the value does not fit the tag, with the reason; [`tag`](Game::tag) returns its text.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "[Date \"1992.08.31\"] *".parse()?;
    /// let date = game.tag_value("Date").expect("the tag is there");
    /// assert!(date.is_ok());
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn tag_value(&self, name: &str) -> Option<Result<tag::Value<'_>, tag::ValueError>> {
        self.tag(name).map(|value| tag::Value::parse(name, value))
    }

    /// The outcome, from the Result tag and the termination marker (§8.2.6, D-22).
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// # use pgnkit::Game;
    /// let game: Game = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// assert_eq!(game.outcome(), Outcome::BlackWins);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Sets the outcome, and the Result tag if there is one.
    ///
    /// ```
    /// # use pgnkit::Outcome;
    /// # use pgnkit::Game;
    /// let mut game: Game = "[Result \"*\"] *".parse()?;
    /// game.set_outcome(Outcome::Draw);
    /// assert_eq!(game.tag("Result"), Some("1/2-1/2"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn set_outcome(&mut self, outcome: Outcome) {
        self.outcome = outcome;
        if let Some(written) = self.tags.get(tag::RESULT) {
            let value = outcome.tag_value(written);
            if value != written {
                let value = value.to_owned();
                self.tags.set(tag::RESULT, &value);
            }
        }
    }

    /// The moves and annotations.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 (1. d4) *".parse()?;
    /// assert_eq!(game.tree().nodes().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The moves and annotations, for adding annotations. Edit moves with the methods of [`Game`],
    /// which keep them legal.
    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// The start of the game according to SetUp, FEN and Variant (§9.7), or the Event of a server
    /// (D-91). Parses the FEN again.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// assert!(Game::new().start().position.is_some());
    /// ```
    #[must_use]
    pub fn start(&self) -> Start {
        let names_variant = || self.tag("Event").and_then(EventRules::of).is_some();
        if !self.tags.may_say_start() && !names_variant() {
            return Start::default();
        }
        let value = |name| self.tag(name).filter(|value| !value.trim().is_empty());
        let (fen, set_up, variant) = (value("FEN"), value("SetUp"), value("Variant"));
        StartTags { fen, set_up, variant, event: value("Event") }.resolve()
    }

    /// The start position; `None` if the rules or the FEN are unknown, so that the moves are text
    /// only.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "*".parse()?;
    /// assert!(game.start_position().is_some_and(|start| start.legal_moves().len() == 20));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn start_position(&self) -> Option<Position> {
        self.start().position
    }

    /// The clock of the player after a move: `[%clk 0:05:00]` or `{0:05:00}`, interpreted with the
    /// time control.
    ///
    /// ```
    /// # use pgnkit::{Game, comment::Millis};
    /// let game: Game = "1. e4 {[%clk 0:04:58.5]} *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.clock(e4), Some(Millis(298_500)));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn clock(&self, node: NodeId) -> Option<Millis> {
        self.time(node, Clock::Clk)
    }

    /// The time that the player used for a move: `[%emt 0:00:05]`, or as engine programs write it.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 {[%emt 0:00:05]} *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert_eq!(game.move_time(e4).map(|time| time.0), Some(5_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn move_time(&self, node: NodeId) -> Option<Millis> {
        self.time(node, Clock::Emt)
    }

    /// The evaluation of the position after a move, from White's side: `[%eval 0.35]`, or as engine
    /// programs write it.
    ///
    /// ```
    /// # use pgnkit::{Game, comment::Score};
    /// let game: Game = "1. e4 {a good start [%eval 0.35]} e5 {+0.12/14 3.1s} *".parse()?;
    /// let evals: Vec<_> = game.main_line().filter_map(|node| game.eval(node)).collect();
    /// assert_eq!(evals[0].score, Score::Centipawns(35));
    /// assert_eq!((evals[1].score, evals[1].depth), (Score::Centipawns(-12), Some(14)));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn eval(&self, node: NodeId) -> Option<Eval> {
        self.find_value(node, |value| match value {
            Value::Eval(eval) => Some(eval),
            _ => None,
        })
    }

    /// The context for times in the comments of a move. Cost: a walk back to the start.
    #[must_use]
    pub fn comment_context(&self, node: NodeId) -> CommentContext<'_> {
        let n_plies = core::iter::successors(self.tree.parent(node), |&it| self.tree.parent(it));
        let first = match self.tag("FEN").and_then(|fen| fen.split_ascii_whitespace().nth(1)) {
            Some("b") => Color::Black,
            _ => Color::White,
        };
        let mover = if n_plies.count() % 2 == 1 { first } else { !first };
        CommentContext { mover, time_control: self.tag("TimeControl") }
    }

    fn time(&self, node: NodeId, wanted: Clock) -> Option<Millis> {
        self.find_value(node, |value| {
            value.time().filter(|(clock, _)| *clock == wanted).map(|(_, time)| time)
        })
    }

    fn find_value<T>(
        &self,
        node: NodeId,
        pick: impl Fn(Value<'_>) -> Option<T> + Copy,
    ) -> Option<T> {
        let mut comments = self.tree.comments(node).peekable();
        comments.peek()?;
        let context = self.comment_context(node);
        comments.find_map(|text| values(text, context).find_map(pick))
    }

    /// The position at the end of the main line; `None` if the moves are text only.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// let end = game.end_position().expect("the moves were played");
    /// assert!(end.is_checkmate());
    /// assert!(end.fen().as_str().starts_with("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/"));
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn end_position(&self) -> Option<Position> {
        let mut cursor = self.cursor();
        while cursor.forward() {}
        cursor.position().copied()
    }

    /// A cursor at the start of the game.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 *".parse()?;
    /// let mut cursor = game.cursor();
    /// assert!(cursor.forward());
    /// assert_eq!(cursor.san().expect("a move").as_str(), "e4");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    /// The nodes of the main line, without the start.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// let moves: Vec<_> = game.main_line().filter_map(|node| game.tree().san(node)).collect();
    /// assert_eq!(moves.iter().map(|san| san.as_str()).collect::<String>(), "e4e5Nf3");
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.line(NodeId::ROOT)
    }

    /// Number of plies of the main line.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let game: Game = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// assert_eq!(game.n_plies(), 3);
    /// # Ok::<(), pgnkit::read::NoGameError>(())
    /// ```
    #[must_use]
    pub fn n_plies(&self) -> usize {
        self.main_line().count()
    }
}

#[cfg(test)]
mod tests;
