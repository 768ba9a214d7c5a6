//! The sentences of a listener's session in nine languages (D-62).
//!
//! A [`Phrase`] is one sentence or word. Each language has a table of all phrases that does not
//! compile when one is missing. `{0}` and `{1}` are arguments, which each language places itself.
//! Bars separate the forms of a phrase: those of a number, or the items of a list.

use std::fmt::{Display, Write as _};

/// Declares the phrases, with the table of English.
macro_rules! phrases {
    ($($phrase:ident: $text:expr,)*) => {
        use super::Phrase;

        #[cfg(test)]
        pub(super) const ALL: &[Phrase] = &[$(Phrase::$phrase),*];

        pub(super) const fn english(phrase: Phrase) -> &'static str {
            match phrase {
                $(Phrase::$phrase => $text,)*
            }
        }
    };
}

/// Declares the table of another language.
macro_rules! table {
    ($language:ident $($phrase:ident: $text:expr,)*) => {
        use super::Phrase;

        pub(super) const fn $language(phrase: Phrase) -> &'static str {
            match phrase {
                $(Phrase::$phrase => $text,)*
            }
        }
    };
}

mod dutch;
mod english;
mod french;
mod german;
mod italian;
mod phrase;
mod polish;
mod portuguese;
mod russian;
mod spanish;

pub use phrase::Phrase;

/// The sentences of one language.
#[derive(Debug)]
pub struct Wording {
    /// The English name of the language.
    pub language: &'static str,
    text: fn(Phrase) -> &'static str,
    /// Which form of a phrase a number takes.
    form: fn(u64) -> usize,
}

impl PartialEq for Wording {
    fn eq(&self, other: &Wording) -> bool {
        self.language == other.language
    }
}

impl Eq for Wording {}

const fn row(
    language: &'static str,
    text: fn(Phrase) -> &'static str,
    form: fn(u64) -> usize,
) -> Wording {
    Wording { language, text, form }
}

static ENGLISH: Wording = row("English", english::english, singular_for_one);

/// The other languages that have sentences.
static OTHERS: [Wording; 8] = [
    row("Dutch", dutch::dutch, singular_for_one),
    row("French", french::french, |n| usize::from(n > 1)),
    row("German", german::german, singular_for_one),
    row("Italian", italian::italian, singular_for_one),
    row("Polish", polish::polish, |n| if n == 1 { 0 } else { slavic_plural(n) }),
    row("Portuguese", portuguese::portuguese, singular_for_one),
    row("Russian", russian::russian, |n| {
        if n % 10 == 1 && n % 100 != 11 { 0 } else { slavic_plural(n) }
    }),
    row("Spanish", spanish::spanish, singular_for_one),
];

fn singular_for_one(n: u64) -> usize {
    usize::from(n != 1)
}

/// 2 to 4 at the end of a number, but not 12 to 14, have a form of their own.
fn slavic_plural(n: u64) -> usize {
    if matches!(n % 10, 2..=4) && !matches!(n % 100, 12..=14) { 1 } else { 2 }
}

