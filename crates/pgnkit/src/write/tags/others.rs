//! The tags after the roster, sorted by the bytes of their names, each name once.
//!
//! ```text
//! well-known names   sorted by their numbers, which a set of bits gives in order
//! other names        few: the next greater one is looked for; many: their places are sorted; to be
//!                 fixed: a list
//! ```
//!
//! Standard: §8.1. Decisions: D-14, D-15, D-60.

use super::set_up::{FEN, SET_UP, SetUpTags};
use super::{PairSink, TagPlaces};
use crate::game::{Game, Tag};
use crate::tag::{self, ROSTER, well_known};
use crate::write::Profile;
use crate::write::loss::{self, Loss, count};
use crate::write::profile::TagSection;
use std::borrow::Cow;
use std::collections::HashSet;

/// The maximum number of other tags that are compared pairwise.
const N_TAGS_FEW: usize = 16;

/// The roster's numbers.
const ROSTER_SET: well_known::Set = {
    let (mut set, mut n) = (0, 0);
    while n < ROSTER.len() {
        set |= 1 << well_known::number_of(ROSTER[n]);
        n += 1;
    }
    set
};

/// Writes the tags after the roster.
pub(super) fn write(
    game: &Game,
    profile: Profile,
    set_up: &SetUpTags<'_>,
    places: &TagPlaces,
    writer: &mut impl PairSink,
) {
    let is_archival = profile.differences().tags == TagSection::SortedArchival;
    if places.n_others == 0 {
        merge(game, set_up, places, core::iter::empty(), writer);
    } else if is_archival && others(game).any(|tag| !tag::is_archival_name(tag.name)) {
        let list = archival(game, places, writer.losses());
        merge(game, set_up, places, list.into_iter(), writer);
    } else if places.n_others > N_TAGS_FEW {
        let many = last_of_each(game).into_iter().map(|n| game.tags().at(n as usize));
        let many = many.filter(|tag| !stands_for_another(tag.name, places, game));
        merge(game, set_up, places, many.map(|tag| (Cow::Borrowed(tag.name), tag.value)), writer);
    } else {
        let mut after = None;
        let few = core::iter::from_fn(|| {
            let next = next_other(game, places, after)?;
            after = Some(next.name);
            Some((Cow::Borrowed(next.name), next.value))
        });
        merge(game, set_up, places, few, writer);
    }
}

/// Writes well-known and other tags in one order.
fn merge<'g>(
    game: &'g Game,
    set_up: &SetUpTags<'_>,
    places: &TagPlaces,
    others: impl Iterator<Item = (Cow<'g, str>, &'g str)>,
    writer: &mut impl PairSink,
) {
    let mut others = others.peekable();
    let mut set = places.set & !(ROSTER_SET | 1 << FEN | 1 << SET_UP) | set_up.set();
    while set != 0 {
        let number = set.trailing_zeros() as u8;
        set &= set - 1;
        while let Some((name, value)) =
            others.next_if(|other| *other.0 < *well_known::NAMES[number as usize])
        {
            writer.other_tag(&name, value);
        }
        let read = || places.last(number).map(|n| game.tags().value_at(n));
        let said = if well_known::says_start(number) { set_up.value(number) } else { None };
        writer.tag(number, said.or_else(read).unwrap_or_default());
    }
    others.for_each(|(name, value)| writer.other_tag(&name, value));
}

fn others(game: &Game) -> impl Iterator<Item = Tag<'_>> {
    let pairs = game.tags().numbers().zip(game.tags().iter());
    pairs.filter_map(|(number, tag)| (number == well_known::UNKNOWN).then_some(tag))
}

/// The other tag with the least name above `after`; of one name, the last.
fn next_other<'g>(game: &'g Game, places: &TagPlaces, after: Option<&str>) -> Option<Tag<'g>> {
    let mut least: Option<Tag<'g>> = None;
    for tag in others(game) {
        if after.is_none_or(|after| tag.name > after)
            && least.is_none_or(|least| tag.name <= least.name)
            && !stands_for_another(tag.name, places, game)
        {
            least = Some(tag);
        }
    }
    least
}

