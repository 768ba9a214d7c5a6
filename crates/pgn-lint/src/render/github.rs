//! Workflow commands: lines that GitHub turns into annotations of the text.

use crate::finding::Finding;
use crate::severity::Severity;
use std::io::{self, Write};

/// `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`
pub(super) fn write(sink: &mut impl Write, file: &str, finding: &Finding) -> io::Result<()> {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Off => "notice",
    };
    let (start, end) = (finding.place.start, finding.place.end);
    let title = format!("{} {}", finding.code(), finding.name());
    let mut message = finding.message.clone();
    if let Some(help) = &finding.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    writeln!(
        sink,
        "::{command} file={},line={},col={},endLine={},endColumn={},title={}::{}",
        property(file),
        start.line,
        start.column,
        end.line,
        end.column,
        property(&title),
        data(&message)
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
