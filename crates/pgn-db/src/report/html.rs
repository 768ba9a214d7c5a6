//! A report as a self-contained web page, without scripts and network access.

use pgnkit::chess::Position;
use pgnkit::diagram::{Diagram, PieceShapes};

use super::{Column, Fact, Kind, Printer, Report, Row, Table, Value, shown_columns};

#[derive(Default)]
pub(super) struct Html {
    /// The columns of the present table that are shown.
    shown: Vec<usize>,
}

/// A few styles, for paper and dark mode too.
const STYLE: &str = "\
:root{color-scheme:light dark;--win:#2f6f3e;--draw:#b8860b;--loss:#9b2d2d;--open:#7a7a7a}\n\
body{font:1rem/1.45 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1rem}\n\
table{border-collapse:collapse;margin:.5rem 0 1rem}\n\
caption{font-weight:bold;text-align:left;padding:.3rem 0}\n\
th,td{padding:.15rem .55rem;border-bottom:1px solid #8885;text-align:right}\n\
th.t,td.t{text-align:left}\n\
th.c,td.c{font-family:ui-monospace,monospace;text-align:left;white-space:pre}\n\
.wide{overflow-x:auto}\n\
figure{margin:.5rem 0}\n\
svg{max-width:100%;height:auto}\n\
svg text{font:12px system-ui,sans-serif;fill:currentColor}\n";

/// A text with characters that have a meaning in HTML escaped; control characters become spaces.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            control if control.is_control() => safe.push(' '),
            plain => safe.push(plain),
        }
    }
    safe
}

fn push_element(name: &str, text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("<{name}>{}</{name}>\n", escaped(text)).as_bytes());
}

fn push_notes(notes: &[String], out: &mut Vec<u8>) {
    notes.iter().for_each(|note| push_element("p", &format!("{note}."), out));
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Nested | Kind::Flag | Kind::Board => " class=\"t\"",
        Kind::Code => " class=\"c\"",
        _ => "",
    }
}

fn cell(column: &Column, value: &Value) -> String {
    match (value, column.kind) {
        (value, _) if value.is_unknown() => escaped(column.unknown),
        (Value::Text(fen), Kind::Board) => board(fen),
        (value, kind) => escaped(&value.for_people(kind)),
    }
}

/// The width and height of a board.
const BOARD_PIXELS: u32 = 140;

/// The namespace, which a page does not need.
const SVG_NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";

/// A board; a text that is not a FEN is shown as it is.
fn board(fen: &str) -> String {
    match fen.parse::<Position>() {
        Ok(position) => {
            let svg = Diagram::of(&position).svg(BOARD_PIXELS, PieceShapes::Own, "");
            svg.replacen(SVG_NAMESPACE, "", 1)
        }
        Err(_) => escaped(fen),
    }
}

impl Printer for Html {
    fn begin(&mut self, report: &Report, out: &mut Vec<u8>) {
        let title = escaped(&report.title);
        let head = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n"
        );
        out.extend_from_slice(head.as_bytes());
        report.lines.iter().for_each(|line| push_element("p", line, out));
    }

    fn begin_table(&mut self, table: &Table, ahead: &[Row], _: bool, out: &mut Vec<u8>) {
        push_element("h2", &table.title, out);
        table.lines.iter().for_each(|line| push_element("p", line, out));
        push_chart(table, ahead, out);
        let is_bar = |n: &usize| matches!(table.columns[*n].kind, Kind::Bar { .. });
        self.shown = shown_columns(table, ahead);
        self.shown.retain(|n| !is_bar(n));
        let caption = escaped(&table.title);
        let line = format!(
            "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"{caption}\">\n\
                     <table>\n<caption>{caption}</caption>\n<thead>\n<tr>"
        );
        out.extend_from_slice(line.as_bytes());
        for &n in &self.shown {
            let Column { heading, kind, .. } = &table.columns[n];
            let heading = escaped(heading);
            let line = format!("<th scope=\"col\"{}>{heading}</th>", class(*kind));
            out.extend_from_slice(line.as_bytes());
        }
        out.extend_from_slice(b"</tr>\n</thead>\n<tbody>\n");
    }

    fn row(&mut self, table: &Table, row: &Row, out: &mut Vec<u8>) {
        out.extend_from_slice(b"<tr>");
        for &n in &self.shown {
            let column = &table.columns[n];
            let (class, cell) = (class(column.kind), cell(column, &row[n]));
            let line = match column.is_head {
                true => format!("<th scope=\"row\"{class}>{cell}</th>"),
                false => format!("<td{class}>{cell}</td>"),
            };
            out.extend_from_slice(line.as_bytes());
        }
        out.extend_from_slice(b"</tr>\n");
    }

    fn end_table(&mut self, _: &Table, out: &mut Vec<u8>) {
        out.extend_from_slice(b"</tbody>\n</table>\n</div>\n");
    }

    fn notes(&mut self, notes: &[String], out: &mut Vec<u8>) {
        push_notes(notes, out);
    }

    fn end(&mut self, _: &[Fact], notes: &[String], out: &mut Vec<u8>) {
        push_notes(notes, out);
        out.extend_from_slice(b"</main>\n</body>\n</html>\n");
    }
}

