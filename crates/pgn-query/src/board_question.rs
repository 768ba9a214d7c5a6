//! Questions about positions and moves: a word, a text, and how it is put.
//!
//! ```text
//! board  ::= subject text options | subject "in" set options | ("ends" | "reaches") event options
//!          | ("follows" | "leaves") "@" file ["by" ("white" | "black")] options
//!          | "board" "(" subject text { "and" subject text } ")" options
//! option ::= "for" number ("plies" | "moves") | "swapped" | "mirrored" | "at" "end"
//!          | ("white" | "black") "to" "move" | "in" "any" "order" | "transposed" | place
//! ```

use std::borrow::Cow;
use std::ops::Range;

use pgnkit::suggest::nearest_word;

use super::error::ParseError;
use super::expr::{Lines, NodeIdx, Operand, Question};
use super::facts::{End, Fact, Field, Place};
use super::level::Level;
use super::lex::{Sign, Token};
use super::lines::GameLines;
use super::parse::Parser;
use super::value::{Relation, Test};
use crate::probe::{EVENTS, Options, Order, Probe, ProbeError, SUBJECTS, Subject, When};
use pgnkit::chess::Color;

/// Words that begin a question about positions, besides those of the subjects.
pub(super) const BOARD_WORDS: &[(&str, &str)] = &[
    ("ends", "the game ends with the event: `ends checkmate`"),
    ("reaches", "the event occurs in the game: `reaches repetition`"),
    ("follows", "the game stays in the lines of a file: `follows @repertoire.pgn`"),
    ("leaves", "the game leaves these lines: `leaves @repertoire.pgn by white until move 10`"),
    ("key", "a Polyglot key of sixteen hexadecimal digits"),
    ("board", "several conditions on one position"),
];

/// A text of a question, and its place in the expression.
struct Asked<'a> {
    subject: Subject,
    text: Cow<'a, str>,
    span: Range<usize>,
}

impl<'a> Parser<'a> {
    /// Whether such a question begins here. A word before a comparison is a tag: `event ~ "x"` and
    /// `event checkmate` differ.
    pub(super) fn begins_board(&self) -> bool {
        let Token::Word(word) = self.token else { return false };
        let is_known =
            subject_of(word).is_some() || BOARD_WORDS.iter().any(|(known, _)| *known == word);
        is_known && !(Field::parse(word).is_ok() && self.compares())
    }

    /// Whether a comparison follows the word that is here.
    fn compares(&self) -> bool {
        match self.peek() {
            Some(Token::Sign(sign)) => sign != Sign::Open,
            Some(Token::Word(word)) => matches!(word, "in" | "not" | "sounds"),
            _ => false,
        }
    }

    /// A question about positions; the next token is the one after it.
    pub(super) fn board(&mut self) -> Result<NodeIdx, ParseError> {
        let from = self.span.start;
        let Token::Word(word) = self.token else { return Err(self.expected("a question")) };
        self.advance()?;
        let mut options = Options::default();
        if word == "ends" {
            options.when = When::AtEnd;
        }
        if word == "board" {
            let asked = self.several()?;
            let lines = self.options(&mut options)?;
            let questions: Vec<_> = asked.iter().map(|it| (it.subject, &*it.text)).collect();
            let probe = Probe::together(&questions, &options)
                .map_err(|(n, error)| self.error_in(asked.get(n), error))?;
            return Ok(self.push_board(from, probe, lines));
        }
        if matches!(word, "follows" | "leaves") {
            return self.lines_of_file(from, word == "follows");
        }
        let subject = subject_of(word).unwrap_or(Subject::Event);
        if subject == Subject::Position && self.is_word("in") {
            return self.position_set(from);
        }
        if word == "ends"
            && let Some(end) = self.end()
        {
            self.advance()?;
            let (next, plain) = (self.token.clone(), options);
            let lines = self.options(&mut options)?;
            if options == plain && lines == Lines::Main && next == self.token {
                return Ok(self.push_end(from, end));
            }
            let probe = Probe::parse(Subject::Event, end.name(), &options)
                .map_err(|error| self.error_in(None, error))?;
            return Ok(self.push_board(from, probe, lines));
        }
        let asked = match word {
            "ends" | "reaches" | "event" => self.event()?,
            _ => self.asked(subject)?,
        };
        let lines = self.options(&mut options)?;
        let probe = Probe::parse(asked.subject, &asked.text, &options)
            .map_err(|error| self.error_in(Some(&asked), error))?;
        Ok(self.push_board(from, probe, lines))
    }

