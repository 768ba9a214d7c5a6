//! The keys of all faces: which one does what, and where.
//!
//! The terminal and the page look up a pressed key here, and their help and the tables of the guide
//! are made from the same rows. A key has the same meaning everywhere; only panes differ: on the
//! squares of the board, arrows go to squares. Letters mean the same there, too; questions about
//! squares are on Alt.

use crate::command::Face;

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The list of games.
    List,
    /// The game: board and moves.
    Game,
    /// The squares of the board, for screen readers on a page.
    Squares,
    /// The list or the game.
    Both,
}

impl Pane {
    /// Its name for a page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Pane::List => "List",
            Pane::Game => "Game",
            Pane::Squares => "Squares",
            Pane::Both => "Both",
        }
    }

    /// Its title in a help.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Pane::List => "The list",
            Pane::Game => "The game",
            Pane::Squares => "On the squares of the board",
            Pane::Both => "Everywhere",
        }
    }
}

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A command of the session, as typed.
    Run(&'static str),
    /// A command that is followed by the square where the reader is.
    RunOnSquare(&'static str),
    /// Selects a row this many rows, pages or ends away.
    Rows(isize),
    /// The same with pages.
    Pages(isize),
    /// Selects the first row.
    FirstRow,
    /// Selects the last row.
    LastRow,
    /// Orders by the column of this number.
    SortByColumn,
    /// Opens the game that is selected.
    OpenRow,
    /// Goes to the list.
    BackToList,
    /// Goes from the list to the game and back.
    SwitchPane,
    /// Goes to the squares of the board.
    ToSquares,
    /// Goes to the move of this number among the next moves.
    Choose,
    /// Opens a line to be typed, or a form.
    Ask(Ask),
    /// Opens a menu.
    Menu(MenuKind),
    /// Saves all edits.
    Save,
    /// Starts or stops the engine.
    Engine,
    /// More lines of the engine.
    MoreLines,
    /// Fewer lines of the engine.
    FewerLines,
    /// Shows or hides the moves that were played in the position.
    Tree,
    /// Opens the board editor.
    SetUp,
    /// Plays the moves one by one, or stops.
    Autoplay,
    /// Begins a game that is played, or ends it.
    Play,
    /// Restores edits that another run has left.
    Recover,
    /// Ends the session.
    Quit,
    /// Shows the keys.
    Help,
    /// Suspends the program.
    Suspend,
    /// Draws the screen again.
    Redraw,
    /// Goes to the next square.
    NextSquare,
    /// Goes to the next piece in a direction.
    NextPieceOnLine,
    /// Goes to the next piece of a kind.
    NextPieceOfRole,
    /// Goes to a rank.
    ToRank,
    /// Goes to a file.
    ToFile,
    /// Goes to the edge of the board.
    ToEdge,
    /// Takes up a piece or puts it down.
    Touch,
    /// Reads out the moves of the piece on the square.
    PieceMoves,
}

/// The request of an input line or a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// An expression.
    Query,
    /// A move.
    Move,
    /// A command.
    Command,
    /// A fact or tag to order by.
    Sort,
    /// The columns of the list.
    Columns,
    /// An annotation symbol.
    Nag,
    /// A tag.
    Tag,
    /// The number of a move.
    Number,
    /// A part of a comment.
    CommentText,
    /// The name of a file.
    SaveAs,
    /// The command of an engine.
    Engine,
    /// The terms before a game is played.
    Terms,
    /// The comment after the move.
    Comment,
    /// The comment before the move.
    CommentBefore,
    /// The number or the text of a game whose lines are added.
    Merge,
}

/// The contents of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuKind {
    /// The moves that may come next.
    Fork,
    /// Things that can be copied.
    Copy,
    /// Things that can be exported.
    Export,
    /// How a game that is played can end.
    EndGame,
    /// Where the moves of the tree come from.
    Tree,
}

