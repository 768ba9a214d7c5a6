//! Order, threads and damage in a scan.
//!
//! Owns: the law that the number of threads shows nowhere. Knows nothing of: verbs.
//! Standard: none.
//! Start at [`the_number_of_threads_shows_nowhere`].

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::{Chunk, Collect, Cut, Job, Options, SourceInfo, run};
use crate::error::{Error, ErrorKind};
use crate::source::Inputs;
use pgnkit::charset::Choice;
use pgnkit::read::LanguageChoice;

/// Gives the number of each game of a chunk; stumbles where it is told to.
struct Numbers {
    panics_at: Option<u64>,
}

impl Job for Numbers {
    type Worker = ();
    type Output = Vec<u64>;

    fn worker(&self) {}

    fn work(&self, (): &mut (), chunk: &Chunk) -> Vec<u64> {
        let numbers: Vec<u64> = chunk.regions().map(|region| region.n_games_before).collect();
        assert!(self.panics_at.is_none_or(|bad| !numbers.contains(&bad)), "as told");
        numbers
    }
}

/// Writes down what comes, chunks of a source joined.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    text: Vec<u8>,
    numbers: Vec<u64>,
    stops_after: Option<usize>,
    n_chunks: usize,
}

impl Collect<Vec<u64>> for Log {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.lines.push(format!("begin {}", source.name));
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, output: Vec<u64>) -> Result<(), Error> {
        self.n_chunks += 1;
        if Some(self.n_chunks) == self.stops_after {
            return Err(Error::new(ErrorKind::StorageFull, "output", "full"));
        }
        self.text.extend_from_slice(&chunk.text);
        self.numbers.extend(output);
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        let (n, first) = (self.numbers.len(), self.numbers.first());
        assert!(self.numbers.is_sorted());
        self.lines.push(format!("{n} from {first:?}, {} bytes", self.text.len()));
        self.lines.push(format!("end {} {:?}", source.name, end.map_err(|e| e.to_string())));
        self.text.clear();
        self.numbers.clear();
        Ok(())
    }

    fn trouble(&mut self, error: Error) -> Result<(), Error> {
        self.lines.push(error.to_string());
        Ok(())
    }
}

fn scan(n_threads: usize, paths: &[PathBuf], job: Numbers, log: &mut Log) -> Result<(), Error> {
    let n_threads = NonZeroUsize::new(n_threads).unwrap();
    let options = Options {
        encoding: Choice::Auto,
        language: LanguageChoice::English,
        n_threads,
        cut: Cut::Games,
        under_way_bytes: super::UNDER_WAY_BYTES,
    };
    run(Inputs::gather(paths), options, job, log)
}

fn game(n: usize) -> String {
    format!("[White \"{n}\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(n * 7919 % 2000))
}

#[test]
fn the_number_of_threads_shows_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (name, n) in [("a", 3), ("empty", 0), ("big", 3000), ("b", 1), ("c", 300)] {
        let path = dir.path().join(name);
        fs::write(&path, (0..n).map(game).collect::<String>()).unwrap();
        paths.push(path);
    }
    paths.insert(2, dir.path().join("missing"));
    let lines = |n_threads| {
        let mut log = Log::default();
        scan(n_threads, &paths, Numbers { panics_at: None }, &mut log).unwrap();
        log.lines
    };
    let expected = lines(1);
    assert_eq!(expected.len(), 3 * 5 + 1);
    assert!(expected.iter().any(|line| line.starts_with("3000 from Some(0)")), "{expected:?}");
    for n_threads in [2, 3, 8] {
        assert_eq!(lines(n_threads), expected, "{n_threads}");
    }
}

#[test]
fn an_output_that_fails_ends_the_scan() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("big");
    fs::write(&path, (0..3000).map(game).collect::<String>()).unwrap();
    for n_threads in [1, 4] {
        let mut log = Log { stops_after: Some(2), ..Log::default() };
        let job = Numbers { panics_at: None };
        let ended = scan(n_threads, std::slice::from_ref(&path), job, &mut log);
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(log.n_chunks, 2);
    }
}

#[test]
fn a_thread_that_fails_is_an_error_and_no_standstill() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("big");
    fs::write(&path, (0..20_000).map(game).collect::<String>()).unwrap();
    let ended = scan(3, &[path], Numbers { panics_at: Some(700) }, &mut Log::default());
    assert_eq!(ended.unwrap_err().kind(), ErrorKind::Io);
}

#[test]
fn a_game_beyond_all_bounds_ends_its_source() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("long");
    let file = fs::File::create(&path).unwrap();
    fs::write(&path, "[White \"x\"]\n\n1. e4 * {").unwrap();
    // A hole: it reads as zeros and takes no place on the disk.
    file.set_len(super::guard::GAME_BYTES_MAX + (1 << 20)).unwrap();
    let mut log = Log::default();
    scan(2, &[path], Numbers { panics_at: None }, &mut log).unwrap();
    assert!(log.lines[2].contains("more than 64 MiB"), "{:?}", log.lines);
}
