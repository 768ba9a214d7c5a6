//! Documents of servers and programs, whole and damaged (§8.1, §8.2).

use std::io;

use super::*;
use crate::testing::{game, movetext, written};
use pgnkit::write::Profile;
use proptest::prelude::*;
use serde_json::json;

/// Everything that documents had.
#[derive(Debug, Default)]
struct Read {
    /// Names of documents, and PGN.
    games: Vec<(String, String)>,
    movetexts: Vec<String>,
    unread: Vec<String>,
    found: Vec<String>,
    counts: JsonCounts,
}

impl JsonSink for Read {
    fn game(&mut self, name: &str, imported: Imported) -> ControlFlow<()> {
        let text = written(&imported.game, Profile::Modern);
        self.games.push((format!("{name}:{}", imported.line), text));
        self.movetexts.push(movetext(&imported.game));
        self.found.extend(imported.found.iter().map(ToString::to_string));
        ControlFlow::Continue(())
    }

    fn unread(&mut self, name: &str, Location { line, column }: Location, why: &str) {
        self.unread.push(format!("{name}:{line}:{column}: {why}"));
    }
}

fn read_files(files: &[(&str, &str)]) -> Read {
    let mut read = Read::default();
    let mut games = JsonGames::default();
    for (name, text) in files {
        let counts = games.read(name, text.as_bytes(), &mut read).expect("a slice can be read");
        read.counts.game_count += counts.game_count;
        read.counts.waiting_count += counts.waiting_count;
        read.counts.unread_count += counts.unread_count;
        read.counts.shape = counts.shape;
        counts.unmapped.iter().for_each(|(name, n)| read.counts.count(name, *n));
    }
    let counts = games.finish(&mut read);
    read.counts.game_count += counts.game_count;
    counts.unmapped.iter().for_each(|(name, n)| read.counts.count(name, *n));
    read
}

fn read(text: &str) -> Read {
    read_files(&[("x.json", text)])
}

impl Read {
    /// The value of a tag of the nth game.
    fn tag(&self, n: usize, name: &str) -> &str {
        let begin = format!("[{name} \"");
        let line = self.games[n].1.lines().find_map(|line| line.strip_prefix(&begin));
        line.and_then(|line| line.strip_suffix("\"]")).unwrap_or("none")
    }
}

const ARCHIVE: &str = r#"{"games": [
  {"url": "https://www.chess.com/game/live/1", "time_class": "blitz", "rules": "chess",
   "pgn": "[Event \"Live Chess\"]\n[White \"Anna\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:03:00]} e5 1-0\n",
   "time_control": "180+2", "end_time": 1619827200, "rated": true, "tcn": "mC0K", "uuid": "u-1",
   "white": {"username": "anna", "rating": 1500, "result": "win", "@id": "https://x"},
   "black": {"username": "ben", "rating": 1450, "result": "resigned"},
   "accuracies": {"white": 91.5, "black": 80}},
  {"url": "https://www.chess.com/game/live/2", "pgn": "1. d4 d5 *", "rules": "chess960",
   "initial_setup": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
   "white": {"username": "anna", "result": "agreed"},
   "black": {"username": "ben", "result": "agreed"}}
], "total": 2}"#;

#[test]
fn an_archive_of_chess_com_has_the_tags_of_its_objects() {
    let read = read(ARCHIVE);
    assert_eq!((read.counts.game_count, &read.unread[..]), (2, &[][..]));
    let expected = [
        ("White", "Anna"),
        ("Black", "ben"),
        ("WhiteElo", "1500"),
        ("BlackElo", "1450"),
        ("Link", "https://www.chess.com/game/live/1"),
        ("TimeControl", "180+2"),
        ("TimeClass", "blitz"),
        ("Date", "2021.05.01"),
        ("EndDate", "2021.05.01"),
        ("EndTime", "00:00:00"),
        ("Rated", "true"),
        ("WhiteAccuracy", "91.5"),
        ("GameId", "u-1"),
        ("Termination", "resigned"),
        ("Variant", "none"),
    ];
    for (name, value) in expected {
        assert_eq!(read.tag(0, name), value, "{name}");
    }
    assert_eq!(read.movetexts[0], "1. e4 {[%clk 0:03:00]} 1... e5 1-0");
    assert_eq!(read.tag(1, "Result"), "1/2-1/2");
    assert_eq!(read.tag(1, "Variant"), "Chess960");
    assert!(read.tag(1, "FEN").starts_with("bbqnnrkr/"));
    let unmapped: Vec<&str> = read.counts.unmapped.keys().map(String::as_str).collect();
    assert_eq!(unmapped, ["tcn", "total", "white.@id"]);
}

