//! The games of a chunk, merged into one tree of lines.

use crate::reading::{Place, ReadGames, RegionKind};
use pgnkit::charset::Choice;
use pgnkit::game_trie::{GameTrie, TrieError, TrieOptions};
use pgnkit::read::RegionReader;

/// Merges the games of each chunk; the tries are to be joined in order.
#[derive(Clone, Copy, Debug)]
pub struct MergeGames(pub TrieOptions);

/// The games of a chunk, up to the first that cannot be merged.
#[derive(Debug)]
pub struct ChunkTrie {
    trie: GameTrie,
    error: Option<TrieError>,
}

impl ChunkTrie {
    /// Adds these games to those of the chunks before.
    ///
    /// # Errors
    /// If a game cannot be merged.
    pub fn join_to(self, all: &mut GameTrie) -> Result<(), TrieError> {
        all.join(&self.trie)?;
        self.error.map_or(Ok(()), Err)
    }
}

impl ReadGames for MergeGames {
    type Reader = RegionReader;
    type Output = ChunkTrie;

    fn reader(&self, encoding: Choice) -> RegionReader {
        RegionReader::new(encoding)
    }

    fn begin(&self, _: &mut RegionReader, _: usize) -> ChunkTrie {
        ChunkTrie { trie: GameTrie::new(self.0), error: None }
    }

    fn read(&self, reader: &mut RegionReader, at: Place<'_>, made: &mut ChunkTrie) -> RegionKind {
        let seen = reader.read(at.region);
        if at.region.is_game()
            && made.error.is_none()
            && let Some(game) = reader.game()
        {
            let origin = format!("{}:{}", at.source.name, at.region.n_games_before + 1);
            made.error = made.trie.add(game, &origin).err();
        }
        RegionKind::of(seen.is_not_pgn, at.region.is_game())
    }
}
