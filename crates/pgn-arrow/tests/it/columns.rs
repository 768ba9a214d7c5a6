//! Which columns exist, and what happens with a name that is not a column.

use arrow_schema::DataType;
use pgn_arrow::{ErrorKind, Scan, Table};
use pgn_query::facts::FACTS;

#[test]
fn names_are_unlike_each_other() {
    for table in Table::ALL {
        let columns = table.columns();
        for (n, column) in columns.iter().enumerate() {
            assert!(columns[..n].iter().all(|other| other.name != column.name), "{}", column.name);
            assert_eq!(table.column(&column.name).unwrap(), *column);
        }
    }
}

#[test]
fn every_fact_with_one_value_is_a_column() {
    for row in FACTS.iter().filter(|row| !row.has_side && !row.has_place && row.name != "fault") {
        Table::Games.column(row.name).unwrap();
    }
}

#[test]
fn an_unknown_name_is_refused_with_the_nearest() {
    let scan = || Scan::new(&["-".into()]);
    let error = scan().columns(["whitelo"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Column);
    let expected = "the table `games` has no column `whitelo` (did you mean `whiteelo`?)";
    assert_eq!(error.to_string(), expected);
    let error = scan().columns(["white", "white"]).unwrap_err();
    assert_eq!(error.to_string(), "the column `white` is named twice");
    assert!(scan().columns(["WhiteRatingDiff"]).is_ok());
}

#[test]
fn a_wrong_expression_shows_its_place() {
    let error = Scan::new(&["-".into()]).filter("whitelo > 2000").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Query);
    assert!(error.to_string().contains("\n  whitelo > 2000\n  ^^^^^^^\n"), "{error}");
}

#[test]
fn a_schema_has_the_types_of_its_columns() {
    let names = ["year", "result", "clocks", "avgelo"];
    let schema = Scan::new(&["-".into()]).columns(names).unwrap().schema();
    assert_eq!(schema.field(0).data_type(), &DataType::Int16);
    assert!(matches!(schema.field(1).data_type(), DataType::Dictionary(..)));
    assert!(matches!(schema.field(2).data_type(), DataType::List(item)
        if item.data_type() == &DataType::Int64));
    assert_eq!(schema.field(3).data_type(), &DataType::Float64);
}
