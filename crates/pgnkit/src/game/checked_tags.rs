//! Setting tags on which moves and outcome depend: FEN, SetUp, Variant, Event and Result.

use core::fmt;

use super::tree::Spelled;
use super::{EventRules, Game, NodeId, StartTags, Tags};
use crate::tag::{self, Outcome, ValueError};
use pgn_chess::notation::san::{self, SanOptions, SanText, Spelling};
use pgn_chess::{Move, Position};

/// The tags on which the moves depend.
const START: [&str; 4] = ["FEN", "SetUp", "Variant", tag::EVENT];

/// Why tags were not set. The game did not change.
///
/// ```
/// use pgnkit::{Game, game::SetTagError};
/// let mut game: Game = "1. e4 *".parse()?;
/// let refused = game.set_tag("Result", "won");
/// assert!(matches!(refused, Err(SetTagError::Result(_))));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetTagError {
    /// The name is not a valid tag name.
    Name(ValueError),
    /// The FEN cannot be read, or its position is impossible.
    Start,
    /// The rules or the start position would be unknown, so that the moves of the game could not be
    /// checked.
    UnknownStart,
    /// This move would no longer be legal, or would no longer be the written one.
    Move(SanText),
    /// The value is not a result.
    Result(String),
}

impl fmt::Display for SetTagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetTagError::Name(error) => write!(f, "invalid tag name: {error}"),
            SetTagError::Start => f.write_str("the start position would be invalid"),
            SetTagError::UnknownStart => {
                f.write_str("the start position would be unknown, and the game has moves")
            }
            SetTagError::Move(san) => {
                write!(f, "the start position would be another, from which {san} is not legal")
            }
            SetTagError::Result(value) => write!(f, "expected a result, found `{value}`"),
        }
    }
}

impl std::error::Error for SetTagError {}

