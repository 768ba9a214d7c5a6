//! The parts of canonical SAN that a move itself does not contain, in one byte.
//!
//! Standard: §8.2.3.3, §8.2.3.4, §8.2.3.5. Decisions: D-34.
//!
//! ```text
//! bits 0–2   what moves: a role, or castling on the king's or the queen's side
//! bit  3     the file of the origin is said; for pawns that capture, too
//! bit  4     the rank of the origin is said
//! bit  5     `x`
//! bits 6, 7  `+`, `#`
//! ```
//!
//! Of a drop the byte has role and mark; `@` and the role are in the move.
//!
//! The idea: a move that is kept together with its spelling is written without a board. Everything
//! but squares and promotion follows from the byte, so a table has the text with gaps in it.

use super::pseudo_legal;
use super::write::{self, SanText, origin};
use crate::attacks::{self, AttackPattern};
use crate::board::EMPTY;
use crate::castling::Side;
use crate::moves::{Move, MoveKind};
use crate::piece::Role;
use crate::position::Position;

/// The parts of the canonical SAN of a move that the move itself does not contain: role, origin,
/// capture, mark.
///
/// Together with its [`Move`], it gives the text; with another move, it has no meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spelling(u8);

const WHAT: u8 = 0b111;
const CASTLE_KING: u8 = 6;
const CASTLE_QUEEN: u8 = 7;
const FILE: u8 = 1 << 3;
const RANK: u8 = 1 << 4;
const CAPTURE: u8 = 1 << 5;
const CHECK: u8 = 1 << 6;
const MATE: u8 = 1 << 7;

impl Spelling {
    /// The null move, `--`: a pawn with a rank but no file, which no real move has.
    #[doc(hidden)]
    pub const NULL: Spelling = Spelling(RANK);

    /// The spelling of a legal move in this position, including its check mark. Cost: playing the
    /// move on a copy; if you play it anyway, use [`Spelling::unmarked`] and [`Spelling::marked`].
    ///
    /// ```
    /// use pgn_chess::{Position, notation::{san::Spelling, uci}};
    /// let position = Position::start();
    /// let mv = uci::parse(&position, b"g1f3").expect("a legal move");
    /// assert_eq!(Spelling::of(&position, mv).text(mv), "Nf3");
    /// ```
    pub fn of(position: &Position, mv: Move) -> Spelling {
        Spelling::unmarked(position, mv).marked(&position.after(mv))
    }

    /// The same without the mark.
    #[doc(hidden)]
    #[inline]
    pub fn unmarked(position: &Position, mv: Move) -> Spelling {
        if !mv.is_plain() {
            return Spelling::of_special(mv);
        }
        let board = &position.board;
        let (code, captured) = (board.codes[mv.from().usize()], board.codes[mv.to().usize()]);
        let lead = &PREFIXES[usize::from(code & 7 | u8::from(captured != EMPTY) << 3)];
        let same = board.by_color(position.turn) & board.by_role(lead.role);
        if (attacks::origins(lead.way, mv.to()) & same).has_many() {
            return lead.spelling.with_origin(position, lead.role, mv);
        }
        lead.spelling
    }

    /// Of a piece whose target others of its kind might also reach.
    #[inline(never)]
    pub(super) fn with_origin(self, position: &Position, role: Role, mv: Move) -> Spelling {
        let (file, rank) = origin(position, role, mv.from(), mv.to());
        let said = |is_said: bool, bit: u8| if is_said { bit } else { 0 };
        Spelling(self.0 | said(file.is_some(), FILE) | said(rank.is_some(), RANK))
    }