/// More bars than these are not looked at.
const BARS_MAX: usize = 40;

/// The parts of bars, and how they are filled.
const PARTS: [&str; 4] = ["win", "draw", "loss", "open"];

const STEP: usize = 20;
const NAME_WIDTH: usize = 220;
const BAR_WIDTH: u64 = 560;

/// Appends the first bars of a table, one below the other, with lengths proportional to the numbers
/// of games; the table has the same numbers.
fn push_chart(table: &Table, ahead: &[Row], out: &mut Vec<u8>) {
    let bar = |column: &Column| match column.kind {
        Kind::Bar { names, .. } => Some(names),
        _ => None,
    };
    let Some((nth, names)) =
        table.columns.iter().enumerate().find_map(|(n, column)| Some((n, bar(column)?)))
    else {
        return;
    };
    let bars: Vec<(String, [u64; 4])> = ahead
        .iter()
        .take(BARS_MAX)
        .filter_map(|row| {
            let Value::Bar(parts) = row[nth] else { return None };
            let cells = table.columns.iter().zip(row).filter(|(column, _)| column.is_head);
            let label: Vec<String> = cells.map(|(column, value)| cell(column, value)).collect();
            Some((label.join(", "), parts))
        })
        .collect();
    let most = bars.iter().map(|(_, parts)| parts.iter().sum::<u64>()).max().unwrap_or_default();
    if most == 0 {
        return;
    }
    let (title, height) = (escaped(&table.title), (bars.len() + 1) * STEP + 4);
    let width = NAME_WIDTH + BAR_WIDTH as usize + 70;
    let mut svg = format!(
        "<figure>\n<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"Bars: {title}. The table below has the numbers.\">\n"
    );
    let mut x = NAME_WIDTH;
    for (part, name) in PARTS.into_iter().zip(names) {
        svg.push_str(&format!(
            "<rect x=\"{x}\" y=\"4\" width=\"12\" height=\"12\" fill=\"var(--{part})\"/>\
             <text x=\"{}\" y=\"14\">{}</text>\n",
            x + 16,
            escaped(name)
        ));
        x += 110;
    }
    for (n, (label, parts)) in bars.iter().enumerate() {
        push_bar(label, *parts, most, (n + 1) * STEP, &mut svg);
    }
    svg.push_str("</svg>\n</figure>\n");
    out.extend_from_slice(svg.as_bytes());
}

/// Appends a bar with its name and number, at this height.
fn push_bar(label: &str, parts: [u64; 4], most: u64, y: usize, svg: &mut String) {
    let game_count: u64 = parts.iter().sum();
    let (anchor, base) = (NAME_WIDTH - 8, y + 15);
    svg.push_str(&format!("<text x=\"{anchor}\" y=\"{base}\" text-anchor=\"end\">{label}</text>"));
    let mut until = 0;
    let place = |games: u64| games * BAR_WIDTH / most;
    for (part, games) in PARTS.into_iter().zip(parts) {
        let (from, to) = (place(until), place(until + games));
        until += games;
        if to > from {
            let (x, top, width) = (NAME_WIDTH as u64 + from, y + 3, to - from);
            svg.push_str(&format!(
                "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"15\" \
                 fill=\"var(--{part})\"/>"
            ));
        }
    }
    let x = NAME_WIDTH as u64 + place(game_count) + 6;
    svg.push_str(&format!("<text x=\"{x}\" y=\"{base}\">{game_count}</text>\n"));
}
