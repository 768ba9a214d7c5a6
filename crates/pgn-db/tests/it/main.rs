//! The sources from outside.
//!
//! Start at [`scratch`].

mod archives;
mod files;
mod hostile_laws;
mod laws;
mod names;
mod scratch;
