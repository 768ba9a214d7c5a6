use pgn_formats::epd::OPCODES;
use pgnkit::tag::TAGS;
use serde_json::{Value, json};

use crate::client::{Client, URI, edited};

/// The completions at the mark `|` of a text, and the text after the first one is accepted.
fn offers(text: &str) -> (Vec<String>, String) {
    offers_in(URI, text)
}

fn offers_in(uri: &str, text: &str) -> (Vec<String>, String) {
    let at = text.find('|').unwrap();
    let line = text[..at].matches('\n').count() as u32;
    let column = (at - text[..at].rfind('\n').map_or(0, |at| at + 1)) as u32;
    let text = text.replace('|', "");
    let mut client = Client::opening("");
    client.open(uri, &text);
    let position = json!({ "line": line, "character": column });
    let params = json!({ "textDocument": { "uri": uri }, "position": position });
    let found = client.request("textDocument/completion", params);
    client.finish();
    let items = found["items"].as_array().cloned().unwrap_or_default();
    let labels = items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect();
    let edit = items.first().map(|item| json!([item["textEdit"]])).unwrap_or(json!([]));
    (labels, edited(&text, &edit))
}

#[test]
fn legal_moves_are_offered() {
    let (moves, text) = offers("[White \"a\"]\n\n1. e4 e5 2. |\n");
    assert_eq!(moves.len(), 29);
    assert!(moves.contains(&"Nf3".to_owned()) && !moves.contains(&"Ke3".to_owned()));
    assert!(text.ends_with("2. Ba6\n"));
    // The typed text is replaced, and the text after it does not matter.
    assert_eq!(
        offers("1. f3 e5 2. g4 Q|h4 *\n").1,
        "1. f3 e5 2. g4 Qe7h4 *\n".replace("Qe7", "Ba3")
    );
    assert!(offers("1. f3 e5 2. g4 |").0.contains(&"Qh4#".to_owned()));
}

#[test]
fn moves_are_those_of_the_line() {
    let first = |text: &str| offers(text).0.first().cloned().unwrap_or_default();
    assert_eq!(first("1. e4 e5 (1... |) 2. Nf3 *"), "Na6");
    assert_eq!(first("1. e4 e5 (1... c5) 2. |Nf3 *"), "Ba6");
    assert_eq!(first("1. e4 e5 (1... c5 2. Nf3 d6 (2... |))"), "Na6");
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. |*";
    assert!(offers(fen).0.contains(&"O-O-O".to_owned()));
}

#[test]
fn nothing_is_offered_where_no_move_can_be() {
    for text in [
        "1. e4 {a |} e5 *",
        "1. e4 {a |",
        "1. e4 ; a |\n",
        "1. Ke3 |",
        "1. e4 e5 * |\n",
        "|\n[White \"a\"]\n\n*",
        "[White \"a\" |]\n\n*",
        "%a |\n",
    ] {
        assert_eq!(offers(text).0, [""; 0], "{text}");
    }
}

#[test]
fn tags_and_their_values_are_offered() {
    let (names, text) = offers("[Event \"a\"]\n[|\n\n1. e4 *\n");
    assert!(names.contains(&"White".to_owned()) && !names.contains(&"Event".to_owned()));
    assert!(text.contains(&format!("[{}", names[0])));
    let (results, _) = offers("[Result \"|\"]\n\n*\n");
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert!(results.contains(&result.to_owned()), "{results:?}");
    }
    let games = "[White \"Tal\"]\n[Black \"Bø \\\"x\\\"\"]\n\n*\n\n";
    let (players, text) = offers(&format!("{games}[White \"B|\"]\n[Black \"Tal\"]\n\n*\n"));
    assert!(players.starts_with(&["Bø \"x\"".to_owned()]) && players.contains(&"Tal".to_owned()));
    assert!(text.ends_with("[White \"Bø \\\"x\\\"\"]\n[Black \"Tal\"]\n\n*\n"), "{text}");
    let (sites, _) = offers("[Site \"Riga\"]\n\n*\n\n[Site \"|\"]\n\n*\n");
    assert!(sites.contains(&"Riga".to_owned()));
}

#[test]
fn a_tag_is_a_snippet_for_editors_that_have_them() {
    let item = json!({ "completionItem": { "snippetSupport": true } });
    let (mut client, _) = Client::with(json!({ "textDocument": { "completion": item } }));
    client.open(URI, "[\n");
    let found = client.request_at("textDocument/completion", 0, 1);
    let first = &found["items"][0];
    assert_eq!((&first["label"], &first["insertTextFormat"]), (&json!("Event"), &json!(2)));
    assert_eq!(first["textEdit"]["newText"], "Event \"$0\"");
    client.finish();
}

#[test]
fn annotation_symbols_are_offered() {
    let (nags, text) = offers("1. e4 $|");
    assert_eq!(nags.first().map(String::as_str), Some("$1"));
    assert_eq!(text, "1. e4 $1");
    assert_eq!(offers("1. e4 $1| *").1, "1. e4 $1 *");
    let mut client = Client::opening("1. e4 $");
    let found = client.request_at("textDocument/completion", 0, 7);
    assert!(found["items"][0]["detail"].as_str().unwrap().contains("good move"));
    assert_eq!(found["items"][0].get("insertTextFormat"), None::<&Value>);
    client.finish();
}

#[test]
fn records_are_completed() {
    let offers = |text: &str| offers_in("untitled:a.epd", text);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let (opcodes, text) = offers(&format!("# remark\n{start} bm e4; |\n"));
    assert!(opcodes.contains(&"ce".to_owned()) && !opcodes.contains(&"bm".to_owned()));
    assert_eq!(text, format!("# remark\n{start} bm e4; acd\n"));
    let (opcodes, text) = offers(&format!("{start} b|m e4;"));
    assert_eq!((opcodes.len(), &*text), (OPCODES.len(), &*format!("{start} acdm e4;")));
    for (operation, n, first) in [
        ("bm |", 20, "Na3"),
        ("bm Na3 |", 19, "Nc3"),
        ("pm |", 20, "Na3"),
        ("pm Na3 |", 0, ""),
        ("pv e4 e5 |", 29, "Ba6"),
        ("pv 1. e4 e5 2. |", 29, "Ba6"),
        ("pv e5 |", 0, ""),
        ("ce |", 0, ""),
        ("id \"|", 0, ""),
        ("refreq |", 4, "fault"),
        ("ptp |", TAGS.into_iter().count(), "Event"),
        ("X_private |", 0, ""),
    ] {
        let (labels, _) = offers(&format!("{start} {operation}"));
        let found = (labels.len(), labels.first().map_or("", String::as_str));
        assert_eq!(found, (n, first), "{operation}");
    }
    assert_eq!(offers("# remark |").0, [""; 0]);
    let (castling, text) = offers_in("untitled:a.fen", "4k3/8/8/8/8/8/8/4K2R w |\n");
    assert_eq!(castling, ["K", "-"]);
    assert_eq!(text, "4k3/8/8/8/8/8/8/4K2R w K\n");
}
