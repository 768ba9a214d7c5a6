//! The words that are computed: the one table of them.
//!
//! Owns: their names, types, units and the line about each. Knows nothing of: how they are
//! computed, positions.
//! Standard: none.
//! Start at [`WORDS`].

/// What a word asks about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fact {
    Player,
    Opponent,
    PlayerElo,
    OpponentElo,
    Edge,
    Color,
    Score,
    Won,
    Lost,
    Drew,
    Clock,
    MoveTime,
    EloDiff,
    EloMin,
    EloMax,
    EloMean,
    Rated,
    Upset,
    Decisive,
    ResultConflict,
    Year,
    Month,
    Day,
    Variant,
    Eco,
    Outcome,
    Termination,
    BaseSeconds,
    Increment,
    Game,
    File,
    PlyCount,
    MoveCount,
    TotalPlies,
    Duration,
    Eval,
    Comment,
    Nag,
    Fault,
}

/// What sort of values a word has, which decides what may stand behind its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text.
    Text,
    /// A number.
    Number,
    /// Seconds, or a time such as `0:05:00`.
    Seconds,
    /// Pawns, or a mate such as `#3`.
    Pawns,
    /// An ECO code, or the beginning of one.
    Eco,
    /// One of the four outcomes.
    Outcome,
    /// `white` or `black`.
    Color,
    /// The name of a variant.
    Variant,
    /// One of the words of the Termination tag.
    Termination,
    /// Yes or no: the word stands alone.
    Flag,
}

impl Kind {
    /// What it is called in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Number => "number",
            Kind::Seconds => "seconds",
            Kind::Pawns => "pawns",
            Kind::Eco => "ECO code",
            Kind::Outcome => "outcome",
            Kind::Color => "colour",
            Kind::Variant => "variant",
            Kind::Termination => "termination",
            Kind::Flag => "yes or no",
        }
    }
}

/// What must be known of a game before a word can be answered, from cheap to dear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Its tags, and where it stands.
    Tags,
    /// The whole game, its moves read and played once.
    Game,
    /// The positions of its moves.
    Boards,
}

impl Level {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Tags => "tags",
            Level::Game => "whole game",
            Level::Boards => "boards",
        }
    }
}

/// A computed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// The sort of its values.
    pub kind: Kind,
    /// What must be known to answer it.
    pub level: Level,
    /// Whether it speaks of one of the two sides, and shares that side with its neighbours.
    pub has_side: bool,
    /// Whether it stands at places of the game, so that it may be asked within plies.
    pub has_place: bool,
    /// What it is, in a line.
    pub about: &'static str,
    /// An expression with it.
    pub example: &'static str,
    pub(super) fact: Fact,
}

macro_rules! words {
    ($($name:literal $fact:ident $kind:ident $level:ident [$($trait:ident)*] $about:literal
        $example:literal;)*) => {
        /// All computed words, in the order in which they are explained.
        pub const WORDS: &[Word] = &[$(Word {
            name: $name,
            kind: Kind::$kind,
            level: Level::$level,
            has_side: words!(@has side $($trait)*),
            has_place: words!(@has place $($trait)*),
            about: $about,
            example: $example,
            fact: Fact::$fact,
        }),*];
    };
    (@has side) => { false };
    (@has place) => { false };
    (@has side side $($rest:ident)*) => { true };
    (@has place place $($rest:ident)*) => { true };
    (@has side $other:ident $($rest:ident)*) => { words!(@has side $($rest)*) };
    (@has place $other:ident $($rest:ident)*) => { words!(@has place $($rest)*) };
}

