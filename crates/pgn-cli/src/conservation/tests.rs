//! The account holds, or it is an error that names the numbers.

use super::Games;

#[test]
fn what_went_in_came_out_or_was_rejected() {
    let games = Games { input_count: 7, output_count: 4, rejected_count: 3 };
    assert!(games.close("filter").is_ok());
    assert!(Games::default().close("filter").is_ok());
}

#[test]
fn a_game_that_went_nowhere_is_an_error_with_the_numbers() {
    let games = Games { input_count: 7, output_count: 4, rejected_count: 2 };
    let error = games.close("filter").expect_err("one game is missing").to_string();
    assert!(error.contains("7 games went in, 4 came out and 2 were rejected"), "{error}");
}

#[test]
fn a_game_out_of_nothing_is_an_error() {
    let error = Games { input_count: 1, output_count: 2, rejected_count: 0 }
        .close("sort")
        .expect_err("one too many");
    assert!(error.to_string().contains("1 games went in, 2 came out"), "{error}");
    assert!(
        Games { input_count: 1, output_count: u64::MAX, rejected_count: 2 }.close("sort").is_err()
    );
}
