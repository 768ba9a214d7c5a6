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
use crate::args::{LangIn, OutputEncoding, OutputEncodingArg, PgnForm, Read, Where};
use crate::diff::Paint;
use crate::exit::Exit;
use crate::output::Output;
use crate::rewrite::{Edits, Form, Plan, Recording, Report, Rewrite};
use crate::terminal::Console;
use collect::Formatted;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::Reading;
use pgn_db::scan;
use pgn_db::source::Inputs;
use pgnkit::write::Newline;
use work::Format;
pub(super) use work::Parting;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn fmt games.pgn -o clean.pgn", "Rewrite the games"),
    ("pgn fmt -w games/", "Rewrite all files of a folder in place"),
    ("pgn fmt -d games.pgn", "Show only what would change"),
    ("pgn fmt --check games/", "Only check: the exit status is 1 if a file differs"),
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
/// Files whose names end in .epd or .fen are written as by `pgn epd fmt`.
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
    letters: LangIn,

    #[command(flatten)]
    target: Target,

    #[command(flatten)]
    form: PgnForm,
}

/// Where the text goes once it is in form.
#[derive(Args, Debug)]
pub(super) struct Target {
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

    /// Write nothing; list the files that would change, with exit status 1 if there are any
    #[arg(long, conflicts_with = "in_place")]
    check: bool,

    /// The old spelling of `--check`.
    #[arg(short = 'n', long, hide = true)]
    dry_run: bool,

    #[command(flatten)]
    output_encoding: OutputEncodingArg,
}

/// What is done with the games once they are in form.
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
        if self.read.are_positions() {
            return self.format_positions(console);
        }
        let options = self.letters.scan_options(&self.read);
        self.target.format((&self.read, options), Form::Pgn(export), parting, console)
    }
}

impl Fmt {
    /// Files of positions are written as `pgn epd fmt` does.
    fn format_positions(&self, console: &mut Console) -> Result<Exit, Error> {
        let letters = self.letters.lang_in.map(|_| "--lang-in");
        if let Some(option) = self.form.given_beside_profile().or(letters) {
            let why = "makes sense only for games, not for records of positions";
            return Err(Error::new(ErrorKind::Usage, option, why));
        }
        let form = self.form.profile.unwrap_or_default().into();
        let form = Form::Records(Recording { form, ..Recording::default() });
        let read = (&self.read, self.read.scan_options());
        self.target.format(read, form, Parting::Nothing, console)
    }
}

impl Target {
    /// Whether `--check` was given, in its present spelling.
    pub(super) fn is_check(&self) -> bool {
        self.check
    }

    /// The file that `-o` names.
    pub(super) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Edits what is wanted where it stands; the other games are written as they are. Gives the
    /// status.
    pub(super) fn edit(
        &self,
        (read, wanted): (&Read, &Where),
        plan: Arc<dyn Plan>,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let edits = Edits::new(plan, wanted.query(console)?);
        self.edit_slowly((read, read.scan_options()), edits, console, Console::start_progress)
    }

    /// The same for edits that take their time; `begin` has the say on what is shown of it.
    pub(super) fn edit_slowly(
        &self,
        read: (&Read, scan::Options),
        edits: Edits,
        console: &mut Console,
        begin: impl FnOnce(&mut Console, &Inputs, &Output),
    ) -> Result<Exit, Error> {
        self.format_shown(read, Form::Edit(edits), Parting::Kept, console, begin)
    }

    /// Brings what is read, and so scanned, into a form.
    pub(super) fn format(
        &self,
        read: (&Read, scan::Options),
        form: Form,
        parting: Parting,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        if self.output_encoding.output_encoding == OutputEncoding::Same {
            let why = "`same` is for games that are copied, found a profile with its own encoding";
            return Err(Error::new(ErrorKind::Usage, "--output-encoding", why));
        }
        self.format_shown(read, form, parting, console, Console::start_progress)
    }

    fn format_shown(
        &self,
        (read, options): (&Read, scan::Options),
        form: Form,
        parting: Parting,
        console: &mut Console,
        begin: impl FnOnce(&mut Console, &Inputs, &Output),
    ) -> Result<Exit, Error> {
        let (inputs, cut) = match parting {
            Parting::EmptyLine(_) | Parting::Kept => (read.inputs(), scan::Cut::Games),
            Parting::Nothing => (read.position_inputs(), scan::Cut::Lines),
        };
        let mut output = Output::open(self.output.as_deref(), &inputs)?;
        let paint = match self.output.is_none() && console.color_on_stdout() {
            true => Paint::Color,
            false => Paint::Plain,
        };
        if self.diff && paint == Paint::Color {
            output.pass_colors();
        }
        let aims = Aims {
            parting,
            prints_games: !(self.in_place || self.dry_run || self.diff || self.check),
            writes_in_place: self.in_place && !self.dry_run,
            lists: self.check || self.dry_run,
            diffs: self.diff.then_some(paint),
        };
        // A comparison is of bytes.
        let is_written = aims.prints_games || aims.writes_in_place;
        let options = match form {
            Form::Edit(_) if is_written => self.output_encoding.scan_options(options),
            _ => options,
        };
        let form = match form {
            Form::Edit(edits) => Form::Edit(Edits {
                are_joined: aims.prints_games && read.may_be_several(),
                ..edits
            }),
            form => form,
        };
        let rewrite = Reading::all(Rewrite::whole(form, console.loudness()));
        let format = Format { rewrite, parting, wants_diff: self.diff };
        begin(console, &inputs, &output);
        let mut formatted = Formatted::new(aims, output, Report::new(console, ""));
        let options = scan::Options { cut, ..options };
        scan::run(inputs, options, format, &mut formatted)?;
        formatted.finish()
    }
}
