//! Databases written here and read again.

use std::fmt::Write as _;

use super::cipher::Cipher;
use super::moves::{MoveEncoding, value_of};
use super::numbers::NumberedPieces;
use super::*;
use crate::databases::{Database as _, Finding};
use pgnkit::chess::{Move, Position, Square};
use pgnkit::game::{MoveText, NodeId};
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().unwrap().unwrap()
}

/// The movetext of a game, on one line.
fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).append(game, &mut text, &mut Vec::new()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let movetext = text.split_once("\n\n").map_or(&text[..], |(_, movetext)| movetext);
    movetext.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes the moves of a game in one of the modes.
struct Encoder<'a> {
    game: &'a Game,
    mode: u8,
    cipher: Cipher,
    n_moves: u32,
    bytes: Vec<u8>,
}

impl Encoder<'_> {
    fn is_simple(&self) -> bool {
        matches!(self.mode, 1 | 3 | 5 | 7)
    }

    fn value(&mut self, value: u8) {
        self.bytes.push(self.cipher.byte(value, self.n_moves));
    }

    /// The moves after `node`, and the mark of their end.
    fn line(&mut self, mut node: NodeId, mut position: Position, mut numbers: NumberedPieces) {
        let tree = self.game.tree();
        while let Some(next) = tree.next(node) {
            let heads = tree.variations(next);
            let mut firsts: Vec<NodeId> =
                [next].into_iter().chain(heads.filter_map(|head| tree.next(head))).collect();
            let last = firsts.pop().unwrap();
            for first in firsts {
                let (mut position, mut numbers) = (position, numbers);
                self.mv(first, true, &mut position, &mut numbers);
                self.line(first, position, numbers);
            }
            self.mv(last, false, &mut position, &mut numbers);
            node = last;
        }
        if !self.is_simple() {
            self.value(255);
        }
    }

    fn mv(
        &mut self,
        node: NodeId,
        marks: bool,
        position: &mut Position,
        numbers: &mut NumberedPieces,
    ) {
        let Some(MoveText::Move(mv)) = self.game.tree().mv(node) else { panic!("a legal move") };
        if self.is_simple() {
            let ends = self.game.tree().next(node).is_none();
            let word = simple(position, mv, matches!(self.mode, 3 | 7))
                | u16::from(marks) << 15
                | u16::from(ends) << 14;
            word.to_be_bytes().into_iter().for_each(|byte| self.value(byte));
        } else {
            if marks {
                self.value(254);
            }
            match value_of(position, numbers, mv) {
                Some(value) => self.value(value),
                None => {
                    self.value(235);
                    let word = simple(position, mv, false);
                    word.to_be_bytes().into_iter().for_each(|byte| self.value(byte));
                }
            }
        }
        self.n_moves += 1;
        numbers.play(position, mv, None);
        position.play_unchecked(mv);
    }
}

/// A square that counts file by file.
fn number(square: Square) -> u16 {
    u16::from(square.file().index()) * 8 + u16::from(square.rank().index())
}

fn simple(position: &Position, mv: Move, is_reversed: bool) -> u16 {
    if mv.is_null() {
        return 0;
    }
    let mut to = mv.to();
    if let Some(side) = position.castling_side(mv) {
        to = side.king_target(position.turn());
    }
    let (from, to) = (number(mv.from()), number(to));
    let (low, high) = if is_reversed { (to, from) } else { (from, to) };
    let promotion = match mv.promotion() {
        Some(pgnkit::chess::Role::Rook) => 1,
        Some(pgnkit::chess::Role::Bishop) => 2,
        Some(pgnkit::chess::Role::Knight) => 3,
        Some(_) | None => 0,
    };
    low | high << 6 | promotion << 12
}

fn encode(game: &Game, mode: u8) -> Vec<u8> {
    let cipher = Cipher::of_mode(mode).unwrap();
    let mut encoder = Encoder { game, mode, cipher, n_moves: 0, bytes: Vec::new() };
    let position = game.start_position().unwrap();
    let order = MoveEncoding::of(mode).unwrap().from;
    encoder.line(NodeId::ROOT, position, NumberedPieces::new(position.board(), order));
    encoder.bytes
}

/// A database of one game.
struct Sketch {
    flags: u8,
    start: Vec<u8>,
    moves: Vec<u8>,
    annotations: Vec<u8>,
    record: [u8; RECORD_BYTES],
}

