//! The lines of two games, side by side.
//!
//! ```text
//! at each place of a line, its ways on:   the next move, and the first moves of its variations
//! those with the same first move are one  and are compared in their turn
//! the others came or went                 and are told whole
//! ```
//!
//! Standard: §8.2.5. Decisions: D-29, D-30.

use std::collections::{HashMap, VecDeque};

use super::Ignore;
use super::change::{Branch, Change, Changes, Place};
use super::remark::{self, Remarks};
use crate::game::{NodeId, Tree};

/// A pair of matching lines, from two nodes at the same place.
struct LinePair {
    nodes: [NodeId; 2],
    place: Place,
}

/// Compares all lines; no recursion.
pub(super) fn compare(trees: [&Tree; 2], ignore: &Ignore, changes: &mut Changes) {
    let start = Place::default();
    let mut waiting = vec![LinePair { nodes: [NodeId::ROOT; 2], place: start }];
    while let Some(pair) = waiting.pop() {
        follow(trees, pair, ignore, changes, &mut waiting);
    }
}

/// Follows two lines as long as they match.
fn follow(
    trees: [&Tree; 2],
    pair: LinePair,
    ignore: &Ignore,
    changes: &mut Changes,
    waiting: &mut Vec<LinePair>,
) {
    let LinePair { mut nodes, mut place } = pair;
    loop {
        if trees.iter().zip(nodes).any(|(tree, node)| tree.has_annotations(node)) {
            let [before, after] = [0, 1].map(|n| Remarks::of(trees[n], nodes[n], ignore));
            remark::compare(&before, &after, place, ignore, &mut changes.list);
        }
        let next = [0, 1].map(|n| trees[n].next(nodes[n]));
        let has_variations = !ignore.variations
            && next.iter().enumerate().any(|(n, next)| {
                next.is_some_and(|next| trees[n].variations(next).next().is_some())
            });
        match next {
            [None, None] => return,
            [Some(before), Some(after)] if !has_variations && same_move(trees, [before, after]) => {
                nodes = [before, after];
            }
            next => match part(trees, next, place, ignore, changes, waiting) {
                Some(together) => nodes = together,
                None => return,
            },
        }
        place.ply += 1;
    }
}

fn same_move(trees: [&Tree; 2], nodes: [NodeId; 2]) -> bool {
    match [0, 1].map(|n| trees[n].san(nodes[n])) {
        [Some(before), Some(after)] => *before == *after,
        [None, None] => trees[0].mv(nodes[0]) == trees[1].mv(nodes[1]),
        [Some(_), None] | [None, Some(_)] => false,
    }
}

/// The continuations from a place of one game.
struct Ways {
    /// The heads of the variations, after the line itself, which is represented by its first move.
    nodes: Vec<NodeId>,
    firsts: Vec<String>,
    /// The matching continuation of the other game.
    twins: Vec<Option<usize>>,
    has_line: bool,
}

impl Ways {
    fn of(tree: &Tree, next: Option<NodeId>, ignore: &Ignore) -> Ways {
        let mut nodes: Vec<NodeId> = next.into_iter().collect();
        let mut firsts: Vec<String> = nodes.iter().map(|&node| text(tree, node)).collect();
        if let Some(next) = next.filter(|_| !ignore.variations) {
            for head in tree.variations(next) {
                nodes.push(head);
                firsts.push(tree.next(head).map(|first| text(tree, first)).unwrap_or_default());
            }
        }
        let twins = vec![None; nodes.len()];
        Ways { nodes, firsts, twins, has_line: next.is_some() }
    }

    /// Whether a continuation is the line itself.
    fn is_line(&self, way: usize) -> bool {
        self.has_line && way == 0
    }

    fn line_twin(&self) -> Option<usize> {
        if self.has_line { self.twins[0] } else { None }
    }
}

/// Pairs the continuations of both games by their first moves, equal ones in order; but the lines
/// themselves first.
fn pair_up(ways: &mut [Ways; 2]) {
    let [before, after] = ways;
    if before.has_line && after.has_line && before.firsts[0] == after.firsts[0] {
        (before.twins[0], after.twins[0]) = (Some(0), Some(0));
    }
    let mut places: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (n, first) in after.firsts.iter().enumerate() {
        if after.twins[n].is_none() {
            places.entry(first).or_default().push_back(n);
        }
    }
    for (n, first) in before.firsts.iter().enumerate() {
        if before.twins[n].is_none()
            && let Some(twin) = places.get_mut(first.as_str()).and_then(VecDeque::pop_front)
        {
            before.twins[n] = Some(twin);
            after.twins[twin] = Some(n);
        }
    }
}

