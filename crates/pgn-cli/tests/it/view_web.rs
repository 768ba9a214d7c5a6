//! `pgn view --web` from the view of any program on the machine: which requests are refused, the
//! answers, and the files afterwards. The page itself is tested in a browser, by
//! `page/test/served.mjs`.
#![cfg(all(unix, feature = "web"))]

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::engines::script;
use crate::scratch::Dir;

/// How long something may take before a test gives up; nothing is measured.
const PATIENCE: Duration = Duration::from_secs(60);

const TWO: &str =
    "% kept\n[White \"One\"]\n\n1. e4   e5 {\u{e9}} *\n\n[White \"Two\"]\n\n1. d4 d5 *\n";
const SECOND: &str = "\n[White \"Two\"]\n\n1. d4 d5 *\n";

/// A server, which ends with the test.
struct Served<'d> {
    child: Child,
    dir: &'d Dir,
    port: u16,
    token: String,
}

/// The answer.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// Reads one until the connection ends.
    fn of(stream: &mut TcpStream) -> Option<Answer> {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head, body: all[end + 4..].to_vec() })
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// The fields of a message.
fn message(fields: &[&[u8]]) -> Vec<u8> {
    let field = |field: &&[u8]| [&(field.len() as u32).to_le_bytes(), *field].concat();
    fields.iter().flat_map(field).collect()
}

impl<'d> Served<'d> {
    /// Serves `games.pgn` of a folder.
    fn start(dir: &'d Dir, arguments: &str) -> Served<'d> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
            .args(["view", "--web", "games.pgn"])
            .args(arguments.split_whitespace())
            .current_dir(dir.path())
            // No browser but what a test puts there.
            .env("PATH", format!("{}:/usr/bin:/bin", dir.at("bin").display()))
            .env("XDG_STATE_HOME", dir.at("state"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut link = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
        let rest = link.trim().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.split_once("/#").unwrap();
        Served { child, dir, port: port.parse().unwrap(), token: token.to_owned() }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).unwrap()
    }

    /// Sends lines of a head, and a body; `$` is replaced by the port.
    fn send(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let head = head.replace('$', &self.port.to_string());
        let len = body.len();
        let head = format!("{head}\r\nConnection: close\r\nContent-Length: {len}\r\n\r\n");
        stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
        Answer::of(&mut stream).unwrap()
    }

    fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:$"), b"")
    }

