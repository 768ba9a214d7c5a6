//! The names that an expression may use besides the words of the language: queries, lists, rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

use super::lines::GameLines;
use super::vocabulary::Vocabulary;

/// Returns the text of the list with this name, or the reason why it cannot.
///
/// ```
/// use std::sync::Arc;
///
/// use pgn_query::{Context, Query};
///
/// let mut context = Context::default();
/// context.read_list = Some(Arc::new(|_| Ok("Tal, Mihail\nKeres, Paul\n".to_owned())));
/// assert!(Query::parse("White in @champions.txt", &context).is_ok());
/// ```
pub type ReadList = dyn Fn(&str) -> Result<String, String> + Send + Sync;

/// Passes each game of the file with this name to a function; returns the reason if it cannot, and
/// `false` if the file has no games by its name.
///
/// ```
/// use std::sync::Arc;
///
/// use pgn_query::{Context, Query};
///
/// let mut context = Context::default();
/// context.read_games = Some(Arc::new(|_, take| {
///     take(&"1. e4 e5 (1... c5) *".parse().map_err(|_| "no game")?);
///     Ok(true)
/// }));
/// assert!(Query::parse("leaves @repertoire.pgn by black", &context).is_ok());
/// ```
pub type ReadGames = dyn Fn(&str, &mut dyn FnMut(&Game)) -> Result<bool, String> + Send + Sync;

/// The names that an expression may use.
///
/// ```
/// use pgn_query::{Context, Named, Query};
///
/// let mut context = Context::default();
/// context.queries.insert("strong".to_owned(), Named::new("minelo >= 2600", "pgnkit.toml"));
/// assert!(Query::parse("@strong and decisive", &context).is_ok());
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Context {
    /// Queries by their names.
    pub queries: BTreeMap<String, Named>,
    /// Reads a list, such as a file with a name in each line; without it, lists are refused.
    pub read_list: Option<Arc<ReadList>>,
    /// Reads the games of a file, such as a repertoire; without it, they are refused.
    pub read_games: Option<Arc<ReadGames>>,
    /// The checker for `has fault`; without one, only the findings of the reader count.
    pub checker: Option<Arc<dyn GameChecker>>,
    /// The names that are compared: those of games or of records of positions.
    pub vocabulary: Vocabulary,
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Context { queries, read_list, read_games, checker, vocabulary } = self;
        let mut debug = f.debug_struct("Context");
        debug.field("queries", queries).field("read_list", &read_list.is_some());
        debug.field("read_games", &read_games.is_some());
        debug.field("checker", &checker.is_some()).field("vocabulary", vocabulary).finish()
    }
}

/// A query with a name.
///
/// ```
/// use pgn_query::Named;
///
/// let named = Named::new("minelo >= 2600", "pgnkit.toml");
/// assert_eq!(named.origin, "pgnkit.toml");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// The expression.
    pub text: String,
    /// The file that it is in.
    pub origin: String,
}

impl Named {
    /// A query with this text, from the file called `origin`.
    pub fn new(text: impl Into<String>, origin: impl Into<String>) -> Named {
        Named { text: text.into(), origin: origin.into() }
    }

    /// Where the query of this name is, for messages.
    pub(super) fn origin_of(&self, name: &str) -> String {
        format!("{}, query `{name}`", self.origin)
    }
}

/// Finds errors in a game, for questions about faults.
///
/// ```
/// use std::sync::Arc;
///
/// use pgn_query::{Context, GameChecker, Query};
/// use pgnkit::charset::Choice;
/// use pgnkit::syntax::Region;
///
/// struct NoFaults;
///
/// impl GameChecker for NoFaults {
///     fn check(&self, _: &Region<'_>, _: Choice, _: &mut dyn FnMut(&str, &str, &str)) {}
/// }
///
/// let mut context = Context::default();
/// context.checker = Some(Arc::new(NoFaults));
/// assert!(Query::parse("has fault", &context).is_ok());
/// ```
pub trait GameChecker: Send + Sync {
    /// Passes code, name and message of each finding to `take`.
    fn check(&self, region: &Region<'_>, encoding: Choice, take: &mut dyn FnMut(&str, &str, &str));
}

impl Context {
    /// The lines of a list, except those that are empty or begin with `#`.
    pub(super) fn list(&self, name: &str) -> Result<Vec<String>, String> {
        let Some(read_list) = &self.read_list else {
            return Err(format!("{name}: lists cannot be read here"));
        };
        let text = read_list(name)?;
        let lines = text.lines().map(str::trim);
        Ok(lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect())
    }

    /// The positions of all games of a file; `None` if it has no games by its name.
    pub(super) fn game_lines(&self, name: &str) -> Result<Option<GameLines>, String> {
        let Some(read_games) = &self.read_games else { return Ok(None) };
        let mut lines = GameLines::default();
        if !read_games(name, &mut |game| lines.add(game))? {
            return Ok(None);
        }
        lines.check().map_err(|why| format!("{name}: {why}"))?;
        Ok(Some(lines))
    }
}
