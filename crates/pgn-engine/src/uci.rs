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

use pgn_chess::Variant;
use pgn_chess::notation::uci;

use crate::reaction::{Event, Reaction};
use crate::search::{
    SearchAnswer, SearchBound, SearchContext, SearchLimits, SearchTask, Timeouts, fen_of,
};
use crate::uci_line::{EngineOption, UciLine};
use crate::xboard::{self, XBoard};

#[derive(Debug)]
enum UciState {
    /// Whether the other protocol was already tried.
    Greeting(bool),
    Setting,
    Idle,
    Readying {
        position: String,
        go: String,
        wait: Duration,
    },
    Searching(Box<SearchAnswer>),
    Stopping(Box<SearchAnswer>),
}

/// How long a program may be silent after `uci` before the other protocol is tried as well.
const SILENCE: Duration = Duration::from_secs(2);

/// The conversation with one engine.
#[derive(Debug)]
pub(crate) struct Uci {
    state: UciState,
    /// Options to be set: names and values.
    options: Vec<(String, String)>,
    /// The options that the engine has.
    known: Vec<EngineOption>,
    name: Option<String>,
    author: Option<String>,
    /// The last search, if it was in a game.
    last: Option<SearchTask>,
    /// The number of lines that the engine reports.
    line_count: u32,
    timeouts: Timeouts,
}

impl Uci {
    /// Begins a conversation.
    pub(crate) fn new(options: &[(String, String)], timeouts: Timeouts) -> (Uci, Reaction) {
        let (state, options) = (UciState::Greeting(false), options.to_vec());
        let talk = Uci {
            state,
            options,
            known: Vec::new(),
            name: None,
            author: None,
            last: None,
            line_count: 1,
            timeouts,
        };
        let wait = Some(timeouts.answer.min(SILENCE));
        (talk, Reaction { send: vec!["uci".to_owned()], wait, ..Reaction::default() })
    }

    /// Begins a conversation with an engine that exits when it receives `uci`.
    pub(crate) fn without_uci(options: &[(String, String)], timeouts: Timeouts) -> (Uci, Reaction) {
        let (mut talk, _) = Uci::new(options, timeouts);
        let step = talk.ask_for_xboard();
        (talk, step)
    }

    fn say(&self, lines: impl IntoIterator<Item = String>) -> Reaction {
        let send = lines.into_iter().collect();
        Reaction { send, wait: Some(self.timeouts.answer), ..Reaction::default() }
    }

    /// Whether the engine supports the rules, once it has sent its options.
    fn plays(&self, variant: Variant) -> bool {
        match variant {
            Variant::Standard => true,
            Variant::Chess960 => self.knows("UCI_Chess960"),
            _ => self.knows("UCI_Variant"),
        }
    }

    /// Tries the other protocol; the engine may still answer in this one.
    fn ask_for_xboard(&mut self) -> Reaction {
        self.state = UciState::Greeting(true);
        self.say(["xboard", "protover 2"].map(str::to_owned))
    }

    fn knows(&self, option: &str) -> bool {
        self.known.iter().any(|known| known.name == option)
    }

    pub(crate) fn known(&self) -> &[EngineOption] {
        &self.known
    }

    /// Sets options while the engine waits; it is ready when it has done so.
    pub(crate) fn configure(&mut self, options: &[(String, String)]) -> Reaction {
        self.state = UciState::Setting;
        self.say(options.iter().map(set_option).chain(["isready".to_owned()]))
    }

    /// The conversation to continue with, if the engine answers the greeting in the other protocol.
    pub(crate) fn switch_to_xboard(&self, line: &str) -> Option<XBoard> {
        let switches = matches!(self.state, UciState::Greeting(_)) && xboard::is_feature(line);
        switches.then(|| XBoard::new(&self.options, self.timeouts))
    }

    pub(crate) fn search(&mut self, task: &SearchTask) -> Reaction {
        let variant = task.variant();
        if !self.plays(variant) {
            let why = format!("does not play {}", variant.name());
            return Reaction::event(Event::Declined(why));
        }
        if task.line_count > 1 && !self.knows(MULTI_PV) {
            let why = "does not report several lines (it has no option `MultiPV`)";
            return Reaction::event(Event::Declined(why.to_owned()));
        }
        let has_clocks = matches!(task.bound, SearchBound::Clocks(_));
        let last = self.last.as_ref();
        let (is_game, goes_on) = match task.context {
            SearchContext::ByClocks => {
                (has_clocks, has_clocks && last.is_some_and(|last| task.continues(last)))
            }
            SearchContext::NewGame => (true, false),
            SearchContext::SameGame => {
                (true, last.is_some_and(|last| last.variant() == task.variant()))
            }
        };
        let mut lines = Vec::new();
        if task.line_count != self.line_count {
            lines.push(format!("setoption name {MULTI_PV} value {}", task.line_count));
            self.line_count = task.line_count;
        }
        if !goes_on {
            lines.push("ucinewgame".to_owned());
            if self.knows("UCI_Chess960") {
                let is_chess960 = variant == Variant::Chess960;
                lines.push(format!("setoption name UCI_Chess960 value {is_chess960}"));
            }
            if self.knows("UCI_Variant") {
                lines.push(format!("setoption name UCI_Variant value {}", variant.uci_name()));
            }
        }
        lines.push("isready".to_owned());
        let position = match is_game {
            true => format!("position fen {}{}", fen_of(&task.start, variant), moves_of(task)),
            false => format!("position fen {}", fen_of(&task.position(), variant)),
        };
        let (go, wait) = (go(task), self.timeouts.of(task));
        self.last = is_game.then(|| task.clone());
        self.state = UciState::Readying { position, go, wait };
        self.say(lines)
    }

