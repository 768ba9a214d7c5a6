//! Databases written here and read again.
//!
//! Moves are numbered by sorting what the attacks of the board reach; the reader counts step by
//! step.

use std::collections::BTreeMap;

use super::head::{RecordHead, mask};
use super::moves::{Choice, nth};
use super::*;
use crate::databases::Database as _;
use pgnkit::chess::{
    self, Color, Move, MoveKind, Piece, Position, Rank, Role, Side, Square, notation::uci,
};
use pgnkit::game::{MoveText, NodeId};
use pgnkit::read::Games;
use pgnkit::write::{Export, Profile};

fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().unwrap().unwrap()
}

fn text(game: &Game) -> String {
    let mut text = Vec::new();
    Export::new(Profile::Modern).append(game, &mut text, &mut Vec::new()).unwrap();
    String::from_utf8(text).unwrap()
}

/// Where a step is in the list of a piece.
fn place_of(role: Role, files: i8, ranks: i8) -> usize {
    let order: &[&str] = match role {
        Role::King => &["-1-1", "-1+0", "-1+1", "+0-1", "+0+1", "+1-1", "+1+0", "+1+1"],
        Role::Knight => &["-2-1", "-2+1", "+2-1", "+2+1", "-1-2", "-1+2", "+1-2", "+1+2"],
        Role::Pawn => &["+0+2", "+0+1", "-1+1", "+1+1"],
        Role::Queen | Role::Rook | Role::Bishop => {
            &["-1-1", "+1-1", "+1+1", "-1+1", "-1+0", "+0-1", "+1+0", "+0+1"]
        }
    };
    let step = match role {
        Role::Queen | Role::Rook | Role::Bishop => (files.signum(), ranks.signum()),
        Role::King | Role::Knight | Role::Pawn => (files, ranks),
    };
    order.iter().position(|&it| it == format!("{:+}{:+}", step.0, step.1)).unwrap()
}

/// A move's place among all: its origin, its step, the distance, its promotion.
type Key = (u8, usize, u8, usize);

/// A board's moves while they are collected.
struct List<'a> {
    position: &'a Position,
    ep: Option<chess::File>,
    moves: BTreeMap<Key, Option<Choice>>,
}

/// Every move with its number, in the way of the description: what attacks reach, in order.
fn numbered(position: &Position, ep: Option<chess::File>) -> Vec<(u8, Option<Choice>)> {
    let mut list = List { position, ep, moves: BTreeMap::new() };
    let own = position.board().pieces().filter(|(_, piece)| piece.color == position.turn());
    for (from, Piece { role, .. }) in own {
        match role {
            Role::Pawn => list.pawn(from),
            Role::King => {
                list.piece(from, role);
                list.castling(from);
            }
            _ => list.piece(from, role),
        }
    }
    (1..).zip(list.moves.into_values()).collect()
}

fn by_file(square: Square) -> u8 {
    square.file().index() * 8 + square.rank().index()
}

fn files(from: Square, to: Square) -> i8 {
    to.file().index() as i8 - from.file().index() as i8
}

