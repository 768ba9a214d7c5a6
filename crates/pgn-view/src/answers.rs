//! Answers in words: the current place, the contents of the board.
//!
//! Standard: §8.2. Decisions: D-62.

use pgn_formats::speech::Speech;
use pgnkit::charset;
use pgnkit::chess::{Bitboard, Color, File, Piece, Position, Rank, Role, Setup, Square};
use pgnkit::comment::{Score, strip_commands};
use pgnkit::diagram::{Diagram, Signs, VariantState};
use pgnkit::game::{NumberedStop, Stop, Tags};
use pgnkit::{Game, NodeId};

use crate::board::BoardView;
use crate::command::Question;
use crate::editor::GameEditor;
use crate::games::Place;
use crate::lines::{continuations, heads};

const UNCHECKED: &str = "The moves of this game are not checked, so there is no board.";

/// The answer to a question about the game that is open, a sentence a line.
pub(crate) fn answer(question: Question, editor: &GameEditor, speech: &Speech) -> String {
    let position = editor.position();
    let of_board = |answer: &dyn Fn(&Position) -> String| match &position {
        Some(position) => answer(position),
        None => UNCHECKED.to_owned(),
    };
    match question {
        Question::Where => where_words(editor, speech),
        Question::Square(square) => of_board(&|board| square_words(board, square, speech)),
        Question::File(file) => {
            let squares: Vec<_> = Rank::all().map(|rank| Square::from_coords(file, rank)).collect();
            let name = format!("File {}", char::from(file.letter()));
            of_board(&|board| line_words(board, &name, &squares, speech))
        }
        Question::Rank(rank) => {
            let squares: Vec<_> = File::all().map(|file| Square::from_coords(file, rank)).collect();
            let name = format!("Rank {}", char::from(rank.digit()));
            of_board(&|board| line_words(board, &name, &squares, speech))
        }
        Question::Pieces(role, color) => {
            of_board(&|board| pieces_words(board, role, color, speech))
        }
        Question::Attackers(square) => of_board(&|board| attackers_words(board, square, speech)),
        Question::Rays(square) => of_board(&|board| rays_words(board, square, speech)),
        Question::Moves => moves_words(editor, speech),
        Question::Last => last_words(editor, speech),
        Question::Comments => comment_words(editor.game(), editor.node()),
        Question::Tags => {
            let said = speech.header(editor.game());
            if said.is_empty() { "The game has no tags.".to_owned() } else { said }
        }
        Question::Material => of_board(&|board| material_words(board, speech)),
        Question::Clocks => clock_words(editor),
        Question::Evaluation => match BoardView::of_node(editor).eval {
            Some(eval) => format!("{}.", score_words(eval.score)),
            None => "No comment evaluates the position.".to_owned(),
        },
        Question::Opening => match BoardView::of_node(editor).opening {
            Some((code, name)) => format!("{code}, {name}."),
            None => "The opening has no name.".to_owned(),
        },
        Question::Board => of_board(&|board| Diagram::of(board).text(Signs::Ascii)),
        Question::Fen => of_board(&|board| board.fen().as_str().to_owned()),
    }
}

impl BoardView {
    fn of_node(editor: &GameEditor) -> BoardView {
        BoardView::of(editor.game(), editor.node(), Color::White)
    }
}

/// A game in a line: players, place, date.
pub(crate) fn heading(tags: &Tags, place: &Place) -> String {
    let known = |name: &str| tags.get(name).filter(|value| !matches!(value.trim(), "" | "?" | "-"));
    let players = match (known("White"), known("Black")) {
        (None, None) => "players not known".to_owned(),
        (white, black) => {
            format!("{} against {}", white.unwrap_or("somebody"), black.unwrap_or("somebody"))
        }
    };
    let others = ["Event", "Date", "Result"].into_iter().filter_map(known);
    let others = others.filter(|value| !value.starts_with("????") && *value != "*");
    let mut text = match place.number {
        0 => format!("New game: {players}"),
        number => format!("Game {number}: {players}"),
    };
    for value in others {
        text = text + ", " + value;
    }
    text + "."
}

/// The message after going somewhere: the move, the NAGs of the position, the comments, and
/// which other moves are here.
pub(crate) fn here(editor: &GameEditor, speech: &Speech) -> String {
    let (game, node) = (editor.game(), editor.node());
    let mut said = last_words(editor, speech);
    let comments = comments_of(game, node);
    for comment in &comments {
        said = said + "\nComment: " + comment;
    }
    let n_others = continuations(game.tree(), node).len();
    if n_others > 1 {
        said += &format!("\n{n_others} moves from here.");
    } else if n_others == 0 {
        said += "\nThe line ends here.";
    }
    if let Some(reason) = editor.unplayable_reason() {
        said += &format!("\n{reason}.");
    }
    if let Some(ending) = editor.position().as_ref().and_then(crate::board::ending) {
        said += &format!(" {}.", capitalized(&ending));
    }
    said
}

