//! Guiding texts: pages without a game, in several languages.

use super::tags::push_title;
use crate::databases::bytes::{Bytes, push_text};

/// A title or the content of a text, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// `en`, `de`; empty if it is for readers of any language.
    pub language: Option<&'static str>,
    /// Plain text; HTML is stripped of its tags.
    pub text: String,
}

/// A guiding text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuidingText {
    /// The title in each language.
    pub titles: Vec<Page>,
    /// The content in each language.
    pub contents: Vec<Page>,
}

/// The languages that texts are numbered by; those of annotations are numbered as nations.
const LANGUAGES: [&str; 7] = ["en", "de", "fr", "es", "it", "nl", "pt"];
/// Data with more pages than this are not text.
const PAGES_MAX: u16 = 64;

/// The text of a record of moves, without its four bytes of header. A truncated one is returned as
/// far as it goes, with `false`.
pub(super) fn read(record: &[u8]) -> (GuidingText, bool) {
    let mut made = GuidingText::default();
    let is_whole = read_into(record, &mut made).is_some();
    (made, is_whole)
}

fn read_into(record: &[u8], made: &mut GuidingText) -> Option<()> {
    let mut bytes = Bytes::new(record);
    let version = bytes.u16_le()?;
    for _ in 0..bytes.u16_le()?.min(PAGES_MAX) {
        let language = language(bytes.u16_le()?);
        let n = bytes.u16_le()?;
        let mut text = String::new();
        push_title(bytes.take(n.into())?, &mut text);
        made.titles.push(Page { language, text });
    }
    let _ = bytes.u8()?;
    for _ in 0..bytes.u16_le()?.min(PAGES_MAX) {
        let language = language(bytes.u16_le()?);
        let n = if version == 1 { bytes.u16_le()?.into() } else { bytes.u32_le()? };
        let content = bytes.take(usize::try_from(n).ok()?)?;
        let mut text = String::new();
        push_text(content, &mut text);
        made.contents.push(Page { language, text: plain(&text, version >= 3) });
        let n_after = match version {
            1 => bytes.u16_le()?.into(),
            2 => bytes.u32_le()?,
            _ => 4,
        };
        if version < 3 {
            let _formatting = bytes.take(usize::try_from(n_after).ok()?)?;
        } else {
            let _zeros = bytes.take(4);
        }
    }
    Some(())
}

fn language(number: u16) -> Option<&'static str> {
    LANGUAGES.get(usize::from(number)).copied()
}

/// The text without control characters and, if it is HTML, without tags.
pub(crate) fn plain(text: &str, is_html: bool) -> String {
    let mut made = String::with_capacity(text.len());
    let mut is_in_tag = false;
    for letter in text.chars() {
        match letter {
            '<' if is_html => is_in_tag = true,
            '>' if is_html => is_in_tag = false,
            _ if is_in_tag => {}
            '\n' => made.push('\n'),
            '\t' => made.push(' '),
            letter if letter.is_control() => {}
            letter => made.push(letter),
        }
    }
    if is_html {
        for (entity, letter) in
            [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        {
            made = made.replace(entity, letter);
        }
    }
    made.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(language: u16, text: &[u8], is_wide: bool) -> Vec<u8> {
        let mut bytes = language.to_le_bytes().to_vec();
        match is_wide {
            true => bytes.extend((text.len() as u32).to_le_bytes()),
            false => bytes.extend((text.len() as u16).to_le_bytes()),
        }
        bytes.extend(text);
        bytes
    }

    #[test]
    fn texts_of_each_version_are_plain_text() {
        for version in 1u16..=3 {
            let mut bytes = version.to_le_bytes().to_vec();
            bytes.extend([1, 0]);
            bytes.extend(item(1, b"Titel", false));
            bytes.extend([0, 1, 0]);
            let content: &[u8] = if version == 3 { b"<p>a &amp; b</p>" } else { b"a & b" };
            bytes.extend(item(7, content, version > 1));
            bytes.extend(vec![0; if version == 1 { 2 } else { 4 }]);
            let (text, is_whole) = read(&bytes);
            assert!(is_whole, "{version}");
            assert_eq!(text.titles, [Page { language: Some("de"), text: "Titel".into() }]);
            assert_eq!(text.contents, [Page { language: None, text: "a & b".into() }]);
            for n in 0..bytes.len() {
                let _ = read(&bytes[..n]);
            }
        }
    }
}
