//! The structure of a text: its games, folding ranges and selection ranges.

use std::ops::Range;

use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeKind,
    FoldingRangeParams, SelectionRange, SelectionRangeParams, SymbolKind,
};
use pgn_formats::epd::{self, Opcode};

use crate::document::{Document, Piece, PieceStart, Walk};
use crate::items::{Item, ItemKind, items, tags};
use crate::session::{Failure, Session};

/// The number of folding ranges for an editor that does not announce its limit.
const FOLDS_MAX: u32 = 5000;

impl Session {
    pub(crate) fn symbols(
        &mut self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>, Failure> {
        let document = &self.open(&params.text_document.uri)?.document;
        let pieces = document.starts().filter(|(_, piece)| piece.is_game());
        let symbols = pieces.map(|(start, piece)| match document.kind.is_positions() {
            true => record_symbol(document, start, piece),
            false => game_symbol(document, start, piece),
        });
        Ok(Some(DocumentSymbolResponse::Nested(symbols.collect())))
    }

    pub(crate) fn folds(
        &mut self,
        params: FoldingRangeParams,
    ) -> Result<Option<Vec<FoldingRange>>, Failure> {
        let max = self.editor.folds_max.unwrap_or(FOLDS_MAX) as usize;
        let document = &self.open(&params.text_document.uri)?.document;
        Ok(Some(folds(document, max)))
    }

    pub(crate) fn selections(
        &mut self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>, Failure> {
        let document = &self.open(&params.text_document.uri)?.document;
        let positions = params.positions.into_iter();
        Ok(Some(positions.map(|position| selection(document, position)).collect()))
    }
}

/// The text of a piece without the white space around it.
fn visible(piece: &Piece) -> Range<usize> {
    let from = piece.text.len() - piece.text.trim_ascii_start().len();
    from..piece.text.trim_ascii_end().len().max(from)
}

#[allow(deprecated, reason = "the type has the field")]
fn symbol(
    walk: &mut Walk<'_>,
    (name, detail): (String, String),
    (whole, selected): (Range<usize>, Range<usize>),
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: (!detail.is_empty()).then_some(detail),
        kind: SymbolKind::EVENT,
        tags: None,
        deprecated: None,
        range: walk.range(whole),
        selection_range: walk.range(selected),
        children: None,
    }
}

/// A game: its players, its result and its event.
fn game_symbol(document: &Document, start: PieceStart, piece: &Piece) -> DocumentSymbol {
    let tags: Vec<_> = tags(piece).collect();
    let tag = |wanted: &str| tags.iter().rfind(|(name, _)| name == wanted).map(|(_, tag)| tag);
    let value = |name| tag(name).map(|tag| tag.text.as_str()).filter(|text| !text.is_empty());
    let player = |name| value(name).unwrap_or("?");
    let details = ["Result", "Event", "Date"].into_iter().filter_map(value);
    let known = details.filter(|text| !text.starts_with('?')).collect::<Vec<_>>();
    let whole = visible(piece);
    let selected = tag("White").map_or(whole.start..whole.start, |tag| tag.value.clone());
    let name = format!("{} – {}", player("White"), player("Black"));
    symbol(&mut document.walk(start, piece), (name, known.join(", ")), (whole, selected))
}

/// A record: its identification, or its pieces.
fn record_symbol(document: &Document, start: PieceStart, piece: &Piece) -> DocumentSymbol {
    let whole = visible(piece);
    let text = &piece.text[whole.clone()];
    let read = epd::parse(text, &epd::ReadOptions::default(), &mut Vec::new());
    let id = match &read {
        epd::Line::Record(record) => record.text(Opcode::Id).filter(|id| !id.is_empty()),
        epd::Line::Remark | epd::Line::Blank | epd::Line::Unread => None,
    };
    let fields = text.split(|byte| *byte == b' ').next().unwrap_or_default();
    let name = id.map_or_else(|| String::from_utf8_lossy(fields).into_owned(), str::to_owned);
    let selected = whole.start..whole.start + fields.len();
    symbol(&mut document.walk(start, piece), (name, String::new()), (whole, selected))
}

/// Games first, and then what is in them, as many as the editor can use.
fn folds(document: &Document, max: usize) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    if document.kind.is_positions() {
        return folds;
    }
    let fold = |range: lsp_types::Range, kind| {
        let (start_line, end_line) = (range.start.line, range.end.line);
        (start_line < end_line).then(|| FoldingRange {
            start_line,
            end_line,
            kind,
            ..FoldingRange::default()
        })
    };
    for (start, piece) in document.starts().filter(|(_, piece)| piece.is_game()) {
        let range = document.range(start, piece, visible(piece));
        folds.extend(fold(range, Some(FoldingRangeKind::Region)));
    }
    for (start, piece) in document.starts() {
        if folds.len() >= max {
            break;
        }
        let items = items(piece);
        // The first tag's line folds the game.
        let mut tags = items.iter().filter(|item| matches!(item.kind, ItemKind::Tag(_))).skip(1);
        let first = tags.next();
        let last = tags.last().or(first);
        let tags = first.zip(last).map(|(first, last)| (first.part.start..last.part.end, None));
        let comments = items.iter().filter(|item| item.kind == ItemKind::Comment);
        let comments = comments.map(|it| (it.part.clone(), Some(FoldingRangeKind::Comment)));
        let variations = variations(&items, piece.text.len()).into_iter().map(|it| (it, None));
        let mut parts: Vec<_> = tags.into_iter().chain(comments).chain(variations).collect();
        parts.sort_by_key(|(part, _)| (part.start, part.end));
        let (parts, kinds): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let ranges = document.walk(start, piece).ranges(&parts).into_iter();
        folds.extend(ranges.zip(kinds).filter_map(|(range, kind)| fold(range, kind)));
    }
    folds.truncate(max);
    folds
}

