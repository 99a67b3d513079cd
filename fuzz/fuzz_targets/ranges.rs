#![no_main]

#[path = "../../server/tests/fuzz/house.rs"]
mod house;
#[path = "../../server/tests/fuzz/ranges.rs"]
mod ranges;

libfuzzer_sys::fuzz_target!(|input: &[u8]| ranges::check(input));
