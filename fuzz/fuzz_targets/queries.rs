#![no_main]

#[path = "../../server/tests/fuzz/test_server.rs"]
mod test_server;
#[path = "../../server/tests/fuzz/queries.rs"]
mod queries;

libfuzzer_sys::fuzz_target!(|input: &[u8]| queries::check(input));
