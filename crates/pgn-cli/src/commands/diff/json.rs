//! Differences as one JSON object; `docs/schema/diff.md` describes it.

use super::{Form, Numbered, Stat};
use crate::json::push_string;
use pgnkit::compare::{Change, Changes, Place};

/// Differences as JSON.
pub(super) struct Json {
    names: [String; 2],
    n_games: u64,
}

impl Json {
    pub(super) fn new(names: [String; 2]) -> Json {
        Json { names, n_games: 0 }
    }

    fn begin_game(&mut self, numbers: [Option<u64>; 2], is_moved: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.n_games > 0 { b",\n" } else { b"\n" });
        self.n_games += 1;
        let number = |n: Option<u64>| n.map_or("null".to_owned(), |n| n.to_string());
        let [before, after] = numbers.map(number);
        let line =
            format!("{{\"before\":{before},\"after\":{after},\"moved\":{is_moved},\"changes\":[");
        out.extend_from_slice(line.as_bytes());
    }
}

/// A value of both sides; what is not there is `null`.
fn push_both<T>(both: [Option<T>; 2], out: &mut Vec<u8>, one: impl Fn(T, &mut Vec<u8>)) {
    for (name, value) in ["before", "after"].into_iter().zip(both) {
        out.extend_from_slice(format!(",\"{name}\":").as_bytes());
        match value {
            Some(value) => one(value, out),
            None => out.extend_from_slice(b"null"),
        }
    }
}

fn push_list(texts: &[String], out: &mut Vec<u8>) {
    out.push(b'[');
    for (n, text) in texts.iter().enumerate() {
        if n > 0 {
            out.push(b',');
        }
        push_string(text, out);
    }
    out.push(b']');
}

fn push_place(changes: &Changes, place: &Place, out: &mut Vec<u8>) {
    out.extend_from_slice(format!(",\"ply\":{},\"line\":", place.ply).as_bytes());
    push_list(&changes.path(*place), out);
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
    let text = |text: &String, out: &mut Vec<u8>| push_string(text, out);
    let list = |list: &Vec<String>, out: &mut Vec<u8>| push_list(list, out);
    match change {
        Change::Tag { name, nth, before, after } => {
            out.extend_from_slice(b",\"name\":");
            push_string(name, out);
            out.extend_from_slice(format!(",\"nth\":{nth}").as_bytes());
            push_both([before.as_ref(), after.as_ref()], out, text);
        }
        Change::Outcome { before, after } => {
            let marker = |marker: &str, out: &mut Vec<u8>| push_string(marker, out);
            push_both([Some(before.name()), Some(after.name())], out, marker);
        }
        Change::Moves { place, before, after, is_demoted, is_promoted } => {
            push_place(changes, place, out);
            push_both([Some(before), Some(after)], out, list);
            let flags = format!(",\"demoted\":{is_demoted},\"promoted\":{is_promoted}");
            out.extend_from_slice(flags.as_bytes());
        }
        Change::Variation { place, before, after } => {
            push_place(changes, place, out);
            push_both([before.as_ref(), after.as_ref()], out, list);
        }
        Change::Comment { place, before, after } => {
            push_place(changes, place, out);
            push_both([before.as_ref(), after.as_ref()], out, text);
        }
        Change::Nag { place, before, after } => {
            push_place(changes, place, out);
            let number = |nag: pgnkit::Nag, out: &mut Vec<u8>| {
                out.extend_from_slice(nag.0.to_string().as_bytes());
            };
            push_both([*before, *after], out, number);
        }
        Change::VariationOrder { place } | Change::RemarkOrder { place } => {
            push_place(changes, place, out);
        }
        Change::TagOrder => {}
    }
    out.push(b'}');
}

impl Form for Json {
    fn begin(&mut self, stat: Stat, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"version\":1");
        for (side, name) in ["before", "after"].into_iter().zip(&self.names) {
            out.extend_from_slice(format!(",\"{side}\":").as_bytes());
            push_string(name, out);
        }
        let line = format!(
            ",\"games_before\":{},\"games_after\":{},\"same\":{},\"changed\":{},\"moved\":{},\
             \"only_before\":{},\"only_after\":{},\"games\":[",
            stat.n_before,
            stat.n_after,
            stat.n_same,
            stat.n_changed,
            stat.n_moved,
            stat.n_only_before,
            stat.n_only_after
        );
        out.extend_from_slice(line.as_bytes());
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
