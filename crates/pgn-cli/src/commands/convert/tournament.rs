//! `--tournament`: a page with the standings and the rounds of an event above its games, or a
//! folder with a page for each game.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::commands::stats::standings;
use crate::publish::{create_folder, publish};
use crate::rewrite::{Rewritten, TournamentGame, interactive};
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::identity::Identity;
use pgn_db::output::{Draft, Sealed};
use pgn_db::split::{Existing, Numbering, Part, Publication, Writing};
use pgn_db::standings::{Entry, Event, TieBreak};
use pgnkit::score_sheet;

/// The limit of the games of a page, in bytes of HTML.
const GAMES_BYTES_MAX: usize = 256 << 20;

/// The games of the page so far.
#[derive(Default)]
pub(super) struct Tournament {
    games: Vec<TournamentGame>,
    html: Vec<u8>,
}

impl Tournament {
    /// Adds the games of a chunk.
    ///
    /// # Errors
    /// When there are too many for a page.
    pub(super) fn take(&mut self, rewritten: Rewritten) -> Result<(), Error> {
        let offset = self.html.len();
        if offset + rewritten.text.len() > GAMES_BYTES_MAX {
            let why = "the games are too many";
            let hint = "`--where` selects an event";
            return Err(Error::new(ErrorKind::Unsupported, "--tournament", why).with_hint(hint));
        }
        self.html.extend_from_slice(&rewritten.text);
        let moved = |game: TournamentGame| TournamentGame { begin: game.begin + offset, ..game };
        self.games.extend(rewritten.tournament_games.into_iter().map(moved));
        Ok(())
    }

    /// The whole page.
    ///
    /// # Errors
    /// When the games are of several events.
    pub(super) fn page(
        self,
        title: Option<&str>,
        tie_breaks: &[TieBreak],
    ) -> Result<Vec<u8>, Error> {
        let EventParts { heading, standings, .. } = self.event(tie_breaks)?;
        let link = |n: usize| format!("#game-{}", n + 1);
        let mut page = self.index(title.unwrap_or(&heading), &standings, link).into_bytes();
        for n in 0..self.games.len() {
            page.extend_from_slice(format!("<section id=\"game-{}\">\n", n + 1).as_bytes());
            page.extend_from_slice(self.game(n));
            page.extend_from_slice(
                b"<p class=\"back\"><a href=\"#rounds\">All games</a></p>\n</section>\n",
            );
        }
        page.extend_from_slice(score_sheet::FOOT.as_bytes());
        Ok(page)
    }

    /// The pages of a folder: an index with the standings and pairings, and a page for each game.
    /// No page will replace one of `inputs`.
    ///
    /// # Errors
    /// When the games are of several events, or a file cannot be written.
    pub(super) fn pages(
        self,
        title: Option<&str>,
        tie_breaks: &[TieBreak],
        (folder, inputs): (&Path, HashSet<Identity>),
    ) -> Result<PageFolder, Error> {
        let event = self.event(tie_breaks)?;
        let mut folder = PageFolder::create(folder, inputs)?;
        let width = self.games.len().to_string().len();
        let name = |n: usize| format!("game-{:0width$}", n + 1);
        let link = |n: usize| name(n) + ".html";
        let index = self.index(title.unwrap_or(&event.heading), &event.standings, link);
        folder.add("index", &[index.as_bytes(), score_sheet::FOOT.as_bytes()])?;
        let title = title.unwrap_or(&event.name);
        let neighbor = |n: Option<usize>, word: &str| {
            let n = n.filter(|&n| n < self.games.len());
            n.map_or_else(String::new, |n| format!(" · <a href=\"{}\">{word}</a>", link(n)))
        };
        for n in 0..self.games.len() {
            let head = score_sheet::head(&format!("{title}, game {}", n + 1));
            let foot = format!(
                "<p class=\"back\"><a href=\"index.html\">All games</a>{}{}</p>\n{}",
                neighbor(n.checked_sub(1), "Previous"),
                neighbor(n.checked_add(1), "Next"),
                score_sheet::FOOT,
            );
            folder.add(&name(n), &[head.as_bytes(), self.game(n), foot.as_bytes()])?;
        }
        Ok(folder)
    }

