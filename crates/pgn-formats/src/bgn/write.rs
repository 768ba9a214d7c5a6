//! Writing Blind Game Notation (§8.2.2, §8.2.4, D-29, D-30, D-35, D-61).
//!
//! ```text
//! game     = [ tags empty-line ] { block } marker empty-line
//! block    = moves { comment } { variation }
//! moves    = number-with-period move [ move ] | number-with-three-periods move
//! comment  = empty-line "| " sentence { line } "|| "
//! ```

use super::{Blind, GUARD};
use crate::label::Labels;
use crate::sentence::{begins_with_move, sentences};
use crate::words;
use pgnkit::charset;
use pgnkit::game::{Annotation, Game, NodeId, Stop};
use pgnkit::internal::{self, Numbers, Spelled, Walk, count_loss, line_text, says_start};
use pgnkit::nag::Nag;
use pgnkit::syntax::CommentKind;
use pgnkit::write::loss;
use pgnkit::write::{Export, Loss, Profile};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Variations that are nested more deeply are written as comments: each line repeats its label,
/// whose length grows with the depth, and no listener can follow that.
pub(super) const LEVELS_MAX: usize = 32;

pub(super) fn write(blind: Blind, game: &Game, out: &mut Vec<u8>, losses: &mut Vec<Loss>) {
    let (start, from) = (out.len(), game.start());
    write_tags(game, out, losses);
    let (numbers, first_ply) = Numbers::of(&from);
    let line = LineWriter { start, is_open: false, takes_black: false };
    let labels = Labels::default();
    let mut writer = BgnWriter { blind, game, numbers, out, losses, line, labels };
    writer.lines(game.walk(first_ply));
    writer.end_line();
    writer.out.extend_from_slice(game.outcome().marker().as_bytes());
    writer.out.extend_from_slice(b"\n\n");
}

/// Writes the tags in ASCII, unless all are unknown.
fn write_tags(game: &Game, out: &mut Vec<u8>, losses: &mut Vec<Loss>) {
    let is_ascii = |text: &str| text.is_ascii() && !text.contains('\u{7f}');
    if game.tags().iter().all(|tag| is_ascii(tag.value) && is_ascii(tag.name)) {
        return write_ascii_tags(game, out, losses);
    }
    let mut head = Game::new();
    for tag in game.tags() {
        let (mut value, n_replaced) = charset::to_ascii(tag.value);
        count_loss(losses, &loss::REPLACED_CHARACTER, n_replaced);
        let name = ascii_name(tag.name, losses);
        if says_start(&name) && value != tag.value {
            // A value that names no start or variant must not name one after its letters are
            // replaced.
            value = format!("X{value}").into();
        }
        head.tags_mut_unchecked().push(&name, &value);
    }
    head.put_outcome(game.outcome());
    write_ascii_tags(&head, out, losses);
}

/// Whether the tags are unknown depends on the written text, not on the tags: a tag that is not
/// written, such as a `FEN` without a position, would require a section that is missing when it is
/// read again.
fn write_ascii_tags(head: &Game, out: &mut Vec<u8>, losses: &mut Vec<Loss>) {
    let export = Export::new(Profile::Modern);
    let from = out.len();
    internal::write_tags(head, &export, &head.start(), out, losses);
    let mut silent = Game::new();
    silent.put_outcome(head.outcome());
    let mut unknown = Vec::new();
    internal::write_tags(&silent, &export, &silent.start(), &mut unknown, &mut Vec::new());
    if head.outcome().is_standard() && out[from..] == unknown {
        out.truncate(from);
    }
}

/// A tag name in ASCII: characters that are not allowed become underscores, and a name that begins
/// with one gets an `X` before it.
fn ascii_name<'t>(name: &'t str, losses: &mut Vec<Loss>) -> Cow<'t, str> {
    let (ascii, n_replaced) = charset::to_ascii(name);
    if says_start(&ascii) && ascii != name {
        return format!("X{ascii}").into();
    }
    if n_replaced == 0 {
        return ascii;
    }
    count_loss(losses, &loss::REPLACED_CHARACTER, n_replaced);
    let fits = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let first = if ascii.starts_with(|c: char| c.is_ascii_alphanumeric()) { "" } else { "X" };
    let rest = ascii.chars().map(|c| if fits(c) { c } else { '_' });
    first.chars().chain(rest).collect::<String>().into()
}

struct LineWriter {
    /// Where the game begins in the text.
    start: usize,
    /// Something is on it.
    is_open: bool,
    /// It is a move of White, whose reply may join it.
    takes_black: bool,
}

struct BgnWriter<'g, 'o> {
    blind: Blind,
    game: &'g Game,
    numbers: Numbers,
    out: &'o mut Vec<u8>,
    losses: &'o mut Vec<Loss>,
    line: LineWriter,
    labels: Labels,
}

