//! The works that are compared, and the programs that can do them.

use std::fs;
use std::io;
use std::path::Path;

use crate::answer::Answer;
use crate::clock::Timed;
use crate::{ours, theirs};

/// The positions of perft, and to which depth.
pub(crate) const PERFT: [(&str, u32); 2] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Tags read, movetext passed over.
    Skim,
    /// Every token, no board.
    Tokens,
    /// Every move of every line played and found legal.
    Play,
    /// The same in a file without variations, where nothing need be kept for them.
    PlayMain,
    /// The same with the key of every position.
    Keys,
    /// On several cores.
    PlayParallel,
    /// The whole game in memory, moves as they are in the text.
    Hold,
    /// The whole game in memory, every move legal.
    HoldPlayed,
    /// The same in a file without variations.
    HoldPlayedMain,
    /// Read and written in export form.
    Rewrite,
    /// The same in a file without variations.
    RewriteMain,
    /// A known move written as SAN, and played.
    SanOut,
    /// SAN read, and played.
    Resolve,
    /// A known move played.
    PlayKnown,
    FenIn,
    FenOut,
    Perft,
    /// Games in memory written as PGC.
    Encode,
    /// PGC in memory read into games.
    Decode,
    /// The text of the same games, without comments, read into games.
    ReadText,
    /// Games in memory written as a Scid base.
    ScidWrite,
    /// A Scid base in memory read into games.
    ScidRead,
    /// A ChessBase database in memory read into games.
    CbhRead,
    /// The text of the same games read into games.
    CbhText,
    /// For comparing only: the texts of all moves as a sum.
    Symbols,
}

impl Work {
    const ALL: [Work; 25] = [
        Work::Skim,
        Work::Tokens,
        Work::Play,
        Work::PlayMain,
        Work::Keys,
        Work::PlayParallel,
        Work::Hold,
        Work::HoldPlayed,
        Work::HoldPlayedMain,
        Work::Rewrite,
        Work::RewriteMain,
        Work::SanOut,
        Work::Resolve,
        Work::PlayKnown,
        Work::FenIn,
        Work::FenOut,
        Work::Perft,
        Work::Encode,
        Work::Decode,
        Work::ReadText,
        Work::ScidWrite,
        Work::ScidRead,
        Work::CbhRead,
        Work::CbhText,
        Work::Symbols,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Work::Skim => "skim",
            Work::Tokens => "tokens",
            Work::Play => "play",
            Work::PlayMain => "play-main",
            Work::Keys => "keys",
            Work::PlayParallel => "play-parallel",
            Work::Hold => "hold",
            Work::HoldPlayed => "hold-played",
            Work::HoldPlayedMain => "hold-played-main",
            Work::Rewrite => "rewrite",
            Work::RewriteMain => "rewrite-main",
            Work::SanOut => "san-out",
            Work::Resolve => "resolve",
            Work::PlayKnown => "play-known",
            Work::FenIn => "fen-in",
            Work::FenOut => "fen-out",
            Work::Perft => "perft",
            Work::Encode => "pgc-encode",
            Work::Decode => "pgc-decode",
            Work::ReadText => "read-text",
            Work::ScidWrite => "si4-write",
            Work::ScidRead => "si4-read",
            Work::CbhRead => "cbh-read",
            Work::CbhText => "cbh-text",
            Work::Symbols => "symbols",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Work> {
        Work::ALL.into_iter().find(|work| work.name() == name)
    }
}

/// Who does it inside this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runner {
    Pgnkit,
    /// With shakmaty where there is a board.
    PgnReader,
    CozyChess,
}

impl Runner {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Runner::Pgnkit => "pgnkit",
            Runner::PgnReader => "pgn-reader",
            Runner::CozyChess => "cozy-chess",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Runner> {
        let all = [Runner::Pgnkit, Runner::PgnReader, Runner::CozyChess];
        all.into_iter().find(|runner| runner.name() == name)
    }
}

/// The answer, and the time of a loop that measured itself.
pub(crate) type Done = (Answer, Option<Timed>);

