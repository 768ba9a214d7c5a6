//! One report in all forms, with names that mean something to a form.

use serde_json::json;

use super::*;

const NAMES: [&str; 4] = ["<b>R&D</b>", "=1+1", "\"T|a_l\",\tM", "\u{9b}31m\u{1b}[2J \u{202e}ogid"];

fn table() -> Table {
    let names = ["won", "drawn", "lost", "open"];
    let columns = vec![
        Column::new("name", Kind::Text).head().unknown("?"),
        Column::new("games", Kind::Integer),
        Column::new("score", Kind::Percent),
        Column::new("last_date", Kind::Date),
        Column::new("list", Kind::Nested),
        Column::new("nothing", Kind::Points),
        Column::new("bar", Kind::Bar { names, most: 5 }).only(Audience::People),
    ];
    let facts = vec![
        Fact::new("by", Kind::Text, "na,me").in_rows(),
        Fact::new("n_left", Kind::Integer, 3_u64),
    ];
    Table { title: "T & U".to_owned(), lines: vec!["a <line>".to_owned()], facts, columns }
}

fn row(name: Value, n: u64) -> Result<Row, Error> {
    let list = Value::Nested(json!([1, {"a": "b"}]), "1 b".to_owned());
    let date = Value::positive(n * 10_000);
    Ok(vec![
        name,
        n.into(),
        Value::ratio(n, 3),
        date,
        list,
        Value::Unknown,
        Value::Bar([n, 1, 0, 0]),
    ])
}

/// The report in a form.
fn written(format: Format, text: TextOptions) -> String {
    let mut out = Vec::new();
    let mut sink = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut writer = Writer::new(format, text, Cells::Guarded, &mut sink);
    let facts = vec![Fact::new("player", Kind::Text, None::<String>)];
    let names = ["tables", "rows"];
    let lines = vec!["2 < 3.".to_owned()];
    let report = Report { title: "A <report>".to_owned(), lines, facts, names };
    writer.begin(&report).unwrap();
    let mut table = table();
    table.columns.retain(|column| column.audience.reads(format));
    let column_count = table.columns.len();
    let cut = |row: Result<Row, Error>| row.map(|row| row[..column_count].to_vec());
    let rows = NAMES.iter().zip(1..).map(|(name, n)| row((*name).into(), n));
    writer.table(&table, rows.map(cut)).unwrap();
    writer.notes(&["3 more".to_owned()]);
    writer.table(&table, [cut(row(Value::Unknown, 0))]).unwrap();
    writer.end(&[Fact::new("n_not_shown", Kind::Integer, 7_u64)], &["over".to_owned()]).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn text_is_aligned_and_steers_no_terminal() {
    let bars = TextOptions { bars: Bars::Ascii, ..TextOptions::default() };
    let expected = "\
T & U
a <line>

  name                             games   score  last date  list
  <b>R&D</b>                           1   33.3%       0001  1 b   ##########
  =1+1                                 2   66.7%       0002  1 b   ###############
  \"T|a_l\",\\tM                          3  100.0%       0003  1 b   ####################
  \\u{9b}31m\\u{1b}[2J \\u{202e}ogid      4  133.3%       0004  1 b   ########################
  3 more
";
    let text = written(Format::Text, bars);
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("  ?         0   0.0%  1 b   #####\n\nover\n"), "{text}");
    let split = TextOptions { bars_by_result: true, is_painted: true, ..bars };
    let text = written(Format::Text, TextOptions { columns_max: Some(80), ..split });
    assert!(text.contains("\u{1b}[97m+++++++\u{1b}[0m\u{1b}[90m======"), "{text}");
}

#[test]
fn json_has_typed_fields() {
    let text = written(Format::Json, TextOptions::default());
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["version"], &report["player"]), (&1.into(), &serde_json::Value::Null));
    assert_eq!((&report["n_not_shown"], &report["tables"][0]["n_left"]), (&7.into(), &3.into()));
    for (n, name) in NAMES.iter().enumerate() {
        assert_eq!(report["tables"][0]["rows"][n]["name"], *name);
    }
    let expected = json!({
        "name": null, "games": 0, "score": 0, "last_date": null, "list": [1, {"a": "b"}],
        "nothing": null,
    });
    assert_eq!(report["tables"][1]["rows"][0], expected);
    assert_eq!(report["tables"][0]["rows"][1]["last_date"], "0002");
    assert_eq!(report["tables"][0]["rows"][0]["score"], 0.3333);
}

#[test]
fn json_strings_escape_quotes_backslashes_and_control_characters() {
    let escapes = [(8_u8, "\\b"), (9, "\\t"), (10, "\\n"), (12, "\\f"), (13, "\\r")];
    for byte in 0..=0x7F {
        let plain = String::from(char::from(byte));
        let known = escapes.iter().find(|(escaped, _)| *escaped == byte);
        let inner = match (byte, known) {
            (_, Some((_, escape))) => (*escape).to_owned(),
            (b'"' | b'\\', _) => format!("\\{plain}"),
            (..0x20, _) => format!("\\u{byte:04x}"),
            _ => plain.clone(),
        };
        let mut out = Vec::new();
        push_json(&plain, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), format!("\"{inner}\""), "{byte}");
    }
    let mut out = Vec::new();
    push_json("é\u{80}\u{2028}♞😀", &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), "\"é\u{80}\u{2028}♞😀\"");
}

#[test]
fn csv_has_a_row_a_line_and_no_formulas() {
    let text = written(Format::Csv, TextOptions::default());
    let expected = "\
by,name,games,score,last_date,list,nothing
\"na,me\",<b>R&D</b>,1,0.3333,0001,1 b,
\"na,me\",'=1+1,2,0.6667,0002,1 b,
\"na,me\",\"\"\"T|a_l\"\",\tM\",3,1,0003,1 b,
\"na,me\",\u{9b}31m\u{1b}[2J \u{202e}ogid,4,1.3333,0004,1 b,
\"na,me\",,0,0,,1 b,
";
    assert_eq!(text, expected);
}

#[test]
fn a_page_has_no_markup_from_names() {
    let page = written(Format::Html, TextOptions::default());
    for absent in ["<b>", "<report", "<line", "2 < 3", "\u{9b}", "\u{1b}", "\"T|", "nothing"] {
        assert!(!page.contains(absent), "{absent}: {page}");
    }
    for present in [
        "<html lang=\"en\">",
        "<title>A &lt;report&gt;</title>",
        "<caption>T &amp; U</caption>",
        "<th scope=\"col\" class=\"t\">name</th>",
        "<th scope=\"row\" class=\"t\">&lt;b&gt;R&amp;D&lt;/b&gt;</th>",
        "<td>66.7%</td>",
        "role=\"img\"",
        "<p>3 more.</p>",
    ] {
        assert!(page.contains(present), "{present}: {page}");
    }
}

#[test]
fn markdown_has_no_markup_from_names() {
    let text = written(Format::Markdown, TextOptions::default());
    assert!(text.starts_with("# A &lt;report\\>\n\n2 &lt; 3.\n\n## T &amp; U\n"), "{text}");
    for line in [
        "| name | games | score | last date | list |",
        "| --- | ---: | ---: | ---: | --- |",
        "| &lt;b\\>R&amp;D&lt;/b\\> | 1 | 33.3% | 0001 | 1 b |",
        "| \"T\\|a\\_l\",\\\\tM | 3 | 100.0% | 0003 | 1 b |",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}: {text}");
    }
}
