//! Quotations: other games, of which an annotation has the players, the event, perhaps the moves
//! (§10, D-11).

use std::fmt::Write as _;

use super::cipher::Cipher;
use super::moves::two_bytes;
use super::numbers::From;
use super::remark::push_argument;
use super::start;
use crate::databases::bytes::{Bytes, until_nul};
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::san;
use pgnkit::chess::{Color, Move, Position};

const WITH_MOVES: u16 = 2;
const FROM_SETUP: u16 = 64;
/// The end of a line, in a word of moves.
const END_OF_LINE: u16 = 0x4000;
/// Both squares of a move; a null move has none and ends the game.
const SQUARES: u16 = 0x0FFF;

/// Writes a quotation as one line, and its moves as another command: `[%quote 1-0 White-Black …]
/// [%quotemoves 1. e4 e5]`. Says whether it has moves that are left out.
pub(super) fn write(data: &[u8], text: &mut String) -> Option<bool> {
    let mut bytes = Bytes::new(data);
    let _size = bytes.u16_be()?;
    let has_moves = bytes.u16_be()? == WITH_MOVES;
    let setup = match bytes.u16_be()? {
        FROM_SETUP => Some(bytes.take(start::START_BYTES)?),
        _ => None,
    };
    let (white, black) = (item(&mut bytes)?, item(&mut bytes)?);
    let (white_elo, black_elo, _eco) = (bytes.u16_be()?, bytes.u16_be()?, bytes.u16_be()?);
    let (event, site) = (item(&mut bytes)?, item(&mut bytes)?);
    let date = bytes.u32_be()?;
    let _kinds = bytes.take(8)?;
    let (subround, round, result) = (bytes.u8()?, bytes.u8()?, bytes.u8()?);
    write!(text, "[%quote {} ", result_of(result)).ok()?;
    push_argument(white, text);
    if white_elo > 0 {
        write!(text, " ({white_elo})").ok()?;
    }
    text.push('-');
    push_argument(black, text);
    if black_elo > 0 {
        write!(text, " ({black_elo})").ok()?;
    }
    for place in [site, event] {
        if !place.is_empty() {
            text.push(' ');
            push_argument(place, text);
        }
    }
    let year = date >> 9;
    if year > 0 {
        write!(text, " {year}").ok()?;
    }
    match (round, subround) {
        (0, _) => {}
        (round, 0) => write!(text, " ({round})").ok()?,
        (round, subround) => write!(text, " ({round}.{subround})").ok()?,
    }
    text.push(']');
    if !has_moves {
        return Some(false);
    }
    let _ = bytes.take(2);
    let end = text.len();
    let is_whole = write_moves(bytes.rest(), setup, text).is_some();
    if !is_whole {
        text.truncate(end);
    }
    Some(!is_whole)
}

fn result_of(code: u8) -> &'static str {
    ["0-1", "1/2-1/2", "1-0"].get(usize::from(code)).copied().unwrap_or("*")
}

struct Quotation<'a> {
    /// Last and first names of White and Black, site, event.
    names: [&'a [u8]; 6],
    date: u32,
    /// Ratings, opening, category and the like, in an order that is not known.
    unread: [&'a [u8]; 3],
    result: u8,
    /// From and to, and what is not known, a byte each but three for the last.
    moves: &'a [u8],
}

const MOVE_BYTES: usize = 5;

/// Takes a quotation of 2CBH from the front; `None` if it has another form.
fn take_2cbh<'a>(bytes: &mut Bytes<'a>) -> Option<Quotation<'a>> {
    let is_known = bytes.u8()? == 1;
    let _mode = bytes.u16_le().filter(|mode| is_known && matches!(mode, 1 | 2))?;
    let _ = bytes.take(2)?;
    let is_known = bytes.u32_le()? == 1;
    let _ = bytes.u8().filter(|&zero| is_known && zero == 0)?;
    let mut names = [&[][..]; 6];
    for name in &mut names {
        *name = item(bytes)?;
    }
    let date = bytes.u32_le()?;
    let kinds = bytes.take(30)?;
    let result = bytes.u8()?;
    let mut unread = [kinds, bytes.take(44)?, &[]];
    for _ in 0..2 {
        let _ = bytes.take(5).filter(|&head| head == [1, 0, 1, 0, 0])?;
        let _list_of_ratings = item(bytes)?;
    }
    unread[2] = bytes.take(29)?;
    let n_moves = usize::try_from(bytes.u32_le()?).ok()?;
    let moves = bytes.take(n_moves.checked_mul(MOVE_BYTES)?)?;
    let _ = bytes.u32_le().filter(|&zero| zero == 0)?;
    Some(Quotation { names, date, unread, result, moves })
}

/// Skips a quotation of 2CBH; `None` if it has another form.
pub(crate) fn skip_2cbh(bytes: &mut Bytes<'_>) -> Option<()> {
    take_2cbh(bytes).map(|_| ())
}

