//! The requests of pages about games: the progress of the list, its rows, a search, a game, saving.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hyper::StatusCode;
use pgn_db::library::{Library, NewText};
use pgn_formats::speech::{Phrase, Wording};
use pgn_query::Context;
use pgn_query::facts::Field;
use pgn_view::{
    Browse, COLUMNS, Command, Games, Lists, Order, PlayedMove, PlayedMoves, Results, Session,
    SessionError, Step, TreeChoice, TreeSource,
};
use pgnkit::chess::{Position, Variant, fen};
use serde_json::{Value, json};

use super::super::games::{FileGames, to_session_error};
use super::super::recovery::Recovery;
use super::{Answer, Refusal, whole};

/// The number of rows that are read out at once.
const ROWS_MAX: usize = 256;

/// The number of pages whose lists are kept; beyond that, the least recently used list is dropped.
const LISTS_MAX: usize = 16;

/// The games, and what is going on with them.
pub(in super::super) struct GameService {
    games: FileGames,
    context: Context,
    first: InitialView,
    columns: Vec<Field>,
    lists: Mutex<KeptLists>,
    recovery: Mutex<Recovery>,
    /// The moves that were played in positions, for all pages.
    tree: Mutex<Option<PageTree>>,
    /// How often games were saved; locked while they are.
    save_count: Mutex<u64>,
}

/// The tree of the pages.
struct PageTree {
    choice: TreeChoice,
    /// The game whose file has the index.
    game: Option<usize>,
    source: Result<Box<dyn TreeSource>, SessionError>,
}

impl PageTree {
    /// The moves of a position, or what is still to be done, as a page shows it.
    fn answer(&mut self, position: Option<Position>) -> Value {
        let without_moves = |busy: bool, status: String| {
            let moves: [Value; 0] = [];
            json!({ "busy": busy, "status": status, "games": 0, "moves": moves })
        };
        let failed = |error: &SessionError| without_moves(false, error.to_string());
        let busy = |status: String| without_moves(true, status);
        let source = match &mut self.source {
            Ok(source) => source,
            Err(error) => return failed(error),
        };
        match source.poll() {
            Err(error) => return failed(&error),
            Ok(progress) if !progress.is_done => {
                return busy(format!("Counting the moves: {} games read", progress.n_seen));
            }
            Ok(_) => {}
        }
        let Some(position) = position else {
            return failed(&SessionError::new("the moves of this game are not checked"));
        };
        match source.moves_at(&position) {
            None => busy("Looking the position up".to_owned()),
            Some(Err(error)) => failed(&error),
            Some(Ok(played)) => page_tree(&played, &position),
        }
    }
}

fn page_tree(played: &PlayedMoves, position: &Position) -> Value {
    let row = |row: &PlayedMove| {
        let Results { white, draw, black, .. } = row.results;
        let games = row.results.game_count();
        let score = row.results.percent(position.turn());
        json!({
            "san": row.san, "games": games, "score": score,
            "white": white, "draw": draw, "black": black,
        })
    };
    let limit =
        played.ply_max.map(|plies| Wording::english().say(Phrase::TreeDepth, &[&(plies / 2)]));
    json!({
        "busy": false,
        "status": limit,
        "games": played.game_count,
        "moves": played.moves.iter().map(row).collect::<Vec<_>>(),
    })
}

/// The initial view of a page.
pub(in super::super) struct InitialView {
    /// The title of the page.
    pub(in super::super) title: String,
    /// The search; none if it is empty.
    pub(in super::super) query: String,
    /// The game that is opened, from 0.
    pub(in super::super) game: Option<usize>,
}

#[derive(Default)]
struct KeptLists {
    last: u64,
    by_number: BTreeMap<u64, PageLists>,
}

