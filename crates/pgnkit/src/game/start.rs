//! Where a game starts: the tags SetUp, FEN and Variant together.
//!
//! Standard: §9.7, §16.1. Decisions: D-23, D-47, D-60.

use pgn_chess::fen::{self, FenError, FenErrorKind, FenNotes, Mode};
use pgn_chess::{Color, Position, Variant};
use pgn_syntax::Fault;

use crate::fault;

/// The unescaped values of the tags; `None` if a tag is absent or empty.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default)]
pub struct StartTags<'a> {
    /// FEN.
    pub fen: Option<&'a str>,
    /// SetUp.
    pub set_up: Option<&'a str>,
    /// Variant.
    pub variant: Option<&'a str>,
    /// Event, in which servers name the variant.
    pub event: Option<&'a str>,
}

/// The start position and variant of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The position, or `None` if the rules or the position are unknown, so that moves are not
    /// checked.
    pub position: Option<Position>,
    /// Why the FEN was rejected.
    pub fen_error: Option<FenError>,
    /// The corrections that were made.
    pub fen_notes: FenNotes,
    /// The tag names a variant with unknown rules.
    pub is_unknown_variant: bool,
    /// The finding if SetUp, FEN and Variant contradict each other; at most one.
    pub mismatch: Option<&'static Fault>,
    /// The variant that the position implies, if no tag names it.
    pub implied: Option<Variant>,
    /// The variant that only the tag Event names, if its rules are known here.
    pub by_event: Option<Variant>,
    /// The number of the first move and the side to move according to the FEN, even if its position
    /// is unknown.
    pub first_move: (u32, Color),
}

impl Default for Start {
    /// The usual array.
    fn default() -> Start {
        Start {
            position: Some(Position::start()),
            fen_error: None,
            fen_notes: FenNotes::NONE,
            is_unknown_variant: false,
            mismatch: None,
            implied: None,
            by_event: None,
            first_move: (1, Color::White),
        }
    }
}

impl<'a> StartTags<'a> {
    /// Interprets the tags.
    ///
    /// A FEN counts whatever the value of SetUp (D-23). If the FEN cannot be read, or its position
    /// is impossible, the position is unknown: nothing is guessed.
    #[doc(hidden)]
    #[must_use]
    pub fn resolve(&self) -> Start {
        let event_rules = self.event_rules();
        let by_event = event_rules.and_then(EventRules::known);
        let mut start = Start { mismatch: self.mismatch(by_event), by_event, ..Start::default() };
        let Some(rules) = self.rules(event_rules) else {
            start.is_unknown_variant = true;
            start.position = None;
            start.first_move = self.fen.map_or(start.first_move, first_move);
            return start;
        };
        let Some(text) = self.fen else {
            start.position = Some(rules.map_or_else(Position::start, Position::start_of));
            return start;
        };
        let read = match rules.or_else(|| self.variant.is_none().then(|| races(text))?) {
            Some(variant) => fen::parse_as(text.as_bytes(), Mode::Lax, variant),
            None if self.variant.is_some_and(names_standard) => {
                // The tag counts unless the position cannot be one of ordinary chess.
                fen::parse_as(text.as_bytes(), Mode::Lax, Variant::Standard).or_else(|error| {
                    let read = fen::parse(text.as_bytes(), Mode::Lax);
                    read.ok().filter(|(it, _)| it.variant() != Variant::Standard).ok_or(error)
                })
            }
            None => fen::parse(text.as_bytes(), Mode::Lax),
        };
        match read {
            Ok((position, notes)) => {
                let is_implied = rules.is_none() && position.variant() != Variant::Standard;
                start.implied = is_implied.then(|| position.variant());
                start.fen_notes = notes.without(FenNotes::VARIANT_IMPLIED);
                start.first_move = (position.fullmove(), position.turn());
                start.position = Some(position);
            }
            Err(error) => {
                start.fen_error = Some(error);
                start.position = None;
                start.first_move = first_move(text);
            }
        }
        start
    }

    /// The rules that the Variant tag names: `None` if they are not known here, `Some(None)` if
    /// the position may decide.
    fn rules(&self, event_rules: Option<EventRules<'_>>) -> Option<Option<Variant>> {
        if let Some(rules) = event_rules {
            return rules.known().map(Some);
        }
        let Some(name) = self.variant else { return Some(None) };
        match Variant::from_name(name) {
            Some(Variant::Standard) => Some(None),
            Some(variant) => Some(Some(variant)),
            None if matches!(name.trim(), "" | "?" | "-") => Some(None),
            None => None,
        }
    }

