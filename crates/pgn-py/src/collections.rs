//! Questions about many games at once: the moves played from a position, and duplicates.

use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::feed::{Stop, patiently, read_error};
use crate::files::{options, query, threads_of};
use crate::game::{PyGame, Store, game_handle};
use crate::sources::sources_of;
use pgn_db::dedupe::{By, Evidence, Finder, Kept, Prefer, Prints, Role, Take};
use pgn_db::error::Error;
use pgn_db::reading::{ChunkResult, ReadGames, Reading};
use pgn_db::scan::{self, Chunk, ChunkSink, SourceInfo};
use pgn_db::sort::{Budget, Folder};
use pgn_db::source::Inputs;
use pgn_db::tree::{ChunkTrie, Count, Counted, Gather, MergeGames, Played, Root};
use pgnkit::chess::Position;
use pgnkit::chess::notation::{san, uci};
use pgnkit::game_trie::{GameTrie, MainLine, Transpositions, TrieError, TrieOptions};
use pyo3::prelude::*;
use std::io;
use std::num::NonZeroUsize;

/// How much is held at most before the disk is used, in bytes.
const BUDGET: Budget = Budget { run_bytes: 128 << 20, merge_bytes: 32 << 20 };

fn folder() -> Folder {
    Folder(std::env::temp_dir())
}

/// Passes on the results of chunks; a read error ends it.
struct Taker<F> {
    take: F,
    stop: Stop,
    /// The files, and how many games come before each.
    files: Vec<(String, u64)>,
    n_games: u64,
}

impl<O, F: FnMut(O) -> io::Result<()>> ChunkSink<ChunkResult<O>> for Taker<F> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.files.push((source.name.clone(), self.n_games));
        Ok(())
    }

    fn take(&mut self, _: Chunk, made: ChunkResult<O>) -> Result<(), Error> {
        self.stop.check()?;
        self.n_games += made.header.game_count;
        (self.take)(made.output).map_err(|error| Error::from_io("temporary file", error))
    }
}

/// Reads all games in threads; returns the files, and how many games come before each.
fn read<J: ReadGames>(
    inputs: Inputs,
    reading: Reading<J>,
    n_threads: Option<NonZeroUsize>,
    stop: &Stop,
    take: impl FnMut(J::Output) -> io::Result<()>,
) -> Result<(Vec<(String, u64)>, u64), Error> {
    let mut taker = Taker { take, stop: stop.clone(), files: Vec::new(), n_games: 0 };
    scan::run(inputs, options(n_threads), reading, &mut taker)?;
    Ok((taker.files, taker.n_games))
}

/// A move in the tree, as `pgnkit.TreeMove` has it.
type TreeMove = (String, String, u32, u32, u32, u32, Option<u32>, Option<i32>, Option<u16>);

fn tree_move(position: &Position, played: &Played) -> TreeMove {
    let (mv, score) = (played.edge.mv, &played.score);
    let last_year = Some(score.last_year).filter(|&year| year > 0);
    let (san, uci) = (san::to_text(position, mv).to_string(), uci::to_text(position, mv));
    let (n_white, n_draws, n_black) = (score.white_count, score.draw_count, score.black_count);
    let (rating, performance) = (score.rating(), score.performance());
    (
        san,
        uci.to_string(),
        score.game_count,
        n_white,
        n_draws,
        n_black,
        rating,
        performance,
        last_year,
    )
}

/// The moves that were played from a position; see `pgnkit.tree`.
#[pyfunction]
#[pyo3(signature = (paths, board=None, r#where=None, threads=None))]
pub(crate) fn tree(
    paths: &Bound<'_, PyAny>,
    board: Option<PyRef<'_, PyBoard>>,
    r#where: Option<&str>,
    #[pyo3(from_py_with = threads_of)] threads: Option<NonZeroUsize>,
) -> PyResult<Vec<TreeMove>> {
    let py = paths.py();
    let position = match board {
        Some(board) => *board.position()?,
        None => Position::start(),
    };
    let reading = Reading { job: Count(Root::new(&position, 1)), query: query(py, r#where)? };
    let sources = sources_of(paths)?;
    let inputs = sources.inputs();
    let moves = patiently(py, move |stop| -> Result<Vec<Played>, Error> {
        let mut gather = Gather::new(folder(), BUDGET);
        read(inputs, reading, threads, stop, |counted: Counted| gather.take(&counted))?;
        let to_error = |error| Error::from_io("temporary file", error);
        let mut sorted = gather.finish().map_err(to_error)?;
        let mut moves = Vec::new();
        while let Some(played) = sorted.next_move().map_err(to_error)? {
            stop.check()?;
            moves.push(played);
        }
        Ok(moves)
    });
    let mut moves = moves?.map_err(|error| read_error(py, &error))?;
    moves.sort_by_key(|played| std::cmp::Reverse(played.score.game_count));
    Ok(moves.iter().map(|played| tree_move(&position, played)).collect())
}

/// How games are merged, by the names of `pgnkit.merge_tree`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MergeOptions {
    main_line: String,
    depth: Option<u32>,
    min_games: u32,
    transpositions: String,
    players: u32,
    counts: bool,
    origins: bool,
}

impl MergeOptions {
    fn options(&self, py: Python<'_>) -> PyResult<TrieOptions> {
        let wrong = |expected: &str, found: &str| {
            ErrorClass::Option.raise(py, format!("expected {expected}, found {found:?}"))
        };
        let main_line = match self.main_line.as_str() {
            "first" => MainLine::First,
            "played" => MainLine::Played,
            "longest" => MainLine::Longest,
            "score" => MainLine::Score,
            other => return Err(wrong("first, played, longest or score", other)),
        };
        let transpositions = match self.transpositions.as_str() {
            "keep" => Transpositions::Keep,
            "point" => Transpositions::Point,
            "merge" => Transpositions::Merge,
            other => return Err(wrong("keep, point or merge", other)),
        };
        Ok(TrieOptions::default()
            .with_main_line(main_line)
            .with_depth_max(self.depth.unwrap_or(u32::MAX))
            .with_games_min(self.min_games)
            .with_players_max(self.players)
            .with_counts(self.counts)
            .with_transpositions(transpositions)
            .with_origins(self.origins))
    }
}

/// The most memory that merged games may take, in bytes.
const MERGED_BYTES_MAX: usize = 1 << 30;

/// Why games were not merged.
enum MergeFailure {
    Read(Error),
    Games(TrieError),
    Memory,
}

impl MergeFailure {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            MergeFailure::Read(error) => read_error(py, error),
            MergeFailure::Games(error) => ErrorClass::Write.raise(py, error),
            MergeFailure::Memory => {
                let message = "the merged games take more than 1 GiB: a smaller `depth` helps, or \
                               fewer games";
                ErrorClass::Write.raise(py, message)
            }
        }
    }
}

