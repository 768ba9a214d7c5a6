//! The state of a file when it was indexed: its length, its time, and hashes of its bytes.
//!
//! Length, time and a sample of the bytes are compared whenever an index is opened, all bytes on
//! request. A file whose time is not older than the clock's resolution when it is read could be
//! changed again within that time without a trace, so reading waits that long.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use twox_hash::XxHash3_128;

use crate::source::SharedFile;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) len: u64,
    /// The modification time: seconds since 1970 and nanoseconds. Zero if the system does not
    /// report it.
    pub(super) modified: (i64, u32),
    /// The hash of its samples.
    pub(super) samples: u128,
}

/// The number of samples, spread over the file, including its first and last bytes.
const N_SAMPLES: u64 = 32;

const SAMPLE_BYTES: u64 = 4096;

/// The size of a single read of a whole file.
const READ_BYTES: usize = 1 << 20;

impl Stamp {
    /// The stamp of an open file.
    pub(super) fn of(file: &SharedFile, metadata: &fs::Metadata) -> io::Result<Stamp> {
        let len = metadata.len();
        let modified = metadata.modified().map_or((0, 0), seconds);
        Ok(Stamp { len, modified, samples: samples(file, len)? })
    }
}

/// The hash of the samples of the first `len` bytes of a file.
pub(super) fn samples(file: &SharedFile, len: u64) -> io::Result<u128> {
    let mut hasher = XxHash3_128::new();
    let mut buffer = vec![0; SAMPLE_BYTES as usize];
    if len <= N_SAMPLES * SAMPLE_BYTES {
        read(file, 0, len, &mut buffer, |bytes| hasher.write(bytes))?;
        return Ok(hasher.finish_128());
    }
    for n in 0..N_SAMPLES {
        let available = u128::from(len - SAMPLE_BYTES);
        let from = (available * u128::from(n) / u128::from(N_SAMPLES - 1)) as u64;
        read(file, from, from + SAMPLE_BYTES, &mut buffer, |bytes| hasher.write(bytes))?;
    }
    Ok(hasher.finish_128())
}

/// The hashes of the bytes up to each of these lengths, which must ascend.
pub(super) fn whole(file: &SharedFile, lens: &[u64]) -> io::Result<Vec<u128>> {
    let mut hasher = XxHash3_128::new();
    let mut buffer = vec![0; READ_BYTES];
    let mut from = 0;
    let mut sums = Vec::new();
    for &len in lens {
        read(file, from, len, &mut buffer, |bytes| hasher.write(bytes))?;
        sums.push(hasher.finish_128());
        from = len;
    }
    Ok(sums)
}

/// Hands the bytes from one offset to another to `take`.
fn read(
    file: &SharedFile,
    mut from: u64,
    to: u64,
    buffer: &mut [u8],
    mut take: impl FnMut(&[u8]),
) -> io::Result<()> {
    while from < to {
        let wanted = usize::try_from(to - from).unwrap_or(usize::MAX).min(buffer.len());
        match file.read_at(from, &mut buffer[..wanted]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => {
                take(&buffer[..n]);
                from += n as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The resolution of file times.
const STEP: Duration = Duration::from_millis(20);

/// The same where the system counts in seconds, or in two.
const COARSE_STEP: Duration = Duration::from_millis(2100);

/// Waits until a change of the file would give it another time than it has.
pub(super) fn wait_for_new_time(path: &Path) {
    let Some(modified) = fs::metadata(path).ok().and_then(|it| it.modified().ok()) else { return };
    let step = if seconds(modified).1 == 0 { COARSE_STEP } else { STEP };
    // A time that is to come is not waited for.
    if let Ok(age) = SystemTime::now().duration_since(modified)
        && age < step
    {
        thread::sleep(step - age);
    }
}

fn seconds(time: SystemTime) -> (i64, u32) {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => (since.as_secs() as i64, since.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            (-(before.as_secs() as i64) - 1, 1_000_000_000 - before.subsec_nanos())
        }
    }
}
