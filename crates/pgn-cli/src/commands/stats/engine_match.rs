//! `pgn stats --match`: the scores of engines against each other.

use super::addition::{Addition, list};
use crate::memory::temporary_file_error;
use crate::terminal::counted;
use pgn_db::engine_match::{
    EngineUse, MatchChunk, MatchError, MatchGames, Opponents, SeeMatch, Sprt, engine_columns,
    opponent_columns,
};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::report::{ColumnOf, Fact, Format, Kind, Row, Table, Value, Writer};
use pgn_db::sort::Folder;
use pgn_db::stats::WantedPlayer;
use serde_json::json;

/// The match so far.
pub(super) struct MatchReport {
    games: Option<MatchGames<Folder>>,
    folder: Folder,
    player: Option<WantedPlayer>,
    game_count_min: u64,
    sprt: Option<Sprt>,
    nameless_count: u64,
    opponents: Vec<Opponents>,
    engines: Vec<(String, EngineUse)>,
}

impl MatchReport {
    pub(super) fn new(folder: Folder, memory_bytes: usize) -> MatchReport {
        MatchReport {
            games: Some(MatchGames::new(folder.clone(), memory_bytes)),
            folder,
            player: None,
            game_count_min: 1,
            sprt: None,
            nameless_count: 0,
            opponents: Vec::new(),
            engines: Vec::new(),
        }
    }

    /// Only opponents with this player, and with at least this many games.
    pub(super) fn of(self, player: Option<WantedPlayer>, game_count_min: u64) -> MatchReport {
        MatchReport { player, game_count_min, ..self }
    }

    pub(super) fn tested(self, sprt: Option<Sprt>) -> MatchReport {
        MatchReport { sprt, ..self }
    }
}

impl Addition for MatchReport {
    type See = SeeMatch;

    fn take(&mut self, seen: MatchChunk) -> Result<(), Error> {
        self.nameless_count += seen.nameless_count;
        let Some(games) = &mut self.games else { return Ok(()) };
        games.take(seen).map_err(|error| match_error(error, &self.folder))
    }

    fn finish(&mut self) -> Result<(), Error> {
        let Some(games) = self.games.take() else { return Ok(()) };
        let (opponents, engines) = games
            .finish(self.player.as_ref(), self.game_count_min)
            .map_err(|error| match_error(error, &self.folder))?;
        (self.opponents, self.engines) = (opponents, engines.into_iter().collect());
        Ok(())
    }

    fn write_before(&self, format: Format, writer: &mut Writer<'_>) -> Result<(), Error> {
        let table = opponents_table(&self.opponents, self.sprt, format);
        let rows = self.opponents.iter().map(|it| Ok(opponents_row(it, self.sprt, format)));
        let has_columns = !table.columns.is_empty();
        writer.table(&table, rows.filter(|_| has_columns))?;
        if self.nameless_count > 0 {
            let games = counted(self.nameless_count, "game", "games");
            writer.notes(&[format!("{games} without the names of two players")]);
        }
        if self.is_alone(format) {
            return Ok(());
        }
        let columns = ColumnOf::of(engine_columns(), format);
        let row = |engine| Ok(columns.iter().map(|it| (it.value)(engine)).collect::<Row>());
        writer.table(&list("Players", "players", &columns), self.engines.iter().map(row))
    }

    fn is_alone(&self, format: Format) -> bool {
        format == Format::Csv
    }
}

fn match_error(error: MatchError, folder: &Folder) -> Error {
    let unsupported = |why: &str| Error::new(ErrorKind::Unsupported, "--match", why);
    match error {
        MatchError::Disk(error) => temporary_file_error(folder, error),
        MatchError::TooManyPlayers => {
            let hint = "select games with `--where`, or use `--by player`";
            unsupported("too many players for a match").with_hint(hint)
        }
        MatchError::TooFewGames => unsupported(
            "expected at least two games with a result between the same two players, found at \
             most one",
        ),
    }
}

/// The table of opponents, without rows. In text, two opponents are a list of lines.
fn opponents_table(opponents: &[Opponents], sprt: Option<Sprt>, format: Format) -> Table {
    let mut facts = vec![Fact::new("table", Kind::Text, "match")];
    if let Some(Sprt { elo, alpha, beta }) = sprt {
        let errors = json!({"elo0": elo[0], "elo1": elo[1], "alpha": alpha, "beta": beta});
        facts.push(Fact::new("test", Kind::Nested, Value::Nested(errors, String::new())));
    }
    let mut table = Table { title: "Match".to_owned(), facts, ..Table::default() };
    match opponents {
        [only] if format == Format::Text => table.lines = lines(only, sprt),
        _ => {
            let columns = ColumnOf::of(opponent_columns(), format);
            table.columns = columns.into_iter().map(|it| it.column).collect();
            if sprt.is_some() {
                table.columns.extend(Sprt::columns());
            }
        }
    }
    table
}

fn opponents_row(opponents: &Opponents, sprt: Option<Sprt>, format: Format) -> Row {
    let columns = ColumnOf::of(opponent_columns(), format);
    let cells = columns.iter().map(|it| (it.value)(opponents));
    let test = sprt.map(|sprt| sprt.cells(&opponents.score)).into_iter().flatten();
    cells.chain(test).collect()
}

/// Two opponents, a line for each thing that is known of them.
fn lines(opponents: &Opponents, sprt: Option<Sprt>) -> Vec<String> {
    let score = &opponents.score;
    let mut lines = vec![format!("  {} against {}", opponents.names[0], opponents.names[1])];
    let mut line = |name: &str, text: String| lines.push(format!("  {name:<10}{text}"));
    let [won, drawn, lost] = score.results;
    line("Games", format!("{}, +{won} ={drawn} -{lost}", score.game_count()));
    let share =
        |part: u64, whole: u64| Value::ratio(part, whole).for_people(Kind::Percent).into_owned();
    line("Score", share(score.half_points(), 2 * score.game_count()));
    line("Draws", share(drawn, score.game_count()));
    if score.open_count > 0 {
        line("Open", score.open_count.to_string());
    }
    let elo = score.elo().unwrap_or_default();
    let error = score.elo_error().map(|error| format!(" ± {error:.1}")).unwrap_or_default();
    let elo = match elo.is_finite() {
        true => format!("{elo:+.1}{error}"),
        false => "unlimited, because one side won every game".to_owned(),
    };
    line("Elo", elo);
    if let Some(elo) = score.normalized_elo() {
        line("nElo", format!("{elo:+.1}"));
    }
    if let Some(los) = score.los() {
        line("LOS", format!("{:.1}%", los * 100.0));
    }
    if score.pair_count() > 0 {
        let pairs = ["0", "½", "1", "1½", "2"].iter().zip(score.pairs);
        let pairs: Vec<String> = pairs.map(|(points, n)| format!("{n} × {points}")).collect();
        line("Pairs", format!("{}: {}", score.pair_count(), pairs.join(", ")));
        if !score.is_paired() {
            let rest = score.game_count() - 2 * score.pair_count();
            line("", format!("{} without a pair", counted(rest, "game", "games")));
        }
    }
    if let Some(sprt) = sprt {
        let (ratio, [low, high]) = (sprt.ratio(score), sprt.bounds());
        let state = sprt.state(ratio).name();
        let [from, to] = sprt.elo;
        line(
            "SPRT",
            format!(
                "{state}: LLR {ratio:.2}, bounds {low:.2} and {high:.2}, H0 {from} and H1 {to} Elo"
            ),
        );
    }
    lines
}
