//! Writing a game in its original spelling; edited parts are rewritten.
//!
//! ```text
//! for each part of the game, in order:
//!     spelled before, and unchanged   → the gap before it and its bytes, from the source
//!     spelled before, and changed     → the gap before it, and a new spelling
//!     new, or moved from elsewhere    → a space (a line end for a tag), and its spelling
//!     a move with another one before it → a number if it needs one there, none else
//!     of a line that has become too long by that, what does not fit goes to the next
//! at the end                          → what was after the last part
//! ```

use crate::charset;
use crate::game::layout::{Layout, PartId, hash, meaning, tag_parts};
use crate::game::{
    Annotation, AnnotationId, Game, NodeId, Numbers, Spelled, Stop, Walk, escape_value,
};
use pgn_syntax::CommentKind;
use std::borrow::Cow;

/// Appends a game with the original spelling from `layout`.
///
/// A game that was not edited gives exactly the bytes it was read from. No recursion. Returns the
/// number of new characters that the encoding of the source lacks; the nearest ones replace them.
pub fn write_verbatim(game: &Game, layout: &Layout, out: &mut Vec<u8>) -> usize {
    let mut writer = VerbatimWriter::new(game, layout, out);
    writer.tags();
    writer.lines();
    let marker = game.outcome().marker();
    writer.part(PartId::Marker, meaning(game, PartId::Marker), " ", || marker.to_string());
    for (stop, ply) in core::mem::take(&mut writer.late) {
        writer.late_stop(stop, ply);
    }
    let rest = layout.pieces.last().map_or(writer.lead, |piece| piece.span.end as usize);
    writer.out.extend_from_slice(&layout.source[rest..]);
    writer.n_replaced
}

/// Appends the text of a game of which only the tags were edited: `layout` is from
/// [`read_region_tags`](crate::read::read_region_tags), and everything after the last tag is
/// copied.
///
/// Writes the same bytes as [`write_verbatim`]. Returns the number of new characters that the
/// encoding of the source lacks.
#[doc(hidden)]
pub fn write_tags_verbatim(game: &Game, layout: &Layout, out: &mut Vec<u8>) -> usize {
    let mut writer = VerbatimWriter::new(game, layout, out);
    writer.tags();
    let rest = layout.pieces.last().map_or(writer.lead, |piece| piece.span.end as usize);
    let white = layout.source[rest..].iter().take_while(|byte| byte.is_ascii_whitespace());
    let movetext = rest + white.count();
    let is_gone = writer.next < layout.pieces.len();
    writer.first_gap(&layout.source[rest..movetext], is_gone);
    writer.out.extend_from_slice(&layout.source[movetext..]);
    writer.n_replaced
}

struct VerbatimWriter<'a> {
    game: &'a Game,
    layout: &'a Layout,
    out: &'a mut Vec<u8>,
    /// The piece that comes next in the source.
    next: usize,
    /// The last written piece; `None` if it is new.
    last: Option<usize>,
    /// The game has tags, but the source had none.
    begins_section: bool,
    /// How much of the source is before those.
    lead: usize,
    /// A new tag is before the original first one.
    came_first: bool,
    /// Annotations and variations after the marker, with their plies.
    late: Vec<(Stop, u32)>,
    opening: Opening,
    /// The tags are being written.
    in_tags: bool,
    /// The last element of this line.
    before: MovePrefix,
    /// Which moves of the source have numbers; computed on demand.
    habits: Option<Habits>,
    /// The last element was a comment to the end of its line, or an escape, and the line has not
    /// ended; the piece that follows it in the source.
    after_line: Option<usize>,
    /// The line end of the source.
    newline: &'static str,
    /// Something new is in the line that is being written, and lines are not to be longer for
    /// that.
    is_grown: bool,
    /// Whether the lines of the source are as short as in export form; otherwise, no lines are
    /// broken.
    breaks_lines: bool,
    n_replaced: usize,
}

/// How many characters the lines have that are broken: those of export form (§8.2.1), with room
/// for the end of a variation.
const EDITED_LINE_CHARACTERS_MAX: usize = 78;

/// How long a line of the source may be: a line of export form, its end, and a little.
const SOURCE_LINE_BYTES_MAX: usize = 82;

