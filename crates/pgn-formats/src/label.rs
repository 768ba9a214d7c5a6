//! The labels of variations for listeners: `A`, `B1`, `A1a` (D-61).
//!
//! ```text
//! label  = letter { number [ small-letter ] }      letters and numbers in turn
//! ```

/// The label of the variation that a writer is in, while it walks through a game.
#[derive(Default)]
pub(super) struct Labels {
    /// Empty in the main line.
    pub(super) label: String,
    /// For each enclosing variation, the length of its label and the number of earlier siblings.
    levels: Vec<(usize, usize)>,
    /// How many variations of the last move were written.
    n_siblings: usize,
}

impl Labels {
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// A move was written, and its variations come next.
    pub(super) fn begin_move(&mut self) {
        self.n_siblings = 0;
    }

    /// Goes into a variation. Beyond a maximum depth the label no longer grows.
    pub(super) fn open(&mut self, levels_max: usize) {
        let level = self.levels.len();
        self.levels.push((self.label.len(), self.n_siblings));
        if level < levels_max {
            push_part(level, self.n_siblings, &mut self.label);
        }
    }

    /// Goes out of it.
    pub(super) fn close(&mut self) {
        let (len, n_siblings) = self.levels.pop().unwrap_or_default();
        self.label.truncate(len);
        self.n_siblings = n_siblings + 1;
    }
}

/// Appends the part of a label for the `n`th variation, from 0, on a level, from 0: letters from A
/// to Z, then AA; numbers from 1; letters from a; numbers; and so on.
fn push_part(level: usize, n: usize, label: &mut String) {
    match level {
        0 => push_letters(n, b'A', label),
        level if level % 2 == 1 => label.push_str(&(n + 1).to_string()),
        _ => push_letters(n, b'a', label),
    }
}

/// `A` to `Z`, `AA`, `AB`: a number with 26 digits of which none is zero.
fn push_letters(n: usize, first: u8, label: &mut String) {
    let mut letters = Vec::new();
    let mut left = n + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(first + (left % 26) as u8));
        left /= 26;
    }
    label.extend(letters.into_iter().rev());
}

/// The kind of sign that a level has.
fn is_of_level(byte: u8, level: usize) -> bool {
    match level {
        0 => byte.is_ascii_uppercase(),
        level if level % 2 == 1 => byte.is_ascii_digit(),
        _ => byte.is_ascii_lowercase(),
    }
}

/// The parts of a label in order, each as text. If the text is not a label, the parts do not reach
/// its end.
pub(super) fn parts(label: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut rest, mut level) = (label, 0);
    std::iter::from_fn(move || {
        let len = rest.iter().take_while(|&&byte| is_of_level(byte, level)).count();
        let (part, behind) = rest.split_at(len);
        (rest, level) = (behind, level + 1);
        (len > 0).then_some(part)
    })
}

/// Number of levels of a label.
pub(super) fn n_levels(label: &[u8]) -> usize {
    parts(label).count()
}

/// How many levels two labels have in common, from the outermost.
pub(super) fn n_common(a: &[u8], b: &[u8]) -> usize {
    parts(a).zip(parts(b)).take_while(|(a, b)| a == b).count()
}

/// Length of the label that a line begins with, its colon not counted; `None` if it begins with
/// none.
pub(super) fn len_at_start(line: &[u8]) -> Option<usize> {
    let len = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let label = &line[..len];
    let is_whole = len > 0 && parts(label).map(<[u8]>::len).sum::<usize>() == len;
    (is_whole && line.get(len) == Some(&b':')).then_some(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(level: usize, n: usize) -> String {
        let mut label = String::new();
        push_part(level, n, &mut label);
        label
    }

    #[test]
    fn letters_and_numbers_take_turns() {
        for (level, n, expected) in [
            (0, 0, "A"),
            (0, 25, "Z"),
            (0, 26, "AA"),
            (0, 27, "AB"),
            (0, 702, "AAA"),
            (1, 0, "1"),
            (2, 0, "a"),
            (2, 26, "aa"),
            (3, 9, "10"),
        ] {
            assert_eq!(part(level, n), expected);
        }
    }

    #[test]
    fn a_label_falls_into_its_levels() {
        let shown = |label: &[u8]| -> Vec<String> {
            parts(label).map(|part| String::from_utf8_lossy(part).into_owned()).collect()
        };
        assert_eq!(shown(b"AB12c3"), ["AB", "12", "c", "3"]);
        assert_eq!(n_levels(b"A1a1"), 4);
        assert_eq!((n_common(b"A1a", b"A1b"), n_common(b"A1", b"A12")), (2, 1));
    }

    #[test]
    fn only_labels_are_labels() {
        let len = |line: &str| len_at_start(line.as_bytes());
        assert_eq!((len("A: 4. d4"), len("B12: x"), len("A1a:")), (Some(1), Some(3), Some(3)));
        for line in ["a: x", "1: x", "A 4", "Aa: x", "", ": x", "Comment: x", "A1A: x"] {
            assert_eq!(len(line), None, "{line}");
        }
    }
}
