#![no_main]

#[path = "../frame_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::hololens(data));
