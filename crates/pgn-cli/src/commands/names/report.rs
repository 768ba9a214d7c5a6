//! `pgn names report`: which spellings are likely one name.
//!
//! Standard: §8.1.1. Decisions: D-01.

use std::collections::HashSet;
use std::fs;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use clap::Args;

use super::super::Example;
use super::text_of;
use crate::args::{Read, Where, Write};
use crate::collect::{SourceReporter, SourceSink};
use crate::exit::Exit;
use crate::rewrite;
use crate::size::Size;
use crate::terminal::{self, Console};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::{ChunkResult, Place, ReadGames, Reading, RegionKind};
use pgn_db::scan::{self, Chunk};
use pgn_query::name::{
    Authority, Census, Certainty, Comparison, FideError, Kind, Lives, ScidFile, check_fide,
    push_suggestion, read_fide,
};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::RegionReader;

pub(in crate::commands) const EXAMPLES: &[Example] = &[
    ("pgn names report games.pgn", "See which spellings may be the same name"),
    (
        "pgn names report --spelling spelling.ssp games.pgn -o changes.tsv",
        "Use a SCID spelling file",
    ),
    (
        "pgn names report --fide players_list.txt --add-ids games.pgn -o changes.tsv",
        "Use the FIDE list, and look up its numbers",
    ),
];

/// Report spellings that are probably the same name
///
/// Compares the names of players, events and sites with each other and writes a list of changes:
/// each line has the kind, the spelling found, the correct spelling, the number of games, and the
/// reason, separated by tabs. pgn writes nothing else; `pgn names apply` applies the list.
///
/// Spellings with the same letters are certain: they differ in case, accents, punctuation, titles
/// or the order of names, an umlaut is written out (Müller, Mueller), or a Russian family name has
/// its German or English ending (Jussupow, Yusupov); initials agree, and no other name of the
/// collection fits as well. A player's name becomes the spelling in the form `Last, First`; if
/// there are several, and for events and sites, the most frequent one is used. A change is
/// uncertain if there are initials instead of a name, a missing name, a different letter, or a name
/// that sounds alike. Uncertain lines begin with `#` and have no effect until you remove it.
///
/// With `--where`, only names in matching games are reported. External lists take precedence:
/// `--aliases`, then `--spelling` and `--fide`. pgn looks up names in them ignoring case, accents
/// and punctuation, and does not change a name that they give to several people. The rules of a
/// spelling file for parts of names (%Prefix, %Infix, %Suffix) apply if no list has the whole name.
///
/// pgn keeps all spellings of the collection in memory, about 200 bytes each, and compares them in
/// memory, about 1,300 bytes each. If that is more than `--memory`, nothing is written; lists of
/// `--fide` and other lists come on top. For a larger collection, write a report for each file and
/// join the lists.
#[derive(Args, Debug)]
#[command(mut_arg("encoding", |arg| arg.hide_short_help(true)))]
pub(in crate::commands) struct Report {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    write: Write,

    #[command(flatten)]
    wanted: Where,

    /// Take correct spellings from FILE, a list in the format of this verb
    #[arg(long, value_name = "FILE")]
    aliases: Vec<PathBuf>,

    /// Take correct spellings from FILE, a SCID spelling file (.ssp)
    #[arg(long, value_name = "FILE")]
    spelling: Vec<PathBuf>,

    /// Take player names from FILE, a FIDE rating list
    ///
    /// The list is text or XML, as downloaded from FIDE, but unpacked.
    #[arg(long, value_name = "FILE")]
    fide: Vec<PathBuf>,

    /// Report FIDE numbers for players without one, from the lists of `--fide`
    ///
    /// A number is reported if the lists have exactly one player of that name, ignoring case,
    /// accents and punctuation. It is uncertain if a game has another number, or was played when
    /// the player was under four or over a hundred years old.
    #[arg(long, requires = "fide")]
    add_ids: bool,

    /// Report only what the lists contain, and do not compare names with each other
    #[arg(long)]
    lists_only: bool,

    /// Leave out uncertain changes
    #[arg(long, alias = "sure")]
    certain_only: bool,

