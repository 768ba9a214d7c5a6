//! Bases written here and read again.

use std::io::Cursor;

use super::name::NameKind;
use super::*;
use crate::databases::{Database as _, Program};
use pgnkit::read::Games;
use pgnkit::write::{Export, Loss, Profile};

fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().unwrap().unwrap()
}

fn text(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).append(game, &mut text, &mut Vec::new()).unwrap();
    String::from_utf8(text).unwrap()
}

type Files = [Vec<u8>; 3];

fn write(games: &[Game]) -> (Files, Vec<Loss>) {
    let sinks = Sinks { index: Cursor::new(Vec::new()), names: Vec::new(), games: Vec::new() };
    let mut base = Base::new(sinks).unwrap();
    let (mut packer, mut losses) = (Packer::default(), Vec::new());
    for game in games {
        let mut packed = Vec::new();
        packer.append(game, &mut packed, &mut losses).unwrap();
        base.push(&packed).unwrap();
    }
    let Sinks { index, names, games } = base.finish().unwrap();
    ([index.into_inner(), names, games], losses)
}

fn open(files: Files) -> Database<Vec<u8>> {
    Database::open(Program::Scid.files().iter().copied().zip(files).collect()).unwrap()
}

fn read(files: Files) -> Vec<(Game, Vec<Fault>)> {
    let mut database = open(files);
    assert_eq!(database.findings()[..], []);
    (1..=database.n_records())
        .map(|number| {
            let mut game = Game::new();
            database.read_into(number, &mut game).unwrap();
            let faults = database.findings().iter().map(|finding| finding.fault.clone());
            let faults = faults.collect();
            (game, faults)
        })
        .collect()
}

const LINES: &str = "[Event \"Bled\"]\n[White \"M\u{fc}ller\"]\n[Date \"1961.09.??\"]\n\
    [EventDate \"1961.09.02\"]\n[WhiteElo \"2700\"]\n[BlackRapid \"1999\"]\n[ECO \"B99a1\"]\n\
    [Annotator \"me\"]\n[Oddity \"\"]\n[ScidFlags \"W!6\"]\n[Result \"1-0\"]\n\n\
    {before all} 1. e4 $1 $255 {good} c5 ({open} 1... c6 2. d4 d5 (2... g6) (2... e5 {x})) \
    (1... Nf6 2. e5) 2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. \
    Nb3 Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5 12. g5 b4 13. gxf6 bxc3 14. fxe7 cxd2+ \
    15. Kb1 Qc7 16. exf8=Q+ Nxf8 17. Bxd2 -- 18. Rg1 1-0";

#[test]
fn a_game_comes_back_as_it_was() {
    let games = [
        LINES,
        "1. e4 *",
        "*",
        "[White \"\"]\n[Black \"?\"]\n[Date \"1850\"]\n[ECO \"B12/03\"]\n[WhiteElo \"4001\"]\n\
         [BlackElo \"02\"]\n[EventDate \"1900.01.01\"]\n[ScidFlags \"hello\"]\n\n{only} 0-1",
        "[SetUp \"1\"]\n[FEN \"1r4k1/P7/8/2pP4/8/8/8/R3K2R w KQ c6 0 30\"]\n\n30. dxc6 Kg7 31. \
         axb8=N (31. axb8=Q Kf7) (31. a8=R) (31. O-O-O) 31... Kg6 32. O-O 1/2-1/2",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 9\"]\n\n9... Kf8 10. O-O-O *",
    ]
    .map(game);
    let (files, losses) = write(&games);
    assert_eq!(losses, []);
    for ((read, faults), written) in read(files).iter().zip(&games) {
        assert_eq!(faults, &[]);
        assert_eq!(text(read), text(written));
    }
}

/// Every kind of step of every piece, by both sides.
#[test]
fn all_moves_of_many_positions_are_stored() {
    let fens = [
        "r3k2r/1P4Pp/8/2qpP3/3B1b2/2N5/1p4p1/R3K2R w KQkq d6 0 1",
        "r3k2r/1P4Pp/2n5/4P3/2Pp1b2/8/1p3p2/R2B1K1R b kq c3 0 1",
        "k7/8/8/1b1n1r2/8/1q1Q1p2/8/1n1r1b1K w - - 0 1",
        "7k/3R4/8/8/R2N2R1/1b6/3r4/K6n b - - 0 1",
    ];
    for fen in fens {
        let mut written = Game::new();
        written.tags_mut_unchecked().set("SetUp", "1");
        written.tags_mut_unchecked().set("FEN", fen);
        let position = written.start_position().unwrap();
        for (n, &mv) in position.legal_moves().iter().enumerate() {
            let mut recorder = pgnkit::game::Recorder::new(&mut written).unwrap();
            if n == 0 {
                recorder.play(mv).unwrap();
                continue;
            }
            // Each is a variation of the first.
            recorder.play(mv).unwrap();
        }
        let (files, losses) = write(std::slice::from_ref(&written));
        assert_eq!(losses, []);
        let read = read(files).remove(0);
        assert_eq!(read.1, []);
        assert_eq!(text(&read.0), text(&written));
    }
}