impl List<'_> {
    fn reaches(&self, from: Square, to: Square) -> bool {
        let board = self.position.board();
        board.attackers(self.position.turn(), to, board.occupied()).contains(from)
    }

    fn add(&mut self, place: usize, mv: Move) {
        let far = files(mv.from(), mv.to()).unsigned_abs();
        let far = far.max(mv.from().rank().index().abs_diff(mv.to().rank().index()));
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let n = mv.promotion().and_then(|role| roles.iter().position(|&it| it == role));
        let key = (by_file(mv.from()), place, far, n.unwrap_or(0));
        self.moves.insert(key, Some(Choice::Move(mv)));
    }

    fn piece(&mut self, from: Square, role: Role) {
        for to in Square::all() {
            let target = self.position.piece_at(to);
            if self.reaches(from, to)
                && target.is_none_or(|piece| piece.color != self.position.turn())
            {
                let ranks = to.rank().index() as i8 - from.rank().index() as i8;
                let place = place_of(role, files(from, to), ranks);
                self.add(place, Move::new(from, to, MoveKind::Normal));
            }
        }
    }

    fn pawn(&mut self, from: Square) {
        let color = self.position.turn();
        let is_on = |n| from.rank() == Rank::new(n).unwrap().relative_to(color);
        for to in Square::all() {
            let target = self.position.piece_at(to);
            let ranks = to.rank().index() as i8 - from.rank().index() as i8;
            let ranks = if color == Color::White { ranks } else { -ranks };
            let place = |ranks| place_of(Role::Pawn, files(from, to), ranks);
            let reaches = self.reaches(from, to);
            let is_free = target.is_none() && files(from, to) == 0;
            if reaches && is_on(4) && Some(to.file()) == self.ep {
                let kind = if target.is_none() { MoveKind::EnPassant } else { MoveKind::Normal };
                self.add(place(1) + 2, Move::new(from, to, kind));
            }
            if reaches && target.is_some_and(|piece| piece.color != color) || is_free && ranks == 1
            {
                let roles: &[Role] = match is_on(6) {
                    true => &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
                    false => &[],
                };
                for &role in roles {
                    self.add(place(1), Move::new(from, to, MoveKind::Promotion(role)));
                }
                if roles.is_empty() {
                    self.add(place(1), Move::new(from, to, MoveKind::Normal));
                }
            }
            let between = Square::new((from.index() + to.index()) / 2).unwrap();
            let is_double = is_free && is_on(1) && ranks == 2;
            if is_double && self.position.piece_at(between).is_none() {
                self.add(place(2), Move::new(from, to, MoveKind::DoublePush));
            }
        }
        if is_on(4) && from.file().index() == 0 && self.ep.is_none() {
            self.moves.insert((by_file(from), 5, 0, 0), None);
        }
    }

    fn castling(&mut self, from: Square) {
        let color = self.position.turn();
        let home = Rank::FIRST.relative_to(color);
        let at = |letter: u8| {
            let file = chess::File::new(letter - b'a').unwrap();
            self.position.piece_at(Square::from_coords(file, home))
        };
        let rook = Some(Piece { color, role: Role::Rook });
        let sides: [(Side, &[u8], u8); 2] =
            [(Side::King, b"fg", b'h'), (Side::Queen, b"bcd", b'a')];
        for (n, (side, between, corner)) in sides.into_iter().enumerate() {
            let is_free = between.iter().all(|&it| at(it).is_none()) && at(corner) == rook;
            if is_free && from.file().index() == 4 && from.rank() == home {
                self.moves.insert((by_file(from), 8 + n, 0, 0), Some(Choice::Castle(side)));
            }
        }
    }
}

/// Writes the moves and remarks of a game.
#[derive(Default)]
struct Encoder {
    moves: Vec<u8>,
    text: Vec<u8>,
}

/// A node, with its position and the file of en passant there.
type Place = (NodeId, Position, Option<chess::File>);

impl Encoder {
    fn line(&mut self, game: &Game, start: Place) {
        let tree = game.tree();
        let (mut node, mut position, mut ep) = start;
        while let Some(next) = tree.next(node) {
            let Some(MoveText::Move(mv)) = tree.mv(next) else { panic!("a legal move") };
            self.mv(game, next, mv, &position, ep);
            for head in tree.variations(next) {
                self.moves.push(0xFF);
                self.line(game, (head, position, ep));
            }
            if !mv.is_castle() {
                ep = mv.is_double_push().then(|| mv.to().file());
            }
            position.play_unchecked(mv);
            node = next;
        }
        self.moves.push(0x80);
    }

    fn mv(
        &mut self,
        game: &Game,
        node: NodeId,
        mv: Move,
        position: &Position,
        ep: Option<chess::File>,
    ) {
        let wanted = match position.castling_side(mv) {
            Some(side) => Choice::Castle(side),
            None => Choice::Move(mv),
        };
        let list = numbered(position, ep);
        let number = list.iter().find(|(_, choice)| *choice == Some(wanted)).unwrap().0;
        let tree = game.tree();
        let nags: Vec<u16> = tree.nags(node).map(|nag| nag.0).collect();
        let comment = tree.comments(node).next().map(str::to_owned);
        if nags.is_empty() && comment.is_none() {
            self.moves.push(number);
            return;
        }
        self.moves.push(number | 0x80);
        let signs: [&[u16]; 3] = [&[1, 2, 5, 6, 3, 4], &[18, 16, 14, 11], &[145]];
        for signs in signs {
            let sign = signs.iter().position(|nag| nags.contains(nag));
            self.text.push(sign.map_or(0, |n| n as u8 + 1));
        }
        let comment = comment.unwrap_or_default();
        self.text.extend(comment.bytes());
        self.text.push(0xFF);
    }
}