    /// The amount of memory to use, such as 64M or 2G
    #[arg(long, value_name = "SIZE", default_value = "2G")]
    memory: Size,
}

/// The header of a list.
const HEAD: &str = "\
# A list of changes for `pgn names apply`. A line that begins with # does nothing.
#kind\tfrom\tto\tgames\twhy
";

impl Report {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let query = self.wanted.query(console)?;
        let mut authority = self.authority(console)?;
        let inputs = self.read.inputs();
        let mut output = self.write.open(&inputs, console)?;
        let joined = Joined { names: CountedNames::default(), bytes_max: self.names_bytes() };
        let mut collector = SourceReporter::new(joined, console);
        let reading = Reading { job: NameCounter { lives: self.add_ids }, query };
        let options = self.read.scan_options_within(self.memory);
        scan::run(inputs, options, reading, &mut collector)?;
        let SourceReporter { taken: Joined { names: CountedNames { census, lives }, .. }, report } =
            collector;
        let exit = report.exit;
        let compared_count = Arc::new(AtomicU64::new(0));
        console.next_phase("comparing names", Some((Arc::clone(&compared_count), "pairs")));
        authority.keep_players_of(&census);
        self.add_fide(&mut authority, console)?;
        let mut suggestions = authority.suggestions(&census);
        if !self.lists_only {
            let known: HashSet<(Kind, String)> =
                suggestions.iter().map(|it| (it.kind, it.from.clone())).collect();
            let comparison = Comparison {
                least: if self.certain_only { Certainty::Sure } else { Certainty::Doubtful },
                bytes_max: self.names_bytes().saturating_sub(census.bytes()),
                n_compared: &compared_count,
            };
            let compared = census.suggestions(comparison);
            let mut compared = compared.map_err(|_| too_many_names(census.len()))?;
            compared.retain(|it| !known.contains(&(it.kind, it.from.clone())));
            suggestions.extend(compared);
        }
        if self.add_ids {
            suggestions.extend(authority.numbers(&census, &lives));
        }
        suggestions.retain(|it| !self.certain_only || it.certainty == Certainty::Sure);
        let mut text = HEAD.to_owned();
        suggestions.iter().for_each(|suggestion| push_suggestion(suggestion, &mut text));
        output.put(text)?;
        output.commit(console)?;
        let sure_count = suggestions.iter().filter(|it| it.certainty == Certainty::Sure).count();
        let doubtful_count = suggestions.len() - sure_count;
        let n = census.len();
        let spellings = terminal::counted(n as u64, "spelling", "spellings");
        let sure = terminal::counted(sure_count as u64, "sure change", "sure changes");
        console.say(&format!("{spellings}: {sure}, {doubtful_count} uncertain"));
        Ok(exit)
    }

    /// The memory that names may take: the rest is for the texts that are read.
    fn names_bytes(&self) -> usize {
        let shared_bytes = self.memory.shared_bytes();
        shared_bytes - shared_bytes / 4
    }

    fn authority(&self, console: &Console) -> Result<Authority, Error> {
        let mut authority = Authority::default();
        for path in &self.aliases {
            authority.add_aliases(&text_of(path)?).map_err(|error| {
                Error::new(ErrorKind::Usage, path.display().to_string(), error.to_string())
            })?;
        }
        for path in &self.spelling {
            let (file, name) = (ScidFile::parse(&text_of(path)?), path.display());
            let spellings = terminal::counted(file.names.len() as u64, "spelling", "spellings");
            let rules = terminal::counted(file.n_rules() as u64, "rule", "rules");
            console.remark(&format!("{name}: {spellings}, {rules}"));
            for line in file.unread.iter().take(UNREAD_TOLD) {
                console.say(&format!("{name}:{line}: not a line of a spelling file"));
            }
            if file.unread.len() > UNREAD_TOLD {
                console.say(&format!("{name}: {} such lines in total", file.unread.len()));
            }
            authority.add_scid(file);
        }
        // An invalid list is reported before the games are read.
        for path in &self.fide {
            check_fide(open(path)?).map_err(|error| refused(path, error))?;
        }
        Ok(authority)
    }

    fn add_fide(&self, authority: &mut Authority, console: &Console) -> Result<(), Error> {
        for path in &self.fide {
            let read = read_fide(open(path)?, |listed| authority.add_listed(listed));
            let player_count = read.map_err(|error| refused(path, error))?;
            let players = terminal::counted(player_count, "player", "players");
            console.remark(&format!("{}: {players}", path.display()));
        }
        Ok(())
    }
}

