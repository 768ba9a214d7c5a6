//! The line-by-line interface of a session, for screen readers: input and answers.

use pgn_formats::speech::PieceNames;
use pgnkit::chess::Role;
use pgnkit::{Color, Move};

use crate::answers;
use crate::command::{Browse, COMMANDS, Change, Command, CommandRow, Face, Go, Question};
use crate::engine::EngineLine;
use crate::games::{Games, SessionError};
use crate::session::Session;

/// A session in lines of text.
///
/// ```
/// use pgn_view::{GamesInMemory, LineMode, Session};
///
/// let games = GamesInMemory::new("one.pgn", b"[White \"Tal\"]\n\n1. e4 e5 *\n".to_vec());
/// let mut lines = LineMode::new(Session::new(games, Default::default()));
/// assert_eq!(lines.say("open"), "Game 1: Tal against somebody.");
/// assert_eq!(lines.say("n"), "1. White: pawn to e4.");
/// assert_eq!(lines.say("what stands on e4?"), "e4: white pawn.");
/// ```
#[derive(Debug)]
pub struct LineMode<G> {
    session: Session<G>,
    is_over: bool,
    /// The candidates for the last line.
    asked: Vec<Move>,
}

impl<G: Games> LineMode<G> {
    /// A session in lines of text.
    #[must_use]
    pub fn new(session: Session<G>) -> LineMode<G> {
        LineMode { session, is_over: false, asked: Vec::new() }
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The session, for everything that is not a line of text.
    pub fn session_mut(&mut self) -> &mut Session<G> {
        &mut self.session
    }

    /// Whether the reader has ended it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The command for a line: one of the table, a question in words, an answer to the last
    /// question, or a move.
    ///
    /// # Errors
    /// When what follows the name of a command is not what it takes.
    pub fn parse(&mut self, line: &str) -> Result<Command, SessionError> {
        let asked = std::mem::take(&mut self.asked);
        let line = line.trim();
        if line.is_empty() {
            return Ok(Go::Next.into());
        }
        if let Some(mv) = self.chosen(&asked, line) {
            return Ok(Change::PlayMove(mv).into());
        }
        self.phrase(line).unwrap_or_else(|| Command::parse_on(Face::Line, line))
    }

    /// Executes a line; an empty one goes to the next move. Returns the answer, in lines without a
    /// line end after the last. Waits for a search.
    pub fn say(&mut self, line: &str) -> String {
        match self.parse(line) {
            Ok(command) => self.obey(command),
            Err(error) => said_of(&error),
        }
    }

    /// The same with a command.
    pub fn obey(&mut self, command: Command) -> String {
        if let Command::Edit(Change::Play(text)) = &command
            && let Some(question) = self.ask_which(text)
        {
            return question;
        }
        let lists = matches!(
            command,
            Command::Browse(
                Browse::Find(_)
                    | Browse::Sort(_)
                    | Browse::Similar
                    | Browse::PreviousList
                    | Browse::All
            )
        );
        if command == Command::Help {
            return help();
        }
        match self.session.perform(command) {
            Ok(reply) => {
                self.is_over = reply.is_over;
                if !lists {
                    // The user must hear that it was done.
                    let is_silent = reply.text.is_empty() && !reply.is_over;
                    return if is_silent { "Done.".to_owned() } else { reply.text };
                }
                while !self.session.list().progress().is_done {
                    self.session.poll();
                }
                self.session.list_words()
            }
            Err(error) => said_of(&error),
        }
    }

    /// Where a move may mean several, the question which one; the next line may answer it.
    pub fn ask_which(&mut self, text: &str) -> Option<String> {
        let (position, moves) = (self.session.position()?, self.session.candidates(text)?);
        let [first, .., last] = moves.as_slice() else { return None };
        let pieces = self.session.speech().pieces;
        let role = |mv: &Move| position.piece_at(mv.from()).map(|piece| piece.role);
        let name = role(first).map_or("piece", |role| pieces.name(role));
        let (others, is_one_kind) =
            (&moves[..moves.len() - 1], moves.iter().all(|mv| role(mv) == role(first)));
        let question = if is_one_kind && first.from() != last.from() {
            let squares: Vec<String> = others.iter().map(|mv| mv.from().to_string()).collect();
            format!("Which {name}: from {} or {}?", squares.join(", "), last.from())
        } else {
            let words = |mv: &Move| self.session.speech().words_of(&position, *mv);
            let words_of_others: Vec<String> = others.iter().map(words).collect();
            format!("Which move: {}, or {}?", words_of_others.join(", "), words(last))
        };
        self.asked = moves;
        Some(question)
    }

    /// The move that an answer chooses among the candidates: by its square of departure or a part
    /// of it, or by its piece.
    fn chosen(&self, asked: &[Move], answer: &str) -> Option<Move> {
        let answer = answer.to_lowercase();
        let answer = answer.trim_start_matches("from ").trim_end_matches('.');
        let position = self.session.position()?;
        let pieces = self.session.speech().pieces;
        let fits = |mv: &&Move| {
            let from = mv.from().to_string();
            let becomes = mv.promotion().or(position.piece_at(mv.from()).map(|it| it.role));
            from == answer
                || answer.len() == 1 && from.contains(answer)
                || becomes.is_some_and(|role| {
                    pieces.name(role).to_lowercase() == answer
                        || PieceNames::ENGLISH.name(role) == answer
                })
        };
        let mut fitting = asked.iter().filter(fits);
        let only = fitting.next().copied();
        only.filter(|_| fitting.next().is_none())
    }

    /// The evaluation of an engine, in a sentence.
    #[must_use]
    pub fn engine_words(&self, line: &EngineLine) -> String {
        let score = line.score.map_or("No evaluation".to_owned(), answers::score_words);
        let mut said = format!("{score}, depth {}.", line.depth);
        if let (Some(first), Some(position)) = (line.first, self.session.position()) {
            said += &format!("\nBest: {}.", self.session.speech().words_of(&position, first));
            if line.moves.len() > 1 {
                said += &format!("\nThe line: {}.", line.moves.join(", "));
            }
        }
        said
    }

    /// A question or a move in words.
    fn phrase(&self, line: &str) -> Option<Result<Command, SessionError>> {
        let line = line.trim_end_matches(['?', '.', '!']).trim().to_lowercase();
        let after = |starts: &[&str]| {
            starts.iter().find_map(|start| line.strip_prefix(start)).map(str::trim)
        };
        let standing = ["what stands on ", "what is on ", "what's on ", "who stands on "];
        if let Some(place) = after(&standing) {
            let place = place.trim_start_matches("file ").trim_start_matches("rank ");
            return Some(Command::parse(&format!("square {place}")));
        }
        if let Some(square) = after(&["who attacks ", "what attacks ", "which pieces attack "]) {
            return Some(Command::parse(&format!("attackers {square}")));
        }
        if let Some(square) = after(&["what is seen from ", "what do you see from "]) {
            return Some(Command::parse(&format!("rays {square}")));
        }
        if let Some(name) = after(&["where are the ", "where is the ", "where are ", "where is "]) {
            return self.where_are(name).map(Ok);
        }
        let command = match line.as_str() {
            "where am i" | "where are we" => Question::Where.into(),
            "read the comment" | "read the comments" => Question::Comments.into(),
            "what are the moves" | "which moves stand here" => Question::Moves.into(),
            "whose move is it" | "who is to move" => Question::Where.into(),
            "into the variation" | "into a variation" => Go::Choose(2).into(),
            "out of the variation" => Go::Leave.into(),
            "castle" | "castles" | "castle king side" | "castles king side" => {
                Change::Play("O-O".to_owned()).into()
            }
            "castle queen side" | "castles queen side" => Change::Play("O-O-O".to_owned()).into(),
            _ => return self.move_in_words(&line).map(Ok),
        };
        Some(Ok(command))
    }

    /// `knight f3`, `pawn to e4`, `knight takes e5`.
    fn move_in_words(&self, line: &str) -> Option<Command> {
        let (name, rest) = line.split_once(' ')?;
        let own = self.session.speech().pieces;
        let is_it = |role: &Role| {
            name == own.name(*role).to_lowercase() || name == PieceNames::ENGLISH.name(*role)
        };
        let role = Role::ALL.into_iter().find(is_it)?;
        let rest = rest.trim_start_matches("to ").trim_start_matches("takes ").replace(' ', "");
        let letter = match role {
            Role::Pawn => String::new(),
            role => char::from(role.letter()).to_ascii_uppercase().to_string(),
        };
        Some(Change::Play(letter + &rest).into())
    }

    /// `knights`, `white knights`, `black pieces`, in English or in the language that was chosen.
    fn where_are(&self, name: &str) -> Option<Command> {
        let (color, name) = match name.split_once(' ') {
            Some(("white", rest)) => (Some(Color::White), rest),
            Some(("black", rest)) => (Some(Color::Black), rest),
            _ => (None, name),
        };
        if matches!(name, "piece" | "pieces") {
            return Some(Question::Pieces(None, color).into());
        }
        let own = self.session.speech().pieces;
        let english = PieceNames::ENGLISH;
        let is_it = |role: &Role| {
            let called = |known: &str| {
                let known = known.to_lowercase();
                // Languages form plurals in many ways, all after the beginning of the word.
                let start: String = known.chars().take(known.chars().count().max(3) - 1).collect();
                name == known || (name.starts_with(&start) && name.len() <= known.len() + 3)
            };
            called(own.name(*role)) || called(english.name(*role))
        };
        let role = Role::ALL.into_iter().find(is_it)?;
        Some(Question::Pieces(Some(role), color).into())
    }
}

/// The commands of line mode, one per line; those that change the game are together.
fn help() -> String {
    let line = |row: &CommandRow| format!("{}: {}", row.form(), row.about);
    let lines = |is_edit: bool| {
        let rows =
            COMMANDS.iter().filter(move |row| row.is_on(Face::Line) && row.is_edit == is_edit);
        rows.map(line).collect::<Vec<_>>().join("\n")
    };
    format!("{}\nThese change the game:\n{}", lines(false), lines(true))
}

/// The error as a sentence. Input is quoted unchanged.
fn said_of(error: &SessionError) -> String {
    let text = error.to_string();
    let is_quoted = text.split(' ').next().is_some_and(|word| word.ends_with(':'));
    if is_quoted { text + "." } else { answers::capitalized(&text) + "." }
}
