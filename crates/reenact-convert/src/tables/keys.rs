//! What is stored, as it is: keys and markers.

use std::ops::Range;

use reenact::{Key, KeyKind, Recording};

use super::{Column, Values};
use crate::columns::FULL_COLUMNS;

/// The table `keys`: some of the rows that [`Recording::key_count`] says there are, in file order.
pub fn keys(
    recording: &Recording,
    rows: Range<usize>,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<Column> {
    let mut names = Vec::new();
    let (mut curves, mut indices, mut keys, mut full) = (vec![], vec![], vec![], vec![]);
    let mut before = 0;
    for (id, curve) in recording.curves() {
        let wanted = rows.start.saturating_sub(before).min(curve.len())
            ..rows.end.saturating_sub(before).min(curve.len());
        before += curve.len();
        if wanted.is_empty() {
            continue;
        }
        // No recording has more curves, or more keys in one, than an `i32` counts.
        let number = i32::try_from(names.len()).unwrap_or(i32::MAX);
        names.push(id.to_string());
        curves.extend(std::iter::repeat_n(number, wanted.len()));
        full.extend(std::iter::repeat_n(curve.kind() == KeyKind::Full, wanted.len()));
        keys.extend(wanted.clone().filter_map(|index| curve.key(index)));
        indices.extend(wanted.map(|index| i32::try_from(index).unwrap_or(i32::MAX)));
    }

    let floats =
        |number: fn(&Key) -> f32| Values::Floats(keys.iter().map(number).collect::<Vec<_>>());
    let optional = |number: fn(&Key) -> f32| {
        let numbers = keys.iter().zip(&full);
        let numbers = numbers.map(|(key, &is_full)| if is_full { number(key) } else { f32::NAN });
        Values::Floats(numbers.collect())
    };
    let [in_tangent, out_tangent, in_weight, out_weight] = FULL_COLUMNS;
    let mut columns = Vec::new();
    let mut add = |name: &str, is_optional: bool, values: &mut dyn FnMut() -> Values| {
        if is_wanted(name) {
            let present = is_optional.then(|| full.clone());
            columns.push(Column { name: name.to_owned(), values: values(), present });
        }
    };
    add("curve", false, &mut || Values::Names {
        numbers: std::mem::take(&mut curves),
        names: std::mem::take(&mut names),
    });
    add("index", false, &mut || Values::Integers(std::mem::take(&mut indices)));
    add("time_secs", false, &mut || floats(|key| key.time_secs));
    add("value", false, &mut || floats(|key| key.value));
    add(in_tangent, true, &mut || optional(|key| key.in_tangent));
    add(out_tangent, true, &mut || optional(|key| key.out_tangent));
    add(in_weight, true, &mut || optional(|key| key.in_weight));
    add(out_weight, true, &mut || optional(|key| key.out_weight));
    add("weighted_mode", true, &mut || {
        let modes = keys.iter().zip(&full);
        let modes = modes.map(|(key, &is_full)| if is_full { key.weighted_mode.0 } else { 0 });
        Values::Integers(modes.collect())
    });
    columns
}

/// The table `markers`.
pub fn markers(recording: &Recording, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Column> {
    let times: Vec<f32> = recording.markers().map(|marker| marker.time_secs).collect();
    let names = recording.markers().map(|marker| marker.name.into_owned()).collect();
    let count = times.len();
    let numbers = || (0..).take(count).collect();
    let columns = [
        Column::new("index", Values::Integers(numbers())),
        Column::new("time_secs", Values::Floats(times)),
        Column::new("name", Values::Names { numbers: numbers(), names }),
    ];
    columns.into_iter().filter(|column| is_wanted(&column.name)).collect()
}
