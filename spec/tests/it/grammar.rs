//! Random texts of the corrected grammar (§18): legal moves, every separator, no layout at all.
//!
//! Standard: §5 to §8, §18. Decisions: D-56.

use std::convert::Infallible;
use std::ops::ControlFlow;

use pgnkit::Game;
use pgnkit::charset::Choice;
use pgnkit::chess::Position;
use pgnkit::chess::notation::san;
use pgnkit::syntax::{RawComment, RawNag, RawSymbol, RawTag, Skip, Span, Visitor};

use crate::page::answer::properties;
use crate::page::read::read;

/// A generator of numbers that is the same on every machine (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// What the last token was, as far as the next one needs a separator.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// A symbol, a number or a marker of digits: a letter or digit would go on with it.
    Word,
    /// A NAG: a digit would go on with it.
    Nag,
    /// Ends by itself.
    Closed,
}

/// A text and what it says.
struct Text {
    dice: Dice,
    text: String,
    last: Last,
    /// Tags, moves, NAGs and parentheses of each game, in order.
    games: Vec<Vec<String>>,
    n_comments: usize,
}

const TEXTS: [&str; 8] =
    ["", " ", "a", "a { b", "50 % sure", "; x", " e4 $1 (", "\"quoted\" \\ [x] <y> 1-0 *"];
const VALUES: [&str; 6] = ["", "?", "a \\\"b\\\" c", "\\\\", "1-0 {x} ;y", "[z] %w"];
const NAMES: [&str; 6] = ["Event", "Site", "A1", "Annotator", "x_", "ECO"];

impl Text {
    /// Separators: at least `least`.
    fn separate(&mut self, least: usize) {
        let n = least + self.dice.below(3);
        for _ in 0..n {
            match self.dice.below(10) {
                0 => self.comment("{", "}"),
                1 => self.comment(";", "\n"),
                2 => {
                    self.text.push('\n');
                    self.comment("%", "\r\n");
                }
                3 => self.text.push_str("\r\n"),
                4 => self.text.push_str("\t\u{b}"),
                5 => self.text.push_str("\n\n"),
                _ => self.text.push(' '),
            }
        }
        if n > 0 {
            self.last = Last::Closed;
        }
    }

    fn comment(&mut self, opening: &str, closing: &str) {
        let text = self.dice.pick(&TEXTS);
        self.text.push_str(opening);
        self.text.push_str(text);
        self.text.push_str(closing);
        self.n_comments += 1;
    }

    /// A token, with what must be before it.
    fn token(&mut self, token: &str, last: Last) {
        let begins_word = token.starts_with(|c: char| c.is_ascii_alphanumeric());
        let begins_digit = token.starts_with(|c: char| c.is_ascii_digit());
        let needed = match self.last {
            Last::Word => begins_word,
            Last::Nag => begins_digit,
            Last::Closed => false,
        };
        self.separate(usize::from(needed));
        self.text.push_str(token);
        self.last = last;
    }

    fn say(&mut self, word: String) {
        if let Some(game) = self.games.last_mut() {
            game.push(word);
        }
    }

    fn game(&mut self) {
        self.games.push(Vec::new());
        let first = self.dice.below(NAMES.len());
        let n_tags = self.dice.below(4);
        for name in NAMES.iter().cycle().skip(first).take(n_tags) {
            let value = self.dice.pick(&VALUES);
            self.token("[", Last::Closed);
            self.token(name, Last::Word);
            self.token(&format!("\"{value}\""), Last::Closed);
            self.token("]", Last::Closed);
            self.say(format!("[{name} {value}]"));
        }
        // A NAG on the line of a marker is one of the game before it (D-09).
        if n_tags == 0 && self.games.len() > 1 {
            self.text.push('\n');
        }
        self.nags();
        self.line(Position::start(), 0);
        // An asterisk after other things on its line may be prose: it is a game only where
        // something says so.
        let says_nothing = self.games.last().is_some_and(Vec::is_empty);
        let markers: &[&str] = &["1-0", "0-1", "1/2-1/2", "*"];
        let marker = self.dice.pick(&markers[..if says_nothing { 3 } else { 4 }]);
        let last = if marker == "*" { Last::Closed } else { Last::Word };
        self.token(marker, last);
    }

    fn nags(&mut self) {
        while self.dice.one_in(4) {
            let nag = self.dice.below(256);
            self.token(&format!("${nag}"), Last::Nag);
            self.say(format!("${nag}"));
        }
    }

