//! Drawing: the panes, what lies over them, and the bottom line.
//!
//! Owns: where everything stands at each size of the terminal. Knows nothing of: keys, files.
//! Start at [`draw`].

mod board;
mod game;
mod graph;
mod list;
mod moves;
mod over;

use pgn_db::error::printable;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Borders};

use super::app::{App, Over, Places};
use super::keys::{Pane, shown};
use super::look::Look;

/// From so many columns on, list and game stand side by side.
const WIDE_COLUMNS: u16 = 132;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, app: &mut App) {
    app.places = Places::default();
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

/// The bottom line: what happened, or which keys can do something now.
fn draw_bottom(frame: &mut Frame<'_>, area: Rect, app: &App) {
    let look = app.look;
    let line = if let Over::Leave = app.over {
        let n = app.session.modified().len();
        let games = if n == 1 { "1 game is".to_owned() } else { format!("{n} games are") };
        let question = format!("{games} not saved: ");
        Line::from(vec![
            Span::styled(question, look.error()),
            Span::styled("s", look.key()),
            Span::raw(" save and quit  "),
            Span::styled("d", look.key()),
            Span::raw(" discard and quit  "),
            Span::styled("Esc", look.key()),
            Span::raw(" stay"),
        ])
    } else if !app.message.text.is_empty() {
        let style = if app.message.is_error { look.error() } else { Style::new() };
        let text = printable(app.message.text.lines().next().unwrap_or_default());
        Line::from(Span::styled(text, style))
    } else {
        let mut spans = Vec::new();
        let mut left = usize::from(area.width);
        for row in app.possible() {
            let key = shown(row.keys.split(' ').next().unwrap_or_default());
            let key = if look.is_ascii() { ascii_key(row.keys) } else { key };
            let width = key.chars().count() + row.short.chars().count() + 3;
            if width > left {
                continue;
            }
            left -= width;
            spans.push(Span::styled(key, look.key()));
            spans.push(Span::raw(format!(" {}  ", row.short)));
        }
        Line::from(spans)
    };
    frame.render_widget(line, area);
}

fn ascii_key(keys: &str) -> String {
    keys.split(' ').next().unwrap_or_default().to_owned()
}

/// A frame around a pane.
fn frame_of(title: &str, is_active: bool, look: Look) -> Block<'static> {
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

/// Text of a game as it is shown in so many columns: on one line, harmless, cut with a sign.
fn fit(text: &str, columns: usize, look: Look) -> String {
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
