//! Laws that hold in every position, tried on random games of ordinary chess and Chess960.
//! Owns: the laws and the random games. Knows nothing of: examples.
//! Standard: §8.2.3, §16.1, §19, §20.2. Decisions: D-32, D-45, D-52, D-60.
//! Start at [`every_law_holds_here`].

use pgn_chess::fen::{self, CastlingStyle, EpPolicy, Mode, Style};
use pgn_chess::notation::san::{self, Departures, Lax, Mark, San, Stage};
use pgn_chess::notation::{figurine, lan, uci};
use pgn_chess::{Move, Position, Role};
use proptest::prelude::*;

use crate::naive;

/// Plays the moves that the numbers choose and asks each position in turn.
fn walk(start: Position, choices: &[u16], mut visit: impl FnMut(&Position)) {
    let mut position = start;
    for choice in choices {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[usize::from(*choice) % moves.len()]);
    }
    visit(&position);
}

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        Just(Position::start()),
        (0_u16..960).prop_filter_map("960 arrays", Position::chess960),
        // Positions where pawns promote and en passant pins are near.
        prop::sample::select(vec![
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "Q6Q/2Q4Q/4k3/8/Q6Q/8/1Q3K2/Q6Q b - - 0 1",
            "N1N1N3/1N1N4/N1N1N3/8/2k5/8/8/K6N w - - 0 1",
        ])
        .prop_filter_map("readable", |text| {
            fen::parse(text.as_bytes(), Mode::Strict).ok().map(|read| read.0)
        }),
    ]
}