    /// The head of what the page sends.
    fn head(&self, path: &str) -> String {
        let Served { port, token, .. } = self;
        format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Pgn-Token: {token}\r\n\
             Origin: http://127.0.0.1:{port}"
        )
    }

    fn ask(&self, fields: &[&[u8]]) -> Answer {
        self.send(&self.head("/ask"), &message(fields))
    }

    fn words(&self, fields: &str) -> Answer {
        let fields: Vec<&[u8]> = fields.split('|').map(str::as_bytes).collect();
        self.ask(&fields)
    }

    /// The most memory that it has had, in kB.
    fn memory_max(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    fn file(&self) -> String {
        fs::read_to_string(self.dir.at("games.pgn")).unwrap()
    }

    /// Waits until all games are listed, without which nothing is saved.
    fn wait(&self) {
        let begun = Instant::now();
        while !self.words("list|").text().contains("\"complete\":true") {
            assert!(begun.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_the_page_with_the_link_is_answered() {
    let dir = Dir::with("games.pgn", TWO);
    let served = Served::start(&dir, "--no-open");
    let right = served.token.clone();
    let half = &right[..16];
    let zeros = "0".repeat(32);
    let host = "Host: 127.0.0.1:$";
    let cases = [
        (format!("{host}\r\nX-Pgn-Token: {right}"), 200),
        (format!("{host}\r\nX-Pgn-Token: {right}\r\nOrigin: http://127.0.0.1:$"), 200),
        (host.to_owned(), 403),
        (format!("{host}\r\nX-Pgn-Token:"), 403),
        (format!("{host}\r\nX-Pgn-Token: {zeros}"), 403),
        (format!("{host}\r\nX-Pgn-Token: {half}"), 403),
        (format!("{host}\r\nCookie: token={right}"), 403),
        (format!("{host}\r\nX-Pgn-Token: {right}\r\nOrigin: https://evil.example"), 403),
        (format!("{host}\r\nX-Pgn-Token: {right}\r\nOrigin: http://127.0.0.1:1"), 403),
        (format!("{host}\r\nX-Pgn-Token: {right}\r\nOrigin: null"), 403),
        // A name that was made to point to this machine.
        (format!("Host: evil.example:$\r\nX-Pgn-Token: {right}"), 403),
        (format!("Host: evil.example\r\nX-Pgn-Token: {right}"), 403),
        (format!("Host: 127.0.0.1\r\nX-Pgn-Token: {right}"), 403),
        (format!("{host}\r\nHost: evil.example\r\nX-Pgn-Token: {right}"), 403),
        (format!("X-Pgn-Token: {right}"), 403),
    ];
    for (head, status) in cases {
        let answer =
            served.send(&format!("POST /ask HTTP/1.1\r\n{head}"), &message(&[b"game", b"0"]));
        assert_eq!(answer.status, status, "{head}: {answer:?}");
        assert_eq!(answer.text().contains("One"), status == 200, "{head}");
        assert!(answer.head.contains("content-security-policy: default-src 'none';"), "{head}");
        assert!(!answer.head.to_lowercase().contains("access-control"), "{head}");
    }
    // The headers that a browser sends by itself, and the same for the page itself.
    assert_eq!(served.send("OPTIONS /ask HTTP/1.1\r\nHost: 127.0.0.1:$", b"").status, 403);
    assert_eq!(served.send("GET / HTTP/1.1\r\nHost: evil.example:$", b"").status, 403);
    assert_eq!(served.get("/ask").status, 404);
    let page = served.get("/");
    assert_eq!(page.status, 200);
    assert!(!page.text().contains(&right), "the page has the secret of its link alone");
}

#[test]
fn nothing_but_the_page_is_served() {
    let dir = Dir::with("games.pgn", TWO);
    let served = Served::start(&dir, "--no-open");
    for path in ["/", "/served.js", "/pgn-view.js", "/pgn.wasm.lzma"] {
        let answer = served.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.len() > 100, "{path}");
    }
    let paths = [
        "/games.pgn",
        "/../games.pgn",
        "/%2e%2e/games.pgn",
        "/./games.pgn",
        "/..%2fgames.pgn",
        "/%2e%2e%2fgames.pgn",
        "/served.js/../games.pgn",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/%00",
        "http://evil.example/etc/passwd",
    ];
    for path in paths {
        let answer = served.get(path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert!(answer.text().contains("there is nothing here"), "{path}: {answer:?}");
    }
    for broken in [&b"\0\0\0\0\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"] {
        let mut stream = served.connect();
        stream.write_all(broken).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let status = Answer::of(&mut stream).map_or(400, |answer| answer.status);
        assert!((400..600).contains(&status), "{broken:?}: {status}");
    }
    assert_eq!(served.get("/").status, 200);
}

#[test]
fn list_search_and_games_are_what_the_file_has() {
    let dir = Dir::with("games.pgn", TWO);
    let served = Served::start(&dir, "--no-open --game 2");
    served.wait();
    let about = served.words("about").text();
    assert!(about.contains("\"game\":1") && about.contains("\"engine\":null"), "{about}");
    let rows = served.words("rows||0|99").text();
    assert!(rows.contains("One") && rows.contains("Two"), "{rows}");
    assert_eq!(served.words("game|1").text(), SECOND);
    let whole = [served.words("game|0").body, served.words("game|1").body].concat();
    assert_eq!(whole, TWO.as_bytes());
    let wait_for = |list: &str| {
        let begun = Instant::now();
        loop {
            let said = served.words(&format!("list|{list}")).text();
            if said.contains("\"done\":true") {
                return said;
            }
            assert!(begun.elapsed() < PATIENCE);
        }
    };
    let found = served.words("search||sort -game|find game > 0|find White = \"Two\"").text();
    assert_eq!(found, "{\"search\":\"1\"}");
    let said = wait_for("1");
    let queries = "\"queries\":\"game > 0 | White = \\\"Two\\\"\"";
    assert!(said.contains("\"rows\":1") && said.contains(queries), "{said}");
    let rows = served.words("rows|1|0|99").text();
    assert!(!rows.contains("One") && rows.contains("\"game\":1"), "{rows}");
    // One step back, and another step; what both have in common stays.
    assert_eq!(served.words("search|1|sort -game|find game > 0").text(), "{\"search\":\"2\"}");
    assert!(wait_for("2").contains("\"rows\":2"));
    let rows = served.words("rows|2|0|99").text();
    assert!(rows.find("Two") < rows.find("One"), "{rows}");
    let error = served.words("search||find White = = 1");
    assert_eq!(error.status, 400);
    assert!(error.text().contains("\"span\":["), "{error:?}");
    for (question, status) in [
        ("game|2", 400),
        ("game|x", 400),
        ("game|18446744073709551616", 400),
        ("rows||18446744073709551615|18446744073709551615", 200),
        ("rows|1|0|1", 410),
        ("list|7", 410),
        ("search||nothing", 400),
        ("search||sort nothing", 400),
        ("search||undo", 400),
        ("save|1", 400),
        ("save|x|a|b", 400),
        ("nothing", 400),
        ("", 400),
    ] {
        let answer = served.words(question);
        assert_eq!(answer.status, status, "{question}: {answer:?}");
    }
    for body in [&b"\xff\xff\xff\xff"[..], b"\x01", b"\x04\0\0\0gam", b"\x01\0\0\0\xff"] {
        assert_eq!(served.send(&served.head("/ask"), body).status, 400, "{body:?}");
    }
    // Of many searches the last ones are kept.
    for _ in 0..20 {
        served.words("search||sort white");
    }
    assert_eq!(served.words("list|2").status, 410);
    assert_eq!(served.words("list|22").status, 200);
}

#[test]
fn saving_changes_what_was_edited_and_of_two_pages_the_second_is_told() {
    let dir = Dir::with("games.pgn", TWO);
    let served = Served::start(&dir, "--no-open");
    served.wait();
    let save =
        |known: &str, text: &str| served.ask(&[b"save", b"1", known.as_bytes(), text.as_bytes()]);
    let first = SECOND.replace("d5 *", "d5 2. c4 *");
    let answer = save(SECOND, &first);
    assert_eq!((answer.status, answer.text().as_str()), (200, "{\"saves\":1}"));
    assert_eq!(served.file(), TWO.replace(SECOND, &first));
    let answer = save(SECOND, &SECOND.replace("d5 *", "Nf6 *"));
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("by another page"), "{answer:?}");
    // Text that is not a game is refused, whichever writer of the file it comes from.
    for text in ["nothing", "1. e4 * 1. d4 *\n", "[White \"x\"]\n\n1. e4"] {
        assert_eq!(save(&first, text).status, 409, "{text:?}");
    }
    // All or none.
    let both = [
        &b"save"[..],
        b"1",
        first.as_bytes(),
        SECOND.as_bytes(),
        b"0",
        b"not what it is",
        b"1. a3 *\n",
    ];
    assert_eq!(served.ask(&both).status, 409);
    assert_eq!(served.file(), TWO.replace(SECOND, &first));
    assert_eq!(served.words("game|1").text(), first);
    // Two at once: one of them.
    let texts = ["Nf6", "e6"].map(|reply| SECOND.replace("d5 *", &format!("{reply} *")));
    let statuses = thread::scope(|scope| {
        let saving = texts.each_ref().map(|text| scope.spawn(|| save(&first, text).status));
        let mut statuses = saving.map(|one| one.join().unwrap());
        statuses.sort_unstable();
        statuses
    });
    assert_eq!(statuses, [200, 409]);
    assert!(texts.iter().any(|text| served.file() == TWO.replace(SECOND, text)));
}

/// The fields of an answer.
fn fields(mut bytes: &[u8]) -> Vec<String> {
    let mut fields = Vec::new();
    while let Some((len, rest)) = bytes.split_first_chunk::<4>() {
        let (field, rest) = rest.split_at(u32::from_le_bytes(*len) as usize);
        fields.push(String::from_utf8_lossy(field).into_owned());
        bytes = rest;
    }
    fields
}

#[test]
fn edits_that_were_left_come_back_on_a_page_and_stay_until_all_is_saved() {
    let dir = Dir::with("games.pgn", TWO);
    let left = || {
        let files = fs::read_dir(dir.at("state/pgnkit")).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|it| it == "pgn")).count()
    };
    // Two sessions edit one game and are killed.
    let mut sessions = ["Nf6", "e6"].map(|reply| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgn"))
            .args(["view", "--plain", "games.pgn"])
            .current_dir(dir.path())
            .env("XDG_STATE_HOME", dir.at("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let lines = format!("game 2\nnext\n{reply}\n");
        child.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
        child
    });
    let begun = Instant::now();
    while left() < 2 {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
    }
    for session in &mut sessions {
        session.kill().unwrap();
        session.wait().unwrap();
    }
    let served = Served::start(&dir, "--no-open");
    served.wait();
    assert!(served.words("about").text().contains("are in 2 files"));
    let answer = fields(&served.words("recover").body);
    let [said, first, edited, second, added] = answer.as_slice() else { panic!("{answer:?}") };
    assert!(said.starts_with("2 games restored"), "{said}");
    assert_eq!((first.as_str(), second.as_str()), ("1", ""));
    let all = format!("{edited}{added}");
    assert!(all.contains("(1... Nf6)") && all.contains("(1... e6)"), "{all}");
    // They are in files until a page reports that they are saved, and no other page has them.
    assert_eq!(left(), 3);
    assert_eq!(served.words("recover").status, 409);
    let save = [&b"save"[..], b"1", SECOND.as_bytes(), edited.as_bytes()];
    assert_eq!(served.ask(&save).status, 200);
    assert_eq!(served.ask(&[b"append", added.as_bytes()]).text(), "{\"game\":2}");
    assert_eq!(served.ask(&[b"append", b"nothing"]).status, 409);
    assert_eq!(left(), 3);
    assert_eq!(served.words("recovered").status, 200);
    assert_eq!(left(), 0);
    let saved = served.file();
    assert!(saved.contains("(1... Nf6)") && saved.contains("(1... e6)"), "{saved}");
}

#[test]
fn a_file_that_was_replaced_or_deleted_is_told_and_never_written() {
    let others = "[White \"Someone else\"]\n\n*\n";
    for replaced in [Some(others), None] {
        let dir = Dir::with("games.pgn", TWO);
        let served = Served::start(&dir, "--no-open");
        served.wait();
        match replaced {
            Some(others) => drop(dir.file("games.pgn", others)),
            None => fs::remove_file(dir.at("games.pgn")).unwrap(),
        }
        for question in ["game|1", "rows||0|2"] {
            let answer = served.words(question);
            assert_eq!(answer.status, 409, "{question}");
            assert!(answer.text().contains("changed by another program"), "{answer:?}");
        }
        let text = SECOND.replace("d5", "Nf6");
        let answer = served.ask(&[b"save", b"1", SECOND.as_bytes(), text.as_bytes()]);
        assert_eq!(answer.status, 409, "{answer:?}");
        let now = fs::read_to_string(dir.at("games.pgn")).ok();
        assert_eq!(now.as_deref(), replaced);
        assert_eq!(served.words("list|").status, 200);
    }
}

#[test]
fn a_hundred_megabytes_are_refused_and_not_held() {
    const LEN: usize = 100 << 20;
    let dir = Dir::with("games.pgn", TWO);
    let served = Served::start(&dir, "--no-open");
    let before = served.memory_max();
    let mut stream = served.connect();
    let head = format!("{}\r\nContent-Length: {LEN}\r\n\r\n", served.head("/ask"));
    stream.write_all(head.as_bytes()).unwrap();
    // Nothing of it needs to be sent.
    assert_eq!(Answer::of(&mut stream).unwrap().status, 413);
    // A request that does not state its length is stopped at the limit.
    let mut stream = served.connect();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!("{}\r\nTransfer-Encoding: chunked\r\n\r\n", served.head("/ask"));
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"100000\r\n".as_slice(), &vec![b'x'; 1 << 20], b"\r\n"].concat();
    let sent = (0..LEN >> 20).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < LEN >> 20, "all of it was taken");
    // Without the secret nothing is read at all.
    let mut stream = served.connect();
    let head = format!("{head}\r\n").replace(&served.token, &"0".repeat(32));
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(Answer::of(&mut stream).unwrap().status, 403);
    let grown = served.memory_max() - before;
    assert!(grown < 80 << 10, "{grown} kB more");
    assert_eq!(served.words("game|1").status, 200);
}

