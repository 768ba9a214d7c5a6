//! Tables as files: whether they become the same games again, and whether other programs read them.

use std::fs;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt16Type, UInt64Type,
};
use arrow_array::{
    Array, BinaryArray, BooleanArray, Date32Array, Float64Array, Int16Array, Int64Array,
    LargeStringArray, ListArray, RecordBatch, StringArray, StringViewArray, UInt8Array,
};
use arrow_schema::{Field, Schema};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use pgn_arrow::file::{Extent, FileFormat, FolderWriter, PgnText, TableWriter, is_parquet};
use pgn_arrow::{Projection, Scan, Table, TextForm, concat};
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::compare::{Ignore, compare};
use pgnkit::read::{Games, ReadOptions};
use proptest::prelude::*;

/// Texts with everything that a game may have.
const ODD: &str = r#"[Event "a \"quoted\" cup \\"]
[event "another"]
[White "Tal"]
[White "Petrosian"]
[Black "?"]
[Date "1960.05.04"]
[UTCDate "1960.05.04"]
[UTCTime "14:05:00"]
[WhiteElo "2600/5"]
[BlackElo "2600"]
{before the game} % no escape

; a line
1. e4 {one} $1 (1. d4 {[%clk 0:01:00]} d5 (1... Nf6)) 1... e5! 2. Ke3 {lost} *

% an escape
[Result "1/2-1/2"]

1-0

1. d4 1/2-1/2

[Variant "Unheard of"]
[X "Müller"]

1. Zz9 *
"#;

fn batches(scan: Scan) -> Vec<RecordBatch> {
    scan.into_reader().map(Result::unwrap).collect()
}

fn write(path: &Path, format: FileFormat, scan: Scan) {
    let schema = scan.schema();
    let sink = fs::File::create(path).unwrap();
    let mut writer =
        TableWriter::new(sink, format, &schema, NonZeroUsize::new(2).unwrap()).unwrap();
    batches(scan).iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
}

/// The games of a whole file, which shows its encoding.
fn games(text: &[u8]) -> Vec<Game> {
    let options = ReadOptions::default().with_encoding(Choice::Auto.for_text(text));
    Games::with(text, options, ()).map(Result::unwrap).collect()
}

fn tags(game: &Game) -> Vec<(&str, &str)> {
    game.tags().iter().map(|tag| (tag.name, tag.value)).collect()
}

/// Property: a table of games becomes the same games: no tag, move, comment, NAG or variation is
/// lost or added, and all are in order.
fn comes_back(name: &str, text: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let (source, table) = (folder.path().join("games.pgn"), folder.path().join("games.parquet"));
    fs::write(&source, text).unwrap();
    let scan = || Scan::new(std::slice::from_ref(&source));
    if scan().into_reader().any(|batch| batch.is_err()) {
        // The text is not PGN.
        return;
    }
    write(&table, FileFormat::Parquet, scan());
    assert!(is_parquet(&fs::read(&table).unwrap()));
    let mut back = Vec::new();
    PgnText::open(fs::File::open(&table).unwrap()).unwrap().read_to_end(&mut back).unwrap();
    let (before, after) = (games(text), games(&back));
    assert_eq!(before.len(), after.len(), "{name}");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(tags(before), tags(after), "{name}");
        let changes = compare(before, after, &Ignore::default());
        assert!(changes.list.is_empty(), "{name}: {:?}", changes.list);
    }
}

#[test]
fn games_come_back_from_parquet() {
    comes_back("odd", ODD.as_bytes());
    comes_back("comment between tags", b"[Site \"x\"]\n;c\n[Result \"1-0\"]\n\n1. e4 1-0\n");
    comes_back("escape between tags", b"[Site \"x\"]\n%c\n[Result \"1-0\"]\n\n1. e4 1-0\n");
    comes_back("between tags", b"[Site \"on\nthe Earth\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
    for folder in ["wild", "classic", "dialect"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder);
        for entry in fs::read_dir(path).unwrap().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|end| end == "pgn") {
                let text = fs::read(&path).unwrap();
                let is_text = pgnkit::syntax::sniff(&text) == pgnkit::syntax::Kind::Text;
                if is_text && !text.starts_with(b"\xFF") {
                    comes_back(&path.display().to_string(), &text);
                }
            }
        }
    }
}

