//! Fills the list: reads the sources once, cuts their texts into games, and keeps what cannot be
//! read at its place. A plain file with an index that fits is not read: its places are known.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::Shared;
use super::catalogue::{GamePlace, Kept, Volume};
use crate::error::{Error, ErrorKind};
use crate::index::Index;
use crate::scan::{self, Chooser, Chosen, Chunk, Collect, CutOnly, SourceInfo};
use crate::source::{Inputs, Note, SharedFile, Source};
use pgnkit::charset::Choice;

/// The indexes of files that are not read, by their names.
type Indexes = Arc<Mutex<HashMap<String, Index>>>;

/// Passes over plain files whose indexes know where their games are.
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

/// Takes what was cut into the list.
struct Filler<'s> {
    indexes: Indexes,
    shared: &'s Shared,
    folder: &'s Path,
    /// The temporary file, once something goes there.
    spool: Option<SharedFile>,
}

/// Reads all inputs; what cannot be read goes to the errors of the list.
pub(super) fn gather(inputs: Inputs, options: scan::Options, folder: &Path, shared: &Shared) {
    let indexes = Indexes::default();
    let chooser = chooser(options.encoding, &indexes);
    let mut filler = Filler { indexes, shared, folder, spool: None };
    let done = scan::run_chosen(inputs, options, chooser, CutOnly, &mut filler);
    let mut catalogue = shared.lock();
    if let Err(error) = done {
        if !shared.is_cancelled() {
            catalogue.errors.push(Arc::new(error));
        }
        if let Some(volume) = catalogue.volumes.last_mut().filter(|volume| !volume.is_over) {
            (volume.is_over, volume.is_whole) = (true, false);
        }
    }
    catalogue.is_complete = true;
    drop(catalogue);
    shared.has_grown.notify_all();
}

impl Filler<'_> {
    /// Takes the places of all games of a file from its index.
    fn take_places(&mut self, index: &Index) -> Result<(), Error> {
        let mut first = 0;
        while first < index.n_games() {
            let places = index.places(first)?;
            let mut catalogue = self.shared.lock();
            for (place, end) in &places {
                catalogue.push(GamePlace::indexed(place, *end, first));
                first += 1;
            }
            drop(catalogue);
            self.shared.has_grown.notify_all();
        }
        let mut catalogue = self.shared.lock();
        if let Some(volume) = catalogue.volumes.last_mut() {
            volume.len = index.text_bytes();
        }
        Ok(())
    }

    /// Writes a piece of text to the temporary file.
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

impl Collect<()> for Filler<'_> {
    fn begin(&mut self, info: &SourceInfo) -> Result<(), Error> {
        let mut catalogue = self.shared.lock();
        let (n_games, spool_end) = (catalogue.n_games(), catalogue.spool_end);
        catalogue.volumes.push(Volume::of(info, n_games, spool_end));
        drop(catalogue);
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        let index = indexes.remove(&info.name);
        drop(indexes);
        index.map_or(Ok(()), |index| self.take_places(&index))
    }

    fn take(&mut self, chunk: Chunk, (): ()) -> Result<(), Error> {
        if self.shared.is_cancelled() {
            return Err(Error::new(ErrorKind::Io, &chunk.source.name, "is no longer wanted"));
        }
        let base = match self.shared.lock().volumes.last().map(|volume| volume.kept.clone()) {
            Some(Kept::Spooled(base)) => Some(base),
            Some(Kept::InPlace(_)) | None => None,
        };
        if let Some(base) = base {
            for region in chunk.regions() {
                self.keep(base + region.start.0, region.text)?;
            }
        }
        let mut catalogue = self.shared.lock();
        for region in chunk.regions() {
            if let Some(volume) = catalogue.volumes.last_mut() {
                // What was passed over leaves a hole.
                volume.is_whole &= volume.len == region.start.0;
                volume.len = region.start.0 + region.text.len() as u64;
            }
            if let Some(place) = GamePlace::of(&region) {
                catalogue.push(place);
            }
        }
        drop(catalogue);
        self.shared.has_grown.notify_all();
        Ok(())
    }

    fn end(&mut self, _: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        // A source without text has a temporary file, too: a game may be added to it.
        let kept = self.shared.lock().volumes.last().map(|volume| volume.kept.clone());
        if let Some(Kept::Spooled(base)) = kept {
            self.keep(base, &[])?;
        }
        let mut catalogue = self.shared.lock();
        let Some(volume) = catalogue.volumes.last_mut() else { return Ok(()) };
        volume.is_over = true;
        volume.is_whole &= end.is_ok();
        if let Kept::Spooled(base) = volume.kept {
            catalogue.spool_end = base + volume.len;
        }
        catalogue.errors.extend(end.err().map(Arc::new));
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.shared.lock().errors.push(Arc::new(error));
        Ok(())
    }
}
