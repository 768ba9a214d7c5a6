//! When two trees are the same.
//!
//! Standard: §8.2.5. Decisions: D-29.

use super::{Annotation, NodeId, Tree};

/// Two trees are equal if they have the same lines and annotations in the same order, however they
/// were built. No recursion.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut lines = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mut ours, mut theirs)) = lines.pop() {
            loop {
                if self.mv(ours) != other.mv(theirs)
                    || !self.same_annotations(ours, other, theirs, &mut lines)
                {
                    return false;
                }
                match (self.next(ours), other.next(theirs)) {
                    (Some(next), Some(their_next)) => (ours, theirs) = (next, their_next),
                    (None, None) => break,
                    (Some(_), None) | (None, Some(_)) => return false,
                }
            }
        }
        true
    }
}

impl Eq for Tree {}

impl Tree {
    fn same_annotations(
        &self,
        node: NodeId,
        other: &Tree,
        their_node: NodeId,
        lines: &mut Vec<(NodeId, NodeId)>,
    ) -> bool {
        let mut theirs = other.annotation_ids(their_node);
        for ours in self.annotation_ids(node) {
            let Some(their) = theirs.next() else { return false };
            let same = match (self.annotation(ours), other.annotation(their)) {
                (Annotation::Variation(head), Annotation::Variation(their_head)) => {
                    lines.push((head, their_head));
                    true
                }
                (ours, theirs) => ours == theirs,
            };
            if !same || self.n_tags_before(ours) != other.n_tags_before(their) {
                return false;
            }
        }
        theirs.next().is_none()
    }
}
