//! `pgn classify`: the tags ECO, Opening, Variation and SubVariation from the positions of a game.
//!
//! Standard: §9.3, §9.4. Decisions: D-33, D-52.
//! Start at [`Classify`].

mod check;
mod name;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Example;
use super::fmt::FmtTarget;
use crate::args::{Read, Where};
use crate::exit::Exit;
use crate::indexed::UseIndex;
use crate::terminal::Console;
use name::{ClassifyCounts, Existing, Naming, OpeningTag};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::Inputs;
use pgnkit::opening::Table;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn classify games.pgn -o named.pgn", "Classify the openings of games"),
    ("pgn classify -w --tags eco games/", "Only the codes, in place"),
    ("pgn classify --check games.pgn", "Check the tags"),
];

/// Classify the openings of games
///
/// Sets the tags ECO, Opening, Variation and SubVariation from the positions of the main line, so
/// move order does not matter: the last position that has a name counts. Everything else stays the
/// same, byte for byte, including the tag NIC.
///
/// The names are those of Lichess, such as `Sicilian Defense: Najdorf Variation, English Attack`:
/// the part before the colon is the opening, the part up to the comma is the variation, and the
/// rest is the subvariation. Tags for parts that the name does not have are removed. A code such as
/// `B90/07` stays if the code is B90, because it contains more information. New tags go where the
/// export format puts them if the tags of the game are in that order, and after the others if not.
///
/// `--opening-table` uses another table: lines of code, name and moves separated by tabs, as from
/// Lichess; PGN games with these tags, as from pgn-extract; or the SCID format, `B90 "Sicilian:
/// Najdorf" 1.e4 c5 *`. The file may be compressed. If the same moves have two names, the last one
/// counts, and pgn reports both.
///
/// Games from other start positions and games of variants do not change. A game with an illegal
/// move is classified by the moves before it. pgn counts all of these on standard error.
///
/// `--check` writes nothing: it reports each tag that disagrees with the moves, one per line, but
/// no missing tags. `--tags eco` checks only the codes, because names differ between tables.
///
/// The exit status is 0 if everything was written, 1 if `--check` or `-d` found a difference,
/// and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Classify {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    target: FmtTarget,

    #[command(flatten)]
    wanted: Where,

    /// Which tags: eco, opening, variation, subvariation [default: all]
    #[arg(long, value_name = "TAG,...", value_enum, value_delimiter = ',')]
    #[arg(hide_possible_values = true)]
    tags: Vec<OpeningTag>,

    /// Set only tags that are missing, empty or `?`
    #[arg(long)]
    only_missing: bool,

    /// Skip games that already have one of these tags
    #[arg(long, conflicts_with = "only_missing")]
    skip_tagged: bool,

    /// Read the table of openings from FILE instead of the built-in one
    #[arg(long, alias = "table", value_name = "FILE")]
    opening_table: Option<PathBuf>,
}

impl Classify {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let table = match &self.opening_table {
            Some(path) => table_of(path, console)?,
            None => Table::standard(),
        };
        let parts = if self.tags.is_empty() { OpeningTag::ALL.to_vec() } else { self.tags.clone() };
        let counts = Arc::new(ClassifyCounts::default());
        if self.target.is_check() {
            let query = self.wanted.query(console)?;
            let compare = check::Compare { table, parts, counts: Arc::clone(&counts) };
            let read = (&self.read, UseIndex::default());
            let exit = compare.run(read, query, self.target.output(), console)?;
            counts.report(console);
            return Ok(exit);
        }
        let existing = match (self.only_missing, self.skip_tagged) {
            (true, _) => Existing::KeepTag,
            (false, true) => Existing::KeepGame,
            (false, false) => Existing::Replace,
        };
        let naming = Naming { table, parts, existing, counts: Arc::clone(&counts) };
        let exit = self.target.edit((&self.read, &self.wanted), Arc::new(naming), console)?;
        counts.report(console);
        Ok(exit)
    }
}

/// The maximum size of a decompressed table, in bytes.
const TABLE_BYTES_MAX: u64 = 64 << 20;

/// The maximum number of reported errors in a table, one line each.
const FAULTS_TOLD: usize = 10;

/// The table in a file. It is used to the end of the program, in all threads.
fn table_of(path: &Path, console: &Console) -> Result<&'static Table, Error> {
    let name = path.display().to_string();
    let table = Table::parse(&unpacked(path)?).map_err(|faults| {
        for fault in faults.iter().skip(1).take(FAULTS_TOLD - 1) {
            console.say(&format!("{name}: {fault}"));
        }
        let first = &faults[0];
        let why = match faults.len() - 1 {
            0 => first.to_string(),
            n if faults.len() == Table::FAULTS_MAX => format!("{first}, and about {n} more errors"),
            n => format!("{first}, and {n} more errors"),
        };
        let hint = "`pgn help classify` describes the table formats";
        Error::new(ErrorKind::Usage, &name, why).with_hint(hint)
    })?;
    let repeated = table.repeated();
    for fault in repeated.iter().take(FAULTS_TOLD) {
        console.say(&format!("{name}: {fault}"));
    }
    if repeated.len() > FAULTS_TOLD {
        let further_count = repeated.len() - FAULTS_TOLD;
        let so = if repeated.len() == Table::FAULTS_MAX { " at least" } else { "" };
        console.say(&format!("{name}: moves with two names: {further_count} more{so}"));
    }
    Ok(Box::leak(Box::new(table)))
}

/// The text of a file, unpacked as games are.
fn unpacked(path: &Path) -> Result<Vec<u8>, Error> {
    let name = path.display().to_string();
    let mut sources = Inputs::gather(&[path.to_owned()]).sources();
    let mut text = Vec::new();
    if let Some(source) = sources.next() {
        let mut read = source?.read.take(TABLE_BYTES_MAX + 1);
        read.read_to_end(&mut text).map_err(|error| Error::from_io(&name, error))?;
    }
    let why = match () {
        () if text.len() as u64 > TABLE_BYTES_MAX => "has more than 64 MiB",
        () if sources.next().is_some() => "expected one file, found several",
        () => return Ok(text),
    };
    Err(Error::new(ErrorKind::Unsupported, name, why))
}
