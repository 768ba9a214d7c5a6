//! A line that a person types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text with a place in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineInput {
    text: String,
    /// In bytes, between two characters.
    at: usize,
}

impl LineInput {
    /// A text, with the place at its end.
    pub(super) fn new(text: impl Into<String>) -> LineInput {
        let text = text.into();
        LineInput { at: text.len(), text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where the place is, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Puts text in; line ends become blanks.
    pub(super) fn insert(&mut self, text: &str) {
        let clean: String = text
            .chars()
            .map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        self.text.insert_str(self.at, &clean);
        self.at += clean.len();
    }

    /// The word before the place.
    pub(super) fn word(&self) -> &str {
        let before = &self.text[..self.at];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let from = before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last();
        from.map_or("", |(from, _)| &before[from..])
    }

    /// Puts another word in the place of the one before the place.
    pub(super) fn complete(&mut self, word: &str) {
        let from = self.at - self.word().len();
        self.text.replace_range(from..self.at, word);
        self.at = from + word.len();
    }

    /// Handles a key; returns whether it was one for an input line.
    pub(super) fn press(&mut self, key: KeyEvent) -> bool {
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, has_control) {
            (KeyCode::Char(c), false) if !key.modifiers.contains(KeyModifiers::ALT) => {
                self.insert(c.encode_utf8(&mut [0; 4]));
            }
            (KeyCode::Backspace, false) | (KeyCode::Char('h'), true) => {
                let from = self.before();
                self.text.replace_range(from..self.at, "");
                self.at = from;
            }
            (KeyCode::Delete, _) => {
                let to = self.after();
                self.text.replace_range(self.at..to, "");
            }
            (KeyCode::Left, _) => self.at = self.before(),
            (KeyCode::Right, _) => self.at = self.after(),
            (KeyCode::Home, _) | (KeyCode::Char('a'), true) => self.at = 0,
            (KeyCode::End, _) | (KeyCode::Char('e'), true) => self.at = self.text.len(),
            (KeyCode::Char('u'), true) => {
                self.text.replace_range(..self.at, "");
                self.at = 0;
            }
            (KeyCode::Char('w'), true) | (KeyCode::Backspace, true) => {
                let before = self.text[..self.at].trim_end();
                let from = before.rfind(' ').map_or(0, |blank| blank + 1);
                self.text.replace_range(from..self.at, "");
                self.at = from;
            }
            _ => return false,
        }
        true
    }

    fn before(&self) -> usize {
        self.text[..self.at].char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        self.text[self.at..].chars().next().map_or(self.at, |c| self.at + c.len_utf8())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_edit_the_line() {
        let mut line = LineInput::new("White ~ \"Tál");
        line.press(KeyCode::Backspace.into());
        line.press(KeyCode::Left.into());
        line.press(KeyCode::Delete.into());
        line.insert("a\nl\"");
        assert_eq!(line.text(), "White ~ \"Ta l\"");
        line.press(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(line.text(), "White ~ \"Ta ");
        line.press(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        line.insert("el");
        assert_eq!(line.word(), "el");
        line.complete("elodiff");
        assert_eq!((line.text(), line.at()), ("elodiff", 7));
    }

    proptest! {
        #[test]
        fn the_place_stays_between_characters(
            keys in proptest::collection::vec(0..9_usize, 0..60),
        ) {
            let codes = [
                KeyCode::Char('é'), KeyCode::Char('♞'), KeyCode::Char('x'), KeyCode::Char(' '),
                KeyCode::Backspace, KeyCode::Delete, KeyCode::Left, KeyCode::Right, KeyCode::Home,
            ];
            let mut line = LineInput::default();
            for key in keys {
                line.press(codes[key].into());
                prop_assert!(line.text().is_char_boundary(line.at()));
                prop_assert!(line.text().ends_with(&line.text()[line.at()..]));
                let _ = line.word();
            }
        }
    }
}