impl Sketch {
    fn new(mode: u8, moves: Vec<u8>) -> Sketch {
        let mut record = [0; RECORD_BYTES];
        record[0] = 1;
        record[4] = 26;
        record[27] = 2;
        Sketch { flags: mode, start: Vec::new(), moves, annotations: Vec::new(), record }
    }

    /// An annotation of a move.
    fn annotate(&mut self, mv: i32, kind: u8, data: &[u8]) {
        self.annotations.extend(&mv.to_be_bytes()[1..]);
        self.annotations.push(kind);
        self.annotations.extend((data.len() as u16 + 6).to_be_bytes());
        self.annotations.extend(data);
        self.record[8] = 26;
    }

    fn files(&self) -> Vec<(File, Vec<u8>)> {
        let mut cbh = vec![0; RECORD_BYTES];
        cbh[..6].copy_from_slice(&[0, 0, 0x2C, 0, 0x2E, 1]);
        cbh[9] = 2;
        cbh.extend(self.record);
        let mut cbg = vec![0; 26];
        let n = 4 + self.start.len() + self.moves.len();
        cbg.extend([self.flags, 0, (n >> 8) as u8, n as u8]);
        cbg.extend(self.start.iter().chain(&self.moves));
        let mut cba = vec![0; 26];
        cba.extend([0, 0, 1, 1, 0, 14, 14, 0, 0, 2]);
        cba.extend((self.annotations.len() as u32 + 14).to_be_bytes());
        cba.extend(&self.annotations);
        vec![
            (File::Cbh, cbh),
            (File::Cbg, cbg),
            (File::Cba, cba),
            (File::Cbp, entities(58, &[&[(0, "Tal"), (30, "Mihail")], &[(0, "M\u{fc}ller")]])),
            (File::Cbt, entities(90, &[&[(0, "Bled"), (40, "Lake"), (70, "\u{1}\u{2}")]])),
            (File::Cbc, entities(53, &[&[(0, "Someone")]])),
            (File::Cbs, entities(59, &[&[(0, "A book")]])),
        ]
    }

    fn open(&self) -> Database<Vec<u8>> {
        let mut parts = Parts::default();
        self.files().into_iter().for_each(|(file, bytes)| parts.insert(file, bytes));
        Database::open(parts).unwrap()
    }

    fn read(&self) -> (Game, Vec<Finding>) {
        let mut database = self.open();
        assert_eq!(database.findings()[..], []);
        let mut game = Game::new();
        let entry = database.read_into(1, &mut game).unwrap();
        assert_eq!(entry, Entry::Game { is_deleted: false });
        (game, database.findings().to_vec())
    }
}

