//! Pages: a side file consists of pages, each with a checksum.
//!
//! The contents of all pages form one long byte string, and all places in a side file are offsets
//! in it. So everything that is read was checked, and only the requested pages are read.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, ErrorKind};
use crate::source::SharedFile;

/// The length of a page in bytes, as disks and systems read them.
pub(super) const PAGE_BYTES: usize = 4096;

pub(super) const CONTENT_BYTES: usize = PAGE_BYTES - 4;

/// The number of pages that are cached.
const PAGES_KEPT: usize = 1024;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PageSection {
    pub(super) at: u64,
    pub(super) len: u64,
}

/// The check sum of a page.
fn sum(number: u64, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

pub(super) struct PageWriter<W> {
    to: W,
    content: Vec<u8>,
    number: u64,
}

impl<W: Write> PageWriter<W> {
    /// The first page that is written has this number.
    pub(super) fn new(to: W, number: u64) -> PageWriter<W> {
        PageWriter { to, content: Vec::with_capacity(PAGE_BYTES), number }
    }

    pub(super) fn at(&self) -> u64 {
        self.number * CONTENT_BYTES as u64 + self.content.len() as u64
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Writes a section, and returns its place.
    pub(super) fn section(&mut self, bytes: &[u8]) -> io::Result<PageSection> {
        let at = self.at();
        self.write(bytes)?;
        Ok(PageSection { at, len: bytes.len() as u64 })
    }

    pub(super) fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if let (true, Some((page, rest))) =
                (self.content.is_empty(), bytes.split_first_chunk::<CONTENT_BYTES>())
            {
                self.write_page(page)?;
                bytes = rest;
                continue;
            }
            let n = bytes.len().min(CONTENT_BYTES - self.content.len());
            self.content.extend_from_slice(&bytes[..n]);
            bytes = &bytes[n..];
            if self.content.len() == CONTENT_BYTES {
                self.end_page()?;
            }
        }
        Ok(())
    }

    /// Fills the page that was begun with zeros.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        if !self.content.is_empty() {
            self.content.resize(CONTENT_BYTES, 0);
            self.end_page()?;
        }
        Ok(())
    }

    /// Returns the sink, which contains only complete pages.
    pub(super) fn into_sink(self) -> W {
        self.to
    }

    fn end_page(&mut self) -> io::Result<()> {
        let content = std::mem::take(&mut self.content);
        self.write_page(&content)?;
        self.content = content;
        self.content.clear();
        Ok(())
    }

    fn write_page(&mut self, content: &[u8]) -> io::Result<()> {
        self.to.write_all(content)?;
        self.to.write_all(&sum(self.number, content).to_le_bytes())?;
        self.number += 1;
        Ok(())
    }
}

/// Reads contents, and checks every page that it touches.
#[derive(Debug)]
pub(super) struct PageReader {
    file: SharedFile,
    name: String,
    page_count: u64,
    kept: Mutex<HashMap<u64, Arc<[u8]>>>,
}

impl PageReader {
    /// Pages of a file of this many bytes; `name` is for messages.
    pub(super) fn new(file: SharedFile, name: String, file_bytes: u64) -> PageReader {
        let page_count = file_bytes / PAGE_BYTES as u64;
        PageReader { file, name, page_count, kept: Mutex::new(HashMap::new()) }
    }

    pub(super) fn page_count(&self) -> u64 {
        self.page_count
    }

    /// An error about damage in the side file.
    pub(super) fn damaged(&self, why: &str) -> Error {
        Error::new(ErrorKind::Damaged, &self.name, why)
            .with_hint("`pgn index` on the file beside it rebuilds it")
    }

    /// A part of a section: `len` bytes from `from` on.
    ///
    /// # Errors
    /// If it is not in the section, if a page is damaged, and errors of the system.
    pub(super) fn read(
        &self,
        section: PageSection,
        from: u64,
        len: usize,
    ) -> Result<Vec<u8>, Error> {
        let end = from.checked_add(len as u64).filter(|end| *end <= section.len);
        let at = section.at.checked_add(from);
        let (Some(_), Some(at)) = (end, at) else {
            return Err(self.damaged("points outside the file"));
        };
        if len == 0 {
            return Ok(Vec::new());
        }
        let page = CONTENT_BYTES as u64;
        let (first, skipped) = (at / page, (at % page) as usize);
        let page_count = (skipped + len).div_ceil(CONTENT_BYTES);
        if first.checked_add(page_count as u64).is_none_or(|end| end > self.page_count) {
            return Err(self.damaged("points outside the file"));
        }
        if page_count > 2 {
            let mut bytes = self.read_pages(first, page_count)?;
            bytes.drain(..skipped);
            bytes.truncate(len);
            return Ok(bytes);
        }
        let mut bytes = Vec::with_capacity(len);
        for number in first..first + page_count as u64 {
            let content = self.page(number)?;
            let begin = if number == first { skipped } else { 0 };
            let end = CONTENT_BYTES.min(begin + len - bytes.len());
            bytes.extend_from_slice(&content[begin..end]);
        }
        Ok(bytes)
    }

    pub(super) fn read_all(&self, section: PageSection) -> Result<Vec<u8>, Error> {
        let len = usize::try_from(section.len).unwrap_or(usize::MAX);
        self.read(section, 0, len)
    }

    fn page(&self, number: u64) -> Result<Arc<[u8]>, Error> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(content) = lock().get(&number) {
            return Ok(Arc::clone(content));
        }
        let content: Arc<[u8]> = self.read_pages(number, 1)?.into();
        let mut kept = lock();
        if kept.len() >= PAGES_KEPT {
            kept.clear();
        }
        kept.insert(number, Arc::clone(&content));
        Ok(content)
    }

    /// The contents of pages that follow each other.
    pub(super) fn read_pages(&self, first: u64, page_count: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; page_count * PAGE_BYTES];
        let mut filled = 0;
        while filled < bytes.len() {
            let offset = first * PAGE_BYTES as u64 + filled as u64;
            match self.file.read_at(offset, &mut bytes[filled..]) {
                Ok(0) => return Err(self.damaged("is truncated")),
                Ok(n) => filled += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::from_io(&self.name, error)),
            }
        }
        for n in 0..page_count {
            let (from, to) = (n * PAGE_BYTES, n * CONTENT_BYTES);
            let (content, found) = bytes[from..from + PAGE_BYTES].split_at(CONTENT_BYTES);
            let number = first + n as u64;
            if sum(number, content).to_le_bytes() != *found {
                return Err(self.damaged(&format!("page {number} is damaged")));
            }
            bytes.copy_within(from..from + CONTENT_BYTES, to);
        }
        bytes.truncate(page_count * CONTENT_BYTES);
        Ok(bytes)
    }

    pub(super) fn verify(&self) -> Result<(), Error> {
        const PAGES_AT_ONCE: u64 = 256;
        let mut first = 0;
        while first < self.page_count {
            let n = PAGES_AT_ONCE.min(self.page_count - first);
            self.read_pages(first, n as usize)?;
            first += n;
        }
        Ok(())
    }
}
