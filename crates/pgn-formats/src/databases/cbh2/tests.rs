//! Databases written here and read again.

use super::words::word;
use super::*;
use crate::databases::Database as _;
use pgnkit::chess::{Color, Position, Role, Side, Square};
use pgnkit::game::{MoveText, NodeId};
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().unwrap().unwrap()
}

fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).append(game, &mut text, &mut Vec::new()).unwrap();
    String::from_utf8(text).unwrap().split_once("\n\n").unwrap().1.to_owned()
}

fn square_number(square: Square) -> u16 {
    u16::from(square.file().index()) * 8 + u16::from(square.rank().index())
}

/// The words of a position that was set up.
fn start_words(position: &Position) -> Vec<u16> {
    let side = u16::from(position.turn() == Color::Black);
    let rights = [
        (Color::White, Side::Queen),
        (Color::White, Side::King),
        (Color::Black, Side::Queen),
        (Color::Black, Side::King),
    ];
    let rights = rights
        .iter()
        .enumerate()
        .map(|(bit, &(color, side))| u16::from(position.castling().has(color, side)) << bit);
    let ep = position.ep_square().map_or(0, |square| u16::from(square.file().index()) + 1);
    let mut words = vec![position.fullmove() as u16, side | rights.sum::<u16>() << 8, ep];
    for (square, piece) in position.board().pieces() {
        let (file, rank) = (u16::from(square.file().index()), u16::from(square.rank().index()));
        words.push(match (piece.role, piece.color) {
            (Role::Pawn, Color::White) => 0xC2AD + 6 * file + rank - 1,
            (Role::Pawn, Color::Black) => 0xC2DD + 6 * file + rank - 1,
            (role, color) => {
                let order = [Role::King, Role::Queen, Role::Knight, Role::Bishop, Role::Rook];
                let n = order.iter().position(|&it| it == role).unwrap() as u16;
                let first = if color == Color::White { 0xC02D } else { 0xC16D };
                first + 64 * n + square_number(square)
            }
        });
    }
    words
}

/// The lines of a game, the main line first, the latest branch next.
fn line_words(game: &Game, chess960: Option<u16>) -> Vec<u16> {
    let tree = game.tree();
    let mut words = vec![0xFFFC];
    let mut waiting: Vec<(Vec<NodeId>, Position)> = Vec::new();
    let (mut node, mut position) = (NodeId::ROOT, game.start_position().unwrap());
    let mut firsts: Vec<NodeId> = Vec::new();
    loop {
        if firsts.is_empty()
            && let Some(next) = tree.next(node)
        {
            let heads = tree.variations(next).filter_map(|head| tree.next(head));
            firsts = [next].into_iter().chain(heads).collect();
        }
        if firsts.is_empty() {
            words.push(0xFFFF);
            let Some((more, there)) = waiting.pop() else { return words };
            (firsts, position) = (more, there);
            continue;
        }
        let first = firsts.remove(0);
        let Some(MoveText::Move(mv)) = tree.mv(first) else { panic!("a legal move") };
        words.push(match position.castling_side(mv) {
            _ if mv.is_null() => 0xFFFA,
            None => {
                let captured = position.piece_at(mv.to()).map(|piece| piece.role);
                let piece = position.piece_at(mv.from()).unwrap();
                let is_it = |number: &u16| {
                    word(*number)
                        .is_some_and(|it| (it.piece, it.mv, it.captured) == (piece, mv, captured))
                };
                (1..0xB129).find(is_it).unwrap()
            }
            Some(side) => {
                let color = if position.turn() == Color::White { 0 } else { 2 };
                let first = chess960.map_or(0xB129, |number| 0xB12D + 4 * number);
                first + color + u16::from(side == Side::King)
            }
        });
        if !firsts.is_empty() {
            words.push(0xFFFD);
            waiting.push((std::mem::take(&mut firsts), position));
        }
        position.play_unchecked(mv);
        node = first;
    }
}

