//! Evaluations, depths and times as engine programs write them in plain comments: `+0.35/14 0.21s`.

use std::ops::Range;

use super::value::digits;
use super::{Clock, Eval, Millis, Score, Value, commands};
use crate::tag::{Period, TimeControl};
use pgn_chess::Color;

/// The context of a comment: the meaning of its values depends on the move before it and on the
/// time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentContext<'a> {
    /// The side that made the move before the comment.
    pub mover: Color,
    /// The tag TimeControl.
    pub time_control: Option<&'a str>,
}

/// The values in a comment: those of its [`commands`], or, without commands, those that an engine
/// program or a server wrote as plain text.
///
/// ```
/// # use pgnkit::comment::{CommentContext, values};
/// # use pgnkit::chess::Color;
/// let context = CommentContext { mover: Color::Black, time_control: None };
/// let texts: Vec<String> = values("+0.35/14 0.21s", context).map(|it| it.to_string()).collect();
/// assert_eq!(texts, ["[%eval -0.35,14]", "[%emt 0:00:00.21]"]);
/// ```
pub fn values<'a>(text: &'a str, context: CommentContext<'a>) -> impl Iterator<Item = Value<'a>> {
    let note = match text.contains("[%") {
        true => None,
        false => EngineNote::parse(text),
    };
    let from_note = note.map(|note| note.values(context)).into_iter().flatten().flatten();
    let from_commands = commands(text).filter_map(move |command| match command.value().ok()? {
        Value::Time(Clock::Clk, time) => {
            Some(Value::Time(Clock::Clk, context.clock(command.args).unwrap_or(time)))
        }
        value => Some(value),
    });
    from_commands.chain(from_note)
}

/// The comment with the values of an engine program or server as commands; `None` if it has no such
/// values, or already has this form. Other text is unchanged.
#[must_use]
pub fn with_standard_commands(text: &str, context: CommentContext<'_>) -> Option<String> {
    if !text.contains("[%") {
        let note = EngineNote::parse(text)?;
        let values = note.values(context).into_iter().flatten().map(|value| value.to_string());
        let rest = Some(note.rest.trim().to_owned()).filter(|rest| !rest.is_empty());
        let reply = note.reply.map(str::to_owned);
        let parts: Vec<String> = values.chain(reply).chain(note.sel_depth()).chain(rest).collect();
        return Some(parts.join(" "));
    }
    let (mut new, mut from) = (String::new(), 0);
    for command in commands(text).filter(|command| command.name == "clk") {
        let Some(time) = context.clock(command.args) else { continue };
        new += &text[from..command.range.start];
        new += &Value::Time(Clock::Clk, time).to_string();
        from = command.range.end;
    }
    (from > 0).then(|| new + &text[from..])
}

/// A clock time with two possible meanings.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoReadings {
    /// The meaning that this library uses.
    pub read: Value<'static>,
    /// The other meaning.
    pub other: Value<'static>,
}

/// The two meanings of a clock time in a comment, and its byte range in `text`: hours and minutes
/// or minutes and seconds, such as `[%clk 1:29]`; time left or time spent, such as `0:04:57` alone.
#[doc(hidden)]
pub fn clocks_with_two_readings<'a>(
    text: &'a str,
    context: CommentContext<'a>,
) -> impl Iterator<Item = (Range<usize>, TwoReadings)> {
    let of_command = commands(text).filter(|command| command.name == "clk");
    let in_commands = of_command
        .filter_map(move |command| Some((command.range, context.two_readings(command.args)?)));
    let clk = |time| Value::Time(Clock::Clk, time);
    let alone = move || {
        let time = text.trim();
        let is_alone = time.starts_with(|c: char| c.is_ascii_digit()) && time.len() <= 16;
        let note = EngineNote::of_time(time).filter(|_| is_alone)?;
        let (left, _) = note.left?;
        let readings = context.two_readings(time).unwrap_or_else(|| {
            let read = context.clock(time).unwrap_or(left);
            TwoReadings { read: clk(read), other: Value::Time(Clock::Emt, read) }
        });
        let start = text.len() - text.trim_start().len();
        Some((start..start + time.len(), readings))
    };
    in_commands.chain((!text.contains("[%")).then(alone).flatten())
}

