//! Instructions of the hot paths: counts that do not shake, so that a slower change shows on a
//! noisy machine.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;

use crate::callgrind::{self, Counts, Part};
use crate::clock::told;
use crate::data::{Data, Files};
use crate::record::{self, Summary};
use crate::tool::Tools;
use crate::work::{self, Runner, Work};
use crate::{Desk, machine};

/// Growth above this is reported.
const GROWTH_MAX: f64 = 0.02;

/// The committed record, in tab-separated columns.
const RECORD: &str = "benches/record/counts.tsv";

const WORKS: [(&str, Work, &str); 19] = [
    ("W1", Work::Skim, "masters-2m"),
    ("W1", Work::Skim, "server-2m"),
    ("W2", Work::Tokens, "masters-2m"),
    ("W2", Work::Tokens, "server-2m"),
    ("W3", Work::PlayMain, "masters-2m"),
    ("W3", Work::PlayMain, "server-2m"),
    ("W3v", Work::Play, "annotated-2m"),
    ("W4", Work::Keys, "masters-2m"),
    ("W4", Work::Keys, "server-2m"),
    ("W5", Work::Hold, "masters-2m"),
    ("W5v", Work::HoldPlayedMain, "masters-2m"),
    ("W5v", Work::HoldPlayedMain, "server-2m"),
    ("W6", Work::RewriteMain, "masters-2m"),
    ("W6", Work::RewriteMain, "server-2m"),
    ("W8", Work::SanOut, "moves"),
    ("W8", Work::Resolve, "moves"),
    ("W8", Work::PlayKnown, "moves"),
    ("W8", Work::FenOut, "positions"),
    ("W8", Work::FenIn, "positions"),
];

struct Row {
    id: &'static str,
    work: Work,
    file: String,
    n: f64,
    ours: Counts,
    theirs: Counts,
}

impl Row {
    fn key(&self) -> String {
        format!("{}\t{}\t{}", self.id, self.work.name(), self.file)
    }

    fn each(&self, count: u64) -> f64 {
        count as f64 / self.n
    }
}

/// Counts every work, reports the growth, and writes the record.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let files = Files::make(desk)?;
    let path = desk.root.join(RECORD);
    let last = known(&fs::read_to_string(&path).unwrap_or_default());
    let mut rows = Vec::new();
    for (id, work, file) in WORKS {
        let is_wanted = |names: &[String], name: &str| {
            names.is_empty() || names.iter().any(|wanted| wanted == name)
        };
        if !is_wanted(&desk.only, id) || !is_wanted(&desk.files, file) {
            continue;
        }
        let Some(row) = row(desk, &tools, files.get(file)?, id, work)? else {
            return Err("valgrind is not installed".to_string());
        };
        let now = row.each(row.ours.instructions);
        let growth = last.get(&row.key()).map(|before| now / before - 1.0);
        let told = growth.map_or_else(String::new, |growth| format!("{:+.1} %", growth * 100.0));
        let is_more = growth.is_some_and(|growth| growth > GROWTH_MAX);
        let told = if is_more { format!("{told}  GREW") } else { told };
        eprintln!("{:4} {:18} {:14} {now:8.1}  {told}", id, work.name(), file);
        rows.push(row);
    }
    let mut text = table(&rows, &last);
    for (work, file) in [(Work::PlayMain, "masters-2m"), (Work::PlayMain, "server-2m")] {
        if let Some(row) = rows.iter().find(|row| row.work == work && row.file == file) {
            let _ = write!(text, "\n{}", module_table(desk, &tools, &files, row)?);
        }
    }
    if let Some(row) = rows.iter().find(|row| row.work == Work::RewriteMain) {
        let _ = write!(text, "\n{}", module_table(desk, &tools, &files, row)?);
    }
    if !desk.is_whole() {
        println!("{text}");
        return Ok(());
    }
    fs::write(&path, tsv(&rows)).map_err(told(&path))?;
    record::keep(desk, "counts", &text)
}

