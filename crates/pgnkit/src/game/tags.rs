//! The tag pairs of a game, in order.
//!
//! Owns: names and values as text, in the order of the source. Knows nothing of: what they mean.
//! Standard: §8.1. Decisions: D-14, D-15.
//! Start at [`Tags`].

/// One tag pair.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tag {
    /// The name as written.
    pub name: String,
    /// The value, escapes resolved.
    pub value: String,
}

/// Tag pairs in order; a name may come twice, the last one counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags {
    pairs: Vec<Tag>,
}

impl Tags {
    /// The value of the last pair with this name. The name's case matters (§8.1); a roster tag in
    /// another case counts only when the right one is absent (D-15).
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let exact = self.pairs.iter().rev().find(|tag| tag.name == name);
        let found = exact.or_else(|| {
            crate::tag::roster_idx(name)?;
            self.pairs.iter().rev().find(|tag| tag.name.eq_ignore_ascii_case(name))
        });
        found.map(|tag| tag.value.as_str())
    }

    /// Sets the last pair with this name, or appends one.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.pairs.iter_mut().rev().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.to_string(),
            None => self.push(name.to_string(), value.to_string()),
        }
    }

    /// Appends a pair, whatever came before.
    pub fn push(&mut self, name: String, value: String) {
        self.pairs.push(Tag { name, value });
    }

    /// Removes every pair with this name; says how many there were.
    pub fn remove(&mut self, name: &str) -> usize {
        let before = self.pairs.len();
        self.pairs.retain(|tag| tag.name != name);
        before - self.pairs.len()
    }

    /// The pairs in order.
    pub fn iter(&self) -> core::slice::Iter<'_, Tag> {
        self.pairs.iter()
    }

    /// Number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = core::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
