//! How a game was played: over the board, by mail, on a server.
//!
//! Standard: §9.9. Decisions: D-16.

use crate::named_enum::named_enum;

named_enum! {
    /// A known value of the Mode tag; others are legal and kept as text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Mode, name {
        /// `OTB`: over the board.
        OverTheBoard = "OTB",
        /// `PM`: paper mail.
        PaperMail = "PM",
        /// `EM`: electronic mail.
        ElectronicMail = "EM",
        /// `ICS`: Internet chess server.
        InternetChessServer = "ICS",
        /// `TC`: general telecommunication.
        Telecommunication = "TC",
    }
}

impl Mode {
    /// The meaning of the abbreviation, in lower case; the words of the standard first.
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
}
