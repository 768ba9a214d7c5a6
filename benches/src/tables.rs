//! Tables of games: how fast Parquet is written, how fast DuckDB reads games, how large tables are.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use pgnkit::syntax::Regions;

use crate::Desk;
use crate::clock::{Cost, Job, told};
use crate::data::{Data, Files};
use crate::record::{self, Summary};
use crate::tool::Tools;
use crate::work::{Runner, Work};

/// The columns that are written of each game.
const COLUMNS: &str = "white,black,result,whiteelo,blackelo,eco,moves,clocks,evals,mates";

/// The number of cores that the record is about.
const N_THREADS: &str = "2";

/// Measures all of it, and keeps the tables.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let mut files = Files::make(desk)?;
    files.pack(desk, &tools)?;
    let Some(python) = &tools.duckdb_python else {
        return Err("no Python with duckdb; name one in PGNKIT_TABLE_READERS".to_string());
    };
    let script = |words: &[&str]| Job::new(python).arg(tools.scripts.join("tables.py")).args(words);
    let mut text = format!(
        "{}\nParquet of a table of games, the moves proved legal, beside W3, which proves them and \
         writes nothing: MB/s of text by the clock, two threads each, and by CPU time; the median \
         of {} pairs, least and greatest. DuckDB counts the moves of each table: as many as \
         `convert --to uci` writes.\n\n\
         | file | columns | by the clock | W3 | ratio | by CPU time | W3 | ratio | MiB |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        record::header(),
        desk.n_rounds
    );
    for name in ["server", "lichess"] {
        for columns in [Some(COLUMNS), None] {
            let line = parquet(desk, &tools, files.get(name)?, columns, &script)?;
            eprintln!("{line}");
            let _ = writeln!(text, "{line}");
        }
    }
    let _ = write!(
        text,
        "\nThe columns named are `{COLUMNS}`.\n\n\
         `SELECT eco, count(*) … GROUP BY eco` by the extension in DuckDB, beside `pgn stats --by \
         eco`: MB/s of text by the clock, two threads each; the answers are the same.\n\n\
         | file | DuckDB | `pgn stats` | ratio | first row, ms |\n|---|---|---|---|---|\n",
    );
    for name in ["server", "server-frames.zst"] {
        let line = sql(desk, &tools, files.get(name)?, &script)?;
        eprintln!("{line}");
        let _ = writeln!(text, "{line}");
    }
    text.push_str(
        "\nSizes in bytes, each game once: the default columns, which hold everything but the \
         layout of the text, and all with `movetext`, the text as it was written; in parentheses \
         as parts of `zstd -3`.\n\n\
         | file | games | text | `zstd -3` | `zstd -19` | default columns | with `movetext` |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for name in ["server", "lichess", "chesscom", "masters-head", "annotated"] {
        let line = sizes(desk, &tools, files.get(name)?)?;
        eprintln!("{line}");
        let _ = writeln!(text, "{line}");
    }
    record::keep(desk, "tables", &text)
}

/// A program with words and files.
type Script<'s> = &'s dyn Fn(&[&str]) -> Job;

/// The command that writes a table of a file.
fn convert(tools: &Tools, path: &Path, columns: Option<&str>, out: &Path) -> Job {
    let job = Job::new(&tools.pgn).args(["convert", "-q", "--to", "parquet", "-j", N_THREADS]);
    let job = columns.map_or(job.clone(), |columns| job.args(["--columns", columns]));
    job.arg(path).arg("-o").arg(out).status_max(1)
}

fn parquet(
    desk: &Desk,
    tools: &Tools,
    file: &Data,
    columns: Option<&str>,
    script: Script<'_>,
) -> Result<String, String> {
    let out = desk.data().join("out-table.parquet");
    let ours = convert(tools, &file.path, columns, &out);
    let own = |work: Work| {
        tools.own(work.name(), Runner::Pgnkit.name(), &file.path, &desk.data().join("out-table"))
    };
    let (one, all) = (own(Work::Play), own(Work::PlayParallel));
    // A table has the moves of main lines; W3 plays those of variations, too.
    let main_lines = desk.data().join("out-table.uci");
    let job = Job::new(&tools.pgn).args(["convert", "-q", "--to", "uci", "-o"]);
    job.arg(&main_lines).arg(&file.path).status_max(1).run()?;
    let text = fs::read_to_string(&main_lines).map_err(|error| error.to_string())?;
    let n_plies = text.split_whitespace().count() as u64;
    let mut costs: Vec<[Cost; 3]> = Vec::new();
    for _ in 0..desk.n_rounds {
        let round = [ours.run()?, one.run()?, all.run()?];
        let told = script(&["moves"]).arg(&out).run()?.answer;
        let played = [count(&round[1].answer, "games"), n_plies];
        // A table includes games that are not regular, and W3 counts them as well.
        if told != played.map(|n| n.to_string()).join(" ") {
            return Err(format!("{}: {told} in the table, {played:?} played", file.name));
        }
        costs.push(round);
    }
    let _ = fs::remove_file(&out);
    let summary = |of: &dyn Fn(&[Cost; 3]) -> f64| {
        Summary::of(costs.iter().map(of).collect()).ok_or("no rounds".to_string())
    };
    let speed = |ms: f64| file.bytes as f64 / 1e3 / ms;
    let ratio = |r: Summary| format!("{:.2} ({:.2}–{:.2})", r.median, r.least, r.greatest);
    Ok(format!(
        "| {} | {} | {:.0} | {:.0} | {} | {:.0} | {:.0} | {} | {:.0} |",
        file.name,
        if columns.is_some() { "named" } else { "default" },
        summary(&|it| speed(it[0].wall_ms))?.median,
        summary(&|it| speed(it[2].wall_ms))?.median,
        ratio(summary(&|it| it[2].wall_ms / it[0].wall_ms)?),
        summary(&|it| speed(it[0].cpu_ms))?.median,
        summary(&|it| speed(it[1].cpu_ms))?.median,
        ratio(summary(&|it| it[1].cpu_ms / it[0].cpu_ms)?),
        summary(&|it| it[0].memory_mib)?.greatest,
    ))
}

