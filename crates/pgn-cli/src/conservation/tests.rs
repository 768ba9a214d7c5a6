//! The account holds, or it is an error that names the numbers.

use super::Games;

#[test]
fn what_went_in_came_out_or_was_rejected() {
    let games = Games { n_in: 7, n_out: 4, n_rejected: 3 };
    assert!(games.close("filter").is_ok());
    assert!(Games::default().close("filter").is_ok());
}

#[test]
fn a_game_that_went_nowhere_is_an_error_with_the_numbers() {
    let games = Games { n_in: 7, n_out: 4, n_rejected: 2 };
    let error = games.close("filter").expect_err("one game is missing").to_string();
    assert!(error.contains("7 games went in, 4 came out and 2 were rejected"), "{error}");
}

#[test]
fn a_game_out_of_nothing_is_an_error() {
    let error = Games { n_in: 1, n_out: 2, n_rejected: 0 }.close("sort").expect_err("one too many");
    assert!(error.to_string().contains("1 games went in, 2 came out"), "{error}");
    assert!(Games { n_in: 1, n_out: u64::MAX, n_rejected: 2 }.close("sort").is_err());
}
