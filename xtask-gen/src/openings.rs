//! `cargo xtask openings`: the table of openings, from the public lists of Lichess.
//!
//! Standard: §9.3, §9.4. The lists are beside the repository, in a collection that not every
//! machine has; so what is made of them is committed, and a test makes it again where they are.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use pgnkit::opening::Table;

/// Where the lists are, from the root. Their authors have given up all rights (CC0).
const LISTS: &str = "../shared/corpus/i_openings/lichess-org__chess-openings";

const TARGET: &str = "crates/pgnkit/data/openings.txt";

const HEAD: &str = "\
# Openings: names, codes and moves from github.com/lichess-org/chess-openings (CC0).
# Made by `cargo xtask openings`; the form is told in src/opening/standard.rs.
";

/// An opening: its moves, code and name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    moves: Vec<String>,
    code: String,
    name: String,
}

/// The table.
///
/// # Errors
/// When the lists are not there, or something is wrong in them: every line is played.
pub(crate) fn files(root: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut lines = Vec::new();
    for volume in ["a", "b", "c", "d", "e"] {
        let path = root.join(LISTS).join(volume).with_extension("tsv");
        let text = fs::read_to_string(&path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        Table::parse(text.as_bytes()).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            bad(format!("{}:\n{}", path.display(), faults.join("\n")))
        })?;
        lines.extend(text.lines().skip(1).filter_map(line_of));
    }
    lines.sort();
    Ok(vec![(PathBuf::from(TARGET), packed(&lines))])
}

fn line_of(row: &str) -> Option<Line> {
    let mut columns = row.split('\t').map(str::to_owned);
    let (code, name, moves) = (columns.next()?, columns.next()?, columns.next()?);
    let is_move = |word: &&str| !word.ends_with('.');
    let moves = moves.split_whitespace().filter(is_move).map(str::to_owned).collect();
    Some(Line { moves, code, name })
}

/// The lines, each without what it has in common with the one before.
fn packed(lines: &[Line]) -> String {
    let mut text = HEAD.to_owned();
    let mut before = &Line { moves: Vec::new(), code: String::new(), name: String::new() };
    for line in lines {
        let shared = before.moves.iter().zip(&line.moves).take_while(|(a, b)| a == b).count();
        let _ = write!(text, "{shared}");
        line.moves[shared..].iter().for_each(|mv| text.extend([" ", mv]));
        let code = if before.code == line.code { "" } else { &line.code };
        let chars = before.name.chars().zip(line.name.chars());
        let n_bytes: usize = chars.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
        let _ = writeln!(text, "\t{code}\t{n_bytes} {}", &line.name[n_bytes..]);
        before = line;
    }
    text
}

fn bad(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::repository;

    #[test]
    fn the_table_is_what_the_lists_say() {
        let root = repository::root();
        if !root.join(LISTS).exists() {
            println!("skipped: no lists of openings beside the workspace");
            return;
        }
        for (path, text) in files(&root).expect("sound lists") {
            let committed = fs::read_to_string(root.join(&path)).expect("readable");
            assert!(committed == text, "{}: run `cargo xtask openings`", path.display());
        }
    }
}
