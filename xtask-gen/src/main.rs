//! The chores that need the workspace's own crates; `cargo xtask VERB` starts this program.

mod conformance;
mod corpus;
mod gen_pages;
mod gen_tables;
mod generate;
mod openings;
mod page;
mod python_variants;
mod reference;
#[cfg(test)]
mod stale;

use std::process::ExitCode;

use xtask::repository;

use crate::generate::GeneratedFile;

fn main() -> ExitCode {
    let verbs: Vec<String> = std::env::args().skip(1).collect();
    let verbs: Vec<&str> = verbs.iter().map(String::as_str).collect();
    let root = repository::root();
    let outcome = match verbs[..] {
        ["gen"] => generate::all(&root).and_then(write),
        ["corpus"] => corpus::files(&root).map_err(|error| error.to_string()).and_then(write),
        ["openings"] => openings::files(&root).map_err(|error| error.to_string()).and_then(write),
        ["conformance"] => conformance::files(&root)
            .map(|files| files.iter().for_each(|(_, text)| print!("{text}")))
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| error.to_string()),
        ["reference", ref arguments @ ..] => reference::run(arguments),
        ["page", ref words @ ..] => page::run(words),
        _ => Err("see `cargo xtask help`".to_owned()),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("xtask: {error}");
        ExitCode::from(2)
    })
}

/// Writes only what changed, so that a second run leaves every time stamp alone.
fn write(files: Vec<GeneratedFile>) -> Result<ExitCode, String> {
    let root = repository::root();
    for (path, text) in files {
        let target = root.join(&path);
        if std::fs::read_to_string(&target).is_ok_and(|found| found == text) {
            continue;
        }
        let folder = target.parent().unwrap_or(&root);
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&target, text))
            .map_err(|error| format!("{}: {error}", target.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}
