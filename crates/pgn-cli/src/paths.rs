//! Every path of a command line: an input must not be an output.

use std::any::TypeId;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use crate::args::{InputFormat, STDIN_FILENAME, are_positions, config_for};
use crate::extensions;
use crate::where_args::{EXPRESSION, Expression};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::identity::Identity;
use pgn_db::scan::Cut;
use pgn_db::source::{InputPath, Inputs, Wanted, is_archive_name};

/// The use of the path that an option names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Files and folders of games are read, and written with `-w` or `--fix`.
    Games,
    /// Games are read and written in place.
    GamesInPlace,
    /// A file of another kind is read.
    Read,
    /// A file is written.
    Write,
    /// Files are created in a folder; their names come from the games, and are checked when they
    /// are known.
    Folder,
}

/// The role of an option; `None` if it does not name a path, or its role is not declared.
#[must_use]
pub fn role(arg: &Arg) -> Option<Role> {
    if arg.get_id() == EXPRESSION {
        return Some(Role::Read);
    }
    if !is_path(arg) {
        return None;
    }
    Some(match arg.get_id().as_str() {
        "files" | "file" | "before" | "after" | "against" => Role::Games,
        "stored" => Role::GamesInPlace,
        "aliases" | "book" | "changes" | "config" | "elos" | "fide" | "fide_ids" | "mail"
        | "nag_table" | "opening_table" | "repertoire" | "spelling" | "where_file" => Role::Read,
        "folder" | "root" | "temp" | "dir" => Role::Folder,
        "output" | "rejects" | "report" => Role::Write,
        _ => return None,
    })
}

/// Whether the value of an option is a path.
#[must_use]
pub fn is_path(arg: &Arg) -> bool {
    let kind = arg.get_value_parser().type_id();
    kind == TypeId::of::<PathBuf>() || kind == TypeId::of::<InputPath>()
}

/// Refuses a command line that would write to a file that it also reads, or to one file twice.
///
/// # Errors
/// [`ErrorKind::SameFile`], with both options.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<(), Error> {
    let (mut command, mut matches, mut verb) = (command, matches, Vec::new());
    while let Some((name, below)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else { break };
        (command, matches) = (found, below);
        verb.push(name);
    }
    let from = matches.try_get_one::<InputFormat>("from").ok().flatten().copied();
    let wanted = from.map_or_else(|| wanted_by(&verb), InputFormat::wanted);
    let uses = gather(command, matches, wanted);
    for (n, one) in uses.iter().enumerate() {
        if let Some(other) = uses[..n].iter().find(|other| one.clashes_with(other)) {
            return Err(refuse(one, other));
        }
    }
    check_endings(command, matches, (&verb.join(" "), from))
}

/// Options that determine the output format, whatever the name of the output.
const FORMS: &[&str] = &["to", "format", "diff", "list", "check", "dry_run", "count"];