impl Action {
    /// Its name on a page; empty for actions of terminals only. Written out, because pages are
    /// built without names of variants.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Action::Run(_) => "run",
            Action::RunOnSquare(_) => "run-on-square",
            Action::Rows(by) if by < 0 => "row-before",
            Action::Rows(_) => "next-row",
            Action::Pages(by) if by < 0 => "page-before",
            Action::Pages(_) => "next-page",
            Action::FirstRow => "first-row",
            Action::LastRow => "last-row",
            Action::OpenRow => "open-row",
            Action::BackToList => "to-list",
            Action::ToSquares => "to-squares",
            Action::Choose => "choose",
            Action::Ask(Ask::Query) => "ask-query",
            Action::Ask(Ask::Move | Ask::Command) => "ask-command",
            Action::Ask(Ask::Sort) => "ask-sort",
            Action::Ask(Ask::Nag) => "ask-nag",
            Action::Ask(Ask::Tag) => "ask-tag",
            Action::Ask(Ask::Number) => "ask-number",
            Action::Ask(Ask::CommentText) => "ask-comment-text",
            Action::Ask(Ask::Comment) => "ask-comment",
            Action::Ask(Ask::Merge) => "ask-merge",
            Action::Menu(MenuKind::Fork) => "fork",
            Action::Save => "save",
            Action::Engine => "engine",
            Action::Tree => "tree",
            Action::SetUp => "set-up",
            Action::Autoplay => "autoplay",
            Action::Recover => "recover",
            Action::Help => "help",
            Action::NextSquare => "next-square",
            Action::NextPieceOnLine => "next-piece-on-line",
            Action::NextPieceOfRole => "next-piece-of-role",
            Action::ToEdge => "to-edge",
            Action::ToRank => "to-rank",
            Action::ToFile => "to-file",
            Action::Touch => "touch",
            Action::PieceMoves => "piece-moves",
            Action::SortByColumn
            | Action::SwitchPane
            | Action::Ask(
                Ask::Columns | Ask::SaveAs | Ask::Engine | Ask::Terms | Ask::CommentBefore,
            )
            | Action::Menu(
                MenuKind::Copy | MenuKind::Export | MenuKind::EndGame | MenuKind::Tree,
            )
            | Action::MoreLines
            | Action::FewerLines
            | Action::Play
            | Action::Quit
            | Action::Suspend
            | Action::Redraw => "",
        }
    }

    /// The command that it is, as typed; empty for what only a face does.
    #[must_use]
    pub fn command(self) -> &'static str {
        match self {
            Action::Run(line) | Action::RunOnSquare(line) => line,
            _ => "",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    /// Where it is pressed.
    pub pane: Pane,
    /// Its action.
    pub action: Action,
    /// The word of a line of keys; empty where the key is not in one.
    pub short: &'static str,
    /// Its effect, for the help.
    pub about: &'static str,
    /// Keys of all faces, with blanks between.
    keys: &'static str,
    /// More keys, of one face.
    terminal: &'static str,
    page: &'static str,
    served: &'static str,
}

impl KeyRow {
    /// Its keys on a face.
    pub fn keys(&self, face: Face) -> impl Iterator<Item = &'static str> {
        let own: [&'static str; 2] = match face {
            Face::Terminal => [self.terminal, ""],
            Face::Page => [self.page, ""],
            Face::Served => [self.page, self.served],
            Face::Line => ["", ""],
        };
        let all = if face == Face::Line { "" } else { self.keys };
        [all, own[0], own[1]].into_iter().flat_map(str::split_ascii_whitespace)
    }

    /// Its keys on a face as people read them; empty without any.
    #[must_use]
    pub fn shown(&self, face: Face, spell: impl Fn(&str) -> String) -> String {
        let keys: Vec<&str> = self.keys(face).collect();
        let is_digit = |key: &&str| key.ends_with(|c: char| c.is_ascii_digit());
        match keys.as_slice() {
            [first, .., last] if keys.len() > 5 && keys.iter().all(is_digit) => {
                format!("{} to {}", spell(first), spell(last))
            }
            keys => keys.iter().map(|key| spell(key)).collect::<Vec<_>>().join(" "),
        }
    }

    const fn short(mut self, short: &'static str) -> KeyRow {
        self.short = short;
        self
    }

    const fn terminal(mut self, keys: &'static str) -> KeyRow {
        self.terminal = keys;
        self
    }

    const fn page(mut self, keys: &'static str) -> KeyRow {
        self.page = keys;
        self
    }

    const fn served(mut self, keys: &'static str) -> KeyRow {
        self.served = keys;
        self
    }

    /// The action of a key in a pane of an interface.
    #[must_use]
    pub fn find(face: Face, pane: Pane, name: &str) -> Option<&'static KeyRow> {
        let has_it = |row: &&KeyRow| row.keys(face).any(|key| key == name);
        let own = KEYS.iter().filter(|row| row.pane == pane).find(has_it);
        own.or_else(|| KEYS.iter().filter(|row| row.pane == Pane::Both).find(has_it))
    }
}

