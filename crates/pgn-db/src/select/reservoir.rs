//! A random sample of games, in input order; each game is equally likely.
//!
//! Texts are in an unnamed file; memory has a place for each game of the sample. A game that is
//! selected later replaces one that was selected before.

use std::io;

use crate::sort::{Disk, Scratch};

/// How much is read at once, in bytes.
const READ_BYTES: usize = 64 << 10;

/// Draws a sample.
pub struct Reservoir {
    size: u64,
    seen_count: u64,
    random: SplitMix,
    /// Number, place and length of each text of the sample.
    chosen: Vec<(u64, u64, u64)>,
    file: Box<dyn Scratch>,
    end: u64,
}

impl Reservoir {
    /// A sample of `size` games.
    ///
    /// # Errors
    /// When no file can be made.
    pub fn new(size: u64, seed: u64, disk: &impl Disk) -> io::Result<Reservoir> {
        let (chosen, file) = (Vec::new(), disk.scratch()?);
        Ok(Reservoir { size, seen_count: 0, random: SplitMix(seed), chosen, file, end: 0 })
    }

    /// Takes a game, or leaves it.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn push(&mut self, text: &[u8]) -> io::Result<()> {
        let number = self.seen_count;
        self.seen_count += 1;
        let slot = if number < self.size {
            self.chosen.push((0, 0, 0));
            number
        } else {
            self.random.below(self.seen_count)
        };
        if let Some(slot) = self.chosen.get_mut(usize::try_from(slot).unwrap_or(usize::MAX)) {
            self.file.append(text)?;
            *slot = (number, self.end, text.len() as u64);
            self.end += text.len() as u64;
        }
        Ok(())
    }

    /// Number of games in the sample.
    #[must_use]
    pub fn chosen_count(&self) -> u64 {
        self.chosen.len() as u64
    }

    /// Gives the sample, in order.
    ///
    /// # Errors
    /// Those of the disk, and those of `put`.
    pub fn finish(mut self, mut put: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.chosen.sort_unstable();
        let mut buffer = vec![0; READ_BYTES];
        for (_, from, len) in &self.chosen {
            let (mut at, end) = (*from, from + len);
            while at < end {
                let want = usize::try_from(end - at).unwrap_or(usize::MAX).min(READ_BYTES);
                let n = self.file.read_at(at, &mut buffer[..want])?;
                if n == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                put(&buffer[..n])?;
                at += n as u64;
            }
        }
        Ok(())
    }
}

/// Steele, Lea and Flood's generator of 2014: the same numbers for a seed in every version of this
/// program.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; the bias is below one in 2⁶⁴ / n.
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }
}