const LICHESS: &str = concat!(
    r#"{"id":"abcdefgh","rated":true,"variant":"standard","speed":"blitz","perf":"blitz","#,
    r#""createdAt":1514505150384,"lastMoveAt":1514505592843,"status":"mate","winner":"black","#,
    r#""players":{"white":{"user":{"name":"Anna","title":"WIM","id":"anna"},"rating":1500,"#,
    r#""ratingDiff":-5,"analysis":{"inaccuracy":0,"mistake":0,"blunder":1,"acpl":300}},"#,
    r#""black":{"aiLevel":3}},"opening":{"eco":"A00","name":"Barnes Opening","ply":2},"#,
    r#""moves":"f3 e5 g4 Qh4#","clocks":[30003,30003,29500,29000],"#,
    r#""analysis":[{"eval":-30},{"eval":24},{"mate":-1,"best":"d2d4","variation":"d4 exd4","#,
    r#""judgment":{"name":"Blunder","comment":"Blunder. d4 was best."}}],"#,
    r#""clock":{"initial":300,"increment":3,"totalTime":420},"division":{"middle":3}}"#,
);

#[test]
fn a_line_of_lichess_keeps_clocks_evaluations_and_judgments() {
    let read = read(&format!("{LICHESS}\n\n{LICHESS}\n"));
    assert_eq!(
        read.games.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(),
        ["x.json:1", "x.json:3"]
    );
    let expected = "1. f3 {[%eval -0.30] [%clk 0:05:00]} 1... e5 {[%eval 0.24] [%clk 0:05:00]} 2. \
                    g4 $4 {[%eval #-1] [%clk 0:04:55]} {Blunder. d4 was best.} (2. d4 exd4) 2... \
                    Qh4# {[%clk 0:04:50]} 0-1";
    let found = read.movetexts[0].split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(found, expected);
    let expected = [
        ("Event", "Rated blitz game"),
        ("Site", "https://lichess.org/abcdefgh"),
        ("UTCDate", "2017.12.28"),
        ("UTCTime", "23:52:30"),
        ("White", "Anna"),
        ("Black", "lichess AI level 3"),
        ("WhiteTitle", "WIM"),
        ("WhiteRatingDiff", "-5"),
        ("WhiteAcpl", "300"),
        ("TimeControl", "300+3"),
        ("Opening", "Barnes Opening"),
        ("ECO", "A00"),
        ("Termination", "normal"),
    ];
    for (name, value) in expected {
        assert_eq!(read.tag(0, name), value, "{name}");
    }
    assert_eq!(read.counts.unmapped.get("division.middle"), Some(&2));
    assert!(read.found.is_empty(), "{:?}", read.found);
}

/// A tournament with a round of three pairings, of which one has moves.
const TOURNAMENT: [(&str, &str); 4] = [
    (
        "cup/round-2/game-1.json",
        r#"{"live":false,"serialNr":"1","firstMove":1700000000000,"chess960":518,"result":"WHITEWIN",
            "comment":null,"clock":null,"moves":["e4 5400+12","e5 5395","Nf3"]}"#,
    ),
    (
        "cup/round-2/index.json",
        r#"{"date":"2023-11-14","pairings":[
            {"white":{"fname":"Anna","mname":null,"lname":"Ask","title":"IM","federation":"NOR","gender":"F","fideid":"123"},
             "black":{"fname":"Ben","lname":"Birk"},"result":"*","live":true},
            {"white":{"lname":"Cox"},"black":{"fname":"Dan"},"result":"1/2-1/2","live":false}]}"#,
    ),
    ("cup/round-2/game-3.json", r#"{"live":true,"moves":["d4"],"result":"*"}"#),
    (
        "cup/tournament.json",
        r#"{"id":"t","name":"Cup","location":"Ulm","country":"GER","timecontrol":"90m+30s",
            "rounds":[{"count":2,"live":0}],"eboards":[]}"#,
    ),
];

