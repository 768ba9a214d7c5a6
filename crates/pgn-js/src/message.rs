//! Messages from JavaScript: numbers of seven bits per byte, and texts with their length.

use std::fmt;

/// Why a call failed, in a sentence.
#[derive(Debug)]
pub(crate) struct CallError(pub(crate) String);

impl CallError {
    pub(crate) fn new(reason: impl fmt::Display) -> CallError {
        CallError(reason.to_string())
    }

    fn cut_off() -> CallError {
        CallError::new("the message is cut off")
    }
}

/// A message that is read from its beginning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'a> {
    rest: &'a [u8],
}

impl<'a> Message<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Message<'a> {
        Message { rest: bytes }
    }

    /// A number, its lowest seven bits first; the high bit of a byte marks that more follow.
    pub(crate) fn number(&mut self) -> Result<u64, CallError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or_else(CallError::cut_off)?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(CallError::new("a number has more than 64 bits"))
    }

    /// A number that is an index or a count.
    pub(crate) fn size(&mut self) -> Result<usize, CallError> {
        usize::try_from(self.number()?).map_err(CallError::new)
    }

    pub(crate) fn flag(&mut self) -> Result<bool, CallError> {
        Ok(self.number()? != 0)
    }

    /// Bytes after their number.
    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], CallError> {
        let len = self.size()?;
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or_else(CallError::cut_off)?;
        self.rest = rest;
        Ok(bytes)
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, CallError> {
        str::from_utf8(self.bytes()?).map_err(CallError::new)
    }

    /// All that was not read.
    #[cfg(feature = "games")]
    pub(crate) fn rest(self) -> &'a [u8] {
        self.rest
    }
}
