//! Where games come from: files by name, bytes, and files that Python opens.
//!
//! ```text
//! Python's sources ─ _scan.expand ─┬─ paths: opened by Rust
//!                                  ├─ bytes: read in place
//!                                  └─ streams: opened and read by Python, a block at a time
//! ```

use pgn_db::source::{Inputs, Wanted, is_game_file_name};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// The name of bytes in messages.
const BYTES_NAME: &str = "<bytes>";

/// Sources that can be read several times. Clones share what they have.
#[derive(Clone)]
pub(crate) struct Sources {
    items: Arc<[SourceItem]>,
    /// Temporary files among the paths; they stay until reading ends.
    _copies: Arc<Py<PyAny>>,
}

enum SourceItem {
    Path(PathBuf),
    Bytes(Arc<PyBackedBytes>),
    /// Its name and size, and the object that opens it.
    Stream(String, Option<u64>, Arc<Py<PyAny>>),
}

/// The sources that a value of Python names: the text of a path or pattern, an address, an open
/// file, bytes, or several of these.
pub(crate) fn sources_of(value: &Bound<'_, PyAny>) -> PyResult<Sources> {
    let expanded = value.py().import(intern!(value.py(), "pgnkit._scan"))?;
    let expanded = expanded.call_method1(intern!(value.py(), "expand"), (value,))?;
    let (found, copies): (Vec<Bound<'_, PyAny>>, Py<PyAny>) = expanded.extract()?;
    let item = |found: &Bound<'_, PyAny>| -> PyResult<SourceItem> {
        if let Ok(bytes) = found.cast::<PyBytes>() {
            return Ok(SourceItem::Bytes(Arc::new(bytes.clone().into())));
        }
        if let Ok(path) = found.extract() {
            return Ok(SourceItem::Path(path));
        }
        let (name, size) = (found.getattr("name")?.extract()?, found.getattr("size")?.extract()?);
        Ok(SourceItem::Stream(name, size, Arc::new(found.clone().unbind())))
    };
    let items: PyResult<Arc<[SourceItem]>> = found.iter().map(item).collect();
    Ok(Sources { items: items?, _copies: Arc::new(copies) })
}

impl Sources {
    /// The inputs, in order.
    pub(crate) fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::none();
        for item in self.items.iter() {
            inputs = match item {
                SourceItem::Path(path) => inputs.with(Inputs::gather(std::slice::from_ref(path))),
                SourceItem::Bytes(bytes) => {
                    let size = Some(bytes.len() as u64);
                    let read = Cursor::new(SharedBytes(Arc::clone(bytes)));
                    inputs.with_stream(BYTES_NAME, size, Box::new(read))
                }
                SourceItem::Stream(name, size, stream) => {
                    let read =
                        StreamReader { stream: Arc::clone(stream), file: None, is_over: false };
                    inputs.with_stream(name.as_str(), *size, Box::new(read))
                }
            };
        }
        inputs
    }

    /// Whether reading them needs Python.
    pub(crate) fn need_python(&self) -> bool {
        self.items.iter().any(|item| matches!(item, SourceItem::Stream(..)))
    }
}

/// Whether a name is that of a file with games, as those that are read from a folder.
#[pyfunction]
pub(crate) fn is_game_file(name: &str) -> bool {
    is_game_file_name(name, Wanted::Games)
}

struct SharedBytes(Arc<PyBackedBytes>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Reads a file that Python opens when its first bytes are needed.
struct StreamReader {
    stream: Arc<Py<PyAny>>,
    file: Option<Py<PyAny>>,
    is_over: bool,
}

impl StreamReader {
    fn read_some(&mut self, py: Python<'_>, buffer: &mut [u8]) -> PyResult<usize> {
        let file = match &self.file {
            Some(file) => file.bind(py).clone(),
            None => {
                let file = self.stream.bind(py).call_method0(intern!(py, "open"))?;
                self.file.insert(file.unbind()).bind(py).clone()
            }
        };
        let block = file.call_method1(intern!(py, "read"), (buffer.len(),))?;
        let block = block.cast::<PyBytes>().map_err(|_| {
            let message = "expected a file that is open in binary mode, found one for text";
            PyTypeError::new_err(message)
        })?;
        let bytes = block.as_bytes();
        let target = buffer
            .get_mut(..bytes.len())
            .ok_or_else(|| PyValueError::new_err("`read` returned more than it was asked for"))?;
        target.copy_from_slice(bytes);
        if bytes.is_empty() {
            self.is_over = true;
            self.file = None;
            file.call_method0(intern!(py, "close"))?;
        }
        Ok(bytes.len())
    }
}

impl Read for StreamReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over || buffer.is_empty() {
            return Ok(0);
        }
        let read = Python::try_attach(|py| self.read_some(py, buffer).map_err(io::Error::from));
        read.unwrap_or_else(|| Err(io::Error::other("the Python interpreter has ended")))
    }
}
