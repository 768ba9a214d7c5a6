//! `pgn help VERB`: the manual page of a verb, as plain text.

use std::ffi::OsString;

use clap::Args;

use super::verb_synonyms::spell_out;
use super::{Example, command};
use crate::exit::Exit;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn help", "The manual page of the command"),
    ("pgn help completions", "The manual page of a verb"),
    ("pgn help epd solve", "The manual page of a subcommand"),
    ("pgn help query", "The query language, and all its words about games"),
];

/// Print the manual page of a verb
///
/// Without a verb, prints the page of the whole command. `pgn help query` prints the page about the
/// query language of `filter --where`.
#[derive(Args, Debug)]
pub(super) struct Help {
    /// The verb
    verb: Vec<String>,
}

impl Help {
    pub(super) fn run(self, console: &Console) -> Result<Exit, Error> {
        if self.verb == ["query"] {
            Output::print(None, &Inputs::none(), pgn_query::page())?;
            return Ok(Exit::Clean);
        }
        let mut output = Output::open(None, &Inputs::none())?;
        let mut page = page_of(&self.verb.join(" "))?;
        let text = page.render_long_help();
        if console.color_on_stdout() {
            output.pass_colors();
            output.put(text.ansi().to_string())?;
        } else {
            output.put(text.to_string())?;
        }
        output.commit(console)?;
        Ok(Exit::Clean)
    }
}

/// The part of the command tree that belongs to a verb, complete with the options it inherits.
pub(super) fn page_of(verb: &str) -> Result<clap::Command, Error> {
    let mut whole = command();
    whole.build();
    let below = |page: &clap::Command, verb: &str| page.find_subcommand(verb).cloned();
    let words = spell_out(verb.split_whitespace().map(OsString::from).collect());
    let words = words.iter().map(|word| word.to_string_lossy());
    let verbs = words.take_while(|word| !word.starts_with('-'));
    match verbs.into_iter().try_fold(whole, |page, verb| below(&page, &verb)) {
        Some(page) => Ok(page),
        None => Err(Error::new(ErrorKind::Usage, verb, "not a pgn command")
            .with_hint("`pgn help` lists them")),
    }
}
