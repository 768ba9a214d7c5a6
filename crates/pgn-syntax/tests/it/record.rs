//! A visitor that records every call.

use pgn_syntax::{
    Diagnostic, GameEnd, GameStart, RawComment, RawMarker, RawNag, RawNumber, RawSuffix, RawSymbol,
    RawTag, Skip, Span, Token, TokenKind, Visitor, diagnostic::fault,
};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Steps as lines of text, tokens as absolute spans.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) steps: Vec<String>,
    pub(crate) tokens: Vec<(TokenKind, u64, u64)>,
    /// Absolute spans of the diagnostics.
    pub(crate) faults: Vec<(String, u64, u64)>,
    pub(crate) start: u64,
    pub(crate) skip_movetext: bool,
    pub(crate) skip_variations: bool,
}

fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

fn place(start: u64, span: Span) -> String {
    format!("@{}..{}", start + u64::from(span.start), start + u64::from(span.end))
}

impl Record {
    fn say(&mut self, line: String) -> ControlFlow<Infallible> {
        self.steps.push(line);
        ControlFlow::Continue(())
    }
    fn fault(&mut self, start: u64, diagnostic: Diagnostic) {
        let name = fault::by_code(diagnostic.code).map_or("?", |fault| fault.name);
        self.steps.push(format!("! {name} {}", place(start, diagnostic.span)));
        let span = diagnostic.span;
        let (from, to) = (start + u64::from(span.start), start + u64::from(span.end));
        self.faults.push((name.to_string(), from, to));
    }
}

impl Visitor for Record {
    type Break = Infallible;

    fn token(&mut self, start: GameStart, token: Token) {
        self.tokens.push((
            token.kind,
            start.offset(token.span.start),
            start.offset(token.span.end),
        ));
    }
    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.fault(self.start, diagnostic);
    }
    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.fault(start.0, diagnostic);
    }
    fn begin_game(&mut self, start: GameStart) -> ControlFlow<Infallible, Skip> {
        self.start = start.0;
        self.steps.push("game".to_string());
        ControlFlow::Continue(Skip::Enter)
    }
    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<Infallible> {
        self.say(format!(
            "tag {}={} {}",
            text(tag.name),
            text(tag.value),
            place(self.start, tag.span)
        ))
    }
    fn malformed_tag(&mut self, raw: &[u8], span: Span) -> ControlFlow<Infallible> {
        self.say(format!("malformed {} {}", text(raw), place(self.start, span)))
    }
    fn begin_movetext(&mut self) -> ControlFlow<Infallible, Skip> {
        self.steps.push("movetext".to_string());
        ControlFlow::Continue(if self.skip_movetext { Skip::Over } else { Skip::Enter })
    }
    fn number(&mut self, number: RawNumber) -> ControlFlow<Infallible> {
        let n = (number.value, number.n_periods);
        self.say(format!("number {}/{} {}", n.0, n.1, place(self.start, number.span)))
    }
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<Infallible> {
        self.say(format!("symbol {} {}", text(symbol.text), place(self.start, symbol.span)))
    }
    fn suffix(&mut self, suffix: RawSuffix<'_>) -> ControlFlow<Infallible> {
        self.say(format!("suffix {} {}", text(suffix.text), suffix.attached))
    }
    fn nag(&mut self, nag: RawNag) -> ControlFlow<Infallible> {
        self.say(format!("nag {}", nag.value))
    }
    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<Infallible> {
        let line = format!(
            "{:?} {:?} {} {}",
            comment.kind,
            comment.part,
            text(comment.text),
            place(self.start, comment.span)
        );
        self.say(line)
    }
    fn reserved(&mut self, raw: &[u8], _: Span) -> ControlFlow<Infallible> {
        self.say(format!("reserved {}", text(raw)))
    }
    fn begin_variation(&mut self, _: Span) -> ControlFlow<Infallible, Skip> {
        self.steps.push("(".to_string());
        ControlFlow::Continue(if self.skip_variations { Skip::Over } else { Skip::Enter })
    }
    fn end_variation(&mut self, _: Span) -> ControlFlow<Infallible> {
        self.say(")".to_string())
    }
    fn marker(&mut self, marker: RawMarker) -> ControlFlow<Infallible> {
        let inner = if marker.in_variation { " inner" } else { "" };
        self.say(format!("{:?}{inner} {}", marker.marker, place(self.start, marker.span)))
    }
    fn end_game(&mut self, how: GameEnd, end: u32) -> ControlFlow<Infallible> {
        self.say(format!("end {how:?} {}", self.start + u64::from(end)))
    }
}

/// Every call for `bytes`.
pub(crate) fn record(bytes: &[u8]) -> Record {
    let mut record = Record::default();
    assert!(pgn_syntax::visit(bytes, &mut record).is_continue());
    record
}
