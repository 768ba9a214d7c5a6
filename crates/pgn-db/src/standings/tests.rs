//! Standings of events that everyone can check by hand (§8.1.1, §9.2, §9.8, D-18, D-20).

use super::*;
use crate::sort::Folder;
use pgn_query::facts::GameView;
use pgnkit::Outcome;
use pgnkit::game::Tags;

/// The entry of a game: White, Black, result, round.
fn entry(white: &str, black: &str, result: &str, round: &str) -> Entry {
    with_tags(&[("White", white), ("Black", black), ("Result", result), ("Round", round)]).unwrap()
}

fn with_tags(pairs: &[(&str, &str)]) -> Option<Entry> {
    let mut tags = Tags::default();
    pairs.iter().for_each(|(name, value)| tags.push(name, value));
    let outcome = tags.get("Result").and_then(Outcome::parse_lax).unwrap_or_default();
    Entry::of(&GameView { outcome: Some(outcome), ..GameView::of_tags(&tags) })
}

/// An event from lines such as `a b 1-0 3`.
fn event(games: &str) -> Event {
    let entries: Vec<Entry> = games
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            entry(words[0], words[1], words[2], words[3])
        })
        .collect();
    Event::of(&entries, None)
}

/// Names with points and tie-breaks, in order.
fn order(event: &Event, tie_breaks: &[TieBreak]) -> Vec<String> {
    let standings = Standings::of(event, Kind::of(event), tie_breaks);
    let line = |place: &Place| {
        let values = place.tie_breaks.iter().zip(tie_breaks).map(|(value, tie_break)| {
            value.map_or("-".to_owned(), |it| (it as f64 / tie_break.units() as f64).to_string())
        });
        let values: Vec<String> = values.collect();
        let points = place.half_points as f64 / 2.0;
        format!("{} {} {points} {}", place.rank, event.seats[place.seat].name, values.join(" "))
    };
    standings.places.iter().map(line).collect()
}

/// a and b 2 points of 3, c and d 1.
const FOUR: &str = "a b 1-0 1\nc d 1/2-1/2 1\na c 0-1 2\nb d 1-0 2\na d 1-0 3\nb c 1-0 3";

#[test]
fn tie_breaks_are_those_of_the_books() {
    use TieBreak::*;
    let event = event(FOUR);
    let expected = ["1 a 2 1 2 2.5", "2 b 2 0 2 2", "3 c 1.5 - 1 2.25", "4 d 0.5 - 0 0.75"];
    assert_eq!(order(&event, &[Direct, Wins, SonnebornBerger]), expected);
    let expected =
        ["1 a 2 4 3.5 1.5 4", "2 b 2 4 3.5 1.5 3", "3 c 1.5 4.5 4 2 3.5", "4 d 0.5 5.5 4 2 1.5"];
    assert_eq!(order(&event, &[Buchholz, BuchholzCut1, Median, Progressive]), expected);
    let koya = order(&event, &[Koya, BlackWins, Performance]);
    assert_eq!(koya[0], "1 a 2 1 0 -");
    assert_eq!(koya[2], "3 c 1.5 1 1 -");
}

#[test]
fn who_is_equal_in_everything_shares_a_rank() {
    let event = event("a b 1/2-1/2 1\nb c 1/2-1/2 2\nc a 1/2-1/2 3");
    let found = order(&event, usual_tie_breaks(Kind::of(&event)));
    assert_eq!(found, ["1 a 1 1 0 1", "1 b 1 1 0 1", "1 c 1 1 0 1"]);
}

#[test]
fn kinds_are_known_by_their_pairings() {
    let round_robin = |n: usize, repeat_count: usize, skip: usize| {
        let mut games = Vec::new();
        for time in 0..repeat_count {
            for a in 0..n {
                for b in a + 1..n {
                    games.push(format!("p{a} p{b} 1-0 {}", time * n + (a + b) % n + 1));
                }
            }
        }
        games.truncate(games.len() - skip);
        games.join("\n")
    };
    let mut swiss = Vec::new();
    for round in 1..=5 {
        (0..10).for_each(|n| swiss.push(format!("p{n} p{} 1-0 {round}", 10 + (n + round) % 10)));
    }
    let knock_out = "a b 1-0 1\nb a 0-1 1\nc d 1-0 1\nd c 1-0 1\nc d 1-0 1\na c 1-0 2\nc a 0-1 2";
    let cases = [
        ("a b 1-0 1\nb a 1/2-1/2 2".to_owned(), Kind::Match),
        (round_robin(6, 1, 0), Kind::RoundRobin { repeat_count: 1 }),
        (round_robin(8, 2, 3), Kind::RoundRobin { repeat_count: 2 }),
        (round_robin(4, 4, 0), Kind::RoundRobin { repeat_count: 4 }),
        ("a b 1-0 3\nc d 1-0 3\na c 1-0 2".to_owned(), Kind::RoundRobin { repeat_count: 1 }),
        (swiss.join("\n"), Kind::Swiss),
        (knock_out.to_owned(), Kind::KnockOut),
        ("a b 1-0 ?\nc d 1-0 ?\ne f 1-0 ?".to_owned(), Kind::Other),
        (String::new(), Kind::Other),
        ("a a 1-0 1".to_owned(), Kind::Other),
    ];
    for (games, expected) in cases {
        assert_eq!(Kind::of(&event(&games)), expected, "{games}");
    }
    let gaps = event(&round_robin(8, 2, 3));
    assert_eq!(Standings::of(&gaps, Kind::of(&gaps), &[]).missing_count(&gaps), 3);
}

