//! The records of databases as text, made by the thread that reads it or by several.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::thread;

use super::database::{DatabaseOptions, RecordProgress};
use super::{TEXT_BYTES, Transcode, Transcoded};
use crate::source::note::{MISREADS_MAX, Note, Notes};
use crate::source::queue::{BLOCK_BYTES, Queue, QueueGuard, QueueReader};
use pgn_formats::databases::{Database, Entry, with_encoding};
use pgnkit::Game;
use pgnkit::write::{Export, Profile};

/// The number of records in a parcel: some hundred kilobytes of text.
const PARCEL_RECORDS: u32 = 256;

/// How much text of later parcels may wait.
const AHEAD_BYTES_MAX: usize = 4 << 20;

/// Notes about some records, beside their text.
#[derive(Default)]
struct RecordNotes {
    findings: Vec<Misread>,
    deleted_count: u64,
    text_count: u64,
    /// How many records of the database are read, and of how many.
    reached: (u32, u32),
}

/// A finding, or the number of those of a record that were not kept.
#[derive(Clone)]
struct Misread {
    /// The class in which it is counted together with others.
    kind: String,
    why: String,
    n: u64,
}

/// A database whose records are converted to text one by one.
struct RecordReader {
    database: Box<dyn Database + Send>,
    options: DatabaseOptions,
    export: Export,
    game: Game,
    /// The errors of the files as such, until they are reported.
    opened: Vec<Misread>,
}

impl RecordReader {
    fn new(mut database: Box<dyn Database + Send>, options: DatabaseOptions) -> RecordReader {
        database.keep_languages(options.languages);
        let opened = findings(&*database, "the files");
        let (export, game) = (Export::new(Profile::Lossless), Game::new());
        RecordReader { database, options, export, game, opened }
    }

    /// Another reader of the same records.
    fn another(&self) -> RecordReader {
        let opened = self.opened.clone();
        RecordReader { opened, ..RecordReader::new(self.database.another(), self.options) }
    }

    /// Appends the text of a record, if it is to be included.
    fn append(
        &mut self,
        number: u32,
        text: &mut Vec<u8>,
        notes: &mut RecordNotes,
    ) -> io::Result<()> {
        let RecordReader { database, options, game, .. } = self;
        let entry = with_encoding(options.encoding, || database.read_into(number, game))?;
        notes.reached = (number, self.database.n_records());
        let (is_text, is_deleted) = match entry {
            Entry::Game { is_deleted } => (false, is_deleted),
            Entry::Text { is_deleted } => (true, is_deleted),
            Entry::Nothing => {
                self.report_findings(number, notes);
                return Ok(());
            }
        };
        if is_deleted && !self.options.deleted {
            notes.deleted_count += 1;
        } else if is_text && !self.options.texts {
            notes.text_count += 1;
        } else {
            self.report_findings(number, notes);
            // The lossless profile holds every game.
            self.export.append(&self.game, text, &mut Vec::new())?;
        }
        Ok(())
    }

    fn report_findings(&self, number: u32, notes: &mut RecordNotes) {
        if !self.database.findings().is_empty() {
            notes.findings.append(&mut findings(&*self.database, &format!("record {number}")));
        }
    }
}

/// The findings of the last record, or of the files if none was read yet.
fn findings(database: &dyn Database, with: &str) -> Vec<Misread> {
    let found = database.findings();
    let kept = found.iter().map(|finding| Misread {
        kind: finding.fault.kind(),
        why: finding.to_string(),
        n: 1,
    });
    let n = found.n_dropped();
    let more = (n > 0).then(|| Misread {
        kind: "in records with many findings".to_owned(),
        why: format!("{with}: {n} more"),
        n,
    });
    kept.chain(more).collect()
}

/// The number of findings of one kind that are listed; the others are only counted.
const LISTED_OF_KIND_MAX: u64 = 100;

/// Collects the reports in order.
pub(super) struct Listener {
    progress: RecordProgress,
    notes: Notes,
    /// The number of printed lines of each kind, and of findings that were not printed.
    kinds: BTreeMap<String, (u64, u64)>,
    listed_count: usize,
    deleted_count: u64,
    text_count: u64,
}

