//! A game as ChessBase stores it: its record, the entities that the record refers to, moves and
//! annotations.
//!
//! ```text
//! packed    u32 bytes that follow, record (without offsets and ids), the fields of players,
//!           tournament, annotator, source and teams, u32 length of the moves, moves, annotations
//! ```
//!
//! Games can be packed in any thread; only [`Base`](super::Base) must receive them in order. Losses
//! are counted (D-97).

use std::fmt;

use super::GAME_BYTES_MAX;
use super::annotation::HEAD_BYTES;
use super::moves::{MARKS_MAX, MoveEncoding, value_of, word_of};
use super::numbers::NumberedPieces;
use super::record::RECORD_BYTES;
use super::remark_encoder::{RemarkEncoder, TEXT_BEFORE};
use super::start;
use super::tag_encoder::{self, TEAM_BYTES};
use super::tags::Entries;
use crate::databases::bytes::with_encoding;
use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::{Position, Variant};
use pgnkit::game::{Annotation, MoveText, NodeId};
use pgnkit::syntax::CommentKind;
use pgnkit::write::{Loss, loss};

/// Why a game cannot be stored at all.
///
/// ```
/// use pgn_formats::databases::chessbase::Packer;
///
/// let game: pgnkit::Game = "[Variant \"Atomic\"]\n\n1. e4 *".parse().unwrap();
/// assert!(Packer::default().append(&game, &mut Vec::new(), &mut Vec::new()).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MisfitError {
    /// Its rules are neither those of ordinary chess nor of Chess960.
    Variant,
    /// Its start position is unknown, or a move is not legal.
    UncheckedMoves,
    /// The bytes of a start position cannot represent its start position.
    Start,
    /// Too many lines are open at one place.
    TooDeep,
    /// It has more bytes than a game can have.
    TooLong,
}

impl fmt::Display for MisfitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MisfitError::Variant => f.write_str("CBH holds ordinary chess and Chess960 only"),
            MisfitError::UncheckedMoves => f.write_str("its moves cannot be checked"),
            MisfitError::Start => f.write_str("CBH cannot hold its start position"),
            MisfitError::TooDeep => {
                write!(f, "its main line has variations at more than {MARKS_MAX} moves")
            }
            MisfitError::TooLong => {
                write!(f, "its moves or annotations need more than {GAME_BYTES_MAX} bytes")
            }
        }
    }
}

impl std::error::Error for MisfitError {}

/// The mode of ordinary games, and that of Chess960.
const ORDINARY: u8 = 0;
const CHESS960: u8 = 10;
/// The flag of a record of moves that begins with a position.
const HAS_START: u8 = 0x40;

/// The flags of a record that are not those of its annotations.
const SETUP_FLAG: u32 = 1;
const VARIATIONS_FLAG: u32 = 2;
const CHESS960_FLAG: u32 = 0x800_0000;

/// Packs games one after the other, in reused memory.
///
/// ```
/// use pgn_formats::databases::chessbase::Packer;
///
/// let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
/// let mut packed = Vec::new();
/// Packer::default().append(&game, &mut packed, &mut Vec::new())?;
/// assert!(!packed.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Packer {
    moves: Vec<u8>,
    remarks: RemarkEncoder,
    entries: Entries,
}

