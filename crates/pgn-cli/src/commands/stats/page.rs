//! The web page of a report: it stands alone, without scripts and without the network.
//!
//! Owns: the frame of the page, its looks, escaped text, tables and bars. Knows nothing of: what
//! is counted.
//! Standard: none.
//! Start at [`begin`].

/// Few rules, that hold on paper and in dark rooms too.
const STYLE: &str = "\
:root{color-scheme:light dark;--win:#2f6f3e;--draw:#b8860b;--loss:#9b2d2d;--open:#7a7a7a}\n\
body{font:1rem/1.45 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1rem}\n\
table{border-collapse:collapse;margin:.5rem 0 1rem}\n\
caption{font-weight:bold;text-align:left;padding:.3rem 0}\n\
th,td{padding:.15rem .55rem;border-bottom:1px solid #8885;text-align:right}\n\
th.t,td.t{text-align:left}\n\
td.c{font-family:ui-monospace,monospace;text-align:left}\n\
.wide{overflow-x:auto}\n\
figure{margin:.5rem 0}\n\
svg{max-width:100%;height:auto}\n\
svg text{font:12px system-ui,sans-serif;fill:currentColor}\n";

/// A text with what HTML gives a meaning written in other words; controls become spaces.
pub(super) fn escaped(text: &str) -> String {
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

/// The page up to its first heading.
pub(super) fn begin(title: &str, out: &mut Vec<u8>) {
    let title = escaped(title);
    let head = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n"
    );
    out.extend_from_slice(head.as_bytes());
}

/// The end of the page.
pub(super) fn end(out: &mut Vec<u8>) {
    out.extend_from_slice(b"</main>\n</body>\n</html>\n");
}

/// An element with a text.
pub(super) fn push_element(name: &str, text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("<{name}>{}</{name}>\n", escaped(text)).as_bytes());
}

/// How a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// Words.
    Text,
    /// Numbers.
    Number,
    /// Results game by game.
    Code,
}

/// A table up to its first row.
pub(super) fn begin_table(caption: &str, heads: &[(String, Align)], out: &mut Vec<u8>) {
    let caption = escaped(caption);
    let line =
        format!("<div class=\"wide\">\n<table>\n<caption>{caption}</caption>\n<thead>\n<tr>");
    out.extend_from_slice(line.as_bytes());
    for (head, align) in heads {
        let class = if *align == Align::Number { "" } else { " class=\"t\"" };
        let head = escaped(head);
        out.extend_from_slice(format!("<th scope=\"col\"{class}>{head}</th>").as_bytes());
    }
    out.extend_from_slice(b"</tr>\n</thead>\n<tbody>\n");
}

/// A row; the cell with the number `head` is its head.
pub(super) fn push_row(cells: &[(String, Align)], head: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<tr>");
    for (n, (cell, align)) in cells.iter().enumerate() {
        let cell = escaped(cell);
        let class = match align {
            Align::Text => " class=\"t\"",
            Align::Number => "",
            Align::Code => " class=\"c\"",
        };
        let line = match n == head {
            true => format!("<th scope=\"row\"{class}>{cell}</th>"),
            false => format!("<td{class}>{cell}</td>"),
        };
        out.extend_from_slice(line.as_bytes());
    }
    out.extend_from_slice(b"</tr>\n");
}

/// The end of a table.
pub(super) fn end_table(out: &mut Vec<u8>) {
    out.extend_from_slice(b"</tbody>\n</table>\n</div>\n");
}

/// A bar of a chart: its name, and how long its parts are.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) parts: [u64; 4],
}

/// The parts of bars, and how they are filled.
const PARTS: [&str; 4] = ["win", "draw", "loss", "open"];

/// A bar's height with the gap below it, the room for its name, and for the longest bar.
const STEP: usize = 20;
const NAME_WIDTH: usize = 220;
const BAR_WIDTH: u64 = 560;

/// Bars below each other, each as long as its games are many. `names` are the names of the parts;
/// the table beside it says the same in numbers.
pub(super) fn push_chart(title: &str, names: [&str; 4], bars: &[Bar], out: &mut Vec<u8>) {
    let most = bars.iter().map(|bar| bar.parts.iter().sum::<u64>()).max().unwrap_or_default();
    if most == 0 {
        return;
    }
    let (title, height) = (escaped(title), (bars.len() + 1) * STEP + 4);
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
    for (n, bar) in bars.iter().enumerate() {
        let y = (n + 1) * STEP;
        let n_games: u64 = bar.parts.iter().sum();
        let name: String = bar.label.chars().take(32).collect();
        let name = escaped(&name);
        let anchor = NAME_WIDTH - 8;
        let base = y + 15;
        svg.push_str(&format!(
            "<text x=\"{anchor}\" y=\"{base}\" text-anchor=\"end\">{name}</text>"
        ));
        let mut until = 0;
        let place = |games: u64| games * BAR_WIDTH / most;
        for (part, games) in PARTS.into_iter().zip(bar.parts) {
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
        let x = NAME_WIDTH as u64 + place(n_games) + 6;
        svg.push_str(&format!("<text x=\"{x}\" y=\"{base}\">{n_games}</text>\n"));
    }
    svg.push_str("</svg>\n</figure>\n");
    out.extend_from_slice(svg.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(escaped("<b>\"R&D\"</b>\u{0}'"), "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; &#39;");
        let mut out = Vec::new();
        begin("<script>", &mut out);
        let bars = [Bar { label: "<i>".to_owned(), parts: [1, 2, 0, 1] }];
        push_chart("\"x\"", ["won", "drawn", "lost", "open"], &bars, &mut out);
        push_row(&[("<td>".to_owned(), Align::Text)], 0, &mut out);
        end(&mut out);
        let page = String::from_utf8(out).unwrap();
        for tag in ["<script", "<i>", "\"\"x", "><td><"] {
            assert!(!page.contains(tag), "{tag}: {page}");
        }
        assert!(page.contains("width=\"140\"") && page.contains("width=\"280\""), "{page}");
    }
}
