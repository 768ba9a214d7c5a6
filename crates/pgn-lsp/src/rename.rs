//! Renaming a player in all games of the open folders.
//!
//! A name is renamed where it has the same spelling: other spellings may be other people, and
//! `pgn names` finds them.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;

use lsp_server::ErrorCode;
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use pgn_db::error::{ErrorKind, printable};
use pgn_db::identity::Identity;
use pgn_db::source::Inputs;
use pgn_lint::TextKind;
use pgnkit::tag::players;

use crate::config;
use crate::document::{Document, Place};
use crate::items::{TagParts, tags};
use crate::session::{Failure, Session};

/// The largest file that is searched, in bytes, and how much all files may have.
const FILE_BYTES_MAX: u64 = 64 << 20;
const FOLDER_BYTES_MAX: u64 = 2 << 30;

/// How many tags may change at once: an editor opens each file that changes.
const EDITS_MAX: usize = 100_000;

/// How many skipped files a message names.
const NAMES_MAX: usize = 5;

impl Session {
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

    #[expect(clippy::mutable_key_type, reason = "the protocol has addresses as keys")]
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
        let change = NameChange { old: &old, new };
        let mut changes = HashMap::from([(document.uri.clone(), change.edits(document))]);
        if self.is_in_folders(&at.text_document.uri) {
            let open = self.documents.values().map(|open| &open.document);
            let open = open.filter(|it| !it.kind.is_positions() && self.is_in_folders(&it.uri));
            changes.extend(open.map(|document| (document.uri.clone(), change.edits(document))));
            let skipped = self.rename_in_files(&change, &mut changes)?;
            self.messages.extend(skipped.message());
        }
        changes.retain(|_, edits| !edits.is_empty());
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }

    fn is_in_folders(&self, uri: &Uri) -> bool {
        let path = config::path(uri);
        path.is_some_and(|path| self.folders.iter().any(|folder| path.starts_with(folder)))
    }

    /// Adds the edits of the files in the open folders that are not open themselves.
    #[expect(clippy::mutable_key_type, reason = "the protocol has addresses as keys")]
    fn rename_in_files(
        &self,
        change: &NameChange<'_>,
        changes: &mut HashMap<Uri, Vec<TextEdit>>,
    ) -> Result<SkippedFiles, Failure> {
        let open = self.documents.values().filter_map(|open| config::path(&open.document.uri));
        // A link and the file that it leads to are one file.
        let identity = |path: &Path| Identity::of_path(path).ok();
        let mut seen: HashSet<Identity> = open.filter_map(|path| identity(&path)).collect();
        let mut skipped = SkippedFiles::default();
        let mut n_edits: usize = changes.values().map(Vec::len).sum();
        let mut left = FOLDER_BYTES_MAX;
        for source in Inputs::gather(&self.folders).sources() {
            let source = match source {
                Ok(source) => source,
                Err(error) if error.kind() == ErrorKind::NoGames => continue,
                Err(error) => {
                    skipped.add(&error.to_string());
                    continue;
                }
            };
            let Ok((path, None)) = source.place() else {
                skipped.add(&source.name);
                continue;
            };
            if identity(path).is_none_or(|file| !seen.insert(file)) {
                continue;
            }
            let (name, uri) = (source.name.clone(), config::uri(path));
            let mut text = Vec::new();
            let mut limited = source.read.take(FILE_BYTES_MAX.min(left) + 1);
            let is_read = limited.read_to_end(&mut text).is_ok() && limited.limit() > 0;
            left = left.saturating_sub(text.len() as u64);
            if is_read && !change.is_possible_in(&text) {
                continue;
            }
            let text = String::from_utf8(text).ok().filter(|_| is_read);
            let (Some(uri), Some(text)) = (uri, text) else {
                skipped.add(&name);
                continue;
            };
            let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
            let document =
                Document::new((uri.clone(), 0), TextKind::Games, self.editor.units, text);
            let edits = change.edits(&document);
            n_edits += edits.len();
            changes.insert(uri, edits);
            if n_edits > EDITS_MAX {
                let why = format!("more than {EDITS_MAX} tags change: use `pgn names apply`");
                return Err((ErrorCode::RequestFailed, why));
            }
        }
        Ok(skipped)
    }
}

/// A player's name in its tags, and the new one.
struct NameChange<'n> {
    old: &'n str,
    new: &'n str,
}

impl NameChange<'_> {
    /// Whether a text may have the name, by a fast search.
    fn is_possible_in(&self, text: &[u8]) -> bool {
        memchr::memmem::find(text, escaped(self.old).as_bytes()).is_some()
    }

    fn edits(&self, document: &Document) -> Vec<TextEdit> {
        let mut edits = Vec::new();
        for (start, piece) in document.starts() {
            let mut walk = document.walk(start, piece);
            for (_, tag) in tags(piece).filter(|(name, _)| is_player(name)) {
                let names: Vec<&str> = players(&tag.text).map(|player| player.name).collect();
                if !names.contains(&self.old) {
                    continue;
                }
                let new = |name| if name == self.old { self.new } else { name };
                let value = names.into_iter().map(new).collect::<Vec<_>>().join(":");
                edits.push(TextEdit { range: walk.range(tag.value), new_text: escaped(&value) });
            }
        }
        edits
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Files that a rename does not change.
#[derive(Default)]
struct SkippedFiles {
    names: Vec<String>,
    n_more: usize,
}

impl SkippedFiles {
    fn add(&mut self, name: &str) {
        match self.names.len() < NAMES_MAX {
            true => self.names.push(printable(name)),
            false => self.n_more += 1,
        }
    }

    fn message(&self) -> Option<String> {
        let more =
            if self.n_more > 0 { format!(" and {} more", self.n_more) } else { String::new() };
        let names = self.names.join(", ");
        let why = "compressed, not UTF-8 or too large: use `pgn names apply`";
        (!names.is_empty()).then(|| format!("not renamed in {names}{more} ({why})"))
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
