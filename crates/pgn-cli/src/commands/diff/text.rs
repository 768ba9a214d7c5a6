//! Differences as text: the old side with a hyphen, the new side with a plus.

use super::{Numbered, Stat, WriteDiff};
use pgn_db::error::printable;
use pgnkit::Game;
use pgnkit::compare::{Change, Changes, Place};

/// Differences as text.
pub(super) struct TextDiff {
    names: [String; 2],
    is_colored: bool,
    is_stat: bool,
    has_begun: bool,
}

/// More moves of a line than these are counted only.
const MOVES_MAX: usize = 24;

/// The signs and colors of the sides: the old one is red, the new one green.
const SIGNS: [(&str, &str); 2] = [("-", "\u{1b}[31m"), ("+", "\u{1b}[32m")];
const PLACE_COLOR: &str = "\u{1b}[36m";
const PLAIN: &str = "\u{1b}[0m";

impl TextDiff {
    pub(super) fn new(names: [String; 2], is_colored: bool, is_stat: bool) -> TextDiff {
        let names = names.map(|name| printable(&name));
        TextDiff { names, is_colored, is_stat, has_begun: false }
    }

    fn line(&self, color: &str, text: &str, out: &mut Vec<u8>) {
        let text = printable(text);
        let line = match self.is_colored {
            true => format!("{color}{text}{PLAIN}\n"),
            false => format!("{text}\n"),
        };
        out.extend_from_slice(line.as_bytes());
    }

    /// A line of one side, or nothing if that side has no such element.
    fn side(&self, side: usize, text: Option<String>, out: &mut Vec<u8>) {
        let (sign, color) = SIGNS[side];
        if let Some(text) = text {
            self.line(color, &format!("{sign} {text}"), out);
        }
    }

    fn both(&self, both: [Option<String>; 2], out: &mut Vec<u8>) {
        for (side, text) in both.into_iter().enumerate() {
            self.side(side, text, out);
        }
    }

    fn head(&mut self, side: usize, game: &Numbered<'_>, out: &mut Vec<u8>) {
        let (sign, color) = SIGNS[side];
        let (name, number, title) = (&self.names[side], game.number, title(game.game));
        self.line(color, &format!("{}{name}, game {number}: {title}", sign.repeat(3) + " "), out);
    }

    fn gap(&mut self, out: &mut Vec<u8>) {
        if self.has_begun {
            out.push(b'\n');
        }
        self.has_begun = true;
    }

    fn change(&self, places: &ChangePlaces<'_>, change: &Change, out: &mut Vec<u8>) {
        let changes = places.changes;
        let at = |place: &Place, what: &str, out: &mut Vec<u8>| {
            self.line(PLACE_COLOR, &format!("@ {}{what}", places.place(place)), out);
        };
        match change {
            Change::Tag { name, before, after, .. } => {
                let tag = |value: &String| format!("[{name} \"{value}\"]");
                self.both([before, after].map(|value| value.as_ref().map(tag)), out);
            }
            Change::TagOrder => self.line(PLACE_COLOR, "@ tags are in another order", out),
            Change::Outcome { before, after } => {
                self.line(PLACE_COLOR, "@ outcome", out);
                self.both([before, after].map(|outcome| Some(outcome.to_string())), out);
            }
            Change::Moves { place, before, after, is_demoted, is_promoted } => {
                at(place, "", out);
                let say = |moves: &Vec<String>, is_elsewhere: bool, what: &str| {
                    let text = moves_of(changes, place.ply, moves);
                    let text = if is_elsewhere { format!("{text} ({what})") } else { text };
                    (!moves.is_empty()).then_some(text)
                };
                let before = say(before, *is_demoted, "a variation now");
                self.both([before, say(after, *is_promoted, "a variation before")], out);
            }
            Change::Variation { place, before, after } => {
                at(place, "", out);
                let moves = |it: &Vec<String>| format!("({})", moves_of(changes, place.ply, it));
                self.both([before, after].map(|it| it.as_ref().map(moves)), out);
            }
            Change::VariationOrder { place } => {
                at(place, ", variations are in another order", out);
            }
            Change::Comment { place, before, after } => {
                at(place, "", out);
                let braces = |text: &String| format!("{{{text}}}");
                self.both([before, after].map(|text| text.as_ref().map(braces)), out);
            }
            Change::Nag { place, before, after } => {
                at(place, "", out);
                self.both([before, after].map(|nag| nag.map(|nag| format!("${}", nag.0))), out);
            }
            Change::RemarkOrder { place } => {
                at(place, ", NAGs, comments and variations are in another order", out);
            }
        }
    }
}