/// A game of a server, whose movetext is in lists, and one whose rating is not a number.
const RETYPED: &str = "[Event \"e\"]\n[Date \"1992.08.31\"]\n[White \"W\"]\n[Result \"1-0\"]\n\
    [WhiteElo \"2600\"]\n[Annotator \"a\"]\n\n1. e4 $1 { [%clk 0:01:00] } e5 1-0\n\n\
    [Event \"e\"]\n[WhiteElo \"?\"]\n\n1. d4 *\n";

/// The text of a table whose column `name` is another array, or why it cannot be read.
fn read_with(name: &str, array: Arc<dyn Array>, codec: Compression) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let (source, table) = (folder.path().join("games.pgn"), folder.path().join("games.parquet"));
    fs::write(&source, RETYPED).unwrap();
    let batch = concat_all(batches(Scan::new(std::slice::from_ref(&source))));
    let at = batch.schema().index_of(name).unwrap();
    let mut fields: Vec<_> = batch.schema().fields().iter().map(|it| it.as_ref().clone()).collect();
    let mut columns = batch.columns().to_vec();
    fields[at] = Field::new(name, array.data_type().clone(), true);
    columns[at] = array;
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
    let properties = WriterProperties::builder().set_compression(codec).build();
    let file = fs::File::create(&table).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let mut text = String::new();
    let mut games = PgnText::open_at(&table).map_err(|error| error.to_string())?;
    games.read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

fn concat_all(batches: Vec<RecordBatch>) -> RecordBatch {
    concat(&batches[0].schema(), &batches).unwrap()
}

fn list<T: arrow_array::ArrowPrimitiveType>(rows: [&[Option<T::Native>]; 2]) -> Arc<dyn Array> {
    let rows = rows.map(|row| Some(row.to_vec()));
    Arc::new(ListArray::from_iter_primitive::<T, _, _>(rows))
}

#[test]
fn what_other_programs_pack_with_is_read() {
    let elos: Arc<dyn Array> = Arc::new(Int16Array::from(vec![Some(2600), None]));
    let codecs = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::BROTLI(BrotliLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ];
    let expected = read_with("whiteelo", Arc::clone(&elos), Compression::UNCOMPRESSED).unwrap();
    for codec in codecs {
        let text = read_with("whiteelo", Arc::clone(&elos), codec).unwrap();
        assert_eq!(text, expected, "{codec}");
    }
}

