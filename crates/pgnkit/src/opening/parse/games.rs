//! Tables of games: the tags ECO, Opening, Variation and SubVariation, and moves.
//!
//! Standard: §9.3, §9.4.

use super::TableErrorKind;
use super::line::{TableLine, TableLines};
use crate::opening::name::Cuts;
use crate::read::{ReadOptions, read_region};
use pgn_syntax::{Location, Region, Regions};

pub(super) fn read(text: &str, lines: &mut TableLines) {
    let mut regions = Regions::new(text.as_bytes());
    // A slice cannot fail to be read.
    while let Ok(Some(region)) = regions.next_region() {
        if region.is_game() {
            read_game(&region, lines);
        }
    }
}

fn read_game(region: &Region<'_>, lines: &mut TableLines) {
    let Some(game) = read_region(region, ReadOptions::default(), ()) else { return };
    let value = |name| game.tag(name).map(str::trim).filter(|text| !matches!(*text, "" | "?"));
    let place = place_of_game(region);
    let Some(code) = lines.code(value("ECO").unwrap_or_default(), place) else { return };
    let Some(opening) = value("Opening") else {
        return lines.fault(place, TableErrorKind::NoName);
    };
    // A subvariation of no variation is one.
    let variation = value("Variation").or_else(|| value("SubVariation"));
    let sub_variation = value("Variation").and_then(|_| value("SubVariation"));
    let mut name = opening.to_owned();
    let opening_len = name.len() as u32;
    variation.iter().for_each(|text| name.extend([": ", *text]));
    let cuts = match variation {
        Some(_) => Cuts { opening: opening_len, variation: name.len() as u32 },
        None => Cuts { opening: opening_len, variation: opening_len },
    };
    sub_variation.iter().for_each(|text| name.extend([", ", *text]));
    let line = TableLine { place, code, name: &name, cuts: Some(cuts), may_be_empty: false };
    lines.add(&line, region.text, region.location);
}

/// The beginning of the game, without white space and comments before it.
fn place_of_game(region: &Region<'_>) -> Location {
    let text = region.text;
    let is_tag = |at: &usize| text[*at] == b'[' && (*at == 0 || text[*at - 1] == b'\n');
    let at = (0..text.len()).find(is_tag);
    let at = at.unwrap_or_else(|| text.len() - text.trim_ascii_start().len());
    region.location.after(&text[..at])
}
