//! Work on all cores, in order.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Work on fewer keys or values than this is done before a thread has started.
const WORTH_A_THREAD: usize = 1 << 16;

/// Pieces that the work is cut into for each thread.
const RUNS_A_THREAD: usize = 8;

/// How many threads are worth starting for so many items that touch so many keys or values together.
fn threads(items: usize, values: usize) -> usize {
    if values < WORTH_A_THREAD {
        1
    } else {
        thread::available_parallelism().map_or(1, NonZero::get).min(items)
    }
}

/// Does `work` on each item, given its place, on all cores if there are enough `values` in all; the results are
/// in the items' order.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    values: usize,
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let threads = threads(items.len(), values);
    if threads < 2 {
        return items.iter().enumerate().map(|(index, item)| work(index, item)).collect();
    }
    // Runs of neighbours, so that what one item leaves in the cache serves the next; several a thread, so that
    // one that has its core to itself does more.
    let run = items.len().div_ceil(threads * RUNS_A_THREAD);
    let next = AtomicUsize::new(0);
    let take_runs = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(items) = items.chunks(run).nth(number) else { return done };
            let places = number * run..;
            done.push((
                number,
                places.zip(items).map(|(index, item)| work(index, item)).collect::<Vec<R>>(),
            ));
        }
    };
    let mut done: Vec<(usize, Vec<R>)> = thread::scope(|scope| {
        let handles: Vec<_> = (1..threads).map(|_| scope.spawn(take_runs)).collect();
        let mut done = take_runs();
        for handle in handles {
            done.extend(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

/// Does `work` on each item, on all cores if there are enough `values` in all, in no particular order: the next
/// free thread takes the next item.
pub(crate) fn for_each_in_parallel<T: Send>(items: Vec<T>, values: usize, work: impl Fn(T) + Sync) {
    let threads = threads(items.len(), values);
    if threads < 2 {
        return items.into_iter().for_each(work);
    }
    let queue = Mutex::new(items.into_iter());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = {
                    let mut queue = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    queue.next()
                } {
                    work(item);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_however_many_threads_made_them() {
        for len in [0_usize, 1, 2, 15, 16, 17, 1000] {
            let items: Vec<usize> = (0..len).collect();
            let expected: Vec<_> = items.iter().map(|item| item * 2).collect();
            for values in [0, usize::MAX] {
                let found = in_parallel(&items, values, |index, item| {
                    assert_eq!(index, *item);
                    item * 2
                });
                assert_eq!(found, expected);
                let sum = AtomicUsize::new(0);
                for_each_in_parallel(items.clone(), values, |item| {
                    sum.fetch_add(item, Ordering::Relaxed);
                });
                assert_eq!(sum.into_inner(), items.iter().sum::<usize>());
            }
        }
    }
}
