//! The program of README.md, so that its time can be compared with the race of the same work.

include!(concat!(env!("OUT_DIR"), "/readme.rs"));
