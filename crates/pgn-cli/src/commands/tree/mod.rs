//! `pgn tree`: the moves that were played from a position.
//!
//! Standard: §16.1, §19. Decisions: D-33, D-52, D-58.
//! Start at [`Tree`].

mod book;
mod collect;
mod epd;
mod opg;
mod repertoire;
mod table;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use clap::Args;

use super::Example;
use crate::args::{Read, SIDES, Values, Where, values};
use crate::collect::SourceReporter;
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::indexed::{Find, UseIndex};
use crate::memory::{Memory, temporary_file_error};
use crate::output::Output;
use crate::report::{format_of_name, text_options, write as write_report};
use crate::rewrite::Report;
use crate::terminal::{Console, counted};
use crate::{moves, signal};
use collect::{Answers, GameCounts, Passed, Total, TreeSink};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::index::RoaringBitmap;
use pgn_db::reading::Reading;
use pgn_db::report::{self, Bars, Cells};
use pgn_db::source::Inputs;
use pgn_db::source::ending_of;
use pgn_db::tree::{self, Count, Gather, Root, TreeError};
use pgn_query::Condition;
use pgn_query::Query;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::chess::{Color, Position};
use repertoire::Repertoire;
use table::TreeReport;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn tree --moves e4,c5 games/", "The replies to an opening"),
    ("pgn tree --repertoire mine.pgn games/", "The gaps of a repertoire"),
    ("pgn tree games/ -o book.bin", "A Polyglot book for chess engines"),
];

/// Count the moves played from a position
///
/// The position is the usual start position, or that of `--fen` and `--moves`. pgn compares
/// positions, so move order does not matter. A game counts once per position, with the first move
/// that it played there.
///
/// For each move, pgn shows the number of games, its share, the score of the side that played it,
/// the average rating of those players, their performance (by the FIDE table, against rated
/// opponents), the last year in which it was played, and a bar of White's wins, draws and Black's
/// wins. With `--depth`, the next moves are shown below each move. Each position is shown once,
/// where it is first reached; `~` marks other moves that lead to a position shown elsewhere.
///
/// Games with an illegal move, an unknown start position or unknown rules do not count, and neither
/// do games of another variant than that of the position; pgn reports their number.
///
/// The output is text, or the format of `--format` or of the output's extension: JSON, CSV with a
/// row per move, a web page, Markdown, EPD with a record per position, OPG with a line for each
/// game that reaches the position (moves, players, result, opening, separated by tabs), or a
/// Polyglot book. The weight of a move in the book is twice the wins plus the draws of the side
/// that plays it, scaled down if 16 bits are not enough; moves without any points are left out.
///
/// `--repertoire FILE` compares the lines of a file, with its variations, with the games: moves of
/// the opponent that the lines have but do not answer, moves of the games that the lines do not
/// have (gaps), positions with several moves for the own side (contradictions), and moves of the
/// games that lead to a position which the lines answer (transpositions). Each row shows the number
/// of games with the move, and its share among the games in the position; `--min-games` leaves out
/// rare gaps and transpositions.
///
/// If a file has an index (`pgn index`), pgn computes a tree of one ply from the index, without
/// reading the games. For deeper trees, `--where` and OPG, it reads only those games of an indexed
/// file that may reach the position or match the expression.
///
/// Memory does not grow with the size of the files: data beyond `--memory` goes to disk and is
/// merged. The tree that is shown must fit into memory; `--min-games` makes it smaller. A book may
/// have any size.
///
/// The exit status is 0 if everything was read, and 2 otherwise.
#[derive(Args, Debug)]
#[command(mut_arg("encoding", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("temp", |arg| arg.hide_short_help(true)))]
pub(super) struct Tree {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    /// The position as a FEN [default: the usual start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Moves to play from there, such as "e4 c5"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Number of plies [default: 1, for a book 40]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,

    /// Leave out moves with fewer than N games
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    min_games: u32,

    /// Show the moves in a Polyglot book
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["files", "depth", "min_games", "expression"])]
    book: Option<PathBuf>,

    /// Compare the lines of FILE with the games
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    repertoire: Option<PathBuf>,

    /// With --repertoire: the side that it is for [default: the side with fewer alternatives]
    #[arg(long, value_name = "COLOR", value_parser = values(SIDES), requires = "repertoire")]
    #[arg(hide_short_help = true)]
    side: Option<Color>,

    /// Format of the report: text, json, csv, html, markdown, epd, opg or polyglot
    ///
    /// By default, the extension of the output decides (.json, .csv, .html, .md, .epd, .opg, or
    /// .bin for a book); otherwise the format is text. docs/formats/reports.md describes the
    /// formats.
    #[arg(long, value_name = "FORMAT", value_parser = values(FORMATS))]
    #[arg(hide_possible_values = true)]
    format: Option<TreeFormat>,

    /// Write to FILE instead of standard output
    ///
    /// An existing FILE is replaced only when everything has been read and written. If something
    /// could not be read, the file stays and the result goes to FILE.partial, unless you give
    /// `--partial`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    index: UseIndex,

    #[command(flatten)]
    memory: Memory,
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeFormat {
    Report(report::Format),
    Epd,
    Opg,
    Polyglot,
}