fn last_words(editor: &GameEditor, speech: &Speech) -> String {
    let (game, node) = (editor.game(), editor.node());
    match numbered(game, node) {
        None => "The start of the game.".to_owned(),
        Some(at) => format!("{}.", numbered_words(game, at, node, speech)),
    }
}

fn numbered(game: &Game, node: NodeId) -> Option<NumberedStop> {
    game.stops(|_| true).find(|at| at.stop == Stop::Move(node))
}

fn numbered_words(game: &Game, at: NumberedStop, node: NodeId, speech: &Speech) -> String {
    let side = if at.is_white { "White" } else { "Black" };
    format!("{}. {side}: {}", at.number, speech.move_words(game, node))
}

fn where_words(editor: &GameEditor, speech: &Speech) -> String {
    let (game, node) = (editor.game(), editor.node());
    let mut said = match numbered(game, node) {
        None => "The start of the game.".to_owned(),
        Some(at) => format!("After {}.", numbered_words(game, at, node, speech)),
    };
    let tree = game.tree();
    match heads(tree, node).count() {
        0 => said += "\nIn the main line.",
        depth => {
            let replaced =
                tree.before(tree.head(node)).and_then(|id| Some((id, numbered(game, id)?)));
            if let Some((id, at)) = replaced {
                let instead = numbered_words(game, at, id, speech);
                said += &format!("\nIn a variation, depth {depth}, instead of {instead}.");
            }
        }
    }
    if let Some(position) = editor.position() {
        said += &format!("\n{} to move.", color_name(position.turn()));
        if position.is_check() {
            said += " Check.";
        }
        if let Some(variant) = VariantState::of(&Setup::from(&position)) {
            said += &format!("\n{}", speech.variant_words(&variant));
        }
    }
    said + "\n" + &moves_words(editor, speech)
}

