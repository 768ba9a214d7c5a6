//! Writes the tag section in export form.
//!
//! ```text
//! roster other-tags LF      tag = "[" name " " string "]" LF
//! ```
//!
//! Standard: §8.1, §8.1.1, §9.7. Decisions: D-05, D-06, D-14 to D-16, D-22, D-23, D-39, D-60.
//! Start at [`write`].

mod others;
mod set_up;

use super::loss::{self, Loss, count};
use super::profile::{StringMax, TagSection};
use super::{Export, Profile};
use crate::charset;
use crate::game::{Annotation, Game, NodeId, Start, Tags};
use crate::tag::{self, ROSTER, well_known};
use pgn_syntax::CommentKind;
use set_up::SetUpTags;
use std::borrow::Cow;

const STRING_CHARACTERS_MAX: usize = pgn_syntax::limits::STRING_CHARACTERS_MAX;

/// Writes the tags of a game and the empty line after them.
pub fn write(
    game: &Game,
    export: &Export,
    start: &Start,
    out: &mut Vec<u8>,
    losses: &mut Vec<Loss>,
) {
    if export.profile.differences().tags == TagSection::AsRead {
        return write_as_read(game, out);
    }
    let text = game.tags().text();
    let is_plain = is_plain(text);
    let mut writer = TagWriter { export, text: text.as_bytes(), is_plain, out, losses };
    write_pairs(game, export.profile, start, &mut writer);
    writer.out.push(b'\n');
}

/// Receives the pairs of export form, one after the other, each name once.
pub trait PairSink {
    /// A pair of the roster, by the number of its name. `unknown` is written for a value that means
    /// unknown.
    fn roster_tag(&mut self, number: u8, value: &str, unknown: &str);
    /// Another pair with a well-known name, by its number.
    fn tag(&mut self, number: u8, value: &str);
    /// A pair with a name that is not well known.
    fn other_tag(&mut self, name: &str, value: &str);
    /// Where it is noted what was dropped or corrected.
    fn losses(&mut self) -> &mut Vec<Loss>;
}

/// Passes on the pairs of export form: the roster, then the others by the bytes of their names. Not
/// for the lossless profile, which writes them in their own order.
pub fn write_pairs(game: &Game, profile: Profile, start: &Start, sink: &mut impl PairSink) {
    let places = TagPlaces::of(game.tags());
    for (number, unknown) in ROSTER_NUMBERS.into_iter().zip(UNKNOWN) {
        let value = match places.last(number) {
            written if number == RESULT => match written {
                Some(n) => game.outcome().tag_value(game.tags().value_at(n)),
                None => game.outcome().name(),
            },
            Some(n) => game.tags().value_at(n),
            None => "",
        };
        sink.roster_tag(number, value, unknown);
    }
    let set_up = SetUpTags::of(game, profile, start, &places);
    match profile.differences().tags {
        TagSection::Roster => set_up.write(sink),
        TagSection::Sorted | TagSection::SortedArchival | TagSection::AsRead => {
            others::write(game, profile, &set_up, &places, sink);
        }
    }
}

/// The numbers of the roster, in its order.
const ROSTER_NUMBERS: [u8; ROSTER.len()] = {
    let (mut numbers, mut n) = ([0; ROSTER.len()], 0);
    while n < ROSTER.len() {
        numbers[n] = well_known::number_of(ROSTER[n]);
        n += 1;
    }
    numbers
};

const RESULT: u8 = well_known::number_of(tag::RESULT);

/// The values of the roster that mean unknown.
const UNKNOWN: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

/// The places of the well-known tags of a game; if one is absent, that of the same name in another
/// letter case (D-15).
struct TagPlaces {
    /// The last place of each, if its bit is set.
    last: [u32; well_known::N_NAMES],
    set: well_known::Set,
    n_others: usize,
    /// Some are in another letter case.
    has_other_cases: bool,
}

impl TagPlaces {
    fn of(tags: &Tags) -> TagPlaces {
        let mut places = TagPlaces {
            last: [0; well_known::N_NAMES],
            set: tags.well_known_set(),
            n_others: 0,
            has_other_cases: false,
        };
        for (n, number) in tags.numbers().enumerate() {
            match places.last.get_mut(number as usize) {
                Some(last) => *last = n as u32,
                None => places.n_others += 1,
            }
        }
        if places.n_others > 0 {
            places.add_other_cases(tags);
        }
        places
    }

