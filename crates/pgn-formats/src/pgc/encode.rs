//! Writing: a game as PGC records, in one way only (§20.4, D-29, D-30, D-34, D-35, D-39, D-53,
//! D-54).
//!
//! ```text
//! seven tags, the usual array, moves alone   → 01 …
//! anything else                              → 05 tags, moves and what is between them, 06
//! ```

use super::item::Width;
use super::marker::Marker;
use super::tags::Strings;
use super::{comment, fault, ordinal};
use pgnkit::charset;
use pgnkit::chess::{Position, Variant};
use pgnkit::game::{Annotation, Game, NodeId, Start, Stop, UNPLAYABLE};
use pgnkit::internal::{Spelled, Walk, write_pairs};
use pgnkit::syntax::CommentKind;
use pgnkit::write::Profile;
use pgnkit::write::loss::{self, Loss, WriteError, count};
use std::io;

/// How to treat comments, for which PGC has no marker (D-53).
///
/// ```
/// use pgn_formats::pgc::{Comments, Encode, Encoder, Extent};
///
/// # let text = b"[White \"Tal\"]\n\n1. e4 e5 {open} 2. Nf3 *\n";
/// # let game = pgnkit::read::Games::new(&text[..]).next().unwrap()?;
/// let (mut bytes, mut losses) = (Vec::new(), Vec::new());
/// let encode = Encode::new(Comments::Escape, Extent::Archival);
/// Encoder::new(encode).append(&game, &mut bytes, &mut losses)?;
/// assert!(bytes.windows(4).any(|it| it == b"open"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Comments {
    /// Reject games with comments.
    #[default]
    Refuse,
    /// Leave them out.
    Drop,
    /// Write each as escape records, which this library reads as a comment again and other programs
    /// skip. Such data is not archival.
    Escape,
}

/// The parts of a game to write, except comments.
///
/// ```
/// use pgn_formats::pgc::Extent;
///
/// assert_eq!(Extent::default(), Extent::Archival);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Extent {
    /// The contents of archival export.
    #[default]
    Archival,
    /// Also escape lines, null NAGs and repeated NAGs.
    Lossless,
}

/// Options for writing games.
///
/// ```
/// use pgn_formats::pgc::{Comments, Encode, Extent};
///
/// let encode = Encode::new(Comments::Escape, Extent::Lossless);
/// assert_ne!(encode, Encode::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Encode {
    /// How to treat comments.
    pub comments: Comments,
    /// How much else is written.
    pub extent: Extent,
}

impl Encode {
    /// Options with these values.
    ///
    /// ```
    /// use pgn_formats::pgc::{Comments, Encode, Extent};
    ///
    /// assert_eq!(Encode::new(Comments::default(), Extent::default()), Encode::default());
    /// ```
    #[must_use]
    pub const fn new(comments: Comments, extent: Extent) -> Encode {
        Encode { comments, extent }
    }
}

/// Writes games as PGC, one after the other, and reuses its memory.
///
/// ```
/// use pgn_formats::pgc::{Comments, Encode, Encoder, Extent};
///
/// # let text = b"[White \"Tal\"]\n\n1. e4 e5 {open} 2. Nf3 *\n";
/// # let game = pgnkit::read::Games::new(&text[..]).next().unwrap()?;
/// let mut encoder = Encoder::new(Encode::new(Comments::Drop, Extent::Archival));
/// let mut bytes = Vec::new();
/// encoder.write(&game, &mut bytes)?;
/// assert!(!bytes.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Encoder {
    encode: Encode,
    tags: Strings,
    body: Body,
    /// For each open variation, the positions after and before the move that it replaces.
    open: Vec<(Position, Position)>,
}

