//! The list of games: a row a game, a column a fact.

use pgn_query::facts::{Field, Kind};
use pgn_view::{Games as _, Pane, grouped};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::{fit, frame_of};
use crate::commands::view::app::App;

/// Draws the list, and records where its rows are.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let look = app.look;
    let block = frame_of(&title(app), app.pane == Pane::List, look);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if inner.height < 2 || inner.width < 4 {
        return;
    }
    let header = Rect { height: 1, ..inner };
    let rows = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let visible_count = usize::from(rows.height);
    app.page_rows = visible_count;
    let (row_count, selected) = (app.session.n_rows(), app.session.list().selected());
    app.first_row = app.first_row.min(selected).max((selected + 1).saturating_sub(visible_count));
    let shown = app.first_row..row_count.min(app.first_row + visible_count);
    let has_no_rating = |column: usize| {
        let mut known = shown.clone().filter_map(|row| app.session.row_soon(row)?.ok()).peekable();
        known.peek().is_some() && known.all(|cells| cells[column].is_empty())
    };
    let columns = app.session.columns();
    let is_left_out = |(at, field): (usize, &Field)| heading(field) == "Elo" && has_no_rating(at);
    let left_out: Vec<bool> = columns.iter().enumerate().map(is_left_out).collect();
    let widths = widths(columns, &left_out, usize::from(inner.width) - 1);
    draw_header(frame, header, &widths, app);
    let buffer = frame.buffer_mut();
    for (y, row) in (rows.y..rows.bottom()).zip(app.first_row..row_count) {
        let style = if row == selected { look.here() } else { Style::new() };
        let line = Rect { y, height: 1, ..rows };
        buffer.set_style(line, style);
        let game = app.session.game_at(row);
        let editor = game.and_then(|game| app.session.editor_of(game));
        let is_deleted = editor.is_some_and(pgn_view::GameEditor::is_deleted);
        let is_open = game.is_some() && app.session.open_game() == game;
        let sign = match (is_deleted, is_open, look.is_ascii()) {
            (true, _, true) => "x",
            (true, _, false) => "✕",
            (false, true, true) => ">",
            (false, true, false) => "▸",
            (false, false, _) => " ",
        };
        buffer.set_string(rows.x, y, sign, style);
        // Unread rows are drawn when they arrive.
        match app.session.row_soon(row) {
            None => {}
            Some(Ok(cells)) => {
                let mut x = rows.x + 1;
                let cells = cells.iter().zip(app.session.columns());
                for ((cell, field), &(width, is_right)) in cells.zip(&widths) {
                    let text = fit(known_part(cell, field), width, look);
                    let blank_count = width.saturating_sub(Span::raw(text.as_str()).width());
                    let from = if is_right { x + blank_count as u16 } else { x };
                    if width > 0 {
                        buffer.set_string(from, y, text, style);
                        x += width as u16 + 1;
                    }
                }
            }
            Some(Err(error)) => {
                let text = fit(&error.to_string(), usize::from(rows.width) - 1, look);
                buffer.set_string(rows.x + 1, y, text, look.error());
            }
        }
    }
    (app.places.rows, app.places.first_row) = (rows, app.first_row);
    app.places.header = header;
}

fn draw_header(frame: &mut Frame<'_>, area: Rect, widths: &[(usize, bool)], app: &mut App) {
    let look = app.look;
    let order = app.session.list().order.clone();
    let mut x = area.x + 1;
    let mut places = Vec::new();
    for (column, (field, &(width, is_right))) in
        app.session.columns().iter().zip(widths).enumerate()
    {
        if width == 0 {
            continue;
        }
        let sign = match &order {
            Some(order) if order.field == *field => match (order.is_descending, look.is_ascii()) {
                (true, false) => "▼",
                (false, false) => "▲",
                (true, true) => "v",
                (false, true) => "^",
            },
            _ => "",
        };
        let text = fit(&format!("{}{sign}", heading(field)), width, look);
        let blank_count = width.saturating_sub(Span::raw(text.as_str()).width());
        let from = if is_right { x + blank_count as u16 } else { x };
        frame.buffer_mut().set_string(from, area.y, text, look.heading());
        places.push((x, column));
        x += width as u16 + 1;
    }
    app.places.columns = places;
}

fn known_part<'a>(cell: &'a str, field: &Field) -> &'a str {
    match field.kind() {
        Kind::Date => known_date(cell),
        _ => cell,
    }
}

/// A date as far as it is known: `1852` for `1852.??.??`.
pub(super) fn known_date(date: &str) -> &str {
    date.trim_end_matches(['?', '.'])
}

