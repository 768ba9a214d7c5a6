//! A game as Scid stores it: its record, its names, its own bytes (§3.2, D-30, D-35).
//!
//! ```text
//! packed    u32 bytes that follow, record (its ids and offset 0), five names, each u8 length and
//!           text, then the game's own bytes
//! ```
//!
//! Games can be packed in parallel; only [`Base`](super::Base) must receive them in order.

use std::fmt;

use super::lines::{OWN_START, PROMOTIONS, UNDERPROMOTIONS, fen_of};
use super::moves::{self, MoveMark};
use super::numbers::{Numbers, PIECES_MAX};
use super::record::{IndexRecord, PLIES_MASK, count_code, flag, max, packed_event_date};
use super::tags;
use pgnkit::chess::{Color, Move, MoveKind, Position, Rank, Role, Square, Variant};
use pgnkit::game::{Annotation, MoveText, NodeId, Tag};
use pgnkit::syntax::CommentKind;
use pgnkit::tag::ResultForm;
use pgnkit::write::loss::count;
use pgnkit::write::{Loss, loss};
use pgnkit::{Game, Outcome};

/// Why a game cannot be stored at all.
///
/// ```
/// use pgn_formats::databases::scid::MisfitError;
///
/// assert_eq!(MisfitError::Variant.to_string(), "SI4 supports only ordinary chess");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisfitError {
    /// Its rules are not those of ordinary chess.
    Variant,
    /// Its start position is not known, so that its moves cannot be checked.
    UncheckedMoves,
    /// A side has more than sixteen pieces.
    TooManyPieces,
    /// It has more bytes than a game can have.
    TooLong,
}

impl fmt::Display for MisfitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MisfitError::Variant => f.write_str("SI4 supports only ordinary chess"),
            MisfitError::UncheckedMoves => f.write_str("its moves cannot be checked"),
            MisfitError::TooManyPieces => {
                write!(f, "a side has more than {PIECES_MAX} pieces")
            }
            MisfitError::TooLong => write!(f, "it needs more than {} bytes", max::GAME_BYTES),
        }
    }
}

impl std::error::Error for MisfitError {}

/// Packs games one after the other, in reused memory.
///
/// ```
/// use pgn_formats::databases::scid::Packer;
///
/// let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
/// let mut packed = Vec::new();
/// Packer::default().append(&game, &mut packed, &mut Vec::new())?;
/// assert!(!packed.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Packer {
    body: Vec<u8>,
    comments: Vec<u8>,
    comment: String,
    names: [String; 5],
    work: Vec<EncodeWork>,
    counts: [usize; 3],
}

/// The lines that are still to be written.
#[derive(Clone, Copy, Debug)]
enum EncodeWork {
    /// What follows a node.
    After(NodeId, Board),
    /// A variation with this head.
    Open(NodeId, Board),
    Close,
}

/// The pieces, and the side to move.
#[derive(Clone, Copy, Debug)]
struct Board {
    numbers: Numbers,
    turn: Color,
}

#[derive(Debug, Default)]
struct MainLine {
    n_plies: u32,
    flags: u8,
    home_pawns: Vec<u8>,
    material: u32,
}

/// The maximum number of bytes of name and value of a tag together. The format allows more, but
/// Scid 4.7 crashes when it writes such a tag as PGN.
const TAG_BYTES_MAX: usize = 240;

const NAGS: usize = 0;
const COMMENTS: usize = 1;
const VARIATIONS: usize = 2;

