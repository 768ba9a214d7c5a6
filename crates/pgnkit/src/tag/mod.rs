//! Tag pairs: names, the tags of the standard, and types for their values.
//!
//! Standard: §8.1, §9, §12, §15. Decisions: D-15 to D-20, D-22, D-24, D-25, D-42, D-44, D-60.
//! Start at [`kind`] for a name, at [`check`] for a value, or at the type of the value.
//!
//! Parsers take unescaped values. The empty value always means unknown (D-16).

mod country;
mod country_table;
pub mod date;
mod date_reading;
mod elo_title;
mod event;
mod field;
mod kind;
mod mode;
mod name;
mod number;
mod opening;
pub mod player;
mod ply_count;
mod result;
mod roster;
pub mod round;
#[doc(hidden)]
pub mod sort_key;
mod start;
mod termination;
mod time;
pub mod time_control;
mod value;
mod value_error;
mod value_fix;
#[doc(hidden)]
pub mod well_known;

pub use country::{
    Country, CountryToday, Site, SiteCountry, countries, countries_today, country, country_named,
    country_today,
};
pub use date::Date;
pub use date_reading::{DateForm, DateOrder, DateReading, date_order, read_date, set_date_order};
pub use elo_title::{Rating, Title, rating_agency};
pub use event::parse_board;
pub use field::{fields, n_fields};
pub use kind::{Form, TAGS, TagKind, ValueType, check, kind};
pub use mode::Mode;
pub use name::{NAME_CHARS_MAX, archival_name, check_name, is_archival_name};
pub use opening::Eco;
pub use player::{Player, PlayerType, players};
pub use ply_count::parse_ply_count;
pub use result::{Outcome, ReadOutcome, ResultForm};
pub use roster::{
    BLACK, DATE, EVENT, RESULT, ROSTER, ROUND, SITE, WHITE, roster_idx, unknown_value,
};
pub use round::Round;
pub use start::SetUp;
pub use termination::Termination;
pub use time::Time;
pub use time_control::{Period, TimeControl};
pub use value::Value;
pub use value_error::{FOUND_CHARS_MAX, Found, ValueError};
pub use value_fix::{Certainty, ValueFix, fix_value};

#[cfg(test)]
mod tests;
