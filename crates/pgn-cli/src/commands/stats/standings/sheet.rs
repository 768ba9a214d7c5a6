//! An event as headings, columns and cells, whatever form they are written in.
//!
//! Owns: what stands in the tables of an event. Knows nothing of: how tables are drawn.
//! Standard: none.
//! Start at [`Sheet::of`].

use super::Shown;
use crate::commands::stats::form::date;
use crate::commands::stats::text::performance;
use crate::terminal::counted;
use pgn_db::standings::{Event, Kind, Meeting, Place, Standings, TieBreak, team_standings};

/// An event to be drawn.
pub(in super::super) struct Sheet {
    /// Event, site, section and dates.
    pub(in super::super) heading: String,
    /// Its kind and sizes.
    pub(in super::super) facts: String,
    /// The standings, with the crosstable if there is one.
    pub(in super::super) players: Grid,
    /// The standings of teams.
    pub(in super::super) teams: Option<Grid>,
    /// What else is to be said, a sentence each.
    pub(in super::super) notes: Vec<String>,
}

/// A table.
#[derive(Default)]
pub(in super::super) struct Grid {
    pub(in super::super) columns: Vec<Column>,
    pub(in super::super) rows: Vec<Vec<String>>,
}

/// A column.
pub(in super::super) struct Column {
    pub(in super::super) head: String,
    /// What it holds stands at the left side.
    pub(in super::super) is_text: bool,
}

/// More players than these have no crosstable, in which everyone has a column.
const CROSSTABLE_MAX: usize = 64;

/// More rounds than these have no columns.
const ROUNDS_MAX: usize = 64;

/// What stands between the columns of the players and those of the points.
enum Middle {
    /// A column for each player, so many games to a cell.
    Players(usize),
    /// A column for each round.
    Rounds(Vec<u64>),
    Nothing,
}

impl Sheet {
    pub(in super::super) fn of(shown: &Shown<'_>) -> Sheet {
        let Shown { event, standings, n_shown } = shown;
        let middle = middle(event, standings);
        let mut notes = Vec::new();
        if *n_shown < standings.places.len() {
            notes.push(counted(
                (standings.places.len() - n_shown) as u64,
                "player more",
                "players more",
            ));
        }
        match event.n_open() as u64 {
            0 => {}
            n => notes.push(counted(n, "game has no result", "games have no result")),
        }
        match standings.n_missing(event) {
            0 => {}
            n => notes.push(counted(n, "game is missing", "games are missing")),
        }
        Sheet {
            heading: heading(event),
            facts: facts(event, standings.kind),
            players: players(shown, &middle),
            teams: teams(event),
            notes,
        }
    }
}

fn heading(event: &Event) -> String {
    let mut parts: Vec<String> =
        event.names.iter().filter(|name| !name.is_empty()).cloned().collect();
    if event.names[0].is_empty() {
        parts.insert(0, "?".to_owned());
    }
    let [first, last] = event.dates;
    if first > 0 {
        let (first, last) = (date(u64::from(first)), date(u64::from(last)));
        parts.push(match last.starts_with(&first) {
            true => last,
            false => format!("{first} to {last}"),
        });
    }
    parts.join(", ")
}

fn facts(event: &Event, kind: Kind) -> String {
    let n_rounds = event.rounds().iter().filter(|&&round| round > 0).count() as u64;
    let mut facts = match kind {
        Kind::Other => String::new(),
        kind => format!("{kind}, "),
    };
    facts.push_str(&counted(event.seats.len() as u64, "player", "players"));
    if n_rounds > 0 {
        facts.push_str(&format!(", {}", counted(n_rounds, "round", "rounds")));
    }
    facts.push_str(&format!(", {}", counted(event.meetings.len() as u64, "game", "games")));
    facts
}

fn middle(event: &Event, standings: &Standings) -> Middle {
    let n_players = event.seats.len();
    let is_for_all = match standings.kind {
        Kind::Match | Kind::RoundRobin { .. } => n_players <= CROSSTABLE_MAX,
        Kind::KnockOut | Kind::Swiss | Kind::Other => false,
    };
    if is_for_all {
        let games = event.by_seat();
        let of_one = |(seat, games): (usize, &Vec<&Meeting>)| {
            let mut opponents: Vec<usize> = games.iter().map(|game| opponent(game, seat)).collect();
            opponents.sort_unstable();
            opponents.chunk_by(|a, b| a == b).map(<[usize]>::len).max()
        };
        let most = games.iter().enumerate().filter_map(of_one).max().unwrap_or(1);
        let n_games = match standings.kind {
            Kind::RoundRobin { n_times } => most.max(n_times as usize),
            _ => most,
        };
        return Middle::Players(n_games);
    }
    let rounds: Vec<u64> = event.rounds().into_iter().filter(|&round| round > 0).collect();
    match rounds.len() {
        0 => Middle::Nothing,
        n if n > ROUNDS_MAX => Middle::Nothing,
        _ => Middle::Rounds(rounds),
    }
}

fn opponent(game: &Meeting, seat: usize) -> usize {
    if game.seats[0] == seat { game.seats[1] } else { game.seats[0] }
}

