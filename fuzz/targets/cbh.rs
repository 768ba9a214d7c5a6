//! The fuzz target `cbh`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::cbh(data));
