//! State of an examination: the recording, its index, and the findings so far.

use std::sync::Arc;

use glam::{Quat, Vec3};
use reenact::hand::Joint;
use reenact::{Curve, CurveGroup, CurveId, Field, Index, PoseId, Recording, Track};
use reenact_base::number;

use super::report::Finding;

/// A recording under examination.
pub(super) struct Exam<'r> {
    pub(super) recording: &'r Recording,
    /// Index of the file.
    index: Arc<Index>,
    pub(super) findings: Vec<Finding>,
}

impl<'r> Exam<'r> {
    pub(super) fn new(recording: &'r Recording) -> Self {
        Self { recording, index: recording.index(), findings: Vec::new() }
    }

    pub(super) fn find(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    pub(super) fn curve(&self, id: CurveId) -> Option<&'r Curve> {
        self.recording.curve(id)
    }

    /// Offset of a field in the file.
    pub(super) fn offset_of(&self, field: Field) -> Option<u64> {
        self.index.offset_of(field)
    }

    /// Offset of a curve in the file.
    pub(super) fn head_at(&self, id: CurveId) -> Option<u64> {
        self.offset_of(Field::PreWrap(id))
    }

    /// Offset of a key in the file.
    pub(super) fn key_at(&self, id: CurveId, index: usize) -> Option<u64> {
        self.index.key_offset(id, index)
    }

    /// Curves of a group that the recording has, in file order.
    pub(super) fn curves_of(
        &self,
        group: CurveGroup,
    ) -> impl Iterator<Item = (CurveId, &'r Curve)> {
        let found = move |n| {
            let id = group.ids().get(n).copied()?;
            Some((id, self.curve(id)?))
        };
        (0..group.ids().len()).filter_map(found)
    }

    /// First curve of each of two groups; `None` if it has no keys.
    pub(super) fn first_curves(&self, pose: Pose) -> [Option<&'r Curve>; 2] {
        pose.map(|group| Some(self.curves_of(group).next()?.1).filter(|curve| !curve.is_empty()))
    }

    /// Four curves of a rotation.
    pub(super) fn rotation_of(&self, pose: PoseId) -> Option<[&'r Curve; 4]> {
        let [x, y, z, w] = pose.rotation().map(|id| self.curve(id));
        Some([x?, y?, z?, w?])
    }

    /// Path of a position, or of the origin or direction of the gaze.
    pub(super) fn path_of(&self, group: CurveGroup) -> Option<Path<'r>> {
        match *group.ids() {
            [x, y, z] => Path::new([x, y, z].map(|id| self.curve(id))),
            _ => None,
        }
    }

    /// Largest time of any key of a pose; `None` without a finite one.
    pub(super) fn end_of(&self, pose: Pose) -> Option<f32> {
        let curves = pose.into_iter().flat_map(|group| self.curves_of(group));
        let ends = curves.filter_map(|(_, curve)| Some(curve.last()?.time_secs));
        ends.filter(|time| time.is_finite()).reduce(f32::max)
    }

    /// Largest time of any key of the recording, which may be before 0; `None` without a finite one.
    pub(super) fn end_secs(&self) -> Option<f32> {
        let ends = self.recording.curves().filter_map(|(_, curve)| Some(curve.last()?.time_secs));
        ends.filter(|time| time.is_finite()).reduce(f32::max)
    }

    /// Normalized rotation at a time; `None` if it is too short to normalize. Tries the key at `index` first.
    pub(super) fn rotation_near(&self, pose: PoseId, index: usize, time_secs: f32) -> Option<Quat> {
        let curves = self.rotation_of(pose)?;
        if curves.iter().any(|curve| curve.is_empty()) {
            return None;
        }
        let [x, y, z, w] = curves.map(|curve| value_near(curve, index, time_secs));
        let rotation = Quat::from_xyzw(x, y, z, w);
        // In f64, because an f32 sum depends on the order of summation, which differs between processors.
        let length = number::to_f32(rotation.as_dquat().length());
        (length > 0.1 && length.is_finite()).then(|| rotation / length)
    }

    /// Normalized rotation at a time; `None` if it is too short to normalize.
    pub(super) fn rotation_at(&self, pose: PoseId, time_secs: f32) -> Option<Quat> {
        self.rotation_near(pose, usize::MAX, time_secs)
    }
}

/// Value of a curve at a time. Tries the key at `index` first: where curves share their key times, as MRTK's do, no search is
/// needed.
fn value_near(curve: &Curve, index: usize, time_secs: f32) -> f32 {
    match curve.key(index) {
        Some(key) if key.time_secs == time_secs => key.value,
        _ => curve.value_at(time_secs),
    }
}

