//! The text of a game that is moved to another place: cut out, and closed (§8.2.6, D-09, D-22,
//! D-38, D-39).

use memchr::{memchr, memchr2, memchr3, memrchr_iter, memrchr2};
use pgnkit::Game;
use pgnkit::charset::{Choice, UTF8_BOM};
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::syntax::{GameEnd, Region, Regions};
use pgnkit::write::{Export, Profile};

/// How the text of a game was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extracted {
    /// Byte for byte.
    AsRead,
    /// With a termination marker that it had not.
    Marked,
    /// Rewritten: no marker after it would have ended it.
    Anew,
}

/// Which comments and variations of a game have an end of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClosedParts {
    All,
    NotAll,
}

/// Appends the text of the region, without the empty lines around it, and an empty line after it.
///
/// `game` is what was read from the region in this encoding. Where a comment or a variation
/// ends that is not closed, the text after the game decides, so such a game is rewritten.
pub(super) fn push_game(
    region: &Region<'_>,
    game: &Game,
    encoding: Choice,
    closes: ClosedParts,
    to: &mut Vec<u8>,
) -> Extracted {
    let from = to.len();
    if closes == ClosedParts::All {
        let text = text_of(region);
        let extracted = if region.end == Some(GameEnd::Marker) {
            push_closed(region, text, to);
            Extracted::AsRead
        } else {
            push_text(region, text, to);
            push_marker(text, newline_of(text), game, to);
            Extracted::Marked
        };
        let is_sure = extracted == Extracted::AsRead && ends_with_marker(text);
        if is_sure || stands_alone(&to[from..], game, encoding) {
            return extracted;
        }
        to.truncate(from);
    }
    // The lossless profile refuses no game.
    let _ = Export::new(Profile::Lossless).append(game, to, &mut Vec::new());
    Extracted::Anew
}

/// The same for a game that needs no change: it ends with its marker, and everything in it is
/// closed. Returns whether the text shows this; otherwise nothing is appended.
pub(super) fn push_sound_game(region: &Region<'_>, closes: ClosedParts, to: &mut Vec<u8>) -> bool {
    let text = text_of(region);
    let is_sound =
        closes == ClosedParts::All && region.end == Some(GameEnd::Marker) && ends_with_marker(text);
    if is_sound {
        push_closed(region, text, to);
    }
    is_sound
}

/// Appends the text of a region like [`push_game`], if it obviously need not be read; returns
/// whether it did.
pub(super) fn push_plain(region: &Region<'_>, to: &mut Vec<u8>) -> bool {
    let text = text_of(region);
    let is_plain =
        region.end == Some(GameEnd::Marker) && has_marker_at_end(text) && is_plainly_closed(text);
    if is_plain {
        push_closed(region, text, to);
    }
    is_plain
}

/// Appends the text of a game that needs no change, and an empty line.
fn push_closed(region: &Region<'_>, text: &[u8], to: &mut Vec<u8>) {
    let newline = newline_of(text);
    push_text(region, text, to);
    push_all(&[newline, newline], to);
}

/// Whether each comment and variation of a game obviously has its end: braces are balanced, as are
/// parentheses outside of them. If other elements may contain such characters, it is not obvious.
fn is_plainly_closed(text: &[u8]) -> bool {
    let movetext = match last_line_of_tags(text) {
        Some(at) => {
            let line = &text[at..];
            let end = line.iter().position(|byte| is_line_end(*byte)).unwrap_or(line.len());
            if !are_plainly_tags(&text[..at + end]) {
                return false;
            }
            &line[end..]
        }
        None if text.starts_with(b"[") => return false,
        None => text,
    };
    let mut depth = 0_usize;
    let mut rest = if has_sign(movetext) { movetext } else { &[] };
    while let Some(at) = rest.iter().position(|byte| IS_SIGN[usize::from(*byte)]) {
        let sign = rest[at];
        rest = &rest[at + 1..];
        match sign {
            b'{' => match memchr(b'}', rest) {
                // After a backslash the brace may be text.
                Some(end) if !rest[..end].ends_with(b"\\") => rest = &rest[end + 1..],
                Some(_) | None => return false,
            },
            b'(' => depth += 1,
            b')' if depth > 0 => depth -= 1,
            _ => return false,
        }
    }
    depth == 0
}

/// Whether no comment and no variation begins in a tag section: nothing looks like it, or each line
/// is only a tag pair.
fn are_plainly_tags(section: &[u8]) -> bool {
    let may_begin = memchr3(b'{', b'(', b';', section).is_some() || memchr(b'%', section).is_some();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ');
    let is_tag = |line: &[u8]| {
        let pair =
            line.strip_prefix(b"[").and_then(|rest| rest.trim_ascii_end().strip_suffix(b"\"]"));
        let parts = pair.and_then(|pair| Some((pair, memchr(b'"', pair)?)));
        parts.is_some_and(|(pair, quote)| {
            pair[..quote].iter().all(is_name) && memchr2(b'"', b'\\', &pair[quote + 1..]).is_none()
        })
    };
    !may_begin
        || section.split(|byte| is_line_end(*byte)).all(|line| line.is_empty() || is_tag(line))
}