impl Packer {
    /// Appends a packed game, and its losses and changes to `losses`.
    ///
    /// # Errors
    /// Why the game cannot be stored; `out` and `losses` are then unchanged.
    ///
    /// ```
    /// use pgn_formats::databases::chessbase::Packer;
    ///
    /// let game: pgnkit::Game = "1. e4 e5 1-0".parse()?;
    /// let mut packed = Vec::new();
    /// Packer::default().append(&game, &mut packed, &mut Vec::new())?;
    /// assert!(!packed.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), MisfitError> {
        // Whether a text survives the round trip does not depend on the encoding of the current
        // database.
        with_encoding(Choice::Auto, || self.append_decoded(game, out, losses))
    }

    fn append_decoded(
        &mut self,
        game: &Game,
        out: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), MisfitError> {
        let position = game.start().position.ok_or(MisfitError::UncheckedMoves)?;
        let number = match position.variant() {
            Variant::Standard => ORDINARY,
            Variant::Chess960 => CHESS960,
            _ => return Err(MisfitError::Variant),
        };
        let mode = MoveEncoding::of(number).ok_or(MisfitError::Variant)?;
        let has_start = number == CHESS960 || position != Position::start();
        let mut found = Vec::new();
        self.moves.clear();
        self.moves.extend([number | if has_start { HAS_START } else { 0 }, 0, 0, 0]);
        if has_start {
            self.moves.extend(start_bytes(&position, &mut found)?);
        }
        let mut record = [0; RECORD_BYTES];
        record[0] = 1;
        self.remarks.clear();
        tag_encoder::encode(game, &mut record, &mut self.entries, &mut self.remarks);
        if number == CHESS960
            && let Some(number) = start::chess960_number(&position)
        {
            record[35..37].copy_from_slice(&tag_encoder::chess960_opening(number).to_be_bytes());
        }
        tag_encoder::count_losses(
            game,
            &record,
            &self.entries,
            &self.remarks,
            number == CHESS960,
            &mut found,
        );
        let numbers = NumberedPieces::new(position.board(), mode.from);
        let mut lines = LinePacker {
            game,
            mode,
            bytes: &mut self.moves,
            remarks: &mut self.remarks,
            losses: &mut found,
            pending: Vec::new(),
            n_moves: 0,
            n_variations: 0,
        };
        lines.write(position, numbers)?;
        let n_variations = lines.n_variations;
        let n_bytes = self.moves.len() as u32;
        let n_remark_bytes = self.remarks.bytes.len() + HEAD_BYTES;
        // The reader's limit does not include the four bytes of the header.
        if n_bytes - 4 > GAME_BYTES_MAX || n_remark_bytes > GAME_BYTES_MAX as usize {
            return Err(MisfitError::TooLong);
        }
        self.moves[1..4].copy_from_slice(&n_bytes.to_be_bytes()[1..]);
        let flags = self.remarks.flags
            | if has_start { SETUP_FLAG } else { 0 }
            | if n_variations > 0 { VARIATIONS_FLAG } else { 0 }
            | if number == CHESS960 { CHESS960_FLAG } else { 0 };
        record[39..43].copy_from_slice(&flags.to_be_bytes());
        let n_full_moves = game.main_line().count().div_ceil(2);
        record[45] = u8::try_from(n_full_moves).unwrap_or(u8::MAX);
        self.pack(&record, out);
        found.iter().for_each(|it| loss::count(losses, it.fault, it.n));
        Ok(())
    }

    fn pack(&self, record: &[u8; RECORD_BYTES], out: &mut Vec<u8>) {
        let at = out.len();
        out.extend([0; 4]);
        out.extend(record);
        for player in &self.entries.players {
            out.extend(player);
        }
        out.extend(&self.entries.tournament);
        out.extend(&self.entries.annotator);
        out.extend(&self.entries.source);
        for team in &self.entries.teams {
            let start = out.len();
            out.push(u8::from(!team.is_empty()));
            out.extend(team);
            out.resize(start + 1 + TEAM_BYTES, 0);
        }
        out.extend((self.moves.len() as u32).to_be_bytes());
        out.extend(&self.moves);
        if self.remarks.count > 0 {
            let n_bytes = (HEAD_BYTES + self.remarks.bytes.len()) as u32;
            out.extend([0, 0, 0, 1, 0, 0x0E, 0x0E]);
            out.extend(&(self.remarks.count + 1).to_be_bytes()[1..]);
            out.extend(n_bytes.to_be_bytes());
            out.extend(&self.remarks.bytes);
        }
        let n = (out.len() - at - 4) as u32;
        out[at..at + 4].copy_from_slice(&n.to_be_bytes());
    }
}

