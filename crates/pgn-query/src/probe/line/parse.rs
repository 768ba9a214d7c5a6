//! Reading rows of moves (§8.2.3, D-32, D-34).

use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Color, Position, Role, Square};

use super::free::{Free, SIDE_MAX};
use super::ply::{MovePattern, Ply, PlyTarget};
use super::{MoveSequence, TAIL_MAX, WrittenMoves};
use crate::probe::position::Exact;
use crate::probe::test::Test;
use crate::probe::text::ProbeText;
use crate::probe::{Order, ProbeError};

/// A word of a row.
enum Item {
    Gap,
    Ply(Ply),
}

/// Reads a row of moves.
///
/// ```text
/// row    ::= {[number] (gap | place)}
/// place  ::= "*" | ["!"] move {"|" move}
/// gap    ::= "..."                      any number of moves, perhaps none
/// number ::= digits "." | digits "..."  White's move comes next, or Black's
/// move   ::= SAN | square ["-"] square [role] | "--"
/// ```
///
/// A number only determines the side of the next move. Moves are compared as moves: `x` is required
/// if and only if the move is a capture; a file or rank, `+` and `#` may be left out, but must be
/// correct if given. With [`Order::Free`], gaps are not allowed.
pub(crate) fn parse(text: &str, order: Order) -> Result<MoveSequence, ProbeError> {
    let mut text = ProbeText::new(text);
    let mut items = Vec::new();
    while let Some((item, range)) = item(&mut text)? {
        items.push((item, range));
    }
    if !items.iter().any(|(item, _)| matches!(item, Item::Ply(_))) {
        return Err(text.expected("a move"));
    }
    match order {
        Order::AsWritten | Order::AnyWay => row(items),
        Order::Free => free(items),
    }
}

type Placed = (Item, std::ops::Range<usize>);

fn row(items: Vec<Placed>) -> Result<MoveSequence, ProbeError> {
    let mut row = WrittenMoves::default();
    for (item, range) in items {
        match item {
            Item::Gap => row.gaps |= 1 << row.tail.len(),
            Item::Ply(ply) if row.gaps == 0 => row.lead.push(ply),
            Item::Ply(_) if row.tail.len() == TAIL_MAX => {
                let message = format!("expected at most {TAIL_MAX} moves after a gap, found more");
                return Err(ProbeError::new(range, message));
            }
            Item::Ply(ply) => row.tail.push(ply),
        }
    }
    Ok(MoveSequence::Row(row))
}

fn free(items: Vec<Placed>) -> Result<MoveSequence, ProbeError> {
    let mut sides: [Vec<Ply>; 2] = Default::default();
    let mut color = Color::White;
    for (item, range) in items {
        let Item::Ply(ply) = item else {
            let message = "expected a move, found a gap, which is not allowed in free order";
            return Err(ProbeError::new(range, message));
        };
        let mover = ply.color.unwrap_or(color);
        let side = &mut sides[mover.index()];
        if side.len() == SIDE_MAX {
            let message = format!("expected at most {SIDE_MAX} moves of a side, found more");
            return Err(ProbeError::new(range, message));
        }
        side.push(ply);
        color = mover.other();
    }
    let n_moves = [sides[0].len(), sides[1].len()];
    // A side that has no move listed more often than the other cannot wait for it.
    if n_moves[0].abs_diff(n_moves[1]) > 1 {
        let message = "expected the moves of both sides in turn; `*` is any move";
        return Err(ProbeError::new(0..0, message));
    }
    Ok(MoveSequence::Free(Free::new(sides)))
}

fn item(text: &mut ProbeText<'_>) -> Result<Option<Placed>, ProbeError> {
    let color = number(text)?;
    let start = text.at();
    let Some(next) = text.peek() else {
        return if color.is_some() { Err(text.expected("a move")) } else { Ok(None) };
    };
    if text.take("...") || text.take("…") {
        return Ok(Some((Item::Gap, start..text.at())));
    }
    if next == '*' {
        text.next();
        let ply = Ply { what: PlyTarget::Any, color };
        return Ok(Some((Item::Ply(ply), start..text.at())));
    }
    let is_except = text.take("!");
    let mut moves = vec![wanted(text)?];
    loop {
        let end = text.at();
        text.skip_spaces();
        if !text.take("|") {
            let what = if is_except { PlyTarget::NoneOf(moves) } else { PlyTarget::OneOf(moves) };
            return Ok(Some((Item::Ply(Ply { what, color }), start..end)));
        }
        text.skip_spaces();
        moves.push(wanted(text)?);
    }
}

