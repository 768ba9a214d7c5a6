//! Finds games in lines of text, and reports text outside games.

use super::{Imported, NumberedLine, SOFT_MARK, TextPiece, word};
use crate::via_pgn::{self, Draft};
use pgnkit::chess::fen::{self, Mode};
use pgnkit::chess::notation::san::{self, SanOptions};
use pgnkit::chess::{Color, Position};
use pgnkit::read::looks_like_move;
use pgnkit::syntax::Location;
use std::collections::{BTreeSet, VecDeque};

/// The minimum number of legal plies in a game without tag pairs.
const PLIES_MIN: u32 = 4;

/// The number of moves on a line, with prose after them, that continue an interrupted game.
const RESUMED_PLIES_MIN: u32 = 3;

/// The maximum number of lines of prose between two parts of a game.
const PROSE_LINES_MAX: usize = 100;

/// Games in lines, which [`Finder::take`] takes one after the other.
#[derive(Debug, Default)]
pub(super) struct Finder {
    pub(super) games: VecDeque<Imported>,
    /// Lines that belong to no game.
    pub(super) unread: Vec<NumberedLine>,
    candidate: Option<Box<Candidate>>,
}

/// A candidate for a game.
#[derive(Debug)]
struct Candidate {
    line: u64,
    draft: Draft,
    has_tags: bool,
    /// The names of its tags, until it has movetext.
    names: BTreeSet<String>,
    /// It has movetext.
    has_moves: bool,
    /// The position in the main line, as long as its moves are legal.
    position: Option<Position>,
    n_plies: u32,
    depth: u32,
    is_in_comment: bool,
    /// Its own text, in case it is not a game.
    lines: Vec<NumberedLine>,
    prose: Vec<NumberedLine>,
    is_paused: bool,
    after_blank: bool,
}

/// How far a line was read.
enum LineRead {
    All,
    /// The game ends here, and what follows is something else.
    Ended(usize),
    /// Prose begins here.
    Prose(usize),
}

impl Finder {
    pub(super) fn take(&mut self, piece: TextPiece) {
        match piece {
            TextPiece::Break => self.end(),
            TextPiece::Line((number, text)) => match text.strip_prefix('\0') {
                Some(text) => self.tell(number, text),
                None => self.take_line(number, &text),
            },
        }
    }

    fn take_line(&mut self, number: u64, text: &str) {
        let text = text.replace('…', "...").replace(['\u{a0}', '\u{0}'], " ");
        let mut rest = unquoted(&text);
        if rest.is_empty() {
            if let Some(candidate) = &mut self.candidate {
                candidate.after_blank = true;
                candidate.draft.movetext.push('\n');
            }
            return;
        }
        while !rest.is_empty() {
            let Some(mut candidate) = self.candidate.take() else {
                let Some(at) = find_start(rest) else { return self.tell(number, rest) };
                self.tell(number, &rest[..at]);
                rest = &rest[at..];
                self.candidate = Some(Box::new(Candidate::new(number)));
                continue;
            };
            let Some(at) = candidate.goes_on_at(rest) else {
                let begins = candidate.gives_way_to(rest);
                if begins || candidate.prose.len() >= PROSE_LINES_MAX {
                    self.candidate = Some(candidate);
                    self.end();
                    continue;
                }
                candidate.prose.push((number, rest.to_string()));
                candidate.after_blank = false;
                self.candidate = Some(candidate);
                return;
            };
            candidate.is_paused = false;
            self.unread.append(&mut candidate.prose);
            self.tell(number, &rest[..at]);
            rest = &rest[at..];
            let from = rest.as_ptr() as usize - text.as_ptr() as usize;
            let read = candidate.take(number, &text, from);
            let at = match read {
                LineRead::All => rest.len(),
                LineRead::Ended(at) | LineRead::Prose(at) => at - from,
            };
            candidate.lines.push((number, rest[..at].to_string()));
            candidate.after_blank = false;
            rest = rest[at..].trim();
            self.candidate = Some(candidate);
            match read {
                LineRead::All => {}
                LineRead::Ended(_) => {
                    let is_stuck = at == 0 && !is_start(rest);
                    self.end();
                    if is_stuck {
                        return self.tell(number, rest);
                    }
                }
                LineRead::Prose(_) => {
                    if let Some(candidate) = &mut self.candidate {
                        candidate.is_paused = true;
                    }
                }
            }
        }
    }

