//! Properties that hold in every position, tried on random games of ordinary chess and Chess960.
//!
//! Standard: §8.2.3, §16.1, §19, §20.2. Decisions: D-32, D-45, D-52, D-60.

use pgn_chess::fen::{self, CastlingStyle, EpPolicy, Mode};
use pgn_chess::notation::san::{self, SanOptions};
use pgn_chess::notation::{lan, uci};
use pgn_chess::{Board, Color, Move, MoveKind, Position, Role, Square, Undo, Variant};
use proptest::prelude::*;

use crate::fen_properties::{both_roads_agree, fen, parse_answers, position_leads_back};
use crate::san_properties::{STARTS, resolve_answers, san, texts_lead_back};
use crate::{naive, naive_variants};

/// Plays the moves that the numbers choose and calls the check with each position in turn.
fn walk(start: Position, choices: &[u16], mut visit: impl FnMut(&Position)) {
    let mut position = start;
    for choice in choices {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[usize::from(*choice) % moves.len()]);
    }
    visit(&position);
}

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        Just(Position::start()),
        (0_u16..960).prop_filter_map("960 arrays", Position::chess960),
        // Positions where pawns promote and en passant pins are near.
        prop::sample::select(STARTS).prop_filter_map("readable", |text| {
            fen::parse(text.as_bytes(), Mode::Strict).ok().map(|read| read.0)
        }),
    ]
}

/// Positions of variants: where their games begin, and where much can happen at once.
fn variant_start() -> impl Strategy<Value = Position> {
    let arrays = Variant::ALL.map(Position::start_of);
    let others = VARIANT_STARTS.map(|(variant, text)| {
        fen::parse_as(text.as_bytes(), Mode::Strict, variant).expect(text).0
    });
    prop::sample::select([&arrays[2..], &others].concat())
}

