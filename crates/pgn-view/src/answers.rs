//! Answers in words: the current place, the contents of the board.
//!
//! Standard: §8.2. Decisions: D-62.

use pgn_formats::speech::{Phrase, PieceNames, Speech};
use pgn_query::facts::Field;
use pgnkit::charset;
use pgnkit::chess::{Bitboard, Color, File, Piece, Position, Rank, Role, Setup, Square};
use pgnkit::comment::{Score, strip_commands};
use pgnkit::diagram::{Diagram, Signs, VariantState};
use pgnkit::game::{NumberedStop, Stop, Tags};
use pgnkit::tag::Outcome;
use pgnkit::{Game, NodeId};

use crate::board::BoardView;
use crate::command::Question;
use crate::editor::GameEditor;
use crate::lines::{continuations, heads};
use crate::move_tree::{PlayedMoves, Results};

/// The answer to a question about the game that is open, a sentence a line.
pub(crate) fn answer(question: Question, editor: &GameEditor, speech: &Speech) -> String {
    let position = editor.position();
    let say = |phrase| speech.wording.say(phrase, &[]);
    let of_board = |answer: &dyn Fn(&Position) -> String| match &position {
        Some(position) => answer(position),
        None => say(Phrase::NoBoard),
    };
    match question {
        Question::Where => where_words(editor, speech),
        Question::Square(square) => of_board(&|board| square_words(board, square, speech)),
        Question::File(file) => {
            let squares: Vec<_> = Rank::all().map(|rank| Square::from_coords(file, rank)).collect();
            let name = speech.wording.say(Phrase::FileName, &[&char::from(file.letter())]);
            of_board(&|board| line_words(board, &name, &squares, speech))
        }
        Question::Rank(rank) => {
            let squares: Vec<_> = File::all().map(|file| Square::from_coords(file, rank)).collect();
            let name = speech.wording.say(Phrase::RankName, &[&char::from(rank.digit())]);
            of_board(&|board| line_words(board, &name, &squares, speech))
        }
        Question::Pieces(role, color) => {
            of_board(&|board| pieces_words(board, role, color, speech))
        }
        Question::Attackers(square) => of_board(&|board| attackers_words(board, square, speech)),
        Question::Rays(square) => of_board(&|board| rays_words(board, square, speech)),
        Question::Moves => moves_words(editor, speech),
        Question::Last => last_words(editor, speech),
        Question::Comments => comment_words(editor.game(), editor.node(), speech),
        Question::Tags => {
            let said = speech.header(editor.game());
            if said.is_empty() { say(Phrase::NoTags) } else { said }
        }
        Question::Material => of_board(&|board| material_words(board, speech)),
        Question::Clocks => clock_words(editor, speech),
        Question::Evaluation => match BoardView::of_node(editor).eval {
            Some(eval) => format!("{}.", score_words(eval.score, speech)),
            None => say(Phrase::NoEvaluation),
        },
        Question::Opening => match BoardView::of_node(editor).opening {
            Some((code, name)) => speech.wording.say(Phrase::OpeningName, &[&code, &name]),
            None => say(Phrase::OpeningUnnamed),
        },
        Question::Check => of_board(&|board| check_words(board, speech)),
        Question::Board => of_board(&|board| board_words(board, speech)),
        Question::Fen => of_board(&|board| board.fen().as_str().to_owned()),
    }
}

impl BoardView {
    fn of_node(editor: &GameEditor) -> BoardView {
        BoardView::of(editor.game(), editor.node(), Color::White)
    }
}

/// A game in a line: its number in the list, players, event, date, result.
pub(crate) fn heading(tags: &Tags, number: Option<usize>, speech: &Speech) -> String {
    let wording = speech.wording;
    let known = |name: &str| tags.get(name).filter(|value| !matches!(value.trim(), "" | "?" | "-"));
    let player = |name: &str| match known(name) {
        Some(value) => speech.player_words(value),
        None => wording.say(Phrase::UnknownPlayer, &[]),
    };
    let players = match (known("White"), known("Black")) {
        (None, None) => wording.say(Phrase::PlayersUnknown, &[]),
        _ => wording.say(Phrase::Against, &[&player("White"), &player("Black")]),
    };
    let mut text = match number {
        None => wording.say(Phrase::NewGameHeading, &[&players]),
        Some(number) => wording.say(Phrase::GameHeading, &[&number, &players]),
    };
    for name in ["Event", "Date", "Result"] {
        let value = known(name).filter(|value| *value != "*");
        let words = value.map(|value| value_words(name, value, speech));
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            text = text + ", " + &words;
        }
    }
    text + "."
}