const fn row(pane: Pane, keys: &'static str, action: Action, about: &'static str) -> KeyRow {
    KeyRow { pane, action, short: "", about, keys, terminal: "", page: "", served: "" }
}

/// Only pages have this pane.
const fn on_squares(keys: &'static str, action: Action, about: &'static str) -> KeyRow {
    row(Pane::Squares, "", action, about).page(keys)
}

const DIGITS: &str = "1 2 3 4 5 6 7 8 9";

use Action as A;
use Pane::{Both, Game, List};

/// All keys, in the order in which they are explained. A module for pages has no keys of terminals,
/// but those of lists.
pub const KEYS: &[KeyRow] = &[
    row(List, "Enter l Right", A::OpenRow, "open the game").short("open"),
    row(List, "Down j", A::Rows(1), "next row"),
    row(List, "Up k", A::Rows(-1), "previous row"),
    row(List, "PageDown Space", A::Pages(1), "next page").terminal("C-f C-d"),
    row(List, "PageUp", A::Pages(-1), "previous page").terminal("C-b C-u"),
    row(List, "Home g", A::FirstRow, "first row"),
    row(List, "End G", A::LastRow, "last row so far"),
    row(List, "", A::SortByColumn, "sort by this column; again: reverse the order")
        .terminal(DIGITS)
        .short("sort"),
    row(List, "s", A::Ask(Ask::Sort), "sort by a fact or a tag"),
    row(List, "", A::Ask(Ask::Columns), "choose the columns").terminal("c"),
    row(List, "Backspace Esc", A::Run("previous-list"), "back to the previous list")
        .short("list before"),
    row(List, "A", A::Run("all"), "list all games again"),
    row(List, "u", A::Run("undo"), "undo the last edit of the selected game"),
    row(List, "V", A::Run("merge"), "add this game to the open one as variations"),
    row(Game, "Right l Space", A::Run("next"), "next move").short("next"),
    row(Game, "Left h Backspace", A::Run("back"), "previous move").short("back"),
    row(Game, "Down j", A::Run("down"), "next move played in this position").short("variations"),
    row(Game, "Up k", A::Run("up"), "previous such move"),
    row(Game, "v", A::Menu(MenuKind::Fork), "list the next moves"),
    row(Game, DIGITS, A::Choose, "go to one of them"),
    row(Game, "Home g S-Left 0 ^", A::Run("start"), "start of the game"),
    row(Game, "End G S-Right $", A::Run("end"), "end of the line"),
    row(Game, "o", A::Run("leave"), "leave the variation"),
    row(Game, "'", A::Ask(Ask::Number), "jump to a move by its number"),
    row(Game, "n ] PageDown", A::Run("next-game"), "next game of the list").short("game"),
    row(Game, "p [ PageUp", A::Run("previous-game"), "previous game of the list"),
    row(Game, "f", A::Run("flip"), "flip the board").short("flip"),
    row(Game, "z", A::Run("fold"), "fold or unfold the variations here"),
    row(Game, "Z", A::Run("fold-all"), "fold all variations"),
    row(Game, "O", A::Run("unfold-all"), "unfold all variations"),
    row(Game, "", A::Autoplay, "play the moves one by one, or stop").page("a"),
    row(Game, "&", A::Ask(Ask::CommentText), "search the comments"),
    row(Game, "i m", A::Ask(Ask::Move), "type a move; a new one becomes a variation")
        .terminal("Enter")
        .short("move"),
    row(Game, "c", A::Ask(Ask::Comment), "edit the comment of the move").short("comment"),
    row(Game, "", A::Ask(Ask::CommentBefore), "edit the comment before the move").terminal("C"),
    row(Game, "! *", A::Ask(Ask::Nag), "set an annotation symbol (NAG); again: remove it"),
    row(Game, "t", A::Ask(Ask::Tag), "edit the tags"),
    row(Game, "V", A::Ask(Ask::Merge), "add the lines of another game as variations"),
    row(Game, "P", A::Run("promote"), "move the variation up"),
    row(Game, "D", A::Run("demote"), "move the variation down"),
    row(Game, "M", A::Run("main"), "make the line the main line"),
    row(Game, "x Delete", A::Run("delete"), "delete the move and those after it"),
    row(Game, "X", A::Run("delete-variation"), "delete the variation"),
    row(Game, "u", A::Run("undo"), "undo").page("C-z").short("undo"),
    row(Game, "U C-y", A::Run("redo"), "redo").terminal("C-r").page("C-S-z").short("redo"),
    row(Game, "", A::Engine, "start or stop the engine").terminal("e").served("e").short("engine"),
    row(Game, "", A::MoreLines, "more engine lines").terminal("+"),
    row(Game, "", A::FewerLines, "fewer engine lines").terminal("-"),
    row(Game, "", A::Tree, "show the moves that were played here, or hide them")
        .terminal("T")
        .served("T"),
    row(Game, "S", A::Run("similar"), "list the games with this position"),
    row(Game, "", A::Menu(MenuKind::Copy), "copy FEN, PGN or a link").terminal("y").short("copy"),
    row(Game, "", A::Menu(MenuKind::Export), "export the diagram or the game to a file")
        .terminal("E"),
    row(Game, "q Esc", A::BackToList, "to the list").short("list"),
    on_squares("Left Right Up Down", A::NextSquare, "to the next square"),
    on_squares("Home End", A::ToEdge, "to the edge on the left or on the right"),
    on_squares("S-Left S-Right S-Up S-Down", A::NextPieceOnLine, "to the next piece"),
    on_squares("Enter Space", A::Touch, "pick up or put down a piece"),
    on_squares(
        "A-k A-q A-r A-b A-n A-p A-S-k A-S-q A-S-r A-S-b A-S-n A-S-p",
        A::NextPieceOfRole,
        "to the next king, queen, rook, bishop, knight or pawn; with Shift backwards",
    ),
    on_squares("A-1 A-2 A-3 A-4 A-5 A-6 A-7 A-8", A::ToRank, "to a rank"),
    on_squares(
        "A-S-1 A-S-2 A-S-3 A-S-4 A-S-5 A-S-6 A-S-7 A-S-8",
        A::ToFile,
        "to a file, from the left as White sees it",
    ),
    on_squares("A-x", A::RunOnSquare("rays"), "the first piece in each direction"),
    on_squares("A-a", A::RunOnSquare("attackers"), "which pieces attack this square"),
    on_squares("A-o", A::RunOnSquare("square"), "what is on this square"),
    on_squares("A-m", A::PieceMoves, "the moves of this piece"),
    on_squares("A-l", A::Run("last"), "the last move"),
    on_squares("A-c", A::Run("read"), "the comments of the move"),
    on_squares("A-t", A::Run("clocks"), "the clocks"),
    on_squares("A-w", A::Run("where"), "where in the game this is"),
    on_squares("A-v", A::Run("moves"), "the next moves"),
    on_squares(".", A::Run("next"), "next move"),
    on_squares(",", A::Run("back"), "previous move"),
    row(Both, "/", A::Ask(Ask::Query), "search the list with an expression").short("find"),
    row(Both, ":", A::Ask(Ask::Command), "type a command"),
    row(Both, "", A::SwitchPane, "switch between list and game").terminal("Tab"),
    row(Both, "", A::ToSquares, "move the focus to the board").page("b"),
    row(Both, "I", A::Run("new"), "begin a new game"),
    row(
        Both,
        "B",
        A::SetUp,
        "set up a position; it begins a new game or is the start of an empty one",
    ),
    row(
        Both,
        "d",
        A::Run("delete-game"),
        "delete the game when everything is saved; undo restores it",
    ),
    row(Both, "w", A::Save, "save all edited games").terminal("C-s").served("C-s").short("save"),
    row(Both, "", A::Play, "play against the engine, or let two engines play; again to end")
        .terminal("N"),
    row(Both, "", A::Recover, "restore unsaved edits after a crash").terminal("R").served("R"),
    row(Both, "", A::Ask(Ask::SaveAs), "save the file under a new name").terminal("W"),
    row(List, "", A::Quit, "quit").terminal("q").short("quit"),
    row(Both, "", A::Quit, "quit").terminal("C-c"),
    row(Both, "", A::Redraw, "redraw the screen").terminal("C-l"),
    row(Both, "", A::Suspend, "suspend; `fg` resumes").terminal("C-z"),
    row(Both, "?", A::Help, "show the keys").terminal("F1").short("keys"),
];