/// How far the beginning of the movetext is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// Nothing of it is written yet.
    Tags,
    /// Something new is there, after the gap that was before the next part of old.
    Gap,
    /// It is written.
    Done,
}

/// The element before a move in its line; NAGs do not count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MovePrefix {
    /// The beginning of a variation.
    Open,
    Move,
    /// A comment, a variation, or none.
    Other,
}

/// The text before a move that is not in its original place.
enum Number {
    /// The original text.
    AsItStood,
    /// This, unless it had a number already.
    With(String),
    Without,
}

/// Which moves have numbers in the source: how many more of a kind have one than have none.
#[derive(Clone, Copy, Default)]
struct Habits {
    white: i32,
    black: i32,
    /// Moves of Black after a comment or a variation.
    interrupted_black: i32,
}

impl Habits {
    /// Those of the moves that are still there.
    fn of(game: &Game, layout: &Layout) -> Habits {
        let (numbers, first_ply) = Numbers::of(&game.start());
        let mut kinds = vec![None; layout.pieces.len()];
        let mut walk = game.walk(first_ply);
        while let Some(stop) = walk.next_stop() {
            let (part, kind) = match stop {
                Stop::Move(node) => {
                    (PartId::Move(node), TokenUse::Move(numbers.at(walk.ply() - 1).1))
                }
                Stop::Annotation(id) => match game.tree().annotation(id) {
                    Annotation::Nag(_) => (PartId::Annotation(id), TokenUse::Nag),
                    _ => (PartId::Annotation(id), TokenUse::Other),
                },
                Stop::Open(head) => {
                    walk.enter(head);
                    continue;
                }
                Stop::Close(head) => (PartId::Close(head), TokenUse::Other),
            };
            if let Some(&place) = layout.places.get(&part) {
                kinds[place] = Some(kind);
            }
        }
        let mut habits = Habits::default();
        let mut before = None;
        for (place, kind) in kinds.into_iter().enumerate() {
            if let (Some(TokenUse::Move(is_white)), Some(last)) = (kind, before) {
                let count = match (is_white, last) {
                    (true, _) => &mut habits.white,
                    (false, TokenUse::Move(_)) => &mut habits.black,
                    (false, _) => &mut habits.interrupted_black,
                };
                *count += if has_digit(layout.gap_before(place, 0)) { 1 } else { -1 };
            }
            if kind != Some(TokenUse::Nag) {
                before = kind;
            }
        }
        habits
    }
}

/// The kind of a piece of the movetext, for its habits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenUse {
    /// A move; whether of White.
    Move(bool),
    Nag,
    Other,
}

fn has_digit(gap: &[u8]) -> bool {
    gap.iter().any(u8::is_ascii_digit)
}

/// Whether there is only white space and the number of a move.
fn is_number(gap: &[u8]) -> bool {
    gap.iter().all(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit() || *byte == b'.')
}

impl<'a> VerbatimWriter<'a> {
    fn new(game: &'a Game, layout: &'a Layout, out: &'a mut Vec<u8>) -> VerbatimWriter<'a> {
        let newline = match layout.source.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(at) if layout.source[at..].starts_with(b"\r\n") => "\r\n",
            Some(_) | None => "\n",
        };
        let has_tags = layout.places.keys().any(|part| matches!(part, PartId::Tag(..)));
        let begins_section = !has_tags && !game.tags().is_empty();
        VerbatimWriter {
            game,
            layout,
            out,
            next: 0,
            last: None,
            begins_section,
            lead: if begins_section { n_before(&layout.source) } else { 0 },
            came_first: false,
            late: Vec::new(),
            opening: Opening::Tags,
            in_tags: true,
            before: MovePrefix::Other,
            habits: None,
            after_line: None,
            newline,
            is_grown: false,
            breaks_lines: has_short_lines(&layout.source),
            n_replaced: 0,
        }
    }

