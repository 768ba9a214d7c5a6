//! Edits of a document: the text around an edit is split again.

use std::collections::HashMap;

use lsp_types::Range;
use pgnkit::syntax::GameEnd;
use pgnkit::syntax::limits::LOOKAHEAD_BYTES;

use super::{Document, Piece, Place, cut};

/// The pieces around an edit, as one text.
struct Window {
    /// The first old piece, and where it begins in the document.
    first: usize,
    start: usize,
    /// The old piece after the window, and whether there is none.
    last: usize,
    is_rest: bool,
    /// The new text.
    text: Vec<u8>,
    /// The part of the old text that was replaced, and where the replacement ends in the new one.
    from: usize,
    to: usize,
    edit_end: usize,
    /// The old pieces by their offsets in the old text.
    old_starts: HashMap<usize, usize>,
}

impl Window {
    /// The old piece at an offset of the new text.
    fn old_piece(&self, start: usize) -> Option<usize> {
        let old_start = match start < self.from {
            true => start,
            false => start.checked_sub(self.edit_end)? + self.to,
        };
        self.old_starts.get(&old_start).copied()
    }

    /// The first boundary after the edit that the old pieces have, and that the text after the
    /// window cannot move: the number of new pieces before it, and the old piece after it.
    fn agreement(
        &self,
        cut: &[(&[u8], Option<GameEnd>)],
        lookahead: usize,
    ) -> Option<(usize, usize)> {
        let mut end = 0;
        for (n_new, (piece, _)) in cut.iter().enumerate() {
            if end >= self.edit_end
                && end + lookahead <= self.text.len()
                && let Some(next_old) = self.old_piece(end)
            {
                return Some((n_new, next_old));
            }
            end += piece.len();
        }
        self.is_rest.then_some((cut.len(), self.last))
    }
}

impl Document {
    /// Replaces a part of the text, or all of it. Returns where the edit begins.
    ///
    /// Splits the text again from a little before the edit, because the end of a game can depend on
    /// [`LOOKAHEAD_BYTES`] of the text after it, up to a boundary that the old pieces share.
    /// Unchanged pieces keep their findings.
    pub(crate) fn edit(&mut self, range: Option<Range>, new: &str) -> Place {
        let (from, to) = match range {
            Some(range) => (self.offset(range.start), self.offset(range.end)),
            None => (0, self.len()),
        };
        let (from, to) = (from.min(to), from.max(to));
        let lookahead = if self.kind.is_positions() { 1 } else { LOOKAHEAD_BYTES };
        let mut margin = 2 * lookahead;
        loop {
            let window = self.window((from, to), new, (lookahead, margin));
            let cut = cut(&window.text, window.start, self.kind);
            if let Some((n_new, next_old)) = window.agreement(&cut, lookahead) {
                self.replace(&window, &cut[..n_new], next_old);
                return self.read_again(from);
            }
            margin *= 4;
        }
    }

    /// The window with `lookahead` bytes before an edit and `margin` bytes after it.
    fn window(
        &self,
        (from, to): (usize, usize),
        new: &str,
        (lookahead, margin): (usize, usize),
    ) -> Window {
        let first = self.place_of_offset(from.saturating_sub(lookahead)).piece;
        let start = self.start_of(first).offset;
        let (from, to) = (from - start, to - start);
        let (mut text, mut last, mut old_starts) = (Vec::new(), first, HashMap::new());
        while let Some(piece) = self.pieces.get(last).filter(|_| text.len() < to + margin) {
            old_starts.insert(text.len(), last);
            text.extend_from_slice(&piece.text);
            last += 1;
        }
        text.splice(from..to, new.bytes());
        let (is_rest, edit_end) = (last == self.pieces.len(), from + new.len());
        Window { first, start, last, is_rest, text, from, to, edit_end, old_starts }
    }

    /// Puts new pieces in the place of the old ones from the window's first to `next_old`.
    fn replace(&mut self, window: &Window, cut: &[(&[u8], Option<GameEnd>)], next_old: usize) {
        let first = window.first;
        let mut old: Vec<Option<Piece>> =
            self.pieces.splice(first..next_old, []).map(Some).collect();
        let mut offset = 0;
        let mut pieces = Vec::with_capacity(cut.len());
        for (n, &(text, end)) in cut.iter().enumerate() {
            // The linter reads the first piece of a text differently.
            let idx = window.old_piece(offset).filter(|&idx| (idx == 0) == (first + n == 0));
            let is_same = |piece: &mut Piece| *piece.text == *text;
            let kept = idx.and_then(|idx| old.get_mut(idx - first)?.take_if(is_same));
            pieces.push(match kept {
                Some(piece) => Piece { end, ..piece },
                None => Piece::new(text, end, self.units),
            });
            offset += text.len();
        }
        self.pieces.splice(first..first, pieces);
        if let (0, true, Some(piece)) = (first, cut.is_empty(), self.pieces.first_mut()) {
            piece.findings = None;
        }
    }

    /// Has the piece after an edit read again, too: a line that silences the next one can be the
    /// last of its piece. Returns where the edit begins.
    fn read_again(&mut self, from: usize) -> Place {
        let place = self.place_of_offset(from);
        let is_unread = |it: &&Piece| it.findings.is_none();
        let n_unread = self.pieces[place.piece..].iter().take_while(is_unread).count();
        if let Some(piece) = self.pieces.get_mut(place.piece + n_unread) {
            piece.findings = None;
        }
        place
    }
}
