//! The possible parts of a move text: piece, origin, target, promotion.
//!
//! Standard: §8.2.3.7. Decisions: D-32.
//!
//! ```text
//! move      = [ letter ] [ file ] [ rank ] [ sign ] [ file ] [ rank ] [ ":" ] [ promotion ]
//! sign      = "x" | ":" | "-"
//! promotion = [ "=" | "/" | "(" | "=(" | "(=" ] letter [ ")" ]
//! castling  = zero "-" zero [ "-" zero ]          zero = "O" | "o" | "0"
//! drop      = [ letter ] "@" file rank
//! ```

use super::forms::{self, Notes, Sign};
use super::normal::Normal;
use super::reading::{Departures, Stage};
use crate::bitboard::Bitboard;
use crate::castling::Side;
use crate::piece::Role;
use crate::square::{File, Rank, Square};

/// One reading of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) what: ShapePart,
    pub(super) notes: Notes,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ShapePart {
    Null,
    Castle(Side),
    Drop(Role, Square),
    Piece(PieceMove),
}

/// A move of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceMove {
    /// `None` if only squares were given.
    pub(super) role: Option<Role>,
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
    pub(super) sign: Sign,
    pub(super) to_file: File,
    pub(super) to_rank: Option<Rank>,
    pub(super) promotion: Option<Role>,
}

impl PieceMove {
    /// The target, if the text has all of it.
    pub(super) fn to(&self) -> Option<Square> {
        Some(Square::from_coords(self.to_file, self.to_rank?))
    }

    /// The squares the piece may come from by the text.
    pub(super) fn origin(&self) -> Bitboard {
        self.file.map_or(Bitboard::ALL, Bitboard::from_file)
            & self.rank.map_or(Bitboard::ALL, Bitboard::from_rank)
    }
}

/// All readings of a text, at most two: `b` may be a file or a bishop.
pub(super) fn shapes(text: &[u8]) -> [Option<Shape>; 2] {
    let Some(mut normal) = Normal::new(text) else { return [None, None] };
    if forms::is_null(normal.bytes()) {
        let mut notes = normal.notes;
        notes.note(Stage::Coordinates, Departures::NULL_MOVE);
        return [Some(Shape { what: ShapePart::Null, notes }), None];
    }
    normal.cut_number();
    normal.cut_tails();
    let (bytes, notes) = (normal.bytes(), normal.notes);
    if let Some(castle) = castle(bytes, notes) {
        return [Some(castle), None];
    }
    if let Some(drop) = drop(bytes, notes) {
        return [Some(drop), None];
    }
    let Some((&first, rest)) = bytes.split_first() else { return [None, None] };
    let whole = |noted: Notes| piece_move(None, bytes, notes.and(noted));
    let led = |role, noted: Notes| piece_move(Some(role), rest, notes.and(noted));
    let is_figurine = notes.departures.contains(Departures::FIGURINE);
    match (first, Role::from_letter(first.to_ascii_uppercase())) {
        (b'b', _) => match small_b(rest) {
            Letter::File => [whole(Notes::NONE), None],
            Letter::Piece => [led(Role::Bishop, Notes::CASE), None],
            Letter::Either => {
                [whole(Notes::NONE), led(Role::Bishop, Notes::CASE.and(Notes::OTHER_PIECE))]
            }
        },
        (b'B', _) if is_figurine => [led(Role::Bishop, Notes::NONE), None],
        (b'A'..=b'H', _) => match capital(first, rest) {
            Letter::File => [whole(Notes::NONE), None],
            Letter::Piece if first == b'B' => [led(Role::Bishop, Notes::NONE), None],
            Letter::Piece => [None, None],
            Letter::Either => [whole(Notes::OTHER_PIECE), None],
        },
        (b'P', _) => [led(Role::Pawn, Notes::PAWN_LETTER), None],
        (b'p', _) => [led(Role::Pawn, Notes::PAWN_LETTER.and(Notes::CASE)), None],
        (b'N' | b'R' | b'Q' | b'K', Some(role)) => [led(role, Notes::NONE), None],
        (_, Some(role)) => [led(role, Notes::CASE), None],
        (_, None) => [whole(Notes::NONE), None],
    }
}