#[test]
fn two_hundred_connections_that_say_nothing_or_never_end_stop_nobody() {
    let dir = Dir::with("games.pgn", TWO);
    let served = Served::start(&dir, "--no-open");
    let begun = Instant::now();
    let mut silent: Vec<TcpStream> = (0..100).map(|_| served.connect()).collect();
    let mut slow: Vec<TcpStream> = (0..100).map(|_| served.connect()).collect();
    let mut body = served.connect();
    let head = format!("{}\r\nContent-Length: 9\r\n\r\nx", served.head("/ask"));
    body.write_all(head.as_bytes()).unwrap();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-").unwrap();
    }
    assert_eq!(served.words("game|1").status, 200);
    // One after the other they would take 200 times the patience of the server.
    assert!(begun.elapsed() < PATIENCE, "they are waited for");
    // The rest waits until the server gives up.
    if !pgn_testing::is_thorough() {
        return;
    }
    // A letter now and then does not keep a connection.
    let writer = thread::spawn(move || {
        while begun.elapsed() < PATIENCE {
            slow.retain_mut(|stream| stream.write_all(b"a").is_ok());
            if slow.is_empty() {
                break;
            }
            thread::sleep(Duration::from_millis(200));
        }
        slow.len()
    });
    for stream in &mut silent {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut rest = Vec::new();
        // It may get the reason; then it is closed.
        let end = stream.read_to_end(&mut rest);
        assert!(!matches!(&end, Err(error) if is_late(error)), "{end:?}");
    }
    assert_eq!(writer.join().unwrap(), 0, "connections that are still open");
    assert_eq!(Answer::of(&mut body).unwrap().status, 408);
    assert_eq!(served.words("game|1").status, 200);
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// An engine that records every command, and thinks until it is stopped.
const ENGINE: &str = r##"#!/bin/sh
while read -r line; do
  echo "$line" >>told
  case $line in
    uci) echo "option name MultiPV type spin default 1"; echo uciok;;
    isready) echo readyok;;
    go*) echo "info depth 7 multipv 1 score cp 31 pv e2e4 e7e5";;
    stop) echo "bestmove e2e4";;
    quit) exit 0;;
  esac
