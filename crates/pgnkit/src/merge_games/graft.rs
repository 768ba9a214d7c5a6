//! Merges the lines of two duplicates of a game.
//!
//! ```text
//! a pair of places, ours and theirs, with the same moves before them:
//!     their annotations that we have not     → added
//!     each move that they have from there    → ours, if we have it from there; else it is added,
//!                                              at the end of our line or as a variation;
//!                                              what comes after both is the next pair
//! ```
//!
//! The continuations from a place are the next move of the line, the first moves of the variations
//! that replace it, and of the variations that replace those. If a tree has a move twice from one
//! place, the first is paired with the first and the second with the second, so that merging a tree
//! with itself changes nothing.
//!
//! Standard: §8.2.5. Decisions: D-30.

use std::collections::HashMap;

use super::MergeReport;
use super::remark::MergeRemarks;
use crate::game::{Annotation, AnnotationId, MoveText, NodeId, Tree};

/// A continuation from a place: a move, in the line itself or at the head of a variation.
#[derive(Debug, Clone, Copy)]
struct Way {
    head: Option<NodeId>,
    /// `None` in a variation without moves.
    first: Option<NodeId>,
}

/// Distinguishes continuations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum WayKey {
    Move(u16),
    Unchecked(String),
    Empty,
}

impl Way {
    fn key(self, tree: &Tree) -> WayKey {
        match self.first.and_then(|first| tree.mv(first)) {
            Some(MoveText::Move(mv)) => WayKey::Move(mv.raw()),
            Some(MoveText::Unchecked(text)) => WayKey::Unchecked(text.to_owned()),
            None => WayKey::Empty,
        }
    }
}

/// Our continuations from a place, by their keys.
type Ways = HashMap<WayKey, Vec<Way>>;

/// Adds to a tree what another one has.
pub(super) fn graft(ours: &mut Tree, theirs: &Tree, gain: &mut MergeReport) {
    let n_old = ours.n_annotations();
    let (ways, remarks) = (HashMap::new(), HashMap::new());
    let mut graft = Graft { ours, theirs, gain, ways, remarks, pairs: Vec::new() };
    graft.pairs.push((NodeId::ROOT, NodeId::ROOT));
    graft.annotate(NodeId::ROOT, NodeId::ROOT);
    while let Some((place, their_place)) = graft.pairs.pop() {
        graft.join_ways(place, their_place);
    }
    let nodes: Vec<NodeId> = graft.remarks.into_keys().collect();
    for node in nodes {
        put_in_order(ours, node, n_old);
    }
}

struct Graft<'a> {
    ours: &'a mut Tree,
    theirs: &'a Tree,
    gain: &'a mut MergeReport,
    /// Built when a place is first needed; several places of the other tree may correspond to one
    /// place of ours.
    ways: HashMap<NodeId, Ways>,
    remarks: HashMap<NodeId, MergeRemarks>,
    /// Places whose continuations are still to be merged.
    pairs: Vec<(NodeId, NodeId)>,
}

