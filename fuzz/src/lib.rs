//! The bodies of the fuzz targets: the laws that the crates' own tests keep, over any bytes.
//!
//! Start at [`reader`].

#[path = "../../crates/pgn-formats/tests/it/blind_laws.rs"]
mod blind_laws;
#[path = "../../crates/pgn-formats/tests/it/epd_laws.rs"]
mod epd_laws;
#[path = "../../crates/pgnkit/tests/it/export_laws.rs"]
mod export_laws;
#[path = "../../crates/pgn-chess/tests/it/fen_laws.rs"]
mod fen_laws;
#[path = "../../crates/pgn-formats/tests/it/foreign_laws.rs"]
mod foreign_laws;
#[path = "../../crates/pgn-db/tests/it/hostile_laws.rs"]
mod hostile_laws;
#[path = "../../crates/pgn-formats/tests/it/import_laws.rs"]
mod import_laws;
#[path = "../../crates/pgn-formats/tests/it/pgc_laws.rs"]
mod pgc_laws;
#[path = "../../crates/pgn-syntax/tests/it/reader_laws.rs"]
mod reader_laws;
#[path = "../../crates/pgn-syntax/tests/it/record.rs"]
mod record;
#[path = "../../crates/pgn-chess/tests/it/san_laws.rs"]
mod san_laws;

/// Reading: tokens tile the text, nothing is silent, and neither chunks nor cuts nor skipping
/// change a step.
pub fn reader(data: &[u8]) {
    reader_laws::reader(data);
}

/// SAN: a text is a legal move or refused, in any position.
pub fn san(data: &[u8]) {
    san_laws::san(data);
}

/// FEN: a text is a position, written back as it stood, or refused with a place.
pub fn fen(data: &[u8]) {
    fen_laws::fen(data);
}

/// The contract for export, for the games of any text.
pub fn export(data: &[u8]) {
    export_laws::export(data);
}

/// Blind Game Notation: what is written is the same when it was read again, and any bytes are read.
pub fn bgn(data: &[u8]) {
    blind_laws::fuzz_bgn(data);
}

/// PGC: any records are read, cut and chunked alike; what is written is read as it was.
pub fn pgc(data: &[u8]) {
    pgc_laws::pgc(data);
}

/// Logs of chess servers and lines of moves: any bytes are read, the same however they come.
pub fn ics(data: &[u8]) {
    import_laws::ics(data);
}

/// Texts with games in them: any bytes are read, the same however they come.
pub fn text(data: &[u8]) {
    import_laws::text(data);
}

/// EPD: lines are read, however they come; both forms are fixpoints, the archival one is strict.
pub fn epd(data: &[u8]) {
    epd_laws::epd(data);
}

/// Questions: refused with a place, or answered alike before and after the game is read.
pub fn query(data: &[u8]) {
    hostile_laws::query(data);
}

/// Files of named queries: refused, or read.
pub fn config(data: &[u8]) {
    hostile_laws::config(data);
}

/// Archives: sources or errors, and they end.
pub fn zip(data: &[u8]) {
    hostile_laws::zip(data);
}

/// Indexes with changed bytes: refused, or they answer; what their checks call sound is.
pub fn index(data: &[u8]) {
    hostile_laws::index(data);
}

/// Journals of archives from elsewhere: nothing outside the archive changes.
pub fn journal(data: &[u8]) {
    hostile_laws::journal(data);
}

/// ChessBase's databases: any bytes are read, twice alike; what is read can be written.
pub fn cbh(data: &[u8]) {
    foreign_laws::cbh(data);
}

/// ChessBase's databases of DOS: any bytes are read, twice alike; what is read can be written.
pub fn cbf(data: &[u8]) {
    foreign_laws::cbf(data);
}

/// Databases of ChessBase 17: any bytes are read, twice alike; what is read can be written.
pub fn cbh2(data: &[u8]) {
    foreign_laws::cbh2(data);
}

/// ChessBase's archives: any bytes are unpacked, no member to more than its list says.
pub fn cbv(data: &[u8]) {
    foreign_laws::cbv(data);
}

/// Scid's bases: any bytes are read, twice alike; what is read can be written, in both forms.
pub fn si4(data: &[u8]) {
    foreign_laws::si4(data);
}
