//! The fuzz target `cbh2`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::cbh2(data));
