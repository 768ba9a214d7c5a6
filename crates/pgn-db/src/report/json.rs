//! A report as one JSON object (RFC 8259).
//!
//! Facts are its fields, as is the list of tables; a table is an object with its facts and the list
//! of its rows, a row an object with a field per column. Unknown values are `null`. Each table and
//! each row begins a line.

use super::{Column, Fact, Kind, Printer, Report, Row, Table, Value};

#[derive(Default)]
pub(super) struct JsonReport {
    names: [&'static str; 2],
    table_count: u64,
    row_count: u64,
}

/// Appends a value as JSON. A value that JSON cannot represent, such as a map whose keys are lists,
/// is cut off.
pub fn push_json<T: serde::Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) {
    // Writing to a vector cannot fail.
    let _ = serde_json::to_writer(out, value);
}

/// Appends a list as JSON, each item as `push` does.
pub fn push_json_list<T>(
    items: impl Iterator<Item = T>,
    push: impl Fn(T, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    out.push(b'[');
    for (n, item) in items.enumerate() {
        if n > 0 {
            out.push(b',');
        }
        push(item, out);
    }
    out.push(b']');
}

fn push_field(column: &Column, value: &Value, out: &mut Vec<u8>) {
    push_json(&column.name, out);
    out.push(b':');
    match value {
        _ if value.is_unknown() => out.extend_from_slice(b"null"),
        Value::Text(text) => push_json(text, out),
        Value::Nested(value, _) => push_json(value, out),
        Value::Bar(parts) => push_json(parts, out),
        _ if column.kind == Kind::Date => push_json(&value.for_programs(column.kind), out),
        _ => out.extend_from_slice(value.for_programs(column.kind).as_bytes()),
    }
}

fn push_facts(facts: &[Fact], out: &mut Vec<u8>) {
    for fact in facts {
        push_field(&fact.column, &fact.value, out);
        out.push(b',');
    }
}

fn push_name_of_list(name: &str, out: &mut Vec<u8>) {
    push_json(&name, out);
    out.extend_from_slice(b":[");
}

impl Printer for JsonReport {
    fn begin(&mut self, report: &Report, out: &mut Vec<u8>) {
        self.names = report.names;
        out.extend_from_slice(b"{\"version\":1,");
        push_facts(&report.facts, out);
        push_name_of_list(self.names[0], out);
    }

    fn begin_table(&mut self, table: &Table, _: &[Row], _: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.table_count > 0 { b",\n{" } else { b"\n{" });
        self.table_count += 1;
        self.row_count = 0;
        push_facts(&table.facts, out);
        push_name_of_list(self.names[1], out);
    }

    fn row(&mut self, table: &Table, row: &Row, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.row_count > 0 { b",\n{" } else { b"\n{" });
        self.row_count += 1;
        for (n, (column, value)) in table.columns.iter().zip(row).enumerate() {
            if n > 0 {
                out.push(b',');
            }
            push_field(column, value, out);
        }
        out.push(b'}');
    }

    fn end_table(&mut self, _: &Table, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}");
    }

    fn notes(&mut self, _: &[String], _: &mut Vec<u8>) {}

    fn end(&mut self, facts: &[Fact], _: &[String], out: &mut Vec<u8>) {
        out.extend_from_slice(b"]");
        for fact in facts {
            out.push(b',');
            push_field(&fact.column, &fact.value, out);
        }
        out.extend_from_slice(b"}\n");
    }
}
