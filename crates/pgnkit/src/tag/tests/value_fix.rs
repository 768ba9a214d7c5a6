//! Tests of what is meant by values that do not fit.
//!
//! Standard: §9. Decisions: D-24, D-25.

use super::Certainty::{Certain, Probable};
use super::*;

#[test]
fn values_that_say_the_same_are_fixed() {
    for (name, value, meant, certainty) in [
        ("WhiteTitle", "gm", "GM", Certain),
        ("WhiteTitle", "Grandmaster", "GM", Certain),
        ("WhiteTitle", "International Master:untitled", "IM:-", Certain),
        ("WhiteElo", " 2705 ", "2705", Certain),
        ("BlackElo", "unrated", "-", Certain),
        ("WhiteUSCF", "1800:unr.", "1800:-", Certain),
        ("WhiteType", "Human", "human", Certain),
        ("BlackType", "computer", "program", Probable),
        ("WhiteType", "Person", "human", Probable),
        ("BlackType", "human:Program", "human:program", Certain),
        ("BlackType", "human:bot", "human:program", Probable),
        ("ECO", "c95", "C95", Certain),
        ("ECO", "b20/07", "B20/07", Certain),
        ("ECO", "B20a", "B20", Probable),
        ("Time", "14.05.00", "14:05:00", Certain),
        ("Time", "7:05:00", "07:05:00", Certain),
        ("UTCTime", "14:05", "14:05:??", Certain),
        ("Time", "2:05 PM", "14:05:??", Certain),
        ("Time", "12:00 am", "00:00:??", Certain),
        ("TimeControl", "G/60", "3600", Probable),
        ("TimeControl", "90 min + 30 sec", "5400+30", Certain),
        ("Termination", "Time forfeit", "time forfeit", Certain),
        ("Mode", "otb", "OTB", Certain),
        ("Mode", "Over-the-board", "OTB", Certain),
        ("Mode", "E-mail", "EM", Certain),
    ] {
        let meant = ValueFix { value: meant.to_owned(), certainty };
        assert_eq!(fix_value(name, value), Some(meant), "[{name} {value:?}]");
    }
}

#[test]
fn what_is_not_understood_or_fits_is_left_alone() {
    for (name, value) in [
        ("WhiteTitle", "GM"),
        ("WhiteTitle", "Meister"),
        ("WhiteTitle", "GM:"),
        ("WhiteElo", "abc"),
        ("WhiteElo", "2785?"),
        ("WhiteType", "alien"),
        ("Board", "III"),
        ("Board", " 3"),
        ("Round", "3.1 "),
        ("PlyCount", "85 "),
        ("ECO", "F00"),
        ("ECO", "C9"),
        ("ECO", "B20 Sicilian"),
        ("Time", "24:00"),
        ("Time", "13:00 pm"),
        ("Time", "noon"),
        ("Time", "7:5:0"),
        ("Termination", "won by resignation"),
        ("Mode", "telepathy"),
        ("Date", "1992.8.31"),
        ("Event", " x "),
        ("Foo", " x "),
        ("ECO", ""),
        ("ECO", " "),
        ("ECO", "é20"),
    ] {
        assert_eq!(fix_value(name, value), None, "[{name} {value:?}]");
    }
}
