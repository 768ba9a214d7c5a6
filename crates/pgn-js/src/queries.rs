//! Queries, the last of which are kept.

use std::sync::Arc;

use pgn_query::{Context, Matcher, Query, Truth};
use pgnkit::charset::Choice;

use crate::message::CallError;
use crate::opened::{GameSource, OpenedGames};

const QUERIES_MAX: usize = 8;

/// The last queries, the latest at the end.
#[derive(Default)]
pub(crate) struct Queries(Vec<Matcher>);

impl Queries {
    /// Whether a query holds for a game: 0 for no, 1 for yes, 2 if the game does not say, 3 if its
    /// moves cannot be played.
    pub(crate) fn test(
        &mut self,
        query: &str,
        source: &GameSource<'_>,
        opened: &mut OpenedGames,
    ) -> Result<u64, CallError> {
        let matcher = self.matcher(query, source.choice)?;
        let verdict = if source.is_edited() || source.region.text.is_empty() {
            let number = source.region.n_games_before + 1;
            Some(matcher.test_game(source.open(opened)?, "", number))
        } else {
            matcher.test(&source.region, "")
        };
        Ok(match verdict.map(|verdict| verdict.truth) {
            None | Some(Truth::False) => 0,
            Some(Truth::True) => 1,
            Some(Truth::Open) => 2,
            Some(Truth::Unplayable) => 3,
        })
    }

    /// Compiles a query, if it is not known.
    pub(crate) fn matcher(
        &mut self,
        text: &str,
        choice: Choice,
    ) -> Result<&mut Matcher, CallError> {
        let known = self.0.iter().position(|matcher| matcher.query().text() == text);
        let mut matcher = match known {
            Some(at) => self.0.remove(at),
            None => parse(text)?.matcher(choice),
        };
        matcher.set_encoding(choice);
        if self.0.len() >= QUERIES_MAX {
            self.0.remove(0);
        }
        self.0.push(matcher);
        let last = self.0.len() - 1;
        Ok(&mut self.0[last])
    }
}

fn parse(text: &str) -> Result<Arc<Query>, CallError> {
    Query::parse(text, &Context::default()).map_err(|error| {
        let hint = error.hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let column = text.get(..error.span().start).map_or(0, |before| before.chars().count());
        CallError(format!("column {}: {}{hint}", column + 1, error.message()))
    })
}
