//! Trees: equal to a plain count, whatever memory and threads there are; scores worked out by hand
//! (§19, D-33, D-52).

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use super::{Count, Edge, GameSummary, Games, Gather, Played, Root, Score, Side, Tree, look_up};
use crate::error::Error;
use crate::index;
use crate::reading::read_text;
use crate::scan::{Options, SourceInfo};
use crate::sort::{Budget, Folder};
use crate::source::Inputs;
use pgn_query::facts::{rating, year};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::fen::{self, EpPolicy, Mode};
use pgnkit::chess::{Color, Position};
use pgnkit::game::MoveText;
use pgnkit::read::Games as Reading;
use pgnkit::tag::Outcome;

const ROOMY: Budget = Budget { run_bytes: 64 << 20, merge_bytes: 1 << 20 };

fn count(text: &str, root: Root, budget: Budget, thread_count: usize) -> (Games, Vec<Played>) {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        thread_count: NonZeroUsize::new(thread_count).expect("some"),
        under_way_bytes: 1 << 20,
        ..Options::default()
    };
    let mut gather = Gather::new(Folder(folder.path().to_owned()), budget);
    let mut games = Games::default();
    read_text(text, options, Count(root), |made| {
        games.join(&made.output.games);
        gather.take(&made.output).expect("taken");
    });
    let mut moves = gather.finish().expect("gathered");
    let mut all = Vec::new();
    while let Some(played) = moves.next_move().expect("merged") {
        all.push(played);
    }
    (games, all)
}

fn read(text: &str) -> Vec<Game> {
    Reading::new(text.as_bytes()).map(|game| game.expect("a slice can be read")).collect()
}

/// The slow twin: games that are all legal, one after the other.
fn plainly(games: &[Game], root: &Position, depth: usize) -> (u32, BTreeMap<Edge, Score>) {
    let (mut reached_count, mut scores) = (0, BTreeMap::<Edge, Score>::new());
    for game in games {
        let Some(mut position) = game.start_position() else { continue };
        let is_root = |position: &Position| {
            position.polyglot_key() == root.polyglot_key() && position.variant() == root.variant()
        };
        let mut behind = is_root(&position).then_some(0);
        let mut been = HashSet::new();
        let facts = GameSummary {
            outcome: game.outcome(),
            white_elo: game.tag("WhiteElo").and_then(rating),
            black_elo: game.tag("BlackElo").and_then(rating),
            year: game.tag("Date").and_then(year),
        };
        for node in game.main_line() {
            let Some(MoveText::Move(mv)) = game.tree().mv(node) else { break };
            if let Some(n) = &mut behind {
                if *n == depth {
                    break;
                }
                *n += 1;
                if been.insert(position.polyglot_key()) {
                    let side = match position.turn() {
                        Color::White => Side::White,
                        Color::Black => Side::Black,
                    };
                    let edge = Edge { key: position.polyglot_key(), mv };
                    scores.entry(edge).or_default().join(&Score::of_game(&facts, side));
                }
            }
            position.play_unchecked(mv);
            if behind.is_none() && is_root(&position) {
                behind = Some(0);
            }
        }
        reached_count += u32::from(behind.is_some());
    }
    (reached_count, scores)
}

fn generated(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/generated");
    fs::read_to_string(folder.join(name)).expect("in the repository")
}

fn agree(text: &str, root: &Position, depth: usize) -> u32 {
    let (reached_count, expected) = plainly(&read(text), root, depth);
    let asked = Root::new(root, depth as u32);
    let (games, moves) = count(text, asked, ROOMY, 1);
    let found: BTreeMap<Edge, Score> = moves.iter().map(|it| (it.edge, it.score)).collect();
    assert_eq!(found, expected);
    assert_eq!(games.reached.game_count, reached_count);
    assert_eq!(games.n(), read(text).len() as u64);
    for (budget, thread_count) in [(Budget { run_bytes: 2_000, merge_bytes: 300 }, 1), (ROOMY, 3)] {
        assert_eq!(count(text, asked, budget, thread_count), (games, moves.clone()));
    }
    reached_count
}