/// Values that convert exactly are read, all others are refused with the name of their column.
#[test]
fn columns_in_other_types_lose_nothing() {
    let whole = games(RETYPED.as_bytes());
    let day = 8278;
    let accepted: Vec<(&str, Arc<dyn Array>)> = vec![
        ("whiteelo", Arc::new(Int64Array::from(vec![Some(2600), None]))),
        ("whiteelo", Arc::new(UInt8Array::from(vec![None, None]))),
        ("whiteelo", Arc::new(Float64Array::from(vec![Some(2600.0), None]))),
        ("whiteelo", Arc::new(Float64Array::from(vec![2600.0, f64::NAN]))),
        ("whiteelo", Arc::new(StringArray::from(vec![Some("2600"), None]))),
        ("date", Arc::new(Date32Array::from(vec![Some(day), None]))),
        ("white", Arc::new(LargeStringArray::from(vec![Some("W"), None]))),
        ("white", Arc::new(StringViewArray::from(vec![Some("W"), None]))),
        ("result", Arc::new(StringArray::from(vec!["1-0", "*"]))),
        ("clocks", list::<Int32Type>([&[Some(60_000), None], &[]])),
        ("nags", list::<Int8Type>([&[Some(1), None], &[]])),
        ("nags", list::<UInt64Type>([&[Some(1), None], &[]])),
    ];
    for (name, array) in accepted {
        let text = read_with(name, Arc::clone(&array), Compression::SNAPPY);
        let found = games(text.unwrap_or_else(|error| panic!("{name}: {error}")).as_bytes());
        if array.null_count() == array.len() {
            continue;
        }
        assert_eq!(found.len(), whole.len());
        for (before, after) in whole.iter().zip(&found) {
            assert_eq!(tags(before), tags(after), "{name} {}", array.data_type());
            assert!(compare(before, after, &Ignore::default()).list.is_empty(), "{name}");
        }
    }
    let refused: Vec<(&str, Arc<dyn Array>)> = vec![
        ("moves", Arc::new(StringArray::from(vec!["e4 e5", "d4"]))),
        ("moves", list::<Int32Type>([&[Some(1)], &[]])),
        ("tags", Arc::new(StringArray::from(vec!["{\"Annotator\": \"a\"}", "{}"]))),
        ("tags", list::<Int32Type>([&[], &[]])),
        ("whiteelo", Arc::new(Float64Array::from(vec![Some(2600.5), None]))),
        ("whiteelo", Arc::new(BooleanArray::from(vec![true, false]))),
        ("white", Arc::new(Float64Array::from(vec![1.0, 2.0]))),
        ("white", Arc::new(BinaryArray::from(vec![&b"W"[..], b""]))),
        ("date", Arc::new(Int64Array::from(vec![1, 2]))),
        ("clocks", list::<Float64Type>([&[Some(60_000.0), None], &[]])),
        ("clocks", Arc::new(Int64Array::from(vec![1, 2]))),
        ("evals", list::<Int64Type>([&[Some(1 << 40), None], &[]])),
        ("result", Arc::new(BooleanArray::from(vec![true, false]))),
        ("tagorder", Arc::new(BooleanArray::from(vec![true, false]))),
        ("rest", Arc::new(Int64Array::from(vec![1, 2]))),
    ];
    for (name, array) in refused {
        let found = array.data_type().clone();
        let error = read_with(name, array, Compression::SNAPPY).unwrap_err();
        assert!(error.starts_with(&format!("column `{name}`: expected ")), "{found}: {error}");
    }
}

#[test]
fn a_table_without_movetext_does_not_become_games() {
    let folder = tempfile::tempdir().unwrap();
    let (source, table) = (folder.path().join("games.pgn"), folder.path().join("games.parquet"));
    fs::write(&source, ODD).unwrap();
    write(
        &table,
        FileFormat::Parquet,
        Scan::new(std::slice::from_ref(&source)).columns(["white"]).unwrap(),
    );
    let error = PgnText::open(fs::File::open(&table).unwrap()).unwrap_err();
    assert!(error.to_string().contains("no column `rest` or `movetext`"), "{error}");
    let names = ["result", "moves", "nags", "clocks", "evals", "mates", "rest"];
    write(
        &table,
        FileFormat::Parquet,
        Scan::new(std::slice::from_ref(&source)).columns(names).unwrap(),
    );
    let error = PgnText::open(fs::File::open(&table).unwrap()).unwrap_err();
    assert!(error.to_string().contains("no column `movetimes`, which `rest`"), "{error}");
    assert!(PgnText::open(fs::File::open(&source).unwrap()).is_err());
}

