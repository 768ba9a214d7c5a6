//! The conversation without processes, and the splitting of commands.
//!
//! Owns: these cases. Knows nothing of: programs.
//! Start at [`a_search_is_asked_for_and_answered`].

use std::time::Duration;

use super::command_line::CommandLine;
use super::message::{Heard, Info, Score};
use pgnkit::chess::Variant;

use super::talk::{Answer, Event, Limits, Patience, Talk};

const PATIENCE: Patience =
    Patience { search: Duration::from_secs(60), answer: Duration::from_secs(2) };

fn ready() -> Talk {
    let options = [("Hash".to_owned(), "16".to_owned())];
    let (mut talk, step) = Talk::new(&options, PATIENCE);
    assert_eq!((step.send, step.wait), (vec!["uci".to_owned()], Some(PATIENCE.answer)));
    assert!(talk.hear("id name x").send.is_empty());
    assert!(talk.hear("option name UCI_Chess960 type check default false").send.is_empty());
    assert_eq!(talk.hear("uciok").send, ["setoption name Hash value 16", "isready"]);
    assert_eq!(talk.hear("readyok").event, Some(Event::Ready));
    talk
}

fn searching(talk: &mut Talk, limits: &Limits) -> (Vec<String>, Option<Duration>) {
    let step = talk.search("FEN", Variant::Chess960, limits);
    let expected = ["ucinewgame", "setoption name UCI_Chess960 value true", "isready"];
    assert_eq!(step.send, expected);
    let step = talk.hear("readyok");
    (step.send, step.wait)
}

fn answer(event: Option<Event>) -> Answer {
    match event {
        Some(Event::Answer(answer)) => *answer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_is_asked_for_and_answered() {
    let mut talk = ready();
    let time = Some(Duration::from_millis(1500));
    let limits = Limits { time, nodes: Some(9), depth: Some(7) };
    let (sent, wait) = searching(&mut talk, &limits);
    assert_eq!(sent, ["position fen FEN", "go movetime 1500 nodes 9 depth 7"]);
    assert_eq!(wait, Some(Duration::from_millis(3500)));
    talk.hear("info depth 1 score cp 12 nodes 20 time 1 pv e2e4");
    talk.hear("info depth 2 score cp 90 lowerbound nodes 25 time 2 pv d2d4");
    talk.hear("info depth 2 multipv 2 score cp 500 pv a2a3");
    talk.hear("nonsense \u{fffd}");
    talk.hear("info depth 2 score mate -3 nodes 30 time 3 pv d2d4 d7d5");
    talk.hear("info nodes 40 time 4");
    let answer = answer(talk.hear("bestmove d2d4 ponder d7d5").event);
    assert_eq!(answer.best.as_deref(), Some("d2d4"));
    assert_eq!(answer.info.score, Some(Score::Mate(-3)));
    assert_eq!((answer.info.nodes, answer.info.time_ms), (Some(40), Some(4)));
    let firsts: Vec<&str> = answer.changes.iter().map(|(mv, _)| &**mv).collect();
    assert_eq!(firsts, ["e2e4", "d2d4"]);
    // The next one begins anew.
    let (sent, wait) = searching(&mut talk, &Limits { depth: Some(3), ..Limits::default() });
    assert_eq!(sent[1], "go depth 3");
    assert_eq!(wait, Some(PATIENCE.search));
}

#[test]
fn patience_ends_step_by_step() {
    let (mut talk, _) = Talk::new(&[], PATIENCE);
    assert!(matches!(talk.late().event, Some(Event::GivenUp(why)) if why.contains("uci")));
    let mut talk = ready();
    talk.search("FEN", Variant::Standard, &Limits::default());
    assert!(matches!(talk.late().event, Some(Event::GivenUp(why)) if why.contains("isready")));
    let mut talk = ready();
    searching(&mut talk, &Limits::default());
    assert_eq!(talk.late().send, ["stop"]);
    let stopped = answer(talk.hear("bestmove (none)").event);
    assert_eq!(stopped.best, None);
    searching(&mut talk, &Limits::default());
    talk.late();
    assert!(matches!(talk.late().event, Some(Event::GivenUp(why)) if why.contains("stop")));
}

#[test]
fn lines_mean_what_the_protocol_says() {
    assert_eq!(Heard::parse("uciok"), Heard::UciOk);
    assert_eq!(Heard::parse(""), Heard::Other);
    assert_eq!(Heard::parse("bestmove"), Heard::BestMove(None));
    let name = Heard::Option("Skill Level".to_owned());
    assert_eq!(Heard::parse("option name Skill Level type spin default 20"), name);
    let said = Heard::parse("info depth x score cp 5 string pv e2e4");
    let expected = Info { score: Some(Score::Centipawns(5)), ..Info::default() };
    assert_eq!(said, Heard::Info(expected));
    let huge = Heard::parse("info nodes 99999999999999999999 score cp -99999999999");
    assert_eq!(huge, Heard::Info(Info::default()));
}

#[test]
fn commands_are_split_at_blanks_outside_quotes() {
    let words = |text: &str| {
        CommandLine::parse(text).map(|line| {
            let mut words = vec![line.program];
            words.extend(line.arguments);
            words
        })
    };
    assert_eq!(words("stockfish"), Ok(vec!["stockfish".to_owned()]));
    let expected = ["/my engines/x", "-a", "b c", ""].map(str::to_owned).to_vec();
    assert_eq!(words(" '/my engines/x'  -a \"b c\" '' "), Ok(expected));
    assert!(words("").is_err() && words("'x").is_err());
}
