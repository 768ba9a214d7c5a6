//! The values of a JSON document, read as a stream: an object that is a game leaves the tree as
//! soon as it is complete, so that a document of any length needs the memory of one game.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead as _, BufReader, Read};
use std::rc::Rc;

use serde::de::Visitor;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess};
use serde_json::{Map, Value};

use super::object::{Objects, kind_of, scalars};
use pgnkit::syntax::Location;

/// A line up to this length is read as a whole, so that a bad one does not affect the next.
const LINE_BYTES_MAX: u64 = 16 << 20;

/// A longer string ends the reading.
const STRING_BYTES_MAX: u64 = 256 << 20;

/// The limit of the values of a list or object that are held because they may be of a game; beyond
/// it, those of earlier elements are counted and dropped.
const HELD_BYTES_MAX: usize = 32 << 20;

/// The limit of all values that are held.
const TREE_BYTES_MAX: usize = 512 << 20;

/// How many names of fields describe a document.
const SHAPE_NAMES_MAX: usize = 8;

/// Reads all values of a document.
pub(super) fn read(source: impl Read, objects: &mut dyn Objects) -> io::Result<()> {
    let mut text = Text::new(source);
    let mut has_lines = false;
    loop {
        let at = Location { line: text.reached.line.get(), column: 1 };
        let is_complete = match text.take_line()? {
            TakenLine::End => return Ok(()),
            TakenLine::Complete => true,
            TakenLine::Beginning => false,
        };
        let line = text.ahead.trim_ascii();
        if line.is_empty() && is_complete {
            text.ahead.clear();
            text.reached.line.set(at.line + 1);
            continue;
        }
        let is_value = is_complete && serde_json::from_slice::<IgnoredAny>(line).is_ok();
        let is_like_a_value = line.starts_with(b"{") && line.ends_with(b"}");
        if is_complete && (is_value || has_lines || is_like_a_value) {
            has_lines = true;
            let line = std::mem::take(&mut text.ahead);
            let reached = Reached::line(at.line);
            let mut json = serde_json::Deserializer::from_slice(line.trim_ascii());
            let result = read_value(&mut json, &reached, objects).and_then(|()| json.end());
            match result {
                Ok(()) => {}
                Err(_) if reached.is_stopped.get() => return Ok(()),
                Err(error) => report(&error, at.line, objects),
            }
            text.reached.line.set(at.line + 1);
            continue;
        }
        let reached = Rc::clone(&text.reached);
        let mut json = serde_json::Deserializer::from_reader(&mut text);
        let result = read_value(&mut json, &reached, objects);
        drop(json);
        let Err(error) = result else { continue };
        if reached.is_stopped.get() {
            return Ok(());
        }
        if error.is_io() {
            return Err(error.into());
        }
        let error_line = text.reached.line.get();
        report(&error, error_line, objects);
        let rest_count = text.skip()?;
        if rest_count > 0 {
            let why = format!("{rest_count} bytes after the error were not read");
            objects.unread(Location { line: error_line, column: 1 }, &why);
        }
        return Ok(());
    }
}

/// How far the reading is.
#[derive(Debug)]
struct Reached {
    /// The number of the line that is being read.
    line: Cell<u64>,
    /// Whether the sink wants no more.
    is_stopped: Cell<bool>,
}

impl Reached {
    fn line(line: u64) -> Rc<Reached> {
        Rc::new(Reached { line: Cell::new(line), is_stopped: Cell::new(false) })
    }
}

fn report(error: &serde_json::Error, line: u64, objects: &mut dyn Objects) {
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or_default();
    let why = match error.is_eof() {
        true => "the JSON ends in the middle of a value; the file may be incomplete".to_owned(),
        false if reason.starts_with("recursion") => "values are nested too deeply".to_owned(),
        false if reason.starts_with("the values") => reason.to_owned(),
        false => format!("not JSON: {reason}"),
    };
    objects.unread(Location { line, column: error.column().max(1) as u64 }, &why);
}

