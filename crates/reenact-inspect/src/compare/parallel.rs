//! Parallel processing of frames in blocks.

use reenact_base::threads::{cores, in_parallel};

/// Number of frames below which starting a thread takes longer than the work.
const WORTH_A_THREAD: usize = 256;

/// Number of blocks: fixed, so that floating-point sums do not depend on the number of cores.
const PARTS: usize = 64;

/// Divides frames into blocks and runs `work` on each; results are in order.
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
