//! `pgn check`: reports findings, their places, and how to fix them.
//!
//! Standard: §3.1, §3.2. Decisions: D-25.
//! Start at [`Check`].

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pgn_lint::render::{Color, Format, statistics};
use pgn_lint::{Applicability, Listing, Profile, Selector, TextKind, UnknownRuleError};

mod collect;
mod finding_limiter;
mod work;

use super::Example;
use crate::args::{InputFormat, InputKind, MovesLanguage, Read, Values, Write, config_for, values};
use crate::collect::SourceReporter;
use crate::date_order::DateOrderArg;
use crate::diff::Paint;
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::output::Output;
use crate::progress::grouped;
use crate::terminal::Console;
use collect::{CheckOutcome, CheckSink};
use pgn_db::config::parse_config;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::scan::{self, BufferPool};
use pgn_db::source::Inputs;
use work::{Aim, Lint};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn check games/", "All files in a folder"),
    ("pgn check --select C games.pgn", "Only moves and results"),
    ("pgn check --fix games.pgn", "Fix what can be fixed with certainty"),
];

/// Report what is wrong with games
///
/// Each finding shows the file, line, column and game, what was expected and found, and how to fix
/// it. `pgn explain CODE` describes a rule in full.
///
/// pgn lists the first 20 errors or warnings of each rule and counts the rest; info findings take
/// one line per rule, with their number and first location. `--all` lists every finding.
///
/// Files whose names end in .epd or .fen are checked as EPD records and FENs; for other names, give
/// the format with `--from`. The profiles of games apply to records, too.
///
/// The profile decides what counts as a finding. lax (the default) reports what is lost or
/// misleading; import follows the import format of the standard to the letter; modern, archival,
/// reduced and lossless expect exactly what `pgn fmt` writes with that profile. lichess, chesscom,
/// chessbase and scid add to lax what that site or program documents that it refuses or damages.
///
/// `--fix` fixes files in place, atomically, and keeps their compression; it reports what it cannot
/// fix, with locations in the new file. With `--dry-run` or `--diff`, nothing is written.
///
/// You can also select rules in a file pgnkit.toml, in the current folder or a parent, and suppress
/// rules in the games themselves: write `%pgnkit ignore CODE` on a line of its own, before or in a
/// game.
///
/// The exit status is 0 if there are no errors or warnings, 1 if there are any, and 2 if a file
/// could not be read or written.
#[derive(Args, Debug)]
#[command(mut_arg("encoding", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("moves_language", |arg| arg.hide_short_help(true)))]
pub(super) struct Check {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    #[command(flatten)]
    input: InputKind,

    #[command(flatten)]
    letters: MovesLanguage,

    /// How dates such as 03/04/1992 are read.
    #[command(flatten)]
    dates: DateOrderArg,

    #[command(flatten)]
    write: Write,

    /// The profile: what to check against
    #[arg(long, value_parser = profile(), help_heading = "Rules")]
    profile: Option<Profile>,

    /// Check only these rules
    ///
    /// A rule is given by its code, the beginning of its code, or its name; `all` means all rules.
    /// Separate several by commas.
    #[arg(long, value_name = "CODE", value_delimiter = ',', help_heading = "Rules")]
    select: Vec<String>,

    /// Do not check these rules
    #[arg(long, value_name = "CODE", value_delimiter = ',', help_heading = "Rules")]
    ignore: Vec<String>,

    /// Configuration file [default: the nearest pgnkit.toml]
    ///
    /// The file selects rules and sets their severities.
    #[arg(long, value_name = "FILE", help_heading = "Rules", hide_short_help = true)]
    config: Option<PathBuf>,

    /// Fix what can be fixed with certainty, in place
    #[arg(long, conflicts_with = "output")]
    fix: bool,

    /// Write nothing; only report what would be done
    #[arg(short = 'n', long, requires = "fix")]
    dry_run: bool,

    /// With --fix or --diff: also apply fixes that require a guess
    #[arg(long)]
    unsafe_fixes: bool,

    /// Only show the changes, as a unified diff
    #[arg(short, long, conflicts_with = "fix")]
    diff: bool,

    /// Format of the report: full, concise, json, jsonl, sarif or github
    ///
    /// full shows the line, and the board if a move is illegal; concise has one line per finding;
    /// json is one object, and jsonl one object per finding; sarif is for code scanners, and github
    /// for GitHub workflows.
    #[arg(long, value_name = "FORMAT", value_parser = values(FORMATS), default_value = "full")]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    format: Format,

