//! Differences in unified form, printed as they come.
//!
//! ```text
//! --- games.pgn
//! +++ games.pgn
//! @@ -1,3 +1,3 @@
//!  [Event "?"]
//! -[Site ""]
//! +[Site "?"]
//! ```
//!
//! Standard: none (POSIX `diff -u`).

use std::collections::VecDeque;
use std::io::Write as _;

use super::{Op, lines};
use crate::screen::{Colors, push_shown};

/// Lines of context before and after a change.
const N_CONTEXT: usize = 3;

/// The size in bytes at which a hunk is printed and the next one begins.
const HUNK_BYTES_MAX: usize = 4 << 20;

/// Whether what is printed has colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// In the form that `patch` reads.
    #[default]
    Plain,
    /// For a terminal.
    Color,
}

/// Prints the difference of two texts that come piece by piece. Memory: a hunk, 4 MiB of it at
/// most, and the longest line.
#[derive(Debug)]
pub struct Unified {
    old_name: String,
    new_name: String,
    paint: Paint,
    is_begun: bool,
    /// Numbers of the next lines, from 1.
    old_line: u64,
    new_line: u64,
    /// The last lines that are in both, outside a hunk.
    context: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
}

/// Changes that lie close together.
#[derive(Debug)]
struct Hunk {
    old_start: u64,
    new_start: u64,
    old_count: u64,
    new_count: u64,
    /// Its lines, each with its sign.
    text: Vec<u8>,
    /// The lines since the last change, which are in both. If there are too many for a context on
    /// both sides, the hunk is over.
    behind: Vec<Vec<u8>>,
}

impl Unified {
    /// A difference between texts of these names.
    #[must_use]
    pub fn new(old_name: &str, new_name: &str, paint: Paint) -> Unified {
        Unified {
            old_name: pgn_db::error::printable(old_name),
            new_name: pgn_db::error::printable(new_name),
            paint,
            is_begun: false,
            old_line: 1,
            new_line: 1,
            context: VecDeque::new(),
            hunk: None,
        }
    }

    /// Takes the next pieces of both texts and the steps from one to the other; appends what can
    /// be printed to `out`.
    pub fn take(&mut self, ops: &[Op], old: &[u8], new: &[u8], out: &mut Vec<u8>) {
        let (mut old, mut new) = (old, new);
        for &op in ops {
            match op {
                Op::Keep(len) => {
                    for line in lines(&old[..len]) {
                        self.keep(line, out);
                    }
                    (old, new) = (&old[len..], &new[len..]);
                }
                Op::Remove(len) => {
                    for line in lines(&old[..len]) {
                        self.change(b'-', line, out);
                    }
                    old = &old[len..];
                }
                Op::Add(len) => {
                    for line in lines(&new[..len]) {
                        self.change(b'+', line, out);
                    }
                    new = &new[len..];
                }
            }
        }
    }

    /// Prints the pending text; nothing at all if there was no difference.
    pub fn finish(mut self, out: &mut Vec<u8>) {
        self.print_hunk(out);
    }

    fn keep(&mut self, line: &[u8], out: &mut Vec<u8>) {
        self.old_line += 1;
        self.new_line += 1;
        if let Some(hunk) = &mut self.hunk {
            hunk.behind.push(line.to_vec());
            if hunk.behind.len() > 2 * N_CONTEXT {
                self.print_hunk(out);
            }
            return;
        }
        if self.context.len() == N_CONTEXT {
            self.context.pop_front();
        }
        self.context.push_back(line.to_vec());
    }

    fn change(&mut self, sign: u8, line: &[u8], out: &mut Vec<u8>) {
        let paint = self.paint;
        let mut hunk = match self.hunk.take() {
            Some(hunk) => hunk,
            None => {
                let context_count = self.context.len() as u64;
                let (old_start, new_start) =
                    (self.old_line - context_count, self.new_line - context_count);
                let behind = self.context.drain(..).collect();
                Hunk { old_start, new_start, old_count: 0, new_count: 0, text: Vec::new(), behind }
            }
        };
        for line in std::mem::take(&mut hunk.behind) {
            hunk.push(b' ', &line, paint);
        }
        hunk.push(sign, line, paint);
        if sign == b'-' {
            self.old_line += 1;
        } else {
            self.new_line += 1;
        }
        let is_long = hunk.text.len() >= HUNK_BYTES_MAX;
        self.hunk = Some(hunk);
        if is_long {
            self.print_hunk(out);
        }
    }

    /// Prints the hunk with its context; the lines after that begin the next one's.
    fn print_hunk(&mut self, out: &mut Vec<u8>) {
        let Some(mut hunk) = self.hunk.take() else { return };
        let rest = hunk.behind.split_off(hunk.behind.len().min(N_CONTEXT));
        for line in std::mem::take(&mut hunk.behind) {
            hunk.push(b' ', &line, self.paint);
        }
        self.context.extend(rest.into_iter().skip(1));
        let (on, off) = match self.paint {
            Paint::Color => ("\u{1b}[1m", "\u{1b}[0m"),
            Paint::Plain => ("", ""),
        };
        // Writing to a Vec cannot fail.
        if !self.is_begun {
            self.is_begun = true;
            let (old_name, new_name) = (&self.old_name, &self.new_name);
            let _ = writeln!(out, "{on}--- {old_name}{off}\n{on}+++ {new_name}{off}");
        }
        let (old, new) =
            (range(hunk.old_start, hunk.old_count), range(hunk.new_start, hunk.new_count));
        let on = if self.paint == Paint::Color { "\u{1b}[36m" } else { "" };
        let _ = writeln!(out, "{on}@@ -{old} +{new} @@{off}");
        out.extend_from_slice(&hunk.text);
    }
}

impl Hunk {
    fn push(&mut self, sign: u8, line: &[u8], paint: Paint) {
        push_line(sign, line, paint, &mut self.text);
        self.old_count += u64::from(sign != b'+');
        self.new_count += u64::from(sign != b'-');
    }
}

/// `7,3`; an empty range is after the line before it.
fn range(start: u64, n: u64) -> String {
    match n {
        0 => format!("{},0", start - 1),
        1 => start.to_string(),
        n => format!("{start},{n}"),
    }
}

fn push_line(sign: u8, line: &[u8], paint: Paint, text: &mut Vec<u8>) {
    let color = match (paint, sign) {
        (Paint::Color, b'-') => "\u{1b}[31m",
        (Paint::Color, b'+') => "\u{1b}[32m",
        (Paint::Color | Paint::Plain, _) => "",
    };
    let (line, is_ended) = match line.strip_suffix(b"\n") {
        Some(line) => (line, true),
        None => (line, false),
    };
    text.extend_from_slice(color.as_bytes());
    text.push(sign);
    match paint {
        Paint::Plain => text.extend_from_slice(line),
        Paint::Color => {
            let (line, end) = match line.strip_suffix(b"\r") {
                Some(line) => (line, "\r"),
                None => (line, ""),
            };
            push_shown(line, Colors::Escape, text);
            let off = if color.is_empty() { "" } else { "\u{1b}[0m" };
            text.extend_from_slice(off.as_bytes());
            text.extend_from_slice(end.as_bytes());
        }
    }
    text.push(b'\n');
    if !is_ended {
        text.extend_from_slice(b"\\ No newline at end of file\n");
    }
}
