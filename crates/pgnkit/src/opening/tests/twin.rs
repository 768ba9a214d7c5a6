//! The unpacked table against a plain reading of the lists, and real games.

use super::find::agree;
use crate::opening::{Table, standard};
use pgn_chess::Position;
use pgn_chess::notation::san::{SanOptions, resolve};
use pgn_testing::shared_corpus;

#[test]
fn the_table_unpacks_to_the_end() {
    let text = include_str!("../../../data/openings.txt");
    let n_lines = text.lines().filter(|line| !line.starts_with('#')).count();
    let table = standard::unpack(text);
    assert!(n_lines > 3000 && table.len() == n_lines, "{} of {n_lines}", table.len());
    assert_eq!(table.n_plies_max(), 36);
}

/// Every line of the lists, played move by move, comes to the name that the list gives it.
#[test]
fn each_line_of_the_lists_has_its_name() {
    let Some(folder) = shared_corpus("i_openings/lichess-org__chess-openings") else { return };
    let mut n_lines = 0;
    for volume in ["a", "b", "c", "d", "e"] {
        let text = std::fs::read_to_string(folder.join(volume).with_extension("tsv"));
        for row in text.expect("readable").lines().skip(1) {
            let columns: Vec<&str> = row.split('\t').collect();
            let mut position = Position::start();
            for word in columns[2].split_whitespace().filter(|word| !word.ends_with('.')) {
                let reading = resolve(&position, word.as_bytes(), &SanOptions::default());
                position.play_unchecked(reading.unwrap_or_else(|_| panic!("{row}")).mv);
            }
            let opening = Table::standard().at(&position, 0).unwrap_or_else(|| panic!("{row}"));
            assert_eq!(
                (opening.code.to_string().as_str(), opening.name.as_str()),
                (columns[0], columns[1])
            );
            n_lines += 1;
        }
    }
    assert_eq!(n_lines, Table::standard().len());
}

#[test]
fn tables_of_other_programs_are_read() {
    for (name, n_at_least) in [
        ("i_openings/MichaelB7__pgn-extract/eco.pgn", 1900),
        ("i_openings/bhlangonijr__chesslib/eco.pgn", 1900),
    ] {
        let Some(path) = shared_corpus(name) else { return };
        let text = std::fs::read(path).expect("readable");
        match Table::parse(&text) {
            Ok(table) => assert!(table.len() > n_at_least, "{}", table.len()),
            Err(faults) => panic!("{name}: {} {}", faults.len(), faults[0]),
        }
    }
}

#[test]
fn a_finder_agrees_on_real_games() {
    let Some(folder) = shared_corpus("c_annotated") else { return };
    let mut n_files = 0;
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let Ok(files) = std::fs::read_dir(file.path()) else { continue };
        for file in files.flatten().filter(|file| {
            file.path().extension().is_some_and(|it| it == "pgn")
                && file.metadata().is_ok_and(|it| it.len() < 300_000)
        }) {
            agree(&std::fs::read(file.path()).expect("readable"));
            n_files += 1;
        }
    }
    println!("{n_files} files");
}
