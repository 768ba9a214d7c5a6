//! The commands of a session: the one table of commands, by name.
//!
//! A line of text is a command if its first word is a name or a short name of the table; otherwise
//! it is a move to be played. Interfaces with keys send [`Command`]s according to the table of
//! keys; they take names and explanations from this table.

use pgn_formats::speech::Phrase;
use pgnkit::chess::{File, Rank, Role, Square};
use pgnkit::suggest::nearest_word;
use pgnkit::{Color, Move, Nag, NodeId};

use crate::editor::CommentPlace;
use crate::games::{SessionError, TreeChoice};
use crate::sentence::Sentence;

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Where in the game to go.
    Go(Go),
    /// What to fold or unfold.
    Fold(Fold),
    /// How to edit the game.
    Edit(Change),
    /// Which games to list or open.
    Browse(Browse),
    /// Begins a new game from a position: `[VARIANT] [FEN]`.
    Begin(String),
    /// Adds the games and positions of a text as new games.
    Paste(String),
    /// Adds the lines of other games to the open one: of a game by its number, of the selected one
    /// without any, or of a text.
    Merge(String),
    /// Shows the moves that were played in the position.
    Tree(TreeRequest),
    /// Turns the board.
    Flip,
    /// Saves all games that were edited.
    Save,
    /// Answers a question.
    Ask(Question),
    /// Explains the commands of a topic, or a command; without one, how to begin.
    Help(String),
    /// Gives up all edits that are not saved.
    Discard,
    /// Ends the session, if everything is saved.
    Quit,
    /// The actions of the program around the session.
    Program(Program),
}

/// The actions of the program around a session: engines, files. Sessions do none of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Program {
    /// Begins a game against the engine, on these terms.
    Match(String),
    /// Resigns the game that is played.
    Resign,
    /// Ends the game that is played without a result.
    Stop,
    /// Reads out the clocks of the live game.
    Clock,
    /// Reads out the engine's evaluation of the position after some seconds.
    Think(String),
    /// Names the engine; without a name starts or stops it.
    Engine(String),
    /// Restores edits that were not saved.
    Recover,
    /// Saves under a new name.
    SaveAs(String),
}

/// Where commands are typed and keys are pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The terminal, as a screen.
    Terminal = 1,
    /// Line by line.
    Line = 2,
    /// A page that has its games in it.
    Page = 4,
    /// A page that gets its games from the server.
    Served = 8,
}

/// A command about the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeRequest {
    /// Shows the moves that were played here; opens an index if there is one.
    Show,
    /// Begins to get the moves in this way.
    Open(TreeChoice),
    /// Ends it, also while it is made.
    Off,
}

impl TreeRequest {
    /// The request that follows the name of the command.
    fn parse(text: &str) -> Option<TreeRequest> {
        Some(match text {
            "" => TreeRequest::Show,
            "memory" => TreeRequest::Open(TreeChoice::Memory),
            "index" => TreeRequest::Open(TreeChoice::NewIndex),
            "off" => TreeRequest::Off,
            _ => return None,
        })
    }
}

/// Where in the game to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Go {
    /// Goes to the next move of the line.
    Next,
    /// Goes to the move before.
    Back,
    /// Goes to the start of the game.
    Start,
    /// Goes to the end of the line.
    End,
    /// Goes to the next of the moves that were played in the same position.
    Down,
    /// Goes to the one before.
    Up,
    /// Goes to the move of this number, from 1, among the next moves.
    Choose(usize),
    /// Leaves the variation.
    Leave,
    /// Goes to a move or to the root.
    To(NodeId),
    /// Goes to a move by its number.
    Jump(u32, Color),
    /// Goes to the next comment with a text.
    Seek(String),
}

/// What to fold or unfold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fold {
    /// Folds or unfolds what varies the move.
    Here,
    /// Folds or unfolds the variation with this head.
    Variation(NodeId),
    /// Folds all variations.
    All,
    /// Unfolds all variations.
    None,
}