#[test]
fn what_scid_has_no_place_for_is_told() {
    let long = "x".repeat(300);
    let written = game(&format!(
        "[Event \"a\"]\n[Event \"b\"]\n[White \"{long}\"]\n[Long \"{long}\"]\n\n{{a}} {{b}} 1. e4 \
         $300 {{c}} (1. d4) {{d}} (1. c4 {{e}}) 1... e5 ({{f}}) *"
    ));
    let (files, losses) = write(&[written]);
    let told: Vec<(&str, usize)> = losses.iter().map(|loss| (loss.fault.name, loss.n)).collect();
    let expected =
        [("dropped-tag", 1), ("cut-string", 2), ("joined-comment", 3), ("dropped-nag", 1)];
    assert_eq!(told, expected);
    let (game, faults) = read(files).remove(0);
    assert_eq!(faults, []);
    assert_eq!(game.tag("Event"), Some("b"));
    assert_eq!(game.tag("White"), Some(&long[..235]));
    let movetext = "{a b} 1. e4 {c d} (1. d4) (1. c4 {e}) 1... e5 {f} *\n\n";
    assert!(text(&game).ends_with(movetext), "{}", text(&game));
    for (text, expected) in [
        ("[Variant \"Atomic\"]\n\n1. e4 *", MisfitError::Variant),
        ("[Variant \"Xiangqi\"]\n\n1. e4 *", MisfitError::UncheckedMoves),
        (
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/nope w - - 0 1\"]\n\n1. e4 *",
            MisfitError::UncheckedMoves,
        ),
    ] {
        let mut packed = vec![7];
        let told = Packer::default().append(&self::game(text), &mut packed, &mut Vec::new());
        assert_eq!((told, packed), (Err(expected), vec![7]));
    }
}

#[test]
fn damage_is_told_and_the_rest_is_read() {
    type Damage = fn(&mut Files);
    // The game's own bytes: tags 0, flags, moves, 15, comments.
    let written = game("1. e4 {a} e5 (1... c5 {b}) 2. Nf3 {c} *");
    let whole = write(std::slice::from_ref(&written)).0;
    assert_eq!(whole[2], b"\0\0\xCF\x0C\xCF\x0D\xAF\x0C\x0E\x67\x0C\x0Fa\0b\0c\0");
    let all = "1. e4 {a} 1... e5 (1... c5 {b}) 2. Nf3 {c} *";
    let cases: [(Damage, &[Fault], &str); 12] = [
        (
            |files| files[2][9] = 0x69,
            &[Fault::NoMove, Fault::CommentsWithoutText(2)],
            "1. e4 e5 (1... c5) *",
        ),
        (
            |files| files[2].truncate(14),
            &[Fault::CutShort, Fault::CommentsWithoutText(2)],
            "1. e4 {a} 1... e5 (1... c5) 2. Nf3 *",
        ),
        (
            |files| files[2][13] = b'!',
            &[Fault::CommentsWithoutText(1)],
            "1. e4 {a!b} 1... e5 (1... c5 {c}) 2. Nf3 *",
        ),
        (
            |files| files[2][10] = 0x0E,
            &[Fault::UnpairedVariation, Fault::AfterEnd],
            "1. e4 {a} 1... e5 (1... c5 {b}) 2. Nf3 *",
        ),
        (
            |files| files[2][8] = 0x0F,
            &[Fault::UnpairedVariation, Fault::AfterEnd],
            "1. e4 {g a} 1... e5 (1... c5 {b}) *",
        ),
        (|files| files[2].clear(), &[Fault::Outside], "*"),
        (|files| files[2][1] = 1, &[Fault::BadStart], "*"),
        (|files| files[0][182 + 3] = 200, &[Fault::Outside], "*"),
        (|files| files[0][182 + 23..][..2].fill(0xFF), &[Fault::UnknownEco(0xFFFF)], all),
        (|files| files[0][182 + 11] = 9, &[Fault::NoEntity(9)], all),
        (
            |files| files[0][182 + 29..][..2].copy_from_slice(&[0x79, 0xC4]),
            &[Fault::UnknownRating(7)],
            all,
        ),
        (|files| files[0][182 + 37] = 5, &[Fault::PlyCount { stated: 5, found: 3 }], all),
    ];
    for (n, (damage, faults, expected)) in cases.into_iter().enumerate() {
        let mut files = whole.clone();
        damage(&mut files);
        let (game, found) = read(files).remove(0);
        let text = text(&game);
        let movetext = text.split_once("\n\n").unwrap().1.trim();
        assert_eq!((&found[..], movetext), (faults, expected), "case {n}");
    }
}

