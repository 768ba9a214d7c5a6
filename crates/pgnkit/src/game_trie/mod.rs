//! Many games from one start position as one game with variations.
//!
//! ```text
//! 1. e4 e5 2. Nf3     ─┐
//! 1. e4 c5            ─┼─ trie of moves with counts ─ 1. e4 e5 (1... c5) 2. Nf3 *
//! 1. e4 {best} e5     ─┘
//! ```
//!
//! A [`GameTrie`] has 32 bytes per move, so that it can hold the moves of many more games than
//! their trees; it becomes a [`Game`] when it is complete. Threads can fill tries of their own and
//! [join](GameTrie::join) them.
//!
//! Standard: §8.2.5. Decisions: D-30.
//! Start at [`GameTrie`].

mod add;
mod build;
mod transpose;

#[cfg(test)]
mod tests;

pub(crate) use add::{players_of, without_clocks};
pub(crate) use build::from_command;

use std::fmt;

use pgn_chess::notation::san::Spelling;
use pgn_chess::{Move, Position, option_struct};

use crate::game::Game;
use crate::tag::Outcome;

/// Which move continues the main line; the others become variations, in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MainLine {
    /// The move of the first game that came to the position.
    #[default]
    First,
    /// The move that was played in most games.
    Played,
    /// The move with the longest line after it.
    Longest,
    /// The move with the best score for the side that plays it.
    Score,
}

/// How lines that lead to the same position are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Transpositions {
    /// Each line keeps its own continuations, as if the positions were different.
    #[default]
    Keep,
    /// The same, and a comment names the line that reaches the position first.
    Point,
    /// After the same number of plies, the continuations are merged in the line with most games,
    /// and the other lines end with a comment that names it.
    Merge,
}

option_struct! {
    "# use pgnkit::game_trie::{MainLine, Transpositions, TrieOptions};";
    /// How games are merged into a trie and written.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct TrieOptions {
        /// Which move continues the main line.
        main_line, with_main_line: MainLine = "MainLine::Played",
        /// How many plies of each line are kept.
        depth_max, with_depth_max: u32 = "40",
        /// Moves that were played in fewer games are left out; those of variations count as played
        /// in none.
        games_min, with_games_min: u32 = "2",
        /// For how many games a comment at the end of the line has players, year and result; the
        /// others are counted there. 0 leaves these comments out.
        players_max, with_players_max: u32 = "3",
        /// Whether a comment has the number of games and results where lines branch.
        counts, with_counts: bool = "true",
        /// How transpositions are written.
        transpositions, with_transpositions: Transpositions = "Transpositions::Point",
        /// Whether comments name the games that they come from: `[%from mine.pgn:12]`.
        origins, with_origins: bool = "false",
    }
}

impl Default for TrieOptions {
    /// All moves, in the order of the games.
    fn default() -> TrieOptions {
        TrieOptions {
            main_line: MainLine::First,
            depth_max: u32::MAX,
            games_min: 0,
            players_max: 0,
            counts: false,
            transpositions: Transpositions::Keep,
            origins: true,
        }
    }
}

/// What became of the games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrieReport {
    /// Games that were merged.
    pub game_count: u64,
    /// Moves that were written.
    pub move_count: u64,
    /// Lines that were written: the main line and the variations.
    pub line_count: u64,
    /// Games that were left out, because their start position or rules are unknown.
    pub unknown_start_count: u64,
    /// Games of which a line ends early, because a move cannot be played.
    pub unplayable_count: u64,
    /// Games with moves after the last ply that is kept.
    pub cut_game_count: u64,
    /// Moves left out because too few games had them.
    pub rare_move_count: u64,
    /// Comments and NAGs of moves that were left out.
    pub lost_remark_count: u64,
    /// Clock times in comments, which belong to one game and are left out.
    pub clock_count: u64,
    /// Moves that lead to a position of another line.
    pub transposition_count: u64,
}

/// Why games cannot be merged into one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrieError {
    /// A game starts from another position than the first one.
    Start {
        /// The origin of the first game.
        first: String,
        /// The origin of the other game.
        other: String,
    },
    /// They are larger than one game can be.
    Size,
    /// No game was added.
    Empty,
}

impl fmt::Display for TrieError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrieError::Start { first, other } => write!(
                f,
                "expected games from one start position, but {first} and {other} start differently"
            ),
            TrieError::Size => f.write_str("the merged games are larger than a game can be"),
            TrieError::Empty => f.write_str("expected games, found none"),
        }
    }
}

impl std::error::Error for TrieError {}

