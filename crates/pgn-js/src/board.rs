//! Positions: each call has one as FEN, and the module keeps none.

use pgnkit::chess::fen::{self, CastlingStyle, EpPolicy, FenNotes, Mode};
use pgnkit::chess::notation::{san, uci};
use pgnkit::chess::{
    Bitboard, Color, File, Move, Piece, Position, Rank, Role, Setup, Square, Variant, perft,
};
use pgnkit::diagram::{Coordinates, Diagram, PieceShapes, Signs};

use crate::answer::Answer;
use crate::message::{CallError, Message};
use crate::tree::{fen_text, square};

fn variant(name: &str) -> Result<Option<Variant>, CallError> {
    let unknown = || CallError::new(format!("unknown variant `{name}`"));
    (!name.is_empty()).then(|| Variant::from_name(name).ok_or_else(unknown)).transpose()
}

/// The position of a message: FEN, empty for the start position, and variant.
fn parse_position(message: &mut Message<'_>) -> Result<Position, CallError> {
    let (text, variant) = (message.text()?, variant(message.text()?)?);
    let text = if text.is_empty() { variant.unwrap_or_default().start_fen() } else { text };
    let read = match variant {
        Some(variant) => fen::parse_as(text.as_bytes(), Mode::Lax, variant),
        None => fen::parse(text.as_bytes(), Mode::Lax),
    };
    read.map(|(position, _)| position).map_err(CallError::new)
}

/// The same, or an arrangement of pieces that is no position.
fn parse_setup(message: &mut Message<'_>) -> Result<Setup, CallError> {
    let mut copy = *message;
    if let Ok(position) = parse_position(&mut copy) {
        *message = copy;
        return Ok(Setup::from(&position));
    }
    let (text, variant) = (message.text()?, variant(message.text()?)?);
    let (mut setup, _) = fen::parse_setup(text.as_bytes(), Mode::Lax).map_err(CallError::new)?;
    setup.variant = variant.unwrap_or(setup.variant);
    Ok(setup)
}

/// Reads a FEN strictly; the error says what is wrong with it.
pub(crate) fn validate(message: &mut Message<'_>) -> Result<(), CallError> {
    let (text, variant) = (message.text()?, variant(message.text()?)?);
    let strict = fen::parse_as(text.as_bytes(), Mode::Strict, variant.unwrap_or_default());
    strict.map(|_: (Position, FenNotes)| ()).map_err(CallError::new)
}

/// All about a position. If it is not possible, the reason comes first, and the rest is what its
/// pieces say.
pub(crate) fn put_position(
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let setup = parse_setup(message)?;
    let position = setup.position();
    answer.optional_text(position.as_ref().err().map(ToString::to_string).as_deref());
    match &position {
        Ok(position) => {
            answer.text(&fen_text(position));
            answer.text(fen::to_text(position, EpPolicy::Legal).as_str());
        }
        Err(_) => {
            let text = fen::setup_to_text(&setup, CastlingStyle::default());
            answer.text(text.as_str());
            answer.text(text.as_str());
        }
    }
    answer.text(setup.variant.name());
    answer.flag(setup.turn == Color::Black);
    answer.number(setup.halfmove_clock);
    answer.number(setup.fullmove);
    answer.text(&pieces(&setup));
    answer.flag(!setup.checkers().is_empty());
    let Ok(position) = &position else { return Ok(()) };
    answer.flag(position.has_legal_move());
    answer.flag(position.is_checkmate());
    answer.flag(position.is_stalemate());
    answer.flag(position.is_insufficient_material());
    answer.text(&format!("{:016x}", position.repetition_key()));
    answer.text(&format!("{:016x}", position.polyglot_key()));
    let ending = position.ending();
    answer.optional_text(ending.map(|ending| ending.reason.to_string()).as_deref());
    let winner = ending.and_then(|ending| ending.winner);
    answer.number(winner.map_or(0, |winner| winner.index() as u64 + 1));
    Ok(())
}

/// The squares from a8 to h1, each a letter of FEN or a period.
fn pieces(setup: &Setup) -> String {
    let mut pieces = String::with_capacity(64);
    for rank in Rank::all().collect::<Vec<_>>().into_iter().rev() {
        for file in File::all() {
            let piece = setup.board.piece_at(Square::from_coords(file, rank));
            pieces.push(piece.map_or('.', Piece::to_char));
        }
    }
    pieces
}

