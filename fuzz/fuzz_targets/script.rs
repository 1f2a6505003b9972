#![no_main]

#[path = "../make_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::script(data));
