//! The probable meaning of a malformed time control: `G/60`, `15'/game`, `90+30`.
//!
//! Standard: §9.6. Decisions: D-24.
//!
//! The idea:
//!
//! ```text
//! split the text into numbers, units and a few words; give up at anything else
//! for each clause between `,` `;` `:` "then":
//!     [moves "/"] or ["G/"], an amount, ["/game"], ["+" an increment], ["/move"]
//! a bare amount counts minutes if the clause says so elsewhere, else seconds
//! ```

use super::{Period, TimeControl};
use crate::tag::{Certainty, ValueFix};

/// The meaning of a text without white space at its ends.
///
/// There is no suggestion for a text that is not fully understood, or that the six kinds cannot
/// express (delays, fractions, moves with an increment). A valid `a+b` that makes sense only in
/// minutes (`90+30`, `5+3`) is read as minutes.
///
/// The suggestion is certain if every amount has its unit, or if only the spelling differs from
/// that of seconds; a guessed unit makes it probable.
pub(in crate::tag) fn meant(text: &str) -> Option<ValueFix> {
    let (meant, certainty) = match TimeControl::parse(text) {
        Ok(seconds) => match in_minutes(&seconds) {
            Some(minutes) => (minutes, Certainty::Probable),
            None => (seconds, Certainty::Certain),
        },
        Err(_) => read(text)?,
    };
    Some(ValueFix { value: meant.to_string(), certainty })
}

const MINUTE_SECONDS: u32 = 60;
const HOUR_SECONDS: u32 = 3_600;
const DAY_SECONDS: u32 = 86_400;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Number(u32),
    /// A unit of time, in seconds.
    Unit(u32),
    /// `moves`, after their number.
    Moves,
    /// `move`, after an amount: for each move.
    EachMove,
    /// `game`, `sd`, `rest`: all the moves that are left.
    Rest,
    Slash,
    Plus,
    /// `d` before an amount: a delay.
    Delay,
    /// `|` of chess.com's pages: minutes and the increment in seconds.
    Bar,
    Comma,
}

/// The same in minutes if seconds make no sense: a base of under 15 seconds, or one shorter than
/// four increments.
fn in_minutes(seconds: &TimeControl) -> Option<TimeControl> {
    match seconds.periods() {
        &[Period::Increment { base_seconds, increment_seconds }]
            if base_seconds < 15
                || (base_seconds <= 120 && base_seconds / 4 <= increment_seconds) =>
        {
            let base_seconds = base_seconds * MINUTE_SECONDS;
            Some(TimeControl {
                periods: vec![Period::Increment { base_seconds, increment_seconds }],
            })
        }
        _ => None,
    }
}

pub(super) fn read(text: &str) -> Option<(TimeControl, Certainty)> {
    let word = match text.to_ascii_lowercase().as_str() {
        "inf" | "infinite" | "unlimited" | "untimed" | "none" | "no" => Some(Period::Untimed),
        "unknown" => Some(Period::Unknown),
        _ => None,
    };
    if let Some(period) = word {
        return Some((TimeControl { periods: vec![period] }, Certainty::Certain));
    }
    let mut tokens = tokens(text)?;
    // "G/90; d5" is one period.
    let joins = |token: &Token| matches!(token, Token::Plus | Token::Delay);
    let is_joined: Vec<bool> = tokens.iter().skip(1).map(joins).chain([false]).collect();
    let mut joined = is_joined.iter();
    tokens.retain(|token| {
        let is_joined = joined.next() == Some(&true);
        !(is_joined && *token == Token::Comma)
    });
    let says_minutes = tokens.iter().any(|token| matches!(token, Token::Rest | Token::Bar));
    for token in &mut tokens {
        if *token == Token::Bar {
            *token = Token::Plus;
        }
    }
    let mut n_bare = 0;
    let mut periods = Vec::new();
    for tokens in tokens.split(|token| *token == Token::Comma) {
        periods.push(Clause { tokens, idx: 0, says_minutes, n_bare: &mut n_bare }.period()?);
    }
    let time_control = TimeControl { periods };
    let has_unit = tokens.iter().any(|token| matches!(token, Token::Unit(_)));
    if n_bare == 0 {
        return Some((time_control, Certainty::Certain));
    }
    if has_unit || says_minutes {
        return Some((time_control, Certainty::Probable));
    }
    Some(match in_minutes(&time_control) {
        Some(minutes) => (minutes, Certainty::Probable),
        None => (time_control, Certainty::Certain),
    })
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let text = text.to_ascii_lowercase().replace("''", "\"");
    let mut tokens = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let len = if first.is_ascii_digit() {
            rest.bytes().take_while(u8::is_ascii_digit).count()
        } else if first.is_alphabetic() {
            rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(len);
        // `min.` is an abbreviation; the period of `0.5` does not end one.
        let is_short = first.is_alphabetic() && len > 1;
        rest = if is_short { after.strip_prefix('.').unwrap_or(after) } else { after };
        if let Some(token) = token(word)? {
            tokens.push(token);
        }
    }
    Some(tokens)
}

