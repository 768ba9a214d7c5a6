//! CBH bases that pgnkit writes, read again.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;

use pgn_formats::databases::chessbase::{self, Base, FILES, MisfitError, Packer};
use pgn_formats::databases::{Database, Entry, File};
use pgnkit::game::{Annotation, Recorder};
use pgnkit::syntax::CommentKind;
use pgnkit::write::Loss;
use pgnkit::{Game, Nag};

use crate::corpus::files;
use crate::scid::{FOLDERS, differences, games_of, pgn_files};

type Files = BTreeMap<File, Vec<u8>>;

/// Writes one game; returns the packed game and the losses.
fn pack(game: &Game) -> Result<(Vec<u8>, Vec<Loss>), MisfitError> {
    let (mut packed, mut losses) = (Vec::new(), Vec::new());
    Packer::default().append(game, &mut packed, &mut losses)?;
    Ok((packed, losses))
}

/// A base of packed games.
fn base(packed: &[Vec<u8>]) -> Files {
    let mut base = Base::new(FILES.map(|_| Cursor::new(Vec::new()))).unwrap();
    packed.iter().for_each(|packed| base.push(packed).unwrap());
    FILES.into_iter().zip(base.finish().unwrap().map(Cursor::into_inner)).collect()
}

/// The games of a base, which has no findings.
fn read(files: &Files) -> Vec<Game> {
    let parts = files.iter().map(|(&file, bytes)| (file, bytes.clone())).collect();
    let mut database = chessbase::Database::open(parts).unwrap();
    assert_eq!(database.findings()[..], []);
    (1..=database.n_records())
        .map(|number| {
            let mut game = Game::new();
            let entry = database.read_into(number, &mut game).unwrap();
            assert_eq!(entry, Entry::Game { is_deleted: false });
            assert_eq!(database.findings()[..], [], "game {number}");
            game
        })
        .collect()
}

fn names(losses: &[Loss]) -> Vec<(&'static str, usize)> {
    let mut names: Vec<_> = losses.iter().map(|loss| (loss.fault.name, loss.n)).collect();
    names.sort_unstable();
    names
}

/// Writes and reads the games that fit. A game without losses is read back unchanged; returns the
/// number of games, of those with losses, and of those that do not fit.
fn check(games: &[Game]) -> [usize; 3] {
    let (mut written, mut packed, mut counts) = (Vec::new(), Vec::new(), [games.len(), 0, 0]);
    for game in games {
        match pack(game) {
            Ok((bytes, losses)) => {
                packed.push(bytes);
                counts[1] += usize::from(!losses.is_empty());
                written.push((game, losses));
            }
            Err(_) => counts[2] += 1,
        }
    }
    let read = read(&base(&packed));
    assert_eq!(read.len(), written.len());
    for ((written, losses), read) in written.into_iter().zip(&read) {
        let [before, after] = [written, read].map(with_ordered_nags);
        let after = [after];
        let mut found = differences(&[before], &after);
        if found.contains_key("Variation") {
            // Export form does not have a variation without moves either.
            let exported = games_of(text(written).as_bytes());
            found = differences(&[with_ordered_nags(&exported[0])], &after);
        }
        ignore_unknown(written, read, &mut found);
        assert!(
            found.is_empty() || !losses.is_empty(),
            "{found:?}\n{}\n{}",
            text(written),
            text(read)
        );
    }
    counts
}

/// Tags without a value are not stored, and the variant of the rules has one name.
fn ignore_unknown(written: &Game, read: &Game, found: &mut BTreeMap<String, usize>) {
    found.retain(|name, _| {
        let says_nothing = matches!(written.tag(name), Some("" | "?" | "????.??.??"));
        let is_added = written.tag(name).is_none() && read.tag(name).is_some();
        let is_added =
            is_added && matches!(&name[..], "Termination" | "ResultAsStored" | "PlyCount");
        !(says_nothing
            || is_added
            || name == "Variant"
            || (name == "FEN" && same_start(written, read)))
    });
}

/// A base keeps NAGs in an order of its own.
fn with_ordered_nags(game: &Game) -> Game {
    let mut game = game.clone();
    let tree = game.tree_mut();
    for node in tree.nodes().collect::<Vec<_>>() {
        let ids: Vec<_> = tree.annotation_ids(node).collect();
        let mut nags: Vec<u16> = tree.nags(node).map(|nag| nag.0).collect();
        nags.sort_unstable();
        for id in ids {
            if matches!(tree.annotation(id), Annotation::Nag(_)) {
                tree.remove_annotation(node, id);
            }
        }
        for nag in nags {
            tree.add_nag(node, Nag(nag));
        }
    }
    game
}

fn same_start(written: &Game, read: &Game) -> bool {
    written.start_position() == read.start_position()
}

