//! Writing games as the text of a profile.
//!
//! Standard: §3.2, §4.1, §8.1, §8.2. Decisions: D-02, D-10, D-15, D-23, D-27 to D-30, D-33 to D-35,
//! D-39 to D-41.
//! Start at [`Export`].
//!
//! Writing first normalizes the game, then breaks lines. The result does not depend on how the game
//! was created, so writing, reading and writing again gives the same bytes.

mod comment;
mod comment_as_is;
mod line_cursor;
mod line_filler;
mod line_text;
mod movetext;
mod outside_text;
mod profile;
mod tags;
mod verbatim;

pub mod loss;

#[doc(hidden)]
pub use comment::{brace_texts, is_one_word};
#[doc(hidden)]
pub use line_text::line_text;
#[doc(hidden)]
pub use loss::count as count_loss;
pub use loss::{Loss, WriteError};
pub use outside_text::{append_outside_comments, append_outside_text};
pub use profile::{EXPORT_LINE_CHARACTERS_MAX, Profile};
pub(crate) use tags::roster_value;
#[doc(hidden)]
pub use tags::{PairSink, write as write_tags, write_pairs};
pub use verbatim::{write_tags_verbatim, write_verbatim};

use crate::game::{Game, MoveText, Start};
use pgn_chess::{Variant, option_struct};
use profile::{RefusedGames, TagSection};
use std::{fmt, io};

/// What to do with content that the profile cannot represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unrepresentable {
    /// Write the nearest equivalent, and record a [`Loss`].
    #[default]
    Degrade,
    /// Reject the game.
    Refuse,
}

/// The line end of the output (§3.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Newline {
    /// LF, as in archives.
    #[default]
    Lf,
    /// CR LF, for systems that prefer it.
    CrLf,
}

option_struct! {
    "use pgnkit::write::*;";
    /// Options for writing games.
    ///
    /// ```
    /// # use pgnkit::write::{Export, Profile};
    /// let export = Export::default().with_profile(Profile::Reduced);
    /// assert_eq!(export, Export::new(Profile::Reduced));
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Export {
        /// The profile.
        profile, with_profile: Profile = "Profile::Archival",
        /// What to do with content that it cannot represent.
        unrepresentable, with_unrepresentable: Unrepresentable = "Unrepresentable::Refuse",
        /// Line ends.
        newline, with_newline: Newline = "Newline::CrLf",
        /// Whether the reduced profile writes SetUp and FEN instead of rejecting a set-up position.
        keep_setup, with_keep_setup: KeepSetup = "KeepSetup::Keep",
    }
}

/// Whether reduced export may contain a set-up position (D-39).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum KeepSetup {
    /// No: such a game is rejected.
    #[default]
    Refuse,
    /// Yes: SetUp and FEN are also written.
    Keep,
}

