//! The conversation in the protocol of XBoard, for engines that support no other.
//!
//! ```text
//! Greeting  ── protover 2, sent already ──▶ features, then options, ping
//! Setting   ──────────▶ pong
//! Idle      ── search: the position, ping
//! Readying  ──────────▶ pong, then go or analyze
//! Searching ──────────▶ move: an answer;  too late: ? or exit
//! Stopping  ──────────▶ move: an answer;  too late: it is given up
//! ```
//!
//! An engine without `ping` counts as ready at once. Its evaluations are returned in the terms of
//! UCI, so that no other code depends on its protocol.

use std::time::Duration;

use pgn_chess::notation::san::{self, SanOptions};
use pgn_chess::notation::uci;
use pgn_chess::{Move, Position, Side, Variant};

use crate::reaction::{Event, Reaction};
use crate::search::{
    SearchAnswer, SearchBound, SearchContext, SearchLimits, SearchTask, Timeouts, fen_of,
};
use crate::uci_line::{EngineOption, EngineScore, SearchInfo};

/// The silence after which an engine is assumed to have sent all features.
const SILENCE: Duration = Duration::from_secs(2);

/// Scores from here on are mates: the protocol adds the number of moves to this.
const MATE: i32 = 100_000;

/// The features that an engine announces.
#[derive(Clone, Debug)]
struct Features {
    name: Option<String>,
    variants: Vec<String>,
    options: Vec<EngineOption>,
    has_setboard: bool,
    has_ping: bool,
    has_usermove: bool,
    has_memory: bool,
    can_analyze: bool,
}

#[derive(Debug)]
enum XboardState {
    Greeting,
    Setting,
    Idle,
    /// These lines are sent when it is ready.
    Readying {
        go: Vec<String>,
        wait: Duration,
    },
    Searching(Box<SearchAnswer>),
    /// It analyzes without a limit, and plays no move.
    Analyzing,
    Stopping(Box<SearchAnswer>),
}

/// The conversation with one engine.
#[derive(Debug)]
pub(crate) struct XBoard {
    state: XboardState,
    features: Features,
    options: Vec<(String, String)>,
    timeouts: Timeouts,
    n_pings: u32,
    /// The position that is searched.
    position: Position,
    /// The position on its board, if known.
    board: Option<SearchTask>,
}

/// Whether a line has features. Some engines write it after a prompt.
pub(crate) fn is_feature(line: &str) -> bool {
    feature_text(line).is_some()
}

fn feature_text(line: &str) -> Option<&str> {
    let at = line.find("feature ")?;
    let is_word = at == 0 || line.as_bytes()[at - 1].is_ascii_whitespace();
    (is_word && line[at..].contains('=')).then(|| &line[at + "feature ".len()..])
}

/// Whether a line rejects `uci` as a command.
pub(crate) fn refuses_uci(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let refuses = ["error", "illegal", "invalid", "unknown"];
    line.contains("uci") && refuses.iter().any(|word| line.contains(word))
}

impl XBoard {
    /// Goes on with an engine that has sent its first features.
    pub(crate) fn new(options: &[(String, String)], timeouts: Timeouts) -> XBoard {
        let features = Features {
            name: None,
            variants: vec!["normal".to_owned()],
            options: Vec::new(),
            has_setboard: false,
            has_ping: false,
            has_usermove: false,
            has_memory: false,
            can_analyze: true,
        };
        XBoard {
            state: XboardState::Greeting,
            features,
            options: options.to_vec(),
            timeouts,
            n_pings: 0,
            position: Position::start(),
            board: None,
        }
    }

    fn say(&self, send: Vec<String>) -> Reaction {
        Reaction { send, wait: Some(self.timeouts.answer), ..Reaction::default() }
    }

    fn failed(why: impl Into<String>) -> Reaction {
        Reaction::event(Event::Failed(why.into()))
    }

    fn declined(why: impl Into<String>) -> Reaction {
        Reaction::event(Event::Declined(why.into()))
    }

