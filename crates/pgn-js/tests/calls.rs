//! Calls as JavaScript makes them. `npm/test` has the tests of what they mean.

use pgn_js::calls::{State, answer};

/// Bytes with their length, as a message has them.
fn field(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let bytes = bytes.as_ref();
    assert!(bytes.len() < 128, "a length of one byte");
    [&[bytes.len() as u8], bytes].concat()
}

/// The answer: whether the call succeeded, the numbers after that, and the texts.
fn call(state: &mut State, message: &[u8]) -> (bool, Vec<u8>, String) {
    let mut output = Vec::new();
    answer(state, message, &mut output);
    let (length, rest) = output.split_first_chunk::<4>().expect("a length");
    let (numbers, text) = rest.split_at(u32::from_le_bytes(*length) as usize);
    (numbers[0] == 0, numbers[1..].to_vec(), String::from_utf8_lossy(text).into_owned())
}

/// A message about the game of a text: no edits, found at the start of its file.
fn about(verb: &str, text: &str) -> Vec<u8> {
    let place = [1, 0, 0, 1, 1, 0];
    [field(verb), place.to_vec(), field(text), vec![7, 0], field("")].concat()
}

#[test]
fn a_stream_is_cut_into_its_games() {
    let mut state = State::default();
    let (is_done, numbers, _) = call(&mut state, &[field("open-stream"), field("")].concat());
    assert!(is_done);
    let message = [field("feed-stream"), numbers, vec![1], b"1. e4 *\n1. d4 *".to_vec()].concat();
    let (is_done, numbers, text) = call(&mut state, &message);
    assert!(is_done);
    assert_eq!(numbers[0], 2, "two games");
    assert_eq!(text, "1. e4 *\n1. d4 *");
    assert!(!call(&mut state, &message).0, "the stream is closed at its end");
}

#[test]
fn a_game_is_read_edited_and_written() {
    let mut state = State::default();
    let text = "[White \"Tal\"]\n\n1. e4 e5 *";
    let (is_done, numbers, texts) = call(&mut state, &about("tags", text));
    assert_eq!((is_done, numbers.as_slice(), texts.as_str()), (true, &[1, 5, 3][..], "WhiteTal"));
    let edit = |san: &str| [about("edit", text), field("add"), vec![2], field(san)].concat();
    assert!(call(&mut state, &edit("Nf3")).0);
    let (is_done, _, reason) = call(&mut state, &edit("Nf6"));
    assert_eq!((is_done, reason.contains("f6")), (false, true), "{reason}");
    let options = [field("modern"), vec![0, 0, 0]].concat();
    let (is_done, _, written) = call(&mut state, &[about("write", text), options].concat());
    assert!(is_done && written.ends_with("\n1. e4 e5 *\n\n"), "{written}");
}

#[test]
fn no_message_panics() {
    let text = "1. e4 {a} (1. d4) e5 *";
    let mut state = State::default();
    let messages = [
        about("game", text),
        about("values", text),
        about("fens", text),
        [about("write", text), field("modern"), vec![0, 1, 0]].concat(),
        [about("edit", text), field("set-comment"), vec![1, 0], field("b")].concat(),
        [about("where", text), field("plycount > 1")].concat(),
        [field("position"), field("8/8/8/8/8/8/8/8 w - - 0 1"), field("")].concat(),
        [field("attackers"), field(""), field(""), vec![200, 1, 0]].concat(),
        [field("perft"), field(""), field(""), vec![2]].concat(),
        [field("open-check"), field("lax"), vec![1], field("all"), vec![0]].concat(),
        [field("epd"), field("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;")].concat(),
    ];
    for message in &messages {
        for end in 0..=message.len() {
            call(&mut state, &message[..end]);
        }
        for at in 0..message.len() {
            let mut changed = message.clone();
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                changed[at] = byte;
                // The depth of a count of moves is not limited.
                if !changed.starts_with(&field("perft")) {
                    call(&mut state, &changed);
                }
            }
        }
    }
}
