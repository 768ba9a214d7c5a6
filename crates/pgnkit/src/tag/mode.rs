//! How a game was played: over the board, by mail, on a server.
//!
//! Owns: the five known values of a free text. Knows nothing of: servers.
//! Standard: §9.9. Decisions: D-16.
//! Start at [`Mode`].

/// A known value of the Mode tag; others are legal and kept as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `OTB`: over the board.
    OverTheBoard,
    /// `PM`: paper mail.
    PaperMail,
    /// `EM`: electronic mail.
    ElectronicMail,
    /// `ICS`: Internet chess server.
    InternetChessServer,
    /// `TC`: general telecommunication.
    Telecommunication,
}

impl Mode {
    /// All five, in the order of the text.
    pub const ALL: [Mode; 5] = [
        Mode::OverTheBoard,
        Mode::PaperMail,
        Mode::ElectronicMail,
        Mode::InternetChessServer,
        Mode::Telecommunication,
    ];

    /// The abbreviation of the standard.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mode::OverTheBoard => "OTB",
            Mode::PaperMail => "PM",
            Mode::ElectronicMail => "EM",
            Mode::InternetChessServer => "ICS",
            Mode::Telecommunication => "TC",
        }
    }

    /// What the abbreviation stands for, in lower case; the words of the standard first.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Mode::OverTheBoard => &["over the board"],
            Mode::PaperMail => &["paper mail", "postal mail"],
            Mode::ElectronicMail => &["electronic mail", "email", "e mail"],
            Mode::InternetChessServer => &["internet chess server"],
            Mode::Telecommunication => &["general telecommunication", "telecommunication"],
        }
    }

    /// The mode of that abbreviation, letter case included.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}
