//! Tests of values of any tag.
//!
//! Standard: §9. Decisions: D-16, D-25.

use super::*;

#[test]
fn every_sound_value_is_written_back_as_it_was() {
    // §9-01
    for (name, value) in [
        ("Event", "Open: A"),
        ("Site", "Riga LAT"),
        ("Site", "LAT"),
        ("Site", "?"),
        ("Date", "1992.08.??"),
        ("Round", "3.1"),
        ("Round", "-"),
        ("White", "Jones:Smith, A."),
        ("Result", "1/2-1/2"),
        ("WhiteTitle", "IM:-:GM"),
        ("BlackElo", "2500:-"),
        ("WhiteUSCF", "2000"),
        ("WhiteNA", "a@b:-"),
        ("BlackType", "human:program"),
        ("EventDate", "1992.??.??"),
        ("Board", "3"),
        ("ECO", "B20/07"),
        ("UTCTime", "14:??:05"),
        ("TimeControl", "40/7200:3600+30"),
        ("SetUp", "1"),
        ("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("Termination", "time forfeit"),
        ("Mode", "OTB"),
        ("PlyCount", "85"),
        ("Variant", "Chess960"),
        ("LichessId", "abc"),
    ] {
        let parsed = Value::parse(name, value).expect(value);
        assert_eq!(parsed.to_string(), value, "[{name} {value:?}]");
        assert_eq!(
            Value::parse(name, ""),
            match name {
                "BlackElo" | "WhiteUSCF" => Err(check(name, "").unwrap_err()),
                _ => Ok(Value::Unknown),
            }
        );
    }
    let Ok(Value::Titles(titles)) = Value::parse("WhiteTitle", "IM:-") else { panic!("titles") };
    assert_eq!(titles, [Title::Im, Title::Untitled]);
    let Ok(Value::Eco(eco)) = Value::parse("ECO", "C95") else { panic!("a code") };
    assert_eq!((eco.volume(), eco.number()), ('C', 95));
}

#[test]
fn what_does_not_fit_is_no_value() {
    for tag in TAGS {
        for value in ["abc", "2785?", "1992", "G/60", "III", "1a", "IM:", "\u{e9}"] {
            assert_eq!(
                Value::parse(tag.name, value).err(),
                check(tag.name, value).err(),
                "[{} {value:?}]",
                tag.name
            );
        }
    }
}
