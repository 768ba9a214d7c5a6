//! One position, exactly: by its FEN, as many fields of it as are given, or by its key (§16.1, §19,
//! D-45, D-52, D-60).

use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{
    Board, Castling, Color, File, Piece, Pocket, Position, Rank, Setup, Side, Square, Variant,
};

use super::ProbeError;
use super::reach::Reach;
use super::test::{Test, Turn};

/// A position of which some things may be left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    board: Board,
    turn: Option<Color>,
    castling: Option<Castling>,
    /// The square where a capture en passant is legal, if it is compared.
    ep: Option<Option<Square>>,
    /// The additional state of some variants, if it is compared.
    extras: Option<Extras>,
}

/// Pockets and checks given, White's first, and the variant that the FEN implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extras {
    pockets: [Pocket; 2],
    checks: [u8; 2],
    variant: Variant,
}

/// Reads a position.
///
/// ```text
/// position ::= key | placement [turn [castling [en-passant [clock [number [checks]]]]]]
/// key      ::= 16 hexadecimal digits
/// turn     ::= "w" | "b" | "*"          castling, en-passant ::= as in a FEN | "*"
/// ```
///
/// Fields that are missing, or `*`, match anything, as do pockets and checks of variants unless all
/// four fields are given; clocks are parsed and ignored.
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
    /// The position of a FEN whose fields after the placement may be missing or `*`.
    pub(super) fn parse(text: &str) -> Result<Exact, ProbeError> {
        let mut fields = [(text.len(), ""); FIELDS_MAX];
        let mut n_fields = 0;
        for word in text.split_ascii_whitespace() {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            let Some(field) = fields.get_mut(n_fields) else {
                let range = at..text.len();
                return Err(ProbeError::new(range, "expected at most seven fields, found more"));
            };
            *field = (at, word);
            n_fields += 1;
        }
        let whole = WholeFen::of(&fields, n_fields);
        let (setup, _) = fen::parse_setup(whole.text.as_bytes(), Mode::Lax)
            .map_err(|error| whole.place(&fields, &error))?;
        let is_given = |n: usize| n < n_fields && fields[n].1 != "*";
        let ep = is_given(3).then(|| setup.position().ok()?.legal_ep_square());
        let Setup { pockets, checks, variant, .. } = setup;
        let is_whole = (1..4).all(is_given);
        Ok(Exact {
            board: setup.board,
            turn: is_given(1).then_some(setup.turn),
            castling: is_given(2).then_some(setup.castling),
            ep,
            extras: is_whole.then_some(Extras { pockets, checks, variant }),
        })
    }

    /// All of a position but its clocks.
    pub(super) fn of(position: &Position) -> Exact {
        Exact {
            board: *position.board(),
            turn: Some(position.turn()),
            castling: Some(position.castling()),
            ep: Some(position.legal_ep_square()),
            extras: Some(Extras::of(position)),
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The Polyglot keys that such a position can have, if nothing is left open. Polyglot counts a
    /// pawn that may take en passant also where its king forbids it, so that there may be several.
    pub(super) fn keys(&self) -> Option<Vec<u64>> {
        let (turn, castling, ep) = (self.turn?, self.castling?, self.ep?);
        let Extras { pockets, checks, variant } = self.extras?;
        let setup = Setup { board: self.board, turn, castling, ep_square: ep, ..Setup::EMPTY };
        let setup = Setup { pockets, checks, variant, ..setup };
        let keys = |setup: Setup| Some(setup.position().ok()?.polyglot_key());
        if ep.is_some() {
            return Some(vec![keys(setup)?]);
        }
        let mut all = vec![keys(setup)?];
        for square in Square::all() {
            let passed = Setup { ep_square: Some(square), ..setup };
            if passed.ep_is_possible(square)
                && let Ok(position) = passed.position()
                && position.legal_ep_square().is_none()
                && !all.contains(&position.polyglot_key())
            {
                all.push(position.polyglot_key());
            }
        }
        Some(all)
    }

    /// Whether a position is this one. The occupied squares alone exclude nearly all others.
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
            && self.extras.is_none_or(|extras| extras.are_those_of(position))
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
            extras: self.extras.map(|extras| extras.turned(turn)),
        }
    }
}

impl Extras {
    fn of(position: &Position) -> Extras {
        Extras {
            pockets: Color::ALL.map(|color| position.pocket(color)),
            checks: Color::ALL.map(|color| position.checks_given(color)),
            variant: position.variant(),
        }
    }

    /// The same pieces in hand and checks, under whatever rules.
    fn are_those_of(&self, position: &Position) -> bool {
        let other = Extras::of(position);
        self.pockets == other.pockets && self.checks == other.checks
    }

    fn turned(mut self, turn: Turn) -> Extras {
        if turn == Turn::Colors {
            self.pockets.reverse();
            self.checks.reverse();
        }
        self
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

    /// Turned wings leave no right of ordinary chess: the king is on the d file then.
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
    starts: [usize; FIELDS_MAX],
}

/// The default of a missing field. Zero plies and move one are never compared.
const USUAL: [&str; FIELDS_MAX] = ["", "w", "-", "-", "0", "1", ""];

/// The six fields of a FEN, and one for the checks of Three-check.
const FIELDS_MAX: usize = 7;

impl WholeFen {
    fn of(fields: &[(usize, &str); FIELDS_MAX], n_fields: usize) -> WholeFen {
        let mut whole = WholeFen { text: String::new(), starts: [0; FIELDS_MAX] };
        for (n, ((_, field), usual)) in fields.iter().zip(USUAL).enumerate() {
            let is_open = n > 0 && (n >= n_fields || *field == "*");
            if n > 0 && n < USUAL.len() - usize::from(n_fields < FIELDS_MAX) {
                whole.text.push(' ');
            }
            whole.starts[n] = whole.text.len();
            whole.text.push_str(if is_open { usual } else { field });
        }
        whole
    }

    /// An error of the FEN parser at its place in the original text.
    fn place(&self, fields: &[(usize, &str); FIELDS_MAX], error: &fen::FenError) -> ProbeError {
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