/// The heading of a column; ratings are next to their players.
fn heading(field: &Field) -> &str {
    match field.name() {
        "whiteelo" | "WhiteElo" | "blackelo" | "BlackElo" => "Elo",
        name => name,
    }
}

/// The kind of list, the number of its games, and its progress.
fn title(app: &App) -> String {
    let session = &app.session;
    let library = session.games().library();
    let (row_count, list) = (session.n_rows(), session.list());
    let queries: Vec<&str> = session.lists().queries().collect();
    let status = session.lists().status();
    let mut title = match row_count {
        0 if status.is_some() => "no games yet".to_owned(),
        0 => "no games".to_owned(),
        n => format!("{} of {}", (list.selected() + 1).min(n), grouped(n)),
    };
    if !queries.is_empty() {
        title.push_str(&format!(": {}", queries.join(" | ")));
    }
    if let Some(error) = list.error() {
        title.push_str(&format!(" ({error})"));
    } else if let Some(status) = status {
        title.push_str(&format!(" ({status})"));
    } else if !library.is_complete() {
        title.push_str(&match library.progress() {
            (read, Some(total)) if total > 0 => {
                format!(" (reading, {} %)", (read.min(total) * 100) / total)
            }
            _ => " (reading)".to_owned(),
        });
    }
    let selected = list.game(session.games(), list.selected()).filter(|_| app.shows_files);
    let heading = selected.and_then(|game| session.games().heading_soon(game)?.ok());
    if let Some(heading) = heading {
        title.push_str(&format!(", {}", heading.place.file));
    }
    title
}

/// The width of each column, 0 for those that are left out or do not fit, and whether it is
/// right-aligned. Players and texts share the remaining width; other texts are left out before
/// players become narrow.
fn widths(columns: &[Field], left_out: &[bool], available: usize) -> Vec<(usize, bool)> {
    let narrow = |field: &Field| -> Option<usize> {
        Some(match (field.name(), field.kind()) {
            ("game" | "line", _) => 7,
            (_, Kind::Date) => 10,
            (_, Kind::Eco) => 3,
            (_, Kind::Outcome) => 7,
            (_, Kind::Number | Kind::Seconds | Kind::Pawns) => 5,
            (_, Kind::Flag) => 3,
            (_, Kind::Color | Kind::Speed | Kind::Variant | Kind::Termination) => 9,
            (_, Kind::Text) => return None,
        })
    };
    let is_right = |field: &Field| field.kind().is_number();
    // The last columns are left out first.
    let mut column_count = columns.len();
    loop {
        let shown = columns[..column_count].iter().zip(left_out);
        let shown = || shown.clone().filter(|(_, is_out)| !**is_out).map(|(field, _)| field);
        let fixed: usize = shown().filter_map(narrow).map(|width| width + 1).sum();
        let wide_count = shown().filter(|field| narrow(field).is_none()).count();
        let left = available.saturating_sub(fixed);
        let share = left.checked_div(wide_count).unwrap_or(0).saturating_sub(1).min(28);
        let share_min = if wide_count > 2 { 16 } else { 9 };
        if column_count > 1 && (fixed > available || (wide_count > 0 && share < share_min)) {
            column_count -= 1;
            continue;
        }
        let width = |(at, field): (usize, &Field)| match narrow(field) {
            _ if at >= column_count || left_out[at] => (0, false),
            Some(width) => (width.min(available), is_right(field)),
            None => (share.max(1), false),
        };
        return columns.iter().enumerate().map(width).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_need_more_than_there_is() {
        let columns: Vec<Field> =
            pgn_view::COLUMNS.iter().filter_map(|name| Field::parse(name).ok()).collect();
        for available in 10..200 {
            let rated = widths(&columns, &vec![false; columns.len()], available);
            let left_out: Vec<bool> = columns.iter().map(|it| heading(it) == "Elo").collect();
            let widths = widths(&columns, &left_out, available);
            let shown_count = |widths: &[(usize, bool)]| {
                let both = widths.iter().zip(&left_out).filter(|(_, is_out)| !**is_out);
                both.filter(|((width, _), _)| *width > 0).count()
            };
            if shown_count(&widths) == shown_count(&rated) {
                assert!(widths[1].0 >= rated[1].0, "names get the width of empty ratings");
            }
            let total: usize =
                widths.iter().filter(|(width, _)| *width > 0).map(|(width, _)| width + 1).sum();
            assert!(total <= available + 1, "{available}: {widths:?}");
            assert!(widths[0].0 > 0);
        }
    }
}
