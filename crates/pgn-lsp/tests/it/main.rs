//! Tests of the server by an editor that speaks the protocol.

mod actions;
mod client;
mod completion;
mod diagnostics;
mod hostile;
mod hover;
mod protocol;
mod structure;
