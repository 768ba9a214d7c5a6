//! A record: a position and its operations (§16.2, §16.2.4, §16.2.5, D-47, D-49, D-51).

use super::lex::is_white;
use super::opcode::{Grammar, Opcode, is_public};
use pgnkit::chess::notation::san::{self, SanText};
use pgnkit::chess::{Move, Position, Setup};

/// One line of EPD.
///
/// Operations are in ASCII order of their opcodes, and each opcode occurs once: their order in a
/// line has no meaning (§16.2.4.1).
///
/// ```
/// use pgn_formats::epd::{self, Line, Opcode};
/// let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"kp\";";
/// let options = epd::ReadOptions::default();
/// let Line::Record(record) = epd::parse(line.as_bytes(), &options, &mut Vec::new()) else {
///     panic!("a record")
/// };
/// assert_eq!(record.text(Opcode::Id), Some("kp"));
/// assert_eq!(record.moves(Opcode::Bm).len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    stand: Stand,
    operations: Vec<Operation>,
}

/// A position of a game, or one that no game can have.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Stand {
    Position(Position),
    Setup(Setup),
}

/// An operation about a position: an opcode with its operands.
///
/// ```
/// use pgn_formats::epd::{Opcode, Record};
///
/// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
/// let operation = record.operation(Opcode::Bm).unwrap();
/// assert_eq!(operation.mnemonic(), "bm");
/// # Ok::<(), pgn_formats::epd::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    pub(super) name: OpcodeName,
    pub(super) value: Value,
}

/// An opcode, known or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OpcodeName {
    Known(Opcode),
    Other(Box<str>),
}

/// The operands of an operation.
///
/// ```
/// use pgn_formats::epd::{Opcode, Record, Value};
///
/// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 120;".parse()?;
/// assert_eq!(record.value(Opcode::Ce), Some(&Value::Integer(120)));
/// # Ok::<(), pgn_formats::epd::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// None.
    Nothing,
    /// One integer within the bounds of the opcode.
    Integer(i64),
    /// One string.
    Text(String),
    /// Moves, if they could be read.
    Moves(Moves),
    /// The operands as written: for private and unknown opcodes, for opcodes that take words or
    /// several strings, and for operands that the opcode does not take.
    Operands(Vec<Operand>),
}

/// Moves as operands.
///
/// ```
/// use pgn_formats::epd::{Opcode, Record};
///
/// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
/// assert_eq!(record.moves(Opcode::Bm).len(), 1);
/// # Ok::<(), pgn_formats::epd::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moves {
    /// The playable moves: for a line, one after the other; otherwise from the position and, after
    /// reading, in ASCII order.
    pub played: Vec<Move>,
    /// Text that is not a playable move, as written; in a line, everything from there on.
    pub rest: Vec<Box<str>>,
}

/// An operand as written.
///
/// ```
/// use pgn_formats::epd::Operand;
///
/// assert!(Operand::word("two words").is_string());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    pub(super) text: Box<str>,
    pub(super) is_quoted: bool,
}

impl Operand {
    /// A word of printing characters; text that needs quotes becomes a string.
    ///
    /// ```
    /// use pgn_formats::epd::Operand;
    ///
    /// assert_eq!(Operand::word("1.5").float(), Some(1.5));
    /// ```
    #[must_use]
    pub fn word(text: &str) -> Operand {
        let is_bare = |byte: u8| !is_white(byte) && byte != b';';
        let is_word = !text.is_empty() && !text.starts_with('"') && text.bytes().all(is_bare);
        Operand { text: text.into(), is_quoted: !is_word }
    }

    /// A string.
    ///
    /// ```
    /// use pgn_formats::epd::Operand;
    ///
    /// assert_eq!(Operand::string("kp").text(), "kp");
    /// ```
    #[must_use]
    pub fn string(text: &str) -> Operand {
        Operand { text: text.into(), is_quoted: true }
    }