    /// Adds a question that the engine answers when it has done everything before.
    fn ping(&mut self, mut lines: Vec<String>) -> Vec<String> {
        self.n_pings += 1;
        lines.push(format!("ping {}", self.n_pings));
        lines
    }

    fn is_pong(&self, line: &str) -> bool {
        let number = line.trim().strip_prefix("pong ").and_then(|number| number.parse().ok());
        number == Some(self.n_pings)
    }

    /// Takes features; returns whether these were all.
    fn take_features(&mut self, text: &str) -> (Vec<String>, bool) {
        let (mut replies, mut is_done) = (Vec::new(), false);
        for (name, value) in Features::parse(text) {
            let is_on = value == "1";
            let features = &mut self.features;
            match name.as_str() {
                "done" => is_done = is_on,
                "myname" => features.name = Some(value),
                "variants" => {
                    features.variants = value.split(',').map(|it| it.trim().to_owned()).collect();
                }
                "option" => {
                    features.options.push(option(&value));
                }
                "setboard" => features.has_setboard = is_on,
                "ping" => features.has_ping = is_on,
                "usermove" => features.has_usermove = is_on,
                "memory" => features.has_memory = is_on,
                "analyze" => features.can_analyze = is_on,
                // Moves are always written in coordinates.
                "san" if is_on => {
                    replies.push("rejected san".to_owned());
                    continue;
                }
                _ => {}
            }
            if name != "done" {
                replies.push(format!("accepted {name}"));
            }
        }
        (replies, is_done)
    }

    /// All features are known: the options are set.
    fn set(&mut self, mut lines: Vec<String>) -> Reaction {
        lines.extend(self.option_lines(&self.options));
        lines.extend(["new", "force", "post", "easy"].map(str::to_owned));
        if self.features.has_ping {
            self.state = XboardState::Setting;
            let lines = self.ping(lines);
            return self.say(lines);
        }
        self.state = XboardState::Idle;
        Reaction { send: lines, event: Some(Event::Ready), ..Reaction::default() }
    }

    /// The commands that set options; those that the engine does not have are left out.
    fn option_lines(&self, options: &[(String, String)]) -> Vec<String> {
        let line = |(name, value): &(String, String)| {
            let mut known = self.features.options.iter().map(|option| &option.name);
            match (known.find(|it| it.eq_ignore_ascii_case(name)), value.is_empty()) {
                (Some(name), true) => Some(format!("option {name}")),
                (Some(name), false) => Some(format!("option {name}={value}")),
                (None, _) if self.features.has_memory && name.eq_ignore_ascii_case("Hash") => {
                    Some(format!("memory {value}"))
                }
                (None, _) => None,
            }
        };
        options.iter().filter_map(line).collect()
    }

    /// Sets options while the engine waits; it is ready when it has done so.
    pub(crate) fn configure(&mut self, options: &[(String, String)]) -> Reaction {
        let lines = self.option_lines(options);
        if self.features.has_ping {
            self.state = XboardState::Setting;
            let lines = self.ping(lines);
            return self.say(lines);
        }
        Reaction { send: lines, event: Some(Event::Ready), ..Reaction::default() }
    }

    pub(crate) fn known(&self) -> &[EngineOption] {
        &self.features.options
    }

    /// The commands that set the position of the engine, or why that is impossible.
    fn place(&self, task: &SearchTask) -> Result<Vec<String>, String> {
        let variant = task.variant();
        let name = variant.xboard_name();
        if !self.features.variants.iter().any(|known| known == name) {
            return Err(format!("does not play {}", variant.name()));
        }
        if task.line_count > 1 || !task.root_moves.is_empty() {
            return Err("speaks a protocol that has one line of all moves".to_owned());
        }
        let is_new = task.context == SearchContext::NewGame;
        let goes_on = self.board.as_ref().filter(|board| !is_new && task.continues(board));
        let (mut at, mut lines, n_known) = match goes_on {
            Some(board) => (board.position(), vec!["force".to_owned()], board.moves.len()),
            None => {
                let mut lines = vec!["new".to_owned()];
                if variant != Variant::Standard {
                    lines.push(format!("variant {name}"));
                }
                lines.push("force".to_owned());
                if task.start != Position::start() {
                    if !self.features.has_setboard {
                        return Err("does not accept positions (it has no `setboard`)".to_owned());
                    }
                    lines.push(format!("setboard {}", fen_of(&task.start, variant)));
                }
                (task.start, lines, 0)
            }
        };
        for &mv in &task.moves[n_known..] {
            let before = if self.features.has_usermove { "usermove " } else { "" };
            lines.push(format!("{before}{}", move_text(&at, mv)));
            at.play_unchecked(mv);
        }
        Ok(lines)
    }

