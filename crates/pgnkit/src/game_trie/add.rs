//! Adds games and other tries to a trie.

use pgn_chess::notation::san::Spelling;
use pgn_chess::{Move, Position};
use pgn_syntax::CommentKind;

use super::{
    GameTrie, NONE, ROOT, RemarkText, Results, TextRange, TrieError, TrieNode, TrieRemark,
    TrieStart,
};
use crate::comment::{commands, strip_commands};
use crate::game::{Annotation, Game, Spelled, Stop, Walk};
use crate::tag::Date;

/// Commands with the time of one game.
const CLOCKS: [&str; 4] = ["clk", "emt", "egt", "mct"];

/// How many moves, remarks or bytes of text a trie may have.
const COUNT_MAX: usize = (u32::MAX / 2) as usize;

/// Where a line is; `None` after moves that are not kept.
#[derive(Clone, Copy)]
struct TriePlace {
    last: Option<u32>,
    /// Before the last move.
    before: Option<u32>,
    ply: u32,
}

impl GameTrie {
    /// Adds a game with its variations and annotations. `origin` names it, such as
    /// `mine.pgn:12`.
    ///
    /// A game whose start is unknown is only counted; a line ends before a move that cannot be
    /// played.
    ///
    /// # Errors
    /// If it starts from another position than the first game, or the whole is too large; then
    /// nothing is added.
    pub fn add(&mut self, game: &Game, origin: &str) -> Result<(), TrieError> {
        let Some(position) = game.start().position else {
            self.counts.unknown_start_count += 1;
            return Ok(());
        };
        self.take_start(|| start_of(game, &position, origin), &position, origin)?;
        let tree = game.tree();
        self.check_size([tree.n_nodes(), tree.n_annotations(), tree.n_bytes_guessed()])?;
        if let Some(start) = &mut self.start {
            start.tags.retain(|(name, value)| {
                is_start_tag(name) || game.tag(name) == Some(value.as_str())
            });
        }
        let results = Results::of(game.outcome());
        self.nodes[ROOT as usize].results.join(&results);
        self.counts.game_count += 1;
        let mut reading = GameAdder {
            trie: self,
            game,
            results,
            origin: (origin, None),
            main_end: ROOT,
            is_unplayable: false,
            is_cut: false,
        };
        reading.read_lines();
        let GameAdder { main_end, is_unplayable, is_cut, .. } = reading;
        self.counts.unplayable_count += u64::from(is_unplayable);
        self.counts.cut_game_count += u64::from(is_cut);
        if self.options.players_max > 0 {
            let about = self.push_text(&players_of(game));
            self.ends.push((main_end, about));
        }
        Ok(())
    }