/// How to edit the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Plays a move, as typed.
    Play(String),
    /// Plays a move.
    PlayMove(Move),
    /// Gives a comment a text.
    Comment(CommentPlace, String),
    /// Deletes the last comment of the move.
    Uncomment,
    /// Adds a NAG, or removes it.
    Nag(Nag),
    /// Sets a tag, or takes it away with an empty value.
    Tag(String, String),
    /// Moves the variation one place up.
    Promote,
    /// Makes the line the main line.
    PromoteToMainLine,
    /// Moves the variation one place down.
    Demote,
    /// Deletes the variation.
    DeleteVariation,
    /// Deletes the move and what follows it.
    DeleteMove,
    /// Deletes what follows the move.
    DeleteRest,
    /// Deletes the game when everything is saved.
    DeleteGame,
    /// Sets the start position, `[VARIANT] FEN`, of a game without moves; else begins a new game.
    SetUp(String),
    /// Undoes the last edit of the game.
    Undo,
    /// Does it again.
    Redo,
}

/// Which games to list or open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Browse {
    /// Opens the game with a number, from 1.
    Game(usize),
    /// Selects a row of the list, from 0.
    Select(usize),
    /// Opens the game that is selected.
    Open,
    /// Reads out rows of the list, from a number (from 1) or from the selected one.
    Rows(Option<usize>),
    /// Opens the next game of the list.
    NextGame,
    /// Opens the game before it in the list.
    PreviousGame,
    /// Lists the games that match an expression.
    Find(String),
    /// Orders the list by a fact or tag; descending after a minus sign.
    Sort(String),
    /// Lists the games that reach the position on the board.
    Similar,
    /// Goes back to the list before.
    PreviousList,
    /// Lists all games again.
    All,
    /// Says how many games the list has.
    Count,
}

/// A question about the position or the game, answered in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Where in the game the reader is, and what may come next.
    Where,
    /// Describes a square.
    Square(Square),
    /// The pieces on a file.
    File(File),
    /// Describes a rank.
    Rank(Rank),
    /// Where the pieces of a sort are; of one side, or of both.
    Pieces(Option<Role>, Option<Color>),
    /// Which pieces attack a square.
    Attackers(Square),
    /// Describes the rays from a square.
    Rays(Square),
    /// Lists the moves from here.
    Moves,
    /// Repeats the last move.
    Last,
    /// Reads the comments of the move.
    Comments,
    /// Reads the tags.
    Tags,
    /// Lists the pieces of each side.
    Material,
    /// Reads the clocks.
    Clocks,
    /// The evaluation of the position.
    Evaluation,
    /// Names the opening.
    Opening,
    /// Says whether the side to move is in check.
    Check,
    /// The board, as text.
    Board,
    /// The position as FEN.
    Fen,
}

/// A row of the table of commands.
#[derive(Debug, Clone, Copy)]
pub struct CommandRow {
    /// Its name.
    pub name: &'static str,
    /// A shorter name; empty without one.
    pub short: &'static str,
    /// What follows the name; in brackets what may be left out.
    pub argument: &'static str,
    /// Its effect, for a list.
    pub about: &'static str,
    /// Whether it changes the game.
    pub is_edit: bool,
    faces: u8,
    parse: fn(&str) -> Option<Command>,
}

impl CommandRow {
    /// Whether a face has it.
    #[must_use]
    pub const fn is_on(&self, face: Face) -> bool {
        self.faces & face as u8 != 0
    }

    /// How it is typed: its names, and what follows them.
    #[must_use]
    pub fn form(&self) -> String {
        let short = if self.short.is_empty() { String::new() } else { format!(", {}", self.short) };
        let argument = if self.argument.is_empty() { "" } else { " " };
        format!("{}{short}{argument}{}", self.name, self.argument)
    }

    /// The command that its name alone, or with a number, a square or a word, means.
    pub(crate) fn example(&self) -> Option<Command> {
        ["", "1", "e4", "!", "a b"].into_iter().find_map(self.parse)
    }

    const fn edits(mut self) -> CommandRow {
        self.is_edit = true;
        self
    }

    const fn on(mut self, faces: u8) -> CommandRow {
        self.faces = faces;
        self
    }
}

const ALL: u8 = TERMINAL | LINE | PAGE | SERVED;
const TERMINAL: u8 = Face::Terminal as u8;
const LINE: u8 = Face::Line as u8;
const PAGE: u8 = Face::Page as u8;
const SERVED: u8 = Face::Served as u8;

const fn row(
    name: &'static str,
    short: &'static str,
    argument: &'static str,
    about: &'static str,
    parse: fn(&str) -> Option<Command>,
) -> CommandRow {
    CommandRow { name, short, argument, about, is_edit: false, faces: ALL, parse }
}

