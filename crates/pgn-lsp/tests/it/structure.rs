//! Symbols, folding, selection, tokens, hints, lenses, renaming.

use serde_json::{Value, json};

use crate::client::{Client, URI, edited, to_range};

const TEXT: &str = "[Event \"Riga\"]\n[White \"Tal, M\"]\n[Black \"Bø😀\"]\n[Result \"1-0\"]\n\n\
    1. e4 {a long\ncomment} e5 (1... c5\n2. Nf3) 2. Nf3 $1 1-0\n\n\
    [White \"?\"]\n[Black \"Tal, M\"]\n\nd4 d5 c4 {[%eval 0.25]} *\n";

#[test]
fn games_are_symbols() {
    let mut client = Client::opening(TEXT);
    let symbols = client.request_document("textDocument/documentSymbol");
    let names: Vec<&Value> = symbols.as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Tal, M – Bø😀", "? – Tal, M"]);
    assert_eq!(symbols[0]["detail"], "1-0, Riga");
    assert_eq!(symbols[0]["range"], to_range([0, 0, 7, 21]));
    assert_eq!(symbols[0]["selectionRange"], to_range([1, 8, 1, 14]));
    assert_eq!(symbols[1]["range"]["start"]["line"], 9);
    client.finish();
}

#[test]
fn records_are_symbols() {
    let uri = "untitled:a.epd";
    let (mut client, _) = Client::with(json!({}));
    let fen = "8/8/8/4k3/8/8/4P3/4K3 w - -";
    client.open(uri, &format!("{fen} id \"KP\";\n\n{fen}\n"));
    let params = json!({ "textDocument": { "uri": uri } });
    let symbols = client.request("textDocument/documentSymbol", params);
    assert_eq!(symbols[0]["name"], "KP");
    assert_eq!(symbols[1]["name"], "8/8/8/4k3/8/8/4P3/4K3");
    client.finish();
}

#[test]
fn games_tags_comments_and_variations_fold() {
    let mut client = Client::opening(TEXT);
    let folds = client.request_document("textDocument/foldingRange");
    let lines: Vec<(u64, u64, Option<&str>)> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| {
            let line = |name: &str| fold[name].as_u64().unwrap();
            (line("startLine"), line("endLine"), fold["kind"].as_str())
        })
        .collect();
    let expected = [
        (0, 7, Some("region")),
        (9, 12, Some("region")),
        (1, 3, None),
        (5, 6, Some("comment")),
        (6, 7, None),
    ];
    assert_eq!(lines, expected);
    client.finish();
    let limit = json!({ "textDocument": { "foldingRange": { "rangeLimit": 2 } } });
    let (mut client, _) = Client::with(limit);
    client.open(URI, TEXT);
    let folds = client.request_document("textDocument/foldingRange");
    assert_eq!(folds.as_array().unwrap().len(), 2);
    client.finish();
}

#[test]
fn a_selection_grows_from_the_word_to_the_text() {
    let mut client = Client::opening(TEXT);
    let position = json!({ "line": 7, "character": 4 });
    let params = json!({ "textDocument": { "uri": URI }, "positions": [position] });
    let selections = client.request("textDocument/selectionRange", params);
    let (mut ranges, mut selection) = (Vec::new(), &selections[0]);
    while !selection.is_null() {
        ranges.push(selection["range"].clone());
        selection = &selection["parent"];
    }
    let expected = [[7, 3, 7, 6], [6, 12, 7, 7], [5, 0, 7, 21], [0, 0, 7, 21], [0, 0, 13, 0]];
    assert_eq!(ranges, expected.map(to_range));
    client.finish();
}

/// The texts of the tokens with their types.
fn tokens(data: &Value, text: &str) -> Vec<(String, u64)> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut column) = (0, 0);
    let numbers: Vec<usize> =
        data.as_array().unwrap().iter().map(|it| it.as_u64().unwrap() as usize).collect();
    let token = |token: &[usize]| {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        (lines[line][column..column + token[2]].to_owned(), token[3] as u64)
    };
    numbers.chunks(5).map(token).collect()
}

