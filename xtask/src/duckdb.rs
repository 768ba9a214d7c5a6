//! `cargo xtask duckdb`: the DuckDB extension as a file that DuckDB loads.
//!
//! DuckDB loads a shared library that ends in 512 bytes about itself: eight fields of 32 bytes, the
//! last one first, then space for a signature.

use std::env::consts::{ARCH, DLL_PREFIX, DLL_SUFFIX, OS};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::repository;

/// The C interface that the extension needs: every DuckDB from 1.2 on has it.
const INTERFACE: &str = "v1.2.0";

/// The file; DuckDB takes its name for that of the extension.
pub const EXTENSION: &str = "pgnkit.duckdb_extension";

const FIELD_BYTES: usize = 32;
const SIGNATURE_BYTES: usize = 256;

/// Builds the extension for this machine and prints where it is.
///
/// # Errors
///
/// When the options are unknown, or a file or cargo cannot be used.
pub fn build(options: &[&str]) -> Result<ExitCode, String> {
    let (profile, folder) = match options {
        [] => ("dev", "debug"),
        ["--release"] => ("wheel", "wheel"),
        _ => return Err("usage: cargo xtask duckdb [--release]".to_owned()),
    };
    let root = repository::root();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--locked", "--package", "pgn-duckdb", "--profile", profile])
        .current_dir(&root)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Ok(ExitCode::FAILURE);
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let folder = root.join(target).join(folder);
    let library = folder.join(format!("{DLL_PREFIX}pgnkit_duckdb{DLL_SUFFIX}"));
    let extension = folder.join(EXTENSION);
    write(&library, &extension, &platform()?)?;
    println!("{}", extension.display());
    Ok(ExitCode::SUCCESS)
}

/// Writes the extension that a library is for a platform, as DuckDB names it.
///
/// # Errors
///
/// When a file cannot be read or written.
pub fn write(library: &Path, extension: &Path, platform: &str) -> Result<(), String> {
    let mut bytes =
        std::fs::read(library).map_err(|error| format!("{}: {error}", library.display()))?;
    bytes.extend(footer(env!("CARGO_PKG_VERSION"), platform));
    std::fs::write(extension, bytes).map_err(|error| format!("{}: {error}", extension.display()))
}

/// The last bytes of the file.
fn footer(version: &str, platform: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    // The first one to be read is the last: a number for the form of the whole.
    for field in ["", "", "", "C_STRUCT", version, INTERFACE, platform, "4"] {
        bytes.extend(field.bytes().chain(std::iter::repeat(0)).take(FIELD_BYTES));
    }
    bytes.resize(bytes.len() + SIGNATURE_BYTES, 0);
    bytes
}

/// DuckDB's name for the machine that this program was built for.
fn platform() -> Result<String, String> {
    let system = match OS {
        "macos" => "osx",
        "linux" | "windows" => OS,
        _ => return Err(format!("DuckDB has no name for {OS}")),
    };
    let processor = match ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        _ => return Err(format!("DuckDB has no name for {ARCH}")),
    };
    Ok(format!("{system}_{processor}"))
}

#[cfg(test)]
mod tests {
    use super::{FIELD_BYTES, footer};

    #[test]
    fn the_footer_has_its_fields_where_duckdb_reads_them() {
        let footer = footer("0.1.0", "linux_amd64");
        assert_eq!(footer.len(), 512);
        let field = |at: usize| {
            let bytes = &footer[at * FIELD_BYTES..][..FIELD_BYTES];
            String::from_utf8(bytes.to_vec()).unwrap().trim_end_matches('\0').to_owned()
        };
        let fields: Vec<String> = (0..8).map(field).collect();
        assert_eq!(fields[3..], ["C_STRUCT", "0.1.0", "v1.2.0", "linux_amd64", "4"]);
    }
}
