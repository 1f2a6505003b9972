//! The curves that belong together: the three of a position, the four of a rotation.

use glam::{DQuat, DVec3};
use reenact::hand::{Joint, Side};
use reenact::number::to_f32;
use reenact::{
    Curve, CurveCursor, CurveId, Key, KeyKind, PoseComponent, RayComponent, Recording, Tracks,
    align_hemisphere,
};

/// Where the gaze starts.
pub(crate) const ORIGIN: [CurveId; 3] = [
    CurveId::Gaze(RayComponent::OriginX),
    CurveId::Gaze(RayComponent::OriginY),
    CurveId::Gaze(RayComponent::OriginZ),
];

/// Where the gaze goes.
pub(crate) const DIRECTION: [CurveId; 3] = [
    CurveId::Gaze(RayComponent::DirectionX),
    CurveId::Gaze(RayComponent::DirectionY),
    CurveId::Gaze(RayComponent::DirectionZ),
];

/// Something that has a pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Camera,
    Joint(Side, Joint),
}

impl Owner {
    /// Everything with a pose that these tracks have, slot `None` included.
    pub(crate) fn all(tracks: Tracks) -> impl Iterator<Item = Self> {
        let joints = Side::ALL
            .into_iter()
            .flat_map(|side| Joint::ALL.into_iter().map(move |joint| Self::Joint(side, joint)));
        let camera = tracks.camera.then_some(Self::Camera);
        camera.into_iter().chain(joints.filter(move |_| tracks.hands))
    }

    pub(crate) fn curve(self, component: PoseComponent) -> CurveId {
        match self {
            Self::Camera => CurveId::Camera(component),
            Self::Joint(side, joint) => CurveId::Joint(side, joint, component),
        }
    }

    pub(crate) fn position(self) -> [CurveId; 3] {
        [PoseComponent::PositionX, PoseComponent::PositionY, PoseComponent::PositionZ]
            .map(|component| self.curve(component))
    }

    pub(crate) fn rotation(self) -> [CurveId; 4] {
        [
            PoseComponent::RotationX,
            PoseComponent::RotationY,
            PoseComponent::RotationZ,
            PoseComponent::RotationW,
        ]
        .map(|component| self.curve(component))
    }

    /// The hand it belongs to.
    pub(crate) const fn side(self) -> Option<Side> {
        match self {
            Self::Camera => None,
            Self::Joint(side, _) => Some(side),
        }
    }

    /// Whether it is the slot that is no joint.
    pub(crate) const fn is_slot_none(self) -> bool {
        matches!(self, Self::Joint(_, Joint::None))
    }
}

/// Stands for a curve whose track is not there.
static NO_KEYS: Curve = Curve::empty(KeyKind::Simple);

/// The curves of these names, without keys where the recording does not have them.
pub(crate) fn curves<const N: usize>(recording: &Recording, ids: [CurveId; N]) -> [&Curve; N] {
    ids.map(|id| recording.curve(id).map_or(&NO_KEYS, |curve| curve))
}

/// Whether curves have the same key times, bit for bit, and do the same outside them.
pub(crate) fn tick_alike(curves: &[&Curve]) -> bool {
    let wraps = |curve: &&Curve| (curve.pre_wrap, curve.post_wrap);
    have_same_times(curves)
        && curves.windows(2).all(|pair| pair.first().map(wraps) == pair.last().map(wraps))
}

/// Whether curves have the same key times, bit for bit.
pub(crate) fn have_same_times(curves: &[&Curve]) -> bool {
    let Some((first, rest)) = curves.split_first() else { return true };
    rest.iter().all(|curve| {
        curve.len() == first.len()
            && times(curve).map(f32::to_bits).eq(times(first).map(f32::to_bits))
    })
}

/// Whether every key runs straight to its neighbours, as MRTK makes them.
pub(crate) fn is_straight(curve: &Curve) -> bool {
    curve.kind() != KeyKind::Full || curve.iter().all(|key| key.is_plain_linear())
}

/// The values of curves that tick alike, key by key.
pub(crate) fn rows<const N: usize>(curves: [&Curve; N]) -> Vec<[f32; N]> {
    let len = curves.iter().map(|curve| curve.len()).min().unwrap_or(0);
    (0..len)
        .map(|index| curves.map(|curve| curve.key(index).map_or(f32::NAN, |key| key.value)))
        .collect()
}