fn read_value<'de, D: Deserializer<'de>>(
    json: D,
    reached: &Reached,
    objects: &mut dyn Objects,
) -> Result<(), D::Error> {
    let mut tree = Tree { reached, objects, held_bytes: 0 };
    if let Some(rest) = tree.deserialize(json)? {
        objects.shape(shape(&rest));
        scalars("", &rest, &mut |name, _| objects.other(name, 1));
    }
    Ok(())
}

/// `an object with a, b, c`
fn shape(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let names: Vec<&str> =
                object.keys().take(SHAPE_NAMES_MAX).map(String::as_str).collect();
            let more = if object.len() > SHAPE_NAMES_MAX { ", …" } else { "" };
            match names.is_empty() {
                true => "an empty object".to_owned(),
                false => format!("an object with `{}`{more}", names.join("`, `")),
            }
        }
        Value::Array(elements) => match elements.first() {
            None => "an empty list".to_owned(),
            Some(first) => format!("a list; its first element is {}", shape(first)),
        },
        Value::String(_) => "a text".to_owned(),
        Value::Number(_) => "a number".to_owned(),
        Value::Bool(_) | Value::Null => "a constant".to_owned(),
    }
}

/// Builds the tree of a value without the objects that are games.
struct Tree<'a, 'o> {
    reached: &'a Reached,
    objects: &'a mut (dyn Objects + 'o),
    held_bytes: usize,
}

/// What a node of the tree takes in memory, apart from its texts.
const NODE_BYTES: usize = 128;

impl Tree<'_, '_> {
    fn hold<E: serde::de::Error>(&mut self, text_bytes: usize) -> Result<(), E> {
        self.held_bytes += NODE_BYTES + text_bytes;
        match self.held_bytes > TREE_BYTES_MAX {
            true => Err(E::custom("the values around the games do not fit into memory")),
            false => Ok(()),
        }
    }

    fn scalar<E: serde::de::Error>(&mut self, value: Value) -> Result<Option<Value>, E> {
        self.hold(0)?;
        Ok(Some(value))
    }

    /// Counts the fields of a value that is dropped.
    fn drop_value(&mut self, name: &str, value: &Value) {
        if value.is_object() {
            self.objects.shape(shape(value));
        }
        scalars(name, value, &mut |name, _| self.objects.other(name, 1));
    }
}

