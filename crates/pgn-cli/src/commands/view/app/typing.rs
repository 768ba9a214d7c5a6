//! Text input: lines with completions and a history, and comments of several lines.

use std::path::Path;

use pgn_query::facts::{FACTS, Field};
use pgn_view::{
    Ask, Browse, COMMANDS, Change, Command, CommentPlace, Face, GameEditor, Go, Program,
    SessionError,
};
use pgnkit::tag::TAGS;
use ratatui::crossterm::event::KeyEvent;
use ratatui_textarea::TextArea;

use super::{App, Effect, Over, sans};
use crate::commands::view::EngineChoice;
use crate::commands::view::games;
use crate::commands::view::input::LineInput;
use crate::commands::view::keys;
use crate::commands::view::live_game::Terms;
use pgn_engine::EngineCommand;

/// A line that is typed.
pub(in crate::commands::view) struct Line {
    pub(in crate::commands::view) ask: Ask,
    pub(in crate::commands::view) input: LineInput,
    pub(in crate::commands::view) error: Option<SessionError>,
    /// The possible completions of the word.
    pub(in crate::commands::view) proposals: Vec<String>,
    /// The meaning of the plain words of a search.
    pub(in crate::commands::view) meaning: Option<String>,
    /// Which line of the history is shown.
    history_at: Option<usize>,
    /// The state of a tag whose name was typed.
    tag: TagStep,
}

/// The action of Enter after the name of a tag without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagStep {
    /// Offers the value that the tag has.
    Offer,
    /// Asks whether to delete the tag: its value was offered and removed.
    Ask,
    /// Deletes it: the user has confirmed.
    Delete,
}

/// A comment that is edited.
pub(in crate::commands::view) struct CommentEditor {
    pub(in crate::commands::view) place: CommentPlace,
    pub(in crate::commands::view) area: TextArea<'static>,
}

impl App {
    pub(in crate::commands::view) fn ask(&mut self, ask: Ask) {
        let needs_game =
            matches!(ask, Ask::Move | Ask::Nag | Ask::Tag | Ask::Number | Ask::CommentText)
                || ask == Ask::Merge;
        if needs_game && self.session.open_game().is_none() {
            self.fail(&SessionError::new("no game is open"));
            return;
        }
        let text = match ask {
            Ask::Columns => {
                let names: Vec<&str> = self.session.columns().iter().map(Field::name).collect();
                names.join(",")
            }
            Ask::Terms => "white 5+3".to_owned(),
            _ => String::new(),
        };
        let input = LineInput::new(text);
        let (error, proposals, tag) = (None, Vec::new(), TagStep::Offer);
        let (meaning, history_at) = (None, None);
        let mut line = Line { ask, input, error, proposals, meaning, history_at, tag };
        self.propose(&mut line);
        self.over = Over::Line(Box::new(line));
    }

    pub(in crate::commands::view) fn press_line(
        &mut self,
        key: KeyEvent,
        mut line: Box<Line>,
    ) -> Vec<Effect> {
        let name = keys::name_of(key);
        match name.as_str() {
            "Esc" | "C-c" => {
                self.pending_terms = None;
                return Vec::new();
            }
            "Enter" => {
                let text = line.input.text().trim().to_owned();
                if text.is_empty() {
                    return Vec::new();
                }
                if line.ask == Ask::Tag && self.is_asked_about(&text, &mut line) {
                    self.over = Over::Line(line);
                    return Vec::new();
                }
                return match self.answer(line.ask, &text) {
                    Ok(effects) => {
                        self.history.retain(|(_, known)| *known != text);
                        self.history.push((line.ask, text));
                        effects
                    }
                    Err(error) => {
                        line.error = Some(error);
                        self.over = Over::Line(line);
                        Vec::new()
                    }
                };
            }
            "Tab" => {
                if let [only] = line.proposals.as_slice() {
                    let word = only.clone();
                    line.input.complete(&word);
                } else if let Some(start) = common_start(&line.proposals)
                    && start.len() > line.input.word().len()
                {
                    line.input.complete(&start);
                }
            }
            "Up" | "Down" => self.recall(&mut line, name == "Up"),
            _ => {
                line.input.press(key);
            }
        }
        line.error = None;
        if line.tag == TagStep::Delete {
            line.tag = TagStep::Ask;
        }
        self.propose(&mut line);
        self.over = Over::Line(line);
        Vec::new()
    }

