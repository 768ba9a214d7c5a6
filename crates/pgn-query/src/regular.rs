//! Regular expressions: with Unicode support, or the small ones of programs without it.

use super::substring::Needles;

#[cfg(feature = "unicode-regex")]
pub(super) use regex::Regex;
#[cfg(not(feature = "unicode-regex"))]
pub(super) use regex_lite::Regex;

/// How large the compiled expressions of a query may be together, in bytes.
const REGEX_BYTES_MAX: usize = 8 << 20;

/// How much memory the first expression may take while it searches, in each thread and direction;
/// the second may take half of it, the third a third: a thousand take eight times as much as one.
const CACHE_BYTES_MAX: usize = 4 << 20;

/// How large an expression is assumed to be at least, in bytes.
const REGEX_BYTES_MIN: usize = 1 << 10;

/// The memory that the regular expressions of a query have taken from their common budget.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RegexBudget {
    n_bytes: usize,
    n_built: usize,
}

impl RegexBudget {
    /// Builds the next expression with the smallest size limit that is enough, and takes it from
    /// the budget. `build` receives the limits of the size and of the memory for searching.
    fn build<E: ToString>(
        &mut self,
        build: impl Fn(usize, usize) -> Result<Regex, E>,
        is_too_large: impl Fn(&E) -> bool,
    ) -> Result<Regex, String> {
        let left = REGEX_BYTES_MAX.saturating_sub(self.n_bytes);
        let cache_bytes = CACHE_BYTES_MAX / (self.n_built + 1);
        let mut limit = REGEX_BYTES_MIN.min(left);
        loop {
            match build(limit, cache_bytes) {
                Ok(regex) => {
                    self.n_bytes += limit;
                    self.n_built += 1;
                    return Ok(regex);
                }
                Err(error) if !is_too_large(&error) => return Err(error.to_string()),
                Err(_) if limit < left => limit = (2 * limit).min(left),
                Err(_) if self.n_built == 0 => {
                    return Err(format!("it takes more than {} MB", REGEX_BYTES_MAX >> 20));
                }
                Err(_) => {
                    let (n, megabytes) = (self.n_built + 1, REGEX_BYTES_MAX >> 20);
                    return Err(format!(
                        "the first {n} regular expressions take more than {megabytes} MB together"
                    ));
                }
            }
        }
    }
}

/// The letters after an expression.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RegexOptions {
    pub(super) ignores_case: bool,
    /// The period also matches line ends.
    pub(super) dot_is_any: bool,
    /// Lines have a beginning and an end.
    pub(super) has_lines: bool,
    pub(super) ignores_blanks: bool,
}

impl RegexOptions {
    /// The expression, and the text that every match contains. `folds` means that the text is
    /// folded before it is searched.
    #[cfg(feature = "unicode-regex")]
    pub(super) fn build(
        self,
        pattern: &str,
        folds: bool,
        budget: &mut RegexBudget,
    ) -> Result<(Regex, Option<Needles>), String> {
        let mut builder = regex::RegexBuilder::new(pattern);
        builder.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_any);
        builder.multi_line(self.has_lines).ignore_whitespace(self.ignores_blanks);
        let build = |size, cache| builder.clone().size_limit(size).dfa_size_limit(cache).build();
        let regex =
            budget.build(build, |error| matches!(error, regex::Error::CompiledTooBig(_)))?;
        let mut parser = regex_syntax::ParserBuilder::new();
        parser.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_any);
        parser.multi_line(self.has_lines).ignore_whitespace(self.ignores_blanks);
        Ok((regex, super::pieces::needles_of(pattern, &parser, folds)))
    }

    /// The expression; nothing is known of the texts.
    #[cfg(not(feature = "unicode-regex"))]
    pub(super) fn build(
        self,
        pattern: &str,
        _: bool,
        budget: &mut RegexBudget,
    ) -> Result<(Regex, Option<Needles>), String> {
        let build = |size, _| {
            let mut builder = regex_lite::RegexBuilder::new(pattern);
            builder.size_limit(size);
            builder.case_insensitive(self.ignores_case).dot_matches_new_line(self.dot_is_any);
            builder.multi_line(self.has_lines).ignore_whitespace(self.ignores_blanks);
            builder.build()
        };
        // With all of the memory, only invalid expressions fail.
        build(REGEX_BYTES_MAX, 0).map_err(|error| error.to_string())?;
        Ok((budget.build(build, |_| true)?, None))
    }
}
