//! An EPD operand that is not a playable move.
//!
//! # What it finds
//! A move in `bm`, `pv` or a similar opcode that is illegal in the position, or after the moves
//! before it in a line. The reader keeps it and the rest of the line as text.
//!
//! # Why it matters
//! The record does not mean what it seems to mean.
//!
//! # Standard
//! §16.2.5. Decisions: D-32.
//!
//! # Example
//! ```epd lax
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf3;
//! ```
//!
//! # Instead
//! ```epd
//! 4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;
//! ```
//!
//! # Fix
//! None. A distance to mate (`bm #23`) belongs in the opcode `dm`: write `dm 23` instead. This is
//! not a fix, because it removes an operation and adds another one.
//!
//! # Seen in
//! Positions that were mirrored without their moves, `bm 1`, `bm #23`.

use crate::rules::prelude::*;
use pgn_formats::epd::Detail;

rule! { "unplayable_operand.rs", epd_fault::UNPLAYABLE_OPERAND; LOSS, None, Record(message) }

fn message(context: &RuleContext<'_>, note: &Note) -> Message {
    let shown = context.show(note.diagnostic.span);
    let Detail::Unresolved(unresolved) = &note.detail else {
        return Message::new(note.diagnostic.span, format!("{shown} cannot be played"));
    };
    let (position, reason) = &**unresolved;
    let message = Message::new(note.diagnostic.span, format!("{shown}: {reason}"));
    let help = match mate_distance(note.diagnostic.span.of(context.text)) {
        Some(moves) => format!("write `dm {moves}` for a mate in {moves} moves"),
        None => "write a move that can be played here, in SAN".to_owned(),
    };
    message.help(help).board(position)
}

/// The number of moves to a mate, if a word states that: `#23`, `M23`, `+M23`.
fn mate_distance(word: &[u8]) -> Option<u32> {
    let word = std::str::from_utf8(word).ok()?;
    let word = word.strip_prefix('+').unwrap_or(word);
    let digits = word.strip_prefix(['#', 'M', 'm'])?;
    digits.strip_prefix('+').unwrap_or(digits).parse().ok().filter(|moves| *moves > 0)
}

#[cfg(test)]
mod tests {
    use super::mate_distance;

    #[test]
    fn a_distance_to_mate_is_recognized() {
        let cases = [
            ("#23", Some(23)),
            ("M4", Some(4)),
            ("+M4", Some(4)),
            ("#+2", Some(2)),
            ("#0", None),
            ("#-3", None),
            ("#", None),
            ("Kf3", None),
            ("23", None),
            ("#99999999999", None),
        ];
        for (word, expected) in cases {
            assert_eq!(mate_distance(word.as_bytes()), expected, "{word}");
        }
    }
}
