//! `pgn diff`: two files, or two games, compared as games.
//!
//! Decisions: D-14, D-22.
//! Start at [`Diff`].

use std::io::{self};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

mod collect;
mod json;
mod text;

use super::Example;
use crate::args::{Read, SourceArgs, Where, encodings, input_path};
use crate::collect::SourceReporter;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::memory::temporary_file_error;
use crate::output::Output;
use crate::signal;
use crate::terminal::Console;
use collect::{DiffSide, SideGames};
use json::JsonDiff;
use pgn_db::error::{Error, ErrorKind, printable};
use pgn_db::extract::{Extract, StoredGameReader};
use pgn_db::pairing::{Pair, Pairing, Prints, pair};
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_db::sort::Folder;
use pgn_db::source::InputPath;
use pgnkit::Game;
use pgnkit::charset;
use pgnkit::compare::{Changes, Ignore, compare};
use text::TextDiff;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn diff old.pgn new.pgn", "Show what changed"),
    ("pgn diff --stats old.pgn new.pgn", "Only count"),
    ("pgn diff --game 3,5 a.pgn a.pgn", "Two games of a file"),
    ("pgn diff --ignore comments,clocks,tag:ECO a.pgn b.pgn", "Ignore some differences"),
];

/// Compare two files as games
///
/// pgn compares games, not lines: layout, move numbers, the spelling of moves, and braces or
/// semicolons around comments do not count. It reports tags that were added, removed or changed;
/// the outcome; the first move that differs in each line, with the moves after it; variations that
/// were added, removed or swapped with the main line; comments; NAGs; and the order of all these.
///
/// pgn matches games first by their whole content, then by roster, moves, players, date, opening or
/// event, then by their place. It reports games with a different place as moved, and lists games
/// that are in only one file.
///
/// With `--where`, only matching games are compared, in both files; their numbers are those in the
/// files. Lines with a hyphen are from the first file, lines with a plus from the second.
///
/// pgn needs about 160 bytes of memory per game; the texts go to temporary files, which take as
/// much space as both files uncompressed.
///
/// The exit status is 0 if the games are the same, 1 if they differ, and 2 if something could not
/// be read.
#[derive(Args, Debug)]
pub(super) struct Diff {
    /// The first file or folder
    #[arg(value_name = "BEFORE", value_parser = input_path(), value_hint = ValueHint::AnyPath)]
    before: InputPath,

    /// The second file or folder
    #[arg(value_name = "AFTER", value_parser = input_path(), value_hint = ValueHint::AnyPath)]
    after: InputPath,

    /// The number of the game: compare only game N of the first file with game M of the second
    /// [default: N]
    #[arg(long, value_name = "N[,M]", value_delimiter = ',', num_args = 1)]
    game: Vec<NonZeroU64>,

    #[command(flatten)]
    wanted: Where,

    /// What to ignore: comments, nags, variations, clocks, order, tags, tag:NAME
    ///
    /// `order` is the order of tags, and of comments and NAGs after a move; `tags` means all tags.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', value_parser = part)]
    ignore: Vec<IgnoredPart>,

    /// Print only counts: how many games are equal, changed, moved or in one file only
    #[arg(long)]
    stats: bool,

    /// Format of the report: text or json
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: DiffFormat,

    /// The encoding of the text
    ///
    /// `auto` decides for each game: UTF-8 if the text is valid UTF-8, otherwise ISO 8859-1.
    #[arg(long, value_parser = encodings(), default_value = "auto")]
    encoding: charset::Choice,

    /// Number of threads, at most four per core [default: one per core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    sources: SourceArgs,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "DIR")]
    temp: Option<PathBuf>,
}

/// The forms of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// For people (the default)
    #[default]
    Text,
    /// One JSON object; see docs/schema/diff.md
    Json,
}

/// Something that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
enum IgnoredPart {
    Comments,
    Nags,
    Variations,
    Clocks,
    Order,
    Tags,
    Tag(String),
}

fn part(name: &str) -> Result<IgnoredPart, String> {
    Ok(match name {
        "comments" => IgnoredPart::Comments,
        "nags" => IgnoredPart::Nags,
        "variations" => IgnoredPart::Variations,
        "clocks" => IgnoredPart::Clocks,
        "order" => IgnoredPart::Order,
        "tags" => IgnoredPart::Tags,
        _ => match name.strip_prefix("tag:") {
            Some(tag) if !tag.is_empty() => IgnoredPart::Tag(tag.to_owned()),
            Some(_) | None => {
                let words = "comments, nags, variations, clocks, order, tags, tag:NAME";
                return Err(format!("expected some of {words}"));
            }
        },
    })
}

