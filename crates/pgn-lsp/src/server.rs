//! The server: messages in, documents, messages out.

use std::collections::VecDeque;
use std::path::PathBuf;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles,
    DidChangeWorkspaceFolders, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Exit, Initialized, LogMessage, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeActionResolveRequest, CodeLensRequest, Completion,
    DocumentDiagnosticRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting,
    HoverRequest, Initialize, InlayHintRequest, PrepareRenameRequest, RangeFormatting,
    RegisterCapability, Rename, Request as _, SelectionRangeRequest, SemanticTokensFullRequest,
    SemanticTokensRangeRequest, Shutdown, WorkspaceDiagnosticRefresh,
};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidChangeWatchedFilesRegistrationOptions,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReport,
    DocumentDiagnosticReportResult, FileSystemWatcher, FullDocumentDiagnosticReport, GlobPattern,
    InitializeParams, LogMessageParams, MessageType, NumberOrString, PublishDiagnosticsParams,
    Registration, RegistrationParams, RelatedFullDocumentDiagnosticReport, ShowMessageParams, Uri,
    WorkspaceFolder,
};
use pgn_lint::{Config, TextKind};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::capabilities;
use crate::config;
use crate::document::Document;
use crate::lint::{DocumentLinter, diagnostics};
use crate::panel::GameAtRequest;
use crate::session::{Failure, Open, Session};

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The editor asked the server to shut down, and then to exit.
    Orderly,
    /// The editor sent `exit` without `shutdown`, or is gone.
    Abruptly,
}

pub(crate) struct Server<'c> {
    connection: &'c Connection,
    session: Session,
    queue: VecDeque<Message>,
    state: State,
    n_requests: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Uninitialized,
    Running,
    ShutDown,
}

/// Serves an editor until it exits or is gone.
pub fn serve(connection: &Connection) -> Ended {
    Server::new(connection).run()
}

