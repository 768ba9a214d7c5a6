//! The results: tables, the records of machines and dates, and the page that shows the last.

use std::fmt::Write as _;
use std::fs;

use crate::clock::told;
use crate::data::Files;
use crate::plan::{Contest, Measure};
use crate::tool::Tools;
use crate::{Desk, machine};

/// One row of the table of races.
pub(crate) struct Row {
    pub(crate) contest: Contest,
    pub(crate) bytes: u64,
    /// Milliseconds, or nanoseconds of an operation.
    pub(crate) ours: Option<Summary>,
    pub(crate) theirs: Option<Summary>,
    /// How many times as fast we are.
    pub(crate) ratio: Option<Summary>,
    pub(crate) our_mib: f64,
    pub(crate) their_mib: f64,
    /// The peer ended with an error.
    pub(crate) gives_up: bool,
}

/// The most memory that a run held, and its limit.
pub(crate) struct MemoryRow {
    pub(crate) label: String,
    pub(crate) mib: f64,
    pub(crate) limit_mib: f64,
}

/// Median, least and greatest of the rounds.
#[derive(Clone, Copy)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl Summary {
    /// Nothing of nothing.
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Summary> {
        values.sort_by(f64::total_cmp);
        Some(Summary {
            median: *values.get(values.len() / 2)?,
            least: *values.first()?,
            greatest: *values.last()?,
        })
    }
}

impl Row {
    /// A race that cannot be run: a file that no program could pack.
    pub(crate) fn absent(contest: Contest) -> Row {
        let (ours, theirs, ratio) = (None, None, None);
        Row {
            contest,
            bytes: 0,
            ours,
            theirs,
            ratio,
            our_mib: 0.0,
            their_mib: 0.0,
            gives_up: false,
        }
    }

    /// Whether the median reaches the goal; nothing when there is no goal or no median.
    fn is_reached(&self) -> Option<bool> {
        Some(self.ratio?.median >= self.contest.want?)
    }

    fn speed(&self, amount: Option<Summary>) -> String {
        match (amount, self.contest.measure) {
            (None, _) if self.gives_up => "gives up".to_string(),
            (None, _) => "absent".to_string(),
            (Some(ns), Measure::Loop) => format!("{:.1} ns", ns.median),
            (Some(ms), Measure::Cpu | Measure::Wall) => {
                let speed = self.bytes as f64 / 1000.0 / ms.median;
                let digits = usize::from(speed < 10.0);
                format!("{speed:.digits$}")
            }
        }
    }

    fn ratio_text(&self) -> String {
        match self.ratio {
            Some(r) => format!("{:.2} ({:.2}–{:.2})", r.median, r.least, r.greatest),
            None => "–".to_string(),
        }
    }

    /// One line for eyes.
    pub(crate) fn line(&self) -> String {
        format!(
            "{:6} {:14} {:22} {:>9}  {:26} {:>9}  {} {}",
            self.contest.id,
            self.contest.file,
            self.contest.ours.label(),
            self.speed(self.ours),
            self.contest.peer.label(),
            self.speed(self.theirs),
            self.ratio_text(),
            self.contest.want.map_or_else(String::new, |want| format!("of {want}"))
        )
    }

    fn markdown(&self) -> String {
        let measure = match self.contest.measure {
            Measure::Cpu | Measure::Loop => "",
            Measure::Wall => ", wall",
        };
        let wanted = match (self.contest.want, self.is_reached()) {
            (None, _) => String::new(),
            (Some(want), Some(true)) => format!("{want}"),
            (Some(want), Some(false)) => format!("**{want}**"),
            (Some(want), None) => format!("{want}"),
        };
        format!(
            "| {} | {} | {}{measure} | {} | {} | {} | {} | {wanted} | {:.1} / {:.1} |",
            self.contest.id,
            self.contest.file,
            self.contest.ours.label(),
            self.speed(self.ours),
            self.contest.peer.label(),
            self.speed(self.theirs),
            self.ratio_text(),
            self.our_mib,
            self.their_mib,
        )
    }
}

/// Prints what came out; keeps it when it is all.
pub(crate) fn races(
    desk: &Desk,
    tools: &Tools,
    files: &Files,
    rows: &[Row],
    memory: &[MemoryRow],
) -> Result<(), String> {
    let mut text = table(desk, tools, files, rows);
    if !memory.is_empty() {
        text.push_str("\n| memory over the server games | MiB | at most |\n|---|---|---|\n");
        for MemoryRow { label, mib, limit_mib } in memory {
            let limit =
                if mib > limit_mib { format!("**{limit_mib}**") } else { limit_mib.to_string() };
            let _ = writeln!(text, "| {label} | {mib:.1} | {limit} |");
        }
    }
    if desk.is_whole() {
        keep(desk, "races", &text)?;
        front_page(desk, rows)
    } else {
        println!("{text}");
        Ok(())
    }
}

