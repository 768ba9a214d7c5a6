//! A move as words: `knight takes e5, check` (§8.2.3, D-34, D-62).

use super::{Phrase, Speech};
use pgnkit::chess::notation::san::{self, Mark, San};
use pgnkit::chess::{Move, Role, Side};

/// The words for a move, from its canonical SAN; other text stays unchanged. They name the square
/// that the piece leaves only if the SAN does.
pub(super) fn move_words(text: &str, mv: Option<Move>, speech: &Speech) -> String {
    let (wording, names) = (speech.wording, &speech.pieces);
    if mv.is_some_and(Move::is_null) {
        return wording.say(Phrase::Passes, &[]);
    }
    let (mut words, mark) = match san::parse(text.as_bytes()) {
        Ok(San::Castle { side, mark }) => {
            let castles = match side {
                Side::King => Phrase::CastlesKingSide,
                Side::Queen => Phrase::CastlesQueenSide,
            };
            (wording.say(castles, &[]), mark)
        }
        Ok(San::Drop { role, to, mark }) => {
            (wording.say(Phrase::DroppedOn, &[&names.name(role), &to]), mark)
        }
        Ok(San::Normal { role, file, rank, capture, to, promotion, mark }) => {
            let piece = names.name(role);
            let file = file.map(|file| char::from(file.letter()));
            let rank = rank.map(|rank| char::from(rank.digit()));
            let mover = match (role, file, rank) {
                (Role::Pawn, Some(file), _) => wording.say(Phrase::FilePawn, &[&piece, &file]),
                (_, Some(file), Some(rank)) => {
                    wording.say(Phrase::FromSquare, &[&piece, &format!("{file}{rank}")])
                }
                (_, Some(file), None) => wording.say(Phrase::FromFile, &[&piece, &file]),
                (_, None, Some(rank)) => wording.say(Phrase::FromRank, &[&piece, &rank]),
                (_, None, None) => piece.to_owned(),
            };
            let goes = if capture { Phrase::MoveTakes } else { Phrase::MoveTo };
            let mut words = wording.say(goes, &[&mover, &to]);
            if mv.is_some_and(Move::is_en_passant) {
                words = words + ", " + &wording.say(Phrase::EnPassant, &[]);
            }
            if let Some(role) = promotion {
                words = words + ", " + &wording.say(Phrase::PromotesTo, &[&names.name(role)]);
            }
            (words, mark)
        }
        Err(_) => return drop_words(text, speech).unwrap_or_else(|| text.to_owned()),
    };
    let mark = match mark {
        Mark::None => None,
        Mark::Check => Some(Phrase::Check),
        Mark::Mate => Some(Phrase::Mate),
    };
    if let Some(mark) = mark {
        words = words + ", " + &wording.say(mark, &[]);
    }
    words
}

/// `@f3`: a pawn put on the board, without its letter.
fn drop_words(text: &str, speech: &Speech) -> Option<String> {
    let with_letter = format!("P{}", text.strip_prefix('@').map(|_| text)?);
    match san::parse(with_letter.as_bytes()) {
        Ok(San::Drop { .. }) => Some(move_words(&with_letter, None, speech)),
        Ok(San::Castle { .. } | San::Normal { .. }) | Err(_) => None,
    }
}
