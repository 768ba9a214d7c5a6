//! The archive: where games go, that each comes once, and that a run may end anywhere (§11.5,
//! D-43).

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::{Added, Archive, Options, Step, Tree};
use crate::collate::Movetexts;
use crate::collate::Order;
use crate::error::{Error, ErrorKind};
use crate::extract::Extract;
use crate::reading::read_text;
use crate::scan::{self};
use crate::sort::{Budget, Sorter};
use crate::split::{Limits, Writing};

const BUDGET: Budget = Budget { run_bytes: 2_000, merge_bytes: 100_000 };

/// A scratch folder; in memory where that can be had, since many files are brought to the disk.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn options(tree: Option<Tree>, games_max: Option<u64>) -> Options {
    Options {
        tree,
        limits: Limits { games_max, bytes_max: None },
        budget: BUDGET,
        temporary: None,
        writing: Writing::Files,
    }
}

/// Adds games to the archive below `root`.
fn add(root: &Path, text: &str, options: Options, step: &mut Step<'_>) -> Result<Added, Error> {
    let mut archive = Archive::open(root, options, step)?;
    let movetexts = Movetexts::new(Order::default());
    let mut sorter = Sorter::new(archive.temporary_folder(), movetexts, BUDGET);
    read_text(text, scan::Options::default(), Extract(archive.keys()), |made| {
        for game in made.output.games() {
            sorter.push(game.key, game.stored).unwrap();
        }
    });
    archive.add(sorter.finish().unwrap())?;
    archive.finish(step)
}

fn add_well(root: &Path, text: &str, games_max: Option<u64>) -> Added {
    add(root, text, options(None, games_max), &mut || Ok(())).unwrap()
}

