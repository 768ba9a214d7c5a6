//! `pgn merge --tree`: games from one start position become one game with variations.
//!
//! Standard: §8.2.5. Decisions: D-30.

use clap::Args;

use super::Merge;
use crate::args::{Values, values};
use crate::collect::{SourceReporter, SourceSink};
use crate::exit::Exit;
use crate::rewrite::Report;
use crate::signal;
use crate::terminal::{Console, counted};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::reading::{ChunkResult, Reading};
use pgn_db::scan::{self, Chunk};
use pgn_db::tree::{ChunkTrie, MergeGames};
use pgnkit::game_trie::{GameTrie, MainLine, Transpositions, TrieError, TrieOptions, TrieReport};
use pgnkit::write::{Export, Profile, WriteError};

/// How games become one.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "One game from many")]
pub(super) struct TreeArgs {
    /// Write one game with all lines as variations; `--help` lists its options
    #[arg(long)]
    #[arg(conflicts_with_all = ["by", "same", "prefer", "rejects", "report", "output_encoding"])]
    pub(super) tree: bool,

    /// With --tree: the move that continues the main line: first, played, longest or score
    #[arg(long, value_name = "RULE", value_parser = values(MAIN_LINES), default_value = "first")]
    #[arg(requires = "tree", hide_possible_values = true)]
    #[arg(hide_short_help = true)]
    main_line: MainLine,

    /// With --tree: keep only the first N plies of each line
    #[arg(long, value_name = "N", requires = "tree")]
    #[arg(hide_short_help = true)]
    depth: Option<u32>,

    /// With --tree: leave out moves played in fewer than N games
    ///
    /// Moves in variations count as played in no game.
    #[arg(long, value_name = "N", requires = "tree")]
    #[arg(hide_short_help = true)]
    min_games: Option<u32>,

    /// With --tree: how to write lines that lead to the same position: keep, point or merge
    #[arg(long, value_name = "HOW", value_parser = values(TRANSPOSITIONS), default_value = "keep")]
    #[arg(requires = "tree", hide_possible_values = true)]
    #[arg(hide_short_help = true)]
    transpositions: Transpositions,

    /// With --tree: add players, year and result at the end of each game's line
    ///
    /// If more than N games end there, the others are counted. The default of N is 3.
    #[arg(long, value_name = "N", requires = "tree", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "3")]
    #[arg(hide_short_help = true)]
    players: Option<u32>,

    /// With --tree: add the number of games and results where lines branch
    #[arg(long, requires = "tree")]
    #[arg(hide_short_help = true)]
    counts: bool,

    /// With --tree: do not name the games that comments and NAGs come from
    #[arg(long, requires = "tree")]
    #[arg(hide_short_help = true)]
    no_origins: bool,
}

const MAIN_LINES: &Values<MainLine> = &[
    ("first", "The move of the first game", MainLine::First),
    ("played", "The move played most often", MainLine::Played),
    ("longest", "The move with the longest line", MainLine::Longest),
    ("score", "The move with the best score for its side", MainLine::Score),
];

const TRANSPOSITIONS: &Values<Transpositions> = &[
    ("keep", "Each line keeps its own continuations", Transpositions::Keep),
    ("point", "A comment names the other line", Transpositions::Point),
    ("merge", "The continuations are written once, in the other line", Transpositions::Merge),
];

impl Merge {
    pub(super) fn run_tree(self, console: &mut Console) -> Result<Exit, Error> {
        let options = self.tree.options();
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let mut output = self.write.open(&inputs, console)?;
        signal::watch();
        let bytes_max = self.memory.budget().run_bytes;
        let taken = TrieSink { trie: GameTrie::new(options), bytes_max };
        let mut collector = SourceReporter::new(taken, console);
        let scan_options = self.memory.scan_options(&self.read);
        scan::run(
            inputs,
            scan_options,
            Reading { job: MergeGames(options), query },
            &mut collector,
        )?;
        let SourceReporter { taken, report } = collector;
        let exit = report.exit;
        console.end_progress();
        let (game, merged) = taken.trie.into_game().map_err(|error| refuse(&error))?;
        let mut text = Vec::new();
        Export::new(Profile::Modern).append(&game, &mut text, &mut Vec::new()).map_err(
            |error| match error {
                WriteError::Io(error) => output.error(error),
                WriteError::Refused(_) => {
                    Error::new(ErrorKind::Unsupported, "--tree", error.to_string())
                }
            },
        )?;
        output.put(&text)?;
        report_tree(&merged, &options, console);
        output.commit(console)?;
        Ok(exit)
    }
}

impl TreeArgs {
    fn options(&self) -> TrieOptions {
        TrieOptions::default()
            .with_main_line(self.main_line)
            .with_depth_max(self.depth.unwrap_or(u32::MAX))
            .with_games_min(self.min_games.unwrap_or(0))
            .with_players_max(self.players.unwrap_or(0))
            .with_counts(self.counts)
            .with_transpositions(self.transpositions)
            .with_origins(!self.no_origins)
    }
}

fn refuse(error: &TrieError) -> Error {
    let refused = Error::new(ErrorKind::Unsupported, "--tree", error.to_string());
    match error {
        TrieError::Start { .. } => {
            refused.with_hint("select games with one start position, for example with `--where`")
        }
        TrieError::Size => refused.with_hint(SMALLER),
        _ => refused,
    }
}

const SMALLER: &str = "a smaller `--depth` or a larger `--memory` helps, or fewer games";

/// Prints what was merged, and what was left out.
fn report_tree(report: &TrieReport, options: &TrieOptions, console: &Console) {
    let games = counted(report.game_count, "game", "games");
    let moves = counted(report.move_count, "move", "moves");
    let lines = counted(report.line_count, "line", "lines");
    console.say(&format!("{games} merged: {moves} in {lines}"));
    let rare = format!("moves left out because fewer than {} games had them", options.games_min);
    let rows = [
        (report.unknown_start_count, "games left out because their start or rules are unknown"),
        (report.unplayable_count, "games with moves that cannot be played, which are left out"),
        (report.cut_game_count, "games that go on after --depth"),
        (report.rare_move_count, rare.as_str()),
        (report.lost_remark_count, "comments and NAGs left out with their moves"),
        (report.clock_count, "clock times left out, which belong to one game"),
    ];
    for (count, what) in rows.into_iter().filter(|row| row.0 > 0) {
        console.say(&format!("{what}: {count}"));
    }
    if options.transpositions != Transpositions::Keep {
        console.say(&format!("transpositions: {}", report.transposition_count));
    }
}

/// Joins the tries of all chunks, in the order of the games.
struct TrieSink {
    trie: GameTrie,
    bytes_max: usize,
}

impl SourceSink<ChunkTrie> for TrieSink {
    fn take(
        &mut self,
        _: Chunk,
        ChunkResult { output: made, .. }: ChunkResult<ChunkTrie>,
        _: &mut Report<'_>,
    ) -> Result<(), Error> {
        made.join_to(&mut self.trie).map_err(|error| refuse(&error))?;
        if self.trie.byte_count() > self.bytes_max {
            let why = "the merged games take more than half of `--memory`";
            return Err(Error::new(ErrorKind::Unsupported, "--tree", why).with_hint(SMALLER));
        }
        Ok(())
    }
}
