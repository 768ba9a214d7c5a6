//! Counting: the groups in which a game is counted, and that memory and threads do not change the
//! result (§8.1.1, §8.2.6, D-17, D-22).

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use super::watch::{GameSummaryReader, Needs, RegionSummary};
use super::*;
use crate::reading::{OpeningNeeds, TagFilter, read_text};
use crate::scan;
use crate::sort::Folder;
use pgn_query::facts::{FACTS, Openings};
use pgn_query::name::Fold;
use pgnkit::Outcome;
use pgnkit::charset::Choice;
use pgnkit::read::{Games, LanguageChoice};
use pgnkit::syntax::split::InPlace;
use pgnkit::syntax::{GameStart, Regions};

/// All rows of all tables, as labels and counts.
fn count(
    text: &str,
    tables: &[&str],
    player: Option<&str>,
    memory: usize,
    n: usize,
) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let words = |by: &str| {
        let words = by.split(',').filter(|word| !word.is_empty());
        words.map(|word| Word::parse(word).unwrap()).collect()
    };
    let tables: Vec<Table> = tables.iter().map(|by| Table::new(words(by))).collect();
    let folder = Folder(dir.path().to_owned());
    let mut counted = Counted::new(&tables, folder, memory);
    let options = scan::Options {
        thread_count: NonZeroUsize::new(n).unwrap(),
        under_way_bytes: 4_096 * n,
        ..scan::Options::default()
    };
    let player = player.map(|name| WantedPlayer::new(name, Fold::Case));
    let count =
        Count { tables: tables.clone(), player, with_plies: true, openings: Openings::Tags };
    let job = CountAnd { count, see: () };
    read_text(text, options, job, |made| counted.take(made.output.0.groups).unwrap());
    let orders = vec![Order::default(); tables.len()];
    let mut rows = Vec::new();
    let take = |idx: usize, mut ranked: Ranked| -> std::io::Result<()> {
        let totals = ranked.totals();
        let (mut row_count, mut game_count) = (0, 0);
        while let Some(row) = ranked.next_row()? {
            let table: &Table = &tables[idx];
            let labels = table.words().iter().zip(&row.values).map(|(word, value)| {
                word.label(value, table.is_sided()).map_or("?".to_owned(), |it| it.into_owned())
            });
            let labels: Vec<String> = labels.collect();
            let Tally { game_count: n, win_count, draw_count, loss_count, .. } = row.tally;
            let plies = row.tally.plies.sum;
            rows.push(format!(
                "{}: {n} +{win_count} ={draw_count} -{loss_count} {plies}",
                labels.join("/")
            ));
            (row_count, game_count) = (row_count + 1, game_count + n);
        }
        assert_eq!((totals.row_count, totals.game_count), (row_count, game_count));
        Ok(())
    };
    counted.finish(&orders, 1, take).unwrap();
    rows
}

fn some_games(game_count: usize) -> String {
    let game = |n: usize| {
        let result = ["1-0", "0-1", "1/2-1/2", "*"][n * 5 / 3 % 4];
        let moves = ["1. e4 e5", "1. d4", "", "1. Nf3 Nf6 2. g3"][n % 4];
        let (white, black) = (n * 7 % 113, n * 11 % 127);
        format!(
            "[White \"P {white}\"]\n[Black \"P {black}\"]\n[Result \"{result}\"]\n\
             [Date \"{}.01.02\"]\n\n{moves} {result}\n\n",
            1900 + n % 90
        )
    };
    (0..game_count).map(game).collect()
}

#[test]
fn memory_shows_nowhere() {
    let text = some_games(3_000);
    let tables = ["", "player", "year,result", "player,opponent", "first-move,movecount:10"];
    let plain = count(&text, &tables, None, 1 << 30, 1);
    assert_eq!(plain, count(&text, &tables, None, 1 << 30, 4), "threads");
    assert_eq!(plain, count(&text, &tables, None, 20_000, 1), "memory");
    assert_eq!(plain, count(&text, &tables, None, 20_000, 3), "both");
}

