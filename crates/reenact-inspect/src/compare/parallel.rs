//! Frames in blocks, on all cores.

use reenact::threads::{cores, in_parallel};

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
    let parts: Vec<_> = (0..parts).map(part).collect();
    in_parallel(&parts, cores(), |_, part| work(part.clone()))
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
