//! A table of games in Parquet, read as PGN.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};

use super::folder::{UNKNOWN, unescape};
use super::of_arrow;
use super::parquet::of_parquet;
use crate::game_text::{Constants, GameText};

/// How many rows are read at once.
const BATCH_ROWS: usize = 1_024;

/// A column of a row group that unpacks to more bytes than this, and to more than
/// [`UNPACKED_RATIO_MAX`] times its size in the file, is refused: a page of it may be one cell.
const UNPACKED_BYTES_MAX: i64 = 256 << 20;

/// No real column of games packs so well.
const UNPACKED_RATIO_MAX: i64 = 1_000;

/// Whether a column, with these sizes in bytes, expands so much that it was probably made to
/// exhaust memory.
fn is_bomb(packed: i64, unpacked: i64) -> bool {
    unpacked > UNPACKED_BYTES_MAX && unpacked / UNPACKED_RATIO_MAX > packed
}

/// Whether a file begins as Parquet does.
#[must_use]
pub fn is_parquet(head: &[u8]) -> bool {
    head.starts_with(b"PAR1")
}

/// The games of a table as PGN, game after game.
#[derive(Debug)]
pub struct PgnText {
    reader: ParquetRecordBatchReader,
    games: GameText,
    text: Vec<u8>,
    n_read: usize,
}

impl PgnText {
    /// Opens a table of games that has the column `movetext`, or `rest` with the lists that it
    /// leaves out.
    ///
    /// # Errors
    /// If it is not Parquet, or not such a table.
    pub fn open(file: fs::File) -> io::Result<PgnText> {
        PgnText::with_constants(file, Constants::new())
    }

    /// The same for the file at `path`, which may be a part of a folder: columns that are in the
    /// names of the folders and not in the file have their values from there.
    ///
    /// # Errors
    /// Errors of [`PgnText::open`], and if the name of a folder cannot be read.
    pub fn open_at(path: &Path) -> io::Result<PgnText> {
        PgnText::with_constants(fs::File::open(path)?, constants_of(path)?)
    }

    fn with_constants(file: fs::File, constants: Constants) -> io::Result<PgnText> {
        // Tables rewritten by other programs have our text in other types.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
            .map_err(of_parquet)?;
        let games = GameText::with_constants(builder.schema(), constants)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        let mask = ProjectionMask::columns(builder.parquet_schema(), games.columns());
        let groups = builder.metadata().row_groups().iter();
        let columns = groups.flat_map(|group| group.columns().iter().enumerate());
        for (_, column) in columns.filter(|(leaf, _)| mask.leaf_included(*leaf)) {
            let (packed, unpacked) = (column.compressed_size(), column.uncompressed_size());
            if is_bomb(packed, unpacked) {
                let name = column.column_path();
                let why = format!(
                    "column {name}: {packed} bytes unpack to {unpacked}, more than games do"
                );
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
        let builder = builder.with_projection(mask).with_batch_size(BATCH_ROWS);
        let reader = builder.build().map_err(of_parquet)?;
        Ok(PgnText { reader, games, text: Vec::new(), n_read: 0 })
    }

    /// Converts the next rows to text; returns whether there were any.
    fn advance(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.n_read = 0;
        let Some(batch) = self.reader.next() else { return Ok(false) };
        let batch = batch.map_err(of_arrow)?;
        for row in 0..batch.num_rows() {
            let pushed = self.games.push(&batch, row, &mut self.text);
            pushed
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        }
        Ok(true)
    }
}

/// The columns in the names of the folders of a part, as Hive has them.
fn constants_of(path: &Path) -> io::Result<Constants> {
    let path = std::path::absolute(path)?;
    let mut constants = Constants::new();
    for folder in path.ancestors().skip(1) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((column, value)) = name.split_once('=') else { break };
        let unreadable = || {
            let why = format!("the name of its folder, `{name}`, cannot be read");
            io::Error::new(io::ErrorKind::InvalidData, why)
        };
        let column = unescape(column).ok_or_else(unreadable)?;
        let value = match value {
            UNKNOWN => None,
            value => Some(unescape(value).ok_or_else(unreadable)?),
        };
        constants.push((column, value));
    }
    Ok(constants)
}

impl Read for PgnText {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        while self.n_read == self.text.len() {
            if !self.advance()? {
                return Ok(0);
            }
        }
        let n_bytes = output.len().min(self.text.len() - self.n_read);
        output[..n_bytes].copy_from_slice(&self.text[self.n_read..self.n_read + n_bytes]);
        self.n_read += n_bytes;
        Ok(n_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_unpacks_to_far_more_than_games_do_is_refused() {
        assert!(is_bomb(45 << 10, 1 << 30));
        assert!(is_bomb(0, i64::MAX));
        assert!(!is_bomb(45 << 10, 200 << 20));
        assert!(!is_bomb(10 << 20, 4 << 30));
        assert!(!is_bomb(-1, -1));
    }
}
