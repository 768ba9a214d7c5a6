//! Parts of files, wherever they are cut.

use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, iter};

use super::{part, parts};
use crate::error::Error;
use crate::output::Encoder;
use crate::scan::{Chunk, ChunkSink, Job, Options, SourceInfo, run, run_chosen};
use crate::source::{Compression, Inputs};
use pgnkit::syntax::Region;
use proptest::prelude::*;

/// A game as it is found: its offset and its text.
type Found = (u64, Vec<u8>);

/// Gives the games of a chunk, white space around them aside.
struct Games;

impl Job for Games {
    type Worker = ();
    type Output = Vec<Found>;

    fn worker(&self) {}

    fn work(&self, (): &mut (), chunk: &Chunk) -> Vec<Found> {
        let games = chunk.regions().filter(Region::is_game);
        let found = games.map(|region| {
            let text = region.text.trim_ascii_start();
            let white_count = region.text.len() - text.len();
            (region.start.0 + white_count as u64, text.trim_ascii_end().to_vec())
        });
        found.collect()
    }
}

#[derive(Default)]
struct Log {
    games: Vec<Found>,
    /// The calls for the source: how often it began, and its header.
    begun_count: usize,
    head: Vec<u8>,
    end: Option<String>,
}

impl ChunkSink<Vec<Found>> for Log {
    fn begin(&mut self, _: &SourceInfo) -> Result<(), Error> {
        self.begun_count += 1;
        Ok(())
    }

    fn take(&mut self, _: Chunk, games: Vec<Found>) -> Result<(), Error> {
        self.games.extend(games);
        Ok(())
    }

    fn end(&mut self, source: &SourceInfo, end: Result<(), Error>) -> Result<(), Error> {
        source.head().clone_into(&mut self.head);
        self.end = end.err().map(|error| error.to_string());
        Ok(())
    }
}

/// The games that are read of a file, or of a part of it.
fn read(path: &Path, bytes: Option<Range<u64>>) -> Log {
    let (inputs, mut log) = (Inputs::gather(&[path.to_owned()]), Log::default());
    match bytes {
        None => run(inputs, Options::default(), Games, &mut log),
        Some(bytes) => {
            let choose = Arc::new(move |source: &_| part(source, &bytes));
            run_chosen(inputs, Options::default(), choose, Games, &mut log)
        }
    }
    .unwrap();
    assert_eq!(log.begun_count, 1);
    log
}

/// The parts between cuts in order.
fn between(cuts: &[u64]) -> Vec<Range<u64>> {
    let ends = cuts.iter().copied().chain([u64::MAX]);
    iter::once(0).chain(cuts.iter().copied()).zip(ends).map(|(from, to)| from..to).collect()
}

/// Reads the parts between cuts, and compares their games with those of the whole.
fn check(path: &Path, whole: &Log, cuts: &[u64], are_placed: bool) {
    let mut games = Vec::new();
    for bytes in between(cuts) {
        let log = read(path, Some(bytes));
        assert_eq!(log.head, whole.head, "{cuts:?}");
        games.extend(log.games);
    }
    assert_eq!(games.len(), whole.games.len(), "{} {cuts:?}", path.display());
    for (found, expected) in games.iter().zip(&whole.games) {
        assert!(found.1 == expected.1, "{} {cuts:?}", path.display());
        assert!(!are_placed || found.0 == expected.0, "{} {cuts:?}", path.display());
    }
}

/// A text in frames of this many bytes each, with or without the frames of `pzstd` between them.
fn frames(text: &[u8], frame_bytes: usize, has_marks: bool) -> Vec<u8> {
    let mut all = Vec::new();
    for piece in text.chunks(frame_bytes) {
        let mut encoder = Encoder::new(Vec::new(), Some(Compression::Zstd)).unwrap();
        encoder.write_all(piece).unwrap();
        let frame = encoder.finish().unwrap();
        if has_marks {
            all.extend([0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0]);
            all.extend((frame.len() as u32).to_le_bytes());
        }
        all.extend(frame);
    }
    all
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The parts into which a file is worth cutting.
fn ranges(path: &Path, part_bytes: u64) -> Vec<Range<u64>> {
    let found = parts(Inputs::gather(&[path.to_owned()]), part_bytes).unwrap();
    found.into_iter().map(|(_, bytes)| bytes).collect()
}

/// A text with games in every usual and some odd forms, and a line at its top.
fn sample() -> Vec<u8> {
    let mut text = b"% made for a test\n\n".to_vec();
    for n in 0..12 {
        let end = ["1-0", "0-1", "1/2-1/2", "*"][n % 4];
        let comment = "[%clk 0:01:00] a comment ".repeat(n % 5);
        let line_end = if n % 5 == 4 { "\r\n" } else { "\n" };
        let game = format!(
            "[Event \"E{n}\"]\n[Result \"{end}\"]\n\n1. e4 {{{comment}}} e5 ; to the end\n{end}\n\n"
        );
        text.extend(game.replace('\n', line_end).bytes());
    }
    text.extend(
        b"[Event \"no marker\"]\n\n1. e4\n\n[Event \"open\"]\n\n1. d4 {never closed 1-0\n\n",
    );
    text.extend(
        b"[Event \"x\"]\n\n1. e4 {quoted 1-0\n\n[Event \"y\"]\n\n} e5 *\n\n[White \"z\"]\n\n*",
    );
    text
}

#[test]
fn each_game_is_in_one_part() {
    let dir = tempfile::tempdir().unwrap();
    let text = sample();
    let plain = write(dir.path(), "a.pgn", &text);
    let whole = read(&plain, None);
    assert!(whole.games.len() > 15);
    let thin = if pgn_testing::is_thorough() { 1 } else { 7 };
    for cut in (0..=text.len() as u64 + 1).step_by(thin) {
        check(&plain, &whole, &[cut], true);
    }
    for has_marks in [false, true] {
        for frame_bytes in [97, 1000, 1 << 20] {
            let packed = frames(&text, frame_bytes, has_marks);
            let path = write(dir.path(), "a.pgn.zst", &packed);
            let step = thin * if frame_bytes == 97 { 5 } else { 2 };
            for cut in (0..=packed.len() as u64 + 1).step_by(step) {
                check(&path, &whole, &[cut], false);
            }
        }
    }
}

/// The files of the project that hold games, up to a length.
fn corpus() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(ending) if ending == "pgn" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files.retain(|path| path.metadata().unwrap().len() < 64 << 10);
    files
}