    fn number(&mut self, position: &Position) {
        let number = position.fullmove().to_string();
        self.token(&number, Last::Word);
        for _ in 0..self.dice.below(5) {
            self.token(".", Last::Closed);
        }
    }

    /// Moves from a position; a variation has one at least.
    fn line(&mut self, start: Position, depth: usize) {
        let n_moves = self.dice.below(8) + depth.min(1);
        let mut position = start;
        for _ in 0..n_moves {
            let moves = position.legal_moves();
            if moves.as_slice().is_empty() {
                break;
            }
            while self.dice.one_in(2) {
                self.number(&position);
            }
            let before = position;
            let mv = moves.as_slice()[self.dice.below(moves.as_slice().len())];
            let text = san::play_to_text(&mut position, mv).to_string();
            self.token(&text, Last::Word);
            self.say(text);
            if self.dice.one_in(5) {
                let suffixes = ["!", "?", "!!", "??", "!?", "?!"];
                let n = self.dice.below(suffixes.len());
                self.text.push_str(suffixes[n]);
                self.last = Last::Closed;
                self.say(format!("${}", [1, 2, 3, 4, 5, 6][n]));
            }
            self.nags();
            while depth < 3 && self.dice.one_in(6) {
                self.variation(before, depth);
                self.nags();
            }
        }
        if self.dice.one_in(4) {
            self.number(&position);
        }
    }

    fn variation(&mut self, before: Position, depth: usize) {
        self.token("(", Last::Closed);
        self.say("(".to_string());
        self.nags();
        self.line(before, depth + 1);
        self.token(")", Last::Closed);
        self.say(")".to_string());
    }
}

/// What a game says, in the same words.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    n_comments: usize,
}

type Go = ControlFlow<Infallible>;
const GO: Go = ControlFlow::Continue(());

impl Visitor for Words {
    type Break = Infallible;

    fn tag(&mut self, tag: RawTag<'_>) -> Go {
        let (name, value) = (tag.name.escape_ascii(), String::from_utf8_lossy(tag.value));
        self.words.push(format!("[{name} {value}]"));
        GO
    }
    fn symbol(&mut self, symbol: RawSymbol<'_>) -> Go {
        self.words.push(symbol.text.escape_ascii().to_string());
        GO
    }
    fn nag(&mut self, nag: RawNag) -> Go {
        self.words.push(format!("${}", nag.value));
        GO
    }
    fn comment(&mut self, _: RawComment<'_>) -> Go {
        self.n_comments += 1;
        GO
    }
    fn begin_variation(&mut self, _: Span) -> ControlFlow<Infallible, Skip> {
        self.words.push("(".to_string());
        ControlFlow::Continue(Skip::Enter)
    }
    fn end_variation(&mut self, _: Span) -> Go {
        self.words.push(")".to_string());
        GO
    }
}

fn words(game: &Game) -> Words {
    let mut words = Words::default();
    let ControlFlow::Continue(()) = game.visit(&mut words);
    words
}

fn check(seed: u64) {
    let dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut made =
        Text { dice, text: String::new(), last: Last::Closed, games: Vec::new(), n_comments: 0 };
    for _ in 0..=made.dice.below(3) {
        made.game();
    }
    made.separate(0);
    let text = read(made.text.clone().into_bytes(), Choice::Auto);
    let departures: Vec<String> = text
        .notes
        .iter()
        .filter(|found| found.is_departure())
        .map(|&found| format!("{} {}", text.location(found), found.fault().name))
        .collect();
    assert_eq!(departures, [] as [&str; 0], "seed {seed}:\n{}", made.text);
    let read_back: Vec<Words> = text.games.iter().map(words).collect();
    let said: Vec<&Vec<String>> = read_back.iter().map(|words| &words.words).collect();
    assert_eq!(said, made.games.iter().collect::<Vec<_>>(), "seed {seed}:\n{}", made.text);
    let n_comments: usize = read_back.iter().map(|words| words.n_comments).sum();
    assert_eq!(n_comments, made.n_comments, "seed {seed}:\n{}", made.text);
    assert_eq!(properties(&text.games), Ok(()), "seed {seed}:\n{}", made.text);
}

#[test]
fn strict_import_takes_whatever_the_grammar_makes() {
    for seed in 0..1_500 {
        check(seed);
    }
}