    /// Adds all games of another trie with the same options, after those that are here.
    ///
    /// # Errors
    /// As for [`add`](GameTrie::add).
    ///
    /// ```
    /// use pgnkit::Game;
    /// use pgnkit::game_trie::{GameTrie, TrieOptions};
    ///
    /// let [mut one, mut other] = [(); 2].map(|()| GameTrie::new(TrieOptions::default()));
    /// one.add(&"1. e4 *".parse::<Game>()?, "a")?;
    /// other.add(&"1. d4 *".parse::<Game>()?, "b")?;
    /// one.join(&other)?;
    /// assert!(one.into_game()?.0.to_string().contains("1. e4 (1. d4) *"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join(&mut self, other: &GameTrie) -> Result<(), TrieError> {
        if let Some(start) = &other.start {
            self.take_start(|| start.clone(), &start.position, &start.origin)?;
            if let Some(own) = &mut self.start {
                own.tags.retain(|tag| is_start_tag(&tag.0) || start.tags.contains(tag));
            }
        }
        let remark_count = other.remarks.len() + other.ends.len() + other.origins.len();
        self.check_size([other.nodes.len(), remark_count, other.text.len()])?;
        let mut places = vec![ROOT; other.nodes.len()];
        for (idx, node) in other.nodes.iter().enumerate() {
            if node.parent != NONE {
                let parent = places[node.parent as usize];
                places[idx] = self.child(parent, node.mv, node.spelling);
            }
            self.nodes[places[idx] as usize].results.join(&node.results);
        }
        let text_start = self.text.len() as u32;
        let moved = |(start, end): TextRange| (start + text_start, end + text_start);
        self.text.push_str(&other.text);
        let origin_count = self.origins.len() as u32;
        self.origins.extend(other.origins.iter().map(|&range| moved(range)));
        let ends = other.ends.iter().map(|&(node, range)| (places[node as usize], moved(range)));
        self.ends.extend(ends);
        self.remarks.extend(other.remarks.iter().map(|remark| TrieRemark {
            node: places[remark.node as usize],
            origin: remark.origin + origin_count,
            what: match remark.what {
                RemarkText::Nag(nag) => RemarkText::Nag(nag),
                RemarkText::Comment(range) => RemarkText::Comment(moved(range)),
                RemarkText::Escape(range) => RemarkText::Escape(moved(range)),
            },
        }));
        self.counts.join(&other.counts);
        Ok(())
    }

    fn take_start(
        &mut self,
        make: impl FnOnce() -> TrieStart,
        position: &Position,
        origin: &str,
    ) -> Result<(), TrieError> {
        let key = |position: &Position| (position.polyglot_key(), position.variant());
        match &self.start {
            None => self.start = Some(make()),
            Some(start) if key(&start.position) == key(position) => {}
            Some(start) => {
                let (first, other) = (start.origin.clone(), origin.to_owned());
                return Err(TrieError::Start { first, other });
            }
        }
        Ok(())
    }

    fn check_size(&self, [nodes, remarks, bytes]: [usize; 3]) -> Result<(), TrieError> {
        let remark_count = self.remarks.len() + self.ends.len() + self.origins.len();
        let sums = [self.nodes.len() + nodes, remark_count + remarks, self.text.len() + bytes];
        if sums.iter().all(|&sum| sum < COUNT_MAX) { Ok(()) } else { Err(TrieError::Size) }
    }

    /// The node of a move, which is added if it is new.
    fn child(&mut self, parent: u32, mv: Move, spelling: Spelling) -> u32 {
        let mut last = None;
        for child in self.children(parent) {
            if self.nodes[child as usize].mv == mv {
                return child;
            }
            last = Some(child);
        }
        let new = self.nodes.len() as u32;
        let (first_child, sibling, results) = (NONE, NONE, Results::default());
        self.nodes.push(TrieNode { mv, spelling, parent, first_child, sibling, results });
        self.link(parent, last, new);
        new
    }

    /// Makes a node the child of another one, after `last`.
    pub(super) fn link(&mut self, parent: u32, last: Option<u32>, child: u32) {
        match last {
            Some(last) => self.nodes[last as usize].sibling = child,
            None => self.nodes[parent as usize].first_child = child,
        }
    }

    fn push_text(&mut self, text: &str) -> TextRange {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        (start, self.text.len() as u32)
    }
}

impl super::TrieReport {
    fn join(&mut self, other: &super::TrieReport) {
        self.game_count += other.game_count;
        self.unknown_start_count += other.unknown_start_count;
        self.unplayable_count += other.unplayable_count;
        self.cut_game_count += other.cut_game_count;
        self.lost_remark_count += other.lost_remark_count;
        self.clock_count += other.clock_count;
    }
}

/// Adds the lines of one game.
struct GameAdder<'a> {
    trie: &'a mut GameTrie,
    game: &'a Game,
    results: Results,
    /// Its name, and its index once it has remarks.
    origin: (&'a str, Option<u32>),
    main_end: u32,
    is_unplayable: bool,
    is_cut: bool,
}

