//! The public interface: laws over made-up texts, printers, configuration, suppression.
//!
//! Start at [`laws`].

mod advice;
mod allocations;
mod config;
mod export;
#[cfg(feature = "serde")]
mod findings_in_json;
mod fixes;
mod laws;
mod many;
mod parts;
mod places;
mod printers;
mod schema;
mod source;
mod suppression;
mod threads;
