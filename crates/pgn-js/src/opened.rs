//! The game of a call: read from its text, with its edits.

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::read::RegionReader;
use pgnkit::syntax::Region;
use pgnkit::write::Loss;

use crate::answer::Answer;
use crate::edits::apply;
use crate::message::{CallError, Message};
use crate::regions::parse_region;

/// How many edited games are kept, so that an edit does not repeat those before it.
const EDITED_GAMES_MAX: usize = 8;

/// The readers, which use their memory again, and the games that were edited last.
#[derive(Default)]
pub(crate) struct OpenedGames {
    games: CachedReader,
    #[cfg(feature = "games")]
    tags: CachedReader,
    /// The latest at the end.
    edited: Vec<EditedGame>,
    /// A game without tags and moves.
    empty: Game,
}

struct EditedGame {
    /// The number that JavaScript gave it.
    key: u64,
    n_edits: usize,
    game: Game,
}

/// A reader for games in one encoding.
#[derive(Default)]
struct CachedReader(Option<(Choice, RegionReader)>);

impl CachedReader {
    /// The game of a region.
    fn read(
        &mut self,
        source: &GameSource<'_>,
        new: fn(Choice) -> RegionReader,
    ) -> Result<&Game, CallError> {
        self.0.take_if(|(choice, _)| *choice != source.choice);
        let (_, reader) = self.0.get_or_insert_with(|| (source.choice, new(source.choice)));
        reader.read(&source.region);
        reader.game().ok_or_else(|| CallError::new("the text has no game"))
    }
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

    /// The game with its edits.
    pub(crate) fn open<'o>(&self, opened: &'o mut OpenedGames) -> Result<&'o Game, CallError> {
        if self.is_edited() { opened.edited(self).map(|game| &*game) } else { opened.read(self) }
    }

    /// The game with its tags, and with its moves only if it was edited.
    #[cfg(feature = "games")]
    pub(crate) fn open_tags<'o>(&self, opened: &'o mut OpenedGames) -> Result<&'o Game, CallError> {
        if self.is_edited() || self.region.text.is_empty() {
            return self.open(opened);
        }
        opened.tags.read(self, RegionReader::tags_only)
    }

    /// Applies one more edit.
    #[cfg(feature = "games")]
    pub(crate) fn edit(
        &self,
        edit: &mut Message<'_>,
        opened: &mut OpenedGames,
    ) -> Result<u64, CallError> {
        let node = apply(opened.edited(self)?, edit)?;
        if let Some(entry) = opened.edited.last_mut() {
            entry.n_edits += 1;
        }
        Ok(node)
    }
}

impl OpenedGames {
    /// The game as it was read. Without a text, it is a new one.
    fn read(&mut self, source: &GameSource<'_>) -> Result<&Game, CallError> {
        match source.region.text {
            [] => Ok(&self.empty),
            _ => self.games.read(source, RegionReader::new),
        }
    }

    /// The edited game, which is then the last one; read again if it is not here in the wanted
    /// state.
    fn edited(&mut self, source: &GameSource<'_>) -> Result<&mut Game, CallError> {
        let known = self.edited.iter().position(|entry| entry.key == source.key);
        let known = known.map(|at| self.edited.remove(at));
        let entry = match known.filter(|entry| entry.n_edits == source.n_edits) {
            Some(entry) => entry,
            None => {
                let mut game = self.read(source)?.clone();
                let mut edits = source.edits;
                for _ in 0..source.n_edits {
                    apply(&mut game, &mut Message::new(edits.bytes()?))?;
                }
                EditedGame { key: source.key, n_edits: source.n_edits, game }
            }
        };
        if self.edited.len() >= EDITED_GAMES_MAX {
            self.edited.remove(0);
        }
        self.edited.push(entry);
        let last = self.edited.len() - 1;
        Ok(&mut self.edited[last].game)
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
