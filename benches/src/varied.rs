//! Any number of different games: those of a file, then the same with other players, links, first
//! moves, clocks and evaluations (§8.1.1, §8.2).
//!
//! A copy differs from its original as two games of a server do: the knights go out and back
//! first, so that the moves are others from the beginning, and so are the names and the link, and
//! the last digits of numbers in comments.

use std::collections::HashSet;
use std::io::{self, Write};

use pgnkit::syntax::Regions;

/// How White can begin, and Black: a knight goes out, and back.
const WHITE: [[&str; 2]; 4] = [["Nf3", "Ng1"], ["Nh3", "Ng1"], ["Nc3", "Nb1"], ["Na3", "Nb1"]];
const BLACK: [[&str; 2]; 4] = [["Nf6", "Ng8"], ["Nh6", "Ng8"], ["Nc6", "Nb8"], ["Na6", "Nb8"]];

/// Full moves of a way out and back.
const MOVES: u64 = 2;

/// The different games of a file that begin where every game does.
pub(crate) fn games(text: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let mut regions = Regions::new(text);
    let (mut games, mut known) = (Vec::new(), HashSet::new());
    while let Some(region) = regions.next_region()? {
        let is_set_up = region.text.windows(5).any(|window| window == b"[FEN ");
        if region.is_game() && !is_set_up && known.insert(region.text.to_vec()) {
            games.push(region.text.to_vec());
        }
    }
    Ok(games)
}

/// Writes the game of this number, of any number.
pub(crate) fn write(games: &[Vec<u8>], number: u64, to: &mut impl Write) -> io::Result<()> {
    let len = games.len() as u64;
    let (game, copy) = (&games[(number % len) as usize], number / len);
    if copy == 0 {
        return to.write_all(game);
    }
    let mut digits = Digits(copy);
    let mut is_begun = false;
    for line in game.split_inclusive(|&byte| byte == b'\n') {
        if is_begun || !line.first().is_some_and(u8::is_ascii_digit) {
            match (is_begun, varies(line)) {
                (true, _) => write_moves(line, copy, &mut digits, to)?,
                (false, Some(end)) => {
                    to.write_all(&line[..end])?;
                    write!(to, "{copy}")?;
                    to.write_all(&line[end..])?;
                }
                (false, None) => to.write_all(line)?,
            }
            continue;
        }
        is_begun = true;
        for (n, [white, black]) in ways(copy).enumerate() {
            let first = n as u64 * MOVES + 1;
            let [out, back] = [first, first + 1];
            let [w, b] = [WHITE[white], BLACK[black]];
            write!(to, "{out}. {} {} {back}. {} {} ", w[0], b[0], w[1], b[1])?;
        }
        write_moves(line, copy, &mut digits, to)?;
    }
    Ok(())
}

/// The digits of the number of a copy: how the knights go.
fn ways(copy: u64) -> impl Iterator<Item = [usize; 2]> {
    let mut left = copy;
    std::iter::from_fn(move || {
        let way = left.checked_sub(1)?;
        left = way / 16;
        Some([(way % 4) as usize, (way / 4 % 4) as usize])
    })
}

/// Where a tag line gets the number of the copy: at the end of a name or a link.
fn varies(line: &[u8]) -> Option<usize> {
    let is_name = [&b"[White \""[..], b"[Black \""].iter().any(|name| line.starts_with(name));
    let is_link = line.starts_with(b"[") && line.windows(3).any(|window| window == b"://");
    (is_name || is_link).then(|| line.iter().rposition(|&byte| byte == b'"')).flatten()
}

/// Digits that look random.
struct Digits(u64);

impl Digits {
    /// The next one, from 1: an evaluation ends in no zero.
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        b'1' + ((self.0 >> 33) % 9) as u8
    }

    /// A comment with other last digits of its numbers: `0:03:00` stays a time, as its tens stay.
    fn vary(&mut self, comment: &[u8]) -> Vec<u8> {
        let is_digit = |at: usize| comment.get(at).is_some_and(u8::is_ascii_digit);
        let varied = comment.iter().enumerate().map(|(at, &byte)| {
            let is_last = is_digit(at) && at > 0 && is_digit(at - 1) && !is_digit(at + 1);
            if is_last { self.next() } else { byte }
        });
        varied.collect()
    }
}

/// Writes movetext with greater move numbers and other digits in its comments.
fn write_moves(line: &[u8], copy: u64, digits: &mut Digits, to: &mut impl Write) -> io::Result<()> {
    let added = ways(copy).count() as u64 * MOVES;
    let mut at = 0;
    while at < line.len() {
        let digit_count = line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_word = at == 0 || matches!(line[at - 1], b' ' | b'\n');
        if line[at] == b'{' {
            let len = line[at..].iter().position(|&byte| byte == b'}').unwrap_or(line.len() - at);
            to.write_all(&digits.vary(&line[at..at + len]))?;
            at += len;
        } else if is_word && digit_count > 0 && line.get(at + digit_count) == Some(&b'.') {
            let digits = std::str::from_utf8(&line[at..at + digit_count]).unwrap_or_default();
            write!(to, "{}", digits.parse().unwrap_or(0) + added)?;
            at += digit_count;
        } else {
            to.write_all(&line[at..=at])?;
            at += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit::read::Games;

    #[test]
    fn copies_are_different_games_with_legal_moves() {
        let text = b"[White \"a\"]\n[Black \"b\"]\n[Site \"https://c.d/e\"]\n\n\
            1. e4 { [%clk 0:01:00] } 1... e5 2. Nf3\n2... Nc6 1-0\n\n";
        let games = games(&[&text[..], text].concat()).unwrap();
        assert_eq!(games.len(), 1);
        let mut seen = HashSet::new();
        for copy in 0..600 {
            let mut text = Vec::new();
            write(&games, copy, &mut text).unwrap();
            let game = Games::new(&text[..]).next().unwrap().unwrap();
            assert_eq!(game.n_plies() as u64, 4 + 2 * MOVES * ways(copy).count() as u64);
            assert!(game.tag("Site").unwrap().starts_with("https://c.d/e"));
            let comment = text.split(|&byte| byte == b'{').nth(1).unwrap();
            assert!(comment.starts_with(b" [%clk 0:0") && comment[11..].starts_with(b":0"));
            let begin = text.windows(2).position(|window| window == b"\n\n").unwrap();
            assert!(seen.insert(text[begin..].to_vec()));
        }
    }
}
