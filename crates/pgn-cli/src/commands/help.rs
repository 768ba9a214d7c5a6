//! `pgn help VERB`: the manual page of a verb, or a page about a topic, as plain text.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use clap::Args;

use super::verb_synonyms::spell_out;
use super::{Example, command};
use crate::exit::Exit;
use crate::output::Output;
use crate::page_text::rendered;
use crate::terminal::Console;
use crate::topics::{TOPICS, topic};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::source::Inputs;

pub(super) const EXAMPLES: &[Example] = &[
    ("pgn help", "The manual page of the command"),
    ("pgn help completions", "The manual page of a verb"),
    ("pgn help epd solve", "The manual page of a subcommand"),
    ("pgn help query", "The query language, and all its words about games"),
    ("pgn help install", "How to install pgn, and what belongs to it"),
];

/// Print the manual page of a verb, or a page about a topic
///
/// Without a verb, prints the page of the whole command.
#[derive(Args, Debug)]
pub(super) struct Help {
    /// The verb or topic
    #[arg(long_help = topics())]
    verb: Vec<String>,
}

/// The help of the argument, with the list of topics.
fn topics() -> String {
    let mut text = String::from("The verb or topic\n\nThe topics are:\n");
    for topic in TOPICS {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n- `{}`: {}", topic.name, topic.about);
    }
    text
}

impl Help {
    pub(super) fn run(self, console: &Console) -> Result<Exit, Error> {
        if let [name] = &*self.verb
            && let Some(topic) = topic(name)
        {
            print_page(console, None, &(topic.page)())?;
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

/// Writes a page in Markdown: to a terminal as wrapped text, elsewhere unchanged.
pub(super) fn print_page(
    console: &Console,
    target: Option<&Path>,
    page: &str,
) -> Result<(), Error> {
    let mut output = Output::open(target, &Inputs::none())?;
    match output.columns() {
        Some(width) => {
            let has_colors = console.color_on_stdout();
            if has_colors {
                output.pass_colors();
            }
            output.put(rendered(page, width, has_colors))?;
        }
        None => output.put(page)?,
    }
    output.commit_if(|| true).map(drop)
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
