//! A file whose bytes are written to disk while more are produced.

use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::replacement::Sink;

/// The number of bytes between two requests to sync to the disk: a small file
/// needs no thread.
const STEP_BYTES: usize = 16 << 20;

/// A file to write to. At its end nearly all of it is on the disk, so that [`sync`](Sink::sync)
/// waits for little.
pub struct Steady {
    file: fs::File,
    /// The number of bytes written since the last request.
    byte_count: usize,
    step_bytes: usize,
    helper: Option<Helper>,
}

/// The thread that waits for the disk. It is called only when it is idle.
struct Helper {
    calls: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl Steady {
    /// Writes to `file`.
    #[must_use]
    pub fn new(file: fs::File) -> Steady {
        Steady::with_step(file, STEP_BYTES)
    }

    fn with_step(file: fs::File, step_bytes: usize) -> Steady {
        Steady { file, byte_count: 0, step_bytes, helper: None }
    }

    /// Starts flushing the written bytes to disk, unless the thread is still busy.
    fn call(&mut self) {
        if self.helper.is_none() {
            self.helper = Helper::start(&self.file);
        }
        // Without a thread, this happens at the end, as after an error, which is reported there.
        if self.helper.as_ref().is_none_or(|helper| helper.calls.try_send(()).is_ok()) {
            self.byte_count = 0;
        }
    }

    /// Ends the thread and returns its error, because the system reports it only once.
    fn end_helper(&mut self) -> io::Result<()> {
        let Some(Helper { calls, thread }) = self.helper.take() else { return Ok(()) };
        drop(calls);
        thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread has failed")))
    }
}

impl Helper {
    fn start(file: &fs::File) -> Option<Helper> {
        let file = file.try_clone().ok()?;
        let (calls, called) = sync_channel(0);
        let work = move || called.iter().try_for_each(|()| file.sync_data());
        let thread = thread::Builder::new().name("disk".to_owned()).spawn(work).ok()?;
        Some(Helper { calls, thread })
    }
}

impl Write for Steady {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.file.write(bytes)?;
        self.byte_count += n;
        if self.byte_count >= self.step_bytes {
            self.call();
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Steady {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Sink for Steady {
    fn sync(&mut self) -> io::Result<()> {
        self.end_helper()?;
        self.file.sync_all()
    }
}

impl Drop for Steady {
    fn drop(&mut self) {
        // Some systems cannot remove an open file. The error concerns a file that is not needed.
        let _ = self.end_helper();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_come_to_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("steady");
        let mut steady = Steady::with_step(fs::File::create(&path).unwrap(), 1000);
        let text: Vec<u8> = (0..50_000_u32).map(|n| n as u8).collect();
        for piece in text.chunks(700) {
            steady.write_all(piece).unwrap();
        }
        assert!(steady.helper.is_some());
        steady.sync().unwrap();
        assert_eq!(fs::read(&path).unwrap(), text);
    }

    #[test]
    fn trouble_of_the_thread_is_told_at_the_end() {
        let (calls, called) = sync_channel(0);
        let work = move || called.iter().try_for_each(|()| Err(io::Error::other("disk")));
        let helper = Helper { calls, thread: thread::spawn(work) };
        helper.calls.send(()).unwrap();
        let mut steady = Steady::new(tempfile::tempfile().unwrap());
        steady.helper = Some(helper);
        assert_eq!(steady.sync().unwrap_err().to_string(), "disk");
    }
}