/// The legal moves; none where the position is not possible.
pub(crate) fn put_moves(message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let setup = parse_setup(message)?;
    let Ok(position) = setup.position() else {
        answer.number(0u64);
        return Ok(());
    };
    let moves = position.legal_moves();
    answer.size(moves.as_slice().len());
    moves.as_slice().iter().for_each(|&mv| put_move(&position, mv, answer));
    Ok(())
}

/// The move of a text, as UCI writes it or in SAN, and the position after it.
pub(crate) fn play(message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let (position, text) = (parse_position(message)?, message.text()?);
    let mv = match uci::parse(&position, text.as_bytes()) {
        Ok(mv) => mv,
        Err(_) => position.parse_san(text).map_err(CallError::new)?,
    };
    put_move(&position, mv, answer);
    answer.text(&fen_text(&position.after(mv)));
    Ok(())
}

/// A move: from, to and promotion, each 0 for none; what it captures; piece and kind; SAN and UCI.
fn put_move(position: &Position, mv: Move, answer: &mut Answer) {
    let letter = |role: Option<Role>| role.map_or(0, |role| u64::from(role.letter()));
    let is_from = mv.dropped().is_none() && !mv.is_null();
    answer.number(if is_from { u64::from(mv.from().index()) + 1 } else { 0 });
    let to = uci::target(position.variant(), mv);
    let king_to = position.castling_side(mv).map(|side| side.king_target(position.turn()));
    let to = king_to.unwrap_or(to);
    answer.number(if mv.is_null() { 0 } else { u64::from(to.index()) + 1 });
    answer.number(letter(mv.promotion()));
    answer.number(letter(mv.dropped()));
    let piece = position.piece_at(mv.from()).filter(|_| is_from);
    answer.number(letter(piece.map(|piece| piece.role).or(mv.dropped())));
    let captured = position.piece_at(mv.to()).filter(|_| position.is_capture(mv));
    let captured = captured.map(|piece| piece.role);
    answer.number(letter(captured.or(mv.is_en_passant().then_some(Role::Pawn))));
    let is_long = position.castling_side(mv).map(|side| side.san().len() > 3);
    let kind = match is_long {
        Some(is_long) => 1 + u64::from(is_long),
        None if mv.is_en_passant() => 3,
        None if mv.is_double_push() => 4,
        None => 0,
    };
    answer.number(kind);
    answer.text(san::to_text(position, mv).as_str());
    answer.text(uci::to_text(position, mv).as_str());
}

/// How many leaves the tree of legal moves has.
pub(crate) fn put_perft(message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let (position, depth) = (parse_position(message)?, message.number()?);
    let depth = u32::try_from(depth).map_err(CallError::new)?;
    answer.number(perft(&position, depth));
    Ok(())
}

/// The squares of a side's pieces that attack a square.
pub(crate) fn put_attackers(
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let setup = parse_setup(message)?;
    let target = square(message.size()?).ok_or_else(|| CallError::new("unknown square"))?;
    let color = if message.flag()? { Color::Black } else { Color::White };
    let attackers: Bitboard = setup.board.attackers(color, target, setup.board.occupied());
    answer.number(u64::from(attackers.len()));
    attackers.into_iter().for_each(|from| answer.number(from.index()));
    Ok(())
}

/// A picture: SVG, text, or words.
pub(crate) fn put_picture(message: &mut Message<'_>, answer: &mut Answer) -> Result<(), CallError> {
    let mut diagram = Diagram::of_setup(&parse_setup(message)?);
    let (format, pixels) = (message.text()?, message.number()?);
    if message.flag()? {
        diagram.side = Color::Black;
    }
    if !message.flag()? {
        diagram.coordinates = Coordinates::Hidden;
    }
    diagram.mark(message.text()?);
    let title = message.text()?;
    answer.text(&match format {
        "svg" => {
            let pixels = u32::try_from(pixels).map_err(CallError::new)?;
            diagram.svg(pixels, PieceShapes::Own, title)
        }
        "ascii" => diagram.text(Signs::Ascii),
        "unicode" => diagram.text(Signs::Unicode),
        _ => diagram.words(),
    });
    Ok(())
}

/// The start position of Chess960 with a number below 960.
pub(crate) fn put_chess960(
    message: &mut Message<'_>,
    answer: &mut Answer,
) -> Result<(), CallError> {
    let number = u16::try_from(message.number()?).ok().and_then(Position::chess960);
    let position = number.ok_or_else(|| CallError::new("expected a number from 0 to 959"))?;
    answer.text(&fen_text(&position));
    Ok(())
}
