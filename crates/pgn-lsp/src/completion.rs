//! Completions at a place: legal moves, tags and their values, NAGs.

use std::collections::BTreeSet;
use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, InsertTextFormat, TextEdit,
};
use pgn_formats::epd::{Grammar, OPCODES, Opcode, is_remark};
use pgn_lint::explain_tag;
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::tag::{TAGS, TagKind, kind, players};
use pgnkit::{Nag, Position};

use crate::board::board_at;
use crate::document::{Document, Piece, Place};
use crate::items::{ItemKind, items, tags};
use crate::record::{self, RecordPart};
use crate::session::{Failure, Open, Session};

/// How many values of the file are offered for a tag.
const VALUES_MAX: usize = 1000;

impl Session {
    pub(crate) fn completion(
        &mut self,
        params: CompletionParams,
    ) -> Result<Option<CompletionResponse>, Failure> {
        let params = params.text_document_position;
        let has_snippets = self.editor.has_snippets;
        let Open { document, linter, .. } = self.open(&params.text_document.uri)?;
        let place = document.place(params.position);
        let Some(piece) = document.pieces.get(place.piece) else { return Ok(None) };
        if document.kind.is_positions() {
            return Ok(Some(response(record_offers(piece, place.offset), document, place)));
        }
        let before = &piece.text[..place.offset];
        let line_start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
        let line = String::from_utf8_lossy(&before[line_start..]).into_owned();
        let found = match context(&line) {
            Context::TagName(typed) => (typed.len(), tag_names(piece, has_snippets)),
            Context::TagValue(name, typed) => (typed.len(), tag_values(document, name, place)),
            Context::Movetext if is_in_comment(piece, place.offset) => return Ok(None),
            Context::Movetext => {
                let n_typed = |is_part: fn(&u8) -> bool| {
                    before.iter().rev().take_while(|it| is_part(it)).count()
                };
                let n_digits = n_typed(u8::is_ascii_digit);
                if before[..before.len() - n_digits].last() == Some(&b'$') {
                    (n_digits + 1, nags())
                } else {
                    let n_typed = n_typed(is_move_character);
                    let word_start = place.offset - n_typed;
                    (n_typed, moves(piece, word_start, linter.config().lax))
                }
            }
        };
        Ok(Some(response(found, document, place)))
    }
}

/// The proposals, replacing the typed bytes.
fn response(
    (n_typed, offers): (usize, Vec<Offer>),
    document: &Document,
    place: Place,
) -> CompletionResponse {
    let offers = offers.into_iter().enumerate();
    let items = offers.map(|(n, offer)| offer.finish(n, document, (place, n_typed))).collect();
    CompletionResponse::List(CompletionList { is_incomplete: false, items })
}

/// Where in a game the cursor is, by its line.
enum Context<'l> {
    /// After `[` and perhaps the beginning of a name.
    TagName(&'l str),
    /// After `[Name "` and perhaps the beginning of a value.
    TagValue(&'l str, &'l str),
    Movetext,
}

fn context(line: &str) -> Context<'_> {
    let Some(tag) = line.trim_start().strip_prefix('[') else { return Context::Movetext };
    let name_len = tag.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tag.len());
    let (name, rest) = tag.split_at(name_len);
    if rest.is_empty() {
        return Context::TagName(name);
    }
    match rest.trim_start().strip_prefix('"') {
        Some(value) if !value.contains('"') => Context::TagValue(name, value),
        _ => Context::Movetext,
    }
}

fn is_move_character(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'=' | b'-' | b'@')
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn is_in_comment(piece: &Piece, offset: usize) -> bool {
    let text = &piece.text;
    items(piece).iter().filter(|item| item.part.start < offset).any(|item| {
        let until = &text[item.part.start..offset];
        match (&item.kind, until.first()) {
            (ItemKind::Comment, Some(b'{')) => {
                offset < item.part.end || text[item.part.end - 1] != b'}'
            }
            (ItemKind::Comment | ItemKind::Escape, _) => {
                memchr::memchr2(b'\n', b'\r', until).is_none()
            }
            _ => false,
        }
    })
}

