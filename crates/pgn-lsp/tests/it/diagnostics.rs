use serde_json::{Value, json};

use crate::client::{Client, URI, to_range};

const GAME: &str = "[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n\n";

/// The codes with the line and column of their start.
fn places(diagnostics: &[Value]) -> Vec<(String, u64, u64)> {
    let place = |it: &Value| {
        let start = &it["range"]["start"];
        let (line, column) =
            (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap());
        (it["code"].as_str().unwrap().to_owned(), line, column)
    };
    diagnostics.iter().map(place).collect()
}

fn of_code(diagnostics: &[Value], code: &str) -> Value {
    diagnostics.iter().find(|it| it["code"] == code).cloned().unwrap_or_default()
}

#[test]
fn an_unplayable_move_is_shown_with_its_board() {
    let mut client = Client::opening(GAME);
    let found = of_code(&client.published(), "C001");
    assert_eq!(found["range"], to_range([2, 12, 2, 15]));
    assert_eq!((&found["severity"], &found["source"]), (&json!(1), &json!("pgn")));
    let href = found["codeDescription"]["href"].as_str().unwrap();
    assert!(href.ends_with("/docs/rules/C001-illegal-move.md"), "{href}");
    let message = found["message"].as_str().unwrap();
    assert!(message.starts_with("2. Ke3: the king on e1 cannot reach e3\n"), "{message}");
    assert!(message.contains("\n4 . . . . P . . .\n") && message.ends_with("White to move"));
    client.finish();
}

#[test]
fn diagnostics_follow_the_edits() {
    let mut client = Client::opening(GAME);
    client.published();
    client.change([2, 12, 2, 15], "Ke2");
    assert_eq!(of_code(&client.published(), "C001"), Value::Null);
    client.change([0, 0, 0, 0], &GAME.repeat(2));
    let illegal = places(&client.published());
    let illegal: Vec<_> = illegal.iter().filter(|it| it.0 == "C001").collect();
    assert_eq!(illegal, [&("C001".to_owned(), 2, 12), &("C001".to_owned(), 6, 12)]);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.published(), [Value::Null; 0]);
    client.finish();
}

#[test]
fn edits_give_the_diagnostics_of_a_new_text() {
    let text = format!("%pgnkit ignore-file T003\n{}", GAME.repeat(3));
    let edits: &[([u32; 4], &str)] = &[
        ([0, 20, 0, 24], "C001"),
        ([3, 0, 3, 2], "1..."),
        ([4, 0, 4, 0], "%pgnkit ignore-next-line all\n"),
        ([0, 0, 1, 0], ""),
        ([2, 3, 6, 5], ""),
        ([u32::MAX, 0, u32::MAX, 7], "[Event \"a\"] {"),
        ([5, u32::MAX, 6, u32::MAX], "é😀\r\n1. e4 {"),
    ];
    let mut client = Client::opening(&text);
    client.published();
    let mut now = text.clone();
    for (range, new) in edits {
        client.change(*range, new);
        let published = client.published();
        let offset = |line: u32, column: u32| {
            let lines: Vec<&str> = now.split_inclusive('\n').collect();
            let Some(text) = lines.get(line as usize) else { return now.len() };
            let before: usize = lines[..line as usize].iter().map(|line| line.len()).sum();
            before + text.trim_end_matches(['\r', '\n']).len().min(column as usize)
        };
        let [line, column, end_line, end_column] = *range;
        let replaced = offset(line, column)..offset(end_line, end_column);
        now.replace_range(replaced, new);
        let mut anew = Client::opening(&now);
        assert_eq!(places(&published), places(&anew.published()), "{now}");
        anew.finish();
    }
    client.finish();
}

