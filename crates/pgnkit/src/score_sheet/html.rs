//! A sheet as a self-contained web page, without scripts and network.
//!
//! Decisions: D-59, D-62.

use std::fmt::Write as _;

use super::heading::Heading;
use super::item::{Item, tell};
use super::{Sheet, end};
use crate::diagram::{Diagram, Escaped, PieceShapes, shared_pieces};
use crate::game::Game;

/// The end of the page.
pub const FOOT: &str = "</main>\n</body>\n</html>\n";

/// How large diagrams are.
const DIAGRAM_PIXELS: u32 = 320;

const LOOK: &str = "\
body{margin:0;background:#fbf8f1;color:#26221d;font:17px/1.55 Georgia,'Times New Roman',serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem}
article{padding:1.5rem 0;border-bottom:1px solid #d9cfbc}
h2{font-size:1.25rem;margin:0}
.about{margin:.2rem 0;color:#6a6155}
.moves b{font-weight:600}
.moves i{color:#6a6155;font-style:normal}
.variation{color:#4d5a6a}
figure{margin:1rem 0}
svg{max-width:100%;height:auto}
@media print{body{background:#fff}article{break-inside:avoid-page}}
";

/// The page up to the first game, with the shapes of the pieces.
#[must_use]
pub fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{LOOK}</style>\n</head>\n<body>\n{}<main>\n",
        Escaped(title),
        shared_pieces()
    )
}

impl Sheet {
    /// Appends a game as an `<article>`; a game without diagrams gets one of its final position.
    pub fn html(&self, game: &Game, out: &mut String) {
        let heading = Heading::of(game, self);
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "<article>\n<h2>{} <span class=\"outcome\">{}</span></h2>",
            Escaped(&heading.players),
            heading.outcome
        );
        for line in [&heading.event, &heading.about] {
            if !line.is_empty() {
                let _ = writeln!(out, "<p class=\"about\">{}</p>", Escaped(line));
            }
        }
        let last = String::new();
        let mut page =
            GameMarkup { out, depth: 0, n_diagrams: 0, last, is_open: false, is_glued: true };
        tell(game, self, |item| page.put(item));
        page.space();
        let _ = write!(page.out, "{}", heading.outcome);
        page.close();
        if page.n_diagrams == 0
            && let Some(diagram) = end(game)
        {
            page.draw(&diagram);
        }
        out.push_str("</article>\n");
    }
}

/// The markup of one game. Paragraphs do not nest in HTML, spans do: a diagram closes the
/// paragraph with all its spans and opens them again.
struct GameMarkup<'a> {
    out: &'a mut String,
    /// How many variations are open.
    depth: usize,
    n_diagrams: u32,
    /// The last move, with its number.
    last: String,
    /// A paragraph is open.
    is_open: bool,
    /// The next item follows without a space.
    is_glued: bool,
}

/// Variations nested deeper than this look like the one around them.
const SPANS_MAX: usize = 8;

const VARIATION: &str = "<span class=\"variation\">";

impl GameMarkup<'_> {
    fn put(&mut self, item: Item<'_>) {
        match item {
            Item::Move { number, text } => {
                self.space();
                let number = number.map_or(String::new(), |number| format!("{number}\u{a0}"));
                self.last = format!("After {number}{text}");
                let text = Escaped(&text);
                // Writing to a String cannot fail.
                let _ = match self.depth {
                    0 => write!(self.out, "<b>{number}{text}</b>"),
                    _ => write!(self.out, "{number}{text}"),
                };
            }
            Item::Sign(sign) => {
                self.space();
                let _ = write!(self.out, "{}", Escaped(&sign));
            }
            Item::Suffix(sign) => {
                if !self.is_open {
                    self.space();
                }
                let _ = write!(self.out, "{}", Escaped(&sign));
            }
            Item::Words(words) => {
                self.space();
                let _ = write!(self.out, "<i>{}</i>", Escaped(words.trim()));
            }
            Item::Comment(words) => {
                self.space();
                // Its language is unknown; the page around it is English.
                let _ = write!(self.out, "<i lang=\"\">{}</i>", Escaped(words.trim()));
            }
            Item::Open => {
                self.space();
                if self.depth < SPANS_MAX {
                    self.out.push_str(VARIATION);
                }
                self.out.push('(');
                self.depth += 1;
                self.is_glued = true;
            }
            Item::Close => {
                if !self.is_open {
                    self.space();
                }
                self.out.push(')');
                self.depth = self.depth.saturating_sub(1);
                if self.depth < SPANS_MAX {
                    self.out.push_str("</span>");
                }
            }
            Item::Diagram(diagram) => self.draw(&diagram),
        }
    }

    /// Opens a paragraph, or parts what follows from what is there.
    fn space(&mut self) {
        if !self.is_open {
            self.out.push_str("<p class=\"moves\">");
            for _ in 0..self.depth.min(SPANS_MAX) {
                self.out.push_str(VARIATION);
            }
            self.is_open = true;
        } else if !self.is_glued {
            // A line end parts words as a space does, and keeps the lines of the file short.
            self.out.push('\n');
        }
        self.is_glued = false;
    }

    fn close(&mut self) {
        if self.is_open {
            for _ in 0..self.depth.min(SPANS_MAX) {
                self.out.push_str("</span>");
            }
            self.out.push_str("</p>\n");
            self.is_open = false;
        }
    }

    fn draw(&mut self, diagram: &Diagram) {
        self.close();
        self.n_diagrams += 1;
        let svg = diagram.svg(DIAGRAM_PIXELS, PieceShapes::Shared, &self.last);
        let _ = write!(self.out, "<figure>\n{svg}</figure>\n");
    }
}
