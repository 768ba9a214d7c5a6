//! Postings: a position of a game, with the move that was played in it (D-52).
//!
//! As numbers they sort by key, and those of a key by move, ply and game.

pub(super) type Posting = u128;

pub(super) const POSTING_BYTES: usize = size_of::<Posting>();

/// The number of partitions: one for each first byte of a key.
pub(super) const N_PARTITIONS: usize = 256;

/// Stands for the move after the last one. No move has these bits.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// The number of plies beyond which a game is left out.
pub(super) const PLY_MAX: usize = u16::MAX as usize - 1;

/// A position with the move that is played in it.
#[inline]
pub(super) fn posting(key: u64, mv: u16, ply: u16, game: u32) -> Posting {
    let low = u64::from(mv) << 48 | u64::from(ply) << 32 | u64::from(game);
    u128::from(key) << 64 | u128::from(low)
}

#[inline]
pub(super) fn key_of(posting: Posting) -> u64 {
    (posting >> 64) as u64
}

#[inline]
pub(super) fn move_of(posting: Posting) -> u16 {
    (posting >> 48) as u16
}

#[inline]
pub(super) fn ply_of(posting: Posting) -> u16 {
    (posting >> 32) as u16
}

#[inline]
pub(super) fn game_of(posting: Posting) -> u32 {
    posting as u32
}

/// Postings distributed by the first byte of their keys; those of the same byte keep their order.
#[derive(Debug, Default)]
pub(super) struct PartitionedPostings {
    postings: Vec<Posting>,
    /// Where each first byte begins, and where the last one ends.
    starts: Vec<u32>,
}

impl PartitionedPostings {
    /// Partitions at most 2^32 postings; `buffer` is memory to reuse.
    pub(super) fn of(from: &[Posting], mut buffer: Vec<Posting>) -> PartitionedPostings {
        const FIRST_BYTE: u32 = 120;
        let mut starts = vec![0; N_PARTITIONS + 1];
        for &posting in from {
            starts[(posting >> FIRST_BYTE) as usize & 255] += 1;
        }
        let mut at = [0u32; N_PARTITIONS];
        let mut before = 0;
        for (start, at) in starts.iter_mut().zip(&mut at) {
            *at = before;
            before += std::mem::replace(start, before);
        }
        starts[N_PARTITIONS] = before;
        // Its contents are overwritten.
        buffer.resize(from.len(), 0);
        for &posting in from {
            let at = &mut at[(posting >> FIRST_BYTE) as usize & 255];
            buffer[*at as usize] = posting;
            *at += 1;
        }
        PartitionedPostings { postings: buffer, starts }
    }

    pub(super) fn part(&self, number: usize) -> &[Posting] {
        let (Some(&from), Some(&to)) = (self.starts.get(number), self.starts.get(number + 1))
        else {
            return &[];
        };
        &self.postings[from as usize..to as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.postings.len()
    }

    pub(super) fn capacity(&self) -> usize {
        self.postings.capacity()
    }

    /// The memory, for others.
    pub(super) fn into_buffer(self) -> Vec<Posting> {
        self.postings
    }
}
