//! Expressions: what they select, and messages for invalid ones.
//!
//! Start at [`games::expressions_select_games`].

mod errors;
mod games;
mod naive;
mod pages;
mod search_words;
mod sides;

use std::sync::Arc;

use super::{Context, Query};
use pgnkit::charset::Choice;
use pgnkit::syntax::Regions;

/// The query of an expression that must be good.
fn query(text: &str) -> Arc<Query> {
    Query::parse(text, &Context::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The numbers of the games of a text for which an expression holds.
fn selected(query: &Arc<Query>, text: &[u8]) -> Vec<u64> {
    let mut matcher = query.matcher(Choice::Auto);
    let mut regions = Regions::new(text);
    let mut found = Vec::new();
    while let Some(region) = regions.next_region().unwrap() {
        let number = region.n_games_before + 1;
        let verdict = matcher.test(&region, "games.pgn");
        let game = pgnkit::read::read_region(&region, Default::default(), ());
        assert_eq!(verdict.is_some(), game.is_some());
        if let (Some(verdict), Some(game)) = (verdict, game) {
            if !query.text().contains("fault") && !query.text().contains("conflict") {
                let again = matcher.test_game(&game, "games.pgn", number);
                assert_eq!(verdict.truth, again.truth, "{}: game {number}", query.text());
            }
            if verdict.holds() {
                found.push(number);
            }
        }
    }
    found
}
