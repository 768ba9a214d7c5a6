//! The message of a rule about a fault: a sentence, the help, the fix, at a place in the region
//! (D-25).

use crate::edit::Applicability;
use pgnkit::chess::Position;
use pgnkit::syntax::Span;

/// Longest piece of a text that a message repeats, in characters.
const SHOWN_CHARS_MAX: usize = 40;

/// Where a rule puts what it finds.
pub(crate) trait Report {
    fn push(&mut self, message: Message);
}

/// The message for a fault.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) span: Span,
    /// The number of faults that it covers.
    pub(crate) n: u64,
    pub(crate) sentence: String,
    pub(crate) help: Option<String>,
    pub(crate) patch: Option<Patch>,
    pub(crate) board: Option<Box<Position>>,
}

impl Message {
    pub(crate) fn new(span: Span, sentence: impl Into<String>) -> Message {
        Message { span, n: 1, sentence: sentence.into(), help: None, patch: None, board: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Message {
        self.help = Some(help.into());
        self
    }

    /// Keeps the place and the fix, for callers that fix and do not report.
    pub(crate) fn drop_words(&mut self) {
        (self.sentence, self.help, self.board) = (String::new(), None, None);
        if let Some(patch) = &mut self.patch {
            patch.title = String::new();
        }
    }

    /// Sets the number of faults that it covers.
    pub(crate) fn times(mut self, n: u64) -> Message {
        self.n = n;
        self
    }

    pub(crate) fn board(mut self, position: &Position) -> Message {
        self.board = Some(Box::new(*position));
        self
    }

    pub(crate) fn safe(self, title: impl Into<String>, changes: Vec<Change>) -> Message {
        self.patch(Applicability::Safe, title.into(), changes)
    }

    pub(crate) fn risky(self, title: impl Into<String>, changes: Vec<Change>) -> Message {
        self.patch(Applicability::Unsafe, title.into(), changes)
    }

    fn patch(
        mut self,
        applicability: Applicability,
        title: String,
        changes: Vec<Change>,
    ) -> Message {
        if !changes.is_empty() {
            self.patch = Some(Patch { applicability, title, changes });
        }
        self
    }
}

/// Puts other bytes in the place of a span of the region: UTF-8 if the field there is, otherwise
/// ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) span: Span,
    pub(crate) text: String,
}

impl Change {
    pub(crate) fn new(span: Span, text: impl Into<String>) -> Change {
        Change { span, text: text.into() }
    }

    pub(crate) fn insert(offset: u32, text: impl Into<String>) -> Change {
        Change { span: Span::at(offset), text: text.into() }
    }
}

/// A fix before it has its place in the file.
#[derive(Debug, Clone)]
pub(crate) struct Patch {
    pub(crate) applicability: Applicability,
    pub(crate) title: String,
    pub(crate) changes: Vec<Change>,
}

/// A text for a message: short, without control codes.
pub(crate) fn shorten(text: &str) -> String {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    if text.len() <= SHOWN_CHARS_MAX && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let mut shown = String::new();
    for (n, character) in text.chars().enumerate() {
        if n == SHOWN_CHARS_MAX {
            shown.push('…');
            break;
        }
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}