impl<'c> Server<'c> {
    fn new(connection: &'c Connection) -> Server<'c> {
        Server {
            connection,
            session: Session::new(&InitializeParams::default()),
            queue: VecDeque::new(),
            state: State::Uninitialized,
            n_requests: 0,
        }
    }

    fn run(mut self) -> Ended {
        loop {
            while let Ok(message) = self.connection.receiver.try_recv() {
                self.enqueue(message);
            }
            let message = match self.queue.pop_front() {
                Some(message) => message,
                None if self.work() => continue,
                None => match self.connection.receiver.recv() {
                    Ok(message) => {
                        self.enqueue(message);
                        continue;
                    }
                    Err(_) => return Ended::Abruptly,
                },
            };
            match message {
                Message::Request(request) => self.answer(request),
                Message::Notification(it) if it.method == Exit::METHOD => {
                    return match self.state {
                        State::ShutDown => Ended::Orderly,
                        State::Uninitialized | State::Running => Ended::Abruptly,
                    };
                }
                Message::Notification(notification) => self.hear(notification),
                Message::Response(_) => {}
            }
        }
    }

    /// Takes a message that has arrived. A request that is canceled before its turn is not answered
    /// otherwise.
    fn enqueue(&mut self, message: Message) {
        let Message::Notification(Notification { method, params }) = &message else {
            return self.queue.push_back(message);
        };
        if method != Cancel::METHOD {
            return self.queue.push_back(message);
        }
        let Ok(CancelParams { id }) = serde_json::from_value(params.clone()) else { return };
        let id = match id {
            NumberOrString::Number(id) => RequestId::from(id),
            NumberOrString::String(id) => RequestId::from(id),
        };
        let is_it = |it: &Message| matches!(it, Message::Request(request) if request.id == id);
        if let Some(at) = self.queue.iter().position(is_it) {
            self.queue.remove(at);
            self.fail(id, (ErrorCode::RequestCanceled, "canceled".to_owned()));
        }
    }

    /// Does a part of the pending work while no message waits; returns whether there was any.
    fn work(&mut self) -> bool {
        let is_idle = |open: &&mut Open| !open.linter.is_done() || open.is_due;
        let Some(open) = self.session.documents.values_mut().find(is_idle) else { return false };
        if open.linter.is_done() {
            open.is_due = false;
            if !self.session.editor.pulls_diagnostics {
                let Document { uri, version, .. } = &open.document;
                let params = PublishDiagnosticsParams {
                    uri: uri.clone(),
                    diagnostics: diagnostics(&open.document),
                    version: Some(*version),
                };
                self.notify::<PublishDiagnostics>(params);
            }
        } else {
            open.linter.work(&mut open.document);
        }
        true
    }

    fn send(&self, message: impl Into<Message>) {
        // If the editor is gone, the next message does not arrive, and the session ends.
        let _ = self.connection.sender.send(message.into());
    }

    fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    fn fail(&self, id: RequestId, (code, message): Failure) {
        self.send(Response::new_err(id, code as i32, message));
    }

    fn answer(&mut self, Request { id, method, params }: Request) {
        let result = match (self.state, method.as_str()) {
            (State::Uninitialized, Initialize::METHOD) => self.initialize(params),
            (State::Uninitialized, _) => {
                Err((ErrorCode::ServerNotInitialized, "expected `initialize` first".to_owned()))
            }
            (State::ShutDown, _) | (State::Running, Initialize::METHOD) => {
                Err((ErrorCode::InvalidRequest, format!("`{method}` is not possible now")))
            }
            (State::Running, Shutdown::METHOD) => {
                self.state = State::ShutDown;
                Ok(Value::Null)
            }
            (State::Running, _) => self.answer_running(&method, params),
        };
        match result {
            Ok(value) => self.send(Response::new_ok(id, value)),
            Err(failure) => self.fail(id, failure),
        }
        for message in std::mem::take(&mut self.session.messages) {
            let typ = MessageType::WARNING;
            self.notify::<ShowMessage>(ShowMessageParams { typ, message });
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Failure> {
        // lsp-types has another name for it.
        let refreshes = params.pointer("/capabilities/workspace/diagnostics/refreshSupport");
        let refreshes_diagnostics = refreshes.and_then(Value::as_bool) == Some(true);
        self.session = Session::new(&parse(params)?);
        self.session.editor.refreshes_diagnostics = refreshes_diagnostics;
        self.state = State::Running;
        to_value(capabilities::result(self.session.editor.units))
    }

    /// Parses the parameters of a request, handles it, and returns its result as JSON.
    fn handle<R: lsp_types::request::Request>(
        &mut self,
        params: Value,
        handle: impl FnOnce(&mut Session, R::Params) -> Result<R::Result, Failure>,
    ) -> Result<Value, Failure> {
        to_value(handle(&mut self.session, parse(params)?)?)
    }

    fn answer_running(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        match method {
            DocumentDiagnosticRequest::METHOD => {
                self.handle::<DocumentDiagnosticRequest>(params, Session::pull_diagnostics)
            }
            CodeActionRequest::METHOD => {
                self.handle::<CodeActionRequest>(params, Session::code_actions)
            }
            CodeActionResolveRequest::METHOD => {
                self.handle::<CodeActionResolveRequest>(params, Session::resolve_code_action)
            }
            Formatting::METHOD => self.handle::<Formatting>(params, Session::format),
            RangeFormatting::METHOD => {
                self.handle::<RangeFormatting>(params, Session::format_range)
            }
            HoverRequest::METHOD => self.handle::<HoverRequest>(params, Session::hover),
            DocumentSymbolRequest::METHOD => {
                self.handle::<DocumentSymbolRequest>(params, Session::symbols)
            }
            FoldingRangeRequest::METHOD => {
                self.handle::<FoldingRangeRequest>(params, Session::folds)
            }
            SelectionRangeRequest::METHOD => {
                self.handle::<SelectionRangeRequest>(params, Session::selections)
            }
            SemanticTokensFullRequest::METHOD => {
                self.handle::<SemanticTokensFullRequest>(params, Session::tokens)
            }
            SemanticTokensRangeRequest::METHOD => {
                self.handle::<SemanticTokensRangeRequest>(params, Session::tokens_in_range)
            }
            InlayHintRequest::METHOD => {
                self.handle::<InlayHintRequest>(params, Session::inlay_hints)
            }
            CodeLensRequest::METHOD => self.handle::<CodeLensRequest>(params, Session::lenses),
            PrepareRenameRequest::METHOD => {
                self.handle::<PrepareRenameRequest>(params, Session::prepare_rename)
            }
            Rename::METHOD => self.handle::<Rename>(params, Session::rename),
            GameAtRequest::METHOD => self.handle::<GameAtRequest>(params, Session::game_at),
            Completion::METHOD => self.handle::<Completion>(params, Session::completion),
            _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not supported"))),
        }
    }

    fn hear(&mut self, Notification { method, params }: Notification) {
        if self.state != State::Running {
            return;
        }
        // A notification has no answer: one that cannot be parsed is ignored.
        let heard = match method.as_str() {
            Initialized::METHOD => {
                self.watch_configuration();
                Ok(())
            }
            DidOpenTextDocument::METHOD => parse(params).map(|params| self.did_open(params)),
            DidChangeTextDocument::METHOD => parse(params).map(|params| self.did_change(params)),
            DidSaveTextDocument::METHOD => parse(params).map(|params| self.did_save(&params)),
            DidCloseTextDocument::METHOD => parse(params).map(|params| self.did_close(&params)),
            DidChangeWorkspaceFolders::METHOD => {
                parse(params).map(|params| self.session.change_folders(&params))
            }
            DidChangeConfiguration::METHOD | DidChangeWatchedFiles::METHOD => {
                self.read_configurations();
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err((_, message)) = heard {
            self.log(MessageType::WARNING, format!("{method}: {message}"));
        }
    }

    fn log(&self, typ: MessageType, message: String) {
        self.notify::<LogMessage>(LogMessageParams { typ, message });
    }

    /// Asks the editor to report changes of `pgnkit.toml`.
    fn watch_configuration(&mut self) {
        if !self.session.editor.watches_files {
            return;
        }
        let glob_pattern = GlobPattern::String(format!("**/{}", pgn_db::config::CONFIG_NAME));
        let watchers = vec![FileSystemWatcher { glob_pattern, kind: None }];
        let options = DidChangeWatchedFilesRegistrationOptions { watchers };
        let method = DidChangeWatchedFiles::METHOD.to_owned();
        let register_options = serde_json::to_value(options).ok();
        let registrations = vec![Registration { id: method.clone(), method, register_options }];
        self.request::<RegisterCapability>(json!(RegistrationParams { registrations }));
    }

    /// Sends the editor a request whose response is ignored.
    fn request<R: lsp_types::request::Request>(&mut self, params: Value) {
        self.n_requests += 1;
        self.send(Request::new(self.n_requests.into(), R::METHOD.to_owned(), params));
    }

    /// The configuration of a document; the usual one if it cannot be read, with a message.
    fn configuration(&self, uri: &Uri) -> Config {
        let folder = self.session.folders.first().map(PathBuf::as_path);
        config::read(uri, folder).unwrap_or_else(|error| {
            self.log(MessageType::ERROR, error.to_string());
            Config::default()
        })
    }

    fn read_configurations(&mut self) {
        let uris: Vec<Uri> =
            self.session.documents.values().map(|open| open.document.uri.clone()).collect();
        for uri in uris {
            let config = self.configuration(&uri);
            if let Some(open) = self.session.documents.get_mut(uri.as_str()) {
                open.linter = DocumentLinter::new(config, &open.document);
                open.is_due = true;
            }
        }
        if self.session.editor.refreshes_diagnostics {
            self.request::<WorkspaceDiagnosticRefresh>(Value::Null);
        }
    }

    fn did_open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let kind = match config::extension(&item.uri).as_str() {
            "epd" => TextKind::Records,
            "fen" => TextKind::Fens,
            _ if item.language_id == "epd" => TextKind::Records,
            _ => TextKind::Games,
        };
        let name = item.uri.as_str().to_owned();
        let config = self.configuration(&item.uri);
        let document =
            Document::new((item.uri, item.version), kind, self.session.editor.units, &item.text);
        let linter = DocumentLinter::new(config, &document);
        self.session.documents.insert(name, Open { document, linter, is_due: true });
    }

    fn did_change(&mut self, params: DidChangeTextDocumentParams) {
        let item = params.text_document;
        let Some(open) = self.session.documents.get_mut(item.uri.as_str()) else { return };
        open.document.version = item.version;
        let mut wants_all = false;
        for change in params.content_changes {
            // Lines at the top of a file can silence rules in all of it.
            let silences = open.document.has_directive_at_top();
            let place = open.document.edit(change.range, &change.text);
            wants_all |= place.piece == 0 && (silences || open.document.has_directive_at_top());
        }
        open.linter.restart(&open.document, wants_all);
        open.is_due = true;
    }

    fn did_save(&mut self, params: &DidSaveTextDocumentParams) {
        if let Some(open) = self.session.documents.get_mut(params.text_document.uri.as_str()) {
            open.linter.restart(&open.document, true);
            open.is_due = true;
        }
    }

    fn did_close(&mut self, params: &DidCloseTextDocumentParams) {
        let uri = &params.text_document.uri;
        let was_open = self.session.documents.remove(uri.as_str()).is_some();
        if was_open && !self.session.editor.pulls_diagnostics {
            let params =
                PublishDiagnosticsParams { uri: uri.clone(), diagnostics: vec![], version: None };
            self.notify::<PublishDiagnostics>(params);
        }
    }
}

impl Session {
    fn change_folders(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
            folders.iter().filter_map(|folder| config::path(&folder.uri)).collect()
        };
        let removed = paths(&params.event.removed);
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(paths(&params.event.added));
    }

    fn pull_diagnostics(
        &mut self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult, Failure> {
        let items = diagnostics(&self.checked(&params.text_document.uri)?.document);
        let full_document_diagnostic_report =
            FullDocumentDiagnosticReport { result_id: None, items };
        let report = RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report,
        };
        Ok(DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(report)))
    }
}

fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn to_value(result: impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
