//! The problems that can be detected without chess: characters, tokens, tag pairs, structure.
//!
//! Standard: §4, §5, §6, §7, §8.1, §8.2, §18. Decisions: D-03, D-06 to D-09, D-12, D-22, D-26,
//! D-30.

use super::{Code, Fault};

/// Declares faults as constants, and the table of all of them as `FAULTS`; the crates that continue
/// the numbering declare theirs with it.
///
/// A row is `NAME = 'L' 1 "kebab-name" Departure "§4.1" "one line";` under its doc comment. It may
/// end with an example text, `in b"…"`; the example of the constant is then made from the strings
/// after `examples`, the text and the name.
#[doc(hidden)]
#[macro_export]
macro_rules! faults {
    (examples $before:literal $after:literal;
        $($(#[$doc:meta])* $constant:ident = $letter:literal $number:literal $name:literal
        $conformance:ident $section:literal $summary:literal $(in $text:literal)?;)*) => {
        $($(#[$doc])*
        $(#[doc = concat!("\n```\nuse ", $before, stringify!($text), $after, stringify!($constant),
            ".code));\n```")])?
        pub const $constant: $crate::diagnostic::Fault = $crate::diagnostic::Fault {
            code: $crate::diagnostic::Code::new($letter, $number),
            name: $name,
            conformance: $crate::diagnostic::Conformance::$conformance,
            section: $section,
            summary: $summary,
        };)*
        /// Every fault declared here, in the order of declaration.
        pub const FAULTS: &[$crate::diagnostic::Fault] = &[$($constant),*];
    };
}

