//! The sources from outside.
//!
//! Owns: the scratch folder that the tests share. Knows nothing of: the insides.
//! Start at [`scratch`].

mod archives;
mod files;
mod hostile_laws;
mod laws;
mod names;
mod scratch;
