//! One spelling for a word that languages write differently: `Jussupow` is `Yusupov`.
//!
//! Russian names reach chess literature in German, French, English and Serbian transliterations. A
//! root is what these share: a table of letter groups, applied from left to right, the longest
//! first; then doubled letters count once. Roots are for comparing, never for display: they are
//! coarse on purpose, `s`, `sh` and `z` are one sound.

/// The part of a word to use, in bytes; no name is longer, and noise is truncated.
#[doc(hidden)]
pub const WORD_BYTES_MAX: usize = 64;

/// The place of a group in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Anywhere,
    End,
    /// Before `e`, `i`, `j` and `y`.
    BeforeSoft,
    /// Before a consonant or the end.
    BeforeHard,
}

/// A group of letters, where it applies, and its replacement.
///
/// `c` replaces the sounds of ch and kh, `s` all sibilants, `i` the letters i, j and y.
const GROUPS: &[(&str, At, &str)] = &[
    ("schtsch", At::Anywhere, "s"),
    ("chtch", At::Anywhere, "s"),
    ("stsch", At::Anywhere, "s"),
    ("shch", At::Anywhere, "s"),
    ("dzsch", At::Anywhere, "ds"),
    ("dsch", At::Anywhere, "ds"),
    ("tsch", At::Anywhere, "c"),
    ("tzsch", At::Anywhere, "c"),
    ("tch", At::Anywhere, "c"),
    ("tsh", At::Anywhere, "c"),
    ("sch", At::Anywhere, "s"),
    ("dzh", At::Anywhere, "ds"),
    ("cz", At::Anywhere, "c"),
    ("ch", At::Anywhere, "c"),
    ("kh", At::Anywhere, "c"),
    ("sh", At::Anywhere, "s"),
    ("zh", At::Anywhere, "s"),
    ("sz", At::Anywhere, "s"),
    ("ts", At::Anywhere, "s"),
    ("tz", At::Anywhere, "s"),
    ("ck", At::Anywhere, "k"),
    ("ph", At::Anywhere, "f"),
    ("th", At::Anywhere, "t"),
    ("off", At::End, "ov"),
    ("eff", At::End, "ev"),
    ("ine", At::End, "in"),
    ("andr", At::End, "ander"),
    ("andre", At::End, "ander"),
    ("gu", At::BeforeSoft, "g"),
    ("qu", At::Anywhere, "k"),
    ("ou", At::Anywhere, "u"),
    ("oe", At::Anywhere, "o"),
    ("ue", At::Anywhere, "u"),
    ("je", At::Anywhere, "e"),
    ("ye", At::Anywhere, "e"),
    ("ie", At::Anywhere, "e"),
    ("ae", At::Anywhere, "a"),
    ("h", At::BeforeHard, ""),
    ("h", At::Anywhere, "c"),
    ("c", At::BeforeSoft, "c"),
    ("c", At::End, "c"),
    ("c", At::Anywhere, "k"),
    ("j", At::Anywhere, "i"),
    ("q", At::Anywhere, "k"),
    ("w", At::Anywhere, "v"),
    ("x", At::Anywhere, "ks"),
    ("y", At::Anywhere, "i"),
    ("z", At::Anywhere, "s"),
];

/// Appends the root of a word to `into`. The word is folded: lower case, no accents.
///
/// Non-Latin letters stay unchanged.
#[doc(hidden)]
pub fn push_root(word: &str, into: &mut String) {
    let end = (0..=word.len().min(WORD_BYTES_MAX)).rev().find(|&at| word.is_char_boundary(at));
    let word = &word[..end.unwrap_or(0)];
    let start = into.len();
    let mut rest = word;
    while let Some(character) = rest.chars().next() {
        let (group, written) = match group_at(rest, rest.len() == word.len()) {
            Some((group, written)) => (group.len(), written),
            None => (character.len_utf8(), &rest[..character.len_utf8()]),
        };
        for letter in written.chars() {
            if !into[start..].ends_with(letter) {
                into.push(letter);
            }
        }
        rest = &rest[group..];
    }
    even_out(start, into);
}

/// The longest group with which `rest` begins and that counts there.
fn group_at(rest: &str, is_start: bool) -> Option<(&'static str, &'static str)> {
    let fits = |&&(group, at, _): &&(&'static str, At, &'static str)| {
        let Some(behind) = rest.strip_prefix(group) else { return false };
        let next = behind.bytes().next();
        match at {
            At::Anywhere => true,
            At::End => next.is_none() && !is_start,
            At::BeforeSoft => matches!(next, Some(b'e' | b'i' | b'j' | b'y')),
            At::BeforeHard => {
                !is_start && !matches!(next, Some(b'a' | b'e' | b'i' | b'j' | b'o' | b'u' | b'y'))
            }
        }
    };
    let found = GROUPS
        .iter()
        .filter(fits)
        .reduce(|best, group| if group.0.len() > best.0.len() { group } else { best });
    found.map(|&(group, _, written)| (group, written))
}

/// Combinations that arise only when groups meet: `Polugajewski` has an `a` before the `e` that was
/// `je`.
fn even_out(start: usize, into: &mut String) {
    for (pair, one) in [("ae", "a"), ("oe", "o"), ("ue", "u")] {
        while let Some(at) = into[start..].find(pair) {
            into.replace_range(start + at..start + at + pair.len(), one);
        }
    }
}
