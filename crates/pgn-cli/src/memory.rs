//! The memory for a verb that stores games, and the folder for the rest.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::Read;
use crate::size::Size;
use pgn_db::error::Error;
use pgn_db::scan;
use pgn_db::sort::{Budget, Folder};

/// The memory for a verb that sorts.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Memory")]
pub struct Memory {
    /// The amount of memory to use, such as 64M or 2G
    ///
    /// Data that does not fit goes to temporary files. The amount includes some megabytes for the
    /// program itself; less than 32M counts as 32M. A single game may take more.
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    memory: Size,

    /// Folder for temporary files [default: beside the output]
    ///
    /// The files take as much space as the uncompressed games. They have no names, so none remain
    /// even if the program is killed.
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
}

impl Memory {
    /// For a sorter. The memory of runs while they are gathered is free while they are merged.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let shared = self.memory.shared_bytes();
        Budget { run_bytes: shared / 2, merge_bytes: shared / 2 }
    }

    /// How `read` is to be scanned within this memory.
    #[must_use]
    pub fn scan_options(&self, read: &Read) -> scan::Options {
        read.scan_options_within(self.memory)
    }

    /// The folder for temporary files that the person named.
    #[must_use]
    pub fn named_folder(&self) -> Option<PathBuf> {
        self.temp.clone()
    }

    /// The folder for temporary files for this output.
    #[must_use]
    pub fn folder(&self, output: Option<&Path>) -> Folder {
        let beside = || {
            let output = output.filter(|path| path.as_os_str() != "-" && is_replaced(path))?;
            let folder = output.parent()?;
            Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
        };
        Folder(self.temp.clone().or_else(beside).unwrap_or_else(env::temp_dir))
    }
}

/// Devices and pipes are not replaced, and their folder is not suitable for temporary files.
fn is_replaced(path: &Path) -> bool {
    path.metadata().map_or(true, |metadata| metadata.is_file())
}

/// Trouble with temporary files in `folder`.
#[must_use]
pub fn temporary_file_error(folder: &Folder, error: io::Error) -> Error {
    let what = format!("temporary files in {}", folder.0.display());
    Error::from_io(what, error).with_hint("`--temp DIR` puts them elsewhere")
}
