//! Allocator that counts the bytes in use and their peak.
//!
//! A program sets [`Counting`] as its global allocator; all of its threads are counted together.
//!
//! ```
//! use reenact_testkit::heap::{Counting, usage_of};
//!
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//!
//! let usage = usage_of(|| vec![1_u8; 1_000_000]);
//! assert!(usage.peak_bytes >= 1_000_000);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator with counters of live bytes and of their peak.
#[derive(Debug, Clone, Copy)]
pub struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

fn shrink(bytes: usize) {
    LIVE.fetch_sub(bytes, Relaxed);
}

// SAFETY: every call is passed on unchanged to the system's allocator; counting accesses no memory of the caller.
#[expect(unsafe_code, reason = "an allocator cannot be counted from outside")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller's guarantees are those that are required.
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
        // Growing a block may copy it, with both copies in memory; large blocks are remapped without a copy.
        // Counts the requested size only.
        shrink(layout.size());
        grow(new_size);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// Bytes in use.
pub fn in_use() -> usize {
    LIVE.load(Relaxed)
}

/// Peak of bytes in use since [`forget_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}

/// Resets the peak to the bytes in use now.
pub fn forget_peak() {
    PEAK.store(in_use(), Relaxed);
}

/// Memory used by a piece of work, in addition to the memory in use before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Peak of bytes in use.
    pub peak_bytes: usize,
    /// Bytes kept by the result.
    pub kept_bytes: usize,
}

/// Measures the memory of a piece of work, and drops its result.
pub fn usage_of<T>(work: impl FnOnce() -> T) -> Usage {
    let before = in_use();
    forget_peak();
    let result = work();
    let usage = Usage {
        peak_bytes: peak().saturating_sub(before),
        kept_bytes: in_use().saturating_sub(before),
    };
    drop(result);
    usage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    #[test]
    fn what_is_freed_counts_for_the_peak_and_not_for_what_is_kept() {
        let usage = usage_of(|| {
            drop(std::hint::black_box(vec![1_u8; 3_000_000]));
            std::hint::black_box(vec![1_u8; 1_000_000])
        });
        // Other tests run concurrently, and allocate little.
        assert!((3_000_000..3_500_000).contains(&usage.peak_bytes), "{}", usage.peak_bytes);
        assert!((900_000..1_500_000).contains(&usage.kept_bytes), "{}", usage.kept_bytes);
    }
}
