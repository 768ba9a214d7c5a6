//! Streams that are in order, from cases.
//!
//! Owns: the cases. Knows nothing of: games that are copies.
//! Standard: §12. Decisions: D-42.
//! Start at [`games_come_as_a_sorter_gives_them`].

use std::num::NonZeroUsize;

use super::*;
use crate::carry::open_parcel;
use crate::scan;
use crate::sort::{Budget, Folder, NoTail, Sorter};
use crate::source::Inputs;
use pgnkit::charset::Choice;
use pgnkit::collate::{Collation, Key};
use pgnkit::read::{Games, LanguageChoice};

const OPTIONS: scan::Options = scan::Options {
    encoding: Choice::Auto,
    language: LanguageChoice::English,
    n_threads: NonZeroUsize::MIN,
    cut: scan::Cut::Games,
    under_way_bytes: scan::UNDER_WAY_BYTES,
    unpack_bytes_max: crate::source::UNPACK_BYTES_MAX,
};

fn game(white: &str, movetext: &str) -> String {
    format!("[White \"{white}\"]\n\n{movetext}\n\n")
}

/// The files in a folder, each by itself.
fn files(dir: &tempfile::TempDir, texts: &[String]) -> Vec<Inputs> {
    let path = |n: usize| dir.path().join(format!("{n}.pgn"));
    let file = |(n, text): (usize, &String)| {
        std::fs::write(path(n), text).unwrap();
        path(n)
    };
    let paths: Vec<_> = texts.iter().enumerate().map(file).collect();
    Inputs::gather(&paths).each()
}

/// What comes of files, without the games of these numbers; the games that have moved have others.
fn merged(texts: &[String], gone: &[u64], moved: &[(u64, String)]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder(dir.path().to_owned());
    let (collation, budget) = (Collation::default(), Budget { run_bytes: 500, merge_bytes: 500 });
    let sorter = || Sorter::new(folder.clone(), NoTail, budget);
    let mut put = Moved::new(&collation, sorter());
    for (number, text) in moved {
        put.push(*number, &[&[0], text.as_bytes()].concat()).unwrap();
    }
    let mut next = 0;
    let mut first = |text: &String| {
        let first = next;
        next += Games::new(text.as_bytes()).count() as u64;
        first
    };
    let firsts = texts.iter().map(&mut first).collect();
    let query = None;
    let merger = Merger { collation, query, options: OPTIONS, folder: folder.clone(), budget };
    let mut all = Vec::new();
    let stays = |number| !gone.contains(&number) && moved.iter().all(|it| it.0 != number);
    let take = |parcel: &[u8]| {
        all.extend_from_slice(open_parcel(parcel).text);
        Ok(())
    };
    let merged = merger.run(files(&dir, texts), firsts, stays, put, take).unwrap();
    assert_eq!(merged.ends.len(), texts.len());
    String::from_utf8(all).unwrap()
}

/// Many games, of which several have equal heads: in files, each in order, and all in order.
fn shared_out(n_files: usize) -> (Vec<String>, String) {
    let one = |n: usize| {
        let moves = ["1. e4 *", "1. d4 *", "1. d4 d5 *", "1. e4 1-0"][n % 4];
        (n * 7 % n_files, game(&format!("Player {:03}", n * n % 90), moves))
    };
    let mut games: Vec<(usize, String)> = (0..400).map(one).collect();
    games.sort_by_key(|(file, _)| *file);
    let key = |text: &String| Key::of(&Games::new(text.as_bytes()).next().unwrap().unwrap());
    let mut files = vec![Vec::new(); n_files];
    games.iter().for_each(|(file, text)| files[*file].push(text.clone()));
    files.iter_mut().for_each(|file| file.sort_by_key(key));
    let mut all: Vec<String> = files.concat();
    all.sort_by_key(key);
    (files.iter().map(|file| file.concat()).collect(), all.concat())
}

#[test]
fn games_come_as_a_sorter_gives_them() {
    for n_files in [1, 2, 5] {
        let (files, all) = shared_out(n_files);
        assert!(merged(&files, &[], &[]) == all, "{n_files}");
    }
    assert_eq!(merged(&[String::new()], &[], &[]), "");
}

#[test]
fn games_go_and_move() {
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|white| game(white, "1. e4 *"));
    let files = [[a.as_str(), &d].concat(), [b.as_str(), &c].concat() + "lost words\n"];
    assert_eq!(
        merged(&files, &[], &[]),
        [&a, &b, &c, &d].map(|it| &**it).concat() + "lost words\n\n"
    );
    let moved = game("AA", "1. e4 e5 *");
    let found = merged(&files, &[2], &[(1, moved.clone())]);
    assert_eq!(found, [&a, &moved, &c].map(|it| &**it).concat() + "lost words\n\n");
}

#[test]
fn disorder_is_seen_within_files_and_not_between_them() {
    let dir = tempfile::tempdir().unwrap();
    let order = Collation::default().tags_first();
    let (texts, all) = shared_out(3);
    let reversed = game("B", "1. e4 *") + &game("A", "1. e4 *");
    let cases: [(&[String], Option<usize>); 5] = [
        (&texts, Some(3)),
        (&[all.clone(), texts[0].clone()], Some(2)),
        (&[all.clone() + &texts[0]], None),
        (&[texts[0].clone(), reversed], None),
        (&[String::new(), "no game".to_owned()], Some(2)),
    ];
    for (texts, expected) in cases {
        let found = in_order(files(&dir, texts), OPTIONS, &order).unwrap();
        assert_eq!(found.map(|sources| sources.into_iter().sum()), expected);
    }
}
