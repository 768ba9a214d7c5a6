//! The content of an annotation in PGN: a NAG, a command, a text (§10, D-11).

use std::fmt::Write as _;

use super::annotation::OF_2CBH;
use super::{quotation, training};
use crate::databases::bytes::{Bytes, push_text};
use pgnkit::comment::{Clock, Eval, MarkColor, Millis, Score, Value};

/// The conversion of an annotation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Remark<'a> {
    /// NAGs; 0 is none.
    Nags(&'a [u8]),
    /// A command, written to the text that was given.
    Command,
    /// The same for a quotation without its moves, or a question without its text.
    PartOfCommand,
    /// A text, after its move or before it.
    Text { is_before: bool, language: u8, text: &'a [u8] },
    /// A tag pair about the game.
    Tag(&'static str),
    /// Its meaning, or its form, is not known.
    Unknown,
    /// The data do not have the form of their type.
    Malformed,
}

impl<'a> Remark<'a> {
    /// The meaning of an annotation. A command or the value of a tag is appended to `text`.
    pub(super) fn of(kind: u16, data: &'a [u8], text: &mut String) -> Remark<'a> {
        const TRAINING_OF_2CBH: u16 = OF_2CBH | 0x09;
        const QUOTATION_OF_2CBH: u16 = OF_2CBH | 0x13;
        let start = text.len();
        let made = match kind {
            0x02 | 0x82 => return text_of(kind, data),
            0x03 if (1..=3).contains(&data.len()) => return Remark::Nags(data),
            0x16 => return clock("WhiteClock", data, text),
            0x17 => return clock("BlackClock", data, text),
            0x24 => time_control(data, text).map(|()| Remark::Tag("TimeControl")),
            0x03..=0x05
            | 0x07
            | 0x10
            | 0x11
            | 0x14
            | 0x15
            | 0x18
            | 0x1C
            | 0x20..=0x23
            | 0x25
            | 0x26 => command(kind as u8, data, text).map(|()| Remark::Command),
            0x09 => training::write_cbh(data, text).map(part),
            0x13 => quotation::write(data, text).map(part),
            TRAINING_OF_2CBH => training::write(data, text).map(part),
            QUOTATION_OF_2CBH => quotation::write_2cbh(data, text).map(part),
            _ => return Remark::Unknown,
        };
        made.unwrap_or_else(|| {
            text.truncate(start);
            Remark::Malformed
        })
    }
}

fn part(leaves_out: bool) -> Remark<'static> {
    if leaves_out { Remark::PartOfCommand } else { Remark::Command }
}

fn text_of(kind: u16, data: &[u8]) -> Remark<'_> {
    match data {
        [_, language, text @ ..] => {
            Remark::Text { is_before: kind == 0x82, language: *language, text }
        }
        _ => Remark::Malformed,
    }
}

fn command(kind: u8, data: &[u8], text: &mut String) -> Option<()> {
    let mut bytes = Bytes::new(data);
    match kind {
        0x04 => marks(data, 2, "csl", text),
        0x05 => marks(data, 3, "cal", text),
        0x07 => {
            let &[hours, minutes, seconds, ..] = data else { return None };
            let [hours, minutes, seconds] = [hours, minutes, seconds].map(u64::from);
            let millis = Millis(((hours * 60 + minutes) * 60 + seconds) * 1000);
            put(text, format_args!("{}", Value::Time(Clock::Emt, millis)))
        }
        0x10 | 0x11 => {
            let name = if kind == 0x10 { "sound" } else { "picture" };
            let number = std::str::from_utf8(data).ok()?.trim_end_matches('\0').trim();
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| put(text, format_args!("[%{name} {number}]")))?
        }
        0x14 => put(text, format_args!("[%pawnstructure {}]", bytes.u8()?)),
        0x15 => {
            let (kind, square) = (bytes.u8()?, square_from_1(bytes.u8()?)?);
            put(text, format_args!("[%piecepath {kind} {square}]"))
        }
        0x18 => {
            let phase = ["opening", "middlegame", "endgame"];
            let phase = phase.get(usize::from(bytes.u8()?.checked_sub(1)?))?;
            put(text, format_args!("[%critical {phase}]"))
        }
        0x1C => web_link(data, text),
        0x20 => {
            let _ = bytes.take(2)?;
            text.push_str("[%video ");
            push_argument(bytes.rest(), text);
            text.push(']');
            Some(())
        }
        0x21 => evaluation(data, text),
        0x22 => put(text, format_args!("[%mdl {}]", bytes.u32_be()?)),
        0x23 => {
            let &[flags, blue, green, red, ..] = data else { return None };
            put(text, format_args!("[%varcolour #{red:02x}{green:02x}{blue:02x} {flags}]"))
        }
        0x25 => put(text, format_args!("[%vst {}]", bytes.u32_be()?)),
        0x26 => evaluations(data, text),
        _ => None,
    }
}

pub(super) fn put(text: &mut String, command: std::fmt::Arguments<'_>) -> Option<()> {
    text.write_fmt(command).ok()
}

