//! Curves that belong together: a position, a rotation, a direction.

use reenact::hand::Joint;
use reenact::{Curve, CurveId, Recording, Track, Tracks};

use super::bound::Bound;
use crate::keys::holds_ends;
use crate::poses::{DIRECTION, ORIGIN, Owner, is_straight};

/// What the curves of a group say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    Position([CurveId; 3]),
    Rotation([CurveId; 4]),
    Direction([CurveId; 3]),
}

impl Ids {
    pub(super) fn as_slice(&self) -> &[CurveId] {
        match self {
            Self::Position(ids) | Self::Direction(ids) => ids,
            Self::Rotation(ids) => ids,
        }
    }
}

/// Curves that are reduced together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) track: Track,
    pub(super) joint: Option<Joint>,
    pub(super) ids: Ids,
}

/// The groups of a recording, in file order. Boolean curves and slot `None` are in none.
pub(super) fn groups(tracks: Tracks) -> Vec<Group> {
    let mut groups = Vec::new();
    for owner in Owner::all(tracks).filter(|owner| !owner.is_slot_none()) {
        let (track, joint) = match owner {
            Owner::Camera => (Track::Camera, None),
            Owner::Joint(side, joint) => (Track::Hand(side), Some(joint)),
        };
        groups.push(Group { track, joint, ids: Ids::Position(owner.position()) });
        groups.push(Group { track, joint, ids: Ids::Rotation(owner.rotation()) });
    }
    if tracks.gaze {
        groups.push(Group { track: Track::Gaze, joint: None, ids: Ids::Position(ORIGIN) });
        groups.push(Group { track: Track::Gaze, joint: None, ids: Ids::Direction(DIRECTION) });
    }
    groups
}

/// Why a group is kept as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Oddity {
    Bent,
    Unsorted,
    Unnumbered,
    Wrapping,
    Apart,
}

impl Oddity {
    pub(super) const ALL: [Self; 5] =
        [Self::Bent, Self::Unsorted, Self::Unnumbered, Self::Wrapping, Self::Apart];

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Bent => "bent-kept",
            Self::Unsorted => "unsorted-kept",
            Self::Unnumbered => "not-finite-kept",
            Self::Wrapping => "repeating-kept",
            Self::Apart => "apart-kept",
        }
    }

    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::Bent => "their keys have tangents or weights",
            Self::Unsorted => "their keys are not in order of time",
            Self::Unnumbered => "they have values or times that are infinite, NaN or too large",
            Self::Wrapping => "they repeat outside their keys",
            Self::Apart => "the components of one value have keys at different times",
        }
    }
}

/// The keys of a group: one time and `N` values each.
#[derive(Debug)]
pub(super) struct Samples<const N: usize> {
    pub(super) times: Vec<f32>,
    pub(super) values: Vec<[f32; N]>,
}

/// Larger times and values are left alone: here no difference of two overflows.
const CALM: f32 = f32::MAX / 4.0;

impl<const N: usize> Samples<N> {
    /// Reads the keys of a group, if they are ones that straight lines may replace.
    pub(super) fn read(recording: &Recording, ids: &[CurveId; N]) -> Result<Self, Oddity> {
        let mut samples = Self { times: Vec::new(), values: Vec::new() };
        for (component, &id) in ids.iter().enumerate() {
            let Some(curve) = recording.curve(id) else { continue };
            samples.add(component, curve)?;
        }
        if samples.times.iter().all(|time| time.abs() < CALM)
            && samples.values.iter().flatten().all(|value| value.abs() < CALM)
        {
            Ok(samples)
        } else {
            Err(Oddity::Unnumbered)
        }
    }

    fn add(&mut self, component: usize, curve: &Curve) -> Result<(), Oddity> {
        if !holds_ends(curve) {
            return Err(Oddity::Wrapping);
        }
        if !is_straight(curve) {
            return Err(Oddity::Bent);
        }
        if component == 0 {
            if !curve.is_sorted() {
                return Err(Oddity::Unsorted);
            }
            self.times = words(curve, 0).collect();
            self.values = vec![[0.0; N]; self.times.len()];
        } else {
            let bits = words(curve, 0).map(f32::to_bits);
            if curve.len() != self.times.len()
                || !bits.eq(self.times.iter().map(|time| time.to_bits()))
            {
                return Err(Oddity::Apart);
            }
        }
        for (value, word) in self.values.iter_mut().zip(words(curve, 1)) {
            if let Some(slot) = value.get_mut(component) {
                *slot = word;
            }
        }
        Ok(())
    }

    /// The ranges of places within which keys may be dropped.
    ///
    /// They are cut where a curve is cut: at a gap (`changes` has the times, sorted, at which a hand came or went),
    /// between two keys at one time, and where no line may lead.
    pub(super) fn runs<B: Bound<N>>(&self, changes: &[f32]) -> Vec<std::ops::Range<usize>> {
        let mut runs = Vec::new();
        let mut start = 0;
        let mut changes = changes.iter().copied().peekable();
        let pairs = self.times.windows(2).zip(self.values.windows(2));
        for (place, (times, values)) in (1..).zip(pairs) {
            let ([before, after], [a, b]) = (times, values) else { continue };
            let mut is_cut = before >= after || !B::joins(a, b);
            while changes.next_if(|change| change <= after).is_some_and(|change| {
                is_cut |= change > *before;
                true
            }) {}
            if is_cut {
                runs.push(start..place);
                start = place;
            }
        }
        runs.push(start..self.times.len());
        runs
    }
}

/// The `n`th number of each key of a curve, 0 its time and 1 its value.
fn words(curve: &Curve, n: usize) -> impl Iterator<Item = f32> + '_ {
    let bytes = curve.raw_keys().as_bytes();
    bytes
        .chunks_exact(curve.kind().key_bytes())
        .map(move |key| key.as_chunks().0.get(n).map_or(f32::NAN, |&word| f32::from_le_bytes(word)))
}