    /// The event of the games, with its standings.
    fn event(&self, tie_breaks: &[TieBreak]) -> Result<EventParts, Error> {
        let mut entries: Vec<Entry> =
            self.games.iter().filter_map(|game| game.entry.clone()).collect();
        let events: BTreeSet<&str> = entries.iter().map(|entry| entry.event[0].as_str()).collect();
        if events.len() > 1 {
            let names: Vec<&str> = events.iter().take(3).copied().collect();
            let why = format!("expected one event, found {}: {}", events.len(), names.join(", "));
            let hint = "select one: --where 'event = \"NAME\"'";
            return Err(Error::new(ErrorKind::Unsupported, "--tournament", why).with_hint(hint));
        }
        let name = events.first().filter(|name| !name.is_empty());
        let name = name.map_or_else(|| "Tournament".to_owned(), |&name| name.to_owned());
        entries.sort_by_key(|entry| (entry.date, entry.round_numbers()));
        let (heading, standings) = match entries.is_empty() {
            true => ("Tournament".to_owned(), "<p>No games with players</p>\n".to_owned()),
            false => standings::html_part(&Event::of(&entries, None), tie_breaks)?,
        };
        Ok(EventParts { name, heading, standings })
    }

    /// The page up to the first game.
    fn index(&self, title: &str, standings: &str, link: impl Fn(usize) -> String) -> String {
        let mut page = score_sheet::head(title);
        // Writing to a String cannot fail.
        let _ = write!(page, "<section class=\"standings\">\n{standings}</section>\n");
        page + &self.rounds(link)
    }

    /// The article of a game.
    fn game(&self, n: usize) -> &[u8] {
        let end = self.games.get(n + 1).map_or(self.html.len(), |next| next.begin);
        &self.html[self.games[n].begin..end]
    }

    /// The pairings of each round, with links to the games; games without a round at the end.
    fn rounds(&self, link: impl Fn(usize) -> String) -> String {
        let mut rounds: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (n, game) in self.games.iter().enumerate() {
            let round =
                game.entry.as_ref().and_then(|entry| entry.round_numbers().first().copied());
            rounds.entry(round.unwrap_or(u64::MAX)).or_default().push(n);
        }
        let mut html = "<div id=\"rounds\" class=\"rounds\">\n".to_owned();
        for (round, games) in rounds {
            // Writing to a String cannot fail.
            let _ = match round {
                u64::MAX => writeln!(html, "<section>\n<h2>Games</h2>\n<ul>"),
                round => writeln!(html, "<section>\n<h2>Round {round}</h2>\n<ul>"),
            };
            for n in games {
                let TournamentGame { caption, outcome, .. } = &self.games[n];
                let (link, caption) = (link(n), interactive::escaped(caption));
                let _ = writeln!(
                    html,
                    "<li><a href=\"{link}\">{caption}</a> <span>{outcome}</span></li>"
                );
            }
            html.push_str("</ul>\n</section>\n");
        }
        html.push_str("</div>\n");
        html
    }
}

/// An event and its standings, for a page.
struct EventParts {
    name: String,
    /// The name with place and dates.
    heading: String,
    standings: String,
}

/// A folder of pages, which get their names when all are complete.
pub(super) struct PageFolder {
    folder: PathBuf,
    publication: Publication,
}

impl PageFolder {
    fn create(folder: &Path, inputs: HashSet<Identity>) -> Result<PageFolder, Error> {
        create_folder(folder)?;
        let publication = Publication::begin(folder, Existing::Replace, Writing::Files, inputs)?;
        Ok(PageFolder { folder: folder.to_owned(), publication: publication.with_suffix(".html") })
    }

    fn add(&mut self, name: &str, parts: &[&[u8]]) -> Result<(), Error> {
        let write = || -> io::Result<Sealed> {
            let mut draft = Draft::create_in(&self.folder)?;
            parts.iter().try_for_each(|part| draft.write_all(part))?;
            draft.seal()
        };
        let to_error = |error| Error::from_io(self.folder.display().to_string(), error);
        let file = Some(write().map_err(to_error)?);
        self.publication.add(name, vec![Part { file, game_count: 1 }], Numbering::OfSeveral)
    }

    /// Gives the pages their names; those that exist are replaced.
    ///
    /// # Errors
    /// Errors of the system.
    pub(super) fn publish(self, console: &Console) -> Result<(), Error> {
        let pages = counted(self.publication.paths().len() as u64, "page", "pages");
        publish(self.publication, &self.folder, console)?;
        console.say(&format!("{pages} in {}", self.folder.display()));
        Ok(())
    }
}