impl Graft<'_> {
    fn join_ways(&mut self, place: NodeId, their_place: NodeId) {
        let Some(their_next) = self.theirs.next(their_place) else { return };
        if let Some(next) = self.plainly_next(place, their_next) {
            self.annotate(next, their_next);
            self.pairs.push((next, their_next));
            return;
        }
        let mut ways = match self.ways.remove(&place) {
            Some(ways) => ways,
            None => by_key(self.ours, ways_on(self.ours, place)),
        };
        let mut n_seen: HashMap<WayKey, usize> = HashMap::new();
        let n_pairs = self.pairs.len();
        for their_way in ways_on(self.theirs, their_place) {
            let key = their_way.key(self.theirs);
            let n = n_seen.entry(key.clone()).or_default();
            let same = ways.get(&key).and_then(|same| same.get(*n).or(same.last()));
            *n += 1;
            let way = match same {
                Some(&way) => way,
                None if !self.says_something(their_way) => continue,
                None => {
                    let way = self.add_way(place, their_way);
                    ways.entry(key).or_default().push(way);
                    way
                }
            };
            self.join_way(place, way, their_way);
        }
        self.ways.insert(place, ways);
        // They are taken from the end, and what is read first is to come first.
        self.pairs[n_pairs..].reverse();
    }

    /// Our next move, if it is the same as theirs and neither has variations, as in nearly all
    /// cases.
    fn plainly_next(&self, place: NodeId, their_next: NodeId) -> Option<NodeId> {
        let next = self.ours.next(place)?;
        let is_same = self.ours.mv(next) == self.theirs.mv(their_next);
        let is_plain = |tree: &Tree, node| {
            let mut n_annotations = 0;
            tree.annotations(node).all(|annotation| {
                n_annotations += 1;
                n_annotations <= ANNOTATIONS_MAX && !is_variation(&annotation)
            })
        };
        let plain = is_same && is_plain(self.ours, next) && is_plain(self.theirs, their_next);
        plain.then_some(next)
    }

    /// Whether a variation of theirs has a move or a word in it.
    fn says_something(&self, way: Way) -> bool {
        let has_annotations = |head| self.theirs.has_annotations(head);
        way.first.is_some() || way.head.is_some_and(has_annotations)
    }

    /// Copies a continuation of theirs.
    fn add_way(&mut self, place: NodeId, their_way: Way) -> Way {
        let Some(next) = self.ours.next(place) else {
            // A variation replaces a move, so their first continuation is a move.
            let first = their_way.first.map(|first| self.copy_move(place, first));
            return Way { head: None, first };
        };
        self.gain.n_variations += 1;
        let head = self.ours.push_variation(next);
        let first = their_way.first.map(|first| self.copy_move(head, first));
        Way { head: Some(head), first }
    }

    fn copy_move(&mut self, before: NodeId, theirs: NodeId) -> NodeId {
        self.gain.n_moves += 1;
        self.ours.push_copy(before, self.theirs, theirs)
    }

    /// Merges the annotations at the heads of two continuations, and after their first moves.
    fn join_way(&mut self, place: NodeId, way: Way, their_way: Way) {
        if let Some(their_head) = their_way.head {
            match (way.head, way.first) {
                (Some(head), _) => self.annotate(head, their_head),
                // Ours is the line itself: words before its next move come after the last one, and
                // a NAG can only belong to the move.
                (None, Some(first)) => {
                    self.annotate_with(place, their_head, |annotation| !is_nag(annotation));
                    self.annotate_with(first, their_head, is_nag);
                }
                (None, None) => {}
            }
        }
        if let (Some(first), Some(their_first)) = (way.first, their_way.first) {
            self.annotate(first, their_first);
            self.pairs.push((first, their_first));
        }
    }

    fn annotate(&mut self, node: NodeId, their_node: NodeId) {
        self.annotate_with(node, their_node, |_| true);
    }

    fn annotate_with(
        &mut self,
        node: NodeId,
        their_node: NodeId,
        wants: impl Fn(&Annotation<'_>) -> bool,
    ) {
        if !self.theirs.has_annotations(their_node) {
            return;
        }
        let ours = &mut *self.ours;
        let remarks = self.remarks.entry(node).or_insert_with(|| MergeRemarks::of(ours, node));
        for annotation in self.theirs.annotations(their_node).filter(|annotation| wants(annotation))
        {
            remarks.add(ours, node, annotation, self.gain);
        }
    }
}

/// A node with more annotations than these is not looked through for variations whenever a line
/// passes it.
const ANNOTATIONS_MAX: usize = 8;

fn is_nag(annotation: &Annotation<'_>) -> bool {
    matches!(annotation, Annotation::Nag(_))
}

fn is_variation(annotation: &Annotation<'_>) -> bool {
    matches!(annotation, Annotation::Variation(_))
}

fn is_remark(annotation: &Annotation<'_>) -> bool {
    matches!(annotation, Annotation::Comment { .. })
}

/// All continuations from a place, in the order of the text.
fn ways_on(tree: &Tree, place: NodeId) -> Vec<Way> {
    let Some(next) = tree.next(place) else { return Vec::new() };
    let mut ways = vec![Way { head: None, first: Some(next) }];
    let mut heads: Vec<NodeId> = tree.variations(next).collect();
    heads.reverse();
    while let Some(head) = heads.pop() {
        let first = tree.next(head);
        ways.push(Way { head: Some(head), first });
        let n_heads = heads.len();
        heads.extend(first.into_iter().flat_map(|first| tree.variations(first)));
        heads[n_heads..].reverse();
    }
    ways
}

fn by_key(tree: &Tree, ways: Vec<Way>) -> Ways {
    let mut by_key = Ways::new();
    for way in ways {
        by_key.entry(way.key(tree)).or_default().push(way);
    }
    by_key
}

/// Puts what is new at a node in its usual place: NAGs after the NAGs, comments
/// before the variations, variations at the end.
fn put_in_order(tree: &mut Tree, node: NodeId, n_old: usize) {
    let ids: Vec<AnnotationId> = tree.annotation_ids(node).collect();
    let (old, new): (Vec<AnnotationId>, Vec<AnnotationId>) =
        ids.into_iter().partition(|id| id.idx() < n_old);
    if new.is_empty() {
        return;
    }
    let is = |id: &AnnotationId, what: fn(&Annotation<'_>) -> bool| what(&tree.annotation(*id));
    let n_nags = old.iter().take_while(|id| is(id, is_nag)).count();
    let n_said = old.iter().position(|id| is(id, is_variation)).unwrap_or(old.len());
    let (said, varied) = old.split_at(n_said.max(n_nags));
    let (nags, said) = said.split_at(n_nags);
    let of = |what: fn(&Annotation<'_>) -> bool| new.iter().copied().filter(move |id| is(id, what));
    let mut order = nags.to_vec();
    order.extend(of(is_nag));
    order.extend(said);
    order.extend(of(is_remark));
    order.extend(varied);
    order.extend(of(is_variation));
    tree.set_annotations(node, &order);
}
