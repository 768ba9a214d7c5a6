//! Output files: complete or not there at all, compressed according to their names.
//!
//! Start at [`Replacement`].

mod draft;
mod encoder;
mod file_lock;
mod folder_lock;
mod new_base;
mod replacement;
mod steady;
mod unfinished;

pub use draft::{Draft, Sealed};
pub use encoder::Encoder;
pub use file_lock::FileLock;
pub use folder_lock::remove_leftovers;
pub use new_base::{BaseKind, NewBase};
pub use replacement::{BUFFER_BYTES, Replacement, Sink, partial_path, sync_folder};
pub use steady::Steady;
pub use unfinished::{Cleared, is_unfinished, remove_unfinished};

#[cfg(test)]
mod tests;
