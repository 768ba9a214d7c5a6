//! (card follows)
fn main() {}