/// A number of an answer.
fn count(answer: &str, name: &str) -> u64 {
    let mut words = answer.split(' ').skip_while(|word| *word != name);
    words.nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn sql(desk: &Desk, tools: &Tools, file: &Data, script: Script<'_>) -> Result<String, String> {
    let extension = tools.extension.to_string_lossy();
    let query = |verb| script(&[verb, &extension, N_THREADS]).arg(&file.path);
    let words = ["stats", "-q", "--by", "eco", "--top", "0", "--format", "csv", "-j", N_THREADS];
    let out = desk.data().join("out-table.csv");
    let stats = Job::new(&tools.pgn).args(words).arg(&file.path).output(&out).status_max(1);
    let (mut ours, mut theirs, mut ratios, mut firsts) = (vec![], vec![], vec![], vec![]);
    for _ in 0..desk.n_rounds {
        let duckdb = query("eco").run()?;
        let report = stats.run()?;
        let counted = counted(&fs::read_to_string(&out).map_err(told(&out))?);
        if duckdb.answer != counted {
            return Err(format!("{}: {} is not {counted}", file.name, duckdb.answer));
        }
        let ms = duckdb.loop_ns.ok_or("a query that says no time")? / 1e6;
        ours.push(ms);
        theirs.push(report.wall_ms);
        ratios.push(report.wall_ms / ms);
        firsts.push(query("first").run()?.loop_ns.ok_or("a query that says no time")? / 1e6);
    }
    let summary = |values: Vec<f64>| Summary::of(values).ok_or("no rounds".to_string());
    let speed = |ms: Summary| file.bytes as f64 / 1e3 / ms.median;
    let ratio = summary(ratios)?;
    Ok(format!(
        "| {} | {:.0} | {:.0} | {:.2} ({:.2}–{:.2}) | {:.0} |",
        file.name,
        speed(summary(ours)?),
        speed(summary(theirs)?),
        ratio.median,
        ratio.least,
        ratio.greatest,
        summary(firsts)?.median,
    ))
}

/// The rows of a report, as the script prints them.
fn counted(csv: &str) -> String {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let place = |name| head.iter().position(|it| *it == name).unwrap_or(0);
    let (value, games) = (place("value"), place("games"));
    let mut rows: Vec<String> =
        lines.filter_map(|row| Some(format!("{}:{}", row.get(value)?, row.get(games)?))).collect();
    rows.sort();
    rows.join(" ")
}

fn sizes(desk: &Desk, tools: &Tools, file: &Data) -> Result<String, String> {
    let text = fs::read(&file.path).map_err(told(&file.path))?;
    let mut regions = Regions::new(&text[..]);
    let (mut seen, mut once) = (HashSet::new(), Vec::new());
    while let Some(region) = regions.next_region().map_err(|error| error.to_string())? {
        if region.end.is_some() && seen.insert(region.text.trim_ascii().to_vec()) {
            once.extend_from_slice(region.text.trim_ascii());
            once.extend_from_slice(b"\n\n");
        }
    }
    let plain = desk.data().join(format!("once-{}.pgn", file.name));
    fs::write(&plain, &once).map_err(told(&plain))?;
    let size = |path: &Path| fs::metadata(path).map(|it| it.len()).map_err(told(path));
    let target = |ending: &str| -> PathBuf { plain.with_extension(ending) };
    let packed = |level: &str| -> Result<Option<u64>, String> {
        let Some(zstd) = &tools.zstd else { return Ok(None) };
        let out = target("pgn.zst");
        Job::new(zstd).args(["-q", "-f", level, "-o"]).arg(&out).arg(&plain).run()?;
        size(&out).map(Some)
    };
    let table = |columns| {
        let out = target("parquet");
        convert(tools, &plain, columns, &out).run()?;
        size(&out)
    };
    let (quick, hard) = (packed("-3")?, packed("-19")?);
    let all = fs::read_to_string(desk.root.join("docs/formats/tables.md")).unwrap_or_default();
    let all = format!("{},movetext", default_columns(&all));
    let (defaults, whole) = (table(None)?, table(Some(&all))?);
    for ending in ["pgn", "pgn.zst", "parquet"] {
        let _ = fs::remove_file(target(ending));
    }
    let part = |bytes: u64| match quick {
        Some(quick) => format!("{bytes} ({:.2})", bytes as f64 / quick as f64),
        None => bytes.to_string(),
    };
    let or_absent = |bytes: Option<u64>| bytes.map_or("absent".to_string(), |it| it.to_string());
    Ok(format!(
        "| {} | {} | {} | {} | {} | {} | {} |",
        file.name,
        seen.len(),
        once.len(),
        or_absent(quick),
        or_absent(hard),
        part(defaults),
        part(whole)
    ))
}

/// The names of the columns that a table of games has by default, of the page that lists them.
fn default_columns(page: &str) -> String {
    let rows = page.split("### By name").next().unwrap_or_default().lines();
    let names = rows.filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    names.collect::<Vec<_>>().join(",")
}
