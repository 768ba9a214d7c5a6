//! Duplicates of which all is known, made of games that no threshold was chosen by.
//!
//! ```text
//! base       games of other files than those of `labelled.rs`
//! copies     each once more, in the ways in which collections differ
//! strangers  a real game that began alike, under the other's players, event and day
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pgnkit::game::NodeId;
use pgnkit::read::Games;
use pgnkit::syntax::CommentKind;
use pgnkit::write::{Export, Profile};
use pgnkit::{Game, Nag, Outcome};

use crate::scratch::Dir;

/// Files of the shared corpus, none of which `labelled.rs` reads.
const FILES: [&str; 3] = [
    "a_otb/niklasf__shakmaty/twic1599_1000k.pgn",
    "a_otb/pychess__pychess/dortmund.pgn",
    "a_otb/freeeve__pgn/polgar.pgn",
];

/// If a third is cut from such a game, 40 plies remain: the number that the guide requires if
/// little else is known.
const PLIES_MIN: usize = 60;

/// Two games of the base have fewer plies in common than this, or one is a copy of the other
/// already.
const COMMON_MAX: usize = 40;

/// The ways in which a copy differs.
const WAYS: [&str; 10] = [
    "initials",
    "initials, year alone",
    "cut by a tenth",
    "cut by a third, initials",
    "a day later, another event",
    "annotated, seven tags",
    "cut by two plies, no result",
    "capitals without accents",
    "family names alone, month alone",
    "annotated, cut by a fifth, a day earlier",
];

/// The moves of the main line, as text.
fn moves(game: &Game) -> Vec<String> {
    let san = |node| game.tree().san(node).map(|san| san.as_str().to_owned());
    game.main_line().filter_map(san).collect()
}

