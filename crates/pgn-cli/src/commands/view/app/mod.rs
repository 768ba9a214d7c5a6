//! The state of the screen: typed text, open dialogs, pending work outside the session.
//!
//! Start at [`App::press`].

mod menu;
mod mouse;
mod setup;
mod typing;

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use pgn_view::{
    Action, Ask, Browse, Change, Command, Face, Go, KEYS, KeyRow, MenuKind, Pane, Saving, Session,
    SessionError, TreeRequest,
};
use pgnkit::chess::{Position, Square};
use pgnkit::{Move, NodeId};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::Rect;

use super::Engines;
use super::analyst::Analyst;
use super::games::{FileGames, to_session_error};
use super::keys;
use super::live_game::{GameEvent, LiveGame, Terms};
use super::look::Theme;
use super::plain::task_here;
use super::recovery::Recovery;

pub(super) use menu::Menu;
pub(super) use setup::{SETUP_KEYS, SetupBoard};
pub(super) use typing::{CommentEditor, Line};

/// Something to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Quit,
    Suspend,
    Redraw,
    /// Puts a text on the clipboard.
    Copy(String),
}

/// The dialog over the panes.
pub(super) enum Over {
    Nothing,
    Line(Box<Line>),
    Comment(Box<CommentEditor>),
    Menu(Menu),
    Setup(Box<SetupBoard>),
    /// The page of keys, from this line on.
    Help(usize),
    /// Whether to quit without saving.
    Leave,
}

/// The text of the bottom line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StatusLine {
    pub(super) text: String,
    pub(super) is_error: bool,
}

/// Where things were drawn last, for the mouse.
#[derive(Clone, Debug, Default)]
pub(super) struct MouseAreas {
    pub(super) rows: Rect,
    pub(super) first_row: usize,
    pub(super) header: Rect,
    /// Where each column begins, and which.
    pub(super) columns: Vec<(u16, usize)>,
    pub(super) board: Rect,
    pub(super) square: (u16, u16),
    pub(super) moves: Rect,
    /// The moves in the pane: row, columns from and to, node.
    pub(super) nodes: Vec<(u16, u16, u16, NodeId)>,
    /// Variations that are folded, identified in the same way.
    pub(super) folds: Vec<(u16, u16, u16, NodeId)>,
}

/// The result of saving: the saved games, the numbers of added ones, and the error that stopped it.
type Saved = (Saving, Vec<usize>, Result<(), SessionError>);

/// The state of the screen.
pub(super) struct App {
    pub(super) session: Session<FileGames>,
    pub(super) look: Theme,
    pub(super) pane: Pane,
    pub(super) over: Over,
    pub(super) message: StatusLine,
    pub(super) places: MouseAreas,
    /// Whether the games are in several files.
    pub(super) shows_files: bool,
    pub(super) engines: Engines,
    pub(super) analyst: Option<Analyst>,
    /// The game that is played.
    pub(super) live_game: Option<LiveGame>,
    /// The terms of a game for which an engine is still to be named.
    pending_terms: Option<Terms>,
    /// The clocks as drawn last, in seconds.
    shown_seconds: [u64; 2],
    pub(super) line_count: u32,
    pub(super) recovery: Recovery,
    /// The save that runs in a thread, and whether to quit after it.
    saving: Option<(Receiver<Saved>, bool)>,
    /// Everything is saved, and the user wants to quit.
    pub(super) is_over: bool,
    /// The square from which a piece is to be moved.
    pub(super) chosen: Option<Square>,
    pub(super) first_row: usize,
    history: Vec<(Ask, String)>,
    told_error_count: usize,
    pub(super) page_rows: usize,
    /// How many games were known at the last tick, and whether these were all.
    known: (usize, bool),
}

