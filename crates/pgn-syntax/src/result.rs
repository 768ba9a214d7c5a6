//! Results as people write them: the standard's four, forfeits, and results that arbiters give.
//!
//! ```text
//! result   = side dash side | half | sign-form | word        1-0  ½:½  1/2  +/-  --+  draw
//! side     = ( "0" | "1" | half | decimal ) [ "F" ]          0.5  1,0  1F
//! half     = "1/2" | "½"
//! dash     = "-" | a dash of Unicode | ":"
//! ```
//!
//! Standard: §8.1.1.7, §8.2.6. Decisions: D-07, D-74.

/// How a game ended, in movetext or in a Result tag.
///
/// ```
/// use pgn_syntax::{Marker, result};
/// assert_eq!(result::read(b"0-1").map(|read| read.marker), Some(Marker::BlackWins));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marker {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`.
    Unknown,
    /// `+/-`: Black did not play or was forfeited.
    WhiteWinsByForfeit,
    /// `-/+`: White did not play or was forfeited.
    BlackWinsByForfeit,
    /// `-/-`: neither side played.
    DoubleForfeit,
    /// `=/=`: half a point for each side, without a game.
    DrawWithoutPlay,
    /// `0-0`: no point for either side.
    BothLose,
    /// `1/2-0`: half a point for White, none for Black.
    HalfForWhite,
    /// `0-1/2`: half a point for Black, none for White.
    HalfForBlack,
}

/// How the spelling of a result relates to the standard.
///
/// ```
/// use pgn_syntax::result::{self, ResultForm};
/// let form = |text: &[u8]| result::read(text).map(|read| read.form);
/// assert_eq!(form(b"1-0"), Some(ResultForm::Usual));
/// assert_eq!(form(b"1:0"), Some(ResultForm::Odd));
/// assert_eq!(form(b"1-0 (time)"), Some(ResultForm::WithRemark));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultForm {
    /// The usual spelling: one of the standard's four markers, or of a result that the standard
    /// does not have.
    Usual,
    /// Another spelling of one of the four.
    Odd,
    /// More text comes after the result: `1-0 (time)`.
    WithRemark,
}

/// A result that was read from a text.
///
/// ```
/// use pgn_syntax::{Marker, result::{self, ResultForm, WrittenResult}};
/// let expected = WrittenResult { marker: Marker::Draw, form: ResultForm::Odd };
/// assert_eq!(result::read(b"1/2"), Some(expected));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WrittenResult {
    /// Its meaning.
    pub marker: Marker,
    /// Its spelling.
    pub form: ResultForm,
}

/// The result in `text`, in any spelling, in UTF-8 or Latin-1. `None` if there is none; empty text
/// and `?` mean that the result is unknown.
///
/// ```
/// use pgn_syntax::{Marker, result};
/// let marker = |text: &str| result::read(text.as_bytes()).map(|read| read.marker);
/// assert_eq!(marker("½:½"), Some(Marker::Draw));
/// assert_eq!(marker("1-0 (forfeit)"), Some(Marker::WhiteWinsByForfeit));
/// assert_eq!(marker("White wins"), Some(Marker::WhiteWins));
/// assert_eq!(marker("adjourned"), None);
/// ```
#[must_use]
pub fn read(text: &[u8]) -> Option<WrittenResult> {
    let usual = |marker| Some(WrittenResult { marker, form: ResultForm::Usual });
    match text {
        b"1-0" => return usual(Marker::WhiteWins),
        b"0-1" => return usual(Marker::BlackWins),
        b"1/2-1/2" => return usual(Marker::Draw),
        b"*" => return usual(Marker::Unknown),
        _ => {}
    }
    let text = text.trim_ascii();
    let text = &text[skip_blanks(text, 0, usize::MAX)..];
    let (marker, form) = match text {
        b"" | b"?" | b"*" => (Marker::Unknown, ResultForm::Odd),
        // Not played, not known, or anything else that contains more information than `*`.
        b"-" => (Marker::Unknown, ResultForm::WithRemark),
        _ => {
            let by_signs = signs(text).map(|marker| (marker, ResultForm::Odd));
            by_signs.or_else(|| by_scores(text)).or_else(|| by_words(text))?
        }
    };
    let is_standard =
        matches!(marker, Marker::WhiteWins | Marker::BlackWins | Marker::Draw | Marker::Unknown);
    let form = if is_standard { form } else { ResultForm::Usual };
    Some(WrittenResult { marker, form })
}

/// How many blanks may separate the parts of a result in movetext.
const N_BLANKS_MAX: usize = 8;

