//! Sets of squares: sixty-four bits with the face of a Python set.

use crate::moves::square_of;
use pgnkit::chess::{Bitboard, Square, attacks};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

/// A set of squares.
///
/// >>> import pgnkit
/// >>> squares = pgnkit.SquareSet([pgnkit.A1, pgnkit.H8])
/// >>> list(squares), len(squares), pgnkit.A1 in squares
/// ([0, 63], 2, True)
#[pyclass(module = "pgnkit")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct SquareSet {
    /// A bit a square, a1 lowest.
    #[pyo3(get, set)]
    pub(crate) mask: u64,
}

impl From<Bitboard> for SquareSet {
    fn from(squares: Bitboard) -> SquareSet {
        SquareSet { mask: squares.0 }
    }
}

/// The mask of a set, a number, or an iterable of squares.
pub(crate) fn mask_of(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(set) = value.cast::<SquareSet>() {
        return Ok(set.borrow().mask);
    }
    if let Ok(mask) = value.extract::<u64>() {
        return Ok(mask);
    }
    let mut mask = 0;
    for square in value.try_iter()? {
        mask |= 1 << square_of(square?.extract()?)?.index();
    }
    Ok(mask)
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (squares=None))]
    fn new(squares: Option<&Bound<'_, PyAny>>) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: squares.map_or(Ok(0), mask_of)? })
    }

    fn __getnewargs__(&self) -> (u64,) {
        (self.mask,)
    }

    /// The set of one square.
    #[staticmethod]
    fn from_square(square: u8) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: 1 << square_of(square)?.index() })
    }

    /// The squares between two that share a line.
    #[staticmethod]
    fn between(a: u8, b: u8) -> PyResult<SquareSet> {
        Ok(attacks::between(square_of(a)?, square_of(b)?).into())
    }

    /// All squares of the line through two, from edge to edge; empty if they share none.
    #[staticmethod]
    fn ray(a: u8, b: u8) -> PyResult<SquareSet> {
        let (one, other) = (square_of(a)?, square_of(b)?);
        Ok(if a == b { Bitboard::EMPTY } else { attacks::line(one, other) }.into())
    }

    /// The set with rank 1 and rank 8 exchanged, and so on.
    fn mirror(&self) -> SquareSet {
        SquareSet { mask: self.mask.swap_bytes() }
    }

    /// For each square whether it is in the set, a1 first.
    fn tolist(&self) -> Vec<bool> {
        (0..64).map(|square| self.mask >> square & 1 == 1).collect()
    }

    /// All subsets.
    fn carry_rippler(&self) -> Subsets {
        Subsets { mask: self.mask, next: Some(0) }
    }

    /// Adds the squares of other sets.
    #[pyo3(signature = (*others))]
    fn update(&mut self, others: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        others.iter().try_for_each(|other| self.__ior__(other))
    }

    /// Keeps the squares that all other sets have as well.
    #[pyo3(signature = (*others))]
    fn intersection_update(&mut self, others: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        others.iter().try_for_each(|other| self.__iand__(other))
    }

    /// Removes the squares of another set.
    fn difference_update(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.__isub__(other)
    }

    /// Keeps the squares that one of the two sets has.
    fn symmetric_difference_update(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.__ixor__(other)
    }

    fn __ior__(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.mask |= mask_of(other)?;
        Ok(())
    }

    fn __iand__(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.mask &= mask_of(other)?;
        Ok(())
    }

    fn __isub__(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.mask &= !mask_of(other)?;
        Ok(())
    }

    fn __ixor__(&mut self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.mask ^= mask_of(other)?;
        Ok(())
    }

    fn __contains__(&self, square: &Bound<'_, PyAny>) -> bool {
        square.extract::<u32>().is_ok_and(|square| square < 64 && self.mask >> square & 1 == 1)
    }

    fn __len__(&self) -> usize {
        self.mask.count_ones() as usize
    }

    fn __bool__(&self) -> bool {
        self.mask != 0
    }

    fn __iter__(&self) -> SquareSetIter {
        SquareSetIter(Bitboard(self.mask))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let mut squares: Vec<u8> = Bitboard(self.mask).map(Square::index).collect();
        squares.reverse();
        PyList::new(py, squares)?.try_iter()
    }

    /// Adds a square.
    fn add(&mut self, square: u8) -> PyResult<()> {
        self.mask |= 1 << square_of(square)?.index();
        Ok(())
    }

    /// Removes a square, if it is there.
    fn discard(&mut self, square: u8) -> PyResult<()> {
        self.mask &= !(1 << square_of(square)?.index());
        Ok(())
    }

    /// Removes a square.
    ///
    /// Raises:
    ///     KeyError: it is not there.
    fn remove(&mut self, square: u8) -> PyResult<()> {
        let bit = 1 << square_of(square)?.index();
        if self.mask & bit == 0 {
            return Err(PyKeyError::new_err(square));
        }
        self.mask &= !bit;
        Ok(())
    }

    /// Removes the first square and returns it.
    ///
    /// Raises:
    ///     KeyError: the set is empty.
    fn pop(&mut self) -> PyResult<u8> {
        let first = Bitboard(self.mask).first();
        let first = first.ok_or_else(|| PyKeyError::new_err("pop from empty SquareSet"))?;
        self.mask &= self.mask - 1;
        Ok(first.index())
    }

    /// Removes all squares.
    fn clear(&mut self) {
        self.mask = 0;
    }

    /// A copy that is independent of the set.
    fn copy(&self) -> SquareSet {
        *self
    }

    /// Whether no square is in both sets.
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.mask & mask_of(other)? == 0)
    }

    /// Whether another set has all squares of this one.
    fn issubset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.mask & !mask_of(other)? == 0)
    }

    /// Whether this set has all squares of another one.
    fn issuperset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(mask_of(other)? & !self.mask == 0)
    }

    /// The squares that are in one of the two sets or in both.
    fn union(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        self.__or__(other)
    }

    /// The squares that are in both sets.
    fn intersection(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        self.__and__(other)
    }

    /// The squares that another set does not have.
    fn difference(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        self.__sub__(other)
    }

    /// The squares that one of the two sets has.
    fn symmetric_difference(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        self.__xor__(other)
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.mask | mask_of(other)? })
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.mask & mask_of(other)? })
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.mask & !mask_of(other)? })
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<SquareSet> {
        Ok(SquareSet { mask: self.mask ^ mask_of(other)? })
    }

    fn __invert__(&self) -> SquareSet {
        SquareSet { mask: !self.mask }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        mask_of(other).is_ok_and(|mask| mask == self.mask)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Err(PyTypeError::new_err("unhashable type: 'SquareSet'"))
    }

    fn __int__(&self) -> u64 {
        self.mask
    }

    fn __index__(&self) -> u64 {
        self.mask
    }

    /// Eight lines, the eighth rank first: `1` for a square of the set, `.` for another.
    fn __str__(&self) -> String {
        let mut lines = Vec::new();
        for rank in (0..8).rev() {
            let signs: Vec<&str> = (0..8)
                .map(|file| if self.mask >> (rank * 8 + file) & 1 == 1 { "1" } else { "." })
                .collect();
            lines.push(signs.join(" "));
        }
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("SquareSet({:#018x})", self.mask)
    }
}

/// The subsets of a set, as numbers, the empty one first.
#[pyclass(module = "pgnkit")]
pub(crate) struct Subsets {
    mask: u64,
    next: Option<u64>,
}

#[pymethods]
impl Subsets {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<u64> {
        let subset = self.next?;
        // As numbers of those bits alone, one more.
        let next = subset.wrapping_sub(self.mask) & self.mask;
        self.next = (next != 0).then_some(next);
        Some(subset)
    }
}

/// The squares of a set, a1 first.
#[pyclass(module = "pgnkit")]
pub(crate) struct SquareSetIter(Bitboard);

#[pymethods]
impl SquareSetIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<u8> {
        self.0.next().map(Square::index)
    }
}
