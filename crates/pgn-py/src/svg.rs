//! Pictures of boards and pieces, and pages of games, for `pgnkit.svg`.

use crate::board::PyBoard;
use crate::errors::ErrorClass;
use crate::game::PyGameNode;
use crate::moves::{PyMove, PyPiece, color_of, square_of};
use crate::square_set::mask_of;
use pgnkit::chess::{Bitboard, Setup};
use pgnkit::diagram::{Coordinates, CustomColors, Diagram, PieceShapes, Rgba, piece_svg};
use pgnkit::score_sheet::{self, Sheet};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The width of a picture, if none is given.
const PIXELS: u32 = 390;

/// The name of the color of the line around the picture, and that color, if none is given.
const OUTER_BORDER: &str = "outer border";
const BORDER_COLOR: &str = "#26221d";

/// The width of the picture of a piece, if none is given.
const PIECE_PIXELS: u32 = 45;

fn color_of_text(py: Python<'_>, text: &str) -> PyResult<Rgba> {
    Rgba::parse(text).ok_or_else(|| {
        let message =
            format!("expected a color such as #cc0000, #cc000080 or orange, found {text:?}");
        ErrorClass::Option.raise(py, message)
    })
}

/// An arrow: tail, head, color.
type ArrowParts = (u8, u8, String);

/// What is drawn on a board.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Marks<'py> {
    lastmove: Option<PyMove>,
    check: Option<u8>,
    arrows: Vec<ArrowParts>,
    fill: Vec<(u8, String)>,
    squares: Option<Bound<'py, PyAny>>,
    borders: bool,
    colors: Bound<'py, PyDict>,
}

/// A board as SVG; `marks` has what is drawn on it.
#[pyfunction]
#[pyo3(signature = (board, orientation, size, coordinates, title, marks))]
pub(crate) fn svg_board(
    py: Python<'_>,
    board: Option<&PyBoard>,
    orientation: bool,
    size: Option<u32>,
    coordinates: bool,
    title: &str,
    marks: Marks<'_>,
) -> PyResult<String> {
    let setup = board.map_or(Setup::EMPTY, PyBoard::setup);
    let mut diagram = Diagram::of_setup(&setup);
    (diagram.side, diagram.turn) = (color_of(orientation), None);
    diagram.check = marks.check.map(square_of).transpose()?;
    if !coordinates {
        diagram.coordinates = Coordinates::Hidden;
    }
    diagram.last = marks.lastmove.and_then(|mv| mv.squares_as_move());
    let custom = &mut diagram.custom;
    for (square, color) in &marks.fill {
        custom.fills.push((square_of(*square)?, color_of_text(py, color)?));
    }
    if let Some(squares) = &marks.squares {
        custom.crosses = Bitboard(mask_of(squares)?).collect();
    }
    take_colors(custom, &marks.colors)?;
    for (tail, head, color) in &marks.arrows {
        let named = marks.colors.get_item(format!("arrow {color}"))?;
        let text = match named {
            Some(named) => named.extract()?,
            None => arrow_color(color).unwrap_or(color).to_owned(),
        };
        let color = color_of_text(py, &text)?;
        custom.arrows.push((square_of(*tail)?, square_of(*head)?, color));
    }
    let mut svg = diagram.svg(size.unwrap_or(PIXELS), PieceShapes::Own, title);
    if marks.borders {
        let color = match marks.colors.get_item(OUTER_BORDER)? {
            Some(color) => color.extract()?,
            None => BORDER_COLOR.to_owned(),
        };
        let end = svg.rfind("</svg>").unwrap_or(svg.len());
        let border = format!(
            "<rect width=\"100%\" height=\"100%\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"8\"/>\n"
        );
        svg.insert_str(end, &border);
    }
    Ok(svg)
}

/// The four colors of arrows in comments.
fn arrow_color(name: &str) -> Option<&'static str> {
    match name {
        "green" => Some("#2f8f46bf"),
        "red" => Some("#c2372ebf"),
        "yellow" => Some("#dfa615bf"),
        "blue" => Some("#2f6fb5bf"),
        _ => None,
    }
}

/// Takes the colors of the board by their names.
fn take_colors(custom: &mut CustomColors, colors: &Bound<'_, PyDict>) -> PyResult<()> {
    let py = colors.py();
    for (name, color) in colors {
        let (name, color): (String, String) = (name.extract()?, color.extract()?);
        let parsed = Some(color_of_text(py, &color)?);
        match name.as_str() {
            "square light" => custom.light = parsed,
            "square dark" => custom.dark = parsed,
            "square light lastmove" => custom.light_moved = parsed,
            "square dark lastmove" => custom.dark_moved = parsed,
            "margin" => custom.margin = parsed,
            "coord" => custom.coordinates = parsed,
            "inner border" => custom.border = parsed,
            OUTER_BORDER | "arrow green" | "arrow red" | "arrow yellow" | "arrow blue" => {}
            _ => {
                let message = format!(
                    "expected square light, square dark, square light lastmove, square dark \
                     lastmove, margin, coord, inner border, outer border, or arrow with green, \
                     red, yellow or blue; found {name:?}"
                );
                return Err(ErrorClass::Option.raise(py, message));
            }
        }
    }
    Ok(())
}

/// A piece as SVG.
#[pyfunction]
#[pyo3(signature = (piece, size=None))]
pub(crate) fn svg_piece(piece: &PyPiece, size: Option<u32>) -> String {
    piece_svg(piece.0, size.unwrap_or(PIECE_PIXELS))
}

/// A page of HTML with games, and a diagram after every `diagrams` moves.
#[pyfunction]
pub(crate) fn game_page(games: Vec<Bound<'_, PyGameNode>>, title: &str, diagrams: u32) -> String {
    let mut page = score_sheet::head(title);
    let sheet = Sheet::default().with_diagram_moves(diagrams);
    for game in games {
        sheet.html(&game.get().store.lock().game, &mut page);
    }
    page.push_str(score_sheet::FOOT);
    page
}

/// The players of a game, for the title of a page.
#[pyfunction]
pub(crate) fn game_caption(game: &Bound<'_, PyGameNode>) -> String {
    Sheet::default().caption(&game.get().store.lock().game)
}
