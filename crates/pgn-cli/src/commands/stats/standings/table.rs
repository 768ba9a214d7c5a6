//! An event as tables: the standings, with the crosstable or the rounds, and the teams.

use super::Shown;
use crate::terminal::counted;
use pgn_db::error::Error;
use pgn_db::report::{
    Column, ColumnOf, Fact, Format, Kind as ColumnKind, Row, Table, Value, Writer,
};
use pgn_db::standings::{
    Event, Kind, Meeting, Place, Standings, Team, TeamStandings, TieBreak, team_standings,
};
use pgn_db::stats::performance_for_people;
use pgnkit::chess::Color;
use serde_json::{Value as Json, json};

/// More players than these have no crosstable, in which everyone has a column.
const CROSSTABLE_MAX: usize = 64;

/// More rounds than these have no columns.
const ROUNDS_MAX: usize = 64;

/// The separator between the columns of the players and those of the points.
enum Middle {
    /// A column for each player, with this many games in a cell.
    Players(usize),
    /// A column for each round.
    Rounds(Vec<u64>),
    Nothing,
}

/// Writes the tables of an event.
pub(super) fn write(
    shown: &Shown<'_>,
    format: Format,
    writer: &mut Writer<'_>,
) -> Result<(), Error> {
    let Shown { event, standings, shown_count, title, tie_breaks } = shown;
    let mut table = Table { title: title.clone(), facts: facts(shown), ..Table::default() };
    if !format.is_for_people() {
        let all = columns_for_programs();
        table.columns = all.iter().map(|it| it.column.clone()).collect();
        let (games, numbers) = (event.by_seat(), standings.numbers());
        let row = |n| {
            let place = &standings.places[n];
            let entry =
                StandingRow { shown, n, place, games: &games[place.seat], numbers: &numbers };
            Ok(all.iter().map(|it| (it.value)(&entry)).collect())
        };
        return writer.table(&table, (0..*shown_count).map(row));
    }
    table.lines = vec![sizes(event, standings.kind)];
    let rows = players(shown, format, &mut table.columns);
    writer.table(&table, rows.into_iter().map(Ok))?;
    writer.notes(&notes(shown));
    let TeamStandings { tie_breaks, teams } = team_standings(event, tie_breaks);
    if !teams.is_empty() {
        let mut columns = columns_of_teams();
        columns.extend(tie_breaks.iter().map(|it| Column::new(it.name(), ColumnKind::Points)));
        let table = Table { title: "Teams".to_owned(), columns, ..Table::default() };
        writer.table(&table, teams.iter().map(|team| Ok(team_row(team, &tie_breaks))))?;
    }
    Ok(())
}

/// A player's place, with what is needed to print it.
struct StandingRow<'a> {
    shown: &'a Shown<'a>,
    n: usize,
    place: &'a Place,
    games: &'a [&'a Meeting],
    numbers: &'a [usize],
}

fn points(half_points: u64) -> Value {
    Value::ratio(half_points, 2)
}

fn value_of(tie_break: TieBreak, value: Option<i64>) -> Value {
    value.map_or(Value::Unknown, |part| Value::Ratio { part, whole: tie_break.units() })
}

/// A value as JSON has it.
fn number(value: &Value) -> Json {
    serde_json::from_str(&value.for_programs(ColumnKind::Points)).unwrap_or_default()
}

fn columns_for_programs<'a>() -> Vec<ColumnOf<StandingRow<'a>>> {
    use ColumnKind::{Integer, Nested, Points, Text};
    type Cell<'a> = fn(&StandingRow<'a>) -> Value;
    let all: [(&'static str, ColumnKind, Cell<'a>); 15] = [
        ("rank", Integer, |it| it.place.rank.into()),
        ("number", Integer, |it| (it.n + 1).into()),
        ("player", Text, |it| Value::text_if_any(&it.shown.event.seats[it.place.seat].name)),
        ("team", Text, |it| Value::text_if_any(&it.shown.event.seats[it.place.seat].team)),
        ("rating", Integer, |it| {
            Value::positive(it.shown.event.seats[it.place.seat].rating.into())
        }),
        ("points", Points, |it| points(it.place.half_points)),
        ("n_games", Integer, |it| game_count(it.games).into()),
        ("wins", Integer, |it| it.place.results[0].into()),
        ("draws", Integer, |it| it.place.results[1].into()),
        ("losses", Integer, |it| it.place.results[2].into()),
        ("open", Integer, |it| it.place.results[3].into()),
        ("performance", Integer, |it| it.place.performance.into()),
        ("performance_games", Integer, |it| it.place.performed_count.into()),
        ("tie_breaks", Nested, tie_breaks),
        ("games", Nested, games),
    ];
    all.map(|(name, kind, value)| ColumnOf::new(Column::new(name, kind), value)).into()
}

