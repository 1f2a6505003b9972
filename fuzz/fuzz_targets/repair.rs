#![no_main]

#[path = "../edit_checks.rs"]
mod edit_checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| edit_checks::repair_any(data));