/// Writes a quotation of 2CBH as [`write`] does those of CBH. Says whether anything is left out.
pub(super) fn write_2cbh(data: &[u8], text: &mut String) -> Option<bool> {
    let quotation = take_2cbh(&mut Bytes::new(data))?;
    let [white, white_first, black, black_first, site, event] = quotation.names;
    write!(text, "[%quote {} ", result_of(quotation.result)).ok()?;
    for (separator, last, first) in [("", white, white_first), ("-", black, black_first)] {
        text.push_str(separator);
        push_argument(last, text);
        if !first.is_empty() {
            text.push(',');
            push_argument(first, text);
        }
    }
    for place in [site, event].into_iter().filter(|place| !place.is_empty()) {
        text.push(' ');
        push_argument(place, text);
    }
    let year = quotation.date >> 9;
    if year > 0 {
        write!(text, " {year}").ok()?;
    }
    text.push(']');
    let leaves_out = quotation.unread.concat().iter().any(|&byte| byte != 0);
    if quotation.moves.is_empty() {
        return Some(leaves_out);
    }
    // Squares may count from 0 or from 1: only one of them makes legal moves.
    let end = text.len();
    let is_written = [0, 1].into_iter().any(|first| {
        text.truncate(end);
        write_squares(quotation.moves, first, text).is_some()
    });
    if !is_written {
        text.truncate(end);
    }
    Some(leaves_out || !is_written)
}

/// Writes moves of two squares each, which count from `first`, if all of them are legal and none
/// promotes.
fn write_squares(moves: &[u8], first: u8, text: &mut String) -> Option<()> {
    let mut position = Position::start();
    text.push_str(" [%quotemoves");
    for (n, mv) in moves.chunks_exact(MOVE_BYTES).enumerate() {
        let [from, to] = [mv[0].checked_sub(first)?, mv[1].checked_sub(first)?];
        if from > 63 || to > 63 {
            return None;
        }
        let mv = two_bytes(&position, u16::from(from) | u16::from(to) << 6, From::A1, 0).ok()?;
        if mv.promotion().is_some() {
            return None;
        }
        write_move(&mut position, mv, n, text)?;
    }
    text.push(']');
    Some(())
}

/// Plays and writes the `n`th move, if it is legal.
fn write_move(position: &mut Position, mv: Move, n: usize, text: &mut String) -> Option<()> {
    let number = position.fullmove();
    match (position.turn(), n) {
        (Color::White, _) => write!(text, " {number}.").ok()?,
        (Color::Black, 0) => write!(text, " {number}...").ok()?,
        (Color::Black, _) => {}
    }
    if !position.is_legal(mv) {
        return None;
    }
    write!(text, " {}", san::play_to_text(position, mv).as_str()).ok()
}

fn item<'a>(bytes: &mut Bytes<'a>) -> Option<&'a [u8]> {
    let n = bytes.u8()?;
    Some(until_nul(bytes.take(usize::from(n))?))
}

