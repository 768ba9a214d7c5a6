//! The sources from outside.
//!
//! Start at [`scratch`].

mod archives;
mod files;
mod hostile_properties;
mod names;
mod properties;
mod scratch;
