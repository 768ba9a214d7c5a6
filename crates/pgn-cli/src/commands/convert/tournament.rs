//! `--tournament`: a page with the standings and the rounds of an event above its games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::commands::stats::standings;
use crate::rewrite::{Rewritten, TournamentGame, interactive};
use pgn_db::error::{Error, ErrorKind};
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
            let why = "the games are too many for one page";
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
        let mut entries: Vec<Entry> =
            self.games.iter().filter_map(|game| game.entry.clone()).collect();
        let events: BTreeSet<&str> = entries.iter().map(|entry| entry.event[0].as_str()).collect();
        if events.len() > 1 {
            let names: Vec<&str> = events.iter().take(3).copied().collect();
            let why = format!("expected one event, found {}: {}", events.len(), names.join(", "));
            let hint = "select one: --where 'event = \"NAME\"'";
            return Err(Error::new(ErrorKind::Unsupported, "--tournament", why).with_hint(hint));
        }
        entries.sort_by_key(|entry| (entry.date, entry.round_numbers()));
        let (heading, standings) = match entries.is_empty() {
            true => ("Tournament".to_owned(), "<p>No games with players</p>\n".to_owned()),
            false => standings::html_part(&Event::of(&entries, None), tie_breaks)?,
        };
        let mut page = score_sheet::head(title.unwrap_or(&heading)).into_bytes();
        page.extend_from_slice(
            format!("<section class=\"standings\">\n{standings}</section>\n").as_bytes(),
        );
        page.extend_from_slice(self.rounds().as_bytes());
        for (n, game) in self.games.iter().enumerate() {
            let end = self.games.get(n + 1).map_or(self.html.len(), |next| next.begin);
            let number = n + 1;
            page.extend_from_slice(format!("<section id=\"game-{number}\">\n").as_bytes());
            page.extend_from_slice(&self.html[game.begin..end]);
            page.extend_from_slice(
                b"<p class=\"back\"><a href=\"#rounds\">All games</a></p>\n</section>\n",
            );
        }
        page.extend_from_slice(score_sheet::FOOT.as_bytes());
        Ok(page)
    }

    /// The pairings of each round, with links to the games; games without a round at the end.
    fn rounds(&self) -> String {
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
                let (number, caption) = (n + 1, interactive::escaped(caption));
                let _ = writeln!(
                    html,
                    "<li><a href=\"#game-{number}\">{caption}</a> <span>{outcome}</span></li>"
                );
            }
            html.push_str("</ul>\n</section>\n");
        }
        html.push_str("</div>\n");
        html
    }
}
