//! Sets of pieces and the empty square: the allowed contents of a square (§16.1.3.1 for the letters
//! of single pieces).

use pgnkit::chess::{Bitboard, Board, Color, Piece, Role};

use super::ProbeError;
use super::text::ProbeText;

/// The allowed contents of a square: a bit for each piece, White's first, and one for an empty
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceSet(u16);

const EMPTY: u16 = 1 << 12;

impl PieceSet {
    /// Anything and nothing.
    pub(super) const ANY: PieceSet = PieceSet(EMPTY * 2 - 1);
    pub(super) const EMPTY: PieceSet = PieceSet(EMPTY);
    pub(super) const OCCUPIED: PieceSet = PieceSet(EMPTY - 1);

    pub(super) const fn of_color(color: Color) -> PieceSet {
        PieceSet(0x3f << (6 * color.index()))
    }

    pub(super) const fn of_piece(piece: Piece) -> PieceSet {
        PieceSet(1 << (6 * piece.color.index() + piece.role.index()))
    }

    /// The content of a square.
    pub(super) fn on(piece: Option<Piece>) -> PieceSet {
        piece.map_or(PieceSet::EMPTY, PieceSet::of_piece)
    }

    /// Reads a sign for pieces if one is next.
    ///
    /// ```text
    /// men    ::= letter | "[" ["^"] letter {letter} "]"
    /// letter ::= "K" | "Q" | "R" | "B" | "N" | "P" | "k" | … | "p"
    ///          | "A" (any of White's) | "a" (any of Black's) | "!" (any man)
    ///          | "?" (anything) | "_" (empty) | "m" (no pawn, perhaps empty)
    /// ```
    ///
    /// `[^` lists what must not be there; an empty square then matches, unless `_` is listed.
    pub(super) fn parse(text: &mut ProbeText<'_>) -> Result<Option<PieceSet>, ProbeError> {
        if !text.take("[") {
            let men = text.peek().and_then(PieceSet::of_letter);
            if men.is_some() {
                text.next();
            }
            return Ok(men);
        }
        let is_except = text.take("^");
        let mut all = 0;
        loop {
            match text.peek().and_then(PieceSet::of_letter) {
                Some(men) => all |= men.0,
                None if all != 0 && text.peek() == Some(']') => break,
                None => return Err(text.expected("a letter for a piece, or `]` after one")),
            }
            text.next();
        }
        text.next();
        Ok(Some(if is_except { PieceSet(!all & PieceSet::ANY.0) } else { PieceSet(all) }))
    }

    fn of_letter(letter: char) -> Option<PieceSet> {
        Some(match letter {
            'A' => PieceSet::of_color(Color::White),
            'a' => PieceSet::of_color(Color::Black),
            '!' => PieceSet::OCCUPIED,
            '?' => PieceSet::ANY,
            '_' => PieceSet::EMPTY,
            'm' => PieceSet(PieceSet::ANY.0 & !PAWNS),
            letter => PieceSet::of_piece(Piece::from_char(letter)?),
        })
    }

    /// True if they share something.
    #[inline]
    pub(super) fn meets(self, other: PieceSet) -> bool {
        self.0 & other.0 != 0
    }

    /// True if all of these are among the others.
    pub(super) fn is_within(self, other: PieceSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The only piece, if it is one.
    pub(super) fn single(self) -> Option<Piece> {
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }));
        pieces.into_iter().find(|piece| PieceSet::of_piece(*piece) == self)
    }

    /// How many there are to choose from.
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// With the colors exchanged.
    pub(super) fn turned(self) -> PieceSet {
        PieceSet((self.0 & 0x3f) << 6 | self.0 >> 6 & 0x3f | self.0 & EMPTY)
    }

    /// The squares of a board with one of these pieces, or with none.
    #[inline]
    pub(super) fn squares(self, board: &Board) -> Bitboard {
        // Goes through the shorter of two lists: the members, or the others.
        let (listed, flip) =
            if self.len() > 6 { (!self.0 & PieceSet::ANY.0, !0) } else { (self.0, 0) };
        let mut squares = 0;
        for color in Color::ALL {
            let roles = listed >> (6 * color.index()) & 0x3f;
            let own = board.by_color(color).0;
            if roles == 0x3f {
                squares |= own;
                continue;
            }
            let mut rest = roles;
            while rest != 0 {
                let role = Role::ALL[(rest.trailing_zeros() % 6) as usize];
                squares |= own & board.by_role(role).0;
                rest &= rest - 1;
            }
        }
        if listed & EMPTY != 0 {
            squares |= !board.occupied().0;
        }
        Bitboard(squares ^ flip)
    }
}

/// Pawns of both colors.
const PAWNS: u16 = 1 << 6 | 1;