    fn add_other_cases(&mut self, tags: &Tags) {
        let exact = self.set;
        for (n, (number, tag)) in tags.numbers().zip(tags).enumerate() {
            if number != well_known::UNKNOWN {
                continue;
            }
            let meant = well_known::number_of_other_case(tag.name.as_bytes());
            if let Some(last) = self.last.get_mut(meant as usize)
                && exact >> meant & 1 == 0
            {
                *last = n as u32;
                self.set |= 1 << meant;
                self.has_other_cases = true;
            }
        }
    }

    fn last(&self, number: u8) -> Option<usize> {
        (self.set >> number & 1 == 1).then(|| self.last[number as usize] as usize)
    }
}

struct TagWriter<'o> {
    export: &'o Export,
    /// The usual place of a value.
    text: &'o [u8],
    /// No value needs an escape or another character.
    is_plain: bool,
    out: &'o mut Vec<u8>,
    losses: &'o mut Vec<Loss>,
}

impl PairSink for TagWriter<'_> {
    #[inline]
    fn roster_tag(&mut self, number: u8, value: &str, unknown: &str) {
        if matches!(value.as_bytes(), [b'!'..=b'~', ..]) && self.is_plain_short(value) {
            return self.plain(number, value);
        }
        // A value that the profile cannot represent at all becomes empty.
        let value = self.normalized(value);
        self.well_known(number, if value.trim().is_empty() { unknown } else { &value });
    }

    #[inline]
    fn tag(&mut self, number: u8, value: &str) {
        if self.is_plain_short(value) {
            return self.plain(number, value);
        }
        let value = self.normalized(value);
        self.well_known(number, &value);
    }

    fn other_tag(&mut self, name: &str, value: &str) {
        let value = self.normalized(value);
        push_tag(name, &value, self.out);
    }

    fn losses(&mut self) -> &mut Vec<Loss> {
        self.losses
    }
}

impl TagWriter<'_> {
    /// Whether all profiles write a value unchanged.
    #[inline]
    fn is_plain_short(&self, value: &str) -> bool {
        self.is_plain && value.len() <= STRING_CHARACTERS_MAX
    }

    /// Writes a pair with a well-known name and an unchanged value.
    #[inline]
    fn plain(&mut self, number: u8, value: &str) {
        well_known::BEGINNINGS[number as usize].push(self.out);
        push_near(value.as_bytes(), self.text, self.out);
        self.out.extend_from_slice(b"\"]\n");
    }

    /// Writes a pair with a well-known name.
    #[inline(never)]
    fn well_known(&mut self, number: u8, value: &str) {
        well_known::BEGINNINGS[number as usize].push(self.out);
        push_value(value, self.out);
        self.out.extend_from_slice(b"\"]\n");
    }

    /// A value as the profile can represent it: in its character set, and not too long.
    fn normalized<'v>(&mut self, value: &'v str) -> Cow<'v, str> {
        if self.is_plain_short(value) {
            return Cow::Borrowed(value);
        }
        fitted(value, self.export.profile, self.losses)
    }
}

/// Appends a value. If it is a short piece of `text`, the bytes after it are copied, too, and then
/// cut off: otherwise, unpredictable lengths cost a branch each.
#[inline]
fn push_near(value: &[u8], text: &[u8], out: &mut Vec<u8>) {
    const NEAR_BYTES: usize = 32;
    let at = value.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    match text.get(at..).and_then(|rest| rest.first_chunk::<NEAR_BYTES>()) {
        Some(&near) if value.len() <= NEAR_BYTES => {
            let end = out.len() + value.len();
            out.extend_from_slice(&near);
            out.truncate(end);
        }
        Some(_) | None => push_far(value, out),
    }
}

/// Appends a long value. Not inlined: otherwise both paths would become one call that copies any
/// length.
#[cold]
#[inline(never)]
fn push_far(value: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(value);
}