/// All files below `root`, hidden ones too, with their contents; folders end in a slash.
fn tree_of(root: &Path) -> BTreeMap<String, String> {
    let mut tree = BTreeMap::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if path.is_dir() {
                tree.insert(name + "/", String::new());
                waiting.push(path);
            } else {
                tree.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    tree
}

fn game(date: &str, event: &str, white: &str, moves: &str) -> String {
    format!("[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n\n{moves} *\n\n")
}

fn first_games() -> String {
    game("1992.11.04", "Open", "Tal, M.", "1. e4")
        + &game("1992.02.01", "Open", "Tal, M.", "1. d4")
        + &game("1993.??.??", "Open-001", "Euwe, M.", "1. c4")
}

fn second_games() -> String {
    game("1991.01.01", "OPEN", "TAL", "1. f4")
        + &game("1992.11.04", "Open", "Tal, M.", "1.  e4 {}")
        + &game("1992.11.04", "Open", "Tal, M.", "1. e4 e5")
        + &game("1994.01.01", "Cup", "Euwe, M.", "1. b3")
}

#[test]
fn an_empty_archive_has_the_folders_and_pages_of_the_standard() {
    // PGN-11-11
    let dir = folder();
    let step: &mut Step<'_> = &mut || Ok(());
    let archive = Archive::open(dir.path(), options(None, None), step).unwrap();
    archive.finish(step).unwrap();
    let names: Vec<String> = tree_of(dir.path()).into_keys().collect();
    let expected = [
        "PGN/",
        "PGN/Events/",
        "PGN/Events/News",
        "PGN/Events/ReadMe",
        "PGN/MGR/",
        "PGN/MGR/News",
        "PGN/MGR/ReadMe",
        "PGN/News",
        "PGN/Players/",
        "PGN/Players/News",
        "PGN/Players/ReadMe",
        "PGN/ReadMe",
        "PGN/Standard",
        "PGN/Tools/",
    ];
    assert_eq!(names, expected);
}

#[test]
fn each_game_stands_in_three_places_once_and_in_order() {
    let dir = folder();
    let added = add_well(dir.path(), &first_games(), None);
    assert_eq!(added, Added { game_count: 3, known_count: 0, file_count: 7 });
    let added = add_well(dir.path(), &second_games(), None);
    assert_eq!(added, Added { game_count: 3, known_count: 1, file_count: 8 });
    let tree = tree_of(dir.path());
    let open = game("1991.01.01", "OPEN", "TAL", "1. f4")
        + &game("1992.02.01", "Open", "Tal, M.", "1. d4")
        + &game("1992.11.04", "Open", "Tal, M.", "1. e4")
        + &game("1992.11.04", "Open", "Tal, M.", "1. e4 e5");
    assert_eq!(tree["PGN/Events/Open.pgn"], open);
    assert_eq!(tree["PGN/Players/Tal.pgn"], open);
    assert_eq!(tree["PGN/Events/Open-001.pgn"].matches("[Event").count(), 1);
    assert_eq!(tree["PGN/Players/Unknown.pgn"].matches("[Event").count(), 6);
    assert_eq!(tree["PGN/MGR/1992/1992.pgn"].matches("[Event").count(), 3);
    assert!(tree.contains_key("PGN/MGR/1994/ReadMe") && tree.contains_key("PGN/MGR/1991/News"));
    assert!(tree["PGN/MGR/1992/News"].ends_with("\n3 games in 1 file.\n\n        3  1992.pgn\n"));
    assert!(tree["PGN/MGR/News"].contains("\n6 games of 4 years.\n"));
    assert!(tree["PGN/News"].ends_with("        6  Events\n        6  MGR\n       12  Players\n"));
    // Once more, and nothing changes.
    let added = add_well(dir.path(), &(second_games() + &first_games()), None);
    assert_eq!(added, Added { game_count: 0, known_count: 7, file_count: 0 });
    assert_eq!(tree_of(dir.path()), tree);
}

#[test]
fn large_files_have_parts_and_may_be_joined_again() {
    // PGN-11-09
    let dir = folder();
    let games: String =
        (1..=5).map(|day| game(&format!("1992.01.0{day}"), "Open", "Tal", "1. e4")).collect();
    add_well(dir.path(), &games, Some(2));
    let names = |dir: &Path| -> Vec<String> {
        tree_of(dir).into_keys().filter(|name| name.starts_with("PGN/Events/O")).collect()
    };
    let parts = ["Open-001.pgn", "Open-002.pgn", "Open-003.pgn"].map(|n| format!("PGN/Events/{n}"));
    assert_eq!(names(dir.path()), parts);
    let joined: String = parts.iter().map(|name| tree_of(dir.path())[name].clone()).collect();
    assert_eq!(joined, games);
    // The event of that very name finds its place and keeps it.
    let other = game("1992.01.01", "Open-002", "Euwe", "1. d4");
    for expected in [1, 0] {
        assert_eq!(add_well(dir.path(), &other, Some(2)).game_count, expected);
        assert_eq!(tree_of(dir.path())["PGN/Events/Open-002_.pgn"], other);
    }
    add_well(dir.path(), &game("1992.01.06", "Open", "Tal", "1. e4"), None);
    assert_eq!(names(dir.path()), ["PGN/Events/Open-002_.pgn", "PGN/Events/Open.pgn"]);
    let news = &tree_of(dir.path())["PGN/Events/News"];
    assert!(news.ends_with("\n        1  Open-002_.pgn\n        6  Open.pgn\n"), "{news}");
}

#[test]
fn the_parting_by_date_is_kept() {
    // PGN-11-10
    for (tree, file) in [
        (Tree::Year, "1992/1992.pgn"),
        (Tree::Month, "1992/199211/199211.pgn"),
        (Tree::Day, "1992/199211/19921104.pgn"),
    ] {
        let dir = folder();
        let step: &mut Step<'_> = &mut || Ok(());
        add(dir.path(), &first_games(), options(Some(tree), None), step).unwrap();
        assert!(tree_of(dir.path()).contains_key(&format!("PGN/MGR/{file}")), "{file}");
        add_well(dir.path(), &second_games(), None);
        let game_count = tree_of(dir.path())[&format!("PGN/MGR/{file}")].matches("1. e4").count();
        assert_eq!(game_count, 2, "{file}");
        let other = if tree == Tree::Day { Tree::Year } else { Tree::Day };
        let refused = Archive::open(dir.path(), options(Some(other), None), step).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Usage);
    }
}

