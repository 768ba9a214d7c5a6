//! The conversation in UCI.
//!
//! ```text
//! Greeting  ── uci ──▶ uciok, then options and isready;  silence: xboard, protover 2
//! Setting   ──────────▶ readyok
//! Idle      ── search: ucinewgame, isready
//! Readying  ──────────▶ readyok, then position and go
//! Searching ──────────▶ bestmove: an answer;  too late: stop
//! Stopping  ──────────▶ bestmove: an answer;  too late: it is given up
//! ```

use std::time::Duration;

use super::message::Heard;
use super::talk::{Answer, Bound, Event, Limits, Patience, Step, Talk, Task, fen_of};
use super::xboard;
use pgnkit::chess::Variant;
use pgnkit::chess::notation::uci;

#[derive(Debug)]
enum State {
    /// Whether it was asked already whether it speaks the other protocol.
    Greeting(bool),
    Setting,
    Idle,
    Readying {
        position: String,
        go: String,
        wait: Duration,
    },
    Searching(Box<Answer>),
    Stopping(Box<Answer>),
}

/// How long a program may be silent after `uci` before it is greeted in the other protocol, too.
const SILENCE: Duration = Duration::from_secs(2);

/// The conversation with one engine.
#[derive(Debug)]
pub(super) struct Uci {
    state: State,
    /// Options to be set: names and values.
    options: Vec<(String, String)>,
    /// Names of the options that the engine has.
    known: Vec<String>,
    name: Option<String>,
    /// What was searched last.
    last: Option<Task>,
    patience: Patience,
}

impl Uci {
    /// Begins a conversation.
    pub(super) fn new(options: &[(String, String)], patience: Patience) -> (Uci, Step) {
        let (state, options) = (State::Greeting(false), options.to_vec());
        let talk = Uci { state, options, known: Vec::new(), name: None, last: None, patience };
        let wait = Some(patience.answer.min(SILENCE));
        (talk, Step { send: vec!["uci".to_owned()], wait, ..Step::default() })
    }

    /// Begins a conversation with an engine that ends when it hears `uci`.
    pub(super) fn without_uci(options: &[(String, String)], patience: Patience) -> (Uci, Step) {
        let (mut talk, _) = Uci::new(options, patience);
        let step = talk.ask_for_xboard();
        (talk, step)
    }

    fn say(&self, lines: impl IntoIterator<Item = String>) -> Step {
        let send = lines.into_iter().collect();
        Step { send, wait: Some(self.patience.answer), ..Step::default() }
    }

    /// Whether the engine says that it knows the rules, once it has told its options.
    fn plays(&self, variant: Variant) -> bool {
        match variant {
            Variant::Standard => true,
            Variant::Chess960 => self.knows("UCI_Chess960"),
            _ => self.knows("UCI_Variant"),
        }
    }

    /// Asks whether it speaks the other protocol; it may still say that it speaks this one.
    fn ask_for_xboard(&mut self) -> Step {
        self.state = State::Greeting(true);
        self.say(["xboard", "protover 2"].map(str::to_owned))
    }

    fn knows(&self, option: &str) -> bool {
        self.known.iter().any(|name| name == option)
    }
}

impl Talk for Uci {
    fn search(&mut self, task: &Task) -> Step {
        let variant = task.variant();
        if !self.plays(variant) {
            let why = format!("does not play {}", variant.name());
            return Step { event: Some(Event::Declined(why)), ..Step::default() };
        }
        let is_game = matches!(task.bound, Bound::Clocks(_));
        let goes_on = is_game && self.last.as_ref().is_some_and(|last| task.continues(last));
        let mut lines = Vec::new();
        if !goes_on {
            lines.push("ucinewgame".to_owned());
            if self.knows("UCI_Chess960") {
                let is_chess960 = variant == Variant::Chess960;
                lines.push(format!("setoption name UCI_Chess960 value {is_chess960}"));
            }
            if self.knows("UCI_Variant") {
                lines.push(format!("setoption name UCI_Variant value {}", uci_name(variant)));
            }
        }
        lines.push("isready".to_owned());
        let position = match is_game {
            true => format!("position fen {}{}", fen_of(&task.start, variant), moves_of(task)),
            false => format!("position fen {}", fen_of(&task.position(), variant)),
        };
        let (go, wait) = (go(&task.bound), self.patience.of(task));
        self.last = is_game.then(|| task.clone());
        self.state = State::Readying { position, go, wait };
        self.say(lines)
    }

