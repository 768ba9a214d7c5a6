//! The lines of a source as regions, for texts that have a record a line (§16.2, D-41).

use std::io::{self, Read};

use pgn_formats::epd::{LINE_BYTES_MAX, Lines, is_remark};
use pgnkit::syntax::{GameEnd, GameStart, Location, Region};

/// Cuts the text of a source into lines, each with its line end.
pub(super) struct LineCutter {
    lines: Lines<Box<dyn Read + Send>>,
    record_count: u64,
    cut_count: u64,
    first_cut: Option<u64>,
}

impl LineCutter {
    pub(super) fn new(text: Box<dyn Read + Send>) -> LineCutter {
        LineCutter { lines: Lines::new(text), record_count: 0, cut_count: 0, first_cut: None }
    }

    pub(super) fn passed_over(&self) -> Option<String> {
        let line = self.first_cut?;
        let megabytes = LINE_BYTES_MAX >> 20;
        let first = format!("line {line} has more than {megabytes} MiB");
        Some(match self.cut_count {
            1 => format!("{first}; it was skipped"),
            n => format!("{first}; it and {} more such lines were skipped", n - 1),
        })
    }

    /// Hands the next line to `take`; `None` at the end.
    ///
    /// # Errors
    /// When the source fails, after the lines before.
    pub(super) fn next_region<T>(
        &mut self,
        take: impl FnOnce(&Region<'_>) -> T,
    ) -> io::Result<Option<T>> {
        loop {
            let Some(line) = self.lines.next_line()? else { return Ok(None) };
            if line.is_cut {
                self.cut_count += 1;
                self.first_cut.get_or_insert(line.number);
                continue;
            }
            let is_record = !line.text.trim_ascii().is_empty() && !is_remark(line.text);
            let end = if is_record { GameEnd::EndOfText } else { GameEnd::NoGame };
            let region = Region {
                text: line.whole,
                start: GameStart(line.start),
                location: Location { line: line.number, column: 1 },
                n_games_before: self.record_count,
                end: Some(end),
            };
            self.record_count += u64::from(is_record);
            return Ok(Some(take(&region)));
        }
    }
}
