//! Works out which float keys a 1.1 file has, since nothing in its header says so.
//!
//! Each layout is walked from curve to curve and through the marker list. A walk is *exact* if it ends with the last byte
//! of the file. A header is *implausible* if no writer would have written it: see `walk::is_plausible`. The rules, and the
//! evidence that each rests on:
//!
//! 1. **An exact walk beats any other.** A walk in the wrong layout takes keys for headers. From there on every step is
//!    as good as random, so that it hardly ever ends with the last byte of the file, however odd the file's own headers are.
//! 2. **Of two exact walks, the one with fewer implausible headers wins, then MRTK's.** Both are exact in files without float
//!    keys, which are the same in both layouts, and in those made for it.
//!    [`check_reads_back`](crate::Recording::check_reads_back) keeps anybody from writing one of the latter.
//! 3. **Of two walks that get through but leave bytes over, likewise.** MRTK ignores what follows the marker list, so such
//!    files are valid, but the length of the file is no evidence.
//! 4. **A walk that gets through beats one that does not**, unless it met implausible headers, while the other met none and
//!    then ran out of bytes: that is a file of the other layout, cut short. Keys that are taken for headers soon have
//!    unknown wrap modes or the bits of a float as a count.
//! 5. **Where neither gets through, the file is damaged.** The walk that met fewer implausible headers, then the one that got
//!    further, says where.

use std::cmp::Reverse;

use super::header::float_kind;
use super::source::Source;
use super::walk::{Stopped, Walk, Walked, walk};
use super::{Header, Layout};
use crate::error::{ErrorKind, Result};

pub(super) fn work_out(source: &mut impl Source, header: Header) -> Result<(Layout, Walk)> {
    let (layout, walked) = choose(source, header);
    walked.map(|walk| (layout, walk)).map_err(|stopped| stopped.error)
}

/// The layout that a file has or, if it cannot be walked to its end, most likely had, and how far that leads.
pub(super) fn choose(source: &mut impl Source, header: Header) -> (Layout, Walked) {
    let mrtk = walk(source, header, float_kind(header.version, Layout::Mrtk));
    let len = source.len();
    if exact(&mrtk, header, len).is_some_and(|walk| walk.implausible == 0)
        || !header.version.is_1_1()
    {
        return (Layout::Mrtk, mrtk);
    }
    let published = walk(source, header, float_kind(header.version, Layout::Published));
    let is_published = match (exact(&mrtk, header, len), exact(&published, header, len)) {
        (Some(_), None) => false,
        (None, Some(_)) => true,
        (Some(mrtk), Some(published)) => published.implausible < mrtk.implausible,
        (None, None) => is_published(&mrtk, &published),
    };
    if is_published { (Layout::Published, published) } else { (Layout::Mrtk, mrtk) }
}

/// The walk, if it ends with the last byte of the file.
fn exact(walked: &Walked, header: Header, len: u64) -> Option<&Walk> {
    walked.as_ref().ok().filter(|walk| walk.end(header) == len)
}

/// Whether a file that neither walk ends with is published rather than MRTK's.
fn is_published(mrtk: &Walked, published: &Walked) -> bool {
    match (mrtk, published) {
        (Ok(mrtk), Ok(published)) => published.implausible < mrtk.implausible,
        (Ok(through), Err(stopped)) => is_cut_short(through, stopped),
        (Err(stopped), Ok(through)) => !is_cut_short(through, stopped),
        (Err(mrtk), Err(published)) => {
            let rank = |stopped: &Stopped| (stopped.implausible, Reverse(stopped.curves.len()));
            rank(published) < rank(mrtk)
        }
    }
}

/// Whether the file is of the layout that stopped, and only by chance can be walked in the other.
fn is_cut_short(through: &Walk, stopped: &Stopped) -> bool {
    let ran_out =
        stopped.implausible == 0 && matches!(stopped.error.kind(), ErrorKind::Truncated { .. });
    through.implausible > 0 && ran_out
}
