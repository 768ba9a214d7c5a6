//! Blocks about the order of games and the names of their files.
//!
//! Standard: §11, §12. Decisions: D-42, D-43.

use std::cmp::Ordering;

use pgnkit::Game;
use pgnkit::collate::{Collation, Key};
use pgnkit::file_name::{self, Period};
use pgnkit::read::Games;

use super::Block;
use super::table::split;

type Lines = Result<Vec<String>, String>;

const NAMES: [&str; 6] = ["Date", "Event", "Site", "Round", "White", "Black"];

/// `Date | Event | Site | Round | White | Black | movetext | why it stands after the line above`.
pub(crate) fn order(block: &Block) -> Lines {
    let mut before: Option<Game> = None;
    let mut lines = Vec::new();
    for line in &block.body {
        let (cells, _) = split(line, NAMES.len() + 1)?;
        let game = game(cells)?;
        let why = match &before {
            None => "first".to_owned(),
            Some(before) => why(before, &game)?,
        };
        lines.push(format!("{cells} | {why}"));
        before = Some(game);
    }
    Ok(lines)
}

fn game(cells: &str) -> Result<Game, String> {
    let cells: Vec<&str> = cells.split(" | ").collect();
    let [.., movetext] = cells[..] else { return Err("no cells".to_owned()) };
    let mut text = String::new();
    for (name, value) in NAMES.iter().zip(&cells) {
        // A hyphen alone in a cell would be a value; an absent tag is written `absent`.
        if *value != "absent" {
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
    }
    text.push_str(&format!("\n{movetext}\n"));
    let mut games = Games::new(text.as_bytes());
    games.next().and_then(Result::ok).ok_or_else(|| format!("`{text}` is no game"))
}

/// The key that decides, and that the bytes of the keys say the same.
fn why(before: &Game, game: &Game) -> Result<String, String> {
    let collation = Collation::default();
    let decided = collation.decide(before, game);
    let order = decided.as_ref().map_or(Ordering::Equal, |(_, order)| *order);
    if Key::of(before).cmp(&Key::of(game)) != order {
        return Err("the keys say something else".to_owned());
    }
    Ok(match decided {
        None => "equal".to_owned(),
        Some((key, Ordering::Less)) => key.name().to_owned(),
        Some((key, _)) => format!("should stand before: {}", key.name()),
    })
}

/// The games of the block before, sorted: the place of each in the text, from 1.
pub(crate) fn sorted(games: &[Game]) -> Vec<String> {
    let mut numbered: Vec<(usize, &Game)> = games.iter().enumerate().collect();
    numbered.sort_by_cached_key(|(_, game)| Key::of(game));
    let again = numbered.iter().map(|(_, game)| Key::of(game));
    assert!(again.is_sorted(), "sorting is idempotent");
    let numbers: Vec<String> = numbered.iter().map(|(n, _)| (n + 1).to_string()).collect();
    vec![numbers.join(" ")]
}

/// `value | names of files`: of an event, of players in White, of a date.
pub(crate) fn file_names(block: &Block) -> Lines {
    let mut lines = Vec::new();
    for line in &block.body {
        let (value, _) = split(line, 1)?;
        let mut game = Game::new();
        let mut set = |name: &str| game.tags_mut_unchecked().push(name, value);
        let names = if block.has("event") {
            set("Event");
            vec![file_name::event(&game)]
        } else if block.has("players") {
            set("White");
            set("Black");
            file_name::players_of(&game)
        } else if block.has("program") {
            set("White");
            set("Black");
            game.tags_mut_unchecked().push("WhiteType", "program");
            game.tags_mut_unchecked().push("BlackType", "program");
            file_name::players_of(&game)
        } else if block.has("date") {
            set("Date");
            [Period::Year, Period::Month, Period::Day]
                .map(|period| file_name::period(&game, period))
                .into()
        } else {
            return Err("`file-name` is of an event, players, a program or a date".to_owned());
        };
        let names: Vec<String> = names.iter().map(|name| format!("{name}.pgn")).collect();
        lines.push(format!("{value} | {}", names.join(", ")));
    }
    Ok(lines)
}
