//! The conversation without processes, and the splitting of commands.

use std::borrow::Cow;
use std::time::Duration;

use super::command_line::EngineCommand;
use super::uci_line::{EngineOption, EngineScore, SearchInfo, UciLine};
use pgn_chess::notation::san;
use pgn_chess::{Move, MoveKind, Position, Square, Variant, fen};

use super::conversation::Conversation;
use super::reaction::Event;
use super::search::{
    GameClocks, SearchAnswer, SearchBound, SearchContext, SearchLimits, SearchTask, Timeouts,
};
use super::uci::Uci;
use super::xboard::XBoard;

const TIMEOUTS: Timeouts =
    Timeouts { search: Duration::from_secs(60), answer: Duration::from_secs(2) };

fn ready() -> Uci {
    let options = [("Hash".to_owned(), "16".to_owned())];
    let (mut talk, step) = Uci::new(&options, TIMEOUTS);
    assert_eq!((step.send, step.wait), (vec!["uci".to_owned()], Some(TIMEOUTS.answer)));
    assert!(talk.hear("id name x").send.is_empty());
    assert!(talk.hear("option name UCI_Chess960 type check default false").send.is_empty());
    assert_eq!(talk.hear("uciok").send, ["setoption name Hash value 16", "isready"]);
    assert_eq!(talk.hear("readyok").event, Some(Event::Ready));
    talk
}

const CHESS960: &str = "4k2r/8/8/8/8/8/8/1R2K3 w Bh - 0 1";

fn chess960() -> Position {
    fen::parse_as(CHESS960.as_bytes(), fen::Mode::Lax, Variant::Chess960).unwrap().0
}

/// A game that has begun with these moves, with clocks.
fn game(moves: &str) -> SearchTask {
    let (mut at, mut played) = (Position::start(), Vec::new());
    for text in moves.split_whitespace() {
        let mv = san::resolve(&at, text.as_bytes(), &Default::default()).unwrap().mv;
        at.play_unchecked(mv);
        played.push(mv);
    }
    let left = [Duration::from_millis(61_500), Duration::from_secs(30)];
    let clocks = GameClocks::new(left, Duration::from_secs(2));
    SearchTask::of_game(Position::start(), played, SearchBound::Clocks(clocks))
}

fn searching(talk: &mut Uci, limits: &SearchLimits) -> (Vec<String>, Option<Duration>) {
    let step = talk.search(&SearchTask::new(chess960(), *limits));
    let expected = ["ucinewgame", "setoption name UCI_Chess960 value true", "isready"];
    assert_eq!(step.send, expected);
    let step = talk.hear("readyok");
    (step.send, step.wait)
}

