//! Writing a game as it was spelled; what was edited is rewritten.
//!
//! ```text
//! for each part of the game, in order:
//!     spelled before, and unchanged   → the gap before it and its bytes, from the source
//!     spelled before, and changed     → the gap before it, and a new spelling
//!     new, or moved from elsewhere    → a space (a line end for a tag), and its spelling
//!     of a line that has become too long by that, what does not fit goes to the next
//! at the end                          → what stood after the last part
//! ```
//!
//! Owns: the choice between old and new spelling. Knows nothing of: profiles.
//! Start at [`write_verbatim`].

use crate::charset::{self, Encoding};
use crate::game::layout::{Layout, PartId, hash, meaning, tag_parts};
use crate::game::{Annotation, AnnotationId, Game, NodeId, Numbers, Spelled, Stop, escape_value};
use core::ops::Range;
use pgn_syntax::CommentKind;

/// Appends a game in the spelling that `layout` remembers. An unedited game gives back the bytes
/// it was read from, whatever they were. No recursion.
///
/// Says how many characters of what is new the encoding of the source lacks; the nearest ones
/// stand for them.
pub fn write_verbatim(game: &Game, layout: &Layout, out: &mut Vec<u8>) -> usize {
    let mut writer = Writer::new(game, layout, out);
    writer.tags();
    writer.lines();
    let marker = game.outcome().marker();
    writer.part(PartId::Marker, meaning(game, PartId::Marker), " ", || marker.to_string());
    for id in core::mem::take(&mut writer.late) {
        writer.write_annotation(id);
    }
    let rest = layout.pieces.last().map_or(writer.lead, |piece| piece.span.end as usize);
    writer.out.extend_from_slice(&layout.source[rest..]);
    writer.n_replaced
}

/// Appends the text of a game whose tags were edited and nothing else: `layout` is that of
/// [`read_region_tags`](crate::read::read_region_tags), and all that stands after the last tag is
/// copied. The bytes are those that [`write_verbatim`] writes.
///
/// Says how many characters of what is new the encoding of the source lacks.
pub fn write_tags_verbatim(game: &Game, layout: &Layout, out: &mut Vec<u8>) -> usize {
    let mut writer = Writer::new(game, layout, out);
    writer.tags();
    let rest = layout.pieces.last().map_or(writer.lead, |piece| piece.span.end as usize);
    let white = layout.source[rest..].iter().take_while(|byte| byte.is_ascii_whitespace());
    let movetext = rest + white.count();
    writer.first_gap(rest..movetext);
    writer.out.extend_from_slice(&layout.source[movetext..]);
    writer.n_replaced
}

struct Writer<'a> {
    game: &'a Game,
    layout: &'a Layout,
    out: &'a mut Vec<u8>,
    /// The piece that comes next in the source.
    next: usize,
    /// Tags stand where none stood.
    begins_section: bool,
    /// How much of the source stands before those.
    lead: usize,
    /// A tag stands before the one that came first.
    came_first: bool,
    /// Comments that stood after the marker.
    late: Vec<AnnotationId>,
    opening: Opening,
    /// The tags are being written.
    in_tags: bool,
    /// A move of this line came last, and nothing since.
    after_move: bool,
    /// A comment to the end of its line came last, or an escape, and the line has not ended; the
    /// piece that follows it in the source.
    after_line: Option<usize>,
    /// The line end of the source.
    newline: &'static str,
    /// Something new stands in the line that is being written, and lines are not to be longer for
    /// that.
    is_grown: bool,
    /// Whether the lines of the source have the length of export form; else nothing is broken.
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
    /// There is nothing of it yet.
    Tags,
    /// Something new stands there, after the gap that stood before the next part of old.
    Gap,
    /// It is written.
    Done,
}

impl<'a> Writer<'a> {
    fn new(game: &'a Game, layout: &'a Layout, out: &'a mut Vec<u8>) -> Writer<'a> {
        let newline = match layout.source.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(at) if layout.source[at..].starts_with(b"\r\n") => "\r\n",
            Some(_) | None => "\n",
        };
        let has_tags = layout.places.keys().any(|part| matches!(part, PartId::Tag(..)));
        let begins_section = !has_tags && !game.tags.is_empty();
        Writer {
            game,
            layout,
            out,
            next: 0,
            begins_section,
            lead: if begins_section { n_before(&layout.source) } else { 0 },
            came_first: false,
            late: Vec::new(),
            opening: Opening::Tags,
            in_tags: true,
            after_move: false,
            after_line: None,
            newline,
            is_grown: false,
            breaks_lines: has_short_lines(&layout.source),
            n_replaced: 0,
        }
    }

    /// The tags, and the comments that stood between them.
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

