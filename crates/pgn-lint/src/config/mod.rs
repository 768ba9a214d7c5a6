//! The configuration: which rules are looked for, and how grave they are (D-01, D-25).
//!
//! ```toml
//! profile = "archival"
//! select = ["C", "T1", "wide-line"]
//! ignore = ["bad-round"]
//!
//! [severity]
//! wide-line = "warning"
//! ```
//!
//! Start at [`Config`].

use crate::registry::{UnknownRuleError, by_code};
use crate::rule::Rule;
use crate::rules::RULES;
use crate::severity::{Profile, Severity};
use pgnkit::charset::Choice;
use pgnkit::chess::Variant;
use pgnkit::chess::notation::san::SanOptions;
use pgnkit::read::{IllegalMoves, LanguageChoice};
use pgnkit::syntax::Code;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fmt;

/// The configuration of a linter.
///
/// Without a selection, the profile decides. With one, only the selected rules are checked: a rule
/// that is selected by its code, its name or the beginning of its code is at least a warning; `all`
/// enables the rules that the profile leaves off, as info. If both `select` and `ignore` match, the
/// more specific one counts, or `ignore` if they are equally specific. An explicit severity takes
/// precedence over profile and selection, but does not select a rule.
///
/// ```
/// use pgn_lint::{Config, Profile, Severity, rule};
///
/// let mut config = Config::new(Profile::Import);
/// config.severities.push(("wide-line".parse()?, Severity::Off));
/// assert_eq!(config.severity(rule("wide-line")?), Severity::Off);
/// # Ok::<(), pgn_lint::UnknownRuleError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Config {
    /// The profile.
    pub profile: Profile,
    /// The selected rules; empty for those of the profile.
    pub select: Vec<Selector>,
    /// The ignored rules.
    pub ignore: Vec<Selector>,
    /// Explicit severities; the last one that matches counts.
    pub severities: Vec<(Selector, Severity)>,
    /// The kind of text.
    pub text: TextKind,
    /// The variant of EPD records, which cannot name it themselves.
    pub variant: Option<Variant>,
    /// The encoding of the text (D-01).
    pub encoding: Choice,
    /// The language of the piece letters in moves; a fixed language sets the letters of `lax`.
    pub language: LanguageChoice,
    /// Accepted spellings of moves, in addition to those that are always accepted.
    pub lax: SanOptions,
    /// Whether a line goes on after an illegal move that stood; the move is reported in any case.
    pub illegal_moves: IllegalMoves,
}

/// The kind of text.
///
/// ```
/// use pgn_lint::{Config, TextKind};
///
/// assert_eq!(Config::default().text, TextKind::Games);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TextKind {
    /// PGN games; each region is a game.
    #[default]
    Games,
    /// EPD records, one per line; each region is a line.
    Records,
    /// The same, each line a FEN of six fields (§16.1).
    Fens,
}

impl TextKind {
    /// Whether each line is a position.
    ///
    /// ```
    /// use pgn_lint::TextKind;
    ///
    /// assert!(TextKind::Records.is_positions() && !TextKind::Games.is_positions());
    /// ```
    #[must_use]
    pub fn is_positions(self) -> bool {
        match self {
            TextKind::Games => false,
            TextKind::Records | TextKind::Fens => true,
        }
    }
}

impl Config {
    /// The profile's own rules.
    ///
    /// ```
    /// use pgn_lint::{Config, Profile};
    ///
    /// assert_eq!(Config::new(Profile::Import).profile, Profile::Import);
    /// ```
    #[must_use]
    pub fn new(profile: Profile) -> Config {
        Config { profile, ..Config::default() }
    }

    /// The same for text in this encoding.
    ///
    /// ```
    /// use pgn_lint::{Config, Profile};
    /// use pgnkit::charset::{Choice, Encoding};
    ///
    /// let latin1 = Choice::Fixed(Encoding::Latin1);
    /// assert_eq!(Config::new(Profile::Import).with_encoding(latin1).encoding, latin1);
    /// ```
    #[must_use]
    pub fn with_encoding(self, encoding: Choice) -> Config {
        Config { encoding, ..self }
    }