#[test]
fn an_editor_that_pulls_diagnostics_gets_none_published() {
    let (mut client, result) = Client::with(json!({ "textDocument": { "diagnostic": {} } }));
    assert!(result["capabilities"]["diagnosticProvider"].is_object());
    client.open(URI, GAME);
    client.change([0, 8, 0, 11], "Bø😀");
    let report = client.request_document("textDocument/diagnostic");
    assert_eq!(report["kind"], "full");
    let found = of_code(report["items"].as_array().unwrap(), "C001");
    assert_eq!(found["range"], to_range([2, 12, 2, 15]));
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    client.finish();
}

#[test]
fn columns_are_counted_as_agreed() {
    let text = "{Bø😀} 1. Ke3 *\n";
    for (encoding, column) in [("utf-8", 13), ("utf-16", 10)] {
        let encodings = json!({ "general": { "positionEncodings": [encoding] } });
        let (mut client, _) = Client::with(encodings);
        client.open(URI, text);
        let found = places(&client.published());
        assert!(found.contains(&("C001".to_owned(), 0, column)), "{encoding} {found:?}");
        client.finish();
    }
}

#[test]
fn lines_of_positions_are_checked_as_such() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let (mut client, _) = Client::with(json!({}));
    client.open("untitled:a.epd", &format!("{fen} bm e4;\n{fen} bm e5;\n"));
    let found = client.published();
    assert!(found.iter().all(|it| it["range"]["start"]["line"] == 1) && !found.is_empty());
    client.open("untitled:a.FEN", &format!("{fen} 0 1\n{fen}\n"));
    let found = client.published();
    assert_eq!(places(&found).iter().map(|it| it.1).collect::<Vec<_>>(), [1]);
    client.finish();
}

#[test]
fn many_findings_are_counted() {
    let mut client = Client::opening(&"1. Ke3 *\n\n".repeat(1100));
    let found = client.published();
    let last = found.last().unwrap();
    assert_eq!(found.len(), 1001);
    assert!(last["message"].as_str().unwrap().ends_with("`pgn check` lists them all"));
    client.finish();
}

#[test]
fn events_are_compared_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let rule = "similar-event-names";
    let config = format!("select = [\"{rule}\"]\n");
    std::fs::write(folder.path().join("pgnkit.toml"), config).unwrap();
    let uri = format!("file://{}/a.pgn", folder.path().display());
    let text = "[Event \"Some Open\"]\n\n*\n\n[Event \"some open\"]\n\n*\n";
    let (mut client, _) = Client::with(json!({}));
    client.open(&uri, text);
    let code = pgn_lint::rule(rule).unwrap().code().to_string();
    assert_eq!(places(&client.published()), [(code, 4, 8)]);
    client.open(&uri, &text.replace("some open", "Some Open"));
    assert_eq!(client.published(), [Value::Null; 0]);
    client.finish();
}

#[test]
fn an_editor_that_asks_for_diagnostics_asks_again_after_a_new_configuration() {
    let capabilities = json!({
        "workspace": { "diagnostics": { "refreshSupport": true } },
        "textDocument": { "diagnostic": {} },
    });
    let (mut client, _) = Client::with(capabilities);
    client.open(URI, GAME);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    client.wait_for("workspace/diagnostic/refresh");
    client.finish();
}

#[test]
fn the_nearest_configuration_counts() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| std::fs::write(folder.path().join("pgnkit.toml"), text).unwrap();
    write("ignore = [\"C001\"]\n");
    let uri = format!("file://{}/a%20b.pgn", folder.path().display());
    let watch = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let (mut client, _) = Client::with(json!({ "workspace": watch }));
    let registered = client.wait_for("client/registerCapability");
    let glob = &registered["registrations"][0]["registerOptions"]["watchers"][0]["globPattern"];
    assert_eq!(glob, "**/pgnkit.toml");
    client.open(&uri, GAME);
    assert_eq!(of_code(&client.published(), "C001"), Value::Null);
    write("select = [\"C001\"]\n");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(places(&client.published()).len(), 1);
    write("select = 1\n");
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    let message = client.wait_for("window/logMessage");
    assert!(message["message"].as_str().unwrap().contains("pgnkit.toml"), "{message}");
    assert!(!client.published().is_empty());
    client.finish();
}
