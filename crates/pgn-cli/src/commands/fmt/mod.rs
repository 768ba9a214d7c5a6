//! `pgn fmt`: games in export form.
//!
//! Standard: §3.2. Decisions: D-39, D-41.
//! Start at [`Fmt`].

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

mod collect;
mod legacy_text;
mod work;

use super::Example;
use crate::args::{
    InputFormat, InputKind, MovesLanguage, ONLY_FOR_GAMES, ONLY_FOR_POSITIONS, OutputEncoding,
    OutputEncodingArg, PgnForm, Read, Where,
};
use crate::collect::SourceReporter;
use crate::diff::Paint;
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::output::Output;
use crate::rewrite::{Edits, Form, Plan, RecordLayout, Recording, Rewrite, ScoresFor};
use crate::terminal::Console;
use collect::Formatted;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_db::source::Inputs;
use pgnkit::write::Newline;
use work::{FormatJob, Parting};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn fmt games.pgn -o clean.pgn", "Rewrite the games"),
    ("pgn fmt -w games/", "Rewrite all files of a folder in place"),
    ("pgn fmt -d games.pgn", "Show only what would change"),
    ("pgn fmt --check games/", "Only check: the exit status is 1 if a file differs"),
    ("pgn fmt suite.epd -o clean.epd", "Rewrite EPD records"),
];

/// Write games in export form
///
/// Reads PGN in any form and writes the export form of the standard: tags in order, moves in
/// canonical SAN, lines of less than 80 characters. Formatting twice gives the same result as
/// formatting once.
///
/// pgn reports every loss. On standard error it counts findings, and what the profile cannot
/// represent or represents differently, for each file and code; `-v` lists every location, and `pgn
/// explain CODE` explains a code. A game that the profile rejects is reported and left out.
///
/// Files whose names end in .epd or .fen are EPD records and FENs; for other names, give the format
/// with `--from`. In folders, pgn reads them with `-w`, `-d` and `--check`. In a record, operations
/// are in ASCII order of their opcodes, moves in SAN, and the moves of am and bm in ASCII order;
/// single spaces separate the parts, and a semicolon ends each operation. The counters of a FEN
/// become hmvc and fmvn; a FEN gets missing counters. The profiles modern and lossless keep
/// remarks, private operations and unreadable text; the others write only what the standard
/// defines. A quote in a string becomes an apostrophe, because EPD has no way to write it.
///
/// In place, a file is replaced atomically, only if its content changes, and keeps its compression.
/// It does not change if it could not be read to the end, if a game was rejected, if it has no
/// games, or if another program changed it in the meantime.
///
/// The exit status is 0 if everything was written, 1 if `--check` or `-d` found a difference,
/// and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Fmt {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    #[command(flatten)]
    input: InputKind,

    #[command(flatten)]
    letters: MovesLanguage,

    #[command(flatten)]
    target: FmtTarget,

    #[command(flatten)]
    form: PgnForm,

    /// Read scores of EPD records from White's point of view, not from that of the side to move
    ///
    /// For records from programs that score every position for White: `ce` changes its sign if
    /// Black is to move, as the standard requires.
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    positive_for_white: bool,
}

/// Where the text goes once it is in form.
#[derive(Args, Debug)]
pub(super) struct FmtTarget {
    /// Write to FILE instead of standard output
    ///
    /// An existing FILE is replaced only when everything has been read and written. If something
    /// could not be read, the file stays and the result goes to FILE.partial, unless you give
    /// `--partial`; if nothing can be written, the file stays, too. If the name ends in .gz, .zst,
    /// .bz2 or .xz, the output is compressed.
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    output: Option<PathBuf>,

    /// Write the games back to their files
    #[arg(short = 'w', long)]
    in_place: bool,

    /// Only show the changes, as a unified diff
    #[arg(short, long)]
    diff: bool,

    /// Only list the files that would change; exit status 1 if any
    #[arg(long, conflicts_with = "in_place")]
    check: bool,

    /// The old spelling of `--check`.
    #[arg(short = 'n', long, hide = true)]
    dry_run: bool,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,
}

/// The handling of the formatted games.
#[derive(Clone, Copy, Debug)]
struct Aims {
    parting: Parting,
    prints_games: bool,
    writes_in_place: bool,
    lists: bool,
    /// Prints differences, painted so.
    diffs: Option<Paint>,
}