/// Refuses names of outputs that promise a form that is not written.
fn check_endings(
    command: &Command,
    matches: &ArgMatches,
    (verb, from): (&str, Option<InputFormat>),
) -> Result<(), Error> {
    let files = matches.try_get_many("files").ok().flatten().unwrap_or_default();
    let files: Vec<InputPath> = files.cloned().collect();
    let reads_positions = are_positions(&files, from, stdin_filename(matches));
    let moves_records = extensions::moves_records(verb);
    // The verb checks the name again when it knows what is in them.
    let is_unknown = |path: &InputPath| path.is_dir() || is_archive_name(path);
    let may_be_positions = moves_records && from.is_none() && files.iter().any(is_unknown);
    let written = match reads_positions {
        _ if may_be_positions => Some(extensions::of_all_moved()),
        true => extensions::written_of_positions(verb),
        false => extensions::written_by(verb),
    };
    let cut = if reads_positions { Cut::Lines } else { Cut::Games };
    let is_given = |id: &&str| {
        matches.try_contains_id(id).is_ok()
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let is_form_named = FORMS.iter().any(is_given);
    for arg in command.get_arguments().filter(|arg| role(arg) == Some(Role::Write)) {
        let id = arg.get_id().as_str();
        let written = match id {
            _ if is_form_named => None,
            "report" => Some(extensions::REPORT.to_vec()),
            "rejects" if may_be_positions => Some(extensions::of_all_moved()),
            "rejects" => Some(extensions::of_moved(cut).to_vec()),
            _ => written.clone(),
        };
        if let Ok(Some(path)) = matches.try_get_one::<PathBuf>(id) {
            extensions::check(path, written.as_deref())?;
        }
    }
    Ok(())
}

/// The files of a folder that a verb reads.
fn wanted_by(verb: &[&str]) -> Wanted {
    match verb {
        ["epd", ..] => Wanted::Positions,
        ["import", "text"] => Wanted::Texts,
        ["import", "json"] => Wanted::Json,
        ["import", ..] => Wanted::Logs,
        _ => Wanted::Games,
    }
}

/// The files of one option.
struct Use {
    /// The option as the user typed it.
    option: String,
    /// The files that it names, unless it is a list of games.
    path: Option<PathBuf>,
    files: HashSet<Identity>,
    is_stdout: bool,
    is_written: bool,
}

impl Use {
    fn clashes_with(&self, other: &Use) -> bool {
        let is_same = self.is_stdout && other.is_stdout || !self.files.is_disjoint(&other.files);
        is_same && (self.is_written || other.is_written)
    }

    /// Only read, as the games are.
    fn is_input(&self) -> bool {
        self.path.is_none() && !self.is_written
    }

    fn name(&self) -> Option<String> {
        match self.is_stdout {
            true => Some("standard output".to_owned()),
            false => self.path.as_ref().map(|path| path.to_string_lossy().into_owned()),
        }
    }
}

/// The files that each option names. If no file is written, nothing is looked up.
fn gather(command: &Command, matches: &ArgMatches, wanted: Wanted) -> Vec<Use> {
    let is_set = |flag: &str| matches!(matches.try_get_one::<bool>(flag), Ok(Some(true)));
    let is_in_place = (is_set("in_place") || is_set("fix")) && !is_set("dry_run");
    let mut uses = Vec::new();
    let mut games: Vec<(String, Vec<InputPath>, bool)> = Vec::new();
    let mut has_output = is_set("dry_run");
    for arg in command.get_arguments() {
        let Some(role) = role(arg) else { continue };
        let mut values = values_of(matches, arg);
        if arg.get_id() == "config" && values.is_empty() {
            values.extend(config_for(stdin_filename(matches)).map(InputPath::from));
        }
        has_output |= arg.get_id() == "output" && !values.is_empty();
        let option = spelled(arg);
        match role {
            // Without a file the games come from standard input.
            Role::Games if values.is_empty() && !arg.is_positional() => {}
            Role::Games => games.push((option, values, is_in_place && arg.is_positional())),
            Role::GamesInPlace => games.push((option, values, true)),
            Role::Read | Role::Write => {
                let is_written = role == Role::Write;
                uses.extend(values.iter().map(|path| Use::of(&option, path, is_written)));
            }
            Role::Folder => {}
        }
    }
    if !has_output {
        uses.push(Use::of("-o", Path::new("-"), true));
    }
    // Folders are looked through only if games can be the same file as something else.
    let has_files = |one: &&Use| !one.files.is_empty();
    let other_count = uses.iter().filter(has_files).count() + games.len().saturating_sub(1);
    let is_any_written = uses.iter().filter(has_files).any(|one| one.is_written)
        || games.iter().any(|(_, _, is_written)| *is_written);
    if is_any_written && other_count > 0 {
        let uses_of = |(option, paths, is_written): (String, Vec<InputPath>, bool)| {
            Use::of_games(option, &paths, wanted, is_written)
        };
        // First, so that conflicts are reported for the other ones.
        uses.splice(0..0, games.into_iter().map(uses_of));
    }
    uses
}

/// The name that was given to standard input.
fn stdin_filename(matches: &ArgMatches) -> Option<&str> {
    matches.try_get_one::<String>(STDIN_FILENAME).ok().flatten().map(String::as_str)
}

/// The paths that were given for an option.
fn values_of(matches: &ArgMatches, arg: &Arg) -> Vec<InputPath> {
    let id = arg.get_id().as_str();
    if id == EXPRESSION {
        let expressions = matches.get_many::<Expression>(id).unwrap_or_default();
        return expressions.filter_map(Expression::file).map(InputPath::from).collect();
    }
    if let Ok(paths) = matches.try_get_many::<InputPath>(id) {
        return paths.unwrap_or_default().cloned().collect();
    }
    matches.get_many::<PathBuf>(id).unwrap_or_default().map(InputPath::from).collect()
}

/// The option as one types it.
fn spelled(arg: &Arg) -> String {
    match (arg.get_short(), arg.get_long()) {
        (Some(short), _) => format!("`-{short}`"),
        (None, Some(long)) => format!("`--{long}`"),
        (None, None) => {
            let names = arg.get_value_names().unwrap_or_default();
            names.first().map_or_else(|| arg.get_id().to_string(), ToString::to_string)
        }
    }
}

impl Use {
    fn of(option: &str, path: &Path, is_written: bool) -> Use {
        let is_stream = path.as_os_str() == "-";
        let stream = || match is_written {
            true => Identity::of_stream(io::stdout()),
            false => Identity::of_stream(io::stdin()),
        };
        let file = match is_stream {
            true => stream().map(|(identity, _)| identity),
            false => identity_of(path),
        };
        Use {
            option: option.to_owned(),
            path: Some(path.to_owned()),
            files: file.into_iter().collect(),
            is_stdout: is_stream && is_written,
            is_written,
        }
    }

    fn of_games(option: String, paths: &[InputPath], wanted: Wanted, is_written: bool) -> Use {
        let missing = paths.iter().filter(|path| !path.exists());
        let mut files: HashSet<Identity> = missing.filter_map(|path| identity_of(path)).collect();
        files.extend(Inputs::gather_as(paths, wanted).identities());
        Use { option, path: None, files, is_stdout: false, is_written }
    }
}

/// The file that a path names, even if it does not exist yet. Pipes and devices do not count: two
/// outputs may write to them.
fn identity_of(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(metadata) => metadata.is_file().then(|| Identity::of(path, &metadata).ok()).flatten(),
        Err(_) => Identity::of_target(path).ok(),
    }
}

fn refuse(one: &Use, other: &Use) -> Error {
    let name = one.name().or_else(|| other.name()).unwrap_or_default();
    if one.is_input() || other.is_input() {
        return Error::new(ErrorKind::SameFile, name, "is also an input")
            .with_hint("give the output another name");
    }
    let why = format!("is named by both {} and {}", other.option, one.option);
    Error::new(ErrorKind::SameFile, name, why).with_hint("give each a file of its own")
}