/// A command without an argument.
macro_rules! alone {
    ($command:expr) => {
        |text| text.is_empty().then_some($command)
    };
}

/// A change without an argument.
macro_rules! edit {
    ($change:expr) => {
        alone!(Command::Edit($change))
    };
}

/// All commands, in the order of the help. A module for pages has only its own.
pub const COMMANDS: &[CommandRow] = &[
    row("next", "n", "", "go to the next move", alone!(Command::Go(Go::Next))),
    row("back", "b", "", "go to the previous move", alone!(Command::Go(Go::Back))),
    row("start", "", "", "go to the start of the game", alone!(Command::Go(Go::Start))),
    row("end", "", "", "go to the end of the line", alone!(Command::Go(Go::End))),
    row(
        "down",
        "",
        "",
        "go to the next move played in the same position",
        alone!(Command::Go(Go::Down)),
    ),
    row(
        "up",
        "",
        "",
        "go to the previous move played in the same position",
        alone!(Command::Go(Go::Up)),
    ),
    row("variation", "v", "[NUMBER]", "go to one of the next moves; 1 is the main one", |text| {
        number_or(text, 2).map(|it| Command::Go(Go::Choose(it)))
    }),
    row("leave", "l", "", "leave the variation", alone!(Command::Go(Go::Leave))),
    row(
        "jump",
        "j",
        "NUMBER[...]",
        "go to White's move with this number, or to Black's with three periods after it",
        jump,
    ),
    row("seek", "", "TEXT", "go to the next comment that contains TEXT", |text| {
        some_text(text).map(|it| Command::Go(Go::Seek(it)))
    }),
    row("where", "w", "", "describe the current move and the next ones", ask(Question::Where)),
    row("square", "s", "SQUARE|FILE|RANK", "name the pieces there", square),
    row("attackers", "a", "SQUARE", "name the pieces that attack a square", |text| {
        named_square(text).map(|square| Command::Ask(Question::Attackers(square)))
    }),
    row("rays", "x", "SQUARE", "name what is on the lines from a square", |text| {
        named_square(text).map(|square| Command::Ask(Question::Rays(square)))
    }),
    row(
        "pieces",
        "p",
        "[LETTER|a|A]",
        "name the squares of pieces: N white knights, n black knights, A all white, a all black",
        pieces,
    ),
    row("moves", "m", "", "list the moves from here", ask(Question::Moves)),
    row("last", "", "", "name the last move", ask(Question::Last)),
    row("read", "r", "", "read the comments of the move", ask(Question::Comments)),
    row("tags", "t", "", "read the tags of the game", ask(Question::Tags)),
    row("material", "", "", "name the pieces of each side", ask(Question::Material)),
    row("clocks", "c", "", "show the clock times", ask(Question::Clocks)),
    row("evaluation", "", "", "show the evaluation of the position", ask(Question::Evaluation)),
    row("opening", "o", "", "name the opening", ask(Question::Opening)),
    row("check", "", "", "say whether the side to move is in check", ask(Question::Check)),
    row("board", "", "", "show the board", ask(Question::Board)),
    row("fen", "", "", "show the position as a FEN", ask(Question::Fen)),
    row("play", "", "MOVE", "play a move; you can leave out the word play", |text| {
        some_text(text).map(|it| Command::Edit(Change::Play(it)))
    })
    .edits(),
    row("comment", "", "TEXT", "add a comment to the move", |text| {
        let place = CommentPlace::After;
        some_text(text).map(|it| Command::Edit(Change::Comment(place, it)))
    })
    .edits(),
    row("uncomment", "", "", "delete the last comment of the move", edit!(Change::Uncomment))
        .edits(),
    row("nag", "", "NAG", "set an annotation symbol such as ! or $14; again: remove it", nag)
        .edits(),
    row("tag", "", "NAME VALUE", "set a tag", tag).edits(),
    row("untag", "", "NAME", "delete a tag", untag).edits(),
    row("promote", "", "", "move the variation one place up", edit!(Change::Promote)).edits(),
    row("demote", "", "", "move the variation one place down", edit!(Change::Demote)).edits(),
    row("main", "", "", "make the line the main line", edit!(Change::PromoteToMainLine)).edits(),
    row("delete", "", "", "delete the move and those after it", edit!(Change::DeleteMove)).edits(),
    row("delete-variation", "", "", "delete the variation", edit!(Change::DeleteVariation)).edits(),
    row("delete-rest", "", "", "delete the moves after this one", edit!(Change::DeleteRest))
        .edits(),
    row("undo", "u", "", "undo the last edit of the game", edit!(Change::Undo)).edits(),
    row("redo", "", "", "repeat an edit that was undone", edit!(Change::Redo)).edits(),
    row("new", "", "[VARIANT] [FEN]", "begin a new game", |text| {
        Some(Command::Begin(text.to_owned()))
    }),
    row(
        "paste",
        "",
        "TEXT",
        "add the games of a text, a FEN or a link to a position on Lichess as new games",
        |text| some_text(text).map(Command::Paste),
    ),
    row(
        "merge",
        "",
        "[NUMBER|PGN]",
        "add the lines of another game, or of the selected one, to this game as variations",
        |text| Some(Command::Merge(text.to_owned())),
    ),
    row(
        "set-up",
        "",
        "[VARIANT] FEN",
        "set the start position of a game without moves; of another, begin a new game from there",
        |text| some_text(text).map(|it| Command::Edit(Change::SetUp(it))),
    )
    .edits(),
    row(
        "delete-game",
        "",
        "",
        "delete the game when everything is saved; undo restores it",
        edit!(Change::DeleteGame),
    )
    .edits(),
    row("save", "", "", "save all edited games", alone!(Command::Save)),
    row(
        "list",
        "",
        "[ROW]",
        "show ten games of the list, and the next ten when repeated; open opens the first",
        |text| number_or(text, 0).map(|row| Command::Browse(Browse::Rows(row.checked_sub(1)))),
    ),
    row("open", "", "", "open the selected game", alone!(Command::Browse(Browse::Open))),
    row("game", "g", "NUMBER", "open the game with a number", |text| {
        text.parse().ok().map(|it| Command::Browse(Browse::Game(it)))
    }),
    row(
        "next-game",
        "ng",
        "",
        "open the next game of the list",
        alone!(Command::Browse(Browse::NextGame)),
    ),
    row(
        "previous-game",
        "pg",
        "",
        "open the previous game of the list",
        alone!(Command::Browse(Browse::PreviousGame)),
    ),
    row(
        "find",
        "/",
        "EXPRESSION",
        "list those games of the list that match an expression of --where",
        |text| some_text(text).map(|it| Command::Browse(Browse::Find(it))),
    ),
    row(
        "sort",
        "",
        "[-]FIELD",
        "sort the list by a word or tag; with a minus sign, in descending order",
        |text| some_text(text).map(|it| Command::Browse(Browse::Sort(it))),
    ),
    row(
        "similar",
        "",
        "",
        "list those games of the list that reach the position",
        alone!(Command::Browse(Browse::Similar)),
    ),
    row(
        "previous-list",
        "pl",
        "",
        "go back to the list before the last find, sort or similar",
        alone!(Command::Browse(Browse::PreviousList)),
    ),
    row("all", "", "", "list all games again", alone!(Command::Browse(Browse::All))),
    row("count", "", "", "say how many games the list has", alone!(Command::Browse(Browse::Count))),
    row(
        "tree",
        "",
        "[memory|index|off]",
        "show the moves played in this position: from an index, counted in memory, or off",
        |text| TreeRequest::parse(text).map(Command::Tree),
    )
    .on(TERMINAL | LINE | SERVED),
    row("flip", "f", "", "turn the board", alone!(Command::Flip)),
    row(
        "fold",
        "",
        "",
        "fold or unfold the variations of the move",
        alone!(Command::Fold(Fold::Here)),
    ),
    row("fold-all", "", "", "fold all variations", alone!(Command::Fold(Fold::All))),
    row("unfold-all", "", "", "unfold all variations", alone!(Command::Fold(Fold::None))),
    row("help", "?", "", "explain the commands", alone!(Command::Help(String::new())))
        .on(TERMINAL | PAGE | SERVED),
    #[cfg(not(target_arch = "wasm32"))]
    row("help", "?", "[TOPIC]", "explain the commands of a topic, or one command", |text| {
        Some(Command::Help(text.to_owned()))
    })
    .on(LINE),
    #[cfg(not(target_arch = "wasm32"))]
    row(
        "match",
        "",
        "[white|black|engines] [TIME] [here]",
        "play a game against the engine",
        |text| program(Program::Match(text.to_owned())),
    )
    .on(TERMINAL | LINE),
    #[cfg(not(target_arch = "wasm32"))]
    row("resign", "", "", "resign the current game", alone!(Command::Program(Program::Resign)))
        .on(TERMINAL | LINE),
    #[cfg(not(target_arch = "wasm32"))]
    row("stop", "", "", "abort the current game", alone!(Command::Program(Program::Stop)))
        .on(TERMINAL | LINE),
    #[cfg(not(target_arch = "wasm32"))]
    row(
        "clock",
        "",
        "",
        "show the clocks of the current game",
        alone!(Command::Program(Program::Clock)),
    )
    .on(LINE),
    #[cfg(not(target_arch = "wasm32"))]
    row("think", "", "[SECONDS]", "show the engine's evaluation of the position", |text| {
        program(Program::Think(text.to_owned()))
    })
    .on(LINE),
    #[cfg(not(target_arch = "wasm32"))]
    row("engine", "", "[COMMAND]", "choose the engine", |text| {
        program(Program::Engine(text.to_owned()))
    })
    .on(TERMINAL | LINE),
    row("engine", "", "", "start or stop the engine", |text| {
        program(Program::Engine(text.to_owned()))
    })
    .on(SERVED),
    row(
        "recover",
        "",
        "",
        "restore the edits from before a crash",
        alone!(Command::Program(Program::Recover)),
    )
    .on(TERMINAL | LINE | SERVED),
    #[cfg(not(target_arch = "wasm32"))]
    row("save-as", "", "FILE", "save under a new name", |text| {
        some_text(text).and_then(|it| program(Program::SaveAs(it)))
    })
    .on(TERMINAL | LINE),
    row("discard", "", "", "discard all unsaved edits", alone!(Command::Discard)),
    row("quit", "q", "", "quit, if everything is saved", alone!(Command::Quit))
        .on(TERMINAL | LINE | SERVED),
];

