//! The public interface of pgnkit: its laws over random texts and over real files.

mod blind_laws;
mod boundaries;
mod corpus;
mod epd_laws;
mod export_laws;
mod guide;
mod import_laws;
mod laws;
mod merge_laws;
mod pgc;
mod pgc_independent;
mod pgc_laws;
mod results;
mod spellings;
mod symbols;
mod text;