    /// The tags, and the comments that was between them.
    fn tags(&mut self) {
        let tree = self.game.tree();
        let mut opening = tree
            .annotation_ids(NodeId::ROOT)
            .filter_map(|id| Some((tree.n_tags_before(id)?, id)))
            .filter(|(_, id)| self.layout.places.contains_key(&PartId::Annotation(*id)))
            .collect::<Vec<_>>()
            .into_iter()
            .peekable();
        if self.begins_section {
            self.out.extend_from_slice(&self.layout.source[..self.lead]);
        }
        for (n, (part, tag)) in tag_parts(self.game).enumerate() {
            while let Some((_, id)) = opening.next_if(|&(at, _)| at <= n) {
                self.write_annotation(id);
            }
            let spelling = || format!("[{} \"{}\"]", tag.name, escape_value(tag.value));
            let gap = if self.begins_section && n == 0 { "" } else { self.newline };
            self.part(part, hash(&tag), gap, spelling);
        }
        // The tags after them are gone.
        opening.for_each(|(_, id)| self.write_annotation(id));
        self.in_tags = false;
    }

    fn part(&mut self, part: PartId, means: u64, gap: &str, spelling: impl Fn() -> String) {
        self.numbered_part((part, means), gap, &Number::AsItStood, spelling);
    }

    /// Writes one part, and sees that it does not run into what is before it now.
    fn numbered_part(
        &mut self,
        (part, means): (PartId, u64),
        gap: &str,
        number: &Number,
        spelling: impl Fn() -> String,
    ) {
        let (start, next) = (self.out.len(), self.next);
        let place = self.layout.places.get(&part).copied();
        let is_renumbered = !matches!(number, Number::AsItStood);
        let is_jump = place.is_some_and(|at| at > next || at == next && is_renumbered);
        self.write_part((part, means), gap, number, spelling);
        let written = &self.out[start..];
        if written.is_empty() {
            return;
        }
        let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let is_new = place.is_none_or(|at| at < next || self.layout.pieces[at].meaning != means);
        self.break_line(start, is_new);
        let written = &self.out[start..];
        if let Some(own) = self.after_line.take()
            // The text that followed it in the source still follows it.
            && (own != next || place != Some(own))
            && !written[..n_white(written)].iter().any(is_line_end)
        {
            self.out.splice(start..start, self.newline.bytes());
        } else if is_jump
            && let (Some(before), Some(behind)) = (self.out[..start].last(), written.first())
            && !before.is_ascii_whitespace()
            && *before != b'('
            && !behind.is_ascii_whitespace()
            && *behind != b')'
        {
            self.out.insert(start, b' ');
        }
    }

    /// Moves the text written from `start` on to the next line, if its own line has grown too long.
    fn break_line(&mut self, start: usize, is_new: bool) {
        if self.in_tags || !self.breaks_lines {
            return;
        }
        let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let (before, written) = self.out.split_at(start);
        let line = before.iter().rposition(is_line_end).map_or(0, |at| at + 1);
        let n_blanks = written.iter().take_while(|&&byte| byte == b' ').count();
        let len = written.iter().position(is_line_end);
        let end = len.map_or(self.out.len(), |len| start + len);
        let was_grown = self.is_grown;
        self.is_grown = is_new || was_grown && len.is_none();
        // At the beginning of a line these would be an escape (§6) or a tag.
        let is_bound = matches!(written.get(n_blanks), Some(b'%' | b'['));
        if !(is_new || was_grown) || line == start || n_blanks == 0 || is_bound {
            return;
        }
        // Of a character in UTF-8 only the first byte counts.
        let n_characters = self.out[line..end].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        if n_characters > EDITED_LINE_CHARACTERS_MAX {
            self.out.splice(start..start + n_blanks, self.newline.bytes());
        }
    }

