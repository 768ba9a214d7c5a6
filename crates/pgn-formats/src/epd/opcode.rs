//! The opcodes, their operands, and where they are specified (§16.2.4.1, §16.2.4.2, §16.2.5, D-49,
//! D-51).

use std::fmt;

/// The operands of an opcode.
///
/// ```
/// use pgn_formats::epd::{Grammar, Opcode};
///
/// assert!(Opcode::Bm.grammar().is_moves());
/// assert!(!Opcode::Id.grammar().is_moves());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grammar {
    /// None.
    Nothing,
    /// One integer within these bounds.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One string.
    Text,
    /// One string, or none, which clears a register.
    Register,
    /// Two strings, in this order.
    TwoTexts,
    /// One move that can be played here.
    Move,
    /// Moves that can be played here, written in ASCII order.
    MoveSet,
    /// Moves that can be played one after the other.
    Line,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Two clocks, White's first: `000:01:30:00`.
    Clocks,
    /// A date and a time of day: `1995.11.26 17:05:00`.
    Timestamp,
    /// Names of PGN tags, each with its value as a string.
    TagPairs,
    /// Any operands.
    Anything,
}

impl Grammar {
    /// The expected operands, for a message: `one integer from 1 up`.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert!(!Opcode::Ce.grammar().expected().is_empty());
    /// ```
    #[must_use]
    pub fn expected(self) -> String {
        match self {
            Grammar::Nothing => "no operand".to_string(),
            Grammar::Integer { min, max } if max >= i64::from(u32::MAX) => {
                format!("one integer from {min} up")
            }
            Grammar::Integer { min, max } => format!("one integer from {min} to {max}"),
            Grammar::Text => "one string".to_string(),
            Grammar::Register => "one string or no operand".to_string(),
            Grammar::TwoTexts => "two strings".to_string(),
            Grammar::Move => "one move".to_string(),
            Grammar::MoveSet | Grammar::Line => "moves".to_string(),
            Grammar::Word(words) => format!("one of {}", words.join(", ")),
            Grammar::Clocks => "two clocks such as 000:01:30:00".to_string(),
            Grammar::Timestamp => "a date and a time such as 1995.11.26 17:05:00".to_string(),
            Grammar::TagPairs => "tag names, each with a string".to_string(),
            Grammar::Anything => "anything".to_string(),
        }
    }

    /// True if the operands are moves.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert!(Opcode::Pv.grammar().is_moves());
    /// ```
    #[must_use]
    pub const fn is_moves(self) -> bool {
        matches!(self, Grammar::Move | Grammar::MoveSet | Grammar::Line)
    }

    /// How many operands there can be at most, if that is limited.
    pub(super) const fn operands_max(self) -> Option<usize> {
        match self {
            Grammar::Nothing => Some(0),
            Grammar::Integer { .. } | Grammar::Move | Grammar::Word(_) => Some(1),
            Grammar::Text | Grammar::Register => Some(1),
            Grammar::TwoTexts | Grammar::Clocks | Grammar::Timestamp => Some(2),
            Grammar::MoveSet | Grammar::Line | Grammar::TagPairs | Grammar::Anything => None,
        }
    }
}

/// Where an opcode is specified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// The standard of 12 March 1994, §16.2.5.
    Standard,
    /// The specification of EPD of 26 November 1995, by one of the authors of the standard.
    Revision,
    /// Nowhere, but programs and test suites use it.
    Practice,
}

/// The definition of an opcode.
#[derive(Debug)]
#[non_exhaustive]
pub struct Definition {
    /// Its spelling.
    pub mnemonic: &'static str,
    /// The operands that it takes.
    pub grammar: Grammar,
    /// Where it is specified.
    pub edition: Edition,
    /// Its meaning in a few words.
    pub summary: &'static str,
}