/// A record of moves or annotations.
fn frame(tag: [u8; 2], content: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend([3, 0, 0, 0]);
    // By the rule, not by the reader: sums of eight runs, the last first.
    let n = content.len() / 8;
    for run in (0..8).rev() {
        bytes.push(match n {
            0 => content.get(run).copied().unwrap_or(0),
            _ => content[run * n..run * n + n].iter().fold(0, |sum: u8, &it| sum.wrapping_add(it)),
        });
    }
    bytes.extend(tag);
    bytes.extend(content);
    bytes.extend([0; 3]);
    bytes.extend((content.len() as u64 + 37).to_le_bytes());
    bytes
}

fn le(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A text after its length.
fn counted(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes()[..], text].concat()
}

/// An entity after its length.
fn entity(fields: &[Vec<u8>]) -> Vec<u8> {
    counted(&fields.concat())
}

/// The names of White, Black and a tournament's place and title.
type Names = [&'static [u8]; 5];

const NAMES: Names = [b"Tal", b"Mihail", b"M\xfcller", b"Lake", "Bl\u{e9}d".as_bytes()];

/// What follows the names of a tournament: its date, its type, its nation and the like.
fn tail() -> Vec<u8> {
    [&((1961_u32 << 9).to_le_bytes())[..], &[4, 0, 53, 0, 9, 0, 19]].concat()
}

/// The entities: two players, of whom the second annotates, and one of each other kind.
fn entities([last, first, black, place, title]: Names, tail: Vec<u8>) -> Vec<u8> {
    const SIZES: [u32; 6] = [64, 64, 64, 8, 32, 64];
    let mut bytes = 128_u32.to_be_bytes().to_vec();
    bytes.extend(6_u32.to_be_bytes());
    for (n, size) in SIZES.iter().enumerate() {
        bytes.extend(size.to_be_bytes());
        bytes.extend(if n == 0 { 3_u64 } else { 1 }.to_be_bytes());
        bytes.extend([0xFF; 8]);
    }
    let records = [
        entity(&[counted(last), counted(first)]),
        entity(&[counted(place), counted(title), tail]),
        entity(&[counted(b"A book"), counted(b"A house"), vec![0; 8], vec![2, 0, 1, 0]]),
        vec![],
        entity(&[counted(b"Riga"), vec![2, 0, 0, 0, 81]]),
        entity(&[vec![1, 0, 0, 0, 42, 0, 0, 0], counted(b"A brilliancy")]),
    ];
    for (record, size) in records.into_iter().zip(SIZES) {
        let start = bytes.len();
        bytes.extend(record);
        bytes.resize(start + size as usize, 0);
    }
    let second = bytes.len() + SIZES.iter().sum::<u32>() as usize;
    bytes.extend(entity(&[counted(black), counted(b"")]));
    bytes.resize(second, 0);
    // The third player is deleted.
    bytes.extend([16, 0, 0, 0, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99]);
    bytes.extend([0xFF; 8]);
    bytes
}

/// An annotation of a content: position, type, data.
type Remark<'a> = (i32, u16, &'a [u8]);