    fn write_part(
        &mut self,
        (part, means): (PartId, u64),
        gap: &str,
        number: &Number,
        spelling: impl Fn() -> String,
    ) {
        let known = self.layout.places.get(&part).copied();
        let follows = known.is_some_and(|place| self.follows(place));
        self.last = known;
        let Some(place) = known.filter(|&place| place >= self.next) else {
            match known {
                // Parts that were moved together stay together.
                Some(place) if follows && self.opening == Opening::Done => {
                    self.out.extend_from_slice(self.layout.gap_before(place, self.lead));
                }
                _ => {
                    self.gap(gap);
                    self.number(number, known);
                }
            }
            match known {
                Some(place) if self.layout.pieces[place].meaning == means => {
                    let old = self.layout.pieces[place].span.of(&self.layout.source);
                    self.out.extend_from_slice(old);
                }
                Some(_) | None => self.spell(&spelling()),
            }
            return;
        };
        let piece = &self.layout.pieces[place];
        let own = self.layout.gap_before(place, self.lead);
        let own = renumbered(own, number);
        match (self.opening, part) {
            // The gap was written; the rest of it is the number of a move.
            (Opening::Gap, _) => {
                self.out.push(b' ');
                self.out.extend_from_slice(own.trim_ascii_start());
            }
            // Of pieces that are gone, the first had the gap to what is still there.
            (Opening::Tags, _) if self.in_tags => {
                if self.next == 0 && self.came_first {
                    self.out.extend_from_slice(self.newline.as_bytes());
                }
                let gap = self.layout.gap_before(self.next, self.lead);
                self.out.extend_from_slice(gap);
            }
            (Opening::Tags, _) => self.first_gap(&own, self.next < place),
            (Opening::Done, _) => self.out.extend_from_slice(&own),
        }
        if !self.in_tags {
            self.opening = Opening::Done;
        }
        if piece.meaning == means {
            self.out.extend_from_slice(piece.span.of(&self.layout.source));
        } else {
            if piece.span.is_empty() {
                self.out.extend_from_slice(gap.as_bytes());
            }
            self.spell(&spelling());
        }
        self.next = place + 1;
    }

    /// Whether what was written last is before this piece in the source, too.
    fn follows(&self, place: usize) -> bool {
        match place.checked_sub(1) {
            Some(before) => self.last == Some(before),
            None => self.next == 0 && !self.came_first && self.opening == Opening::Tags,
        }
    }

    /// Writes the number of a move that is new, or was moved from elsewhere.
    fn number(&mut self, number: &Number, place: Option<usize>) {
        let Number::With(number) = number else { return };
        let old = place.map(|place| self.layout.gap_before(place, self.lead));
        match old.filter(|old| has_digit(old) && is_number(old)) {
            Some(old) => self.out.extend_from_slice(old.trim_ascii_start()),
            None => self.out.extend_from_slice(number.as_bytes()),
        }
    }

    /// The gap before the movetext, originally this one: if parts before it are gone, the wider of
    /// this and the one after the tags, so that an empty line stays one.
    fn first_gap(&mut self, own: &[u8], is_gone: bool) {
        let first = self.layout.gap_before(self.next, self.lead);
        if self.begins_section {
            self.out.extend_from_slice(self.newline.as_bytes());
            self.out.extend_from_slice(self.newline.as_bytes());
            self.out.extend_from_slice(&own[n_blank(own)..]);
        } else if is_gone && (self.next == 0 || n_lines(first) >= n_lines(own)) {
            self.out.extend_from_slice(&first[..n_white(first)]);
            self.out.extend_from_slice(own.trim_ascii_start());
        } else {
            self.out.extend_from_slice(own);
        }
    }

    /// The text before a new part.
    fn gap(&mut self, gap: &str) {
        let is_first = self.next == 0 && !self.came_first && !self.layout.pieces.is_empty();
        if self.in_tags && is_first && !self.begins_section {
            // It is now the first; the text that was before the first tag comes before it.
            self.lead = self.layout.pieces[0].span.start as usize;
            self.out.extend_from_slice(&self.layout.source[..self.lead]);
            self.came_first = true;
            return;
        }
        if self.in_tags || self.opening != Opening::Tags {
            if self.after_line.take().is_some() {
                self.out.extend_from_slice(self.newline.as_bytes());
            } else if self.out.last() != Some(&b'(') {
                self.out.extend_from_slice(gap.as_bytes());
            }
            return;
        }
        // The movetext begins with it: it takes the place of the part after it.
        self.opening = Opening::Gap;
        let start = match self.next.checked_sub(1) {
            Some(last) => self.layout.pieces[last].span.end as usize,
            None => 0,
        };
        let end = self.layout.pieces.get(self.next).map_or(start, |it| it.span.start as usize);
        let old = &self.layout.source[start.min(end)..end];
        let white = &old[..n_white(old)];
        if self.next == 0 || !white.is_empty() {
            self.out.extend_from_slice(white);
        } else {
            self.out.extend_from_slice(self.newline.repeat(2).as_bytes());
        }
    }

