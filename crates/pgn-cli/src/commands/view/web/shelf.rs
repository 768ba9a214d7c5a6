//! What pages ask about games: how far the list is, its rows, a search, a game, to save some.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hyper::StatusCode;
use pgn_db::library::{self, Library, NewText};
use pgn_query::facts::Field;
use pgn_query::{Context, Query};
use pgn_view::{COLUMNS, Games, Order, Trouble};
use serde_json::{Value, json};

use super::super::games::{FileGames, to_trouble};
use super::{Answer, Refusal, whole};

/// How many rows are told at once.
const ROWS_MAX: usize = 256;

/// How many searches are kept; of more the one that was not asked about for longest is forgotten.
const SEARCHES_MAX: usize = 16;

/// The games, and what is going on with them.
pub(in super::super) struct Shelf {
    games: FileGames,
    context: Context,
    first: FirstSight,
    columns: Vec<Field>,
    searches: Mutex<Searches>,
    /// How often games were saved; locked while they are.
    n_saves: Mutex<u64>,
}

/// What a page shows at first.
pub(in super::super) struct FirstSight {
    /// What the page is called.
    pub(in super::super) title: String,
    /// What is searched for; nothing when it is empty.
    pub(in super::super) query: String,
    /// The game that is opened, from 0.
    pub(in super::super) game: Option<usize>,
}

#[derive(Default)]
struct Searches {
    last: u64,
    by_number: BTreeMap<u64, Found>,
}

/// A search and what it has found.
struct Found {
    search: library::Search,
    games: Vec<u32>,
    progress: library::Progress,
    trouble: Option<Trouble>,
    /// The number of the search that was the last one when it was asked about.
    asked: u64,
}

impl Found {
    fn poll(&mut self) {
        if self.progress.is_done {
            return;
        }
        match self.search.poll(&mut self.games) {
            Ok(progress) => self.progress = progress,
            Err(error) => {
                self.progress.is_done = true;
                self.trouble = Some(to_trouble(&error));
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What does not fit what the files are now.
fn conflict(trouble: Trouble) -> Refusal {
    Refusal { status: StatusCode::CONFLICT, trouble }
}

fn wrong(trouble: Trouble) -> Refusal {
    Refusal { status: StatusCode::BAD_REQUEST, trouble }
}

fn in_json(value: &Value) -> Answer {
    whole("application/json", value.to_string())
}

impl Shelf {
    pub(in super::super) fn new(library: Library, context: Context, first: FirstSight) -> Shelf {
        Shelf {
            games: FileGames::new(library),
            context,
            first,
            columns: COLUMNS.iter().filter_map(|name| Field::parse(name).ok()).collect(),
            searches: Mutex::default(),
            n_saves: Mutex::new(0),
        }
    }

    fn library(&self) -> &Library {
        self.games.library()
    }

    /// The answer to a message; `token` and `engine` are told to those who ask what this is.
    pub(super) fn answer(
        &self,
        fields: &[&[u8]],
        token: &str,
        engine: Option<&str>,
    ) -> Result<Answer, Refusal> {
        if let [b"save", texts @ ..] = fields {
            return self.save(texts);
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
            }))),
            ["list", search] => self.list(search),
            ["search", query, order] => self.search(query, order),
            ["rows", search, from, to] => self.rows(search, number(from)?, number(to)?),
            ["game", game] => self.game(number(game)?),
            _ => Err(Refusal::wrong("no such question")),
        }
    }

    /// How far list and search are. Without a search the list has all games.
    fn list(&self, search: &str) -> Result<Answer, Refusal> {
        let library = self.library();
        // Asked in this order, so that nothing that is complete grows afterwards.
        let is_complete = library.is_complete();
        let n_games = library.n_games();
        let errors = library.errors();
        let of_files = errors.first().map(|error| error.to_string());
        let (n_rows, progress, trouble) = match search {
            "" => (n_games, library::Progress { n_seen: n_games, is_done: true }, None),
            search => self.with_search(search, |found| {
                let trouble = found.trouble.as_ref().map(Trouble::to_string);
                (found.games.len(), found.progress, trouble)
            })?,
        };
        let n_saves = *lock(&self.n_saves);
        Ok(in_json(&json!({
            "games": n_games,
            "complete": is_complete,
            "rows": n_rows,
            "seen": progress.n_seen,
            "done": progress.is_done,
            "trouble": trouble.or(of_files),
            "saves": n_saves,
        })))
    }

