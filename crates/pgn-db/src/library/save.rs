//! Saving: rewrites a file in which some games have new texts; everything else stays the same.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::catalog::{Catalog, GamePlace, StoredText, Volume};
use super::{Library, no_game};
use crate::compression::Compression;
use crate::error::{Error, ErrorKind};
use crate::identity::Stamp;
use crate::output::Replacement;
use crate::source::SharedFile;
use pgnkit::syntax::{GameEnd, Regions};

/// The new text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewText {
    /// Which game.
    pub game: usize,
    /// All of its region, with what is before the game.
    pub text: Vec<u8>,
}

const COPY_BYTES: usize = 256 << 10;

/// A source to be written, in its state at the beginning.
struct Job {
    volume_idx: usize,
    volume: Volume,
    file: SharedFile,
    /// Where its text begins in the file.
    base: u64,
    len: u64,
    /// The texts that differ from those in the file, in their order there: those that were saved
    /// before and the new ones. Games that were deleted before have the number `usize::MAX`.
    texts: Vec<(usize, GamePlace, Arc<[u8]>)>,
    /// The new ones, which the list must get.
    edits: Vec<(usize, Arc<[u8]>)>,
    /// Text to append at the end.
    tail: Vec<u8>,
}

impl Library {
    /// Rewrites the files of some games with new texts of these; every other byte stays the same. A
    /// file keeps its compression. Each file has its old content or its new one, never a part of
    /// either; several files are written first, and then get their names one after the other.
    ///
    /// # Errors
    /// If a text is not one game, if a file is still being read, cannot be written in place
    /// ([`save_as`](Library::save_as) helps) or was changed by another program since it was opened:
    /// then nothing is written.
    pub fn save(&self, edits: &[NewText]) -> Result<(), Error> {
        self.save_and_delete(edits, &[])
    }

    /// The same, and deletes games with what is before them; those after them then have lower
    /// numbers.
    ///
    /// # Errors
    /// As [`save`](Library::save), and if the neighbors of a deleted game would be read as one.
    pub fn save_and_delete(&self, edits: &[NewText], deleted: &[usize]) -> Result<(), Error> {
        let mut jobs = self.jobs(edits, deleted)?;
        // A deleted game changes the numbers of those in later files.
        jobs.sort_by_key(|job| Reverse(job.volume_idx));
        let mut written = Vec::new();
        for job in jobs {
            written.push(job.written()?);
        }
        for written in written {
            let (job, stamp) = written.commit()?;
            self.shared.lock().take_saved(&job, stamp);
            self.forget();
        }
        Ok(())
    }

    /// Adds a game at the end of the last file, after an empty line, and returns its number in the
    /// list. Every other byte of the file stays the same.
    ///
    /// # Errors
    /// As [`save`](Library::save).
    pub fn append(&self, text: &[u8]) -> Result<usize, Error> {
        self.append_all(&[text]).map(|games| games.start)
    }

    /// The same with games in their order, which are written at once; none is written if one
    /// cannot be.
    ///
    /// # Errors
    /// As [`save`](Library::save).
    pub fn append_all(&self, texts: &[&[u8]]) -> Result<Range<usize>, Error> {
        if texts.is_empty() {
            let game_count = self.game_count();
            return Ok(game_count..game_count);
        }
        let (mut job, before) = {
            let mut catalog = self.shared.lock();
            let volume_idx = catalog.volumes.len().checked_sub(1).filter(|_| catalog.is_complete);
            let volume_idx = volume_idx.ok_or_else(|| {
                let error = Error::new(ErrorKind::Unsupported, "the list", "is still being read");
                error.with_hint("save when the list is complete")
            })?;
            let job = catalog.job(volume_idx, &[], &[])?;
            let last = catalog.game_count().checked_sub(1).and_then(|last| catalog.place(last));
            (job, last.filter(|_| !catalog.games_of(volume_idx).is_empty()))
        };
        let first = [job.separator()?, texts.first().copied().unwrap_or_default()].concat();
        job.check_tail(before, &first)?;
        let mut last = before.map(|last| (last, job.line_count_of(&last)));
        let mut added: Vec<(GamePlace, Range<usize>)> = Vec::with_capacity(texts.len());
        for (n, text) in texts.iter().enumerate() {
            let from = job.tail.len();
            match n {
                0 => job.tail.extend_from_slice(&first),
                _ => {
                    job.tail.extend_from_slice(separator_after(&job.tail));
                    job.tail.extend_from_slice(text);
                }
            }
            let range = from..job.tail.len();
            let place = GamePlace::appended(&job.tail[from..], job.len + from as u64, last);
            let place = place.ok_or_else(|| {
                let why = "the new text is not one whole game";
                Error::new(ErrorKind::Usage, &job.volume.name, why)
            })?;
            last = Some((place, count_lines(&job.tail[from..]) as u64));
            added.push((place, range));
        }
        let (job, stamp) = job.written()?.commit()?;
        let mut catalog = self.shared.lock();
        catalog.take_saved(&job, stamp);
        let games = catalog.game_count()..catalog.game_count() + added.len();
        for (game, (place, range)) in games.clone().zip(added) {
            catalog.push(place);
            if !job.is_in_place() {
                let text = Arc::from(&job.tail[range]);
                catalog.volumes[job.volume_idx].saved.push((game, text));
            }
        }
        catalog.volumes[job.volume_idx].len = job.len + job.tail.len() as u64;
        drop(catalog);
        self.shared.has_grown.notify_all();
        Ok(games)
    }

