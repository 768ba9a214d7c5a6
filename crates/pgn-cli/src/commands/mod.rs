//! The verbs of the command, and the one way in.
//!
//! Owns: the command tree, its help, what happens around a verb. Knows nothing of: what a verb
//! does.
//! Start at [`run`]; a new verb is a file beside this one, a variant of `Verb` and a line of
//! `PAGES`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::args::MessageArgs;
use crate::exit::Exit;
use crate::paths;
use crate::signal;
use crate::terminal::{Console, When};
use crate::wanted;
use pgn_db::error::{Error, ErrorKind};

pub use markdown::markdown;

mod annotate;
mod archive;
mod cat;
mod check;
mod classify;
mod completions;
mod convert;
mod dedupe;
mod diff;
mod epd;
mod excerpt;
mod explain;
mod filter;
mod flags;
mod fmt;
mod help;
mod import;
mod index;
mod mail;
mod man;
mod markdown;
mod meant;
mod merge;
mod names;
mod perft;
mod show;
mod sort;
mod split;
mod stats;
mod tag;
mod tree;

#[cfg(test)]
mod tests;

/// Read and write chess games in Portable Game Notation
#[derive(Parser, Debug)]
#[command(name = "pgn", version, disable_help_subcommand = true, subcommand_value_name = "VERB")]
#[command(subcommand_help_heading = "Verbs", arg_required_else_help = true)]
struct CommandLine {
    #[command(flatten)]
    talk: MessageArgs,

    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Check(check::Check),
    Explain(explain::Explain),
    Fmt(fmt::Fmt),
    Convert(convert::Convert),
    Filter(filter::Filter),
    Cat(cat::Cat),
    Sort(sort::Sort),
    Split(split::Split),
    Stats(stats::Stats),
    Diff(diff::Diff),
    Tree(tree::Tree),
    Index(index::Index),
    Archive(archive::Archive),
    Tag(tag::Tag),
    Annotate(annotate::Annotate),
    Classify(classify::Classify),
    Dedupe(dedupe::Dedupe),
    Names(names::Names),
    Merge(merge::Merge),
    Epd(epd::Epd),
    Mail(mail::Mail),
    Import(import::Import),
    Show(show::Show),
    Perft(perft::Perft),
    Completions(completions::Completions),
    Man(man::Man),
    Help(help::Help),
}

/// A command line worth showing, and what it does.
struct Example {
    line: &'static str,
    does: &'static str,
}

/// The examples of the command as a whole.
const EXAMPLES: &[Example] = &[
    Example {
        line: "pgn check games/",
        does: "Report what is wrong with games, and how to fix it",
    },
    Example {
        line: "pgn fmt games.pgn -o clean.pgn",
        does: "Write games in the standard's export format",
    },
    Example { line: "pgn convert --to jsonl games.pgn", does: "Convert games for other programs" },
    Example { line: "pgn help fmt", does: "Show the manual page of a verb" },
];

/// The examples of each verb; those of a verb below another one have both names.
const PAGES: &[(&str, &[Example])] = &[
    ("check", check::EXAMPLES),
    ("explain", explain::EXAMPLES),
    ("fmt", fmt::EXAMPLES),
    ("convert", convert::EXAMPLES),
    ("filter", filter::EXAMPLES),
    ("cat", cat::EXAMPLES),
    ("sort", sort::EXAMPLES),
    ("split", split::EXAMPLES),
    ("stats", stats::EXAMPLES),
    ("diff", diff::EXAMPLES),
    ("tree", tree::EXAMPLES),
    ("index", index::EXAMPLES),
    ("archive", archive::EXAMPLES),
    ("tag", tag::EXAMPLES),
    ("annotate", annotate::EXAMPLES),
    ("classify", classify::EXAMPLES),
    ("dedupe", dedupe::EXAMPLES),
    ("names", names::EXAMPLES),
    ("names report", names::report::EXAMPLES),
    ("names apply", names::apply::EXAMPLES),
    ("merge", merge::EXAMPLES),
    ("epd", epd::EXAMPLES),
    ("epd check", epd::CHECK_EXAMPLES),
    ("epd fmt", epd::fmt::EXAMPLES),
    ("epd solve", epd::solve::EXAMPLES),
    ("epd analyze", epd::analyze::EXAMPLES),
    ("epd backsolve", epd::backsolve::EXAMPLES),
    ("mail", mail::EXAMPLES),
    ("mail write", mail::write::EXAMPLES),
    ("mail read", mail::read::EXAMPLES),
    ("import", import::EXAMPLES),
    ("import ics", import::ics::EXAMPLES),
    ("import bgn", import::bgn::EXAMPLES),
    ("import uci", import::uci::EXAMPLES),
    ("show", show::EXAMPLES),
    ("perft", perft::EXAMPLES),
    ("completions", completions::EXAMPLES),
    ("man", man::EXAMPLES),
    ("help", help::EXAMPLES),
];

/// Examples first, for they are what most people look for.
const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Where the rest is, below the short help.
const MORE: &str = "`pgn help VERB` is the manual page of a verb.";