impl Packer {
    /// Appends a packed game, and its losses and changes to `losses`.
    ///
    /// # Errors
    /// Why the game cannot be stored; `out` is then unchanged.
    ///
    /// ```
    /// use pgn_formats::databases::scid::Packer;
    ///
    /// let game: pgnkit::Game = "1. e4 {best by test} e5 *".parse()?;
    /// let (mut packed, mut losses) = (Vec::new(), Vec::new());
    /// Packer::default().append(&game, &mut packed, &mut losses)?;
    /// assert!(losses.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), MisfitError> {
        let position = game.start().position.ok_or(MisfitError::UncheckedMoves)?;
        if position.variant() != Variant::Standard {
            return Err(MisfitError::Variant);
        }
        let is_usual = position == Position::start();
        let numbers = match is_usual {
            true => Numbers::usual(),
            false => Numbers::new(position.board()).ok_or(MisfitError::TooManyPieces)?,
        };
        self.body.clear();
        self.comments.clear();
        self.counts = [0; 3];
        let mut record = IndexRecord::default();
        self.tags(game, &mut record, losses);
        let flags_at = self.body.len();
        self.body.push(0);
        if !is_usual {
            self.body.extend_from_slice(fen_of(&position).as_str().as_bytes());
            self.body.push(0);
        }
        let main = self.lines(game, Board { numbers, turn: position.turn() }, losses);
        let main = main.ok_or(MisfitError::UncheckedMoves)?;
        let flags = main.flags | if is_usual { 0 } else { OWN_START };
        self.body[flags_at] = flags;
        self.body.push(MoveMark::End as u8);
        self.body.extend_from_slice(&self.comments);
        if self.body.len() > max::GAME_BYTES {
            return Err(MisfitError::TooLong);
        }
        record.n_bytes = self.body.len() as u32;
        record.flags |= u16::from(flags);
        record.counts = self.counts.map(count_code);
        record.material = main.material;
        record.n_plies = (main.n_plies & PLIES_MASK) as u16;
        if is_usual {
            record.home_pawns[0] = main.home_pawns.len() as u8;
            for (n, pawn) in main.home_pawns.iter().enumerate() {
                record.home_pawns[1 + n / 2] |= pawn << if n % 2 == 0 { 4 } else { 0 };
            }
        }
        self.pack(&record, out);
        Ok(())
    }

    fn pack(&self, record: &IndexRecord, out: &mut Vec<u8>) {
        let n_names: usize = self.names.iter().map(|name| 1 + name.len()).sum();
        let record = record.to_bytes();
        let n = record.len() + n_names + self.body.len();
        out.extend_from_slice(&(n as u32).to_be_bytes());
        out.extend_from_slice(&record);
        for name in &self.names {
            out.push(name.len() as u8);
            out.extend_from_slice(name.as_bytes());
        }
        out.extend_from_slice(&self.body);
    }

    /// Each tag has its place in the index, if it has one and fits; else it is with the moves.
    fn tags(&mut self, game: &Game, record: &mut IndexRecord, losses: &mut Vec<Loss>) {
        self.names.iter_mut().for_each(|name| {
            name.clear();
            name.push_str(tags::UNKNOWN);
        });
        record.result = number_of(game.outcome());
        // The event date is stored by its distance from the date.
        record.date = game.tag("Date").map_or(0, |text| tags::date_code(text, max::YEAR));
        let tags: Vec<Tag<'_>> = game.tags().iter().collect();
        for (n, tag) in tags.iter().enumerate() {
            if matches!(tag.name, "FEN" | "SetUp") {
                continue;
            }
            let is_last = tags[n + 1..].iter().all(|later| later.name != tag.name);
            if !is_last && tags::is_indexed(tag.name) {
                count(losses, &loss::DROPPED_TAG, 1);
                continue;
            }
            if !self.index(tag, record, losses) {
                self.own_tag(tag, losses);
            }
        }
        self.body.push(0);
    }

    /// Stores a tag in the index; returns whether it fits.
    fn index(&mut self, tag: &Tag<'_>, record: &mut IndexRecord, losses: &mut Vec<Loss>) -> bool {
        let value = tag.value;
        if let Some(n) = tags::NAMED.iter().position(|(name, _)| *name == tag.name) {
            let cut = cut(tag, losses);
            self.names[n].clear();
            self.names[n].push_str(cut);
            return true;
        }
        if let Some((side, kind)) = tags::rating_of(tag.name) {
            let rating = value
                .parse()
                .ok()
                .filter(|n: &u16| (1..=max::RATING).contains(n) && n.to_string() == value);
            let (Some(rating), 0) = (rating, record.ratings[side].0) else { return false };
            record.ratings[side] = (rating, kind as u8);
            return true;
        }
        match tag.name {
            "Date" => tags::is_date(record.date, value),
            "Result" => {
                // One of the four results in another spelling adds no information.
                Outcome::read(value).is_some_and(|read| {
                    read.outcome.is_standard()
                        && read.form != ResultForm::WithRemark
                        && number_of(read.outcome) == record.result
                })
            }
            "ECO" => tags::eco_code(value).inspect(|&code| record.eco = code).is_some(),
            "EventDate" => {
                let code = tags::date_code(value, max::YEAR);
                let fits = code >> 9 > 0
                    && tags::is_date(code, value)
                    && packed_event_date(record.date, code).is_some();
                record.event_date = if fits { code } else { 0 };
                fits
            }
            tags::FLAGS => {
                let flags = tags::flags_of(value);
                if let Some(flags) = flags {
                    record.flags |= flags as u16;
                    record.custom_flags = (flags >> 16) as u8;
                }
                flags.is_some()
            }
            _ => false,
        }
    }

    /// A tag that is with the moves.
    fn own_tag(&mut self, tag: &Tag<'_>, losses: &mut Vec<Loss>) {
        let short = tags::SHORT_NAMES.iter().position(|known| *known == tag.name);
        match short {
            Some(n) => self.body.push(tags::SHORT_NAMES_AFTER + 1 + n as u8),
            None if (1..=TAG_BYTES_MAX).contains(&tag.name.len()) => {
                self.body.push(tag.name.len() as u8);
                self.body.extend_from_slice(tag.name.as_bytes());
            }
            None => return count(losses, &loss::DROPPED_TAG, 1),
        }
        let value = cut(tag, losses);
        self.body.push(value.len() as u8);
        self.body.extend_from_slice(value.as_bytes());
    }

    /// All lines, the main line first; no recursion. `None` if a move cannot be written.
    fn lines(&mut self, game: &Game, start: Board, losses: &mut Vec<Loss>) -> Option<MainLine> {
        let tree = game.tree();
        let mut main = MainLine::default();
        let mut depth = 0_usize;
        self.come_to(game, NodeId::ROOT, losses);
        self.work.clear();
        self.work.push(EncodeWork::After(NodeId::ROOT, start));
        while let Some(work) = self.work.pop() {
            let (mut node, mut board) = match work {
                EncodeWork::After(node, board) => (node, board),
                EncodeWork::Open(head, board) => {
                    self.body.push(MoveMark::Open as u8);
                    self.counts[VARIATIONS] += 1;
                    self.come_to(game, head, losses);
                    self.work.push(EncodeWork::Close);
                    depth += 1;
                    (head, board)
                }
                EncodeWork::Close => {
                    self.body.push(MoveMark::Close as u8);
                    depth -= 1;
                    continue;
                }
            };
            while let Some(next) = tree.next(node) {
                node = next;
                let before = board;
                let Some(MoveText::Move(mv)) = tree.mv(node) else { return None };
                moves::encode(&board.numbers, board.turn, mv, &mut self.body)?;
                match depth {
                    0 => main.play(mv, &mut board),
                    _ => drop(board.play(mv)),
                }
                if !tree.has_annotations(node) {
                    continue;
                }
                self.come_to(game, node, losses);
                let has_moves = |head: &NodeId| tree.next(*head).is_some();
                let n = self.work.len();
                self.work.extend(
                    tree.variations(node)
                        .filter(has_moves)
                        .map(|head| EncodeWork::Open(head, before)),
                );
                if self.work.len() > n {
                    self.work.push(EncodeWork::After(node, board));
                    self.work[n..].reverse();
                    break;
                }
            }
            if depth == 0 && tree.next(node).is_none() {
                main.end(&board.numbers);
            }
        }
        Some(main)
    }

    /// NAGs and comments of a node. A node has one comment, before its variations; one without
    /// moves is its comments.
    fn come_to(&mut self, game: &Game, node: NodeId, losses: &mut Vec<Loss>) {
        let tree = game.tree();
        self.comment.clear();
        let (mut n_comments, mut n_moved, mut has_variation) = (0, 0, false);
        for annotation in tree.annotations(node) {
            match annotation {
                Annotation::Nag(nag) => match u8::try_from(nag.0) {
                    Ok(number) => {
                        self.body.extend([MoveMark::Nag as u8, number]);
                        self.counts[NAGS] += 1;
                    }
                    Err(_) => count(losses, &loss::DROPPED_NAG, 1),
                },
                Annotation::Comment { kind: CommentKind::Escape, .. } => {
                    count(losses, &loss::DROPPED_ESCAPE, 1);
                }
                Annotation::Comment { text, .. } => {
                    join(&mut self.comment, &mut n_comments, text);
                    n_moved += usize::from(has_variation);
                }
                Annotation::Variation(head) if tree.next(head).is_none() => {
                    for annotation in tree.annotations(head) {
                        match annotation {
                            Annotation::Comment { kind: CommentKind::Escape, .. } => {
                                count(losses, &loss::DROPPED_ESCAPE, 1);
                            }
                            Annotation::Comment { text, .. } => {
                                join(&mut self.comment, &mut n_comments, text);
                                n_moved += 1;
                            }
                            Annotation::Nag(_) => count(losses, &loss::DROPPED_NAG, 1),
                            Annotation::Variation(_) => {}
                        }
                    }
                }
                Annotation::Variation(_) => has_variation = true,
            }
        }
        if n_comments == 0 {
            return;
        }
        let n_joined = (n_comments - 1).max(n_moved);
        count(losses, &loss::JOINED_COMMENT, n_joined);
        self.body.push(MoveMark::Comment as u8);
        self.counts[COMMENTS] += 1;
        let n_nul = self.comment.bytes().filter(|&byte| byte == 0).count();
        count(losses, &loss::REPLACED_CHARACTER, n_nul);
        self.comments.extend(self.comment.bytes().map(|byte| if byte == 0 { b' ' } else { byte }));
        self.comments.push(0);
    }
}