/// A record, as plain parts.
struct Sketch {
    head: [u8; 14],
    names: [Vec<u8>; 2],
    encoder: Encoder,
    board: Vec<u8>,
}

impl Sketch {
    fn new(game: &Game) -> Sketch {
        let position = game.start_position().unwrap();
        let mut head = [0; 14];
        (head[0], head[1]) = (92, 2);
        let mut board = Vec::new();
        let mut ep = None;
        if game.tag("FEN").is_some() {
            head[10] = 1 | if position.turn() == Color::Black { 2 } else { 0 };
            for (bit, color, side) in [
                (4, Color::White, Side::Queen),
                (8, Color::White, Side::King),
                (16, Color::Black, Side::Queen),
                (32, Color::Black, Side::King),
            ] {
                head[10] |= if position.castling().has(color, side) { bit } else { 0 };
            }
            ep = position.ep_square().map(Square::file);
            head[11] = ep.map_or(0, |file| file.index() + 1);
            let code = |index| match position.piece_at(Square::new(index).unwrap()) {
                None => 0,
                Some(piece) => {
                    let role = "kqnbrp".find(piece.role.to_char().to_ascii_lowercase()).unwrap();
                    role as u8 + 1 + if piece.color == Color::Black { 8 } else { 0 }
                }
            };
            board.extend((0..32).map(|n| code(2 * n) << 4 | code(2 * n + 1)));
            board.push(position.fullmove() as u8 - 1);
        }
        let mut encoder = Encoder::default();
        encoder.line(game, (NodeId::ROOT, position, ep));
        // The byte that counts and is not used.
        encoder.moves.push(0);
        let names = [b"Fischer-Spassky".to_vec(), b"Sveti Stefan (29)".to_vec()];
        Sketch { head, names, encoder, board }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut plain = self.head;
        plain[2..4].copy_from_slice(&(self.encoder.moves.len() as u16).to_be_bytes());
        plain[4] |= self.names[0].len() as u8;
        plain[5] |= self.names[1].len() as u8;
        plain[6..8].copy_from_slice(&(self.encoder.text.len() as u16 + 1).to_be_bytes());
        let mut bytes = RecordHead::bytes(plain).to_vec();
        let mut names = self.names.concat();
        let n = names.len();
        mask(&mut names, (3 * n) as u8, 3);
        bytes.extend(names);
        let mut moves = self.encoder.moves.clone();
        let n = moves.len();
        mask(&mut moves[1..n - 1], (49 * n) as u8, 7);
        bytes.extend(moves);
        bytes.extend(&self.encoder.text);
        bytes.extend(&self.board);
        bytes
    }
}

/// The files of a database with these records.
fn database(records: &[Vec<u8>]) -> Vec<(File, Vec<u8>)> {
    let (mut games, mut places) = (Vec::new(), Vec::new());
    places.extend((records.len() as u32 + 1).to_be_bytes());
    for (n, record) in records.iter().enumerate() {
        places.extend((games.len() as u32 + n as u32 + 2).to_be_bytes());
        games.extend(record);
    }
    places.extend((games.len() as u32 + records.len() as u32 + 2).to_be_bytes());
    vec![(File::Cbf, games), (File::Cbi, places)]
}

fn read(files: Vec<(File, Vec<u8>)>, number: u32) -> (Entry, Game, Vec<Fault>) {
    let mut database = Database::open(files.into_iter().collect()).unwrap();
    assert_eq!(database.findings()[..], []);
    let mut game = Game::new();
    let entry = database.read_into(number, &mut game).unwrap();
    let faults = database.findings().iter().map(|finding| finding.fault.clone()).collect();
    (entry, game, faults)
}

const LINES: &str = "1. e4 $1 c5 (1... c6 2. d4 d5 (2... g6 {a set-up})) (1... Nf6 2. e5) 2. Nf3 \
    $145 {as usual} d6 (2... Nc6 3. Bb5) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 $11 7. Nb3 \
    Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5 12. g5 b4 13. gxf6 bxc3 14. fxe7 cxd2+ 15. \
    Kb1 Qc7 16. exf8=Q+ Nxf8 17. Bxd2 1-0";

