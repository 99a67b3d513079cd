#![no_main]

#[path = "../../server/tests/fuzz/test_server.rs"]
mod test_server;
#[path = "../../server/tests/fuzz/parts.rs"]
mod parts;

libfuzzer_sys::fuzz_target!(|input: &[u8]| parts::check(input));
