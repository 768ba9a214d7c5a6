//! `FROM 'games.pgn'`: reads a game file by its name.

use std::ffi::{CStr, c_char, c_void};

use libduckdb_sys::duckdb_replacement_scan_info;
use quack_rs::callback::catch_ffi_panic;
use quack_rs::replacement_scan::ReplacementScanInfo;

use crate::PREFIX;

/// The compressions of a game file.
const PACKED: [&str; 4] = [".gz", ".zst", ".bz2", ".xz"];

/// Makes DuckDB read an unknown table as a file of games, if its name is that of one.
///
/// # Safety
/// For DuckDB to call, with the name that it looks for.
pub(crate) unsafe extern "C" fn replace(
    info: duckdb_replacement_scan_info,
    name: *const c_char,
    _: *mut c_void,
) {
    let _ = catch_ffi_panic(|| {
        // SAFETY: DuckDB lends both for this call, and its names end in a zero.
        let (info, name) = unsafe { (ReplacementScanInfo::new(info), CStr::from_ptr(name)) };
        if let Some(name) = name.to_str().ok().filter(|name| is_game_file(name)) {
            let function = format!("{PREFIX}read_pgn");
            info.set_function(&function).add_varchar_parameter(name);
        }
    });
}

/// Whether the name has our extension; other names are left to DuckDB and other extensions.
fn is_game_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let unpacked = PACKED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    unpacked.ends_with(".pgn") || name.ends_with(".pgc")
}