    fn tell(&mut self, number: u64, text: &str) {
        let text = text.replace(SOFT_MARK, "");
        let text = text.trim();
        if !text.is_empty() {
            self.unread.push((number, text.to_string()));
        }
    }

    /// No game continues from here.
    fn end(&mut self) {
        let Some(candidate) = self.candidate.take() else { return };
        let is_game = match candidate.has_tags {
            true => candidate.has_moves,
            false => candidate.n_plies >= PLIES_MIN,
        };
        if is_game {
            let head = Location { line: candidate.line, column: 1 };
            let (game, found) = candidate.draft.read("", head);
            self.games.push_back(Imported { game, line: candidate.line, found });
        } else {
            for (number, text) in &candidate.lines {
                self.tell(*number, text);
            }
        }
        for (number, text) in &candidate.prose {
            self.tell(*number, text);
        }
    }
}

impl Candidate {
    fn new(line: u64) -> Candidate {
        Candidate {
            line,
            draft: Draft::default(),
            has_tags: false,
            names: BTreeSet::new(),
            has_moves: false,
            position: Some(Position::start()),
            n_plies: 0,
            depth: 0,
            is_in_comment: false,
            lines: Vec::new(),
            prose: Vec::new(),
            is_paused: false,
            after_blank: false,
        }
    }

    /// Whether another game begins in a text that does not continue this one.
    fn gives_way_to(&self, text: &str) -> bool {
        let Some(at) = find_start(text) else { return false };
        let is_game = self.has_tags || self.n_plies >= PLIES_MIN;
        at == 0 || !is_game || legal_plies(Position::start(), &text[at..]).0 >= PLIES_MIN
    }

    /// Where in a text the game continues: at once, or after prose.
    fn goes_on_at(&self, text: &str) -> Option<usize> {
        if !self.is_paused {
            return Some(0);
        }
        if !self.has_moves {
            let begins = word::tag_pair(text).is_none() && begins_moves(text, 0);
            return begins.then_some(0);
        }
        let is_end = |text: &str| {
            let len = word::marker_len(text);
            self.depth == 0 && len.is_some_and(|len| text[len..].trim().len() <= 1)
        };
        let after_marks = text.match_indices(SOFT_MARK).map(|(at, _)| at + 1);
        let mut places = std::iter::once(0)
            .chain(after_marks)
            .map(|at| at + text[at..].len() - text[at..].trim_start().len());
        places.find(|&at| {
            let rest = &text[at..];
            let is_due = self.depth == 0 && self.is_due(rest);
            is_end(rest) || (is_due && ((at == 0 && self.after_blank) || self.is_of_moves(rest)))
        })
    }

    /// Whether a text consists of legal moves only, up to its end or the next mark, or has many.
    fn is_of_moves(&self, text: &str) -> bool {
        self.position.is_some_and(|position| {
            let (n_plies, is_all) = legal_plies(position, text);
            is_all || n_plies >= RESUMED_PLIES_MIN
        })
    }

    /// Whether a text begins with the number that is due and a legal move.
    fn is_due(&self, text: &str) -> bool {
        let (Some(position), Some(number)) = (&self.position, word::number(text)) else {
            return false;
        };
        let is_side = match number.n_periods {
            1 => position.turn() == Color::White,
            0 => false,
            _ => position.turn() == Color::Black,
        };
        is_side && number.value == position.fullmove() && {
            let mv = word::first(text[number.len..].trim_start());
            san::resolve(position, mv.as_bytes(), &SanOptions::default()).is_ok()
        }
    }

