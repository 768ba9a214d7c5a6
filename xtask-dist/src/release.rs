//! Facts that all files of one release share, and how cargo and maturin make the programs.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::{duckdb, repository};

use crate::pack::PackedFile;
use crate::target::Target;

/// The features that `pgn` has in releases and not by default: it takes a third longer to build.
const FEATURES: &str = "pgn-cli/lsp,pgn-cli/parquet";

/// The linker of the Rust toolchain, with its own C library: unlike that of zig, it merges
/// functions with the same machine code.
const LINUX_LINKER: &[&str] = &[
    "-Clinker=rust-lld",
    "-Clinker-flavor=ld.lld",
    "-Clink-self-contained=yes",
    "-Clink-arg=--icf=all",
    "-Clink-arg=--pack-dyn-relocs=relr",
];

/// A panic ends the command, so nothing unwinds its stack; other systems require the tables.
const LINUX_WITHOUT_UNWINDING: &[&str] = &[
    "-Cforce-unwind-tables=no",
    "-Clink-arg=--no-eh-frame-hdr",
    // Relative, because Cargo derives names from the flags.
    "-Clink-arg=-Tpackaging/linux/no-unwind-tables.ld",
    "-Clink-arg=--strip-all",
];

/// The version of the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The time of files if neither Git nor `SOURCE_DATE_EPOCH` gives one: 1980, the first that zip can
/// hold.
const SECONDS: u32 = 315_532_800;

/// A release being made.
#[derive(Debug)]
pub(crate) struct Release {
    pub root: PathBuf,
    /// Cargo's folder of built files.
    pub target: PathBuf,
    /// Where the files of the release go.
    pub artifacts: PathBuf,
    profile: String,
    /// The text that `pgn --version` prints after the name.
    version_line: String,
    /// The time of every packed file, since 1970.
    pub seconds: u32,
}

impl Release {
    /// Of the commit that is checked out; a folder without Git has no commit.
    pub(crate) fn new(profile: &str) -> Self {
        let root = repository::root();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        let target = root.join(target);
        let commit = git(&root, &["describe", "--always", "--dirty", "--abbrev=9", "--exclude=*"]);
        let date = git(&root, &["log", "-1", "--format=%cs"]);
        let version_line = match (commit, date) {
            (Some(commit), Some(date)) => format!("{VERSION} ({commit} {date})"),
            _ => VERSION.to_owned(),
        };
        let seconds = std::env::var("SOURCE_DATE_EPOCH").ok();
        let seconds = seconds.or_else(|| git(&root, &["log", "-1", "--format=%ct"]));
        Self {
            artifacts: target.join("artifacts"),
            root,
            target,
            profile: profile.to_owned(),
            version_line,
            seconds: seconds.and_then(|it| it.parse().ok()).unwrap_or(SECONDS),
        }
    }

    /// Whether the files are to be handed out: another profile only tries how they are made.
    fn is_final(&self) -> bool {
        self.profile == "dist"
    }

    /// The profile of what another program loads, which a panic must not end.
    fn library_profile(&self) -> &str {
        if self.is_final() { "wheel" } else { &self.profile }
    }

    /// Builds the command, and returns its file.
    pub(crate) fn pgn(&self, target: &Target) -> Result<PathBuf, String> {
        let build = if target.needs_zig() { "zigbuild" } else { "build" };
        let words = [build, "--locked", "--package=pgn-cli", "--features", FEATURES];
        let flags = match (target.is_linux(), self.is_final()) {
            (true, true) => [LINUX_LINKER, LINUX_WITHOUT_UNWINDING].concat(),
            (true, false) => LINUX_LINKER.to_vec(),
            (false, _) => Vec::new(),
        };
        let mut cargo = self.command("cargo", target, &flags);
        cargo.args(words).args(["--profile", &self.profile, "--target", target.triple]);
        run(&mut cargo)?;
        let folder = self.target.join(target.triple).join(folder_of(&self.profile));
        Ok(folder.join(target.pgn()))
    }

    /// Builds the extension for DuckDB, and returns its file.
    pub(crate) fn extension(&self, target: &Target) -> Result<PathBuf, String> {
        let mut cargo = self.command("cargo", target, &[]);
        let folder = if self.is_plain_library(target) {
            cargo.arg("build");
            self.target.clone()
        } else {
            let build = if target.needs_zig() { "zigbuild" } else { "build" };
            let glibc = if target.needs_zig() { target.glibc } else { "" };
            cargo.args([build, "--target", &format!("{}{glibc}", target.library_triple)]);
            self.target.join(target.library_triple)
        };
        cargo.args(["--locked", "--package=pgn-duckdb", "--profile", self.library_profile()]);
        run(&mut cargo)?;
        let folder = folder.join(folder_of(self.library_profile()));
        let extension = folder.join(duckdb::EXTENSION);
        duckdb::write(&folder.join(target.library("pgnkit_duckdb")), &extension, target.duckdb)?;
        Ok(extension)
    }

