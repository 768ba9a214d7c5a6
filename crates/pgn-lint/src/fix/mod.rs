//! Fixes at work (D-18, D-25).
//!
//! Start at [`fix_region`]; [`apply`] edits a text.

mod meaning;

use crate::config::Config;
use crate::edit::{Applicability, Edit, Fix};
use crate::linter::{Linter, fixes_max};
use meaning::meaning;
use pgnkit::syntax::{Code, Region};
use std::borrow::Cow;

/// A text after its fixes.
///
/// ```
/// use pgn_lint::{Applicability, Edit, Fix, apply};
///
/// let edits = vec![Edit { start: 3, end: 7, text: "e4".to_owned() }];
/// let fix = Fix { applicability: Applicability::Safe, title: "write e4".to_owned(), edits };
/// let done = apply(b"1. e2e4 *", 0, &[&fix]);
/// assert_eq!((done.applied.len(), done.refused.len()), (1, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The text.
    pub text: Vec<u8>,
    /// The indices of the applied fixes.
    pub applied: Vec<usize>,
    /// The indices of the fixes that were rejected because they overlap another one.
    pub refused: Vec<usize>,
}

/// Applies fixes to `text`, whose first byte is at `text_start` in the file.
///
/// Fixes are applied in the order of their first edit. A fix that overlaps an earlier one, touches
/// the same place, or reaches outside the text is rejected as a whole. Cost: a sort and a copy.
///
/// ```
/// use pgn_lint::{Applicability, Edit, Fix, apply};
///
/// let edits = vec![Edit { start: 3, end: 7, text: "e4".to_owned() }];
/// let fix = Fix { applicability: Applicability::Safe, title: "write e4".to_owned(), edits };
/// let done = apply(b"1. e2e4 *", 0, &[&fix]);
/// assert_eq!(done.text, b"1. e4 *");
/// ```
#[must_use]
pub fn apply(text: &[u8], text_start: u64, fixes: &[&Fix]) -> Applied {
    let mut order: Vec<usize> = (0..fixes.len()).collect();
    order.sort_by_key(|&idx| fixes[idx].edits.first().map(|edit| (edit.start, edit.end)));
    let (mut applied, mut refused) = (Vec::new(), Vec::new());
    let mut edits: Vec<&Edit> = Vec::new();
    for idx in order {
        let fix = fixes[idx];
        let fits = fix.edits.iter().all(|edit| is_inside(edit, text_start, text.len()))
            && fix.edits.iter().all(|edit| is_free(&edits, edit));
        if fits && !fix.edits.is_empty() {
            for edit in &fix.edits {
                let at = edits.partition_point(|other| other.start <= edit.start);
                edits.insert(at, edit);
            }
            applied.push(idx);
        } else {
            refused.push(idx);
        }
    }
    let mut written = Vec::with_capacity(text.len() + 64);
    let mut from = 0;
    for edit in edits {
        written.extend_from_slice(&text[from..(edit.start - text_start) as usize]);
        written.extend_from_slice(edit.text.as_bytes());
        from = (edit.end - text_start) as usize;
    }
    written.extend_from_slice(&text[from..]);
    Applied { text: written, applied, refused }
}

fn is_inside(edit: &Edit, text_start: u64, len: usize) -> bool {
    edit.start >= text_start && edit.start <= edit.end && edit.end - text_start <= len as u64
}

/// Whether an edit neither overlaps nor touches the accepted ones, which are in order.
fn is_free(taken: &[&Edit], edit: &Edit) -> bool {
    let at = taken.partition_point(|other| other.end < edit.start);
    taken.get(at).is_none_or(|other| other.start > edit.end)
}

/// A region after its fixes.
///
/// ```
/// use pgn_lint::{Applicability, Config, Linter, Profile, fix_region};
/// use pgnkit::syntax::Regions;
///
/// let mut regions = Regions::new(&b"1.e2e4 e7-e5 2.Ng1f3 *\n"[..]);
/// let region = regions.next_region()?.unwrap();
/// let mut linter = Linter::new(Config::new(Profile::Import));
/// let fixed = fix_region(&mut linter, &region, Applicability::Safe);
/// assert!(fixed.is_stable && !fixed.applied.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fixed<'a> {
    /// The text; borrowed if nothing was fixed.
    pub text: Cow<'a, [u8]>,
    /// The number of fixed findings of each rule, in order of code.
    pub applied: Vec<(Code, u64)>,
    /// Whether no allowed fix is left that keeps the game. False only if fixes keep causing new
    /// findings.
    pub is_stable: bool,
}