/// Handles a place where the lines diverge: reports what was added, removed or moved, and queues
/// the rest. Returns the next moves if the line itself continues in both games.
fn part(
    trees: [&Tree; 2],
    next: [Option<NodeId>; 2],
    place: Place,
    ignore: &Ignore,
    changes: &mut Changes,
    waiting: &mut Vec<LinePair>,
) -> Option<[NodeId; 2]> {
    let mut ways = [0, 1].map(|n| Ways::of(trees[n], next[n], ignore));
    pair_up(&mut ways);
    let [before, after] = &ways;
    let goes_on = before.line_twin() == Some(0) && after.line_twin() == Some(0);
    if !goes_on {
        changes.list.push(Change::Moves {
            place,
            before: rest(trees[0], before),
            after: rest(trees[1], after),
            is_demoted: before.line_twin().is_some(),
            is_promoted: after.line_twin().is_some(),
        });
    }
    for (n, twin) in before.twins.iter().enumerate() {
        if twin.is_none() && !before.is_line(n) {
            let moves = variation(trees[0], before.nodes[n]);
            changes.list.push(Change::Variation { place, before: Some(moves), after: None });
        }
    }
    for (n, twin) in after.twins.iter().enumerate() {
        if twin.is_none() && !after.is_line(n) {
            let moves = variation(trees[1], after.nodes[n]);
            changes.list.push(Change::Variation { place, before: None, after: Some(moves) });
        }
    }
    if !ignore.order && is_turned(before, after) {
        changes.list.push(Change::VariationOrder { place });
    }
    for (n, twin) in before.twins.iter().enumerate() {
        let Some(twin) = *twin else { continue };
        if goes_on && n == 0 {
            continue;
        }
        let first = before.firsts[n].clone();
        let both = [(before, n), (after, twin)];
        let wanted = (first, place);
        wait(trees, both, wanted, ignore, changes, waiting);
    }
    goes_on.then(|| [before.nodes[0], after.nodes[0]])
}

/// Whether the variations of both games are in a different order; a line that was a variation does
/// not count.
fn is_turned(before: &Ways, after: &Ways) -> bool {
    let both = before.twins.iter().enumerate().filter_map(|(n, twin)| {
        let twin = (*twin)?;
        (!before.is_line(n) && !after.is_line(twin)).then_some(twin)
    });
    !both.is_sorted()
}

/// Queues two matching lines. Comments before the first move of a variation have no place in the
/// line itself, so they count as added or removed if only one of the two is a variation.
fn wait(
    trees: [&Tree; 2],
    both: [(&Ways, usize); 2],
    (first, place): (String, Place),
    ignore: &Ignore,
    changes: &mut Changes,
    waiting: &mut Vec<LinePair>,
) {
    let branch = changes.branches.len() as u32;
    changes.branches.push(Branch { parent: Some(place.branch), ply: place.ply, first });
    let inside = Place { branch, ply: place.ply };
    let heads = both.map(|(ways, way)| (!ways.is_line(way)).then_some(ways.nodes[way]));
    if let [Some(before), Some(after)] = heads {
        waiting.push(LinePair { nodes: [before, after], place: inside });
        return;
    }
    let said = [0, 1]
        .map(|n| heads[n].map(|head| Remarks::of(trees[n], head, ignore)).unwrap_or_default());
    remark::compare(&said[0], &said[1], inside, ignore, &mut changes.list);
    let firsts = [0, 1].map(|n| match heads[n] {
        Some(head) => trees[n].next(head),
        None => Some(both[n].0.nodes[both[n].1]),
    });
    if let [Some(before), Some(after)] = firsts {
        let place = Place { branch, ply: place.ply + 1 };
        waiting.push(LinePair { nodes: [before, after], place });
    }
}

/// A move as text.
fn text(tree: &Tree, node: NodeId) -> String {
    match tree.san(node) {
        Some(san) => san.to_string(),
        None => match tree.mv(node) {
            Some(crate::game::MoveText::Unchecked(text)) => text.to_owned(),
            Some(crate::game::MoveText::Move(_)) | None => String::new(),
        },
    }
}

/// The rest of a line; only its first move if it continues elsewhere in the other game.
fn rest(tree: &Tree, ways: &Ways) -> Vec<String> {
    let Some(&first) = ways.nodes.first().filter(|_| ways.has_line) else { return Vec::new() };
    let n_moves = if ways.line_twin().is_some() { 1 } else { usize::MAX };
    let line = std::iter::once(first).chain(tree.line(first));
    line.take(n_moves).map(|node| text(tree, node)).collect()
}

/// The moves of a variation.
fn variation(tree: &Tree, head: NodeId) -> Vec<String> {
    tree.line(head).map(|node| text(tree, node)).collect()
}