    /// The text without its quotes.
    ///
    /// ```
    /// use pgn_formats::epd::Operand;
    ///
    /// assert_eq!(Operand::word("kp").text(), "kp");
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The floating point number of a word; no opcode of the standard takes one.
    ///
    /// ```text
    /// float ::= [ "+" | "-" ] digit { digit } "." digit { digit }
    /// ```
    #[must_use]
    pub fn float(&self) -> Option<f64> {
        let is_digits =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let unsigned = self.text.strip_prefix(['+', '-']).unwrap_or(&self.text);
        let (whole, fraction) = unsigned.split_once('.')?;
        let is_float = !self.is_quoted && is_digits(whole) && is_digits(fraction);
        self.text.parse().ok().filter(|_| is_float)
    }

    /// Whether it is a string.
    ///
    /// ```
    /// use pgn_formats::epd::Operand;
    ///
    /// assert!(Operand::string("kp").is_string() && !Operand::word("kp").is_string());
    /// ```
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.is_quoted
    }
}

impl Operation {
    /// The opcode's text.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.operations()[0].mnemonic(), "bm");
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn mnemonic(&self) -> &str {
        match &self.name {
            OpcodeName::Known(opcode) => opcode.mnemonic(),
            OpcodeName::Other(text) => text,
        }
    }

    /// The opcode, if its meaning is known.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.operations()[1].opcode(), Some(Opcode::Ce));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn opcode(&self) -> Option<Opcode> {
        match self.name {
            OpcodeName::Known(opcode) => Some(opcode),
            OpcodeName::Other(_) => None,
        }
    }

    /// The operands.
    ///
    /// ```
    /// use pgn_formats::epd::{Record, Value};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.operations()[1].value(), &Value::Integer(120));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// True if a strict reader accepts it: a well-formed opcode, with valid operands if the opcode
    /// is known.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert!(record.operations().iter().all(|operation| operation.is_sound()));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let Some(opcode) = self.opcode() else {
            return super::opcode::is_opcode(self.mnemonic());
        };
        match (opcode.grammar(), &self.value) {
            (Grammar::Nothing | Grammar::Register, Value::Nothing) => true,
            (Grammar::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(number),
            (Grammar::Text | Grammar::Register, Value::Text(_)) => true,
            (Grammar::Move, Value::Moves(moves)) => {
                moves.rest.is_empty() && moves.played.len() == 1
            }
            (Grammar::MoveSet | Grammar::Line, Value::Moves(moves)) => moves.rest.is_empty(),
            (grammar, Value::Operands(operands)) => super::operand::fits(grammar, operands),
            (_, Value::Nothing) => super::operand::fits(opcode.grammar(), &[]),
            (_, Value::Integer(_) | Value::Text(_) | Value::Moves(_)) => false,
        }
    }

    /// True if the opcode is for archives and exchange (§16.2.4.2).
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert!(record.operations().iter().all(|operation| operation.is_public()));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn is_public(&self) -> bool {
        is_public(self.mnemonic())
    }
}

impl Record {
    /// A record without operations. It does not contain the counters of the position; see
    /// [`Record::set_counters`].
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    /// use pgnkit::Position;
    ///
    /// let record = Record::new(&Position::default());
    /// assert_eq!(record.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    /// ```
    #[must_use]
    pub fn new(position: &Position) -> Record {
        let setup = Setup { halfmove_clock: 0, fullmove: 1, ..Setup::from(position) };
        Record::from_setup(&setup)
    }

    /// A record for any arrangement of pieces.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    /// use pgnkit::chess::Setup;
    ///
    /// assert!(Record::from_setup(&Setup::default()).position().is_some());
    /// ```
    #[must_use]
    pub fn from_setup(setup: &Setup) -> Record {
        let stand = match setup.position() {
            Ok(position) => Stand::Position(position),
            Err(_) => Stand::Setup(*setup),
        };
        Record { stand, operations: Vec::new() }
    }

