//! Reading a FEN.
//!
//! Standard: §16.1. Decisions: D-45, D-46, D-47, D-60.

use super::error::{FenError, FenErrorKind, FenNotes};
use super::style::Mode;
use super::{castling, extras, fast_path};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules;
use crate::setup::Setup;
use crate::square::Square;
use crate::variant::Variant;

/// Reads a possible position.
///
/// Castling letters that are impossible in ordinary chess make it a Chess960 position, with
/// [`FenNotes::VARIANT_IMPLIED`]; use [`parse_as`] if you know the variant.
///
/// # Errors
/// The first invalid field, or [`FenErrorKind::Setup`] with every reason why the position is
/// impossible. [`Mode::Lax`] also rejects such positions.
///
/// ```
/// use pgn_chess::fen::{self, EpPolicy, Mode};
/// let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
/// let (position, notes) = fen::parse(text.as_bytes(), Mode::Strict)?;
/// assert!(notes.is_empty());
/// assert_eq!(fen::to_text(&position, EpPolicy::Standard), text);
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn parse(text: &[u8], mode: Mode) -> Result<(Position, FenNotes), FenError> {
    read(text, mode, None)
}

/// Reads a position of a known variant; see [`parse`].
///
/// # Errors
/// As [`parse`].
///
/// ```
/// use pgn_chess::{Variant, fen::{self, Mode}};
/// let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// assert!(fen::parse_as(fen, Mode::Strict, Variant::Crazyhouse).is_ok());
/// ```
pub fn parse_as(
    text: &[u8],
    mode: Mode,
    variant: Variant,
) -> Result<(Position, FenNotes), FenError> {
    read(text, mode, Some(variant))
}

/// Reads into an existing position, which avoids a copy; see [`parse`] without a variant, and
/// [`parse_as`] with one. About 90 ns for a plain FEN of ordinary chess.
///
/// # Errors
/// As [`parse`]; the content of the position is then unspecified.
#[doc(hidden)]
pub fn parse_into(
    text: &[u8],
    mode: Mode,
    variant: Option<Variant>,
    position: &mut Position,
) -> Result<FenNotes, FenError> {
    if matches!(variant, None | Some(Variant::Standard)) && fast_path::read(text, position) {
        return Ok(FenNotes::NONE);
    }
    let notes;
    (*position, notes) = into_position(parse_six(text, mode, variant)?)?;
    Ok(notes)
}

#[inline]
fn read(text: &[u8], mode: Mode, given: Option<Variant>) -> Result<(Position, FenNotes), FenError> {
    let mut position = Position::start();
    let notes = parse_into(text, mode, given, &mut position)?;
    Ok((position, notes))
}

/// Reads any arrangement of pieces, for diagrams; [`Setup::faults`] returns why it is impossible.
///
/// An impossible en passant square is kept in [`Mode::Strict`] and dropped in [`Mode::Lax`].
///
/// # Errors
/// The first invalid field.
///
/// ```
/// use pgn_chess::{SetupError, fen::{self, Mode}};
/// let (setup, _) = fen::parse_setup(b"8/8/8/8/8/8/8/4K3 w - - 0 1", Mode::Strict)?;
/// assert_eq!(setup.faults(), SetupError::NO_BLACK_KING);
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
pub fn parse_setup(text: &[u8], mode: Mode) -> Result<(Setup, FenNotes), FenError> {
    let read = parse_six(text, mode, None)?;
    Ok((read.setup, read.notes))
}

/// The first four fields, which are the same in EPD, with the additions of a variant.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fields {
    /// The position, clock 0, move 1.
    pub setup: Setup,
    /// The deviations that were accepted or corrected.
    pub notes: FenNotes,
    /// Byte offset of the end of the fourth field, or of the checks after it.
    pub end: usize,
    /// Bytes from the start of the text to the en passant field.
    ep_offset: usize,
    /// The checks of Three-check were there.
    has_checks: bool,
}

