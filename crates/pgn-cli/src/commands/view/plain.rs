//! The line-by-line interface of a session, without a screen.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use pgn_db::error::Error;
use pgn_db::source::InputPath;
use pgn_formats::speech::Phrase;
use pgn_view::{
    Change, Command, EngineLine, Go, LineMode, Program, Sentence, Session, SessionError,
    TreeRequest, path,
};
use pgnkit::NodeId;
use pgnkit::game::MoveText;

use super::Engines;
use super::games::{FileGames, save_as};
use super::live_game::{FORM, GameEvent, LiveGame, Terms};
use super::recovery::Recovery;
use super::thought::report;
use crate::engine;
use crate::screen::Screen;
use pgn_engine::{AnalysisEvent, EngineCommand, SearchLimits, SearchTask, Timeouts};

/// How long one looks for news of an engine at a time.
const PAUSE: Duration = Duration::from_millis(10);

/// The default thinking time of an engine.
const THINKING: Duration = Duration::from_secs(2);

/// How long the first line waits for the number of games.
const GREETING_PATIENCE: Duration = Duration::from_millis(500);

/// How long an answer waits for moves that are counted.
const TREE_PATIENCE: Duration = Duration::from_secs(1);

/// How long an engine may take to start and to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// Answers lines from standard input until it ends or the reader does.
///
/// # Errors
/// Those of the streams.
pub(super) fn run(
    session: Session<FileGames>,
    files: &[InputPath],
    engines: Engines,
) -> Result<(), Error> {
    let is_terminal = io::stdout().is_terminal();
    let is_typed = is_terminal && io::stdin().is_terminal();
    let library = session.games().library();
    if is_typed {
        let until = Instant::now() + GREETING_PATIENCE;
        while !library.is_complete() && Instant::now() < until {
            std::thread::sleep(PAUSE);
        }
    } else {
        // The answers to a script must not depend on how fast a file is read.
        library.wait_for(usize::MAX);
    }
    let mut talk = Talk {
        lines: LineMode::new(session),
        engines,
        live_game: None,
        recovery: Recovery::new(),
        is_typed,
        out: Screen::new(io::stdout().lock(), is_terminal),
    };
    let name = match files {
        [one] => one.display().to_string(),
        files => talk.lines.wording().say_count(Phrase::FileCount, files.len() as u64, &[]),
    };
    talk.tell(&talk.lines.greeting(&name))?;
    if let Some(remark) = talk.recovery.remark("recover") {
        talk.tell(&talk.in_english(Phrase::RecoverEdits, || sentence(&remark)))?;
    }
    let mut line = String::new();
    let mut input = io::stdin().lock();
    while !talk.lines.is_over() {
        line.clear();
        if is_typed {
            talk.prompt()?;
        }
        let n = input.read_line(&mut line);
        if n.map_err(|error| Error::from_io("standard input", error))? == 0 {
            break;
        }
        if line.trim() == "paste" {
            line = pasted(&mut input)?;
        }
        let said = talk.say(line.trim())?;
        // Answers are kept.
        talk.recovery.keep_now(talk.lines.session())?;
        if !said.is_empty() {
            talk.tell(&said)?;
        }
        talk.wait_for_engine()?;
    }
    if talk.lines.session().modified().is_empty() {
        talk.recovery.clear();
    }
    Ok(())
}

/// The command for the lines up to one with a period alone, or the end of the input.
fn pasted(input: &mut impl BufRead) -> Result<String, Error> {
    let mut text = "paste ".to_owned();
    loop {
        let start = text.len();
        let n = input.read_line(&mut text);
        if n.map_err(|error| Error::from_io("standard input", error))? == 0 {
            return Ok(text);
        }
        if text[start..].trim() == "." {
            text.truncate(start);
            return Ok(text);
        }
    }
}

/// A session in lines, with its engines.
struct Talk<W: Write> {
    lines: LineMode<FileGames>,
    engines: Engines,
    live_game: Option<LiveGame>,
    recovery: Recovery,
    /// Whether a person types the lines.
    is_typed: bool,
    out: W,
}

impl<W: Write> Talk<W> {
    fn tell(&mut self, said: &str) -> Result<(), Error> {
        let told = writeln!(self.out, "{said}").and_then(|()| self.out.flush());
        told.map_err(|error| Error::from_io("standard output", error))
    }

    /// Shows that a line can be typed.
    fn prompt(&mut self) -> Result<(), Error> {
        let shown = write!(self.out, "> ").and_then(|()| self.out.flush());
        shown.map_err(|error| Error::from_io("standard output", error))
    }

    fn say_phrase(&self, phrase: Phrase) -> String {
        self.lines.wording().say(phrase, &[])
    }

