//! The command that starts an engine: a program and its arguments.

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name that is looked for in PATH.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl CommandLine {
    /// Splits a text at blanks; what stands in quotes, single or double, is one word.
    ///
    /// # Errors
    /// When it is empty, or a quote is not closed.
    pub fn parse(text: &str) -> Result<CommandLine, String> {
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
            return Err("expected a closing quote".to_owned());
        }
        words.extend(word);
        let mut words = words.into_iter();
        match words.next() {
            Some(program) => Ok(CommandLine { program, arguments: words.collect() }),
            None => Err("expected a program".to_owned()),
        }
    }
}
