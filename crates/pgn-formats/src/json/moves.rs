//! Movetext from the moves of an object, with clocks, evaluations and variations.

use std::fmt::Write as _;

use serde_json::Value;

use super::object::Object;

/// The movetext of an object with moves in SAN, as one text or as a list, and with lists of clocks
/// and analyses, one entry for each move. Entries without a move are unmapped.
pub(super) fn of_server(object: &Object, unmapped: &mut Vec<String>) -> String {
    let moves: Vec<&str> = match object.get("moves") {
        Some(Value::String(text)) => text.split_whitespace().collect(),
        Some(Value::Array(list)) => {
            list.iter().filter_map(Value::as_str).flat_map(str::split_whitespace).collect()
        }
        _ => Vec::new(),
    };
    let list = |name: &str| object.get(name).and_then(Value::as_array).map(Vec::as_slice);
    let clocks = list("clocks").unwrap_or_default();
    let analysis = list("analysis").unwrap_or_default();
    for (name, entries) in [("clocks", clocks), ("analysis", analysis)] {
        let without_move = entries.get(moves.len()..).unwrap_or_default();
        unmapped.extend(without_move.iter().map(|_| name.to_owned()));
        let is_list = object.get(name).is_none_or(|value| value.is_array() || value.is_null());
        if !is_list {
            unmapped.push(name.to_owned());
        }
    }
    let mut text = String::new();
    for (n, mv) in moves.iter().enumerate() {
        push_word(mv, &mut text);
        let judged = analysis.get(n);
        if let Some(nag) = judged.and_then(nag_of) {
            let _ = write!(text, " ${nag}");
        }
        let mut commands = Vec::new();
        commands.extend(judged.and_then(evaluation));
        // Clocks are in hundredths of a second.
        let clock = clocks.get(n).and_then(Value::as_f64);
        commands
            .extend(clock.map(|hundredths| format!("[%clk {}]", clock_text(hundredths / 100.0))));
        push_comment(&commands.join(" "), &mut text);
        if let Some(judged) = judged {
            push_judgment(judged, unmapped, &mut text);
        }
        text.push(' ');
    }
    text
}

/// The NAG of a judgment.
fn nag_of(judged: &Value) -> Option<u8> {
    match judged["judgment"]["name"].as_str()? {
        "Inaccuracy" => Some(6),
        "Mistake" => Some(2),
        "Blunder" => Some(4),
        _ => None,
    }
}

/// `[%eval 0.24]` or `[%eval #-3]`, from hundredths of a pawn or moves to mate.
fn evaluation(judged: &Value) -> Option<String> {
    if let Some(mate) = judged["mate"].as_i64() {
        return Some(format!("[%eval #{mate}]"));
    }
    judged["eval"].as_f64().map(|hundredths| format!("[%eval {:.2}]", hundredths / 100.0))
}

/// The words and the better line of a judgment; `best` is the first move of that line.
fn push_judgment(judged: &Value, unmapped: &mut Vec<String>, text: &mut String) {
    push_comment(judged["judgment"]["comment"].as_str().unwrap_or_default(), text);
    let line = judged["variation"].as_str().unwrap_or_default();
    let mut words = line.split_whitespace().peekable();
    if words.peek().is_some() {
        text.push_str(" (");
        words.for_each(|word| {
            push_word(word, text);
            text.push(' ');
        });
        text.push(')');
    } else if judged["best"].is_string() {
        unmapped.push("analysis.best".to_owned());
    }
}

