//! Moves with their numbers, and similar moves, for messages (§8.2.2, D-32).

use pgnkit::chess::notation::san::{self, SanText};
use pgnkit::chess::{Color, Position, Role, Square};
use pgnkit::suggest::distance;

/// How many moves are offered.
const N_NEAR_MAX: usize = 3;

/// The text with the number it has in this position: `12. Nf3`, `12... Nf6`.
pub(super) fn before(position: &Position, text: &str) -> String {
    let number = position.fullmove();
    match position.turn() {
        Color::White => format!("{number}. {text}"),
        Color::Black => format!("{number}... {text}"),
    }
}

/// The number that touches the move's text, separated from it: `1e4` has `1. `. Empty if there is
/// none, or not the correct one.
pub(super) fn glued(position: &Position, text: &[u8]) -> String {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = position.fullmove().to_string();
    let is_number = digits > 0 && &text[..digits] == number.as_bytes();
    let is_move = text.get(digits).is_some_and(u8::is_ascii_alphabetic);
    if is_number && is_move { before(position, "") } else { String::new() }
}

/// `Nbd2 or Nfd2`
pub(super) fn either(texts: &[SanText]) -> String {
    let texts: Vec<&str> = texts.iter().map(SanText::as_str).collect();
    match texts.split_last() {
        Some((last, head)) if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        Some((last, _)) => (*last).to_string(),
        None => String::new(),
    }
}

/// The promotions to a queen on this square that a text may mean: those from the file that it
/// begins with, else all.
pub(super) fn promotions(position: &Position, text: &str, to: Square) -> String {
    let mut queens: Vec<SanText> = Vec::new();
    for &mv in position.legal_moves().as_slice() {
        if mv.to() == to && mv.promotion() == Some(Role::Queen) {
            queens.push(san::to_text(position, mv));
        }
    }
    let first = text.chars().next();
    let is_meant = |san: &SanText| san.as_str().chars().next() == first;
    if queens.iter().any(is_meant) {
        queens.retain(is_meant);
    }
    queens.sort_unstable();
    let texts: Vec<String> = queens.iter().map(|san| format!("`{san}`")).collect();
    texts.join(" or ")
}

/// The legal moves whose texts differ in one letter, with the same length; the best three.
pub(super) fn near_moves(position: &Position, text: &str) -> Option<String> {
    let wanted = text.trim_end_matches(['+', '#', '!', '?']);
    if wanted.len() < 2 || wanted.len() > 8 {
        return None;
    }
    let mut near: Vec<SanText> = Vec::new();
    for &mv in position.legal_moves().as_slice() {
        let san = san::to_text(position, mv);
        if distance(wanted, san.as_str().trim_end_matches(['+', '#'])) == 1 {
            near.push(san);
        }
    }
    near.sort_unstable();
    if near.is_empty() || near.len() > N_NEAR_MAX { None } else { Some(either(&near)) }
}