/// Where the last line begins that begins with a bracket, but for the first line.
fn last_line_of_tags(text: &[u8]) -> Option<usize> {
    let is_begin = |at: &usize| *at > 0 && is_line_end(text[*at - 1]);
    memrchr_iter(b'[', text).find(is_begin)
}

/// The signs with which a comment, a variation or something unusual may begin or end.
const IS_SIGN: [bool; 256] = {
    let signs = b"{}[]();%\"<>";
    let mut table = [false; 256];
    let mut at = 0;
    while at < signs.len() {
        table[signs[at] as usize] = true;
        at += 1;
    }
    table
};

/// Whether there is a sign at all: most movetext has none, which is known faster than where the
/// next one is.
fn has_sign(text: &[u8]) -> bool {
    memchr3(b'{', b'(', b';', text).is_some()
        || memchr3(b'}', b')', b'%', text).is_some()
        || memchr3(b'[', b']', b'"', text).is_some()
        || memchr2(b'<', b'>', text).is_some()
}

/// Whether a game ends with its marker, and certainly not with a comment after it: at the end of a
/// file such a comment belongs to the last game, elsewhere to the next one.
fn ends_with_marker(text: &[u8]) -> bool {
    let begin = memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
    let is_plain = !text[begin..].iter().any(|byte| b";%{}".contains(byte));
    has_marker_at_end(text) && (is_plain || is_plainly_closed(text))
}

fn has_marker_at_end(text: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|marker| text.ends_with(marker))
}

/// Appends the missing marker of a game, on a separate line.
fn push_marker(text: &[u8], newline: &[u8], game: &Game, to: &mut Vec<u8>) {
    let last_line = text.rsplit(|byte| is_line_end(*byte)).next().unwrap_or_default();
    // An empty line separates a tag section from the marker, as from moves.
    let is_tag = last_line.trim_ascii_start().starts_with(b"[");
    push_all(&[newline, if is_tag { newline } else { b"" }], to);
    push_all(&[game.outcome().marker().as_bytes(), newline, newline], to);
}

/// Appends a text outside games, closed like a game; returns whether there is any.
pub(crate) fn push_tail(region: &Region<'_>, to: &mut Vec<u8>) -> bool {
    let text = text_of(region);
    if text.is_empty() {
        return false;
    }
    push_text(region, text, to);
    // Always the same: texts that follow each other are read again as one.
    to.extend_from_slice(b"\n\n");
    true
}

/// The text of a region without the mark of UTF-8 and the empty lines around it.
fn text_of<'a>(region: &Region<'a>) -> &'a [u8] {
    let mut text = region.text;
    if region.start.0 == 0 {
        text = text.strip_prefix(&UTF8_BOM).unwrap_or(text);
    }
    let white_count = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    // White space at the beginning of the first line stays: it may keep a percent sign from being
    // an escape.
    let begin =
        text[..white_count].iter().rposition(|byte| is_line_end(*byte)).map_or(0, |at| at + 1);
    text[begin..].trim_ascii_end()
}

fn push_text(region: &Region<'_>, text: &[u8], to: &mut Vec<u8>) {
    // Text after another game on its line was not an escape.
    if region.location.column > 1 && text.starts_with(b"%") && region.text.starts_with(b"%") {
        to.push(b' ');
    }
    to.extend_from_slice(text);
}

fn push_all(texts: &[&[u8]], to: &mut Vec<u8>) {
    texts.iter().for_each(|text| to.extend_from_slice(text));
}

fn newline_of(text: &[u8]) -> &'static [u8] {
    match text.iter().position(|byte| is_line_end(*byte)) {
        Some(at) if text[at..].starts_with(b"\r\n") => b"\r\n",
        Some(at) if text[at] == b'\r' => b"\r",
        Some(_) | None => b"\n",
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Games that would be swallowed by one that does not end before them.
const FOLLOWERS: [&[u8]; 2] = [b"[Follower \"?\"]\n\n*\n", b"1. e4 *\n"];

/// Whether the text is only this game, whatever follows.
fn stands_alone(text: &[u8], game: &Game, encoding: Choice) -> bool {
    let options = ReadOptions::default().with_encoding(encoding);
    FOLLOWERS.iter().all(|follower| {
        let both = [text, *follower].concat();
        let mut regions = Regions::new(&both[..]);
        let first = regions.next_region().ok().flatten();
        let is_same = first
            .filter(|region| region.end == Some(GameEnd::Marker))
            .and_then(|region| read_region(&region, options, ()))
            .is_some_and(|first| first == *game);
        is_same
            && regions.next_region().ok().flatten().is_some_and(|next| {
                next.end == Some(GameEnd::Marker) && next.text.trim_ascii() == follower.trim_ascii()
            })
    })
}