impl Fmt {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let export = self.form.export()?;
        let parting = match export.newline {
            Newline::Lf => Parting::EmptyLine(b"\n"),
            Newline::CrLf => Parting::EmptyLine(b"\r\n"),
        };
        let (games, mut records) = self.input.inputs(&self.read)?;
        let refuse = |option: &str, why: &str| Err(Error::new(ErrorKind::Usage, option, why));
        let letters = self.letters.moves_language.map(|_| "--moves-language");
        if games.is_empty()
            && let Some(option) = self.form.given_beside_profile().or(letters)
        {
            return refuse(option, ONLY_FOR_GAMES);
        }
        if records.is_empty() && self.positive_for_white {
            return refuse("--positive-for-white", ONLY_FOR_POSITIONS);
        }
        if self.target.prints_games() && !games.are_missing() {
            if self.read.name_positions() && self.input.from.is_none() {
                let error = Error::new(ErrorKind::Usage, "fmt", "cannot write games and positions");
                return Err(error.with_hint("`-w` rewrites both kinds of files in place"));
            }
            // Archives are in both.
            if !records.identities().is_subset(&games.identities()) {
                console.say("files of positions are left out; `-w`, `-d` and `--check` read them");
            }
            records = Inputs::none();
        }
        let are_fens = self.input.from == Some(InputFormat::Fen);
        let layout = if are_fens { RecordLayout::FenWithOperations } else { RecordLayout::ByName };
        let form = self.form.profile.unwrap_or_default().into();
        let scores_for = if self.positive_for_white { ScoresFor::White } else { ScoresFor::Mover };
        let recording = Recording { form, layout, scores_for, variant: self.input.variant };
        let games = games.before(&mut records);
        let options = self.letters.scan_options(&self.read);
        let works = vec![
            (games, Form::Pgn(export), parting),
            (records, Form::Records(recording), Parting::Nothing),
        ];
        self.target.format((&self.read, options), works, console)
    }
}

impl FmtTarget {
    /// Whether `--check` was given, in its present spelling.
    pub(super) fn is_check(&self) -> bool {
        self.check
    }

    /// Whether the text goes to standard output or a separate file.
    fn prints_games(&self) -> bool {
        !(self.in_place || self.dry_run || self.diff || self.check)
    }

    /// The file that `-o` names.
    pub(super) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Edits the selected games in place; the other games are copied. Returns the status.
    pub(super) fn edit(
        &self,
        (read, wanted): (&Read, &Where),
        plan: Arc<dyn Plan>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let edits = Edits::new(plan, wanted.query(console)?);
        self.edit_slowly((read, read.scan_options()), edits, console, Console::start_progress)
    }

    /// The same for slow edits; `begin` controls the progress display.
    pub(super) fn edit_slowly(
        &self,
        read: (&Read, scan::Options),
        edits: Edits,
        console: &mut Console,
        begin: impl FnOnce(&mut Console, &Inputs, &Output),
    ) -> Result<Exit, Error> {
        let work = (read.0.inputs(), Form::Edit(edits), Parting::Kept);
        self.format_shown(read, vec![work], console, begin)
    }

    /// Formats each of these inputs, one after the other.
    fn format(
        &self,
        read: (&Read, scan::Options),
        works: Vec<(Inputs, Form, Parting)>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        if self.output_encoding.output_encoding == OutputEncoding::Same {
            let why = "`same` is for games that are copied, found a profile with its own encoding";
            return Err(Error::new(ErrorKind::Usage, "--output-encoding", why));
        }
        self.format_shown(read, works, console, Console::start_progress)
    }

    fn format_shown(
        &self,
        (read, options): (&Read, scan::Options),
        works: Vec<(Inputs, Form, Parting)>,
        console: &mut Console,
        begin: impl FnOnce(&mut Console, &Inputs, &Output),
    ) -> Result<Exit, Error> {
        // The first input stores the files of all.
        let Some((inputs, _, parting)) = works.first() else { return Ok(Exit::Clean) };
        let mut output = Output::open(self.output.as_deref(), inputs)?;
        let paint = match self.output.is_none() && console.color_on_stdout() {
            true => Paint::Color,
            false => Paint::Plain,
        };
        if self.diff && paint == Paint::Color {
            output.pass_colors();
        }
        let aims = Aims {
            parting: *parting,
            prints_games: self.prints_games(),
            writes_in_place: self.in_place && !self.dry_run,
            lists: self.check || self.dry_run,
            diffs: self.diff.then_some(paint),
        };
        // A comparison is of bytes.
        let is_written = aims.prints_games || aims.writes_in_place;
        begin(console, inputs, &output);
        let mut collector = SourceReporter::new(Formatted::new(aims, output), console);
        for (inputs, form, parting) in works {
            let mut options = options;
            let form = match form {
                Form::Edit(edits) => {
                    if is_written {
                        options = self.output_encoding.scan_options(options);
                    }
                    let are_joined = aims.prints_games && read.may_be_several();
                    Form::Edit(Edits { are_joined, ..edits })
                }
                form => form,
            };
            options.cut = match parting {
                Parting::EmptyLine(_) | Parting::Kept => scan::Cut::Games,
                Parting::Nothing => scan::Cut::Lines,
            };
            let rewrite = Reading::all(Rewrite::whole(form, console.loudness()));
            let format = FormatJob { rewrite, parting, wants_diff: self.diff };
            scan::run(inputs, options, format, &mut collector)?;
        }
        collector.taken.finish(&collector.report)
    }
}
