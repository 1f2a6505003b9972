#![no_main]

#[path = "../parquet_checks.rs"]
mod checks;

// What the Parquet library panics at, the reader refuses: a hook that aborts would be in its way, and one that speaks would fill the log. Any
// other panic ends the run as ever.
libfuzzer_sys::fuzz_target!(
    init: std::panic::set_hook(Box::new(|panic| {
        if !panic.location().is_some_and(|at| at.file().contains("/parquet-")) {
            eprintln!("{panic}");
            std::process::abort();
        }
    })),
    |data: &[u8]| checks::parquet(data)
);
