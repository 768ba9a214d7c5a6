//! Standings of events that everyone can check by hand (§8.1.1, §9.2, §9.8, D-18, D-20).

use super::*;
use crate::sort::Folder;
use pgn_query::facts::GameView;
use pgnkit::Outcome;
use pgnkit::game::Tags;
use proptest::prelude::*;

/// The entry of a game: White, Black, result, round.
pub(super) fn entry(white: &str, black: &str, result: &str, round: &str) -> Entry {
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
        game("World Cup", "Round 2", "", "ac"),
        game("Round 1: d - e", "Round 1", "", "de"),
        game("", "Round 2", "", "ed"),
        game("Lessons: One", "Lessons", "", "ab"),
        game("Lessons: Two", "Lessons", "", "ba"),
    ];
    let expected = ["  2", "Cup  3", "Lessons  2", "World Cup  1"];
    assert_eq!(events(&games, EventBy::Players), expected);
}

#[test]
fn spellings_are_one_player_when_asked() {
    let entries = [entry("Tal, M.", "Ek", "1-0", "1"), entry("Ek", "TAL,M", "1-0", "2")];
    assert_eq!(Event::of(&entries, None).seats.len(), 3);
    let event = Event::of(&entries, Some(pgn_query::name::Alike::Letters));
    assert_eq!((event.seats.len(), event.seats[0].name.as_str()), (2, "Tal, M."));
}

/// A game of two teams on a board.
fn board(round: &str, teams: [&str; 2], result: &str) -> Entry {
    with_tags(&[
        ("White", &format!("w{round}{result}{}", teams[0])),
        ("Black", &format!("b{round}{result}{}", teams[1])),
        ("WhiteTeam", teams[0]),
        ("BlackTeam", teams[1]),
        ("Round", round),
        ("Result", result),
    ])
    .unwrap()
}

/// The teams with their results, points and tie-breaks, in order.
fn teams(entries: &[Entry], tie_breaks: &[TieBreak]) -> Vec<String> {
    let standings = team_standings(&Event::of(entries, None), tie_breaks);
    let line = |team: &Team| {
        let [won, drawn, lost] = team.results;
        let Team { rank, name, match_points, half_points, .. } = team;
        let values = team.tie_breaks.iter().zip(&standings.tie_breaks).map(|(value, it)| {
            value.map_or("-".to_owned(), |part| (part as f64 / it.team_units() as f64).to_string())
        });
        let values: Vec<String> = values.collect();
        format!(
            "{rank} {name} +{won} ={drawn} -{lost} {match_points} {half_points} {}",
            values.join(" ")
        )
    };
    standings.teams.iter().map(line).collect::<Vec<String>>()
}

#[test]
fn teams_have_match_points_and_board_points() {
    let entries = [
        board("1.1", ["A", "B"], "1-0"),
        board("1.2", ["B", "A"], "1/2-1/2"),
        board("2.1", ["A", "C"], "0-1"),
        board("2.2", ["C", "A"], "0-1"),
        board("3.1", ["B", "C"], "1-0"),
    ];
    // The usual criteria are direct, wins and Sonneborn-Berger: of match points.
    let expected = ["1 A +1 =1 -0 3 5 - 1 5", "2 B +1 =0 -1 2 3 - 1 2", "3 C +0 =1 -1 1 2 - 0 3"];
    assert_eq!(teams(&entries, &[]), expected);
    assert!(team_standings(&event(FOUR), &[]).teams.is_empty());
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
    let two = Event::of(&[of_two("1-0"), of_two("0-1")], None);
    assert!(team_standings(&two, &[]).teams.is_empty());
}

