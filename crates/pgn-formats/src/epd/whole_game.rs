//! All of a game in its records: its text, of which each record has a part in a private opcode.
//!
//! ```text
//! Pgn 0 3 "%5BEvent_%22x%22%5D%0A%0A1._e4_$1_"    part 0 of 3, in strings that are joined
//! Pgn 0 3 Atomic "…"                              of a variant, which the fields may not show
//! ```

use super::from_game::records;
use super::game_losses::game_losses;
use super::record::{Operand, Record, Value};
use super::write::{Form, append};
use pgnkit::charset::{Choice, Encoding};
use pgnkit::chess::{Position, Variant};
use pgnkit::game::Game;
use pgnkit::read::{Games, ReadOptions};
use pgnkit::write::{Export, Loss, Profile};

/// The opcode. Its capital letter makes it private (§16.2.4.2), so that other programs skip it.
const MNEMONIC: &str = "Pgn";

/// The longest string, which still fits on a line of PGN with its quotes if it becomes a comment.
const STRING_BYTES_MAX: usize = 200;

/// Passes the records of [`records`] to `give`, with all of the game in addition: result, tags,
/// NAGs, variations, commands, escape lines, and moves after one that cannot be played.
/// [`Chain`](super::Chain) reads the game back from them.
///
/// The operation is private, so the archival form of records drops it. Loses nothing otherwise,
/// and returns what `records` returns.
///
/// ```
/// use pgn_formats::epd::{self, Chain};
/// let game: pgnkit::Game = "[White \"Tal\"]\n\n1. e4 $1 (1. d4) e5 1-0".parse().expect("a game");
/// let mut chain = Chain::default();
/// epd::whole_records(&game, &mut Vec::new(), |record| _ = chain.push(record));
/// assert_eq!(chain.finish(), Some(game));
/// ```
pub fn whole_records(game: &Game, losses: &mut Vec<Loss>, mut give: impl FnMut(&Record)) -> bool {
    let mut all: Vec<Record> = Vec::new();
    if !records(game, |record| all.push(record.clone())) {
        return false;
    }
    let mut text = Vec::new();
    if Export::new(Profile::Lossless).append(game, &mut text, losses).is_err() {
        game_losses(game, losses);
        all.iter().for_each(give);
        return true;
    }
    let text = escape(&text);
    let n_parts = all.len();
    let part_bytes = text.len().div_ceil(n_parts).max(1);
    let mut parts = text.as_bytes().chunks(part_bytes);
    let variant = all[0].position().map(Position::variant).filter(|it| *it != Variant::Standard);
    for (n, record) in all.iter_mut().enumerate() {
        set_part(record, (n, n_parts, variant), parts.next().unwrap_or_default());
        give(record);
    }
    true
}

fn set_part(
    record: &mut Record,
    (n, n_parts, variant): (usize, usize, Option<Variant>),
    text: &[u8],
) {
    let words = [n.to_string(), n_parts.to_string()].into_iter();
    let words = words.chain(variant.map(|variant| variant.name().replace(' ', "_")));
    let strings = text.chunks(STRING_BYTES_MAX).map(String::from_utf8_lossy);
    let operands = words.map(|word| Operand::word(&word));
    let operands = operands.chain(strings.map(|string| Operand::string(&string)));
    record.set_named(MNEMONIC, operands.collect());
}

/// The part in a record: its number, the number of all, and the rest.
fn part(record: &Record) -> Option<(usize, usize, &[Operand])> {
    let found = record.operations().iter().find(|found| found.mnemonic() == MNEMONIC)?;
    let Value::Operands(operands) = found.value() else { return None };
    let [n, n_parts, rest @ ..] = &operands[..] else { return None };
    let (n, n_parts) = (n.text().parse().ok()?, n_parts.text().parse().ok()?);
    (n < n_parts).then_some((n, n_parts, rest))
}