impl Wording {
    /// The sentences in English.
    ///
    /// ```
    /// use pgn_formats::speech::{Phrase, Wording};
    ///
    /// assert_eq!(Wording::english().say(Phrase::MoveTo, &[&"knight", &"f3"]), "knight to f3");
    /// ```
    #[must_use]
    pub fn english() -> &'static Wording {
        &ENGLISH
    }

    /// The sentences of a language, by its English name.
    ///
    /// ```
    /// use pgn_formats::speech::{Phrase, Wording};
    ///
    /// let polish = Wording::find("Polish").unwrap();
    /// let count = |n| polish.say_count(Phrase::GameCount, n, &[]);
    /// assert_eq!([1, 3, 12].map(count), ["1 partia", "3 partie", "12 partii"]);
    /// ```
    #[must_use]
    pub fn find(language: &str) -> Option<&'static Wording> {
        [&ENGLISH].into_iter().chain(&OTHERS).find(|wording| wording.language == language)
    }

    /// A phrase with its arguments.
    #[must_use]
    pub fn say(&self, phrase: Phrase, arguments: &[&dyn Display]) -> String {
        fill((self.text)(phrase), arguments)
    }

    /// A phrase in the form for a number, which is its first argument.
    #[must_use]
    pub fn say_count(&self, phrase: Phrase, n: u64, others: &[&dyn Display]) -> String {
        let mut arguments: Vec<&dyn Display> = vec![&n];
        arguments.extend_from_slice(others);
        self.say_item(phrase, (self.form)(n), &arguments)
    }

    /// An item of a phrase that is a list, with its arguments.
    #[must_use]
    pub fn say_item(&self, phrase: Phrase, idx: usize, arguments: &[&dyn Display]) -> String {
        fill(self.items(phrase).nth(idx).unwrap_or_default(), arguments)
    }

    /// The items of a phrase that is a list.
    pub fn items(&self, phrase: Phrase) -> impl Iterator<Item = &'static str> + use<> {
        (self.text)(phrase).split('|')
    }

    /// Several things with a word before the last: `a, b or c`.
    #[must_use]
    pub fn join(&self, conjunction: Phrase, things: &[String]) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [others @ .., last] => self.say(conjunction, &[&others.join(", "), last]),
        }
    }

    /// Whether these are the sentences of English.
    #[must_use]
    pub fn is_english(&self) -> bool {
        *self == ENGLISH
    }
}

/// The text with its arguments in place of `{0}`, `{1}`; those are not searched again.
fn fill(text: &str, arguments: &[&dyn Display]) -> String {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('}').unwrap_or((part, ""));
        if let Some(argument) = number.parse().ok().and_then(|idx: usize| arguments.get(idx)) {
            // Writing to a String cannot fail.
            let _ = write!(filled, "{argument}");
        }
        filled.push_str(rest);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn arguments(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
    }

    #[test]
    fn every_language_has_the_arguments_and_forms_of_every_phrase() {
        // What another language words without an argument of English.
        let shortened = [Phrase::OpeningName, Phrase::EngineFailed];
        for wording in &OTHERS {
            for &phrase in english::ALL {
                let (text, english) = ((wording.text)(phrase), ENGLISH.items(phrase));
                let context = format!("{} {phrase:?}: {text}", wording.language);
                assert!(!text.is_empty() && text == text.trim(), "{context}");
                if phrase == Phrase::LocalWords {
                    assert!(text.split('|').all(|word| word.contains('=')), "{context}");
                    continue;
                }
                let english: Vec<&str> = english.collect();
                let forms: Vec<&str> = text.split('|').collect();
                let is_number = english.len() == 2;
                let forms_count = match wording.language {
                    "Polish" | "Russian" if is_number => 3,
                    _ => english.len(),
                };
                assert_eq!(forms.len(), forms_count, "{context}");
                for form in forms {
                    let same = arguments(form) == arguments(english[0]);
                    assert!(same || shortened.contains(&phrase), "{context}");
                }
            }
        }
    }

    #[test]
    fn numbers_take_the_forms_of_the_language() {
        let say = |language: &str, n| {
            Wording::find(language).unwrap().say_count(Phrase::GameCount, n, &[])
        };
        for (language, n, expected) in [
            ("English", 0, "0 games"),
            ("French", 0, "0 partie"),
            ("German", 1, "1 Partie"),
            ("Polish", 22, "22 partie"),
            ("Polish", 21, "21 partii"),
            ("Russian", 21, "21 партия"),
            ("Russian", 11, "11 партий"),
            ("Russian", 104, "104 партии"),
        ] {
            assert_eq!(say(language, n), expected, "{language}");
        }
    }

    #[test]
    fn arguments_are_placed_once() {
        assert_eq!(fill("{1} and {0}", &[&"{1}", &"b|c"]), "b|c and {1}");
    }
}
