//! `optimize` satisfies its error bound and does not change anything else.
//!
//! The bound is checked independently (`reenact_testkit::rdp`): with the library's `Curve::value_at`, and plain `f64` arithmetic
//! for distance and angle.

mod bound;
mod dense;
mod fewest;
mod kept;
mod keys;

use reenact::hand::Joint;
use reenact::{Curve, CurveId, Key, Recording};
use reenact_edit::optimize::Options;
use reenact_testkit::rdp::{Bounds, apart, groups, values_at};

const FREE: Options = Options { free_values: true, ..Options::MRTK };
const THOROUGH: Options = Options { thorough: true, ..Options::MRTK };

fn bounds(options: &Options) -> Bounds {
    let Options { position_mm, rotation_deg, gaze_deg, .. } = *options;
    Bounds { position_mm, rotation_deg, gaze_deg }
}

/// Largest part of its bound that any original key uses; at most 1 if the bound is satisfied.
fn most_used(original: &Recording, result: &Recording, options: &Options) -> f64 {
    let mut most: f64 = 0.0;
    for group in groups(original) {
        for key in original.curve(group.ids[0]).unwrap() {
            let wanted = values_at(original, &group.ids, key.time_secs);
            let found = values_at(result, &group.ids, key.time_secs);
            // NaN has no distance; it is not changed.
            if wanted.iter().any(|value| !value.is_finite()) {
                let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&wanted), bits(&found));
                continue;
            }
            most = most.max(apart(group.kind, &wanted, &found) / bounds(options).of(group.kind));
        }
    }
    most
}

/// Checks the properties that are kept with any bound.
fn assert_untouched(original: &Recording, result: &Recording) {
    assert_eq!(result.form(), original.form());
    assert_eq!(result.end_secs(), original.end_secs());
    assert_eq!(result.start_secs(), original.start_secs());
    assert!(result.markers().eq(original.markers()));
    assert_eq!(result.trailing(), original.trailing());
    for (id, curve) in original.curves() {
        let found = result.curve(id).unwrap();
        // Compared as bytes, because of NaN.
        let ends = |of: &Curve| [of.first(), of.last()].map(|end| end.map(Key::to_full));
        assert_eq!(ends(found), ends(curve), "{id}");
        assert_eq!((found.pre_wrap, found.post_wrap), (curve.pre_wrap, curve.post_wrap), "{id}");
        assert!(found.len() <= curve.len(), "{id}");
        if id.is_boolean() || matches!(id, CurveId::Joint(_, Joint::None, _)) {
            assert_eq!(found, curve, "{id}");
        }
    }
}
