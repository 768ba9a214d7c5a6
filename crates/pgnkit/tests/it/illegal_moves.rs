//! Games with illegal moves that stood: read to their end, marked, and the same game when what was
//! written is read again.

use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Move, Position};
use pgnkit::compare::{Ignore, compare};
use pgnkit::diagram::Diagram;
use pgnkit::game::{ILLEGAL, MoveText, UNPLAYABLE};
use pgnkit::game_trie::{GameTrie, TrieOptions};
use pgnkit::merge_games::merge_games;
use pgnkit::opening::Table;
use pgnkit::read::{Games, IllegalMoves, ReadOptions, read_region_with_layout};
use pgnkit::syntax::Regions;
use pgnkit::write::{Export, Profile, write_verbatim};
use pgnkit::{Game, fault};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn options(illegal_moves: IllegalMoves) -> ReadOptions {
    ReadOptions::default().with_illegal_moves(illegal_moves)
}

fn keep() -> ReadOptions {
    options(IllegalMoves::Keep)
}

fn read(text: &[u8], options: ReadOptions) -> (Game, usize) {
    let mut games = Games::with(text, options, Vec::new());
    let game = games.next().expect("a game").expect("memory does not fail");
    assert!(games.next().is_none(), "one game");
    let is_illegal = |note: &&pgnkit::syntax::Diagnostic| note.code == fault::ILLEGAL_MOVE.code;
    let count = games.notes().iter().filter(is_illegal).count();
    (game, count)
}

fn written(game: &Game, profile: Profile) -> Vec<u8> {
    let mut text = Vec::new();
    Export::new(profile).append(game, &mut text, &mut Vec::new()).expect("held");
    text
}

fn mark_count(game: &Game) -> usize {
    game.main_line().filter(|node| game.tree().comments(*node).any(|it| it == ILLEGAL)).count()
}

/// Code that plays the moves of a game takes them as they are.
fn check_other_code(game: &Game) {
    let _ = Table::standard().classify(game);
    assert!(compare(game, &game.clone(), &Ignore::default()).is_empty());
    let mut merged = game.clone();
    let report = merge_games(&mut merged, game).expect("one start");
    assert!(report.is_nothing() && merged == *game);
    let mut trie = GameTrie::new(TrieOptions::default());
    trie.add(game, "a game").expect("one start");
    let (joined, _) = trie.into_game().expect("one start");
    assert_eq!(joined.n_plies(), game.n_plies());
    let mut cursor = game.cursor();
    while cursor.forward() {
        let position = cursor.position().expect("a position");
        let _ = (Diagram::of(position), position.ending(), position.legal_moves());
        assert!(cursor.san().is_some());
    }
}

/// A step of a random game: squares of an illegal move, the choice of a legal one, and what follows
/// it.
type Steps = Vec<((u8, u8), prop::sample::Index, u8)>;

fn steps() -> impl Strategy<Value = Steps> {
    prop::collection::vec(((0..64_u8, 0..64_u8), any::<prop::sample::Index>(), 0..12_u8), 0..100)
}

/// The text of a game with these steps, and how many of its moves there are and are illegal.
fn movetext(steps: &Steps) -> (String, usize, usize) {
    let mut position = Position::start();
    let (mut text, mut ply_count, mut illegal_count) = (String::new(), 0, 0);
    let name = |square: u8| format!("{}{}", (b'a' + square % 8) as char, square / 8 % 8 + 1);
    for ((from, to), index, extra) in steps {
        // A king finds an illegal move more often than other pieces.
        let king = position.king(position.turn()).filter(|_| extra % 2 == 0);
        let (from, others) = king.map_or((*from, 1), |king| (king.index(), 12));
        let found = (0..others).find_map(|n| {
            let text = name(from) + &name(to.wrapping_add(n * 5));
            san::resolve_illegal(&position, text.as_bytes(), &SanOptions::default())
        });
        let legal = position.legal_moves();
        let mv: Move = match found {
            Some((reading, spelling)) => {
                illegal_count += 1;
                text.push_str(&spelling.text(reading.mv));
                reading.mv
            }
            None if legal.is_empty() => break,
            None => {
                let mv = *index.get(legal.as_slice());
                text.push_str(&san::to_text(&position, mv));
                mv
            }
        };
        ply_count += 1;
        match extra {
            0 => text.push_str(" $1"),
            1 => text.push_str(" {a comment}"),
            2 => text.push_str(" {Illegal move}"),
            3 => text.push_str(" $2 {Illegal move} {x}"),
            4 => text.push('!'),
            5 if !legal.is_empty() => {
                let other = san::to_text(&position, legal[0]);
                text.push_str(&format!(" ({other} {{y}})"));
            }
            _ => {}
        }
        text.push(' ');
        position.play_unchecked(mv);
    }
    (text + "*\n", ply_count, illegal_count)
}

