//! The properties of the index: its answers are those of a scan, also after the file has grown,
//! with any compression; and a damaged or outdated index reports itself as such.
//!
//! Start at [`Twin`].

mod damage;
mod grow;
mod scan_agreement;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::{Done, Index, Options, Watch, update};
use crate::error::{Error, ErrorKind};
use crate::scan::{Options as ScanOptions, SourceInfo};
use crate::source::Inputs;
use pgnkit::charset::Choice;
use pgnkit::chess::Position;
use pgnkit::chess::notation::san;
use pgnkit::game::MoveText;
use pgnkit::read::{ReadOptions, Referee, UnplayedTail, read_region};
use pgnkit::syntax::{GameEnd, Regions};

/// Numbers that look random and are always the same.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const NAMES: [&[u8]; 6] =
    [b"Carlsen, Magnus", b"M\xFCller, K", "Müller, K".as_bytes(), b"Tal, M", b"?", b"a \\\"b\\\""];
const DATES: [&[u8]; 6] =
    [b"1999.12.31", b"2020.??.??", b"????.??.??", b"2020.01.02", b"nonsense", b""];
const ELOS: [&[u8]; 5] = [b"2800", b"1500", b"-", b"", b"x\x01"];
const ECOS: [&[u8]; 4] = [b"B90", b"B9", b"E99", b"A00/12"];
const OTHERS: [&[u8]; 4] = [b"WHITE", b"Annotator", b"Na\xEFve", b"date"];
const STARTS: [&[u8]; 4] = [
    b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    b"nonsense",
    b"8/P6k/8/8/8/8/8/K7 w - - 0 1",
    b"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9",
];

/// The text of some random games, with common faults among them.
pub(super) fn games(dice: &mut Dice, n: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..n {
        let mut pair = |name: &[u8], value: &[u8]| {
            text.extend([b"[", name, b" \"", value, b"\"]\n"].concat());
        };
        pair(b"White", dice.one(&NAMES));
        pair(b"Date", dice.one(&DATES));
        for (name, values) in [(&b"WhiteElo"[..], &ELOS[..]), (b"ECO", &ECOS), (b"Black", &NAMES)] {
            if dice.below(2) == 0 {
                pair(name, dice.one(values));
            }
        }
        if dice.below(4) == 0 {
            pair(dice.one(&OTHERS), dice.one(&NAMES));
        }
        let mut position = Position::start();
        if dice.below(8) == 0 {
            let fen = dice.one(&STARTS);
            pair(b"FEN", fen);
            if let Ok((set_up, _)) = pgnkit::chess::fen::parse(fen, pgnkit::chess::fen::Mode::Lax) {
                position = set_up;
            }
        }
        if dice.below(20) == 0 {
            pair(b"Variant", dice.one(&[&b"Atomic"[..], b"Xiangqi"]));
        }
        text.push(b'\n');
        push_moves(dice, position, &mut text);
        text.extend_from_slice(dice.one(&[
            &b" 1-0\n\n"[..],
            b" 0-1\n\n",
            b" 1/2-1/2\n\n",
            b" *\n\n",
            b"\n\n",
            b" {the end} 1-0 ; more\n\n",
            b" 1-0 ",
        ]));
    }
    text
}

fn push_moves(dice: &mut Dice, mut position: Position, text: &mut Vec<u8>) {
    let ply_count = dice.below(14);
    for _ in 0..ply_count {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        // Few choices, so that positions come again.
        let mv = moves[dice.below(2) * dice.below(moves.len())];
        text.extend_from_slice(san::to_text(&position, mv).as_bytes());
        text.push(b' ');
        position.play_unchecked(mv);
        text.extend_from_slice(match dice.below(40) {
            0 => b"Kh9 ",
            1 => b"-- ",
            2 => b"{a \xE9 comment} ",
            3 => b"(e4 e5 Ke8) ",
            _ => b"",
        });
        if dice.below(60) == 0 {
            text.extend_from_slice(b"Qa1xh8 e4 ");
        }
        if dice.below(40) == 1 {
            return;
        }
    }
}

/// The contents of a file, by reading all of it the slow way.
pub(super) struct Twin {
    pub(super) games: Vec<TwinGame>,
    pub(super) text: Vec<u8>,
}