const VARIANT_STARTS: [(Variant, &str); 12] = [
    (Variant::Crazyhouse, "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - - 0 1"),
    (Variant::Crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8[Nqr] b - - 0 1"),
    (Variant::Crazyhouse, "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1[Bb] w KQkq - 0 1"),
    (Variant::Atomic, "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1"),
    (Variant::Atomic, "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq - 0 1"),
    (Variant::Atomic, "8/4P3/3k4/2pK4/1Pp5/8/3q4/2R5 w - c6 0 1"),
    (Variant::Antichess, "8/P1k2K2/8/1pP5/8/3K4/1p4k1/8 w - b6 0 1"),
    (Variant::KingOfTheHill, "4k3/pp4q1/8/8/4K3/PPP2r2/PPP5/8 b - - 0 1"),
    (Variant::KingOfTheHill, "8/4k3/8/8/8/2K5/3R4/8 w - - 0 1"),
    (
        Variant::ThreeCheck,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+2 0 1",
    ),
    (Variant::Horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1"),
    (Variant::RacingKings, "8/2K2k2/8/8/8/8/3r1N2/1b3B2 w - - 0 1"),
];

fn variant_game() -> impl Strategy<Value = (Position, Vec<u16>)> {
    (variant_start(), prop::collection::vec(any::<u16>(), 0..100))
}

fn game() -> impl Strategy<Value = (Position, Vec<u16>)> {
    (start(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Generator, predicate and twin agree.
fn moves_agree(position: &Position) {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    let naive = match position.variant().is_orthodox() {
        true => naive::legal_moves(position),
        false => naive_variants::legal_moves(position),
    };
    assert_eq!(moves, naive, "{position:?}");
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    for mv in &moves {
        assert!(position.is_legal(*mv), "{position:?} {mv:?}");
    }
}

/// The ordinals of PGC are the places in the list of all texts, sorted with check marks (§20.2).
fn ordinals_are_places_among_texts(position: &Position) {
    let text_and_move = |mv: &Move| (san::to_text(position, *mv).to_string(), *mv);
    let mut texts: Vec<_> = position.legal_moves().iter().map(text_and_move).collect();
    texts.sort();
    for (n, (text, mv)) in texts.iter().enumerate() {
        assert_eq!(san::ordinal(position, *mv), n, "{position:?} {text}");
        assert_eq!(san::by_ordinal(position, n), Some(*mv), "{position:?} {text}");
    }
    for beyond in [texts.len(), texts.len() + 1, usize::MAX] {
        assert_eq!(san::by_ordinal(position, beyond), None);
    }
}

/// Playing has an exact inverse, and all ways of playing do the same.
fn moves_are_taken_back(position: &Position) {
    let null = if position.is_check() { None } else { Some(Move::NULL) };
    for mv in position.legal_moves().iter().copied().chain(null) {
        let mut played = *position;
        let undo = played.play_undoable(mv);
        assert_eq!(played, position.after(mv), "{position:?} {mv:?}");
        assert_eq!(played.is_check(), !played.checkers().is_empty(), "{position:?} {mv:?}");
        played.take_back(mv, undo);
        assert_eq!(played, *position, "{mv:?}");
        let mut written = *position;
        let text = san::play_to_text(&mut written, mv);
        assert_eq!(written, position.after(mv), "{position:?} {mv:?}");
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let (word, len) = (u64::from_le_bytes(bytes), text.len());
        let mut read = *position;
        let mut noted = Undo::default();
        let found = san::play_word_undoable(&mut read, word, len, &mut noted);
        let spelling = san::Spelling::unmarked(position, mv);
        assert_eq!(found, (!mv.is_null()).then_some((mv, spelling)), "{position:?} {text}");
        assert!(mv.is_null() || noted == undo, "{position:?} {text}");
        assert_eq!(san::resolve_word(position, word, len), found.map(|found| found.0));
        if found.is_some() {
            assert_eq!(read, written, "{position:?} {text}");
        }
        let mut spelled = *position;
        noted = Undo::default();
        let found = san::play_legal(&mut spelled, mv, &mut noted);
        assert_eq!(found, (!mv.is_null()).then_some(spelling), "{position:?} {text}");
        if found.is_some() {
            assert_eq!((spelled, noted), (written, undo), "{position:?} {text}");
        }
    }
    // Other bits in each position.
    let first = (position.polyglot_key() % 61) as u16;
    for mv in (first..=u16::MAX).step_by(61).map(Move::from_raw) {
        let mut played = *position;
        let found = san::play_legal(&mut played, mv, &mut Undo::default());
        assert_eq!(found.is_some(), position.is_legal(mv), "{position:?} {mv:?}");
        assert_eq!(found.is_some(), played != *position, "{position:?} {mv:?}");
    }
}

/// Texts that differ in one byte from the FEN of a position, and what is not a FEN any more.
fn spoilt_texts(position: &Position) {
    let text = fen::to_text(position, EpPolicy::Standard);
    for at in 0..text.len() {
        let mut spoilt = text.as_bytes().to_vec();
        for byte in *b"1/8kP -0w" {
            spoilt[at] = byte;
            both_roads_agree(&spoilt, Mode::Strict);
        }
        spoilt.remove(at);
        both_roads_agree(&spoilt, Mode::Lax);
        spoilt.insert(at, text.as_bytes()[at]);
        spoilt.insert(at, text.as_bytes()[at]);
        both_roads_agree(&spoilt, Mode::Strict);
    }
}

/// The effect of a move of a variant on the pieces, the pockets and the checks.
fn variants_play_alike(position: &Position) {
    let in_all = |position: &Position| {
        let hands = Color::ALL.map(|color| position.pocket(color).len());
        position.board().occupied().len() + hands[0] + hands[1]
    };
    for mv in position.legal_moves().iter().filter(|mv| !mv.is_castle()) {
        let after = position.after(*mv);
        let twin = naive_variants::after(position, *mv);
        assert_eq!(naive::board(&after), twin, "{position:?} {mv:?}");
        match position.variant() {
            Variant::Crazyhouse => assert_eq!(in_all(position), in_all(&after), "{mv:?}"),
            Variant::ThreeCheck => {
                let given = |p: &Position| p.checks_given(position.turn());
                let more = u8::from(after.is_check());
                assert_eq!(given(position) + more, given(&after), "{position:?} {mv:?}");
            }
            _ => {}
        }
        assert_eq!(
            after.ending().is_none(),
            !naive_variants::is_over(&after) && after.has_legal_move(),
            "{after:?}"
        );
    }
}

fn every_law_holds_here(position: &Position) {
    variants_play_alike(position);
    moves_are_taken_back(position);
    moves_agree(position);
    texts_lead_back(position);
    position_leads_back(position);
    ordinals_are_places_among_texts(position);
}

/// The parts of a board agree.
fn board_is_whole(position: &Position) {
    let mut board = Board::EMPTY;
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            board.put(square, piece);
        }
    }
    assert_eq!(board, *position.board(), "{position:?}");
}

/// Generator and predicate agree about every move there is.
fn every_move_is_judged_alike(position: &Position) {
    let legal = position.legal_moves();
    for mv in (0..=u16::MAX).map(Move::from_raw).filter(|mv| !mv.is_null()) {
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{position:?} {mv:?}");
    }
}

/// Any sixteen bits are a move that can be played and taken back without a panic.
fn garbage_is_played(start: &Position, moves: &[u16]) {
    let mut position = *start;
    for (n, raw) in moves.iter().enumerate() {
        let mv = Move::from_raw(*raw);
        let legal = position.legal_moves();
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{position:?} {mv:?}");
        assert!(legal.iter().all(|mv| position.is_legal(*mv)), "{position:?} {legal:?}");
        board_is_whole(&position);
        if n % 40 == 39 {
            every_move_is_judged_alike(&position);
        }
        let mut other = position;
        let undo = other.play_undoable(mv);
        let unlike = Move::from_raw(raw.rotate_left(5));
        other.take_back(unlike, undo);
        board_is_whole(&other);
        assert_eq!(other.is_legal(mv), other.legal_moves().contains(&mv), "{other:?} {mv:?}");
        let _ =
            (san::to_text(&position, mv), uci::to_text(&position, mv), lan::to_text(&position, mv));
        position.play_unchecked(mv);
        let _ =
            (position.polyglot_key(), position.is_checkmate(), position.is_insufficient_material());
        let _ = (position.legal_ep_square(), position.castling());
        let _ = fen::to_text(&position, EpPolicy::Legal);
        let _ = san::resolve(&position, b"Nf3", &SanOptions::default());
    }
}

const FIELDS: &str = "[pnbrqkPNBRQK1-8/]{0,80}\
    ( [wb-]( [KQkqA-Ha-h-]{1,4}( [a-h1-8-]{1,2}( [0-9]{1,12}){0,3})?)?)?";
#[test]
fn seeds_of_the_fuzzer_keep_all_properties() {
    pgn_testing::each_seed("san", san);
    pgn_testing::each_seed("fen", fen);
}

const CHARACTERS: &str = "[a-hNBRQKPOo0-9x:=+#(/)\\-. \u{2013}\u{2658}\u{fe0f}ep]{0,10}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_all_properties((start, choices) in game()) {
        walk(start, &choices, every_law_holds_here);
    }

    #[test]
    fn random_games_of_variants_keep_all_properties((start, choices) in variant_game()) {
        walk(start, &choices, every_law_holds_here);
    }

    #[test]
    fn garbage_moves_of_variants_do_not_panic(
        start in variant_start(),
        moves in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        garbage_is_played(&start, &moves);
    }

    #[test]
    fn a_spoilt_fen_is_read_alike_on_both_roads((start, choices) in game()) {
        let mut n = 0;
        walk(start, &choices, |position| {
            if n % 16 == 0 {
                spoilt_texts(position);
            }
            n += 1;
        });
    }

    #[test]
    fn garbage_moves_do_not_panic((start, moves) in game()) {
        garbage_is_played(&start, &moves);
    }
}

/// Two white kings: the one that is guarded moves, and the other does not.
#[test]
fn of_two_kings_one_moves() {
    let text = "Q2qkq2/pPR1p2p/3q4/3b4/5R2/1p1K2B1/1P1P2PP/RN6 w - - 8 31";
    let mut position = fen::parse(text.as_bytes(), Mode::Lax).expect("a position").0;
    // No pawn becomes a king, least of all on e1; nothing forbids playing it.
    position.play_unchecked(Move::new(Square::E2, Square::E1, MoveKind::Promotion(Role::King)));
    position.play_unchecked(Move::NULL);
    assert_eq!(position.board().by_piece(Color::White, Role::King).len(), 2);
    assert!(!position.is_legal(Move::new(Square::D3, Square::E4, MoveKind::Normal)));
    every_move_is_judged_alike(&position);
}

/// The king is where castling would bring it, and the rook would come before the check.
#[test]
fn a_king_that_stays_does_not_castle_out_of_check() {
    let text = b"4k3/8/8/8/8/8/8/r5KR w H - 0 1";
    for variant in [Variant::Chess960, Variant::Atomic] {
        let position = fen::parse_as(text, Mode::Lax, variant).expect("a position").0;
        let castle = Move::new(Square::G1, Square::H1, MoveKind::Castle);
        assert!(!position.is_legal(castle) && !position.legal_moves().contains(&castle));
        let read = san::resolve(&position, b"O-O", &SanOptions::default());
        assert!(read.is_err(), "{variant:?} {read:?}");
    }
}

/// A game that once broke a property.
#[test]
fn a_promoted_queen_with_full_pockets_keeps_all_properties() {
    let text = b"4k3/1Q~6/8/8/4b3/8/Kpp5/8[Nqr] b - - 0 1";
    let start = fen::parse_as(text, Mode::Strict, Variant::Crazyhouse).expect("a position").0;
    let choices = [
        42986, 10869, 45726, 4515, 16122, 1829, 53119, 15217, 19544, 891, 6960, 57860, 53548,
        46954, 33712, 25335, 9278, 2215, 55410,
    ];
    walk(start, &choices, every_law_holds_here);
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
        let letters = language.map(|n| LANGUAGES[n].letters);
        let lax =
            SanOptions::default().with_queen(queen).with_letters(letters).with_doubtful(queen);
        resolve_answers(&start, text.as_bytes(), &lax);
        resolve_answers(&start, &bytes, &lax);
    }

    #[test]
    fn fen_answers_to_any_text(
        bytes in prop::collection::vec(any::<u8>(), 0..100),
        text in FIELDS,
    ) {
        parse_answers(text.as_bytes());
        parse_answers(&bytes);
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
            let written = fen::setup_to_text(&setup, CastlingStyle::XFen);
            prop_assert_eq!(written.as_str(), text.as_str());
        }
    }
}

#[test]
fn ordinals_on_full_boards() {
    for text in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "N1N1N3/1N1N4/N1N1N3/8/2k5/8/8/K6N w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/1K6/3k4 b - - 0 1",
    ] {
        let (position, _) = fen::parse(text.as_bytes(), Mode::Lax).expect(text);
        ordinals_are_places_among_texts(&position);
    }
}
