//! Games and lines in the form that `pgn fmt` gives them.

use lsp_types::{Position, TextEdit};
use pgn_formats::epd;
use pgn_lint::{Config, TextKind};
use pgnkit::charset::{Choice, Encoding};
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::write::{Export, Newline};

use crate::document::{Document, Piece, PieceStart};
use crate::units::line_end_len;

/// The edits that give these pieces their form.
///
/// Each game is followed by an empty line, which begins the next piece.
pub(crate) fn edits(
    document: &Document,
    pieces: std::ops::RangeInclusive<usize>,
    config: &Config,
) -> Vec<TextEdit> {
    let last_game = document.pieces.iter().rposition(Piece::is_game);
    let newline = newline(document);
    let mut edits = Vec::new();
    for (idx, (start, piece)) in document.starts().enumerate() {
        if !pieces.contains(&idx) {
            continue;
        }
        let formed = match document.kind {
            TextKind::Games => {
                let is_last = last_game.is_none_or(|last| idx >= last);
                game(piece, (start.n_games == 0, is_last), newline, config)
            }
            TextKind::Records | TextKind::Fens => record(piece, document.kind, newline, config),
        };
        edits.extend(formed.and_then(|text| replacement(document, (start, piece), &text)));
    }
    edits
}

/// The line end of a document: that of its first line.
fn newline(document: &Document) -> Newline {
    let text = document.pieces.iter().map(|piece| &*piece.text);
    let first = text.filter_map(|text| Some(&text[memchr::memchr2(b'\r', b'\n', text)?..])).next();
    if first.map_or(0, line_end_len) == 2 { Newline::CrLf } else { Newline::Lf }
}

fn line_end(newline: Newline) -> &'static [u8] {
    match newline {
        Newline::Lf => b"\n",
        Newline::CrLf => b"\r\n",
    }
}

/// A game in its form; `None` if it must not change, because the profile rejects it or there is
/// text without a game.
fn game(
    piece: &Piece,
    (is_first, is_last): (bool, bool),
    newline: Newline,
    config: &Config,
) -> Option<Vec<u8>> {
    if piece.text.trim_ascii().is_empty() {
        return Some(Vec::new());
    }
    let encoding = Choice::Fixed(Encoding::Utf8);
    let options = ReadOptions::default().with_encoding(encoding).with_lax(config.lax);
    let game = read_region(&piece.region(), options, ())?;
    let profile = config.profile.export().or(config.profile.site()).unwrap_or_default();
    let export = Export::new(profile).with_newline(newline);
    let mut text = Vec::new();
    export.append(&game, &mut text, &mut Vec::new()).ok()?;
    let text = Choice::Fixed(profile.encoding()).decode(&text).into_owned().into_bytes();
    let line_end = line_end(newline);
    let text = text.strip_suffix(line_end).unwrap_or(&text);
    let (before, after) =
        (if is_first { b"" } else { line_end }, if is_last { line_end } else { b"" });
    Some([before, text, after].concat())
}

/// A line in its form; `None` if it must not change.
fn record(piece: &Piece, kind: TextKind, newline: Newline, config: &Config) -> Option<Vec<u8>> {
    let encoding = Choice::Fixed(Encoding::Utf8);
    let options = epd::ReadOptions::default().with_encoding(encoding);
    let text = piece.text.trim_ascii_end();
    let form = epd::Form::from(config.profile.export().unwrap_or_default());
    let mut line = Vec::new();
    match epd::parse(text, &options, &mut Vec::new()) {
        epd::Line::Record(record) => {
            let append = match kind {
                TextKind::Fens => epd::append_fen,
                TextKind::Games | TextKind::Records => epd::append,
            };
            append(&record, form, &mut line, &mut Vec::new());
        }
        epd::Line::Remark | epd::Line::Blank if form == epd::Form::Archival => return Some(line),
        epd::Line::Remark | epd::Line::Blank | epd::Line::Unread => return None,
    }
    line.extend_from_slice(line_end(newline));
    Some(line)
}

/// The edit that makes a piece this text: of the part that differs.
pub(crate) fn replacement(
    document: &Document,
    (start, piece): (PieceStart, &Piece),
    new: &[u8],
) -> Option<TextEdit> {
    let old = &*piece.text;
    if old == new {
        return None;
    }
    let n_same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    // Neither in a character nor between CR and LF.
    let splits = |text: &[u8], at: usize| {
        text.get(at).is_some_and(|byte| matches!(byte, 0x80..=0xBF))
            || at > 0 && text[at - 1] == b'\r' && text.get(at) == Some(&b'\n')
    };
    let is_bad = |at: &usize| splits(old, *at) || splits(new, *at);
    let from = (0..=n_same).rev().find(|at| !is_bad(at)).unwrap_or_default();
    let (old_rest, new_rest) = (&old[from..], &new[from..]);
    let tails = old_rest.iter().rev().zip(new_rest.iter().rev());
    let n_same = tails.take_while(|(a, b)| a == b).count();
    let is_bad = |n: &usize| splits(old, old.len() - n) || splits(new, new.len() - n);
    let n_tail = (0..=n_same).rev().find(|n| !is_bad(n)).unwrap_or_default();
    let new_text = String::from_utf8_lossy(&new[from..new.len() - n_tail]).into_owned();
    let range = document.range(start, piece, from..old.len() - n_tail);
    Some(TextEdit { range, new_text })
}

/// The pieces between two positions. A range that ends where a piece begins does not touch it.
pub(crate) fn pieces_between(
    document: &Document,
    from: Position,
    to: Position,
) -> std::ops::RangeInclusive<usize> {
    let (from, to) = (document.place(from), document.place(to));
    let last = if to.offset == 0 && to.piece > from.piece { to.piece - 1 } else { to.piece };
    from.piece..=last.max(from.piece)
}