    /// Writes the source of a game to a new file, as PGN text with the new texts of its games and
    /// without deleted ones; the extension selects the compression. The library does not change.
    ///
    /// # Errors
    /// As for [`save`](Library::save), and if there is such a file.
    pub fn save_as(
        &self,
        game: usize,
        edits: &[NewText],
        deleted: &[usize],
        path: &Path,
    ) -> Result<(), Error> {
        let name = path.to_string_lossy();
        if fs::symlink_metadata(path).is_ok() {
            let error = Error::new(ErrorKind::SameFile, name, "already exists");
            return Err(error.with_hint("choose another name"));
        }
        let compression = Compression::of_name(&name);
        if compression == Some(Compression::Zip) {
            return Err(Error::new(ErrorKind::Unsupported, name, "archives are not written"));
        }
        let job = self.job_of(game, edits, deleted)?;
        if !job.volume.is_whole {
            let why = "was not read completely, so a copy would be incomplete";
            return Err(Error::new(ErrorKind::Damaged, &job.volume.name, why));
        }
        let replacement = job.write(path, compression)?;
        let is_new = || fs::symlink_metadata(path).is_err();
        match replacement.commit_if(is_new).map_err(|error| Error::from_io(&*name, error))? {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::SameFile, name, "already exists")),
        }
    }

    /// The sources that edits are about, each with its own.
    fn jobs(&self, edits: &[NewText], deleted: &[usize]) -> Result<Vec<Job>, Error> {
        let mut catalog = self.shared.lock();
        let mut by_volume: BTreeMap<usize, (Vec<&NewText>, Vec<usize>)> = BTreeMap::new();
        let volume_of = |game| catalog.volume_of(game).ok_or_else(|| no_game(game));
        for edit in edits {
            by_volume.entry(volume_of(edit.game)?).or_default().0.push(edit);
        }
        for &game in deleted {
            by_volume.entry(volume_of(game)?).or_default().1.push(game);
        }
        let by_volume = by_volume.into_iter();
        by_volume.map(|(idx, (edits, deleted))| catalog.job(idx, &edits, &deleted)).collect()
    }

    /// The source of a game with those edits that are about it.
    fn job_of(&self, game: usize, edits: &[NewText], deleted: &[usize]) -> Result<Job, Error> {
        let mut catalog = self.shared.lock();
        let idx = catalog.volume_of(game).ok_or_else(|| no_game(game))?;
        let games = catalog.games_of(idx);
        let edits: Vec<_> = edits.iter().filter(|edit| games.contains(&edit.game)).collect();
        let deleted: Vec<_> = deleted.iter().copied().filter(|it| games.contains(it)).collect();
        catalog.job(idx, &edits, &deleted)
    }
}

