//! The verbs as a page sends them.

use pgn_wasm::verbs::{PageSession, answer};
use serde_json::{Value, json};

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%eval 0.3][%csl Ge4] fine} e5 (1... c5 2. Nf3) 2. Nf3 $1 1-0\n\n\
    [White \"Tal\"]\n\n1. d4 *\n";

fn message(fields: &[&str]) -> Vec<u8> {
    let length = |field: &str| u32::try_from(field.len()).unwrap().to_le_bytes();
    fields.iter().flat_map(|field| [&length(field)[..], field.as_bytes()].concat()).collect()
}

fn send(page: &mut PageSession, fields: &[&str]) -> Value {
    serde_json::from_slice(&answer(page, &message(fields))).unwrap()
}

fn games(page: &mut PageSession) -> String {
    String::from_utf8(answer(page, &message(&["games"]))).unwrap()
}

fn opened() -> PageSession {
    let mut page = PageSession::default();
    let state = send(&mut page, &["open", "games.pgn", GAMES]);
    assert_eq!(state["list"]["total"], 2);
    assert_eq!(state["game"]["tags"][0], json!(["White", "A"]));
    page
}

#[test]
fn the_movetext_is_sent_once_and_again_when_it_differs() {
    let mut page = opened();
    let state = send(&mut page, &["say", "next"]);
    assert_eq!(state["note"], "1. White: pawn to e4.\nComment: fine\n2 moves from here.");
    assert_eq!(state["game"]["board"]["marks"][0]["square"], "e4");
    assert!(state["game"]["moves"].is_null());
    let state = send(&mut page, &["play", "g8f6"]);
    let tokens = state["game"]["moves"]["tokens"].as_array().unwrap();
    assert!(tokens.iter().any(|token| token["text"] == "Nf6"));
    assert!(send(&mut page, &["say", "undo"])["game"]["moves"].is_object());
}

#[test]
fn what_is_wrong_is_an_error_and_changes_nothing() {
    let mut page = opened();
    send(&mut page, &["say", "next"]);
    let before = send(&mut page, &["state"]);
    for fields in [
        &["play", "e2e4"][..],
        &["say", "Qh8"],
        &["go", "99"],
        &["go", "-1"],
        &["game", "7"],
        &["tag", "Date", "yesterday"],
        &["comment", "x", ""],
        &["shape", "Q", "e2", "e4"],
        &["begin", "nonsense", ""],
        &["position", "", "Checkers"],
        &["say", "find whit = 3"],
        &["say", "sort nonsense"],
        &["say", "previous-list"],
        &["say", "quit"],
        &["tag", "Annotator", ""],
        &["letters", "Klingon"],
        &["fold", "0"],
        &["nothing"],
        &[],
    ] {
        assert!(send(&mut page, fields)["error"].is_string(), "{fields:?}");
        assert_eq!(send(&mut page, &["state"]), before, "{fields:?}");
    }
    let error = send(&mut page, &["say", "find white = \"x\" and whit = 3"]);
    assert_eq!(error["span"], json!([16, 20]));
}

#[test]
fn no_message_makes_it_fail() {
    let mut page = opened();
    let verbs = [
        "open",
        "state",
        "say",
        "rows",
        "game",
        "go",
        "ply",
        "select",
        "play",
        "fold",
        "comment",
        "nag",
        "tag",
        "shape",
        "begin",
        "paste",
        "keys",
        "poll",
        "letters",
        "side",
        "text",
        "save",
        "games",
        "sheet",
        "position",
        "pieces",
        "languages",
        "variants",
        "nags",
        "commands",
    ];
    let words = ["", "0", "1", "18446744073709551615", "e4", "G", "é", "White", "\"", "8/8"];
    let mut n = 1_u64;
    for (verb, n_words) in verbs.iter().flat_map(|verb| (0..4).map(move |n| (verb, n))) {
        for _ in 0..12 {
            let mut fields = vec![*verb];
            for _ in 0..n_words {
                n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                fields.push(words[(n >> 33) as usize % words.len()]);
            }
            answer(&mut page, &message(&fields));
        }
    }
    for junk in [&b"\xff\xff\xff\xff"[..], b"abc", b"\x04\0\0\0say", b"\x01\0\0\0\xff"] {
        assert!(answer(&mut page, junk).starts_with(b"{\"error\""));
    }
}

#[test]
fn words_of_a_comment_are_edited_and_its_commands_stay() {
    let mut page = opened();
    send(&mut page, &["say", "next"]);
    send(&mut page, &["comment", "0", "better"]);
    let state = send(&mut page, &["shape", "R", "e2", "e4"]);
    assert_eq!(state["game"]["comments"], json!(["better"]));
    assert_eq!(state["game"]["board"]["arrows"][0]["color"], "R");
    send(&mut page, &["shape", "G", "e4", "e4"]);
    send(&mut page, &["save"]);
    let text = games(&mut page);
    assert!(text.contains("{[%eval 0.3][%cal Re2e4] better}"), "{text}");
    assert!(text.ends_with("[White \"Tal\"]\n\n1. d4 *\n"), "{text}");
}

#[test]
fn lists_are_searched_and_ordered() {
    let mut page = opened();
    send(&mut page, &["say", "sort white"]);
    let mut state = send(&mut page, &["say", "/white ~ \"tal\""]);
    while state["list"]["done"] == false {
        state = send(&mut page, &["poll"]);
    }
    assert_eq!(state["list"]["rows"], 1);
    let rows = send(&mut page, &["rows", "0", "9"]);
    assert_eq!(rows["rows"][0]["game"], 1);
    assert_eq!(rows["rows"][0]["cells"][1], "Tal");
    assert_eq!(send(&mut page, &["say", "pl"])["list"]["steps"], 1);
    assert_eq!(send(&mut page, &["say", "all"])["list"]["rows"], 2);
}

#[test]
fn games_are_pasted_and_deleted() {
    let mut page = opened();
    let state = send(&mut page, &["paste", "[White \"New\"]\n\n1. c4 *\n\nhello\n"]);
    assert_eq!(state["note"], "1 new game, not saved yet; line 5 is not a game: hello");
    assert_eq!((&state["list"]["total"], &state["game"]["game"]), (&json!(3), &json!(2)));
    assert_eq!(send(&mut page, &["rows", "2", "3"])["rows"][0]["cells"][1], "New");
    send(&mut page, &["game", "0"]);
    let state = send(&mut page, &["say", "delete-game"]);
    assert_eq!((&state["game"]["deleted"], &state["modified"]), (&json!(true), &json!(2)));
    assert_eq!(send(&mut page, &["rows", "0", "1"])["rows"][0]["deleted"], true);
    assert_eq!(send(&mut page, &["say", "undo"])["game"]["deleted"], false);
    assert_eq!(games(&mut page), GAMES);
    send(&mut page, &["say", "redo"]);
    let state = send(&mut page, &["save"]);
    assert_eq!((&state["list"]["total"], &state["game"]["game"]), (&json!(2), &json!(0)));
    assert_eq!(games(&mut page), "\n[White \"Tal\"]\n\n1. d4 *\n\n[White \"New\"]\n\n1. c4 *\n");
}

#[test]
fn a_page_has_the_commands_and_keys_of_the_tables() {
    let mut page = opened();
    let commands = send(&mut page, &["commands"]);
    let names: Vec<_> = commands["commands"].as_array().unwrap().iter().collect();
    assert!(names.iter().any(|row| row["name"] == "find" && row["short"] == "/"));
    assert!(names.iter().any(|row| row["name"] == "quit" && row["page"] == false));
    assert!(!names.iter().any(|row| row["name"] == "save-as"));
    let keys = send(&mut page, &["keys"]);
    let row = |about: &str| {
        let mut rows = keys["keys"].as_array().unwrap().iter();
        rows.find(|row| row["about"] == about).unwrap().clone()
    };
    assert_eq!(row("undo")["page"], json!(["u", "C-z"]));
    assert_eq!(row("start or stop the engine")["page"], json!([]));
    assert_eq!(row("start or stop the engine")["served"], json!(["e"]));
}

#[test]
fn a_game_begins_from_any_position_of_a_game() {
    let mut page = opened();
    send(&mut page, &["say", "next"]);
    send(&mut page, &["nag", "3"]);
    let state = send(&mut page, &["begin", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "Standard"]);
    assert_eq!(state["list"]["total"], 3);
    assert_eq!(state["game"]["game"], 2);
    assert_eq!(state["game"]["board"]["turn"], "b");
    send(&mut page, &["save"]);
    let text = games(&mut page);
    assert!(text.contains("1. e4 $3"), "edits were kept: {text}");
    let mut empty = PageSession::default();
    let state = send(&mut empty, &["begin", "", "Atomic"]);
    assert_eq!(state["game"]["board"]["variant"], "Atomic");
}

#[test]
fn the_page_shows_variant_pockets_and_checks() {
    for case in pgn_testing::VARIANT_CASES {
        let mut page = PageSession::default();
        send(&mut page, &["open", "games.pgn", case.text]);
        let state = send(&mut page, &["say", "end"]);
        assert_eq!(state["game"]["board"]["rules"], case.sentences);
        let words = state["game"]["board"]["words"].as_str().unwrap();
        assert!(words.ends_with(case.sentences), "{words}");
    }
}

#[test]
fn the_page_shows_why_a_move_cannot_be_played() {
    let mut page = PageSession::default();
    send(&mut page, &["open", "games.pgn", "1. e4 e5 2. Nf6 Nc6 *"]);
    let state = send(&mut page, &["say", "end"]);
    let reason = "C001 illegal-move: 2. Nf6: no knight can reach f6";
    assert_eq!(state["game"]["unplayable"], reason);
    assert!(state["note"].as_str().unwrap().contains(reason));
    assert!(send(&mut page, &["say", "back"])["game"]["unplayable"].is_null());
}

#[test]
fn the_meaning_of_a_search_is_answered_while_it_is_typed() {
    let mut page = opened();
    let meaning = "players, event, site or opening contain \"tal\"";
    assert_eq!(send(&mut page, &["meaning", "tal"])["meaning"], meaning);
    for text in ["tal or", "White = tal", "", "White in @tal"] {
        assert!(send(&mut page, &["meaning", text])["meaning"].is_null(), "{text}");
    }
    let list = &send(&mut page, &["say", "find tal"])["list"];
    assert_eq!((list["rows"].clone(), list["queries"].clone()), (json!(1), json!(meaning)));
    let error = send(&mut page, &["say", "find playr = 3"]);
    assert_eq!(
        (error["span"].clone(), error["hint"].clone()),
        (json!([0, 5]), json!("did you mean `player`?"))
    );
}

#[test]
fn games_are_merged_by_number_and_by_text() {
    let mut page = opened();
    let state = send(&mut page, &["say", "merge 2"]);
    assert_eq!(state["note"], "added 1 move");
    let state = send(&mut page, &["merge", "1. c4 {here} *", "other.pgn:7"]);
    assert!(state["game"]["undo"] == true, "{state}");
    send(&mut page, &["save"]);
    let saved = games(&mut page);
    assert!(saved.contains("(1. d4 {Tal - ? *})") && saved.contains("[%from other.pgn:7] here"));
    assert!(send(&mut page, &["merge", "no game", "x"])["error"].is_string());
}
