//! Parses conditions on pawns (§16.1.3.1 for placements).

use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::{Bitboard, Color, File, Role};

use super::feature::{FEATURES, Feature};
use super::named::{NAMED, Named};
use super::{Clause, PawnFeature, Pawns};
use crate::probe::ProbeError;
use crate::probe::compare::Compare;
use crate::probe::test::Test;
use crate::probe::text::ProbeText;
use crate::probe::zone;

/// Reads how pawns must be: clauses with semicolons between them, all of which must hold.
///
/// ```text
/// pawns     ::= clause {";" clause}
/// clause    ::= ["not"] ([color] ask | placement)
/// color     ::= "white" | "black"             either side's will do where none is named
/// ask       ::= feature ["on" zone] [comparison] | "files" letters | "iqp" | structure
/// feature   ::= "pawns" | "isolated" | "doubled" | "passed" | "backward" | "connected"
///             | "islands" | "chain"           one at least; a chain of three; `pawns >= 1`
/// structure ::= a word of the table of structures, as "carlsbad"
/// placement ::= as in a FEN, with pawns alone: they stand so, and there are no others
/// ```
pub(crate) fn parse(text: &str) -> Result<Test, ProbeError> {
    let mut clauses = Vec::new();
    let mut text = ProbeText::new(text);
    loop {
        clauses.push(clause(&mut text)?);
        text.skip_spaces();
        if !text.take(";") {
            text.end("a semicolon or the end")?;
            return Ok(Test::Pawns(Box::new(Pawns { clauses })));
        }
    }
}

fn clause(text: &mut ProbeText<'_>) -> Result<Clause, ProbeError> {
    text.skip_spaces();
    let is_not = text.take_word("not");
    text.skip_spaces();
    let mut ahead = *text;
    let word = ahead.take_while(|c| !c.is_whitespace() && c != ';');
    if word.contains('/') {
        let what = placement(word).map_err(|error| error.shifted(text.at()))?;
        *text = ahead;
        return Ok(Clause { what, color: Some(Color::White), is_not });
    }
    let color = if text.take_word("white") {
        Some(Color::White)
    } else if text.take_word("black") {
        Some(Color::Black)
    } else {
        None
    };
    text.skip_spaces();
    Ok(Clause { what: ask(text)?, color, is_not })
}

fn ask(text: &mut ProbeText<'_>) -> Result<PawnFeature, ProbeError> {
    if let Some((_, feature)) = FEATURES.into_iter().find(|(word, _)| text.take_word(word)) {
        text.skip_spaces();
        let on = if text.take_word("on") { zone::parse(text)? } else { Bitboard::ALL };
        let usual = Compare::at_least(if feature == Feature::Chain { 3 } else { 1 });
        let n = Compare::parse(text)?.unwrap_or(usual);
        return Ok(PawnFeature::Feature(feature, on, n));
    }
    if text.take_word("files") {
        text.skip_spaces();
        let letters = text.take_while(|c| matches!(c, 'a'..='h'));
        if letters.is_empty() {
            return Err(text.expected("letters of files, such as `abcfgh`"));
        }
        let files = letters.bytes().filter_map(File::from_letter);
        return Ok(PawnFeature::Files(files.fold(0, |all, file| all | 1 << file.index())));
    }
    if text.take_word("iqp") {
        let d_file = Bitboard(0x0808_0808_0808_0808);
        return Ok(PawnFeature::Feature(Feature::Isolated, d_file, Compare::exactly(1)));
    }
    let word = text.peek_word();
    if let Some(named) = Named::from_word(word) {
        text.take_word(word);
        return Ok(PawnFeature::Named(named));
    }
    let features = FEATURES.iter().map(|(word, _)| *word);
    let names = NAMED.iter().map(|row| row.word);
    let words: Vec<&str> = features.chain(["files", "iqp"]).chain(names).collect();
    Err(text.expected(&format!("a placement or one of {}", words.join(", "))))
}

/// A placement of pawns only.
fn placement(word: &str) -> Result<PawnFeature, ProbeError> {
    let whole = format!("{word} w - - 0 1");
    let (setup, _) = fen::parse_setup(whole.as_bytes(), Mode::Lax).map_err(|error| {
        let mut at = error.offset.min(word.len());
        while !word.is_char_boundary(at) {
            at -= 1;
        }
        ProbeError::new(at..word.len(), format!("expected {}", error.expected))
    })?;
    let board = &setup.board;
    if let Some(n) = word.bytes().position(|byte| byte.is_ascii_alphabetic() && byte | 32 != b'p') {
        let found = char::from(word.as_bytes()[n]);
        let message = format!("expected only pawns, found `{found}`");
        return Err(ProbeError::new(n..n + 1, message));
    }
    Ok(PawnFeature::Placement(Color::ALL.map(|color| board.by_piece(color, Role::Pawn))))
}