/// Something to offer.
struct Offer {
    label: String,
    insert: Option<String>,
    detail: Option<String>,
    about: Option<String>,
    kind: CompletionItemKind,
}

impl Offer {
    fn new(label: String, kind: CompletionItemKind) -> Offer {
        Offer { label, insert: None, detail: None, about: None, kind }
    }

    /// The item that replaces what was typed.
    fn finish(
        self,
        n: usize,
        document: &Document,
        (place, n_typed): (Place, usize),
    ) -> CompletionItem {
        let (start, piece) = (document.start_of(place.piece), &document.pieces[place.piece]);
        let range = document.range(start, piece, place.offset - n_typed..place.offset);
        let is_snippet = self.kind == CompletionItemKind::PROPERTY && self.insert.is_some();
        let new_text = self.insert.unwrap_or_else(|| self.label.clone());
        CompletionItem {
            label: self.label,
            kind: Some(self.kind),
            detail: self.detail,
            documentation: self.about.map(Documentation::String),
            sort_text: Some(format!("{n:05}")),
            insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
            ..CompletionItem::default()
        }
    }
}

/// The tags of the standard that a game does not have.
fn tag_names(piece: &Piece, has_snippets: bool) -> Vec<Offer> {
    let present: BTreeSet<String> = tags(piece).map(|(name, _)| name).collect();
    let missing = TAGS.into_iter().filter(|tag| !present.contains(tag.name));
    let offer = |tag: TagKind| {
        let mut offer = Offer::new(tag.name.to_owned(), CompletionItemKind::PROPERTY);
        offer.insert = has_snippets.then(|| format!("{} \"$0\"", tag.name));
        offer.detail = Some(tag.about.to_owned());
        offer.about = Some(explain_tag(tag));
        offer
    };
    missing.map(offer).collect()
}

/// The values that a tag can have, if they are few, and those that it has in the file.
fn tag_values(document: &Document, name: &str, place: Place) -> Vec<Offer> {
    let value = |text: &str| Offer::new(text.to_owned(), CompletionItemKind::ENUM_MEMBER);
    let mut offers = Vec::new();
    let value_type = kind(name).map(|tag| tag.value);
    if let Some(value_type) = value_type
        && value_type.check("a value of no kind").is_err()
    {
        let forms = value_type.forms().iter().filter(|(form, _)| value_type.check(form).is_ok());
        offers.extend(forms.map(|(form, meaning)| {
            let mut offer = value(form);
            offer.detail = Some((*meaning).to_owned());
            offer
        }));
    }
    let is_player = matches!(name, "White" | "Black");
    let mut seen = BTreeSet::new();
    for (idx, piece) in document.pieces.iter().enumerate() {
        for (other, tag) in tags(piece) {
            let Range { start, end } = tag.value;
            if idx == place.piece && (start..=end).contains(&place.offset) {
                continue;
            }
            match is_player && matches!(&*other, "White" | "Black") {
                true => seen.extend(players(&tag.text).map(|player| player.name.to_owned())),
                false if other == name => _ = seen.insert(tag.text),
                false => {}
            }
        }
    }
    let is_new = |text: &&String| !text.is_empty() && offers.iter().all(|it| it.label != **text);
    let seen: Vec<Offer> =
        seen.iter().filter(is_new).take(VALUES_MAX).map(|text| value(text)).collect();
    offers.extend(seen);
    for offer in &mut offers {
        offer.insert = Some(offer.label.replace('\\', "\\\\").replace('"', "\\\""));
    }
    offers
}

fn nags() -> Vec<Offer> {
    let offer = |nag: Nag| {
        let mut offer = Offer::new(nag.to_string(), CompletionItemKind::VALUE);
        let sign = nag.glyph().map_or(String::new(), |sign| format!("{sign} "));
        offer.detail = Some(format!("{sign}{}", nag.meaning().unwrap_or_default()));
        offer
    };
    Nag::all().filter(|nag| !nag.is_null()).map(offer).collect()
}

