//! A move as words: `knight takes e5, check` (§8.2.3, D-34, D-62).

use super::PieceNames;
use pgnkit::chess::notation::san::{self, Mark, San};
use pgnkit::chess::{Move, Role, Side};

/// The words for a move, from its canonical SAN; other text stays unchanged. They name the square
/// that the piece leaves only if the SAN does.
pub(super) fn move_words(text: &str, mv: Option<Move>, names: &PieceNames) -> String {
    if mv.is_some_and(Move::is_null) {
        return "passes".to_owned();
    }
    match san::parse(text.as_bytes()) {
        Ok(San::Castle { side: Side::King, mark }) => format!("castles king side{}", said(mark)),
        Ok(San::Castle { side: Side::Queen, mark }) => format!("castles queen side{}", said(mark)),
        Ok(San::Drop { role, to, mark }) => {
            format!("{} dropped on {to}{}", names.name(role), said(mark))
        }
        Ok(San::Normal { role, file, rank, capture, to, promotion, mark }) => {
            let piece = names.name(role);
            let file = file.map(|file| char::from(file.letter()));
            let rank = rank.map(|rank| char::from(rank.digit()));
            let mut words = match (role, file, rank) {
                (Role::Pawn, Some(file), _) => format!("{file} {piece}"),
                (_, Some(file), Some(rank)) => format!("{piece} from {file}{rank}"),
                (_, Some(file), None) => format!("{piece} from the {file} file"),
                (_, None, Some(rank)) => format!("{piece} from rank {rank}"),
                (_, None, None) => piece.to_owned(),
            };
            words.push_str(if capture { " takes " } else { " to " });
            words.push_str(&to.to_string());
            if mv.is_some_and(Move::is_en_passant) {
                words.push_str(", en passant");
            }
            if let Some(role) = promotion {
                words.push_str(&format!(", promotes to {}", names.name(role)));
            }
            words + said(mark)
        }
        Err(_) => drop_words(text, names).unwrap_or_else(|| text.to_owned()),
    }
}

fn said(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Check => ", check",
        Mark::Mate => ", mate",
    }
}

/// `@f3`: a pawn put on the board, without its letter.
fn drop_words(text: &str, names: &PieceNames) -> Option<String> {
    let with_letter = format!("P{}", text.strip_prefix('@').map(|_| text)?);
    match san::parse(with_letter.as_bytes()) {
        Ok(San::Drop { .. }) => Some(move_words(&with_letter, None, names)),
        Ok(San::Castle { .. } | San::Normal { .. }) | Err(_) => None,
    }
}