impl<'de> DeserializeSeed<'de> for &mut Tree<'_, '_> {
    /// `None` for a game, and for a value that has nothing but games.
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Tree<'_, '_> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        self.scalar(Value::Null)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Self::Value, E> {
        self.scalar(value.into())
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Self::Value, E> {
        self.scalar(value.into())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Self::Value, E> {
        self.scalar(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Self::Value, E> {
        self.scalar(value.into())
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Self::Value, E> {
        self.hold(value.len())?;
        Ok(Some(Value::String(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let held_bytes = self.held_bytes;
        let mut elements = Vec::new();
        let mut count = 0;
        while let Some(element) = list.next_element_seed(&mut *self)? {
            count += 1;
            elements.extend(element);
            if self.held_bytes - held_bytes > HELD_BYTES_MAX {
                elements.drain(..).for_each(|element| self.drop_value("", &element));
                self.held_bytes = held_bytes;
            }
        }
        let is_all_games = count > 0 && elements.is_empty();
        Ok((!is_all_games).then_some(Value::Array(elements)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let line = self.reached.line.get();
        let held_bytes = self.held_bytes;
        let mut object = Map::new();
        let mut count = 0;
        while let Some(name) = members.next_key::<String>()? {
            self.hold(name.len())?;
            let value = members.next_value_seed(&mut *self)?;
            count += 1;
            let earlier = value.and_then(|value| object.insert(name.clone(), value));
            if let Some(earlier) = earlier {
                // JSON with a name twice: the last value counts.
                self.drop_value(&name, &earlier);
            }
            let is_large = self.held_bytes - held_bytes > HELD_BYTES_MAX;
            if is_large && object.get(&name).is_some_and(|it| it.is_object() || it.is_array()) {
                // Texts stay: one of them may be all games.
                object.retain(|name, value| {
                    let is_kept = !value.is_object() && !value.is_array();
                    if !is_kept {
                        self.drop_value(name, value);
                    }
                    is_kept
                });
                let text_bytes = |value: &Value| value.as_str().map_or(0, str::len);
                let kept = object.iter().map(|it| NODE_BYTES + it.0.len() + text_bytes(it.1));
                self.held_bytes = held_bytes + kept.sum::<usize>();
            }
        }
        if let Some(kind) = kind_of(&object) {
            self.held_bytes = held_bytes;
            if self.objects.object(kind, object, line).is_break() {
                self.reached.is_stopped.set(true);
                return Err(A::Error::custom("stopped"));
            }
            return Ok(None);
        }
        let is_all_games = count > 0 && object.is_empty();
        Ok((!is_all_games).then_some(Value::Object(object)))
    }
}

/// A beginning of the text.
enum TakenLine {
    End,
    /// A line with its end, or the last line.
    Complete,
    /// The beginning of a long line.
    Beginning,
}

/// The text of a document.
struct Text<R> {
    source: BufReader<R>,
    reached: Rc<Reached>,
    /// Bytes that were taken from the source and not read yet.
    ahead: Vec<u8>,
    read_count: usize,
    /// The length of the string that is being read, and whether the next byte is escaped.
    string_bytes: Option<u64>,
    is_escaped: bool,
    is_first: bool,
}

impl<R: Read> Text<R> {
    fn new(source: R) -> Text<R> {
        Text {
            source: BufReader::with_capacity(1 << 16, source),
            reached: Reached::line(1),
            ahead: Vec::new(),
            read_count: 0,
            string_bytes: None,
            is_escaped: false,
            is_first: true,
        }
    }

    /// Takes the rest of the line ahead, without reading it.
    fn take_line(&mut self) -> io::Result<TakenLine> {
        self.ahead.drain(..self.read_count);
        self.read_count = 0;
        if let Some(end) = self.ahead.iter().position(|&byte| byte == b'\n') {
            // Only the first line stays; the rest of what is ahead was never more than a line.
            debug_assert_eq!(end + 1, self.ahead.len());
            return Ok(TakenLine::Complete);
        }
        let wanted = LINE_BYTES_MAX.saturating_sub(self.ahead.len() as u64);
        let n = (&mut self.source).take(wanted).read_until(b'\n', &mut self.ahead)?;
        if std::mem::take(&mut self.is_first) && self.ahead.starts_with(b"\xEF\xBB\xBF") {
            self.ahead.drain(..3);
        }
        if n == 0 && self.ahead.is_empty() {
            return Ok(TakenLine::End);
        }
        let is_complete = self.ahead.ends_with(b"\n") || (n as u64) < wanted;
        Ok(if is_complete { TakenLine::Complete } else { TakenLine::Beginning })
    }

    /// Skips everything, and returns how many bytes it was, white space at the end aside.
    fn skip(&mut self) -> io::Result<u64> {
        let ahead = self.ahead.get(self.read_count..).unwrap_or_default();
        let mut count = ahead.trim_ascii_end().len() as u64;
        let mut offset = ahead.len() as u64;
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                return Ok(count);
            }
            let (all, text) = (buffer.len(), buffer.trim_ascii_end().len());
            if text > 0 {
                count = offset + text as u64;
            }
            offset += all as u64;
            self.source.consume(all);
        }
    }

    /// Follows the strings, so that none takes the memory of the machine.
    fn see(&mut self, byte: u8) -> io::Result<()> {
        if byte == b'\n' {
            self.reached.line.set(self.reached.line.get() + 1);
        }
        let Some(string_bytes) = &mut self.string_bytes else {
            if byte == b'"' {
                self.string_bytes = Some(0);
            }
            return Ok(());
        };
        *string_bytes += 1;
        if *string_bytes > STRING_BYTES_MAX {
            return Err(io::Error::other("a string of more than 256 MiB"));
        }
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = true,
            b'"' => self.string_bytes = None,
            _ => {}
        }
        Ok(())
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = match self.ahead.get(self.read_count..) {
            Some(ahead) if !ahead.is_empty() => {
                let n = ahead.len().min(buffer.len());
                buffer[..n].copy_from_slice(&ahead[..n]);
                self.read_count += n;
                n
            }
            _ => self.source.read(buffer)?,
        };
        buffer[..n].iter().try_for_each(|&byte| self.see(byte))?;
        Ok(n)
    }
}
