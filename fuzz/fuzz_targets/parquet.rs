#![no_main]

#[path = "../parquet_checks.rs"]
mod checks;

// The reader catches panics of the Parquet library. The default hook would abort or fill the log for these;
// any other panic ends the run as usual.
libfuzzer_sys::fuzz_target!(
    init: std::panic::set_hook(Box::new(|panic| {
        if !panic.location().is_some_and(|at| at.file().contains("/parquet-")) {
            eprintln!("{panic}");
            std::process::abort();
        }
    })),
    |data: &[u8]| checks::parquet(data)
);