#[test]
fn what_is_wrong_with_the_files_is_told_once() {
    let (whole, _) = write(&[game("1. e4 *")]);
    let told = |files: Files| {
        let database = open(files);
        let faults =
            database.findings().iter().map(|finding| (finding.file, finding.fault.clone()));
        (database.n_records(), faults.collect::<Vec<_>>())
    };
    let [index, names, games] = whole.clone();
    let database = Database::open([(File::Si4, index)].into_iter().collect()).unwrap();
    let missing: Vec<File> = database.findings().iter().map(|finding| finding.file).collect();
    assert_eq!(missing, [File::Sg4, File::Sn4]);
    assert_eq!(
        told([Vec::new(), names.clone(), games.clone()]),
        (0, vec![(File::Si4, Fault::NotThis)])
    );
    let mut other = whole.clone();
    other[0][8..10].copy_from_slice(&300_u16.to_be_bytes());
    assert_eq!(told(other), (0, vec![(File::Si4, Fault::OtherVersion(300))]));
    let mut more = whole.clone();
    more[0][16] = 9;
    let count = Fault::RecordCount { stated: 9, found: 1 };
    assert_eq!(told(more), (1, vec![(File::Si4, count)]));
    assert_eq!(told([whole[0].clone(), vec![0; 40], games]).1, [(File::Sn4, Fault::NotThis)]);
}

#[test]
fn the_committed_seed_is_this_base() {
    let own = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/7p/R3K3 b Q - 0 9\"]\n\n9... h1=R+ *";
    let (files, _) = write(&[game(LINES), game(own)]);
    let mut blob = Vec::new();
    for bytes in files {
        blob.extend((bytes.len() as u16).to_be_bytes());
        blob.extend(bytes);
    }
    pgn_testing::each_seed("si4", |seed| assert!(seed == blob, "a seed like any other"));
}

/// The base in the form of SI5: the same names with the same ids, the same games.
fn si5([index, names, games]: Files) -> Files {
    let table = NameTable::read(&names, |fault, at| panic!("{fault} at {at}"));
    let mut words = Vec::new();
    for bytes in index[HEADER_BYTES..].chunks_exact(RECORD_BYTES) {
        let record = IndexRecord::parse(bytes.first_chunk().unwrap());
        let [white, black, event, site, round] = record.names;
        let [nags, comments, variations] = record.counts.map(u32::from);
        let elo = |n: usize| u32::from(record.ratings[n].0) << 20;
        let kind = |n: usize| u32::from(record.ratings[n].1);
        let flags = u32::from(record.flags) | u32::from(record.custom_flags) << 16;
        for word in [
            comments << 28 | white,
            variations << 28 | black,
            nags << 28 | event,
            site,
            round,
            elo(0) | record.date,
            elo(1) | record.event_date,
            u32::from(record.n_plies) << 22 | flags,
            record.n_bytes << 15 | (record.offset >> 32) as u32,
            record.offset as u32,
            u32::from(record.stored_line) << 24 | record.material,
            u32::from(record.home_pawns[0]) << 24
                | kind(0) << 21
                | kind(1) << 18
                | u32::from(record.result) << 16
                | u32::from(record.eco),
        ] {
            words.extend(word.to_le_bytes());
        }
        words.extend(&record.home_pawns[1..]);
    }
    let mut list = Vec::new();
    let mut push = |kind: usize, name: &str| {
        let mut number = name.len() << 3 | kind;
        while number > 127 {
            list.push(number as u8 | 128);
            number >>= 7;
        }
        list.push(number as u8);
        list.extend(name.as_bytes());
    };
    push(4, "descriptionOld games");
    for kind in [NameKind::Player, NameKind::Event, NameKind::Site, NameKind::Round] {
        (0..).map_while(|id| table.name(kind, id)).for_each(|name| push(kind as usize, name));
    }
    [words, list, games]
}

#[test]
fn si5_has_the_games_of_si4() {
    let texts = [
        "[Event \"Open\"]\n[Site \"Bern SUI\"]\n[Date \"1999.02.??\"]\n[Round \"3\"]\n\
         [White \"A, B\"]\n[Black \"C, D\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[BlackRapid \"1800\"]\n\
         [ECO \"B12\"]\n[EventDate \"1999.01.31\"]\n[ScidFlags \"D6\"]\n\n\
         1. e4 $1 c6 {a comment} (1... c5 2. Nf3) 2. d4 1-0",
        "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ *",
    ];
    let games = texts.map(game);
    let (files, _) = write(&games);
    let expected = read(files.clone());
    let parts = Program::Scid5.files().iter().copied().zip(si5(files)).collect();
    let mut database = Database::open_si5(parts).unwrap();
    assert_eq!(
        (&database.findings()[..], &database.about().description[..]),
        (&[][..], "Old games")
    );
    assert_eq!(database.n_records() as usize, expected.len());
    for (number, (expected, _)) in (1..).zip(&expected) {
        let mut read = Game::new();
        let entry = database.read_into(number, &mut read).unwrap();
        assert_eq!(entry, Entry::Game { is_deleted: number == 1 });
        assert_eq!((text(&read), &database.findings()[..]), (text(expected), &[][..]));
    }
    assert_eq!(database.read_into(3, &mut Game::new()).unwrap(), Entry::Nothing);
}
