//! When there is color.

use super::{When, wants_color};

fn check(when: When, is_terminal: bool, environment: &[(&str, &str)], expected: bool) {
    let found = wants_color(when, is_terminal, |name| {
        environment.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
    });
    assert_eq!(found, expected, "{when:?} {is_terminal} {environment:?}");
}

#[test]
fn a_terminal_has_colour_and_a_pipe_has_not() {
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
fn colour_can_be_forced() {
    check(When::Auto, false, &[("CLICOLOR_FORCE", "1")], true);
    check(When::Auto, false, &[("CLICOLOR_FORCE", "0")], false);
    check(When::Always, false, &[("NO_COLOR", "1")], true);
    check(When::Never, true, &[("CLICOLOR_FORCE", "1")], false);
}