    /// Whether the name of a tag without a value needs another step: the present value is offered
    /// for editing, and deleting it needs a confirmation.
    fn is_asked_about(&self, text: &str, line: &mut Line) -> bool {
        let game = self.session.editor().map(GameEditor::game);
        let value =
            game.filter(|_| !text.contains(char::is_whitespace)).and_then(|it| it.tag(text));
        let Some(value) = value else { return false };
        match line.tag {
            TagStep::Offer => {
                line.input = LineInput::new(format!("{text} {value}"));
                line.proposals.clear();
                line.tag = TagStep::Ask;
            }
            TagStep::Ask => {
                let question = SessionError::new(format!("{text} would be deleted"));
                line.error = Some(question.with_hint("Enter deletes it, Esc does not"));
                line.tag = TagStep::Delete;
            }
            TagStep::Delete => return false,
        }
        true
    }

    /// Shows a line that was typed before.
    pub(in crate::commands::view) fn recall(&self, line: &mut Line, is_earlier: bool) {
        let same: Vec<&str> = self
            .history
            .iter()
            .filter(|(ask, _)| *ask == line.ask)
            .map(|(_, text)| text.as_str())
            .collect();
        let at = line.history_at.unwrap_or(same.len());
        let at = if is_earlier { at.saturating_sub(1) } else { at + 1 };
        line.input = LineInput::new(same.get(at).copied().unwrap_or_default());
        line.history_at = Some(at.min(same.len()));
    }

    /// The completions of the word before the cursor.
    pub(in crate::commands::view) fn propose(&self, line: &mut Line) {
        let word = line.input.word().to_lowercase();
        let begins = |name: &&str| name.to_lowercase().starts_with(&word);
        let names: Vec<String> = match line.ask {
            Ask::Query | Ask::Sort | Ask::Columns => {
                let facts = FACTS.iter().map(|row| row.name);
                let tags = TAGS.iter().map(|tag| tag.name);
                facts.chain(tags).filter(begins).map(str::to_owned).collect()
            }
            Ask::Command => {
                let rows = COMMANDS.iter().filter(|row| row.is_on(Face::Terminal));
                rows.map(|row| row.name).filter(begins).map(str::to_owned).collect()
            }
            Ask::Tag => TAGS.iter().map(|tag| tag.name).filter(begins).map(str::to_owned).collect(),
            Ask::Move => {
                let typed = line.input.text();
                let moves = self.session.position().map(|position| sans(&position));
                let moves = moves.unwrap_or_default();
                moves.into_iter().filter(|san| san.starts_with(typed)).collect()
            }
            Ask::Terms => {
                let words = ["white", "black", "engines", "here"].into_iter();
                words.filter(begins).map(str::to_owned).collect()
            }
            Ask::Nag
            | Ask::Number
            | Ask::CommentText
            | Ask::SaveAs
            | Ask::Engine
            | Ask::Comment
            | Ask::CommentBefore
            | Ask::Merge => Vec::new(),
        };
        let is_silent = word.is_empty() && line.ask != Ask::Command && line.ask != Ask::Move;
        line.proposals = if is_silent { Vec::new() } else { names };
        let query = Some(line.input.text()).filter(|_| line.ask == Ask::Query);
        line.meaning = query.and_then(|text| self.session.meaning(text));
    }

    pub(in crate::commands::view) fn answer(
        &mut self,
        ask: Ask,
        text: &str,
    ) -> Result<Vec<Effect>, SessionError> {
        match ask {
            Ask::Query => self.perform(Browse::Find(text.to_owned())),
            Ask::Move => self.perform(Change::Play(text.to_owned())),
            Ask::Command => match Command::parse_on(Face::Terminal, text)? {
                Command::Quit => Ok(self.quit()),
                Command::Save => {
                    self.save(false);
                    Ok(Vec::new())
                }
                Command::Program(program) => self.perform_program(program),
                command => self.perform(command),
            },
            Ask::Sort => self.perform(Browse::Sort(text.to_owned())),
            Ask::Columns => {
                let fields = text.split(',').map(|name| Field::parse(name.trim()));
                let fields = fields.collect::<Result<Vec<_>, _>>();
                let fields = fields.map_err(|error| SessionError::new(error.to_string()))?;
                self.session.set_columns(fields);
                Ok(Vec::new())
            }
            Ask::Nag => self.perform(Command::parse(&format!("nag {text}"))?),
            Ask::Tag => {
                let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
                self.perform(Change::Tag(name.to_owned(), value.trim().to_owned()))
            }
            Ask::Number => self.perform(Command::parse(&format!("jump {text}"))?),
            Ask::CommentText => self.perform(Go::Seek(text.to_owned())),
            Ask::SaveAs => self.save_as(text),
            Ask::Engine => {
                let command = EngineCommand::parse(text)
                    .map_err(|error| SessionError::new(error.to_string()))?;
                self.engines.engine = Some(EngineChoice { command, options: Vec::new() });
                match self.pending_terms.take() {
                    Some(terms) => self.begin_contest(terms)?,
                    None => self.start_engine(),
                }
                Ok(Vec::new())
            }
            Ask::Terms => {
                let terms = Terms::parse(text)?;
                if self.engines.engine.is_none() {
                    self.pending_terms = Some(terms);
                    self.ask(Ask::Engine);
                    return Ok(Vec::new());
                }
                self.begin_contest(terms)?;
                Ok(Vec::new())
            }
            Ask::Merge => self.perform(Command::Merge(text.to_owned())),
            Ask::Comment => self.perform(Change::Comment(CommentPlace::After, text.to_owned())),
            Ask::CommentBefore => {
                self.perform(Change::Comment(CommentPlace::Before, text.to_owned()))
            }
        }
    }

