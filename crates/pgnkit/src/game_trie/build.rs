//! A trie becomes a game.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::ops::Range;

use pgn_chess::Color;
use pgn_syntax::CommentKind;

use super::{
    GameTrie, MainLine, NONE, ROOT, RemarkText, Results, TextRange, TrieRemark, TrieReport,
    TrieStart,
};
use crate::game::{Game, NodeId};
use crate::nag::Nag;
use crate::tag::Outcome;

/// The game of a trie. `pointers` has the moves that lead to a position of another line.
pub(super) fn build(
    trie: &mut GameTrie,
    start: &TrieStart,
    pointers: &HashMap<u32, u32>,
) -> (Game, TrieReport) {
    trie.remarks.sort_by_key(|remark| remark.node);
    trie.ends.sort_by_key(|end| end.0);
    let mut game = Game::new();
    let tags = game.tags_mut_unchecked();
    start.tags.iter().for_each(|(name, value)| tags.set(name, value));
    game.set_outcome(Outcome::Unknown);
    let heights = match trie.options.main_line {
        MainLine::Longest => trie.heights(),
        MainLine::First | MainLine::Played | MainLine::Score => Vec::new(),
    };
    let report = TrieReport { line_count: 1, ..trie.counts };
    let written_remarks = 0;
    let mut builder = GameBuilder { trie, start, pointers, heights, game, report, written_remarks };
    builder.annotate(ROOT, NodeId::ROOT, IsBranch::No);
    builder.write_lines();
    let GameBuilder { trie, mut report, game, written_remarks, .. } = builder;
    report.transposition_count = pointers.len() as u64;
    report.lost_remark_count += (trie.remarks.len() - written_remarks) as u64;
    (game, report)
}

/// Whether several moves were played in the position before a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsBranch {
    Yes,
    No,
}

struct GameBuilder<'a> {
    trie: &'a GameTrie,
    start: &'a TrieStart,
    pointers: &'a HashMap<u32, u32>,
    /// The plies after each node, if they are needed.
    heights: Vec<u32>,
    game: Game,
    report: TrieReport,
    written_remarks: usize,
}

impl GameBuilder<'_> {
    fn write_lines(&mut self) {
        let mut open = vec![(ROOT, NodeId::ROOT, self.start.position.turn())];
        let mut children = Vec::new();
        while let Some((parent, before, turn)) = open.pop() {
            self.put_in_order(parent, turn, &mut children);
            let is_branch = if children.len() > 1 { IsBranch::Yes } else { IsBranch::No };
            let mut main = None;
            for &child in &children {
                let at = match main {
                    None => before,
                    Some(main) => {
                        self.report.line_count += 1;
                        self.game.tree_mut().push_variation(main)
                    }
                };
                let node = &self.trie.nodes[child as usize];
                let id = self.game.tree_mut().push_move(at, node.mv, node.spelling);
                main = main.or(Some(id));
                self.report.move_count += 1;
                self.annotate(child, id, is_branch);
                open.push((child, id, turn.other()));
            }
        }
    }

    /// The moves that are kept after a node, the main one first.
    fn put_in_order(&mut self, parent: u32, turn: Color, children: &mut Vec<u32>) {
        let trie = self.trie;
        children.clear();
        for child in trie.children(parent) {
            match trie.is_kept(child) {
                true => children.push(child),
                false => self.report.rare_move_count += trie.move_count(child),
            }
        }
        let results = |node: u32| &trie.nodes[node as usize].results;
        match trie.options.main_line {
            MainLine::First => {}
            MainLine::Played => children.sort_by_key(|&child| Reverse(results(child).game_count)),
            MainLine::Longest => {
                children.sort_by_key(|&child| Reverse(self.heights[child as usize]));
            }
            MainLine::Score => {
                children.sort_by(|&one, &other| compare_scores(results(other), results(one), turn));
            }
        }
    }

    /// Writes the remarks of a node: NAGs, then comments, each once.
    fn annotate(&mut self, node: u32, id: NodeId, is_branch: IsBranch) {
        let trie = self.trie;
        let remarks = &trie.remarks[range_of(&trie.remarks, node, |remark| remark.node)];
        self.written_remarks += remarks.len();
        let mut nags: Vec<(u16, Vec<u32>)> = Vec::new();
        let mut comments: Vec<(TextRange, Vec<u32>)> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for &TrieRemark { origin, what, .. } in remarks {
            match what {
                RemarkText::Nag(nag) => match nags.iter_mut().find(|known| known.0 == nag) {
                    Some((_, origins)) => origins.push(origin),
                    None => nags.push((nag, vec![origin])),
                },
                RemarkText::Comment(range) => {
                    let idx = *known.entry(trie.text_at(range)).or_insert(comments.len());
                    if idx == comments.len() {
                        comments.push((range, Vec::new()));
                    }
                    comments[idx].1.push(origin);
                }
                RemarkText::Escape(range) => {
                    let text = trie.text_at(range);
                    self.game.tree_mut().add_comment(id, CommentKind::Escape, text);
                }
            }
        }
        for &(nag, _) in &nags {
            self.game.tree_mut().add_nag(id, Nag(nag));
        }
        if trie.options.origins {
            for (nag, origins) in &nags {
                self.comment(id, &trie.origin_command(Some(*nag), origins));
            }
        }
        for (range, origins) in &comments {
            let text = trie.text_at(*range);
            match trie.options.origins {
                true => {
                    let origin = trie.origin_command(None, origins);
                    self.comment(id, format!("{origin} {}", text.trim()).trim_end());
                }
                false => self.comment(id, text),
            }
        }
        self.add_notes(node, id, is_branch);
    }

    /// Comments about the games and other lines.
    fn add_notes(&mut self, node: u32, id: NodeId, is_branch: IsBranch) {
        let trie = self.trie;
        let results = &trie.nodes[node as usize].results;
        if trie.options.counts && is_branch == IsBranch::Yes && results.game_count > 0 {
            let Results { game_count, white_count, draw_count, black_count } = results;
            let games = if *game_count == 1 { "game" } else { "games" };
            let scores = format!("+{white_count} ={draw_count} -{black_count}");
            self.comment(id, &format!("{game_count} {games}, {scores}"));
        }
        if let Some(&other) = self.pointers.get(&node) {
            self.comment(id, &format!("transposes to {}", self.line_of(other)));
        }
        let ends = &trie.ends[range_of(&trie.ends, node, |end| end.0)];
        let shown_count = ends.len().min(trie.options.players_max as usize);
        let (shown, others) = ends.split_at(shown_count);
        let mut games: Vec<String> =
            shown.iter().map(|end| trie.text_at(end.1).to_owned()).collect();
        match others.len() {
            0 => {}
            1 => games.push("1 more game".to_owned()),
            n => games.push(format!("{n} more games")),
        }
        if !games.is_empty() {
            self.comment(id, &games.join("; "));
        }
    }

    fn comment(&mut self, id: NodeId, text: &str) {
        self.game.tree_mut().add_comment(id, CommentKind::Brace, text);
    }

    /// The moves that lead to a node, with numbers.
    fn line_of(&self, node: u32) -> String {
        let parent = |&node: &u32| {
            let parent = self.trie.nodes[node as usize].parent;
            (parent != ROOT && parent != NONE).then_some(parent)
        };
        let mut nodes: Vec<u32> =
            std::iter::successors(Some(node).filter(|&node| node != ROOT), parent).collect();
        if nodes.is_empty() {
            return "the start position".to_owned();
        }
        nodes.reverse();
        let (mut number, mut turn) = (self.start.position.fullmove(), self.start.position.turn());
        let mut words = Vec::new();
        for (idx, node) in nodes.into_iter().enumerate() {
            match turn {
                Color::White => words.push(format!("{number}.")),
                Color::Black if idx == 0 => words.push(format!("{number}...")),
                Color::Black => {}
            }
            let node = &self.trie.nodes[node as usize];
            words.push(node.spelling.text(node.mv).to_string());
            number += u32::from(turn == Color::Black);
            turn = turn.other();
        }
        words.join(" ")
    }
}