    /// The rules that only the Event names.
    pub(crate) fn event_rules(&self) -> Option<EventRules<'a>> {
        match self.variant.map_or("", str::trim) {
            "" | "?" | "-" => EventRules::of(self.event?),
            _ => None,
        }
    }

    fn mismatch(&self, by_event: Option<Variant>) -> Option<&'static Fault> {
        let variant = || self.variant.and_then(Variant::from_name).or(by_event);
        match (self.fen, self.set_up) {
            (Some(_), None) => Some(&fault::FEN_WITHOUT_SETUP),
            (Some(_), Some("0")) => Some(&fault::SETUP_CONFLICT),
            (None, Some("1")) => Some(&fault::SETUP_WITHOUT_FEN),
            (None, _) if variant().is_some_and(|variant| !variant.has_usual_array()) => {
                Some(&fault::VARIANT_WITHOUT_FEN)
            }
            (Some(_) | None, _) => None,
        }
    }
}

/// The rules that an Event of a server names: `FICS rated suicide game`, `Casual Antichess game`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventRules<'a> {
    /// Those of this variant.
    Known(Variant),
    /// Those of a variant that is not supported, with its name.
    Unsupported(&'a str),
}

/// Variants of servers whose rules are not implemented, as their events name them.
const UNSUPPORTED: [&str; 4] = ["losers", "bughouse", "kriegspiel", "shatranj"];

impl<'a> EventRules<'a> {
    /// The rules that an Event names. Ordinary chess is not among them.
    #[doc(hidden)]
    #[must_use]
    pub fn of(event: &'a str) -> Option<EventRules<'a>> {
        if !may_name_variant(event.as_bytes()) {
            return None;
        }
        let is = |word: &str, known: &[&str]| known.iter().any(|it| it.eq_ignore_ascii_case(word));
        let (first, behind) = event.trim().split_once(' ')?;
        let rest = if is(first, &["FICS", "ICC", "ICS"]) { behind.trim() } else { event.trim() };
        let (kind, rest) = rest.split_once(' ')?;
        let (name, last) = rest.rsplit_once(' ')?;
        if !is(kind, &["rated", "unrated", "casual"]) || !is(last, &["game", "match"]) {
            return None;
        }
        match Variant::from_name(name) {
            Some(Variant::Standard) => None,
            Some(variant) => Some(EventRules::Known(variant)),
            None => is(name.trim(), &UNSUPPORTED).then_some(EventRules::Unsupported(name.trim())),
        }
    }

    /// The variant, if its rules are known here.
    #[doc(hidden)]
    #[must_use]
    pub fn known(self) -> Option<Variant> {
        match self {
            EventRules::Known(variant) => Some(variant),
            EventRules::Unsupported(_) => None,
        }
    }

    /// The value of a Variant tag that names these rules.
    #[doc(hidden)]
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            EventRules::Known(variant) => variant.name(),
            EventRules::Unsupported(name) => name,
        }
    }
}

/// Whether it is worth a look.
pub(crate) fn may_name_variant(event: &[u8]) -> bool {
    let tail = event.trim_ascii_end();
    let ends = |word: &[u8]| {
        tail.len() > word.len() && tail[tail.len() - word.len()..].eq_ignore_ascii_case(word)
    };
    event.len() < 80 && (ends(b" game") || ends(b" match"))
}

/// The number of the first move and its side in a FEN whose position is impossible or unknown.
fn first_move(fen: &str) -> (u32, Color) {
    let read = fen::parse_setup(fen.as_bytes(), Mode::Lax);
    read.map_or((1, Color::White), |(setup, _)| (setup.fullmove, setup.turn))
}

/// Whether the value of a Variant tag names ordinary chess.
fn names_standard(name: &str) -> bool {
    Variant::from_name(name) == Some(Variant::Standard)
}

/// Racing Kings, if the pieces are as the race begins. It is a position of ordinary chess too, so
/// that reading a FEN alone does not ask.
fn races(fen: &str) -> Option<Variant> {
    let men = |fen: &str| fen.split_ascii_whitespace().next().map(str::to_owned);
    let race = Variant::RacingKings;
    (fen.contains("NBRQ") && men(fen) == men(race.start_fen())).then_some(race)
}

