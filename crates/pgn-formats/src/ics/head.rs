//! The header of a move list, as values of tags (§8.1.1, §9.1, §9.5, §9.6, §9.8, §13, D-57).

/// When a game began, as printed; the time zone is read and not converted.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Moment {
    pub(super) year: Option<u16>,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
    pub(super) time: Option<(u8, u8, u8)>,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl Moment {
    /// `Tue Nov 23, 16:42 PST 1993`, `2008.01.19 16:55:38`, in any order of the words.
    ///
    /// `None` if a word is neither a part of a date nor short enough for a day or a zone.
    pub(super) fn parse(text: &str) -> Option<Moment> {
        let mut moment = Moment::default();
        for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            if word.contains(':') {
                moment.time = Some(time_of_day(word)?);
            } else if word.contains(['.', '-', '/']) && word.starts_with(char::is_numeric) {
                let parts: Vec<&str> = word.split(['.', '-', '/']).collect();
                let [year, month, day] = parts[..] else { return None };
                moment.year = Some(year.parse().ok()?);
                moment.month = Some(month.parse().ok()?);
                moment.day = Some(day.parse().ok()?);
            } else if let Ok(number) = word.parse::<u16>() {
                match (word.len(), moment.day) {
                    (4, _) => moment.year = Some(number),
                    (1 | 2, None) => moment.day = u8::try_from(number).ok(),
                    _ => return None,
                }
            } else if let Some(idx) = MONTHS.iter().position(|month| begins(word, month)) {
                moment.month = u8::try_from(idx + 1).ok();
            } else if word.len() > 9 || !word.chars().all(|c| c.is_ascii_alphabetic() || c == '?') {
                return None;
            }
        }
        let is_month = moment.month.is_none_or(|month| (1..=12).contains(&month));
        let is_day = moment.day.is_none_or(|day| (1..=31).contains(&day));
        (is_month && is_day && moment.year.is_some()).then_some(moment)
    }

    pub(super) fn date(&self) -> String {
        let part = |part: Option<u8>| part.map_or("??".to_string(), |part| format!("{part:02}"));
        let year = self.year.map_or("????".to_string(), |year| format!("{year:04}"));
        format!("{year}.{}.{}", part(self.month), part(self.day))
    }

    pub(super) fn time(&self) -> Option<String> {
        self.time.map(|(hour, minute, second)| format!("{hour:02}:{minute:02}:{second:02}"))
    }
}

fn begins(word: &str, month: &str) -> bool {
    word.get(..3).is_some_and(|head| head.eq_ignore_ascii_case(month))
}

fn time_of_day(word: &str) -> Option<(u8, u8, u8)> {
    let mut parts = word.split(':').map(|part| part.parse::<u8>().ok());
    let time = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    let is_time = time.0 < 24 && time.1 < 60 && time.2 < 60 && parts.next().is_none();
    is_time.then_some(time)
}

/// The value of an Elo tag: a number, or a hyphen for a player without one.
///
/// Servers put a letter after a rating that is estimated or provisional. `None` if the text is not
/// a rating.
pub(super) fn rating(text: &str) -> Option<String> {
    let digits = text.trim_end_matches(['E', 'P', '*', '?']);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_none = text.eq_ignore_ascii_case("unr")
        || text.bytes().all(|byte| matches!(byte, b'-' | b'+' | b'?'));
    match (is_number, is_none) {
        (true, _) if digits.len() <= 4 => Some(digits.to_string()),
        (_, true) => Some("-".to_string()),
        _ => None,
    }
}

/// A name without the marks that servers put after it, `Anna(GM)` and `Grinder(C)`: the name, the
/// value of its title's tag, and whether it is a program. Other marks stay.
pub(super) fn bare_name(text: &str) -> (&str, Option<&str>, bool) {
    const TITLES: [&str; 8] = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"];
    let (mut name, mut title, mut is_program) = (text, None, false);
    while let Some((before, mark)) = name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) {
        match mark {
            _ if before.is_empty() => break,
            "C" => is_program = true,
            mark if TITLES.contains(&mark) => title = Some(mark),
            _ => break,
        }
        name = before;
    }
    (name, title, is_program)
}

/// The second line of a header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GameKindLine {
    /// The text before the first comma: the value of Event.
    pub(super) event: String,
    /// The value of TimeControl; `None` if it is not given.
    pub(super) time_control: Option<String>,
    /// The value of Variant; `None` for the usual rules.
    pub(super) variant: Option<String>,
    /// Whether the text mentions times that are not understood.
    pub(super) is_odd: bool,
}

