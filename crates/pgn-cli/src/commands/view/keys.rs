//! The keys: which one does what, in which pane.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    /// The list of games.
    List,
    /// The game: board and moves.
    Game,
    /// Either.
    Both,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A command of the session, as it is typed.
    Run(&'static str),
    /// Selects a row so many rows, pages or ends away.
    Rows(isize),
    Pages(isize),
    FirstRow,
    LastRow,
    /// Orders by a column.
    SortByColumn,
    OpenRow,
    BackToList,
    SwitchPane,
    /// Opens a line to be typed.
    Ask(Ask),
    Edit(EditComment),
    /// Opens a menu.
    Menu(MenuKind),
    Save,
    Engine,
    MoreLines,
    FewerLines,
    Tree,
    /// Begins a game that is played, or ends it.
    Play,
    /// Takes edits back that another run has left.
    TakeBack,
    Quit,
    Help,
    Suspend,
    Redraw,
}

/// What is asked for in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    Query,
    Move,
    Command,
    Sort,
    Columns,
    Glyph,
    Tag,
    Number,
    CommentText,
    SaveAs,
    Engine,
    /// What is agreed before a game that is played.
    Terms,
}

/// Which comment is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditComment {
    After,
    Before,
}

/// What a menu offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuKind {
    Fork,
    Copy,
    Export,
    EndGame,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyRow {
    /// Names of keys, with blanks between.
    pub(super) keys: &'static str,
    pub(super) pane: Pane,
    pub(super) action: Action,
    /// The word of the bottom line; empty where the key does not stand there.
    pub(super) short: &'static str,
    /// What it does, for the page of keys.
    pub(super) about: &'static str,
}

const fn row(
    keys: &'static str,
    pane: Pane,
    action: Action,
    short: &'static str,
    about: &'static str,
) -> KeyRow {
    KeyRow { keys, pane, action, short, about }
}

use Action as A;
use Pane::{Both, Game, List};

/// All keys, in the order in which they are explained.
pub(super) const KEYS: &[KeyRow] = &[
    row("Enter l Right", List, A::OpenRow, "open", "open the game"),
    row("Down j", List, A::Rows(1), "", "next game"),
    row("Up k", List, A::Rows(-1), "", "previous game"),
    row("PageDown C-f C-d Space", List, A::Pages(1), "", "next page"),
    row("PageUp C-b C-u", List, A::Pages(-1), "", "previous page"),
    row("Home g", List, A::FirstRow, "", "first game"),
    row("End G", List, A::LastRow, "", "last game so far"),
    row(
        "1 2 3 4 5 6 7 8 9",
        List,
        A::SortByColumn,
        "sort",
        "sort by this column; press again to reverse",
    ),
    row("s", List, A::Ask(Ask::Sort), "", "sort by a word or tag; -date: latest first"),
    row("c", List, A::Ask(Ask::Columns), "", "choose the columns"),
    row("Backspace Esc", List, A::Run("all"), "list before", "back to the previous list"),
    row("Right l Space", Game, A::Run("next"), "next", "next move"),
    row("Left h Backspace", Game, A::Run("back"), "back", "previous move"),
    row("Down j", Game, A::Run("down"), "variations", "next move played in this position"),
    row("Up k", Game, A::Run("up"), "", "previous such move"),
    row("v", Game, A::Menu(MenuKind::Fork), "", "list the next moves"),
    row("1 2 3 4 5 6 7 8 9", Game, A::Menu(MenuKind::Fork), "", "go to one of them"),
    row("Home g S-Left 0 ^", Game, A::Run("start"), "", "start of the game"),
    row("End G S-Right $", Game, A::Run("end"), "", "end of the line"),
    row("b", Game, A::Run("leave"), "", "leave the variation"),
    row("'", Game, A::Ask(Ask::Number), "", "jump to a move by its number"),
    row("n ] PageDown", Game, A::Run("next-game"), "game", "next game of the list"),
    row("p [ PageUp", Game, A::Run("previous-game"), "", "previous game"),
    row("f", Game, A::Run("flip"), "flip", "turn the board"),
    row("z", Game, A::Run("fold"), "", "fold or unfold the variations here"),
    row("Z", Game, A::Run("fold-all"), "", "fold all variations"),
    row("o", Game, A::Run("unfold-all"), "", "unfold all variations"),
    row("&", Game, A::Ask(Ask::CommentText), "", "search the comments"),
    row("i m Enter", Game, A::Ask(Ask::Move), "move", "type a move; a new one becomes a variation"),
    row("c", Game, A::Edit(EditComment::After), "comment", "edit the comment of the move"),
    row("C", Game, A::Edit(EditComment::Before), "", "edit the comment before the move"),
    row(
        "! *",
        Game,
        A::Ask(Ask::Glyph),
        "",
        "set an annotation symbol (NAG): !, ?!, =, $14; again to remove it",
    ),
    row("t", Game, A::Ask(Ask::Tag), "", "set a tag: NAME VALUE"),
    row("P", Game, A::Run("promote"), "", "move the variation up"),
    row("D", Game, A::Run("demote"), "", "move the variation down"),
    row("M", Game, A::Run("main"), "", "make the line the main line"),
    row("x Delete", Game, A::Run("delete"), "", "delete the move and those after it"),
    row("X", Game, A::Run("delete-variation"), "", "delete the variation"),
    row("u", Game, A::Run("undo"), "undo", "undo"),
    row("U C-r C-y", Game, A::Run("redo"), "redo", "redo"),
    row("e", Game, A::Engine, "engine", "start or stop the engine"),
    row("+", Game, A::MoreLines, "", "more engine lines"),
    row("-", Game, A::FewerLines, "", "fewer engine lines"),
    row("T", Game, A::Tree, "", "show the moves that were played here, from the index"),
    row("S", Game, A::Run("similar"), "", "list the games with this position"),
    row("y", Game, A::Menu(MenuKind::Copy), "copy", "copy FEN, PGN or a link"),
    row("E", Game, A::Menu(MenuKind::Export), "", "export the diagram or the game to a file"),
    row("q Esc", Game, A::BackToList, "list", "back to the list"),
    row("/", Both, A::Ask(Ask::Query), "find", "list the games that match an expression"),
    row(":", Both, A::Ask(Ask::Command), "", "type a command"),
    row("Tab", Both, A::SwitchPane, "", "switch between list and game"),
    row("w C-s", Both, A::Save, "save", "save all edited games"),
    row("N", Both, A::Play, "", "play against the engine, or let two engines play; again to end"),
    row("R", Both, A::TakeBack, "", "restore the edits from before a crash"),
    row("W", Both, A::Ask(Ask::SaveAs), "", "save the file under a new name"),
    row("q", List, A::Quit, "quit", "quit"),
    row("C-c", Both, A::Quit, "", "quit"),
    row("C-l", Both, A::Redraw, "", "redraw the screen"),
    row("C-z", Both, A::Suspend, "", "suspend; `fg` resumes"),
    row("? F1", Both, A::Help, "keys", "this page"),
];

