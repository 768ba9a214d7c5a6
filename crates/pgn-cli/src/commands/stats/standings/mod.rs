//! `pgn stats --standings`: each event with its crosstable.
//!
//! Start at [`run`].

use std::sync::Arc;

mod collect;
mod table;

use crate::collect::SourceReporter;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::indexed::UseIndex;
use crate::memory::temporary_file_error;
use crate::output::Output;
use crate::report;
use crate::terminal::counted;
use collect::Gathered;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::report::{Cells, Fact, Format, Kind as ColumnKind, Report, TextOptions, Writer};
use pgn_db::scan;
use pgn_db::sort::Folder;
use pgn_db::source::Inputs;
use pgn_db::standings::{
    Enter, Event, EventBy, Group, Kind, Standings, TieBreak, usual_tie_breaks,
};
use pgn_db::stats::WantedPlayer;
use pgn_query::Query;
use pgn_query::name::Alike;

/// The options for events.
pub(super) struct StandingsOptions {
    /// Only games that match this.
    pub(super) query: Option<Arc<Query>>,
    /// Only events with this player.
    pub(super) player: Option<WantedPlayer>,
    /// The minimum number of games in an event.
    pub(super) n_games_min: u64,
    /// The number of players of each; 0 means all.
    pub(super) top: u64,
    /// The criteria for equal points; empty means the default for the kind.
    pub(super) tie_breaks: Vec<TieBreak>,
    /// How names are compared, if not letter by letter.
    pub(super) alike: Option<Alike>,
}

/// An event, ready to be written.
pub(super) struct Shown<'a> {
    pub(super) event: &'a Event,
    pub(super) standings: &'a Standings,
    /// How many players are shown.
    pub(super) n_shown: usize,
}

/// Events that are shown, and the others.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    n_shown: u64,
    n_events: u64,
    n_games: u64,
    /// Games without the name of a player.
    n_nameless: u64,
}

/// The input, and how to read it.
pub(super) struct StandingsInput {
    pub(super) inputs: Inputs,
    pub(super) options: scan::Options,
    pub(super) index: UseIndex,
}

/// Reads games and writes events.
pub(super) fn run(
    input: StandingsInput,
    mut collector: SourceReporter<'_, Gathered>,
    wanted: &StandingsOptions,
    form: (Format, TextOptions, Cells),
    output: &mut Output,
) -> Result<Exit, Error> {
    let StandingsInput { inputs, options, index } = input;
    let console = collector.report.console;
    index.scan((inputs, options), wanted.query.clone(), Enter, &mut collector, console)?;
    let mut exit = Exit::Clean;
    report::write(output, form, |writer| {
        exit = write(collector, wanted, form.0, writer)?;
        Ok(())
    })?;
    Ok(exit)
}

fn write(
    collector: SourceReporter<'_, Gathered>,
    wanted: &StandingsOptions,
    format: Format,
    mut writer: Writer<'_>,
) -> Result<Exit, Error> {
    let SourceReporter { taken: gathered, mut report } = collector;
    let Gathered { events, folder, head, n_nameless, n_unwanted } = gathered;
    let to_error = |error| temporary_file_error(&folder, error);
    let mut groups = events.finish().map_err(to_error)?;
    let mut left_out = Account { n_nameless, ..Account::default() };
    let mut account = Games { n_in: head.n_games, n_out: 0, n_rejected: n_nameless + n_unwanted };
    let facts = vec![
        Fact::new("files", ColumnKind::Integer, head.n_files),
        Fact::new("games_read", ColumnKind::Integer, head.n_games),
    ];
    let title = "Standings".to_owned();
    writer.begin(&Report { title, facts, names: ["events", "standings"], lines: Vec::new() })?;
    while let Some(group) = groups.next_group().map_err(to_error)? {
        match group {
            Group::TooLarge(name, n_games) => {
                let why = format!("{n_games} games do not fit into memory and were left out");
                let error = Error::new(ErrorKind::Unsupported, format!("event `{name}`"), why);
                report.on_error(&error.with_hint("a larger `--memory` may help"));
                account.n_rejected += n_games;
            }
            Group::Event(entries) => {
                let event = Event::of(&entries, wanted.alike);
                let n_games = event.meetings.len() as u64;
                account.n_out += n_games;
                if wanted.wants(&event) {
                    left_out.n_shown += 1;
                    show(&event, wanted, format, &mut writer)?;
                } else {
                    left_out.n_events += 1;
                    left_out.n_games += n_games;
                }
            }
        }
    }
    account.close("stats")?;
    writer.end(&left_out.facts(), &left_out.notes())?;
    Ok(report.exit)
}

impl Account {
    fn facts(self) -> [Fact; 3] {
        [
            ("events_not_shown", self.n_events),
            ("games_not_shown", self.n_games),
            ("games_without_names", self.n_nameless),
        ]
        .map(|(name, n)| Fact::new(name, ColumnKind::Integer, n))
    }

    fn notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.n_shown == 0 {
            notes.push("No events".to_owned());
        }
        let games = |n: u64| counted(n, "game", "games");
        if self.n_events > 0 {
            let events = counted(self.n_events, "more event", "more events");
            notes.push(format!("{events} not shown, {}", games(self.n_games)));
        }
        if self.n_nameless > 0 {
            notes.push(format!("{} without the name of a player", games(self.n_nameless)));
        }
        notes
    }
}

impl StandingsOptions {
    fn wants(&self, event: &Event) -> bool {
        let is_it = |player: &WantedPlayer| event.seats.iter().any(|seat| player.is(&seat.name));
        event.meetings.len() as u64 >= self.n_games_min && self.player.as_ref().is_none_or(is_it)
    }
}

fn show(
    event: &Event,
    wanted: &StandingsOptions,
    format: Format,
    writer: &mut Writer<'_>,
) -> Result<(), Error> {
    let kind = Kind::of(event);
    let tie_breaks = match wanted.tie_breaks.is_empty() {
        true => usual_tie_breaks(kind),
        false => &wanted.tie_breaks,
    };
    let standings = Standings::of(event, kind, tie_breaks);
    let n_players = event.seats.len();
    let n_shown = match usize::try_from(wanted.top) {
        Ok(0) | Err(_) => n_players,
        Ok(top) => top.min(n_players),
    };
    table::write(&Shown { event, standings: &standings, n_shown }, format, writer)
}

/// A gatherer of events.
pub(super) fn gatherer(folder: Folder, by: EventBy, memory_bytes: usize) -> Gathered {
    Gathered::new(folder, by, memory_bytes)
}
