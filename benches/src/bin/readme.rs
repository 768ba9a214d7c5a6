//! The program of README.md, so that its time can be compared with the race of the same work.
//!
//! Owns: nothing; `build.rs` takes the text from the page. Knows nothing of: races.
//! Start at README.md.

include!(concat!(env!("OUT_DIR"), "/readme.rs"));
