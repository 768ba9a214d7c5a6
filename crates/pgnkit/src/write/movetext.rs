//! The movetext section of export form.
//!
//! ```text
//! movetext    = annotations { numbered-move annotations } termination
//! annotations = { nag } { comment | "(" movetext-without-termination ")" }
//! ```
//!
//! Owns: the normal form of movetext and its numbers. Knows nothing of: tags.
//! Standard: §8.2. Decisions: D-10, D-27 to D-30, D-33 to D-35, D-39.
//! Start at [`write`].

use super::comment::{Piece, pieces, plain_words};
use super::fill::Filler;
use super::line_text::line_text;
use super::loss::{self, Loss, count};
use super::{Export, Profile};
use crate::charset;
use crate::game::{Element, ElementId, Game, MoveText, NodeId, Start};
use core::ops::Range;
use pgn_chess::notation::san;
use pgn_chess::{Color, Position};
use pgn_syntax::CommentKind;

/// Whose move it is and which number it has; counted, since moves may be text only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter {
    pub(super) fullmove: u32,
    pub(super) white: bool,
}

impl Counter {
    fn next(self) -> Counter {
        let fullmove = if self.white { self.fullmove } else { self.fullmove.saturating_add(1) };
        Counter { fullmove, white: !self.white }
    }
}

/// A place before a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) position: Option<Position>,
    pub(super) counter: Counter,
    /// The next move needs its number, whoever's it is.
    pub(super) is_fresh: bool,
}

impl Spot {
    fn start(start: &Start) -> Spot {
        let counter = match &start.position {
            Some(position) => {
                Counter { fullmove: position.fullmove(), white: position.turn() == Color::White }
            }
            None => Counter { fullmove: 1, white: true },
        };
        Spot { position: start.position, counter, is_fresh: true }
    }

    /// The place behind the move of `node`.
    pub(super) fn after(self, game: &Game, node: NodeId) -> Spot {
        let mut position = self.position;
        if let (Some(position), Some(MoveText::Move(mv))) = (&mut position, game.tree().mv(node)) {
            position.play(mv);
        }
        Spot { position, counter: self.counter.next(), is_fresh: false }
    }

    /// The same place with the number due.
    pub(super) fn fresh(self) -> Spot {
        Spot { is_fresh: true, ..self }
    }
}

/// Writes the movetext of a game and the empty line behind it.
pub(super) fn write(
    game: &Game,
    export: &Export,
    start: &Start,
    out: &mut String,
    losses: &mut Vec<Loss>,
) {
    let (profile, fill, words) = (export.profile, Filler::new(out), Vec::new());
    let mut writer = Writer { game, profile, fill, losses, words };
    writer.lines(Spot::start(start));
    writer.fill.unit(game.outcome().marker());
    writer.fill.finish();
}

/// A line that is being written: a node, what was said of it, the places before and behind it.
struct Frame {
    node: NodeId,
    elements: Vec<ElementId>,
    said: usize,
    before: Spot,
    after: Spot,
}

struct Writer<'g, 'o> {
    game: &'g Game,
    profile: Profile,
    fill: Filler<'o>,
    losses: &'g mut Vec<Loss>,
    /// Kept for its memory alone.
    words: Vec<Range<usize>>,
}

impl Writer<'_, '_> {
    /// All lines, from the main line inwards; the stack is on the heap.
    fn lines(&mut self, start: Spot) {
        let mut frames = vec![self.frame(NodeId::ROOT, start)];
        while let Some(frame) = frames.last_mut() {
            if let Some(&id) = frame.elements.get(frame.said) {
                frame.said += 1;
                let said = self.element(id, &frame.before);
                frame.after.is_fresh |= said.is_fresh == Some(true);
                if let Some(head) = said.enters {
                    let before = frame.before.fresh();
                    frames.push(self.frame(head, before));
                }
                continue;
            }
            let tree = self.game.tree();
            match tree.next(frame.node) {
                Some(next) if !self.cuts(next, &frame.after) => {
                    frame.node = next;
                    frame.said = 0;
                    frame.elements.clear();
                    if tree.has_elements(next) {
                        self.collect(next, &mut frame.elements);
                        // Nobody else asks for the place before a move, and it is large.
                        if frame.elements.iter().any(|&id| is_variation(tree.element(id))) {
                            frame.before = frame.after;
                        }
                    }
                    self.mv(next, &mut frame.after);
                }
                Some(_) | None => {
                    frames.pop();
                    if !frames.is_empty() {
                        self.fill.close();
                    }
                }
            }
        }
    }

