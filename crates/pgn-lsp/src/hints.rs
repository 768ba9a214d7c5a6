//! Hints between the lines: move numbers, evaluations, openings, and the number of findings of a
//! game.

use lsp_types::{
    CodeLens, CodeLensParams, Command, InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams,
};
use pgnkit::Color;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::comment::{CommentContext, Eval, Score, Value, values};
use pgnkit::opening::Table;

use crate::board::{PlayedMove, played_moves};
use crate::document::Piece;
use crate::form::pieces_between;
use crate::items::{Item, ItemKind, items};
use crate::session::{Failure, Open, Session};

impl Session {
    pub(crate) fn inlay_hints(
        &mut self,
        params: InlayHintParams,
    ) -> Result<Option<Vec<InlayHint>>, Failure> {
        let Open { document, linter, .. } = self.open(&params.text_document.uri)?;
        if document.kind.is_positions() {
            return Ok(None);
        }
        let pieces = pieces_between(document, params.range.start, params.range.end);
        let mut shown = Vec::new();
        for (idx, (start, piece)) in document.starts().enumerate() {
            if !pieces.contains(&idx) {
                continue;
            }
            let mut walk = document.walk(start, piece);
            for hint in hints(piece, linter.config().lax) {
                let position = walk.position(hint.offset);
                let is_shown = params.range.start <= position && position <= params.range.end;
                shown.extend(is_shown.then(|| hint.finish(position)));
            }
        }
        Ok(Some(shown))
    }

    pub(crate) fn lenses(
        &mut self,
        params: CodeLensParams,
    ) -> Result<Option<Vec<CodeLens>>, Failure> {
        let document = &self.checked(&params.text_document.uri)?.document;
        let mut lenses = Vec::new();
        if document.kind.is_positions() {
            return Ok(None);
        }
        for (start, piece) in document.starts() {
            let n: u64 = piece.all_findings().map(|finding| finding.n).sum();
            if n == 0 {
                continue;
            }
            let from = piece.text.len() - piece.text.trim_ascii_start().len();
            let title = if n == 1 { "1 finding".to_owned() } else { format!("{n} findings") };
            let command = Some(Command { title, command: String::new(), arguments: None });
            let range = document.range(start, piece, from..from);
            lenses.push(CodeLens { range, command, data: None });
        }
        Ok(Some(lenses))
    }
}

/// A text to show at an offset of a piece.
struct Hint {
    offset: usize,
    text: String,
    /// Before what is there, or after it.
    is_before: bool,
}

impl Hint {
    fn finish(self, position: lsp_types::Position) -> InlayHint {
        InlayHint {
            position,
            label: InlayHintLabel::String(self.text),
            kind: self.is_before.then_some(InlayHintKind::PARAMETER),
            text_edits: None,
            tooltip: None,
            padding_left: Some(!self.is_before),
            padding_right: Some(self.is_before),
            data: None,
        }
    }
}

/// The hints of a piece, in order.
fn hints(piece: &Piece, lax: SanOptions) -> Vec<Hint> {
    let items = items(piece);
    let moves = played_moves(piece, lax);
    let mut hints = Vec::new();
    let opening = moves
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, played)| !played.is_in_variation)
        .find_map(|(n, played)| Some((n, Table::standard().at(&played.after, 0)?)));
    for (n, played) in moves.iter().enumerate() {
        let Ok(idx) = items.binary_search_by_key(&played.part.start, |item| item.part.start) else {
            continue;
        };
        hints.extend(missing_number(&items[..idx], played));
        let offset = played.part.end;
        let mut push = |text| hints.push(Hint { offset, text, is_before: false });
        if let Some((_, opening)) = opening.filter(|(last, _)| *last == n) {
            push(format!("{} {}", opening.code, opening.name.as_str()));
        }
        let mut after = items[idx + 1..].iter();
        let is_sign = |item: &&Item| matches!(item.kind, ItemKind::Suffix | ItemKind::Nag(_));
        let comment = after.find(|item| !is_sign(item)).filter(|it| it.kind == ItemKind::Comment);
        if let Some(text) = comment.and_then(|item| evaluation(piece, item, played.color)) {
            push(text);
        }
    }
    hints
}

/// The number of a move that should have one: White's moves, and Black's after an interruption.
fn missing_number(before: &[Item], played: &PlayedMove) -> Option<Hint> {
    let mut before = before.iter().rev();
    let is_sign = |item: &&Item| matches!(item.kind, ItemKind::Suffix | ItemKind::Nag(_));
    let last = before.find(|item| !is_sign(item)).map(|item| &item.kind);
    let text = match (played.color, last) {
        (_, Some(ItemKind::Number)) | (Color::Black, Some(ItemKind::Word)) => return None,
        (Color::White, _) => format!("{}.", played.number),
        (Color::Black, _) => format!("{}...", played.number),
    };
    Some(Hint { offset: played.part.start, text, is_before: true })
}

/// The evaluation in a comment, from White's side.
fn evaluation(piece: &Piece, item: &Item, mover: Color) -> Option<String> {
    let text = std::str::from_utf8(&piece.text[item.part.clone()]).ok()?;
    let text = text.trim_start_matches('{').trim_end_matches('}');
    let context = CommentContext { mover, time_control: None };
    let eval = values(text, context).find_map(|value| match value {
        Value::Eval(eval) => Some(eval),
        _ => None,
    });
    let Eval { score, .. } = eval?;
    Some(match score {
        Score::Centipawns(n) => {
            let sign = if n < 0 { "−" } else { "+" };
            format!("{sign}{}.{:02}", n.unsigned_abs() / 100, n.unsigned_abs() % 100)
        }
        Score::Mate(n) => format!("#{n}"),
    })
}