/// Writes the moves, if all of them are legal and end where the bytes do.
fn write_moves(bytes: &[u8], setup: Option<&[u8]>, text: &mut String) -> Option<()> {
    let mut position = match setup {
        None => Position::start(),
        Some(setup) => start::parse(setup, None)?.position().ok()?,
    };
    if setup.is_some() {
        write!(text, " [%quotestart {}]", fen::to_text(&position, EpPolicy::Standard).as_str())
            .ok()?;
    }
    text.push_str(" [%quotemoves");
    let (words, odd) = bytes.as_chunks::<2>();
    let mut words = words.iter();
    for (n, word) in words.by_ref().enumerate() {
        let word = u16::from_be_bytes(word.map(|byte| Cipher::QUOTED.value(byte, n as u32)));
        if word & SQUARES == 0 {
            break;
        }
        let mv = two_bytes(&position, word, From::A1, 0).ok()?;
        if word & 0x8000 != 0 {
            return None;
        }
        write_move(&mut position, mv, n, text)?;
        if word & END_OF_LINE != 0 {
            break;
        }
    }
    text.push(']');
    (words.as_slice().is_empty() && odd.is_empty()).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotation(moves: &[u16]) -> Vec<u8> {
        let mut data = vec![0, 99, 0, 1, 0, 0];
        let item = |text: &[u8]| [&[text.len() as u8 + 1], text, &[0]].concat();
        data.extend(item(b"Kasparov,G"));
        data.extend(item(b"Karpov,A"));
        data.extend([9, 146, 0, 0, 0, 0]);
        data.extend(item(b"Masters"));
        data.extend(item(b"Linares"));
        data.extend((1999u32 << 9).to_be_bytes());
        data.extend([0; 8]);
        data.extend([0, 1, 2, 0, 0]);
        for (n, word) in (0..).zip(moves) {
            data.extend(word.to_be_bytes().map(|byte| Cipher::QUOTED.byte(byte, n)));
        }
        data
    }

    /// From and to, counted file by file.
    const fn word(from: u16, to: u16) -> u16 {
        from | to << 6
    }

    const LINE: &str = "[%quote 1-0 Kasparov,G (2450)-Karpov,A Linares Masters 1999 (1)]";

    #[test]
    fn a_quotation_is_one_line() {
        let mut data = quotation(&[]);
        for mode in [1, 2] {
            data[3] = mode;
            let mut text = String::new();
            assert_eq!(write(&data, &mut text), Some(false));
            assert_eq!(text.strip_suffix(" [%quotemoves]").unwrap_or(&text), LINE);
        }
        for n in 0..data.len() - 2 {
            let mut text = String::new();
            assert_eq!(write(&data[..n], &mut text), None);
        }
    }

    #[test]
    fn quoted_moves_are_written_if_all_are_legal() {
        // e2e4 e7e5 g1f3, and what ends them.
        let moves = [word(33, 35), word(38, 36), word(48, 42), 0];
        let whole = " [%quotemoves 1. e4 e5 2. Nf3]";
        let cases: [(Vec<u16>, Option<&str>); 5] = [
            (moves.to_vec(), Some(whole)),
            (moves[..3].to_vec(), Some(whole)),
            ([&moves[..2], &[moves[2] | END_OF_LINE]].concat(), Some(whole)),
            (vec![word(33, 36), 0], None),
            ([&moves[..], &[0]].concat(), None),
        ];
        for (moves, expected) in cases {
            let mut data = quotation(&moves);
            data[3] = 2;
            let mut text = String::new();
            assert_eq!(write(&data, &mut text), Some(expected.is_none()), "{moves:?}");
            assert_eq!(text.strip_prefix(LINE).unwrap(), expected.unwrap_or_default());
        }
    }

    fn of_2cbh(n_rating: u8, squares: &[(u8, u8)]) -> Vec<u8> {
        let mut data = vec![1, 2, 0, 7, 7, 1, 0, 0, 0, 0];
        for name in ["Kasparov", "G", "Karpov", "A", "Linares", "Masters"] {
            data.push(name.len() as u8 + 1);
            data.extend(name.as_bytes());
            data.push(0);
        }
        data.extend((1999u32 << 9).to_le_bytes());
        data.extend([0; 29]);
        data.extend([n_rating, 2]);
        data.extend([0; 44]);
        for _ in 0..2 {
            data.extend([1, 0, 1, 0, 0, 4, b'E', b'l', b'o', 0]);
        }
        data.extend([0; 29]);
        data.extend((squares.len() as u32).to_le_bytes());
        data.extend(squares.iter().flat_map(|&(from, to)| [from, to, 0, 0, 0]));
        data.extend([0; 4]);
        data
    }

    #[test]
    fn a_quotation_of_2cbh_is_alike() {
        const LINE: &str = "[%quote 1-0 Kasparov,G-Karpov,A Linares Masters 1999]";
        const MOVES: &str = " [%quotemoves 1. e4 e5 2. Nf3]";
        type Squares = &'static [(u8, u8)];
        let cases: [(u8, Squares, bool, &str); 5] = [
            (0, &[], false, ""),
            (9, &[], true, ""),
            (0, &[(33, 35), (38, 36), (48, 42)], false, MOVES),
            (0, &[(34, 36), (39, 37), (49, 43)], false, MOVES),
            (0, &[(34, 36), (200, 37)], true, ""),
        ];
        for (n_rating, squares, leaves_out, moves) in cases {
            let data = of_2cbh(n_rating, squares);
            let mut text = String::new();
            assert_eq!(write_2cbh(&data, &mut text), Some(leaves_out));
            assert_eq!(text.strip_prefix(LINE), Some(moves));
            for n in 0..data.len() {
                assert_eq!(write_2cbh(&data[..n], &mut String::new()), None);
            }
        }
    }

    #[test]
    fn quoted_moves_begin_where_the_game_was_set_up() {
        let mut data = quotation(&[word(35, 36), 0]);
        data[3] = 2;
        data[5] = FROM_SETUP as u8;
        // King on a1, pawn on e4, king on h8: empty squares are a bit each.
        let mut bits = format!("10001{}10110{}11001", "0".repeat(34), "0".repeat(27));
        bits += &"0".repeat(24 * 8 - bits.len());
        // White moves, no castling, the third move.
        let mut board = vec![1, 0, 0, 3];
        board.extend((0..24).map(|n| u8::from_str_radix(&bits[8 * n..8 * n + 8], 2).unwrap()));
        data.splice(6..6, board);
        let mut text = String::new();
        assert_eq!(write(&data, &mut text), Some(false), "{text}");
        let expected = " [%quotestart 7k/8/8/8/4P3/8/8/K7 w - - 0 3] [%quotemoves 3. e5]";
        assert_eq!(text.strip_prefix(LINE).unwrap(), expected);
    }
}
