//! The public interface of pgnkit: its properties over random texts and over real files.

mod boundaries;
mod corpus;
mod examples;
mod export_properties;
mod guide;
mod illegal_moves;
mod merge_properties;
mod properties;
mod random_text;
mod results;
mod spellings;
mod symbols;
mod text;
mod thread_safety;