macro_rules! from_groups {
    ($($Group:ident => $variant:ident),*) => {$(
        impl From<$Group> for Command {
            fn from(group: $Group) -> Command {
                Command::$variant(group)
            }
        }
    )*};
}
from_groups!(Go => Go, Fold => Fold, Change => Edit, Browse => Browse, Question => Ask);

impl Command {
    /// The command that a line of text means on any face; see [`Command::parse_on`].
    ///
    /// # Errors
    /// When what follows the name is not what the command takes, with what that is.
    ///
    /// ```
    /// use pgn_view::{Change, Command, Go};
    ///
    /// assert_eq!(Command::parse("n"), Ok(Go::Next.into()));
    /// assert_eq!(Command::parse("Nf3"), Ok(Change::Play("Nf3".to_owned()).into()));
    /// assert_eq!(Command::parse("P A"), Command::parse("p A"));
    /// assert!(Command::parse("game forty").is_err());
    /// ```
    pub fn parse(line: &str) -> Result<Command, SessionError> {
        Command::parse_among(line, |_| true)
    }

    /// The command that a line of text means; a line that begins with no name is a move.
    ///
    /// # Errors
    /// If the text after the name is not valid for the command, and if the interface does not have
    /// the command.
    pub fn parse_on(face: Face, line: &str) -> Result<Command, SessionError> {
        Command::parse_among(line, |row| row.is_on(face))
    }

