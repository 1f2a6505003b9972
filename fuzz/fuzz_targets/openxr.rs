#![no_main]

#[path = "../openxr_checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(
    init: {
        // SAFETY: no other thread has started.
        unsafe { std::env::set_var(reenact_openxr::VARIABLE, checks::settings()) };
    },
    |data: &[u8]| checks::calls(data)
);