/// A value in the characters that the profile has, and no longer than it may be.
fn fitted<'v>(value: &'v str, profile: Profile, losses: &mut Vec<Loss>) -> Cow<'v, str> {
    let (value, n_replaced) = match profile.differences().is_latin1() {
        true => charset::to_latin1(value),
        false => (Cow::Borrowed(value), 0),
    };
    count(losses, &loss::REPLACED_CHARACTER, n_replaced);
    let end = match profile.differences().strings {
        StringMax::Unlimited => return value,
        StringMax::Characters => value.char_indices().nth(STRING_CHARACTERS_MAX).map(|it| it.0),
        StringMax::Bytes if value.len() <= STRING_CHARACTERS_MAX => None,
        StringMax::Bytes => {
            (0..=STRING_CHARACTERS_MAX).rev().find(|&end| value.is_char_boundary(end))
        }
    };
    let mut value = match end {
        Some(end) => {
            count(losses, &loss::CUT_STRING, 1);
            Cow::Owned(value[..end].to_string())
        }
        None => value,
    };
    // A value that would be read as UTF-8 is written as it would be read (D-02).
    while !value.is_ascii()
        && profile.differences().is_latin1()
        && let Some(read) = charset::as_read_from_latin1(&value)
    {
        count(losses, &loss::AMBIGUOUS_ENCODING, 1);
        value = Cow::Owned(charset::to_latin1(&read).0.into_owned());
    }
    value
}

/// The value of a roster tag other than Result, as the profile writes it, without escapes: the
/// value that a reader of that export gets.
pub(crate) fn roster_value<'g>(game: &'g Game, profile: Profile, name: &str) -> Cow<'g, str> {
    let value = game.tag(name).unwrap_or_default();
    let mut value = fitted(value, profile, &mut Vec::new());
    if value.contains(['\n', '\r', '\t', '\x0B']) {
        value = Cow::Owned(value.replace(['\n', '\r', '\t', '\x0B'], " "));
    }
    match value.trim().is_empty() {
        true => Cow::Borrowed(tag::unknown_value(name).unwrap_or_default()),
        false => value,
    }
}

fn push_tag(name: &str, value: &str, out: &mut Vec<u8>) {
    out.push(b'[');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b" \"");
    push_value(value, out);
    out.extend_from_slice(b"\"]\n");
}

fn push_value(value: &str, out: &mut Vec<u8>) {
    let is_special = |&byte: &u8| matches!(byte, b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x0B);
    let mut rest = value.as_bytes();
    while let Some(len) = rest.iter().position(is_special) {
        out.extend_from_slice(&rest[..len]);
        match rest[len] {
            sign @ (b'"' | b'\\') => out.extend([b'\\', sign]),
            _ => out.push(b' '),
        }
        rest = &rest[len + 1..];
    }
    out.extend_from_slice(rest);
}

/// Whether a text has no byte that some profile changes.
fn is_plain(text: &str) -> bool {
    // A fold instead of `all`: no early exit, so that the compiler makes vector code of it.
    let is_odd = |byte: u8| (byte == b'"') | (byte == b'\\') | !(b' '..127).contains(&byte);
    !text.bytes().fold(false, |found, byte| found | is_odd(byte))
}

/// The unchanged tags, with the comments and escape lines between them.
fn write_as_read(game: &Game, out: &mut Vec<u8>) {
    let (tree, outcome) = (game.tree(), game.outcome());
    let results = game.tags().iter().enumerate().filter(|(_, pair)| pair.name == tag::RESULT);
    let special_result = results.map(|(n, _)| n).next_back().filter(|_| !outcome.is_standard());
    let mut opening = tree
        .annotation_ids(NodeId::ROOT)
        .filter_map(|id| Some((tree.n_tags_before(id)?, tree.annotation(id))))
        .peekable();
    for (n, pair) in game.tags().iter().enumerate() {
        while let Some((_, annotation)) = opening.next_if(|&(at, _)| at <= n) {
            if let Annotation::Comment { kind, text } = annotation {
                push_comment_line(kind, text, out);
            }
        }
        let is_special_result = special_result == Some(n);
        let value = if is_special_result { outcome.tag_value(pair.value) } else { pair.value };
        push_tag(pair.name, value, out);
    }
    // A marker alone cannot represent it.
    let is_said = outcome.is_standard() || game.tag(tag::RESULT).is_some();
    if !is_said {
        push_tag(tag::RESULT, outcome.name(), out);
    }
    if !game.tags().is_empty() || !is_said {
        out.push(b'\n');
    }
}

fn push_comment_line(kind: CommentKind, text: &str, out: &mut Vec<u8>) {
    let (before, after) = match kind {
        CommentKind::Brace => ("{", "}\n"),
        CommentKind::Line => (";", "\n"),
        CommentKind::Escape => ("%", "\n"),
    };
    for part in [before, text, after] {
        out.extend_from_slice(part.as_bytes());
    }
}
