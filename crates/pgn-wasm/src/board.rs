//! A position for the page: what is where, and what may be played.

use pgn_view::SessionError;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::notation::letters::Letters;
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{Board, Color, File, Move, Pocket, Position, Rank, Square, Variant};
use pgnkit::diagram::Diagram;

use crate::json::Json;

/// The variant of a name; no name is ordinary chess.
pub(crate) fn variant_of(name: &str) -> Result<Variant, SessionError> {
    match name {
        "" => Ok(Variant::Standard),
        name => Variant::from_name(name)
            .ok_or_else(|| SessionError::new(format!("no variant `{name}`"))),
    }
}

/// The members of a position.
pub(crate) fn put_position(position: &Position, letters: &Letters, json: &mut Json) {
    json.key("fen").string(fen::to_text(position, EpPolicy::Standard).as_str());
    json.key("variant").string(position.variant().name());
    json.key("turn").shown(position.turn().to_char());
    json.key("pieces").string(&pieces(position.board()));
    let king = position.king(position.turn()).filter(|_| position.is_check());
    json.key("check").optional(king);
    json.key("pockets");
    put_pockets(position, json);
    json.key("moves").array(|json| {
        position
            .legal_moves()
            .as_slice()
            .iter()
            .for_each(|mv| put_move(position, *mv, letters, json));
    });
    json.key("ending").optional(position.ending().map(|ending| ending.reason));
    json.key("words").string(&Diagram::of(position).words());
}

/// The squares from a8 to h1, each a letter of FEN or a period.
fn pieces(board: &Board) -> String {
    let ranks = Rank::all().collect::<Vec<_>>().into_iter().rev();
    let squares =
        ranks.flat_map(|rank| File::all().map(move |file| Square::from_coords(file, rank)));
    squares.map(|square| board.piece_at(square).map_or('.', |piece| piece.to_char())).collect()
}

/// The pockets of White and Black, each a letter a piece; nothing where the variant has none.
fn put_pockets(position: &Position, json: &mut Json) {
    if !position.variant().has_pockets() {
        return json.null();
    }
    let letters = |pocket: Pocket| pocket.roles().map(|role| role.to_char()).collect::<String>();
    json.array(|json| {
        Color::ALL.into_iter().for_each(|color| json.string(&letters(position.pocket(color))));
    });
}

/// A move with its squares: where it is taken up, and all where it may be put down.
fn put_move(position: &Position, mv: Move, letters: &Letters, json: &mut Json) {
    let text = san::to_text(position, mv);
    json.object(|json| {
        json.key("uci").string(uci::to_text(position, mv).as_str());
        json.key("san").string(letters.from_english(text.as_str()).as_str());
        json.key("from").optional(mv.dropped().is_none().then_some(mv.from()));
        json.key("to").array(|json| {
            json.shown(mv.to());
            if let Some(side) = position.castling_side(mv) {
                json.shown(side.king_target(position.turn()));
            }
        });
        json.key("promotion").optional(mv.promotion().map(|role| role.letter() as char));
        json.key("drop").optional(mv.dropped().map(|role| role.letter() as char));
    });
}
