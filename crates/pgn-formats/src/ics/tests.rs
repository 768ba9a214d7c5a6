//! Logs and the games that they make (§13, D-57).

use super::head::{Moment, rating, termination};
use super::*;
use crate::found::Found;
use crate::lines::LINE_BYTES_MAX;
use crate::testing::written;
use pgnkit::write::{Export, Profile};
use proptest::prelude::*;
use std::io;

const WORKED: &str = "\
Movelist for game 12:

GuestABCD (UNR) vs. Muster (1834) --- Tue Nov 23, 16:42 PST 1993
Unrated blitz match, initial time: 5 minutes, increment: 2 seconds.

Move  GuestABCD          Muster
----  ----------------   ----------------
  1.  f3      (0:00)     e5      (0:00)
  2.  g4      (0:03)     Qh4#    (0:02)
      {GuestABCD checkmated} 0-1
";

/// The games as text, the findings as `line:column code`, and the lines that belong to no game.
fn import(log: &str, options: Options) -> (String, Vec<String>, Vec<u64>) {
    let mut unread = Vec::new();
    let (mut text, mut found) = (String::new(), Vec::new());
    let mut log = Log::with(log.as_bytes(), options, |line, _: &str| unread.push(line));
    for logged in log.by_ref() {
        let logged = logged.expect("a slice has no trouble");
        text += &written(&logged.game, Profile::Modern);
        let show = |found: &Found| {
            let Location { line, column } = found.location;
            format!("{line}:{column} {}", found.fault.code)
        };
        found.extend(logged.found.iter().map(show));
    }
    drop(log);
    (text, found, unread)
}

/// The movetext of the games, and what was found.
fn moves(log: &str) -> (Vec<String>, Vec<String>) {
    let (text, found, _) = import(log, Options::default());
    let sections = text.split("\n\n").filter(|section| !section.starts_with('['));
    let sections = sections.filter(|section| !section.is_empty());
    (sections.map(str::to_string).collect(), found)
}