/// The lists of a page, with the lines that made each out of the one before.
#[derive(Default)]
struct PageLists {
    lists: Lists,
    lines: Vec<String>,
    /// The number of the lists that were the latest ones at the time of the request.
    asked: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An edit that does not fit the current state of the files.
fn conflict(error: SessionError) -> Refusal {
    Refusal { status: StatusCode::CONFLICT, error }
}

fn wrong(error: SessionError) -> Refusal {
    Refusal { status: StatusCode::BAD_REQUEST, error }
}

fn in_json(value: &Value) -> Answer {
    whole("application/json", value.to_string())
}

impl GameService {
    pub(in super::super) fn new(
        library: Library,
        context: Context,
        first: InitialView,
        recovery: Recovery,
    ) -> GameService {
        GameService {
            games: FileGames::new(library),
            context,
            first,
            columns: COLUMNS.iter().filter_map(|name| Field::parse(name).ok()).collect(),
            lists: Mutex::default(),
            recovery: Mutex::new(recovery),
            tree: Mutex::default(),
            save_count: Mutex::new(0),
        }
    }

    fn library(&self) -> &Library {
        self.games.library()
    }

    /// The answer to a message; `token` and `engine` are part of the answer to `about`.
    pub(super) fn answer(
        &self,
        fields: &[&[u8]],
        token: &str,
        engine: Option<&str>,
    ) -> Result<Answer, Refusal> {
        if let [b"save", texts @ ..] = fields {
            return self.save(texts);
        }
        if let [b"append", texts @ ..] = fields {
            return self.append(texts);
        }
        let words: Result<Vec<&str>, _> = fields.iter().map(|it| str::from_utf8(it)).collect();
        let words = words.map_err(|_| Refusal::wrong("a field that is not UTF-8"))?;
        match *words {
            ["about"] => Ok(in_json(&json!({
                "token": token,
                "title": self.first.title,
                "query": self.first.query,
                "game": self.first.game,
                "engine": engine,
                "left": lock(&self.recovery).remark("`recover`"),
            }))),
            ["recover"] => self.recover(),
            ["recovered"] => {
                lock(&self.recovery).clear();
                Ok(in_json(&json!({})))
            }
            ["list", search] => self.list(search),
            ["search", list, ref lines @ ..] => self.search(list, lines),
            ["rows", search, from, to] => self.rows(search, number(from)?, number(to)?),
            ["game", game] => self.game(number(game)?),
            ["place", game] => {
                let place = self.library().place(number(game)?);
                let place = place.map_err(|error| conflict(to_session_error(&error)))?;
                Ok(in_json(&json!({ "file": place.file, "number": place.number })))
            }
            ["tree", request, game, fen, variant] => self.tree(request, game, fen, variant),
            _ => Err(Refusal::wrong("no such question")),
        }
    }

    /// How far list and search are. Without a search the list has all games.
    fn list(&self, search: &str) -> Result<Answer, Refusal> {
        let library = self.library();
        // Called in this order, so that nothing that is complete grows afterwards.
        let is_complete = library.is_complete();
        let game_count = library.game_count();
        let errors = library.errors();
        let of_files = errors.first().map(|error| error.to_string());
        let of_list = |lists: &Lists| {
            let list = lists.last();
            let queries: Vec<&str> = lists.queries().collect();
            json!({
                "games": game_count,
                "complete": is_complete,
                "rows": list.len(&self.games),
                "done": list.progress().is_done,
                "status": lists.status(),
                "queries": queries.join(" | "),
                "trouble": list.error().map(SessionError::to_string).or(of_files.clone()),
            })
        };
        let mut answer = match search {
            "" => of_list(&Lists::default()),
            search => self.with_lists(search, of_list)?,
        };
        answer["saves"] = json!(*lock(&self.save_count));
        Ok(in_json(&answer))
    }

    /// Shows the lists that these lines make, each from the previous one; the lists that already
    /// have that number stay. The new lists have another number, so that late answers are not
    /// mistaken for theirs.
    fn search(&self, list: &str, lines: &[&str]) -> Result<Answer, Refusal> {
        let mut steps = Vec::with_capacity(lines.len());
        for line in lines {
            steps.push(self.step(line).map_err(wrong)?);
        }
        let mut all = lock(&self.lists);
        let known = list.parse().ok().and_then(|number: u64| all.by_number.remove(&number));
        let PageLists { mut lists, lines: before, .. } = known.unwrap_or_default();
        let same_count = before.iter().zip(lines).take_while(|(a, b)| a == *b).count();
        lists.go_back_to(same_count);
        steps.drain(same_count..).for_each(|step| lists.push(&self.games, step));
        all.last += 1;
        let last = all.last;
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        all.by_number.insert(last, PageLists { lists, lines, asked: last });
        if all.by_number.len() > LISTS_MAX {
            let oldest = all.by_number.iter().min_by_key(|(_, kept)| kept.asked);
            if let Some(oldest) = oldest.map(|(&number, _)| number) {
                all.by_number.remove(&oldest);
            }
        }
        Ok(in_json(&json!({ "search": last.to_string() })))
    }

