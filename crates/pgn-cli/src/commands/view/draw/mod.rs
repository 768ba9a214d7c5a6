//! Drawing: the panes, dialogs, and the bottom line.
//!
//! Start at [`draw`].

mod board;
mod game;
mod graph;
mod list;
mod moves;
mod over;

use pgn_db::error::printable;
use pgn_view::{Face, KeyRow, Pane, shown_key};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Borders};

use super::app::{App, MouseAreas, Over};
use super::look::Theme;

/// The number of columns from which list and game are side by side.
const WIDE_COLUMNS: u16 = 132;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App) {
    app.places = MouseAreas::default();
    let area = frame.area();
    let [panes, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(area);
    let has_game = app.session.open_game().is_some();
    match (app.pane, has_game) {
        _ if has_game && area.width >= WIDE_COLUMNS => {
            let [left, right] =
                Layout::horizontal([Constraint::Percentage(40), Constraint::Min(0)]).areas(panes);
            list::draw(frame, left, app);
            game::draw(frame, right, app);
        }
        (Pane::List, _) | (_, false) => list::draw(frame, panes, app),
        _ => game::draw(frame, panes, app),
    }
    over::draw(frame, panes, bottom, app);
    if !matches!(app.over, Over::Line(_)) {
        draw_bottom(frame, bottom, app);
    }
}

/// The bottom line: a message, or the keys that have an effect now.
fn draw_bottom(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let look = app.look;
    let line = if let Some(keys) = dialog_keys(&app.over).filter(|_| !app.message.is_error) {
        keys_line(keys, look)
    } else if let Over::Leave = app.over {
        let n = app.session.modified().len();
        let games = if n == 1 { "1 game is".to_owned() } else { format!("{n} games are") };
        let question = format!("{games} not saved: ");
        let keys = [("s", "save and quit"), ("d", "discard and quit"), ("Esc", "stay")];
        let mut line = keys_line(&keys, look);
        line.spans.insert(0, Span::styled(question, look.error()));
        line
    } else if !app.message.text.is_empty() {
        let style = if app.message.is_error { look.error() } else { Style::new() };
        let text = printable(app.message.text.lines().next().unwrap_or_default());
        Line::from(Span::styled(text, style))
    } else {
        possible_keys(usize::from(area.width), app)
    };
    frame.render_widget(line, area);
}

/// The keys of an open dialog.
const fn dialog_keys(over: &Over) -> Option<&'static [(&'static str, &'static str)]> {
    match over {
        Over::Comment(_) => Some(&[("Ctrl-S", "keep"), ("Esc", "cancel"), ("Enter", "new line")]),
        Over::Menu(_) => Some(&[("Enter", "choose"), ("Up, Down", "move"), ("Esc", "close")]),
        Over::Help(_) => Some(&[("Up, Down", "scroll"), ("any other key", "close")]),
        // The board editor lists its keys itself.
        Over::Nothing | Over::Line(_) | Over::Leave | Over::Setup(_) => None,
    }
}

fn keys_line(keys: &[(&'static str, &'static str)], look: Theme) -> Line<'static> {
    let words = |(at, (key, what)): (usize, &(&'static str, &'static str))| {
        let gap = if at == 0 { "" } else { "  " };
        [Span::raw(gap), Span::styled(*key, look.key()), Span::raw(format!(" {what}"))]
    };
    Line::from(keys.iter().enumerate().flat_map(words).collect::<Vec<_>>())
}

/// As many of the keys as fit; those that save, leave and explain come first.
fn possible_keys(columns: usize, app: &App) -> Line<'static> {
    let look = app.look;
    let key = |row: &KeyRow| {
        let key = row.keys(Face::Terminal).next().unwrap_or_default();
        if look.is_ascii() { key.to_owned() } else { shown_key(key) }
    };
    let width = |row: &&KeyRow| key(row).chars().count() + row.short.chars().count() + 3;
    let is_first = |row: &&KeyRow| matches!(row.short, "save" | "list" | "quit" | "keys");
    let mut rows: Vec<_> = app.possible().collect();
    let first_width: usize = rows.iter().copied().filter(is_first).map(|row| width(&row)).sum();
    // Two blanks are after each but the last.
    let mut left = (columns + 2).saturating_sub(first_width);
    rows.retain(|row| {
        let has_room = !is_first(row) && width(row) <= left;
        left -= if has_room { width(row) } else { 0 };
        has_room || is_first(row)
    });
    let words = |(at, row): (usize, &&KeyRow)| {
        let gap = if at == 0 { "" } else { "  " };
        [Span::raw(gap), Span::styled(key(row), look.key()), Span::raw(format!(" {}", row.short))]
    };
    Line::from(rows.iter().enumerate().flat_map(words).collect::<Vec<_>>())
}

/// A frame around a pane.
fn frame_of(title: &str, is_active: bool, look: Theme) -> Block<'static> {
    let title = fit(title, usize::from(u16::MAX), look);
    let block = Block::new().borders(Borders::ALL).title(format!(" {title} "));
    let block = match (look.is_ascii(), is_active) {
        (true, _) => block.border_set(ASCII_BORDER),
        (false, true) => block.border_type(BorderType::Thick),
        (false, false) => block.border_type(BorderType::Plain),
    };
    match is_active {
        true => block.title_style(look.heading()),
        false => block.border_style(look.faint()),
    }
}

/// A border of ASCII.
const ASCII_BORDER: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Text of a game for display in this many columns: on one line, escaped, truncated with a sign.
fn fit(text: &str, columns: usize, look: Theme) -> String {
    let text = printable(text);
    let text = match look.is_ascii() {
        true => text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect(),
        false => text,
    };
    if Span::raw(text.as_str()).width() <= columns {
        return text;
    }
    let sign = if look.is_ascii() { "~" } else { "…" };
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if Span::raw(cut.as_str()).width() + 1 > columns {
            cut.pop();
            break;
        }
    }
    if columns > 0 {
        cut.push_str(sign);
    }
    cut
}
