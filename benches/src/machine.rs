//! The facts about the machine that a record must contain.

use std::fs;
use std::process::Command;

/// The model of the processor; it never identifies the owner of the machine.
pub(crate) fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name"));
    let name = model.and_then(|line| line.split_once(':')).map_or("unknown", |part| part.1.trim());
    name.to_string()
}

/// Today as `2026-11-21`, in universal time.
pub(crate) fn today() -> String {
    output("date", &["-u", "+%Y-%m-%d"]).unwrap_or_else(|| "undated".to_string())
}

pub(crate) fn compiler() -> String {
    output("rustc", &["--version"]).unwrap_or_else(|| "rustc unknown".to_string())
}

/// The first line of what a program prints, wherever it prints it.
pub(crate) fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    Some(String::from_utf8_lossy(&text).lines().next()?.trim().to_string())
}

/// A name of a file from the model of the processor.
pub(crate) fn slug() -> String {
    let model = processor();
    let words: Vec<String> = model
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "R" && *word != "TM")
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// How many processes were ready to run, on average over a minute.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_string()
}

/// The number of cores that may be used.
pub(crate) fn n_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