/// The meaning of a letter from a to h, or A to H, at the start of a word.
enum Letter {
    File,
    Piece,
    /// A single reading, marked as doubtful.
    Either,
}

fn cut_sign(text: &[u8]) -> (Sign, &[u8]) {
    match text.split_first().map(|(first, after)| (forms::sign(*first), after)) {
        Some((Some((sign, _)), after)) => (sign, after),
        Some((None, _)) | None => (Sign::None, text),
    }
}

/// A `b` is a bishop if the form of the word cannot be a pawn's move: `bf4`, `bxd5`. `bxc4` is
/// always a pawn's move; `bc4` is the bishop's only if no pawn may be meant.
fn small_b(rest: &[u8]) -> Letter {
    let (sign, after) = cut_sign(rest);
    match after {
        [b'a' | b'c' | b'A' | b'C', b'1'..=b'8'] if sign == Sign::Capture => Letter::File,
        [b'a'..=b'c' | b'A'..=b'C', b'1'..=b'8'] => Letter::Either,
        [b'a'..=b'c' | b'A'..=b'C', b'1'..=b'8', ..] => Letter::File,
        [b'a'..=b'h' | b'A'..=b'H', .., b'1'..=b'8'] => Letter::Piece,
        _ => Letter::File,
    }
}

/// A capital is a file if the form of the word cannot be the move of another piece: `E4`, `B4`,
/// `E2E4`. `Bb3` is always a bishop's move. Other capitals may be pieces of another language of
/// §17: `Dd4` is never a pawn's move, `DXE5` is a doubtful one.
fn capital(letter: u8, rest: &[u8]) -> Letter {
    let (has_rank, after) = match rest {
        [b'1'..=b'8', after @ ..] => (true, after),
        _ => (false, rest),
    };
    let target = match cut_sign(after).1 {
        [file @ (b'a'..=b'h' | b'A'..=b'H'), b'1'..=b'8', ..] => Some(*file),
        _ => None,
    };
    match (letter, target) {
        // No language has E for a piece.
        (b'E', _) => Letter::File,
        (_, None) if has_rank => Letter::File,
        (b'B', _) | (_, None) => Letter::Piece,
        (_, Some(file)) => match (file.is_ascii_uppercase(), has_rank) {
            (true, true) => Letter::File,
            (false, true) => Letter::Either,
            (true, false) if file != letter => Letter::Either,
            (_, false) => Letter::Piece,
        },
    }
}

fn castle(bytes: &[u8], mut notes: Notes) -> Option<Shape> {
    let side = match bytes.len() {
        3 => Side::King,
        5 => Side::Queen,
        _ => return None,
    };
    for (at, byte) in bytes.iter().enumerate() {
        match at % 2 {
            0 => notes = notes.and(forms::castling_letter(*byte)?),
            _ if *byte != b'-' => return None,
            _ => {}
        }
    }
    Some(Shape { what: ShapePart::Castle(side), notes })
}

fn drop(bytes: &[u8], mut notes: Notes) -> Option<Shape> {
    let (role, square) = match bytes {
        [b'@', square @ ..] => {
            notes.note(Stage::Signs, Departures::DROP_LETTER);
            (Role::Pawn, square)
        }
        [letter, b'@', square @ ..] => {
            if letter.is_ascii_lowercase() {
                notes.note(Stage::Case, Departures::CASE);
            }
            (Role::from_letter(letter.to_ascii_uppercase())?, square)
        }
        _ => return None,
    };
    let mut scan = Scan { bytes: square, notes };
    let to = Square::from_coords(scan.file()?, scan.rank()?);
    scan.bytes.is_empty().then_some(Shape { what: ShapePart::Drop(role, to), notes: scan.notes })
}

/// Parses files, ranks and signs one after the other.
struct Scan<'a> {
    bytes: &'a [u8],
    notes: Notes,
}

