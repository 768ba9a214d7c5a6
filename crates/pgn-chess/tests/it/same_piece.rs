//! A word that names a piece is read as a move of that piece, or not at all (D-32).
//!
//! Standard: §8.2.3. Decisions: D-32, D-62.

use pgn_chess::fen::{self, Mode};
use pgn_chess::notation::letters::{LANGUAGES, Letters};
use pgn_chess::notation::san::{self, Departures, ResolveError, San, SanOptions};
use pgn_chess::{Position, Role, Square};

use crate::san_properties::STARTS;

const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// How many words of each kind must have been refused before a test believes anything.
const N_REFUSED_MIN: u32 = 1_000;

/// The positions of some games, each played by a simple generator of random numbers.
fn positions() -> Vec<Position> {
    let read = |text: &&str| fen::parse(text.as_bytes(), Mode::Strict).expect("a known start").0;
    let mut starts: Vec<Position> = STARTS.iter().map(read).collect();
    starts.extend([Position::start(); 6]);
    let mut found = Vec::new();
    let mut state = 15_u64;
    for start in starts {
        let mut position = start;
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            found.push(position);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.play_unchecked(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    found
}

/// Counts what was refused, and checks what was read.
struct Table {
    lax: SanOptions,
    n_refused: u32,
    n_doubtful: u32,
}

impl Table {
    fn new(letters: Option<Letters>) -> Table {
        let lax = SanOptions::default().with_letters(letters).with_doubtful(true);
        Table { lax, n_refused: 0, n_doubtful: 0 }
    }

    /// The word is a move of `role`, or refused; a refusal must have a reason.
    fn check(&mut self, position: &Position, word: &str, role: Role) {
        match san::resolve(position, word.as_bytes(), &self.lax) {
            Ok(reading) => {
                let moved = position.piece_at(reading.mv.from()).map(|piece| piece.role);
                assert_eq!(moved, Some(role), "{position:?} {word}: {reading:?}");
                assert!(!reading.is_doubtful(), "{position:?} {word}");
            }
            Err(ResolveError::Illegal(_)) => self.n_refused += 1,
            Err(ResolveError::Ambiguous(_)) => {}
            Err(ResolveError::NotAMove) => panic!("{position:?} {word} has the shape of a move"),
        }
    }

    fn is_believed(&self) {
        assert!(self.n_refused >= N_REFUSED_MIN, "only {} words were refused", self.n_refused);
    }
}

fn squares() -> impl Iterator<Item = String> {
    Square::all().map(|square| square.to_string())
}

#[test]
fn a_canonical_word_is_a_move_of_its_man_or_illegal() {
    let mut table = Table::new(None);
    for position in positions().iter().step_by(3) {
        for to in squares() {
            for role in PIECES {
                for between in ["", "x", "b", "1", "bx", "b1x"] {
                    let word = format!("{}{between}{to}", role.to_char());
                    assert!(matches!(san::parse(word.as_bytes()), Ok(San::Normal { .. })));
                    table.check(position, &word, role);
                }
            }
            for file in ["b", "c", "d"] {
                let target = to.as_bytes()[0];
                if target.abs_diff(file.as_bytes()[0]) == 1 {
                    table.check(position, &format!("{file}x{to}"), Role::Pawn);
                }
            }
        }
    }
    table.is_believed();
}

#[test]
fn a_figurine_is_a_move_of_its_man_or_illegal() {
    let mut table = Table::new(None);
    for position in positions().iter().step_by(5) {
        for (role, sign) in PIECES.into_iter().zip(["\u{2658}", "\u{265d}", "\u{2656}", "\u{265b}"])
        {
            for to in squares() {
                table.check(position, &format!("{sign}{to}"), role);
                table.check(position, &format!("{sign}x{to}"), role);
            }
        }
        for rank in 1..=8 {
            let word = format!("\u{2657}{rank}");
            let read = san::resolve(position, word.as_bytes(), &table.lax);
            assert_eq!(read, Err(ResolveError::NotAMove), "{position:?} {word}");
        }
    }
    table.is_believed();
}

#[test]
fn a_letter_of_a_language_is_a_move_of_its_man_or_illegal() {
    let mut table = Table::new(None);
    for position in positions().iter().step_by(16) {
        for language in &LANGUAGES {
            table.lax.letters = Some(language.letters);
            for role in PIECES {
                let letter = language.letters.letter(role);
                let small = letter.to_ascii_lowercase();
                let is_file = matches!(small.as_bytes(), [b'a'..=b'h']);
                for to in squares() {
                    table.check(position, &format!("{letter}{to}"), role);
                    table.check(position, &format!("{letter}x{to}"), role);
                    if !is_file {
                        table.check(position, &format!("{small}{to}"), role);
                    }
                }
            }
        }
    }
    table.is_believed();
}

/// `Dd4` is a queen's move in German, and was read as one of the d pawn.
#[test]
fn a_capital_that_is_a_man_elsewhere_is_no_pawn() {
    let mut n_refused = 0;
    let lax = SanOptions::default().with_doubtful(true).with_queen(true);
    for position in positions().iter().step_by(3) {
        for letter in "ACDFGH".chars() {
            for to in squares() {
                for word in [format!("{letter}{to}"), format!("{letter}x{to}")] {
                    let read = san::resolve(position, word.as_bytes(), &lax);
                    assert_eq!(read, Err(ResolveError::NotAMove), "{position:?} {word}");
                    n_refused += 1;
                }
                let word = format!("{letter}X{}", to.to_uppercase());
                let plain = san::resolve(position, word.as_bytes(), &SanOptions::default());
                assert_eq!(plain, Err(ResolveError::NotAMove), "{position:?} {word}");
                if let Ok(reading) = san::resolve(position, word.as_bytes(), &lax) {
                    assert!(reading.is_doubtful(), "{position:?} {word}");
                }
            }
        }
    }
    assert!(n_refused >= N_REFUSED_MIN);
}

/// `bc4` without its sign: the pawn's, or the bishop's where no pawn is that may be meant, and
/// then in doubt. `bb5` is in doubt where both can go there.
#[test]
fn a_small_b_is_a_bishop_in_doubt_only() {
    let mut table = Table::new(None);
    for position in positions() {
        for to in Square::all().filter(|to| to.file().index() <= 2) {
            let word = format!("b{to}");
            let plain = san::resolve(&position, word.as_bytes(), &SanOptions::default());
            if let Err(ResolveError::Ambiguous(_)) = &plain {
                // `bb5`, which a pawn and a bishop can play: the pawn's, and in doubt.
                let lax = san::resolve(&position, word.as_bytes(), &table.lax);
                let reading = lax.expect("what has two readings is read in doubt");
                let moved = position.piece_at(reading.mv.from()).map(|piece| piece.role);
                assert_eq!((moved, to.file().letter()), (Some(Role::Pawn), b'b'), "{word}");
                assert!(reading.is_doubtful(), "{position:?} {word}");
                table.n_doubtful += 1;
                continue;
            } else if let Ok(reading) = &plain {
                let moved = position.piece_at(reading.mv.from()).map(|piece| piece.role);
                assert_eq!(moved, Some(Role::Pawn), "{position:?} {word}");
            } else {
                assert!(matches!(plain, Err(ResolveError::Illegal(_))), "{position:?} {word}");
                table.n_refused += 1;
            }
            let lax = san::resolve(&position, word.as_bytes(), &table.lax);
            if lax == plain {
                continue;
            }
            let reading = lax.expect("what is read without doubt is read with it");
            let moved = position.piece_at(reading.mv.from()).map(|piece| piece.role);
            assert_eq!(moved, Some(Role::Bishop), "{position:?} {word}");
            assert_eq!(reading.departures.without(Departures::MISSING_CAPTURE), BISHOP_IN_DOUBT);
            let back = if position.turn() == pgn_chess::Color::White { -8_i8 } else { 8 };
            let behind = to.index().checked_add_signed(back).map(|at| at & !7 | 1);
            let below = behind.and_then(Square::new).and_then(|at| position.piece_at(at));
            let is_pawn = below
                .is_some_and(|piece| piece.role == Role::Pawn && piece.color == position.turn());
            assert!(!is_pawn, "{position:?} {word}");
            table.n_doubtful += 1;
        }
    }
    table.is_believed();
    assert!(table.n_doubtful > 0);
}

const BISHOP_IN_DOUBT: Departures = Departures::CASE.union(Departures::OTHER_PIECE);

#[test]
fn a_pawn_on_the_last_rank_becomes_a_queen_in_doubt_only() {
    let mut table = Table::new(None);
    let queen = SanOptions::default().with_queen(true).with_doubtful(true);
    for position in positions() {
        for to in squares().filter(|to| to.ends_with(['1', '8'])) {
            let plain = san::resolve(&position, to.as_bytes(), &SanOptions::default());
            assert!(matches!(plain, Err(ResolveError::Illegal(_))), "{position:?} {to}");
            table.n_refused += 1;
            if let Ok(reading) = san::resolve(&position, to.as_bytes(), &queen) {
                assert!(reading.is_doubtful(), "{position:?} {to}");
                table.n_doubtful += 1;
            }
        }
    }
    table.is_believed();
    assert!(table.n_doubtful > 0);
}
