//! How a game ended: according to the board, else to the tag Termination and the last comment
//! (§9.8.1, D-90).

use pgnkit::chess::{EndReason, Position, Role};
use pgnkit::comment::Plain;
use pgnkit::game::{Annotation, Game, NodeId};
use pgnkit::named_enum;
use pgnkit::syntax::CommentKind;
use pgnkit::tag::{Outcome, Termination};

use super::GameView;

named_enum! {
    /// How a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[doc(hidden)]
    pub enum End, name {
        /// Mate.
        Checkmate = "checkmate",
        /// The side to move cannot move.
        Stalemate = "stalemate",
        /// By a rule of the variant.
        VariantEnd = "variant-end",
        /// Neither side can win.
        Insufficient = "insufficient",
        /// The last position occurred for the third time.
        Repetition = "repetition",
        /// Fifty moves without a capture or a pawn's move.
        Fifty = "fifty",
        /// A player resigned.
        Resignation = "resignation",
        /// The players agreed to a draw.
        Agreement = "agreement",
        /// A player ran out of time.
        Time = "time",
        /// Somebody else decided.
        Adjudication = "adjudication",
        /// The game was abandoned, for example after a disconnection.
        Abandoned = "abandoned",
        /// A player broke the rules.
        RulesInfraction = "rules-infraction",
        /// Lost for another reason, as for not coming.
        Forfeit = "forfeit",
        /// A player died.
        Death = "death",
        /// Something unforeseen.
        Emergency = "emergency",
        /// It has not ended.
        Unterminated = "unterminated",
    }
}

/// The end of a main line, if the game is not stored.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct LineEnd<'a> {
    /// The last position, if it is known.
    pub position: Option<&'a Position>,
    /// Whether it was there twice before.
    pub is_repeated: bool,
    /// The last comment, if it is after the last move; otherwise empty.
    pub comment: &'a str,
}

/// Finds out whether the last position of a line was there before.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Repetitions {
    keys: Vec<u64>,
}

impl Repetitions {
    /// Forgets the last line.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Takes the next position of the line.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        // Dropped pieces can come back at any time.
        if position.halfmove_clock() == 0 && !position.variant().has_pockets() {
            self.keys.clear();
        }
        self.keys.push(position.repetition_key());
    }

    /// Whether the last position was there twice before.
    #[must_use]
    pub fn is_repeated(&self) -> bool {
        let Some(last) = self.keys.last() else { return false };
        self.keys.iter().rev().step_by(2).filter(|key| *key == last).count() >= 3
    }
}

/// How a game ended; `None` if it is unknown.
pub(super) fn end(view: &GameView<'_>) -> Option<End> {
    if let Some(end) = view.line_end {
        return end_of(view, end);
    }
    let game = view.game?;
    let mut repetitions = Repetitions::default();
    let mut cursor = game.cursor();
    loop {
        if let Some(position) = cursor.position() {
            repetitions.push(position);
        }
        if !cursor.forward() {
            break;
        }
    }
    let position = cursor.position();
    let comment = last_comment(game);
    end_of(view, LineEnd { position, is_repeated: repetitions.is_repeated(), comment })
}

/// The last comment after the last move of the main line.
fn last_comment(game: &Game) -> &str {
    let node = game.main_line().last().unwrap_or(NodeId::ROOT);
    let texts = game.tree().annotations(node).filter_map(|annotation| match annotation {
        Annotation::Comment { kind: CommentKind::Brace | CommentKind::Line, text } => Some(text),
        _ => None,
    });
    texts.last().unwrap_or_default()
}

fn end_of(view: &GameView<'_>, end: LineEnd<'_>) -> Option<End> {
    if let Some(ending) = end.position.and_then(Position::ending) {
        return Some(match ending.reason {
            EndReason::Checkmate => End::Checkmate,
            EndReason::Stalemate => End::Stalemate,
            EndReason::KingExploded
            | EndReason::AllLost
            | EndReason::KingOnHill
            | EndReason::ThirdCheck
            | EndReason::HordeTaken
            | EndReason::RaceOver => End::VariantEnd,
        });
    }
    // These end a game only if it is a draw.
    let may_be_draw = view.outcome.is_none_or(|it| matches!(it, Outcome::Draw | Outcome::Unknown));
    let drawn = end.position.filter(|_| may_be_draw).and_then(|position| {
        let is_dead =
            position.by_role(Role::Pawn).is_empty() && position.is_insufficient_material();
        match position {
            _ if is_dead => Some(End::Insufficient),
            _ if end.is_repeated => Some(End::Repetition),
            _ if position.halfmove_clock() >= FIFTY_PLIES => Some(End::Fifty),
            _ => None,
        }
    });
    let said = || by_words(view.tag("Termination"));
    drawn.or_else(said).or_else(|| by_words(end.comment))
}

