//! Errors of Blind Game Notation itself; moves are checked like those of PGN (D-61).

pgnkit::syntax::faults! {
    examples "" "";
    /// A comment that ends early, at another one, a tag or the end of the text.
    UNCLOSED_BARS = 'M' 301 "unclosed-bars" Departure "§5"
        "comment of Blind Game Notation without its closing bars";
    /// `||` without an open comment.
    STRAY_BARS = 'M' 302 "stray-bars" Departure "§5"
        "closing bars of Blind Game Notation without a comment";
    /// A brace, a parenthesis or a semicolon in a line of moves.
    FOREIGN_SIGN = 'M' 303 "foreign-sign" Departure "§8.2.5"
        "PGN character that Blind Game Notation does not have";
    /// A label such as `A1` without an open variation A.
    SKIPPED_LABEL = 'M' 304 "skipped-label" Departure "§8.2.5"
        "label of a nested variation without its outer variation";
}
