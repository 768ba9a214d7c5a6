//! Order, threads and damage in a scan.

use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use super::buffer_pool::BufferPool;
use super::feed::OpenSource;
use super::{Begin, Chunk, ChunkSink, Cutting, Job, Options, SourceInfo, run, usable_threads};
use crate::error::{Error, ErrorKind};
use crate::output::Encoder;
use crate::source::{Compression, Inputs};
use pgnkit::syntax::{GameEnd, Region, Regions};

/// Returns the number of each game of a chunk; panics at a given place.
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

/// Gives the number of each game, found while the text is cut. The first chunk takes long, so that
/// others must be put aside.
struct NumbersWhileCut;

impl Job for NumbersWhileCut {
    type Worker = ();
    type Output = Vec<u64>;

    fn worker(&self) {}

    fn work_while_cut(
        &self,
        (): &mut (),
        _: &SourceInfo,
        cutting: &mut Cutting<'_>,
    ) -> Option<Vec<u64>> {
        let mut numbers = Vec::new();
        while let Some((start, number)) = cutting.next_with(|regions| {
            let region = regions.next()?;
            Some((region, (region.start.0, region.n_games_before)))
        }) {
            if start == 0 {
                thread::sleep(Duration::from_millis(50));
            }
            numbers.push(number);
        }
        Some(numbers)
    }

    fn place(&self, numbers: &mut Vec<u64>, _: &SourceInfo, begin: &Begin) {
        numbers.iter_mut().for_each(|number| *number += begin.game_count);
    }

    fn work(&self, (): &mut (), chunk: &Chunk) -> Vec<u64> {
        chunk.regions().map(|region| region.n_games_before).collect()
    }
}

/// Writes down what comes, chunks of a source joined.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    text: Vec<u8>,
    numbers: Vec<u64>,
    stops_after: Option<usize>,
    chunk_count: usize,
}

impl ChunkSink<Vec<u64>> for Log {
    fn begin(&mut self, source: &SourceInfo) -> Result<(), Error> {
        self.lines.push(format!("begin {}", source.name));
        Ok(())
    }

    fn take(&mut self, chunk: Chunk, output: Vec<u64>) -> Result<(), Error> {
        self.chunk_count += 1;
        if Some(self.chunk_count) == self.stops_after {
            return Err(Error::new(ErrorKind::StorageFull, "output", "full"));
        }
        self.text.extend_from_slice(&chunk.text);
        self.numbers.extend(output);
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        let (n, first) = (self.numbers.len(), self.numbers.first());
        assert!(self.numbers.is_sorted());
        let (len, sum) = (self.text.len(), crc32fast::hash(&self.text));
        self.lines.push(format!("{n} from {first:?}, {len} bytes, sum {sum:x}"));
        self.lines.push(format!("end {} {:?}", source.name, end.map_err(|e| e.to_string())));
        self.text.clear();
        self.numbers.clear();
        Ok(())
    }

    fn on_error(&mut self, error: Error) -> Result<(), Error> {
        self.lines.push(error.to_string());
        Ok(())
    }
}

fn scan(
    thread_count: usize,
    paths: &[PathBuf],
    job: impl Job<Output = Vec<u64>>,
    log: &mut Log,
) -> Result<(), Error> {
    let thread_count = NonZeroUsize::new(thread_count).unwrap();
    let options = Options { thread_count, ..options() };
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
    let lines = |thread_count| {
        let mut log = Log::default();
        scan(thread_count, &paths, Numbers { panics_at: None }, &mut log).unwrap();
        log.lines
    };
    let expected = lines(1);
    assert_eq!(expected.len(), 3 * 5 + 1);
    assert!(expected.iter().any(|line| line.starts_with("3000 from Some(0)")), "{expected:?}");
    for thread_count in [2, 3, 8, usize::MAX] {
        assert_eq!(lines(thread_count), expected, "{thread_count}");
    }
    for thread_count in [1, 2, 3, 8] {
        let mut log = Log::default();
        scan(thread_count, &paths, NumbersWhileCut, &mut log).unwrap();
        assert_eq!(log.lines, expected, "{thread_count}, while the text is cut");
    }
}

