//! Other programs read what we write: the same main lines must come back.
//!
//! ```text
//! corpus → our games → OUT/<profile>/<path>.pgn → other program → main lines, compared with ours
//! ```
//!
//! Standard: §3.2. Decisions: D-34, D-39, D-60.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use pgnkit::Game;
use pgnkit::chess::Variant;
use pgnkit::write::{Export, Profile, WriteError};

use super::answer::{self, Answer};
use super::compare::Kind;
use super::known::Known;
use super::ours::{self, MainLine, main_line, start_fen};

const PROFILES: [Profile; 2] = [Profile::Modern, Profile::Archival];

/// In the place of a program: this program is not run.
const LEFT_OUT: &str = "-";

/// The programs to run and the place to write to.
pub(crate) struct Round<'a> {
    pub(crate) corpus: &'a Path,
    /// An empty folder outside the repository.
    pub(crate) out: &'a Path,
    /// The interpreter that has python-chess.
    pub(crate) python: &'a str,
    pub(crate) pgn_extract: &'a str,
}

/// A game as it must come back.
struct Expected {
    line: MainLine,
    start: String,
    outcome: String,
    is_chess960: bool,
}

/// The result of one program for one profile.
#[derive(Default)]
struct Score {
    n_games: u64,
    n_plies: u64,
    n_left_out: u64,
    faults: Vec<(String, u64, String)>,
}

impl Score {
    fn fault(&mut self, path: &str, game: u64, detail: String) {
        self.faults.push((path.to_owned(), game, detail));
    }
}

pub(crate) fn run(round: &Round<'_>, paths: &[String]) -> Result<ExitCode, String> {
    let mut is_same = true;
    for profile in PROFILES {
        let folder = round.out.join(profile.name());
        for path in paths {
            write_file(round.corpus, path, &folder, profile)?;
        }
        if round.python != LEFT_OUT {
            is_same &= python_reads(round, paths, &folder, profile)?;
        }
        if round.pgn_extract != LEFT_OUT {
            is_same &= extract_reads(round, paths, &folder, profile)?;
        }
    }
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn python_reads(
    round: &Round<'_>,
    paths: &[String],
    folder: &Path,
    profile: Profile,
) -> Result<bool, String> {
    let answers = round.out.join(format!("{}-answers", profile.name()));
    judge_with_python(round.python, folder, &answers)?;
    let mut score = Score::default();
    for path in paths {
        let reported = answer::read(&answers.join(format!("{path}.pgn.jsonl")))?;
        compare_answers(path, &expected(round.corpus, path)?, &reported, &mut score);
    }
    report("python-chess", profile, &score)
}

fn extract_reads(
    round: &Round<'_>,
    paths: &[String],
    folder: &Path,
    profile: Profile,
) -> Result<bool, String> {
    let mut score = Score::default();
    for path in paths {
        let reported = uci_lines(round.pgn_extract, &target(folder, path))?;
        compare_lines(path, &expected(round.corpus, path)?, &reported, &mut score);
    }
    report("pgn-extract", profile, &score)
}

/// Prints the score; returns whether every difference was examined before.
fn report(program: &str, profile: Profile, score: &Score) -> Result<bool, String> {
    println!(
        "{program}, {}: {} games, {} plies, {} games left out, {} differences",
        profile.name(),
        score.n_games,
        score.n_plies,
        score.n_left_out,
        score.faults.len()
    );
    let mut known = Known::of_repository()?;
    let mut is_known = true;
    for (path, game, detail) in &score.faults {
        let reason = known.reason(path, Kind::WriteBack, *game);
        is_known &= reason.is_some();
        println!("  {path} game {game}: {detail}; {}", reason.unwrap_or("without a reason"));
    }
    Ok(is_known)
}

fn target(folder: &Path, path: &str) -> PathBuf {
    folder.join(format!("{path}.pgn"))
}

/// The games of a file that go through the round: their rules are known, and no null move is
/// in the main line.
fn games(corpus: &Path, path: &str) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for text in ours::texts(&corpus.join(path))? {
        games.extend(ours::read_text(&text).into_iter().map(|our| our.game));
    }
    games.retain(|game| {
        game.start_position().is_some() && !main_line(game).uci.iter().any(|uci| uci == "0000")
    });
    Ok(games)
}

fn write_file(corpus: &Path, path: &str, folder: &Path, profile: Profile) -> Result<(), String> {
    let on_error = |error: std::io::Error| format!("{path}: {error}");
    let mut text = Vec::new();
    for game in games(corpus, path)? {
        match Export::new(profile).append(&game, &mut text, &mut Vec::new()) {
            Ok(()) => {}
            Err(WriteError::Io(error)) => return Err(on_error(error)),
            Err(WriteError::Refused(_)) => return Err(format!("{path}: a game was refused")),
        }
    }
    let target = target(folder, path);
    std::fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(on_error)?;
    std::fs::write(&target, text).map_err(on_error)
}

