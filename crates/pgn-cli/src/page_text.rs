//! Pages in Markdown as text for a terminal: paragraphs and tables fitted to its width.
//!
//! It supports the elements of the project's own pages: headings, paragraphs, lists, tables, code,
//! links and bold text.

use std::fmt::Write as _;

/// Lines are not longer than this, however wide the terminal is.
const WIDTH_MAX: usize = 100;

/// Columns of a table are not narrowed below this.
const CELL_WIDTH_MIN: usize = 12;

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// The page, wrapped at `width` columns; headings are bold if colors are on.
pub(crate) fn rendered(page: &str, width: usize, has_colors: bool) -> String {
    let mut text = PageText { width: width.clamp(20, WIDTH_MAX), has_colors, out: String::new() };
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                // Writing to a String cannot fail.
                let _ = writeln!(text.out, "    {code}");
            }
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            text.table(&rows);
        } else if let Some(heading) = heading(line) {
            text.bold_line(&inline(heading));
        } else if let Some(item) = line.strip_prefix("- ") {
            let mut item = item.to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                item.push(' ');
                item.push_str(more.trim_start());
            }
            text.paragraph("- ", "  ", &inline(&item));
        } else if line.starts_with("<!--") || line.is_empty() {
            text.empty_line();
        } else {
            let mut paragraph = line.to_owned();
            while let Some(more) = lines.next_if(|line| is_plain(line)) {
                paragraph.push(' ');
                paragraph.push_str(more);
            }
            text.paragraph("", "", &inline(&paragraph));
        }
    }
    text.out
}

struct PageText {
    width: usize,
    has_colors: bool,
    out: String,
}

impl PageText {
    /// One at most, and none at the start.
    fn empty_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn bold_line(&mut self, line: &str) {
        let (on, off) = if self.has_colors { (BOLD, PLAIN) } else { ("", "") };
        // Writing to a String cannot fail.
        let _ = writeln!(self.out, "{on}{line}{off}");
    }

    fn paragraph(&mut self, first: &str, rest: &str, words: &str) {
        for (n, line) in wrapped(words, self.width - rest.len()).into_iter().enumerate() {
            let before = if n == 0 { first } else { rest };
            // Writing to a String cannot fail.
            let _ = writeln!(self.out, "{before}{line}");
        }
    }

    /// The widest columns shrink until the table fits; the second row is only a separator.
    fn table(&mut self, rows: &[Vec<String>]) {
        let column_count = rows.iter().map(Vec::len).max().unwrap_or_default();
        let widest = |at: usize| {
            rows.iter().filter_map(|row| row.get(at)).map(|cell| length(cell)).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..column_count).map(widest).collect();
        let available = self.width.saturating_sub(2 * column_count);
        while widths.iter().sum::<usize>() > available {
            match widths.iter_mut().max() {
                Some(width) if *width > CELL_WIDTH_MIN => *width -= 1,
                _ => break,
            }
        }
        for (n, row) in rows.iter().enumerate() {
            if n == 1 || row.iter().all(String::is_empty) {
                continue;
            }
            let columns: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, &width)| wrapped(cell, width)).collect();
            let line_count = columns.iter().map(Vec::len).max().unwrap_or_default();
            for at in 0..line_count {
                let mut line = String::new();
                for (column, &width) in columns.iter().zip(&widths) {
                    let part = column.get(at).map_or("", String::as_str);
                    line.push_str("  ");
                    line.push_str(part);
                    line.extend(std::iter::repeat_n(' ', width.saturating_sub(length(part))));
                }
                if n == 0 {
                    self.bold_line(line.trim_end());
                } else {
                    self.out.push_str(line.trim_end());
                    self.out.push('\n');
                }
            }
        }
    }
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len()).then(|| text.strip_prefix(' ')).flatten()
}

/// Whether a line continues the paragraph before it.
fn is_plain(line: &str) -> bool {
    let begins_a_block = ["```", "|", "- ", "<!--"].iter().any(|mark| line.starts_with(mark));
    !line.is_empty() && !begins_a_block && heading(line).is_none()
}

/// The cells of a row, without the bars; `\|` is a bar in a cell.
fn cells(row: &str) -> Vec<String> {
    let inner = row.trim().trim_start_matches('|');
    let inner = inner.strip_suffix('|').unwrap_or(inner).replace("\\|", "\0");
    inner.split('|').map(|cell| inline(&cell.trim().replace('\0', "|"))).collect()
}

/// Text without the marks of links and of bold text; code keeps its backticks.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['[', '`', '*']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (taken, len) = if let Some(code) = rest.strip_prefix('`') {
            // Nothing in code is a mark.
            let len = code.find('`').map_or(rest.len(), |end| end + 2);
            (&rest[..len], len)
        } else if let Some(bold) = rest.strip_prefix("**") {
            (&bold[..0], 2)
        } else {
            link(rest).unwrap_or((&rest[..1], 1))
        };
        if taken.starts_with('`') || len == 1 {
            out.push_str(taken);
        } else {
            out.push_str(&inline(taken));
        }
        rest = &rest[len..];
    }
    out.push_str(rest);
    out
}

/// The text of a link `[text](target)` at the start, and the length of the link.
fn link(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('[')?;
    let middle = inner.find("](")?;
    let end = inner[middle..].find(')')?;
    Some((&inner[..middle], 1 + middle + end + 1))
}

/// Lines of at most `width` columns; a longer word gets its own line.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::rendered;

    const PAGE: &str = "\
<!-- Generated -->

# C001 illegal-move

A move that is [illegal](https://example.org) where it is.
The **second** sentence of `a *b* [c](d)`.

| code | meaning |
|---|---|
| `a \\| b` | a longer meaning that does not fit into the narrow window |

- an item
  that goes on

```pgn
1. e4 *
```
";

    #[test]
    fn a_page_is_fitted_to_the_window() {
        let expected = "\
C001 illegal-move

A move that is illegal where it is. The
second sentence of `a *b* [c](d)`.

  code     meaning
  `a | b`  a longer meaning that does
           not fit into the narrow
           window

- an item that goes on

    1. e4 *
";
        assert_eq!(rendered(PAGE, 40, false), expected);
        assert!(rendered(PAGE, 40, true).starts_with("\x1b[1mC001 illegal-move\x1b[0m\n"));
    }

    #[test]
    fn every_page_keeps_its_words() {
        let rules = pgn_lint::RULES.iter().map(|rule| rule.page());
        let topics = crate::topics::TOPICS.iter().map(|topic| (topic.page)());
        for page in rules.chain(topics) {
            let text = rendered(&page, 80, false);
            // Every second part is code; its first line names the language.
            let code = page.split("```").skip(1).step_by(2).flat_map(|code| code.lines().skip(1));
            for line in code {
                assert!(text.contains(&format!("    {line}\n")), "{line}:\n{text}");
            }
            let words = page.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 12);
            for word in words.filter(|word| !page.contains(&format!("({word}"))) {
                let is_target = page.contains(&format!("/{word}"));
                assert!(is_target || text.contains(word), "{word}:\n{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_rendered(text in "[a-z`*\\[\\]()|#\\\\é\n -]{0,200}", width in 0..99_usize) {
            let shown = rendered(&text, width, false);
            let letters = |text: &str| text.chars().filter(char::is_ascii_lowercase).count();
            prop_assert!(letters(&shown) <= letters(&text));
        }
    }
}
