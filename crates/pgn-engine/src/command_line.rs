//! The command that starts an engine: a program and its arguments.

use std::error::Error;
use std::fmt;

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name to be found in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Why text is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineCommandError {
    /// It contains no word.
    Empty,
    /// A quote is not closed.
    UnclosedQuote,
}

impl EngineCommand {
    /// Splits text at white space outside quotes, which may be single or double.
    ///
    /// # Errors
    /// If the text contains no word, or a quote is not closed.
    pub fn parse(text: &str) -> Result<EngineCommand, EngineCommandError> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for character in text.chars() {
            match (quote, character) {
                (Some(open), _) if character == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(character);
                    word.get_or_insert_default();
                }
                (None, _) if character.is_whitespace() => words.extend(word.take()),
                (Some(_), _) | (None, _) => word.get_or_insert_default().push(character),
            }
        }
        if quote.is_some() {
            return Err(EngineCommandError::UnclosedQuote);
        }
        words.extend(word);
        let mut words = words.into_iter();
        match words.next() {
            Some(program) => Ok(EngineCommand { program, arguments: words.collect() }),
            None => Err(EngineCommandError::Empty),
        }
    }
}

impl fmt::Display for EngineCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineCommandError::Empty => "expected a program",
            EngineCommandError::UnclosedQuote => "expected a closing quote",
        })
    }
}

impl Error for EngineCommandError {}
