//! A site without a country code.
//!
//! # What it finds
//! A value of Site that does not end with a three-letter code of a country.
//!
//! # Why it matters
//! Sites of the same name in two countries cannot be told apart.
//!
//! # Standard
//! §8.1.1.2, §15.
//!
//! # Example
//! ```pgn lax
//! [Site "Riga"]
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
//! None.
//!
//! # Seen in
//! Most collections; servers that write a web address.

use crate::rules::prelude::*;
use pgnkit::tag::{Site, ValueType};

/// The fault.
pub(crate) const FAULT: Fault = Fault {
    code: Code::new('T', 128),
    name: "site-without-country",
    standing: Standing::Remark,
    section: "§8.1.1.2",
    summary: "site without a country code",
};

pub(crate) const RULE: Rule = Rule::new(
    FAULT,
    Levels::TASTE,
    FixKind::None,
    include_str!("site_without_country.rs"),
    Check::Tag(Heeds::Types(&[ValueType::Site]), check),
);

fn check(_: &Scene<'_>, tag: &TagSeen<'_>, report: &mut Report<'_>) {
    let site = Site::of(&tag.value);
    if !site.is_unknown() && site.country.is_none() {
        let found = crate::scene::shorten(&tag.value);
        let message = format!("expected a country code at the end of the site, found `{found}`");
        let told = Told::new(tag.place.value, message);
        report.push(told.help("add the three letters of the country, as in `Riga LAT`"));
    }
}
