//! The text of a region in UTF-8, each field decoded as the reader decodes it.
//!
//! Standard: §4.1. Decisions: D-01.

use crate::charset::Choice;
use pgn_syntax::{GameStart, Part, RawComment, RawSymbol, RawTag, Region, Skip, Span, Visitor};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

const GO: ControlFlow<()> = ControlFlow::Continue(());

/// The text of a region in UTF-8; borrowed if it is already UTF-8.
///
/// Reading it gives the same game
/// as reading the region in this encoding.
#[doc(hidden)]
#[must_use]
pub fn utf8_text<'t>(region: &Region<'t>, choice: Choice) -> Cow<'t, [u8]> {
    let text = region.text;
    match FieldDecoder::of(region, choice) {
        Some(decoder) => Cow::Owned(decoder.decode(0..text.len()).into_bytes()),
        None => Cow::Borrowed(text),
    }
}

/// Decodes ranges of a region that may split fields.
#[doc(hidden)]
#[derive(Debug)]
pub struct FieldDecoder<'t> {
    text: &'t [u8],
    choice: Choice,
    fields: Vec<Range<usize>>,
}

impl<'t> FieldDecoder<'t> {
    /// A decoder for the region; `None` if its text is UTF-8 and needs no decoding.
    #[doc(hidden)]
    #[must_use]
    pub fn of(region: &Region<'t>, choice: Choice) -> Option<FieldDecoder<'t>> {
        let text = region.text;
        if text.is_ascii() || choice.takes_utf8() && std::str::from_utf8(text).is_ok() {
            return None;
        }
        let mut fields = Fields { region_start: region.start.0, ..Fields::default() };
        let _ = region.visit_dyn(&mut fields);
        Some(FieldDecoder { text, choice, fields: fields.ranges })
    }

    /// The text of a range of the region; fields that cross its ends are truncated.
    #[doc(hidden)]
    #[must_use]
    pub fn decode(&self, range: Range<usize>) -> String {
        let mut out = String::with_capacity(range.len() + range.len() / 8);
        let mut at = range.start;
        for field in &self.fields {
            let (start, end) = (field.start.max(at), field.end.min(range.end));
            if start >= end {
                continue;
            }
            self.push_gap(at..start, &mut out);
            out.push_str(&self.choice.decode(&self.text[start..end]));
            at = end;
        }
        self.push_gap(at..range.end, &mut out);
        out
    }

    /// Appends text between fields: each run of non-ASCII bytes counts as a field.
    fn push_gap(&self, range: Range<usize>, out: &mut String) {
        let gap = &self.text[range];
        for run in gap.chunk_by(|left, right| left.is_ascii() == right.is_ascii()) {
            out.push_str(&self.choice.decode(run));
        }
    }
}

/// Where the fields of a region are.
#[derive(Default)]
struct Fields {
    region_start: u64,
    game_start: u64,
    ranges: Vec<Range<usize>>,
    /// Where the comment began of which the first parts were seen.
    comment_start: usize,
}

impl Fields {
    fn range(&self, span: Span) -> Range<usize> {
        let base = self.game_start.saturating_sub(self.region_start) as usize;
        base + span.start as usize..base + span.end as usize
    }

    fn push(&mut self, span: Span) {
        let range = self.range(span);
        self.ranges.push(range);
    }
}

impl Visitor for Fields {
    type Break = ();

    fn begin_game(&mut self, start: GameStart) -> ControlFlow<(), Skip> {
        self.game_start = start.0;
        ControlFlow::Continue(Skip::Enter)
    }

    fn tag(&mut self, tag: RawTag<'_>) -> ControlFlow<()> {
        self.push(tag.name_span);
        self.push(tag.value_span);
        GO
    }

    fn malformed_tag(&mut self, _: &[u8], span: Span) -> ControlFlow<()> {
        self.push(span);
        GO
    }

    fn symbol(&mut self, symbol: RawSymbol<'_>) -> ControlFlow<()> {
        self.push(symbol.span);
        GO
    }

    fn comment(&mut self, comment: RawComment<'_>) -> ControlFlow<()> {
        let range = self.range(comment.span);
        match comment.part {
            Part::Whole => self.ranges.push(range),
            Part::First => self.comment_start = range.start,
            Part::Middle => {}
            Part::Last => self.ranges.push(self.comment_start..range.end),
        }
        GO
    }

    fn reserved(&mut self, _: &[u8], span: Span) -> ControlFlow<()> {
        self.push(span);
        GO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Encoding;
    use crate::read::{ReadOptions, read_region};
    use proptest::prelude::*;
    use proptest::sample::select;

    fn regions_agree(text: &[u8], choice: Choice) {
        let mut regions = pgn_syntax::Regions::new(text);
        while let Ok(Some(region)) = regions.next_region() {
            let options = ReadOptions::default().with_encoding(choice);
            let read = read_region(&region, options, ());
            let utf8 = utf8_text(&region, choice);
            assert!(std::str::from_utf8(&utf8).is_ok());
            let utf8 = Region { text: &utf8, ..region };
            let again = read_region(&utf8, ReadOptions::default(), ());
            assert_eq!(read, again, "{}", utf8.text.escape_ascii());
        }
    }

    proptest! {
        #[test]
        fn a_region_in_utf8_is_the_same_game(
            fields in proptest::collection::vec(
                proptest::collection::vec(
                    select(vec![
                        &b"a"[..], b" ", b"\xc3\xbc", b"\xd0\x96", b"\xfc", b"\x93", b"\xd0",
                        b"\xe2\x80",
                    ]),
                    0..6,
                ),
                6,
            ),
            encoding in select(vec![
                Choice::Auto,
                Choice::Fixed(Encoding::Latin1),
                Choice::Fixed(Encoding::Windows1252),
                Choice::Recognized(Encoding::Windows1251),
                Choice::Recognized(Encoding::Iso8859_2),
                Choice::Fixed(Encoding::Koi8U),
            ]),
        ) {
            let fields: Vec<Vec<u8>> = fields.into_iter().map(|field| field.concat()).collect();
            let text = [
                b"[White \"", &*fields[0], b"\"]\n[Black \"", &fields[1], b"\"]\n\n{", &fields[2],
                b"} 1. e4 {", &fields[3], b"} e5 ;", &fields[4], b"\n%", &fields[5],
                b"\n2. Nf3 *\n",
            ].concat();
            regions_agree(&text, encoding);
        }
    }

    #[test]
    fn long_comments_are_one_field() {
        let long = "ü".repeat(70_000);
        let text = [b"1. e4 {", long.as_bytes(), b"\xfc} *"].concat();
        regions_agree(&text, Choice::Auto);
    }
}
