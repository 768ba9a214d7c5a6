//! What a record must say about the machine, and CPU time.
//!
//! Owns: the questions to the system. Knows nothing of: races.
//! Standard: none.
//! Start at [`children_ms`].

use std::fs;
use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// CPU time in milliseconds, user and system, of all children that have ended.
pub(crate) fn children_ms() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|trouble| trouble.to_string())?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(microseconds as f64 / 1000.0)
}

/// The model of the processor; it never says whose machine this is.
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
