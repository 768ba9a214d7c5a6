//! The public interface of pgnkit: its laws over random texts and over real files.

mod corpus;
mod laws;
mod text;