impl GameKindLine {
    /// The value of Variant; `None` for the usual rules.
    pub(super) fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// `Rated blitz match, initial time: 5 minutes, increment: 2 seconds.`, or two numbers at the
    /// end as older servers have them: `Rated blitz 5 2`.
    pub(super) fn parse(line: &str) -> GameKindLine {
        let line = line.trim_end_matches('.');
        let (event, clauses) = line.split_once(',').unwrap_or((line, ""));
        let (mut event, mut numbers) = (event.trim(), (None, None));
        for clause in clauses.split(',') {
            let number = clause.split_ascii_whitespace().find_map(|word| word.parse::<u32>().ok());
            if clause.contains("initial time") {
                numbers.0 = number;
            } else if clause.contains("increment") {
                numbers.1 = number;
            }
        }
        if clauses.is_empty() {
            let mut words = event.rsplitn(3, char::is_whitespace);
            let mut number = || words.next().and_then(|word| word.parse().ok());
            if let (Some(increment), Some(base)) = (number(), number()) {
                numbers = (Some(base), Some(increment));
                event = words.next().unwrap_or_default().trim_end();
            }
        }
        let time_control = match numbers {
            (Some(0), Some(0)) => Some("-".to_string()),
            (Some(minutes), increment) => minutes.checked_mul(60).map(|seconds| {
                let increment = increment.filter(|&increment| increment > 0);
                increment.map_or(seconds.to_string(), |more| format!("{seconds}+{more}"))
            }),
            (None, _) => None,
        };
        let is_odd = time_control.is_none() && !clauses.trim().is_empty();
        GameKindLine { event: event.to_string(), time_control, variant: variant(event), is_odd }
    }
}

/// The rules that a kind of match has, by the names that PGN files have for them; wild kinds
/// without such a name keep their own.
fn variant(event: &str) -> Option<String> {
    const NAMES: [(&str, &str); 9] = [
        ("crazyhouse", "Crazyhouse"),
        ("bughouse", "Bughouse"),
        ("atomic", "Atomic"),
        ("suicide", "Suicide"),
        ("losers", "Losers"),
        ("fischerandom", "Chess960"),
        ("wild/fr", "Chess960"),
        ("wild(22)", "Chess960"),
        ("wild(fr)", "Chess960"),
    ];
    let mut words = event.split_ascii_whitespace().map(str::to_ascii_lowercase);
    words.find_map(|word| {
        let name = NAMES.iter().find(|(known, _)| *known == word).map(|(_, name)| *name);
        name.map(str::to_string).or_else(|| word.starts_with("wild").then_some(word))
    })
}

/// The value of Termination for the reason that a server gives; `None` if it is unknown.
pub(super) fn termination(reason: &str) -> Option<&'static str> {
    const KINDS: [(&str, &[&str]); 6] = [
        ("adjudication", &["adjudicat"]),
        ("unterminated", &["adjourn", "in progress", "unfinished"]),
        ("abandoned", &["abort", "disconnect", "lost connection", "abandon"]),
        ("normal", &["both players ran out of time", "no material", "no mating material"]),
        ("time forfeit", &["on time", "ran out of time", "runs out of time"]),
        (
            "normal",
            &[
                "checkmate",
                "mate",
                "resign",
                "draw",
                "stalemate",
                "agree",
                "repetition",
                "insufficient",
                "50 move",
                "wins by",
                "partner",
                "material",
                "explo",
            ],
        ),
    ];
    let reason = reason.to_ascii_lowercase();
    let is_of = |words: &[&str]| words.iter().any(|word| reason.contains(word));
    KINDS.iter().find(|(_, words)| is_of(words)).map(|(termination, _)| *termination)
}

/// The FEN of a position in the servers' style 12, if it is one before the first move.
///
/// Eight ranks from the eighth on, the side to move, the file of a double step or -1, four castling
/// rights, the halfmove clock; the number of the next move is the 26th word.
pub(super) fn fen(board: &str) -> Option<String> {
    let words: Vec<&str> = board.split_ascii_whitespace().collect();
    if words.len() < 26 || words[25] != "1" {
        return None;
    }
    let ranks: Option<Vec<String>> = words[..8].iter().map(|rank| placement(rank)).collect();
    let color = match words[8] {
        "W" => 'w',
        "B" => 'b',
        _ => return None,
    };
    let rights = words[10..14].iter().zip(["K", "Q", "k", "q"]);
    let castling: String = rights.filter(|(has, _)| **has == "1").map(|(_, right)| right).collect();
    let castling = if castling.is_empty() { "-".to_string() } else { castling };
    Some(format!("{} {color} {castling} - 0 1", ranks?.join("/")))
}

fn placement(rank: &str) -> Option<String> {
    if rank.len() != 8 || !rank.bytes().all(|byte| b"-PNBRQKpnbrqk".contains(&byte)) {
        return None;
    }
    let mut text = String::new();
    let mut n_empty = 0_u8;
    for piece in rank.chars().chain(['/']) {
        if piece == '-' {
            n_empty += 1;
            continue;
        }
        if n_empty > 0 {
            text.push(char::from(b'0' + n_empty));
            n_empty = 0;
        }
        if piece != '/' {
            text.push(piece);
        }
    }
    Some(text)
}