/// The moves that were played in a position, a line each, the most played first.
pub(crate) fn played_words(
    played: &PlayedMoves,
    position: Option<&Position>,
    speech: &Speech,
) -> Vec<String> {
    let wording = speech.wording;
    let game_count = u64::from(played.game_count);
    let mut said = vec![wording.say_count(Phrase::TreeHere, game_count, &[])];
    let Some(position) = position else { return said };
    for row in &played.moves {
        let Results { white, draw, black, .. } = row.results;
        let count = u64::from(row.results.game_count());
        let mut parts = vec![wording.say_count(Phrase::GameCount, count, &[])];
        let outcomes =
            [(white, Outcome::WhiteWins), (draw, Outcome::Draw), (black, Outcome::BlackWins)];
        for (n, outcome) in outcomes.into_iter().filter(|(n, _)| *n > 0) {
            parts.push(wording.say(Phrase::Labeled, &[&speech.outcome_words(outcome), &n]));
        }
        let mv = speech.words_of(position, row.mv);
        said.push(wording.say(Phrase::Labeled, &[&mv, &parts.join(", ")]) + ".");
    }
    said
}

/// A cell of the list in words.
pub(crate) fn cell_words(column: &Field, cell: &str, speech: &Speech) -> String {
    value_words(column.name(), cell, speech)
}

/// A player, date or result in words; other values stay unchanged.
fn value_words(name: &str, value: &str, speech: &Speech) -> String {
    match name.to_ascii_lowercase().as_str() {
        "white" | "black" => speech.player_words(value),
        "date" | "eventdate" => speech.date_words(value).unwrap_or_else(|| value.to_owned()),
        "result" => match Outcome::parse_lax(value) {
            Some(outcome) => speech.outcome_words(outcome),
            None => value.to_owned(),
        },
        _ => value.to_owned(),
    }
}

/// The message after going somewhere: the comments before the move, the move, its comments, and
/// which other moves are here.
pub(crate) fn here(editor: &GameEditor, speech: &Speech) -> String {
    let (game, node, wording) = (editor.game(), editor.node(), speech.wording);
    let mut said = Vec::new();
    let before = game.tree().before(node).filter(|&before| game.tree().is_head(before));
    if let Some(head) = before.filter(|&head| head != NodeId::ROOT) {
        said.extend(comment_lines(game, head, Phrase::CommentBefore, speech));
    }
    said.push(last_words(editor, speech));
    let lead = if node == NodeId::ROOT { Phrase::Introduction } else { Phrase::Comment };
    said.extend(comment_lines(game, node, lead, speech));
    let n_others = continuations(game.tree(), node).len();
    let ending = editor.position().as_ref().and_then(|board| ending_words(board, speech));
    let rest = match n_others {
        0 => Some(wording.say(Phrase::LineEnds, &[])),
        1 => None,
        n => Some(wording.say_count(Phrase::MovesFromHere, n as u64, &[])),
    };
    let rest: Vec<String> = rest.into_iter().chain(ending).collect();
    if !rest.is_empty() {
        said.push(rest.join(" "));
    }
    said.extend(editor.unplayable_reason().map(|reason| reason + "."));
    said.join("\n")
}

/// The introduction of a game: the comments before its first move.
pub(crate) fn introduction(editor: &GameEditor, speech: &Speech) -> Vec<String> {
    comment_lines(editor.game(), NodeId::ROOT, Phrase::Introduction, speech)
}

fn comment_lines(game: &Game, node: NodeId, lead: Phrase, speech: &Speech) -> Vec<String> {
    let comments = comments_of(game, node);
    comments.iter().map(|comment| speech.wording.say(lead, &[comment])).collect()
}