#[test]
fn results_without_a_game_count_but_are_no_performance() {
    let rated = |white: &str, result: &str, termination: &str| {
        with_tags(&[
            ("White", white),
            ("Black", "z"),
            ("Result", result),
            ("BlackElo", "2000"),
            ("Termination", termination),
        ])
        .unwrap()
    };
    let cases = [
        ("1-0", "normal", Some([2, 0]), false),
        ("1-0", "time forfeit", Some([2, 0]), false),
        ("1-0", "Forfeit", Some([2, 0]), true),
        ("0-1", "unplayed", Some([0, 2]), true),
        ("+/-", "", Some([2, 0]), true),
        ("- / +", "", Some([0, 2]), true),
        ("0-0", "", Some([0, 0]), true),
        ("1-0F", "", Some([2, 0]), true),
        ("*", "unterminated", None, false),
    ];
    for (result, termination, half_points, is_unplayed) in cases {
        let points = rated("a", result, termination).points;
        assert_eq!(points, Points { half_points, is_unplayed }, "{result} {termination}");
    }
    let entries = [rated("a", "+/-", ""), rated("b", "1/2-1/2", ""), rated("c", "*", "")];
    let event = Event::of(&entries, None);
    let standings = Standings::of(&event, Kind::Other, &[TieBreak::Wins]);
    let place = |name: &str| {
        let is_it = |place: &&Place| event.seats[place.seat].name == name;
        standings.places.iter().find(is_it).unwrap().clone()
    };
    assert_eq!((place("a").half_points, place("a").performance), (2, None));
    assert_eq!((place("b").half_points, place("b").performance), (1, Some(2000)));
    assert_eq!((place("a").performed_count, place("b").performed_count), (0, 1));
    assert_eq!(place("c").results, [0, 0, 0, 1]);
}

#[test]
fn events_are_parted_by_their_dates() {
    let game = |event: &str, date: &str, event_date: &str| {
        with_tags(&[
            ("Event", event),
            ("White", "a"),
            ("Black", "b"),
            ("Date", date),
            ("EventDate", event_date),
        ])
        .unwrap()
    };
    let games = [
        game("Hastings", "1993.01.02", ""),
        game("Hastings", "1992.12.28", ""),
        game("Hastings", "1993.12.29", ""),
        game("Liga", "2000.01.01", "1999.10.01"),
        game("Liga", "2000.05.01", "1999.10.01"),
        game("Liga", "2000.05.02", "2000.05.02"),
        game("Old", "????.??.??", ""),
        game("Old", "1880.??.??", ""),
    ];
    for memory in [1 << 20, 64] {
        let size = |group| match group {
            Group::Event(entries) if memory > 64 => entries.len() as u64,
            Group::TooLarge(name, n) if memory == 64 => n * u64::from(!name.is_empty()),
            other => panic!("{other:?}"),
        };
        let sizes: Vec<u64> =
            groups(&games, EventBy::default(), memory).into_iter().map(size).collect();
        let expected: &[u64] = if memory > 64 { &[2, 1, 2, 1, 2] } else { &[2, 1, 3, 2] };
        assert_eq!(sizes, expected);
    }
    assert!(games.iter().all(|game| {
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        Entry::decode(&bytes) == *game
    }));
    assert_eq!(with_tags(&[("White", "a"), ("Black", "?")]), None);
}

/// The combined result of some games.
fn groups(games: &[Entry], by: EventBy, memory_bytes: usize) -> Vec<Group> {
    let dir = tempfile::tempdir().unwrap();
    let mut events = Events::new(Folder(dir.path().to_owned()), by, memory_bytes);
    let mut entered = Entered::default();
    games.iter().for_each(|game| entered.push(game));
    events.take(&entered).unwrap();
    let mut groups = events.finish().unwrap();
    std::iter::from_fn(|| groups.next_group().unwrap()).collect()
}

/// The events of games, each as its sites with the number of games.
fn events(games: &[Entry], by: EventBy) -> Vec<String> {
    let mut found = Vec::new();
    for group in groups(games, by, 1 << 20) {
        let Group::Event(entries) = group else { panic!("{group:?}") };
        let event = Event::of(&entries, None);
        let sites = [&event.names[1..2], &event.other_sites[..]].concat().join("+");
        found.push(format!("{} {sites} {}", event.names[0], entries.len()));
    }
    found
}