    /// The spelling of an illegal move without a mark: it distinguishes the piece from all others
    /// of its kind that can go to the target, legally or not.
    pub(super) fn of_illegal(position: &Position, mv: Move) -> Spelling {
        let spelling = Spelling::unmarked(position, mv);
        let role = position.piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role);
        if role == Role::Pawn || mv.is_castle() {
            return spelling;
        }
        let rivals = pseudo_legal::rivals(position, role, mv);
        let (file, rank) = write::shortest_origin(mv.from(), rivals);
        let said = |is_said: bool, bit: u8| if is_said { bit } else { 0 };
        let bare = spelling.0 & !(FILE | RANK);
        Spelling(bare | said(file.is_some(), FILE) | said(rank.is_some(), RANK))
    }

    /// Of a move that is more than a piece put elsewhere.
    #[inline(never)]
    fn of_special(mv: Move) -> Spelling {
        match mv.kind() {
            MoveKind::Null => Spelling::NULL,
            MoveKind::Drop(role) => Spelling(role as u8),
            MoveKind::Castle => Spelling(match Side::of(mv.from(), mv.to()) {
                Side::King => CASTLE_KING,
                Side::Queen => CASTLE_QUEEN,
            }),
            MoveKind::Normal
            | MoveKind::DoublePush
            | MoveKind::EnPassant
            | MoveKind::Promotion(_) => {
                Spelling::of_prefix(Role::Pawn, mv.from().file() != mv.to().file())
            }
        }
    }

    /// The same, with the check mark of a move that led to this position. Cost: a test for check,
    /// and a search for an evasion if there is check.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn marked(self, after: &Position) -> Spelling {
        let plain = Spelling(self.0 & !(CHECK | MATE));
        if !after.variant().is_orthodox() {
            return plain.marked_of_variant(after);
        }
        if !after.is_attacked() {
            return plain;
        }
        plain.with_mark(after)
    }

    #[cold]
    #[inline(never)]
    fn marked_of_variant(self, after: &Position) -> Spelling {
        if write::deserves_mark(after) { self.with_mark(after) } else { self }
    }

    #[cold]
    fn with_mark(self, after: &Position) -> Spelling {
        if self == Spelling::NULL {
            return self;
        }
        Spelling(self.0 | if write::mark(after) == b'#' { MATE } else { CHECK })
    }

    /// The spelling of a canonical text, without its mark; add that with [`Spelling::marked`]. It
    /// needs no board. The text is given as a word, its first byte lowest, and its length; bytes
    /// after it are ignored. For any other text, the result has no meaning.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn of_canonical(word: u64, len: usize) -> Spelling {
        let byte = |at: usize| (word >> (8 * (at & 7))) as u8;
        let has_mark = matches!(byte(len.wrapping_sub(1)), b'+' | b'#');
        let len = len.wrapping_sub(usize::from(has_mark));
        let what = LETTERS[usize::from(byte(0))] & WHAT;
        if what == CASTLE_KING {
            return Spelling(if len > 3 { CASTLE_QUEEN } else { CASTLE_KING });
        }
        // Between the letter and the square: at most file, rank and sign. A pawn has only `x`, with
        // its file before it.
        let origin = word >> 8 & ((1_u64 << (8 * (len.wrapping_sub(3) & 3))) - 1);
        let said = |at: u32| LETTERS[usize::from((origin >> at) as u8)] & !WHAT;
        let of_piece = what | said(0) | said(8) | said(16);
        let of_pawn = if byte(1) == b'x' { FILE | CAPTURE } else { 0 };
        Spelling(if what == Role::Pawn as u8 { of_pawn } else { of_piece })
    }

    /// The spelling of a text that begins with the letter of a piece, or the file of a pawn, and
    /// has neither origin nor mark: [`Spelling::of_canonical`] for tables.
    pub(super) const fn of_prefix(role: Role, captures: bool) -> Spelling {
        match (role, captures) {
            (Role::Pawn, true) => Spelling(FILE | CAPTURE),
            (_, true) => Spelling(role as u8 | CAPTURE),
            (_, false) => Spelling(role as u8),
        }
    }

    /// The SAN of this move, at most seven bytes, as a word whose lowest byte comes first, and its
    /// length. Bytes of the word beyond the length are undefined.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn word(self, mv: Move) -> (u64, usize) {
        let form = &FORMS[self.0 as usize];
        let [file, rank] = SQUARES[mv.from().usize()].to_le_bytes();
        let word = form.text
            | (u64::from(file) * form.file)
            | (u64::from(rank) * form.rank)
            | (u64::from(SQUARES[mv.to().usize()]) * form.square);
        if mv.says_role() {
            return self.with_role(word, mv);
        }
        (word, form.len())
    }

    /// The text of a promotion or a drop.
    #[cold]
    fn with_role(self, word: u64, mv: Move) -> (u64, usize) {
        if let Some(role) = mv.promotion() {
            return self.with_promotion(word, role);
        }
        let [file, rank] = mv.to().name();
        let letter = mv.dropped().map_or(b'P', Role::letter);
        let mark = self.mark();
        let text = [letter, b'@', file, rank, mark.unwrap_or_default(), 0, 0, 0];
        (u64::from_le_bytes(text), 4 + usize::from(mark.is_some()))
    }

    /// Puts the promotion before the mark.
    fn with_promotion(self, word: u64, role: Role) -> (u64, usize) {
        let len = FORMS[(self.0 & !(CHECK | MATE)) as usize].len();
        let (end, mark) = (8 * len, self.mark());
        if end + 16 >= 64 {
            return (word, len);
        }
        let word = word & ((1 << end) - 1)
            | u64::from(b'=') << end
            | u64::from(role.letter()) << (end + 8)
            | u64::from(mark.unwrap_or_default()) << (end + 16);
        (word, len + 2 + usize::from(mark.is_some()))
    }

    const fn mark(self) -> Option<u8> {
        match self.0 & (CHECK | MATE) {
            0 => None,
            CHECK => Some(b'+'),
            _ => Some(b'#'),
        }
    }

    /// The SAN of this move. A few nanoseconds.
    #[must_use]
    #[inline]
    pub fn text(self, mv: Move) -> SanText {
        let (word, len) = self.word(mv);
        SanText::of_word(word, len)
    }

    /// The byte. Stable.
    #[doc(hidden)]
    #[must_use]
    pub const fn raw(self) -> u8 {
        self.0
    }

    /// The inverse of [`Spelling::raw`]; any byte is some spelling.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_raw(raw: u8) -> Spelling {
        Spelling(raw)
    }
}