impl Encoder {
    /// An encoder with these options.
    #[must_use]
    pub fn new(encode: Encode) -> Encoder {
        Encoder { encode, ..Encoder::default() }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// As [`Encoder::append`], and if the sink fails.
    pub fn write(
        &mut self,
        game: &Game,
        sink: &mut (impl io::Write + ?Sized),
    ) -> Result<(), WriteError> {
        let mut bytes = Vec::new();
        self.append(game, &mut bytes, &mut Vec::new())?;
        sink.write_all(&bytes).map_err(WriteError::Io)
    }

    /// Appends the records of a game to `out`, and what was left out of it to `losses`.
    ///
    /// # Errors
    /// [`WriteError::Refused`] with everything that does not fit; `out` does not change.
    pub fn append(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), WriteError> {
        let start = game.start();
        self.tags.restart(game.tags().text());
        self.body.clear();
        write_pairs(game, Profile::Archival, &start, &mut self.tags);
        self.lines(game, &start);
        let Encoder { tags, body, .. } = self;
        for misfit in &body.misfits {
            count(&mut tags.misfits, misfit.fault, misfit.n);
        }
        if !tags.misfits.is_empty() {
            return Err(WriteError::Refused(core::mem::take(&mut tags.misfits)));
        }
        for lost in tags.losses.iter().chain(&body.losses) {
            count(losses, lost.fault, lost.n);
        }
        if tags.others.is_empty() && body.is_one_run() {
            out.push(Marker::ReducedGame.code());
            out.extend_from_slice(&tags.roster);
            body.end_reduced(out);
            return Ok(());
        }
        body.end_run();
        out.push(Marker::GameBegin.code());
        tags.write_roster_pairs(out);
        out.extend_from_slice(&tags.others);
        out.extend_from_slice(&body.records);
        out.push(Marker::GameEnd.code());
        Ok(())
    }

    /// All lines, from the main line inwards. No recursion: the walk keeps the path, and every open
    /// variation keeps the positions after it.
    fn lines(&mut self, game: &Game, start: &Start) {
        self.open.clear();
        // A move is counted among all that are legal: each of them must have a text in SAN.
        let is_san = |variant: Variant| !variant.has_pockets() && !variant.is_losing_chess();
        let known = start.position.filter(|position| is_san(position.variant()));
        let Some(mut position) = known else {
            return count(&mut self.body.misfits, &fault::UNCODABLE_VARIANT, 1);
        };
        let mut before = None;
        let mut walk = game.walk(0);
        self.come_to(game, NodeId::ROOT);
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(node) => {
                    // A variation needs something before it.
                    before = walk.has_annotations().then_some(position);
                    self.mv(&walk, &mut position);
                    if walk.has_annotations() {
                        self.come_to(game, node);
                    }
                }
                Stop::Annotation(id) => {
                    if let Annotation::Comment { kind, text } = game.tree().annotation(id) {
                        self.comment(kind, text);
                    }
                }
                Stop::Open(head) => match before {
                    Some(start) if game.tree().next(head).is_some() => {
                        self.open.push((position, start));
                        position = start;
                        self.body.record(&[Marker::VariationBegin.code()]);
                        walk.enter(head);
                        self.come_to(game, head);
                    }
                    Some(_) | None => self.without_moves(game, head),
                },
                Stop::Close(_) => {
                    self.body.record(&[Marker::VariationEnd.code()]);
                    if let Some((behind, start)) = self.open.pop() {
                        (position, before) = (behind, Some(start));
                    }
                }
            }
        }
    }

    #[inline]
    fn mv(&mut self, walk: &Walk<'_>, position: &mut Position) {
        // Moves that are text only have no position, and so have been refused.
        let Some(Spelled::Move(mv, _)) = walk.spelled() else { return };
        if mv.is_null() {
            count(&mut self.body.misfits, &pgnkit::fault::NULL_MOVE, 1);
        } else {
            // An illegal move has no ordinal; that of another move would be counted.
            let found = ordinal(position, mv).filter(|_| position.is_legal(mv));
            match found {
                Some(ordinal) => self.body.run.push(ordinal),
                None => count(&mut self.body.misfits, &fault::UNCODABLE_MOVE, 1),
            }
        }
        position.play_unchecked(mv);
    }

    /// The NAGs of a node, before everything else that is there (D-29).
    fn come_to(&mut self, game: &Game, node: NodeId) {
        let (mut written, mut n_dropped) = ([0_u64; 4], 0);
        for nag in game.tree().nags(node) {
            let Ok(number) = u8::try_from(nag.0) else {
                count(&mut self.body.misfits, &pgnkit::fault::NAG_OUT_OF_RANGE, 1);
                continue;
            };
            let (word, bit) = (usize::from(number) / 64, 1 << (number % 64));
            let is_new = number != 0 && written[word] & bit == 0;
            if is_new || self.encode.extent == Extent::Lossless {
                written[word] |= bit;
                self.body.record(&[Marker::Nag.code(), number]);
            } else {
                n_dropped += 1;
            }
        }
        count(&mut self.body.losses, &loss::DROPPED_NAG, n_dropped);
    }

    /// A variation without a move is its comments (D-30).
    fn without_moves(&mut self, game: &Game, head: NodeId) {
        for annotation in game.tree().annotations(head) {
            match annotation {
                Annotation::Comment { kind, text } => self.comment(kind, text),
                Annotation::Nag(_) => count(&mut self.body.losses, &loss::DROPPED_NAG, 1),
                Annotation::Variation(_) => {}
            }
        }
    }

    fn comment(&mut self, kind: CommentKind, text: &str) {
        let body = &mut self.body;
        match (kind, self.encode.comments) {
            (CommentKind::Escape, _) if self.encode.extent == Extent::Archival => {
                count(&mut body.losses, &loss::DROPPED_ESCAPE, 1);
            }
            (CommentKind::Escape, _) => {
                let (text, n_replaced) = charset::to_latin1(text);
                count(&mut body.losses, &loss::REPLACED_CHARACTER, n_replaced);
                let bytes: Vec<u8> =
                    text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
                body.escape(&bytes);
            }
            (_, Comments::Refuse) => count(&mut body.misfits, &fault::UNWRITABLE_COMMENT, 1),
            (_, Comments::Drop) if text.starts_with(UNPLAYABLE) => {
                count(&mut body.losses, &loss::DROPPED_REST, 1);
            }
            (_, Comments::Drop) => count(&mut body.losses, &fault::UNWRITABLE_COMMENT, 1),
            (_, Comments::Escape) => {
                let (text, n_replaced) = charset::to_latin1(text);
                count(&mut body.losses, &loss::REPLACED_CHARACTER, n_replaced);
                comment::payloads(&text, |payload| body.escape(payload));
            }
        }
    }
}

