//! A line as a game without moves, whose tags are the operations (§9.7, §16.2.5).
//!
//! What is known about games, such as queries, orders and the names of files, then also works with
//! records: an operation is a tag with the name of its opcode, and the position is the start.

use super::note::Note;
use super::opcode::is_opcode;
use super::record::Record;
use super::{Line, ReadOptions, parse};
use pgnkit::chess::Variant;
use pgnkit::chess::fen::{self, CastlingStyle};
use pgnkit::internal::escape_value;
use pgnkit::syntax::{Diagnostic, Span};
use pgnkit::tag::well_known;

/// The content of a line that [`append_as_game`] reads.
///
/// ```
/// use pgn_formats::epd::{LineKind, ReadOptions, append_as_game};
///
/// let kind = append_as_game(b"# a remark", &ReadOptions::default(), &mut String::new());
/// assert_eq!(kind, LineKind::NoRecord);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A record.
    Record,
    /// A line whose fields cannot be read, and the reason.
    Unread(Diagnostic),
    /// A remark, or nothing but white space.
    NoRecord,
}

/// Appends the PGN text of the game without moves that starts with the position of a line.
///
/// Each operation becomes a tag with the name of its opcode; its value is the operands, moves in
/// SAN. The counters are those of `hmvc` and `fmvn`. A line that cannot be read gives a game with
/// this line as its FEN, so without a position. A line without a record appends nothing.
///
/// ```
/// use pgn_formats::epd::{ReadOptions, append_as_game};
///
/// let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"kp\";";
/// let mut text = String::new();
/// append_as_game(line, &ReadOptions::default(), &mut text);
/// let game: pgnkit::Game = text.parse().expect("a game");
/// assert_eq!((game.tag("id"), game.tag("bm")), (Some("kp"), Some("Kf2")));
/// assert_eq!(game.tag("FEN"), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
/// ```
pub fn append_as_game(line: &[u8], options: &ReadOptions, to: &mut String) -> LineKind {
    let mut notes = Vec::new();
    match parse(line, options, &mut notes) {
        Line::Record(record) => {
            append_record(&record, to);
            LineKind::Record
        }
        Line::Unread => {
            push_tag("FEN", &options.encoding.decode(line), to);
            to.push_str(END);
            let of_fields = |note: &&Note| note.diagnostic.code == pgnkit::fault::BAD_FEN.code;
            let found = notes.iter().find(of_fields).map(|note| note.diagnostic);
            let whole = Span::new(0, line.len() as u32);
            LineKind::Unread(
                found.unwrap_or_else(|| Diagnostic::new(&pgnkit::fault::BAD_FEN, whole)),
            )
        }
        Line::Remark | Line::Blank => LineKind::NoRecord,
    }
}

/// The end of a game without moves.
const END: &str = "\n*\n";

fn append_record(record: &Record, to: &mut String) {
    let setup = record.setup();
    if setup.variant != Variant::Standard {
        push_tag("Variant", setup.variant.name(), to);
    }
    push_tag("SetUp", "1", to);
    push_tag("FEN", fen::setup_to_text(&setup, CastlingStyle::XFen).as_str(), to);
    for operation in record.operations() {
        let name = operation.mnemonic();
        if is_opcode(name) && !START_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name)) {
            // Such as `eco`, which means the same as the tag ECO.
            let known = well_known::name_of_other_case(name.as_bytes());
            push_tag(known.unwrap_or(name), &record.operands_as_text(operation).join(" "), to);
        }
    }
    to.push_str(END);
}

/// The tags of the position; an opcode with such a name must not replace them.
const START_TAGS: &[&str] = &["FEN", "SetUp", "Variant"];

fn push_tag(name: &str, value: &str, to: &mut String) {
    let value = value.replace(char::is_control, " ");
    to.push('[');
    to.push_str(name);
    to.push_str(" \"");
    to.push_str(&escape_value(&value));
    to.push_str("\"]\n");
}