fn answer(event: Option<Event>) -> SearchAnswer {
    match event {
        Some(Event::Answer(answer)) => *answer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_is_asked_for_and_answered() {
    let mut talk = ready();
    let time = Some(Duration::from_millis(1500));
    let limits = SearchLimits { time, nodes: Some(9), depth: Some(7), mate: None };
    let (sent, wait) = searching(&mut talk, &limits);
    assert_eq!(sent, [&format!("position fen {CHESS960}"), "go movetime 1500 nodes 9 depth 7"]);
    assert_eq!(wait, Some(Duration::from_millis(3500)));
    talk.hear("info depth 1 score cp 12 nodes 20 time 1 pv e2e4");
    talk.hear("info depth 2 score cp 90 lowerbound nodes 25 time 2 pv d2d4");
    talk.hear("info depth 2 multipv 2 score cp 500 pv a2a3");
    talk.hear("nonsense \u{fffd}");
    talk.hear("info depth 2 score mate -3 nodes 30 time 3 pv d2d4 d7d5");
    talk.hear("info nodes 40 time 4");
    let answer = answer(talk.hear("bestmove d2d4 ponder d7d5").event);
    assert_eq!((answer.best.as_deref(), answer.ponder.as_deref()), (Some("d2d4"), Some("d7d5")));
    assert_eq!(answer.info.score, Some(EngineScore::Mate(-3)));
    assert_eq!((answer.info.nodes, answer.info.time_ms), (Some(40), Some(4)));
    let firsts: Vec<&str> = answer.changes.iter().map(|(mv, _)| &**mv).collect();
    assert_eq!(firsts, ["e2e4", "d2d4"]);
    // The next engine starts from the beginning.
    let (sent, wait) =
        searching(&mut talk, &SearchLimits { depth: Some(3), ..SearchLimits::default() });
    assert_eq!(sent[1], "go depth 3");
    assert_eq!(wait, Some(TIMEOUTS.search));
}

#[test]
fn a_game_goes_on_where_it_stood() {
    let mut talk = ready();
    assert_eq!(talk.search(&game("e4")).send[0], "ucinewgame");
    let step = talk.hear("readyok");
    let expected = format!("position fen {} moves e2e4", Position::start().fen());
    assert_eq!(step.send, [&expected, "go wtime 61500 btime 30000 winc 2000 binc 2000"]);
    assert_eq!(step.wait, Some(Duration::from_secs(34)), "what Black has, and timeouts");
    answer(talk.hear("bestmove e7e5").event);
    assert_eq!(talk.search(&game("e4 e5 Nf3")).send, ["isready"]);
    talk.hear("readyok");
    answer(talk.hear("bestmove b8c6").event);
    assert_eq!(talk.search(&game("d4")).send[0], "ucinewgame");
}

#[test]
fn lines_moves_and_games_are_asked_for() {
    let mut talk = ready();
    let mut task = game("e4 e5");
    task.line_count = 3;
    let declined = talk.search(&task).event;
    assert!(matches!(declined, Some(Event::Declined(why)) if why.contains("MultiPV")));
    let (mut talk, _) = Uci::new(&[], TIMEOUTS);
    talk.hear("option name MultiPV type spin default 1 min 1 max 500");
    talk.hear("uciok");
    talk.hear("readyok");
    assert_eq!(talk.search(&task).send[0], "setoption name MultiPV value 3");
    talk.hear("readyok");
    answer(talk.hear("bestmove g1f3 ponder b8c6").event);
    // The same game, but another line of it, with the limits of a mate and of moves.
    let mut task = game("d4");
    task.bound = SearchBound::Limits(SearchLimits::default().with_mate(Some(2)));
    task.context = SearchContext::SameGame;
    task.root_moves = game("d4").position().legal_moves()[..2].to_vec();
    assert_eq!(talk.search(&task).send, ["setoption name MultiPV value 1", "isready"]);
    let sent = talk.hear("readyok").send;
    assert!(sent[0].ends_with(" moves d2d4"), "{sent:?}");
    assert!(sent[1].starts_with("go mate 2 searchmoves ") && sent[1].split(' ').count() == 6);
    answer(talk.hear("bestmove (none)").event);
    task.context = SearchContext::NewGame;
    assert_eq!(talk.search(&task).send[0], "ucinewgame");
    talk.hear("readyok");
    answer(talk.hear("bestmove (none)").event);
    let options = [("Hash".to_owned(), "32".to_owned()), ("Clear Hash".to_owned(), String::new())];
    let sent = talk.configure(&options).send;
    assert_eq!(sent, ["setoption name Hash value 32", "setoption name Clear Hash", "isready"]);
    assert_eq!(talk.hear("readyok").event, Some(Event::Ready));
}

/// A conversation in which an engine has sent these features.
fn xboard(features: &str, options: &[(String, String)]) -> XBoard {
    let mut talk = XBoard::new(options, TIMEOUTS);
    let step = talk.hear(features);
    match features.contains("ping=1") {
        true => assert_eq!(talk.hear("pong 1").event, Some(Event::Ready), "{step:?}"),
        false => assert_eq!(step.event, Some(Event::Ready), "{step:?}"),
    }
    talk
}

const FEATURES: &str = "feature ping=1 setboard=1 usermove=1 memory=1 myname=\"An engine 1.0\" \
    variants=\"normal,fischerandom\" option=\"Resign -check 0\" done=1";

#[test]
fn features_are_known_from_the_first_line_on() {
    let mut talk = Uci::new(&[], TIMEOUTS).0;
    assert_eq!(talk.hear("Error (unknown command): uci").send, ["xboard", "protover 2"]);
    assert!(talk.switch_to_xboard("White (1) : feature done=0").is_some());
    // For an engine that speaks both, the first answer decides.
    let mut talk = Uci::new(&[], TIMEOUTS).0;
    talk.time_out();
    assert_eq!(talk.hear("uciok").send, ["isready"]);
    let options = [("Hash", "16"), ("resign", "1"), ("Contempt", "3")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut talk = XBoard::new(&options, TIMEOUTS);
    assert!(talk.hear("feature san=1 done=0").send.contains(&"rejected san".to_owned()));
    let sent = talk.hear(FEATURES).send;
    assert!(
        sent.ends_with(
            &["memory 16", "option Resign=1", "new", "force", "post", "easy", "ping 1"]
                .map(str::to_owned)
        ),
        "{sent:?}"
    );
    assert_eq!(talk.name(), Some("An engine 1.0"));
}

#[test]
fn a_game_in_the_protocol_of_xboard() {
    let mut talk = xboard(FEATURES, &[]);
    assert_eq!(talk.search(&game("e4")).send, ["new", "force", "usermove e2e4", "ping 2"]);
    assert!(talk.hear("pong 1").send.is_empty());
    assert_eq!(talk.hear("pong 2").send, ["level 0 0:30 2", "time 3000", "otim 6150", "go"]);
    let thought = talk.hear(" 9. -35 120 4711 1... e5 2.Nf3 Nb8-c6").event;
    let expected = SearchInfo {
        depth: Some(9),
        score: Some(EngineScore::Centipawns(-35)),
        nodes: Some(4711),
        time_ms: Some(1200),
        pv: ["e7e5", "g1f3", "b8c6"].map(str::to_owned).to_vec(),
        ..SearchInfo::default()
    };
    assert_eq!(thought, Some(Event::Info(expected)));
    let step = talk.hear("My move is : e5");
    assert_eq!(step.send, ["force"]);
    assert_eq!(answer(step.event).best.as_deref(), Some("e7e5"));
    // The position on its board need not be sent again.
    assert_eq!(talk.search(&game("e4 e5 Nf3")).send, ["force", "usermove g1f3", "ping 3"]);
    assert_eq!(talk.hear("pong 3").send, ["time 3000", "otim 6150", "go"]);
    assert!(answer(talk.hear("resign").event).resigns);
    talk.search(&game("d4"));
    talk.hear("pong 4");
    let Some(Event::Info(mated)) = talk.hear("12 100003 1 1 d5").event else { panic!() };
    assert_eq!(mated.score, Some(EngineScore::Mate(3)));
    assert_eq!(talk.time_out().send, ["?"]);
    assert!(matches!(talk.time_out().event, Some(Event::Failed(why)) if why.contains('?')));
}

/// After an illegal move that stood, engines get the position alone, if it is legal.
#[test]
fn engines_are_given_legal_positions_alone() {
    let king = Move::new(Square::E1, Square::E2, MoveKind::Normal);
    let start: Position = "4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1".parse().expect("a position");
    let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
    let legal = SearchTask::new(start, limits);
    let task = SearchTask { moves: vec![king], ..legal.clone() };
    assert!(task.for_engine().is_err_and(|why| why.contains("captured")));
    let (talk, _) = &mut Conversation::start(&[], TIMEOUTS);
    assert!(matches!(talk.search(&task).event, Some(Event::Declined(_))));
    let rook = Move::new(Square::E8, Square::D8, MoveKind::Normal);
    let task = SearchTask { moves: vec![king, rook], ..legal.clone() };
    let given = task.for_engine().expect("a legal position");
    assert_eq!((given.start, given.moves.len()), (task.position(), 0));
    let clocks = GameClocks::new([Duration::from_secs(9); 2], Duration::ZERO);
    let task = SearchTask { bound: SearchBound::Clocks(clocks), ..task };
    assert!(task.for_engine().is_err());
    assert!(matches!(legal.for_engine(), Ok(Cow::Borrowed(_))));
}

#[test]
fn positions_are_analysed_in_the_protocol_of_xboard() {
    let mut talk = xboard(FEATURES, &[]);
    let task = SearchTask::new(chess960(), SearchLimits::default());
    let expected =
        ["new", "variant fischerandom", "force", &format!("setboard {CHESS960}"), "ping 2"];
    assert_eq!(talk.search(&task).send, expected);
    assert_eq!(talk.hear("pong 2").send, ["analyze"]);
    assert!(matches!(talk.hear("3 0 1 9 O-O-O").event, Some(Event::Info(_))));
    assert!(talk.is_searching());
    let step = talk.time_out();
    assert_eq!(step.send, ["exit"]);
    answer(step.event);
    // Without a command to set a position, only games from the start can be had.
    let mut talk = xboard("feature setboard=0 done=1", &[]);
    assert!(matches!(talk.search(&task).event, Some(Event::Declined(why)) if why.contains("960")));
    let depth = SearchLimits { depth: Some(3), ..SearchLimits::default() };
    let later = game("e4").position();
    let declined = talk.search(&SearchTask::new(later, depth)).event;
    assert!(matches!(declined, Some(Event::Declined(why)) if why.contains("setboard")));
    let mut from_start = game("e4");
    from_start.bound = SearchBound::Limits(depth);
    assert_eq!(talk.search(&from_start).send, ["new", "force", "e2e4", "sd 3", "go"]);
    assert!(matches!(talk.hear("Illegal move: e2e4").event, Some(Event::Failed(_))));
}

#[test]
fn timeouts_end_step_by_step() {
    let (mut talk, _) = Uci::new(&[], TIMEOUTS);
    assert_eq!(talk.time_out().send, ["xboard", "protover 2"]);
    assert!(matches!(talk.time_out().event, Some(Event::Failed(why)) if why.contains("uci")));
    let mut talk = ready();
    talk.search(&SearchTask::new(Position::start(), SearchLimits::default()));
    assert!(matches!(talk.time_out().event, Some(Event::Failed(why)) if why.contains("isready")));
    let mut talk = ready();
    searching(&mut talk, &SearchLimits::default());
    assert_eq!(talk.time_out().send, ["stop"]);
    let stopped = answer(talk.hear("bestmove (none)").event);
    assert_eq!(stopped.best, None);
    searching(&mut talk, &SearchLimits::default());
    talk.time_out();
    assert!(matches!(talk.time_out().event, Some(Event::Failed(why)) if why.contains("stop")));
}

#[test]
fn a_conversation_finds_the_protocol() {
    let (mut engine, _) = Conversation::start(&[], TIMEOUTS);
    let reaction = engine.hear("Illegal command: uci");
    assert_eq!(reaction.send, ["xboard", "protover 2"]);
    let reaction = engine.hear(FEATURES);
    assert!(reaction.send.ends_with(&["ping 1".to_owned()]), "{reaction:?}");
    assert_eq!(engine.hear("pong 1").event, Some(Event::Ready));
    assert_eq!(engine.name(), Some("An engine 1.0"));
    assert_eq!(engine.search(&game("e4")).send[2], "usermove e2e4");
    assert!(!engine.is_searching());
    engine.hear("pong 2");
    assert!(engine.is_searching());
    assert_eq!(engine.time_out().send, ["?"]);
}

#[test]
fn lines_mean_what_the_protocol_says() {
    assert_eq!(UciLine::parse("uciok"), UciLine::UciOk);
    assert_eq!(UciLine::parse(""), UciLine::Other);
    assert_eq!(UciLine::parse("bestmove"), UciLine::BestMove(None, None));
    let skill = EngineOption {
        name: "Skill Level".to_owned(),
        kind: "spin".to_owned(),
        default: Some("20".to_owned()),
        max: Some(20),
        ..EngineOption::default()
    };
    let line = "option name Skill Level type spin default 20 max 20 min x";
    assert_eq!(UciLine::parse(line), UciLine::Option(skill));
    let UciLine::Option(style) =
        UciLine::parse("option name Style type combo default Very Bold var Solid var Very Bold")
    else {
        panic!()
    };
    assert_eq!(style.choices, ["Solid", "Very Bold"]);
    let said = UciLine::parse("info depth x score cp 5 wdl 1 2 3 string pv e2e4");
    let expected = SearchInfo {
        score: Some(EngineScore::Centipawns(5)),
        wdl: Some([1, 2, 3]),
        string: Some("pv e2e4".to_owned()),
        ..SearchInfo::default()
    };
    assert_eq!(said, UciLine::Info(expected));
    let huge = UciLine::parse("info nodes 99999999999999999999 score cp -99999999999");
    assert_eq!(huge, UciLine::Info(SearchInfo::default()));
}

#[test]
fn commands_are_split_at_blanks_outside_quotes() {
    let words = |text: &str| {
        EngineCommand::parse(text).map(|line| {
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
