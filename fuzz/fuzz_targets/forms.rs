#![no_main]

#[path = "../../server/tests/fuzz/house.rs"]
mod house;
#[path = "../../server/tests/fuzz/forms.rs"]
mod forms;

libfuzzer_sys::fuzz_target!(|input: &[u8]| forms::check(input));