    /// The frame of a line that begins with this head at this place.
    fn frame(&mut self, head: NodeId, start: Spot) -> Frame {
        let mut elements = Vec::new();
        self.collect(head, &mut elements);
        Frame { node: head, elements, said: 0, before: start, after: start }
    }

    /// The annotations of a node in normal order: NAGs first (D-29).
    fn collect(&mut self, node: NodeId, elements: &mut Vec<ElementId>) {
        let tree = self.game.tree();
        elements.extend(tree.element_ids(node));
        if elements.is_empty() {
            return;
        }
        match self.profile {
            Profile::Lossless => {
                let is_open = |id: &ElementId| tree.n_tags_before(*id).is_none();
                elements.retain(|id| node != NodeId::ROOT || is_open(id));
            }
            Profile::Reduced => self.count_dropped_rest(elements),
            Profile::Modern | Profile::Archival => self.normalise(elements),
        }
    }

    fn count_dropped_rest(&mut self, elements: &mut Vec<ElementId>) {
        let is_rest = |id: &&ElementId| match self.game.tree().element(**id) {
            Element::Comment { text, .. } => text.starts_with("Unplayable: "),
            Element::Nag(_) | Element::Variation(_) => false,
        };
        let n = elements.iter().filter(is_rest).count();
        count(self.losses, &loss::DROPPED_REST, n);
        elements.clear();
    }

    /// NAGs first, each once, none that may not be written; escape lines are dropped.
    fn normalise(&mut self, elements: &mut Vec<ElementId>) {
        let tree = self.game.tree();
        let is_plain = |id: &ElementId| match tree.element(*id) {
            Element::Comment { kind, .. } => kind != CommentKind::Escape,
            Element::Variation(_) => true,
            Element::Nag(_) => false,
        };
        if elements.iter().all(is_plain) {
            return;
        }
        let (mut nags, mut others) = (Vec::new(), Vec::new());
        let (mut n_nags, mut n_escapes) = (0, 0);
        for &id in elements.iter() {
            match tree.element(id) {
                Element::Nag(nag) => {
                    let is_repeated =
                        nags.iter().any(|&seen| tree.element(seen) == Element::Nag(nag));
                    if nag.is_null() || !nag.is_in_range() || is_repeated {
                        n_nags += usize::from(!is_repeated);
                    } else {
                        nags.push(id);
                    }
                }
                Element::Comment { kind: CommentKind::Escape, .. } => n_escapes += 1,
                Element::Comment { .. } | Element::Variation(_) => others.push(id),
            }
        }
        nags.append(&mut others);
        *elements = nags;
        count(self.losses, &loss::DROPPED_NAG, n_nags);
        count(self.losses, &loss::DROPPED_ESCAPE, n_escapes);
    }

    /// Writes an annotation.
    fn element(&mut self, id: ElementId, before: &Spot) -> Said {
        match self.game.tree().element(id) {
            Element::Nag(nag) => {
                self.fill.number("$", u32::from(nag.0), "");
                // §8.2.2.2 to the letter: a NAG is annotation (D-28).
                Said { is_fresh: Some(self.profile == Profile::Archival), enters: None }
            }
            Element::Comment { kind, text } => {
                let wrote = if self.profile == Profile::Lossless {
                    self.verbatim(kind, text)
                } else {
                    self.comment(text)
                };
                Said { is_fresh: Some(wrote), enters: None }
            }
            Element::Variation(head) => self.variation(head, before),
        }
    }

    fn variation(&mut self, head: NodeId, before: &Spot) -> Said {
        let first = self.game.tree().next(head);
        if self.profile == Profile::Lossless {
            self.fill.open();
            return Said { is_fresh: Some(true), enters: Some(head) };
        }
        let Some(first) = first else {
            return Said { is_fresh: Some(self.comments_only(head)), enters: None };
        };
        if self.profile == Profile::Archival && self.has_null_move(head) {
            count(self.losses, &loss::UNWRITABLE_NULL_MOVE, 1);
            let mut wrote = self.comments_only(head);
            let text = line_text(self.game, first, before.fresh());
            wrote |= self.comment(&format!("Variation: {text}"));
            return Said { is_fresh: Some(wrote), enters: None };
        }
        self.fill.open();
        Said { is_fresh: Some(true), enters: Some(head) }
    }

