//! Renaming a player in all games of a text.

use lsp_server::ErrorCode;
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use pgnkit::tag::players;

use crate::actions::workspace_edit;
use crate::document::{Document, Place};
use crate::items::{TagParts, tags};
use crate::server::{Failure, Server};

impl Server<'_> {
    pub(crate) fn prepare_rename(
        &mut self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>, Failure> {
        let document = &self.open(&params.text_document.uri)?.document;
        let place = document.place(params.position);
        Ok(player_at(document, place).map(|(tag, name)| {
            let piece = &document.pieces[place.piece];
            let range = document.range(document.start_of(place.piece), piece, tag.value);
            PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: name }
        }))
    }

    pub(crate) fn rename(
        &mut self,
        params: RenameParams,
    ) -> Result<Option<WorkspaceEdit>, Failure> {
        let new = params.new_name.trim();
        let fail = |why: &str| Err((ErrorCode::InvalidParams, why.to_owned()));
        if new.is_empty() || new.contains(|c: char| c.is_control() || c == ':') {
            return fail("expected a name without colons and line ends");
        }
        let at = params.text_document_position;
        let document = &self.open(&at.text_document.uri)?.document;
        let Some((_, old)) = player_at(document, document.place(at.position)) else {
            return fail("expected the name of a player");
        };
        let mut edits = Vec::new();
        for (start, piece) in document.starts() {
            let mut walk = document.walk(start, piece);
            for (_, tag) in tags(piece).filter(|(name, _)| is_player(name)) {
                let names: Vec<&str> = players(&tag.text).map(|player| player.name).collect();
                if !names.contains(&old.as_str()) {
                    continue;
                }
                let names = names.into_iter().map(|name| if name == old { new } else { name });
                let value = names.collect::<Vec<_>>().join(":");
                let new_text = value.replace('\\', "\\\\").replace('"', "\\\"");
                edits.push(TextEdit { range: walk.range(tag.value), new_text });
            }
        }
        Ok(Some(workspace_edit(&document.uri, edits)))
    }
}

fn is_player(name: &str) -> bool {
    matches!(name, "White" | "Black")
}

/// The player whose name is at a place, and the tag.
fn player_at(document: &Document, place: Place) -> Option<(TagParts, String)> {
    if document.kind.is_positions() {
        return None;
    }
    let is_here = |tag: &TagParts| (tag.value.start..=tag.value.end).contains(&place.offset);
    let piece = document.pieces.get(place.piece)?;
    let (_, tag) = tags(piece).find(|(name, tag)| is_player(name) && is_here(tag))?;
    // The name before as many colons as there are before the cursor.
    let before = &piece.text[tag.value.start..place.offset];
    let n_before = before.iter().filter(|byte| **byte == b':').count();
    let player = players(&tag.text).nth(n_before)?;
    let name = (!player.is_unknown()).then(|| player.name.to_owned())?;
    Some((tag, name))
}
