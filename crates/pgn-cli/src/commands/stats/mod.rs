//! `pgn stats`: games counted.
//!
//! Start at [`Stats`].

use clap::{Args, ValueEnum};

mod addition;
mod collect;
mod engine_match;
mod section;
pub(super) mod standings;
mod table;

use super::Example;
use crate::args::{MovesLanguage, Read, Values, Where, Write, values, words_help};
use crate::collect::SourceReporter;
use crate::conservation::Games;
use crate::exit::Exit;
use crate::illegal_moves::IllegalMovesArg;
use crate::indexed::UseIndex;
use crate::memory::Memory;
use crate::output::Output;
use crate::report::{self, ReportForm};
use crate::rewrite::Report;
use crate::signal;
use crate::terminal::Console;
use addition::Addition;
use collect::Gathered;
use engine_match::MatchReport;
use pgn_db::engine_match::{SeeMatch, Sprt};
use pgn_db::error::Error;
use pgn_db::report::{Bars, TextOptions};
use pgn_db::standings::{EventBy, TieBreak};
use pgn_db::stats::{Count, CountAnd, Order, RecentGames, SeeRecent, SortBy, WantedPlayer};
use pgn_query::facts::{self, Openings};
use pgn_query::name::{Alike, Fold};
use section::{Sections, Show};
use table::{Printed, ReportHead};

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn stats games/", "Results, lengths, players, openings, years"),
    ("pgn stats --player Carlsen games.pgn", "One player's games"),
    ("pgn stats --match games.pgn", "A match of engines, with the Elo difference"),
];

/// Count games and print tables
///
/// Without `--by`, pgn prints the usual tables, as far as the games have the data: results,
/// lengths, years, ratings, players, openings, events and more.
///
/// `--by` sets what to count by: a word (see `--by`) or the name of a tag. A number after a colon
/// sets how wide a range of numbers is (`elo:100`, `movecount:10`), or how many characters count
/// (`eco:1`). Words joined by commas are counted together: `--by year,eco` has a row for each
/// opening of each year. Give `--by` several times for several tables.
///
/// Wins, draws, losses and the score are White's; in tables with a word about one player (player,
/// opponent, color, elo), and with `--player`, they are those of the side in the row, and each game
/// counts once for each side. The performance is the mean rating of the opponents, adjusted for the
/// score by the table in the FIDE rating regulations. A game counts for the score if it has a
/// result, for the performance if the opponent also has a rating, and for lengths up to its first
/// illegal move. `2551 (12)` is a performance over 12 games, if the score covers more.
///
/// Names count as they are spelled: two spellings of a player are two players. With `--fold`, names
/// of players, annotators, events and sites that differ only in case, accents and punctuation count
/// as one. With `--fold=initials`, players with the same family name and first initial, such as
/// `Tal, M.` and `Tal, Mikhail`, also count as one, although they may be two people: `pgn names`
/// shows what to correct. The tables show the fullest spelling.
///
/// Openings come from the tags ECO, Opening and Variation, or without them from the moves: the last
/// position in the table of `pgn classify`, in any move order. `--openings tags` uses only the
/// tags, and `--openings moves` only the moves, so that all names come from one table. `--by
/// Opening`, with a capital, is the tag itself.
///
/// Speed depends on the time for 40 moves: below 3 minutes is bullet, up to 10 minutes blitz, below
/// an hour rapid, below a day classical.
///
/// A separate line counts the rows beyond `--top`. Values that do not fit into `--memory` are
/// counted on disk, so none is lost.
///
/// `--standings` shows events instead: for each event, the players in order, with the crosstable of
/// a match or a round robin, or the rounds of a Swiss or any other event, and the teams if there
/// are WhiteTeam and BlackTeam tags. Games with the same Event, Section and EventDate form an
/// event; without EventDate, 100 days without a game separate events of the same name. Games with
/// another Site belong to the same event if at least half of the players are the same; a note names
/// the sites. For broadcasts and studies of Lichess, BroadcastName or StudyName counts as the
/// event. In a cell, 1, = and 0 are results, * is an unfinished game, and a period is a missing
/// one; +, ~ and - are results without a game, from Result (`+/-`, `-/+`, `0-0`) or Termination
/// (`forfeit`, `unplayed`). In rounds, `12w1` is a win with White against number 12.
///
/// Points and tie-breaks are exact. `--tie-breaks` sets the criteria for equal points, in their
/// order, by FIDE's tie-break regulations (Handbook C.07, edition of March 2026): direct (points in
/// the games between the tied players, if all of them met, or if one of them is first however the
/// others had played), wins, played-wins (over the board), black-games, black-wins, sb
/// (Sonneborn-Berger), koya, buchholz, buchholz-cut1, buchholz-cut2, median, median2, progressive,
/// progressive-cut1, aro (average rating of the opponents), aro-cut1, performance, apro (average
/// performance of the opponents), rating. FIDE's acronyms work too: DE, WIN, WON, BPG, BWG, SB, KS,
/// BH, BH-C1, BH-C2, BH-M1, BH-M2, PS, PS-C1, ARO, ARO-C1, TPR, APRO, RTNG. The default is
/// direct,wins,sb, and buchholz-cut1,buchholz,sb for a Swiss. In a knock-out, the matches decide.
///
/// A game against `bye` is a bye: given by the pairing with `1-0`, requested with less.
/// In a Swiss, unplayed rounds count for buchholz and sb by article 16 of the regulations, as games
/// against an opponent with the same points, within limits if the event began in March 2026 or
/// later; so does a round without a game, if nearly all players have a game in each round. In other
/// events, games that were not played count as games.
///
/// `--match` shows a match of engines: for each two players the score and the Elo difference with
/// its error (95 percent), the normalized Elo (nElo), the likelihood of superiority (LOS), and the
/// pairs of games by their points. Two games with the same opening and both colors are a pair; the
/// opening is the start position with the moves before the first comment of an engine, or the
/// first eight plies. If all games are paired, the error, nElo, LOS and the test of `--sprt` come
/// from the pairs. Then follow the players with their time, depth, losses on time, crashes and
/// illegal moves, and tables by color, opening and termination. CSV has the first table only.
///
/// The exit status is 0 if everything was read, and 2 if something could not be read or written.
#[derive(Args, Debug)]
#[command(mut_arg("moves_language", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("where_file", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("config", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("encoding", |arg| arg.hide_short_help(true)))]
#[command(mut_arg("temp", |arg| arg.hide_short_help(true)))]
pub(super) struct Stats {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    illegal_moves: IllegalMovesArg,