/// `sb=0.75 wins=1`; as JSON an object.
fn tie_breaks(entry: &StandingRow<'_>) -> Value {
    let all = entry.shown.standings.tie_breaks.iter().zip(&entry.place.tie_breaks);
    let all = all.map(|(it, value)| (it.name(), value_of(*it, *value)));
    let object = all.clone().map(|(name, value)| (name.to_owned(), number(&value))).collect();
    let known = all.filter(|(_, value)| !value.is_unknown());
    let texts: Vec<String> = known
        .map(|(name, value)| format!("{name}={}", value.for_people(ColumnKind::Points)))
        .collect();
    Value::Nested(Json::Object(object), texts.join(" "))
}

/// The number of the opponent, the color and the result of each game: `2w1 3b=`; as JSON objects.
fn games(entry: &StandingRow<'_>) -> Value {
    let seat = entry.place.seat;
    let color = |game: &Meeting| game.color_of(seat).unwrap_or(Color::White);
    let text = |game: &&Meeting| game_text(game, seat, entry.numbers);
    let object = |game: &&Meeting| {
        let color = color(game);
        json!({
            "round": Some(game.round).filter(|&round| round > 0),
            "opponent": (!game.is_bye).then(|| entry.numbers[game.seat(!color)]),
            "colour": if color == Color::White { "white" } else { "black" },
            "points": game.half_points(color).map(|own| number(&points(own.into()))),
            "unplayed": game.points.is_unplayed,
        })
    };
    let texts: Vec<String> = entry.games.iter().map(text).collect();
    Value::Nested(entry.games.iter().map(object).collect(), texts.join(" "))
}

/// The columns of teams, except for the tie-breaks.
fn columns_of_teams() -> Vec<Column> {
    use ColumnKind::{Integer, Points, Text};
    vec![
        Column::new("rank", Integer),
        Column::new("team", Text).head(),
        Column::new("matches", Integer),
        Column::new("won", Integer),
        Column::new("drawn", Integer),
        Column::new("lost", Integer),
        Column::new("match_points", Integer),
        Column::new("board_points", Points),
    ]
}

/// The values of a team, those of the tie-breaks at the end.
fn team_row(team: &Team, tie_breaks: &[TieBreak]) -> Row {
    let [won, drawn, lost] = team.results;
    let mut row = vec![
        team.rank.into(),
        team.name.as_str().into(),
        (won + drawn + lost).into(),
        won.into(),
        drawn.into(),
        lost.into(),
        team.match_points.into(),
        points(team.half_points),
    ];
    row.extend(tie_breaks.iter().zip(&team.tie_breaks).map(|(it, value)| {
        value.map_or(Value::Unknown, |part| Value::Ratio { part, whole: it.team_units() })
    }));
    row
}

/// The teams as JSON objects, with their tie-breaks as one.
fn teams_json(TeamStandings { tie_breaks, teams }: &TeamStandings) -> Json {
    let columns = columns_of_teams();
    let team = |team: &Team| -> Json {
        let mut row = team_row(team, tie_breaks);
        let values = row.split_off(columns.len());
        let by_name = |(it, value): (&TieBreak, &Value)| (it.name().to_owned(), number(value));
        let values: Json = Json::Object(tie_breaks.iter().zip(&values).map(by_name).collect());
        let field = |(column, value): (&Column, Value)| {
            let value = match value {
                Value::Text(text) => Json::String(text),
                value => number(&value),
            };
            (column.name.clone().into_owned(), value)
        };
        let fields = columns.iter().zip(row).map(field);
        fields.chain([("tie_breaks".to_owned(), values)]).collect()
    };
    teams.iter().map(team).collect()
}

