#![no_main]

#[path = "../../server/tests/fuzz/test_server.rs"]
mod test_server;
#[path = "../../server/tests/fuzz/credentials.rs"]
mod credentials;

libfuzzer_sys::fuzz_target!(|input: &[u8]| credentials::check(input));
