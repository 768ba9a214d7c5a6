//! The text of moves whose rules are not known: it must read as one symbol again when written.
//!
//! Owns: the mending of texts that would not. Knows nothing of: where they stand in a game.
//! Standard: §7. Decisions: D-01, D-60.
//! Start at [`mend`].
//!
//! A word ends where its bytes say so; once the encoding of the game is known, the same bytes may
//! be other characters, which end words elsewhere.

use core::convert::Infallible;
use core::ops::ControlFlow;
use pgn_syntax::{RawSymbol, Visitor};

/// Gives the text in place of `text` if it would not be read as one symbol: every character beyond
/// ASCII becomes a `_`.
pub(super) fn mend(text: &str) -> Option<String> {
    if text.is_ascii() || is_one_symbol(text) {
        return None;
    }
    Some(text.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect())
}

fn is_one_symbol(text: &str) -> bool {
    let game = format!("[Event \"\"]\n\n1. {text} *");
    let mut symbols = Symbols { text: text.as_bytes(), n_symbols: 0, is_whole: false };
    match pgn_syntax::visit(game.as_bytes(), &mut symbols) {
        ControlFlow::Continue(()) => symbols.n_symbols == 1 && symbols.is_whole,
        ControlFlow::Break(never) => match never {},
    }
}

struct Symbols<'t> {
    text: &'t [u8],
    n_symbols: usize,
    is_whole: bool,
}

impl Visitor for Symbols<'_> {
    type Break = Infallible;

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.n_symbols += 1;
        self.is_whole = symbol.text == self.text;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_as_one_symbol_stays() {
        for text in ["P@e4", "♘f3", "O–O", "Сf3", "½x"] {
            assert_eq!(mend(text), None, "{text}");
        }
    }

    #[test]
    fn characters_that_would_end_the_symbol_are_replaced() {
        // The bytes of a dash, read as Windows-1252.
        assert_eq!(mend("O\u{e2}\u{20ac}\u{201c}O").as_deref(), Some("O___O"));
    }
}
