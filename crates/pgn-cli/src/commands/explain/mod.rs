//! `pgn explain`: the page of a rule, a NAG, a country, a tag, a language's letters.
//!
//! Standard: §8.1.1, §9, §10, §15, §17. Decisions: D-25.
//! Start at [`Explain`].

mod country;
mod letters;
mod nag;
mod tag;

use std::fmt::Write as _;

use clap::Args;
use pgn_lint::{Family, Profile, RULES, rule};

use super::Example;
use super::check::no_such_rule;
use super::help::print_page;
use crate::args::Write;
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn explain", "All rules, one per line"),
    ("pgn explain C001", "What a code means and how to fix it"),
    ("pgn explain illegal-move", "The same, by name"),
    ("pgn explain nag 14", "What an annotation symbol (NAG) means"),
    ("pgn explain country JUG", "What a country code means"),
    ("pgn explain tag TimeControl", "How a tag is written"),
];

/// Explain a rule of `pgn check`, an annotation symbol (NAG), a country code or a tag
///
/// For a rule, prints what it finds, why it matters, what the standard says, an example, how to fix
/// it, and which programs write such games. Without a code, lists all rules: code, severity in the
/// profile lax, whether `pgn check --fix` can fix it, name and summary.
///
/// `nag` explains NAGs, by number, symbol or words; `country` explains the codes of the tag Site,
/// by code or name; `tag` explains the tags of the standard; `letters` shows the piece letters of
/// languages. Each of these alone prints a list. You can leave out `nag`, `country` and `tag` if
/// the next word is not the name of a rule: `pgn explain GER`.
#[derive(Args, Debug)]
pub(super) struct Explain {
    /// The code or name of a rule; or nag, country, tag or letters, and what to explain
    #[arg(value_name = "CODE")]
    words: Vec<String>,

    #[command(flatten)]
    write: Write,
}

impl Explain {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let target = self.write.output.as_deref();
        match self.rules() {
            Ok(page) if !self.words.is_empty() => print_page(console, target, &page)?,
            _ => Output::print(target, &Inputs::none(), self.text()?)?,
        }
        Ok(Exit::Clean)
    }

    fn text(&self) -> Result<String, Error> {
        let Some((subject, words)) = self.words.split_first() else { return Ok(list()) };
        match (subject.as_str(), words) {
            ("nag", []) => Ok(nag::list()),
            ("nag", words) => nag::page(words),
            ("country", []) => Ok(country::list()),
            ("country", words) => country::page(words),
            ("tag", []) => Ok(tag::list()),
            ("tag", words) => tag::page(words),
            ("letters", []) => Ok(letters::list()),
            ("letters", words) => letters::page(words),
            _ => self.rules().or_else(|error| {
                let mut pages = [tag::page, nag::page, country::page].into_iter();
                pages.find_map(|page| page(&self.words).ok()).ok_or(error)
            }),
        }
    }

    fn rules(&self) -> Result<String, Error> {
        let pages = self.words.iter().map(|code| {
            rule(code).map(|rule| rule.page()).map_err(|error| no_such_rule("explain", &error))
        });
        Ok(pages.collect::<Result<Vec<String>, Error>>()?.join("\n"))
    }
}

/// The error for a text that is not a known name.
fn unknown(subject: &str, kind: &str, text: &str, near: Option<&str>) -> Error {
    let why = match near {
        Some(near) => format!("there is no {kind} `{text}`; did you mean `{near}`?"),
        None => format!("there is no {kind} `{text}`"),
    };
    let error = Error::new(ErrorKind::Usage, format!("explain {subject}"), why);
    error.with_hint(format!("`pgn explain {subject}` lists them"))
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
