//! Numbers as bytes: those of a fixed length with the low byte first, others seven bits a byte.

/// Appends a number, seven bits a byte, the lowest first; all bytes but the last have bit 7.
#[inline]
pub(super) fn push_number(mut number: u64, to: &mut Vec<u8>) {
    while number >= 128 {
        to.push(number as u8 | 128);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Takes numbers from the front of bytes; `None` if they end before.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    #[inline]
    pub(super) fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    #[inline]
    pub(super) fn low(&mut self, byte_count: usize) -> Option<u64> {
        let mut bytes = [0; 8];
        bytes.get_mut(..byte_count)?.copy_from_slice(self.take(byte_count)?);
        Some(u64::from_le_bytes(bytes))
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.low(1).map(|number| number as u8)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.low(2).map(|number| number as u16)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.low(4).map(|number| number as u32)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.low(8)
    }

    /// A number of an ascending list, as the difference from the previous one.
    #[inline]
    pub(super) fn ascend(&mut self, before: &mut u32) -> Option<u32> {
        let next = u64::from(*before).checked_add(self.number()?)?;
        *before = u32::try_from(next).ok()?;
        Some(*before)
    }

    /// So many numbers of an ascending list.
    pub(super) fn ascending(&mut self, count: u64) -> Option<Vec<u32>> {
        // Each takes a byte at least.
        let mut numbers = Vec::with_capacity(self.0.len().min(usize::try_from(count).ok()?));
        let mut before = 0;
        for _ in 0..count {
            numbers.push(self.ascend(&mut before)?);
        }
        Some(numbers)
    }
}
