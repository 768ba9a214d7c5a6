//! The judges read what we write: the same main lines must come back.
//!
//! ```text
//! corpus → our games → OUT/<profile>/<path>.pgn → judge → main lines, compared with ours
//! ```
//!
//! Owns: the round through the judges. Knows nothing of: how the corpus was spelled.
//! Standard: §3.2. Decisions: D-34, D-39, D-60.
//! Start at [`run`].

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use pgnkit::Game;
use pgnkit::chess::Variant;
use pgnkit::write::{Error, Export, Profile};

use super::answer::{self, Answer};
use super::ours::{self, MainLine, main_line, start_fen};

const PROFILES: [Profile; 2] = [Profile::Modern, Profile::Archival];

/// What to run and where to write.
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

/// What came back from one judge for one profile.
#[derive(Default)]
struct Score {
    n_games: u64,
    n_plies: u64,
    n_left_out: u64,
    faults: Vec<String>,
}

pub(crate) fn run(round: &Round<'_>, paths: &[String]) -> Result<ExitCode, String> {
    let mut is_same = true;
    for profile in PROFILES {
        let folder = round.out.join(profile.name());
        for path in paths {
            write_file(round.corpus, path, &folder, profile)?;
        }
        let answers = round.out.join(format!("{}-answers", profile.name()));
        judge_with_python(round.python, &folder, &answers)?;
        let (mut chess, mut extract) = (Score::default(), Score::default());
        for path in paths {
            let expected = expected(round.corpus, path)?;
            let told = answer::read(&answers.join(format!("{path}.pgn.jsonl")))?;
            compare_answers(path, &expected, &told, &mut chess);
            let target = target(&folder, path);
            compare_lines(path, &expected, &uci_lines(round.pgn_extract, &target)?, &mut extract);
        }
        is_same &= report("python-chess", profile, &chess);
        is_same &= report("pgn-extract", profile, &extract);
    }
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(judge: &str, profile: Profile, score: &Score) -> bool {
    println!(
        "{judge}, {}: {} games, {} plies, {} games left out, {} differences",
        profile.name(),
        score.n_games,
        score.n_plies,
        score.n_left_out,
        score.faults.len()
    );
    score.faults.iter().for_each(|fault| println!("  {fault}"));
    score.faults.is_empty()
}

fn target(folder: &Path, path: &str) -> PathBuf {
    folder.join(format!("{path}.pgn"))
}

/// The games of a file that go through the round: their rules are known, and no null move stands
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
    let trouble = |trouble: std::io::Error| format!("{path}: {trouble}");
    let mut text = Vec::new();
    for game in games(corpus, path)? {
        match Export::new(profile).append(&game, &mut text, &mut Vec::new()) {
            Ok(()) => {}
            Err(Error::Io(error)) => return Err(trouble(error)),
            Err(Error::Refused(_)) => return Err(format!("{path}: a game was refused")),
        }
    }
    let target = target(folder, path);
    std::fs::create_dir_all(target.parent().unwrap_or(folder)).map_err(trouble)?;
    std::fs::write(&target, text).map_err(trouble)
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
    let script = crate::repository::root().join("xtask/judges/python_chess.py");
    let status = Command::new(python)
        .arg(script)
        .arg("--root")
        .arg(folder)
        .arg("--out")
        .arg(answers)
        .status()
        .map_err(|trouble| format!("{python}: {trouble}"))?;
    if status.success() { Ok(()) } else { Err(format!("{python}: {status}")) }
}

fn compare_answers(path: &str, expected: &[Expected], told: &[Answer], score: &mut Score) {
    if expected.len() != told.len() {
        let (ours, theirs) = (expected.len(), told.len());
        score.faults.push(format!("{path}: {ours} games written, {theirs} read"));
    }
    for (our, their) in expected.iter().zip(told) {
        score.n_games += 1;
        score.n_plies += our.line.uci.len() as u64;
        let is_same = their.is_clean()
            && our.line.uci == their.uci
            && our.line.san == their.san
            && our.start == their.start_fen
            && our.outcome == their.result;
        if !is_same {
            let n_same = our.line.uci.iter().zip(&their.uci).take_while(|(a, b)| a == b).count();
            score.faults.push(format!(
                "{path} game {}: {n_same} plies the same of {} and {}; {} {}; {:?} {:?}",
                their.index,
                our.line.uci.len(),
                their.uci.len(),
                our.outcome,
                their.result,
                their.error_texts.first(),
                their.judge_fault
            ));
        }
    }
}

/// One line a game: the moves in UCI and the marker.
fn uci_lines(pgn_extract: &str, file: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(pgn_extract)
        .args(["-s", "-Wuci", "-w1000000", "-C", "-V", "--notags", "--allownullmoves"])
        .arg(file)
        .output()
        .map_err(|trouble| format!("{pgn_extract}: {trouble}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
}

/// pgn-extract leaves out a game that it cannot read: the lines that are there must be ours, in
/// order, and each game of ordinary chess that is not among them is a difference.
fn compare_lines(path: &str, expected: &[Expected], told: &[String], score: &mut Score) {
    let mut told = told.iter().peekable();
    for (idx, our) in expected.iter().enumerate() {
        let mut words = our.line.uci.clone();
        words.push(our.outcome.clone());
        let line = words.join(" ");
        if told.peek().is_some_and(|told| told.split_whitespace().eq(line.split_whitespace())) {
            told.next();
            score.n_games += 1;
            score.n_plies += our.line.uci.len() as u64;
        } else if our.is_chess960 {
            score.n_left_out += 1;
        } else {
            let told = told.peek().map_or("", |told| told.as_str());
            let (line, told) = (&line[..line.len().min(60)], &told[..told.len().min(60)]);
            score.faults.push(format!("{path} game {}: {line:?}, judge {told:?}", idx + 1));
        }
    }
    let n_behind = told.count();
    if n_behind > 0 {
        score.faults.push(format!("{path}: {n_behind} lines of the judge's are left over"));
    }
}