#[test]
fn tokens_have_types() {
    let mut client = Client::opening(TEXT);
    let data = &client.request_document("textDocument/semanticTokens/full")["data"];
    let found = tokens(data, TEXT);
    let expected = [
        ("Event", 0),
        ("Riga", 1),
        ("White", 0),
        ("Tal, M", 1),
        ("Black", 0),
        ("Bø😀", 1),
        ("Result", 0),
        ("1-0", 1),
        ("1.", 2),
        ("e4", 3),
        ("{a long", 6),
        ("comment}", 6),
        ("e5", 3),
        ("1...", 2),
        ("c5", 4),
        ("2.", 2),
        ("Nf3", 4),
        ("2.", 2),
        ("Nf3", 3),
        ("$1", 5),
        ("1-0", 7),
    ];
    let expected = expected.map(|(text, kind)| (text.to_owned(), kind));
    assert_eq!(found[..expected.len()], expected);
    let range = to_range([10, 0, 11, 0]);
    let params = json!({ "textDocument": { "uri": URI }, "range": range });
    let part = client.request("textDocument/semanticTokens/range", params);
    let part = tokens(&part["data"], TEXT);
    assert_eq!(part.first().map(|it| it.0.as_str()), Some("White"));
    assert_eq!(part, found[expected.len()..]);
    client.finish();
}

#[test]
fn numbers_evaluations_and_openings_are_hints() {
    let mut client = Client::opening(TEXT);
    let params = json!({ "textDocument": { "uri": URI }, "range": to_range([0, 0, 20, 0]) });
    let hints = client.request("textDocument/inlayHint", params.clone());
    let shown: Vec<(u64, u64, &str)> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| {
            let at = |name: &str| hint["position"][name].as_u64().unwrap();
            (at("line"), at("character"), hint["label"].as_str().unwrap())
        })
        .collect();
    let expected = [
        (6, 9, "1..."),
        (7, 14, "C40 King's Knight Opening"),
        (12, 0, "1."),
        (12, 6, "2."),
        (12, 8, "D06 Queen's Gambit"),
        (12, 8, "+0.25"),
    ];
    assert_eq!(shown, expected);
    client.finish();
}

#[test]
fn a_game_with_findings_has_a_lens() {
    let mut client = Client::opening("1. e4 *\n\n1. Ke3 *\n");
    let lenses = client.request_document("textDocument/codeLens");
    let titles: Vec<(u64, &str)> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| {
            let title = lens["command"]["title"].as_str().unwrap();
            (lens["range"]["start"]["line"].as_u64().unwrap(), title)
        })
        .collect();
    assert!(
        titles.iter().any(|(line, title)| *line == 2 && title.contains("finding")),
        "{titles:?}"
    );
    client.finish();
}

#[test]
fn a_player_is_renamed_in_all_games() {
    let mut client = Client::opening(TEXT);
    let prepared = client.request_at("textDocument/prepareRename", 1, 10);
    assert_eq!(prepared["placeholder"], "Tal, M");
    assert_eq!(prepared["range"], to_range([1, 8, 1, 14]));
    assert_eq!(client.request_at("textDocument/prepareRename", 0, 10), Value::Null);
    assert_eq!(client.request_at("textDocument/prepareRename", 9, 8), Value::Null);
    let mut rename = |line: u32, name: &str| {
        let position = json!({ "line": line, "character": 10 });
        let document = json!({ "uri": URI });
        let params = json!({ "textDocument": document, "position": position, "newName": name });
        client.respond("textDocument/rename", params)
    };
    let result = rename(1, "Tal, \"Misha\"")["result"].clone();
    let renamed = edited(TEXT, &result["changes"][URI]);
    assert_eq!(renamed, TEXT.replace("Tal, M", "Tal, \\\"Misha\\\""));
    for (line, name) in [(1, " "), (1, "a:b"), (1, "a\nb"), (0, "a")] {
        assert_eq!(rename(line, name)["error"]["code"], -32602);
    }
    client.finish();
}

