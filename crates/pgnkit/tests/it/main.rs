//! The public interface of pgnkit: its laws over random texts and over real files.

mod corpus;
mod export_laws;
mod laws;
#[path = "../../../../fuzz/src/seeds.rs"]
mod seeds;
mod text;
