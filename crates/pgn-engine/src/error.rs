//! Why an engine cannot be used.

use std::error::Error;
use std::{fmt, io};

/// Why an engine cannot be used, or did not search.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// The program could not be started.
    Start(io::Error),
    /// A thread could not be started, or failed.
    Thread(io::Error),
    /// The engine does not respond or has ended, for a reason such as `has closed its output`.
    Failed(String),
    /// The engine cannot do this search, for a reason such as `does not play Atomic`, and waits
    /// for another one.
    Declined(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Start(error) => write!(f, "the engine cannot be started: {error}"),
            EngineError::Thread(error) => write!(f, "a thread for engines: {error}"),
            EngineError::Failed(reason) | EngineError::Declined(reason) => {
                write!(f, "the engine {reason}")
            }
        }
    }
}

impl Error for EngineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            EngineError::Start(error) | EngineError::Thread(error) => Some(error),
            EngineError::Failed(_) | EngineError::Declined(_) => None,
        }
    }
}
