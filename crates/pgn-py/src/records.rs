//! Records of EPD: a position and its operations.

use crate::board::{PyBoard, style};
use crate::errors::ErrorClass;
use crate::moves::PyMove;
use pgn_formats::epd::{self, Form, Line, Opcode, Operand, ReadOptions, Value};
use pgnkit::chess::{Position, Variant, fen};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

/// A record of EPD: a board, and operations by their opcodes.
///
/// >>> import pgnkit
/// >>> record = pgnkit.Record("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"pawn ending\"; acd 12;")
/// >>> record["bm"], record["id"], record["acd"]
/// ([Move.from_uci('e2e4')], 'pawn ending', 12)
/// >>> record["ce"] = 35
/// >>> str(record)
/// '4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; bm e4; ce 35; id "pawn ending";'
#[pyclass(module = "pgnkit")]
#[derive(Debug, Clone)]
pub(crate) struct Record {
    record: epd::Record,
}

fn value_of<'py>(
    py: Python<'py>,
    record: &epd::Record,
    value: &Value,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Nothing => py.None().into_bound(py),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.into_pyobject(py)?.into_any(),
        Value::Moves(moves) => {
            let list = PyList::empty(py);
            let variant = record.setup().variant;
            for mv in &moves.played {
                list.append(PyMove::in_variant(*mv, variant))?;
            }
            for text in &moves.rest {
                list.append(text.as_ref())?;
            }
            list.into_any()
        }
        Value::Operands(operands) => {
            PyList::new(py, operands.iter().map(Operand::text))?.into_any()
        }
    })
}

#[pymethods]
impl Record {
    #[new]
    fn new(py: Python<'_>, line: &str) -> PyResult<Record> {
        Record::read(py, line, Variant::Standard)
    }

    /// The board.
    ///
    /// Raises:
    ///     PositionError: no game can be in this position.
    fn board(&self, py: Python<'_>) -> PyResult<PyBoard> {
        let position = self.record.position().copied();
        let message = "no game can be in the position of this record";
        position.map(PyBoard::of).ok_or_else(|| ErrorClass::Position.raise(py, message))
    }

    /// The opcodes in order.
    fn keys(&self) -> Vec<String> {
        self.record.operations().iter().map(|one| one.mnemonic().to_owned()).collect()
    }

    fn __len__(&self) -> usize {
        self.record.operations().len()
    }

    fn __contains__(&self, opcode: &str) -> bool {
        self.record.operations().iter().any(|one| one.mnemonic() == opcode)
    }

    /// The operands: a number, a string, a list of moves, `None` if there are none, else a list of
    /// strings. A move that was not understood is its text.
    fn __getitem__<'py>(&self, py: Python<'py>, opcode: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.record.operations().iter().find(|one| one.mnemonic() == opcode);
        let found = found.ok_or_else(|| PyKeyError::new_err(opcode.to_owned()))?;
        value_of(py, &self.record, found.value())
    }

    /// Sets the operands: a number, a string, or a list of moves or strings.
    fn __setitem__(&mut self, opcode: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = value.py();
        if !epd::is_opcode(opcode) {
            let message = format!("expected letters, digits and _, found {opcode:?}");
            return Err(ErrorClass::Record.raise(py, message));
        }
        let known = Opcode::from_mnemonic(opcode);
        if value.is_none() {
            self.record.set_named(opcode, Vec::new());
        } else if let (Some(opcode), Ok(number)) = (known, value.extract::<i64>()) {
            self.record.set_integer(opcode, number);
        } else if let (Some(opcode), Ok(text)) = (known, value.extract::<String>()) {
            self.record.set_text(opcode, &text);
        } else if let Ok(text) = value.extract::<String>() {
            self.record.set_named(opcode, vec![Operand::word(&text)]);
        } else if let Ok(number) = value.extract::<i64>() {
            self.record.set_named(opcode, vec![Operand::word(&number.to_string())]);
        } else {
            self.set_list(opcode, known, value)?;
        }
        Ok(())
    }

    fn __delitem__(&mut self, opcode: &str) -> PyResult<()> {
        let was_there = self.record.remove(opcode);
        if was_there { Ok(()) } else { Err(PyKeyError::new_err(opcode.to_owned())) }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Record>().ok().and_then(|other| other.try_borrow().ok());
        other.is_some_and(|other| other.record == self.record)
    }

    /// A copy that is independent of the record.
    fn __copy__(&self) -> Record {
        self.clone()
    }

    /// A copy that is independent of the record.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Record {
        self.clone()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }

    fn __str__(&self) -> String {
        let mut text = Vec::new();
        epd::append(&self.record, Form::Modern, &mut text, &mut Vec::new());
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Record({:?})", self.__str__())
    }
}