    #[command(flatten)]
    letters: MovesLanguage,

    #[command(flatten)]
    write: Write,

    /// What to count games by; each use of the option makes a table
    #[arg(long, value_name = "WORD,...", long_help = words_of_by())]
    by: Vec<String>,

    /// Count only the games of this player, from the player's point of view
    ///
    /// `Carlsen` matches every name that begins with this word, in any letter case.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Show the first N rows of each table; 0 means all
    ///
    /// The default is 10 in the usual tables, 25 in tables of `--by` that have no order of their
    /// own, and all rows in JSON and CSV.
    #[arg(long, value_name = "N")]
    top: Option<u64>,

    /// Sort the rows by games, value, score, performance, rating or length
    #[arg(long, value_name = "KEY", hide_short_help = true)]
    sort: Option<SortBy>,

    /// Reverse the order
    #[arg(long, hide_short_help = true)]
    reverse: bool,

    /// Leave out rows with fewer than N games
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    min_games: u64,

    /// Draw bars of wins, draws and losses
    #[arg(long, hide_short_help = true)]
    score: bool,

    /// Whether to draw bars in text
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, hide_short_help = true)]
    bars: BarsWhen,

    #[command(flatten)]
    form: ReportForm,

    /// Show the standings and crosstables of events
    #[arg(long, visible_alias = "crosstable")]
    #[arg(conflicts_with_all = ["by", "sort", "reverse", "score", "bars"])]
    standings: bool,

    /// Show the score and Elo difference of a match of engines
    #[arg(long = "match")]
    #[arg(conflicts_with_all = ["by", "sort", "reverse", "standings", "fold"])]
    is_match: bool,

    /// With --match, show the state of a sequential test (SPRT) of two Elo differences
    ///
    /// The test decides between ELO0 and ELO1, with error probabilities ALPHA and BETA, which are
    /// 0.05 if they are missing. The first player of each line is the one that is tested; use
    /// `--player` to choose it.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", requires = "is_match")]
    #[arg(allow_hyphen_values = true, hide_short_help = true)]
    sprt: Option<Sprt>,

    /// Criteria for equal points, such as `sb,wins`
    #[arg(long, value_name = "WORD,...", value_delimiter = ',', requires = "standings")]
    #[arg(hide_short_help = true)]
    tie_breaks: Vec<TieBreak>,

    /// What separates events of one name: players, site or name [default: players]
    ///
    /// With `players`, another Site is another event unless at least half of the players are the
    /// same; with `site`, it always is. With `name`, only Section, EventDate, or 100 days without a
    /// game separate events.
    #[arg(long, value_name = "WHAT", value_parser = values(EVENT_BYS), requires = "standings")]
    #[arg(default_value = "players", hide_default_value = true, hide_short_help = true)]
    event_by: EventBy,

    /// Combine similar names: letters or initials [default with --fold: letters]
    ///
    /// `letters` ignores case, accents and punctuation; `initials` also combines given names with
    /// the same initial.
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = values(FOLDS), default_missing_value = "letters", hide_short_help = true)]
    fold: Option<Alike>,

    /// Where to take openings from: tags, moves or either [default: either]
    #[arg(long, value_name = "WHO", value_parser = values(OPENINGS))]
    #[arg(
        default_value = "either",
        hide_default_value = true,
        conflicts_with = "standings",
        hide_short_help = true
    )]
    openings: Openings,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    index: UseIndex,

    #[command(flatten)]
    memory: Memory,
}

