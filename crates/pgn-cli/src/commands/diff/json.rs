//! Differences as one JSON object; `docs/schema/diff.md` describes it.

use serde::Serialize;

use super::{Numbered, Stat, WriteDiff};
use pgn_db::report::push_json;
use pgnkit::compare::{Change, Changes, Place};

/// Differences as JSON.
pub(super) struct JsonDiff {
    names: [String; 2],
    game_count: u64,
}

impl JsonDiff {
    pub(super) fn new(names: [String; 2]) -> JsonDiff {
        JsonDiff { names, game_count: 0 }
    }

    fn begin_game(&mut self, numbers: [Option<u64>; 2], is_moved: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.game_count > 0 { b",\n" } else { b"\n" });
        self.game_count += 1;
        let [before, after] = numbers;
        out.extend_from_slice(b"{\"before\":");
        push_json(&before, out);
        push_field("after", after, out);
        push_field("moved", is_moved, out);
        out.extend_from_slice(b",\"changes\":[");
    }
}

fn push_field(name: &str, value: impl Serialize, out: &mut Vec<u8>) {
    out.push(b',');
    push_json(name, out);
    out.push(b':');
    push_json(&value, out);
}

fn push_both<T: Serialize>(before: T, after: T, out: &mut Vec<u8>) {
    push_field("before", before, out);
    push_field("after", after, out);
}

fn push_place(changes: &Changes, place: &Place, out: &mut Vec<u8>) {
    push_field("ply", place.ply, out);
    push_field("line", changes.path(*place), out);
}

fn push_change(changes: &Changes, change: &Change, out: &mut Vec<u8>) {
    let kind = match change {
        Change::Tag { .. } => "tag",
        Change::TagOrder => "tag-order",
        Change::Outcome { .. } => "outcome",
        Change::Moves { .. } => "moves",
        Change::Variation { .. } => "variation",
        Change::VariationOrder { .. } => "variation-order",
        Change::Comment { .. } => "comment",
        Change::Nag { .. } => "nag",
        Change::RemarkOrder { .. } => "remark-order",
    };
    out.extend_from_slice(format!("{{\"kind\":\"{kind}\"").as_bytes());
    match change {
        Change::Tag { name, nth, before, after } => {
            push_field("name", name, out);
            push_field("nth", nth, out);
            push_both(before, after, out);
        }
        Change::Outcome { before, after } => push_both(before.name(), after.name(), out),
        Change::Moves { place, before, after, is_demoted, is_promoted } => {
            push_place(changes, place, out);
            push_both(before, after, out);
            push_field("demoted", is_demoted, out);
            push_field("promoted", is_promoted, out);
        }
        Change::Variation { place, before, after } => {
            push_place(changes, place, out);
            push_both(before, after, out);
        }
        Change::Comment { place, before, after } => {
            push_place(changes, place, out);
            push_both(before, after, out);
        }
        Change::Nag { place, before, after } => {
            push_place(changes, place, out);
            push_both(before.map(|nag| nag.0), after.map(|nag| nag.0), out);
        }
        Change::VariationOrder { place } | Change::RemarkOrder { place } => {
            push_place(changes, place, out);
        }
        Change::TagOrder => {}
    }
    out.push(b'}');
}

impl WriteDiff for JsonDiff {
    fn begin(&mut self, stat: Stat, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"version\":1");
        let [before, after] = &self.names;
        push_both(before, after, out);
        for (name, count) in [
            ("games_before", stat.before_count),
            ("games_after", stat.after_count),
            ("same", stat.same_count),
            ("changed", stat.changed_count),
            ("moved", stat.moved_count),
            ("only_before", stat.only_before_count),
            ("only_after", stat.only_after_count),
        ] {
            push_field(name, count, out);
        }
        out.extend_from_slice(b",\"games\":[");
    }

    fn changed(
        &mut self,
        both: [Numbered<'_>; 2],
        is_moved: bool,
        changes: &Changes,
        out: &mut Vec<u8>,
    ) {
        let [before, after] = both;
        self.begin_game([Some(before.number), Some(after.number)], is_moved, out);
        for (n, change) in changes.list.iter().enumerate() {
            if n > 0 {
                out.push(b',');
            }
            push_change(changes, change, out);
        }
        out.extend_from_slice(b"]}");
    }

    fn only(&mut self, side: usize, game: &Numbered<'_>, out: &mut Vec<u8>) {
        let mut numbers = [None; 2];
        numbers[side] = Some(game.number);
        self.begin_game(numbers, false, out);
        out.extend_from_slice(b"]}");
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"]}\n");
    }
}