done
"##;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_engine_starts_when_it_is_asked_and_thinks_for_the_last_who_did() {
    let dir = Dir::with("games.pgn", TWO);
    script(&dir, "engine", ENGINE);
    let mut served = Served::start(&dir, "--no-open --engine ./engine");
    assert!(served.words("about").text().contains("\"engine\":\"engine\""));
    served.words("game|0");
    assert!(!dir.at("told").exists(), "nothing starts unasked");
    let think = |fen: &str| {
        let mut stream = served.connect();
        let body = message(&[fen.as_bytes(), b"Standard"]);
        let head = served.head("/think");
        let head = format!("{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(&[head.as_bytes(), &body].concat()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        BufReader::new(stream)
    };
    let event = |stream: &mut BufReader<TcpStream>| {
        let mut lines = stream.lines().map_while(Result::ok);
        lines.find_map(|line| line.strip_prefix("data: ").map(str::to_owned)).unwrap()
    };
    let told = || fs::read_to_string(dir.at("told")).unwrap_or_default();
    let wait_for = |word: &str, n: usize| {
        let begun = Instant::now();
        while told().lines().filter(|line| line.starts_with(word)).count() < n {
            assert!(begun.elapsed() < PATIENCE, "{word} does not come:\n{}", told());
            thread::sleep(Duration::from_millis(20));
        }
    };
    let mut first = think(START);
    let line = event(&mut first);
    assert!(line.contains("\"score\":\"+0.31\"") && line.contains("\"moves\":[\"e4\",\"e5\"]"));
    // A second page takes the engine.
    let mut second = think(&START.replace(" w ", " b "));
    assert!(event(&mut first).contains("by another tab"));
    wait_for("position", 2);
    // Without listeners the engine stops.
    second.get_mut().shutdown(std::net::Shutdown::Both).unwrap();
    drop(second);
    wait_for("stop", 2);
    for (fen, status) in [("nothing", 400), ("8/8/8/8/8/8/8/8 w - - 0 1\nquit", 400)] {
        let body = message(&[fen.as_bytes(), b"Standard"]);
        assert_eq!(served.send(&served.head("/think"), &body).status, status, "{fen}");
    }
    // Ctrl-C ends both.
    let number = served.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
    let status = served.child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
    assert!(TcpStream::connect(("127.0.0.1", served.port)).is_err());
    assert_eq!(served.file(), TWO);
}

#[test]
fn the_browser_is_given_a_link_that_works_once() {
    let dir = Dir::with("games.pgn", TWO);
    fs::create_dir(dir.at("bin")).unwrap();
    script(&dir, "bin/xdg-open", "#!/bin/sh\necho \"$1\" >link.tmp; mv link.tmp link\n");
    let served = Served::start(&dir, "");
    let begun = Instant::now();
    while !dir.at("link").exists() {
        assert!(begun.elapsed() < PATIENCE, "no browser was opened");
        thread::sleep(Duration::from_millis(10));
    }
    let link = fs::read_to_string(dir.at("link")).unwrap();
    let (origin, ticket) = link.trim().split_once("/#").unwrap();
    assert_eq!(origin, format!("http://127.0.0.1:{}", served.port));
    assert_ne!(ticket, served.token);
    let head = served.head("/ask").replace(&served.token, ticket);
    let about = served.send(&head, &message(&[b"about"]));
    assert!(about.text().contains(&served.token), "{about:?}");
    assert_eq!(served.send(&head, &message(&[b"about"])).status, 403);
    assert_eq!(served.words("about").status, 200);
}
