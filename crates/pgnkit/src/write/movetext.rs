//! The movetext section of export form.
//!
//! ```text
//! movetext    = annotations { numbered-move annotations } termination
//! annotations = { nag } { comment | "(" movetext-without-termination ")" }
//! ```
//!
//! Standard: §8.2. Decisions: D-10, D-27 to D-30, D-33 to D-35, D-39.

use super::Export;
use super::comment::{CommentPiece, PlainWord, is_plain, pieces, plain_word};
use super::comment_as_is::{Clock, CommentAsIs, Evaluation, as_is};
use super::line_cursor::{LineCursor, has_small_number, number_word};
use super::line_filler::LineFiller;
use super::line_text::line_text;
use super::loss::{self, Loss, count};
use super::profile::{AnnotationMode, Differences, NullMoves};
use crate::charset;
use crate::game::{
    Annotation, AnnotationId, Game, MoveText, NodeId, Numbers, Spelled, Start, Stop, Text, Tree,
    Walk,
};
use pgn_syntax::CommentKind;

/// Writes the movetext of a game and the empty line after it.
pub(super) fn write(
    game: &Game,
    export: &Export,
    start: &Start,
    out: &mut Vec<u8>,
    losses: &mut Vec<Loss>,
) {
    let (numbers, first_ply) = Numbers::of(start);
    let (profile, tree) = (export.profile.differences(), game.tree());
    let fill = LineFiller::new(out, tree.n_bytes_guessed());
    let mut writer = MovetextWriter { game, tree, profile, fill, losses, numbers, is_fresh: true };
    writer.lines(first_ply);
    writer.fill.unit(game.outcome().marker());
    writer.fill.finish();
}

struct MovetextWriter<'g, 'o> {
    game: &'g Game,
    tree: &'g Tree,
    profile: &'static Differences,
    fill: LineFiller<'o>,
    losses: &'g mut Vec<Loss>,
    numbers: Numbers,
    /// The next move needs its number, for either color.
    is_fresh: bool,
}

