//! Games from texts of any kind: web pages, newsletters, mails, prose (§8, D-57).
//!
//! ```text
//! lines → parts of mails, decoded → text of pages, without markup → games and other lines
//! ```
//!
//! A game is tag pairs with movetext after them, or movetext from the first move of the start
//! position on, with at least four legal plies. Everything else is text around games: it is left
//! out and reported line by line. Prose between two paragraphs of moves does not end a game if the
//! second paragraph begins with the expected move number and a legal move.
//!
//! Start at [`Excerpts`].

mod envelope;
mod finder;
mod page;
mod script;
#[cfg(test)]
mod tests;
mod word;

use super::Imported;
use super::lines::Lines;
use envelope::{Envelope, Parcel, PartKind};
use finder::Finder;
use page::Page;
use std::io::{self, Read};

/// A line of text, without markup, and the number of the line of the source where it begins.
type NumberedLine = (u64, String);

/// The start or end of bold or slanted letters, which often separate moves from prose. It is white
/// space, so only code that looks for it notices it.
const SOFT_MARK: char = '\u{B}';

/// The rest of a text after mails are unpacked and markup is removed.
#[derive(Debug, PartialEq, Eq)]
enum TextPiece {
    Line(NumberedLine),
    /// No game goes on over this place.
    Break,
}

/// The games of a text, one after the other. Reading never fails on bad data.
///
/// HTML markup is dropped and entities are decoded; PGN in strings of scripts and in attributes is
/// also found. Parts of mails are decoded, and quote marks before a line are skipped. Calls `F` for
/// each line that belongs to no game, with its line number in the source, except for blank lines.
/// Memory: one game, and one string of a script.
///
/// ```
/// let page = "<p><b>Fool&#39;s mate</b>:<p>1.&nbsp;f3 e5 <br>2. g4 Qh4# 0&ndash;1</p>\n<p>Bye";
/// let mut games = pgn_formats::text::Excerpts::new(page.as_bytes());
/// let game = games.next().unwrap()?.game;
/// assert_eq!((game.n_plies(), game.outcome()), (4, pgnkit::Outcome::BlackWins));
/// assert!(games.next().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Excerpts<R, F = fn(u64, &str)> {
    lines: Lines<R>,
    unread: F,
    envelope: Envelope,
    page: Page,
    finder: Finder,
    n_games: u64,
    /// The alternatives that are being read, and how many games there were before them.
    alternatives: Option<(u64, u64)>,
    is_over: bool,
}

impl<R: Read> Excerpts<R> {
    /// The games of `source`; other lines are ignored.
    pub fn new(source: R) -> Excerpts<R> {
        Excerpts::with(source, |_, _| {})
    }
}

impl<R: Read, F: FnMut(u64, &str)> Excerpts<R, F> {
    /// The same with a callback for other lines.
    ///
    /// ```
    /// use pgn_formats::text::Excerpts;
    ///
    /// let mut n_others = 0;
    /// let text = b"They met again.\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    /// let games = Excerpts::with(&text[..], |_, _| n_others += 1);
    /// assert_eq!(games.count(), 1);
    /// assert!(n_others > 0);
    /// ```
    pub fn with(source: R, unread: F) -> Excerpts<R, F> {
        Excerpts {
            lines: Lines::new(source),
            unread,
            envelope: Envelope::default(),
            page: Page::default(),
            finder: Finder::default(),
            n_games: 0,
            alternatives: None,
            is_over: false,
        }
    }

    /// Takes the next line of the source, or what is left at its end.
    fn advance(&mut self) {
        let mut parcels = Vec::new();
        match self.lines.read() {
            Some(text) => self.envelope.take(self.lines.number, &text, &mut parcels),
            None => {
                self.is_over = true;
                self.envelope.finish(&mut parcels);
            }
        }
        for parcel in parcels {
            self.take_parcel(parcel);
        }
        if self.is_over {
            self.page.finish();
            self.take_pieces();
            self.finder.take(TextPiece::Break);
        }
        for (line, text) in self.finder.unread.drain(..) {
            (self.unread)(line, &text);
        }
    }

    fn take_parcel(&mut self, parcel: Parcel) {
        match parcel {
            Parcel::Text(number, text) => self.page.take(number, &text),
            Parcel::Begin(kind, alternatives) => {
                self.page.finish();
                self.take_pieces();
                self.finder.take(TextPiece::Break);
                let n_games = self.n_games + self.finder.games.len() as u64;
                // Of two forms of one text the first that has games is read.
                let is_again = match (self.alternatives, alternatives) {
                    (Some((before, n_before)), Some(now)) => before == now && n_before < n_games,
                    _ => false,
                };
                if alternatives.is_none_or(|now| self.alternatives.is_none_or(|(id, _)| id != now))
                {
                    self.alternatives = alternatives.map(|now| (now, n_games));
                }
                self.page.begin(if is_again { PartKind::Other } else { kind });
            }
        }
        self.take_pieces();
    }

    fn take_pieces(&mut self) {
        for piece in self.page.pieces.drain(..) {
            self.finder.take(piece);
        }
    }
}

impl<R: Read, F: FnMut(u64, &str)> Iterator for Excerpts<R, F> {
    type Item = io::Result<Imported>;

    /// The next game. An error of the stream comes last, after the game that it cut short.
    fn next(&mut self) -> Option<io::Result<Imported>> {
        loop {
            if let Some(imported) = self.finder.games.pop_front() {
                self.n_games += 1;
                return Some(Ok(imported));
            }
            if self.is_over {
                return self.lines.take_error().map(Err);
            }
            self.advance();
        }
    }
}
