//! What a person may do: the one table of commands, by name.
//!
//! A line of text is a command when its first word is a name or a short name of the table; else it
//! is a move to be played. Faces with keys send [`Command`]s; they take names and explanations from
//! the table.

use pgnkit::chess::{File, Rank, Role, Square};
use pgnkit::suggest::nearest_word;
use pgnkit::{Color, Move, Nag, NodeId};

use crate::editor::CommentPlace;
use crate::games::Trouble;

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
    /// Turns the board.
    Flip,
    /// Saves all games that were edited.
    Save,
    /// Answers a question.
    Ask(Question),
    /// Explains the commands.
    Help,
    /// Gives up all edits that are not saved.
    Discard,
    /// Ends the session, when all is saved.
    Quit,
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
    /// Goes to the move of this number, from 1, among those that may come next.
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
    /// Takes the last comment of the move away.
    Uncomment,
    /// Adds a glyph, or takes it away.
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
    /// Tells rows of the list, from one on, counted from 1; without it, from the selected one.
    Rows(Option<usize>),
    /// Opens the next game of the list.
    NextGame,
    /// Opens the game before it in the list.
    PreviousGame,
    /// Lists the games for which an expression holds.
    Find(String),
    /// Orders the list by a fact or tag; descending after a minus sign.
    Sort(String),
    /// Lists the games that reach the position on the board.
    Similar,
    /// Goes back to the list before.
    CloseList,
}

/// A question about the position or the game, answered in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Where in the game the reader is, and what may come next.
    Where,
    /// What stands on a square.
    Square(Square),
    /// What stands on a file.
    File(File),
    /// What stands on a rank.
    Rank(Rank),
    /// Where the pieces of a sort are; of one side, or of both.
    Pieces(Option<Role>, Option<Color>),
    /// Which pieces attack a square.
    Attackers(Square),
    /// What stands on the rays from a square.
    Rays(Square),
    /// What the moves from here are.
    Moves,
    /// What the comments of the move say.
    Comments,
    /// What the tags say.
    Tags,
    /// What each side has.
    Material,
    /// What the clocks show.
    Clocks,
    /// How the position is judged.
    Evaluation,
    /// What the opening is called.
    Opening,
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
    /// What it does, for a list.
    pub about: &'static str,
    parse: fn(&str) -> Option<Command>,
}

const fn row(
    name: &'static str,
    short: &'static str,
    argument: &'static str,
    about: &'static str,
    parse: fn(&str) -> Option<Command>,
) -> CommandRow {
    CommandRow { name, short, argument, about, parse }
}

/// A command without an argument.
macro_rules! alone {
    ($command:expr) => {
        |text| text.is_empty().then_some($command)
    };
}

