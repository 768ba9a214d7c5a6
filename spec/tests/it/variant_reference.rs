//! Variants compared with python-chess, which replays games and counts moves.
//!
//! Decisions: D-60.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use pgn_testing::python_chess;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Color, Position, Variant, perft};
use pgnkit::game::MoveText;
use pgnkit::read::Games;
use pgnkit::{Game, NodeId};

use crate::shared;

/// What the reference sees otherwise. It must have looked at every line.
fn differences(python: &Path, lines: &str) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../xtask/reference/variants.py");
    let mut reference = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the reference starts");
    let mut input = reference.stdin.take().expect("piped");
    let text = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = reference.wait_with_output().expect("the reference ends");
    writer.join().expect("written").expect("the reference reads all");
    let answer = String::from_utf8(output.stdout).expect("text");
    let mut told: Vec<String> = answer.lines().map(str::to_owned).collect();
    let n_judged: usize = told.pop().and_then(|n| n.parse().ok()).expect("a count at the end");
    assert_eq!(n_judged, lines.lines().count());
    told
}

fn name(variant: Variant) -> &'static str {
    variant.name()
}

fn ending(position: &Position) -> &'static str {
    match position.ending().map(|ending| ending.winner) {
        None => "-",
        Some(None) => "draw",
        Some(Some(Color::White)) => "white",
        Some(Some(Color::Black)) => "black",
    }
}

fn push_position(position: &Position, lines: &mut String) {
    let moves = position.legal_moves();
    let texts: Vec<String> =
        moves.iter().map(|mv| uci::to_text(position, *mv).to_string()).collect();
    let fen = fen::to_text(position, EpPolicy::Standard);
    let (name, texts, ending) = (name(position.variant()), texts.join(" "), ending(position));
    writeln!(lines, "position\t{name}\t{fen}\t{texts}\t{ending}").expect("a string takes all");
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

/// The reference does not see that a step to the eighth rank is illegal because it uncovers a
/// check.
fn is_known(told: &str) -> bool {
    told.contains("Racing Kings") && told.starts_with("ending: the reference says -, we say white")
}

#[test]
fn random_positions_of_variants_are_judged_alike() {
    let Some(python) = python_chess() else { return };
    let n_games = if cfg!(debug_assertions) { 6 } else { 60 };
    let mut dice = Dice(0x1994_0312);
    let mut lines = String::new();
    for variant in Variant::ALL {
        for _ in 0..n_games {
            let mut position = Position::start_of(variant);
            for _ in 0..150 {
                push_position(&position, &mut lines);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[dice.throw(moves.len())]);
            }
        }
    }
    let told = differences(&python, &lines);
    let told: Vec<&String> = told.iter().filter(|told| !is_known(told)).collect();
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn books_of_variants_are_judged_alike() {
    let (Some(python), Some(folder)) = (python_chess(), shared::folder()) else { return };
    let folder = folder.join("h_epd/ianfab__books");
    let mut lines = String::new();
    for (file, variant) in [
        ("3check.epd", Variant::ThreeCheck),
        ("atomic.epd", Variant::Atomic),
        ("crazyhouse_cp_130.epd", Variant::Crazyhouse),
        ("horde_start.epd", Variant::Horde),
        ("racingkings.epd", Variant::RacingKings),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).expect("the manifest has it");
        let step = if cfg!(debug_assertions) { 40 } else { 3 };
        for line in text.lines().step_by(step) {
            let record = line.split(';').next().unwrap_or(line);
            let (position, _) =
                fen::parse_as(record.as_bytes(), fen::Mode::Lax, variant).expect(record);
            push_position(&position, &mut lines);
            let (count, fen) = (perft(&position, 2), fen::to_text(&position, EpPolicy::Standard));
            writeln!(lines, "perft\t{variant}\t{fen}\t2\t{count}").expect("a string takes all");
        }
    }
    let told = differences(&python, &lines);
    assert!(told.is_empty(), "{told:#?}");
}

/// The main line of a game, and where it ends.
fn push_game(game: &Game, lines: &mut String) -> bool {
    let Some(mut position) = game.start_position() else { return false };
    if position.variant() == Variant::Standard {
        return false;
    }
    let (variant, start) = (position.variant(), fen::to_text(&position, EpPolicy::Standard));
    let mut moves = Vec::new();
    for node in game.tree().line(NodeId::ROOT) {
        let Some(MoveText::Move(mv)) = game.tree().mv(node) else { break };
        moves.push(uci::to_text(&position, mv).to_string());
        position.play_unchecked(mv);
    }
    let end = fen::to_text(&position, EpPolicy::Standard);
    writeln!(lines, "game\t{variant}\t{start}\t{}\t{end}", moves.join(" "))
        .expect("a string takes all");
    true
}

#[test]
fn games_of_variants_are_replayed_alike() {
    let Some(python) = python_chess() else { return };
    let (mut lines, mut n_games) = (String::new(), 0);
    shared::for_each_file(|path, _, text| {
        if path.starts_with("b_online/") || path.starts_with("e_setup/") {
            for game in Games::new(text) {
                n_games += usize::from(push_game(&game.expect("read from memory"), &mut lines));
            }
        }
    });
    if n_games == 0 {
        return;
    }
    assert!(n_games > 300, "{n_games}");
    let told = differences(&python, &lines);
    assert!(told.is_empty(), "{told:#?}");
}
