//! The line-by-line interface of a session, for screen readers: input and answers.

use pgn_formats::speech::{Phrase, PieceNames, Wording};
use pgnkit::chess::notation::san::{self, San};
use pgnkit::chess::{Position, Role};
use pgnkit::{Color, Move};

use crate::answers;
use crate::command::{Browse, Change, Command, Face, Go, Question};
use crate::engine::EngineLine;
use crate::games::{Games, SessionError};
use crate::help;
use crate::sentence::Sentence;
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
    /// A session in lines of text, in its language if there are sentences in it, else in English.
    #[must_use]
    pub fn new(mut session: Session<G>) -> LineMode<G> {
        let language = session.language().map_or("English", |language| language.name);
        let speech = *session.speech();
        let spoken = speech.in_language(language).or_else(|| speech.in_language("English"));
        session.set_speech(spoken.unwrap_or(speech));
        LineMode { session, is_over: false, asked: Vec::new() }
    }

    /// The sentences of its language.
    #[must_use]
    pub fn wording(&self) -> &'static Wording {
        self.session.speech().wording
    }

    /// The line at the start: the name of what is open, and what to type.
    #[must_use]
    pub fn greeting(&self, name: &str) -> String {
        let count = match self.session.games().is_complete() {
            true => Phrase::GameCount,
            false => Phrase::GameCountSoFar,
        };
        let count = self.wording().say_count(count, self.session.n_rows() as u64, &[]);
        self.wording().say(Phrase::Greeting, &[&name, &count])
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
        let line = self.in_english(line).unwrap_or_else(|| line.to_owned());
        self.phrase(&line).unwrap_or_else(|| Command::parse_on(Face::Line, &line))
    }

    /// A line that begins with a local word, with the name of its command in place of it.
    fn in_english(&self, line: &str) -> Option<String> {
        let rest_after = |word: &str| {
            let rest = line.get(word.len()..)?;
            let begins = line.get(..word.len())?.to_lowercase() == word;
            (begins && !rest.starts_with(char::is_alphanumeric)).then_some(rest)
        };
        let words = self.wording().items(Phrase::LocalWords);
        let words = words.filter_map(|word| word.split_once('='));
        let found = words.filter_map(|(word, name)| Some((word.len(), name, rest_after(word)?)));
        let (_, name, rest) = found.max_by_key(|(len, ..)| *len)?;
        let rest = match name {
            "comment" | "nag" | "seek" => rest,
            _ => rest.trim_end_matches(['?', ' ']),
        };
        Some(format!("{name} {}", rest.trim()))
    }

    /// Executes a line; an empty one goes to the next move. Returns the answer, in lines without a
    /// line end after the last. Waits for a search.
    pub fn say(&mut self, line: &str) -> String {
        match self.parse(line) {
            Ok(command) => self.obey(command),
            Err(error) => self.error_words(&error),
        }
    }

    /// The same with a command.
    pub fn obey(&mut self, command: Command) -> String {
        match command {
            Command::Help(topic) => match help::help(&topic, self.wording()) {
                Some(said) => said,
                None => {
                    let missing = Sentence::new(Phrase::NoSuchTopic, &[&topic]);
                    self.error_words(&SessionError::of(missing).with_hint_of(Phrase::TypeHelp))
                }
            },
            Command::Edit(Change::Play(text)) => match self.ask_which(&text) {
                Some(question) => question,
                None => self.play_or_find(text),
            },
            command => self.perform(command).unwrap_or_else(|error| self.error_words(&error)),
        }
    }

    /// Executes a command of the session; returns the answer.
    fn perform(&mut self, command: Command) -> Result<String, SessionError> {
        let is_list = matches!(
            command,
            Command::Browse(
                Browse::Find(_)
                    | Browse::Sort(_)
                    | Browse::Similar
                    | Browse::PreviousList
                    | Browse::All
                    | Browse::Count
            )
        );
        let opens = matches!(
            command,
            Command::Browse(
                Browse::Open | Browse::Game(_) | Browse::NextGame | Browse::PreviousGame
            )
        );
        let is_report = matches!(
            command,
            Command::Save
                | Command::Paste(_)
                | Command::Merge(_)
                | Command::Edit(Change::DeleteGame)
        );
        let is_tree = matches!(command, Command::Tree(_));
        let reply = self.session.perform(command)?;
        self.is_over = reply.is_over;
        if is_tree {
            return self.session.tree_words();
        }
        if is_list {
            self.finish_list();
            return Ok(self.session.list_words() + ".");
        }
        let mut said = match is_report {
            true => answers::capitalized(&reply.text) + ".",
            false => reply.text,
        };
        if let Some(editor) = self.session.editor().filter(|_| opens) {
            for line in answers::introduction(editor, self.session.speech()) {
                said = said + "\n" + &line;
            }
        }
        // The user must hear that it was done.
        let is_silent = said.is_empty() && !reply.is_over;
        Ok(if is_silent { self.wording().say(Phrase::Done, &[]) } else { said })
    }

    fn finish_list(&mut self) {
        while !self.session.list().progress().is_done {
            self.session.poll();
        }
    }

    /// Plays a move. Any other line is looked for among the names in the list.
    fn play_or_find(&mut self, text: String) -> String {
        let error = match self.perform(Change::Play(text.clone()).into()) {
            Ok(said) => return said,
            Err(error) => error,
        };
        if self.session.editor().is_some() && is_move_text(&text) {
            return self.error_words(&error);
        }
        if let Some(said) = self.find_name(&text) {
            return said;
        }
        let error = match self.session.editor() {
            Some(_) if error.hint.is_some() => error,
            _ => {
                let sentence = Sentence::new(Phrase::NotUnderstood, &[&text]);
                SessionError::of(sentence).with_hint_of(match Command::nearest(&text) {
                    Some(name) => Sentence::new(Phrase::ThereIsACommand, &[&name]),
                    None => Phrase::TypeHelp.into(),
                })
            }
        };
        self.error_words(&error)
    }

    /// The games whose players, event, site or opening have this name, as a list that is read out.
    fn find_name(&mut self, name: &str) -> Option<String> {
        let is_name = name.chars().filter(|c| c.is_alphabetic()).count() >= 3
            && name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '.' | '-' | '\''));
        if !is_name {
            return None;
        }
        self.session.perform(Browse::Find(name.to_owned())).ok()?;
        self.finish_list();
        if self.session.n_rows() == 0 {
            self.session.perform(Browse::PreviousList).ok()?;
            return None;
        }
        self.perform(Browse::Rows(Some(0)).into()).ok()
    }

    /// Where a move may mean several, the question which one; the next line may answer it.
    pub fn ask_which(&mut self, text: &str) -> Option<String> {
        let (position, moves) = (self.session.position()?, self.session.candidates(text)?);
        if moves.len() < 2 {
            return None;
        }
        let words: Vec<String> = moves.iter().map(|mv| self.spelled(&position, *mv)).collect();
        let choices = self.wording().join(Phrase::Or, &words);
        let n = moves.len() as u64;
        self.asked = moves;
        Some(self.wording().say_count(Phrase::WhichMove, n, &[&choices]))
    }

    /// A move with each square spelled: `knight b d 2`.
    fn spelled(&self, position: &Position, mv: Move) -> String {
        let speech = self.session.speech();
        let mut board = *position;
        let text = san::play_to_text(&mut board, mv);
        let Ok(San::Normal { role, file, rank, to, promotion, .. }) =
            san::parse(text.as_str().as_bytes())
        else {
            return speech.words_of(position, mv);
        };
        let file = file.map(|file| char::from(file.letter()));
        let rank = rank.map(|rank| char::from(rank.digit()));
        let target = to.to_string();
        let signs = file.into_iter().chain(rank).chain(target.chars());
        let words =
            signs.map(String::from).chain(promotion.map(|it| speech.pieces.name(it).into()));
        let words: Vec<String> = words.collect();
        format!("{} {}", speech.pieces.name(role), words.join(" "))
    }

    /// The move that an answer chooses among the candidates: by its square of departure or a part
    /// of it, or by its piece.
    fn chosen(&self, asked: &[Move], answer: &str) -> Option<Move> {
        let answer = answer.to_lowercase();
        let answer = answer.trim_start_matches("from ").trim_end_matches('.');
        let position = self.session.position()?;
        let pieces = self.session.speech().pieces;
        let compact: String = answer.split_whitespace().collect();
        let fits = |mv: &&Move| {
            let spelled: String =
                self.spelled(&position, **mv).to_lowercase().split_whitespace().collect();
            let from = mv.from().to_string();
            let becomes = mv.promotion().or(position.piece_at(mv.from()).map(|it| it.role));
            from == answer
                || compact.len() > 2 && spelled.ends_with(&compact)
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
        let (speech, wording) = (self.session.speech(), self.wording());
        let score = match line.score {
            Some(score) => answers::score_words(score, speech),
            None => wording.say(Phrase::NoScore, &[]),
        };
        let mut said = wording.say(Phrase::ScoreAtDepth, &[&score, &line.depth]);
        if let (Some(first), Some(position)) = (line.first, self.session.position()) {
            let best = speech.words_of(&position, first);
            said = said + "\n" + &wording.say(Phrase::BestMove, &[&best]);
            if line.moves.len() > 1 {
                said = said + "\n" + &wording.say(Phrase::BestLine, &[&line.moves.join(", ")]);
            }
        }
        said
    }

    /// The time on the clock of a side, as a sentence.
    #[must_use]
    pub fn clock_words(&self, color: Color, seconds: u64) -> String {
        answers::time_words(color, seconds, self.session.speech())
    }

    /// An error as a sentence. Input is quoted unchanged.
    #[must_use]
    pub fn error_words(&self, error: &SessionError) -> String {
        let text = error.say(self.wording());
        let is_quoted = text.split(' ').next().is_some_and(|word| word.ends_with(':'));
        if is_quoted { text + "." } else { answers::capitalized(&text) + "." }
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
            "is it check" | "am i in check" | "is there a check" => Question::Check.into(),
            "last move" | "what was the last move" | "the last move" => Question::Last.into(),
            "previous" | "previous move" | "go back" => Go::Back.into(),
            "next move" => Go::Next.into(),
            "how many games" | "how many games are there" => Browse::Count.into(),
            "what is the material" | "which pieces are left" => Question::Material.into(),
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
        let connecting = |phrase: Phrase| self.wording().say(phrase, &[]).trim().to_owned() + " ";
        let connecting = [Phrase::MoveTo, Phrase::MoveTakes].map(connecting);
        let rest = rest.trim_start_matches("to ").trim_start_matches("takes ");
        let rest = connecting.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
        let rest = rest.replace(' ', "");
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

/// Whether a text is written like a move, possible or not.
fn is_move_text(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) || text.to_ascii_lowercase().starts_with("o-o")
}