/// Movetexts, and whether the lists hold all of them.
const RESTS: &[(&str, bool)] = &[
    ("1. e4 e5 2. Nf3 *", true),
    ("1. e4 { [%clk 0:05:00] } 1... e5?? { [%eval 0.3] [%clk 0:04:59.5] } 2. Nf3 $5 *", true),
    ("1. e4 {[%eval #-3]} 1... e5 {[%emt 0:00:01]} 1/2-1/2", true),
    ("1. e4 {[%clk\n0:05:00]} 1... e5 {[%eval\n0.3]\n[%clk 0:04:59]} *", true),
    ("1. e4 {[%clk\t0:05:00]} *", false),
    ("*", true),
    ("1. e4 e5 (1... c5) *", false),
    ("1. e4 {good} *", false),
    ("1. e4 {good [%clk 0:05:00]} *", false),
    ("1. e4 {[%csl Ge4]} *", false),
    ("1. e4 {[%eval 0.30]} *", false),
    ("1. e4 {} *", false),
    ("1. e4 ; [%clk 0:05:00]\n *", false),
    ("{[%clk 0:05:00]} 1. e4 *", false),
    ("1. e4 $1 $2 *", false),
    ("1. e4 $999 *", false),
    ("1. e4 {[%clk 0:05:00]} $1 *", false),
    ("1. e4 {[%clk 0:05:00]} {[%eval 0.1]} *", false),
    ("1. e4 e5 2. Ke3 Nc6 *", false),
    ("1. e4 e5", false),
    ("1. e2e4 *", false),
    ("1. e4 -- *", false),
    ("1. e4 <x> *", false),
    ("1. e4\n% escape\n*", false),
];

#[test]
fn the_rest_is_what_the_lists_do_not_hold() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("games.pgn");
    for (movetext, is_null) in RESTS {
        let text = format!("[White \"Tal\"]\n\n{movetext}\n\n");
        fs::write(&source, &text).unwrap();
        let batches = batches(Scan::new(std::slice::from_ref(&source)).columns(["rest"]).unwrap());
        let rest = batches[0].column(0).as_string::<i32>();
        assert_eq!(rest.is_null(0), *is_null, "{movetext}");
        if !is_null {
            assert_eq!(rest.value(0), *movetext);
        }
        comes_back(movetext, text.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Property: whatever is where, nothing is lost.
    #[test]
    fn anything_between_moves_comes_back(pieces in prop::collection::vec(0..PIECES.len(), 0..12)) {
        let pieces: Vec<&str> = pieces.into_iter().map(|n| PIECES[n]).collect();
        comes_back("pieces", format!("[White \"Tal\"]\n\n{}\n\n", pieces.join(" ")).as_bytes());
    }
}

/// The parts of a movetext in these tests.
const PIECES: &[&str] = &[
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "a6",
    "1.",
    "2...",
    "$1",
    "$4",
    "!?",
    "(",
    ")",
    "{a}",
    "{[%clk 0:01:00]}",
    "{ [%eval -0.25] [%clk 0:00:59] }",
    "{[%emt 0:00:01]}",
    "; b\n",
    "--",
    "1-0",
    "*",
    "Ke9",
];

#[test]
fn a_folder_has_a_file_for_each_value_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (source, target) = (folder.path().join("games.pgn"), folder.path().join("years"));
    let game = |date| format!("[Date \"{date}\"]\n[White \"A/B\"]\n\n1. e4 *\n\n");
    let dates = ["1992.01.02", "????.??.??", "1992.02.01", "1992.01.09"];
    fs::write(&source, dates.map(game).concat()).unwrap();
    let names = ["year", "month", "white", "movetext"];
    let projection = Projection::of_names(Table::Games, names).unwrap();
    let keys = ["year".to_owned(), "month".to_owned()];
    let begin =
        |keys: &[String]| FolderWriter::open(&target, &projection, keys, &[], NonZeroUsize::MIN);
    let scan = Scan::new(std::slice::from_ref(&source)).columns(names).unwrap();
    let batches = batches(scan);
    let mut writer = begin(&keys).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    drop(writer);
    assert!(!target.exists(), "what is not finished leaves nothing");
    fs::create_dir(&target).unwrap();
    let write = || {
        let mut writer = begin(&keys).unwrap();
        writer.begin_file(&source);
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer
    };
    write().end_file(Extent::Part).unwrap();
    assert!(!begin(&keys).unwrap().is_done(&source), "not all of it could be read");
    drop(write());
    let part = target.join("year=1992").join("month=1").join("part-0.parquet");
    assert!(part.exists(), "what could be read of it stays until all of it can");
    write().end_file(Extent::Whole).unwrap();
    assert!(begin(&keys).unwrap().is_done(&source));
    let unknown = "year=__HIVE_DEFAULT_PARTITION__/month=__HIVE_DEFAULT_PARTITION__";
    for (part, n_games) in [("year=1992/month=1", 2), ("year=1992/month=2", 1), (unknown, 1)] {
        let path = target.join(part).join("part-0.parquet");
        let mut text = Vec::new();
        PgnText::open(fs::File::open(path).unwrap()).unwrap().read_to_end(&mut text).unwrap();
        assert_eq!(games(&text).len(), n_games, "{part}");
    }
    let n_entries = fs::read_dir(&target).unwrap().count();
    assert_eq!(n_entries, 3, "two years and the mark");
    // A run removes the files that a killed run left in its folder.
    let other = folder.path().join("other");
    let left = other.join(".pgn-x1Y2z3.tmp");
    fs::create_dir(&other).unwrap();
    fs::write(&left, "of a run that was killed").unwrap();
    drop(FolderWriter::open(&other, &projection, &keys, &[], NonZeroUsize::MIN).unwrap());
    assert!(!left.exists());
    let error = begin(&keys[..1]).err().unwrap().to_string();
    assert!(error.contains("contains tables with other keys"), "{error}");
    let open = |names: &[&str]| {
        let projection = Projection::of_names(Table::Games, names.iter().copied()).unwrap();
        FolderWriter::open(&target, &projection, &keys, &[], NonZeroUsize::MIN)
    };
    for (names, how) in [
        (
            &["year", "month", "black"][..],
            "with `white text`, `movetext text`, without `black text`",
        ),
        (&["month", "year", "white", "movetext"], "other columns: in another order"),
    ] {
        let error = open(names).err().unwrap().to_string();
        assert!(error.contains(how), "{error}");
    }
    fs::write(&source, dates.map(game).concat() + " ").unwrap();
    assert!(!begin(&keys).unwrap().is_done(&source), "it has changed");
}

