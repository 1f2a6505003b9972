//! Keyframe reduction within an error bound that holds at every time.
//!
//! ```text
//! values   0.0  1.1  2.0  2.9  4.0  3.0  2.1  1.0   within 0.2
//! kept     0.0                 4.0            1.0
//! ```
//!
//! MRTK's own reduction exceeds its bound and drops up to half a second at the end. This one satisfies the bound at every time,
//! at keys and between them, for evaluation in `clean` mode, in `f32` and in exact arithmetic. The report is a [`Proof`].
//!
//! Keys stay at original key times, so both recordings are linear between two of these. The distance of two positions is then
//! largest at one end. The angle between two rotations or directions may be larger in between, because they are normalized;
//! [`reenact::chord`] bounds it. The rounding error is subtracted from the bound first (`less_rounding` in `bound.rs`).

mod bound;
mod cone;
mod exact;
mod free;
mod proof;
mod reduce;
mod run;
mod samples;
mod sweep;
mod vector;

use std::num::NonZero;

use reenact::{CurveGroup, CurveId, PoseId, Recording, Result, Track};
use reenact_base::threads::{cores, in_parallel};

use crate::helpers::groups::Tracking;
use crate::{Edited, Note};
use proof::Gathered;
use reduce::{Reduced, Tolerance};
use samples::Unreducible;

pub use proof::{Deviation, Proof, TrackProof};

/// Error bounds and search effort.
///
/// With a bound that is 0, negative or NaN, or below the rounding error of `f32`, only keys between two equal ones are removed:
/// the result equals the original at every time, bit for bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Largest error of positions (head, joints and origin of the gaze) in millimetres.
    pub position_mm: f32,
    /// Largest error of rotations in degrees, after normalization.
    pub rotation_deg: f32,
    /// Largest error of the direction of the gaze in degrees.
    pub gaze_deg: f32,
    /// Whether key values may differ from the samples within the bound: fewer keys, slower.
    pub free_values: bool,
    /// Whether to search longer: about 8 % fewer keys, within about 1 % of the minimum, in twice the time. Little effect with
    /// [`free_values`](Self::free_values).
    pub thorough: bool,
    /// Number of threads; all cores if `None`.
    pub threads: Option<NonZero<usize>>,
}

impl Options {
    /// MRTK's own bounds: 1 mm and 0.2°.
    pub const MRTK: Self = Self {
        position_mm: 1.0,
        rotation_deg: 0.2,
        gaze_deg: 0.2,
        free_values: false,
        thorough: false,
        threads: None,
    };

    /// Removes only keys between two equal ones: the motion is equal at every time, bit for bit.
    pub const LOSSLESS: Self =
        Self { position_mm: 0.0, rotation_deg: 0.0, gaze_deg: 0.0, ..Self::MRTK };
}

/// Named error bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// [`Options::MRTK`].
    Mrtk,
    /// [`Options::LOSSLESS`].
    Lossless,
}

reenact::named!(
    Preset, "preset":
    Mrtk = "mrtk" => "MRTK's default bounds: 1 mm and 0.2°",
    Lossless = "lossless" => "Remove redundant keys only: the same motion to the bit",
);

impl Preset {
    /// Error bounds of the preset.
    pub const fn options(self) -> Options {
        match self {
            Self::Mrtk => Options::MRTK,
            Self::Lossless => Options::LOSSLESS,
        }
    }
}

impl Default for Options {
    /// [`Options::MRTK`].
    fn default() -> Self {
        Self::MRTK
    }
}