/// The moves of many games, each once, with counts and annotations.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit::game_trie::{GameTrie, TrieOptions};
///
/// let mut trie = GameTrie::new(TrieOptions::default());
/// for (n, text) in ["1. e4 e5 2. Nf3 1-0", "1. e4 c5 0-1"].iter().enumerate() {
///     let game: Game = text.parse()?;
///     trie.add(&game, &format!("games.pgn:{}", n + 1))?;
/// }
/// let (game, report) = trie.into_game()?;
/// assert!(game.to_string().contains("1. e4 e5 (1... c5) 2. Nf3 *"));
/// assert_eq!((report.game_count, report.move_count), (2, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: 32 bytes per move, and the texts. Adding a game plays no moves.
#[derive(Debug, Clone)]
pub struct GameTrie {
    options: TrieOptions,
    /// The first is the start; a move comes after the one before it.
    nodes: Vec<TrieNode>,
    remarks: Vec<TrieRemark>,
    /// Where main lines end, with the text about the game.
    ends: Vec<(u32, TextRange)>,
    /// The origins of the games with remarks.
    origins: Vec<TextRange>,
    text: String,
    start: Option<TrieStart>,
    counts: TrieReport,
}

/// A place in the text.
type TextRange = (u32, u32);

/// No node.
const NONE: u32 = u32::MAX;

/// The start.
const ROOT: u32 = 0;

#[derive(Debug, Clone, Copy)]
struct TrieNode {
    mv: Move,
    spelling: Spelling,
    parent: u32,
    first_child: u32,
    sibling: u32,
    results: Results,
}

const _: () = assert!(size_of::<TrieNode>() == 32);

/// The games in which a move was played in the main line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Results {
    game_count: u32,
    white_count: u32,
    draw_count: u32,
    black_count: u32,
}

impl Results {
    fn of(outcome: Outcome) -> Results {
        Results {
            game_count: 1,
            white_count: u32::from(outcome == Outcome::WhiteWins),
            draw_count: u32::from(outcome == Outcome::Draw),
            black_count: u32::from(outcome == Outcome::BlackWins),
        }
    }

    fn join(&mut self, other: &Results) {
        self.game_count += other.game_count;
        self.white_count += other.white_count;
        self.draw_count += other.draw_count;
        self.black_count += other.black_count;
    }
}

/// A NAG or a comment of one game.
#[derive(Debug, Clone, Copy)]
struct TrieRemark {
    node: u32,
    /// Its index among the origins.
    origin: u32,
    what: RemarkText,
}

#[derive(Debug, Clone, Copy)]
enum RemarkText {
    Nag(u16),
    Comment(TextRange),
    Escape(TextRange),
}

/// How the games start.
#[derive(Debug, Clone)]
struct TrieStart {
    position: Position,
    /// The origin of the first game.
    origin: String,
    /// The tags that all games have with the same value, and those of the start.
    tags: Vec<(String, String)>,
}

impl GameTrie {
    /// A trie without games.
    #[must_use]
    pub fn new(options: TrieOptions) -> GameTrie {
        let root = TrieNode {
            mv: Move::NULL,
            spelling: Spelling::from_raw(0),
            parent: NONE,
            first_child: NONE,
            sibling: NONE,
            results: Results::default(),
        };
        GameTrie {
            options,
            nodes: vec![root],
            remarks: Vec::new(),
            ends: Vec::new(),
            origins: Vec::new(),
            text: String::new(),
            start: None,
            counts: TrieReport::default(),
        }
    }

    /// The memory of what was added, in bytes.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.nodes.len() * size_of::<TrieNode>()
            + self.remarks.len() * size_of::<TrieRemark>()
            + self.ends.len() * size_of::<(u32, TextRange)>()
            + self.origins.len() * size_of::<TextRange>()
            + self.text.len()
    }

    /// One game with all lines, and what was left out. Its tags are those that all games share.
    ///
    /// # Errors
    /// If no game was added.
    pub fn into_game(mut self) -> Result<(Game, TrieReport), TrieError> {
        let Some(start) = self.start.take() else { return Err(TrieError::Empty) };
        let pointers = self.transpose(&start.position);
        Ok(build::build(&mut self, &start, &pointers))
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |child: u32| (child != NONE).then_some(child);
        let first = next(self.nodes[node as usize].first_child);
        std::iter::successors(first, move |&child| next(self.nodes[child as usize].sibling))
    }

    fn text_at(&self, (start, end): TextRange) -> &str {
        &self.text[start as usize..end as usize]
    }

    /// Whether enough games have this move.
    fn is_kept(&self, node: u32) -> bool {
        self.nodes[node as usize].results.game_count >= self.options.games_min
    }
}
