//! Counts of the simulator callgrind: how many instructions, and in which lines.
//!
//! ```text
//! fl= fi= fe=    the file of the lines that follow; inlined code has its own
//! fn=            the function
//! calls=         the next line is what a call cost, which is counted where it was spent
//! line costs     "+3 120": 120 instructions at a line
//! ```

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::clock::told;

/// The cost of a run.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) instructions: u64,
    /// Branches that the simulator foretold wrongly.
    pub(crate) mispredicts: u64,
    /// Instructions by place: a crate of ours with its module, or another library.
    pub(crate) modules: HashMap<String, u64>,
    /// Instructions by function.
    pub(crate) functions: HashMap<String, u64>,
}

/// The program to count.
pub(crate) enum Part {
    Whole,
    /// Only inside functions of this name, with stars.
    Inside(&'static str),
}

/// Runs a program below the simulator. `None` when valgrind is not installed.
pub(crate) fn count(
    program: &Path,
    words: &[&str],
    part: &Part,
    out: &Path,
) -> Result<Option<Counts>, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--branch-sim=yes", "--quiet"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    if let Part::Inside(name) = part {
        command.arg(format!("--toggle-collect={name}"));
    }
    let output = command.arg(program).args(words).stdin(Stdio::null()).output();
    let Ok(output) = output else { return Ok(None) };
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = fs::read(out).map_err(told(out))?;
    let _ = fs::remove_file(out);
    Ok(Some(parse(&String::from_utf8_lossy(&text))))
}

/// `(12) name` gives the name and remembers it; `(12)` gives the remembered one.
fn named(names: &mut HashMap<String, String>, text: &str) -> String {
    let (id, name) = text.split_once(')').unwrap_or((text, ""));
    if name.is_empty() {
        return names.get(id).cloned().unwrap_or_default();
    }
    names.insert(id.to_string(), name.trim().to_string());
    name.trim().to_string()
}

fn parse(text: &str) -> Counts {
    let mut counts = Counts::default();
    let (mut files, mut functions) = (HashMap::new(), HashMap::new());
    let (mut events, mut module, mut function) = (Vec::new(), String::new(), String::new());
    let mut is_call = false;
    for line in text.lines() {
        let first = line.as_bytes().first().copied().unwrap_or(b' ');
        if first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'*') {
            if std::mem::take(&mut is_call) {
                continue;
            }
            for (event, cost) in events.iter().zip(line.split(' ').skip(1)) {
                let cost: u64 = cost.parse().unwrap_or(0);
                match event {
                    &"Ir" => {
                        counts.instructions += cost;
                        *counts.modules.entry(module.clone()).or_default() += cost;
                        *counts.functions.entry(function.clone()).or_default() += cost;
                    }
                    &"Bcm" | &"Bim" => counts.mispredicts += cost,
                    _ => {}
                }
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            if let Some(names) = line.strip_prefix("events: ") {
                events = names.split(' ').collect();
            }
            continue;
        };
        match key {
            "fl" | "fi" | "fe" => module = module_of(&named(&mut files, value)),
            "fn" => function = brief(&named(&mut functions, value)),
            "cfi" | "cfl" => drop(named(&mut files, value)),
            "cfn" => drop(named(&mut functions, value)),
            "calls" => is_call = true,
            _ => {}
        }
    }
    counts
}

/// `pgn-syntax: lexer` of a path below `crates/`; otherwise the library of the code.
fn module_of(path: &str) -> String {
    if let Some((_, path)) = path.rsplit_once("crates/")
        && let Some((name, module)) = path.split_once("/src/")
    {
        // `read/referee.rs` is a module of its own size; elsewhere the folder is one.
        let module = module.trim_end_matches(".rs").trim_end_matches("/mod");
        let parts = if name == "pgn-syntax" { 1 } else { 2 };
        let parts: Vec<&str> = module.split('/').take(parts).collect();
        return format!("{name}: {}", parts.join("::"));
    }
    let others = [
        ("memchr-", "memchr"),
        ("pgn-reader-", "pgn-reader"),
        ("shakmaty-", "shakmaty"),
        ("/rustc/", "Rust's core: slices, iterators, options"),
        ("/library/", "Rust's core: slices, iterators, options"),
        ("benches/src", "the listener"),
        ("src/ours", "the listener"),
    ];
    let other = others.iter().find(|(piece, _)| path.contains(piece));
    other.map_or("the system: memory, files", |(_, name)| name).to_string()
}

/// A function's name without its hash and without the text in angle brackets; of `<A as B>::f` the
/// type is kept.
fn brief(name: &str) -> String {
    let name = name.split("::h").next().unwrap_or(name);
    let name = name.split('\'').next().unwrap_or(name);
    let name = name
        .strip_prefix('<')
        .map_or_else(|| name.to_string(), |rest| rest.replacen(" as ", "<", 1));
    let (mut text, mut depth) = (String::new(), 0_u32);
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => text.push(c),
            _ => {}
        }
    }
    let text = text.replace("::::", "::");
    if text.is_empty() { name } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_stand_where_they_were_spent() {
        let text = "events: Ir Bc Bcm\n\nfl=(1) /a/crates/pgn-syntax/src/lexer/word.rs\nfn=(1) \
                    one::<u8>::two::h0123\n10 5 1 1\nfi=(2) /rustc/1/library/core/src/a.rs\n+2 7\n\
                    fe=(1)\ncfn=(2) other\ncalls=1 0\n+1 1000\n+1 3\n";
        let counts = parse(text);
        assert_eq!((counts.instructions, counts.mispredicts), (15, 1));
        assert_eq!(counts.modules["pgn-syntax: lexer"], 8);
        assert_eq!(counts.modules.len(), 2);
        assert_eq!(counts.functions["one::two"], 15);
    }

    #[test]
    fn names_are_cut_to_what_is_read() {
        assert_eq!(brief("<a::Games<R,S> as core::Iterator>::next::h01"), "a::Games::next");
        assert_eq!(brief("a::Run<V>::word"), "a::Run::word");
    }
}
