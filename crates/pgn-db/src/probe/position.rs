//! One position, exactly: by its FEN, as many fields of it as are given, or by its key.
//!
//! Owns: the grammar of a position that is looked for, and the comparison. Knows nothing of: sets
//! of positions, patterns.
//! Standard: §16.1, §19. Decisions: D-45, D-52, D-60.
//! Start at [`parse`].

use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{Board, Castling, Color, File, Piece, Position, Rank, Side, Square};

use super::ProbeError;
use super::reach::Reach;
use super::test::{Test, Turn};

/// A position of which some things may be left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    board: Board,
    turn: Option<Color>,
    castling: Option<Castling>,
    /// Where a capture en passant is legal, if that is asked.
    ep: Option<Option<Square>>,
}

/// Reads a position.
///
/// ```text
/// position ::= key | placement [turn [castling [en-passant [clock [number]]]]]
/// key      ::= 16 hexadecimal digits
/// turn     ::= "w" | "b" | "*"          castling, en-passant ::= as in a FEN | "*"
/// ```
///
/// What is missing, or `*`, is left open; clocks are read and not compared.
pub(super) fn parse(text: &str) -> Result<Test, ProbeError> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    if !trimmed.is_empty() && trimmed.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return match u64::from_str_radix(trimmed, 16) {
            Ok(key) if trimmed.len() == 16 => Ok(Test::Key(key)),
            Ok(_) | Err(_) => {
                let message = "expected a FEN or a key of sixteen hexadecimal digits";
                let found = format!("{message}, found {} digits", trimmed.len());
                Err(ProbeError::new(start..start + trimmed.len(), found))
            }
        };
    }
    let exact = Exact::parse(trimmed).map_err(|error| error.shifted(start))?;
    Ok(Test::Exact(Box::new(exact)))
}

impl Exact {
    /// The position of a FEN whose fields behind the placement may be missing or `*`.
    pub(super) fn parse(text: &str) -> Result<Exact, ProbeError> {
        let mut fields = [(text.len(), ""); 6];
        let mut n_fields = 0;
        for word in text.split_ascii_whitespace() {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            let Some(field) = fields.get_mut(n_fields) else {
                let range = at..text.len();
                return Err(ProbeError::new(range, "expected at most six fields, found more"));
            };
            *field = (at, word);
            n_fields += 1;
        }
        let whole = WholeFen::of(&fields, n_fields);
        let (setup, _) = fen::parse_setup(whole.text.as_bytes(), Mode::Lax)
            .map_err(|error| whole.place(&fields, &error))?;
        let is_given = |n: usize| n < n_fields && fields[n].1 != "*";
        let ep = is_given(3).then(|| setup.position().ok()?.legal_ep_square());
        Ok(Exact {
            board: setup.board,
            turn: is_given(1).then_some(setup.turn),
            castling: is_given(2).then_some(setup.castling),
            ep,
        })
    }

    /// All of a position but its clocks.
    pub(super) fn of(position: &Position) -> Exact {
        Exact {
            board: *position.board(),
            turn: Some(position.turn()),
            castling: Some(position.castling()),
            ep: Some(position.legal_ep_square()),
        }
    }

    /// Whether a position is this one. The occupied squares alone tell nearly all others.
    #[inline]
    pub(super) fn holds(&self, position: &Position) -> bool {
        position.board().occupied() == self.board.occupied() && self.is_like(position)
    }

    #[cold]
    #[inline(never)]
    fn is_like(&self, position: &Position) -> bool {
        *position.board() == self.board
            && self.turn.is_none_or(|turn| turn == position.turn())
            && self.castling.is_none_or(|castling| castling == position.castling())
            && self.ep.is_none_or(|ep| ep == position.legal_ep_square())
    }

    pub(super) fn reach(&self) -> Reach {
        Reach::of_board(&self.board, self.castling.unwrap_or_default())
    }

    /// The same from another side.
    pub(super) fn turned(&self, turn: Turn) -> Exact {
        let mut board = Board::EMPTY;
        for (square, piece) in self.board.pieces() {
            let color = turn.of_color(piece.color);
            board.put(turn.of_square(square), Piece { color, ..piece });
        }
        Exact {
            board,
            turn: self.turn.map(|color| turn.of_color(color)),
            castling: self.castling.map(|castling| turn.of_castling(&castling)),
            ep: self.ep.map(|ep| ep.map(|square| turn.of_square(square))),
        }
    }
}

impl Turn {
    pub(super) fn of_color(self, color: Color) -> Color {
        match self {
            Turn::Colors => color.other(),
            Turn::Wings => color,
        }
    }

    pub(super) fn of_file(self, file: File) -> File {
        match self {
            Turn::Colors => file,
            Turn::Wings => File::new(7 - file.index()).unwrap_or(file),
        }
    }

    pub(super) fn of_square(self, square: Square) -> Square {
        let rank = match self {
            Turn::Colors => Rank::new(7 - square.rank().index()).unwrap_or(square.rank()),
            Turn::Wings => square.rank(),
        };
        Square::from_coords(self.of_file(square.file()), rank)
    }

    /// Turned wings leave no right of ordinary chess: the king stands on the d file then.
    fn of_castling(self, castling: &Castling) -> Castling {
        let mut turned = Castling::NONE;
        for color in Color::ALL {
            for side in Side::ALL {
                let to = match (self, side) {
                    (Turn::Colors, side) => side,
                    (Turn::Wings, Side::King) => Side::Queen,
                    (Turn::Wings, Side::Queen) => Side::King,
                };
                let rook = castling.rook_file(color, side).map(|file| self.of_file(file));
                turned.set(self.of_color(color), to, rook);
            }
        }
        turned
    }
}

/// A FEN with what was left open filled in, for the one reader of FENs.
struct WholeFen {
    text: String,
    /// Where each field begins in it.
    starts: [usize; 6],
}

/// What stands for a field that is left open. Zero plies and move one are of no account.
const USUAL: [&str; 6] = ["", "w", "-", "-", "0", "1"];

impl WholeFen {
    fn of(fields: &[(usize, &str); 6], n_fields: usize) -> WholeFen {
        let mut whole = WholeFen { text: String::new(), starts: [0; 6] };
        for (n, ((_, field), usual)) in fields.iter().zip(USUAL).enumerate() {
            let is_open = n > 0 && (n >= n_fields || *field == "*");
            if n > 0 {
                whole.text.push(' ');
            }
            whole.starts[n] = whole.text.len();
            whole.text.push_str(if is_open { usual } else { field });
        }
        whole
    }

    /// An error of the reader at its place in the text as it was given.
    fn place(&self, fields: &[(usize, &str); 6], error: &fen::FenError) -> ProbeError {
        let n = self.starts.iter().rposition(|start| *start <= error.offset).unwrap_or(0);
        let (start, field) = fields[n];
        let mut at = (error.offset - self.starts[n]).min(field.len());
        while !field.is_char_boundary(at) {
            at -= 1;
        }
        let at = start + at;
        let end = start + field.len();
        let found =
            if at == end { "nothing".to_owned() } else { format!("`{}`", &field[at - start..]) };
        ProbeError::new(at..end, format!("expected {}, found {found}", error.expected))
    }
}
