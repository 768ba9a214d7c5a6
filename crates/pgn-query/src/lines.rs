//! The positions of all lines of some games: what a repertoire or a list of openings contains.

use std::collections::HashMap;

use pgnkit::Game;
use pgnkit::chess::{Move, Position};
use pgnkit::game::{MoveText, Stop};
use pgnkit::internal::Walk;

/// How many positions may be held.
const POSITIONS_MAX: usize = 1_000_000;

/// The positions of games, each once, with the moves played from them in any line.
///
/// ```
/// use pgn_query::GameLines;
/// use pgnkit::Position;
///
/// let mut lines = GameLines::default();
/// lines.add(&"1. e4 e5 (1... c5) *".parse()?);
/// assert_eq!(lines.moves(&Position::start()).len(), 1);
/// assert_eq!(lines.positions().len(), 4);
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameLines {
    /// In the order in which they were first reached.
    positions: Vec<LinePosition>,
    /// By their repetition keys.
    by_key: HashMap<u64, usize>,
    unplayable_count: u64,
    is_full: bool,
}

/// A position of some games.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LinePosition {
    /// The position.
    pub position: Position,
    /// The first way to it: the position before, by its index, and the move; `None` for a start.
    pub from: Option<(usize, Move)>,
    /// The moves played from it, in the order of the games.
    pub moves: Vec<Move>,
}

