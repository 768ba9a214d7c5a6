//! Output to a folder: files that get their names when all of them are complete.

use std::fs;
use std::io;
use std::path::Path;

use crate::output::ErrorLog;
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::split::{Completeness, Publication};

/// Creates a folder for output, if it does not exist.
///
/// # Errors
///
/// When it is a file, or errors of the system.
pub(crate) fn create_folder(folder: &Path) -> Result<(), Error> {
    let name = || folder.display().to_string();
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Error::new(ErrorKind::Usage, name(), "is a file; -o must be a folder")
        }
        _ => Error::from_io(name(), error),
    })
}

/// Gives files their names in a folder. If `console` has reported an error, existing files stay,
/// unless the user accepts incomplete ones with `--partial`.
///
/// # Errors
///
/// Errors of the system.
pub(crate) fn publish(files: Publication, folder: &Path, console: &Console) -> Result<(), Error> {
    let completeness = match console.has_reported_errors() && !console.accepts_partial() {
        true => Completeness::Partial,
        false => Completeness::Whole,
    };
    let kept_count = files.publish(completeness)?;
    let folder = folder.display().to_string();
    if kept_count > 0 {
        let files = counted(kept_count, "file was", "files were");
        let why = format!("{files} not replaced, because of the errors above");
        console.error(&Error::new(ErrorKind::Io, folder, why).with_hint(
            "the incomplete new ones are NAME.partial; `--partial` replaces the files anyway",
        ));
    } else if console.has_reported_errors() {
        console.report_incomplete(&folder, None);
    }
    Ok(())
}
