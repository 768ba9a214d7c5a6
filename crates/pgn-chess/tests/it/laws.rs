//! Laws that hold in every position, tried on random games of ordinary chess and Chess960.
//! Owns: the laws and the random games. Knows nothing of: examples.
//! Standard: §8.2.3, §16.1, §19, §20.2. Decisions: D-32, D-45, D-52, D-60.
//! Start at [`every_law_holds_here`].

use pgn_chess::fen::{self, CastlingStyle, EpPolicy, Mode};
use pgn_chess::notation::san::{self, Lax};
use pgn_chess::notation::{lan, uci};
use pgn_chess::{Move, Position};
use proptest::prelude::*;

use crate::fen_laws::{both_roads_agree, fen, parse_answers, position_leads_back};
use crate::naive;
use crate::san_laws::{STARTS, resolve_answers, san, texts_lead_back};
use crate::seeds;

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
        prop::sample::select(STARTS).prop_filter_map("readable", |text| {
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
        let text = san::play_and_write(&mut written, mv);
        assert_eq!(written, position.after(mv), "{position:?} {mv:?}");
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let (word, len) = (u64::from_le_bytes(bytes), text.len());
        let mut read = *position;
        let found = san::play_word_undoable(&mut read, word, len);
        assert_eq!(found, (!mv.is_null()).then_some((mv, undo)), "{position:?} {text}");
        assert_eq!(san::resolve_word(position, word, len), found.map(|found| found.0));
        if found.is_some() {
            assert_eq!(read, written, "{position:?} {text}");
        }
    }
}

/// Texts that differ in one byte from the FEN of a position, and what is not a FEN any more.
fn spoilt_texts(position: &Position) {
    let text = fen::write(position, EpPolicy::Standard);
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

fn every_law_holds_here(position: &Position) {
    moves_are_taken_back(position);
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
#[test]
fn seeds_of_the_fuzzer_keep_the_laws() {
    seeds::each("san", san);
    seeds::each("fen", fen);
}

const CHARACTERS: &str = "[a-hNBRQKPOo0-9x:=+#(/)\\-. \u{2013}\u{2658}\u{fe0f}ep]{0,10}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_games_keep_the_laws((start, choices) in game()) {
        walk(start, &choices, every_law_holds_here);
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
            let written = fen::write_setup(&setup, CastlingStyle::XFen);
            prop_assert_eq!(written.as_str(), text.as_str());
        }
    }
}
