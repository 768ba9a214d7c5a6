//! The game of a call: read from its text, with its edits.

use std::borrow::Cow;

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::syntax::Region;
use pgnkit::write::Loss;

use crate::answer::Answer;
use crate::edits::apply;
use crate::message::{CallError, Message};
use crate::regions::parse_region;

/// How many edited games are kept, so that an edit does not repeat those before it.
const EDITED_GAMES_MAX: usize = 8;

/// The games that were edited last, the latest at the end.
#[derive(Default)]
pub(crate) struct EditedGames(Vec<EditedGame>);

struct EditedGame {
    /// The number that JavaScript gave it.
    key: u64,
    n_edits: usize,
    game: Game,
}

/// A game in a message: its region, its key, and the log of its edits.
pub(crate) struct GameSource<'a> {
    pub(crate) region: Region<'a>,
    pub(crate) choice: Choice,
    key: u64,
    n_edits: usize,
    edits: Message<'a>,
}

impl<'a> GameSource<'a> {
    pub(crate) fn parse(message: &mut Message<'a>) -> Result<GameSource<'a>, CallError> {
        let (region, choice) = parse_region(message)?;
        let (key, n_edits) = (message.number()?, message.size()?);
        let edits = Message::new(message.bytes()?);
        Ok(GameSource { region, choice, key, n_edits, edits })
    }

    pub(crate) fn is_edited(&self) -> bool {
        self.n_edits > 0
    }

    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions::default().with_encoding(self.choice)
    }

    /// The game as it was read. Without a text, it is a new one.
    fn read(&self) -> Result<Game, CallError> {
        if self.region.text.is_empty() {
            return Ok(Game::new());
        }
        let game = read_region(&self.region, self.options(), ());
        game.ok_or_else(|| CallError::new("the text has no game"))
    }

    /// The game with its edits.
    pub(crate) fn open<'e>(&self, edited: &'e mut EditedGames) -> Result<Cow<'e, Game>, CallError> {
        if self.is_edited() {
            return edited.open(self).map(|game| Cow::Borrowed(&*game));
        }
        self.read().map(Cow::Owned)
    }

    /// Applies one more edit.
    #[cfg(feature = "games")]
    pub(crate) fn edit(
        &self,
        edit: &mut Message<'_>,
        edited: &mut EditedGames,
    ) -> Result<u64, CallError> {
        let node = apply(edited.open(self)?, edit)?;
        if let Some(entry) = edited.0.last_mut() {
            entry.n_edits += 1;
        }
        Ok(node)
    }
}

impl EditedGames {
    /// The game, which is then the last one; read again if it is not here in the wanted state.
    fn open(&mut self, source: &GameSource<'_>) -> Result<&mut Game, CallError> {
        let known = self.0.iter().position(|entry| entry.key == source.key);
        let known = known.map(|at| self.0.remove(at));
        let entry = match known.filter(|entry| entry.n_edits == source.n_edits) {
            Some(entry) => entry,
            None => {
                let mut game = source.read()?;
                let mut edits = source.edits;
                for _ in 0..source.n_edits {
                    apply(&mut game, &mut Message::new(edits.bytes()?))?;
                }
                EditedGame { key: source.key, n_edits: source.n_edits, game }
            }
        };
        if self.0.len() >= EDITED_GAMES_MAX {
            self.0.remove(0);
        }
        self.0.push(entry);
        let last = self.0.len() - 1;
        Ok(&mut self.0[last].game)
    }
}

/// What a text could not represent: of each kind its code, four bytes, and how often.
pub(crate) fn put_losses(losses: &[Loss], answer: &mut Answer) {
    answer.size(losses.len());
    for loss in losses {
        loss.fault.code.to_string().bytes().for_each(|byte| answer.number(byte));
        answer.size(loss.n);
    }
}
