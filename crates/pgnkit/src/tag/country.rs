//! Country codes, and the split of a Site value into place and country.
//!
//! Standard: §15, §8.1.1.2. Decisions: D-44.

use super::country_table::{LISTED, TODAY};

/// An entry of the standard's list.
///
/// ```
/// assert_eq!(pgnkit::tag::country("FRA").unwrap().name, "France");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Country {
    /// Three upper case letters.
    pub code: &'static str,
    /// The name as the standard prints it.
    pub name: &'static str,
}

/// A code in use today; some of them mean another country in the standard's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountryToday {
    /// Three upper case letters.
    pub code: &'static str,
    /// The country's name today.
    pub name: &'static str,
    /// The standard's code for it: `SWZ` for `SUI`.
    pub listed_code: Option<&'static str>,
}

/// The standard's list of 152, in its order.
///
/// ```
/// assert_eq!(pgnkit::tag::countries().len(), 152);
/// ```
pub fn countries() -> impl ExactSizeIterator<Item = Country> {
    LISTED.iter().map(|&(code, name)| Country { code, name })
}

/// Current codes, in order.
pub fn countries_today() -> impl ExactSizeIterator<Item = CountryToday> {
    TODAY.iter().map(|&row| today(row))
}

/// The entry with this code in the standard's list.
///
/// ```
/// assert_eq!(pgnkit::tag::country("XXX"), None);
/// ```
#[must_use]
pub fn country(code: &str) -> Option<Country> {
    countries().find(|country| country.code == code)
}

/// The country with this code today.
#[must_use]
pub fn country_today(code: &str) -> Option<CountryToday> {
    let idx = TODAY.binary_search_by_key(&code, |&(key, _, _)| key).ok()?;
    Some(today(TODAY[idx]))
}

/// The entry with this name in the standard's list, ignoring letter case; for a current name, the
/// entry that the country had then.
///
/// ```
/// assert_eq!(pgnkit::tag::country_named("france").unwrap().code, "FRA");
/// ```
#[must_use]
pub fn country_named(name: &str) -> Option<Country> {
    let is_named = |known: &str| known.eq_ignore_ascii_case(name);
    countries()
        .find(|country| is_named(country.name))
        .or_else(|| country(countries_today().find(|today| is_named(today.name))?.listed_code?))
}

/// A Site value in its two parts.
///
/// ```
/// use pgnkit::tag::Site;
/// let site = Site::of("Paris FRA");
/// assert_eq!((site.place, site.country_code()), ("Paris", Some("FRA")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Site<'a> {
    /// City and region; may be empty.
    pub place: &'a str,
    /// The last word, if it is a country code.
    pub country: Option<SiteCountry>,
}

/// The list that contains the country code of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SiteCountry {
    /// In the standard's list, whatever it means today.
    Listed(Country),
    /// Only in the current list.
    Today(CountryToday),
}

impl<'a> Site<'a> {
    /// Splits a Site value at its last word, if that is a country code.
    ///
    /// A comma before the code belongs to neither part.
    #[must_use]
    pub fn of(value: &'a str) -> Site<'a> {
        let value = value.trim();
        let start = value.rfind([' ', ',']).map_or(0, |idx| idx + 1);
        let (place, code) = value.split_at(start);
        let country = country(code)
            .map(SiteCountry::Listed)
            .or_else(|| country_today(code).map(SiteCountry::Today));
        match country {
            Some(_) => Site { place: place.trim_end_matches([' ', ',']), country },
            None => Site { place: value, country },
        }
    }

    /// True for `?` and the empty value.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.country.is_none() && matches!(self.place, "" | "?")
    }

    /// The three letters, if there are any.
    #[must_use]
    pub fn country_code(&self) -> Option<&'static str> {
        self.country.map(|country| match country {
            SiteCountry::Listed(country) => country.code,
            SiteCountry::Today(country) => country.code,
        })
    }
}

fn today((code, name, listed): (&'static str, &'static str, &'static str)) -> CountryToday {
    CountryToday { code, name, listed_code: (!listed.is_empty()).then_some(listed) }
}