/// An event in the formats for programs.
fn facts(shown: &Shown<'_>) -> Vec<Fact> {
    use ColumnKind::{Date, Integer, Nested, Text};
    let Shown { event, standings, .. } = shown;
    let [name, site, section] = event.names.each_ref().map(|name| Value::text_if_any(name));
    let [from, to] = event.dates.map(|digits| Value::positive(digits.into()));
    let teams = teams_json(&team_standings(event, shown.tie_breaks));
    let sites = event.other_sites.iter().map(|site| Json::from(site.as_str())).collect();
    vec![
        Fact::new("event", Text, name).in_rows(),
        Fact::new("site", Text, site).in_rows(),
        Fact::new("other_sites", Nested, Value::Nested(sites, event.other_sites.join("; "))),
        Fact::new("section", Text, section).in_rows(),
        Fact::new("from", Date, from).in_rows(),
        Fact::new("to", Date, to).in_rows(),
        Fact::new("kind", Text, standings.kind.to_string()).in_rows(),
        Fact::new("n_players", Integer, event.seats.len()),
        Fact::new("n_games", Integer, event.game_count()),
        Fact::new("n_open", Integer, event.open_count()),
        Fact::new("n_missing", Integer, standings.missing_count(event)),
        Fact::new("teams", Nested, Value::Nested(teams, String::new())),
    ]
}

fn notes(shown: &Shown<'_>) -> Vec<String> {
    let Shown { event, standings, shown_count, .. } = shown;
    let sites = match &event.other_sites[..] {
        [] => None,
        others => Some(format!("also at: {}", others.join("; "))),
    };
    let counts = [
        ((standings.places.len() - shown_count) as u64, "player more", "players more"),
        (event.open_count() as u64, "game has no result", "games have no result"),
        (standings.missing_count(event), "game is missing", "games are missing"),
    ]
    .into_iter()
    .filter(|(n, ..)| *n > 0)
    .map(|(n, one, many)| counted(n, one, many));
    sites.into_iter().chain(counts).collect()
}

/// Its names and dates.
pub(super) fn heading(event: &Event) -> String {
    let mut parts: Vec<String> =
        event.names.iter().filter(|name| !name.is_empty()).cloned().collect();
    if event.names[0].is_empty() {
        parts.insert(0, "?".to_owned());
    }
    let [first, last] = event.dates;
    if first > 0 {
        let [first, last] = [first, last]
            .map(|digits| Value::from(digits).for_people(ColumnKind::Date).into_owned());
        parts.push(match last.starts_with(&first) {
            true => last,
            false => format!("{first} to {last}"),
        });
    }
    parts.join(", ")
}

/// Its kind, and how many players, rounds and games it has.
fn sizes(event: &Event, kind: Kind) -> String {
    let round_count = event.rounds().iter().filter(|&&round| round > 0).count() as u64;
    let mut facts = match kind {
        Kind::Other => String::new(),
        kind => format!("{kind}, "),
    };
    facts.push_str(&counted(event.seats.len() as u64, "player", "players"));
    if round_count > 0 {
        facts.push_str(&format!(", {}", counted(round_count, "round", "rounds")));
    }
    facts.push_str(&format!(", {}", counted(event.game_count() as u64, "game", "games")));
    facts
}

fn middle(event: &Event, standings: &Standings) -> Middle {
    let player_count = event.seats.len();
    let is_for_all = match standings.kind {
        Kind::Match | Kind::RoundRobin { .. } => player_count <= CROSSTABLE_MAX,
        Kind::KnockOut | Kind::Swiss | Kind::Other => false,
    };
    if is_for_all {
        let games = event.by_seat();
        let of_one = |(seat, games): (usize, &Vec<&Meeting>)| {
            let played = games.iter().filter(|game| !game.is_bye);
            let mut opponents: Vec<usize> = played.map(|game| opponent(game, seat)).collect();
            opponents.sort_unstable();
            opponents.chunk_by(|a, b| a == b).map(<[usize]>::len).max()
        };
        let most = games.iter().enumerate().filter_map(of_one).max().unwrap_or(1);
        let game_count = match standings.kind {
            Kind::RoundRobin { repeat_count } => most.max(repeat_count as usize),
            _ => most,
        };
        return Middle::Players(game_count);
    }
    let rounds: Vec<u64> = event.rounds().into_iter().filter(|&round| round > 0).collect();
    match rounds.len() {
        0 => Middle::Nothing,
        n if n > ROUNDS_MAX => Middle::Nothing,
        _ => Middle::Rounds(rounds),
    }
}

/// How many of a player's games are not byes.
fn game_count(games: &[&Meeting]) -> usize {
    games.iter().filter(|game| !game.is_bye).count()
}

fn opponent(game: &Meeting, seat: usize) -> usize {
    if game.seats[0] == seat { game.seats[1] } else { game.seats[0] }
}