/// The movetext of a game: records, and the moves that will be the next one.
#[derive(Debug, Default)]
struct Body {
    records: Vec<u8>,
    run: Vec<u8>,
    losses: Vec<Loss>,
    misfits: Vec<Loss>,
}

impl Body {
    fn clear(&mut self) {
        self.records.clear();
        self.run.clear();
        self.losses.clear();
        self.misfits.clear();
    }

    /// Whether there are only moves, and no more than a reduced game can have.
    fn is_one_run(&self) -> bool {
        self.records.is_empty() && self.run.len() as u64 <= Width::Two.max()
    }

    /// Appends the moves as the last item of a reduced game.
    fn end_reduced(&self, out: &mut Vec<u8>) {
        // Their number was looked at.
        let _ = Width::Two.write_row(&self.run, out);
    }

    /// Makes records of the moves so far: one, unless they are more than it can count.
    fn end_run(&mut self) {
        for moves in self.run.chunks(Width::Two.max() as usize) {
            let is_short = moves.len() as u64 <= Width::One.max();
            let (marker, width) = match is_short {
                true => (Marker::ShortMoves, Width::One),
                false => (Marker::LongMoves, Width::Two),
            };
            self.records.push(marker.code());
            // Chunks are no longer than that.
            let _ = width.write_row(moves, &mut self.records);
        }
        self.run.clear();
    }

    fn record(&mut self, bytes: &[u8]) {
        self.end_run();
        self.records.extend_from_slice(bytes);
    }

    /// Appends an escape line. One that is longer than a string-2 becomes several.
    fn escape(&mut self, text: &[u8]) {
        let mut rest = text;
        loop {
            let (piece, behind) = rest.split_at(rest.len().min(Width::Two.max() as usize));
            self.record(&[Marker::Escape.code()]);
            let _ = Width::Two.write_row(piece, &mut self.records);
            rest = behind;
            if rest.is_empty() {
                return;
            }
        }
    }
}
