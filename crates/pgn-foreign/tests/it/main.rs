//! The public API of the crate.

mod corpus;
mod damage;
mod foreign_laws;
mod scid;
