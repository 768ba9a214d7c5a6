//! The board: squares of cells, pieces, marks.
//!
//! Standard: §16.1.3. Decisions: D-47.

use pgn_view::BoardView;
use pgnkit::chess::{Board, Color, Piece, Square};
use pgnkit::comment::{Arrow, MarkColor};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::commands::view::app::App;
use crate::commands::view::look::{SquareState, Theme};

/// Draws the board with its coordinates, and records where its squares are.
pub(super) fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    square: (u16, u16),
    view: &BoardView,
    app: &mut App,
) {
    let look = app.look;
    let Some(diagram) = &view.diagram else {
        let text = "moves not checked";
        frame.buffer_mut().set_stringn(area.x, area.y, text, area.width.into(), look.faint());
        return;
    };
    let (width, height) = square;
    let inner = Rect { x: area.x + 2, y: area.y, width: 8 * width, height: 8 * height };
    if inner.right() > area.right() || inner.bottom() > area.bottom() {
        return;
    }
    let best = app.session.analysis().and_then(|analysis| analysis.lines.first()?.first);
    let mut arrows = diagram.arrows.clone();
    arrows.extend(best.filter(|_| app.analyst.is_some()).map(|mv| Arrow {
        color: MarkColor::Blue,
        source: mv.from(),
        target: mv.to(),
    }));
    let buffer = frame.buffer_mut();
    for row in 0..8_u16 {
        for column in 0..8_u16 {
            let at = square_of(column, row, diagram.side);
            let state = SquareState {
                is_dark: (column + row) % 2 == 1,
                is_last: diagram.last.is_some_and(|mv| mv.from() == at || mv.to() == at),
                is_check: view.check == Some(at),
                is_chosen: app.chosen == Some(at),
                mark: diagram.squares.iter().find(|it| it.square == at).map(|it| it.color),
            };
            let (x, y) = (inner.x + column * width, inner.y + row * height);
            let cell = Rect { x, y, width, height };
            draw_square(buffer, cell, state, diagram.board.piece_at(at), look);
        }
        let at = square_of(0, row, diagram.side);
        let name = at.rank().to_string();
        buffer.set_string(area.x, inner.y + row * height + height / 2, name, look.faint());
    }
    for column in 0..8_u16 {
        let at = square_of(column, 7, diagram.side);
        let x = inner.x + column * width + (width - 1) / 2;
        let name = char::from(at.file().letter()).to_string();
        buffer.set_string(x, inner.bottom(), name, look.faint());
    }
    for arrow in &arrows {
        draw_arrow(frame, inner, square, arrow, app, (&diagram.board, diagram.side));
    }
    (app.places.board, app.places.square) = (inner, square);
}

/// One square: its ground, and the piece in its middle.
pub(super) fn draw_square(
    buffer: &mut Buffer,
    cell: Rect,
    state: SquareState,
    piece: Option<Piece>,
    look: Theme,
) {
    let style = look.square(state, piece);
    buffer.set_style(cell, style);
    let is_shaded = look.is_mono() && state.is_dark;
    let ground = match (is_shaded, look.is_ascii()) {
        (false, _) => " ",
        (true, true) => ".",
        (true, false) => "░",
    };
    for line in cell.rows() {
        buffer.set_string(line.x, line.y, ground.repeat(cell.width.into()), style);
    }
    let (x, y) = (cell.x + (cell.width - 1) / 2, cell.y + cell.height / 2);
    if let Some(piece) = piece {
        if is_shaded && cell.width > 3 {
            buffer.set_string(x - 1, y, "   ", style);
        }
        buffer.set_string(x, y, look.piece(piece).to_string(), style);
    }
    if look.is_mono() && cell.width > 2 && (state.is_last || state.mark.is_some()) {
        buffer.set_string(x - 1, y, "[", style);
        buffer.set_string(x + 1, y, "]", style);
    }
}

/// The square in a column from the left and a row from the top.
fn square_of(column: u16, row: u16, side: Color) -> Square {
    let (file, rank) = match side {
        Color::White => (column, 7 - row),
        Color::Black => (7 - column, row),
    };
    let name = [b'a' + file as u8, b'1' + rank as u8];
    Square::from_ascii(&name).unwrap_or(Square::A1)
}

/// Column from the left and row from the top.
fn place_of(square: Square, side: Color) -> (i16, i16) {
    let name = square.to_string();
    let bytes = name.as_bytes();
    let (file, rank) = (i16::from(bytes[0] - b'a'), i16::from(bytes[1] - b'1'));
    match side {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    }
}

/// An arrow: a sign on each square of its path, and a head at its end.
fn draw_arrow(
    frame: &mut Frame<'_>,
    board: Rect,
    (width, height): (u16, u16),
    arrow: &Arrow,
    app: &App,
    (pieces, side): (&Board, Color),
) {
    let (from, to) = (place_of(arrow.source, side), place_of(arrow.target, side));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let step_count = dx.abs().max(dy.abs());
    let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let head = match (dx.signum(), dy.signum(), app.look.is_ascii()) {
        (.., true) => ">",
        (0, -1, _) => "↑",
        (0, 1, _) => "↓",
        (1, 0, _) => "→",
        (-1, 0, _) => "←",
        (1, -1, _) => "↗",
        (1, 1, _) => "↘",
        (-1, 1, _) => "↙",
        (-1, -1, _) => "↖",
        _ => return,
    };
    let tail = if app.look.is_ascii() { "*" } else { "•" };
    let color = app.look.arrow(arrow.color);
    let mut put = |(column, row): (i16, i16), sign: &str| {
        let (column, row) = (column as u16, row as u16);
        // Beside a piece, and in the middle of an empty square.
        let is_empty = pieces.piece_at(square_of(column, row, side)).is_none();
        let aside = if is_empty { (width - 1) / 2 } else { 0 };
        let (x, y) = (board.x + column * width + aside, board.y + row * height + height / 2);
        if let Some(cell) = frame.buffer_mut().cell_mut((x, y)) {
            cell.set_symbol(sign);
            if !app.look.is_mono() {
                cell.set_fg(color);
            }
        }
    };
    put(from, tail);
    if is_straight {
        for step in 1..step_count {
            put((from.0 + dx.signum() * step, from.1 + dy.signum() * step), tail);
        }
    }
    put(to, head);
}