    /// List every finding of every rule
    ///
    /// The machine-readable formats always do.
    #[arg(long, conflicts_with_all = ["diff", "stats"])]
    all: bool,

    /// Print only counts: the number of findings of each rule
    #[arg(long, conflicts_with_all = ["fix", "diff"])]
    stats: bool,
}

/// The standards that games can be checked against.
fn profile() -> impl TypedValueParser<Value = Profile> {
    let about = |profile| match profile {
        Profile::Lax => "Report what is lost or misleading".to_owned(),
        Profile::Import => "The import format of the standard".to_owned(),
        Profile::Export(profile) => match profile.site() {
            Some(site) => format!("What {site} refuses or damages, by its documented limits"),
            None => format!("Exactly what `pgn fmt --profile {}` writes", profile.name()),
        },
    };
    let value = |profile: Profile| PossibleValue::new(profile.name()).help(about(profile));
    PossibleValuesParser::new(Profile::ALL.map(value))
        .map(|name| Profile::from_name(&name).unwrap_or_default())
}

/// The forms of the report.
const FORMATS: &Values<Format> = &[
    ("full", "For people: the line with a caret, the board, the help", Format::Full),
    ("concise", "One line per finding", Format::Concise),
    ("json", "One JSON object", Format::Json),
    ("jsonl", "One JSON object per finding", Format::Jsonl),
    ("sarif", "SARIF 2.1.0", Format::Sarif),
    ("github", "GitHub workflow commands", Format::Github),
];

impl Check {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let aim = self.aim()?;
        let config = self.config()?;
        let (games, mut records) = self.input.inputs(&self.read)?;
        let members = [&games, &records].map(Inputs::members);
        let games = games.before(&mut records);
        let left_out_count = games.skipped_count();
        let mut output = Output::open(self.write.output.as_deref(), &games)?;
        let colors = self.write.output.is_none() && console.color_on_stdout();
        if colors {
            output.pass_colors();
        }
        let format = self.format;
        let color = if colors { Color::Always } else { Color::Never };
        let paint = if colors { Paint::Color } else { Paint::Plain };
        console.start_progress(&games, &output);
        let (pool, listing) = (BufferPool::default(), self.listing());
        let job = Lint { config: config.clone(), aim, listing, format, color, pool };
        let sink = CheckSink::new(&mut output, &job, (paint, self.dry_run));
        let mut checked = SourceReporter::new(sink, console);
        let are_fens = self.input.from == Some(InputFormat::Fen);
        let of_records = if are_fens { TextKind::Fens } else { TextKind::Records };
        for (text, inputs) in [(TextKind::Games, games), (of_records, records)] {
            let (variant, cut) = match text {
                TextKind::Games => (None, scan::Cut::Games),
                TextKind::Records | TextKind::Fens => (self.input.variant, scan::Cut::Lines),
            };
            let mut config = config.clone().with_text(text);
            config.variant = variant;
            checked.report.rules = Some(config.clone());
            let job = Lint { config, ..job.clone() };
            let options = self.letters.scan_options(&self.read).with_cut(cut);
            scan::run(inputs, options, job, &mut checked)?;
        }
        // In archives, each reads the members that the other skips.
        let member_count = members.each_ref().map(|it| (it.read_count(), it.skipped_count()));
        let left_out_count = left_out_count
            + match member_count {
                [(0, 0), (_, skipped_count)] => skipped_count,
                [(_, skipped_count), (read_count, _)] => skipped_count.saturating_sub(read_count),
            };
        let mut outcome = checked.taken.finish(&checked.report)?;
        // An archive in which nothing is found is an error where nothing else is found either.
        if outcome.summary.n_files == 0 {
            outcome.exit = Exit::Failed;
        }
        if aim == Aim::Count {
            let counted = statistics(&mut output, color, &outcome.summary);
            counted.map_err(|error| output.error(error))?;
        }
        output.commit(console)?;
        if matches!(format, Format::Full | Format::Concise) && !matches!(aim, Aim::Diff(_)) {
            let fixed = if self.dry_run { "would be fixed" } else { "fixed" };
            console.say(&in_words(&outcome, fixed, left_out_count));
        }
        Ok(outcome.exit)
    }

    fn listing(&self) -> Listing {
        match self.format {
            Format::Full | Format::Concise if self.stats => Listing::NONE,
            Format::Full | Format::Concise if !self.all => Listing::BRIEF,
            Format::Full
            | Format::Concise
            | Format::Json
            | Format::Jsonl
            | Format::Sarif
            | Format::Github => Listing::ALL,
        }
    }

    fn aim(&self) -> Result<Aim, Error> {
        let allowed = match self.unsafe_fixes {
            true => Applicability::Unsafe,
            false => Applicability::Safe,
        };
        let is_human = matches!(self.format, Format::Full | Format::Concise);
        let misplaced = |option: &str, why: &str| Err(Error::new(ErrorKind::Usage, option, why));
        if self.unsafe_fixes && !self.fix && !self.diff {
            return misplaced("--unsafe-fixes", "makes sense only with `--fix` or `--diff`");
        }
        if self.letters.moves_language.is_some() && (self.fix || self.diff) {
            let why = "cannot be used with `--fix` and `--diff`: it would mix letters";
            let error = Error::new(ErrorKind::Usage, "--moves-language", why);
            return Err(error.with_hint("`pgn fmt --moves-language LANGUAGE` rewrites all moves"));
        }
        if self.stats && !is_human {
            let why = "are for people; `--format json` has the counts in its summary";
            return misplaced("--stats", why);
        }
        Ok(match (self.fix, self.diff, self.stats) {
            (true, _, _) => Aim::Fix(allowed),
            (_, true, _) => Aim::Diff(allowed),
            (_, _, true) => Aim::Count,
            (false, false, false) => Aim::Report,
        })
    }

    /// The choice of rules: that of the file, and above it that of the command line.
    fn config(&self) -> Result<pgn_lint::Config, Error> {
        let nearest = || config_for(self.input.stdin_filename.as_deref());
        let file = self.config.clone().or_else(nearest);
        let read = parse_config(file.as_deref(), None, pgn_lint::Config::from_toml)?;
        let mut config = read.unwrap_or_default();
        if let Some(profile) = self.profile {
            config.profile = profile;
        }
        if !self.select.is_empty() {
            config.select = selectors("--select", &self.select)?;
        }
        config.ignore.extend(selectors("--ignore", &self.ignore)?);
        config.language = self.letters.moves_language.unwrap_or_default();
        Ok(config)
    }
}

