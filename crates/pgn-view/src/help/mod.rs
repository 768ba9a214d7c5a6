//! The help of line mode: topics, and the commands of each.

mod about;

use pgn_formats::speech::{Phrase, Wording};

use crate::answers::capitalized;
use crate::command::{COMMANDS, Command, CommandRow, Face};
use about::{ABOUT, LANGUAGES, TOPIC_NAMES};

/// The topics; all commands that change the game are of `edit`, and those of no other topic of
/// `move`.
const TOPICS: [&str; 6] = ["move", "ask", "edit", "list", "engine", "all"];

// Each command of line mode has its text in the other languages.
#[cfg(not(target_arch = "wasm32"))]
const _: () = assert!(ABOUT.len() == line_commands_len());

#[cfg(not(target_arch = "wasm32"))]
const fn line_commands_len() -> usize {
    let (mut len, mut idx) = (0, 0);
    while idx < COMMANDS.len() {
        len += COMMANDS[idx].is_on(Face::Line) as usize;
        idx += 1;
    }
    len
}

/// How to begin, the commands of a topic, or one command; `None` if there is no such topic.
pub(crate) fn help(topic: &str, wording: &Wording) -> Option<String> {
    let topic = topic.trim().to_lowercase();
    let language = LANGUAGES.iter().position(|&it| it == wording.language);
    let names = language.map_or(TOPICS, |language| TOPIC_NAMES[language]);
    if topic.is_empty() {
        let topics = wording.say(Phrase::HelpTopics, &[&names.join(", ")]);
        return Some(wording.say(Phrase::HelpStart, &[]) + "\n" + &topics);
    }
    let named = names.iter().position(|&name| name == topic);
    let topic = named.map_or(topic.as_str(), |idx| TOPICS[idx]);
    let local = wording.items(Phrase::LocalWords).filter_map(|word| word.split_once('='));
    let local = local.into_iter().find(|(word, _)| *word == topic).map(|(_, name)| name);
    let name = local.unwrap_or(topic);
    let rows = COMMANDS.iter().filter(|row| row.is_on(Face::Line));
    let is_wanted = |row: &&CommandRow| match TOPICS.contains(&topic) {
        true => topic == "all" || topic_of(row) == topic,
        false => name == row.name || name == row.short,
    };
    let lines: Vec<String> = rows.filter(is_wanted).map(|row| line(row, wording)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn topic_of(row: &CommandRow) -> &'static str {
    match row.example() {
        _ if row.is_edit => "edit",
        Some(Command::Begin(_) | Command::Paste(_) | Command::Merge(_)) => "edit",
        Some(Command::Ask(_) | Command::Tree(_)) => "ask",
        Some(Command::Browse(_) | Command::Save | Command::Discard | Command::Quit) => "list",
        Some(Command::Program(_)) => "engine",
        Some(Command::Go(_) | Command::Fold(_) | Command::Edit(_)) => "move",
        Some(Command::Flip | Command::Help(_)) | None => "move",
    }
}

/// A command: how it is typed, and what it does.
fn line(row: &CommandRow, wording: &Wording) -> String {
    let Some(language) = LANGUAGES.iter().position(|&it| it == wording.language) else {
        return format!("{}: {}", row.form(), row.about);
    };
    let about = ABOUT.iter().find(|(name, _)| *name == row.name);
    let about = about.map_or("", |(_, about)| about[language]);
    let local = wording.items(Phrase::LocalWords).filter_map(|word| word.split_once('='));
    let local = local.filter(|(_, name)| *name == row.name).map(|(word, _)| word);
    let names = [row.name, row.short].into_iter().filter(|name| !name.is_empty());
    let names: Vec<&str> = local.filter(|&word| word != row.name).chain(names).collect();
    wording.say(Phrase::Labeled, &[&names.join(", "), &capitalized(about)]) + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_explained_in_every_language() {
        let names = COMMANDS.iter().filter(|row| row.is_on(Face::Line)).map(|row| row.name);
        assert!(names.eq(ABOUT.iter().map(|(name, _)| *name)));
        for language in LANGUAGES {
            let wording = Wording::find(language).expect("its sentences");
            for (word, name) in
                wording.items(Phrase::LocalWords).filter_map(|it| it.split_once('='))
            {
                assert!(ABOUT.iter().any(|(row, _)| *row == name), "{language}: {word}={name}");
                assert_eq!(word, word.to_lowercase(), "{language}");
            }
            assert!(help("all", wording).is_some_and(|it| it.lines().count() == ABOUT.len()));
        }
    }
}
