//! Tests of sites and country codes.
//!
//! Standard: §8.1.1.2, §15. Decisions: D-44.

use super::*;

#[test]
fn site_splits_into_place_and_country() {
    // §8.1.1.2-01 to §8.1.1.2-04, §15-03
    let cases = [
        ("New York City, NY USA", "New York City, NY", Some("USA")),
        ("St. Petersburg RUS", "St. Petersburg", Some("RUS")),
        ("Belgrade, Serbia JUG", "Belgrade, Serbia", Some("JUG")),
        ("Riga LAT", "Riga", Some("LAT")),
        ("Riga, LAT", "Riga", Some("LAT")),
        ("Riga", "Riga", None),
        ("Riga XXX", "Riga XXX", None),
        ("Riga lat", "Riga lat", None),
        ("Internet NET", "Internet", Some("NET")),
        ("USA", "", Some("USA")),
        ("?", "?", None),
        ("", "", None),
    ];
    for (value, place, code) in cases {
        let site = Site::of(value);
        assert_eq!((site.place, site.country_code()), (place, code), "{value}");
        ok("Site", value);
        let typed = if value.is_empty() { Value::Unknown } else { Value::Site(site) };
        assert_eq!(Value::parse("Site", value), Ok(typed), "{value}");
    }
    assert!(Site::of("?").is_unknown());
    assert!(Site::of("").is_unknown());
    assert!(!Site::of("UNK").is_unknown());
}

#[test]
fn list_has_152_codes_in_the_order_of_the_text() {
    // §15-01
    let codes: Vec<_> = countries().map(|country| country.code).collect();
    assert_eq!(codes.len(), 152);
    assert_eq!((codes[0], codes[151]), ("AFG", "ZRE"));
    let out_of_order: Vec<_> =
        codes.windows(2).filter(|pair| pair[0] >= pair[1]).map(|pair| pair[0]).collect();
    assert_eq!(out_of_order, ["BHM"]);
    for (idx, code) in codes.iter().enumerate() {
        assert!(!codes[..idx].contains(code), "{code} twice");
        assert!(code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()));
    }
    assert_eq!(country("JUG").unwrap().name, "Yugoslavia");
    assert_eq!(country("YUG").unwrap().name, "Yugoslavia");
}

#[test]
fn places_that_are_no_countries_are_listed() {
    // §15-02
    for (code, name) in [
        ("AIR", "Aboard aircraft"),
        ("SEA", "At Sea"),
        ("SPC", "Aboard spacecraft"),
        ("NET", "The Internet"),
        ("ATA", "Antarctica"),
        ("UNK", "Unknown"),
        ("COL", "Columbia"),
    ] {
        assert_eq!(country(code), Some(Country { code, name }));
    }
}

#[test]
fn codes_of_today_name_the_listed_one() {
    // §15-04, D-44
    let Some(SiteCountry::Today(swiss)) = Site::of("Bern SUI").country else {
        panic!("SUI is a code of today")
    };
    assert_eq!(swiss.listed_code, Some("SWZ"));
    assert!(matches!(Site::of("Berlin GER").country, Some(SiteCountry::Listed(_))));
    assert_eq!(country_today("SRB").unwrap().listed_code, None);
    // Codes that changed hands are read by the standard's list.
    assert!(matches!(Site::of("Bern SWZ").country, Some(SiteCountry::Listed(_))));
    assert_eq!(country_today("SWZ").unwrap().name, "Eswatini");
}

#[test]
fn countries_are_found_by_their_names() {
    for (name, code) in [
        ("Latvia", Some("LAT")),
        ("russia", Some("RUS")),
        ("The Internet", Some("NET")),
        ("Atlantis", None),
        ("", None),
    ] {
        assert_eq!(country_named(name).map(|country| country.code), code, "{name}");
    }
    for today in countries_today() {
        let named = country_named(today.name);
        assert!(named.is_some() || today.listed_code.is_none(), "{}", today.name);
    }
}

#[test]
fn every_hint_is_a_listed_code() {
    let codes: Vec<_> = countries_today().map(|country| country.code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b));
    for today in countries_today() {
        assert_eq!(country_today(today.code), Some(today));
        assert!(today.listed_code.is_none_or(|code| country(code).is_some()), "{}", today.code);
    }
}