/// The rows of the standings; columns without any value are left out.
fn players(shown: &Shown<'_>, format: Format, columns: &mut Vec<Column>) -> Vec<Row> {
    let Shown { event, standings, shown_count, .. } = shown;
    let middle = middle(event, standings);
    let integer = |name: &'static str| Column::new(name, ColumnKind::Integer);
    let code = |name: String| Column::new(name, ColumnKind::Code);
    let place = integer("place");
    columns.push(if format == Format::Text { place.heading("") } else { place });
    columns.push(Column::new("player", ColumnKind::Text).head());
    columns.extend([integer("rating"), Column::new("team", ColumnKind::Text)]);
    match &middle {
        Middle::Players(_) => columns.extend((1..=event.seats.len()).map(|n| code(n.to_string()))),
        Middle::Rounds(rounds) => columns.extend(rounds.iter().map(|n| code(n.to_string()))),
        Middle::Nothing => {}
    }
    columns.extend([Column::new("points", ColumnKind::Points), integer("games")]);
    let tie_breaks = standings.tie_breaks.iter();
    columns.extend(tie_breaks.map(|it| Column::new(it.name(), ColumnKind::Points)));
    columns.push(integer("performance"));
    let (games, numbers) = (event.by_seat(), standings.numbers());
    let mut rank_before = 0;
    let row = |(n, place): (usize, &Place)| {
        let (seat, own) = (&event.seats[place.seat], &games[place.seat]);
        let is_shared = std::mem::replace(&mut rank_before, place.rank) == place.rank;
        // In a crosstable, the number is also a column heading, so it is always there.
        let rank = match (&middle, is_shared) {
            (Middle::Nothing, true) => Value::Unknown,
            (_, _) => (n + 1).into(),
        };
        let mut row = vec![rank, seat.name.as_str().into()];
        row.extend([Value::positive(seat.rating.into()), Value::text_if_any(&seat.team)]);
        match &middle {
            Middle::Players(game_count) => row.extend(
                standings
                    .places
                    .iter()
                    .map(|to| cell(own, place.seat, to.seat, *game_count).into()),
            ),
            Middle::Rounds(rounds) => row.extend(
                rounds.iter().map(|&round| round_cell(own, place.seat, round, &numbers).into()),
            ),
            Middle::Nothing => {}
        }
        row.extend([points(place.half_points), game_count(own).into()]);
        let tie_breaks = standings.tie_breaks.iter().zip(&place.tie_breaks);
        row.extend(tie_breaks.map(|(it, value)| value_of(*it, *value)));
        let scored_count = place.results[..3].iter().sum();
        row.push(performance_for_people(place.performance, place.performed_count, scored_count));
        row
    };
    standings.places.iter().take(*shown_count).enumerate().map(row).collect()
}

/// The results against one opponent, game by game, a period for each that is missing.
fn cell(games: &[&Meeting], seat: usize, other: usize, game_count: usize) -> String {
    if seat == other {
        return "x".repeat(game_count);
    }
    let of_pair = games.iter().filter(|game| !game.is_bye && opponent(game, seat) == other);
    let mut cell: String = of_pair.map(|game| sign(game, seat)).collect();
    let n = cell.chars().count();
    cell.push_str(&".".repeat(game_count.saturating_sub(n)));
    cell
}

/// The games of a round: the number of the opponent, the color, the result.
fn round_cell(games: &[&Meeting], seat: usize, round: u64, numbers: &[usize]) -> String {
    let from = games.partition_point(|game| game.round < round);
    let of_round = games[from..].iter().take_while(|game| game.round == round);
    let cells: Vec<String> = of_round.map(|game| game_text(game, seat, numbers)).collect();
    if cells.is_empty() { "-".to_owned() } else { cells.join(" ") }
}

/// A result: `1`, `=`, `0`, `*` without one; `+`, `~`, `-` if no game was played.
fn sign(game: &Meeting, seat: usize) -> char {
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

/// The number of the opponent, the color and the result: `12w1`; for a bye, `bye+`.
fn game_text(game: &Meeting, seat: usize, numbers: &[usize]) -> String {
    if game.is_bye {
        return format!("bye{}", sign(game, seat));
    }
    let color = if game.seats[0] == seat { 'w' } else { 'b' };
    format!("{}{color}{}", numbers[opponent(game, seat)], sign(game, seat))
}