    /// The command that starts the search.
    fn go(&self, task: &SearchTask) -> Result<Vec<String>, String> {
        let seconds = |time: Duration| time.as_millis().div_ceil(1000).max(1);
        let mut lines = Vec::new();
        match task.bound {
            SearchBound::Limits(limits) if limits == SearchLimits::default() => {
                if !self.features.can_analyze {
                    return Err("does not analyze".to_owned());
                }
                return Ok(vec!["analyze".to_owned()]);
            }
            SearchBound::Limits(SearchLimits { nodes: Some(_), .. }) => {
                return Err("does not support a limit of positions".to_owned());
            }
            SearchBound::Limits(SearchLimits { mate: Some(_), .. }) => {
                return Err("does not search for a mate alone".to_owned());
            }
            SearchBound::Limits(SearchLimits { time, depth, .. }) => {
                lines.extend(time.map(|time| format!("st {}", seconds(time))));
                lines.extend(depth.map(|depth| format!("sd {depth}")));
            }
            SearchBound::Clocks(clocks) => {
                let turn = task.position().turn();
                let (own, other) = (clocks.left[turn.index()], clocks.left[turn.other().index()]);
                let is_new = task.context == SearchContext::NewGame;
                let continues = self.board.as_ref().is_some_and(|board| task.continues(board));
                if is_new || !continues {
                    let (all, moves) = (seconds(own), clocks.moves_left.unwrap_or(0));
                    let increment = clocks.increments[turn.index()].as_secs();
                    lines.push(format!("level {moves} {}:{:02} {increment}", all / 60, all % 60));
                }
                lines.push(format!("time {}", own.as_millis() / 10));
                lines.push(format!("otim {}", other.as_millis() / 10));
            }
        }
        lines.push("go".to_owned());
        Ok(lines)
    }

    /// The engine is ready: starts the pending search.
    fn begin(&mut self, go: Vec<String>, wait: Duration) -> Reaction {
        self.state = match go.iter().any(|line| line == "analyze") {
            true => XboardState::Analyzing,
            false => XboardState::Searching(Box::default()),
        };
        Reaction { send: go, wait: Some(wait), ..Reaction::default() }
    }

    /// A search has ended with a move, or without.
    fn finish(&mut self, mut answer: Box<SearchAnswer>, text: Option<&str>) -> Reaction {
        self.state = XboardState::Idle;
        let mv = text.and_then(|text| read_move(&self.position, text));
        match (text, mv) {
            (None, _) => answer.resigns = true,
            (Some(_), Some(mv)) => {
                answer.best = Some(uci::to_text(&self.position, mv).as_str().to_owned());
                if let Some(board) = &mut self.board {
                    board.moves.push(mv);
                }
            }
            (Some(text), None) => {
                answer.best = Some(text.to_owned());
                self.board = None;
            }
        }
        let send = vec!["force".to_owned()];
        Reaction { send, event: Some(Event::Answer(answer)), ..Reaction::default() }
    }

    pub(crate) fn search(&mut self, task: &SearchTask) -> Reaction {
        let lines = self.place(task).and_then(|place| Ok((place, self.go(task)?)));
        let (place, go) = match lines {
            Ok(lines) => lines,
            Err(why) => return XBoard::declined(why),
        };
        self.position = task.position();
        self.board = Some(task.clone());
        // A limit of time is kept to the millisecond by asking for the move.
        let wait = match task.bound {
            SearchBound::Limits(SearchLimits { time: Some(time), .. }) => time,
            _ => self.timeouts.of(task),
        };
        if self.features.has_ping {
            let lines = self.ping(place);
            self.state = XboardState::Readying { go, wait };
            return self.say(lines);
        }
        let lines = [place, go].concat();
        self.begin(lines, wait)
    }

