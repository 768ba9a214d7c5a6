//! The answers of the reference, as `reference/python_chess.py` writes them.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// One game as the reference reads it; see `xtask/reference/README.md` for the keys.
#[derive(Deserialize)]
pub(crate) struct Answer {
    pub(crate) index: u64,
    /// Member of the archive, first line, line after it.
    pub(crate) lines: Option<(usize, u64, u64)>,
    #[serde(default)]
    pub(crate) variant: String,
    #[serde(default)]
    pub(crate) start_fen: String,
    #[serde(default)]
    pub(crate) uci: Vec<String>,
    #[serde(default)]
    pub(crate) san: Vec<String>,
    pub(crate) errors: u64,
    #[serde(default)]
    pub(crate) error_texts: Vec<String>,
    #[serde(default)]
    pub(crate) result: String,
    pub(crate) judge_fault: Option<String>,
}

impl Answer {
    /// Whether the reference read the game without errors.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors == 0 && self.judge_fault.is_none()
    }
}

/// The answers in one file of the reference's.
pub(crate) fn read(path: &Path) -> Result<Vec<Answer>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.lines()
        .map(|line| {
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))
        })
        .collect()
}
