//! Adds the lines of a game to another one as variations, with the origin of its comments.
//!
//! Standard: §8.2.5. Decisions: D-30.

use super::{MergeError, tags};
use crate::game::{Annotation, Game, MoveText, NodeId, Spelled, Stop, Walk};
use crate::game_trie::{from_command, players_of, without_clocks};
use pgn_chess::Move;
use pgn_syntax::CommentKind;

/// A comment is compared with this many annotations of its move.
const COMPARED_MAX: usize = 1000;

/// What was added to a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AddedLines {
    /// Moves.
    pub move_count: usize,
    /// Comments and NAGs.
    pub remark_count: usize,
    /// Plies at the end of the main line; they also count as moves.
    pub main_ply_count: usize,
    /// Clock times in comments, which belong to the other game and were left out.
    pub clock_count: u64,
}

impl AddedLines {
    /// Whether the game did not change.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.move_count + self.remark_count == 0
    }
}

/// Adds the lines of `other` to `game` as variations; tags and outcome stay.
///
/// Comments and NAGs name their origin as in [`GameTrie`](crate::game_trie::GameTrie):
/// `[%from mine.pgn:12]`. Where the main line of `other` ends, a comment has its players, year and
/// result, if a player is known. A move of a line that cannot be played ends it. Adding the same
/// game again changes nothing.
///
/// # Errors
/// If the games start differently, or are too large; `game` then does not change.
///
/// ```
/// use pgnkit::{Game, merge_games::add_lines};
/// let (mut game, other): (Game, Game) = ("1. e4 e5 *".parse()?, "1. e4 c5 {why} 1-0".parse()?);
/// let added = add_lines(&mut game, &other, "other.pgn:3").expect("the same start");
/// assert_eq!(added.move_count, 1);
/// assert!(game.to_string().contains("1. e4 e5 (1... c5 {[%from other.pgn:3] why}) *"));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
pub fn add_lines(game: &mut Game, other: &Game, origin: &str) -> Result<AddedLines, MergeError> {
    if !tags::start_alike(game, other) || game.start_position().is_none() {
        return Err(MergeError::Start);
    }
    if !game.tree().fits_with(other.tree()) {
        return Err(MergeError::Size);
    }
    let n_plies = game.n_plies();
    let mut adder = LineAdder {
        game,
        other,
        origin,
        known: Vec::new(),
        main_end: NodeId::ROOT,
        added: AddedLines::default(),
    };
    adder.add_moves();
    adder.add_players();
    let mut added = adder.added;
    added.main_ply_count = game.n_plies() - n_plies;
    Ok(added)
}

/// Where a line is in the game; `None` after a move that cannot be played.
#[derive(Clone, Copy)]
struct LinePlace {
    last: Option<NodeId>,
    /// Before the last move.
    before: Option<NodeId>,
}

struct LineAdder<'a> {
    game: &'a mut Game,
    other: &'a Game,
    origin: &'a str,
    /// The different moves after our nodes, by their indexes; nothing before they are needed.
    known: Vec<Option<Vec<(Move, NodeId)>>>,
    main_end: NodeId,
    added: AddedLines,
}

