//! What the reader does with illegal moves.
//!
//! Decisions: D-33.

#[cfg(not(target_family = "wasm"))]
use std::sync::atomic::{AtomicU8, Ordering};

/// What the reader does with a move that stood although it was illegal.
///
/// In games of electronic boards, and in blitz, illegal moves are played and not noticed. By
/// default, a line ends at such a move, and every move in a [`Game`](crate::Game) is legal.
///
/// ```
/// use pgnkit::read::{Games, IllegalMoves, ReadOptions};
///
/// let text = &b"1. e4 e5 2. Ke2 Qh4 3. Nf3 Qxe4 4. d3 Nf6 5. Kd2 *"[..];
/// let options = ReadOptions::default().with_illegal_moves(IllegalMoves::Keep);
/// let read = |options| Games::with(text, options, ()).flatten().next().unwrap_or_default();
/// assert_eq!(read(ReadOptions::default()).n_plies(), 6);
/// assert_eq!(read(options).n_plies(), 9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IllegalMoves {
    /// The line ends, and the rest of it is kept as a comment.
    Stop,
    /// A move that its piece could make but for its own king, and castling without the right, are
    /// played, reported and marked with the comment [`ILLEGAL`](crate::game::ILLEGAL). Everything
    /// else ends the line. A side leaves its king attacked only by a marked move, and no king is
    /// ever captured.
    ///
    /// Modules of WebAssembly do not have this variant: they are downloaded, and it takes 2 kB.
    #[cfg(not(target_family = "wasm"))]
    Keep,
}

/// Whether the process keeps them.
#[cfg(not(target_family = "wasm"))]
static KEEPS: AtomicU8 = AtomicU8::new(0);

#[cfg(not(target_family = "wasm"))]
impl IllegalMoves {
    /// Sets what the whole process does with illegal moves, where no option says something else.
    ///
    /// Set it before reading games.
    #[doc(hidden)]
    pub fn set_for_process(illegal_moves: IllegalMoves) {
        KEEPS.store(u8::from(illegal_moves == IllegalMoves::Keep), Ordering::Relaxed);
    }
}

/// That of the process: [`IllegalMoves::Stop`], unless the program has set another one.
impl Default for IllegalMoves {
    fn default() -> IllegalMoves {
        #[cfg(not(target_family = "wasm"))]
        if KEEPS.load(Ordering::Relaxed) != 0 {
            return IllegalMoves::Keep;
        }
        IllegalMoves::Stop
    }
}
