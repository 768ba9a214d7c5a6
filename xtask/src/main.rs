//! The repository's own chores.
//!
//! Owns: the list of verbs. Knows nothing of: how each is done.
//! Standard: none.
//! Start at [`main`].

mod gen_tables;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match std::env::args().nth(1).as_deref() {
        Some("gen") => match gen_tables::write(&root) {
            Ok(changed) => {
                for path in changed {
                    println!("wrote {}", path.display());
                }
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("gen: {error}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: cargo xtask gen");
            ExitCode::from(2)
        }
    }
}
