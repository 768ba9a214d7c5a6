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
    pub(super) game_count_min: u64,
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
    pub(super) shown_count: usize,
    pub(super) title: String,
    /// The criteria that were asked for; empty for the default.
    pub(super) tie_breaks: &'a [TieBreak],
}

/// Events that are shown, and the others.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    shown_count: u64,
    event_count: u64,
    game_count: u64,
    /// Games without the name of a player.
    nameless_count: u64,
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
    let Gathered { events, folder, head, nameless_count, unwanted_count } = gathered;
    let to_error = |error| temporary_file_error(&folder, error);
    let mut groups = events.finish().map_err(to_error)?;
    let mut left_out = Account { nameless_count, ..Account::default() };
    let mut account = Games {
        input_count: head.game_count,
        output_count: 0,
        rejected_count: nameless_count + unwanted_count,
    };
    let facts = vec![
        Fact::new("files", ColumnKind::Integer, head.file_count),
        Fact::new("games_read", ColumnKind::Integer, head.game_count),
    ];
    let title = "Standings".to_owned();
    writer.begin(&Report { title, facts, names: ["events", "standings"], lines: Vec::new() })?;
    while let Some(group) = groups.next_group().map_err(to_error)? {
        match group {
            Group::TooLarge(name, game_count) => {
                let why = format!("{game_count} games do not fit into memory and were left out");
                let error = Error::new(ErrorKind::Unsupported, format!("event `{name}`"), why);
                report.on_error(&error.with_hint("a larger `--memory` may help"));
                account.rejected_count += game_count;
            }
            Group::Event(entries) => {
                let event = Event::of(&entries, wanted.alike);
                let game_count = event.meetings.len() as u64;
                account.output_count += game_count;
                if wanted.wants(&event) {
                    left_out.shown_count += 1;
                    show(&event, wanted, format, &mut writer)?;
                } else {
                    left_out.event_count += 1;
                    left_out.game_count += game_count;
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
            ("events_not_shown", self.event_count),
            ("games_not_shown", self.game_count),
            ("games_without_names", self.nameless_count),
        ]
        .map(|(name, n)| Fact::new(name, ColumnKind::Integer, n))
    }

    fn notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.shown_count == 0 {
            notes.push("No events".to_owned());
        }
        let games = |n: u64| counted(n, "game", "games");
        if self.event_count > 0 {
            let events = counted(self.event_count, "more event", "more events");
            notes.push(format!("{events} not shown, {}", games(self.game_count)));
        }
        if self.nameless_count > 0 {
            notes.push(format!("{} without the name of a player", games(self.nameless_count)));
        }
        notes
    }
}

impl StandingsOptions {
    fn wants(&self, event: &Event) -> bool {
        let is_it = |player: &WantedPlayer| event.seats.iter().any(|seat| player.is(&seat.name));
        event.meetings.len() as u64 >= self.game_count_min && self.player.as_ref().is_none_or(is_it)
    }
}

fn show(
    event: &Event,
    wanted: &StandingsOptions,
    format: Format,
    writer: &mut Writer<'_>,
) -> Result<(), Error> {
    let standings = standings_of(event, &wanted.tie_breaks);
    let player_count = event.seats.len();
    let shown_count = match usize::try_from(wanted.top) {
        Ok(0) | Err(_) => player_count,
        Ok(top) => top.min(player_count),
    };
    let title = table::heading(event);
    let tie_breaks = &wanted.tie_breaks;
    let shown = Shown { event, standings: &standings, shown_count, title, tie_breaks };
    table::write(&shown, format, writer)
}

/// The standings with these tie-breaks; without any, with the usual ones for the kind of event.
fn standings_of(event: &Event, tie_breaks: &[TieBreak]) -> Standings {
    let kind = Kind::of(event);
    let tie_breaks = if tie_breaks.is_empty() { usual_tie_breaks(kind) } else { tie_breaks };
    Standings::of(event, kind, tie_breaks)
}

/// The name, place and dates of an event, and its tables as a part of a web page.
///
/// # Errors
/// None that depend on the event.
pub(in crate::commands) fn html_part(
    event: &Event,
    tie_breaks: &[TieBreak],
) -> Result<(String, String), Error> {
    let mut part = Vec::new();
    let mut sink = |bytes: &[u8]| {
        part.extend_from_slice(bytes);
        Ok(())
    };
    let mut writer = Writer::new(Format::Html, TextOptions::default(), Cells::Guarded, &mut sink);
    let standings = standings_of(event, tie_breaks);
    let (shown_count, title) = (event.seats.len(), "Standings".to_owned());
    let shown = Shown { event, standings: &standings, shown_count, title, tie_breaks };
    table::write(&shown, Format::Html, &mut writer)?;
    writer.end_part()?;
    Ok((table::heading(event), String::from_utf8_lossy(&part).into_owned()))
}

/// A gatherer of events.
pub(super) fn gatherer(folder: Folder, by: EventBy, memory_bytes: usize) -> Gathered {
    Gathered::new(folder, by, memory_bytes)
}
