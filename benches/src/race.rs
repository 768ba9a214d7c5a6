//! The races: both sides in turn, the median of the ratios, and a record of it all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Desk;
use crate::answer::sum_of;
use crate::clock::{Cost, told};
use crate::data::{Data, Files};
use crate::explorer;
use crate::plan::{self, Agree, Contest, Measure, Side};
use crate::record::{self, MemoryRow, Row, Summary};
use crate::tool::Tools;
use crate::work::{self, Runner, Work};

/// Runs every comparison over reading and writing, and measures the memory.
pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let mut files = Files::make(desk)?;
    files.pack(desk, &tools)?;
    files.clean(desk, &tools)?;
    let race = Race { desk, tools: &tools, files: &files };
    let rows = race.each(plan::contests())?;
    let mut memory = Vec::new();
    if race.is_wanted("memory", "server") {
        for (side, limit_mib) in plan::memory() {
            memory.push(race.memory(side, limit_mib)?);
        }
    }
    record::races(desk, &tools, &files, &rows, &memory)
}

/// Runs every race of the curator's verbs.
pub(crate) fn toolbox(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let files = Files::make(desk)?;
    let race = Race { desk, tools: &tools, files: &files };
    let rows = race.each(plan::toolbox())?;
    record::toolbox(desk, &tools, &files, &rows)
}

struct Race<'a> {
    desk: &'a Desk,
    tools: &'a Tools,
    files: &'a Files,
}

