use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::evidence::{Known, dates, events, rounds};
use super::key::DedupeKey;
use super::*;
use crate::reading::read_text;
use crate::scan;
use crate::sort::{Budget, Disk, Folder, Scratch};
use pgnkit::Outcome;

#[test]
fn prints_are_what_was_pushed() {
    let print = DedupeKey {
        ordinal: 7,
        is_core: true,
        moves_bytes: 80,
        ply_count: 42,
        core_ply_count: 40,
        unplayed: 3,
        tags: u64::MAX,
        annotation_count: 5,
        command_count: 6,
        tag_count: 9,
        date: *b"199211??",
        outcome: Outcome::Draw,
        white: "H\u{fc}bner".to_owned(),
        link: "lichess.org abcdefgh".to_owned(),
        ..DedupeKey::default()
    };
    let mut load = Vec::new();
    print.push(&mut load);
    assert_eq!(DedupeKey::parse(&load), Some(print));
    DedupeKey::set_ordinal(&mut load, 9, true);
    let seen = DedupeKey::parse(&load).expect("a print");
    assert!(seen.ordinal == 9 && seen.is_seen && seen.is_core);
    for len in 0..load.len() {
        assert_eq!(DedupeKey::parse(&load[..len]), None);
    }
    let long = DedupeKey { event: "\u{e4}".repeat(500), ..DedupeKey::default() };
    load.clear();
    long.push(&mut load);
    assert_eq!(DedupeKey::parse(&load).expect("a print").event, "\u{e4}".repeat(120));
}

#[test]
fn evidences_are_what_was_kept() {
    let evidence = Evidence {
        relation: Relation::Tail,
        ply_count: 77,
        players: PlayersMatch::Family,
        date: DateMatch::Near,
        event: EventMatch::Related,
        round: Match::Different,
        result: Match::Unknown,
        link: Match::Equal,
        time: Match::Unknown,
    };
    assert_eq!(Evidence::from_bytes(evidence.to_bytes()), Some(evidence));
    assert_eq!(Evidence::from_bytes([9; 12]), None);
}

#[test]
fn dates_fit_or_not() {
    use DateMatch as D;
    for (one, other, expected) in [
        ("19921104", "19921104", D::Equal),
        ("19921104", "199211??", D::Fits),
        ("19921104", "1992????", D::Fits),
        ("199211??", "1992??04", D::Fits),
        ("19921104", "????????", D::Unknown),
        ("19921104", "19921105", D::Near),
        ("20000228", "20000301", D::Near),
        ("19991231", "20000101", D::Near),
        ("19921104", "19920411", D::Near),
        ("19921104", "19921206", D::Far),
        ("19921104", "1993????", D::Far),
        ("19921104", "199212??", D::Far),
    ] {
        let of = |text: &str| <[u8; 8]>::try_from(text.as_bytes()).expect("eight digits");
        assert_eq!(dates(&of(one), &of(other)), expected, "{one} {other}");
        assert_eq!(dates(&of(other), &of(one)), expected, "{other} {one}");
    }
}

#[test]
fn rounds_are_numbers() {
    use Match as M;
    for (one, other, expected) in [
        ("1", "01", M::Equal),
        ("3.1", "3.1", M::Equal),
        ("3.1", "3-01", M::Equal),
        ("3", "3.1", M::Unknown),
        ("3", "?", M::Unknown),
        ("3", "-", M::Unknown),
        ("3", "31", M::Different),
        ("3.1", "3.2", M::Different),
        ("final", "Final", M::Equal),
    ] {
        assert_eq!(rounds(one, other), expected, "{one} {other}");
        assert_eq!(rounds(other, one), expected, "{other} {one}");
    }
}

#[test]
fn events_share_words() {
    use EventMatch as E;
    for (one, other, expected) in [
        ("linares", "linares", E::Alike),
        ("linares", "linares 10th", E::Alike),
        ("fide world cup", "world cup 2011", E::Related),
        ("usa ch", "olympiad", E::Different),
        ("a b", "b c", E::Different),
        ("", "linares", E::Unknown),
    ] {
        assert_eq!(events(one, other), expected, "{one} {other}");
        assert_eq!(events(other, one), expected, "{other} {one}");
    }
}

