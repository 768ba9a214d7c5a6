//! Colors, as escape sequences of terminals.

use crate::severity::Severity;

/// Whether a report is colored.
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
pub(super) enum ReportPart {
    Severity(Severity),
    Strong,
    Frame,
}

impl Color {
    /// The text in the color of its part.
    pub(super) fn paint(self, part: ReportPart, text: &str) -> String {
        let mut painted = String::new();
        self.paint_to(&mut painted, part, &[text]);
        painted
    }

    /// Appends pieces of text in the color of their part.
    pub(super) fn paint_to(self, painted: &mut String, part: ReportPart, pieces: &[&str]) {
        let write = |text: &mut String| pieces.iter().for_each(|piece| text.push_str(piece));
        self.paint_with(painted, part, write);
    }

    /// Appends what `write` does in the color of its part.
    #[inline]
    pub(super) fn paint_with(
        self,
        painted: &mut String,
        part: ReportPart,
        write: impl FnOnce(&mut String),
    ) {
        let code = match part {
            ReportPart::Severity(Severity::Error) => "\x1b[1;31m",
            ReportPart::Severity(Severity::Warning) => "\x1b[1;33m",
            ReportPart::Severity(Severity::Info | Severity::Off) => "\x1b[1;36m",
            ReportPart::Strong => "\x1b[1m",
            ReportPart::Frame => "\x1b[34m",
        };
        let (begin, end) = match self {
            Color::Never => ("", ""),
            Color::Always => (code, "\x1b[0m"),
        };
        painted.push_str(begin);
        write(painted);
        painted.push_str(end);
    }
}
