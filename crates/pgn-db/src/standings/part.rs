//! Which games of one name and time are of one event (§8.1.1.2, §9.2.1, D-16).
//!
//! Two sites, or a site and `?`, are one event if at least half of the players of the smaller part
//! are in both parts: so a club writes the hall in one round and the town in the next, while two
//! clubs that both have a championship have other players.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::entry::{Entry, is_bye};
use pgn_query::Groups;
use pgn_query::name::Alike;
use pgnkit::named_enum;

named_enum! {
    /// The criteria that separate two events of one name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EventBy, name {
        /// Another site, unless the players are the same.
        #[default]
        Players = "players",
        /// Another site.
        Site = "site",
        /// Only another section, or a long time without a game.
        Name = "name",
    }
}

/// Parts entries of one Event and Section, which come by date and round, into events, in order of
/// their sites.
pub(super) fn part(entries: Vec<Entry>, by: EventBy) -> Vec<Vec<Entry>> {
    let mut classes: BTreeMap<(String, u32), Vec<Entry>> = BTreeMap::new();
    for entry in entries {
        let key = (entry.event[1].clone(), entry.event_date);
        classes.entry(key).or_default().push(entry);
    }
    let keys: Vec<(String, u32)> = classes.keys().cloned().collect();
    let mut classes: Vec<Vec<Entry>> = classes.into_values().collect();
    if classes.len() == 1 {
        return classes;
    }
    let mut groups = Groups::new(keys.len());
    // A game without EventDate is of the event at its site; they are neighbors in this order.
    for (n, pair) in keys.windows(2).enumerate() {
        if pair[0].0 == pair[1].0 && pair[0].1 == 0 {
            groups.join(n, n + 1);
        }
    }
    let is_named = classes.first().is_some_and(|class| !class[0].event[0].is_empty());
    let fits = |a: usize, b: usize| keys[a].1 == 0 || keys[b].1 == 0 || keys[a].1 == keys[b].1;
    match by {
        EventBy::Site => {}
        EventBy::Name => {
            for b in 1..keys.len() {
                (0..b).filter(|&a| fits(a, b)).for_each(|a| groups.join(a, b));
            }
        }
        EventBy::Players if is_named => {
            let players: Vec<HashSet<String>> = classes.iter().map(|it| players(it)).collect();
            for ((a, b), shared_count) in shared(&players) {
                let n = players[a].len().min(players[b].len());
                if fits(a, b) && 2 * shared_count >= n {
                    groups.join(a, b);
                }
            }
        }
        EventBy::Players => {}
    }
    let mut events: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
    for (n, class) in classes.iter_mut().enumerate() {
        events.entry(groups.first_of(n)).or_default().append(class);
    }
    let mut events: Vec<Vec<Entry>> = events.into_values().collect();
    for event in &mut events {
        event.sort_by_cached_key(|entry| {
            let mut key = Vec::new();
            entry.push_key(&mut key);
            key
        });
    }
    events
}

fn players(entries: &[Entry]) -> HashSet<String> {
    let names = entries.iter().flat_map(|entry| &entry.names).filter(|name| !is_bye(name));
    names.map(|name| Alike::Letters.key(name)).collect()
}

/// How many players two parts have in common, where it is any.
fn shared(players: &[HashSet<String>]) -> BTreeMap<(usize, usize), usize> {
    let mut by_player: HashMap<&str, Vec<usize>> = HashMap::new();
    for (n, names) in players.iter().enumerate() {
        for name in names {
            by_player.entry(name).or_default().push(n);
        }
    }
    let mut shared = BTreeMap::new();
    for parts in by_player.into_values() {
        for (n, &b) in parts.iter().enumerate() {
            for &a in &parts[..n] {
                *shared.entry((a, b)).or_default() += 1;
            }
        }
    }
    shared
}