faults! {
    examples
        "pgn_syntax::{diagnostic::fault, diagnostics};\nlet found = diagnostics("
        ");\nassert!(found.iter().any(|it| it.code == fault::";
    /// A control code other than HT, LF, VT, CR (D-03).
    CONTROL_CHARACTER = 'L' 1 "control-character" Departure "§4.1"
        "control character that PGN does not use"
        in b"1. e4\x0c e5 *";
    /// DEL, or a code from 128 to 159 read as Latin-1.
    UNUSED_CHARACTER = 'L' 2 "unused-character" Departure "§4.1"
        "character code that PGN does not use"
        in b"1. e4 {a\x7fb} *";
    /// A character beyond ASCII outside strings and comments.
    MISPLACED_CHARACTER = 'L' 3 "misplaced-character" Departure "§4.1"
        "character beyond ASCII outside strings and comments"
        in b"1. \xe2\x99\x98f3 *";
    /// A `%` outside strings and comments that is not in column 1.
    MISPLACED_PERCENT = 'L' 4 "misplaced-percent" Departure "§6"
        "percent sign that is not in column 1"
        in b"1. e4\n %private\n*";
    /// The code 26 that DOS programs wrote at the end of a file; joined files also have it in the
    /// middle.
    END_OF_FILE_MARK = 'L' 5 "end-of-file-mark" Departure "§4.1"
        "DOS end-of-file mark"
        in b"1. e4 *\n\x1a\n";
    /// A byte-order mark that is not at the start of the file.
    BYTE_ORDER_MARK = 'L' 6 "byte-order-mark" Departure "§4.1"
        "byte-order mark in the middle of the text"
        in b"1. e4 *\n\n\xef\xbb\xbf1. d4 *";
    /// A no-break space or another space of Unicode outside strings and comments.
    FOREIGN_SPACE = 'L' 7 "foreign-space" Departure "§4.1"
        "white space that PGN does not have"
        in b"1. e4\xc2\xa0e5 *";
    /// A brace comment that is never closed.
    UNCLOSED_COMMENT = 'L' 10 "unclosed-comment" Departure "§5"
        "brace comment that is not closed"
        in b"1. e4 {best by test 1... e5";
    /// A `}` outside any comment.
    STRAY_BRACE = 'L' 11 "stray-brace" Departure "§5"
        "closing brace outside a comment"
        in b"1. e4 {an outer {remark}} e5 *";
    /// A comment with a line that is a tag pair: the brace may have been left open.
    TAG_IN_COMMENT = 'L' 12 "tag-in-comment" Remark "§5"
        "comment with a line that looks like a tag pair"
        in b"1. e4 {the next:\n[Event \"x\"]\n} e5 *";
    /// `<` or `>`, reserved for the future.
    RESERVED_BRACKET = 'L' 13 "reserved-bracket" Departure "§7"
        "angle bracket, reserved for future use"
        in b"1. e4 <think> e5 *";
    /// A symbol of more than 255 characters.
    OVERLONG_SYMBOL = 'L' 14 "overlong-symbol" Departure "§7"
        "symbol of more than 255 characters";
    /// A string of more than 255 characters of data.
    OVERLONG_STRING = 'L' 15 "overlong-string" Departure "§7"
        "string of more than 255 characters";
    /// A string that its line does not close.
    UNCLOSED_STRING = 'L' 16 "unclosed-string" Departure "§7"
        "string that is not closed on its line"
        in b"[Event \"Candidates]\n\n*";
    /// A tab inside a string.
    TAB_IN_STRING = 'L' 17 "tab-in-string" Departure "§4.2"
        "tab inside a string"
        in b"[Event \"New\tYork\"]\n\n*";
    /// A backslash in a string before anything but a quote or a backslash.
    UNKNOWN_STRING_ESCAPE = 'L' 18 "unknown-string-escape" Remark "§7"
        "backslash before an ordinary character"
        in b"[Site \"C:\\games\"]\n\n*";
    /// A character that begins no token.
    STRAY_CHARACTER = 'L' 19 "stray-character" Departure "§7"
        "character that begins no token"
        in b"1. e4, e5 *";
    /// The text is not PGN at all.
    NOT_PGN = 'L' 20 "not-pgn" Departure "§4"
        "text that is not PGN"
        in b"version https://git-lfs.github.com/spec/v1\noid sha256:01\n";
    /// Lines between games that do not belong to any game.
    TEXT_OUTSIDE_GAME = 'L' 21 "text-outside-game" Departure "§8"
        "text outside any game"
        in b"Our game:\n\n[Result \"*\"]\n\n1. e4 *";
    /// Comments or escapes after which no game comes.
    COMMENT_OUTSIDE_GAME = 'L' 25 "comment-outside-game" Remark "§8"
        "comment outside any game"
        in b"; games of the club, to be added\n";
    /// A tag pair that lacks a part.
    MALFORMED_TAG = 'T' 1 "malformed-tag" Departure "§8.1"
        "malformed tag pair"
        in b"[Event]\n[Result \"*\"]\n\n*";
    /// A tag name with characters other than letters, digits and underscores.
    BAD_TAG_NAME = 'T' 2 "bad-tag-name" Departure "§8.1"
        "character not allowed in a tag name"
        in b"[White-Elo \"2700\"]\n\n*";
    /// A quote inside a tag value without its backslash.
    UNESCAPED_QUOTE = 'T' 3 "unescaped-quote" Departure "§7"
        "quote inside a tag value without a backslash"
        in b"[White \"Jose \"Pepe\" Diaz\"]\n\n*";
    /// A tag pair without its closing bracket.
    UNCLOSED_TAG = 'T' 4 "unclosed-tag" Departure "§8.1"
        "tag pair without its closing bracket"
        in b"[Event \"Candidates\"\n[Result \"*\"]\n\n*";
    /// A tag value in other quotes than `"`, or in none (D-26).
    UNQUOTED_VALUE = 'T' 25 "unquoted-value" Departure "§8.1"
        "tag value without double quotes"
        in b"[Event Candidates]\n[Result \"*\"]\n\n*";
    /// A game without its termination marker.
    MISSING_MARKER = 'M' 1 "missing-marker" Departure "§8.2.6"
        "game without a termination marker"
        in b"1. e4 e5\n";
    /// `1/2`, `½-½`, `1 - 0` and the like in the place of a termination marker.
    ODD_MARKER = 'M' 2 "odd-marker" Departure "§8.2.6"
        "termination marker in an unusual spelling"
        in b"1. e4 e5 0.5-0.5";
    /// A termination marker inside a variation.
    MARKER_IN_VARIATION = 'M' 3 "marker-in-variation" Remark "§8.2.6"
        "termination marker inside a variation"
        in b"1. e4 (1. d4 d5 1/2-1/2) e5 *";
    /// `(` that is never closed.
    UNCLOSED_VARIATION = 'M' 4 "unclosed-variation" Departure "§8.2.5"
        "variation that is not closed"
        in b"1. e4 (1. d4 d5 *";
    /// `)` without `(`.
    STRAY_PARENTHESIS = 'M' 5 "stray-parenthesis" Departure "§8.2.5"
        "closing parenthesis without an opening one"
        in b"1. e4 e5) 2. Nf3 *";
    /// `$` without digits.
    EMPTY_NAG = 'M' 6 "empty-nag" Departure "§8.2.4"
        "dollar sign without a number"
        in b"1. e4 $ e5 *";
    /// A period that follows no move number.
    STRAY_PERIOD = 'M' 7 "stray-period" Departure "§8.2.2"
        "period without a move number"
        in b"1. e4 ... e5 *";
    /// A game longer than 4 GiB, which is cut there.
    OVERLONG_GAME = 'M' 8 "overlong-game" Departure "§8"
        "game of more than 4 GiB";
    /// `Kf21-0`: no white space between the last move and the termination marker.
    GLUED_MARKER = 'M' 16 "glued-marker" Departure "§8.2.6"
        "termination marker that touches the move before it"
        in b"1. e4 e5 2. Nf31-0";
    /// A variation or a NAG after the termination marker (D-09).
    LATE_ANNOTATION = 'M' 18 "late-annotation" Departure "§8.2.6"
        "variation or NAG after the termination marker"
        in b"1. e4 e5 1-0 (1... c5)";
}

/// The fault with this code, if this crate declares it.
///
/// ```
/// use pgn_syntax::{Code, diagnostic::fault};
/// let fault = fault::by_code(Code::new('L', 11)).expect("a fault of this crate");
/// assert_eq!(fault.name, "stray-brace");
/// assert_eq!(fault::by_code(Code::new('C', 1)), None);
/// ```
#[must_use]
pub fn by_code(code: Code) -> Option<&'static Fault> {
    FAULTS.iter().find(|fault| fault.code == code)
}
