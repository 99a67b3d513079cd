#![no_main]

#[path = "../../server/tests/fuzz/house.rs"]
mod house;
#[path = "../../server/tests/fuzz/queries.rs"]
mod queries;

libfuzzer_sys::fuzz_target!(|input: &[u8]| queries::check(input));
