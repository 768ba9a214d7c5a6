//! Web pages: their text without markup, with the PGN of scripts and attributes.

use super::envelope::PartKind;
use super::script::Script;
use super::{NumberedLine, SOFT_MARK, TextPiece, word};
use pgnkit::charset::entity;

/// More bytes of one tag of markup are not kept.
const MARKUP_BYTES_MAX: usize = 4 << 20;

/// The size in bytes at which a line of text is cut.
const LINE_BYTES_MAX: usize = 256 << 10;

/// Tags that begin or end a line, with an empty one after it.
const BLOCKS: &[&str] = &[
    "p",
    "div",
    "ul",
    "ol",
    "dl",
    "table",
    "tbody",
    "thead",
    "blockquote",
    "section",
    "article",
    "header",
    "footer",
    "main",
    "nav",
    "aside",
    "center",
    "form",
    "figure",
    "details",
];

/// Tags that begin or end a line.
const LINES: &[&str] = &["br", "li", "tr", "dt", "dd", "option", "summary", "figcaption"];

/// Tags over which no game goes on.
const BREAKS: &[&str] = &[
    "html", "head", "body", "title", "hr", "pre", "textarea", "iframe", "h1", "h2", "h3", "h4",
    "h5", "h6", "template",
];

/// Tags inside a line, which only show beside the others that a text is a page.
const INLINE: &[&str] =
    &["a", "b", "i", "em", "strong", "span", "font", "td", "th", "img", "script"];

/// Where the text of a page goes on.
#[derive(Debug, Default)]
enum PageState {
    #[default]
    Text,
    Entity(String),
    Markup(Box<Markup>),
    /// In a script or a style, up to its closing tag.
    Raw(Box<Raw>),
}

#[derive(Debug)]
struct Markup {
    text: String,
    number: u64,
    quote: Option<char>,
}

#[derive(Debug)]
struct Raw {
    /// `</script`
    close: &'static str,
    /// A possible beginning of it.
    held: String,
    sink: PageSink,
}

#[derive(Debug)]
enum PageSink {
    Script(Script),
    /// A script that is PGN.
    Text,
    Nothing,
}

/// Takes the text of a part and gives its lines.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The extracted text.
    pub(super) pieces: Vec<TextPiece>,
    kind: PartKind,
    state: PageState,
    number: u64,
    line: NumberedLine,
    /// A tag ended the line before.
    after_line_tag: bool,
    /// A tag inside the line was closed, and nothing is after it.
    after_close: bool,
}

impl Page {
    /// A part of this kind begins.
    pub(super) fn begin(&mut self, kind: PartKind) {
        self.kind = kind;
    }

    /// Takes text of the part from this line of the source.
    pub(super) fn take(&mut self, number: u64, text: &str) {
        self.number = number;
        match self.kind {
            PartKind::Unknown if looks_like_page(text) => self.kind = PartKind::Page,
            // Reported unchanged, since it is not read.
            PartKind::Other => {
                let text = text.trim();
                if !text.is_empty() {
                    self.pieces.push(TextPiece::Break);
                    self.pieces.push(TextPiece::Line((number, format!("\u{0}{text}"))));
                }
                return;
            }
            PartKind::Unknown | PartKind::Plain | PartKind::Page => {}
        }
        for c in text.chars() {
            match self.kind {
                PartKind::Page => self.feed(c),
                PartKind::Unknown | PartKind::Plain | PartKind::Other => self.put(c),
            }
        }
    }

    /// The part ends here.
    pub(super) fn finish(&mut self) {
        match std::mem::take(&mut self.state) {
            PageState::Text | PageState::Markup(_) => {}
            PageState::Entity(name) => self.put_text(&format!("&{name}")),
            PageState::Raw(raw) => {
                if let PageSink::Script(mut script) = raw.sink {
                    self.give_block(script.finish());
                }
            }
        }
        if !self.line.1.is_empty() {
            self.end_line();
        }
        self.after_line_tag = false;
        self.after_close = false;
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let number = if line.1.is_empty() { self.number } else { line.0 };
        self.pieces.push(TextPiece::Line((number, line.1)));
    }