impl<'g> MovetextWriter<'g, '_> {
    /// All lines, from the main line inwards.
    fn lines(&mut self, first_ply: u32) {
        let mut walk = self.game.walk(first_ply);
        self.come_to(NodeId::ROOT, &mut walk);
        loop {
            if self.run(&mut walk) {
                self.come_to(walk.id(), &mut walk);
            }
            let Some(stop) = walk.next_stop() else { break };
            match stop {
                Stop::Move(node) => {
                    let before = walk.ply() - 1;
                    if self.cuts(node, before) {
                        break;
                    }
                    self.mv(walk.spelled(), before);
                    if walk.has_annotations() {
                        self.come_to(node, &mut walk);
                    }
                }
                Stop::Annotation(id) => self.annotation(id),
                Stop::Open(head) => {
                    if self.opens(head, walk.ply() - 1) {
                        walk.enter(head);
                        self.come_to(head, &mut walk);
                    }
                }
                Stop::Close(_) => {
                    self.fill.close();
                    self.is_fresh = true;
                }
            }
        }
    }

    /// Writes moves, and comments that need no change, until there is anything else; returns
    /// whether the last move has annotations that are still to be written.
    ///
    /// The same as [`MovetextWriter::mv`] with everything in registers: most of the time of a game.
    #[inline(never)]
    fn run(&mut self, walk: &mut Walk<'_>) -> bool {
        let (takes_null, numbers) = (self.profile.null_moves == NullMoves::Written, self.numbers);
        let sets_comments = self.profile.annotations == AnnotationMode::Normal;
        self.fill.reserve();
        let n_bytes = self.fill.n_bytes();
        let Some(mut cursor) = self.fill.cursor() else { return false };
        let (mut at, mut is_fresh, mut is_left) = (*walk, self.is_fresh, false);
        let (mut number, mut is_white) = numbers.at(at.ply());
        while at.is_done_here() && !cursor.is_full() {
            let Some(next) = at.peek_checked() else { break };
            let is_cut = !takes_null && next.mv.is_null();
            if is_cut || !has_small_number(number) {
                break;
            }
            let mv = next.spelling.word(next.mv);
            let said =
                (is_white || is_fresh).then(|| number_word(number, if is_white { 1 } else { 3 }));
            cursor.mv(said, mv);
            number += u32::from(!is_white);
            (is_white, is_fresh) = (!is_white, false);
            at.go_on(next);
            if at.has_annotations() {
                let comment = at.only_comment().filter(|_| sets_comments);
                (cursor, is_left) = match comment {
                    Some(text) => set(cursor, text),
                    None => (cursor, true),
                };
                if is_left {
                    break;
                }
                is_fresh = true;
                at.skip_annotations();
            }
        }
        let place = cursor.place(n_bytes);
        self.fill.take_back(place);
        (*walk, self.is_fresh) = (at, is_fresh);
        is_left
    }

    /// The annotations of a node, before the walk returns them one by one.
    #[inline]
    fn come_to(&mut self, node: NodeId, walk: &mut Walk<'_>) {
        match self.profile.annotations {
            AnnotationMode::AsRead => {}
            AnnotationMode::Dropped => {
                self.count_dropped_rest(node);
                walk.skip_annotations();
            }
            AnnotationMode::Normal => {
                if self.tree.has_nags_or_escapes(node) {
                    self.write_nags(node);
                }
            }
        }
    }

    fn count_dropped_rest(&mut self, node: NodeId) {
        let n = self.tree.annotations(node).filter(Annotation::is_unplayable).count();
        count(self.losses, &loss::DROPPED_REST, n);
    }

    /// Writes the NAGs of a node, each once, none that may not be written; escape lines are
    /// dropped.
    fn write_nags(&mut self, node: NodeId) {
        let (mut n_nags, mut n_escapes) = (0, 0);
        let mut written = [0_u64; 4];
        for annotation in self.tree.annotations(node) {
            match annotation {
                Annotation::Nag(nag) if nag.is_null() || !nag.is_in_range() => n_nags += 1,
                Annotation::Nag(nag) => {
                    let (word, bit) = (usize::from(nag.0) / 64, 1 << (nag.0 % 64));
                    if written[word] & bit == 0 {
                        written[word] |= bit;
                        self.nag(nag.0);
                    }
                }
                Annotation::Comment { kind: CommentKind::Escape, .. } => n_escapes += 1,
                Annotation::Comment { .. } | Annotation::Variation(_) => {}
            }
        }
        count(self.losses, &loss::DROPPED_NAG, n_nags);
        count(self.losses, &loss::DROPPED_ESCAPE, n_escapes);
    }

    fn nag(&mut self, number: u16) {
        self.fill.number("$", u32::from(number), "");
        self.is_fresh |= self.profile.numbers_after_nags;
    }

    /// Writes an annotation.
    #[inline]
    fn annotation(&mut self, id: AnnotationId) {
        let is_as_read = self.profile.annotations == AnnotationMode::AsRead;
        match self.tree.annotation(id) {
            Annotation::Nag(nag) if is_as_read => self.nag(nag.0),
            Annotation::Comment { kind, text } if is_as_read => {
                let is_in_tags = self.tree.n_tags_before(id).is_some();
                self.is_fresh |= !is_in_tags && self.verbatim(kind, text);
            }
            Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => {
                self.is_fresh |= self.comment(text);
            }
            Annotation::Nag(_) | Annotation::Comment { .. } | Annotation::Variation(_) => {}
        }
    }

    /// Whether a variation is written as one; then its parenthesis is open now. `ply` is the place
    /// before its first move.
    fn opens(&mut self, head: NodeId, ply: u32) -> bool {
        let is_whole = self.profile.annotations == AnnotationMode::AsRead
            || self.tree.next(head).is_some_and(|_| !self.needs_text(head));
        if is_whole {
            self.fill.open();
            self.is_fresh = true;
            return true;
        }
        if self.tree.next(head).is_some() {
            count(self.losses, &loss::UNWRITABLE_NULL_MOVE, 1);
        }
        self.is_fresh |= self.comments_only(head);
        if self.tree.next(head).is_some() {
            let text = line_text(self.game, head, self.numbers, ply);
            self.is_fresh |= self.comment(&format!("Variation: {text}"));
        }
        false
    }

    /// A variation without a move becomes its comments (D-30); returns whether there were any.
    fn comments_only(&mut self, head: NodeId) -> bool {
        let mut wrote = false;
        for annotation in self.tree.annotations(head) {
            match annotation {
                Annotation::Comment { kind: CommentKind::Escape, .. } => {
                    count(self.losses, &loss::DROPPED_ESCAPE, 1);
                }
                Annotation::Comment { text, .. } => wrote |= self.comment(text),
                Annotation::Nag(_) => count(self.losses, &loss::DROPPED_NAG, 1),
                Annotation::Variation(_) => {}
            }
        }
        wrote
    }

    /// Whether the line has a null move and the profile has none.
    fn needs_text(&self, head: NodeId) -> bool {
        self.profile.null_moves == NullMoves::Comment
            && self.tree.line(head).any(|node| is_null(self.tree.mv(node)))
    }

    /// Whether the main line must end before `node`, because the profile has no null moves; the
    /// rest becomes a comment (D-34).
    #[inline]
    fn cuts(&mut self, node: NodeId, ply: u32) -> bool {
        if self.profile.null_moves == NullMoves::Written || !is_null(self.tree.mv(node)) {
            return false;
        }
        count(self.losses, &loss::UNWRITABLE_NULL_MOVE, 1);
        if self.profile.null_moves == NullMoves::Comment {
            let before = self.tree.before(node).unwrap_or_default();
            let text = line_text(self.game, before, self.numbers, ply);
            self.comment(&format!("Unplayable: {text}"));
        }
        true
    }

    /// Writes a move after this many plies, and its number.
    #[inline]
    fn mv(&mut self, mv: Option<Spelled<'_>>, ply: u32) {
        let (number, is_white) = self.numbers.at(ply);
        if is_white {
            self.fill.move_number(number, 1);
        } else if self.is_fresh {
            self.fill.move_number(number, 3);
        }
        self.is_fresh = false;
        match mv {
            Some(Spelled::Move(mv, spelling)) => {
                self.fill.word(spelling.word(mv));
            }
            Some(Spelled::Unchecked(text)) => self.fill.unit(text),
            None => {}
        }
    }

    /// Writes a comment in normal form; returns whether there was anything to write.
    #[inline]
    fn comment(&mut self, text: &str) -> bool {
        match as_is(text) {
            Some(comment) if comment.text.is_empty() => false,
            Some(comment) if comment.is_ascii || !self.profile.is_latin1() => {
                self.fill.comment(&comment) || self.prose(comment)
            }
            Some(_) | None => self.odd_comment(text),
        }
    }

    fn prose(&mut self, comment: CommentAsIs<'_>) -> bool {
        if !comment.is_prose() {
            return self.words(comment.text);
        }
        self.fill.prose(comment);
        true
    }

    /// Writes a comment that a profile may have to change.
    fn odd_comment(&mut self, text: &str) -> bool {
        if !self.profile.is_latin1() {
            return self.words(text);
        }
        let (text, n_replaced) = charset::to_latin1(text);
        count(self.losses, &loss::REPLACED_CHARACTER, n_replaced);
        match charset::is_clear_in_latin1(&text) {
            true => self.words(&text),
            false => self.unclear_pieces(&text),
        }
    }

    /// Writes a comment of which a part would be read as UTF-8. Each piece is decoded separately,
    /// and written as a reader would decode it (D-02).
    fn unclear_pieces(&mut self, text: &str) -> bool {
        let mut left = pieces(text);
        count(self.losses, &loss::SPLIT_COMMENT, left.len().saturating_sub(1));
        left.reverse();
        let is_written = !left.is_empty();
        while let Some(piece) = left.pop() {
            match charset::as_read_from_latin1(&piece.text()) {
                Some(read) => {
                    count(self.losses, &loss::AMBIGUOUS_ENCODING, 1);
                    left.extend(pieces(&charset::to_latin1(&read).0).into_iter().rev());
                }
                None => self.piece(&piece),
            }
        }
        is_written
    }

    /// Writes a comment word by word.
    fn words(&mut self, text: &str) -> bool {
        if !is_plain(text) {
            return self.pieces(text);
        }
        let (mut word, mut is_first) = (plain_word(text, 0), true);
        while let PlainWord::Word(place) = word {
            word = plain_word(text, place.end);
            self.fill.comment_word(&text[place], is_first, word == PlainWord::End);
            is_first = false;
        }
        !is_first
    }

    /// Writes a comment of which something must be split, joined or changed.
    fn pieces(&mut self, text: &str) -> bool {
        let pieces = pieces(text);
        count(self.losses, &loss::SPLIT_COMMENT, pieces.len().saturating_sub(1));
        pieces.iter().for_each(|piece| self.piece(piece));
        !pieces.is_empty()
    }

    fn piece(&mut self, piece: &CommentPiece) {
        match piece {
            CommentPiece::Brace(words) => words.iter().for_each(|word| self.fill.unit(word)),
            CommentPiece::Line(text) => self.fill.line(";", text),
        }
    }

    /// Writes a comment or an escape line unchanged; returns whether a move number must follow it.
    fn verbatim(&mut self, kind: CommentKind, text: &str) -> bool {
        match kind {
            CommentKind::Brace if !text.contains('}') => self.fill.block("{", text, "}"),
            CommentKind::Brace | CommentKind::Line => {
                text.split('\n').for_each(|line| self.fill.line(";", line));
            }
            CommentKind::Escape => {
                text.split('\n').for_each(|line| self.fill.line("%", line));
                return false;
            }
        }
        true
    }
}

/// Writes a comment that needs no filler; returns the cursor, and the comment if it was not
/// written.
#[inline(always)]
fn set<'o>(mut cursor: LineCursor<'o>, text: Text<'_>) -> (LineCursor<'o>, bool) {
    match Clock::parse(text.bytes()) {
        Some(clock) if !cursor.is_full() => {
            cursor.clock(&clock);
            (cursor, false)
        }
        Some(_) | None => set_plain(cursor, text),
    }
}

/// The same for other comments. Takes the cursor from its registers, and not its place in memory.
#[inline(never)]
fn set_plain<'o>(mut cursor: LineCursor<'o>, text: Text<'_>) -> (LineCursor<'o>, bool) {
    if let Some((evaluation, clock)) = Evaluation::parse_with_clock(text.bytes())
        && cursor.evaluation(&evaluation, &clock)
    {
        return (cursor, false);
    }
    let comment = as_is(text.characters()).filter(|comment| !comment.text.is_empty());
    let is_set = comment.is_some_and(|comment| cursor.comment(&comment));
    (cursor, !is_set)
}

fn is_null(mv: Option<MoveText<'_>>) -> bool {
    matches!(mv, Some(MoveText::Move(mv)) if mv.is_null())
}