/// The beginning of the text of a plain move, and how others of its kind might reach its square.
struct MovePrefix {
    spelling: Spelling,
    role: Role,
    /// Pawns need no disambiguation: a capture names its file anyway.
    way: AttackPattern,
}

/// By the index of a role, plus eight for a capture.
static PREFIXES: [MovePrefix; 16] = {
    const PAWN: MovePrefix =
        MovePrefix { spelling: Spelling(0), role: Role::Pawn, way: AttackPattern::Nobody };
    let mut table = [PAWN; 16];
    table[8].spelling = Spelling::of_prefix(Role::Pawn, true);
    let mut n = 1;
    while n < Role::ALL.len() {
        let role = Role::ALL[n];
        let way = AttackPattern::of(role);
        table[n] = MovePrefix { spelling: Spelling::of_prefix(role, false), role, way };
        table[n + 8] = MovePrefix { spelling: Spelling::of_prefix(role, true), role, way };
        n += 1;
    }
    table
};

/// The meaning of a byte of a canonical text: as the first byte in the bits of [`WHAT`]; as part of
/// the origin in the others.
static LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut n = 0;
    while n < 8 {
        letters[b'a' as usize + n] = FILE;
        letters[b'1' as usize + n] = RANK;
        n += 1;
    }
    n = 1;
    while n < Role::ALL.len() {
        letters[Role::ALL[n].letter() as usize] = n as u8;
        n += 1;
    }
    letters[b'O' as usize] = CASTLE_KING;
    letters[b'x' as usize] = CAPTURE;
    letters
};

/// A text with gaps, and the factors that move the file, rank and name of a square into them: zero
/// if they are not written.
#[derive(Clone, Copy)]
struct SpellingForm {
    /// The letters that are always the same; in the highest byte, which no text has, the length.
    text: u64,
    file: u64,
    rank: u64,
    square: u64,
}

/// The names of the squares, file first.
static SQUARES: [u16; 64] = {
    let mut squares = [0; 64];
    let mut n = 0;
    while n < 64 {
        squares[n as usize] = u16::from_le_bytes([b'a' + n % 8, b'1' + n / 8]);
        n += 1;
    }
    squares
};

static FORMS: [SpellingForm; 256] = {
    let mut forms = [form(Spelling(0)); 256];
    let mut n = 0;
    while n < 256 {
        forms[n] = form(Spelling(n as u8));
        n += 1;
    }
    forms
};

const fn form(spelling: Spelling) -> SpellingForm {
    let said = spelling.0;
    let form = SpellingForm { text: 0, file: 0, rank: 0, square: 0 };
    let form = match said & WHAT {
        CASTLE_KING => form.with(b"O-O"),
        CASTLE_QUEEN => form.with(b"O-O-O"),
        0 if said & (FILE | RANK | CAPTURE) == RANK => form.with(b"--"),
        0 => form.with_squares(said),
        what => form.with(&[Role::ALL[what as usize].letter()]).with_squares(said),
    };
    match spelling.mark() {
        Some(mark) => form.with(&[mark]),
        None => form,
    }
}

impl SpellingForm {
    const LEN_SHIFT: u32 = 56;

    const fn len(self) -> usize {
        (self.text >> SpellingForm::LEN_SHIFT) as usize
    }

    /// The factor that moves a byte after the text so far.
    const fn behind(self) -> u64 {
        1 << (8 * self.len())
    }

    const fn longer(mut self, n: u64) -> SpellingForm {
        self.text += n << SpellingForm::LEN_SHIFT;
        self
    }