impl App {
    pub(super) fn new(session: Session<FileGames>, look: Theme, recovery: Recovery) -> App {
        App {
            session,
            look,
            pane: Pane::List,
            over: Over::Nothing,
            message: StatusLine::default(),
            places: MouseAreas::default(),
            shows_files: false,
            engines: Engines::default(),
            analyst: None,
            live_game: None,
            pending_terms: None,
            shown_seconds: [0; 2],
            line_count: 1,
            recovery,
            saving: None,
            is_over: false,
            chosen: None,
            first_row: 0,
            history: Vec::new(),
            told_error_count: 0,
            page_rows: 10,
            known: (0, false),
        }
    }

    /// Opens the screen: shows an open game, and reports unsaved edits.
    pub(super) fn begin(&mut self) {
        if self.session.open_game().is_some() {
            self.pane = Pane::Game;
        }
        if let Some(remark) = self.recovery.remark("R") {
            self.say(remark);
        }
    }

    /// The screen closes, and no edits are left to keep.
    pub(super) fn end(&mut self) {
        if self.session.modified().is_empty() {
            self.recovery.clear();
        }
    }

    // ---- time ----

    /// Takes the results of threads; returns whether to redraw.
    pub(super) fn tick(&mut self) -> bool {
        let mut is_changed = self.session.poll() | self.session.games().rows().take_news();
        let library = self.session.games().library();
        let known = (library.game_count(), library.is_complete());
        is_changed |= std::mem::replace(&mut self.known, known) != known;
        let errors = self.session.games().library().errors();
        if let Some(error) = errors.get(self.told_error_count..).and_then(|new| new.last()) {
            self.fail(&to_session_error(error));
            is_changed = true;
        }
        self.told_error_count = errors.len();
        is_changed |= self.hear_engine() | self.go_on_playing() | self.go_on_saving();
        if let Err(error) = self.recovery.keep(&self.session) {
            self.fail(&to_session_error(&error));
            is_changed = true;
        }
        is_changed
    }

    /// How long to wait for a key before the next tick.
    pub(super) fn patience(&self) -> Duration {
        let is_busy = self.analyst.is_some()
            || self.live_game.is_some()
            || self.saving.is_some()
            || !self.session.list().progress().is_done
            || !self.session.games().library().is_complete()
            || self.session.is_tree_busy();
        // The first games arrive within milliseconds, as do rows.
        let waits_for_games = self.known == (0, false) || self.session.games().rows().is_busy();
        Duration::from_millis(match (waits_for_games, is_busy) {
            (true, _) => 5,
            (false, true) => 50,
            (false, false) => 400,
        })
    }

    fn hear_engine(&mut self) -> bool {
        let Some(analyst) = &mut self.analyst else { return false };
        let (reports, end) = analyst.poll();
        let is_changed = !reports.is_empty() || end.is_some();
        for report in reports {
            self.session.hear(&report);
        }
        if let Some(why) = end {
            self.analyst = None;
            self.fail(&SessionError::new(format!("the engine {why}")));
        }
        is_changed
    }

    // ---- a game that is played ----

    /// Begins a game; a running one is not aborted for it.
    pub(super) fn begin_contest(&mut self, terms: Terms) -> Result<(), SessionError> {
        if self.live_game.is_some() {
            return Err(SessionError::new("a game is being played").with_hint("`N` ends it"));
        }
        let Engines { engine, engine2 } = &self.engines;
        let live_game =
            LiveGame::begin(&mut self.session, terms, engine.as_ref(), engine2.as_ref())?;
        self.live_game = Some(live_game);
        self.pane = Pane::Game;
        self.moved();
        Ok(())
    }

    /// Ends the current game with the result `end`.
    pub(super) fn end_contest(
        &mut self,
        end: impl FnOnce(&mut LiveGame, &mut Session<FileGames>) -> Result<GameEvent, SessionError>,
    ) -> Result<(), SessionError> {
        let Some(mut live_game) = self.live_game.take() else {
            return Err(SessionError::new("no game is being played"));
        };
        let happened = end(&mut live_game, &mut self.session)?;
        self.take_happened(happened);
        Ok(())
    }

