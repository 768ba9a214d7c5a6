//! The bodies of the fuzz targets: the properties that the crates' own tests keep, over any bytes.
//!
//! Start at [`reader`].

#[path = "../../crates/pgn-formats/tests/it/blind_properties.rs"]
mod blind_properties;
#[path = "../../crates/pgn-formats/tests/it/epd_properties.rs"]
mod epd_properties;
#[path = "../../crates/pgnkit/tests/it/export_properties.rs"]
mod export_properties;
#[path = "../../crates/pgn-chess/tests/it/fen_properties.rs"]
mod fen_properties;
#[path = "../../crates/pgn-formats/tests/it/foreign_properties.rs"]
mod foreign_properties;
#[path = "../../crates/pgn-db/tests/it/hostile_properties.rs"]
mod hostile_properties;
#[path = "../../crates/pgn-formats/tests/it/import_properties.rs"]
mod import_properties;
#[path = "../../crates/pgn-formats/tests/it/pgc_properties.rs"]
mod pgc_properties;
#[path = "../../crates/pgn-syntax/tests/it/reader_properties.rs"]
mod reader_properties;
#[path = "../../crates/pgn-syntax/tests/it/record.rs"]
mod record;
#[path = "../../crates/pgn-chess/tests/it/san_properties.rs"]
mod san_properties;

/// Reading: tokens cover the text without gaps, every problem is reported, and neither chunks nor
/// cuts nor skipping change a step.
pub fn reader(data: &[u8]) {
    reader_properties::reader(data);
}

/// SAN: a text is a legal move or refused, in any position.
pub fn san(data: &[u8]) {
    san_properties::san(data);
}

/// FEN: a text is a position, written back unchanged, or refused with a place.
pub fn fen(data: &[u8]) {
    fen_properties::fen(data);
}

/// The contract for export, for the games of any text.
pub fn export(data: &[u8]) {
    export_properties::export(data);
}

/// Blind Game Notation: a text that was written and read again is written the same, and any bytes
/// are read.
pub fn bgn(data: &[u8]) {
    blind_properties::fuzz_bgn(data);
}

/// PGC: any records are read, with the same result in cuts and chunks; a written file is read back
/// unchanged.
pub fn pgc(data: &[u8]) {
    pgc_properties::pgc(data);
}

/// Logs of chess servers and lines of moves: any bytes are read, the same however they come.
pub fn ics(data: &[u8]) {
    import_properties::ics(data);
}

/// Texts with games in them: any bytes are read, the same however they come.
pub fn text(data: &[u8]) {
    import_properties::text(data);
}

/// EPD: lines are read, however they come; both forms are fixpoints, the archival one is strict.
pub fn epd(data: &[u8]) {
    epd_properties::epd(data);
}

/// Questions: refused with a place, or answered alike before and after the game is read.
pub fn query(data: &[u8]) {
    hostile_properties::query(data);
}

/// Files of named queries: refused, or read.
pub fn config(data: &[u8]) {
    hostile_properties::config(data);
}

/// Archives: sources or errors, and they end.
pub fn zip(data: &[u8]) {
    hostile_properties::zip(data);
}

/// Indexes with changed bytes: refused, or they answer; an index that passes its checks is sound.
pub fn index(data: &[u8]) {
    hostile_properties::index(data);
}

/// Journals of archives from elsewhere: nothing outside the archive changes.
pub fn journal(data: &[u8]) {
    hostile_properties::journal(data);
}

/// ChessBase's databases: any bytes are read, with the same result twice; a game that is read can
/// be written.
pub fn cbh(data: &[u8]) {
    foreign_properties::cbh(data);
}

/// ChessBase's databases of DOS: any bytes are read, with the same result twice; a game that is
/// read can be written.
pub fn cbf(data: &[u8]) {
    foreign_properties::cbf(data);
}

/// Databases of ChessBase 17: any bytes are read, with the same result twice; a game that is read
/// can be written.
pub fn cbh2(data: &[u8]) {
    foreign_properties::cbh2(data);
}

/// ChessBase's archives: any bytes are unpacked, no member beyond the size in its list.
pub fn cbv(data: &[u8]) {
    foreign_properties::cbv(data);
}

/// Scid's bases: any bytes are read, with the same result twice; a game that is read can be
/// written, in both forms.
pub fn si4(data: &[u8]) {
    foreign_properties::si4(data);
}