impl CommentContext<'_> {
    /// A clock of two fields that may be hours and minutes, and minutes and seconds.
    fn two_readings(self, args: &str) -> Option<TwoReadings> {
        let args = args.trim();
        let (first, last) = args.split_once(':')?;
        let is_number = |text: &str| !text.is_empty() && digits(text) == text;
        if !is_number(first) || first.len() > 2 || !is_number(last) || last.len() != 2 {
            return None;
        }
        let short = Millis::parse(args).ok()?;
        let clk = |time| Value::Time(Clock::Clk, time);
        if let Some(long) = self.clock(args) {
            return Some(TwoReadings { read: clk(long), other: clk(short) });
        }
        let control = self.time_control.and_then(TimeControl::read);
        let is_known = control.is_some_and(|control| {
            control.periods().iter().any(|period| *period != Period::Unknown)
        });
        let hours: u64 = first.parse().ok().filter(|hours| *hours <= UNTOLD_HOURS_MAX)?;
        let minutes: u64 = last.parse().ok().filter(|minutes| *minutes < 60)?;
        let long = Millis((hours * 3_600 + minutes * 60) * 1_000);
        (!is_known).then_some(TwoReadings { read: clk(short), other: clk(long) })
    }

    /// A clock of two fields that shows hours and minutes: `1:29` where the time control has hours
    /// for a period, and at most an hour more than that. `None` for any other clock.
    #[must_use]
    pub fn clock(self, args: &str) -> Option<Millis> {
        let (hours, minutes) = args.trim().split_once(':')?;
        let is_number = |text: &str| !text.is_empty() && digits(text) == text;
        if !is_number(hours) || !is_number(minutes) || hours.len() > 2 || minutes.len() != 2 {
            return None;
        }
        let control = TimeControl::read(self.time_control?)?;
        let of = |period: &Period| period.seconds_per_side();
        let base = control.periods().iter().filter_map(of).max()?;
        let (hours, minutes): (u64, u64) = (hours.parse().ok()?, minutes.parse().ok()?);
        let seconds = hours * 3_600 + minutes * 60;
        let is_clock = base >= 3_600 && minutes < 60 && seconds <= u64::from(base) + 3_600;
        is_clock.then_some(Millis(seconds * 1_000))
    }
}

/// The maximum hours of a clock under an unknown time control.
const UNTOLD_HOURS_MAX: u64 = 3;

/// The point of view of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PointOfView {
    /// Of the engine that made the move.
    Mover,
    White,
}

/// The text that an engine program or a server wrote after a move.
///
/// ```text
/// note  ::= [ "(" move ")" ] score [ "/" depth [ "/" depth ] ] [ time ] [ text ]
///         | key "=" value { "," key "=" value }      with the key wv
///         | seconds "s" | clock
/// score ::= ["+" | "-"] (number "." digit {digit} | "M" plies | "#" ["-"] moves)
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EngineNote<'a> {
    score: Option<(Score, PointOfView)>,
    depth: Option<u32>,
    sel_depth: Option<u32>,
    spent: Option<Millis>,
    /// The clock, as it is written in the comment.
    left: Option<(Millis, &'a str)>,
    /// The move that the engine expected, in parentheses.
    reply: Option<&'a str>,
    rest: &'a str,
}

