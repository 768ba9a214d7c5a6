//! The fuzz target `si4`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgnkit_fuzz::si4(data));