/// Reads the first four fields and returns where they end.
///
/// # Errors
/// The first invalid field; in [`Mode::Strict`] also an impossible en passant square.
#[doc(hidden)]
pub fn parse_fields(text: &[u8], mode: Mode, variant: Option<Variant>) -> Result<Fields, FenError> {
    let fields = read_fields(text, mode, variant)?;
    // The board alone is a FEN, and no record.
    let board = text.trim_ascii();
    if !board.iter().any(u8::is_ascii_whitespace) {
        return Err(FenError::new(
            FenErrorKind::Color,
            text.trim_ascii_end().len(),
            "another field",
        ));
    }
    refuse_impossible_ep(&fields)?;
    Ok(fields)
}

fn refuse_impossible_ep(fields: &Fields) -> Result<(), FenError> {
    match fields.setup.ep_square {
        Some(square) if !fields.setup.ep_is_possible(square) => Err(FenError::new(
            FenErrorKind::EnPassant,
            fields.ep_offset,
            "the square that a pawn has just passed over",
        )),
        Some(_) | None => Ok(()),
    }
}

fn into_position(fields: Fields) -> Result<(Position, FenNotes), FenError> {
    refuse_impossible_ep(&fields)?;
    match fields.setup.position() {
        Ok(position) => Ok((position, fields.notes)),
        Err(faults) => Err(FenError::new(FenErrorKind::Setup(faults), 0, "a possible position")),
    }
}

/// Walks over the fields of the text.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    mode: Mode,
    notes: FenNotes,
}

impl<'a> Cursor<'a> {
    /// The next field and its offset; `None` at the end of the text.
    fn field(&mut self) -> Result<Option<(&'a [u8], usize)>, FenError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let gap = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let wanted = usize::from(self.at > 0);
        // A space at the end of the text is one too many.
        let is_plain = match rest.len() == gap {
            true => gap == 0,
            false => gap == wanted && rest.iter().take(gap).all(|byte| *byte == b' '),
        };
        if !is_plain {
            if self.mode == Mode::Strict {
                return Err(FenError::new(
                    FenErrorKind::Spacing,
                    self.at,
                    "one space between fields and none elsewhere",
                ));
            }
            self.notes |= FenNotes::WHITE_SPACE;
        }
        let start = self.at + gap;
        let field = rest.get(gap..).unwrap_or_default();
        let len = field.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        self.at = start + len;
        Ok(field.get(..len).filter(|field| !field.is_empty()).map(|field| (field, start)))
    }

    /// The next field, which must be there.
    fn required(&mut self, kind: FenErrorKind) -> Result<(&'a [u8], usize), FenError> {
        let field = self.field()?;
        field.ok_or_else(|| FenError::new(kind, self.at.min(self.text.len()), "another field"))
    }

    /// The next field; if it is missing, an error or a note.
    fn field_or_note(&mut self, kind: FenErrorKind) -> Result<Option<(&'a [u8], usize)>, FenError> {
        if self.mode == Mode::Strict {
            return self.required(kind).map(Some);
        }
        let field = self.field()?;
        if field.is_none() {
            self.notes |= FenNotes::MISSING_FIELDS;
        }
        Ok(field)
    }
}

fn read_fields(text: &[u8], mode: Mode, given: Option<Variant>) -> Result<Fields, FenError> {
    let mut cursor = Cursor { text, at: 0, mode, notes: FenNotes::NONE };
    let mut setup = Setup { variant: given.unwrap_or_default(), ..Setup::EMPTY };
    let (field, start) = cursor.required(FenErrorKind::Placement)?;
    cursor.notes |= first_field(field, start, &mut setup, given, mode)?;
    if let Some((field, start)) = cursor.field_or_note(FenErrorKind::Color)? {
        setup.turn = match (field, mode) {
            (b"w", _) => Color::White,
            (b"b", _) => Color::Black,
            (b"W" | b"B", Mode::Lax) => {
                cursor.notes |= FenNotes::COLOR_CASE;
                if field == b"W" { Color::White } else { Color::Black }
            }
            (_, Mode::Strict | Mode::Lax) => {
                return Err(FenError::new(FenErrorKind::Color, start, "w or b"));
            }
        };
    }
    match cursor.field_or_note(FenErrorKind::Castling)? {
        Some((field, start)) => {
            cursor.notes |= castling::parse(field, start, &mut setup, given, mode)?;
        }
        // The board of the start position alone means the start position.
        None => {
            let start = Position::start_of(setup.variant);
            if setup.board == *start.board() {
                setup.castling = start.castling();
            }
        }
    }
    let mut ep_offset = text.len();
    if let Some((field, start)) = cursor.field_or_note(FenErrorKind::EnPassant)? {
        ep_offset = start;
        cursor.notes |= en_passant(field, start, &mut setup, mode)?;
    }
    let has_checks = checks(&mut cursor, &mut setup, given, extras::checks_left)?;
    if given.is_none() && setup.variant == Variant::Standard && rules::is_horde(&setup) {
        setup.variant = Variant::Horde;
    }
    if given.is_none() && setup.variant != Variant::Standard {
        cursor.notes |= FenNotes::VARIANT_IMPLIED;
    }
    let (notes, end) = (cursor.notes, cursor.at.min(text.len()));
    Ok(Fields { setup, notes, end, ep_offset, has_checks })
}

