use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs `pgn lsp` with these messages as its input; returns the exit status and the output.
fn serve(arguments: &[&str], messages: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
    command.arg("lsp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    drop(input);
    let done = child.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap())
}

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const OPEN: &str = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":
    {"uri":"untitled:a.pgn","languageId":"pgn","version":1,"text":"1. Ke3 *\n"}}}"#;
const DIAGNOSE: &str = r#"{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic",
    "params":{"textDocument":{"uri":"untitled:a.pgn"}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

#[test]
fn a_session_over_standard_input_and_output() {
    let messages = [INITIALIZE, OPEN, DIAGNOSE, SHUTDOWN, EXIT];
    for arguments in [&[][..], &["--stdio"]] {
        let (status, output) = serve(arguments, &messages);
        assert_eq!(status, Some(0), "{output}");
        assert!(output.starts_with("Content-Length: ") && output.contains("C001"), "{output}");
    }
}

#[test]
fn a_session_that_ends_abruptly_is_trouble() {
    assert_eq!(serve(&[], &[INITIALIZE, EXIT]).0, Some(2));
    assert_eq!(serve(&[], &[INITIALIZE]).0, Some(2));
    assert_eq!(serve(&[], &["no message"]).0, Some(2));
}