impl<'a> EngineNote<'a> {
    const NONE: EngineNote<'static> = EngineNote {
        score: None,
        depth: None,
        sel_depth: None,
        spent: None,
        left: None,
        reply: None,
        rest: "",
    };

    fn parse(text: &'a str) -> Option<EngineNote<'a>> {
        let text = text.trim();
        match text.as_bytes().first()? {
            b'0'..=b'9' => EngineNote::of_score(text).or_else(|| EngineNote::of_time(text)),
            b'+' | b'-' | b'M' | b'#' | b'(' | b'.' => EngineNote::of_score(text),
            b'a'..=b'z' if text.contains("wv=") => EngineNote::of_pairs(text),
            _ => None,
        }
    }

    /// `+0.35/14 0.21s`, as cutechess, fastchess, c-chess-cli, Arena, XBoard, Banksia and others
    /// write it: from the side of the engine that moved.
    fn of_score(text: &'a str) -> Option<EngineNote<'a>> {
        let mut note = EngineNote::NONE;
        let mut rest = text;
        if rest.starts_with('(') {
            let end = rest.find(')').filter(|&end| (3..=10).contains(&end))? + 1;
            note.reply = Some(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        let is_signed = rest.starts_with(['+', '-']);
        let (score, n_decimals, after) = score(rest)?;
        note.score = Some((score, PointOfView::Mover));
        rest = after;
        let has_depth = rest.starts_with('/');
        if has_depth {
            (note.depth, rest) = depth(&rest[1..])?;
            if rest.starts_with('/') {
                (note.sel_depth, rest) = depth(&rest[1..])?;
            }
        } else if let Some((plies, after)) = depth(rest.trim_start())
            && let Some((selected, after)) = after.strip_prefix('/').and_then(depth)
        {
            (note.depth, note.sel_depth, rest) = (plies, selected, after);
        }
        let has_gap = rest.starts_with(char::is_whitespace);
        let mut has_unit = false;
        if has_gap
            && let Some((time, unit, after)) = seconds(rest.trim_start())
            && (unit || note.depth.is_some())
        {
            (note.spent, has_unit, rest) = (Some(time), unit, after);
        }
        if !rest.is_empty() && !rest.starts_with(|c: char| c == ',' || c.is_whitespace()) {
            return None;
        }
        note.rest = rest.trim_start_matches(',');
        let is_certain = is_signed || n_decimals >= 2 || note.spent.is_some();
        let is_note = has_unit || note.depth.is_some() && is_certain;
        is_note.then_some(note)
    }

    /// `0.21s` and `0:04:57`, alone.
    fn of_time(text: &'a str) -> Option<EngineNote<'a>> {
        if let Some((time, true, rest)) = seconds(text) {
            let is_time = rest.is_empty() || rest.starts_with(',');
            let rest = rest.trim_start_matches(',');
            return is_time.then_some(EngineNote { spent: Some(time), rest, ..EngineNote::NONE });
        }
        let (_, last) = text.rsplit_once(':')?;
        let has_seconds = digits(last).len() == 2;
        let left = Some((Millis::parse(text).ok().filter(|_| has_seconds)?, text));
        Some(EngineNote { left, ..EngineNote::NONE })
    }

    /// `d=26, sd=40, mt=12000, tl=3400000, wv=0.35`, as TCEC writes it: from White's point of view.
    /// The whole text stays next to the commands, because they contain only a part of it.
    fn of_pairs(text: &'a str) -> Option<EngineNote<'a>> {
        let mut note = EngineNote { rest: text, ..EngineNote::NONE };
        for (idx, pair) in text.split([',', ';']).enumerate() {
            let Some((key, value)) = pair.trim().split_once('=') else {
                if idx == 0 {
                    return None;
                }
                continue;
            };
            let millis = || value.parse().ok().map(Millis);
            match key.trim() {
                "wv" => {
                    let (score, _, rest) = score(value)?;
                    note.score = rest.is_empty().then_some((score, PointOfView::White));
                }
                "d" => note.depth = value.parse().ok(),
                "mt" => note.spent = millis(),
                "tl" => note.left = millis().map(|left| (left, "")),
                _ => {}
            }
        }
        note.score.is_some().then_some(note)
    }

    fn sel_depth(&self) -> Option<String> {
        self.sel_depth.map(|plies| format!("sd={plies}"))
    }

    fn values(&self, context: CommentContext<'_>) -> [Option<Value<'a>>; 3] {
        let eval = self.score.map(|(score, view)| {
            let is_turned = view == PointOfView::Mover && context.mover == Color::Black;
            let sign = if is_turned { -1 } else { 1 };
            let score = match score {
                Score::Centipawns(size) => Score::Centipawns(sign * size),
                Score::Mate(moves) => Score::Mate(sign * moves),
            };
            Value::Eval(Eval { score, depth: self.depth })
        });
        let left = self.left.map(|(time, text)| context.clock(text).unwrap_or(time));
        [
            eval,
            left.map(|time| Value::Time(Clock::Clk, time)),
            self.spent.map(|time| Value::Time(Clock::Emt, time)),
        ]
    }
}

/// A score, how many decimals it has, and what follows. The programs that write `M` count plies.
fn score(text: &str) -> Option<(Score, usize, &str)> {
    let (is_negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let signed = |size: i32| if is_negative { -size } else { size };
    let mate = |rest: &str| {
        let number = digits(rest);
        number.parse().ok().filter(|&size| size < 10_000).map(|size: i32| (size, number.len()))
    };
    if let Some(rest) = rest.strip_prefix('#') {
        let (is_turned, rest) = rest.strip_prefix('-').map_or((false, rest), |rest| (true, rest));
        let (moves, len) = mate(rest)?;
        let moves = if is_turned { -moves } else { moves };
        return Some((Score::Mate(signed(moves)), 2, &rest[len..]));
    }
    if let Some(rest) = rest.strip_prefix('M') {
        let (plies, len) = mate(rest)?;
        return Some((Score::Mate(signed((plies + 1) / 2)), 2, &rest[len..]));
    }
    let whole = digits(rest);
    let after = rest[whole.len()..].strip_prefix(['.', ','])?;
    let decimals = digits(after);
    let number = format!("{whole}.{decimals}");
    let is_score = whole.len() <= 4 && (1..=3).contains(&decimals.len());
    let eval = Eval::parse(&number).ok().filter(|_| is_score)?;
    let Score::Centipawns(size) = eval.score else { return None };
    Some((Score::Centipawns(signed(size)), decimals.len(), &after[decimals.len()..]))
}

/// A depth of at most three digits, and what follows.
fn depth(text: &str) -> Option<(Option<u32>, &str)> {
    let number = digits(text);
    let plies = number.parse().ok().filter(|_| number.len() <= 3)?;
    Some((Some(plies), &text[number.len()..]))
}

/// A time in seconds or with colons, whether it has the unit `s`, and what follows.
fn seconds(text: &str) -> Option<(Millis, bool, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ':');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    // A decimal comma; one before a space or the end begins other text.
    let comma = text[end..].strip_prefix(',').map_or(0, |after| digits(after).len());
    let end = if comma > 0 { end + 1 + comma } else { end };
    let time = Millis::parse(&text[..end]).ok()?;
    let rest = &text[end..];
    let (has_unit, rest) = match rest.strip_prefix('s') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let ends = rest.is_empty() || rest.starts_with(|c: char| c == ',' || c.is_whitespace());
    ends.then_some((time, has_unit, rest))
}
