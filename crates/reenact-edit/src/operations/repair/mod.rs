//! Repairs a damaged recording or file, and reports changes and losses.
//!
//! ```
//! use reenact_edit::repair::{Fix, Options, repair_bytes};
//!
//! // A file that was cut short.
//! let mut bytes = reenact_make::demo().to_bytes();
//! bytes.truncate(bytes.len() / 2);
//!
//! let repaired = repair_bytes(bytes, &Options::default())?;
//! for change in &repaired.report.changes {
//!     println!("{change}");
//! }
//! assert!(repaired.report.of(Fix::Salvage).count() > 0);
//! assert!(repaired.report.is_loss(), "half of it is gone");
//! assert!(repaired.recording.form().loads_in_mrtk());
//! # Ok::<(), reenact::Error>(())
//! ```
//!
//! Each [`Fix`] can be chosen or left out; [`Fixes::DEFAULT`] are those that discard no data that may be intended.
//! Curves that need no repair stay as they are, byte for byte. The result is proven to read back as what it is. Repairing it
//! again changes nothing.
//!
//! It never makes up motion: not where a hand was not tracked, a tail was lost or a track collapsed to one key.

mod curves;
mod file;
mod fix;
mod lengths;
mod lost_w;
mod outliers;
mod report;
mod rotations;
mod times;

use reenact::{Bytes, Curve, Fault, PoseId, ReadOptions, Recording, Result, Salvaged};

use crate::Edited;
use crate::helpers::groups::{curves as curves_of, share_times};

pub use fix::{Fix, Fixes};
pub use report::{Change, ChangeTarget, Report};

/// The repairs to make, and how to read a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// The repairs to make.
    pub fixes: Fixes,
    /// How [`repair_bytes`] reads the file.
    pub read: ReadOptions,
}

/// Repairs a recording.
///
/// The result is proven to be read back as what it is. Fails if it would not, or if a curve would have more keys than the
/// format can count.
///
/// A recording that is given by value and [shares nothing](Recording::into_unshared) takes hardly more memory for it: what is repaired
/// takes the place of what it was.
pub fn repair(recording: impl Into<Recording>, options: &Options) -> Result<Edited<Report>> {
    finish(recording.into(), Report::default(), options.fixes)
}

/// Repairs a file, even one that cannot be read as it is.
///
/// A file that can be read is repaired like any recording. Of one that cannot, or only with bytes left over, [`Fix::Flags`] looks
/// for the flags with which it can, and [`Fix::Salvage`] takes what is whole. Fails as reading does if neither is
/// chosen or can do it.
pub fn repair_bytes(bytes: impl Into<Bytes>, options: &Options) -> Result<Edited<Report>> {
    let bytes = bytes.into();
    let read = if options.fixes.contains(Fix::Salvage) {
        Recording::salvage(bytes.clone(), &options.read)
    } else {
        let read = Recording::parse_with(bytes.clone(), &options.read);
        read.map(|recording| Salvaged { recording, cut: None })
    };
    let mut report = Report::default();
    // Flags that do not fit leave bytes over, or too few.
    let is_odd = match &read {
        Ok(Salvaged { recording, cut }) => cut.is_some() || !recording.trailing().is_empty(),
        Err(error) => error.fault() == Fault::File,
    };
    // The right ones make keys of the bytes that are left over.
    let keys = match &read {
        Ok(Salvaged { recording, cut: None }) => recording.key_count(),
        _ => 0,
    };
    if is_odd
        && options.fixes.contains(Fix::Flags)
        && let Some((recording, change)) = file::other_flags(&bytes, &options.read, keys)
    {
        report.changes.push(change);
        return finish(recording, report, options.fixes);
    }
    let Salvaged { recording, cut } = read?;
    if let Some(cut) = cut {
        report.changes.push(Change {
            keys: cut.keys,
            is_exact: false,
            is_loss: true,
            ..Change::new(Fix::Salvage, ChangeTarget::File, format!("{cut} ({})", cut.error))
        });
        report.salvage = Some(cut);
    }
    finish(recording, report, options.fixes)
}

/// Rounds after which repair stops, whatever is left to do.
const MOST_ROUNDS: usize = 8;

fn finish(mut recording: Recording, mut report: Report, fixes: Fixes) -> Result<Edited<Report>> {
    // What one repair changes can be work for one before it: keys that become one let the curves of a rotation share their
    // times. Each round leaves fewer keys or sounder ones, and two are nearly always enough.
    for _ in 0..MOST_ROUNDS {
        let mut is_at_rest = true;
        for fix in fixes.iter() {
            let changes = apply(fix, &mut recording)?;
            is_at_rest &= changes.is_empty();
            report.changes.extend(changes);
        }
        if is_at_rest {
            break;
        }
    }
    if !recording.trailing().is_empty() && !is_read_alike(&recording, fixes) {
        // MRTK ignores these bytes, but they let the file be read as another one.
        report.changes.extend(file::trailing(&mut recording));
    }
    recording.check_reads_back()?;
    for fix in Fix::ALL.into_iter().filter(|&fix| !fixes.contains(fix)) {
        // Each by itself: what it would do to the result as it is.
        report.left.extend(match fix {
            // Off by default, so that nearly every repair takes this path.
            Fix::Conflicts => curves::conflicts(&recording),
            fix => apply(fix, &mut recording.clone())?,
        });
    }
    if fixes.contains(Fix::Normalize) {
        report.unrepaired = lengths::unknown(&recording);
    }
    Ok(Edited::new(recording).with_report(report))
}

/// Whether the file of a recording with bytes after its marker list is read as that recording, and neither salvaged nor read with
/// other flags.
fn is_read_alike(recording: &Recording, fixes: Fixes) -> bool {
    let bytes = Bytes::from(recording.to_bytes());
    let options = ReadOptions::default();
    let is_whole = || {
        !fixes.contains(Fix::Salvage)
            || Recording::salvage(bytes.clone(), &options).is_ok_and(|read| read.cut.is_none())
    };
    let keys = recording.key_count();
    let has_other_flags =
        || fixes.contains(Fix::Flags) && file::other_flags(&bytes, &options, keys).is_some();
    recording.check_reads_back().is_ok() && is_whole() && !has_other_flags()
}

fn apply(fix: Fix, recording: &mut Recording) -> Result<Vec<Change>> {
    match fix {
        // Done, if it had to be, before there was a recording.
        Fix::Salvage => Ok(Vec::new()),
        Fix::Flags => Ok(file::flags(recording)),
        Fix::Modes => curves::modes(recording),
        Fix::Sort => times::sort(recording),
        Fix::NonFinite => curves::non_finite(recording),
        Fix::Duplicates | Fix::Conflicts => curves::thin_out(recording, fix),
        Fix::RotationW => lost_w::rebuild_all(recording),
        Fix::Signs => rotations::signs(recording),
        Fix::Normalize => lengths::normalize(recording),
        // After the numbers: damaged ones would bend the curves that become lines.
        Fix::Layout => file::layout(recording),
        Fix::MarkerList => file::marker_list(recording),
        Fix::MarkerOrder => file::marker_order(recording),
        Fix::Trailing => Ok(file::trailing(recording)),
    }
}

/// The curves of a rotation, if they have the same key times.
fn rotation_of(recording: &Recording, pose: PoseId) -> Option<[&Curve; 4]> {
    let rotation = curves_of(recording, pose.rotation());
    let has_keys = rotation.iter().all(|curve| !curve.is_empty());
    (has_keys && share_times(&rotation)).then_some(rotation)
}
