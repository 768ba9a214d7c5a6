//! Mails: their parts, and how these are encoded.

use super::NumberedLine;
use pgnkit::charset::Choice;

/// The declared type of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum PartKind {
    /// Not specified: markup is detected.
    #[default]
    Unknown,
    Plain,
    Page,
    /// Pictures and the like: their lines are not read.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Encoding {
    #[default]
    Identity,
    QuotedPrintable,
    Base64,
}

/// The content of a mail.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Parcel {
    /// A part begins; the number is that of the alternatives to which it belongs.
    Begin(PartKind, Option<u64>),
    /// Text of the part, with its line ends.
    Text(u64, String),
}

#[derive(Debug, PartialEq, Eq)]
struct Boundary {
    text: String,
    /// Its parts are forms of one text: the number of these forms.
    alternatives: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum EnvelopeState {
    /// Nothing was read yet.
    #[default]
    Start,
    Head,
    Body,
}

/// The maximum depth of nested boundaries.
const BOUNDARIES_MAX: usize = 64;

/// The maximum number of bytes kept of a header field.
const FIELD_BYTES_MAX: usize = 4096;

/// The number of bytes that are decoded before a line is split.
const LINE_BYTES_MAX: usize = 64 << 10;

/// Reads a text line by line as a mail if it is one; lines of heads are handed over as text.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    place: EnvelopeState,
    /// The text is a mailbox: mails begin with a line `From …`.
    is_mailbox: bool,
    after_blank: bool,
    /// An unfolded field of the header.
    field: String,
    kind: PartKind,
    encoding: Encoding,
    is_message: bool,
    boundaries: Vec<Boundary>,
    n_alternatives: u64,
    /// The decoded part of a line that continues.
    open: Vec<u8>,
    open_number: u64,
    /// Bits of Base64 that do not form a byte yet, and how many.
    bits: u32,
    n_bits: u32,
}

impl Envelope {
    /// Takes a line of the source, or a piece of one.
    pub(super) fn take(&mut self, number: u64, line: &str, out: &mut Vec<Parcel>) {
        let text = line.trim_end_matches(['\r', '\n']);
        let is_blank = text.is_empty();
        if self.place == EnvelopeState::Start {
            if is_blank {
                return;
            }
            self.is_mailbox = text.starts_with("From ");
            self.place = if self.is_mailbox || is_field(text) {
                EnvelopeState::Head
            } else {
                EnvelopeState::Body
            };
        } else if self.is_mailbox && self.after_blank && text.starts_with("From ") {
            self.boundaries.clear();
            self.begin_head(out);
        }
        self.after_blank = is_blank;
        match self.place {
            EnvelopeState::Head => self.take_in_head(number, line, text, out),
            EnvelopeState::Start | EnvelopeState::Body => {
                self.take_in_body(number, line, text, out)
            }
        }
    }

    fn begin_head(&mut self, out: &mut Vec<Parcel>) {
        self.finish(out);
        self.place = EnvelopeState::Head;
        (self.kind, self.encoding, self.is_message) = Default::default();
        out.push(Parcel::Begin(PartKind::Plain, self.alternatives()));
    }

    fn take_in_head(&mut self, number: u64, line: &str, text: &str, out: &mut Vec<Parcel>) {
        let goes_on = text.starts_with([' ', '\t']) && !self.field.is_empty();
        if !goes_on {
            self.take_field();
        }
        let is_of_head = goes_on || is_field(text) || text.starts_with("From ");
        if is_of_head {
            if self.field.len() + text.len() <= FIELD_BYTES_MAX {
                self.field.push_str(text);
            }
            out.push(Parcel::Text(number, line.to_string()));
            return;
        }
        let has_message = std::mem::take(&mut self.is_message);
        self.place = if has_message { EnvelopeState::Head } else { EnvelopeState::Body };
        out.push(Parcel::Begin(self.kind, self.alternatives()));
        if !text.is_empty() {
            self.take_in_body(number, line, text, out);
        }
    }

    fn alternatives(&self) -> Option<u64> {
        self.boundaries.last().and_then(|boundary| boundary.alternatives)
    }

    /// The meaning of a complete field for the part.
    fn take_field(&mut self) {
        let field = std::mem::take(&mut self.field);
        let Some((name, value)) = field.split_once(':') else { return };
        let lower = value.trim().to_ascii_lowercase();
        if name.eq_ignore_ascii_case("content-transfer-encoding") {
            self.encoding = match lower.as_str() {
                "quoted-printable" => Encoding::QuotedPrintable,
                "base64" => Encoding::Base64,
                _ => Encoding::Identity,
            };
        } else if name.eq_ignore_ascii_case("content-type") {
            let kind = lower.split(';').next().unwrap_or_default().trim();
            self.kind = match kind {
                "text/html" | "application/xhtml+xml" => PartKind::Page,
                _ if kind.contains("pgn") || lower.contains(".pgn") => PartKind::Plain,
                _ if kind.starts_with("text/") => PartKind::Plain,
                _ if kind.starts_with("multipart/") || kind.starts_with("message/") => {
                    PartKind::Plain
                }
                _ => PartKind::Other,
            };
            self.is_message = kind == "message/rfc822";
            if let Some(text) = parameter(value, "boundary")
                && kind.starts_with("multipart/")
                && self.boundaries.len() < BOUNDARIES_MAX
            {
                self.n_alternatives += u64::from(kind == "multipart/alternative");
                let alternatives = (kind == "multipart/alternative").then_some(self.n_alternatives);
                self.boundaries.push(Boundary { text, alternatives });
            }
        }
    }

