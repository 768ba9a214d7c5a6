//! The table of facts (§8.1.1, §9).

use pgnkit::named_enum;

named_enum! {
    /// The kind of a fact's values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind, name {
        /// Text.
        Text = "text",
        /// A number.
        Number = "number",
        /// Seconds; a person may write a time such as `0:05:00`.
        Seconds = "seconds",
        /// Pawns; a mate is 10,000 less the moves to it, and a person may write `#3`.
        Pawns = "pawns",
        /// A date as far as it is known, `1992.08.??`.
        Date = "date",
        /// An ECO code of a letter and two digits.
        Eco = "ECO code",
        /// One of the four outcomes.
        Outcome = "outcome",
        /// `white` or `black`.
        Color = "color",
        /// The name of a variant, in small letters.
        Variant = "variant",
        /// One of the words of the Termination tag, in small letters.
        Termination = "termination",
        /// `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
        Speed = "speed",
        /// Yes or no.
        Flag = "yes or no",
    }
}

impl Kind {
    /// Whether values are numbers.
    ///
    /// ```
    /// use pgn_query::facts::Kind;
    ///
    /// assert!(Kind::Number.is_number() && !Kind::Text.is_number());
    /// ```
    #[must_use]
    pub fn is_number(self) -> bool {
        match self {
            Kind::Number | Kind::Seconds | Kind::Pawns => true,
            Kind::Text
            | Kind::Date
            | Kind::Eco
            | Kind::Outcome
            | Kind::Color
            | Kind::Variant
            | Kind::Termination
            | Kind::Speed
            | Kind::Flag => false,
        }
    }
}

/// The part of a game that must be read for a fact, from cheap to expensive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// Its tags, or its place.
    Tags,
    /// Its tags or, if these have no value, its first moves.
    Opening,
    /// How it ended.
    Outcome,
    /// The moves of its main line.
    Moves,
    /// All of it.
    Game,
}

/// A row of the table: a fact and its documentation.
///
/// ```
/// use pgn_query::facts::fact;
///
/// let row = fact("plycount").unwrap();
/// assert!(!row.has_side && !row.about.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The fact.
    pub fact: Fact,
    /// Its name.
    pub name: &'static str,
    /// The sort of its values.
    pub kind: Kind,
    /// The unit of numbers; empty for everything else.
    pub unit: &'static str,
    /// The part that must be read for it.
    pub cost: Cost,
    /// The tags that it reads.
    pub tags: &'static [&'static str],
    /// Whether it speaks of one of the two sides.
    pub has_side: bool,
    /// Whether it is at places of the game, so that a game has several values.
    pub has_place: bool,
    /// Whether it is the location of the game, which the game itself does not contain.
    pub needs_source: bool,
    /// Whether it is the unchanged value of the tag of that name.
    pub is_tag: bool,
    /// Its description, in one line.
    pub about: &'static str,
    /// An expression of `--where` with it.
    pub example: &'static str,
}

macro_rules! facts {
    ($($fact:ident $name:literal $kind:ident $unit:literal $cost:ident [$($tag:literal)*]
        ($($trait:ident)*) $about:literal $example:literal;)*) => {
        /// A fact about a game. [`FACTS`] describes each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the rows of FACTS say what they are")]
        pub enum Fact { $($fact),* }

        /// All facts, in the order in which they are explained.
        pub const FACTS: &[Row] = &[$(Row {
            fact: Fact::$fact,
            name: $name,
            kind: Kind::$kind,
            unit: $unit,
            cost: Cost::$cost,
            tags: &[$($tag),*],
            has_side: has(&[$(stringify!($trait)),*], "side"),
            has_place: has(&[$(stringify!($trait)),*], "place"),
            needs_source: has(&[$(stringify!($trait)),*], "source"),
            is_tag: has(&[$(stringify!($trait)),*], "tag"),
            about: $about,
            example: $example,
        }),*];
    };
}

/// Whether a trait is among those of a row. Traits begin with different letters.
const fn has(traits: &[&str], wanted: &str) -> bool {
    let mut n = 0;
    while n < traits.len() {
        if traits[n].len() == wanted.len() && traits[n].as_bytes()[0] == wanted.as_bytes()[0] {
            return true;
        }
        n += 1;
    }
    false
}

