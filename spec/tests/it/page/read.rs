//! Reading the text of a block: games, notes with their places, tokens.
//!
//! Standard: §8. Decisions: D-01.

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{Builder, LanguageChoice, Note, NoteSink, Referee};
use pgnkit::syntax::{
    self, Code, Conformance, Diagnostic, Fault, GameStart, LineIndex, Location, Regions, Token,
    TokenKind, Visitor,
};

/// A text that was read.
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) games: Vec<Game>,
    /// In order of place.
    pub(crate) notes: Vec<Found>,
}

/// A fault at its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    pub(crate) offset: u64,
    pub(crate) code: Code,
}

impl Found {
    pub(crate) fn fault(self) -> &'static Fault {
        let others = [
            pgn_formats::pgc::fault::FAULTS,
            pgn_formats::ics::fault::FAULTS,
            pgn_formats::bgn::fault::FAULTS,
        ];
        let of_others = || others.into_iter().flatten().find(|fault| fault.code == self.code);
        pgnkit::fault::by_code(self.code).or_else(of_others).expect("a note has a declared code")
    }

    pub(crate) fn is_departure(self) -> bool {
        self.fault().conformance == Conformance::Departure
    }
}

/// Takes notes, and the place in the text that their spans count from.
#[derive(Default)]
struct Places {
    base: u64,
    found: Vec<Found>,
}

impl Places {
    fn add(&mut self, base: u64, diagnostic: Diagnostic) {
        let offset = base + u64::from(diagnostic.span.start);
        self.found.push(Found { offset, code: diagnostic.code });
    }
}

impl NoteSink for Places {
    fn note(&mut self, note: Note<'_>) {
        self.add(self.base, note.diagnostic);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.add(start.0, diagnostic);
    }
}

/// Reads all games of a text, and every fault that reading can see.
pub(crate) fn read(bytes: Vec<u8>, choice: Choice) -> Text {
    read_in(bytes, choice, LanguageChoice::English)
}

/// The same, in the piece letters of a language.
pub(crate) fn read_in(bytes: Vec<u8>, choice: Choice, language: LanguageChoice) -> Text {
    let mut regions = Regions::new(&bytes[..]);
    let builder = Builder::new(choice);
    let mut referee = Referee::new(builder, Places::default()).encoding(choice).verify_marks();
    let mut games = Vec::new();
    while let Some(region) = regions.next_region().expect("a slice has no trouble") {
        referee.notes.base = region.start.0;
        let letters = language.letters(&region, &mut referee.notes);
        referee.set_letters(letters);
        let _ = region.visit(&mut referee);
        games.extend(referee.listener.take());
    }
    let mut notes = referee.notes.found;
    notes.sort_unstable();
    Text { bytes, games, notes }
}

impl Text {
    /// Line and column of a place.
    pub(crate) fn location(&self, found: Found) -> Location {
        let index = LineIndex::new(&self.bytes, Location { line: 1, column: 1 });
        index.location(&self.bytes, u32::try_from(found.offset).expect("a block is short"))
    }

    /// Every token but white space: its kind and its text.
    pub(crate) fn tokens(&self) -> Vec<(TokenKind, &[u8])> {
        struct Tokens(Vec<(u64, Token)>);
        impl Visitor for Tokens {
            type Break = ();
            fn token(&mut self, start: GameStart, token: Token) {
                self.0.push((start.0, token));
            }
        }
        let mut tokens = Tokens(Vec::new());
        let _ = syntax::visit(&self.bytes, &mut tokens);
        let mut end = 0;
        let mut seen = Vec::new();
        for (start, token) in tokens.0 {
            let from = start as usize + token.span.start as usize;
            let to = start as usize + token.span.end as usize;
            assert_eq!(from, end, "tokens tile the text");
            end = to;
            if token.kind != TokenKind::White {
                seen.push((token.kind, &self.bytes[from..to]));
            }
        }
        assert_eq!(end, self.bytes.len(), "tokens tile the text");
        seen
    }
}