    fn take_happened(&mut self, happened: GameEvent) {
        match happened {
            GameEvent::Moved(_) => self.moved(),
            GameEvent::Over(said) => {
                self.live_game = None;
                self.say(said);
                self.moved();
            }
        }
    }

    /// Takes the results of the engines of the game; returns whether to redraw.
    fn go_on_playing(&mut self) -> bool {
        let Some(live_game) = &mut self.live_game else { return false };
        let shown = [pgnkit::Color::White, pgnkit::Color::Black]
            .map(|color| live_game.clock(color).unwrap_or_default().as_secs());
        let is_later = std::mem::replace(&mut self.shown_seconds, shown) != shown;
        match live_game.poll(&mut self.session) {
            Ok(all) => {
                let is_changed = !all.is_empty();
                all.into_iter().for_each(|happened| self.take_happened(happened));
                is_changed || is_later
            }
            Err(error) => {
                self.live_game = None;
                self.fail(&error);
                true
            }
        }
    }

    /// The move is one of the game that is played, if it is the person's turn there.
    fn play_in_contest(&mut self, change: &Change) -> Option<Result<(), SessionError>> {
        let live_game = self.live_game.as_mut()?;
        if !live_game.awaits_person(&self.session) {
            return None;
        }
        let mv = match change {
            Change::Play(text) => self.session.resolve(text),
            Change::PlayMove(mv) => Ok(*mv),
            _ => return None,
        };
        let done = mv.and_then(|mv| live_game.play(&mut self.session, mv));
        Some(done.map(|happened| match happened {
            Some(happened) => self.take_happened(happened),
            None => self.moved(),
        }))
    }

    // ---- messages ----

    pub(super) fn fail(&mut self, error: &SessionError) {
        self.message = StatusLine { text: error.to_string(), is_error: true };
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = StatusLine { text: text.into(), is_error: false };
    }

    // ---- commands ----

    /// Does a command; shows its error in the bottom line.
    pub(super) fn run(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        match self.perform(command) {
            Ok(effects) => effects,
            Err(error) => {
                self.fail(&error);
                Vec::new()
            }
        }
    }

    fn perform(&mut self, command: impl Into<Command>) -> Result<Vec<Effect>, SessionError> {
        let command = command.into();
        if let Command::Edit(change) = &command
            && let Some(done) = self.play_in_contest(change)
        {
            return done.map(|()| Vec::new());
        }
        if let Some(live_game) = &self.live_game {
            live_game.allows(&command, &self.session)?;
        }
        let place = self.here();
        // The title of the list shows the result of a search.
        let says = matches!(
            command,
            Command::Ask(_)
                | Command::Save
                | Command::Begin(_)
                | Command::Paste(_)
                | Command::Merge(_)
                | Command::Edit(Change::DeleteGame)
        );
        let shows_list = matches!(
            command,
            Command::Browse(
                Browse::Similar
                    | Browse::Find(_)
                    | Browse::Sort(_)
                    | Browse::PreviousList
                    | Browse::All
            )
        );
        let is_help = matches!(command, Command::Help(_));
        let is_open = matches!(
            command,
            Command::Browse(Browse::Open | Browse::Game(_))
                | Command::Begin(_)
                | Command::Paste(_)
                | Command::Merge(_)
                | Command::Edit(Change::SetUp(_))
        );
        let reply = self.session.perform(command)?;
        if is_help {
            self.over = Over::Help(0);
        } else if says {
            self.say(reply.text);
        }
        if shows_list {
            self.pane = Pane::List;
            self.first_row = 0;
        } else if is_open {
            self.pane = Pane::Game;
        }
        if self.here() != place {
            self.moved();
        }
        Ok(if reply.is_over { vec![Effect::Quit] } else { Vec::new() })
    }