fn selectors(option: &str, codes: &[String]) -> Result<Vec<Selector>, Error> {
    let parse = |code: &String| Selector::parse(code.trim());
    codes.iter().map(parse).collect::<Result<_, _>>().map_err(|error| no_such_rule(option, &error))
}

/// The error for a text that names no rule.
pub(super) fn no_such_rule(what: &str, unknown: &UnknownRuleError) -> Error {
    let error = Error::new(ErrorKind::Usage, what, unknown.to_string());
    error.with_hint("`pgn explain` lists all rules")
}

/// `12 files, 3,456 games: 2 errors, 14 warnings, 1 info`.
fn in_words(outcome: &CheckOutcome, fixed: &str, left_out_count: u64) -> String {
    let CheckOutcome { exit, summary, fixed_count, record_count, is_limited } = outcome;
    let count = |n: u64, one: &str| {
        let ending = if n == 1 { "" } else { "s" };
        format!("{} {one}{ending}", grouped(n))
    };
    let left_out = match left_out_count {
        0 => String::new(),
        n => format!("; skipped because of their names: {}", count(n, "file")),
    };
    if summary.n_files == 0 {
        return format!("nothing was read{left_out}");
    }
    let mut what = vec![count(summary.n_files, "file")];
    let game_count = summary.n_games - record_count;
    if game_count > 0 || *record_count == 0 {
        what.push(count(game_count, "game"));
    }
    if *record_count > 0 {
        what.push(count(*record_count, "record"));
    }
    let found = match (summary.is_empty(), exit, fixed_count) {
        (true, Exit::Failed, _) => "no findings in what was read".to_owned(),
        (true, _, 0) => "nothing to report".to_owned(),
        (true, _, n) => format!("{} {fixed}, nothing left to report", grouped(*n)),
        (false, _, _) => {
            let (errors, warnings) =
                (count(summary.n_errors, "error"), count(summary.n_warnings, "warning"));
            format!("{errors}, {warnings}, {} info", grouped(summary.n_infos))
        }
    };
    let hint = if *is_limited { " (--all lists each)" } else { "" };
    format!("{}: {found}{hint}{left_out}", what.join(", "))
}