/// Reads the checks of Three-check if they are next. Without a variant they imply it.
fn checks(
    cursor: &mut Cursor<'_>,
    setup: &mut Setup,
    given: Option<Variant>,
    read: impl Fn(&[u8]) -> Option<[u8; 2]>,
) -> Result<bool, FenError> {
    let may_be = match given {
        Some(variant) => variant.row().counts_checks,
        None => !setup.variant.row().has_pockets,
    };
    if !may_be {
        return Ok(false);
    }
    let (at, notes) = (cursor.at, cursor.notes);
    // Parsing the next field reports invalid space before it.
    let next = cursor.field().ok().flatten();
    match next.and_then(|(field, _)| read(field)) {
        Some(checks) => {
            (setup.checks, setup.variant) = (checks, Variant::ThreeCheck);
            Ok(true)
        }
        None => {
            (cursor.at, cursor.notes) = (at, notes);
            Ok(false)
        }
    }
}

fn parse_six(text: &[u8], mode: Mode, given: Option<Variant>) -> Result<Fields, FenError> {
    let (text, notes) =
        if mode == Mode::Lax { without_end_marks(text) } else { (text, FenNotes::NONE) };
    let mut fields = read_fields(text, mode, given)?;
    let mut cursor = Cursor { text, at: fields.end, mode, notes: fields.notes | notes };
    if mode == Mode::Lax
        && given_counters(text.get(fields.end..).unwrap_or_default(), &mut fields.setup)
    {
        fields.notes = cursor.notes | FenNotes::EPD_COUNTERS;
        fields.end = text.len();
        return Ok(fields);
    }
    if mode == Mode::Lax {
        skip_unknown_checks(&mut cursor);
    }
    let mut numbers = [0, 1];
    for (slot, kind) in numbers.iter_mut().zip([FenErrorKind::Clock, FenErrorKind::MoveNumber]) {
        let Some((field, start)) = cursor.field_or_note(kind)? else { break };
        if let Some((number, notes)) = number(field) {
            *slot = number;
            cursor.notes |= notes;
            continue;
        }
        // Lax parsing takes EPD operations and remarks for the end of the record, but a misspelled
        // number is an error.
        let looks_like_number = field.iter().any(u8::is_ascii_digit) || field == b"-";
        if mode == Mode::Strict || (looks_like_number && !field[0].is_ascii_alphabetic()) {
            return Err(FenError::new(kind, start, "a number without sign"));
        }
        cursor.notes |= FenNotes::MISSING_FIELDS | FenNotes::TRAILING_TEXT;
        cursor.at = text.len();
        break;
    }
    let read = extras::checks_given;
    let has_checks = fields.has_checks || checks(&mut cursor, &mut fields.setup, given, read)?;
    if fields.setup.variant.row().counts_checks && !has_checks {
        if mode == Mode::Strict {
            return Err(FenError::new(FenErrorKind::Checks, fields.end, "checks such as 3+3"));
        }
        cursor.notes |= FenNotes::MISSING_EXTRAS;
    }
    if given.is_none() && fields.setup.variant != Variant::Standard {
        cursor.notes |= FenNotes::VARIANT_IMPLIED;
    }
    if cursor.field()?.is_some() {
        if mode == Mode::Strict {
            return Err(FenError::new(FenErrorKind::Spacing, cursor.at, "six fields, not more"));
        }
        cursor.notes |= FenNotes::TRAILING_TEXT;
    }
    if numbers[1] == 0 {
        if mode == Mode::Strict {
            let offset = text.iter().rposition(|byte| *byte == b' ').map_or(0, |at| at + 1);
            return Err(FenError::new(FenErrorKind::MoveNumber, offset, "a number from 1"));
        }
        numbers[1] = 1;
        cursor.notes |= FenNotes::FULLMOVE_ZERO;
    }
    fields.setup.halfmove_clock = numbers[0];
    fields.setup.fullmove = numbers[1];
    fields.notes = cursor.notes;
    Ok(fields)
}

