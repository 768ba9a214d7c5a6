//! The table of rules by how often they fired.

use super::Summary;
use super::style::{Color, ReportPart};
use crate::registry;
use std::io::{self, Write};

/// Prints one line per rule with findings, the most frequent first: count, code, name, summary.
///
/// # Errors
/// When the sink fails.
pub fn statistics(sink: &mut impl Write, color: Color, summary: &Summary) -> io::Result<()> {
    let mut rows: Vec<_> = summary.by_code.iter().collect();
    rows.sort_by_key(|&(code, n)| (std::cmp::Reverse(*n), *code));
    let width = rows.first().map_or(0, |(_, n)| n.to_string().len());
    for (code, n) in rows {
        let Some(rule) = registry::by_code(*code) else { continue };
        let code = color.paint(ReportPart::Strong, &code.to_string());
        writeln!(sink, "{n:>width$}  {code}  {:<26} {}", rule.name(), rule.fault.summary)?;
    }
    Ok(())
}
