//! Which of some items belong together, found pair by pair.

/// Items with numbers from 0, each in a separate group until it is joined with others.
///
/// ```
/// use pgn_query::Groups;
///
/// let mut groups = Groups::new(4);
/// groups.join(3, 1);
/// assert_eq!([0, 1, 2, 3].map(|n| groups.first_of(n)), [0, 1, 2, 1]);
/// ```
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Groups {
    /// For each item, one of its group that comes before it, or itself.
    parents: Vec<usize>,
}

impl Groups {
    /// Creates this many items, each in a separate group.
    #[must_use]
    pub fn new(n_items: usize) -> Groups {
        Groups { parents: (0..n_items).collect() }
    }

    /// The first item of the group of an item.
    ///
    /// # Panics
    /// If there is no such item.
    #[must_use]
    pub fn first_of(&self, n: usize) -> usize {
        let mut at = n;
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    /// Puts two items, and the groups that they are in, into one group.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first_of(a), self.first_of(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
