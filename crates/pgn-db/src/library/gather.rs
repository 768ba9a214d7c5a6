//! Fills the list: reads the sources once, splits their texts into games, and keeps texts that
//! cannot be read in place. A plain file with an up-to-date index is not read: its places are
//! known.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::LibraryState;
use super::catalog::{GamePlace, StoredText, Volume};
use crate::error::{Error, ErrorKind};
use crate::index::Index;
use crate::scan::{self, Chooser, Chosen, Chunk, ChunkSink, CutOnly, SourceInfo};
use crate::source::{Inputs, Note, SharedFile, Source};
use pgnkit::charset::Choice;
use pgnkit::read::Sniff;
use pgnkit::syntax::sniff;

/// The indexes of files that are not read, by their names.
type Indexes = Arc<Mutex<HashMap<String, Index>>>;

/// Skips plain files with an index that has the places of their games.
fn chooser(encoding: Choice, indexes: &Indexes) -> Chooser {
    let indexes = Arc::clone(indexes);
    Arc::new(move |source: &Source| {
        let is_utf16 = source.notes.list().iter().any(|note| matches!(note, Note::Utf16 { .. }));
        let path = match source.place() {
            Ok((path, None)) if !is_utf16 => path,
            Ok(_) | Err(_) => return Chosen::All,
        };
        let Ok(index) = Index::open(path, encoding) else { return Chosen::All };
        let mut indexes = indexes.lock().unwrap_or_else(PoisonError::into_inner);
        indexes.insert(source.name.clone(), index);
        Chosen::Nothing
    })
}

/// Adds the regions to the list.
struct Filler<'s> {
    indexes: Indexes,
    shared: &'s LibraryState,
    folder: &'s Path,
    /// The temporary file, once something goes there.
    spool: Option<SharedFile>,
}

/// Reads all inputs; unreadable ones go to the errors of the list.
pub(super) fn gather(inputs: Inputs, options: scan::Options, folder: &Path, shared: &LibraryState) {
    let indexes = Indexes::default();
    let chooser = chooser(options.encoding, &indexes);
    let mut filler = Filler { indexes, shared, folder, spool: None };
    let done = scan::run_chosen(inputs, options, chooser, CutOnly, &mut filler);
    let mut catalog = shared.lock();
    if let Err(error) = done {
        if error.kind() != ErrorKind::Canceled {
            catalog.errors.push(Arc::new(error));
        }
        if let Some(volume) = catalog.volumes.last_mut().filter(|volume| !volume.is_over) {
            (volume.is_over, volume.is_whole) = (true, false);
        }
    }
    catalog.is_complete = true;
    drop(catalog);
    shared.has_grown.notify_all();
}

impl Filler<'_> {
    /// Takes the places of all games of a file from its index.
    fn take_places(&mut self, index: &Index) -> Result<(), Error> {
        let mut first = 0;
        while first < index.game_count() {
            let places = index.places(first)?;
            let mut catalog = self.shared.lock();
            for (place, end) in &places {
                catalog.push(GamePlace::indexed(place, *end, first));
                first += 1;
            }
            drop(catalog);
            self.shared.has_grown.notify_all();
        }
        let mut catalog = self.shared.lock();
        if let Some(volume) = catalog.volumes.last_mut() {
            volume.len = index.text_bytes();
        }
        Ok(())
    }

    fn keep(&mut self, offset: u64, text: &[u8]) -> Result<(), Error> {
        let on_error = |error| {
            let what = format!("temporary files in {}", self.folder.display());
            Error::from_io(what, error)
        };
        let spool = match &self.spool {
            Some(spool) => spool,
            None => {
                let file = tempfile::tempfile_in(self.folder).map_err(on_error)?;
                let file = SharedFile::new(file);
                self.shared.lock().spool = Some(file.clone());
                self.spool.insert(file)
            }
        };
        spool.write_at(offset, text).map_err(on_error)
    }
}

impl ChunkSink<()> for Filler<'_> {
    fn begin(&mut self, info: &SourceInfo) -> Result<(), Error> {
        let mut catalog = self.shared.lock();
        let (game_count, spool_end) = (catalog.game_count(), catalog.spool_end);
        catalog.volumes.push(Volume::of(info, game_count, spool_end));
        drop(catalog);
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        let index = indexes.remove(&info.name);
        drop(indexes);
        index.map_or(Ok(()), |index| self.take_places(&index))
    }

    fn take(&mut self, chunk: Chunk, (): ()) -> Result<(), Error> {
        if self.shared.is_canceled() {
            return Err(Error::canceled(&chunk.source.name));
        }
        let base = match self.shared.lock().volumes.last().map(|volume| volume.kept.clone()) {
            Some(StoredText::Spooled(base)) => Some(base),
            Some(StoredText::InPlace(_)) | None => None,
        };
        if let Some(base) = base {
            for region in chunk.regions() {
                self.keep(base + region.start.0, region.text)?;
            }
        }
        let mut catalog = self.shared.lock();
        for region in chunk.regions() {
            if !region.is_game() && Sniff::of(&region).is_not_pgn {
                let error = Error::not_pgn(&chunk.source.name, sniff(region.text));
                catalog.errors.push(Arc::new(error));
            }
            if let Some(volume) = catalog.volumes.last_mut() {
                // Skipped bytes leave a hole.
                volume.is_whole &= volume.len == region.start.0;
                volume.len = region.start.0 + region.text.len() as u64;
            }
            if let Some(place) = GamePlace::of(&region) {
                catalog.push(place);
            }
        }
        drop(catalog);
        self.shared.has_grown.notify_all();
        Ok(())
    }

    fn end(&mut self, _: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        // A source without text has a temporary file, too: a game may be added to it.
        let kept = self.shared.lock().volumes.last().map(|volume| volume.kept.clone());
        if let Some(StoredText::Spooled(base)) = kept {
            self.keep(base, &[])?;
        }
        let mut catalog = self.shared.lock();
        let Some(volume) = catalog.volumes.last_mut() else { return Ok(()) };
        volume.is_over = true;
        volume.is_whole &= end.is_ok();
        if let StoredText::Spooled(base) = volume.kept {
            catalog.spool_end = base + volume.len;
        }
        catalog.errors.extend(end.err().map(Arc::new));
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.shared.lock().errors.push(Arc::new(error));
        Ok(())
    }
}
