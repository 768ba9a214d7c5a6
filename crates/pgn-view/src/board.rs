//! The board as a reader sees it.

use pgnkit::chess::{Color, File, Move, Position, Role, Side, Square};
use pgnkit::comment::{Eval, Millis};
use pgnkit::diagram::Diagram;
use pgnkit::game::MoveText;
use pgnkit::opening::Table;
use pgnkit::{Game, NodeId};

use crate::lines::path;

/// The display data around a position.
#[derive(Debug, Clone)]
pub struct BoardView {
    /// The position; `None` if the moves of the game are not checked.
    pub position: Option<Position>,
    /// Pieces, last move, marked squares and arrows, from the reader's side.
    pub diagram: Option<Diagram>,
    /// The king that is in check.
    pub check: Option<Square>,
    /// The pieces that each side has and the other has not, the most valuable first: White's,
    /// Black's.
    pub surplus: [Vec<Role>; 2],
    /// The clocks at this moment: White's, Black's.
    pub clocks: [Option<Millis>; 2],
    /// The evaluation of the position in a comment.
    pub eval: Option<Eval>,
    /// The name of the opening, of the last position on the path that has one: code and name.
    pub opening: Option<(String, String)>,
    /// Why the game is over here by the rules: `checkmate`, `stalemate` and others.
    pub ending: Option<String>,
}

/// The values of pieces, to order what was captured.
const PAWN_VALUES: [(Role, u32); 5] =
    [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];

impl BoardView {
    /// The display data at a place of a game, from the point of view of a side. Cost: the path from
    /// the start.
    #[must_use]
    pub fn of(game: &Game, node: NodeId, side: Color) -> BoardView {
        let tree = game.tree();
        let way = path(tree, node);
        let mut position = game.start_position();
        let (mut clocks, mut opening, mut last) = ([None, None], None, None);
        let table = Table::standard();
        let has_openings =
            position.as_ref().is_some_and(|start| start.same_position(&Position::start()));
        for (ply, &at) in (1..).zip(&way) {
            let Some(board) = &mut position else { break };
            let Some(MoveText::Move(mv)) = tree.mv(at) else { break };
            if let Some(clock) = game.clock(at) {
                clocks[board.turn().index()] = Some(clock);
            }
            last = Some(mv);
            board.play_unchecked(mv);
            if has_openings && ply <= table.n_plies_max() {
                opening = table.at(board, ply).or(opening);
            }
        }
        let opening = opening.map(|found| (found.code.to_string(), found.name.as_str().to_owned()));
        BoardView {
            diagram: position.as_ref().map(|position| diagram(game, node, position, side, last)),
            check: position.as_ref().and_then(|position| {
                position.is_check().then(|| position.king(position.turn())).flatten()
            }),
            surplus: position.as_ref().map(surplus).unwrap_or_default(),
            clocks,
            eval: game.eval(node),
            opening,
            ending: position.as_ref().and_then(ending),
            position,
        }
    }
}

fn diagram(
    game: &Game,
    node: NodeId,
    position: &Position,
    side: Color,
    last: Option<Move>,
) -> Diagram {
    let mut diagram = Diagram::of(position);
    diagram.side = side;
    diagram.last = last.filter(|mv| !mv.is_null());
    for comment in game.tree().comments(node) {
        diagram.mark(comment);
    }
    diagram
}

pub(crate) fn ending(position: &Position) -> Option<String> {
    if position.is_checkmate() {
        return Some("checkmate".to_owned());
    }
    if position.is_stalemate() {
        return Some("stalemate".to_owned());
    }
    position.ending().map(|ending| ending.reason.to_string())
}

fn surplus(position: &Position) -> [Vec<Role>; 2] {
    let count = |color, role| position.board().by_piece(color, role).len();
    [Color::White, Color::Black].map(|color| {
        let more = PAWN_VALUES.iter().flat_map(|&(role, _)| {
            let n = count(color, role).saturating_sub(count(color.other(), role));
            std::iter::repeat_n(role, n as usize)
        });
        more.collect()
    })
}

/// Where a person puts the piece to play a legal move: its square of arrival; for castling the
/// king's, and the rook's too.
#[must_use]
pub fn targets(position: &Position, mv: Move) -> Vec<Square> {
    let Some(side) = position.castling_side(mv) else { return vec![mv.to()] };
    let file = File::from_letter(if side == Side::King { b'g' } else { b'c' });
    let Some(file) = file else { return vec![mv.to()] };
    let king = Square::from_coords(file, mv.from().rank());
    // In Chess960, the king may already be on its square of arrival, or reach it by one step that
    // is also an ordinary move: then only the rook's square means castling.
    let is_own_move = |other: &Move| other.from() == mv.from() && other.to() == king;
    let is_ordinary = mv.from() == king
        || position
            .legal_moves()
            .as_slice()
            .iter()
            .any(|other| !other.is_castle() && is_own_move(other));
    if is_ordinary || king == mv.to() { vec![mv.to()] } else { vec![king, mv.to()] }
}

/// The legal moves of the piece on one square to another: several for a promotion, and none if it
/// may not go there.
///
/// ```
/// use pgn_view::moves_between;
/// use pgnkit::chess::{Position, Square};
///
/// let square = |name: &[u8]| Square::from_ascii(name).expect("a square");
/// let start = Position::start();
/// assert_eq!(moves_between(&start, square(b"g1"), square(b"f3")).len(), 1);
/// assert_eq!(moves_between(&start, square(b"g1"), square(b"g3")).len(), 0);
/// ```
#[must_use]
pub fn moves_between(position: &Position, from: Square, to: Square) -> Vec<Move> {
    let goes = |mv: &Move| {
        !mv.is_null()
            && mv.dropped().is_none()
            && mv.from() == from
            && targets(position, *mv).contains(&to)
    };
    position.legal_moves().as_slice().iter().copied().filter(goes).collect()
}
