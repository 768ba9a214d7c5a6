//! Writing a game as it was spelled; what was edited is written anew.
//!
//! ```text
//! for each part of the game, in order:
//!     spelled before, and unchanged   → the gap before it and its bytes, from the source
//!     spelled before, and changed     → the gap before it, and a new spelling
//!     new, or moved from elsewhere    → a space (a line end for a tag), and its spelling
//! at the end                          → what stood behind the last part
//! ```
//!
//! Owns: the choice between old and new spelling. Knows nothing of: profiles.
//! Standard: none. Decisions: none.
//! Start at [`write_verbatim`].

use crate::charset::{self, Encoding};
use crate::game::layout::{Layout, PartId, hash, meaning, tag_parts};
use crate::game::{Element, ElementId, Game, NodeId, Numbers, Spelled, Stop, escape_value};
use pgn_syntax::CommentKind;

/// Appends a game in the spelling that `layout` remembers. An unedited game gives back the bytes
/// it was read from, whatever they were. No recursion.
pub fn write_verbatim(game: &Game, layout: &Layout, out: &mut Vec<u8>) {
    let (late, opening) = (Vec::new(), Opening::Tags);
    let mut writer = Writer { game, layout, out, next: 0, late, opening, behind_move: false };
    writer.tags();
    writer.lines();
    let marker = game.outcome().marker();
    writer.part(PartId::Marker, meaning(game, PartId::Marker), " ", || marker.to_string());
    for id in core::mem::take(&mut writer.late) {
        writer.write_element(id);
    }
    let rest = layout.pieces.last().map_or(0, |piece| piece.span.end as usize);
    writer.out.extend_from_slice(&layout.source[rest..]);
}

struct Writer<'a> {
    game: &'a Game,
    layout: &'a Layout,
    out: &'a mut Vec<u8>,
    /// The piece that comes next in the source.
    next: usize,
    /// Comments that stood behind the marker.
    late: Vec<ElementId>,
    opening: Opening,
    /// A move of this line came last, and nothing since.
    behind_move: bool,
}

/// How far the beginning of the movetext is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// There is nothing of it yet.
    Tags,
    /// Something new stands there, behind the gap that stood before the next part of old.
    Gap,
    /// It is written.
    Done,
}

impl Writer<'_> {
    /// The tags, and the comments that stood between them.
    fn tags(&mut self) {
        let tree = self.game.tree();
        let mut opening = tree
            .element_ids(NodeId::ROOT)
            .filter_map(|id| Some((tree.n_tags_before(id)?, id)))
            .filter(|(_, id)| self.layout.places.contains_key(&PartId::Element(*id)))
            .collect::<Vec<_>>()
            .into_iter()
            .peekable();
        for (n, (part, tag)) in tag_parts(self.game).enumerate() {
            while let Some((_, id)) = opening.next_if(|&(at, _)| at <= n) {
                self.write_element(id);
            }
            let spelling = || format!("[{} \"{}\"]", tag.name, escape_value(tag.value));
            self.part(part, hash(&tag), "\n", spelling);
        }
    }

    /// Writes one part.
    fn part(&mut self, part: PartId, means: u64, gap: &str, spelling: impl Fn() -> String) {
        let known = self.layout.places.get(&part).copied();
        let Some(place) = known.filter(|&place| place >= self.next) else {
            self.gap(part, gap);
            return match known {
                Some(place) if self.layout.pieces[place].meaning == means => {
                    let old = self.layout.pieces[place].span.of(&self.layout.source);
                    self.out.extend_from_slice(old);
                }
                Some(_) | None => self.spell(&spelling()),
            };
        };
        let piece = &self.layout.pieces[place];
        // The gap belongs to the part behind it; pieces that were passed over are gone.
        let gap_start = match place.checked_sub(1) {
            Some(last) => self.layout.pieces[last].span.end as usize,
            None => 0,
        };
        let start = piece.span.start as usize;
        match self.opening {
            Opening::Gap => self.out.push(b' '),
            Opening::Tags | Opening::Done => {
                self.out.extend_from_slice(&self.layout.source[gap_start.min(start)..start]);
            }
        }
        if !matches!(part, PartId::Tag(..)) {
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

    /// What stands before something new.
    fn gap(&mut self, part: PartId, gap: &str) {
        if matches!(part, PartId::Tag(..)) || self.opening != Opening::Tags {
            if self.out.last() != Some(&b'(') {
                self.out.extend_from_slice(gap.as_bytes());
            }
            return;
        }
        // The movetext begins with it: it stands where the part behind it stood.
        self.opening = Opening::Gap;
        let start = match self.next.checked_sub(1) {
            Some(last) => self.layout.pieces[last].span.end as usize,
            None => 0,
        };
        let end = self.layout.pieces.get(self.next).map_or(start, |it| it.span.start as usize);
        let old = &self.layout.source[start.min(end)..end];
        if old.trim_ascii().is_empty() && (self.next == 0 || !old.is_empty()) {
            self.out.extend_from_slice(old);
        } else {
            self.out.extend_from_slice(b"\n\n");
        }
    }

    /// A new spelling, in the encoding of the source.
    fn spell(&mut self, text: &str) {
        match self.layout.encoding {
            Encoding::Utf8 => self.out.extend_from_slice(text.as_bytes()),
            Encoding::Latin1 | Encoding::Windows1252 => {
                self.out.extend_from_slice(&charset::encode_latin1(text).0);
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
                    self.behind_move = true;
                }
                Stop::Element(id) => {
                    self.behind_move = false;
                    self.element(id);
                }
                Stop::Open(head) => {
                    self.behind_move = false;
                    self.part(PartId::Open(head), 0, " ", || "(".to_string());
                    walk.enter(head);
                }
                Stop::Close(head) => {
                    self.behind_move = false;
                    self.part(PartId::Close(head), 0, "", || ")".to_string());
                }
            }
        }
    }

    fn element(&mut self, id: ElementId) {
        if self.game.tree().n_tags_before(id).is_some() {
            return;
        }
        let place = |part: PartId| self.layout.places.get(&part);
        match (place(PartId::Element(id)), place(PartId::Marker)) {
            (Some(comment), Some(marker)) if comment > marker => self.late.push(id),
            (Some(_) | None, _) => self.write_element(id),
        }
    }

    fn write_element(&mut self, id: ElementId) {
        let element = self.game.tree().element(id);
        let spelling = || match element {
            Element::Nag(nag) => nag.to_string(),
            Element::Comment { kind: CommentKind::Escape, text } => format!("\n%{text}\n"),
            Element::Comment { text, .. } if text.contains('}') => {
                text.split('\n').map(|line| format!(";{line}\n")).collect()
            }
            Element::Comment { text, .. } => format!("{{{text}}}"),
            Element::Variation(_) => String::new(),
        };
        self.part(PartId::Element(id), meaning(self.game, PartId::Element(id)), " ", spelling);
    }

    fn mv(&mut self, node: NodeId, (number, is_white): (u32, bool)) {
        let Some(spelled) = self.game.tree().spelled(node) else { return };
        let needs_number = is_white || !self.behind_move;
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
