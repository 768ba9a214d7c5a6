//! The handling of games by `pgn fmt`: print them, write them back, list, show, or only compare.

use super::Aims;
use super::legacy_text::LegacyText;
use super::work::{self, Parting};
use crate::collect::SourceSink;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::in_place::FileChange;
use crate::output::Output;
use crate::rewrite::{Findings, Report};
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, SourceInfo};

/// Takes the games of one file after the other.
pub(super) struct Formatted {
    aims: Aims,
    output: Output,
    /// A file differed, and was not written.
    differed: bool,
    /// The account of games that are edited.
    games: Games,
    /// The last printed text; only its line ends matter.
    printed: Vec<u8>,
    file: FormattedFile,
}

/// How much of the end of what was printed is remembered: two line ends.
const ENDING_BYTES: usize = 4;

/// Where the work is with the present file.
#[derive(Default)]
struct FormattedFile {
    change: FileChange,
    /// The text that is held until it is known in which encoding it goes.
    legacy: Option<LegacyText>,
    changed_count: u64,
    game_count: u64,
    is_blank: bool,
    has_failed: bool,
}

impl Formatted {
    pub(super) fn new(aims: Aims, output: Output) -> Formatted {
        Formatted {
            aims,
            output,
            differed: false,
            games: Games::default(),
            printed: Vec::new(),
            file: FormattedFile::default(),
        }
    }

    /// Brings the output to its place; gives the status.
    pub(super) fn finish(self, report: &Report<'_>) -> Result<Exit, Error> {
        if self.aims.parting == Parting::Kept {
            self.games.close("edit")?;
        }
        self.output.commit(report.console)?;
        let differs = if self.differed { Exit::Findings } else { Exit::Clean };
        Ok(report.exit.max(differs))
    }

    /// Prints games; remembers how the text ends.
    fn print_games(&mut self, text: &[u8]) -> Result<(), Error> {
        let from = text.len().saturating_sub(ENDING_BYTES);
        self.printed.extend_from_slice(&text[from..]);
        let n = self.printed.len().saturating_sub(ENDING_BYTES);
        self.printed.drain(..n);
        self.output.put(text)
    }

    /// Parts what is printed of the next file from that of the one before by an empty line.
    fn part_files(&mut self) -> Result<(), Error> {
        let is_first = self.printed.is_empty();
        if self.aims.parting != Parting::Kept || !self.aims.prints_games || is_first {
            return Ok(());
        }
        let mut end = self.printed.iter().rev().filter(|&&byte| byte != b'\r');
        let end_count = end.by_ref().take_while(|&&byte| byte == b'\n').count();
        let newline: &[u8] = if self.printed.contains(&b'\r') { b"\r\n" } else { b"\n" };
        self.print_games(&newline.repeat(2_usize.saturating_sub(end_count)))
    }

    /// The file is over and read well: its new content takes its place. Gives whether it did.
    fn replace(&mut self, source: &SourceInfo, report: &mut Report<'_>) -> bool {
        let Some(fresh) = self.file.change.fresh.take() else { return false };
        let done = match self.why_not(&report.findings) {
            None => fresh.commit(source),
            Some(why) => {
                let error = Error::new(ErrorKind::Unsupported, &source.name, why);
                Err(error.with_hint("it was not changed"))
            }
        };
        match done {
            Ok(()) => {
                report.console.remark(&format!("{}: rewritten", source.name));
                true
            }
            Err(error) => {
                report.on_error(&error);
                false
            }
        }
    }

    /// Gives the text that was held to the new file, in the encoding of the old one if it fits.
    fn pass_on(
        &mut self,
        legacy: LegacyText,
        source: &SourceInfo,
        report: &mut Report<'_>,
    ) -> Result<bool, Error> {
        let Some(fresh) = &mut self.file.change.fresh else { return Ok(false) };
        match legacy.write(|text| fresh.write(text, true)) {
            Ok(why) => {
                if let Some(why) = why {
                    let name = printable(&source.name);
                    report.console.say(&format!("{name}: {why}: it is UTF-8 now"));
                }
                Ok(true)
            }
            Err(error) => {
                self.file.change.leave(&error, report);
                Ok(false)
            }
        }
    }

    /// Why the file is not to be replaced.
    fn why_not(&self, findings: &Findings) -> Option<&'static str> {
        if findings.refused_count > 0 {
            Some("not all of its games can be written")
        } else if self.file.game_count == 0 {
            Some("has no games")
        } else {
            None
        }
    }
}

impl SourceSink<work::Output> for Formatted {
    fn begin(&mut self, source: &SourceInfo, report: &mut Report<'_>) -> Result<(), Error> {
        self.part_files()?;
        self.file = FormattedFile { is_blank: true, ..FormattedFile::default() };
        let FormattedFile { change, legacy, .. } = &mut self.file;
        if self.aims.writes_in_place {
            change.write_beside(source, report);
            if source.makes_utf8
                && let Ok((path, compression)) = &source.place
            {
                *legacy = LegacyText::of(path, *compression, source.encoding)
                    .map_err(|error| Error::from_io(source.name.as_str(), error))?;
            }
        }
        if let Some(paint) = self.aims.diffs {
            change.show(source, paint);
        }
        // What was transcoded differs in any case.
        if source.notes.transcoded() || source.notes.format().is_some() {
            change.comparison.set_different();
        }
        Ok(())
    }

    fn take(
        &mut self,
        chunk: Chunk,
        made: ChunkResult<work::Output>,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        let work::Output { rewritten, difference } = made.output;
        report.add(&rewritten.findings);
        self.file.game_count += chunk.game_count();
        self.file.changed_count += rewritten.findings.edited.changed_count;
        self.games.input_count += chunk.game_count();
        self.games.output_count += rewritten.findings.edited.output_count;
        self.games.rejected_count += rewritten.findings.refused_count;
        self.file.is_blank &= chunk.text.iter().all(|byte| byte.is_ascii_whitespace());
        if self.aims.prints_games {
            return self.print_games(&rewritten.text);
        }
        if let Some(legacy) = &mut self.file.legacy {
            let taken = legacy.push(&chunk.text, &rewritten.text);
            return taken.map_err(|error| Error::from_io(chunk.source.name.as_str(), error));
        }
        let change = &mut self.file.change;
        change.take(&chunk.text, &rewritten.text, report);
        match difference {
            Some(it) => self.output.put(change.difference(&it.ops, &chunk.text, &it.text)),
            None => Ok(()),
        }
    }

    fn fail(&mut self) {
        self.file.has_failed = true;
    }

    fn end(&mut self, source: &SourceInfo, report: &mut Report<'_>) -> Result<(), Error> {
        let differs = match self.file.legacy.take() {
            // Whatever was not edited stays as it is.
            Some(legacy) => self.file.changed_count > 0 && self.pass_on(legacy, source, report)?,
            None => !self.file.is_blank && self.file.change.comparison.ends_different(),
        };
        let is_whole = !self.file.has_failed;
        let in_place = self.aims.writes_in_place;
        let is_written = in_place && differs && is_whole && self.replace(source, report);
        if in_place && !is_written {
            report.findings.edited.changed_count = 0;
        }
        if let Some(text) = self.file.change.end_difference() {
            self.output.put(text)?;
        }
        if self.aims.prints_games || !is_whole || !differs {
            return Ok(());
        }
        if self.aims.lists {
            self.output.put(format!("{}\n", printable(&source.name)))?;
        }
        self.differed |= !in_place;
        Ok(())
    }
}