/// The name of a key, as the table spells it.
pub(super) fn name_of(key: KeyEvent) -> String {
    let name = match key.code {
        KeyCode::Char(' ') => "Space".to_owned(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::F(n) => format!("F{n}"),
        KeyCode::Enter => "Enter".to_owned(),
        KeyCode::Left => "Left".to_owned(),
        KeyCode::Right => "Right".to_owned(),
        KeyCode::Up => "Up".to_owned(),
        KeyCode::Down => "Down".to_owned(),
        KeyCode::Home => "Home".to_owned(),
        KeyCode::End => "End".to_owned(),
        KeyCode::PageUp => "PageUp".to_owned(),
        KeyCode::PageDown => "PageDown".to_owned(),
        KeyCode::Tab | KeyCode::BackTab => "Tab".to_owned(),
        KeyCode::Backspace => "Backspace".to_owned(),
        KeyCode::Delete => "Delete".to_owned(),
        KeyCode::Esc => "Esc".to_owned(),
        _ => return String::new(),
    };
    let is_letter = matches!(key.code, KeyCode::Char(_));
    match () {
        () if key.modifiers.contains(KeyModifiers::CONTROL) => {
            format!("C-{}", name.to_lowercase())
        }
        () if key.modifiers.contains(KeyModifiers::ALT) => format!("A-{name}"),
        () if key.modifiers.contains(KeyModifiers::SHIFT) && !is_letter && name != "Tab" => {
            format!("S-{name}")
        }
        () => name,
    }
}

/// What a key does in a pane.
pub(super) fn find(name: &str, pane: Pane) -> Option<&'static KeyRow> {
    let has_it = |row: &&KeyRow| row.keys.split(' ').any(|key| key == name);
    let own = KEYS.iter().filter(|row| row.pane == pane).find(has_it);
    own.or_else(|| KEYS.iter().filter(|row| row.pane == Pane::Both).find(has_it))
}

/// A key as people read it.
pub(super) fn shown(name: &str) -> String {
    let name = match name {
        "Left" => "←",
        "Right" => "→",
        "Up" => "↑",
        "Down" => "↓",
        "S-Left" => "Shift-←",
        "S-Right" => "Shift-→",
        name => return name.replacen("C-", "Ctrl-", 1),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings_in_a_pane() {
        for pane in [List, Game] {
            let rows = KEYS.iter().filter(|row| row.pane == pane || row.pane == Both);
            let mut keys: Vec<&str> = rows.flat_map(|row| row.keys.split(' ')).collect();
            let n = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), n, "{pane:?}");
        }
    }

    #[test]
    fn what_a_key_runs_is_a_command() {
        for row in KEYS {
            if let Action::Run(line) = row.action {
                let command = pgn_view::Command::parse(line);
                assert!(
                    command.is_ok_and(|it| !matches!(
                        it,
                        pgn_view::Command::Edit(pgn_view::Change::Play(_))
                    )),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn keys_have_the_names_of_the_table() {
        let event = |code, modifiers| name_of(KeyEvent::new(code, modifiers));
        assert_eq!(event(KeyCode::Char('G'), KeyModifiers::SHIFT), "G");
        assert_eq!(event(KeyCode::Char('s'), KeyModifiers::CONTROL), "C-s");
        assert_eq!(event(KeyCode::Left, KeyModifiers::SHIFT), "S-Left");
        assert_eq!(find("Space", Pane::Game).map(|row| row.action), Some(Action::Run("next")));
        assert_eq!(find("?", Pane::List).map(|row| row.action), Some(Action::Help));
    }
}