/// The text without the semicolons that it ends with.
fn without_end_marks(text: &[u8]) -> (&[u8], FenNotes) {
    let trimmed = text.trim_ascii_end();
    let mut rest = trimmed;
    while let Some(shorter) = rest.strip_suffix(b";") {
        rest = shorter.trim_ascii_end();
    }
    // The end of an operation of EPD is its own.
    let is_operation = rest.split(|byte| byte.is_ascii_whitespace()).count() > 6
        || rest.windows(5).any(|word| word == b"hmvc " || word == b"fmvn ");
    match rest.len() < trimmed.len() && !is_operation {
        true => (rest, FenNotes::TRAILING_TEXT),
        false => (text, FenNotes::NONE),
    }
}

/// Takes the counters from the operations `hmvc` and `fmvn` of EPD, if one of them is there.
fn given_counters(text: &[u8], setup: &mut Setup) -> bool {
    let mut is_there = false;
    for operation in text.split(|byte| *byte == b';') {
        let mut words = operation.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (Some(opcode), Some(operand), None) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        match (opcode, number(operand)) {
            (b"hmvc", Some((value, _))) => setup.halfmove_clock = value,
            (b"fmvn", Some((value, _))) => setup.fullmove = value.max(1),
            _ => continue,
        }
        is_there = true;
    }
    is_there
}

/// Passes over a field like the checks of Three-check, `161+0`, that the variant does not have.
fn skip_unknown_checks(cursor: &mut Cursor<'_>) {
    let (at, notes) = (cursor.at, cursor.notes);
    let is_sum = |field: &[u8]| {
        let mut parts = field.split(|byte| *byte == b'+');
        let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        parts.clone().count() == 2 && parts.all(is_number)
    };
    match cursor.field() {
        Ok(Some((field, _))) if is_sum(field) => cursor.notes |= FenNotes::UNKNOWN_FIELD,
        Ok(_) | Err(_) => (cursor.at, cursor.notes) = (at, notes),
    }
}

/// Digits of any length; a number that does not fit is cut to the largest number.
fn number(field: &[u8]) -> Option<(u32, FenNotes)> {
    let mut value: u32 = 0;
    let mut notes = FenNotes::NONE;
    for &digit in field {
        if !digit.is_ascii_digit() {
            return None;
        }
        let next = value.checked_mul(10).and_then(|tens| tens.checked_add((digit - b'0').into()));
        value = next.unwrap_or_else(|| {
            notes = FenNotes::CLOCK_SATURATED;
            u32::MAX
        });
    }
    if field.len() > 1 && field[0] == b'0' {
        notes |= FenNotes::LEADING_ZEROS;
    }
    Some((value, notes))
}

/// Placement, and the pockets of Crazyhouse. Without a variant they imply it, unless a slash has no
/// pieces after it: that is more likely a slip.
fn first_field(
    field: &[u8],
    offset: usize,
    setup: &mut Setup,
    given: Option<Variant>,
    mode: Mode,
) -> Result<FenNotes, FenError> {
    let may_have = given.is_none_or(|variant| variant.row().has_pockets);
    let (pieces, hands) = if may_have { extras::split(field)? } else { (field, None) };
    let is_slip = |(at, text): &(usize, &[u8])| {
        let has_pieces = !text.is_empty() && extras::pockets(text, 0, Mode::Lax).is_ok();
        given.is_none() && field.get(at - 1) == Some(&b'/') && !has_pieces
    };
    let (pieces, hands) =
        if hands.as_ref().is_some_and(is_slip) { (field, None) } else { (pieces, hands) };
    if hands.is_some() && given.is_none() {
        setup.variant = Variant::Crazyhouse;
    }
    let mut notes = placement(pieces, offset, setup, mode)?;
    match hands {
        Some((at, text)) => {
            let (pockets, of_pockets) = extras::pockets(text, offset + at, mode)?;
            setup.pockets = pockets;
            notes |= of_pockets;
        }
        None if setup.variant.row().has_pockets => match mode {
            Mode::Strict => {
                let end = offset + field.len();
                return Err(FenError::new(FenErrorKind::Pockets, end, "pockets such as []"));
            }
            Mode::Lax => notes |= FenNotes::MISSING_EXTRAS,
        },
        None => {}
    }
    Ok(notes)
}

