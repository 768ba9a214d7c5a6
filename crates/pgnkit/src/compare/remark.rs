//! The annotations of a move: NAGs, comments, and the places of variations among them.
//!
//! Standard: §5, §6, §10. Decisions: D-11, D-29.

use std::borrow::Cow;

use super::Ignore;
use super::change::{Change, Place};
use crate::comment::{self, commands};
use crate::game::{Annotation, NodeId, Tree};
use crate::nag::Nag;
use pgn_syntax::CommentKind;

/// The commands that are clocks.
const CLOCKS: [&str; 4] = ["clk", "emt", "egt", "mct"];

/// The annotations at a node, as far as they count.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Remarks<'a> {
    pub(super) nags: Vec<Nag>,
    /// Comments; escape lines begin with `%`.
    pub(super) comments: Vec<Cow<'a, str>>,
    /// The kinds of all in order: `n`, `c`, `v`.
    pub(super) order: Vec<u8>,
}

impl<'a> Remarks<'a> {
    pub(super) fn of(tree: &'a Tree, node: NodeId, ignore: &Ignore) -> Remarks<'a> {
        let mut remarks = Remarks::default();
        for annotation in tree.annotations(node) {
            match annotation {
                Annotation::Nag(nag) if !ignore.nags => {
                    remarks.nags.push(nag);
                    remarks.order.push(b'n');
                }
                Annotation::Comment { kind, text } if !ignore.comments => {
                    let text = words_of(kind, text, ignore);
                    if !(ignore.clocks && text.is_empty()) {
                        remarks.comments.push(text);
                        remarks.order.push(b'c');
                    }
                }
                Annotation::Variation(_) if !ignore.variations => remarks.order.push(b'v'),
                Annotation::Nag(_) | Annotation::Comment { .. } | Annotation::Variation(_) => {}
            }
        }
        remarks
    }
}

/// The words of a comment with one space between: how it was wrapped does not count.
fn words_of<'a>(kind: CommentKind, text: &'a str, ignore: &Ignore) -> Cow<'a, str> {
    let text = if ignore.clocks { without_clocks(text) } else { Cow::Borrowed(text) };
    let words = match text {
        Cow::Borrowed(text) => comment::words_of(text),
        Cow::Owned(text) => Cow::Owned(comment::words_of(&text).into_owned()),
    };
    match kind {
        CommentKind::Escape => Cow::Owned(format!("%{words}")),
        CommentKind::Brace | CommentKind::Line => words,
    }
}

fn without_clocks(text: &str) -> Cow<'_, str> {
    let mut rest = String::new();
    let mut kept_to = 0;
    for command in commands(text).filter(|command| CLOCKS.contains(&command.name)) {
        rest.push_str(&text[kept_to..command.range.start]);
        kept_to = command.range.end;
    }
    if kept_to == 0 {
        return Cow::Borrowed(text);
    }
    rest.push_str(&text[kept_to..]);
    Cow::Owned(rest)
}

/// Says what differs at two nodes.
pub(super) fn compare(
    before: &Remarks<'_>,
    after: &Remarks<'_>,
    place: Place,
    ignore: &Ignore,
    list: &mut Vec<Change>,
) {
    if before == after {
        return;
    }
    let n_before = list.len();
    for (before, after) in pairs(&before.nags, &after.nags) {
        let [before, after] = [before, after].map(Option::<&Nag>::copied);
        list.push(Change::Nag { place, before, after });
    }
    for (before, after) in pairs(&before.comments, &after.comments) {
        let text = |it: Option<&Cow<'_, str>>| it.map(|text| text.clone().into_owned());
        list.push(Change::Comment { place, before: text(before), after: text(after) });
    }
    let kinds = |remarks: &Remarks<'_>| remarks.order.iter().filter(|&&it| it == b'v').count();
    let is_same = list.len() == n_before && kinds(before) == kinds(after);
    if !ignore.order && is_same && before.order != after.order {
        list.push(Change::RemarkOrder { place });
    }
}

/// The differences between two lists: their common beginning and end are left out, the rest is
/// compared item by item.
fn pairs<'l, T: PartialEq>(
    before: &'l [T],
    after: &'l [T],
) -> impl Iterator<Item = (Option<&'l T>, Option<&'l T>)> {
    let n_first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[n_first..], &after[n_first..]);
    let ends = before.iter().rev().zip(after.iter().rev());
    let n_last = ends.take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[..before.len() - n_last], &after[..after.len() - n_last]);
    let n_pairs = before.len().max(after.len());
    (0..n_pairs).map(|n| (before.get(n), after.get(n))).filter(|(a, b)| a != b)
}
