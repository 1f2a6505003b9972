//! Work on all cores, in order.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

/// Work on fewer keys or values than this is done before a thread has started.
const WORTH_A_THREAD: usize = 1 << 16;

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
    // Whole runs of neighbours, so that what one item leaves in the cache serves the next.
    let chunk = items.len().div_ceil(threads);
    thread::scope(|scope| {
        let handles: Vec<_> = items
            .chunks(chunk)
            .enumerate()
            .map(|(number, items)| {
                let work = &work;
                scope.spawn(move || -> Vec<R> {
                    let places = number * chunk..;
                    places.zip(items).map(|(index, item)| work(index, item)).collect()
                })
            })
            .collect();
        handles
            .into_iter()
            .flat_map(|handle| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    })
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
