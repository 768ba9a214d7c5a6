//! Databases that are cut, and databases with changed bytes.

use pgn_formats::databases::{File, Program};

use crate::corpus::files;
use crate::foreign_properties::{cbf, cbh, cbh2, cbv, database_is_read, si4};
use crate::scid;

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

fn read(files: &[(File, Vec<u8>)]) {
    database_is_read(Program::ChessBase, files.iter().cloned().collect());
}

#[test]
fn the_seeds_are_read() {
    pgn_testing::each_seed("cbf", cbf);
    pgn_testing::each_seed("cbh", cbh);
    pgn_testing::each_seed("cbh2", cbh2);
    pgn_testing::each_seed("cbv", cbv);
    pgn_testing::each_seed("si4", si4);
}

#[test]
fn seeds_are_read_cut_at_every_byte_and_with_every_byte_changed() {
    let step = if pgn_testing::is_thorough() { 1 } else { 11 };
    for (target, body) in
        [("cbf", cbf as fn(&[u8])), ("cbh", cbh), ("cbh2", cbh2), ("cbv", cbv), ("si4", si4)]
    {
        pgn_testing::each_seed(target, |seed| {
            let mut numbers = Numbers(1);
            for at in (0..seed.len()).step_by(step) {
                body(&seed[..at]);
                let mut changed = seed.to_vec();
                changed[at] ^= 1 << numbers.below(8);
                body(&changed);
            }
        });
    }
}

/// Scid's sample with some games kept: offsets and ids that lead outside, counts that are wrong,
/// files that are cut, files that are missing.
#[test]
fn a_real_base_is_read_with_changed_bytes() {
    let Some([index, names, games]) = scid::sample() else { return };
    let whole = [index[..182 + 47 * 40].to_vec(), names, games[..16 << 10].to_vec()];
    let mut numbers = Numbers(23);
    let n_rounds = if pgn_testing::is_thorough() { 300 } else { 60 };
    for round in 0..n_rounds {
        let mut damaged = whole.clone();
        for _ in 0..1 + numbers.below(4) {
            let bytes = &mut damaged[numbers.below(3)];
            let at = numbers.below(bytes.len());
            match numbers.below(8) {
                0 => bytes.truncate(at),
                1 => bytes[at..].iter_mut().take(4).for_each(|byte| *byte = 0xFF),
                _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (round % 8)),
            }
        }
        database_is_read(Program::Scid, scid::parts(damaged));
    }
    for n in 0..3 {
        for twelfths in [0, 1, 5, 11] {
            let mut damaged = whole.clone();
            let n_bytes = damaged[n].len() * twelfths / 12;
            damaged[n].truncate(n_bytes);
            assert!(!database_is_read(Program::Scid, scid::parts(damaged)).is_empty());
        }
    }
}

/// A damaged game leaves the others as they were.
#[test]
fn damage_of_one_game_is_the_damage_of_that_game() {
    let Some([index, names, mut games]) = scid::sample() else { return };
    let (sound, _) = scid::read([index.clone(), names.clone(), games.clone()]);
    let offset = |n: usize| {
        let place = 182 + 47 * n;
        u32::from_be_bytes(index[place..place + 4].try_into().unwrap()) as usize
    };
    let (from, to) = (offset(7), offset(8));
    games[from..to].fill(0xFF);
    let (damaged, findings) = scid::read([index, names, games]);
    assert!(!findings.is_empty() && findings.iter().all(|finding| finding.record == Some(8)));
    let differ = |n: &usize| sound[*n] != damaged[*n];
    assert_eq!((0..sound.len()).filter(differ).collect::<Vec<_>>(), [7]);
}

/// Offsets that lead outside, sizes that are too large, references that lead nowhere.
#[test]
fn real_databases_are_read_with_changed_bytes() {
    let folders = [
        "rolandlo__libcbh/Annotation",
        "rolandlo__libcbh/Chess960Corrupt",
        "rolandlo__libcbh/Chess960NonStandard",
        "rolandlo__libcbh/NonStandard",
    ];
    for folder in folders {
        let Some(whole) = files(folder) else { return };
        let mut numbers = Numbers(17);
        for _ in 0..400 {
            let mut damaged = whole.clone();
            for _ in 0..1 + numbers.below(4) {
                let n = numbers.below(damaged.len());
                let bytes = &mut damaged[n].1;
                let at = numbers.below(bytes.len());
                if bytes.is_empty() {
                    continue;
                }
                match numbers.below(4) {
                    0 => bytes.truncate(at),
                    1 => bytes[at..].iter_mut().take(4).for_each(|byte| *byte = 0xFF),
                    _ => bytes[at] = numbers.below(256) as u8,
                }
            }
            read(&damaged);
        }
    }
}

#[test]
fn real_databases_are_read_cut_short_and_without_files() {
    let folders = [
        "rolandlo__libcbh/WithVariations",
        "trojanfoe__ChessCore/Capa",
        "rolandlo__libcbh/Annotation",
    ];
    for folder in folders {
        let Some(whole) = files(folder) else { return };
        for n in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged.remove(n);
            read(&damaged);
            for twelfths in [0, 1, 5, 11] {
                let mut damaged = whole.clone();
                let bytes = &mut damaged[n].1;
                bytes.truncate(bytes.len() * twelfths / 12);
                read(&damaged);
            }
        }
    }
}