/// All commands, in the order of the help.
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
    row("read", "r", "", "read the comments of the move", ask(Question::Comments)),
    row("tags", "t", "", "read the tags of the game", ask(Question::Tags)),
    row("material", "", "", "name the pieces of each side", ask(Question::Material)),
    row("clocks", "c", "", "show the clock times", ask(Question::Clocks)),
    row("evaluation", "", "", "show the evaluation of the position", ask(Question::Evaluation)),
    row("opening", "o", "", "name the opening", ask(Question::Opening)),
    row("board", "", "", "show the board", ask(Question::Board)),
    row("fen", "", "", "show the position as a FEN", ask(Question::Fen)),
    row("play", "", "MOVE", "play a move; you can leave out the word play", |text| {
        some_text(text).map(|it| Command::Edit(Change::Play(it)))
    }),
    row(
        "comment",
        "",
        "[TEXT]",
        "add a comment to the move; without TEXT, remove its last comment",
        comment,
    ),
    row("nag", "", "GLYPH", "add an annotation symbol (NAG) such as ! or $14, or remove it", nag),
    row("tag", "", "NAME [VALUE]", "set a tag; without VALUE, remove it", tag),
    row(
        "promote",
        "",
        "",
        "move the variation one place up",
        alone!(Command::Edit(Change::Promote)),
    ),
    row(
        "demote",
        "",
        "",
        "move the variation one place down",
        alone!(Command::Edit(Change::Demote)),
    ),
    row(
        "main",
        "",
        "",
        "make the line the main line",
        alone!(Command::Edit(Change::PromoteToMainLine)),
    ),
    row(
        "delete",
        "",
        "",
        "delete the move and those after it",
        alone!(Command::Edit(Change::DeleteMove)),
    ),
    row(
        "delete-variation",
        "",
        "",
        "delete the variation",
        alone!(Command::Edit(Change::DeleteVariation)),
    ),
    row(
        "delete-rest",
        "",
        "",
        "delete the moves after this one",
        alone!(Command::Edit(Change::DeleteRest)),
    ),
    row("undo", "u", "", "undo the last edit of the game", alone!(Command::Edit(Change::Undo))),
    row("redo", "", "", "repeat an edit that was undone", alone!(Command::Edit(Change::Redo))),
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
    row("find", "/", "EXPRESSION", "list the games that match an expression of --where", |text| {
        some_text(text).map(|it| Command::Browse(Browse::Find(it)))
    }),
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
        "list the games that reach the position",
        alone!(Command::Browse(Browse::Similar)),
    ),
    row("all", "", "", "go back to the previous list", alone!(Command::Browse(Browse::CloseList))),
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
    row("help", "?", "", "explain the commands", alone!(Command::Help)),
    row("discard", "", "", "discard all unsaved edits", alone!(Command::Discard)),
    row("quit", "q", "", "quit, if everything is saved", alone!(Command::Quit)),
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
    /// The command that a line of text means; a line that begins with no name is a move.
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
    pub fn parse(line: &str) -> Result<Command, Trouble> {
        let line = line.trim();
        let (word, rest) = match line.strip_prefix('/') {
            Some(rest) => ("/", rest),
            None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
        };
        let is_row =
            |row: &&CommandRow| word == row.name || (word == row.short && !word.is_empty());
        let Some(row) = COMMANDS.iter().find(is_row) else {
            let command = Command::in_capitals(word, rest.trim());
            return Ok(command.unwrap_or_else(|| Change::Play(line.to_owned()).into()));
        };
        (row.parse)(rest.trim()).ok_or_else(|| {
            let wanted = match row.argument {
                "" => "nothing after it".to_owned(),
                argument => format!("{} {argument}", row.name),
            };
            Trouble::new(format!("{}: expected {wanted}", row.name))
        })
    }

    /// The command whose name is written in capitals, as telephones begin a line and as lichess
    /// has `P A`. A capital alone, and one before a square where its command takes none, is a move.
    fn in_capitals(word: &str, rest: &str) -> Option<Command> {
        let name = word.to_ascii_lowercase();
        let is_row = |row: &&CommandRow| {
            name == row.name || (name == row.short && !name.is_empty() && !rest.is_empty())
        };
        let row = COMMANDS.iter().find(is_row)?;
        (row.parse)(rest)
    }

    /// The name of a command that is spelled like a word, for those who mistyped it.
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
questions!(Where, Moves, Comments, Tags, Material, Clocks, Evaluation, Opening, Board, Fen);

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

fn comment(text: &str) -> Option<Command> {
    Some(Command::Edit(match text {
        "" => Change::Uncomment,
        text => Change::Comment(CommentPlace::After, text.to_owned()),
    }))
}

fn nag(text: &str) -> Option<Command> {
    let number = || Nag::from_digits(text.strip_prefix('$')?);
    Nag::from_glyph(text).or_else(number).map(|it| Command::Edit(Change::Nag(it)))
}

fn tag(text: &str) -> Option<Command> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (!name.is_empty()).then(|| Command::Edit(Change::Tag(name.to_owned(), value.trim().to_owned())))
}