    const fn with(mut self, text: &[u8]) -> SpellingForm {
        let mut n = 0;
        while n < text.len() {
            self.text |= self.behind() * text[n] as u64;
            self = self.longer(1);
            n += 1;
        }
        self
    }

    const fn with_squares(mut self, said: u8) -> SpellingForm {
        if said & FILE != 0 {
            self.file = self.behind();
            self = self.longer(1);
        }
        if said & RANK != 0 {
            self.rank = self.behind();
            self = self.longer(1);
        }
        if said & CAPTURE != 0 {
            self = self.with(b"x");
        }
        self.square = self.behind();
        self.longer(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::notation::san;
    use crate::variant::Variant;
    use proptest::prelude::*;
    use std::format;

    /// The properties for every legal move of a position.
    fn check(position: &Position) -> Result<(), TestCaseError> {
        for &mv in position.legal_moves().iter() {
            let (text, spelling) = (san::to_text(position, mv), Spelling::of(position, mv));
            prop_assert_eq!(spelling.text(mv), text);
            let mut word = [b'x'; 8];
            word[..text.len()].copy_from_slice(text.as_bytes());
            let read = Spelling::of_canonical(u64::from_le_bytes(word), text.len());
            prop_assert_eq!(read, Spelling::unmarked(position, mv));
            prop_assert_eq!(read.marked(&position.after(mv)), spelling);
            prop_assert_eq!(Spelling::from_raw(spelling.raw()), spelling);
        }
        prop_assert_eq!(Spelling::of(position, Move::NULL), Spelling::NULL);
        prop_assert_eq!(Spelling::NULL.text(Move::NULL), "--");
        Ok(())
    }

    fn check_game(start: Position, choices: &[u8]) -> Result<(), TestCaseError> {
        let mut position = start;
        for &choice in choices {
            check(&position)?;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[choice as usize % moves.len()]);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn spelling_is_writing(choices in prop::collection::vec(any::<u8>(), 1..150)) {
            check_game(Position::start(), &choices)?;
        }

        #[test]
        fn spelling_is_writing_in_chess960(
            n in 0u16..960,
            choices in prop::collection::vec(any::<u8>(), 1..100),
        ) {
            check_game(chess960(n), &choices)?;
        }

        #[test]
        fn any_bits_are_some_text(spelling: u8, raw: u16) {
            let (word, len) = Spelling(spelling).word(Move::from_raw(raw));
            prop_assert!((2..=8).contains(&len));
            prop_assert!(word.to_le_bytes()[..len.min(7)].is_ascii());
            prop_assert!(Spelling(spelling).text(Move::from_raw(raw)).len() <= 7);
        }

        #[test]
        fn any_text_is_looked_at(word: u64, len: usize) {
            let _ = Spelling::of_canonical(word, len);
        }
    }

    /// The start position with this number.
    fn chess960(n: u16) -> Position {
        let row = row(n);
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", row.to_lowercase(), row);
        fen::parse_as(fen.as_bytes(), fen::Mode::Lax, Variant::Chess960).expect("a start").0
    }

    fn row(n: u16) -> std::string::String {
        let mut row = [0_u8; 8];
        let mut n = usize::from(n);
        let mut take = |choices: usize| {
            let choice = n % choices;
            n /= choices;
            choice
        };
        row[2 * take(4) + 1] = b'B';
        row[2 * take(4)] = b'B';
        let put = |row: &mut [u8; 8], nth: usize, piece: u8| {
            let free = (0..8).filter(|&at| row[at] == 0).nth(nth).unwrap_or(0);
            row[free] = piece;
        };
        put(&mut row, take(6), b'Q');
        let knights =
            [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];
        let (first, second) = knights[take(10)];
        put(&mut row, first, b'N');
        put(&mut row, second, b'N');
        for piece in *b"RKR" {
            put(&mut row, 0, piece);
        }
        row.iter().map(|&piece| char::from(piece)).collect()
    }

    #[test]
    fn the_longest_texts() {
        for (fen, mv, expected) in [
            ("Q7/1p6/Q1Q5/8/8/8/8/1k5K w - - 0 1", "a6b7", "Qa6xb7#"),
            ("8/8/8/8/8/8/5p1K/k5N1 b - - 0 1", "f2g1q", "fxg1=Q+"),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
        ] {
            let position = fen::parse(fen.as_bytes(), fen::Mode::Lax).expect("a position").0;
            let mv = crate::notation::uci::parse(&position, mv.as_bytes()).expect("legal");
            assert_eq!(Spelling::of(&position, mv).text(mv), expected);
            check(&position).expect("the properties");
        }
    }
}