#[test]
fn the_files_of_a_round_are_joined() {
    let read = read_files(&TOURNAMENT);
    assert_eq!(
        read.movetexts,
        [
            "1. e4 {[%clk 1:30:00] [%emt 0:00:12]} 1... e5 {[%clk 1:29:55]} 2. Nf3 1-0",
            "1/2-1/2",
            "1. d4 *",
        ]
    );
    let expected = [
        (0, "White", "Ask, Anna"),
        (0, "Black", "Birk, Ben"),
        (0, "WhiteTitle", "IM"),
        (0, "WhiteFideId", "123"),
        (0, "Event", "Cup"),
        (0, "Site", "Ulm GER"),
        (0, "Date", "2023.11.14"),
        (0, "Round", "2.1"),
        (0, "Board", "1"),
        (0, "TimeControl", "5400+30"),
        (1, "White", "Cox"),
        (1, "Black", "Dan"),
        (1, "Round", "2.2"),
        (2, "White", "?"),
        (2, "Round", "2.3"),
    ];
    for (n, name, value) in expected {
        assert_eq!(read.tag(n, name), value, "{n} {name}");
    }
    assert_eq!(
        read.unread,
        ["cup/round-2/game-3.json:1:1: no pairing of this game: the players are unknown"]
    );
}