    fn hear(&mut self, line: &str) -> Step {
        let state = std::mem::replace(&mut self.state, State::Idle);
        let (state, step) = match (state, Heard::parse(line)) {
            (State::Greeting(asked), Heard::Option(name)) => {
                self.known.push(name);
                (State::Greeting(asked), Step::default())
            }
            (State::Greeting(asked), Heard::Name(name)) => {
                self.name = Some(name);
                (State::Greeting(asked), Step::default())
            }
            (State::Greeting(_), Heard::UciOk) => {
                let set = |(name, value): &(String, String)| match value.is_empty() {
                    true => format!("setoption name {name}"),
                    false => format!("setoption name {name} value {value}"),
                };
                let options = self.options.iter().map(set);
                (State::Setting, self.say(options.chain(["isready".to_owned()])))
            }
            (State::Greeting(asked), Heard::Other) if xboard::is_feature(line) => {
                let event = Some(Event::SpeaksXBoard(line.to_owned()));
                (State::Greeting(asked), Step { event, ..Step::default() })
            }
            (State::Greeting(false), Heard::Other) if xboard::refuses_uci(line) => {
                let step = self.ask_for_xboard();
                (State::Greeting(true), step)
            }
            (State::Setting, Heard::ReadyOk) => {
                (State::Idle, Step { event: Some(Event::Ready), ..Step::default() })
            }
            (State::Readying { position, go, wait }, Heard::ReadyOk) => {
                let send = vec![position, go];
                let step = Step { send, wait: Some(wait), ..Step::default() };
                (State::Searching(Box::default()), step)
            }
            (State::Searching(mut answer), Heard::Info(info)) => {
                answer.take(info.clone());
                (State::Searching(answer), Step { thought: Some(info), ..Step::default() })
            }
            (State::Stopping(mut answer), Heard::Info(info)) => {
                answer.take(info);
                (State::Stopping(answer), Step::default())
            }
            (State::Searching(mut answer) | State::Stopping(mut answer), Heard::BestMove(mv)) => {
                answer.best = mv;
                (State::Idle, Step { event: Some(Event::Answer(answer)), ..Step::default() })
            }
            // Whatever else it says now means nothing.
            (state, _) => (state, Step::default()),
        };
        self.state = state;
        step
    }

    fn late(&mut self) -> Step {
        let state = std::mem::replace(&mut self.state, State::Idle);
        let given_up =
            |why: &str| Step { event: Some(Event::GivenUp(why.to_owned())), ..Step::default() };
        match state {
            State::Searching(answer) => {
                self.state = State::Stopping(answer);
                self.say(["stop".to_owned()])
            }
            State::Greeting(false) => self.ask_for_xboard(),
            State::Greeting(true) => {
                given_up("answers neither `uci` nor `protover 2`; is it an engine?")
            }
            State::Setting | State::Readying { .. } => given_up("does not respond to `isready`"),
            State::Stopping(_) => given_up("does not respond to `stop`"),
            State::Idle => Step::default(),
        }
    }

    fn is_searching(&self) -> bool {
        matches!(self.state, State::Searching(_))
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// The moves of a game that an engine plays.
fn moves_of(task: &Task) -> String {
    let mut at = task.start;
    let mut text = String::new();
    for &mv in &task.moves {
        text += if text.is_empty() { " moves " } else { " " };
        text += uci::to_text(&at, mv).as_str();
        at.play_unchecked(mv);
    }
    text
}

/// The command that starts a search.
fn go(bound: &Bound) -> String {
    let mut go = String::from("go");
    match bound {
        Bound::Limits(limits) => {
            if let Some(time) = limits.time {
                go.push_str(&format!(" movetime {}", time.as_millis().max(1)));
            }
            if let Some(nodes) = limits.nodes {
                go.push_str(&format!(" nodes {nodes}"));
            }
            if let Some(depth) = limits.depth {
                go.push_str(&format!(" depth {depth}"));
            }
            if *limits == Limits::default() {
                go.push_str(" infinite");
            }
        }
        Bound::Clocks(clocks) => {
            let [white, black] = clocks.left.map(|left| left.as_millis().max(1));
            let increment = clocks.increment.as_millis();
            go.push_str(&format!(" wtime {white} btime {black} winc {increment} binc {increment}"));
        }
    }
    go
}

/// What engines that play variants call them.
fn uci_name(variant: Variant) -> String {
    match variant {
        Variant::Standard | Variant::Chess960 => "chess".to_owned(),
        Variant::ThreeCheck => "3check".to_owned(),
        other => other.name().to_lowercase().replace([' ', '-'], ""),
    }
}
