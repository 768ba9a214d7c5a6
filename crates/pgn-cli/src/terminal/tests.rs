//! When there is color.

use std::time::Duration;

use super::{Loudness, When, interval, wants_color};
use crate::progress::{LINE_EVERY, TERMINAL_EVERY, VERBOSE_LINE_EVERY};

fn check(when: When, is_terminal: bool, environment: &[(&str, &str)], expected: bool) {
    let found = wants_color(when, is_terminal, |name| {
        environment.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
    });
    assert_eq!(found, expected, "{when:?} {is_terminal} {environment:?}");
}

#[test]
fn a_terminal_has_color_and_a_pipe_has_not() {
    check(When::Auto, true, &[], true);
    check(When::Auto, false, &[], false);
    check(When::Auto, true, &[("TERM", "dumb")], false);
    check(When::Auto, true, &[("CLICOLOR", "0")], false);
}

#[test]
fn no_color_is_obeyed_unless_it_is_empty() {
    check(When::Auto, true, &[("NO_COLOR", "1")], false);
    check(When::Auto, true, &[("NO_COLOR", "")], true);
    check(When::Auto, true, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], false);
}

#[test]
fn color_can_be_forced() {
    check(When::Auto, false, &[("CLICOLOR_FORCE", "1")], true);
    check(When::Auto, false, &[("CLICOLOR_FORCE", "0")], false);
    check(When::Always, false, &[("NO_COLOR", "1")], true);
    check(When::Never, true, &[("CLICOLOR_FORCE", "1")], false);
}

#[test]
fn a_log_gets_a_line_of_progress_every_ten_seconds_with_verbose() {
    let of = |when, loudness, streams| interval(when, loudness, streams, |_| None);
    let (log, terminal, shown) = ([false, false], [true, false], [true, true]);
    assert_eq!(of(When::Auto, Loudness::Normal, log), None);
    assert_eq!(of(When::Auto, Loudness::Verbose, log), Some(VERBOSE_LINE_EVERY));
    assert_eq!(VERBOSE_LINE_EVERY, Duration::from_secs(10));
    assert_eq!(of(When::Auto, Loudness::Verbose, [false, true]), Some(VERBOSE_LINE_EVERY));
    assert_eq!(of(When::Always, Loudness::Normal, log), Some(LINE_EVERY));
    assert_eq!(of(When::Never, Loudness::Verbose, log), None);
    assert_eq!(of(When::Auto, Loudness::Verbose, terminal), Some(TERMINAL_EVERY));
    assert_eq!(of(When::Auto, Loudness::Verbose, shown), None);
    assert_eq!(of(When::Auto, Loudness::Quiet, terminal), None);
    let wanted = |seconds: &str| {
        interval(When::Auto, Loudness::Verbose, log, |_| Some(seconds.into())).unwrap()
    };
    assert_eq!(wanted("0.5"), Duration::from_millis(500));
    assert_eq!(wanted("0"), Duration::from_millis(1));
    assert_eq!(["-1", "NaN", "1e300", "soon", ""].map(wanted), [VERBOSE_LINE_EVERY; 5]);
}
