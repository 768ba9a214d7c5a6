//! The fuzz target `pgc`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::pgc(data));