#[test]
fn what_is_not_a_game_is_counted_and_described() {
    let cases = [
        ("{}", 0, "an empty object"),
        ("[1, 2]", 0, "a list; its first element is a number"),
        (r#"{"a": 1, "b": {"c": 2}}"#, 0, "an object with `a`, `b`"),
        (r#"{"opening": {"eco": "A00", "moves": "f3"}}"#, 0, "an object with `opening`"),
        (r#"{"pgn": ""}"#, 0, "an object with `pgn`"),
        (r#"{"a": [[{"deep": {"pgn": "1. e4 *", "White": "Anna"}}]]}"#, 1, ""),
        (r#"{"pgn": ["1. e4 *", "1. d4 *"], "white": "Anna"}"#, 2, ""),
        (r#"{"pgn": "[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 *"}"#, 2, ""),
        (
            r#"{"headers": {"White": "Anna", "Round": "3"}, "moves": "e4 e5", "result": "0-1"}"#,
            1,
            "",
        ),
        (r#"{"white": {"name": "Anna"}, "moves": ["e4", "e5"]}"#, 1, ""),
        (r#"{"players": {"white": {}, "black": {}}, "status": "draw"}"#, 1, ""),
        (r#"{"pairings": [{}, {"white": 1}]}"#, 2, ""),
        (r#"{"moves": [], "live": 1}"#, 1, ""),
        (r#"{"rounds": [], "eboards": 1}"#, 0, ""),
        ("\u{feff}{\"pgn\": \"1. e4 *\"}", 1, ""),
        ("", 0, ""),
        (" \n \n", 0, ""),
    ];
    for (text, game_count, shape) in cases {
        let read = read(text);
        assert_eq!(read.counts.game_count, game_count, "{text}");
        assert_eq!(read.counts.shape, shape, "{text}");
        let is_unpaired = read.unread.iter().all(|it| it.contains("no pairing of this game"));
        assert!(is_unpaired, "{text} {:?}", read.unread);
    }
}

#[test]
fn damage_costs_one_line_or_what_comes_after_it() {
    let line = r#"{"pgn": "1. e4 *"}"#;
    let cases = [
        (format!("{line}\n{{\"pgn\": \"1. \n{line}\n"), 2, "x.json:2:"),
        (format!("{line}\nnot json\n{line}"), 2, "x.json:2:"),
        (format!("{{\"a\": tru}}\n{line}\n"), 1, "x.json:1:"),
        (format!("[\n{line},\n{line},\n{{\"pgn\": \"1. d"), 2, "x.json:4:"),
        (format!("[\n{line},\n!\n{line}]"), 1, "x.json:3:"),
        (format!("{}1{}", "[".repeat(500), "]".repeat(500)), 0, "x.json:1:"),
    ];
    for (text, game_count, place) in cases {
        let read = read(&text);
        assert_eq!(read.counts.game_count, game_count, "{text}");
        assert!(read.unread[0].starts_with(place), "{text} {:?}", read.unread);
    }
    assert!(read("[\n!\nabc\n]").unread[1].ends_with("6 bytes after the error were not read"));
}

#[test]
fn a_failing_source_is_an_error_after_its_games() {
    struct Failing<'a>(&'a [u8]);
    impl io::Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(buffer) }
        }
    }
    let mut read = Read::default();
    let text = "{\"pgn\": \"1. e4 *\"}\n{\"pgn\"";
    let result = JsonGames::default().read("x", Failing(text.as_bytes()), &mut read);
    assert_eq!((result.map_err(|it| it.to_string()), read.games.len()), (Err("gone".into()), 1));
}

#[test]
fn a_sink_that_wants_no_more_ends_the_reading() {
    struct First(u64);
    impl JsonSink for First {
        fn game(&mut self, _: &str, _: Imported) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Break(())
        }

        fn unread(&mut self, _: &str, _: Location, why: &str) {
            panic!("{why}");
        }
    }
    for text in [ARCHIVE.to_owned(), format!("{LICHESS}\n{LICHESS}")] {
        let mut first = First(0);
        JsonGames::default().read("x", text.as_bytes(), &mut first).unwrap();
        assert_eq!(first.0, 1);
    }
}

/// A long list is written while it is read, so nothing of its length is in memory.
#[test]
fn a_long_list_is_read_one_game_after_the_other() {
    struct Endless(u64, Vec<u8>);
    impl io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1.is_empty() {
                self.0 += 1;
                self.1 = format!("{{\"pgn\": \"1. e4 *\", \"n\": {}}},", self.0).into_bytes();
                if self.0 == 1 {
                    self.1.splice(0..0, *b"[");
                }
            }
            let n = self.1.len().min(buffer.len());
            buffer[..n].copy_from_slice(&self.1[..n]);
            self.1.drain(..n);
            Ok(n)
        }
    }
    struct Some3(u64);
    impl JsonSink for Some3 {
        fn game(&mut self, _: &str, _: Imported) -> ControlFlow<()> {
            self.0 += 1;
            if self.0 == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }

        fn unread(&mut self, _: &str, _: Location, _: &str) {}
    }
    let mut some = Some3(0);
    let counts = JsonGames::default().read("x", Endless(0, Vec::new()), &mut some).unwrap();
    assert_eq!((some.0, counts.game_count), (3, 3));
}

#[test]
fn values_that_are_not_of_games_do_not_pile_up() {
    let element = r#"{"a": {"b": [1, 2, 3]}},"#;
    let n = 100_000;
    let read = read(&format!("[\n{}\n{{\"pgn\": \"1. e4 *\"}}]", element.repeat(n)));
    assert_eq!((read.counts.game_count, &read.unread[..]), (1, &[][..]));
    assert_eq!(read.counts.unmapped.get("a.b"), Some(&(3 * n as u64)));
    assert!(read.counts.shape.contains("an object with"), "{}", read.counts.shape);
}

#[test]
fn a_line_of_convert_becomes_the_same_game() {
    let tree = json!({"file": "a.pgn", "index": 1,
        "tags": [["White", "Anna"], ["FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"], ["SetUp", "1"]],
        "start_fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "outcome": "1-0",
        "comments": [{"kind": "brace", "text": "first"}],
        "moves": [
            {"ply": 0, "san": "e4", "uci": "e2e4", "nags": [1], "variations": [
                {"comments": [{"kind": "line", "text": "or"}], "moves": [
                    {"ply": 0, "san": "e3", "uci": "e2e3"}]}]},
            {"ply": 1, "san": "Ke7", "uci": "e8e7", "nags": [2], "order": ["comment", "nag"],
             "comments": [{"kind": "brace", "text": "a"}]}]});
    let read = read(&tree.to_string());
    let expected = game(
        "[White \"Anna\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\
         [Result \"1-0\"]\n\n{first} 1. e4 $1 (;or\n1. e3) Ke7 {a} $2 1-0\n",
    );
    assert_eq!(read.games[0].1, written(&expected, Profile::Modern));
    assert!(read.counts.unmapped.is_empty(), "{:?}", read.counts.unmapped);
}

#[test]
fn times_are_those_of_the_calendar() {
    let cases = [
        (0, "1970.01.01", "00:00:00"),
        (951_782_400, "2000.02.29", "00:00:00"),
        (1_735_689_599, "2024.12.31", "23:59:59"),
        (-1, "1969.12.31", "23:59:59"),
    ];
    for (seconds, date, time) in cases {
        assert_eq!(tags::utc(seconds), Some((date.to_owned(), time.to_owned())));
    }
    assert_eq!(tags::utc(i64::MAX / 2), None);
}

/// JSON of any shape, with the names that mean something.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|it| json!(it)),
        any::<i64>().prop_map(|it| json!(it)),
        any::<f64>().prop_map(|it| json!(it)),
        "[ -~]{0,12}".prop_map(|it| json!(it)),
        "(e4|e5|Nf3|1-0|\\}|\\{|;|%| |\n){0,8}".prop_map(|it| json!(it)),
    ];
    let names = prop::sample::select(vec![
        "pgn",
        "moves",
        "players",
        "white",
        "black",
        "clocks",
        "analysis",
        "tags",
        "outcome",
        "live",
        "pairings",
        "rounds",
        "result",
        "createdAt",
        "initialFen",
        "variant",
        "comments",
        "order",
        "variations",
        "nags",
        "san",
        "judgment",
        "timecontrol",
        "date",
        "chess960",
        "x",
    ]);
    leaf.prop_recursive(5, 48, 6, move |inner| {
        let pairings = prop::collection::vec((names.clone(), inner.clone()), 0..3);
        let live = pairings.prop_map(|members| {
            let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
            let pairing: serde_json::Value = members.collect();
            json!({"pairings": [pairing.clone()], "date": pairing.get("date")})
        });
        prop_oneof![
            live,
            prop::collection::vec(inner.clone(), 0..5).prop_map(|it| json!(it)),
            prop::collection::vec((names.clone(), inner), 0..7).prop_map(|members| {
                members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }),
        ]
    })
}

proptest! {
    /// However a document is laid out, it has the same games and fields.
    #[test]
    fn layout_does_not_matter(value in any_json()) {
        let (line, pretty) = (value.to_string(), serde_json::to_string_pretty(&value).unwrap());
        let (line, pretty) = (read(&line), read(&pretty));
        prop_assert_eq!(&line.movetexts, &pretty.movetexts);
        prop_assert_eq!(line.counts.unmapped, pretty.counts.unmapped);
        prop_assert!(line.unread.iter().all(|why| !why.contains("not JSON")), "{:?}", line.unread);
    }

    /// Any text is read, and what is not JSON is reported.
    #[test]
    fn any_text_is_read(text in "([\\[\\]{}:,\"\\\\ \n]|pgn|moves|1|e4|true){0,40}") {
        let read = read(&text);
        let is_json = serde_json::Deserializer::from_str(&text)
            .into_iter::<serde_json::Value>()
            .all(|it| it.is_ok());
        prop_assert!(is_json || !read.unread.is_empty(), "{:?}", read);
    }

    /// Fields never become anything but tags and comments: the moves are those of the game.
    #[test]
    fn texts_never_become_moves(text in "[ -~\u{e9}\n]{0,30}") {
        let value = json!({"moves": "e4 e5", "players": {"white": {"name": text}, "black": {}},
            "status": text, "analysis": [{"judgment": {"name": "x", "comment": text}}]});
        let read = read(&value.to_string());
        let bare: Vec<&str> = read.movetexts[0].split_whitespace().collect();
        prop_assert!(bare.contains(&"e4") && bare.contains(&"e5"), "{:?}", read.movetexts);
        prop_assert!(read.found.iter().all(|it| !it.contains("illegal")), "{:?}", read.found);
    }
}
