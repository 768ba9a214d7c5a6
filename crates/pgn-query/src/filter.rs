//! A filter for jobs: passes the games that a query selects (D-01).

use std::sync::Arc;

use super::{Matcher, Query, Verdict};
use pgnkit::charset::Choice;
use pgnkit::syntax::Region;

/// Decides for each game whether it is selected. One for each thread.
///
/// ```
/// use pgn_query::{Context, Query, QueryFilter};
/// use pgnkit::charset::Choice;
/// use pgnkit::syntax::Regions;
///
/// let query = Query::parse("result = 1-0", &Context::default())?;
/// let mut filter = QueryFilter::new(Some(&query));
/// let mut regions = Regions::new(&b"1. e4 0-1\n"[..]);
/// let region = regions.next_region()?.unwrap();
/// assert!(filter.rejects(&region, Choice::Auto, "one.pgn").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct QueryFilter {
    matcher: Option<Matcher>,
}

impl QueryFilter {
    /// For the games that match a query; for all without one.
    #[must_use]
    pub fn new(query: Option<&Arc<Query>>) -> QueryFilter {
        QueryFilter { matcher: query.map(|query| query.matcher(Choice::Auto)) }
    }

    /// The verdict on a game that is not selected; `None` for everything that may pass, including
    /// text outside games. `encoding` is that of the text, `file` the value of the word `file`.
    pub fn rejects(
        &mut self,
        region: &Region<'_>,
        encoding: Choice,
        file: &str,
    ) -> Option<Verdict> {
        let matcher = self.matcher.as_mut()?;
        matcher.set_encoding(encoding);
        matcher.test(region, file).filter(|verdict| !verdict.holds())
    }
}