/// A game in a few words.
fn title(game: &Game) -> String {
    let tag = |name: &str| game.tag(name).filter(|value| !value.is_empty()).unwrap_or("?");
    let rest = ["Event", "Date", "Round"].map(tag);
    let rest: Vec<&str> = rest.into_iter().filter(|it| !it.starts_with('?')).collect();
    let rest = if rest.is_empty() { String::new() } else { format!(", {}", rest.join(", ")) };
    format!("{} - {}{rest}", tag("White"), tag("Black"))
}

/// Where changes are.
struct ChangePlaces<'c> {
    changes: &'c Changes,
    /// The moves of the main line before, as far as places may need them.
    main: Vec<String>,
}

impl ChangePlaces<'_> {
    fn of<'c>(game: &Game, changes: &'c Changes) -> ChangePlaces<'c> {
        let tree = game.tree();
        let san = |node| tree.san(node).map(|san| san.to_string()).unwrap_or_default();
        ChangePlaces { changes, main: game.main_line().map(san).collect() }
    }

    /// The move before a place, if it is known.
    fn san(&self, place: &Place) -> &str {
        let of_branch = self.changes.branches.get(place.branch as usize);
        match of_branch.filter(|branch| branch.parent.is_some()) {
            Some(branch) if branch.ply + 1 == place.ply => &branch.first,
            Some(_) => "",
            None => {
                let ply = place.ply.checked_sub(1).and_then(|ply| self.main.get(ply as usize));
                ply.map_or("", String::as_str)
            }
        }
    }

    /// A place in words.
    fn place(&self, place: &Place) -> String {
        let path = self.changes.path(*place);
        let line = match path.len().checked_sub(1) {
            None => String::new(),
            Some(inner_depth) => {
                format!(", in ({}{}", path.join(" ("), ")".repeat(inner_depth + 1))
            }
        };
        match place.ply.checked_sub(1) {
            None => format!("start{line}"),
            Some(ply) => {
                let behind = format!("after {} {}", self.changes.number(ply), self.san(place));
                format!("{}{line}", behind.trim_end())
            }
        }
    }
}

/// Moves with their numbers.
fn moves_of(changes: &Changes, ply: u32, moves: &[String]) -> String {
    let mut text = String::new();
    for (n, san) in moves.iter().take(MOVES_MAX).enumerate() {
        let number = changes.number(ply.saturating_add(n as u32));
        let is_black = number.ends_with("...");
        if n > 0 {
            text.push(' ');
        }
        if n == 0 || !is_black {
            text.push_str(&number);
            text.push(' ');
        }
        text.push_str(san);
    }
    if moves.len() > MOVES_MAX {
        text.push_str(&format!(" and {} plies more", moves.len() - MOVES_MAX));
    }
    text
}

impl WriteDiff for TextDiff {
    fn begin(&mut self, stat: Stat, out: &mut Vec<u8>) {
        if !self.is_stat {
            return;
        }
        let [before, after] = &self.names;
        let lines = [
            (format!("games in {before}"), stat.before_count),
            (format!("games in {after}"), stat.after_count),
            ("the same".to_owned(), stat.same_count),
            ("changed".to_owned(), stat.changed_count),
            ("in another place".to_owned(), stat.moved_count),
            (format!("only in {before}"), stat.only_before_count),
            (format!("only in {after}"), stat.only_after_count),
        ];
        for (what, n) in lines {
            out.extend_from_slice(format!("{n:>8}  {what}\n").as_bytes());
        }
    }

    fn changed(
        &mut self,
        both: [Numbered<'_>; 2],
        is_moved: bool,
        changes: &Changes,
        out: &mut Vec<u8>,
    ) {
        if changes.is_empty() && !is_moved {
            return;
        }
        self.gap(out);
        for (side, game) in both.iter().enumerate() {
            self.head(side, game, out);
        }
        if is_moved {
            self.line(PLACE_COLOR, "@ moved to another place", out);
        }
        let places = ChangePlaces::of(both[0].game, changes);
        for change in &changes.list {
            self.change(&places, change, out);
        }
    }

    fn only(&mut self, side: usize, game: &Numbered<'_>, out: &mut Vec<u8>) {
        self.gap(out);
        self.head(side, game, out);
        let where_else = if side == 0 { "@ not there any more" } else { "@ not there before" };
        self.line(PLACE_COLOR, where_else, out);
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}