/// A file of entities; letters beyond ASCII are those of code page 1252.
fn entities(n_data: usize, records: &[&[(usize, &str)]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let numbers =
        [records.len() as i32, 0, 1_234_567_890, n_data as i32, -1, records.len() as i32, 4];
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend([0; 4]);
    for fields in records {
        let start = bytes.len() + 9;
        bytes.resize(start + n_data, 0);
        for (offset, text) in *fields {
            for (n, letter) in text.chars().enumerate() {
                bytes[start + offset + n] = letter as u8;
            }
        }
    }
    bytes
}

const LINES: &str = "1. e4 c5 (1... c6 2. d4 d5 (2... g6)) (1... Nf6 2. e5) 2. Nf3 d6 (2... Nc6 \
    3. Bb5) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O \
    Nbd7 11. g4 b5 12. g5 b4 13. gxf6 bxc3 14. fxe7 cxd2+ 15. Kb1 Qc7 16. exf8=Q+ Nxf8 17. Bxd2 \
    -- 18. Rg1 1-0";

#[test]
fn every_mode_gives_the_tree_that_was_written() {
    let written = game(LINES);
    for mode in 0..=7 {
        let (read, findings) = Sketch::new(mode, encode(&written, mode)).read();
        assert_eq!(findings, [], "mode {mode}");
        assert_eq!(movetext(&read), movetext(&written), "mode {mode}");
    }
}

#[test]
fn losing_chess_has_its_own_rules() {
    let written = game("[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Na6 3. Bxa6 Bxa6 1-0");
    for mode in [8, 9] {
        let (read, findings) = Sketch::new(mode, encode(&written, mode)).read();
        assert_eq!((findings, read.tag("Variant")), (vec![], Some("Antichess")));
        assert_eq!(movetext(&read), movetext(&written));
    }
}

/// The 28 bytes of a position.
fn start(position: &Position, castling: u8) -> Vec<u8> {
    let turn = if position.turn() == pgnkit::chess::Color::Black { 0x10 } else { 0 };
    let ep = position.ep_square().map_or(0, |square| square.file().index() + 1);
    let mut bits = String::new();
    for n in 0..64 {
        let piece = numbers::square(n).and_then(|square| position.piece_at(square));
        let Some(piece) = piece else {
            bits.push('0');
            continue;
        };
        let kind = "kqnbrp".find(piece.role.to_char().to_ascii_lowercase()).unwrap() + 1;
        write!(bits, "1{}{kind:03b}", piece.color.index()).unwrap();
    }
    while bits.len() < 24 * 8 {
        bits.push('0');
    }
    let mut bytes = vec![1, ep | turn, castling, position.fullmove() as u8];
    bytes.extend(
        bits.as_bytes()
            .chunks(8)
            .map(|bits| u8::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap()),
    );
    bytes
}

#[test]
fn games_begin_where_they_were_set_up() {
    let written = game(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/2pP4/8/8/8/R3K2R w KQ c6 0 30\"]\n\n30. dxc6 Kd8 31. O-O 1-0",
    );
    for mode in [0, 1, 4] {
        let mut sketch = Sketch::new(mode | 0x40, encode(&written, mode));
        sketch.start = start(&written.start_position().unwrap(), 3);
        let (read, findings) = sketch.read();
        assert_eq!(findings, []);
        assert_eq!(read.start_position(), written.start_position());
        assert_eq!(movetext(&read), movetext(&written));
        // The same without the rights: castling gives the one that was used.
        sketch.start = start(&written.start_position().unwrap(), 0);
        let (read, findings) = sketch.read();
        assert_eq!(read.tag("FEN"), Some("4k3/8/8/2pP4/8/8/8/R3K2R w K c6 0 30"));
        assert_eq!(movetext(&read), movetext(&written));
        let faults: Vec<Fault> = findings.into_iter().map(|finding| finding.fault).collect();
        assert_eq!(faults, [Fault::CastlingGranted]);
    }
}

#[test]
fn chess960_castles_to_the_goal_of_its_king() {
    let fen = "r1k2r2/8/8/8/8/5P2/8/R1K2R2 w FAfa - 0 1";
    let text =
        format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O O-O-O 1-0");
    let written = game(&text);
    for mode in [10, 11] {
        let moves = encode(&written, mode);
        let mut sketch = Sketch::new(mode | 0x40, moves);
        sketch.start = start(&written.start_position().unwrap(), 15);
        let squares = ["c1", "c8", "f1", "a1", "f8", "a8"];
        sketch.start.extend(
            squares.iter().map(|name| number(Square::from_ascii(name.as_bytes()).unwrap()) as u8),
        );
        sketch.start.extend([0, 0]);
        let (read, findings) = sketch.read();
        assert_eq!(findings, []);
        assert_eq!(read.start_position(), written.start_position());
        assert_eq!(movetext(&read), movetext(&written));
    }
}

#[test]
fn annotations_stand_where_they_belong() {
    let mut sketch = Sketch::new(0, encode(&game("1. e4 e5 (1... c5 2. Nf3) 2. d4 1-0"), 0));
    sketch.annotate(-1, 0x02, &[0, 0, b'G']);
    sketch.annotate(-1, 0x16, &[0, 3, 0x4A, 0x94]);
    sketch.annotate(0, 0x03, &[1, 14, 0]);
    sketch.annotate(0, 0x04, &[2, 1]);
    sketch.annotate(0, 0x02, &[0, 42, b'A']);
    sketch.annotate(0, 0x02, &[0, 53, b'B']);
    sketch.annotate(2, 0x82, &[0, 42, b'M']);
    sketch.annotate(3, 0x82, &[0, 42, b'V']);
    sketch.annotate(9, 0x03, &[1]);
    sketch.annotate(1, 0x61, &[1, 2]);
    let (read, findings) = sketch.read();
    let expected = "{G} 1. e4 $1 $14 {[%csl Ga1] [%lang en] A} {[%lang de] B} 1... e5 ({[%lang \
        en] V} 1... c5 2. Nf3) {[%lang en] M} 2. d4 1-0";
    assert_eq!(movetext(&read), expected);
    assert_eq!(read.tag("WhiteClock"), Some("0:35:57"));
    let mut faults: Vec<Fault> = findings.into_iter().map(|finding| finding.fault).collect();
    faults.sort();
    let unknown = Fault::UnknownAnnotation { kind: 0x61, n_bytes: 2 };
    assert_eq!(faults, [unknown, Fault::AnnotationWithoutMove { kind: 3 }]);

    let mut database = sketch.open();
    let mut languages = Languages::NONE;
    assert!(languages.add("DE") && languages.add("rus") && !languages.add("xx"));
    database.keep_languages(languages);
    let mut game = Game::new();
    database.read_into(1, &mut game).unwrap();
    let expected = "{G} 1. e4 $1 $14 {[%csl Ga1] [%lang de] B} 1... e5 (1... c5 2. Nf3) 2. d4 1-0";
    assert_eq!(movetext(&game), expected);
}

#[test]
fn tags_come_from_the_record_and_what_it_names() {
    let mut sketch = Sketch::new(0, encode(&game("1. e4 1-0"), 0));
    sketch.record[14] = 1;
    sketch.record[24..27].copy_from_slice(&[0x0F, 0x80 | 5, 0x60 | 9]);
    sketch.record[29..31].copy_from_slice(&[3, 2]);
    sketch.record[31..37].copy_from_slice(&[10, 0, 0, 0, 1, 0x80]);
    sketch.record[38] = 0b11;
    let (read, findings) = sketch.read();
    assert_eq!(findings, []);
    let tags: Vec<(&str, &str)> = read.tags().iter().map(|tag| (tag.name, tag.value)).collect();
    let expected = [
        ("Event", "Bled"),
        ("Site", "Lake"),
        ("Date", "1986.11.09"),
        ("Round", "3.2"),
        ("White", "Tal, Mihail"),
        ("Black", "Müller"),
        ("Result", "1-0"),
        ("ECO", "A02"),
        ("WhiteElo", "2560"),
        ("Annotator", "Someone"),
        ("EventDate", "0001.??.01"),
        ("SourceTitle", "A book"),
        ("Medals", "best game, decided tournament"),
        ("PlyCount", "1"),
    ];
    assert_eq!(tags, expected);
}

#[test]
fn forfeits_and_lines_are_told() {
    for (result, expected) in [
        (0, ["0-1", "", "", ""]),
        (3, ["*", "", "", "$18"]),
        (4, ["0-1", "rules infraction", "-:+", ""]),
        (5, ["1/2-1/2", "rules infraction", "=:=", ""]),
        (7, ["0-0", "rules infraction", "0-0", ""]),
    ] {
        let mut sketch = Sketch::new(0, encode(&game("1. e4 *"), 0));
        (sketch.record[27], sketch.record[28]) = (result, 18);
        let (read, _) = sketch.read();
        let names = ["Result", "Termination", "ResultAsStored", "LineVerdict"];
        assert_eq!(names.map(|name| read.tag(name).unwrap_or_default()), expected);
        assert_eq!(read.outcome().name(), expected[0]);
    }
}

#[test]
fn damage_is_told_and_the_rest_is_read() {
    let moves = encode(&game("1. e4 e5 2. Nf3 1-0"), 0);
    type Damage = fn(&mut Sketch);
    let cases: [(Damage, &[Fault], &str); 7] = [
        (|sketch| sketch.moves.truncate(3), &[], "1. e4 e5 2. Nf3 1-0"),
        (|sketch| sketch.moves[2] ^= 0x55, &[Fault::NoMove], "1. e4 e5 1-0"),
        (|sketch| sketch.moves.push(0), &[Fault::AfterEnd], "1. e4 e5 2. Nf3 1-0"),
        (|sketch| sketch.flags = 12, &[Fault::UnknownMode(12)], "1-0"),
        (|sketch| sketch.record[1] = 9, &[Fault::Outside], "1-0"),
        (|sketch| sketch.record[11] = 7, &[Fault::NoEntity(7)], "1. e4 e5 2. Nf3 1-0"),
        (|sketch| sketch.record[27] = 99, &[Fault::UnknownResult(99)], "1. e4 e5 2. Nf3 *"),
    ];
    for (damage, faults, expected) in cases {
        let mut sketch = Sketch::new(0, moves.clone());
        damage(&mut sketch);
        let (read, findings) = sketch.read();
        let found: Vec<Fault> = findings.into_iter().map(|finding| finding.fault).collect();
        assert_eq!((&found[..], &movetext(&read)[..]), (faults, expected));
    }
}

#[test]
fn missing_files_are_told_once() {
    let mut parts = Parts::default();
    for (file, bytes) in Sketch::new(0, encode(&game("1. e4 1-0"), 0)).files() {
        if matches!(file, File::Cbh | File::Cbg) {
            parts.insert(file, bytes);
        }
    }
    let mut database = Database::open(parts).unwrap();
    let missing: Vec<File> = database.findings().iter().map(|finding| finding.file).collect();
    assert_eq!(missing, [File::Cbp, File::Cbt, File::Cbc, File::Cbs]);
    let mut game = Game::new();
    database.read_into(1, &mut game).unwrap();
    assert_eq!(
        (&database.findings()[..], game.tag("White"), game.n_plies()),
        (&[][..], Some("?"), 1)
    );
    assert_eq!(database.read_into(2, &mut game).unwrap(), Entry::Nothing);
    assert_eq!(database.read_into(0, &mut game).unwrap(), Entry::Nothing);
}

#[test]
fn the_committed_seed_is_this_database() {
    let mut sketch = Sketch::new(0, encode(&game(LINES), 0));
    sketch.annotate(0, 0x03, &[1, 14, 0]);
    sketch.annotate(1, 0x02, &[0, 42, b'A']);
    sketch.annotate(2, 0x04, &[2, 1]);
    let mut blob = Vec::new();
    for (file, bytes) in sketch.files() {
        blob.push(file as u8);
        blob.extend((bytes.len() as u16).to_be_bytes());
        blob.extend(bytes);
    }
    pgn_testing::each_seed("cbh", |seed| assert!(seed == blob, "a seed like any other"));
}

/// Three records: a game, one that is marked as deleted, a guiding text.
fn sample() -> Vec<(File, Vec<u8>)> {
    let moves = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 (5. h3 Bxf3) Bxd1 6. Bxf7+ Ke7 \
                 7. Nd5# 1-0";
    let mut sketch = Sketch::new(0, encode(&game(moves), 0));
    sketch.record[14] = 1;
    sketch.record[24..27].copy_from_slice(&[0x0D, 0xAC, 0x00]);
    sketch.annotate(-1, 0x02, b"\x00\x2aOne of the oldest traps.");
    sketch.annotate(-1, 0x02, b"\x00\x35Eine der \xe4ltesten Fallen.");
    sketch.annotate(8, 0x03, &[3, 0, 0]);
    let mut files = sketch.files();
    files[3].1 = entities(58, &[&[(0, "Legal"), (30, "Sire de")], &[(0, "Saint Brie")]]);
    files[4].1 = entities(90, &[&[(0, "Casual game"), (40, "Paris")]]);
    files[5].1 = entities(53, &[&[(0, "A student")]]);
    files[6].1 = entities(59, &[&[(0, "Old traps")]]);
    let (records, bodies) = (3_u32, 2);
    let mut more: [Vec<u8>; 2] = Default::default();
    let deleted = Sketch::new(0, encode(&game("1. f3 e5 2. g4 Qh4# 0-1"), 0));
    let mut text = vec![1, 0, 1, 0, 0, 0, 8, 0];
    text.extend(b"Foreword\x00\x01\x00\x00\x00\x1c\x00Games that everybody knows. \x00\x00");
    let mut guide = Sketch::new(0, text);
    guide.record[0] |= 2;
    for (n, mut next) in [deleted, guide].into_iter().enumerate() {
        next.record[0] |= if n == 0 { 0x80 } else { 0 };
        next.record[14] = if n == 0 { 1 } else { 0 };
        next.record[27] = 0;
        let body = &next.files()[1].1[26..];
        let offset = files[1].1.len() + more[1].len();
        next.record[1..5].copy_from_slice(&(offset as u32).to_be_bytes());
        more[0].extend(next.record);
        more[1].extend(body);
    }
    assert_eq!(more[0].len(), bodies * RECORD_BYTES);
    for ((_, file), more) in files.iter_mut().zip(&more) {
        file.extend(more);
    }
    files[0].1[6..10].copy_from_slice(&(records + 1).to_be_bytes());
    files
}

/// `corpus/databases/legal.cbh` is that sample; `PGNKIT_BLESS=1` writes it.
#[test]
fn the_sample_of_the_repository_is_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/databases");
    for (file, bytes) in sample() {
        let path = folder.join(format!("legal.{}", file.extension()));
        if std::env::var_os("PGNKIT_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &bytes).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{}", path.display());
    }
    let mut database = Database::open(sample().into_iter().collect()).unwrap();
    let (mut read, mut entries) = (Game::new(), Vec::new());
    for number in 1..=database.n_records() {
        entries.push(database.read_into(number, &mut read).unwrap());
        assert_eq!(database.findings()[..], []);
    }
    let expected = [
        Entry::Game { is_deleted: false },
        Entry::Game { is_deleted: true },
        Entry::Text { is_deleted: false },
    ];
    assert_eq!(entries, expected);
}
