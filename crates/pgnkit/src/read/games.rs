//! Games from a stream, one after the other.
//!
//! Standard: §8. Decisions: D-01, D-70.

use super::builder::Builder;
use super::illegal_moves::IllegalMoves;
use super::note::{Note, NoteSink};
use super::referee::Referee;
use crate::charset::{Choice, Encoding};
use crate::game::{Game, Layout};
use pgn_chess::notation::san::SanOptions;
use pgn_chess::option_struct;
use pgn_syntax::{Diagnostic, GameStart, Limits, Reader, Region, sniff};
use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

option_struct! {
    "use pgnkit::{charset::Choice, chess::notation::san::SanOptions, read::*, syntax::Limits};";
    /// Options for reading games.
    ///
    /// ```
    /// # use pgnkit::read::{Games, ReadOptions};
    /// let options = ReadOptions::default().with_encoding("utf-8".parse().unwrap_or_default());
    /// assert_eq!(Games::with(&b"1. e4 *"[..], options, ()).count(), 1);
    /// ```
    #[derive(Debug, Clone, Copy, Default)]
    pub struct ReadOptions {
        /// The encoding; by default detected for each field (D-01), after a look at the first
        /// [`LOOK_AHEAD_BYTES`] of the stream, which may show that it is not a Western one (D-70).
        encoding, with_encoding: Choice = "Choice::Auto",
        /// Accepted spellings of moves, in addition to those that are always accepted.
        lax, with_lax: SanOptions = "SanOptions::default().with_queen(true)",
        /// What to do with illegal moves.
        illegal_moves, with_illegal_moves: IllegalMoves = "IllegalMoves::Keep",
        /// The limits of the reader.
        limits, with_limits: Limits = "Limits::default().with_tag_bytes_max(1_000)",
    }
}

/// The games of a stream.
///
/// Reading never fails on bad data: findings go to the note sink, and every game is returned as far
/// as it can be read. Compressed data is an error; `pgn_db::open_games` opens and decompresses
/// files. Memory: a buffer and one game.
///
/// ```
/// use pgnkit::read::Games;
///
/// let mut n_plies = Vec::new();
/// for game in Games::new(&b"1. e4 e5 * 1. d4 *"[..]) {
///     n_plies.push(game?.n_plies());
/// }
/// assert_eq!(n_plies, [2, 1]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Games<R, S = ()> {
    reader: Reader<Peeked<R>>,
    referee: Referee<Builder, S>,
    encoding: Choice,
    is_begun: bool,
    is_over: bool,
}

/// How much of a stream is read before its first game, to recognize its encoding, unless the
/// encoding is named: 64 KiB.
pub const LOOK_AHEAD_BYTES: usize = 64 << 10;

/// The number of bytes needed to detect a compression.
const HEAD_BYTES: usize = 8;

/// A stream whose first bytes were examined.
#[derive(Debug)]
struct Peeked<R> {
    source: R,
    head: Vec<u8>,
    /// The number of bytes of the head that were read.
    n_read: usize,
    /// The diagnostics after the head.
    error: Option<io::Error>,
}

impl<R: Read> Peeked<R> {
    /// Reads the head, `n_bytes` long unless the stream is shorter.
    fn peek(&mut self, n_bytes: usize) -> io::Result<&[u8]> {
        self.error = (&mut self.source).take(n_bytes as u64).read_to_end(&mut self.head).err();
        match sniff::compression(&self.head) {
            Some(name) => {
                let message = format!("compressed data ({name}), expected PGN: unpack them first");
                Err(io::Error::new(io::ErrorKind::InvalidData, message))
            }
            None => Ok(&self.head),
        }
    }
}

impl<R: Read> Read for Peeked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = &self.head[self.n_read..];
        if !rest.is_empty() {
            let n_bytes = rest.read(buffer)?;
            self.n_read += n_bytes;
            return Ok(n_bytes);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.source.read(buffer),
        }
    }
}

impl<R: Read> Games<R> {
    /// The games of `source`, without findings.
    ///
    /// ```
    /// let mut games = pgnkit::read::Games::new(&b"1. e4 * 1. d4 *"[..]);
    /// assert_eq!(games.by_ref().count(), 2);
    /// ```
    pub fn new(source: R) -> Games<R> {
        Games::with(source, ReadOptions::default(), ())
    }
}