fn text(game: &Game) -> String {
    game.to_string()
}

const GAMES: [&str; 8] = [
    "[Event \"Bled\"]\n[Site \"Lake\"]\n[Date \"1961.09.??\"]\n[Round \"5.2\"]\n\
     [White \"Tal, Mihail\"]\n[Black \"M\u{fc}ller\"]\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n\
     [BlackElo \"999\"]\n[ECO \"B99\"]\n[Annotator \"me\"]\n[EventDate \"1961.09.02\"]\n\
     [EventType \"swiss (rapid)\"]\n[EventRounds \"11\"]\n[EventCountry \"SLO\"]\n\
     [EventCategory \"9\"]\n[SourceTitle \"CBM 1\"]\n[Source \"ChessBase\"]\n\
     [SourceDate \"1999.01.02\"]\n[SourceVersion \"3\"]\n[SourceVersionDate \"2000.??.??\"]\n\
     [SourceQuality \"1\"]\n[WhiteTeam \"Riga 2\"]\n[WhiteTeamCountry \"LAT\"]\n\
     [BlackTeamCountry \"GER\"]\n[Medals \"best game, attack\"]\n[WhiteClock \"0:35:57\"]\n\
     [BlackClock \"1:00:01\"]\n[TimeControl \"40/5400+30:1800+30\"]\n\n\
     {before all} 1. e4 $1 $14 {good [#] \u{a7}} c5 (1... c6 2. d4 d5) ({open} 1... Nf6 2. e5 \
     {[%csl Ge4,Rh8][%cal Ye2e4] ideas}) {after} 2. Nf3 $146 {[%emt 0:01:20]} d6 {a} {b} \
     (2... Nc6 3. Bb5 (3. Bc4) 3... e5) 3. d4 {[%eval 0.25,18] \u{17d}lebc\u{ed}k \u{2654}} cxd4 \
     {[%eval #-3]} 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O \
     Nbd7 11. g4 b5 12. g5 b4 13. gxf6 bxc3 14. fxe7 cxd2+ 15. Kb1 Qc7 16. exf8=Q+ Nxf8 \
     17. Bxd2 -- 18. Rg1 {[%critical endgame] [x} 1-0",
    "*",
    "{only a comment} 1/2-1/2",
    "[Result \"0-1\"]\n[Termination \"rules infraction\"]\n[ResultAsStored \"-:+\"]\n\n1. e4 0-1",
    "[Result \"*\"]\n[LineVerdict \"$18\"]\n\n1. e4 $3 $5 $18 $13 (1. d4) (1. c4) *",
    "[SetUp \"1\"]\n[FEN \"1r4k1/P7/8/2pP4/8/8/8/R3K2R w KQ c6 0 30\"]\n\n30. dxc6 Kg7 \
     31. axb8=N (31. axb8=Q Kf7) (31. a8=R) (31. O-O-O) 31... Kg6 32. O-O 1/2-1/2",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"r1k2r2/8/8/8/8/5P2/8/R1K2R2 w FAfa - 0 1\"]\n\n\
     1. O-O O-O-O 1-0",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
     [FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 9\"]\n\n9. Nf3 O-O *",
];

#[test]
fn games_are_read_as_they_were_written() {
    let games: Vec<Game> = GAMES.iter().flat_map(|text| games_of(text.as_bytes())).collect();
    assert_eq!(check(&games), [8, 0, 0]);
}

/// Each game has exactly these losses.
#[test]
fn what_a_base_cannot_hold_is_counted() {
    let long = "x".repeat(60);
    let huge = "word ".repeat(20_000);
    let marks = "Ge4,".repeat(40_000);
    let cases: [(String, &[(&str, usize)]); 15] = [
        (format!("[Event \"{long}\"]\n\n*"), &[("cut-string", 1)]),
        (format!("[White \"{long}, A\"]\n\n*"), &[("cut-string", 1)]),
        (format!("[Annotator \"{long}\"]\n[WhiteTeam \"{long}\"]\n\n*"), &[("cut-string", 2)]),
        ("[Opening \"Sicilian\"]\n[PlyCount \"7\"]\n\n*".into(), &[("dropped-tag", 2)]),
        ("[Event \"a\"]\n[Event \"b\"]\n\n*".into(), &[("dropped-tag", 1)]),
        ("[Round \"-\"]\n[WhiteElo \"2400?\"]\n\n*".into(), &[("dropped-tag", 2)]),
        (
            "[Round \"5.2.1\"]\n[ECO \"B12/03\"]\n\n*".into(),
            &[("cut-string", 1), ("dropped-tag", 1)],
        ),
        ("[TimeControl \"300+0\"]\n[EventCountry \"Mars\"]\n\n*".into(), &[("dropped-tag", 2)]),
        ("1. e4 $300 $0 $1 *".into(), &[("dropped-nag", 2)]),
        ("1. e4\n% escape\n e5 *".into(), &[("dropped-escape", 1)]),
        ("1. e4 e5 (1... c5) {moved} *".into(), &[("joined-comment", 1)]),
        ("1. e4 e5 (1... c5 (1... d5) 2. Nf3) 2. Nf3 *".into(), &[("moved-variation", 1)]),
        (format!("1. e4 {{{}}} *", huge.trim()), &[("split-comment", 1)]),
        (format!("1. e4 {{[%csl {marks}Rh8]}} *"), &[("split-comment", 1)]),
        (
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 12 300\"]\n\n300. O-O-O *".into(),
            &[("cut-string", 1)],
        ),
    ];
    for (text, expected) in cases {
        let game = games_of(text.as_bytes()).remove(0);
        let (packed, losses) = pack(&game).unwrap();
        assert_eq!(names(&losses), expected, "{}", &text[..text.len().min(200)]);
        let read = read(&base(&[packed])).remove(0);
        assert_eq!(read.n_plies(), game.n_plies());
    }
}

#[test]
fn games_that_do_not_fit_are_refused() {
    let mut deep = String::new();
    for n in 0..1001 {
        deep += &format!("{}. Nf3 (Nc3) Nf6 (Nc6) {}. Ng1 (Rg1) Ng8 (Rg8) ", 2 * n + 1, 2 * n + 2);
    }
    let cases = [
        ("[Variant \"Atomic\"]\n\n1. e4 *".to_owned(), MisfitError::Variant),
        ("[FEN \"unknown\"]\n\n1. e4 *".to_owned(), MisfitError::UncheckedMoves),
        (deep + "*", MisfitError::TooDeep),
    ];
    for (text, expected) in cases {
        let game = games_of(text.as_bytes()).remove(0);
        assert_eq!(pack(&game).err(), Some(expected), "{}", &text[..text.len().min(100)]);
    }
}

#[test]
fn games_of_the_own_corpus_are_read_as_they_were_written() {
    let text = pgn_testing::own_corpus(&["classic", "wild"]);
    println!("{:?}", check(&games_of(&text)));
}

#[test]
fn games_of_other_programs_are_read_as_they_were_written() {
    let n_bytes_max = if pgn_testing::is_thorough() { u64::MAX } else { 3 << 10 };
    let mut counts = [0; 3];
    for path in FOLDERS.iter().flat_map(|folder| pgn_files(folder, n_bytes_max)) {
        let found = check(&games_of(&fs::read(&path).unwrap()));
        counts.iter_mut().zip(found).for_each(|(sum, n)| *sum += n);
    }
    println!("{counts:?}");
}

/// Random legal moves with variations, NAGs and comments.
fn random_game(state: &mut u64) -> Game {
    const TEXTS: [&str; 8] = [
        "",
        "good",
        "[%csl Ge4]",
        "[%cal Re2e4,Ga1h8] x",
        "\u{e4}\u{201c}",
        "\u{2654}",
        "[#] [#]",
        "a\nb",
    ];
    let mut lot = |n: usize| (pgn_testing::draw(state) % n as u64) as usize;
    let mut game = Game::new();
    let mut recorder = Recorder::new(&mut game).unwrap();
    for _ in 0..lot(80) {
        let moves = recorder.position().legal_moves();
        if moves.is_empty() || (recorder.n_marks() > 0 && lot(6) == 0) {
            recorder.go_back();
            continue;
        }
        let mv = moves[lot(moves.len())];
        if lot(5) == 0 {
            recorder.mark();
        }
        let node = recorder.play(mv).unwrap();
        for _ in 0..lot(3) {
            recorder.tree_mut().add_nag_before_comments(node, Nag(1 + lot(255) as u16));
        }
        for _ in 0..lot(3) / 2 {
            let text = TEXTS[lot(TEXTS.len())];
            recorder.tree_mut().add_comment(node, CommentKind::Brace, text);
        }
    }
    game
}

#[test]
fn random_games_are_read_as_they_were_written() {
    let mut state = 28;
    let n = if pgn_testing::is_thorough() { 5000 } else { 20 };
    let games: Vec<Game> = (0..n).map(|_| random_game(&mut state)).collect();
    let counts = check(&games);
    assert_eq!((counts[0], counts[2]), (n, 0));
}

/// Games that are read from the published bases and written again have the same moves, byte by
/// byte, and are read the same.
#[test]
fn published_bases_are_written_as_they_were() {
    for folder in [
        "rolandlo__libcbh/Annotation",
        "rolandlo__libcbh/Chess960NonStandard",
        "rolandlo__libcbh/NonStandard",
        "rolandlo__libcbh/NormalGames",
        "rolandlo__libcbh/WithVariations",
        "trojanfoe__ChessCore/Capa",
    ] {
        let Some(parts) = files(folder) else { return };
        let theirs: Files = parts.into_iter().collect();
        let step = if pgn_testing::is_thorough() { 1 } else { 37 };
        let numbered = (1..).zip(read(&theirs)).step_by(step);
        let (numbers, games): (Vec<usize>, Vec<Game>) = numbered.unzip();
        let packed: Vec<Vec<u8>> = games.iter().map(|game| pack(game).unwrap().0).collect();
        for game in &games {
            assert_eq!(names(&pack(game).unwrap().1), [], "{folder}: {}", text(game));
        }
        let ours = base(&packed);
        assert_eq!(differences(&games, &read(&ours)), BTreeMap::new(), "{folder}");
        for (ours_n, n) in (1..).zip(numbers) {
            let moves = |(files, n): (&Files, usize)| {
                let record = &files[&File::Cbh][46 * n..46 * n + 46];
                let at = u32::from_be_bytes(record[1..5].try_into().unwrap()) as usize;
                let bytes = &files[&File::Cbg][at..];
                let n_bytes = u32::from_be_bytes(bytes[..4].try_into().unwrap()) & 0xFF_FFFF;
                bytes[..n_bytes as usize].to_vec()
            };
            let [mut ours, mut theirs] = [(&ours, ours_n), (&theirs, n)].map(moves);
            if ours[0] == 0x4A {
                // The number of the start position, which ChessBase writes for other positions too.
                for bytes in [&mut ours, &mut theirs] {
                    bytes[38..40].fill(0);
                }
            }
            // A base of the nineties has a byte of no meaning before many games.
            assert!(ours == theirs || folder.ends_with("Capa"), "{folder} {n}");
        }
    }
}

/// The records of a file of entities in the order of its tree, each without its place there and its
/// uses, and whether every place has the balance of its sides.
fn in_order(bytes: &[u8]) -> (Vec<Vec<u8>>, bool) {
    let number = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let size = 9 + number(12) as usize;
    let at = |id: i32| 28 + number(24) as usize + id as usize * size;
    let (mut sorted, mut is_balanced) = (Vec::new(), true);
    let mut depths = BTreeMap::from([(-1, 0)]);
    let mut stack = vec![(number(4), false)];
    while let Some((id, is_seen)) = stack.pop() {
        if id < 0 || number(0) == 0 {
            continue;
        }
        let (left, right) = (number(at(id)), number(at(id) + 4));
        if !is_seen {
            stack.extend([(id, true), (right, false), (left, false)]);
            continue;
        }
        let (left, right): (i32, i32) = (depths[&left], depths[&right]);
        is_balanced &= right - left == i32::from(bytes[at(id) + 8] as i8);
        is_balanced &= (right - left).abs() < 2;
        depths.insert(id, 1 + left.max(right));
    }
    let mut node = number(4);
    let mut open = Vec::new();
    while number(0) > 0 && (node >= 0 || !open.is_empty()) {
        if node >= 0 {
            open.push(node);
            node = number(at(node));
        } else if let Some(id) = open.pop() {
            sorted.push(bytes[at(id) + 9..at(id) + size - 8].to_vec());
            node = number(at(id) + 4);
        }
    }
    (sorted, is_balanced)
}

#[test]
fn entities_are_balanced_trees_in_order() {
    for n in [0, 1, 2, 3, 7, 100] {
        let packed: Vec<Vec<u8>> = (0..n)
            .map(|n| {
                let (name, year) = (n * 37 % 100, 1900 + n % 7);
                let tags =
                    format!("[White \"P{name}, A\"]\n[Event \"E{name}\"]\n[EventDate \"{year}\"]");
                pack(&games_of(format!("{tags}\n\n*").as_bytes()).remove(0)).unwrap().0
            })
            .collect();
        let files = base(&packed);
        for file in [File::Cbp, File::Cbt, File::Cbc, File::Cbs, File::Cbe] {
            let (sorted, is_balanced) = in_order(&files[&file]);
            let expected = match file {
                File::Cbp => n + usize::from(n > 0),
                File::Cbt => n,
                File::Cbe => 0,
                _ => n.min(1),
            };
            assert_eq!((sorted.len(), is_balanced), (expected, true), "{file} {n}");
            let year =
                |fields: &Vec<u8>| i32::from_le_bytes(fields[70..74].try_into().unwrap()) >> 9;
            assert!(sorted.is_sorted_by(|a, b| match file {
                File::Cbt => (year(b), a) <= (year(a), b),
                _ => a < b,
            }));
        }
    }
}
