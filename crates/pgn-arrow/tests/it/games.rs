//! The table of games: the contents of cells, and options that do not change them.

use std::num::NonZeroUsize;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, UInt16Type,
};
use arrow_array::{Array, RecordBatch};
use pgn_arrow::{ErrorKind, OnError, Scan, Table, concat};
use pgn_query::facts::Openings;
use pgnkit::charset::Choice;
use pgnkit::read::{Games, ReadOptions};

const TEXT: &str = r#"[Event "Cup"]
[Site "?"]
[Date "1960.05.??"]
[Round "3"]
[White "Tal"]
[Black "Smyslov"]
[Result "1-0"]
[WhiteElo "2600"]
[BlackElo "unrated"]
[TimeControl "180+2"]
[Note "x"]
[Note "y"]
[ECO "C00"]

1. e4 {[%clk 0:02:59] [%eval 0.3]} e6 {[%eval #-4] [%emt 0:00:02.5]} 2. d4 (2. d3 {[%clk 1:00:00]})
2... d5 1-0

[White "No tags"]

1. e4 e5 2. Ke3 Nc6 *

[Variant "Unheard of"]

1. Zz9 Qq8 *
"#;

fn table(text: &str, columns: &[&str], filter: Option<&str>) -> RecordBatch {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    let mut scan = Scan::new(&[path]).table(Table::Games).columns(columns).unwrap();
    if let Some(filter) = filter {
        scan = scan.filter(filter).unwrap();
    }
    whole(scan)
}

fn whole(scan: Scan) -> RecordBatch {
    let schema = scan.schema();
    let batches: Vec<RecordBatch> = scan.into_reader().map(Result::unwrap).collect();
    concat(&schema, &batches).unwrap()
}

fn texts(batch: &RecordBatch, column: &str) -> Vec<Option<String>> {
    let texts = batch.column_by_name(column).unwrap().as_string::<i32>();
    texts.iter().map(|text| text.map(str::to_owned)).collect()
}

fn lists(batch: &RecordBatch, column: &str) -> Vec<Option<Vec<String>>> {
    let lists = batch.column_by_name(column).unwrap().as_list::<i32>();
    let list = |list: arrow_array::ArrayRef| {
        let texts = list.as_string::<i32>();
        texts.iter().map(|text| text.unwrap().to_owned()).collect()
    };
    lists.iter().map(|cell| cell.map(list)).collect()
}

#[test]
fn tags_are_typed_and_nothing_is_made_up() {
    let names = ["white", "date", "year", "month", "day", "whiteelo", "blackelo", "result"];
    let batch = table(TEXT, &names, None);
    assert_eq!(batch.num_rows(), 3);
    assert_eq!(texts(&batch, "date")[0].as_deref(), Some("1960.05.??"));
    let year = batch.column_by_name("year").unwrap().as_primitive::<Int16Type>();
    assert_eq!((year.value(0), year.is_null(1)), (1960, true));
    let day = batch.column_by_name("day").unwrap().as_primitive::<Int8Type>();
    assert!(day.is_null(0));
    let elo = batch.column_by_name("whiteelo").unwrap().as_primitive::<Int16Type>();
    assert_eq!(elo.value(0), 2600);
    assert!(batch.column_by_name("blackelo").unwrap().is_null(0));
    let result = batch.column_by_name("result").unwrap().as_dictionary::<Int8Type>();
    let words = result.downcast_dict::<arrow_array::StringArray>().unwrap();
    assert_eq!(words.into_iter().collect::<Vec<_>>(), [Some("1-0"), Some("*"), Some("*")]);
}

#[test]
fn days_and_moments_are_null_where_the_text_is_incomplete_or_impossible() {
    let game = |date: &str, utc_date: &str, utc_time: &str| {
        format!(
            "[Date \"{date}\"]\n[EventDate \"{date}\"]\n[UTCDate \"{utc_date}\"]\n\
             [UTCTime \"{utc_time}\"]\n\n*\n\n"
        )
    };
    const DAY: i64 = 86_400;
    for (date, utc_date, utc_time, expected) in [
        ("1970.01.02", "1970.01.02", "00:00:01", (Some(1), Some(DAY + 1))),
        ("1852.??.??", "1970.01.02", "00:00:??", (None, None)),
        ("2021.02.30", "1970.01.??", "00:00:01", (None, None)),
        ("1960-05-04", "1969.12.31", "23:59:59", (Some(-3_529), Some(-1))),
        ("", "", "", (None, None)),
    ] {
        let names = ["date_value", "eventdate_value", "utc_timestamp", "date"];
        let batch = table(&game(date, utc_date, utc_time), &names, None);
        let days = |n: usize| batch.column(n).as_primitive::<Date32Type>().iter().next().unwrap();
        let moments = batch.column(2).as_primitive::<TimestampMicrosecondType>();
        let moment = moments.iter().next().unwrap().map(|micros| micros / 1_000_000);
        assert_eq!((days(0), moment), expected, "{date}, {utc_date} {utc_time}");
        assert_eq!(days(0), days(1));
        assert_eq!(texts(&batch, "date")[0].as_deref(), Some(date));
    }
}

#[test]
fn unknown_players_are_null_and_the_map_keeps_their_text() {
    let text = "[White \"?\"]\n[Black \" ? \"]\n[Annotator \"\"]\n[Event \"?\"]\n\n*\n";
    let batch = table(text, &["white", "Black", "event", "tags", "annotator"], None);
    assert_eq!((texts(&batch, "white"), texts(&batch, "Black")), (vec![None], vec![None]));
    assert_eq!(texts(&batch, "event"), [Some("?".to_owned())]);
    assert_eq!(texts(&batch, "annotator"), [Some(String::new())]);
    let map = batch.column(3).as_map().value(0);
    let (names, values) = (map.column(0).as_string::<i32>(), map.column(1).as_string::<i32>());
    let pairs: Vec<_> = names.iter().flatten().zip(values.iter().flatten()).collect();
    assert_eq!(pairs, [("White", "?"), ("Black", " ? "), ("Annotator", "")]);
}

#[test]
fn what_no_column_holds_is_in_the_map() {
    let batch = table(TEXT, &["tags"], None);
    let map = batch.column(0).as_map().value(0);
    let (names, values) = (map.column(0).as_string::<i32>(), map.column(1).as_string::<i32>());
    let pairs: Vec<_> = names.iter().flatten().zip(values.iter().flatten()).collect();
    let expected = [("BlackElo", "unrated"), ("Note#1", "x"), ("Note", "y"), ("ECO", "C00")];
    assert_eq!(pairs, expected);
}

#[test]
fn lists_go_by_ply_and_end_before_an_illegal_move() {
    let names =
        ["moves", "uci", "codes", "clocks", "movetimes", "evals", "mates", "plycount", "errors"];
    let batch = table(TEXT, &names, None);
    let moves = lists(&batch, "moves");
    assert_eq!(moves[0].as_deref().unwrap(), ["e4", "e6", "d4", "d5"]);
    assert_eq!(moves[1].as_deref().unwrap(), ["e4", "e5"]);
    assert_eq!(moves[2].as_deref().unwrap(), ["Zz9", "Qq8"]);
    let uci = lists(&batch, "uci");
    assert_eq!(uci[0].as_deref().unwrap(), ["e2e4", "e7e6", "d2d4", "d7d5"]);
    assert_eq!(uci[2], None);
    let codes = batch.column_by_name("codes").unwrap().as_list::<i32>().value(0);
    assert_eq!(codes.as_primitive::<UInt16Type>().value(0) & 63, 12, "e2");
    let clocks = batch.column_by_name("clocks").unwrap().as_list::<i32>().value(0);
    let clocks: Vec<_> = clocks.as_primitive::<Int64Type>().iter().collect();
    assert_eq!(clocks, [Some(179_000), None, None, None]);
    let times = batch.column_by_name("movetimes").unwrap().as_list::<i32>().value(0);
    assert_eq!(times.as_primitive::<Int64Type>().value(1), 2_500);
    let evals = batch.column_by_name("evals").unwrap().as_list::<i32>().value(0);
    assert_eq!(evals.as_primitive::<Int32Type>().value(0), 30);
    let mates = batch.column_by_name("mates").unwrap().as_list::<i32>().value(0);
    assert_eq!(mates.as_primitive::<Int32Type>().value(1), -4);
    assert!(batch.column_by_name("clocks").unwrap().is_null(1));
    let errors = lists(&batch, "errors");
    assert_eq!(errors[0], None);
    assert!(errors[1].as_ref().unwrap()[0].starts_with("C001 illegal-move: "), "{errors:?}");
}

#[test]
fn the_movetext_is_the_text_without_tag_pairs() {
    let batch = table(TEXT, &["movetext", "offset", "length"], None);
    let movetext = texts(&batch, "movetext");
    assert!(movetext[0].as_deref().unwrap().starts_with("1. e4 {[%clk"));
    assert_eq!(movetext[1].as_deref(), Some("1. e4 e5 2. Ke3 Nc6 *"));
    for row in 0..3 {
        let at = |name| batch.column_by_name(name).unwrap().as_primitive::<Int64Type>().value(row);
        let (offset, length) = (at("offset") as usize, at("length") as usize);
        let text = &TEXT[offset..offset + length];
        assert!(text.starts_with('[') && text.ends_with(['0', '*']), "{text}");
    }
}

#[test]
fn a_filter_leaves_games_out_and_keeps_numbers() {
    let batch = table(TEXT, &["game", "white"], Some(r#"white = "No tags""#));
    assert_eq!(batch.num_rows(), 1);
    assert_eq!(batch.column(0).as_primitive::<Int64Type>().value(0), 2);
}

#[test]
fn no_columns_at_all_are_counted() {
    assert_eq!(table(TEXT, &[], None).num_rows(), 3);
}

/// Property: a column has the same cells, whichever other columns are asked for.
#[test]
fn columns_do_not_depend_on_each_other() {
    let names: Vec<&str> = Table::Games.columns().iter().map(|it| it.name.as_ref()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| *name != "file").collect();
    let own = pgn_testing::own_corpus(&["wild", "dialect", "lesson"]);
    for text in [TEXT, &String::from_utf8_lossy(&own)] {
        let together = table(text, &names, None);
        for name in &names {
            let alone = table(text, &[name], None);
            assert_eq!(alone.column(0), together.column_by_name(name).unwrap(), "{name}");
        }
    }
}

/// Property: a column has the same tag value as the game, with control codes, escapes and bytes of
/// any encoding.
#[test]
fn texts_are_those_of_the_games() {
    const ODD: &[u8] =
        b"[Event \"A\tcup\x01\x7f \\\"of\\\" M\xfcller\\\\\"]\n[White \"\x85\xe9\"]\n\n1. e4 *\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let corpus = |name: &str| pgn_testing::own_corpus(&[name]);
    for text in [ODD.to_vec(), corpus("wild"), corpus("dialect"), corpus("classic")] {
        std::fs::write(&path, &text).unwrap();
        let columns = ["event", "site", "white", "black"];
        let batch = whole(Scan::new(std::slice::from_ref(&path)).columns(columns).unwrap());
        // The encoding of a file is recognized, and some of the corpus are Cyrillic.
        let encoding = Choice::Auto.for_text(&text);
        let options = ReadOptions::default().with_encoding(encoding);
        let games: Vec<_> = Games::with(&text[..], options, ()).map(Result::unwrap).collect();
        assert_eq!(batch.num_rows(), games.len());
        for (column, name) in columns.iter().zip(["Event", "Site", "White", "Black"]) {
            let is_known = |value: &&str| !["white", "black"].contains(column) || *value != "?";
            let says = |game: &pgnkit::Game| game.tag(name).filter(is_known).map(str::to_owned);
            let expected: Vec<_> = games.iter().map(says).collect();
            assert_eq!(texts(&batch, column), expected, "{name}");
        }
    }
}

/// Property: rows are the same whether the text is read while it is cut or, for a filter, after
/// that.
#[test]
fn text_that_is_read_while_it_is_cut_gives_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let names = Table::Games.columns().iter().map(|it| it.name.as_ref());
    let names: Vec<&str> =
        names.filter(|name| !["game", "line", "movetext", "rest"].contains(name)).collect();
    let pieces = ["wild", "classic", "dialect", "generated", "lesson"];
    let mut texts: Vec<Vec<u8>> =
        pieces.iter().map(|piece| pgn_testing::own_corpus(&[piece])).collect();
    texts.push(texts.concat().repeat(2));
    texts.push(b"no games\n".repeat(9));
    for (n, text) in texts.iter().enumerate() {
        let path = folder.path().join(format!("{n}.pgn"));
        std::fs::write(&path, text).unwrap();
        for columns in [&names[..], &["eco", "white"], &["result"], &["plycount"], &[]] {
            let scan = || Scan::new(std::slice::from_ref(&path)).on_error(OnError::Skip);
            let scan = || scan().columns(columns).unwrap();
            let after = whole(scan().filter("game >= 1").unwrap());
            assert_eq!(whole(scan()), after, "text {n}, {columns:?}");
        }
    }
}

/// Property: the opening is the same whether the moves are read for it alone or for other columns,
/// too.
#[test]
fn openings_are_the_same_with_and_without_moves() {
    const OPENING: [&str; 3] = ["eco", "opening", "variation"];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let pieces = ["wild", "classic", "dialect", "generated", "lesson"];
    std::fs::write(&path, pgn_testing::own_corpus(&pieces)).unwrap();
    for openings in [Openings::Moves, Openings::Either, Openings::Tags] {
        let scan = |columns: &[&str]| {
            let scan = Scan::new(std::slice::from_ref(&path)).on_error(OnError::Skip);
            whole(scan.openings(openings).columns(columns.iter().copied()).unwrap())
        };
        let alone = scan(&OPENING);
        let beside = scan(&[&OPENING[..], &["moves", "plycount"]].concat());
        assert_eq!(alone, beside.project(&[0, 1, 2]).unwrap());
        let has_names = alone.column(1).null_count() < alone.num_rows();
        assert!(has_names || openings == Openings::Tags);
    }
}

/// Property: the number of threads, and the size of batches, change nothing.
#[test]
fn threads_and_batches_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, pgn_testing::own_corpus(&["wild", "classic"]).repeat(8)).unwrap();
    let scan = |n_threads, batch_rows| {
        Scan::new(std::slice::from_ref(&path))
            .threads(NonZeroUsize::new(n_threads).unwrap())
            .batch_rows(NonZeroUsize::new(batch_rows).unwrap())
    };
    let expected = whole(scan(1, 8_192));
    assert!(expected.num_rows() > 100);
    assert_eq!(whole(scan(4, 7)), expected);
    let sizes = scan(2, 7).into_reader().map(|batch| batch.unwrap().num_rows());
    assert!(sizes.skip(1).all(|n_rows| n_rows <= 7));
}

#[test]
fn a_reader_that_is_dropped_leaves_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, TEXT.repeat(20_000)).unwrap();
    let mut reader = Scan::new(&[path]).into_reader();
    assert!(reader.next().unwrap().is_ok());
    drop(reader);
}

#[test]
fn a_missing_file_is_an_error_after_the_rows_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, TEXT).unwrap();
    let paths = [path, folder.path().join("none.pgn")];
    let mut reader = Scan::new(&paths).columns(["white"]).unwrap().into_reader();
    assert_eq!(reader.next_batch().unwrap().unwrap().num_rows(), 3);
    let error = reader.next_batch().unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Db(pgn_db::error::ErrorKind::NotFound));
    assert!(reader.next_batch().is_none());
    let scan = Scan::new(&paths).on_error(pgn_arrow::OnError::Skip);
    let mut reader = scan.into_reader();
    assert!(reader.by_ref().all(|batch| batch.is_ok()));
    assert_eq!(reader.file_errors().len(), 1);
}
