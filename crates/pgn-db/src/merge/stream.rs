//! A file that is read while others are: its games wait until someone asks for the next one.
//!
//! Owns: the thread's side and the asker's side of the way between them. Knows nothing of: the
//! order of games.
//! Standard: none.
//! Start at [`Stream`].

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::carry::{Carriage, Counts, Load};
use crate::error::{Error, ErrorKind};
use crate::scan::{Chunk, Collect, SourceInfo};

/// What comes from the thread.
pub(super) enum Message {
    Load(Load),
    /// A source of this name is over.
    End(String),
}

/// The asker's side.
pub(super) struct Stream {
    from: Receiver<Message>,
    load: Load,
    at: usize,
    counts: Counts,
    /// What moving the games took, by source.
    pub(super) ends: Vec<(String, Counts)>,
    /// Texts that belong to no game, and have not been asked for.
    pub(super) tails: Vec<Vec<u8>>,
}

/// The thread's side.
pub(super) struct Sender(SyncSender<Message>);

/// How many chunks wait on the way.
const WAITING: usize = 1;

impl Stream {
    /// Both sides.
    pub(super) fn new() -> (Sender, Stream) {
        let (to, from) = sync_channel(WAITING);
        let (load, counts) = (Load::default(), Counts::default());
        let stream = Stream { from, load, at: 0, counts, ends: Vec::new(), tails: Vec::new() };
        (Sender(to), stream)
    }

    /// Waits for the next game; it is then the [present](Stream::present) one, if there is one.
    pub(super) fn advance(&mut self) {
        self.at += 1;
        while self.load.carriage(self.at).is_none() {
            match self.from.recv() {
                Ok(Message::Load(load)) => {
                    self.counts.join(load.counts);
                    self.tails.extend(load.tails().map(<[u8]>::to_vec));
                    (self.load, self.at) = (load, 0);
                }
                Ok(Message::End(name)) => {
                    self.ends.push((name, std::mem::take(&mut self.counts)));
                }
                Err(_) => return,
            }
        }
    }

    /// The game that is next; `None` behind the last one, and before the first
    /// [`advance`](Stream::advance).
    pub(super) fn present(&self) -> Option<Carriage<'_>> {
        self.load.carriage(self.at)
    }
}

impl Sender {
    fn send(&self, message: Message) -> Result<(), Error> {
        let nobody = |_| Error::new(ErrorKind::ClosedPipe, "games", "nobody asks any more");
        self.0.send(message).map_err(nobody)
    }
}

impl Collect<Load> for Sender {
    fn begin(&mut self, _: &SourceInfo) -> Result<(), Error> {
        Ok(())
    }

    fn take(&mut self, _: Chunk, load: Load) -> Result<(), Error> {
        self.send(Message::Load(load))
    }

    // What is wrong with a source was told when it was read first.
    fn end(&mut self, source: &SourceInfo, _: Result<(), Error>) -> Result<(), Error> {
        self.send(Message::End(source.name.clone()))
    }

    fn trouble(&mut self, _: Error) -> Result<(), Error> {
        Ok(())
    }
}
