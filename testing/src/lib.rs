//! Things that tests need and that are not in the repository: other programs as references, and
//! real games.
//!
//! Where one is missing, a test is skipped; where `PGNKIT_REQUIRE_ALL` is set, as in CI, it fails.

mod scratch;
mod skipped;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use scratch::Dir;
pub use skipped::{is_thorough, skip, skip_as_superuser, some_of, summary};

/// How the corpus of real games is called where it is missing.
const SHARED_CORPUS: &str = "../shared/corpus";

/// How the inputs from public reports are called where they are missing.
const SHARED_REPORTS: &str = "../shared/reports";

/// The number of random cases for a property that is tested with `usual` of them where others are
/// tested with 256. `PROPTEST_CASES`, which sets the number for the others, changes it in
/// proportion.
#[must_use]
pub fn cases(usual: u32) -> u32 {
    let others = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    let cases = u64::from(usual) * others.unwrap_or(256) / 256;
    u32::try_from(cases).unwrap_or(u32::MAX).max(1)
}

/// A file or folder of the corpus of real games, `../shared/corpus` beside the repository or the
/// folder that `PGNKIT_CORPUS` names; `""` is the corpus itself. Skips when it is missing.
pub fn shared_corpus(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let path = std::env::var_os("PGNKIT_CORPUS").map_or(beside, PathBuf::from).join(name);
    if !path.exists() {
        skip(&format!("{SHARED_CORPUS}/{name}"));
        return None;
    }
    Some(path)
}

/// The folder of inputs rebuilt from public reports, `../shared/reports` beside the repository.
/// Skips when it is missing.
pub fn shared_reports() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/reports");
    if !path.exists() {
        skip(SHARED_REPORTS);
        return None;
    }
    Some(path)
}

/// All folders of real games: the corpus and the inputs from reports. Skips for each that is
/// missing.
#[must_use]
pub fn shared_folders() -> Vec<PathBuf> {
    [shared_corpus(""), shared_reports()].into_iter().flatten().collect()
}

/// Calls `check` with each PGN file below the folder that has at most this many bytes, in order of
/// the paths, and returns how many PGN files there are.
///
/// # Panics
///
/// If the check panics, with the path of the file.
fn check_files(folder: &Path, bytes_max: u64, check: fn(&[u8])) -> usize {
    let mut files = Vec::new();
    files_below(folder, &mut files);
    files.sort();
    for file in &files {
        let bytes = std::fs::read(file).expect("readable");
        if bytes.len() as u64 <= bytes_max {
            let checked = std::panic::catch_unwind(|| check(&bytes));
            assert!(checked.is_ok(), "{} breaks a property", file.display());
        }
    }
    files.len()
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pgn")) {
            files.push(path);
        }
    }
}

/// Checks the files of the project's own corpus that have at most this many bytes.
pub fn check_own_corpus(bytes_max: u64, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    assert!(check_files(&folder, bytes_max, check) > 0);
}

/// Checks the files of the shared corpus and of the reports that have at most this many bytes, if
/// they are on this machine.
pub fn check_shared_corpus(bytes_max: u64, check: fn(&[u8])) {
    for folder in shared_folders() {
        assert!(check_files(&folder, bytes_max, check) > 0);
    }
}

/// A game whose variations nest 20,000 deep; 200,000 in a thorough run.
pub fn deep_tree() -> Vec<u8> {
    let depth = if is_thorough() { 100_000 } else { 10_000 };
    let end = ") )".repeat(depth);
    format!("1. e4 {}{end} *", "(1. d4 (1. c4 ".repeat(depth)).into_bytes()
}

/// A Python that has python-chess: the one that `PGNKIT_PYTHON_CHESS` names, or `python3`. Skips
/// the test if there is none.
pub fn python_chess() -> Option<PathBuf> {
    let python = std::env::var_os("PGNKIT_PYTHON_CHESS").map_or("python3".into(), PathBuf::from);
    let works = runs(&python, ["-c", "import chess.pgn, chess.polyglot, chess.variant"]);
    if !works {
        skip("python-chess (PGNKIT_PYTHON_CHESS names a Python that has it)");
    }
    works.then_some(python)
}

/// A Python that has pyarrow, polars and duckdb: the one that `PGNKIT_TABLE_READERS` names, or
/// `python3`. Skips the test if there is none.
pub fn table_readers() -> Option<PathBuf> {
    let python = std::env::var_os("PGNKIT_TABLE_READERS").map_or("python3".into(), PathBuf::from);
    let works = runs(&python, ["-c", "import duckdb, polars, pyarrow"]);
    if !works {
        skip("pyarrow, polars or duckdb (PGNKIT_TABLE_READERS names a Python that has them)");
    }
    works.then_some(python)
}

