//! The text of the progress display.

use std::time::Duration;

use super::{Progress, ProgressState, WORDS_COLUMNS, fit, grouped, phase};
use pgn_db::source::SharedCount;

fn check(read_bytes: u64, total_bytes: Option<u64>, game_count: u64, seconds: u64, expected: &str) {
    let state = ProgressState { read_bytes, total_bytes, game_count };
    assert_eq!(state.parts(Duration::from_secs(seconds)).join(", "), expected);
}

#[test]
fn a_terminal_of_sixty_columns_has_room_for_it() {
    let shown = |read_bytes, total_bytes, game_count, seconds| {
        let state = ProgressState { read_bytes, total_bytes: Some(total_bytes), game_count };
        fit(state.parts(Duration::from_secs(seconds)), WORDS_COLUMNS)
    };
    assert_eq!(shown(10_000_000, 40_000_000, 1_234, 2), "10.0 of 40.0 MB, 1,234 games, 6 s left");
    let long = shown(123_456_000_000, 987_654_000_000, 123_456_789, 40_000);
    assert_eq!(long, "123456.0 of 987654.0 MB, 77 h 46 min left");
}

#[test]
fn it_says_bytes_games_rate_and_time_left() {
    check(
        10_000_000,
        Some(40_000_000),
        1_234,
        2,
        "10.0 of 40.0 MB, 1,234 games, 617 games/s, 6 s left",
    );
}

#[test]
fn it_says_less_when_less_is_known() {
    check(10_000_000, None, 0, 2, "10.0 MB, 5.0 MB/s");
    check(0, Some(1_000_000), 0, 0, "0.0 of 1.0 MB, 0.0 MB/s");
    check(0, Some(0), 0, 0, "0.0 of 0.0 MB, 0.0 MB/s");
}

#[test]
fn long_times_are_told_in_minutes_and_hours() {
    check(1, Some(151), 0, 1, "0.0 of 0.0 MB, 0.0 MB/s, 3 min left");
    check(1, Some(7_301), 0, 1, "0.0 of 0.0 MB, 0.0 MB/s, 2 h 1 min left");
}

#[test]
fn a_file_that_grew_past_its_length_is_at_its_end() {
    check(2_000_000, Some(1_000_000), 0, 1, "2.0 of 1.0 MB, 2.0 MB/s, 0 s left");
}

#[test]
fn numbers_are_grouped_by_three() {
    assert_eq!(
        ["0", "999", "1,000", "12,345,678"],
        [0, 999, 1_000, 12_345_678].map(grouped).as_slice()
    );
}

#[test]
fn it_ends_when_dropped() {
    let progress = Progress::start(Some(1), SharedCount::default(), Duration::from_secs(1));
    progress.count_games(1);
    assert_eq!(progress.suspend(|| 7), 7);
    drop(progress);
}

#[test]
fn a_phase_says_its_name_and_how_long_it_takes() {
    let said =
        |done_count| phase("comparing names", done_count, Duration::from_millis(12_900)).join(", ");
    assert_eq!(said(Some((1_234_567, "pairs"))), "comparing names, 1,234,567 pairs, 12 s");
    assert_eq!(said(None), "comparing names, 12 s");
}
