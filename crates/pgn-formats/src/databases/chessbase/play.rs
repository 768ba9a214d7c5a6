//! Moves and annotations put into a game together (§8.2.4, §10, D-11, D-60).

use super::annotation::Entries;
use super::moves::{self, MoveEncoding};
use super::remark::{Remark, push_comment};
use super::start;
use super::text::{GuidingText, Page};
use crate::databases::finding::Fault;
use crate::databases::nation::{self, Languages};
use crate::databases::setup::{self, Stop};
use pgnkit::chess::{Position, Setup, Variant};
use pgnkit::game::{NodeId, Recorder, Tree};
use pgnkit::syntax::CommentKind;
use pgnkit::{Game, Nag};

/// Damage and its place in the bytes.
type Found = Vec<(Fault, usize)>;

/// Plays the moves of a record; returns the damage.
pub(super) fn moves(
    flags: u8,
    bytes: &[u8],
    chess960: Option<u16>,
    game: &mut Game,
    annotator: &mut Annotator<'_>,
) -> Found {
    let number = flags & 63;
    let Some(mode) = MoveEncoding::of(number) else {
        return vec![(Fault::UnknownMode(number), 0)];
    };
    let n_start = if flags & 0x40 == 0 { 0 } else { super::start_bytes(mode.is_chess960()) };
    let Some((start, bytes)) = bytes.split_at_checked(n_start) else {
        return vec![(Fault::CutShort, 0)];
    };
    let Some(setup) = begin(start, mode, chess960, game) else {
        return vec![(Fault::BadStart, 0)];
    };
    let mut found = setup::play(setup, game, |game, round| {
        if round > 0 {
            annotator.game(game);
        }
        let Some(mut recorder) = Recorder::new(game) else {
            return Stop::Fault(Fault::BadStart, 0);
        };
        moves::decode(bytes, mode, &mut recorder, |recorder, n, node| {
            annotator.annotate(recorder.tree_mut(), n, node);
        })
    });
    found.iter_mut().for_each(|(_, at)| *at += n_start);
    found
}

/// Writes the start position's tags. Returns the position if it was set up; `None` if it is
/// impossible.
fn begin(
    start: &[u8],
    mode: MoveEncoding,
    chess960: Option<u16>,
    game: &mut Game,
) -> Option<Option<Setup>> {
    if mode.is_losing_chess() {
        game.tags_mut_unchecked().push("Variant", Variant::Antichess.name());
    }
    if mode.is_chess960() {
        game.tags_mut_unchecked().push("Variant", Variant::Chess960.name());
        if start.is_empty() {
            let position = chess960.and_then(Position::chess960).unwrap_or_default();
            setup::put_position(&position, game);
        }
    }
    if start.is_empty() {
        return Some(None);
    }
    let (start, rooks) = start.split_at(start::START_BYTES);
    let mut setup = start::parse(start, mode.is_chess960().then_some(rooks))?;
    if mode.is_losing_chess() {
        setup.variant = Variant::Antichess;
    }
    setup::put(&setup, game).then_some(Some(setup))
}

/// Puts annotations into a game while its moves are played.
pub(crate) struct Annotator<'a> {
    entries: &'a mut Entries,
    languages: Languages,
    /// Texts are in more than one language.
    names_languages: bool,
    faults: &'a mut Found,
    /// Texts before moves, with the node after which they are.
    before: Vec<(NodeId, String)>,
    commands: String,
}

