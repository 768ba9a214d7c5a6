//! A position for the page: the pieces, and the legal moves.

use pgn_view::SessionError;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Board, Color, File, Move, Position, Rank, Role, Setup, Side, Square, Variant};
use pgnkit::diagram::{Diagram, VariantState};

use crate::page_types::{LegalMove, PositionPicture};

/// The variant of a name; no name is ordinary chess.
pub(crate) fn variant_of(name: &str) -> Result<Variant, SessionError> {
    match name {
        "" => Ok(Variant::Standard),
        name => Variant::from_name(name)
            .ok_or_else(|| SessionError::new(format!("no variant `{name}`"))),
    }
}

/// A position and its moves.
pub(crate) fn position_picture(position: &Position, letters: &Letters) -> PositionPicture {
    let moves = position.legal_moves();
    PositionPicture {
        fen: fen::to_text(position, EpPolicy::Standard).as_str().to_owned(),
        variant: position.variant().name(),
        turn: position.turn().to_char().to_string(),
        pieces: pieces(position.board()),
        check: position.king(position.turn()).filter(|_| position.is_check()),
        pockets: position
            .variant()
            .has_pockets()
            .then(|| Color::ALL.map(|color| letters_of(position.pocket(color).roles()))),
        rules: VariantState::of(&Setup::from(position)).map(|state| state.to_string()),
        moves: moves.as_slice().iter().map(|mv| legal_move(position, *mv, letters)).collect(),
        ending: position.ending().map(|ending| ending.reason.to_string()),
        words: Diagram::of(position).words(),
    }
}

/// Pieces, each a letter.
pub(crate) fn letters_of(roles: impl IntoIterator<Item = Role>) -> String {
    roles.into_iter().map(|role| role.to_char()).collect()
}

/// The squares from a8 to h1, each a letter of FEN or a period.
fn pieces(board: &Board) -> String {
    let ranks = Rank::all().collect::<Vec<_>>().into_iter().rev();
    let squares =
        ranks.flat_map(|rank| File::all().map(move |file| Square::from_coords(file, rank)));
    squares.map(|square| board.piece_at(square).map_or('.', |piece| piece.to_char())).collect()
}

/// A move with its squares: its origin, and all targets where the piece may be dropped.
fn legal_move(position: &Position, mv: Move, letters: &Letters) -> LegalMove {
    let text = san::to_text(position, mv);
    let king_target = |side: Side| side.king_target(position.turn());
    LegalMove {
        uci: uci::to_text(position, mv).as_str().to_owned(),
        san: letters.from_english(text.as_str()).as_str().to_owned(),
        from: mv.dropped().is_none().then_some(mv.from()),
        to: [mv.to()].into_iter().chain(position.castling_side(mv).map(king_target)).collect(),
        promotion: mv.promotion().map(|role| (role.letter() as char).to_string()),
        drop: mv.dropped().map(|role| (role.letter() as char).to_string()),
    }
}
