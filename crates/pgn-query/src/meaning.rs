//! The meaning of search words, for people: where each is looked for.

use std::ops::Range;

/// A search word that was read, and its meaning.
#[derive(Clone, Debug)]
pub(super) struct SearchWord {
    pub(super) span: Range<usize>,
    pub(super) meaning: Meaning,
}

#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// This is in a player, the event, the site or the opening.
    Text(String),
    /// The same as this expression.
    Expression(String),
}

/// The expression with the meaning of each search word, and with each `and` that is missing; `None`
/// if it has no such word.
pub(super) fn meaning_of(text: &str, words: &[SearchWord]) -> Option<String> {
    let mut meaning = text[..words.first()?.span.start].to_owned();
    let mut is_after_text = false;
    for (n, word) in words.iter().enumerate() {
        match &word.meaning {
            Meaning::Text(text) if is_after_text => meaning += &format!("\"{text}\""),
            Meaning::Text(text) => {
                meaning += &format!("players, event, site or opening contain \"{text}\"");
            }
            Meaning::Expression(expression) => meaning += expression,
        }
        let next = words.get(n + 1).map(|next| next.span.start);
        let after = &text[word.span.end..next.unwrap_or(text.len())];
        let after = after.trim_matches(|c: char| c.is_whitespace() || c == ',');
        let is_joined = matches!(after, "" | "and");
        is_after_text = is_joined && matches!(word.meaning, Meaning::Text(_));
        if !is_joined {
            let begins =
                ["and", "or"].contains(&after.split_whitespace().next().unwrap_or_default());
            meaning += if after.starts_with(')') {
                ""
            } else if begins {
                " "
            } else {
                " and "
            };
            meaning += after;
        }
        if next.is_some() {
            let last = after.split_whitespace().last().unwrap_or_default();
            let ends = !is_joined && ["and", "or", "not"].contains(&last);
            meaning += if after.ends_with('(') {
                ""
            } else if ends {
                " "
            } else {
                " and "
            };
        }
    }
    Some(meaning.trim().to_owned())
}
