//! Pieces on squares, in zones, and what they attack (§16.1.3.1 for the letters).

use pgnkit::chess::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::ProbeError;
use super::compare::Compare;
use super::piece_set::PieceSet;
use super::reach::Reach;
use super::test::{Test, Turn};
use super::text::ProbeText;
use super::zone;

/// All of this must be so.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    clauses: Vec<(Clause, Polarity)>,
}

/// Whether a clause must be so or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Polarity {
    Yes,
    No,
}

#[derive(Clone, Debug)]
enum Clause {
    /// Each of these squares has one of these pieces.
    On(PieceSet, Bitboard),
    /// The number of these pieces on the squares.
    Count(PieceGroup, Compare),
    /// The number of these that attack one of those.
    Attack {
        by: PieceGroup,
        on: PieceGroup,
        takes: Takes,
        n: Compare,
    },
    /// The number of these that are in such a state.
    Are(PieceGroup, PieceRelation, Compare),
    Turn(Color),
}

#[derive(Clone, Copy, Debug)]
struct PieceGroup {
    men: PieceSet,
    squares: Bitboard,
}

/// The content of an attacked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Anything,
    Enemy,
}

/// How pieces are among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceRelation {
    Attacked,
    /// One of its own side does.
    Defended,
    /// Attacked and not defended.
    Hanging,
    /// It is the only piece between its king and an enemy piece that would give check.
    Pinned,
}

const STATES: [(&str, PieceRelation); 4] = [
    ("attacked", PieceRelation::Attacked),
    ("defended", PieceRelation::Defended),
    ("hanging", PieceRelation::Hanging),
    ("pinned", PieceRelation::Pinned),
];

/// Reads what pieces are where: clauses with semicolons between them, all of which must hold.
///
/// ```text
/// pieces  ::= clause {";" clause}
/// clause  ::= ["not"] ask
/// ask     ::= men squares                              on each of the squares
///           | men "in" zone [comparison]               how many there; one at least
///           | some "attacks" (zone | some) [comparison]   how many of the first; one at least
///           | some "x" (zone | some) [comparison]      the same, and an enemy stands there
///           | some ("attacked" | "defended" | "hanging" | "pinned") [comparison]
///           | ("white" | "black") "to" "move"
/// some    ::= men [squares]
/// squares ::= square {"," square}
/// ```
///
/// `N` is White's knight, `n` Black's, `[NB]` one or the other, `A` and `a` any piece of a side, as
/// in patterns. An attack is one by the way the piece goes, whether or not it is pinned.
pub(super) fn parse(text: &str) -> Result<Test, ProbeError> {
    let mut clauses = Vec::new();
    let mut text = ProbeText::new(text);
    loop {
        text.skip_spaces();
        let wanted = if text.take_word("not") { Polarity::No } else { Polarity::Yes };
        clauses.push((clause(&mut text)?, wanted));
        text.skip_spaces();
        if !text.take(";") {
            text.end("a semicolon or the end")?;
            return Ok(Test::Pieces(Box::new(Pieces { clauses })));
        }
    }
}

fn clause(text: &mut ProbeText<'_>) -> Result<Clause, ProbeError> {
    text.skip_spaces();
    for (word, color) in [("white", Color::White), ("black", Color::Black)] {
        if text.take_word(word) {
            for word in ["to", "move"] {
                text.skip_spaces();
                if !text.take_word(word) {
                    return Err(text.expected(&format!("`{word}`")));
                }
            }
            return Ok(Clause::Turn(color));
        }
    }
    let Some(men) = PieceSet::parse(text)? else {
        return Err(text.expected("pieces such as `N`, `[qr]`, `A`"));
    };
    let squares = squares(text)?;
    let one = PieceGroup { men, squares: squares.unwrap_or(Bitboard::ALL) };
    text.skip_spaces();
    if squares.is_none() && text.take_word("in") {
        let squares = zone::parse(text)?;
        return Ok(Clause::Count(PieceGroup { men, squares }, at_least_one(text)?));
    }
    let state = STATES.into_iter().find(|(word, _)| text.take_word(word));
    if let Some((_, state)) = state {
        return Ok(Clause::Are(one, state, at_least_one(text)?));
    }
    let takes = if text.take_word("attacks") {
        Takes::Anything
    } else if text.take("x") {
        Takes::Enemy
    } else {
        let Some(squares) = squares else {
            return Err(text.expected("a square, `in`, `attacks`, `x`, or a relation"));
        };
        return Ok(Clause::On(men, squares));
    };
    text.skip_spaces();
    let on = target(text)?;
    Ok(Clause::Attack { by: one, on, takes, n: at_least_one(text)? })
}

/// Squares with commas between them, if one is next.
fn squares(text: &mut ProbeText<'_>) -> Result<Option<Bitboard>, ProbeError> {
    let Some(first) = zone::square(text) else { return Ok(None) };
    let mut all = Bitboard::from_square(first);
    while text.take(",") {
        text.skip_spaces();
        let Some(square) = zone::square(text) else { return Err(text.expected("a square")) };
        all |= square.into();
    }
    Ok(Some(all))
}

/// The target of an attack: a zone that begins with a square or a word, or pieces.
fn target(text: &mut ProbeText<'_>) -> Result<PieceGroup, ProbeError> {
    let mut ahead = *text;
    let is_zone = zone::square(&mut ahead).is_some() || text.peek_word().len() > 2;
    if !is_zone && let Some(men) = PieceSet::parse(text)? {
        let squares = squares(text)?.unwrap_or(Bitboard::ALL);
        return Ok(PieceGroup { men, squares });
    }
    Ok(PieceGroup { men: PieceSet::ANY, squares: zone::parse(text)? })
}