/// En passant both ways, the captures that do not exist, castling after a double step.
const STRANGE: [&str; 4] = [
    LINES,
    "1. a4 h6 2. a5 b5 3. axb6 g5 4. h4 g4 5. f4 gxf3 6. Nxf3 a5 7. Nc3 a4 8. e4 Bg7 9. Bd3 d5 \
     10. O-O dxe4 11. Bxe4 a3 12. b4 Nf6 13. b5 c5 14. bxc6 O-O 15. d4 1-0",
    "[SetUp \"1\"]\n[FEN \"1r4k1/P7/8/2pP4/8/8/8/R3K2R w KQ c6 0 30\"]\n\n30. dxc6 Kg7 31. axb8=N \
     (31. axb8=Q Kf7) (31. a8=R) (31. O-O-O) 31... Kg6 32. O-O 1-0",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/2p1p3/8/3P4/R3K3 b Q - 0 9\"]\n\n9... Kf8 10. d4 exd3 11. \
     O-O-O c3 1-0",
];

#[test]
fn every_game_comes_back_as_it_was_written() {
    let written = STRANGE.map(game);
    let records: Vec<Vec<u8>> = written.iter().map(|game| Sketch::new(game).bytes()).collect();
    for (n, written) in (1..).zip(&written) {
        let (entry, read, faults) = read(database(&records), n);
        assert_eq!((entry, faults), (Entry::Game { is_deleted: false }, vec![]), "{n}");
        assert_eq!(read.start_position(), written.start_position());
        let movetext = |game: &Game| text(game).split_once("\n\n").unwrap().1.to_owned();
        assert_eq!(movetext(&read), movetext(written));
    }
}

/// By hand from the description, not by the encoder.
#[test]
fn moves_have_the_numbers_of_the_description() {
    let start = Position::start();
    let numbers = ["a2a4", "a2a3", "b1a3", "b1c3", "b2b4", "b2b3", "c2c4", "c2c3", "d2d4", "d2d3"];
    for (n, name) in (1..).zip(numbers) {
        let mv = uci::parse(&start, name.as_bytes()).unwrap();
        assert_eq!(nth(&start, None, n), Some(Choice::Move(mv)), "{name}");
    }
    assert_eq!((nth(&start, None, 0), nth(&start, None, 21)), (None, None));
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n*";
    let position = game(fen).start_position().unwrap();
    let promoted = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let found = [1, 2, 3, 4].map(|n| match nth(&position, None, n) {
        Some(Choice::Move(mv)) => mv.promotion(),
        _ => None,
    });
    assert_eq!(found, promoted.map(Some));
    // d1 d2 e2 f1 f2, then castling.
    assert_eq!(nth(&position, None, 10), Some(Choice::Castle(Side::King)));
}

/// Counting agrees with sorting in every position of the games, whatever the file of en passant.
#[test]
fn both_ways_of_numbering_agree() {
    for written in STRANGE.map(game) {
        let mut position = written.start_position().unwrap();
        for node in written.main_line() {
            for ep in [None].into_iter().chain(chess::File::all().map(Some)) {
                let list = numbered(&position, ep);
                for (number, choice) in &list {
                    assert_eq!(nth(&position, ep, *number), *choice);
                }
                assert_eq!(nth(&position, ep, list.len() as u8 + 1), None);
            }
            let Some(MoveText::Move(mv)) = written.tree().mv(node) else { panic!("a move") };
            position.play_unchecked(mv);
        }
    }
}

#[test]
fn heads_and_names_become_tags() {
    let mut sketch = Sketch::new(&game("1. e4 1-0"));
    sketch.head[8] = 200;
    sketch.head[10] = 5 << 1;
    sketch.head[4] = 0x40;
    sketch.head[5] = 0x80;
    sketch.names = [b"M\x81ller-Sax-Nunn".to_vec(), b"Linares (7) [Tal]".to_vec()];
    let (_, game, faults) = read(database(&[sketch.bytes()]), 1);
    assert_eq!(faults, []);
    // The code is 5 + 32 + 256, one more than that of C92.
    let tags = "[Event \"Linares\"]\n[Site \"?\"]\n[Date \"1992.??.??\"]\n[Round \"7\"]\n\
                [White \"Müller\"]\n[Black \"Sax-Nunn\"]\n[Result \"1-0\"]\n[Annotator \"Tal\"]\n\
                [ECO \"C92\"]\n[PlyCount \"1\"]\n[WhiteElo \"2600\"]\n\n1. e4 1-0\n\n";
    assert_eq!(text(&game), tags);
}