#[test]
fn sites_are_one_event_if_the_players_are_the_same() {
    let game = |event: &str, site: &str, date: &str, players: &str| {
        let (white, black) = players.split_at(1);
        let tags = [("Event", event), ("Site", site), ("Date", date)];
        with_tags(&[&tags[..], &[("White", white), ("Black", black)]].concat()).unwrap()
    };
    let open = [
        game("Open", "Hall A, Town", "2024.12.21", "ab"),
        game("Open", "Hall A, Town", "2024.12.21", "cd"),
        game("Open", "Town", "2024.12.22", "ac"),
        game("Open", "Town", "2024.12.22", "bd"),
        game("Open", "Town", "2024.12.23", "da"),
        game("Open", "?", "2024.12.23", "cb"),
        game("Open", "Ulm", "2024.12.22", "xy"),
        game("Open", "Ulm", "2024.12.23", "za"),
        game("Open", "Town", "2025.12.22", "ac"),
    ];
    let found = events(&open, EventBy::Players);
    assert_eq!(found, ["Open Town+Hall A, Town 6", "Open Ulm 2", "Open Town 1"]);
    let found = events(&open, EventBy::Site);
    assert_eq!(found.len(), 5);
    let found = events(&open, EventBy::Name);
    assert_eq!(found, ["Open Town+Hall A, Town+Ulm 8", "Open Town 1"]);
    // Without a name the site is all that is known.
    let unnamed = [game("?", "A", "2024.12.21", "ab"), game("?", "B", "2024.12.21", "ba")];
    assert_eq!(events(&unnamed, EventBy::Players), [" A 1", " B 1"]);
}

#[test]
fn a_broadcast_is_one_event() {
    let game = |event: &str, study: &str, broadcast: &str, players: &str| {
        let (white, black) = players.split_at(1);
        with_tags(&[
            ("Event", event),
            ("StudyName", study),
            ("BroadcastName", broadcast),
            ("Site", "https://lichess.org/study/x/y"),
            ("White", white),
            ("Black", black),
        ])
        .unwrap()
    };
    let games = [
        game("Round 1: a - b", "Round 1", "Cup", "ab"),
        game("Round 1: c - d", "Round 1", "Cup", "cd"),
        game("Round 2: a - c", "Round 2", "Cup", "ac"),
        game("Lessons: One", "Lessons", "", "ab"),
        game("Lessons: Two", "Lessons", "", "ba"),
    ];
    assert_eq!(events(&games, EventBy::Players), ["Cup  3", "Lessons  2"]);
}

#[test]
fn spellings_are_one_player_when_asked() {
    let entries = [entry("Tal, M.", "Ek", "1-0", "1"), entry("Ek", "TAL,M", "1-0", "2")];
    assert_eq!(Event::of(&entries, None).seats.len(), 3);
    let event = Event::of(&entries, Some(pgn_query::name::Alike::Letters));
    assert_eq!((event.seats.len(), event.seats[0].name.as_str()), (2, "Tal, M."));
}

#[test]
fn teams_have_match_points_and_board_points() {
    let board = |round: &str, teams: [&str; 2], result: &str| {
        with_tags(&[
            ("White", &format!("w{round}{result}{}", teams[0])),
            ("Black", &format!("b{round}{result}{}", teams[1])),
            ("WhiteTeam", teams[0]),
            ("BlackTeam", teams[1]),
            ("Round", round),
            ("Result", result),
        ])
        .unwrap()
    };
    let entries = [
        board("1.1", ["A", "B"], "1-0"),
        board("1.2", ["B", "A"], "1/2-1/2"),
        board("2.1", ["A", "C"], "0-1"),
        board("2.2", ["C", "A"], "0-1"),
        board("3.1", ["B", "C"], "1-0"),
    ];
    let teams = team_standings(&Event::of(&entries, None));
    let line = |team: &Team| {
        let [won, drawn, lost] = team.results;
        let Team { rank, name, match_points, half_points, .. } = team;
        format!("{rank} {name} +{won} ={drawn} -{lost} {match_points} {half_points}")
    };
    let lines: Vec<String> = teams.iter().map(line).collect();
    assert_eq!(lines, ["1 A +1 =1 -0 3 5", "2 B +1 =0 -1 2 3", "3 C +0 =1 -1 1 2"]);
    assert!(team_standings(&event(FOUR)).is_empty());
    let of_two = |result: &str| {
        with_tags(&[
            ("White", "a"),
            ("Black", "b"),
            ("WhiteTeam", "A"),
            ("BlackTeam", "B"),
            ("Result", result),
        ])
        .unwrap()
    };
    assert!(team_standings(&Event::of(&[of_two("1-0"), of_two("0-1")], None)).is_empty());
}
