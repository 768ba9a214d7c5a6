//! Reading: games from a stream of PGC records (§20.4, D-53, D-54).

use super::comment::{Payload, unspell};
use super::error::{Misread, PgcError};
use super::fault;
use super::item::Width;
use super::line::RecordLines;
use super::marker::Marker;
use super::record::Source;
use pgnkit::game::{Game, NodeId};
use pgnkit::internal::says_start;
use pgnkit::nag::Nag;
use pgnkit::syntax::{CommentKind, Fault};
use pgnkit::tag::{Outcome, ROSTER};
use std::io::Read;

/// The maximum number of bytes of records that are read of one game; the rest is skipped.
///
/// A game
/// with this many moves is a text of about sixty million bytes, and takes forty times as much
/// memory as its records.
pub const GAME_BYTES_MAX: u64 = 8 << 20;

/// The maximum number of reported misreads of a game; damaged data may have any number.
const MISREADS_MAX: usize = 100;

/// The games of a stream of PGC records.
///
/// Problems in single records are collected, and every game is returned as far as it can be read.
/// Reading ends at truncated data, and at a marker that the standard does not define, because the
/// start of the next record is then unknown. Memory: a buffer of 128 KiB and one game.
///
/// ```
/// use pgn_formats::pgc::Decoder;
/// use pgnkit::Game;
///
/// let mut game = Game::new();
/// assert!(!Decoder::new(&b""[..]).read_into(&mut game)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Decoder<R> {
    source: Source<R>,
    lines: RecordLines,
    misreads: Vec<Misread>,
    /// The text of a comment whose next piece may follow.
    comment: Option<String>,
    /// The marker of a game that began inside another.
    pending: Option<(Marker, u64)>,
    is_over: bool,
    text: [String; 2],
}

impl<R: Read> Decoder<R> {
    /// A decoder for this stream, which it reads in pieces of up to 128 KiB.
    pub fn new(read: R) -> Decoder<R> {
        Decoder {
            source: Source::new(read),
            lines: RecordLines::default(),
            misreads: Vec::new(),
            comment: None,
            pending: None,
            is_over: false,
            text: Default::default(),
        }
    }