    /// The list that a typed command makes.
    fn step(&self, line: &str) -> Result<Step, SessionError> {
        match Command::parse(line)? {
            Command::Browse(Browse::Find(query)) => Step::find(&query, &self.context),
            Command::Browse(Browse::Sort(order)) => Ok(Step::Sort(Order::parse(&order)?)),
            _ => Err(SessionError::new(format!("{line}: expected find or sort"))),
        }
    }

    fn with_lists<T>(&self, list: &str, work: impl FnOnce(&Lists) -> T) -> Result<T, Refusal> {
        let mut all = lock(&self.lists);
        let last = all.last;
        let kept = list.parse().ok().and_then(|number: u64| all.by_number.get_mut(&number));
        let kept = kept.ok_or_else(|| Refusal::new(StatusCode::GONE, "there is no such list"))?;
        kept.asked = last;
        kept.lists.poll(&self.games);
        Ok(work(&kept.lists))
    }

    /// The rows of a range, as far as they exist.
    fn rows(&self, search: &str, from: usize, to: usize) -> Result<Answer, Refusal> {
        let to = to.min(from.saturating_add(ROWS_MAX));
        let games: Vec<usize> = match search {
            "" => (from..to.min(self.library().game_count())).collect(),
            search => self.with_lists(search, |lists| {
                (from..to).map_while(|row| lists.last().game(&self.games, row)).collect()
            })?,
        };
        let mut rows = Vec::with_capacity(games.len());
        let mut checked = String::new();
        for game in games {
            let place =
                self.library().place(game).map_err(|error| conflict(to_session_error(&error)))?;
            if place.file != checked {
                self.check(game)?;
                checked = place.file;
            }
            let heading = self.games.heading(game).map_err(conflict)?;
            let cells = heading.cells(&self.columns, game + 1);
            let row = json!({ "game": game, "modified": false, "deleted": false, "cells": cells });
            rows.push(row);
        }
        Ok(in_json(&json!({ "rows": rows })))
    }

    /// Sees that what is read of a game is what was listed.
    fn check(&self, game: usize) -> Result<(), Refusal> {
        let unchanged = self.library().check_unchanged(game);
        unchanged.map_err(|error| {
            conflict(
                to_session_error(&error).with_hint("start `pgn view` again to see what it is now"),
            )
        })
    }

    /// The text of a game, byte for byte.
    fn game(&self, game: usize) -> Result<Answer, Refusal> {
        if game >= self.library().game_count() {
            let game_count = self.library().game_count();
            let so_far = if self.library().is_complete() { "" } else { " so far" };
            return Err(Refusal::wrong(format!("there are {game_count} games{so_far}")));
        }
        self.check(game)?;
        let text = self.library().text(game).map_err(|error| conflict(to_session_error(&error)))?;
        Ok(whole("application/x-chess-pgn", text))
    }

    /// Restores the edits that earlier runs have left: returns the messages, then the number of
    /// each game, empty for a new one, and its text. Two edits of one game become a game and a new
    /// one. The files stay until a page reports that everything was saved or discarded.
    fn recover(&self) -> Result<Answer, Refusal> {
        let mut session = Session::new(self.games.clone(), self.context.clone());
        let said = lock(&self.recovery).take_back(&mut session).map_err(conflict)?;
        let mut message = Vec::new();
        put_field(&mut message, said.as_bytes());
        for edit in session.unsaved() {
            let is_new = session.is_new(edit.game);
            let number = if is_new { String::new() } else { edit.game.to_string() };
            put_field(&mut message, number.as_bytes());
            put_field(&mut message, &edit.text);
        }
        Ok(whole("application/octet-stream", message))
    }

