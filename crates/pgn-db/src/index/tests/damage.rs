//! Damaged indexes: each error is reported, and no answer is wrong.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use super::super::indexer::Indexer;
use super::super::page::{PAGE_BYTES, PageReader, PageWriter};
use super::super::segment::{Gathering, Means};
use super::super::{Index, IndexUnusable, side_path};
use super::{Dice, folder_with, games, options, update_file};
use crate::error::Error;
use crate::reading::ReadGames as _;
use crate::scan::Chosen;
use crate::source::SharedFile;
use pgn_query::{Condition, ValueTest};
use pgnkit::charset::Choice;
use pgnkit::chess::Position;
use pgnkit::syntax::Regions;

/// Some of all possible questions, as text.
fn answers(index: Index) -> Result<String, Error> {
    let mut said = String::new();
    let index = Arc::new(index);
    for game in 0..index.game_count() {
        said += &format!("{:?} {:?}\n", index.place(game)?, index.facts(game)?);
    }
    index.values("White", |value, n| {
        said += &format!("{value} {n}\n");
        Ok(())
    })?;
    let tal = Condition::Tag { name: "Date", test: ValueTest::Begins("2020") };
    said += &format!("{:?}", index.candidates(&tal)?);
    let mut position = Position::start();
    for _ in 0..8 {
        said += &format!("{:?}", index.moves_at(position.polyglot_key())?);
        position.play_unchecked(position.legal_moves()[0]);
    }
    let Chosen::Games(mut pick) = index.choose((0..3).collect(), crate::source::UNPACK_BYTES_MAX)
    else {
        panic!()
    };
    let read = pick.next_region(&mut |region| {
        said += &String::from_utf8_lossy(region.text);
    });
    read.map_err(|error| Error::from_io("pick", error))?;
    Ok(said)
}

/// Asks an index that may be damaged: the truth, or an error.
fn ask(path: &Path, truth: &str, what: &str) {
    let asked = catch_unwind(AssertUnwindSafe(|| match Index::open(path, Choice::Auto) {
        Ok(index) => answers(index).ok(),
        Err(_) => None,
    }));
    let answer = asked.unwrap_or_else(|_| panic!("{what}: it panics"));
    assert!(answer.is_none_or(|answer| answer == truth), "{what}: a wrong answer");
}

#[test]
fn no_byte_can_be_other() {
    let (_dir, path) = folder_with("games.pgn", &games(&mut Dice(21), 60));
    update_file(&path, &options(1 << 20, 1));
    let side = side_path(&path);
    let whole = fs::read(&side).unwrap();
    let truth = answers(Index::open(&path, Choice::Auto).unwrap()).unwrap();
    let page_count = whole.len() / PAGE_BYTES;
    assert!(page_count >= 5, "{page_count}");
    // Every byte of every page: the page is not read.
    let scratch = path.with_extension("scratch");
    for page in 0..page_count {
        let mut bytes = whole.clone();
        for at in page * PAGE_BYTES..(page + 1) * PAGE_BYTES {
            bytes[at] ^= 1 << (at % 8);
            if at % 8 == page % 8 {
                fs::write(&scratch, &bytes[page * PAGE_BYTES..(page + 1) * PAGE_BYTES]).unwrap();
                let mut alone = bytes[..page * PAGE_BYTES].to_vec();
                alone.extend(fs::read(&scratch).unwrap());
                fs::write(&scratch, &alone).unwrap();
                let file = SharedFile::new(fs::File::open(&scratch).unwrap());
                let pages = PageReader::new(file, "x".to_owned(), alone.len() as u64);
                assert!(pages.read_pages(page as u64, 1).is_err(), "byte {at}");
            }
            bytes[at] = whole[at];
        }
    }
    // Reading all of it returns the text or an error.
    for at in (0..whole.len()).step_by(61) {
        let mut bytes = whole.clone();
        bytes[at] = bytes[at].wrapping_add(1 + (at % 255) as u8);
        fs::write(&side, &bytes).unwrap();
        ask(&path, &truth, &format!("byte {at}"));
        let verified = Index::open(&path, Choice::Auto).map(|index| index.verify());
        assert!(!matches!(verified, Ok(Ok(()))), "byte {at}");
    }
}

