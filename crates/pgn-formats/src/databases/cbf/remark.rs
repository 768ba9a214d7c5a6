//! Remarks: three signs and a text, one after the other in the order of their moves (§10, D-11).

use pgnkit::Nag;
use pgnkit::game::{NodeId, Tree};
use pgnkit::syntax::CommentKind;

use super::text;
use crate::databases::finding::Fault;

const END: u8 = 0xFF;

/// The NAGs of the signs on a move, on the position, before the move; 0 for a sign without one.
/// Those on the position name the side as ChessBase's later formats do.
const GLYPHS: [&[u8]; 3] = [
    &[1, 2, 5, 6, 3, 4, 0, 140, 142],
    &[18, 16, 14, 11, 13, 15, 17, 19, 44, 45, 132, 36, 40, 138, 8],
    &[145, 142, 140, 144, 142, 143, 0],
];

pub(super) struct CbfRemarks<'a> {
    bytes: &'a [u8],
    at: usize,
    faults: Vec<(Fault, usize)>,
}

impl<'a> CbfRemarks<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> CbfRemarks<'a> {
        CbfRemarks { bytes, at: 0, faults: Vec::new() }
    }

    /// Goes back to the first.
    pub(super) fn rewind(&mut self) {
        self.at = 0;
        self.faults.clear();
    }

    /// Adds the next one to a move. A truncated one is read as far as it goes.
    pub(super) fn next(&mut self, tree: &mut Tree, node: NodeId) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let n = rest.iter().position(|&byte| byte == END);
        if n.is_none() {
            self.faults.push((Fault::CutShort, start));
        }
        let remark = &rest[..n.unwrap_or(rest.len())];
        self.at += remark.len() + usize::from(n.is_some());
        for (place, (&sign, glyphs)) in remark.iter().zip(GLYPHS).enumerate() {
            match (sign, glyphs.get(usize::from(sign.wrapping_sub(1)))) {
                (0, _) => {}
                (_, Some(&nag)) if nag > 0 => {
                    tree.add_nag(node, Nag(nag.into()));
                }
                _ => {
                    let fault = Fault::UnknownAnnotation { kind: sign, n_bytes: 1 };
                    self.faults.push((fault, start + place));
                }
            }
        }
        let mut comment = String::new();
        text::push_remark(remark.get(GLYPHS.len()..).unwrap_or_default(), &mut comment);
        let comment = comment.trim();
        if !comment.is_empty() {
            tree.add_comment(node, CommentKind::Brace, comment);
        }
    }

    /// The damage, and the annotations that no move has requested.
    pub(super) fn end(mut self) -> impl Iterator<Item = (Fault, usize)> {
        if self.at < self.bytes.len() {
            self.faults.push((Fault::TextWithoutMove, self.at));
        }
        self.faults.into_iter()
    }
}