impl Listener {
    pub(super) fn new(progress: RecordProgress, notes: Notes) -> Listener {
        let kinds = BTreeMap::new();
        Listener { progress, notes, kinds, listed_count: 0, deleted_count: 0, text_count: 0 }
    }

    fn hear(&mut self, notes: RecordNotes) {
        notes.findings.into_iter().for_each(|finding| self.hear_finding(finding));
        self.deleted_count += notes.deleted_count;
        self.text_count += notes.text_count;
        let (n, of) = notes.reached;
        self.progress.report(n, of);
    }

    fn hear_finding(&mut self, finding: Misread) {
        let (listed_count, further_count) = self.kinds.entry(finding.kind).or_default();
        // A kind that comes late is reported, too.
        let is_listed = match listed_count {
            0 => true,
            _ => *listed_count < LISTED_OF_KIND_MAX && self.listed_count < MISREADS_MAX,
        };
        if is_listed {
            *listed_count += 1;
            self.listed_count += 1;
            self.notes.push(Note::Misread { game: None, why: finding.why });
        } else {
            *further_count += finding.n;
        }
    }

    /// The records are over.
    fn end(&mut self) {
        for (kind, (_, n)) in std::mem::take(&mut self.kinds) {
            if n > 0 {
                self.notes.push(Note::Misread { game: None, why: format!("{n} more: {kind}") });
            }
        }
        let deleted_count = std::mem::take(&mut self.deleted_count);
        let text_count = std::mem::take(&mut self.text_count);
        if deleted_count + text_count > 0 {
            self.notes.push(Note::LeftOut { deleted_count, text_count });
        }
    }
}

/// The text of the records of databases, the next one last, made by this many threads besides the
/// one that reads; with one, by that itself.
///
/// # Errors
/// When no thread can be started.
pub(super) fn open(
    databases: Vec<Box<dyn Database + Send>>,
    options: DatabaseOptions,
    thread_count: NonZeroUsize,
    listener: Listener,
) -> io::Result<Box<dyn Read + Send>> {
    let readers: Vec<_> = databases.into_iter().map(|it| RecordReader::new(it, options)).collect();
    let record_count: u64 = readers.iter().map(|it| u64::from(it.database.n_records())).sum();
    // Fewer are read faster than threads are started for them.
    if thread_count.get() == 1 || record_count <= u64::from(PARCEL_RECORDS) {
        let records = RecordSource { readers, number: 0, listener };
        return Ok(Box::new(Transcoded::new(Box::new(records))));
    }
    Ok(Box::new(ManyThreads::new(readers, thread_count, listener)?))
}

/// Records of databases that the reader converts to text itself.
struct RecordSource {
    /// Those that are not read to their ends, the next one last.
    readers: Vec<RecordReader>,
    number: u32,
    listener: Listener,
}

impl Transcode for RecordSource {
    fn append(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let RecordSource { readers, number, listener } = self;
        let Some(reader) = readers.last_mut() else {
            listener.end();
            return Ok(false);
        };
        let mut notes =
            RecordNotes { findings: std::mem::take(&mut reader.opened), ..RecordNotes::default() };
        if *number == reader.database.n_records() {
            readers.pop();
            *number = 0;
            listener.hear(notes);
            return Ok(true);
        }
        *number += 1;
        let read = reader.append(*number, text, &mut notes);
        listener.hear(notes);
        read.map(|()| true)
    }
}

/// Some records of a database.
struct RecordParcel {
    /// Which one it is, of all databases.
    number: u64,
    /// How many databases are left, this one counted.
    left_count: usize,
    records: RangeInclusive<u32>,
}

/// The records that are not converted yet.
struct Cutting {
    /// How many records each database has, the next one last.
    counts: Vec<u32>,
    next_record: u32,
    next_parcel: u64,
}

impl Cutting {
    /// The next parcel. A database without records is one, too, since it may have notes.
    fn cut(&mut self) -> Option<RecordParcel> {
        let record_count = *self.counts.last()?;
        let end = record_count.min(self.next_record.saturating_add(PARCEL_RECORDS - 1));
        let records = self.next_record..=end;
        let parcel =
            RecordParcel { number: self.next_parcel, left_count: self.counts.len(), records };
        self.next_parcel += 1;
        self.next_record = end + 1;
        if end == record_count {
            self.counts.pop();
            self.next_record = 1;
        }
        Some(parcel)
    }
}