/// The variations of a game, with their parentheses.
fn variations(items: &[Item], text_end: usize) -> Vec<Range<usize>> {
    let (mut open, mut variations) = (Vec::new(), Vec::new());
    for item in items {
        match item.kind {
            ItemKind::VariationBegin => open.push(item.part.start),
            ItemKind::VariationEnd => {
                variations.extend(open.pop().map(|start| start..item.part.end));
            }
            _ => {}
        }
    }
    variations.extend(open.into_iter().map(|start| start..text_end));
    variations
}

/// From the word under the cursor to the whole text.
fn selection(document: &Document, position: lsp_types::Position) -> SelectionRange {
    let place = document.place(position);
    let end = document.pieces.last().map_or(0, |piece| piece.text.len());
    let last = document.pieces.len().saturating_sub(1);
    let end = document
        .pieces
        .get(last)
        .map(|piece| document.walk(document.start_of(last), piece).position(end));
    let whole = lsp_types::Range::new(lsp_types::Position::default(), end.unwrap_or_default());
    let mut selection = SelectionRange { range: whole, parent: None };
    let Some(piece) = document.pieces.get(place.piece) else { return selection };
    let items = items(piece);
    let mut parts = vec![visible(piece)];
    parts.extend(variations(&items, piece.text.len()));
    let is_tag = |item: &&Item| matches!(item.kind, ItemKind::Tag(_));
    let section = |items: &mut dyn Iterator<Item = &Item>| {
        let first = items.next()?.part.clone();
        Some(first.start..items.last().map_or(first.end, |last| last.part.end))
    };
    parts.extend(section(&mut items.iter().filter(is_tag)));
    parts.extend(section(&mut items.iter().filter(|item| !is_tag(item))));
    for item in &items {
        parts.push(item.part.clone());
        if let ItemKind::Tag(tag) = &item.kind {
            parts.extend([tag.name.clone(), tag.value.clone()]);
        }
    }
    parts.retain(|part| part.start <= place.offset && place.offset <= part.end && !part.is_empty());
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let mut walk = document.walk(document.start_of(place.piece), piece);
    let mut inner: Option<Range<usize>> = None;
    for part in parts {
        // Only what is in the one before it: at a boundary, two parts touch the cursor.
        if inner
            .as_ref()
            .is_none_or(|it| it.start <= part.start && part.end <= it.end && *it != part)
        {
            let range = walk.range(part.clone());
            if range != selection.range {
                selection = SelectionRange { range, parent: Some(Box::new(selection)) };
            }
            inner = Some(part);
        }
    }
    selection
}
