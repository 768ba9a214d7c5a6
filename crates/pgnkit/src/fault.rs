//! The problems that require chess or the meaning of tags to detect.
//!
//! Standard: §4.1, §8.1, §8.2, §9.7, §10, §16.1. Decisions: D-01, D-13 to D-15, D-22, D-23, D-30 to
//! D-37, D-45 to D-47, D-60.

use pgn_syntax::{Code, Fault};

pgn_syntax::faults! {
    examples
        "pgnkit::{fault, read::Games};\nlet mut games = Games::with(&"
        "[..], Default::default(), Vec::new());\ngames.by_ref().for_each(drop);\n\
         assert!(games.notes().iter().any(|it| it.code == fault::";
    /// A field is neither UTF-8 nor Latin-1; it was read as Windows-1252 (D-01).
    WINDOWS_1252 = 'L' 22 "windows-1252" Departure "§4.1"
        "characters of Windows code page 1252"
        in b"1. e4 {\x93best by test\x94} *";
    /// A byte that is not part of a character, in a field that is otherwise UTF-8 (D-01).
    STRAY_BYTE = 'L' 28 "stray-byte" Departure "§4.1"
        "byte that is not part of a UTF-8 character"
        in b"1. e4 {Sch\xc3\xb6n, sp\xe4ter} *";
    /// A field is in the legacy encoding that the file was found to be in (D-70).
    LEGACY_ENCODING = 'L' 29 "legacy-encoding" Departure "§4.1"
        "text in an encoding that was recognized by its words"
        in b"1. e4 {\xd5\xee\xf0\xee\xf8\xe8\xe9 \xf5\xee\xe4} *";
    /// A field that is not UTF-8, next to others that are (D-71).
    MIXED_ENCODINGS = 'L' 30 "mixed-encodings" Departure "§4.1"
        "UTF-8 and a legacy encoding in one file";
    /// The Result tag has none of the four values.
    BAD_RESULT = 'T' 10 "bad-result" Departure "§8.1.1.7"
        "Result tag with an invalid value"
        in b"[Result \"none\"] 1. e4 *";
    /// The Result tag and the termination marker differ (D-22).
    RESULT_MISMATCH = 'T' 11 "result-mismatch" Departure "§8.1.1.7"
        "Result tag and termination marker that differ"
        in b"[Result \"1-0\"] 1. e4 e5 0-1";
    /// A tag name comes twice; the last value counts (D-14).
    DUPLICATE_TAG = 'T' 12 "duplicate-tag" Remark "§8.1"
        "tag name that was used before"
        in b"[White \"Tal\"][White \"Tal, Mikhail\"] *";
    /// A well-known tag name in the wrong letter case (D-15).
    WRONG_CASE_TAG = 'T' 13 "wrong-case-tag" Remark "§8.1"
        "tag name in the wrong letter case"
        in b"[EVENT \"Candidates\"] *";
    /// SetUp is 1, but the FEN is missing.
    SETUP_WITHOUT_FEN = 'T' 14 "setup-without-fen" Departure "§9.7"
        "SetUp without a FEN tag"
        in b"[SetUp \"1\"] 1. e4 *";
    /// A FEN without SetUp.
    FEN_WITHOUT_SETUP = 'T' 15 "fen-without-setup" Departure "§9.7"
        "FEN tag without SetUp"
        in b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] *";
    /// SetUp is 0, but there is a FEN (D-23).
    SETUP_CONFLICT = 'T' 16 "setup-conflict" Remark "§9.7"
        "SetUp tag that contradicts the FEN tag"
        in b"[SetUp \"0\"][FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] *";
    /// A variant with its own start positions, without the position.
    VARIANT_WITHOUT_FEN = 'T' 17 "variant-without-fen" Departure "§9.7"
        "variant without the FEN tag it needs"
        in b"[Variant \"Chess960\"] 1. e4 *";
    /// A position that only a variant has, in a game without a Variant tag (D-60).
    MISSING_VARIANT = 'T' 18 "missing-variant" Remark "§9.7"
        "position of a variant without a Variant tag"
        in b"[SetUp \"1\"][FEN \"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1\"] *";
    /// A variant with unknown rules; its moves are not checked.
    UNKNOWN_VARIANT = 'T' 19 "unknown-variant" Remark "§9.7"
        "variant whose moves are not checked"
        in b"[Variant \"Xiangqi\"] 1. e4 *";
    /// Only the Event of a server names the variant (D-91).
    VARIANT_IN_EVENT = 'T' 146 "variant-in-event" Remark "§9.7"
        "variant that only the Event tag names"
        in b"[Event \"FICS rated suicide game\"] 1. e3 *";
    /// The Result tag has a forfeit or an arbiter's result, which the standard does not have
    /// (D-74).
    SPECIAL_RESULT = 'T' 20 "special-result" Remark "§8.1.1.7"
        "Result tag with a forfeit or an arbiter's result"
        in b"[Result \"+/-\"] *";
    /// The Result tag has a result, and the marker is `*` (D-22).
    OPEN_MARKER = 'T' 21 "open-marker" Remark "§8.2.6"
        "marker `*` in a game whose Result tag has a result"
        in b"[Result \"1-0\"] 1. e4 e5 *";
    /// The result comes once more, in another spelling, before the marker (D-74).
    REPEATED_RESULT = 'T' 22 "repeated-result" Departure "§8.2.6"
        "result written twice at the end of a game"
        in b"1. e4 e5 draw 1/2-1/2";
    /// A move number that is not the one of the move (D-31).
    WRONG_MOVE_NUMBER = 'M' 9 "wrong-move-number" Departure "§8.2.2"
        "wrong move number"
        in b"1. e4 e5 3. Nf3 *";
    /// Suffix marks that are doubled, detached, or not one of the six.
    ODD_SUFFIX = 'M' 10 "odd-suffix" Departure "§8.2.3.8"
        "suffix annotation in an unusual form"
        in b"1. e4 ! e5 *";
    /// A NAG above 255.
    NAG_OUT_OF_RANGE = 'M' 11 "nag-out-of-range" Departure "§8.2.4"
        "NAG above 255"
        in b"1. e4 $300 *";
    /// `()`, or a variation of comments alone.
    EMPTY_VARIATION = 'M' 12 "empty-variation" Departure "§8.2.5"
        "variation without a move"
        in b"1. e4 () e5 *";
    /// A variation before any move that it could replace.
    VARIATION_WITHOUT_MOVE = 'M' 13 "variation-without-move" Departure "§8.2.5"
        "variation with no move before it to replace"
        in b"(1. d4 d5) 1. e4 *";
    /// NAG 140 to 255, which the standard reserves.
    RESERVED_NAG = 'M' 14 "reserved-nag" Remark "§10"
        "NAG that the standard reserves"
        in b"1. e4 $146 *";
    /// NAG 0, which carries no information.
    NULL_NAG = 'M' 15 "null-nag" Remark "§10"
        "null NAG"
        in b"1. e4 $0 e5 *";
    /// An annotation symbol that is not in the table; it is kept as a comment (D-79).
    UNKNOWN_SYMBOL = 'M' 17 "unknown-symbol" Departure "§8.2.3.8"
        "annotation symbol without a known meaning"
        in b"1. e4 ^^ e5 *";
    /// No legal move fits.
    ILLEGAL_MOVE = 'C' 1 "illegal-move" Departure "§8.2"
        "illegal move"
        in b"1. e4 e5 2. Nf6 *";
    /// Several legal moves fit.
    AMBIGUOUS_MOVE = 'C' 2 "ambiguous-move" Departure "§8.2.3.4"
        "ambiguous move"
        in b"1. Nf3 d5 2. d3 e5 3. Nd2 *";
    /// Text in the place of a move that is not a move. It is kept as a comment; if it was meant as
    /// a move, in letters that are not English, the rest of the line is kept with it.
    UNREADABLE_MOVE = 'C' 3 "unreadable-move" Departure "§8.2.3"
        "text that is not a move"
        in b"1. e4 resigns *";
    /// A move whose text is not canonical SAN, but whose meaning is certain (D-32).
    NONSTANDARD_MOVE = 'C' 4 "nonstandard-move" Departure "§8.2.3.7"
        "move that is not in standard notation"
        in b"1. e2e4 e5 *";
    /// A missing or wrong check or mate mark (D-37).
    WRONG_CHECK_MARK = 'C' 5 "wrong-check-mark" Departure "§8.2.3.5"
        "missing or wrong check or mate mark";
    /// A null move (D-34).
    NULL_MOVE = 'C' 6 "null-move" Departure "§8.2.3"
        "null move"
        in b"1. e4 (1. d4 -- 2. c4) e5 *";
    /// The final position contradicts the result.
    RESULT_AGAINST_BOARD = 'C' 7 "result-against-board" Remark "§8.2.6"
        "result that the final position contradicts"
        in b"1. f3 e5 2. g4 Qh4# 1-0";
    /// A move whose letters may mean another piece, or that lacks its promotion piece; it is read
    /// if one legal move fits and no move number contradicts it (D-32).
    DOUBTFUL_MOVE = 'C' 8 "doubtful-move" Departure "§8.2.3"
        "move whose letters may mean another piece"
        in b"1. e4 e5 2. bc4 Nf6 *";
    /// Kings put on the squares in the center after the game, as electronic boards record them; the
    /// line ends before them.
    KINGS_IN_CENTER = 'C' 9 "kings-in-center" Departure "§8.2"
        "kings placed in the center after the game"
        in b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# Ke4 1-0";
    /// The move before it once more; it is kept as a comment.
    REPEATED_MOVE = 'C' 10 "repeated-move" Departure "§8.2"
        "move that is written twice"
        in b"1. e4 e5 2. Nf3\n2. Nf3 Nc6 3. Bb5 *";
    /// Moves in the piece letters of another language, which the caller named or asked to detect
    /// (D-62).
    FOREIGN_LETTERS = 'C' 201 "foreign-letters" Departure "§17"
        "moves in the piece letters of another language";
    /// Several languages' letters make different games of the moves; none was taken (D-62).
    UNCLEAR_LANGUAGE = 'C' 202 "unclear-language" Remark "§17"
        "moves that are legal with the letters of several languages";
    /// The FEN cannot be read.
    BAD_FEN = 'F' 1 "bad-fen" Departure "§16.1"
        "FEN that cannot be read"
        in b"[SetUp \"1\"][FEN \"4k3/8/8/8/8/8/4X3/4K3 w - - 0 1\"] *";
    /// The FEN is well written, but no game can be in that position.
    ILLEGAL_POSITION = 'F' 2 "illegal-position" Departure "§16.1"
        "FEN of an impossible position"
        in b"[SetUp \"1\"][FEN \"8/8/8/8/8/8/4P3/4K3 w - - 0 1\"] *";
    /// A FEN that had to be corrected (D-46, D-47).
    NONSTANDARD_FEN = 'F' 3 "nonstandard-fen" Departure "§16.1"
        "FEN in an unusual form"
        in b"[SetUp \"1\"][FEN \"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1\"] *";
    /// Both sides may castle in Chess960, and their kings are on different files (D-60).
    KINGS_APART = 'F' 4 "kings-apart" Remark "§16.1"
        "castling rights of kings on different files"
        in b"[Variant \"Chess960\"][FEN \"r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1\"] *";
}

/// The fault with this code, if it is one of this crate or of pgn-syntax.
///
/// ```
/// use pgnkit::fault;
/// let code = fault::ILLEGAL_MOVE.code;
/// assert_eq!(fault::by_code(code).map(|it| it.name), Some("illegal-move"));
/// ```
#[must_use]
pub fn by_code(code: Code) -> Option<&'static Fault> {
    let ours = FAULTS.iter().find(|fault| fault.code == code);
    ours.or_else(|| pgn_syntax::diagnostic::fault::by_code(code))
}
