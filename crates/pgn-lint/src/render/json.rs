//! Reports for programs: one object, or one object a line.

use super::Summary;
use crate::finding::Finding;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Debug, Serialize)]
struct Diagnostic<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    game: Option<u64>,
    line: u64,
    column: u64,
    end_line: u64,
    end_column: u64,
    column_utf16: u64,
    end_column_utf16: u64,
    byte_start: u64,
    byte_end: u64,
    code: String,
    name: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "is_one")]
    count: u64,
    message: &'a str,
    help: Option<&'a str>,
    fix: Option<Fix<'a>>,
}

#[derive(Debug, Serialize)]
struct Fix<'a> {
    applicability: &'static str,
    title: &'a str,
    edits: Vec<Edit<'a>>,
}

#[derive(Debug, Serialize)]
struct Edit<'a> {
    byte_start: u64,
    byte_end: u64,
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct Totals {
    files: u64,
    games: u64,
    errors: u64,
    warnings: u64,
    infos: u64,
    by_code: BTreeMap<String, u64>,
}

impl<'a> Diagnostic<'a> {
    fn of(file: Option<&'a str>, finding: &'a Finding) -> Diagnostic<'a> {
        let place = &finding.place;
        Diagnostic {
            file,
            game: finding.game,
            line: place.start.line,
            column: place.start.column,
            end_line: place.end.line,
            end_column: place.end.column,
            column_utf16: place.column_utf16,
            end_column_utf16: place.end_column_utf16,
            byte_start: place.byte_start,
            byte_end: place.byte_end,
            code: finding.code().to_string(),
            name: finding.name(),
            severity: finding.severity.name(),
            count: finding.n,
            message: &finding.message,
            help: finding.help.as_deref(),
            fix: finding.fix.as_ref().map(|fix| Fix {
                applicability: fix.applicability.name(),
                title: &fix.title,
                edits: fix
                    .edits
                    .iter()
                    .map(|edit| Edit {
                        byte_start: edit.start,
                        byte_end: edit.end,
                        text: &edit.text,
                    })
                    .collect(),
            }),
        }
    }
}

/// The object of a `json` report, without the name of the file.
#[cfg(feature = "serde")]
impl Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Diagnostic::of(None, self).serialize(serializer)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_one(n: &u64) -> bool {
    *n == 1
}

fn write_value(sink: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(sink, value).map_err(io::Error::from)
}

/// One line of `jsonl`.
pub(super) fn write_line(sink: &mut impl Write, file: &str, finding: &Finding) -> io::Result<()> {
    write_value(sink, &Diagnostic::of(Some(file), finding))?;
    writeln!(sink)
}

/// A finding inside the one object of `json`.
pub(super) fn write_in_file(
    sink: &mut impl Write,
    is_begun: bool,
    n_files_before: u64,
    file: &str,
    finding: &Finding,
) -> io::Result<()> {
    if is_begun {
        sink.write_all(b",\n")?;
    } else {
        begin_file(sink, n_files_before, file)?;
    }
    write_value(sink, &Diagnostic::of(Some(file), finding))
}

fn begin_file(sink: &mut impl Write, n_files_before: u64, file: &str) -> io::Result<()> {
    sink.write_all(if n_files_before == 0 { b"{\"files\":[{\"file\":" } else { b",\n{\"file\":" })?;
    write_value(sink, &file)?;
    sink.write_all(b",\"diagnostics\":[")
}

pub(super) fn end_file(
    sink: &mut impl Write,
    is_begun: bool,
    n_files_before: u64,
    file: &str,
    n_games: u64,
) -> io::Result<()> {
    if !is_begun {
        begin_file(sink, n_files_before, file)?;
    }
    write!(sink, "],\"games\":{n_games}}}")
}

pub(super) fn finish(sink: &mut impl Write, summary: &Summary) -> io::Result<()> {
    let totals = Totals {
        files: summary.n_files,
        games: summary.n_games,
        errors: summary.n_errors,
        warnings: summary.n_warnings,
        infos: summary.n_infos,
        by_code: summary.by_code.iter().map(|(code, n)| (code.to_string(), *n)).collect(),
    };
    sink.write_all(if summary.n_files == 0 {
        b"{\"files\":[],\"summary\":"
    } else {
        b"],\n\"summary\":"
    })?;
    write_value(sink, &totals)?;
    sink.write_all(b"}\n")
}
