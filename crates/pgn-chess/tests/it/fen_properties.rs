//! The properties of FEN, over any text: the body of the fuzz target `fen`, and what the random
//! tests call.

use pgn_chess::fen::{self, CastlingStyle, Dialect, EpPolicy, FenNotes, Mode, Style};
use pgn_chess::{Position, Variant};

/// The fuzz target.
pub(crate) fn fen(data: &[u8]) {
    parse_answers(data);
    for mode in [Mode::Strict, Mode::Lax] {
        for variant in Variant::ALL {
            if let Ok((position, notes)) = fen::parse_as(data, mode, variant) {
                position_leads_back(&position);
                writes_back(data, mode, &position, notes);
            }
        }
        if let Ok((position, notes)) = fen::parse(data, mode) {
            position_leads_back(&position);
            writes_back(data, mode, &position, notes);
        }
    }
}

const STYLES: [(CastlingStyle, Dialect); 4] = [
    (CastlingStyle::XFen, Dialect::Brackets),
    (CastlingStyle::XFen, Dialect::Slash),
    (CastlingStyle::Shredder, Dialect::Brackets),
    (CastlingStyle::Shredder, Dialect::Slash),
];

/// A text that was read without a note is written unchanged, and strict reading notes only odd
/// numbers; only castling rights from any square have two spellings that may be mixed.
fn writes_back(text: &[u8], mode: Mode, position: &Position, notes: FenNotes) {
    let notes = notes.without(FenNotes::VARIANT_IMPLIED);
    let numbers = FenNotes::LEADING_ZEROS | FenNotes::CLOCK_SATURATED;
    if !notes.is_empty() && (mode == Mode::Lax || notes.without(numbers).is_empty()) {
        return;
    }
    assert!(notes.is_empty(), "{notes:?} in a strict {:?}", String::from_utf8_lossy(text));
    let is_written = STYLES.into_iter().any(|(castling, dialect)| {
        let style = Style::default()
            .with_ep(EpPolicy::Standard)
            .with_castling(castling)
            .with_dialect(dialect);
        fen::to_text_with(position, style).as_bytes() == text
    });
    let mixes = position.variant() != Variant::Standard && !position.castling().is_empty();
    assert!(is_written || mixes, "{:?} became {position:?}", String::from_utf8_lossy(text));
}

/// A set-up is always read on the slow path, so it shows what the fast one should have read.
pub(crate) fn both_roads_agree(text: &[u8], mode: Mode) {
    let long = fen::parse_setup(text, mode).ok().and_then(|(setup, notes)| {
        let position = setup.position().ok()?;
        Some((position, notes))
    });
    assert_eq!(fen::parse(text, mode).ok(), long, "{:?}", String::from_utf8_lossy(text));
}

/// Any text is read or refused with a place, and every question about a position that was read has
/// an answer.
pub(crate) fn parse_answers(text: &[u8]) {
    for mode in [Mode::Strict, Mode::Lax] {
        both_roads_agree(text, mode);
        if let Ok((setup, _)) = fen::parse_setup(text, mode) {
            let written = fen::setup_to_text(&setup, CastlingStyle::XFen);
            assert!(!written.is_empty());
            let _ = (setup.faults(), setup.position());
        }
        match fen::parse(text, mode) {
            Ok((position, _)) => {
                let _ = position.legal_moves();
            }
            Err(error) => {
                assert!(error.offset <= text.len());
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// FEN and key lead back to the position.
pub(crate) fn position_leads_back(position: &Position) {
    for (castling, dialect) in STYLES {
        let style = Style::default()
            .with_ep(EpPolicy::Standard)
            .with_castling(castling)
            .with_dialect(dialect);
        let text = fen::to_text_with(position, style);
        let files = castling == CastlingStyle::Shredder;
        if files && position.variant() == Variant::Standard {
            continue;
        }
        let read = fen::parse_as(text.as_bytes(), Mode::Strict, position.variant());
        let (back, notes) = read.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(notes.is_empty(), "{text}: {notes:?}");
        assert_eq!(back, *position, "{text}");
        assert_eq!(back.polyglot_key(), position.polyglot_key(), "{text}");
    }
    for ep in [EpPolicy::XFen, EpPolicy::Legal] {
        let text = fen::to_text(position, ep);
        let (back, _) = fen::parse_as(text.as_bytes(), Mode::Strict, position.variant())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(back.same_position(position), "{text}");
        if ep == EpPolicy::XFen {
            assert_eq!(back.polyglot_key(), position.polyglot_key(), "{text}");
        }
    }
}
