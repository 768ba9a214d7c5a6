//! The handling of games by `pgn fmt`: print them, write them back, list, show, or only compare.

use super::Aims;
use super::legacy_text::LegacyText;
use super::work::{self, Parting};
use crate::conservation::Games;
use crate::diff::Unified;
use crate::exit::Exit;
use crate::in_place::{Comparison, InPlaceWriter};
use crate::output::Output;
use crate::rewrite::Report;
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::reading::ChunkResult;
use pgn_db::scan::{Chunk, ChunkSink, SourceInfo};

/// Takes the games, file by file.
pub(super) struct Formatted<'a> {
    aims: Aims,
    output: Output,
    report: Report<'a>,
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
    comparison: Comparison,
    fresh: Option<InPlaceWriter>,
    diff: Option<Unified>,
    /// The text that is held until it is known in which encoding it goes.
    legacy: Option<LegacyText>,
    n_changed: u64,
    n_games: u64,
    is_blank: bool,
}

impl<'a> Formatted<'a> {
    pub(super) fn new(aims: Aims, output: Output, report: Report<'a>) -> Formatted<'a> {
        Formatted {
            aims,
            output,
            report,
            differed: false,
            games: Games::default(),
            printed: Vec::new(),
            file: FormattedFile::default(),
        }
    }

    /// Moves the output to its place; returns the status.
    pub(super) fn finish(self) -> Result<Exit, Error> {
        if self.aims.parting == Parting::Kept {
            self.games.close("edit")?;
        }
        self.output.commit(self.report.console)?;
        let differs = if self.differed { Exit::Findings } else { Exit::Clean };
        Ok(self.report.exit.max(differs))
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
        let n_ends = end.by_ref().take_while(|&&byte| byte == b'\n').count();
        let newline: &[u8] = if self.printed.contains(&b'\r') { b"\r\n" } else { b"\n" };
        self.print_games(&newline.repeat(2_usize.saturating_sub(n_ends)))
    }

    /// A problem with a file that is edited in place: it does not change.
    fn leave(&mut self, error: Error) {
        self.file.fresh = None;
        self.report.on_error(&error);
    }

    /// The file is over and read well: its new content takes its place. Gives whether it did.
    fn replace(&mut self, source: &SourceInfo) -> bool {
        let Some(fresh) = self.file.fresh.take() else { return false };
        let done = match self.why_not() {
            None => fresh.commit(source),
            Some(why) => {
                let error = Error::new(ErrorKind::Unsupported, &source.name, why);
                Err(error.with_hint("it was not changed"))
            }
        };
        match done {
            Ok(()) => {
                self.report.console.remark(&format!("{}: rewritten", source.name));
                true
            }
            Err(error) => {
                self.leave(error);
                false
            }
        }
    }

    /// Gives the text that was held to the new file, in the encoding of the old one if it fits.
    fn pass_on(&mut self, legacy: LegacyText, source: &SourceInfo) -> Result<bool, Error> {
        let Some(fresh) = &mut self.file.fresh else { return Ok(false) };
        match legacy.write(|text| fresh.write(text, true)) {
            Ok(why) => {
                if let Some(why) = why {
                    let name = printable(&source.name);
                    self.report.console.say(&format!("{name}: {why}: it is UTF-8 now"));
                }
                Ok(true)
            }
            Err(error) => {
                self.leave(error);
                Ok(false)
            }
        }
    }

    /// Why the file is not to be replaced.
    fn why_not(&self) -> Option<&'static str> {
        let findings = &self.report.findings;
        if findings.n_refused > 0 {
            Some("not all of its games can be written")
        } else if self.file.n_games == 0 {
            Some("has no games")
        } else {
            None
        }
    }
}

impl ChunkSink<ChunkResult<work::Output>> for Formatted<'_> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.report.begin(source);
        self.part_files()?;
        self.file = FormattedFile { is_blank: true, ..FormattedFile::default() };
        if self.aims.writes_in_place {
            match &source.place {
                Ok((path, compression)) => {
                    if source.makes_utf8 {
                        let legacy = LegacyText::of(path, *compression, source.encoding);
                        self.file.legacy =
                            legacy.map_err(|error| Error::from_io(source.name.as_str(), error))?;
                    }
                    self.file.fresh = Some(InPlaceWriter::new(path.clone(), *compression));
                }
                Err(error) => self.report.on_error(error),
            }
        }
        let name = &source.name;
        self.file.diff = self.aims.diffs.map(|paint| Unified::new(name, name, paint));
        // A transcoded file always differs.
        if source.notes.transcoded() || source.notes.format().is_some() {
            self.file.comparison.set_different();
        }
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, made: ChunkResult<work::Output>) -> Result<(), Error> {
        let ChunkResult { header, output: work::Output { rewritten, difference } } = made;
        self.report.count(&header);
        self.report.add(&rewritten.findings);
        self.file.n_games += chunk.n_games();
        self.file.n_changed += rewritten.findings.edited.n_changed;
        self.games.n_in += chunk.n_games();
        self.games.n_out += rewritten.findings.edited.n_out;
        self.games.n_rejected += rewritten.findings.n_refused;
        self.file.is_blank &= chunk.text.iter().all(|byte| byte.is_ascii_whitespace());
        if self.aims.prints_games {
            return self.print_games(&rewritten.text);
        }
        if let Some(legacy) = &mut self.file.legacy {
            let taken = legacy.push(&chunk.text, &rewritten.text);
            return taken.map_err(|error| Error::from_io(chunk.source.name.as_str(), error));
        }
        let file = &mut self.file;
        file.comparison.take(&chunk.text, &rewritten.text);
        if let Some(fresh) = &mut file.fresh
            && let Err(error) = fresh.write(&rewritten.text, file.comparison.differs())
        {
            self.leave(error);
        }
        if let (Some(unified), Some(difference)) = (&mut self.file.diff, difference) {
            let mut text = Vec::new();
            unified.take(&difference.ops, &chunk.text, &difference.text, &mut text);
            self.output.put(&text)?;
        }
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        let differs = match self.file.legacy.take() {
            // Unedited files do not change.
            Some(legacy) => self.file.n_changed > 0 && self.pass_on(legacy, source)?,
            None => !self.file.is_blank && self.file.comparison.ends_different(),
        };
        let is_written =
            self.aims.writes_in_place && differs && end.is_ok() && self.replace(source);
        if self.aims.writes_in_place && !is_written {
            self.report.findings.edited.n_changed = 0;
        }
        let is_whole = end.is_ok();
        self.report.end(source, end);
        if let Some(unified) = self.file.diff.take() {
            let mut text = Vec::new();
            unified.finish(&mut text);
            self.output.put(&text)?;
        }
        if self.aims.prints_games || !is_whole || !differs {
            return Ok(());
        }
        if self.aims.lists {
            self.output.put(format!("{}\n", printable(&source.name)).as_bytes())?;
        }
        self.differed |= !self.aims.writes_in_place;
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.report.on_error(&error);
        Ok(())
    }
}
