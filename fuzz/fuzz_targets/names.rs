#![no_main]

#[path = "../../server/tests/fuzz/names.rs"]
mod names;

libfuzzer_sys::fuzz_target!(|input: &[u8]| names::check(input));
