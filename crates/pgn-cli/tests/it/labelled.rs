//! Games of which it is known whether they are copies, and how well `pgn dedupe` finds them.
//!
//! ```text
//! base       games that are all different
//! copies     of each some: renamed, redated, cut short, annotated, with a tail, spelled otherwise
//! strangers  the same tags and the same opening, and another game
//! ```

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use pgnkit::chess::Position;
use pgnkit::game::{NodeId, Strip};
use pgnkit::read::Games;
use pgnkit::syntax::CommentKind;
use pgnkit::write::{Export, Profile};
use pgnkit::{Game, Nag, Outcome};

use crate::scratch::Dir;

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }
}

const FAMILIES: [&str; 24] = [
    "Aronian",
    "Botvinnik",
    "Capablanca",
    "Dvoretsky",
    "Euwe",
    "Flohr",
    "Geller",
    "H\u{fc}bner",
    "Ivanchuk",
    "Jobava",
    "Korchnoi",
    "Larsen",
    "Matulovi\u{107}",
    "Nunn",
    "Olafsson",
    "Petrosian",
    "Quinteros",
    "Reshevsky",
    "Spassky",
    "Timman",
    "Uhlmann",
    "Vaganian",
    "Wojtaszek",
    "Yusupov",
];
const GIVEN: [&str; 8] =
    ["Anatoly", "Boris", "Carlos", "David", "Efim", "Fedor", "Garry", "Henrique"];
const EVENTS: [&str; 6] = ["Hastings", "Wijk aan Zee", "Olympiad 3", "Club-ch", "Zonal", "Open A"];

/// Plays on at random from a place, so many plies or to the end of the game.
fn play_on(game: &mut Game, from: NodeId, ply_count: usize, dice: &mut Dice) {
    let mut cursor = game.cursor();
    cursor.go_to(from);
    let mut position: Position = *cursor.position().expect("checked");
    let mut node = from;
    for _ in 0..ply_count {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = moves[dice.roll(moves.len())];
        node = game.add_move(node, mv).expect("legal");
        position.play_unchecked(mv);
    }
}

/// A game of chance between two people on some day.
fn invented(n: usize, dice: &mut Dice) -> Game {
    let mut game = Game::new();
    let mut person = || format!("{}, {}", dice.one_of(&FAMILIES), dice.one_of(&GIVEN));
    let (white, black) = (person(), person());
    let date =
        format!("{}.{:02}.{:02}", 1950 + dice.roll(70), 1 + dice.roll(12), 13 + dice.roll(15));
    let outcomes = [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw];
    let tags = [
        ("Event", (*dice.one_of(&EVENTS)).to_owned()),
        ("Site", "Somewhere".to_owned()),
        ("Date", date),
        ("Round", (1 + n % 9).to_string()),
        ("White", white),
        ("Black", black),
        ("Result", "*".to_owned()),
        ("WhiteElo", (2200 + dice.roll(500)).to_string()),
        ("ECO", "A00".to_owned()),
    ];
    tags.iter().for_each(|(name, value)| game.tags_mut_unchecked().push(name, value));
    // Games of chance may be over soon.
    while game.n_plies() < 40 {
        game.truncate_after(NodeId::ROOT);
        play_on(&mut game, NodeId::ROOT, 50 + dice.roll(90), dice);
    }
    game.set_outcome(*dice.one_of(&outcomes));
    game
}

/// Games of real events, as far as they have what a copy can be known by.
fn real(folder: &Path) -> Vec<Game> {
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let files = files.iter().filter(|path| path.extension().is_some_and(|it| it == "pgn"));
    let games = files.flat_map(|path| {
        let text = fs::read(path).unwrap();
        Games::new(&text[..]).map(|game| game.unwrap()).collect::<Vec<Game>>()
    });
    // Some of the files have games of others.
    let mut seen = HashSet::new();
    let is_new = |game: &Game| {
        let moves: Vec<_> = game.main_line().map(|node| game.tree().san(node).unwrap()).collect();
        let begin: Vec<String> = moves.iter().take(30).map(|san| san.as_str().to_owned()).collect();
        begin.len() == 30 && seen.insert(begin)
    };
    games.filter(is_new).take(900).collect()
}