/// The legal moves at a place, in the order of the alphabet.
fn moves(piece: &Piece, offset: usize, lax: SanOptions) -> Vec<Offer> {
    let Some(board) = board_at(piece, offset, lax).filter(|board| !board.is_stuck) else {
        return Vec::new();
    };
    legal_moves(&board.position)
}

fn legal_moves(position: &Position) -> Vec<Offer> {
    let legal = position.legal_moves();
    let moves = legal.as_slice().iter().map(|&mv| san::to_text(position, mv).to_string());
    let moves: BTreeSet<String> = moves.collect();
    moves.into_iter().map(|san| Offer::new(san, CompletionItemKind::VALUE)).collect()
}

/// The possible text at an offset of a line with a position, and how much of it is typed.
fn record_offers(piece: &Piece, offset: usize) -> (usize, Vec<Offer>) {
    let line_len =
        piece.text.len() - piece.text.iter().rev().take_while(|it| is_line_end(it)).count();
    let (line, offset) = (&piece.text[..line_len], offset.min(line_len));
    if is_remark(line) {
        return (0, Vec::new());
    }
    let Some(part) = record::part_at(line, offset) else { return (0, Vec::new()) };
    let (word, offers) = match part {
        RecordPart::Field(field, word) => {
            let values = record::field_values(&line[..word.start], field).into_iter();
            let offers = values.map(|(value, meaning)| {
                let mut offer = Offer::new(value, CompletionItemKind::ENUM_MEMBER);
                offer.detail = Some(meaning.to_owned());
                offer
            });
            (word, offers.collect())
        }
        RecordPart::Opcode(word) => {
            let offers = opcodes(&line[..word.start]);
            (word, offers)
        }
        RecordPart::Operand { opcode, before, word } => {
            let opcode = record::opcode(line, &opcode);
            let offers = opcode.map(|opcode| operands(line, opcode, &before));
            (word, offers.unwrap_or_default())
        }
    };
    (offset - word.start, offers)
}

/// The opcodes that a record does not have so far.
fn opcodes(before: &[u8]) -> Vec<Offer> {
    let record = record::parse(before);
    let is_missing = |opcode: &&Opcode| {
        record.as_ref().is_none_or(|record| record.operation(**opcode).is_none())
    };
    let offer = |opcode: &Opcode| {
        let mut offer = Offer::new(opcode.to_string(), CompletionItemKind::KEYWORD);
        offer.detail = Some(opcode.definition().summary.to_owned());
        offer.about = Some(format!("Operands: {}.", opcode.grammar().expected()));
        offer
    };
    OPCODES.iter().filter(is_missing).map(offer).collect()
}

/// The operands that an opcode can have after others.
fn operands(line: &[u8], opcode: Opcode, before: &[Range<usize>]) -> Vec<Offer> {
    if let Some(position) = record::position_of_operand(line, opcode, before) {
        let is_there =
            |offer: &Offer| before.iter().any(|word| line[word.clone()] == *offer.label.as_bytes());
        let is_full = opcode.grammar() == Grammar::Move && !before.is_empty();
        let is_line = opcode.grammar() == Grammar::Line;
        let moves = if is_full { Vec::new() } else { legal_moves(&position) };
        return moves.into_iter().filter(|offer| is_line || !is_there(offer)).collect();
    }
    let value = |text: &str| Offer::new(text.to_owned(), CompletionItemKind::ENUM_MEMBER);
    match opcode.grammar() {
        Grammar::Word(words) if before.is_empty() => words.iter().map(|word| value(word)).collect(),
        Grammar::TagPairs if before.len().is_multiple_of(2) => {
            TAGS.into_iter().map(|tag| value(tag.name)).collect()
        }
        _ => Vec::new(),
    }
}