fn common(one: &[String], other: &[String]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// Games that are surely different, with their moves, in the order of these.
fn base(root: &Path) -> Vec<(Vec<String>, Game)> {
    let mut all = Vec::new();
    for file in FILES {
        let text = fs::read(root.join(file)).unwrap();
        let games = Games::new(&text[..]).map(|game| game.unwrap());
        let with_moves = games.map(|game| (moves(&game), game));
        all.extend(with_moves.filter(|(moves, _)| moves.len() >= PLIES_MIN));
    }
    all.sort_by(|one, other| one.0.cmp(&other.0));
    let mut kept: Vec<(Vec<String>, Game)> = Vec::new();
    for (moves, game) in all {
        let is_new = kept.last().is_none_or(|(last, _)| {
            common(last, &moves) < COMMON_MAX.min(last.len()).min(moves.len())
        });
        if is_new && game.tag("White").is_some_and(|name| name.len() > 3) {
            kept.push((moves, game));
        }
    }
    kept
}

fn text_of(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).write(game, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn rename(game: &mut Game, how: impl Fn(&str, &str) -> String) {
    for side in ["White", "Black"] {
        let name = game.tag(side).unwrap_or("?").to_owned();
        let (family, given) = name.split_once(',').unwrap_or((&name, ""));
        let name = how(family.trim(), given.trim());
        game.tags_mut_unchecked().set(side, &name);
    }
}

/// The date with another day, or less of it.
fn redate(game: &mut Game, how: &str) {
    let date = game.tag("Date").unwrap_or("????.??.??").to_owned();
    let [year, month, day] = date.split('.').collect::<Vec<_>>()[..] else { return };
    let number: Option<u32> = day.parse().ok();
    let new = match (how, number) {
        ("year", _) => format!("{year}.??.??"),
        ("month", _) => format!("{year}.{month}.??"),
        ("later", Some(day)) if day < 28 => format!("{year}.{month}.{:02}", day + 1),
        ("earlier", Some(day)) if day > 1 => format!("{year}.{month}.{:02}", day - 1),
        _ => date.clone(),
    };
    game.tags_mut_unchecked().set("Date", &new);
}

fn cut(game: &mut Game, kept_count: usize) {
    let last = game.main_line().nth(kept_count - 1).unwrap();
    game.truncate_after(last);
}

fn annotate(game: &mut Game) {
    let nodes: Vec<NodeId> = game.main_line().collect();
    for node in nodes.into_iter().skip(7).step_by(9) {
        game.tree_mut().add_comment(node, CommentKind::Brace, "an improvement on earlier games");
        game.tree_mut().add_nag(node, Nag(14));
    }
}

fn without_accents(name: &str) -> String {
    const PLAIN: [(char, &str); 8] = [
        ('\u{c4}', "AE"),
        ('\u{d6}', "OE"),
        ('\u{dc}', "UE"),
        ('\u{c9}', "E"),
        ('\u{c8}', "E"),
        ('\u{c1}', "A"),
        ('\u{cd}', "I"),
        ('\u{d3}', "O"),
    ];
    let plain = |name: String, (letter, plain): (char, &str)| name.replace(letter, plain);
    PLAIN.into_iter().fold(name.to_owned(), plain)
}

fn copy(game: &Game, way: &str) -> Game {
    let mut copy = game.clone();
    let n = copy.n_plies();
    let initial = |given: &str| given.chars().next().map_or(String::new(), |c| format!(",{c}"));
    let initials = |family: &str, given: &str| format!("{family}{}", initial(given));
    match way {
        "initials" => rename(&mut copy, initials),
        "initials, year alone" => {
            rename(&mut copy, initials);
            redate(&mut copy, "year");
        }
        "cut by a tenth" => cut(&mut copy, n - n / 10),
        "cut by a third, initials" => {
            cut(&mut copy, n - n / 3);
            rename(&mut copy, initials);
        }
        "a day later, another event" => {
            redate(&mut copy, "later");
            copy.tags_mut_unchecked().set("Event", "It");
        }
        "annotated, seven tags" => {
            annotate(&mut copy);
            let extra: Vec<String> = copy.tags().iter().map(|tag| tag.name.to_owned()).collect();
            let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
            for name in extra.iter().filter(|name| !roster.contains(&name.as_str())) {
                copy.tags_mut_unchecked().remove(name);
            }
        }
        "cut by two plies, no result" => {
            cut(&mut copy, n - 2);
            copy.set_outcome(Outcome::Unknown);
            copy.tags_mut_unchecked().set("Result", "*");
        }
        "capitals without accents" => rename(&mut copy, |family, given| {
            let comma = if given.is_empty() { "" } else { ", " };
            without_accents(&format!("{family}{comma}{given}").to_uppercase())
        }),
        "family names alone, month alone" => {
            rename(&mut copy, |family, _| family.to_owned());
            redate(&mut copy, "month");
        }
        "annotated, cut by a fifth, a day earlier" => {
            cut(&mut copy, n - n / 5);
            annotate(&mut copy);
            redate(&mut copy, "earlier");
        }
        _ => panic!("nothing is known of `{way}`"),
    }
    copy
}

/// Then the one under the names of the other would be itself.
fn same_players(one: &Game, other: &Game) -> bool {
    let family = |game: &Game, side| {
        game.tag(side).unwrap_or("?").split(',').next().unwrap_or_default().to_owned()
    };
    ["White", "Black"].iter().all(|side| family(one, side) == family(other, side))
}

/// Another real game under the names, the event and the day of this one.
fn stranger(game: &Game, other: &Game, n: usize) -> Game {
    let mut stranger = other.clone();
    for name in ["Event", "Site", "Date", "White", "Black"] {
        let value = game.tag(name).unwrap_or("?").to_owned();
        stranger.tags_mut_unchecked().set(name, &value);
    }
    stranger.tags_mut_unchecked().set("Round", if n.is_multiple_of(2) { "?" } else { "47" });
    stranger
}

#[test]
fn what_was_not_tuned_on_is_found_too() {
    let Some(corpus) = pgn_testing::shared_corpus("") else { return };
    let base = base(&corpus);
    assert!(base.len() > 1_000, "{}", base.len());
    // Each text with the number of the game that it is.
    let mut all: Vec<(String, usize, &str)> = Vec::new();
    for (n, (moves, game)) in base.iter().enumerate() {
        let way = WAYS[n % WAYS.len()];
        all.push((text_of(game), n, "base"));
        all.push((text_of(&copy(game, way)), n, way));
        // The neighbor in the order of moves is the one that began most alike.
        if let Some((others, other)) = base.get(n + 1)
            && common(moves, others) >= 8
            && !same_players(game, other)
        {
            all.push((text_of(&stranger(game, other, n)), base.len() + n, "stranger"));
        }
    }
    let unrecognized_count = all.iter().filter(|it| it.2 == "stranger").count();
    assert!(unrecognized_count > 500, "{unrecognized_count}");
    // A fixed order in which the games of a group do not be together: steps prime to the number.
    let total_count = all.len();
    let step = (total_count * 5 / 8..)
        .find(|step| (2..*step).all(|d| step % d != 0 || !total_count.is_multiple_of(d)));
    let order: Vec<usize> = (0..total_count).map(|k| k * step.unwrap() % total_count).collect();
    let dir = Dir::with("all.pgn", order.iter().map(|k| all[*k].0.as_str()).collect::<String>());
    dir.run("dedupe all.pgn --dry-run --report groups.jsonl", 0);
    let (mut found, mut false_drops) = (vec![false; base.len()], Vec::new());
    for group in String::from_utf8(dir.read("groups.jsonl")).unwrap().lines() {
        let group: serde_json::Value = serde_json::from_str(group).unwrap();
        let of =
            |game: &serde_json::Value| &all[order[game["game"].as_u64().unwrap() as usize - 1]];
        let kept = of(&group["kept"]);
        for copy in group["copies"].as_array().unwrap() {
            match of(copy) {
                copy if copy.1 == kept.1 => found[copy.1] = true,
                copy => false_drops.push(format!("{}\n{}\n{group}", kept.0, copy.0)),
            }
        }
    }
    let mut missed = BTreeMap::<&str, usize>::new();
    for (_, n, way) in all.iter().filter(|it| it.1 < base.len() && it.2 != "base") {
        *missed.entry(way).or_default() += usize::from(!found[*n]);
    }
    let found_count = found.iter().filter(|found| **found).count();
    println!(
        "{found_count} of {} found beside {unrecognized_count} strangers; missed {missed:?}",
        base.len()
    );
    assert!(false_drops.is_empty(), "{} false drops: {}", false_drops.len(), false_drops[0]);
    assert!(
        found_count * 100 >= base.len() * 99,
        "{found_count} of {} found; not: {missed:?}",
        base.len()
    );
}
