//! The session of a page: the state kept between messages.

use pgn_formats::speech::PieceNames;
use pgn_view::{
    Browse, Change, Command, CommentPlace, GameEditor, GamesInMemory, Go, Session, SessionError,
};
use pgnkit::chess::notation::letters::{Language, Letters};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Square};
use pgnkit::comment::{Arrow, MarkColor, MarkedSquare, Value, commands, strip_commands};

use crate::board::variant_of;

/// The state kept between messages.
pub struct PageSession {
    pub(crate) session: Session<GamesInMemory>,
    pub(crate) letters: Letters,
    /// The movetext that was answered last, and of which game; it is sent again only if it differs.
    pub(crate) sent: Option<(usize, Vec<u8>)>,
}

impl Default for PageSession {
    fn default() -> PageSession {
        PageSession::of(GamesInMemory::new("", Vec::new()))
    }
}

impl PageSession {
    fn of(games: GamesInMemory) -> PageSession {
        PageSession {
            session: Session::new(games, Default::default()),
            letters: Letters::ENGLISH,
            sent: None,
        }
    }

    /// Opens the games of a text, the first of them on the board.
    pub(crate) fn open(&mut self, name: &str, text: Vec<u8>) -> Result<String, SessionError> {
        let (letters, speech) = (self.letters, *self.session.speech());
        *self = PageSession::of(GamesInMemory::new(name, text));
        self.letters = letters;
        self.session.set_speech(speech);
        if self.session.n_rows() == 0 {
            return Ok(String::new());
        }
        self.perform(Browse::Open)
    }

    /// Executes a command, and returns the text to report.
    pub(crate) fn perform(&mut self, command: impl Into<Command>) -> Result<String, SessionError> {
        self.session.perform(command).map(|reply| reply.text)
    }

    pub(crate) fn editor(&self) -> Result<&GameEditor, SessionError> {
        self.session.editor().ok_or_else(|| SessionError::new("no game is open"))
    }

    /// Goes to a move by the number of its node.
    pub(crate) fn go_to(&mut self, index: usize) -> Result<String, SessionError> {
        let node = self.editor()?.game().tree().node_at(index);
        let node = node.ok_or_else(|| SessionError::new("there is no such move"))?;
        self.perform(Go::To(node))
    }

    /// Goes to a ply of the main line, or to its end if it is shorter.
    pub(crate) fn go_to_ply(&mut self, ply: usize) -> Result<String, SessionError> {
        let node = self.editor()?.game().main_line().take(ply).last();
        self.perform(Go::To(node.unwrap_or_default()))
    }

    /// Opens the game in a row of the list.
    pub(crate) fn open_row(&mut self, row: usize) -> Result<String, SessionError> {
        if row >= self.session.n_rows() {
            return Err(SessionError::new("there is no such row"));
        }
        self.perform(Browse::Select(row))?;
        self.perform(Browse::Open)
    }

    /// Plays a move in UCI.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, SessionError> {
        let unchecked = || SessionError::new("the moves of this game are not checked");
        let position = self.session.position().ok_or_else(unchecked)?;
        let mv = uci::parse(&position, text.as_bytes())
            .map_err(|error| SessionError::new(format!("{text}: {error}")))?;
        self.perform(Change::PlayMove(mv))
    }

    /// Replaces the words of the comment with this number at the current move; its commands stay. A
    /// number without a comment adds one.
    pub(crate) fn comment(&mut self, number: usize, words: &str) -> Result<String, SessionError> {
        match self.editor()?.comments_here().get(number) {
            None => self.perform(Change::Comment(CommentPlace::After, words.to_owned())),
            Some((id, before)) => {
                let kept: Vec<String> =
                    commands(before).map(|command| command.to_string()).collect();
                let text = format!("{} {}", kept.join(""), words.trim());
                self.perform(Change::Comment(CommentPlace::Existing(*id), text))
            }
        }
    }

    /// Draws an arrow or marks a square at the move where the reader is, or takes it away.
    pub(crate) fn shape(
        &mut self,
        color: &str,
        from: &str,
        to: &str,
    ) -> Result<String, SessionError> {
        let wrong = || SessionError::new("expected a color and two squares");
        let letter = color.parse().map_err(|_| wrong())?;
        let color = MarkColor::from_letter(letter).ok_or_else(wrong)?;
        let source: Square = from.parse().map_err(|_| wrong())?;
        let target: Square = to.parse().map_err(|_| wrong())?;
        let comments = self.editor()?.comments_here();
        let is_drawn = |text: &str| commands(text).any(|c| matches!(c.name, "csl" | "cal"));
        let drawn = comments.iter().find(|(_, text)| is_drawn(text)).or(comments.first());
        let before = drawn.map_or("", |(_, text)| text);
        let (mut squares, mut arrows, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for command in commands(before) {
            match command.value() {
                Ok(Value::Csl(marked)) => squares.extend(marked.iter()),
                Ok(Value::Cal(drawn)) => arrows.extend(drawn.iter()),
                Ok(_) | Err(_) => others.push(command.to_string()),
            }
        }
        if source == target {
            toggle(&mut squares, MarkedSquare { color, square: source }, |mark| mark.square);
        } else {
            toggle(&mut arrows, Arrow { color, source, target }, |one| (one.source, one.target));
        }
        let mut text = others.join("");
        text += &list_command("csl", &squares);
        text += &list_command("cal", &arrows);
        let text = format!("{text} {}", strip_commands(before).trim());
        let place = drawn.map_or(CommentPlace::After, |(id, _)| CommentPlace::Existing(*id));
        self.perform(Change::Comment(place, text))?;
        Ok(String::new())
    }

    /// Adds a game without moves that starts from a position, and opens it.
    pub(crate) fn begin(&mut self, fen: &str, variant: &str) -> Result<String, SessionError> {
        self.perform(Command::Begin(format!("{} {fen}", variant_of(variant)?.name())))
    }

    /// Takes all edits into the text of the games.
    pub(crate) fn save(&mut self) -> Result<(), SessionError> {
        if !self.session.modified().is_empty() {
            self.perform(Command::Save)?;
        }
        Ok(())
    }

    pub(crate) fn set_side(&mut self, side: Color) -> Result<(), SessionError> {
        if self.session.side() != side {
            self.perform(Command::Flip)?;
        }
        Ok(())
    }

    /// Sets the letters of pieces: a language by its code or name, or `figurines`. Names that are
    /// spoken are those of the language.
    pub(crate) fn set_letters(&mut self, name: &str) -> Result<(), SessionError> {
        let language = Language::find(name);
        self.letters = match (name, language) {
            ("figurines", _) => Letters::FIGURINES,
            (_, Some(language)) => language.letters,
            (_, None) => return Err(SessionError::new(format!("no language `{name}`"))),
        };
        let mut speech = *self.session.speech();
        speech.pieces = PieceNames::find(name).unwrap_or_default();
        self.session.set_speech(speech);
        Ok(())
    }
}

/// Takes away what is there already, replaces what is there in another color, else adds it.
fn toggle<T: PartialEq, K: PartialEq>(all: &mut Vec<T>, one: T, place: impl Fn(&T) -> K) {
    let was_there = all.contains(&one);
    all.retain(|other| place(other) != place(&one));
    if !was_there {
        all.push(one);
    }
}

fn list_command(name: &str, all: &[impl std::fmt::Display]) -> String {
    match all {
        [] => String::new(),
        all => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("[%{name} {}]", all.join(","))
        }
    }
}
