//! A finding as a row of the table `findings`.

use crate::cells::Cells;
use crate::column::{Column, FindingPart, Source};
use pgn_lint::Finding;

pub(crate) struct FindingRow<'a> {
    pub(crate) file: &'a str,
    pub(crate) finding: &'a Finding,
}

impl FindingRow<'_> {
    pub(crate) fn fill(&self, column: &Column, cells: &mut Cells) {
        let Source::Finding(part) = column.source else { return cells.null() };
        let finding = self.finding;
        let number = |number: u64| i64::try_from(number).ok();
        match part {
            FindingPart::File => cells.text(self.file),
            FindingPart::Game => cells.number_or_null(finding.game.and_then(number)),
            FindingPart::Line => cells.number_or_null(number(finding.place.start.line)),
            FindingPart::Column => cells.number_or_null(number(finding.place.start.column)),
            FindingPart::Offset => cells.number_or_null(number(finding.place.byte_start)),
            FindingPart::EndOffset => cells.number_or_null(number(finding.place.byte_end)),
            FindingPart::Code => cells.text(&finding.code().to_string()),
            FindingPart::Name => cells.text(finding.name()),
            FindingPart::Severity => cells.text(finding.severity.name()),
            FindingPart::Message => cells.text(&finding.message),
            FindingPart::Help => cells.text_or_null(finding.help.as_deref()),
            FindingPart::Players => cells.text_or_null(finding.players.as_deref()),
            FindingPart::Count => cells.number_or_null(number(finding.n)),
        }
    }
}