/// The merged game, and numbers by their names.
type MergedTree<'py> = (Bound<'py, PyGame>, Vec<(&'static str, u64)>);

/// Games from one start position as one game, and counts of what was merged and what was left
/// out; see `pgnkit.merge_tree`.
#[pyfunction]
#[pyo3(signature = (paths, options, r#where=None, threads=None))]
pub(crate) fn merge_tree<'py>(
    paths: &Bound<'py, PyAny>,
    options: MergeOptions,
    r#where: Option<&str>,
    #[pyo3(from_py_with = threads_of)] threads: Option<NonZeroUsize>,
) -> PyResult<MergedTree<'py>> {
    let py = paths.py();
    let options = options.options(py)?;
    let reading = Reading { job: MergeGames(options), query: query(py, r#where)? };
    let sources = sources_of(paths)?;
    let inputs = sources.inputs();
    let merged = patiently(py, move |stop| {
        let (mut trie, mut failure) = (GameTrie::new(options), None);
        let done = read(inputs, reading, threads, stop, |made: ChunkTrie| {
            failure = made.join_to(&mut trie).map_err(MergeFailure::Games).err();
            if failure.is_none() && trie.byte_count() > MERGED_BYTES_MAX {
                failure = Some(MergeFailure::Memory);
            }
            // The reason is in `failure`.
            if failure.is_some() { Err(io::Error::other("not merged")) } else { Ok(()) }
        });
        match (failure, done) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => Err(MergeFailure::Read(error)),
            (None, Ok(_)) => trie.into_game().map_err(MergeFailure::Games),
        }
    });
    let (game, report) = merged?.map_err(|failure| failure.raise(py))?;
    let counts = vec![
        ("games", report.game_count),
        ("moves", report.move_count),
        ("lines", report.line_count),
        ("unknown_starts", report.unknown_start_count),
        ("unplayable", report.unplayable_count),
        ("cut", report.cut_game_count),
        ("rare_moves", report.rare_move_count),
        ("lost_remarks", report.lost_remark_count),
        ("clocks", report.clock_count),
        ("transpositions", report.transposition_count),
    ];
    Ok((game_handle(py, Store::of(game).share())?, counts))
}

/// A duplicate, for `pgnkit.Copy`.
type Copy = (String, u64, String, u64, &'static str);

/// The games that are duplicates of others; see `pgnkit.dedupe`.
#[pyfunction]
#[pyo3(signature = (paths, by="players", threads=None))]
pub(crate) fn dedupe(
    paths: &Bound<'_, PyAny>,
    by: &str,
    #[pyo3(from_py_with = threads_of)] threads: Option<NonZeroUsize>,
) -> PyResult<Vec<Copy>> {
    let py = paths.py();
    let by = match by {
        "players" => By::MovesAndPlayers,
        "moves" => By::Moves,
        "exact" => By::Exact,
        _ => {
            let message = format!("expected players, moves or exact, found {by:?}");
            return Err(ErrorClass::Option.raise(py, message));
        }
    };
    let sources = sources_of(paths)?;
    let inputs = sources.inputs();
    let copies = patiently(py, move |stop| -> Result<Vec<Copy>, Error> {
        let take = Take { by, prefer: Prefer::default() };
        let mut finder = Finder::new(take, folder(), BUDGET);
        let reading = Reading::all(take);
        let (files, n_games) =
            read(inputs, reading, threads, stop, |prints: Prints| finder.take(prints))?;
        copies_of(finder, &files, n_games, stop)
    });
    copies?.map_err(|error| read_error(py, &error))
}

/// The duplicates among this many games of these files.
fn copies_of(
    finder: Finder<Folder>,
    files: &[(String, u64)],
    n_games: u64,
    stop: &Stop,
) -> Result<Vec<Copy>, Error> {
    let to_error = |error| Error::from_io("temporary file", error);
    let place = |game: u64| {
        let at = files.partition_point(|(_, n_before)| *n_before <= game) - 1;
        let (file, n_before) = &files[at];
        (file.clone(), game - n_before + 1)
    };
    let mut roles = finder.finish().map_err(to_error)?;
    let mut copies = Vec::new();
    for game in 0..n_games {
        stop.check()?;
        let role = roles.of(game).map_err(to_error)?;
        if let Role::Copy { kept, evidence: Evidence { relation, .. }, .. } = role
            && let Kept::Here(kept) = roles.place(kept)
        {
            let ((file, number), (kept_file, kept_number)) = (place(game), place(kept));
            copies.push((file, number, kept_file, kept_number, relation.name()));
        }
    }
    Ok(copies)
}
