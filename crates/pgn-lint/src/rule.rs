//! A rule: its name, its severity, its message, its check (D-25).

use crate::context::{CommentSeen, Noted, RuleContext, TagSeen};
use crate::message::{Message, Report};
use crate::severity::{Levels, Profile, Severity};
use pgn_formats::epd;
use pgnkit::syntax::{Code, Conformance, Fault};
use pgnkit::tag::ValueType;
use std::fmt;

/// Whether a rule has a fix.
///
/// ```
/// use pgn_lint::{FixKind, rule};
///
/// assert_eq!(rule("wrong-check-mark")?.fix, FixKind::Safe);
/// # Ok::<(), pgn_lint::UnknownRuleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixKind {
    /// It does not.
    None,
    /// A fix that keeps moves, tags and comments.
    Safe,
    /// A fix that a person should check.
    Unsafe,
}

impl FixKind {
    /// `none`, `safe` or `unsafe`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FixKind::None => "none",
            FixKind::Safe => "safe",
            FixKind::Unsafe => "unsafe",
        }
    }
}

/// The layer a rule belongs to; its letter begins the code.
///
/// ```
/// use pgn_lint::{Family, rule};
///
/// assert_eq!(rule("illegal-move")?.family(), Family::Chess);
/// # Ok::<(), pgn_lint::UnknownRuleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// `B`: the binary form (§20).
    Binary,
    /// `C`: moves and results on the board (§8.2.3).
    Chess,
    /// `F`: FEN and EPD (§16).
    Fen,
    /// `L`: characters, lines, comments, tokens (§4 to §7).
    Lexical,
    /// `M`: the structure of movetext (§8.2).
    Movetext,
    /// `T`: tag pairs and their values (§8.1, §9, §15).
    Tag,
    /// `X`: export form (§3.2).
    Export,
}

impl Family {
    /// The family of a code's letter.
    ///
    /// ```
    /// use pgn_lint::Family;
    /// use pgnkit::syntax::Code;
    ///
    /// assert_eq!(Code::parse("T001").and_then(Family::of), Some(Family::Tag));
    /// ```
    #[must_use]
    pub const fn of(code: Code) -> Option<Family> {
        match code.letter() {
            'B' => Some(Family::Binary),
            'C' => Some(Family::Chess),
            'F' => Some(Family::Fen),
            'L' => Some(Family::Lexical),
            'M' => Some(Family::Movetext),
            'T' => Some(Family::Tag),
            'X' => Some(Family::Export),
            _ => None,
        }
    }