/// Hands each seed of a fuzz target, the files of `fuzz/seeds/TARGET`, to `body`.
///
/// # Panics
///
/// If the folder has no seed.
pub fn each_seed(target: &str, body: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(target);
    let mut n_seeds = 0;
    for entry in fs::read_dir(&folder).expect("a folder of seeds").flatten() {
        println!("{}", entry.path().display());
        body(&fs::read(entry.path()).expect("readable"));
        n_seeds += 1;
    }
    assert!(n_seeds > 0, "no seeds in {}", folder.display());
}

/// The pieces of which random texts are made: `testing/data/NAME.dict`, a piece a line in quotes,
/// written as libFuzzer has it.
///
/// # Panics
///
/// If the file does not exist, or is written differently.
pub fn dictionary(name: &str) -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let text = fs::read_to_string(path.with_extension("dict")).expect("a dictionary");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| piece(line).expect("a piece in quotes")).collect()
}

fn piece(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut piece = Vec::new();
    while let [first, after @ ..] = rest {
        (rest, piece) = match (first, after) {
            (b'\\', [b'x', digits @ ..]) => {
                let (digits, after) = digits.split_at_checked(2)?;
                let code = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
                (after, [piece, vec![code]].concat())
            }
            (b'\\', [sign, after @ ..]) => (after, [piece, vec![*sign]].concat()),
            (byte, after) => (after, [piece, vec![*byte]].concat()),
        };
    }
    Some(piece)
}

/// A stream that gives a text in pieces of at most this many bytes.
pub struct Pieces<'a>(pub &'a [u8], pub usize);

impl Read for Pieces<'_> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let n = output.len().min(self.1);
        self.0.read(&mut output[..n])
    }
}

/// A number drawn by lot, which becomes `state`, that is not 0: the same ones each time.
pub fn draw(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// The games of `corpus/FOLDER`, which the project wrote, of each of these folders: one text.
///
/// # Panics
///
/// When a folder is missing.
pub fn own_corpus(folders: &[&str]) -> Vec<u8> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let files = |folder| fs::read_dir(corpus.join(folder)).expect("the corpus is there");
    let mut files: Vec<PathBuf> =
        folders.iter().flat_map(files).map(|entry| entry.expect("a name").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "pgn"));
    files.sort();
    let mut text = Vec::new();
    for path in files {
        text.extend(fs::read(path).expect("a file"));
        text.extend_from_slice(b"\n\n");
    }
    text
}

/// A program, from the path or from `/usr/games`, where Debian installs games; `probe` are
/// arguments with which it ends immediately and successfully. Skips the test if there is none.
pub fn program<const N: usize>(name: &str, probe: [&str; N]) -> Option<PathBuf> {
    let found = [Path::new("").join(name), Path::new("/usr/games").join(name)]
        .into_iter()
        .find(|program| runs(program, probe));
    if found.is_none() {
        skip(name);
    }
    found
}

fn runs<const N: usize>(program: &Path, arguments: [&str; N]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments.map(OsStr::new));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A game of a variant, and what every face shows at its end.
#[derive(Debug)]
pub struct VariantCase {
    /// The game.
    pub text: &'static str,
    /// The sentences.
    pub sentences: &'static str,
    /// The parts of the screen of a terminal, with letters for pieces.
    pub screen: &'static [&'static str],
}

/// Games of variants whose positions are more than a board.
pub const VARIANT_CASES: [VariantCase; 3] = [
    VariantCase {
        text: "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. Nc3 Nxd5 4. Nxd5 Qxd5 *\n",
        sentences: "Crazyhouse. White can drop: knight, pawn. Black can drop: knight, pawn.",
        screen: &["Crazyhouse", "[NP]"],
    },
    VariantCase {
        text: "[Event \"Rated ThreeCheck game\"]\n[Variant \"Three-check\"]\n\n\
               1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *\n",
        sentences: "Three-check. Checks given: White 1 of 3, Black 0 of 3.",
        screen: &["Three-check", "1 of 3 checks", "0 of 3 checks"],
    },
    VariantCase {
        text: "[Variant \"Atomic\"]\n\n1. Nf3 *\n",
        sentences: "Atomic.",
        screen: &["Atomic"],
    },
];
