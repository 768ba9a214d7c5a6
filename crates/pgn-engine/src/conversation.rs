//! A conversation with an engine in whichever protocol it speaks.

use crate::reaction::{Event, Reaction};
use crate::search::{SearchTask, Timeouts};
use crate::uci::Uci;
use crate::uci_line::EngineOption;
use crate::xboard::XBoard;

/// A conversation with one engine, in UCI or in the XBoard protocol, whichever the engine speaks.
///
/// It does no I/O and reads no clock: the caller passes the lines of the engine to
/// [`hear`](Conversation::hear), sends the lines of each [`Reaction`], and reports when a wait is
/// over.
///
/// ```
/// use pgn_chess::Position;
/// use pgn_engine::{Conversation, EngineScore, Event, SearchLimits, SearchTask, Timeouts};
///
/// let options = [("Hash".to_owned(), "16".to_owned())];
/// let (mut engine, reaction) = Conversation::start(&options, Timeouts::default());
/// assert_eq!(reaction.send, ["uci"]);
/// engine.hear("id name Example 1.0");
/// assert_eq!(engine.hear("uciok").send, ["setoption name Hash value 16", "isready"]);
/// assert_eq!(engine.hear("readyok").event, Some(Event::Ready));
/// assert_eq!(engine.name(), Some("Example 1.0"));
///
/// let limits = SearchLimits::default().with_depth(Some(12));
/// let reaction = engine.search(&SearchTask::new(Position::start(), limits));
/// assert_eq!(reaction.send, ["ucinewgame", "isready"]);
/// assert_eq!(engine.hear("readyok").send[1], "go depth 12");
/// engine.hear("info depth 12 score cp 31 pv e2e4 e7e5");
/// let Some(Event::Answer(answer)) = engine.hear("bestmove e2e4").event else { panic!() };
/// assert_eq!(answer.best.as_deref(), Some("e2e4"));
/// assert_eq!(answer.info.score, Some(EngineScore::Centipawns(31)));
/// ```
#[derive(Debug)]
pub struct Conversation {
    protocol: Protocol,
}

#[derive(Debug)]
enum Protocol {
    Uci(Uci),
    XBoard(XBoard),
}

impl Conversation {
    /// Starts a conversation with an engine with an unknown protocol, and sets options, given as
    /// names and values. It is over when the engine is [ready](crate::Event::Ready).
    #[must_use]
    pub fn start(options: &[(String, String)], timeouts: Timeouts) -> (Conversation, Reaction) {
        let (uci, reaction) = Uci::new(options, timeouts);
        (Conversation { protocol: Protocol::Uci(uci) }, reaction)
    }

    /// The same with an engine that ends if it is sent `uci`, as some XBoard engines do.
    #[must_use]
    pub fn start_without_uci(
        options: &[(String, String)],
        timeouts: Timeouts,
    ) -> (Conversation, Reaction) {
        let (uci, reaction) = Uci::without_uci(options, timeouts);
        (Conversation { protocol: Protocol::Uci(uci) }, reaction)
    }

    /// Asks for a search. Call it only while the engine waits for one.
    pub fn search(&mut self, task: &SearchTask) -> Reaction {
        match (task.for_engine(), &mut self.protocol) {
            (Err(why), _) => Reaction::event(Event::Declined(why.to_owned())),
            (Ok(task), Protocol::Uci(uci)) => uci.search(&task),
            (Ok(task), Protocol::XBoard(xboard)) => xboard.search(&task),
        }
    }

    /// Sets options, given as names and values, while the engine waits for a search. It is over
    /// when the engine is [ready](crate::Event::Ready).
    pub fn configure(&mut self, options: &[(String, String)]) -> Reaction {
        match &mut self.protocol {
            Protocol::Uci(uci) => uci.configure(options),
            Protocol::XBoard(xboard) => xboard.configure(options),
        }
    }

    /// Takes a line that the engine wrote, without its line end.
    pub fn hear(&mut self, line: &str) -> Reaction {
        if let Protocol::Uci(uci) = &self.protocol
            && let Some(xboard) = uci.switch_to_xboard(line)
        {
            self.protocol = Protocol::XBoard(xboard);
        }
        match &mut self.protocol {
            Protocol::Uci(uci) => uci.hear(line),
            Protocol::XBoard(xboard) => xboard.hear(line),
        }
    }

    /// The engine did not finish within the time of [`Reaction::wait`], or the caller wants to stop
    /// the search.
    pub fn time_out(&mut self) -> Reaction {
        match &mut self.protocol {
            Protocol::Uci(uci) => uci.time_out(),
            Protocol::XBoard(xboard) => xboard.time_out(),
        }
    }

    /// Whether the engine searches and was not stopped.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        match &self.protocol {
            Protocol::Uci(uci) => uci.is_searching(),
            Protocol::XBoard(xboard) => xboard.is_searching(),
        }
    }

    /// The name that the engine gave.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.protocol {
            Protocol::Uci(uci) => uci.name(),
            Protocol::XBoard(xboard) => xboard.name(),
        }
    }

    /// The author of the engine; `None` if it names none.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        match &self.protocol {
            Protocol::Uci(uci) => uci.author(),
            Protocol::XBoard(_) => None,
        }
    }

    /// The options that the engine has.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        match &self.protocol {
            Protocol::Uci(uci) => uci.known(),
            Protocol::XBoard(xboard) => xboard.known(),
        }
    }
}
