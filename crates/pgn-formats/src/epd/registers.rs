//! The state that a program keeps while it reads the records of a game: comments and names of
//! variations by rank, and the codes of the opening (§16.2.5, D-49).
//!
//! ```text
//! cN "text"    forgets the comments N to 9, then comment N is the text
//! cN           forgets the comments N to 9
//! eco "C20"    the code is C20
//! eco          there is no code
//! ```

use super::opcode::{Opcode, RANKS};
use super::record::{Record, Value};

/// The registers that a reader keeps between two records.
///
/// ```
/// use pgn_formats::epd::{self, Line, Opcode, ReadOptions, Registers};
/// let mut registers = Registers::default();
/// for operations in ["c0 \"A\"; c1 \"B\"; c5 \"C\";", "c1 \"D\";"] {
///     let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
///     let read = epd::parse(line.as_bytes(), &ReadOptions::default(), &mut Vec::new());
///     let Line::Record(record) = read else { panic!("a record") };
///     registers.apply(&record);
/// }
/// assert_eq!(registers.comment(0), Some("A"));
/// assert_eq!(registers.comment(1), Some("D"));
/// assert_eq!(registers.comment(5), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Registers {
    comments: [Option<String>; RANKS],
    variations: [Option<String>; RANKS],
    /// The code of the Encyclopaedia of Chess Openings.
    pub eco: Option<String>,
    /// The code of New In Chess.
    pub nic: Option<String>,
}

impl Registers {
    /// The comment of a rank, 0 to 9.
    ///
    /// ```
    /// use pgn_formats::epd::Registers;
    ///
    /// let mut registers = Registers::default();
    /// registers.set_comment(0, Some("good"));
    /// assert_eq!(registers.comment(0), Some("good"));
    /// ```
    #[must_use]
    pub fn comment(&self, rank: usize) -> Option<&str> {
        self.comments.get(rank)?.as_deref()
    }

    /// The name of a variation by rank, 0 to 9.
    ///
    /// ```
    /// use pgn_formats::epd::Registers;
    ///
    /// assert_eq!(Registers::default().variation(0), None);
    /// ```
    #[must_use]
    pub fn variation(&self, rank: usize) -> Option<&str> {
        self.variations.get(rank)?.as_deref()
    }

    /// Sets the comment of a rank and clears those below it; does nothing for a rank above 9.
    ///
    /// ```
    /// use pgn_formats::epd::Registers;
    ///
    /// let mut registers = Registers::default();
    /// registers.set_comment(9, Some("last"));
    /// assert_eq!(registers.comment(9), Some("last"));
    /// ```
    pub fn set_comment(&mut self, rank: usize, text: Option<&str>) {
        set(&mut self.comments, rank, text);
    }

    /// The same for the name of a variation.
    ///
    /// ```
    /// use pgn_formats::epd::Registers;
    ///
    /// let mut registers = Registers::default();
    /// registers.set_variation(0, Some("Najdorf"));
    /// assert_eq!(registers.variation(0), Some("Najdorf"));
    /// ```
    pub fn set_variation(&mut self, rank: usize, text: Option<&str>) {
        set(&mut self.variations, rank, text);
    }

    /// Applies the operations of the next record, in ASCII order of their opcodes. An operation
    /// with an invalid operand has no effect.
    ///
    /// ```
    /// use pgn_formats::epd::{Record, Registers};
    ///
    /// let record: Record = "4k3/8/8/8/8/8/4P3/4K3 w - - c0 \"kp\";".parse()?;
    /// let mut registers = Registers::default();
    /// registers.apply(&record);
    /// assert_eq!(registers.comment(0), Some("kp"));
    /// # Ok::<(), pgn_formats::epd::RecordError>(())
    /// ```
    pub fn apply(&mut self, record: &Record) {
        for rank in 0..RANKS {
            if let Some(text) = Opcode::comment(rank).and_then(|opcode| said(record, opcode)) {
                self.set_comment(rank, text);
            }
            if let Some(text) = Opcode::variation(rank).and_then(|opcode| said(record, opcode)) {
                self.set_variation(rank, text);
            }
        }
        for (register, opcode) in [(&mut self.eco, Opcode::Eco), (&mut self.nic, Opcode::Nic)] {
            if let Some(text) = said(record, opcode) {
                *register = text.map(str::to_string);
            }
        }
    }

    /// Adds to a record the operations that turn the registers `before` into these, as few as
    /// possible.
    pub fn set_from(&self, before: &Registers, record: &mut Record) {
        set_ranks(&before.comments, &self.comments, Opcode::comment, record);
        set_ranks(&before.variations, &self.variations, Opcode::variation, record);
        let codes = [(&before.eco, &self.eco, Opcode::Eco), (&before.nic, &self.nic, Opcode::Nic)];
        for (before, after, opcode) in codes {
            if before != after {
                record.set(opcode, value(after.as_deref()));
            }
        }
    }
}

/// The operand of a register's opcode: some text, or none; `None` if the opcode is absent.
fn said(record: &Record, opcode: Opcode) -> Option<Option<&str>> {
    match record.value(opcode)? {
        Value::Nothing => Some(None),
        Value::Text(text) => Some(Some(text)),
        Value::Integer(_) | Value::Moves(_) | Value::Operands(_) => None,
    }
}

fn set(registers: &mut [Option<String>; RANKS], rank: usize, text: Option<&str>) {
    let Some(from) = registers.get_mut(rank..) else { return };
    from.fill(None);
    if let Some(first) = from.first_mut() {
        *first = text.map(str::to_string);
    }
}

fn value(text: Option<&str>) -> Value {
    text.map_or(Value::Nothing, |text| Value::Text(text.to_string()))
}

/// The first rank that differs clears all below it, so each of those that is set must be written
/// again.
fn set_ranks(
    before: &[Option<String>; RANKS],
    after: &[Option<String>; RANKS],
    opcode: impl Fn(usize) -> Option<Opcode>,
    record: &mut Record,
) {
    let Some(first) = (0..RANKS).find(|rank| before[*rank] != after[*rank]) else { return };
    for (rank, text) in after.iter().enumerate().skip(first) {
        if let Some(opcode) = opcode(rank).filter(|_| rank == first || text.is_some()) {
            record.set(opcode, value(text.as_deref()));
        }
    }
}
