use pgnkit::read::Games;
use pgnkit::write::Export;
use serde_json::{Value, json};

use crate::client::{Client, URI, edited, to_range};

const TEXT: &str = "[White \"Tal\"]\n[Date \"1994.3.12\"]\n\n1.e2e4 e7-e5 2.Ng1f3 *\n";

fn actions(client: &mut Client, range: [u32; 4], only: Value) -> Vec<Value> {
    let context = json!({ "diagnostics": [], "only": only });
    let document = json!({ "uri": URI });
    let params = json!({ "textDocument": document, "range": to_range(range), "context": context });
    client.request("textDocument/codeAction", params).as_array().unwrap().clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

#[test]
fn a_finding_with_a_fix_has_a_quick_fix() {
    let mut client = Client::opening(TEXT);
    let found = actions(&mut client, [3, 3, 3, 3], Value::Null);
    assert_eq!(titles(&found), ["Write e4"]);
    let action = &found[0];
    assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert_eq!(action["diagnostics"][0]["range"], to_range([3, 2, 3, 6]));
    let fixed = edited(TEXT, &action["edit"]["changes"][URI]);
    assert_eq!(fixed, TEXT.replace("e2e4", "e4"));
    assert_eq!(titles(&actions(&mut client, [0, 0, 9, 0], json!(["quickfix"]))).len(), 4);
    assert_eq!(actions(&mut client, [0, 0, 0, 3], Value::Null), [Value::Null; 0]);
    assert_eq!(actions(&mut client, [3, 3, 3, 3], json!(["refactor"])), [Value::Null; 0]);
    client.finish();
}

#[test]
fn a_fix_that_is_a_guess_says_so() {
    let mut client = Client::opening("1. e4 e5 } 2. Nf3 (2. d4 *\n");
    let found = actions(&mut client, [0, 0, 1, 0], Value::Null);
    let guesses = found.iter().filter(|action| action["isPreferred"] == false);
    assert!(guesses.clone().all(|it| it["title"].as_str().unwrap().ends_with("(a guess)")));
    assert!(guesses.count() > 0, "{found:?}");
    client.finish();
}

#[test]
fn all_safe_fixes_are_one_action() {
    let fixed = "[White \"Tal\"]\n[Date \"1994.03.12\"]\n\n1.e4 e5 2.Nf3 *\n";
    let mut client = Client::opening(TEXT);
    for only in ["source.fixAll.pgnkit", "source.fixAll", "source"] {
        let found = actions(&mut client, [0, 0, 0, 0], json!([only]));
        assert_eq!(titles(&found), ["Apply all safe fixes"]);
        assert_eq!(edited(TEXT, &found[0]["edit"]["changes"][URI]), fixed);
    }
    client.change([0, 0, 9, 0], fixed);
    assert_eq!(actions(&mut client, [0, 0, 0, 0], json!(["source"])), [Value::Null; 0]);
    client.finish();
}

#[test]
fn all_safe_fixes_are_worked_out_on_demand() {
    let resolve = json!({ "resolveSupport": { "properties": ["edit"] } });
    let (mut client, _) = Client::with(json!({
        "general": { "positionEncodings": ["utf-8"] },
        "textDocument": { "codeAction": resolve },
    }));
    client.open(URI, TEXT);
    let found = actions(&mut client, [0, 0, 0, 0], Value::Null);
    assert!(found.len() == 1 && found[0].get("edit").is_none());
    let resolved = client.request("codeAction/resolve", found[0].clone());
    assert!(edited(TEXT, &resolved["edit"]["changes"][URI]).contains("1.e4 e5 2.Nf3 *"));
    client.finish();
}

/// The output of `pgn fmt`.
fn in_form(text: &str) -> String {
    let mut formed = Vec::new();
    for game in Games::new(text.as_bytes()) {
        Export::default().write(&game.unwrap(), &mut formed).unwrap();
    }
    String::from_utf8(formed).unwrap()
}

fn format(client: &mut Client) -> Value {
    let options = json!({ "tabSize": 8, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    client.request("textDocument/formatting", params)
}

#[test]
fn a_formatted_file_is_what_the_command_writes() {
    let games =
        "\n\n[Black \"Bø😀\"]\n1.e4 {é}e5 2.Nf3 1-0\n\n\n\n1. d4  *   1. c4 *\n{end}[White \"a\"]*";
    for text in [TEXT, games, &games.repeat(3), "1. e4", "[White \"a\"]\n\n\n", ""] {
        let mut client = Client::opening(text);
        let formed = edited(text, &format(&mut client));
        assert_eq!(formed, in_form(text), "{text}");
        let mut again = Client::opening(&formed);
        assert_eq!(format(&mut again), json!([]), "{text}");
        again.finish();
        client.finish();
    }
}

#[test]
fn only_the_games_of_a_range_are_formatted() {
    let text = "1.e4 *\n\n1.d4 *\n\n1.c4 *\n\n";
    let mut client = Client::opening(text);
    let mut formed = |range| {
        let options = json!({ "tabSize": 8, "insertSpaces": true });
        let document = json!({ "uri": URI });
        let params =
            json!({ "textDocument": document, "range": to_range(range), "options": options });
        let edits = client.request("textDocument/rangeFormatting", params);
        edited(text, &edits)
    };
    let second = formed([2, 3, 2, 3]);
    assert!(second.starts_with("1.e4 *\n\n[Event") && second.ends_with("\n1. d4 *\n\n1.c4 *\n\n"));
    assert_eq!(formed([2, 0, 3, 0]), second);
    client.finish();
}

#[test]
fn line_ends_and_text_without_a_game_stay() {
    let text = "1.e4 *\r\n\r\n1.d4 *\r\n";
    let mut client = Client::opening(text);
    let formed = edited(text, &format(&mut client));
    assert!(!formed.replace("\r\n", "").contains('\n'), "{formed:?}");
    assert!(formed.ends_with("1. d4 *\r\n\r\n"), "{formed:?}");
    client.change([0, 0, 9, 0], "{no game}\n");
    assert_eq!(format(&mut client), json!([]));
    client.finish();
}

#[test]
fn the_configured_profile_is_the_form() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pgnkit.toml"), "profile = \"reduced\"\n").unwrap();
    let uri = format!("file://{}/a.pgn", folder.path().display());
    let (mut client, _) = Client::with(json!({}));
    client.open(&uri, "[White \"Bø\"]\n[ECO \"A00\"]\n\n1.e4 {a} *\n");
    let options = json!({ "tabSize": 8, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client.request("textDocument/formatting", params).to_string();
    assert!(edits.contains("Bø") && edits.contains("1. e4 *") && !edits.contains("ECO"), "{edits}");
    client.finish();
}

#[test]
fn lines_of_positions_are_formatted() {
    let uri = "untitled:a.epd";
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let text = format!("# remark\n{fen}  id \"b\";   bm e2e4;\nno position\n");
    let (mut client, _) = Client::with(json!({ "general": { "positionEncodings": ["utf-8"] } }));
    client.open(uri, &text);
    let options = json!({ "tabSize": 8, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": uri }, "options": options });
    let formed = edited(&text, &client.request("textDocument/formatting", params));
    assert_eq!(formed, format!("# remark\n{fen} bm e4; id \"b\";\nno position\n"));
    client.finish();
}
