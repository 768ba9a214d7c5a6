//! What a tag value means, in words.
//!
//! Standard: §8.1.1, §9. Decisions: D-17 to D-21, D-24, D-25.

use pgnkit::tag::{
    self, Date, Eco, Mode, Period, Round, Site, SiteCountry, TimeControl, ValueType, player,
    players,
};

/// What the value of the tag `name` means, or what is wrong with it.
pub(crate) fn meaning(name: &str, value: &str) -> String {
    let Some(kind) = tag::kind(name) else { return "free text".to_string() };
    if let Err(error) = tag::check(name, value) {
        return format!("none: {error}");
    }
    match kind.value {
        ValueType::Date => date(value),
        ValueType::Round => match Round::parse(value) {
            Ok(Round::Parts(parts)) => join(parts.numbers().map(|part| part.to_string()), ", "),
            Ok(Round::Unknown) => "unknown".to_string(),
            Ok(Round::NotApplicable) => "makes no sense".to_string(),
            Err(error) => error.to_string(),
        },
        ValueType::Players => names(value),
        ValueType::Site => site(value),
        ValueType::TimeControl => time_control(value),
        ValueType::Eco => match Eco::parse(value) {
            Ok(Some(eco)) => match eco.part() {
                Some(part) => format!("{}, {}, {part}", eco.volume(), eco.number()),
                None => format!("{}, {}", eco.volume(), eco.number()),
            },
            Ok(None) => "unknown".to_string(),
            Err(error) => error.to_string(),
        },
        ValueType::Mode => match Mode::from_name(value) {
            Some(mode) => format!("{mode:?}"),
            None => "another mode".to_string(),
        },
        ValueType::Text | ValueType::Addresses | ValueType::Fen | ValueType::Variant => {
            "free text".to_string()
        }
        // No page asks what these mean.
        _ => "fits".to_string(),
    }
}

fn join(items: impl Iterator<Item = String>, between: &str) -> String {
    items.collect::<Vec<_>>().join(between)
}

fn date(value: &str) -> String {
    let Ok(date) = Date::parse(value) else { return "none".to_string() };
    let part = |number: Option<u16>| number.map_or("?".to_string(), |number| number.to_string());
    let parts = [date.year(), date.month().map(u16::from), date.day().map(u16::from)];
    let text = join(parts.into_iter().map(part), "-");
    match date.check_calendar() {
        Ok(()) => text,
        Err(error) => format!("{text}, but {error}"),
    }
}

/// Family name, then what is given after the comma; then what is odd about the form.
fn names(value: &str) -> String {
    let name = |player: tag::Player<'_>| match player.given() {
        Some(given) => format!("{} / {given}", player.family()),
        None => player.family().to_string(),
    };
    let mut text = join(players(value).map(name), " and ");
    for check in [player::check_form(value), player::check_order(value)] {
        if let Err(error) = check {
            text.push_str(&format!(", but {error}"));
        }
    }
    text
}

fn site(value: &str) -> String {
    let site = Site::of(value);
    match site.country {
        Some(SiteCountry::Listed(country)) => format!("{} in {}", site.place, country.name),
        Some(SiteCountry::Today(country)) => {
            format!("{} in {}, by a code of today", site.place, country.name)
        }
        None if site.is_unknown() => "unknown".to_string(),
        None => format!("{}, no country", site.place),
    }
}

fn time_control(value: &str) -> String {
    let control = match TimeControl::parse(value) {
        Ok(control) => control,
        Err(error) => return error.to_string(),
    };
    let period = |period: &Period| match *period {
        Period::Unknown => "unknown".to_string(),
        Period::Untimed => "untimed".to_string(),
        Period::Moves { moves, seconds } => format!("{moves} moves in {seconds} s"),
        Period::SuddenDeath { seconds } => format!("the rest in {seconds} s"),
        Period::Increment { base_seconds, increment_seconds } => {
            format!("{base_seconds} s and {increment_seconds} s a move")
        }
        Period::Sandclock { .. } => {
            let seconds = period.seconds_per_side().unwrap_or_default();
            format!("sand for {seconds} s a side")
        }
        // Only a lax reading gives it.
        Period::Modern { .. } => period.to_string(),
    };
    let mut text = join(control.periods().iter().map(period), ", then ");
    for oddity in control.oddities() {
        text.push_str(&format!("; odd: {oddity:?}"));
    }
    text
}
