//! Training questions: the time for an answer, its points, and in 2CBH the texts (§10, D-11).

use super::remark::{push_argument, put};
use crate::databases::bytes::Bytes;

const HEAD_OF_CBH: [u8; 3] = [1, 0, 1];
const HEAD_OF_2CBH: [u8; 6] = [1, 1, 1, 0, 0, 0];
const TEXT: u16 = 0;
const N_REPLY_LISTS: usize = 3;

/// Writes a question of CBH as `[%training 0:01:30 5]`. Says whether more follows, which is not
/// known.
pub(super) fn write_cbh(data: &[u8], text: &mut String) -> Option<bool> {
    let mut bytes = Bytes::new(data);
    let is_known = bytes.take(HEAD_OF_CBH.len())? == HEAD_OF_CBH;
    let _size = bytes.u16_le().filter(|_| is_known)?;
    write_worth(&mut bytes, text)?;
    Some(bytes.rest().iter().any(|&byte| byte != 0))
}

/// Writes a question of 2CBH in the same way, and its texts: `[%question …]`, `[%reply …]`,
/// `[%solution …]`. Returns whether it has other content, which is left out: arrows and squares of
/// a text, and the solution moves, whose square numbering is unknown.
pub(super) fn write(data: &[u8], text: &mut String) -> Option<bool> {
    let mut bytes = Bytes::new(data);
    let _head = bytes.take(HEAD_OF_2CBH.len())?;
    write_worth(&mut bytes, text)?;
    let mut leaves_out = write_list(&mut bytes, "question", text)?;
    for _ in 0..N_REPLY_LISTS {
        leaves_out |= write_list(&mut bytes, "reply", text)?;
    }
    for _ in 0..bytes.u8()? {
        let _move = bytes.take(4)?;
        leaves_out = true;
        write_list(&mut bytes, "solution", text)?;
    }
    Some(leaves_out)
}

/// Skips a question of 2CBH; `None` if it has another form.
pub(crate) fn skip(bytes: &mut Bytes<'_>) -> Option<()> {
    let is_known = bytes.take(HEAD_OF_2CBH.len())? == HEAD_OF_2CBH;
    let _worth = bytes.take(6).filter(|_| is_known)?;
    (0..=N_REPLY_LISTS).try_for_each(|_| skip_list(bytes))?;
    let n_solutions = bytes.u8()?;
    (0..n_solutions).try_for_each(|_| {
        let _move = bytes.take(4)?;
        skip_list(bytes)
    })
}

fn skip_list(bytes: &mut Bytes<'_>) -> Option<()> {
    let n = bytes.u16_le()?;
    (0..n).try_for_each(|_| item(bytes).map(|_| ()))
}

/// The seconds and the points.
fn write_worth(bytes: &mut Bytes<'_>, text: &mut String) -> Option<()> {
    let (seconds, points) = (bytes.u32_le()?, bytes.u16_le()?);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let hours = minutes / 60;
    put(text, format_args!("[%training {hours}:{:02}:{seconds:02} {points}]", minutes % 60))
}

/// Writes the texts of a list. Says whether it has anything else.
fn write_list(bytes: &mut Bytes<'_>, command: &str, text: &mut String) -> Option<bool> {
    let mut has_more = false;
    for _ in 0..bytes.u16_le()? {
        match item(bytes)? {
            (TEXT, []) => {}
            (TEXT, words) => {
                put(text, format_args!(" [%{command} "))?;
                push_argument(words, text);
                text.push(']');
            }
            _ => has_more = true,
        }
    }
    Some(has_more)
}

fn item<'a>(bytes: &mut Bytes<'a>) -> Option<(u16, &'a [u8])> {
    let (kind, n_bytes) = (bytes.u16_le()?, bytes.u32_le()?);
    Some((kind, bytes.take(usize::try_from(n_bytes).ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORTH: [u8; 6] = [90, 0, 0, 0, 5, 0];

    #[test]
    fn a_question_has_its_time_and_its_points() {
        let mut data = [&[1, 0, 1, 6, 0][..], &WORTH].concat();
        for (more, leaves_out) in [(0, false), (7, true)] {
            data.push(more);
            let mut text = String::new();
            assert_eq!(write_cbh(&data, &mut text), Some(leaves_out));
            assert_eq!(text, "[%training 0:01:30 5]");
        }
        data[2] = 2;
        assert_eq!(write_cbh(&data, &mut String::new()), None);
    }

    fn list(items: &[(u8, &str)]) -> Vec<u8> {
        let mut list = vec![items.len() as u8, 0];
        for (kind, words) in items {
            list.extend([*kind, 0, words.len() as u8, 0, 0, 0]);
            list.extend(words.as_bytes());
        }
        list
    }

    #[test]
    fn texts_of_a_question_are_commands() {
        let question = list(&[(0, "What [now]?")]);
        let arrows = list(&[(0, "Look"), (7, "abc")]);
        let (none, solution) = (list(&[]), list(&[(0, "It takes")]));
        let whole = [&HEAD_OF_2CBH[..], &WORTH, &question].concat();
        let plain = [&whole, &none, &none, &none, &[0][..]].concat();
        let solved = [&whole[..], &arrows, &none, &none, &[1, 33, 35, 0, 0], &solution].concat();
        let cases = [
            (plain, false, "[%training 0:01:30 5] [%question What (now)?]"),
            (
                solved,
                true,
                "[%training 0:01:30 5] [%question What (now)?] [%reply Look] [%solution It takes]",
            ),
        ];
        for (data, leaves_out, expected) in cases {
            let mut text = String::new();
            assert_eq!(write(&data, &mut text), Some(leaves_out));
            assert_eq!(text, expected);
            let more = [&data[..], b"rest"].concat();
            let mut bytes = Bytes::new(&more);
            assert_eq!((skip(&mut bytes), bytes.rest()), (Some(()), &b"rest"[..]));
            for n in 0..data.len() {
                assert_eq!(write(&data[..n], &mut String::new()), None);
                assert_eq!(skip(&mut Bytes::new(&data[..n])), None);
            }
        }
    }
}
