//! A file that gets a new content only if that differs from the old one.

use std::path::PathBuf;

use crate::diff::{Op, Paint, Unified};
use crate::output::Output;
use crate::rewrite::Report;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::SourceInfo;
use pgn_db::source::Compression;

/// How much of the new content is held back while it is the same as the old one, so that files
/// that need no change are most often not written at all.
const HELD_BYTES_MAX: usize = 4 << 20;

/// Compares two texts that arrive in pieces, split at different places.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// The part by which one of the two is ahead of the other.
    old_ahead: Vec<u8>,
    new_ahead: Vec<u8>,
    differs: bool,
}

impl Comparison {
    /// Takes the next piece of both.
    pub(crate) fn take(&mut self, old: &[u8], new: &[u8]) {
        if self.differs {
            return;
        }
        self.old_ahead.extend_from_slice(old);
        self.new_ahead.extend_from_slice(new);
        let n = self.old_ahead.len().min(self.new_ahead.len());
        self.differs = self.old_ahead[..n] != self.new_ahead[..n];
        if self.differs {
            self.old_ahead = Vec::new();
            self.new_ahead = Vec::new();
        } else {
            self.old_ahead.drain(..n);
            self.new_ahead.drain(..n);
        }
    }

    /// They are known to differ, whatever comes.
    pub(crate) fn set_different(&mut self) {
        self.differs = true;
    }

    /// Both are over: whether they differ.
    pub(crate) fn ends_different(&self) -> bool {
        self.differs || self.old_ahead != self.new_ahead
    }

    /// Whether they are known to differ.
    pub(crate) fn differs(&self) -> bool {
        self.differs
    }
}

/// A file that gets a new content: compared with the old one, written beside it, and shown as a
/// difference.
#[derive(Default)]
pub(crate) struct FileChange {
    pub(crate) comparison: Comparison,
    pub(crate) fresh: Option<InPlaceWriter>,
    /// Nothing is written beside the file.
    pub(crate) is_dry_run: bool,
    diff: Option<Unified>,
}

impl FileChange {
    /// The new content is to take the place of the old one.
    pub(crate) fn write_beside(&mut self, source: &SourceInfo, report: &mut Report<'_>) {
        match &source.place {
            Ok((path, compression)) => {
                self.fresh = Some(InPlaceWriter::new(path.clone(), *compression));
            }
            Err(error) => report.on_error(error),
        }
    }

    /// The difference is to be shown.
    pub(crate) fn show(&mut self, source: &SourceInfo, paint: Paint) {
        self.diff = Some(Unified::new(&source.name, &source.name, paint));
    }

    /// Takes the next piece of both contents. If it cannot be written, the file stays as it is.
    pub(crate) fn take(&mut self, old: &[u8], new: &[u8], report: &mut Report<'_>) {
        self.comparison.take(old, new);
        if !self.is_dry_run
            && let Some(fresh) = &mut self.fresh
            && let Err(error) = fresh.write(new, self.comparison.differs())
        {
            self.leave(&error, report);
        }
    }

    /// The file stays as it is.
    pub(crate) fn leave(&mut self, error: &Error, report: &mut Report<'_>) {
        self.fresh = None;
        report.on_error(error);
    }

    /// The next steps of the difference, if it is to be shown.
    pub(crate) fn difference(&mut self, ops: &[Op], old: &[u8], new: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        if let Some(unified) = &mut self.diff {
            unified.take(ops, old, new, &mut text);
        }
        text
    }

    /// The end of the difference; `None` if it is not to be shown.
    pub(crate) fn end_difference(&mut self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        self.diff.take()?.finish(&mut text);
        Some(text)
    }
}

/// The new content of a file, held back as long as it is the old one.
pub(crate) struct InPlaceWriter {
    place: PathBuf,
    compression: Option<Compression>,
    held: Vec<u8>,
    output: Option<Output>,
}

impl InPlaceWriter {
    /// A new content for the file at `place`.
    pub(crate) fn new(place: PathBuf, compression: Option<Compression>) -> InPlaceWriter {
        InPlaceWriter { place, compression, held: Vec::new(), output: None }
    }

    /// Takes the next piece; `differs` is set once it is known that the content will change.
    ///
    /// # Errors
    /// Errors of writing next to the file.
    pub(crate) fn write(&mut self, text: &[u8], differs: bool) -> Result<(), Error> {
        if self.output.is_none() {
            self.held.extend_from_slice(text);
            if !differs && self.held.len() < HELD_BYTES_MAX {
                return Ok(());
            }
            return self.open();
        }
        self.pass_on(text)
    }

    fn open(&mut self) -> Result<(), Error> {
        self.output = Some(Output::in_place(&self.place, self.compression)?);
        let held = std::mem::take(&mut self.held);
        self.pass_on(&held)
    }

    fn pass_on(&mut self, text: &[u8]) -> Result<(), Error> {
        let Some(output) = &mut self.output else { return Ok(()) };
        output.put(text)
    }

    /// Replaces the old content with the new one. Without this call, the file does not change.
    ///
    /// # Errors
    /// Errors of the system; or `source`, whose new content this is, was changed while it was read;
    /// then the file does not change.
    pub(crate) fn commit(mut self, source: &SourceInfo) -> Result<(), Error> {
        if self.output.is_none() {
            self.open()?;
        }
        let Some(output) = self.output else { return Ok(()) };
        if output.commit_if(|| !source.has_changed())? {
            return Ok(());
        }
        let why = "was changed by another program while it was read";
        let error = Error::new(ErrorKind::Io, &source.name, why);
        Err(error.with_hint("its new content was kept"))
    }
}