/// Cells of a column of lists.
type Lists<T> = Vec<Option<Vec<Option<T>>>>;

/// Property: lists come back as they were, in whatever batches and row groups.
fn lists_come_back(lists: &[ListArray]) {
    let field = Field::new("lists", lists[0].data_type().clone(), true);
    let schema = Arc::new(Schema::new(vec![field]));
    let batch = |list: &ListArray| {
        RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(list.clone())]).unwrap()
    };
    let (format, one) = (FileFormat::Parquet, NonZeroUsize::MIN);
    let mut writer = TableWriter::new(Vec::new(), format, &schema, one).unwrap();
    for (n, list) in lists.iter().enumerate() {
        writer.write(&batch(list)).unwrap();
        if n % 2 == 1 {
            writer.flush().unwrap();
        }
    }
    let file = Bytes::from(writer.finish().unwrap());
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
    let batches: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
    let back = concat(&schema, &batches).unwrap();
    let all: Vec<RecordBatch> = lists.iter().map(batch).collect();
    assert_eq!(back, concat(&schema, &all).unwrap());
}

fn words(lists: &Lists<String>) -> ListArray {
    let mut builder = ListBuilder::new(StringBuilder::new());
    builder.extend(lists.iter().cloned());
    builder.finish()
}

fn any_lists<T: std::fmt::Debug + Clone>(
    item: impl Strategy<Value = T>,
) -> impl Strategy<Value = Lists<T>> {
    let list = prop::collection::vec(prop::option::weighted(0.8, item), 0..30);
    prop::collection::vec(prop::option::weighted(0.8, list), 0..30)
}

