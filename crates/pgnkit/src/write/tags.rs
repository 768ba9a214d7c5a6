//! The tag section of export form.
//!
//! ```text
//! roster other-tags LF      tag = "[" name " " string "]" LF
//! ```
//!
//! Owns: which tags are written, in which order, with which values. Knows nothing of: movetext.
//! Standard: §8.1, §8.1.1, §9.7. Decisions: D-05, D-06, D-14 to D-16, D-22, D-23, D-39, D-60.
//! Start at [`write`].

use super::loss::{self, Loss, count};
use super::{Export, Profile};
use crate::charset;
use crate::fault;
use crate::game::{Element, Game, NodeId, Start};
use crate::tag::{self, ROSTER, VariantName};
use pgn_chess::fen::{self, EpPolicy, Mode};
use pgn_syntax::CommentKind;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Up to so many tags are compared one with another.
const N_TAGS_FEW: usize = 48;
const STRING_CHARACTERS_MAX: usize = pgn_syntax::limits::STRING_CHARACTERS_MAX;

/// Writes the tags of a game and the empty line behind them.
pub(super) fn write(
    game: &Game,
    export: &Export,
    start: &Start,
    out: &mut String,
    losses: &mut Vec<Loss>,
) {
    if export.profile == Profile::Lossless {
        return write_as_read(game, out);
    }
    for name in ROSTER {
        let value = match name {
            tag::RESULT => Cow::Borrowed(game.outcome().marker()),
            name => Cow::Borrowed(game.tag(name).unwrap_or_default()),
        };
        let value = normalised(export, &value, losses);
        // What the profile cannot hold at all leaves an empty value.
        let unknown = tag::unknown_value(name).unwrap_or("?");
        push_tag(name, if value.trim().is_empty() { unknown } else { &value }, out);
    }
    let others = match export.profile {
        Profile::Reduced => set_up_tags(game, start),
        Profile::Modern | Profile::Archival | Profile::Lossless => {
            other_tags(game, export, start, losses)
        }
    };
    for (name, value) in &others {
        write_tag(export, name, value, out, losses);
    }
    out.push('\n');
}

/// The tags behind the roster, sorted by the bytes of their names, each name once.
fn other_tags<'a>(
    game: &'a Game,
    export: &Export,
    start: &Start,
    losses: &mut Vec<Loss>,
) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
    let mut others: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
    let mut mended: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
    // Looking at every pair of a few tags is faster; of many, it is never done.
    let last_of: Option<HashMap<&str, usize>> = (game.tags.len() > N_TAGS_FEW)
        .then(|| game.tags.iter().enumerate().map(|(n, pair)| (pair.name.as_str(), n)).collect());
    for (n, pair) in game.tags.iter().enumerate() {
        let name = pair.name.as_str();
        let is_shadowed = match &last_of {
            Some(last_of) => last_of.get(name) != Some(&n),
            None => game.tags.iter().skip(n + 1).any(|later| later.name == name),
        };
        if is_shadowed || stands_for_roster(game, name) {
            continue;
        }
        let value = Cow::Borrowed(pair.value.as_str());
        match export.profile {
            Profile::Archival => match tag::archival_name(name) {
                Some(Cow::Borrowed(name)) => others.push((Cow::Borrowed(name), value)),
                Some(raised) => mended.push((raised, value)),
                None => count(losses, &loss::DROPPED_TAG, 1),
            },
            Profile::Modern | Profile::Reduced | Profile::Lossless => {
                others.push((Cow::Borrowed(name), value));
            }
        }
    }
    let mut taken: HashSet<Cow<'a, str>> = match mended.is_empty() {
        true => HashSet::new(),
        false => others.iter().map(|other| other.0.clone()).collect(),
    };
    for (name, value) in mended {
        let has_meaning = matches!(&*name, "Variant" | "FEN" | "SetUp");
        let is_taken = has_meaning || ROSTER.contains(&&*name) || !taken.insert(name.clone());
        count(losses, if is_taken { &loss::DROPPED_TAG } else { &loss::RAISED_TAG_NAME }, 1);
        if !is_taken {
            others.push((name, value));
        }
    }
    others.retain(|(name, _)| !matches!(&**name, "SetUp" | "FEN"));
    match usual_array_of_chess960(game, start) {
        Some(tags) => others.extend(tags),
        None => others.extend(set_up_tags(game, start)),
    }
    if start.implies_chess960 && !others.iter().any(|(name, _)| name == "Variant") {
        others.push((Cow::Borrowed("Variant"), Cow::Borrowed("Chess960")));
    }
    others.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    others
}