/// The maximum number of reported unused lines of a list.
const UNREAD_TOLD: usize = 20;

fn open(path: &Path) -> Result<BufReader<fs::File>, Error> {
    let opened = fs::File::open(path);
    opened.map(BufReader::new).map_err(|error| Error::from_io(path.display().to_string(), error))
}

/// A FIDE list that is not one.
fn refused(path: &Path, error: FideError) -> Error {
    let name = path.display().to_string();
    let why = match error {
        FideError::Io(error) => return Error::from_io(name, error),
        why @ (FideError::NoColumns | FideError::Xml(..)) => why,
    };
    let error = Error::new(ErrorKind::Usage, name, why.to_string());
    let mut begin = [0; 2];
    let is_zip = open(path).is_ok_and(|mut file| file.read_exact(&mut begin).is_ok());
    match is_zip && begin == *b"PK" {
        true => error.with_hint("this is an archive: unpack it first"),
        false => error,
    }
}

/// Counts the names in a chunk.
struct NameCounter {
    /// Also what their games show about players.
    lives: bool,
}

/// The counts.
#[derive(Default)]
struct CountedNames {
    census: Census,
    lives: Lives,
}

impl NameCounter {
    fn count(&self, game: &Game, names: &mut CountedNames) {
        for kind in Kind::SPELLED {
            for name in kind.tags() {
                if let Some(value) = game.tag(name) {
                    names.census.add(kind, value, 1);
                }
            }
        }
        if !self.lives {
            return;
        }
        let year = game.tag("Date").and_then(pgn_query::facts::year);
        for (name, number) in Kind::Player.tags().iter().zip(Kind::FideId.tags()) {
            let is_known = |value: &&str| !matches!(value.trim(), "" | "?" | "-" | "0");
            let number = game.tag(number).filter(is_known).map(str::trim);
            if let Some(name) = game.tag(name).filter(|name| !name.contains(':')) {
                names.lives.add(name, year, number);
            }
        }
    }
}

impl ReadGames for NameCounter {
    type Reader = RegionReader;
    type Output = CountedNames;

    fn reader(&self, encoding: Choice) -> RegionReader {
        RegionReader::tags_only(encoding)
    }

    fn begin(&self, _: &mut RegionReader, _: usize) -> CountedNames {
        CountedNames::default()
    }

    fn read(
        &self,
        games: &mut RegionReader,
        at: Place<'_>,
        names: &mut CountedNames,
    ) -> RegionKind {
        let is_not_pgn = games.read(at.region).is_not_pgn;
        let game = games.game();
        if let Some(game) = game {
            self.count(game, names);
        }
        RegionKind::of(is_not_pgn, game.is_some())
    }
}

/// The counts of all chunks.
struct Joined {
    names: CountedNames,
    bytes_max: usize,
}

impl SourceSink<CountedNames> for Joined {
    fn take(
        &mut self,
        _: Chunk,
        ChunkResult { output: names, .. }: ChunkResult<CountedNames>,
        _: &mut rewrite::Report<'_>,
    ) -> Result<(), Error> {
        self.names.census.join(names.census);
        self.names.lives.join(names.lives);
        match self.names.census.bytes() > self.bytes_max {
            true => Err(too_many_names(self.names.census.len())),
            false => Ok(()),
        }
    }
}

fn too_many_names(spelling_count: usize) -> Error {
    let spellings = terminal::counted(spelling_count as u64, "spelling", "spellings");
    let why = format!("{spellings} take more memory than `--memory` allows");
    Error::new(ErrorKind::Unsupported, "names", why).with_hint(
        "allow more, compare less with `--certain-only` or `--lists-only`, or write a report for \
         each file and join the lists",
    )
}