/// Why the game is over in this position, as a sentence.
fn ending_words(position: &Position, speech: &Speech) -> Option<String> {
    let said = match crate::board::ending(position)? {
        _ if position.is_checkmate() => speech.wording.say(Phrase::Checkmate, &[]),
        _ if position.is_stalemate() => speech.wording.say(Phrase::Stalemate, &[]),
        reason if speech.wording.is_english() => reason,
        _ => speech.wording.say(Phrase::GameOver, &[]),
    };
    Some(capitalized(&said) + ".")
}

fn last_words(editor: &GameEditor, speech: &Speech) -> String {
    let (game, node) = (editor.game(), editor.node());
    match numbered(game, node) {
        None => speech.wording.say(Phrase::StartOfGame, &[]),
        Some(at) => format!("{}.", numbered_words(game, at, node, speech)),
    }
}

fn numbered(game: &Game, node: NodeId) -> Option<NumberedStop> {
    game.stops(|_| true).find(|at| at.stop == Stop::Move(node))
}

fn numbered_words(game: &Game, at: NumberedStop, node: NodeId, speech: &Speech) -> String {
    let side = if at.is_white { Phrase::WhiteMove } else { Phrase::BlackMove };
    speech.wording.say(side, &[&at.number, &speech.move_words(game, node)])
}

fn where_words(editor: &GameEditor, speech: &Speech) -> String {
    let (game, node, wording) = (editor.game(), editor.node(), speech.wording);
    let mut said = vec![match numbered(game, node) {
        None => wording.say(Phrase::StartOfGame, &[]),
        Some(at) => wording.say(Phrase::AfterMove, &[&numbered_words(game, at, node, speech)]),
    }];
    let tree = game.tree();
    match heads(tree, node).count() {
        0 => said.push(wording.say(Phrase::InMainLine, &[])),
        depth => {
            let replaced =
                tree.before(tree.head(node)).and_then(|id| Some((id, numbered(game, id)?)));
            if let Some((id, at)) = replaced {
                let instead = numbered_words(game, at, id, speech);
                said.push(wording.say(Phrase::InVariation, &[&depth, &instead]));
            }
        }
    }
    if let Some(position) = editor.position() {
        let turn = wording.say(turn_phrase(position.turn()), &[]);
        said.push(match position.is_check() {
            true => turn + " " + &check_words(&position, speech),
            false => turn,
        });
        let variant = VariantState::of(&Setup::from(&position));
        said.extend(variant.map(|variant| speech.variant_words(&variant)));
    }
    said.push(moves_words(editor, speech));
    said.join("\n")
}

const fn turn_phrase(turn: Color) -> Phrase {
    match turn {
        Color::White => Phrase::WhiteToMove,
        Color::Black => Phrase::BlackToMove,
    }
}

fn check_words(position: &Position, speech: &Speech) -> String {
    if let Some(ending) = ending_words(position, speech).filter(|_| position.is_check()) {
        return ending;
    }
    let phrase = match (position.is_check(), position.turn()) {
        (false, _) => Phrase::NoCheck,
        (true, Color::White) => Phrase::WhiteInCheck,
        (true, Color::Black) => Phrase::BlackInCheck,
    };
    speech.wording.say(phrase, &[])
}

/// The board as text; the line below it says whose move it is.
fn board_words(position: &Position, speech: &Speech) -> String {
    let text = Diagram::of(position).text(Signs::Ascii);
    if speech.wording.is_english() {
        return text;
    }
    let turn = speech.wording.say(turn_phrase(position.turn()), &[]);
    let board: Vec<&str> = text.trim_end().lines().take(9).collect();
    board.join("\n") + "\n" + &turn
}