#[test]
fn players_are_counted_as_one_would_by_hand() {
    let text = some_games(500);
    let mut naive: BTreeMap<String, [u64; 5]> = BTreeMap::new();
    for game in Games::new(text.as_bytes()) {
        let game = game.unwrap();
        for (tag, won) in [("White", "1-0"), ("Black", "0-1")] {
            let counts = naive.entry(game.tag(tag).unwrap().to_owned()).or_default();
            let place = match game.outcome().marker() {
                marker if marker == won => Some(1),
                "1/2-1/2" => Some(2),
                "*" => None,
                _ => Some(3),
            };
            counts[0] += 1;
            counts[4] += game.n_plies() as u64;
            place.into_iter().for_each(|place: usize| counts[place] += 1);
        }
    }
    let line = |(name, [n, w, d, l, plies]): (&String, &[u64; 5])| {
        format!("{name}: {n} +{w} ={d} -{l} {plies}")
    };
    let mut expected: Vec<String> = naive.iter().map(line).collect();
    let mut counted = count(&text, &["player"], None, 10_000, 2);
    let game_count = |line: &String| -> u64 {
        line.split(": ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!(counted.is_sorted_by_key(|line| std::cmp::Reverse(game_count(line))));
    expected.sort();
    counted.sort();
    assert_eq!(counted, expected);
}

#[test]
fn each_word_has_its_value() {
    let game = "[Event \"Linares\"]\n[Site \"Linares ESP\"]\n[Date \"1999.03.??\"]\n\
        [White \"Tal, M.:Botvinnik, M.\"]\n[Black \"Smyslov, V.\"]\n[Result \"0-1\"]\n\
        [ECO \"B90/12\"]\n[WhiteElo \"2599\"]\n[BlackElo \"2705\"]\n[TimeControl \"300+3\"]\n\
        [Annotator \"A:B\"]\n\n1. e4 c5 {a} (1... e5) 2. Nf3 0-1\n";
    let cases = [
        ("player", "Botvinnik, M.|Smyslov, V.|Tal, M."),
        ("opponent", "Smyslov, V.|Tal, M.:Botvinnik, M."),
        ("color", "black|white"),
        ("white", "Botvinnik, M.|Tal, M."),
        ("event", "Linares"),
        ("country", "ESP"),
        ("year", "1999"),
        ("year-month", "1999-03"),
        ("month", "3"),
        ("year:10", "1990-1999"),
        ("eco", "B90"),
        ("eco:1", "B"),
        ("result", "0-1"),
        ("movecount:10", "0-9"),
        ("avgelo:100", "2600-2699"),
        ("elo:100", "2500-2599|2700-2799"),
        ("edge:100", "-200 to -101|100-199"),
        ("rated", "yes"),
        ("score", "0|1"),
        ("totalplies", "4"),
        ("ends", "?"),
        ("game", "1"),
        ("speed", "blitz"),
        ("first-move", "e4"),
        ("annotator", "A|B"),
        ("language", "English"),
        ("round", "?"),
        ("WhiteElo", "2599"),
        ("Nothing", "?"),
        ("color,result", "black/won|white/lost"),
        ("eco,player", "B90/Botvinnik, M.|B90/Smyslov, V.|B90/Tal, M."),
        ("color,elo:100", "black/2700-2799|white/2500-2599"),
    ];
    for (by, expected) in cases {
        let rows = count(game, &[by], None, 1 << 20, 1);
        let mut values: Vec<&str> =
            rows.iter().map(|row| row.split(": ").next().unwrap()).collect();
        values.sort_unstable();
        assert_eq!(values.join("|"), expected, "{by}");
    }
    for row in FACTS {
        assert_eq!(Word::parse(row.name).unwrap().name(), row.name);
    }
    assert!(Word::parse("nonsense").is_err());
}

/// The texts of the corpus, and of each a piece that is cut anywhere.
fn corpus() -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut texts = Vec::new();
    for folder in ["classic", "dialect", "generated", "lesson"] {
        for entry in fs::read_dir(corpus.join(folder)).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            texts.extend([bytes[..bytes.len() / 3].to_vec(), bytes]);
        }
    }
    texts
}