/// The number of passes over a region before the fixes are reported to run in circles. A pass
/// leaves fixes undone only where they touch each other; few places need more than two.
const PASSES_MAX: usize = 64;

/// The maximum number of fixes tried one by one if all of them together change a game.
const TRIALS_MAX: usize = 64;

/// Lints a region and fixes it until no allowed fix is left.
///
/// Only rules that are enabled in the linter's configuration are fixed, and none that the text
/// suppresses. If only safe fixes are allowed, the game is read before and after: fixes that would
/// change it are not applied. This happens in text so damaged that removing one character completes
/// another. Memory: the text, and the fixes of one pass.
///
/// ```
/// use pgn_lint::{Applicability, Config, Linter, Profile, fix_region};
/// use pgnkit::syntax::Regions;
///
/// let mut regions = Regions::new(&b"1.e2e4 e7-e5 2.Ng1f3 *\n"[..]);
/// let region = regions.next_region()?.unwrap();
/// let mut linter = Linter::new(Config::new(Profile::Import));
/// let fixed = fix_region(&mut linter, &region, Applicability::Safe);
/// assert_eq!(&*fixed.text, b"1.e4 e5 2.Nf3 *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn fix_region<'a>(
    linter: &mut Linter,
    region: &Region<'a>,
    allowed: Applicability,
) -> Fixed<'a> {
    let mut text: Cow<'a, [u8]> = Cow::Borrowed(region.text);
    let mut applied: Vec<(Code, u64)> = Vec::new();
    // A pass makes a limited number of fixes, and there is hardly more than one per byte.
    let n_full = region.text.len() / fixes_max(region.text.len());
    for _ in 0..PASSES_MAX + n_full {
        let now = Region { text: &text, ..*region };
        let fixable = linter.fixes(&now, allowed);
        let fixes: Vec<&Fix> = fixable.iter().map(|finding_fix| &finding_fix.fix).collect();
        let done = match allowed {
            Applicability::Safe if !fixes.is_empty() => apply_kept(linter.config(), &now, &fixes),
            Applicability::Safe | Applicability::Unsafe => apply(&text, region.start.0, &fixes),
        };
        if done.applied.is_empty() || done.text == *text {
            return Fixed { text, applied, is_stable: true };
        }
        for idx in done.applied {
            count(&mut applied, fixable[idx].code, fixable[idx].n);
        }
        text = Cow::Owned(done.text);
    }
    Fixed { text, applied, is_stable: false }
}

/// Applies the fixes that keep the meaning of the game: all of them, or those that do one by one.
fn apply_kept(config: &Config, region: &Region<'_>, fixes: &[&Fix]) -> Applied {
    let start = region.start.0;
    let before = meaning(region, config);
    let keeps = |text: &[u8]| meaning(&Region { text, ..*region }, config) == before;
    let all = apply(region.text, start, fixes);
    if keeps(&all.text) {
        return all;
    }
    let mut kept: Vec<usize> = Vec::new();
    for idx in 0..fixes.len().min(TRIALS_MAX) {
        kept.push(idx);
        let some: Vec<&Fix> = kept.iter().map(|&idx| fixes[idx]).collect();
        let tried = apply(region.text, start, &some);
        if !tried.refused.is_empty() || !keeps(&tried.text) {
            kept.pop();
        }
    }
    let some: Vec<&Fix> = kept.iter().map(|&idx| fixes[idx]).collect();
    let done = apply(region.text, start, &some);
    Applied { applied: done.applied.into_iter().map(|n| kept[n]).collect(), ..done }
}

fn count(applied: &mut Vec<(Code, u64)>, code: Code, n: u64) {
    match applied.binary_search_by_key(&code, |entry| entry.0) {
        Ok(idx) => applied[idx].1 += n,
        Err(idx) => applied.insert(idx, (code, n)),
    }
}

#[cfg(test)]
mod tests;