const FORMATS: &Values<TreeFormat> = &[
    ("text", "Columns and bars, for people", TreeFormat::Report(report::Format::Text)),
    ("json", "One object with all positions", TreeFormat::Report(report::Format::Json)),
    ("csv", "One row per move", TreeFormat::Report(report::Format::Csv)),
    ("html", "A web page", TreeFormat::Report(report::Format::Html)),
    ("markdown", "A Markdown table", TreeFormat::Report(report::Format::Markdown)),
    ("epd", "One record per position", TreeFormat::Epd),
    ("opg", "One line per game", TreeFormat::Opg),
    ("polyglot", "A book for chess engines", TreeFormat::Polyglot),
];

impl TreeFormat {
    /// The same for the printers of reports, if it is one of theirs.
    fn report(self) -> Option<report::Format> {
        match self {
            TreeFormat::Report(format) => Some(format),
            TreeFormat::Epd | TreeFormat::Opg | TreeFormat::Polyglot => None,
        }
    }
}

/// How many plies a book has.
const BOOK_DEPTH: u32 = 40;

impl Tree {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let mut position = moves::position(self.fen.as_deref())?;
        if let Some(line) = &self.moves {
            moves::play(&mut position, line, &SanOptions::default())?;
        }
        let format = self.format.unwrap_or_else(|| format_of(self.output.as_deref()));
        if let Some(path) = &self.book {
            let output = Output::open(self.output.as_deref(), &Inputs::none())?;
            return book::show(path, &position, format, output, console);
        }
        if let Some(path) = &self.repertoire {
            let lines = Repertoire::read(path, self.side)?;
            return self.compare(&lines, &position, format, console);
        }
        match format {
            TreeFormat::Opg => self.list(&position, console),
            _ => self.count(&position, format, console),
        }
    }

    /// Counts moves and writes the tree.
    fn count(
        self,
        start: &Position,
        format: TreeFormat,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        if format == TreeFormat::Polyglot && !start.variant().is_orthodox() {
            let why = "a Polyglot book can only have moves of ordinary chess and Chess960";
            return Err(Error::new(ErrorKind::Usage, "--fen", why));
        }
        let depth =
            self.depth.unwrap_or(if format == TreeFormat::Polyglot { BOOK_DEPTH } else { 1 });
        let (mut output, Total { games, mut moves }, exit) = self.total(start, depth, console)?;
        let folder = self.memory.folder(self.output.as_deref());
        let to_error = |error| temporary_file_error(&folder, error);
        if format == TreeFormat::Polyglot {
            book::write(&mut moves, self.min_games, (&mut output, &folder), console)?;
        } else {
            let bytes_max = self.memory.budget().merge_bytes;
            let tree = tree::Tree::hold(&mut moves, self.min_games, bytes_max).map_err(
                |error| match error {
                    TreeError::TooLarge => too_large(),
                    TreeError::Io(error) => to_error(error),
                },
            )?;
            let is_painted = self.output.is_none() && console.color_on_stdout();
            if is_painted {
                output.pass_colors();
            }
            let report = TreeReport { start: *start, tree, games };
            match format.report() {
                Some(format) => {
                    let text = text_options(&output)
                        .with_bars(Bars::Blocks)
                        .with_bars_by_result(true)
                        .with_is_painted(is_painted);
                    write_report(&mut output, (format, text, Cells::default()), |writer| {
                        table::write(&report, format, writer)
                    })?;
                }
                None => epd::write(&report, &mut |bytes: &[u8]| output.write_all(bytes))
                    .map_err(|error| output.error(error))?,
            }
        }
        output.commit(console)?;
        Ok(exit)
    }

    /// Counts the moves of all games.
    fn total(
        &self,
        start: &Position,
        depth: u32,
        console: &mut Console,
    ) -> Result<(Output, Total, Exit), Error> {
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let output = Output::open(self.output.as_deref(), &inputs)?;
        let folder = self.memory.folder(self.output.as_deref());
        signal::watch();
        console.start_progress(&inputs, &output);
        let gather = Gather::new(folder.clone(), self.memory.budget());
        let passed = Passed::with(query.as_deref());
        let answers = Answers::default();
        let taken = TreeSink::new(gather, folder, GameCounts::new(passed), Arc::clone(&answers));
        let mut collector = SourceReporter { taken, report: quiet_report(console) };
        let input = (inputs, self.memory.scan_options(&self.read));
        let root = Root::new(start, depth);
        let mut find = found(&root, query.as_ref());
        if depth == 1 && query.is_none() {
            find = answered(*start, answers, find);
        }
        let reading = Reading { job: Count(root), query };
        self.index.scan_found(input, find, reading, &mut collector, console)?;
        let SourceReporter { taken, report: Report { exit, .. } } = collector;
        let total = taken.finish()?;
        console.end_progress();
        Ok((output, total, exit))
    }

    /// Compares a repertoire with the games.
    fn compare(
        self,
        lines: &Repertoire,
        start: &Position,
        format: TreeFormat,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let Some(format) = format.report() else {
            let why = "a repertoire is reported as text, JSON, CSV, HTML or Markdown";
            return Err(Error::new(ErrorKind::Usage, "--format", why));
        };
        if lines.unplayable_count() > 0 {
            let n = counted(lines.unplayable_count(), "line", "lines");
            console.say(&format!("--repertoire: {n} cut before a move that cannot be played"));
        }
        let depth = self.depth.unwrap_or_else(|| lines.depth());
        let (mut output, Total { games, mut moves }, exit) = self.total(start, depth, console)?;
        let folder = self.memory.folder(self.output.as_deref());
        let counts =
            lines.counts(&mut moves).map_err(|error| temporary_file_error(&folder, error))?;
        let text = text_options(&output);
        write_report(&mut output, (format, text, Cells::default()), |writer| {
            lines.write(&counts, (&games, self.min_games), writer)
        })?;
        output.commit(console)?;
        Ok(exit)
    }

    /// Lists the games that reach the position.
    fn list(self, start: &Position, console: &mut Console) -> Result<Exit, Error> {
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let output = Output::open(self.output.as_deref(), &inputs)?;
        console.start_progress(&inputs, &output);
        let passed = Passed::with(query.as_deref());
        let listed = opg::Listed::new(output, GameCounts::new(passed));
        let mut collector = SourceReporter { taken: listed, report: quiet_report(console) };
        let input = (inputs, self.memory.scan_options(&self.read));
        let root = Root::new(start, 0);
        let find = found(&root, query.as_ref());
        let reading = Reading { job: opg::List(root), query };
        self.index.scan_found(input, find, reading, &mut collector, console)?;
        collector.taken.finish(console)?;
        Ok(collector.report.exit)
    }
}