fn ignore_of(parts: Vec<IgnoredPart>) -> Ignore {
    let mut ignore = Ignore::default();
    for part in parts {
        match part {
            IgnoredPart::Comments => ignore.comments = true,
            IgnoredPart::Nags => ignore.nags = true,
            IgnoredPart::Variations => ignore.variations = true,
            IgnoredPart::Clocks => ignore.clocks = true,
            IgnoredPart::Order => ignore.order = true,
            IgnoredPart::Tags => ignore.all_tags = true,
            IgnoredPart::Tag(name) => ignore.tags.push(name),
        }
    }
    ignore
}

/// The totals of all games.
#[derive(Clone, Copy, Debug, Default)]
struct Stat {
    before_count: usize,
    after_count: usize,
    same_count: usize,
    changed_count: usize,
    moved_count: usize,
    only_before_count: usize,
    only_after_count: usize,
}

/// A game of one side with its number, from 1.
struct Numbered<'g> {
    number: u64,
    game: &'g Game,
}

/// A form of the output. Everything is appended to `out`.
trait WriteDiff {
    /// The output begins.
    fn begin(&mut self, stat: Stat, out: &mut Vec<u8>);
    /// A game that is in both files and changed, or changed its place.
    fn changed(
        &mut self,
        both: [Numbered<'_>; 2],
        is_moved: bool,
        changes: &Changes,
        out: &mut Vec<u8>,
    );
    /// A game that is only in the first file, or only in the second one.
    fn only(&mut self, side: usize, game: &Numbered<'_>, out: &mut Vec<u8>);
    /// The output is over.
    fn end(&mut self, out: &mut Vec<u8>);
}

impl Diff {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let ignore = ignore_of(self.ignore.clone());
        let folder = Folder(self.temp.clone().unwrap_or_else(std::env::temp_dir));
        let names = [&self.before, &self.after].map(|path| path.display().to_string());
        let query = self.wanted.query(console)?;
        let extract = Extract(Prints { ignore: ignore.clone() });
        let reading = Reading { job: extract, query };
        signal::watch();
        let (before, exit_before) = self.read(&self.before, reading.clone(), &folder, console)?;
        let (after, exit_after) = self.read(&self.after, reading, &folder, console)?;
        let mut sides = [before, after];
        let pairing = match self.game.as_slice() {
            [] => pair(&sides[0].prints, &sides[1].prints),
            numbers => chosen(numbers, &sides, &names)?,
        };
        let game_count = [sides[0].prints.len(), sides[1].prints.len()];
        let stat = stat(&pairing, game_count, !self.game.is_empty())?;
        let mut form: Box<dyn WriteDiff> = match self.format {
            DiffFormat::Json => Box::new(JsonDiff::new(names)),
            DiffFormat::Text => {
                Box::new(TextDiff::new(names, console.color_on_stdout(), self.stats))
            }
        };
        let mut output = Output::open(None, &Read::default().inputs())?;
        if self.format == DiffFormat::Text && console.color_on_stdout() {
            output.pass_colors();
        }
        let mut out = Vec::new();
        form.begin(stat, &mut out);
        let steps = if self.stats { Vec::new() } else { steps(&pairing) };
        let mut readers = [StoredGameReader::default(), StoredGameReader::default()];
        for step in steps {
            report(step, &mut sides, &mut readers, &ignore, form.as_mut(), &mut out)
                .map_err(|error| temporary_file_error(&folder, error))?;
            output.put(&out)?;
            out.clear();
        }
        form.end(&mut out);
        output.put(&out)?;
        output.commit(console)?;
        let differs =
            stat.changed_count + stat.moved_count + stat.only_before_count + stat.only_after_count
                > 0;
        let found = if differs { Exit::Findings } else { Exit::Clean };
        Ok(exit_before.max(exit_after).max(found))
    }

    /// Reads one side.
    fn read(
        &self,
        path: &InputPath,
        reading: Reading<Extract<Prints>>,
        folder: &Folder,
        console: &mut Console,
    ) -> Result<(SideGames, Exit), Error> {
        let (files, encoding, jobs) = (vec![path.clone()], self.encoding, self.jobs);
        let read = Read { files, encoding, jobs, sources: self.sources.clone() };
        let inputs = read.inputs();
        console.start_progress(&inputs, &Output::open(None, &inputs)?);
        let side = DiffSide::new(folder.clone())?;
        let mut collector = SourceReporter::new(side, console);
        scan::run(inputs, read.scan_options(), reading, &mut collector)?;
        let exit = collector.report.exit;
        let games = collector.taken.into_games()?;
        console.end_progress();
        Ok((games, exit))
    }
}

/// Reads the games of a step again, and reports the result.
fn report(
    step: Step,
    sides: &mut [SideGames; 2],
    readers: &mut [StoredGameReader; 2],
    ignore: &Ignore,
    form: &mut dyn WriteDiff,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    match step {
        Step::Pair(pair) => {
            let before = sides[0].spool.read(pair.before)?;
            let after = sides[1].spool.read(pair.after)?;
            let [one, other] = readers;
            if let (Some(before), Some(after)) = (one.read(&before), other.read(&after)) {
                let changes = compare(before, after, ignore);
                let both = [
                    Numbered { number: sides[0].numbers[pair.before], game: before },
                    Numbered { number: sides[1].numbers[pair.after], game: after },
                ];
                form.changed(both, pair.is_moved, &changes, out);
            }
        }
        Step::Only(side, n) => {
            let stored = sides[side].spool.read(n)?;
            if let Some(game) = readers[side].read(&stored) {
                form.only(side, &Numbered { number: sides[side].numbers[n], game }, out);
            }
        }
    }
    Ok(())
}

/// The two games that the person named.
fn chosen(
    numbers: &[NonZeroU64],
    sides: &[SideGames; 2],
    names: &[String; 2],
) -> Result<Pairing, Error> {
    let (before, after) = match numbers {
        [both] => (both.get(), both.get()),
        [before, after] => (before.get(), after.get()),
        _ => {
            let why = "expected one or two numbers";
            return Err(Error::new(ErrorKind::Usage, "--game", why));
        }
    };
    let place = |side: usize, number: u64| {
        let found = sides[side].numbers.binary_search(&number);
        found.map_err(|_| {
            let why = match sides[side].numbers.last() {
                None => "there are no games".to_owned(),
                Some(last) if number > *last => {
                    format!("there is no game {number}, the last one is {last}")
                }
                Some(_) => format!("game {number} does not match --where"),
            };
            Error::new(ErrorKind::Usage, printable(&names[side]), why)
        })
    };
    let (before, after) = (place(0, before)?, place(1, after)?);
    let is_same = sides[0].prints[before].whole == sides[1].prints[after].whole;
    let pair = Pair { before, after, is_same, is_moved: false };
    Ok(Pairing { pairs: vec![pair], ..Pairing::default() })
}

/// Counts, and closes the account of both files.
fn stat(pairing: &Pairing, game_count: [usize; 2], is_one: bool) -> Result<Stat, Error> {
    let pair_count = pairing.pairs.len();
    let same_count = pairing.pairs.iter().filter(|pair| pair.is_same).count();
    let only_count = [pairing.only_before.len(), pairing.only_after.len()];
    if !is_one {
        for (input_count, only_count) in game_count.into_iter().zip(only_count) {
            let [input_count, output_count, rejected_count] =
                [input_count, pair_count, only_count].map(|n| n as u64);
            Games { input_count, output_count, rejected_count }.close("diff")?;
        }
    }
    Ok(Stat {
        before_count: game_count[0],
        after_count: game_count[1],
        same_count,
        changed_count: pair_count - same_count,
        moved_count: pairing.pairs.iter().filter(|pair| pair.is_moved).count(),
        only_before_count: only_count[0],
        only_after_count: only_count[1],
    })
}

/// The reports, in order.
enum Step {
    Pair(Pair),
    Only(usize, usize),
}

/// The reports in the order of the second file. A game that only the first file has follows the
/// game before it.
fn steps(pairing: &Pairing) -> Vec<Step> {
    let mut steps = Vec::new();
    let stays: Vec<&Pair> = pairing.pairs.iter().filter(|pair| !pair.is_moved).collect();
    for pair in pairing.pairs.iter().filter(|pair| !pair.is_same || pair.is_moved) {
        steps.push(((pair.after + 1, 0, 0), Step::Pair(*pair)));
    }
    for &n in &pairing.only_after {
        steps.push(((n + 1, 0, 0), Step::Only(1, n)));
    }
    for &n in &pairing.only_before {
        let place = stays.partition_point(|pair| pair.before < n);
        let behind = place.checked_sub(1).map_or(0, |place| stays[place].after + 1);
        steps.push(((behind, 1, n), Step::Only(0, n)));
    }
    steps.sort_by_key(|step| step.0);
    steps.into_iter().map(|(_, step)| step).collect()
}