    /// A text that exists in English only, or a phrase in place of it in other languages.
    fn in_english(&self, phrase: Phrase, text: impl FnOnce() -> String) -> String {
        if self.lines.wording().is_english() { text() } else { self.say_phrase(phrase) }
    }

    /// Executes a line; returns the answer.
    fn say(&mut self, line: &str) -> Result<String, Error> {
        // A line without a meaning is answered as in any session.
        let Ok(command) = self.lines.parse(line) else { return Ok(self.lines.say(line)) };
        let done = match command {
            Command::Program(program) => self.perform(program),
            Command::Tree(request) => self.tree(request),
            Command::Help(topic) if topic == "match" && self.lines.wording().is_english() => {
                Ok(self.lines.obey(Command::Help(topic)) + &format!("\nA match takes {FORM}."))
            }
            command => self.send_to_session(command),
        };
        Ok(done.unwrap_or_else(|error| self.lines.error_words(&error)))
    }

    fn perform(&mut self, program: Program) -> Result<String, SessionError> {
        match program {
            Program::Match(terms) => self.begin(&terms),
            Program::Resign => self.end(|live_game, session| live_game.resign(session)),
            Program::Stop => self.end(|live_game, session| live_game.stop(session)),
            Program::Clock => self.clocks(),
            Program::Think(seconds) => self.think(&seconds),
            Program::Engine(command) => self.name_engine(&command),
            Program::Recover => {
                let said = self.recovery.take_back(self.lines.session_mut())?;
                Ok(self.in_english(Phrase::Done, || said))
            }
            Program::SaveAs(name) => self.save_as(&name),
        }
    }

    /// The moves that were played in the position. Waits for them for a moment; scripts wait until
    /// they are counted, so that their answers do not depend on time.
    fn tree(&mut self, request: TreeRequest) -> Result<String, SessionError> {
        self.lines.session_mut().perform(Command::Tree(request))?;
        let until = Instant::now() + TREE_PATIENCE;
        while self.lines.session().is_tree_busy() && (!self.is_typed || Instant::now() < until) {
            std::thread::sleep(PAUSE);
            self.lines.session_mut().poll();
        }
        Ok(match self.lines.session().tree() {
            None => self.say_phrase(Phrase::Done),
            Some(_) => self.lines.obey(Command::Tree(TreeRequest::Show)),
        })
    }

    fn send_to_session(&mut self, command: Command) -> Result<String, SessionError> {
        let Some(live_game) = &mut self.live_game else { return Ok(self.lines.obey(command)) };
        let session = self.lines.session_mut();
        if let Command::Edit(Change::Play(text)) = &command
            && live_game.awaits_person(session)
        {
            let mv = session.resolve(text)?;
            let over = live_game.play(session, mv)?;
            let said =
                session.perform(Go::To(session.editor().map_or(NodeId::ROOT, |it| it.node())));
            let mut said = said?.text;
            if let Some(over) = over {
                said = said + "\n" + &self.happened(over)?;
            }
            return Ok(said);
        }
        live_game.allows(&command, session)?;
        Ok(self.lines.obey(command))
    }

    // ---- a game that is played ----

    fn begin(&mut self, terms: &str) -> Result<String, SessionError> {
        if self.live_game.is_some() {
            return Err(SessionError::of(Phrase::GameIsPlayed).with_hint_of(Phrase::ResignOrStop));
        }
        let terms = Terms::parse(terms)?;
        let Engines { engine, engine2 } = &self.engines;
        let session = self.lines.session_mut();
        self.live_game = Some(LiveGame::begin(session, terms, engine.as_ref(), engine2.as_ref())?);
        Ok(self.say_phrase(Phrase::GameBegins))
    }

    fn end(
        &mut self,
        end: impl FnOnce(&mut LiveGame, &mut Session<FileGames>) -> Result<GameEvent, SessionError>,
    ) -> Result<String, SessionError> {
        let live_game = self.live_game.take();
        let mut live_game = live_game.ok_or_else(|| SessionError::of(Phrase::NoGameIsPlayed))?;
        let happened = end(&mut live_game, self.lines.session_mut())?;
        self.happened(happened)
    }

    fn happened(&mut self, happened: GameEvent) -> Result<String, SessionError> {
        match happened {
            GameEvent::Moved(node) => Ok(self.lines.session_mut().perform(Go::To(node))?.text),
            GameEvent::Over(said) => {
                self.live_game = None;
                Ok(self.in_english(Phrase::GameOver, || said)).map(|said| sentence(&said))
            }
        }
    }