fn words_of_by() -> String {
    let first = "What to count games by; each use of the option makes a table";
    words_help(first, &facts::words(|_| true))
}

/// The criteria that separate events.
const EVENT_BYS: &Values<EventBy> = &[
    ("players", "Another site, unless the players are the same (the default)", EventBy::Players),
    ("site", "Another site", EventBy::Site),
    ("name", "Only another section or date", EventBy::Name),
];

/// When names are one.
const FOLDS: &Values<Alike> = &[
    ("letters", "They differ only in case, accents and punctuation", Alike::Letters),
    (
        "initials",
        "The family names sound alike, and the first initials are the same",
        Alike::Initials,
    ),
];

/// The source of openings.
pub(super) const OPENINGS: &Values<Openings> = &[
    ("either", "The tags, or the moves if there are none (the default)", Openings::Either),
    ("tags", "Only the tags", Openings::Tags),
    ("moves", "Only the moves, including transpositions", Openings::Moves),
];

/// The bars of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum BarsWhen {
    /// On a terminal (the default)
    #[default]
    Auto,
    /// With block characters
    Blocks,
    /// With ASCII characters
    Ascii,
    /// None
    Never,
}

impl Stats {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        if self.standings {
            return self.run_standings(console);
        }
        let player = self.wanted_player();
        let memory_bytes = self.memory.budget().run_bytes / 2;
        match player {
            _ if self.is_match => {
                let folder = self.memory.folder(self.write.output.as_deref());
                let report = MatchReport::new(folder, memory_bytes);
                let report = report.of(player, self.min_games).tested(self.sprt);
                self.run_with(report, SeeMatch, memory_bytes, console)
            }
            Some(player) if self.by.is_empty() => {
                let see = SeeRecent(player);
                self.run_with(RecentGames::default(), see, 2 * memory_bytes, console)
            }
            _ => self.run_with((), (), 2 * memory_bytes, console),
        }
    }

    /// Counts games, with an addition to the report that `see` collects.
    fn run_with<A: Addition>(
        self,
        addition: A,
        see: A::See,
        memory_bytes: usize,
        console: &mut Console,
    ) -> Result<Exit, Error> {
        let Sections(sections) = self.sections()?;
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let mut output = Output::open(self.write.output.as_deref(), &inputs)?;
        let folder = self.memory.folder(self.write.output.as_deref());
        signal::watch();
        console.start_progress(&inputs, &output);
        let tables: Vec<_> = sections.iter().map(|section| section.table.clone()).collect();
        let player = self.wanted_player();
        let with_plies = !self.is_match && self.by.is_empty() || self.sorts_by_length();
        let count = Count { tables, player, with_plies, openings: self.openings };
        let language = self.letters.moves_language.unwrap_or_default();
        let options = self.memory.scan_options(&self.read).with_language(language);
        let gathered = Gathered::new(&count.tables, addition, folder.clone(), memory_bytes);
        let mut collector = SourceReporter::new(gathered, console);
        let input = (inputs, options);
        self.index.scan(input, query, CountAnd { count, see }, &mut collector, console)?;
        let SourceReporter { taken: gathered, report: Report { exit, .. } } = collector;
        let head = ReportHead { player: self.player.clone(), ..gathered.head };
        let mut addition = gathered.addition;
        addition.finish()?;
        let (input_count, output_count) = (head.game_count, head.counted_count);
        let account =
            Games { input_count, output_count, rejected_count: input_count - output_count };
        let orders: Vec<Order> = sections.iter().map(|section| section.order).collect();
        let word_count_max = sections.iter().map(|section| section.table.words().len()).max();
        let text = self.text_options(&output);
        let form = (self.form.format(self.write.output.as_deref()), text, self.form.cells());
        let counted = gathered.counted;
        report::write(&mut output, form, |mut writer| {
            writer.begin(&head.report())?;
            addition.write_before(form.0, &mut writer)?;
            if addition.is_alone(form.0) {
                return writer.end(&[], &[]);
            }
            let mut printed = Printed {
                writer,
                format: form.0,
                bars: text.bars,
                head: &head,
                folder: &folder,
                account,
                word_count_max: word_count_max.unwrap_or_default().max(1),
                many: false,
            };
            let game_count_min = if self.is_match { 1 } else { self.min_games };
            counted.finish(&orders, game_count_min, |idx, ranked| {
                printed.table(&sections[idx], ranked)
            })?;
            addition.write_after(form.0, &mut printed.writer)?;
            printed.writer.end(&[], &[])
        })?;
        output.commit(console)?;
        Ok(exit)
    }

    fn run_standings(self, console: &mut Console) -> Result<Exit, Error> {
        let query = self.wanted.query(console)?;
        let inputs = self.read.inputs();
        let mut output = Output::open(self.write.output.as_deref(), &inputs)?;
        let folder = self.memory.folder(self.write.output.as_deref());
        signal::watch();
        console.start_progress(&inputs, &output);
        let format = self.form.format(self.write.output.as_deref());
        let form = (format, report::text_options(&output), self.form.cells());
        let wanted = standings::StandingsOptions {
            query,
            player: self.wanted_player(),
            game_count_min: self.min_games,
            top: self.top.unwrap_or(0),
            tie_breaks: self.tie_breaks,
            alike: self.fold,
        };
        let memory_bytes = self.memory.budget().run_bytes;
        let gathered = standings::gatherer(folder, self.event_by, memory_bytes);
        let collector = SourceReporter::new(gathered, console);
        let options = self.memory.scan_options(&self.read);
        let input = standings::StandingsInput { inputs, options, index: self.index };
        let exit = standings::run(input, collector, &wanted, form, &mut output)?;
        output.commit(console)?;
        Ok(exit)
    }

    fn sections(&self) -> Result<Sections, Error> {
        let is_one = self.player.is_some();
        let mut sections = match self.by.is_empty() {
            true if self.is_match => Sections::of_match(is_one),
            true => Sections::usual(is_one),
            false => Sections::parse(&self.by, is_one)?,
        };
        let is_for_people = self.form.format(self.write.output.as_deref()).is_for_people();
        for section in &mut sections.0 {
            if !is_for_people {
                (section.show, section.top) = (Show::Always, 0);
            }
            section.top = self.top.unwrap_or(section.top);
            section.order.by = self.sort.unwrap_or(section.order.by);
            section.order.is_reversed = self.reverse;
            if let Some(fold) = self.fold {
                section.table = section.table.clone().folded(fold);
            }
        }
        Ok(sections)
    }

    fn wanted_player(&self) -> Option<WantedPlayer> {
        let how = if self.fold.is_some() { Fold::Words } else { Fold::Case };
        self.player.as_deref().map(|name| WantedPlayer::new(name, how))
    }

    fn sorts_by_length(&self) -> bool {
        self.sort == Some(SortBy::Length)
    }

    fn text_options(&self, output: &Output) -> TextOptions {
        let text = report::text_options(output);
        let bars = match self.bars {
            BarsWhen::Auto => text.bars,
            BarsWhen::Blocks => Bars::Blocks,
            BarsWhen::Ascii => Bars::Ascii,
            BarsWhen::Never => Bars::None,
        };
        text.with_bars(bars).with_bars_by_result(self.score)
    }
}

/// An error with its source, or one of the temporary files.
struct Failure(Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure(Error::from_io("temporary files", error))
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        failure.0
    }
}