    /// The position, with the counters of `hmvc` and `fmvn`, or else 0 and 1; `None` if it is
    /// impossible.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert!(record.position().is_some());
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        match &self.stand {
            Stand::Position(position) => Some(position),
            Stand::Setup(_) => None,
        }
    }

    /// The arrangement of pieces, possible or not.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert!(record.setup().faults().is_empty());
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn setup(&self) -> Setup {
        match &self.stand {
            Stand::Position(position) => Setup::from(position),
            Stand::Setup(setup) => *setup,
        }
    }

    /// The operations, in ASCII order of their opcodes.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.operations().len(), 3);
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The operation of this opcode.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert!(record.operation(Opcode::Am).is_none());
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn operation(&self, opcode: Opcode) -> Option<&Operation> {
        self.find(opcode.mnemonic()).ok().map(|idx| &self.operations[idx])
    }

    /// The operands of this opcode.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert!(record.value(Opcode::Ce).is_some());
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn value(&self, opcode: Opcode) -> Option<&Value> {
        self.operation(opcode).map(Operation::value)
    }

    /// The operands of one of its operations, each as text; moves in SAN.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e1f2; id \"kp\";".parse()?;
    /// let texts = record.operations().iter().map(|it| record.operands_as_text(it).join(" "));
    /// assert_eq!(texts.collect::<Vec<_>>(), ["Kf2", "kp"]);
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn operands_as_text(&self, operation: &Operation) -> Vec<String> {
        match operation.value() {
            Value::Nothing => Vec::new(),
            Value::Integer(number) => vec![number.to_string()],
            Value::Text(text) => vec![text.clone()],
            Value::Operands(operands) => {
                operands.iter().map(Operand::text).map(str::to_owned).collect()
            }
            Value::Moves(moves) => {
                let is_line = operation.opcode().is_some_and(|it| it.grammar() == Grammar::Line);
                let mut position = self.position().copied();
                let played = moves.played.iter().filter_map(|mv| {
                    let text: SanText = match (&mut position, is_line) {
                        (Some(position), true) => san::play_to_text(position, *mv),
                        (Some(position), false) => san::to_text(position, *mv),
                        (None, _) => return None,
                    };
                    Some(text.to_string())
                });
                let played: Vec<String> = played.collect();
                played.into_iter().chain(moves.rest.iter().map(|text| text.to_string())).collect()
            }
        }
    }

    /// The integer of an opcode that takes one.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.integer(Opcode::Ce), Some(120));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn integer(&self, opcode: Opcode) -> Option<i64> {
        match self.value(opcode) {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        }
    }

    /// The string of an opcode that takes one.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.text(Opcode::Id), Some("kp"));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn text(&self, opcode: Opcode) -> Option<&str> {
        match self.value(opcode) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The moves of an opcode that takes moves, as far as they are playable.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.moves(Opcode::Bm).len(), 1);
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, opcode: Opcode) -> &[Move] {
        match self.value(opcode) {
            Some(Value::Moves(moves)) => &moves.played,
            _ => &[],
        }
    }

    /// The move of an opcode that takes one, such as `sm`.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; ce 120; id \"kp\";".parse()?;
    /// assert_eq!(record.mv(Opcode::Sm), None);
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    #[must_use]
    pub fn mv(&self, opcode: Opcode) -> Option<Move> {
        match self.value(opcode) {
            Some(Value::Moves(Moves { played, rest })) if rest.is_empty() => match played[..] {
                [mv] => Some(mv),
                _ => None,
            },
            _ => None,
        }
    }

    /// Sets an operation, and replaces one with the same opcode. It does not check the operands;
    /// [`Operation::is_sound`] does.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record, Value};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// record.set(Opcode::Ce, Value::Integer(20));
    /// assert_eq!(record.integer(Opcode::Ce), Some(20));
    /// ```
    pub fn set(&mut self, opcode: Opcode, value: Value) {
        self.insert(Operation { name: OpcodeName::Known(opcode), value });
    }

    /// The same for any opcode, known or not.
    ///
    /// ```
    /// use pgn_formats::epd::{Operand, Record};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// record.set_named("mine", vec![Operand::word("x")]);
    /// assert!(record.to_string().ends_with("mine x;"));
    /// ```
    pub fn set_named(&mut self, mnemonic: &str, operands: Vec<Operand>) {
        let value = if operands.is_empty() { Value::Nothing } else { Value::Operands(operands) };
        let name = match Opcode::from_mnemonic(mnemonic) {
            Some(opcode) => OpcodeName::Known(opcode),
            None => OpcodeName::Other(mnemonic.into()),
        };
        self.insert(Operation { name, value });
    }

    /// Sets an operation with one integer.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// record.set_integer(Opcode::Acd, 12);
    /// assert_eq!(record.integer(Opcode::Acd), Some(12));
    /// ```
    pub fn set_integer(&mut self, opcode: Opcode, number: i64) {
        self.set(opcode, Value::Integer(number));
    }

    /// Sets an operation with one string.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// record.set_text(Opcode::Id, "start");
    /// assert_eq!(record.text(Opcode::Id), Some("start"));
    /// ```
    pub fn set_text(&mut self, opcode: Opcode, text: &str) {
        self.set(opcode, Value::Text(text.to_string()));
    }

    /// Sets an operation with moves, which must be legal: in this position, or for a line one after
    /// the other.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// let mv = Position::default().legal_moves()[0];
    /// record.set_moves(Opcode::Bm, &[mv]);
    /// assert_eq!(record.moves(Opcode::Bm), [mv]);
    /// ```
    pub fn set_moves(&mut self, opcode: Opcode, moves: &[Move]) {
        self.set(opcode, Value::Moves(Moves { played: moves.to_vec(), rest: Vec::new() }));
    }

    /// Sets `hmvc` and `fmvn` from a position, also in the record's own position.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// record.set_counters(&Position::default());
    /// assert_eq!(record.integer(Opcode::Fmvn), Some(1));
    /// ```
    pub fn set_counters(&mut self, position: &Position) {
        self.set_integer(Opcode::Hmvc, i64::from(position.halfmove_clock()));
        self.set_integer(Opcode::Fmvn, i64::from(position.fullmove()));
    }

    /// Removes an operation; true if the record had it.
    ///
    /// ```
    /// use pgn_formats::epd::{Opcode, Record};
    /// use pgnkit::Position;
    ///
    /// let mut record = Record::new(&Position::default());
    /// record.set_integer(Opcode::Ce, 20);
    /// assert!(record.remove("ce") && !record.remove("ce"));
    /// ```
    pub fn remove(&mut self, mnemonic: &str) -> bool {
        let Ok(idx) = self.find(mnemonic) else { return false };
        let removed = self.operations.remove(idx);
        if let Some(Opcode::Fmvn | Opcode::Hmvc) = removed.opcode() {
            self.count();
        }
        true
    }

    /// Puts an operation in its place; returns the previous one of the same opcode.
    ///
    /// ```
    /// use pgn_formats::epd::Record;
    ///
    /// let from: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"kp\";".parse()?;
    /// let mut to: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2;".parse()?;
    /// from.operations().iter().for_each(|operation| _ = to.insert(operation.clone()));
    /// assert_eq!(to.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"kp\";");
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    pub fn insert(&mut self, operation: Operation) -> Option<Operation> {
        let counts = matches!(operation.opcode(), Some(Opcode::Fmvn | Opcode::Hmvc));
        let before = match self.find(operation.mnemonic()) {
            Ok(idx) => Some(std::mem::replace(&mut self.operations[idx], operation)),
            Err(idx) => {
                self.operations.insert(idx, operation);
                None
            }
        };
        if counts {
            self.count();
        }
        before
    }

    fn find(&self, mnemonic: &str) -> Result<usize, usize> {
        self.operations.binary_search_by(|operation| operation.mnemonic().cmp(mnemonic))
    }

    /// Takes the counters of the position from the operations.
    fn count(&mut self) {
        let number = |opcode, missing| {
            let number = self.integer(opcode).and_then(|number| u32::try_from(number).ok());
            number.unwrap_or(missing)
        };
        let (halfmove_clock, fullmove) = (number(Opcode::Hmvc, 0), number(Opcode::Fmvn, 1));
        let setup = Setup { halfmove_clock, fullmove: fullmove.max(1), ..self.setup() };
        self.stand = Record::from_setup(&setup).stand;
    }
}
