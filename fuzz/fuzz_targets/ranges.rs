#![no_main]

#[path = "../../server/tests/fuzz/test_server.rs"]
mod test_server;
#[path = "../../server/tests/fuzz/ranges.rs"]
mod ranges;

libfuzzer_sys::fuzz_target!(|input: &[u8]| ranges::check(input));
