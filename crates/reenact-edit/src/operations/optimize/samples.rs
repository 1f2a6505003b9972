//! Keys of the curves that are reduced together: those of a position, a rotation or a direction.

use reenact::{Curve, CurveId, Recording};

use super::bound::Bound;
use crate::NoteCode;
use crate::helpers::keys::{TIME, VALUE, has_linear_keys, words};

/// Reasons why a group is kept as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreducible {
    Bent,
    Unsorted,
    NotFinite,
    Repeating,
    Apart,
}

impl Unreducible {
    pub(super) const ALL: [Self; 5] =
        [Self::Bent, Self::Unsorted, Self::NotFinite, Self::Repeating, Self::Apart];

    pub(super) const fn code(self) -> NoteCode {
        match self {
            Self::Bent => NoteCode::BentKept,
            Self::Unsorted => NoteCode::UnsortedKept,
            Self::NotFinite => NoteCode::NotFiniteKept,
            Self::Repeating => NoteCode::RepeatingKept,
            Self::Apart => NoteCode::ApartKept,
        }
    }

    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Bent => "their keys have tangents or weights",
            Self::Unsorted => "their keys are not in order of time",
            Self::NotFinite => "they have values or times that are infinite, NaN or too large",
            Self::Repeating => "they repeat outside their keys",
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

/// Limit of times and values: the difference of two smaller ones cannot overflow. Groups with larger ones are kept.
const LARGEST: f32 = f32::MAX / 4.0;

impl<const N: usize> Samples<N> {
    /// Reads the keys of a group, if line segments can replace them.
    pub(super) fn read(recording: &Recording, ids: &[CurveId; N]) -> Result<Self, Unreducible> {
        let mut samples = Self { times: Vec::new(), values: Vec::new() };
        for (component, &id) in ids.iter().enumerate() {
            let Some(curve) = recording.curve(id) else { continue };
            samples.add(component, curve)?;
        }
        if samples.times.iter().all(|time| time.abs() < LARGEST)
            && samples.values.iter().flatten().all(|value| value.abs() < LARGEST)
        {
            Ok(samples)
        } else {
            Err(Unreducible::NotFinite)
        }
    }

    fn add(&mut self, component: usize, curve: &Curve) -> Result<(), Unreducible> {
        if !curve.holds_ends() {
            return Err(Unreducible::Repeating);
        }
        if !has_linear_keys(curve) {
            return Err(Unreducible::Bent);
        }
        if component == 0 {
            if !curve.is_sorted() {
                return Err(Unreducible::Unsorted);
            }
            self.times = words(curve, TIME).collect();
            self.values = vec![[0.0; N]; self.times.len()];
        } else {
            let bits = words(curve, TIME).map(f32::to_bits);
            if curve.len() != self.times.len()
                || !bits.eq(self.times.iter().map(|time| time.to_bits()))
            {
                return Err(Unreducible::Apart);
            }
        }
        for (value, word) in self.values.iter_mut().zip(words(curve, VALUE)) {
            if let Some(slot) = value.get_mut(component) {
                *slot = word;
            }
        }
        Ok(())
    }

    /// Index ranges within which keys may be dropped.
    ///
    /// Ranges end at a tracking gap (`changes` has the sorted times at which tracking starts or ends), between two keys at the
    /// same time, and where no line segment is allowed.
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
