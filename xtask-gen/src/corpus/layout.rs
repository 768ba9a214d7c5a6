//! The habits in which an invented game is laid out.
//!
//! Standard: §8.1, §8.2.1. Decisions: D-10, D-27, D-30, D-41.

use super::invent::{Invention, Unit};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    /// The export form of the archival profile.
    Export,
    /// The same, with the line ends of another system.
    CrLf,
    /// Movetext on one line, whatever its length.
    OneLine,
    /// Every unit on a line of its own.
    TokenALine,
    /// Moves and marker, one game a line; no tags and no numbers.
    Bare,
}

/// Columns of a line of movetext: the standard requires fewer than 80.
const COLUMNS_MAX: usize = 79;

pub(crate) fn lay_out(game: &Invention, habit: Habit) -> String {
    let words = words(&game.units);
    match habit {
        Habit::Export => format!("{}\n{}\n\n", tags(game), fill(&words)),
        Habit::CrLf => lay_out(game, Habit::Export).replace('\n', "\r\n"),
        Habit::OneLine => format!("{}\n{}\n\n", tags(game), words.join(" ")),
        Habit::TokenALine => format!("{}\n{}\n\n", tags(game), words.join("\n")),
        Habit::Bare => {
            let plain = |unit: &&Unit| !matches!(unit, Unit::Number(_));
            let units: Vec<Unit> = game.units.iter().filter(plain).cloned().collect();
            format!("{}\n", self::words(&units).join(" "))
        }
    }
}

fn tags(game: &Invention) -> String {
    game.tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect()
}

/// The pieces that a line may not break, parentheses and braces stuck to their neighbors.
fn words(units: &[Unit]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut n_open = 0;
    for unit in units {
        let from = words.len();
        match unit {
            Unit::Number(text) | Unit::San(text) => words.push(text.clone()),
            Unit::Nag(number) => words.push(format!("${number}")),
            Unit::Marker(text) => words.push((*text).to_string()),
            Unit::Comment(text) => {
                words.extend(text.iter().cloned());
                words[from].insert(0, '{');
                if let Some(last) = words.last_mut() {
                    last.push('}');
                }
            }
            Unit::Open => n_open += 1,
            // No word here is so long that a parenthesis would not fit after it.
            Unit::Close => {
                if let Some(last) = words.last_mut() {
                    last.push(')');
                }
            }
        }
        if words.len() > from && n_open > 0 {
            words[from].insert_str(0, &"(".repeat(n_open));
            n_open = 0;
        }
    }
    words
}

/// As many words on each line as it holds.
fn fill(words: &[String]) -> String {
    let mut text = String::new();
    let mut n_columns = 0;
    for word in words {
        let n_word = word.chars().count();
        if n_columns == 0 {
            n_columns = n_word;
        } else if n_columns + 1 + n_word <= COLUMNS_MAX {
            text.push(' ');
            n_columns += 1 + n_word;
        } else {
            text.push('\n');
            n_columns = n_word;
        }
        text.push_str(word);
    }
    text
}
