//! Suppression in the file itself, through escape lines that other programs pass over (§6, D-08).
//!
//! ```text
//! %pgnkit ignore-file CODE,…        at the top of the file: all of it
//! %pgnkit ignore CODE,…             before or inside a game: that game
//! %pgnkit ignore-next-line CODE,…   the line that follows
//! ```
//!
//! A CODE is a code (`C004`), the beginning of codes (`T1`), a name (`illegal-move`) or `all`.

use crate::config::Selector;
use crate::context::RegionEncoding;
use crate::message::{Message, Report};
use crate::registry::UnknownRuleError;
use crate::rule::Rule;
use pgnkit::charset;
use pgnkit::syntax::{Region, Span};

/// How far a directive reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    File,
    Game,
    NextLine,
}

#[derive(Debug)]
struct Directive {
    reach: Reach,
    selectors: Vec<Selector>,
    offset: u32,
}

/// The directives of one region.
#[derive(Debug, Default)]
pub(crate) struct Directives {
    directives: Vec<Directive>,
    /// The selectors suppressed in the whole game, each once.
    game: Vec<Selector>,
}

/// The selectors suppressed on one line of the file.
#[derive(Debug)]
pub(crate) struct LineDirective {
    line: u64,
    selectors: Vec<Selector>,
}

/// The state carried over from region to region.
#[derive(Debug, Default)]
pub(crate) struct Suppression {
    file: Vec<Selector>,
    lines: Vec<LineDirective>,
}

impl Directives {
    /// Reads the escape lines of a region; `escapes` are their places, percent signs left out.
    /// Reports what it does not understand.
    pub(crate) fn read(
        &mut self,
        region: &Region<'_>,
        escapes: &[Span],
        encoding: RegionEncoding,
        report: &mut dyn Report,
    ) {
        for &span in escapes {
            let bytes = span.of(region.text);
            if bytes.starts_with(b"pgnkit") {
                self.line(span, &encoding.choice.decode(bytes), report);
            }
        }
    }

    fn line(&mut self, span: Span, text: &str, report: &mut dyn Report) {
        let Some(rest) = text.strip_prefix("pgnkit") else { return };
        if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
            return;
        }
        let mut words = rest.split_ascii_whitespace();
        let verb = words.next().unwrap_or_default();
        let reach = match verb {
            "ignore" => Reach::Game,
            "ignore-file" => Reach::File,
            "ignore-next-line" => Reach::NextLine,
            _ => {
                let sentence = format!(
                    "expected `ignore`, `ignore-next-line` or `ignore-file`, found `{verb}`"
                );
                let help = "write `%pgnkit ignore C004`, for example";
                report.push(Message::new(span, sentence).help(help));
                return;
            }
        };
        let mut selectors = Vec::new();
        let mut names_any = false;
        for code in words.flat_map(|word| word.split(',')).filter(|code| !code.is_empty()) {
            names_any = true;
            match Selector::parse(code) {
                Ok(selector) => selectors.push(selector),
                Err(unknown) => report.push(unknown_code(span, text, code, &unknown)),
            }
        }
        if !names_any {
            report.push(Message::new(span, "expected the code of a rule, found the end"));
        }
        if reach == Reach::Game {
            selectors.retain(|selector| !self.game.contains(selector));
            self.game.append(&mut selectors);
            return;
        }
        self.directives.push(Directive { reach, selectors, offset: span.start });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.directives.is_empty() && self.game.is_empty()
    }

    /// Whether the game suppresses a rule.
    pub(crate) fn in_game(&self, rule: &Rule) -> bool {
        covers(&self.game, rule)
    }

    /// The directives about a line, with the number of that line.
    pub(crate) fn lines(&self, mut line_number: impl FnMut(u32) -> u64) -> Vec<LineDirective> {
        self.directives
            .iter()
            .filter(|directive| directive.reach == Reach::NextLine)
            .map(|directive| LineDirective {
                line: line_number(directive.offset) + 1,
                selectors: directive.selectors.clone(),
            })
            .collect()
    }
}

/// Whether directives, which are in order of line, cover a line.
pub(crate) fn covers_line(lines: &[LineDirective], line: u64, rule: &Rule) -> bool {
    let at = lines.partition_point(|directive| directive.line < line);
    let of_line = lines[at..].iter().take_while(|directive| directive.line == line);
    of_line.into_iter().any(|directive| covers(&directive.selectors, rule))
}

impl Suppression {
    /// Whether nothing is suppressed so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.file.is_empty() && self.lines.is_empty()
    }

    /// Reads the directives for the whole file: in the escape lines before anything but one-line
    /// comments and empty lines.
    pub(crate) fn read_top(&mut self, head: &[u8]) {
        self.file.clear();
        let head = head.strip_prefix(&charset::UTF8_BOM).unwrap_or(head);
        for line in head.split(|&byte| byte == b'\n' || byte == b'\r') {
            match line.first() {
                None | Some(b';') => {}
                Some(b'%') => self.read_top_line(line),
                Some(_) => return,
            }
        }
    }

    fn read_top_line(&mut self, line: &[u8]) {
        let Ok(text) = std::str::from_utf8(line) else { return };
        let Some(codes) = text.strip_prefix("%pgnkit ignore-file") else { return };
        let codes = codes.split([',', ' ', '\t']).filter(|code| !code.is_empty());
        self.file.extend(codes.filter_map(|code| Selector::parse(code).ok()));
    }

    /// Whether the file suppresses a rule.
    pub(crate) fn in_file(&self, rule: &Rule) -> bool {
        covers(&self.file, rule)
    }

    /// Whether a directive of an earlier region covers this line.
    pub(crate) fn on_line(&self, line: u64, rule: &Rule) -> bool {
        covers_line(&self.lines, line, rule)
    }

    /// Keeps the directives about lines for the next region.
    pub(crate) fn carry(&mut self, lines: Vec<LineDirective>) {
        self.lines = lines;
    }
}

fn covers(selectors: &[Selector], rule: &Rule) -> bool {
    selectors.iter().any(|selector| selector.matches(rule))
}

fn unknown_code(span: Span, text: &str, code: &str, unknown: &UnknownRuleError) -> Message {
    let at = text.find(code).unwrap_or_default() as u32;
    let span = Span::new(span.start + at, span.start + at + code.len() as u32);
    let message =
        Message::new(span, format!("expected a rule, found `{}`", crate::message::shorten(code)));
    match unknown.nearest() {
        Some(rule) => message.help(format!("did you mean {} {}?", rule.code(), rule.name())),
        None => message.help("`pgn explain` lists all rules"),
    }
}
