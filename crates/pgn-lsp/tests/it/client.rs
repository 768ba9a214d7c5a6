//! An editor that speaks the protocol over memory, and waits for messages.

use std::thread::{self, JoinHandle};

use lsp_server::{Connection, Message, Notification, Request, Response};
use pgn_lsp::{Ended, serve};
use serde_json::{Value, json};

/// The address of the document that most tests open.
pub(crate) const URI: &str = "untitled:games.pgn";

pub(crate) struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<Ended>>,
    n_requests: i32,
    n_changes: i32,
}

impl Client {
    /// A server that has not received anything.
    pub(crate) fn silent() -> Client {
        let (ours, theirs) = Connection::memory();
        let server = thread::spawn(move || serve(&theirs));
        Client { connection: Some(ours), server: Some(server), n_requests: 0, n_changes: 0 }
    }

    /// An initialized server for an editor with these capabilities.
    pub(crate) fn with(capabilities: Value) -> (Client, Value) {
        let mut client = Client::silent();
        let result = client.request("initialize", json!({ "capabilities": capabilities }));
        client.notify("initialized", json!({}));
        (client, result)
    }

    /// An editor that counts columns in bytes and has this text open.
    pub(crate) fn opening(text: &str) -> Client {
        let encodings = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
        let (mut client, _) = Client::with(encodings);
        client.open(URI, text);
        client
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "pgn", "version": 0, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a range: lines and columns of its start and end.
    pub(crate) fn change(&mut self, range: [u32; 4], text: &str) {
        self.n_changes += 1;
        let document = json!({ "uri": URI, "version": self.n_changes });
        let changes = json!([{ "range": to_range(range), "text": text }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    pub(crate) fn send(&mut self, message: impl Into<Message>) {
        self.connection.as_ref().unwrap().sender.send(message.into()).unwrap();
    }

    /// The next request number.
    pub(crate) fn next_id(&mut self) -> i32 {
        self.n_requests += 1;
        self.n_requests
    }

    /// Sends a request and returns its response.
    pub(crate) fn respond(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id();
        self.send(Request::new(id.into(), method.to_owned(), params));
        self.response_to(id)
    }

    pub(crate) fn response_to(&mut self, id: i32) -> Value {
        loop {
            if let Message::Response(response) = self.next()
                && response.id == id.into()
            {
                return serde_json::to_value::<Response>(response).unwrap();
            }
        }
    }

    /// The result of a request.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let response = self.respond(method, params);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    /// The result of a request about the whole open document.
    pub(crate) fn request_document(&mut self, method: &str) -> Value {
        self.request(method, json!({ "textDocument": { "uri": URI } }))
    }

    /// The result of a request about a place.
    pub(crate) fn request_at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        self.request(method, json!({ "textDocument": { "uri": URI }, "position": position }))
    }

    pub(crate) fn next(&mut self) -> Message {
        self.connection.as_ref().unwrap().receiver.recv().unwrap()
    }

    /// The next message of this method from the server.
    pub(crate) fn wait_for(&mut self, wanted: &str) -> Value {
        loop {
            match self.next() {
                Message::Notification(Notification { method, params }) if method == wanted => {
                    return params;
                }
                Message::Request(Request { method, params, .. }) if method == wanted => {
                    return params;
                }
                _ => {}
            }
        }
    }

    /// The diagnostics that are published next.
    pub(crate) fn published(&mut self) -> Vec<Value> {
        let params = self.wait_for("textDocument/publishDiagnostics");
        params["diagnostics"].as_array().unwrap().clone()
    }

    /// Shuts the server down as the protocol requires.
    pub(crate) fn finish(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.end(), Ended::Orderly);
    }

    pub(crate) fn end(&mut self) -> Ended {
        self.server.take().unwrap().join().unwrap()
    }

    /// The editor is gone.
    pub(crate) fn hang_up(mut self) -> Ended {
        self.connection = None;
        self.end()
    }
}

pub(crate) fn to_range([line, column, end_line, end_column]: [u32; 4]) -> Value {
    json!({
        "start": { "line": line, "character": column },
        "end": { "line": end_line, "character": end_column },
    })
}

/// The text after these edits of it, whose columns count bytes.
pub(crate) fn edited(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        before + position["character"].as_u64().unwrap() as usize
    };
    let mut edits: Vec<_> = edits.as_array().unwrap().iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    let mut text = text.to_owned();
    let old = text.clone();
    for edit in edits {
        let offset = |position: &Value| {
            let line = position["line"].as_u64().unwrap() as usize;
            let before: usize = old.split_inclusive('\n').take(line).map(str::len).sum();
            before + position["character"].as_u64().unwrap() as usize
        };
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        text.replace_range(range, edit["newText"].as_str().unwrap());
    }
    text
}