    /// A variation without a move is its comments (D-30); says whether there were any.
    fn comments_only(&mut self, head: NodeId) -> bool {
        let game = self.game;
        let mut wrote = false;
        for element in game.tree().elements(head) {
            match element {
                Element::Comment { kind: CommentKind::Escape, .. } => {
                    count(self.losses, &loss::DROPPED_ESCAPE, 1);
                }
                Element::Comment { text, .. } => wrote |= self.comment(text),
                Element::Nag(_) => count(self.losses, &loss::DROPPED_NAG, 1),
                Element::Variation(_) => {}
            }
        }
        wrote
    }

    fn has_null_move(&self, head: NodeId) -> bool {
        let tree = self.game.tree();
        tree.line(head).any(|node| is_null(tree.mv(node)))
    }

    /// Whether the main line must end before `next`, because the profile has no null moves; what
    /// is cut becomes a comment (D-34).
    fn cuts(&mut self, next: NodeId, spot: &Spot) -> bool {
        if !matches!(self.profile, Profile::Archival | Profile::Reduced) {
            return false;
        }
        if !is_null(self.game.tree().mv(next)) {
            return false;
        }
        count(self.losses, &loss::UNWRITABLE_NULL_MOVE, 1);
        if self.profile == Profile::Archival {
            let text = line_text(self.game, next, spot.fresh());
            self.comment(&format!("Unplayable: {text}"));
        }
        true
    }

    /// Writes number and move of a node, and goes to the place behind it.
    fn mv(&mut self, node: NodeId, spot: &mut Spot) {
        let Counter { fullmove, white } = spot.counter;
        if white {
            self.fill.number("", fullmove, ".");
        } else if spot.is_fresh {
            self.fill.number("", fullmove, "...");
        }
        spot.counter = spot.counter.next();
        spot.is_fresh = false;
        match (self.game.tree().mv(node), &mut spot.position) {
            (Some(MoveText::Move(mv)), Some(position)) if !mv.is_null() => {
                let text = san::play_and_write(position, mv);
                self.fill.unit(text.as_str());
            }
            (Some(MoveText::Unchecked(text)), _) => self.fill.unit(text),
            (Some(MoveText::Move(mv)), position) => {
                if let Some(position) = position {
                    position.play(mv);
                }
                self.fill.unit("--");
            }
            (None, _) => {}
        }
    }

    /// Writes a comment in normal form; says whether there was anything to write.
    fn comment(&mut self, text: &str) -> bool {
        let text = if self.profile.is_latin1() {
            let (text, n_replaced) = charset::to_latin1(text);
            count(self.losses, &loss::REPLACED_CHARACTER, n_replaced);
            text
        } else {
            text.into()
        };
        if plain_words(&text, &mut self.words) {
            self.fill.brace(&text, &self.words);
            return !self.words.is_empty();
        }
        let pieces = pieces(&text);
        count(self.losses, &loss::SPLIT_COMMENT, pieces.len().saturating_sub(1));
        for piece in &pieces {
            match piece {
                Piece::Brace(words) => words.iter().for_each(|word| self.fill.unit(word)),
                Piece::Line(text) => self.fill.line(&format!(";{text}")),
            }
        }
        !pieces.is_empty()
    }

    /// Writes a comment or an escape line as it is; says whether it asks for a move number.
    fn verbatim(&mut self, kind: CommentKind, text: &str) -> bool {
        match kind {
            CommentKind::Brace if !text.contains('}') => self.fill.block(&format!("{{{text}}}")),
            CommentKind::Brace | CommentKind::Line => {
                text.split('\n').for_each(|line| self.fill.line(&format!(";{line}")));
            }
            CommentKind::Escape => {
                text.split('\n').for_each(|line| self.fill.line(&format!("%{line}")));
                return false;
            }
        }
        true
    }
}

/// What writing an annotation led to.
struct Said {
    /// Whether Black's next move needs its number.
    is_fresh: Option<bool>,
    /// The head of the variation that comes next.
    enters: Option<NodeId>,
}

fn is_variation(element: Element<'_>) -> bool {
    matches!(element, Element::Variation(_))
}

fn is_null(mv: Option<MoveText<'_>>) -> bool {
    matches!(mv, Some(MoveText::Move(mv)) if mv.is_null())
}
