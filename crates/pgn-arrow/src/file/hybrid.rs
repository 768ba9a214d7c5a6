//! Numbers as Parquet packs them: in runs, or side by side with a fixed number of bits each.
//!
//! ```text
//! run    := varint(length << 1), the number in whole bytes
//! packed := varint(groups << 1 | 1), eight numbers a group, lowest bits first
//! ```

/// Encodes small numbers that come in runs.
pub(super) struct Levels {
    n_bits: u32,
    bytes: Vec<u8>,
    /// The run that still grows.
    level: u8,
    n_times: usize,
    /// Those that are too few for a run.
    loose: Vec<u8>,
}

/// Shorter runs are shorter bit-packed.
const RUN_MIN: usize = 8;

impl Levels {
    pub(super) fn new(n_bits: u32) -> Levels {
        Levels { n_bits, bytes: Vec::new(), level: 0, n_times: 0, loose: Vec::new() }
    }

    /// Adds a level this many times.
    #[inline]
    pub(super) fn push(&mut self, level: u8, n_times: usize) {
        if level != self.level {
            self.end_run();
            self.level = level;
        }
        self.n_times += n_times;
    }

    fn end_run(&mut self) {
        let mut n_times = std::mem::take(&mut self.n_times);
        let n_open = self.loose.len().next_multiple_of(8) - self.loose.len();
        let n_filled = n_open.min(n_times);
        self.loose.extend(std::iter::repeat_n(self.level, n_filled));
        n_times -= n_filled;
        if n_times < RUN_MIN {
            return self.loose.extend(std::iter::repeat_n(self.level, n_times));
        }
        self.end_loose();
        push_varint(n_times << 1, &mut self.bytes);
        self.bytes.push(self.level);
    }

    fn end_loose(&mut self) {
        let loose = std::mem::take(&mut self.loose);
        if !loose.is_empty() {
            push_packed(loose.iter().map(|level| u32::from(*level)), self.n_bits, &mut self.bytes);
        }
    }

    /// The encoded levels.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.end_run();
        self.end_loose();
        self.bytes
    }
}

/// Adds numbers of at most this many bits, up to 32, as one bit-packed run.
pub(super) fn push_packed(
    numbers: impl ExactSizeIterator<Item = u32>,
    n_bits: u32,
    bytes: &mut Vec<u8>,
) {
    let n_groups = numbers.len().div_ceil(8);
    push_varint(n_groups << 1 | 1, bytes);
    let end = bytes.len() + n_groups * n_bits as usize;
    let (mut word, mut n_held) = (0_u64, 0);
    for number in numbers {
        word |= u64::from(number) << n_held;
        n_held += n_bits;
        if n_held >= 32 {
            bytes.extend_from_slice(&(word as u32).to_le_bytes());
            word >>= 32;
            n_held -= 32;
        }
    }
    bytes.extend_from_slice(&word.to_le_bytes());
    bytes.resize(end, 0);
}

fn push_varint(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A plain decoder.
    fn decode(mut bytes: &[u8], n_bits: u32, n_numbers: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        while !bytes.is_empty() && numbers.len() < n_numbers {
            let n_head = bytes.iter().take_while(|byte| **byte >= 0x80).count() + 1;
            let (head, rest) = bytes.split_at(n_head);
            let head = head.iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7F));
            let n_value_bytes = n_bits.div_ceil(8) as usize;
            if head & 1 == 0 {
                let value = rest[..n_value_bytes].iter().rev();
                let value = value.fold(0, |sum, byte| sum << 8 | u32::from(*byte));
                numbers.extend(std::iter::repeat_n(value, head >> 1));
                bytes = &rest[n_value_bytes..];
            } else {
                let (packed, rest) = rest.split_at((head >> 1) * n_bits as usize);
                let bit = |at: usize| u32::from(packed[at / 8] >> (at % 8) & 1);
                for n in 0..(head >> 1) * 8 {
                    let bits = (0..n_bits as usize).map(|k| bit(n * n_bits as usize + k) << k);
                    numbers.push(bits.sum());
                }
                bytes = rest;
            }
        }
        numbers.truncate(n_numbers);
        numbers
    }

    proptest! {
        #[test]
        fn levels_come_back(runs in prop::collection::vec((0..4_u8, 0..40_usize), 0..60)) {
            let mut levels = Levels::new(2);
            runs.iter().for_each(|(level, n_times)| levels.push(*level, *n_times));
            let all: Vec<u32> = runs
                .iter()
                .flat_map(|(level, n_times)| std::iter::repeat_n(u32::from(*level), *n_times))
                .collect();
            prop_assert_eq!(decode(&levels.finish(), 2, all.len()), all);
        }

        #[test]
        fn packed_numbers_come_back(
            n_bits in 1..=32_u32,
            numbers in prop::collection::vec(any::<u32>(), 0..100),
        ) {
            let cut = |number: u32| (u64::from(number) & ((1 << n_bits) - 1)) as u32;
            let numbers: Vec<u32> = numbers.into_iter().map(cut).collect();
            let mut bytes = Vec::new();
            push_packed(numbers.iter().copied(), n_bits, &mut bytes);
            prop_assert_eq!(decode(&bytes, n_bits, numbers.len()), numbers);
        }
    }
}