/// Text as the argument of a command, which a bracket would end.
pub(super) fn push_argument(bytes: &[u8], text: &mut String) {
    let start = text.len();
    push_text(bytes, text);
    let argument: String = text
        .drain(start..)
        .filter(|letter| *letter != '\0')
        .map(|letter| match letter {
            '[' => '(',
            ']' => ')',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    text.push_str(argument.trim());
}

/// A square that counts from 1, by name.
fn square_from_1(number: u8) -> Option<pgnkit::chess::Square> {
    let number = number.checked_sub(1)?;
    pgnkit::chess::Square::from_ascii(&[b'a' + number / 8, b'1' + number % 8])
}

/// Colored squares or arrows: each a color, then one or two squares.
fn marks(data: &[u8], width: usize, name: &str, text: &mut String) -> Option<()> {
    if data.is_empty() || !data.len().is_multiple_of(width) {
        return None;
    }
    write!(text, "[%{name} ").ok()?;
    for (n, mark) in data.chunks_exact(width).enumerate() {
        let color = match mark[0] {
            2 => MarkColor::Green,
            3 => MarkColor::Yellow,
            4 => MarkColor::Red,
            _ => return None,
        };
        text.push_str(if n > 0 { "," } else { "" });
        text.push(color.letter());
        for &number in &mark[1..] {
            write!(text, "{}", square_from_1(number)?).ok()?;
        }
    }
    text.push(']');
    Some(())
}

/// Address and caption, each after its length.
fn web_link(data: &[u8], text: &mut String) -> Option<()> {
    let mut bytes = Bytes::new(data);
    let _size = bytes.u16_le()?;
    let mut item = || {
        let n = bytes.u8()?;
        bytes.take(usize::from(n))
    };
    let (address, caption) = (item()?, item()?);
    text.push_str("[%link ");
    push_argument(address, text);
    text.push(' ');
    push_argument(caption, text);
    if text.ends_with(' ') {
        text.pop();
    }
    text.push(']');
    Some(())
}

/// An engine's verdict, from White's side.
fn evaluation(data: &[u8], text: &mut String) -> Option<()> {
    let mut bytes = Bytes::new(data);
    let (value, kind, depth) = (bytes.i16_le()?, bytes.i16_le()?, bytes.i16_le()?);
    let score = match kind {
        0 => Score::Centipawns(value.into()),
        1 => Score::Mate(value.into()),
        _ => return None,
    };
    let depth = u32::try_from(depth).ok().filter(|&depth| depth > 0);
    put(text, format_args!("{}", Value::Eval(Eval { score, depth })))
}

/// The evaluations of the main line, the start position's first.
fn evaluations(data: &[u8], text: &mut String) -> Option<()> {
    const NONE: i32 = 32767;
    const MATE: i32 = 30000;
    let mut bytes = Bytes::new(data);
    let n = bytes.u16_be()?;
    write!(text, "[%evp 0,{}", n.checked_sub(1)?).ok()?;
    for _ in 0..n {
        let (kind, _depth) = (bytes.u8()?, bytes.u8()?);
        let value = i32::from(bytes.u16_be()? as i16);
        let value = match kind {
            0 => value,
            1 if value < 0 => -MATE - value,
            1 => MATE - value,
            0xFF => NONE,
            _ => return None,
        };
        write!(text, ",{value}").ok()?;
    }
    text.push(']');
    Some(())
}

/// Hundredths of a second left on a clock.
fn clock<'a>(tag: &'static str, data: &[u8], text: &mut String) -> Remark<'a> {
    let Some(hundredths) = Bytes::new(data).u32_be() else { return Remark::Malformed };
    let seconds = hundredths / 100;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    // Writing to a String cannot fail.
    let _ = write!(text, "{}:{:02}:{seconds:02}", minutes / 60, minutes % 60);
    Remark::Tag(tag)
}

/// Up to three periods: time and increment in hundredths, moves (1000 is the rest), and a kind.
fn time_control(data: &[u8], text: &mut String) -> Option<()> {
    let mut bytes = Bytes::new(data);
    let start = text.len();
    for _ in 0..3 {
        let (time, increment, moves) = (bytes.u32_be()?, bytes.u32_be()?, bytes.u16_be()?);
        let _kind = bytes.u8()?;
        if time == 0 {
            continue;
        }
        text.push_str(if text.len() > start { ":" } else { "" });
        if (1..1000).contains(&moves) {
            write!(text, "{moves}/").ok()?;
        }
        write!(text, "{}", time / 100).ok()?;
        if increment > 0 {
            write!(text, "+{}", increment / 100).ok()?;
        }
    }
    (text.len() > start).then_some(())
}