#[test]
fn a_tree_is_a_plain_count() {
    let start = Position::start();
    for name in ["export-plain.pgn", "export-annotated.pgn", "one-line.pgn", "export-chess960.pgn"]
    {
        let text = generated(name);
        let reached_count = agree(&text, &start, 1).max(agree(&text, &start, 12));
        let usual = name != "export-chess960.pgn";
        assert_eq!(reached_count > 0, usual, "{name}");
    }
    let shuffles = "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nf6 5. Ng1 Ng8 6. d4 1-0\n\n".repeat(9)
        + "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. c4 0-1\n\n";
    for depth in [1, 3, 4, 5, 40] {
        assert_eq!(agree(&shuffles, &start, depth), 10);
    }
}

#[test]
fn any_position_may_be_the_root() {
    let text = generated("export-plain.pgn");
    let games = read(&text);
    let mut position = Position::start();
    for (ply, node) in games[0].main_line().take(30).enumerate() {
        if let (0..3 | 29, Some(MoveText::Move(mv))) = (ply, games[0].tree().mv(node)) {
            assert!(agree(&text, &position, 5) >= 1, "{ply}");
            position.play_unchecked(mv);
        } else if let Some(MoveText::Move(mv)) = games[0].tree().mv(node) {
            position.play_unchecked(mv);
        }
    }
    // A game that comes there by another order of moves.
    let text = "1. d4 d5 2. c4 e6 1-0\n\n1. c4 e6 2. d4 d5 3. Nc3 0-1\n\n1. c4 e5 *\n";
    let fen = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -";
    let root = fen::parse(fen.as_bytes(), Mode::Lax).expect("a position").0;
    assert_eq!(agree(text, &root, 1), 2);
    let (games, moves) = count(text, Root::new(&root, 1), ROOMY, 1);
    assert_eq!((games.elsewhere_count, moves.len(), moves[0].score.black_count), (1, 1, 1));
}

#[test]
fn games_that_cannot_be_played_count_nowhere() {
    let text = "1. e4 e5 2. Nf3 *\n\n\
                1. e4 e5 2. Ke3 *\n\n\
                1. e4 -- 2. d4 *\n\n\
                [Variant \"Xiangqi\"]\n\n1. e4 *\n\n\
                [Variant \"Atomic\"]\n\n1. e4 *\n\n\
                [SetUp \"1\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n\
                1. e4 (1. Ke3) 1... c5 *\n\n";
    let (games, moves) = count(text, Root::new(&Position::start(), 9), ROOMY, 2);
    assert_eq!(
        (games.reached.game_count, games.unplayable_count, games.elsewhere_count),
        (3, 3, 1)
    );
    let counts: Vec<u32> = moves.iter().map(|played| played.score.game_count).collect();
    assert_eq!(counts.iter().sum::<u32>(), 3 + 3 + 2);
}

#[test]
fn a_walk_comes_to_each_position_once() {
    let text =
        "1. e4 e5 2. Nf3 Nc6 *\n\n1. Nf3 e5 2. e4 Nc6 *\n\n1. e4 e5 2. Nf3 d6 *\n\n1. c4 *\n";
    let start = Position::start();
    let (_, moves) = count(text, Root::new(&start, 6), ROOMY, 1);
    let tree = Tree::of(moves);
    let visits: Vec<(String, usize)> = tree
        .walk(&start)
        .map(|visit| {
            let fen = fen::to_text(&visit.position, EpPolicy::Standard).to_string();
            (fen, visit.line.len())
        })
        .collect();
    // The start; after e4 and after Nf3; after both with e5, each; and the position that both give.
    let plies: Vec<usize> = visits.iter().map(|visit| visit.1).collect();
    assert_eq!(plies, [0, 1, 1, 2, 2, 3]);
    let fens: HashSet<&String> = visits.iter().map(|visit| &visit.0).collect();
    assert_eq!(fens.len(), visits.len());
    let first: Vec<u32> =
        tree.moves_at(start.polyglot_key()).iter().map(|it| it.score.game_count).collect();
    assert_eq!(first, [2, 1, 1]);
    assert_eq!(Tree::default().walk(&start).count(), 1);
}