#[pymethods]
impl PyBoard {
    /// The position as records of EPD have it: four fields of the FEN; then the operations that
    /// are given by their opcodes. A move is a list of one.
    ///
    /// >>> import pgnkit
    /// >>> board = pgnkit.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 3 7")
    /// >>> board.epd(bm=board.parse_san("e4"), id="pawn ending")
    /// '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn ending";'
    #[pyo3(signature = (*, shredder=false, en_passant="fen", **operations))]
    fn epd(
        &self,
        py: Python<'_>,
        shredder: bool,
        en_passant: &str,
        operations: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let style = style(shredder, en_passant)?;
        let mut text = fen::fields_to_text(self.position()?, style).as_str().to_owned();
        if let Some(operations) = operations {
            text.push(' ');
            text += &operations_text(py, self.position()?, operations)?;
        }
        Ok(text)
    }

    /// Sets the position of an EPD record, forgets the moves, and returns the operations by their
    /// opcodes, as in `Record`.
    ///
    /// Raises:
    ///     RecordError: the text is no record.
    ///     PositionError: no game can be in its position.
    fn set_epd<'py>(&mut self, py: Python<'py>, epd: &str) -> PyResult<Bound<'py, PyDict>> {
        let record = Record::read(py, epd, self.rules())?;
        *self = record.board(py)?;
        record.operations(py)
    }

    /// A board with the position of a record of EPD, and the operations by their opcodes.
    #[classmethod]
    fn from_epd<'py>(cls: &Bound<'py, PyType>, epd: &str) -> PyResult<BoardWithOperations<'py>> {
        let (py, mut operations) = (cls.py(), None);
        let board = PyBoard::made_by(cls, |board| {
            let record = Record::read(py, epd, board.rules())?;
            operations = Some(record.operations(py)?);
            record.board(py)
        })?;
        Ok((board, operations.unwrap_or_else(|| PyDict::new(py))))
    }
}

/// Operations of a position as text, in the order of a record; empty without any.
fn operations_text(
    py: Python<'_>,
    position: &Position,
    operations: &Bound<'_, PyDict>,
) -> PyResult<String> {
    let mut record = Record { record: epd::Record::new(position) };
    for (opcode, value) in operations {
        let value = match value.cast::<PyMove>() {
            Ok(mv) => PyList::new(py, [mv])?.into_any(),
            Err(_) => value,
        };
        record.__setitem__(&opcode.extract::<String>()?, &value)?;
    }
    // After the four fields.
    Ok(record.__str__().splitn(5, ' ').nth(4).unwrap_or_default().to_owned())
}

/// A board, and the operations of its record.
type BoardWithOperations<'py> = (Bound<'py, PyBoard>, Bound<'py, PyDict>);

impl Record {
    /// The record of a line by these rules; those of ordinary chess may turn out to be Chess960's.
    fn read(py: Python<'_>, line: &str, variant: Variant) -> PyResult<Record> {
        let variant = Some(variant).filter(|variant| *variant != Variant::Standard);
        let options = ReadOptions::default().with_variant(variant);
        match epd::parse(line.as_bytes(), &options, &mut Vec::new()) {
            Line::Record(record) => Ok(Record { record }),
            Line::Remark | Line::Blank | Line::Unread => {
                let message = format!("expected a position and operations, found {line:?}");
                Err(ErrorClass::Record.raise(py, message))
            }
        }
    }

    /// The operations by their opcodes.
    fn operations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for one in self.record.operations() {
            dict.set_item(one.mnemonic(), value_of(py, &self.record, one.value())?)?;
        }
        Ok(dict)
    }

    fn set_list(
        &mut self,
        name: &str,
        known: Option<Opcode>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = value.py();
        let (mut moves, mut words) = (Vec::new(), Vec::new());
        let mut board = self.record.position().copied().map(PyBoard::of);
        let is_line = known.is_some_and(|opcode| opcode.grammar() == epd::Grammar::Line);
        for item in value.try_iter()? {
            let item = item?;
            match (item.cast::<PyMove>(), board.as_mut()) {
                (Ok(mv), Some(board)) => {
                    let mv = board.legal(py, mv.get())?;
                    moves.push(mv);
                    if is_line {
                        board.play(mv);
                    }
                }
                _ => words.push(Operand::word(&item.extract::<String>()?)),
            }
        }
        match known {
            Some(opcode) if words.is_empty() => self.record.set_moves(opcode, &moves),
            _ => self.record.set_named(name, words),
        }
        Ok(())
    }
}

/// The records of a text, a line each; remarks and blank lines are passed over.
///
/// Raises:
///     RecordError: a line is no record; `line` has its number.
#[pyfunction]
pub(crate) fn read_epd(py: Python<'_>, text: &str) -> PyResult<Vec<Record>> {
    let mut records = Vec::new();
    for (n, line) in text.lines().enumerate() {
        match epd::parse(line.as_bytes(), &ReadOptions::default(), &mut Vec::new()) {
            Line::Record(record) => records.push(Record { record }),
            Line::Remark | Line::Blank => {}
            Line::Unread => {
                let message = "expected a position and operations";
                return Err(ErrorClass::Record.raise_at(py, message, n as u64 + 1));
            }
        }
    }
    Ok(records)
}
