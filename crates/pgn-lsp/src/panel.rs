//! The game at the cursor, for a board next to the text.

use lsp_types::TextDocumentPositionParams;
use lsp_types::request::Request;
use serde::{Deserialize, Serialize};

use crate::board::board_at;
use crate::document::Piece;
use crate::record;
use crate::session::{Failure, Open, Session};

/// A request for the game at a position; it is not part of the protocol.
#[derive(Debug)]
pub(crate) enum GameAtRequest {}

impl Request for GameAtRequest {
    type Params = TextDocumentPositionParams;
    type Result = Option<GameAt>;
    const METHOD: &'static str = "pgnkit/gameAt";
}

/// A game, and the place of the cursor in it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GameAt {
    /// The game as PGN.
    text: String,
    /// The move before the cursor, counted from 1 in the order of the text; 0 before the first one,
    /// and `None` if the cursor is not in the moves.
    node: Option<u32>,
    /// The number of the game in the text, from 1.
    number: u64,
}

impl Session {
    pub(crate) fn game_at(
        &mut self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<GameAt>, Failure> {
        let Open { document, linter, .. } = self.open(&params.text_document.uri)?;
        let place = document.place(params.position);
        let piece = document.pieces.get(place.piece).filter(|piece| piece.is_game());
        let Some(piece) = piece else { return Ok(None) };
        let number = document.start_of(place.piece).n_games + 1;
        if document.kind.is_positions() {
            let game = game_of_record(piece);
            return Ok(game.map(|text| GameAt { text, node: None, number }));
        }
        let node = board_at(piece, place.offset, linter.config().lax).map(|board| board.node);
        let text = String::from_utf8_lossy(&piece.text).into_owned();
        Ok(Some(GameAt { text, node, number }))
    }
}

/// A game without moves that starts at the position of a record.
fn game_of_record(piece: &Piece) -> Option<String> {
    let record = record::parse(piece.text.trim_ascii_end())?;
    let fen = record.position()?.fen();
    Some(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n"))
}