    fn take_in_body(&mut self, number: u64, line: &str, text: &str, out: &mut Vec<Parcel>) {
        if let Some(rest) = text.strip_prefix("--") {
            let found = self.boundaries.iter().rposition(|boundary| {
                let after = rest.strip_prefix(&boundary.text).map(str::trim_end);
                matches!(after, Some("" | "--"))
            });
            if let Some(idx) = found {
                let is_last = rest.trim_end().len() > self.boundaries[idx].text.len();
                self.boundaries.truncate(if is_last { idx } else { idx + 1 });
                self.begin_head(out);
                if is_last {
                    self.place = EnvelopeState::Body;
                }
                return;
            }
        }
        match self.encoding {
            Encoding::Identity => out.push(Parcel::Text(number, line.to_string())),
            Encoding::QuotedPrintable => self.take_quoted(number, line, text, out),
            Encoding::Base64 => self.take_base64(number, text, out),
        }
    }

    /// A line of quoted-printable: `=3D` is a byte, `=` at the end joins the next line.
    fn take_quoted(&mut self, number: u64, line: &str, text: &str, out: &mut Vec<Parcel>) {
        let is_whole = line.len() > text.len();
        let text = text.trim_end_matches([' ', '\t']);
        let (text, joins) = match text.strip_suffix('=') {
            Some(text) => (text, true),
            None => (text, !is_whole),
        };
        if self.open.is_empty() {
            self.open_number = number;
        }
        let mut rest = text.as_bytes();
        while let Some((&byte, tail)) = rest.split_first() {
            let hex = |byte: u8| char::from(byte).to_digit(16);
            let digits = match tail {
                [high, low, ..] if byte == b'=' => hex(*high).zip(hex(*low)),
                _ => None,
            };
            let (byte, n_more) =
                digits.map_or((byte, 0), |(high, low)| ((high * 16 + low) as u8, 2));
            self.open.push(byte);
            rest = &tail[n_more..];
        }
        if !joins {
            self.open.push(b'\n');
        }
        if !joins || self.open.len() > LINE_BYTES_MAX {
            self.finish(out);
        }
    }

    fn take_base64(&mut self, number: u64, text: &str, out: &mut Vec<Parcel>) {
        let value = |byte: u8| {
            Some(match byte {
                b'A'..=b'Z' => byte - b'A',
                b'a'..=b'z' => byte - b'a' + 26,
                b'0'..=b'9' => byte - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            })
        };
        for six in text.bytes().filter_map(value) {
            self.bits = self.bits << 6 | u32::from(six);
            self.n_bits += 6;
            if self.n_bits < 8 {
                continue;
            }
            self.n_bits -= 8;
            let byte = (self.bits >> self.n_bits) as u8;
            if self.open.is_empty() {
                self.open_number = number;
            }
            self.open.push(byte);
            if byte == b'\n' || self.open.len() > LINE_BYTES_MAX {
                self.flush(out);
            }
        }
    }

    fn flush(&mut self, out: &mut Vec<Parcel>) {
        let bytes = std::mem::take(&mut self.open);
        if !bytes.is_empty() {
            let (number, text) = decoded(self.open_number, &bytes);
            out.push(Parcel::Text(number, text));
        }
    }

    /// The text ends here, or the part.
    pub(super) fn finish(&mut self, out: &mut Vec<Parcel>) {
        self.flush(out);
        (self.bits, self.n_bits) = (0, 0);
    }
}

fn decoded(number: u64, bytes: &[u8]) -> NumberedLine {
    (number, Choice::Auto.decode(bytes).into_owned())
}

/// `Name: value`, a field of a header.
fn is_field(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    name.len() < line.len() && !name.is_empty() && name.bytes().all(is_name)
}

/// The value of a parameter: `boundary="x"` or `boundary=x`.
fn parameter(field: &str, name: &str) -> Option<String> {
    let at = field.to_ascii_lowercase().find(&format!("{name}="))?;
    let value = &field[at + name.len() + 1..];
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => value.split([';', ' ', '\t']).next(),
    };
    value.map(str::to_string).filter(|value| !value.is_empty())
}