impl Race<'_> {
    /// Runs the comparisons that are wanted.
    fn each(&self, contests: Vec<Contest>) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        let mut is_indexed = false;
        for contest in contests {
            if self.is_wanted(contest.id, contest.file) {
                if matches!(contest.ours, Side::Indexed(_)) && !is_indexed {
                    self.files.index(contest.file, self.tools)?;
                    is_indexed = true;
                }
                let row = self.run(contest)?;
                eprintln!("{}", row.line());
                rows.push(row);
            }
        }
        for path in [self.out("ours"), self.out("theirs")] {
            let _ = fs::remove_file(path);
        }
        Ok(rows)
    }

    fn is_wanted(&self, id: &str, file: &str) -> bool {
        let is_named = |names: &[String], name: &str| {
            names.is_empty() || names.iter().any(|wanted| name == wanted)
        };
        is_named(&self.desk.only, id) && is_named(&self.desk.files, file)
    }

    fn out(&self, whose: &str) -> PathBuf {
        self.desk.data().join(format!("out-{whose}.pgn"))
    }

    /// One race: a run of each to warm up and to compare the answers, then the rounds.
    fn run(&self, contest: Contest) -> Result<Row, String> {
        let Ok(file) = self.files.get(contest.file) else { return Ok(Row::absent(contest)) };
        let (our_out, their_out) = (self.out("ours"), self.out("theirs"));
        let mut gives_up = false;
        let Some(our_cost) = self.cost(contest.ours, file, &our_out)? else {
            return Ok(Row::absent(contest));
        };
        // Over odd input a peer may give up; elsewhere that is a fault of the race.
        let their_cost = match self.cost(contest.peer, file, &their_out) {
            Err(why) if contest.agree == Agree::Nothing => {
                eprintln!("{} gives up: {}", contest.peer.label(), why.trim());
                gives_up = true;
                None
            }
            cost => cost?,
        };
        if let Some(their_cost) = &their_cost {
            self.compare(&contest, &our_cost, their_cost)
                .map_err(|why| format!("{} {}: {why}", contest.id, contest.file))?;
        }
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        let (mut our_mib, mut their_mib) = (our_cost.memory_mib, 0.0_f64);
        for _ in 0..self.desk.n_rounds {
            let Some(our_cost) = self.cost(contest.ours, file, &our_out)? else { break };
            ours.push(amount(contest.measure, &our_cost)?);
            our_mib = our_mib.max(our_cost.memory_mib);
            if their_cost.is_some()
                && let Some(cost) = self.cost(contest.peer, file, &their_out)?
            {
                let amount = amount(contest.measure, &cost)?;
                ratios.push(amount / ours[ours.len() - 1]);
                theirs.push(amount);
                their_mib = their_mib.max(cost.memory_mib);
            }
        }
        Ok(Row {
            contest,
            bytes: file.bytes,
            ours: Summary::of(ours),
            theirs: Summary::of(theirs),
            ratio: Summary::of(ratios),
            our_mib,
            their_mib,
            gives_up,
        })
    }

    /// The cost of a side; nothing when its program is not there.
    fn cost(&self, side: Side, file: &Data, out: &Path) -> Result<Option<Cost>, String> {
        let Some(job) = side.job(self.tools, file, out) else { return Ok(None) };
        let mut cost = job.run()?;
        if let Side::Unpacking(_) = side {
            let plain = self.files.get(file.name.split(['.', '-']).next().unwrap_or_default())?;
            if let Some(job) = side.job(self.tools, plain, out) {
                cost.cpu_ms -= job.run()?.cpu_ms;
            }
        }
        Ok(Some(cost))
    }

    fn memory(&self, side: Side, limit_mib: f64) -> Result<MemoryRow, String> {
        let cost = self.cost(side, self.files.get("server")?, &self.out("ours"))?;
        let mib = cost.ok_or("our own program is absent")?.memory_mib;
        Ok(MemoryRow { label: side.label(), mib, limit_mib })
    }

    fn compare(&self, contest: &Contest, ours: &Cost, theirs: &Cost) -> Result<(), String> {
        let same = |one: &str, other: &str| match one == other {
            true => Ok(()),
            false => Err(format!("the answers differ\n  {one}\n  {other}")),
        };
        let (our_out, their_out) = (self.out("ours"), self.out("theirs"));
        let (one, other) = (&ours.answer, &theirs.answer);
        match contest.agree {
            Agree::Answer => same(one, other),
            Agree::Tags => same(words(one, 0, 6), words(other, 0, 6)),
            Agree::Games => same(words(one, 0, 2), words(other, 0, 2)),
            Agree::Keys => {
                same(words(one, 0, 2), words(other, 0, 2))?;
                same(words(one, 6, 8), words(other, 6, 8))?;
                same(words(one, 14, 16), words(other, 14, 16))
            }
            Agree::Moves => {
                same(&reread(Work::Symbols, &our_out)?, &reread(Work::Symbols, &their_out)?)?;
                same(&reread(Work::Play, &our_out)?, &reread(Work::Play, &their_out)?)
            }
            Agree::Played => same(&reread(Work::Play, &our_out)?, &reread(Work::Play, &their_out)?),
            Agree::Bytes => {
                let sum = |path: &Path| fs::read(path).map(|b| sum_of(&b)).map_err(told(path));
                same(&sum(&our_out)?.to_string(), &sum(&their_out)?.to_string())
            }
            Agree::Tree => explorer::compare(&our_out, &their_out),
            Agree::Nothing => Ok(()),
        }
    }
}

/// The words `from..to` of an answer.
fn words(answer: &str, from: usize, to: usize) -> &str {
    let place = |n: usize| match n {
        0 => 0,
        n => answer.match_indices(' ').nth(n - 1).map_or(answer.len(), |(at, _)| at),
    };
    answer[place(from)..place(to)].trim()
}

fn reread(work: Work, path: &Path) -> Result<String, String> {
    let (answer, _) =
        work::run(work, Runner::Pgnkit, path, path).map_err(|trouble| trouble.to_string())?;
    Ok(answer.to_string())
}

fn amount(measure: Measure, cost: &Cost) -> Result<f64, String> {
    match measure {
        Measure::Cpu => Ok(cost.cpu_ms),
        Measure::Wall => Ok(cost.wall_ms),
        Measure::Loop => cost.loop_ns.ok_or_else(|| "a loop that was not timed".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_an_answer_are_cut_out() {
        let answer = "games 3 tags 21 tag-bytes 200";
        assert_eq!(words(answer, 0, 2), "games 3");
        assert_eq!(words(answer, 2, 4), "tags 21");
        assert_eq!(words(answer, 4, 9), "tag-bytes 200");
        assert_eq!(words("games 3", 0, 2), "games 3");
    }
}
