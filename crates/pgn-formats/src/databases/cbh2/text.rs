//! Guiding texts: a page of HTML in each language; their titles are entities.

use super::tags::titles;
use crate::databases::bytes::{Bytes, push_text};
use crate::databases::chessbase::text::{GuidingText, Page, plain};
use crate::databases::nation;

/// Data with more pages than this are not text.
const PAGES_MAX: u32 = 64;

/// The text of a content with the fields of its title, and whether it is complete.
pub(super) fn read(content: &[u8], title: &[u8]) -> (GuidingText, bool) {
    let titles = titles(title).into_iter();
    let page = |(nation, text)| Page { language: nation::language(nation), text };
    let mut made = GuidingText { titles: titles.map(page).collect(), contents: Vec::new() };
    let is_whole = read_pages(content, &mut made.contents).is_some();
    (made, is_whole)
}

fn read_pages(content: &[u8], pages: &mut Vec<Page>) -> Option<()> {
    let mut bytes = Bytes::new(content);
    let (_version, _size) = (bytes.u16_le()?, bytes.u32_le()?);
    for _ in 0..bytes.u32_le()?.min(PAGES_MAX) {
        let language = u8::try_from(bytes.u32_le()?).ok().and_then(nation::language);
        let n = bytes.u32_le()?;
        let mut html = String::new();
        push_text(bytes.take(usize::try_from(n).ok()?)?, &mut html);
        let text = plain(&html, true);
        if !text.is_empty() {
            pages.push(Page { language, text });
        }
    }
    Some(())
}
