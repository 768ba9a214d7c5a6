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

/// On paper and on wide screens, a game has two columns.
const LOOK: &str = "\
:root{color-scheme:light dark;--paper:#fbf8f1;--text:#26221d;--faint:#665d51;--line:#d9cfbc;
--side:#44566b}
@media (prefers-color-scheme:dark){:root{--paper:#1e1c19;--text:#e6dfd2;--faint:#aba294;
--line:#4a443b;--side:#a9bdd4}figure svg{filter:brightness(.85)}}
body{margin:0;background:var(--paper);color:var(--text);
font:17px/1.55 Georgia,'Times New Roman',serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}
article{padding:1.5rem 0;border-top:1px solid var(--line)}
h2{font-size:1.25rem;line-height:1.3;margin:0}
h2,.about{column-span:all}
a{color:var(--side)}
.about{margin:.2rem 0;color:var(--faint)}
.moves,.comment,.variation{margin:.6rem 0}
.moves b{font-weight:700;white-space:nowrap}
.moves i{color:var(--faint);font-style:normal}
.variation{margin-left:1.5rem;padding-left:.7rem;border-left:2px solid var(--line);font-size:.94em;
color:var(--side)}
.variation i{font-style:normal;color:var(--text)}
figure{margin:.8rem 0;break-inside:avoid}
svg{max-width:100%;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.92em;overflow-wrap:normal}
th.t,td.t{white-space:nowrap}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right}
th.t,td.t,th.c,td.c{text-align:left}
td.c{font-family:ui-monospace,monospace;white-space:pre}
.rounds{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));
column-gap:2rem;margin:1rem 0 2rem}
.rounds ul{list-style:none;margin:.3rem 0 1rem;padding:0}
.rounds li{display:flex;justify-content:space-between;gap:1rem;padding:.35rem 0;
border-bottom:1px solid var(--line)}
.rounds span{white-space:nowrap}
@media (min-width:72rem){main{max-width:84rem}article{columns:2;column-gap:3rem}}
@media screen and (max-width:40rem){.standings .c{display:none}}
@media print{@page{margin:16mm}:root{--paper:#fff;--text:#000;--faint:#444;--line:#bbb;--side:#222}
.back{display:none}section[id]{break-before:auto}.rounds li{padding:.1rem 0}
body{font-size:10.5pt;line-height:1.4}main{max-width:none;padding:0}article{columns:2;
column-gap:8mm}h1,h2,.about{break-after:avoid}p{orphans:2;widows:2}a{color:inherit;
text-decoration:none}figure svg{width:60mm;filter:none}}
";

/// The page up to the first game, with a heading and the shapes of the pieces.
#[must_use]
pub fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{LOOK}</style>\n</head>\n<body>\n{}<main>\n\
         <h1>{title}</h1>\n",
        shared_pieces(),
        title = Escaped(title),
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

/// The markup of one game: paragraphs of moves of the main line, of comments on them, and of
/// variations, in which nested variations and comments are in the text.
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
            // Its language is unknown; the page around it is English.
            Item::Comment(words) if self.depth == 0 => {
                self.close();
                let words = Escaped(words.trim());
                let _ = writeln!(self.out, "<p class=\"comment\" lang=\"\">{words}</p>");
            }
            Item::Comment(words) => {
                self.space();
                let _ = write!(self.out, "<i lang=\"\">{}</i>", Escaped(words.trim()));
            }
            Item::Open => {
                self.depth += 1;
                if self.depth == 1 {
                    self.close();
                }
                self.space();
                self.out.push('(');
                self.is_glued = true;
            }
            Item::Close => {
                if !self.is_open {
                    self.space();
                }
                self.out.push(')');
                self.depth = self.depth.saturating_sub(1);
                self.is_glued = false;
                if self.depth == 0 {
                    self.close();
                }
            }
            Item::Diagram(diagram) => self.draw(&diagram),
        }
    }

    /// Opens a paragraph, or separates what follows from what is there.
    fn space(&mut self) {
        if !self.is_open {
            let class = if self.depth == 0 { "moves" } else { "variation" };
            // Writing to a String cannot fail.
            let _ = write!(self.out, "<p class=\"{class}\">");
            self.is_open = true;
        } else if !self.is_glued {
            // A line end separates words as a space does, and keeps the lines of the file short.
            self.out.push('\n');
        }
        self.is_glued = false;
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.out.push_str("</p>\n");
        }
    }

    fn draw(&mut self, diagram: &Diagram) {
        self.close();
        self.n_diagrams += 1;
        let svg = diagram.svg(DIAGRAM_PIXELS, PieceShapes::Shared, &self.last);
        let _ = write!(self.out, "<figure>\n{svg}</figure>\n");
    }
}
