#![no_main]

#[path = "../../server/tests/fuzz/house.rs"]
mod house;
#[path = "../../server/tests/fuzz/parts.rs"]
mod parts;

libfuzzer_sys::fuzz_target!(|input: &[u8]| parts::check(input));
