//! The screen as people see it: pictures of each pane, and what keys do to them.

use std::fs;
use std::path::PathBuf;

use pgn_db::library::{Library, Options};
use pgn_db::source::Inputs;
use pgn_view::Session;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::{Color, Modifier};
use tempfile::TempDir;

use super::app::{App, Effect};
use super::draw::draw;
use super::games::FileGames;
use super::look::{Palette, PieceSigns, Theme};
use super::recovery::Recovery;

const GAMES: &str = "\
[Event \"Candidates\"]
[Date \"1953.08.30\"]
[White \"Szabo, Laszlo\"]
[Black \"Geller, Efim\"]
[Result \"0-1\"]
[WhiteElo \"2600\"]

1. e4 {[%eval 0.3] [%clk 1:30:00]} c5 {[%eval -0.4] [%clk 1:29:50]} 2. Nf3 {a calm move}
(2. c3 d5 (2... Nf6 3. e5) 3. exd5) (2. Nc3) 2... d6 $1 {[%csl Gd4][%cal Gd2d4]} 3. d4 cxd4 0-1

[Event \"Match\"]
[Date \"1954.03.16\"]
[White \"Tal, Mihail\"]
[Black \"Botvinnik, Mikhail\"]
[Result \"1-0\"]
[WhiteElo \"2500\"]

1. d4 d5 1-0

[Event \"Match\"]
[Date \"1951.??.??\"]
[White \"Botvinnik, Mikhail\"]
[Black \"Bronstein, David\"]
[Result \"1/2-1/2\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1/2-1/2
";

/// The screen over a file.
struct Screen {
    _folder: TempDir,
    path: PathBuf,
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn open(text: &str, (columns, rows): (u16, u16), look: Theme) -> Screen {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, text).unwrap();
        let inputs = Inputs::gather(std::slice::from_ref(&path));
        let library = Library::open(inputs, Options::default());
        library.wait();
        let session = Session::new(FileGames::new(library), pgn_query::Context::default());
        let recovery = Recovery::at(Some(folder.path().join("unsaved.pgn")));
        let app = App::new(session, look, recovery);
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        Screen { _folder: folder, path, app, terminal }
    }

    fn plain(columns: u16, rows: u16) -> Screen {
        let look = Theme { signs: PieceSigns::Letters, palette: Palette::Mono };
        Screen::open(GAMES, (columns, rows), look)
    }

    /// Presses keys by the names of the table of keys; a text in quotes is typed.
    fn press(&mut self, keys: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        for (at, part) in keys.split('"').enumerate() {
            if at % 2 == 1 {
                for c in part.chars() {
                    effects.extend(self.app.press(KeyCode::Char(c).into()));
                }
                continue;
            }
            for name in part.split_whitespace() {
                effects.extend(self.app.press(key(name)));
            }
        }
        while !self.app.session.list().progress().is_done || self.app.is_saving() {
            self.app.tick();
        }
        self.app.tick();
        effects
    }

    /// The lines of the screen.
    fn shown(&mut self) -> Vec<String> {
        let app = &mut self.app;
        self.terminal.draw(|frame| draw(frame, app)).unwrap();
        // The first picture asks for rows that the second one has.
        while app.session.games().rows().is_busy() {
            std::thread::yield_now();
        }
        self.terminal.draw(|frame| draw(frame, app)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let area = buffer.area;
        (0..area.height)
            .map(|y| {
                let cells = (0..area.width).map(|x| buffer[(x, y)].symbol());
                cells.collect::<String>().trim_end().to_owned()
            })
            .collect()
    }

    /// Waits until the moves of the tree are known.
    fn wait_for_tree(&mut self) {
        while self.app.session.is_tree_busy() {
            self.app.tick();
        }
    }

    fn text(&mut self) -> String {
        self.shown().join("\n")
    }

    /// Sees that the screen shows this.
    fn expect(&mut self, part: &str) {
        let text = self.text();
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }

    fn saved(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }
}

fn key(name: &str) -> KeyEvent {
    for (start, modifier) in [("C-", KeyModifiers::CONTROL), ("S-", KeyModifiers::SHIFT)] {
        if let Some(rest) = name.strip_prefix(start) {
            return KeyEvent::new(key(rest).code, modifier);
        }
    }
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Tab" => KeyCode::Tab,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "F1" => KeyCode::F(1),
        "Space" => KeyCode::Char(' '),
        letter => KeyCode::Char(letter.chars().next().unwrap()),
    };
    code.into()
}

#[test]
fn the_list_shows_a_row_a_game() {
    let mut screen = Screen::plain(100, 8);
    let expected = "\
┏ 1 of 3 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃    game white                 Elo black               result  date       event               eco ┃
┃       1 Szabo, Laszlo        2600 Geller, Efim        0-1     1953.08.30 Candidates              ┃
┃       2 Tal, Mihail          2500 Botvinnik, Mikhail  1-0     1954.03.16 Match                   ┃
┃       3 Botvinnik, Mikhail        Bronstein, David    1/2-1/2 1951       Match                   ┃
┃                                                                                                  ┃
┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
Enter open  1 sort  / find  q quit  ? keys";
    assert_eq!(screen.text(), expected);
}

#[test]
fn the_game_shows_board_players_and_moves() {
    let mut screen = Screen::plain(70, 19);
    screen.press("Enter l l l l");
    let expected = "\
┏ game 1, Candidates, 1953.08.30 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃  Geller, Efim      1:29:50 1. e4 c5 2. Nf3 a calm move             ┃
┃8  r ░n░ b ░q░ k ░b░ n ░r░    (2. c3 d5 (2... Nf6 3. e5) 3. exd5)   ┃
┃7 ░p░ p ░░░[ ]░p░ p ░p░ p     (2. Nc3)                              ┃
┃6    ░░░   [p]   ░░░   ░░░  2... d6! 3. d4 cxd4 0-1                 ┃
┃5 ░░░   ░p░   ░░░   ░░░                                             ┃
┃4    ░░░   [↑] P ░░░   ░░░                                          ┃
┃3 ░░░   ░░░ • ░░░ N ░░░                                             ┃
┃2  P ░P░ P •P░   ░P░ P ░P░                                          ┃
┃1 ░R░ N ░B░ Q ░K░ B ░░░ R                                           ┃
┃   a  b  c  d  e  f  g  h                                           ┃
┃● Szabo, Laszlo (…  1:30:00                                         ┃
┃B50 Sicilian Defense: Mode…                                         ┃
┃                                                                    ┃
┃                                                                    ┃
┃█████▄▄▄▄                                                           ┃
┃█████████                                                           ┃
┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
→ next  ← back  n game  f flip  i move  c comment  q list  ? keys";
    assert_eq!(screen.text(), expected);
}

/// Each pane and each box: the keys that lead there, and the picture in `snapshots/`.
const PICTURES: &[(&str, &str, (u16, u16))] = &[
    ("both_panes", "Enter l l", (140, 20)),
    ("sixty_columns_of_keys", "Enter ?", (60, 24)),
    ("sixty_columns", "Enter l l l", (60, 20)),
    ("next_moves", "Enter l l v", (80, 18)),
    ("folded", "Enter Z", (80, 18)),
    ("query", "/ \"whi\"", (80, 12)),
    ("wrong_query", "/ \"White = 3 and wurst = 3\" Enter", (80, 12)),
    ("found", "/ \"plycount > 2\" Enter", (80, 12)),
    ("sorted", "7", (80, 12)),
    ("typed_move", "Enter i \"N\"", (80, 18)),
    ("wrong_move", "Enter i \"Nd4\" Enter", (80, 18)),
    ("comment", "Enter l l l c", (80, 18)),
    ("wrong_tag", "Enter t \"Date yesterday\" Enter", (80, 12)),
    ("copy", "Enter y", (80, 16)),
    ("export", "Enter E", (80, 16)),
    ("leave", "Enter i \"a3\" Enter q q", (80, 12)),
    ("terms", "N", (80, 12)),
    ("keys", "?", (80, 24)),
];

/// The name of a tag alone offers its value; the tag is deleted after a question only.
#[test]
fn a_tag_is_edited_and_not_deleted_unasked() {
    let tag = |screen: &Screen, name: &str| {
        let game = screen.app.session.editor().unwrap().game();
        game.tag(name).map(str::to_owned)
    };
    let mut screen = Screen::plain(80, 12);
    screen.press("Enter");
    let old = tag(&screen, "White").unwrap();
    screen.press("t \"White\" Enter");
    assert!(screen.text().contains(&format!("White {old}")), "{}", screen.text());
    screen.press("\" Jr\" Enter");
    assert_eq!(tag(&screen, "White"), Some(format!("{old} Jr")));
    let erase = "Backspace ".repeat(old.len() + 4);
    screen.press(&format!("t \"White\" Enter {erase} Enter"));
    assert!(screen.text().contains("White would be deleted"), "{}", screen.text());
    screen.press("Esc");
    assert_eq!(tag(&screen, "White"), Some(format!("{old} Jr")));
    screen.press(&format!("t \"White\" Enter {erase} Enter Enter"));
    assert_eq!(tag(&screen, "White"), None);
}

#[test]
fn panes_look_as_their_pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.join("src/commands/view/snapshots");
    let mut wrong = String::new();
    for (name, keys, (columns, rows)) in PICTURES {
        let mut screen = Screen::plain(*columns, *rows);
        screen.press(keys);
        let shown = screen.text() + "\n";
        let expected = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap_or_default();
        if shown != expected {
            wrong += &format!("== {name}\n{shown}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn pieces_have_the_letters_that_were_chosen() {
    let mut screen = Screen::plain(100, 30);
    let german = pgnkit::chess::notation::letters::Language::find("German").unwrap();
    screen.app.session.set_language(german);
    screen.press("Enter l l");
    screen.expect("2. Sf3 a calm move");
    screen.expect("1 Sf3");
    screen.press("i \"Sc3\" Enter i \"Sf6\" Enter");
    screen.expect("(2. Sc3 Sf6)");
    screen.press("w");
    assert!(screen.saved().contains("(2. Nc3 Nf6)"));
}

#[test]
fn a_query_makes_a_list_and_escape_goes_back() {
    let mut screen = Screen::plain(100, 9);
    screen.press("/ \"Black ~ \"");
    screen.press("Enter");
    screen.expect("^");
    screen.expect("expected a string in quotes");
    screen.press("C-u \"plycount = 2\" Enter");
    screen.expect("1 of 1: plycount = 2");
    screen.expect("Tal, Mihail");
    screen.press("Backspace");
    screen.expect("1 of 3");
}

#[test]
fn the_caret_stands_under_the_fault() {
    let mut screen = Screen::plain(100, 9);
    screen.press("/ \"White = 3 and wurst = 3\" Enter");
    let shown = screen.shown();
    let carets = shown.iter().position(|line| line.contains('^')).unwrap();
    let typed = shown.last().unwrap();
    assert_eq!(shown[carets].find('^'), typed.find("wurst"), "{}", screen.text());
}

/// A list that is made while the one before is not complete waits for it, or follows it.
#[test]
fn a_list_is_complete_however_fast_keys_are_pressed() {
    let text: String = (0..600)
        .map(|n| format!("[White \"P{}\"]\n[Black \"Q\"]\n\n1. e4 *\n\n", n % 10))
        .collect();
    let look = Theme { signs: PieceSigns::Letters, palette: Palette::Mono };
    for (keys, title) in [
        ("2 2", "1 of 600"),
        ("2 / \"White = 'P3'\" Enter", "1 of 60: White = 'P3'"),
        ("/ \"plycount = 1\" Enter 2 / \"White = 'P3'\" Enter 1", "1 of 60: plycount = 1 | W"),
        ("/ \"White = 'P3'\" Enter 1 1 A", "1 of 600"),
        ("/ \"White = 'P3'\" Enter 1 1 Backspace Backspace", "1 of 60:"),
    ] {
        let mut screen = Screen::open(&text, (100, 8), look);
        screen.press(keys);
        screen.expect(title);
    }
    let mut screen = Screen::open(&text, (100, 8), look);
    screen.app.press(key("2"));
    screen.app.press(key("2"));
    screen.expect("no games yet (");
    screen.press("");
    screen.expect("P9");
}

#[test]
fn commands_of_the_program_are_typed_too() {
    let mut screen = Screen::plain(100, 12);
    screen.press(": \"resign\" Enter");
    screen.expect("no game is being played");
    let name = screen.path.with_file_name("new.pgn");
    screen.press(&format!("Esc : \"save-as {}\" Enter", name.display()));
    assert_eq!(fs::read_to_string(&name).unwrap(), GAMES);
    screen.press("Esc : \"recover\" Enter");
    screen.expect("there are no edits to restore");
    screen.press(": \"think\" Enter");
    screen.expect("not a command here");
}

/// Each key of the table does something in the pane where it is: the picture, the message or what
/// lies over the panes changes, or something is to be done outside.
#[test]
fn every_key_of_the_help_does_something() {
    use pgn_view::{Face, KEYS, Pane};
    for row in KEYS {
        for name in row.keys(Face::Terminal) {
            for pane in [Pane::List, Pane::Game] {
                if row.pane != pane && row.pane != Pane::Both {
                    continue;
                }
                let mut screen = Screen::plain(100, 16);
                // In the middle of everything: a list in a list, a variation, an edit and its undo.
                screen.press("/ \"plycount > 1\" Enter");
                screen.press("2");
                screen.press("Down Enter l l l j t \"Annotator me\" Enter ! \"!\" Enter u");
                match (pane, name) {
                    (Pane::List, _) => screen.press("q"),
                    (_, "O") => screen.press("h h h Z"),
                    _ => Vec::new(),
                };
                let list_count = screen.app.session.lists().n_steps();
                let before = (screen.text(), list_count);
                let effects = screen.app.press(key(name));
                let saves = screen.app.is_saving();
                screen.press("");
                let list_count = screen.app.session.lists().n_steps();
                let after = (screen.text(), list_count);
                let has_done = !effects.is_empty() || saves || before != after;
                assert!(has_done, "{name} in {pane:?}: {}\n{}", row.about, after.0);
            }
        }
    }
}

#[test]
fn keys_order_the_list_and_again_turn_it_round() {
    let mut screen = Screen::plain(100, 8);
    let first = |screen: &mut Screen| screen.shown()[2].clone();
    screen.press("7");
    assert!(first(&mut screen).contains("1951"));
    screen.press("7");
    assert!(first(&mut screen).contains("1954"));
    screen.press("s \"white\" Enter");
    assert!(first(&mut screen).contains("Botvinnik"));
    screen.press("s \"wurst\" Enter");
    screen.expect("unknown word");
}

#[test]
fn a_move_and_a_comment_change_these_bytes_alone() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Down Enter i \"d5\" Enter");
    screen.expect("the pawn on d2 cannot reach d5");
    screen.press("Esc i \"d4\" Enter i \"Nf6\" Enter c \"King's Indian?\" Enter \"Or not.\" C-s");
    screen.expect("not saved");
    assert_eq!(screen.saved(), GAMES);
    screen.press("C-s");
    let expected =
        GAMES.replace("1. d4 d5 1-0", "1. d4 d5 (1... Nf6 {King's Indian?\nOr not.}) 1-0");
    assert_eq!(screen.saved(), expected);
    assert!(screen.app.session.modified().is_empty());
}

#[test]
fn games_are_added_by_pasting_and_by_a_key() {
    let mut screen = Screen::plain(100, 30);
    screen.app.paste("[White \"Ash\"]\r\n\r\n1. f4 *\r\r[White \"Birch\"]\r\r1. g4\r");
    screen.expect("2 new games, not saved yet");
    screen.expect("new game");
    screen.press("q");
    screen.expect("Birch");
    screen.app.paste("good morning");
    screen.expect("line 1 is not a game: good morning");
    screen.press("I i \"b3\" Enter");
    screen.expect("1. b3");
    assert_eq!(screen.saved(), GAMES);
    screen.press("w");
    let added = "[White \"Ash\"]\n\n1. f4 *\n\n[White \"Birch\"]\n\n1. g4\n*\n\n[Event \"?\"]\n";
    assert!(screen.saved().starts_with(&format!("{GAMES}\n{added}")), "{}", screen.saved());
    assert!(screen.saved().ends_with("\n\n1. b3 *\n\n"), "{}", screen.saved());
    assert_eq!(screen.app.session.n_rows(), 6);
}

#[test]
fn a_deleted_game_comes_back_by_undo_until_it_is_saved() {
    let mut screen = Screen::plain(100, 12);
    screen.press("Down d");
    screen.expect("the game is deleted when you save");
    screen.press("Up");
    screen.expect("✕      2 Tal");
    screen.press("Down u");
    assert!(screen.app.session.modified().is_empty());
    screen.press("d Down Enter i \"d3\" Enter q w");
    screen.expect("saved 1 game, deleted 1 game");
    let second = GAMES.find("\n[Event \"Match\"]").unwrap();
    let third = GAMES.rfind("\n[Event \"Match\"]").unwrap();
    let expected = format!("{}{}", &GAMES[..second], &GAMES[third..]);
    assert_eq!(screen.saved(), expected.replace("1. e4 e5", "1. e4 (1. d3) e5"));
    screen.expect("2 Botvinnik");
    screen.press("d Up d w");
    assert_eq!((screen.saved().trim(), screen.app.session.n_rows()), ("", 0));
    screen.expect("no games");
}

#[test]
fn a_position_is_set_up_by_keys_and_with_the_mouse() {
    let mut screen = Screen::plain(100, 24);
    screen.press("B x");
    screen.expect("White has no king");
    screen.press("K Up Up Up Up Up Up k Left Left");
    screen.press("Q");
    screen.expect("the side that is not to move is in check");
    screen.press("t");
    screen.expect("This position is possible");
    screen.expect("2Q1k3/8/8/8/8/8/4K3/8 b - - 0 1");
    let (board, (width, _)) = (screen.app.places.board, screen.app.places.square);
    let (row, modifiers) = (board.y + 7, KeyModifiers::NONE);
    let kind = MouseEventKind::Down(MouseButton::Left);
    let column = board.x + width;
    screen.app.click(MouseEvent { kind, column, row, modifiers });
    screen.expect("2Q1k3/8/8/8/8/8/4K3/1Q6 b - - 0 1");
    screen.press("Enter");
    screen.expect("new game");
    // The same game, which has no moves yet, gets another start.
    screen.press("B s Enter");
    assert_eq!(screen.app.session.n_rows(), 4);
    screen.press("w");
    assert!(!screen.saved().contains("FEN"), "{}", screen.saved());
    assert!(screen.saved().starts_with(GAMES));
}

#[test]
fn undo_takes_back_and_redo_does_again() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Enter Right ! \"!?\" Enter");
    screen.expect("e4!?");
    screen.press("u");
    assert!(!screen.text().contains("e4!?"));
    screen.press("U");
    screen.expect("e4!?");
    screen.press("t \"Annotator me\" Enter w");
    assert!(screen.saved().contains("e4!?") || screen.saved().contains("e4 $5"));
    assert!(screen.saved().contains("[Annotator \"me\"]"));
}

#[test]
fn forks_are_listed_and_chosen_by_number() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Enter l l");
    screen.expect("2 c3");
    screen.press("3");
    let san_here = |screen: &Screen| {
        let editor = screen.app.session.editor().unwrap();
        pgn_view::move_text(editor.game(), editor.node())
    };
    assert_eq!(san_here(&screen), "Nc3");
    screen.press("Left v");
    screen.expect("Next move");
    screen.press("Down Enter");
    assert_eq!(san_here(&screen), "c3");
}

#[test]
fn folded_variations_show_how_much_they_hold() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Enter Z");
    screen.expect("(▸c3 +5)");
    screen.press("O");
    screen.expect("(2... Nf6 3. e5)");
}

#[test]
fn a_click_goes_to_a_move_and_a_drag_plays_one() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Enter");
    screen.text();
    let find = |screen: &mut Screen, part: &str| {
        let lines = screen.shown();
        let y = lines.iter().position(|line| line.contains(part)).unwrap();
        let x = lines[y].split(part).next().unwrap().chars().count();
        (x as u16, y as u16)
    };
    let (x, y) = find(&mut screen, "Nf3 a calm");
    let mouse = |kind, column, row| MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    screen.app.click(mouse(MouseEventKind::Down(MouseButton::Left), x + 1, y));
    let places = screen.app.places.clone();
    assert_eq!(screen.app.session.editor().unwrap().position().unwrap().fullmove(), 2);
    screen.press("Home");
    screen.text();
    let (width, height) = places.square;
    let cell = |file: u16, rank: u16| {
        (places.board.x + file * width, places.board.y + (8 - rank) * height)
    };
    let (from, to) = (cell(6, 1), cell(5, 3));
    screen.app.click(mouse(MouseEventKind::Down(MouseButton::Left), from.0, from.1));
    screen.app.click(mouse(MouseEventKind::Up(MouseButton::Left), to.0, to.1));
    screen.expect("1. Nf3");
}

#[test]
fn colors_say_which_squares_are_special() {
    let look = Theme { signs: PieceSigns::Symbols, palette: Palette::True };
    let mut screen = Screen::open(GAMES, (100, 40), look);
    screen.press("Enter l l l l");
    screen.text();
    let (board, (width, height)) = (screen.app.places.board, screen.app.places.square);
    let buffer = screen.terminal.backend().buffer().clone();
    let ground = |file: u16, rank: u16| {
        let cell = &buffer[(board.x + file * width + 1, board.y + (8 - rank) * height)];
        cell.bg
    };
    let (light, dark) = (ground(7, 1), ground(0, 1));
    assert_ne!(light, dark);
    assert!(matches!(light, Color::Rgb(..)));
    // The last move, and what the comment marks.
    assert!(![light, dark].contains(&ground(3, 6)) && ![light, dark].contains(&ground(3, 7)));
    assert!(![light, dark, ground(3, 6)].contains(&ground(3, 4)));
    assert_eq!((ground(4, 3), ground(4, 4)), (dark, light));
}

#[test]
fn without_colors_no_cell_has_one() {
    let mut screen = Screen::plain(100, 40);
    for keys in ["", "Enter", "l l ?", "Esc Z y", "Esc c"] {
        screen.press(keys);
        screen.text();
        for cell in screen.terminal.backend().buffer().content() {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
            assert!(!cell.modifier.contains(Modifier::HIDDEN));
        }
    }
}

#[test]
fn ascii_is_ascii_everywhere() {
    let look = Theme { signs: PieceSigns::Ascii, palette: Palette::Mono };
    let mut screen = Screen::open(&GAMES.replace("Szabo", "Szabó"), (100, 40), look);
    for keys in ["", "7", "Enter", "Z", "l l ?", "Esc y", "Esc c", "Esc /"] {
        screen.press(keys);
        let text = screen.text();
        assert!(text.replace('\u{a0}', " ").is_ascii(), "{keys}: {text}");
    }
}

#[test]
fn no_size_of_the_terminal_is_too_small() {
    for (columns, rows) in
        [(1, 1), (2, 5), (10, 3), (20, 4), (30, 10), (60, 20), (61, 60), (300, 90)]
    {
        let mut screen = Screen::plain(columns, rows);
        for keys in [
            "",
            "Enter",
            "l l l",
            "v",
            "Esc ?",
            "j j",
            "Esc c \"text\"",
            "Esc / \"a ~ /\" Enter",
            "Esc i",
        ] {
            screen.press(keys);
            screen.text();
        }
    }
}

#[test]
fn what_a_game_says_cannot_steer_the_terminal() {
    let text = GAMES.replace("a calm move", "a\u{1b}[2Jb \u{202e}c").replace("Szabo", "Sz\u{7}abo");
    let mut screen = Screen::open(
        &text,
        (110, 40),
        Theme { signs: PieceSigns::Symbols, palette: Palette::True },
    );
    for keys in ["", "Enter", "l l l"] {
        screen.press(keys);
        let shown = screen.text();
        assert!(!shown.chars().any(|c| c != '\n' && !pgn_db::error::is_shown(c)), "{shown}");
    }
}

#[test]
fn unsaved_edits_are_kept_until_they_are_saved_or_given_up() {
    let mut screen = Screen::plain(100, 30);
    let kept = screen.path.with_file_name("unsaved.pgn");
    screen.press("Enter i \"a3\" Enter");
    std::thread::sleep(std::time::Duration::from_millis(350));
    screen.app.tick();
    assert!(fs::read_to_string(&kept).unwrap().contains("1. a3"));
    assert!(screen.press("q q").is_empty());
    screen.expect("1 game is not saved");
    assert_eq!(screen.press("d"), [Effect::Quit]);
    assert!(!kept.exists());
    assert_eq!(screen.saved(), GAMES);
}

#[test]
fn copies_are_effects_of_the_terminal() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Enter l");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let [Effect::Copy(text)] = &screen.press("y f")[..] else { panic!("nothing was copied") };
    assert_eq!(text.split(' ').next(), fen.split(' ').next());
    let [Effect::Copy(text)] = &screen.press("y p")[..] else { panic!("nothing was copied") };
    assert!(text.starts_with("[Event \"Candidates\"]") && text.ends_with("0-1\n"));
}

#[test]
fn a_file_that_was_changed_underneath_is_told() {
    let mut screen = Screen::plain(100, 30);
    screen.press("Enter i \"a3\" Enter");
    fs::write(&screen.path, "[White \"another\"]\n\n*\n").unwrap();
    screen.press("w");
    screen.expect("was changed by another program");
    assert_eq!(screen.saved(), "[White \"another\"]\n\n*\n");
}

#[test]
fn the_bottom_line_shows_what_is_possible() {
    let mut screen = Screen::plain(120, 30);
    screen.press("Enter");
    let bottom = |screen: &mut Screen| screen.shown().pop().unwrap();
    assert!(bottom(&mut screen).contains("next") && !bottom(&mut screen).contains("back"));
    screen.press("End");
    assert!(!bottom(&mut screen).contains("next") && bottom(&mut screen).contains("back"));
    assert!(!bottom(&mut screen).contains("undo") && !bottom(&mut screen).contains("save"));
    assert!(!bottom(&mut screen).contains("variations"));
    screen.press("Home l l l");
    assert!(bottom(&mut screen).contains("variations"));
    screen.press("i \"a6\" Enter");
    assert!(bottom(&mut screen).contains("undo") && bottom(&mut screen).contains("save"));
    assert!(bottom(&mut screen).trim_end().ends_with("? keys"));
    let mut screen = Screen::plain(60, 12);
    assert!(!bottom(&mut screen).contains("list before"));
    screen.press("/ \"plycount > 999\" Enter");
    assert!(bottom(&mut screen).contains("list before"));
    assert!(!bottom(&mut screen).contains("open") && !bottom(&mut screen).contains("sort"));
    screen.press("Backspace Enter l l l");
    assert!(bottom(&mut screen).trim_end().ends_with("? keys"), "{}", bottom(&mut screen));
}

#[test]
fn the_tree_shows_what_the_index_has() {
    struct Unwatched;
    impl pgn_db::index::Watch for Unwatched {
        fn begin(&mut self, _: &pgn_db::scan::SourceInfo) {}
        fn games(&mut self, _: u64) {}
        fn done(&mut self, _: &std::path::Path, _: pgn_db::index::Done) {}
        fn on_error(&mut self, error: pgn_db::error::Error) {
            panic!("{error}");
        }
    }
    let mut screen = Screen::plain(100, 40);
    screen.press("Enter T");
    screen.expect("write an index beside the file");
    screen.press("Esc");
    let scan = pgn_db::scan::Options::default();
    let options = pgn_db::index::Options { scan, memory_bytes: 16 << 20, rebuild: false };
    let inputs = Inputs::gather(std::slice::from_ref(&screen.path));
    pgn_db::index::update(inputs, &options, &mut Unwatched).unwrap();
    screen.press("T");
    screen.wait_for_tree();
    screen.expect("e4             2");
    screen.expect("d4             1");
}

#[test]
fn without_an_index_the_tree_is_counted_or_built_as_the_user_chooses() {
    for (key, has_index) in [("m", false), ("i", true)] {
        let mut screen = Screen::plain(100, 40);
        screen.press("Enter T");
        screen.press(key);
        screen.wait_for_tree();
        screen.expect("e4             2   25 %  0/1/1");
        assert_eq!(pgn_db::index::side_path(&screen.path).exists(), has_index, "{key}");
        screen.press("Right");
        screen.wait_for_tree();
        screen.expect("c5             1  100 %  0/0/1");
        // It ends with the key that has begun it.
        screen.press("T");
        assert!(screen.app.session.tree().is_none());
    }
}

#[test]
fn saved_edits_are_counted_again_and_others_are_named() {
    for key in ["m", "i"] {
        let mut screen = Screen::plain(100, 40);
        screen.press("Enter T");
        screen.press(key);
        screen.wait_for_tree();
        screen.press("x i \"h3\" Enter Home");
        screen.wait_for_tree();
        screen.expect("Edits that are not saved are not counted.");
        screen.press("w");
        while screen.app.is_saving() {
            screen.app.tick();
        }
        screen.wait_for_tree();
        screen.press("Home");
        screen.wait_for_tree();
        let text = screen.text();
        assert!(!text.contains("not counted"), "{text}");
    }
}

#[test]
fn a_game_of_the_list_becomes_a_variation() {
    let mut screen = Screen::plain(100, 40);
    screen.press("Enter q Down V");
    screen.expect("added 2 moves");
    screen.expect("(1. d4 d5");
    screen.press("u");
    assert!(!screen.text().contains("(1. d4 d5"));
    screen.press("V \"3\" Enter");
    screen.expect("(1... e5");
    screen.press("u V");
    screen.app.paste("1. c4 {x ; y} *\n\n1. f4 ; why\n*\n");
    screen.expect("added 2 moves");
    screen.expect("(1. c4 x ; y)");
    screen.expect("(1. f4 why)");
    screen.press("w");
    assert!(screen.saved().contains("(1. f4 {[%from pasted] why})"), "{}", screen.saved());
}

#[test]
fn a_picture_has_every_word_of_the_screen() {
    let screen = Screen::plain(80, 24);
    let svg = super::picture::picture(&screen.path, "~>>", 80, 24).unwrap();
    for word in ["Geller", "1. e4", "2. Nf3", "♛", "comment", "keys"] {
        assert!(svg.contains(word), "{word}: {svg}");
    }
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
}

#[test]
fn the_screen_shows_variant_pockets_and_checks() {
    let look = Theme { signs: PieceSigns::Letters, palette: Palette::Mono };
    for case in pgn_testing::VARIANT_CASES {
        let mut screen = Screen::open(case.text, (100, 30), look);
        screen.press("Enter End");
        case.screen.iter().for_each(|part| screen.expect(part));
    }
}

#[test]
fn the_screen_shows_why_a_move_cannot_be_played() {
    let look = Theme { signs: PieceSigns::Letters, palette: Palette::Mono };
    let mut screen = Screen::open("1. e4 e5 2. Nf6 Nc6 *", (100, 30), look);
    screen.press("Enter End");
    screen.expect("C001 illegal-move: 2. Nf6: no");
    screen.expect("knight can reach f6");
}

#[test]
fn the_meaning_of_plain_words_is_shown_while_they_are_typed() {
    let mut screen = Screen::plain(80, 24);
    screen.press("/ \"tal 1954\"");
    screen.expect("players, event, site or opening contain \"tal\" and date = 1954");
    screen.press("Enter");
    screen.expect("1 of 1: players, event, site or opening contain \"tal\" and date = 1954");
}
