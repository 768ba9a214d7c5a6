//! The conversation with an engine: what is said, what is waited for, and for how long.
//!
//! ```text
//! Greeting  ── uci ──▶ uciok, then options and isready
//! Setting   ──────────▶ readyok
//! Idle      ── search: ucinewgame, isready
//! Readying  ──────────▶ readyok, then position and go
//! Searching ──────────▶ bestmove: an answer;  too late: stop
//! Stopping  ──────────▶ bestmove: an answer;  too late: it is given up
//! ```
//!
//! Nothing is read, written or timed here: lines come in by [`Talk::hear`], the end of patience by
//! [`Talk::late`], and what comes out is a [`Step`].
//!
//! Owns: the order of things. Knows nothing of: processes, clocks.
//! Start at [`Talk::new`].

use std::time::Duration;

use super::message::{Heard, Info};
use pgnkit::chess::notation::uci;
use pgnkit::chess::{Move, Position, Variant};

/// How far a search goes; the first bound that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// How long.
    pub time: Option<Duration>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// How many plies.
    pub depth: Option<u32>,
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a search without a bound of time.
    pub search: Duration,
    /// For everything that should take no time: to start, to be ready, to stop, and what a search
    /// takes beyond its time.
    pub answer: Duration,
}

/// What came of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move that it plays, in coordinates.
    pub best: Option<String>,
    /// The last line about the best variation that has an exact score.
    pub info: Info,
    /// Each change of the first move of the best variation: the move, and what was said then.
    pub changes: Vec<(String, Info)>,
}

/// What is to be done next.
#[derive(Debug, Default)]
pub(super) struct Step {
    /// Lines to send.
    pub(super) send: Vec<String>,
    /// From now on the engine is waited for as long as this.
    pub(super) wait: Option<Duration>,
    /// Something is over.
    pub(super) event: Option<Event>,
}

/// Something that is over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The engine waits for a search.
    Ready,
    /// A search is over.
    Answer(Box<Answer>),
    /// The engine is of no use any more.
    GivenUp(String),
}

#[derive(Debug)]
enum State {
    Greeting,
    Setting,
    Idle,
    Readying { position: String, go: String, time: Option<Duration> },
    Searching(Box<Answer>),
    Stopping(Box<Answer>),
}

/// The conversation with one engine.
#[derive(Debug)]
pub(super) struct Talk {
    state: State,
    /// Options to be set: names and values.
    options: Vec<(String, String)>,
    /// Names of the options that the engine has.
    known: Vec<String>,
    patience: Patience,
}

impl Talk {
    /// Begins a conversation.
    pub(super) fn new(options: &[(String, String)], patience: Patience) -> (Talk, Step) {
        let (state, options) = (State::Greeting, options.to_vec());
        let talk = Talk { state, options, known: Vec::new(), patience };
        let step = talk.say(["uci".to_owned()]);
        (talk, step)
    }

    fn say(&self, lines: impl IntoIterator<Item = String>) -> Step {
        let send = lines.into_iter().collect();
        Step { send, wait: Some(self.patience.answer), event: None }
    }

    /// Whether the engine says that it knows the rules, once it has told its options.
    pub(super) fn plays(&self, variant: Variant) -> bool {
        match variant {
            Variant::Standard => true,
            Variant::Chess960 => self.knows("UCI_Chess960"),
            _ => self.knows("UCI_Variant"),
        }
    }

    fn knows(&self, option: &str) -> bool {
        self.known.iter().any(|name| name == option)
    }

    /// Asks for a search of a position, a FEN. To be called when the engine is idle.
    pub(super) fn search(&mut self, fen: &str, variant: Variant, limits: &Limits) -> Step {
        let mut go = String::from("go");
        if let Some(time) = limits.time {
            go.push_str(&format!(" movetime {}", time.as_millis().max(1)));
        }
        if let Some(nodes) = limits.nodes {
            go.push_str(&format!(" nodes {nodes}"));
        }
        if let Some(depth) = limits.depth {
            go.push_str(&format!(" depth {depth}"));
        }
        let mut lines = vec!["ucinewgame".to_owned()];
        if self.knows("UCI_Chess960") {
            let is_chess960 = variant == Variant::Chess960;
            lines.push(format!("setoption name UCI_Chess960 value {is_chess960}"));
        }
        if self.knows("UCI_Variant") {
            lines.push(format!("setoption name UCI_Variant value {}", uci_name(variant)));
        }
        lines.push("isready".to_owned());
        let position = format!("position fen {fen}");
        self.state = State::Readying { position, go, time: limits.time };
        self.say(lines)
    }

