//! Boards with signs.

use super::*;
use pgnkit::chess::{Board, Square};

fn holds(pattern: &str, line: &str) -> bool {
    let line = Line::of(line);
    let options = Options { when: When::AtEnd, ..Options::default() };
    first(&parse_with(Subject::Pattern, pattern, options), &line).is_some()
}

#[test]
fn signs_mean_what_they_say() {
    let castled = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6";
    for (pattern, expected) in [
        ("*/*/*/*/*/*/*/*", true),
        ("rnbqkbnr/*/*/*/*/*/*/*", false),
        ("r?bqk?nr/ppp??ppp/*/*/*/*/*/*", true),
        ("r1bqk1nr/*/*/*/*/*/*/*", true),
        ("r1bqk1nr/ppp2ppp/2np4/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1", true),
        ("r1bqk1nr/ppp2ppp/2np4/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1R_K", false),
        ("r_bqk_nr/*/*/*/*/*/*/*", true),
        ("*/*/*/*/*/*/*/*RK*", true),
        ("*/*/*/*/*/*/*/*KR*", false),
        ("*/*/*/*/*/*/*AA?AAA*/*", true),
        ("*/*/*/*/*/*/AAAAAAAA/*", false),
        ("*/*/*/*/*/*/!!!!_!!!/*", true),
        ("*/*/*/*/*/*/!!!!!!!!/*", false),
        ("a*a/*/*/*/*/*/*/*", true),
        ("*/*/*/*[pP]*[pP]*/*/*/*/*", false),
        ("*/*/*/*[bB]*[pP]*/*/*/*/*", true),
        ("*/*/*/??[^pP]*/*/*/*/*", true),
        // An empty square is not a pawn either.
        ("*/*/*/[^pP]?[^pP]*/*/*/*/*", true),
        ("*/*/*/[^_pP]?[^pP]*/*/*/*/*", false),
        ("*/*/*/m?m*/*/*/*/*", true),
        ("*/*/*/????m*/*/*/*/*", false),
        ("*/*/2[nN]*/*/*/*/*/*", true),
        ("*/*/2[qr]*/*/*/*/*/*", false),
        ("*p*p*p*/*/*/*/*/*/*/*", false),
        ("*/*p*p*p*p*p*p*/*/*/*/*/*/*", true),
        ("*/*p*p*p*p*p*p*p*/*/*/*/*/*/*", false),
    ] {
        assert_eq!(holds(pattern, castled), expected, "{pattern}");
    }
}

#[test]
fn colors_and_wings_can_be_exchanged() {
    let line = Line::of("1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. O-O");
    let fianchetto = "?????rk?/?????pbp/*/*/*/*/*/*";
    let queenside = "?kr?????/pbp?????/*/*/*/*/*/*";
    for (pattern, either_color, either_wing, at) in [
        (fianchetto, false, false, None),
        (fianchetto, true, false, Some(7)),
        (queenside, true, false, None),
        (queenside, true, true, Some(7)),
        (queenside, false, true, None),
    ] {
        let options = Options { sides: Sides { either_color, either_wing }, ..Options::default() };
        let probe = parse_with(Subject::Pattern, pattern, options);
        assert_eq!(first(&probe, &line), at, "{pattern}");
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, range) in [
        ("", 0..0),
        ("8", 1..1),
        ("8/8/8/8/8/8/8", 13..13),
        ("8/8/8/8/8/8/8/8/8", 15..16),
        ("8/8/8/7/8/8/8/8", 6..7),
        ("8/8/8/?8/8/8/8/8", 7..8),
        ("8/8/8/*p*p*p*p*p*p*p*p*p/8/8/8/8", 23..24),
        ("8/8/8/x7/8/8/8/8", 6..8),
        ("8/8/8/[]7/8/8/8/8", 7..8),
        ("8/8/8/[pq/8/8/8/8", 9..10),
        ("8/8/8/[^x]7/8/8/8/8", 8..9),
        ("8/8/8/9/8/8/8/8", 6..7),
        ("8/8/8/8/8/8/8/8 w", 16..17),
    ] {
        let error = error(Subject::Pattern, text);
        assert_eq!(error.range, range, "{text}: {error}");
    }
}

