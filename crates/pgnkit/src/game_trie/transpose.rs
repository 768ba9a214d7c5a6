//! Lines of a trie that lead to the same position.
//!
//! The positions are compared ply by ply, so that only those of one ply are in memory.

use std::collections::HashMap;

use pgn_chess::Position;

use super::{GameTrie, NONE, ROOT, Transpositions};

impl GameTrie {
    /// For each move that leads to a position of another line: the move of that line. Merges the
    /// continuations if requested.
    pub(super) fn transpose(&mut self, start: &Position) -> HashMap<u32, u32> {
        let mut pointers = HashMap::new();
        if self.options.transpositions == Transpositions::Keep {
            return pointers;
        }
        let mut seen = HashMap::from([(start.polyglot_key(), ROOT)]);
        // Nodes that are merged into others.
        let mut merged: HashMap<u32, u32> = HashMap::new();
        let mut ply = vec![(ROOT, *start)];
        while !ply.is_empty() {
            ply = self.next_ply(&ply);
            let mut best: HashMap<u64, u32> = HashMap::new();
            for (node, position) in &ply {
                let target = best.entry(position.polyglot_key()).or_insert(*node);
                if self.game_count(*node) > self.game_count(*target) {
                    *target = *node;
                }
            }
            for (node, position) in &ply {
                let key = position.polyglot_key();
                if let Some(&earlier) = seen.get(&key) {
                    pointers.insert(*node, earlier);
                } else if let Some(&target) = best.get(&key)
                    && target != *node
                {
                    pointers.insert(*node, target);
                    if self.options.transpositions == Transpositions::Merge {
                        self.absorb(target, *node, &mut merged);
                    }
                }
            }
            for (key, node) in best {
                seen.entry(key).or_insert(node);
            }
        }
        self.move_remarks(&merged);
        pointers
    }

    fn game_count(&self, node: u32) -> u32 {
        self.nodes[node as usize].results.game_count
    }

    fn next_ply(&self, ply: &[(u32, Position)]) -> Vec<(u32, Position)> {
        let mut next = Vec::new();
        for (node, position) in ply {
            let kept = self.children(*node).filter(|&child| self.is_kept(child));
            next.extend(kept.map(|child| (child, position.after(self.nodes[child as usize].mv))));
        }
        next
    }

    /// Moves the continuations of `source` to `target`.
    fn absorb(&mut self, target: u32, source: u32, merged: &mut HashMap<u32, u32>) {
        let mut pairs = vec![(target, source)];
        while let Some((target, source)) = pairs.pop() {
            let children: Vec<u32> = self.children(source).collect();
            self.nodes[source as usize].first_child = NONE;
            for child in children {
                let node = self.nodes[child as usize];
                let same = |&own: &u32| self.nodes[own as usize].mv == node.mv;
                let own = self.children(target).find(same);
                match own {
                    Some(own) => {
                        self.nodes[own as usize].results.join(&node.results);
                        merged.insert(child, own);
                        pairs.push((own, child));
                    }
                    None => {
                        let last = self.children(target).last();
                        self.nodes[child as usize].parent = target;
                        self.nodes[child as usize].sibling = NONE;
                        self.link(target, last, child);
                    }
                }
            }
        }
    }

    /// The remarks of merged nodes go to those that remain.
    fn move_remarks(&mut self, merged: &HashMap<u32, u32>) {
        let remaining = |mut node: u32| {
            while let Some(&other) = merged.get(&node) {
                node = other;
            }
            node
        };
        for remark in &mut self.remarks {
            remark.node = remaining(remark.node);
        }
        for (node, _) in &mut self.ends {
            *node = remaining(*node);
        }
    }
}
