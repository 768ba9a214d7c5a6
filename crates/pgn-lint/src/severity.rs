//! Severities, and the profiles that assign them (§3.1, §3.2, D-25, D-39).

use pgnkit::chess::text_by_name;
use pgnkit::write;
use std::fmt;

/// The severity of a finding; ordered from lowest to highest.
///
/// ```
/// use pgn_lint::Severity;
///
/// assert!(Severity::Info < Severity::Warning && Severity::Warning < Severity::Error);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Not checked.
    Off,
    /// For information; a run with only these counts as clean.
    Info,
    /// Nothing is lost, but the text is misleading or ambiguous.
    Warning,
    /// Something was lost, cannot be played, or breaks the profile.
    Error,
}

impl Severity {
    /// The word used in reports and in `pgnkit.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Off => "off",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// The severity of that [`name`](Severity::name).
    ///
    /// ```
    /// use pgn_lint::Severity;
    ///
    /// assert_eq!(Severity::from_name("warning"), Some(Severity::Warning));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Severity> {
        [Severity::Off, Severity::Info, Severity::Warning, Severity::Error]
            .into_iter()
            .find(|severity| severity.name() == name)
    }

    /// Whether a finding of this severity makes the exit status 1.
    ///
    /// ```
    /// use pgn_lint::Severity;
    ///
    /// assert!(Severity::Warning.fails() && !Severity::Info.fails());
    /// ```
    #[must_use]
    pub const fn fails(self) -> bool {
        matches!(self, Severity::Warning | Severity::Error)
    }
}

text_by_name! { Severity, UnknownNameError = UnknownNameError("a severity"); }

/// A text that is not the name of what was expected.
///
/// ```
/// use pgn_lint::Severity;
///
/// let error = "fatal".parse::<Severity>().unwrap_err();
/// assert_eq!(error.to_string(), "expected the name of a severity");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownNameError(pub(crate) &'static str);

impl fmt::Display for UnknownNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected the name of {}", self.0)
    }
}

impl std::error::Error for UnknownNameError {}

/// The requirements for a text.
///
/// ```
/// use pgn_lint::{Config, Profile};
///
/// assert_eq!(Config::default().profile, Profile::Lax);
/// assert_eq!(Profile::Import.to_string(), "import");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// Reports what is lost or misleading; what the reader corrects with certainty is only info.
    #[default]
    Lax,
    /// The import format of 1994, to the letter (§3.1).
    Import,
    /// The text is exactly what this export profile writes; under the archival profile, its values
    /// are also valid. Under the profile of a site, the text is within the limits of that site
    /// ([`SITE_LIMITS`](crate::SITE_LIMITS)), and everything else is as under `lax`.
    Export(write::Profile),
}

impl Profile {
    /// All profiles, the default first.
    pub const ALL: [Profile; 2 + write::Profile::ALL.len()] = {
        let mut all = [Profile::Lax; 2 + write::Profile::ALL.len()];
        all[1] = Profile::Import;
        let mut n = 0;
        while n < write::Profile::ALL.len() {
            all[2 + n] = Profile::Export(write::Profile::ALL[n]);
            n += 1;
        }
        all
    };

    /// The name used on the command line and in `pgnkit.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Lax => "lax",
            Profile::Import => "import",
            Profile::Export(profile) => profile.name(),
        }
    }

    /// The profile of that [`name`](Profile::name).
    ///
    /// ```
    /// use pgn_lint::Profile;
    ///
    /// assert_eq!(Profile::from_name("archival").map(Profile::name), Some("archival"));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// The export profile that the text must be in the form of, if any.
    ///
    /// ```
    /// use pgn_lint::Profile;
    ///
    /// assert_eq!(Profile::Lax.export(), None);
    /// ```
    #[must_use]
    pub const fn export(self) -> Option<write::Profile> {
        match self {
            Profile::Export(profile) if profile.site().is_none() => Some(profile),
            Profile::Lax | Profile::Import | Profile::Export(_) => None,
        }
    }

    /// The export profile of the site whose limits apply, if any.
    ///
    /// ```
    /// use pgn_lint::Profile;
    /// use pgnkit::write;
    ///
    /// let lichess = Profile::Export(write::Profile::Lichess);
    /// assert_eq!((lichess.site(), lichess.export()), (Some(write::Profile::Lichess), None));
    /// ```
    #[must_use]
    pub const fn site(self) -> Option<write::Profile> {
        match self {
            Profile::Export(profile) if profile.site().is_some() => Some(profile),
            Profile::Lax | Profile::Import | Profile::Export(_) => None,
        }
    }
}

text_by_name! { Profile, UnknownNameError = UnknownNameError("a profile"); }

/// The severities of one rule under each profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Levels {
    lax: Severity,
    import: Severity,
    archival: Severity,
    /// Under the other export profiles.
    export: Severity,
    /// Under the profiles of sites.
    site: Severity,
    held: KeptBy,
}

