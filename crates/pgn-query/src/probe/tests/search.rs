//! Probes in the lines of a game, in sets, and together.

use super::*;
use crate::probe::{Lines, Search};
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::{Color, Role};
use pgnkit::game::MoveText;
use pgnkit::read::Games;
use pgnkit::{Game, NodeId};

fn game(text: &str) -> Game {
    let games: Result<Vec<Game>, _> = Games::new(text.as_bytes()).collect();
    games.unwrap_or_default().pop().unwrap_or_default()
}

/// The SAN of the node where each probe was found, with its ply.
fn found(search: &mut Search, game: &Game, lines: Lines, n: usize) -> Vec<Option<(String, u32)>> {
    assert!(search.run(game, lines));
    let san = |node| game.tree().san(node).map(|san| san.to_string()).unwrap_or_default();
    (0..n).map(|n| search.found(n).map(|found| (san(found.node), found.ply))).collect()
}

#[test]
fn variations_are_searched_by_choice() {
    let game = game(
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5) 2... d6 3. d4 cxd4) (1... e6 2. d4 d5) \
         2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 (3... Nf6 4. Ng5) 4. c3) 3... a6 *",
    );
    let rows = [
        ("... Bb5", Some(("Bb5", 5)), Some(("Bb5", 5))),
        ("... Ng5", None, Some(("Ng5", 7))),
        ("1. e4 c5 2. Nf3 d6 3. d4", None, Some(("d4", 5))),
        ("1. e4 c5 2. c3 d5", None, Some(("d5", 4))),
        ("1. e4 c5 2. c3 d6", None, None),
        ("1. e4 e6 2. d4", None, Some(("d4", 3))),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3", None, Some(("c3", 7))),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ng5", None, None),
        ("... exd5", None, Some(("exd5", 5))),
    ];
    let probes: Vec<Probe> = rows.iter().map(|row| parse(Subject::Moves, row.0)).collect();
    let mut search = Search::new(Arc::from(probes));
    for lines in [Lines::Main, Lines::All] {
        let answers = found(&mut search, &game, lines, rows.len());
        for (row, answer) in rows.iter().zip(answers) {
            let expected = if lines == Lines::Main { row.1 } else { row.2 };
            assert_eq!(answer, expected.map(|(san, ply)| (san.to_owned(), ply)), "{}", row.0);
        }
    }
}

#[test]
fn what_lasts_may_begin_before_its_variation() {
    let game = game("1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Bc4 Bc5 4. d3) 3. Nxe5 *");
    let options = Options { lasts_plies: 7, ..Options::default() };
    let probe = parse_with(Subject::Material, "men = 32", options);
    let mut search = Search::new(Arc::from([probe]));
    assert_eq!(found(&mut search, &game, Lines::Main, 1), [None]);
    assert_eq!(found(&mut search, &game, Lines::All, 1), [Some((String::new(), 0))]);
    let end = Options { when: When::AtEnd, ..Options::default() };
    let mut search = Search::new(Arc::from([parse_with(Subject::Material, "men = 32", end)]));
    assert_eq!(found(&mut search, &game, Lines::Main, 1), [None]);
    assert_eq!(found(&mut search, &game, Lines::All, 1), [Some(("d3".to_owned(), 7))]);
}

#[test]
fn games_without_rules_are_told() {
    let mut search = Search::new(Arc::from([parse(Subject::Moves, "... e4")]));
    assert!(!search.run(&game("[Variant \"Suicide Go\"]\n\n1. e4 e5 *"), Lines::All));
    assert_eq!(search.found(0), None);
}

/// All lines of a game from the start, each as its nodes; the main line first.
fn lines_of(game: &Game) -> Vec<Vec<NodeId>> {
    let tree = game.tree();
    let mut all = Vec::new();
    let mut todo = vec![(Vec::new(), NodeId::ROOT)];
    while let Some((mut path, mut node)) = todo.pop() {
        while let Some(next) = tree.next(node) {
            for head in tree.variations(next) {
                todo.push((path.clone(), head));
            }
            path.push(next);
            node = next;
        }
        all.push(path);
    }
    all
}

/// A probe is found in a game just if it is found in one of its lines played for itself.
#[test]
fn searching_all_lines_agrees_with_playing_each() {
    let games = [
        "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 3. exd5 (3. e5 d4) 3... Qxd5) 2... d6) 2. Nf3 \
         (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) (2. Bc4 Nf6 3. d3) 2... Nc6 (2... Nf6 3. Nxe5) *",
        "1. d4 (1. c4 (1. Nf3 d5 (1... Nf6) 2. c4) 1... e5) 1... d5 2. c4 (2. Nc3) 2... dxc4 *",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 (3... d5 4. Ng1 d4) 4. Ng1 (4. d4 Ng8) 4... Ng8 *",
        "(1. e4) *",
    ];
    let texts = [
        (Subject::Moves, "... exd5"),
        (Subject::Moves, "... Nf3 ... d5"),
        (Subject::Event, "repetition"),
        (Subject::Material, "men = 30"),
        (Subject::Pattern, "*/*/*/*/2P*/*/*/*"),
        (Subject::Moves, "... d3"),
    ];
    let mut n_found = 0;
    for when in [When::Ever, When::AtEnd] {
        let options = Options { when, ..Options::default() };
        let probes = texts.map(|(subject, text)| parse_with(subject, text, options));
        let mut search = Search::new(Arc::from(probes.clone()));
        for text in games {
            let game = game(text);
            assert!(search.run(&game, Lines::All));
            for (n, probe) in probes.iter().enumerate() {
                let places: Vec<NodeId> = lines_of(&game)
                    .iter()
                    .filter_map(|path| {
                        let mv = |node: &NodeId| match game.tree().mv(*node) {
                            Some(MoveText::Move(mv)) => Some(mv),
                            _ => None,
                        };
                        let moves = path.iter().filter_map(mv).collect();
                        let ply = first(probe, &Line { start: Position::start(), moves })?;
                        Some(if ply == 0 { NodeId::ROOT } else { path[ply as usize - 1] })
                    })
                    .collect();
                let found = search.found(n);
                assert_eq!(found.is_some(), !places.is_empty(), "{:?} in {text}", texts[n]);
                assert!(found.is_none_or(|found| places.contains(&found.node)), "{text}");
                n_found += usize::from(found.is_some());
            }
        }
    }
    assert!(n_found > 10, "{n_found}");
}