/// The game in the modern profile, as [`Export::default`] writes it.
///
/// ```
/// # use pgnkit::Game;
/// let game: Game = "1.e4 e5 2.Nf3 1/2-1/2".parse()?;
/// assert!(game.to_string().ends_with("\n1. e4 e5 2. Nf3 1/2-1/2\n\n"));
/// # Ok::<(), pgnkit::read::NoGameError>(())
/// ```
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        Export::default().append(self, &mut text, &mut Vec::new()).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl Export {
    /// Options with this profile, and defaults otherwise.
    ///
    /// ```
    /// # use pgnkit::{Game, write::{Export, Profile}};
    /// assert_eq!(Export::new(Profile::Modern), Export::default());
    /// ```
    #[must_use]
    pub fn new(profile: Profile) -> Export {
        Export::default().with_profile(profile)
    }

    /// Writes a game, followed by its empty line.
    ///
    /// # Errors
    /// If the sink fails, or the profile rejects the game; in this case nothing is written.
    ///
    /// ```
    /// # use pgnkit::{Game, write::{Export, Profile}};
    /// let (game, mut file): (Game, _) = ("1.e4 *".parse()?, Vec::new());
    /// Export::default().write(&game, &mut file)?;
    /// assert!(file.ends_with(b"\n1. e4 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &self,
        game: &Game,
        sink: &mut (impl io::Write + ?Sized),
    ) -> Result<(), WriteError> {
        let n_bytes = game.tags().n_bytes_guessed() + game.tree().n_bytes_guessed();
        let mut text = Vec::with_capacity(n_bytes);
        self.append(game, &mut text, &mut Vec::new())?;
        sink.write_all(&text).map_err(WriteError::Io)
    }

    /// Appends the text of a game to `text`, and all losses to `losses`.
    ///
    /// # Errors
    /// [`WriteError::Refused`] if the profile cannot represent the game, or would lose content and
    /// [`Unrepresentable::Refuse`] is set; `text` then does not change.
    ///
    /// ```
    /// # use pgnkit::{Game, write::{Export, Profile}};
    /// let game: Game = "[White \"Šárka\"] 1. e4 *".parse()?;
    /// let (mut text, mut losses) = (Vec::new(), Vec::new());
    /// Export::new(Profile::Archival).append(&game, &mut text, &mut losses)?;
    /// assert!(!losses.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(
        &self,
        game: &Game,
        text: &mut Vec<u8>,
        losses: &mut Vec<Loss>,
    ) -> Result<(), WriteError> {
        let (from, n_losses) = (text.len(), losses.len());
        let start = game.start();
        self.refuse_impossible(game, &start)?;
        self.put(game, text, losses);
        if self.profile.differences().is_latin1() && !text[from..].is_ascii() {
            let written = String::from_utf8_lossy(&text[from..]).into_owned();
            text.truncate(from);
            text.extend(written.chars().map(|c| u8::try_from(c).unwrap_or(b'?')));
        }
        let refuses = self.unrepresentable == Unrepresentable::Refuse;
        if refuses && losses[n_losses..].iter().any(Loss::loses_content) {
            text.truncate(from);
            return Err(WriteError::Refused(losses.split_off(n_losses)));
        }
        if self.newline == Newline::CrLf {
            put_carriage_returns(text, from);
        }
        Ok(())
    }

    /// Appends tags and movetext, in UTF-8 with LF.
    fn put(&self, game: &Game, text: &mut Vec<u8>, losses: &mut Vec<Loss>) {
        let start = game.start();
        tags::write(game, self, &start, text, losses);
        movetext::write(game, self, &start, text, losses);
    }

    fn refuse_impossible(&self, game: &Game, start: &Start) -> Result<(), WriteError> {
        let is_roster = self.profile.differences().tags == TagSection::Roster;
        // Without the tag Variant its reader would play by other rules.
        let is_unsaid =
            is_roster && start.position.is_some_and(|position| !position.variant().is_orthodox());
        let is_checked = start.position.is_some();
        let is_refused = match self.profile.differences().refused {
            RefusedGames::None => false,
            RefusedGames::Unchecked => !is_checked,
            RefusedGames::BeyondSan => !is_checked || is_unsaid || goes_beyond_san(game),
            RefusedGames::Variants => {
                start.position.is_none_or(|it| it.variant() != Variant::Standard)
            }
        };
        if is_refused {
            return Err(WriteError::Refused(vec![Loss::new(&loss::UNWRITABLE_VARIANT, 1)]));
        }
        let drops_setup = is_roster && self.keep_setup == KeepSetup::Refuse;
        if drops_setup && game.tag("FEN").is_some_and(|value| !value.trim().is_empty()) {
            return Err(WriteError::Refused(vec![Loss::new(&loss::SETUP_IN_REDUCED, 1)]));
        }
        Ok(())
    }
}

/// Appends the movetext of a game as the profile lays it out, in UTF-8 with LF whatever it is
/// written in, without the empty line after it.
pub(crate) fn push_movetext(game: &Game, profile: Profile, text: &mut Vec<u8>) {
    let export = Export::new(profile);
    movetext::write(game, &export, &game.start(), text, &mut Vec::new());
    if text.ends_with(b"\n\n") {
        text.pop();
    }
}

/// Whether some move has no text in the SAN of the standard: a drop, a pawn that became a king.
fn goes_beyond_san(game: &Game) -> bool {
    let tree = game.tree();
    let may_be = |node| matches!(tree.mv(node), Some(MoveText::Move(mv)) if mv.is_beyond_san());
    let may_be_variant = ["Variant", "FEN"].iter().any(|name| game.tag(name).is_some())
        || game.tag("Event").and_then(crate::game::EventRules::of).is_some();
    if !may_be_variant {
        return false;
    }
    tree.nodes().any(may_be)
}

/// Makes CR LF of every LF from `from` on, in place: from the end, where the room is.
fn put_carriage_returns(text: &mut Vec<u8>, from: usize) {
    let mut end = text.len();
    let n_lines = text[from..].iter().filter(|&&byte| byte == b'\n').count();
    text.resize(end + n_lines, 0);
    let mut to = text.len();
    while to > end {
        let line = text[from..end].iter().rposition(|&byte| byte == b'\n').unwrap_or(0) + from;
        text.copy_within(line..end, to - (end - line));
        to -= end - line + 1;
        text[to] = b'\r';
        end = line;
    }
}

#[cfg(test)]
mod tests;
