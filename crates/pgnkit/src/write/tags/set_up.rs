//! Writes the tags that determine the start of a game.
//!
//! Standard: §9.7. Decisions: D-23, D-39, D-60.

use super::{PairSink, TagPlaces};
use crate::charset;
use crate::game::{Game, Start};
use crate::tag::well_known;
use crate::write::Profile;
use crate::write::profile::TagSection;
use pgn_chess::Variant;
use pgn_chess::fen::{self, CastlingStyle, EpPolicy, Mode, Style};
use std::borrow::Cow;

pub(super) const FEN: u8 = well_known::number_of("FEN");
pub(super) const SET_UP: u8 = well_known::number_of("SetUp");
pub(super) const VARIANT: u8 = well_known::number_of("Variant");

/// The values of the tags that determine the start of a game; `None` is not written.
#[derive(Default)]
pub(super) struct SetUpTags<'g> {
    fen: Option<Cow<'g, str>>,
    set_up: Option<&'g str>,
    /// The variant that the position implies, if no tag of the game names it.
    variant: Option<&'static str>,
}

impl<'g> SetUpTags<'g> {
    /// SetUp and FEN as they must be together (D-23).
    pub(super) fn of(
        game: &'g Game,
        profile: Profile,
        start: &Start,
        places: &TagPlaces,
    ) -> SetUpTags<'g> {
        let value = |number| places.last(number).map(|n| game.tags().value_at(n));
        let is_said = |number| value(number).is_some_and(|value: &str| !value.trim().is_empty());
        if places.set & well_known::START_SET == 0 && start.by_event.is_none() {
            return SetUpTags::default();
        }
        let implied = start.implied.or(start.by_event).filter(|_| value(VARIANT).is_none());
        let variant = implied.map(|variant| variant.name());
        let set_up = Some("1");
        if let Some(text) = value(FEN).filter(|_| is_said(FEN)) {
            let fen = match profile.differences().tags {
                TagSection::Roster => fen_without_variant(text, start),
                _ => fen_of(text, start),
            };
            return SetUpTags { fen: Some(fen), set_up, variant };
        }
        // A game of Chess960 without a FEN was read from the usual array, one of another variant
        // from its own; strict import reports that.
        let named = value(VARIANT).and_then(Variant::from_name).or(implied);
        let wants_fen = named.is_some_and(|variant| !variant.has_usual_array());
        if let Some(position) = start.position.as_ref().filter(|_| wants_fen)
            && profile.differences().tags != TagSection::Roster
        {
            let fen = Some(Cow::Owned(fen::to_text(position, EpPolicy::Standard).to_string()));
            return SetUpTags { fen, set_up, variant };
        }
        // The written value names it, although it may have lost an accent.
        let says_fen = |value: &str| match profile.differences().is_latin1() {
            true => charset::to_latin1(value).0 == "1",
            false => value == "1",
        };
        let set_up = value(SET_UP).map(|value| if says_fen(value) { "0" } else { value });
        SetUpTags { fen: None, set_up, variant }
    }

    /// The numbers of the tags that are written.
    pub(super) fn set(&self) -> well_known::Set {
        let bit = |is_there, number: u8| well_known::Set::from(is_there) << number;
        bit(self.fen.is_some(), FEN)
            | bit(self.set_up.is_some(), SET_UP)
            | bit(self.variant.is_some(), VARIANT)
    }

    /// The value of one of the three.
    pub(super) fn value(&self, number: u8) -> Option<&str> {
        match number {
            FEN => self.fen.as_deref(),
            SET_UP => self.set_up,
            VARIANT => self.variant,
            _ => None,
        }
    }

    /// FEN and SetUp alone, for the profile that has no other tags after the roster.
    pub(super) fn write(&self, writer: &mut impl PairSink) {
        for number in [FEN, SET_UP] {
            if let Some(value) = self.value(number) {
                writer.tag(number, value);
            }
        }
    }
}

/// The same if no Variant tag is written: with the files of the rooks, if the position needs them
/// to be read by the same rules.
fn fen_without_variant<'g>(text: &'g str, start: &Start) -> Cow<'g, str> {
    let fen = fen_of(text, start);
    let read = fen::parse(fen.as_bytes(), Mode::Lax);
    match &start.position {
        Some(position)
            if position.variant() == Variant::Chess960
                && read.is_ok_and(|(read, _)| read != *position) =>
        {
            let style = Style::default().with_castling(CastlingStyle::Shredder);
            Cow::Owned(fen::to_text_with(position, style).to_string())
        }
        Some(_) | None => fen,
    }
}

/// The FEN as it was read, or rewritten if it was corrected while reading.
fn fen_of<'g>(text: &'g str, start: &Start) -> Cow<'g, str> {
    let is_plain = |variant| {
        let read = fen::parse_as(text.as_bytes(), Mode::Strict, variant);
        read.is_ok_and(|(_, notes)| notes.is_empty())
    };
    match &start.position {
        Some(position) if !is_plain(position.variant()) => {
            Cow::Owned(fen::to_text(position, EpPolicy::Standard).to_string())
        }
        Some(_) | None => Cow::Borrowed(text),
    }
}
