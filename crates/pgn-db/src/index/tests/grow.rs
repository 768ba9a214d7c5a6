//! Files that change: growth is added, a different file is detected.

use std::fs;
use std::io::Write as _;
use std::time::{Duration, SystemTime};

use super::super::{Change, Done, Index, IndexUnusable, Options, side_path};
use super::scan_agreement::{check, packed};
use super::{Dice, Twin, folder_with, games, open, options, update_file};
use crate::source::Compression;
use pgnkit::charset::{Choice, Encoding};

fn unfit(path: &std::path::Path) -> String {
    Index::open(path, Choice::Auto).unwrap_err().to_string()
}

#[test]
fn a_file_that_grew_is_as_if_it_was_always_so() {
    for seed in 1..=12 {
        let mut dice = Dice(seed * 31);
        let text = games(&mut dice, 40);
        // Cut anywhere, also in the middle of a game, a tag or a character.
        let mut cuts: Vec<usize> = (0..3).map(|_| dice.below(text.len())).collect();
        cuts.sort_unstable();
        let (_dir, path) = folder_with("games.pgn", &text[..cuts[0]]);
        update_file(&path, &options(1 << 20, 1));
        for cut in [cuts[1], cuts[2], text.len()] {
            let was = fs::metadata(&path).unwrap().len();
            fs::write(&path, &text[..cut]).unwrap();
            if cut as u64 > was {
                assert!(matches!(unfit(&path).as_str(), it if it.contains("has grown")));
            }
            let done = update_file(&path, &options(1 << 20, 1));
            assert!(!matches!(&done, Done::Built(_, Some(_))), "{done:?}");
            if !Twin::of(&text[..cut]).games.is_empty() {
                check(&path, &Twin::of(&text[..cut]));
            }
        }
    }
}

#[test]
fn only_new_games_are_read_and_old_pages_stay() {
    let text = games(&mut Dice(3), 300);
    let more = games(&mut Dice(4), 20);
    let (_dir, path) = folder_with("games.pgn", &text);
    update_file(&path, &options(1 << 20, 1));
    let before = open(&path);
    fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(&more).unwrap();
    let done = update_file(&path, &options(1 << 20, 1));
    let twin = Twin::of(&[text, more].concat());
    let new_count = twin.games.len() as u64 - u64::from(before.game_count());
    assert_eq!(done, Done::Appended(new_count));
    assert_eq!(open(&path).segment_count(), before.segment_count() + 1);
    check(&path, &twin);
}

#[test]
fn packed_files_grow_by_members() {
    let (text, more) = (games(&mut Dice(6), 1200), games(&mut Dice(7), 1200));
    for compression in [Compression::Gzip, Compression::Zstd] {
        let first = packed(&text, compression, 3);
        let (_dir, path) = folder_with("games.pgn.x", &first);
        update_file(&path, &options(4 << 20, 2));
        let both = [first, packed(&more, compression, 3)].concat();
        fs::write(&path, &both).unwrap();
        assert!(matches!(update_file(&path, &options(4 << 20, 2)), Done::Appended(_)));
        check(&path, &Twin::of(&[&text[..], &more].concat()));
    }
}

#[test]
fn after_many_additions_it_is_built_anew() {
    let (_dir, path) = folder_with("games.pgn", b"1. e4 *\n\n1. d4 *\n\n");
    update_file(&path, &options(1 << 20, 1));
    let mut rebuilt_count = 0;
    for _ in 0..40 {
        let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"1. c4 *\n\n").unwrap();
        match update_file(&path, &options(1 << 20, 1)) {
            Done::Appended(n) => assert_eq!(n, 1),
            done => {
                assert!(matches!(done, Done::Built(..)));
                rebuilt_count += 1;
            }
        }
        assert!(open(&path).segment_count() <= 33);
    }
    assert_eq!((rebuilt_count, open(&path).game_count()), (1, 42));
}

#[test]
fn a_file_that_changed_is_said_to_have_changed() {
    let text = games(&mut Dice(8), 400);
    let (_dir, path) = folder_with("games.pgn", &text);
    assert!(matches!(Index::open(&path, Choice::Auto), Err(IndexUnusable::Absent)));
    update_file(&path, &options(1 << 20, 1));
    let latin1 = Choice::Fixed(Encoding::Latin1);
    assert!(matches!(Index::open(&path, latin1), Err(IndexUnusable::Encoding)));

    // One byte, anywhere, by a program that restores the time.
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let mut other = text.clone();
    let at = text.len() / 3;
    other[at] = other[at].wrapping_add(1);
    let put = |bytes: &[u8], time: SystemTime| {
        fs::write(&path, bytes).unwrap();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_modified(time).unwrap();
    };
    put(&other, time);
    assert!(open_fails_or_verify_fails(&path));

    // The same bytes at another time are known again by all of them.
    put(&text, time + Duration::from_secs(5));
    let why = Index::open(&path, Choice::Auto).unwrap_err();
    assert!(matches!(why, IndexUnusable::Changed(Change::Touched)), "{why}");
    assert_eq!(update_file(&path, &options(1 << 20, 1)), Done::Stamped);
    check(&path, &Twin::of(&text));

    put(&other, time + Duration::from_secs(9));
    let done = update_file(&path, &options(1 << 20, 1));
    assert!(matches!(&done, Done::Built(_, Some(why)) if why.contains("has changed")), "{done:?}");
    check(&path, &Twin::of(&other));

    put(&other[..other.len() - 9], time);
    assert!(unfit(&path).contains("shorter"));

    // It has grown, but it does not begin as it did.
    put(&[&text[..], b"1. e4 *\n"].concat(), time);
    let done = update_file(&path, &options(1 << 20, 1));
    assert!(matches!(done, Done::Built(_, Some(_))), "{done:?}");
}

fn open_fails_or_verify_fails(path: &std::path::Path) -> bool {
    Index::open(path, Choice::Auto).is_err() || open(path).verify().is_err()
}

#[test]
fn what_cannot_have_an_index_is_refused() {
    let mut told = super::Told::default();
    let (dir, path) = folder_with("page.pgn", b"<html><body>\n<p>no games\n</body></html>\n");
    let inputs = crate::source::Inputs::gather(&[path.clone(), dir.path().join("none.pgn")]);
    super::super::update(inputs, &options(1 << 20, 1), &mut told).unwrap();
    assert_eq!(told.troubles.len(), 2, "{:?}", told.troubles);
    assert!(told.troubles[0].contains("not PGN") && told.troubles[1].contains("no such file"));
    assert!(!side_path(&path).exists());

    // A file that breaks off keeps the index that it had.
    let packed = packed(&games(&mut Dice(1), 50), Compression::Gzip, 1);
    let (_dir, path) = folder_with("games.pgn.gz", &packed);
    update_file(&path, &options(1 << 20, 1));
    let before = fs::read(side_path(&path)).unwrap();
    fs::write(&path, &packed[..packed.len() / 2]).unwrap();
    let mut told = super::Told::default();
    let rebuild = Options { rebuild: true, ..options(1 << 20, 1) };
    super::super::update(
        crate::source::Inputs::gather(std::slice::from_ref(&path)),
        &rebuild,
        &mut told,
    )
    .unwrap();
    assert_eq!((told.done.len(), told.troubles.len()), (0, 1));
    assert!(fs::read(side_path(&path)).unwrap() == before);
}