/// A game of it.
pub(super) struct TwinGame {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) line: u64,
    pub(super) end: GameEnd,
    pub(super) game: pgnkit::Game,
    /// Key, move and ply of each position, unless it is left out.
    pub(super) positions: Option<Vec<(u64, Option<pgnkit::chess::Move>, u16)>>,
}

/// Sees whether the main line can be played.
#[derive(Default)]
struct IsWhole {
    depth: u32,
    is_broken: bool,
}

impl pgnkit::read::GameListener for IsWhole {
    fn begin_variation(&mut self, _: pgnkit::syntax::Span) {
        self.depth += 1;
    }
    fn end_variation(&mut self, _: pgnkit::syntax::Span) {
        self.depth -= 1;
    }
    fn begin_unplayed(&mut self, tail: UnplayedTail, _: pgnkit::syntax::Span) {
        self.is_broken |= self.depth == 0 && tail == UnplayedTail::Unplayable;
    }
}

impl Twin {
    pub(super) fn of(text: &[u8]) -> Twin {
        let mut regions = Regions::new(text);
        let mut games = Vec::new();
        while let Some(region) = regions.next_region().unwrap() {
            let Some(game) = read_region(&region, ReadOptions::default(), ()) else { continue };
            let mut referee = Referee::new(IsWhole::default(), ());
            let _ = region.visit(&mut referee);
            let start = game.start_position().filter(|_| !referee.listener.is_broken);
            let positions = start.map(|mut position| {
                let mut positions = Vec::new();
                for (ply, node) in game.main_line().enumerate() {
                    let Some(MoveText::Move(mv)) = game.tree().mv(node) else { panic!() };
                    positions.push((position.polyglot_key(), Some(mv), ply as u16));
                    position.play_unchecked(mv);
                }
                positions.push((position.polyglot_key(), None, positions.len() as u16));
                positions
            });
            games.push(TwinGame {
                start: region.start.0 as usize,
                len: region.text.len(),
                line: region.location.line,
                end: region.end.unwrap(),
                game,
                positions,
            });
        }
        Twin { games, text: text.to_vec() }
    }
}

/// Keeps what it receives.
#[derive(Default)]
pub(super) struct Told {
    pub(super) done: Vec<Done>,
    pub(super) troubles: Vec<String>,
}

impl Watch for Told {
    fn begin(&mut self, _: &SourceInfo) {}
    fn games(&mut self, _: u64) {}
    fn done(&mut self, _: &Path, done: Done) {
        self.done.push(done);
    }
    fn on_error(&mut self, error: Error) {
        self.troubles.push(error.to_string());
    }
}

/// Cancels the work as soon as it can.
struct Canceling;

impl Watch for Canceling {
    fn begin(&mut self, _: &SourceInfo) {}
    fn games(&mut self, _: u64) {}
    fn done(&mut self, _: &Path, _: Done) {}
    fn on_error(&mut self, _: Error) {}
    fn is_canceled(&self) -> bool {
        true
    }
}

#[test]
fn canceled_work_is_an_error_of_its_own_kind_and_writes_nothing() {
    let (dir, path) = folder_with("a.pgn", b"1. e4 *\n");
    let inputs = Inputs::gather(&[path]);
    let error = update(inputs, &options(1 << 20, 1), &mut Canceling).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().ends_with("canceled")),
        (ErrorKind::Canceled, true)
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

pub(super) fn options(memory_bytes: usize, thread_count: usize) -> Options {
    let scan = ScanOptions {
        thread_count: NonZeroUsize::new(thread_count).unwrap(),
        under_way_bytes: 1 << 20,
        ..ScanOptions::default()
    };
    Options { scan, memory_bytes, rebuild: false }
}

/// Brings the index of a file up to date.
pub(super) fn update_file(path: &Path, options: &Options) -> Done {
    let mut told = Told::default();
    update(Inputs::gather(&[path.to_owned()]), options, &mut told).unwrap();
    assert_eq!(told.troubles, Vec::<String>::new());
    told.done.pop().unwrap()
}

/// A folder with a file of this content.
pub(super) fn folder_with(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    fs::write(&path, content).unwrap();
    (dir, path)
}

pub(super) fn open(path: &Path) -> Index {
    Index::open(path, Choice::Auto).unwrap()
}
