//! Games as text in the layout of `StringExporter`.

use super::lines::{LineStep, LineWalk};
use crate::game::{SharedStore, Store, comment_parts, each_header, starting_head};
use pgnkit::game::MoveText;
use pgnkit::{Game, NodeId};

/// Which parts of a game are written, and how wide lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ExporterOptions {
    /// A line stays shorter than this many characters; `None` writes movetext as one line.
    pub(super) columns: Option<usize>,
    pub(super) headers: bool,
    /// Comments and NAGs.
    pub(super) comments: bool,
    pub(super) variations: bool,
}

impl Default for ExporterOptions {
    fn default() -> ExporterOptions {
        ExporterOptions { columns: Some(80), headers: true, comments: true, variations: true }
    }
}

impl ExporterOptions {
    const ONE_LINE: ExporterOptions =
        ExporterOptions { columns: None, headers: true, comments: true, variations: true };
}

/// Text under construction. Movetext consists of units that are never broken: a space goes before
/// each, which becomes a line feed if the unit does not fit on its line.
#[derive(Debug, Default)]
pub(super) struct GameText {
    text: String,
    columns: Option<usize>,
    /// Characters on the current line of movetext.
    line_width: usize,
    has_headers: bool,
    /// The next move gets its number, even if it is Black's.
    needs_number: bool,
}

impl GameText {
    pub(super) fn new(columns: Option<usize>) -> GameText {
        GameText { columns, needs_number: true, ..GameText::default() }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Begins a game, after an empty line if there is text already.
    pub(super) fn begin_game(&mut self) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        (self.line_width, self.has_headers, self.needs_number) = (0, false, true);
    }

    /// The text so far, which is forgotten.
    pub(super) fn take(&mut self) -> String {
        self.line_width = 0;
        std::mem::take(&mut self.text)
    }

    pub(super) fn header(&mut self, name: &str, value: &str) {
        self.has_headers = true;
        let text = &mut self.text;
        text.push('[');
        text.push_str(name);
        text.push_str(" \"");
        if value.contains(['"', '\\']) {
            for character in value.chars() {
                if matches!(character, '"' | '\\') {
                    text.push('\\');
                }
                text.push(character);
            }
        } else {
            text.push_str(value);
        }
        text.push_str("\"]\n");
    }

    pub(super) fn end_headers(&mut self) {
        if self.has_headers {
            self.text.push('\n');
        }
    }

    /// Appends the unit that `write` writes.
    #[inline]
    fn unit(&mut self, write: impl FnOnce(&mut String)) {
        let is_first = self.line_width == 0;
        if !is_first {
            self.text.push(' ');
        }
        let start = self.text.len();
        write(&mut self.text);
        let Some(columns) = self.columns else {
            self.line_width = 1;
            return;
        };
        let unit = &self.text[start..];
        let width = if unit.is_ascii() { unit.len() } else { unit.chars().count() };
        if !is_first && self.line_width + 1 + width >= columns {
            self.text.replace_range(start - 1..start, "\n");
            self.line_width = width;
        } else {
            self.line_width += usize::from(!is_first) + width;
        }
    }