/// Skips a number and returns the side of the next move.
fn number(text: &mut ProbeText<'_>) -> Result<Option<Color>, ProbeError> {
    text.skip_spaces();
    let mut ahead = *text;
    if ahead.take_while(|c| c.is_ascii_digit()).is_empty() {
        return Ok(None);
    }
    let dots = ahead.take_while(|c| c == '.');
    // `0-0` begins with a digit too.
    if dots.is_empty() && ahead.peek().is_some_and(|c| !c.is_whitespace()) {
        return Ok(None);
    }
    *text = ahead;
    text.skip_spaces();
    Ok(match dots.len() {
        0 => None,
        1 => Some(Color::White),
        _ => Some(Color::Black),
    })
}

/// One word that is a move.
fn word<'a>(text: &mut ProbeText<'a>) -> (&'a str, std::ops::Range<usize>) {
    let start = text.at();
    let word = text.take_while(|c| !c.is_whitespace() && !matches!(c, '|' | '*'));
    (word, start..start + word.len())
}

fn wanted(text: &mut ProbeText<'_>) -> Result<MovePattern, ProbeError> {
    let (word, range) = word(text);
    let plain = word.trim_end_matches(['!', '?']);
    if matches!(plain, "--" | "Z0") {
        return Ok(MovePattern::NULL);
    }
    if let Some(wanted) = coordinates(plain) {
        return Ok(wanted);
    }
    let (is_castle, rest) = (plain.starts_with('0'), plain.replace('0', "O"));
    let is_hyphened = plain.contains('-') && !plain.starts_with(['O', '0']);
    let usual = match (is_castle, is_hyphened) {
        (true, _) => rest,
        (false, true) => plain.replacen('-', "", 1),
        (false, false) => plain.to_owned(),
    };
    san::parse(usual.as_bytes())
        .map(MovePattern::of_san)
        .map_err(|_| text.expected_at("a move such as `Nf3`, `exd5`, `O-O` or `e7e8q`", range))
}

/// `e2e4`, `e2-e4`, `e7e8q`, `e7e8=Q`.
fn coordinates(word: &str) -> Option<MovePattern> {
    let from = Square::from_ascii(word.as_bytes().get(..2)?)?;
    let rest = word.get(2..)?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let to = Square::from_ascii(rest.as_bytes().get(..2)?)?;
    let rest = rest.get(2..)?;
    let promotion = match rest.strip_prefix('=').unwrap_or(rest).as_bytes() {
        [] if !rest.is_empty() => return None,
        [] => None,
        [letter] => {
            let role = Role::from_letter(letter.to_ascii_uppercase())?;
            Some(Role::PROMOTIONS.into_iter().find(|known| *known == role)?)
        }
        _ => return None,
    };
    Some(MovePattern::of_squares(from, to, promotion))
}

/// Reads a row of moves from the usual array and gives the position that it leads to, by whatever
/// way a game comes there.
pub(crate) fn parse_position(text: &str) -> Result<Test, ProbeError> {
    let mut text = ProbeText::new(text);
    let mut position = Position::start();
    let mut n_moves = 0;
    loop {
        number(&mut text)?;
        if text.peek().is_none() {
            break;
        }
        let (word, range) = word(&mut text);
        let reading = san::resolve(&position, word.as_bytes(), &SanOptions::default());
        match reading {
            Ok(reading) => position.play_unchecked(reading.mv),
            Err(reason) => {
                let error = text.expected_at("a legal move", range);
                return Err(ProbeError::new(error.range, format!("{}: {reason}", error.message)));
            }
        }
        n_moves += 1;
    }
    if n_moves == 0 {
        return Err(text.expected("a move"));
    }
    Ok(Test::Exact(Box::new(Exact::of(&position))))
}