    /// A request of a typed command to the program around the session.
    fn perform_program(&mut self, program: Program) -> Result<Vec<Effect>, SessionError> {
        match program {
            Program::Match(terms) if terms.is_empty() => self.ask(Ask::Terms),
            Program::Match(terms) => return self.answer(Ask::Terms, &terms),
            Program::Resign => self.end_contest(|live_game, session| live_game.resign(session))?,
            Program::Stop => self.end_contest(|live_game, session| live_game.stop(session))?,
            Program::Engine(command) if command.is_empty() => self.toggle_engine(),
            Program::Engine(command) => return self.answer(Ask::Engine, &command),
            Program::Recover => self.recover(),
            Program::SaveAs(name) => return self.save_as(&name),
            Program::Clock | Program::Think(_) => {
                return Err(SessionError::new("the screen shows it all the time"));
            }
        }
        Ok(Vec::new())
    }

    pub(in crate::commands::view) fn save_as(
        &mut self,
        name: &str,
    ) -> Result<Vec<Effect>, SessionError> {
        games::save_as(&self.session, Path::new(name))?;
        self.say(format!("saved as {name}; the open file does not change"));
        Ok(Vec::new())
    }

    pub(in crate::commands::view) fn edit_comment(&mut self, is_before: bool) {
        let Some(editor) = self.session.editor() else {
            self.fail(&SessionError::new("no game is open"));
            return;
        };
        let last = editor.comments_here().pop();
        let (place, text) = match (is_before, last) {
            (true, _) => (CommentPlace::Before, String::new()),
            (false, Some((id, text))) => (CommentPlace::Existing(id), text),
            (false, None) => (CommentPlace::After, String::new()),
        };
        let mut area = TextArea::new(text.lines().map(str::to_owned).collect());
        area.move_cursor(ratatui_textarea::CursorMove::Bottom);
        area.move_cursor(ratatui_textarea::CursorMove::End);
        self.over = Over::Comment(Box::new(CommentEditor { place, area }));
    }

    pub(in crate::commands::view) fn press_comment(
        &mut self,
        key: KeyEvent,
        mut editor: Box<CommentEditor>,
    ) -> Vec<Effect> {
        match keys::name_of(key).as_str() {
            "C-s" => {
                let text = editor.area.lines().join("\n");
                if let Err(error) = self.perform(Change::Comment(editor.place, text)) {
                    self.fail(&error);
                    self.over = Over::Comment(editor);
                }
                return Vec::new();
            }
            "Esc" | "C-c" => return Vec::new(),
            _ => {
                editor.area.input(key);
            }
        }
        self.over = Over::Comment(editor);
        Vec::new()
    }

    /// Takes text that was pasted: into what is typed, else as new games.
    pub(in crate::commands::view) fn paste(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.over {
            // Line ends matter in comments.
            Over::Line(line) if line.ask == Ask::Merge => {
                let text = text.replace("\r\n", "\n").replace('\r', "\n");
                match self.answer(Ask::Merge, &text) {
                    Ok(effects) => {
                        self.over = Over::Nothing;
                        return effects;
                    }
                    Err(error) => self.fail(&error),
                }
            }
            Over::Line(line) => {
                line.input.insert(text);
                line.error = None;
            }
            Over::Comment(editor) => {
                editor.area.insert_str(text.replace("\r\n", "\n").replace('\r', "\n"));
            }
            Over::Nothing => {
                let text = text.replace("\r\n", "\n").replace('\r', "\n");
                return self.run(Command::Paste(text));
            }
            Over::Setup(_) | Over::Menu(_) | Over::Help(_) | Over::Leave => {}
        }
        Vec::new()
    }
}

/// The common beginning of several words.
fn common_start(words: &[String]) -> Option<String> {
    let first = words.first()?;
    let mut len = first.len();
    for word in words {
        let same = first.bytes().zip(word.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b));
        len = len.min(same.count());
    }
    first.get(..len).map(str::to_owned)
}