/// The bytes of a start position; counts the FEN if they cannot represent its counters.
fn start_bytes(position: &Position, losses: &mut Vec<Loss>) -> Result<Vec<u8>, MisfitError> {
    let bytes = start::encode(position);
    let (board, rooks) = bytes.split_at(start::START_BYTES);
    let read = start::parse(board, (position.variant() == Variant::Chess960).then_some(rooks));
    let read = read.and_then(|setup| setup.position().ok()).ok_or(MisfitError::Start)?;
    if !read.same_position(position) {
        return Err(MisfitError::Start);
    }
    let is_same = read.halfmove_clock() == position.halfmove_clock()
        && read.fullmove() == position.fullmove();
    loss::count(losses, &loss::CUT_STRING, usize::from(!is_same));
    Ok(bytes)
}

struct LinePacker<'a> {
    game: &'a Game,
    mode: MoveEncoding,
    bytes: &'a mut Vec<u8>,
    remarks: &'a mut RemarkEncoder,
    losses: &'a mut Vec<Loss>,
    /// Comments after the variations of the last move, which are written before the next one.
    pending: Vec<&'a str>,
    n_moves: u32,
    n_variations: usize,
}

/// A move that continues a place, and all that follows it.
struct Branch {
    first: NodeId,
    position: Position,
    numbers: NumberedPieces,
    /// How many places are remembered after it.
    n_marks: usize,
    /// Whether its place must be remembered for another branch.
    is_marked: bool,
}

/// The values of the marks.
const MARK: u8 = 254;
const END_OF_LINE: u8 = 255;
const TWO_BYTES: u8 = 235;

impl<'a> LinePacker<'a> {
    /// Writes all lines, the main line first. Where a place has several continuations, each but
    /// the last is marked.
    fn write(&mut self, position: Position, numbers: NumberedPieces) -> Result<(), MisfitError> {
        let mut waiting: Vec<Branch> = Vec::new();
        self.comments(NodeId::ROOT, -1);
        let mut place = (NodeId::ROOT, position, numbers, 0);
        loop {
            let (node, position, numbers, n_marks) = place;
            let firsts = self.continuations(node);
            for (n, &first) in firsts.iter().enumerate().rev() {
                let is_marked = n + 1 < firsts.len();
                let n_marks = n_marks + usize::from(is_marked);
                if n_marks > MARKS_MAX {
                    return Err(MisfitError::TooDeep);
                }
                waiting.push(Branch { first, position, numbers, n_marks, is_marked });
            }
            if firsts.is_empty() {
                self.value(END_OF_LINE);
            }
            let Some(branch) = waiting.pop() else { return Ok(()) };
            place = self.play(branch)?;
        }
    }

    /// The next move of a line and all that may replace it. The format has one list for a place:
    /// an alternative to the first move of a variation is one more variation.
    fn continuations(&mut self, node: NodeId) -> Vec<NodeId> {
        let tree = self.game.tree();
        let mut firsts = Vec::new();
        let mut stack: Vec<NodeId> = tree.next(node).into_iter().collect();
        while let Some(first) = stack.pop() {
            firsts.push(first);
            if tree.has_annotations(first) {
                let n = stack.len();
                stack.extend(tree.variations(first).filter_map(|head| tree.next(head)));
                let n_moved = stack.len() - n;
                stack[n..].reverse();
                if firsts.len() > 1 {
                    loss::count(self.losses, &loss::MOVED_VARIATION, n_moved);
                }
            }
        }
        self.n_variations += firsts.len().saturating_sub(1);
        firsts
    }

    fn play(
        &mut self,
        Branch { first: node, mut position, mut numbers, n_marks, is_marked }: Branch,
    ) -> Result<(NodeId, Position, NumberedPieces, usize), MisfitError> {
        let tree = self.game.tree();
        let Some(MoveText::Move(mv)) = tree.mv(node) else {
            return Err(MisfitError::UncheckedMoves);
        };
        if mv.is_null() && position.is_check() {
            return Err(MisfitError::UncheckedMoves);
        }
        if is_marked {
            self.value(MARK);
        }
        match value_of(&position, &numbers, mv) {
            Some(value) => self.value(value),
            None => {
                self.value(TWO_BYTES);
                let word = word_of(&position, mv);
                word.to_be_bytes().into_iter().for_each(|byte| self.value(byte));
            }
        }
        let number = self.n_moves as i32;
        self.n_moves += 1;
        self.annotations(node, number);
        numbers.play(&position, mv, None);
        position.play_unchecked(mv);
        Ok((node, position, numbers, n_marks))
    }