#[test]
fn what_people_write_themselves_stays() {
    let dir = folder();
    add_well(dir.path(), &first_games(), None);
    let at = |name: &str| dir.path().join("PGN").join(name);
    fs::write(at("ReadMe"), "mine").unwrap();
    fs::write(at("Events/News"), "my news").unwrap();
    let own = game("1800.01.01", "Open", "?", "1. a3") + "; my remark\n1. a4 *\n";
    fs::write(at("Events/open.PGN"), own).unwrap();
    fs::remove_file(at("Events/Open.pgn")).unwrap();
    add_well(dir.path(), &second_games(), None);
    let tree = tree_of(dir.path());
    assert_eq!(
        (tree["PGN/ReadMe"].as_str(), tree["PGN/Events/News"].as_str()),
        ("mine", "my news")
    );
    let open = &tree["PGN/Events/open.PGN"];
    assert!(open.starts_with("; my remark\n1. a4 *\n\n[Event \"Open\"]\n[Date \"1800"), "{open}");
    assert_eq!(open.matches('*').count(), 5);
}

#[test]
fn a_file_that_cannot_be_read_stops_everything() {
    let dir = folder();
    add_well(dir.path(), &first_games(), None);
    fs::write(dir.path().join("PGN/Events/Cup.pgn"), "<html><body>no games</body></html>").unwrap();
    let tree = tree_of(dir.path());
    let step: &mut Step<'_> = &mut || Ok(());
    let refused = add(dir.path(), &second_games(), options(None, None), step).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::NoGames);
    assert_eq!(tree_of(dir.path()), tree);
}

#[test]
fn a_run_that_stops_anywhere_leaves_the_old_tree_or_the_new_one() {
    let build = |root: &Path| add_well(root, &first_games(), Some(1));
    let dir = folder();
    build(dir.path());
    let old = tree_of(dir.path());
    add_well(dir.path(), &second_games(), None);
    let new = tree_of(dir.path());
    let (mut old_count, mut new_count) = (0, 0);
    for step_count in 0.. {
        let dir = folder();
        build(dir.path());
        let mut left = step_count;
        let mut step = || {
            left -= 1;
            if left < 0 { Err(io::Error::other("stopped")) } else { Ok(()) }
        };
        let done = add(dir.path(), &second_games(), options(None, None), &mut step);
        // The next run finds one of the two, whatever it is about to do.
        drop(Archive::open(dir.path(), options(None, None), &mut || Ok(())).unwrap());
        let found = tree_of(dir.path());
        assert!(found == old || found == new, "{step_count}: {:?}", found.keys());
        old_count += usize::from(found == old);
        new_count += usize::from(found == new);
        add_well(dir.path(), &second_games(), None);
        assert!(tree_of(dir.path()) == new, "{step_count}");
        if done.is_ok() {
            break;
        }
    }
    assert!(old_count > 10 && new_count > 10, "{old_count} {new_count}");
}

#[cfg(unix)]
#[test]
fn two_runs_at_once_are_refused() {
    let dir = folder();
    add_well(dir.path(), &first_games(), None);
    let step: &mut Step<'_> = &mut || Ok(());
    let first = Archive::open(dir.path(), options(None, None), step).unwrap();
    let refused = Archive::open(dir.path(), options(None, None), step).unwrap_err();
    assert!(refused.to_string().contains("another run is working on this archive"), "{refused}");
    drop(first);
    Archive::open(dir.path(), options(None, None), step).unwrap();
}

