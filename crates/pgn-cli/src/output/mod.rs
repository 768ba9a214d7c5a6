//! Where the command writes: the standard output, or a file that is complete or not there at all.
//!
//! Start at [`Output::open`].

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::identity::{Identity, descriptor_of};
use pgn_db::output::{BUFFER_BYTES, BaseKind, Encoder, NewBase, Replacement, Steady, partial_path};
use pgn_db::source::{Compression, Inputs, Unopened};

use crate::screen::{Colors, Screen};
use crate::signal;

mod descriptor;
#[cfg(test)]
mod tests;

/// Whether the standard output was closed when the process started (Unix).
///
/// The Rust runtime opens `/dev/null` in its place before `main`, so writing would never fail; the
/// program checks this earlier and sets it here.
pub static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// A file that fails like a closed descriptor on the first write, if the standard output was closed
/// when the process started.
pub(crate) fn closed_stdout() -> Option<fs::File> {
    match IS_STDOUT_CLOSED.load(Ordering::Relaxed) {
        true => fs::File::open("/dev/null").ok(),
        false => None,
    }
}

/// The name of the standard output in messages.
pub(crate) const STDOUT_NAME: &str = "standard output";

/// The errors of a run up to the point where its output is committed.
pub trait ErrorLog {
    /// Whether an error was reported. The output is then incomplete.
    fn has_reported_errors(&self) -> bool;
    /// Whether incomplete results replace old files: `--partial`.
    fn accepts_partial(&self) -> bool;
    /// Reports that the result in the file `name` is incomplete, or that it went to `partial`
    /// because an old file has this name.
    fn report_incomplete(&self, name: &str, partial: Option<&Path>);
}

/// Where a command writes its main result.
///
/// Writing returns plain `io::Error`s; [`Output::error`] turns them into an [`Error`] with the
/// name. [`Output::commit`] must follow the last byte: without it, a file is not written at all. On
/// the standard output, text written before a failure stays.
pub struct Output {
    name: String,
    stage: OutputStage,
    /// Those of its inputs that could not be opened.
    unopened: Unopened,
    partial: Partial,
}

/// Whether an incomplete result may be written next to the file.
enum Partial {
    Allowed,
    /// `NAME.partial` is one of the inputs.
    IsInput(String),
}

impl Partial {
    fn of(path: &Path, inputs: &Inputs) -> Partial {
        match Identity::of_path(path).is_ok_and(|partial| inputs.contain(&partial)) {
            true => Partial::IsInput(path.to_string_lossy().into_owned()),
            false => Partial::Allowed,
        }
    }
}

enum OutputStage {
    Stdout(BufWriter<Screen<Stdout>>),
    /// A device or a pipe with a name, which cannot be replaced.
    Device(Box<Encoder<BufWriter<fs::File>>>),
    File(Box<Replacement<Steady>>),
    /// The files of a Scid or ChessBase database; the written items are packed games.
    Base(Box<NewBase<Steady>>),
}

impl Output {
    fn new(name: String, stage: OutputStage) -> Output {
        Output { name, stage, unopened: Unopened::default(), partial: Partial::Allowed }
    }

