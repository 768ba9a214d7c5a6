//! JSON reports against their schema.

use crate::source::lint;
use pgn_lint::render::{Color, Format, Printer, schema};
use pgn_lint::{Config, Profile};
use serde_json::Value;

/// The errors of a value, with the path to it; empty if there is none.
fn faults(root: &Value, schema: &Value, value: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$ref" => {
                let pointer = rule.as_str().and_then(|text| text.strip_prefix('#')).unwrap();
                found.extend(faults(root, root.pointer(pointer).unwrap(), value, path));
            }
            "type" => {
                let types: Vec<&Value> =
                    rule.as_array().map_or(vec![rule], |all| all.iter().collect());
                if !types.iter().any(|name| is_type(name.as_str().unwrap(), value)) {
                    found.push(format!("{path}: expected {rule}, found {value}"));
                }
            }
            "enum" if !rule.as_array().unwrap().contains(value) => {
                found.push(format!("{path}: expected one of {rule}, found {value}"));
            }
            "minimum" if value.as_i64().is_some_and(|n| n < rule.as_i64().unwrap()) => {
                found.push(format!("{path}: expected {rule} or more, found {value}"));
            }
            "required" => {
                for name in rule.as_array().unwrap() {
                    if value.get(name.as_str().unwrap()).is_none() {
                        found.push(format!("{path}: lacks {name}"));
                    }
                }
            }
            "oneOf" => {
                let fits = |one: &&Value| faults(root, one, value, path).is_empty();
                if rule.as_array().unwrap().iter().filter(fits).count() != 1 {
                    found.push(format!("{path}: fits not one of {rule}"));
                }
            }
            "items" => {
                for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(faults(root, rule, item, &format!("{path}/{n}")));
                }
            }
            "properties" => found.extend(property_faults(root, schema, value, path)),
            "enum"
            | "minimum"
            | "additionalProperties"
            | "description"
            | "title"
            | "$schema"
            | "$id"
            | "$defs" => {}
            other => panic!("the validator does not know {other}"),
        }
    }
    found
}

fn property_faults(root: &Value, schema: &Value, value: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (name, item) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        match schema["properties"].get(name) {
            Some(property) => found.extend(faults(root, property, item, &path)),
            None if schema["additionalProperties"] == Value::Bool(false) => {
                found.push(format!("{path}: not allowed"));
            }
            None => {}
        }
    }
    found
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("the validator does not know {other}"),
    }
}

const TEXT: &str =
    "garbage\n\n[White \"A\"]\n[White \"B\"]\n\n1. e2e4 $0 e5 2. Ke4 {\u{fc}} *\n\n1. e5";

fn report(format: Format, files: &[&str]) -> String {
    let mut text = Vec::new();
    let mut printer = Printer::new(format, Color::Never, &mut text);
    for (n, file) in files.iter().enumerate() {
        let name = format!("file \"{n}\".pgn");
        for finding in lint(file.as_bytes(), &Config::new(Profile::Import)) {
            printer.finding(&name, &finding).unwrap();
        }
        printer.end_file(&name, 2).unwrap();
    }
    printer.finish().unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn reports_are_as_the_schema_says() {
    let schema: Value = serde_json::from_str(schema()).unwrap();
    for files in [&[][..], &[TEXT], &["*"], &[TEXT, "*", "", TEXT]] {
        let value: Value = serde_json::from_str(&report(Format::Json, files)).unwrap();
        assert_eq!(faults(&schema, &schema, &value, ""), [""; 0]);
        assert_eq!(value["files"].as_array().unwrap().len(), files.len());
        assert_eq!(value["summary"]["games"], files.len() * 2);
    }
}

#[test]
fn each_line_of_jsonl_is_a_diagnostic_of_the_schema() {
    let schema: Value = serde_json::from_str(schema()).unwrap();
    let report = report(Format::Jsonl, &[TEXT]);
    let one = &schema["$defs"]["diagnostic"];
    for line in report.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(faults(&schema, one, &value, ""), [""; 0]);
        let (start, end) =
            (value["byte_start"].as_u64().unwrap(), value["byte_end"].as_u64().unwrap());
        assert!(start <= end && end <= TEXT.len() as u64);
    }
    assert!(report.lines().count() > 5);
}

#[test]
fn the_validator_can_fail() {
    let schema: Value = serde_json::from_str(schema()).unwrap();
    let text = report(Format::Json, &[TEXT]);
    for (before, after) in [
        ("\"line\":", "\"row\":"),
        ("\"severity\":\"error\"", "\"severity\":\"fatal\""),
        ("\"games\":2}", "\"games\":\"2\"}"),
        ("\"edits\":[{", "\"edits\":[7,{"),
    ] {
        assert!(text.contains(before), "{before}");
        let value: Value = serde_json::from_str(&text.replace(before, after)).unwrap();
        assert!(!faults(&schema, &schema, &value, "").is_empty(), "{after}");
    }
}