fn text_of(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).write(game, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The ways in which copies differ.
const WAYS: [&str; 12] = [
    "the same",
    "renamed",
    "redated",
    "cut short",
    "annotated",
    "with a tail",
    "with null moves",
    "spelled otherwise",
    "without tags",
    "renamed and redated",
    "renamed and annotated",
    "cut short and renamed",
];

fn rename(game: &mut Game, dice: &mut Dice) {
    let how = dice.roll(6);
    for side in ["White", "Black"] {
        let name = game.tag(side).unwrap_or("?").to_owned();
        let Some((family, given)) = name.split_once(',') else { continue };
        let (family, given) = (family.trim(), given.trim());
        let initial: String = given.chars().take(1).collect();
        let name = match how {
            0 => format!("{family},{initial}"),
            1 => format!("{family}, {initial}."),
            2 => format!("{given} {family}"),
            3 => format!("{}, {given}", family.to_uppercase()),
            4 => format!("GM {family}, {given} (GER)"),
            _ => family.replace('\u{fc}', "ue").replace('\u{107}', "c") + ", " + given,
        };
        game.tags_mut_unchecked().set(side, &name);
    }
}

fn redate(game: &mut Game, dice: &mut Dice) {
    let date = game.tag("Date").unwrap_or("????.??.??").to_owned();
    let [year, month, day] = date.split('.').collect::<Vec<_>>()[..] else { return };
    let number = |part: &str| part.parse::<u32>().ok();
    let new = match (dice.roll(5), number(month), number(day)) {
        (0, ..) => format!("{year}.{month}.??"),
        (1, ..) => format!("{year}.??.??"),
        (2, Some(_), Some(day)) => format!("{year}.{month}.{:02}", day - 1),
        (3, Some(_), Some(day)) if day < 28 => format!("{year}.{month}.{:02}", day + 1),
        (3, ..) => format!("{year}.??.??"),
        _ => "????.??.??".to_owned(),
    };
    game.tags_mut_unchecked().set("Date", &new);
}

fn cut_short(game: &mut Game, dice: &mut Dice) {
    let n = game.n_plies();
    let kept = (n * (55 + dice.roll(40)) / 100).max(24).min(n - 1);
    let last = game.main_line().nth(kept - 1).unwrap();
    game.truncate_after(last);
}

fn annotate(game: &mut Game, dice: &mut Dice) {
    for _ in 0..1 + dice.roll(6) {
        let n = dice.roll(game.n_plies());
        let node = game.main_line().nth(n).unwrap();
        match dice.roll(3) {
            0 => game.tree_mut().add_nag(node, Nag(1)),
            _ => game.tree_mut().add_comment(node, CommentKind::Brace, "a remark"),
        };
        if let Some(next) = game.tree().next(node)
            && game.tree().variations(next).next().is_none()
        {
            play_on(game, node, 1 + dice.roll(4), dice);
        }
    }
}

/// The text of a copy that differs in this way.
fn copy(game: &Game, way: &str, dice: &mut Dice) -> String {
    let mut copy = game.clone();
    if way.contains("renamed") {
        rename(&mut copy, dice);
    }
    if way.contains("redated") {
        redate(&mut copy, dice);
    }
    if way.contains("cut short") {
        cut_short(&mut copy, dice);
    }
    if way.contains("annotated") {
        annotate(&mut copy, dice);
    }
    if way == "without tags" {
        for name in ["ECO", "WhiteElo", "BlackElo", "Site"] {
            copy.tags_mut_unchecked().remove(name);
        }
    }
    let text = text_of(&copy);
    let marker = copy.outcome().marker();
    let behind =
        |tail: &str| format!("{} {tail} {marker}\n\n", text.trim_end().trim_end_matches(marker));
    match way {
        "with a tail" => behind("Ke4 Kd5"),
        "with null moves" => behind("-- --"),
        "spelled otherwise" => {
            text.replace("O-O-O", "0-0-0").replace("O-O", "0-0").replace(". ", ".")
        }
        _ => text,
    }
}

/// Another game of the same people on the same day, which began alike.
fn stranger(game: &Game, n: usize, dice: &mut Dice) -> String {
    let (same_count, further_count) = match n % 4 {
        0 => (4 + dice.roll(20), 0),
        1 => (game.n_plies() - 10, 30),
        _ => (4 + dice.roll(20), 30 + dice.roll(40)),
    };
    let mut other = game.clone();
    other.strip(Strip::default().with_comments(true).with_variations(true).with_nags(true));
    let last = other.main_line().nth(same_count - 1).unwrap();
    // Chance may play on as they did.
    while further_count > 0 && goes_on_alike(game, &other) {
        other.truncate_after(last);
        play_on(&mut other, last, further_count, dice);
    }
    match n % 4 {
        // It ended there, in a match of many games.
        0 => {
            other.truncate_after(last);
            other.tags_mut_unchecked().set("Round", "?");
            let is_draw = game.outcome() == Outcome::Draw;
            other.set_outcome(if is_draw { Outcome::WhiteWins } else { Outcome::Draw });
        }
        1 => other.tags_mut_unchecked().set("Round", "17"),
        _ => {}
    }
    text_of(&other)
}

/// Whether one of the games is the beginning of the other.
fn goes_on_alike(one: &Game, other: &Game) -> bool {
    let moves = |game: &Game| -> Vec<_> {
        game.main_line().map(|node| game.tree().mv(node).map(|mv| format!("{mv:?}"))).collect()
    };
    let (one, other) = (moves(one), moves(other));
    one.starts_with(&other) || other.starts_with(&one)
}

/// A short game that many people have played.
fn short_draw(n: usize, dice: &mut Dice) -> String {
    let mut game = invented(n, dice);
    let last = NodeId::ROOT;
    game.truncate_after(last);
    for mv in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"] {
        let end = game.main_line().last().unwrap_or(NodeId::ROOT);
        game.add_san(end, mv).expect("legal");
    }
    game.set_outcome(Outcome::Draw);
    text_of(&game)
}

