//! Parallel map over slices with results in order.
//!
//! Used for curves, hands, frames and files. Internal: hidden from the documentation, and not covered by semantic versioning.
//!
//! ```
//! use reenact_base::threads::{cores, in_parallel};
//!
//! let lengths = in_parallel(&["a", "bc", ""], cores(), |_, text| text.len());
//! assert_eq!(lengths, [1, 2, 0]);
//! ```

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Number of threads that can run at once; 1 if unknown.
pub fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Maps each item with its index on at most `threads` threads. Results are in the order of the items.
///
/// Each free thread takes the next item, because some take longer than others. With one thread or one item,
/// no thread is started. A panic in a thread is propagated.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: NonZero<usize>,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.get().min(items.len());
    if threads < 2 {
        return items.iter().enumerate().map(|(place, item)| work(place, item)).collect();
    }
    let next = AtomicUsize::new(0);
    let take_items = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, work(place, item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take_items)).collect();
        let mut done = take_items();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Number of keys or values below which starting a thread takes longer than the work.
const WORTH_A_THREAD: usize = 1 << 16;

/// Runs per thread.
const RUNS_A_THREAD: usize = 8;

/// Number of threads worth starting for this many keys or values.
fn threads_for(values: usize) -> NonZero<usize> {
    if values < WORTH_A_THREAD { NonZero::<usize>::MIN } else { cores() }
}

/// Maps each item with its index, on all cores if there are enough `values` in total. Results are in the
/// order of the items.
///
/// Each thread takes runs of neighbouring items, which share cache lines. There are several runs per thread
/// to balance the load.
pub fn in_runs<T: Sync, R: Send>(
    items: &[T],
    values: usize,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let threads = threads_for(values);
    if threads.get() < 2 {
        return in_parallel(items, threads, work);
    }
    let len = items.len().div_ceil(threads.get() * RUNS_A_THREAD).max(1);
    let runs: Vec<&[T]> = items.chunks(len).collect();
    let done = in_parallel(&runs, threads, |number, run| {
        (number * len..).zip(*run).map(|(place, item)| work(place, item)).collect::<Vec<R>>()
    });
    done.into_iter().flatten().collect()
}

/// Calls `work` for each item, on all cores if there are enough `values` in total, in no particular order.
/// Each free thread takes the next item.
pub fn for_each_in_parallel<T: Send>(items: Vec<T>, values: usize, work: impl Fn(T) + Sync) {
    let threads = threads_for(values).get().min(items.len());
    if threads < 2 {
        return items.into_iter().for_each(work);
    }
    let queue = Mutex::new(items.into_iter());
    let take_items = || {
        while let Some(item) = {
            let mut queue = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            queue.next()
        } {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take_items);
        }
        take_items();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_however_many_threads_made_them() {
        for len in [0_usize, 1, 2, 15, 16, 17, 57, 1000] {
            let items: Vec<usize> = (0..len).collect();
            let expected: Vec<_> = items.iter().map(|item| item * 2).collect();
            let work = |place: usize, item: &usize| {
                assert_eq!(place, *item);
                item * 2
            };
            for threads in [1, 2, 7, 2000].map(|threads| NonZero::new(threads).unwrap()) {
                assert_eq!(in_parallel(&items, threads, work), expected);
            }
            for values in [0, usize::MAX] {
                assert_eq!(in_runs(&items, values, work), expected);
                let sum = AtomicUsize::new(0);
                for_each_in_parallel(items.clone(), values, |item| {
                    sum.fetch_add(item, Ordering::Relaxed);
                });
                assert_eq!(sum.into_inner(), items.iter().sum::<usize>());
            }
        }
    }

    #[test]
    #[should_panic(expected = "item 3")]
    fn a_panic_on_another_thread_goes_on_here() {
        let items = [0, 1, 2, 3];
        in_parallel(&items, NonZero::new(4).unwrap(), |_, item| assert_ne!(*item, 3, "item 3"));
    }
}
