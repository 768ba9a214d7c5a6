//! Information about the text under the pointer.

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use pgn_lint::{Config, Finding, Rule, explain_nag, explain_tag};
use pgnkit::Nag;
use pgnkit::charset::{Choice, Encoding};
use pgnkit::diagram::{Diagram, Signs};
use pgnkit::opening::Table;
use pgnkit::read::{ReadOptions, read_region};
use pgnkit::tag::{Eco, kind};

use crate::board::board_at;
use crate::document::{Document, Piece};
use crate::items::{Item, ItemKind, TagParts, items};
use crate::lint::{part, rule_url};
use crate::record::{self, RecordPart};
use crate::session::{Failure, Open, Session};

impl Session {
    pub(crate) fn hover(&mut self, params: HoverParams) -> Result<Option<Hover>, Failure> {
        let params = params.text_document_position_params;
        let Open { document, linter, .. } = self.checked(&params.text_document.uri)?;
        Ok(hover(document, params.position, linter.config()))
    }
}

fn hover(document: &Document, position: lsp_types::Position, config: &Config) -> Option<Hover> {
    let place = document.place(position);
    let piece = document.pieces.get(place.piece)?;
    let (mut about, mut range) = match document.kind.is_positions() {
        true => about_record(piece, place.offset),
        false => about_item(piece, place.offset, config),
    };
    let findings = piece.all_findings().filter(|finding| touches(&part(finding), place.offset));
    for finding in findings {
        range.get_or_insert(part(finding));
        about.push(about_finding(finding));
    }
    if about.is_empty() {
        return None;
    }
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: about.join("\n\n---\n\n") };
    let range = range.map(|range| document.range(document.start_of(place.piece), piece, range));
    Some(Hover { contents: HoverContents::Markup(contents), range })
}

fn touches(range: &std::ops::Range<usize>, offset: usize) -> bool {
    range.contains(&offset) || range.is_empty() && range.start == offset
}

type About = (Vec<String>, Option<std::ops::Range<usize>>);

fn about_item(piece: &Piece, offset: usize, config: &Config) -> About {
    let items = items(piece);
    let Some(item) = items.iter().find(|item| item.part.contains(&offset)) else {
        return (Vec::new(), None);
    };
    let text = String::from_utf8_lossy(&piece.text[item.part.clone()]);
    let about = match &item.kind {
        ItemKind::Word => about_move(piece, item, config),
        ItemKind::Number => items
            .iter()
            .find(|next| next.kind == ItemKind::Word && next.part.start >= item.part.end)
            .and_then(|next| about_move(piece, next, config)),
        ItemKind::Suffix => Nag::from_glyph(&text).map(|nag| fenced(&explain_nag(nag))),
        ItemKind::Nag(number) => {
            let nag = u16::try_from(*number).ok().map(Nag).filter(|nag| nag.is_in_range());
            nag.map(|nag| fenced(&explain_nag(nag)))
        }
        ItemKind::Tag(tag) => {
            let name = String::from_utf8_lossy(&piece.text[tag.name.clone()]);
            about_tag(piece, &name, tag)
        }
        ItemKind::Escape => about_directive(piece, item, offset),
        ItemKind::Comment
        | ItemKind::VariationBegin
        | ItemKind::VariationEnd
        | ItemKind::Marker => None,
    };
    let range = about.is_some().then(|| item.part.clone());
    (about.into_iter().collect(), range)
}

/// Unchanged text.
fn fenced(text: &str) -> String {
    format!("```text\n{}\n```", text.trim_end())
}

/// The board after a move, or where its line ended early, and the opening.
fn about_move(piece: &Piece, item: &Item, config: &Config) -> Option<String> {
    let board = board_at(piece, item.part.end, config.lax)?;
    let mut about = fenced(&Diagram::of(&board.position).text(Signs::Ascii));
    if board.is_stuck {
        about.insert_str(0, "The board before the first move that cannot be played:\n\n");
    }
    let opening = Table::standard().at(&board.position, 0);
    if let Some(opening) = opening {
        about.push_str(&format!("\n\n{} {}", opening.code, opening.name.as_str()));
    }
    about.push_str(&format!("\n\n`{}`", board.position.fen()));
    Some(about)
}

fn about_tag(piece: &Piece, name: &str, tag: &TagParts) -> Option<String> {
    let mut about = fenced(&explain_tag(kind(name)?));
    if matches!(name, "ECO" | "Opening" | "Variation" | "SubVariation") {
        let encoding = Choice::Fixed(Encoding::Utf8);
        let options = ReadOptions::default().with_encoding(encoding);
        let game = read_region(&piece.region(), options, ())?;
        if let Some(opening) = Table::standard().classify(&game) {
            let (code, name): (Eco, _) = (opening.code, opening.name.as_str());
            let is_other = name != tag.text && code.to_string() != tag.text;
            let differs = if is_other { "; the tag differs" } else { "" };
            about.push_str(&format!("\n\nThe moves are {code} {name}{differs}."));
        }
    }
    Some(about)
}

/// The rule that a line names which silences it.
fn about_directive(piece: &Piece, item: &Item, offset: usize) -> Option<String> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let before = piece.text[item.part.start..offset].iter().rev().take_while(|it| is_word(it));
    let after = piece.text[offset..item.part.end].iter().take_while(|it| is_word(it));
    let word = offset - before.count()..offset + after.count();
    let word = std::str::from_utf8(&piece.text[word]).ok()?;
    Some(about_rule(pgn_lint::rule(word).ok()?))
}

/// The description of a rule, as in `pgn explain`.
fn about_rule(rule: &Rule) -> String {
    let page = rule.page();
    let about = page.split("\n## Example").next().unwrap_or_default().trim_end();
    let link = rule_url(rule).map_or(String::new(), |url| format!("\n\n[Page]({})", url.as_str()));
    format!("{about}{link}")
}

fn about_finding(finding: &Finding) -> String {
    let rule = finding.rule;
    let title = format!("**{} {}**: {}", rule.code(), rule.name(), rule.fault.summary);
    let link = rule_url(rule).map_or(String::new(), |url| format!(" ([page]({}))", url.as_str()));
    format!("{title}{link}")
}

/// The board of a record, or after the move under the pointer, and what its opcode means.
fn about_record(piece: &Piece, offset: usize) -> About {
    let text = piece.text.trim_ascii_end();
    let Some(record) = record::parse(text) else { return (Vec::new(), None) };
    let mut about = Vec::new();
    let mut board = Diagram::of_setup(&record.setup());
    let (name, operand) = match record::part_at(text, offset.min(text.len())) {
        Some(RecordPart::Opcode(name)) => (name, None),
        Some(RecordPart::Operand { opcode, before, word }) => (opcode, Some((before, word))),
        Some(RecordPart::Field(..)) | None => (0..0, None),
    };
    if let Some(opcode) = record::opcode(text, &name) {
        let summary = opcode.definition().summary;
        let expected = opcode.grammar().expected();
        about.push(format!("**{}**: {summary} (operands: {expected})", opcode.mnemonic()));
        let after = operand.and_then(|(before, word)| {
            let mut position = record::position_of_operand(text, opcode, &before)?;
            position.play_unchecked(record::resolve(&position, &text[word])?);
            Some(position)
        });
        if let Some(position) = after {
            board = Diagram::of(&position);
        }
    }
    about.push(fenced(&board.text(Signs::Ascii)));
    (about, Some(0..text.len()))
}