/// The results for the games of which everything is known.
#[derive(Debug, Default)]
struct Account {
    copy_count: usize,
    found_count: usize,
    /// Copies that were not found, by the way in which they differ.
    missed: HashMap<String, usize>,
    /// Games that are not one and were taken for one.
    false_drops: Vec<String>,
}

/// Makes the labeled set from these games, and asks `pgn dedupe` which are copies.
fn account(base: &[Game], options: &str) -> Account {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    // Each text with the game that it is, and how it differs.
    let mut all: Vec<(String, usize, String)> = Vec::new();
    for (n, game) in base.iter().enumerate() {
        all.push((text_of(game), n, "base".to_owned()));
        let way = WAYS[n % WAYS.len()];
        all.push((copy(game, way, &mut dice), n, way.to_owned()));
        let text = match n % 5 {
            0 => short_draw(n, &mut dice),
            _ => stranger(game, n, &mut dice),
        };
        all.push((text, base.len() + n, "stranger".to_owned()));
    }
    for n in (1..all.len()).rev() {
        all.swap(n, dice.roll(n + 1));
    }
    let dir = Dir::with("all.pgn", all.iter().map(|it| it.0.as_str()).collect::<String>());
    let line = format!("dedupe all.pgn --dry-run --report groups.jsonl {options}");
    dir.run(&line, 0);
    let mut account = Account { copy_count: base.len(), ..Account::default() };
    let mut found = vec![false; base.len()];
    for group in String::from_utf8(dir.read("groups.jsonl")).unwrap().lines() {
        let group: serde_json::Value = serde_json::from_str(group).unwrap();
        let of = |game: &serde_json::Value| &all[game["game"].as_u64().unwrap() as usize - 1];
        let kept = of(&group["kept"]);
        for copy in group["copies"].as_array().unwrap() {
            match of(copy) {
                copy if copy.1 == kept.1 => found[copy.1] = true,
                copy => account.false_drops.push(format!("{}\n{}\n{group}", kept.0, copy.0)),
            }
        }
    }
    account.found_count = found.iter().filter(|found| **found).count();
    for (_, n, way) in all.iter().filter(|it| it.1 < base.len() && it.2 != "base") {
        if !found[*n] {
            *account.missed.entry(way.clone()).or_default() += 1;
        }
    }
    account
}

fn check(base: &[Game]) {
    let account = account(base, "");
    let Account { copy_count, found_count, missed, false_drops } = &account;
    assert!(false_drops.is_empty(), "{} false drops: {}", false_drops.len(), false_drops[0]);
    assert!(
        found_count * 100 >= copy_count * 99,
        "{found_count} of {copy_count} found; not: {missed:?}"
    );
    assert!(*copy_count > 300, "only {copy_count}");
    println!("{found_count} of {copy_count} found; not: {missed:?}");
}

#[test]
fn copies_are_found_and_strangers_stay() {
    let mut dice = Dice(42);
    check(&(0..600).map(|n| invented(n, &mut dice)).collect::<Vec<Game>>());
}

#[test]
fn copies_of_real_games_are_found_and_strangers_stay() {
    let folder = pgn_testing::shared_corpus("a_otb/chris-moreton__rivalchess-pgn");
    let Some(folder) = folder else { return };
    check(&real(&folder));
}

#[test]
fn moves_alone_find_less_and_drop_what_is_not_one() {
    let mut dice = Dice(7);
    let base: Vec<Game> = (0..300).map(|n| invented(n, &mut dice)).collect();
    let account = account(&base, "--by moves");
    // What is cut short or has a tail has other moves, and quick draws are many people's.
    assert!(account.found_count < account.copy_count * 9 / 10, "{account:?}");
    assert!(!account.false_drops.is_empty());
}