proptest! {
    #[test]
    fn lists_of_words_come_back(batches in prop::collection::vec(any_lists("[a-cé]{0,10}"), 1..5)) {
        lists_come_back(&batches.iter().map(words).collect::<Vec<_>>());
    }

    #[test]
    fn lists_of_numbers_come_back(batches in prop::collection::vec(any_lists(any::<i32>()), 1..5)) {
        let lists = |lists: &Lists<i32>| {
            ListArray::from_iter_primitive::<Int32Type, _, _>(lists.iter().cloned())
        };
        lists_come_back(&batches.iter().map(lists).collect::<Vec<_>>());
        let wide = |lists: &Lists<i32>| {
            let item = |item: &Option<i32>| item.map(|item| i64::from(item) << 20);
            let list = |list: &Vec<Option<i32>>| list.iter().map(item).collect::<Vec<_>>();
            let lists = lists.iter().map(|it| it.as_ref().map(list));
            ListArray::from_iter_primitive::<Int64Type, _, _>(lists)
        };
        lists_come_back(&batches.iter().map(wide).collect::<Vec<_>>());
        let codes = |lists: &Lists<i32>| {
            let item = |item: &Option<i32>| item.map(|item| item as u16);
            let list = |list: &Vec<Option<i32>>| list.iter().map(item).collect::<Vec<_>>();
            let lists = lists.iter().map(|it| it.as_ref().map(list));
            ListArray::from_iter_primitive::<UInt16Type, _, _>(lists)
        };
        lists_come_back(&batches.iter().map(codes).collect::<Vec<_>>());
    }
}

#[test]
fn more_values_than_a_dictionary_holds_come_back() {
    let list = |from: i64| (from..from + 100).map(Some).collect::<Vec<_>>();
    let lists = (0..3_000).map(|n| Some(list(n * 50)));
    let lists = ListArray::from_iter_primitive::<Int64Type, _, _>(lists);
    let parts = [0, 500, 1_000, 2_000].map(|from| lists.slice(from, 1_000.min(3_000 - from)));
    lists_come_back(&parts);
    let word = |n: usize| Some(format!("{n}").repeat(1 + n % 7 * 100));
    let long = (0..200).map(|n| Some((n * 20..n * 20 + 30).map(word).collect())).collect();
    lists_come_back(&[words(&vec![Some(vec![word(3)])]), words(&long), words(&long)]);
}

/// The program in Python that reads a file in three ways and prints its rows.
const READ_BACK: &str = r#"
import json, sys
import duckdb, polars, pyarrow.ipc, pyarrow.parquet

path, kind = sys.argv[1:]

def plain(value):
    if isinstance(value, dict):
        value = {k: plain(v) for k, v in value.items()}
        if set(value) == {"key", "value"} and isinstance(value["key"], list):
            value = dict(zip(value["key"], value["value"]))
        return value
    if isinstance(value, (list, tuple)):
        items = [plain(item) for item in value]
        if items and all(isinstance(i, dict) and set(i) == {"key", "value"} for i in items):
            return {i["key"]: i["value"] for i in items}
        if items and all(isinstance(i, list) and len(i) == 2 for i in items):
            return dict(items)
        return items
    return value

if kind == "arrow":
    tables = {"pyarrow": pyarrow.ipc.open_stream(path).read_all().to_pylist()}
    tables["polars"] = polars.read_ipc_stream(path).to_dicts()
else:
    tables = {"pyarrow": pyarrow.parquet.read_table(path).to_pylist()}
    tables["polars"] = polars.read_parquet(path).to_dicts()
    relation = duckdb.sql(f"select * from read_parquet('{path}')")
    tables["duckdb"] = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
for name, rows in tables.items():
    for row in rows:
        row = {k: plain(v) for k, v in row.items() if v is not None}
        if row.get("tags") == []:
            row["tags"] = {}
        print(name, json.dumps(row, sort_keys=True, default=lambda moment: moment.isoformat()))
