#![no_main]

#[path = "../inspect_checks.rs"]
mod inspect_checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| inspect_checks::doctor(data));