    /// The same with illegal moves read in this way.
    ///
    /// ```
    /// use pgn_lint::Config;
    /// use pgnkit::read::IllegalMoves;
    ///
    /// let config = Config::default().with_illegal_moves(IllegalMoves::Keep);
    /// assert_eq!(config.illegal_moves, IllegalMoves::Keep);
    /// ```
    #[must_use]
    pub fn with_illegal_moves(self, illegal_moves: IllegalMoves) -> Config {
        Config { illegal_moves, ..self }
    }

    /// The same with these rules selected and these ignored.
    ///
    /// ```
    /// use pgn_lint::{Config, Severity, rule};
    ///
    /// let (select, ignore) = (vec!["C".parse()?], vec!["illegal-move".parse()?]);
    /// let config = Config::default().with_rules(select, ignore);
    /// assert_eq!(config.severity(rule("illegal-move")?), Severity::Off);
    /// assert!(config.severity(rule("ambiguous-move")?) >= Severity::Warning);
    /// assert_eq!(config.severity(rule("bad-date")?), Severity::Off);
    /// # Ok::<(), pgn_lint::UnknownRuleError>(())
    /// ```
    #[must_use]
    pub fn with_rules(self, select: Vec<Selector>, ignore: Vec<Selector>) -> Config {
        Config { select, ignore, ..self }
    }

    /// The same for text of this kind.
    ///
    /// ```
    /// use pgn_lint::{Config, TextKind};
    ///
    /// assert!(Config::default().with_text(TextKind::Fens).text.is_positions());
    /// ```
    #[must_use]
    pub fn with_text(self, text: TextKind) -> Config {
        Config { text, ..self }
    }

    /// The severity of a rule under this configuration.
    ///
    /// ```
    /// use pgn_lint::{Config, Profile, Severity, rule};
    ///
    /// let config = Config::new(Profile::Import);
    /// assert_eq!(config.severity(rule("illegal-move")?), Severity::Error);
    /// # Ok::<(), pgn_lint::UnknownRuleError>(())
    /// ```
    #[must_use]
    pub fn severity(&self, rule: &Rule) -> Severity {
        let rank = |selectors: &[Selector]| {
            selectors.iter().filter(|selector| selector.matches(rule)).map(Selector::rank).max()
        };
        let (selected, ignored) = (rank(&self.select), rank(&self.ignore));
        if ignored.is_some() && ignored >= selected {
            return Severity::Off;
        }
        let least = match selected {
            None if !self.select.is_empty() => return Severity::Off,
            None => Severity::Off,
            Some(0) => Severity::Info,
            Some(_) => Severity::Warning,
        };
        let given = self.severities.iter().rev().find(|(selector, _)| selector.matches(rule));
        given.map_or_else(|| rule.severity(self.profile).max(least), |&(_, severity)| severity)
    }

    /// Reads `pgnkit.toml`: the keys `profile`, `select`, `ignore` and the table `[severity]`. The
    /// table `[queries]` is for searches, and is ignored.
    ///
    /// # Errors
    /// If it is not TOML, has an unknown key, or names an unknown profile, rule or severity; the
    /// message suggests the nearest one.
    ///
    /// ```
    /// use pgn_lint::{Config, Profile};
    ///
    /// let config = Config::from_toml("profile = \"archival\"\nignore = [\"bad-round\"]\n")?;
    /// assert_eq!(config.profile.name(), "archival");
    /// assert!(Config::from_toml("ignore = [\"bad-rond\"]").is_err());
    /// # Ok::<(), pgn_lint::ConfigError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Config, ConfigError> {
        let written: ConfigFile =
            toml::from_str(text).map_err(|error| ConfigError::new(error.to_string()))?;
        let profile = match written.profile.as_deref() {
            None => Profile::default(),
            Some(name) => Profile::from_name(name).ok_or_else(|| unknown_profile(name))?,
        };
        let selectors = |texts: &[String]| -> Result<Vec<Selector>, ConfigError> {
            texts.iter().map(|text| Selector::parse(text).map_err(ConfigError::from)).collect()
        };
        let mut severities = Vec::new();
        for (text, name) in &written.severity {
            let severity = Severity::from_name(name).ok_or_else(|| {
                ConfigError::new(format!(
                    "expected `error`, `warning`, `info` or `off` for `{text}`, found `{name}`"
                ))
            })?;
            severities.push((Selector::parse(text)?, severity));
        }
        // The more specific one comes last, and so counts.
        severities.sort_by_key(|(selector, _)| selector.rank());
        Ok(Config {
            profile,
            select: selectors(&written.select)?,
            ignore: selectors(&written.ignore)?,
            severities,
            ..Config::default()
        })
    }
}