/// The score at `start` of movetext, and its end: `1-0`, `½:½`, `1 - 0`, `1 / 2 - 1 / 2`,
/// `0.5-0.5`, `0-1F`, but neither half a score nor `0-0`, which is castling there.
pub(crate) fn score(window: &[u8], start: usize) -> Option<(Marker, usize)> {
    let gap = N_BLANKS_MAX;
    let (left, at) = side(window, start, gap)?;
    let dash_at = skip_blanks(window, at, gap);
    let dash = dash(window, dash_at)?;
    let (right, end) = side(window, skip_blanks(window, dash_at + dash.len, gap), gap)?;
    let is_castling = (left.halves, right.halves) == (0, 0)
        && !(dash.is_colon || left.is_forfeit || right.is_forfeit)
        && (left.kind, right.kind) == (SideKind::Plain, SideKind::Plain);
    if is_castling || [left.kind, right.kind].contains(&SideKind::Letter) {
        return None;
    }
    Some((marker_of(left, right)?, end))
}

/// The points of one side.
#[derive(Clone, Copy)]
struct SideScore {
    /// Half points.
    halves: u8,
    kind: SideKind,
    is_forfeit: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SideKind {
    /// `0`, `1`, `1/2`, `½`, `0.5`.
    Plain,
    /// `0.0`, `1,0`.
    Decimal,
    /// A letter that looks like a digit: `O`, `l`.
    Letter,
}

/// The side's score at `at`, and its end.
fn side(text: &[u8], at: usize, gap: usize) -> Option<(SideScore, usize)> {
    let half_end = half_end(text, at, gap).map(|end| (1, SideKind::Plain, end));
    let (halves, kind, end) = match *text.get(at..)? {
        [b'1', ..] if half_end.is_some() => half_end?,
        [b'0', b'.' | b',', b'5', ..] => (1, SideKind::Plain, at + 3),
        [digit @ (b'0' | b'1'), b'.' | b',', b'0', ..] => {
            (2 * (digit - b'0'), SideKind::Decimal, at + 3)
        }
        [b'.' | b',', b'5', ..] => (1, SideKind::Plain, at + 2),
        [digit @ (b'0' | b'1'), ..] => (2 * (digit - b'0'), SideKind::Plain, at + 1),
        [0xC2, 0xBD, ..] => (1, SideKind::Plain, at + 2),
        [0xBD, ..] => (1, SideKind::Plain, at + 1),
        [b'O' | b'o', ..] => (0, SideKind::Letter, at + 1),
        [b'l' | b'I', ..] => (2, SideKind::Letter, at + 1),
        _ => return None,
    };
    let n_marks = text[end..].iter().take(2).take_while(|byte| b"FfXx".contains(byte)).count();
    Some((SideScore { halves, kind, is_forfeit: n_marks > 0 }, end + n_marks))
}

/// Where the half that begins with a `1` at `at` ends.
fn half_end(text: &[u8], at: usize, gap: usize) -> Option<usize> {
    if text.get(at) != Some(&b'1') {
        return None;
    }
    let slash = skip_blanks(text, at + 1, gap);
    let slash_len = match text.get(slash..)? {
        [b'/', ..] => 1,
        [0xE2, 0x81, 0x84, ..] | [0xE2, 0x88, 0x95, ..] => 3,
        _ => return None,
    };
    let two = skip_blanks(text, slash + slash_len, gap);
    (text.get(two) == Some(&b'2')).then_some(two + 1)
}

struct Dash {
    len: usize,
    is_colon: bool,
}

/// The dash or colon at `at`.
fn dash(text: &[u8], at: usize) -> Option<Dash> {
    match text.get(at..)? {
        [b':', ..] => Some(Dash { len: 1, is_colon: true }),
        [0xE2, 0x88, 0xB6, ..] => Some(Dash { len: 3, is_colon: true }),
        text => dash_len(text).map(|len| Dash { len, is_colon: false }),
    }
}

/// Length in bytes of the hyphen, dash or minus that `text` begins with, in any encoding.
fn dash_len(text: &[u8]) -> Option<usize> {
    match text {
        [b'-', ..] | [0x96 | 0x97, ..] => Some(1),
        // U+2010 to U+2015 and U+2212.
        [0xE2, 0x80, 0x90..=0x95, ..] | [0xE2, 0x88, 0x92, ..] => Some(3),
        _ => None,
    }
}

fn marker_of(left: SideScore, right: SideScore) -> Option<Marker> {
    let kinds = [left.kind, right.kind];
    // `1.0-0` is a move number and castling.
    let has_half = left.halves == 1 || right.halves == 1;
    if kinds.contains(&SideKind::Decimal) && kinds.contains(&SideKind::Plain) && !has_half {
        return None;
    }
    let is_forfeit = left.is_forfeit || right.is_forfeit;
    // `O-O` is castling.
    let is_castling = kinds == [SideKind::Letter; 2] && left.halves == right.halves;
    match (left.halves, right.halves) {
        _ if is_castling => None,
        (2, 0) if is_forfeit => Some(Marker::WhiteWinsByForfeit),
        (0, 2) if is_forfeit => Some(Marker::BlackWinsByForfeit),
        (0, 0) if is_forfeit => Some(Marker::DoubleForfeit),
        (1, 1) if is_forfeit => Some(Marker::DrawWithoutPlay),
        (2, 0) => Some(Marker::WhiteWins),
        (0, 2) => Some(Marker::BlackWins),
        (1, 1) => Some(Marker::Draw),
        (0, 0) if kinds.contains(&SideKind::Letter) => None,
        (0, 0) => Some(Marker::BothLose),
        (1, 0) => Some(Marker::HalfForWhite),
        (0, 1) => Some(Marker::HalfForBlack),
        _ => None,
    }
}

/// A text that begins with a score; the rest may show that the game was not played.
fn by_scores(text: &[u8]) -> Option<(Marker, ResultForm)> {
    let gap = usize::MAX;
    let (left, at) = side(text, 0, gap)?;
    let dash_at = skip_blanks(text, at, gap);
    let right = dash(text, dash_at)
        .and_then(|dash| side(text, skip_blanks(text, dash_at + dash.len, gap), gap));
    let (marker, end) = match right {
        Some((right, end)) => (marker_of(left, right)?, end),
        None if left.halves == 1 && !left.is_forfeit && dash(text, dash_at).is_none() => {
            (Marker::Draw, at)
        }
        None => return None,
    };
    with_remark(marker, &text[end..])
}

/// A result with the text after it, which may show that the game was not played. `None` if the text
/// touches the result.
fn with_remark(marker: Marker, remark: &[u8]) -> Option<(Marker, ResultForm)> {
    if remark.iter().all(|byte| is_blank(*byte) || b".,;!\xC2\xA0".contains(byte)) {
        return Some((marker, ResultForm::Odd));
    }
    if !b" \t([,;:!.\xC2".contains(&remark[0]) {
        return None;
    }
    let forfeited = match marker {
        Marker::WhiteWins => Marker::WhiteWinsByForfeit,
        Marker::BlackWins => Marker::BlackWinsByForfeit,
        Marker::Draw => Marker::DrawWithoutPlay,
        Marker::BothLose => Marker::DoubleForfeit,
        other => other,
    };
    Some((if says_unplayed(remark) { forfeited } else { marker }, ResultForm::WithRemark))
}

/// Whether a text means that no game was played. `time forfeit` is the end of a game that was
/// played.
#[doc(hidden)]
#[must_use]
pub fn says_unplayed(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 11] = [
        b"unplayed",
        b"notplayed",
        b"noshow",
        b"walkover",
        b"default",
        b"forfeit",
        b"forf",
        b"bye",
        b"kampflos",
        b"absent",
        b"didnotappear",
    ];
    let (plain, len) = letters(text);
    let plain = &plain[..len];
    let holds = |word: &[u8]| plain.windows(word.len()).any(|part| part == word);
    !holds(b"time")
        && (WORDS.into_iter().any(holds) || matches!(plain, b"f" | b"ff" | b"def" | b"wo"))
}

