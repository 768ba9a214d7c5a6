//! The games that a verb selects: `--where`, and the file for rejected games.

use std::convert::Infallible;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::{ArgMatches, Args};

use crate::date_order::DateOrderArg;
use crate::output::Output;
use crate::terminal::Console;
use pgn_db::config::{empty_context, nearest_context, read_context};
use pgn_db::error::{Error, ErrorKind};
use pgn_db::identity::Identity;
use pgn_db::scan::Cut;
use pgn_db::source::{InputPath, Inputs};
use pgn_lint::{Config, Linter};
use pgn_query::facts::Vocabulary;
use pgn_query::{Context, GameChecker, MissingTag, Query, QueryError, looks_like_expression};
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

/// Why an option is rejected if only positions are read.
pub(crate) const ONLY_FOR_GAMES: &str = "makes sense only for games, not for records of positions";

/// The names that expressions about these parts may use.
pub(crate) fn vocabulary_of(cut: Cut) -> Vocabulary {
    match cut {
        Cut::Games => Vocabulary::Games,
        Cut::Lines => Vocabulary::Records,
    }
}

/// The name of the argument with the expression.
pub(crate) const EXPRESSION: &str = "expression";

/// Rejects a missing file whose name is an expression before anything is done:
/// `pgn filter 'White = "Tal"' games.pgn`. `verb` is the chosen verb, `matches` its arguments.
///
/// # Errors
/// When there is such a name, with what was probably meant.
pub fn refuse_expressions(verb: &clap::Command, matches: &ArgMatches) -> Result<(), Error> {
    if let Some((name, inner)) = matches.subcommand()
        && let Some(verb) = verb.find_subcommand(name)
    {
        return refuse_expressions(verb, inner);
    }
    let takes_expression = verb.get_arguments().any(|argument| argument.get_id() == EXPRESSION);
    let files = matches.try_get_many::<InputPath>("files").ok().flatten();
    for path in files.into_iter().flatten().filter(|_| takes_expression) {
        let name = path.to_string_lossy();
        if looks_like_expression(&name) && !path.exists() {
            let error = Error::new(ErrorKind::Usage, &*name, "no such file or folder");
            return Err(error.with_hint("did you mean `--where`?"));
        }
    }
    Ok(())
}

/// Which games.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Game selection")]
pub struct Where {
    /// Use only games that match EXPR, such as `player ~ "tal" and won`
    ///
    /// docs/formats/query.md describes the language. In short, an expression uses tags by name,
    /// computed words in lower case (player, elo, year, plycount, result, eco, ...), the operators
    /// `= != < <= > >= in ~`, `and or not ( )`, strings in quotes and regular expressions in
    /// slashes.
    ///
    /// `--where @FILE` reads the expression from FILE, in which lines that begin with # are
    /// remarks. FILE must contain a dot or a slash: `@criteria.txt`, `@./criteria`. Games must
    /// match each `--where`.
    #[arg(long = "where", value_name = "EXPR", id = EXPRESSION, value_parser = expression)]
    expressions: Vec<Expression>,

    /// The old spelling of `--where @FILE`.
    #[arg(long, value_name = "FILE", hide = true)]
    where_file: Option<PathBuf>,

    /// Configuration file [default: the nearest pgnkit.toml]
    ///
    /// `--where @strong` uses the query `strong` from the table `[queries]` of this file. Without
    /// this option, pgn looks for pgnkit.toml in the current folder and its parents.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    config: Option<PathBuf>,

    /// How dates such as 03/04/1992 are read.
    #[command(flatten)]
    dates: DateOrderArg,
}

/// An expression, or the file that contains it.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Text(String),
    File(PathBuf),
}

impl Expression {
    /// The file with the expression.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        match self {
            Expression::Text(_) => None,
            Expression::File(path) => Some(path),
        }
    }
}

/// The value of `--where`. `@strong and won` uses the query `strong`, `@won.txt` names a file.
#[allow(clippy::unnecessary_wraps, reason = "clap asks for a result")]
fn expression(text: &str) -> Result<Expression, Infallible> {
    let file = text.strip_prefix('@').filter(|name| {
        let first_word = name.split_whitespace().next().unwrap_or_default();
        first_word.contains(['.', '/', std::path::MAIN_SEPARATOR])
    });
    Ok(file.map_or_else(|| Expression::Text(text.to_owned()), |name| Expression::File(name.into())))
}

impl Where {
    /// The expressions of all options.
    fn expressions(&self) -> impl Iterator<Item = Expression> {
        let file = self.where_file.iter().cloned().map(Expression::File);
        self.expressions.iter().cloned().chain(file)
    }