#[test]
fn likeness_of_games_does_not_ask_who_comes_first() {
    let print = |white: &str, round: &str, date: &[u8; 8], n: u32| DedupeKey {
        white: white.to_owned(),
        black: "Tal, Mihail".to_owned(),
        round: round.to_owned(),
        date: *date,
        ply_count: n,
        core_ply_count: n,
        ..DedupeKey::default()
    };
    let names = ["Botvinnik, M", "Mikhail Botvinnik", "Botwinnik, Michail", "Smyslov, V", "?"];
    let dates = [b"19600315", b"1960????", b"????????", b"19610315", b"19600316"];
    for (a, b) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
        for (c, d) in dates.iter().flat_map(|c| dates.iter().map(move |d| (c, d))) {
            for round in ["1", "?", "2"] {
                let one = Known::of(print(a, "1", c, 50));
                let other = Known::of(print(b, round, d, 50));
                let judged = |one, other| same_game::is_one(one, other, Relation::Same, 50);
                assert_eq!(judged(&one, &other), judged(&other, &one), "{a} {b} {round}");
            }
        }
    }
}

#[test]
fn rules_come_in_the_order_that_was_asked_for() {
    let print = |annotation_count, core_ply_count, tag_count| DedupeKey {
        annotation_count,
        core_ply_count,
        ply_count: core_ply_count,
        tag_count,
        ..DedupeKey::default()
    };
    let (short, long) = (print(3, 10, 7), print(0, 20, 7));
    let usual = Prefer::default();
    assert_eq!(usual.compare(&short, &long).1, Rule::Annotated);
    assert!(usual.key(&short) < usual.key(&long));
    let longer = Prefer::parse("tags, longer").expect("rules");
    assert_eq!(longer.compare(&long, &short), (std::cmp::Ordering::Less, Rule::Longer));
    assert!(longer.key(&long) < longer.key(&short));
    assert_eq!(Prefer::parse("longer,size"), Err("size"));
}

/// Fails from some write on.
#[derive(Clone)]
struct Faulty {
    folder: Folder,
    left: Arc<AtomicUsize>,
}

struct FaultyFile(Box<dyn Scratch>, Arc<AtomicUsize>);

impl Disk for Faulty {
    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(FaultyFile(self.folder.scratch()?, self.left.clone())))
    }
}

impl Scratch for FaultyFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let spent = |left: usize| left.checked_sub(1);
        if self.1.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent).is_err() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.append(bytes)
    }

    fn read_at(&mut self, offset: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, bytes)
    }
}

/// The roles of the games of a text, found within this many bytes on such a disk.
fn roles<D: Disk + Clone>(text: &str, disk: D, bytes: usize) -> io::Result<Vec<Role>> {
    let take = Take::default();
    let mut finder = Finder::new(take, disk, Budget { run_bytes: bytes, merge_bytes: bytes });
    let mut taken = Ok(());
    read_text(text, scan::Options::default(), take, |made| {
        if taken.is_ok() {
            taken = finder.take(made.output);
        }
    });
    taken?;
    let mut roles = finder.finish()?;
    let n = roles.counts().game_count;
    (0..n).map(|game| roles.of(game)).collect()
}

/// Games in which each third is a copy of one before, with another name.
fn some_games(n: usize) -> String {
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
                9. h3 Nb8 10. d4 Nbd7";
    const SYLLABLES: [&str; 10] = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu"];
    let name = |n: usize| [n / 100, n / 10, n].map(|n| SYLLABLES[n % 10]).concat();
    let game = |n: usize| {
        let (given, which) = if n % 3 == 2 { ("A.", n - 1) } else { ("Anna", n) };
        let (family, day) = (name(which), 1 + which % 28);
        format!(
            "[White \"{family}, {given}\"]\n[Black \"B\"]\n[Date \"2000.01.{day:02}\"]\n\n\
             {line} 1-0\n\n"
        )
    };
    (0..n).map(game).collect()
}

#[test]
fn how_much_memory_there_is_does_not_show() {
    let text = some_games(300);
    let disk = || Folder(std::env::temp_dir());
    let whole = roles(&text, disk(), 64 << 20).expect("no trouble");
    let copy_count = whole.iter().filter(|role| matches!(role, Role::Copy { .. })).count();
    assert_eq!(copy_count, 100);
    for bytes in [1_000, 20_000, 200_000] {
        assert_eq!(roles(&text, disk(), bytes).expect("no trouble"), whole);
    }
    // No game is dropped for a duplicate that is dropped.
    for role in &whole {
        if let Role::Copy { kept, .. } = role {
            assert_eq!(whole[*kept as usize], Role::Kept);
        }
    }
}

#[test]
fn a_full_disk_is_an_error_wherever_it_comes() {
    let text = some_games(120);
    let mut failed_count = 0;
    for left in 0..400 {
        let folder = Folder(std::env::temp_dir());
        let disk = Faulty { folder, left: Arc::new(AtomicUsize::new(left)) };
        match roles(&text, disk, 10_000) {
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
            Ok(_) => break,
        }
        failed_count += 1;
    }
    assert!((5..400).contains(&failed_count), "{failed_count}");
}
