//! Repairs a damaged recording or file, and reports changes and losses.
//!
//! ```
//! use reenact_edit::repair::{Fix, Options, repair_bytes};
//!
//! // A truncated file.
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
//! Each [`Fix`] can be selected; [`Fixes::DEFAULT`] are those that discard no data that may be intended. Curves that need no
//! repair are unchanged, byte for byte. The result is checked to read back as the same recording, and repairing it again changes
//! nothing.
//!
//! Repair never synthesizes motion: not where a hand was not tracked, where the end of a track is lost, or where a track
//! collapsed to one key.

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

/// Options of a repair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Repairs to make.
    pub fixes: Fixes,
    /// Options with which [`repair_bytes`] reads the file.
    pub read: ReadOptions,
}

/// Repairs a recording.
///
/// Checks that the result reads back as the same recording. Fails if it does not, or if a curve would have more keys than the
/// format can count.
///
/// A recording that is passed by value and [shares no memory](Recording::into_unshared) is repaired in place, with hardly any
/// additional memory.
pub fn repair(recording: impl Into<Recording>, options: &Options) -> Result<Edited<Report>> {
    finish(recording.into(), Report::default(), options.fixes)
}

/// Repairs a file, including unreadable ones.
///
/// A readable file is repaired like any recording. For an unreadable file, or one with surplus bytes, [`Fix::Flags`] searches for
/// matching flags, and [`Fix::Salvage`] recovers the intact data. Fails as reading does if neither is selected or succeeds.
pub fn repair_bytes(bytes: impl Into<Bytes>, options: &Options) -> Result<Edited<Report>> {
    let bytes = bytes.into();
    let read = if options.fixes.contains(Fix::Salvage) {
        Recording::salvage(bytes.clone(), &options.read)
    } else {
        let read = Recording::parse_with(bytes.clone(), &options.read);
        read.map(|recording| Salvaged { recording, cut: None })
    };
    let mut report = Report::default();
    // With wrong flags, bytes are left over or missing.
    let is_odd = match &read {
        Ok(Salvaged { recording, cut }) => cut.is_some() || !recording.trailing().is_empty(),
        Err(error) => error.fault() == Fault::File,
    };
    // With the right flags, the surplus bytes are keys.
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

/// Largest number of rounds.
const MOST_ROUNDS: usize = 8;

fn finish(mut recording: Recording, mut report: Report, fixes: Fixes) -> Result<Edited<Report>> {
    // One repair can make another one possible: merging keys can give the curves of a rotation shared key times. Each round
    // leaves fewer or more valid keys, and two rounds are nearly always enough.
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
        // MRTK ignores these bytes, but with them the file could be read as another recording.
        report.changes.extend(file::trailing(&mut recording));
    }
    recording.check_reads_back()?;
    for fix in Fix::ALL.into_iter().filter(|&fix| !fixes.contains(fix)) {
        // Each separately, applied to the final result.
        report.left.extend(match fix {
            // Off by default, so nearly every repair takes this path.
            Fix::Conflicts => curves::conflicts(&recording),
            fix => apply(fix, &mut recording.clone())?,
        });
    }
    if fixes.contains(Fix::Normalize) {
        report.unrepaired = lengths::unknown(&recording);
    }
    Ok(Edited::new(recording).with_report(report))
}

/// Whether the file of a recording with trailing bytes reads back as that recording, without salvage and without other flags.
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
        // Done before, while the file was read.
        Fix::Salvage => Ok(Vec::new()),
        Fix::Flags => Ok(file::flags(recording)),
        Fix::Modes => curves::modes(recording),
        Fix::Sort => times::sort(recording),
        Fix::NonFinite => curves::non_finite(recording),
        Fix::Duplicates | Fix::Conflicts => curves::thin_out(recording, fix),
        Fix::RotationW => lost_w::rebuild_all(recording),
        Fix::Signs => rotations::signs(recording),
        Fix::Normalize => lengths::normalize(recording),
        // After the repair of numbers: damaged ones would distort curves that become linear.
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
