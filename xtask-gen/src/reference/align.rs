//! Which game of ours is which game of the reference's, where the two split a text differently.
//!
//! Decisions: D-38.

/// The reference's counterpart of one of our games.
#[derive(Debug, PartialEq, Eq, Default, Clone)]
pub(crate) struct Pairing {
    /// The reference's game that begins with ours, and its games that begin inside ours, in order.
    pub(crate) theirs: Vec<usize>,
}

/// For each game of ours the reference's games that begin in it, by the lines where games begin.
/// Where several games of ours begin on one line, they are paired in order.
pub(crate) fn align(ours: &[u64], theirs: &[u64]) -> Vec<Pairing> {
    let mut pairings = vec![Pairing::default(); ours.len()];
    let mut previous = None;
    for (their, &line) in theirs.iter().enumerate() {
        let behind = ours.partition_point(|&our| our <= line);
        let Some(last) = behind.checked_sub(1) else { continue };
        let first = ours.partition_point(|&our| our < ours[last]);
        let our = match previous {
            Some((previous, at)) if at == line => last.min(previous + 1),
            _ if ours[last] == line => first,
            _ => last,
        };
        pairings[our].theirs.push(their);
        previous = Some((our, line));
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(ours: &[u64], theirs: &[u64]) -> Vec<Vec<usize>> {
        align(ours, theirs).into_iter().map(|pairing| pairing.theirs).collect()
    }

    #[test]
    fn games_are_paired_by_the_lines_where_they_begin() {
        assert_eq!(pairs(&[1, 9], &[1, 9]), [[0], [1]]);
        // The reference splits a game at an empty line.
        assert_eq!(pairs(&[1, 9], &[1, 5, 9]), [vec![0, 1], vec![2]]);
        // The reference takes two games for one.
        assert_eq!(pairs(&[1, 5, 9], &[1, 9]), [vec![0], vec![], vec![1]]);
        // Two games on one line.
        assert_eq!(pairs(&[1, 3, 3], &[1, 3]), [vec![0], vec![1], vec![]]);
        assert_eq!(pairs(&[2], &[1, 2]), [[1]]);
    }
}
