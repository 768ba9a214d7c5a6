//! A game's own bytes: tags, start position, moves, comments (§8.2).

use super::moves::{self, MoveMark};
use super::numbers::Numbers;
use super::tags;
use crate::databases::bytes::{Bytes, push_mixed, until_nul};
use crate::databases::finding::Fault;
use crate::databases::play::play_move;
use pgnkit::chess::fen::{self, EpPolicy};
use pgnkit::chess::{Position, Variant};
use pgnkit::game::{AnnotationId, NodeId, Recorder};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, Nag};

/// The flag of a game with a set-up start position.
pub(super) const OWN_START: u8 = 1;
/// Among the moves of the main line are promotions.
pub(super) const PROMOTIONS: u8 = 2;
/// Some of them are to other pieces than queens.
pub(super) const UNDERPROMOTIONS: u8 = 4;

/// Damage and its place in the bytes.
pub(super) type Found = Vec<(Fault, usize)>;

/// Variations nest no deeper than this in what is read.
const DEPTH_MAX: usize = 2000;

pub(super) fn read(all: &[u8], game: &mut Game) -> Found {
    let mut found = Found::new();
    let mut bytes = Bytes::new(all);
    let is_whole = tags::push_own(&mut bytes, game, |fault, at| found.push((fault, at)));
    let flags = if is_whole { bytes.u8() } else { None };
    let Some(flags) = flags else {
        found.push((Fault::CutShort, bytes.offset()));
        return found;
    };
    if flags & OWN_START != 0 {
        let at = bytes.offset();
        let text = until_nul(bytes.rest());
        let is_ended = text.len() < bytes.rest().len();
        let _ = bytes.take(text.len() + usize::from(is_ended));
        let fen = String::from_utf8_lossy(text);
        if !is_ended || !put_start(&fen, game) {
            found.push((if is_ended { Fault::BadStart } else { Fault::CutShort }, at));
            return found;
        }
    }
    let start = bytes.offset();
    let Some(mut recorder) = Recorder::new(game) else {
        found.push((Fault::BadStart, start));
        return found;
    };
    let numbers = match flags & OWN_START {
        0 => Some(Numbers::usual()),
        _ => Numbers::new(recorder.position().board()),
    };
    let Some(numbers) = numbers else {
        found.push((Fault::BadStart, start));
        return found;
    };
    let place = LineState { numbers, before: numbers, is_commented: false };
    let mut lines =
        LineReader { bytes, place, marks: Vec::new(), comments: Vec::new(), found: &mut found };
    let is_ended = lines.moves(&mut recorder);
    let LineReader { mut bytes, comments, .. } = lines;
    read_comments(&mut bytes, is_ended, &comments, game, &mut found);
    found
}

/// Writes the tags of a start position; returns whether it is valid.
fn put_start(text: &str, game: &mut Game) -> bool {
    let position = match fen::parse(text.as_bytes(), fen::Mode::Lax) {
        Ok((position, _)) => position,
        Err(_) => {
            game.tags_mut_unchecked().set("SetUp", "1");
            game.tags_mut_unchecked().set("FEN", text);
            return false;
        }
    };
    if position.variant() == Variant::Chess960 {
        game.tags_mut_unchecked().set("Variant", Variant::Chess960.name());
    }
    game.tags_mut_unchecked().set("SetUp", "1");
    game.tags_mut_unchecked().set("FEN", fen_of(&position).as_str());
    true
}

/// The start position as it is written in tags and games.
pub(super) fn fen_of(position: &Position) -> fen::FenText {
    fen::to_text(position, EpPolicy::Standard)
}

/// The current state of the lines.
#[derive(Clone, Copy)]
struct LineState {
    numbers: Numbers,
    /// As they were before the last move.
    before: Numbers,
    /// There is a comment here; no second one is possible.
    is_commented: bool,
}

