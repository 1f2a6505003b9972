//! How much memory is in use, and how much was at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator with two counters.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

fn shrink(bytes: usize) {
    LIVE.fetch_sub(bytes, Relaxed);
}

// SAFETY: every call is passed on to the system's allocator as it came; counting touches no memory of the callers'.
#[expect(unsafe_code, reason = "an allocator cannot be counted from outside")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller's promise is the one that is needed.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // A piece that grows may move, and moving has both in memory; large ones are remapped and have not. We count
        // what was asked for.
        shrink(layout.size());
        grow(new_size);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// What a piece of work took in memory.
pub(crate) struct Usage {
    /// Most that was in use at once.
    pub(crate) peak_bytes: usize,
    /// What its result keeps.
    pub(crate) kept_bytes: usize,
}

/// Does the work and drops its result.
pub(crate) fn usage_of<T>(work: impl FnOnce() -> T) -> Usage {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    let usage = Usage {
        peak_bytes: PEAK.load(Relaxed) - before,
        kept_bytes: LIVE.load(Relaxed).saturating_sub(before),
    };
    drop(result);
    usage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_freed_counts_for_the_peak_and_not_for_what_is_kept() {
        let usage = usage_of(|| {
            drop(std::hint::black_box(vec![1_u8; 3_000_000]));
            std::hint::black_box(vec![1_u8; 1_000_000])
        });
        // Other tests run beside this one, and take little.
        assert!((3_000_000..3_500_000).contains(&usage.peak_bytes), "{}", usage.peak_bytes);
        assert!((900_000..1_500_000).contains(&usage.kept_bytes), "{}", usage.kept_bytes);
    }
}
