#![no_main]

#[path = "../handsbin_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::handsbin(data));
