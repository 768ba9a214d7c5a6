//! Why the text of a probe makes no sense, and where.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A place in the text of a probe, and what was expected there.
///
/// ```
/// use pgn_query::probe::{Options, Probe, Subject};
///
/// let error = Probe::parse(Subject::Material, "KXk", &Options::default()).unwrap_err();
/// assert!(!error.to_string().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeError {
    /// Bytes of the text; empty where something is missing.
    pub range: Range<usize>,
    /// The expected and the actual text: one line, without a period.
    pub message: String,
}

impl ProbeError {
    /// An error about these bytes.
    pub(super) fn new(range: Range<usize>, message: impl Into<String>) -> ProbeError {
        ProbeError { range, message: message.into() }
    }

    /// The same, in a text with this many more bytes before it.
    pub(super) fn shifted(mut self, by: usize) -> ProbeError {
        self.range = self.range.start + by..self.range.end + by;
        self
    }
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ProbeError {}