#[test]
fn what_is_kept_of_the_tags_is_enough_for_every_word() {
    let texts = corpus();
    let mut row_count = 0;
    for row in FACTS {
        let tables = vec![Table::new(vec![Word::parse(row.name).unwrap()])];
        let openings = Openings::default();
        let job = Count { tables, player: None, with_plies: false, openings };
        let found = [job.kept_tags(), TagFilter::all()].map(|kept_tags| {
            let mut watch = GameSummaryReader::new(Choice::Auto, job.needs(), kept_tags);
            let mut found = Found { groups: vec![Groups::default()], ..Found::default() };
            for text in &texts {
                let mut regions = Regions::new(&**text);
                while let Some(region) = regions.next_region().unwrap() {
                    let seen = watch.see(&region, Choice::Auto, LanguageChoice::English);
                    if let RegionSummary::Game(game, whole) = seen {
                        job.count(&game, whole, &mut found);
                    }
                }
            }
            let mut groups: Vec<_> = found.groups[0].drain().collect();
            groups.sort_by(|(one, _), (two, _)| one.cmp(two));
            groups
        });
        assert_eq!(format!("{:?}", found[0]), format!("{:?}", found[1]), "{}", row.name);
        row_count += found[0].len();
    }
    assert!(row_count > FACTS.len() * 4, "{row_count}");
}

#[test]
fn one_player_is_counted_under_all_spellings() {
    let game = |white: &str, black: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n")
    };
    let text = game("Carlsen, Magnus", "So, W.", "1-0")
        + &game("Anand, V.", "CARLSEN,M", "1/2-1/2")
        + &game("Carlsenius, B.", "Anand, V.", "1-0")
        + &game("Smith:Carlsen", "Jones", "0-1");
    let rows = count(&text, &["player", "opponent"], Some("carlsen"), 1 << 20, 1);
    let expected = [
        "CARLSEN,M: 1 +0 =1 -0 0",
        "Carlsen: 1 +0 =0 -1 0",
        "Carlsen, Magnus: 1 +1 =0 -0 0",
        "Anand, V.: 1 +0 =1 -0 0",
        "Jones: 1 +0 =0 -1 0",
        "So, W.: 1 +1 =0 -0 0",
    ];
    assert_eq!(rows, expected);
}

/// The facts of a game that are counted.
fn shown(seen: RegionSummary<'_>) -> Option<(Option<Outcome>, [String; 3])> {
    match seen {
        RegionSummary::Game(game, _) => {
            let opening = game.opening.map(|opening| format!("{opening:?}"));
            let tags = ["Result", "White"].map(|it| game.tag(it).to_owned());
            let [result, white] = tags;
            Some((game.outcome, [result, white, opening.unwrap_or_default()]))
        }
        RegionSummary::NoGame => None,
        RegionSummary::NotPgn => Some((None, [const { String::new() }; 3])),
    }
}