    /// Waits for the move of an engine in its turn, and reads it out.
    fn wait_for_engine(&mut self) -> Result<(), Error> {
        loop {
            let session = self.lines.session_mut();
            let Some(live_game) = self.live_game.as_mut() else { return Ok(()) };
            if live_game.is_persons_turn() {
                return Ok(());
            }
            let all = live_game.poll(session);
            match all {
                Ok(all) if all.is_empty() => std::thread::sleep(PAUSE),
                Ok(all) => {
                    for happened in all {
                        let said = self.happened(happened);
                        let said = said.unwrap_or_else(|error| self.lines.error_words(&error));
                        self.recovery.keep_now(self.lines.session())?;
                        self.tell(&said)?;
                    }
                }
                Err(error) => {
                    self.live_game = None;
                    self.tell(&self.lines.error_words(&error))?;
                }
            }
        }
    }

    fn clocks(&self) -> Result<String, SessionError> {
        let live_game = self.live_game.as_ref();
        let live_game = live_game.ok_or_else(|| SessionError::of(Phrase::NoGameIsPlayed))?;
        let clock = |color| {
            let seconds = live_game.clock(color)?.as_secs();
            Some(self.lines.clock_words(color, seconds))
        };
        let sides = [pgnkit::Color::White, pgnkit::Color::Black];
        let said: Vec<String> = sides.into_iter().filter_map(clock).collect();
        match said.is_empty() {
            true => Err(SessionError::of(Phrase::PlayedWithoutClocks)),
            false => Ok(said.join("\n")),
        }
    }

    // ---- the engine ----

    fn name_engine(&mut self, text: &str) -> Result<String, SessionError> {
        if text.is_empty() {
            let engine = self.engines.engine.as_ref().ok_or_else(no_engine)?;
            return Ok(self.lines.wording().say(Phrase::EngineIs, &[&engine.command.program]));
        }
        let command =
            EngineCommand::parse(text).map_err(|error| SessionError::new(error.to_string()))?;
        self.engines.engine = Some(super::EngineChoice { command, options: Vec::new() });
        Ok(self.say_phrase(Phrase::EngineSet))
    }

    /// The engine's evaluation of the position, after some seconds.
    fn think(&mut self, seconds: &str) -> Result<String, SessionError> {
        let engine = self.engines.engine.clone();
        let engine = engine.ok_or_else(no_engine)?;
        let wrong = || SessionError::of(Phrase::ExpectedSeconds);
        let time = match seconds {
            "" => THINKING,
            text => {
                let seconds: f64 = text.parse().map_err(|_| wrong())?;
                Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?
            }
        };
        let unchecked = || SessionError::of(Phrase::Unchecked);
        let task = task_here(self.lines.session()).ok_or_else(unchecked)?;
        let position = task.position();
        let timeouts = Timeouts::default().with_search(PATIENCE).with_answer(PATIENCE);
        let mut analysis = engine::start_analysis(engine.command, engine.options, timeouts);
        analysis.think(task);
        let (mut line, mut since) = (None, None);
        while since.is_none_or(|since: Instant| since.elapsed() < time) {
            for said in analysis.poll() {
                match said {
                    AnalysisEvent::Ready(_) => since = Some(Instant::now()),
                    AnalysisEvent::Thought(_, info) => {
                        let report = report(info).filter(|report| report.rank == 1);
                        line = report.map(|report| EngineLine::of(&report, &position)).or(line);
                    }
                    AnalysisEvent::Done(..) => {}
                    AnalysisEvent::Declined(_, why) | AnalysisEvent::Ended(why) => {
                        return Err(SessionError::of(Sentence::new(Phrase::EngineFailed, &[&why])));
                    }
                }
            }
            std::thread::sleep(PAUSE);
        }
        let line = line.ok_or_else(|| SessionError::of(Phrase::EngineSilent))?;
        Ok(self.lines.engine_words(&line))
    }

    fn save_as(&mut self, name: &str) -> Result<String, SessionError> {
        save_as(self.lines.session(), Path::new(name))?;
        Ok(self.lines.wording().say(Phrase::SavedAs, &[&name]))
    }
}

fn no_engine() -> SessionError {
    SessionError::of(Phrase::NoEngine).with_hint_of(Phrase::EngineNamesOne)
}

/// The position for an engine: the one on the board, and the moves that led to it.
pub(super) fn task_here(session: &Session<FileGames>) -> Option<SearchTask> {
    let editor = session.editor()?;
    let tree = editor.game().tree();
    let start = editor.position_at(NodeId::ROOT)?;
    let moves = path(tree, editor.node()).into_iter().map(|node| match tree.mv(node) {
        Some(MoveText::Move(mv)) if !mv.is_null() => Some(mv),
        _ => None,
    });
    let here = editor.position()?;
    // Engines do not support null moves.
    Some(match moves.collect::<Option<Vec<_>>>() {
        Some(moves) => SearchTask { moves, ..SearchTask::new(start, SearchLimits::default()) },
        None => SearchTask::new(here, SearchLimits::default()),
    })
}

/// A sentence: a capital letter, and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(characters).chain(['.']).collect()
}