/// The movetext of a game of LiveChessCloud: `e4 5400+12` is a move, the seconds that are left on
/// the clock, and the seconds that the move took.
pub(super) fn of_live_game(object: &Object, unmapped: &mut Vec<String>) -> String {
    let mut text = String::new();
    let moves = object.get("moves").and_then(Value::as_array);
    for entry in moves.into_iter().flatten().filter_map(Value::as_str) {
        let mut words = entry.split_whitespace();
        let Some(mv) = words.next() else { continue };
        push_word(mv, &mut text);
        let clock = words.next().unwrap_or_default();
        let (left, taken) = clock.split_once('+').unwrap_or((clock, ""));
        let mut commands = Vec::new();
        for (name, seconds) in [("clk", left), ("emt", taken)] {
            match seconds.parse::<f64>() {
                Ok(seconds) if seconds >= 0.0 => {
                    commands.push(format!("[%{name} {}]", clock_text(seconds)));
                }
                _ if seconds.is_empty() => {}
                _ => unmapped.push("the clock of a move".to_owned()),
            }
        }
        unmapped.extend(words.map(|_| "the clock of a move".to_owned()));
        push_comment(&commands.join(" "), &mut text);
        text.push(' ');
    }
    text
}

/// `1:30:00`, with tenths if there are any.
fn clock_text(seconds: f64) -> String {
    let tenths = (seconds.clamp(0.0, 1e9) * 10.0).round() as u64;
    let (whole, tenths) = (tenths / 10, tenths % 10);
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    let part = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{hours}:{minutes:02}:{seconds:02}{part}")
}

/// The movetext of a line of `pgn convert --to jsonl`. A line is at most as deep as JSON that can
/// be read, so recursion is bounded.
pub(super) fn of_tree(object: &Object, unmapped: &mut Vec<String>) -> String {
    let mut text = String::new();
    push_annotations(object, unmapped, &mut text);
    push_line(object, unmapped, &mut text);
    text
}

fn push_line(line: &Object, unmapped: &mut Vec<String>, text: &mut String) {
    let moves = line.get("moves").and_then(Value::as_array);
    for mv in moves.into_iter().flatten().filter_map(Value::as_object) {
        push_word(mv.get("san").and_then(Value::as_str).unwrap_or_default(), text);
        push_annotations(mv, unmapped, text);
        text.push(' ');
    }
}

/// NAGs, comments and variations, in this order unless the object has another one.
fn push_annotations(object: &Object, unmapped: &mut Vec<String>, text: &mut String) {
    let list = |name: &str| {
        object.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    };
    let (mut nags, mut comments, mut variations) =
        (list("nags").iter(), list("comments").iter(), list("variations").iter());
    let mut push = |kind: &str, text: &mut String| match kind {
        "nag" => nags.next().map(|nag| {
            let _ = write!(text, " ${nag}");
        }),
        "comment" => comments.next().map(|comment| push_tree_comment(comment, text)),
        "variation" => variations.next().map(|line| {
            text.push_str(" (");
            if let Some(line) = line.as_object() {
                push_annotations(line, unmapped, text);
                push_line(line, unmapped, text);
            }
            text.push(')');
        }),
        _ => None,
    };
    for kind in list("order").iter().filter_map(Value::as_str) {
        push(kind, text);
    }
    for kind in ["nag", "comment", "variation"] {
        while push(kind, text).is_some() {}
    }
}

fn push_tree_comment(comment: &Value, text: &mut String) {
    let words = comment["text"].as_str().unwrap_or_default();
    match comment["kind"].as_str() {
        Some("line") if !words.contains('\n') => {
            let _ = writeln!(text, " ;{words}");
        }
        Some("escape") if !words.contains('\n') => {
            let _ = write!(text, "\n%{words}\n");
        }
        _ => {
            let _ = write!(text, " {{{}}}", words.replace('}', ")"));
        }
    }
}

/// A comment in braces, unless it is empty; a brace in it would end it.
fn push_comment(words: &str, text: &mut String) {
    if !words.is_empty() {
        let _ = write!(text, " {{{}}}", words.replace('}', ")"));
    }
}

/// A move; characters with a meaning in PGN must not have one here, so that any other text is a
/// move that cannot be played.
fn push_word(word: &str, text: &mut String) {
    let is_sound =
        |c: char| c.is_alphanumeric() || matches!(c, '+' | '#' | '=' | '-' | '@' | '!' | '?' | '_');
    let is_marker = pgnkit::Outcome::parse_lax(word).is_some();
    if word.is_empty() || is_marker {
        text.push_str("_ ");
        return;
    }
    text.extend(word.chars().map(|c| if is_sound(c) { c } else { '_' }));
}
