//! The problems in a line of EPD (§16.2, D-47 to D-51).

pgnkit::syntax::faults! {
    examples "" "";
    /// A malformed opcode: too long, or with characters that are not allowed.
    MALFORMED_OPCODE = 'F' 201 "malformed-opcode" Departure "§16.2.4"
        "malformed EPD opcode";
    /// Operands of the wrong number or kind, or out of range.
    BAD_OPERAND = 'F' 202 "bad-operand" Departure "§16.2.5"
        "EPD operands of the wrong number, kind or range";
    /// A string of 256 bytes or more.
    OVERLONG_OPERAND = 'F' 203 "overlong-operand" Departure "§16.2.4"
        "EPD string of 256 bytes or more";
    /// A string that is not closed.
    UNCLOSED_OPERAND = 'F' 204 "unclosed-operand" Departure "§16.2.4"
        "EPD string that is not closed";
    /// A repeated opcode; the last one counts.
    DUPLICATE_OPCODE = 'F' 205 "duplicate-opcode" Departure "§16.2.4"
        "EPD opcode that was used before in the record";
    /// A move that cannot be played there.
    UNPLAYABLE_OPERAND = 'F' 206 "unplayable-operand" Departure "§16.2.5"
        "EPD operand that is not a playable move";
    /// A draw is offered or claimed without a move.
    MISSING_SUPPLIED_MOVE = 'F' 207 "missing-supplied-move" Departure "§16.2.5"
        "draw offer or claim without a supplied move";
    /// An operation that no semicolon ends.
    MISSING_SEMICOLON = 'F' 208 "missing-semicolon" Departure "§16.2.4"
        "EPD operation without its semicolon";
    /// A semicolon without an operation.
    STRAY_SEMICOLON = 'F' 209 "stray-semicolon" Departure "§16.2.4"
        "semicolon without an EPD operation";
    /// The two counters of a FEN after the four fields.
    FEN_COUNTERS = 'F' 210 "fen-counters" Departure "§16.2.3"
        "FEN counters in an EPD record";
    /// White space other than the one required space.
    OPERATION_SPACING = 'F' 211 "operation-spacing" Departure "§16.2.4"
        "nonstandard white space in an EPD record";
    /// A string without its quotes.
    UNQUOTED_STRING = 'F' 212 "unquoted-string" Departure "§16.2.5"
        "EPD string without quotes";
    /// `\"` in a string, which only makes sense as a quote.
    ESCAPED_QUOTE = 'F' 213 "escaped-quote" Departure "§16.2.4"
        "quote with a backslash in an EPD string";
    /// A character that is not printing ASCII.
    FOREIGN_CHARACTER = 'F' 214 "foreign-character" Departure "§16.2"
        "character in an EPD record that is not printing ASCII";
    /// A line that is a remark, not a record.
    REMARK_LINE = 'F' 215 "remark-line" Departure "§16.2"
        "remark line in an EPD file";
    /// A plus sign or leading zeros.
    DISCOURAGED_NUMBER = 'F' 216 "discouraged-number" Remark "§16.2.4"
        "EPD integer with a plus sign or leading zeros";
    /// Opcodes that are not in ASCII order.
    UNORDERED_OPERATIONS = 'F' 217 "unordered-operations" Remark "§16.2.4"
        "EPD operations that are not in ASCII order";
    /// Moves of `am` or `bm` that are not in ASCII order.
    UNORDERED_OPERANDS = 'F' 218 "unordered-operands" Remark "§16.2.4"
        "EPD operands that are not in ASCII order";
    /// An opcode that is private to one program, or has only one character.
    PRIVATE_OPCODE = 'F' 219 "private-opcode" Remark "§16.2.4"
        "private EPD opcode";
    /// A public opcode that is not known here.
    UNKNOWN_OPCODE = 'F' 220 "unknown-opcode" Remark "§16.2.4"
        "unknown EPD opcode";
    /// `ce` and `dm` that cannot both be true.
    EVALUATION_AGAINST_MATE = 'F' 221 "evaluation-against-mate" Remark "§16.2.5"
        "ce and dm that disagree";
    /// A move and a variation of which it is not the first.
    PREDICTION_MISMATCH = 'F' 222 "prediction-mismatch" Remark "§16.2.5"
        "move that is not the first of its variation";
    /// `ce -32767`, which marks an illegal position, in a legal one.
    WRONG_ILLEGAL_MARK = 'F' 223 "wrong-illegal-mark" Remark "§16.2.5"
        "ce that marks a legal position as illegal";
    /// A position that no game can have.
    IMPOSSIBLE_POSITION = 'F' 224 "impossible-position" Remark "§16.2.3"
        "EPD record of an impossible position";
    /// A record of more than 1024 characters.
    OVERLONG_RECORD = 'F' 225 "overlong-record" Remark "§16.2.3"
        "EPD record of more than 1024 characters";
    /// An opcode that is known, and not in the list of 1994 (D-51).
    LATER_OPCODE = 'F' 226 "later-opcode" Remark "§16.2.5"
        "EPD opcode newer than the text of 1994";
    /// `ce` or `dm` that contradicts the board: in mate, stalemate or a dead position.
    EVALUATION_AGAINST_BOARD = 'F' 227 "evaluation-against-board" Remark "§16.2.5"
        "ce or dm that the position on the board contradicts";
    /// A quote in a string, which EPD cannot write; it became an apostrophe (D-48).
    REPLACED_QUOTE = 'F' 231 "replaced-quote" Remark "§16.2.4"
        "quote that EPD cannot represent, replaced";
    /// Characters that are not ASCII were replaced (D-48).
    REPLACED_OPERAND = 'F' 232 "replaced-operand" Remark "§16.2"
        "character that is not ASCII, replaced";
    /// A string was truncated to 255 bytes (D-48).
    CUT_OPERAND = 'F' 233 "cut-operand" Remark "§16.2.4"
        "EPD string cut to 255 bytes";
    /// An operation that the archival form cannot represent was left out (D-51).
    DROPPED_OPERATION = 'F' 234 "dropped-operation" Remark "§16.2.4"
        "EPD operation that was not written";
    /// A remark or an unreadable line was left out.
    DROPPED_LINE = 'F' 235 "dropped-line" Remark "§16.2"
        "line of an EPD file that was not written";
}

/// The fault with this code, if a line of EPD can have it.
///
/// ```
/// use pgn_formats::epd::fault;
///
/// let code = fault::BAD_OPERAND.code;
/// assert_eq!(fault::by_code(code).map(|fault| fault.name), Some("bad-operand"));
/// ```
#[must_use]
pub fn by_code(code: pgnkit::syntax::Code) -> Option<&'static pgnkit::syntax::Fault> {
    let ours = FAULTS.iter().find(|fault| fault.code == code);
    ours.or_else(|| pgnkit::fault::by_code(code))
}
