//! `pgn tag`: tags set, renamed, deleted, computed, put in order.
//!
//! Standard: §8.1. Decisions: D-14, D-15, D-22.
//! Start at [`Tag`].

mod fill;
mod steps;
mod template;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Example;
use super::fmt::FmtTarget;
use crate::args::{Read, Where, words_help};
use crate::exit::Exit;
use crate::terminal::Console;
use fill::Fill;
use pgn_db::error::{Error, ErrorKind};
use pgn_query::facts;
use pgnkit::tag::check_name;
use steps::{NamePattern, Steps, TagOrder};
pub(super) use template::{Point, Template};

pub(super) const EXAMPLES: &[Example] = &[
    (
        "pgn tag --set 'Event=Club Cup' --set 'PlyCount={plycount}' games.pgn -o cup.pgn",
        "Set a tag, and compute one",
    ),
    ("pgn tag -d --delete 'Annot*' games.pgn", "Show what would be deleted"),
];

/// Set, rename, delete and compute tags
///
/// Everything else stays the same, byte for byte: moves, comments, line breaks, spaces, the
/// encoding. A new tag goes where the export format puts it if the tags of the game are in that
/// order, and after the others if not.
///
/// Values can use words in braces for facts about the game: `{White}` and other tags by name, words
/// such as `{plycount}` (see `--set`), and `{ply}` for the place where `--where` matches, if the
/// expression depends on a place in the game.
///
/// If a word has no value for a game, such as the year of an unknown date, that game does not
/// change. Write `{{` and `}}` for braces. With `--where`, only matching games change.
///
/// A new start position (FEN, SetUp, Variant) must fit the moves; see `--force`. A new Result also
/// changes the termination marker.
///
/// The operations run in this order: rename, delete, results, ratings and FIDE numbers, set,
/// default, seven, order.
///
/// The exit status is 0 if everything was written, 1 if `--check` or `-d` found a difference,
/// and 2 if something could not be read or written.
#[derive(Args, Debug)]
pub(super) struct Tag {
    #[command(flatten)]
    read: Read,

    #[command(flatten)]
    target: FmtTarget,

    #[command(flatten)]
    wanted: Where,

    #[command(flatten)]
    change: Changing,
}

/// The changes.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Tags")]
struct Changing {
    /// Set a tag, whatever its value
    #[arg(long, value_name = "NAME=VALUE", long_help = words_of_set())]
    set: Vec<String>,

    /// Set a tag that is absent, empty or unknown (`?`)
    #[arg(long, value_name = "NAME=VALUE")]
    default: Vec<String>,

    /// Rename the tag OLD to NEW, in games without NEW
    #[arg(long, value_name = "OLD=NEW")]
    rename: Vec<String>,

    /// Delete a tag, or with a trailing `*` all tags with that prefix
    #[arg(long, value_name = "NAME")]
    delete: Vec<String>,

    /// Make the Result tag and the termination marker agree
    ///
    /// Checkmate and stalemate on the board decide. Otherwise a result takes precedence over `*`,
    /// and if the tag and the marker have different results, the tag counts.
    #[arg(long)]
    fix_results: bool,

    /// Set players' ratings from FILE: lines of a name, a tab and a rating
    ///
    /// Names are compared ignoring case, accents and punctuation. Existing ratings stay; a name
    /// that is listed with two ratings gets none.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    elos: Option<PathBuf>,

    /// Set players' FIDE numbers from FILE, in the same way
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    fide_ids: Option<PathBuf>,

    /// Keep only the seven tags of the roster, and add missing ones
    ///
    /// SetUp, FEN and Variant stay, because the moves depend on them.
    #[arg(long, hide_short_help = true)]
    seven: bool,

    /// Order of tags: `standard`, names separated by commas, or a file with one name per line
    ///
    /// `standard` means the roster, then the other tags by name. Unlisted tags follow in their old
    /// order.
    #[arg(long, value_name = "ORDER", hide_short_help = true)]
    order: Option<String>,

    /// Drop tags that `--order` does not list
    ///
    /// SetUp, FEN and Variant stay, because the moves depend on them.
    #[arg(long, requires = "order", hide_short_help = true)]
    only_listed: bool,

    /// Change FEN, SetUp, Variant and Result even if the moves do not fit
    ///
    /// Without this option, a game does not change, and the exit status is 2, if its moves would
    /// not be legal from the new start position, or if the new Result is not a result.
    #[arg(long, hide_short_help = true)]
    force: bool,
}

