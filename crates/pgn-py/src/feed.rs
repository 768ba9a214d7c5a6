//! A channel from threads that read to an iterator of Python, which waits without the GIL.
//!
//! Owns: the channel, Ctrl-C while waiting. Knows nothing of: what goes through it.

use crate::errors::ErrorClass;
use pgn_db::error::{Error, ErrorKind};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many batches wait for Python, at most.
const N_BATCHES: usize = 4;

/// How long the iterator waits before it looks for Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// What a thread sends to its iterator.
pub(crate) enum Message<O> {
    Batch(O),
    Trouble(Error),
}

/// The end of the channel that a thread has.
pub(crate) struct Sender<O>(SyncSender<Message<O>>);

impl<O> Sender<O> {
    /// Hands a message over; an error when nobody takes it any more.
    pub(crate) fn send(&self, message: Message<O>) -> Result<(), Error> {
        let gone = |_| Error::new(ErrorKind::ClosedPipe, "games", "nobody takes them any more");
        self.0.send(message).map_err(gone)
    }
}

/// The end of the channel that an iterator has; the thread ends when it is dropped.
pub(crate) struct Feed<O> {
    receiver: Mutex<Receiver<Message<O>>>,
}

impl<O: Send + 'static> Feed<O> {
    /// A feed that a thread of its own fills.
    pub(crate) fn start(fill: impl FnOnce(Sender<O>) + Send + 'static) -> std::io::Result<Feed<O>> {
        let (sender, receiver) = sync_channel(N_BATCHES);
        let thread = std::thread::Builder::new().name("pgnkit".to_owned());
        thread.spawn(move || fill(Sender(sender)))?;
        Ok(Feed { receiver: Mutex::new(receiver) })
    }

    /// The next batch, waited for without the GIL; `None` at the end.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<O>> {
        loop {
            let received = py.detach(|| {
                let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.recv_timeout(SIGNAL_INTERVAL)
            });
            match received {
                Ok(Message::Batch(batch)) => return Ok(Some(batch)),
                Ok(Message::Trouble(error)) => return Err(read_error(py, &error)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

/// The exception of a file that cannot be read.
pub(crate) fn read_error(py: Python<'_>, error: &Error) -> PyErr {
    ErrorClass::Read.raise_in(py, error, error.what())
}
