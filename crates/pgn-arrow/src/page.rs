//! The page about the tables, as Markdown.

use std::fmt::Write as _;

use crate::column::{CellType, Column, MOMENT_TAGS, Source};
use crate::table::Table;

/// The page. It ends with a line end.
#[must_use]
pub fn page() -> String {
    let mut page = include_str!("page.md").to_owned();
    for table in Table::ALL {
        let _ = write!(page, "\n## The table `{}`\n\n{}\n", table.name(), table.about());
        let columns = table.columns();
        rows("By default", columns.iter().filter(|column| column.is_default), &mut page);
        rows("By name", columns.iter().filter(|column| !column.is_default), &mut page);
    }
    page
}

fn rows<'c>(title: &str, columns: impl Iterator<Item = &'c Column>, page: &mut String) {
    let _ = write!(page, "\n### {title}\n\n| column | type | unit | source | meaning |\n");
    page.push_str("|---|---|---|---|---|\n");
    for column in columns {
        let Column { name, cell, unit, about, .. } = column;
        let about = about.trim_end_matches('.');
        let words = match cell {
            CellType::Word(words) => format!("; one of `{}`", words.join("`, `")),
            _ => String::new(),
        };
        let cells = [&format!("`{name}`"), cell.name(), unit, &column.source.in_words()];
        let _ = writeln!(page, "| {} | {about}{words} |", cells.join(" | "));
    }
}

impl Source {
    fn in_words(&self) -> String {
        match self {
            Source::Fact(fact) => match fact.row().tags {
                [] => "computed".to_owned(),
                tags => tags.join(", "),
            },
            Source::Tag(tag) => tag.clone().into_owned(),
            Source::Players(tag) | Source::Rating(tag) | Source::Day(tag) => (*tag).to_owned(),
            Source::Moment => MOMENT_TAGS.join(", "),
            Source::Game(_) | Source::Position(_) | Source::Record(_) => "text".to_owned(),
            Source::Finding(_) => "check".to_owned(),
        }
    }
}