fn players(shown: &Shown<'_>, middle: &Middle) -> Grid {
    let Shown { event, standings, n_shown } = shown;
    let text = |head: &str| Column { head: head.to_owned(), is_text: true };
    let number = |head: &str| Column { head: head.to_owned(), is_text: false };
    let has_teams = event.seats.iter().any(|seat| !seat.team.is_empty());
    let is_rated = event.seats.iter().any(|seat| seat.rating > 0);
    let mut columns = vec![number(""), text("player")];
    columns.extend(is_rated.then(|| number("rating")));
    columns.extend(has_teams.then(|| text("team")));
    match middle {
        Middle::Players(_) => columns.extend((1..=event.seats.len()).map(|n| text(&n.to_string()))),
        Middle::Rounds(rounds) => columns.extend(rounds.iter().map(|n| text(&n.to_string()))),
        Middle::Nothing => {}
    }
    columns.extend([number("points"), number("games")]);
    // A tie-break that says nothing of anybody has no column.
    let says = |nth: &usize| standings.places.iter().any(|place| place.tie_breaks[*nth].is_some());
    let said: Vec<usize> = (0..standings.tie_breaks.len()).filter(says).collect();
    columns.extend(said.iter().map(|&nth| number(standings.tie_breaks[nth].name())));
    columns.extend(is_rated.then(|| number("performance")));
    let (games, numbers) = (event.by_seat(), standings.numbers());
    let mut rows = Vec::new();
    let mut rank_before = 0;
    for (n, place) in standings.places.iter().take(*n_shown).enumerate() {
        let seat = &event.seats[place.seat];
        let own = &games[place.seat];
        let is_shared = place.rank == rank_before;
        rank_before = place.rank;
        // In a crosstable the number is also the head of a column, so it is always there.
        let rank = match (middle, is_shared) {
            (Middle::Nothing, true) => String::new(),
            (_, _) => (n + 1).to_string(),
        };
        let mut row = vec![rank, seat.name.clone()];
        let rating = if seat.rating > 0 { seat.rating.to_string() } else { String::new() };
        row.extend(is_rated.then_some(rating));
        row.extend(has_teams.then(|| seat.team.clone()));
        match middle {
            Middle::Players(n_games) => {
                let to = |other: &Place| cell(own, place.seat, other.seat, *n_games);
                row.extend(standings.places.iter().map(to));
            }
            Middle::Rounds(rounds) => {
                let of = |&round: &u64| round_cell(own, place.seat, round, &numbers);
                row.extend(rounds.iter().map(of));
            }
            Middle::Nothing => {}
        }
        row.extend([points(place.half_points), own.len().to_string()]);
        let value = |&nth: &usize| value_of(standings.tie_breaks[nth], place.tie_breaks[nth]);
        row.extend(said.iter().map(value));
        let n_scored = place.results[..3].iter().sum();
        let performance = performance(place.performance, place.n_performed, n_scored);
        row.extend(is_rated.then_some(performance));
        rows.push(row);
    }
    Grid { columns, rows }
}

/// The results against one opponent, game by game, a period for each that is missing.
fn cell(games: &[&Meeting], seat: usize, other: usize, n_games: usize) -> String {
    if seat == other {
        return "x".repeat(n_games);
    }
    let of_pair = games.iter().filter(|game| opponent(game, seat) == other);
    let mut cell: String = of_pair.map(|game| sign(game, seat)).collect();
    let n = cell.chars().count();
    cell.push_str(&".".repeat(n_games.saturating_sub(n)));
    cell
}

/// The games of a round: the number of the opponent, the colour, the result.
fn round_cell(games: &[&Meeting], seat: usize, round: u64, numbers: &[usize]) -> String {
    let from = games.partition_point(|game| game.round < round);
    let of_round = games[from..].iter().take_while(|game| game.round == round);
    let one = |game: &&Meeting| {
        let colour = if game.seats[0] == seat { 'w' } else { 'b' };
        format!("{}{colour}{}", numbers[opponent(game, seat)], sign(game, seat))
    };
    let cells: Vec<String> = of_round.map(one).collect();
    if cells.is_empty() { "-".to_owned() } else { cells.join(" ") }
}

/// A result: `1`, `=`, `0`, `*` without one; `+`, `~`, `-` when there was no game.
pub(in super::super) fn sign(game: &Meeting, seat: usize) -> char {
    let own = game.color_of(seat).and_then(|color| game.half_points(color));
    match (own, game.points.is_unplayed) {
        (Some(2), false) => '1',
        (Some(1), false) => '=',
        (Some(_), false) => '0',
        (Some(2), true) => '+',
        (Some(1), true) => '~',
        (Some(_), true) => '-',
        (None, _) => '*',
    }
}

/// Points of so many halves: `8.5`.
pub(in super::super) fn points(half_points: u64) -> String {
    match half_points % 2 {
        0 => format!("{}", half_points / 2),
        _ => format!("{}.5", half_points / 2),
    }
}

/// The value of a tie-break, with as many digits behind the point as it has.
pub(in super::super) fn value_of(tie_break: TieBreak, value: Option<i64>) -> String {
    let Some(value) = value else { return String::new() };
    let units = tie_break.units() as i64;
    let whole = value.div_euclid(units);
    match value.rem_euclid(units) * 100 / units {
        0 => whole.to_string(),
        50 => format!("{whole}.5"),
        hundredths => format!("{whole}.{hundredths:02}"),
    }
}

fn teams(event: &Event) -> Option<Grid> {
    let teams = team_standings(event);
    if teams.is_empty() {
        return None;
    }
    let column = |(head, is_text): (&str, bool)| Column { head: head.to_owned(), is_text };
    let heads = [
        ("", false),
        ("team", true),
        ("matches", false),
        ("won", false),
        ("drawn", false),
        ("lost", false),
        ("match points", false),
        ("board points", false),
    ];
    let rows = teams.into_iter().map(|team| {
        let [won, drawn, lost] = team.results;
        vec![
            team.rank.to_string(),
            team.name,
            (won + drawn + lost).to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            team.match_points.to_string(),
            points(team.half_points),
        ]
    });
    Some(Grid { columns: heads.map(column).into(), rows: rows.collect() })
}