fn game() -> impl Strategy<Value = (Position, Vec<u16>)> {
    (start(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Generator, predicate and twin agree.
fn moves_agree(position: &Position) {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    assert_eq!(moves, naive::legal_moves(position), "{position:?}");
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    for mv in &moves {
        assert!(position.is_legal(*mv), "{position:?} {mv:?}");
    }
}

/// Texts lead back to their move, and SAN is the shortest that does.
fn texts_lead_back(position: &Position) {
    let lax = Lax::default();
    for mv in &position.legal_moves() {
        let after = position.after(*mv);
        let text = san::write(position, *mv);
        let reading = san::resolve(position, text.as_bytes(), &lax).expect("its own text");
        assert_eq!((reading.mv, reading.stage), (*mv, Stage::Canonical), "{position:?} {text}");
        assert_eq!(reading.departures | reading.check_marks(&after), Departures::NONE, "{text}");
        assert_eq!(san::resolve_canonical(position, text.as_bytes()), Some(*mv));
        assert!((2..=7).contains(&text.len()), "{text}");
        let mark = match san::parse(text.as_bytes()).expect("canonical syntax") {
            San::Castle { mark, .. } | San::Normal { mark, .. } => mark,
        };
        assert_eq!(mark != Mark::None, after.is_check());
        assert_eq!(mark == Mark::Mate, after.is_checkmate());
        is_shortest(position, *mv, san::write_unmarked(position, *mv).as_str());

        let long = lan::write(position, *mv);
        let from_long = san::resolve(position, long.as_bytes(), &lax).expect("long algebraic");
        assert_eq!(from_long.mv, *mv, "{position:?} {long}");
        let figures = figurine::write(position, *mv);
        let from_figures = san::resolve(position, figures.as_bytes(), &lax).expect("figurines");
        assert_eq!(from_figures.mv, *mv, "{position:?} {figures}");
        let coordinates = uci::write(position, *mv);
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

/// FEN and key lead back to the position.
fn position_leads_back(position: &Position) {
    for castling in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let style = Style { ep: EpPolicy::Standard, castling };
        let text = fen::write_with(position, style);
        let files = castling == CastlingStyle::Shredder;
        if files && !position.variant().castles_by_rook() {
            continue;
        }
        let read = fen::parse_as(text.as_bytes(), Mode::Strict, position.variant());
        let (back, notes) = read.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(notes.is_empty(), "{text}: {notes:?}");
        assert_eq!(back, *position, "{text}");
        assert_eq!(back.hash(), position.hash(), "{text}");
    }
    for ep in [EpPolicy::XFen, EpPolicy::Legal] {
        let text = fen::write(position, ep);
        let (back, _) = fen::parse_as(text.as_bytes(), Mode::Strict, position.variant())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(back.same_position(position), "{text}");
        if ep == EpPolicy::XFen {
            assert_eq!(back.hash(), position.hash(), "{text}");
        }
    }
}

/// A list of moves is sorted alike with and without check marks, as PGC ordinals need it (§20.2).
fn marks_keep_the_order(position: &Position) {
    let mut plain: Vec<(String, Move)> = Vec::new();
    let mut marked: Vec<(String, Move)> = Vec::new();
    for mv in &position.legal_moves() {
        plain.push((san::write_unmarked(position, *mv).to_string(), *mv));
        marked.push((san::write(position, *mv).to_string(), *mv));
    }
    plain.sort();
    marked.sort();
    let order = |list: &[(String, Move)]| list.iter().map(|row| row.1).collect::<Vec<_>>();
    assert_eq!(order(&plain), order(&marked), "{position:?}");
}

fn every_law_holds_here(position: &Position) {
    moves_agree(position);
    texts_lead_back(position);
    position_leads_back(position);
    marks_keep_the_order(position);
}

/// Any sixteen bits are a move that can be played without a panic.
fn garbage_is_played(start: &Position, moves: &[u16]) {
    let mut position = *start;
    for raw in moves {
        let mv = Move::from_raw(*raw);
        let legal = position.is_legal(mv);
        assert_eq!(legal, position.legal_moves().contains(&mv), "{position:?} {mv:?}");
        let _ = (san::write(&position, mv), uci::write(&position, mv), lan::write(&position, mv));
        position.play(mv);
        let _ = (position.hash(), position.is_checkmate(), position.is_insufficient_material());
        let _ = (position.legal_ep_square(), position.castling());
        let _ = fen::write(&position, EpPolicy::Legal);
        let _ = san::resolve(&position, b"Nf3", &Lax::default());
    }
}

const FIELDS: &str = "[pnbrqkPNBRQK1-8/]{0,80}\
    ( [wb-]( [KQkqA-Ha-h-]{1,4}( [a-h1-8-]{1,2}( [0-9]{1,12}){0,3})?)?)?";

const CHARACTERS: &str = "[a-hNBRQKPOo0-9x:=+#(/)\\-. \u{2013}\u{2658}\u{fe0f}ep]{0,10}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_the_laws((start, choices) in game()) {
        walk(start, &choices, every_law_holds_here);
    }

    #[test]
    fn garbage_moves_do_not_panic((start, moves) in game()) {
        garbage_is_played(&start, &moves);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn resolve_answers_to_any_text(
        start in start(),
        text in CHARACTERS,
        bytes in prop::collection::vec(any::<u8>(), 0..12),
        queen in any::<bool>(),
        language in prop::option::of(0_usize..17),
    ) {
        use pgn_chess::notation::letters::LANGUAGES;
        let lax = Lax { queen, letters: language.map(|n| LANGUAGES[n].letters) };
        for text in [text.as_bytes(), &bytes] {
            match san::resolve(&start, text, &lax) {
                Ok(reading) => {
                    prop_assert!(reading.mv.is_null() || start.is_legal(reading.mv));
                    let written = san::write_unmarked(&start, reading.mv);
                    let body = match text {
                        [body @ .., b'+' | b'#'] => body,
                        body => body,
                    };
                    // Nothing noted means nothing to note, and the other way round.
                    prop_assert_eq!(
                        reading.departures.is_empty(),
                        body == written.as_bytes() && !reading.mv.is_null(),
                        "{:?} {:?}", String::from_utf8_lossy(text), reading
                    );
                    prop_assert_eq!(
                        reading.stage == Stage::Canonical,
                        reading.departures.without(Departures::LANGUAGE).is_empty()
                    );
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            let _ = san::parse(text);
        }
    }

    #[test]
    fn fen_answers_to_any_text(
        bytes in prop::collection::vec(any::<u8>(), 0..100),
        text in FIELDS,
    ) {
        for text in [text.as_bytes(), &bytes] {
            for mode in [Mode::Strict, Mode::Lax] {
                if let Ok((setup, _)) = fen::parse_setup(text, mode) {
                    let written = fen::write_setup(&setup, CastlingStyle::XFen);
                    prop_assert!(!written.is_empty());
                    let _ = (setup.faults(), setup.position());
                }
                match fen::parse(text, mode) {
                    Ok((position, _)) => {
                        let _ = position.legal_moves();
                    }
                    Err(error) => {
                        prop_assert!(error.offset <= text.len());
                        prop_assert!(!error.to_string().is_empty());
                    }
                }
            }
        }
    }

    #[test]
    fn a_strict_fen_is_kept_to_the_byte(
        placement in "[pnbrqkPNBRQ1-3]{8}",
        turn in "[wb]",
    ) {
        // Rows that happen to be eight squares wide, with the kings on rows of their own.
        let text = format!("4k3/8/{placement}/8/8/8/8/4K3 {turn} - - 3 4");
        if let Ok((setup, notes)) = fen::parse_setup(text.as_bytes(), Mode::Strict) {
            prop_assert!(notes.is_empty());
            let written = fen::write_setup(&setup, CastlingStyle::XFen);
            prop_assert_eq!(written.as_str(), text.as_str());
        }
    }
}