    /// A character of text.
    fn put(&mut self, c: char) {
        if c == '\n' {
            if !(self.after_line_tag && self.line.1.is_empty()) {
                self.end_line();
            }
            self.after_line_tag = false;
            return;
        }
        if self.line.1.len() > LINE_BYTES_MAX {
            self.end_line();
        }
        if self.line.1.is_empty() {
            self.line.0 = self.number;
        }
        self.after_close &= c.is_whitespace();
        self.line.1.push(c);
    }

    fn put_text(&mut self, text: &str) {
        for c in text.chars() {
            self.put(c);
        }
    }

    fn feed(&mut self, c: char) {
        match std::mem::take(&mut self.state) {
            PageState::Text if c == '<' => {
                let (text, number) = ("<".to_string(), self.number);
                self.state = PageState::Markup(Box::new(Markup { text, number, quote: None }));
            }
            PageState::Text if c == '&' => self.state = PageState::Entity(String::new()),
            PageState::Text => self.put(c),
            PageState::Entity(name) => self.feed_entity(name, c),
            PageState::Markup(markup) => self.feed_markup(markup, c),
            PageState::Raw(raw) => self.feed_raw(raw, c),
        }
    }

    fn feed_entity(&mut self, mut name: String, c: char) {
        if (c.is_ascii_alphanumeric() || c == '#') && name.len() < entity::NAME_BYTES_MAX {
            name.push(c);
            self.state = PageState::Entity(name);
            return;
        }
        match entity::character(&name) {
            Some(character) => self.put(character),
            None => self.put_text(&format!("&{name}")),
        }
        if c != ';' || entity::character(&name).is_none() {
            self.feed(c);
        }
    }

    fn feed_markup(&mut self, mut markup: Box<Markup>, c: char) {
        if markup.text.len() == 1 && !(c.is_ascii_alphabetic() || "/!?".contains(c)) {
            self.put('<');
            self.feed(c);
            return;
        }
        let is_comment = markup.text.starts_with("<!--");
        markup.text.push(c);
        match markup.quote {
            _ if is_comment => {
                if markup.text.ends_with("-->") {
                    return;
                }
                if markup.text.len() > MARKUP_BYTES_MAX {
                    markup.text = "<!--".to_string();
                }
            }
            Some(quote) if c == quote => markup.quote = None,
            Some(_) => {}
            None if c == '>' => {
                self.end_markup(&markup);
                return;
            }
            None if c == '"' || c == '\'' => {
                let before = markup.text[..markup.text.len() - 1].trim_end();
                markup.quote = before.ends_with('=').then_some(c);
            }
            None => {}
        }
        if is_comment || markup.text.len() <= MARKUP_BYTES_MAX {
            self.state = PageState::Markup(markup);
        }
    }

    fn feed_raw(&mut self, mut raw: Box<Raw>, c: char) {
        raw.held.push(c);
        let begins = raw.close.get(..raw.held.len());
        if !begins.is_some_and(|begins| begins.eq_ignore_ascii_case(&raw.held)) {
            // Text that is not a closing tag may come right before one.
            let begins_again = c == '<' && raw.held.len() > 1;
            let n = raw.held.len() - usize::from(begins_again);
            let next = raw.held.split_off(n);
            for c in std::mem::replace(&mut raw.held, next).chars() {
                match &mut raw.sink {
                    PageSink::Script(script) => {
                        let block = script.take(self.number, c);
                        self.give_block(block);
                    }
                    PageSink::Text => self.put(c),
                    PageSink::Nothing => {}
                }
            }
        } else if raw.held.len() == raw.close.len() {
            if let PageSink::Script(script) = &mut raw.sink {
                let block = script.finish();
                self.give_block(block);
            }
            self.break_here();
            let text = raw.close.to_string();
            self.state =
                PageState::Markup(Box::new(Markup { text, number: self.number, quote: None }));
            return;
        }
        self.state = PageState::Raw(raw);
    }

    /// Lines that are apart from the text around them.
    fn give_block(&mut self, lines: Option<Vec<NumberedLine>>) {
        let Some(lines) = lines else { return };
        self.break_here();
        self.pieces.extend(lines.into_iter().map(TextPiece::Line));
        self.pieces.push(TextPiece::Break);
    }

    fn break_here(&mut self) {
        if !self.line.1.is_empty() {
            self.end_line();
        }
        self.pieces.push(TextPiece::Break);
    }