impl Game {
    /// Sets a tag, in its place in export form.
    ///
    /// FEN, SetUp and Variant are set only if all moves stay legal; Result also sets the outcome.
    /// If only the Event named the variant, a new Event adds a Variant tag (D-91).
    /// [`edit_tags`](Game::edit_tags) sets several of them at once.
    ///
    /// # Errors
    /// If the name is not a tag name, the value is not a result, or a move of the game would no
    /// longer be legal.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let mut game: Game = "1. e4 e5 *".parse()?;
    /// game.set_tag("Result", "1-0")?;
    /// assert!(game.to_string().ends_with("1. e4 e5 1-0\n\n"));
    /// assert!(game.set_tag("FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), SetTagError> {
        tag::check_name(name).map_err(SetTagError::Name)?;
        if says_start(name) || name.eq_ignore_ascii_case(tag::RESULT) {
            return self.edit_tags(|tags| tags.put(name, value));
        }
        self.tags.put(name, value);
        Ok(())
    }

    /// Removes every tag with this name and returns their number; a removed Result leaves the
    /// outcome unchanged.
    ///
    /// # Errors
    /// If a move of the game would no longer be legal.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let mut game: Game = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *".parse()?;
    /// assert!(game.remove_tag("FEN").is_err());
    /// assert_eq!(game.remove_tag("Annotator"), Ok(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_tag(&mut self, name: &str) -> Result<usize, SetTagError> {
        if says_start(name) {
            return self.edit_tags(|tags| tags.remove(name));
        }
        Ok(self.tags.remove(name))
    }

    /// Sets a tag where it is, or last; the outcome, the name and a Result stay unchecked.
    ///
    /// # Errors
    /// If a move of the game would no longer be legal.
    #[doc(hidden)]
    pub fn set_tag_in_place(&mut self, name: &str, value: &str) -> Result<(), SetTagError> {
        if says_start(name) {
            return self.edit_tags(|tags| tags.set(name, value));
        }
        self.tags.set(name, value);
        Ok(())
    }

    /// The tags, as long as the game has no moves, which they could make illegal.
    #[doc(hidden)]
    pub fn tags_mut(&mut self) -> Option<&mut Tags> {
        self.tree.next(NodeId::ROOT).is_none().then_some(&mut self.tags)
    }

    /// Edits the tags in any way, and checks start and outcome once afterwards. Returns what
    /// `edit` returns. Cost: a copy of the tags.
    ///
    /// # Errors
    /// As [`set_tags`](Game::set_tags); the tags are then as before.
    ///
    /// ```
    /// # use pgnkit::Game;
    /// let mut game = Game::new();
    /// game.edit_tags(|tags| {
    ///     tags.set("SetUp", "1");
    ///     tags.set("FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// })?;
    /// assert_eq!(game.start_position().map(|start| start.legal_moves().len()), Some(15));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit_tags<R>(&mut self, edit: impl FnOnce(&mut Tags) -> R) -> Result<R, SetTagError> {
        let mut tags = self.tags.clone();
        let result = edit(&mut tags);
        self.set_tags(tags)?;
        Ok(result)
    }

    /// Replaces all tags, if the moves stay legal. A changed Result also sets the outcome.
    ///
    /// # Errors
    /// If the new Result is not a result, or a move of the game would no longer be legal. Unchanged
    /// tags and tag names are not checked.
    ///
    /// ```
    /// let mut game: pgnkit::Game = "1. e4 *".parse()?;
    /// let mut tags = game.tags().clone();
    /// tags.push("Opening", "King's Pawn");
    /// game.set_tags(tags)?;
    /// assert!(game.tag("Opening").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tags(&mut self, mut tags: Tags) -> Result<(), SetTagError> {
        if let Some(rules) = event_rules(&self.tags)
            && event_rules(&tags).is_none_or(|new| new.name() != rules.name())
            && !names_variant(&tags)
        {
            tags.put("Variant", rules.name());
        }
        let of = |tags: &Tags, name: &str| tags.get(name).map(str::to_owned);
        let has_changed = |name: &&str| of(&self.tags, name) != of(&tags, name);
        let outcome = match tags.get(tag::RESULT).filter(|_| has_changed(&tag::RESULT)) {
            None => None,
            Some(value) => {
                let outcome =
                    Outcome::parse_lax(value).or(value.is_empty().then_some(self.outcome));
                Some(outcome.ok_or_else(|| SetTagError::Result(value.to_owned()))?)
            }
        };
        let old = std::mem::replace(&mut self.tags, tags);
        let starts = ["FEN", "SetUp", "Variant"].iter();
        let is_other_start = starts.clone().any(|name| of(&old, name) != of(&self.tags, name))
            || event_rules(&old) != event_rules(&self.tags);
        if is_other_start && let Err(error) = self.follow_start() {
            self.tags = old;
            return Err(error);
        }
        if let Some(outcome) = outcome {
            self.outcome = outcome;
        }
        Ok(())
    }

    /// Rewrites the SAN of the moves from the start position that the tags now give.
    fn follow_start(&mut self) -> Result<(), SetTagError> {
        let start = self.start();
        if start.fen_error.is_some() {
            return Err(SetTagError::Start);
        }
        let nodes = self.tree.heads_and_moves();
        let is_checked =
            |node: &NodeId| matches!(self.tree.spelled(*node), Some(Spelled::Move(..)));
        let Some(start) = start.position else {
            return match nodes.iter().any(is_checked) {
                true => Err(SetTagError::UnknownStart),
                false => Ok(()),
            };
        };
        // The position after each node, where it is known.
        let mut after: Vec<Option<Position>> = vec![None; self.tree.n_nodes()];
        let mut spellings: Vec<(NodeId, Move, Spelling)> = Vec::new();
        after[NodeId::ROOT.index()] = Some(start);
        for node in nodes {
            let Some(before) = self.tree.before(node) else { continue };
            let Some(Spelled::Move(mv, spelling)) = self.tree.spelled(node) else {
                // A variation begins before the move that it replaces.
                let before = self.tree.before(before).filter(|_| self.tree.is_head(node));
                after[node.index()] = before.and_then(|before| after[before.index()]);
                continue;
            };
            let Some(mut position) = after[before.index()] else { continue };
            if !stays(&position, mv, spelling) {
                return Err(SetTagError::Move(spelling.text(mv)));
            }
            if !mv.is_null() {
                spellings.push((node, mv, Spelling::of(&position, mv)));
            }
            position.play_unchecked(mv);
            after[node.index()] = Some(position);
        }
        for (node, mv, spelling) in spellings {
            self.tree.respell(node, mv, spelling);
        }
        Ok(())
    }
}