/// Whether a tag replaces a well-known one that is absent (D-15). Of several, the last does; the
/// others are written unchanged.
fn stands_for_another(name: &str, places: &TagPlaces, game: &Game) -> bool {
    if !places.has_other_cases {
        return false;
    }
    let meant = well_known::number_of_other_case(name.as_bytes());
    let place = if meant == well_known::UNKNOWN { None } else { places.last(meant) };
    place.is_some_and(|place| game.tags().at(place).name == name)
}

/// The places of the other tags, sorted by name; of one name, the last.
fn last_of_each(game: &Game) -> Vec<u32> {
    let name = |n: u32| game.tags().at(n as usize).name;
    let numbers = (0..).zip(game.tags().numbers());
    let mut places: Vec<u32> =
        numbers.filter_map(|(n, number)| (number == well_known::UNKNOWN).then_some(n)).collect();
    // Stable: those of one name stay in their order.
    places.sort_by(|&a, &b| name(a).cmp(name(b)));
    places.dedup_by(|next, kept| {
        let is_same = name(*next) == name(*kept);
        if is_same {
            *kept = *next;
        }
        is_same
    });
    places
}

/// The other tags as archives name them, sorted.
fn archival<'g>(
    game: &'g Game,
    places: &TagPlaces,
    losses: &mut Vec<Loss>,
) -> Vec<(Cow<'g, str>, &'g str)> {
    let (mut list, mut corrected) = (Vec::new(), Vec::new());
    let mut in_order = last_of_each(game);
    in_order.sort_unstable();
    for n in in_order {
        let Tag { name, value } = game.tags().at(n as usize);
        if stands_for_another(name, places, game) {
            continue;
        }
        match tag::archival_name(name) {
            Some(Cow::Borrowed(_)) => list.push((Cow::Borrowed(name), value)),
            Some(raised) => corrected.push((raised, value)),
            None => count(losses, &loss::DROPPED_TAG, 1),
        }
    }
    let mut taken: HashSet<Cow<'g, str>> = list.iter().map(|other| other.0.clone()).collect();
    for (name, value) in corrected {
        let is_taken = is_taken(&name, places) || !taken.insert(name.clone());
        count(losses, if is_taken { &loss::DROPPED_TAG } else { &loss::RAISED_TAG_NAME }, 1);
        if !is_taken {
            list.push((name, value));
        }
    }
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list
}

/// Whether a well-known tag has this name, or the name has a meaning that the tag has not.
fn is_taken(name: &str, places: &TagPlaces) -> bool {
    let number = well_known::number(name.as_bytes());
    well_known::says_start(number)
        || ROSTER.contains(&name)
        || (number != well_known::UNKNOWN && places.last(number).is_some())
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::write::{Export, Profile};
    use std::collections::BTreeMap;

    #[test]
    fn few_and_many_are_sorted_alike() {
        let mut game = Game::new();
        let mut last = BTreeMap::new();
        for n in 0..60_u32 {
            // Each name comes twice at least, and not in order.
            let name = format!("Tag{}", n * 37 % 29);
            game.tags_mut_unchecked().push(&name, &n.to_string());
            last.insert(name, n);
            let mut expected: Vec<String> =
                last.iter().map(|(name, n)| format!("[{name} \"{n}\"]")).collect();
            expected.sort();
            let mut text = Vec::new();
            Export::new(Profile::Modern).write(&game, &mut text).expect("any game is modern");
            let text = String::from_utf8(text).expect("UTF-8");
            let found: Vec<&str> = text.lines().filter(|line| line.starts_with("[Tag")).collect();
            assert_eq!(found, expected, "{n}");
        }
    }
}