    /// Appends a comment of several parts; a closing brace cannot be part of it.
    pub(super) fn comment<'c>(&mut self, parts: impl IntoIterator<Item = &'c str>) {
        let mut parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
        let Some(first) = parts.next() else { return };
        self.unit(|text| {
            text.push('{');
            for part in std::iter::once(first).chain(parts) {
                text.push(' ');
                if part.contains('}') {
                    text.push_str(part.replace('}', "").trim());
                } else {
                    text.push_str(part);
                }
            }
            text.push_str(" }");
        });
        self.needs_number = true;
    }

    pub(super) fn nag(&mut self, nag: u32) {
        self.unit(|text| {
            text.push('$');
            push_number(text, nag);
        });
    }

    pub(super) fn open_variation(&mut self) {
        self.unit(|text| text.push('('));
        self.needs_number = true;
    }

    pub(super) fn close_variation(&mut self) {
        self.unit(|text| text.push(')'));
        self.needs_number = true;
    }

    /// Appends a move that has `ply` plies before it, counted from the start position of chess.
    #[inline]
    pub(super) fn mv(&mut self, ply: u32, san: &str) {
        let is_white = ply.is_multiple_of(2);
        if is_white || self.needs_number {
            self.unit(|text| {
                push_number(text, ply / 2 + 1);
                text.push_str(if is_white { "." } else { "..." });
            });
        }
        self.unit(|text| text.push_str(san));
        self.needs_number = false;
    }

    pub(super) fn result(&mut self, marker: &str) {
        self.unit(|text| text.push_str(marker));
    }

    /// Appends a game.
    pub(super) fn game(&mut self, store: &mut Store, options: ExporterOptions) {
        self.begin_game();
        if options.headers {
            each_header(store, |name, value| self.header(name, value));
            self.end_headers();
        }
        let ply = store.ply(NodeId::ROOT);
        if options.comments {
            self.annotations(&store.game, NodeId::ROOT);
        }
        let lines = LineWalk::after(store.game.tree(), NodeId::ROOT, ply);
        self.lines(&store.game, lines, options);
        self.result(store.result());
    }

    /// Appends what is left of the game from a move on, the move included.
    fn rest(&mut self, store: &mut Store, node: NodeId, options: ExporterOptions) {
        if let Some(head) = starting_head(store.game.tree(), node)
            && options.comments
        {
            self.comment(comment_parts(store.game.tree(), head));
        }
        let ply = store.ply(node).saturating_sub(1);
        let lines = LineWalk::from(store.game.tree(), node, ply);
        self.lines(&store.game, lines, options);
    }

    fn lines(&mut self, game: &Game, mut lines: LineWalk<'_>, options: ExporterOptions) {
        let tree = game.tree();
        while let Some(step) = lines.next() {
            match step {
                LineStep::Move(node) => {
                    let ply = lines.plies_before();
                    match tree.san(node) {
                        Some(san) => self.mv(ply, san.as_str()),
                        None => {
                            if let Some(MoveText::Unchecked(text)) = tree.mv(node) {
                                self.mv(ply, text);
                            }
                        }
                    }
                    if options.comments && tree.has_annotations(node) {
                        self.annotations(game, node);
                    }
                }
                LineStep::Open(first) if options.variations => {
                    self.open_variation();
                    if let Some(head) = starting_head(tree, first)
                        && options.comments
                    {
                        self.comment(comment_parts(tree, head));
                    }
                    lines.enter(first);
                }
                LineStep::Open(_) => {}
                LineStep::Close => self.close_variation(),
            }
        }
    }

    /// Appends the NAGs and the comment of a node.
    fn annotations(&mut self, game: &Game, node: NodeId) {
        sorted_nags(game, node).into_iter().for_each(|nag| self.nag(u32::from(nag)));
        self.comment(comment_parts(game.tree(), node));
    }
}

/// The NAGs of a node in numerical order, each once.
pub(super) fn sorted_nags(game: &Game, node: NodeId) -> Vec<u16> {
    let mut nags: Vec<u16> = game.tree().nags(node).map(|nag| nag.0).collect();
    nags.sort_unstable();
    nags.dedup();
    nags
}

fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// A game, or the rest of one from a move on, with movetext on one line.
pub(super) fn text_from(store: &SharedStore, node: NodeId) -> String {
    let mut store = store.lock();
    let mut text = GameText::new(None);
    if node == NodeId::ROOT {
        text.game(&mut store, ExporterOptions::ONE_LINE);
    } else {
        text.rest(&mut store, node, ExporterOptions::ONE_LINE);
    }
    text.take()
}

/// The main line after a node as text on one line, with or without its comments and NAGs.
pub(super) fn main_line_text(store: &SharedStore, node: NodeId, comments: bool) -> String {
    let mut store = store.lock();
    let mut text = GameText::new(None);
    let ply = store.ply(node);
    let lines = LineWalk::after(store.game.tree(), node, ply);
    let options = ExporterOptions { comments, variations: false, ..ExporterOptions::ONE_LINE };
    text.lines(&store.game, lines, options);
    text.take()
}
