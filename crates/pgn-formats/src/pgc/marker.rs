//! Markers: the byte that every record begins with (§20.4).

/// The type of a record.
///
/// ```
/// use pgn_formats::pgc::Marker;
///
/// for marker in Marker::ALL {
///     assert_eq!(Marker::of(marker.code()), Some(marker));
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Marker {
    /// `00`: nothing (§20.4).
    Noop = 0x00,
    /// `01`: a whole game in reduced export form: seven string-1, one mvseq-2 (§20.4.1).
    ReducedGame = 0x01,
    /// `02`: a tag pair: two string-1 (§20.4.2).
    TagPair = 0x02,
    /// `03`: up to 255 moves: a mvseq-1 (§20.4.3).
    ShortMoves = 0x03,
    /// `04`: up to 65,535 moves: a mvseq-2 (§20.4.4).
    LongMoves = 0x04,
    /// `05`: a game begins (§20.4.5).
    GameBegin = 0x05,
    /// `06`: it ends (§20.4.6).
    GameEnd = 0x06,
    /// `07`: a NAG: an int-1 (§20.4.7).
    Nag = 0x07,
    /// `08`: a variation begins (§20.4.8).
    VariationBegin = 0x08,
    /// `09`: it ends (§20.4.9).
    VariationEnd = 0x09,
    /// `0a`: an escape line: a string-2 (§20.4.10).
    Escape = 0x0A,
}

impl Marker {
    /// All markers, by code.
    pub const ALL: [Marker; 11] = [
        Marker::Noop,
        Marker::ReducedGame,
        Marker::TagPair,
        Marker::ShortMoves,
        Marker::LongMoves,
        Marker::GameBegin,
        Marker::GameEnd,
        Marker::Nag,
        Marker::VariationBegin,
        Marker::VariationEnd,
        Marker::Escape,
    ];

    /// The byte.
    ///
    /// ```
    /// use pgn_formats::pgc::Marker;
    ///
    /// assert!(Marker::ALL.iter().all(|marker| Marker::of(marker.code()).is_some()));
    /// ```
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The marker with this code; `None` if the standard defines none. The content and length of
    /// such a record are unknown.
    #[must_use]
    pub const fn of(code: u8) -> Option<Marker> {
        match code {
            0..=0x0A => Some(Marker::ALL[code as usize]),
            _ => None,
        }
    }
}

const _: () = {
    let mut n = 0;
    while n < Marker::ALL.len() {
        assert!(Marker::ALL[n].code() as usize == n);
        n += 1;
    }
};