/// The rules that the operations of a line name, if they begin with a part.
pub(super) fn variant(operations: &[u8]) -> Option<Variant> {
    let mut words = operations.trim_ascii_start().split(|byte| *byte == b' ');
    let is_part = words.next()? == MNEMONIC.as_bytes();
    let word = std::str::from_utf8(words.nth(2)?).ok()?;
    Variant::from_name(word).filter(|_| is_part && !word.starts_with('"'))
}

/// Encodes a text in the characters of an operand that every program keeps unchanged.
fn escape(text: &[u8]) -> String {
    let mut escaped = String::with_capacity(text.len() * 5 / 4);
    for &byte in text {
        match byte {
            b' ' => escaped.push('_'),
            b'"' | b'\'' | b'%' | b'_' | b'\\' | b'[' | b']' | b'{' | b'}' => {
                escaped.push_str(&format!("%{byte:02X}"));
            }
            _ if byte.is_ascii_graphic() => escaped.push(char::from(byte)),
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

fn unescape(escaped: &str) -> Option<Vec<u8>> {
    let mut text = Vec::with_capacity(escaped.len());
    let mut rest = escaped.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match first {
            b'_' => (b' ', after),
            b'%' => {
                let (digits, after) = after.split_at_checked(2)?;
                (u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?, after)
            }
            _ => (*first, after),
        };
        text.push(byte);
        rest = after;
    }
    Some(text)
}

/// The parts that the records of a game had so far.
#[derive(Debug, Default)]
pub(super) struct GameParts {
    text: String,
    n_taken: usize,
    n_parts: usize,
    /// The records of the game, without the parts; none if the game has no parts.
    records: Vec<Record>,
}

impl GameParts {
    /// Takes the part out of the next record of the game; `None` if it has none, or not the next
    /// one.
    pub(super) fn take(&mut self, record: &Record) -> Option<Record> {
        let rest = self.take_part(record);
        if self.n_parts > 0 {
            self.records.push(rest.clone().unwrap_or_else(|| record.clone()));
        }
        rest
    }

    fn take_part(&mut self, record: &Record) -> Option<Record> {
        let (n, n_parts, operands) = part(record)?;
        if n != self.n_taken || n > 0 && n_parts != self.n_parts {
            return None;
        }
        (self.n_taken, self.n_parts) = (n + 1, n_parts);
        let strings = operands.iter().filter(|operand| operand.is_string());
        strings.for_each(|string| self.text.push_str(string.text()));
        let mut rest = record.clone();
        rest.remove(MNEMONIC);
        Some(rest)
    }

    /// The game of the parts, and whether its records are unchanged; `None` if the parts are not a
    /// complete game.
    pub(super) fn game(&self) -> Option<(Game, bool)> {
        if self.n_taken == 0 || self.n_taken < self.n_parts {
            return None;
        }
        let text = unescape(&self.text)?;
        let options = ReadOptions::default().with_encoding(Choice::Fixed(Encoding::Utf8));
        let mut games = Games::with(&text[..], options, ());
        let game = games.next()?.ok()?;
        if games.next().is_some() {
            return None;
        }
        let mut taken = self.records.iter();
        let mut is_same = true;
        records(&game, |record| is_same &= taken.next().is_some_and(|it| line(it) == line(record)));
        Some((game, is_same && taken.next().is_none()))
    }

    /// An operation with all parts, for a game that they do not belong to.
    pub(super) fn put_into(&self, record: &mut Record) {
        if self.n_taken > 0 {
            let variant = record.position().map(Position::variant);
            let variant = variant.filter(|it| *it != Variant::Standard);
            set_part(record, (0, self.n_parts, variant), self.text.as_bytes());
        }
    }
}

/// A record in its written form, because some characters are read back differently.
fn line(record: &Record) -> Vec<u8> {
    let mut line = Vec::new();
    append(record, Form::Modern, &mut line, &mut Vec::new());
    line
}
