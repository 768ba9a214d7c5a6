//! NAGs, commands and chess symbols in words, for listeners (§10, §8.2.3.8, D-11, D-61).

use pgnkit::charset;
use pgnkit::comment::{Clock, Eval, Millis, Score, Value, commands};
use pgnkit::internal::{DIAGRAM_MARK, OPENING, brace_texts, is_one_word};
use pgnkit::nag::Nag;
use std::borrow::Cow;
use std::fmt::Write as _;

/// How to write the commands that programs put into comments, such as `[%clk 0:05:00]`.
///
/// ```
/// use pgn_formats::Commands;
/// use pgn_formats::bgn::Blind;
///
/// let blind = Blind::new(Commands::default());
/// # let _ = blind;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Commands {
    /// Write each as a sentence after the text of its comment; unknown commands stay unchanged.
    #[default]
    Words,
    /// Leave all of them out.
    Drop,
}

/// A NAG as a sentence: its meaning, or its number when it has none.
pub(super) fn nag_sentence(nag: Nag) -> String {
    match nag.meaning().or_else(|| nag.later_meaning().map(|later| later.meaning)) {
        Some(meaning) => format!("{}.", capitalized(meaning)),
        None => format!("Numeric annotation {} without a meaning.", nag.0),
    }
}

/// The text of a comment in ASCII and in words, its white space single spaces, as the comments that
/// PGN would hold it in: one, unless a word is too long; and how many characters were replaced.
/// Doing it again changes nothing.
///
/// Vertical bars become slashes, braces become parentheses: the first mean something in Blind Game
/// Notation, the second in PGN.
pub(super) fn plain_texts(text: &str, commands: Commands) -> (Vec<String>, usize) {
    let spelled = spell_signs(text);
    let (ascii, n_replaced) = charset::to_ascii(&spelled);
    let flat: String = ascii.chars().map(flat_character).collect();
    let (mut text, said) = take_said(&flat, commands);
    if !said.is_empty() && ends_open(&text) {
        text.push('.');
    }
    for sentence in said {
        text.extend([" ", &sentence]);
    }
    // In words before it is split: the words take more space than the signs.
    let said = say_signs(&text);
    let mut texts = brace_texts(&said);
    if texts != [said] {
        // The rest of a word that was too long may be a sign.
        texts = texts.iter().flat_map(|text| brace_texts(&say_signs(text))).collect();
    }
    (texts, n_replaced)
}

/// The text of a comment in words, in its own letters, and its commands as sentences. White space
/// becomes single spaces; control characters, and the characters that boards are drawn with, are
/// dropped.
pub(super) fn spoken_text(text: &str, commands: Commands) -> (String, Vec<String>) {
    let (text, said) = take_said(text, commands);
    (say_signs(&pronounceable(&spell_signs(&text))), said)
}

/// The text without commands and marks of diagrams, and both as sentences.
fn take_said(text: &str, commands: Commands) -> (String, Vec<String>) {
    let (text, mut said) = take_commands(text, commands);
    if !text.contains(DIAGRAM_MARK) {
        return (text, said);
    }
    if commands == Commands::Words {
        said.push("Diagram.".to_owned());
    }
    (text.replace(DIAGRAM_MARK, " "), said)
}