impl GameLines {
    /// Adds the main line and all variations of a game. A line ends before a move that cannot be
    /// played.
    pub fn add(&mut self, game: &Game) {
        let Some(start) = game.start_position() else {
            self.unplayable_count += 1;
            return;
        };
        let tree = game.tree();
        let mut walk = Walk::new(tree, 0);
        let first = self.reach(&start, None);
        // The position after the last move, and the one before it.
        let mut place = (first, None);
        let mut open = Vec::new();
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(node) => place = (self.play(place.0, tree.mv(node)), place.0),
                Stop::Open(head) => {
                    open.push(place);
                    place = (place.1, None);
                    walk.enter(head);
                }
                Stop::Close(_) => place = open.pop().unwrap_or(place),
                Stop::Annotation(_) => {}
            }
        }
    }

    fn play(&mut self, before: Option<usize>, mv: Option<MoveText<'_>>) -> Option<usize> {
        let before = before?;
        let Some(MoveText::Move(mv)) = mv else {
            self.unplayable_count += 1;
            return None;
        };
        let moves = &mut self.positions[before].moves;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
        let after = self.positions[before].position.after(mv);
        self.reach(&after, Some((before, mv)))
    }

    fn reach(&mut self, position: &Position, from: Option<(usize, Move)>) -> Option<usize> {
        let key = position.repetition_key();
        if let Some(&known) = self.by_key.get(&key) {
            return Some(known);
        }
        if self.positions.len() >= POSITIONS_MAX {
            self.is_full = true;
            return None;
        }
        let idx = self.positions.len();
        self.positions.push(LinePosition { position: *position, from, moves: Vec::new() });
        self.by_key.insert(key, idx);
        Some(idx)
    }

    /// # Errors
    /// The files contain no position, or too many.
    ///
    /// ```
    /// assert!(pgn_query::GameLines::default().check().is_err());
    /// ```
    pub fn check(&self) -> Result<(), String> {
        match (self.is_full, self.positions.is_empty()) {
            (true, _) => Err(format!("expected at most {POSITIONS_MAX} positions, found more")),
            (false, true) => Err("expected games with moves, found none".to_owned()),
            (false, false) => Ok(()),
        }
    }

    /// All positions, in the order in which the games first reach them.
    #[must_use]
    pub fn positions(&self) -> &[LinePosition] {
        &self.positions
    }

    /// Lines that end before a move that cannot be played, and games whose start is unknown.
    #[must_use]
    pub fn unplayable_count(&self) -> u64 {
        self.unplayable_count
    }

    /// The position of the lines that is the same, clocks aside.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&LinePosition> {
        self.by_key.get(&position.repetition_key()).map(|&idx| &self.positions[idx])
    }

    /// Whether a move was played from the position with this repetition key.
    pub(crate) fn goes_on(&self, key: u64) -> bool {
        self.by_key.get(&key).is_some_and(|&idx| !self.positions[idx].moves.is_empty())
    }

    /// The moves played from a position.
    #[must_use]
    pub fn moves(&self, position: &Position) -> &[Move] {
        self.find(position).map_or(&[], |found| &found.moves)
    }

    /// The start of the first line to a position, given by its index, and the moves of the line.
    ///
    /// # Panics
    /// If `idx` is not the number of a position.
    #[must_use]
    pub fn line_to(&self, idx: usize) -> (&Position, Vec<Move>) {
        let (mut at, mut line) = (&self.positions[idx], Vec::new());
        while let Some((before, mv)) = at.from {
            line.push(mv);
            at = &self.positions[before];
        }
        line.reverse();
        (&at.position, line)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pgnkit::charset::Choice;

    use crate::{Context, Query, ReadGames, ReadList};

    const REPERTOIRE: &str = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *";

    fn answers(expression: &str, movetext: &str) -> bool {
        let read_games: Arc<ReadGames> = Arc::new(|name, take| {
            if name.ends_with(".pgn") {
                take(&REPERTOIRE.parse().expect("a game"));
            }
            Ok(name.ends_with(".pgn"))
        });
        let list = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n";
        let read_list: Arc<ReadList> = Arc::new(move |_| Ok(list.to_owned()));
        let (read_games, read_list) = (Some(read_games), Some(read_list));
        let context = Context { read_games, read_list, ..Context::default() };
        let query = Query::parse(expression, &context).unwrap_or_else(|error| panic!("{error}"));
        let game = movetext.parse().expect("a game");
        query.matcher(Choice::Auto).test_game(&game, "a.pgn", 1).holds()
    }

    #[test]
    fn games_follow_or_leave_lines() {
        let [follows, leaves] = ["follows @r.pgn", "leaves @r.pgn"];
        let table = [
            ("1. e4 e5 2. Nf3 *", follows, true),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *", follows, true),
            ("1. e4 c5 2. Nf3 d6 *", follows, true),
            ("1. e4 e5 2. Nf3 d6 *", follows, false),
            ("1. e4 e5 2. Nf3 d6 *", "follows @r.pgn by white", true),
            // Another order of moves leads to the line, but its first move leaves it.
            ("1. Nf3 e5 2. e4 Nc6 3. Bc4 *", "position in @r.pgn after ply 2", true),
            ("1. Nf3 e5 2. e4 Nc6 3. Bc4 *", leaves, true),
            ("1. e4 e5 2. Nf3 *", leaves, false),
            ("1. e4 e5 2. Nf3 d6 *", leaves, true),
            ("1. e4 e5 2. Nf3 d6 *", "leaves @r.pgn by black", true),
            ("1. e4 e5 2. Nf3 d6 *", "leaves @r.pgn by white", false),
            ("1. e4 e5 2. Nf3 d6 *", "leaves @r.pgn until move 1", false),
            ("1. e4 e5 (1... e6) 2. Nf3 *", "leaves @r.pgn in variations", true),
            ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 *", follows, false),
            ("1. e4 c5 *", "position in @r.pgn at end", true),
            ("1. e4 d5 *", "position in @r.pgn at end", false),
            ("1. e4 d5 *", "position in @list.txt", true),
            ("1. d4 d5 *", "position in @list.txt", false),
        ];
        for (movetext, expression, expected) in table {
            assert_eq!(answers(expression, movetext), expected, "{expression}: {movetext}");
        }
    }

    #[test]
    fn only_files_of_games_have_lines() {
        let mut context = Context::default();
        let message = |text, context: &Context| {
            Query::parse(text, context).expect_err("an error").message().to_owned()
        };
        assert!(message("follows @r.pgn", &context).contains("expected a file of games"));
        context.read_games = Some(Arc::new(|_, _| Ok(true)));
        let empty = message("leaves @r.pgn", &context);
        assert_eq!(empty, "r.pgn: expected games with moves, found none");
        context.read_games = Some(Arc::new(|_, take| {
            take(&REPERTOIRE.parse().expect("a game"));
            Ok(true)
        }));
        assert!(message("leaves \"r.pgn\"", &context).contains("`@` and a file of games"));
        assert!(message("leaves @r.pgn by me", &context).contains("`white` or `black`"));
    }
}
