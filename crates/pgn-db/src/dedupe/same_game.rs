//! How many moves two games must share to be one game, given what else is known of them.
//!
//! Two people may play the same game twice: quick draws repeat themselves, as do traps and prepared
//! lines, on the same evening and years later. The less information the tags contain, the more
//! moves must be the same. A number here is plies, and was chosen so that different games of real
//! collections stay separate; games rarely share that many moves by chance.

use super::evidence::{DateMatch, EventMatch, Evidence, Known, Match, PlayersMatch, Relation};
use pgnkit::Outcome;

/// The similarities of two games, if they are enough for duplicates.
pub(super) fn is_one(a: &Known, b: &Known, relation: Relation, ply_count: u32) -> Option<Evidence> {
    let evidence = Evidence::of(a, b, relation, ply_count);
    let is_draw = [a, b].iter().all(|it| it.print.outcome == Outcome::Draw);
    let needed = plies_needed(&evidence, is_draw)?;
    (ply_count >= needed).then_some(evidence)
}

/// The same for two games of one round with the same players: nothing else may contradict it, and
/// the moves do not count.
pub(super) fn is_one_of_round(
    a: &Known,
    b: &Known,
    relation: Relation,
    ply_count: u32,
) -> Option<Evidence> {
    let evidence = Evidence::of(a, b, relation, ply_count);
    let is_other = evidence.round == Match::Different
        || evidence.link == Match::Different
        || evidence.event == EventMatch::Different
        || evidence.date == DateMatch::Far;
    (!is_other).then_some(evidence)
}

/// How many plies must be the same; `None` if no number is enough.
fn plies_needed(evidence: &Evidence, is_draw: bool) -> Option<u32> {
    if evidence.link == Match::Different || evidence.time == Match::Different {
        return None;
    }
    let mut needed = match evidence.relation {
        Relation::CutShort => of_cut_short(evidence)?,
        Relation::Twin | Relation::Same | Relation::Tail | Relation::Asked | Relation::Conflict => {
            of_same(evidence, is_draw)?
        }
    };
    let is_cut = evidence.relation == Relation::CutShort;
    match evidence.players {
        PlayersMatch::Alike => {}
        PlayersMatch::Close => needed = needed.max(if is_cut { 36 } else { 24 }),
        PlayersMatch::Unknown if evidence.date == DateMatch::Near => return None,
        PlayersMatch::Unknown => needed = needed.max(if is_cut { 50 } else { 40 }),
        PlayersMatch::Family if matches!(evidence.date, DateMatch::Near | DateMatch::Unknown) => {
            return None;
        }
        PlayersMatch::Family => needed = needed.max(if is_cut { 60 } else { 50 }),
        PlayersMatch::Different => return None,
    }
    match evidence.round {
        // Another round of the same event is another game: programs repeat long ones.
        Match::Different if evidence.event == EventMatch::Alike => return None,
        Match::Different => match evidence.date {
            DateMatch::Equal => needed = needed.max(36),
            DateMatch::Fits => needed = needed.max(60),
            DateMatch::Near | DateMatch::Unknown | DateMatch::Far => return None,
        },
        Match::Equal | Match::Unknown => {}
    }
    match evidence.result {
        Match::Different => match evidence.date {
            DateMatch::Equal | DateMatch::Fits => needed = needed.max(40),
            DateMatch::Near | DateMatch::Unknown | DateMatch::Far => return None,
        },
        Match::Equal | Match::Unknown => {}
    }
    Some(needed)
}

/// How certainly the tags name the same place in the same tournament.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairing {
    /// Event and round are the same.
    Sure,
    /// The round is, and the names of the events have a word in common.
    Likely,
    /// The event is the same. Two people rarely have the same colors twice in one.
    Event,
    /// That is not known.
    Open,
}

fn pairing(evidence: &Evidence) -> Pairing {
    match (evidence.round, evidence.event) {
        (Match::Equal, EventMatch::Alike) => Pairing::Sure,
        (Match::Equal, EventMatch::Related) => Pairing::Likely,
        (Match::Unknown, EventMatch::Alike) => Pairing::Event,
        _ => Pairing::Open,
    }
}

/// The same moves from the first to the last. Drawn lines are played again and again, up to about
/// move seventeen, where they end by repetition.
fn of_same(evidence: &Evidence, is_draw: bool) -> Option<u32> {
    let of = |won, drawn| if is_draw { drawn } else { won };
    Some(match (evidence.date, pairing(evidence)) {
        (DateMatch::Equal, Pairing::Sure) => 1,
        (DateMatch::Equal, Pairing::Likely) => 16,
        (DateMatch::Equal, Pairing::Event | Pairing::Open) => of(20, 30),
        (DateMatch::Fits, Pairing::Sure) => 16,
        (DateMatch::Fits, Pairing::Likely) => 24,
        (DateMatch::Fits, Pairing::Event) => of(22, 30),
        (DateMatch::Fits, Pairing::Open) => of(26, 40),
        (DateMatch::Near | DateMatch::Unknown, Pairing::Sure) => 20,
        (DateMatch::Near | DateMatch::Unknown, _) => of(36, 44),
        (DateMatch::Far, _) => return None,
    })
}

fn of_cut_short(evidence: &Evidence) -> Option<u32> {
    Some(match (evidence.date, pairing(evidence)) {
        (DateMatch::Equal, Pairing::Sure) if evidence.result != Match::Different => 12,
        (DateMatch::Equal, _) => 30,
        (DateMatch::Fits, Pairing::Sure) => 24,
        (DateMatch::Fits, Pairing::Event) => 28,
        (DateMatch::Fits, Pairing::Likely | Pairing::Open) => 36,
        (DateMatch::Near | DateMatch::Unknown, Pairing::Sure) => 30,
        (DateMatch::Near | DateMatch::Unknown, _) => 40,
        (DateMatch::Far, _) => return None,
    })
}