/// The token of one word or sign; `Some(None)` for words without a meaning.
fn token(word: &str) -> Option<Option<Token>> {
    Some(Some(match word {
        " " | "\u{a0}" | "the" | "a" | "of" | "for" | "each" | "all" => return Some(None),
        "/" | "per" | "in" => Token::Slash,
        "+" | "&" | "and" | "plus" | "with" | "inc" | "increment" => Token::Plus,
        "d" | "delay" | "bronstein" => Token::Delay,
        "|" => Token::Bar,
        "," | ";" | ":" | "then" => Token::Comma,
        "'" | "′" | "’" | "m" | "min" | "mins" | "minute" | "minutes" => {
            Token::Unit(MINUTE_SECONDS)
        }
        "\"" | "″" | "”" | "s" | "sec" | "secs" | "second" | "seconds" => Token::Unit(1),
        "h" | "hr" | "hrs" | "hour" | "hours" => Token::Unit(HOUR_SECONDS),
        "day" | "days" => Token::Unit(DAY_SECONDS),
        "moves" => Token::Moves,
        "move" => Token::EachMove,
        "g" | "game" | "sd" | "rest" => Token::Rest,
        _ => Token::Number(word.parse().ok()?),
    }))
}

/// The tokens between two commas, and how far they are read.
struct Clause<'a> {
    tokens: &'a [Token],
    idx: usize,
    /// True if any clause names the rest of the game, or has a bar: habits of people who count in
    /// minutes.
    says_minutes: bool,
    /// How many amounts had no unit.
    n_bare: &'a mut u32,
}

/// A number with its unit, if one was given.
#[derive(Clone, Copy)]
struct Amount {
    number: u32,
    unit: Option<u32>,
}