/// The text with single spaces and without characters that cannot be spoken.
pub(super) fn pronounceable(text: &str) -> String {
    let is_silent = |c: char| c.is_control() || matches!(c, '\u{2500}'..='\u{259f}');
    let words = text.split(|c: char| c.is_whitespace() || is_silent(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The text with separate ASCII signs in words; commands stay unchanged.
fn say_signs(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut said_to = 0;
    for command in commands(text) {
        say_words(&text[said_to..command.range.start], &mut said);
        said_to = command.range.end;
        said.push_str(&text[command.range]);
    }
    say_words(&text[said_to..], &mut said);
    said
}

fn say_words(text: &str, said: &mut String) {
    for (n, word) in text.split(' ').enumerate() {
        if n > 0 {
            said.push(' ');
        }
        push_word(word, said);
    }
}

/// Whether a text ends without a mark of punctuation.
fn ends_open(text: &str) -> bool {
    text.trim_end().ends_with(|last: char| last.is_alphanumeric() || last == ']')
}

fn flat_character(character: char) -> char {
    match character {
        '|' => '/',
        '{' => '(',
        '}' => ')',
        character if character.is_ascii_control() => ' ',
        character => character,
    }
}

/// Signs beyond ASCII that have a meaning in chess and no other, as words with spaces around; the
/// rest is for the table of transliteration.
fn spell_signs(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut spelled = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let len = match rest.starts_with("=∞") {
            true => "=∞".len(),
            false => character.len_utf8(),
        };
        let (sign, behind) = rest.split_at(len);
        let touches_letter = |next: Option<char>| next.is_some_and(char::is_alphabetic);
        let is_apart = !touches_letter(before) && !touches_letter(behind.chars().next());
        match sign_words(sign, is_apart) {
            Some(words) if behind.starts_with(['.', ',', ';', ':', '!', '?', ')']) => {
                spelled.extend([" ", words]);
            }
            Some(words) => spelled.extend([" ", words, " "]),
            None => spelled.push_str(sign),
        }
        before = sign.chars().last();
        rest = behind;
    }
    spelled
}

/// The meaning of a non-ASCII sign. A Greek letter and an arrow are signs only if they do not touch
/// letters.
fn sign_words(sign: &str, is_apart: bool) -> Option<&'static str> {
    Some(match sign {
        "∆" => "with the idea of",
        "Δ" if is_apart => "with the idea of",
        "□" => "only move",
        "∞" => "unclear",
        "=∞" => "with compensation for the material",
        "⌓" => "better is",
        "⨀" | "⊙" => "zugzwang",
        "⟳" => "development advantage",
        "⇆" => "counterplay",
        "⊕" => "time pressure",
        "↑" if is_apart => "initiative",
        "→" if is_apart => "attack",
        "‼" => "!!",
        "⁇" => "??",
        "⁉" => "!?",
        "⁈" => "?!",
        "⩲" | "⩱" | "±" | "∓" => return Nag::from_glyph(sign)?.meaning(),
        _ => return None,
    })
}

/// A word of ASCII; one that is a sign of the Informant becomes its meaning.
fn push_word(word: &str, plain: &mut String) {
    let body = word.trim_start_matches('(').trim_end_matches(['.', ',', ';', ':', ')']);
    let sign = match body {
        "+--" => Some(Nag(20)),
        "--+" => Some(Nag(21)),
        "+-" | "-+" | "+/-" | "-/+" | "+=" | "=+" | "+/=" | "=/+" => Nag::from_glyph(body),
        _ => None,
    };
    let Some(meaning) = sign.and_then(Nag::meaning) else { return plain.push_str(word) };
    let start = word.len() - word.trim_start_matches('(').len();
    plain.extend([&word[..start], meaning, &word[start + body.len()..]]);
}

/// The text without its commands, and these as sentences; unknown ones stay. Text that only begins
/// like a command is separated, so that it does not become one when the end of another is gone.
fn take_commands(text: &str, how: Commands) -> (String, Vec<String>) {
    if !text.contains(OPENING) {
        return (text.to_owned(), Vec::new());
    }
    let (mut kept, mut said) = (String::new(), Vec::new());
    let mut kept_to = 0;
    let parted = |plain: &str| plain.replace(OPENING, "[ %");
    for command in commands(text) {
        let sentence = match (how, command.value()) {
            (Commands::Drop, _) => Some(String::new()),
            (Commands::Words, Ok(value)) => command_sentence(&value),
            (Commands::Words, Err(_)) => None,
        };
        kept.push_str(&parted(&text[kept_to..command.range.start]));
        kept_to = command.range.end;
        match sentence {
            None => {
                let text = &text[command.range];
                // Half of a long one would be no command.
                let is_kept = is_one_word(text);
                kept.push_str(&if is_kept { Cow::Borrowed(text) } else { parted(text).into() });
            }
            Some(sentence) => {
                kept.push(' ');
                said.extend(Some(sentence).filter(|sentence| !sentence.is_empty()));
            }
        }
    }
    kept.push_str(&parted(&text[kept_to..]));
    kept.truncate(kept.trim_end().len());
    (kept, said)
}

/// A command as a sentence; empty if it has no content, `None` if it is unknown.
pub(super) fn command_sentence(value: &Value<'_>) -> Option<String> {
    if let Some((clock, time)) = value.time() {
        let of = match clock {
            Clock::Clk => "Clock",
            Clock::Emt => "Time for the move",
            Clock::Egt => "Time for the game",
            Clock::Mct => "Clock face",
        };
        return Some(format!("{of}: {}.", time_words(time)));
    }
    let mut sentence = String::new();
    match value {
        Value::Eval(eval) => return Some(eval_sentence(eval)),
        Value::Csl(squares) => {
            for mark in squares.iter() {
                let lead = if sentence.is_empty() { "Marked squares:" } else { "," };
                // Writing to a String cannot fail.
                let _ = write!(sentence, "{lead} {} in {}", mark.square, mark.color.name());
            }
        }
        Value::Cal(arrows) => {
            for arrow in arrows.iter() {
                let lead = if sentence.is_empty() { "Arrows:" } else { "," };
                let (source, target) = (arrow.source, arrow.target);
                let color = arrow.color.name();
                let _ = write!(sentence, "{lead} {source} to {target} in {color}");
            }
        }
        Value::Other { .. } => return None,
        Value::Time(..) => {}
    }
    if !sentence.is_empty() {
        sentence.push('.');
    }
    Some(sentence)
}

fn eval_sentence(eval: &Eval) -> String {
    let mut sentence = match eval.score {
        Score::Centipawns(0) => "Evaluation: equal".to_owned(),
        Score::Centipawns(size) => {
            let sign = if size < 0 { "minus" } else { "plus" };
            let size = size.unsigned_abs();
            format!("Evaluation: {sign} {}.{:02} pawns", size / 100, size % 100)
        }
        Score::Mate(moves) => {
            let side = if moves < 0 { "Black" } else { "White" };
            format!("Evaluation: {side} mates in {}", counted(moves.unsigned_abs().into(), "move"))
        }
    };
    if let Some(depth) = eval.depth {
        let _ = write!(sentence, ", search depth {}", counted(depth.into(), "ply"));
    }
    sentence.push('.');
    sentence
}

/// `1 hour 2 minutes 3.5 seconds`; zero parts are left out.
pub(super) fn time_words(time: Millis) -> String {
    let seconds = time.seconds();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let mut words = Vec::new();
    if hours > 0 {
        words.push(counted(hours, "hour"));
    }
    if minutes > 0 {
        words.push(counted(minutes, "minute"));
    }
    let millis = time.0 % 1_000;
    if millis > 0 {
        let fraction = format!("{millis:03}");
        words.push(format!("{seconds}.{} seconds", fraction.trim_end_matches('0')));
    } else if seconds > 0 || words.is_empty() {
        words.push(counted(seconds, "second"));
    }
    words.join(" ")
}

/// `1 move`, `2 moves`.
pub(super) fn counted(n: u64, noun: &str) -> String {
    match (n, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "ply") => format!("{n} plies"),
        (..) => format!("{n} {noun}s"),
    }
}

/// The text with its first letter in upper case.
pub(super) fn capitalized(text: &str) -> String {
    let first = text.chars().next().map_or(0, char::len_utf8);
    charset::upper_case(&text[..first]) + &text[first..]
}