#[test]
fn deep_nesting_needs_no_stack() {
    let deep = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(20_000), ")".repeat(20_000));
    let game = game(&deep);
    let mut search = Search::new(Arc::from([parse(Subject::Moves, "1. c4")]));
    assert_eq!(found(&mut search, &game, Lines::All, 1), [None]);
}

#[test]
fn a_set_is_found_as_each_of_its_positions_is() {
    let lines: Vec<Line> = (0..12).map(|seed| Line::random(Variant::Standard, seed, 80)).collect();
    let mut texts = Vec::new();
    for line in &lines[..6] {
        for position in line.positions().iter().skip(3).step_by(7) {
            let fen = fen::to_text(position, EpPolicy::Standard);
            let fields = texts.len() % 4 + 1;
            let part: Vec<&str> = fen.split(' ').take(fields).collect();
            texts.push(match texts.len() % 5 {
                0 => format!("{:016x}", position.polyglot_key()),
                _ => part.join(" "),
            });
        }
    }
    let either = Sides { either_color: true, either_wing: false };
    for sides in [Sides::default(), either] {
        let options = Options { sides, ..Options::default() };
        let set = Probe::any_position(texts.iter().map(String::as_str), &options)
            .unwrap_or_else(|(n, error)| panic!("{n}: {error}"));
        let fens = texts.iter().filter(|text| sides == Sides::default() || text.len() > 16);
        let alone: Vec<Probe> =
            fens.map(|text| parse_with(Subject::Position, text, options)).collect();
        for line in &lines {
            let expected = alone.iter().filter_map(|probe| first(probe, line)).min();
            let found = first(&set, line);
            // Keys have one side: with sides exchanged they are still found unchanged.
            assert!(found <= expected || expected.is_none());
            if sides == Sides::default() {
                assert_eq!(found, expected);
            }
            assert_eq!(found, twin(&set, line));
        }
    }
}

#[test]
fn a_set_tells_which_text_is_wrong() {
    let any = |texts: &[&str]| Probe::any_position(texts.iter().copied(), &Options::default());
    assert_eq!(any(&[]).err().map(|error| error.0), Some(0));
    let error = any(&["8/8/8/8/8/8/8/K6k", "8/8/8/8/8/8/8/K6x"]).err();
    assert_eq!(error.map(|(n, error)| (n, error.range)), Some((1, 16..17)));
}

#[test]
fn together_means_in_one_position() {
    let line = Line::of("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5");
    let together = |parts: &[(Subject, &str)]| {
        let probe = Probe::together(parts, &Options::default());
        let probe = probe.unwrap_or_else(|(n, error)| panic!("{n}: {error}"));
        assert_eq!(first(&probe, &line), twin(&probe, &line));
        first(&probe, &line)
    };
    let knight = (Subject::Pattern, "*/*/*/*/*/2N*/*/*");
    assert_eq!(together(&[knight, (Subject::Material, "men = 30")]), Some(5));
    assert_eq!(together(&[knight, (Subject::Material, "men = 31")]), None);
    assert_eq!(together(&[(Subject::Material, "lead = 1"), (Subject::Event, "check")]), None);
    let moves = Probe::together(&[knight, (Subject::Moves, "e4")], &Options::default());
    assert_eq!(moves.err().map(|error| error.0), Some(1));
}

#[test]
fn keys_are_those_of_the_positions_that_are_found() {
    for seed in 0..40 {
        let line = Line::random(Variant::Standard, seed, 60);
        for position in line.positions() {
            let fen = fen::to_text(&position, EpPolicy::Standard);
            let probe = parse(Subject::Position, &fen);
            let keys = probe.keys().unwrap_or_default();
            assert!(keys.contains(&position.polyglot_key()), "{fen}");
            let open = fen.rsplitn(4, ' ').last().unwrap_or_default();
            assert_eq!(parse(Subject::Position, open).keys(), None);
        }
    }
    // A pawn beside the square, whose king forbids it to take: the key has the file, the rules do
    // not.
    let pinned = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3";
    let (position, _) = fen::parse(format!("{pinned} 0 1").as_bytes(), fen::Mode::Strict)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.legal_ep_square(), None);
    let keys = parse(Subject::Position, "8/8/8/8/k2Pp2Q/8/8/3K4 b - -").keys().unwrap_or_default();
    assert!(keys.contains(&position.polyglot_key()));
    assert_eq!(position.board().by_piece(Color::White, Role::Queen).len(), 1);
}