#[test]
fn equal_teams_are_separated_by_match_points() {
    use TieBreak::{BlackWins, Buchholz, Direct, Rating};
    let equal = [
        board("1.1", ["A", "B"], "1-0"),
        board("1.2", ["B", "A"], "1/2-1/2"),
        board("2.1", ["A", "C"], "0-1"),
        board("3.1", ["B", "C"], "1-0"),
        board("3.2", ["B", "C"], "0-1"),
        board("3.3", ["B", "C"], "1-0"),
        board("4.1", ["A", "D"], "1/2-1/2"),
        board("4.2", ["A", "D"], "1/2-1/2"),
        // No board has a result yet: no match points.
        board("5.1", ["B", "D"], "*"),
        board("5.2", ["D", "B"], "*"),
    ];
    // Those that need a color or a rating are left out.
    let found = teams(&equal, &[BlackWins, Rating, Buchholz, Direct]);
    let expected = [
        "1 A +1 =1 -1 3 5 5 -",
        "2 B +1 =0 -1 2 5 5 -",
        "3 C +1 =0 -1 2 4 5 -",
        "4 D +0 =1 -0 1 2 3 -",
    ];
    assert_eq!(found, expected);
}

/// Five players in three rounds: `e` has the bye of the pairing, `b` a requested one, `d` does not
/// appear for the last round, and `c` is absent.
const BYES: &str = "a b 1-0 1\nc d 1/2-1/2 1\ne BYE 1-0 1\na c 1-0 2\ne d 0-1 2\n\
                    bye b 1/2-1/2 2\na d +/- 3\nb e 1-0 3";

/// The players of a Swiss with points and tie-breaks, in order, if the event began on this day.
fn swiss(games: &str, date: u32, tie_breaks: &[TieBreak]) -> Vec<String> {
    let event = Event { dates: [date; 2], ..event(games) };
    let standings = Standings::of(&event, Kind::Swiss, tie_breaks);
    let line = |place: &Place| {
        let values = place.tie_breaks.iter().zip(tie_breaks).map(|(value, tie_break)| {
            value.map_or("-".to_owned(), |it| (it as f64 / tie_break.units() as f64).to_string())
        });
        let values: Vec<String> = values.collect();
        let points = place.half_points as f64 / 2.0;
        format!("{} {points} {}", event.seats[place.seat].name, values.join(" "))
    };
    standings.places.iter().map(line).collect()
}

#[test]
fn unplayed_rounds_of_a_swiss_count_by_article_16() {
    use TieBreak::*;
    let tie_breaks = [Buchholz, BuchholzCut1, SonnebornBerger];
    let of_others = ["b 1.5 5.5 4 1.75", "d 1.5 3.5 2 1.5", "e 1 4 3 1", "c 0.5 5 4.5 0.75"];
    // Since March 2026, a forfeit brings at most the points of the opponent who was not there.
    for (date, of_a) in
        [(20_260_228, "a 3 5.5 4.5 5.5"), (20_260_301, "a 3 4 3 4"), (0, "a 3 4 3 4")]
    {
        let found = swiss(BYES, date, &tie_breaks);
        assert_eq!((found[0].as_str(), &found[1..]), (of_a, &of_others.map(String::from)[..]));
    }
    // A bye brings at most as many points as draws in all rounds.
    let games = "a bye 1-0 1\nb c 1-0 1\nd e 1-0 1\na b 1-0 2\nc d 0-1 2\ne bye 1-0 2\n\
                 a d 1-0 3\nb e 1-0 3\nc bye 1-0 3";
    for (date, of_a) in [(20_240_801, "a 3 7"), (20_260_801, "a 3 5.5")] {
        assert_eq!(swiss(games, date, &[Buchholz])[0], of_a);
    }
    // Elsewhere they count as games, and byes not at all.
    let event = event(BYES);
    let standings = Standings::of(&event, Kind::Other, &[Buchholz]);
    let of_a = standings.places.iter().find(|it| event.seats[it.seat].name == "a").unwrap();
    assert_eq!(of_a.tie_breaks, [Some(4 * 3 + 2)]);
}