impl Scan<'_> {
    fn next_if<T>(&mut self, read: impl Fn(u8) -> Option<T>) -> Option<T> {
        let (first, rest) = self.bytes.split_first()?;
        let value = read(*first)?;
        self.bytes = rest;
        Some(value)
    }

    fn file(&mut self) -> Option<File> {
        if let Some(file) = self.next_if(File::from_letter) {
            return Some(file);
        }
        let file = self.next_if(|byte| {
            byte.is_ascii_uppercase().then(|| File::from_letter(byte.to_ascii_lowercase()))?
        })?;
        self.notes.note(Stage::Case, Departures::CASE);
        Some(file)
    }

    fn rank(&mut self) -> Option<Rank> {
        self.next_if(Rank::from_digit)
    }

    fn sign(&mut self) -> Sign {
        let Some((sign, notes)) = self.next_if(forms::sign) else { return Sign::None };
        self.notes = self.notes.and(notes);
        sign
    }
}

/// The move of a piece after its letter was read; without a letter, a pawn or bare coordinates.
fn piece_move(role: Option<Role>, bytes: &[u8], notes: Notes) -> Option<Shape> {
    let mut scan = Scan { bytes, notes };
    let (file, rank) = (scan.file(), scan.rank());
    let mut sign = scan.sign();
    let (to_file, to_rank) = (scan.file(), scan.rank());
    if sign == Sign::None && scan.bytes.first() == Some(&b':') {
        sign = scan.sign();
    }
    let is_pawn = role.is_none_or(|role| role == Role::Pawn);
    let coordinates = is_pawn && file.is_some() && rank.is_some() && to_file.is_some();
    let promotion = if scan.bytes.is_empty() {
        None
    } else {
        Some(promotion(scan.bytes, coordinates, &mut scan.notes)?)
    };
    let mut notes = scan.notes;
    if to_file.is_none() && sign == Sign::Capture {
        // `Nd5:`, the sign after the square.
        notes.note(Stage::Coordinates, Departures::CAPTURE_SIGN);
    }
    let mut mv = match (file, rank, to_file, to_rank) {
        // Only one square or file: it is the target.
        (Some(file), rank, None, None) if rank.is_some() && sign != Sign::Dash => PieceMove {
            role,
            file: None,
            rank: None,
            sign,
            to_file: file,
            to_rank: rank,
            promotion,
        },
        (file, rank, Some(to_file), to_rank) => {
            PieceMove { role, file, rank, sign, to_file, to_rank, promotion }
        }
        (_, _, None, _) => return None,
    };
    if sign == Sign::Dash || (coordinates && sign == Sign::Capture) {
        notes.note(Stage::Coordinates, Departures::LONG_ALGEBRAIC);
    } else if coordinates {
        notes.note(Stage::Coordinates, Departures::COORDINATES);
    }
    if is_pawn {
        pawn(&mut mv, coordinates, &mut notes)?;
    } else if mv.to_rank.is_none() {
        return None;
    }
    Some(Shape { what: ShapePart::Piece(mv), notes })
}

/// The parts that pawns and bare squares may omit.
fn pawn(mv: &mut PieceMove, coordinates: bool, notes: &mut Notes) -> Option<()> {
    if coordinates {
        // `e2e4` may be any piece's move; `e2e` has no meaning.
        return mv.to_rank.map(|_| ());
    }
    mv.role = Some(Role::Pawn);
    match (mv.file, mv.rank, mv.to_rank) {
        // `e4` comes from its own file.
        (None, None, Some(_)) if mv.sign == Sign::None => mv.file = Some(mv.to_file),
        // `xd5`, `ed`, `exd`.
        (None, None, Some(_)) | (Some(_), None, None) => {
            notes.note(Stage::Coordinates, Departures::SHORT_PAWN_CAPTURE);
        }
        (Some(file), None, Some(_)) => {
            // `ee4` names the file of a straight advance.
            if file == mv.to_file {
                notes.note(Stage::Signs, Departures::ORIGIN);
            }
        }
        (_, Some(_), _) | (None, None, None) => return None,
    }
    Some(())
}

/// `=Q`, `Q`, `q`, `/Q`, `(Q)`, `=(Q)`.
fn promotion(bytes: &[u8], coordinates: bool, notes: &mut Notes) -> Option<Role> {
    let (letter, spelled) = forms::promotion(bytes)?;
    let role = Role::from_letter(letter.to_ascii_uppercase())?;
    let is_small = letter.is_ascii_lowercase();
    let is_uci = coordinates && is_small && bytes.len() == 1;
    if !is_uci {
        *notes = notes.and(spelled).and(if is_small { Notes::CASE } else { Notes::NONE });
    }
    Some(role)
}
