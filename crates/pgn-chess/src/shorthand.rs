//! Methods of positions for FEN, SAN and UCI.
//!
//! Standard: §8.2.3, §16.1.

use crate::fen::{self, EpPolicy, FenError, FenText, Mode};
use crate::notation::san::{self, ResolveError, SanOptions, SanText};
use crate::notation::uci::{self, UciError, UciText};
use crate::{Move, Position};
use core::{fmt, str};

impl Position {
    /// The FEN (§16.1).
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let fen = Position::start().fen();
    /// assert_eq!(fen.as_str(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub fn fen(&self) -> FenText {
        fen::to_text(self, EpPolicy::Standard)
    }

    /// The move that a SAN text means here, with the same lax spellings as in files;
    /// [`san::resolve`] has options, and returns how the text was read.
    ///
    /// # Errors
    /// If no legal move fits, or several do.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position = Position::start();
    /// let mv = position.parse_san("Nf3")?;
    /// assert_eq!(mv.to().to_string(), "f3");
    /// assert!(position.parse_san("Ke2").is_err());
    /// # Ok::<(), pgn_chess::notation::san::ResolveError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, ResolveError> {
        san::resolve(self, text.as_bytes(), &SanOptions::default()).map(|reading| reading.mv)
    }

    /// A legal move in SAN, including its check mark.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position = Position::start();
    /// let mv = position.parse_uci("g1f3")?;
    /// assert_eq!(position.san(mv).as_str(), "Nf3");
    /// # Ok::<(), pgn_chess::notation::uci::UciError>(())
    /// ```
    pub fn san(&self, mv: Move) -> SanText {
        san::to_text(self, mv)
    }

    /// The move of a UCI text, as engines write it.
    ///
    /// # Errors
    /// If the text does not have this form, or the move is not legal here.
    ///
    /// ```
    /// # use pgn_chess::{Position, Square};
    /// let mv = Position::start().parse_uci("e2e4")?;
    /// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
    /// # Ok::<(), pgn_chess::notation::uci::UciError>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        uci::parse(self, text.as_bytes())
    }

    /// A legal move in UCI, as engines write it.
    ///
    /// ```
    /// # use pgn_chess::Position;
    /// let position = Position::start();
    /// let mv = position.parse_san("e4")?;
    /// assert_eq!(position.uci(mv).as_str(), "e2e4");
    /// # Ok::<(), pgn_chess::notation::san::ResolveError>(())
    /// ```
    pub fn uci(&self, mv: Move) -> UciText {
        uci::to_text(self, mv)
    }
}

/// Reads a FEN in lax mode, like the FEN tag of a file; [`fen::parse`] can be strict.
///
/// ```
/// # use pgn_chess::{Color, Position};
/// let position: Position = "8/8/8/8/8/4k3/4p3/4K3 b - -".parse()?;
/// assert_eq!(position.turn(), Color::Black);
/// assert_eq!(position.to_string(), "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1");
/// assert!("not a position".parse::<Position>().is_err());
/// # Ok::<(), pgn_chess::fen::FenError>(())
/// ```
impl str::FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        fen::parse(text.as_bytes(), Mode::Lax).map(|(position, _)| position)
    }
}

impl fmt::Display for Position {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fen().as_str())
    }
}
