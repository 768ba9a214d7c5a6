//! A hash of everything that counts in a game.

use std::collections::VecDeque;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::Ignore;
use super::remark::Remarks;
use crate::game::Game;
use crate::game::NodeId;

/// A 128-bit hash that is equal for games between which [`compare`](super::compare) finds no
/// difference, and almost certainly different for other games. Do not store it: another version of
/// pgnkit may compute another hash.
///
/// ```
/// use pgnkit::{Game, compare::{Ignore, digest}};
/// let (a, b): (Game, Game) = ("1.e4 *".parse()?, "1. e2-e4 *".parse()?);
/// assert_eq!(digest(&a, &Ignore::default()), digest(&b, &Ignore::default()));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[must_use]
pub fn digest(game: &Game, ignore: &Ignore) -> u128 {
    let mut sum = Sum::default();
    let mut tags: Vec<_> = game
        .tags()
        .iter()
        .filter(|tag| !ignore.ignores_tag(tag.name))
        .map(|tag| (tag.name, tag.value))
        .collect();
    if ignore.order {
        // Stable: the order of those of one name counts.
        tags.sort_by_key(|tag| tag.0);
    }
    sum.add(&tags);
    sum.add(&game.outcome().name());
    let tree = game.tree();
    let mut heads = VecDeque::from([NodeId::ROOT]);
    while let Some(head) = heads.pop_front() {
        for node in std::iter::once(head).chain(tree.line(head)) {
            match tree.san(node) {
                Some(san) => sum.add(&*san),
                None => sum.add(&tree.mv(node)),
            }
            let remarks = Remarks::of(tree, node, ignore);
            sum.add(&(&remarks.nags, &remarks.comments));
            let mut order = remarks.order;
            if ignore.order {
                order.sort_unstable();
            }
            sum.add(&order);
            if !ignore.variations {
                heads.extend(tree.variations(node));
            }
        }
        sum.add(&"end of line");
    }
    sum.finish()
}

/// Two hashers that disagree.
struct Sum([DefaultHasher; 2]);

impl Default for Sum {
    fn default() -> Sum {
        let mut other = DefaultHasher::new();
        other.write_u64(0x9E37_79B9_7F4A_7C15);
        Sum([DefaultHasher::new(), other])
    }
}

impl Sum {
    fn add(&mut self, part: &(impl Hash + ?Sized)) {
        self.0.iter_mut().for_each(|hasher| part.hash(hasher));
    }

    fn finish(self) -> u128 {
        let [first, second] = self.0.map(|hasher| u128::from(hasher.finish()));
        first << 64 | second
    }
}