    /// The output that `-o` names; without it, or with `-`, the standard output.
    ///
    /// The extension of the name selects the compression. A device, a named pipe or a descriptor,
    /// such as `/dev/stdout` or `/dev/fd/3`, is written directly, whatever it leads to; anything
    /// else is replaced when [`commit`](Output::commit) is called, see [`Replacement`].
    ///
    /// # Errors
    ///
    /// When the output is one of `inputs`, a folder, or cannot be written.
    pub fn open(target: Option<&Path>, inputs: &Inputs) -> Result<Output, Error> {
        let Some(path) = target.filter(|path| path.as_os_str() != "-") else {
            return Output::stdout(inputs);
        };
        let descriptor = descriptor_of(path);
        if descriptor == Some(1) {
            return Output::stdout(inputs);
        }
        let name = path.to_string_lossy().into_owned();
        if Identity::of_path(path).is_ok_and(|output| inputs.contain(&output)) {
            return Err(Error::new(ErrorKind::SameFile, name, "is also an input")
                .with_hint("give the output another name"));
        }
        if ends_like_a_folder(path) {
            return Err(Output::is_folder(name));
        }
        let compression = compression_for(&name)?;
        let is_device = fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir());
        if !is_device && descriptor.is_none() {
            let output = Output::replacing(path, name, compression)?;
            let partial = match &output.stage {
                OutputStage::File(it) => Partial::of(&partial_path(it.target()), inputs),
                _ => Partial::Allowed,
            };
            return Ok(Output { unopened: inputs.unopened(), partial, ..output });
        }
        let open = || {
            let file = match descriptor {
                Some(number) => descriptor::open(number, path)?,
                None => fs::OpenOptions::new().write(true).open(path)?,
            };
            Encoder::new(BufWriter::with_capacity(BUFFER_BYTES, file), compression)
        };
        let encoder = open().map_err(|error| Error::from_io(&name, error))?;
        Ok(Output::new(name, OutputStage::Device(Box::new(encoder))))
    }

    /// A new database, which receives packed games.
    ///
    /// # Errors
    /// When `-o` names no file, or one that cannot be a new base.
    pub fn base(kind: BaseKind, target: Option<&Path>, inputs: &Inputs) -> Result<Output, Error> {
        let Some(path) = target.filter(|path| path.as_os_str() != "-") else {
            let why = format!("a {} base is {} files", kind.name(), kind.file_count());
            let error = Error::new(ErrorKind::Usage, STDOUT_NAME, why);
            return Err(error.with_hint(format!("add `-o FILE.{}`", kind.extension())));
        };
        signal::watch();
        let base = NewBase::create(kind, path, Steady::new)?;
        let name = path.to_string_lossy().into_owned();
        let output = Output::new(name, OutputStage::Base(Box::new(base)));
        Ok(Output { unopened: inputs.unopened(), ..output })
    }

    /// New content for a file that was read, with the same compression: see
    /// [`Source::place`](pgn_db::source::Source::place).
    ///
    /// # Errors
    ///
    /// If the file may not be written, or no file can be created next to it.
    pub fn in_place(path: &Path, compression: Option<Compression>) -> Result<Output, Error> {
        Output::replacing(path, path.to_string_lossy().into_owned(), compression)
    }

    /// Its name in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a person reads along on a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        matches!(self.stage, OutputStage::Stdout(_)) && io::stdout().is_terminal()
    }

    /// Passes the colors of our own printers to a terminal. Text printed between them must be ours,
    /// or escaped with [`printable`].
    pub fn pass_colors(&mut self) {
        if let OutputStage::Stdout(writer) = &mut self.stage {
            writer.get_mut().colors = Colors::Pass;
        }
    }

    /// How many columns a line should have at most, if a terminal reads along.
    #[must_use]
    pub fn columns(&self) -> Option<usize> {
        let is_stdout = matches!(self.stage, OutputStage::Stdout(_));
        let (width, _) =
            is_stdout.then(|| terminal_size::terminal_size_of(io::stdout())).flatten()?;
        Some(usize::from(width.0))
    }

    /// Whether it is a file that changes only when everything is written.
    #[must_use]
    pub fn is_file(&self) -> bool {
        matches!(self.stage, OutputStage::File(_) | OutputStage::Base(_))
    }

    /// An error of writing, with the name of this output.
    #[must_use]
    pub fn error(&self, error: io::Error) -> Error {
        Error::from_io(&self.name, error)
    }

    /// Writes a text; trouble has the name of this output.
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub fn put(&mut self, text: impl AsRef<[u8]>) -> Result<(), Error> {
        self.write_all(text.as_ref()).map_err(|error| self.error(error))
    }

    /// Writes a text that depends on no input to the output that `-o` names.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    pub fn print(
        target: Option<&Path>,
        inputs: &Inputs,
        text: impl AsRef<[u8]>,
    ) -> Result<(), Error> {
        let mut output = Output::open(target, inputs)?;
        output.put(text)?;
        output.commit_if(|| true).map(drop)
    }

    /// Writes the names of files, each on a line.
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub fn list(&mut self, paths: impl Iterator<Item = PathBuf>) -> Result<(), Error> {
        for path in paths {
            self.put(format!("{}\n", printable(&path.to_string_lossy())))?;
        }
        Ok(())
    }

    /// Brings everything to its place. Only now does a file change, and not at all if no input
    /// could be opened.
    ///
    /// If `console` has reported an error, the result is incomplete. Then an existing file stays
    /// and the result goes to `NAME.partial`, unless the user accepts it with `--partial`; in both
    /// cases the console reports where it is.
    ///
    /// # Errors
    ///
    /// Errors of the system; the file then keeps its old content.
    pub fn commit(self, console: &dyn ErrorLog) -> Result<(), Error> {
        let is_whole = !console.has_reported_errors();
        if is_whole || !self.is_file() || self.unopened.is_all() {
            return self.commit_if(|| true).map(drop);
        }
        let Output { name, stage, partial, .. } = self;
        let accepts = console.accepts_partial();
        let kept = match (stage, partial) {
            (OutputStage::File(_), Partial::IsInput(path)) if !accepts => {
                let error = Error::new(ErrorKind::SameFile, path, "is also an input");
                return Err(error.with_hint("the incomplete result was not written"));
            }
            (OutputStage::File(replacement), _) if !accepts => replacement.commit_unless_occupied(),
            (OutputStage::File(replacement), _) => replacement.commit().map(|()| None),
            (OutputStage::Base(base), _) => base.commit().map(|()| None),
            (OutputStage::Stdout(_) | OutputStage::Device(_), _) => Ok(None),
        };
        let kept = kept.map_err(|error| Error::from_io(&name, error))?;
        console.report_incomplete(&name, kept.as_deref());
        Ok(())
    }

    /// Replaces a file only if `may_replace` still allows it when everything is written; returns
    /// whether it did. For files that are edited in place, each of which is complete by itself.
    ///
    /// # Errors
    ///
    /// Errors of the system; the file then keeps its old content.
    pub fn commit_if(self, may_replace: impl FnOnce() -> bool) -> Result<bool, Error> {
        let Output { name, stage, unopened, .. } = self;
        let done = match stage {
            OutputStage::File(_) | OutputStage::Base(_) if unopened.is_all() => Ok(false),
            OutputStage::Stdout(mut writer) => writer.flush().map(|()| true),
            OutputStage::Device(encoder) => {
                encoder.finish().and_then(|mut writer| writer.flush()).map(|()| true)
            }
            OutputStage::File(replacement) => replacement.commit_if(may_replace),
            OutputStage::Base(base) => base.commit().map(|()| true),
        };
        done.map_err(|error| Error::from_io(name, error))
    }

    fn stdout(inputs: &Inputs) -> Result<Output, Error> {
        let stream = Identity::of_stream(io::stdout());
        if stream.is_some_and(|(output, _)| inputs.contain(&output)) {
            return Err(Error::new(ErrorKind::SameFile, STDOUT_NAME, "is also an input")
                .with_hint("give the output another name"));
        }
        if let Some(file) = closed_stdout() {
            let writer = BufWriter::with_capacity(BUFFER_BYTES, file);
            let encoder =
                Encoder::new(writer, None).map_err(|error| Error::from_io(STDOUT_NAME, error))?;
            let stage = OutputStage::Device(Box::new(encoder));
            return Ok(Output::new(STDOUT_NAME.to_owned(), stage));
        }
        let screen = Screen::new(io::stdout(), io::stdout().is_terminal());
        let writer = BufWriter::with_capacity(BUFFER_BYTES, screen);
        Ok(Output::new(STDOUT_NAME.to_owned(), OutputStage::Stdout(writer)))
    }

    fn replacing(
        path: &Path,
        name: String,
        compression: Option<Compression>,
    ) -> Result<Output, Error> {
        signal::watch();
        match Replacement::create(path, compression, Steady::new) {
            Ok(it) => Ok(Output::new(name, OutputStage::File(Box::new(it)))),
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
                Err(Output::is_folder(name))
            }
            Err(error) => Err(Output::cannot_create(path, name, error)),
        }
    }

    fn is_folder(name: String) -> Error {
        Error::new(ErrorKind::IsFolder, name, "is a folder").with_hint("name a file in it")
    }

    fn cannot_create(path: &Path, name: String, error: io::Error) -> Error {
        let error = Error::from_io(name, error);
        let exists = fs::symlink_metadata(path).is_ok();
        match error.kind() {
            ErrorKind::NotFound if !exists => error.with_hint("its folder must exist"),
            ErrorKind::PermissionDenied if exists => {
                error.with_hint("it is write-protected, or nothing may be written in its folder")
            }
            _ => error,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stage {
            OutputStage::Stdout(writer) => writer.write(bytes),
            OutputStage::Device(encoder) => encoder.write(bytes),
            OutputStage::File(replacement) => replacement.write(bytes),
            OutputStage::Base(base) => base.push(bytes).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stage {
            OutputStage::Stdout(writer) => writer.flush(),
            OutputStage::Device(encoder) => encoder.flush(),
            OutputStage::File(replacement) => replacement.flush(),
            OutputStage::Base(_) => Ok(()),
        }
    }
}

/// Whether a path is a folder, or can only be one: `games/`.
pub(crate) fn is_folder(path: &Path) -> bool {
    ends_like_a_folder(path) || path.is_dir()
}

fn compression_for(name: &str) -> Result<Option<Compression>, Error> {
    match Compression::of_name(name) {
        Some(Compression::Zip) => {
            let why = "zip archives can be read but not written";
            Err(Error::new(ErrorKind::Unsupported, name, why)
                .with_hint("name it .gz, .zst, .bz2 or .xz"))
        }
        compression => Ok(compression),
    }
}

/// `games/` can only be a folder, even if it does not exist.
fn ends_like_a_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.last().is_some_and(|&b| std::path::is_separator(char::from(b)))
}
