//! Boards with signs for several pieces, for any square, and for runs of squares (§16.1.3.1 for the
//! order of ranks).
//!
//! Ranks in which every sign has its square become masks over the whole board, one for each kind of
//! sign; ranks with runs in several places are all the ways to lay them out.

use pgnkit::chess::{Bitboard, Board, Color, File, Rank, Role, Square};

use super::ProbeError;
use super::piece_set::PieceSet;
use super::reach::Reach;
use super::test::{Test, Turn};
use super::text::ProbeText;

/// A rank, square by square from the a file.
type Row = [PieceSet; 8];

/// A pattern of the whole board.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// Of each rank, from the first, all the ways that it may look; only one for most.
    ranks: [Vec<Row>; 8],
    /// The signs of ranks that can look one way only, and their squares; the hardest first.
    masks: Vec<(PieceSet, Bitboard)>,
    /// The other ranks.
    loose: Vec<Rank>,
}

/// Reads a pattern.
///
/// ```text
/// pattern ::= rank 7*{"/" rank}             the eighth rank first, as in a FEN
/// rank    ::= {men | digit | "*"}
/// digit   ::= "1" … "8"                     number of empty squares
/// "*"                                       any squares of this rank, perhaps none
/// ```
///
/// Each rank must be able to have eight squares.
pub(super) fn parse(text: &str) -> Result<Test, ProbeError> {
    let trimmed = text.trim_end();
    let mut text = ProbeText::new(trimmed);
    text.skip_spaces();
    let mut ranks: [Vec<Row>; 8] = Default::default();
    for n in (0..8).rev() {
        ranks[n] = rank(&mut text)?;
        if n > 0 && !text.take("/") {
            return Err(text.expected("a sign of a pattern or `/`"));
        }
    }
    text.end("the end after the eighth rank")?;
    Ok(Test::Pattern(Box::new(Pattern::of(ranks))))
}

/// Reads a rank: all rows that it allows.
fn rank(text: &mut ProbeText<'_>) -> Result<Vec<Row>, ProbeError> {
    let start = text.at();
    let mut rows = vec![(0, [PieceSet::ANY; 8])];
    let mut is_run = false;
    while text.peek().is_some_and(|c| c != '/' && !c.is_whitespace()) {
        let at = text.at();
        if text.take("*") {
            // A run after a run has no effect.
            if !is_run {
                let longer = |&(len, row): &(usize, Row)| (len..=8).map(move |len| (len, row));
                rows = rows.iter().flat_map(longer).collect();
            }
            is_run = true;
            continue;
        }
        is_run = false;
        let (men, n) = match text.peek().and_then(|c| c.to_digit(10)) {
            Some(n @ 1..=8) => {
                text.next();
                (PieceSet::EMPTY, n as usize)
            }
            Some(_) | None => match PieceSet::parse(text)? {
                Some(men) => (men, 1),
                None => return Err(text.expected("a sign of a pattern")),
            },
        };
        rows.retain(|(len, _)| len + n <= 8);
        for (len, row) in &mut rows {
            row[*len..*len + n].fill(men);
            *len += n;
        }
        if rows.is_empty() {
            return Err(text.expected_at("no more than eight squares on a rank", at..text.at()));
        }
    }
    rows.retain(|(len, _)| *len == 8);
    if rows.is_empty() {
        return Err(text.expected_at("eight squares or a `*` on each rank", start..text.at()));
    }
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

impl Pattern {
    fn of(ranks: [Vec<Row>; 8]) -> Pattern {
        let mut pattern = Pattern { ranks, masks: Vec::new(), loose: Vec::new() };
        for (rank, rows) in Rank::all().zip(&pattern.ranks) {
            match rows.as_slice() {
                [row] => {
                    for (square, men) in squares(rank).zip(row) {
                        let mask = pattern.masks.iter_mut().find(|(known, _)| known == men);
                        match mask {
                            Some((_, mask)) => *mask |= square.into(),
                            None => pattern.masks.push((*men, square.into())),
                        }
                    }
                }
                rows if rows.contains(&[PieceSet::ANY; 8]) => {}
                _ => pattern.loose.push(rank),
            }
        }
        pattern.masks.retain(|(men, _)| *men != PieceSet::ANY);
        pattern.masks.sort_by_key(|(men, mask)| (men.len(), std::cmp::Reverse(mask.len())));
        pattern
    }

    #[inline]
    pub(super) fn holds(&self, board: &Board) -> bool {
        self.masks.iter().all(|(men, mask)| men.squares(board).0 & mask.0 == mask.0)
            && self.loose.iter().all(|rank| self.rank_holds(board, *rank))
    }

    fn rank_holds(&self, board: &Board, rank: Rank) -> bool {
        let mut standing = [PieceSet::EMPTY; 8];
        for (square, men) in squares(rank).zip(&mut standing) {
            *men = PieceSet::on(board.piece_at(square));
        }
        let is_such = |row: &Row| row.iter().zip(standing).all(|(men, man)| men.meets(man));
        self.ranks[usize::from(rank.index())].iter().any(is_such)
    }

    pub(super) fn turned(&self, turn: Turn) -> Pattern {
        let mut ranks = self.ranks.clone();
        match turn {
            Turn::Colors => {
                ranks.reverse();
                ranks.iter_mut().flatten().flatten().for_each(|men| *men = men.turned());
            }
            Turn::Wings => ranks.iter_mut().flatten().for_each(|row| row.reverse()),
        }
        Pattern::of(ranks)
    }

    /// The pieces that the ranks without runs must have.
    pub(super) fn reach(&self) -> Reach {
        let mut reach = Reach::default();
        for (men, mask) in &self.masks {
            match men.single() {
                Some(piece) if piece.role == Role::Pawn => {
                    mask.for_each(|square| reach.add_pawn(piece.color, square));
                }
                Some(piece) if piece.role == Role::King => reach.add_men(piece.color, mask.len()),
                Some(piece) => reach.add(piece.color, piece.role, mask.len()),
                None => {
                    for color in Color::ALL {
                        if men.is_within(PieceSet::of_color(color)) {
                            reach.add_men(color, mask.len());
                        }
                    }
                }
            }
        }
        reach
    }
}

/// The squares of a rank, from the a file.
fn squares(rank: Rank) -> impl Iterator<Item = Square> {
    File::all().map(move |file| Square::from_coords(file, rank))
}