/// `~` after a piece means that it was a pawn, in a variant where that matters.
fn promoted(setup: &mut Setup, square: Option<Square>, mode: Mode) -> Option<FenNotes> {
    let piece = square.and_then(|square| Some((square, setup.board.piece_at(square)?.role)));
    match (piece, mode) {
        (Some((square, role)), _)
            if Role::PROMOTIONS.contains(&role) && !setup.promoted.contains(square) =>
        {
            setup.promoted |= square.into();
            Some(FenNotes::NONE)
        }
        (_, Mode::Lax) => Some(FenNotes::PROMOTION_DROPPED),
        (_, Mode::Strict) => None,
    }
}

fn placement(
    field: &[u8],
    offset: usize,
    setup: &mut Setup,
    mode: Mode,
) -> Result<FenNotes, FenError> {
    let error = |at: usize, expected| FenError::new(FenErrorKind::Placement, offset + at, expected);
    let mut notes = FenNotes::NONE;
    let (mut rank, mut file, mut after_digit) = (7_u8, 0_u8, false);
    for (at, &byte) in field.iter().enumerate() {
        match byte {
            b'/' => {
                if file != 8 {
                    return Err(error(at, "eight squares on each rank"));
                }
                if rank == 0 {
                    return Err(error(at, "eight ranks"));
                }
                (rank, file, after_digit) = (rank - 1, 0, false);
                continue;
            }
            b'1'..=b'8' => {
                if after_digit {
                    if mode == Mode::Strict {
                        return Err(error(at, "one digit for a run of empty squares"));
                    }
                    notes |= FenNotes::SPLIT_DIGITS;
                }
                file += byte - b'0';
                after_digit = true;
            }
            b'~' if setup.variant.row().has_pockets => {
                let before = (rank * 8 + file).checked_sub(1).filter(|_| file > 0);
                let last = before.and_then(Square::new).filter(|_| !after_digit);
                let read = promoted(setup, last, mode);
                notes |= read.ok_or_else(|| error(at, "~ after a promoted piece"))?;
            }
            _ => {
                let Some(piece) = Piece::from_char(byte as char) else {
                    return Err(error(at, "a piece letter, a digit 1 to 8, or /"));
                };
                if file < 8 {
                    setup.board.place(Square::wrap(rank * 8 + file), piece.code());
                }
                file += 1;
                after_digit = false;
            }
        }
        if file > 8 {
            return Err(error(at, "no more than eight squares on a rank"));
        }
    }
    if rank != 0 || file != 8 {
        return Err(error(field.len(), "eight ranks of eight squares"));
    }
    Ok(notes)
}

fn en_passant(
    field: &[u8],
    offset: usize,
    setup: &mut Setup,
    mode: Mode,
) -> Result<FenNotes, FenError> {
    if field == b"-" {
        return Ok(FenNotes::NONE);
    }
    let Some(square) = Square::from_ascii(field) else {
        return Err(FenError::new(FenErrorKind::EnPassant, offset, "a square or -"));
    };
    let third_rank = square.rank().relative_to(!setup.turn).index() == 2;
    match mode {
        Mode::Strict if !third_rank => Err(FenError::new(
            FenErrorKind::EnPassant,
            offset + 1,
            "rank 3 with Black to move, rank 6 with White to move",
        )),
        Mode::Lax if !setup.ep_is_possible(square) => Ok(FenNotes::EP_DROPPED),
        Mode::Strict | Mode::Lax => {
            setup.ep_square = Some(square);
            Ok(FenNotes::NONE)
        }
    }
}
