use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, URI};

/// Parts of texts that are hard to read.
const FRAGMENTS: &[&str] = &[
    "[White \"a\"]\n",
    "[White \"",
    "[",
    "]",
    "\"",
    "1. e4 ",
    "e5 ",
    "Ke3 ",
    "(",
    ")",
    "{",
    "}",
    ";",
    "%pgnkit ignore all\n",
    "%pgnkit ignore-file C001\n",
    "$",
    "$999999999999",
    "!?",
    "<",
    ">",
    "*",
    "1-0\n\n",
    "\n",
    "\r\n",
    "\r",
    "\0",
    "\u{FFFD}",
    "\u{FEFF}",
    "😀",
    "é",
    "\u{202E}",
    "--",
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
    "[Variant \"Atomic\"]\n",
    "[SetUp \"1\"]\n",
    "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"a\";\n",
];

const METHODS: &[&str] = &[
    "textDocument/diagnostic",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/prepareRename",
    "textDocument/rename",
    "pgnkit/gameAt",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(FRAGMENTS), 0..20).prop_map(|parts| parts.concat())
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![6 => 0..12_u32, 1 => Just(u32::MAX), 1 => Just(1 << 31)]
}

fn range() -> impl Strategy<Value = [u32; 4]> {
    [number(), number(), number(), number()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    /// For any text and any place, each request has a response, and the text is that of the edits.
    #[test]
    fn no_text_and_no_place_ends_the_server(
        first in text(),
        edits in prop::collection::vec((range(), text()), 0..4),
        places in prop::collection::vec(range(), 1..3),
        extension in prop::sample::select(&["pgn", "epd", "fen"]),
        units in prop::sample::select(&["utf-8", "utf-16"]),
    ) {
        let uri = format!("untitled:a.{extension}");
        let (mut client, _) = Client::with(json!({ "general": { "positionEncodings": [units] } }));
        client.open(&uri, &first);
        for (range, new) in edits {
            let changes = json!([{ "range": crate::client::to_range(range), "text": new }]);
            let document = json!({ "uri": uri, "version": 1 });
            let params = json!({ "textDocument": document, "contentChanges": changes });
            client.notify("textDocument/didChange", params);
        }
        for range in places {
            let range = crate::client::to_range(range);
            for method in METHODS {
                let response = client.respond(method, json!({
                    "textDocument": { "uri": uri },
                    "range": range,
                    "position": range["start"],
                    "positions": [range["start"], range["end"]],
                    "context": {
                        "triggerKind": 1, "diagnostics": [], "only": ["source", "quickfix"],
                    },
                    "options": { "tabSize": 8, "insertSpaces": true },
                    "newName": "a",
                }));
                let code = &response["error"]["code"];
                prop_assert!(code.is_null() || *method == "textDocument/rename", "{}", response);
            }
        }
        client.finish();
    }
}

#[test]
fn parameters_of_any_form_are_answered() {
    let mut client = Client::opening("1. e4 *\n");
    for method in METHODS {
        for params in
            [Value::Null, json!([]), json!({}), json!("text"), json!({ "textDocument": 1 })]
        {
            assert_eq!(client.respond(method, params)["error"]["code"], -32602, "{method}");
        }
    }
    for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"] {
        client.notify(method, json!([null]));
    }
    let document = json!({ "uri": "not an address", "version": 1 });
    client.notify("textDocument/didChange", json!({ "textDocument": document }));
    let hover = client.request_at("textDocument/hover", 0, 3);
    assert!(hover.is_object(), "{URI}");
    client.finish();
}

#[test]
fn deep_variations_are_served() {
    let mut client = Client::opening(&format!("1. e4 {}", "(1. d4 ".repeat(4_000)));
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"] {
        client.request_document(&format!("textDocument/{method}"));
    }
    client.request_at("textDocument/hover", 0, 27_500);
    client.finish();
}