fn moves_words(editor: &GameEditor, speech: &Speech) -> String {
    let (game, wording) = (editor.game(), speech.wording);
    let moves = continuations(game.tree(), editor.node());
    if moves.is_empty() {
        let outcome = speech.outcome_words(game.outcome());
        let ends = wording.say(Phrase::LineEnds, &[]);
        let reason = editor.unplayable_reason().map(|reason| format!("\n{reason}."));
        let result = wording.say(Phrase::GameResult, &[&outcome]);
        return ends + " " + &result + &reason.unwrap_or_default();
    }
    let line = |(n, &node): (usize, &NodeId)| {
        let words = speech.move_words(game, node);
        match n {
            0 => wording.say(Phrase::NextMove, &[&words]),
            n => speech.labeled(&(n + 1).to_string(), &words) + ".",
        }
    };
    moves.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

fn comments_of(game: &Game, node: NodeId) -> Vec<String> {
    let words = game.tree().comments(node).map(|text| strip_commands(text).trim().to_owned());
    words.filter(|text| !text.is_empty()).collect()
}

fn comment_words(game: &Game, node: NodeId, speech: &Speech) -> String {
    let mut said = comments_of(game, node);
    let nags = game.tree().nags(node).map(|nag| speech.nag_words(nag));
    said.extend(nags.map(|meaning| format!("{}.", capitalized(&meaning))));
    if said.is_empty() { speech.wording.say(Phrase::NoComment, &[]) } else { said.join("\n") }
}

fn piece_words(piece: Piece, speech: &Speech) -> String {
    let pieces = match piece.color {
        Color::White => Phrase::WhitePieces,
        Color::Black => Phrase::BlackPieces,
    };
    if !speech.wording.is_english() || speech.pieces == PieceNames::ENGLISH {
        return speech.wording.say_item(pieces, piece.role.index(), &[]);
    }
    format!("{} {}", side(piece.color, speech).to_ascii_lowercase(), speech.pieces.name(piece.role))
}

fn square_words(position: &Position, square: Square, speech: &Speech) -> String {
    match position.piece_at(square) {
        Some(piece) => speech.labeled(&square.to_string(), &piece_words(piece, speech)) + ".",
        None => speech.wording.say(Phrase::SquareEmpty, &[&square]),
    }
}

fn line_words(position: &Position, name: &str, squares: &[Square], speech: &Speech) -> String {
    let found: Vec<String> = squares
        .iter()
        .filter_map(|&square| Some((square, position.piece_at(square)?)))
        .map(|(square, piece)| format!("{square} {}", piece_words(piece, speech)))
        .collect();
    if found.is_empty() {
        speech.wording.say(Phrase::SquareEmpty, &[&name])
    } else {
        speech.labeled(name, &found.join(", ")) + "."
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
            let piece = capitalized(&piece_words(Piece { color: side, role: kind }, speech));
            match squares.is_empty() {
                false => lines.push(speech.labeled(&piece, &squares) + "."),
                true if role.is_some() => {
                    lines.push(speech.wording.say(Phrase::NoneOfThem, &[&piece]));
                }
                true => {}
            }
        }
    }
    match lines.is_empty() {
        true => speech.wording.say(Phrase::ThereAreNone, &[]),
        false => lines.join("\n"),
    }
}

fn squares_words(squares: Bitboard) -> String {
    let names = Square::all().filter(|&square| squares.contains(square));
    names.map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

fn attackers_words(position: &Position, square: Square, speech: &Speech) -> String {
    let board = position.board();
    let occupied = board.by_color(Color::White) | board.by_color(Color::Black);
    let on = |piece: &str, from: Square| speech.wording.say(Phrase::PieceOn, &[&piece, &from]);
    let mut said = Vec::new();
    for color in [Color::White, Color::Black] {
        let attackers = board.attackers(color, square, occupied);
        let found: Vec<String> = Square::all()
            .filter(|&from| attackers.contains(from))
            .filter_map(|from| Some((from, board.piece_at(from)?)))
            .map(|(from, piece)| on(speech.pieces.name(piece.role), from))
            .collect();
        if !found.is_empty() {
            said.push(speech.labeled(&side(color, speech), &found.join(", ")) + ".");
        }
    }
    match said.is_empty() {
        true => speech.wording.say(Phrase::NothingAttacks, &[&square]),
        false => said.join("\n"),
    }
}

/// The eight directions on the board seen from White's side, in the order of their names.
const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn rays_words(position: &Position, square: Square, speech: &Speech) -> String {
    let step = |square: Square, files: i8, ranks: i8| {
        let file = square.file().index().checked_add_signed(files).and_then(File::new)?;
        let rank = square.rank().index().checked_add_signed(ranks).and_then(Rank::new)?;
        Some(Square::from_coords(file, rank))
    };
    let mut said = vec![square_words(position, square, speech)];
    for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
        let mut ray = std::iter::successors(Some(square), |&at| step(at, files, ranks)).skip(1);
        let met = ray.find_map(|at| Some((at, position.piece_at(at)?)));
        if let Some((at, piece)) = met {
            let name = speech.wording.say_item(Phrase::Directions, direction, &[]);
            let on = speech.wording.say(Phrase::PieceOn, &[&piece_words(piece, speech), &at]);
            said.push(speech.labeled(&name, &on) + ".");
        }
    }
    said.join("\n")
}