/// The times of a curve's keys, in file order.
pub(crate) fn times(curve: &Curve) -> impl Iterator<Item = f32> {
    (0..curve.len()).filter_map(|index| curve.time_secs(index))
}

/// Each item with its place among them.
pub(crate) fn numbered<T, U, const N: usize>(
    items: [T; N],
    mut change: impl FnMut(usize, T) -> U,
) -> [U; N] {
    let mut places = 0..N;
    items.map(|item| change(places.next().unwrap_or(0), item))
}

/// Curves of straight keys that are stored like these; each takes its own of the values at a time.
pub(crate) fn straight_curves<const N: usize>(
    like: [&Curve; N],
    keys: impl IntoIterator<Item = (f32, [f64; N])>,
) -> [Curve; N] {
    let keys: Vec<_> = keys.into_iter().map(|(time, values)| (time, rounded(values))).collect();
    numbered(like, |place, curve| {
        let own = |values: &[f32; N]| values.get(place).copied().unwrap_or(f32::NAN);
        Curve::linear(curve.kind(), keys.iter().map(|(time, values)| (*time, own(values))))
    })
}

/// Times in order, each once, without NaN.
pub(crate) fn times_in_order(times: impl IntoIterator<Item = f32>) -> Vec<f32> {
    let mut times: Vec<f32> = times.into_iter().filter(|time| !time.is_nan()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup_by(|a, b| a == b);
    times
}

/// The same curve with other values: times, tangents, weights and wrap modes stay. Keys without a new value keep
/// theirs.
pub(crate) fn with_values(curve: &Curve, values: impl IntoIterator<Item = f32>) -> Curve {
    let mut values = values.into_iter();
    curve
        .with_keys(curve.iter().map(|key| Key { value: values.next().unwrap_or(key.value), ..key }))
}

/// A rotation's curves with continuous signs, as `clean` mode sees them; as they are where their times differ.
pub(crate) fn aligned(curves: [&Curve; 4]) -> [Curve; 4] {
    if !have_same_times(&curves) {
        return curves.map(Curve::clone);
    }
    let recorded: Vec<_> = rows(curves).into_iter().map(glam::Quat::from_array).collect();
    let signs: Vec<bool> = align_hemisphere(recorded.iter().copied())
        .zip(&recorded)
        .map(|(aligned, recorded)| aligned.dot(*recorded) < 0.0)
        .collect();
    if !signs.contains(&true) {
        return curves.map(Curve::clone);
    }
    curves.map(|curve| {
        curve.with_keys(curve.iter().zip(&signs).map(|(key, &flipped)| {
            if !flipped {
                return key;
            }
            let (in_tangent, out_tangent) = (-key.in_tangent, -key.out_tangent);
            Key { value: -key.value, in_tangent, out_tangent, ..key }
        }))
    })
}

/// Reads several curves in order of time.
pub(crate) struct Readers<'c, const N: usize>([CurveCursor<'c>; N]);

impl<'c, const N: usize> Readers<'c, N> {
    pub(crate) fn new(curves: [&'c Curve; N]) -> Self {
        Self(curves.map(|curve| curve.cursor()))
    }

    pub(crate) fn at(&mut self, time_secs: f32) -> [f64; N] {
        self.0.each_mut().map(|cursor| f64::from(cursor.value_at(time_secs)))
    }
}

/// Below this length a rotation or direction is none: the bound that `clean` mode has.
const SHORTEST: f64 = 1e-5;

/// A rotation of unit length; `None` for a zero, an infinity, a NaN.
pub(crate) fn unit_rotation(values: [f64; 4]) -> Option<DQuat> {
    let length = DQuat::from_array(values).length();
    (length > SHORTEST && length.is_finite()).then(|| DQuat::from_array(values.map(|v| v / length)))
}

/// A direction of unit length; `None` for a zero, an infinity, a NaN.
pub(crate) fn unit_direction(values: [f64; 3]) -> Option<DVec3> {
    let direction = DVec3::from_array(values);
    let length = direction.length();
    (length > SHORTEST && length.is_finite()).then(|| direction / length)
}

/// The nearest f32 to each.
pub(crate) fn rounded<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(to_f32)
}

/// The same numbers with more room.
pub(crate) fn widened<const N: usize>(values: [f32; N]) -> [f64; N] {
    values.map(f64::from)
}