    /// Takes a line of the engine.
    pub(super) fn hear(&mut self, line: &str) -> Step {
        let state = std::mem::replace(&mut self.state, State::Idle);
        let (state, step) = match (state, Heard::parse(line)) {
            (State::Greeting, Heard::Option(name)) => {
                self.known.push(name);
                (State::Greeting, Step::default())
            }
            (State::Greeting, Heard::UciOk) => {
                let set = |(name, value): &(String, String)| match value.is_empty() {
                    true => format!("setoption name {name}"),
                    false => format!("setoption name {name} value {value}"),
                };
                let options = self.options.iter().map(set);
                (State::Setting, self.say(options.chain(["isready".to_owned()])))
            }
            (State::Setting, Heard::ReadyOk) => {
                (State::Idle, Step { event: Some(Event::Ready), ..Step::default() })
            }
            (State::Readying { position, go, time }, Heard::ReadyOk) => {
                let patience = &self.patience;
                let wait = time.map_or(patience.search, |time| time + patience.answer);
                let step = Step { send: vec![position, go], wait: Some(wait), event: None };
                (State::Searching(Box::default()), step)
            }
            (State::Searching(mut answer), Heard::Info(info)) => {
                answer.take(info);
                (State::Searching(answer), Step::default())
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

    /// The engine has not answered in time.
    pub(super) fn late(&mut self) -> Step {
        let state = std::mem::replace(&mut self.state, State::Idle);
        let given_up =
            |why: &str| Step { event: Some(Event::GivenUp(why.to_owned())), ..Step::default() };
        match state {
            State::Searching(answer) => {
                self.state = State::Stopping(answer);
                self.say(["stop".to_owned()])
            }
            State::Greeting => given_up("does not answer `uci`; is it a UCI engine?"),
            State::Setting | State::Readying { .. } => given_up("hangs: no answer to `isready`"),
            State::Stopping(_) => given_up("hangs: it does not obey `stop`"),
            State::Idle => Step::default(),
        }
    }
}

/// What engines that play variants call them.
fn uci_name(variant: Variant) -> String {
    match variant {
        Variant::Standard | Variant::Chess960 => "chess".to_owned(),
        Variant::ThreeCheck => "3check".to_owned(),
        other => other.name().to_lowercase().replace([' ', '-'], ""),
    }
}

impl Answer {
    /// The line that the engine expects, its own move first, as far as it can be played.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mv = |position: &Position, text: &str| {
            uci::parse(position, text.as_bytes()).ok().filter(|mv| !mv.is_null())
        };
        let (mut at, mut line) = (*position, Vec::new());
        for text in &self.info.pv {
            let Some(mv) = mv(&at, text) else { break };
            at.play_unchecked(mv);
            line.push(mv);
        }
        match self.best.as_deref().and_then(|best| mv(position, best)) {
            Some(best) if line.first() != Some(&best) => vec![best],
            Some(_) | None => line,
        }
    }

    /// Why the answer is none, if the move cannot be played in a position where one can.
    #[must_use]
    pub fn fault(&self, position: &Position) -> Option<String> {
        let Some(best) = &self.best else { return Some("gives no move".to_owned()) };
        let mv = uci::parse(position, best.as_bytes()).ok();
        match mv.filter(|mv| !mv.is_null() && position.is_legal(*mv)) {
            Some(_) => None,
            None => Some(format!("gives a move that is not legal: `{best}`")),
        }
    }

    fn take(&mut self, info: Info) {
        if info.multipv.unwrap_or(1) != 1 || info.pv.is_empty() && info.score.is_none() {
            // Counts alone go on with what is known.
            if info.multipv.unwrap_or(1) == 1 {
                self.info.nodes = info.nodes.or(self.info.nodes);
                self.info.time_ms = info.time_ms.or(self.info.time_ms);
            }
            return;
        }
        if let Some(first) = info.pv.first()
            && self.changes.last().is_none_or(|(last, _)| last != first)
        {
            self.changes.push((first.clone(), info.clone()));
        }
        if info.score.is_some() && !info.is_bound {
            self.info = info;
        }
    }
}