impl<R: Read, S: NoteSink> Games<R, S> {
    /// The games of `source`, read with these options; findings go to `notes`.
    ///
    /// ```
    /// use pgnkit::read::{Games, ReadOptions};
    ///
    /// let notes = Vec::new();
    /// let mut games = Games::with(&b"1. e4 e5 2. Ke3 *"[..], ReadOptions::default(), notes);
    /// assert_eq!(games.next().expect("a game")?.n_plies(), 2);
    /// assert_eq!(games.notes()[0].code.to_string(), "C001"); // illegal-move
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with(source: R, options: ReadOptions, notes: S) -> Games<R, S> {
        let source = Peeked { source, head: Vec::new(), n_read: 0, error: None };
        Games {
            reader: Reader::with_limits(source, options.limits),
            referee: referee(options, notes),
            encoding: options.encoding,
            is_begun: false,
            is_over: false,
        }
    }

    /// Reads the next game into `game`, and reuses its memory. Returns whether there was one.
    ///
    /// After
    /// the largest game of a file, further games need no allocations.
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
    /// If the stream fails; no games follow after that.
    pub fn read_into(&mut self, game: &mut Game) -> io::Result<bool> {
        self.referee.listener.swap(game);
        let read = self.advance();
        let is_whole = self.referee.listener.swap(game);
        if !is_whole {
            game.clear();
        }
        read.map(|()| is_whole)
    }

    /// Looks at the beginning of the stream.
    fn begin(&mut self) -> io::Result<()> {
        let n_bytes = if self.encoding == Choice::Auto { LOOK_AHEAD_BYTES } else { HEAD_BYTES };
        let head = self.reader.source_mut().peek(n_bytes)?;
        let encoding = self.encoding.for_head(head, n_bytes);
        if encoding != self.encoding {
            self.referee.set_encoding(encoding);
            self.referee.listener.set_encoding(encoding);
        }
        Ok(())
    }

    /// Reads on until the builder has a game or the stream is over.
    fn advance(&mut self) -> io::Result<()> {
        if !self.is_begun {
            self.is_begun = true;
            if let Err(error) = self.begin() {
                self.is_over = true;
                return Err(error);
            }
        }
        while !self.is_over {
            match self.reader.visit_game(&mut self.referee) {
                Ok(Some(_)) => {}
                Ok(None) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    return Err(error);
                }
            }
            if self.referee.listener.game().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// The same without movetext: each game has its tags, but no moves and no outcome. A few times
    /// faster.
    ///
    /// ```
    /// use pgnkit::read::Games;
    ///
    /// for game in Games::new(&b"[White \"Tal\"]\n\n1. e4 *"[..]).tags_only() {
    ///     assert_eq!(game?.tag("White"), Some("Tal"));
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn tags_only(mut self) -> Games<R, S> {
        self.referee.listener.skip_movetext();
        self
    }

    /// The note sink.
    ///
    /// ```
    /// use pgnkit::read::{Games, ReadOptions};
    /// let mut games = Games::with(&b"1. e4 e5 2. Nf6 *"[..], ReadOptions::default(), Vec::new());
    /// games.by_ref().for_each(drop);
    /// assert_eq!(games.notes()[0].code.to_string(), "C001");
    /// ```
    pub fn notes(&mut self) -> &mut S {
        &mut self.referee.notes
    }
}

fn referee<S: NoteSink>(options: ReadOptions, notes: S) -> Referee<Builder, S> {
    let referee = Referee::new(Builder::new(options.encoding), notes).lax(options.lax);
    referee.encoding(options.encoding).illegal_moves(options.illegal_moves)
}

impl<R: Read, S: NoteSink> Iterator for Games<R, S> {
    type Item = io::Result<Game>;