impl Start {
    /// The finding about the FEN tag, if there is one.
    #[doc(hidden)]
    #[must_use]
    pub fn fen_fault(&self) -> Option<&'static Fault> {
        match &self.fen_error {
            Some(error) if matches!(error.kind, FenErrorKind::Setup(_)) => {
                Some(&fault::ILLEGAL_POSITION)
            }
            Some(_) => Some(&fault::BAD_FEN),
            None if self.fen_notes == FenNotes::KINGS_APART => Some(&fault::KINGS_APART),
            None if !self.fen_notes.is_empty() => Some(&fault::NONSTANDARD_FEN),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(fen: Option<&str>, set_up: Option<&str>, variant: Option<&str>) -> Start {
        StartTags { fen, set_up, variant, event: None }.resolve()
    }

    #[test]
    fn servers_name_the_variant_in_the_event() {
        let by_event = |event, variant| {
            let start = StartTags { event: Some(event), variant, ..StartTags::default() }.resolve();
            let rules = start.position.map(|position| position.variant());
            (start.by_event, rules.unwrap_or_default())
        };
        for (event, variant) in [
            ("FICS rated suicide game", Variant::Suicide),
            ("FICS unrated suicide game", Variant::Suicide),
            ("fics rated Suicide game ", Variant::Suicide),
            ("FICS rated atomic game", Variant::Atomic),
            ("FICS rated crazyhouse game", Variant::Crazyhouse),
            ("ICC unrated giveaway match", Variant::Antichess),
            ("Rated Antichess game", Variant::Antichess),
            ("Casual Three-check game", Variant::ThreeCheck),
            ("Rated King of the Hill game", Variant::KingOfTheHill),
            ("Rated Racing Kings game", Variant::RacingKings),
            ("Casual Horde game", Variant::Horde),
            ("FICS rated wild/fr game", Variant::Chess960),
            ("FICS unrated wild/fr game", Variant::Chess960),
            ("Rated Chess960 game", Variant::Chess960),
        ] {
            assert_eq!(by_event(event, None), (Some(variant), variant), "{event}");
            assert_eq!(by_event(event, Some("?")), (Some(variant), variant), "{event}");
            assert_eq!(by_event(event, Some("Standard")), (None, Variant::Standard), "{event}");
        }
        for event in [
            "FICS rated blitz game",
            "FICS rated standard game",
            "FICS rated wild/4 game",
            "Suicide Open",
            "suicide game",
            "Atomic match",
            "rated game",
            "FICS rated game",
            "Rated Blitz game",
            "",
        ] {
            assert_eq!(by_event(event, None), (None, Variant::Standard), "{event}");
        }
        for (event, name) in [
            ("FICS rated losers game", "losers"),
            ("FICS unrated Losers game", "Losers"),
            ("FICS rated bughouse game", "bughouse"),
            ("ICC rated kriegspiel match", "kriegspiel"),
        ] {
            let tags = StartTags { event: Some(event), ..StartTags::default() };
            assert_eq!(tags.event_rules(), Some(EventRules::Unsupported(name)));
            let start = tags.resolve();
            assert!(start.is_unknown_variant && start.position.is_none(), "{event}");
            assert_eq!(by_event(event, Some("Suicide")), (None, Variant::Suicide), "{event}");
        }
        assert_eq!(EventRules::of("Losers Open"), None);
        assert_eq!(EventRules::of("FICS rated losers tournament"), None);
    }

    const ENDING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    #[test]
    fn a_fen_counts_whatever_setup_says() {
        for set_up in [None, Some("0"), Some("1"), Some("x")] {
            let start = start(Some(ENDING), set_up, None);
            assert_ne!(start.position, Some(Position::start()));
        }
        assert_eq!(start(Some(ENDING), None, None).mismatch, Some(&fault::FEN_WITHOUT_SETUP));
        assert_eq!(start(Some(ENDING), Some("0"), None).mismatch, Some(&fault::SETUP_CONFLICT));
        assert_eq!(start(None, Some("1"), None).mismatch, Some(&fault::SETUP_WITHOUT_FEN));
        assert_eq!(start(Some(ENDING), Some("1"), None).mismatch, None);
    }

    #[test]
    fn nothing_is_guessed_from_a_bad_fen() {
        let bad = start(Some("nonsense"), Some("1"), None);
        assert_eq!((bad.position, bad.fen_fault()), (None, Some(&fault::BAD_FEN)));
        let kingless = start(Some("8/8/8/8/8/8/4P3/4K3 w - - 0 1"), Some("1"), None);
        assert_eq!(kingless.fen_fault(), Some(&fault::ILLEGAL_POSITION));
    }

    #[test]
    fn variants_have_their_rules_or_none() {
        for variant in Variant::ALL {
            let start = start(None, None, Some(variant.name()));
            assert!(!start.is_unknown_variant);
            assert_eq!(start.position, Some(Position::start_of(variant)));
            let needs_fen = start.mismatch == Some(&fault::VARIANT_WITHOUT_FEN);
            assert_eq!(needs_fen, !variant.has_usual_array());
        }
        assert!(start(None, None, Some("Xiangqi")).is_unknown_variant);
        assert!(start(None, None, Some("From Position")).position.is_some());
        assert!(start(None, None, Some("?")).position.is_some());
        let implied = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        let is_implied = |tag| start(Some(implied), Some("1"), tag).implied;
        assert_eq!(is_implied(None), Some(Variant::Chess960));
        assert_eq!(is_implied(Some("Standard")), None);
        assert_eq!(is_implied(Some("From Position")), None);
        assert_eq!(is_implied(Some("chess 960")), None);
        for variant in [Variant::Crazyhouse, Variant::Horde, Variant::RacingKings] {
            let start = start(Some(variant.start_fen()), Some("1"), None);
            assert_eq!(start.implied, Some(variant));
        }
        let missing = start(None, None, Some("Fischerandom"));
        assert_eq!(missing.mismatch, Some(&fault::VARIANT_WITHOUT_FEN));
    }
}