    /// Adds new games after all others, at once, and returns the number of the first.
    fn append(&self, texts: &[&[u8]]) -> Result<Answer, Refusal> {
        let mut save_count = lock(&self.save_count);
        let games = self.library().append_all(texts);
        let games = games.map_err(|error| conflict(to_session_error(&error)))?;
        *save_count += 1;
        self.restart_tree();
        Ok(in_json(&json!({ "game": games.start })))
    }

    // ---- the tree ----

    /// What is known about the moves that were played in a position. `request` is what the user
    /// wants: `memory` or `index` begins to get them, for the file of a game; `off` ends that.
    fn tree(&self, request: &str, game: &str, fen: &str, variant: &str) -> Result<Answer, Refusal> {
        let mut tree = lock(&self.tree);
        let game = game.parse().ok();
        let open = |choice| {
            let source = self.games.tree(choice, game)?;
            Ok::<PageTree, SessionError>(PageTree { choice, game, source: Ok(source) })
        };
        match request {
            "" => {}
            "show" if tree.is_some() => {}
            // Without an index, the page asks where the moves are to come from.
            "show" => match open(TreeChoice::Index) {
                Ok(open) => *tree = Some(open),
                Err(error) => {
                    return Ok(in_json(&json!({ "tree": null, "offer": error.message })));
                }
            },
            "memory" => *tree = Some(open(TreeChoice::Memory).map_err(wrong)?),
            "index" => *tree = Some(open(TreeChoice::NewIndex).map_err(wrong)?),
            "off" => *tree = None,
            _ => return Err(Refusal::wrong("no such tree")),
        }
        let Some(open) = tree.as_mut() else {
            return Ok(in_json(&json!({ "tree": null, "offer": null })));
        };
        let variant = Variant::from_name(variant).unwrap_or_default();
        let position = fen::parse_as(fen.as_bytes(), fen::Mode::Lax, variant).ok();
        let tree = open.answer(position.map(|(position, _)| position));
        Ok(in_json(&json!({ "tree": tree, "offer": null })))
    }

    /// Counts the moves again, because games were saved.
    fn restart_tree(&self) {
        let mut tree = lock(&self.tree);
        if let Some(PageTree { choice, game, source }) = tree.as_mut() {
            *source = self.games.tree(*choice, *game);
        }
    }

    /// Saves games: for each, its number, its text as the page has it, and its new text, which is
    /// empty to delete the game.
    fn save(&self, texts: &[&[u8]]) -> Result<Answer, Refusal> {
        let (triples, []) = texts.as_chunks::<3>() else {
            return Err(Refusal::wrong("expected a number and two texts of each game"));
        };
        // One after the other, so that the compared text is the one that is replaced.
        let mut save_count = lock(&self.save_count);
        let (mut news, mut deleted) = (Vec::with_capacity(triples.len()), Vec::new());
        for [game, known, text] in triples {
            let game = number(str::from_utf8(game).unwrap_or_default())?;
            self.check(game)?;
            let now =
                self.library().text(game).map_err(|error| conflict(to_session_error(&error)))?;
            if now != *known {
                let why = format!("game {} was saved with other changes by another page", game + 1);
                let hint = "copy what you want to keep, and type `discard`";
                return Err(conflict(SessionError::new(why).with_hint(hint)));
            }
            match text.is_empty() {
                true => deleted.push(game),
                false => news.push(NewText { game, text: text.to_vec() }),
            }
        }
        let saved = self.library().save_and_delete(&news, &deleted);
        saved.map_err(|error| conflict(to_session_error(&error)))?;
        if !deleted.is_empty() {
            // The games in them have other numbers; pages make them again.
            lock(&self.lists).by_number.clear();
        }
        *save_count += 1;
        self.restart_tree();
        Ok(in_json(&json!({ "saves": *save_count })))
    }
}

fn put_field(message: &mut Vec<u8>, field: &[u8]) {
    message.extend_from_slice(&(field.len() as u32).to_le_bytes());
    message.extend_from_slice(field);
}

fn number(text: &str) -> Result<usize, Refusal> {
    text.parse().map_err(|_| Refusal::wrong("expected a number"))
}