#[test]
fn no_part_can_be_missing() {
    let (_dir, path) = folder_with("games.pgn", &games(&mut Dice(22), 30));
    update_file(&path, &options(1 << 20, 1));
    let side = side_path(&path);
    let whole = fs::read(&side).unwrap();
    for len in (0..whole.len()).step_by(17).chain((0..whole.len()).step_by(PAGE_BYTES)) {
        fs::write(&side, &whole[..len]).unwrap();
        let unfit = Index::open(&path, Choice::Auto).unwrap_err();
        assert!(matches!(unfit, IndexUnusable::Error(_)), "{len}: {unfit}");
    }
    // Pages that change places.
    for page in 1..whole.len() / PAGE_BYTES {
        let mut bytes = whole.clone();
        let (front, back) = bytes.split_at_mut(page * PAGE_BYTES);
        front[(page - 1) * PAGE_BYTES..].swap_with_slice(&mut back[..PAGE_BYTES]);
        fs::write(&side, &bytes).unwrap();
        let verified = Index::open(&path, Choice::Auto).map(|index| index.verify());
        assert!(!matches!(verified, Ok(Ok(()))), "page {page}");
    }
}

#[test]
fn another_version_is_said_to_be_one() {
    let (_dir, path) = folder_with("games.pgn", b"1. e4 *\n");
    update_file(&path, &options(1 << 20, 1));
    let side = side_path(&path);
    let whole = fs::read(&side).unwrap();
    let mut newer = whole.clone();
    newer[8] = 7;
    fs::write(&side, &newer).unwrap();
    let unfit = Index::open(&path, Choice::Auto).unwrap_err();
    assert!(matches!(unfit, IndexUnusable::Version(7)), "{unfit}");
    fs::write(&side, b"no index at all").unwrap();
    let unfit = Index::open(&path, Choice::Auto).unwrap_err();
    assert!(unfit.to_string().contains("is not an index"), "{unfit}");
}

/// Contents that make no sense, under check sums that are right: an error, and no panic.
#[test]
fn nonsense_with_good_sums_is_no_answer() {
    let (_dir, path) = folder_with("games.pgn", &games(&mut Dice(23), 25));
    update_file(&path, &options(1 << 20, 1));
    let side = side_path(&path);
    let whole = fs::read(&side).unwrap();
    let mut dice = Dice(24);
    for _ in 0..3000 {
        let mut bytes = whole.clone();
        let page = 1 + dice.below(whole.len() / PAGE_BYTES - 1);
        for _ in 0..1 + dice.below(3) {
            let at = page * PAGE_BYTES + dice.below(160);
            bytes[at] = dice.below(256) as u8;
        }
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&(page as u64).to_le_bytes());
        let end = (page + 1) * PAGE_BYTES - 4;
        hasher.update(&bytes[page * PAGE_BYTES..end]);
        bytes[end..end + 4].copy_from_slice(&hasher.finalize().to_le_bytes());
        fs::write(&side, &bytes).unwrap();
        let asked = catch_unwind(|| Index::open(&path, Choice::Auto).map(answers).is_ok());
        assert!(asked.is_ok(), "page {page} panics");
    }
}

/// Fails at one call, and at all after it.
struct Failing {
    call_count: usize,
    fails_at: usize,
}

impl io::Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call_count += 1;
        if self.call_count > self.fails_at {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_write_may_fail_at_any_call() {
    let text = games(&mut Dice(3), 400);
    let segment = |fails_at: usize| {
        let indexer = Indexer::default();
        let means = Means {
            memory_bytes: 1 << 20,
            thread_count: NonZeroUsize::MIN,
            pool: indexer.pool.clone(),
            hasher: indexer.hasher.clone(),
        };
        let mut gathering = Gathering::new(0, 0, &means);
        let (mut worker, mut regions) = (indexer.reader(Choice::Auto), Regions::new(&text[..]));
        while let Some(region) = regions.next_region().unwrap() {
            let mut entries = indexer.begin(&mut worker, 0);
            worker.read(&region, &mut entries);
            indexer.end(&mut worker, &mut entries);
            gathering.take(entries);
        }
        let mut pages = PageWriter::new(Failing { call_count: 0, fails_at }, 0);
        let done = gathering.write(&mut pages).and_then(|_| pages.fill());
        (done, pages.into_sink().call_count)
    };
    let (done, call_count) = segment(usize::MAX);
    done.unwrap();
    assert!(call_count > 10);
    for fails_at in 0..call_count {
        let (done, n) = segment(fails_at);
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(n, fails_at + 1, "nothing more is written");
    }
}
