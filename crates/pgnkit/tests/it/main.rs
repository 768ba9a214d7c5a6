//! The public interface of pgnkit: its laws over random texts and over real files.

mod boundaries;
mod corpus;
mod examples;
mod export_laws;
mod guide;
mod laws;
mod merge_laws;
mod random_text;
mod results;
mod spellings;
mod symbols;
mod text;
mod thread_safety;