#[test]
fn a_journal_whose_files_are_gone_removes_nothing() {
    let dir = folder();
    add_well(dir.path(), &first_games(), None);
    let journal = "pgn archive journal 1\nmove\t0\tEvents/New.pgn\nremove\tEvents/Open.pgn\n";
    fs::write(dir.path().join("PGN/.pgn-journal"), journal).unwrap();
    Archive::open(dir.path(), options(None, None), &mut || Ok(())).unwrap_err();
    assert!(dir.path().join("PGN/Events/Open.pgn").is_file());
}

#[test]
fn a_journal_that_is_none_is_not_obeyed() {
    let dir = folder();
    for text in [
        "something else",
        "pgn archive journal 1\nremove\t../../precious\n",
        "pgn archive journal 1\nmove\t0\t/etc/passwd\n",
        "pgn archive journal 1\nburn\teverything\n",
        "pgn archive journal 1\nmove\t../../stolen\tEvents/a.pgn\n",
        "pgn archive journal 1\nmove\t\tEvents/a.pgn\n",
        "pgn archive journal 1\nmove\t0\t\n",
        "pgn archive journal 1\nmove\t0\t.pgn-journal\n",
    ] {
        fs::create_dir_all(dir.path().join("PGN")).unwrap();
        fs::write(dir.path().join("PGN/.pgn-journal"), text).unwrap();
        let refused = Archive::open(dir.path(), options(None, None), &mut || Ok(())).unwrap_err();
        assert!(refused.to_string().contains("is not an archive journal"), "{refused}");
    }
}

/// An untrusted archive may have links and a journal; their targets stay unchanged.
#[cfg(unix)]
#[test]
fn nothing_outside_the_archive_is_moved_or_removed() {
    use std::os::unix::fs::symlink;
    let title = "pgn archive journal 1\n";
    let cases: [(&str, &[(&str, &str)]); 5] = [
        ("remove\tEvents/precious.pgn\n", &[("../outside", "Events")]),
        ("move\t0\tEvents/precious.pgn\n", &[("../outside", "Events")]),
        ("move\t7\tEvents/a.pgn\n", &[("../outside", ".pgn-stage")]),
        ("move\t0\tEvents/a/b/c.pgn\n", &[("../outside", "Events")]),
        ("", &[("../outside/7", ".pgn-journal")]),
    ];
    for (steps, links) in cases {
        let dir = folder();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir_all(at("PGN/.pgn-stage")).unwrap();
        fs::create_dir_all(at("outside")).unwrap();
        fs::write(at("PGN/.pgn-stage/0"), "new").unwrap();
        fs::write(at("outside/precious.pgn"), "old").unwrap();
        fs::write(at("outside/7"), format!("{title}remove\tEvents/a.pgn\n")).unwrap();
        if !steps.is_empty() {
            fs::write(at("PGN/.pgn-journal"), format!("{title}{steps}")).unwrap();
        }
        for (target, link) in links {
            let _ = fs::remove_dir_all(at("PGN").join(link));
            symlink(target, at("PGN").join(link)).unwrap();
        }
        let before = tree_of(&at("outside"));
        Archive::open(dir.path(), options(None, None), &mut || Ok(())).unwrap_err();
        assert_eq!(tree_of(&at("outside")), before, "{steps:?} {links:?}");
    }
}

/// A link in an archive is refused before anything is changed.
#[cfg(unix)]
#[test]
fn a_link_in_the_tree_stops_everything() {
    let dir = folder();
    add_well(dir.path(), &first_games(), None);
    let at = |name: &str| dir.path().join(name);
    fs::rename(at("PGN/Events"), at("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", at("PGN/Events")).unwrap();
    let before = tree_of(&at("elsewhere"));
    let refused =
        add(dir.path(), &second_games(), options(None, None), &mut || Ok(())).unwrap_err();
    assert!(refused.to_string().contains("Events is a link"), "{refused}");
    assert_eq!(tree_of(&at("elsewhere")), before);
    assert!(!at("PGN/.pgn-journal").exists() && !at("PGN/.pgn-stage").exists());
}
