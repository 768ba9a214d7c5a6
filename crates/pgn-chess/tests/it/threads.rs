//! Public types can be sent to and shared by threads.

use pgn_chess::notation::{letters::Letters, san, uci::UciError};

const fn is_send_and_sync<T: Send + Sync>() {}

const _: () = {
    is_send_and_sync::<pgn_chess::Position>();
    is_send_and_sync::<pgn_chess::Setup>();
    is_send_and_sync::<pgn_chess::MoveList>();
    is_send_and_sync::<pgn_chess::Undo>();
    is_send_and_sync::<pgn_chess::Bitboard>();
    is_send_and_sync::<pgn_chess::fen::FenError>();
    is_send_and_sync::<pgn_chess::fen::Fields>();
    is_send_and_sync::<san::Reading>();
    is_send_and_sync::<san::ResolveError>();
    is_send_and_sync::<san::SanError>();
    is_send_and_sync::<Letters>();
    is_send_and_sync::<UciError>();
};