impl Clause<'_> {
    fn period(mut self) -> Option<Period> {
        let moves = self.moves();
        if moves.is_none() && self.take(Token::Rest) {
            self.take(Token::Slash);
        }
        let base = self.amount()?;
        let mut is_each_move = false;
        if self.take(Token::Slash) && !self.take(Token::Rest) {
            is_each_move = self.take(Token::EachMove);
            if !is_each_move {
                return None;
            }
        }
        self.take(Token::Rest);
        let is_delay = self.tokens.get(self.idx) == Some(&Token::Delay)
            || self.tokens.get(self.idx..self.idx + 2) == Some(&[Token::Plus, Token::Delay]);
        let increment = if self.take(Token::Plus) | self.take(Token::Delay) {
            let increment = self.amount()?;
            if increment.unit.is_none() {
                // A bonus for each move is in seconds.
                *self.n_bare -= u32::from(is_delay);
            }
            self.take(Token::Slash);
            self.take(Token::EachMove);
            Some(increment)
        } else {
            None
        };
        if self.idx < self.tokens.len() {
            return None;
        }
        let moves = if is_each_move { moves.or(Some(1)) } else { moves };
        match increment {
            Some(bonus) if is_delay || moves.is_some() => self.modern(moves, base, bonus, is_delay),
            _ => self.finish(moves, base, increment),
        }
    }

    /// Features that the six kinds of the standard cannot express.
    fn modern(
        &self,
        moves: Option<u32>,
        base: Amount,
        bonus: Amount,
        is_delay: bool,
    ) -> Option<Period> {
        let in_minutes = self.says_minutes || bonus.unit.is_some();
        let base_unit = base.unit.unwrap_or(if in_minutes { MINUTE_SECONDS } else { 1 });
        let seconds = base.number.checked_mul(base_unit)?;
        let bonus_seconds = bonus.number.checked_mul(bonus.unit.unwrap_or(1))?;
        (seconds > 0 && moves != Some(0)).then_some(Period::Modern {
            moves,
            base_millis: u64::from(seconds) * 1_000,
            bonus_millis: u64::from(bonus_seconds) * 1_000,
            is_delay,
        })
    }

    fn finish(
        &self,
        moves: Option<u32>,
        base: Amount,
        increment: Option<Amount>,
    ) -> Option<Period> {
        let minutes_by_default =
            self.says_minutes || increment.is_some_and(|inc| inc.unit.is_some());
        let base_unit = base.unit.unwrap_or(if minutes_by_default { MINUTE_SECONDS } else { 1 });
        let seconds = base.number.checked_mul(base_unit)?;
        if seconds == 0 {
            return None;
        }
        match (moves, increment) {
            (None, None) => Some(Period::SuddenDeath { seconds }),
            (Some(0), _) | (Some(_), Some(_)) => None,
            (Some(moves), None) => Some(Period::Moves { moves, seconds }),
            (None, Some(increment)) => {
                // "5+3 min" names the unit of the base only.
                let is_shared = base.unit.is_none();
                let unit = if is_shared { 1 } else { increment.unit.unwrap_or(1) };
                let increment_seconds = increment.number.checked_mul(unit)?;
                Some(Period::Increment { base_seconds: seconds, increment_seconds })
            }
        }
    }

    /// `40/`, `40 moves in`, `40 moves`.
    fn moves(&mut self) -> Option<u32> {
        let (moves, n_tokens) = match self.tokens {
            [Token::Number(moves), Token::Moves, Token::Slash, ..] => (*moves, 3),
            [Token::Number(moves), Token::Moves, ..] => (*moves, 2),
            [Token::Number(moves), Token::Slash, Token::Number(_), ..] => (*moves, 2),
            _ => return None,
        };
        self.idx = n_tokens;
        Some(moves)
    }

    /// `15`, `15 min`, `1h30`.
    fn amount(&mut self) -> Option<Amount> {
        let (amount, n_tokens) = match self.tokens.get(self.idx..)? {
            [
                Token::Number(hours),
                Token::Unit(HOUR_SECONDS),
                Token::Number(minutes),
                rest @ ..,
            ] => {
                let number = hours.checked_mul(60)?.checked_add(*minutes)?;
                let n_tokens = 3 + usize::from(rest.first() == Some(&Token::Unit(MINUTE_SECONDS)));
                (Amount { number, unit: Some(MINUTE_SECONDS) }, n_tokens)
            }
            [Token::Number(number), Token::Unit(unit), ..] => {
                (Amount { number: *number, unit: Some(*unit) }, 2)
            }
            [Token::Number(number), ..] => (Amount { number: *number, unit: None }, 1),
            _ => return None,
        };
        self.idx += n_tokens;
        *self.n_bare += u32::from(amount.unit.is_none());
        Some(amount)
    }

    /// Steps over the token if it comes next.
    fn take(&mut self, token: Token) -> bool {
        let is_next = self.tokens.get(self.idx) == Some(&token);
        self.idx += usize::from(is_next);
        is_next
    }
}