    /// One word for lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Family::Binary => "binary",
            Family::Chess => "chess",
            Family::Fen => "fen",
            Family::Lexical => "lexical",
            Family::Movetext => "movetext",
            Family::Tag => "tag",
            Family::Export => "export",
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// The reader finds it; the rule puts it into words.
    Fault(fn(&RuleContext<'_>, &Noted) -> Message),
    /// The reader finds some of it, the bytes of a region beyond ASCII show the rest.
    FaultAndForeign(fn(&RuleContext<'_>, &Noted) -> Message, fn(&RuleContext<'_>, &mut dyn Report)),
    /// The bytes of a region, except tags and moves.
    Text(fn(&RuleContext<'_>, &mut dyn Report)),
    /// The same, for rules without findings in ASCII.
    Foreign(fn(&RuleContext<'_>, &mut dyn Report)),
    /// One tag pair.
    Tag(TagFilter, fn(&RuleContext<'_>, &TagSeen<'_>, &mut dyn Report)),
    /// A game as a whole.
    Game(fn(&RuleContext<'_>, &mut dyn Report)),
    /// A single comment with a command; not those whose commands are plain (see `linter::plain`).
    Comment(fn(&RuleContext<'_>, &CommentSeen<'_>, &mut dyn Report)),
    /// Reading a record of EPD finds it; the rule puts it into words.
    Record(fn(&RuleContext<'_>, &epd::Note) -> Message),
    /// The linter itself finds it: it needs more than one game, or another reading.
    Linter,
}

/// The tag pairs that a rule looks at. A rule that skips plain values, as defined by
/// `linter::plain`, finds nothing in them, so clean games cost nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TagFilter {
    All,
    Named(&'static str),
    Types(&'static [ValueType]),
    /// The same, unless the value is plain.
    SkipIfPlain(&'static [ValueType]),
    /// Ratings, those of agencies too that the standard does not name, unless plain.
    RatingsUnlessPlain,
    /// Whatever has one item a player; unless it is plain and the players are two.
    PlayersUnlessPlain,
}

/// One rule. Everything about it is in its file under `rules/`.
///
/// ```
/// use pgn_lint::{Profile, Severity, rule};
///
/// let illegal = rule("illegal-move")?;
/// assert_eq!(illegal.severity(Profile::Lax), Severity::Error);
/// assert!(illegal.page().starts_with("# C001 illegal-move"));
/// # Ok::<(), pgn_lint::UnknownRuleError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Rule {
    /// Code, name, section, summary; whether strict import rejects the game.
    pub fault: Fault,
    /// Its severity under each profile.
    pub levels: Levels,
    /// Whether it has a fix.
    pub fix: FixKind,
    /// The version that introduced it.
    pub since: &'static str,
    source: &'static str,
    pub(crate) check: Check,
}

impl Rule {
    pub(crate) const fn new(
        fault: Fault,
        levels: Levels,
        fix: FixKind,
        source: &'static str,
        check: Check,
    ) -> Rule {
        Rule { fault, levels, fix, since: "0.1.0", source, check }
    }

    /// The permanent code.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.fault.code
    }

    /// The permanent name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.fault.name
    }

    /// The layer it belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        Family::of(self.code()).unwrap_or(Family::Lexical)
    }

    /// Its severity under a profile.
    ///
    /// ```
    /// use pgn_lint::{Profile, Severity, rule};
    ///
    /// assert_eq!(rule("illegal-move")?.severity(Profile::Import), Severity::Error);
    /// # Ok::<(), pgn_lint::UnknownRuleError>(())
    /// ```
    #[must_use]
    pub const fn severity(&self, profile: Profile) -> Severity {
        self.levels.under(profile)
    }

    /// The rule's page in Markdown: title, facts, and the headings What it finds, Why it matters,
    /// Standard, Example, Instead, Fix, Seen in. Rewritten at each call.
    ///
    /// ```
    /// use pgn_lint::rule;
    ///
    /// assert!(rule("C001")?.page().contains("## Why it matters"));
    /// # Ok::<(), pgn_lint::UnknownRuleError>(())
    /// ```
    #[must_use]
    pub fn page(&self) -> String {
        let mut page = format!("# {} {}\n\n", self.code(), self.name());
        let mut lines = doc_lines(self.source);
        page.push_str(lines.next().unwrap_or_default());
        page.push_str("\n\n");
        page.push_str(&self.facts());
        for line in lines {
            page.push_str(
                &line
                    .strip_prefix("# ")
                    .map_or_else(|| format!("{line}\n"), |heading| format!("## {heading}\n\n")),
            );
        }
        page
    }

    fn facts(&self) -> String {
        let conformance = match self.fault.conformance {
            Conformance::Departure => "departure from the import format",
            Conformance::Remark => "legal in the import format",
        };
        let levels: Vec<String> = Profile::ALL
            .into_iter()
            .map(|profile| format!("{profile} {}", self.severity(profile)))
            .collect();
        format!(
            "| | |\n|---|---|\n| Conformance | {conformance} |\n| Severity | {} |\n| Fix | {} |\n\
             | Since | {} |\n",
            levels.join(", "),
            self.fix.name(),
            self.since
        )
    }
}

/// The row of a rule, `RULE`: its file, its fault; its levels, its fix, its check. A fault that no
/// lower crate reports is written out, in the form of the `faults!` tables.
macro_rules! rule {
    ($file:literal, $letter:literal $number:literal $name:literal $conformance:ident
        $section:literal $summary:literal; $($row:tt)+) => {
        const FAULT: pgnkit::syntax::Fault = pgnkit::syntax::Fault {
            code: pgnkit::syntax::Code::new($letter, $number),
            name: $name,
            conformance: pgnkit::syntax::Conformance::$conformance,
            section: $section,
            summary: $summary,
        };
        rule! { $file, FAULT; $($row)+ }
    };
    ($file:literal, $fault:path; $levels:ident $(.$more:ident())?, $fix:ident,
        $check:ident $(($($how:expr),+))?) => {
        pub(crate) const RULE: crate::rule::Rule = crate::rule::Rule::new(
            $fault,
            crate::severity::Levels::$levels $(.$more())?,
            crate::rule::FixKind::$fix,
            if cfg!(feature = "pages") { include_str!($file) } else { "" },
            crate::rule::Check::$check $(($($how),+))?,
        );
    };
}
pub(crate) use rule;

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({} {})", self.code(), self.name())
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Rule {}

/// The lines of the doc comment that a source begins with.
fn doc_lines(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
}
