#![no_main]

#[path = "../../server/tests/fuzz/cursors.rs"]
mod cursors;

libfuzzer_sys::fuzz_target!(|input: &[u8]| cursors::check(input));
