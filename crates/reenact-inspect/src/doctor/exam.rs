//! A recording under examination: its curves, where each lies in the file, and what was found so far.

use glam::{Quat, Vec3};
use reenact::hand::{Joint, Side};
use reenact::number::{self, len_u64};
use reenact::{Curve, CurveId, Origin, PoseComponent, RayComponent, Recording, Track, Variant};

use super::report::Finding;

/// Bytes of a curve's header.
const CURVE_HEADER_BYTES: u64 = 12;

/// A recording under examination.
pub(super) struct Exam<'r> {
    pub(super) recording: &'r Recording,
    /// Where each curve's header starts, in file order; empty for a form whose curves are in another order.
    heads: Vec<u64>,
    /// Where the marker list starts.
    pub(super) markers_at: Option<u64>,
    pub(super) findings: Vec<Finding>,
}

impl<'r> Exam<'r> {
    pub(super) fn new(recording: &'r Recording) -> Self {
        let origin = recording.origin().map(Origin::variant);
        let mut offset = match origin {
            // Version 1.0 without its header.
            Some(Variant::DraftC) => 0,
            _ if recording.version().is_1_1() => 19,
            _ => 16,
        };
        let mut heads = Vec::with_capacity(recording.tracks().curve_count());
        for (_, curve) in recording.curves() {
            heads.push(offset);
            offset += CURVE_HEADER_BYTES + len_u64(curve.raw_keys().as_bytes().len());
        }
        let is_in_order = matches!(origin, None | Some(Variant::DraftC));
        if !is_in_order {
            heads.clear();
        }
        let markers_at = is_in_order.then_some(offset);
        Self { recording, heads, markers_at, findings: Vec::new() }
    }

    pub(super) fn find(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    pub(super) fn curve(&self, id: CurveId) -> Option<&'r Curve> {
        self.recording.curve(id)
    }

    /// Where a curve's header starts.
    pub(super) fn head_at(&self, id: CurveId) -> Option<u64> {
        self.heads.get(self.recording.tracks().index_of(id)?).copied()
    }

    /// Where one of its keys starts.
    pub(super) fn key_at(&self, id: CurveId, index: usize) -> Option<u64> {
        let bytes = self.curve(id)?.kind().key_bytes();
        Some(self.head_at(id)? + CURVE_HEADER_BYTES + len_u64(index.checked_mul(bytes)?))
    }

    /// The curves of one part, in file order.
    pub(super) fn curves_of(&self, part: Part) -> impl Iterator<Item = (CurveId, &'r Curve)> {
        part.ids().filter_map(|id| Some((id, self.curve(id)?)))
    }

    /// The four curves of a rotation.
    pub(super) fn rotation_of(&self, part: Part) -> Option<[&'r Curve; 4]> {
        use PoseComponent as C;
        let curve = |component| self.curve(part.component(component)?);
        let [x, y, z, w] = [C::RotationX, C::RotationY, C::RotationZ, C::RotationW].map(curve);
        Some([x?, y?, z?, w?])
    }

    /// The three curves of a position; of the gaze, its origin.
    pub(super) fn position_of(&self, part: Part) -> Option<Path<'r>> {
        use PoseComponent as C;
        use RayComponent as R;
        let ids = match part {
            Part::Gaze => [R::OriginX, R::OriginY, R::OriginZ].map(|r| Some(CurveId::Gaze(r))),
            _ => [C::PositionX, C::PositionY, C::PositionZ].map(|c| part.component(c)),
        };
        Path::new(ids.map(|id| self.curve(id?)))
    }

    /// The three curves of the gaze's direction.
    pub(super) fn direction(&self) -> Option<Path<'r>> {
        use RayComponent as R;
        let ids = [R::DirectionX, R::DirectionY, R::DirectionZ];
        Path::new(ids.map(|id| self.curve(CurveId::Gaze(id))))
    }

    /// The time of a part's last key, whichever of its curves has it; `None` where there is none that is a number.
    pub(super) fn end_of(&self, part: Part) -> Option<f32> {
        let ends = self.curves_of(part).filter_map(|(_, curve)| Some(curve.last()?.time_secs));
        ends.filter(|time| time.is_finite()).reduce(f32::max)
    }

    /// The time of the last key of any curve, which may be before 0; `None` where there is none that is a number.
    pub(super) fn end_secs(&self) -> Option<f32> {
        let ends = self.recording.curves().filter_map(|(_, curve)| Some(curve.last()?.time_secs));
        ends.filter(|time| time.is_finite()).reduce(f32::max)
    }

    /// A rotation at a time, normalised; `None` if it turns nowhere. The key at `index` is looked at first.
    pub(super) fn rotation_near(&self, part: Part, index: usize, time_secs: f32) -> Option<Quat> {
        let curves = self.rotation_of(part)?;
        if curves.iter().any(|curve| curve.is_empty()) {
            return None;
        }
        let [x, y, z, w] = curves.map(|curve| value_near(curve, index, time_secs));
        let rotation = Quat::from_xyzw(x, y, z, w);
        let length = rotation.length();
        (length > 0.1 && length.is_finite()).then(|| rotation / length)
    }

    /// A rotation at a time, normalised; `None` if it turns nowhere.
    pub(super) fn rotation_at(&self, part: Part, time_secs: f32) -> Option<Quat> {
        self.rotation_near(part, usize::MAX, time_secs)
    }
}