/// A rank against its text by trying all ways, without masks.
fn is_like(signs: &[u8], men: &[u8]) -> bool {
    let Some((sign, rest)) = signs.split_first() else { return men.is_empty() };
    if *sign == b'*' {
        return (0..=men.len()).any(|n| is_like(rest, &men[n..]));
    }
    let Some((man, behind)) = men.split_first() else { return false };
    let fits = match sign {
        b'?' => true,
        b'!' => *man != b'_',
        b'A' => man.is_ascii_uppercase(),
        b'a' => man.is_ascii_lowercase(),
        b'm' => !matches!(man, b'P' | b'p'),
        sign => sign == man,
    };
    fits && is_like(rest, behind)
}

fn letters(board: &Board) -> Vec<Vec<u8>> {
    let letter = |n| board.piece_at(Square::new(n)?).map(|piece| piece.to_char() as u8);
    (0..8)
        .rev()
        .map(|rank| (0..8).map(|f| letter(rank * 8 + f).unwrap_or(b'_')).collect())
        .collect()
}

#[test]
fn masks_agree_with_trying_all_ways() {
    let mut state = 7;
    let mut n_yes = 0;
    for seed in 0..60 {
        let line = Line::random(Variant::Standard, seed, 60);
        let position = *line.positions().last().unwrap_or(&line.start);
        // A true pattern, made blurred, and sometimes spoilt.
        let mut ranks = letters(position.board());
        for rank in &mut ranks {
            for _ in 0..8 {
                let n = next(&mut state) as usize % rank.len();
                match next(&mut state) % 9 {
                    0 => rank[n] = b'?',
                    1 if rank[n] != b'_' => rank[n] = b'!',
                    2 if rank[n].is_ascii_uppercase() => rank[n] = b'A',
                    3 if rank[n].is_ascii_lowercase() => rank[n] = b'a',
                    4 if !matches!(rank[n], b'P' | b'p') => rank[n] = b'm',
                    5 | 6 => rank[n] = b'*',
                    // A run matches its neighbor too.
                    7 if n > 0 && rank[n - 1] == b'*' => drop(rank.remove(n)),
                    _ => {}
                }
            }
            if rank.len() < 8 && !rank.contains(&b'*') {
                rank.push(b'*');
            }
        }
        let text: Vec<_> = ranks.iter().map(|rank| String::from_utf8_lossy(rank)).collect();
        let probe = parse(Subject::Pattern, &text.join("/"));
        let expected = line.positions().iter().position(|position| {
            let men = letters(position.board());
            ranks.iter().zip(&men).all(|(signs, men)| is_like(signs, men))
        });
        let expected = expected.map(|ply| ply as u32);
        assert_eq!(twin(&probe, &line), expected, "{}", text.join("/"));
        assert_eq!(first(&probe, &line), expected, "{}", text.join("/"));
        n_yes += usize::from(expected.is_some());
    }
    assert!(n_yes > 10, "{n_yes} of the patterns were found");
}

#[test]
fn giving_up_early_loses_nothing() {
    for text in [
        "*/*/*/*/*/*/PPP*/*",
        "*/*pp*/*/*/*/*/*/*",
        "*/*/*/*P*/*p*/*/*/*",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
        "*Q*/*/*/*/*/*/*/*",
        "*/Q?????Q?/*/*/*/*/*/*",
        "*/*/*/*AAAA*/*/*/*/*",
        "*/P???????/*/*/*/*/*/*",
        "?n??????/*/*/*/*/*/*/?N??????",
    ] {
        let sides = Sides { either_color: true, either_wing: true };
        agrees_with_twin(&parse_with(
            Subject::Pattern,
            text,
            Options { sides, ..Options::default() },
        ));
        agrees_with_twin(&parse(Subject::Pattern, text));
    }
}
