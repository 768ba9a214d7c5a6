//! Regular expressions: those that know Unicode, or the small ones of programs without them.
//!
//! The small ones do not know classes such as `\p{Greek}`, and ignore the case of ASCII alone.

use super::needle::Needles;

#[cfg(feature = "unicode-regex")]
pub(super) use regex::Regex;
#[cfg(not(feature = "unicode-regex"))]
pub(super) use regex_lite::Regex;

/// How large a compiled expression may be, in bytes.
const REGEX_BYTES_MAX: usize = 8 << 20;

/// The letters after an expression.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RegexOptions {
    pub(super) ignores_case: bool,
    /// The period stands for line ends, too.
    pub(super) dot_is_any: bool,
    /// Lines have a beginning and an end.
    pub(super) has_lines: bool,
    pub(super) ignores_blanks: bool,
}

impl RegexOptions {
    /// The expression, and what every text has in which it finds something. `folds` says that the
    /// text is folded before it is searched.
    #[cfg(feature = "unicode-regex")]
    pub(super) fn build(
        self,
        pattern: &str,
        folds: bool,
    ) -> Result<(Regex, Option<Needles>), String> {
        let mut builder = regex::RegexBuilder::new(pattern);
        builder.size_limit(REGEX_BYTES_MAX).dfa_size_limit(REGEX_BYTES_MAX);
        builder.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_any);
        builder.multi_line(self.has_lines).ignore_whitespace(self.ignores_blanks);
        let regex = builder.build().map_err(|error| error.to_string())?;
        let mut parser = regex_syntax::ParserBuilder::new();
        parser.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_any);
        parser.multi_line(self.has_lines).ignore_whitespace(self.ignores_blanks);
        Ok((regex, super::pieces::needles_of(pattern, &parser, folds)))
    }

    /// The expression; nothing is known of the texts.
    #[cfg(not(feature = "unicode-regex"))]
    pub(super) fn build(self, pattern: &str, _: bool) -> Result<(Regex, Option<Needles>), String> {
        let mut builder = regex_lite::RegexBuilder::new(pattern);
        builder.size_limit(REGEX_BYTES_MAX);
        builder.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_any);
        builder.multi_line(self.has_lines).ignore_whitespace(self.ignores_blanks);
        Ok((builder.build().map_err(|error| error.to_string())?, None))
    }
}
