//! Any edits of a reading session: the saved text has the content of the game, has no fault that
//! the old one did not have, and python-chess reads the same moves.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::process::Command;

use pgn_testing::python_chess;
use pgn_view::{GamesInMemory, LineMode, Session, continuations};
use pgnkit::chess::notation::uci;
use pgnkit::game::MoveText;
use pgnkit::{Game, NodeId};

use crate::scratch::Dir;

const TAGS: &str = "[Event \"a\"]\n[Site \"b\"]\n[Date \"2026.11.23\"]\n[Round \"1\"]\n\
    [White \"c\"]\n[Black \"d\"]\n[Result \"*\"]\n";

/// Games as programs spell them.
const GAMES: [&str; 8] = [
    "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6 3. Bb5 (3. d4 exd4) 3... a6 *",
    "1. e4 {a} 1... e5 (1... c5 $1 {b} 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 $6 Nc6 *",
    "1.e4 e5 (1...c5 2.Nf3)(1...e6)2.Nf3 Nc6! {c}3.Bb5 a6 *",
    "e4 e5 (c5 Nf3 d6) Nf3 {d} Nc6 (Nf6 Nxe5) Bb5 *",
    "1. e4 1... e5 2. Nf3 2... Nc6 (2... Nf6 3. Nxe5) 3. Bb5 3... a6 *",
    "{before} 1. e4 ; to the end\n(1. d4 d5\n2. c4 ; another\n) 1... e5 2. Nf3!? ({f} 2. f4) Nc6 *",
    "1. e4 (1. d4 (1. c4 e5) 1... d5) (1. Nf3) 1... e5 $10 (1... c5) 2. Nf3 *",
    "1... e5 (1... c5 2. Nf3) 2. Nf3 (2. f4) 2... Nc6 3. Bb5 *",
];

const COMMANDS: [&str; 36] = [
    "n",
    "n",
    "n",
    "b",
    "start",
    "end",
    "down",
    "down",
    "up",
    "v 2",
    "v 2",
    "v 3",
    "leave",
    "e4",
    "e5",
    "c5",
    "d4",
    "Nf3",
    "Nf6",
    "a6",
    "d5",
    "comment so it goes",
    "uncomment",
    "nag !",
    "nag $14",
    "promote",
    "promote",
    "demote",
    "main",
    "main",
    "delete",
    "delete-variation",
    "delete-rest",
    "undo",
    "redo",
    "comment and so on",
];

fn text_of(game: usize) -> String {
    let start = match GAMES[game].starts_with("1... ") {
        true => {
            "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n[SetUp \"1\"]\n"
        }
        false => "",
    };
    format!("{TAGS}{start}\n{}\n", GAMES[game])
}

/// All moves with what may follow each, as python-chess has them.
fn moves_of(game: &Game) -> String {
    fn append(game: &Game, place: NodeId, text: &mut String) {
        for node in continuations(game.tree(), place) {
            let mut cursor = game.cursor();
            cursor.go_to(game.tree().parent(node).unwrap_or_default());
            if let (Some(position), Some(MoveText::Move(mv))) =
                (cursor.position(), game.tree().mv(node))
            {
                text.push_str(uci::to_text(position, mv).as_str());
            }
            text.push('[');
            append(game, node, text);
            text.push(']');
        }
    }
    let mut text = String::new();
    append(game, NodeId::ROOT, &mut text);
    text
}

/// A number after the other, always the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// What `pgn check` finds in each game of a file.
fn findings(dir: &Dir, file: &str, game_count: usize) -> Vec<BTreeSet<String>> {
    let ran = dir.pgn().args(&format!("check --format jsonl {file}")).output();
    let mut found = vec![BTreeSet::new(); game_count];
    for line in ran.stdout.lines() {
        let finding: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = finding["game"].as_u64().unwrap() as usize;
        found[number - 1].insert(finding["code"].as_str().unwrap().to_owned());
    }
    found
}

#[test]
fn whatever_is_edited_the_saved_text_says_it() {
    let mut numbers = Numbers(18);
    let (mut before, mut after, mut expected) = (String::new(), String::new(), Vec::new());
    for round in 0..400 {
        let source = text_of(round % GAMES.len());
        let games = GamesInMemory::new("a.pgn", source.clone().into_bytes());
        let mut lines = LineMode::new(Session::new(games, Default::default()));
        lines.say("open");
        let mut done = Vec::new();
        for _ in 0..1 + numbers.below(14) {
            let command = COMMANDS[numbers.below(COMMANDS.len())];
            done.push(command);
            lines.say(command);
            let editor = lines.session().editor().unwrap();
            let text = String::from_utf8(editor.text().0).unwrap();
            let again: Game = text.parse().unwrap();
            assert_eq!(again.to_string(), editor.game().to_string(), "{done:?}\n{source}{text}");
            assert_eq!(moves_of(&again), moves_of(editor.game()), "{done:?}\n{source}{text}");
        }
        let editor = lines.session().editor().unwrap();
        expected.push(moves_of(editor.game()));
        before += &source;
        before.push('\n');
        after += &String::from_utf8(editor.text().0).unwrap();
        after.push('\n');
    }
    let dir = Dir::with("before.pgn", &before);
    dir.file("after.pgn", &after);
    let game_count = expected.len();
    let old = findings(&dir, "before.pgn", game_count);
    let new = findings(&dir, "after.pgn", game_count);
    for (number, (old, new)) in old.iter().zip(&new).enumerate() {
        let added: Vec<&String> = new.difference(old).collect();
        let text = after.split("[Event").nth(number + 1);
        assert!(added.is_empty(), "{added:?} in {}", text.unwrap_or_default());
    }
    let Some(python) = python_chess() else { return };
    let program = "import chess.pgn\n\
        def told(node):\n\
        \x20   return ''.join(f'{it.uci()}[{told(it)}]' for it in node.variations)\n\
        file = open('after.pgn')\n\
        while (game := chess.pgn.read_game(file)):\n\
        \x20   assert not game.errors, game.errors\n\
        \x20   print(told(game))\n";
    let judged =
        Command::new(python).args(["-c", program]).current_dir(dir.path()).output().unwrap();
    assert!(judged.status.success(), "{judged:?}");
    let said = String::from_utf8(judged.stdout).unwrap();
    for ((said, expected), text) in said.lines().zip(&expected).zip(after.split("[Event").skip(1)) {
        assert_eq!(said, expected, "{text}");
    }
    assert_eq!(said.lines().count(), game_count);
}