    fn value(&mut self, value: u8) {
        self.bytes.push(self.mode.cipher.byte(value, self.n_moves));
    }

    fn annotations(&mut self, node: NodeId, number: i32) {
        let tree = self.game.tree();
        for text in std::mem::take(&mut self.pending) {
            let lost = self.remarks.push_text(number, TEXT_BEFORE, text);
            self.count_texts(lost);
        }
        let head = tree.before(node).filter(|&head| head != NodeId::ROOT && tree.is_head(head));
        let mut nags: Vec<u16> = Vec::new();
        if let Some(head) = head.filter(|&head| tree.has_annotations(head)) {
            // A NAG before the first move of a variation belongs to that move.
            nags.extend(tree.nags(head).map(|nag| nag.0));
            for annotation in tree.annotations(head) {
                match annotation {
                    Annotation::Comment { kind: CommentKind::Escape, .. } => {
                        loss::count(self.losses, &loss::DROPPED_ESCAPE, 1);
                    }
                    Annotation::Comment { text, .. } => {
                        let lost = self.remarks.push_text(number, TEXT_BEFORE, text);
                        self.count_texts(lost);
                    }
                    Annotation::Nag(_) | Annotation::Variation(_) => {}
                }
            }
        }
        if !tree.has_annotations(node) && nags.is_empty() {
            return;
        }
        nags.extend(tree.nags(node).map(|nag| nag.0));
        let n_dropped = self.remarks.push_nags(number, &nags);
        loss::count(self.losses, &loss::DROPPED_NAG, n_dropped);
        self.comments(node, number);
    }

    /// Writes the comments of a move, or those before the first. Comments after its variations wait
    /// for the next move of the line, if there is one.
    fn comments(&mut self, node: NodeId, number: i32) {
        let tree = self.game.tree();
        let has_next = node != NodeId::ROOT && tree.next(node).is_some();
        let (mut after, mut has_variation) = (Vec::new(), false);
        let (mut n_moved, mut n_between, mut n_escapes) = (0, 0, 0);
        let mut put =
            |text: &'a str, has_variation: bool, pending: &mut Vec<&'a str>| match has_variation
                && has_next
            {
                true => pending.push(text),
                false => after.push(text),
            };
        for annotation in tree.annotations(node) {
            match annotation {
                Annotation::Nag(_) => {}
                Annotation::Comment { kind: CommentKind::Escape, .. } => n_escapes += 1,
                Annotation::Comment { text, .. } => {
                    n_moved += usize::from(has_variation && !has_next);
                    put(text, has_variation, &mut self.pending);
                }
                Annotation::Variation(head) if tree.next(head).is_none() => {
                    for annotation in tree.annotations(head) {
                        match annotation {
                            Annotation::Comment { kind: CommentKind::Escape, .. } => n_escapes += 1,
                            Annotation::Comment { text, .. } => {
                                n_moved += 1;
                                put(text, has_variation, &mut self.pending);
                            }
                            Annotation::Nag(_) => loss::count(self.losses, &loss::DROPPED_NAG, 1),
                            Annotation::Variation(_) => {}
                        }
                    }
                }
                Annotation::Variation(_) => {
                    // Comments between variations come after all of them.
                    n_between = self.pending.len();
                    has_variation = true;
                }
            }
        }
        if node == NodeId::ROOT {
            let nags: Vec<u16> = tree.nags(node).map(|nag| nag.0).collect();
            let n_dropped = self.remarks.push_nags(number, &nags);
            loss::count(self.losses, &loss::DROPPED_NAG, n_dropped);
        }
        loss::count(self.losses, &loss::JOINED_COMMENT, n_moved + n_between);
        loss::count(self.losses, &loss::DROPPED_ESCAPE, n_escapes);
        let lost = self.remarks.push_comments(number, &after);
        self.count_texts(lost);
    }

    fn count_texts(&mut self, lost: super::remark_encoder::TextLoss) {
        loss::count(self.losses, &loss::REPLACED_CHARACTER, lost.n_replaced);
        loss::count(self.losses, &loss::SPLIT_COMMENT, lost.n_split);
    }
}
