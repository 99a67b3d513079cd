#![no_main]

#[path = "../../server/tests/fuzz/test_server.rs"]
mod test_server;
#[path = "../../server/tests/fuzz/forms.rs"]
mod forms;

libfuzzer_sys::fuzz_target!(|input: &[u8]| forms::check(input));