fn material_words(position: &Position, speech: &Speech) -> String {
    let count = |role: Role, n: u32| {
        let phrase = match role {
            Role::Pawn => Phrase::PawnCount,
            Role::Knight => Phrase::KnightCount,
            Role::Bishop => Phrase::BishopCount,
            Role::Rook => Phrase::RookCount,
            Role::Queen => Phrase::QueenCount,
            Role::King => Phrase::KingCount,
        };
        match (n, speech.wording.is_english() && speech.pieces != PieceNames::ENGLISH) {
            (1, _) => speech.pieces.name(role).to_owned(),
            (n, true) => format!("{n} {}", speech.pieces.name(role)),
            (n, false) => speech.wording.say_count(phrase, n.into(), &[]),
        }
    };
    let of_side = |color: Color| {
        let counts = Role::ALL.into_iter().rev().filter_map(|role| {
            let n = position.board().by_piece(color, role).len();
            (n > 0).then(|| count(role, n))
        });
        speech.labeled(&side(color, speech), &counts.collect::<Vec<_>>().join(", ")) + "."
    };
    let mut lines = [Color::White, Color::Black].map(of_side).to_vec();
    let variant = VariantState::of(&Setup::from(position));
    lines.extend(variant.map(|variant| speech.variant_words(&variant)));
    lines.join("\n")
}

fn clock_words(editor: &GameEditor, speech: &Speech) -> String {
    let clocks = BoardView::of_node(editor).clocks;
    let said = [Color::White, Color::Black]
        .into_iter()
        .zip(clocks)
        .filter_map(|(color, clock)| Some(time_words(color, clock?.0 / 1000, speech)));
    let said = said.collect::<Vec<_>>().join("\n");
    if said.is_empty() { speech.wording.say(Phrase::NoClocks, &[]) } else { said }
}

/// The time of a side, as a sentence.
pub(crate) fn time_words(color: Color, seconds: u64, speech: &Speech) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let time = format!("{hours}:{minutes:02}:{seconds:02}");
    speech.labeled(&side(color, speech), &time) + "."
}

/// A score as a sentence without its full stop.
pub(crate) fn score_words(score: Score, speech: &Speech) -> String {
    let wording = speech.wording;
    match score {
        Score::Centipawns(0) => wording.say(Phrase::PositionEven, &[]),
        Score::Centipawns(centipawns) => {
            let ahead = if centipawns > 0 { Phrase::WhiteAhead } else { Phrase::BlackAhead };
            let (pawns, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
            let point = wording.say(Phrase::DecimalPoint, &[]);
            wording.say(ahead, &[&format!("{pawns}{point}{rest:02}")])
        }
        Score::Mate(moves) => {
            let mates = if moves >= 0 { Phrase::WhiteMates } else { Phrase::BlackMates };
            wording.say_count(mates, moves.unsigned_abs().into(), &[])
        }
    }
}

fn side(color: Color, speech: &Speech) -> String {
    let side = match color {
        Color::White => Phrase::White,
        Color::Black => Phrase::Black,
    };
    speech.wording.say(side, &[])
}

pub(crate) fn capitalized(text: &str) -> String {
    let first = text.chars().next().map_or(0, char::len_utf8);
    charset::upper_case(&text[..first]) + &text[first..]
}