#[test]
fn one_of_several_players_is_renamed() {
    let text = "[White \"A:B\"]\n[Black \"B\"]\n\n*\n";
    let mut client = Client::opening(text);
    let position = json!({ "line": 0, "character": 11 });
    let document = json!({ "uri": URI });
    let params = json!({ "textDocument": document, "position": position, "newName": "C" });
    let result = client.request("textDocument/rename", params);
    let renamed = edited(text, &result["changes"][URI]);
    assert_eq!(renamed, "[White \"A:C\"]\n[Black \"C\"]\n\n*\n");
    client.finish();
}

#[test]
fn a_player_is_renamed_in_all_files_of_the_folders() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let uri = |name: &str| format!("file://{}", path(name).display()).replace(' ', "%20");
    let game = "[White \"Tal\"]\n[Black \"Bø\"]\n\n1. e4 *\n";
    std::fs::create_dir(path("a b")).unwrap();
    let texts = [
        ("open.pgn", "saved"),
        ("a b/é.pgn", game),
        ("bom.PGN", &format!("\u{FEFF}{game}")),
        ("other.pgn", "[White \"Keres\"]\n\n*\n"),
        ("x.epd", game),
    ];
    for (name, text) in texts {
        std::fs::write(path(name), text).unwrap();
    }
    let empty_gzip = b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
    std::fs::write(path("x.pgn.gz"), empty_gzip).unwrap();
    std::fs::write(path("latin1.pgn"), b"[White \"Tal\"]\n[Black \"B\xF8\"]\n\n*\n").unwrap();
    let mut client = Client::silent();
    let folders = json!([{ "uri": format!("file://{}", folder.path().display()), "name": "a" }]);
    client.request("initialize", json!({ "capabilities": {}, "workspaceFolders": folders }));
    client.notify("initialized", json!({}));
    // The open text counts, not the saved one.
    client.open(&uri("open.pgn"), game);
    let rename = |client: &mut Client, uri: &str| {
        let position = json!({ "line": 0, "character": 9 });
        let document = json!({ "uri": uri });
        let params = json!({ "textDocument": document, "position": position, "newName": "Tal, M" });
        client.request("textDocument/rename", params)
    };
    let result = rename(&mut client, &uri("open.pgn"));
    let shown = client.wait_for("window/showMessage")["message"].to_string();
    let changes = result["changes"].as_object().unwrap();
    let mut found: Vec<&str> = changes.keys().map(|uri| uri.rsplit('/').next().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, ["%C3%A9.pgn", "bom.PGN", "open.pgn"]);
    for edits in changes.values() {
        assert_eq!(edited(game, edits), game.replace("Tal", "Tal, M"));
    }
    assert!(shown.contains("latin1.pgn") && shown.contains("x.pgn.gz"), "{shown}");
    assert!(!shown.contains("other.pgn") && !shown.contains("x.epd"), "{shown}");
    // A document outside of the folders is renamed alone.
    client.open(URI, game);
    let result = rename(&mut client, URI);
    assert_eq!(result["changes"].as_object().unwrap().len(), 1);
    // A folder that is closed is left alone.
    let event = json!({ "added": [], "removed": folders });
    client.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let result = rename(&mut client, &uri("open.pgn"));
    assert_eq!(result["changes"].as_object().unwrap().len(), 1);
    client.finish();
}

#[test]
fn the_game_at_the_cursor_has_its_move() {
    let text = "[White \"Tal\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *\n\n[White \"a\"]\n\n*\n";
    let mut client = Client::opening(text);
    for (column, node) in [(0, 0), (4, 1), (8, 2), (10, 1), (17, 3), (24, 4), (25, 2), (32, 5)] {
        let game = client.request_at("pgnkit/gameAt", 2, column);
        assert_eq!((&game["node"], &game["number"]), (&json!(node), &json!(1)), "{column}");
        assert!(game["text"].as_str().unwrap().starts_with("[White \"Tal\"]"));
    }
    let game = client.request_at("pgnkit/gameAt", 4, 3);
    assert_eq!((&game["node"], &game["number"]), (&Value::Null, &json!(2)));
    client.open("untitled:a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    let document = json!({ "uri": "untitled:a.epd" });
    let position = json!({ "line": 0, "character": 0 });
    let params = json!({ "textDocument": document, "position": position });
    let game = client.request("pgnkit/gameAt", params);
    assert!(game["text"].as_str().unwrap().contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"));
    client.finish();
}
