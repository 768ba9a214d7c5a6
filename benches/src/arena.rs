//! A game in memory as a careful user of a streaming reader would hold it.

use crate::answer::Answer;

const NONE: u32 = u32::MAX;

struct Node<M> {
    /// Nothing at the head of a line.
    #[expect(dead_code, reason = "held, as a user would hold it, and not looked at")]
    mv: Option<M>,
    before: u32,
    next: u32,
    last_annotation: u32,
}

#[expect(dead_code, reason = "held, as a user would hold it, and not looked at")]
enum Annotation {
    Nag(u8),
    /// Where its text begins and ends.
    Comment(u32, u32),
    /// The head of its line.
    Variation(u32),
}

/// One game; moves are whatever the reader gives.
pub(crate) struct Arena<M> {
    text: Vec<u8>,
    /// Where name and value begin; the value ends where the next text begins.
    tags: Vec<(u32, u32, u32)>,
    nodes: Vec<Node<M>>,
    annotations: Vec<(u32, Annotation)>,
    at: u32,
    open: Vec<u32>,
    comment_start: u32,
    n_moves: u64,
}

impl<M> Arena<M> {
    pub(crate) fn new() -> Arena<M> {
        let mut arena = Arena {
            text: Vec::new(),
            tags: Vec::new(),
            nodes: Vec::new(),
            annotations: Vec::new(),
            at: 0,
            open: Vec::new(),
            comment_start: 0,
            n_moves: 0,
        };
        arena.clear();
        arena
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
        self.nodes.clear();
        self.annotations.clear();
        self.open.clear();
        self.n_moves = 0;
        self.at = self.push_node(None, NONE);
    }

    fn push_node(&mut self, mv: Option<M>, before: u32) -> u32 {
        self.nodes.push(Node { mv, before, next: NONE, last_annotation: NONE });
        self.nodes.len() as u32 - 1
    }

    fn push_annotation(&mut self, annotation: Annotation) {
        let node = &mut self.nodes[self.at as usize];
        self.annotations.push((node.last_annotation, annotation));
        node.last_annotation = self.annotations.len() as u32 - 1;
    }

    pub(crate) fn tag(&mut self, name: &[u8], value: &[u8]) {
        let name_start = self.text.len() as u32;
        self.text.extend_from_slice(name);
        let value_start = self.text.len() as u32;
        self.text.extend_from_slice(value);
        self.tags.push((name_start, value_start, self.text.len() as u32));
    }

    pub(crate) fn mv(&mut self, mv: M) {
        let node = self.push_node(Some(mv), self.at);
        self.nodes[self.at as usize].next = node;
        self.at = node;
        self.n_moves += 1;
    }

    pub(crate) fn nag(&mut self, nag: u8) {
        self.push_annotation(Annotation::Nag(nag));
    }

    /// A piece of a comment; the last one ends it.
    pub(crate) fn comment(&mut self, text: &[u8], begins: bool, ends: bool) {
        if begins {
            self.comment_start = self.text.len() as u32;
        }
        self.text.extend_from_slice(text);
        if ends {
            self.push_annotation(Annotation::Comment(self.comment_start, self.text.len() as u32));
        }
    }

    /// A line that replaces the last move.
    pub(crate) fn begin_variation(&mut self) {
        let before = self.nodes[self.at as usize].before;
        let head = self.push_node(None, before);
        self.push_annotation(Annotation::Variation(head));
        self.open.push(self.at);
        self.at = head;
    }

    pub(crate) fn end_variation(&mut self) {
        if let Some(at) = self.open.pop() {
            self.at = at;
        }
    }

    /// Adds everything that the game holds.
    pub(crate) fn count(&self, answer: &mut Answer) {
        self.count_tags(answer);
        answer.n_plies += self.n_moves;
        for (_, annotation) in &self.annotations {
            match annotation {
                Annotation::Nag(_) => answer.n_nags += 1,
                Annotation::Comment(start, end) => answer.comment_bytes += u64::from(end - start),
                Annotation::Variation(_) => answer.n_variations += 1,
            }
        }
    }

    /// Adds the tags and the moves of the main line alone.
    pub(crate) fn count_main_line(&self, answer: &mut Answer) {
        self.count_tags(answer);
        answer.n_plies += self.main_line_plies();
    }

    fn count_tags(&self, answer: &mut Answer) {
        answer.n_games += 1;
        answer.n_tags += self.tags.len() as u64;
        answer.tag_bytes += self.tags.iter().map(|tag| u64::from(tag.2 - tag.0)).sum::<u64>();
    }

    fn main_line_plies(&self) -> u64 {
        let (mut node, mut n_plies) = (0, 0);
        while self.nodes[node].next != NONE {
            node = self.nodes[node].next as usize;
            n_plies += 1;
        }
        n_plies
    }
}
