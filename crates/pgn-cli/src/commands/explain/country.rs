//! `pgn explain country`: the meanings of country codes, in 1994 and today.
//!
//! Standard: §15. Decisions: D-44.

use std::fmt::Write as _;

use super::unknown;
use pgn_db::error::Error;
use pgnkit::suggest::nearest_word;
use pgnkit::tag::{
    Country, CountryToday, countries, countries_today, country, country_named, country_today,
};

/// The page of a code, or of the country of that name.
pub(super) fn page(words: &[String]) -> Result<String, Error> {
    let text = words.join(" ");
    let upper = text.to_uppercase();
    let named_today = || countries_today().find(|today| today.name.eq_ignore_ascii_case(&text));
    let code = country(&upper)
        .map(|then| then.code)
        .or_else(|| country_today(&upper).map(|today| today.code))
        .or_else(|| country_named(&text).map(|then| then.code))
        .or_else(|| named_today().map(|today| today.code))
        .ok_or_else(|| no_such(&text))?;
    Ok(about(code))
}

/// The list of the standard, and the codes of today that it does not have.
pub(super) fn list() -> String {
    let mut text = String::from("of the standard\n");
    for Country { code, name } in countries() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {code}  {name}");
    }
    text.push_str("\nof today, where they differ\n");
    for today in countries_today() {
        let CountryToday { code, name, listed_code } = today;
        match listed_code {
            Some(listed) if listed == code => {}
            Some(listed) => {
                let _ = writeln!(text, "  {code}  {name} (then {listed})");
            }
            None => {
                let _ = writeln!(text, "  {code}  {name}");
            }
        }
    }
    text
}

fn about(code: &str) -> String {
    let (then, now) = (country(code), country_today(code));
    let name = then.map(|then| then.name).or(now.map(|now| now.name)).unwrap_or_default();
    let mut text = format!("{code}  {name}\n\n");
    if let Some(then) = then {
        text.push_str("In the list of the standard (§15).\n");
        for other in countries().filter(|other| other.name == then.name && other.code != code) {
            let _ = writeln!(text, "In this list the same country is also {}.", other.code);
        }
        for today in countries_today() {
            if today.listed_code == Some(code) && today.code != code {
                let _ = writeln!(text, "Today it is {}, {}.", today.code, today.name);
            }
        }
    } else {
        text.push_str("In use today; the list of the standard (§15) does not have this code.\n");
    }
    match now {
        Some(now) if now.listed_code == Some(code) => {
            text.push_str("Today the code is the same.\n");
        }
        Some(now) if then.is_some() => {
            let _ = writeln!(text, "Today this code means {}.", now.name);
        }
        Some(now) => match now.listed_code {
            Some(listed) => {
                let _ = writeln!(text, "That list has {listed} for it.");
            }
            None => text.push_str("That list has no code for it.\n"),
        },
        None => {}
    }
    text
}

fn no_such(text: &str) -> Error {
    let names = countries().flat_map(|country| [country.code, country.name]);
    let today = countries_today().flat_map(|country| [country.code, country.name]);
    let near = nearest_word(text, names.chain(today));
    unknown("country", "country", text, near)
}