/// Whether the start of the game depends on the tag.
fn says_start(name: &str) -> bool {
    START.iter().any(|start| start.eq_ignore_ascii_case(name))
}

/// The rules that only the Event names.
fn event_rules(tags: &Tags) -> Option<EventRules<'_>> {
    let (variant, event) = (tags.get("Variant"), tags.get(tag::EVENT));
    StartTags { variant, event, ..StartTags::default() }.event_rules()
}

/// Whether there is a Variant tag with a value.
fn names_variant(tags: &Tags) -> bool {
    tags.get("Variant").is_some_and(|value| !matches!(value.trim(), "" | "?" | "-"))
}

/// Whether a move is legal in this position, and what is written of it means this move.
fn stays(position: &Position, mv: Move, spelling: Spelling) -> bool {
    if mv.is_null() {
        return !position.is_check();
    }
    let text = spelling.text(mv);
    let read = san::resolve(position, text.as_str().as_bytes(), &SanOptions::default());
    read.is_ok_and(|reading| reading.mv == mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "1. e4 (1. d4 d5 (1... Nf6)) e5 2. Nf3 {x} (2. -- Nc6) Nc6 1-0";

    #[test]
    fn a_start_is_set_only_if_all_lines_stay_legal() {
        const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let cases = [
            ("FEN", USUAL.to_owned(), None),
            // Without the rooks all moves are legal.
            ("FEN", USUAL.replace('R', "1").replace("KQkq", "kq"), None),
            // Black to move.
            ("FEN", USUAL.replace(" w ", " b "), Some("e4")),
            // The queen's pawn is missing, which a variation needs.
            ("FEN", USUAL.replace("PPPPPPPP", "PPP1PPPP"), Some("d4")),
            // Two knights can go to f3.
            ("FEN", USUAL.replace("/8/8/PPPP", "/7N/8/PPPP"), Some("Nf3")),
            ("FEN", "no position".to_owned(), Some("invalid")),
            ("Variant", "Chess960".to_owned(), None),
            ("Variant", "Fog of war".to_owned(), Some("unknown")),
            ("Variant", "Antichess".to_owned(), None),
            ("White", "Tal".to_owned(), None),
        ];
        for (name, value, expected) in cases {
            let before: Game = LINES.parse().unwrap();
            let mut game = before.clone();
            match (game.set_tag(name, &value), expected) {
                (Ok(()), None) => {
                    assert_eq!(game.tag(name), Some(&*value));
                    // Written games are read back as the same game.
                    let again: Game = game.to_string().parse().unwrap();
                    assert_eq!(again.tree(), game.tree(), "{name} {value}");
                }
                (Err(error), Some(why)) => {
                    assert!(error.to_string().contains(why), "{value}: {error}");
                    assert_eq!(game, before);
                }
                (done, _) => panic!("{name} {value}: {done:?}"),
            }
        }
    }

    #[test]
    fn check_marks_follow_the_start() {
        let mut game: Game =
            "[SetUp \"1\"]\n[FEN \"8/4k3/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra7+ *".parse().unwrap();
        game.set_tag("FEN", "8/8/4k3/8/8/8/8/R3K3 w - - 0 1").unwrap();
        assert!(game.to_string().ends_with("1. Ra7 *\n\n"), "{game}");
    }

    #[test]
    fn tags_in_place_keep_the_moves_legal() {
        let mut game: Game = LINES.parse().unwrap();
        assert!(game.tags_mut().is_none());
        let before = game.clone();
        for name in ["FEN", "fen", "Variant"] {
            let refused = game.set_tag_in_place(name, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
            assert!(refused.is_err() && game == before, "{name}");
        }
        game.set_tag_in_place("Result", "abandoned").unwrap();
        assert_eq!((game.outcome(), game.tag("Result")), (before.outcome(), Some("abandoned")));
        assert!(Game::new().tags_mut().is_some());
    }

    #[test]
    fn a_result_sets_the_outcome() {
        let mut game: Game = LINES.parse().unwrap();
        for (value, marker) in [("0-1", "0-1"), ("½:½", "1/2-1/2"), ("*", "*")] {
            game.set_tag("Result", value).unwrap();
            assert_eq!((game.outcome().marker(), game.tag("Result")), (marker, Some(value)));
        }
        assert!(game.set_tag("Result", "abandoned").is_err());
        assert!(game.set_tag("Re sult", "*").is_err());
        assert_eq!(game.tag("Result"), Some("*"));
    }

    /// The rules stay those by which the moves were read.
    #[test]
    fn a_new_event_keeps_the_variant_of_the_old_one() {
        let with_event = |event: &str, rest: &str| -> Game {
            format!("[Event \"{event}\"]\n{rest}\n1. e3 b6 *").parse().unwrap()
        };
        for (old, rest, new, variant) in [
            ("FICS rated suicide game", "", "Club", Some("Suicide")),
            ("FICS rated suicide game", "", "FICS unrated suicide game", None),
            ("FICS rated suicide game", "", "FICS rated atomic game", Some("Suicide")),
            ("FICS rated suicide game", "[Variant \"?\"]\n", "Club", Some("Suicide")),
            ("FICS rated suicide game", "[Variant \"Atomic\"]\n", "Club", Some("Atomic")),
            ("Rated Atomic game", "", "?", Some("Atomic")),
            ("FICS rated wild/fr game", "", "Club", Some("Chess960")),
            ("FICS rated losers game", "", "Club", Some("losers")),
            ("FICS rated blitz game", "", "Club", None),
            ("Club", "", "Cup", None),
        ] {
            let mut game = with_event(old, rest);
            let before = game.start();
            game.set_tag("Event", new).unwrap();
            assert_eq!(game.tag("Variant"), variant, "{old} {rest}");
            let after = game.start();
            assert_eq!(after.position, before.position, "{old}");
            assert_eq!(after.is_unknown_variant, before.is_unknown_variant, "{old}");
        }
        let mut game = with_event("Club", "");
        assert!(game.set_tag("Event", "FICS rated losers game").is_err());
        game.set_tag("Event", "FICS rated suicide game").unwrap();
        assert_eq!(game.start_position().unwrap().variant(), pgn_chess::Variant::Suicide);
        let mut game = with_event("FICS rated suicide game", "");
        let mut tags = game.tags.clone();
        tags.remove("Event");
        game.set_tags(tags).unwrap();
        assert_eq!(game.tag("Variant"), Some("Suicide"));
    }

    /// Moves that were not checked before can be any.
    #[test]
    fn a_wrong_start_can_be_corrected() {
        let mut game: Game = "[Variant \"Chess with dice\"]\n\n1. e4 e5 *".parse().unwrap();
        game.set_tag("Variant", "Standard").unwrap();
        let again: Game = game.to_string().parse().unwrap();
        assert_eq!(again.n_plies(), 2);
        assert!(again.tree().san(again.main_line().next().unwrap()).is_some());
    }
}
