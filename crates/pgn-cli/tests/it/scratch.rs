//! A scratch folder and a runner of the command.

use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::ops::Deref;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pgn_db::output::Encoder;
use pgn_db::source::{Compression, Inputs};

/// A folder that is deleted when the test ends.
pub(crate) struct Dir(pgn_testing::Dir);

impl Deref for Dir {
    type Target = pgn_testing::Dir;

    fn deref(&self) -> &pgn_testing::Dir {
        &self.0
    }
}

impl Dir {
    pub(crate) fn new() -> Dir {
        Dir(pgn_testing::Dir::new())
    }

    /// A folder with one file.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Dir {
        let dir = Dir::new();
        dir.file(name, content);
        dir
    }

    /// The command, to be run in this folder.
    pub(crate) fn pgn(&self) -> Cmd {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
        command.current_dir(self.path());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        // Lines of progress depend on the time.
        command.env("PGN_PROGRESS_SECONDS", "1000000");
        Cmd { command, stdin: Vec::new() }
    }

    /// Runs a line in this folder; asserts the exit status.
    #[track_caller]
    pub(crate) fn run(&self, line: &str, status: i32) -> Ran {
        self.pgn().args(line).status(status)
    }

    /// The same, with a text on standard input.
    #[track_caller]
    pub(crate) fn feed(&self, line: &str, stdin: impl AsRef<[u8]>, status: i32) -> Ran {
        self.pgn().args(line).stdin(stdin).status(status)
    }

    /// The text of a file, unpacked.
    pub(crate) fn unpacked(&self, name: &str) -> String {
        let source = Inputs::gather(&[self.at(name)]).sources().next().unwrap().unwrap();
        io::read_to_string(source.read).unwrap()
    }
}

/// A run of the command.
pub(crate) struct Cmd {
    command: Command,
    stdin: Vec<u8>,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The command line; for messages.
    line: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// `None` when a signal ended it.
    pub(crate) status: Option<i32>,
}

impl Cmd {
    /// Arguments, separated by spaces.
    pub(crate) fn args(mut self, line: &str) -> Cmd {
        self.command.args(line.split_whitespace());
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Cmd {
        self.command.env(name, value);
        self
    }

    /// Adds arguments, blanks and all.
    pub(crate) fn list(mut self, arguments: &[&str]) -> Cmd {
        self.command.args(arguments);
        self
    }

    /// Adds one argument, blanks and all.
    pub(crate) fn arg(mut self, argument: &str) -> Cmd {
        self.command.arg(argument);
        self
    }

    /// The text of standard input.
    pub(crate) fn stdin(mut self, text: impl AsRef<[u8]>) -> Cmd {
        self.stdin = text.as_ref().to_vec();
        self
    }

    /// Writes standard output into this file.
    pub(crate) fn stdout(mut self, file: fs::File) -> Cmd {
        self.command.stdout(file);
        self
    }

    /// Feeds `text` and keeps standard input open until a line on standard error has `expected`;
    /// asserts that there is one.
    pub(crate) fn wait_for(mut self, text: &str, expected: &str) {
        let pipes = self.command.stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let lines = io::BufReader::new(child.stderr.take().unwrap()).lines();
        let (tell, told) = mpsc::channel();
        let reader = thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|it| {
                let _ = tell.send(it);
            })
        });
        let _ = stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush());
        let mut said = Vec::new();
        // The time is only how long a broken program is waited for.
        while let Ok(line) = told.recv_timeout(Duration::from_secs(300)) {
            let is_it = line.contains(expected);
            said.push(line);
            if is_it {
                break;
            }
        }
        drop(stdin);
        let _ = child.wait();
        let _ = reader.join();
        let has_it = said.last().is_some_and(|line| line.contains(expected));
        assert!(has_it, "{:?}: {said:?}", self.command);
    }

    pub(crate) fn run(mut self) -> Ran {
        self.command.stdin(Stdio::piped()).stderr(Stdio::piped());
        let line = format!("{:?}", self.command);
        let mut child = self.command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = std::mem::take(&mut self.stdin);
        let feed = std::thread::spawn(move || stdin.write_all(&text));
        let output = child.wait_with_output().unwrap();
        let _ = feed.join().unwrap();
        Ran::of(line, output)
    }

    /// Runs with standard output kept.
    pub(crate) fn output(mut self) -> Ran {
        self.command.stdout(Stdio::piped());
        self.run()
    }

    /// The same; asserts the exit status.
    #[track_caller]
    pub(crate) fn status(self, expected: i32) -> Ran {
        self.output().status(expected)
    }
}

/// Assertions: the command and all it wrote are shown when one does not hold.
impl Ran {
    pub(crate) fn of(line: String, output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Ran { line, stdout, stderr, status: output.status.code() }
    }

    /// Asserts the exit status, and shows the messages if it is another.
    #[track_caller]
    pub(crate) fn status(self, expected: i32) -> Ran {
        assert_eq!(self.status, Some(expected), "{self:?}");
        self
    }

    #[track_caller]
    fn check(&self, holds: impl Fn(&str, &str) -> bool, text: &str, expected: &str) -> &Ran {
        assert!(holds(text, expected), "expected {expected:?}, found {text:?}: {}", self.line);
        self
    }

    #[track_caller]
    pub(crate) fn is(&self, stdout: impl AsRef<str>, stderr: impl AsRef<str>) -> &Ran {
        self.stdout_is(stdout).stderr_is(stderr)
    }

    #[track_caller]
    pub(crate) fn stdout_is(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text == it, &self.stdout, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stderr_is(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text == it, &self.stderr, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stdout_has(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text.contains(it), &self.stdout, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stderr_has(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text.contains(it), &self.stderr, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stdout_starts(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text.starts_with(it), &self.stdout, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stderr_starts(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text.starts_with(it), &self.stderr, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stdout_ends(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text.ends_with(it), &self.stdout, expected.as_ref())
    }

    #[track_caller]
    pub(crate) fn stderr_ends(&self, expected: impl AsRef<str>) -> &Ran {
        self.check(|text, it| text.ends_with(it), &self.stderr, expected.as_ref())
    }
}

/// A stream of games that differ, with comments and variations; the same for the same `game_count`.
pub(crate) fn games(game_count: usize) -> String {
    const OPENINGS: [&str; 4] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
        "1. d4 d5 {a comment} 2. c4 $2 e6 (2... c6 3. Nf3 (3. Nc3)) 3. Nc3",
        "1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6",
        "1. c4 e5 2. g3 Nf6 ; to the end\n3. Bg2 d5 4. cxd5 Nxd5",
    ];
    let game = |n: usize| {
        let moves = OPENINGS[n * 7 % OPENINGS.len()];
        format!("[White \"Player {n}\"]\n[Black \"J\u{f6}rg\"]\n\n{moves} 1/2-1/2\n\n")
    };
    (0..game_count).map(game).collect()
}

pub(crate) fn pack(compression: Compression, text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), Some(compression)).unwrap();
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}