fn join(comment: &mut String, n_comments: &mut usize, text: &str) {
    if *n_comments > 0 {
        comment.push(' ');
    }
    comment.push_str(text);
    *n_comments += 1;
}

/// The part of a tag's value that fits.
fn cut<'t>(tag: &Tag<'t>, losses: &mut Vec<Loss>) -> &'t str {
    let text = tag.value;
    let n_bytes = TAG_BYTES_MAX.saturating_sub(tag.name.len()).min(text.len());
    let fits = (0..=n_bytes).rev().find(|&n| text.is_char_boundary(n)).unwrap_or(0);
    count(losses, &loss::CUT_STRING, usize::from(fits < text.len()));
    &text[..fits]
}

impl Board {
    fn play(&mut self, mv: Move) -> Option<super::numbers::CapturedPiece> {
        let taken = self.numbers.play(self.turn, mv);
        self.turn = !self.turn;
        taken
    }
}

impl MainLine {
    fn play(&mut self, mv: Move, board: &mut Board) {
        let color = board.turn;
        let from = mv.from();
        let moves_pawn = !mv.is_null()
            && board
                .numbers
                .number(color, from)
                .and_then(|n| board.numbers.piece(color, n))
                .is_some_and(|(role, _)| role == Role::Pawn);
        self.n_plies += 1;
        if let MoveKind::Promotion(role) = mv.kind() {
            self.flags |= PROMOTIONS;
            if role != Role::Queen {
                self.flags |= UNDERPROMOTIONS;
            }
        }
        if moves_pawn {
            self.leave(color, from);
        }
        if let Some(taken) = board.play(mv)
            && taken.role == Role::Pawn
        {
            self.leave(!color, taken.square);
        }
    }

