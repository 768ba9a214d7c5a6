//! `pgn archive`: the tree of files that the standard suggests, kept.
//!
//! Standard: §11.2 to §11.5, §14. Decisions: D-43.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use pgn_db::collate::Order;

use super::Example;
use crate::args::{Read, Values, Where, profile, values};
use crate::collect::SourceReporter;
use crate::exit::Exit;
use crate::gather::{Gathered, Outside};
use crate::memory::Memory;
use crate::output::Output;
use crate::signal;
use crate::size::Size;
use crate::terminal::{Console, counted};
use pgn_db::archive::{self, Added, Tree};
use pgn_db::collate::Movetexts;
use pgn_db::error::Error;
use pgn_db::extract::ExtractAs;
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_db::sort::Sorter;
use pgn_db::split::{Limits, Writing};
use pgnkit::write::{Export, Profile};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn archive chess games.pgn", "Add games to the archive in chess/PGN"),
    ("pgn archive chess --init", "Create an archive without games"),
    (
        "pgn archive chess new/ --by-period month --max-games 5000",
        "By month, in files of at most 5,000 games",
    ),
];

/// Keep an archive of games by event, player and date
///
/// The archive is the folder tree that section 11.5 of the standard suggests, in the folder PGN
/// below ROOT: `Events` has a file for each event, `Players` has one for each player, and `MGR`,
/// the Master Games Repository, has all games by date. Every game is stored in each of the three.
/// The games of each file are in the standard's collating sequence; `--max-games` and `--max-bytes`
/// divide large files into parts, whose names end in -001, -002 and so on. pgn writes the ReadMe
/// pages only once, so you can edit them; News pages list the number of games in each file.
///
/// A game is not added again if the archive has one with the same roster and movetext, including
/// variations and comments, so you can repeat the same command. Games in the archive do not change.
///
/// New games are stored in the archival export format: ISO 8859-1, lines that end with LF, the
/// seven tags of the roster, no escape lines. pgn counts on standard error what this form cannot
/// represent; `--profile modern` stores UTF-8 and keeps all characters.
///
/// pgn writes all new files before the first of them replaces an old one. An interrupted run leaves
/// the archive consistent: either nothing has changed, or the next run first completes the change.
/// Two runs on the same archive at the same time are not possible.
///
/// With `--where`, only matching games are added. Games with an incomplete date are stored under a
/// date with zeros for the unknown digits, and counted; `-v` lists them.
///
/// The exit status is 0 if everything was added, and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Archive {
    /// The folder of the archive, which is created if necessary
    #[arg(value_name = "ROOT")]
    root: PathBuf,

    #[command(flatten)]
    read: Read,

    /// The profile: what the output conforms to [default: archival]
    #[arg(long, value_parser = profile(), hide_short_help = true)]
    profile: Option<Profile>,

    #[command(flatten)]
    wanted: Where,

    /// Create an empty archive: only the folders and pages
    #[arg(long, conflicts_with = "files")]
    init: bool,

    /// Write nothing; only report what would be done
    ///
    /// Lists the game files that would be written or removed.
    #[arg(short = 'n', long, conflicts_with = "init")]
    dry_run: bool,

    /// How to divide games by date [default: as in the archive; by year in a new one]
    #[arg(long, alias = "tree", value_name = "PERIOD", value_parser = values(TREES))]
    by_period: Option<Tree>,

    /// At most this many games in a file
    #[arg(long, value_name = "N")]
    max_games: Option<NonZeroU64>,

    /// At most this many bytes in a file, such as 10M
    #[arg(long, value_name = "SIZE")]
    max_bytes: Option<Size>,

    #[command(flatten)]
    memory: Memory,
}

/// How to divide games by date.
const TREES: &Values<Tree> = &[
    ("year", "MGR/1992/1992.pgn", Tree::Year),
    ("month", "MGR/1992/199211/199211.pgn", Tree::Month),
    ("day", "MGR/1992/199211/19921104.pgn", Tree::Day),
];

impl Archive {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        if !self.init && inputs.are_missing() {
            inputs.sources().filter_map(Result::err).for_each(|error| console.error(&error));
            return Ok(Exit::Failed);
        }
        signal::watch();
        let mut step = || Ok(());
        let mut archive = archive::Archive::open(&self.root, self.options(), &mut step)?;
        if self.init {
            archive.finish(&mut step)?;
            return Ok(Exit::Clean);
        }
        let mut output = Output::open(None, &inputs)?;
        console.start_progress(&inputs, &output);
        let folder = archive.temporary_folder();
        // While games are taken from one sorter, another one gathers those of a file.
        let movetexts = Movetexts::new(Order::default());
        let sorter = Sorter::new(folder.clone(), movetexts, self.memory.budget().halved());
        let export = Export::new(self.profile.unwrap_or(Profile::Archival));
        let reading = Reading { job: ExtractAs { keys: archive.keys(), export }, query };
        let gathered = Gathered::new(sorter, folder, Outside::Leave);
        let mut collector = SourceReporter::new(gathered, console);
        let options = self.memory.scan_options(&self.read);
        scan::run(inputs, options, reading, &mut collector)?;
        let gathering = collector.taken.finish()?;
        let refused_count = gathering.refused_count;
        archive.add(gathering.sorted)?;
        if self.dry_run {
            output.list(archive.changes())?;
        }
        let added = archive.finish(&mut step)?;
        output.commit(console)?;
        console.say(&self.sentence(added, refused_count));
        Ok(collector.report.exit)
    }

    fn options(&self) -> archive::Options {
        let limits = Limits::default()
            .with_games_max(self.max_games.map(NonZeroU64::get))
            .with_bytes_max(self.max_bytes.map(|size| size.0));
        let budget = self.memory.budget().halved();
        let (writing, temporary) = match self.dry_run {
            true => (Writing::DryRun, Some(self.memory.folder(None).0)),
            false => (Writing::Files, self.memory.named_folder()),
        };
        archive::Options { tree: self.by_period, limits, budget, temporary, writing }
    }

    /// `added 12 games to 30 files; 2 games were there already`
    fn sentence(&self, added: Added, refused_count: u64) -> String {
        let games = |n| counted(n, "game", "games");
        let files = counted(added.file_count, "file", "files");
        let added_word = if self.dry_run { "would add" } else { "added" };
        let mut sentence = match added.game_count {
            0 => "nothing to add".to_owned(),
            n => format!("{added_word} {}, in {files}", games(n)),
        };
        if added.known_count > 0 {
            let were = if added.known_count == 1 { "was" } else { "were" };
            sentence.push_str(&format!("; {} {were} there already", games(added.known_count)));
        }
        if refused_count > 0 {
            let were = if refused_count == 1 { "was" } else { "were" };
            sentence.push_str(&format!("; {} {were} not written", games(refused_count)));
        }
        sentence
    }
}
