//! Dialogs over the panes: input lines, comments, menus, the page of keys.

use pgn_view::{Ask, Face, KEYS, KeyRow, Pane, shown_key};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Clear, Paragraph};

use super::{board, fit, frame_of};
use crate::commands::view::app::{
    App, CommentEditor, Line as TypedLine, Menu, MouseAreas, Over, SETUP_KEYS, SetupBoard,
};
use crate::commands::view::look::{SquareState, Theme};
use crate::page_text::wrapped;

/// Draws what is open.
pub(super) fn draw(frame: &mut Frame<'_>, panes: Rect, bottom: Rect, app: &mut App) {
    let look = app.look;
    match &mut app.over {
        Over::Nothing | Over::Leave => {}
        Over::Line(line) => draw_line(frame, panes, bottom, line, look),
        Over::Comment(editor) => draw_comment(frame, panes, editor, look),
        Over::Menu(menu) => draw_menu(frame, panes, menu, look),
        Over::Setup(setup) => draw_setup(frame, panes, setup, &mut app.places, look),
        Over::Help(from) => draw_help(frame, panes, from, look),
    }
}

/// The prompt of a line.
fn prompt(ask: Ask) -> &'static str {
    match ask {
        Ask::Query => "/",
        Ask::Move => "move: ",
        Ask::Command => ":",
        Ask::Sort => "sort by: ",
        Ask::Columns => "columns: ",
        Ask::Nag => "symbol: ",
        Ask::Tag => "tag: ",
        Ask::Number => "move number: ",
        Ask::CommentText => "in comments: ",
        Ask::SaveAs => "save as: ",
        Ask::Engine => "engine: ",
        Ask::Terms => "play: ",
        Ask::Comment => "comment: ",
        Ask::CommentBefore => "comment before: ",
        Ask::Merge => "number of a game, or its PGN: ",
    }
}

/// The line at the bottom; above it the completions, or the place and reason of an error.
fn draw_line(frame: &mut Frame<'_>, panes: Rect, bottom: Rect, line: &TypedLine, look: Theme) {
    let prompt = prompt(line.ask);
    let text = line.input.text();
    let before = Span::raw(&text[..line.input.at()]).width();
    let available = usize::from(bottom.width).saturating_sub(prompt.len() + 1);
    // The cursor stays visible: text that does not fit is cut off on the left.
    let left_out_count = before.saturating_sub(available);
    let seen: String = text.chars().skip(left_out_count).collect();
    frame.render_widget(
        Line::from(vec![
            Span::styled(prompt, look.key()),
            Span::raw(fit(&seen, available + 1, look)),
        ]),
        bottom,
    );
    let x = bottom.x + (prompt.len() + before - left_out_count) as u16;
    frame.set_cursor_position(Position { x: x.min(bottom.right().saturating_sub(1)), y: bottom.y });
    let width = usize::from(panes.width);
    let mut above: Vec<Line<'_>> = Vec::new();
    if let Some(error) = &line.error {
        if let Some(span) = &error.span {
            let column = |at: usize| {
                let head = text.get(..at.min(text.len())).unwrap_or(text);
                (prompt.len() + Span::raw(head).width()).saturating_sub(left_out_count)
            };
            let (from, to) = (column(span.start), column(span.end));
            let carets = format!("{}{}", " ".repeat(from), "^".repeat((to - from.min(to)).max(1)));
            above.push(Line::styled(fit(&carets, width, look), look.error()));
        }
        above.push(Line::styled(fit(&error.to_string(), width, look), look.error()));
        // The carets are directly above the line.
        above.reverse();
    } else {
        if !line.proposals.is_empty() {
            let words = line.proposals.join("  ");
            above.push(Line::styled(fit(&words, width, look), look.faint()));
        }
        let meaning = line.meaning.iter().flat_map(|meaning| wrapped(meaning, width));
        above.extend(meaning.map(|line| Line::styled(line, look.faint())));
    }
    let height = (above.len() as u16).min(panes.height);
    let area = Rect { y: panes.bottom() - height, height, ..panes };
    frame.render_widget(Clear, area);
    frame.render_widget(Text::from(above), area);
}

/// A box in the middle.
fn centered(panes: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(panes.width), height.min(panes.height));
    Rect {
        x: panes.x + (panes.width - width) / 2,
        y: panes.y + (panes.height - height) / 2,
        width,
        height,
    }
}

fn draw_comment(frame: &mut Frame<'_>, panes: Rect, editor: &mut CommentEditor, look: Theme) {
    let area = centered(panes, 72, 12);
    let block = frame_of("Comment", true, look);
    frame.render_widget(Clear, area);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    editor.area.set_cursor_line_style(Style::new());
    editor.area.set_wrap_mode(ratatui_textarea::WrapMode::WordOrGlyph);
    frame.render_widget(&editor.area, inner);
}

