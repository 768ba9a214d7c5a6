//! Tag pairs, from the header of a record and its names (§8.1, §9, D-16).

use super::head::RecordHead;
use super::text::push_name;
use pgnkit::Game;

/// The seven tags of the roster, and all others. `White-Black` is split at its first hyphen; the
/// origin of a game is its event, with the round in parentheses and the annotator in brackets.
pub(super) fn push_all(head: &RecordHead, [players, source]: [Vec<u8>; 2], game: &mut Game) {
    let mut text = String::new();
    push_name(&source, &mut text);
    let annotator = take(&mut text, ['[', ']'], |it| it.starts_with(char::is_alphabetic));
    let round = take(&mut text, ['(', ')'], is_round);
    let tags = game.tags_mut_unchecked();
    tags.push("Event", known(text.trim()));
    tags.push("Site", "?");
    match head.year() {
        Some(year) => tags.push("Date", &format!("{year:04}.??.??")),
        None => tags.push("Date", "????.??.??"),
    }
    let round = round.map(|round| round.trim_start_matches("m/").replace('/', "."));
    tags.push("Round", round.as_deref().unwrap_or("?"));
    let mut sides = players.splitn(2, |&byte| byte == b'-');
    for name in ["White", "Black"] {
        text.clear();
        push_name(sides.next().unwrap_or_default(), &mut text);
        tags.push(name, known(&text));
    }
    tags.push("Result", head.result());
    if let Some(code) = head.eco() {
        let letter = char::from(b'A' + (code / 100) as u8);
        tags.push("ECO", &format!("{letter}{:02}", code % 100));
    }
    for (name, elo) in ["WhiteElo", "BlackElo"].into_iter().zip(head.elos()) {
        if let Some(elo) = elo {
            tags.push(name, &elo.to_string());
        }
    }
    if let Some(annotator) = annotator {
        tags.push("Annotator", &annotator);
    }
}

/// Whether it is `7`, `7.2`, `7/2`, or `m/7`, the seventh game of a match.
fn is_round(text: &str) -> bool {
    let number = text.strip_prefix("m/").unwrap_or(text);
    number.starts_with(|letter: char| letter.is_ascii_digit())
        && number.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '.' | '/'))
}

fn known(value: &str) -> &str {
    if value.is_empty() { "?" } else { value }
}

/// Takes the last part between a pair of signs out of a text, if it is one of the kind that is
/// looked for.
fn take(text: &mut String, [open, close]: [char; 2], is_it: fn(&str) -> bool) -> Option<String> {
    let start = text.rfind(open)?;
    let end = start + text[start..].find(close)?;
    let inner = text[start + 1..end].trim();
    if !is_it(inner) {
        return None;
    }
    let inner = inner.to_owned();
    text.replace_range(start..=end, "");
    let whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
    *text = whole;
    Some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_has_its_round_and_its_annotator() {
        let cases = [
            ("Linares (7)", "Linares", Some("7"), None),
            ("Linares (m/7) [Tal]", "Linares", Some("m/7"), Some("Tal")),
            ("(3/2) Bled 61 [12]", "Bled 61 [12]", Some("3/2"), None),
            ("Bled (candidates", "Bled (candidates", None, None),
            ("Bled (final)", "Bled (final)", None, None),
        ];
        for (source, event, round, annotator) in cases {
            let mut text = source.to_owned();
            let found = take(&mut text, ['[', ']'], |it| it.starts_with(char::is_alphabetic));
            assert_eq!(found.as_deref(), annotator, "{source}");
            assert_eq!(take(&mut text, ['(', ')'], is_round).as_deref(), round, "{source}");
            assert_eq!(text, event);
        }
    }
}