fn annotations(remarks: &[Remark<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (mv, kind, data) in remarks {
        bytes.extend(mv.to_le_bytes());
        bytes.extend(1_i32.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(*data);
    }
    bytes.extend(i32::MAX.to_le_bytes());
    bytes
}

/// A database of one record.
fn database(tag: [u8; 2], moves: &[u8], remarks: &[u8]) -> Vec<(File, Vec<u8>)> {
    let mut main = vec![0; 2 * RECORD_BYTES];
    (main[8], main[10], main[13], main[16]) = (38, 192, 5, 2);
    let record = &mut main[RECORD_BYTES..];
    (record[0], record[2], record[8], record[16]) = (1, 1, 12, 12);
    record[32] = 1;
    record[48] = 1;
    record[72..80].fill(0xFF);
    record[88] = 2;
    (record[90], record[92], record[94]) = (3, 2, 7);
    record[96..98].copy_from_slice(&2700_u16.to_le_bytes());
    record[128..130].copy_from_slice(&(128_u16 * 101).to_le_bytes());
    record[188..192].copy_from_slice(&(1961_u32 << 9 | 9 << 5 | 4).to_le_bytes());
    let file = |frame: Vec<u8>| [vec![0; 12], frame].concat();
    vec![
        (File::Cbh2, main),
        (File::Cbg2, file(frame(tag, moves))),
        (File::Cba2, file(frame(ANNOTATIONS, remarks))),
        (File::Lid2, entities(NAMES, tail())),
    ]
}

fn read(files: Vec<(File, Vec<u8>)>) -> (Entry, Game, Vec<Fault>) {
    let mut database = Database::open(files.into_iter().collect()).unwrap();
    assert_eq!(database.findings()[..], []);
    let mut game = Game::new();
    let entry = database.read_into(1, &mut game).unwrap();
    let faults = database.findings().iter().map(|finding| finding.fault.clone()).collect();
    (entry, game, faults)
}

const LINES: &str = "1. e4 c5 (1... c6 2. d4 d5 (2... g6)) (1... Nf6 2. e5) 2. Nf3 d6 (2... Nc6 \
    3. Bb5) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O \
    Nbd7 11. g4 b5 12. g5 b4 13. gxf6 bxc3 14. fxe7 cxd2+ 15. Kb1 Qc7 16. exf8=Q+ Nxf8 17. Bxd2 \
    -- 18. Rg1 1-0";
const SET_UP: &str = "[SetUp \"1\"]\n[FEN \"1r4k1/P7/8/2pP4/8/8/8/R3K2R w KQ c6 0 30\"]\n\n30. \
    dxc6 Kg7 31. axb8=N (31. axb8=Q Kf7) (31. a8=R) (31. O-O-O) 31... Kg6 32. O-O 1-0";
const CHESS_960: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \
    \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1\"]\n\n1. Nf3 Nf6 2. O-O \
    (2. g3 g6) O-O 1-0";

fn words_of(game: &Game, number: Option<u16>) -> Vec<u8> {
    let start = game.start_position().unwrap();
    let mut words = match number {
        Some(number) => vec![0xFFFB, number],
        None if game.tag("FEN").is_some() => [vec![0xFFFB], start_words(&start)].concat(),
        None => vec![],
    };
    words.extend(line_words(game, number));
    le(&words)
}

/// The number of the start position of a game of Chess960.
fn number_of(game: &Game) -> Option<u16> {
    let start = game.start_position()?;
    (0..960).find(|&number| Position::chess960(number).unwrap().board() == start.board())
}

#[test]
fn every_game_comes_back_as_it_was_written() {
    for (text, tag) in [(LINES, ORTHODOX), (SET_UP, ORTHODOX), (CHESS_960, CHESS960)] {
        let written = game(text);
        let number = if tag == CHESS960 { number_of(&written) } else { None };
        let moves = words_of(&written, number);
        let (entry, read, faults) = read(database(tag, &moves, &annotations(&[])));
        assert_eq!((entry, faults), (Entry::Game { is_deleted: false }, vec![]), "{text}");
        assert_eq!(read.start_position(), written.start_position());
        assert_eq!(movetext(&read), movetext(&written));
    }
}

#[test]
fn tags_come_from_the_record_and_what_it_names() {
    let (_, game, faults) = read(database(ORTHODOX, &le(&[0xFFFC, 0xFFFF]), &annotations(&[])));
    assert_eq!(faults, []);
    for (name, value) in [
        ("Event", "Bl\u{e9}d"),
        ("Site", "Lake"),
        ("Date", "1961.09.04"),
        ("Round", "3.2"),
        ("White", "Tal, Mihail"),
        ("Black", "M\u{fc}ller"),
        ("Result", "1-0"),
        ("ECO", "B00"),
        ("WhiteElo", "2700"),
        ("Board", "7"),
        ("Annotator", "M\u{fc}ller"),
        ("EventDate", "1961.??.??"),
        ("EventType", "swiss"),
        ("EventRounds", "19"),
        ("EventCountry", "GER"),
        ("EventCategory", "9"),
        ("SourceTitle", "A book"),
        ("Source", "A house"),
        ("SourceVersion", "2"),
        ("SourceQuality", "1"),
        ("WhiteTeam", "Riga 2"),
        ("WhiteTeamCountry", "LAT"),
        ("GameTitle", "A brilliancy"),
        ("PlyCount", "0"),
    ] {
        assert_eq!(game.tag(name), Some(value), "{name}");
    }
    assert_eq!(game.tag("BlackTeam"), None);
}

/// Places count as PGN lists the moves: e4 0, c5 1, c6 2.
#[test]
fn annotations_stand_where_they_belong() {
    let text = |language: u16, text: &[u8]| {
        [&[0, 0][..], &language.to_le_bytes(), &counted(text)].concat()
    };
    let remarks: [Remark<'_>; 6] = [
        (-1, 0x02, &text(0, b"before all")),
        (0, 0x03, &[1, 14, 0]),
        (1, 0x07, &[0, 20, 1, 0]),
        (2, 0x02, &text(1, b"Caro")),
        (5, 0x04, &[2, 0, 0, 0, 2, 1]),
        (6, 0x16, &100_i32.to_le_bytes()),
    ];
    let moves = words_of(&game("1. e4 c5 (1... c6 2. d4 d5) 2. Nf3 Nc6 *"), None);
    let (_, read, faults) = read(database(ORTHODOX, &moves, &annotations(&remarks)));
    let expected = "{[%lang en] before all} 1. e4 $1 $14 c5 {[%emt 0:01:20]} (1... c6 {[%lang de] \
                    Caro} 2. d4 d5) 2. Nf3 {[%csl Ga1]} 2... Nc6 1-0";
    assert_eq!(movetext(&read).split_whitespace().collect::<Vec<_>>().join(" "), expected);
    assert_eq!(faults, [Fault::BadAnnotation { kind: 0x16 }]);
}

/// No field has the length of an unknown annotation, but the data after it show it.
#[test]
fn annotations_after_an_unknown_one_are_read() {
    let text = [&[0, 0, 7, 0][..], &counted(b"read")].concat();
    let unknown = [9; 11];
    let training =
        [&[1, 1, 1, 0, 0, 0, 90, 0, 0, 0, 5, 0, 1, 0, 0, 0][..], &counted(b"Why?"), &[0; 7]];
    let training = training.concat();
    let remarks: [Remark<'_>; 6] = [
        (-1, 0x61, &unknown),
        (0, 0x02, &text),
        (1, 0x61, &unknown[..5]),
        (2, 0x09, &training),
        (3, 0x1A, &unknown),
        (4, 0x02, &text),
    ];
    let lines = words_of(&game("1. e4 c5 2. Nf3 Nc6 3. d4 *"), None);
    let (_, read, faults) = read(database(ORTHODOX, &lines, &annotations(&remarks)));
    let expected = "1. e4 {read} 1... c5 2. Nf3 {[%training 0:01:30 5] [%question Why?]} 2... Nc6 \
                    3. d4 {read} 1-0";
    assert_eq!(movetext(&read).split_whitespace().collect::<Vec<_>>().join(" "), expected);
    let unknown = |(kind, n_bytes)| Fault::UnknownAnnotation { kind, n_bytes };
    assert_eq!(faults, [(0x61, 11), (0x61, 5), (0x1A, 11)].map(unknown));
}

#[test]
fn what_is_wrong_is_told() {
    let lines = words_of(&game("1. e4 e5 2. Nf3 *"), None);
    let faults = |moves: &[u8], remarks: &[u8]| {
        let (_, game, faults) = read(database(ORTHODOX, moves, remarks));
        (game.n_plies(), faults)
    };
    let none = annotations(&[]);
    // A piece that does not be there; a capture of nothing.
    let with = |word: u16| [&lines[..4], &word.to_le_bytes()[..], &lines[6..]].concat();
    assert_eq!(faults(&with(1), &none), (1, vec![Fault::NoMove]));
    assert_eq!(faults(&with(0xFFFE), &none), (1, vec![Fault::NoMove]));
    assert_eq!(faults(&[&lines[..], &[0, 0]].concat(), &none), (3, vec![Fault::AfterEnd]));
    let unknown = annotations(&[(0, 0x1A, &[1, 2])]);
    let fault = Fault::UnknownAnnotation { kind: 0x1A, n_bytes: 2 };
    assert_eq!(faults(&lines, &unknown), (3, vec![fault]));
    let mut files = database(ORTHODOX, &lines, &none);
    files[1].1[12 + 16] ^= 1;
    files[0].1[RECORD_BYTES + 24] = 2;
    let (_, game, found) = read(files);
    assert_eq!((game.n_plies(), found), (3, vec![Fault::NoEntity(2), Fault::CheckSum]));
}

#[test]
fn a_guiding_text_is_a_game_without_moves() {
    let pages = [&42_u32.to_le_bytes()[..], &counted(b"<p>Chess &amp; life</p>")].concat();
    let content = [&[5, 0, 0, 0, 0, 0, 1, 0, 0, 0][..], &pages].concat();
    let mut files = database(TEXT, &content, &annotations(&[]));
    let record = &mut files[0].1[RECORD_BYTES..];
    record[0] = 3;
    record[16..48].fill(0xFF);
    record[40..48].fill(0);
    let (entry, game, faults) = read(files);
    assert_eq!((entry, faults), (Entry::Text { is_deleted: false }, vec![]));
    assert_eq!(game.tag("Event"), Some("A brilliancy"));
    let comments: Vec<&str> = game.tree().comments(NodeId::ROOT).collect();
    assert_eq!(comments, ["A brilliancy", "Chess & life"]);
}

#[test]
fn the_committed_seed_is_this_database() {
    let text = [&[0, 0, 0, 0][..], &counted(b"A")].concat();
    let remarks = annotations(&[(0, 0x03, &[1, 14, 0]), (1, 0x02, &text), (2, 0x21, &[9; 6])]);
    let mut blob = Vec::new();
    for (_, bytes) in database(ORTHODOX, &words_of(&game(LINES), None), &remarks) {
        blob.extend((bytes.len() as u16).to_be_bytes());
        blob.extend(bytes);
    }
    if std::env::var_os("PGNKIT_BLESS").is_some() {
        let seed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/cbh2");
        std::fs::create_dir_all(&seed).unwrap();
        std::fs::write(seed.join("lines"), &blob).unwrap();
    }
    pgn_testing::each_seed("cbh2", |seed| assert!(seed == blob, "a seed like any other"));
}

/// `corpus/databases/reti.2cbh` is a game of `corpus/classic`; `PGNKIT_BLESS=1` writes it.
#[test]
fn the_sample_of_the_repository_is_read() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let classic = std::fs::read_to_string(corpus.join("classic/reti-tartakower-1910.pgn")).unwrap();
    let text = [&[0, 0, 0, 0][..], &counted(b"The queen lures the king")].concat();
    let training = [&[1, 1, 1, 0, 0, 0, 60, 0, 0, 0, 3, 0, 1, 0, 0, 0][..], &counted(b"Mate?")];
    let training = [&training.concat()[..], &[0; 7]].concat();
    let remarks: [Remark<'_>; 3] =
        [(15, 0x09, &training), (16, 0x03, &[3, 0, 0]), (16, 0x02, &text)];
    let moves = words_of(&game(&classic), None);
    let mut files = database(ORTHODOX, &moves, &annotations(&remarks));
    let record = &mut files[0].1[RECORD_BYTES..];
    record[48..96].fill(0);
    record[48..88].fill(0xFF);
    record[88] = 2;
    record[96..98].fill(0);
    record[128..130].copy_from_slice(&(128_u16 * (101 + 15)).to_le_bytes());
    record[188..192].copy_from_slice(&(1910_u32 << 9).to_le_bytes());
    let names: Names = [b"Reti", b"Richard", b"Tartakower", b"Vienna", b"Casual game"];
    files[3].1 = entities(names, vec![0; 11]);
    for (file, bytes) in &files {
        let path = corpus.join("databases").join(format!("reti.{}", file.extension()));
        if std::env::var_os("PGNKIT_BLESS").is_some() {
            std::fs::write(&path, bytes).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == *bytes, "{}", path.display());
    }
    let (_, read, faults) = read(files);
    assert_eq!((faults, read.n_plies()), (vec![], 21));
    assert_eq!(read.tag("White"), Some("Reti, Richard"));
    assert!(movetext(&read).contains("9. Qd8+ $3 {The queen"), "{}", movetext(&read));
}
