//! The result of a call of a conversation: lines to send, how long to wait, and an event.

use std::time::Duration;

use crate::search::SearchAnswer;
use crate::uci_line::SearchInfo;

/// What to do after a call of a [`Conversation`](crate::Conversation).
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Reaction {
    /// Lines to send to the engine, without line ends.
    pub send: Vec<String>,
    /// Call [`time_out`](crate::Conversation::time_out) this long after now; `None` leaves the
    /// deadline as it was.
    pub wait: Option<Duration>,
    /// The report of the engine.
    pub event: Option<Event>,
}

/// Something that an engine reported.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The engine has started and waits for a search.
    Ready,
    /// The engine's evaluation; the search continues.
    Info(SearchInfo),
    /// The search is over, and the engine waits for another one.
    Answer(Box<SearchAnswer>),
    /// The engine cannot do this search, for a reason such as `does not play Atomic`, and waits
    /// for another one.
    Declined(String),
    /// The engine cannot be used any more, for a reason such as ``does not respond to `stop` ``.
    Failed(String),
}

impl Reaction {
    pub(crate) fn event(event: Event) -> Reaction {
        Reaction { event: Some(event), ..Reaction::default() }
    }
}