    /// Reads the next game into `game`, and reuses its memory. Returns whether there was one.
    ///
    /// # Errors
    /// If the stream fails, is truncated, or cannot be decoded further; no games follow after that.
    ///
    /// ```
    /// use pgn_formats::pgc::{Decoder, Encode, Encoder};
    ///
    /// let game: pgnkit::Game = "1. e4 e5 *".parse()?;
    /// let mut bytes = Vec::new();
    /// Encoder::new(Encode::default()).append(&game, &mut bytes, &mut Vec::new())?;
    /// let (mut decoder, mut read) = (Decoder::new(&bytes[..]), pgnkit::Game::new());
    /// assert!(decoder.read_into(&mut read)?);
    /// assert_eq!(read.n_plies(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_into(&mut self, game: &mut Game) -> Result<bool, PgcError> {
        game.clear();
        self.misreads.clear();
        self.comment = None;
        self.lines.restart();
        if self.is_over {
            return Ok(false);
        }
        let read = self.next_game(game);
        if !matches!(read, Ok(true)) {
            self.is_over = true;
            game.clear();
        }
        read
    }

    /// The problems in the game that was read last and in the records before it, at most a hundred.
    /// After the last game, those in the records after it.
    ///
    /// ```
    /// use pgn_formats::pgc::Decoder;
    ///
    /// assert!(Decoder::new(&b""[..]).misreads().is_empty());
    /// ```
    #[must_use]
    pub fn misreads(&self) -> &[Misread] {
        &self.misreads
    }

    /// The number of bytes of records that were read so far.
    ///
    /// ```
    /// use pgn_formats::pgc::Decoder;
    ///
    /// assert_eq!(Decoder::new(&b""[..]).offset(), 0);
    /// ```
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.source.offset()
    }

    /// The marker that comes next, and its place; `None` at the end.
    fn marker(&mut self) -> Result<Option<(Marker, u64)>, PgcError> {
        if let Some(pending) = self.pending.take() {
            return Ok(Some(pending));
        }
        let offset = self.source.offset();
        let Some(code) = self.source.byte()? else { return Ok(None) };
        match Marker::of(code) {
            Some(marker) => Ok(Some((marker, offset))),
            None => Err(PgcError::Data(Misread { fault: &fault::UNDEFINED_MARKER, offset })),
        }
    }

    fn misread(&mut self, fault: &'static Fault, offset: u64) {
        if self.misreads.len() < MISREADS_MAX {
            self.misreads.push(Misread { fault, offset });
        }
    }

    fn next_game(&mut self, game: &mut Game) -> Result<bool, PgcError> {
        while let Some((marker, offset)) = self.marker()? {
            match marker {
                Marker::Noop => {}
                Marker::ReducedGame => {
                    self.reduced(game)?;
                    return Ok(true);
                }
                Marker::GameBegin => {
                    self.general(game, offset)?;
                    return Ok(true);
                }
                // As an escape line between two games in a text: it goes with the next one.
                Marker::Escape => self.escape(game, offset)?,
                Marker::TagPair => {
                    self.misread(&fault::MISPLACED_RECORD, offset);
                    self.source.row(Width::One)?;
                    self.source.row(Width::One)?;
                }
                Marker::ShortMoves | Marker::LongMoves => {
                    self.misread(&fault::MISPLACED_RECORD, offset);
                    self.source.row(width_of_moves(marker))?;
                }
                Marker::Nag => {
                    self.misread(&fault::MISPLACED_RECORD, offset);
                    self.source.int_1()?;
                }
                Marker::GameEnd | Marker::VariationBegin | Marker::VariationEnd => {
                    self.misread(&fault::MISPLACED_RECORD, offset);
                }
            }
        }
        if game.tree().has_annotations(NodeId::ROOT) || self.comment.is_some() {
            self.misread(&fault::MISPLACED_RECORD, self.source.offset());
        }
        Ok(false)
    }

    /// A reduced export format single game: seven values and moves.
    fn reduced(&mut self, game: &mut Game) -> Result<(), PgcError> {
        self.end_comment(game);
        for name in ROSTER {
            let [_, value] = &mut self.text;
            decode_latin1(self.source.row(Width::One)?, value);
            game.tags_mut_unchecked().push(name, value);
        }
        self.moves(game, Width::Two)?;
        settle(game);
        Ok(())
    }

    /// The records between begin and end; `begin` is the place of the begin.
    fn general(&mut self, game: &mut Game, begin: u64) -> Result<(), PgcError> {
        let mut is_overlong = false;
        loop {
            let Some((marker, offset)) = self.marker()? else {
                return Err(self.source.truncated());
            };
            if offset - begin > GAME_BYTES_MAX && !is_overlong {
                is_overlong = true;
                self.misread(&fault::OVERLONG_BINARY_GAME, offset);
                self.end_comment(game);
                self.lines.give_up();
            }
            match marker {
                Marker::Noop => {}
                Marker::TagPair => self.tag(game, offset, is_overlong)?,
                Marker::ShortMoves | Marker::LongMoves => {
                    self.end_comment(game);
                    self.moves(game, width_of_moves(marker))?;
                }
                Marker::Nag => {
                    self.end_comment(game);
                    let number = self.source.int_1()?;
                    if !self.lines.is_lost() {
                        game.tree_mut().add_nag(self.lines.node(), Nag(number.into()));
                    }
                }
                Marker::VariationBegin => {
                    self.end_comment(game);
                    if !self.lines.open(game) {
                        self.misread(&fault::MISPLACED_RECORD, offset);
                    }
                }
                Marker::VariationEnd => {
                    self.end_comment(game);
                    if !self.lines.close() && !is_overlong {
                        self.misread(&fault::MISPLACED_RECORD, offset);
                    }
                }
                Marker::Escape if is_overlong => {
                    self.source.row(Width::Two)?;
                }
                Marker::Escape => self.escape(game, offset)?,
                Marker::GameEnd => break self.end(game, offset, is_overlong),
                Marker::GameBegin | Marker::ReducedGame => {
                    self.pending = Some((marker, offset));
                    self.misread(&fault::MISPLACED_RECORD, offset);
                    break self.end(game, offset, true);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, game: &mut Game, offset: u64, is_told: bool) {
        self.end_comment(game);
        if self.lines.has_open() && !is_told {
            self.misread(&fault::MISPLACED_RECORD, offset);
        }
        settle(game);
    }

    fn tag(&mut self, game: &mut Game, offset: u64, is_overlong: bool) -> Result<(), PgcError> {
        self.end_comment(game);
        let is_late = self.lines.has_begun();
        if is_late && !is_overlong {
            self.misread(&fault::MISPLACED_RECORD, offset);
        }
        let [name, value] = &mut self.text;
        let is_odd = decode_name(self.source.row(Width::One)?, name);
        decode_latin1(self.source.row(Width::One)?, value);
        // Another start would change the meaning of the moves that were played.
        let is_start = is_late && says_start(name);
        if !is_overlong && !is_start {
            game.tags_mut_unchecked().push(name, value);
        }
        if is_odd {
            self.misread(&pgnkit::syntax::diagnostic::fault::BAD_TAG_NAME, offset);
        }
        Ok(())
    }

    fn moves(&mut self, game: &mut Game, width: Width) -> Result<(), PgcError> {
        let start = self.source.offset() + width.n_bytes() as u64;
        let ordinals = self.source.row(width)?;
        if let Some((n, fault)) = self.lines.play(game, ordinals) {
            self.misread(fault, start + n as u64);
        }
        Ok(())
    }

    /// An escape line, or a piece of a comment.
    fn escape(&mut self, game: &mut Game, offset: u64) -> Result<(), PgcError> {
        let payload = Payload::of(self.source.row(Width::Two)?);
        match (payload, &mut self.comment) {
            (Payload::Next(piece), Some(comment)) => unspell(piece, comment),
            (Payload::First(piece) | Payload::Next(piece), _) => {
                let mut text = String::new();
                unspell(piece, &mut text);
                let is_next = matches!(payload, Payload::Next(_));
                self.end_comment(game);
                self.comment = Some(text);
                if is_next {
                    self.misread(&fault::MISPLACED_RECORD, offset);
                }
            }
            (Payload::Other(bytes), _) => {
                let mut text = String::new();
                decode_latin1(bytes, &mut text);
                self.end_comment(game);
                game.tree_mut().add_comment(self.lines.node(), CommentKind::Escape, &text);
            }
        }
        Ok(())
    }

    /// Hands the comment to the game: no piece of it follows.
    #[inline]
    fn end_comment(&mut self, game: &mut Game) {
        if let Some(text) = self.comment.take() {
            game.tree_mut().add_comment(self.lines.node(), CommentKind::Brace, &text);
        }
    }
}

/// Iterates over the games.
impl<R: Read> Iterator for Decoder<R> {
    type Item = Result<Game, PgcError>;

    fn next(&mut self) -> Option<Result<Game, PgcError>> {
        let mut game = Game::new();
        match self.read_into(&mut game) {
            Ok(true) => Some(Ok(game)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

fn width_of_moves(marker: Marker) -> Width {
    if marker == Marker::LongMoves { Width::Two } else { Width::One }
}

/// The outcome is that of the Result tag, because there is no marker for it.
fn settle(game: &mut Game) {
    let outcome = game.tag(pgnkit::tag::RESULT).and_then(Outcome::parse_lax);
    game.put_outcome(outcome.unwrap_or_default());
}

fn decode_latin1(bytes: &[u8], text: &mut String) {
    text.clear();
    text.extend(bytes.iter().map(|&byte| char::from(byte)));
}

/// A name without characters that a text cannot have; these become underscores. Returns whether
/// there were any.
fn decode_name(bytes: &[u8], text: &mut String) -> bool {
    let may_stand = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    text.clear();
    text.extend(bytes.iter().map(|&byte| if may_stand(byte) { char::from(byte) } else { '_' }));
    if bytes.is_empty() {
        text.push('_');
    }
    bytes.is_empty() || !bytes.iter().all(|&byte| may_stand(byte))
}
