//! I/O errors: a file that cannot be read, a full disk, a damaged archive.
//!
//! Start at [`Error`]; [`Error::from_io`] turns an error of the system into words.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use crate::damage::{Damage, Reason, Undecodable};
use pgnkit::syntax::Kind;

#[cfg(test)]
mod tests;

/// The kind of an [`Error`], for code that must choose what to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file or folder that was named does not exist.
    NotFound,
    /// The system refuses access.
    PermissionDenied,
    /// A folder in the place of a file.
    IsFolder,
    /// A folder or an archive contains no game file.
    NoGames,
    /// Compressed data end too early or are not what they should be.
    Damaged,
    /// A file of a sort that cannot be read or written: encrypted, another archiver's.
    Unsupported,
    /// Output and input are the same file.
    SameFile,
    /// The disk, the quota or the largest size of a file is used up.
    StorageFull,
    /// The reader of the output has closed it. Most programs treat that as success.
    ClosedPipe,
    /// The command line makes no sense.
    Usage,
    /// The caller has canceled the work.
    Canceled,
    /// Anything else that the system reports.
    Io,
}

/// An I/O error, as one line for people and a [`kind`](Error::kind) for code.
///
/// It prints as `what: why`, followed by a hint in parentheses if there is one. The text never
/// contains a line break or another control character, whatever the name of the file.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    what: String,
    why: String,
    hint: Option<String>,
    context: Vec<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error about `what` (most often the name of a file), for the reason `why`.
    #[must_use]
    pub fn new(kind: ErrorKind, what: impl Into<String>, why: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            what: what.into(),
            why: why.into(),
            hint: None,
            context: Vec::new(),
            source: None,
        }))
    }

    /// An error of the system about `what`, in plain words.
    ///
    /// A [`Damage`] or an [`Undecodable`] inside the error is recognized, and its location is kept.
    #[must_use]
    pub fn from_io(what: impl Into<String>, io_error: io::Error) -> Error {
        let (kind, why) = match Damage::of(&io_error) {
            Some(damage) => (ErrorKind::Damaged, damage.to_string()),
            None => match Undecodable::of(&io_error) {
                Some(undecodable) => (ErrorKind::Damaged, undecodable.to_string()),
                None => in_words(&io_error),
            },
        };
        let mut error = Error::new(kind, what, why);
        if let Some(Damage { reason: Reason::Memory { .. }, .. }) = Damage::of(&io_error) {
            error = error.with_hint("`--unpack-memory 2G` allows 2 GiB");
        }
        error.0.source = Some(Box::new(io_error));
        error
    }

    /// The work on `what` ended early, because the caller canceled it.
    pub(crate) fn canceled(what: &str) -> Error {
        Error::new(ErrorKind::Canceled, what, "canceled")
    }

    /// The file `name` contains no games, and is of this kind.
    #[must_use]
    pub fn not_pgn(name: &str, kind: Kind) -> Error {
        let error = Error::new(ErrorKind::NoGames, name, "no games, this is not PGN");
        match kind {
            Kind::GitLfsPointer => {
                error.with_hint("it is a Git LFS pointer, `git lfs pull` brings the file itself")
            }
            Kind::Html => {
                error.with_hint("it is a web page: `pgn import text` takes the games out of it")
            }
            Kind::Json => error.with_hint("it is JSON: `pgn import json` makes games of it"),
            Kind::Binary => error
                .with_hint("it contains binary data; export PGN from the program that wrote it"),
            Kind::Utf16Le | Kind::Utf16Be => error.with_hint("it is UTF-16 that cannot be read"),
            Kind::Text => error,
        }
    }

    /// The same error with a hint how to achieve the intended result.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Error {
        self.0.hint = Some(hint.into());
        self
    }

    /// The same error, with `context`, the operation that failed; the last one added prints first.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Error {
        self.0.context.push(context.into());
        self
    }

    /// The kind of error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Its subject, usually the name of a file.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.0.what
    }

    /// The hint, if any.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for context in self.0.context.iter().rev() {
            write!(f, "{}: ", printable(context))?;
        }
        write!(f, "{}: {}", printable(&self.0.what), printable(&self.0.why))?;
        match &self.0.hint {
            Some(hint) => write!(f, " ({})", printable(hint)),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}, {self})", self.0.kind)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.0.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}

/// `text` with every control character written as an escape, so that it stays on one line and
/// cannot control a terminal. Costs one copy.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_shown(c) {
            shown.push(c);
        } else {
            shown.extend(c.escape_default());
        }
    }
    shown
}

/// Whether a terminal shows a character and does not obey it. Line ends and tabs are obeyed.
#[must_use]
pub fn is_shown(c: char) -> bool {
    !c.is_control() && !is_direction_mark(c)
}

/// Marks that reverse the order of what follows on a screen, and so can make one name look like
/// another.
fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

fn in_words(io_error: &io::Error) -> (ErrorKind, String) {
    use io::ErrorKind as Io;
    let (kind, why) = match io_error.kind() {
        Io::NotFound => (ErrorKind::NotFound, "no such file or folder"),
        Io::PermissionDenied => (ErrorKind::PermissionDenied, "no permission"),
        Io::ReadOnlyFilesystem => (ErrorKind::PermissionDenied, "the disk is read-only"),
        Io::IsADirectory => (ErrorKind::IsFolder, "is a folder"),
        Io::NotADirectory => (ErrorKind::NotFound, "a part of this path is not a folder"),
        Io::StorageFull => (ErrorKind::StorageFull, "no space left on the disk"),
        Io::QuotaExceeded => (ErrorKind::StorageFull, "the disk quota is used up"),
        Io::FileTooLarge => (ErrorKind::StorageFull, "the file grows larger than is allowed here"),
        Io::BrokenPipe => (ErrorKind::ClosedPipe, "the reader has stopped reading"),
        Io::InvalidFilename => (ErrorKind::Usage, "the name is too long or not allowed here"),
        _ => return (ErrorKind::Io, other_words(io_error)),
    };
    (kind, why.to_owned())
}

/// The system's own sentence without the number that Rust appends to it.
fn other_words(io_error: &io::Error) -> String {
    let text = io_error.to_string();
    match text.split_once(" (os error") {
        Some((sentence, _)) => sentence.to_lowercase(),
        None => text,
    }
}
