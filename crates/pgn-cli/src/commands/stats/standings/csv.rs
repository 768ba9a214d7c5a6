//! Events as comma-separated values, a player a line.
//!
//! Owns: this form. Knows nothing of: events.
//! Standard: none (RFC 4180).
//! Start at [`Csv`].

use super::sheet::{points, sign, value_of};
use super::{EventForm, LeftOut, Shown};
use crate::commands::stats::csv::{Cells, push_field};
use crate::commands::stats::form::{Head, date};
use pgnkit::chess::Color;

/// Events as CSV, lines ended by LF. Tie-breaks are words with their values, results are the number
/// of the opponent, the colour and the result, game by game.
pub(in super::super) struct Csv {
    pub(in super::super) cells: Cells,
}

const COLUMNS: &str = "event,site,section,from,to,kind,rank,number,player,rating,team,points,games,\
    wins,draws,losses,open,performance,performance_games,\
    tie_breaks,results\n";

impl EventForm for Csv {
    fn begin(&mut self, _: &Head, out: &mut Vec<u8>) {
        out.extend_from_slice(COLUMNS.as_bytes());
    }

    fn event(&mut self, shown: &Shown<'_>, out: &mut Vec<u8>) {
        let Shown { event, standings, n_shown } = shown;
        let (games, numbers) = (event.by_seat(), standings.numbers());
        let day = |digits: u32| if digits > 0 { date(u64::from(digits)) } else { String::new() };
        for (n, place) in standings.places.iter().take(*n_shown).enumerate() {
            let (seat, own) = (&event.seats[place.seat], &games[place.seat]);
            let tie_breaks = standings.tie_breaks.iter().zip(&place.tie_breaks);
            let tie_breaks = tie_breaks.filter(|(_, value)| value.is_some());
            let tie_breaks: Vec<String> = tie_breaks
                .map(|(it, value)| format!("{}={}", it.name(), value_of(*it, *value)))
                .collect();
            let result = |game: &&pgn_db::standings::Meeting| {
                let color = game.color_of(place.seat).unwrap_or(Color::White);
                let letter = if color == Color::White { 'w' } else { 'b' };
                format!("{}{letter}{}", numbers[game.seat(!color)], sign(game, place.seat))
            };
            let results: Vec<String> = own.iter().map(result).collect();
            let [wins, draws, losses, open] = place.results.map(|n| n.to_string());
            let [name, site, section] = event.names.clone();
            let rating = if seat.rating > 0 { seat.rating.to_string() } else { String::new() };
            let fields = [
                name,
                site,
                section,
                day(event.dates[0]),
                day(event.dates[1]),
                standings.kind.to_string(),
                place.rank.to_string(),
                (n + 1).to_string(),
                seat.name.clone(),
                rating,
                seat.team.clone(),
                points(place.half_points),
                own.len().to_string(),
                wins,
                draws,
                losses,
                open,
                place.performance.map(|it| it.to_string()).unwrap_or_default(),
                place.n_performed.to_string(),
                tie_breaks.join(" "),
                results.join(" "),
            ];
            for (n, field) in fields.iter().enumerate() {
                if n > 0 {
                    out.push(b',');
                }
                push_field(field, self.cells, out);
            }
            out.push(b'\n');
        }
    }

    fn end(&mut self, _: LeftOut, _: &mut Vec<u8>) {}
}
