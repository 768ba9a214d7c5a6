//! The lines of a server's log, and their kinds (§13, D-57).

use pgnkit::tag::Outcome;

/// The kind of a line. Texts are parts of the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LogLine<'a> {
    Blank,
    /// `Movelist for game 34:`
    Title,
    /// `homerg (1626) vs. drakorg (1678) --- Mon Nov  4, 08:38 CET 2002`
    Players(Players<'a>),
    /// `Rated standard match, initial time: 10 minutes, increment: 12 seconds.`
    Kind(&'a str),
    /// `Move  homerg    drakorg`
    Columns(Option<(&'a str, &'a str)>),
    /// `----  -------   -------`
    Rule,
    /// ` 12.  Nf3     (0:01.699)      d5      (0:11.371)`
    Row(MoveRow<'a>),
    /// `      {drakorg resigns} 1-0`
    End(ListEnd<'a>),
    /// The position that some servers show before the moves, after its `<12>`.
    Board(&'a str),
    Other,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Players<'a> {
    pub(super) white: LogPlayer<'a>,
    pub(super) black: LogPlayer<'a>,
    /// The text after `---`.
    pub(super) date: Option<&'a str>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct LogPlayer<'a> {
    pub(super) name: &'a str,
    /// As it is, without its parentheses.
    pub(super) rating: Option<&'a str>,
}

/// A row of the table of moves.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MoveRow<'a> {
    pub(super) number: &'a str,
    /// `None` for periods.
    pub(super) white: Option<LogMove<'a>>,
    pub(super) black: Option<LogMove<'a>>,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct LogMove<'a> {
    pub(super) text: &'a str,
    pub(super) time: Option<MoveTime>,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct MoveTime {
    pub(super) seconds: u32,
    pub(super) milliseconds: u32,
}

/// The last line of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListEnd<'a> {
    pub(super) reason: &'a str,
    pub(super) outcome: Option<Outcome>,
}

impl<'a> LogLine<'a> {
    /// The kind of `line`, without the text before it.
    pub(super) fn parse(line: &'a str) -> LogLine<'a> {
        let line = line.trim();
        if line.is_empty() {
            return LogLine::Blank;
        }
        if let Some(board) = line.strip_prefix("<12>") {
            return LogLine::Board(board);
        }
        if line.starts_with('{') {
            return end_in_braces(line).map_or(LogLine::Other, LogLine::End);
        }
        if line.bytes().all(|byte| byte == b'-' || byte == b' ') && line.contains("---") {
            return LogLine::Rule;
        }
        if line.starts_with("Movelist for game") {
            return LogLine::Title;
        }
        if let Some(columns) = columns(line) {
            return LogLine::Columns(columns);
        }
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            return match (outcome(line), row(line)) {
                (Some(outcome), _) => LogLine::End(ListEnd { reason: "", outcome: Some(outcome) }),
                (None, Some(row)) => LogLine::Row(row),
                (None, None) => LogLine::Other,
            };
        }
        if let Some(players) = players(line) {
            return LogLine::Players(players);
        }
        let head = line.split_ascii_whitespace().next().unwrap_or_default();
        if head.eq_ignore_ascii_case("rated") || head.eq_ignore_ascii_case("unrated") {
            return LogLine::Kind(line);
        }
        match line.rsplit_once(' ').map(|(reason, last)| (reason.trim(), outcome(last))) {
            Some((reason, Some(outcome))) => {
                LogLine::End(ListEnd { reason, outcome: Some(outcome) })
            }
            _ => outcome(line).map_or(LogLine::Other, |outcome| {
                LogLine::End(ListEnd { reason: "", outcome: Some(outcome) })
            }),
        }
    }
}

/// The line without quotation marks of mail and without a prompt: `> `, `fics% `, `16:04_fics% `.
pub(super) fn bare(line: &str) -> &str {
    let is_noise = |c: char| c.is_control() || c == ' ';
    let mut rest = line.trim_matches(is_noise);
    while let Some(quoted) = rest.strip_prefix('>') {
        rest = quoted.trim_start_matches(is_noise);
    }
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.');
    while let Some((prompt, behind)) = rest.split_once('%') {
        let is_prompt = prompt.contains("ics") && prompt.chars().all(word);
        if !is_prompt || !(behind.is_empty() || behind.starts_with(' ')) {
            break;
        }
        rest = behind.trim_start_matches(is_noise);
    }
    rest
}

fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "1-0" => Some(Outcome::WhiteWins),
        "0-1" => Some(Outcome::BlackWins),
        "1/2-1/2" => Some(Outcome::Draw),
        "*" => Some(Outcome::Unknown),
        _ => None,
    }
}

/// `{reason} marker`; the announcement of another game, `{Game 7 (a vs. b) …}`, does not count.
fn end_in_braces(line: &str) -> Option<ListEnd<'_>> {
    let (reason, marker) = line.strip_prefix('{')?.split_once('}')?;
    let marker = marker.trim();
    let is_announcement = reason.starts_with("Game ") && reason.contains(" vs. ");
    let outcome = outcome(marker);
    let is_end = !is_announcement && (outcome.is_some() || marker.is_empty());
    is_end.then_some(ListEnd { reason: reason.trim(), outcome })
}

/// `Move` and the names of both players, if they have no spaces.
fn columns(line: &str) -> Option<Option<(&str, &str)>> {
    let mut words = line.split_ascii_whitespace();
    if words.next()? != "Move" {
        return None;
    }
    let words: Vec<&str> = words.collect();
    match words[..] {
        [white, black] => Some(Some((white, black))),
        // Names with ratings after them, or none.
        [] | [_, _, _, _] => Some(None),
        _ => None,
    }
}

/// `name [rating] vs. name [rating] [--- date]`, names without spaces.
fn players(line: &str) -> Option<Players<'_>> {
    let (sides, date) = match line.split_once("---") {
        Some((sides, date)) => (sides, Some(date.trim_matches(['-', ' ']))),
        None => (line, None),
    };
    let (white, black) = sides.split_once(" vs. ").or_else(|| sides.split_once(" vs "))?;
    Some(Players { white: side(white)?, black: side(black)?, date })
}

fn side(text: &str) -> Option<LogPlayer<'_>> {
    let text = text.trim();
    let (name, rating) = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((name, rating)) => (name.trim(), Some(rating.trim())),
        None => match text.split_once(' ') {
            Some((name, rating)) => (name, Some(rating.trim())),
            None => (text, None),
        },
    };
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    let is_rating = rating.is_none_or(|rating| !rating.contains(char::is_whitespace));
    (is_name && is_rating).then_some(LogPlayer { name, rating })
}

