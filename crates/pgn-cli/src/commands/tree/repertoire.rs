//! `pgn tree --repertoire`: the lines of a repertoire compared with games.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;

use crate::rewrite::numbered;
use crate::terminal::counted;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::open_games;
use pgn_db::report::{Column, Fact, Kind, Report, Table, Value, Writer};
use pgn_db::tree::{Games, Moves};
use pgn_query::{GameLines, LinePosition};
use pgnkit::chess::notation::san;
use pgnkit::chess::{Color, Move};

/// The lines of one side.
pub(super) struct Repertoire {
    lines: GameLines,
    side: Color,
}

/// What was found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FindingKind {
    /// The lines have this move, but no answer to it.
    NoAnswer,
    /// Games have this move, the lines do not.
    Gap,
    /// The lines have several moves for the side of the repertoire.
    Contradiction,
    /// Games have this move, and it leads to a position that the lines answer.
    Transposition,
}

impl FindingKind {
    fn name(self) -> &'static str {
        match self {
            FindingKind::NoAnswer => "no answer",
            FindingKind::Gap => "gap",
            FindingKind::Contradiction => "contradiction",
            FindingKind::Transposition => "transposition",
        }
    }
}

/// A row of the report.
struct RepertoireFinding {
    kind: FindingKind,
    /// The moves to the position.
    line: String,
    /// The moves in it.
    moves: String,
    /// The games with these moves, and those in the position.
    game_count: u64,
    position_count: u64,
}

/// The games that played each move of the positions of a repertoire.
pub(super) type MoveCounts = HashMap<u64, Vec<(Move, u64)>>;

impl Repertoire {
    /// Reads the lines of a file. Without a side, it is the one with fewer alternatives.
    pub(super) fn read(path: &Path, side: Option<Color>) -> Result<Repertoire, Error> {
        let mut lines = GameLines::default();
        for game in open_games(path) {
            lines.add(&game?);
        }
        let name = path.display().to_string();
        lines.check().map_err(|why| Error::new(ErrorKind::Unsupported, name, why))?;
        let side = side.unwrap_or_else(|| side_of(&lines));
        Ok(Repertoire { lines, side })
    }

    /// The plies that must be counted, so that every position is followed by a move.
    pub(super) fn depth(&self) -> u32 {
        let mut depths: Vec<u32> = Vec::new();
        for found in self.lines.positions() {
            depths.push(found.from.map_or(0, |(before, _)| depths[before] + 1));
        }
        depths.iter().max().map_or(1, |&depth| depth + 1)
    }

    /// Lines that end before a move that cannot be played.
    pub(super) fn unplayable_count(&self) -> u64 {
        self.lines.unplayable_count()
    }

    /// Keeps the counts of its positions.
    pub(super) fn counts(&self, moves: &mut Moves) -> io::Result<MoveCounts> {
        let keys: HashSet<u64> =
            self.lines.positions().iter().map(|found| found.position.polyglot_key()).collect();
        let mut counts = MoveCounts::new();
        while let Some(played) = moves.next_move()? {
            if keys.contains(&played.edge.key) {
                let count = u64::from(played.score.game_count);
                counts.entry(played.edge.key).or_default().push((played.edge.mv, count));
            }
        }
        Ok(counts)
    }

    /// The findings, by kind and number of games.
    fn findings(&self, counts: &MoveCounts, games_min: u32) -> Vec<RepertoireFinding> {
        let mut findings = Vec::new();
        for (idx, found) in self.lines.positions().iter().enumerate() {
            let played = counts.get(&found.position.polyglot_key()).map_or(&[][..], Vec::as_slice);
            if found.position.turn() == self.side {
                if found.moves.len() > 1 {
                    let kind = FindingKind::Contradiction;
                    findings.push(self.finding(kind, (idx, found), &found.moves, played));
                }
            } else {
                self.find_gaps((idx, found), played, games_min, &mut findings);
            }
        }
        findings.sort_by_key(|finding| (finding.kind, Reverse(finding.game_count)));
        findings
    }