/// Appends the text of an annotation: figurines become letters, a lone mark a diagram.
pub(super) fn push_comment(bytes: &[u8], text: &mut String) {
    if matches!(bytes, [0x04 | 0x9E]) {
        text.push_str("[#]");
        return;
    }
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    let start = text.len();
    push_text(bytes, text);
    let needs_change = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{E024}'..='\u{E029}')
            || (!is_utf8 && matches!(letter, '\u{A2}'..='\u{A7}'))
    };
    if !text[start..].contains(needs_change) {
        return;
    }
    let tail: String = text.drain(start..).collect();
    let mut letters = tail.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{E024}'..='\u{E029}' => text.push(FIGURINES[letter as usize - 0xE024]),
            // The sign for a paragraph is common in prose; a pawn is before its square.
            '\u{A7}' if !matches!(letters.peek(), Some('a'..='h')) => text.push(letter),
            '\u{A2}'..='\u{A7}' if !is_utf8 => text.push(FIGURINES[letter as usize - 0xA2]),
            '\r' if letters.peek() == Some(&'\n') => {}
            '\r' | '\n' => text.push('\n'),
            '\t' => text.push(' '),
            '\u{04}' | '\u{9E}' => text.push_str("[#]"),
            letter if letter.is_control() => {}
            letter => text.push(letter),
        }
    }
}

const FIGURINES: [char; 6] = ['K', 'Q', 'N', 'B', 'R', 'P'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_become_commands() {
        let cases: [(u16, &[u8], &str); 16] = [
            (0x04, &[2, 1, 4, 64], "[%csl Ga1,Rh8]"),
            (0x05, &[3, 1, 9], "[%cal Ya1b1]"),
            (0x07, &[1, 2, 3, 0], "[%emt 1:02:03]"),
            (0x10, b"12\0", "[%sound 12]"),
            (0x11, b"3", "[%picture 3]"),
            (0x14, &[2], "[%pawnstructure 2]"),
            (0x15, &[1, 36], "[%piecepath 1 e4]"),
            (0x18, &[2], "[%critical middlegame]"),
            (0x1C, &[5, 0, 3, b'a', b']', b'c', 2, b'i', b't'], "[%link a)c it]"),
            (0x20, &[1, 0, b'v'], "[%video v]"),
            (0x21, &[0x9C, 0xFF, 0, 0, 12, 0], "[%eval -1.00,12]"),
            (0x21, &[3, 0, 1, 0, 0, 0], "[%eval #3]"),
            (0x22, &[0, 0, 0, 64], "[%mdl 64]"),
            (0x23, &[1, 255, 128, 0], "[%varcolour #0080ff 1]"),
            (0x25, &[0, 0, 1, 0], "[%vst 256]"),
            (0x26, &[0, 3, 0, 9, 0, 25, 1, 9, 0, 5, 0xFF, 0, 0, 0], "[%evp 0,2,25,29995,32767]"),
        ];
        for (kind, data, expected) in cases {
            let mut text = String::new();
            assert_eq!((Remark::of(kind, data, &mut text), &text[..]), (Remark::Command, expected));
            for n in 0..data.len() {
                let _ = Remark::of(kind, &data[..n], &mut String::new());
            }
        }
    }

    #[test]
    fn clocks_and_time_controls_are_tags() {
        let mut control = vec![];
        for (time, increment, moves) in [(540_000u32, 3000u32, 40u16), (180_000, 3000, 1000)] {
            control.extend(time.to_be_bytes());
            control.extend(increment.to_be_bytes());
            control.extend(moves.to_be_bytes());
            control.push(0);
        }
        control.extend([0; 11]);
        let mut text = String::new();
        assert_eq!(Remark::of(0x24, &control, &mut text), Remark::Tag("TimeControl"));
        assert_eq!(text, "40/5400+30:1800+30");
        text.clear();
        assert_eq!(Remark::of(0x16, &[0, 3, 0x4A, 0xA2], &mut text), Remark::Tag("WhiteClock"));
        assert_eq!(text, "0:35:57");
    }

    #[test]
    fn malformed_data_leave_no_trace() {
        let cases: [(u16, &[u8]); 6] = [
            (0x04, &[2, 1, 9]),
            (0x04, &[7, 1]),
            (0x05, &[2, 0, 1]),
            (0x26, &[0, 2, 0]),
            (0x21, &[1]),
            (0x13, &[0]),
        ];
        for (kind, data) in cases {
            let mut text = String::from("before");
            assert_eq!(Remark::of(kind, data, &mut text), Remark::Malformed);
            assert_eq!(text, "before");
        }
        assert_eq!(Remark::of(0x61, &[], &mut String::new()), Remark::Unknown);
    }

    #[test]
    fn figurines_become_letters() {
        let cases: [(&[u8], &str); 5] = [
            (b"\xa4f3 and \xa7e4, \xa7 5\xe4", "Nf3 and Pe4, § 5ä"),
            ("\u{E025}h5 \u{A7}".as_bytes(), "Qh5 §"),
            (b"\x04", "[#]"),
            (b"one\r\ntwo\ttabs", "one\ntwo tabs"),
            (b"plain", "plain"),
        ];
        for (bytes, expected) in cases {
            let mut text = String::new();
            push_comment(bytes, &mut text);
            assert_eq!(text, expected);
        }
    }
}
