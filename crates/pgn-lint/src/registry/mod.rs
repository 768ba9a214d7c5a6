//! Finds rules by code and name (D-25).

use crate::rule::Rule;
use crate::rules::RULES;
use pgnkit::suggest::distance;
use pgnkit::syntax::Code;
use std::fmt;

/// Codes and names of retired rules. They are never used again.
pub const RETIRED: &[(Code, &str)] = &[];

/// The rule with this code or name; letter case does not matter in codes.
///
/// # Errors
/// If there is none; the error has the nearest one.
///
/// ```
/// use pgn_lint::rule;
///
/// assert_eq!(rule("C001")?.name(), "illegal-move");
/// assert_eq!(rule("illegal-move")?.code().to_string(), "C001");
/// # Ok::<(), pgn_lint::UnknownRuleError>(())
/// ```
pub fn rule(code_or_name: &str) -> Result<&'static Rule, UnknownRuleError> {
    Code::parse(code_or_name)
        .and_then(by_code)
        .or_else(|| RULES.iter().find(|rule| rule.name() == code_or_name))
        .ok_or_else(|| UnknownRuleError::new(code_or_name))
}

pub(crate) fn by_code(code: Code) -> Option<&'static Rule> {
    idx_of(code).map(|idx| &RULES[idx])
}

/// The rule of a code that is in the table; the first one, should it not be.
pub(crate) fn get(code: Code) -> &'static Rule {
    &RULES[idx_of(code).unwrap_or_default()]
}

/// Place of a code in [`RULES`].
pub(crate) fn idx_of(code: Code) -> Option<usize> {
    RULES.binary_search_by_key(&code, Rule::code).ok()
}

/// The rule with the code or name most similar to `text`, if any is close.
pub(crate) fn nearest(text: &str) -> Option<&'static Rule> {
    let text = text.to_ascii_lowercase();
    let by_distance = RULES.iter().map(|rule| {
        let code = distance(&text, &rule.code().to_string().to_ascii_lowercase());
        (distance(&text, rule.name()).min(code), rule)
    });
    let (found, rule) = by_distance.min_by_key(|(distance, _)| *distance)?;
    (found * 3 <= text.len().max(3)).then_some(rule)
}

/// An unknown code or name of a rule.
///
/// ```
/// use pgn_lint::rule;
///
/// let error = rule("ilegal-move").unwrap_err();
/// assert!(error.to_string().ends_with("did you mean C001 illegal-move?"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRuleError {
    text: String,
}

impl UnknownRuleError {
    pub(crate) fn new(text: &str) -> UnknownRuleError {
        UnknownRuleError { text: text.to_string() }
    }

    /// The rule that was probably intended.
    ///
    /// ```
    /// use pgn_lint::rule;
    ///
    /// let error = rule("ilegal-move").unwrap_err();
    /// assert_eq!(error.nearest().map(|rule| rule.name()), Some("illegal-move"));
    /// ```
    #[must_use]
    pub fn nearest(&self) -> Option<&'static Rule> {
        nearest(&self.text)
    }
}

impl fmt::Display for UnknownRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule `{}`", crate::message::shorten(&self.text))?;
        match self.nearest() {
            Some(rule) => write!(f, "; did you mean {} {}?", rule.code(), rule.name()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownRuleError {}

#[cfg(test)]
mod tests;
