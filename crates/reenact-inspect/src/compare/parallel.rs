//! Work on all cores, in order.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Fewer frames than this are done before a thread has started.
const WORTH_A_THREAD: usize = 256;

/// Parts into which frames are cut: a fixed number, so that sums are the same however many cores there are.
const PARTS: usize = 64;

/// Cuts so many frames into parts and does `work` on each; the results are in order.
pub(super) fn in_parts<R: Send>(
    frames: usize,
    work: impl Fn(std::ops::Range<usize>) -> R + Sync,
) -> Vec<R> {
    let len = frames.div_ceil(PARTS).max(WORTH_A_THREAD);
    let parts = frames.div_ceil(len);
    let part = |number: usize| number * len..frames.min((number + 1) * len);
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(parts);
    if threads < 2 {
        return (0..parts).map(|number| work(part(number))).collect();
    }
    let next = AtomicUsize::new(0);
    let take_parts = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return done;
            }
            done.push((number, work(part(number))));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let handles: Vec<_> = (1..threads).map(|_| scope.spawn(take_parts)).collect();
        let mut done = take_parts();
        for handle in handles {
            done.extend(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_cover_every_frame_once_and_in_order() {
        for frames in [0, 1, WORTH_A_THREAD, WORTH_A_THREAD + 1, 100_000] {
            let all: Vec<usize> = in_parts(frames, Iterator::collect::<Vec<_>>).concat();
            assert!(all.into_iter().eq(0..frames), "{frames}");
        }
    }
}