fn moves_words(editor: &GameEditor, speech: &Speech) -> String {
    let game = editor.game();
    let moves = continuations(game.tree(), editor.node());
    if moves.is_empty() {
        let reason = editor.unplayable_reason().map(|reason| format!("\n{reason}."));
        let outcome = game.outcome().name();
        return format!("The line ends here. The game: {outcome}.{}", reason.unwrap_or_default());
    }
    let line = |(n, &node): (usize, &NodeId)| {
        let words = speech.move_words(game, node);
        if n == 0 { format!("Next: {words}.") } else { format!("{}: {words}.", n + 1) }
    };
    moves.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

fn comments_of(game: &Game, node: NodeId) -> Vec<String> {
    let words = game.tree().comments(node).map(|text| strip_commands(text).trim().to_owned());
    words.filter(|text| !text.is_empty()).collect()
}

fn comment_words(game: &Game, node: NodeId) -> String {
    let mut said = comments_of(game, node);
    let nags = game.tree().nags(node).filter_map(|nag| nag.meaning());
    said.extend(nags.map(|meaning| format!("{}.", capitalized(meaning))));
    if said.is_empty() { "There is no comment.".to_owned() } else { said.join("\n") }
}

fn piece_words(piece: Piece, speech: &Speech) -> String {
    format!("{} {}", color_name(piece.color).to_ascii_lowercase(), speech.pieces.name(piece.role))
}

fn square_words(position: &Position, square: Square, speech: &Speech) -> String {
    match position.piece_at(square) {
        Some(piece) => format!("{square}: {}.", piece_words(piece, speech)),
        None => format!("{square}: empty."),
    }
}

fn line_words(position: &Position, name: &str, squares: &[Square], speech: &Speech) -> String {
    let found: Vec<String> = squares
        .iter()
        .filter_map(|&square| Some((square, position.piece_at(square)?)))
        .map(|(square, piece)| format!("{square} {}", piece_words(piece, speech)))
        .collect();
    if found.is_empty() {
        format!("{name}: empty.")
    } else {
        format!("{name}: {}.", found.join(", "))
    }
}

fn pieces_words(
    position: &Position,
    role: Option<Role>,
    color: Option<Color>,
    speech: &Speech,
) -> String {
    let mut lines = Vec::new();
    for side in [Color::White, Color::Black] {
        if color.is_some_and(|color| color != side) {
            continue;
        }
        for kind in Role::ALL.into_iter().rev() {
            if role.is_some_and(|role| role != kind) {
                continue;
            }
            let squares = squares_words(position.board().by_piece(side, kind));
            let piece = piece_words(Piece { color: side, role: kind }, speech);
            match squares.is_empty() {
                false => lines.push(format!("{}: {squares}.", capitalized(&piece))),
                true if role.is_some() => lines.push(format!("{}: none.", capitalized(&piece))),
                true => {}
            }
        }
    }
    if lines.is_empty() { "There are none.".to_owned() } else { lines.join("\n") }
}

fn squares_words(squares: Bitboard) -> String {
    let names = Square::all().filter(|&square| squares.contains(square));
    names.map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

fn attackers_words(position: &Position, square: Square, speech: &Speech) -> String {
    let board = position.board();
    let occupied = board.by_color(Color::White) | board.by_color(Color::Black);
    let mut said = Vec::new();
    for color in [Color::White, Color::Black] {
        let attackers = board.attackers(color, square, occupied);
        let found: Vec<String> = Square::all()
            .filter(|&from| attackers.contains(from))
            .filter_map(|from| Some((from, board.piece_at(from)?)))
            .map(|(from, piece)| format!("{} on {from}", speech.pieces.name(piece.role)))
            .collect();
        if !found.is_empty() {
            said.push(format!("{}: {}.", color_name(color), found.join(", ")));
        }
    }
    if said.is_empty() { format!("Nothing attacks {square}.") } else { said.join("\n") }
}

/// The eight directions, by their names on the board seen from White's side.
const DIRECTIONS: [(&str, i8, i8); 8] = [
    ("up", 0, 1),
    ("up right", 1, 1),
    ("right", 1, 0),
    ("down right", 1, -1),
    ("down", 0, -1),
    ("down left", -1, -1),
    ("left", -1, 0),
    ("up left", -1, 1),
];

fn rays_words(position: &Position, square: Square, speech: &Speech) -> String {
    let step = |square: Square, files: i8, ranks: i8| {
        let file = square.file().index().checked_add_signed(files).and_then(File::new)?;
        let rank = square.rank().index().checked_add_signed(ranks).and_then(Rank::new)?;
        Some(Square::from_coords(file, rank))
    };
    let mut said = vec![square_words(position, square, speech)];
    for (name, files, ranks) in DIRECTIONS {
        let mut ray = std::iter::successors(Some(square), |&at| step(at, files, ranks)).skip(1);
        let met = ray.find_map(|at| Some((at, position.piece_at(at)?)));
        if let Some((at, piece)) = met {
            said.push(format!("{}: {} on {at}.", capitalized(name), piece_words(piece, speech)));
        }
    }
    said.join("\n")
}

fn material_words(position: &Position, speech: &Speech) -> String {
    let side = |color: Color| {
        let counts = Role::ALL.into_iter().rev().filter_map(|role| {
            let n = position.board().by_piece(color, role).len();
            (n > 0).then(|| speech.counted(role, n))
        });
        format!("{}: {}.", color_name(color), counts.collect::<Vec<_>>().join(", "))
    };
    let mut lines = [Color::White, Color::Black].map(side).to_vec();
    let variant = VariantState::of(&Setup::from(position));
    lines.extend(variant.map(|variant| speech.variant_words(&variant)));
    lines.join("\n")
}

fn clock_words(editor: &GameEditor) -> String {
    let clocks = BoardView::of_node(editor).clocks;
    let said = [Color::White, Color::Black].into_iter().zip(clocks).filter_map(|(color, clock)| {
        let seconds = clock?.0 / 1000;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        Some(format!("{}: {hours}:{minutes:02}:{seconds:02}.", color_name(color)))
    });
    let said = said.collect::<Vec<_>>().join("\n");
    if said.is_empty() { "No comment shows the clock times.".to_owned() } else { said }
}

/// A score as a sentence without its full stop.
pub(crate) fn score_words(score: Score) -> String {
    match score {
        Score::Centipawns(0) => "The position is even".to_owned(),
        Score::Centipawns(centipawns) => {
            let side = if centipawns > 0 { "White" } else { "Black" };
            let (pawns, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
            format!("{side} is ahead by {pawns}.{rest:02} pawns")
        }
        Score::Mate(moves) => {
            let side = if moves >= 0 { "White" } else { "Black" };
            format!("{side} mates in {}", moves.unsigned_abs())
        }
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

pub(crate) fn capitalized(text: &str) -> String {
    let first = text.chars().next().map_or(0, char::len_utf8);
    charset::upper_case(&text[..first]) + &text[first..]
}