/// Position and rotation of a pose, or origin and direction of the gaze.
pub(super) type Pose = [CurveGroup; 2];

/// Poses or ray of a track, without slot `None`.
pub(super) fn poses_of(track: Track) -> Vec<Pose> {
    match track {
        Track::Camera | Track::Gaze => vec![main_pose_of(track)],
        Track::Hand(side) => {
            let pose = |joint| pose_of(PoseId::Joint(side, joint));
            Joint::TRACKED.into_iter().map(pose).collect()
        }
    }
}

/// Representative pose or ray of a track: of a hand, the wrist.
pub(super) const fn main_pose_of(track: Track) -> Pose {
    match track {
        Track::Camera => pose_of(PoseId::Camera),
        Track::Hand(side) => pose_of(PoseId::Joint(side, Joint::Wrist)),
        Track::Gaze => [CurveGroup::GazeOrigin, CurveGroup::GazeDirection],
    }
}

const fn pose_of(pose: PoseId) -> Pose {
    [CurveGroup::Position(pose), CurveGroup::Rotation(pose)]
}

/// Three curves that form a point in space.
#[derive(Clone, Copy)]
pub(super) struct Path<'r> {
    x: &'r Curve,
    y: &'r Curve,
    z: &'r Curve,
}

impl<'r> Path<'r> {
    /// Creates a path; `None` if a curve is missing or has no keys.
    fn new(curves: [Option<&'r Curve>; 3]) -> Option<Self> {
        let [x, y, z] = curves.map(|curve| curve.filter(|curve| !curve.is_empty()));
        Some(Self { x: x?, y: y?, z: z? })
    }

    /// Number of keys of its first curve.
    pub(super) fn len(&self) -> usize {
        self.x.len()
    }

    /// First curve, whose key times are those of the path.
    pub(super) const fn clock(&self) -> &'r Curve {
        self.x
    }

    pub(super) fn at(&self, time_secs: f32) -> Vec3 {
        Vec3::new(
            self.x.value_at(time_secs),
            self.y.value_at(time_secs),
            self.z.value_at(time_secs),
        )
    }

    /// Point at a time. Tries the keys at `index` first.
    pub(super) fn near(&self, index: usize, time_secs: f32) -> Vec3 {
        let [x, y, z] = [self.x, self.y, self.z].map(|curve| value_near(curve, index, time_secs));
        Vec3::new(x, y, z)
    }

    /// Whether any component changes by more than `least` from one key to the next.
    pub(super) fn has_step_of(&self, least: f32) -> bool {
        [self.x, self.y, self.z].into_iter().any(|curve| {
            let mut values = curve.iter().map(|key| key.value);
            let first = values.next().unwrap_or_default();
            let mut steps = values.scan(first, |before, value| {
                Some((value - std::mem::replace(before, value)).abs())
            });
            steps.any(|step| step > least)
        })
    }

    /// Time and point at a key of the first curve.
    pub(super) fn key(&self, index: usize) -> Option<(f32, Vec3)> {
        let time_secs = self.x.time_secs(index)?;
        Some((time_secs, self.near(index, time_secs)))
    }
}

/// At most `most` evenly spaced indices below `len`, including the first and the last.
pub(super) fn evenly_spaced(len: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = len.min(most);
    let (last, gaps) = (len.saturating_sub(1), count.saturating_sub(1).max(1));
    (0..count).map(move |n| {
        // Without overflow for any length that fits memory.
        let (whole, rest) = (last / gaps, last % gaps);
        n * whole + n * rest / gaps
    })
}

/// Converts a count to `f32`.
pub(super) const fn count_f32(count: usize) -> f32 {
    number::to_f32(number::to_f64(count))
}

/// Rounds to the nearest count; 0 for negative numbers and NaN.
pub(super) fn to_count(number: f32) -> usize {
    number::to_count(number.round().into())
}

/// Quantile of sorted values; `None` if there are none.
pub(super) fn quantile(ordered: &[f32], share: f32) -> Option<f32> {
    let last = ordered.len().checked_sub(1)?;
    ordered.get(to_count(share * count_f32(last)).min(last)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_a_row_has_its_ends_and_is_even() {
        assert_eq!(evenly_spaced(0, 4).count(), 0);
        assert_eq!(evenly_spaced(3, 4).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(evenly_spaced(11, 3).collect::<Vec<_>>(), [0, 5, 10]);
        assert_eq!(evenly_spaced(100, 1).collect::<Vec<_>>(), [0]);
        assert!(evenly_spaced(1 << 30, 512).is_sorted());
        assert_eq!(evenly_spaced(1 << 30, 512).last(), Some((1 << 30) - 1));
    }
}
