//! The board editor: pieces are put on squares by keys or with the mouse.

use pgn_view::{Change, PositionSetup};
use pgnkit::Color;
use pgnkit::chess::{Piece, Square};
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Position as Cell;

use super::{App, Effect, Over};
use crate::commands::view::keys;

/// The keys of the board editor, for its frame.
pub(in crate::commands::view) const SETUP_KEYS: [&str; 6] = [
    "arrows: to a square",
    "KQRBNP kqrbnp: put a piece, Space: remove it",
    "t: side to move, e: en passant here",
    "1 2 3 4: castling K Q k q",
    "v: variant, s: start, x: empty, f: flip",
    "Enter: use it, Esc: leave it",
];

/// A position that is being set up.
#[derive(Clone, Debug)]
pub(in crate::commands::view) struct SetupBoard {
    pub(in crate::commands::view) setup: PositionSetup,
    pub(in crate::commands::view) side: Color,
    /// Column from the left and row from the top.
    pub(in crate::commands::view) cursor: (u16, u16),
    /// The piece that a click puts.
    brush: Option<Piece>,
}

impl SetupBoard {
    /// The square in a column from the left and a row from the top.
    pub(in crate::commands::view) fn square(&self, column: u16, row: u16) -> Square {
        let (file, rank) = match self.side {
            Color::White => (column, 7 - row.min(7)),
            Color::Black => (7 - column.min(7), row),
        };
        let name = [b'a' + file.min(7) as u8, b'1' + rank.min(7) as u8];
        Square::from_ascii(&name).unwrap_or(Square::A1)
    }

    fn here(&self) -> Square {
        self.square(self.cursor.0, self.cursor.1)
    }

    fn go(&mut self, by: (i16, i16)) {
        let step = |at: u16, by: i16| at.saturating_add_signed(by).min(7);
        self.cursor = (step(self.cursor.0, by.0), step(self.cursor.1, by.1));
    }

    /// Puts a piece on a square, or takes it away if it is there.
    fn put(&mut self, square: Square, piece: Option<Piece>) {
        let is_there = self.setup.piece_at(square) == piece;
        self.setup.put(square, piece.filter(|_| !is_there));
    }
}

impl App {
    pub(in crate::commands::view) fn open_setup(&mut self) {
        let position = self.session.position();
        let setup = position.as_ref().map(PositionSetup::of).unwrap_or_default();
        let board = SetupBoard { setup, side: self.session.side(), cursor: (4, 6), brush: None };
        self.over = Over::Setup(Box::new(board));
    }

    pub(in crate::commands::view) fn press_setup(
        &mut self,
        key: KeyEvent,
        mut board: Box<SetupBoard>,
    ) -> Vec<Effect> {
        let here = board.here();
        match keys::name_of(key).as_str() {
            "Esc" | "C-c" => return Vec::new(),
            "Enter" => {
                if let Err(error) = board.setup.position() {
                    self.fail(&error);
                } else {
                    let text = board.setup.command_text();
                    return self.run(Change::SetUp(text));
                }
            }
            "Left" => board.go((-1, 0)),
            "Right" => board.go((1, 0)),
            "Up" => board.go((0, -1)),
            "Down" => board.go((0, 1)),
            "Space" | "Delete" | "Backspace" => board.setup.put(here, None),
            "t" => board.setup.turn(),
            "e" => board.setup.toggle_en_passant(here),
            "1" => board.setup.toggle_castling('K'),
            "2" => board.setup.toggle_castling('Q'),
            "3" => board.setup.toggle_castling('k'),
            "4" => board.setup.toggle_castling('q'),
            "v" => board.setup.next_variant(),
            "s" => board.setup.reset(),
            "x" => board.setup.clear(),
            "f" => board.side = board.side.other(),
            name => {
                let letter = name.parse::<char>().ok();
                if let Some(piece) = letter.and_then(Piece::from_char) {
                    board.brush = Some(piece);
                    board.setup.put(here, Some(piece));
                }
            }
        }
        self.over = Over::Setup(board);
        Vec::new()
    }

    /// A click puts the piece that was put last, or takes a piece away.
    pub(in crate::commands::view) fn click_setup(&mut self, cell: Cell) {
        let (area, (width, height)) = (self.places.board, self.places.square);
        let Over::Setup(board) = &mut self.over else { return };
        if !area.contains(cell) {
            return;
        }
        let (column, row) = ((cell.x - area.x) / width.max(1), (cell.y - area.y) / height.max(1));
        board.cursor = (column.min(7), row.min(7));
        let (here, brush) = (board.here(), board.brush);
        board.put(here, brush);
    }
}