    /// Takes the text of a line from `from` on.
    fn take(&mut self, number: u64, text: &str, from: usize) -> LineRead {
        let mut at = from;
        if self.is_in_comment
            && word::tag_pair(&text[from..]).is_some_and(|tag| tag.name == "Event")
        {
            return LineRead::Ended(from);
        }
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let rest = &text[at..];
            if rest.is_empty() {
                self.draft.movetext.push('\n');
                return LineRead::All;
            }
            let len = match self.len_of_next(rest, at == from) {
                Ok(len) => len,
                Err(LineEndReason::End) => return LineRead::Ended(at),
                Err(LineEndReason::Prose) => return LineRead::Prose(at),
                Err(LineEndReason::After(len)) => {
                    self.append(number, text, at, len);
                    return LineRead::Ended(at + len);
                }
            };
            self.append(number, text, at, len);
            at += len;
        }
    }

    /// Appends a part of a line to the draft.
    fn append(&mut self, number: u64, text: &str, at: usize, len: usize) {
        let column = text[..at].chars().count() as u64 + 1;
        self.draft.place(Location { line: number, column });
        let part = &text[at..at + len];
        match word::tag_pair(part).filter(|_| !self.has_moves) {
            Some(tag) if !tag.is_plain => {
                self.draft.movetext.push_str(&via_pgn::tag_pair(tag.name, tag.value));
            }
            Some(_) => {
                self.draft.movetext.push_str(part);
                self.draft.movetext.push('\n');
            }
            // A comma between moves does not occur in PGN.
            None if part == "," => {}
            None => {
                let touches = !text[..at].ends_with(char::is_whitespace);
                if touches && part.starts_with(['!', '?']) {
                    self.draft.movetext.truncate(self.draft.movetext.trim_end().len());
                }
                self.draft.movetext.push_str(part);
                if !self.is_in_comment && !matches!(part, "{" | "(") {
                    self.draft.movetext.push(' ');
                }
            }
        }
    }

    /// The length of what is next, if it belongs to the game.
    fn len_of_next(&mut self, rest: &str, is_first: bool) -> Result<usize, LineEndReason> {
        if self.is_in_comment {
            let close = rest.find('}');
            self.is_in_comment = close.is_none();
            return Ok(close.map_or(rest.len(), |at| at + 1));
        }
        if let Some(tag) = word::tag_pair(rest) {
            return self.tag(&tag);
        }
        let sign = rest.chars().next().unwrap_or_default();
        let len = match sign {
            '{' => {
                self.is_in_comment = true;
                1
            }
            '(' => {
                self.depth += 1;
                1
            }
            ')' if self.depth == 0 => return Err(LineEndReason::End),
            ')' => {
                self.depth -= 1;
                1
            }
            ';' if self.has_tags => rest.len(),
            ';' => return Err(LineEndReason::Prose),
            '*' if self.depth == 0 => return Err(self.marker(1)),
            '*' => 1,
            ',' if self.has_moves && !is_first => 1,
            '!' | '?' if self.has_moves => rest.len() - rest.trim_start_matches(['!', '?']).len(),
            '$' if self.has_moves => 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
            _ => self.len_of_word(rest, is_first)?,
        };
        // Comments and variations of prose begin no movetext.
        if !self.has_moves && !self.has_tags {
            return Err(LineEndReason::End);
        }
        Ok(len)
    }

    fn tag(&mut self, tag: &word::TagPair<'_>) -> Result<usize, LineEndReason> {
        // After a blank line a name that comes again, and the one that comes first, are those of
        // another game, and the tags before have no movetext.
        let is_first = self.names.is_empty();
        let is_again = !self.names.insert(tag.name.to_owned());
        let begins = is_again || (tag.name == "Event" && !is_first);
        if self.has_moves || (self.after_blank && begins) {
            return Err(LineEndReason::End);
        }
        self.has_tags = true;
        match tag.name {
            "FEN" => {
                let position = fen::parse(tag.value.as_bytes(), Mode::Lax);
                self.position = position.ok().map(|(position, _)| position);
            }
            // The rules of a variant are the reader's business.
            "Variant" => self.position = None,
            _ => {}
        }
        Ok(tag.len)
    }

    fn marker(&mut self, len: usize) -> LineEndReason {
        if !self.has_moves && !self.has_tags {
            return LineEndReason::End;
        }
        self.has_moves = true;
        LineEndReason::After(len)
    }

    fn len_of_word(&mut self, rest: &str, is_first: bool) -> Result<usize, LineEndReason> {
        if let Some(len) = word::marker_len(rest) {
            return if self.depth == 0 { Err(self.marker(len)) } else { Ok(len) };
        }
        let word = word::first(rest);
        if word.is_empty() {
            return Err(LineEndReason::Prose);
        }
        if self.depth > 0 {
            return Ok(word.len());
        }
        if let Some(number) = word::number(word) {
            return self.len_of_number(rest, &number, is_first);
        }
        self.len_of_move(rest, word, is_first)
    }

    /// A number belongs to the game if something of movetext is after it.
    fn len_of_number(
        &mut self,
        rest: &str,
        number: &word::Number,
        is_first: bool,
    ) -> Result<usize, LineEndReason> {
        // `0-0`, and the first move of another game.
        if number.value == 0 {
            return self.len_of_move(rest, word::first(rest), false);
        }
        if number.value == 1 && is_start(rest) && self.is_over_at(rest, is_first) {
            return Err(LineEndReason::End);
        }
        let fullmove = self.position.map(|position| position.fullmove());
        if number.n_periods == 0
            && !self.has_tags
            && fullmove.is_some_and(|fullmove| fullmove != number.value)
        {
            return Err(LineEndReason::Prose);
        }
        let after = rest[number.len..].trim_start_matches(|c: char| c == '.' || c.is_whitespace());
        let word = word::first(after).trim_end_matches(['.', ':']);
        let is_move = is_meant(word) || self.is_legal(word);
        if is_move || after.is_empty() || after.starts_with(['{', '(', '$']) {
            self.has_moves = true;
            return Ok(number.len);
        }
        Err(LineEndReason::Prose)
    }

    /// Whether this game, which lacks its marker, ended before a text that begins like a game. A
    /// game with tag pairs keeps moves that may be its own, with wrong numbers.
    fn is_over_at(&self, rest: &str, is_first: bool) -> bool {
        if !self.has_tags {
            return self.n_plies >= PLIES_MIN || (is_first && self.n_plies > 0);
        }
        let (n_plies, is_all) = legal_plies(Position::start(), rest);
        let n_own = self.position.map_or(0, |position| legal_plies(position, rest).0);
        let is_other = n_plies > n_own && ((is_all && n_plies >= 2) || self.after_blank);
        is_first && self.n_plies > 0 && (n_plies >= PLIES_MIN || is_other)
    }

    fn is_legal(&self, word: &str) -> bool {
        let resolves = |position: &Position| {
            san::resolve(position, word.as_bytes(), &SanOptions::default()).is_ok()
        };
        self.position.as_ref().is_some_and(resolves)
    }

    fn len_of_move(
        &mut self,
        rest: &str,
        word: &str,
        is_first: bool,
    ) -> Result<usize, LineEndReason> {
        let mv = word.trim_end_matches(['.', ':']);
        if is_first && mv.starts_with("--") {
            return Err(LineEndReason::Prose);
        }
        if let Some(position) = &mut self.position {
            if let Ok(reading) = san::resolve(position, mv.as_bytes(), &SanOptions::default()) {
                *position = position.after(reading.mv);
                self.n_plies += 1;
                self.has_moves = true;
                return Ok(mv.len());
            }
            // The reader splits these.
            let glued = ["1/2-1/2", "1-0", "0-1"].iter().find_map(|marker| mv.strip_suffix(marker));
            if glued.is_some_and(|mv| {
                san::resolve(position, mv.as_bytes(), &SanOptions::default()).is_ok()
            }) {
                self.n_plies += 1;
                return Err(self.marker(mv.len()));
            }
        }
        let is_sign = !mv.contains(char::is_alphanumeric) && !is_first;
        if self.has_moves && !mv.is_empty() && (san::is_tail(mv.as_bytes()) || is_sign) {
            return Ok(mv.len());
        }
        let after = rest[mv.len()..].trim_start();
        let next = word::first(after);
        let goes_on = after.is_empty()
            || next.is_empty()
            || is_meant(next)
            || word::number(next).is_some()
            || word::marker_len(after).is_some();
        let begins = self.has_moves || self.has_tags;
        if begins && is_meant(mv) && goes_on {
            self.position = None;
            self.has_moves = true;
            return Ok(mv.len());
        }
        Err(LineEndReason::Prose)
    }
}

