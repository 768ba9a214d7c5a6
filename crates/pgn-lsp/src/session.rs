//! The open documents, and what the editor can do.

use std::collections::HashMap;
use std::path::PathBuf;

use lsp_server::ErrorCode;
use lsp_types::{InitializeParams, Uri};

use crate::config;
use crate::document::Document;
use crate::lint::DocumentLinter;
use crate::units::Units;

/// The subject of the requests of an editor.
pub(crate) struct Session {
    pub(crate) documents: HashMap<String, Open>,
    pub(crate) editor: Editor,
    /// The folders that are open.
    pub(crate) folders: Vec<PathBuf>,
    /// Notifications that have not yet been sent to the editor.
    pub(crate) messages: Vec<String>,
}

/// An open document with its linter.
pub(crate) struct Open {
    pub(crate) document: Document,
    pub(crate) linter: DocumentLinter,
    /// Its diagnostics are not yet sent.
    pub(crate) is_due: bool,
}

/// The capabilities of the editor.
#[derive(Debug)]
pub(crate) struct Editor {
    pub(crate) units: Units,
    /// It pulls diagnostics, so none are published.
    pub(crate) pulls_diagnostics: bool,
    pub(crate) watches_files: bool,
    pub(crate) resolves_edits: bool,
    pub(crate) has_snippets: bool,
    pub(crate) folds_max: Option<u32>,
    /// It supports refreshing diagnostics.
    pub(crate) refreshes_diagnostics: bool,
}

/// Why a request has no result.
pub(crate) type Failure = (ErrorCode, String);

impl Session {
    pub(crate) fn new(params: &InitializeParams) -> Session {
        let folders = params.workspace_folders.as_deref().unwrap_or_default();
        #[allow(deprecated, reason = "older editors name their folder only so")]
        let root = params.root_uri.as_ref().filter(|_| folders.is_empty());
        let folders = folders.iter().map(|folder| &folder.uri).chain(root);
        Session {
            documents: HashMap::new(),
            editor: Editor::of(params),
            folders: folders.filter_map(config::path).collect(),
            messages: Vec::new(),
        }
    }

    /// The document of an address.
    pub(crate) fn open(&mut self, uri: &Uri) -> Result<&mut Open, Failure> {
        let open = self.documents.get_mut(uri.as_str());
        open.ok_or((ErrorCode::InvalidParams, format!("not open: {}", uri.as_str())))
    }

    /// The same with all its findings.
    pub(crate) fn checked(&mut self, uri: &Uri) -> Result<&mut Open, Failure> {
        let open = self.open(uri)?;
        while !open.linter.is_done() {
            open.linter.work(&mut open.document);
        }
        Ok(open)
    }
}

impl Editor {
    pub(crate) fn of(params: &InitializeParams) -> Editor {
        let (text, workspace) =
            (params.capabilities.text_document.as_ref(), params.capabilities.workspace.as_ref());
        let watched = workspace.and_then(|it| it.did_change_watched_files);
        let action = text.and_then(|text| text.code_action.as_ref());
        let resolved = action.and_then(|action| action.resolve_support.as_ref());
        let completion = text.and_then(|text| text.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        Editor {
            units: Units::of(params),
            pulls_diagnostics: text.is_some_and(|text| text.diagnostic.is_some()),
            watches_files: watched.is_some_and(|it| it.dynamic_registration == Some(true)),
            resolves_edits: resolved.is_some_and(|it| it.properties.iter().any(|it| it == "edit")),
            has_snippets: item.is_some_and(|item| item.snippet_support == Some(true)),
            folds_max: text.and_then(|text| text.folding_range.as_ref()?.range_limit),
            refreshes_diagnostics: false,
        }
    }
}
