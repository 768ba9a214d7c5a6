//! Games read and written again in export form (§3.2).

use std::io::{self, BufWriter, Read, Write};

use pgnkit::Game;
use pgnkit::read::Games;
use pgnkit::write::Export;

use crate::answer::Answer;

/// As README.md does it.
pub(crate) fn rewrite(source: impl Read, target: impl Write) -> io::Result<Answer> {
    let mut target = BufWriter::with_capacity(64 * 1024, target);
    let mut answer = Answer::default();
    let (mut games, mut game) = (Games::new(source), Game::new());
    while games.read_into(&mut game)? {
        Export::default().write(&game, &mut target)?;
        answer.n_games += 1;
    }
    target.flush()?;
    Ok(answer)
}
