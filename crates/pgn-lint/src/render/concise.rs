//! One line a finding, as editors and grep like it.

use super::style::{Color, ReportPart};
use crate::finding::Finding;
use std::io::{self, Write};

/// `file:line:column: CODE name message`
pub(super) fn write(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
) -> io::Result<()> {
    write_line(sink, color, file, finding, &finding.message)
}

/// The same for those of a rule that are not listed, in the place of the first one.
pub(super) fn write_rest(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
    n_listed: usize,
) -> io::Result<()> {
    let (n, message) = (finding.n, &finding.message);
    let message = match (n_listed, n) {
        (0, 1) => message.clone(),
        (0, _) => format!("{message} (the first of {n})"),
        (_, _) => format!("{n} more from here on"),
    };
    write_line(sink, color, file, finding, &message)
}

fn write_line(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
    message: &str,
) -> io::Result<()> {
    let code = color.paint(ReportPart::Severity(finding.severity), &finding.code().to_string());
    let (start, name) = (finding.place.start, finding.name());
    writeln!(sink, "{file}:{start}: {code} {name} {message}")
}
