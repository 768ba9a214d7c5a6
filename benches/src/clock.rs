//! The cost of a run: CPU time, wall time, memory.
//!
//! Every run is a process of its own, started by a small process between: the system counts the
//! ended children of that one alone, so nothing else is in the count.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};

/// Where standard input comes from.
#[derive(Clone, Debug, Default)]
pub(crate) enum Input {
    #[default]
    Nothing,
    File(PathBuf),
    /// The output of `pgnkit-benches generate` with these arguments.
    Generated(Vec<String>),
}

#[derive(Clone, Debug)]
pub(crate) struct Job {
    program: PathBuf,
    arguments: Vec<OsString>,
    input: Input,
    /// Standard output goes there instead of into the answer.
    output: Option<PathBuf>,
    /// Exit statuses that count as success: up to this one.
    status_max: i32,
}

/// The cost of a run, and its output.
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    pub(crate) cpu_ms: f64,
    pub(crate) wall_ms: f64,
    /// The most memory it held.
    pub(crate) memory_mib: f64,
    /// Nanoseconds of one operation, if the run was a loop that printed them.
    pub(crate) loop_ns: Option<f64>,
    /// The first line of standard output.
    pub(crate) answer: String,
}

impl Job {
    pub(crate) fn new(program: impl Into<PathBuf>) -> Job {
        let program = program.into();
        Job { program, arguments: vec![], input: Input::Nothing, output: None, status_max: 0 }
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Job {
        self.arguments.push(argument.as_ref().to_os_string());
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(self, arguments: impl IntoIterator<Item = A>) -> Job {
        arguments.into_iter().fold(self, Job::arg)
    }

    pub(crate) fn input(mut self, input: Input) -> Job {
        self.input = input;
        self
    }

    pub(crate) fn output(mut self, path: &Path) -> Job {
        self.output = Some(path.to_path_buf());
        self
    }

    /// Findings are not a failure.
    pub(crate) fn status_max(mut self, status: i32) -> Job {
        self.status_max = status;
        self
    }

    pub(crate) fn run(&self) -> Result<Cost, String> {
        let this = std::env::current_exe().map_err(|trouble| trouble.to_string())?;
        let mut command = Command::new(&this);
        command.arg("measure").arg(self.output.as_deref().unwrap_or(Path::new("-")));
        command.arg(self.status_max.to_string()).arg(&self.program).args(&self.arguments);
        let mut generator = None;
        match &self.input {
            Input::Nothing => command.stdin(Stdio::null()),
            Input::File(path) => command.stdin(fs::File::open(path).map_err(told(path))?),
            Input::Generated(words) => {
                let mut child = Command::new(&this)
                    .arg("generate")
                    .args(words)
                    .stdout(Stdio::piped())
                    .spawn()
                    .map_err(told(&this))?;
                let pipe = child.stdout.take().ok_or("no pipe")?;
                generator = Some(child);
                command.stdin(pipe)
            }
        };
        let output = command.output().map_err(told(&this))?;
        // This end of the pipe is closed, so that a generator ends if its reader has ended early.
        drop(command);
        if let Some(mut child) = generator {
            let _ = child.wait();
        }
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("{}: {why}", self.program.display()));
        }
        parse_cost(&String::from_utf8_lossy(&output.stdout))
            .ok_or_else(|| format!("{}: said nothing of its cost", self.program.display()))
    }
}

/// An error of the system with the file that it is about.
pub(crate) fn told(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |trouble| format!("{}: {trouble}", path.display())
}

fn parse_cost(text: &str) -> Option<Cost> {
    let (said, numbers) = text.rsplit_once("@ ")?;
    let numbers: Vec<f64> = numbers.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [cpu_us, wall_us, memory_kib] = numbers[..] else { return None };
    let mut lines = said.lines();
    let answer = lines.next().unwrap_or_default().trim().to_string();
    let timed: Vec<f64> = lines
        .find_map(|line| line.strip_prefix("loop "))
        .map(|rest| rest.split_whitespace().filter_map(|n| n.parse().ok()).collect())
        .unwrap_or_default();
    let loop_ns = if let [ns, n] = timed[..] { Some(ns / n) } else { None };
    Some(Cost {
        cpu_ms: cpu_us / 1000.0,
        wall_ms: wall_us / 1000.0,
        memory_mib: memory_kib / 1024.0,
        loop_ns,
        answer,
    })
}

/// The verb `measure`: runs a program, and prints its cost after its output.
pub(crate) fn measure(words: &[&str]) -> Result<(), String> {
    let [output, status_max, program, arguments @ ..] = words else {
        return Err("measure OUTPUT STATUS PROGRAM ARGUMENT…".to_string());
    };
    let mut command = Command::new(program);
    command.args(arguments);
    if *output != "-" {
        command.stdout(fs::File::create(output).map_err(told(Path::new(output)))?);
    }
    let start = Instant::now();
    let status = command.status().map_err(told(Path::new(program)))?;
    let wall_us = start.elapsed().as_secs_f64() * 1e6;
    let status_max: i32 = status_max.parse().map_err(|_| "a status is a number")?;
    if status.code().is_none_or(|code| code > status_max) {
        return Err(format!("{program}: {status}"));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|trouble| trouble.to_string())?;
    let cpu_us = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    println!("\n@ {cpu_us} {wall_us:.0} {}", usage.max_rss());
    Ok(())
}

/// A loop that was timed inside its process.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timed {
    pub(crate) ns: f64,
    pub(crate) n_operations: u64,
}

/// Runs a loop several times, the first uncounted; the loop must always return the same value. Not
/// inlined, so that a simulator can be made to count only this function.
#[inline(never)]
pub(crate) fn timed(n_operations: usize, mut work: impl FnMut() -> u64) -> (u64, Timed) {
    const N_PASSES: usize = 6;
    let answer = work();
    let before = cpu_ns();
    for _ in 0..N_PASSES {
        assert_eq!(std::hint::black_box(work()), answer, "the same work, another answer");
    }
    let ns = cpu_ns() - before;
    (answer, Timed { ns, n_operations: (n_operations * N_PASSES) as u64 })
}

fn cpu_ns() -> f64 {
    let now = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID);
    now.map_or(0.0, |now| now.tv_sec() as f64 * 1e9 + now.tv_nsec() as f64)
}