/// The same games in every run.
#[test]
fn most_random_games_have_illegal_moves() {
    let mut runner = TestRunner::deterministic();
    let games = (0..50).map(|_| steps().new_tree(&mut runner).expect("a game").current());
    let count = games.filter(|steps| movetext(steps).2 > 0).count();
    assert!(count > 25, "{count}");
}

proptest! {
    #[test]
    fn kept_moves_are_the_same_when_they_are_read_again(
        steps in steps()
    ) {
        let (text, ply_count, illegal_count) = movetext(&steps);
        let (game, noted_count) = read(text.as_bytes(), keep());
        prop_assert_eq!(game.n_plies(), ply_count, "{}", text);
        prop_assert_eq!(noted_count, illegal_count);
        prop_assert!(mark_count(&game) >= illegal_count);
        for profile in Profile::ALL {
            let once = written(&game, profile);
            let again = read(&once, keep()).0;
            prop_assert_eq!(again.n_plies(), ply_count);
            prop_assert_eq!(written(&again, profile), once);
            if profile == Profile::Lossless {
                prop_assert_eq!(&again, &game);
            }
        }
        check_other_code(&game);
        // With its layout, the text is as it was.
        let mut regions = Regions::new(text.as_bytes());
        let region = regions.next_region().expect("memory").expect("a region");
        let (held, layout) = read_region_with_layout(&region, keep(), ()).expect("a game");
        prop_assert_eq!(&held, &game);
        let mut same = Vec::new();
        write_verbatim(&held, &layout, &mut same);
        prop_assert_eq!(String::from_utf8(same).expect("ASCII"), text.clone());
        // Otherwise all moves of the game are legal.
        let (stopped, _) = read(text.as_bytes(), options(IllegalMoves::Stop));
        let mut position = Position::start();
        for node in stopped.main_line() {
            let Some(MoveText::Move(mv)) = stopped.tree().mv(node) else { continue };
            prop_assert!(position.is_legal(mv));
            position.play_unchecked(mv);
        }
        prop_assert_eq!(stopped.n_plies() < ply_count, illegal_count > 0);
    }
}

#[test]
fn only_moves_that_a_piece_can_make_are_kept() {
    let cases = [
        // King and pieces in check, castling without the right, then everything as usual.
        ("1. e4 e5 2. Ke2 Qh4 3. Nf3 Qxe4 4. d3 Nf6 5. h3 *", 9, None),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ke2 d6 5. Ke1 Be7 6. O-O O-O *", 12, None),
        ("1. e4 e5 2. Nf6 Nc6 *", 2, Some("2. Nf6")),
        // Nobody takes a king.
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5 d6 4. Qxe7 *", 6, Some("4. Qxe7")),
        ("1. f3 e5 2. g4 Qh4 3. a3 Qxe1 *", 5, Some("Qxe1")),
    ];
    for (text, ply_count, rest) in cases {
        let (game, _) = read(text.as_bytes(), keep());
        assert_eq!(game.n_plies(), ply_count, "{text}");
        let last = game.main_line().last().expect("a move");
        let left = game.tree().comments(last).find_map(|it| it.strip_prefix(UNPLAYABLE));
        assert_eq!(left.is_some(), rest.is_some(), "{text}");
        if let (Some(left), Some(rest)) = (left, rest) {
            assert!(left.starts_with(rest), "{left}");
        }
    }
    let (game, count) = read(b"1. e4 e5 2. Qh5 Ke7 3. d3 Kf6 4. a3 Kg5 *", keep());
    assert_eq!((count, mark_count(&game)), (1, 1));
    let text = String::from_utf8(written(&game, Profile::Modern)).expect("UTF-8");
    assert!(text.contains("Kg5 {Illegal move} *"), "{text}");
}