fn draw_menu(frame: &mut Frame<'_>, panes: Rect, menu: &Menu, look: Theme) {
    let widest = menu.items.iter().map(|item| Span::raw(item.label.as_str()).width()).max();
    let width = widest.unwrap_or(0).max(menu.title.len() + 2) as u16 + 8;
    let area = centered(panes, width, menu.items.len() as u16 + 2);
    let block = frame_of(menu.title, true, look);
    frame.render_widget(Clear, area);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let first = menu.selected.saturating_sub(usize::from(inner.height).saturating_sub(1));
    let items = menu.items.iter().enumerate().skip(first);
    for (row, (at, item)) in inner.rows().zip(items) {
        let style = if at == menu.selected { look.here() } else { Style::new() };
        let label = fit(&item.label, usize::from(inner.width).saturating_sub(4), look);
        let line = Line::from(vec![
            Span::raw(" "),
            Span::styled(item.key.to_string(), look.key()),
            Span::raw(format!(" {label}")),
        ]);
        frame.render_widget(line.style(style), row);
    }
}

/// The board editor: the board, why the position is impossible, its FEN, and the keys.
fn draw_setup(
    frame: &mut Frame<'_>,
    panes: Rect,
    setup: &SetupBoard,
    places: &mut MouseAreas,
    look: Theme,
) {
    let square = (3, 1);
    let area = centered(panes, 74, 14);
    let block = frame_of("Set up a position", true, look);
    frame.render_widget(Clear, area);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    *places = MouseAreas::default();
    let squares = Rect { width: 8 * square.0, height: 8 * square.1, ..inner };
    if squares.right() > inner.right() || squares.bottom() > inner.bottom() {
        return;
    }
    let buffer = frame.buffer_mut();
    for (column, row) in (0..8).flat_map(|row| (0..8).map(move |column| (column, row))) {
        let at = setup.square(column, row);
        let state = SquareState {
            is_dark: (column + row) % 2 == 1,
            is_last: setup.cursor == (column, row),
            is_check: false,
            is_chosen: setup.cursor == (column, row),
            mark: None,
        };
        let (x, y) = (squares.x + column * square.0, squares.y + row * square.1);
        let cell = Rect { x, y, width: square.0, height: square.1 };
        board::draw_square(buffer, cell, state, setup.setup.piece_at(at), look);
    }
    (places.board, places.square) = (squares, square);
    let beside = squares.right() + 1;
    let width = usize::from(inner.right().saturating_sub(beside));
    for (row, text) in (squares.y..squares.bottom()).zip(SETUP_KEYS) {
        buffer.set_string(beside, row, fit(text, width, look), look.faint());
    }
    let here = setup.square(setup.cursor.0, setup.cursor.1);
    let what = format!("{here}, {}", setup.setup.variant().name());
    buffer.set_string(beside, squares.bottom() - 1, fit(&what, width, look), Style::new());
    let below = Rect { y: squares.bottom(), height: inner.bottom() - squares.bottom(), ..inner };
    let (words, style) = match setup.setup.position() {
        Ok(_) => ("This position is possible.".to_owned(), Style::new()),
        Err(error) => (error.to_string(), look.error()),
    };
    let width = usize::from(inner.width);
    let mut lines = vec![Line::raw(fit(&setup.setup.fen(), width, look))];
    lines.extend(wrapped(&words, width).into_iter().map(|line| Line::styled(line, style)));
    frame.render_widget(Paragraph::new(lines), below);
}

fn draw_help(frame: &mut Frame<'_>, panes: Rect, from: &mut usize, look: Theme) {
    let area = centered(panes, 76, panes.height);
    let block = frame_of("Keys", true, look);
    frame.render_widget(Clear, area);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let mut lines = Vec::new();
    for pane in [Pane::Game, Pane::List, Pane::Both] {
        lines.push(Line::styled(pane.title(), look.heading()));
        let has_key = |row: &&KeyRow| row.keys(Face::Terminal).next().is_some();
        let rows = KEYS.iter().filter(|row| row.pane == pane).filter(has_key);
        lines.extend(rows.flat_map(|row| help_lines(row, usize::from(inner.width), look)));
        lines.push(Line::default());
    }
    let mouse = "The mouse: a click goes to a move, opens a game, orders by a column, moves a \
                 piece; the wheel goes through the moves. Games and positions that you paste are \
                 added as new games.";
    lines.extend(wrapped(mouse, usize::from(inner.width)).into_iter().map(Line::raw));
    *from = (*from).min(lines.len().saturating_sub(usize::from(inner.height)));
    let skipped = u16::try_from(*from).unwrap_or(u16::MAX);
    frame.render_widget(Paragraph::new(lines).scroll((skipped, 0)), inner);
}

/// The columns of the page of keys before what a key does.
const KEYS_COLUMNS: usize = 24;

fn help_lines(row: &KeyRow, columns: usize, look: Theme) -> Vec<Line<'static>> {
    let spell = |key: &str| if look.is_ascii() { key.to_owned() } else { shown_key(key) };
    let keys = row.shown(Face::Terminal, spell);
    let blank_count = (KEYS_COLUMNS - 2).saturating_sub(keys.chars().count()).max(1);
    let mut about = wrapped(row.about, columns.saturating_sub(KEYS_COLUMNS)).into_iter();
    let first = Line::from(vec![
        Span::raw("  "),
        Span::styled(keys, look.key()),
        Span::raw(" ".repeat(blank_count)),
        Span::raw(about.next().unwrap_or_default()),
    ]);
    let others = about.map(|text| Line::raw(" ".repeat(KEYS_COLUMNS) + &text));
    std::iter::once(first).chain(others).collect()
}
