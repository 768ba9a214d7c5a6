//! Postings: a position of a game, with the move that was played in it.
//!
//! ```text
//! posting = key (64 bits) move (16) ply (16) game (32)
//! ```
//!
//! As numbers they sort by key, and those of a key by move, ply and game.
//!
//! Owns: this form, and the sharing out by the first byte of the key. Knows nothing of: files.
//! Standard: none. Decisions: D-52.
//! Start at [`Posting`].

/// A posting as one number.
pub(super) type Posting = u128;

/// How long a posting is, in bytes.
pub(super) const POSTING_BYTES: usize = size_of::<Posting>();

/// So many partitions there are: one for each first byte of a key.
pub(super) const N_PARTITIONS: usize = 256;

/// Stands for the move behind the last one. No move has these bits.
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

/// Puts postings in the order of one byte of their keys, those of the same byte as they stood, and
/// says where each byte begins. `shift` is where the byte stands in the posting.
pub(super) fn share_out(from: &[Posting], shift: u32, to: &mut Vec<Posting>) -> Vec<usize> {
    let byte_of = |posting: Posting| (posting >> shift) as usize & 255;
    let mut starts = vec![0; N_PARTITIONS + 1];
    for &posting in from {
        starts[byte_of(posting) + 1] += 1;
    }
    for n in 1..starts.len() {
        starts[n] += starts[n - 1];
    }
    to.clear();
    to.resize(from.len(), 0);
    let mut at = starts.clone();
    for &posting in from {
        let place = &mut at[byte_of(posting)];
        to[*place] = posting;
        *place += 1;
    }
    starts
}

/// Where the first byte of a key stands.
pub(super) const FIRST_BYTE: u32 = 120;

/// Sorts postings whose keys have their first byte in common. `spare` is memory to do it in.
pub(super) fn sort(postings: &mut Vec<Posting>, spare: &mut Vec<Posting>) {
    /// Fewer are sorted by comparing.
    const FEW: usize = 1 << 11;
    if postings.len() < FEW {
        return postings.sort_unstable();
    }
    let starts = share_out(postings, FIRST_BYTE - 8, spare);
    std::mem::swap(postings, spare);
    for range in starts.windows(2) {
        postings[range[0]..range[1]].sort_unstable();
    }
}
