//! Colours, as escape sequences of terminals.
//!
//! Owns: which part of a report has which colour. Knows nothing of: whether a terminal is there.
//! Standard: none. Decisions: none.
//! Start at [`Color`].

use crate::severity::Severity;

/// Whether a report is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Color {
    /// Plain text.
    #[default]
    Never,
    /// With ANSI escape sequences.
    Always,
}

/// A part of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Severity(Severity),
    Strong,
    Frame,
}

impl Color {
    /// The text in the colour of its part.
    pub(super) fn paint(self, part: Part, text: &str) -> String {
        let code = match part {
            Part::Severity(Severity::Error) => "1;31",
            Part::Severity(Severity::Warning) => "1;33",
            Part::Severity(Severity::Info | Severity::Off) => "1;36",
            Part::Strong => "1",
            Part::Frame => "34",
        };
        match self {
            Color::Never => text.to_string(),
            Color::Always => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}
