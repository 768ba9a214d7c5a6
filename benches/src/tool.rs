//! The programs that are run: ours, and the peers that the system has.

use std::path::{Path, PathBuf};

use crate::clock::Job;
use crate::machine;

/// Programs that may be absent are `None`.
pub(crate) struct Tools {
    pub(crate) this: PathBuf,
    /// The command, built by `cargo xtask bench`.
    pub(crate) pgn: PathBuf,
    /// The program of README.md.
    pub(crate) readme: PathBuf,
    pub(crate) pgn_extract: Option<PathBuf>,
    /// Scid's interpreter of Tcl.
    pub(crate) scid: Option<PathBuf>,
    /// A Python that has python-chess.
    pub(crate) python: Option<PathBuf>,
    /// A Python that has DuckDB, and the extension that `cargo xtask duckdb --release` builds.
    pub(crate) duckdb_python: Option<PathBuf>,
    pub(crate) extension: PathBuf,
    pub(crate) zstd: Option<PathBuf>,
    pub(crate) pzstd: Option<PathBuf>,
    pub(crate) gzip: Option<PathBuf>,
    pub(crate) wc: Option<PathBuf>,
    pub(crate) grep: Option<PathBuf>,
    pub(crate) scripts: PathBuf,
}

impl Tools {
    /// Looks in the path, and where Debian puts games. `PGNKIT_PYTHON` names a Python, and
    /// `PGNKIT_TABLE_READERS` one that has DuckDB.
    pub(crate) fn find(root: &Path) -> Result<Tools, String> {
        let this = std::env::current_exe().map_err(|trouble| trouble.to_string())?;
        Ok(Tools {
            pgn: root.join("target/release/pgn"),
            readme: this.with_file_name("readme"),
            pgn_extract: program("pgn-extract"),
            scid: program("tkscid"),
            python: python("PGNKIT_PYTHON", "chess"),
            duckdb_python: python("PGNKIT_TABLE_READERS", "duckdb"),
            extension: root.join("target/wheel/pgnkit.duckdb_extension"),
            zstd: program("zstd"),
            pzstd: program("pzstd"),
            gzip: program("gzip"),
            wc: program("wc"),
            grep: program("grep"),
            scripts: root.join("benches/peers"),
            this,
        })
    }

    /// A work of this program.
    pub(crate) fn own(&self, work: &str, runner: &str, file: &Path, out: &Path) -> Job {
        Job::new(&self.this).args(["one", work, runner]).arg(file).arg(out)
    }

    /// The installed version, in a sentence for the record.
    pub(crate) fn versions(&self) -> String {
        let version = |name: &str, path: &Option<PathBuf>, words: &[&str]| match path {
            None => format!("{name} is absent"),
            Some(path) => machine::output(&path.to_string_lossy(), words)
                .filter(|text| !text.is_empty())
                .map_or_else(|| name.to_string(), |text| brief(name, &text)),
        };
        let chess = ["-c", "import chess; print('python-chess', chess.__version__)"];
        [
            "pgn-reader 0.29 with shakmaty 0.30, cozy-chess 0.3".to_string(),
            version("pgn-extract", &self.pgn_extract, &["--version"]),
            if self.scid.is_some() { "Scid of the system" } else { "Scid is absent" }.to_string(),
            version("python-chess", &self.python, &chess),
            version("zstd", &self.zstd, &["--version"]),
            version("gzip", &self.gzip, &["--version"]),
        ]
        .join("; ")
    }
}

/// The name and the first word that looks like a version.
fn brief(name: &str, text: &str) -> String {
    let is_version = |word: &&str| word.trim_start_matches('v').starts_with(digit);
    match text.split([' ', ',']).find(is_version) {
        Some(version) => format!("{name} {}", version.trim_start_matches('v')),
        None => name.to_string(),
    }
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// A Python that has a package.
fn python(variable: &str, package: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let python = named.or_else(|| program("python3"))?;
    let import = format!("import {package}; print(1)");
    let has_package = machine::output(&python.to_string_lossy(), &["-c", &import]);
    (has_package? == "1").then_some(python)
}