impl Catalog {
    /// The text to write for a source.
    fn job(
        &mut self,
        volume_idx: usize,
        edits: &[&NewText],
        deleted: &[usize],
    ) -> Result<Job, Error> {
        let volume = self.volumes[volume_idx].clone();
        if !volume.is_over {
            let error = Error::new(ErrorKind::Unsupported, &volume.name, "is still being read");
            return Err(error.with_hint("save when the list is complete"));
        }
        let mut news: Vec<(usize, Arc<[u8]>)> = Vec::new();
        for edit in edits {
            let place = self.place(edit.game).ok_or_else(|| no_game(edit.game))?;
            check(edit, place, &volume)?;
            news.push((edit.game, Arc::from(edit.text.as_slice())));
        }
        // The text of a deleted game is empty.
        news.extend(deleted.iter().map(|&game| (game, Arc::default())));
        news.sort_by_key(|(game, _)| *game);
        if news.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            let why = "has two new texts of one game";
            return Err(Error::new(ErrorKind::Usage, &volume.name, why));
        }
        let mut texts = news.clone();
        let is_new = |game: usize| news.binary_search_by_key(&game, |(game, _)| *game).is_ok();
        texts.extend(volume.saved.iter().filter(|(game, _)| !is_new(*game)).cloned());
        let placed = texts.into_iter().map(|(game, text)| {
            let place = self.place(game).ok_or_else(|| no_game(game))?;
            Ok((game, place, text))
        });
        let mut texts = placed.collect::<Result<Vec<_>, Error>>()?;
        let deleted = volume.deleted.iter().map(|place| (usize::MAX, *place, Arc::default()));
        texts.extend(deleted);
        texts.sort_by_key(|(_, place, _)| place.start);
        let (file, base) = self.file_of(volume_idx)?;
        let len = match (&volume.kept, &volume.stamp) {
            (StoredText::InPlace(_), Some((_, stamp))) => stamp.len_bytes(),
            _ => volume.len,
        };
        let tail = Vec::new();
        let job = Job { volume_idx, volume, file, base, len, texts, edits: news, tail };
        self.check_neighbors(&job)?;
        Ok(job)
    }

    /// Sees that the games around each deleted one stay the same games.
    fn check_neighbors(&self, job: &Job) -> Result<(), Error> {
        let deleted = job.deleted();
        let games = self.games_of(job.volume_idx);
        let is_kept = |game: &usize| deleted.binary_search(game).is_err();
        let mut checked_to = games.start;
        for &game in &deleted {
            if game < checked_to {
                continue;
            }
            let before = (games.start..game).next_back();
            let after = (game..games.end).find(is_kept);
            checked_to = after.unwrap_or(games.end);
            let [before, after] = [before, after].map(|game| Some((game?, self.place(game?)?)));
            let start = before.or(self.place(game).map(|place| (game, place)));
            let from = start.map_or(0, |(_, place)| place.start);
            let to = after.map_or(job.len, |(_, place)| place.start + u64::from(place.len));
            let mut text = Vec::new();
            let copied = job.copy_new(from, to, &mut text);
            copied.map_err(|error| Error::from_io(&job.volume.name, error))?;
            let new_len = |(game, place): (usize, GamePlace)| {
                let text = job.texts.iter().find(|(known, ..)| *known == game);
                text.map_or(place.len as usize, |(.., text)| text.len())
            };
            // White space between games may be counted to either.
            let first = before.and_then(|game| text.get(..new_len(game)));
            let last = after.and_then(|game| text.get(text.len().checked_sub(new_len(game))?..));
            let kept = [first, last].into_iter().flatten().map(|text| text.trim_ascii().len());
            let mut regions = Regions::new(text.as_slice());
            let mut found = Vec::new();
            while let Ok(Some(region)) = regions.next_region() {
                if region.is_game() {
                    found.push(region.text.trim_ascii().len());
                }
            }
            if !kept.eq(found) {
                let number = self.place(game).map_or(0, |place| place.number());
                let why = format!("its other games would change without game {number}");
                return Err(Error::new(ErrorKind::Usage, &job.volume.name, why));
            }
        }
        Ok(())
    }

    /// A source was written: updates the places of its games.
    fn take_saved(&mut self, job: &Job, stamp: (PathBuf, Stamp)) {
        let idx = job.volume_idx;
        let is_in_place = job.is_in_place();
        let mut edits = job.edits.iter().peekable();
        let (mut byte_count, mut line_count) = (0_i64, 0_i64);
        for game in self.games_of(idx) {
            let edit = edits.next_if(|(edited, _)| *edited == game);
            let old = edit.and_then(|_| job.old_text(game));
            let Some(place) = self.place_mut(game) else { break };
            place.shift(if is_in_place { byte_count } else { 0 }, line_count);
            let Some((_, text)) = edit else { continue };
            byte_count += text.len() as i64 - i64::from(place.len);
            line_count += count_lines(text) - old.map_or(0, |old| count_lines(&old));
            if is_in_place {
                place.len = text.len() as u32;
            }
        }
        let volume = &mut self.volumes[idx];
        volume.stamp = Some(stamp);
        if is_in_place {
            self.close(idx);
        } else {
            let (held, deleted): (Vec<_>, Vec<_>) =
                job.texts.iter().partition(|(.., text)| !text.is_empty());
            volume.saved = held.into_iter().map(|(game, _, text)| (*game, text.clone())).collect();
            volume.deleted = deleted.into_iter().map(|(_, place, _)| *place).collect();
        }
        self.remove(idx, &job.deleted());
    }
}

