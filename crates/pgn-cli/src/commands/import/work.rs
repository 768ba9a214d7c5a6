//! The part of an import that is the same for all formats.
//!
//! Standard: §3.2. Decisions: D-39.

use std::cell::Cell;
use std::io::{self, Read};

use pgn_formats::{Found, Imported};
use pgnkit::fault;
use pgnkit::write::Export;

use super::Common;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::{Source, Wanted};

/// Hears of a line outside games: its number and its text.
type OnUnrecognized<'a> = Box<dyn FnMut(u64, &str) + 'a>;

/// The games of a text.
type Games<'a> = Box<dyn Iterator<Item = io::Result<Imported>> + 'a>;

/// Deviations in spelling that lose nothing: they are counted, and reported with `--verbose`.
const SPELLING: [&pgnkit::syntax::Fault; 2] = [&fault::NONSTANDARD_MOVE, &fault::WRONG_CHECK_MARK];

/// The counts for one source.
#[derive(Default)]
pub(super) struct ImportCounts {
    pub(super) game_count: u64,
    /// Faults by which something is lost or in doubt.
    pub(super) found_count: u64,
    spelling_count: u64,
}

/// Writes imported games and reports their findings.
pub(super) struct Importer<'a> {
    export: Export,
    output: &'a mut Output,
    pub(super) console: &'a Console,
    pub(super) exit: Exit,
}

impl Importer<'_> {
    /// Reports an error; the work goes on.
    pub(super) fn fail(&mut self, error: &Error) {
        self.console.error(error);
        self.exit = Exit::Failed;
    }

    /// Writes a game of the source `name`, unless its profile refuses it.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn take(
        &mut self,
        imported: &Imported,
        name: &str,
        tally: &mut ImportCounts,
    ) -> Result<(), Error> {
        tally.game_count += 1;
        self.console.count_games(1);
        let place = format!("{name}:{}", imported.line);
        self.console.remark(&format!("{place}: game {} begins", tally.game_count));
        report(&imported.found, name, tally, self.console);
        let exit = write(imported, name, self.export, self.output, self.console)?;
        self.exit = self.exit.max(exit);
        Ok(())
    }
}

/// Writes the games that `open` finds in each input, and reports the findings.
///
/// # Errors
/// If the output cannot be written; unreadable inputs are reported, and the work continues with the
/// next.
pub(super) fn import(
    common: &Common,
    wanted: Wanted,
    console: &mut Console,
    open: impl for<'a> Fn(Box<dyn Read + Send>, OnUnrecognized<'a>) -> Games<'a>,
) -> Result<Exit, Error> {
    import_with(common, wanted, console, |importer, sources| {
        for source in sources {
            let source = match source {
                Ok(source) => source,
                Err(error) => {
                    importer.fail(&error);
                    continue;
                }
            };
            let name = source.name;
            let console = importer.console;
            let unrecognized_count = Cell::new(0_u64);
            let on_unrecognized: OnUnrecognized<'_> = Box::new(|line, text| {
                unrecognized_count.set(unrecognized_count.get() + 1);
                console.remark(&format!("{name}:{line}: is not part of a game: `{text}`"));
            });
            let mut tally = ImportCounts::default();
            for imported in open(source.read, on_unrecognized) {
                match imported {
                    Ok(imported) => importer.take(&imported, &name, &mut tally)?,
                    Err(error) => importer.fail(&Error::from_io(&name, error)),
                }
            }
            if tally.game_count == 0 && unrecognized_count.get() > 0 {
                let error = Error::new(ErrorKind::NoGames, &name, "no games");
                importer.fail(&error.with_hint("-v shows the text"));
                continue;
            }
            let unrecognized =
                [(unrecognized_count.get(), "line outside games", "lines outside games")];
            console.say(&summary(&name, &tally, &unrecognized));
        }
        Ok(())
    })
}

/// Opens the output, has `work` import the sources, and completes the output.
///
/// # Errors
/// Those of `work`, and if the output cannot be written.
pub(super) fn import_with(
    common: &Common,
    wanted: Wanted,
    console: &mut Console,
    work: impl FnOnce(
        &mut Importer<'_>,
        &mut dyn Iterator<Item = Result<Source, Error>>,
    ) -> Result<(), Error>,
) -> Result<Exit, Error> {
    let export = common.form.export()?;
    let inputs = common.inputs(wanted);
    let mut output = Output::open(common.write.output.as_deref(), &inputs)?;
    console.start_progress(&inputs, &output);
    let console = &*console;
    let mut importer = Importer { export, output: &mut output, console, exit: Exit::Clean };
    let mut sources = inputs.sources().with_memory(common.unpack.bytes_max());
    work(&mut importer, &mut sources)?;
    let exit = importer.exit;
    output.commit(console)?;
    Ok(exit)
}

/// Reports the findings of a game.
fn report(found: &[Found], name: &str, tally: &mut ImportCounts, console: &Console) {
    for found in found {
        let is_spelling = SPELLING.iter().any(|fault| fault.code == found.fault.code);
        let text = format!("{name}:{}", place_in_game(found, tally.game_count));
        if is_spelling {
            tally.spelling_count += 1;
            console.remark(&text);
        } else {
            tally.found_count += 1;
            console.say(&text);
        }
    }
}

/// `12:8: game 3: C001 illegal-move: …`
fn place_in_game(found: &Found, game_number: u64) -> String {
    let text = found.to_string();
    match text.split_once(": ") {
        Some((place, rest)) => format!("{place}: game {game_number}: {rest}"),
        None => text,
    }
}

/// Writes a game, unless its profile refuses it.
fn write(
    imported: &Imported,
    name: &str,
    export: Export,
    output: &mut Output,
    console: &Console,
) -> Result<Exit, Error> {
    let (mut text, mut losses) = (Vec::new(), Vec::new());
    let place = format!("{name}:{}", imported.line);
    if let Err(error) = export.append(&imported.game, &mut text, &mut losses) {
        let why = format!("not written: {error}");
        console.error(&Error::new(ErrorKind::Unsupported, place, why));
        return Ok(Exit::Failed);
    }
    for loss in &losses {
        console.say(&format!("{place}: {} {}: {loss}", loss.fault.code, loss.fault.name));
    }
    output.put(&text)?;
    Ok(Exit::Clean)
}

/// `session.log: 12 games, 2 findings, 40 lines outside games; -v lists them`; each of `listed` is
/// a count with its noun for one and for many, and is listed with `-v`.
pub(super) fn summary(name: &str, tally: &ImportCounts, listed: &[(u64, &str, &str)]) -> String {
    let mut text = format!("{name}: {}", counted(tally.game_count, "game", "games"));
    let spelling = (tally.spelling_count, "move in another spelling", "moves in another spelling");
    let counts = [(tally.found_count, "finding", "findings"), spelling];
    for &(n, one, many) in counts.iter().chain(listed).filter(|it| it.0 > 0) {
        text.push_str(", ");
        text.push_str(&counted(n, one, many));
    }
    if tally.spelling_count > 0 || listed.iter().any(|it| it.0 > 0) {
        text.push_str("; -v lists them");
    }
    text
}