#[test]
fn games_over_the_board_and_cuts_have_values_of_their_own() {
    use TieBreak::*;
    let found = swiss(BYES, 0, &[PlayedWins, BlackGames, BuchholzCut2, Median2, ProgressiveCut1]);
    let expected = [
        "a 3 2 0 1.5 0 5",
        "d 1.5 1 2 1 0 3",
        "b 1.5 1 1 3 0 2",
        "e 1 0 1 1.5 0 2",
        "c 0.5 0 1 3 0 1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_direct_encounter_takes_the_average_of_games_over_the_board() {
    use TieBreak::Direct;
    // a and b met twice, each of them and c once: a 0.5 and 1, b 0.5 and 0, c 0 and 1.
    let games = "a b 1-0 1\nb a 1-0 2\na c 1-0 3\nc b 1-0 4\nb d 1-0 5\nc d 1-0 6\na d 0-1 7";
    let found = order(&event(games), &[Direct]);
    assert_eq!(found[..3], ["1 a 2 1.5", "2 c 2 1", "3 b 2 0.5"]);
    // In a Swiss, a forfeit is not an encounter; in a round robin it is.
    let games = "a b +/- 1\nc d 1-0 1\na c 0-1 2\nb d 1-0 2";
    assert_eq!(swiss(games, 0, &[Direct])[1..3], ["a 1 -", "b 1 -"]);
    let event = event(games);
    let standings = Standings::of(&event, Kind::Other, &[Direct]);
    assert_eq!(standings.places[1].tie_breaks, [Some(Direct.units() as i64)]);
}

#[test]
fn a_direct_encounter_needs_no_game_that_changes_nothing() {
    use TieBreak::*;
    // a has beaten b and c, who have not met; then b and c are compared, without a game.
    let games = "a b 1-0 1\na c 1-0 2\na d 0-1 3\na e 0-1 4\nb d 1-0 5\nb e 1-0 6\nc d 1-0 7\n\
                 c e 1-0 8";
    let found = order(&event(games), &[Direct]);
    assert_eq!(found[..3], ["1 a 2 2", "2 b 2 0", "2 c 2 0"]);
    // Without the game between a and c, c could be first.
    let games = "a b 1-0 1\na d 1-0 2\na e 0-1 3\nb d 1-0 4\nb e 1-0 5\nc d 1-0 6\nc e 1-0 7";
    let found = order(&event(games), &[Direct]);
    assert_eq!(found[..3], ["1 a 2 -", "1 b 2 -", "1 c 2 -"]);
    // Of three, one is last; the others are compared again.
    let games = "a b 1-0 1\nb c 1-0 2\na c 1/2-1/2 3\nc d 1-0 4\nb d 1/2-1/2 5\nd a 1/2-1/2 6";
    assert!(order(&event(games), &[Direct]).len() == 4);
}

#[test]
fn a_knock_out_is_decided_by_its_matches() {
    let games = "a b 1-0 1.1\nb a 0-1 1.2\nc d 1/2-1/2 1.1\nd c 1/2-1/2 1.2\nc d 0-1 1.3\n\
                 e f 1-0 1.1\nf e 1-0 1.2\ng h 0-1 1.1\na d 1/2-1/2 2.1\nd a 1/2-1/2 2.2\n\
                 e h 1-0 2.1\ne a 0-1 3.1\nd h 1-0 3.1";
    let event = event(games);
    assert_eq!(Kind::of(&event), Kind::KnockOut);
    let ranks: Vec<String> = order(&event, &[]).iter().map(|it| it[..3].to_owned()).collect();
    // Equal points are won by the player who plays on; the losers of a round are equal.
    assert_eq!(ranks, ["1 a", "2 e", "3 d", "4 h", "5 f", "6 b", "6 c", "6 g"]);
}

#[test]
fn tie_breaks_have_the_acronyms_of_fide_too() {
    let cases = [
        ("BH-C1", TieBreak::BuchholzCut1),
        ("BH:C1", TieBreak::BuchholzCut1),
        ("de", TieBreak::Direct),
        ("TPR", TieBreak::Performance),
        ("WON", TieBreak::PlayedWins),
        ("BH-C2", TieBreak::BuchholzCut2),
        ("RTNG", TieBreak::Rating),
        ("SB", TieBreak::SonnebornBerger),
        ("aro", TieBreak::Opponents),
    ];
    for (name, expected) in cases {
        assert_eq!(name.parse(), Ok(expected), "{name}");
    }
    assert!("fb".parse::<TieBreak>().unwrap_err().starts_with("expected some of direct, wins"));
}

#[test]
fn the_average_rating_is_that_of_opponents_who_were_played() {
    let rated = |white: &str, black: &str, elo: &str, result: &str| {
        let tags = [("White", white), ("Black", black), ("BlackElo", elo), ("Result", result)];
        with_tags(&tags).unwrap()
    };
    let games = [
        rated("a", "b", "2000", "1-0"),
        rated("a", "c", "2101", "0-1"),
        rated("a", "d", "1000", "+/-"),
    ];
    let event = Event::of(&games, None);
    let tie_breaks = [
        TieBreak::Opponents,
        TieBreak::OpponentsCut1,
        TieBreak::OpponentsPerformance,
        TieBreak::Rating,
    ];
    let standings = Standings::of(&event, Kind::Other, &tie_breaks);
    // No opponent met a rated player, and the player has no rating.
    assert_eq!(standings.places[0].tie_breaks, [Some(2051), Some(2101), None, None]);
    let of_b = standings.places.iter().find(|it| event.seats[it.seat].name == "b").unwrap();
    assert_eq!(of_b.tie_breaks, [None, None, Some(2051), Some(2000)]);
}

/// Results of a round robin of `n` players, of which each is a digit: 0, 1 or 2 half points.
fn round_robin(n: usize, results: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            // The rounds of a round robin of an even number, by the sums of the numbers.
            let round = match b == n - 1 {
                true => 2 * a % (n - 1),
                false => (a + b) % (n - 1),
            };
            let result = ["0-1", "1/2-1/2", "1-0"][usize::from(results[entries.len()] % 3)];
            let names = [format!("p{a}"), format!("p{b}")];
            entries.push(entry(&names[0], &names[1], result, &(round + 1).to_string()));
        }
    }
    entries
}

