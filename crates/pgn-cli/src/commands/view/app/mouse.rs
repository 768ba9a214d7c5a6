//! The mouse: rows, columns, moves and squares that are clicked, pieces that are dragged.

use pgn_view::{Action, Change, Fold, Go, Pane};
use pgnkit::NodeId;
use pgnkit::chess::Square;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position as Cell;

use super::menu::{Choice, Menu, MenuItem};
use super::{App, Effect, Over, StatusLine, san_of};

impl App {
    /// Takes what the mouse did.
    pub(in crate::commands::view) fn click(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let cell = Cell { x: mouse.column, y: mouse.row };
        if matches!(self.over, Over::Setup(_)) {
            if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
                self.click_setup(cell);
            }
            return Vec::new();
        }
        if !matches!(self.over, Over::Nothing) {
            return Vec::new();
        }
        let by = match mouse.kind {
            MouseEventKind::ScrollDown => 1,
            MouseEventKind::ScrollUp => -1,
            MouseEventKind::Down(MouseButton::Left) => return self.click_at(cell),
            MouseEventKind::Up(MouseButton::Left) => return self.release_at(cell),
            _ => return Vec::new(),
        };
        self.message = StatusLine::default();
        if self.places.rows.contains(cell) {
            self.select(self.session.list().selected().saturating_add_signed(3 * by));
            return Vec::new();
        }
        let editor = self.session.editor();
        match (editor.is_some(), by > 0) {
            (true, true) => {
                let effects = self.run(Go::Next);
                self.message = StatusLine::default();
                effects
            }
            (true, false) => {
                let effects = self.run(Go::Back);
                self.message = StatusLine::default();
                effects
            }
            (false, _) => Vec::new(),
        }
    }

    pub(in crate::commands::view) fn click_at(&mut self, cell: Cell) -> Vec<Effect> {
        self.message = StatusLine::default();
        if self.places.rows.contains(cell) {
            let row = self.places.first_row + usize::from(cell.y - self.places.rows.y);
            let was_selected = self.pane == Pane::List && self.session.list().selected() == row;
            self.pane = Pane::List;
            if row < self.session.n_rows() {
                self.select(row);
                if was_selected {
                    return self.act(Action::OpenRow);
                }
            }
            return Vec::new();
        }
        if self.places.header.contains(cell) {
            let column = self.places.columns.iter().rev().find(|(x, _)| *x <= cell.x);
            return match column {
                Some(&(_, column)) => self.sort_by_column(column),
                None => Vec::new(),
            };
        }
        let hit = |all: &[(u16, u16, u16, NodeId)]| {
            let is_it = |(y, from, to, _): &&(u16, u16, u16, NodeId)| {
                *y == cell.y && (*from..*to).contains(&cell.x)
            };
            all.iter().find(is_it).map(|&(.., node)| node)
        };
        if let Some(node) = hit(&self.places.nodes) {
            self.pane = Pane::Game;
            return self.run(Go::To(node));
        }
        if let Some(head) = hit(&self.places.folds) {
            return self.run(Fold::Variation(head));
        }
        match self.square_at(cell) {
            Some(square) => self.touch(square),
            None => Vec::new(),
        }
    }

    /// A piece that was dragged is let go.
    pub(in crate::commands::view) fn release_at(&mut self, cell: Cell) -> Vec<Effect> {
        match (self.chosen, self.square_at(cell)) {
            (Some(from), Some(to)) if from != to => self.touch(to),
            _ => Vec::new(),
        }
    }

    pub(in crate::commands::view) fn square_at(&self, cell: Cell) -> Option<Square> {
        if !self.places.board.contains(cell) {
            return None;
        }
        let (width, height) = self.places.square;
        let column = (cell.x - self.places.board.x) / width.max(1);
        let row = (cell.y - self.places.board.y) / height.max(1);
        let (file, rank) = match self.session.side() {
            pgnkit::Color::White => (column, 7_u16.checked_sub(row)?),
            pgnkit::Color::Black => (7_u16.checked_sub(column)?, row),
        };
        let name = [b'a' + u8::try_from(file).ok()?, b'1' + u8::try_from(rank).ok()?];
        Square::from_ascii(&name)
    }

    /// A square was touched: a piece is chosen, or moved there.
    pub(in crate::commands::view) fn touch(&mut self, square: Square) -> Vec<Effect> {
        self.pane = Pane::Game;
        let Some(position) = self.session.position() else { return Vec::new() };
        let piece = position.board().piece_at(square);
        let is_own = piece.is_some_and(|piece| piece.color == position.turn());
        let Some(from) = self.chosen.take() else {
            self.chosen = Some(square).filter(|_| is_own);
            return Vec::new();
        };
        let moves = pgn_view::moves_between(&position, from, square);
        match moves.as_slice() {
            [] if is_own && from != square => {
                self.chosen = Some(square);
                Vec::new()
            }
            [] => Vec::new(),
            [only] => self.run(Change::PlayMove(*only)),
            several => {
                let items = several.iter().zip('1'..='9').map(|(&mv, key)| {
                    let label = san_of(&position, mv);
                    let letter =
                        label.chars().find(|c| "QRBNK".contains(*c) && label.contains('='));
                    let key = letter.map_or(key, |letter| letter.to_ascii_lowercase());
                    MenuItem { key, label, choice: Choice::Play(mv) }
                });
                self.over =
                    Over::Menu(Menu { title: "Promote", items: items.collect(), selected: 0 });
                Vec::new()
            }
        }
    }
}
