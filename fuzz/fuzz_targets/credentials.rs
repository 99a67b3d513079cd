#![no_main]

#[path = "../../server/tests/fuzz/house.rs"]
mod house;
#[path = "../../server/tests/fuzz/credentials.rs"]
mod credentials;

libfuzzer_sys::fuzz_target!(|input: &[u8]| credentials::check(input));