    fn here(&self) -> Option<(usize, NodeId)> {
        self.session.open_game().zip(self.session.editor().map(|editor| editor.node()))
    }

    /// Another position is on the board.
    fn moved(&mut self) {
        self.chosen = None;
        self.ask_engine();
    }

    fn ask_engine(&mut self) {
        let Some(analyst) = &mut self.analyst else { return };
        match task_here(&self.session) {
            Some(task) => {
                let name = analyst.name().to_owned();
                analyst.think(task);
                self.session.begin_analysis(&name);
            }
            None => analyst.rest(),
        }
    }

    // ---- keys ----

    /// Takes a key.
    pub(super) fn press(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        self.message = StatusLine::default();
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Nothing => self.press_pane(key),
            Over::Line(line) => self.press_line(key, line),
            Over::Comment(editor) => self.press_comment(key, editor),
            Over::Menu(menu) => self.press_menu(key, menu),
            Over::Setup(board) => self.press_setup(key, board),
            Over::Help(from) => {
                self.press_help(key, from);
                Vec::new()
            }
            Over::Leave => match key.code {
                KeyCode::Char('s' | 'w') => {
                    self.save(true);
                    Vec::new()
                }
                KeyCode::Char('d') => {
                    let discarded = self.run(Command::Discard);
                    self.recovery.clear();
                    [discarded, vec![Effect::Quit]].concat()
                }
                _ => Vec::new(),
            },
        }
    }

    fn press_help(&mut self, key: KeyEvent, from: usize) {
        let by = match keys::name_of(key).as_str() {
            "Down" | "j" => 1,
            "Up" | "k" => -1,
            "PageDown" | "Space" | "C-f" => 20,
            "PageUp" | "C-b" => -20,
            _ => return,
        };
        self.over = Over::Help(from.saturating_add_signed(by));
    }

    fn press_pane(&mut self, key: KeyEvent) -> Vec<Effect> {
        let name = keys::name_of(key);
        if key.code == KeyCode::Esc && self.chosen.take().is_some() {
            return Vec::new();
        }
        let Some(row) = KeyRow::find(Face::Terminal, self.pane, &name) else { return Vec::new() };
        let number = name.parse::<usize>().unwrap_or_default();
        match row.action {
            Action::Choose => self.run(Go::Choose(number)),
            Action::SortByColumn => self.sort_by_column(number.saturating_sub(1)),
            action => self.act(action),
        }
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Run(line) => match Command::parse(line) {
                Ok(command) => {
                    // On the list, edits are about the game that is selected.
                    if self.pane == Pane::List
                        && matches!(command, Command::Edit(_))
                        && let Err(error) = self.session.perform(Browse::Open)
                    {
                        self.fail(&error);
                        return Vec::new();
                    }
                    return self.run(command);
                }
                Err(error) => self.fail(&error),
            },
            Action::Rows(by) => {
                self.select(self.session.list().selected().saturating_add_signed(by))
            }
            Action::Pages(by) => {
                let by = by.saturating_mul(self.page_rows.max(2) as isize - 1);
                self.select(self.session.list().selected().saturating_add_signed(by));
            }
            Action::FirstRow => self.select(0),
            Action::LastRow => self.select(usize::MAX),
            Action::OpenRow => {
                let effects = self.run(Browse::Open);
                if self.session.open_game().is_some() && !self.message.is_error {
                    self.pane = Pane::Game;
                }
                return effects;
            }
            // These take the key itself, or are for pages.
            Action::SortByColumn
            | Action::Choose
            | Action::RunOnSquare(_)
            | Action::ToSquares
            | Action::Autoplay
            | Action::NextSquare
            | Action::NextPieceOnLine
            | Action::NextPieceOfRole
            | Action::ToEdge
            | Action::ToRank
            | Action::ToFile
            | Action::Touch
            | Action::PieceMoves => {}
            Action::BackToList => self.pane = Pane::List,
            Action::SwitchPane => match (self.pane, self.session.open_game()) {
                (Pane::List, Some(_)) => self.pane = Pane::Game,
                (Pane::List, None) => return self.act(Action::OpenRow),
                _ => self.pane = Pane::List,
            },
            Action::Ask(Ask::Comment) => self.edit_comment(false),
            Action::Ask(Ask::CommentBefore) => self.edit_comment(true),
            Action::Ask(ask) => self.ask(ask),
            Action::Menu(kind) => self.open_menu(kind),
            Action::SetUp => self.open_setup(),
            Action::Save => self.save(false),
            Action::Engine => self.toggle_engine(),
            Action::MoreLines => self.set_lines(self.line_count + 1),
            Action::FewerLines => self.set_lines(self.line_count - 1),
            Action::Tree => self.toggle_tree(),
            Action::Play => match self.live_game.is_some() {
                true => self.open_menu(MenuKind::EndGame),
                false => self.ask(Ask::Terms),
            },
            Action::Recover => self.recover(),
            Action::Quit => return self.quit(),
            Action::Help => self.over = Over::Help(0),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Redraw => return vec![Effect::Redraw],
        }
        Vec::new()
    }

    /// Restores what other runs have left.
    pub(super) fn recover(&mut self) {
        match self.recovery.take_back(&mut self.session) {
            Ok(said) => {
                if self.session.open_game().is_some() {
                    self.pane = Pane::Game;
                }
                self.moved();
                self.say(said);
            }
            Err(error) => self.fail(&error),
        }
    }

    fn quit(&mut self) -> Vec<Effect> {
        if self.saving.is_some() {
            self.fail(&SessionError::new("the file is being written"));
            return Vec::new();
        }
        if self.session.modified().is_empty() {
            return vec![Effect::Quit];
        }
        self.over = Over::Leave;
        Vec::new()
    }

    fn select(&mut self, row: usize) {
        self.run(Browse::Select(row));
    }

    fn sort_by_column(&mut self, column: usize) -> Vec<Effect> {
        let Some(field) = self.session.columns().get(column) else { return Vec::new() };
        let order = self.session.list().order.as_ref();
        let is_turned = order.is_some_and(|it| it.field == *field && !it.is_descending);
        let minus = if is_turned { "-" } else { "" };
        self.run(Browse::Sort(format!("{minus}{}", field.name())))
    }

    // ---- saving ----

    /// Saves in a separate thread, because a large file takes time.
    pub(super) fn save(&mut self, quits: bool) {
        let begun = match (&self.live_game, &self.saving) {
            (Some(live_game), _) => live_game.allows(&Command::Save, &self.session),
            (None, Some(_)) => Err(SessionError::new("the file is being written")),
            (None, None) => Ok(()),
        };
        let saving = match begun.and_then(|()| self.session.begin_saving()) {
            Ok(saving) => saving,
            Err(error) => return self.fail(&error),
        };
        // Other games have other numbers afterwards, so nothing may happen in between.
        if saving.deleted().next().is_some() {
            let done = self.session.perform(Command::Save).map(|reply| reply.text);
            return self.take_saved(done, quits);
        }
        let mut games = self.session.games().clone();
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let (added, done) = saving.save(&mut games);
            let _ = sender.send((saving, added, done));
        });
        self.saving = Some((receiver, quits));
        self.say("saving");
    }

    /// Takes the result of saving; returns whether to redraw.
    fn go_on_saving(&mut self) -> bool {
        let Some((receiver, quits)) = &self.saving else { return false };
        let quits = *quits;
        let done = match receiver.try_recv() {
            Ok((saving, added, done)) => {
                let said = match done.is_ok() || !added.is_empty() {
                    true => self.session.end_saving(&saving, &added),
                    false => Ok(Default::default()),
                };
                said.and_then(|reply| done.map(|()| reply.text))
            }
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Err(SessionError::new("saving has failed")),
        };
        self.saving = None;
        self.take_saved(done, quits);
        true
    }

    fn take_saved(&mut self, done: Result<String, SessionError>, quits: bool) {
        if self.session.open_game().is_none() {
            self.pane = Pane::List;
        }
        match done {
            Ok(said) => {
                self.say(said);
                if self.session.modified().is_empty() {
                    self.recovery.clear();
                    self.is_over = quits;
                }
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Whether something is being saved.
    #[cfg(test)]
    pub(super) fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    // ---- engine and tree ----

    fn toggle_engine(&mut self) {
        if self.analyst.take().is_some() {
            self.say("the engine is stopped");
        } else if self.engines.engine.is_some() {
            self.start_engine();
        } else {
            self.ask(Ask::Engine);
        }
    }

    fn start_engine(&mut self) {
        let Some(engine) = &self.engines.engine else { return };
        self.analyst = Some(Analyst::start(engine, self.line_count));
        self.ask_engine();
    }

    fn set_lines(&mut self, line_count: u32) {
        self.line_count = line_count.clamp(1, 9);
        if self.analyst.is_some() {
            self.start_engine();
        } else {
            self.say(format!("the engine will show {} lines", self.line_count));
        }
    }

    /// Shows the tree, or hides it. Without an index, asks where its moves are to come from.
    fn toggle_tree(&mut self) {
        if self.session.tree().is_some() {
            self.run(Command::Tree(TreeRequest::Off));
            return;
        }
        self.run(Command::Tree(TreeRequest::Show));
        if self.session.tree().is_none() {
            // The title of the menu says the same.
            if self.message.text == pgn_view::no_index().to_string() {
                self.message = StatusLine::default();
            }
            self.open_menu(MenuKind::Tree);
        }
    }

    /// A move in SAN, in the letters that were chosen.
    pub(super) fn spelled(&self, san: &str) -> String {
        match self.session.language() {
            Some(language) => language.letters.from_english(san).as_str().to_owned(),
            None => san.to_owned(),
        }
    }

    // ---- what is possible ----

    /// The rows of the key table for the bottom line: keys that have an effect now.
    pub(super) fn possible(&self) -> impl Iterator<Item = &'static KeyRow> {
        let editor = self.session.editor();
        let next_count = editor.map_or(0, |editor| editor.continuations().len());
        let beside_count = editor
            .map_or(0, |editor| pgn_view::alternatives(editor.game().tree(), editor.node()).len());
        let row_count = self.session.n_rows();
        let has_list_before = self.session.lists().n_steps() > 0;
        let is_start = editor.is_some_and(|editor| editor.node() == NodeId::ROOT);
        let (can_undo, can_redo) = match editor {
            Some(editor) => (editor.can_undo(), editor.can_redo()),
            None => (false, false),
        };
        let is_modified = !self.session.modified().is_empty();
        let pane = self.pane;
        KEYS.iter().filter(move |row| {
            let is_here = row.pane == pane || row.pane == Pane::Both;
            is_here
                && !row.short.is_empty()
                && row.keys(Face::Terminal).next().is_some()
                && match row.short {
                    "open" => row_count > 0,
                    "sort" | "game" => row_count > 1,
                    "list before" => has_list_before,
                    "next" => next_count > 0,
                    "variations" => beside_count > 1,
                    "back" => !is_start,
                    "undo" => can_undo,
                    "redo" => can_redo,
                    "save" => is_modified,
                    _ => true,
                }
        })
    }
}

/// The moves of a position in SAN.
fn sans(position: &Position) -> Vec<String> {
    let mut all: Vec<String> =
        position.legal_moves().as_slice().iter().map(|&mv| san_of(position, mv)).collect();
    all.sort_unstable();
    all
}

fn san_of(position: &Position, mv: Move) -> String {
    let mut board = *position;
    pgnkit::chess::notation::san::play_to_text(&mut board, mv).as_str().to_owned()
}
