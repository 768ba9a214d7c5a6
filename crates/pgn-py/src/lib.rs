//! The Python package pgnkit: boards, moves and games as Python objects, and functions that read,
//! check and write files of games.
//!
//! The objects are light handles: positions, trees and tags stay in Rust. The part of the package
//! that is written in Python, `python/pgnkit/`, imports this module as `pgnkit._pgnkit`.
//!
//! Start at `board` for positions, `game` for games, `read` and `files` for reading games.
#![forbid(unsafe_code)]

mod board;
mod collections;
mod convert;
mod engine;
mod errors;
mod feed;
mod files;
mod findings;
mod game;
mod moves;
mod pickle;
mod polyglot;
mod read;
mod records;
mod rows;
mod shares;
mod sources;
mod square_set;
mod subclass;
mod svg;
mod tables;
mod tag_block;
mod tag_values;
mod visitor;
mod writing;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _pgnkit {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::board::{LegalMoves, PseudoLegalMoves, PyBoard, restore_board};
    #[pymodule_export]
    use crate::collections::{dedupe, merge_tree, tree};
    #[pymodule_export]
    use crate::convert::{fmt, from_bgn, from_pgc};
    #[pymodule_export]
    use crate::engine::{EngineProcess, EngineSearch};
    #[pymodule_export]
    use crate::files::{GameFiles, HeaderFiles, open_games, open_headers};
    #[pymodule_export]
    use crate::findings::{Finding, Findings, check, explain, restore_finding};
    #[pymodule_export]
    use crate::game::{
        ChildNode, Headers, HeadersIter, Mainline, MainlineIter, PyGame, PyGameNode,
        restore_headers, restore_node,
    };
    #[pymodule_export]
    use crate::moves::{PyMove, PyPiece};
    #[pymodule_export]
    use crate::pickle::restore_game;
    #[pymodule_export]
    use crate::polyglot::{BookFile, book_move, book_raw_move, write_book};
    #[pymodule_export]
    use crate::read::{read_headers, skip_game};
    #[pymodule_export]
    use crate::records::{Record, read_epd};
    /// The version of pgnkit.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python has this name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::shares::{GameWriter, file_parts};
    #[pymodule_export]
    use crate::sources::is_game_file;
    #[pymodule_export]
    use crate::square_set::{SquareSet, SquareSetIter};
    #[pymodule_export]
    use crate::svg::{game_caption, game_page, svg_board, svg_piece};
    #[pymodule_export]
    use crate::tables::{Batch, Batches, Scan};
    #[pymodule_export]
    use crate::tag_values::{set_date_order, time_control_parts};
    #[pymodule_export]
    use crate::visitor::{
        BaseVisitor, BoardBuilder, FileExporter, GameBuilder, HeadersBuilder, SkipType,
        SkipVisitor, StringExporter, TextExporter, read_game,
    };
    #[pymodule_export]
    use crate::writing::write_games;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("SKIP", crate::visitor::skip(module.py())?)
    }
}
