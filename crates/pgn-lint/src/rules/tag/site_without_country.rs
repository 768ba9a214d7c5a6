//! A site without a country code.
//!
//! # What it finds
//! A value of Site that does not end with a three-letter country code.
//!
//! # Why it matters
//! Programs cannot distinguish places of the same name in two countries.
//!
//! # Standard
//! §8.1.1.2, §15.
//!
//! # Example
//! ```pgn lax
//! [Site "Riga, Latvia"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Instead
//! ```pgn
//! [Site "Riga LAT"]
//! [Result "*"]
//!
//! *
//! ```
//!
//! # Fix
//! Unsafe if there is a country name, alone or after the last comma: it replaces the name with its
//! code. A region can have the name of a country, too. None otherwise.
//!
//! # Seen in
//! Most collections; servers that write a web address.

use crate::rules::prelude::*;
use pgnkit::tag::{Site, country_named};

rule! {
    "site_without_country.rs", 'T' 128 "site-without-country" Remark "§8.1.1.2"
        "site without a country code";
    TASTE, Unsafe, Tag(TagFilter::Types(&[ValueType::Site]), check)
}

fn check(_: &RuleContext<'_>, tag: &TagSeen<'_>, report: &mut dyn Report) {
    let site = Site::of(&tag.value);
    if !site.is_unknown() && site.country.is_none() {
        let found = crate::message::shorten(&tag.value);
        let sentence = format!("expected a country code at the end of the site, found `{found}`");
        let message = Message::new(tag.place.value, sentence);
        report.push(match site_named(&tag.value) {
            None => message.help("add the three letters of the country, as in `Riga LAT`"),
            Some((from, text)) => {
                let code = text.trim().to_owned();
                let span = tag.span_of(from..tag.value.len());
                let changes = match tag.place.is_escaped {
                    true => Vec::new(),
                    false => vec![Change::new(span, text)],
                };
                message
                    .help(format!("did you mean `{code}`?"))
                    .risky(format!("write {code}"), changes)
            }
        });
    }
}

/// From where on a value names a country, and the code to be put there.
fn site_named(value: &str) -> Option<(usize, String)> {
    let comma = value.rfind(',');
    let name = value[comma.map_or(0, |comma| comma + 1)..].trim();
    let code = country_named(name)?.code;
    Some(match comma {
        None => (0, code.to_owned()),
        Some(comma) => (value[..comma].trim_end().len(), format!(" {code}")),
    })
}