    fn parse_among(line: &str, has: impl Fn(&CommandRow) -> bool) -> Result<Command, SessionError> {
        let line = line.trim();
        let (word, rest) = match line.strip_prefix('/') {
            Some(rest) => ("/", rest),
            None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
        };
        let rest = rest.trim();
        let rows = || COMMANDS.iter().filter(|row| word == row.name || word == row.short);
        let row = match rows().find(|row| !word.is_empty() && has(row)) {
            Some(row) => row,
            None if !word.is_empty() && rows().next().is_some() => {
                let error = SessionError::new(format!("{word}: not a command here"));
                return Err(error.in_other_languages(Phrase::NotPossible));
            }
            None => {
                let command = Command::in_capitals(word, rest, has);
                return Ok(command.unwrap_or_else(|| Change::Play(line.to_owned()).into()));
            }
        };
        (row.parse)(rest).ok_or_else(|| {
            let wanted = match row.argument {
                "" => "nothing after it".to_owned(),
                argument => format!("{} {argument}", row.name),
            };
            let error = SessionError::new(format!("{}: expected {wanted}", row.name));
            let error = error.in_other_languages(match row.argument {
                "" => Sentence::new(Phrase::TakesNothing, &[&row.name]),
                _ => Sentence::new(Phrase::WrongArgument, &[&row.name]),
            });
            match row.name {
                "tag" => error.with_hint("`untag` deletes a tag"),
                "comment" => error.with_hint("`uncomment` deletes a comment"),
                _ => error,
            }
        })
    }