const FIFTY_PLIES: u32 = 100;

/// Longest text about the end of a game, in bytes; longer text is about the game.
const WORDS_MAX: usize = 120;

/// The meaning of a Termination or a comment: `Time forfeit`, `White wins by adjudication`.
fn by_words(text: &str) -> Option<End> {
    let text = text.trim();
    let is_clock = || Plain::parse(text.as_bytes()).is_some();
    if text.is_empty() || text.len() > WORDS_MAX || is_clock() {
        return None;
    }
    match Termination::parse_lax(text) {
        Some(Termination::Normal) => return None,
        Some(Termination::Abandoned) => return Some(End::Abandoned),
        Some(Termination::Adjudication) => return Some(End::Adjudication),
        Some(Termination::Death) => return Some(End::Death),
        Some(Termination::Emergency) => return Some(End::Emergency),
        Some(Termination::RulesInfraction) => return Some(End::RulesInfraction),
        Some(Termination::TimeForfeit) => return Some(End::Time),
        Some(Termination::Unterminated) => return Some(End::Unterminated),
        None => {}
    }
    let text = text.to_ascii_lowercase();
    if !SUBJECTS.iter().any(|word| text.contains(word)) {
        return None;
    }
    let found = WORDS.iter().find(|(words, _)| words.iter().any(|word| text.contains(word)));
    found.map(|(_, end)| *end)
}

/// One of these is in each sentence about the end of a game.
const SUBJECTS: [&str; 11] = [
    "white",
    "black",
    "game",
    "draw",
    "resign",
    "wins",
    "won",
    "lost",
    "adjudicat",
    "illegal move",
    "stalled connection",
];

/// Typical parts of the sentences of servers and programs; the first match counts.
const WORDS: &[(&[&str], End)] = &[
    (&["resign"], End::Resignation),
    (&["adjudicat"], End::Adjudication),
    (&["illegal move", "infraction"], End::RulesInfraction),
    (
        &["on time", "time forfeit", "timeout", "timed out", "out of time", "flag fell", "flagged"],
        End::Time,
    ),
    (&["repetition", "threefold", "3-fold"], End::Repetition),
    (&["fifty", "50 move", "50-move", "50 moves"], End::Fifty),
    (&["insufficient", "mating material", "material to mate"], End::Insufficient),
    (&["stalemate"], End::Stalemate),
    (&["checkmate", " mates", "is mated"], End::Checkmate),
    (&["abandon", "disconnect", "connection", "aborted", "left the game"], End::Abandoned),
    (&["agree"], End::Agreement),
    (&["forfeit", "no show", "did not appear"], End::Forfeit),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_say_how_a_game_ended() {
        for (text, end) in [
            ("Time forfeit", Some(End::Time)),
            ("adjudication", Some(End::Adjudication)),
            ("Normal", None),
            ("White wins by adjudication", Some(End::Adjudication)),
            ("Black resigns", Some(End::Resignation)),
            ("Ash won by resignation", Some(End::Resignation)),
            ("Ash won on time", Some(End::Time)),
            ("White loses on time", Some(End::Time)),
            ("Black forfeits on time", Some(End::Time)),
            ("Game drawn by mutual agreement", Some(End::Agreement)),
            ("Game drawn by agreement", Some(End::Agreement)),
            ("Draw by 3-fold repetition", Some(End::Repetition)),
            ("Draw by fifty moves rule", Some(End::Fifty)),
            ("Game drawn by the 50 move rule", Some(End::Fifty)),
            ("Draw by insufficient mating material", Some(End::Insufficient)),
            ("White's connection stalls", Some(End::Abandoned)),
            ("White forfeits by disconnection", Some(End::Abandoned)),
            ("Black makes an illegal move", Some(End::RulesInfraction)),
            ("illegal move", Some(End::RulesInfraction)),
            ("stalled connection", Some(End::Abandoned)),
            ("Ash won by checkmate", Some(End::Checkmate)),
            ("Game drawn by stalemate", Some(End::Stalemate)),
            ("Ash won - game abandoned", Some(End::Abandoned)),
            ("a fine game", None),
            ("time was short", None),
            ("", None),
        ] {
            assert_eq!(by_words(text), end, "{text}");
        }
        assert_eq!(by_words(&format!("Black resigns, {}", "because ".repeat(20))), None);
    }
}
