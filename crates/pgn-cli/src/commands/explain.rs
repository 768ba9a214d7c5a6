//! `pgn explain CODE`: the page of a rule.
//!
//! Owns: the verb. Knows nothing of: the pages' texts, which stand with the rules.
//! Standard: none.
//! Start at [`Explain`].

use std::fmt::Write as _;
use std::io::Write as _;

use clap::Args;
use pgn_lint::{Family, Profile, RULES, rule};

use super::Example;
use super::check::no_such_rule;
use crate::args::Write;
use crate::exit::Exit;
use crate::output::Output;
use pgn_db::error::Error;
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    Example { line: "pgn explain", does: "All rules, a line each" },
    Example { line: "pgn explain C001", does: "What a code means and how to mend it" },
    Example { line: "pgn explain illegal-move", does: "The same, by name" },
];

/// Explain a rule of `pgn check`
///
/// What it finds, why it matters, what the standard says, an example, how to mend it, and which
/// programs write such games. Without a code, a list of all rules: code, severity in the profile
/// lax, whether `pgn check --fix` can mend it, name and summary.
#[derive(Args, Debug)]
pub(super) struct Explain {
    /// The code or the name of a rule
    code: Option<String>,

    #[command(flatten)]
    write: Write,
}

impl Explain {
    pub(super) fn run(self) -> Result<Exit, Error> {
        let text = match &self.code {
            Some(code) => rule(code).map_err(|error| no_such_rule("explain", &error))?.page(),
            None => list(),
        };
        let mut output = Output::open(self.write.output.as_deref(), &Inputs::none())?;
        output.write_all(text.as_bytes()).map_err(|error| output.trouble(error))?;
        output.commit()?;
        Ok(Exit::Clean)
    }
}

/// All rules, family by family.
fn list() -> String {
    let mut text = String::new();
    let mut family: Option<Family> = None;
    for rule in RULES {
        // Writing to a String cannot fail.
        if family != Some(rule.family()) {
            let empty_line = if family.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{empty_line}{}", rule.family().name());
            family = Some(rule.family());
        }
        let (severity, fix) = (rule.severity(Profile::Lax).name(), rule.fix.name());
        let (code, name, summary) = (rule.code(), rule.name(), rule.fault.summary);
        let _ = writeln!(text, "  {code}  {severity:<7}  {fix:<6}  {name:<24}  {summary}");
    }
    text
}
