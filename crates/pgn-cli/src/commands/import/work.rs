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
use pgn_db::source::Wanted;

/// Hears of a line outside games: its number and its text.
type OnUnrecognized<'a> = Box<dyn FnMut(u64, &str) + 'a>;

/// The games of a text.
type Games<'a> = Box<dyn Iterator<Item = io::Result<Imported>> + 'a>;

/// Deviations in spelling that lose nothing: they are counted, and reported with `--verbose`.
const SPELLING: [&pgnkit::syntax::Fault; 2] = [&fault::NONSTANDARD_MOVE, &fault::WRONG_CHECK_MARK];

/// The counts for one source.
#[derive(Default)]
struct ImportCounts {
    game_count: u64,
    /// Faults by which something is lost or in doubt.
    found_count: u64,
    spelling_count: u64,
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
    let export = common.form.export()?;
    let inputs = common.inputs(wanted);
    let mut output = Output::open(common.write.output.as_deref(), &inputs)?;
    console.start_progress(&inputs, &output);
    let console = &*console;
    let mut exit = Exit::Clean;
    for source in inputs.sources().with_memory(common.unpack.bytes_max()) {
        let source = match source {
            Ok(source) => source,
            Err(error) => {
                console.error(&error);
                exit = Exit::Failed;
                continue;
            }
        };
        let name = source.name;
        let unrecognized_count = Cell::new(0_u64);
        let on_unrecognized: OnUnrecognized<'_> = Box::new(|line, text| {
            unrecognized_count.set(unrecognized_count.get() + 1);
            console.remark(&format!("{name}:{line}: is not part of a game: `{text}`"));
        });
        let mut tally = ImportCounts::default();
        for imported in open(source.read, on_unrecognized) {
            match imported {
                Ok(imported) => {
                    tally.game_count += 1;
                    console.count_games(1);
                    let place = format!("{name}:{}", imported.line);
                    console.remark(&format!("{place}: game {} begins", tally.game_count));
                    report(&imported.found, &name, &mut tally, console);
                    exit = exit.max(write(&imported, &name, export, &mut output, console)?);
                }
                Err(error) => {
                    console.error(&Error::from_io(&name, error));
                    exit = Exit::Failed;
                }
            }
        }
        if tally.game_count == 0 && unrecognized_count.get() > 0 {
            let error = Error::new(ErrorKind::NoGames, &name, "no games");
            console.error(&error.with_hint("-v shows the text"));
            exit = exit.max(Exit::Failed);
            continue;
        }
        console.say(&summary(&name, &tally, unrecognized_count.get()));
    }
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

/// `session.log: 12 games, 2 findings, 40 lines outside games; -v lists them`
fn summary(name: &str, tally: &ImportCounts, unrecognized_count: u64) -> String {
    let mut text = format!("{name}: {}", counted(tally.game_count, "game", "games"));
    for (n, one, many) in [
        (tally.found_count, "finding", "findings"),
        (tally.spelling_count, "move in another spelling", "moves in another spelling"),
        (unrecognized_count, "line outside games", "lines outside games"),
    ] {
        if n > 0 {
            text.push_str(", ");
            text.push_str(&counted(n, one, many));
        }
    }
    if tally.spelling_count + unrecognized_count > 0 {
        text.push_str("; -v lists them");
    }
    text
}
