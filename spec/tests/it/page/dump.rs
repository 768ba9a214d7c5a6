//! A game as a tree for readers: one move a line, annotations after it, variations indented.
//!
//! ```text
//! [White "Tal"]
//! {opening remark}
//! 1. e4 $1 {King's pawn}
//! 1... e5
//!   (
//!   1... c5
//!   )
//!   + {after the variation}
//! *
//! ```

use std::convert::Infallible;
use std::ops::ControlFlow;

use pgnkit::Game;
use pgnkit::syntax::{
    CommentKind, RawComment, RawMarker, RawNag, RawNumber, RawSymbol, RawTag, Skip, Span, Visitor,
};

/// The lines of a game.
pub(crate) fn lines(game: &Game) -> Vec<String> {
    let mut dump = Dump { marker: game.outcome().marker(), ..Dump::default() };
    let ControlFlow::Continue(()) = game.visit(&mut dump);
    dump.lines
}

#[derive(Default)]
struct Dump {
    lines: Vec<String>,
    depth: usize,
    number: String,
    /// The last line may be continued with annotations.
    is_open: bool,
    marker: &'static str,
}

impl Dump {
    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(self.depth)));
    }

    fn annotate(&mut self, text: &str) {
        if self.is_open {
            if let Some(line) = self.lines.last_mut() {
                line.push(' ');
                line.push_str(text);
            }
            return;
        }
        match self.lines.last().map(|line| line.trim()) {
            Some(")") => self.lines.push(format!("{}  + {text}", "  ".repeat(self.depth))),
            _ => self.line(text),
        }
        self.is_open = true;
    }
}

fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace('\n', "\\n")
}

type Go = ControlFlow<Infallible>;
const GO: Go = ControlFlow::Continue(());

impl Visitor for Dump {
    type Break = Infallible;

    fn tag(&mut self, tag: RawTag<'_>) -> Go {
        let mut value = Vec::new();
        pgnkit::syntax::step::unescape(tag.value, |piece| value.extend_from_slice(piece));
        self.line(&format!("[{} {}]", show(tag.name), show(&value)));
        GO
    }

    fn number(&mut self, number: RawNumber) -> Go {
        self.number = format!("{}{} ", number.value, &"..."[..number.n_periods as usize]);
        GO
    }

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> Go {
        let text = format!("{}{}", std::mem::take(&mut self.number), show(symbol.text));
        self.line(&text);
        self.is_open = true;
        GO
    }

    fn nag(&mut self, nag: RawNag) -> Go {
        self.annotate(&format!("${}", nag.value));
        GO
    }

    fn comment(&mut self, comment: RawComment<'_>) -> Go {
        let text = show(comment.text);
        match comment.kind {
            CommentKind::Brace => self.annotate(&format!("{{{text}}}")),
            CommentKind::Line => self.annotate(&format!(";{text}")),
            CommentKind::Escape => self.annotate(&format!("%{text}")),
        }
        GO
    }

    fn begin_variation(&mut self, _: Span) -> ControlFlow<Infallible, Skip> {
        self.depth += 1;
        self.line("(");
        self.is_open = true;
        ControlFlow::Continue(Skip::Enter)
    }

    fn end_variation(&mut self, _: Span) -> Go {
        self.line(")");
        self.depth -= 1;
        self.is_open = false;
        GO
    }

    fn marker(&mut self, _: RawMarker) -> Go {
        let marker = self.marker;
        self.line(marker);
        GO
    }
}
