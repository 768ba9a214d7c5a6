//! Content that a profile cannot represent.
//!
//! Standard: §3.2, §4.1. Decisions: D-02, D-05, D-10, D-15, D-33 to D-35, D-39.

use core::fmt;
use pgn_syntax::Fault;
use std::io;

pgn_syntax::faults! {
    examples
        "pgnkit::{Game, write::{Export, Profile, loss}};\nlet game: Game = "
        ".parse().expect(\"a game\");\nlet (mut text, mut losses) = (Vec::new(), Vec::new());\n\
         let export = Export::new(Profile::Archival);\n\
         export.append(&game, &mut text, &mut losses).expect(\"written\");\n\
         assert!(losses.iter().any(|it| it.fault.code == loss::";
    /// Characters that Latin-1, or ASCII, lacks were replaced (D-02).
    REPLACED_CHARACTER = 'X' 2 "replaced-character" Remark "§4.1"
        "character that the output lacks, replaced"
        in "[White \"Đurić\"] *";
    /// A reader that guesses would read the Latin-1 text as UTF-8 (D-02).
    AMBIGUOUS_ENCODING = 'X' 3 "ambiguous-encoding" Remark "§4.1"
        "Latin-1 text that looks like UTF-8";
    /// A tag value was truncated to 255 characters (D-05).
    CUT_STRING = 'X' 4 "cut-string" Remark "§7"
        "tag value cut to 255 characters";
    /// A tag was not written: its name cannot be archived, or is taken (D-15).
    DROPPED_TAG = 'X' 5 "dropped-tag" Remark "§8.1"
        "tag that was not written"
        in "[1st \"x\"] *";
    /// A comment had to be written as several (D-10).
    SPLIT_COMMENT = 'X' 6 "split-comment" Remark "§5"
        "comment written in several pieces";
    /// An escape line was not written.
    DROPPED_ESCAPE = 'X' 7 "dropped-escape" Remark "§6"
        "escape line that was not written"
        in "1. e4\n%private\n*";
    /// A NAG was not written: 0, above 255, or given twice (D-35).
    DROPPED_NAG = 'X' 8 "dropped-nag" Remark "§10"
        "NAG that was not written"
        in "1. e4 $300 *";
    /// A null move became comment text, or the line was cut there (D-34).
    UNWRITABLE_NULL_MOVE = 'X' 9 "unwritable-null-move" Remark "§8.2.3"
        "null move that the profile cannot represent"
        in "1. e4 (1. d4 --) *";
    /// A set-up position in reduced export (§3.2.4).
    SETUP_IN_REDUCED = 'X' 10 "setup-in-reduced" Remark "§3.2.4"
        "set-up position, which reduced export cannot represent";
    /// A game whose moves cannot be checked, or of a variant that the profile does not have.
    UNWRITABLE_VARIANT = 'X' 11 "unwritable-variant" Remark "§9.7"
        "game with rules or a start position that the profile lacks";
    /// A tag name was given a capital (D-15).
    RAISED_TAG_NAME = 'X' 12 "raised-tag-name" Remark "§8.1"
        "tag name written with a capital"
        in "[club \"x\"] *";
    /// The rest of a line that could not be played was not written.
    DROPPED_REST = 'X' 13 "dropped-rest" Remark "§8.2"
        "unplayable rest of a line that was not written";
    /// The result of a game whose positions are written as EPD records.
    DROPPED_RESULT = 'X' 14 "dropped-result" Remark "§16.2.5"
        "result that was not written";
    /// A variation of such a game: records are of the main line.
    DROPPED_VARIATION = 'X' 15 "dropped-variation" Remark "§16.2.5"
        "variation that was not written";
    /// A command in a comment of such a game for which there is no opcode.
    DROPPED_COMMAND = 'X' 16 "dropped-command" Remark "§16.2.5"
        "command of a comment that was not written";
    /// A comment was joined to another one, or put before variations (SI4 has one for each move).
    JOINED_COMMENT = 'B' 16 "joined-comment" Remark "§5"
        "comment joined to another one, or put before variations";
    /// A variation of the first move of a variation became its sibling (CBH has one list).
    MOVED_VARIATION = 'B' 17 "moved-variation" Remark "§8.2.5"
        "variation put beside the one whose first move it replaces";
}

/// One kind of loss in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// The kind of loss.
    pub fault: &'static Fault,
    /// The number of times.
    pub n: usize,
}

impl Loss {
    pub(crate) const fn new(fault: &'static Fault, n: usize) -> Loss {
        Loss { fault, n }
    }

    /// Whether content was lost, not only written differently.
    #[must_use]
    pub fn loses_content(&self) -> bool {
        let kept = [
            AMBIGUOUS_ENCODING.code,
            SPLIT_COMMENT.code,
            JOINED_COMMENT.code,
            MOVED_VARIATION.code,
        ];
        !kept.contains(&self.fault.code)
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fault.summary)?;
        if self.n > 1 { write!(f, " ({} times)", self.n) } else { Ok(()) }
    }
}

/// Adds to a list of losses, one entry a kind.
#[doc(hidden)]
pub fn count(losses: &mut Vec<Loss>, fault: &'static Fault, n: usize) {
    if n == 0 {
        return;
    }
    match losses.iter_mut().find(|loss| loss.fault.code == fault.code) {
        Some(loss) => loss.n += n,
        None => losses.push(Loss::new(fault, n)),
    }
}

/// Why a game was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The sink failed.
    Io(io::Error),
    /// The profile cannot represent the game, for these reasons.
    Refused(Vec<Loss>),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Refused(losses) => {
                f.write_str("the profile cannot represent this game: ")?;
                for (n, loss) in losses.iter().enumerate() {
                    f.write_str(if n == 0 { "" } else { ", " })?;
                    loss.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::Io(error) => Some(error),
            WriteError::Refused(_) => None,
        }
    }
}

impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> io::Error {
        match error {
            WriteError::Io(error) => error,
            WriteError::Refused(_) => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
        }
    }
}
