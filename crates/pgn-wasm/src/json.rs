//! JSON for the page, written while it is produced.

use std::fmt::{Display, Write as _};

use pgn_query::Decimal;

/// A text of JSON that grows.
#[derive(Default)]
pub(crate) struct Json {
    text: String,
    /// Whether a comma is due before the next value.
    follows: bool,
}

impl Json {
    /// An object; `fill` writes its members.
    pub(crate) fn object(&mut self, fill: impl FnOnce(&mut Json)) {
        self.nest('{', '}', fill);
    }

    /// An array; `fill` writes its values.
    pub(crate) fn array(&mut self, fill: impl FnOnce(&mut Json)) {
        self.nest('[', ']', fill);
    }

    fn nest(&mut self, open: char, close: char, fill: impl FnOnce(&mut Json)) {
        self.comma();
        self.text.push(open);
        self.follows = false;
        fill(self);
        self.text.push(close);
        self.follows = true;
    }

    /// The name of a member, whose value comes next.
    pub(crate) fn key(&mut self, name: &str) -> &mut Json {
        self.comma();
        self.push_string(name);
        self.text.push(':');
        self.follows = false;
        self
    }

    /// A string.
    pub(crate) fn string(&mut self, text: &str) {
        self.comma();
        self.push_string(text);
    }

    /// A value with `Display`, as a string.
    pub(crate) fn shown(&mut self, value: impl Display) {
        self.string(&value.to_string());
    }

    /// A number or a boolean, which print themselves as JSON has them.
    pub(crate) fn plain(&mut self, value: impl Display) {
        self.comma();
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{value}");
    }

    /// No value.
    pub(crate) fn null(&mut self) {
        self.plain("null");
    }

    /// A number; JSON has none that is not finite.
    pub(crate) fn number(&mut self, number: f64) {
        match number.is_finite() {
            true => self.plain(Decimal(number)),
            false => self.null(),
        }
    }

    /// A value that is JSON already.
    pub(crate) fn raw(&mut self, json: &[u8]) {
        self.plain(String::from_utf8_lossy(json));
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    fn comma(&mut self) {
        if std::mem::replace(&mut self.follows, true) {
            self.text.push(',');
        }
    }

    fn push_string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                c if c < ' ' => {
                    let _ = write!(self.text, "\\u{:04x}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_comes_back_from_a_reader() {
        let all: String =
            (0..0x300).filter_map(char::from_u32).chain("é♞\u{2028}".chars()).collect();
        let mut json = Json::default();
        json.object(|json| {
            json.key("a").array(|json| {
                json.string(&all);
                json.number(1.5);
                json.array(|_| {});
                json.null();
            });
            json.key(&all).plain(true);
        });
        let value: serde_json::Value = serde_json::from_slice(&json.into_bytes()).unwrap();
        assert_eq!(value["a"], serde_json::json!([all, 1.5, [], null]));
        assert_eq!(value[all.as_str()], true);
    }
}
