#![no_main]

#[path = "../convert_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::gltf(data));
