//! The verbs of the command, and its entry point.
//!
//! Start at [`run`]; a new verb is a file in this folder and a row of `verbs!`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::builder::{StyledStr, Styles};
use clap::error::ErrorKind::UnknownArgument;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::args::MessageArgs;
use crate::date_order::DATE_ORDER;
use crate::exit::Exit;
use crate::illegal_moves::ILLEGAL_MOVES;
use crate::output::{STDOUT_NAME, closed_stdout};
use crate::paths;
use crate::signal;
use crate::terminal::{Console, When};
use crate::topics::instead_of_pgn_extract;
use crate::where_args;
use pgn_db::error::{Error, ErrorKind};
use pgnkit::read::IllegalMoves;

pub use markdown::markdown;
#[cfg(feature = "terminal")]
pub use view::picture::picture;

mod annotate;
mod archive;
mod cat;
mod check;
mod classify;
mod completions;
mod convert;
mod dedupe;
mod demo;
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
mod lsp;
mod mail;
mod man;
mod markdown;
mod merge;
mod names;
mod perft;
mod show;
mod sort;
mod split;
mod sql;
mod stats;
mod tag;
mod tree;
mod verb_synonyms;
mod view;

#[cfg(test)]
mod tests;

/// Read and write chess games in Portable Game Notation
#[derive(Parser, Debug)]
#[command(name = "pgn", version = VERSION)]
#[command(disable_help_subcommand = true, subcommand_value_name = "VERB")]
#[command(subcommand_help_heading = "Verbs", arg_required_else_help = true)]
struct CommandLine {
    #[command(flatten)]
    talk: MessageArgs,

    #[command(subcommand)]
    verb: Verb,
}

