//! Games from a stream, one after the other.
//!
//! Owns: the front door of reading. Knows nothing of: files, compression.
//! Standard: §8. Decisions: D-01.
//! Start at [`Games`].

use super::builder::Builder;
use super::note::NoteSink;
use super::referee::Referee;
use crate::charset::Choice;
use crate::game::{Game, Layout};
use pgn_chess::notation::san::Lax;
use pgn_syntax::{Limits, Reader, Region};
use std::io::{self, Read};

/// How games are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    /// The encoding; by default decided for each game (D-01).
    pub encoding: Choice,
    /// What is allowed in moves beyond the forms that are always understood.
    pub lax: Lax,
    /// The bounds of the reader.
    pub limits: Limits,
}

/// The games of a stream. Reading never fails on bad data: what is wrong goes to the notes, and
/// every game that is there comes out, as far as it goes.
///
/// Memory: a buffer and one game.
#[derive(Debug)]
pub struct Games<R, S = ()> {
    reader: Reader<R>,
    referee: Referee<Builder, S>,
    is_over: bool,
}

impl<R: Read> Games<R> {
    /// The games of `source`; nobody takes notes.
    pub fn new(source: R) -> Games<R> {
        Games::with(source, ReadOptions::default(), ())
    }
}

impl<R: Read, S: NoteSink> Games<R, S> {
    /// The games of `source`, read with these options; faults go to `notes`.
    pub fn with(source: R, options: ReadOptions, notes: S) -> Games<R, S> {
        Games {
            reader: Reader::with_limits(source, options.limits),
            referee: referee(options, notes),
            is_over: false,
        }
    }

    /// Reads the next game into `game`, whose memory is used again; what it held is gone. Says
    /// whether there was one. Once the largest game of a file has been read, nothing is allocated
    /// for further ones.
    ///
    /// ```
    /// # use pgnkit::{Game, read::Games};
    /// let mut games = Games::new(&b"1. e4 * 1. d4 d5 *"[..]);
    /// let (mut game, mut n_plies) = (Game::new(), 0);
    /// while games.read_into(&mut game)? {
    ///     n_plies += game.n_plies();
    /// }
    /// assert_eq!(n_plies, 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the stream fails; there are no games behind that.
    pub fn read_into(&mut self, game: &mut Game) -> io::Result<bool> {
        self.referee.follow.swap(game);
        let read = self.advance();
        let is_whole = self.referee.follow.swap(game);
        if !is_whole {
            game.clear();
        }
        read.map(|()| is_whole)
    }

    /// Reads on until the builder has a game or the stream is over.
    fn advance(&mut self) -> io::Result<()> {
        while !self.is_over {
            match self.reader.visit_game(&mut self.referee) {
                Ok(Some(_)) => {}
                Ok(None) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    return Err(error);
                }
            }
            if self.referee.follow.game().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Who takes the notes.
    pub fn notes(&mut self) -> &mut S {
        &mut self.referee.notes
    }
}

fn referee<S: NoteSink>(options: ReadOptions, notes: S) -> Referee<Builder, S> {
    Referee::new(Builder::new(options.encoding), notes).lax(options.lax).encoding(options.encoding)
}

impl<R: Read, S: NoteSink> Iterator for Games<R, S> {
    type Item = io::Result<Game>;

    /// The next game. An error of the stream comes last, behind the game that it cut short.
    fn next(&mut self) -> Option<io::Result<Game>> {
        match self.advance() {
            Ok(()) => self.referee.follow.take().map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

/// The game of one region with its layout, so that it can be written as it was spelled; faults
/// go to `notes`. `None` when the region holds no game: then its text is all there is.
pub fn read_region_with_layout<S: NoteSink>(
    region: &Region<'_>,
    options: ReadOptions,
    notes: S,
) -> Option<(Game, Layout)> {
    let builder = Builder::with_places(options.encoding);
    let mut referee = Referee::new(builder, notes).lax(options.lax).encoding(options.encoding);
    match region.visit(&mut referee) {
        core::ops::ControlFlow::Continue(()) => {}
        core::ops::ControlFlow::Break(never) => match never {},
    }
    let layout = referee.follow.layout(region.text)?;
    Some((referee.follow.take()?, layout))
}

/// The tags of the game of one region with their layout, to be edited and written by
/// [`write_tags_verbatim`](crate::write::write_tags_verbatim). The movetext is passed over: the
/// game has no moves, and its outcome is not known. `None` when the region holds no game.
///
/// Cost: a few times less than reading the game.
///
/// ```
/// use pgnkit::read::{ReadOptions, read_region_tags};
/// use pgnkit::write::write_tags_verbatim;
///
/// let source = "[White  \"Tal\"]\n\n1.e4   *\n";
/// let mut regions = pgnkit::syntax::Regions::new(source.as_bytes());
/// let region = regions.next_region()?.expect("a game");
/// let (mut game, layout) = read_region_tags(&region, ReadOptions::default()).expect("a game");
/// game.tags.set("ECO", "B00");
/// let mut text = Vec::new();
/// write_tags_verbatim(&game, &layout, &mut text);
/// assert_eq!(text, b"[White  \"Tal\"]\n[ECO \"B00\"]\n\n1.e4   *\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_region_tags(region: &Region<'_>, options: ReadOptions) -> Option<(Game, Layout)> {
    let builder = Builder::tags_with_places(options.encoding);
    let mut referee = Referee::new(builder, ()).lax(options.lax).encoding(options.encoding);
    match region.visit(&mut referee) {
        core::ops::ControlFlow::Continue(()) => {}
        core::ops::ControlFlow::Break(never) => match never {},
    }
    let layout = referee.follow.tag_layout(region.text)?;
    Some((referee.follow.take()?, layout))
}

/// The game of one region, if it holds one; faults go to `notes`.
pub fn read_region<S: NoteSink>(
    region: &Region<'_>,
    options: ReadOptions,
    notes: S,
) -> Option<Game> {
    let mut referee = referee(options, notes);
    match region.visit(&mut referee) {
        core::ops::ControlFlow::Continue(()) => {}
        core::ops::ControlFlow::Break(never) => match never {},
    }
    referee.follow.take()
}
