//! Findings as values of serde.

use pgn_lint::{Config, Linter};
use pgnkit::syntax::Regions;

#[test]
fn a_finding_is_an_object_of_the_report() {
    let mut regions = Regions::new(&b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n"[..]);
    let region = regions.next_region().unwrap().unwrap();
    let findings = Linter::new(Config::default()).lint_region(&region);
    let json = serde_json::to_value(&findings).unwrap();
    let illegal = json.as_array().unwrap().iter().find(|it| it["name"] == "illegal-move").unwrap();
    assert_eq!((&illegal["code"], &illegal["line"]), (&"C001".into(), &3.into()));
    assert_eq!(illegal.get("file"), None);
}
