use serde_json::{Value, json};

use crate::client::{Client, to_range};

const TEXT: &str = "[White \"Tal\"]\n[ECO \"A00\"]\n\n\
    1. e4! c6 $14 {good} (1... c5 2. Ke3 e5) 2. d4 d5 *\n%pgnkit ignore C001\n";

fn hover(client: &mut Client, line: u32, column: u32) -> String {
    let hover = client.request_at("textDocument/hover", line, column);
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_move_shows_the_board_after_it() {
    let mut client = Client::opening(TEXT);
    let about = hover(&mut client, 3, 4);
    assert!(about.starts_with("```text\n8 r n b q k b n r\n"), "{about}");
    assert!(about.contains("\n4 . . . . P . . .\n") && about.contains("\nBlack to move\n```"));
    assert!(about.contains("B00 King's Pawn"), "{about}");
    assert!(
        about.ends_with("`rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1`"),
        "{about}"
    );
    // The number of a move is a part of it; a variation begins before the last move.
    assert_eq!(hover(&mut client, 3, 0), about);
    assert!(hover(&mut client, 3, 27).contains("w KQkq c6 0 2"));
    assert!(hover(&mut client, 3, 47).contains("Caro-Kann"));
    let range = &client.request_at("textDocument/hover", 3, 3)["range"];
    assert_eq!(*range, to_range([3, 3, 3, 5]));
    client.finish();
}

#[test]
fn a_move_that_cannot_be_played_shows_where_its_line_got_stuck() {
    let mut client = Client::opening(TEXT);
    for column in [33, 37] {
        let about = hover(&mut client, 3, column);
        assert!(about.starts_with("The board before the first move that cannot"), "{about}");
        assert!(about.contains("1 R N B Q K B N R") && about.contains("4 . . . . P . . ."));
    }
    client.finish();
}

#[test]
fn annotations_tags_and_rules_are_explained() {
    let mut client = Client::opening(TEXT);
    assert!(hover(&mut client, 3, 5).contains("good move"));
    assert!(hover(&mut client, 3, 11).contains("slight advantage"));
    assert!(hover(&mut client, 0, 2).contains("White"));
    let eco = hover(&mut client, 1, 7);
    assert!(eco.contains("The moves are B12") && eco.contains("the tag differs"), "{eco}");
    let rule = hover(&mut client, 4, 17);
    assert!(
        rule.starts_with("# C001 illegal-move") && rule.contains("## Why it matters"),
        "{rule}"
    );
    assert!(!rule.contains("## Example"));
    for (line, column) in [(2, 0), (3, 16), (3, 9), (4, 3), (99, 99)] {
        let about = client.request_at("textDocument/hover", line, column);
        assert_eq!(about, Value::Null, "{line}:{column}");
    }
    client.finish();
}

#[test]
fn a_finding_names_its_rule() {
    let mut client = Client::opening("[Date \"1994.13.32\"]\n\n1. e4 *\n");
    let about = hover(&mut client, 0, 12);
    let rule = pgn_lint::rule("impossible-date").unwrap();
    assert!(about.contains(&format!("**{} impossible-date**", rule.code())), "{about}");
    client.finish();
}

#[test]
fn a_record_shows_its_board_and_opcodes() {
    let uri = "untitled:a.epd";
    let (mut client, _) = Client::with(json!({}));
    client.open(uri, "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\n\n# remark\n");
    let mut hover = |line, column| {
        let position = json!({ "line": line, "character": column });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        client.request("textDocument/hover", params)
    };
    let about = hover(0, 29)["contents"]["value"].to_string();
    assert!(about.contains("**bm**: best move") && about.contains("2 . . . . P . . ."), "{about}");
    assert!(about.contains("(operands: moves)"), "{about}");
    // On a move, the board after it.
    let about = hover(0, 32)["contents"]["value"].to_string();
    assert!(about.contains("**bm**: best move") && about.contains("4 . . . . P . . ."), "{about}");
    assert!(!hover(0, 0)["contents"]["value"].to_string().contains("**"));
    assert_eq!(hover(1, 0), Value::Null);
    assert!(hover(2, 3)["contents"]["value"].to_string().contains("remark-line"));
    client.finish();
}