impl GameTrie {
    /// The plies of the longest line after each node.
    fn heights(&self) -> Vec<u32> {
        let mut order = vec![ROOT];
        let mut idx = 0;
        while let Some(&node) = order.get(idx) {
            order.extend(self.children(node));
            idx += 1;
        }
        let mut heights = vec![0; self.nodes.len()];
        for &node in order.iter().rev().filter(|&&node| node != ROOT) {
            let parent = self.nodes[node as usize].parent as usize;
            heights[parent] = heights[parent].max(heights[node as usize] + 1);
        }
        heights
    }

    /// The moves from a node on, with it.
    fn move_count(&self, node: u32) -> u64 {
        let (mut open, mut count) = (vec![node], 0);
        while let Some(node) = open.pop() {
            count += 1;
            open.extend(self.children(node));
        }
        count
    }

    /// `[%from mine.pgn:12, yours.pgn:3]`, of a NAG `[%from $1 mine.pgn:12]`.
    fn origin_command(&self, nag: Option<u16>, origins: &[u32]) -> String {
        let names = origins.iter().map(|&origin| self.text_at(self.origins[origin as usize]));
        let mut names: Vec<&str> = names.collect();
        names.dedup();
        from_command(nag, &names)
    }
}

/// The command that names the games of a comment, or of a NAG.
pub(crate) fn from_command(nag: Option<u16>, origins: &[&str]) -> String {
    let plain = |c: char| if matches!(c, ']' | '}' | ',') { '_' } else { c };
    let names = origins.iter().map(|name| name.chars().map(plain).collect::<String>());
    let names: Vec<String> = names.collect();
    let nag = nag.map_or_else(String::new, |nag| format!("${nag} "));
    format!("[%from {nag}{}]", names.join(", "))
}

/// The items of a node in a list that is sorted by node.
fn range_of<T>(items: &[T], node: u32, node_of: impl Fn(&T) -> u32) -> Range<usize> {
    let start = items.partition_point(|item| node_of(item) < node);
    let len = items[start..].partition_point(|item| node_of(item) == node);
    start..start + len
}

/// The scores of two moves for the side that plays them; without results, a move is worse.
fn compare_scores(one: &Results, other: &Results, turn: Color) -> Ordering {
    let score = |results: &Results| {
        let Results { white_count, draw_count, black_count, .. } = *results;
        let win_count = if turn == Color::White { white_count } else { black_count };
        let decided = u64::from(white_count) + u64::from(draw_count) + u64::from(black_count);
        (2 * u64::from(win_count) + u64::from(draw_count), decided)
    };
    let ((points, decided), (other_points, other_decided)) = (score(one), score(other));
    let is_known = (decided > 0).cmp(&(other_decided > 0));
    let by_share = (u128::from(points) * u128::from(other_decided))
        .cmp(&(u128::from(other_points) * u128::from(decided)));
    is_known.then(by_share).then(one.game_count.cmp(&other.game_count))
}