    fn search(&self, query: &str, order: &str) -> Result<Answer, Refusal> {
        let query = match query.trim() {
            "" => None,
            query => Some(Query::parse(query, &self.context).map_err(|error| {
                let hint = error.hint().map(str::to_owned);
                let span = Some(error.span());
                wrong(Trouble { message: error.message().to_owned(), span, hint })
            })?),
        };
        let order = match order.trim() {
            "" => None,
            order => Some(Order::parse(order).map_err(wrong)?),
        };
        let order = order
            .map(|order| library::Order { field: order.field, is_descending: order.is_descending });
        let search = self.library().search(library::Request { among: None, query, order });
        let mut searches = lock(&self.searches);
        searches.last += 1;
        let last = searches.last;
        let progress = library::Progress::default();
        let found = Found { search, games: Vec::new(), progress, trouble: None, asked: last };
        searches.by_number.insert(last, found);
        if searches.by_number.len() > SEARCHES_MAX {
            let oldest = searches.by_number.iter().min_by_key(|(_, found)| found.asked);
            if let Some(oldest) = oldest.map(|(&number, _)| number) {
                searches.by_number.remove(&oldest);
            }
        }
        Ok(in_json(&json!({ "search": last.to_string() })))
    }

    fn with_search<T>(&self, search: &str, work: impl FnOnce(&Found) -> T) -> Result<T, Refusal> {
        let mut searches = lock(&self.searches);
        let last = searches.last;
        let found = search.parse().ok().and_then(|number: u64| searches.by_number.get_mut(&number));
        let found =
            found.ok_or_else(|| Refusal::new(StatusCode::GONE, "there is no such search"))?;
        found.asked = last;
        found.poll();
        Ok(work(found))
    }

    /// Rows from one to before another, as far as there are so many.
    fn rows(&self, search: &str, from: usize, to: usize) -> Result<Answer, Refusal> {
        let to = to.min(from.saturating_add(ROWS_MAX));
        let games: Vec<usize> = match search {
            "" => (from..to.min(self.library().n_games())).collect(),
            search => self.with_search(search, |found| {
                let games = found.games.iter().skip(from).take(to.saturating_sub(from));
                games.map(|&game| game as usize).collect()
            })?,
        };
        let mut rows = Vec::with_capacity(games.len());
        let mut checked = String::new();
        for game in games {
            let place = self.library().place(game).map_err(|error| conflict(to_trouble(&error)))?;
            if place.file != checked {
                self.check(game)?;
                checked = place.file;
            }
            let heading = self.games.heading(game).map_err(conflict)?;
            let cells = heading.cells(&self.columns);
            rows.push(json!({ "game": game, "modified": false, "cells": cells }));
        }
        Ok(in_json(&json!({ "rows": rows })))
    }

    /// Sees that what is read of a game is what was listed.
    fn check(&self, game: usize) -> Result<(), Refusal> {
        let unchanged = self.library().check_unchanged(game);
        unchanged.map_err(|error| {
            conflict(to_trouble(&error).with_hint("start `pgn view` again to see what it is now"))
        })
    }

    /// The text of a game, byte for byte.
    fn game(&self, game: usize) -> Result<Answer, Refusal> {
        if game >= self.library().n_games() {
            let n_games = self.library().n_games();
            let so_far = if self.library().is_complete() { "" } else { " so far" };
            return Err(Refusal::wrong(format!("there are {n_games} games{so_far}")));
        }
        self.check(game)?;
        let text = self.library().text(game).map_err(|error| conflict(to_trouble(&error)))?;
        Ok(whole("application/x-chess-pgn", text))
    }

    /// Saves games: of each its number, its text as the page knows it, and its new text.
    fn save(&self, texts: &[&[u8]]) -> Result<Answer, Refusal> {
        let (triples, []) = texts.as_chunks::<3>() else {
            return Err(Refusal::wrong("expected a number and two texts of each game"));
        };
        // One after the other: what is compared is what is replaced.
        let mut n_saves = lock(&self.n_saves);
        let mut news = Vec::with_capacity(triples.len());
        for [game, known, text] in triples {
            let game = number(str::from_utf8(game).unwrap_or_default())?;
            self.check(game)?;
            let now = self.library().text(game).map_err(|error| conflict(to_trouble(&error)))?;
            if now != *known {
                let why = format!("game {} was saved with other changes by another page", game + 1);
                let hint = "copy what you want to keep, and type `discard`";
                return Err(conflict(Trouble::new(why).with_hint(hint)));
            }
            news.push(NewText { game, text: text.to_vec() });
        }
        self.library().save(&news).map_err(|error| conflict(to_trouble(&error)))?;
        *n_saves += 1;
        Ok(in_json(&json!({ "saves": *n_saves })))
    }
}

fn number(text: &str) -> Result<usize, Refusal> {
    text.parse().map_err(|_| Refusal::wrong("expected a number"))
}