    pub(crate) fn hear(&mut self, line: &str) -> Reaction {
        if let Some(text) = feature_text(line) {
            let (replies, is_done) = self.take_features(text);
            return match self.state {
                XboardState::Greeting if is_done => self.set(replies),
                XboardState::Greeting => {
                    let wait = Some(SILENCE.max(self.timeouts.answer));
                    Reaction { send: replies, wait, ..Reaction::default() }
                }
                _ => Reaction::default(),
            };
        }
        let is_pong = self.is_pong(line);
        match std::mem::replace(&mut self.state, XboardState::Idle) {
            XboardState::Setting if is_pong => Reaction::event(Event::Ready),
            XboardState::Readying { go, wait } if is_pong => self.begin(go, wait),
            XboardState::Readying { .. } if is_refusal(line) => {
                self.board = None;
                XBoard::failed(format!("refuses a move or a position: {line}"))
            }
            XboardState::Searching(mut answer) => match reply(line) {
                Some(Reply::Move(text)) => self.finish(answer, Some(text)),
                Some(Reply::Resigns) => self.finish(answer, None),
                None if is_refusal(line) => {
                    self.board = None;
                    XBoard::failed(format!("refuses a move or a position: {line}"))
                }
                None => {
                    let thought = thought(line, &self.position);
                    thought.iter().for_each(|info| answer.take(info.clone()));
                    self.state = XboardState::Searching(answer);
                    Reaction { event: thought.map(Event::Info), ..Reaction::default() }
                }
            },
            XboardState::Stopping(mut answer) => match reply(line) {
                Some(Reply::Move(text)) => self.finish(answer, Some(text)),
                Some(Reply::Resigns) => self.finish(answer, None),
                None => {
                    thought(line, &self.position).into_iter().for_each(|info| answer.take(info));
                    self.state = XboardState::Stopping(answer);
                    Reaction::default()
                }
            },
            XboardState::Analyzing => {
                self.state = XboardState::Analyzing;
                {
                    let event = thought(line, &self.position).map(Event::Info);
                    Reaction { event, ..Reaction::default() }
                }
            }
            state => {
                self.state = state;
                Reaction::default()
            }
        }
    }

    pub(crate) fn time_out(&mut self) -> Reaction {
        match std::mem::replace(&mut self.state, XboardState::Idle) {
            // Old engines never report that they are done.
            XboardState::Greeting => self.set(Vec::new()),
            XboardState::Searching(answer) => {
                self.state = XboardState::Stopping(answer);
                self.say(vec!["?".to_owned()])
            }
            XboardState::Analyzing => {
                let event = Some(Event::Answer(Box::default()));
                Reaction { send: vec!["exit".to_owned()], event, ..Reaction::default() }
            }
            XboardState::Setting | XboardState::Readying { .. } => {
                XBoard::failed("does not respond to `ping`")
            }
            XboardState::Stopping(_) => XBoard::failed("does not respond to `?`"),
            XboardState::Idle => Reaction::default(),
        }
    }

    pub(crate) fn is_searching(&self) -> bool {
        matches!(self.state, XboardState::Searching(_) | XboardState::Analyzing)
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }
}

impl Features {
    /// Names and values: `ping=1 myname="A name"`.
    fn parse(text: &str) -> Vec<(String, String)> {
        let (mut found, mut rest) = (Vec::new(), text.trim_start());
        while let Some((name, after)) = rest.split_once('=') {
            let (value, left) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            found.push((name.trim().to_owned(), value.to_owned()));
            rest = left.trim_start();
        }
        found
    }
}