/// Whether a tag is of the roster, or stands for a roster tag that is absent (D-15).
fn stands_for_roster(game: &Game, name: &str) -> bool {
    if ROSTER.contains(&name) {
        return true;
    }
    let roster = ROSTER.into_iter().find(|roster| roster.eq_ignore_ascii_case(name));
    roster.is_some_and(|roster| !game.tags.iter().any(|pair| pair.name == roster))
}

/// A game of Chess960 without a FEN was read from the usual array; strict import wants to be told.
fn usual_array_of_chess960<'a>(
    game: &Game,
    start: &Start,
) -> Option<[(Cow<'a, str>, Cow<'a, str>); 2]> {
    let is_empty = |name| game.tag(name).is_none_or(|value| value.trim().is_empty());
    let is_chess960 = game.tag("Variant").map(VariantName::of) == Some(VariantName::Chess960);
    if !is_chess960 || !is_empty("FEN") {
        return None;
    }
    let position = start.position.as_ref()?;
    let fen = fen::write(position, EpPolicy::Standard).as_str().to_string();
    Some([(Cow::Borrowed("FEN"), Cow::Owned(fen)), (Cow::Borrowed("SetUp"), Cow::Borrowed("1"))])
}

/// SetUp and FEN as they must be together (D-23).
fn set_up_tags<'a>(game: &'a Game, start: &Start) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
    let fen = game.tag("FEN").filter(|value| !value.trim().is_empty());
    let Some(text) = fen else {
        let set_up = game.tag("SetUp").map(|value| match start.mismatch {
            Some(fault) if fault.code == fault::SETUP_WITHOUT_FEN.code => "0",
            Some(_) | None => value,
        });
        let named = |value| (Cow::Borrowed("SetUp"), Cow::Borrowed(value));
        return set_up.map(named).into_iter().collect();
    };
    let is_strict = match &start.position {
        Some(position) => fen::parse_as(text.as_bytes(), Mode::Strict, position.variant()).is_ok(),
        None => true,
    };
    let value = match &start.position {
        Some(position) if !is_strict => {
            Cow::Owned(fen::write(position, EpPolicy::Standard).as_str().to_string())
        }
        Some(_) | None => Cow::Borrowed(text),
    };
    vec![(Cow::Borrowed("FEN"), value), (Cow::Borrowed("SetUp"), Cow::Borrowed("1"))]
}

fn write_tag(export: &Export, name: &str, value: &str, out: &mut String, losses: &mut Vec<Loss>) {
    let value = normalised(export, value, losses);
    push_tag(name, &value, out);
}

fn push_tag(name: &str, value: &str, out: &mut String) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    let is_special = |byte: u8| matches!(byte, b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x0B);
    let mut rest = value;
    while let Some(len) = rest.bytes().position(is_special) {
        let (plain, special) = rest.split_at(len);
        out.push_str(plain);
        match special.as_bytes()[0] {
            sign @ (b'"' | b'\\') => out.extend(['\\', char::from(sign)]),
            _ => out.push(' '),
        }
        rest = &special[1..];
    }
    out.push_str(rest);
    out.push_str("\"]\n");
}

/// A value as the profile can hold it: in its character set, and not too long.
fn normalised<'v>(export: &Export, value: &'v str, losses: &mut Vec<Loss>) -> Cow<'v, str> {
    if !export.profile.is_latin1() {
        return Cow::Borrowed(value);
    }
    let (value, n_replaced) = charset::to_latin1(value);
    count(losses, &loss::REPLACED_CHARACTER, n_replaced);
    match value.char_indices().nth(STRING_CHARACTERS_MAX) {
        Some((end, _)) => {
            count(losses, &loss::CUT_STRING, 1);
            Cow::Owned(value[..end].to_string())
        }
        None => value,
    }
}

/// The tags as they were read, with the comments and escape lines between them.
fn write_as_read(game: &Game, out: &mut String) {
    let tree = game.tree();
    let mut opening = tree
        .element_ids(NodeId::ROOT)
        .filter_map(|id| Some((tree.n_tags_before(id)?, tree.element(id))))
        .peekable();
    for (n, pair) in game.tags.iter().enumerate() {
        while let Some((_, element)) = opening.next_if(|&(at, _)| at <= n) {
            if let Element::Comment { kind, text } = element {
                push_comment_line(kind, text, out);
            }
        }
        push_tag(&pair.name, &pair.value, out);
    }
    if !game.tags.is_empty() {
        out.push('\n');
    }
}

fn push_comment_line(kind: CommentKind, text: &str, out: &mut String) {
    let (before, after) = match kind {
        CommentKind::Brace => ("{", "}\n"),
        CommentKind::Line => (";", "\n"),
        CommentKind::Escape => ("%", "\n"),
    };
    out.push_str(before);
    out.push_str(text);
    out.push_str(after);
}
