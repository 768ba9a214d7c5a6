//! Events as one JSON object; `docs/schema/stats.md` describes it.
//!
//! Owns: this form. Knows nothing of: events.
//! Standard: none.
//! Start at [`Json`].

use super::sheet::{points, value_of};
use super::{EventForm, LeftOut, Shown};
use crate::commands::stats::form::{Head, date};
use crate::json::push_string;
use pgn_db::standings::{Meeting, Place, team_standings};
use pgnkit::chess::Color;

/// Events as JSON.
#[derive(Default)]
pub(in super::super) struct Json {
    n_events: u64,
}

fn push_text(name: &str, text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("\"{name}\":").as_bytes());
    match text {
        "" => out.extend_from_slice(b"null"),
        text => push_string(text, out),
    }
    out.push(b',');
}

fn push(text: String, out: &mut Vec<u8>) {
    out.extend_from_slice(text.as_bytes());
}

/// Puts `one` for each item into brackets, with commas between.
fn push_list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut Vec<u8>,
    mut one: impl FnMut(T, &mut Vec<u8>),
) {
    out.push(b'[');
    for (n, item) in items.into_iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        one(item, out);
    }
    out.push(b']');
}

fn push_place(
    shown: &Shown<'_>,
    n: usize,
    games: &[&Meeting],
    numbers: &[usize],
    out: &mut Vec<u8>,
) {
    let Shown { event, standings, .. } = shown;
    let place: &Place = &standings.places[n];
    let seat = &event.seats[place.seat];
    push(format!("\n{{\"rank\":{},\"number\":{},", place.rank, n + 1), out);
    push_text("player", &seat.name, out);
    push_text("team", &seat.team, out);
    let rating = if seat.rating > 0 { seat.rating.to_string() } else { "null".to_owned() };
    let performance = place.performance.map_or("null".to_owned(), |it| it.to_string());
    let [wins, draws, losses, open] = place.results;
    push(
        format!(
            "\"rating\":{rating},\"points\":{},\"wins\":{wins},\"draws\":{draws},\
             \"losses\":{losses},\"open\":{open},\"performance\":{performance},\
             \"performance_games\":{},\"tie_breaks\":{{",
            points(place.half_points),
            place.n_performed,
        ),
        out,
    );
    for (nth, (tie_break, value)) in standings.tie_breaks.iter().zip(&place.tie_breaks).enumerate()
    {
        let comma = if nth > 0 { "," } else { "" };
        let value = value.map_or("null".to_owned(), |value| value_of(*tie_break, Some(value)));
        push(format!("{comma}\"{}\":{value}", tie_break.name()), out);
    }
    out.extend_from_slice(b"},\"games\":");
    push_list(games, out, |game, out| {
        let color = game.color_of(place.seat).unwrap_or(Color::White);
        let colour = if color == Color::White { "white" } else { "black" };
        let own = game.half_points(color);
        let own = own.map_or("null".to_owned(), |own| points(u64::from(own)));
        let round = if game.round > 0 { game.round.to_string() } else { "null".to_owned() };
        let (opponent, is_unplayed) = (numbers[game.seat(!color)], game.points.is_unplayed);
        push(
            format!(
                "{{\"round\":{round},\"opponent\":{opponent},\"colour\":\"{colour}\",\
                 \"points\":{own},\"unplayed\":{is_unplayed}}}"
            ),
            out,
        );
    });
    out.push(b'}');
}

impl EventForm for Json {
    fn begin(&mut self, head: &Head, out: &mut Vec<u8>) {
        let (n_files, n_games) = (head.n_files, head.n_games);
        let line =
            format!("{{\"version\":1,\"files\":{n_files},\"games_read\":{n_games},\"events\":[");
        push(line, out);
    }

    fn event(&mut self, shown: &Shown<'_>, out: &mut Vec<u8>) {
        let Shown { event, standings, n_shown } = shown;
        out.extend_from_slice(if self.n_events > 0 { b",\n{" } else { b"\n{" });
        self.n_events += 1;
        for (name, text) in ["event", "site", "section"].into_iter().zip(&event.names) {
            push_text(name, text, out);
        }
        for (name, digits) in ["from", "to"].into_iter().zip(event.dates) {
            let text = if digits > 0 { date(u64::from(digits)) } else { String::new() };
            push_text(name, &text, out);
        }
        push_text("kind", &standings.kind.to_string(), out);
        let (n_players, n_games) = (event.seats.len(), event.meetings.len());
        let (n_open, n_missing) = (event.n_open(), standings.n_missing(event));
        push(
            format!(
                "\"n_players\":{n_players},\"n_games\":{n_games},\"n_open\":{n_open},\
                 \"n_missing\":{n_missing},\"standings\":"
            ),
            out,
        );
        let (games, numbers) = (event.by_seat(), standings.numbers());
        push_list(0..*n_shown, out, |n, out| {
            push_place(shown, n, &games[standings.places[n].seat], &numbers, out);
        });
        out.extend_from_slice(b",\"teams\":");
        push_list(team_standings(event), out, |team, out| {
            push(format!("{{\"rank\":{},", team.rank), out);
            push_text("team", &team.name, out);
            let [won, drawn, lost] = team.results;
            let (match_points, board_points) = (team.match_points, points(team.half_points));
            push(
                format!(
                    "\"won\":{won},\"drawn\":{drawn},\"lost\":{lost},\
                     \"match_points\":{match_points},\"board_points\":{board_points}}}"
                ),
                out,
            );
        });
        out.push(b'}');
    }

    fn end(&mut self, left_out: LeftOut, out: &mut Vec<u8>) {
        let LeftOut { n_events, n_games, n_nameless } = left_out;
        let line = format!(
            "],\"events_not_shown\":{n_events},\"games_not_shown\":{n_games},\
             \"games_without_names\":{n_nameless}}}\n"
        );
        push(line, out);
    }
}