/// `number [.] move [time] [move [time]]`.
fn row(line: &str) -> Option<MoveRow<'_>> {
    let n_digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(n_digits);
    let n_periods = rest.bytes().take_while(|&byte| byte == b'.').count();
    if n_digits > 4 || (n_periods == 0 && !rest.starts_with(' ')) {
        return None;
    }
    let mut plies = [None, None];
    let mut n_plies = usize::from(n_periods > 1);
    for word in rest[n_periods..].split_ascii_whitespace() {
        if let Some(time) = MoveTime::parse(word) {
            let last = n_plies.checked_sub(1).and_then(|idx| plies.get_mut(idx))?;
            match last {
                Some(LogMove { time: time_of @ None, .. }) => *time_of = Some(time),
                // The time of a move that is written as periods.
                None => {}
                Some(_) => return None,
            }
        } else if word.bytes().all(|byte| byte == b'.') {
            n_plies += 1;
        } else {
            *plies.get_mut(n_plies)? = Some(LogMove { text: move_text(word)?, time: None });
            n_plies += 1;
        }
    }
    let [white, black] = plies;
    (white.is_some() || black.is_some()).then_some(MoveRow { number, white, black })
}

/// A word that may be a move; the referee decides.
fn move_text(word: &str) -> Option<&str> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"+#=@:-/!?".contains(&byte);
    let begins_well = word.starts_with(|first: char| first.is_ascii_alphabetic());
    let is_move = begins_well || word.starts_with("0-0") || word.starts_with("--");
    (is_move && word.len() <= 16 && word.bytes().all(is_sign)).then_some(word)
}

impl MoveTime {
    /// `(m:ss)`, `(m:ss.mmm)`, `(h:mm:ss)`, with or without parentheses.
    fn parse(word: &str) -> Option<MoveTime> {
        let open = word.trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
        let (whole, fraction) = open.split_once('.').unwrap_or((open, ""));
        let mut seconds = 0_u32;
        let mut n_parts = 0;
        for part in whole.split(':') {
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            let part: u32 = part.parse().ok().filter(|_| is_number)?;
            seconds = seconds.checked_mul(60)?.checked_add(part)?;
            n_parts += 1;
        }
        if !(2..=3).contains(&n_parts) || fraction.len() > 3 {
            return None;
        }
        let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit());
        let padded = format!("{fraction:0<3}");
        let milliseconds = padded.parse().ok().filter(|_| is_number)?;
        Some(MoveTime { seconds, milliseconds })
    }
}
