//! The manual pages as Markdown, for the reference that is generated from them.

use std::fmt::Write as _;

use clap::{Arg, Command};

use super::flags::flags;
use super::{Example, GROUPS, PAGES, command, examples_of};

/// Every page: name of the file and Markdown. The first is that of the command as a whole,
/// `README.md`; the others are named like `fmt.md`.
#[must_use]
pub fn markdown() -> Vec<(String, String)> {
    let mut whole = command();
    whole.build();
    let mut pages = vec![("README.md".to_owned(), front_page(&whole))];
    for (verb, examples) in PAGES {
        let below = |page, verb| Command::find_subcommand(page, verb);
        if let Some(page) = verb.split(' ').try_fold(&whole, below) {
            let name = format!("{}.md", verb.replace(' ', "-"));
            pages.push((name, verb_page(verb, page, examples)));
        }
    }
    pages
}

fn front_page(whole: &Command) -> String {
    let mut text = String::from("# pgn\n\n");
    push_about(whole, &mut text);
    push_examples(examples_of(""), &mut text);
    text.push_str("\n## Verbs\n");
    for (group, verbs) in GROUPS {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n### {group}\n\n");
        push_verb_table(verbs.iter().filter_map(|verb| whole.find_subcommand(verb)), "", &mut text);
    }
    push_flags(whole, &mut text);
    text
}

/// All flags with the verbs that have them.
fn push_flags(whole: &Command, text: &mut String) {
    let about = "A flag means the same in all verbs that have it.";
    // Writing to a String cannot fail.
    let _ = write!(text, "\n## Flags\n\n{about}\n\n| flag | meaning | verbs |\n|---|---|---|\n");
    for flag in flags(whole) {
        let verbs: Vec<String> = flag.verbs().map(|verb| format!("`{verb}`")).collect();
        let meaning = flag.meaning().replace('|', "\\|");
        let _ = writeln!(text, "| {} | {meaning} | {} |", flag.spelled(), verbs.join(", "));
    }
}

/// The verbs below a page, if there are any.
fn push_verbs(page: &Command, prefix: &str, text: &mut String) {
    if !page.has_subcommands() {
        return;
    }
    text.push_str("\n## Verbs\n\n");
    push_verb_table(page.get_subcommands(), prefix, text);
}

fn push_verb_table<'a>(pages: impl Iterator<Item = &'a Command>, prefix: &str, text: &mut String) {
    text.push_str("| verb | what it does |\n|---|---|\n");
    for page in pages {
        let (verb, about) = (page.get_name(), page.get_about().map(ToString::to_string));
        let file = format!("{prefix}{verb}.md");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| [`{verb}`]({file}) | {} |", about.unwrap_or_default());
    }
}

fn verb_page(verb: &str, page: &Command, examples: &[Example]) -> String {
    let mut text = format!("# pgn {verb}\n\n");
    push_about(page, &mut text);
    push_examples(examples, &mut text);
    let mut usage = page.clone();
    let usage = usage.render_usage().to_string();
    let _ = write!(text, "\n## Usage\n\n```text\n{}\n```\n", usage.trim_start_matches("Usage: "));
    push_verbs(page, &format!("{verb}-"), &mut text);
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in page.get_arguments().filter(|arg| !arg.is_hide_set()) {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    for heading in headings {
        let _ = write!(text, "\n## {}\n", heading.unwrap_or("Options"));
        let args = page.get_arguments().filter(|arg| !arg.is_hide_set());
        for arg in args.filter(|arg| arg.get_help_heading() == heading) {
            push_arg(arg, &mut text);
        }
    }
    text
}

/// The long help, or the short one if there is no long one.
fn push_about(page: &Command, text: &mut String) {
    let about = page.get_long_about().or(page.get_about()).map(ToString::to_string);
    let _ = writeln!(text, "{}", about.unwrap_or_default().trim_end());
}

fn push_examples(examples: &[Example], text: &mut String) {
    let _ = write!(text, "\n## Examples\n");
    for (line, does) in examples {
        let _ = write!(text, "\n{does}:\n\n```console\n$ {line}\n```\n");
    }
}

/// An argument in its syntax, and its full help.
fn push_arg(arg: &Arg, text: &mut String) {
    let long = arg.get_long().map(|long| format!("--{long}"));
    let short = arg.get_short().map(|short| format!("-{short}"));
    let mut typed: Vec<String> = short.into_iter().chain(long).collect();
    if arg.get_action().takes_values() {
        let names = arg.get_value_names().unwrap_or_default();
        let value = names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match typed.last_mut() {
            Some(last) => *last = format!("{last} {value}"),
            None => typed.push(format!("[{value}]")),
        }
    }
    let typed = typed.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
    let _ = write!(text, "\n### {typed}\n\n{}\n", help.unwrap_or_default().trim_end());
    let values: Vec<_> =
        arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    if arg.get_action().takes_values() && !values.is_empty() {
        text.push('\n');
        for value in &values {
            let about = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
            let _ = writeln!(text, "- `{}`{about}", value.get_name());
        }
    }
    let defaults = arg.get_default_values();
    if arg.get_action().takes_values() && !defaults.is_empty() {
        let defaults: Vec<_> = defaults.iter().map(|it| it.to_string_lossy()).collect();
        let _ = write!(text, "\nDefault: `{}`\n", defaults.join(" "));
    }
}
