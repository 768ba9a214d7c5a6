//! A reading session: commands in, a picture of the state out.

use std::collections::BTreeMap;

use pgn_formats::speech::{Phrase, PieceNames, Speech};
use pgn_query::facts::Field;
use pgn_query::{Context, Query};
use pgnkit::chess::notation::letters::Language;
use pgnkit::chess::notation::san::ResolveError;
use pgnkit::chess::{Color, Position};
use pgnkit::game::EditError;
use pgnkit::{Move, NodeId};

use crate::answers;
use crate::board::BoardView;
use crate::command::{Browse, Change, Command, Fold, Go};
use crate::editor::{CommentPlace, GameEditor};
use crate::engine::{Analysis, EngineLine, Report};
use crate::games::{Edit, Games, Heading, Opened, Order, Place, SessionError};
use crate::list::{GameList, Lists, Step};
use crate::memory::GamesInMemory;
use crate::open_tree::OpenTree;
use crate::pasted::{self, Pasted};
use crate::sentence::Sentence;

/// A reading session.
pub struct Session<G> {
    pub(crate) games: G,
    context: Context,
    pub(crate) speech: Speech,
    language: Option<&'static Language>,
    columns: Vec<Field>,
    pub(crate) lists: Lists,
    /// The game that is open.
    pub(crate) open: Option<usize>,
    /// It, and all that were edited and are not saved, or can be undone.
    pub(crate) editors: BTreeMap<usize, GameEditor>,
    side: Color,
    /// The evaluation of an engine, and the move and game of its position.
    pub(crate) analysis: Option<(usize, NodeId, Analysis)>,
    pub(crate) tree: Option<OpenTree>,
}

impl<G: std::fmt::Debug> std::fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Session");
        debug.field("games", &self.games).field("open", &self.open).finish_non_exhaustive()
    }
}

/// The effect of a command, as far as it is reported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Sentences, one per line; empty if the display shows everything.
    pub text: String,
    /// Whether the session is over.
    pub is_over: bool,
}

impl Reply {
    pub(crate) fn said(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), is_over: false }
    }
}

/// The number of rows of a list that are read out at once.
const ROWS_TOLD: usize = 10;

/// New games that are not saved have numbers from this one on downwards.
const LAST_NEW: usize = usize::MAX;

/// The number of new games.
const NEW_MAX: usize = 1 << 16;

/// The lowest number of a new game.
pub(crate) const FIRST_NEW: usize = LAST_NEW - NEW_MAX + 1;

/// The columns of a list, unless others are requested.
pub const COLUMNS: [&str; 9] =
    ["game", "white", "WhiteElo", "black", "BlackElo", "result", "date", "event", "eco"];

impl<G: Games> Session<G> {
    /// A session with all games listed and none open.
    ///
    /// ```
    /// use pgn_view::{Browse, Command, GamesInMemory, Go, Session};
    ///
    /// let games = GamesInMemory::new("one.pgn", b"1. e4 e5 *\n".to_vec());
    /// let mut session = Session::new(games, Default::default());
    /// session.perform(Browse::Open)?;
    /// session.perform(Go::Next)?;
    /// session.perform(Command::parse("c5")?)?;
    /// session.perform(Command::Save)?;
    /// assert_eq!(session.games().text(), b"1. e4 e5 (1... c5) *\n");
    /// # Ok::<(), pgn_view::SessionError>(())
    /// ```
    #[must_use]
    pub fn new(games: G, context: Context) -> Session<G> {
        let columns = COLUMNS.iter().filter_map(|name| Field::parse(name).ok()).collect();
        Session {
            games,
            context,
            speech: Speech::default(),
            language: None,
            columns,
            lists: Lists::default(),
            open: None,
            editors: BTreeMap::new(),
            side: Color::White,
            analysis: None,
            tree: None,
        }
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &G {
        &self.games
    }

    /// How to word moves and answers.
    #[must_use]
    pub fn speech(&self) -> &Speech {
        &self.speech
    }

    /// Sets how to word moves and answers.
    pub fn set_speech(&mut self, speech: Speech) {
        self.speech = speech;
    }

    /// Sets the language of the pieces: their names, and letters that are accepted in typed moves
    /// besides those of the standard.
    pub fn set_language(&mut self, language: &'static Language) {
        self.speech.pieces = PieceNames::find(language.name).unwrap_or_default();
        self.language = Some(language);
    }

    /// The language of the pieces, if one was chosen.
    #[must_use]
    pub fn language(&self) -> Option<&'static Language> {
        self.language
    }

