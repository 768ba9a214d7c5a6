use lsp_server::{Notification, Request};
use pgn_lsp::Ended;
use serde_json::{Value, json};

use crate::client::{Client, URI};

#[test]
fn columns_are_utf8_if_the_editor_offers_it() {
    for (offered, chosen) in [
        (json!(["utf-16", "utf-8"]), "utf-8"),
        (json!(["utf-16"]), "utf-16"),
        (json!(["utf-32"]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let (client, result) = Client::with(json!({ "general": { "positionEncodings": offered } }));
        assert_eq!(result["capabilities"]["positionEncoding"], chosen);
        assert_eq!(result["serverInfo"]["name"], "pgn");
        client.finish();
    }
}

#[test]
fn requests_out_of_turn_are_errors() {
    let mut client = Client::silent();
    let hover =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 0 } });
    let error = |response: Value| response["error"]["code"].as_i64().unwrap();
    assert_eq!(error(client.respond("textDocument/hover", hover.clone())), -32002);
    client.notify("textDocument/didOpen", json!({}));
    client.request("initialize", json!({ "capabilities": {} }));
    assert_eq!(error(client.respond("initialize", json!({ "capabilities": {} }))), -32600);
    assert_eq!(error(client.respond("textDocument/unknown", Value::Null)), -32601);
    assert_eq!(error(client.respond("textDocument/diagnostic", json!([1, 2]))), -32602);
    let closed = json!({ "textDocument": { "uri": "file:///not/open.pgn" } });
    assert_eq!(error(client.respond("textDocument/diagnostic", closed)), -32602);
    client.notify("unknown", json!({ "a": 1 }));
    client.notify("textDocument/didChange", json!("no object"));
    client.request("shutdown", Value::Null);
    assert_eq!(error(client.respond("textDocument/hover", hover)), -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), Ended::Orderly);
}

#[test]
fn exit_without_shutdown_is_abrupt() {
    for is_initialized in [true, false] {
        let mut client = match is_initialized {
            true => Client::with(json!({})).0,
            false => Client::silent(),
        };
        client.notify("exit", Value::Null);
        assert_eq!(client.end(), Ended::Abruptly);
    }
    assert_eq!(Client::opening("1. e4 *\n").hang_up(), Ended::Abruptly);
}

#[test]
fn a_request_is_canceled_before_its_turn() {
    // Both messages are there before the server looks.
    let (ours, theirs) = lsp_server::Connection::memory();
    let send = |message: lsp_server::Message| ours.sender.send(message).unwrap();
    let initialize = Request::new(1.into(), "initialize".into(), json!({ "capabilities": {} }));
    send(initialize.into());
    send(Request::new(2.into(), "textDocument/hover".into(), json!({})).into());
    send(Notification::new("$/cancelRequest".into(), json!({ "id": 2 })).into());
    send(Notification::new("$/cancelRequest".into(), json!({ "id": "unknown" })).into());
    send(Notification::new("exit".into(), Value::Null).into());
    assert_eq!(pgn_lsp::serve(&theirs), Ended::Abruptly);
    let codes: Vec<Value> = ours
        .receiver
        .try_iter()
        .map(|message| serde_json::to_value(message).unwrap()["error"]["code"].clone())
        .collect();
    assert_eq!(codes, [json!(-32800), Value::Null]);
}