impl BgnWriter<'_, '_> {
    fn lines(&mut self, mut walk: Walk<'_>) {
        self.comments(NodeId::ROOT, &walk);
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(node) => {
                    self.labels.begin_move();
                    self.mv(node, &walk);
                    if walk.has_annotations() {
                        self.comments(node, &walk);
                    }
                }
                Stop::Annotation(_) => {}
                Stop::Open(head) => {
                    if self.is_labelled(head) {
                        self.labels.open(LEVELS_MAX);
                        walk.enter(head);
                        self.comments(head, &walk);
                    }
                }
                Stop::Close(_) => {
                    self.end_line();
                    self.labels.close();
                }
            }
        }
    }

    /// Whether a variation has separate lines; if not, it is a comment.
    fn is_labelled(&self, head: NodeId) -> bool {
        self.labels.depth() < LEVELS_MAX && self.game.tree().next(head).is_some()
    }

    fn mv(&mut self, node: NodeId, walk: &Walk<'_>) {
        let Some(spelled) = walk.spelled() else { return };
        let (number, is_white) = self.numbers.at(walk.ply() - 1);
        if !is_white && self.line.is_open && self.line.takes_black {
            self.out.push(b' ');
        } else {
            self.begin_line();
            let periods = if is_white { "." } else { "..." };
            self.out.extend_from_slice(format!("{number}{periods} ").as_bytes());
        }
        match spelled {
            Spelled::Move(mv, spelling) => {
                self.out.extend_from_slice(spelling.text(mv).as_bytes());
            }
            Spelled::Unchecked(text) => {
                let (text, n_replaced) = charset::to_ascii(text);
                count_loss(self.losses, &loss::REPLACED_CHARACTER, n_replaced);
                match text.as_bytes() {
                    // The notation has no parentheses.
                    [square @ .., b'(', role, b')'] => {
                        count_loss(self.losses, &loss::REPLACED_CHARACTER, 2);
                        self.out.extend_from_slice(&[square, b"=", &[*role]].concat());
                    }
                    text => self.out.extend_from_slice(text),
                }
            }
        }
        if let Some(suffix) = self.game.tree().nags(node).find_map(Nag::suffix) {
            self.out.extend_from_slice(suffix.as_bytes());
        }
        self.line = LineWriter { is_open: true, takes_black: is_white, ..self.line };
    }

    fn begin_line(&mut self) {
        self.end_line();
        if !self.labels.label.is_empty() {
            self.out.extend_from_slice(self.labels.label.as_bytes());
            self.out.extend_from_slice(b": ");
        }
    }

    fn end_line(&mut self) {
        if self.line.is_open {
            self.out.push(b'\n');
        }
        self.line.is_open = false;
    }

    /// The text about a node: its NAGs in words, then its comments, including those of variations
    /// without a move.
    fn comments(&mut self, node: NodeId, walk: &Walk<'_>) {
        let is_move = !self.game.tree().is_head(node);
        self.nags(node, is_move);
        let tree = self.game.tree();
        for annotation in tree.annotations(node) {
            match annotation {
                Annotation::Comment { kind: CommentKind::Escape, .. } => {
                    count_loss(self.losses, &loss::DROPPED_ESCAPE, 1);
                }
                Annotation::Comment { text, .. } => self.comment(text),
                Annotation::Variation(head) if self.is_labelled(head) => {}
                Annotation::Variation(head) => {
                    let before = walk.ply().saturating_sub(1);
                    tree.comments(head).for_each(|text| self.comment(text));
                    let text = line_text(self.game, head, self.numbers, before);
                    if !text.is_empty() {
                        self.comment(&format!("Variation: {text}"));
                    }
                }
                Annotation::Nag(_) => {}
            }
        }
    }

    /// Writes the NAGs of a node in words, each once; the first of the six suffixes is after
    /// the move already.
    fn nags(&mut self, node: NodeId, is_move: bool) {
        let mut seen = BTreeSet::new();
        let mut has_suffix = !is_move;
        let mut said = String::new();
        for nag in self.game.tree().nags(node) {
            if nag.is_null() {
                count_loss(self.losses, &loss::DROPPED_NAG, 1);
                continue;
            }
            if !seen.insert(nag) {
                continue;
            }
            if nag.suffix().is_some() && !std::mem::replace(&mut has_suffix, true) {
                continue;
            }
            if !said.is_empty() {
                said.push(' ');
            }
            said.push_str(&words::nag_sentence(nag));
        }
        if !said.is_empty() {
            self.block(&said);
        }
    }

    fn comment(&mut self, text: &str) {
        let (texts, n_replaced) = words::plain_texts(text, self.blind.commands);
        count_loss(self.losses, &loss::REPLACED_CHARACTER, n_replaced);
        for text in texts {
            self.block(&text);
        }
    }

    /// Writes a comment of plain text, a sentence a line.
    fn block(&mut self, text: &str) {
        self.end_line();
        let so_far = &self.out[self.line.start..];
        if !so_far.is_empty() && !so_far.ends_with(b"\n\n") {
            self.out.push(b'\n');
        }
        let lead = if begins_with_move(text) { format!("{GUARD} ") } else { String::new() };
        let mut mark = "| ";
        for sentence in sentences(text) {
            self.begin_line();
            self.out.extend_from_slice(mark.as_bytes());
            if mark == "| " {
                self.out.extend_from_slice(lead.as_bytes());
            }
            mark = "";
            self.out.extend_from_slice(sentence.as_bytes());
            self.out.push(b'\n');
        }
        self.begin_line();
        self.out.extend_from_slice(b"|| \n");
    }
}