/// Does what the command line says. The first of `arguments` is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = meant::spell_out(arguments.into_iter().collect());
    let color = color_of(&arguments);
    let mut command = command().color(match color {
        When::Auto => ColorChoice::Auto,
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    });
    let parsed = command.try_get_matches_from_mut(arguments).and_then(|matches| {
        let line = CommandLine::from_arg_matches(&matches)?;
        let checked = wanted::refuse_expressions(&command, &matches)
            .and_then(|()| paths::check(&command, &matches));
        Ok((line, checked))
    });
    let (CommandLine { talk, verb }, checked) = match parsed {
        Ok(line) => line,
        Err(message) => return unknown_verb(&message).unwrap_or_else(|| answer(&message, color)),
    };
    let mut console = talk.console();
    signal::outlive_size_limit();
    let done = checked.and_then(|()| verb.run(&mut console));
    console.end_progress();
    console.say_last_words();
    match done {
        Ok(exit) => exit,
        Err(error) => {
            if error.kind() != ErrorKind::ClosedPipe {
                console.error(&error);
            }
            Exit::of(&error)
        }
    }
}

impl Verb {
    fn run(self, console: &mut Console) -> Result<Exit, Error> {
        match self {
            Verb::Check(check) => check.run(console),
            Verb::Explain(explain) => explain.run(),
            Verb::Fmt(fmt) => fmt.run(console),
            Verb::Convert(convert) => convert.run(console),
            Verb::Filter(filter) => filter.run(console),
            Verb::Cat(cat) => cat.run(console),
            Verb::Sort(sort) => sort.run(console),
            Verb::Split(split) => split.run(console),
            Verb::Stats(stats) => stats.run(console),
            Verb::Diff(diff) => diff.run(console),
            Verb::Tree(tree) => tree.run(console),
            Verb::Index(index) => index.run(console),
            Verb::Archive(archive) => archive.run(console),
            Verb::Tag(tag) => tag.run(console),
            Verb::Annotate(annotate) => annotate.run(console),
            Verb::Classify(classify) => classify.run(console),
            Verb::Dedupe(dedupe) => dedupe.run(console),
            Verb::Names(names) => names.run(console),
            Verb::Merge(merge) => merge.run(console),
            Verb::Epd(epd) => epd.run(console),
            Verb::Mail(mail) => mail.run(console),
            Verb::Import(import) => import.run(console),
            Verb::Show(show) => show.run(console),
            Verb::Perft(perft) => perft.run(console),
            Verb::Completions(completions) => completions.run(),
            Verb::Man(man) => man.run(),
            Verb::Help(help) => help.run(console),
        }
    }
}

/// The whole command tree, as the completions and the manual pages need it.
#[must_use]
pub fn command() -> clap::Command {
    // `-h` is a screen, `--help` has everything; `pgn help VERB` is the same as a manual page.
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .help("Print this help; `--help` prints all of it")
        .help_heading("Messages")
        .action(ArgAction::Help)
        .global(true);
    let mut command = CommandLine::command()
        .disable_help_flag(true)
        .arg(help)
        .help_template(TEMPLATE)
        .before_help(listed(EXAMPLES))
        .after_help(MORE);
    for (verb, examples) in PAGES {
        let dressed = |page: clap::Command| {
            page.disable_help_flag(true).help_template(TEMPLATE).before_help(listed(examples))
        };
        command = match verb.split_once(' ') {
            None => command.mut_subcommand(verb, dressed),
            Some((verb, below)) => {
                command.mut_subcommand(verb, |page| page.mut_subcommand(below, dressed))
            }
        };
    }
    command
}

/// The examples of a verb; of the command as a whole when there is no such verb.
fn examples_of(verb: &str) -> &'static [Example] {
    PAGES.iter().find(|(name, _)| *name == verb).map_or(EXAMPLES, |(_, examples)| examples)
}

fn listed(examples: &[Example]) -> String {
    let mut text = String::from("Examples:\n");
    for Example { line, does } in examples {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {does}\n    $ {line}");
    }
    text
}

/// Answers a word that is no verb, when it is known what is meant by it.
fn unknown_verb(message: &clap::Error) -> Option<Exit> {
    let Some(ContextValue::String(word)) = message.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let line = meant::meant(word)?;
    let error = Error::new(ErrorKind::Usage, word.as_str(), "is no verb");
    let error = error.with_hint(format!("did you mean `pgn {line}`?"));
    MessageArgs::default().console().error(&error);
    Some(Exit::of(&error))
}

/// Prints what the parser has to say: the help that was asked for, or what is wrong.
fn answer(message: &clap::Error, color: When) -> Exit {
    if message.use_stderr() {
        let console = MessageArgs { color, ..MessageArgs::default() }.console();
        let text = message.render();
        let text = if console.color() { text.ansi().to_string() } else { text.to_string() };
        console.write(&text.replacen("error:", "pgn:", 1));
        return Exit::Trouble;
    }
    match message.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => Exit::Clean,
        Err(error) => {
            let error = Error::from_io("standard output", error);
            let exit = Exit::of(&error);
            if exit != Exit::Clean {
                MessageArgs::default().console().error(&error);
            }
            exit
        }
    }
}

/// `--color` for the parser's own messages, which come before the options are parsed.
fn color_of(arguments: &[OsString]) -> When {
    let mut choice = When::Auto;
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(|value| value.to_owned().into()),
            None if argument == "--" => break,
            None => None,
        };
        match value.as_deref() {
            Some("always") => choice = When::Always,
            Some("never") => choice = When::Never,
            _ => {}
        }
    }
    choice
}