"#;

#[test]
fn other_programs_read_the_files_whole() {
    let Some(python) = pgn_testing::table_readers() else { return };
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("games.pgn");
    let mut text = pgn_testing::own_corpus(&["classic"]);
    text.extend_from_slice(ODD.as_bytes());
    fs::write(&source, text).unwrap();
    for (table, format) in [
        (Table::Games, FileFormat::Parquet),
        (Table::Games, FileFormat::Arrow),
        (Table::Positions, FileFormat::Parquet),
        (Table::Findings, FileFormat::Parquet),
    ] {
        let scan = || Scan::new(std::slice::from_ref(&source)).table(table);
        let path = folder.path().join("table");
        write(&path, format, scan());
        let mut expected = Vec::new();
        let columns = scan().projection().columns.clone();
        for batch in batches(scan()) {
            TextForm::JsonLines.append_arrow(&columns, &batch, &mut expected);
        }
        let output = Command::new(&python)
            .args(["-c", READ_BACK])
            .arg(&path)
            .arg(format.name())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        let expected: Vec<serde_json::Value> = String::from_utf8(expected)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let text = String::from_utf8(output.stdout).unwrap();
        for reader in ["pyarrow", "polars", "duckdb"] {
            let rows = text.lines().filter_map(|line| line.strip_prefix(reader));
            let rows: Vec<serde_json::Value> =
                rows.map(|line| serde_json::from_str(line).unwrap()).collect();
            if format == FileFormat::Arrow && reader == "duckdb" {
                continue;
            }
            assert!(rows == expected, "{reader}, {}: {}", table.name(), differs(&rows, &expected));
        }
    }
}

/// The program in Python that opens a folder as people do and counts its rows and years.
const COUNT_ROWS: &str = r#"
import sys
import duckdb, polars, pyarrow.dataset

folder = sys.argv[1]
print(polars.scan_parquet(folder + "/").select(polars.len(), polars.col("year").n_unique()).collect().row(0))
table = pyarrow.dataset.dataset(folder, partitioning="hive").to_table()
print((table.num_rows, len(set(table["year"].to_pylist()))))
query = f"select count(*), count(distinct coalesce(year, 0)) from read_parquet('{folder}/**/*.parquet')"
print(duckdb.sql(query).fetchall()[0])
"#;

#[test]
fn other_programs_open_a_folder() {
    let Some(python) = pgn_testing::table_readers() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (source, target) = (folder.path().join("games.pgn"), folder.path().join("years"));
    fs::write(&source, pgn_testing::own_corpus(&["classic"])).unwrap();
    let scan = Scan::new(std::slice::from_ref(&source));
    let (projection, keys) = (scan.projection().clone(), ["year".to_owned()]);
    let mut writer =
        FolderWriter::open(&target, &projection, &keys, &[], NonZeroUsize::MIN).unwrap();
    writer.begin_file(&source);
    let batches = batches(scan);
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.end_file(Extent::Whole).unwrap();
    drop(writer);
    let mut years: Vec<_> = Vec::new();
    for batch in &batches {
        let at = batch.schema().index_of("year").unwrap();
        years.extend(batch.column(at).as_primitive::<Int16Type>().iter());
    }
    let n_rows = years.len();
    years.sort_unstable();
    years.dedup();
    let output = Command::new(&python).args(["-c", COUNT_ROWS]).arg(&target).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = format!("({n_rows}, {})\n", years.len());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected.repeat(3));
}

fn differs(found: &[serde_json::Value], expected: &[serde_json::Value]) -> String {
    let first = found.iter().zip(expected).find(|(found, expected)| found != expected);
    match first {
        Some((found, expected)) => format!("found {found}\nexpected {expected}"),
        None => format!("{} rows, expected {}", found.len(), expected.len()),
    }
}