#[test]
fn each_game_of_real_files_is_in_one_part() {
    let files = corpus();
    assert!(files.len() > 20);
    let mut cut_count = 0;
    for path in files {
        let whole = read(&path, None);
        let len = path.metadata().unwrap().len();
        let wanted_cut_count = if pgn_testing::is_thorough() { 16 } else { 4 };
        let step = (len / wanted_cut_count).max(1) as usize;
        for cut in (0..=len).step_by(step) {
            check(&path, &whole, &[cut], true);
            cut_count += 1;
        }
    }
    assert!(cut_count > 100, "{cut_count}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn any_number_of_cuts_gives_the_whole(
        cuts in prop::collection::vec(0.0..1.1, 0..64),
        frame_bytes in 50_usize..3_000,
        is_framed: bool,
    ) {
        let dir = tempfile::tempdir().unwrap();
        let text = sample();
        let (name, bytes) = match is_framed {
            true => ("a.pgn.zst", frames(&text, frame_bytes, frame_bytes % 2 == 0)),
            false => ("a.pgn", text),
        };
        let path = write(dir.path(), name, &bytes);
        let mut cuts: Vec<u64> =
            cuts.into_iter().map(|at: f64| (at * bytes.len() as f64) as u64).collect();
        cuts.sort_unstable();
        check(&path, &read(&path, None), &cuts, !is_framed);
    }
}

#[test]
fn files_are_cut_only_where_that_is_worth_it() {
    let dir = tempfile::tempdir().unwrap();
    let text = sample();
    let part_count = |name: &str, bytes: &[u8]| {
        let path = write(dir.path(), name, bytes);
        let found = ranges(&path, 200);
        let cuts: Vec<u64> = found.iter().skip(1).map(|bytes| bytes.start).collect();
        assert_eq!(found, between(&cuts));
        check(&path, &read(&path, None), &cuts, false);
        found.len()
    };
    assert_eq!(part_count("a.pgn", &text), text.len().div_ceil(200));
    assert_eq!(part_count("short.pgn", &text[..190]), 1);
    assert_eq!(part_count("seamless.pgn", &b"1. e4 e5 1-0\n".repeat(100)), 1);
    assert!(part_count("a.pgn.zst", &frames(&text, 97, true)) > 3);
    assert_eq!(part_count("one.pgn.zst", &frames(&text, 1 << 20, false)), 1);
    let utf16: Vec<u8> = text.iter().flat_map(|&byte| [byte, 0]).collect();
    assert_eq!(part_count("utf16.pgn", &utf16), 1);
    for compression in Compression::ALL {
        if !matches!(compression, Compression::Zstd | Compression::Zip) {
            let mut encoder = Encoder::new(Vec::new(), Some(compression)).unwrap();
            encoder.write_all(&text).unwrap();
            let name = format!("a.pgn.{}", compression.extension());
            assert_eq!(part_count(&name, &encoder.finish().unwrap()), 1);
        }
    }
}

#[test]
fn a_damaged_frame_is_reported_where_it_is_read_and_others_are_not_lost() {
    let dir = tempfile::tempdir().unwrap();
    let text = b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(40_000);
    let mut packed = frames(&text, 100_000, true);
    let whole = read(&write(dir.path(), "a.pgn.zst", &packed), None);
    let ranges = ranges(&dir.path().join("a.pgn.zst"), packed.len() as u64 / 8);
    let part_count = ranges.len();
    assert!(part_count >= 8);
    let middle = (ranges[4].start + ranges[4].end) / 2;
    packed[middle as usize] ^= 0x55;
    let path = write(dir.path(), "a.pgn.zst", &packed);
    let logs: Vec<Log> = ranges.into_iter().map(|bytes| read(&path, Some(bytes))).collect();
    let damaged: Vec<usize> = (0..part_count).filter(|&n| logs[n].end.is_some()).collect();
    assert!(damaged == [4] || damaged == [3, 4], "{damaged:?}");
    let end = logs[4].end.as_deref().unwrap();
    assert!(end.contains("a.pgn.zst"), "{end}");
    let game_count: usize = logs.iter().map(|log| log.games.len()).sum();
    assert!(
        game_count > whole.games.len() * 3 / 4 && game_count < whole.games.len(),
        "{game_count}"
    );
}
