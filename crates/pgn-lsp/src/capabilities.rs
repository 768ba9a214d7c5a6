//! The capabilities of the server.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeResult, OneOf,
    RenameOptions, SaveOptions, SelectionRangeProviderCapability, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::actions::FIX_ALL;
use crate::tokens::TYPES;
use crate::units::Units;

/// The answer to `initialize`.
pub(crate) fn result(units: Units) -> InitializeResult {
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let server_info = Some(ServerInfo { name: "pgn".to_owned(), version });
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions::default())),
        ..TextDocumentSyncOptions::default()
    };
    let diagnostic = DiagnosticOptions { identifier: Some("pgn".to_owned()), ..Default::default() };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, FIX_ALL]),
        resolve_provider: Some(true),
        ..CodeActionOptions::default()
    };
    let legend = SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: Vec::new() };
    let tokens = SemanticTokensOptions {
        legend,
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    };
    let rename = RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    let triggers = ["[", "\"", "$", ".", " ", "("].map(str::to_owned).to_vec();
    let completion =
        CompletionOptions { trigger_characters: Some(triggers), ..CompletionOptions::default() };
    let capabilities = ServerCapabilities {
        position_encoding: Some(units.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        diagnostic_provider: Some(DiagnosticServerCapabilities::Options(diagnostic)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(completion),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            tokens,
        )),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        rename_provider: Some(OneOf::Right(rename)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    };
    InitializeResult { capabilities, server_info }
}