    /// Moves of the opponent that the lines do not answer, or answer elsewhere.
    fn find_gaps(
        &self,
        (idx, found): (usize, &LinePosition),
        played: &[(Move, u64)],
        games_min: u32,
        findings: &mut Vec<RepertoireFinding>,
    ) {
        let is_answered = |mv| !self.lines.moves(&found.position.after(mv)).is_empty();
        for &mv in found.moves.iter().filter(|&&mv| !is_answered(mv)) {
            let kind = FindingKind::NoAnswer;
            findings.push(self.finding(kind, (idx, found), &[mv], played));
        }
        // After the last move of a line, any reply goes on beyond it.
        if found.moves.is_empty() {
            return;
        }
        for &(mv, count) in played.iter().filter(|(mv, _)| !found.moves.contains(mv)) {
            let kind = match is_answered(mv) {
                true => FindingKind::Transposition,
                false => FindingKind::Gap,
            };
            if count >= u64::from(games_min) {
                findings.push(self.finding(kind, (idx, found), &[mv], played));
            }
        }
    }

    fn finding(
        &self,
        kind: FindingKind,
        (idx, found): (usize, &LinePosition),
        moves: &[Move],
        played: &[(Move, u64)],
    ) -> RepertoireFinding {
        let (start, line) = self.lines.line_to(idx);
        let text = |&mv: &Move| san::to_text(&found.position, mv).to_string();
        let with_these = played.iter().filter(|(mv, _)| moves.contains(mv));
        RepertoireFinding {
            kind,
            line: numbered(start, &line),
            moves: moves.iter().map(text).collect::<Vec<_>>().join(" / "),
            game_count: with_these.map(|(_, count)| count).sum(),
            position_count: played.iter().map(|(_, count)| count).sum(),
        }
    }

    /// Writes the report.
    pub(super) fn write(
        &self,
        counts: &MoveCounts,
        (games, games_min): (&Games, u32),
        mut writer: Writer<'_>,
    ) -> Result<(), Error> {
        let findings = self.findings(counts, games_min);
        let count = |kind| findings.iter().filter(|it| it.kind == kind).count();
        let side = if self.side == Color::White { "white" } else { "black" };
        let facts = vec![
            Fact::new("side", Kind::Text, side),
            Fact::new("positions", Kind::Integer, self.lines.positions().len()),
            Fact::new("games", Kind::Integer, u64::from(games.reached.game_count)),
            Fact::new("no_answer", Kind::Integer, count(FindingKind::NoAnswer)),
            Fact::new("gaps", Kind::Integer, count(FindingKind::Gap)),
            Fact::new("contradictions", Kind::Integer, count(FindingKind::Contradiction)),
            Fact::new("transpositions", Kind::Integer, count(FindingKind::Transposition)),
        ];
        let title = "Repertoire".to_owned();
        writer.begin(&Report { title, facts, names: ["tables", "findings"], lines: Vec::new() })?;
        let columns = vec![
            Column::new("finding", Kind::Text).head(),
            Column::new("line", Kind::Text),
            Column::new("move", Kind::Text),
            Column::new("games", Kind::Integer),
            Column::new("share", Kind::Percent),
        ];
        let positions = counted(self.lines.positions().len() as u64, "position", "positions");
        let games = counted(games.reached.game_count.into(), "game", "games");
        let lines = vec![format!("{positions} for {side}, {games}")];
        let table = Table { columns, lines, ..Table::default() };
        let rows = findings.iter().map(|finding| {
            Ok(vec![
                Value::from(finding.kind.name()),
                match finding.line.as_str() {
                    "" => Value::from("(start)"),
                    line => Value::from(line),
                },
                Value::from(finding.moves.as_str()),
                Value::from(finding.game_count),
                Value::ratio(finding.game_count, finding.position_count),
            ])
        });
        writer.table(&table, rows)?;
        if findings.is_empty() {
            writer.notes(&["The repertoire has no gaps or contradictions".to_owned()]);
        }
        writer.end(&[], &[])
    }
}

/// The side with fewer alternatives; of two, the one that makes the last move of more lines.
fn side_of(lines: &GameLines) -> Color {
    let key = |side: Color| {
        let positions = lines.positions().iter();
        let own = positions.filter(|found| found.position.turn() == side);
        own.fold((0, 0), |(branches, ends), found| match found.moves.len() {
            0 => (branches, ends + 1),
            n => (branches + n - 1, ends),
        })
    };
    if key(Color::Black) < key(Color::White) { Color::Black } else { Color::White }
}