    // ---- the list ----

    /// The list that is shown.
    #[must_use]
    pub fn list(&self) -> &GameList {
        self.lists.last()
    }

    /// It, and the lists that it was made from.
    #[must_use]
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// How many games the list has so far, with new ones.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.list().len(&self.games) + self.new_in_list().count()
    }

    /// The game in a row of the list; new games come after all others.
    #[must_use]
    pub fn game_at(&self, row: usize) -> Option<usize> {
        let game = self.list().game(&self.games, row);
        let new = || self.new_in_list().nth(row.checked_sub(self.list().len(&self.games))?);
        game.or_else(new)
    }

    /// How many games there are so far, with new ones.
    #[must_use]
    pub fn n_games(&self) -> usize {
        self.games.len() + self.new_games().count()
    }

    /// A game that is open, or has edits.
    #[must_use]
    pub fn editor_of(&self, game: usize) -> Option<&GameEditor> {
        self.editors.get(&game)
    }

    /// The number of a game among all, from 0; new games come after all others.
    #[must_use]
    pub fn number_of(&self, game: usize) -> usize {
        let new = self.new_games().position(|new| new == game);
        new.map_or(game, |new| self.games.len() + new)
    }

    /// The game with a number among all, from 1.
    ///
    /// # Errors
    /// If there is none, with how many there are.
    pub(crate) fn game_of_number(&self, number: usize) -> Result<usize, SessionError> {
        let at = number.checked_sub(1);
        let new = |at: usize| self.new_games().nth(at.checked_sub(self.games.len())?);
        let game = at.and_then(|at| if at < self.games.len() { Some(at) } else { new(at) });
        game.ok_or_else(|| {
            let there_are = match self.games.is_complete() {
                true => Phrase::ThereAreGames,
                false => Phrase::ThereAreGamesSoFar,
            };
            SessionError::of(Sentence::counting(there_are, self.n_games()))
        })
    }

    /// The new games that the list has: searches and orders are about saved games.
    fn new_in_list(&self) -> impl Iterator<Item = usize> {
        self.new_games().filter(|_| self.lists.n_steps() == 0)
    }

    /// The new games, in their order.
    pub(crate) fn new_games(&self) -> impl Iterator<Item = usize> {
        self.editors.range(FIRST_NEW..).rev().map(|(&game, _)| game)
    }

    /// The columns of the list.
    #[must_use]
    pub fn columns(&self) -> &[Field] {
        &self.columns
    }

    /// Sets the columns of the list.
    pub fn set_columns(&mut self, columns: Vec<Field>) {
        self.columns = columns;
    }

    /// The cells of a row of the list, one text per column; an unknown value is empty. For an
    /// edited game, its current tags.
    ///
    /// # Errors
    /// If there is no such row, or its game cannot be read.
    pub fn row(&self, row: usize) -> Result<Vec<String>, SessionError> {
        let game = self.game_at(row);
        let game = game.ok_or_else(|| SessionError::new("there is no such row"))?;
        let heading = match self.edited_heading(game) {
            Some(heading) => heading,
            None => self.games.heading(game)?,
        };
        Ok(heading.cells(&self.columns, self.number_of(game) + 1))
    }

    /// The same without waiting; `None` if there is no such row, or it will be known soon.
    #[must_use]
    pub fn row_soon(&self, row: usize) -> Option<Result<Vec<String>, SessionError>> {
        let game = self.game_at(row)?;
        let heading = self.edited_heading(game).map(Ok);
        let heading = heading.or_else(|| self.games.heading_soon(game))?;
        let number = self.number_of(game) + 1;
        Some(heading.map(|heading| heading.cells(&self.columns, number)))
    }

    fn edited_heading(&self, game: usize) -> Option<Heading> {
        let editor = self.editors.get(&game)?;
        Some(Heading { tags: editor.game().tags().clone(), place: editor.place().clone() })
    }

    /// Continues the searches of the lists and the tree; returns whether anything changed.
    pub fn poll(&mut self) -> bool {
        self.lists.poll(&self.games) | self.poll_tree()
    }

    // ---- the game ----

    /// The number of the game that is open, from 0.
    #[must_use]
    pub fn open_game(&self) -> Option<usize> {
        self.open
    }

    /// The game that is open.
    #[must_use]
    pub fn editor(&self) -> Option<&GameEditor> {
        self.open.and_then(|open| self.editors.get(&open))
    }

    pub(crate) fn editor_mut(&mut self) -> Result<&mut GameEditor, SessionError> {
        let editor = self.open.and_then(|open| self.editors.get_mut(&open));
        editor.ok_or_else(no_game_is_open)
    }

    /// The side at the bottom of the board.
    #[must_use]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The board and its display data; `None` if no game is open.
    #[must_use]
    pub fn board(&self) -> Option<BoardView> {
        self.editor().map(|editor| BoardView::of(editor.game(), editor.node(), self.side))
    }

    // ---- new games ----

    /// Begins a new game with this text and opens it; saving adds it after all others. Gives its
    /// number, which is another one once it is saved.
    ///
    /// # Errors
    /// When the text is not a game.
    pub fn begin_game(&mut self, text: &[u8]) -> Result<usize, SessionError> {
        let lowest = self.new_games().last().map_or(Some(LAST_NEW), |last| last.checked_sub(1));
        let number = lowest.filter(|&number| self.is_new(number));
        let number = number.ok_or_else(|| SessionError::new("too many new games are not saved"))?;
        self.take_unsaved(number, text, Place::default())?;
        Ok(number)
    }

    /// Begins a new game from a position and opens it.
    fn begin_from(&mut self, start: &Position) -> Result<Reply, SessionError> {
        let game = pasted::game_from(start)?;
        let game = self.begin_game(game.to_string().as_bytes())?;
        self.open_and_select(game)
    }

    /// Adds the games of a text; opens the first. What could not be read is reported.
    fn paste(&mut self, text: &str) -> Result<Reply, SessionError> {
        let Pasted { games, unread } = Pasted::read(text)?;
        let unread: Vec<String> = unread
            .into_iter()
            .map(|(line, beginning)| {
                self.speech.wording.say(Phrase::LineIsNoGame, &[&line, &beginning])
            })
            .collect();
        if games.is_empty() {
            let why = unread.into_iter().next().unwrap_or_else(|| "there is no text".to_owned());
            return Err(SessionError::new(why).with_hint("expected PGN or a FEN"));
        }
        let n_free = NEW_MAX - self.new_games().count().min(NEW_MAX);
        if games.len() > n_free {
            let why = format!("the text has {} games, and {n_free} can be added", games.len());
            return Err(SessionError::new(why).with_hint("save, or open the text as a file"));
        }
        let numbers: Vec<usize> =
            games.iter().map(|game| self.begin_game(game)).collect::<Result<_, _>>()?;
        let n_faulty = numbers.iter().filter(|game| !self.editors[game].faults().is_empty());
        let n_faulty = n_faulty.count();
        let first = numbers.first().copied().ok_or_else(no_game_is_open)?;
        self.open_and_select(first)?;
        let wording = self.speech.wording;
        let mut said = vec![wording.say_count(Phrase::NewGames, games.len() as u64, &[])];
        if n_faulty > 0 {
            said.push(wording.say(Phrase::FaultyGames, &[&n_faulty]));
        }
        said.extend(unread);
        Ok(Reply::said(said.join("; ")))
    }

    /// Opens a game, and selects it in the list of all games.
    fn open_and_select(&mut self, game: usize) -> Result<Reply, SessionError> {
        self.lists.go_back_to(0);
        let reply = self.open(game)?;
        self.select(self.number_of(game));
        Ok(reply)
    }

    /// Opens a game of the list with a text that was not saved, in place of what is there; deleted
    /// with an empty one.
    ///
    /// # Errors
    /// When the text is not a game, or the game is not there.
    pub fn restore(&mut self, game: usize, text: &[u8]) -> Result<(), SessionError> {
        let place = self.games.heading(game)?.place;
        if text.is_empty() {
            self.editors.remove(&game);
            self.open(game)?;
            self.editor_mut()?.delete_game();
            return Ok(());
        }
        self.take_unsaved(game, text, place)
    }

    fn take_unsaved(&mut self, game: usize, text: &[u8], place: Place) -> Result<(), SessionError> {
        let opened = GamesInMemory::new("", text.to_vec()).read(0)?;
        self.editors.insert(game, GameEditor::unsaved(Opened { place, ..opened }));
        self.open = Some(game);
        Ok(())
    }

    /// Whether the number is that of a new game, which is in no file.
    #[must_use]
    pub fn is_new(&self, game: usize) -> bool {
        game >= FIRST_NEW
    }

    /// Adds a move after a place in an open game, with a comment; see [`GameEditor::record`].
    ///
    /// # Errors
    /// When the game is not open, or the move not legal.
    pub fn record(
        &mut self,
        (game, after): (usize, NodeId),
        mv: Move,
        comment: &str,
    ) -> Result<NodeId, SessionError> {
        let editor = self.editors.get_mut(&game);
        let editor = editor.ok_or_else(|| SessionError::new("the game is not open"))?;
        editor.record(after, mv, comment).map_err(|error| edit_error(&error))
    }

    /// Sets a tag of a game that is open, or that has edits.
    ///
    /// # Errors
    /// As for [`GameEditor::set_tag`], and if it is neither.
    pub fn set_tag(&mut self, game: usize, name: &str, value: &str) -> Result<(), SessionError> {
        let editor = self.editors.get_mut(&game);
        editor.ok_or_else(|| SessionError::new("the game is not open"))?.set_tag(name, value)
    }

    // ---- edits ----

    /// The games that differ from what was saved.
    #[must_use]
    pub fn modified(&self) -> Vec<usize> {
        let is_modified = |(game, editor): &(&usize, &GameEditor)| {
            editor.is_modified() && !is_deleted_new(**game, editor)
        };
        let modified = self.editors.iter().filter(is_modified);
        modified.map(|(&game, _)| game).collect()
    }

    /// Of the games that differ from what was saved, a number that is another one after each edit.
    #[must_use]
    pub fn revisions(&self) -> Vec<(usize, u64)> {
        self.modified().into_iter().map(|game| (game, self.editors[&game].revision())).collect()
    }

    /// The texts of the games that differ from what was saved, to be kept in case of need.
    #[must_use]
    pub fn unsaved(&self) -> Vec<Edit> {
        let edit = |game: usize| Edit { game, text: self.editors[&game].text().0 };
        self.modified().into_iter().map(edit).collect()
    }

    // ---- the engine ----

    /// The position for the engine: the one on the board.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.editor().and_then(GameEditor::position)
    }

    /// Forgets an engine's evaluation and waits for that of `engine` for the position on the board.
    pub fn begin_analysis(&mut self, engine: &str) {
        let place = self.open.zip(self.editor().map(GameEditor::node));
        let analysis = Analysis { engine: engine.to_owned(), lines: Vec::new() };
        self.analysis = place.map(|(game, node)| (game, node, analysis));
    }

    /// Takes an engine's report about the position of [`Session::begin_analysis`]; drops it if the
    /// current place has changed since.
    pub fn hear(&mut self, report: &Report) {
        let Some(position) = self.position() else { return };
        let place = self.open.zip(self.editor().map(GameEditor::node));
        if let Some((game, node, analysis)) = &mut self.analysis
            && Some((*game, *node)) == place
        {
            analysis.take(EngineLine::of(report, &position));
        }
    }

    /// The engine's evaluation of the position on the board.
    #[must_use]
    pub fn analysis(&self) -> Option<&Analysis> {
        let place = self.open.zip(self.editor().map(GameEditor::node));
        let here = self.analysis.as_ref().filter(|(game, node, _)| Some((*game, *node)) == place);
        here.map(|(_, _, analysis)| analysis)
    }

    // ---- commands ----

    /// Executes a command.
    ///
    /// # Errors
    /// If it is not possible, with the reason; then nothing has changed.
    pub fn perform(&mut self, command: impl Into<Command>) -> Result<Reply, SessionError> {
        match command.into() {
            Command::Go(go) => self.perform_go(go),
            Command::Fold(fold) => self.perform_fold(&fold),
            Command::Edit(change) => self.perform_change(change),
            Command::Browse(browse) => self.perform_browse(browse),
            Command::Ask(question) => {
                let speech = self.speech;
                Ok(Reply::said(answers::answer(question, self.editor_mut()?, &speech)))
            }
            Command::Begin(text) => self.begin_from(&pasted::start(&text)?),
            Command::Paste(text) => self.paste(&text),
            Command::Merge(text) => self.merge(&text),
            Command::Tree(request) => self.perform_tree(request),
            Command::Flip => {
                self.side = self.side.other();
                Ok(Reply::default())
            }
            Command::Save => self.save(),
            // Each face has its own.
            Command::Help(_) => Ok(Reply::default()),
            Command::Program(_) => Err(SessionError::new("this is not done here")),
            Command::Discard => self.discard(),
            Command::Quit => match self.modified().len() {
                0 => Ok(Reply { text: String::new(), is_over: true }),
                n => {
                    let error = SessionError::of(Sentence::counting(Phrase::Unsaved, n));
                    Err(error.with_hint_of(Phrase::SaveOrDiscard))
                }
            },
        }
    }

    fn perform_go(&mut self, go: Go) -> Result<Reply, SessionError> {
        match go {
            Go::Next => self.go(GameEditor::forward, Phrase::AtEndOfLine),
            Go::Back => self.go(GameEditor::back, Phrase::AtStart),
            Go::Start => self.go(GameEditor::to_start, Phrase::AtStart),
            Go::End => self.go(GameEditor::to_end, Phrase::AtEndOfLine),
            Go::Down => self.go(|game| game.to_alternative(1), Phrase::NoMoveBelow),
            Go::Up => self.go(|game| game.to_alternative(-1), Phrase::NoMoveAbove),
            Go::Leave => self.go(GameEditor::leave_variation, Phrase::AtMainLine),
            Go::Choose(number) => self.choose(number),
            Go::To(node) => self.go(|game| game.go_to_existing(node), Phrase::NoSuchMove),
            Go::Jump(number, color) => self
                .go(|game| game.to_number(number, color == Color::White), Phrase::NoMoveWithNumber),
            Go::Seek(text) => self.go(|game| game.find_comment(&text), Phrase::NoCommentWithText),
        }
    }

    fn perform_fold(&mut self, fold: &Fold) -> Result<Reply, SessionError> {
        let work = |game: &mut GameEditor| match fold {
            Fold::Here => game.toggle_fold_here(),
            Fold::Variation(head) => game.toggle_fold(*head),
            Fold::All => {
                game.fold_all();
                true
            }
            Fold::None => {
                game.unfold_all();
                true
            }
        };
        self.quietly(work, Phrase::NoVariationHere)
    }

    fn perform_change(&mut self, change: Change) -> Result<Reply, SessionError> {
        let is_deleted = self.editor().is_some_and(GameEditor::is_deleted);
        if is_deleted && !matches!(change, Change::Undo | Change::Redo | Change::SetUp(_)) {
            return Err(
                SessionError::of(Phrase::GameIsDeleted).with_hint_of(Phrase::UndoRestoresIt)
            );
        }
        match change {
            Change::Play(text) => self.play(&text),
            Change::PlayMove(mv) => self.edit(|game| game.play(mv), true),
            Change::Comment(place, text) => self.edit(|game| game.comment(place, &text), false),
            Change::Uncomment => self.edit(
                |game| match game.comments_here().pop() {
                    Some((id, _)) => game.comment(CommentPlace::Existing(id), ""),
                    None => Ok(()),
                },
                false,
            ),
            Change::Nag(nag) => self.edit(|game| game.toggle_nag(nag), false),
            Change::Tag(name, value) => {
                self.editor_mut()?.set_tag(&name, &value)?;
                Ok(Reply::default())
            }
            Change::Promote => self.edit(GameEditor::promote, false),
            Change::PromoteToMainLine => self.edit(GameEditor::promote_to_main_line, false),
            Change::Demote => self.edit(GameEditor::demote, false),
            Change::DeleteVariation => self.edit(GameEditor::delete_variation, true),
            Change::DeleteMove => self.edit(GameEditor::delete_move, true),
            Change::DeleteRest => self.quietly(GameEditor::delete_rest, Phrase::NothingFollows),
            Change::DeleteGame => {
                self.editor_mut()?.delete_game();
                Ok(Reply::said(self.speech.wording.say(Phrase::DeletedWhenSaved, &[])))
            }
            Change::SetUp(text) => {
                let start = pasted::start(&text)?;
                match self.editor_mut() {
                    Ok(editor) if !editor.is_deleted() && editor.game().n_plies() == 0 => {
                        editor.set_start(&start)?;
                        self.describe_here()
                    }
                    _ => self.begin_from(&start),
                }
            }
            Change::Undo => self.quietly(GameEditor::undo, Phrase::NothingToUndo),
            Change::Redo => self.quietly(GameEditor::redo, Phrase::NothingToRedo),
        }
    }

    fn perform_browse(&mut self, browse: Browse) -> Result<Reply, SessionError> {
        match browse {
            Browse::Game(number) => {
                let game = self.game_of_number(number)?;
                self.open(game)
            }
            Browse::Select(row) => {
                self.select(row);
                Ok(Reply::default())
            }
            Browse::Open => self.open_row(self.list().selected()),
            Browse::NextGame => self.open_row(self.list().selected() + 1),
            Browse::PreviousGame => match self.list().selected().checked_sub(1) {
                Some(row) => self.open_row(row),
                None => Err(SessionError::of(Phrase::FirstGameOfList)),
            },
            Browse::Rows(row) => self.read_rows(row),
            Browse::Count => Ok(Reply::said(self.list_words())),
            Browse::Find(text) => self.find(&text),
            Browse::Sort(text) => self.sort(&text),
            Browse::Similar => {
                let unchecked = || SessionError::of(Phrase::Unchecked);
                let fen = self.position().ok_or_else(unchecked)?.fen();
                let fields: Vec<&str> = fen.as_str().split(' ').take(4).collect();
                self.find(&format!("position \"{}\"", fields.join(" ")))
            }
            Browse::PreviousList => match self.lists.n_steps().checked_sub(1) {
                Some(n_steps) => {
                    self.lists.go_back_to(n_steps);
                    Ok(Reply::said(self.list_words()))
                }
                None => Err(SessionError::of(Phrase::AllGames)),
            },
            Browse::All => {
                self.lists.go_back_to(0);
                Ok(Reply::said(self.list_words()))
            }
        }
    }

    pub(crate) fn select(&mut self, row: usize) {
        let n_rows = self.n_rows();
        self.lists.last_mut().select(n_rows, row);
    }

    /// Selects the last row if the list has fewer rows than before.
    pub(crate) fn keep_selection(&mut self) {
        if self.list().selected() >= self.n_rows() {
            self.select(usize::MAX);
        }
    }

    /// Gives up what is not saved; the game that is open is read again.
    fn discard(&mut self) -> Result<Reply, SessionError> {
        let modified = self.modified();
        self.editors.retain(|game, _| !modified.contains(game));
        self.keep_selection();
        match self.open.filter(|game| modified.contains(game)) {
            Some(game) if self.is_new(game) => {
                self.open = None;
                Ok(Reply::default())
            }
            Some(game) => self.open(game),
            None => Ok(Reply::default()),
        }
    }

    /// Goes somewhere and reports the new place.
    fn go(
        &mut self,
        go: impl FnOnce(&mut GameEditor) -> bool,
        otherwise: impl Into<Sentence>,
    ) -> Result<Reply, SessionError> {
        self.quietly(go, otherwise)?;
        self.describe_here()
    }

    fn describe_here(&mut self) -> Result<Reply, SessionError> {
        let speech = self.speech;
        Ok(Reply::said(answers::here(self.editor_mut()?, &speech)))
    }

    fn quietly(
        &mut self,
        work: impl FnOnce(&mut GameEditor) -> bool,
        otherwise: impl Into<Sentence>,
    ) -> Result<Reply, SessionError> {
        if work(self.editor_mut()?) {
            Ok(Reply::default())
        } else {
            Err(SessionError::of(otherwise))
        }
    }

    fn edit(
        &mut self,
        edit: impl FnOnce(&mut GameEditor) -> Result<(), EditError>,
        says_where: bool,
    ) -> Result<Reply, SessionError> {
        edit(self.editor_mut()?).map_err(|error| edit_error(&error))?;
        if says_where { self.describe_here() } else { Ok(Reply::default()) }
    }

    fn choose(&mut self, number: usize) -> Result<Reply, SessionError> {
        let moves = self.editor_mut()?.continuations();
        let chosen = number.checked_sub(1).and_then(|idx| moves.get(idx).copied());
        let n_moves = match moves.len() {
            0 => Phrase::NoMoveHere.into(),
            n => Sentence::counting(Phrase::OnlyMovesHere, n),
        };
        self.go(|game| chosen.inspect(|&node| game.go_to(node)).is_some(), n_moves)
    }

    /// The move that a text means in the position on the board.
    ///
    /// # Errors
    /// When it means none, or may mean several.
    pub fn resolve(&self, text: &str) -> Result<Move, SessionError> {
        let letters = self.language.map(|language| language.letters);
        let editor = self.editor().ok_or_else(no_game_is_open)?;
        editor.resolve_in(text, letters).map_err(|error| {
            let session_error = SessionError::new(format!("{text}: {error}"))
                .in_other_languages(Sentence::new(Phrase::NotPlayable, &[&text]));
            match Command::nearest(text) {
                Some(name) if matches!(error, EditError::Unresolved(_)) => {
                    session_error.with_hint_of(Sentence::new(Phrase::ThereIsACommand, &[&name]))
                }
                _ => session_error,
            }
        })
    }

    /// The moves that a text may mean in the position on the board, if these are several.
    #[must_use]
    pub fn candidates(&self, text: &str) -> Option<Vec<Move>> {
        let letters = self.language.map(|language| language.letters);
        match self.editor()?.resolve_in(text, letters) {
            Err(EditError::Unresolved(ResolveError::Ambiguous(found))) => {
                Some(found.moves().to_vec())
            }
            _ => None,
        }
    }

    fn play(&mut self, text: &str) -> Result<Reply, SessionError> {
        let mv = self.resolve(text)?;
        self.edit(|game| game.play(mv), true)
    }

    fn open_row(&mut self, row: usize) -> Result<Reply, SessionError> {
        let Some(game) = self.game_at(row) else {
            return Err(SessionError::of(match (self.n_rows(), self.list().progress().is_done) {
                (0, _) => Phrase::ListEmpty,
                (_, false) => Phrase::NoOtherSoFar,
                (_, true) => Phrase::LastGameOfList,
            }));
        };
        let reply = self.open(game)?;
        self.select(row);
        Ok(reply)
    }

    pub(crate) fn open(&mut self, game: usize) -> Result<Reply, SessionError> {
        if !self.editors.contains_key(&game) {
            let opened = self.games.read(game)?;
            self.editors.insert(game, GameEditor::new(opened));
        }
        let has_edits =
            |editor: &GameEditor| editor.is_modified() || editor.can_undo() || editor.can_redo();
        self.editors.retain(|&other, editor| other == game || has_edits(editor));
        self.open = Some(game);
        let editor = &self.editors[&game];
        let number = (!self.is_new(game)).then(|| game + 1);
        Ok(Reply::said(answers::heading(editor.game().tags(), number, &self.speech)))
    }

    fn read_rows(&mut self, row: Option<usize>) -> Result<Reply, SessionError> {
        let n_rows = self.n_rows();
        let rows = self.lists.last_mut().tell(n_rows, row, ROWS_TOLD);
        let mut said = vec![self.list_words() + "."];
        for row in rows {
            let cells = self.row(row)?;
            let known = self.columns.iter().zip(&cells).filter(|(_, cell)| !cell.is_empty());
            let words = known.map(|(column, cell)| answers::cell_words(column, cell, &self.speech));
            said.push(words.collect::<Vec<_>>().join(", ") + ".");
        }
        Ok(Reply::said(said.join("\n")))
    }

    fn find(&mut self, text: &str) -> Result<Reply, SessionError> {
        Ok(self.push_list(Step::find(text, &self.context)?))
    }

    /// The meaning of plain words in an expression that is being typed; `None` if it has none, or
    /// is not complete. Lists in files are not read.
    #[must_use]
    pub fn meaning(&self, text: &str) -> Option<String> {
        if text.contains('@') {
            return None;
        }
        let query = Query::parse(text, &self.context).ok()?;
        (query.meaning() != query.text()).then(|| query.meaning().to_owned())
    }

    fn sort(&mut self, text: &str) -> Result<Reply, SessionError> {
        Ok(self.push_list(Step::Sort(Order::parse(text)?)))
    }

    /// Shows a list of games of the one that is shown.
    fn push_list(&mut self, step: Step) -> Reply {
        self.lists.push(&self.games, step);
        Reply::said(self.list_words())
    }

    /// A description of the list: its number of games, its expressions, and unfinished work.
    #[must_use]
    pub fn list_words(&self) -> String {
        let (n, list) = (self.n_rows(), self.list());
        let is_all = self.lists.n_steps() == 0;
        let status = self.lists.status();
        let games = match status.is_some() || is_all && !self.games.is_complete() {
            true => Phrase::GameCountSoFar,
            false => Phrase::GameCount,
        };
        let mut words = self.speech.wording.say_count(games, n as u64, &[]);
        let queries = self.lists.queries_in(self.speech.wording);
        if !queries.is_empty() {
            words = words + ": " + &queries.join(" | ");
        }
        if let Some(status) = status {
            words = words + " (" + &status + ")";
        }
        match list.error() {
            Some(error) => format!("{words}; {}", error.say(self.speech.wording)),
            None => words,
        }
    }
}

/// Whether a game is new and deleted again, so that there is nothing to save.
pub(crate) fn is_deleted_new(game: usize, editor: &GameEditor) -> bool {
    game >= FIRST_NEW && editor.is_deleted()
}

pub(crate) fn no_game_is_open() -> SessionError {
    SessionError::of(Phrase::NoGameOpen).with_hint_of(Phrase::OpenOne)
}

/// Why an edit failed, in every language.
pub(crate) fn edit_error(error: &EditError) -> SessionError {
    let phrase = match error {
        EditError::Unchecked => Phrase::Unchecked,
        EditError::MainLine => Phrase::MainLineIsNone,
        EditError::EmptyLine => Phrase::EmptyLine,
        EditError::Illegal | EditError::Unresolved(_) => Phrase::Illegal,
        _ => Phrase::NotPossible,
    };
    SessionError::new(error.to_string()).in_other_languages(phrase)
}