/// A curve's value at a time. Where curves share their key times, as MRTK's do, the key at `index` is the one that is
/// looked for, and nothing has to be searched.
fn value_near(curve: &Curve, index: usize, time_secs: f32) -> f32 {
    match curve.key(index) {
        Some(key) if key.time_secs == time_secs => key.value,
        _ => curve.value_at(time_secs),
    }
}

/// What belongs together: a pose, a ray or a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Camera,
    State(CurveId),
    Joint(Side, Joint),
    Gaze,
}

impl Part {
    /// All parts that a recording can have, in file order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let states = Side::ALL
            .map(|side| Self::State(CurveId::Tracked(side)))
            .into_iter()
            .chain(Side::ALL.map(|side| Self::State(CurveId::Pinching(side))));
        let joints = Side::ALL.into_iter().flat_map(Self::hand);
        [Self::Camera].into_iter().chain(states).chain(joints).chain([Self::Gaze])
    }

    /// The 27 slots of a hand.
    pub(super) fn hand(side: Side) -> impl Iterator<Item = Self> {
        Joint::ALL.into_iter().map(move |joint| Self::Joint(side, joint))
    }

    /// The poses or rays of a track, without slot `None`.
    pub(super) fn of(track: Track) -> Vec<Self> {
        match track {
            Track::Camera => vec![Self::Camera],
            Track::Hand(side) => {
                Joint::TRACKED.into_iter().map(|joint| Self::Joint(side, joint)).collect()
            }
            Track::Gaze => vec![Self::Gaze],
        }
    }

    /// The part that stands for a track where one has to.
    pub(super) const fn main_of(track: Track) -> Self {
        match track {
            Track::Camera => Self::Camera,
            Track::Hand(side) => Self::Joint(side, Joint::Wrist),
            Track::Gaze => Self::Gaze,
        }
    }

    fn ids(self) -> impl Iterator<Item = CurveId> {
        let poses = PoseComponent::ALL.into_iter().filter_map(move |c| self.component(c));
        let rays = RayComponent::ALL.into_iter().filter(move |_| self == Self::Gaze);
        let state = match self {
            Self::State(id) => Some(id),
            _ => None,
        };
        poses.chain(state).chain(rays.map(CurveId::Gaze))
    }

    pub(super) const fn component(self, component: PoseComponent) -> Option<CurveId> {
        match self {
            Self::Camera => Some(CurveId::Camera(component)),
            Self::Joint(side, joint) => Some(CurveId::Joint(side, joint, component)),
            Self::State(_) | Self::Gaze => None,
        }
    }
}

/// Three curves that make a point in space.
#[derive(Clone, Copy)]
pub(super) struct Path<'r> {
    x: &'r Curve,
    y: &'r Curve,
    z: &'r Curve,
}

impl<'r> Path<'r> {
    /// `None` if a curve is missing or has no keys.
    fn new(curves: [Option<&'r Curve>; 3]) -> Option<Self> {
        let [x, y, z] = curves.map(|curve| curve.filter(|curve| !curve.is_empty()));
        Some(Self { x: x?, y: y?, z: z? })
    }

    /// How many keys its first curve has.
    pub(super) fn len(&self) -> usize {
        self.x.len()
    }

    /// Its first curve, whose key times it is looked at.
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

    /// The point at a time. The keys at `index` are looked at first.
    pub(super) fn near(&self, index: usize, time_secs: f32) -> Vec3 {
        let [x, y, z] = [self.x, self.y, self.z].map(|curve| value_near(curve, index, time_secs));
        Vec3::new(x, y, z)
    }

    /// Time and point at a key of the first curve.
    pub(super) fn key(&self, index: usize) -> Option<(f32, Vec3)> {
        let time_secs = self.x.time_secs(index)?;
        Some((time_secs, self.near(index, time_secs)))
    }
}

/// At most so many of the numbers below `len`, evenly spaced, the first and the last among them.
pub(super) fn some_of(len: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = len.min(most);
    let (last, gaps) = (len.saturating_sub(1), count.saturating_sub(1).max(1));
    (0..count).map(move |n| {
        // Without overflow for any length that fits memory.
        let (whole, rest) = (last / gaps, last % gaps);
        n * whole + n * rest / gaps
    })
}

/// A count as a number to calculate with.
pub(super) const fn count_f32(count: usize) -> f32 {
    number::to_f32(number::to_f64(count))
}

/// A number to the nearest count; 0 for what is negative or no number.
pub(super) fn to_count(number: f32) -> usize {
    number::to_count(number.round().into())
}

/// The value at a share of ordered values; `None` if there are none.
pub(super) fn quantile(ordered: &[f32], share: f32) -> Option<f32> {
    let last = ordered.len().checked_sub(1)?;
    ordered.get(to_count(share * count_f32(last)).min(last)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_curves_of_a_file_in_its_order() {
        let ids: Vec<_> = Part::all().flat_map(Part::ids).collect();
        assert!(reenact::Tracks::ALL.curve_ids().eq(ids));
    }

    #[test]
    fn some_of_a_row_has_its_ends_and_is_even() {
        assert_eq!(some_of(0, 4).count(), 0);
        assert_eq!(some_of(3, 4).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(some_of(11, 3).collect::<Vec<_>>(), [0, 5, 10]);
        assert_eq!(some_of(100, 1).collect::<Vec<_>>(), [0]);
        assert!(some_of(1 << 30, 512).is_sorted());
        assert_eq!(some_of(1 << 30, 512).last(), Some((1 << 30) - 1));
    }
}
