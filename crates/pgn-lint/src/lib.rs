//! Checks PGN text: finds problems, explains them, and offers fixes.
//!
//! Start at [`Linter`]; [`RULES`] has the rules with their permanent codes, and [`render`] prints
//! reports. This crate does not open files or spawn threads.
//!
//! - A [`Linter`] takes the regions of a file and returns [`Finding`]s, according to a [`Config`].
//! - A [`Profile`] sets the requirements for a text. Under `lax`, a finding is an error if
//!   something is lost or cannot be played, a warning if the text is misleading, and info if the
//!   reader corrects it with certainty. Under `import`, every departure from the import format of
//!   the standard is an error. The four export profiles also require the exact bytes of the export.
//!   The profiles of sites add the limits of [`SITE_LIMITS`] to those of `lax`.
//! - Findings of severity [`Info`](Severity::Info) do not change the exit status, unless their rule
//!   was selected by name; see [`Config`].
//! - [`fix_region`] applies the [`Fix`]es.
//! - A file may silence rules itself, with lines that every other reader of PGN passes over (§6):
//!
//! ```text
//! %pgnkit ignore-file C004,T1           at the top: for the whole file
//! %pgnkit ignore illegal-move           before or inside a game: for that game
//! %pgnkit ignore-next-line all          for the line that follows
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod config;
mod context;
mod edit;
mod explain;
mod finding;
mod fix;
mod linter;
mod message;
mod page;
mod registry;
pub mod render;
mod rule;
mod rules;
mod severity;
mod site;
mod suppress;

pub use config::{Config, ConfigError, Selector, TextKind};
pub use edit::{Applicability, Edit, Fix};
pub use explain::{explain_nag, explain_tag, section_of_tag};
pub use finding::{Finding, Place, SourceLine};
pub use fix::{Applied, Fixed, apply, fix_region};
pub use linter::{Linter, Listing, Memory, rules_of_tag};
pub use page::{file_name, pages};
pub use registry::{RETIRED, UnknownRuleError, rule};
pub use rule::{Family, FixKind, Rule};
pub use rules::RULES;
pub use severity::{Levels, Profile, Severity, UnknownNameError};
pub use site::{LimitEffect, SITE_LIMITS, SiteLimit};

/// The README's Rust is compiled with the crate's own examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