    /// The end of a game that the token names, without hyphens if it is not in quotes.
    fn end(&self) -> Option<End> {
        let name = match &self.token {
            Token::Word(name) => name,
            Token::Text(name, "") => &**name,
            _ => return None,
        };
        let plain = |word: &str| word.replace('-', "");
        match plain(name).as_str() {
            "dead" => Some(End::Insufficient),
            name => End::ALL.into_iter().find(|end| plain(end.name()) == name),
        }
    }

    /// The same question as `ends = "…"`.
    fn push_end(&mut self, from: usize, end: End) -> NodeIdx {
        let test =
            Test::Text { relation: Relation::Equal, text: end.name().to_owned(), fold: None };
        let operand = Operand::Fact(Fact::Ends.row());
        let question = Question::Compare { operand, test, place: Place::default() };
        self.leaf(from, question, Level::Game, false)
    }

    fn push_board(&mut self, from: usize, probe: Probe, lines: Lines) -> NodeIdx {
        let probes = match lines {
            Lines::Main => &mut self.expr.main_probes,
            Lines::All => &mut self.expr.all_probes,
        };
        probes.push(probe);
        let question = Question::Board { probe: probes.len() - 1, lines };
        self.leaf(from, question, Level::Boards, false)
    }

    fn asked(&mut self, subject: Subject) -> Result<Asked<'a>, ParseError> {
        let span = self.span.clone();
        let text = match self.token.clone() {
            Token::Text(text, "") => text,
            Token::Plain(text) | Token::Word(text) if subject == Subject::Position => text.into(),
            _ => return Err(self.expected("a string in quotes")),
        };
        self.advance()?;
        Ok(Asked { subject, text, span })
    }

    /// The word of an event, without hyphens if it is not in quotes.
    fn event(&mut self) -> Result<Asked<'a>, ParseError> {
        let span = self.span.clone();
        let name = match self.token.clone() {
            Token::Word(name) => Cow::Borrowed(name),
            Token::Text(name, "") => name,
            _ => return Err(self.expected("an event such as `checkmate`")),
        };
        let plain = |word: &str| word.replace('-', "");
        let known = EVENTS.iter().find(|event| plain(event.word) == plain(&name));
        let Some(known) = known else {
            let words: Vec<&str> = EVENTS.iter().map(|event| event.word).collect();
            let error = self.expected("an event");
            return Err(match nearest_word(&name, words.iter().copied()) {
                Some(_) => error.with_nearest(&name, words),
                None => error.with_hint(format!("events are {}", words.join(", "))),
            });
        };
        self.advance()?;
        Ok(Asked { subject: Subject::Event, text: Cow::Borrowed(known.word), span })
    }

    /// Several questions in parentheses.
    fn several(&mut self) -> Result<Vec<Asked<'a>>, ParseError> {
        if !self.take_sign(Sign::Open)? {
            return Err(self.expected("`(`"));
        }
        let mut asked = Vec::new();
        loop {
            let word = match self.token {
                Token::Word(word) => word,
                _ => return Err(self.expected("a question about a position")),
            };
            let Some(subject) = subject_of(word) else {
                let error = self.expected("a question about a position");
                return Err(error.with_nearest(word, SUBJECTS.iter().map(|row| row.word)));
            };
            self.advance()?;
            asked.push(match subject {
                Subject::Event => self.event()?,
                _ => self.asked(subject)?,
            });
            if self.take_sign(Sign::Close)? {
                return Ok(asked);
            }
            if !self.take_word("and")? {
                return Err(self.expected("`and` or `)`"));
            }
        }
    }

    fn position_set(&mut self, from: usize) -> Result<NodeIdx, ParseError> {
        self.advance()?;
        let span = self.span.clone();
        let mut texts: Vec<String> = Vec::new();
        let mut games = None;
        if let Token::At(name) = self.token.clone() {
            games = self.game_lines(&name)?;
            if games.is_none() {
                texts = self.lines(&name)?;
            }
            self.advance()?;
        } else if self.take_sign(Sign::Open)? {
            loop {
                texts.push(self.asked(Subject::Position)?.text.into_owned());
                if self.take_sign(Sign::Close)? {
                    break;
                }
                if !self.take_sign(Sign::Comma)? {
                    return Err(self.expected("`,` or `)`"));
                }
            }
        } else {
            return Err(self.expected("`(` or `@file`"));
        }
        let mut options = Options::default();
        let lines = self.options(&mut options)?;
        if let Some(games) = games {
            return Ok(self.push_board(from, Probe::in_lines(&games, &options), lines));
        }
        let probe = Probe::any_position(texts.iter().map(String::as_str), &options)
            .map_err(|(n, error)| ParseError::new(span, format!("position {}: {error}", n + 1)))?;
        Ok(self.push_board(from, probe, lines))
    }

    fn game_lines(&self, name: &str) -> Result<Option<GameLines>, ParseError> {
        self.context.game_lines(name).map_err(|why| ParseError::new(self.span.clone(), why))
    }

    /// Whether a game stays in the lines of a file; the next token is the file.
    fn lines_of_file(&mut self, from: usize, asks_stays: bool) -> Result<NodeIdx, ParseError> {
        let Token::At(name) = self.token.clone() else {
            return Err(self.expected("`@` and a file of games, such as `@repertoire.pgn`"));
        };
        let Some(games) = self.game_lines(&name)? else {
            let why = format!("{name}: expected a file of games, such as `@repertoire.pgn`");
            return Err(ParseError::new(self.span.clone(), why));
        };
        self.advance()?;
        let mut options = Options::default();
        if self.take_word("by")? {
            // After a move of White, Black is to move.
            options.turn = Some(match self.token {
                Token::Word("white") => Color::Black,
                Token::Word("black") => Color::White,
                _ => return Err(self.expected("`white` or `black`")),
            });
            self.advance()?;
        }
        let lines = self.options(&mut options)?;
        let leaves = self.push_board(from, Probe::leaving(games.clone(), &options), lines);
        if !asks_stays {
            return Ok(leaves);
        }
        let reaches = Probe::in_lines(&games, &Options::default());
        let reaches = self.push_board(from, reaches, Lines::Main);
        let stays = self.expr.push_not(leaves);
        Ok(self.expr.push_all(vec![reaches, stays]))
    }

    /// How the question is put.
    fn options(&mut self, options: &mut Options) -> Result<Lines, ParseError> {
        let mut lines = Lines::Main;
        loop {
            let next = self.peek();
            match self.token {
                Token::Word("for") => {
                    self.advance()?;
                    let n = self.count()?;
                    let per = match self.token {
                        Token::Word("plies" | "ply") => 1,
                        Token::Word("moves" | "move") => 2,
                        _ => return Err(self.expected("`plies` or `moves`")),
                    };
                    self.advance()?;
                    options.lasts_plies = n.saturating_mul(per);
                }
                Token::Word("swapped") => {
                    self.advance()?;
                    options.sides.either_color = true;
                }
                Token::Word("mirrored") => {
                    self.advance()?;
                    options.sides.either_wing = true;
                }
                Token::Word("transposed") => {
                    self.advance()?;
                    options.order = Order::AnyWay;
                }
                Token::Word(color @ ("white" | "black")) => {
                    self.advance()?;
                    if !(self.take_word("to")? && self.take_word("move")?) {
                        return Err(self.expected("`to move`"));
                    }
                    let is_white = color == "white";
                    options.turn = Some(if is_white { Color::White } else { Color::Black });
                }
                Token::Word("at") if next == Some(Token::Word("end")) => {
                    self.advance()?;
                    self.advance()?;
                    options.when = When::AtEnd;
                }
                Token::Word("in") if next == Some(Token::Word("any")) => {
                    self.advance()?;
                    self.advance()?;
                    if !self.take_word("order")? {
                        return Err(self.expected("`order`"));
                    }
                    options.order = Order::Free;
                }
                Token::Word("in" | "within" | "before" | "after" | "at" | "from" | "until") => {
                    let place = self.places(true)?;
                    options.ply_min = options.ply_min.max(place.first_ply);
                    options.ply_max = options.ply_max.min(place.last_ply);
                    if place.variations {
                        lines = Lines::All;
                    }
                }
                _ => return Ok(lines),
            }
        }
    }

    /// An error in the text of a question; its place is known if the text has no escapes.
    fn error_in(&self, asked: Option<&Asked<'_>>, error: ProbeError) -> ParseError {
        let Some(asked) = asked else { return ParseError::new(self.span.clone(), error.message) };
        let is_quoted = self.text[asked.span.clone()].starts_with(['"', '\'']);
        let begin = asked.span.start + usize::from(is_quoted);
        let (from, to) = (begin + error.range.start, begin + error.range.end);
        let is_exact = matches!(asked.text, Cow::Borrowed(_))
            && asked.subject != Subject::Event
            && to <= asked.span.end
            && self.text.is_char_boundary(from)
            && self.text.is_char_boundary(to);
        let span = if is_exact { from..to } else { asked.span.clone() };
        ParseError::new(span, error.message)
    }
}

/// The subject of a word; a key is a position.
fn subject_of(word: &str) -> Option<Subject> {
    if word == "key" { Some(Subject::Position) } else { Subject::from_word(word) }
}