proptest! {
    /// The order of the games does not matter.
    #[test]
    fn standings_do_not_depend_on_the_order_of_games(
        results in prop::collection::vec(0..3u8, 28),
        seed in prop::collection::vec(any::<u32>(), 28),
    ) {
        let entries = round_robin(8, &results);
        let mut mixed: Vec<(u32, Entry)> = seed.into_iter().zip(entries.clone()).collect();
        mixed.sort_by_key(|it| it.0);
        let mixed: Vec<Entry> = mixed.into_iter().map(|it| it.1).collect();
        let order = |entries: Vec<Entry>| order(&Event::of(&entries, None), &TieBreak::ALL);
        let found = [entries, mixed].map(order);
        prop_assert_eq!(&found[0], &found[1]);
    }

    /// If everything was played, the rules for unplayed rounds change nothing.
    #[test]
    fn complete_rounds_have_the_same_tie_breaks_in_every_kind(
        results in prop::collection::vec(0..3u8, 15),
    ) {
        let event = Event::of(&round_robin(6, &results), None);
        let places = |kind| Standings::of(&event, kind, &TieBreak::ALL).places;
        prop_assert_eq!(places(Kind::Swiss), places(Kind::Other));
    }

    /// The plain definitions of Buchholz, Sonneborn-Berger and the progressive score.
    #[test]
    fn values_are_those_of_plain_sums(results in prop::collection::vec(0..3u8, 15)) {
        use TieBreak::{Buchholz, Progressive, SonnebornBerger};
        let event = Event::of(&round_robin(6, &results), None);
        let tie_breaks = [Buchholz, SonnebornBerger, Progressive];
        let standings = Standings::of(&event, Kind::Other, &tie_breaks);
        let points = |seat: usize| {
            let place = standings.places.iter().find(|it| it.seat == seat);
            place.map_or(0, |it| it.half_points as i64)
        };
        for place in &standings.places {
            let (mut buchholz, mut sonneborn_berger, mut progressive) = (0, 0, 0);
            for meeting in &event.meetings {
                let Some(color) = meeting.color_of(place.seat) else { continue };
                let own = i64::from(meeting.half_points(color).unwrap());
                buchholz += 2 * points(meeting.seat(!color));
                sonneborn_berger += own * points(meeting.seat(!color));
                progressive += 2 * own * (6 - meeting.round as i64);
            }
            let expected = [Some(buchholz), Some(sonneborn_berger), Some(progressive)];
            prop_assert_eq!(&place.tie_breaks[..], &expected[..]);
        }
    }
}
