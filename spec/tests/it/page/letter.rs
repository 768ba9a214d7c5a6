//! Blocks of correspondence: `message` is what is written about a game, `mail` what a mail does to
//! it.
//!
//! Standard: §21. Decisions: D-55.

use pgn_formats::mail::{self, Applied, Draft};
use pgnkit::Game;
use pgnkit::write::Export;

use super::Block;

/// Before the answer.
const SIGN: &str = "=> ";

/// The message for the last move of the game; the flag is its number.
pub(crate) fn write(block: &Block, games: &[Game]) -> Result<Vec<String>, String> {
    let selector = block.flags().find_map(|flag| flag.parse().ok()).unwrap_or(1);
    let game = games.first().ok_or("there is no game")?;
    let composed = mail::compose(game, selector, &Draft::default(), [None, None]);
    let mut line = Vec::new();
    match composed {
        Ok(message) => message.append(&mut line, &mut Vec::new()),
        Err(refused) => line = refused.to_string().into_bytes(),
    }
    Ok(vec![String::from_utf8_lossy(&line).into_owned()])
}

/// The mail, and the movetext of the game after it, or why it does not fit.
pub(crate) fn read(block: &Block, games: &[Game]) -> Result<Vec<String>, String> {
    let mut lines = block.body.clone();
    lines.retain(|line| !line.starts_with(SIGN));
    let mut game = games.first().ok_or("there is no game")?.clone();
    let answer = match mail::find(lines.join("\n").as_bytes(), None) {
        Err(reason) => reason.to_string(),
        Ok(message) => match mail::apply(&mut game, &message) {
            Ok(Applied::Done) => movetext(&game),
            Ok(Applied::Already) => "it is there already".to_owned(),
            Err(mismatch) => mismatch.to_string(),
        },
    };
    lines.push(format!("{SIGN}{answer}"));
    Ok(lines)
}

fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    if let Err(error) = Export::default().append(game, &mut text, &mut Vec::new()) {
        return error.to_string();
    }
    let text = String::from_utf8_lossy(&text);
    text.rsplit("\n\n").nth(1).unwrap_or_default().replace('\n', " ")
}
