//! The contents that a game may have: the words after `has`.

/// The things that `has` can test.
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
    Tag,
}

/// The words after `has`, with what they mean.
pub(super) const HAS: &[(&str, Has, &str)] = &[
    ("comment", Has::Comment, "a comment"),
    ("variation", Has::Variation, "a variation"),
    ("nag", Has::Nag, "a NAG; with a number, this NAG: `has nag 1`"),
    ("clock", Has::Clock, "a comment `[%clk]`"),
    ("eval", Has::Eval, "a comment `[%eval]`"),
    ("movetime", Has::MoveTime, "a comment `[%emt]`"),
    ("setup", Has::Setup, "a start from a FEN tag"),
    ("fault", Has::Fault, "a finding; with a code, of this rule: `has fault \"C001\"`"),
    ("moves", Has::Moves, "at least one move"),
    ("tag", Has::Tag, "a tag of this name: `has tag \"WhiteElo\"`"),
];

impl Has {
    pub(super) fn of(word: &str) -> Option<Has> {
        HAS.iter().find(|(known, ..)| *known == word).map(|(_, has, _)| *has)
    }
}