/// If tag and marker differ, the board decides; skipping the moves must not change that, nor must
/// reading games while they are cut. The opening of the moves is the same, too, whether they are
/// read for something else or for the opening alone.
#[test]
fn results_and_openings_are_the_same_with_and_without_the_moves_and_while_cut() {
    let mut texts: Vec<Vec<u8>> = [
        "[Result \"1-0\"]\n\n1. e4 0-1\n",
        "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        "[Result \"*\"]\n\n1. e4 {won} 1-0\n",
        "[Result \"1/2\"]\n\n1. e4 *\n",
        "[Result \"0-1\"]\n\n1. e4\n\n[Result \"1-0\"]\n\n1. d4 *",
        "[White \"a\"]\n\n1. e4 1-0 {behind it 0-1}\n",
        "1. e4 1/2-1/2",
        "[Result \"?\"]\n[RESULT \"1-0\"]\n\n1. e4 (1. d4 0-1) *",
        "no games at all",
        "1. e4 c5 (1... e5) 2. Nf3 d6 3. d4 cxd4 4. Ke3 Nf6 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
        "[Variant \"Xiangqi\"]\n\n1. e4 c5 *",
    ]
    .map(Vec::from)
    .into();
    texts.extend(corpus());
    let (mut game_count, mut opening_count) = (0, 0);
    for text in &texts {
        let opening = OpeningNeeds { eco: true, names: true, source: Openings::Moves };
        let watch = |moves| {
            let needs = Needs { moves, opening, ..Needs::default() };
            GameSummaryReader::new(Choice::Auto, needs, TagFilter::all())
        };
        let [mut fast, mut slow] = [false, true].map(watch);
        let mut while_cut =
            [false, true].map(|moves| (watch(moves), InPlace::new(text, GameStart(0)), moves));
        let mut regions = Regions::new(&**text);
        while let Some(region) = regions.next_region().unwrap() {
            let seen = [&mut fast, &mut slow]
                .map(|watch| shown(watch.see(&region, Choice::Auto, LanguageChoice::English)));
            let context = || String::from_utf8_lossy(text);
            assert_eq!(seen[0], seen[1], "{}", context());
            for (watch, regions, moves) in &mut while_cut {
                let english = LanguageChoice::English;
                let next = watch.see_next(regions, Choice::Auto, english, |_, seen| shown(seen));
                let (cut, seen_cut) = next.unwrap();
                assert_eq!((cut.text, cut.end), (region.text, region.end), "{moves}");
                assert_eq!(seen_cut, seen[0], "{moves} {}", context());
            }
            game_count += usize::from(seen[0].is_some());
            let has_opening = |(_, [.., opening]): &(_, [String; 3])| !opening.is_empty();
            opening_count += usize::from(seen[0].as_ref().is_some_and(has_opening));
        }
        for (watch, regions, _) in &mut while_cut {
            let english = LanguageChoice::English;
            assert!(watch.see_next(regions, Choice::Auto, english, |_, _| ()).is_none());
        }
    }
    assert!(game_count > 150, "{game_count}");
    assert!(opening_count > 20, "{opening_count}");
}

#[test]
fn orders_put_what_cannot_be_compared_last() {
    let text = some_games(40);
    let sorted = |by: SortBy, is_reversed: bool| {
        let order = Order { by, is_reversed };
        let tables = [Table::new(vec![Word::parse("year").unwrap()])];
        let folder = Folder(std::env::temp_dir());
        let mut counted = Counted::new(&tables, folder, 1 << 20);
        let needs = Needs { moves: true, ..Needs::default() };
        let mut watch = GameSummaryReader::new(Choice::Auto, needs, TagFilter::all());
        let mut regions = Regions::new(text.as_bytes());
        while let Some(region) = regions.next_region().unwrap() {
            let mut groups = Groups::default();
            let seen = watch.see(&region, Choice::Auto, LanguageChoice::English);
            if let RegionSummary::Game(game, _) = seen {
                tables[0].count(&SidedGame::new(&game), None, &mut groups);
            }
            counted.take(vec![groups]).unwrap();
        }
        let mut scores = Vec::new();
        let take = |_, mut ranked: Ranked| -> std::io::Result<()> {
            while let Some(row) = ranked.next_row()? {
                scores.push(row.tally.score());
            }
            Ok(())
        };
        counted.finish(&[order], 1, take).unwrap();
        scores
    };
    for is_reversed in [false, true] {
        let scores = sorted(SortBy::Score, is_reversed);
        let known_count = scores.iter().flatten().count();
        assert!(known_count > 0 && known_count < scores.len());
        assert!(scores[..known_count].iter().all(Option::is_some), "{scores:?}");
        let known: Vec<f64> = scores.iter().copied().flatten().collect();
        let is_right =
            |pair: &[f64]| if is_reversed { pair[0] <= pair[1] } else { pair[0] >= pair[1] };
        assert!(known.windows(2).all(is_right), "{known:?}");
    }
    let names = ["games", "value", "score", "performance", "rating", "length"];
    assert!(names.iter().all(|name| name.parse::<SortBy>().is_ok()));
    assert!("size".parse::<SortBy>().is_err());
}
