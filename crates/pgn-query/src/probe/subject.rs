//! The subjects of conditions on positions, with words and examples: the one table for reference
//! pages and help.

/// The subject of a probe, which determines the syntax of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// One position: a FEN, whose fields after the placement may be missing or `*`, or a Polyglot
    /// key of sixteen hexadecimal digits.
    Position,
    /// A board with signs for several pieces, any square, and runs: `*/*/*/*/*/*/PPP*/??KR????`.
    Pattern,
    /// The pieces on the board: `KRPkr`, `R2P+ R=P*`, `men <= 7`.
    Material,
    /// A row of moves: `1. e4 e5 2. Nf3`, `... Bxh7+ Kxh7`, `1. d4 * 2. c4|Nf3 !d5`.
    Moves,
    /// Pieces on squares, in zones, and what they attack: `Nd5; Pe4,e5`, `K in a..c`, `Qxr`.
    Pieces,
    /// How pawns are: `iqp`, `white isolated >= 2`, `carlsbad`, a placement of pawns.
    Pawns,
    /// An event by the rules: one of [`EVENTS`](super::EVENTS).
    Event,
}

/// A subject as people write it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SubjectWord {
    /// The word.
    pub word: &'static str,
    /// Its description.
    pub subject: Subject,
    /// One line about it.
    pub about: &'static str,
    /// A text that can be read, and is typical.
    pub example: &'static str,
}

const fn row(
    word: &'static str,
    subject: Subject,
    about: &'static str,
    example: &'static str,
) -> SubjectWord {
    SubjectWord { word, subject, about, example }
}

/// All subjects.
///
/// ```
/// use pgn_query::probe::SUBJECTS;
///
/// assert!(SUBJECTS.iter().any(|row| row.word == "pattern"));
/// ```
pub const SUBJECTS: &[SubjectWord] = &[
    row(
        "position",
        Subject::Position,
        "a FEN, whose later fields may be missing or `*`, or a Polyglot key",
        "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -",
    ),
    row(
        "pattern",
        Subject::Pattern,
        "a board with signs: `?` any square, `!` any piece, `A` `a` any of a side, `m` no pawn, \
         `[QR]` `[^P]` a choice, `*` a run",
        "?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????",
    ),
    row(
        "material",
        Subject::Material,
        "the pieces of both sides, counted and compared; sums of pieces and points",
        "KRPkr",
    ),
    row(
        "moves",
        Subject::Moves,
        "a sequence of moves: `*` any move, `...` any number, `|` or, `!` not",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
    ),
    row(
        "pieces",
        Subject::Pieces,
        "pieces on squares or in zones, what they attack, and the side to move",
        "Nd5; Pe4,e5; k in g..h; Bxf7",
    ),
    row(
        "pawns",
        Subject::Pawns,
        "isolated, doubled, passed, backward, connected pawns, islands, chains; named structures",
        "white isolated on d; black islands >= 3",
    ),
    row("event", Subject::Event, "events by the rules", "checkmate"),
];

impl Subject {
    /// The subject of a word.
    ///
    /// ```
    /// use pgn_query::probe::Subject;
    ///
    /// assert_eq!(Subject::from_word("material"), Some(Subject::Material));
    /// ```
    #[must_use]
    pub fn from_word(word: &str) -> Option<Subject> {
        SUBJECTS.iter().find(|row| row.word == word).map(|row| row.subject)
    }
}