macro_rules! opcodes {
    ($($variant:ident $mnemonic:literal $edition:ident $grammar:expr, $summary:literal;)*) => {
        /// A known opcode. The order is that of the mnemonics in ASCII.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each has its summary in the table")]
        pub enum Opcode {
            $($variant),*
        }

        /// Every opcode, in ASCII order of the mnemonics.
        ///
        /// ```
        /// use pgn_formats::epd::{OPCODES, Opcode};
        ///
        /// assert!(OPCODES.contains(&Opcode::Bm));
        /// ```
        pub const OPCODES: &[Opcode] = &[$(Opcode::$variant),*];

        static TABLE: &[Definition] = &[$(Definition {
            mnemonic: $mnemonic,
            grammar: $grammar,
            edition: Edition::$edition,
            summary: $summary,
        }),*];
    };
}

const COUNT: Grammar = Grammar::Integer { min: 0, max: i64::MAX };
const NUMBER: Grammar = Grammar::Integer { min: 1, max: i64::MAX };
/// Clocks and move numbers are held in 32 bits, as those of a FEN.
const CLOCK: Grammar = Grammar::Integer { min: 0, max: u32::MAX as i64 };
const MOVE_NUMBER: Grammar = Grammar::Integer { min: 1, max: u32::MAX as i64 };
const CENTIPAWNS: Grammar = Grammar::Integer { min: -32767, max: 32766 };
const REFEREE_COMMANDS: Grammar =
    Grammar::Word(&["conclude", "disconnect", "execute", "fault", "inform", "reset", "respond"]);
const REFEREE_REQUESTS: Grammar = Grammar::Word(&["fault", "reply", "sign_off", "sign_on"]);

opcodes! {
    Acd "acd" Practice COUNT, "analysis count: depth in plies";
    Acn "acn" Standard COUNT, "analysis count: nodes";
    Acs "acs" Standard COUNT, "analysis count: seconds";
    Am "am" Standard Grammar::MoveSet, "moves to avoid";
    Bm "bm" Standard Grammar::MoveSet, "best moves";
    C0 "c0" Standard Grammar::Register, "comment";
    C1 "c1" Standard Grammar::Register, "comment, first rank below";
    C2 "c2" Standard Grammar::Register, "comment, second rank below";
    C3 "c3" Standard Grammar::Register, "comment, third rank below";
    C4 "c4" Standard Grammar::Register, "comment, fourth rank below";
    C5 "c5" Standard Grammar::Register, "comment, fifth rank below";
    C6 "c6" Standard Grammar::Register, "comment, sixth rank below";
    C7 "c7" Standard Grammar::Register, "comment, seventh rank below";
    C8 "c8" Standard Grammar::Register, "comment, eighth rank below";
    C9 "c9" Standard Grammar::Register, "comment, ninth rank below";
    Cc "cc" Revision Grammar::Clocks, "time used by White and by Black";
    Ce "ce" Standard CENTIPAWNS, "evaluation in centipawns, seen by the side to move";
    Dm "dm" Standard NUMBER, "mate in this many moves";
    DrawAccept "draw_accept" Standard Grammar::Nothing, "accepts a draw";
    DrawClaim "draw_claim" Standard Grammar::Nothing, "claims a draw";
    DrawOffer "draw_offer" Standard Grammar::Nothing, "offers a draw";
    DrawReject "draw_reject" Standard Grammar::Nothing, "rejects a draw";
    Eco "eco" Standard Grammar::Register, "code of the Encyclopaedia of Chess Openings";
    Fmvn "fmvn" Standard MOVE_NUMBER, "number of the next move";
    Hmvc "hmvc" Standard CLOCK, "plies since the last capture or pawn move";
    Id "id" Standard Grammar::Text, "name of the position";
    Nic "nic" Standard Grammar::Register, "code of New In Chess";
    Noop "noop" Standard Grammar::Anything, "nothing";
    Pm "pm" Standard Grammar::Move, "predicted move";
    Ptp "ptp" Revision Grammar::TagPairs, "tag pairs of PGN";
    Pv "pv" Standard Grammar::Line, "predicted variation";
    Rc "rc" Standard NUMBER, "how often the position has occurred";
    Refcom "refcom" Revision REFEREE_COMMANDS, "command of a referee";
    Refreq "refreq" Revision REFEREE_REQUESTS, "request to a referee";
    Resign "resign" Standard Grammar::Nothing, "resigns";
    Sm "sm" Standard Grammar::Move, "supplied move: the one that is played";
    Sv "sv" Revision Grammar::Line, "supplied variation";
    Tcgs "tcgs" Standard NUMBER, "telecommunication: which game";
    Tcri "tcri" Standard Grammar::TwoTexts, "telecommunication: address and name of the receiver";
    Tcsi "tcsi" Standard Grammar::TwoTexts, "telecommunication: address and name of the sender";
    Ts "ts" Revision Grammar::Timestamp, "when the record was last changed";
    V0 "v0" Standard Grammar::Register, "name of the variation";
    V1 "v1" Standard Grammar::Register, "name of the variation, first rank below";
    V2 "v2" Standard Grammar::Register, "name of the variation, second rank below";
    V3 "v3" Standard Grammar::Register, "name of the variation, third rank below";
    V4 "v4" Standard Grammar::Register, "name of the variation, fourth rank below";
    V5 "v5" Standard Grammar::Register, "name of the variation, fifth rank below";
    V6 "v6" Standard Grammar::Register, "name of the variation, sixth rank below";
    V7 "v7" Standard Grammar::Register, "name of the variation, seventh rank below";
    V8 "v8" Standard Grammar::Register, "name of the variation, eighth rank below";
    V9 "v9" Standard Grammar::Register, "name of the variation, ninth rank below";
}

