//! Searching a text for substrings: which games need not be read at all.
//!
//! A match may be less than a substring, never more: a text in any case is searched by a piece of
//! it, in all its spellings, with vector instructions. The game itself is read in the end.

use super::any_of::AnyOf;
use super::seen_tags::SeenTags;
use super::substring::{Needles, Signs, Substring};

#[derive(Debug)]
pub(super) struct TextPrefilter {
    texts: Option<AnyOf>,
    signs: Signs,
}

/// The maximum number of spellings of a piece that are searched for.
const SPELLINGS_MAX: usize = 16;

/// So many texts in any case are looked for by their pieces; of more the letters themselves are
/// compared, as they come.
const PIECES_MAX: usize = 4;

/// The number of bytes of a text to search for: more would not be faster.
const PIECE_BYTES_MAX: usize = 5;

impl TextPrefilter {
    /// A search for these; `None` if there are too many.
    pub(super) fn new(substrings: &Needles) -> Option<TextPrefilter> {
        let texts = match substrings.texts.is_empty() {
            true => None,
            false => Some(search_for(&substrings.texts)?),
        };
        Some(TextPrefilter { texts, signs: substrings.signs })
    }

    pub(super) fn finds(&self, text: &[u8]) -> bool {
        self.texts.as_ref().is_some_and(|texts| texts.is_in(text))
            || next_sign_in(text, 0, self.signs) < text.len()
    }
}

fn search_for(substrings: &[Substring]) -> Option<AnyOf> {
    let n_in_any_case = substrings.iter().filter(|substring| substring.in_any_case).count();
    if n_in_any_case > PIECES_MAX {
        let texts: Vec<&Vec<u8>> = substrings.iter().map(|substring| &substring.text).collect();
        return AnyOf::new(&texts, true);
    }
    let mut texts = Vec::new();
    for substring in substrings {
        match substring.in_any_case {
            true => texts.extend(spellings(rarest_piece(&substring.text))),
            false => texts.push(substring.text.clone()),
        }
    }
    AnyOf::new(&texts, false)
}

/// The piece of a text that is least like moves, of which most of a file consists, and has not too
/// many spellings.
fn rarest_piece(text: &[u8]) -> &[u8] {
    let mut best = (u32::MAX, &text[..0]);
    for from in 0..text.len() {
        let mut n_spellings = 1;
        let spelled = |byte: &&u8| {
            n_spellings *= if byte.is_ascii_lowercase() { 2 } else { 1 };
            n_spellings <= SPELLINGS_MAX
        };
        let len = text[from..].iter().take(PIECE_BYTES_MAX).take_while(spelled).count();
        let piece = &text[from..from + len];
        // A piece that is shorter than another would be found more often.
        let n_missing = (PIECE_BYTES_MAX - len) as u32;
        let commonness = piece.iter().map(|byte| commonness(*byte)).sum::<u32>() + 4 * n_missing;
        if commonness < best.0 {
            best = (commonness, piece);
        }
    }
    best.1
}

/// How common a byte is in movetext, in any case.
fn commonness(byte: u8) -> u32 {
    match byte {
        b'a'..=b'h' | b'x' | b'0'..=b'9' | b'.' | b'-' | b'+' => 3,
        b'n' | b'o' | b'r' | b'q' | b'k' => 2,
        _ => 1,
    }
}

/// A text with every letter in either case.
fn spellings(text: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::with_capacity(text.len())];
    for &byte in text {
        let n = all.len();
        if byte.is_ascii_lowercase() {
            all.extend_from_within(..);
        }
        for (at, spelling) in all.iter_mut().enumerate() {
            spelling.push(if at < n { byte } else { byte.to_ascii_uppercase() });
        }
    }
    all
}

/// The next candidate, from an offset on; the text's length if there is none.
fn next_sign_in(text: &[u8], from: usize, signs: Signs) -> usize {
    match signs {
        Signs::None => text.len(),
        Signs::Foreign => next_byte(text, from, |byte| byte >= 128),
        Signs::ForeignAndApostrophes => {
            next_byte(text, from, |byte| (byte >= 128) | (byte == b'\'') | (byte == b'`'))
        }
    }
}

/// Pieces are tested as a whole, so that the compiler vectorizes the loop; a branch for each byte
/// would cost many times as much.
fn next_byte(text: &[u8], from: usize, is_it: impl Fn(u8) -> bool) -> usize {
    let rest = &text[from..];
    let (pieces, _) = rest.as_chunks::<64>();
    let has_it = |piece: &&[u8; 64]| piece.iter().fold(false, |any, byte| any | is_it(*byte));
    let n_without = pieces.iter().take_while(|piece| !has_it(piece)).count() * 64;
    let place = rest[n_without..].iter().position(|byte| is_it(*byte));
    place.map_or(text.len(), |at| from + n_without + at)
}

/// A text in which games are looked for, from its beginning to its end.
#[derive(Debug)]
pub struct Search<'a> {
    prefilter: Option<&'a TextPrefilter>,
    seen_tags: &'a SeenTags,
    text: &'a [u8],
    /// Where the next text and the next sign are.
    next_text: Option<usize>,
    next_sign: Option<usize>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        prefilter: Option<&'a TextPrefilter>,
        seen_tags: &'a SeenTags,
        text: &'a [u8],
    ) -> Search<'a> {
        Search { prefilter, seen_tags, text, next_text: None, next_sign: None }
    }

    /// The next place, from an offset on, with a text that every match contains: the games before
    /// it need not be read. The text's length if there is none; the offset itself if the query has
    /// no such text, or a tag that it names was not seen yet.
    ///
    /// Offsets must not become smaller from call to call. All calls together are linear in the
    /// text.
    pub fn next(&mut self, from: usize) -> usize {
        let Some(prefilter) = self.prefilter.filter(|_| !self.seen_tags.waits()) else {
            return from;
        };
        let from = from.min(self.text.len());
        let is_after = |at: &usize| *at >= from;
        let next_text = self.next_text.filter(is_after).unwrap_or_else(|| {
            let found = prefilter.texts.as_ref().and_then(|texts| texts.find(self.text, from));
            found.unwrap_or(self.text.len())
        });
        let next_sign = self.next_sign.filter(is_after);
        let next_sign = next_sign.unwrap_or_else(|| next_sign_in(self.text, from, prefilter.signs));
        (self.next_text, self.next_sign) = (Some(next_text), Some(next_sign));
        next_text.min(next_sign)
    }
}