/// How much is unpacked at once, in bytes.
const UNPACKED_BYTES: usize = 256 << 10;
const _: () = assert!(super::blocks::BLOCK_BYTES == 2 * UNPACKED_BYTES);

/// The text in every compression there is.
fn packed(text: &[u8]) -> [(&'static str, Vec<u8>); 5] {
    let pack = |compression| {
        let mut encoder = Encoder::new(Vec::new(), Some(compression)).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
    zip.start_file("a.pgn", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(text).unwrap();
    [
        ("gz", pack(Compression::Gzip)),
        ("zst", pack(Compression::Zstd)),
        ("bz2", pack(Compression::Bzip2)),
        ("xz", pack(Compression::Xz)),
        ("zip", zip.finish().unwrap().into_inner()),
    ]
}

/// Games with such tags, with comments that do not pack well: so threads unpack short texts, too.
fn noisy(tags: &str, len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut text = String::new();
    while text.len() < len {
        text.push_str(tags);
        text.push_str("1. e4 {");
        for _ in 0..100 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(&format!("{:x}", state >> 16));
        }
        text.push_str("} *\n\n");
    }
    text.truncate(len);
    text.into_bytes()
}

/// Lengths from nothing to three blocks of the scan, at the edges of what is unpacked at once.
#[test]
fn a_text_of_any_length_is_the_same_in_every_compression() {
    let dir = tempfile::tempdir().unwrap();
    let lines = |name: &str, bytes: &[u8], thread_count| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        let mut log = Log::default();
        scan(thread_count, &[path], Numbers { panics_at: None }, &mut log).unwrap();
        assert!(log.lines[2].ends_with("Ok(())"), "{:?}", log.lines);
        log.lines.swap_remove(1)
    };
    // Without seams between the games, and with them.
    let quarters = [0, 1, 5].map(|n| n * UNPACKED_BYTES);
    let edges = [2, 4, 6].map(|n| n * UNPACKED_BYTES).into_iter();
    let lens = edges.flat_map(|edge| edge - 1..=edge + 1).chain(quarters).chain([1]);
    let cases = lens.map(|len| ("", len)).chain([("[White \"a\"]\n\n", 5 * UNPACKED_BYTES)]);
    let cases = pgn_testing::some_of(&cases.enumerate().collect::<Vec<_>>(), 2);
    for (n, (tags, len)) in cases {
        let text = noisy(tags, len);
        let expected = lines("plain.pgn", &text, 1);
        for (ending, bytes) in packed(&text) {
            for thread_count in [1 + n % 2, 3 + n % 2] {
                let found = lines(&format!("a.pgn.{ending}"), &bytes, thread_count);
                assert_eq!(found, expected, "{ending}, {len} bytes, {thread_count} threads");
            }
        }
    }
}

#[test]
fn an_output_that_fails_ends_the_scan() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("big");
    fs::write(&path, (0..3000).map(game).collect::<String>()).unwrap();
    for thread_count in [1, 4] {
        let mut log = Log { stops_after: Some(2), ..Log::default() };
        let job = Numbers { panics_at: None };
        let ended = scan(thread_count, std::slice::from_ref(&path), job, &mut log);
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(log.chunk_count, 2);
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

/// Texts of which some look as if a game ended where none does.
const FRAGMENTS: &[&str] = &[
    "[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5 1-0\n\n",
    "[White \"Tal\"]\r\n\r\n1. e4 {[%clk 0:01:00]} e5 ; a; b\r\n1/2-1/2\r\n\r\n",
    "[White \"a\"]\n\n1. e4 {open 1-0\n\n[Event \"quoted\"]\n\n} e5 *\n\n",
    "[White \"never closed\"]\n\n1. e4 {open 0-1\n\n",
    "[White \"line\"]\n\n1. e4 ; and 1-0\n\n[White \"b\"]\n\n*\n\n",
    "text that is no game 1-0\n\n",
    "[White \"no marker\"]\n\n1. e4 e5\n\n",
    "% escape 1-0\n\n[White \"x\"]\n\n1. e4 * {behind}\n\n",
    "[White \"broken 1-0\n\n[Black \"y\"]\n\n1-0  \n\n\n",
    "1. e4 e5 (1... c5 1-0\n\n[White \"z\"]\n\n1. d4 0-1\n\n",
];

fn options() -> Options {
    Options::default()
}

/// Start, line, column, number, end and text of a region.
type Shown = (u64, String, u64, Option<GameEnd>, Vec<u8>);

fn show(region: &Region<'_>) -> Shown {
    let Region { text, start, location, n_games_before, end } = *region;
    // A game without a marker ends where its text ends, or where the next one begins.
    let end = end.map(|end| if end == GameEnd::NextGame { GameEnd::EndOfText } else { end });
    (start.0, location.to_string(), n_games_before, end, text.to_vec())
}

/// The regions that the chunks of a text have.
fn by_chunks(text: &[u8], block_bytes: usize) -> (Vec<Shown>, usize) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    fs::write(&path, text).unwrap();
    let source = Inputs::gather(&[path]).sources().next().unwrap().unwrap();
    let mut open = OpenSource::new(source, &options(), &BufferPool::default(), block_bytes);
    let (mut shown, mut chunk_count, mut joined) = (Vec::new(), 0, Vec::new());
    loop {
        let mut chunk = open.next_chunk();
        assert_eq!(chunk.is_first, chunk_count == 0);
        chunk.cut();
        shown.extend(chunk.regions().map(|region| show(&region)));
        joined.extend_from_slice(&chunk.text);
        chunk_count += 1;
        if let Some(end) = chunk.end.take() {
            end.unwrap();
            assert!(joined == text, "bytes were lost");
            return (shown, chunk_count);
        }
    }
}

#[test]
fn chunks_have_the_regions_of_the_stream() {
    let mut state = 1_u64;
    let mut random = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut chunk_count = 0;
    for round in 0..20 {
        let kind_count = 1 + round % FRAGMENTS.len();
        let mut text = Vec::new();
        while text.len() < 150_000 + 5_000 * round {
            // Nearly all games are whole, so that odd ones meet the cuts now and then.
            let kind = if random(8) == 0 { random(kind_count) } else { random(2) };
            text.extend_from_slice(FRAGMENTS[kind].as_bytes());
        }
        let mut regions = Regions::new(&text[..]);
        let mut expected = Vec::new();
        while let Some(region) = regions.next_region().unwrap() {
            expected.push(show(&region));
        }
        let (found, n) = by_chunks(&text, 3_000 + random(9_000));
        for (one, expected) in found.iter().zip(&expected) {
            assert_eq!(one, expected, "round {round}");
        }
        assert_eq!(found.len(), expected.len());
        chunk_count += n;
    }
    assert!(chunk_count > 100, "{chunk_count}");
}

#[test]
fn what_is_left_of_a_block_is_not_lost_when_games_are_cut_one_by_one() {
    // Games with a seam, then a comment that hides one, then games without any.
    let head = FRAGMENTS[0].repeat(2_000);
    let hidden = "[White \"c\"]\n\n1. e4 ; {\n x 1-0\n\n[White \"d\"]\n\n1. e4 *\n\n".repeat(3);
    let game_count = if pgn_testing::is_thorough() { 150_000 } else { 40_000 };
    let rest = " [White \"indented\"]\n\n 1. e4 e5 *\n\n".repeat(game_count);
    let text = [head, hidden, rest].concat().into_bytes();
    let mut regions = Regions::new(&text[..]);
    let mut expected = Vec::new();
    while let Some(region) = regions.next_region().unwrap() {
        expected.push(show(&region));
    }
    let (found, _) = by_chunks(&text, 4_000);
    assert!(found == expected, "{} regions, {} expected", found.len(), expected.len());
}

#[test]
fn threads_are_a_few_for_each_core_at_most() {
    let cores = usable_threads(None);
    assert_eq!(usable_threads(Some(NonZeroUsize::MIN)), NonZeroUsize::MIN);
    assert_eq!(usable_threads(Some(cores)), cores);
    assert_eq!(usable_threads(Some(NonZeroUsize::MAX)).get(), 4 * cores.get());
}
