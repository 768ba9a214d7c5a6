//! One line a finding, as editors and grep like it.
//!
//! Owns: the concise format. Knows nothing of: the others.
//! Standard: none. Decisions: none.
//! Start at [`write`].

use super::style::{Color, Part};
use crate::finding::Finding;
use std::io::{self, Write};

/// `file:line:column: CODE name message`
pub(super) fn write(
    sink: &mut impl Write,
    color: Color,
    file: &str,
    finding: &Finding,
) -> io::Result<()> {
    let code = color.paint(Part::Severity(finding.severity), &finding.code().to_string());
    let (start, name, message) = (finding.place.start, finding.name(), &finding.message);
    writeln!(sink, "{file}:{start}: {code} {name} {message}")
}