/// The lines while they are read.
struct LineReader<'a, 'f> {
    bytes: Bytes<'a>,
    place: LineState,
    /// The places that the recorder remembers.
    marks: Vec<LineState>,
    /// Where comments are, in order; their texts come after the moves.
    comments: Vec<(NodeId, AnnotationId)>,
    found: &'f mut Found,
}

impl LineReader<'_, '_> {
    /// Plays the moves; returns whether it reached the mark that ends them.
    fn moves(&mut self, recorder: &mut Recorder<'_>) -> bool {
        loop {
            let at = self.bytes.offset();
            let fault = match self.bytes.u8() {
                None => Fault::CutShort,
                Some(byte) => match MoveMark::of(byte) {
                    Some(MoveMark::End) => {
                        if !self.marks.is_empty() {
                            self.found.push((Fault::UnpairedVariation, at));
                        }
                        return true;
                    }
                    Some(mark) => match self.mark(mark, at, recorder) {
                        Ok(()) => continue,
                        Err(fault) => fault,
                    },
                    None if self.play(byte, recorder) => continue,
                    None => Fault::NoMove,
                },
            };
            self.found.push((fault, at));
            return false;
        }
    }

    fn mark(
        &mut self,
        mark: MoveMark,
        at: usize,
        recorder: &mut Recorder<'_>,
    ) -> Result<(), Fault> {
        let node = recorder.node();
        match mark {
            MoveMark::Nag => {
                let nag = self.bytes.u8().ok_or(Fault::CutShort)?;
                recorder.tree_mut().add_nag(node, Nag(nag.into()));
            }
            MoveMark::Comment if self.place.is_commented => {
                self.found.push((Fault::BadAnnotation { kind: mark as u8 }, at));
            }
            MoveMark::Comment => {
                self.place.is_commented = true;
                let id = recorder.tree_mut().add_comment(node, CommentKind::Brace, "");
                self.comments.push((node, id));
            }
            MoveMark::Open => {
                if self.marks.len() == DEPTH_MAX {
                    return Err(Fault::TooDeep);
                }
                if !recorder.open_variation() {
                    return Err(Fault::UnpairedVariation);
                }
                self.marks.push(self.place);
                self.place.numbers = self.place.before;
                self.place.is_commented = false;
            }
            MoveMark::Close => match self.marks.pop() {
                Some(place) => {
                    self.place = place;
                    recorder.go_back();
                }
                None => self.found.push((Fault::UnpairedVariation, at)),
            },
            MoveMark::End => {}
        }
        Ok(())
    }

    #[inline]
    fn play(&mut self, byte: u8, recorder: &mut Recorder<'_>) -> bool {
        let position = recorder.position();
        let bytes = &mut self.bytes;
        let decoded = moves::decode(position, &self.place.numbers, byte, || bytes.u8());
        let Some(mv) = decoded else { return false };
        self.place.before = self.place.numbers;
        self.place.numbers.play_numbered(position, byte >> 4, mv);
        self.place.is_commented = false;
        play_move(recorder, mv).is_some()
    }
}

/// Assigns the comments their texts. Without the end of the moves, their beginning is unknown.
fn read_comments(
    bytes: &mut Bytes<'_>,
    has_begun: bool,
    comments: &[(NodeId, AnnotationId)],
    game: &mut Game,
    found: &mut Found,
) {
    let mut text = String::new();
    let mut n_missing = 0;
    for &(node, id) in comments {
        let rest = bytes.rest();
        if !has_begun || rest.is_empty() {
            game.tree_mut().remove_annotation(node, id);
            n_missing += 1;
            continue;
        }
        let raw = until_nul(rest);
        if bytes.take(raw.len() + 1).is_none() {
            let _ = bytes.take(raw.len());
            found.push((Fault::CutShort, bytes.offset()));
        }
        text.clear();
        push_mixed(raw, &mut text);
        game.tree_mut().set_comment_text(id, &text);
    }
    if n_missing > 0 {
        found.push((Fault::CommentsWithoutText(n_missing), bytes.offset()));
    }
    if has_begun && !bytes.is_empty() {
        found.push((Fault::AfterEnd, bytes.offset()));
    }
}