impl GameAdder<'_> {
    fn read_lines(&mut self) {
        let tree = self.game.tree();
        let mut walk = Walk::new(tree, 0);
        let mut place = TriePlace { last: Some(ROOT), before: None, ply: 0 };
        let mut open: Vec<TriePlace> = Vec::new();
        while let Some(stop) = walk.next_stop() {
            match stop {
                Stop::Move(_) => {
                    place.before = place.last;
                    place.ply += 1;
                    place.last = self.play(&place, walk.spelled(), open.is_empty());
                }
                Stop::Annotation(id) => self.annotate(place.last, tree.annotation(id)),
                Stop::Open(head) => {
                    open.push(place);
                    place.last = place.before;
                    place.ply = place.ply.saturating_sub(1);
                    walk.enter(head);
                }
                Stop::Close(_) => place = open.pop().unwrap_or(place),
            }
        }
    }

    /// The node after the next move; `None` if it is not kept.
    fn play(&mut self, place: &TriePlace, mv: Option<Spelled<'_>>, is_main: bool) -> Option<u32> {
        let before = place.before?;
        let Some(Spelled::Move(mv, spelling)) = mv else {
            self.is_unplayable = true;
            return None;
        };
        if place.ply > self.trie.options.depth_max {
            self.is_cut = true;
            return None;
        }
        let node = self.trie.child(before, mv, spelling);
        if is_main {
            self.trie.nodes[node as usize].results.join(&self.results);
            self.main_end = node;
        }
        Some(node)
    }

    fn annotate(&mut self, node: Option<u32>, annotation: Annotation<'_>) {
        let is_unplayable = annotation.is_unplayable();
        self.is_unplayable |= is_unplayable;
        let Some(node) = node else {
            self.trie.counts.lost_remark_count += 1;
            return;
        };
        let what = match annotation {
            Annotation::Nag(nag) => RemarkText::Nag(nag.0),
            Annotation::Comment { kind, text } => {
                let (text, clock_count) = without_clocks(text);
                self.trie.counts.clock_count += clock_count;
                if text.trim().is_empty() && clock_count > 0 {
                    return;
                }
                let range = self.trie.push_text(&text);
                match kind {
                    CommentKind::Escape => RemarkText::Escape(range),
                    CommentKind::Brace | CommentKind::Line => RemarkText::Comment(range),
                }
            }
            Annotation::Variation(_) => return,
        };
        let (name, idx) = self.origin;
        let origin = idx.unwrap_or_else(|| {
            let range = self.trie.push_text(name);
            self.trie.origins.push(range);
            self.trie.origins.len() as u32 - 1
        });
        self.origin.1 = Some(origin);
        self.trie.remarks.push(TrieRemark { node, origin, what });
    }
}

/// A comment without the times of one game, and their number.
pub(crate) fn without_clocks(text: &str) -> (std::borrow::Cow<'_, str>, u64) {
    let clock_count = commands(text).filter(|command| CLOCKS.contains(&command.name)).count();
    if clock_count == 0 {
        return (text.into(), 0);
    }
    let others = commands(text).filter(|command| !CLOCKS.contains(&command.name));
    let mut parts: Vec<&str> = others.map(|command| &text[command.range]).collect();
    let words = strip_commands(text);
    parts.extend(Some(words.trim()).filter(|words| !words.is_empty()));
    (parts.join(" ").into(), clock_count as u64)
}

fn is_start_tag(name: &str) -> bool {
    matches!(name, "FEN" | "SetUp" | "Variant")
}

fn start_of(game: &Game, position: &Position, origin: &str) -> TrieStart {
    let of_one_game = |name: &str| matches!(name, "Result" | "PlyCount" | "Termination");
    let tags = game.tags().iter().filter(|tag| !of_one_game(tag.name));
    let tags = tags.map(|tag| (tag.name.to_owned(), tag.value.to_owned())).collect();
    TrieStart { position: *position, origin: origin.to_owned(), tags }
}

/// `Tal, Mihail - Keres, Paul (1959) 1-0`
pub(crate) fn players_of(game: &Game) -> String {
    let name = |tag| game.tag(tag).map(str::trim).filter(|name| !name.is_empty()).unwrap_or("?");
    let year = game.tag("Date").and_then(Date::parse_lax).and_then(|date| date.year());
    let year = year.map_or_else(String::new, |year| format!(" ({year})"));
    format!("{} - {}{year} {}", name("White"), name("Black"), game.outcome().name())
}
