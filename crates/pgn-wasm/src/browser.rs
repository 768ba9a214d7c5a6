//! What a browser does for the module, as it has the tables of Unicode.
//!
//! Start at [`UNICODE`].

#![allow(unsafe_code)]

use pgnkit::charset::Unicode;

/// What the browser does with texts; the numbers are those of `page/src/core.ts`.
pub(crate) const UNICODE: Unicode = Unicode {
    compose: |text| changed(text, 0),
    lower_case: |text| changed(text, 1),
    upper_case: |text| changed(text, 2),
};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Changes a text, and returns how many bytes that has.
    #[link_name = "change"]
    fn page_change(text: *const u8, n_bytes: usize, how: u32) -> usize;
    /// Writes what was changed last.
    #[link_name = "take"]
    fn page_take(into: *mut u8);
}

fn changed(text: &str, how: u32) -> String {
    // SAFETY: `page/src/core.ts` reads these bytes and no others.
    let mut changed = vec![0; unsafe { page_change(text.as_ptr(), text.len(), how) }];
    // SAFETY: it writes as many bytes as it said.
    unsafe { page_take(changed.as_mut_ptr()) };
    String::from_utf8_lossy(&changed).into_owned()
}