/// Forfeits in plus and minus, as `+/-`, `+:-`, `+--`, `- - +`; `=` alone is a draw.
fn signs(text: &[u8]) -> Option<Marker> {
    let mut plain = [0u8; 5];
    let mut len = 0;
    let mut at = 0;
    while at < text.len() {
        let (sign, used) = match text[at] {
            byte if is_blank(byte) => {
                at += 1;
                continue;
            }
            sign @ (b'+' | b'=') => (sign, 1),
            b'/' | b':' | b'_' => (b'/', 1),
            _ => (b'-', dash_len(&text[at..])?),
        };
        *plain.get_mut(len)? = sign;
        len += 1;
        at += used;
    }
    Some(match &plain[..len] {
        b"+/-" | b"+--" | b"+-" => Marker::WhiteWinsByForfeit,
        b"-/+" | b"--+" | b"-+" => Marker::BlackWinsByForfeit,
        b"-/-" | b"---" | b"--/--" => Marker::DoubleForfeit,
        b"=/=" | b"=-=" => Marker::DrawWithoutPlay,
        b"=" => Marker::Draw,
        _ => return None,
    })
}

/// The words that state a result, without what separates them.
const PHRASES: [(&[u8], Marker); 33] = [
    (b"draw", Marker::Draw),
    (b"drawn", Marker::Draw),
    (b"agreeddraw", Marker::Draw),
    (b"drawagreed", Marker::Draw),
    (b"gamedrawn", Marker::Draw),
    (b"drawngame", Marker::Draw),
    (b"remis", Marker::Draw),
    (b"remise", Marker::Draw),
    (b"tablas", Marker::Draw),
    (b"nulle", Marker::Draw),
    (b"patta", Marker::Draw),
    (b"unentschieden", Marker::Draw),
    (b"whitewins", Marker::WhiteWins),
    (b"whitewin", Marker::WhiteWins),
    (b"whitewon", Marker::WhiteWins),
    (b"winwhite", Marker::WhiteWins),
    (b"winforwhite", Marker::WhiteWins),
    (b"blackresigns", Marker::WhiteWins),
    (b"blackresigned", Marker::WhiteWins),
    (b"blackwins", Marker::BlackWins),
    (b"blackwin", Marker::BlackWins),
    (b"blackwon", Marker::BlackWins),
    (b"winblack", Marker::BlackWins),
    (b"winforblack", Marker::BlackWins),
    (b"whiteresigns", Marker::BlackWins),
    (b"whiteresigned", Marker::BlackWins),
    (b"bothlose", Marker::BothLose),
    (b"bothlost", Marker::BothLose),
    (b"doubleforfeit", Marker::DoubleForfeit),
    (b"blackforfeits", Marker::WhiteWinsByForfeit),
    (b"blackforfeited", Marker::WhiteWinsByForfeit),
    (b"whiteforfeits", Marker::BlackWinsByForfeit),
    (b"whiteforfeited", Marker::BlackWinsByForfeit),
];

