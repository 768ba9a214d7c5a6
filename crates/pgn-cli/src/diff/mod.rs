//! Two texts compared line by line, and the difference in unified form.
//!
//! Standard: none (POSIX `diff -u`).
//! Start at [`compare`]; [`Unified`] prints.

mod unified;

#[cfg(test)]
mod tests;

pub use unified::{Paint, Unified};

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A step from the old text to the new one. Lengths are in bytes, and always whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// So much is in both.
    Keep(usize),
    /// So much of the old text goes.
    Remove(usize),
    /// So much of the new text comes.
    Add(usize),
}

/// The number of lines that are compared thoroughly. Beyond that, the cost, which can grow with the
/// square, is not worth it: everything between the first and the last difference counts as
/// replaced.
const LINES_MAX: usize = 20_000;

/// The steps from `old` to `new`; deterministic.
#[must_use]
pub fn compare(old: &[u8], new: &[u8]) -> Vec<Op> {
    if old == new {
        return if old.is_empty() { Vec::new() } else { vec![Op::Keep(old.len())] };
    }
    let old: Vec<&[u8]> = lines(old).collect();
    let new: Vec<&[u8]> = lines(new).collect();
    let before_count = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[before_count..], &new[before_count..]);
    let after_count =
        old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let middle_old = &old_rest[..old_rest.len() - after_count];
    let middle_new = &new_rest[..new_rest.len() - after_count];
    let mut ops = Ops::default();
    ops.push(Op::Keep(length(&old[..before_count])));
    if middle_old.len() + middle_new.len() > LINES_MAX {
        ops.push(Op::Remove(length(middle_old)));
        ops.push(Op::Add(length(middle_new)));
    } else {
        for op in capture_diff_slices(Algorithm::Myers, middle_old, middle_new) {
            ops.take(op, middle_old, middle_new);
        }
    }
    ops.push(Op::Keep(length(&old_rest[old_rest.len() - after_count..])));
    ops.0
}

#[derive(Default)]
struct Ops(Vec<Op>);

impl Ops {
    /// Appends a step, unless it is empty.
    fn push(&mut self, op: Op) {
        if !matches!(op, Op::Keep(0) | Op::Remove(0) | Op::Add(0)) {
            self.0.push(op);
        }
    }

    fn take(&mut self, op: DiffOp, old: &[&[u8]], new: &[&[u8]]) {
        let removed = |start: usize, len: usize| Op::Remove(length(&old[start..start + len]));
        let added = |start: usize, len: usize| Op::Add(length(&new[start..start + len]));
        match op {
            DiffOp::Equal { old_index, len, .. } => {
                self.push(Op::Keep(length(&old[old_index..old_index + len])));
            }
            DiffOp::Delete { old_index, old_len, .. } => self.push(removed(old_index, old_len)),
            DiffOp::Insert { new_index, new_len, .. } => self.push(added(new_index, new_len)),
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                self.push(removed(old_index, old_len));
                self.push(added(new_index, new_len));
            }
        }
    }
}

/// The lines of a text, their ends included.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

fn length(lines: &[&[u8]]) -> usize {
    lines.iter().map(|line| line.len()).sum()
}
