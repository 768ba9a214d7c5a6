//! SARIF 2.1.0, the exchange format of code scanners.

use super::Summary;
use crate::finding::Finding;
use crate::registry;
use crate::severity::Severity;
use serde_json::{Value, json};
use std::io::{self, Write};

const HEAD: &[u8] = b"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\
\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[\n";

pub(super) fn write(
    sink: &mut impl Write,
    is_first: bool,
    file: &str,
    finding: &Finding,
) -> io::Result<()> {
    sink.write_all(if is_first { HEAD } else { b",\n" })?;
    serde_json::to_writer(sink, &result(file, finding)).map_err(io::Error::from)
}

fn result(file: &str, finding: &Finding) -> Value {
    let place = &finding.place;
    let mut message = finding.message.clone();
    if let Some(help) = &finding.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let uri = uri(file);
    let mut result = json!({
        "ruleId": finding.code().to_string(),
        "level": level(finding.severity),
        "message": { "text": message },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri },
                "region": {
                    "startLine": place.start.line,
                    "startColumn": place.start.column,
                    "endLine": place.end.line,
                    "endColumn": place.end.column,
                    "byteOffset": place.byte_start,
                    "byteLength": place.byte_end - place.byte_start,
                },
            },
        }],
    });
    if let Some(game) = finding.game {
        result["properties"] = json!({ "game": game });
    }
    if finding.n > 1 {
        result["occurrenceCount"] = finding.n.into();
    }
    if let Some(fix) = &finding.fix {
        let replacements: Vec<Value> = fix
            .edits
            .iter()
            .map(|edit| {
                json!({
                    "deletedRegion": {
                        "byteOffset": edit.start,
                        "byteLength": edit.end - edit.start,
                    },
                    "insertedContent": { "text": edit.text },
                })
            })
            .collect();
        let change = json!({ "artifactLocation": { "uri": uri }, "replacements": replacements });
        result["fixes"] =
            json!([{ "description": { "text": fix.title }, "artifactChanges": [change] }]);
    }
    result
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
        Severity::Off => "none",
    }
}

/// A path as a URI reference: slashes forward, everything unusual percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

pub(super) fn finish(sink: &mut impl Write, summary: &Summary) -> io::Result<()> {
    if summary.is_empty() {
        sink.write_all(HEAD)?;
    }
    let rules: Vec<Value> = summary
        .by_code
        .keys()
        .filter_map(|code| registry::by_code(*code))
        .map(|rule| {
            json!({
                "id": rule.code().to_string(),
                "name": rule.name(),
                "shortDescription": { "text": rule.fault.summary },
                "help": { "text": rule.page(), "markdown": rule.page() },
            })
        })
        .collect();
    let driver = json!({
        "name": "pgn check",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    });
    sink.write_all(b"],\n\"tool\":")?;
    serde_json::to_writer(&mut *sink, &json!({ "driver": driver })).map_err(io::Error::from)?;
    sink.write_all(b"}]}\n")
}
