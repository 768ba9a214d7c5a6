//! A single game of a file: processed, and perhaps rewritten, while the others stay byte for byte.
//!
//! Standard: §3.2. Decisions: D-39, D-55.

use std::num::NonZeroUsize;
use std::path::Path;

use crate::args::Read;
use crate::in_place::InPlaceWriter;
use pgn_db::error::Error;
use pgn_db::scan::{self, Chunk, ChunkSink, CutOnly, SourceInfo};
use pgn_db::source::Inputs;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::game::Layout;
use pgnkit::read::{ReadOptions, read_region_with_layout};
use pgnkit::syntax::Region;
use pgnkit::write::{Export, Profile, write_verbatim};

/// The result for a game that was processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEdit {
    /// It did not change.
    Keep,
    /// It was changed, and is to be written.
    Change,
}

/// Examines games.
pub(super) trait GameLook {
    /// Whether to process the game with this number, from 1, and this text.
    fn wants(&self, number: u64, text: &[u8]) -> bool;

    /// Looks at it.
    ///
    /// # Errors
    /// Any error that makes further reading pointless; the file does not change.
    fn look(&mut self, number: u64, game: &mut Game) -> Result<GameEdit, Error>;
}

/// Whether the file may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// Goes through the games of a file, passes the selected ones to `look`, and rewrites the file if
/// one was changed, at once and with the same compression. Returns the number of games.
///
/// # Errors
/// Those of reading and writing, and those of `look`; the file is then what it was.
pub(super) fn visit(
    file: &Path,
    encoding: Choice,
    access: Access,
    look: &mut impl GameLook,
) -> Result<u64, Error> {
    let inputs = Inputs::gather(&[file.to_owned()]);
    let thread_count = NonZeroUsize::MIN;
    let options =
        Read::default().scan_options().with_encoding(encoding).with_thread_count(thread_count);
    let mut visitor =
        Visitor { look, access, game_count: 0, is_changed: false, fresh: None, text: Vec::new() };
    scan::run(inputs, options, CutOnly, &mut visitor)?;
    Ok(visitor.game_count)
}

struct Visitor<'a, L> {
    look: &'a mut L,
    access: Access,
    game_count: u64,
    is_changed: bool,
    fresh: Option<InPlaceWriter>,
    /// The new text of a chunk.
    text: Vec<u8>,
}

impl<L: GameLook> Visitor<'_, L> {
    fn region(&mut self, region: &Region<'_>, encoding: Choice) -> Result<(), Error> {
        let number = region.n_games_before + 1;
        let options = ReadOptions::default().with_encoding(encoding);
        if self.look.wants(number, region.text)
            && let Some((mut game, layout)) = read_region_with_layout(region, options, ())
        {
            let before = game.clone();
            if self.look.look(number, &mut game)? == GameEdit::Change {
                respell(region.text, &before, &game, &layout, &mut self.text);
                self.is_changed = true;
                return Ok(());
            }
        }
        self.text.extend_from_slice(region.text);
        Ok(())
    }
}

impl<L: GameLook> ChunkSink<()> for Visitor<'_, L> {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        if self.access == Access::Read {
            return Ok(());
        }
        match &source.place {
            Ok((path, compression)) => {
                self.fresh = Some(InPlaceWriter::new(path.clone(), *compression))
            }
            Err(error) => {
                let why = "cannot be written in place";
                let kind = error.kind();
                return Err(Error::new(kind, &source.name, why).with_hint("name a file"));
            }
        }
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, (): ()) -> Result<(), Error> {
        self.text.clear();
        for region in chunk.regions() {
            self.region(&region, chunk.source.encoding)?;
        }
        self.game_count += chunk.game_count();
        match &mut self.fresh {
            Some(fresh) => fresh.write(&self.text, self.is_changed),
            None => Ok(()),
        }
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        end?;
        match self.fresh.take() {
            Some(fresh) if self.is_changed => fresh.commit(source),
            Some(_) | None => Ok(()),
        }
    }
}

/// A game that was in export form is in export form again; of any other game, only the edited parts
/// change.
fn respell(text: &[u8], before: &Game, after: &Game, layout: &Layout, out: &mut Vec<u8>) {
    let body = text.trim_ascii();
    let start = text.len() - text.trim_ascii_start().len();
    for profile in [Profile::Modern, Profile::Archival] {
        let export = |game: &Game| {
            let mut text = Vec::new();
            let written = Export::new(profile).append(game, &mut text, &mut Vec::new());
            written.is_ok().then_some(text)
        };
        if export(before).is_some_and(|text| text.trim_ascii() == body)
            && let Some(new) = export(after)
        {
            out.extend_from_slice(&text[..start]);
            out.extend_from_slice(new.trim_ascii());
            out.extend_from_slice(&text[start + body.len()..]);
            return;
        }
    }
    write_verbatim(after, layout, out);
}
