//! A phrase with its arguments, to be said in any language.

use std::fmt::Display;

use pgn_formats::speech::{Phrase, Wording};

/// A phrase with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    phrase: Phrase,
    /// The number that the form of the phrase agrees with.
    count: Option<u64>,
    arguments: Vec<String>,
}

impl Sentence {
    /// A phrase with these arguments.
    #[must_use]
    pub fn new(phrase: Phrase, arguments: &[&dyn Display]) -> Sentence {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        Sentence { phrase, count: None, arguments }
    }

    /// A phrase that counts something.
    #[must_use]
    pub fn counting(phrase: Phrase, count: usize) -> Sentence {
        Sentence { phrase, count: Some(count as u64), arguments: Vec::new() }
    }

    /// It in a language.
    #[must_use]
    pub fn say(&self, wording: &Wording) -> String {
        let arguments: Vec<&dyn Display> =
            self.arguments.iter().map(|argument| argument as &dyn Display).collect();
        match self.count {
            Some(count) => wording.say_count(self.phrase, count, &arguments),
            None => wording.say(self.phrase, &arguments),
        }
    }
}

impl From<Phrase> for Sentence {
    fn from(phrase: Phrase) -> Sentence {
        Sentence::new(phrase, &[])
    }
}