    /// Builds the wheel with the command in it, straight into the folder of the release.
    pub(crate) fn wheel(
        &self,
        target: &Target,
        pgn: &Path,
        python: &[String],
    ) -> Result<(), String> {
        let package = self.root.join("crates/pgn-py");
        // maturin looks for a folder with the name of the module: the files in its `scripts` are
        // installed where Python's programs are.
        let data = package.join("pgnkit._pgnkit.data");
        let _ = fs::remove_dir_all(&data);
        let script = data.join("scripts").join(target.pgn());
        write_file(&script, &read_file(pgn)?)?;
        copy_mode(pgn, &script)?;
        let mut maturin = self.command("maturin", target, &[]);
        maturin.args(["build", "--locked", "--profile", self.library_profile()]);
        maturin.args(["--compression-level", "9"]);
        maturin.arg("--out").arg(&self.artifacts).current_dir(&package);
        if !self.is_plain_library(target) {
            maturin.args(["--target", target.library_triple]);
            if let (true, Some(name)) = (target.needs_zig(), target.wheel) {
                maturin.args(["--zig", "--compatibility", name]);
            }
        }
        let interpreters = python.iter().flat_map(|it| ["--interpreter", it]);
        let built = run(maturin.args(interpreters));
        let _ = fs::remove_dir_all(&data);
        built
    }

    /// The source package for Python; it builds without the command.
    pub(crate) fn source_package(&self) -> Result<(), String> {
        let mut maturin = Command::new("maturin");
        maturin.arg("sdist").arg("--out").arg(&self.artifacts);
        maturin.env("SOURCE_DATE_EPOCH", self.seconds.to_string());
        run(maturin.current_dir(self.root.join("crates/pgn-py")))
    }

    /// The manual pages (`man/`) and the completions (`completions/`), printed by the command: by
    /// `pgn` if this machine runs it, by one built for this machine if not.
    pub(crate) fn documents(&self, target: &Target, pgn: &Path) -> Result<Vec<PackedFile>, String> {
        let mut pgn = pgn.to_owned();
        if !target.runs_here() {
            let words = ["build", "--locked", "--package=pgn-cli", "--features", FEATURES];
            let mut cargo = program("cargo");
            cargo.args(words).current_dir(&self.root).env("PGNKIT_VERSION", &self.version_line);
            run(&mut cargo)?;
            let name = format!("pgn{}", std::env::consts::EXE_SUFFIX);
            pgn = self.target.join("debug").join(name);
        }
        let man = self.target.join("man");
        let _ = fs::remove_dir_all(&man);
        run(Command::new(&pgn).args(["man", "--dir"]).arg(&man))?;
        let mut files = Vec::new();
        for entry in fs::read_dir(&man).map_err(|error| format!("{}: {error}", man.display()))? {
            let path = entry.map_err(|error| format!("{}: {error}", man.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            files.push(PackedFile::new(format!("man/{name}"), read_file(&path)?));
        }
        for (shell, name) in [
            ("bash", "pgn.bash"),
            ("zsh", "_pgn"),
            ("fish", "pgn.fish"),
            ("powershell", "_pgn.ps1"),
            ("elvish", "pgn.elv"),
        ] {
            let output = Command::new(&pgn).args(["completions", shell]).output();
            let output = output.map_err(|error| format!("{}: {error}", pgn.display()))?;
            if !output.status.success() {
                return Err(format!("pgn completions {shell}: {}", output.status));
            }
            files.push(PackedFile::new(format!("completions/{name}"), output.stdout));
        }
        Ok(files)
    }

    /// A try on this machine needs no old glibc, and shares what other builds have made.
    fn is_plain_library(&self, target: &Target) -> bool {
        !self.is_final() && target.runs_here()
    }

    /// A command in the folder of the workspace whose result does not depend on a path or a time.
    fn command(&self, name: &str, target: &Target, rustc_flags: &[&str]) -> Command {
        let mut command = program(name);
        command
            .current_dir(&self.root)
            .env("PGNKIT_VERSION", &self.version_line)
            .env("CARGO_INCREMENTAL", "0");
        // The wheel packs files; a try does not build C code again for the time of each commit.
        if self.is_final() || name == "maturin" {
            command.env("SOURCE_DATE_EPOCH", self.seconds.to_string());
        }
        let mut flags: Vec<String> = rustc_flags.iter().map(|&flag| flag.to_owned()).collect();
        if target.triple.contains("apple") && target.needs_zig() {
            // Relative, because Cargo derives names from the flags; zig reads no relative path that
            // is in one word with its flag.
            flags.extend(["-Clink-arg=-F", "-Clink-arg=packaging/macos"].map(str::to_owned));
        }
        if self.is_final() {
            command.env("ZERO_AR_DATE", "1");
            let home = std::env::home_dir().unwrap_or_default().join(".cargo");
            let cargo_home = std::env::var_os("CARGO_HOME").map_or(home, PathBuf::from);
            for (path, name) in [(&self.root, "."), (&cargo_home, "cargo")] {
                flags.push(format!("--remap-path-prefix={}={name}", path.display()));
            }
        }
        if !flags.is_empty() {
            command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        }
        command
    }
}

/// A program that is installed; the cargo that started this one.
fn program(name: &str) -> Command {
    let cargo = std::env::var_os("CARGO").filter(|_| name == "cargo");
    Command::new(cargo.as_deref().unwrap_or(OsStr::new(name)))
}

/// The folder of a profile's files.
fn folder_of(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

fn git(root: &Path, words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).current_dir(root).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => {
            let words: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
            Err(format!("{name} {}: {status}", words.join(" ")))
        }
        Err(error) => Err(format!(
            "{name}: {error}; `pip install -r packaging/requirements.txt` installs what builds \
             releases"
        )),
    }
}

pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file, and makes its folder.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn copy_mode(from: &Path, to: &Path) -> Result<(), String> {
    let mode = fs::metadata(from).map(|data| data.permissions());
    mode.and_then(|mode| fs::set_permissions(to, mode))
        .map_err(|error| format!("{}: {error}", to.display()))
}
