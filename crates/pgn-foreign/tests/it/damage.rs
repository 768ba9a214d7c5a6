//! Databases that are cut, and databases with changed bytes.

use pgn_foreign::File;
use pgn_foreign::chessbase::Parts;

use crate::corpus::files;
use crate::foreign_laws::{cbh, database_is_read};

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
    let mut parts = Parts::default();
    files.iter().for_each(|(file, bytes)| parts.insert(*file, bytes.clone()));
    database_is_read(parts);
}

#[test]
fn the_seeds_are_read() {
    pgn_testing::each_seed("cbh", cbh);
}

#[test]
fn seeds_are_read_cut_at_every_byte_and_with_every_byte_changed() {
    pgn_testing::each_seed("cbh", |seed| {
        let mut numbers = Numbers(1);
        for at in 0..seed.len() {
            cbh(&seed[..at]);
            let mut changed = seed.to_vec();
            changed[at] ^= 1 << numbers.below(8);
            cbh(&changed);
        }
    });
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
