//! Databases of other programs, each compared with the PGN that another program made of it.

use std::collections::BTreeMap;
use std::fs;

use pgn_formats::databases::chessbase;
use pgn_formats::databases::{Database, Entry, Fault, File, Finding};
use pgnkit::Game;
use pgnkit::compare::{Change, Ignore, compare};
use pgnkit::game::MoveText;
use pgnkit::read::Games;

/// The files of a database in a folder of the corpus.
pub(crate) fn files(folder: &str) -> Option<Vec<(File, Vec<u8>)>> {
    let folder = pgn_testing::shared_corpus(&format!("m_foreign/{folder}"))?;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if let Some(file) = File::of_name(&entry.file_name().to_string_lossy()) {
            files.push((file, fs::read(entry.path()).unwrap()));
        }
    }
    files.sort();
    Some(files)
}

fn read(folder: &str) -> Option<(Vec<Game>, Vec<Finding>)> {
    let parts = files(folder)?.into_iter().collect();
    let mut database = chessbase::Database::open(parts).unwrap();
    let (mut games, mut findings) = (Vec::new(), database.findings().to_vec());
    for number in 1..=database.n_records() {
        let mut game = Game::new();
        let entry = database.read_into(number, &mut game).unwrap();
        findings.extend_from_slice(database.findings());
        assert_eq!(entry, Entry::Game { is_deleted: false });
        games.push(game);
    }
    Some((games, findings))
}

/// The differences, by kind: the name of a tag, or the part of the lines.
fn differences(ours: &[Game], theirs: &[Game]) -> BTreeMap<String, usize> {
    let ignore = Ignore::default().with_order(true);
    let mut kinds = BTreeMap::new();
    for (ours, theirs) in ours.iter().zip(theirs) {
        for change in compare(ours, theirs, &ignore).list {
            let kind = match &change {
                Change::Tag { name, .. } => name.clone(),
                Change::Comment { before: None, after: Some(text), .. }
                    if text.starts_with("[%clk ") =>
                {
                    "clk".to_owned()
                }
                other => format!("{other:?}").split(' ').next().unwrap().to_owned(),
            };
            *kinds.entry(kind).or_default() += 1;
        }
    }
    kinds
}

/// The folder, its PGN, the number of games, and how many differences of each kind there are; each
/// is explained in `docs/formats/chessbase.md`.
type Sample = (&'static str, &'static str, usize, &'static [(&'static str, usize)]);

const SAMPLES: [Sample; 6] = [
    ("Annotation", "TestBaseExport.pgn", 4, &[("SourceDate", 4)]),
    ("Chess960Corrupt", "Corrupt960.pgn", 4, &[("FEN", 4), ("SourceDate", 4), ("Variant", 4)]),
    (
        "Chess960NonStandard",
        "Chess960NonStandardStart.pgn",
        4,
        &[("FEN", 4), ("SourceDate", 4), ("Variant", 4)],
    ),
    (
        "NonStandard",
        "NonStandardStart.pgn",
        1,
        &[
            ("Comment", 1),
            ("PlyCount", 1),
            ("SourceDate", 1),
            ("SourceVersionDate", 1),
            ("TimeMode", 1),
        ],
    ),
    (
        "NormalGames",
        "BielMTO.pgn",
        548,
        &[
            ("Black", 8),
            ("BlackFideId", 539),
            ("BlackTitle", 219),
            ("Board", 548),
            ("EventDate", 548),
            ("Outcome", 5),
            ("PlyCount", 548),
            ("Result", 5),
            ("Round", 548),
            ("Variant", 548),
            ("White", 11),
            ("WhiteClock", 1),
            ("WhiteFideId", 548),
            ("WhiteTitle", 228),
            ("clk", 48107),
        ],
    ),
    ("WithVariations", "GamesWithVariations.pgn", 28, &[("EventDate", 13), ("PlyCount", 28)]),
];

#[test]
fn databases_are_as_the_pgn_beside_them() {
    for (folder, pgn, n_games, expected) in SAMPLES {
        let folder = format!("rolandlo__libcbh/{folder}");
        let Some((ours, findings)) = read(&folder) else { return };
        let path = format!("m_foreign/{folder}/{pgn}");
        let Some(path) = pgn_testing::shared_corpus(&path) else { return };
        let bytes = fs::read(path).unwrap();
        let theirs: Vec<Game> = Games::new(&bytes[..]).map(Result::unwrap).collect();
        assert_eq!((ours.len(), theirs.len()), (n_games, n_games), "{folder}");
        let found = differences(&ours, &theirs);
        let expected: BTreeMap<String, usize> =
            expected.iter().map(|(kind, n)| ((*kind).to_owned(), *n)).collect();
        assert_eq!(found, expected, "{folder}");
        let is_corrupt = folder.ends_with("Corrupt");
        let faults: Vec<&Fault> = findings.iter().map(|finding| &finding.fault).collect();
        assert_eq!(faults, vec![&Fault::NoMove; if is_corrupt { 4 } else { 0 }], "{folder}");
    }
}

/// A base of 1998 with short headers, of which there is no export.
#[test]
fn an_old_database_is_read_to_its_last_byte() {
    let Some((games, findings)) = read("trojanfoe__ChessCore/Capa") else { return };
    assert_eq!((games.len(), findings), (113, vec![]));
    assert!(games.iter().all(|game| game.n_plies() > 0));
    let n_comments: usize = games.iter().map(n_comments).sum();
    assert!(n_comments > 0);
}

fn n_comments(game: &Game) -> usize {
    let tree = game.tree();
    let mut lines = vec![pgnkit::NodeId::ROOT];
    let mut n = 0;
    while let Some(head) = lines.pop() {
        for node in std::iter::once(head).chain(tree.line(head)) {
            assert!(!matches!(tree.mv(node), Some(MoveText::Unchecked(_))));
            n += tree.comments(node).count();
            lines.extend(tree.variations(node));
        }
    }
    n
}