/// What is between a text and a game after it: an empty line.
fn separator_after(text: &[u8]) -> &'static [u8] {
    let end = &text[text.len().saturating_sub(4)..];
    match end {
        [] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => b"",
        [.., b'\n'] if end.contains(&b'\r') => b"\r\n",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    }
}

fn count_lines(text: &[u8]) -> i64 {
    memchr::memchr_iter(b'\n', text).count() as i64
}

/// Sees that a new text is one game, which ends as the old one did, so that its neighbors are what
/// they were.
fn check(edit: &NewText, place: GamePlace, volume: &Volume) -> Result<(), Error> {
    let mut regions = Regions::new(edit.text.as_slice());
    let first = regions.next_region().ok().flatten();
    let is_whole = first.is_some_and(|region| {
        let ends_alike = region.end == Some(GameEnd::Marker) || place.end != GameEnd::Marker;
        region.text.len() == edit.text.len() && region.is_game() && ends_alike
    });
    if is_whole && edit.text.len() <= u32::MAX as usize {
        return Ok(());
    }
    let why = format!("the new text of game {} is not one whole game", place.number());
    Err(Error::new(ErrorKind::Usage, &volume.name, why))
}

/// A source that was written next to its file.
struct WrittenSource {
    job: Job,
    path: PathBuf,
    replacement: Replacement<fs::File>,
}

impl WrittenSource {
    /// Gives it the name of its file, if that is still what it was.
    fn commit(self) -> Result<(Job, (PathBuf, Stamp)), Error> {
        let WrittenSource { job, path, replacement } = self;
        let on_error = |error| Error::from_io(&job.volume.name, error);
        if !replacement.commit_if(|| !job.volume.has_changed()).map_err(on_error)? {
            return Err(job.volume.changed());
        }
        let stamp = Stamp::of_path(&path).map_err(on_error)?;
        Ok((job, (path, stamp)))
    }
}

impl GamePlace {
    /// The place of a game that is added after a last one, whose lines are counted.
    fn appended(text: &[u8], start: u64, last: Option<(GamePlace, u64)>) -> Option<GamePlace> {
        let mut regions = Regions::new(text);
        let mut region = regions.next_region().ok().flatten()?;
        if region.text.len() != text.len() || region.end != Some(GameEnd::Marker) {
            return None;
        }
        region.start.0 = start;
        if let Some((last, line_count)) = last {
            region.n_games_before = last.number();
            region.location.line = last.location().line + line_count;
        }
        GamePlace::of(&region)
    }
}

impl Job {
    /// The numbers of the games that are deleted by it, in order.
    fn deleted(&self) -> Vec<usize> {
        let deleted = self.edits.iter().filter(|(_, text)| text.is_empty());
        deleted.map(|(game, _)| *game).collect()
    }

    fn is_in_place(&self) -> bool {
        matches!(self.volume.kept, StoredText::InPlace(_))
    }

    fn written(self) -> Result<WrittenSource, Error> {
        let (path, compression) = self.target()?;
        if self.volume.has_changed() {
            return Err(self.volume.changed());
        }
        let replacement = self.write(&path, compression)?;
        Ok(WrittenSource { job: self, path, replacement })
    }

