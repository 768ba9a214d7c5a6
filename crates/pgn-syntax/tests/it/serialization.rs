//! Values survive serde.

use pgn_syntax::{Code, Diagnostic, Span, diagnostic::fault};

#[test]
fn a_diagnostic_survives() {
    let diagnostic = Diagnostic::new(&fault::STRAY_BRACE, Span::new(4, 5));
    let text = serde_json::to_string(&diagnostic).expect("JSON");
    let expected = r#"{"code":"L011","span":{"start":4,"end":5},"other":{"start":4,"end":4}}"#;
    assert_eq!(text, expected);
    assert_eq!(serde_json::from_str::<Diagnostic>(&text).expect("a value"), diagnostic);
    assert!(serde_json::from_str::<Code>("\"Q001\"").is_err());
}
