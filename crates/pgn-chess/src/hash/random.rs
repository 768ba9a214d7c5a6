//! The 781 constants of the published Polyglot book format.
//!
//! Standard: §19. Decisions: D-52.

/// 768 constants for pieces on squares, 4 for castling, 8 for en passant files, 1 for White to
/// move.
pub(super) const RANDOM: [u64; 781] = {
    let text = include_bytes!("../../data/polyglot.txt");
    let (mut numbers, mut n, mut at) = ([0; 781], 0, 0);
    while n < numbers.len() {
        let end = at + 16;
        while at < end {
            let digit = text[at];
            numbers[n] = numbers[n] << 4
                | (if digit > b'9' { digit - b'a' + 10 } else { digit - b'0' }) as u64;
            at += 1;
        }
        // A space or a line end.
        at += 1;
        n += 1;
    }
    assert!(at == text.len());
    numbers
};
