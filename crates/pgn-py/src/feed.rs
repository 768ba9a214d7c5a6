//! A channel from threads that read to an iterator of Python, which waits without the GIL.

use crate::errors::ErrorClass;
use pgn_db::error::{Error, ErrorKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How many batches wait for Python, at most.
const N_BATCHES: usize = 4;

/// How long the iterator waits before it looks for Ctrl-C.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The items that a thread sends to its iterator.
pub(crate) enum Message<O> {
    Batch(O),
    Failed(Error),
}

/// The end of the channel that a thread has.
pub(crate) struct Sender<O>(SyncSender<Message<O>>);

impl<O> Sender<O> {
    /// Sends a message; an error if the receiver is gone.
    pub(crate) fn send(&self, message: Message<O>) -> Result<(), Error> {
        let gone = |_| Error::new(ErrorKind::ClosedPipe, "games", "the receiver is closed");
        self.0.send(message).map_err(gone)
    }
}

/// The end of the channel that an iterator has; the thread ends when it is dropped.
pub(crate) struct Feed<O> {
    receiver: Mutex<Receiver<Message<O>>>,
}

impl<O: Send + 'static> Feed<O> {
    /// A feed that a separate thread fills.
    pub(crate) fn start(fill: impl FnOnce(Sender<O>) + Send + 'static) -> std::io::Result<Feed<O>> {
        let (sender, receiver) = sync_channel(N_BATCHES);
        let thread = std::thread::Builder::new().name("pgnkit".to_owned());
        thread.spawn(move || fill(Sender(sender)))?;
        Ok(Feed { receiver: Mutex::new(receiver) })
    }

    /// The next message, if one comes before it is time to look for Ctrl-C.
    fn receive(&self) -> Result<Message<O>, RecvTimeoutError> {
        let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        receiver.recv_timeout(SIGNAL_INTERVAL)
    }

    /// The next batch, waited for without the GIL; `None` at the end.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<O>> {
        loop {
            match py.detach(|| self.receive()) {
                Ok(Message::Batch(batch)) => return Ok(Some(batch)),
                Ok(Message::Failed(error)) => return Err(read_error(py, &error)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

/// Checks for Ctrl-C while a library that has no Python code pulls the stream.
#[derive(Debug)]
pub(crate) struct SignalWatch {
    last: Instant,
}

impl SignalWatch {
    pub(crate) fn new() -> SignalWatch {
        SignalWatch { last: Instant::now() }
    }

    /// Whether to stop. The exception cannot pass through that library, so Python raises it again
    /// when the library has returned.
    pub(crate) fn is_interrupted(&mut self) -> bool {
        if self.last.elapsed() < SIGNAL_INTERVAL {
            return false;
        }
        self.last = Instant::now();
        let raised = Python::try_attach(|py| {
            let is_raised = py.check_signals().is_err();
            if is_raised {
                let main = py.import("_thread").and_then(|thread| thread.getattr("interrupt_main"));
                // Without that module, the error of the library has the reason.
                let _ = main.and_then(|interrupt| interrupt.call0());
            }
            is_raised
        });
        // The interpreter may be about to end.
        raised.unwrap_or(true)
    }
}

/// Runs long work in a separate thread. Ctrl-C ends the wait at once, and the work when it next
/// checks whether to stop.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Stop::default();
    let told = stop.clone();
    let feed = Feed::start(move |sender| {
        // If the receiver is gone, the result is not needed.
        let _ = sender.send(Message::Batch(work(&told)));
    })?;
    let done = feed.next(py).inspect_err(|_| stop.0.store(true, Ordering::Relaxed))?;
    done.ok_or_else(|| PyRuntimeError::new_err("the thread that did the work has ended"))
}

/// Says whether work is to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// An error if it is.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(Error::new(ErrorKind::ClosedPipe, "games", "the receiver is closed")),
            false => Ok(()),
        }
    }
}

/// The state of an iterator, for one thread at a time.
///
/// # Errors
/// If another thread is reading the iterator.
pub(crate) fn one_thread<T>(state: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    match state.try_lock() {
        Ok(state) => Ok(state),
        Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "another thread is reading this iterator: give each thread its own, or let one thread \
             read and pass the items on",
        )),
    }
}

/// The exception of a file that cannot be read.
pub(crate) fn read_error(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error.kind() {
        ErrorKind::NotFound => ErrorClass::MissingFile,
        _ => ErrorClass::Read,
    };
    class.raise_in(py, error, error.what())
}
