//! Synthetic recordings for tests, and comparison helpers.

use reenact::{Curve, CurveId, Form, Key, Recording, TangentMode, WeightedMode};
use reenact_edit::Edited;
use reenact_make::{Options, make};
use reenact_testkit::assert_valid;

/// Synthetic recording of a given duration.
pub(crate) fn lifelike(form: Form, seconds: f32, seed: u64) -> Recording {
    make(&Options { seconds, seed, form, ..Options::default() }).unwrap()
}

/// Synthetic recording with tangents in every float curve: fewer keys with smooth tangents.
pub(crate) fn bent(seconds: f32, seed: u64) -> Recording {
    let straight = lifelike(Form::PUBLISHED_1_1, seconds, seed);
    let mut recording = straight.clone();
    for (id, curve) in straight.curves().filter(|(id, _)| !id.is_boolean()) {
        let mut bent = Curve::full(curve.iter().step_by(5));
        for index in 0..bent.len() {
            bent.set_tangents(index, TangentMode::Auto);
        }
        let unweighted = |key: Key| Key { weighted_mode: WeightedMode::NONE, ..key };
        let bent = Curve::full(bent.iter().map(unweighted).collect::<Vec<_>>());
        recording.set_curve(id, bent).unwrap();
    }
    recording
}

/// Evenly spaced times including both ends.
pub(crate) fn times(from_secs: f32, to_secs: f32, count: u16) -> impl Iterator<Item = f32> {
    (0..=count).map(move |n| {
        let share = f32::from(n) / f32::from(count);
        if n == count { to_secs } else { from_secs + (to_secs - from_secs) * share }
    })
}

/// Largest value of a curve.
pub(crate) fn scale(curve: &Curve) -> f32 {
    curve.iter().map(|key| key.value.abs()).fold(0.0, f32::max)
}

/// Whether a curve has a value at a time, or within the rounding error of that time, which shifting and
/// unrolling cause. For a repeating curve with steps, that may be a key of zero duration.
pub(crate) fn is_about(curve: &Curve, time_secs: f32, value: f32) -> bool {
    let is_near = |other: f32| (other - value).abs() <= 1e-2;
    let repeats = [curve.pre_wrap, curve.post_wrap].iter().any(|mode| !matches!(mode.0, 1 | 8));
    let has_steps =
        curve.iter().any(|key| key.in_tangent.is_infinite() || key.out_tangent.is_infinite());
    [0.0, -1e-5, 1e-5].iter().any(|by| is_near(curve.value_at(time_secs + by)))
        || (repeats && has_steps && curve.iter().any(|key| is_near(key.value)))
}

/// Checks that an edited recording can be written and read, has the original version and layout, and that its
/// notes are well-formed.
#[track_caller]
pub(crate) fn check_valid(edited: &Edited, original: &Recording) {
    assert_valid(&edited.recording);
    assert_eq!(edited.recording.version(), original.version());
    assert_eq!(edited.recording.layout(), original.layout());
    for note in &edited.notes {
        assert!(!note.message.is_empty() && !note.message.ends_with('.'), "{note}");
    }
}

/// (time, value) of a curve's keys.
pub(crate) fn keys(recording: &Recording, id: CurveId) -> Vec<(f32, f32)> {
    recording.curve(id).unwrap().iter().map(|key| (key.time_secs, key.value)).collect()
}
