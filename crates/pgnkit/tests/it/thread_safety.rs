//! Public types can be sent to other threads and shared between them; checked when this compiles.

use pgnkit::game::{Layout, Recorder, SetTagError, Tags, Tree};
use pgnkit::merge_games::MergeError;
use pgnkit::nag::NagTable;
use pgnkit::opening::{OpeningReader, Table};
use pgnkit::read::{Builder, Games, NoGameError, ReadOptions, RegionReader};
use pgnkit::tag::{Date, TimeControl, ValueError};
use pgnkit::write::{Export, WriteError};
use pgnkit::{Cursor, Game, Nag, NodeId, Outcome, Position};

const fn assert_send_sync<T: Send + Sync>() {}

macro_rules! assert_all {
    ($($T:ty),* $(,)?) => { const _: () = { $(assert_send_sync::<$T>();)* }; };
}

assert_all!(
    Builder,
    Cursor<'_>,
    Date,
    WriteError,
    Export,
    Game,
    Games<&[u8]>,
    Layout,
    MergeError,
    Nag,
    NagTable,
    NoGameError,
    NodeId,
    OpeningReader<'_>,
    Outcome,
    Position,
    ReadOptions,
    Recorder<'_>,
    RegionReader,
    SetTagError,
    Table,
    Tags,
    TimeControl,
    Tree,
    ValueError,
);
