//! A picture of the screen, as a terminal would show it, as SVG.

use std::fmt::Write as _;
use std::path::Path;

use pgn_db::error::Error;
use pgn_db::library::{Library, Options};
use pgn_db::source::Inputs;
use pgn_view::Session;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

use super::app::App;
use super::draw::draw;
use super::games::FileGames;
use super::look::{Palette, PieceSigns, Theme};
use super::recovery::Recovery;

/// The width and height of a cell, in pixels.
const CELL: (usize, usize) = (9, 18);

/// The default background and foreground of a cell.
const COLORS: (&str, &str) = ("#14181c", "#d0d4d8");

/// The screen for a file after some keys; `~` is Enter and `>` is Right.
///
/// # Errors
/// When the file cannot be read.
pub fn picture(file: &Path, keys: &str, columns: u16, rows: u16) -> Result<String, Error> {
    let library = Library::open(Inputs::gather(&[file.to_owned()]), Options::default());
    library.wait();
    if let Some(error) = library.errors().first() {
        return Err(Error::new(error.kind(), file.to_string_lossy(), error.to_string()));
    }
    let session = Session::new(FileGames::new(library), pgn_query::Context::default());
    let look = Theme { signs: PieceSigns::Symbols, palette: Palette::True };
    let mut app = App::new(session, look, Recovery::none());
    let mut terminal = match Terminal::new(TestBackend::new(columns, rows)) {
        Ok(terminal) => terminal,
        Err(never) => match never {},
    };
    for key in keys.chars() {
        app.press(match key {
            '~' => KeyCode::Enter.into(),
            '>' => KeyCode::Right.into(),
            letter => KeyCode::Char(letter).into(),
        });
        let Ok(_) = terminal.draw(|frame| draw(frame, &mut app));
    }
    // The first picture requests rows of the list that the last one shows.
    while app.session.games().rows().is_busy() {
        std::thread::yield_now();
    }
    let Ok(_) = terminal.draw(|frame| draw(frame, &mut app));
    Ok(svg(terminal.backend().buffer()))
}

/// The cells as shapes: grounds first, then texts, cells of one style together.
fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = (columns * CELL.0, rows * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\" \
         shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{}\"/>\n",
        COLORS.0
    );
    let cells = |y: usize| &buffer.content()[y * columns..(y + 1) * columns];
    for y in 0..rows {
        for (from, run) in runs(cells(y), |cell| style(cell).0) {
            let ground = style(&run[0]).0;
            if ground != COLORS.0 {
                let (x, width) = (from * CELL.0, run.len() * CELL.0);
                let (y, height) = (y * CELL.1, CELL.1);
                // Writing to a String cannot fail.
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                     fill=\"{ground}\"/>"
                );
            }
        }
    }
    for y in 0..rows {
        // Non-ASCII symbols may be wider than their cell, so each is placed separately.
        for (from, run) in runs(cells(y), |cell| (style(cell), cell.symbol().is_ascii())) {
            let pieces: Vec<&[Cell]> = match run[0].symbol().is_ascii() {
                true => vec![run],
                false => run.chunks(1).collect(),
            };
            for (at, piece) in pieces.into_iter().enumerate() {
                push_text(&mut svg, from + at, y, piece);
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn push_text(svg: &mut String, column: usize, row: usize, cells: &[Cell]) {
    let text: String = cells.iter().map(Cell::symbol).collect();
    if text.trim().is_empty() {
        return;
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let (_, ink, is_bold) = style(&cells[0]);
    let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
    // Terminals draw pieces as large as their cell; other programs draw them as text.
    let is_piece = text.chars().all(|c| ('\u{2654}'..='\u{265F}').contains(&c));
    let size = if is_piece { " font-size=\"20\"" } else { "" };
    let y = row * CELL.1 + 14;
    let _ = match text.is_ascii() {
        true => writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\" fill=\"{ink}\"{weight} textLength=\"{}\" \
             xml:space=\"preserve\">{escaped}</text>",
            column * CELL.0,
            cells.len() * CELL.0
        ),
        false => writeln!(
            svg,
            "<text x=\"{}.5\" y=\"{y}\" fill=\"{ink}\"{weight}{size} text-anchor=\"middle\">\
             {escaped}</text>",
            column * CELL.0 + CELL.0 / 2
        ),
    };
}

/// Neighbors that have something in common, with the place of the first.
fn runs<K: PartialEq>(
    cells: &[Cell],
    key: impl Fn(&Cell) -> K,
) -> impl Iterator<Item = (usize, &[Cell])> {
    let same = move |a: &Cell, b: &Cell| key(a) == key(b);
    let mut from = 0;
    cells.chunk_by(same).map(move |run| {
        let begin = from;
        from += run.len();
        (begin, run)
    })
}

/// Ground, ink, and whether the text is bold.
fn style(cell: &Cell) -> (String, String, bool) {
    let ground = name(cell.bg).unwrap_or_else(|| COLORS.0.to_owned());
    let ink = name(cell.fg).unwrap_or_else(|| COLORS.1.to_owned());
    let is_bold = cell.modifier.contains(Modifier::BOLD);
    match cell.modifier.contains(Modifier::REVERSED) {
        true => (ink, ground, is_bold),
        false => (ground, ink, is_bold),
    }
}

/// A color in SVG; `None` for that of the terminal.
fn name(color: Color) -> Option<String> {
    Some(match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Green => "#7fb36b".to_owned(),
        Color::Cyan => "#6fb3c0".to_owned(),
        Color::Yellow => "#d8b45a".to_owned(),
        Color::Red => "#e06c60".to_owned(),
        // The grays of 256 colors.
        Color::Indexed(index @ 232..) => {
            let level = 8 + 10 * (index - 232);
            format!("#{level:02x}{level:02x}{level:02x}")
        }
        _ => return None,
    })
}
