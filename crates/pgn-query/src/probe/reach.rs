//! Requirements on a position so that a match is still possible from there (D-60).
//!
//! Only a pocket returns pieces: otherwise their number never grows, pawns only move forward, and a
//! missing piece can only come from an existing pawn. So the search of most games ends early. No
//! legal move breaks a rule used here; a doubtful case counts as possible.

use pgnkit::chess::{Bitboard, Board, Castling, Color, Position, Role, Side, Square};

/// The changes that can rule out a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HangsOn {
    /// It never is.
    Nothing,
    /// How many pieces there are.
    PieceSet,
    /// Where pawns and rooks are too.
    Squares,
}

/// The least that must be there.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// Pieces of both colors together.
    total: u32,
    /// Pieces of each color, kings included.
    men: [u32; 2],
    /// Of each color and role but the king.
    roles: [[u32; 5]; 2],
    /// Squares where pawns of a color must come to be, and from where they may come.
    pawns: [Vec<Bitboard>; 2],
    castling: Castling,
}

impl Reach {
    /// All pieces of a board must come to be there, with these rights.
    pub(super) fn of_board(board: &Board, castling: Castling) -> Reach {
        let mut reach = Reach { castling, ..Reach::default() };
        for color in Color::ALL {
            reach.men[color.index()] = board.by_color(color).len();
            for role in PAWN_TO_QUEEN {
                reach.roles[color.index()][role.index()] = board.by_piece(color, role).len();
            }
            reach.pawns[color.index()] =
                board.by_piece(color, Role::Pawn).map(|square| origins(color, square)).collect();
        }
        reach
    }

    /// The minimum number of pieces of both colors together.
    pub(super) fn add_total(&mut self, n: u32) {
        self.total += n;
    }

    /// The minimum number of pieces of a color, of any role.
    pub(super) fn add_men(&mut self, color: Color, n: u32) {
        self.men[color.index()] += n;
    }

    /// Minimum counts by role, which count as pieces too; kings are not included.
    pub(super) fn add(&mut self, color: Color, role: Role, n: u32) {
        if let Some(least) = self.roles[color.index()].get_mut(role.index()) {
            *least += n;
            self.men[color.index()] += n;
        }
    }

    /// A pawn that must come to be on a square.
    pub(super) fn add_pawn(&mut self, color: Color, square: Square) {
        self.add(color, Role::Pawn, 1);
        self.pawns[color.index()].push(origins(color, square));
    }

    /// The requirements of both questions.
    pub(super) fn and(mut self, other: &Reach) -> Reach {
        self.total = self.total.max(other.total);
        for color in [0, 1] {
            self.men[color] = self.men[color].max(other.men[color]);
            for (role, least) in self.roles[color].iter_mut().enumerate() {
                *least = (*least).max(other.roles[color][role]);
            }
            self.pawns[color].extend(&other.pawns[color]);
        }
        for (color, side, rook) in rights(&other.castling) {
            self.castling.set(color, side, rook);
        }
        self
    }

    /// The requirements of either question, without comparing the squares.
    pub(super) fn or(mut self, other: &Reach) -> Reach {
        self.total = self.total.min(other.total);
        for color in [0, 1] {
            self.men[color] = self.men[color].min(other.men[color]);
            for (role, least) in self.roles[color].iter_mut().enumerate() {
                *least = (*least).min(other.roles[color][role]);
            }
            self.pawns[color].clear();
        }
        self.castling = Castling::NONE;
        self
    }

    pub(super) fn hangs_on(&self) -> HangsOn {
        let has_squares = self.pawns.iter().any(|pawns| !pawns.is_empty());
        if has_squares || !self.castling.is_empty() {
            HangsOn::Squares
        } else if self.total > 0 || self.men != [0; 2] {
            HangsOn::PieceSet
        } else {
            HangsOn::Nothing
        }
    }

    /// `None` if no moves lead from this position to one where all of it is there; else after how
    /// many more changes of the number of pieces that may be so, at the soonest.
    pub(super) fn spare(&self, position: &Position) -> Option<u32> {
        if position.variant().has_pockets() {
            return Some(u32::MAX);
        }
        let n_men = || position.board().occupied().len();
        let mut spare = match self.total {
            0 => u32::MAX,
            total => n_men().checked_sub(total)?,
        };
        for color in Color::ALL {
            spare = spare.min(self.spare_men(position, color)?);
        }
        if self.lacks_castling(position) {
            return None;
        }
        // A capture may take many pieces here.
        Some(if position.variant().explodes() { 0 } else { spare })
    }

    fn spare_men(&self, position: &Position, color: Color) -> Option<u32> {
        let (board, n) = (position.board(), color.index());
        let mut spare = match self.men[n] {
            0 => u32::MAX,
            men => board.by_color(color).len().checked_sub(men)?,
        };
        let pawns = board.by_piece(color, Role::Pawn);
        if self.pawns[n].iter().any(|origins| !origins.intersects(pawns)) {
            return None;
        }
        let least = &self.roles[n];
        if *least != [0; 5] {
            let missing = |role: &Role| match least[role.index()] {
                0 => 0,
                least => least.saturating_sub(board.by_piece(color, *role).len()),
            };
            let missing: u32 = PAWN_TO_QUEEN[1..].iter().map(missing).sum();
            let needed = least[Role::Pawn.index()] + missing;
            // If no piece is missing and no pawn needed, a piece may go before a pawn must.
            spare = spare.min(pawns.len().checked_sub(needed)?);
        }
        Some(spare)
    }

    fn lacks_castling(&self, position: &Position) -> bool {
        if self.castling.is_empty() {
            return false;
        }
        let castling = position.castling();
        rights(&self.castling).any(|(color, side, _)| !castling.has(color, side))
    }
}

const PAWN_TO_QUEEN: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

fn rights(
    castling: &Castling,
) -> impl Iterator<Item = (Color, Side, Option<pgnkit::chess::File>)> + '_ {
    Color::ALL.into_iter().flat_map(move |color| {
        Side::ALL.into_iter().filter_map(move |side| {
            castling.rook_file(color, side).map(|file| (color, side, Some(file)))
        })
    })
}

/// The squares from which a pawn of this color may have come to `square`: itself, and all
/// squares behind it from which straight or diagonal steps lead to it.
fn origins(color: Color, square: Square) -> Bitboard {
    let own_rank = square.rank().relative_to(color).index();
    Square::all()
        .filter(|from| {
            let rank = from.rank().relative_to(color).index();
            let files = from.file().index().abs_diff(square.file().index());
            rank <= own_rank && files <= own_rank - rank
        })
        .collect()
}