impl LineAdder<'_> {
    fn add_moves(&mut self) {
        let tree = self.other.tree();
        let mut walk = Walk::new(tree, 0);
        let mut place = LinePlace { last: Some(NodeId::ROOT), before: None };
        let mut open: Vec<LinePlace> = Vec::new();
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(node) => {
                    place.before = place.last;
                    let spelled = walk.spelled();
                    place.last = place.before.and_then(|before| self.play(before, node, spelled));
                    if let (Some(last), true) = (place.last, open.is_empty()) {
                        self.main_end = last;
                    }
                }
                Stop::Annotation(id) => self.take_remark(place.last, tree.annotation(id)),
                Stop::Open(head) => {
                    open.push(place);
                    place.last = place.before;
                    walk.enter(head);
                }
                Stop::Close(_) => place = open.pop().unwrap_or(place),
            }
        }
    }

    /// Our node after a move; it is added if it is new.
    fn play(&mut self, at: NodeId, theirs: NodeId, mv: Option<Spelled<'_>>) -> Option<NodeId> {
        let Some(Spelled::Move(mv, _)) = mv else { return None };
        // A position has few different moves.
        if let Some(&(_, node)) = self.moves_after(at).iter().find(|(known, _)| *known == mv) {
            return Some(node);
        }
        let tree = self.game.tree_mut();
        let before = match tree.next(at) {
            Some(next) => tree.push_variation(next),
            None => at,
        };
        let node = tree.push_copy(before, self.other.tree(), theirs);
        self.moves_after(at).push((mv, node));
        self.added.move_count += 1;
        Some(node)
    }

    /// The moves after a place: the next one, its variations, and their variations.
    fn moves_after(&mut self, at: NodeId) -> &mut Vec<(Move, NodeId)> {
        let tree = self.game.tree();
        if self.known.len() <= at.index() {
            self.known.resize_with(at.index() + 1, || None);
        }
        self.known[at.index()].get_or_insert_with(|| {
            let mut moves: Vec<(Move, NodeId)> = Vec::new();
            let mut waiting: Vec<NodeId> = tree.next(at).into_iter().collect();
            while let Some(node) = waiting.pop() {
                if let Some(MoveText::Move(mv)) = tree.mv(node)
                    && moves.iter().all(|(known, _)| *known != mv)
                {
                    moves.push((mv, node));
                }
                let begin = waiting.len();
                waiting.extend(tree.variations(node).filter_map(|head| tree.next(head)));
                waiting[begin..].reverse();
            }
            moves
        })
    }

    /// Adds a NAG or a comment, if it is not there yet.
    fn take_remark(&mut self, node: Option<NodeId>, annotation: Annotation<'_>) {
        // Without the moves of a line, its remarks would be about another one.
        let Some(node) = node else { return };
        match annotation {
            Annotation::Nag(nag) => {
                if self.game.tree().nags(node).any(|known| known == nag) {
                    return;
                }
                let origin = from_command(Some(nag.0), &[self.origin]);
                // The start has no move that a NAG could be about.
                if self.add_comment(node, CommentKind::Brace, "", &origin) && node != NodeId::ROOT {
                    self.added.remark_count += 1;
                    self.game.tree_mut().add_nag_before_comments(node, nag);
                }
            }
            Annotation::Comment { kind: CommentKind::Escape, text } => {
                self.add_comment(node, CommentKind::Escape, text, "");
            }
            Annotation::Comment { text, .. } => {
                let (text, clock_count) = without_clocks(text);
                self.added.clock_count += clock_count;
                if !text.trim().is_empty() {
                    let origin = from_command(None, &[self.origin]);
                    self.add_comment(node, CommentKind::Brace, text.trim(), &origin);
                }
            }
            Annotation::Variation(_) => {}
        }
    }

    fn add_players(&mut self) {
        let is_known =
            |name| self.other.tag(name).is_some_and(|value| !matches!(value.trim(), "" | "?"));
        if is_known("White") || is_known("Black") {
            let players = players_of(self.other);
            self.add_comment(self.main_end, CommentKind::Brace, &players, "");
        }
    }

    /// Adds a comment, if the words are not there yet, with their origin or without; returns
    /// whether it did.
    fn add_comment(&mut self, node: NodeId, kind: CommentKind, words: &str, origin: &str) -> bool {
        let text = format!("{origin} {words}");
        let text = text.trim();
        let is_it = |annotation: Annotation<'_>| match annotation {
            Annotation::Comment { text: known, .. } => {
                known.trim() == text || !words.is_empty() && known.trim() == words
            }
            Annotation::Nag(_) | Annotation::Variation(_) => false,
        };
        let mut compared_count = 0;
        for annotation in self.game.tree().annotations(node).take(COMPARED_MAX) {
            if is_it(annotation) {
                return false;
            }
            compared_count += 1;
        }
        let tree = self.game.tree_mut();
        match compared_count {
            // Putting one in order looks at all others.
            COMPARED_MAX => tree.add_comment(node, kind, text),
            _ => tree.add_comment_before_variations(node, kind, text),
        };
        self.added.remark_count += 1;
        true
    }
}
