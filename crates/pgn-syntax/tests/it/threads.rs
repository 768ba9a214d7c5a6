//! Public types can be sent to and shared by threads.

const fn is_send_and_sync<T: Send + Sync>() {}

const _: () = {
    is_send_and_sync::<pgn_syntax::Parser>();
    is_send_and_sync::<pgn_syntax::Reader<std::fs::File>>();
    is_send_and_sync::<pgn_syntax::Regions<std::fs::File>>();
    is_send_and_sync::<pgn_syntax::split::InPlace<'_>>();
    is_send_and_sync::<pgn_syntax::Region<'_>>();
    is_send_and_sync::<pgn_syntax::LineIndex>();
    is_send_and_sync::<pgn_syntax::Diagnostic>();
    is_send_and_sync::<pgn_syntax::Fault>();
    is_send_and_sync::<pgn_syntax::RawTag<'_>>();
    is_send_and_sync::<pgn_syntax::RawComment<'_>>();
    is_send_and_sync::<pgn_syntax::RawSymbol<'_>>();
};
