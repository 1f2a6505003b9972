//! Rows of the tables `keys` and `markers`.

use std::iter::repeat_n;
use std::ops::Range;

use reenact::{Curve, CurveId, Key, KeyKind, Recording};

use super::Values;
use super::field::{Field, Source};

/// Range of keys of a recording, in file order.
#[derive(Debug)]
pub(super) struct KeyRows<'r> {
    /// Curves with the range of their keys among the rows.
    runs: Vec<(CurveId, &'r Curve, Range<usize>)>,
}

impl<'r> KeyRows<'r> {
    pub(super) fn new(recording: &'r Recording, rows: Range<usize>) -> Self {
        let mut before = 0;
        let mut runs = Vec::new();
        for (id, curve) in recording.curves() {
            let within = |row: usize| row.saturating_sub(before).min(curve.len());
            let keys = within(rows.start)..within(rows.end);
            before += curve.len();
            if !keys.is_empty() {
                runs.push((id, curve, keys));
            }
        }
        Self { runs }
    }

    pub(super) fn len(&self) -> usize {
        self.runs.iter().map(|(.., keys)| keys.len()).sum()
    }

    /// Values of a column, and their validity: only full keys have tangents and weights.
    pub(super) fn column(&self, field: &Field) -> (Values, Option<Vec<bool>>) {
        let values = match field.source {
            Source::Curve => Values::Names {
                // No recording has more curves, or more keys in one, than an `i32` counts.
                numbers: (0..)
                    .zip(&self.runs)
                    .flat_map(|(number, (.., keys))| repeat_n(number, keys.len()))
                    .collect(),
                names: self.runs.iter().map(|(id, ..)| id.to_string()).collect(),
            },
            #[cfg(feature = "csv")]
            Source::KeyKind => Values::Names {
                numbers: self
                    .runs
                    .iter()
                    .flat_map(|(_, curve, keys)| repeat_n(kind_number(curve.kind()), keys.len()))
                    .collect(),
                names: KeyKind::ALL.map(|kind| kind.name().to_owned()).to_vec(),
            },
            Source::Index => {
                let indices = self.runs.iter().flat_map(|(.., keys)| keys.clone());
                let number = |index| i32::try_from(index).unwrap_or(i32::MAX);
                Values::Integers(indices.map(number).collect())
            }
            Source::WeightedMode => {
                Values::Integers(self.of_full_keys(0, |key| key.weighted_mode.0))
            }
            Source::Time => Values::Floats(self.of_keys(|key| key.time_secs)),
            Source::InTangent => self.floats_of_full_keys(|key| key.in_tangent),
            Source::OutTangent => self.floats_of_full_keys(|key| key.out_tangent),
            Source::InWeight => self.floats_of_full_keys(|key| key.in_weight),
            Source::OutWeight => self.floats_of_full_keys(|key| key.out_weight),
            _ => Values::Floats(self.of_keys(|key| key.value)),
        };
        (values, field.is_optional.then(|| self.of_full_keys(false, |_| true)))
    }

    fn of_keys<T>(&self, value: impl Fn(&Key) -> T) -> Vec<T> {
        let mut values = Vec::with_capacity(self.len());
        for (_, curve, keys) in &self.runs {
            let keys = keys.clone().filter_map(|index| curve.key(index));
            values.extend(keys.map(|key| value(&key)));
        }
        values
    }

    fn floats_of_full_keys(&self, value: impl Fn(&Key) -> f32) -> Values {
        Values::Floats(self.of_full_keys(f32::NAN, value))
    }

    /// Values of full keys, with a default for other keys.
    fn of_full_keys<T: Copy>(&self, instead: T, value: impl Fn(&Key) -> T) -> Vec<T> {
        let mut values = Vec::with_capacity(self.len());
        for (_, curve, keys) in &self.runs {
            if curve.kind() == KeyKind::Full {
                let keys = keys.clone().filter_map(|index| curve.key(index));
                values.extend(keys.map(|key| value(&key)));
            } else {
                values.extend(repeat_n(instead, keys.len()));
            }
        }
        values
    }
}

/// Index of a kind.
#[cfg(feature = "csv")]
fn kind_number(kind: KeyKind) -> i32 {
    (0..).zip(KeyKind::ALL).find(|(_, other)| *other == kind).map_or(0, |(number, _)| number)
}

/// Values of a column of the table `markers`.
pub(super) fn marker_column(recording: &Recording, field: &Field) -> Values {
    let numbers = || (0..).take(recording.markers().count()).collect();
    match field.source {
        Source::Index => Values::Integers(numbers()),
        Source::Time => {
            Values::Doubles(recording.markers().map(|marker| marker.time_secs.into()).collect())
        }
        _ => Values::Names {
            numbers: numbers(),
            names: recording.markers().map(|marker| marker.name.into_owned()).collect(),
        },
    }
}