/// The contents of `pgnkit.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    profile: Option<String>,
    #[serde(default)]
    select: Vec<String>,
    #[serde(default)]
    ignore: Vec<String>,
    #[serde(default)]
    severity: BTreeMap<String, String>,
    /// Named expressions, which do not concern rules.
    #[serde(default, rename = "queries")]
    _queries: IgnoredAny,
}

fn unknown_profile(name: &str) -> ConfigError {
    let names = Profile::ALL.map(Profile::name);
    let expected = names.map(|name| format!("`{name}`")).join(", ");
    ConfigError::new(format!("expected a profile ({expected}), found `{name}`"))
}

/// Selects one or several rules.
///
/// ```
/// use pgn_lint::Selector;
///
/// assert_eq!("all".parse(), Ok(Selector::All));
/// assert_eq!("t1".parse(), Ok(Selector::Prefix("T1".to_owned())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Selector {
    /// Every rule: `all`.
    All,
    /// The rules whose codes begin like this: `L`, `T1`.
    Prefix(String),
    /// One rule, by its code or its name.
    One(Code),
}

impl Selector {
    /// Reads a code, the beginning of codes, a name, or `all`. Letter case does not matter in
    /// codes.
    ///
    /// # Errors
    /// If no rule matches.
    ///
    /// ```
    /// use pgn_lint::Selector;
    ///
    /// assert!(Selector::parse("illegal-move").is_ok());
    /// assert!(Selector::parse("ilegal-move").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Selector, UnknownRuleError> {
        if text == "all" {
            return Ok(Selector::All);
        }
        if let Some(rule) = Code::parse(text).and_then(by_code) {
            return Ok(Selector::One(rule.code()));
        }
        if let Some(rule) = RULES.iter().find(|rule| rule.name() == text) {
            return Ok(Selector::One(rule.code()));
        }
        let prefix = text.to_ascii_uppercase();
        let is_prefix = |rule: &Rule| rule.code().to_string().starts_with(&prefix);
        if !text.is_empty() && RULES.iter().any(is_prefix) {
            return Ok(Selector::Prefix(prefix));
        }
        Err(UnknownRuleError::new(text))
    }

    /// Whether it selects this rule.
    ///
    /// ```
    /// use pgn_lint::{Selector, rule};
    ///
    /// let chess = Selector::parse("C")?;
    /// assert!(chess.matches(rule("illegal-move")?) && !chess.matches(rule("bad-date")?));
    /// # Ok::<(), pgn_lint::UnknownRuleError>(())
    /// ```
    #[must_use]
    pub fn matches(&self, rule: &Rule) -> bool {
        match self {
            Selector::All => true,
            Selector::Prefix(prefix) => rule.code().to_string().starts_with(prefix.as_str()),
            Selector::One(code) => rule.code() == *code,
        }
    }

    /// How specific it is: 0 for all, then by the length of the beginning, 4 for one rule.
    fn rank(&self) -> usize {
        match self {
            Selector::All => 0,
            Selector::Prefix(prefix) => prefix.len().min(3),
            Selector::One(_) => 4,
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selector::All => f.write_str("all"),
            Selector::Prefix(prefix) => f.write_str(prefix),
            Selector::One(code) => code.fmt(f),
        }
    }
}

impl std::str::FromStr for Selector {
    type Err = UnknownRuleError;

    fn from_str(text: &str) -> Result<Selector, UnknownRuleError> {
        Selector::parse(text)
    }
}

/// Why a `pgnkit.toml` was rejected.
///
/// ```
/// use pgn_lint::Config;
///
/// let error = Config::from_toml("profile = \"x\"").unwrap_err();
/// assert!(error.to_string().starts_with("expected a profile"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    message: String,
}

impl ConfigError {
    fn new(message: String) -> ConfigError {
        ConfigError { message: message.trim_end().to_string() }
    }
}

impl From<UnknownRuleError> for ConfigError {
    fn from(unknown: UnknownRuleError) -> ConfigError {
        ConfigError::new(unknown.to_string())
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ConfigError {}