/// Why the rest of a line does not belong to a game.
enum LineEndReason {
    /// The game ends before it.
    End,
    /// The game ends after this many bytes.
    After(usize),
    /// It is prose, and the game may go on later.
    Prose,
}

fn is_meant(word: &str) -> bool {
    word.starts_with("0-0") || (!word.is_empty() && looks_like_move(word.as_bytes()))
}

/// How many legal moves a text begins with, and whether nothing else is in it up to its end or
/// the next mark.
fn legal_plies(mut position: Position, text: &str) -> (u32, bool) {
    let mut n_plies = 0;
    let stretch = text.split(SOFT_MARK).next().unwrap_or_default();
    for word in stretch.split_whitespace() {
        let number = word::number(word).filter(|number| number.value > 0);
        let mv = &word[number.map_or(0, |number| number.len)..];
        let mv = mv.trim_end_matches(['!', '?', ',']);
        if mv.is_empty() {
            continue;
        }
        match san::resolve(&position, mv.as_bytes(), &SanOptions::default()) {
            Ok(reading) => position = position.after(reading.mv),
            Err(_) => return (n_plies, false),
        }
        n_plies += 1;
    }
    (n_plies, true)
}

/// A line without the quotation marks of mail.
fn unquoted(line: &str) -> &str {
    let mut rest = line.trim();
    while let Some(quoted) = rest.strip_prefix('>') {
        rest = quoted.trim_start();
    }
    rest
}