    /// The next game. An error of the stream comes last, after the truncated game.
    fn next(&mut self) -> Option<io::Result<Game>> {
        match self.advance() {
            Ok(()) => self.referee.listener.take().map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

/// The text has no game.
///
/// ```
/// # use pgnkit::{Game, read::{Games, NoGameError, ReadOptions, read_region}, syntax::Regions};
/// assert_eq!("".parse::<Game>(), Err(NoGameError));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoGameError;

impl fmt::Display for NoGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a game, found none")
    }
}

impl std::error::Error for NoGameError {}

/// The first game of a text, as far as it can be read; [`Games`] reads all games and reports
/// findings.
///
/// ```
/// use pgnkit::{Game, read::NoGameError};
///
/// let game: Game = "[White \"Tal\"]\n\n1. e4 e5 2. Nf3 *".parse()?;
/// assert_eq!(game.n_plies(), 3);
/// assert_eq!("".parse::<Game>(), Err(NoGameError));
/// # Ok::<(), NoGameError>(())
/// ```
impl FromStr for Game {
    type Err = NoGameError;

    fn from_str(text: &str) -> Result<Game, NoGameError> {
        let options = ReadOptions::default().with_encoding(Choice::Fixed(Encoding::Utf8));
        // Bytes in memory are read without fail, unless they are compressed.
        Games::with(text.as_bytes(), options, ()).next().and_then(Result::ok).ok_or(NoGameError)
    }
}

/// The game of one region with its layout, so that it can be written with its original spelling;
/// findings go to `notes`. `None` if the region has no game, only other text.
#[doc(hidden)]
pub fn read_region_with_layout<S: NoteSink>(
    region: &Region<'_>,
    options: ReadOptions,
    mut notes: S,
) -> Option<(Game, Layout)> {
    let builder = Builder::with_places(options.encoding);
    let mut builder = build(region, builder, options, Erased(&mut notes));
    let layout = builder.layout(region.text)?;
    Some((builder.take()?, layout))
}

/// Type-erased notes, so that the code that reads for them is compiled only once.
struct Erased<'a>(&'a mut dyn NoteSink);

impl NoteSink for Erased<'_> {
    fn note(&mut self, note: Note<'_>) {
        self.0.note(note);
    }

    fn outside(&mut self, start: GameStart, diagnostic: Diagnostic) {
        self.0.outside(start, diagnostic);
    }
}

/// Reads a region with a builder.
fn build(
    region: &Region<'_>,
    builder: Builder,
    options: ReadOptions,
    notes: Erased<'_>,
) -> Builder {
    let referee = Referee::new(builder, notes).lax(options.lax).encoding(options.encoding);
    let mut referee = referee.illegal_moves(options.illegal_moves);
    let _ = region.visit_dyn(&mut referee);
    referee.listener
}

/// The tags of the game of one region with their layout, for editing them and for
/// [`write_tags_verbatim`](crate::write::write_tags_verbatim).
///
/// The movetext is skipped: the game has no moves, and its outcome is unknown. `None` if the region
/// has no game. A few times faster than reading the game.
///
/// ```
/// use pgnkit::read::{ReadOptions, read_region_tags};
/// use pgnkit::write::write_tags_verbatim;
///
/// let source = "[White  \"Tal\"]\n\n1.e4   *\n";
/// let mut regions = pgnkit::syntax::Regions::new(source.as_bytes());
/// let region = regions.next_region()?.expect("a game");
/// let (mut game, layout) = read_region_tags(&region, ReadOptions::default()).expect("a game");
/// game.set_tag("ECO", "B00")?;
/// let mut text = Vec::new();
/// write_tags_verbatim(&game, &layout, &mut text);
/// assert_eq!(text, b"[White  \"Tal\"]\n[ECO \"B00\"]\n\n1.e4   *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_region_tags(region: &Region<'_>, options: ReadOptions) -> Option<(Game, Layout)> {
    let builder = Builder::tags_with_places(options.encoding);
    let mut builder = build(region, builder, options, Erased(&mut ()));
    let layout = builder.tag_layout(region.text)?;
    Some((builder.take()?, layout))
}

/// The game of one region, if it has one; findings go to `notes`.
///
/// ```
/// # use pgnkit::{Game, read::{Games, NoGameError, ReadOptions, read_region}, syntax::Regions};
/// let mut regions = Regions::new(&b"1. e4 *"[..]);
/// let region = regions.next_region()?.expect("a game");
/// let game = read_region(&region, ReadOptions::default(), ()).expect("a game");
/// assert_eq!(game.n_plies(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_region<S: NoteSink>(
    region: &Region<'_>,
    options: ReadOptions,
    mut notes: S,
) -> Option<Game> {
    build(region, Builder::new(options.encoding), options, Erased(&mut notes)).take()
}
