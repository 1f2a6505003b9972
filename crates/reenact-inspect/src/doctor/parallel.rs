//! Work on all cores, in order.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Fewer bytes are looked at before a second thread has started.
const WORTH_A_THREAD: usize = 1 << 20;

/// Does `work` on each item, on all cores if it touches enough `bytes`; the results are in the items' order.
pub(super) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    bytes: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = if bytes < WORTH_A_THREAD {
        1
    } else {
        thread::available_parallelism().map_or(1, NonZero::get).min(items.len())
    };
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    // The next free thread takes the next item: some have many more keys than others.
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let mut done = take();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_however_many_threads_made_them() {
        for len in [0_usize, 1, 2, 57, 1000] {
            let items: Vec<usize> = (0..len).collect();
            let expected: Vec<_> = items.iter().map(|item| item * 2).collect();
            for bytes in [0, usize::MAX] {
                assert_eq!(in_parallel(&items, bytes, |item| item * 2), expected);
            }
        }
    }
}