words! {
    "player" Player Text Tags [side] "the name of one of the two players"
        r#"player ~ /^kasparov/i"#;
    "opponent" Opponent Text Tags [side] "the name of the other one"
        r#"player ~ "karpov" and opponent ~ "kasparov""#;
    "elo" PlayerElo Number Tags [side] "the player's Elo; alone, that of either"
        "elo >= 2800";
    "opponentelo" OpponentElo Number Tags [side] "the opponent's Elo"
        "elo >= 2600 and opponentelo >= 2600";
    "edge" Edge Number Tags [side] "the player's Elo less the opponent's"
        "won and edge <= -200";
    "color" Color Color Tags [side] "the player's side: `white` or `black`"
        r#"player ~ "tal" and color = black"#;
    "score" Score Number Game [side] "the player's points: 1, 0.5 or 0; none without a result"
        r#"player ~ "tal" and score >= 0.5"#;
    "won" Won Flag Game [side] "the player won"
        r#"player ~ "tal" and won"#;
    "lost" Lost Flag Game [side] "the player lost"
        r#"player ~ "tal" and lost"#;
    "drew" Drew Flag Game [side] "the player drew"
        r#"player ~ "tal" and drew"#;
    "clock" Clock Seconds Game [side place]
        "what a comment `[%clk]` leaves the player after a move" "clock < 10";
    "movetime" MoveTime Seconds Game [side place]
        "what a comment `[%emt]` says that a move of the player took" "movetime > 0:30:00";
    "elodiff" EloDiff Number Tags [] "WhiteElo less BlackElo" "elodiff in -50..50";
    "minelo" EloMin Number Tags [] "the lower Elo of the two, if both have one" "minelo >= 2600";
    "maxelo" EloMax Number Tags [] "the higher Elo of the two" "maxelo < 1400";
    "avgelo" EloMean Number Tags [] "the mean of both Elos" "avgelo >= 2700";
    "rated" Rated Flag Tags [] "both players have an Elo" "rated";
    "upset" Upset Flag Game [] "the player with the lower Elo won" "upset";
    "decisive" Decisive Flag Game [] "somebody won" "decisive";
    "resultconflict" ResultConflict Flag Game []
        "the Result tag and the termination marker say different things" "resultconflict";
    "result" Outcome Outcome Game []
        "the outcome, as tag and marker have it together" r#"result = "1-0""#;
    "year" Year Number Tags [] "the year of the Date tag" "year in 1990..1999";
    "month" Month Number Tags [] "the month of the Date tag, 1 to 12" "month = 8";
    "day" Day Number Tags [] "the day of the Date tag, 1 to 31" "day = 29";
    "eco" Eco Eco Tags []
        "the opening code; without an ECO tag, that of the positions the game reaches"
        "eco in B90..B99";
    "variant" Variant Variant Tags [] "the rules: `standard` or another variant"
        "variant = chess960";
    "termination" Termination Termination Tags [] "how the game ended, letter case aside"
        r#"termination = "time forfeit""#;
    "basetime" BaseSeconds Seconds Tags []
        "the time of the first period of the TimeControl tag" "basetime >= 3600";
    "increment" Increment Seconds Tags []
        "what each move adds in the first period of the TimeControl tag" "increment > 0";
    "duration" Duration Seconds Game []
        "how long the game took: by its `[%emt]`, else from StartTime to EndTime"
        "duration > 6:00:00";
    "plycount" PlyCount Number Game [] "number of plies of the main line" "plycount > 80";
    "movecount" MoveCount Number Game []
        "number of moves of the main line: both plies of a move count as one" "movecount <= 25";
    "totalplies" TotalPlies Number Game [] "number of plies with all variations"
        "totalplies > 500";
    "eval" Eval Pawns Game [place]
        "what a comment `[%eval]` says of a position, from White's side" "eval < -5";
    "comment" Comment Text Game [place] "the text of a comment" "comment ~ /novelty/";
    "nag" Nag Number Game [place] "the number of a glyph" "nag in 1..6";
    "fault" Fault Text Game [] "code, name or sentence of a finding" r#"fault = "C001""#;
    "game" Game Number Tags [] "the number of the game in its file, from 1" "game in 10..20";
    "file" File Text Tags [] "the name of the file" r#"file ~ "twic""#;
}

/// The word of this name.
#[must_use]
pub fn word(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

/// What `has` may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Has {
    Comment,
    Variation,
    Nag,
    Clock,
    Eval,
    MoveTime,
    Setup,
    Fault,
    Moves,
}

/// The words behind `has`, with what they mean.
pub const HAS: &[(&str, &str)] = &[
    ("comment", "a comment"),
    ("variation", "a variation"),
    ("nag", "a glyph; with a number, that one: `has nag 1`"),
    ("clock", "a comment `[%clk]`"),
    ("eval", "a comment `[%eval]`"),
    ("movetime", "a comment `[%emt]`"),
    ("setup", "a start from a FEN tag"),
    ("fault", "a finding; with a code, that one: `has fault \"C001\"`"),
    ("moves", "at least one move"),
    ("tag", "a tag of this name: `has tag \"WhiteElo\"`"),
];

impl Has {
    pub(super) fn of(word: &str) -> Option<Has> {
        Some(match word {
            "comment" => Has::Comment,
            "variation" => Has::Variation,
            "nag" => Has::Nag,
            "clock" => Has::Clock,
            "eval" => Has::Eval,
            "movetime" => Has::MoveTime,
            "setup" => Has::Setup,
            "fault" => Has::Fault,
            "moves" => Has::Moves,
            _ => return None,
        })
    }
}
