//! The property of accounting over real files: no byte is lost unsaid.
//!
//! Standard: §3.2.3, §18. Decisions: D-03, D-12, D-26, D-38.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use pgnkit::syntax::{
    self, Diagnostic, GameStart, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol,
    RawTag, Skip, Span, Token, TokenKind, Visitor,
};

use crate::shared;

/// Books the tokens of a text against the steps and diagnostics that speak of them.
#[derive(Default)]
struct Account {
    /// Where the region begins that spans count from.
    start: u64,
    /// End of the last token: tokens tile the text.
    end: u64,
    /// Tokens that a step or a diagnostic must speak of, and whether only a diagnostic will do.
    owed: Vec<(u64, u64, bool)>,
    steps: Vec<(u64, u64)>,
    diagnostics: Vec<(u64, u64)>,
    faults: Vec<String>,
    text: Vec<u8>,
}

impl Account {
    fn place(&self, span: Span) -> (u64, u64) {
        (self.start + u64::from(span.start), self.start + u64::from(span.end))
    }

    fn step(&mut self, span: Span) -> ControlFlow<std::convert::Infallible> {
        let place = self.place(span);
        self.steps.push(place);
        ControlFlow::Continue(())
    }

    /// What is owed and not paid, as text.
    fn settle(mut self) -> Vec<String> {
        if self.end != self.text.len() as u64 {
            self.faults.push(format!("tokens end at {} of {}", self.end, self.text.len()));
        }
        let (steps, diagnostics) = (joined(self.steps), joined(self.diagnostics));
        for (from, to, by_diagnostic) in self.owed {
            let is_paid =
                holds(&diagnostics, from, to) || (!by_diagnostic && (holds(&steps, from, to)));
            if !is_paid {
                let text = self.text[from as usize..to as usize].escape_ascii();
                self.faults.push(format!("{from}..{to}: {text}"));
            }
        }
        self.faults
    }
}

/// Places in order, those that overlap or touch made one.
fn joined(mut places: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    places.sort_unstable();
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (from, to) in places {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

fn holds(places: &[(u64, u64)], from: u64, to: u64) -> bool {
    let behind = places.partition_point(|place| place.0 <= from);
    behind > 0 && to <= places[behind - 1].1
}

impl Visitor for Account {
    type Break = std::convert::Infallible;

    fn token(&mut self, start: GameStart, token: Token) {
        let (from, to) = (start.offset(token.span.start), start.offset(token.span.end));
        if from != self.end || to <= from {
            self.faults.push(format!("{:?} {from}..{to} after {}", token.kind, self.end));
        }
        self.end = to;
        let bytes = &self.text[from as usize..to as usize];
        let by_diagnostic = match token.kind {
            TokenKind::White => {
                let is_mark = from == 0 && bytes == b"\xEF\xBB\xBF";
                if is_mark || bytes.iter().all(|byte| matches!(byte, 9 | 10 | 11 | 13 | 32)) {
                    return;
                }
                true
            }
            TokenKind::Unknown => true,
            // The periods of a move number may be apart from it.
            TokenKind::Periods => return,
            _ => false,
        };
        self.owed.push((from, to, by_diagnostic));
    }
    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        let place = self.place(diagnostic.span);
        self.diagnostics.push(place);
    }
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        let span = diagnostic.span;
        self.diagnostics.push((start.offset(span.start), start.offset(span.end)));
    }
    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Self::Break, Skip> {
        self.start = start.0;
        ControlFlow::Continue(Skip::Enter)
    }
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Self::Break> {
        self.step(tag.span)
    }
    fn malformed_tag(&mut self, _: &[u8], span: Span) -> ControlFlow<Self::Break> {
        self.step(span)
    }
    fn number(&mut self, number: RawNumber) -> ControlFlow<Self::Break> {
        self.step(number.span)
    }
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Self::Break> {
        self.step(symbol.span)
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Self::Break> {
        self.step(suffix.span)
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Self::Break> {
        self.step(nag.span)
    }
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Self::Break> {
        self.step(comment.span)
    }
    fn reserved(&mut self, _: &[u8], span: Span) -> ControlFlow<Self::Break> {
        self.step(span)
    }
    fn begin_variation(&mut self, span: Span) -> ControlFlow<Self::Break, Skip> {
        let _ = self.step(span);
        ControlFlow::Continue(Skip::Enter)
    }
    fn end_variation(&mut self, span: Span) -> ControlFlow<Self::Break> {
        self.step(span)
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Self::Break> {
        self.step(marker.span)
    }
}

fn unaccounted(text: &[u8]) -> Vec<String> {
    let mut account = Account { text: text.to_vec(), ..Account::default() };
    assert!(syntax::visit(text, &mut account).is_continue());
    account.settle()
}

#[test]
fn every_byte_of_our_own_corpus_is_accounted_for() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")];
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("in the repository").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                let text = fs::read(&path).expect("in the repository");
                let lost = unaccounted(&text);
                assert!(lost.is_empty(), "{}: {}", path.display(), lost.join("\n"));
                n_files += 1;
            }
        }
    }
    assert!(n_files > 150, "only {n_files} files");
}

#[test]
fn every_byte_of_the_shared_corpus_is_accounted_for() {
    shared::for_each_file(|path, _, text| {
        let lost = unaccounted(text);
        assert!(lost.is_empty(), "{path}: {}", lost.join("\n"));
    });
    let Some(reports) = pgn_testing::shared_reports() else { return };
    for entry in std::fs::read_dir(reports).expect("readable").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            let lost = unaccounted(&std::fs::read(&path).expect("readable"));
            assert!(lost.is_empty(), "{}: {}", path.display(), lost.join("\n"));
        }
    }
}

#[test]
fn an_account_sees_what_nobody_speaks_of() {
    let text = b"1. e4 zz ~ *".to_vec();
    let mut account = Account { text, end: 12, ..Account::default() };
    account.owed = vec![(3, 5, false), (6, 8, false), (9, 10, true)];
    account.steps = vec![(3, 5), (9, 10)];
    assert_eq!(account.settle(), ["6..8: zz", "9..10: ~"]);
}
