//! Check that the running time of a reader is linear in the size of its input.

use std::time::Duration;

/// Time in which a quadratic reader cannot read an input of the size that the tests use, some hundred kilobytes.
const INSTANT_SECS: f64 = 0.002;

/// Fails if four times the input takes more than five times as long. A reader that needs less than two milliseconds passes: its
/// time is that of copying the input, which depends on the caches.
///
/// `input` makes the input of a size, 1 or 4. Measures processor time of this thread, the minimum of several runs, and uses the best of several attempts: other programs can slow a measurement down, but a quadratic reader takes 16 times as long in all of them.
#[track_caller]
pub fn assert_linear(name: &str, input: impl Fn(usize) -> Vec<u8>, read: impl Fn(&[u8])) {
    let (small, large) = (input(1), input(4));
    assert!(large.len() > small.len() * 3, "{name}: {} and {} bytes", small.len(), large.len());
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        let [one, four] = [&small, &large].map(|input| least_secs(input, &read));
        best = best.min(four / one);
        if best <= 5.0 || four < INSTANT_SECS {
            return;
        }
    }
    panic!("{name}: 4 times the input takes {best:.1} times as long");
}

/// Number of runs, of which the fastest counts: more if the time includes other programs.
const RUNS: usize = if cfg!(unix) { 3 } else { 30 };

fn least_secs(input: &[u8], read: &impl Fn(&[u8])) -> f64 {
    let run = || {
        let start = thread_time();
        read(input);
        thread_time().saturating_sub(start).as_secs_f64()
    };
    (0..RUNS).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// Processor time that this thread has used.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap()
}

/// Time since the first call, on platforms without processor time per thread.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
