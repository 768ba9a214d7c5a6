//! The values that threads may share and pass on, checked at compile time.

use pgn_formats::databases::{Finding, Parts, Seekable, cbv, chessbase, scid};
use pgn_formats::{Found, Imported, bgn, book, epd, ics, mail, pgc, speech, text, uci};
use std::io::Cursor;

const fn is_send_and_sync<T: Send + Sync>() {}

type Bytes = Cursor<Vec<u8>>;

const _: () = {
    is_send_and_sync::<Found>();
    is_send_and_sync::<Imported>();
    is_send_and_sync::<bgn::Blind>();
    is_send_and_sync::<bgn::PgnText<Bytes>>();
    is_send_and_sync::<book::Entry>();
    is_send_and_sync::<cbv::Archive>();
    is_send_and_sync::<cbv::Key>();
    is_send_and_sync::<chessbase::Base<Bytes>>();
    is_send_and_sync::<chessbase::Packer>();
    is_send_and_sync::<Finding>();
    is_send_and_sync::<Parts<Seekable<Bytes>>>();
    is_send_and_sync::<scid::Base<Bytes, Bytes, Bytes>>();
    is_send_and_sync::<scid::Packer>();
    is_send_and_sync::<epd::Backsolve>();
    is_send_and_sync::<epd::Chain>();
    is_send_and_sync::<epd::Lines<Bytes>>();
    is_send_and_sync::<epd::Note>();
    is_send_and_sync::<epd::Record>();
    is_send_and_sync::<epd::Registers>();
    is_send_and_sync::<ics::Log<Bytes>>();
    is_send_and_sync::<mail::Message>();
    is_send_and_sync::<mail::MismatchError>();
    is_send_and_sync::<mail::NotFoundError>();
    is_send_and_sync::<mail::RefusedError>();
    is_send_and_sync::<pgc::Decoder<Bytes>>();
    is_send_and_sync::<pgc::Encoder>();
    is_send_and_sync::<pgc::PgcError>();
    is_send_and_sync::<speech::Speech>();
    is_send_and_sync::<text::Excerpts<Bytes>>();
    is_send_and_sync::<uci::MoveLines<Bytes>>();
};