    /// Writes one part, and sees that it does not run into what stands before it now.
    fn part(&mut self, part: PartId, means: u64, gap: &str, spelling: impl Fn() -> String) {
        let (start, next) = (self.out.len(), self.next);
        self.write_part(part, means, gap, spelling);
        let written = &self.out[start..];
        if written.is_empty() {
            return;
        }
        let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let place = self.layout.places.get(&part).copied();
        self.break_line(start, place.is_none_or(|at| self.layout.pieces[at].meaning != means));
        let written = &self.out[start..];
        let is_jump = place.is_some_and(|place| place > next);
        if let Some(own) = self.after_line.take()
            // What followed it in the source follows it as it did.
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

    /// Puts what was written from `start` on into the next line, when its own has grown and has no
    /// room for it.
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

    fn write_part(&mut self, part: PartId, means: u64, gap: &str, spelling: impl Fn() -> String) {
        let known = self.layout.places.get(&part).copied();
        let Some(place) = known.filter(|&place| place >= self.next) else {
            self.gap(gap);
            return match known {
                Some(place) if self.layout.pieces[place].meaning == means => {
                    let old = self.layout.pieces[place].span.of(&self.layout.source);
                    self.out.extend_from_slice(old);
                }
                Some(_) | None => self.spell(&spelling()),
            };
        };
        let piece = &self.layout.pieces[place];
        let own = self.gap_before(place);
        match (self.opening, part) {
            // The gap was written; what is left of it is the number of a move.
            (Opening::Gap, _) => {
                self.out.push(b' ');
                self.out.extend_from_slice(self.layout.source[own].trim_ascii_start());
            }
            // Of pieces that are gone, the first had the gap to what is still there.
            (Opening::Tags, _) if self.in_tags => {
                if self.next == 0 && self.came_first {
                    self.out.extend_from_slice(self.newline.as_bytes());
                }
                let gap = self.gap_before(self.next);
                self.out.extend_from_slice(&self.layout.source[gap]);
            }
            (Opening::Tags, _) => self.first_gap(own),
            (Opening::Done, _) => self.out.extend_from_slice(&self.layout.source[own]),
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

    /// Where in the source the gap before a piece is.
    fn gap_before(&self, place: usize) -> Range<usize> {
        let start = match place.checked_sub(1).and_then(|last| self.layout.pieces.get(last)) {
            Some(last) => last.span.end as usize,
            None => self.lead,
        };
        let end = self.layout.pieces.get(place).map_or(start, |piece| piece.span.start as usize);
        start.min(end)..end
    }

    /// The gap before the movetext, which had this one: where parts before it are gone, the wider
    /// of this and of what stood after the tags, so that an empty line stays one.
    fn first_gap(&mut self, own: Range<usize>) {
        let first = self.gap_before(self.next);
        let is_gone = first.start < own.start;
        let source = &self.layout.source;
        let (first, own) = (&source[first], &source[own]);
        if self.begins_section {
            self.out.extend_from_slice(self.newline.as_bytes());
            self.out.extend_from_slice(self.newline.as_bytes());
            self.out.extend_from_slice(&own[n_blank(own)..]);
        } else if is_gone && (self.next == 0 || n_lines(first) >= n_lines(own)) {
            self.out.extend_from_slice(first);
            self.out.extend_from_slice(&own[n_blank(own)..]);
        } else {
            self.out.extend_from_slice(own);
        }
    }

    /// What stands before something new.
    fn gap(&mut self, gap: &str) {
        let is_first = self.next == 0 && !self.came_first && !self.layout.pieces.is_empty();
        if self.in_tags && is_first && !self.begins_section {
            // It comes first now; what stood before the first tag of old stands before it.
            self.lead = self.gap_before(0).end;
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
        // The movetext begins with it: it stands where the part after it stood.
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
        match self.layout.encoding {
            Encoding::Utf8 => self.out.extend_from_slice(text.as_bytes()),
            Encoding::Latin1 | Encoding::Windows1252 => {
                let (bytes, n_replaced) = charset::encode_latin1(text);
                self.n_replaced += n_replaced;
                self.out.extend_from_slice(&bytes);
            }
        }
    }

    fn lines(&mut self) {
        let (numbers, first_ply) = Numbers::of(&self.game.start());
        let mut walk = self.game.walk(first_ply);
        while let Some(stop) = walk.next() {
            match stop {
                Stop::Move(node) => {
                    self.mv(node, numbers.at(walk.ply() - 1));
                    self.after_move = true;
                }
                Stop::Annotation(id) => {
                    self.after_move = false;
                    self.annotation(id);
                }
                Stop::Open(head) => {
                    self.after_move = false;
                    self.part(PartId::Open(head), 0, " ", || "(".to_string());
                    walk.enter(head);
                }
                Stop::Close(head) => {
                    self.after_move = false;
                    self.part(PartId::Close(head), 0, "", || ")".to_string());
                }
            }
        }
    }

    fn annotation(&mut self, id: AnnotationId) {
        if self.game.tree().n_tags_before(id).is_some() {
            return;
        }
        let place = |part: PartId| self.layout.places.get(&part);
        match (place(PartId::Annotation(id)), place(PartId::Marker)) {
            (Some(comment), Some(marker)) if comment > marker => self.late.push(id),
            (Some(_) | None, _) => self.write_annotation(id),
        }
    }

    fn write_annotation(&mut self, id: AnnotationId) {
        let annotation = self.game.tree().annotation(id);
        let spelling = || match annotation {
            Annotation::Nag(nag) => nag.to_string(),
            Annotation::Comment { kind: CommentKind::Escape, text } => format!("\n%{text}\n"),
            Annotation::Comment { text, .. } if text.contains('}') => {
                text.split('\n').map(|line| format!(";{line}\n")).collect()
            }
            Annotation::Comment { text, .. } => format!("{{{text}}}"),
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
        // Text that the reader could not place is a comment without a sign of its own.
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
        let needs_number = is_white || !self.after_move;
        let spelling = || match spelled {
            Spelled::Move(mv, spelling) if !needs_number => spelling.text(mv).as_str().to_owned(),
            Spelled::Move(mv, spelling) => {
                let periods = if is_white { "." } else { "..." };
                format!("{number}{periods} {}", spelling.text(mv))
            }
            Spelled::Unchecked(text) => text.to_string(),
        };
        let part = PartId::Move(node);
        self.part(part, meaning(self.game, part), " ", spelling);
    }
}

/// Whether no line is longer than those of export form.
fn has_short_lines(source: &[u8]) -> bool {
    let mut lines = source.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.all(|line| line.len() <= SOURCE_LINE_BYTES_MAX || line.starts_with(b"["))
}

/// How much of a source stands before the tags that it gets: the mark of UTF-8, and empty lines.
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
