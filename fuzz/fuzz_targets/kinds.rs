#![no_main]

#[path = "../../server/tests/fuzz/kinds.rs"]
mod kinds;

libfuzzer_sys::fuzz_target!(|input: &[u8]| kinds::check(input));