/// The games of an indexed file to read: those that may be selected or, if all are selected, those
/// that reach the position. Never both, because the report gives the reason for games that are not
/// read.
fn found(root: &Root, query: Option<&Arc<Query>>) -> Box<Find> {
    let key = root.key;
    match query.map(Arc::clone) {
        Some(query) => Box::new(move |index| index.few_candidates(&query)),
        None => Box::new(move |index| {
            let games = index.candidates(&Condition::Position(key))?;
            Ok(games.and_then(|games| index.if_few(games)))
        }),
    }
}

/// The same for a tree of one ply: an index answers without a game being read.
fn answered(start: Position, answers: Answers, otherwise: Box<Find>) -> Box<Find> {
    Box::new(move |index| {
        let Some(answer) = tree::look_up(index, &start)? else { return otherwise(index) };
        let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.insert(index.file().to_owned(), answer);
        Ok(Some(RoaringBitmap::new()))
    })
}

/// A report; the message about games that cannot be played is separate.
fn quiet_report(console: &Console) -> Report<'_> {
    Report { unplayable: "", ..Report::new(console, "") }
}

fn too_large() -> Error {
    let why = "the tree takes more than half of `--memory`";
    let hint = "a larger `--min-games` or a smaller `--depth` makes it smaller";
    Error::new(ErrorKind::Unsupported, "tree", why).with_hint(hint)
}

fn format_of(output: Option<&Path>) -> TreeFormat {
    if let Some(format) = format_of_name(output) {
        return TreeFormat::Report(format);
    }
    let ending = output.and_then(|path| ending_of(&path.to_string_lossy()));
    match ending.as_deref() {
        Some("epd") => TreeFormat::Epd,
        Some("opg") => TreeFormat::Opg,
        Some("bin") => TreeFormat::Polyglot,
        _ => TreeFormat::Report(report::Format::Text),
    }
}
