//! Tag pairs, from the record of a game and what it refers to (§8.1, §9, D-16).

use super::entity::{player, take_text};
use super::record::Cbh2Record;
use crate::databases::bytes::Bytes;
use crate::databases::chessbase::tags::{Entries, Event, Writer};
use crate::databases::finding::Fault;
use pgnkit::Game;

/// The seven tags of the roster, and all others. Returns the invalid values.
pub(super) fn push_all(record: &Cbh2Record, entries: &Entries, game: &mut Game) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut writer = Writer::new(game.tags_mut_unchecked(), &mut faults);
    let mut tournament = Bytes::new(&entries.tournament);
    let (place, title) = (take_text(&mut tournament), take_text(&mut tournament));
    let own = titles(&entries.title).into_iter().next().map(|(_, title)| title);
    let is_game = !record.is_analysis && !record.is_text;
    let event = if title.is_empty() && !is_game { own.clone().unwrap_or_default() } else { title };
    writer.text_roster("Event", &event);
    writer.text_roster("Site", &place);
    writer.played(record.date);
    writer.round(record.round.into(), record.subround.into());
    writer.text_roster("White", &player(&entries.players[0]));
    writer.text_roster("Black", &player(&entries.players[1]));
    writer.result(record.result);
    writer.eco(record.eco());
    writer.number("WhiteElo", record.elos[0].into());
    writer.number("BlackElo", record.elos[1].into());
    writer.number("Board", record.board.into());
    writer.text("Annotator", &player(&entries.annotator));
    writer.ending(record.result, record.verdict);
    if let Some(&[a, b, c, d, kind, _, nation, _, category, _, n_rounds]) =
        tournament.rest().first_chunk()
    {
        let date = u32::from_le_bytes([a, b, c, d]);
        writer.event(&Event { date, kind, n_rounds, nation, category });
    }
    let mut source = Bytes::new(&entries.source);
    writer.text("SourceTitle", &take_text(&mut source));
    writer.text("Source", &take_text(&mut source));
    let dates = [source.u32_le(), source.u32_le()].map(Option::unwrap_or_default);
    let [version, quality] = [source.u16_le(), source.u16_le()].map(Option::unwrap_or_default);
    writer.issue(dates, version.into(), quality.into());
    for (name, country, fields) in [
        ("WhiteTeam", "WhiteTeamCountry", &entries.teams[0]),
        ("BlackTeam", "BlackTeamCountry", &entries.teams[1]),
    ] {
        let mut team = Bytes::new(fields);
        let title = take_text(&mut team);
        let number = team.u8().unwrap_or(0);
        let _season_and_year = team.take(3);
        writer.team(name, &title, number.into(), country, team.u8().unwrap_or(0));
    }
    writer.medals(record.medals);
    if let (true, Some(own)) = (is_game, own) {
        writer.text("GameTitle", &own);
    }
    faults
}

/// The titles that are not empty, each with the nation for its language.
pub(super) fn titles(fields: &[u8]) -> Vec<(u8, String)> {
    let mut bytes = Bytes::new(fields);
    let n = bytes.u32_le().unwrap_or(0);
    let mut titles = Vec::new();
    for _ in 0..n.min(64) {
        let nation = bytes.u32_le().unwrap_or(0);
        let title = take_text(&mut bytes);
        if !title.is_empty() {
            titles.push((u8::try_from(nation).unwrap_or(0), title));
        }
    }
    titles
}
