//! Blocks of PGC: bytes as hexadecimal digits, with words after them.
//!
//! Standard: §20. Decisions: D-53, D-54.

use pgn_formats::pgc::{
    Comments, Decoder, Encode, Encoder, Extent, Misread, PgcError, ordinal, resolve,
};
use pgnkit::Game;
use pgnkit::chess::notation::san;
use pgnkit::write;

use super::Block;
use super::read::{Found, Text};
use super::table;

/// Bytes to a line.
const N_BYTES: usize = 24;

/// The bytes of lines of digits; from `#` on, a line is prose.
pub(crate) fn bytes_of(lines: &[String]) -> Vec<u8> {
    let digits = lines.iter().map(|line| line.split('#').next().unwrap_or_default());
    let digits: String = digits.flat_map(str::split_whitespace).collect();
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).expect("digits are ASCII");
        u8::from_str_radix(pair, 16).expect("two hexadecimal digits")
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}

/// Reads all games of these records, and what is wrong with them.
pub(crate) fn read(bytes: Vec<u8>) -> Text {
    let found = |misread: &Misread| Found { offset: misread.offset, code: misread.fault.code };
    let (mut decoder, mut game) = (Decoder::new(&bytes[..]), Game::new());
    let (mut games, mut notes) = (Vec::new(), Vec::new());
    loop {
        let answer = decoder.read_into(&mut game);
        notes.extend(decoder.misreads().iter().map(found));
        match answer {
            Ok(true) => games.push(game.clone()),
            Ok(false) => break,
            Err(PgcError::Data(misread)) => {
                notes.push(found(&misread));
                break;
            }
            Err(PgcError::Io(error)) => panic!("a slice has no trouble: {error}"),
        }
    }
    Text { bytes, games, notes }
}

/// The records of the games, or why there are none. What is written must be read as it was.
pub(crate) fn write(block: &Block, games: &[Game]) -> Result<Vec<String>, String> {
    let mut encode = Encode::default();
    for flag in block.flags() {
        match flag {
            "drop" => encode.comments = Comments::Drop,
            "escape" => encode.comments = Comments::Escape,
            "lossless" => encode.extent = Extent::Lossless,
            flag => return Err(format!("`hex` has no flag `{flag}`")),
        }
    }
    let (mut lines, mut encoder) = (Vec::new(), Encoder::new(encode));
    for game in games {
        let (mut bytes, mut losses) = (Vec::new(), Vec::new());
        let misfits = match encoder.append(game, &mut bytes, &mut losses) {
            Ok(()) => &losses,
            Err(write::WriteError::Refused(misfits)) => &misfits.clone(),
            Err(write::WriteError::Io(error)) => return Err(error.to_string()),
        };
        let word = if bytes.is_empty() { "refused" } else { "lost" };
        let hex = |row: &[u8]| row.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ");
        lines.extend(bytes.chunks(N_BYTES).map(hex));
        let said = |loss: &write::Loss| {
            format!("# {word} {} {} {}", loss.fault.code, loss.fault.name, loss.n)
        };
        lines.extend(misfits.iter().map(said));
        for read in read(bytes.clone()).games {
            let mut again = Vec::new();
            let written = encoder.append(&read, &mut again, &mut Vec::new());
            if written.is_err() || again != bytes {
                return Err("what was written is not read as it was".to_string());
            }
        }
    }
    Ok(lines)
}

/// `FEN | ordinal | SAN`: the move of an ordinal, which must have that ordinal.
pub(crate) fn ordinals(block: &Block) -> Result<Vec<String>, String> {
    let mut before = None;
    let mut lines = Vec::new();
    for line in &block.body {
        let (cells, _) = table::split(line, 2)?;
        let (position, number) = table::position(block, cells, &mut before)?;
        let number: u8 = number.parse().map_err(|_| format!("`{number}` is no ordinal"))?;
        let answer = match resolve(&position, number) {
            Some(mv) if ordinal(&position, mv) != Some(number) => {
                return Err(format!("{number} is not the ordinal of {mv:?}"));
            }
            Some(mv) => san::to_text(&position, mv).to_string(),
            None => format!("none of {}", position.legal_moves().len()),
        };
        lines.push(format!("{cells} | {answer}"));
    }
    Ok(lines)
}