#[test]
fn the_worked_example() {
    let (text, found, unread) = import(WORKED, Options::default());
    let expected = "\
[Event \"Unrated blitz match\"]
[Site \"Internet NET\"]
[Date \"1993.11.23\"]
[Round \"-\"]
[White \"GuestABCD\"]
[Black \"Muster\"]
[Result \"0-1\"]
[BlackElo \"1834\"]
[Mode \"ICS\"]
[Termination \"normal\"]
[Time \"16:42:00\"]
[TimeControl \"300+2\"]
[WhiteElo \"-\"]

1. f3 e5 2. g4 Qh4# {GuestABCD checkmated} 0-1

";
    assert_eq!(text, expected);
    assert_eq!((found.len(), unread.len()), (0, 0), "{found:?}");
}

#[test]
fn times_are_kept_when_asked_for() {
    let log = WORKED.replace("(0:03)", "(0:03.250)").replace("(0:02)", "(1:01:02)");
    let options = Options { site: "Mill town NET".to_string(), times: Times::Keep };
    let (text, ..) = import(&log, options);
    assert!(text.contains("[Site \"Mill town NET\"]"));
    let movetext = "\
1. f3 {[%emt 0:00:00]} 1... e5 {[%emt 0:00:00]} 2. g4 {[%emt 0:00:03.250]} 2...
Qh4# {[%emt 1:01:02]} {GuestABCD checkmated} 0-1
";
    assert!(text.contains(movetext), "{text}");
}

#[test]
fn mail_and_prompts_stand_before_lines() {
    let quoted: String = WORKED.lines().map(|line| format!("> > {line}\r\n")).collect();
    assert_eq!(import(&quoted, Options::default()).0, import(WORKED, Options::default()).0);
    let prompted = format!("From: x\n\nfics% {}", WORKED.replace("\nGuest", "\n16:04_fics% Guest"));
    let (text, found, unread) = import(&prompted, Options::default());
    assert_eq!(text, import(WORKED, Options::default()).0);
    assert_eq!((found.len(), unread), (0, vec![1]));
}

#[test]
fn the_old_style_has_less() {
    for log in [
        "Anna 1500 vs. Ben ----\n1. e4 e5\n2. Bc4\nBen resigns 1-0\n",
        "Anna vs Ben\n 1  P/e2-e4  (0:01)  P/e7-e5 (0:02)\n 2  B/f1-c4\n{Ben resigns} 1-0\n",
        "Move  Anna     Ben\n----  ------  -----\n1. e2-e4 0:01 e7-e5 0:02\n2. Bf1-c4\n1-0\n",
    ] {
        let (games, found) = moves(log);
        let is_right = games.len() == 1 && games[0].starts_with("1. e4 e5 2. Bc4 ");
        assert!(is_right && games[0].ends_with("1-0"), "{log}: {games:?}");
        // Long moves are remarked upon, and nothing else is.
        assert!(found.iter().all(|found| found.ends_with("C004")), "{log}: {found:?}");
    }
    let (text, ..) = import("Anna 1500P vs. Ben ++++\n1. e4\n*\n", Options::default());
    assert!(text.contains("[White \"Anna\"]") && text.contains("[WhiteElo \"1500\"]"), "{text}");
    assert!(text.contains("[BlackElo \"-\"]") && text.contains("[Date \"????.??.??\"]"), "{text}");
}

#[test]
fn talk_belongs_to_no_game() {
    let talk = "Anna tells you: hi\nCarl vs. Dora was nice\nfics% tell Anna 1. e4 is best\n\
                {Game 4 (Carl vs. Dora) Dora resigns} 1-0\n";
    let log = format!("{talk}{WORKED}{talk}");
    let (text, found, unread) = import(&log, Options::default());
    assert_eq!(text, import(WORKED, Options::default()).0);
    assert_eq!((found.len(), unread), (0, vec![1, 2, 3, 4, 15, 16, 17, 18]));
}

#[test]
fn a_stranger_inside_a_list_is_a_fault() {
    let log = WORKED.replace("  2.  g4", "Anna tells you: hurry\n  2.  g4");
    let (text, found, unread) = import(&log, Options::default());
    assert_eq!(text, import(WORKED, Options::default()).0);
    assert_eq!((found, unread.len()), (vec!["9:1 M311".to_string()], 0));
}

#[test]
fn a_list_that_is_cut_short_is_a_game() {
    let cut: String = WORKED.lines().take(8).map(|line| format!("{line}\n")).collect();
    let check = |log: &str, n: usize, expected: &[&str]| {
        let (games, found) = moves(log);
        assert!(games.len() == n && games[0].starts_with("1. f3 e5 "), "{log}: {games:?}");
        assert!(games[0].ends_with(" *"), "{log}: {games:?}");
        assert_eq!(found, expected, "{log}");
    };
    check(&cut, 1, &["1:1 M312"]);
    check(&format!("{cut}{WORKED}"), 2, &["1:1 M312"]);
    check(&format!("{cut}{}", "talk\n".repeat(20)), 1, &["1:1 M312"]);
    check(&format!("{cut}{{Still in progress}}\n"), 1, &["9:1 M312"]);
}

#[test]
fn moves_are_judged_as_those_of_pgn_are() {
    let check = |from: &str, to: &str, movetext: &str, expected: &[&str]| {
        let log = WORKED.replace(from, to);
        let (games, found) = moves(&log);
        assert_eq!((games[0].as_str(), found.join(" ")), (movetext, expected.join(" ")), "{log}");
    };
    check(
        "g4      (0:03)     Qh4#",
        "Ke5     (0:03)     Qh4#",
        "1. f3 e5 {Unplayable: 2. Ke5 Qh4# [GuestABCD checkmated]} 0-1",
        &["9:7 C001"],
    );
    check("  2.  g4", "  3.  g4", "1. f3 e5 2. g4 Qh4# {GuestABCD checkmated} 0-1", &["9:3 M009"]);
    check("Qh4#", "Qh4", "1. f3 e5 2. g4 Qh4# {GuestABCD checkmated} 0-1", &["9:26 C005"]);
    check(
        "GuestABCD checkmated} 0-1",
        "the cat did it} 1/2-1/2",
        "1. f3 e5 2. g4 Qh4# {the cat did it} 1/2-1/2",
        &["9:26 C007", "10:8 M313"],
    );
}

#[test]
fn the_head_is_read_or_said_to_be_odd() {
    let tags = |from: &str, to: &str| import(&WORKED.replace(from, to), Options::default());
    let (text, found, _) = tags("Tue Nov 23, 16:42 PST 1993", "2008.01.19 16:55:38");
    assert!(text.contains("[Date \"2008.01.19\"]") && text.contains("[Time \"16:55:38\"]"));
    assert!(found.is_empty());
    let (text, found, _) = tags("Tue Nov 23, 16:42 PST 1993", "a while ago, I forgot when");
    assert!(text.contains("[Date \"????.??.??\"]"), "{text}");
    assert_eq!(found, ["3:1 M314"]);
    let (_, found, _) = tags("(1834)", "(strong)");
    assert_eq!(found, ["3:1 M314"]);
    let (text, found, _) = tags("time: 5 minutes, increment: 2", "time: 0 minutes, increment: 0");
    assert!(text.contains("[TimeControl \"-\"]") && found.is_empty());
    let (text, ..) = tags("increment: 2", "increment: 0");
    assert!(text.contains("[TimeControl \"300\"]"), "{text}");
    let (_, found, _) = tags("initial time: 5 minutes, increment: 2 seconds", "long");
    assert_eq!(found, ["4:1 M314"]);
    let (text, ..) = tags("match, initial time: 5 minutes, increment: 2 seconds.", "5 12");
    assert!(text.contains("[Event \"Unrated blitz\"]") && text.contains("\"300+12\""), "{text}");
}

#[test]
fn marks_after_names_are_titles_and_programs() {
    let log = WORKED.replace("GuestABCD (UNR)", "Anna(WGM)(X) (2400)");
    let log = log.replace("Muster (1834)", "Grinder(GM)(C) (2800E)");
    let (text, found, _) = import(&log, Options::default());
    assert!(text.contains("[White \"Anna(WGM)(X)\"]") && !text.contains("WhiteTitle"), "{text}");
    assert!(text.contains("[Black \"Grinder\"]") && text.contains("[BlackElo \"2800\"]"));
    assert!(text.contains("[BlackTitle \"GM\"]") && text.contains("[BlackType \"program\"]"));
    assert!(found.is_empty(), "{found:?}");
    let (text, ..) = import("(C) (1) vs. b (2) --- 1999\n1. e4\n*\n", Options::default());
    assert!(text.contains("[White \"(C)\"]"), "{text}");
}

#[test]
fn other_rules_have_their_tag() {
    let board = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP NRBQKBNR W -1 \
                 1 0 1 1 0 1 a b -3 3 0 39 39 173 170 1 none (0:00) none 0\n";
    let with_board = WORKED.replace("blitz", "wild/2").replace("Move  ", &format!("{board}Move  "));
    let (text, found, _) = import(&with_board, Options::default());
    let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq - 0 1\"]";
    assert!(text.contains(fen) && text.contains("1. f3 e5"), "{text} {found:?}");
    let without = import(&WORKED.replace("blitz", "wild/2"), Options::default());
    assert_eq!(without.1, ["1:1 T019"], "the array is not known");
}

#[test]
fn values_are_read_one_by_one() {
    let date = |text: &str| Moment::parse(text).map(|moment| moment.date());
    for (text, expected) in [
        ("Sun Sep 29,  1:06 CDT 1996", Some("1996.09.29")),
        ("Mon Nov  4, 08:38 CET 2002", Some("2002.11.04")),
        ("Wed Aug 20, 22:25 ??? 2003", Some("2003.08.20")),
        ("1999", Some("1999.??.??")),
        ("2008/01/19", Some("2008.01.19")),
        ("2008.13.19", None),
        ("Tue Nov 23, 25:00 PST 1993", None),
        ("", None),
    ] {
        assert_eq!(date(text).as_deref(), expected, "{text}");
    }
    for (text, expected) in
        [("1626", Some("1626")), ("1500E", Some("1500")), ("UNR", Some("-")), ("++++", Some("-"))]
    {
        assert_eq!(rating(text).as_deref(), expected, "{text}");
    }
    assert!(rating("high").is_none() && rating("99999").is_none());
    for (reason, expected) in [
        ("Muster forfeits on time", "time forfeit"),
        ("Game drawn because both players ran out of time", "normal"),
        ("Still in progress", "unterminated"),
        ("White lost connection; game adjourned", "unterminated"),
        ("Game aborted on move 1", "abandoned"),
        ("Muster forfeits by disconnection", "abandoned"),
        ("Game drawn by adjudication", "adjudication"),
        ("Neither player has mating material", "normal"),
        ("Muster resigns", "normal"),
    ] {
        assert_eq!(termination(reason), Some(expected), "{reason}");
    }
    assert_eq!(termination("the cat did it"), None);
}

/// A stream that fails after its text.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(buffer) }
    }
}

#[test]
fn trouble_of_the_stream_comes_after_the_game_that_it_cuts() {
    let mut log = Log::new(Failing(&WORKED.as_bytes()[..WORKED.len() - 30]));
    assert!(log.next().expect("a game").is_ok());
    assert!(log.next().expect("an error").is_err());
    assert!(log.next().is_none());
}

#[test]
fn a_list_without_end_is_bounded() {
    let rows = "1. e4 e5\n".repeat(3 * ROWS_MAX);
    let log = format!("Anna (1) vs. Ben (2) --- 1999\n{rows}");
    let mut n_strangers = 0;
    let mut games = Log::with(log.as_bytes(), Options::default(), |_, _: &str| n_strangers += 1);
    assert_eq!(games.by_ref().count(), 1);
    drop(games);
    assert_eq!(n_strangers, 2 * ROWS_MAX);
}

/// Whatever the bytes: no panic, games in order, and no more unread than lines.
pub(crate) fn every_line_is_accounted_for(bytes: &[u8]) {
    let mut n_strangers = 0_u64;
    let mut log = Log::with(bytes, Options::default(), |_, text: &str| {
        assert!(!text.trim().is_empty());
        n_strangers += 1;
    });
    let mut last = 0;
    for logged in log.by_ref() {
        let logged = logged.expect("a slice has no trouble");
        assert!(logged.line >= last, "games stand in the order of the log");
        last = logged.line;
        let mut text = Vec::new();
        let _ = Export::new(Profile::Modern).write(&logged.game, &mut text);
    }
    drop(log);
    let n_lines = bytes.split(|&byte| byte == b'\n').count() as u64;
    assert!(n_strangers <= n_lines + bytes.len() as u64 / LINE_BYTES_MAX);
}

proptest! {
    #[test]
    fn any_mixture_of_lines_is_read(
        picks in prop::collection::vec((0_usize..24, any::<bool>()), 0..60),
        tail in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        let lines: Vec<&str> = WORKED.lines().chain([
            "talk", "a vs. b", "> ", "fics% ", "{", "{x} *", "1. e4 (0:00", "9999. -- ...",
            "<12> x", "Rated", "Rated , initial time: 99999999 minutes", "Move a", "*", "0-1",
        ]).collect();
        let mut log = Vec::new();
        for (pick, is_quoted) in picks {
            log.extend_from_slice(if is_quoted { b"> " } else { b"" });
            log.extend_from_slice(lines[pick % lines.len()].as_bytes());
            log.push(b'\n');
        }
        log.extend(tail);
        every_line_is_accounted_for(&log);
    }
}