/// The profiles of export that write the text unchanged (D-39); there it is information.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum KeptBy {
    Never,
    /// Profiles that keep every letter.
    Letters,
    /// Profiles that keep everything.
    Everything,
}

impl KeptBy {
    const fn is_by(self, profile: write::Profile) -> bool {
        match self {
            KeptBy::Never => false,
            KeptBy::Letters => !profile.is_strict(),
            KeptBy::Everything => profile.keeps_annotations(),
        }
    }
}

impl Levels {
    /// A departure that is corrected with certainty: nothing is lost.
    pub(crate) const FIXABLE: Levels = departure(Severity::Info);
    /// A departure whose fix requires a guess, or that misleads.
    pub(crate) const DOUBT: Levels = departure(Severity::Warning);
    /// A departure that loses something.
    pub(crate) const LOSS: Levels = departure(Severity::Error);
    /// A departure that does not affect the game.
    pub(crate) const FORM: Levels = departure(Severity::Off);
    /// Legal, and worth knowing.
    pub(crate) const REMARK: Levels = legal(Severity::Info, Severity::Info, Severity::Info);
    /// Legal and harmless to the game, but useless to the programs that it is meant for.
    pub(crate) const HINT: Levels = legal(Severity::Warning, Severity::Info, Severity::Info);
    /// Legal, but likely a mistake.
    pub(crate) const WARN: Levels = legal(Severity::Warning, Severity::Info, Severity::Warning);
    /// A value that breaks its tag's grammar; an error for curators (D-25).
    pub(crate) const VALUE: Levels = legal(Severity::Warning, Severity::Info, Severity::Error);
    /// The same, for values that whole sites write and everyone understands.
    pub(crate) const USAGE: Levels = legal(Severity::Info, Severity::Info, Severity::Error);
    /// The same, if reporting it for each game would hide more important findings.
    pub(crate) const HABIT: Levels = legal(Severity::Off, Severity::Info, Severity::Error);
    /// The same, and not a finding even in an archive.
    pub(crate) const CUSTOM: Levels = legal(Severity::Off, Severity::Info, Severity::Info);
    /// Legal, and worth knowing of an archive only.
    pub(crate) const ARCHIVE_REMARK: Levels = legal(Severity::Off, Severity::Off, Severity::Info);
    /// A matter of archives only.
    pub(crate) const ARCHIVE: Levels = legal(Severity::Off, Severity::Off, Severity::Error);
    /// A matter of taste; checked only if selected.
    pub(crate) const TASTE: Levels = legal(Severity::Off, Severity::Off, Severity::Off);
    /// The text is not in the export form of the profile.
    pub(crate) const EXPORT: Levels = exporting(Severity::Error);
    /// Content that the export form cannot represent; for sites, what they refuse or damage.
    pub(crate) const LOST_IN_EXPORT: Levels =
        Levels { site: Severity::Error, ..exporting(Severity::Warning) };
    /// What sites refuse or damage, and every form of the standard allows.
    pub(crate) const SITE: Levels = Levels { site: Severity::Error, ..everywhere(Severity::Off) };

    /// The same for content that the modern and the lossless profile write unchanged.
    pub(crate) const fn held(self) -> Levels {
        Levels { held: KeptBy::Letters, ..self }
    }

    /// The same for content that only the lossless profile writes unchanged.
    pub(crate) const fn kept(self) -> Levels {
        Levels { held: KeptBy::Everything, ..self }
    }

    /// The severity under a profile.
    #[must_use]
    pub const fn under(self, profile: Profile) -> Severity {
        match profile {
            Profile::Lax => self.lax,
            Profile::Import => self.import,
            Profile::Export(profile) if profile.site().is_some() => self.site,
            Profile::Export(profile) if self.held.is_by(profile) => Severity::Info,
            Profile::Export(write::Profile::Archival) => self.archival,
            Profile::Export(_) => self.export,
        }
    }
}

/// A departure from the import format: an error wherever the letter counts.
const fn departure(lax: Severity) -> Levels {
    Levels { lax, site: lax, ..everywhere(Severity::Error) }
}

/// Text that the import format allows; all export profiles except the archival one treat it as
/// import does.
const fn legal(lax: Severity, import: Severity, archival: Severity) -> Levels {
    Levels { lax, archival, site: lax, ..everywhere(import) }
}

const fn exporting(severity: Severity) -> Levels {
    let off = Severity::Off;
    Levels { lax: off, import: off, site: off, ..everywhere(severity) }
}

const fn everywhere(severity: Severity) -> Levels {
    Levels {
        lax: severity,
        import: severity,
        archival: severity,
        export: severity,
        site: severity,
        held: KeptBy::Never,
    }
}