    /// The text between its end and a game that is added: an empty line.
    fn separator(&self) -> Result<&'static [u8], Error> {
        let mut len = self.len;
        let mut held = None;
        for (_, place, text) in self.texts.iter().rev() {
            if place.start + u64::from(place.len) != len {
                break;
            }
            if !text.is_empty() {
                held = Some(text);
                break;
            }
            len = place.start;
        }
        let end = match held {
            Some(text) => text[text.len().saturating_sub(4)..].to_vec(),
            None => {
                let n = len.min(4);
                let mut end = vec![0; n as usize];
                let read = self.file.read_exact_at(self.base + len - n, &mut end);
                read.map_err(|error| Error::from_io(&self.volume.name, error))?;
                end
            }
        };
        Ok(separator_after(&end))
    }

    /// Checks that an added game does not become a part of the last one, which may have only tags.
    fn check_tail(&self, last: Option<GamePlace>, added: &[u8]) -> Result<(), Error> {
        let Some(last) = last.filter(|last| last.end != GameEnd::Marker) else { return Ok(()) };
        let mut text = Vec::new();
        let copied = self.copy_new(last.start, self.len, &mut text);
        copied.map_err(|error| Error::from_io(&self.volume.name, error))?;
        text.extend_from_slice(added);
        let mut regions = Regions::new(text.as_slice());
        let mut last_len = 0;
        while let Ok(Some(region)) = regions.next_region() {
            last_len = region.text.len();
        }
        if last_len == added.len() {
            return Ok(());
        }
        let why = "the new game would be read as a part of the last one";
        let error = Error::new(ErrorKind::Usage, &self.volume.name, why);
        Err(error.with_hint("add a result to the last game"))
    }

    fn line_count_of(&self, place: &GamePlace) -> u64 {
        if let Some((_, _, saved)) = self.texts.iter().find(|(_, known, _)| known == place) {
            return count_lines(saved) as u64;
        }
        let mut text = vec![0; place.len as usize];
        let is_read = self.file.read_exact_at(self.base + place.start, &mut text).is_ok();
        if is_read { memchr::memchr_iter(b'\n', &text).count() as u64 } else { 0 }
    }

    /// The file to be written in place, and its compression.
    fn target(&self) -> Result<(PathBuf, Option<Compression>), Error> {
        let refuse = |why: &str| {
            let error = Error::new(ErrorKind::Unsupported, &self.volume.name, why);
            error.with_hint("save under a new name")
        };
        let (path, compression) = self.volume.place.clone().map_err(|why| refuse(&why))?;
        if compression.is_some() && !self.volume.is_whole {
            return Err(refuse("was not read whole, so a part of it would be lost"));
        }
        if compression == Some(Compression::Zip) {
            return Err(refuse("is an archive, cannot be written in place"));
        }
        Ok((path, compression))
    }

    /// The current text of the game in the list.
    fn old_text(&self, game: usize) -> Option<Vec<u8>> {
        let saved = &self.volume.saved;
        if let Ok(at) = saved.binary_search_by_key(&game, |(game, _)| *game) {
            return Some(saved[at].1.to_vec());
        }
        let (_, place, _) = self.texts.iter().find(|(known, ..)| *known == game)?;
        let mut text = vec![0; place.len as usize];
        self.file.read_exact_at(self.base + place.start, &mut text).ok()?;
        Some(text)
    }

    fn write(
        &self,
        path: &Path,
        compression: Option<Compression>,
    ) -> Result<Replacement<fs::File>, Error> {
        let name = path.to_string_lossy();
        let on_error = |error| Error::from_io(&*name, error);
        let mut to = Replacement::create(path, compression, |file| file).map_err(on_error)?;
        self.copy_new(0, self.len, &mut to).map_err(on_error)?;
        to.write_all(&self.tail).map_err(on_error)?;
        Ok(to)
    }

    /// Copies what is from one offset of the text to another, which are bounds of games, with the
    /// new texts.
    fn copy_new(&self, from: u64, to: u64, into: &mut impl Write) -> io::Result<()> {
        let mut at = from;
        for (_, place, text) in &self.texts {
            if place.start < from || place.start >= to {
                continue;
            }
            self.copy(at, place.start, into)?;
            into.write_all(text)?;
            at = place.start + u64::from(place.len);
        }
        self.copy(at, to, into)
    }

    /// Copies what is from one offset of the text to another.
    fn copy(&self, from: u64, to: u64, into: &mut impl Write) -> io::Result<()> {
        let mut buffer = vec![0; COPY_BYTES];
        let mut at = from;
        while at < to {
            let n = usize::try_from(to - at).unwrap_or(COPY_BYTES).min(COPY_BYTES);
            self.file.read_exact_at(self.base + at, &mut buffer[..n])?;
            into.write_all(&buffer[..n])?;
            at += n as u64;
        }
        Ok(())
    }
}