/// A result in words, with what comes after it.
fn by_words(text: &[u8]) -> Option<(Marker, ResultForm)> {
    let phrase = |(phrase, marker)| Some((phrase_end(text, phrase)?, marker));
    let found = PHRASES.into_iter().filter_map(phrase).max_by_key(|(end, _)| *end);
    found.and_then(|(end, marker)| with_remark(marker, &text[end..]))
}

/// The end of a phrase at the beginning of a text, ignoring letter case and separators.
fn phrase_end(text: &[u8], phrase: &[u8]) -> Option<usize> {
    let mut at = 0;
    for letter in phrase {
        while at > 0 && text.get(at).is_some_and(|byte| is_blank(*byte) || b"_-".contains(byte)) {
            at += 1;
        }
        if !text.get(at)?.eq_ignore_ascii_case(letter) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Whether a word looks like a result that does not consist only of digits, or like `0-0`. Fast.
#[doc(hidden)]
#[must_use]
pub fn may_state(word: &[u8]) -> bool {
    match word {
        [b'0' | b'1' | b'O' | b'o' | b'l' | b'I', b'-' | b':', ..] | [b'+' | b'-' | b'=', ..] => {
            true
        }
        [0x96 | 0x97 | 0xE2, ..] => dash_len(word).is_some(),
        _ => word.len() >= 4 && word[..4].iter().all(u8::is_ascii_alphabetic),
    }
}

/// Whether more words can make this word a result: `White`.
#[doc(hidden)]
#[must_use]
pub fn may_begin(text: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] = [b"white", b"black", b"draw", b"drawn", b"game", b"agreed", b"both"];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// The letters of a text in lower case, as many as fit.
fn letters(text: &[u8]) -> ([u8; 48], usize) {
    let mut plain = [0u8; 48];
    let mut len = 0;
    for byte in text.iter().filter(|byte| byte.is_ascii_alphabetic()) {
        let Some(place) = plain.get_mut(len) else { break };
        *place = byte.to_ascii_lowercase();
        len += 1;
    }
    (plain, len)
}

/// Passes over blanks, the no-break space among them, at most `n_max`.
fn skip_blanks(text: &[u8], mut at: usize, n_max: usize) -> usize {
    let mut n = 0;
    while n < n_max
        && let Some(rest) = text.get(at..)
    {
        at += match rest {
            [byte, ..] if is_blank(*byte) => 1,
            [0xC2, 0xA0, ..] if n_max == usize::MAX => 2,
            [0xE2, 0x80, 0x80..=0x8F | 0xAF, ..] if n_max == usize::MAX => 3,
            _ => break,
        };
        n += 1;
    }
    at
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B)
}