    pub(crate) fn hear(&mut self, line: &str) -> Reaction {
        let state = std::mem::replace(&mut self.state, UciState::Idle);
        let (state, step) = match (state, UciLine::parse(line)) {
            (UciState::Greeting(asked), UciLine::Option(option)) => {
                self.known.push(option);
                (UciState::Greeting(asked), Reaction::default())
            }
            (UciState::Greeting(asked), UciLine::Author(author)) => {
                self.author = Some(author);
                (UciState::Greeting(asked), Reaction::default())
            }
            (UciState::Greeting(asked), UciLine::Name(name)) => {
                self.name = Some(name);
                (UciState::Greeting(asked), Reaction::default())
            }
            (UciState::Greeting(_), UciLine::UciOk) => {
                let options = self.options.iter().map(set_option);
                (UciState::Setting, self.say(options.chain(["isready".to_owned()])))
            }
            (UciState::Greeting(false), UciLine::Other) if xboard::refuses_uci(line) => {
                let step = self.ask_for_xboard();
                (UciState::Greeting(true), step)
            }
            (UciState::Setting, UciLine::ReadyOk) => {
                (UciState::Idle, Reaction::event(Event::Ready))
            }
            (UciState::Readying { position, go, wait }, UciLine::ReadyOk) => {
                let send = vec![position, go];
                let step = Reaction { send, wait: Some(wait), ..Reaction::default() };
                (UciState::Searching(Box::default()), step)
            }
            (UciState::Searching(mut answer), UciLine::Info(info)) => {
                answer.take(info.clone());
                (UciState::Searching(answer), Reaction::event(Event::Info(info)))
            }
            (UciState::Stopping(mut answer), UciLine::Info(info)) => {
                answer.take(info);
                (UciState::Stopping(answer), Reaction::default())
            }
            (
                UciState::Searching(mut answer) | UciState::Stopping(mut answer),
                UciLine::BestMove(best, ponder),
            ) => {
                (answer.best, answer.ponder) = (best, ponder);
                (UciState::Idle, Reaction::event(Event::Answer(answer)))
            }
            // Later lines of the engine are ignored.
            (state, _) => (state, Reaction::default()),
        };
        self.state = state;
        step
    }

    pub(crate) fn time_out(&mut self) -> Reaction {
        let state = std::mem::replace(&mut self.state, UciState::Idle);
        let failed = |why: &str| Reaction::event(Event::Failed(why.to_owned()));
        match state {
            UciState::Searching(answer) => {
                self.state = UciState::Stopping(answer);
                self.say(["stop".to_owned()])
            }
            UciState::Greeting(false) => self.ask_for_xboard(),
            UciState::Greeting(true) => {
                failed("answers neither `uci` nor `protover 2`; is it an engine?")
            }
            UciState::Setting | UciState::Readying { .. } => {
                failed("does not respond to `isready`")
            }
            UciState::Stopping(_) => failed("does not respond to `stop`"),
            UciState::Idle => Reaction::default(),
        }
    }

    pub(crate) fn is_searching(&self) -> bool {
        matches!(self.state, UciState::Searching(_))
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(crate) fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }
}

/// The option with the number of lines to report.
const MULTI_PV: &str = "MultiPV";

fn set_option((name, value): &(String, String)) -> String {
    match value.is_empty() {
        true => format!("setoption name {name}"),
        false => format!("setoption name {name} value {value}"),
    }
}

/// The moves of a game that an engine plays.
fn moves_of(task: &SearchTask) -> String {
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
fn go(task: &SearchTask) -> String {
    let mut go = String::from("go");
    match &task.bound {
        SearchBound::Limits(limits) => {
            if let Some(time) = limits.time {
                go.push_str(&format!(" movetime {}", time.as_millis().max(1)));
            }
            if let Some(nodes) = limits.nodes {
                go.push_str(&format!(" nodes {nodes}"));
            }
            if let Some(depth) = limits.depth {
                go.push_str(&format!(" depth {depth}"));
            }
            if let Some(mate) = limits.mate {
                go.push_str(&format!(" mate {mate}"));
            }
            if *limits == SearchLimits::default() {
                go.push_str(" infinite");
            }
        }
        SearchBound::Clocks(clocks) => {
            let [white, black] = clocks.left.map(|left| left.as_millis().max(1));
            let [winc, binc] = clocks.increments.map(|increment| increment.as_millis());
            go.push_str(&format!(" wtime {white} btime {black} winc {winc} binc {binc}"));
            if let Some(moves) = clocks.moves_left {
                go.push_str(&format!(" movestogo {moves}"));
            }
        }
    }
    if !task.root_moves.is_empty() {
        let position = task.position();
        let moves = task.root_moves.iter().map(|&mv| uci::to_text(&position, mv).to_string());
        go.push_str(&format!(" searchmoves {}", moves.collect::<Vec<_>>().join(" ")));
    }
    go
}