#[test]
fn scores_are_what_one_works_out_by_hand() {
    let facts =
        |outcome, white_elo, black_elo, year| GameSummary { outcome, white_elo, black_elo, year };
    let games = [
        facts(Outcome::WhiteWins, Some(2500), Some(2400), Some(1990)),
        facts(Outcome::Draw, Some(2600), Some(2500), None),
        facts(Outcome::BlackWins, None, Some(2600), Some(1985)),
        facts(Outcome::Unknown, Some(2700), Some(2000), Some(2001)),
        facts(Outcome::Draw, Some(2400), None, None),
    ];
    let sum = |side| {
        games.iter().fold(Score::default(), |mut sum, facts| {
            sum.join(&Score::of_game(facts, side));
            sum
        })
    };
    let (white, black) = (sum(Side::White), sum(Side::Black));
    assert_eq!(
        (white.game_count, white.white_count, white.draw_count, white.black_count),
        (5, 1, 2, 1)
    );
    assert_eq!((white.points_share(), black.doubled_points()), (Some(0.5), 4));
    assert_eq!((white.rating(), black.rating(), white.last_year), (Some(2550), Some(2375), 2001));
    // Against 2400, 2500, 2600: a win, a draw, a loss.
    assert_eq!(white.performance(), Some(2500));
    // Against 2500, 2600, 2400: a loss and two draws, a third of the points.
    assert_eq!(black.performance(), Some(2375));
    assert_eq!((Score::default().performance(), Score::default().points_share()), (None, None));
    let mut bytes = Vec::new();
    black.encode(&mut bytes);
    assert_eq!((bytes.len(), Score::decode(&bytes)), (super::score::SCORE_BYTES, black));
    assert_eq!(Score::decode(&[]), Score::default());
    for (value, expected) in
        [("2500", Some(2500)), ("-", None), ("", None), ("0", None), ("x", None)]
    {
        assert_eq!(rating(value), expected, "{value}");
    }
}

/// Sees to it that an index is made.
struct Made;

impl index::Watch for Made {
    fn begin(&mut self, _: &SourceInfo) {}
    fn games(&mut self, _: u64) {}
    fn done(&mut self, _: &Path, _: index::Done) {}
    fn on_error(&mut self, error: Error) {
        panic!("{error}");
    }
}

/// An index answers what a scan of one ply does.
fn index_agrees(text: &str, positions: &[Position]) -> u32 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, text).expect("written");
    let scan = Options { under_way_bytes: 1 << 20, ..Options::default() };
    let options = index::Options { scan, memory_bytes: 32 << 20, rebuild: false };
    index::update(Inputs::gather(std::slice::from_ref(&path)), &options, &mut Made)
        .expect("an index");
    let index = index::Index::open(&path, Choice::Auto).expect("an index that fits");
    let mut reached_count = 0;
    for position in positions {
        let (games, mut moves) = look_up(&index, position).expect("readable").expect("an answer");
        let (expected, expected_moves) = count(text, Root::new(position, 1), ROOMY, 1);
        moves.sort_by_key(|played| played.edge);
        let mut expected_moves = expected_moves;
        expected_moves.sort_by_key(|played| played.edge);
        assert_eq!((games, moves), (expected, expected_moves));
        reached_count += games.reached.game_count;
    }
    reached_count
}

#[test]
fn an_index_answers_as_a_scan_does() {
    let mut positions = vec![Position::start()];
    for text in ["e4 e5", "d4", "Nf3 Nf6 Ng1 Ng8", "e4 c5 Nf3"] {
        let mut position = Position::start();
        for word in text.split(' ') {
            let lax = pgnkit::chess::notation::san::SanOptions::default();
            let reading = pgnkit::chess::notation::san::resolve(&position, word.as_bytes(), &lax);
            position.play_unchecked(reading.expect("a move").mv);
            positions.push(position);
        }
    }
    let text = "[date \"1999.01.01\"]\n[WhiteElo \"2500\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                1. e4 c5 2. Nf3 Ke8 *\n\n\
                [Variant \"Atomic\"]\n\n1. e4 e5 *\n\n\
                [BlackElo \"12345\"]\n[WhiteElo \"-\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 d5 0-1\n\n\
                1. e4 -- 2. d4 1/2-1/2\n\n\
                [FEN \"nonsense\"]\n\n1. e4 *\n\n1. e4 *\n\n% nothing more\n";
    assert!(index_agrees(text, &positions) > 10);
    let text = generated("export-plain.pgn");
    assert!(index_agrees(&text, &positions) > 60);
    let text = generated("export-set-up.pgn");
    index_agrees(&text, &positions);
}
