//! The layers below a source, each on its own.
//!
//! Start at [`decoder`] and [`utf16`].

use std::io::{self, Read, Write};

use super::Compression;
use crate::output::Encoder;

mod compression;
mod decoder;
mod transcode;
mod utf16;

/// Delivers one byte at a time.
pub(super) struct Drip<R>(pub(super) R);

impl<R: Read> Read for Drip<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let n = output.len().min(1);
        self.0.read(&mut output[..n])
    }
}

/// The stream compressions.
pub(super) const STREAMS: [Compression; 4] =
    [Compression::Gzip, Compression::Zstd, Compression::Bzip2, Compression::Xz];

pub(super) fn pack(compression: Compression, text: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), Some(compression)).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// `n` bytes of text that compresses neither well nor badly.
pub(super) fn text_of(n: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b"abcdefgh12345678RNBQKx+-= \n{}"[(state >> 33) as usize % 29]
    };
    (0..n).map(|_| next()).collect()
}

/// All bytes, and how reading ended. The property of every reader: after its end it gives the end
/// again, and after an error the same error.
pub(super) fn read_all(mut from: impl Read, chunk: usize) -> (Vec<u8>, io::Result<()>) {
    let mut all = Vec::new();
    let mut buffer = vec![0; chunk];
    let end = loop {
        match from.read(&mut buffer) {
            Ok(0) => break Ok(()),
            Ok(n) => all.extend_from_slice(&buffer[..n]),
            Err(error) => break Err(error),
        }
    };
    for _ in 0..2 {
        match (&end, from.read(&mut buffer)) {
            (Ok(()), Ok(0)) => {}
            (Err(error), Err(again)) => assert_eq!(again.to_string(), error.to_string()),
            (end, again) => panic!("ended with {end:?}, then gave {again:?}"),
        }
    }
    (all, end)
}

#[test]
fn a_file_that_is_read_again_must_be_what_it_was() {
    use super::Inputs;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.pgn");
    std::fs::write(&path, "1. e4 *").unwrap();
    let inputs = Inputs::gather(std::slice::from_ref(&path));
    let [second, third] = [inputs.again(), inputs.again()];
    assert!(inputs.sources().all(|source| source.is_ok()));
    assert!(second.sources().all(|source| source.is_ok()));
    // Another time, the same length.
    std::thread::sleep(std::time::Duration::from_millis(30));
    std::fs::write(&path, "1. d4 *").unwrap();
    let error = third.sources().next().unwrap().unwrap_err();
    assert!(error.to_string().contains("was changed by another program"), "{error}");
}
