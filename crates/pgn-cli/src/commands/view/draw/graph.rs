//! The graph of evaluations or clocks, two values a cell in height.

use pgn_view::{GameEditor, Point, series};
use pgnkit::Color;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::commands::view::look::Theme;

/// Draws the evaluations of the main line or, without any, the clocks.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, editor: &GameEditor, look: Theme) {
    let points = series(editor.game());
    if area.width < 4 || points.is_empty() {
        return;
    }
    let has_evals = points.iter().any(|point| point.eval.is_some());
    let clock_max = points.iter().filter_map(|point| point.clock).fold(0.0, f64::max);
    if !has_evals && clock_max <= 0.0 {
        return;
    }
    let here = points.iter().position(|point| point.node == editor.node());
    let width = usize::from(area.width);
    for column in 0..width {
        let from = column * points.len() / width;
        let to = ((column + 1) * points.len() / width).max(from + 1).min(points.len());
        let Some(part) = points.get(from..to) else { continue };
        let share = match has_evals {
            true => part.iter().rev().find_map(|point| point.eval).map(white_share),
            false => clock_share(part, clock_max),
        };
        let x = area.x + column as u16;
        draw_bar(frame, area, x, share, look);
        if here.is_some_and(|here| (from..to).contains(&here)) {
            let line = Rect { x, width: 1, ..area };
            frame.buffer_mut().set_style(line, look.here().add_modifier(Modifier::BOLD));
        }
    }
}

/// How much of a bar is White's, for an evaluation in pawns.
fn white_share(pawns: f64) -> f64 {
    1.0 / (1.0 + (-pawns / 1.5).exp())
}

/// White's share of both clocks together.
fn clock_share(part: &[Point], clock_max: f64) -> Option<f64> {
    let of = |color: Color| {
        part.iter().rev().find(|point| point.color == color).and_then(|point| point.clock)
    };
    let clock = of(Color::White).or_else(|| of(Color::Black))?;
    Some(clock / clock_max)
}

/// A bar from below, in half cells.
fn draw_bar(frame: &mut Frame<'_>, area: Rect, x: u16, share: Option<f64>, look: Theme) {
    let half_count = usize::from(area.height) * 2;
    let Some(share) = share else { return };
    let filled = (share * half_count as f64).round() as usize;
    for row in 0..usize::from(area.height) {
        let below = (usize::from(area.height) - 1 - row) * 2;
        let sign = match (filled.saturating_sub(below), look.is_ascii()) {
            (0, _) => " ",
            (1, false) => "▄",
            (1, true) => ".",
            (_, false) => "█",
            (_, true) => "#",
        };
        frame.buffer_mut().set_string(x, area.y + row as u16, sign, look.graph());
    }
}
