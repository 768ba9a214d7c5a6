//! RuleRunner a line of EPD (§16.2, D-47 to D-51).

use super::finding_buffer::FindingBuffer;
use super::finding_buffer::RuleFinding;
use super::lint_visitor::RegionNotes;
use crate::config::{Config, TextKind};
use crate::context::{GameSeen, RegionEncoding, RuleContext};
use crate::message::{Change, Message};
use crate::registry;
use crate::rule::Check;
use crate::rules::export::not_export_form;
use pgn_formats::epd::{self, Detail, Form, Line, Note, ReadOptions, Record};
use pgnkit::chess::notation::san;
use pgnkit::syntax::{Region, Span};
use pgnkit::write::Loss;

/// Reads the line of a region and reports its findings.
pub(super) fn examine(
    region: &Region<'_>,
    encoding: RegionEncoding,
    config: &Config,
    findings: &mut FindingBuffer,
    seen: &mut RegionNotes,
) {
    seen.clear();
    let line = text_of(region.text);
    if line.first() == Some(&b'%') {
        seen.escapes.push(Span::new(1, line.len() as u32));
    }
    let options =
        ReadOptions::default().with_encoding(encoding.choice).with_variant(config.variant);
    let mut notes = Vec::new();
    let read = epd::parse(line, &options, &mut notes);
    let game = GameSeen::default();
    let context = RuleContext { text: line, encoding, game: &game, open_comments: &[] };
    let is_fens = config.text == TextKind::Fens;
    if is_fens {
        expect_counters(line, &read, &mut notes, findings);
    }
    for note in &notes {
        let rule = registry::get(note.diagnostic.code);
        let message = match rule.check {
            Check::Record(message) => message(&context, note),
            _ => shared_message(&context, note),
        };
        findings.push(RuleFinding { rule, message, has_game: false });
    }
    if let Some(profile) = config.profile.export() {
        let append = if is_fens { epd::append_fen } else { epd::append };
        compare(line, &read, (Form::from(profile), append), findings);
    }
}

/// In a file of FENs, counters are required, not an error.
fn expect_counters(line: &[u8], read: &Line, notes: &mut Vec<Note>, findings: &mut FindingBuffer) {
    let is_counters = |note: &Note| note.diagnostic.code == epd::fault::FEN_COUNTERS.code;
    let found = notes.iter().find(|note| is_counters(note)).map(|note| note.diagnostic.span);
    let n_fields = 4 + found.map_or(0, |span| {
        span.of(line).split(|byte| matches!(byte, b' ' | b'\t')).filter(|it| !it.is_empty()).count()
    });
    notes.retain(|note| !is_counters(note));
    if n_fields < 6 && matches!(read, Line::Record(_)) {
        let whole = Span::new(0, line.len() as u32);
        let sentence = format!("expected six fields of a FEN, found {n_fields}");
        let message = Message::new(found.unwrap_or(whole), sentence)
            .help("`pgn fmt` adds the halfmove clock and the move number");
        let rule = registry::get(pgnkit::fault::NONSTANDARD_FEN.code);
        findings.push(RuleFinding { rule, message, has_game: false });
    }
}

/// A line without its line end.
fn text_of(region: &[u8]) -> &[u8] {
    let len = region.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    &region[..len]
}

type AppendRecord = fn(&Record, Form, &mut Vec<u8>, &mut Vec<Loss>);

/// The losses of a profile in a line, and whether the line is in that form.
fn compare(
    line: &[u8],
    read: &Line,
    (form, append): (Form, AppendRecord),
    findings: &mut FindingBuffer,
) {
    let whole = Span::new(0, line.len() as u32);
    let mut push = |code, sentence: String| {
        let message = Message::new(whole, sentence);
        findings.push(RuleFinding { rule: registry::get(code), message, has_game: false });
    };
    match read {
        Line::Record(record) => {
            let (mut written, mut losses) = (Vec::new(), Vec::new());
            append(record, form, &mut written, &mut losses);
            for loss in losses {
                push(loss.fault.code, loss.to_string());
            }
            if written != line {
                let sentence = "the line is not what `pgn fmt` writes".to_string();
                push(not_export_form::RULE.code(), sentence);
            }
        }
        Line::Remark | Line::Blank if form == Form::Archival => {
            push(epd::fault::DROPPED_LINE.code, "a line without a record".to_string());
        }
        Line::Remark | Line::Blank | Line::Unread => {}
    }
}

/// Messages for the faults that EPD shares with tags and movetext.
fn shared_message(context: &RuleContext<'_>, note: &Note) -> Message {
    let span = note.diagnostic.span;
    match &note.detail {
        Detail::Fen(error) => {
            let shown = context.show(span);
            let found = if shown.is_empty() { "the end".to_string() } else { format!("`{shown}`") };
            Message::new(span, format!("{error}, found {found}")).help(
                "a record begins with four fields: pieces, side to move, castling, en passant",
            )
        }
        Detail::FenCorrected(notes) => {
            Message::new(span, format!("the fields were corrected: {notes}"))
                .help("`pgn fmt` writes them as they were read")
        }
        Detail::Spelling(spelling) => {
            let (position, mv, departures) = &**spelling;
            let (expected, found) = (san::to_text(position, *mv), context.show(span));
            Message::new(span, format!("expected `{expected}`, found `{found}`: {departures}"))
                .help(format!("write `{expected}`"))
                .safe(format!("write {expected}"), vec![Change::new(span, expected.as_str())])
        }
        Detail::None
        | Detail::Setup(_)
        | Detail::Opcode(_)
        | Detail::Opcodes(..)
        | Detail::Unresolved(_) => {
            Message::new(span, registry::get(note.diagnostic.code).fault.summary)
        }
    }
}
