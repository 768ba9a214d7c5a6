//! Finds what is wrong with PGN text, explains it, and offers fixes.
//!
//! Owns: judgment: the rules with their permanent codes, how grave each is under a profile, the
//! fixes, the printers of reports. Knows nothing of: terminals, files, threads, editors.
//! Standard: §3 to §10, §16.1, §18. Decisions: D-01 to D-39 as each rule cites them.
//! Start at [`Linter`]; the rules are [`RULES`], the printers are in [`render`].
//!
//! - A [`Linter`] takes the regions of a file and gives [`Finding`]s, under a [`Config`].
//! - A [`Profile`] says what a text is measured by. Under `lax` a finding is an error where
//!   something was lost or cannot be played, a warning where the text misleads, information where
//!   the reader corrected for certain. Under `import` every departure from the import format of the
//!   standard is an error. The four export profiles also want the text byte for byte.
//! - Findings of severity [`Info`](Severity::Info) leave the exit status of a run at 0, unless
//!   their rule was selected by name; see [`Config`].
//! - [`fix_region`] applies the [`Fix`]es.
//! - A file may silence rules itself, with lines that every other reader of PGN passes over (§6):
//!
//! ```text
//! %pgnkit ignore-file C004,T1           at the top: for the whole file
//! %pgnkit ignore illegal-move           before or inside a game: for that game
//! %pgnkit ignore-next-line all          for the line that follows
//! ```

#![forbid(unsafe_code)]

mod config;
mod context;
mod edit;
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
mod suppress;

pub use config::{Config, ConfigError, Selector, TextKind};
pub use edit::{Applicability, Edit, Fix};
pub use finding::{Finding, Place, SourceLine};
pub use fix::{Applied, Fixed, apply, fix_region};
pub use linter::{Linter, Listing, Memory, rules_of_tag};
pub use page::pages;
pub use registry::{RETIRED, RULES, UnknownRule, rule};
pub use rule::{Family, FixKind, Rule};
pub use severity::{Levels, Profile, Severity};