/// The version; in releases with the commit, which `cargo xtask dist` passes.
const VERSION: &str = match option_env!("PGNKIT_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// A command line worth showing, and what it does.
type Example = (&'static str, &'static str);

/// The examples of the command as a whole.
const EXAMPLES: &[Example] = &[
    ("pgn check games/", "Report what is wrong with games, and how to fix it"),
    ("pgn fmt games.pgn -o clean.pgn", "Write games in the standard's export format"),
    ("pgn convert --to jsonl games.pgn", "Convert games for other programs"),
    ("pgn help fmt", "Show the manual page of a verb"),
];

/// The table of verbs: the variant, the module, and the pages of the verbs below it with their
/// examples.
macro_rules! verbs {
    ($($verb:ident: $module:ident $([$($page:literal: $($examples:ident)::+),+])?),+ $(,)?) => {
        #[derive(Subcommand, Debug)]
        enum Verb {
            $($verb($module::$verb)),+
        }

        impl Verb {
            fn run(self, console: &mut Console) -> Result<Exit, Error> {
                match self {
                    $(Verb::$verb(verb) => verb.run(console)),+
                }
            }
        }

        /// The examples of each verb; those of a verb below another one have both names.
        const PAGES: &[(&str, &[Example])] = &[$(
            (stringify!($module), $module::EXAMPLES),
            $($(($page, $module::$($examples)::+),)+)?
        )+];
    };
}

verbs! {
    Check: check,
    Explain: explain,
    Fmt: fmt,
    Convert: convert,
    Filter: filter,
    Cat: cat,
    Sort: sort,
    Split: split,
    Stats: stats,
    Sql: sql,
    Diff: diff,
    Tree: tree,
    Index: index,
    Archive: archive,
    Tag: tag,
    Annotate: annotate,
    Classify: classify,
    Dedupe: dedupe,
    Names: names ["names report": report::EXAMPLES, "names apply": apply::EXAMPLES],
    Merge: merge,
    Epd: epd [
        "epd solve": solve::EXAMPLES,
        "epd analyze": analyze::EXAMPLES,
        "epd backsolve": backsolve::EXAMPLES
    ],
    Mail: mail ["mail write": write::EXAMPLES, "mail read": read::EXAMPLES],
    Import: import [
        "import ics": ics::EXAMPLES,
        "import uci": uci::EXAMPLES,
        "import text": text::EXAMPLES,
        "import json": json::EXAMPLES
    ],
    Show: show,
    View: view,
    Lsp: lsp,
    Perft: perft,
    Completions: completions,
    Man: man,
    Demo: demo,
    Help: help,
}

/// The verbs by what they are for.
const GROUPS: &[(&str, &[&str])] = &[
    ("Check and clean", &["check", "fmt", "explain", "diff"]),
    ("Find", &["filter", "view", "show", "index"]),
    ("Curate", &["cat", "sort", "split", "merge", "dedupe", "tag", "names", "archive"]),
    ("Study", &["stats", "tree", "classify", "annotate"]),
    ("Convert", &["convert", "import", "mail"]),
    ("Positions", &["epd"]),
    (OTHER, &["help", "demo", "man", "completions", "lsp", "perft", "sql"]),
];

/// The group of verbs that the help of the command names only in its last lines.
const OTHER: &str = "Other";

/// Examples first, for they are what most people look for.
const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The template of the command as a whole: the groups of verbs in place of one list.
fn grouped_template(command: &clap::Command) -> StyledStr {
    let (header, literal) = (Styles::styled(), Styles::styled());
    let (header, literal) = (header.get_header(), literal.get_literal());
    let mut groups = String::new();
    for (group, verbs) in GROUPS.iter().filter(|(group, _)| *group != OTHER) {
        // Writing to a String cannot fail.
        let _ = writeln!(groups, "{header}{group}:{header:#}");
        for verb in *verbs {
            let about = command.find_subcommand(verb).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(groups, "  {literal}{verb:8}{literal:#}  {about}");
        }
        groups.push('\n');
    }
    let rest = format!("{header}Messages:{header:#}\n{{options}}{{after-help}}");
    let head = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n";
    StyledStr::from(format!("{head}{groups}{rest}"))
}

/// The text below the groups of verbs.
fn more() -> String {
    let others = GROUPS.iter().filter(|(group, _)| *group == OTHER).flat_map(|(_, verbs)| *verbs);
    let others: Vec<String> = others.map(|verb| format!("`{verb}`")).collect();
    format!(
        "`pgn help VERB` is the manual page of a verb, `pgn help query` describes `--where`.\n\
         Other verbs: {}.",
        others.join(", ")
    )
}

/// Runs a command line. The first of `arguments` is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let mut arguments = arguments.into_iter();
    let program = arguments.next();
    let arguments = verb_synonyms::spell_out(arguments.collect());
    let arguments: Vec<OsString> = program.into_iter().chain(arguments).collect();
    let color = color_of(&arguments);
    let mut command = command().color(match color {
        When::Auto => ColorChoice::Auto,
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    });
    let parsed = command.try_get_matches_from_mut(arguments).and_then(|matches| {
        let line = CommandLine::from_arg_matches(&matches)?;
        let accepts_partial = is_set(&matches, PARTIAL);
        pgnkit::tag::set_date_order(date_order(&matches));
        IllegalMoves::set_for_process(illegal_moves(&matches));
        let checked = where_args::refuse_expressions(&command, &matches)
            .and_then(|()| paths::check(&command, &matches));
        Ok((line, checked, accepts_partial))
    });
    let (CommandLine { talk, verb }, checked, accepts_partial) = match parsed {
        Ok(line) => line,
        Err(message) => return unknown_verb(&message).unwrap_or_else(|| answer(&message, color)),
    };
    let mut console = talk.console();
    console.set_accepts_partial(accepts_partial);
    signal::ignore_sigxfsz();
    let done = checked.and_then(|()| verb.run(&mut console));
    console.end_progress();
    console.flush_deferred();
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

/// The whole command tree, as the completions and the manual pages need it.
#[must_use]
pub fn command() -> clap::Command {
    // `-h` is a screen, `--help` has everything; `pgn help VERB` is the same as a manual page.
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .help("Print a short help; `--help` prints the full help")
        .help_heading("Messages")
        .action(ArgAction::Help)
        .global(true);
    let mut command = CommandLine::command()
        .disable_help_flag(true)
        .arg(help)
        .before_help(listed(EXAMPLES))
        .after_help(more())
        .mut_subcommands(with_partial);
    command = command.clone().help_template(grouped_template(&command));
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

/// The option that accepts incomplete results.
const PARTIAL: &str = "partial";

/// The same verb with `--partial` if it reads games and writes files.
fn with_partial(verb: clap::Command) -> clap::Command {
    let has = |id: &str| verb.get_arguments().any(|argument| argument.get_id() == id);
    let writes = ["output", "folder", "rejects", "report"].into_iter().any(has);
    let reads = ["files", "file"].into_iter().any(has);
    let verb = verb.mut_subcommands(with_partial);
    if !(writes && reads) {
        return verb;
    }
    verb.arg(
        Arg::new(PARTIAL)
            .long(PARTIAL)
            .help("Replace the output file even if something could not be read")
            .long_help(
                "Replace the output file even if something could not be read\n\n\
                 Without this option, the old file stays and the incomplete result goes to \
                 FILE.partial.",
            )
            .action(ArgAction::SetTrue),
    )
}

/// The order of dates that the verb was given.
fn date_order(matches: &clap::ArgMatches) -> Option<pgnkit::tag::DateOrder> {
    match matches.subcommand() {
        Some((_, below)) => date_order(below),
        None => matches.try_get_one(DATE_ORDER).ok().flatten().copied(),
    }
}

/// What the verb does with illegal moves.
fn illegal_moves(matches: &clap::ArgMatches) -> IllegalMoves {
    match matches.subcommand() {
        Some((_, below)) => illegal_moves(below),
        None => {
            let named = matches.try_get_one(ILLEGAL_MOVES).ok().flatten().copied();
            named.unwrap_or(IllegalMoves::Stop)
        }
    }
}

/// Whether the verb that was chosen has a flag, and it was given.
fn is_set(matches: &clap::ArgMatches, flag: &str) -> bool {
    if let Some((_, below)) = matches.subcommand() {
        return is_set(below, flag);
    }
    matches.try_get_one::<bool>(flag).ok().flatten().copied().unwrap_or_default()
}

/// The examples of a verb; of the command as a whole if there is no such verb.
fn examples_of(verb: &str) -> &'static [Example] {
    PAGES.iter().find(|(name, _)| *name == verb).map_or(EXAMPLES, |(_, examples)| examples)
}

fn listed(examples: &[Example]) -> String {
    let mut text = String::from("Examples:\n");
    for (line, does) in examples {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {does}\n    $ {line}");
    }
    text
}

/// Answers a word that is not a verb, if its meaning is known.
fn unknown_verb(message: &clap::Error) -> Option<Exit> {
    let Some(ContextValue::String(word)) = message.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let line = verb_synonyms::command_for(word)?;
    let error = Error::new(ErrorKind::Usage, word.as_str(), "not a pgn command");
    let error = error.with_hint(format!("did you mean `pgn {line}`?"));
    MessageArgs::default().console().error(&error);
    Some(Exit::of(&error))
}

/// The replacement for an unknown flag that pgn-extract has.
fn pgn_extract_tip(message: &clap::Error) -> Option<String> {
    let ContextValue::String(flag) = message.get(ContextKind::InvalidArg)? else { return None };
    let line = instead_of_pgn_extract(flag).filter(|_| message.kind() == UnknownArgument)?;
    let more = "`pgn help from-pgn-extract` has all flags";
    Some(format!("`{flag}` of pgn-extract is `{line}`; {more}"))
}

/// Prints the output of the argument parser: the requested help, or an error.
fn answer(message: &clap::Error, color: When) -> Exit {
    if message.use_stderr() {
        let console = MessageArgs { color, ..MessageArgs::default() }.console();
        let text = message.render();
        let text = if console.color() { text.ansi().to_string() } else { text.to_string() };
        let text = text.replacen("error:", "pgn:", 1);
        console.write(&match pgn_extract_tip(message) {
            Some(tip) => text.replacen("\n\n", &format!("\n\n  tip: {tip}\n\n"), 1),
            None => text,
        });
        return Exit::Failed;
    }
    let printed = match closed_stdout() {
        Some(mut file) => file.write_all(b"\n"),
        None => message.print().and_then(|()| io::stdout().flush()),
    };
    match printed {
        Ok(()) => Exit::Clean,
        Err(error) => {
            let error = Error::from_io(STDOUT_NAME, error);
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