// Fact, name, kind, unit, cost, [tags], (traits), meaning, example.
facts! {
    Player "player" Text "" Tags ["White" "Black"] (side) "the name of one of the two players"
        r#"player ~ /^kasparov/i"#;
    Opponent "opponent" Text "" Tags ["White" "Black"] (side) "the name of the other player"
        r#"player ~ "karpov" and opponent ~ "kasparov""#;
    Elo "elo" Number "Elo" Tags ["WhiteElo" "BlackElo"] (side)
        "the player's Elo; without a named player, the Elo of either one" "elo >= 2800";
    OpponentElo "opponentelo" Number "Elo" Tags ["WhiteElo" "BlackElo"] (side)
        "the opponent's Elo" "elo >= 2600 and opponentelo >= 2600";
    Edge "edge" Number "Elo" Tags ["WhiteElo" "BlackElo"] (side)
        "the player's Elo minus the opponent's" "won and edge <= -200";
    Color "color" Color "" Tags [] (side) "the player's side: `white` or `black`"
        r#"player ~ "tal" and color = black"#;
    Score "score" Number "points" Outcome [] (side)
        "the player's points: 1, 0.5 or 0; none without a result"
        r#"player ~ "tal" and score >= 0.5"#;
    Won "won" Flag "" Outcome [] (side) "the player won" r#"player ~ "tal" and won"#;
    Lost "lost" Flag "" Outcome [] (side) "the player lost" r#"player ~ "tal" and lost"#;
    Drew "drew" Flag "" Outcome [] (side) "the player drew" r#"player ~ "tal" and drew"#;
    Clock "clock" Seconds "seconds" Game [] (side place)
        "the player's clock after a move, from a comment `[%clk]`" "clock < 10";
    MoveTime "movetime" Seconds "seconds" Game [] (side place)
        "the time for a move of the player, from a comment `[%emt]`" "movetime > 0:30:00";
    White "white" Text "" Tags ["White"] (tag) "the name of the player with White"
        r#"white = "Tal, Mihail""#;
    Black "black" Text "" Tags ["Black"] (tag) "the name of the player with Black"
        r#"black = "Tal, Mihail""#;
    EloDiff "elodiff" Number "Elo" Tags ["WhiteElo" "BlackElo"] () "WhiteElo minus BlackElo"
        "elodiff in -50..50";
    MinElo "minelo" Number "Elo" Tags ["WhiteElo" "BlackElo"] ()
        "the lower Elo of the two, if both have one" "minelo >= 2600";
    MaxElo "maxelo" Number "Elo" Tags ["WhiteElo" "BlackElo"] () "the higher Elo of the two"
        "maxelo < 1400";
    AvgElo "avgelo" Number "Elo" Tags ["WhiteElo" "BlackElo"] () "the mean of both Elos"
        "avgelo >= 2700";
    Rated "rated" Flag "" Tags ["WhiteElo" "BlackElo"] () "both players have an Elo" "rated";
    Upset "upset" Flag "" Outcome ["WhiteElo" "BlackElo"] ()
        "the player with the lower Elo won" "upset";
    Result "result" Outcome "" Outcome [] () "the outcome from the tag and the marker"
        r#"result = "1-0""#;
    Decisive "decisive" Flag "" Outcome [] () "one of the players won" "decisive";
    ResultConflict "resultconflict" Flag "" Game ["Result"] ()
        "the Result tag and the termination marker disagree" "resultconflict";
    Termination "termination" Termination "" Tags ["Termination"] ()
        "how the game ended, ignoring letter case" r#"termination = "time forfeit""#;
    Ends "ends" Text "" Game ["Termination"] ()
        "how the game ended: `checkmate`, `stalemate`, `variant-end`, `insufficient`, \
         `repetition`, `fifty`; else by Termination and the last comment: `resignation`, \
         `agreement`, `time`, `adjudication`, `abandoned`, `rules-infraction`, `forfeit`, `death`, \
         `emergency`, `unterminated`" r#"ends = "checkmate""#;
    Event "event" Text "" Tags ["Event"] (tag) "the event" r#"event ~ "linares""#;
    Site "site" Text "" Tags ["Site"] (tag) "the site" r#"site = "Bled""#;
    Country "country" Text "" Tags ["Site"] () "the country code at the end of the site"
        r#"country = "ESP""#;
    Round "round" Text "" Tags ["Round"] (tag) "the round" "round = 3";
    RoundNumber "roundnumber" Number "" Tags ["Round"] ()
        "the first number of the round: 3 for `3.2`, which is round 3, board 2" "roundnumber = 3";
    Date "date" Date "" Tags ["Date"] (tag) "the date" "date in 1990..1999";
    Year "year" Number "years" Tags ["Date"] () "the year of the Date tag" "year in 1990..1999";
    YearMonth "year-month" Text "" Tags ["Date"] () "the year and month of the Date tag"
        r#"year-month = "1992-08""#;
    Month "month" Number "months" Tags ["Date"] () "the month of the Date tag, 1 to 12"
        "month = 8";
    Day "day" Number "days" Tags ["Date"] () "the day of the Date tag, 1 to 31" "day = 29";
    Eco "eco" Eco "" Opening ["ECO"] ()
        "the code of the ECO tag; without one, the code of the positions that the game reaches"
        "eco in B90..B99";
    Opening "opening" Text "" Opening ["Opening" "Variation"] ()
        "the opening from the tags Opening and Variation; without them, from the positions"
        r#"opening ~ "sicilian""#;
    Variation "variation" Text "" Opening ["Opening" "Variation"] ()
        "its variation, from the same source as `opening`" r#"variation ~ "najdorf""#;
    FirstMove "first-move" Text "" Moves ["FEN"] ()
        "the first move, for games from the usual start position" r#"first-move = "e4""#;
    FirstMoves "first-moves" Text "" Game ["FEN"] ()
        "the first three moves of both sides, for games from the usual start position"
        r#"first-moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6""#;
    Variant "variant" Variant "" Tags ["Variant" "Event"] ()
        "the variant: `standard` or another one" "variant = chess960";
    ControlKind "controlkind" Text "" Tags ["TimeControl"] ()
        "the kind of the first period of the TimeControl tag: `moves`, `sudden-death`, \
         `increment`, `delay`, `sandclock` or `untimed`" r#"controlkind = "increment""#;
    BaseTime "basetime" Seconds "seconds" Tags ["TimeControl"] ()
        "the time of the first period of the TimeControl tag" "basetime >= 3600";
    Increment "increment" Seconds "seconds" Tags ["TimeControl"] ()
        "the increment in the first period of the TimeControl tag" "increment > 0";
    Speed "speed" Speed "" Tags ["TimeControl"] ()
        "by the time for 40 moves: `bullet` (below 3 minutes), `blitz` (to 10 minutes), `rapid` \
         (below an hour), `classical` (below a day), `correspondence`" "speed = blitz";
    Duration "duration" Seconds "seconds" Game ["StartTime" "EndTime"] ()
        "how long the game took: by its `[%emt]`, else from StartTime to EndTime"
        "duration > 6:00:00";
    PlyCount "plycount" Number "plies" Moves [] () "number of plies of the main line"
        "plycount > 80";
    MoveCount "movecount" Number "moves" Moves [] ()
        "number of moves of the main line: both plies of a move count as one" "movecount <= 25";
    TotalPlies "totalplies" Number "plies" Game [] () "number of plies including all variations"
        "totalplies > 500";
    Eval "eval" Pawns "pawns" Game [] (place)
        "the evaluation of a position from White's side, from a comment `[%eval]`" "eval < -5";
    Comment "comment" Text "" Game [] (place) "the text of a comment" "comment ~ /novelty/";
    Nag "nag" Number "" Game [] (place) "the number of a NAG" "nag in 1..6";
    Fault "fault" Text "" Game [] () "code, name or message of a finding"
        r#"fault = "C001""#;
    Language "language" Text "" Moves [] (source)
        "the language of the piece letters in the moves" r#"language = "German""#;
    Fen "fen" Text "" Game [] () "the last position, as a FEN" r#"fen ~ "/8/8/8/""#;
    StartFen "startfen" Text "" Game [] () "the first position, as a FEN"
        r#"startfen ~ "w KQkq""#;
    Key "key" Text "" Game [] () "the Polyglot key of the last position, 16 digits"
        r#"key = "463b96181691fc9c""#;
    Game "game" Number "" Tags [] (source) "the number of the game in its file, from 1"
        "game in 10..20";
    File "file" Text "" Tags [] (source) "the name of the file" r#"file ~ "twic""#;
    Line "line" Number "" Tags [] (source) "the line of the file on which the game begins"
        "line < 1000";
}

impl Fact {
    /// The message about it.
    ///
    /// ```
    /// use pgn_query::facts::Fact;
    ///
    /// assert_eq!(Fact::PlyCount.row().name, "plycount");
    /// ```
    #[must_use]
    pub fn row(self) -> &'static Row {
        &FACTS[self as usize]
    }
}

/// The fact of this name.
///
/// ```
/// use pgn_query::facts::{Kind, fact};
///
/// assert_eq!(fact("year").map(|row| row.kind), Some(Kind::Number));
/// assert_eq!(fact("unheard"), None);
/// ```
#[must_use]
pub fn fact(name: &str) -> Option<&'static Row> {
    FACTS.iter().find(|row| row.name == name)
}