/// The number of ranks of comments, and of variation names.
pub const RANKS: usize = 10;

impl Opcode {
    /// Its definition.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert_eq!(Opcode::Bm.definition().mnemonic, "bm");
    /// ```
    #[must_use]
    pub fn definition(self) -> &'static Definition {
        &TABLE[self as usize]
    }

    /// Its spelling.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert_eq!(Opcode::Bm.mnemonic(), "bm");
    /// ```
    #[must_use]
    pub fn mnemonic(self) -> &'static str {
        self.definition().mnemonic
    }

    /// The operands that it takes.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert!(Opcode::Bm.grammar().is_moves());
    /// ```
    #[must_use]
    pub fn grammar(self) -> Grammar {
        self.definition().grammar
    }

    /// The opcode of this mnemonic. Case sensitive, because an upper-case mnemonic is private.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    /// assert_eq!(Opcode::from_mnemonic("bm"), Some(Opcode::Bm));
    /// assert_eq!(Opcode::from_mnemonic("BM"), None);
    /// ```
    #[must_use]
    pub fn from_mnemonic(mnemonic: &str) -> Option<Opcode> {
        let idx = TABLE.binary_search_by_key(&mnemonic, |row| row.mnemonic).ok()?;
        OPCODES.get(idx).copied()
    }

    /// `c0` to `c9` by rank.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert_eq!(Opcode::comment(3).map(Opcode::mnemonic), Some("c3"));
    /// ```
    #[must_use]
    pub fn comment(rank: usize) -> Option<Opcode> {
        (rank < RANKS).then(|| OPCODES[Opcode::C0 as usize + rank])
    }

    /// `v0` to `v9` by rank.
    ///
    /// ```
    /// use pgn_formats::epd::Opcode;
    ///
    /// assert_eq!(Opcode::variation(10), None);
    /// ```
    #[must_use]
    pub fn variation(rank: usize) -> Option<Opcode> {
        (rank < RANKS).then(|| OPCODES[Opcode::V0 as usize + rank])
    }
}

impl fmt::Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mnemonic())
    }
}

/// The longest mnemonic, in characters (§16.2.4.1).
pub const MNEMONIC_CHARACTERS_MAX: usize = 15;

/// True if the text has the form of an opcode.
///
/// ```text
/// opcode ::= letter { letter | digit | "_" }        at most 15 characters
/// ```
#[must_use]
pub fn is_opcode(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.len() <= MNEMONIC_CHARACTERS_MAX
        && text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && text.bytes().all(is_inner)
}

/// True if a mnemonic is for archives and for exchange between programs: lower case, at least two
/// characters (§16.2.4.2).
///
/// ```
/// use pgn_formats::epd::is_public;
///
/// assert!(is_public("bm") && !is_public("X1"));
/// ```
#[must_use]
pub fn is_public(mnemonic: &str) -> bool {
    mnemonic.len() >= 2
        && is_opcode(mnemonic)
        && !mnemonic.bytes().any(|byte| byte.is_ascii_uppercase())
}