fn at_least_one(text: &mut ProbeText<'_>) -> Result<Compare, ProbeError> {
    Ok(Compare::parse(text)?.unwrap_or(Compare::at_least(1)))
}

impl Pieces {
    pub(super) fn holds(&self, position: &Position) -> bool {
        self.clauses
            .iter()
            .all(|(clause, wanted)| clause.holds(position) == (*wanted == Polarity::Yes))
    }

    pub(super) fn turned(&self, turn: Turn) -> Pieces {
        let turned = |(clause, wanted): &(Clause, Polarity)| (clause.turned(turn), *wanted);
        Pieces { clauses: self.clauses.iter().map(turned).collect() }
    }

    /// The pieces that must be there.
    pub(super) fn reach(&self) -> Reach {
        let mut all = Reach::default();
        for (clause, wanted) in &self.clauses {
            if *wanted == Polarity::Yes {
                all = all.and(&clause.reach());
            }
        }
        all
    }
}

impl PieceGroup {
    #[inline]
    fn on(self, board: &Board) -> Bitboard {
        self.men.squares(board) & self.squares
    }

    fn turned(self, turn: Turn) -> PieceGroup {
        let men = if turn == Turn::Colors { self.men.turned() } else { self.men };
        PieceGroup { men, squares: zone::turned(self.squares, turn) }
    }
}

impl Clause {
    fn holds(&self, position: &Position) -> bool {
        let board = position.board();
        let count = |squares: Bitboard| squares.len() as i32;
        match self {
            Clause::On(men, squares) => men.squares(board) & *squares == *squares,
            Clause::Count(some, n) => n.holds(count(some.on(board))),
            Clause::Attack { by, on, takes, n } => {
                let targets = on.on(board);
                let attackers =
                    by.on(board).filter(|from| attacks_some(board, *from, targets, *takes));
                n.holds(count(attackers.collect()))
            }
            Clause::Are(some, state, n) => n.holds(count(
                some.on(board).filter(|square| state.is_of(board, *square)).collect(),
            )),
            Clause::Turn(color) => position.turn() == *color,
        }
    }

    fn turned(&self, turn: Turn) -> Clause {
        match self {
            Clause::On(men, squares) => {
                let PieceGroup { men, squares } =
                    PieceGroup { men: *men, squares: *squares }.turned(turn);
                Clause::On(men, squares)
            }
            Clause::Count(some, n) => Clause::Count(some.turned(turn), *n),
            Clause::Attack { by, on, takes, n } => {
                let (by, on) = (by.turned(turn), on.turned(turn));
                Clause::Attack { by, on, takes: *takes, n: *n }
            }
            Clause::Are(some, state, n) => Clause::Are(some.turned(turn), *state, *n),
            Clause::Turn(color) => Clause::Turn(turn.of_color(*color)),
        }
    }

    fn reach(&self) -> Reach {
        let mut reach = Reach::default();
        match self {
            Clause::On(men, squares) => match men.single() {
                Some(piece) if piece.role == Role::Pawn => {
                    squares.for_each(|square| reach.add_pawn(piece.color, square));
                }
                Some(_) | None => add(&mut reach, *men, squares.len()),
            },
            Clause::Count(some, n) => add(&mut reach, some.men, n.least()),
            Clause::Attack { by: some, n, .. } | Clause::Are(some, _, n) => {
                add(&mut reach, some.men, n.least());
            }
            Clause::Turn(_) => {}
        }
        reach
    }
}

/// The number of these pieces that must be there.
fn add(reach: &mut Reach, men: PieceSet, n: u32) {
    match men.single() {
        Some(piece) if piece.role == Role::King => reach.add_men(piece.color, n),
        Some(piece) => reach.add(piece.color, piece.role, n),
        None => {
            for color in Color::ALL {
                if men.is_within(PieceSet::of_color(color)) {
                    reach.add_men(color, n);
                }
            }
        }
    }
}

fn attacks_some(board: &Board, from: Square, targets: Bitboard, takes: Takes) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    let targets = match takes {
        Takes::Anything => targets,
        Takes::Enemy => targets & board.by_color(piece.color.other()),
    };
    attacks::attacks(piece.color, piece.role, from, board.occupied()).intersects(targets)
}

impl PieceRelation {
    fn is_of(self, board: &Board, square: Square) -> bool {
        let Some(piece) = board.piece_at(square) else { return false };
        let by = |color| !board.attackers(color, square, board.occupied()).is_empty();
        match self {
            PieceRelation::Attacked => by(piece.color.other()),
            PieceRelation::Defended => by(piece.color),
            PieceRelation::Hanging => by(piece.color.other()) && !by(piece.color),
            PieceRelation::Pinned => is_pinned(board, piece.color, square),
        }
    }
}

/// True if an enemy slider looks through this square alone at the king of its side.
fn is_pinned(board: &Board, color: Color, square: Square) -> bool {
    let Some(king) = board.king(color).filter(|king| *king != square) else { return false };
    let line = attacks::line(king, square);
    if line.is_empty() {
        return false;
    }
    let without = board.occupied() & !Bitboard::from_square(square);
    let before = board.attackers(color.other(), king, board.occupied());
    let after = board.attackers(color.other(), king, without);
    (after & !before & line).any(|slider| attacks::between(king, slider).contains(square))
}