    /// Whether any games are left out.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.expressions().next().is_some()
    }

    /// The original text of the options, to compare with later.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let in_words = |expression| match expression {
            Expression::Text(text) => text,
            Expression::File(path) => format!("@{}", path.display()),
        };
        let parts: Vec<String> = self.expressions().map(in_words).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// The files that these options name.
    pub fn identities(&self) -> impl Iterator<Item = Identity> {
        let files = self.expressions().filter_map(|expression| expression.file().cloned());
        files.chain(self.config.clone()).filter_map(|path| Identity::of_path(&path).ok())
    }

    /// The query; `None` if all games are selected. An error in an expression is shown on standard
    /// error with its place, as is, at the end, a tag that no game had.
    ///
    /// # Errors
    /// When an expression cannot be understood, or a file not be read.
    pub fn query(&self, console: &Console) -> Result<Option<Arc<Query>>, Error> {
        self.query_for(Cut::Games, console)
    }

    /// The same, for games or for records of positions.
    ///
    /// # Errors
    /// Also when records do not have what is asked for.
    pub(crate) fn query_for(
        &self,
        cut: Cut,
        console: &Console,
    ) -> Result<Option<Arc<Query>>, Error> {
        if !self.is_given() && self.config.is_none() {
            return Ok(None);
        }
        let mut context = self.later_context()?;
        context.vocabulary = vocabulary_of(cut);
        let named = |expression| match expression {
            Expression::Text(text) => Ok(("--where".to_owned(), text)),
            Expression::File(path) => read(&path).map(|text| (path.display().to_string(), text)),
        };
        let named: Vec<(String, String)> =
            self.expressions().map(named).collect::<Result<_, _>>()?;
        if named.is_empty() {
            return Ok(None);
        }
        let texts: Vec<_> = named.iter().map(|(name, text)| (&**name, &**text)).collect();
        match Query::parse_all(&texts, &context) {
            Ok(query) if cut == Cut::Lines && query.asks_for_faults() => {
                let error = Error::new(ErrorKind::Usage, "fault", ONLY_FOR_GAMES);
                Err(error.with_hint("`pgn check` reports the findings in records"))
            }
            Ok(query) => {
                let asked = Arc::clone(&query);
                let in_words = move |missing: &MissingTag| in_words(missing, cut);
                console.defer(move || asked.missing_tags().iter().map(in_words).collect());
                Ok(Some(query))
            }
            Err(error) => Err(refuse(&error, console)),
        }
    }

    /// The named queries, for those that are typed later.
    ///
    /// # Errors
    /// When the configuration cannot be read.
    pub(crate) fn later_context(&self) -> Result<Context, Error> {
        let mut context = match (&self.config, env::current_dir()) {
            (Some(path), _) => read_context(path)?,
            (None, Ok(folder)) => nearest_context(&folder)?,
            (None, Err(_)) => empty_context(),
        };
        context.checker = Some(Arc::new(ByRules::default()));
        Ok(context)
    }
}

/// The line about a tag that an expression compares and that no game had.
fn in_words(missing: &MissingTag, cut: Cut) -> String {
    let MissingTag { name, nearest, .. } = missing;
    let hint = nearest.as_ref().map(|near| format!(" (did you mean `{near}`?)"));
    let (one, part) = match cut {
        Cut::Games => ("game", "tag"),
        Cut::Lines => ("record", "opcode"),
    };
    format!("--where: no {one} that was read has the {part} `{name}`{}", hint.unwrap_or_default())
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| Error::from_io(path.display().to_string(), error))
}

/// Shows the place, and makes the sentence an error.
fn refuse(error: &QueryError, console: &Console) -> Error {
    console.write(&format!("{}\n", error.excerpt()));
    let refused = Error::new(ErrorKind::Usage, error.origin(), error.message());
    match error.hint() {
        Some(hint) => refused.with_hint(hint),
        None => refused,
    }
}

/// Checks games as `pgn check` does without options, for `has fault`.
#[derive(Default)]
struct ByRules {
    /// Linters that are at rest; a thread takes one for a game.
    linters: Mutex<Vec<Linter>>,
}

impl GameChecker for ByRules {
    fn check(&self, region: &Region<'_>, encoding: Choice, take: &mut dyn FnMut(&str, &str, &str)) {
        let rested = self.linters.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let rested = rested.filter(|linter| linter.config().encoding == encoding);
        let config = || Config::default().with_encoding(encoding);
        let mut linter = rested.unwrap_or_else(|| Linter::new(config()));
        linter.begin_file(&[]);
        for finding in linter.lint_region(region) {
            take(&finding.code().to_string(), finding.name(), &finding.message);
        }
        self.linters.lock().unwrap_or_else(PoisonError::into_inner).push(linter);
    }
}

/// Where the games go that a verb leaves out.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Game selection")]
pub struct Rejects {
    /// Write the games that are left out to FILE
    ///
    /// Their text does not change. As with `-o`, an existing file is replaced only when everything
    /// has been read and written.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

impl Rejects {
    /// Whether they are needed.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.rejects.is_some()
    }

    /// The name of the file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.rejects.as_deref()
    }

    /// The file of rejects, if requested.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(&self, inputs: &Inputs) -> Result<Option<Output>, Error> {
        self.rejects.as_deref().map(|path| Output::open(Some(path), inputs)).transpose()
    }
}
