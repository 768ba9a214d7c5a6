//! The moves: the main line, variations in it, comments and signs, set in lines.
//!
//! Standard: §8.2.

use pgn_view::{MoveNumber, Token, TokenKind};
use pgnkit::comment::strip_commands;
use pgnkit::{Nag, NodeId};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::fit;
use crate::commands::view::app::App;
use crate::commands::view::look::Theme;

/// A word that is on one line.
#[derive(Clone, Debug, PartialEq)]
struct PlacedWord {
    text: String,
    style: Style,
    target: ClickTarget,
}

/// The action of a click on a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClickTarget {
    Nothing,
    Node(NodeId),
    Fold(NodeId),
}

/// Words with the blanks before them.
#[derive(Clone, Debug, Default)]
struct MoveLine {
    words: Vec<(u16, PlacedWord)>,
}

/// Draws the moves, and remembers the place of each.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let Some(editor) = app.session.editor() else { return };
    let node = editor.node();
    let lines = set(&editor.tokens(), area.width, node, app);
    let is_here =
        |line: &MoveLine| line.words.iter().any(|(_, word)| word.target == ClickTarget::Node(node));
    let here = lines.iter().position(is_here).unwrap_or(0);
    let height = usize::from(area.height);
    // The current line is in the middle, without empty space at the end.
    let first = here.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    let (mut nodes, mut folds) = (Vec::new(), Vec::new());
    for (y, line) in (area.y..area.bottom()).zip(&lines[first..]) {
        for (x, word) in &line.words {
            let from = area.x + x;
            let width = Span::raw(word.text.as_str()).width() as u16;
            frame.buffer_mut().set_stringn(
                from,
                y,
                &word.text,
                usize::from(area.right().saturating_sub(from)),
                word.style,
            );
            match word.target {
                ClickTarget::Node(node) => nodes.push((y, from, from + width, node)),
                ClickTarget::Fold(head) => folds.push((y, from, from + width, head)),
                ClickTarget::Nothing => {}
            }
        }
    }
    (app.places.nodes, app.places.folds) = (nodes, folds);
    app.places.moves = area;
}

/// Wraps the tokens into lines of this many columns.
fn set(tokens: &[Token<'_>], columns: u16, here: NodeId, app: &App) -> Vec<MoveLine> {
    let mut setter = Setter {
        columns,
        look: app.look,
        app,
        lines: vec![MoveLine::default()],
        x: 0,
        depth: 0,
        is_shown_move: false,
    };
    for token in tokens {
        setter.take(token, here);
    }
    setter.lines
}

struct Setter<'a> {
    columns: u16,
    look: Theme,
    app: &'a App,
    lines: Vec<MoveLine>,
    x: u16,
    depth: u16,
    /// The last word that was set is a move of the same line.
    is_shown_move: bool,
}

impl Setter<'_> {
    fn take(&mut self, token: &Token<'_>, here: NodeId) {
        let look = self.look;
        let line_style = if self.depth > 0 { look.variation() } else { look.heading() };
        match &token.kind {
            TokenKind::Move { number, text, nags } => {
                let style = if token.node == here { look.here() } else { line_style };
                // A comment without words does not interrupt the line visibly.
                let is_needless = |number: &MoveNumber| !number.is_white && self.is_shown_move;
                let number = number.filter(|number| !is_needless(number));
                let number = number.map(|number| number.to_string()).unwrap_or_default();
                let signs: String = nags.iter().map(|&nag| sign(nag, look)).collect();
                let blank = if number.is_empty() { "" } else { " " };
                let text = fit(&self.app.spelled(text), 200, look);
                let text = format!("{number}{blank}{text}{signs}");
                self.word(&text, style, ClickTarget::Node(token.node), false);
                self.is_shown_move = true;
            }
            TokenKind::Comment { text, .. } => {
                for word in strip_commands(text).split_whitespace() {
                    self.is_shown_move = false;
                    self.word(&fit(word, 1000, look), look.comment(), ClickTarget::Nothing, false);
                }
            }
            TokenKind::Escape(_) => {}
            TokenKind::Nag(nag) => {
                self.word(&sign(*nag, look), look.comment(), ClickTarget::Nothing, false);
            }
            TokenKind::Open(_) => {
                self.is_shown_move = false;
                self.depth += 1;
                if self.depth == 1 {
                    self.new_line();
                }
                self.word("(", look.faint(), ClickTarget::Nothing, false);
            }
            TokenKind::Folded { head, first, n_moves: move_count } => {
                self.is_shown_move = false;
                let more = if look.is_ascii() { ">" } else { "▸" };
                let first = fit(&self.app.spelled(first), 40, look);
                let text = format!("({more}{first} +{move_count})");
                self.word(&text, look.faint(), ClickTarget::Fold(*head), false);
            }
            TokenKind::Close(_) => {
                self.is_shown_move = false;
                self.word(")", look.faint(), ClickTarget::Nothing, true);
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.new_line();
                }
            }
            TokenKind::Marker(marker) => {
                self.word(marker, look.heading(), ClickTarget::Nothing, false);
            }
        }
    }

    /// The first column of lines.
    fn indent(&self) -> u16 {
        (self.depth.min(4) * 2).min(self.columns / 4)
    }

    fn new_line(&mut self) {
        if self.lines.last().is_some_and(|line| !line.words.is_empty()) {
            self.lines.push(MoveLine::default());
        }
        self.x = self.indent();
    }

    /// Adds a word, on a new line if it does not fit; a word that is wider than a line is split.
    fn word(&mut self, text: &str, style: Style, target: ClickTarget, is_joined: bool) {
        let width = Span::raw(text).width() as u16;
        let follows_open = self
            .lines
            .last()
            .and_then(|line| line.words.last())
            .is_some_and(|(_, last)| last.text == "(");
        let is_first = self.lines.last().is_none_or(|line| line.words.is_empty());
        let gap = u16::from(!is_first && !is_joined && !follows_open);
        if !is_first && self.x + gap + width > self.columns {
            self.new_line();
        } else {
            self.x += gap;
        }
        let available = self.columns.saturating_sub(self.x).max(1);
        if width > available {
            let head: String = text.chars().take(usize::from(available)).collect();
            let rest: String = text.chars().skip(usize::from(available)).collect();
            self.push(head, style, target);
            if !rest.is_empty() && self.columns > self.indent() {
                self.new_line();
                self.word(&rest, style, target, true);
            }
            return;
        }
        self.push(text.to_owned(), style, target);
    }

    fn push(&mut self, text: String, style: Style, target: ClickTarget) {
        let width = Span::raw(text.as_str()).width() as u16;
        if let Some(line) = self.lines.last_mut() {
            line.words.push((self.x, PlacedWord { text, style, target }));
        }
        self.x += width;
    }
}

/// A NAG after a move.
fn sign(nag: Nag, look: Theme) -> String {
    let is_fit = |sign: &&str| !look.is_ascii() || sign.is_ascii();
    let mut signs = nag.glyph().into_iter().chain(nag.signs());
    let sign = signs.find(is_fit);
    match sign {
        Some(sign) if nag.0 <= 9 => sign.to_owned(),
        Some(sign) => format!(" {sign}"),
        None => format!(" ${}", nag.0),
    }
}