fn words_of_set() -> String {
    words_help("Set a tag, whatever its value", &facts::words(|row| !row.has_side))
}

impl Tag {
    pub(super) fn run(self, console: &mut Console) -> Result<Exit, Error> {
        let steps = self.change.steps()?;
        self.target.edit((&self.read, &self.wanted), Arc::new(steps), console)
    }
}

impl Changing {
    fn steps(&self) -> Result<Steps, Error> {
        let steps = Steps {
            renames: self.rename.iter().map(|text| renaming(text)).collect::<Result<_, _>>()?,
            deletes: self.delete.iter().map(|text| names(text)).collect::<Result<_, _>>()?,
            fixes_results: self.fix_results,
            fills: self.fills()?,
            sets: settings("--set", &self.set)?,
            defaults: settings("--default", &self.default)?,
            seven: self.seven,
            order: self.order.as_deref().map(order).transpose()?,
            only_listed: self.only_listed,
            forces: self.force,
        };
        if steps.does_nothing() {
            let why = "nothing to do";
            let hint = "use one of --set, --default, --rename, --delete, --order, --fix-results";
            return Err(Error::new(ErrorKind::Usage, "tag", why).with_hint(hint));
        }
        if self.only_listed && steps.order == Some(TagOrder::Standard) {
            let why = "expected a list of names in --order, found `standard`";
            return Err(usage("--only-listed", why));
        }
        Ok(steps)
    }

    fn fills(&self) -> Result<Vec<Arc<Fill>>, Error> {
        let mut fills = Vec::new();
        for (suffix, path) in [("Elo", &self.elos), ("FideId", &self.fide_ids)] {
            let Some(path) = path else { continue };
            let fill = Fill::parse(suffix, &text_of(path)?).map_err(|line| {
                let what = format!("{}:{line}", path.display());
                usage(&what, "expected a name, a tab and a value")
            })?;
            fills.push(Arc::new(fill));
        }
        Ok(fills)
    }
}

fn usage(what: &str, why: impl Into<String>) -> Error {
    Error::new(ErrorKind::Usage, what, why.into())
}

fn text_of(path: &Path) -> Result<String, Error> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Error::from_io(&*name, error))?;
    Ok(pgnkit::charset::Choice::Auto.for_text(&bytes).decode(&bytes).into_owned())
}

fn name(option: &str, name: &str) -> Result<String, Error> {
    check_name(name)
        .map_err(|error| usage(option, format!("invalid tag name `{name}`: {error}")))?;
    Ok(name.to_owned())
}

/// Both sides of an equals sign.
fn sides<'a>(option: &str, text: &'a str) -> Result<(String, &'a str), Error> {
    let (left, right) = text
        .split_once('=')
        .ok_or_else(|| usage(option, format!("expected NAME=..., found `{text}`")))?;
    Ok((name(option, left.trim())?, right))
}

fn settings(option: &str, texts: &[String]) -> Result<Vec<(String, Template)>, Error> {
    let setting = |text: &String| {
        let (name, value) = sides(option, text)?;
        let template = Template::parse(value).map_err(|why| usage(option, why))?;
        Ok((name, template))
    };
    texts.iter().map(setting).collect()
}

fn renaming(text: &str) -> Result<(String, String), Error> {
    let (from, to) = sides("--rename", text)?;
    Ok((from, name("--rename", to.trim())?))
}

fn names(text: &str) -> Result<NamePattern, Error> {
    match text.strip_suffix('*') {
        Some("") => Ok(NamePattern::Begins(String::new())),
        Some(begin) => Ok(NamePattern::Begins(name("--delete", begin)?)),
        None => Ok(NamePattern::Is(name("--delete", text)?)),
    }
}

fn order(text: &str) -> Result<TagOrder, Error> {
    if text == "standard" {
        return Ok(TagOrder::Standard);
    }
    let path = Path::new(text);
    let listed = match path.is_file() {
        true => text_of(path)?,
        false => text.replace(',', "\n"),
    };
    let names = listed.lines().map(str::trim).filter(|line| !line.is_empty());
    let names: Vec<String> = names.map(|text| name("--order", text)).collect::<Result<_, _>>()?;
    if names.is_empty() {
        return Err(usage("--order", "expected names of tags, found none"));
    }
    Ok(TagOrder::Listed(names))
}