    /// A new spelling, in the encoding of the source.
    fn spell(&mut self, text: &str) {
        let (bytes, n_replaced) = charset::encode_nearest(text, self.layout.encoding);
        self.n_replaced += n_replaced;
        self.out.extend_from_slice(&bytes);
    }

    fn lines(&mut self) {
        let (_, first_ply) = Numbers::of(&self.game.start());
        self.stops(self.game.walk(first_ply), None);
    }

    /// Writes the stops of a walk to the end of this variation, else to the last; those after the
    /// marker are left for later.
    fn stops(&mut self, mut walk: Walk<'_>, variation: Option<NodeId>) {
        let (numbers, _) = Numbers::of(&self.game.start());
        while let Some(stop) = walk.next_stop() {
            if variation.is_none() && self.is_late(stop) {
                self.late.push((stop, walk.ply()));
                continue;
            }
            match stop {
                Stop::Move(node) => {
                    self.mv(node, numbers.at(walk.ply() - 1));
                    self.before = MovePrefix::Move;
                }
                Stop::Annotation(id) => {
                    if !matches!(self.game.tree().annotation(id), Annotation::Nag(_)) {
                        self.before = match self.before {
                            MovePrefix::Open => MovePrefix::Open,
                            MovePrefix::Move | MovePrefix::Other => MovePrefix::Other,
                        };
                    }
                    if self.game.tree().n_tags_before(id).is_none() {
                        self.write_annotation(id);
                    }
                }
                Stop::Open(head) => {
                    self.open(head);
                    walk.enter(head);
                }
                Stop::Close(head) => {
                    self.before = MovePrefix::Other;
                    self.part(PartId::Close(head), 0, "", || ")".to_string());
                    if variation == Some(head) {
                        return;
                    }
                }
            }
        }
    }

    fn open(&mut self, head: NodeId) {
        self.before = MovePrefix::Open;
        self.part(PartId::Open(head), 0, " ", || "(".to_string());
    }

    /// Whether an annotation or a variation is after the marker in the source.
    fn is_late(&self, stop: Stop) -> bool {
        let place = |part: PartId| self.layout.places.get(&part);
        let part = match stop {
            Stop::Annotation(id) => PartId::Annotation(id),
            Stop::Open(head) => PartId::Open(head),
            Stop::Move(_) | Stop::Close(_) => return false,
        };
        let (own, marker) = (place(part), place(PartId::Marker));
        own.is_some_and(|own| marker.is_some_and(|marker| own > marker))
    }

    /// Writes what is after the marker.
    fn late_stop(&mut self, stop: Stop, ply: u32) {
        match stop {
            Stop::Annotation(id) => self.write_annotation(id),
            Stop::Open(head) => {
                self.open(head);
                let mut walk = self.game.walk(ply);
                walk.enter(head);
                self.stops(walk, Some(head));
            }
            Stop::Move(_) | Stop::Close(_) => {}
        }
    }

    fn write_annotation(&mut self, id: AnnotationId) {
        let annotation = self.game.tree().annotation(id);
        let newline = self.newline;
        let spelling = || match annotation {
            Annotation::Nag(nag) => nag.to_string(),
            Annotation::Comment { kind: CommentKind::Escape, text } => {
                format!("{newline}%{text}{newline}")
            }
            Annotation::Comment { text, .. } if text.contains('}') => {
                text.split('\n').map(|line| format!(";{line}{newline}")).collect()
            }
            Annotation::Comment { text, .. } => format!("{{{}}}", text.replace('\n', newline)),
            Annotation::Variation(_) => String::new(),
        };
        let gap = if self.in_tags { self.newline } else { " " };
        let start = self.out.len();
        self.part(
            PartId::Annotation(id),
            meaning(self.game, PartId::Annotation(id)),
            gap,
            spelling,
        );
        // Text that the reader could not place is a comment without delimiters.
        let begins = self.out[start..].trim_ascii_start().first();
        let kind = match annotation {
            Annotation::Comment { kind, .. } => Some(kind),
            _ => None,
        };
        let runs_on = matches!(
            (kind, begins),
            (Some(CommentKind::Line), Some(b';')) | (Some(CommentKind::Escape), Some(b'%'))
        );
        let place = self.layout.places.get(&PartId::Annotation(id));
        let own = place.map_or(usize::MAX, |place| place + 1);
        self.after_line = (runs_on && !self.out.ends_with(b"\n")).then_some(own);
    }