fn expected(corpus: &Path, path: &str) -> Result<Vec<Expected>, String> {
    let expect = |game: &Game| Expected {
        line: main_line(game),
        start: start_fen(game).unwrap_or_default(),
        outcome: game.outcome().to_string(),
        is_chess960: game.start_position().is_some_and(|p| p.variant() == Variant::Chess960),
    };
    Ok(games(corpus, path)?.iter().map(expect).collect())
}

fn judge_with_python(python: &str, folder: &Path, answers: &Path) -> Result<(), String> {
    let script = xtask::repository::root().join("xtask/reference/python_chess.py");
    let status = Command::new(python)
        .arg(script)
        .arg("--root")
        .arg(folder)
        .arg("--out")
        .arg(answers)
        .status()
        .map_err(|error| format!("{python}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{python}: {status}")) }
}

fn compare_answers(path: &str, expected: &[Expected], reported: &[Answer], score: &mut Score) {
    if expected.len() != reported.len() {
        let (ours, theirs) = (expected.len(), reported.len());
        score.fault(path, 0, format!("{ours} games written, {theirs} read"));
    }
    for (our, their) in expected.iter().zip(reported) {
        score.n_games += 1;
        score.n_plies += our.line.uci.len() as u64;
        let is_same = their.is_clean()
            && our.line.uci == their.uci
            && our.line.san == their.san
            && our.start == their.start_fen
            && our.outcome == their.result;
        if !is_same {
            let n_same = our.line.uci.iter().zip(&their.uci).take_while(|(a, b)| a == b).count();
            let detail = format!(
                "{n_same} plies the same of {} and {}; {} {}; {:?} {:?}",
                our.line.uci.len(),
                their.uci.len(),
                our.outcome,
                their.result,
                their.error_texts.first(),
                their.judge_fault
            );
            score.fault(path, their.index, detail);
        }
    }
}

/// One line a game: the moves in UCI and the marker.
fn uci_lines(pgn_extract: &str, file: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(pgn_extract)
        .args(["-s", "-Wuci", "-w1000000", "-C", "-V", "--notags", "--allownullmoves"])
        .arg(file)
        .output()
        .map_err(|error| format!("{pgn_extract}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    // Promotions come in capitals.
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(str::to_lowercase).collect())
}

/// pgn-extract leaves out a game that it cannot read, and writes pieces of it: our lines must be
/// among its own in order, and each game of ordinary chess that is not there is a difference.
fn compare_lines(path: &str, expected: &[Expected], reported: &[String], score: &mut Score) {
    let ours: Vec<String> = expected
        .iter()
        .map(|our| [our.line.uci.join(" "), our.outcome.clone()].join(" ").trim().to_owned())
        .collect();
    let reported: Vec<String> =
        reported.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let is_there = common(&ours, &reported);
    for (idx, (our, is_there)) in expected.iter().zip(is_there).enumerate() {
        if is_there {
            score.n_games += 1;
            score.n_plies += our.line.uci.len() as u64;
        } else if our.is_chess960 {
            score.n_left_out += 1;
        } else {
            score.fault(path, idx as u64 + 1, format!("{} plies", our.line.uci.len()));
        }
    }
}

/// Which of `ours` are in the longest common subsequence of both lists.
fn common(ours: &[String], theirs: &[String]) -> Vec<bool> {
    let n_same = ours.iter().zip(theirs).take_while(|(our, their)| our == their).count();
    let mut is_common = vec![true; n_same];
    let (ours, theirs) = (&ours[n_same..], &theirs[n_same..]);
    // `longest[i][j]`: the length for what follows from i and j on.
    let mut longest = vec![vec![0u32; theirs.len() + 1]; ours.len() + 1];
    for i in (0..ours.len()).rev() {
        for j in (0..theirs.len()).rev() {
            longest[i][j] = if ours[i] == theirs[j] {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut j = 0;
    for i in 0..ours.len() {
        while j < theirs.len() && longest[i][j + 1] == longest[i][j] && ours[i] != theirs[j] {
            j += 1;
        }
        let is_there = j < theirs.len() && ours[i] == theirs[j];
        j += usize::from(is_there);
        is_common.push(is_there);
    }
    is_common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_not_read_costs_no_other() {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let check = |ours, theirs| common(&list(ours), &list(theirs));
        assert_eq!(check("a b c", "a b c"), [true; 3]);
        assert_eq!(check("a b c d b", "a x c d b"), [true, false, true, true, true]);
        assert_eq!(check("a b", ""), [false; 2]);
        assert_eq!(check("a", "x y a"), [true]);
    }
}
