//! The public interface: properties over made-up texts, printers, configuration, suppression.
//!
//! Start at [`properties`].

mod advice;
mod allocations;
mod config;
mod export;
#[cfg(feature = "serde")]
mod findings_in_json;
mod fixes;
mod many;
mod parts;
mod places;
mod printers;
mod properties;
mod schema;
mod source;
mod suppression;
mod threads;