    /// A whole tag.
    fn end_markup(&mut self, markup: &Markup) {
        let inside = &markup.text[1..markup.text.len() - 1];
        let (inside, is_close) = match inside.strip_prefix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let n = inside.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = inside[..n].to_ascii_lowercase();
        let attributes = if is_close { Vec::new() } else { attributes(&inside[n..]) };
        for (name, value) in &attributes {
            self.give_block(pgn_of_attribute(name, value, markup.number));
        }
        let of = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted);
        match name.as_str() {
            "script" if !is_close => {
                let is_pgn = of("type").is_some_and(|(_, kind)| kind.contains("pgn"));
                let sink =
                    if is_pgn { PageSink::Text } else { PageSink::Script(Script::default()) };
                self.begin_raw("</script", sink);
            }
            "style" if !is_close => self.begin_raw("</style", PageSink::Nothing),
            "td" | "th" => self.put(' '),
            "img" => {
                // Pictures of pieces.
                if let Some((_, alt)) = of("alt").filter(|(_, alt)| alt.chars().count() <= 2) {
                    self.put_text(alt);
                }
            }
            name if LINES.contains(&name) => {
                if name == "br" || !self.line.1.is_empty() {
                    self.end_line();
                }
                self.after_line_tag = true;
            }
            name if BLOCKS.contains(&name) => {
                if !self.line.1.is_empty() {
                    self.end_line();
                }
                self.end_line();
                self.after_line_tag = true;
            }
            name if BREAKS.contains(&name) => self.break_here(),
            "b" | "strong" | "i" | "em" => self.put(SOFT_MARK),
            _ if is_close => self.after_close = true,
            _ => {
                // `<b>e4</b><b>e5</b>` are two words.
                let last = self.line.1.chars().next_back();
                let ends_word = last.is_some_and(|c| c.is_alphanumeric() || "+#!?".contains(c));
                if std::mem::take(&mut self.after_close) && ends_word {
                    self.put(' ');
                }
            }
        }
    }

    fn begin_raw(&mut self, close: &'static str, sink: PageSink) {
        self.break_here();
        self.state = PageState::Raw(Box::new(Raw { close, held: String::new(), sink }));
    }
}

/// Whether a line has a tag of HTML.
fn looks_like_page(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let inside = &text[at + 1..];
        let inside = inside.strip_prefix('/').unwrap_or(inside);
        let name = inside.split(|c: char| !c.is_ascii_alphanumeric() && c != '!').next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        let is_tag = [BLOCKS, LINES, BREAKS, INLINE].iter().any(|list| list.contains(&&*name));
        let after = inside.get(name.len()..).unwrap_or_default();
        name == "!doctype" || (is_tag && after.starts_with(['>', ' ', '/', '\t', '\r', '\n']))
    })
}

/// The attributes of a tag, decoded; names are in lower case.
fn attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
    while !rest.is_empty() {
        let n = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest[..n].to_ascii_lowercase();
        let after = rest[n..].trim_start();
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
            rest = if n == 0 { "" } else { after };
            continue;
        };
        let (value, tail) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        found.push((name, entity::decoded(value)));
        rest = tail.trim_start();
    }
    found
}

/// The lines of an attribute that holds PGN, or JSON with PGN in it.
fn pgn_of_attribute(name: &str, value: &str, number: u64) -> Option<Vec<NumberedLine>> {
    if value.starts_with(['{', '[']) && word::tag_pair(value).is_none() {
        let mut script = Script::default();
        let mut lines = Vec::new();
        for c in value.chars() {
            lines.extend(script.take(number, c).unwrap_or_default());
        }
        lines.extend(script.finish().unwrap_or_default());
        return (!lines.is_empty()).then_some(lines);
    }
    let value = value.replace("\\r", "").replace("\\n", "\n");
    let is_pgn = word::find_tag_pair(&value).is_some()
        || (name.contains("pgn") && word::may_begin_game(&value));
    let numbered = (number..).zip(value.split('\n').map(str::to_string));
    // Line ends that are written as escapes are not line ends of the source.
    let n_ends = value.matches('\n').count() as u64;
    let numbered = numbered.map(|(at, line)| (at.min(number + n_ends), line));
    is_pgn.then(|| numbered.collect())
}
