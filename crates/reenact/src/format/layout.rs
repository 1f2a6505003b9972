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
use super::walk::{Stopped, Walk, walk};
use super::{Header, Layout};
use crate::error::{ErrorKind, Result};

pub(super) fn work_out(source: &mut impl Source, header: Header) -> Result<(Layout, Walk)> {
    let mrtk = walk(source, header, float_kind(header.version, Layout::Mrtk));
    let len = source.len();
    let rank = |walk: &Walk| (walk.implausible, walk.end(header) != len);
    let is_settled = match &mrtk {
        Ok(walk) => rank(walk) == (0, false),
        Err(_) => false,
    };
    if is_settled || !header.version.is_1_1() {
        return mrtk.map(|walk| (Layout::Mrtk, walk)).map_err(|stopped| stopped.error);
    }
    let published = walk(source, header, float_kind(header.version, Layout::Published));
    match (mrtk, published) {
        (Ok(mrtk), Ok(published)) if rank(&published) < rank(&mrtk) => {
            Ok((Layout::Published, published))
        }
        (Ok(mrtk), Ok(_)) => Ok((Layout::Mrtk, mrtk)),
        (Ok(through), Err(stopped)) => {
            unless_cut_short(through, stopped).map(|walk| (Layout::Mrtk, walk))
        }
        (Err(stopped), Ok(through)) => {
            unless_cut_short(through, stopped).map(|walk| (Layout::Published, walk))
        }
        (Err(mrtk), Err(published)) => {
            let rank = |stopped: &Stopped| (stopped.implausible, Reverse(stopped.curves));
            Err(if rank(&published) < rank(&mrtk) { published.error } else { mrtk.error })
        }
    }
}

fn unless_cut_short(through: Walk, stopped: Stopped) -> Result<Walk> {
    let is_cut_short =
        stopped.implausible == 0 && matches!(stopped.error.kind(), ErrorKind::Truncated { .. });
    if through.implausible > 0 && is_cut_short { Err(stopped.error) } else { Ok(through) }
}
