//! One event: its players, and every game between them (§8.1.1, §9.2, D-16, D-20).

use std::collections::{BTreeMap, HashMap};

use super::entry::{Entry, Points};
use pgn_query::name::{Alike, is_fuller};
use pgnkit::chess::Color;

/// An event.
#[derive(Clone, Debug, Default)]
pub struct Event {
    /// Event, the Site of most games, and Section.
    pub names: [String; 3],
    /// The other sites.
    pub other_sites: Vec<String>,
    /// The dates of the first and the last game as `YYYYMMDD`, 0 when not known.
    pub dates: [u32; 2],
    /// The players.
    pub seats: Vec<Seat>,
    /// The games, by date and round.
    pub meetings: Vec<Meeting>,
}

/// A player of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The name, as written in the first game.
    pub name: String,
    /// The rating of the first game that has one; 0 without.
    pub rating: u32,
    /// The team, empty without one.
    pub team: String,
}

/// A game between two players, as indices of seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// White, Black.
    pub seats: [usize; 2],
    /// Their ratings in this game, 0 when not known.
    pub ratings: [u32; 2],
    /// Their teams.
    pub teams: [String; 2],
    /// The first number of the round, 0 when it is not known.
    pub round: u64,
    /// The date as `YYYYMMDD`, 0 when not known.
    pub date: u32,
    /// Its points.
    pub points: Points,
    /// Whether it is a bye: both seats are those of the player, whose points come first.
    pub is_bye: bool,
}

impl Meeting {
    /// The seat of a side.
    #[must_use]
    pub fn seat(&self, color: Color) -> usize {
        self.seats[color as usize]
    }

    /// Which side a player had, if this player was in the game.
    #[must_use]
    pub fn color_of(&self, seat: usize) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|&color| self.seat(color) == seat)
    }

    /// The half points of a side, if the game has a result.
    #[must_use]
    pub fn half_points(&self, color: Color) -> Option<u8> {
        self.points.half_points.map(|both| both[color as usize])
    }
}

impl Event {
    /// The event of these entries, which come by date and round. With `alike`, names that are
    /// so much alike are one player.
    #[must_use]
    pub fn of(entries: &[Entry], alike: Option<Alike>) -> Event {
        let mut event = Event::default();
        let Some(first) = entries.first() else { return event };
        event.names.clone_from(&first.event);
        let mut sites: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in entries.iter().filter(|entry| !entry.event[1].is_empty()) {
            *sites.entry(&entry.event[1]).or_default() += 1;
        }
        // The first in the alphabet of those with the most games.
        if let Some((&most, _)) = sites.iter().rev().max_by_key(|(_, game_count)| **game_count) {
            event.names[1] = most.to_owned();
            event.other_sites =
                sites.keys().filter(|&&site| site != most).map(|&site| site.to_owned()).collect();
        }
        let known = entries.iter().map(|entry| entry.date).filter(|&date| date > 0);
        event.dates = [known.clone().min(), known.max()].map(Option::unwrap_or_default);
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for entry in entries {
            let mut seats = [0; 2];
            let with_bye = entry.side_with_bye().map(|color| color as usize);
            for (side, name) in entry.names.iter().enumerate() {
                if with_bye.is_some_and(|own| own != side) {
                    continue;
                }
                let key = alike.map_or_else(|| name.clone(), |how| how.key(name));
                let next = event.seats.len();
                seats[side] = *numbers.entry(key).or_insert(next);
                if seats[side] == next {
                    event.seats.push(Seat { name: name.clone(), ..Seat::default() });
                }
                let seat = &mut event.seats[seats[side]];
                if is_fuller(name, &seat.name) {
                    seat.name.clone_from(name);
                }
                if seat.rating == 0 {
                    seat.rating = entry.ratings[side];
                }
                if seat.team.is_empty() {
                    seat.team.clone_from(&entry.teams[side]);
                }
            }
            let meeting = Meeting {
                seats,
                ratings: entry.ratings,
                teams: entry.teams.clone(),
                round: entry.round_numbers().first().copied().unwrap_or_default(),
                date: entry.date,
                points: entry.points,
                is_bye: false,
            };
            event.meetings.push(match with_bye {
                Some(own) => bye(meeting, own),
                None => meeting,
            });
        }
        event.meetings.sort_by_key(|meeting| (meeting.round, meeting.date));
        event
    }

    /// The games of each player, in order.
    #[must_use]
    pub fn by_seat(&self) -> Vec<Vec<&Meeting>> {
        let mut all = vec![Vec::new(); self.seats.len()];
        for meeting in &self.meetings {
            all[meeting.seats[0]].push(meeting);
            if meeting.seats[0] != meeting.seats[1] {
                all[meeting.seats[1]].push(meeting);
            }
        }
        all
    }

    /// The numbers of the rounds, in order, each once; 0 for games with an unknown round.
    #[must_use]
    pub fn rounds(&self) -> Vec<u64> {
        let mut rounds: Vec<u64> = self.meetings.iter().map(|meeting| meeting.round).collect();
        rounds.sort_unstable();
        rounds.dedup();
        rounds
    }

    /// How many games there are, without byes.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.meetings.iter().filter(|meeting| !meeting.is_bye).count()
    }

    /// How many games have no result.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.meetings.iter().filter(|meeting| meeting.points.half_points.is_none()).count()
    }

    /// How often each pair met, the lower seat first.
    pub(super) fn pairs(&self) -> HashMap<(usize, usize), u64> {
        let mut pairs = HashMap::new();
        for meeting in self.meetings.iter().filter(|it| !it.is_bye) {
            let [a, b] = meeting.seats;
            *pairs.entry((a.min(b), a.max(b))).or_default() += 1;
        }
        pairs
    }
}

/// The bye of the player on this side: a bye without a result is worth nothing yet.
fn bye(meeting: Meeting, own: usize) -> Meeting {
    let half_points = meeting.points.half_points.map(|both| [both[own], 0]);
    Meeting {
        seats: [meeting.seats[own]; 2],
        ratings: [meeting.ratings[own], 0],
        points: Points { half_points, is_unplayed: true },
        is_bye: true,
        ..meeting
    }
}