impl<'a> Annotator<'a> {
    pub(crate) fn new(
        entries: &'a mut Entries,
        languages: Languages,
        faults: &'a mut Found,
    ) -> Annotator<'a> {
        let mut seen = None;
        let mut names_languages = false;
        for (entry, data) in entries.iter() {
            let Remark::Text { language, .. } = Remark::of(entry.kind, data, &mut String::new())
            else {
                continue;
            };
            if language != 0 {
                names_languages |= seen.is_some_and(|other| other != language);
                seen = Some(language);
            }
        }
        Annotator {
            entries,
            languages,
            names_languages,
            faults,
            before: Vec::new(),
            commands: String::new(),
        }
    }

    /// Adds the annotations of the whole game; the moves follow. Restarts if it had begun.
    pub(crate) fn game(&mut self, game: &mut Game) {
        self.before.clear();
        self.faults.clear();
        self.entries.rewind();
        let range = self.entries.of_move(-1);
        for n in range.clone() {
            let (entry, data) = self.entries.entry(n);
            let mut value = String::new();
            if let Remark::Tag(name) = Remark::of(entry.kind, data, &mut value) {
                game.tags_mut_unchecked().set(name, &value);
            }
        }
        self.put(game.tree_mut(), range, NodeId::ROOT, NodeId::ROOT);
    }

    /// Adds the annotations of the move at `node`.
    pub(crate) fn annotate(&mut self, tree: &mut Tree, n: u32, node: NodeId) {
        let range = self.entries.of_move(n as i32);
        if !range.is_empty() {
            let before = tree.before(node).unwrap_or_default();
            self.put(tree, range, node, before);
        }
    }

    fn put(
        &mut self,
        tree: &mut Tree,
        range: std::ops::Range<usize>,
        node: NodeId,
        before: NodeId,
    ) {
        self.commands.clear();
        let start = self.before.len();
        let mut texts: Vec<String> = Vec::new();
        for n in range {
            let (entry, data) = self.entries.entry(n);
            let len = self.commands.len();
            match Remark::of(entry.kind, data, &mut self.commands) {
                Remark::Nags(nags) => {
                    for &nag in nags.iter().filter(|&&nag| nag != 0) {
                        tree.add_nag(node, Nag(nag.into()));
                    }
                }
                Remark::Command => {}
                Remark::PartOfCommand => {
                    self.tell(n, Fault::PartOfAnnotation { kind: entry.code() });
                }
                Remark::Tag(_) => {
                    self.commands.truncate(len);
                    if entry.mv >= 0 {
                        self.tell(n, Fault::BadAnnotation { kind: entry.code() });
                    }
                }
                Remark::Text { is_before, language, text } => {
                    let language = nation::language(language);
                    if !self.languages.keep(language) {
                        continue;
                    }
                    let mut comment = String::new();
                    if let (true, Some(language)) = (self.names_languages, language) {
                        comment = format!("[%lang {language}] ");
                    }
                    push_comment(text, &mut comment);
                    match is_before && node != NodeId::ROOT {
                        true => self.before.push((before, comment)),
                        false => texts.push(comment),
                    }
                }
                Remark::Unknown => {
                    let fault = Fault::UnknownAnnotation {
                        kind: entry.code(),
                        n_bytes: u16::try_from(data.len()).unwrap_or(u16::MAX),
                    };
                    self.tell(n, fault);
                }
                Remark::Malformed => {
                    let fault = Fault::BadAnnotation { kind: entry.code() };
                    self.tell(n, fault);
                }
            }
        }
        self.write(tree, node, texts);
        // A head has no variations that must come first.
        let mut at = start;
        while at < self.before.len() {
            if tree.is_head(self.before[at].0) {
                let (head, text) = self.before.remove(at);
                tree.add_comment(head, CommentKind::Brace, &text);
            } else {
                at += 1;
            }
        }
    }

    /// Records damage in an annotation, by its number.
    fn tell(&mut self, n: usize, fault: Fault) {
        self.faults.push((fault, self.entries.entry(n).0.at as usize));
    }

    fn write(&self, tree: &mut Tree, node: NodeId, texts: Vec<String>) {
        let mut texts = texts.into_iter();
        if !self.commands.is_empty() {
            let mut comment = self.commands.clone();
            if let Some(text) = texts.next() {
                comment.push(' ');
                comment.push_str(&text);
            }
            tree.add_comment(node, CommentKind::Brace, &comment);
        }
        for text in texts {
            tree.add_comment(node, CommentKind::Brace, &text);
        }
    }

    /// Adds the texts before moves, and reports annotations without a move.
    pub(crate) fn end(&mut self, game: &mut Game) {
        for (node, text) in self.before.drain(..) {
            game.tree_mut().add_comment(node, CommentKind::Brace, &text);
        }
        for &entry in self.entries.left() {
            let fault = Fault::AnnotationWithoutMove { kind: entry.code() };
            self.faults.push((fault, entry.at as usize));
        }
    }
}

impl GuidingText {
    /// As a game without moves: the first title is the Event, if the tournament has none, and all
    /// titles and pages are comments.
    pub(crate) fn put_into(&self, languages: Languages, game: &mut Game) {
        let first = self.titles.iter().find(|page| !page.text.is_empty());
        if let (Some(title), Some("?")) = (first, game.tag("Event")) {
            game.tags_mut_unchecked().set("Event", &title.text);
        }
        for pages in [&self.titles, &self.contents] {
            for Page { language, text } in pages.iter().filter(|page| languages.keep(page.language))
            {
                let text = match language {
                    Some(language) if pages.len() > 1 => format!("[%lang {language}] {text}"),
                    _ => text.clone(),
                };
                game.tree_mut().add_comment(NodeId::ROOT, CommentKind::Brace, &text);
            }
        }
    }
}
