//! A viewer session: the lists of games, the open game, the place in it, and the edits.
//!
//! ```text
//! Games ── lists, searches ──┐
//!                            ├─ Session ── Command in, picture out ── terminal, page, speech
//! GameEditor: game, place, ──┘
//! edits, undo, folds
//! ```
//!
//! Every interface of `pgn view` shows this state and sends these commands; none keeps its own
//! state of games.
//!
//! Standard: §8, §13.2. Decisions: D-30, D-62.
//! Start at [`Session`].
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod answers;
mod board;
mod command;
mod editor;
mod engine;
mod games;
mod help;
mod keys;
mod lines;
mod list;
mod memory;
mod merging;
mod move_tree;
mod movetext;
mod open_tree;
mod other_game;
mod pasted;
mod plain;
mod saving;
mod sentence;
mod series;
mod session;
mod setup;
mod tree;

#[cfg(test)]
mod tests;

pub use board::{BoardView, moves_between, targets};
pub use command::{
    Browse, COMMANDS, Change, Command, CommandRow, Face, Fold, Go, Program, Question, TreeRequest,
};
pub use editor::{CommentPlace, GameEditor};
pub use engine::{Analysis, EngineLine, Report, score_text};
pub use games::{
    Edit, Games, Heading, Opened, Order, Place, Progress, Request, Search, SessionError,
    TreeChoice, TreeSource, no_index,
};
pub use keys::{Action, Ask, KEYS, KeyRow, MenuKind, Pane, shown_key};
pub use lines::{alternatives, continuations, end_of_line, path};
pub use list::{GameList, Lists, Step, grouped};
pub use memory::GamesInMemory;
pub use move_tree::{MoveTree, PlayedMove, PlayedMoves, Results};
pub use movetext::{MoveNumber, Token, TokenKind, move_text, tokens};
pub use plain::LineMode;
pub use saving::Saving;
pub use sentence::Sentence;
pub use series::{Point, series};
pub use session::{COLUMNS, Reply, Session};
pub use setup::PositionSetup;
pub use tree::TreeView;
