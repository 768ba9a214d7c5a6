//! The tables of positions and of findings.

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use pgn_arrow::{OnError, Scan, Table, concat};

const TEXT: &str = r#"[White "Tal"]

1. e4 {best [%clk 0:01:00]} $1 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 *

1. e4 e5 2. Ke3 *
"#;

fn table(table: Table, columns: &[&str]) -> RecordBatch {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let text = match table {
        Table::Games | Table::Positions | Table::Findings => TEXT,
        Table::Records => "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;\n",
    };
    std::fs::write(&path, text).unwrap();
    let scan = Scan::new(&[path]).table(table).columns(columns).unwrap();
    let schema = scan.schema();
    let batches: Vec<RecordBatch> = scan.into_reader().map(Result::unwrap).collect();
    concat(&schema, &batches).unwrap()
}

fn texts<'b>(batch: &'b RecordBatch, column: &str) -> Vec<Option<&'b str>> {
    batch.column_by_name(column).unwrap().as_string::<i32>().iter().collect()
}

#[test]
fn positions_are_in_the_order_of_the_text() {
    let names = ["game", "ply", "main", "san", "uci", "fen", "clock_ms", "comments", "white"];
    let batch = table(Table::Positions, &names);
    let game = batch.column_by_name("game").unwrap().as_primitive::<Int64Type>();
    let n_first = game.values().iter().filter(|game| **game == 1).count();
    assert_eq!((n_first, batch.num_rows()), (8, 8 + 3), "an illegal move leads nowhere");
    let moves = texts(&batch, "san");
    let expected = [None, Some("e4"), Some("e5"), Some("c5"), Some("Nf3"), Some("c3"), Some("d6")];
    assert_eq!(moves[..7], expected);
    let ply = batch.column_by_name("ply").unwrap().as_primitive::<Int32Type>();
    assert_eq!(ply.values()[..8], [0, 1, 2, 2, 3, 3, 4, 3]);
    let main = batch.column_by_name("main").unwrap().as_boolean();
    let main: Vec<bool> = main.iter().flatten().take(8).collect();
    assert_eq!(main, [true, true, true, false, false, false, false, true]);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(texts(&batch, "fen")[7], Some(fen));
    assert_eq!(texts(&batch, "uci")[5], Some("c2c3"));
    let clocks = batch.column_by_name("clock_ms").unwrap().as_primitive::<Int64Type>();
    assert_eq!(clocks.iter().take(3).collect::<Vec<_>>(), [None, Some(60_000), None]);
    assert_eq!(texts(&batch, "white")[3], Some("Tal"));
}

#[test]
fn findings_are_those_of_the_linter() {
    let batch = table(Table::Findings, &["game", "line", "column", "code", "rule", "severity"]);
    let rules = texts(&batch, "rule");
    let row = rules.iter().position(|rule| *rule == Some("illegal-move")).unwrap();
    let at = |name| batch.column_by_name(name).unwrap().as_primitive::<Int64Type>().value(row);
    assert_eq!((at("game"), at("line"), at("column")), (2, 5, 13));
    assert_eq!(texts(&batch, "code")[row], Some("C001"));
}

#[test]
fn a_file_that_is_passed_over_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["none.pgn", "games.pgn"].map(|name| folder.path().join(name));
    std::fs::write(&paths[1], "1. e4 e5 2. Ke3 *\n").unwrap();
    let scan = Scan::new(&paths).table(Table::Findings).on_error(OnError::Skip);
    let scan = scan.columns(["file", "code", "severity", "message"]).unwrap();
    let schema = scan.schema();
    let batches: Vec<RecordBatch> = scan.into_reader().map(Result::unwrap).collect();
    let batch = concat(&schema, &batches).unwrap();
    assert_eq!(texts(&batch, "file")[0], paths[0].to_str());
    assert_eq!((texts(&batch, "code")[0], batch.num_rows() > 1), (None, true));
    assert!(texts(&batch, "message")[0].unwrap().ends_with("no such file or folder"));
}

#[test]
fn every_column_can_be_filled() {
    for it in Table::ALL {
        let names: Vec<&str> = it.columns().iter().map(|column| column.name.as_ref()).collect();
        assert!(table(it, &names).num_rows() >= 1, "{}", it.name());
    }
}

#[test]
fn records_are_those_of_epd() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("suite.epd");
    let text = "# a remark\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2 Kd2; id \"kp\"; ce 12; pv Kd2 Kd7;\n\n\
                rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - bm Qh1; xyz 7;\n";
    std::fs::write(&path, text).unwrap();
    let scan = || Scan::new(std::slice::from_ref(&path)).table(Table::Records);
    let names = ["line", "fen", "key", "id", "bm", "pv", "ce", "operations", "errors"];
    let scan_of = scan().columns(names).unwrap();
    let schema = scan_of.schema();
    let batches: Vec<RecordBatch> = scan_of.into_reader().map(Result::unwrap).collect();
    let batch = concat(&schema, &batches).unwrap();
    let line = batch.column(0).as_primitive::<Int64Type>();
    assert_eq!(line.values()[..], [2, 4, 5]);
    assert_eq!(texts(&batch, "fen")[0], Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    assert_eq!(texts(&batch, "key")[1], Some("463b96181691fc9c"));
    assert_eq!(texts(&batch, "id"), [Some("kp"), None, None]);
    let list = |name: &str, row| {
        let list = batch.column_by_name(name).unwrap().as_list::<i32>().value(row);
        list.as_string::<i32>().iter().flatten().collect::<Vec<_>>().join(" ")
    };
    assert_eq!((list("bm", 0), list("pv", 0)), ("Kd2 Kf2".to_owned(), "Kd2 Kd7".to_owned()));
    assert_eq!(batch.column_by_name("ce").unwrap().as_primitive::<Int64Type>().value(0), 12);
    let operations = batch.column_by_name("operations").unwrap().as_map().value(2);
    let words = operations.column(1).as_string::<i32>();
    assert_eq!(words.iter().flatten().collect::<Vec<_>>(), ["Qh1", "7"]);
    assert!(list("errors", 2).starts_with('F'), "{}", list("errors", 2));
    let query = scan().filter("year = 1992").unwrap();
    assert!(query.into_reader().next().unwrap().is_err(), "records are no games");
}