/// The same for the curator's verbs.
pub(crate) fn toolbox(
    desk: &Desk,
    tools: &Tools,
    files: &Files,
    rows: &[Row],
) -> Result<(), String> {
    let text = table(desk, tools, files, rows);
    if desk.is_whole() {
        keep(desk, "toolbox", &text)
    } else {
        println!("{text}");
        Ok(())
    }
}

/// How it was measured, on which files, and a row for each race.
fn table(desk: &Desk, tools: &Tools, files: &Files, rows: &[Row]) -> String {
    let mut text = format!(
        "{}\nPeers: {}.\n\
         CPU time of whole processes, or wall time where the row says so; {} interleaved pairs, \
         the median of their ratios, least and greatest; MB/s, or nanoseconds of an operation; \
         the most memory held, in MiB. A wanted ratio that is not reached stands in bold.\n\n",
        header(),
        tools.versions(),
        desk.n_rounds
    );
    let is_raced = |name: &str| rows.iter().any(|row| row.contest.file.starts_with(name));
    for file in files.whole().filter(|file| is_raced(&file.name)) {
        let _ = writeln!(
            text,
            "- {}: {} MB; {} of {} games of the corpus taken",
            file.name,
            file.bytes / 1_000_000,
            file.n_games - file.n_left_out,
            file.n_games
        );
    }
    text.push_str(
        "\n| work | file | pgnkit | speed | peer | its speed | times as fast | wanted | memory |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        text.push_str(&row.markdown());
        text.push('\n');
    }
    text
}

/// Date, machine and compiler.
pub(crate) fn header() -> String {
    format!(
        "{}, {}, {} cores, {}.",
        machine::today(),
        machine::processor(),
        machine::n_cores(),
        machine::compiler()
    )
}

/// Prints a text, writes it to the records under its name, and into `docs/performance.md`, between
/// the two comments that name it.
pub(crate) fn keep(desk: &Desk, name: &str, text: &str) -> Result<(), String> {
    println!("{text}");
    let folder = desk.root.join("benches/record");
    fs::create_dir_all(&folder).map_err(told(&folder))?;
    let path = folder.join(format!("{}-{}-{name}.md", machine::slug(), machine::today()));
    fs::write(&path, format!("# Speed: {name}\n\n{text}")).map_err(told(&path))?;
    replace(desk, "docs/performance.md", name, &format!("\n{text}"))
}

/// The lines of the front page: the work, the files, the other program.
const FRONT: [(&str, &str, &str, &str, &str); 3] = [
    ("every move proved legal", "W3", "", "pgn-reader", "pgn-reader with shakmaty"),
    ("… and each position's Polyglot key", "W4", "", "pgn-reader", "pgn-reader with shakmaty"),
    ("rewritten, moves in canonical SAN", "W6", "-head", "pgn-extract", "pgn-extract"),
];

/// The table of the front page: three races, how many times as fast, with their spread.
fn front_page(desk: &Desk, rows: &[Row]) -> Result<(), String> {
    let ratio = |id: &str, file: &str, peer: &str| {
        let is_it = |row: &&Row| {
            let contest = &row.contest;
            contest.id == id && contest.file == file && contest.peer.label().starts_with(peer)
        };
        let ratio = rows.iter().find(is_it)?.ratio?;
        Some(format!("{:.1} ({:.1}–{:.1})", ratio.median, ratio.least, ratio.greatest))
    };
    let mut text =
        "\n\n  | one core, times as fast | master games | with clocks | as |\n".to_string();
    text.push_str("  |---|---|---|---|\n");
    for (what, id, slice, peer, name) in FRONT {
        let cell = |file: &str| ratio(id, &format!("{file}{slice}"), peer);
        let (Some(masters), Some(server)) = (cell("masters"), cell("server")) else {
            return Ok(());
        };
        let _ = writeln!(text, "  | {what} | {masters} | {server} | {name} |");
    }
    text.push_str("\n  ");
    replace(desk, "README.md", "speed", &text)
}

/// Puts a text between `<!-- bench NAME -->` and `<!-- end -->`.
fn replace(desk: &Desk, page: &str, name: &str, text: &str) -> Result<(), String> {
    let path = desk.root.join(page);
    let old = fs::read_to_string(&path).map_err(told(&path))?;
    let mark = format!("<!-- bench {name} -->");
    let missing = || format!("{page} has no `{mark}` … `<!-- end -->`");
    let (before, rest) = old.split_once(&mark).ok_or_else(missing)?;
    let (_, behind) = rest.split_once("<!-- end -->").ok_or_else(missing)?;
    fs::write(&path, format!("{before}{mark}{text}<!-- end -->{behind}")).map_err(told(&path))
}