struct RecordState {
    cutting: Mutex<Cutting>,
    queue: Arc<Queue<RecordNotes>>,
}

/// The records of databases, made text by threads of its own.
struct ManyThreads {
    text: QueueReader<RecordNotes>,
    listener: Listener,
}

impl ManyThreads {
    fn new(
        mut readers: Vec<RecordReader>,
        thread_count: NonZeroUsize,
        listener: Listener,
    ) -> io::Result<ManyThreads> {
        let queue = Arc::new(Queue::new(AHEAD_BYTES_MAX));
        let counts = readers.iter().map(|reader| reader.database.n_records()).collect();
        let cutting = Mutex::new(Cutting { counts, next_record: 1, next_parcel: 0 });
        let shared = Arc::new(RecordState { cutting, queue: Arc::clone(&queue) });
        for started_count in 0..thread_count.get() {
            let others = readers.iter().map(RecordReader::another).collect();
            let (shared, readers) = (Arc::clone(&shared), std::mem::replace(&mut readers, others));
            let decode = move || shared.decode_all(readers);
            match thread::Builder::new().name("decode".to_owned()).spawn(decode) {
                Ok(_) => {}
                // Fewer threads do it as well.
                Err(_) if started_count > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(ManyThreads { text: QueueReader::new(queue), listener })
    }
}

impl Read for ManyThreads {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let listener = &mut self.listener;
        let n = self.text.read(output, |notes| listener.hear(notes))?;
        if n == 0 && !output.is_empty() {
            self.listener.end();
        }
        Ok(n)
    }
}

impl RecordState {
    fn decode_all(&self, mut readers: Vec<RecordReader>) {
        let closes = QueueGuard(&self.queue);
        let mut text = Vec::with_capacity(TEXT_BYTES);
        while let Some(parcel) = self.next_parcel() {
            readers.truncate(parcel.left_count);
            let Some(reader) = readers.last_mut() else { break };
            let number = parcel.number;
            let end = self.decode(reader, parcel, &mut text);
            if self.queue.end(number, 0, end).is_none() {
                break;
            }
        }
        // Only a thread that fails closes the queue for the others.
        std::mem::forget(closes);
    }

    /// The next records; `None` if there are none, or the reader is gone.
    fn next_parcel(&self) -> Option<RecordParcel> {
        let mut cutting = self.cutting.lock().ok()?;
        self.queue.wait_for_room()?;
        let Some(parcel) = cutting.cut() else {
            self.queue.set_over(cutting.next_parcel);
            return None;
        };
        self.queue.begin(parcel.number, 0);
        Some(parcel)
    }

    fn decode(
        &self,
        reader: &mut RecordReader,
        parcel: RecordParcel,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        text.clear();
        let mut notes = RecordNotes::default();
        if *parcel.records.start() == 1 {
            notes.findings.append(&mut reader.opened);
        }
        for number in parcel.records {
            let read = reader.append(number, text, &mut notes);
            if text.len() >= BLOCK_BYTES || read.is_err() {
                self.push(parcel.number, text, &mut notes);
            }
            read?;
        }
        self.push(parcel.number, text, &mut notes);
        Ok(())
    }

    /// Passes the text on, with its notes in the first block. If the reader is gone, ending the
    /// parcel reports it.
    fn push(&self, parcel: u64, text: &mut Vec<u8>, notes: &mut RecordNotes) {
        let mut notes = Some(std::mem::take(notes));
        let mut rest = &text[..];
        while !rest.is_empty() || notes.is_some() {
            let mut block = self.queue.spare();
            let n = rest.len().min(BLOCK_BYTES);
            block.bytes[..n].copy_from_slice(&rest[..n]);
            block.len = n;
            block.notes.extend(notes.take());
            rest = &rest[n..];
            if self.queue.push(parcel, &mut block).is_none() {
                break;
            }
        }
        text.clear();
    }
}
