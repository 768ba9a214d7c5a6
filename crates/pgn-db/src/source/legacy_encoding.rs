//! The legacy encoding of a text, recognized by samples of it. Decisions: D-70.

use std::io::{self, Read};

use super::window::{SharedFile, Window};
use pgnkit::charset::{Choice, Encoding, Evidence};

/// How much is looked at of a text that comes as a stream.
pub(super) const HEAD_BYTES: usize = 256 << 10;

/// The samples of a file, and the size of each: a smaller file is looked at as a whole.
const SAMPLES: u64 = 64;
const SAMPLE_BYTES: u64 = 64 << 10;

/// The encoding of a text that begins with these bytes.
pub(super) fn of_head(head: &[u8]) -> Option<Encoding> {
    match Choice::Auto.for_text(head) {
        Choice::Recognized(encoding) => Some(encoding),
        Choice::Auto | Choice::Fixed(_) => None,
    }
}

/// The encoding of the text of a file of this length, by samples.
pub(super) fn of_file(file: &SharedFile, len: u64) -> io::Result<Option<Encoding>> {
    let step = (len / SAMPLES).max(SAMPLE_BYTES);
    let mut evidence = Evidence::default();
    let mut sample = Vec::new();
    for start in (0..len).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
        sample.clear();
        Window::new(file.clone(), start, SAMPLE_BYTES.min(len - start)).read_to_end(&mut sample)?;
        if !sample.is_ascii() {
            evidence.push(whole_lines(&sample, start > 0, start + SAMPLE_BYTES < len));
        }
    }
    Ok(evidence.encoding())
}

/// A sample without the lines that were cut at its ends.
fn whole_lines(sample: &[u8], is_cut_before: bool, is_cut_after: bool) -> &[u8] {
    let is_end = |byte: &u8| *byte == b'\n';
    let from =
        if is_cut_before { sample.iter().position(is_end).map_or(0, |at| at + 1) } else { 0 };
    let rest = &sample[from..];
    let to = if is_cut_after { rest.iter().rposition(is_end) } else { None };
    &rest[..to.unwrap_or(rest.len())]
}
