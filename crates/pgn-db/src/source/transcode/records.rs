//! PGC as PGN (§20, D-54).

use std::io::{self, Read};

use super::Transcode;
use crate::damage::Undecodable;
use crate::source::note::{Note, Notes};
use pgn_formats::pgc::{Decoder, PgcError};
use pgnkit::Game;
use pgnkit::write::{Export, Profile};

/// The games of PGC records, written as the lossless profile writes them.
pub(super) struct Records<R> {
    decoder: Decoder<R>,
    export: Export,
    game: Game,
    game_count: u64,
    notes: Notes,
}

impl<R: Read> Records<R> {
    pub(super) fn new(from: R, notes: Notes) -> Records<R> {
        let export = Export::new(Profile::Lossless);
        Records { decoder: Decoder::new(from), export, game: Game::new(), game_count: 0, notes }
    }
}

impl<R: Read + Send> Transcode for Records<R> {
    fn append(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let read = self.decoder.read_into(&mut self.game);
        for misread in self.decoder.misreads() {
            let game = Some(self.game_count + 1);
            self.notes.push_bounded(Note::Misread { game, why: misread.to_string() });
        }
        match read {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(PgcError::Io(error)) => return Err(error),
            Err(PgcError::Data(misread)) => {
                let why = format!("{misread}, after game {}", self.game_count);
                return Err(Undecodable { format: "PGC", why }.into());
            }
        }
        self.game_count += 1;
        // The lossless profile holds every game.
        self.export.append(&self.game, text, &mut Vec::new())?;
        Ok(true)
    }
}