fn row(
    desk: &Desk,
    tools: &Tools,
    file: &Data,
    id: &'static str,
    work: Work,
) -> Result<Option<Row>, String> {
    let out = desk.data().join("callgrind.out");
    let target = desk.data().join("out-counts.pgn");
    let is_loop =
        matches!(work, Work::SanOut | Work::Resolve | Work::PlayKnown | Work::FenIn | Work::FenOut);
    let part = if is_loop { Part::Inside("*clock::timed*") } else { Part::Whole };
    let count = |runner: Runner| {
        let (path, target) = (file.path.to_string_lossy(), target.to_string_lossy());
        let words = ["one", work.name(), runner.name(), &path, &target];
        callgrind::count(&tools.this, &words, &part, &out)
    };
    let (Some(ours), Some(theirs)) = (count(Runner::Pgnkit)?, count(Runner::PgnReader)?) else {
        return Ok(None);
    };
    let _ = fs::remove_file(&target);
    // The loop runs once more than its number, to warm up.
    let n = if is_loop {
        let (_, timed) = work::run(work, Runner::Pgnkit, &file.path, &target).map_err(error)?;
        timed.map_or(1.0, |timed| timed.n_operations as f64 * 7.0 / 6.0)
    } else {
        let tokens = work::run(Work::Tokens, Runner::Pgnkit, &file.path, &target).map_err(error)?;
        tokens.0.n_plies as f64
    };
    Ok(Some(Row { id, work, file: file.name.clone(), n, ours, theirs }))
}

fn error(trouble: std::io::Error) -> String {
    trouble.to_string()
}

/// Instructions an operation by key, from the record.
fn known(text: &str) -> HashMap<String, f64> {
    let mut last = HashMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((rest, _)) = line.rsplit_once('\t') else { continue };
        let Some((key, count)) = rest.rsplit_once('\t') else { continue };
        last.extend(count.parse().ok().map(|count| (key.to_string(), count)));
    }
    last
}

fn tsv(rows: &[Row]) -> String {
    let mut text = format!(
        "# {}, {}; id, work, file, instructions and mispredicts an operation\n",
        machine::today(),
        machine::compiler()
    );
    for row in rows {
        let (count, missed) = (row.each(row.ours.instructions), row.each(row.ours.mispredicts));
        let _ = writeln!(text, "{}\t{count:.1}\t{missed:.2}", row.key());
    }
    text
}

fn table(rows: &[Row], last: &HashMap<String, f64>) -> String {
    let mut text = format!(
        "{}\nInstructions and wrongly foretold branches of a ply, or of a position where the file \
         is one of positions, as callgrind simulates them; the change is against the record \
         before.\n\n\
         | work | file | instructions | change | mispredicts | peer's instructions | \
         peer's mispredicts |\n|---|---|---|---|---|---|---|\n",
        record::header()
    );
    for row in rows {
        let now = row.each(row.ours.instructions);
        let change = last
            .get(&row.key())
            .map_or_else(String::new, |before| format!("{:+.1} %", (now / before - 1.0) * 100.0));
        let _ = writeln!(
            text,
            "| {} {} | {} | {now:.0} | {change} | {:.1} | {:.0} | {:.1} |",
            row.id,
            row.work.name(),
            row.file,
            row.each(row.ours.mispredicts),
            row.each(row.theirs.instructions),
            row.each(row.theirs.mispredicts),
        );
    }
    text
}

/// Where one ply goes: by module and by function, with the nanoseconds of a run in these shares.
fn module_table(desk: &Desk, tools: &Tools, files: &Files, row: &Row) -> Result<String, String> {
    let file = files.get(row.file.trim_end_matches("-2m"))?;
    let out = desk.data().join("out-counts.pgn");
    let mut times = Vec::new();
    for _ in 0..5 {
        let job = tools.own(row.work.name(), Runner::Pgnkit.name(), &file.path, &out);
        times.push(job.run()?.cpu_ms);
    }
    let _ = fs::remove_file(&out);
    let n_plies = row.n * file.bytes as f64 / files.get(&row.file)?.bytes as f64;
    let ns = Summary::of(times).map_or(0.0, |ms| ms.median) * 1e6 / n_plies;
    let all = row.ours.instructions;
    let mut text = format!(
        "One ply of {} ({}): {:.0} instructions, {ns:.1} ns.\n\n\
         | module | instructions | share | ns |\n|---|---|---|---|\n",
        file.name,
        row.work.name(),
        row.each(all)
    );
    for (name, count) in largest(&row.ours.modules, all / 100) {
        let share = count as f64 / all as f64;
        let (each, part) = (row.each(count), share * 100.0);
        let _ = writeln!(text, "| {name} | {each:.1} | {part:.0} % | {:.1} |", share * ns);
    }
    text.push_str("\n| function, with what is inlined into it | instructions |\n|---|---|\n");
    for (name, count) in largest(&row.ours.functions, all / 50) {
        let _ = writeln!(text, "| `{name}` | {:.1} |", row.each(count));
    }
    Ok(text)
}

fn largest(counts: &HashMap<String, u64>, least: u64) -> Vec<(&String, u64)> {
    let mut list: Vec<_> = counts.iter().map(|(name, count)| (name, *count)).collect();
    list.retain(|(_, count)| *count >= least.max(1));
    list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    list
}