    fn mv(&mut self, node: NodeId, (number, is_white): (u32, bool)) {
        let Some(spelled) = self.game.tree().spelled(node) else { return };
        let spelling = || match spelled {
            Spelled::Move(mv, spelling) => spelling.text(mv).as_str().to_owned(),
            Spelled::Unchecked(text) => text.to_string(),
        };
        let part = PartId::Move(node);
        let place = self.layout.places.get(&part).copied();
        let stays = place.is_some_and(|place| place >= self.next);
        let number = match place {
            Some(place) if self.follows(place) => Number::AsItStood,
            _ => match self.needs_number(is_white, stays) {
                Some(true) => {
                    Number::With(format!("{number}{} ", if is_white { "." } else { "..." }))
                }
                Some(false) => Number::Without,
                None => Number::AsItStood,
            },
        };
        self.numbered_part((part, meaning(self.game, part)), " ", &number, spelling);
    }

    /// Whether a move that does not follow its original predecessor has its number: always for the
    /// first move of a variation, for others as elsewhere in the game. If the game gives no
    /// example, new moves follow export form (§8.2.2.1, §8.2.2.2), and existing ones are left alone
    /// (`None`).
    fn needs_number(&mut self, is_white: bool, stays: bool) -> Option<bool> {
        let (game, layout) = (self.game, self.layout);
        let mut habits = || *self.habits.get_or_insert_with(|| Habits::of(game, layout));
        let n_more = match (self.before, is_white) {
            (MovePrefix::Open, _) => return Some(true),
            (_, true) => habits().white,
            (MovePrefix::Move, false) => return Some(habits().black > 0),
            (MovePrefix::Other, false) => habits().interrupted_black,
        };
        match stays {
            true => (n_more > 0).then_some(true),
            false => Some(n_more >= 0),
        }
    }
}

/// The text before a move, with a number or without one.
fn renumbered<'s>(own: &'s [u8], number: &Number) -> Cow<'s, [u8]> {
    match number {
        Number::With(number) if !has_digit(own) => Cow::Owned([own, number.as_bytes()].concat()),
        Number::Without if has_digit(own) && is_number(own) => Cow::Borrowed(&own[..n_white(own)]),
        Number::AsItStood | Number::With(_) | Number::Without => Cow::Borrowed(own),
    }
}

/// Whether no line is longer than those of export form.
fn has_short_lines(source: &[u8]) -> bool {
    let mut lines = source.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.all(|line| line.len() <= SOURCE_LINE_BYTES_MAX || line.starts_with(b"["))
}

/// How much of a source is before the tags that it gets: the mark of UTF-8, and empty lines.
fn n_before(source: &[u8]) -> usize {
    let n_mark = if source.starts_with(&charset::UTF8_BOM) { charset::UTF8_BOM.len() } else { 0 };
    n_mark + n_blank(&source[n_mark..])
}

/// The length of the white space with which a text begins.
fn n_white(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The length of the empty lines with which a text begins. White space before a character stays
/// with it: it may keep a percent sign from being an escape.
fn n_blank(text: &[u8]) -> usize {
    let white = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    text[..white].iter().rposition(is_line_end).map_or(0, |at| at + 1)
}

/// Number of line ends in the white space with which a text begins.
fn n_lines(text: &[u8]) -> usize {
    let white = text.iter().take_while(|byte| byte.is_ascii_whitespace());
    let (mut n_lf, mut n_cr) = (0, 0);
    for byte in white {
        n_lf += usize::from(*byte == b'\n');
        n_cr += usize::from(*byte == b'\r');
    }
    n_lf.max(n_cr)
}
