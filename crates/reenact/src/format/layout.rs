//! Works out which float keys a 1.1 file has, since nothing in its header says so.
//!
//! The right layout walks every curve and ends at the marker list or the end of the file; the wrong one
//! soon takes keys for headers. So:
//!
//! 1. Where both get through (a file with no keys at all does in both; so can a small one with odd bytes
//!    behind it), the one with fewer implausible headers wins, then the one that leaves no bytes over,
//!    then MRTK's, which is what nearly every file is.
//! 2. Where one gets through, it wins, unless it only did so over implausible headers while the other met
//!    none and then ran out of bytes: that is a file of the other layout, cut short.
//! 3. Where neither gets through, the file is damaged. The one that met fewer implausible headers, then the
//!    one that got further, says where.

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
    let rank = |walk: &Walk| (walk.implausible, walk.end(header) != len);
    let is_settled = match &mrtk {
        Ok(walk) => rank(walk) == (0, false),
        Err(_) => false,
    };
    if is_settled || !header.version.is_1_1() {
        return (Layout::Mrtk, mrtk);
    }
    let published = walk(source, header, float_kind(header.version, Layout::Published));
    match (mrtk, published) {
        (Ok(mrtk), Ok(published)) if rank(&published) < rank(&mrtk) => {
            (Layout::Published, Ok(published))
        }
        (Ok(mrtk), Ok(_)) => (Layout::Mrtk, Ok(mrtk)),
        (Ok(through), Err(stopped)) if is_cut_short(&through, &stopped) => {
            (Layout::Published, Err(stopped))
        }
        (Ok(through), Err(_)) => (Layout::Mrtk, Ok(through)),
        (Err(stopped), Ok(through)) if is_cut_short(&through, &stopped) => {
            (Layout::Mrtk, Err(stopped))
        }
        (Err(_), Ok(through)) => (Layout::Published, Ok(through)),
        (Err(mrtk), Err(published)) => {
            let rank = |stopped: &Stopped| (stopped.implausible, Reverse(stopped.curves.len()));
            if rank(&published) < rank(&mrtk) {
                (Layout::Published, Err(published))
            } else {
                (Layout::Mrtk, Err(mrtk))
            }
        }
    }
}

/// Whether the file is of the layout that stopped, and only by chance can be walked in the other.
fn is_cut_short(through: &Walk, stopped: &Stopped) -> bool {
    let ran_out =
        stopped.implausible == 0 && matches!(stopped.error.kind(), ErrorKind::Truncated { .. });
    through.implausible > 0 && ran_out
}