/// Does a work once; only rewriting touches `out`.
pub(crate) fn run(work: Work, runner: Runner, file: &Path, out: &Path) -> io::Result<Done> {
    let loops = |(answer, timed)| (answer, Some(timed));
    match (work, runner) {
        (Work::SanOut | Work::Resolve | Work::PlayKnown | Work::FenIn | Work::FenOut, _) => {
            on_board(work, runner, &fs::read(file)?).map(loops)
        }
        (Work::Encode, Runner::Pgnkit) => ours::binary::encode(&fs::read(file)?).map(loops),
        (Work::Decode, Runner::Pgnkit) => ours::binary::decode(&fs::read(file)?).map(loops),
        (Work::ReadText, Runner::Pgnkit) => ours::binary::read(&fs::read(file)?).map(loops),
        (Work::ScidWrite, Runner::Pgnkit) => {
            ours::database::scid_write(&fs::read(file)?).map(loops)
        }
        (Work::ScidRead, Runner::Pgnkit) => ours::database::scid_read(&fs::read(file)?).map(loops),
        (Work::CbhRead, Runner::Pgnkit) => ours::database::cbh_read(file).map(loops),
        (Work::CbhText, Runner::Pgnkit) => ours::database::cbh_text(file).map(loops),
        (Work::Perft, Runner::Pgnkit) => ours::board::perft().map(loops),
        (Work::Perft, Runner::PgnReader) => theirs::board::perft().map(loops),
        (Work::Perft, Runner::CozyChess) => theirs::board::cozy_perft().map(loops),
        _ => on_file(work, runner, fs::File::open(file)?, out).map(|answer| (answer, None)),
    }
}

fn refused(work: Work, runner: Runner) -> io::Error {
    io::Error::other(format!("{} does not {}", runner.name(), work.name()))
}

fn on_board(work: Work, runner: Runner, file: &[u8]) -> io::Result<(Answer, Timed)> {
    match (runner, work) {
        (Runner::Pgnkit, Work::SanOut) => ours::board::san_out(file),
        (Runner::Pgnkit, Work::Resolve) => ours::board::resolve(file),
        (Runner::Pgnkit, Work::PlayKnown) => ours::board::play_known(file),
        (Runner::Pgnkit, Work::FenIn) => ours::board::fen_in(file),
        (Runner::Pgnkit, Work::FenOut) => ours::board::fen_out(file),
        (Runner::PgnReader, Work::SanOut) => theirs::board::san_out(file),
        (Runner::PgnReader, Work::Resolve) => theirs::board::resolve(file),
        (Runner::PgnReader, Work::PlayKnown) => theirs::board::play_known(file),
        (Runner::PgnReader, Work::FenIn) => theirs::board::fen_in(file),
        (Runner::PgnReader, Work::FenOut) => theirs::board::fen_out(file),
        _ => Err(refused(work, runner)),
    }
}

fn on_file(work: Work, runner: Runner, file: fs::File, out: &Path) -> io::Result<Answer> {
    let target = || fs::File::create(out);
    match (runner, work) {
        (Runner::Pgnkit, Work::Skim) => ours::tokens::skim(file),
        (Runner::Pgnkit, Work::Tokens) => ours::tokens::tokens(file),
        (Runner::Pgnkit, Work::Symbols) => ours::tokens::symbols(file),
        (Runner::Pgnkit, Work::Play | Work::PlayMain) => ours::play::play(file),
        (Runner::Pgnkit, Work::Keys) => ours::play::keys(file),
        (Runner::Pgnkit, Work::PlayParallel) => ours::parallel::play(file, 2),
        (Runner::Pgnkit, Work::Hold) => ours::hold::unresolved(file),
        (Runner::Pgnkit, Work::HoldPlayed | Work::HoldPlayedMain) => ours::hold::played(file),
        (Runner::Pgnkit, Work::Rewrite | Work::RewriteMain) => {
            ours::rewrite::rewrite(file, target()?)
        }
        (Runner::PgnReader, Work::Skim) => theirs::tokens::skim(file),
        (Runner::PgnReader, Work::Tokens) => theirs::tokens::tokens(file),
        (Runner::PgnReader, Work::Play) => theirs::play::play(file),
        (Runner::PgnReader, Work::PlayMain) => theirs::play::play_main(file),
        (Runner::PgnReader, Work::Keys) => theirs::play::keys(file),
        (Runner::PgnReader, Work::PlayParallel) => theirs::parallel::play(file),
        (Runner::PgnReader, Work::Hold) => theirs::hold::unresolved(file),
        (Runner::PgnReader, Work::HoldPlayed) => theirs::hold::played(file, true),
        (Runner::PgnReader, Work::HoldPlayedMain) => theirs::hold::played(file, false),
        (Runner::PgnReader, Work::Rewrite) => theirs::rewrite::rewrite(file, target()?, true),
        (Runner::PgnReader, Work::RewriteMain) => theirs::rewrite::rewrite(file, target()?, false),
        _ => Err(refused(work, runner)),
    }
}
