//! Semantic tokens, which editors color.

use std::ops::Range;

use lsp_types::{
    Position, SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensParams,
    SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult,
};

use crate::document::{Document, Walk};
use crate::form::pieces_between;
use crate::items::{ItemKind, items};
use crate::lint::SMALL_BYTES;
use crate::session::{Failure, Session};
use crate::units::line_end_len;

/// The types of tokens, in the order announced to editors.
pub(crate) const TYPES: [SemanticTokenType; 8] = [
    SemanticTokenType::PROPERTY,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
];

const TAG_NAME: u32 = 0;
const TAG_VALUE: u32 = 1;
const NUMBER: u32 = 2;
const MOVE: u32 = 3;
const VARIATION_MOVE: u32 = 4;
const ANNOTATION: u32 = 5;
const COMMENT: u32 = 6;
const MARKER: u32 = 7;

impl Session {
    /// The tokens of a text; none for a large one, for whose visible part editors send requests.
    pub(crate) fn tokens(
        &mut self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>, Failure> {
        let document = &self.open(&params.text_document.uri)?.document;
        if document.len() > SMALL_BYTES {
            return Ok(None);
        }
        let data = tokens(document, 0..=usize::MAX);
        Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data })))
    }

    pub(crate) fn tokens_in_range(
        &mut self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>, Failure> {
        let document = &self.open(&params.text_document.uri)?.document;
        let pieces = pieces_between(document, params.range.start, params.range.end);
        let data = tokens(document, pieces);
        Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
    }
}

fn tokens(document: &Document, pieces: std::ops::RangeInclusive<usize>) -> Vec<SemanticToken> {
    let mut writer = TokenWriter { tokens: Vec::new(), last: Position::default() };
    if document.kind.is_positions() {
        return writer.tokens;
    }
    for (idx, (start, piece)) in document.starts().enumerate() {
        if !pieces.contains(&idx) {
            continue;
        }
        let mut walk = document.walk(start, piece);
        let mut depth = 0_u32;
        let mut push = |part, token_type| writer.push(&mut walk, &piece.text, part, token_type);
        for item in items(piece) {
            match item.kind {
                ItemKind::Tag(tag) => {
                    push(tag.name, TAG_NAME);
                    push(tag.value, TAG_VALUE);
                }
                ItemKind::Number => push(item.part, NUMBER),
                ItemKind::Word if depth > 0 => push(item.part, VARIATION_MOVE),
                ItemKind::Word => push(item.part, MOVE),
                ItemKind::Suffix | ItemKind::Nag(_) => push(item.part, ANNOTATION),
                ItemKind::Comment | ItemKind::Escape => push(item.part, COMMENT),
                ItemKind::VariationBegin => depth += 1,
                ItemKind::VariationEnd => depth = depth.saturating_sub(1),
                ItemKind::Marker => push(item.part, MARKER),
            }
        }
    }
    writer.tokens
}

/// Writes tokens, each relative to the one before it.
struct TokenWriter {
    tokens: Vec<SemanticToken>,
    last: Position,
}

impl TokenWriter {
    /// Adds a token for each line of a part.
    fn push(&mut self, walk: &mut Walk<'_>, text: &[u8], part: Range<usize>, token_type: u32) {
        let mut from = part.start;
        while from < part.end {
            let rest = &text[from..part.end];
            let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let range = walk.range(from..from + len);
            from += len + line_end_len(&rest[len..]);
            let length = range.end.character.saturating_sub(range.start.character);
            let delta_line = range.start.line.saturating_sub(self.last.line);
            let column = if delta_line == 0 { self.last.character } else { 0 };
            if length == 0 {
                continue;
            }
            let delta_start = range.start.character.saturating_sub(column);
            self.last = range.start;
            let token_modifiers_bitset = 0;
            self.tokens.push(SemanticToken {
                delta_line,
                delta_start,
                length,
                token_type,
                token_modifiers_bitset,
            });
        }
    }
}