#[test]
fn what_is_wrong_is_told() {
    let lines = game(LINES);
    let faults = |change: &dyn Fn(&mut Sketch)| {
        let mut sketch = Sketch::new(&lines);
        change(&mut sketch);
        let (entry, game, faults) = read(database(&[sketch.bytes()]), 1);
        assert_eq!(entry, Entry::Game { is_deleted: false });
        (game.n_plies(), faults)
    };
    // The last byte that is left counts and is not used.
    let truncated = |sketch: &mut Sketch| sketch.encoder.moves.truncate(2);
    assert_eq!(faults(&truncated), (1, vec![Fault::TextWithoutMove]));
    let illegal = |sketch: &mut Sketch| sketch.encoder.moves[2] = 0x7E;
    assert_eq!(faults(&illegal), (2, vec![Fault::NoMove, Fault::TextWithoutMove]));
    let in_variation = |sketch: &mut Sketch| sketch.encoder.moves.truncate(5);
    assert_eq!(faults(&in_variation).1[0], Fault::CutShort);
    let after = |sketch: &mut Sketch| {
        sketch.encoder.moves.pop();
        sketch.encoder.moves.extend([1, 1, 0]);
    };
    assert_eq!(faults(&after), (33, vec![Fault::AfterEnd]));
    let sign = |sketch: &mut Sketch| sketch.encoder.text[0] = 7;
    assert_eq!(faults(&sign), (33, vec![Fault::UnknownAnnotation { kind: 7, n_bytes: 1 }]));
    let variation = |sketch: &mut Sketch| sketch.encoder.moves[0] = 0xFF;
    assert_eq!(faults(&variation).1[0], Fault::UnpairedVariation);
}

/// A head is believed when its check sum is right, or when the record ends where the next begins.
#[test]
fn a_wrong_check_sum_is_told() {
    let record = Sketch::new(&game(LINES)).bytes();
    let changed = |at: usize| {
        let mut record = record.clone();
        record[at] ^= 1;
        let (entry, game, faults) = read(database(&[record]), 1);
        (entry, game.n_plies(), faults)
    };
    // The year; the length of the moves.
    let game = Entry::Game { is_deleted: false };
    assert_eq!(changed(0), (game, 33, vec![Fault::CheckSum]));
    let (entry, n_plies, faults) = changed(5);
    assert_eq!((entry, n_plies, faults), (Entry::Nothing, 0, vec![Fault::CheckSum]));
}

fn sample() -> Vec<(File, Vec<u8>)> {
    let records: Vec<Vec<u8>> =
        STRANGE.iter().map(|text| Sketch::new(&game(text)).bytes()).collect();
    database(&records)
}

#[test]
fn the_committed_seed_is_this_database() {
    let mut blob = Vec::new();
    for (_, bytes) in sample().into_iter().rev() {
        blob.extend((bytes.len() as u16).to_be_bytes());
        blob.extend(bytes);
    }
    if std::env::var_os("PGNKIT_BLESS").is_some() {
        let seed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/cbf");
        std::fs::create_dir_all(&seed).unwrap();
        std::fs::write(seed.join("lines"), &blob).unwrap();
    }
    pgn_testing::each_seed("cbf", |seed| assert!(seed == blob, "a seed like any other"));
}

/// `corpus/databases/opera.cbf` is a game of `corpus/classic`; `PGNKIT_BLESS=1` writes it.
#[test]
fn the_sample_of_the_repository_is_read() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let classic = std::fs::read_to_string(corpus.join("classic/morphy-opera-1858.pgn")).unwrap();
    let mut sketch = Sketch::new(&game(&classic));
    sketch.head[0] = (1858_i32 - 1900) as u8;
    sketch.names = [b"Morphy-Duke Karl, Count Isouard".to_vec(), b"Paris, opera".to_vec()];
    let files = database(&[sketch.bytes()]);
    for (file, bytes) in &files {
        let path = corpus.join("databases").join(format!("opera.{}", file.extension()));
        if std::env::var_os("PGNKIT_BLESS").is_some() {
            std::fs::write(&path, bytes).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == *bytes, "{}", path.display());
    }
    let (_, read, faults) = read(files, 1);
    assert_eq!((faults, read.n_plies()), (vec![], 33));
    assert_eq!(read.tag("Date"), Some("1858.??.??"));
}