/// Reduces the keys of a recording within an error bound.
///
/// ```text
/// camera.position.x   18000 keys  →  2110 keys, error at most 1 mm at any time
/// ```
///
/// The curves of a position, of a rotation and of a direction are reduced together and keep shared key times. The first and the
/// last key of every curve are kept, and with them start, end and duration; so are the last key before a tracking gap and the
/// first one after it. Boolean curves, slot `None` and markers do not change.
///
/// The form does not change: [`version`](crate::version) changes it.
///
/// Curves that cannot be reduced are kept, with a note: curves with tangents, unsorted keys, NaN and infinite values, repeating
/// curves, and components of one value with different key times.
///
/// ```
/// use reenact_edit::optimize::{Options, optimize};
///
/// let recording = reenact_make::demo();
/// let optimized = optimize(&recording, &Options::MRTK)?;
/// assert!(optimized.report.keys_after * 2 < optimized.report.keys_before);
/// for track in &optimized.report.tracks {
///     assert!(track.position_mm.max <= 1.0 && track.angle_deg.max <= 0.2);
/// }
/// # Ok::<(), reenact::Error>(())
/// ```
///
/// Time grows with the number of keys and the length of the lines that replace them; memory with the keys of the recording. With
/// one thread, a recording that is passed by value and [shares no memory](Recording::into_unshared) needs little more memory,
/// because reduced curves replace the original ones one by one. Several threads keep their results until all are done.
pub fn optimize(recording: impl Into<Recording>, options: &Options) -> Result<Edited<Proof>> {
    let recording = recording.into();
    let tracks = recording.tracks();
    let keys_before = Keys::of(&recording);
    let tracking = Tracking::of(&recording);
    let tolerance = Tolerance::new(options);
    let threads = options.threads.unwrap_or_else(cores);
    let groups: Vec<CurveGroup> = CurveGroup::all(tracks)
        .filter(|group| {
            !(group.is_slot_none()
                || matches!(group, CurveGroup::Tracked(_) | CurveGroup::Pinching(_)))
        })
        .collect();
    let at_once = if threads.get() == 1 { 1 } else { groups.len().max(1) };

    let mut edited = Edited::new(recording);
    let mut gathered = [[Gathered::default(); 2]; Track::ALL.len()];
    let mut kept: Vec<(Unreducible, CurveGroup)> = Vec::new();
    for groups in groups.chunks(at_once) {
        let reduced = in_parallel(groups, threads, |_, &group| {
            let changes = tracking.spans(group.side()).changes_secs();
            reduce::reduce(&edited.recording, group, changes, &tolerance)
        });
        for (&group, reduced) in groups.iter().zip(reduced) {
            let Reduced { curves, deviations } = match reduced {
                Ok(reduced) => reduced,
                Err(reason) => {
                    kept.push((reason, group));
                    continue;
                }
            };
            for (&id, curve) in group.ids().iter().zip(curves) {
                edited.recording.set_curve(id, curve)?;
            }
            let quantity = usize::from(group.unit().is_none());
            let slot = gathered.get_mut(group.track().index());
            if let Some(slot) = slot.and_then(|slots| slots.get_mut(quantity)) {
                slot.merge(&deviations, group.pose().and_then(PoseId::joint));
            }
        }
    }
    edited.notes = notes(&kept);
    let keys_after = Keys::of(&edited.recording);
    let proof = |(track, [position, angle]): (Track, &[Gathered; 2])| TrackProof {
        track,
        keys_before: keys_before.of_track(track),
        keys_after: keys_after.of_track(track),
        position_mm: position.scaled(1000.0),
        angle_deg: angle.scaled(f64::to_degrees(1.0)),
    };
    let all = Track::ALL.into_iter().zip(&gathered).filter(|(track, _)| tracks.has(*track));
    let proof = Proof {
        keys_before: keys_before.all(),
        keys_after: keys_after.all(),
        tracks: all.map(proof).collect(),
    };
    Ok(edited.with_report(proof))
}

/// Number of keys in each track.
struct Keys([usize; Track::ALL.len()]);

impl Keys {
    fn of(recording: &Recording) -> Self {
        let mut keys = [0; Track::ALL.len()];
        for (id, curve) in recording.curves() {
            if let Some(keys) = keys.get_mut(id.track().index()) {
                *keys += curve.len();
            }
        }
        Self(keys)
    }

    fn of_track(&self, track: Track) -> usize {
        self.0.get(track.index()).copied().unwrap_or(0)
    }

    fn all(&self) -> usize {
        self.0.iter().sum()
    }
}

/// One note for each reason why curves were kept.
fn notes(kept: &[(Unreducible, CurveGroup)]) -> Vec<Note> {
    let note = |reason: Unreducible| {
        let groups = kept.iter().filter(|(other, _)| *other == reason);
        let ids: Vec<CurveId> = groups.flat_map(|(_, group)| group.ids().to_vec()).collect();
        let first = ids.first()?;
        let message = format!(
            "{} curves, starting with {first}, not optimized: {}",
            ids.len(),
            reason.text()
        );
        Some(Note::remark(reason.code(), message))
    };
    Unreducible::ALL.into_iter().filter_map(note).collect()
}
