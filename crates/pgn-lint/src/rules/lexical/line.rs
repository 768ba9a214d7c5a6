//! Lines by length, and characters beyond ASCII (§4.1, §4.3, D-01, D-04).

use crate::context::{RuleContext, span_at};
use pgnkit::charset::Encoding;
use pgnkit::syntax::Span;

/// Calls `found` for each line of more than `n_max` characters, line end not counted, with the
/// place of what is too much and the number of characters. A line that is one tag pair and
/// nothing else is passed over (D-04).
pub(super) fn each_longer(
    context: &RuleContext<'_>,
    n_max: usize,
    mut found: impl FnMut(Span, usize),
) {
    let text = context.text;
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        if len > n_max {
            let n = n_characters(context.encoding.whole, &rest[..len]);
            if n > n_max && !is_tag_line(context, start, start + len) {
                let head = head_len(context.encoding.whole, &rest[..len], n_max);
                found(span_at(start + head, len - head), n);
            }
        }
        start += len + 1;
    }
}

fn n_characters(encoding: Encoding, line: &[u8]) -> usize {
    match encoding {
        Encoding::Utf8 => line.iter().filter(|byte| !is_continuation(**byte)).count(),
        _ => line.len(),
    }
}

/// Bytes of the first `n` characters.
fn head_len(encoding: Encoding, line: &[u8], n: usize) -> usize {
    match encoding {
        Encoding::Utf8 => {
            let mut starts = line.iter().enumerate().filter(|(_, byte)| !is_continuation(**byte));
            starts.nth(n).map_or(line.len(), |(at, _)| at)
        }
        _ => n.min(line.len()),
    }
}

const fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}

fn is_tag_line(context: &RuleContext<'_>, start: usize, end: usize) -> bool {
    let line = &context.text[start..end];
    let from = start + line.len() - line.trim_ascii_start().len();
    let to = start + line.trim_ascii_end().len();
    let span = span_at(from, to.saturating_sub(from));
    let tags = &context.game.tags;
    let idx = tags.partition_point(|tag| tag.span.start < span.start);
    tags.get(idx).is_some_and(|tag| tag.span == span)
}

/// Calls `found` for each character beyond ASCII.
pub(super) fn each_foreign(context: &RuleContext<'_>, mut found: impl FnMut(Span, char)) {
    let text = context.text;
    let mut at = 0;
    while let Some(len) = text[at..].iter().position(|byte| !byte.is_ascii()) {
        let start = at + len;
        let run = text[start..].iter().take_while(|byte| !byte.is_ascii()).count();
        at = start + run;
        let bytes = &text[start..at];
        let mut offset = start;
        if context.encoding.whole != Encoding::Utf8 {
            for character in context.encoding.decode(bytes).chars() {
                found(span_at(offset, 1), character);
                offset += 1;
            }
            continue;
        }
        for chunk in bytes.utf8_chunks() {
            let valid = chunk.valid().chars().map(|character| (character.len_utf8(), character));
            let invalid = chunk.invalid().iter();
            let stray = invalid.map(|&byte| (1, context.encoding.choice.character(byte)));
            for (len, character) in valid.chain(stray) {
                found(span_at(offset, len), character);
                offset += len;
            }
        }
    }
}