/// A key as people read it.
#[must_use]
pub fn shown_key(name: &str) -> String {
    let starts = [
        ("C-S-", "Ctrl-Shift-"),
        ("C-", "Ctrl-"),
        ("A-S-", "Alt-Shift-"),
        ("A-", "Alt-"),
        ("S-", "Shift-"),
    ];
    let modified =
        starts.iter().find_map(|(start, shown)| Some((*shown, name.strip_prefix(start)?)));
    let (before, key) = modified.unwrap_or(("", name));
    let key = match key {
        "Left" => "←",
        "Right" => "→",
        "Up" => "↑",
        "Down" => "↓",
        key => key,
    };
    format!("{before}{key}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Change, Command};

    const FACES: [Face; 3] = [Face::Terminal, Face::Page, Face::Served];

    #[test]
    fn no_key_has_two_meanings_in_a_pane() {
        for face in FACES {
            for pane in [Pane::List, Pane::Game, Pane::Squares] {
                let rows = KEYS.iter().filter(|row| row.pane == pane || row.pane == Pane::Both);
                let rows = rows.filter(|row| pane != Pane::Squares || row.pane == pane);
                let mut keys: Vec<&str> = rows.flat_map(|row| row.keys(face)).collect();
                let n = keys.len();
                keys.sort_unstable();
                keys.dedup();
                assert_eq!(keys.len(), n, "{face:?} {pane:?}");
            }
        }
    }

    /// Ctrl-Z is the system's: a terminal suspends with it, a browser undoes.
    #[test]
    fn a_key_means_the_same_on_all_faces() {
        for pane in [Pane::List, Pane::Game] {
            for row in KEYS {
                for name in row.keys(Face::Terminal).filter(|&name| name != "C-z") {
                    let there = KeyRow::find(Face::Served, pane, name);
                    let here = KeyRow::find(Face::Terminal, pane, name);
                    if let (Some(here), Some(there)) = (here, there) {
                        assert_eq!(here.action, there.action, "{name} in {pane:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_letter_means_the_same_on_the_squares_as_in_the_game() {
        for row in KEYS.iter().filter(|row| row.pane == Pane::Squares) {
            for key in row.keys(Face::Served).filter(|key| key.chars().count() == 1) {
                let there = KeyRow::find(Face::Served, Pane::Game, key);
                assert!(there.is_none_or(|there| there.action == row.action), "{key}");
            }
        }
    }

    #[test]
    fn what_a_key_runs_is_a_command() {
        for row in KEYS {
            let line = match row.action {
                Action::Run(line) => line.to_owned(),
                Action::RunOnSquare(line) => format!("{line} e4"),
                _ => continue,
            };
            for face in FACES.into_iter().filter(|&face| row.keys(face).next().is_some()) {
                let command = Command::parse_on(face, &line).unwrap();
                assert!(!matches!(command, Command::Edit(Change::Play(_))), "{line}");
            }
        }
    }

    #[test]
    fn every_row_has_a_key_and_says_what_it_does() {
        for row in KEYS {
            assert!(FACES.into_iter().any(|face| row.keys(face).next().is_some()), "{row:?}");
            assert!(!row.about.is_empty(), "{row:?}");
            let is_on_pages = row.keys(Face::Served).next().is_some();
            assert!(!is_on_pages || !row.action.name().is_empty(), "{row:?}");
        }
    }

    /// The rows of some panes as a table in Markdown.
    fn table(face: Face, pane: Pane) -> String {
        let spell = |key: &str| format!("`{}`", shown_key(key));
        let rows = KEYS.iter().filter(|row| row.pane == pane);
        let rows = rows.map(|row| (row.shown(face, spell), row.about));
        let rows = rows.filter(|(keys, _)| !keys.is_empty());
        let rows: String = rows.map(|(keys, about)| format!("| {keys} | {about} |\n")).collect();
        format!("| key | action |\n|---|---|\n{rows}")
    }

    #[test]
    fn the_guide_has_the_keys_of_the_table() {
        let squares = [Pane::List, Pane::Game, Pane::Both, Pane::Squares];
        let view = include_str!("../../../docs/guide/view.md");
        let browser = include_str!("../../../docs/guide/view-in-a-browser.md");
        for (page, text, face, panes) in [
            ("view.md", view, Face::Terminal, &squares[..3]),
            ("view-in-a-browser.md", browser, Face::Served, &squares[..]),
        ] {
            for &pane in panes {
                let table = table(face, pane);
                assert!(text.contains(&table), "{page} has not this table:\n{table}");
            }
        }
    }
}
