//! The properties of SAN, over any text: the body of the fuzz target `san`, and what the random
//! tests call.

use pgn_chess::fen::{self, Mode};
use pgn_chess::notation::letters::LANGUAGES;
use pgn_chess::notation::san::{self, Departures, Mark, San, SanOptions, Stage};
use pgn_chess::notation::{figurine, lan, uci};
use pgn_chess::{Move, Position, Role, Variant};

/// Positions where pawns promote and en passant pins are near.
pub(crate) const STARTS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "Q6Q/2Q4Q/4k3/8/Q6Q/8/1Q3K2/Q6Q b - - 0 1",
    "N1N1N3/1N1N4/N1N1N3/8/2k5/8/8/K6N w - - 0 1",
];

/// The fuzz target. The first line chooses a start and the moves played from it, a byte each; every
/// line after it is a text to read as a move.
pub(crate) fn san(data: &[u8]) {
    let mut lines = data.split(|&byte| byte == b'\n');
    let (&first, choices) = lines.next().and_then(<[u8]>::split_first).unwrap_or((&0, &[]));
    let mut position = start(first);
    for &choice in choices.iter().take(300) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[usize::from(choice) % moves.len()]);
    }
    texts_lead_back(&position);
    for text in lines {
        let n = text.len();
        resolve_answers(&position, text, &SanOptions::default());
        let letters = LANGUAGES.get(n % (LANGUAGES.len() + 1)).map(|language| language.letters);
        resolve_answers(
            &position,
            text,
            &SanOptions::default()
                .with_queen(n % 2 == 0)
                .with_letters(letters)
                .with_doubtful(n % 3 == 0),
        );
    }
}

fn start(choice: u8) -> Position {
    let n = usize::from(choice % 16);
    // The high half of the byte chooses a variant, from the position that its games begin with.
    if let Some(variant) = Variant::ALL.get(usize::from(choice >> 4)).filter(|_| n == 14) {
        return Position::start_of(*variant);
    }
    match STARTS.get(n) {
        Some(text) => fen::parse(text.as_bytes(), Mode::Strict).expect("a known start").0,
        None if n == 15 => Position::chess960(u16::from(choice) * 3).expect("below 960"),
        None => Position::start(),
    }
}

/// A text that is read is a legal move, with a note if its spelling needs one, and its canonical
/// text gives the same move.
pub(crate) fn resolve_answers(position: &Position, text: &[u8], lax: &SanOptions) {
    let _ = san::parse(text);
    let shown = String::from_utf8_lossy(text);
    let reading = match san::resolve(position, text, lax) {
        Ok(reading) => reading,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(reading.mv.is_null() || position.is_legal(reading.mv), "{position:?} {shown:?}");
    let written = san::to_text_unmarked(position, reading.mv);
    let body = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    // Nothing noted means nothing to note, and the other way round.
    assert_eq!(
        reading.departures.is_empty(),
        body == written.as_bytes() && !reading.mv.is_null(),
        "{position:?} {shown:?} {reading:?}"
    );
    let is_canonical = reading.departures.without(Departures::LANGUAGE).is_empty();
    assert_eq!(reading.stage == Stage::Canonical, is_canonical, "{position:?} {shown:?}");
    if !reading.mv.is_null() {
        let canonical = san::to_text(position, reading.mv);
        let again = san::resolve(position, canonical.as_bytes(), &SanOptions::default());
        let again = again.expect("canonical text is read");
        assert_eq!((again.mv, again.stage), (reading.mv, Stage::Canonical), "{shown:?}");
    }
}

/// Texts lead back to their move, and SAN is the shortest that does.
pub(crate) fn texts_lead_back(position: &Position) {
    let lax = SanOptions::default();
    for mv in &position.legal_moves() {
        let after = position.after(*mv);
        let text = san::to_text(position, *mv);
        let reading = san::resolve(position, text.as_bytes(), &lax).expect("its own text");
        assert_eq!((reading.mv, reading.stage), (*mv, Stage::Canonical), "{position:?} {text}");
        assert_eq!(reading.departures | reading.check_marks(&after), Departures::NONE, "{text}");
        assert_eq!(san::resolve_canonical(position, text.as_bytes()), Some(*mv));
        assert!((2..=7).contains(&text.len()), "{text}");
        let mark = match san::parse(text.as_bytes()).expect("canonical syntax") {
            San::Castle { mark, .. } | San::Drop { mark, .. } | San::Normal { mark, .. } => mark,
        };
        let is_won = after.ending().is_some_and(|ending| ending.winner.is_some());
        assert_eq!(mark != Mark::None, is_won || after.is_check(), "{position:?} {text}");
        assert_eq!(mark == Mark::Mate, is_won, "{position:?} {text}");
        if position.variant().is_orthodox() {
            assert_eq!(is_won, after.is_checkmate(), "{position:?} {text}");
        }
        is_shortest(position, *mv, san::to_text_unmarked(position, *mv).as_str());

        let long = lan::to_text(position, *mv);
        let from_long = san::resolve(position, long.as_bytes(), &lax).expect("long algebraic");
        assert_eq!(from_long.mv, *mv, "{position:?} {long}");
        let figures = figurine::to_text(position, *mv);
        let from_figures = san::resolve(position, figures.as_bytes(), &lax).expect("figurines");
        assert_eq!(from_figures.mv, *mv, "{position:?} {figures}");
        let coordinates = uci::to_text(position, *mv);
        assert_eq!(uci::parse(position, coordinates.as_bytes()), Ok(*mv), "{coordinates}");
        let from_coordinates = san::resolve(position, coordinates.as_bytes(), &lax);
        assert_eq!(from_coordinates.expect("coordinates").mv, *mv, "{position:?} {coordinates}");
        let zeros = text.replace('O', "0");
        assert_eq!(san::resolve(position, zeros.as_bytes(), &lax).expect("zeros").mv, *mv);
    }
}

/// No text with less of the origin, or with the file in place of the rank, means this move alone.
fn is_shortest(position: &Position, mv: Move, text: &str) {
    let role = position.piece_at(mv.from()).map(|piece| piece.role);
    if let Some(role) = mv.dropped() {
        assert_eq!(text, format!("{}@{}", role.to_char(), mv.to()));
        return;
    }
    if mv.is_castle() || role == Some(Role::Pawn) {
        assert!(text.starts_with(|c: char| c.is_ascii_lowercase()) || mv.is_castle());
        return;
    }
    assert!(text.starts_with(|c: char| "NBRQK".contains(c)), "{text}");
    let sign = if position.is_capture(mv) { "x" } else { "" };
    let letter = &text[..1];
    let (from, to) = (mv.from().to_string(), mv.to());
    let forms = ["", &from[..1], &from[1..], &from];
    let meant = |form: &str| {
        position
            .legal_moves()
            .iter()
            .filter(|other| {
                let square = other.from().to_string();
                other.to() == to
                    && !other.is_castle()
                    && position.piece_at(other.from()).map(|piece| piece.role) == role
                    && form.chars().all(|c| square.contains(c))
            })
            .count()
    };
    let shortest = forms.iter().find(|form| meant(form) == 1).expect("the square is enough");
    assert_eq!(text, format!("{letter}{shortest}{sign}{to}"), "{position:?}");
}