/// An option: `Name -check 1`, `Name -spin 3 0 9`, `Name -combo a /// *b`, `Name -button`.
fn option(text: &str) -> EngineOption {
    let (name, rest) = text.split_once(" -").unwrap_or((text, ""));
    let (kind, values) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut option =
        EngineOption { name: name.to_owned(), kind: kind.to_owned(), ..EngineOption::default() };
    match kind {
        "spin" => {
            let mut numbers = values.split_whitespace();
            option.default = numbers.next().map(str::to_owned);
            option.min = numbers.next().and_then(|number| number.parse().ok());
            option.max = numbers.next().and_then(|number| number.parse().ok());
        }
        "combo" => {
            for choice in values.split("///").map(str::trim) {
                let name = choice.trim_start_matches('*');
                if name.len() < choice.len() {
                    option.default = Some(name.to_owned());
                }
                option.choices.push(name.to_owned());
            }
        }
        "button" | "save" | "reset" | "" => {}
        _ => option.default = Some(values.to_owned()),
    }
    option
}

/// The limit of a search.
enum Reply<'l> {
    Move(&'l str),
    Resigns,
}

/// `move e2e4`, or `My move is: e2e4` of older engines; `resign`, or a result that means so.
fn reply(line: &str) -> Option<Reply<'_>> {
    if line == "resign" || line.contains("resigns}") {
        return Some(Reply::Resigns);
    }
    if let Some(text) = line.strip_prefix("move ") {
        return Some(Reply::Move(text.trim()));
    }
    let at = line.to_ascii_lowercase().find("my move is")?;
    let text = line[at + "my move is".len()..].trim_start_matches([' ', ':']);
    Some(Reply::Move(text.trim()))
}

fn is_refusal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["illegal move", "invalid move", "illegal position", "tellusererror"]
        .iter()
        .any(|words| line.contains(words))
}

/// A move in any of the spellings that engines write.
fn read_move(position: &Position, text: &str) -> Option<Move> {
    let mv = uci::parse(position, text.as_bytes()).ok().or_else(|| {
        let reading = san::resolve(position, text.as_bytes(), &SanOptions::default());
        reading.ok().map(|reading| reading.mv)
    });
    mv.filter(|mv| !mv.is_null() && position.is_legal(*mv))
}

/// Its evaluation: depth, score in hundredths of a pawn, hundredths of a second, positions, and the
/// line, with or without numbers of moves.
fn thought(line: &str, position: &Position) -> Option<SearchInfo> {
    let mut words = line.split_whitespace();
    // Some engines have a sign after the depth.
    let depth = words.next()?.trim_end_matches(|sign: char| !sign.is_ascii_digit());
    let depth: u32 = depth.parse().ok()?;
    let mut number = || words.next()?.parse::<i64>().ok();
    let (score, time, nodes) = (number()?, number()?, number()?);
    let score = i32::try_from(score).ok()?;
    let score = match score.saturating_abs() - MATE {
        mate if mate >= 0 => EngineScore::Mate(mate.max(1) * score.signum()),
        _ => EngineScore::Centipawns(score),
    };
    let (mut at, mut pv) = (*position, Vec::new());
    for word in words {
        let after_number = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let text = match after_number.strip_prefix('.') {
            Some(text) => text.trim_start_matches('.'),
            None => word,
        };
        if text.is_empty() {
            continue;
        }
        let Some(mv) = read_move(&at, text) else { break };
        pv.push(uci::to_text(&at, mv).as_str().to_owned());
        at.play_unchecked(mv);
    }
    Some(SearchInfo {
        depth: Some(depth),
        score: Some(score),
        nodes: u64::try_from(nodes).ok(),
        time_ms: u64::try_from(time).ok().map(|hundredths| hundredths.saturating_mul(10)),
        pv,
        ..SearchInfo::default()
    })
}

/// A move as engines of this protocol read it: coordinates; in Chess960 `O-O`.
fn move_text(position: &Position, mv: Move) -> String {
    match position.castling_side(mv).filter(|_| position.variant().castles_by_rook()) {
        Some(Side::King) => "O-O".to_owned(),
        Some(Side::Queen) => "O-O-O".to_owned(),
        None => uci::to_text(position, mv).as_str().to_owned(),
    }
}