    /// A pawn leaves a square; records whether it is its start square.
    fn leave(&mut self, color: Color, square: Square) {
        let file = square.file().index();
        if square.rank() == Rank::new(1).unwrap_or(Rank::FIRST).relative_to(color) {
            self.home_pawns.push(match color {
                Color::White => 15 - file,
                Color::Black => 7 - file,
            });
        }
    }

    /// The pieces that are left.
    fn end(&mut self, numbers: &Numbers) {
        for color in [Color::White, Color::Black] {
            let count =
                |wanted| numbers.roles(color).iter().filter(|&&role| role == wanted).count() as u32;
            let few = |role| count(role).min(3);
            let material = few(Role::Queen) << 10
                | few(Role::Rook) << 8
                | few(Role::Bishop) << 6
                | few(Role::Knight) << 4
                | count(Role::Pawn).min(15);
            self.material |= material << if color == Color::White { 12 } else { 0 };
        }
    }
}

fn number_of(outcome: Outcome) -> u8 {
    tags::RESULTS.iter().position(|marker| *marker == outcome.marker()).unwrap_or(0) as u8
}

const _: () = {
    assert!(TAG_BYTES_MAX <= tags::SHORT_NAMES_AFTER as usize);
    assert!(OWN_START as u16 == flag::OWN_START && PROMOTIONS as u16 == flag::PROMOTIONS);
    assert!(UNDERPROMOTIONS as u16 == flag::UNDERPROMOTIONS);
};
