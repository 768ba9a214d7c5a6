//! The opening tree that a session has open.

use crate::games::{Progress, SessionError, TreeChoice, TreeSource};

/// The tree of a session.
pub(crate) struct OpenTree {
    pub(crate) choice: TreeChoice,
    /// The file of the game that was open; an index is about this file.
    pub(crate) file: String,
    pub(crate) source: Result<Box<dyn TreeSource>, SessionError>,
    pub(crate) progress: Progress,
}
