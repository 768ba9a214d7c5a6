//! Fixes of findings as code actions, and formatting.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, DocumentFormattingParams,
    DocumentRangeFormattingParams, TextEdit, Uri, WorkspaceEdit,
};
use pgn_lint::{Applicability, Finding, Fix, fix_region};

use crate::document::{Document, Piece, Walk};
use crate::form::{self, pieces_between, replacement};
use crate::lint::{diagnostic, part, region};
use crate::session::{Failure, Open, Session};

/// All safe fixes at once.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.pgnkit");

impl Session {
    pub(crate) fn code_actions(
        &mut self,
        params: CodeActionParams,
    ) -> Result<Option<Vec<CodeActionOrCommand>>, Failure> {
        let is_lazy = self.editor.resolves_edits;
        let open = self.checked(&params.text_document.uri)?;
        let only = params.context.only;
        let wants = |kind: &CodeActionKind| {
            let is_in = |only: &CodeActionKind| {
                let rest = kind.as_str().strip_prefix(only.as_str());
                rest.is_some_and(|rest| {
                    only.as_str().is_empty() || rest.is_empty() || rest.starts_with('.')
                })
            };
            only.as_ref().map(|only| only.iter().any(is_in))
        };
        let mut actions = Vec::new();
        if wants(&CodeActionKind::QUICKFIX) != Some(false) {
            actions.extend(quick_fixes(&open.document, &params.range));
        }
        // The editor sends this request whenever the cursor moves: then all fixes are computed only
        // on demand.
        let wants_all = wants(&FIX_ALL);
        if wants_all == Some(true) || wants_all.is_none() && is_lazy {
            actions.extend(fix_all_action(open, is_lazy));
        }
        Ok(Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()))
    }

    /// Works out the edits of the action that fixes everything.
    pub(crate) fn resolve_code_action(
        &mut self,
        mut action: CodeAction,
    ) -> Result<CodeAction, Failure> {
        let uri = action.data.as_ref().and_then(|data| data.as_str()?.parse::<Uri>().ok());
        if let (Some(uri), None) = (uri, &action.edit) {
            action.edit = Some(fix_all(self.checked(&uri)?));
        }
        Ok(action)
    }

    pub(crate) fn format(
        &mut self,
        params: DocumentFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>, Failure> {
        let Open { document, linter, .. } = self.open(&params.text_document.uri)?;
        Ok(Some(form::edits(document, 0..=usize::MAX, linter.config())))
    }

    pub(crate) fn format_range(
        &mut self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>, Failure> {
        let Open { document, linter, .. } = self.open(&params.text_document.uri)?;
        let pieces = pieces_between(document, params.range.start, params.range.end);
        Ok(Some(form::edits(document, pieces, linter.config())))
    }
}

/// The fixes of the findings that a range touches.
fn quick_fixes(document: &Document, range: &lsp_types::Range) -> Vec<CodeAction> {
    let (from, to) = (document.place(range.start), document.place(range.end));
    let mut actions = Vec::new();
    for (idx, (start, piece)) in document.starts().enumerate() {
        if !(from.piece..=to.piece).contains(&idx) {
            continue;
        }
        let first = if idx == from.piece { from.offset } else { 0 };
        let last = if idx == to.piece { to.offset } else { piece.text.len() };
        let is_touched =
            |finding: &&Finding| part(finding).start <= last && part(finding).end >= first;
        let mut walk = document.walk(start, piece);
        for finding in piece.all_findings().filter(is_touched) {
            if let Some(fix) = &finding.fix {
                actions.push(quick_fix(&document.uri, &mut walk, finding, fix));
            }
        }
    }
    actions
}

fn quick_fix(uri: &Uri, walk: &mut Walk<'_>, finding: &Finding, fix: &Fix) -> CodeAction {
    let edits = fix.edits.iter().map(|edit| {
        let range = walk.range(edit.start as usize..edit.end as usize);
        TextEdit { range, new_text: edit.text.clone() }
    });
    let edits = edits.collect();
    let is_safe = fix.applicability == Applicability::Safe;
    let mut letters = fix.title.chars();
    let first: String = letters.next().map_or(String::new(), |c| c.to_uppercase().collect());
    let guess = if is_safe { "" } else { " (a guess)" };
    CodeAction {
        title: format!("{first}{}{guess}", letters.as_str()),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(walk.range(part(finding)), finding)]),
        edit: Some(workspace_edit(uri, edits)),
        is_preferred: Some(is_safe),
        ..CodeAction::default()
    }
}

/// The action that fixes everything that is safe to fix, if there is anything.
fn fix_all_action(open: &mut Open, is_lazy: bool) -> Option<CodeAction> {
    let document = &open.document;
    document.pieces.iter().find(|piece| has_safe_fix(piece))?;
    let data = is_lazy.then(|| document.uri.as_str().into());
    let edit = (!is_lazy).then(|| fix_all(open));
    let (title, kind) = ("Apply all safe fixes".to_owned(), Some(FIX_ALL));
    Some(CodeAction { title, kind, data, edit, ..CodeAction::default() })
}

fn has_safe_fix(piece: &Piece) -> bool {
    let is_safe = |fix: &Fix| fix.applicability == Applicability::Safe;
    piece.all_findings().any(|finding| finding.fix.as_ref().is_some_and(is_safe))
}

fn fix_all(open: &mut Open) -> WorkspaceEdit {
    let Open { document, linter, .. } = open;
    let linter = linter.linter_mut();
    linter.begin_file(document.pieces.first().map_or(&b""[..], |piece| &piece.text));
    let mut edits = Vec::new();
    for (idx, (start, piece)) in document.starts().enumerate() {
        if has_safe_fix(piece) {
            let fixed = fix_region(linter, &region(piece, idx, start), Applicability::Safe);
            edits.extend(replacement(document, (start, piece), &fixed.text));
        }
    }
    workspace_edit(&document.uri, edits)
}

#[allow(clippy::mutable_key_type, reason = "lsp-types has it so")]
pub(crate) fn workspace_edit(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    let changes = Some(HashMap::from([(uri.clone(), edits)]));
    WorkspaceEdit { changes, ..WorkspaceEdit::default() }
}
