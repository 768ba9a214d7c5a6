//! Tests of tag names and values, one file for each section of the standard.
//!
//! Standard: §8.1, §9, §12, §15. Decisions: D-15 to D-25, D-42, D-44, D-60.
//! Start at the file of the section.

mod conclusion;
mod date;
mod event;
mod names;
mod opening;
mod player;
mod round;
mod site;
mod start;
mod time_control;
mod value;
mod value_fix;

use proptest::prelude::*;

use super::*;
use crate::tag;

proptest! {
    #[test]
    fn any_value_is_checked_without_panic(value in "[0-9?.:/+*½'é -]{0,12}|\\PC{0,20}") {
        for tag in TAGS {
            if let Err(error) = check(tag.name, &value) {
                prop_assert!(value.get(error.range()).is_some());
                let said = error.to_string();
                prop_assert!(!error.expected().is_empty() && said.contains(error.expected()));
            }
        }
        let _ = (Outcome::parse_lax(&value), Site::of(&value));
        let _ = (Date::parse_lax(&value), players(&value).count());
        let _ = (tag::player::check_form(&value), tag::player::check_order(&value));
    }

    #[test]
    fn what_is_fixed_fits_and_stays(
        value in "\\PC{0,12}|[0-9]{1,2}[.:][0-9]{2}([.:][0-9]{2})?( ?[ap]m)?|[a-eA-E][0-9]{2}[a-z/]{0,2}\
                  |(gm|IM|Grandmaster|none|Human|bot|OTB|e-mail|Normal|unr|[0-9]{1,5}|:| ){1,4}"
    ) {
        for tag in TAGS {
            let Some(fix) = fix_value(tag.name, &value) else { continue };
            prop_assert_eq!(check(tag.name, &fix.value), Ok(()));
            prop_assert!(fix.value.is_ascii() && !fix.value.contains(['"', '\\']));
            // A time control in seconds may still look like one in minutes.
            let again = tag.value.fix(&fix.value);
            prop_assert!(again.is_none_or(|again| again.certainty == Certainty::Probable));
        }
    }

    #[test]
    fn any_suggestion_is_a_sound_time_control(
        value in "([0-9]{1,3}|[ +/,:'\"]|min|h|s|G|SD|moves|move|day|per){0,8}"
    ) {
        if let Some(suggestion) = ValueType::TimeControl.fix(&value) {
            prop_assert!(TimeControl::parse(&suggestion.value).is_ok(), "{suggestion:?}");
            prop_assert_ne!(suggestion.value, value);
        }
    }
}

/// The value fits its tag.
#[track_caller]
fn ok(name: &str, value: &str) {
    assert_eq!(check(name, value), Ok(()), "[{name} {value:?}]");
}

/// The value does not fit its tag; returns where and the sentence.
#[track_caller]
fn fault(name: &str, value: &str) -> (usize, String) {
    let error = check(name, value).expect_err(&format!("[{name} {value:?}]"));
    assert!(value.is_char_boundary(error.offset()), "[{name} {value:?}]");
    assert!(error.range().end <= value.len(), "[{name} {value:?}]");
    (error.offset(), error.to_string())
}