/// Where in a line a game may begin: at a tag pair, or at the first move of the start position.
fn find_start(line: &str) -> Option<usize> {
    let tag = word::find_tag_pair(line);
    let mut ones = line.match_indices('1').map(|(at, _)| at);
    let mv = ones.find(|&at| begins_moves(line, at));
    match (tag, mv) {
        (Some(tag), Some(mv)) => Some(tag.min(mv)),
        (tag, mv) => tag.or(mv),
    }
}

/// Whether a game may begin at the beginning of a line.
fn is_start(line: &str) -> bool {
    word::tag_pair(line).is_some() || begins_moves(line, 0)
}

/// Whether the first move of the start position is at a place of a line. Looks at a few bytes only,
/// since a line may have a digit 1 in every place.
fn begins_moves(line: &str, at: usize) -> bool {
    if line[..at].ends_with(|c: char| c.is_alphanumeric() || "-./".contains(c)) {
        return false;
    }
    let Some(number) = word::number(&line[at..]).filter(|number| number.value == 1) else {
        return false;
    };
    let after = &line[at + number.len..];
    let is_number = number.n_periods == 1 || (number.n_periods == 0 && after.starts_with(' '));
    let mv = is_number.then(|| word::first_short(after.trim_start())).flatten();
    mv.is_some_and(|mv| {
        let mv = mv.trim_end_matches(['.', ':']).as_bytes();
        san::resolve(&Position::start(), mv, &SanOptions::default()).is_ok()
    })
}