    /// The command whose name is written in capitals, as phone keyboards begin a line and as
    /// lichess has `P A`. A capital alone, and one before a square if its command takes none, is a
    /// move.
    fn in_capitals(word: &str, rest: &str, has: impl Fn(&CommandRow) -> bool) -> Option<Command> {
        let name = word.to_ascii_lowercase();
        let is_row = |row: &&CommandRow| {
            has(row)
                && (name == row.name || (name == row.short && !name.is_empty() && !rest.is_empty()))
        };
        let row = COMMANDS.iter().find(is_row)?;
        (row.parse)(rest)
    }

    /// The command whose name is closest to a mistyped word.
    #[must_use]
    pub fn nearest(word: &str) -> Option<&'static str> {
        nearest_word(word, COMMANDS.iter().map(|row| row.name))
    }
}

/// A question as a command without an argument.
macro_rules! questions {
    ($($name:ident),*) => {
        const fn ask(question: Question) -> fn(&str) -> Option<Command> {
            match question {
                $(Question::$name => |text| {
                    text.is_empty().then_some(Command::Ask(Question::$name))
                },)*
                _ => |_| None,
            }
        }
    };
}
questions!(
    Where, Moves, Last, Comments, Tags, Material, Clocks, Evaluation, Opening, Check, Board, Fen
);

const fn program(program: Program) -> Option<Command> {
    Some(Command::Program(program))
}

fn some_text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn number_or(text: &str, default: usize) -> Option<usize> {
    if text.is_empty() { Some(default) } else { text.parse().ok().filter(|&number| number > 0) }
}

fn jump(text: &str) -> Option<Command> {
    let digits = text.trim_end_matches('.');
    let color = if text.len() - digits.len() > 1 { Color::Black } else { Color::White };
    digits.parse().ok().map(|number| Command::Go(Go::Jump(number, color)))
}

fn named_square(text: &str) -> Option<Square> {
    Square::from_ascii(text.to_ascii_lowercase().as_bytes())
}

fn square(text: &str) -> Option<Command> {
    let text = text.to_ascii_lowercase();
    let line = <[u8; 1]>::try_from(text.as_bytes()).ok().map(|[sign]| sign);
    let file = || line.and_then(File::from_letter).map(Question::File);
    let rank = || line.and_then(Rank::from_digit).map(Question::Rank);
    let square = named_square(&text).map(Question::Square);
    square.or_else(file).or_else(rank).map(Command::Ask)
}

fn pieces(text: &str) -> Option<Command> {
    let (role, color) = match text {
        "" => (None, None),
        "a" => (None, Some(Color::Black)),
        "A" => (None, Some(Color::White)),
        letter => {
            let piece = letter.parse::<char>().ok().and_then(pgnkit::chess::Piece::from_char)?;
            (Some(piece.role), Some(piece.color))
        }
    };
    Some(Command::Ask(Question::Pieces(role, color)))
}

fn nag(text: &str) -> Option<Command> {
    let number = || Nag::from_digits(text.strip_prefix('$')?);
    Nag::from_glyph(text).or_else(number).map(|it| Command::Edit(Change::Nag(it)))
}

fn tag(text: &str) -> Option<Command> {
    let (name, value) = text.split_once(char::is_whitespace)?;
    Some(Command::Edit(Change::Tag(name.to_owned(), value.trim().to_owned())))
}

fn untag(text: &str) -> Option<Command> {
    let is_name = !text.is_empty() && !text.contains(char::is_whitespace);
    is_name.then(|| Command::Edit(Change::Tag(text.to_owned(), String::new())))
}
